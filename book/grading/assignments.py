"""Notebooks for grading, from those of the built site: nbgrader's metadata, and tests to hide.

    python -m book.grading.assignments SEED _build/html _build/grading

    source/01-margins/01-margins.ipynb     solutions and hidden tests, for `nbgrader`
    release/01-margins/01-margins.ipynb    what students get: neither of the two
    points.csv                             what each exercise is worth, and how many tests it hides
    rubrics.md                             three lines for each proof and project

After the cell in which a student writes come the book's check, which says what is wrong and counts
nothing, and a locked cell that counts: the check's tests and hidden ones with other numbers
(`book.grading.variants`). A proof or a project has a cell for words, too, graded by hand. nbgrader
itself is not needed for this; `python -m book.grade` grades without it.
"""

import copy
import csv
import re
import shutil
import sys
from pathlib import Path
from random import Random

import nbformat
from nbformat import v4

from book.content import known_mistakes, read
from book.exercises import exercises_in
from book.folders import writable
from book.grading.variants import hidden, variants
from book.source import Lecture, lecture_paths

ROOT = Path(__file__).parents[2]
POINTS = {"drill": 2, "standard": 4, "proof": 3, "project": 6}  # of the cell that counts
WORDS = {"proof": 3, "project": 6}  # of the cell graded by hand: a point or two a line
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
PUBLIC = re.compile(r" The solutions are in \[a notebook of their own\]\([^)]*\)\.")
ASKED = "*Your proof, or your report, in words:*"
# more than one answer is right, so that other numbers cannot be compared with the solution's
MANY = """
    ex-descent-cheat ex-descent-never-uphill ex-stochastic-certificate ex-ascent-path
    ex-margins-tight ex-maxmargin-common-point ex-maxmargin-walk ex-selection-radon
    ex-practice-groups ex-practice-cheapest ex-regression-solver ex-scale-waves
    ex-kernels-constant
""".split()


def told(cell, key, points=None, solution=False, locked=True):
    """Give a cell nbgrader's metadata; with points it is graded."""
    cell.metadata["nbgrader"] = {
        "schema_version": 3,
        "grade_id": key,
        "grade": points is not None,
        "solution": solution,
        "locked": locked,
        "task": False,
        **({"points": points} if points is not None else {}),
    }
    return cell


class Graded:
    """The exercises of one page, in a notebook of the student's edition."""

    def __init__(self, path, site, seed):
        self.lecture = Lecture.read(path)
        self.name = f"{'D' if 'in-depth' in path.parts else ''}{path.stem}"
        place = path.relative_to(ROOT / "lectures")
        self.student = nbformat.read(site / "notebooks" / place, 4)
        boxes = {box.options["label"]: (number, box) for number, box in self.lecture.exercises()}
        self.kinds = {label: box.options["class"] for label, (_, box) in boxes.items()}
        self.numbers = {label: number for label, (number, _) in boxes.items()}
        self.titles = {label: f"Exercise {k}, {box.argument}" for label, (k, box) in boxes.items()}
        self.exercises = exercises_in(self.lecture)
        self.tests = {
            label: [] if label in MANY else variants(one, Random(f"{seed}, {label}"))
            for label, one in self.exercises.items()
        }

    def notebook(self, solved):
        """With solutions and hidden tests, or with neither."""
        first = self.lecture.cells("code")[0][1].id
        made = v4.new_notebook(metadata=self.student.metadata)
        for cell in copy.deepcopy(self.student.cells):
            made.cells.append(cell)
            label, _, part = cell.id.rpartition("-")
            if cell.id == "about":
                cell.source = PUBLIC.sub("", cell.source)
            if cell.id in ("get-svmlib", first) or cell.id.endswith("-set-up"):
                told(cell, "set-up" if cell.id == first else cell.id)
            elif label in self.exercises and part == "own":
                told(cell, cell.id, solution=True, locked=False)
                if solved:
                    cell.source = SOLUTION.format(self.exercises[label].written())
            elif label in self.exercises and part == "check":
                made.cells += self.counted(label, solved)
        nbformat.validate(made)
        return made

    def counted(self, label, solved):
        """The locked cell that counts, and one for words."""
        exercise, kind = self.exercises[label], self.kinds[label]
        parts = [exercise.set_up, exercise.check, hidden(self.tests[label]) if solved else ""]
        cell = v4.new_code_cell("\n\n".join(filter(None, parts)), id=f"{label}-points")
        if solved:  # for `book.grade`, which says why points are missing
            check = exercise.check_cell(self.numbers[label], known_mistakes()[label])
            cell.metadata |= {
                "title": self.titles[label],
                "stub": exercise.stub(),
                "check": f"{exercise.set_up}\n\n{check}",
            }
        yield told(cell, cell.id, POINTS[kind])
        if kind in WORDS:
            cell = v4.new_markdown_cell(ASKED, id=f"{label}-words")
            yield told(cell, cell.id, WORDS[kind], solution=True, locked=False)

    def rows(self):
        """A row of the table of points for each exercise."""
        for label, kind in self.kinds.items():
            worth = POINTS[kind], WORDS.get(kind, 0)
            yield self.name, label, self.titles[label], kind, *worth, len(self.tests[label])


def rubrics(pages):
    """Three lines for each exercise that is graded by hand."""
    yield "# Rubrics"
    for page in pages:
        known = [label for label, kind in page.kinds.items() if kind in WORDS]
        if known:
            yield f"\n## {page.name}"
        for label in known:
            kind = page.kinds[label]
            yield f"\n**{page.titles[label]}** (`{label}`, {kind}, {WORDS[kind]} points)\n"
            each = "2 points" if kind == "project" else "1 point"
            yield from (f"- {each}: {line}" for line in read("rubrics.yml")[label])


def write(seed, site, folder, lectures=None):
    """Write everything for these lectures, by default all, and count what was written."""
    if not seed:
        raise SystemExit("say which tests to hide: make grading SEED=words-that-nobody-guesses")
    site, folder = Path(site), Path(folder)
    if not (wheels := [*site.glob("notebooks/*.whl")]):
        raise SystemExit(f"{site} has no student's edition: run make book first")
    writable(folder)
    for kind in ("source", "release"):  # and nothing else of the folder, which may be a course
        shutil.rmtree(folder / kind, ignore_errors=True)
    pages = [Graded(path, site, seed) for path in lectures or lecture_paths(ROOT)]
    for page in pages:
        for kind, solved in (("source", True), ("release", False)):
            place = folder / kind / page.name
            place.mkdir(parents=True)
            nbformat.write(page.notebook(solved), place / f"{page.name}.ipynb")
            shutil.copy(wheels[0], place)
    heads = ("page", "exercise", "title", "kind", "points by tests", "points by hand",
             "hidden tests")  # fmt: skip
    rows = [row for page in pages for row in page.rows()]
    with (folder / "points.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([heads, *rows])
    (folder / "rubrics.md").write_text("\n".join(rubrics(pages)) + "\n", encoding="utf-8")
    return rows


def main(*arguments):
    rows = write(*arguments)
    tests = sum(row[-1] for row in rows)
    bare = sum(not row[-1] for row in rows)
    print(f"{arguments[2]}: {len(rows)} exercises, {tests} hidden tests; {bare} have none,")
    print("for their answers are values that the solution prints, or more than one is right.")


if __name__ == "__main__":
    main(*sys.argv[1:])
