"""`make notebooks` stores a lecture as the page needs it, and nbval notices what is broken then.

One small notebook is run and stored. Then each cell of CASES is changed, some in a way that must
not count, others in a way that must fail that cell and no other, and it is run under nbval.
"""

import json
import shutil

import nbformat
import numpy as np
import pytest
from nbformat import v4

from book import fingerprint, run_lectures, vector_figures
from book.source import Lecture
from tests.lint import cells
from tests.nbval_strict import STATE
from tests.tolerance import decode, encoded

RULES = [cells.made_by_make_notebooks, cells.figures_described, cells.live_widgets]
SOURCES = {
    "set-up": """import matplotlib.pyplot as plt
from ipywidgets import FloatSlider, IntSlider, interact
from svmlib import datasets, plots, widgets
plots.use_style()
X, y = datasets.rings(40)
unseen = IntSlider()""",
    "still": "ax = plots.points(X, y)",
    "live": "widgets.Street(*datasets.blobs(12))",
    "other": "widgets.Novelty(X)",
    "number": "1 + 1",
    # as after a message that a slider sends, which Jupyter handles in another thread
    "beside": """from threading import Thread
fig, ax = plt.subplots()
hook = Thread(target=get_ipython().events.trigger, args=("post_execute",))
hook.start()
hook.join()
assert plt.fignum_exists(fig.number)
plt.close(fig)""",
}
LINE = "fig, ax = plt.subplots(figsize=(4, 3))\nlines = ax.plot([-2, 2], [-1, 1])"
DRAWS = f"{LINE}\nplt.show()".replace("\n", "\n    ")
DRAWS = f"@interact(C=(1, 5))\ndef draw(C):\n    {DRAWS}"
THIRD = "0.3333333333333333"
WIDGET = "box = interact(lambda C: print('gap', C / 3), C=(1, 5))"


def source(old, new):
    """A change of a cell's code."""

    def change(cell, states):
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def stored(old, new):
    """A change of the text that a cell stores."""

    def change(cell, states):
        assert old in cell.outputs[0].text
        cell.outputs[0].text = cell.outputs[0].text.replace(old, new)

    return change


def picture(change):
    """A change of the pixels that a cell stores, or of nothing but their file."""

    def changed(cell, states):
        shown = cell.outputs[0].data
        before, (pixels, program) = shown["image/png"], decode(shown["image/png"])
        shown["image/png"] = encoded(change(pixels), program, compress_level=1)
        assert shown["image/png"] != before

    return changed


def last_digit(cell, states):
    for model in states.values():
        if model.state.get("value") == 1 / 3:
            model.state.value = 0.33333333333333337


def stored_error(cell, states):
    for model in states.values():
        if "ill" in json.dumps(model.state.get("outputs")):
            model.state.outputs = [v4.new_output("error", ename="OSError", evalue="ill")]


def field(**values):
    return lambda cell, states: cell.update(values)


# (a cell, its change, words of what is said, or nothing when it must not count)
CASES = [
    (LINE, picture(np.copy), None),
    (LINE, picture(np.fliplr), "image/png: picture changed"),
    ("FloatSlider(value=1 / 3)", last_digit, None),
    ("print('w =', 1 / 3)", stored(THIRD, "0.3333333333333337"), "337 became 0.333333"),
    ("print('two  blanks')", stored("two  ", "two "), "nbval by itself"),
    ("1 + 1;", field(), "Unexpected output fields"),  # nbval runs cells without history
    (f"{LINE}\nlabel = ax.set_xlabel('length')", source("length", "width"), "width"),
    (WIDGET, source("C / 3", "C / 4"), "gap"),
    (WIDGET, source("C / 3", "D / 3"), "NameError"),
    (WIDGET.replace("gap", "ill"), stored_error, "error in the stored widget: OSError: ill"),
    (DRAWS, source("[-1, 1]", "[-1, 1.01]"), fingerprint.KEY),
    ("widgets.Street([[0.0, 1], [2, 3]], [-1, 1], C=1)", source("C=1", "C=1.001"), "1.001"),
    ("widgets.Street([[0.0, 1], [2, 3]], [-1, 1])", source("3", "4"), "view+json: $."),
    ("print('same')", field(outputs=[]), "0 stored outputs, 1 new ones"),
    ("print('gone')", source("print('gone')", "None"), "1 stored outputs, 0 new ones"),
    ("print('stale')", field(execution_count=None, outputs=[]), "never run"),
    ("print('checked')", source("print", "# NBVAL_IGNORE_OUTPUT\nprint"), "asks not to compare"),
]


