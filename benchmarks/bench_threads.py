"""What a second thread of the linear algebra does to a fit.

`MulticlassSVM` is fitted to the digits, one fit alone and two at a time, in processes that have one
thread or as many as there are cores; "bare" ones without the limit that svmlib sets inside a
solver.

    python -m benchmarks.bench_threads
"""

import os
import subprocess
import sys

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
            "## Threads of the linear algebra\n",
            "A fit of `MulticlassSVM` to the digits, as a multiple of the time of one fit with one",
            "thread. svmlib sets one thread inside its solvers; bare ones do not.\n",
            "| | one fit | two at once |\n|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
