"""Grades notebooks without nbgrader: those parts of an exercise that tests can judge.

    python -m book.grade submitted            its folders are STUDENT/01-margins/01-margins.ipynb
    python -m book.grade submitted --totals   adds up once more, with the points given by hand

writes the tables of `book.grading.tables` into the folder, notebook by notebook, and prints a line
for each, also for those that it does not grade. Points by hand that are in the table stay there,
and so do the rows of notebooks that are not graded this time. The tests are those of
`_build/grading/source`, whatever became of them in a notebook. It runs what students have written,
but for lines that only Jupyter knows (`%…`, `!…`), each notebook in a program of its own, which
`book.grading.apart` keeps from tests, files and the verdict.
"""

import argparse
import ast
import builtins
import json
import re
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import matplotlib
import nbformat

from book import content
from book.grading import tables
from book.grading.apart import DistantFunction, Student, nobody_left
from book.grading.crossing import limit
from book.grading.tables import EMPTY, plain
from book.grading.variants import BEGIN

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "_build/grading/source"
MINUTES = 10  # for one notebook
OPEN = (
    "This system cannot close its files to a program (Linux can, with Landlock): a notebook could "
    "have read the tests, or what else you may read. Grade strangers' work in a container."
)
CELL = 60  # seconds for one cell of a student, and for the tests of an exercise
CHECK = 20  # seconds for a check that says what is wrong
ENDED = "Python ended in this cell, or in one before it."
SLOW = f"The cell takes longer than {CELL} seconds."
OTHERS = "The check holds, but with other numbers the answer is wrong or takes too long."
LOOK = "The check holds, but did not when it counted. Look at this exercise yourself."


class TooLong(BaseException):
    """No TimeoutError, which `book.grading.apart` would take for the end of a student's process.

    And no Exception, which a check would take for a fault of the answer.
    """


