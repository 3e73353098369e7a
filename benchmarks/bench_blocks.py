"""A linear machine from blocks of rows: beside LIBLINEAR, over shards, from files, in memory.

    python -m benchmarks.bench_blocks            # everything, a few minutes and 2 GB of disk
    python -m benchmarks.bench_blocks --quick    # 100 000 rows

The rows are those of `benchmarks.problems.gaussians`: two clouds in 20 dimensions, 23 % of which no
machine tells apart. Times are single runs on one BLAS thread, as all of them take seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.problems import gaussians
from svmlib import LinearSVM, blocks

HERE = Path(__file__).parent
MILLION, MANY, QUICK = 1_000_000, 10_000_000, 100_000  # rows
D, CS = 20, (0.01, 1.0)
SHARDS = (1, 10, 100)
SWEEPS = (10, 30, 100, 300, 1000)  # of LIBLINEAR, until it is as near to the optimum as asked
NEAR, PATIENCE = 1e-6, 60.0  # relative; seconds of LIBLINEAR after which it is let off


def shards(X: np.ndarray, y: np.ndarray, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    return list(zip(np.array_split(X, count), np.array_split(y, count), strict=True))


def timed(function):
    start = time.perf_counter()
    result = function()
    return time.perf_counter() - start, result


def relative_distance(w, b, X, y, C, dual):
    """How far P(w, b) is above a dual value, relative to that."""
    return (0.5 * w @ w + C * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum()) / dual - 1.0


def liblinear(X, y, C, dual):
    """Seconds, sweeps and distance of the first run near enough, or of the last one tried."""
    for sweeps in SWEEPS:
        model = LinearSVC(loss="hinge", C=C, tol=1e-9, max_iter=sweeps, random_state=0)
        seconds, model = timed(partial(model.fit, X, y))
        far = relative_distance(model.coef_[0], model.intercept_[0], X, y, C, dual)
        if far <= NEAR or seconds > PATIENCE:
            break
    return seconds, sweeps, far


def beside_liblinear(n):
    """A row of the table for each C."""
    X, y = gaussians(n, D)
    for C in CS:
        seconds, found = timed(lambda C=C: blocks.fit(shards(X, y, 10), C=C))
        theirs, sweeps, far = liblinear(X, y, C, found.dual_)
        text = (
            f"| {n} | {C:g} | {seconds:.2f} | {found.n_passes_} | {found.gap_:.0e} "
            f"| {theirs:.2f} | {sweeps} | {far:.0e} |"
        )
        print(text, flush=True)
        yield text


def over_shards(n):
    """Rows: which, seconds, gap, and the largest differences from a single block."""
    X, y = gaussians(n, D)
    seconds, found = timed(lambda: LinearSVM(C=1.0).fit(X, y))
    one = np.append(found.coef_[0], found.intercept_), found.primal_
    runs = [("`LinearSVM`", seconds, found.gap_, *one)]
    for count in SHARDS:
        seconds, found = timed(partial(blocks.fit, shards(X, y, count), C=1.0))
        plane = np.append(found.coef_[0], found.intercept_)
        runs.append((f"{count}", seconds, found.gap_, plane, found.primal_))
    single, P = runs[1][3:]
    for name, seconds, gap, plane, primal in runs:
        apart, relative = np.abs(plane - single).max(), abs(primal / P - 1.0)
        text = f"| {name} | {seconds:.2f} | {gap:.0e} | {apart:.0e} | {relative:.0e} |"
        print(text, flush=True)
        yield text


# --------------------------------------------------------------------------------------- from files


def write(folder: Path, k: int, n: int) -> None:
    """Block k as two files, with a seed of its own."""
    rng = np.random.default_rng(k)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    np.save(folder / f"X{k}.npy", rng.normal(size=(n, D)) + 0.75 / np.sqrt(D) * y[:, None])
    np.save(folder / f"y{k}.npy", y)


def load(folder: Path, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Block k, mapped into memory: it is read where it is looked at."""
    return np.load(folder / f"X{k}.npy", mmap_mode="r"), np.load(folder / f"y{k}.npy")


