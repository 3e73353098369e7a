"""Lectures opened in real notebooks: the sources in JupyterLab, the student's edition anywhere."""

import re
import shutil
from base64 import b64decode
from io import BytesIO

import nbformat
import pytest
from PIL import Image

from book.exercises import exercises_of, known_mistakes
from book.source import Lecture
from tests.conftest import ROOT
from tests.jupyter import PATIENCE, jupyter

LECTURE, OTHER = "03-soft-margin", "08-kernels"  # the second is opened once a week
MYST = "jupyterlab-myst"
# what a reader would see of source that is not drawn
RAW = re.compile(
    r"\{(?:term|eq|numref|ref|cite:[pt]|prf:\w+|admonition|exercise|dropdown)\}|:::|\(sec-|\{number\}"
    r"|Unknown Directive|\$\$|\\tag|\\begin|not found",
    re.I,
)


@pytest.fixture(scope="module")
def server(site, tmp_path_factory):
    """A server over a copy of the sources, in `lectures`, and of the student's edition."""
    folder = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(ROOT / "lectures", folder / "lectures")
    shutil.copytree(site / "notebooks", folder / "notebooks")
    with jupyter(folder) as address:
        yield address


@pytest.fixture(scope="module")
def tabs(chromium):
    """Opens tabs of one browser, which loads JupyterLab once; some without an extension of it."""
    context = chromium.new_context(viewport={"width": 1200, "height": 1400})
    context.set_default_timeout(PATIENCE)

    def new(without="nothing"):
        tab = context.new_page()
        session = context.new_cdp_session(tab)
        session.send("Network.enable")
        session.send("Network.setBlockedURLs", {"urls": [f"*/extensions/{without}/*"]})
        tab.errors = []
        tab.on("pageerror", lambda error: tab.errors.append(str(error)))
        return tab

    yield new
    context.close()


# all cells are drawn and all formulas, and nothing has changed since somebody last asked, and again
DRAWN = """() => {
  const told = document.querySelector(".jp-Notebook").innerText.length;
  const formulas = document.querySelectorAll(".jp-Notebook :is(.katex, mjx-container)").length;
  const now = `${told} ${formulas}`;
  window.still = now === window.before && formulas > 20 ? (window.still ?? 0) + 1 : 0;
  window.before = now;
  return window.still === 4;
}"""


def opened(tab, address):
    """Open a notebook and wait until all of it is drawn."""
    tab.goto(f"{address}.ipynb?reset")
    tab.locator(".jp-Notebook .jp-Cell").first.wait_for()
    tab.wait_for_function(DRAWN, polling=250)
    return tab


def extended(tab):
    """Whether JupyterLab has loaded the extension."""
    return tab.evaluate(
        "name => window.jupyterapp.listPlugins().some(id => id.includes(name))", MYST
    )


def seen(tab):
    """What one reads: the text of all cells that is not folded or hidden."""
    text = """() => {
      const hidden = e => !e.checkVisibility();
      const walk = node => {
        if (node.nodeType === 3) return node.data;
        if (node.nodeType !== 1 || hidden(node)) return '';
        if (node.matches('.katex, mjx-container, .jp-InputPrompt, .jp-OutputPrompt')) return '∎';
        const closed = node.matches('details:not([open])');
        const inside = closed ? [...node.children].filter(c => c.matches('summary'))
                              : [...node.childNodes];
        return inside.map(walk).join('') + (node.matches('p, div, li, h1, h2, h3') ? '\\n' : '');
      };
      return [...document.querySelectorAll('.jp-Notebook .jp-Cell')].map(walk).join('\\n');
    }"""
    return re.sub(r"[ \xa0]+", " ", tab.evaluate(text))


def solution_lines(name):
    """The last line of each solution, where the exercise does not say it itself."""
    for exercise in exercises_of(ROOT / f"lectures/{name}.ipynb").values():
        line = exercise.own().splitlines()[-1].strip()
        if line not in exercise.set_up and line not in exercise.check:
            yield line


@pytest.mark.weekly  # what readers open is the student's edition, below
@pytest.mark.parametrize("name", [LECTURE, OTHER])
def test_source_reads_well_in_jupyterlab(name, server, tabs):
    lecture = Lecture.read(ROOT / f"lectures/{name}.ipynb")
    tab = opened(tabs(), f"{server}lab/tree/lectures/{name}")
    assert extended(tab)
    text = seen(tab)
    assert not (found := RAW.search(text)), text[max(0, found.start() - 200) : found.end() + 60]
    boxes = [d for _, d in lecture.directives("prf:theorem", "prf:definition") if d.argument]
    for box in boxes:
        title = re.split(r"[$`]", box.argument)[0].strip()
        assert re.search(rf"{box.name[4:].title()} \d+ \({re.escape(title)}", text), title
    assert text.count("Question") == len(lecture.quizzes())
    assert "Right." not in text and "Not quite." not in text
    for line in solution_lines(name):
        assert line not in text, f"the solution is open: {line}"
    assert tab.locator(".jp-Notebook .katex-error").count() == 0
    assert tab.errors == []


# ---------------------------------------------------------------------------- the student's edition


@pytest.fixture(scope="module")
def edition(server, tabs):
    """The notebook of a lecture in JupyterLab, which tests share."""
    return opened(tabs(without=MYST), f"{server}lab/tree/notebooks/{LECTURE}")


