"""`make notebooks` stores lectures so that they stay small, comparable, and fit for the page."""

import json
import re
import shutil
from functools import partial

import nbformat
import pytest
from nbclient.exceptions import CellTimeoutError
from nbformat import v4

from book import fingerprint, run_lectures, vector, vector_figures
from book.run_lectures import STATE, VIEW
from book.source import Lecture
from svmlib import datasets, plots
from tests.lint import cells
from tests.tolerance import Tolerance, json_difference

PNG = "image/png"
RULES = [cells.made_by_make_notebooks, cells.figures_described, cells.live_widgets]
SOURCES = {
    "set-up": "import ipywidgets\nfrom svmlib import datasets, plots, widgets\n"
    "plots.use_style()\nX, y = datasets.rings(40)\nunseen = ipywidgets.IntSlider()",
    "still": "ax = plots.points(X, y)",
    "live": "widgets.Street(*datasets.blobs(12))",
    "other": "widgets.Novelty(X)",
    "number": "1 + 1",
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A small lecture that has not been run."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    page = v4.new_notebook(metadata={"kernelspec": kernel})
    page.cells = [v4.new_code_cell(source) for source in SOURCES.values()]
    for cell, name in zip(page.cells[1:4], list(SOURCES)[1:4], strict=True):
        cell.metadata.mystnb = {
            "figure": {"name": f"fig-{name}", "caption": "What it **shows**."},
            "image": {"alt": "Picture of the points as they are before anything has been moved."},
        }
    path = tmp_path_factory.mktemp("lectures") / "02-small.ipynb"
    nbformat.write(page, path)
    return path


@pytest.fixture(scope="module")
def runs(path):
    """The bytes of the file after one run and after another."""
    found = []
    for _ in range(2):
        run_lectures.main([str(path)])
        found.append(path.read_bytes())
    return found


@pytest.fixture
def notebook(runs):
    return nbformat.reads(runs[0].decode(), as_version=4)


def test_a_second_run_leaves_the_same_file(runs):
    assert runs[0] == runs[1]
    assert b"iopub" not in runs[0]  # no times
    assert [cell["execution_count"] for cell in json.loads(runs[0])["cells"]] == [1, 2, 3, 4, 5]


def test_what_is_stored_is_legal_in_a_lecture(notebook, path):
    lecture = Lecture("02-small", notebook, path.parent)
    assert [message for rule in RULES for message in rule(lecture)] == []


def test_notebook_stores_states_of_what_is_shown_and_no_front_end(notebook):
    state = notebook.metadata.widgets[STATE].state
    # named by their order: figure, layout, figure, layout; the slider is not shown
    assert list(state) == [f"02_small_{k:02}" for k in range(1, 5)]
    assert set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(state))) <= set(state)
    for cell, name in zip(notebook.cells[2:4], ("Street", "Novelty"), strict=True):
        (output,) = cell.outputs
        saved = state[output.data[VIEW]["model_id"]]["state"]
        assert saved["figure"] == name
        assert {PNG, "text/plain"} <= set(output.data)
        assert fingerprint.KEY in output.metadata[PNG]
        assert "svm-live" not in json.dumps(saved) and "function" not in saved["_esm"]
        assert len(json.dumps(saved)) < 16_000


def test_figures_carry_their_data_and_nothing_else_does(notebook):
    empty, still, _, _, number = (cell.outputs for cell in notebook.cells)
    assert empty == [] and dict(number[0].data) == {"text/plain": "2"}
    plots.use_style()
    fresh = fingerprint.figure_fingerprint(plots.points(*datasets.rings(40)).figure)
    stored = still[0].metadata[PNG]
    assert set(stored) == {"width", "height", fingerprint.KEY} and stored["width"] == 640
    fresh = json.loads(json.dumps(fresh))
    assert json_difference(stored[fingerprint.KEY], fresh, Tolerance(atol=0)) is None


def test_the_svg_of_each_figure_is_a_file(path, notebook, tmp_path):
    names = {"fig-still", "fig-live", "fig-other"}
    assert vector_figures.stored(path.parent) == vector_figures.wanted(path.parent)
    assert vector_figures.stored(path.parent).keys() == names
    assert f'"{vector.KEY}":' not in json.dumps(notebook)
    # a file of old data, or of a figure that is gone, is noticed
    shutil.copytree(path.parent, tmp_path, dirs_exist_ok=True)
    shown = notebook.cells[1].outputs[0].metadata[PNG][fingerprint.KEY]
    shown["axes"][0]["titles"][0] = "another"
    nbformat.write(notebook, tmp_path / path.name)
    assert vector_figures.stored(tmp_path).keys() == names
    assert vector_figures.stored(tmp_path) != vector_figures.wanted(tmp_path)
    del notebook.cells[1]
    nbformat.write(notebook, tmp_path / path.name)
    vector_figures.remove_left_over(tmp_path)
    assert vector_figures.stored(tmp_path).keys() == names - {"fig-still"}


def test_a_cell_that_never_ends_is_an_error_which_leaves_the_file(tmp_path, monkeypatch):
    path = tmp_path / "broken.ipynb"
    cell = v4.new_code_cell("import time\ntime.sleep(600)")
    nbformat.write(v4.new_notebook(cells=[cell]), path)
    before = path.read_bytes()
    monkeypatch.setattr(run_lectures, "execute", partial(run_lectures.execute, seconds=1))
    with pytest.raises(CellTimeoutError):
        run_lectures.run(path)
    assert path.read_bytes() == before
