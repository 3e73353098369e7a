"""Regression and novelty beside LIBSVM, scikit-learn's SVR and OneClassSVM at tol = 1e-6.

Both get the same kernel and end where they say; with one BLAS thread, side by side in one process;
the best of a few alternating runs counts. Run it with

    python -m benchmarks.bench_regression
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn import svm
from sklearn.datasets import load_diabetes
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from benchmarks.timing import Row, side_by_side, summary, table
from svmlib import EpsilonSVR, OneClassSVM
from svmlib.datasets import moons
from svmlib.kernels import RBF

SECONDS = 1.0


def targets() -> Iterator[tuple]:
    """Name, X and y of regression problems, ε and σ."""
    rng = np.random.default_rng(0)
    for n in (50, 200, 1000, 3000):
        X = rng.uniform(-3.0, 3.0, size=(n, 1))
        yield "noisy sine", X, np.sin(2.0 * X[:, 0]) + 0.2 * rng.normal(size=n), 0.1, 0.5
    X, y = load_diabetes(return_X_y=True)
    yield "diabetes", StandardScaler().fit_transform(X), (y - y.mean()) / y.std(), 0.2, 3.0
    for n in (500, 2000):
        X = rng.normal(size=(n, 8))
        y = X[:, 0] * X[:, 1] + np.sin(X[:, 2]) + 0.3 * rng.normal(size=n)
        yield "eight features", X, y, 0.2, 3.0


def regressions() -> Iterator[Row]:
    for name, X, y, epsilon, sigma in targets():
        kernel, K = RBF(sigma), RBF(sigma)(X)
        for C in (0.1, 1.0, 100.0):
            ours = EpsilonSVR(C=C, epsilon=epsilon, kernel=kernel)
            theirs = svm.SVR(C=C, epsilon=epsilon, gamma=0.5 / sigma**2, tol=1e-6)
            (own, peer), _ = side_by_side(
                lambda o=ours, X=X, y=y: o.fit(X, y),
                lambda t=theirs, X=X, y=y: t.fit(X, y),
                seconds=SECONDS,
            )
            beta = np.zeros(len(y))
            beta[theirs.support_] = theirs.dual_coef_[0]
            dual = y @ beta - epsilon * np.abs(beta).sum() - 0.5 * beta @ K @ beta
            off = 1.0 - dual / ours.dual_
            yield Row(name, C, len(y), own, peer, ours.gap_, off, f", n = {len(y)}")


def novelties() -> Iterator[Row]:
    rng = np.random.default_rng(0)
    sets = [("moons", moons(n, noise=0.15, seed=0)[0], 0.5) for n in (100, 500, 2000)]
    sets += [("five features", rng.normal(size=(n, 5)), 2.0) for n in (500, 3000)]
    for name, X, sigma in sets:
        kernel, K = RBF(sigma), RBF(sigma)(X)
        for nu in (0.02, 0.1, 0.5):
            ours = OneClassSVM(nu=nu, kernel=kernel)
            theirs = svm.OneClassSVM(nu=nu, gamma=0.5 / sigma**2, tol=1e-6)
            (own, peer), _ = side_by_side(
                lambda o=ours, X=X: o.fit(X), lambda t=theirs, X=X: t.fit(X), seconds=SECONDS
            )
            alpha = np.zeros(len(X))
            alpha[theirs.support_] = theirs.dual_coef_[0]
            off = 0.5 * alpha @ K @ alpha / -ours.dual_ - 1.0
            yield Row(name, nu, len(X), own, peer, ours.gap_, off, f", n = {len(X)}")


def report() -> str:
    """The section of README.md."""
    with threadpool_limits(1):
        regression, novelty = list(regressions()), list(novelties())
    return f"""## Regression and novelty: beside `SVR` and `OneClassSVM`

At tol = 1e-6, kernel included. The gap of the others is the relative distance of their dual
objective from ours. With novelty, the column C holds ν.

### Regression

{table(regression, "SVR")}

{summary(regression)}

### Novelty

{table(novelty, "OneClassSVM")}

{summary(novelty)}
"""


if __name__ == "__main__":
    print(report())
