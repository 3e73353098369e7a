"""`make notebooks` stores lectures so that they stay small, comparable, and fit for the page."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from book.source import Book, Lecture
from svmlib.plots import fingerprint
from tests import live_book
from tests.conftest import ROOT
from tests.lint import cells
from tests.lint.cells import STATE, VIEW

RULES = [
    cells.valid_notebook, cells.executed_in_order, cells.no_errors, cells.one_output,
    cells.repeatable_outputs, cells.figures_described, cells.known_tags, cells.live_widgets,
]  # fmt: skip


def run(path):
    return subprocess.run(
        [sys.executable, "-m", "book.run_lectures", path],
        cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def write(path, *sources):
    notebook = v4.new_notebook(cells=[v4.new_code_cell(source) for source in sources])
    nbformat.write(notebook, path)
    return path


@pytest.fixture(scope="module")
def book():
    return Book.read(ROOT)


def broken(path, book):
    """Rules that the notebook breaks."""
    lecture = Lecture.read(path)
    return [message for rule in RULES for message in rule(lecture, book)]


def test_live_figures_are_legal_in_a_lecture(live_notebook, book):
    assert broken(live_notebook, book) == []


def test_notebook_stores_states_and_no_front_end(live_notebook):
    notebook = nbformat.read(live_notebook, 4)
    state = notebook.metadata.widgets[STATE].state
    shown = [o for cell in notebook.cells for o in cell.get("outputs", [])]
    assert len(shown) == len(live_book.FIGURES)
    for output, name in zip(shown, live_book.FIGURES, strict=True):
        saved = state[output.data[VIEW]["model_id"]]["state"]
        assert saved["figure"] == name
        assert {"image/png", "text/plain"} <= set(output.data)
        assert fingerprint.KEY in output.metadata["image/png"]
        assert "svm-live" not in json.dumps(saved) and "function" not in saved["_esm"]
    sizes = {model: len(json.dumps(entry)) for model, entry in state.items()}
    assert max(sizes.values()) < 16_000


def test_models_are_named_by_their_order(live_notebook):
    state = nbformat.read(live_notebook, 4).metadata.widgets[STATE].state
    assert list(state) == [f"live_{k:02}" for k in range(1, len(state) + 1)]
    # figure, layout, figure, layout, …, each reference leading somewhere
    assert len(state) == 2 * len(live_book.FIGURES)
    assert set(re.findall(r"IPY_MODEL_(\w+)", json.dumps(state))) <= set(state)


def test_a_second_run_leaves_the_same_file(tmp_path):
    figure = "from svmlib import datasets, widgets\nwidgets.Street(*datasets.blobs(12))"
    unseen = "import ipywidgets\nunseen = ipywidgets.IntSlider()"
    path = write(tmp_path / "02-twice.ipynb", unseen, figure, "print('done')")
    assert run(path).returncode == 0
    once = path.read_bytes()
    state = json.loads(once)["metadata"]["widgets"][STATE]["state"]
    assert list(state) == ["02_twice_01", "02_twice_02"]
    assert run(path).returncode == 0
    assert path.read_bytes() == once
    assert json.loads(once)["cells"][1]["execution_count"] == 2
    assert b"iopub" not in once  # no times


def test_a_notebook_without_figures_keeps_no_widget_state(tmp_path):
    path = write(tmp_path / "plain.ipynb", "import ipywidgets\nx = ipywidgets.IntSlider()")
    assert run(path).returncode == 0
    assert "widgets" not in nbformat.read(path, 4).metadata


def test_an_error_fails_and_leaves_the_file(tmp_path):
    path = write(tmp_path / "broken.ipynb", "1 / 0")
    before = path.read_bytes()
    result = run(path)
    assert result.returncode != 0 and "ZeroDivisionError" in result.stderr
    assert path.read_bytes() == before


def nbval(path):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval"]
    command += ["-p", "tests.nbval_strict"]
    return subprocess.run(
        [*command, "--nbval-current-env", "--nbval-cell-timeout", "120", path],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip


def test_stored_figures_compare_with_a_fresh_run(live_notebook, tmp_path):
    """A changed trait, a moved point and another picture differ, and nothing else does."""
    notebook = nbformat.read(live_notebook, 4)
    changed = tmp_path / "live.ipynb"
    state = notebook.metadata.widgets[STATE].state
    state.live_01.state.C = 1.001
    state.live_03.state.points[4][0] += 1e-3
    output = notebook.cells[7].outputs[0]
    output.metadata["image/png"][fingerprint.KEY]["axes"][0]["titles"][0] = "another title"
    nbformat.write(notebook, changed)
    result = nbval(changed).stdout
    failed = {int(k) for k in re.findall(r"^FAILED .*Cell (\d+)", result, re.M)}
    assert failed == {1, 2, 3}, result[-3000:]


def add_css(entry):
    entry["state"]["_css"] = ".svm-live {}"


BREAKS = {
    "no picture": lambda output, entry: output.data.pop("image/png"),
    "no data": lambda output, entry: output.metadata.pop("image/png"),
    "front end": lambda output, entry: entry["state"].update(_esm="x" * 300),
    "style": lambda output, entry: add_css(entry),
    "plain": lambda output, entry: entry["state"].pop("_anywidget_id"),
    "foreign": lambda output, entry: entry["state"].update(_anywidget_id="other.Figure"),
    "address": lambda output, entry: output.data.update({"text/plain": "<Street at 0x7f8441f0>"}),
    "unknown": lambda output, entry: output.data[VIEW].update(model_id="nobody"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_what_would_not_work_is_illegal(name, live_notebook, book, tmp_path):
    notebook = nbformat.read(live_notebook, 4)
    output = notebook.cells[3].outputs[0]
    BREAKS[name](output, notebook.metadata.widgets[STATE].state.live_01)
    path = tmp_path / "broken.ipynb"
    nbformat.write(notebook, path)
    assert broken(path, book)


def test_make_notebooks_runs_this():
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    recipe = re.search(r"^notebooks:.*\n((?:\t.*\n)+)", makefile, re.M)[1]
    assert "-m book.run_lectures" in recipe and Path(ROOT / "book/run_lectures.py").exists()
