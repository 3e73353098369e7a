"""Rules for the parts of a lecture: headings, boxes, quiz, exercises, tone."""

import re
from collections import defaultdict

from book.exercises import bound, check_of, exercises_in, gated_solutions
from book.source import answers, directives, parse, prose, question, references

ENDING = ["Algorithm card", "Summary", "Exercises", "Further reading"]
REVIEWED = {"soft", "stochastic", "ascent", "selection", "probabilities"}  # end with a mixed review
CARD = [
    "Type", "Model family", "Objective", "Optimiser", "Cost per step", "Probabilistic reading",
]  # fmt: skip
SUMMARY, QUIZZES, REVIEW, EXERCISES = range(4, 9), range(4, 13), range(5, 8), range(7, 10)
KINDS = {"drill": 2, "standard": 3, "proof": 1, "project": 1}  # how many of each at least
LINK = re.compile(r"\]\([^)]+\)")
TONE = re.compile(
    r"\b(easy to see|easily seen|(?:one|it) can (?:show|be shown)|obvious(?:ly)?|trivial(?:ly)?"
    r"|left to the reader|TODO|FIXME|TBD|XXX|lorem ipsum)\b",
    re.I,
)


def outside(count, allowed):
    """Message when a count is not in the allowed range."""
    return None if count in allowed else f"{count}, expected {allowed[0]} to {allowed[-1]}"


def opening(lecture, book):
    """The first cell: a label, the only title, and a paragraph that promises something."""
    if lecture.short_name() is None:
        yield 1, "does not start with a label such as (lecture-margins)="
    titles = list(lecture.headings(1))
    if [number for number, _ in titles] != [1]:
        yield 1, f"expected exactly one title, in the first cell, got {len(titles)}"
    rest = re.split(r"^# .+$", prose(lecture.notebook.cells[0].source), maxsplit=1, flags=re.M)
    following = "".join(prose(cell.source) for cell in lecture.notebook.cells[1:2])
    if len((rest[-1] + following).split()) < 20:
        yield 1, "no paragraph under the title says what the lecture gives"


def before_box(lecture, book):
    """A box says what the reader needs, where that is, and how many minutes it takes."""
    boxes = [
        (number, box)
        for number, box in lecture.directives("admonition")
        if box.argument == "Before you start"
    ]
    if len(boxes) != 1:
        yield None, f"{len(boxes)} boxes 'Before you start', expected one"
    for number, box in boxes:
        if number > 3:
            yield number, "the box 'Before you start' belongs under the title"
        if "before" not in box.classes:
            yield number, "the box 'Before you start' needs :class: before"
        if not LINK.search(box.body):
            yield number, "the box 'Before you start' links to no prerequisite"


def set_up_cell(lecture, book):
    """The first code cell is the folded set-up, sets the style and shows nothing."""
    for number, cell in lecture.cells("code")[:1]:
        if "hide-input" not in cell.metadata.get("tags", []):
            yield number, "the set-up cell is not folded: tag hide-input"
        if "use_style()" not in cell.source:
            yield number, "the set-up cell does not call plots.use_style()"
        if cell.outputs:
            yield number, "the set-up cell shows something"


def headings(lecture, book):
    """No level is left out, and the last sections are the agreed ones."""
    sections = [heading for _, heading in lecture.headings(2)]
    ending = ENDING[2:] if lecture.in_depth else list(ENDING)
    if not lecture.in_depth and lecture.short_name() in REVIEWED:
        ending.insert(2, "Mixed review")
    if sections[-len(ending) :] != ending:
        yield None, f"the last sections are {sections[-len(ending) :]}, expected {ending}"
    level = 0
    for number, cell in lecture.cells("markdown"):
        for marks in re.findall(r"^(#{1,6}) +\S", prose(cell.source), re.M):
            if len(marks) > level + 1:
                yield number, f"a heading of level {len(marks)} follows one of level {level}"
            level = len(marks)


def algorithm_card(lecture, book):
    """The card is a table with its six rows, in order, each filled in."""
    if lecture.in_depth:
        return
    tables = [
        cell.source for _, cell in lecture.cells("markdown") if "## Algorithm card" in cell.source
    ]
    cards = [d for source in tables for d in directives(source) if d.name == "list-table"]
    if len(cards) != 1:
        yield (
            None,
            f"{len(cards)} tables (list-table) in the cell of the algorithm card, expected one",
        )
    for card in cards:
        rows = re.findall(r"^\*\s+-[ \t]*(.+?)\s*\n\s+-[ \t]*(\S?)", card.body, re.M)
        names = [row.strip("*") for row, _ in rows]
        if names[-6:] != CARD or len(names) > 7:
            yield None, f"the rows of the algorithm card are {names}, expected {CARD}"
        for name, filled in rows:
            if not filled:
                yield None, f"the row {name!r} of the algorithm card is empty"


def ending(lecture, book):
    """Summary, questions, exercises and further reading have what they need."""
    if not lecture.in_depth:
        bullets = len(re.findall(r"^[-*] +\S", lecture.section("Summary"), re.M))
        if wrong := outside(bullets, SUMMARY):
            yield None, f"bullets in the summary: {wrong}"
        asked = len(lecture.quizzes())
        reviewed = len(review_questions(lecture))
        if wrong := outside(asked - reviewed, QUIZZES):
            yield None, f"quiz questions: {wrong}"
        if lecture.short_name() in REVIEWED and (wrong := outside(reviewed, REVIEW)):
            yield None, f"questions of the mixed review: {wrong}"
    cited = {target for _, target in references(lecture.section("Further reading"))}
    if not cited & book.citations:
        yield None, "further reading cites nothing"


