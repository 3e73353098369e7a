"""JupyterLab: sliders at every landing; weekly how editions read, and live figures among cells.

What Python answers there is compared with every output, and what a figure does on its bare page.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import nbformat
import pytest
from nbformat import v4
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect
from sklearn.model_selection import cross_val_predict

from book.source import Lecture
from svmlib import KernelSVM, LinearSVM, datasets
from svmlib.kernels import RBF
from tests.conftest import ROOT
from tests.live_page import Figure

LECTURE, OTHER = "03-soft-margin", "08-kernels"
MYST = "jupyterlab-myst"
# what a reader would see of source that is not drawn
RAW = re.compile(
    r"\{(?:term|eq|numref|ref|cite:[pt]|prf:\w+|admonition|exercise|dropdown)\}|:::|\(sec-|\{number\}"
    r"|Unknown Directive|\$\$|\\tag|\\begin|not found",
    re.I,
)

PATIENCE = 120_000  # ms: JupyterLab on a busy machine


@pytest.fixture(scope="module")
def server(site, tmp_path_factory):
    """A server over a copy of the student's edition and notebooks of our own, with own settings.

    All cells are drawn at once, not only those in view.
    """
    folder = tmp_path_factory.mktemp("jupyter")
    shutil.copytree(site / "notebooks", folder / "notebooks")
    kernel = {"name": "python3", "display_name": "Python 3"}
    for name, sources in {"figures": CELLS, "sliders": (SET_UP, *KNOBS, DRAWS)}.items():
        cells = [v4.new_code_cell(source) for source in sources]
        notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
        nbformat.write(notebook, folder / f"{name}.ipynb")
    # the kernel's socket files are there, whose names must be short
    with TemporaryDirectory(prefix="lab-") as runtime, TemporaryDirectory() as own:
        names = ("JUPYTER_CONFIG_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
                 "IPYTHONDIR")  # fmt: skip
        folders = {name: str(Path(own, name.lower())) for name in names}
        folders |= {"JUPYTER_RUNTIME_DIR": runtime, "PYTHONPATH": str(ROOT)}
        tracker = Path(folders["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab/notebook-extension")
        tracker.mkdir(parents=True)
        (tracker / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
            "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=50",
            "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
            "--LabApp.expose_app_in_browser=True", "--KernelManager.transport=ipc",
        ]  # fmt: skip
        with Path(own, "log").open("w") as log:
            how = {"cwd": folder, "env": os.environ | folders}
            server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **how)
            try:
                yield address_of(server, Path(runtime), Path(own, "log"))
            finally:
                server.terminate()
                server.wait(30)


def address_of(server, runtime, log):
    """Where the server listens once it does: on the first free port, as it writes down."""
    for _ in range(600):
        assert server.poll() is None, log.read_text()[-3000:]
        try:
            (told,) = runtime.glob("jpserver-*.json")
            address = json.loads(told.read_text())["url"]
            urlopen(address + "api", timeout=2).read()
            return address
        except (OSError, ValueError):  # not there, not yet whole, or not listening
            time.sleep(0.2)
    raise TimeoutError(log.read_text()[-3000:])


@pytest.fixture(scope="module")
def tabs(chromium):
    """Opens tabs of one browser, which loads JupyterLab once: by default without that for MyST."""
    context = chromium.new_context(viewport={"width": 1200, "height": 1400})
    context.set_default_timeout(PATIENCE)

    def new(myst=False):
        tab = context.new_page()
        if not myst:
            session = context.new_cdp_session(tab)
            session.send("Network.enable")
            session.send("Network.setBlockedURLs", {"urls": [f"*/extensions/{MYST}/*"]})
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
    """Open a notebook."""
    tab.goto(f"{address}.ipynb?reset")
    tab.locator(".jp-Notebook .jp-Cell").first.wait_for()
    return tab


# what one reads: the text of all cells that is not folded or hidden
SEEN = """() => {
  const walk = node => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || !node.checkVisibility()) return '';
    if (node.matches('.katex, mjx-container, .jp-InputPrompt, .jp-OutputPrompt')) return '∎';
    const closed = node.matches('details:not([open])');
    const inside = [...node.childNodes].filter(c => !closed || c.matches?.('summary'));
    return inside.map(walk).join('') + (node.matches('p, div, li, h1, h2, h3') ? '\\n' : '');
  };
  return [...document.querySelectorAll('.jp-Notebook .jp-Cell')].map(walk).join('\\n');
}"""


def reads_well(tab, name):
    """What one reads in an open notebook, once it is drawn, which is what its lecture says."""
    tab.wait_for_function(DRAWN, polling=250)
    text = re.sub(r"[ \xa0]+", " ", tab.evaluate(SEEN))
    assert not (found := RAW.search(text)), text[max(0, found.start() - 200) : found.end() + 60]
    lecture = Lecture.read(ROOT / f"lectures/{name}.ipynb")
    for _, box in lecture.directives("prf:theorem", "prf:definition"):
        title = re.split(r"[$`]", box.argument)[0].strip()
        number = rf"{box.name[4:].title()} {int(name[:2])}\.\d+"
        assert re.search(rf"{number} \({re.escape(title)}", text) or not title, title
    assert text.count("Question") == len(lecture.quizzes())
    assert "Right." not in text and "Not quite." not in text
    assert tab.locator(".jp-Notebook .katex-error, mjx-merror, [data-mjx-error]").count() == 0


# of what a fold says while it is closed: [its words, whether all of them are on a sign of its own]
FOLDS = """() => [...document.querySelectorAll(".jp-Notebook details:not([open]) > summary")]
  .filter(summary => summary.checkVisibility()).map(summary => {
    const sign = summary.querySelector("kbd"), said = summary.textContent.trim();
    if (!sign) return [said, false];
    const { borderTopWidth, boxShadow, backgroundColor } = getComputedStyle(sign);
    const raised = parseFloat(borderTopWidth) > 0 || boxShadow !== "none";
    const filled = backgroundColor !== getComputedStyle(summary.parentElement).backgroundColor;
    return [said, sign.textContent.trim() === said && (raised || filled)];
  })"""


@pytest.mark.weekly
@pytest.mark.parametrize("myst", [False, True], ids=["plain", "myst"])
def test_students_edition_reads_well_and_what_can_be_opened_looks_so(myst, server, tabs):
    """With the extension a summary has no marker and its fold no frame."""
    tab = opened(tabs(myst), f"{server}lab/tree/notebooks/{OTHER}")
    if myst:
        tab.wait_for_function(DRAWN, polling=250)
        assert "<a " not in tab.evaluate(SEEN)
    else:
        reads_well(tab, OTHER)
    plugins = "name => window.jupyterapp.listPlugins().some(id => id.includes(name))"
    assert tab.evaluate(plugins, MYST) == myst
    folds = tab.evaluate(FOLDS)
    assert len(folds) > 20 and {said for said, _ in folds} > {"Hint"}
    assert [said for said, marked in folds if not marked] == []


def run_cell(tab, k):
    """Run a cell of the open notebook; what stands under it."""
    tab.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.isReady")
    tab.evaluate(
        """async k => {
          const app = window.jupyterapp;
          app.shell.currentWidget.content.activeCellIndex = k;
          await app.commands.execute('notebook:run-cell');
        }""",
        k,
    )
    return tab.locator(".jp-Notebook .jp-Cell").nth(k).locator(".jp-Cell-outputWrapper")


@pytest.mark.weekly
def test_live_figure_comes_to_life_in_the_students_edition(server, tabs, site):
    tab = opened(tabs(), f"{server}lab/tree/notebooks/{LECTURE}")
    reads_well(tab, LECTURE)
    cells = nbformat.read(site / f"notebooks/{LECTURE}.ipynb", 4).cells
    get, set_up, live = (
        next(k for k, cell in enumerate(cells) if words in cell.source)
        for words in ("# Run this first", "use_style()", "from svmlib.widgets")
    )
    for k in (get, set_up):
        assert "Error" not in run_cell(tab, k).inner_text()

    # where the picture was
    cell = tab.locator(".jp-Notebook .jp-Cell").nth(live)
    assert cell.locator(".jp-OutputArea img").count() == 1
    assert cell.locator(".svm-live").count() == 0
    run_cell(tab, live).locator(".svm-live canvas").first.wait_for()


PAGE = "https://site.example/lectures/03-soft-margin.html"
CELLS = [
    f"import os\nos.environ['SVMLIB_PAGE'] = {PAGE!r}\n"
    "from svmlib import datasets, widgets\nX, y = datasets.blobs(30, seed=2)\n"
    "figure = widgets.Street(X, y, C=1.0)\nfigure",
    "print(figure.C, figure.solution['primal'])",
    "figure.C = 20.0",
    "print(len(figure.points), figure.fit().primal_, figure.solution['primal'])",
    "widgets.Losses()",
    "figure",
]


@pytest.fixture(scope="module")
def added(server, tabs):
    """A notebook of CELLS in JupyterLab, the first one run."""
    tab = opened(tabs(), f"{server}lab/tree/figures")
    run_cell(tab, 0)
    assert len(tab.errors) <= 1 and all("reading 'get'" in error for error in tab.errors)
    tab.errors.clear()  # JupyterLab missed the extension that is not there
    return tab


def printed(tab, k):
    """Numbers that a cell prints."""
    return [float(text) for text in run_cell(tab, k).locator("pre").last.inner_text().split()]


@pytest.mark.weekly
def test_slider_and_trait_follow_each_other(added):
    tab = added
    figure = Figure(tab, tab.locator(".jp-Notebook .jp-Cell").nth(0).locator(".svm-live"))
    slider, box = figure.slider("C"), figure.box("C")
    expect(slider).to_have_attribute("aria-valuetext", "C = 1", timeout=PATIENCE)
    assert figure.root.locator("canvas").count() == 1
    # from the browser to Python: the trait, and what the figure found
    for _ in range(3):
        slider.press("PageUp")
    figure.done()  # then it writes its solution
    C, primal = printed(tab, 1)
    X, y = datasets.blobs(30, seed=2)
    assert C == pytest.approx(float(box.input_value()), rel=1e-3) and C > 1
    assert primal == pytest.approx(LinearSVM(C=C).fit(X, y).primal_, rel=1e-8)
    # from Python to the browser
    run_cell(tab, 2)
    expect(slider).to_have_attribute("aria-valuetext", "C = 20", timeout=PATIENCE)
    assert float(box.input_value()) == 20
    # a point deleted by keyboard is gone, and fit() is what the figure shows
    figure.press("Delete")
    count, fitted, found = printed(tab, 3)
    assert count == 29
    assert fitted == pytest.approx(found, rel=1e-8)
    assert tab.errors == []


@pytest.mark.weekly
def test_two_figures_two_views_and_the_keys_of_the_notebook(added):
    tab = added
    street, losses, again = (run_cell(tab, k).locator(".svm-live").last for k in (0, 4, 5))
    again.locator("canvas").wait_for()
    losses.get_by_text("zero-one", exact=True).first.click()
    assert not street.get_by_label("hard margin").is_checked()
    # a typed number is taken with Enter, and keys stay in the figure: b, x, d d would change cells
    figure, cells = Figure(tab, street), tab.locator(".jp-Notebook .jp-Cell")
    before = cells.count()
    figure.type("C", 7)
    assert figure.slider("C").get_attribute("aria-valuetext") == "C = 7"
    figure.press("b", "a", "x", "d", "d", "j", "m", "Shift+M")
    assert cells.count() == before and street.locator("canvas").is_visible()
    table = street.locator("summary ~ textarea").input_value()
    assert table.count("\n") == 30  # `a` added a point
    # both views of one model show the same numbers; only one of them has been moved
    tab.wait_for_function(
        "views => new Set(views.map(view => [...view.querySelectorAll('dd')].map("
        "cell => cell.firstChild.textContent).join())).size === 1",
        arg=[view.locator(".svm-numbers").element_handle() for view in (street, again)],
    )
    assert float(again.get_by_label("C, exact value").input_value()) == 7
    # the theme of JupyterLab
    assert street.get_attribute("data-svm-theme") == "light"
    canvas = street.locator("canvas").first
    picture = canvas.evaluate("c => c.toDataURL()")
    theme = "{theme: 'JupyterLab Dark'}"
    tab.evaluate(f"window.jupyterapp.commands.execute('apputils:change-theme', {theme})")
    tab.wait_for_function(
        "([figure, canvas, before]) =>"
        " figure.dataset.svmTheme === 'dark' && canvas.toDataURL() !== before",
        arg=[street.element_handle(), canvas.element_handle(), picture],
    )
    # a link leads to the page of the book
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    street.locator(".svm-more > summary").click()
    street.get_by_role("button", name="Copy link").click()
    told = "start => navigator.clipboard.readText().then(text => text.startsWith(start) && text)"
    link = tab.wait_for_function(told, arg=f"{PAGE}#svm=street").json_value()
    assert "%22C%22%3A7" in link and tab.url.endswith("figures.ipynb")
    assert tab.errors == []


# the sliders of the lectures, each below what its page has made before
SET_UP = """import numpy as np
from svmlib import KernelSVM, LinearSVM, datasets, plots
from svmlib.kernels import RBF
plots.use_style()
SEPALS = datasets.IRIS_FEATURES[:2]
X150, y150 = datasets.iris_setosa(features=2)
X_200, y_200 = datasets.moons(200)"""
KNOBS = [
    next(cell.source for _, cell in Lecture.read(path).cells("code") if words in cell.source)
    for path, words in ((ROOT / f"lectures/{LECTURE}.ipynb", "SelectionSlider"),
                        (ROOT / f"lectures/{OTHER}.ipynb", "explore("))
]  # fmt: skip
PICTURES = 6  # figures of a cell that draws while the sliders move
DRAWS = f"""for k in range({PICTURES}):
    ax = plots.boundary(KernelSVM(kernel=RBF(0.1 + k)).fit(X_200, y_200), X_200, y_200)"""
RUN_ALL = """async () => {
  const { content, sessionContext } = window.jupyterapp.shell.currentWidget;
  await window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs');
  const { kernel } = sessionContext.session;
  const later = milliseconds => new Promise(done => setTimeout(done, milliseconds));
  do {  // now and then a kernel does not come back: then it is started once more
    await Promise.race([kernel.restart(), later(20_000)]);
    for (let k = 0; k < 200 && kernel.status !== 'idle'; k++)
      await later(100);  // what is sent before may be lost
  } while (kernel.status !== 'idle');
  content.activeCellIndex = 0;
  await window.jupyterapp.commands.execute('notebook:run-all-cells');
  window.ran = true;
}"""


# once more where a kernel never came; what a busy machine breaks otherwise is what it looks for
@pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError"])
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "rounds, busy", [(1, 0), pytest.param(10, 4, marks=pytest.mark.weekly)], ids=["some", "many"]
)
def test_sliders_move_while_cells_draw(rounds, busy, tabs, server):
    """Restart and run all, again and again, while keys move the sliders of lectures 3 and 8.

    Each picture is there, and each line says what svmlib finds; weekly beside programs that keep
    the processors busy, which `make test` does by itself.
    """
    with ExitStack() as stack:
        tab = opened(tabs(), f"{server}lab/tree/sliders")
        tab.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.isReady")
        for _ in range(busy):
            stack.callback(subprocess.Popen([sys.executable, "-c", "while True: pass"]).kill)
        for _ in range(rounds):
            run_all_and_press(tab)
            outputs = tab.locator(".jp-Notebook .jp-Cell .jp-Cell-outputWrapper")
            values = tab.locator(".jp-Notebook .widget-readout").all_inner_texts()
            for output, told in zip(outputs.all()[1:3], expected(*values), strict=True):
                expect(output).to_contain_text(told, timeout=PATIENCE)
                assert output.locator("img").count() == 1
            assert outputs.nth(3).locator("img").count() == PICTURES
            text = tab.locator(".jp-Notebook").inner_text()
            assert not re.search("Error|Warning|Traceback", text), text
        for button in tab.get_by_role("button", name="Reset").all():
            button.click()
        for k, start in enumerate(("1", "1", "0.5")):
            expect(tab.locator(".jp-Notebook .widget-readout").nth(k)).to_have_text(start)


def run_all_and_press(tab):
    """Restart the kernel and run all cells; press keys on the sliders that are there meanwhile.

    Each press is work for the kernel: a busy machine would never be done with as many as can be.
    """
    tab.evaluate(f"() => {{ window.ran = false; ({RUN_ALL})(); }}")
    sliders, left, end = tab.get_by_role("slider"), 20, time.monotonic() + 2 * PATIENCE / 1000
    while left > 0 and not tab.evaluate("window.ran"):
        if time.monotonic() > end:
            raise TimeoutError(tab.locator(".jp-Notebook").inner_text())
        for slider in sliders.all():
            with suppress(PlaywrightError):  # it has gone, or is not yet to be moved
                slider.press("ArrowLeft", timeout=1000)
                left -= 1
    tab.wait_for_function("window.ran", timeout=2 * PATIENCE)


def expected(soft, C, sigma):
    """What stands below the sliders of each lecture when they say these C and σ."""
    X, y = datasets.iris_setosa(features=2)
    svm = LinearSVM(C=float(soft)).fit(X, y)
    wrong = (svm.predict(X) != y).sum()
    yield f"margin {svm.margin_:.3f}, {len(svm.support_)} support vectors, {wrong} errors"
    X, y = datasets.moons(200)
    svm = KernelSVM(C=float(C), kernel=RBF(float(sigma))).fit(X, y)
    wrong, missed = ((f != y).sum() for f in (svm.predict(X), cross_val_predict(svm, X, y, cv=5)))
    told = f"margin {svm.margin_:.4g}, {len(svm.support_)} support vectors of {len(y)} "
    yield told + f"errors: {wrong} in training, {missed} held out"
