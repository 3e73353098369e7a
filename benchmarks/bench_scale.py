"""Lecture 14: the exact kernel machine on thousands of points, 300 features on up to a million.

    python -m benchmarks.bench_scale            # all, some minutes
    python -m benchmarks.bench_scale --quick    # n ≤ 16 000, and nothing is written

A full run also writes what the lecture draws, svmlib/plots/scale.json: no cell measures time. One
core, one BLAS thread, each machine once; times of the features include making and storing them.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from svmlib import KernelSVM, blocks
from svmlib.kernels import RBF
from svmlib.plots.scale import MEASURED

EXACT, FEATURES = "exact kernel", "300 landmarks"
EXACT_LADDER = (1000, 2000, 4000, 8000, 16_000)
FEATURE_LADDER = (8000, 16_000, 40_000, 200_000, 1_000_000)
LANDMARKS, BLOCK = 300, 4000
CS, KERNEL = (0.1, 1.0, 10.0), RBF(0.5)
CHOICE, NEW = 10_000, 50_000  # points to choose C with, and to report the accuracy
SEED_CHOICE, SEED_NEW, SEED_LANDMARKS = range(10**6, 10**6 + 3)


def waves(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Three features, a wavy boundary, one label in ten wrong: nobody is right above 0.9."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, size=(n, 3))
    f = np.sin(6.0 * X[:, 0]) + np.sin(5.0 * X[:, 1] + 3.0 * X[:, 2])
    return X, np.where((f > 0.0) != (rng.uniform(size=n) < 0.1), 1.0, -1.0)


def rows(n: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The first n points, in blocks: those of a smaller n are among them."""
    return [waves(BLOCK, seed) for seed in range(-(-n // BLOCK))]


class Fit(NamedTuple):
    """One machine, how long it took, and its gap."""

    C: float
    seconds: float
    score: Callable[[np.ndarray], np.ndarray]
    gap: float

    def accuracy(self, n: int, seed: int) -> float:
        """Share of new points on which the sign of the score is the label."""
        X, y = waves(n, seed)
        return float(np.mean((self.score(X) > 0.0) == (y > 0.0)))


def best_of(machine: str, n: int, held: int, fits: Iterable[Fit]) -> dict:
    """What is kept of the fit with the best C; held are the numbers that it holds at a time."""
    best = max(fits, key=lambda fit: fit.accuracy(CHOICE, SEED_CHOICE))
    kept = {
        "machine": machine,
        "n": n,
        "C": best.C,
        "seconds": float(f"{best.seconds:.2g}"),
        "megabytes": float(f"{8e-6 * held:.2g}"),
        "accuracy": round(best.accuracy(NEW, SEED_NEW), 3),
        "gap": float(f"{best.gap:.0e}"),
    }
    print(kept, flush=True)
    return kept


def exact(n: int) -> dict:
    """KernelSVM on n points."""
    X, y = (np.concatenate(parts)[:n] for parts in zip(*rows(n), strict=True))
    fits = []
    for C in CS:
        start = time.perf_counter()
        machine = KernelSVM(C=C, kernel=KERNEL).fit(X, y)
        seconds = time.perf_counter() - start
        fits.append(Fit(C, seconds, machine.decision_function, machine.gap_))
    return best_of(EXACT, n, n * n, fits)


def load(file: Path) -> tuple[np.ndarray, np.ndarray]:
    """Features and labels of one block, read when they are used."""
    table = np.load(file, mmap_mode="r")
    return table[:, :-1], table[:, -1]


def with_features(n: int) -> dict:
    """Nyström features, written to a folder block by block, and the best machine on them."""
    with tempfile.TemporaryDirectory() as folder:
        data, files = rows(n), []
        start = time.perf_counter()
        landmarks, _ = waves(LANDMARKS, SEED_LANDMARKS)
        values, V = np.linalg.eigh(KERNEL(landmarks))
        real = values > 1e-10 * values[-1]
        root = V[:, real] / np.sqrt(values[real])
        for k, (X, y) in enumerate(data):
            files.append(Path(folder) / f"{k}.npy")
            np.save(files[-1], np.column_stack([KERNEL(X, landmarks) @ root, y]))
        making = time.perf_counter() - start
        fits = []
        for C in CS:
            start = time.perf_counter()
            machine = blocks.fit([partial(load, file) for file in files], C=C, gap_tol=1e-3)
            seconds = making + time.perf_counter() - start
            fits.append(Fit(C, seconds, partial(score, machine, landmarks, root), machine.gap_))
    return best_of(FEATURES, n, BLOCK * root.shape[1], fits)


def score(machine: Any, landmarks: np.ndarray, root: np.ndarray, X: np.ndarray) -> np.ndarray:
    """Scores of a machine on Nyström features."""
    return machine.decision_function(KERNEL(X, landmarks) @ root)


def measure(largest: int) -> list[dict]:
    """All machines on at most so many points."""
    with threadpool_limits(1):
        return [exact(n) for n in EXACT_LADDER if n <= largest] + [
            with_features(n) for n in FEATURE_LADDER if n <= largest
        ]


def report(largest: int = FEATURE_LADDER[-1]) -> str:
    """The section of README.md; a full run writes the numbers of the lecture, too."""
    measured = measure(largest)
    if largest >= FEATURE_LADDER[-1]:
        lines = ",\n ".join(json.dumps(one, ensure_ascii=False) for one in measured)
        MEASURED.write_text(f"[{lines}]\n", encoding="utf-8")
    table = "\n".join(
        f"| {one['machine']} | {one['n']} | {one['C']:g} | {one['seconds']:g} "
        f"| {one['megabytes']:g} | {one['accuracy']:.3f} | {one['gap']:.0e} |"
        for one in measured
    )
    return SECTION.format(rows=table)


SECTION = """## Many points: the exact kernel, and 300 features

Three features and a wavy boundary, one label in ten wrong; RBF kernel with σ = 0.5, and the best C
of 0.1, 1 and 10 on 10 000 points of their own. The exact machine, and the best linear machine on
the Nyström features of 300 landmarks, which lie in files that are read block by block. One fit,
features included, on one core; MB is what is held at a time, the Gram matrix (of which svmlib
computes only the rows it needs) or one block of features. Accuracy on 50 000 other points; gap
over all n points, each for its own kernel.

| machine | n | C | s | MB | accuracy | gap |
|---|---|---|---|---|---|---|
{rows}
"""


if __name__ == "__main__":
    print(report(16_000 if "--quick" in sys.argv else FEATURE_LADDER[-1]))
