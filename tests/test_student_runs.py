"""Each student's notebook runs top to bottom, unsolved and then solved, in one kernel."""

import copy
from pathlib import Path

import nbformat
import pytest
from jupyter_client.provisioning import local_provisioner
from nbclient import NotebookClient
from nbformat import v4

from book.exercises import exercises_of
from book.kernels import AsyncFileKernelManager
from book.source import lecture_paths
from tests import tolerance, warm_kernels
from tests.lecture_lint import ROOT

PAGES = [path.relative_to(ROOT / "lectures") for path in lecture_paths(ROOT)]


@pytest.fixture
def warm(monkeypatch):
    """Kernels as forks, as in the comparison of outputs."""
    monkeypatch.setattr(local_provisioner, "launch_kernel", local_provisioner.launch_kernel)
    warm_kernels.pytest_configure(None)


def with_solutions(notebook, exercises):
    """The notebook, after each check the solution without its check, and the check again."""
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        label, _, part = cell.id.rpartition("-")
        if part == "check":
            cells.append(v4.new_code_cell(exercises[label].own(), id=f"{label}-solution"))
            cells.append(v4.new_code_cell(cell.source, id=f"{label}-again"))
    return v4.new_notebook(cells=cells, metadata=notebook.metadata)


def texts(cell):
    return [output.text for output in cell.outputs if output.output_type == "stream"]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_runs_unsolved_and_solved(page, site, warm):
    path = site / "notebooks" / page
    exercises = exercises_of(ROOT / "lectures" / page)
    written = nbformat.read(path, 4)
    ran = with_solutions(copy.deepcopy(written), exercises)
    NotebookClient(
        ran,
        kernel_manager_class=AsyncFileKernelManager,
        extra_arguments=["--PNGFormatter.enabled=False"],  # pictures are compared elsewhere
        resources={"metadata": {"path": Path(path).parent}},
        timeout=120,
        startup_timeout=120,
        coalesce_streams=True,
    ).execute()
    stored = {cell.id: cell for cell in nbformat.read(ROOT / "lectures" / page, 4).cells}
    checks = 0
    for cell in ran.cells:
        if cell.cell_type != "code":
            continue
        label, _, part = cell.id.rpartition("-")
        errors = [output for output in cell.outputs if output.output_type == "error"]
        if part == "check":
            (error,) = errors
            asked = " and ".join(exercises[label].asked())
            assert error.ename == "AssertionError"
            assert f"write {asked} (exactly so called)" in error.evalue, label
            checks += 1
        else:
            assert not errors, (cell.id, errors)
        if part == "again":
            assert texts(cell)[-1].endswith(": right.\n"), label
        elif cell.id in stored:
            pairs = zip(texts(stored[cell.id]), texts(cell), strict=True)
            for before, after in pairs:
                assert tolerance.text_difference(before, after, tolerance.Tolerance(1e-3)) is None
    assert checks == len(exercises) > 0
