"""What authors tell in YAML: mistakes, misconceptions, goals, rubrics, plans and boards.

Every value is read as text. What has not the form that the others have is a ValueError that names
its place.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

FOLDER = Path(__file__).parent
OPTIONAL = ("right", "wrong", "question", "figure")  # keys that may be left out


class Mistake(NamedTuple):
    """Who makes it writes the code `wrong`, or nothing, where the solution has `right`.

    The expression `seen` is true then, and false for the solution; `message` is what the student
    reads. ``tests/test_exercises.py`` makes every mistake and looks for its message.
    """

    name: str
    right: str
    wrong: str
    seen: str
    message: str


class Misconception(NamedTuple):
    """What is believed and what is true; `members` is {exercise or question: its mistakes}."""

    belief: str
    truth: str
    question: str
    figure: str
    section: str
    members: dict


class Texts(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
    """Reads numbers and words like `no` as text, and refuses a key that is there twice."""

    def construct_mapping(self, node, deep=False):
        found = set()
        for key, _ in node.value:
            if key.value in found:
                problem = f"{key.value!r} is there twice"
                raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
            found.add(key.value)
        return super().construct_mapping(node, deep)


@cache
def read(name):
    """What a file says: texts, and lists and dictionaries of them."""
    try:
        with Path(FOLDER, name).open(encoding="utf-8") as file:
            return yaml.load(file, Texts)
    except yaml.YAMLError as problem:
        raise ValueError(str(problem)) from None


def texts(given, keys, *place):
    """The texts of these keys, in their order, where there are no others."""
    if not isinstance(given, dict):
        raise ValueError(f"{', '.join(place)}: no keys with texts")
    problems = [f"{key!r} is missing" for key in keys if key not in (*given, *OPTIONAL)]
    problems += [f"{key!r} is not known" for key in given if key not in keys]
    odd = [key for key, value in given.items() if not value or not isinstance(value, str)]
    problems += [f"{key!r} has no text: put it in quotes" for key in odd]
    if problems:
        raise ValueError(f"{', '.join(place)}: {'; '.join(problems)}")
    return [given.get(key, "") for key in keys]


def titled(name, keys):
    """{label: [(title, what it says, the texts of these keys), …]} of a file."""
    found = {}
    for label, items in read(name).items():
        found[label] = []
        for item in items:
            title = next(iter(item)) if isinstance(item, dict) else item
            found[label].append((title, *texts(item, (title, *keys), name, label, title)))
    return found


@cache
def known_mistakes():
    """{exercise: its mistakes} of all lectures; without `right` it is that of the one before."""
    found = {}
    for path in sorted(FOLDER.glob("mistakes/*.yml")):
        for label, items in titled(f"mistakes/{path.name}", ("right", "wrong", "seen")).items():
            found[label], before = [], ""
            for name, message, right, wrong, seen in items:
                before = right or before
                found[label].append(Mistake(name, before, wrong, seen, message))
    return found


@cache
def misconceptions():
    """{name: Misconception}; where no live figure shows it, `figure` is empty.

    Without `question` the first question among its members reveals it.
    """
    file, keys, found = "misconceptions.yml", Misconception._fields[:-1], {}
    for name, given in read(file).items():
        labels = [key for key in given if key.startswith(("ex-", "quiz-"))]
        told = texts(given, [*keys, *labels], file, name)
        members = dict(zip(labels, told[len(keys) :], strict=True))
        found[name] = Misconception(*told[: len(keys)], members)
        if not found[name].question:
            first = next(label for label in labels if label.startswith("quiz-"))
            found[name] = found[name]._replace(question=first)
    return found


@cache
def boards():
    """{what is derived: [(minutes, what to write, what to say), …]}."""
    return {
        label: [(int(time.partition(" minute")[0]), *told) for time, *told in lines]
        for label, lines in titled("boards.yml", ("say",)).items()
    }


@cache
def plans():
    """{sessions: [(beginnings of the names of pages, what is derived), …]}."""
    return {int(sessions): [*plan.items()] for sessions, plan in read("plans.yml").items()}
