"""A 30 × 30 map of test accuracy over (C, σ): svmlib.selection.grid against scikit-learn's SVC.

Both fit 900 machines to the same 300 of 500 moons and score them on the other 200, side by side in
one process with one BLAS thread; the best of a few alternating runs counts. Run it with

    python -m benchmarks.bench_grid
"""

import time

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

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


def main():
    arguments = problem()
    seconds = {with_svc: [], with_svmlib: []}
    answers = {}
    with threadpool_limits(1):
        for _ in range(RUNS):
            for way, times in seconds.items():
                begin = time.perf_counter()
                answers[way] = way(*arguments)
                times.append(time.perf_counter() - begin)
    slow, quick = (min(times) for times in seconds.values())
    differences = np.abs(answers[with_svc][0] - answers[with_svmlib][0])
    counts = np.abs(answers[with_svc][1] - answers[with_svmlib][1])
    print("900 machines on moons(500), 300 points to fit, 200 to score")
    print(f"  scikit-learn SVC  {slow:6.2f} s")
    print(f"  svmlib grid       {quick:6.2f} s   {slow / quick:.1f} times faster")
    print(
        f"  accuracies differ in {np.count_nonzero(differences)} cells, by at most "
        f"{differences.max():.3f}; support vectors by at most {counts.max():.0f}"
    )


if __name__ == "__main__":
    main()
