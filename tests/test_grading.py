"""Grading: a solution gets all, a known mistake less, nothing nothing; and none is handed out."""

import csv
import html
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from copy import deepcopy
from functools import cache
from itertools import zip_longest
from pathlib import Path

import nbformat
import pytest

from book import grade
from book.also import DOUBLE, otherwise, renamed
from book.content import known_mistakes, read
from book.exercises import exercises_of
from book.ext.exercises import without_solutions
from book.grading import assignments, tables
from book.source import Lecture, lecture_paths
from tests.conftest import ROOT

PATHS = {
    p.relative_to(ROOT / "lectures").with_suffix("").as_posix(): p for p in lecture_paths(ROOT)
}
DAILY = "01-margins"
MISTAKES = known_mistakes()
OTHERWISE = f"import numpy as np\n{inspect.getsource(otherwise)}"
# of what crosses as a copy
UNSEEN = {"changes x itself", "changes the multipliers that it is given", "changes the row itself"}
GRADED = [pytest.param(name, marks=[pytest.mark.weekly] * (name != DAILY)) for name in PATHS]


@pytest.fixture(scope="module", params=GRADED)
def page(request, site):
    return graded(request.param, site)


@cache
def graded(name, site):
    return assignments.Graded(PATHS[name], site, "nettles")


class Here:
    """A student's cells run beside the tests, which is faster; those here are honest."""

    def __init__(self):
        self.names = {"__name__": "__main__"}

    def run(self, code):
        return grade.run(code, self.names)

    def ask(self, request, what):
        return self.run(what) if request == "run" else self.names[what]


def answered(page, answers):
    """A student's notebook with these answers, {label: code}, and the one with the tests."""
    notebook = deepcopy(page.notebook(solved=False))
    for cell in notebook.cells:
        if cell.id.endswith("-own"):
            cell.source = answers.get(cell.id.removesuffix("-own"), cell.source)
    return notebook, page.notebook(solved=True)


def points(page, answers, apart=False):
    both = answered(page, answers)
    return grade.judged(*both)[0] if apart else grade.judged_by(Here(), *both)


def test_solution_gets_all_mistakes_less_and_the_empty_page_nothing(page):
    full = {label: assignments.POINTS[page.kinds[label]] for label in page.exercises}
    right = {label: exercise.written() for label, exercise in page.exercises.items()}
    assert points(page, right) == points(page, right, apart=True) == full
    others = read("other_answers.yml")
    for k in (0, 1):
        as_others = right | {label: others[label][k] for label in full if label in others}
        assert points(page, as_others) == full, "as others write it"
    for label, exercise in page.exercises.items():
        names, single = exercise.asked(), label not in DOUBLE
        again = "\n".join(f"{name} = otherwise({name}, {single})" for name in names)
        right[label] = f"{renamed(exercise)}\n{OTHERWISE}\n{again}"
    again = points(page, right), points(page, right, apart=True)
    assert again == (full, full), "other names, lists for arrays and back, single precision"
    assert points(page, {}) == dict.fromkeys(full, 0)
    for k, some in enumerate(zip_longest(*(MISTAKES[label] for label in full))):
        told = {label: mistake for label, mistake in zip(full, some, strict=True) if mistake}
        wrong = {name: page.exercises[name].written(*its[1:3]) for name, its in told.items()}
        assert points(page, wrong) == dict.fromkeys(full, 0)
        if k == 0:
            found, said = dict.fromkeys(full, 0), {n: m.message for n, m in told.items()}
            why = grade.reasons(*answered(page, wrong), found)
            assert {n: why[n] for n in told if told[n].name not in UNSEEN}.items() <= said.items()


def test_what_students_get_tells_nothing(page):
    source, release = (
        "\n".join(cell.source for cell in page.notebook(solved).cells) for solved in (True, False)
    )
    assert source.count("### BEGIN SOLUTION") == len(page.exercises)
    assert "### " + "BEGIN" not in release.replace("### Exercise", "") and "_same(" not in release
    assert "solutions.ipynb" not in release
    for exercise in page.exercises.values():
        assert exercise.written() not in release
    told = [cell.metadata.get("nbgrader") for cell in page.notebook(True).cells]
    names = [one["grade_id"] for one in told if one]
    assert len({*names}) == len(names) > len(page.exercises)


def test_another_seed_hides_other_tests(site):
    one = graded(DAILY, site).tests
    same, other = (assignments.Graded(PATHS[DAILY], site, seed).tests for seed in ("nettles", "b"))
    assert one == same != other and sum(map(bool, one.values())) >= 6


