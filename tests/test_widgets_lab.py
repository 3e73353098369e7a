"""Live figures in real JupyterLab: browser to Python and back, among figures, cells and keys."""

import re

import nbformat
import pytest
from nbformat import v4

from svmlib import LinearSVM, datasets
from tests.jupyter import PATIENCE, jupyter
from tests.live_page import Figure

CELLS = [
    "from svmlib import datasets, widgets\nX, y = datasets.blobs(30, seed=2)\n"
    "figure = widgets.Street(X, y, C=1.0)\nfigure",
    "print('C is', figure.C, 'and P', figure.solution['primal'])",
    "figure.C = 20.0",
    "print('changed', len(figure.points), figure.fit().primal_, figure.solution['primal'])",
    "widgets.Losses()",
    "figure",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the notebook."""
    folder = tmp_path_factory.mktemp("lab")
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [v4.new_code_cell(source) for source in CELLS]
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / "street.ipynb")
    return folder


@pytest.fixture(scope="module")
def lab(folder):
    """Address of a running JupyterLab over the folder."""
    with jupyter(folder) as address:
        yield address


@pytest.fixture
def notebook(lab, chromium):
    """The notebook open in a tab."""
    context = chromium.new_context(viewport={"width": 1200, "height": 1400})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    tab.errors = []
    tab.on("pageerror", lambda error: tab.errors.append(str(error)))
    tab.goto(lab + "lab/tree/street.ipynb?reset")
    tab.locator(".jp-Notebook .jp-CodeCell").last.wait_for()
    tab.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady")
    yield tab
    context.close()


def run(tab, k):
    """Run cell k and wait until it is done; what it prints."""
    cell = tab.locator(".jp-Notebook .jp-CodeCell").nth(k)
    cell.locator(".jp-InputPrompt").first.click()
    # the command ends with the cell
    tab.evaluate("() => window.jupyterapp.commands.execute('notebook:run-cell')")
    assert re.fullmatch(r"\[\d+\]:?", cell.locator(".jp-InputPrompt").first.inner_text().strip())
    output = cell.locator(".jp-OutputArea-output pre")
    return output.last.inner_text() if output.count() else ""


def numbers(text):
    return [float(v) for v in re.findall(r"\d+\.?\d*(?:e-?\d+)?", text)]


def test_slider_and_trait_follow_each_other(notebook):
    tab = notebook
    first = tab.locator(".jp-Notebook .jp-CodeCell").first
    run(tab, 0)
    slider = first.get_by_role("slider", name="C", exact=True)
    slider.wait_for()
    assert slider.get_attribute("aria-valuetext") == "C = 1"
    assert first.locator(".svm-live canvas").count() == 1

    # from the browser to Python: the trait, and what the figure found
    slider.focus()
    for _ in range(3):
        slider.press("PageUp")
    box = first.get_by_label("C, exact value")
    shown = float(box.input_value())
    assert shown > 1
    figure = Figure(tab, first.locator(".svm-live"))
    figure.done()  # then it writes its solution
    C, primal = numbers(run(tab, 1))
    X, y = datasets.blobs(30, seed=2)
    assert C == pytest.approx(shown, rel=1e-3)
    assert primal == pytest.approx(LinearSVM(C=C).fit(X, y).primal_, rel=1e-8)

    # from Python to the browser
    run(tab, 2)
    tab.wait_for_function(
        "() => document.querySelector('.svm-live input[type=range]').ariaValueText === 'C = 20'"
        " || document.querySelector('.svm-live input[type=range]')"
        ".getAttribute('aria-valuetext') === 'C = 20'"
    )
    assert float(box.input_value()) == 20

    # a point moved by keyboard arrives, and fit() is what the figure shows
    plot = first.locator(".svm-plot[tabindex]")
    plot.focus()
    plot.press("Delete")
    figure.done()
    count, fitted, found = numbers(run(tab, 3))
    assert count == 29
    assert fitted == pytest.approx(found, rel=1e-8)
    assert tab.errors == []


def cells(tab):
    return tab.locator(".jp-Notebook .jp-Cell").count()


def test_two_figures_two_views_and_the_keys_of_the_notebook(notebook):
    tab = notebook
    code = tab.locator(".jp-Notebook .jp-CodeCell")
    for k in (0, 4, 5):
        run(tab, k)
    street, losses, again = (code.nth(k).locator(".svm-live") for k in (0, 4, 5))
    again.locator("canvas").wait_for()

    # every label leads to a control of its own figure, and no id is there twice
    ids = tab.evaluate("() => [...document.querySelectorAll('.svm-live [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids)) > 10
    strays = """() => [...document.querySelectorAll('.svm-live label[for]')].filter(
      l => l.control?.closest('.svm-live') !== l.closest('.svm-live')).length"""
    assert tab.evaluate(strays) == 0
    losses.get_by_text("zero-one", exact=True).first.click()
    assert not street.get_by_label("hard margin").is_checked()

    # a typed number is taken with Enter, and keys stay in the figure: b, x, d d would change cells
    before = cells(tab)
    box = street.get_by_label("C, exact value")
    box.fill("7")
    box.press("Enter")
    slider = street.get_by_role("slider", name="C", exact=True)
    assert slider.get_attribute("aria-valuetext") == "C = 7"
    plot = street.locator(".svm-plot[tabindex]")
    plot.focus()
    for key in ("b", "a", "x", "d", "d", "j", "m", "Shift+M"):
        plot.press(key)
    assert cells(tab) == before and street.locator("canvas").is_visible()
    assert "31" in street.locator("summary ~ textarea").evaluate(
        "area => String(area.value.split('\\n').length)"
    )  # `a` added a point

    # both views of one model show the same
    facts = street.locator(".svm-facts")
    tab.wait_for_function(
        "([a, b]) => a.textContent === b.textContent",
        arg=[facts.element_handle(), again.locator(".svm-facts").element_handle()],
    )
    assert float(again.get_by_label("C, exact value").input_value()) == 7

    # the theme of JupyterLab
    assert street.get_attribute("data-svm-theme") == "light"
    picture = street.locator("canvas").first.evaluate("c => c.toDataURL()")
    tab.evaluate(
        "() => window.jupyterapp.commands.execute("
        "'apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    tab.wait_for_function("() => document.querySelector('.svm-live').dataset.svmTheme === 'dark'")
    tab.wait_for_function(
        "([canvas, before]) => canvas.toDataURL() !== before",
        arg=[street.locator("canvas").first.element_handle(), picture],
    )
    # no link leads into a notebook
    assert street.get_by_role("button", name="Copy link").count() == 0
    assert tab.errors == []
