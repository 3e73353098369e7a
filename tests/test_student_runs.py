"""The student's notebooks run, unsolved and solved."""

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
EVERY_TIME = "in-depth/11-probabilities-and-decisions"


@pytest.fixture(scope="module")
def warm():
    """Kernels as forks, as in the comparison of outputs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_provisioner, "launch_kernel", local_provisioner.launch_kernel)
        warm_kernels.pytest_configure(None)
        yield
    warm_kernels.pytest_unconfigure(None)


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


def marks(page):
    """Most pages run once a week."""
    return () if str(page.with_suffix("")) == EVERY_TIME else pytest.mark.weekly


@pytest.mark.parametrize("page", [pytest.param(p, id=str(p), marks=marks(p)) for p in PAGES])
def test_runs_unsolved_and_solved(page, site, warm):
    """From top to bottom in one kernel, each exercise first unsolved and then solved."""
    path = site / "notebooks" / page
    exercises = exercises_of(ROOT / "lectures" / page)
    ran = with_solutions(nbformat.read(path, 4), exercises)
    NotebookClient(
        ran,
        kernel_manager_class=AsyncFileKernelManager,
        extra_arguments=["--PNGFormatter.enabled=False"],  # pictures are compared elsewhere
        resources={"metadata": {"path": path.parent}},
        timeout=120,
        startup_timeout=120,
        coalesce_streams=True,
    ).execute()
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
                assert tolerance.text_difference(*pair, tolerance.Tolerance(1e-3)) is None
