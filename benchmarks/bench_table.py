"""A large table with a rare class: a line, landmarks and boosted trees, for lecture 14.

    python -m benchmarks.bench_table            # some minutes
    python -m benchmarks.bench_table --quick    # 10 000 rows

The rows are those of `svmlib.datasets.lifts`. One thread, each machine once, CPU seconds; those of
landmarks include making the features. Average precision is that on 50 000 other rows.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import average_precision_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, PowerTransformer, StandardScaler
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from svmlib import KernelSVM, LinearSVM, Nystrom, datasets
from svmlib.blocks import BlockMachine
from svmlib.kernels import RBF

LADDER, QUICK, NEW = (10_000, 100_000, 500_000), 10_000, 50_000
EXACT = 10_000  # rows up to which the exact kernel takes part
C_SUM = 100_000  # C times the number of rows: as found on 10 000 of them
NOISE = 20  # columns that say nothing
RARE = {"class_weight": "balanced"}
SCALERS = {"standardised": StandardScaler, "powers": PowerTransformer}


def columns(n: int, scaler: type) -> tuple[np.ndarray, ...]:
    """Rows to learn from and new ones, as numbers, with labels."""
    X, y = datasets.lifts(n, seed=1)
    X_new, y_new = datasets.lifts(NEW, seed=2)
    numbers = X.columns[:-1].tolist()
    z = make_column_transformer((scaler(), numbers), (OneHotEncoder(), ["make"])).fit(X)
    return z.transform(X), y, z.transform(X_new), y_new


def machines(n: int) -> dict[str, Any]:
    """One of each kind, its C from that of 10 000 rows."""
    kernel, C = RBF("2 scale"), C_SUM / n
    made: dict[str, Any] = {
        "line, `LinearSVM`": LinearSVM(C=0.01 * C, **RARE),
        "line, `LinearSVC`": LinearSVC(loss="hinge", C=0.01 * C, random_state=0, **RARE),
    }
    for m in (75, 300):
        features = Nystrom(kernel=kernel, landmarks=m)
        made[f"{m} landmarks"] = make_pipeline(features, BlockMachine(C=C, **RARE))
    if n <= EXACT:
        made["exact kernel"] = KernelSVM(kernel=kernel, C=C, **RARE)
    made["boosted trees"] = HistGradientBoostingClassifier(random_state=0)
    return made


def timed(call: Callable) -> tuple[float, Any]:
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def rows(n: int, name: str, noise: int = 0) -> Iterator[str]:
    """Lines of the table, one for each machine."""
    X, y, X_new, y_new = columns(n, SCALERS[name])
    if noise:
        rng = np.random.default_rng(0)
        X, X_new = (np.hstack([Z, rng.normal(size=(len(Z), noise))]) for Z in (X, X_new))
        name += f", {noise} columns of noise"
    for kind, machine in machines(n).items():
        with warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore", ConvergenceWarning)
            seconds, _ = timed(lambda machine=machine: machine.fit(X, y))
            precision = average_precision_score(y_new, machine.decision_function(X_new))
        print(line := f"| {n} | {name} | {kind} | {seconds:.2g} | {precision:.3f} |", flush=True)
        yield line


def report(ladder: tuple[int, ...] = LADDER) -> str:
    """Of README.md."""
    lines = [line for n in ladder for name in SCALERS for line in rows(n, name)]
    middle = ladder[len(ladder) // 2]
    lines += rows(middle, "powers", NOISE)
    return SECTION.format(new=NEW, table="\n".join(lines))


SECTION = """## A large table: what lecture 14 tells

`svmlib.datasets.lifts`: nine columns, one of them words, 5 % positive. Balanced weights but for the
trees, which are `HistGradientBoostingClassifier()`. CPU seconds of one thread, one run each, and
the average precision on {new} other rows. `LinearSVC` has its own tolerance and limit of steps.

| n | columns | machine | s | average precision |
|---|---|---|---|---|
{table}
"""

if __name__ == "__main__":
    print(report((QUICK,) if "--quick" in sys.argv else LADDER))
