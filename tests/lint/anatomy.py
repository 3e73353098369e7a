"""Rules for the parts of a lecture: headings, boxes, quiz, exercises."""

import re

from book.exercises import exercises_in
from book.source import directives, prose

ENDING = ["Algorithm card", "Summary", "Exercises", "Further reading"]
CARD = [
    "Type", "Model family", "Objective", "Optimiser", "Cost per step", "Probabilistic reading",
]  # fmt: skip
SUMMARY, QUIZZES, EXERCISES = range(4, 9), range(4, 20), range(7, 10)
KINDS = {"drill": 2, "standard": 3, "proof": 1, "project": 1}  # how many of each at least


def outside(what, count, allowed):
    """(None, message) when a count is not in the allowed range."""
    if count not in allowed:
        yield None, f"{what}: {count}, expected {allowed[0]} to {allowed[-1]}"


def opening(lecture):
    """The first cell: the only title, and a paragraph that promises something."""
    titles = list(lecture.headings(1))
    if [number for number, _ in titles] != [1]:
        yield 1, f"expected exactly one title, in the first cell, got {len(titles)}"
    promise = re.split(r"^# .+$", prose(lecture.notebook.cells[0].source), maxsplit=1, flags=re.M)
    if len(promise[-1].split()) < 20:
        yield 1, "no paragraph under the title says what the lecture gives"


def before_box(lecture):
    """A box under the title says what the reader needs and where that is."""
    boxes = lecture.directives("admonition")
    for number, box in (found for found in boxes if "before" in found[1].classes):
        if number > 3:
            yield number, "the box 'Before you start' belongs under the title"
        if "](" not in box.body:
            yield number, "the box 'Before you start' links to no prerequisite"


def set_up_cell(lecture):
    """The first code cell is the folded set-up, sets the style and shows nothing."""
    for number, cell in lecture.cells("code")[:1]:
        if "hide-input" not in cell.metadata.get("tags", []):
            yield number, "the set-up cell is not folded: tag hide-input"
        if "use_style()" not in cell.source:
            yield number, "the set-up cell does not call plots.use_style()"
        if cell.outputs:
            yield number, "the set-up cell shows something"


def headings(lecture):
    """The last sections are the agreed ones."""
    sections = [heading for _, heading in lecture.headings(2) if heading != "Mixed review"]
    ending = ENDING[2:] if lecture.in_depth else ENDING
    if sections[-len(ending) :] != ending:
        yield None, f"the last sections are {sections[-len(ending) :]}, expected {ending}"


def algorithm_card(lecture):
    """The card is a table with its six rows, in order, each filled in."""
    cells = [c.source for _, c in lecture.cells("markdown") if "## Algorithm card" in c.source]
    cards = [d for source in cells for d in directives(source) if d.name == "list-table"]
    rows = [re.findall(r"^\*\s+-[ \t]*(.+?)\s*\n\s+-[ \t]*\S", d.body, re.M) for d in cards]
    names = [[row.strip("*") for row in card][-len(CARD) :] for card in rows]
    if names != [CARD] and not lecture.in_depth:
        yield None, f"the rows of the algorithm card are {names}, expected {CARD}, each filled in"


def ending(lecture):
    """Summary, questions, exercises and further reading have what they need."""
    if not lecture.in_depth:
        bullets = len(re.findall(r"^[-*] +\S", lecture.section("Summary"), re.M))
        yield from outside("bullets in the summary", bullets, SUMMARY)
        yield from outside("quiz questions", len(lecture.quizzes()), QUIZZES)
    if "](#" not in lecture.section("Further reading"):
        yield None, "further reading cites nothing"


def exercises(lecture):
    """An exercise has a title, a kind, a hint, a check, and a folded solution that runs it."""
    complete, kinds = exercises_in(lecture), []
    for number, exercise in lecture.directives("exercise"):
        label = exercise.options.get("label")
        if not exercise.argument:
            yield number, f"{label}: an exercise has a title"
        kinds.append(exercise.options.get("class", ""))
        if kinds[-1] not in KINDS:
            yield number, f"{label}: its :class: is one of {', '.join(KINDS)}"
        if label not in complete:
            yield number, f"{label}: expected a label, one code block with asserts and a solution"
        hints = [box for box in exercise.walk() if box.argument == "Hint"]
        if len(hints) != 1 or "dropdown" not in hints[0].classes:
            yield number, f"{label}: expected one box 'Hint' of :class: dropdown in the exercise"
    for number, solution in lecture.directives("solution-start"):
        if "dropdown" not in solution.classes:
            yield number, f"{solution.argument}: its solution needs :class: dropdown"
    if lecture.in_depth:
        if not kinds:
            yield None, "no exercise"
        return
    yield from outside("exercises", len(kinds), EXERCISES)
    for kind, least in KINDS.items():
        if kinds.count(kind) < least:
            yield None, f"{kinds.count(kind)} exercises of class {kind}, at least {least}"


def named_bugs(lecture):
    """A main lecture shows a classic bug, in a box that is named by it."""
    boxes = [box.argument for _, box in lecture.directives("admonition")]
    if not lecture.in_depth and not any(title.startswith("Bug:") for title in boxes):
        yield None, "no box 'Bug: …' shows a classic mistake"


RULES = (
    opening, before_box, set_up_cell, headings, algorithm_card, ending, exercises, named_bugs,
)  # fmt: skip