CHILD = """
import sys, time
from functools import partial
from pathlib import Path
import numpy as np
from benchmarks.bench_blocks import load
from svmlib import blocks
folder, count = Path(sys.argv[1]), int(sys.argv[2])
files = [partial(load, folder, k) for k in range(count)]
start = time.perf_counter()
{work}
seconds = time.perf_counter() - start
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(seconds, peak / 1024, *found)
"""
FITS = {
    "nothing": "found = 0, 0.0, 0",
    "in memory": (
        "data = [(np.array(X), y) for X, y in (file() for file in files)]\n"
        "start = time.perf_counter()\n"
        "m = blocks.fit(data, C=1.0)\n"
        "found = m.n_rows_, m.gap_, m.n_passes_"
    ),
    "mapped files": (
        "m = blocks.fit(files, C=1.0)\nfound = m.n_rows_, m.gap_, m.n_passes_"
    ),
}  # fmt: skip


def child(folder: Path, count: int, work: str) -> list[float]:
    """Seconds, MB at most in memory, rows, gap and passes of a process of its own, on Linux."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD.format(work=FITS[work]), str(folder), str(count)],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parent,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    return [float(word) for word in done.stdout.split()]


def from_files(sizes):
    """Rows of the last table, each from a process of its own; sizes: n, blocks, ways."""
    for n, count, ways in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for k in range(count):
                write(folder, k, n // count)
            idle = child(folder, count, "nothing")[1]
            for way in ways:
                seconds, peak, rows, gap, passes = child(folder, count, way)
                text = (
                    f"| {rows:.0f} | {way} | {rows * (D + 1) * 8 / 2**20:.0f} | {peak - idle:.0f} "
                    f"| {seconds:.2f} | {passes:.0f} | {gap:.0e} |"
                )
                print(text, flush=True)
                yield text
            if "mapped files" in ways:
                files = [partial(load, folder, k) for k in range(count)]
                with ProcessPoolExecutor(2) as pool:
                    seconds, found = timed(partial(blocks.fit, files, C=1.0, map=pool.map))
                text = (
                    f"| {rows:.0f} | mapped files, two processes | {rows * (D + 1) * 8 / 2**20:.0f}"
                    f" | | {seconds:.2f} | {found.n_passes_} | {found.gap_:.0e} |"
                )
                print(text, flush=True)
                yield text


def report(largest: int = MANY) -> str:
    """The section of README.md."""
    n = min(MILLION, largest)
    sizes = [(n, 10, ("in memory", "mapped files"))]
    if largest > n:
        sizes.append((largest, 10, ("mapped files",)))
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the tables show who stopped short
        beside, shard = "\n".join(beside_liblinear(n)), "\n".join(over_shards(n))
    files = "\n".join(from_files(sizes))
    return SECTION.format(beside=beside, shards=shard, files=files, near=NEAR, n=n)


SECTION = """## Rows in blocks (`svmlib.blocks`)

Two Gaussian clouds in 20 dimensions, ten blocks unless it says otherwise, the built-in `map`. The
distance of `LinearSVC(loss="hinge")` is that of its (w, b) from the optimum with a free bias, which
its own objective comes close to; its sweeps are the first of 10, 30, 100, 300, 1000 that bring it
within {near:g}, or that take more than a minute.

| n | C | svmlib s | passes | gap | LIBLINEAR s | sweeps | its distance |
|---|---|---|---|---|---|---|---|
{beside}

The same {n} rows, C = 1, in one block and in more: seconds, gap, and how far w and b (the largest
difference) and P (relative) are from those of one block.

| blocks | s | gap | w, b | P |
|---|---|---|---|---|
{shards}

Memory of a process of its own beside one that only imports, in MB, C = 1. In memory includes the
data; pages of mapped files count, too, as long as nobody else needs the memory.

| n | blocks | data MB | MB | s | passes | gap |
|---|---|---|---|---|---|---|
{files}
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="100 000 rows")
    print(report(QUICK if parser.parse_args().quick else MANY))