def test_files_and_grades(site, tmp_path, monkeypatch):
    """What the command writes; what `book.grade` says of a student who ends Python in one cell, and
    what becomes of the points that a teacher gives by hand."""
    page = graded(DAILY, site)
    monkeypatch.setattr(assignments, "Graded", lambda *_: page)
    rows = assignments.write("nettles", site, tmp_path / "made", [PATHS[DAILY]])
    assert len(rows) == 7 and all(len(row) == 7 for row in rows)
    text = (tmp_path / "made/rubrics.md").read_text("utf-8")
    assert text.count("\n- ") == 6 and "Exercise 1.7, Find the best line" in text
    assert all(len(lines) == 3 for lines in read("rubrics.yml").values())
    notebook = nbformat.read(tmp_path / f"made/source/{DAILY}/{DAILY}.ipynb", 4)
    assert [*tmp_path.glob(f"made/release/{DAILY}/svmlib-*.whl")]
    next(c for c in notebook.cells if c.id == "ex-margins-level-own").source = "raise SystemExit(0)"
    next(c for c in notebook.cells if c.id == "ex-margins-by-hand-own").source = "x = 1"
    gone = {"ex-margins-units-points", "ex-margins-petals-own", "ex-margins-petals-points"}
    notebook.cells = [c for c in notebook.cells if c.id not in gone]
    notebook.cells.append(nbformat.v4.new_code_cell("print(end='no end of a line')"))
    ids = [cell.get("id") for cell in notebook.cells]
    words = nbformat.v4.new_markdown_cell("# In halves, the sum of both")  # a cell of her own
    notebook.cells.insert(ids.index("ex-margins-scan-words") + 1, words)
    table, seen, real = tmp_path / "submitted/grades.csv", [], grade.graded
    for student, text in {"bert": nbformat.writes(notebook), "cleo": "broken"}.items():
        (table.parent / student / DAILY).mkdir(parents=True)
        (table.parent / student / DAILY / f"{DAILY}.ipynb").write_text(text, "utf-8")
    (table.parent / "dora.ipynb").write_text("elsewhere")
    monkeypatch.setattr(
        grade,
        "graded",
        lambda *one: seen.append(table.exists() and table.read_text()) or real(*one),
    )
    monkeypatch.setattr(sys, "argv", ["", str(table.parent), f"--source={tmp_path}/made/source"])
    with pytest.raises(SystemExit, match="1 not graded"):
        grade.main()
    given = [row for row in csv.DictReader(seen[1].splitlines()) if row["part"] == "tests"]
    got = {row["exercise"]: (int(row["points"]), row["reason"]) for row in given}
    assert got.pop("ex-margins-level") == (0, "The cell stops with RuntimeError: SystemExit 0")
    assert got.pop("ex-margins-petals") == (0, tables.ABSENT)
    assert got.pop("ex-margins-by-hand") == (
        0, "distance_to_line is not defined in the cell of the exercise, nor before it."
    )  # fmt: skip
    assert {why for _, why in got.values()} == {""} and len(got) == 4
    assert table.read_text().count(f"cleo,{DAILY},ex-") == len(rows) + 2 == 9
    assert table.read_text().count(tables.UNREADABLE) == len(rows)
    saved = table.read_text("utf-8").replace(",", ";")  # as some spreadsheets save it
    saved = re.sub("(ex-margins-step;)0;(3;by hand)", r"\1 2,5;\2", saved, count=1)
    table.write_text(saved, "utf-8-sig")
    sheet = (table.parent / f"words-{DAILY}.md").read_text("utf-8")
    titles = [f"# {row[2]}" for row in rows if row[1] in ("ex-margins-step", "ex-margins-scan")]
    heads = [head for title in titles for head in (title, "## bert", "## cleo")]
    assert re.findall("(?m)^#+ .*", sheet) == heads
    assert sheet.count("\n- ") == 6 and sheet.count(f"> {tables.EMPTY}") == 3
    assert "## bert\n\n> # In halves, the sum of both" in sheet
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--totals"])
    grade.main()
    totals = (table.parent / "totals.csv").read_text().splitlines()
    assert totals == [
        f"student,{DAILY} (of 34),total (of 34),by hand to come", "bert,17.5,17.5,6", "cleo,0,0,9"
    ]  # fmt: skip
    monkeypatch.setattr(grade, "graded", lambda *_: ({"ex-margins-level": 4}, True, None))
    monkeypatch.setattr(sys, "argv", sys.argv[:-1])
    shutil.rmtree(table.parent / "cleo")
    with pytest.raises(SystemExit, match="1 not graded"):
        grade.main()
    totals = (table.parent / "totals.csv").read_text().splitlines()
    assert totals[1:] == ["bert,6.5,6.5,6", "cleo,0,0,9"]
    assert table.read_text().count(tables.UNKNOWN) == len(rows) - 1
    kept, wrong = table.read_text("utf-8"), "line [0-9]+: the points of bert, .*step are n"
    for typed in ("two", "nan", "-1", "3.5"):
        table.write_text(typo := kept.replace('" 2,5"', typed), "utf-8")
        with pytest.raises(SystemExit, match=f"{wrong}.* {typed}"):
            grade.main()
        with pytest.raises(ValueError, match="could not convert"):
            tables.write(table.parent, {("bert", DAILY): [{"points": "two", "of": "3"}]})
        assert table.read_text("utf-8") == typo != kept
    table.write_text(kept, "utf-8")
    monkeypatch.setattr(sys, "argv", ["", str(table.parent), f"--source={tmp_path}"])
    with pytest.raises(SystemExit, match="--source names"):
        grade.main()
    next(cell for cell in notebook.cells if grade.key(cell) == "set-up").source = "import svmlip"
    (tmp_path / DAILY).mkdir()
    nbformat.write(notebook, tmp_path / DAILY / f"{DAILY}.ipynb")
    with pytest.raises(SystemExit, match=r"fails where .* No module named 'svmlip'"):
        grade.main()
    assert table.read_text("utf-8") == kept
    with pytest.raises(SystemExit, match="say which tests to hide"):
        assignments.write("", site, tmp_path)


