"""How long a page takes to read, what stands where on it, and the rules for both.

    python -m tests.lint.minutes                              all lectures
    python -m tests.lint.minutes lectures/01-margins.ipynb

Reading is 180 words a minute, 3 s an inline and 25 s a displayed formula, 6 s a line of visible
code, 45 s a figure, 3 minutes a visible proof, 5 minutes a live figure. What is folded is not
counted. Heights are those of the built page in a window of 1280 pixels, to some ten per cent.
"""

import re
import sys
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from book.source import Lecture, answers, lecture_paths, parse, question
from tests.lint.anatomy import ENDING
from tests.lint.cells import VIEW

WORDS, INLINE, DISPLAY, LINE, FIGURE, PROOF, LIVE = 60 / 180, 3, 25, 6, 45, 180, 300  # seconds
EXERCISE = {"drill": 5, "standard": 15, "proof": 20, "project": 40}  # minutes
TEXT_LINE, CODE_LINE, COLUMN, GAP = 28.0, 21.0, 88, 18.0  # pixels; characters in a line of text
FORMULA_HEIGHT, FIGURE_HEIGHT, LIVE_HEIGHT, FOLD_HEIGHT = 84, 520, 950, 60
TOLERANCE, LONGEST = 0.15, 60
FURTHEST = 2700  # pixels without a picture or something to do
STATED = re.compile(r"(\d+)\s+minutes\s+to\s+read,\s+about\s+(\d+)\s+for\s+the\s+exercises")
THEOREMS = {"theorem", "lemma", "corollary", "proposition"}
MOST_THEOREMS, MOST_PROOFS = {"duality": 8, "kernels": 8}, 3
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.S)
FORMULA = re.compile(r"(?<!\$)\$(?!\$)[^$]+\$")


@dataclass
class Piece:
    """A part of a page: what it is, how long it takes, how high it is, where it is."""

    kind: str  # text, proof, quiz, fold, figure, live, code, heading, exercise
    seconds: float
    height: float
    cell: int
    name: str = ""


