"""Random points and kernels, pleasant and otherwise, and a count of what is said of them.

    python -m tests.fuzz --seed 0 --count 20000

fits a machine to the problem of each of that many seeds, as `tests.fuzz_machines` makes and judges
them, and ends with 1 if there is anything to complain about.
"""

import argparse
import sys
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.spatial.distance import pdist

from svmlib import kernels

Real = np.longdouble
NOTHING = 1e-7  # relative; who warns below it gives a false alarm


class Verdict(NamedTuple):
    """What the judge says; the true gap is NaN where it was not computed."""

    seed: int
    kind: str
    certified: bool  # whether the engine says, without a warning, that it has solved the problem
    warned: bool
    complaint: str | None
    true_gap: float = np.nan
    doubt: float = np.nan

    @property
    def false_alarm(self) -> bool:
        """Whether there was nothing to warn of."""
        return self.warned and self.true_gap + self.doubt < NOTHING

    @property
    def undecided(self) -> bool:
        """Whether even extended precision cannot tell."""
        return self.certified and not self.doubt < NOTHING


def labels_and_points(rng, n, most=40):
    """Labels (n,) and points (n, d ≤ most), pleasant most of the time, else in many ways not."""
    d = int(10 ** rng.uniform(0, np.log10(most)))
    X = rng.normal(size=(n, d))
    match rng.integers(8):
        case 0:
            X = rng.standard_t(1.0, size=(n, d))
        case 1:
            X = np.round(rng.choice([1.0, 3.0]) * X)
        case 2:
            X = np.outer(X[:, 0], rng.normal(size=d))
        case 3:
            X = X[rng.integers(0, max(2, n // 3), size=n)]
        case 4:
            X[:, rng.random(d) < 0.5] = rng.choice([0.0, 1.0, -7.3])
    w = rng.normal(size=d)
    score = X @ w - np.median(X @ w)
    match rng.integers(4):
        case 0:
            y = rng.choice([-1.0, 1.0], size=n)
        case 1:
            y = np.sign(score)
        case 2:
            y = np.sign(score + 0.5 * np.std(score) * rng.normal(size=n))
        case 3:
            y = np.where(np.arange(n) == rng.integers(n), 1.0, -1.0)
    y[y == 0.0] = 1.0
    y[rng.permutation(n)[:2]] = -1.0, 1.0
    if rng.random() < 0.2:
        X = X + y[:, None] * w / np.linalg.norm(w) * 10 ** rng.uniform(-1, 1)
    if rng.random() < 0.2:
        X = X + 10 ** rng.uniform(0, 10) * rng.normal(size=d)
    if rng.random() < 0.3:
        X = X * 10 ** rng.uniform(-8, 8, size=rng.choice([1, d]))
    return y, X


def length(rng, X):
    """A length about as large as the data, or far from it."""
    unit = 2.0 ** np.frexp(np.abs(X).max())[1]  # lest squares leave float64
    typical = np.median(pdist(X[:100] / unit)) * unit or 1.0
    return float(typical * 10 ** (rng.uniform(-1, 1) if rng.random() < 0.7 else rng.uniform(-6, 6)))


def symmetric(K):
    return (K + K.T) / 2


def squares(X):
    """‖x_i - x_j‖², summed over differences."""
    return sum((x[:, None] - x) ** 2 for x in X.T)


def metric(rng, X):
    d = X.shape[1]
    L = rng.normal(size=(rng.integers(1, d + 1), d))
    A = symmetric(L.T @ L)
    return kernels.Linear(A), lambda X: X @ A.astype(Real) @ X.T


def of_distance(make, formula):
    """Kernels of ‖x - z‖² and of a length."""

    def made(rng, X):
        s = length(rng, X)
        return make(s), lambda X: formula(squares(X), Real(s))

    return made


def of_two(combine):
    """Kernels made of two kernels and a factor."""

    def made(rng, X):
        (k, first), (m, second) = (rng.choice(PARTS)(rng, X) for _ in range(2))
        factor = float(10 ** rng.uniform(-3, 3))
        return combine(k, m, factor), lambda X: combine(first(X), second(X), factor)

    return made


def polynomial(rng, X):
    degree = int(rng.integers(1, 7))
    c = float(rng.choice([0.0, 1.0, 10 ** rng.uniform(-3, 3)]))
    return kernels.Polynomial(degree, c), lambda X: (X @ X.T + Real(c)) ** degree


def sigmoid(rng, X):
    scale = float(10 ** rng.uniform(-2, 2) / max(np.einsum("ij,ij->i", X, X).mean(), 1e-300))
    shift = float(rng.normal())
    return kernels.Sigmoid(scale, shift), lambda X: np.tanh(Real(scale) * (X @ X.T) + Real(shift))


KERNELS = {
    "inner product": lambda rng, X: (kernels.Linear(), lambda X: X @ X.T),
    "metric": metric,
    "RBF": of_distance(kernels.RBF, lambda D, s: np.exp(-D / (2 * s**2))),
    "polynomial": polynomial,
    "Ornstein-Uhlenbeck": of_distance(
        kernels.OrnsteinUhlenbeck, lambda D, s: np.exp(-np.sqrt(D) / s)
    ),
    "double exponential": of_distance(
        kernels.DoubleExponential, lambda D, s: np.exp(np.exp(-D / s**2))
    ),
    "sum": of_two(lambda k, m, factor: k + factor * m),
    "product": of_two(lambda k, m, factor: k * m),
    "sigmoid": sigmoid,
}
PARTS = [KERNELS[kind] for kind in [*KERNELS][2:6]]


def of_rank(rng, n, rank):
    """A semidefinite matrix, its columns of one size or of many."""
    L = rng.normal(size=(n, rank)) * 10 ** rng.uniform(-rng.choice([0, 4]), 0, size=rank)
    return L @ L.T


def asymmetric(rng, X):
    K = of_rank(rng, len(X), rng.integers(1, len(X)))
    return K * (1.0 + 10 ** rng.uniform(-16, -9.5) * rng.uniform(-1, 1, size=K.shape))


def nearly_semidefinite(rng, X):
    K, few = of_rank(rng, len(X), len(X)), rng.integers(1, max(2, len(X) // 4))
    V = np.linalg.qr(rng.normal(size=(len(X), few)))[0]
    K = K - V @ (V.T @ K)
    K = K - (K @ V) @ V.T
    return symmetric(K - np.linalg.norm(K) * 10 ** rng.uniform(-15, -3) * V @ V.T)


def distances(rng, X):
    return -(squares(X) ** rng.choice([0.5, 1.0, rng.uniform(0.05, 1.0)]))


def shifted_distances(rng, X):
    K = distances(rng, X)
    return K + 10 ** rng.uniform(-2, 6) * np.abs(K).max()


def tanh(rng, X):
    S = X @ X.T
    return np.tanh(10 ** rng.uniform(-1, 1) * S / max(np.abs(S).mean(), 1e-300) + rng.normal())


def profile(function):
    """The matrix of a function of ‖x_i - x_j‖² in units of a length."""
    return lambda rng, X: function(squares(X) / length(rng, X) ** 2)


MATRICES = {
    "low rank": lambda rng, X: of_rank(rng, len(X), rng.integers(1, len(X))),
    "full rank": lambda rng, X: of_rank(rng, len(X), len(X)),
    "rounded": lambda rng, X: symmetric(X @ X.T),
    "asymmetric": asymmetric,
    "nearly semidefinite": nearly_semidefinite,
    "distances": distances,
    "shifted distances": shifted_distances,
    "symmetric": lambda rng, X: symmetric(rng.normal(size=(len(X), len(X)))),
    "box": profile(lambda D: 1.0 * (D < 1.0)),
    "Epanechnikov": profile(lambda D: np.maximum(0.0, 1.0 - D)),
    "quartic": profile(lambda D: np.exp(-(np.minimum(D, 30.0) ** 2))),
    "tanh": tanh,
}


def summary(verdicts: list[Verdict]) -> str:
    """A table by kind, and a line for each complaint."""
    lines = ["kind | number | certified | warned | false alarms | undecided", "---|" * 5 + "---"]
    for kind in dict.fromkeys(v.kind for v in verdicts):
        mine = [v for v in verdicts if v.kind == kind]
        marks = [(1, v.certified, v.warned, v.false_alarm, v.undecided) for v in mine]
        lines.append(" | ".join([kind, *(str(sum(column)) for column in zip(*marks, strict=True))]))
    complaints = [v for v in verdicts if v.complaint]
    lines += ["", *(f"seed {v.seed} ({v.kind}): {v.complaint}" for v in complaints)]
    alarms = [str(v.seed) for v in verdicts if v.false_alarm]
    lines.append(f"{len(alarms)} false alarms: {', '.join(alarms[:50]) or 'none'}")
    lines.append(f"{len(complaints)} complaints about {len(verdicts)} problems")
    return "\n".join(lines)


def main() -> int:
    """Judge the problems of a range of seeds; the number of complaints decides the exit code."""
    from tests import fuzz_machines  # which builds on this module

    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=10000, help="the number of problems")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    print(f"seeds {seeds[0]} to {seeds[-1]}", flush=True)
    tasks = (delayed(fuzz_machines.check)(seed) for seed in seeds)
    verdicts = Parallel(n_jobs=-1, batch_size=8)(tasks)
    print(summary(verdicts))
    return int(any(v.complaint for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