class Said:
    """What nbval says about each cell: why it failed, or None."""

    def __init__(self):
        self.cells = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call":
            self.cells.append(report.longreprtext if report.failed else None)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A small lecture, with the cells of CASES, that has not been run."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    sources = [*SOURCES.values(), *(code for code, _, _ in CASES)]
    made = [v4.new_code_cell(source) for source in sources]
    alt = "Picture of the points as they are before anything has been moved."
    for cell, name in zip(made[1:4], list(SOURCES)[1:4], strict=True):
        figure = {"name": f"fig-{name}", "caption": "What it **shows**."}
        cell.metadata.mystnb = {"figure": figure, "image": {"alt": alt}}
    path = tmp_path_factory.mktemp("lectures") / "03-small.ipynb"
    nbformat.write(v4.new_notebook(cells=made, metadata={"kernelspec": kernel}), path)
    return path


@pytest.fixture(scope="module")
def ran(path):
    """The bytes of the file after a run."""
    run_lectures.main([str(path)])
    return path.read_bytes()


@pytest.fixture
def notebook(ran):
    return nbformat.reads(ran.decode(), as_version=4)


@pytest.mark.weekly
def test_a_second_run_leaves_the_same_file(ran, path):
    run_lectures.main([str(path)])
    assert path.read_bytes() == ran and b"iopub" not in ran  # no times
    counts = [cell["execution_count"] for cell in json.loads(ran)["cells"]]
    assert counts == [*range(1, len(counts) + 1)]


def test_what_is_stored_is_legal_in_a_lecture(notebook, path):
    del notebook.cells[len(SOURCES) :]
    lecture = Lecture("03-small", notebook, path.parent)
    assert [message for rule in RULES for message in rule(lecture)] == []


def test_the_svg_of_each_figure_is_a_file(path, notebook, tmp_path):
    names = {"fig-still", "fig-live", "fig-other"}
    assert vector_figures.stored(path.parent) == vector_figures.wanted(path.parent)
    assert vector_figures.stored(path.parent).keys() == names
    assert f'"{vector_figures.KEY}":' not in json.dumps(notebook)
    # a file of old data, or of a figure that is gone, is noticed
    shutil.copytree(path.parent, tmp_path, dirs_exist_ok=True)
    shown = notebook.cells[1].outputs[0].metadata["image/png"][fingerprint.KEY]
    shown["axes"][0]["titles"][0] = "another"
    nbformat.write(notebook, tmp_path / path.name)
    assert vector_figures.stored(tmp_path).keys() == names
    assert vector_figures.stored(tmp_path) != vector_figures.wanted(tmp_path)
    del notebook.cells[1]
    nbformat.write(notebook, tmp_path / path.name)
    vector_figures.remove_left_over(tmp_path)
    assert vector_figures.stored(tmp_path).keys() == names - {"fig-still"}


@pytest.fixture(scope="module")
def results(ran, tmp_path_factory):
    """What nbval says about each cell of CASES, after all changes, in a lecture's place."""
    notebook = nbformat.reads(ran.decode(), as_version=4)
    for cell, (_, change, _) in zip(notebook.cells[len(SOURCES) :], CASES, strict=True):
        change(cell, notebook.metadata.widgets[STATE].state)
    folder, said = tmp_path_factory.mktemp("broken") / "lectures", Said()
    folder.mkdir()
    nbformat.write(notebook, folder / "03-broken.ipynb")
    (folder / "pytest.ini").touch()
    how = ("-p", "no:cacheprovider", "-p", "tests.nbval_strict", "--nbval", "--nbval-current-env")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_ADDOPTS", raising=False)
        pytest.main([*how, "-c", str(folder / "pytest.ini"), str(folder)], plugins=[said])
    assert said.cells[: len(SOURCES)] == len(SOURCES) * [None]
    return said.cells[len(SOURCES) :]


@pytest.mark.parametrize("k", range(len(CASES)))
def test_what_counts_fails_its_cell_and_says_why(k, results):
    words = CASES[k][2]
    assert (results[k] is None) == (words is None)
    assert words is None or words in results[k]
    if words and "became" in words:
        assert "if it is to be so: make notebooks LECTURE=03" in results[k]