def key(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def name_of(cell):
    """The cell's key, or else its id, which is the same in the notebooks of the site.

    Notebooks before nbformat 4.5 have no ids, and Colab writes such notebooks.
    """
    return key(cell) or cell.get("id", "")


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


def points(cell, names_for, _):
    """What a cell of tests gives, which asks for the names that it needs."""
    return cell.metadata["nbgrader"]["points"] * run(cell.source, names_for(cell.source))


def judged_by(student, notebook, tests, judge=points):
    """{exercise: what the judge says} of the exercises in a notebook."""
    known = {cell.source for cell in tests.cells}
    by_key = {key(cell): cell for cell in tests.cells if key(cell)}
    names, found, problems = {"__name__": "__main__"}, {}, {}
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    here = {key(cell) for cell in cells}

    def names_for(code):
        yours = dict(names)
        for name in needed(code, names):
            with suppress(Exception):  # it is not there; or it is no longer, and then nothing is
                yours[name] = student.ask("value", name)
        return yours

    def count(label):
        found[label] = judge(by_key[f"{label}-points"], names_for, problems.get(label))

    def set_up(name):
        run(by_key[name].source, names)
        student.run(by_key[name].source)

    set_up("set-up")
    for cell in cells:
        name = name_of(cell)
        label, _, part = name.rpartition("-")
        if name not in by_key:
            if cell.source not in known:
                student.run(cell.source)
        elif part == "points":
            count(label)
        elif part == "own":
            problems.pop(label, None)
            try:
                student.ask("run", cell.source)
            except Exception as problem:
                problems[label] = problem
            if f"{label}-points" not in here:
                count(label)
        elif name.endswith("-set-up"):
            set_up(name)
    return found


def reasons(notebook, tests, found):
    """{exercise: why it has no points}, and of words to be graded by hand whether there are any.

    The check says why that students have. It runs in a process in which no hidden test has run, so
    that nothing which a student writes can make a sentence tell of one.
    """
    written = {name_of(cell): bare(cell.source) for cell in notebook.cells}
    words = words_in(notebook, tests)
    keys = [key(cell) for cell in tests.cells if key(cell)]
    if written.keys().isdisjoint(keys):
        return {k.removesuffix("-points"): tables.NAMELESS for k in keys if k.endswith("-points")}

    def said(cell, names_for, problem):
        label, check = key(cell).removesuffix("-points"), cell.metadata["check"]
        if found.get(label):
            return ""
        if written.get(f"{label}-own") == bare(cell.metadata["stub"]):
            return EMPTY
        wrong, told = heard(check, names_for(check))
        if student.broken is not None:
            return ENDED
        if wrong is None and problem:
            slow = isinstance(problem, TimeoutError)
            return SLOW if slow else f"The cell stops with {type(problem).__name__}: {problem}"
        if wrong is False:
            return OTHERS if BEGIN in cell.source else LOOK
        told = told.removeprefix(f"{cell.metadata['title'].partition(',')[0]}: ")
        if missing := re.fullmatch(r"write (.+) in the cell above, and run it\.", told):
            verb = "are" if " and " in missing[1] else "is"
            return f"{missing[1]} {verb} not defined in the cell of the exercise, nor before it."
        return told

    told = {}
    if not all(found.values()):
        with Student(CELL) as student:
            told = judged_by(student, notebook, tests, said)
    return told | {name: EMPTY for name, text in words.items() if not text}


def words_in(notebook, tests):
    """{cell for words: what is written there and in the student's own cells of words after it}.

    It is empty where there is only what was asked; a cell that is gone has no entry.
    """
    asked = {key(cell): cell.source.split() for cell in tests.cells if key(cell).endswith("-words")}
    known, found, at = {cell.source for cell in tests.cells}, {}, None
    for cell in notebook.cells:
        name = name_of(cell)
        own = name not in asked and cell.cell_type == "markdown" and cell.source not in known
        if name in asked:
            at, found[name] = name, []
        elif not own:
            at = None
        if at and cell.source.split() != asked[at]:
            found[at].append(cell.source)
    return {name: "\n\n".join(filter(str.strip, parts)) for name, parts in found.items()}


def bare(code):
    """Code without comments and space."""
    return "".join(re.sub("#.*", "", code).split())


def heard(check, names):
    """Whether a check finds names wrong, None if they are not there, and its sentence."""
    names |= {n: v.named(n) for n, v in names.items() if isinstance(v, DistantFunction)}
    try:
        with limit(CHECK, TooLong), redirect_stdout(StringIO()) as printed:
            exec(compile(check, "check", "exec"), names)
    except TooLong:
        return True, f"The check takes longer than {CHECK} seconds."
    except Exception as problem:
        return True, str(problem)
    told = printed.getvalue().strip()
    return (False if told.endswith("right.") else None), told


def judge_one(notebook, source):
    """Print points, and then both points and reasons, which may not come to their end."""
    notebook, tests = nbformat.read(notebook, 4), nbformat.read(source, 4)
    found, closed = judged(notebook, tests)
    print("\n" + json.dumps([found, closed, None]), flush=True)
    print("\n" + json.dumps([found, closed, reasons(notebook, tests, found)]))


def graded(notebook, source):
    """What `judge_one` prints last, in a program of its own, which may end as it likes."""
    command = [sys.executable, "-m", "book.grade", "--one", str(notebook), str(source)]
    try:
        with nobody_left():
            done = subprocess.run(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True,
                timeout=60 * MINUTES,
            )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        done = late
    for line in reversed((done.stdout or b"").splitlines()):
        with suppress(ValueError):
            match json.loads(line):
                case [dict(), bool(), _] as verdict:
                    return verdict
    return None, True, None


def write_sheets(folder, fitting):
    """What students have written in words, a file for each page."""
    for page, source in {page: source for (_, page), (_, source) in fitting.items()}.items():
        tests, rubrics, written = nbformat.read(source, 4), {}, {}
        cells = {key(cell): cell for cell in tests.cells}
        for name in (name for name in cells if name.endswith("-words")):
            label = name.removesuffix("-words")
            title = cells[f"{label}-points"].metadata["title"]
            rubrics[name] = title, content.read("rubrics.yml")[label]
        for (student, its), (path, _) in fitting.items():
            if its == page:
                written[student] = {}
                with suppress(Exception):  # it is no notebook, and the table says so
                    written[student] = words_in(nbformat.read(path, 4), tests)
        tables.write_words(folder, page, rubrics, written)


def try_out(source):
    """Stop if the set-up cell of a page fails in a process in which students' cells would run.

    It fails if that process cannot import svmlib, for instance after the project was moved. All
    students would get no points, with reasons as if the mistakes were theirs.
    """
    cells = nbformat.read(source, 4).cells
    try:
        with Student(CELL) as student:
            student.ask("run", next(cell.source for cell in cells if key(cell) == "set-up"))
    except Exception as problem:
        raise SystemExit(
            f"Nothing is graded, because the set-up cell of {source} fails where students' cells "
            f"would run. {type(problem).__name__}: {problem}"
        ) from None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", help="folders of students")
    parser.add_argument("--source", type=Path, default=SOURCE, help="notebooks with the tests")
    parser.add_argument("--totals", action="store_true", help="only add up the tables once more")
    parser.add_argument("--one", type=Path, nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        matplotlib.use("agg")
        judge_one(*chosen.one)
        return
    if chosen.folder is None or not chosen.folder.is_dir():
        parser.error("name the folder in which each student has one")
    notebooks = tables.read(chosen.folder)
    if chosen.totals:
        tables.write(chosen.folder, notebooks)
        return
    fitting, left, closed = {}, 0, True
    for path in sorted(chosen.folder.rglob("*.ipynb")):
        student, *place = path.relative_to(chosen.folder).parts
        source = chosen.source / path.stem / path.name
        fits = place == [path.stem, path.name]
        if fits and source.exists():
            fitting[plain(student), path.stem] = path, source
        else:
            why = f"no tests at {source}" if fits else "it is not STUDENT/PAGE/PAGE.ipynb"
            print(f"{plain(str(path))}: not graded, {why}", flush=True)
            left += 1
    if not fitting:
        raise SystemExit(
            f"Nothing is graded in {chosen.folder}, and its tables stay as they are. "
            "A notebook is STUDENT/PAGE/PAGE.ipynb, and --source names the folder of the tests."
        )
    try_out(next(source for _, source in fitting.values()))
    write_sheets(chosen.folder, fitting)
    for place, (path, source) in fitting.items():
        found, kept, said = graded(path.resolve(), source.resolve())
        closed = closed and kept
        given = tables.by_hand(notebooks.get(place, ()))
        notebooks[place] = [*tables.rows_of(nbformat.read(source, 4), found, said, given)]
        tables.write(chosen.folder, notebooks)
        print(tables.line(*place, notebooks[place]), flush=True)
    if not closed:
        print(OPEN)
    if left:
        raise SystemExit(f"{left} not graded, see above")


if __name__ == "__main__":
    main()
