"""Grades notebooks without nbgrader: those parts of an exercise that tests can judge.

    python -m book.grade submitted            its folders are STUDENT/01-margins/01-margins.ipynb

writes `submitted/grades.csv` and prints a line for each notebook. The tests are those of
`_build/grading/source`, whatever became of them in a notebook. It runs what students have written,
each notebook in a program of its own with a limit of time; whom you do not trust, grade in a
container.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

import matplotlib
import nbformat

from book.variants import limit

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "_build/grading/source"
MINUTES = 10  # for one notebook
CELL = 60  # seconds for one cell of a student, and for the tests of an exercise


def key(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def code_of(notebook):
    """Code cells, by their name of nbgrader or, those that students have added, by a number."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(key(cell) or k, cell.source) for k, cell in enumerate(cells)]


def run(code, names):
    """Run a cell; whether it comes to its end within its time."""
    try:
        with limit(CELL):
            exec(compile(code, "cell", "exec"), names)
    except BaseException:  # also exit()
        return False
    return True


def judged(notebook, tests):
    """{exercise: points} of a notebook, by the tests of its source."""
    known = {cell.source for cell in tests.cells}
    by_key = {key(cell): cell for cell in tests.cells if key(cell)}
    labels = [name.removesuffix("-points") for name in by_key if name.endswith("-points")]
    names, found = {"__name__": "__main__"}, dict.fromkeys(labels, 0)
    run(by_key["set-up"].source, names)
    for name, code in code_of(notebook):
        label, _, part = str(name).rpartition("-")
        if part == "points" and label in found:
            cell = by_key[name]
            found[label] = cell.metadata["nbgrader"]["points"] * run(cell.source, names)
        elif str(name).endswith("-set-up") and name in by_key:
            run(by_key[name].source, names)
        elif part == "own" or (isinstance(name, int) and code not in known):
            run(code, names)
    return found


def graded(notebook, source):
    """The same in a program of its own, which may end as it likes; what it printed is dropped."""
    command = [sys.executable, "-m", "book.grade", "--one", str(notebook), str(source)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60 * MINUTES)
        return json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="folders of students")
    parser.add_argument("--source", type=Path, default=SOURCE, help="notebooks with the tests")
    parser.add_argument("--one", type=Path, nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        matplotlib.use("agg")
        print(json.dumps(judged(*(nbformat.read(path, 4) for path in chosen.one))))
        return
    if chosen.folder is None or not chosen.folder.is_dir():
        parser.error("name the folder in which each student has one")
    rows = []
    for path in sorted(chosen.folder.glob("*/*/*.ipynb")):
        student, page, source = path.parts[-3], path.stem, chosen.source / path.stem / path.name
        if not source.exists():
            print(f"{student}, {page}: no tests at {source}", file=sys.stderr)
            continue
        found = graded(path, source)
        worth = {
            key(cell).removesuffix("-points"): cell.metadata["nbgrader"]["points"]
            for cell in nbformat.read(source, 4).cells
            if key(cell).endswith("-points")
        }
        got, total = sum(found.values()), sum(worth.values())
        print(f"{student:24} {page:32} {got:4g} of {total:g}", flush=True)
        rows += [(student, page, exercise, found.get(exercise, 0)) for exercise in worth]
    with (chosen.folder / "grades.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("student", "page", "exercise", "points"), *rows])


if __name__ == "__main__":
    main()