def text_piece(text, cell, kind="text"):
    """A piece of prose with its formulas."""
    displayed = len(DISPLAYED.findall(text))
    text = DISPLAYED.sub(" ", text)
    inline = len(FORMULA.findall(text))
    text = re.sub(r"\{[\w:-]+\}`([^`<]*?)\s*(?:<[^>`]+>)?`", r"\1", FORMULA.sub(" xxxx ", text))
    words = len(re.findall(r"[^\W\d_][\w'’-]*", text.replace("xxxx", " ")))
    lines = sum(-(-len(p) // COLUMN) for p in re.split(r"\n\s*\n", text) if p.strip())
    gaps = sum(bool(p.strip()) for p in re.split(r"\n\s*\n", text))
    height = lines * TEXT_LINE + gaps * GAP + displayed * FORMULA_HEIGHT
    return Piece(kind, words * WORDS + inline * INLINE + displayed * DISPLAY, height, cell)


def flow_of_text(text, cell):
    """Pieces of a markdown cell, in order."""
    plain = []
    for line, block in parse(text):
        heading = re.match(r"(#{1,6}) +(.+)", line or "")
        if block is None and not heading:
            plain.append("" if re.fullmatch(r"\([^)\s]+\)=|\s*", line) else line)
            continue
        yield from flush(plain, cell)
        if heading:
            yield Piece("heading", 2, 70, cell, f"{heading[1]} {heading[2]}")
        else:
            yield from flow_of_block(block, cell)
    yield from flush(plain, cell)


def flush(plain, cell):
    text = "\n".join(plain)
    plain.clear()
    if text.strip():
        yield text_piece(text, cell)


def flow_of_block(block, cell):
    if "dropdown" in block.classes:
        yield Piece("fold", 3, FOLD_HEIGHT, cell, block.argument)
    elif block.name == "prf:proof":
        yield Piece("proof", PROOF, text_piece(block.body, cell).height, cell)
    elif "quiz" in block.classes:
        given = answers(block)
        text = "\n\n".join([question(block), *(said for _, said, _ in given)])
        piece = text_piece(text, cell, "quiz")
        piece.height += 90 + 30 * len(given)
        piece.name = block.options.get("name", "")
        yield piece
    elif block.name == "exercise":
        yield Piece("exercise", 0, text_piece(block.body, cell).height, cell, block.argument)
    elif block.name in ("math", "code", "code-block", ""):
        lines = len(block.body.splitlines())
        if block.name == "math":
            yield Piece("text", DISPLAY, FORMULA_HEIGHT, cell)
        else:
            yield Piece("code", LINE * lines, lines * CODE_LINE, cell)
    elif block.name in ("figure", "image"):
        yield Piece("figure", FIGURE, FIGURE_HEIGHT, cell)
    elif block.name in ("raw", "toctree"):
        return
    else:  # a box: definition, theorem, admonition, table
        kind = block.name.removeprefix("prf:")
        pieces = list(flow_of_text(block.body, cell))
        yield Piece("theorem" if kind in THEOREMS else "box", 1, 50, cell, block.argument)
        yield from pieces


def flow_of_code(cell, number):
    """Pieces of a code cell: its code unless it is folded, then what it shows."""
    tags = cell.metadata.get("tags", [])
    lines = len([line for line in cell.source.splitlines() if line.strip()])
    if "hide-input" in tags:
        if not cell.outputs:
            yield Piece("code", 0, FOLD_HEIGHT, number)
    else:
        yield Piece("code", LINE * lines, lines * CODE_LINE + 30, number)
    for output in cell.outputs:
        data = output.get("data", {})
        if "hide-output" in tags:
            yield Piece("fold", 3, FOLD_HEIGHT, number, "output")
        elif VIEW in data:
            yield Piece("live", LIVE, LIVE_HEIGHT, number)
        elif "image/png" in data:
            yield Piece("figure", FIGURE, FIGURE_HEIGHT, number)
        else:
            text = output.get("text") or data.get("text/plain", "")
            rows = min(len(text.splitlines()), 25)
            yield Piece("output", 2 * rows, rows * CODE_LINE + 25, number)


def flow(lecture):
    """All pieces of a page, in order; the cells of a folded solution are one fold."""
    for solution, parts in groupby(lecture.parts(), key=lambda part: part[2]):
        if solution is not None:
            yield Piece("fold", 0, FOLD_HEIGHT, next(parts)[0], "solution")
            continue
        for number, part, _ in parts:
            is_text = isinstance(part, str)
            yield from (flow_of_text if is_text else flow_of_code)(part, number)


def body(lecture):
    """The pieces before the exercises."""
    for piece in flow(lecture):
        if piece.kind == "heading" and piece.name == "## Exercises":
            return
        yield piece


def exercise_minutes(lecture):
    """Sum over the exercises of the minutes of their kind."""
    kinds = [e.options.get("class", "") for _, e in lecture.directives("exercise")]
    return sum(EXERCISE.get(kind, 0) for kind in kinds)


def minutes(lecture):
    """(reading, exercises) by the model, in minutes."""
    return sum(p.seconds for p in body(lecture)) / 60, exercise_minutes(lecture)


def stated(lecture):
    """The two numbers of minutes in the box "Before you start", or None."""
    for _, box in lecture.directives("admonition"):
        if box.argument == "Before you start" and (found := STATED.search(box.body)):
            return int(found[1]), int(found[2])
    return None


def stated_minutes(lecture):
    """The box "Before you start" states the minutes of the model, both kinds."""
    said = stated(lecture)
    if said is None:
        yield (
            None,
            "the box 'Before you start' lacks 'N minutes to read, about M for the exercises'",
        )
        return
    for what, claim, model in zip(("reading", "exercises"), said, minutes(lecture), strict=True):
        if abs(claim - model) > TOLERANCE * model:
            yield None, f"{what}: states {claim} minutes, the model says {model:.0f}"


def one_sitting(lecture):
    """A main lecture is short enough: minutes, theorems, visible proofs."""
    if lecture.in_depth:
        return
    reading, _ = minutes(lecture)
    if reading > LONGEST:
        yield None, f"{reading:.0f} minutes to read, at most {LONGEST}"
    kinds = [piece.kind for piece in body(lecture)]
    most = MOST_THEOREMS.get(lecture.short_name(), 7)
    if kinds.count("theorem") > most:
        yield None, f"{kinds.count('theorem')} theorem-like boxes, at most {most}"
    if kinds.count("proof") > MOST_PROOFS:
        yield None, f"{kinds.count('proof')} visible proofs, at most {MOST_PROOFS}"


def hands_on_early(lecture):
    """The first live figure of a main lecture comes in its first third."""
    pieces = list(body(lecture))
    whole, before = sum(p.seconds for p in pieces), 0
    for piece in pieces:
        if piece.kind == "live":
            if not lecture.in_depth and before > whole / 3:
                yield piece.cell, f"the live figure comes after {before / whole:.0%} of the page"
            return
        before += piece.seconds


def something_to_see(lecture):
    """No long stretch of a main lecture without a picture or something to do."""
    if lecture.in_depth:
        return
    walked, start = 0, 1
    for piece in body(lecture):
        ends = piece.name == "## Algorithm card"
        if ends or piece.kind in ("figure", "live", "quiz", "fold"):
            if walked > FURTHEST:
                yield start, f"{walked:.0f} pixels without a picture or something to do"
            walked, start = 0, piece.cell
        else:
            walked += piece.height
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
        elif sections and piece.kind in ("quiz", "live", "fold"):
            sections[-1][2] |= piece.kind == "quiz" or piece.name != ""
    taught = [s for s in sections if s[0] not in (*ENDING, "Mixed review")]
    for one, two in pairwise(taught):
        if not one[2] and not two[2]:
            yield two[1], f"neither {one[0]!r} nor {two[0]!r} asks the reader anything"


RULES = (stated_minutes, one_sitting, hands_on_early, something_to_see, questions)


def main(paths):
    root = Path(__file__).parents[2]
    for path in [Path(path) for path in paths] or lecture_paths(root):
        lecture = Lecture.read(path)
        pieces = list(body(lecture))
        count = [p.kind for p in pieces].count
        reading, exercises = minutes(lecture)
        counts = {"theorem": "theorems", "proof": "visible proofs", "quiz": "questions"}
        counts |= {"figure": "figures", "live": "live"}
        print(f"{lecture.page}: {reading:.0f} minutes to read, {exercises} of exercises;", end=" ")
        print(", ".join(f"{count(kind)} {name}" for kind, name in counts.items()), end="; ")
        print(f"{sum(p.height for p in pieces):.0f} px")
        for rule in RULES:
            for number, message in rule(lecture):
                print(f"    cell {number}: {message} [{rule.__name__}]")


if __name__ == "__main__":
    main(sys.argv[1:])
