"""The student's notebooks run, unsolved and solved."""

import os
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import v4

from book.exercises import bound, exercises_of
from book.jupyter_kernels import AsyncFileKernelManager
from book.source import lecture_paths
from tests import nbval_strict, tolerance
from tests.lecture_lint import ROOT

PAGES = [str(path.relative_to(ROOT / "lectures")) for path in lecture_paths(ROOT)]
EVERY_TIME = "in-depth/01-margins.ipynb"


def with_solutions(notebook, exercises):
    """The notebook, after each check the solution without its check, and the check again: with the
    exercise's data, and without them.
    """
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        label, _, part = cell.id.rpartition("-")
        if part == "check":
            cells.append(v4.new_code_cell(exercises[label].own(), id=f"{label}-solution"))
            cells.append(v4.new_code_cell(cell.source, id=f"{label}-again"))
            data = sorted(bound(exercises[label].set_up))
            lose = f"lost = {{name: globals().pop(name) for name in {data}}}"
            cells.append(v4.new_code_cell(lose))
            cells.append(v4.new_code_cell(cell.source, id=f"{label}-alone-again"))
            cells.append(v4.new_code_cell("globals().update(lost)"))
    return v4.new_notebook(cells=cells, metadata=notebook.metadata)


def texts(cell):
    return [output.text for output in cell.outputs if output.output_type == "stream"]


# most run once a week
RUNS = [pytest.param(page, marks=[pytest.mark.weekly] * (page != EVERY_TIME)) for page in PAGES]


@pytest.mark.parametrize("page", RUNS)
def test_runs_unsolved_and_solved(page, site):
    """From top to bottom in one kernel, each exercise first unsolved and then solved."""
    path = site / "notebooks" / page
    exercises = exercises_of(ROOT / "lectures" / page)
    ran = with_solutions(nbformat.read(path, 4), exercises)
    NotebookClient(
        ran, kernel_manager_class=AsyncFileKernelManager,
        extra_arguments=["--PNGFormatter.enabled=False"],  # pictures are compared elsewhere
        resources={"metadata": {"path": path.parent}},
        timeout=120, startup_timeout=120, coalesce_streams=True,
    ).execute()  # fmt: skip
    before = {cell.id: cell for cell in nbformat.read(ROOT / "lectures" / page, 4).cells}
    for cell in (cell for cell in ran.cells if cell.cell_type == "code"):
        label, _, part = cell.id.rpartition("-")
        errors = [output for output in cell.outputs if output.output_type == "error"]
        if part == "check":
            asked = " and ".join(exercises[label].asked())
            (said,) = texts(cell)
            assert said.endswith(f"write {asked} in the cell above, and run it.\n"), label
        assert not errors, (cell.id, errors)
        if part == "again":
            assert texts(cell)[-1].endswith(": right.\n"), label
        elif cell.id in before:
            for pair in zip(texts(before[cell.id]), texts(cell), strict=True):
                assert tolerance.text_difference(*pair, rtol=1e-3, atol=1e-9) is None


# what Colab has had for a while; its own list is pip-freeze.txt of googlecolab/backend-info
COLAB = ["numpy==2.0.2", "pandas==2.2.2", "scikit-learn==1.6.1", "matplotlib==3.10.0",
         "ipywidgets==7.7.1", "anywidget==0.9.21", "ipykernel==6.17.1", "ipython==7.34.0",
         "threadpoolctl==3.6.0", "tqdm==4.67.1", "scipy==1.16.3", "setuptools<81"]  # fmt: skip
SLIDERS = {"03-soft-margin": 1, "08-kernels": 2, "09-choosing-c-and-sigma": 2}
SLIDE = re.compile(r"interactive_output\(|interact\(|explore\(")


@pytest.mark.weekly
@pytest.mark.timeout(1800)  # what pip fetches may be slow
@pytest.mark.skipif(sys.version_info >= (3, 14), reason="these versions have no wheels for it")
def test_first_cell_and_sliders_with_the_packages_of_colab(site, tmp_path):
    """The wheel leaves what is there as it is, and the cells run up to the sliders.

    In the notebooks after the first one all that they need is there.
    """
    python = tmp_path / "colab/bin/python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "colab"], check=True)
    pip = [python, "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, *COLAB, "nbclient"], check=True)
    (wheel,) = (site / "notebooks").glob("svmlib-*.whl")
    (tmp_path / wheel.name).write_bytes(wheel.read_bytes())
    for name in SLIDERS:
        notebook = nbformat.read(site / f"notebooks/{name}.ipynb", 4)
        last = [k for k, c in enumerate(notebook.cells) if SLIDE.search(c.source)][-1]
        notebook.cells = notebook.cells[: last + 1]
        nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    bare = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    run = [python.with_name("jupyter-execute"), "--inplace", "--timeout=300", *SLIDERS]
    subprocess.run(run, cwd=tmp_path, env=bare, check=True)
    for name, number in SLIDERS.items():
        stored = nbformat.read(tmp_path / f"{name}.ipynb", 4)
        states = stored.metadata.widgets[nbval_strict.STATE].state.values()
        assert sum(s.model_name == "SelectionSliderModel" for s in states) == number
    here = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True).stdout
    assert "svmlib" in here
    assert all(pin in here.splitlines() for pin in COLAB if "==" in pin)
