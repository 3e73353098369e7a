"""Lists for teachers, made at every build from the lectures and from what is known of them.

Each directive below is a function that makes lines of MyST: plans, goals, misconceptions, bugs,
exercises, questions, figures in class mode. ``past-paper`` is an exam drawn from the seed in its
argument, each key folded.
"""

from collections import Counter
from functools import cache
from pathlib import Path

from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from book import content
from book.addresses import IN_DEPTH, bank_of, heading_of, name_of
from book.exam import paper
from book.ext import SAFE
from book.source import Lecture, answers, directives, lecture_paths
from book.steps import STEP, figures_of, link_to

BUG = "Bug: "  # how the title of its box begins
CLASS = '<a href="../{}.html#class={}">{}</a>'
VOTE = '<a href="../{}.html#vote={}">vote</a>'
BANK = '<a href="../teaching/questions-{}.xml" download>{}</a>'
SHOWN = '<a href="../{}.html#{}">{}</a>, '
GRADED = ("standard", "proof", "project")
logger = logging.getLogger(__name__)


@cache
def boxes_of(path):
    """All directives of a page, nested ones too."""
    cells = Lecture.read(path).cells("markdown")
    return [box for _, cell in cells for box in directives(cell.source)]


def lectures(root):
    """(page, its boxes) of each lecture and its in-depth page, in order."""
    for path in sorted(Path(root).glob("lectures/*.ipynb")):
        for page in (f"lectures/{path.stem}", f"{IN_DEPTH}{path.stem}"):
            yield page, boxes_of(Path(root, f"{page}.ipynb"))


def ref(title, label):
    return f"{{ref}}`{title} <{label}>`"


