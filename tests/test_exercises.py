"""Every exercise can be done alone; its check rejects the mistakes people make, and says which.

pytest tests/test_exercises.py -k 05-ex-      the exercises of lecture 5, main and in depth
"""

import re
from contextlib import redirect_stdout
from copy import deepcopy
from functools import cache, cached_property
from io import StringIO
from types import FunctionType, ModuleType

import numpy as np
import pytest

from book.also import DOUBLE, otherwise, renamed
from book.content import known_mistakes, read
from book.exercises import exercises_of
from book.source import lecture_paths
from tests.lecture_lint import ROOT

FEWEST = 2  # mistakes of an exercise
NUMBER = "7.3"  # stands for the number on the page
EXERCISES = {
    f"{path.stem[:2]}-{label}": exercise
    for path in lecture_paths(ROOT)
    for label, exercise in exercises_of(path).items()
}
MISTAKES = known_mistakes()


class Reader:
    """Has run a page's first cell only, and then the set-up of an exercise.

    What an exercise does to names is undone in the same dictionary: its functions look there.
    """

    def __init__(self, exercise):
        self.exercise, self.mistakes = exercise, MISTAKES.get(exercise.label, [])
        self.check, self.asked = exercise.check_cell(NUMBER, self.mistakes), exercise.asked()
        self.names = copied(after(exercise.first))
        exec(exercise.set_up, self.names)
        self.begin = copied(self.names)

    def has(self, names):
        self.names.clear()
        self.names.update(names)

    def writes(self, solution):
        """Starts again and writes this."""
        self.has(copied(self.begin))
        exec(solution.removeprefix(self.exercise.set_up), self.names)

    @cached_property
    def solved(self):
        """The names after the solution, in which all that the task does not say is renamed."""
        self.writes(renamed(self.exercise))
        return dict(self.names)

    def is_told(self, *cells):
        """What the last of these cells says, which is a check: an empty text when all is right."""
        before, said = dict(self.names), StringIO()
        try:
            with redirect_stdout(said), np.errstate(all="ignore"):
                for code in cells:
                    exec(compiled(code), self.names)
        except AssertionError as problem:
            return str(problem) or repr(problem)
        finally:
            self.has(before)
        return said.getvalue().removesuffix(f"Exercise {NUMBER}: right.\n").strip()


@cache
def after(first):
    """The names that the first cell of a page leaves."""
    names = {"__name__": "__main__"}
    exec(first, names)
    return names


@cache
def compiled(code):
    return compile(code, "<string>", "exec")


def copied(names):
    """The same names for copies of the data."""
    kept = {k: v for k, v in names.items() if k == "__builtins__" or isinstance(v, ModuleType)}
    return kept | deepcopy({k: v for k, v in names.items() if k not in kept})


@pytest.fixture(scope="module", params=EXERCISES)
def reader(request):
    return Reader(EXERCISES[request.param])


def stub(): ...


def test_mistakes_belong_to_exercises():
    assert set(MISTAKES) == {exercise.label for exercise in EXERCISES.values()}


def test_exercise_stands_alone_and_says_what_is_missing(reader):
    exercise, check, asked = reader.exercise, reader.check, reader.asked
    assert asked, "the check needs nothing that the reader writes"
    for given, missing in (([], asked), (asked[1:], asked[:1])):
        written = f"write {' and '.join(missing)} in the cell above, and run it."
        assigned = "\n".join(f"{name} = 0" for name in given)
        for start in ("", exercise.stub()):
            said = reader.is_told(f"{start}\n{assigned}", check)
            assert said == f"Exercise {NUMBER}: {written}"
    assert exercise.check in exercise.solution, "the solution does not contain the check"
    assert exercise.solution.startswith(exercise.set_up), "its first cell repeats the set-up"
    reader.has(reader.solved)
    assert reader.is_told(check) == ""
    for name in exercise.calls([seen for *_, seen, _ in reader.mistakes]):
        answer = reader.is_told(f"def {name}(*_, **__):\n    len(_)", check)
        assert answer == f"Exercise {NUMBER}: {name} gives back nothing. Does it end with a return?"
    for name in asked:  # neither a number nor an array nor a function
        odd = reader.is_told(f"{name} = object()", check)
        assert re.search("not yet|the check cannot use what you have|stops", odd)
        # a function that returns 0.0: Python 3.14 tells it from a stub by this constant alone
        reader.names[name] = FunctionType(stub.__code__.replace(co_consts=(0.0,)), {})
        assert f"write {name} in" not in reader.is_told(check)
        reader.has(reader.solved)


def test_check_rejects_mistakes_and_says_which(reader):
    label = reader.exercise.label
    assert len(reader.mistakes) >= FEWEST, f"{label}: at least {FEWEST} mistakes"
    for mistake, right, wrong, _, message in reader.mistakes:
        with np.errstate(all="ignore"):
            reader.writes(reader.exercise.own(right, wrong))
        assert reader.is_told(reader.exercise.check), f"the page's check passes: {mistake}"
        answer = reader.is_told(reader.check)
        assert answer == f"Exercise {NUMBER}: {message}", f"{label}, {mistake}: {answer!r}"


def stacked(parts):
    """An array of these parts, where they are of one shape."""
    try:
        return np.array(parts)
    except ValueError:
        return parts


def test_right_answers_may_look_otherwise(reader):
    """With other names, as loops make them, in single precision, and as others write them."""
    single = reader.exercise.label not in DOUBLE
    for several in (tuple, list, stacked):
        reader.has(reader.solved)
        for name in reader.asked:
            reader.names[name] = otherwise(reader.names[name], single, several)
        assert reader.is_told(reader.check) == "", several.__name__
    for code in read("other_answers.yml").get(reader.exercise.label, ()):
        reader.has(copied(reader.begin))
        assert reader.is_told(code, reader.check) == ""


SEEDED = re.compile(r"default_rng\((?=.)|\bseed=(?=\d)")


def draws(exercise):
    """Whether the check draws, or what the reader writes, rather than the set-up."""
    return bool(re.search(r"\brng\b|\bseed\b", exercise.written() + exercise.check))


@pytest.mark.weekly
@pytest.mark.parametrize("name", [name for name, e in EXERCISES.items() if draws(e)])
def test_a_check_that_draws_holds_for_thirty_seeds(name):
    """Right stays right and each known mistake a mistake, whatever the solution and check draw."""
    reader = Reader(EXERCISES[name])
    tries = [("", ""), *((right, wrong) for _, right, wrong, *_ in reader.mistakes)]
    for seed in range(1000, 31000, 1000):
        for right, wrong in tries:
            written = reader.exercise.written(right, wrong)
            cells = [SEEDED.sub(rf"\g<0>{seed} + ", code) for code in (written, reader.check)]
            reader.has(copied(reader.begin))
            for left in reader.names.values():
                if isinstance(left, np.random.Generator):
                    left.bit_generator.advance(seed)
            refused = reader.is_told(*cells) != ""
            assert refused == bool(right), f"seed {seed}: {wrong or 'the solution'}"
