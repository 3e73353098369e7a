"""All checks run, each within its limit, and the end says what failed and how to repeat it."""

import os
import re
import subprocess
import sys
import time

import nbformat
import psutil
import pytest
from nbformat import v4

from book.run_lectures import execute
from tests import running, stages
from tests.conftest import ROOT
from tests.live_book import FIGURES
from tests.running import Stage

PYTHON = sys.executable
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}


@pytest.fixture(autouse=True)
def reports(tmp_path, monkeypatch):
    """Reports of these tests go elsewhere."""
    for module in (stages, running):
        monkeypatch.setattr(module, "ROOT", tmp_path)
        monkeypatch.setattr(module, "REPORTS", tmp_path / "reports")
    running.REPORTS.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def notebook(*cells):
    """A notebook of (source, printed) pairs."""
    made = []
    for k, (source, printed) in enumerate(cells, start=1):
        shown = [v4.new_output("stream", name="stdout", text=printed)] if printed else []
        made.append(v4.new_code_cell(source, execution_count=k, outputs=shown))
    return v4.new_notebook(cells=made, metadata={"kernelspec": KERNEL})


HANGS = """import subprocess, time
child = subprocess.Popen(["sh", "-c", "trap '' ABRT; sleep 600 & wait; sleep 600"])
open("child", "w").write(str(child.pid))
def test_sleeps():
    time.sleep(600)
test_sleeps()"""


