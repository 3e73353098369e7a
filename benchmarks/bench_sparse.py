"""Linear machines on text and on wide tables beside `LinearSVC(loss="hinge", tol=1e-6)`.

Rows like text are drawn with words by Zipf's law, weighted as tf-idf and scaled to length 1. One
BLAS thread, side by side in one process; the best of a few alternating runs counts. Run it with

    python -m benchmarks.bench_sparse
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.problems import gaussians
from benchmarks.timing import Row, shown, side_by_side, summary, table
from svmlib import LinearSVM

SECONDS = 1.0
WORDS = 130  # of a text, about


def text(n: int, d: int) -> tuple[sparse.csr_matrix, np.ndarray]:
    """n texts of d words; each word is more frequent in one class, one label in 20 is wrong."""
    rng = np.random.default_rng(0)
    y, lengths = rng.choice([-1.0, 1.0], size=n), rng.poisson(WORDS, size=n)
    tilt, words = np.exp(0.3 * rng.normal(size=d)), np.empty(lengths.sum(), dtype=np.int32)
    texts = np.repeat(np.arange(n), lengths)
    for sign in (-1.0, 1.0):
        own = np.flatnonzero(y[texts] == sign)
        share = tilt**sign / (np.arange(d) + 5.0)
        words[own] = rng.choice(d, size=len(own), p=share / share.sum())
    counts = sparse.csr_matrix((np.ones(len(words)), (texts, words)), shape=(n, d))
    X = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    return X, np.where(rng.uniform(size=n) < 0.05, -y, y)


def uniform(n: int, d: int, entries: int) -> tuple[sparse.csr_matrix, np.ndarray]:
    """Normal entries at random places, and labels that a plane nearly separates."""
    rng = np.random.default_rng(0)
    places = np.repeat(np.arange(n), entries), rng.integers(0, d, size=n * entries)
    X = sparse.csr_matrix((rng.normal(size=n * entries), places), shape=(n, d))
    return X, np.where(X @ rng.normal(size=d) + 0.3 * rng.normal(size=n) > 0.0, 1.0, -1.0)


def rows() -> Iterator[Row]:
    for name, (X, y), Cs in (
        ("text, 150 × 4000", text(150, 4000), (1.0,)),
        ("text, 1000 × 8000", text(1000, 8000), (1.0,)),
        ("text, 6000 × 26 000", text(6000, 26_000), (0.1, 1.0, 10.0)),
        ("text, 20 000 × 100 000", text(20_000, 100_000), (1.0,)),
        ("text, 50 000 × 200 000", text(50_000, 200_000), (1.0,)),
        ("uniform, 8000 × 20 000", uniform(8000, 20_000, 40), (1.0,)),
        ("text, 20 000 × 300", text(20_000, 300), (1.0,)),
        ("text, 20 000 × 1000", text(20_000, 1000), (1.0,)),
        ("text, 20 000 × 1900", text(20_000, 1900), (1.0,)),
        ("dense, 600 × 2000", gaussians(600, 2000), (1.0,)),
        ("dense, 2000 × 5000", gaussians(2000, 5000), (1.0,)),
    ):
        for C in Cs:
            ours, theirs = LinearSVM(C=C), LinearSVC(loss="hinge", C=C, tol=1e-6, max_iter=10_000)
            (own, peer), _ = side_by_side(
                lambda o=ours, X=X, y=y: o.fit(X, y),
                lambda t=theirs, X=X, y=y: t.fit(X, y),
                seconds=SECONDS,
            )
            w, b = theirs.coef_[0], theirs.intercept_[0]
            P = 0.5 * (w @ w) + C * np.maximum(0.0, 1.0 - y * (X @ w + b)).sum()
            yield Row(name, C, len(y), own, peer, ours.gap_, P / ours.primal_ - 1.0)


def report() -> str:
    """The section of README.md."""
    with threadpool_limits(1):
        measured = shown(rows())
    return f"""## Sparse: text and wide tables beside `LinearSVC`

`LinearSVC(loss="hinge", tol=1e-6)` penalises the bias; its gap is how far its machine is from the
optimum of svmlib's objective, so it holds both the tolerance and the bias.

{summary(measured)}

{table(measured, "LinearSVC")}
"""


if __name__ == "__main__":
    print(report())
