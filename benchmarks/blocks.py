"""A linear machine from blocks of rows, in memory and from files."""

import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.data import gaussians
from benchmarks.timing import alike, shown, table, timed
from svmlib import blocks

MILLION = 1_000_000  # rows in memory; in files, as many as asked for
D, COUNT = 20, 10  # columns, files
HEAD = "n | C | rows come as | s | passes | gap"


def write(folder: Path, k: int, n: int) -> Path:
    """Block k as a file: n rows, with the labels in the last column."""
    np.save(folder / f"{k}.npy", np.column_stack(gaussians(n, D, seed=k)))
    return folder / f"{k}.npy"


def load(file: Path) -> tuple[np.ndarray, np.ndarray]:
    """A block, mapped into memory: it is read where it is looked at."""
    rows = np.load(file, mmap_mode="r")
    return rows[:, :-1], rows[:, -1]


def row(n: int, C: float, how: str, data: list, way=map) -> str:
    """One fit, once."""
    seconds, found = timed(partial(blocks.fit, data, C=C, map=way))
    return shown(f"{n} | {C:g} | {how} | {seconds:.2f} | {found.n_passes_} | {found.gap_:.0e}")


def report(largest: int) -> str:
    """The section of README.md."""
    n, rows = min(MILLION, largest), []
    X, y = gaussians(n, D)
    with alike(), tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(2) as pool:
        for k in (1, 10, 100):
            data = list(zip(np.array_split(X, k), np.array_split(y, k), strict=True))
            rows += [row(n, C, f"{k} in memory", data) for C in (0.01, 1.0)]
        files = [partial(load, write(Path(folder), k, largest // COUNT)) for k in range(COUNT)]
        rows.append(row(largest, 1.0, "10 mapped files", files))
        rows.append(row(largest, 1.0, "10 mapped files, two processes", files, pool.map))
    return SECTION.format(table=table(HEAD, rows))


SECTION = """## Rows in blocks

`blocks.fit` on two Gaussian clouds in 20 dimensions, 23 % of which no machine tells apart. Each fit
runs once on one thread; the first table has `LinearSVM` and LIBLINEAR on the same million rows.

{table}
"""
