"""`make notebooks` stores lectures so that they stay small, comparable, and fit for the page."""

import json
import shutil

import nbformat
import pytest
from nbformat import v4

from book import fingerprint, run_lectures, vector, vector_figures
from book.source import Lecture
from tests.lint import cells

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
    assert [cell["execution_count"] for cell in json.loads(ran)["cells"]] == [1, 2, 3, 4, 5]


def test_what_is_stored_is_legal_in_a_lecture(notebook, path):
    lecture = Lecture("02-small", notebook, path.parent)
    assert [message for rule in RULES for message in rule(lecture)] == []


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
