"""Grades notebooks without nbgrader: those parts of an exercise that tests can judge.

    python -m book.grade submitted            its folders are STUDENT/01-margins/01-margins.ipynb

writes `submitted/grades.csv`, notebook by notebook, and prints a line for each, also for those that
it does not grade. The tests are those of `_build/grading/source`, whatever became of them in a
notebook. It runs what students have written, but for lines that only Jupyter knows (`%…`, `!…`),
each notebook in a program of its own, which `book.grading.apart` keeps from tests, files and the
verdict.
"""

import argparse
import ast
import builtins
import csv
import json
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import matplotlib
import nbformat

from book.grading.apart import Student, nobody_left
from book.grading.crossing import limit

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "_build/grading/source"
MINUTES = 10  # for one notebook
OPEN = (
    "This system cannot close its files to a program (Linux can, with Landlock): a notebook could "
    "have read the tests, or what else you may read. Grade strangers' work in a container."
)
CELL = 60  # seconds for one cell of a student, and for the tests of an exercise


class TooLong(Exception):
    """No TimeoutError, which `book.grading.apart` would take for the end of a student's process."""


def key(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def run(code, names):
    """Run a cell; whether it comes to its end within its time."""
    try:
        with limit(CELL, TooLong):
            exec(compile(re.sub("(?m)^[%!].*", "", code), "cell", "exec"), names)
    except BaseException:  # also exit()
        return False
    return True


def needed(code, names):
    """What a cell uses and nobody has defined yet."""
    tree = ast.walk(ast.parse(code))
    used = {n.id for n in tree if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return used - names.keys() - vars(builtins).keys()


def judged(notebook, tests):
    """{exercise: points} of a notebook by the tests of its source, and whether files were closed.

    What students have written runs in a process apart; the tests, here, on what that answers.
    """
    with Student(CELL) as student:
        return judged_by(student, notebook, tests), student.closed


def judged_by(student, notebook, tests):
    known = {cell.source for cell in tests.cells}
    by_key = {key(cell): cell for cell in tests.cells if key(cell)}
    labels = [name.removesuffix("-points") for name in by_key if name.endswith("-points")]
    names, found = {"__name__": "__main__"}, dict.fromkeys(labels, 0)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    here = {key(cell) for cell in cells}

    def count(label):
        cell, yours = by_key[f"{label}-points"], dict(names)
        for name in needed(cell.source, names):
            with suppress(Exception):  # it is not there; or it is no longer, and then nothing is
                yours[name] = student.ask("value", name)
        found[label] = cell.metadata["nbgrader"]["points"] * run(cell.source, yours)

    def set_up(name):
        run(by_key[name].source, names)
        student.run(by_key[name].source)

    set_up("set-up")
    for cell in cells:
        name = key(cell) or cell.id  # which is the same where somebody took the site's notebook
        label, _, part = name.rpartition("-")
        if name not in by_key:
            if cell.source not in known:
                student.run(cell.source)
        elif part == "points":
            count(label)
        elif part == "own":
            student.run(cell.source)
            if f"{label}-points" not in here:
                count(label)
        elif name.endswith("-set-up"):
            set_up(name)
    return found


def graded(notebook, source):
    """[points, whether files were closed], from a program of its own, which may end as it likes."""
    command = [sys.executable, "-m", "book.grade", "--one", str(notebook), str(source)]
    try:
        with nobody_left():
            done = subprocess.run(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=60 * MINUTES,
            )  # fmt: skip
        return json.loads(done.stdout.splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, ValueError):
        return {}, True


def plain(text):
    """Text that no spreadsheet takes for a formula and no terminal for another line."""
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="folders of students")
    parser.add_argument("--source", type=Path, default=SOURCE, help="notebooks with the tests")
    parser.add_argument("--one", type=Path, nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        matplotlib.use("agg")
        print("\n" + json.dumps(judged(*(nbformat.read(path, 4) for path in chosen.one))))
        return
    if chosen.folder is None or not chosen.folder.is_dir():
        parser.error("name the folder in which each student has one")
    with (chosen.folder / "grades.csv").open("w", encoding="utf-8", newline="") as file:
        table, left, closed = csv.writer(file), 0, True
        table.writerow(("student", "page", "exercise", "points"))
        for path in sorted(chosen.folder.rglob("*.ipynb")):
            student, *place = path.relative_to(chosen.folder).parts
            student = plain(student)
            page, source = path.stem, chosen.source / path.stem / path.name
            fits = place == [page, path.name]
            if not fits or not source.exists():
                why = f"no tests at {source}" if fits else "it is not STUDENT/PAGE/PAGE.ipynb"
                print(f"{plain(str(path))}: not graded, {why}", flush=True)
                left += 1
                continue
            worth = {
                key(cell).removesuffix("-points"): cell.metadata["nbgrader"]["points"]
                for cell in nbformat.read(source, 4).cells
                if key(cell).endswith("-points")
            }
            found, kept = graded(path.resolve(), source.resolve())
            closed = closed and kept
            got, total = sum(found.values()), sum(worth.values())
            ended = "" if found else "  cannot be read, or does not come to its end"
            print(f"{student:24} {page:32} {got:4g} of {total:g}{ended}", flush=True)
            table.writerows((student, page, name, found.get(name, 0)) for name in worth)
            file.flush()
    if not closed:
        print(OPEN)
    if left:
        raise SystemExit(f"{left} not graded, see above")


if __name__ == "__main__":
    main()