def review_questions(lecture):
    """Quiz items between the heading "Mixed review" and the next section."""
    inside, found = False, []
    for _, cell in lecture.cells("markdown"):
        for line, block in parse(cell.source):
            if line is not None and line.startswith("## "):
                inside = line == "## Mixed review"
            elif inside and block is not None and "quiz" in block.classes:
                found.append(block)
    return found


def quizzes(lecture, book):
    """A question, two answers or more, one of them right, feedback for each."""
    for number, quiz in lecture.quizzes():
        name = quiz.options.get("name", "")
        if not name:
            yield number, "a quiz has no :name:"
        if not question(quiz):
            yield number, f"{name}: no question before the answers"
        given = answers(quiz)
        if len(given) < 2:
            yield number, f"{name}: {len(given)} answers, at least two"
        right = [verdict for verdict, _, _ in given]
        if right.count(True) != 1 or None in right:
            yield number, f"{name}: feedback starts with **Right.** once, else with **Not quite.**"
        for k, (_, said, feedback) in enumerate(given, start=1):
            if not said or not feedback:
                yield number, f"{name}: answer {k} has no text or no feedback"


def exercises(lecture, book):
    """An exercise has a label, a kind, a hint and a check; its folded solution runs the check."""
    solutions, messages = gated_solutions(lecture)
    yield from messages
    checks, kinds = {}, []
    for number, exercise in lecture.directives("exercise"):
        label = exercise.options.get("label")
        if not label:
            yield number, "an exercise has no :label:"
        if not exercise.argument:
            yield number, f"{label}: an exercise has a title"
        kinds.append(exercise.options.get("class", ""))
        if kinds[-1] not in KINDS:
            yield number, f"{label}: its :class: is one of {', '.join(KINDS)}"
        checks[label] = check_of(exercise)
        if checks[label] is None:
            yield number, f"{label}: expected one code block with the asserts of its check"
        hints = [box for box in exercise.walk() if box.argument == "Hint"]
        if len(hints) != 1 or "dropdown" not in hints[0].classes:
            yield number, f"{label}: expected one box 'Hint' of :class: dropdown in the exercise"
    yield from enough_exercises(lecture, kinds)
    solved = [solution.argument for _, solution, _ in solutions]
    for label in checks:
        if solved.count(label) != 1:
            yield None, f"{label}: {solved.count(label)} solutions, expected one"
    for number, solution, code in solutions:
        if "dropdown" not in solution.classes:
            yield number, f"{solution.argument}: its solution needs :class: dropdown"
        if not solution.options.get("label"):
            yield number, f"{solution.argument}: its solution has no :label:"
        if solution.argument not in checks:
            yield number, f"a solution to an unknown exercise {solution.argument!r}"
        elif (check := checks[solution.argument]) and not any(check in cell for cell in code):
            yield (
                number,
                f"{solution.argument}: no cell of its solution contains the check as it is",
            )


def own_names(lecture, book):
    """What an exercise asks for is its own: nothing else on the page makes anything so called.

    Else a student's check would take for an answer what the lecture, or another exercise, left.
    """
    exercises, makers = exercises_in(lecture), defaultdict(set)
    for _, part, solution in lecture.parts():
        for name in set() if isinstance(part, str) else bound(part.source):
            makers[name].add(solution)
    for label, exercise in exercises.items():
        for name in bound(exercise.check):
            makers[name].add(label)
    for label, exercise in exercises.items():
        for name in exercise.asked():
            if others := makers[name] - {label}:
                where = " and ".join(sorted(other or "the page" for other in others))
                yield None, f"{label} asks for {name}, a name that {where} has too: take another"


def enough_exercises(lecture, kinds):
    """Messages about how many exercises of which kind there are."""
    if lecture.in_depth:
        if not kinds:
            yield None, "no exercise"
        return
    if wrong := outside(len(kinds), EXERCISES):
        yield None, f"exercises: {wrong}"
    for kind, least in KINDS.items():
        if kinds.count(kind) < least:
            yield None, f"{kinds.count(kind)} exercises of class {kind}, at least {least}"


def tested_claims(lecture, book):
    """A page in depth follows at least one claim by its check."""
    text = [prose(cell.source) for _, cell in lecture.cells("markdown")]
    checked = any(re.search(r"^\*\*Check\b.*\*\*", source, re.M) for source in text)
    if lecture.in_depth and not checked:
        yield None, "no paragraph starts with **Check.**"


def named_bugs(lecture, book):
    """A main lecture shows a classic bug, in a box that is named by it."""
    bugs = [box for _, box in lecture.directives("admonition") if box.argument.startswith("Bug:")]
    if not bugs and not lecture.in_depth:
        yield None, "no box 'Bug: …' shows a classic mistake"
    for bug in bugs:
        if not bug.options.get("name"):
            yield None, f"the box {bug.argument!r} needs a :name:, for the list of bugs"
        if "warning" not in bug.classes:
            yield None, f"the box {bug.argument!r} needs :class: warning"
    for number, box in lecture.directives("admonition"):
        if re.search(r"\bbug\b", box.argument, re.I) and box not in bugs:
            yield number, f"call the box {box.argument!r} 'Bug: …' by its bug"


def tone(lecture, book):
    """No phrase that hides a missing step, no note to oneself."""
    for number, cell in lecture.cells("markdown"):
        if found := TONE.search(prose(cell.source)):
            yield number, f"says {found[0]!r}"


RULES = (
    opening, before_box, set_up_cell, headings, algorithm_card, ending, quizzes, exercises,
    own_names, tested_claims, named_bugs, tone,
)  # fmt: skip
