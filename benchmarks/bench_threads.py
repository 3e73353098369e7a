"""What a second thread of the linear algebra does to a fit and to predictions.

`MulticlassSVM` is fitted to the digits, and a `KernelSVM` of 5,000 points scores as many others,
one program alone and two at a time, in processes that have one thread or as many as there are
cores; "bare" ones without the limit that svmlib sets.

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
PREDICT = """
import sys, time
import numpy as np
from svmlib import KernelSVM
X = np.random.default_rng(0).normal(size=(5000, 10))
machine = KernelSVM().fit(X, np.sign(np.sin(3.0 * X[:, 0]) + 0.5 * X[:, 1]))
if sys.argv[1] == "bare":
    KernelSVM._expansion = KernelSVM._expansion.__wrapped__
start = time.perf_counter()
for _ in range(10):
    machine.predict(X + 0.1)
print(time.perf_counter() - start)
"""


def run(program, how, threads, at_once):
    """Seconds for the slowest of some programs at the same time."""
    variables = os.environ | {"OPENBLAS_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, how], env=variables, stdout=subprocess.PIPE, text=True
        )
        for _ in range(at_once)
    ]
    return max(float(process.communicate(timeout=600)[0]) for process in started)


def report():
    cores = os.cpu_count()
    one = {program: run(program, "svmlib", 1, 1) for program in (FIT, PREDICT)}
    rows = [
        f"| {how}, {threads} thread{'s' if threads > 1 else ''} | "
        + " | ".join(
            f"{run(program, how, threads, at_once) / alone:.1f}"
            for program, alone in one.items()
            for at_once in (1, 2)
        )
        + " |"
        for how, threads in (("bare", 1), ("bare", cores), ("svmlib", cores))
    ]
    return "\n".join(
        [
            "## Threads of the linear algebra\n",
            "A fit of `MulticlassSVM` to the digits, and scores of a `KernelSVM` for 5,000 points:",
            "multiples of the time of one program with one thread. svmlib sets one thread inside",
            "its solvers and where a kernel machine predicts; bare ones do not.\n",
            "| | one fit | two at once | one predicts | two at once |\n|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(report())
