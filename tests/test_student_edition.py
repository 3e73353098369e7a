"""The student's edition says what the pages say, in Markdown that any notebook reader draws."""

import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import PurePosixPath
from types import SimpleNamespace

import nbformat
import pytest
from packaging.utils import parse_wheel_filename

from book.addresses import solutions_of
from book.content import known_mistakes
from book.exercises import exercises_in
from book.ext import edition
from book.source import Lecture, lecture_paths
from svmlib import __version__, exercises
from tests.lecture_lint import ROOT

PAGES = [path.relative_to(ROOT / "lectures") for path in lecture_paths(ROOT)]
VIEW = "application/vnd.jupyter.widget-view+json"
# MyST that must not be left: a role (its text goes as code does), a fence, a target, a label of an
# equation, a link to a label
LEFT_OVER = re.compile(
    r"\{(?:cite|doc|eq|numref|prf|py|ref|term)[\w:]*\}|^\s*(:{3,}|(`{3,}|~{3,})\{)|^\([\w-]+\)=|"
    r"\$\$ *\([\w:-]+\)|\]\(#|\{number\}",
    re.M,
)
MARKDOWN_LINK = re.compile(r"""(?<!!)\[[^\]]*\]\(([^)\s]+)(?: "[^"]+")?\)|<a .*?href="([^"]+)\"""")
MARK = re.compile('<a id="([^"]+)"></a>')
CHECK = re.compile(r'# Check of exercise (D?[\d.]+): .*\n\ncheck\("([\w-]+)"\)', re.S)
MISTAKES = known_mistakes()
both = pytest.mark.parametrize("page", PAGES, ids=str)


@pytest.fixture(scope="module")
def folder(site):
    return site / "notebooks"


@cache
def lecture_of(page):
    return Lecture.read(ROOT / "lectures" / page)


@cache
def read(folder, page, solutions=False):
    """A notebook of the edition, to be looked at only."""
    name = solutions_of(f"lectures/{page.with_suffix('')}") if solutions else page
    notebook = nbformat.read(folder / name, 4)
    nbformat.validate(notebook)
    return notebook


@cache
def packed(folder):
    """The checks in the wheel."""
    (wheel,) = folder.glob("*.whl")
    return json.loads(zipfile.Path(wheel, f"svmlib/{exercises.FILE}").read_text(encoding="utf-8"))


def text_of(notebook):
    return "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")


@both
@pytest.mark.parametrize("solutions", [False, True])
def test_no_myst_is_left_and_links_lead_to_places(folder, page, solutions, pages):
    """Links to lectures stay in the folder, which may be copied without the site."""
    here = (folder / "solutions" if solutions else folder) / page.parent
    text = text_of(read(folder, page, solutions))
    text = re.sub(r"^```\w*\n.*?^```$|(`+).+?\1", "", text, flags=re.M | re.S)  # no code
    found = LEFT_OVER.search(text.replace("](#", "]("))
    assert not found, text[found.start() : found.end() + 60]
    assert not re.search("style=|class=|color=", text), "in both themes of a notebook it is read"
    marks = MARK.findall(text)
    assert len(marks) == len({*marks})
    links = ["".join(link) for link in MARKDOWN_LINK.findall(text) if "://" not in "".join(link)]
    assert links
    for link in links:
        address, _, place = link.partition("#")
        assert (here / address).exists(), link
        if not address:
            assert place in marks, link
        elif address.endswith(".ipynb"):
            there = (here / address).resolve().relative_to(folder).as_posix()
            name = there.removeprefix("solutions/").replace("solutions-", "")
            lecture = read(folder, PurePosixPath(name), name != there)
            assert not place or place in MARK.findall(text_of(lecture))
        else:
            assert "/lectures/" not in address or not place, "it has a notebook"
            told = f'{link} "{edition.AROUND}"', f'title="{edition.AROUND}" href="{link}'
            assert any(words in text for words in told), "it says where it leads"
            if place and "=" not in place:  # a place, not the state of a live figure
                path = (here / address).resolve().relative_to(pages.site)
                assert place in pages.names(path.as_posix()), link


