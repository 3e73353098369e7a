"""How long the checks take, and what a second thread of the linear algebra does to a fit.

The times are those of the last `make test`, `make check` and `make check LECTURE=05`. The fits are
of `MulticlassSVM` to the digits, one alone and two at a time, in processes that have one thread or
as many as there are cores; "bare" ones without the limit that svmlib sets inside a solver.

    make test check && make check LECTURE=05 && python -m benchmarks.bench_checks
"""

import json
import os
import subprocess
import sys
from pathlib import Path

REPORTS = Path(__file__).parent.parent / "_build" / "reports"
COMMANDS = {
    "test": "make test", "check": "make check", "check-lecture": "make check LECTURE=05",
}  # fmt: skip
FIT = """
import sys, time
from sklearn.datasets import load_digits
from svmlib import MulticlassSVM
from svmlib.solvers import joint
if sys.argv[1] == "bare":
    joint.solve = joint.solve.__wrapped__
X, y = load_digits(return_X_y=True)
start = time.perf_counter()
MulticlassSVM(kind="weston-watkins", reg=1e-2).fit(X, y)
print(time.perf_counter() - start)
"""


def stages():
    """Rows of a table: each stage of each command."""
    for name, command in COMMANDS.items():
        path = REPORTS / f"{name}.json"
        times = json.loads(path.read_text()) if path.exists() else {}
        yield f"| **{command}** | **{sum(times.values()) if times else 'not run'}** |"
        yield from (f"| {stage} | {seconds} |" for stage, seconds in times.items())


def fit(how, threads, at_once):
    """Seconds for the slowest of some fits at the same time."""
    variables = os.environ | {"OPENBLAS_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", FIT, how], env=variables, stdout=subprocess.PIPE, text=True
        )
        for _ in range(at_once)
    ]
    return max(float(process.communicate(timeout=600)[0]) for process in started)


def report():
    cores = os.cpu_count()
    one = fit("svmlib", 1, 1)
    rows = [
        f"| {how}, {threads} thread{'s' if threads > 1 else ''} | "
        + " | ".join(f"{fit(how, threads, at_once) / one:.1f}" for at_once in (1, 2))
        + " |"
        for how, threads in (("bare", 1), ("bare", cores), ("svmlib", cores))
    ]
    return "\n".join(
        [
            "## The checks\n",
            "Seconds; a quiet machine.\n",
            "| stage | s |\n|---|---|",
            *stages(),
            "\n## Threads of the linear algebra\n",
            "A fit of `MulticlassSVM` to the digits, as a multiple of the time of one fit with one",
            "thread. svmlib sets one thread inside its solvers; bare ones do not.\n",
            "| | one fit | two at once |\n|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
