"""How long a page takes to read, what stands where on it, and the rules for both.

Reading is 150 words a minute, 4 s an inline and .8 minutes a displayed formula, 1.2 minutes a
picture, 2 the prompts of a live figure, .8 of thought a question, and 2 a proof, since whoever
learns opens it. Words are those of everything that is not folded: text, captions, questions with
the feedback on the right answer, code and what it prints. With these numbers the model agrees with
the times of two readers. How long an exercise takes is judged by hand and stands under its
title.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from book.source import answers, parse, question
from tests.lint.anatomy import ENDING
from tests.lint.cells import VIEW

WORDS, INLINE, DISPLAY, FIGURE, PROOF, LIVE = 60 / 150, 4, 48, 72, 120, 120  # seconds
THOUGHT, SEEN = 48, 3  # of a question, of a fold that is passed by
EFFORT = re.compile(r"\*About (\d+) minutes(; good for a first reading)?\.\*\n\n")
FIRST, FIRST_MINUTES = 3, 60  # exercises for a first reading, and how long all may take
TOLERANCE, LONGEST = 0.05, 60
PAUSE_FROM, HALFWAY = 50, (0.35, 0.65)  # minutes with a place to pause, and where that is
FURTHEST = 10  # minutes without a picture or something to do
OF_ITS_KIND = {  # blocks of which each takes as long as the others
    "prf:proof": ("proof", PROOF), "math": ("text", DISPLAY),
    "figure": ("figure", FIGURE), "image": ("figure", FIGURE),
}  # fmt: skip
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.S)
FORMULA = re.compile(r"(?<!\$)\$(?!\$)[^$]+\$")


@dataclass
class Piece:
    """A part of a page: what it is, how long it takes, where it is."""

    kind: str  # text, box, proof, quiz, fold, figure, live, output, code, heading
    seconds: float
    cell: int
    name: str = ""


def seconds_of(text):
    """How long prose with formulas takes."""
    displayed = len(DISPLAYED.findall(text))
    text = DISPLAYED.sub(" ", text)
    inline = len(FORMULA.findall(text))
    text = re.sub(r"\{[\w:-]+\}`([^`<]*?)\s*(?:<[^>`]+>)?`", r"\1", FORMULA.sub(" ", text))
    return words(text) + inline * INLINE + displayed * DISPLAY


def words(text):
    """How long the words of text or code take."""
    return WORDS * len(re.findall(r"[^\W\d_][\w'’-]*", text))


def flow_of_text(text, cell):
    """Pieces of a markdown cell, in order."""
    plain = []
    for line, block in [*parse(text), (None, None)]:
        heading = re.match(r"(#{1,6}) +(.+)", line or "")
        if line is not None and not heading:
            plain.append("" if re.fullmatch(r"\([^)\s]+\)=", line) else line)
            continue
        yield Piece("text", seconds_of("\n".join(plain)), cell)
        plain.clear()
        if heading:
            yield Piece("heading", 2, cell, f"{heading[1]} {heading[2]}")
        elif block:
            yield from flow_of_block(block, cell)


def flow_of_block(block, cell):
    if block.name == "prf:proof" or "proof" in block.classes:
        yield Piece("fold" if "dropdown" in block.classes else "proof", PROOF, cell)
    elif "dropdown" in block.classes:
        yield Piece("fold", SEEN, cell, block.argument)
    elif "quiz" in block.classes:
        told = [(answer, feedback * bool(right)) for right, answer, feedback in answers(block)]
        text = "\n\n".join([question(block), *map(" ".join, told)])
        yield Piece("quiz", seconds_of(text) + THOUGHT, cell, block.options.get("name", ""))
    elif block.name in OF_ITS_KIND:
        yield Piece(*OF_ITS_KIND[block.name], cell)
    elif block.name in ("code", "code-block", ""):
        yield Piece("code", words(block.body), cell)
    elif block.name not in ("raw", "toctree", "exercise"):  # a definition, theorem, box or table
        yield Piece("box", 1, cell, block.argument)
        yield from flow_of_text(block.body, cell)


def flow_of_code(cell, number):
    """Pieces of a code cell: its code unless it is folded, then what it shows."""
    tags = cell.metadata.get("tags", [])
    if "hide-cell" in tags:
        yield Piece("fold", SEEN, number)
        return
    if "hide-input" not in tags:
        yield Piece("code", words(cell.source), number)
    yield Piece("text", seconds_of(caption(cell)), number)
    for output in cell.outputs:
        data = output.get("data", {})
        if "hide-output" in tags:
            yield Piece("fold", SEEN, number, "output")
        elif VIEW in data and "in-jupyter" not in tags:
            yield Piece("live", LIVE, number)
        elif VIEW in data or "image/png" in data:  # on the page a slider is a picture
            yield Piece("figure", FIGURE, number)
        else:
            text = output.get("text") or data.get("text/plain", "")
            yield Piece("output", words(text), number)


def caption(cell):
    """What stands under the figure of a cell, or nothing."""
    return cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", "")


def flow(lecture):
    """All pieces of a page, in order, without solutions."""
    for number, part, solution in lecture.parts():
        if solution is None:
            yield from (flow_of_text if isinstance(part, str) else flow_of_code)(part, number)


def body(lecture):
    """The pieces before the exercises."""
    for piece in flow(lecture):
        if piece.kind == "heading" and piece.name == "## Exercises":
            return
        yield piece


def efforts(lecture):
    """(cell, title, minutes, for a first reading?) of each exercise; None where none are given."""
    for number, exercise in lecture.directives("exercise"):
        found = EFFORT.match(exercise.body.lstrip())
        yield number, exercise.argument, found and int(found[1]), bool(found and found[2])


def minutes(lecture):
    """(reading, exercises) in minutes, the first by the model."""
    exercises = sum(minutes or 0 for _, _, minutes, _ in efforts(lecture))
    return sum(p.seconds for p in body(lecture)) / 60, exercises


def stated_minutes(lecture):
    """The box "Before you start" states the minutes of the model, both kinds."""
    said = lecture.stated()
    if said is None:
        yield None, "no 'N minutes to read, about M for the exercises' in a box of :class: before"
        return
    for what, claim, model in zip(("reading", "exercises"), said, minutes(lecture), strict=True):
        if abs(claim - model) > TOLERANCE * model:
            yield None, f"{what}: states {claim} minutes, the model says {model:.0f}"


def stated_efforts(lecture):
    """Each exercise says how long it takes; three of a main lecture are for a first reading."""
    first = []
    for number, title, took, is_first in efforts(lecture):
        if took is None:
            yield number, f"exercise {title!r} does not begin with '*About N minutes.*'"
        first += [took] * is_first
    if not lecture.in_depth and (len(first) != FIRST or sum(first) > FIRST_MINUTES):
        yield None, f"exercises of {first} minutes for a first reading, expected {FIRST} short ones"


def one_sitting(lecture):
    """A main lecture is short enough."""
    reading, _ = minutes(lecture)
    if not lecture.in_depth and reading > LONGEST:
        yield None, f"{reading:.0f} minutes to read, at most {LONGEST}"


def place_to_pause(lecture):
    """A long main lecture says halfway what was learnt and what comes, and perhaps once more."""
    reading, _ = minutes(lecture)
    if lecture.in_depth or reading < PAUSE_FROM:
        return
    pauses = [n for n, box in lecture.directives("admonition") if "pause" in box.classes]
    if len(pauses) not in (1, 2):
        yield None, f"{len(pauses)} places to pause (boxes of :class: pause), expected 1 or 2"
    for number in pauses[:1]:
        before = sum(p.seconds for p in body(lecture) if p.cell < number) / 60 / reading
        if not HALFWAY[0] <= before <= HALFWAY[1]:
            yield number, f"the place to pause is at {before:.0%} of the reading, not halfway"


def something_to_see(lecture):
    """No long stretch of a main lecture without a picture or something to do."""
    if lecture.in_depth:
        return
    walked, start = 0, 1
    for piece in body(lecture):
        ends = piece.name == "## Algorithm card"
        if ends or piece.kind in ("figure", "live", "quiz", "fold"):
            if walked > 60 * FURTHEST:
                yield start, f"{walked / 60:.0f} minutes without a picture or something to do"
            walked, start = 0, piece.cell
        else:
            walked += piece.seconds
        if ends:
            return


def questions(lecture):
    """No two sections in a row without a question to the reader."""
    if lecture.in_depth:
        return
    sections = []  # [heading, cell, has it a question]
    for piece in body(lecture):
        if piece.kind == "heading" and piece.name.startswith("## "):
            sections.append([piece.name[3:], piece.cell, False])
        elif sections and (piece.kind == "quiz" or (piece.kind == "fold" and piece.name)):
            sections[-1][2] = True
    taught = [s for s in sections if s[0] not in (*ENDING, "Mixed review")]
    for (one, _, asks), (two, cell, asks_too) in pairwise(taught):
        if not (asks or asks_too):
            yield cell, f"neither {one!r} nor {two!r} asks the reader anything"


RULES = (
    stated_minutes, stated_efforts, one_sitting, place_to_pause, something_to_see, questions
)  # fmt: skip
