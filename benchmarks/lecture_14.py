"""What lecture 14 draws and tells: many points, and a large table with a rare class.

A full run also writes what the lecture draws, svmlib/plots/scale.json: no cell measures time. One
core, one BLAS thread, each machine once; times of landmarks include making their features.
"""

import json
import tempfile
import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import average_precision_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, PowerTransformer, StandardScaler

from benchmarks.data import waves
from benchmarks.timing import alike, shown, table, timed
from svmlib import KernelSVM, Nystrom, blocks, datasets
from svmlib.kernels import RBF
from svmlib.plots.scale import MEASURED

EXACT_LADDER = (1000, 2000, 4000, 8000, 16_000)
FEATURE_LADDER = (8000, 16_000, 40_000, 200_000, 1_000_000)
LANDMARKS, BLOCK = 300, 4000
CS, KERNEL = (0.1, 1.0, 10.0), RBF(0.5)
CHOICE, NEW = 10_000, 50_000  # points to choose C with, and to report the accuracy
SEED_CHOICE, SEED_NEW, SEED_LANDMARKS = range(10**6, 10**6 + 3)
C_TABLE = 100_000  # C times the number of rows of the table: as found on 10 000 of them
NOISE = 20  # columns that say nothing
LARGE = {"powers": (10_000, 500_000), "standardised": (500_000,), "powers and noise": (100_000,)}


def load(file: Path) -> tuple[np.ndarray, np.ndarray]:
    """A block, mapped into memory: it is read where it is looked at."""
    columns = np.load(file, mmap_mode="r")
    return columns[:, :-1], columns[:, -1]


def rows(n: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """The first n points, in blocks: those of a smaller n are among them."""
    return [waves(BLOCK, seed) for seed in range(-(-n // BLOCK))]


def accuracy(machine: Any, n: int, seed: int) -> float:
    """Share of new points on which a machine is right."""
    X, y = waves(n, seed)
    return float(np.mean((machine.decision_function(X) > 0.0) == (y > 0.0)))


def best_of(kind: str, n: int, held: int, fits: Iterable[tuple[float, float, Any, float]]) -> dict:
    """What is kept of the best C, of (C, seconds, machine, gap); held are numbers at a time."""
    C, seconds, machine, gap = max(fits, key=lambda fit: accuracy(fit[2], CHOICE, SEED_CHOICE))
    kept = {"machine": kind, "n": n, "C": C, "seconds": float(f"{seconds:.2g}")}
    kept |= {"megabytes": float(f"{8e-6 * held:.2g}")}
    kept |= {"accuracy": round(accuracy(machine, NEW, SEED_NEW), 3), "gap": float(f"{gap:.0e}")}
    shown(" | ".join(map(str, kept.values())))
    return kept


def exact(n: int) -> dict:
    """KernelSVM on n points."""
    X, y = (np.concatenate(parts)[:n] for parts in zip(*rows(n), strict=True))
    fits = []
    for C in CS:
        seconds, machine = timed(partial(KernelSVM(C=C, kernel=KERNEL).fit, X, y))
        fits.append((C, seconds, machine, machine.gap_))
    return best_of("exact kernel", n, n * n, fits)


def with_features(n: int) -> dict:
    """Nyström features, written to a folder block by block, and the best machine on them."""
    data, landmarks = rows(n), waves(LANDMARKS, SEED_LANDMARKS)[0]
    with tempfile.TemporaryDirectory() as folder:
        start, files, fits = time.perf_counter(), [], []
        features = Nystrom(kernel=KERNEL, landmarks=LANDMARKS).fit(landmarks)
        for k, (X, y) in enumerate(data):
            files.append(Path(folder) / f"{k}.npy")
            np.save(files[-1], np.column_stack([features.transform(X), y]))
        making = time.perf_counter() - start
        for C in CS:
            loads = [partial(load, file) for file in files]
            seconds, machine = timed(partial(blocks.fit, loads, C=C))
            fits.append((C, making + seconds, make_pipeline(features, machine), machine.gap_))
    return best_of(f"{LANDMARKS} landmarks", n, BLOCK * machine.n_features_in_, fits)


def machines(n: int) -> Iterator[tuple[str, Any]]:
    """One of each kind, its C from that of 10 000 rows."""
    C, rare = C_TABLE / n, {"class_weight": "balanced"}
    yield "line", blocks.BlockMachine(C=0.01 * C, **rare)
    for m in (75, 300):
        features = Nystrom(kernel=RBF("2 scale"), landmarks=m, random_state=0)
        yield f"{m} landmarks", make_pipeline(features, blocks.BlockMachine(C=C, **rare))
    yield "boosted trees", HistGradientBoostingClassifier(random_state=0)


def precisions(columns: str, n: int) -> Iterator[str]:
    """Rows of the table: seconds and average precision on other rows, for each machine."""
    X, y = datasets.lifts(n, seed=1)
    X_new, y_new = datasets.lifts(NEW, seed=2)
    numbers = X.columns[:-1].tolist()
    scaler = StandardScaler() if columns == "standardised" else PowerTransformer()
    z = make_column_transformer((scaler, numbers), (OneHotEncoder(), ["make"])).fit(X)
    rng, noise = np.random.default_rng(0), NOISE if "noise" in columns else 0
    Z, Z_new = (np.hstack([z.transform(D), rng.normal(size=(len(D), noise))]) for D in (X, X_new))
    for kind, machine in machines(n):
        seconds, _ = timed(partial(machine.fit, Z, y))
        precision = average_precision_score(y_new, machine.decision_function(Z_new))
        yield shown(f"{n} | {columns} | {kind} | {seconds:.2g} | {precision:.2f}")


def report(largest: int) -> str:
    """The section of README.md; a full run writes the numbers of the lecture, too."""
    with alike():
        measured = [exact(n) for n in EXACT_LADDER if n <= largest]
        measured += [with_features(n) for n in FEATURE_LADDER if n <= largest]
        sizes = [(columns, n) for columns, ladder in LARGE.items() for n in ladder if n <= largest]
        large = [row for one in sizes for row in precisions(*one)]
    if largest >= FEATURE_LADDER[-1]:
        lines = ",\n ".join(json.dumps(one, ensure_ascii=False) for one in measured)
        MEASURED.write_text(f"[{lines}]\n", encoding="utf-8")
    points = [" | ".join(map(str, one.values())) for one in measured]
    return SECTION.format(
        points=table("machine | n | C | s | MB | accuracy | gap", points),
        large=table("n | columns | machine | s | average precision", large),
    )


SECTION = """## Lecture 14: many points, and a large table

Three features and a wavy boundary, one label in ten wrong; RBF kernel with σ = 0.5, the best C of
0.1, 1 and 10. The exact machine, and the best linear machine on Nyström features of 300 landmarks
in files that are read block by block. MB is what is held at a time: the Gram matrix, of which
svmlib computes only the rows it needs, or one block of features.

{points}

`svmlib.datasets.lifts`: nine columns, one of them words, 5 % positive. Balanced weights but for the
trees, `HistGradientBoostingClassifier()`; average precision on 50 000 other rows.

{large}
"""
