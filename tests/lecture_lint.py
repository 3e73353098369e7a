"""Checks lectures against the rules of the book, and says how long they take.

    python -m tests.lecture_lint                           all lectures
    python -m tests.lecture_lint lectures/01-margins.ipynb

The rules are the functions in ``tests/lint/cells.py`` (code and outputs), ``anatomy.py`` (parts of
a lecture), ``minutes.py`` (length and order) and ``links.py`` (references): each takes
a lecture and yields (number of the cell counted from 1, or None for the whole notebook; message).
What the build or the comparison of outputs refuses needs no rule.
"""

import sys
from pathlib import Path

from book.source import Lecture, lecture_paths
from tests.lint import anatomy, cells, links, minutes

ROOT = Path(__file__).parents[1]
RULES = cells.RULES + anatomy.RULES + minutes.RULES + links.RULES


def lint(lecture, rules=RULES):
    """All that is wrong with a lecture, one line each."""
    for rule in rules:
        for number, message in rule(lecture):
            place = "notebook" if number is None else f"cell {number}"
            yield f"{place}: {message} [{rule.__name__}]"


def main(paths):
    broken = False
    for lecture in map(Lecture.read, map(Path, paths or lecture_paths(ROOT))):
        reading, exercises = minutes.minutes(lecture)
        print(f"{lecture.page}: {reading:.0f} minutes to read, {exercises} of exercises")
        for message in lint(lecture):
            print(f"    {message}")
            broken = True
    return broken


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