def rows_of(*rows):
    """The lines of a table, the first row its head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [lines[0], f"|{':--|' * len(rows[0])}", *lines[1:]]


def bugs(root):
    for page, boxes in lectures(root):
        titled = [box for box in boxes if box.argument.startswith(BUG)]
        found = [ref(box.argument.removeprefix(BUG), box.options["name"]) for box in titled]
        if found:
            yield f"- {heading_of(page)}: " + "; ".join(found)


def exercises(root):
    rows = [["Page", *map(str.capitalize, GRADED)]]
    for page, boxes in lectures(root):
        asked = {kind: [] for kind in GRADED}
        for box in boxes:
            if box.name == "exercise" and box.options["class"] in asked:
                asked[box.options["class"]].append(ref(box.argument, box.options["label"]))
        if any(asked.values()):
            rows.append([heading_of(page), *map("; ".join, asked.values())])
    return rows_of(*rows)


def questions(root):
    listed = []
    for page, boxes in lectures(root):
        if names := [box.options["name"] for box in boxes if box.kind() == "quiz"]:
            bank, vote = BANK.format(bank_of(page), heading_of(page)), VOTE.format(page, names[0])
            listed.append(f"{bank} ({len(names)}; {vote})")
    yield f"{', '.join(listed)}."


def class_mode(root):
    """The pages whose figures have steps, from the first of these on."""
    shown = []
    for page, _ in lectures(root):
        path = Path(root, f"{page}.ipynb")
        if step := STEP.search(path.read_text(encoding="utf-8")):
            shown.append(CLASS.format(page, figures_of(path)[step[2]][0], name_of(page)))
    yield f"{', '.join(shown)}."


def wrong_answers(root):
    """{question: (its page, its wrong answers)} of all lectures."""
    return {
        box.options["name"]: (page, [said for right, said, _ in answers(box) if right is False])
        for page, boxes in lectures(root)
        for box in boxes
        if box.kind() == "quiz"
    }


def misplaced(given, wrong):
    """What is in no misconception or in several, and what in them does not exist."""
    known = content.known_mistakes()
    items = {label: [one.name for one in its] for label, its in known.items()}
    items |= {quiz: said for quiz, (_, said) in wrong.items()}
    places = Counter()
    for name, misconception in given.items():
        for label, told in misconception.members.items():
            fits = str.startswith if label in wrong else str.__eq__
            for words in told.split("; "):
                met = [(label, item) for item in items.get(label, ()) if fits(item, words)]
                places.update(met)
                if len(met) != 1:
                    yield f"{name}: {words!r} is {len(met)} items of {label}, not one"
    for item in ((label, item) for label, found in items.items() for item in found):
        if places[item] != 1:
            yield f"{': '.join(item)!r} is in {places[item]} misconceptions, not in one"


def situation(root, step):
    """The page of a live figure and the state of it that a step asks for."""
    label, _, query = step.partition("?")
    path = next(path for path in lecture_paths(Path(root)) if label in figures_of(path))
    return path.relative_to(root).with_suffix(""), link_to(figures_of(path), label, query)


def misconceptions(root):
    wrong = wrong_answers(root)
    for problem in misplaced(content.misconceptions(), wrong):
        logger.warning("misconceptions: %s", problem)
    for name, (belief, truth, quiz, step, section, members) in content.misconceptions().items():
        links = SHOWN.format(wrong[quiz][0], quiz, "question")
        links += SHOWN.format(*situation(root, step), "figure") if step else ""
        yield f"- **{name}.** *{belief}* {truth} ({links}{{ref}}`{section}`)"
        counts = Counter()
        for label, told in members.items():
            counts[label in wrong] += len(told.split("; "))
        tasks = ", ".join(f"{{ref}}`{label}`" for label in members if label not in wrong)
        kinds = (("mistake", counts[False]), ("answer", counts[True]))
        told = (f"{count} {kind}{'s' * (count != 1)}" for kind, count in kinds)
        summary = f"<summary>{', '.join(told)}</summary>"
        yield from ("", f"  <details>{summary}", "", f"  {tasks}", "", "  </details>")


def goals(root):
    """What each lecture teaches, with an exercise and a question."""
    rows = [["You can …", "Exercise", "Question"]]
    for stem, its in content.read("goals.yml").items():
        page = f"lectures/{stem}"
        rows.append([f"**{heading_of(page)}**", "", ""])
        labels = [box.options["label"] for box in boxes_of(Path(root, f"{page}.ipynb"))
                  if box.name == "exercise"]  # fmt: skip
        (subject,) = {label.split("-")[1] for label in labels}
        for goal, (exercise, quiz) in its.items():
            asked = f'<a href="../{page}.html#quiz-{subject}-{quiz}">question</a>'
            rows.append([goal, f"{{ref}}`ex-{subject}-{exercise}`", asked])
    return rows_of(*rows)


def plans(root):
    """What is read for each session of each plan."""
    given = content.plans()
    rows = [["Session", *(f"{number} sessions" for number in given)]]
    for k in range(max(given)):
        read = [told(plan[k][0]) if k < len(plan) else "" for plan in given.values()]
        rows.append([str(k + 1), *read])
    head, _, *lines = rows_of(*rows)
    return [head, f"|--:|{':--|' * len(given)}", *lines]


def told(starts):
    names = [
        f"{'in depth D' if start[0] == 'D' else 'lecture '}{int(start.lstrip('D'))}"
        for start in starts.split()
    ]
    return " and ".join(names).replace(" and lecture", " and")


def past_paper(root, seed):
    yield paper.RULES
    for number, task in enumerate(paper.tasks(seed), start=1):
        points = paper.counted(task.points)
        yield from ("", f"**{number}. {task.title}** ({points})", "", task.question)
        lettered = [*zip(paper.LETTERS, task.choices if not task.worked else (), strict=False)]
        yield from ("", " &emsp; ".join(f"**{letter}.** {one.text}" for letter, one in lettered))
        yield from ("", f":::{{admonition}} Key of question {number}", ":class: dropdown answer")
        if task.worked:
            yield from (f"- {paper.counted(n)}: {step}" for n, step in task.steps)
        else:
            yield f"**{paper.LETTERS[task.key]}.** {task.solution}"
        yield from (f"{letter} {one.why}." for letter, one in lettered if one.why)
        yield ":::"


LISTS = {
    "goal-table": goals,
    "plan-table": plans,
    "misconception-list": misconceptions,
    "bug-list": bugs,
    "question-list": questions,
    "class-list": class_mode,
    "exercise-list": exercises,
    "past-paper": past_paper,
}


class FromLectures(SphinxDirective):
    """What a list says, made anew when a lecture has changed."""

    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        for path in lecture_paths(Path(self.env.srcdir)):
            self.env.note_dependency(str(path))
        lines = LISTS[self.name](self.env.srcdir, *self.arguments)
        found = self.parse_text_to_nodes("\n".join(lines))
        for table in found if self.name == "plan-table" else ():
            table["classes"].append("plans")
        return found


def setup(app):
    for name in LISTS:
        app.add_directive(name, FromLectures)
    return SAFE