def test_links_stay_where_they_can():
    """In the notebook, else in its solutions; other lectures are read where the site is.

    In a copy of the edition without an address they stay in the folder, as those of this site do.
    """
    address = "https://me/b/"
    solved, other_solved = map(solutions_of, ("lectures/in-depth/01-a", "lectures/02-b"))
    texts = {
        "in-depth/01-a.ipynb": "{0}in-depth/01-a.html#a) {0}in-depth/01-a.html#s) {0}02-b.html#b)"
        ' {0}in-depth/01-a.html) <a id="a"></a>',
        solved: '> <a id="s"></a>\n> \n> $$ {0}in-depth/01-a.html#a)',
        "02-b.ipynb": '# B<a id="b"></a>\n\n> <a id="c"></a>\n> \n> $$ {0}../notation.html#x)',
        other_solved: "",
    }
    made = {}
    for name, text in texts.items():
        cell = edition.text_cell("a", text.format(f"]({address}lectures/"))
        made[name] = edition.notebook_with([cell])
    edition.lead(made, address)
    first, answers, other, _ = (notebook.cells[0].source for notebook in made.values())
    elsewhere = f"]({address}lectures/02-b.html#b)"
    assert first.split()[:3] == ["](#a)", f"](../{solved}#s)", elsewhere]
    assert first.endswith(f'{address}lectures/in-depth/01-a.html) <a id="a"></a>')
    assert answers == '> <a id="s"></a>\n> \n> $$ ](../../in-depth/01-a.ipynb#a)'
    assert other.startswith("# B\n\n> $$") and other.endswith("notation.html#x)")


@both
def test_numbers_are_those_of_the_page(folder, site, page, pages):
    published = pages[f"lectures/{page.with_suffix('.html')}"]
    text, solved = text_of(read(folder, page)), text_of(read(folder, page, True))

    equations = [e.text_content().strip("()\n #") for e in published.find_class("eqno")]
    tags = re.findall(r"\\tag\{([^}]+)\}", text + solved)  # some are in a solution alone
    assert set(tags) == {re.match(r"\(?(D?[\d.]+)", e)[1] for e in equations}

    heads = published.xpath("//main//section/*[self::h1 or self::h2 or self::h3]")
    numbers = [h.xpath("string(span[contains(@class, 'section-number')])") for h in heads]
    said = re.findall(r"^#{1,3} (D?\d+(?:\.\d+)*) ", text, re.M)
    assert said == [number.strip().rstrip(".") for number in numbers if number]

    for kind, where, titles in (
        ("Exercise", text, "div[contains(@class, 'exercise')]/p[contains(@class, 'title')]"),
        ("Fig.", text + solved, "figcaption//span[contains(@class, 'caption-number')]"),
    ):
        shown = [title.text_content().split() for title in published.xpath(f"//main//{titles}")]
        expected = [name[1].rstrip(".") for name in shown if name[0] == kind]
        found = re.findall(rf"^(?:### |\*\*){re.escape(kind)} (D?\d+\.\d+)[.:]", where, re.M)
        assert sorted(found) == sorted(set(expected))

    solutions = solutions_of(f"lectures/{page.with_suffix('')}")
    for name, kind in ((page, "notebook"), (solutions, "solutions")):
        (button,) = published.find_class(f"btn-download-{kind}-button")
        offered = site / "lectures" / page.parent / button.get("href")
        assert offered.resolve() == (folder / name).resolve()


def tells_more(cell):
    """Whether a cell shows a live figure whose picture is not its start: all losses, all scales."""
    shown = [output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])]
    return any(re.match(r"Losses|Margins", name) for name in shown)


@both
def test_code_and_outputs_are_those_of_the_lecture(folder, page):
    lecture = lecture_of(page)
    own = {cell.id: k for k, cell in enumerate(read(folder, page).cells)}
    made = {cell.id: cell for solved in (True, False) for cell in read(folder, page, solved).cells}
    parts = [(part, solution) for _, part, solution in lecture.parts() if type(part) is not str]
    places = [own[part.id] for part, solution in parts if solution is None]
    assert places == sorted(places)
    for part, solution in parts:
        cell = made[part.id]
        assert cell.source == part.source and (part.id in own) == (solution is None)
        if {"in-jupyter", "hide-output"} & {*part.metadata.get("tags", [])} or tells_more(part):
            assert cell.outputs == []
            continue
        for before, after in zip(part.outputs, cell.outputs, strict=True):
            assert before.get("text") == after.get("text")
            data = {kind: v for kind, v in before.get("data", {}).items() if kind != VIEW}
            assert after.get("data", {}) == data


