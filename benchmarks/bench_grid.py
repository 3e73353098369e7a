"""A 30 × 30 map of test accuracy over (C, σ): svmlib.selection.grid against scikit-learn's SVC.

Both fit 900 machines to the same 300 of 500 moons and score them on the other 200, side by side in
one process with one BLAS thread; the best of a few alternating runs counts. Run it with

    python -m benchmarks.bench_grid
"""

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

from benchmarks.timing import best_times
from svmlib.datasets import moons
from svmlib.selection import grid

RUNS = 5


def problem():
    """60 % of moons(500) to fit, 40 % to score, and the axes of the map."""
    X, y = moons(500, noise=0.2, seed=0)
    parts = train_test_split(X, y, test_size=0.4, random_state=0, stratify=y)
    return *parts, np.linspace(0.5, 50, 30), np.linspace(0.05, 3, 30)


def with_svc(X, X_test, y, y_test, Cs, sigmas):
    """Scores (30, 30) and support vectors, at the tolerance SVC comes with."""
    scores, support = np.empty((2, len(sigmas), len(Cs)))
    for r, sigma in enumerate(sigmas):
        for c, C in enumerate(Cs):
            model = SVC(C=C, gamma=1 / (2 * sigma**2)).fit(X, y)
            scores[r, c] = model.score(X_test, y_test)
            support[r, c] = model.n_support_.sum()
    return scores, support


def with_svmlib(X, X_test, y, y_test, Cs, sigmas):
    """Scores (30, 30) and support vectors, each solution with a relative gap below 1e-9."""
    result = grid(X, y, Cs, sigmas, test=(X_test, y_test))
    return result.scores, result.n_support


def report():
    """The section of README.md."""
    arguments = problem()
    with threadpool_limits(1):
        (slow, quick), (with_theirs, with_ours) = best_times(
            lambda: with_svc(*arguments),
            lambda: with_svmlib(*arguments),
            seconds=0.0,
            at_least=RUNS,
        )
    differences = np.abs(with_theirs[0] - with_ours[0])
    cells = np.count_nonzero(differences)
    counts = np.abs(with_theirs[1] - with_ours[1])
    return f"""## The map of lecture 9: 900 machines

300 of 500 moons to fit, 200 to score; 30 values of C and 30 of σ. Best of {RUNS} interleaved runs.

| | seconds |
|---|---|
| scikit-learn's `SVC`, its own tolerance | {slow:.2f} |
| `svmlib.selection.grid`, relative gap below 1e-9 | {quick:.2f} |

The grid is **{slow / quick:.1f}** times faster. Accuracies differ in {cells} cells, by at most
{differences.max():.3f}; support vectors by at most {counts.max():.0f}.
"""


if __name__ == "__main__":
    print(report())