def test_cells_without_ids(site):
    """Colab and nbformat 4.4 write none: the metadata names a cell, and if it is lost, too, the
    table says so."""
    page = graded(DAILY, site)
    tests = page.notebook(solved=True)
    full = {label: assignments.POINTS[page.kinds[label]] for label in page.exercises}
    old = deepcopy(tests) | {"nbformat_minor": 4}
    for cell in old["cells"]:
        del cell["id"]
    notebook = nbformat.reads(json.dumps(old), 4)
    assert not any("id" in cell for cell in notebook.cells)
    assert grade.judged_by(Here(), notebook, tests) == full
    for cell in notebook.cells:
        cell.metadata.pop("nbgrader", None)
    assert grade.judged_by(Here(), notebook, tests) == {}
    assert grade.reasons(notebook, tests, {}) == dict.fromkeys(full, tables.NAMELESS)


def test_what_does_not_end_is_ended(monkeypatch):
    monkeypatch.setattr(grade, "CELL", 1)
    assert not grade.run("while True: pass", {}) and grade.run("%time\nx = 1", {})


@pytest.mark.weekly
def test_nbgrader_agrees(site, tmp_path, environment):
    """In an environment of its own: the solution gets all points of tests, the release none."""
    venv = environment("nbgrader==0.9.*")
    course = tmp_path / "course"
    full = sum(row[4] for row in assignments.write("nettles", site, course, [PATHS[DAILY]]))
    released = (course / "release" / DAILY / f"{DAILY}.ipynb").read_bytes()
    variables = os.environ | {"PATH": f"{venv}/bin:{os.environ['PATH']}"}

    def nbgrader(*words):
        subprocess.run(["nbgrader", *words], cwd=course, env=variables, check=True, timeout=600)

    nbgrader("generate_assignment", DAILY, "--force")
    for student in ("anna", "bert", "carl"):
        place = course / "submitted" / student / DAILY
        place.mkdir(parents=True)
        source = "source" if student == "anna" else "release"
        shutil.copy(course / source / DAILY / f"{DAILY}.ipynb", place)
    (place / f"{DAILY}.ipynb").write_bytes(released)  # carl's comes from here, not from nbgrader
    nbgrader("autograde", DAILY)
    nbgrader("export")
    with (course / "grades.csv").open(newline="") as file:
        got = {row["student_id"]: float(row["raw_score"]) for row in csv.DictReader(file)}
    assert got == {"anna": full, "bert": 0.0, "carl": 0.0}


@pytest.mark.parametrize("name", PATHS)
def test_a_book_without_solutions_keeps_all_else(name):
    left = without_solutions(nbformat.read(PATHS[name], 4)).cells
    kept = "".join("".join(cell["source"]) for cell in left)
    rest = [part for _, part, solution in Lecture.read(PATHS[name]).parts() if not solution]
    said = "".join(part if isinstance(part, str) else part.source for part in rest)
    assert "".join(kept.split()) == "".join(said.split())


@pytest.mark.weekly
def test_a_site_without_solutions_tells_none(tmp_path):
    """Neither pages nor twins, notebooks, previews or the index of the search."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    for name in files.split("\n")[:-1]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    book = Path(sys.executable).with_name("jupyter-book")
    command = [book, "build", tmp_path, "--builder", "html", "-n", "-W", "--keep-going"]
    subprocess.run(command, env={**os.environ, "BOOK_SOLUTIONS": "no"}, check=True)
    kinds = {".html", ".md", ".ipynb", ".js", ".xml", ".json"}
    paths = [p for p in (tmp_path / "_build/html").rglob("*") if p.suffix in kinds]
    told = [re.sub(r'<[^>]+>|\\n|\\"|\s', "", html.unescape(p.read_text("utf-8"))) for p in paths]
    for path in lecture_paths(ROOT):
        for label, exercise in exercises_of(path).items():
            start = "".join(exercise.written().split())[:60]
            assert not any(start in text for text in told), label