@both
def test_figures_have_words_and_say_first_what_brings_them(folder, page):
    """No reader of notebooks gives a picture its alternative text."""
    cells = read(folder, page).cells
    places = {cell.id: k for k, cell in enumerate(cells)}
    for _, part, solution in lecture_of(page).parts():
        settings = {} if isinstance(part, str) or solution else part.metadata.get("mystnb", {})
        if "figure" in settings:
            before, cell, caption = cells[places[part.id] - 1 :][:3]
            assert settings["image"]["alt"] in caption.source.partition("in words</kbd>")[2]
            alive = any(VIEW in output.get("data", {}) for output in part.outputs)
            assert before.source.endswith("shows the start.*") == (alive and not tells_more(part))
            assert before.source.endswith("to see the figure.*") == (not cell.outputs)


@both
def test_exercises_end_with_a_cell_to_write_in_and_a_check(folder, page):
    cells, kinds, checks = read(folder, page).cells, exercises_in(lecture_of(page)), packed(folder)
    places = {cell.id: k for k, cell in enumerate(cells)}
    text, solved = text_of(read(folder, page)), text_of(read(folder, page, True))
    assert sum(key.endswith("-check") for key in places) == len(kinds) > 0
    for label, exercise in kinds.items():
        own, check = places[f"{label}-own"], places[f"{label}-check"]
        assert check == own + 1 and cells[own].source == exercise.stub()
        number, called = CHECK.fullmatch(cells[check].source).groups()
        assert called == label and checks[label]["number"] == number
        assert checks[label]["check"] == exercise.check_cell(number, MISTAKES[label])
        assert "raises-exception" in cells[check].metadata.tags  # the cells after it still run
        if exercise.set_up:
            assert cells[places[f"{label}-set-up"]].source == exercise.set_up
            assert exercise.set_up not in text and exercise.set_up in solved
        assert exercise.check in text
        own_code = exercise.written()
        assert all(own_code not in cell.source for cell in cells), "the solution is given away"


RIGHT = (
    "def slack_table(w, b, X, y):\n"
    + """\
    m = y * (X @ w + b)
    xi = np.maximum(0, 1 - m)
    return m, xi, xi / np.linalg.norm(w)"""
)


@pytest.mark.parametrize(
    "cells, said",
    [
        ((), "3.1: the set-up cell was not run"),
        (("set-up",), "3.1: write slack_table in the cell above"),
        (("set-up", RIGHT), "3.1: right."),
        (("set-up", "data", "X, y = X[:2], y[:2] + 1", RIGHT), "3.1: right."),
        (("set-up", "data", RIGHT.replace("1 - m", "-m")), "3.1: You charge only points"),
        (("set-up", "X = y = 0", RIGHT.replace("1 - m", "-m")), "X and y came from another cell"),
    ],
)
def test_check_does_not_blame_an_answer_for_a_cell_that_was_not_run(
    cells, said, folder, monkeypatch, capsys
):
    """The names of the notebook are afterwards as they were before."""
    monkeypatch.chdir(folder)
    exercises.known_checks.cache_clear()
    page = PurePosixPath("03-soft-margin.ipynb")
    made = {cell.id: cell.source for cell in read(folder, page).cells}
    exercise = exercises_in(lecture_of(page))["ex-soft-kinds"]
    known = {"set-up": exercise.first, "data": exercise.set_up}
    names = {}
    for cell in cells:
        exec(known.get(cell, cell), names)
    before = dict(names)
    try:
        exec(made["ex-soft-kinds-check"], names)
        answer = capsys.readouterr().out
    except AssertionError as problem:
        answer = str(problem)
    assert said in answer
    names.pop("check")
    assert names.keys() == before.keys() | {"__builtins__"}
    assert all(names[name] is before[name] for name in before)


def test_check_says_when_the_edition_has_none_for_it(folder, monkeypatch, tmp_path):
    exercises.known_checks.cache_clear()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="has no checks of exercises: put the"):
        exercises.check("ex-soft-kinds")
    monkeypatch.chdir(folder / "in-depth")
    with pytest.raises(KeyError, match="no check of ex-none: install the file"):
        exercises.check("ex-none")


@both
def test_answers_of_a_quiz_are_folded(folder, page):
    text = text_of(read(folder, page))
    seen = re.sub(r"<details>.*?</details>", "", text, flags=re.S)
    assert "**Right.**" not in seen and "**Not quite.**" not in seen
    asked = len(lecture_of(page).quizzes())
    assert seen.count("**Question.**") == text.count("**Right.**") == asked


@pytest.fixture
def first_cell(folder):
    return next(cell.source for cell in read(folder, PAGES[0]).cells if cell.id == "get-svmlib")


