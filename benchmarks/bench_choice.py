"""Linear or Gaussian? Seconds to fit, seconds to predict and MB, by n and d, for lecture 12.

Each fit has a process of its own, with one BLAS thread; what a process that only imports and loads
the data has in memory is subtracted. Run it, without the largest problems, with

    python -m benchmarks.bench_choice --quick
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.problems import gaussians

FULL, QUICK = 100_000, 1000
SIZES = {10: (1000, 10_000, 100_000), 100: (1000, 10_000)}  # d → n
NEW = 10_000  # points to predict

CHILD = """
import sys
import time
import numpy as np
from svmlib import KernelSVM, LinearSVM
from svmlib.kernels import RBF
with np.load(sys.argv[1]) as data:
    X, y, X_new = data["X"], data["y"], data["X_new"]
machine = {machine}
if machine is not None:
    start = time.perf_counter()
    machine.fit(X, y)
    fitted = time.perf_counter()
    machine.predict(X_new)
    print(fitted - start, time.perf_counter() - fitted, len(machine.support_))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
# a width near the median distance of two points of unit variance
MACHINES = {
    "linear": "LinearSVM(C=0.1)",
    "Gaussian": "KernelSVM(C=1.0, kernel=RBF(np.sqrt(X.shape[1])))",
}
SECTION = """## Linear or Gaussian: what lecture 12 tells

`LinearSVM(C=0.1)` and `KernelSVM(C=1, kernel=RBF(√d))` on two overlapping Gaussian clouds: seconds
to fit, seconds to predict 10 000 new points, and MB that the fit needs beside the data. One run
each, one BLAS thread.

| d | n | linear: fit | predict | MB | Gaussian: fit | predict | MB | vectors | ratio of fits |
|---|---|---|---|---|---|---|---|---|---|
{rows}
"""


def run(file: Path, machine: str) -> list[float]:
    """What the process prints: the times and the support vectors of a fit, and MB at most."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHILD.format(machine=machine), str(file)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    *numbers, kilobytes = map(float, done.stdout.split())
    return [*numbers, kilobytes / 1024]


def row(d: int, n: int, folder: Path) -> str:
    """One line of the table."""
    file = folder / "data.npz"
    X, y = gaussians(n + NEW, d)
    np.savez(file, X=X[:n], y=y[:n], X_new=X[n:])
    (before,) = run(file, "None")
    cells, fits = [], []
    for machine in MACHINES.values():
        fit, predict, support, peak = run(file, machine)
        fits.append(fit)
        cells += [f"{fit:.2g}", f"{predict:.2g}", f"{max(0.0, peak - before):.0f}"]
    return f"| {d} | {n} | {' | '.join(cells)} | {support:.0f} | {fits[1] / fits[0]:.0f} |"


def report(largest: int = FULL) -> str:
    """The section of README.md."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for d, sizes in SIZES.items():
            for n in sizes:
                if n <= largest:
                    rows.append(row(d, n, Path(folder)))
                    print(rows[-1], flush=True)
    return SECTION.format(rows="\n".join(rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="without the largest problems")
    print(report(QUICK if parser.parse_args().quick else FULL))