def reads_well(tab, name):
    """Whether an open notebook of the student's edition says what its lecture says."""
    text = seen(tab)
    assert not (found := RAW.search(text)), text[max(0, found.start() - 200) : found.end() + 60]
    lecture = Lecture.read(ROOT / f"lectures/{name}.ipynb")
    for _, box in lecture.directives("prf:theorem", "prf:definition"):
        title = re.split(r"[$`]", box.argument)[0].strip()
        kind = box.name[4:].title()
        assert re.search(rf"{kind} {int(name[:2])}\.\d+ \({re.escape(title)}", text), title
    assert text.count("Question.") == len(lecture.quizzes())
    assert "Right." not in text and "Not quite." not in text
    assert "not_yet" not in text  # checks are folded
    assert tab.locator("mjx-merror, [data-mjx-error]").count() == 0


def test_students_edition_reads_well_in_jupyterlab(edition):
    assert not extended(edition)
    reads_well(edition, LECTURE)


@pytest.mark.weekly  # as JupyterLab above draws them
@pytest.mark.parametrize(
    ("name", "app"),
    [(LECTURE, "notebooks"), (OTHER, "lab/tree")],
)
def test_students_edition_reads_well(name, app, server, tabs):
    reads_well(opened(tabs(without=MYST), f"{server}{app}/notebooks/{name}"), name)


def index(folder, name, key):
    """The place of a cell among all cells of a notebook."""
    cells = nbformat.read(folder / f"{name}.ipynb", 4).cells
    return next(k for k, cell in enumerate(cells) if cell.id == key)


def run_cell(tab, k):
    """Run a cell of the open notebook; what stands under it."""
    tab.evaluate(
        """async k => {
          const app = window.jupyterapp;
          app.shell.currentWidget.content.activeCellIndex = k;
          await app.commands.execute('notebook:run-cell');
        }""",
        k,
    )
    return tab.locator(".jp-Notebook .jp-Cell").nth(k).locator(".jp-Cell-outputWrapper")


def test_exercise_slider_and_live_figure_in_the_students_edition(edition, site):
    tab, name, label, folder = edition, LECTURE, "ex-soft-convert", site / "notebooks"
    tab.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.isReady")
    cells = nbformat.read(folder / f"{name}.ipynb", 4).cells
    set_up = next(k for k, c in enumerate(cells) if "use_style()" in c.source)
    for k in (index(folder, name, "get-svmlib"), set_up, index(folder, name, f"{label}-set-up")):
        assert "Error" not in run_cell(tab, k).inner_text()

    # the check: nothing written, a usual mistake, right
    own, check = (index(folder, name, f"{label}-{part}") for part in ("own", "check"))
    assert "write to_C (exactly so called) in the cell above" in run_cell(tab, check).inner_text()
    exercise = exercises_of(ROOT / f"lectures/{name}.ipynb")[label]
    _, right, wrong, _, message = known_mistakes()[label][0]
    for code, said in ((exercise.own(right, wrong), message), (exercise.own(), "right.")):
        editor = tab.locator(".jp-Notebook .jp-Cell").nth(own).locator(".cm-content")
        editor.fill(code)
        run_cell(tab, own)
        told = " ".join(run_cell(tab, check).inner_text().split())
        assert said in told

    # a slider of one's own redraws the picture
    shown = run_cell(tab, index(folder, name, "soft-interact"))
    picture = shown.locator(".jp-OutputArea img").last
    picture.wait_for()
    before = picture.get_attribute("src")
    shown.get_by_role("slider").press("ArrowRight")
    tab.wait_for_function(
        "([cell, before]) =>"
        " [...cell.querySelectorAll('.jp-OutputArea img')].at(-1)?.src !== before",
        arg=[shown.element_handle(), before],
    )

    # the live figure comes to life where the picture was
    live = next(k for k, c in enumerate(cells) if c.source.startswith("from svmlib.widgets"))
    stored = tab.locator(".jp-Notebook .jp-Cell").nth(live).locator(".jp-OutputArea img")
    assert stored.count() == 1 and tab.locator(".svm-live").count() == 0
    run_cell(tab, live).locator(".svm-live canvas").first.wait_for()


# of the text of cells and of corners of pictures: the contrast with what is behind
CONTRASTS = """() => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(
    v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  ).reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if ((color[3] ?? 1) > 0.99) return color;
    }
    return [255, 255, 255];
  };
  const texts = [...document.querySelectorAll('.jp-MarkdownOutput :is(p, li, h1, h2, summary)')];
  return texts.filter(e => e.checkVisibility() && e.innerText.trim()).map(e => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  });
}"""


def test_both_themes_can_be_read(edition):
    for theme, light in (("JupyterLab Dark", "false"), ("JupyterLab Light", "true")):
        edition.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", theme
        )
        edition.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")
        contrasts = edition.evaluate(CONTRASTS)
        assert len(contrasts) > 50 and min(contrasts) >= 4.5, theme


def test_pictures_bring_their_own_background(site):
    """They are drawn on white, so they can be read on any page."""
    for path in sorted((site / "notebooks").glob("**/*.ipynb")):
        for cell in nbformat.read(path, 4).cells:
            for output in cell.get("outputs", []):
                if png := output.get("data", {}).get("image/png"):
                    picture = Image.open(BytesIO(b64decode(png))).convert("RGBA")
                    assert picture.getextrema()[3] == (255, 255), (path.name, cell.id)
                    assert picture.getpixel((0, 0)) == (255, 255, 255, 255)