def test_wheel_can_be_built_again_to_the_byte(folder, tmp_path, monkeypatch):
    """Whenever, and by whomever; the environment is as it was."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    edition.write_wheel(tmp_path, packed(folder))
    name = edition.wheel_name()
    assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
    assert "SOURCE_DATE_EPOCH" not in os.environ


def test_wheel_holds_svmlib(folder):
    (path,) = folder.glob("*.whl")
    name, version, _, _ = parse_wheel_filename(path.name)
    assert (name, str(version)) == ("svmlib", __version__)
    with zipfile.ZipFile(path) as wheel:
        held = {name for name in wheel.namelist() if name.startswith("svmlib/")}
    files = {str(p.relative_to(ROOT)) for p in ROOT.glob("svmlib/**/*") if p.is_file()}
    files = {name for name in files if "__pycache__" not in name}
    assert held == files | {f"svmlib/{exercises.FILE}"}
    lines = (folder / "requirements.txt").read_text().splitlines()
    assert f"./{path.name}" in lines and not any("myst" in line for line in lines)
    assert (folder / "runtime.txt").read_text() == (ROOT / ".binder/runtime.txt").read_text()


def test_first_cell_takes_the_wheel_or_says_that_it_is_missing(first_cell, tmp_path, monkeypatch):
    """Once a week its pip really runs (`test_student_runs`)."""
    installed, inner = [], tmp_path / "in-depth"
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name != "svmlib")
    monkeypatch.setattr(subprocess, "run", lambda command, check: installed.append(command[4:]))
    inner.mkdir()
    monkeypatch.chdir(inner)
    with pytest.raises(AssertionError, match="belongs beside this notebook: copy it from"):
        exec(first_cell, {})
    (tmp_path / "svmlib-1.whl").touch()
    for place in (inner, tmp_path, inner / "deeper"):
        place.mkdir(exist_ok=True)
        monkeypatch.chdir(place)
        exec(first_cell, {})
    assert installed == [["--quiet", f"{up}svmlib-1.whl"] for up in ("../", "", "../../")]


def test_first_cell_on_colab_enables_widgets_and_asks_for_restart(first_cell, monkeypatch, capsys):
    asked = []
    output = SimpleNamespace(enable_custom_widget_manager=lambda: asked.append("widgets"))
    monkeypatch.setitem(sys.modules, "google.colab", SimpleNamespace(output=output))
    exec(first_cell, {})
    versions = iter(["1.26.4", "2.1.0"])
    monkeypatch.setattr(importlib.metadata, "version", lambda _: next(versions))
    exec(first_cell, {})
    said = capsys.readouterr().out.splitlines()
    assert asked == 2 * ["widgets"] and len(said) == 2
    assert "is here" in said[0] and "restart" in said[1]


def test_first_cell_fetches_from_the_site():
    cell = edition.get_cell("import cvxpy, numpy", "https://me.github.io/b/", "…/one.html")
    assert 'os.environ["SVMLIB_PAGE"] = "…/one.html"' in cell.source
    assert f'"https://me.github.io/b/notebooks/{edition.wheel_name()}"' in cell.source
    assert re.search(r'needed = \{"cvxpy>=[\d.]+": "cvxpy"\}', cell.source)
    compile(cell.source, "first cell", "exec")


@pytest.mark.parametrize("solved", [True, False])
def test_buttons_lead_to_the_edition(solved):
    hub, colab = "https://mybinder.org/v2/gh/me/b", "https://colab.research.google.com/github/me/b"
    page, name = "lectures/in-depth/03-soft-margin", "in-depth/03-soft-margin.ipynb"
    addresses = (f"{hub}/main?urlpath=lab/tree/{page}.ipynb", f"{colab}/blob/main/{page}.ipynb")
    buttons = {"download": [{"label": "source"}], "launch": [{"url": one} for one in addresses]}
    groups = [{"label": f"{kind}-buttons", "buttons": its} for kind, its in buttons.items()]
    context = {"header_buttons": groups, "pathto": lambda name, _: f"../{name}"}
    app = SimpleNamespace(config=SimpleNamespace(book_solutions=solved))
    edition.offer(app, page, "", context, None)
    offered = [button.get("text") for button in groups[0]["buttons"][:-1]]
    assert offered == ["Notebook", "Solutions"][: 1 + solved]
    binder, in_colab = (button["url"] for button in buttons["launch"])
    assert binder == f"{hub}/notebooks?urlpath=lab/tree/{name}"
    assert in_colab == f"{colab}/blob/notebooks/{name}"