@pytest.mark.weekly
def test_a_stage_over_its_limit_says_where_it_hangs_and_ends_with_all_it_has_started(
    tmp_path, capfd
):
    """As pytest does, which has faulthandler switched on."""
    result = running.run(Stage("hang", [PYTHON, "-X", "faulthandler", "-c", HANGS], 0.05))
    assert result.seconds < 60
    assert "limit of 0.05 minutes" in result.failures[-1][1]
    assert "in test_sleeps" in capfd.readouterr().err
    child = int((tmp_path / "child").read_text())
    deadline = time.monotonic() + 10
    while psutil.pid_exists(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE


STATE_OF_A_KERNEL = """import matplotlib, multiprocessing, os, signal, sys
import numpy, pandas
print([name for name in globals() if not name.startswith("_")])
print(os.getcwd(), sys.path, os.environ["HOME"], os.environ["MPLBACKEND"])
print(os.getpgrp() == os.getpid(), signal.getsignal(signal.SIGINT))
print(matplotlib.get_backend(), pandas.get_option("display.max_columns"))
print(multiprocessing.get_start_method(), numpy.show_config("dicts")["SIMD Extensions"])
pandas.DataFrame(numpy.ones((2, 30)))"""


@pytest.mark.weekly
def test_cells_run_as_in_a_new_kernel_and_are_named_when_they_fail(tmp_path):
    """What a new kernel says of itself a fork says; a number, an error, a cell without end."""
    (tmp_path / "lectures").mkdir()
    path = tmp_path / "lectures/05-numbers.ipynb"
    new = notebook((STATE_OF_A_KERNEL, ""))
    execute(new, path.parent)
    forever = ("import time\ntime.sleep(600)", "")
    broken = notebook(("print(1 / 8)", "0.12\n"), ("1 / 0", ""), forever)
    broken.cells = new.cells + broken.cells
    nbformat.write(broken, path)
    sums = tmp_path / "test_sums.py"
    sums.write_text("def test_sum():\n    assert 1 + 1 == 3\n")
    stage = stages.outputs(lectures=[path, sums, "-p", "tests.nbval_strict", "-n", "0"])
    assert "tests.warm_kernels" in stage.command
    stage.command[stage.command.index("--nbval-cell-timeout") + 1] = "5"
    names, reasons = zip(*running.run(stage).failures, strict=True)
    short = [name.rpartition("::")[2] for name in names]
    assert short == ["Cell 1", "Cell 2", "Cell 3", "test_sum"]
    assert "0.12 became 0.125" in reasons[0] and "ZeroDivisionError" in reasons[1]
    assert "Timeout of 5 seconds" in reasons[2] and "assert (1 + 1) == 3" in reasons[3]
    assert running.again(names[0]) == "make check LECTURE=05"


REPORT = """<testsuite><testcase file="tests/test_sums.py" name="test_sum">
<failure message="2 != 3"/></testcase><testcase file="tests/test_sums.py" name="test_page">
<skipped message="no browser"/></testcase></testsuite>"""


def end_of(capfd):
    """(stage, whether it passed or what failed) of the lines at the end, and all of the end."""
    end = capfd.readouterr().out.rpartition("=" * 72)[2]
    return re.findall(r"^(\w+) +(passed|1 failed) +\d+ s", end, re.M), end


def test_all_stages_run_and_the_end_says_what_failed(capfd):
    sums = Stage("sums", [], 1)
    sums.command = ["sh", "-c", f"echo '{REPORT}' > {sums.report}; exit 1"]
    beside = Stage("beside", ["sh", "-c", "exit 7"], 1)
    assert not running.run_all("all", [sums], beside=beside)
    lines, end = end_of(capfd)
    assert lines == [(name, "1 failed") for name in ("sums", "beside")]
    assert "exit code 7" in end and "2 != 3" in end and "1 NOT RUN: no browser\n" in end
    assert "only this: .venv/bin/python -m pytest tests/test_sums.py::test_sum --site" in end


WAITS = """from pathlib import Path; from tests import running
running.REPORTS = Path("reports"); running.wait_for("beside"); assert Path("made").exists()"""


def test_a_stage_works_beside_others_which_can_wait_for_it(capfd, monkeypatch):
    """However long after its limit it is asked for."""
    monkeypatch.setattr(running, "BUDGET", {"all": (1e-3, 1e-3)})
    beside = Stage("beside", ["sh", "-c", "sleep 1; touch made"], 0.02)
    others = [Stage("waits", [PYTHON, "-c", WAITS], 1), Stage("sleeps", ["sleep", "1"], 1)]
    assert running.run_all("all", others, beside=beside)
    lines, end = end_of(capfd)
    assert lines == [(name, "passed") for name in ("waits", "sleeps", "beside")]
    assert "NOT KEPT" in end


def test_each_live_figure_has_its_lectures(monkeypatch):
    monkeypatch.setattr(stages, "ROOT", ROOT)
    found = stages.figures()
    assert {name.replace("_", "") for name in found} == set(map(str.lower, FIGURES))
    assert all(found.values())
    with pytest.raises(SystemExit, match="no live figure 'tubes'; there are descent, dual_ascent"):
        stages.check_figure("tubes")


SHOW = """from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from threadpoolctl import threadpool_info
print(any(__cpu_features__[name] for name in __cpu_dispatch__))
print(*[(info.get("architecture"), info["num_threads"]) for info in threadpool_info()])"""


def test_other_arithmetics_are_others_and_the_plainest_is_plain():
    one = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    own, *others = [
        subprocess.run([PYTHON, "-c", SHOW], env=one | how, capture_output=True, text=True)
        for how in ({}, *stages.arithmetics().values())
    ]
    assert all(run.stderr == "" and run.stdout != own.stdout for run in others)
    assert others[-1].stdout.startswith("False\n")


def test_each_page_and_number_meets_each_arithmetic_in_turn(monkeypatch):
    monkeypatch.setattr(stages, "ROOT", ROOT)
    files = [*ROOT.glob("lectures/**/*.ipynb"), *stages.NUMBERS]
    kinds = len(stages.arithmetics())
    turns = [stages.turn(7**50 + k) for k in range(kinds * stages.PARTS)]
    met = {(name, file) for name, _, chosen in turns for file in chosen}
    assert len(met) == kinds * len(files) and all((ROOT / file).exists() for _, file in met)
