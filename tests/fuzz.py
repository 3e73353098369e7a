"""Random problems for the engine and every public machine, each judged as a reader has it in hand.

`make fuzz SEED=7 COUNT=20000` fits a machine to the problem of each of that many seeds. Most
problems are small, so that thousands run in a minute; many have ties, an origin far away, weights
that are 0, or units in which squares nearly leave float64.
"""

import warnings
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.spatial.distance import pdist
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning

import svmlib
from svmlib import MulticlassSVM, engine, kernels
from svmlib.estimators.base import Solved
from svmlib.solvers import joint
from tests.judge import Case, Real, judge, may_refuse, squares

NOTHING = 1e-7  # relative; who warns below it gives a false alarm


class Verdict(NamedTuple):
    """What the judge says of one machine."""

    seed: int
    kind: str
    complaint: str | None
    certified: bool = False  # whether the machine says, without a warning, that it is solved
    false_alarm: bool = False  # whether it warned of nothing


# -- points and labels ---------------------------------------------------------------------------
def constant_columns(rng, X):
    value = rng.choice([0.0, 1.0, -7.3])
    return np.where(rng.random(X.shape[1]) < 0.5, value, X)


# points made of normal ones, and labels made of scores
ODD = [
    lambda rng, X: rng.standard_t(1.0, size=X.shape),
    lambda rng, X: np.round(rng.choice([1.0, 3.0]) * X),
    lambda rng, X: np.outer(X[:, 0], rng.normal(size=X.shape[1])),
    lambda rng, X: X[rng.integers(0, max(2, len(X) // 3), size=len(X))],
    constant_columns,
]
LABELS = [
    lambda rng, s: rng.choice([-1.0, 1.0], size=len(s)),
    lambda rng, s: np.sign(s),
    lambda rng, s: np.sign(s + 0.5 * np.std(s) * rng.normal(size=len(s))),
    lambda rng, s: np.where(np.arange(len(s)) == rng.integers(len(s)), 1.0, -1.0),
]


def labels_and_points(rng, n, most=40):
    """Labels (n,) and points (n, d ≤ most), pleasant most of the time, else in many ways not."""
    d = int(10 ** rng.uniform(0, np.log10(most)))
    X = rng.normal(size=(n, d))
    if (odd := rng.integers(8)) < len(ODD):
        X = ODD[odd](rng, X)
    w = rng.normal(size=d)
    y = LABELS[rng.integers(4)](rng, X @ w - np.median(X @ w))
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


# -- kernels and matrices ------------------------------------------------------------------------
class Rational(kernels.Kernel):
    """1 / (1 + ‖x - z‖² / s²), by nothing but its values."""

    s = 1.0

    def _evaluate(self, X, Z):
        return 1.0 / (1.0 + (((X[:, None] - Z) / self.s) ** 2).sum(axis=2))

    def formula(self, X):
        return 1 / (1 + squares(X) / Real(self.s) ** 2)


def metric(rng, X):
    d = X.shape[1]
    L = rng.normal(size=(rng.integers(1, d + 1), d))
    return kernels.Linear(symmetric(L.T @ L))


def polynomial(rng, X):
    degree = int(rng.integers(1, 7))
    return kernels.Polynomial(degree, float(rng.choice([0.0, 1.0, 10 ** rng.uniform(-3, 3)])))


def sigmoid(rng, X):
    scale = float(10 ** rng.uniform(-2, 2) / max(np.einsum("ij,ij->i", X, X).mean(), 1e-300))
    return kernels.Sigmoid(scale, float(rng.normal()))


def part(rng, X):
    """One of the kernels that sums and products are made of."""
    return KERNELS[rng.choice([*KERNELS][2:6])](rng, X)


KERNELS = {
    "inner product": lambda rng, X: kernels.Linear(),
    "metric": metric,
    "RBF": lambda rng, X: kernels.RBF(length(rng, X)),
    "polynomial": polynomial,
    "Ornstein-Uhlenbeck": lambda rng, X: kernels.OrnsteinUhlenbeck(length(rng, X)),
    "double exponential": lambda rng, X: kernels.DoubleExponential(length(rng, X)),
    "sum": lambda rng, X: part(rng, X) + float(10 ** rng.uniform(-3, 3)) * part(rng, X),
    "product": lambda rng, X: part(rng, X) * part(rng, X),
    "sigmoid": sigmoid,
}


def of_rank(rng, n, rank):
    """A semidefinite matrix, its columns of one size or of many."""
    L = rng.normal(size=(n, rank)) * 10 ** rng.uniform(-rng.choice([0, 4]), 0, size=rank)
    return L @ L.T


def low_rank(rng, X):
    return of_rank(rng, len(X), rng.integers(1, len(X)))


def asymmetric(rng, X):
    K = low_rank(rng, X)
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
    "low rank": low_rank,
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


# -- machines ------------------------------------------------------------------------------------
class Engine(Solved, BaseEstimator):
    """`svmlib.engine.solve` as a machine."""

    def __init__(self, kernel, C=1.0):
        self.kernel, self.C = kernel, C

    def fit(self, X, y, sample_weight=1.0):
        self.kernel_, given = self.kernel, isinstance(self.kernel, str)
        solution = engine.solve(X if given else self.kernel, X, y, self.C * sample_weight)
        self.intercept_, self.bias_interval_ = [solution.b], solution.bias_interval
        self._keep_solution(solution, solution.beta, X)


LINEAR, FORMS = ("linear", "sparse"), ("kernel", "sparse kernel", "own", "Gram", "function")
MACHINES = {
    "engine": (Engine, (*KERNELS, *MATRICES)),
    "HardMarginSVM": (svmlib.HardMarginSVM, ("linear",)),
    "LinearSVM": (svmlib.LinearSVM, LINEAR),
    "KernelSVM": (svmlib.KernelSVM, FORMS),
    "EpsilonSVR": (svmlib.EpsilonSVR, FORMS),
    "OneClassSVM": (svmlib.OneClassSVM, FORMS),
    **{kind: (partial(MulticlassSVM, kind=kind), ("linear",)) for kind in joint.KINDS},
    "one-vs-rest": (partial(MulticlassSVM, kind="one-vs-rest"), (*LINEAR, *FORMS)),
    "one-vs-one": (partial(MulticlassSVM, kind="one-vs-one"), (*LINEAR, *FORMS)),
}
KINDS = tuple((name, form) for name, (_, forms) in MACHINES.items() for form in forms)


def problem(seed):
    """The Case of this seed; machine and form of its kernel are those of KINDS, in turn."""
    rng, (name, form) = np.random.default_rng([seed, 1]), KINDS[seed % len(KINDS)]
    large = name == "engine" or (name in ("LinearSVM", "KernelSVM") and rng.random() < 0.3)
    least, most, features = 2, 60 if rng.random() < 0.1 else 14, 40
    if large:
        least, most = 4, 600 if rng.random() < 0.2 else 200
    if large and form in LINEAR:  # as many as products with X are for
        least, features = 100, 400
    n = int(10 ** rng.uniform(np.log10(least), np.log10(most)))
    y, X = labels_and_points(rng, n, features)
    if rng.random() < 0.25:
        X = X / (np.abs(X).max() or 1.0) * 10 ** rng.uniform(-150, 150)
    if "sparse" in form:
        X = X * (rng.random(X.shape) < 0.5)
    settings, given, seen = with_kernel(rng, form, X)
    size = float(np.ptp(X, axis=0).max() or 1.0) if form in LINEAR else 1.0
    y, hard = choose_y(rng, name, X, y), name == "HardMarginSVM"
    classes, codes = np.unique(y, return_inverse=True)
    C = 10 ** rng.uniform(-6, 8) / (max(size, 1e-140) ** 2 if rng.random() < 0.5 else 1.0)
    factors = np.ones(len(classes))
    if name == "EpsilonSVR":
        spread = float(np.ptp(y)) or 1.0
        C *= min(spread, 1e140) if rng.random() < 0.7 else 1.0
        settings["epsilon"] = spread * 10 ** rng.uniform(-4, 0.3) * (rng.random() < 0.8)
    elif name == "OneClassSVM":
        settings["nu"] = rng.choice([1.0, rng.uniform(0.01, 1), 1 / n])
    elif name not in ("HardMarginSVM", "engine") and rng.random() < 0.3:
        factors = (10 ** rng.uniform(-2, 2, size=5))[: len(classes)]
        each = dict(zip(classes.tolist(), factors, strict=True))
        settings["class_weight"] = each if rng.random() < 0.5 else "balanced"
    if name in joint.KINDS:
        settings |= {"reg": float(np.clip(1 / C, 1e-290, 1e290)), "delta": 10 ** rng.uniform(-2, 2)}
    elif name not in ("HardMarginSVM", "OneClassSVM"):
        settings["C"] = float(np.clip(C, 1e-290, 1e290))
    weight = None if hard or rng.random() < 0.5 else 10 ** rng.uniform(-2, 2, size=n)
    if weight is not None:
        weight *= rng.random(n) < rng.choice([0.6, 1])
        weight[np.unique(y, return_index=True)[1]] = 1.0  # every class keeps a point
    costs = np.ones(n) if weight is None else weight
    if settings.get("class_weight") == "balanced":  # a weight is as many copies
        totals = np.bincount(codes, costs)
        factors = totals.sum() / (len(classes) * totals)
    costs = costs * factors[codes] * settings.get("C", np.inf if hard else 1.0)
    machine = MACHINES[name][0](**settings)
    return Case(seed, f"{name}, {form}", machine, given, seen, y, weight, costs)


def choose_y(rng, name, X, y):
    """The signs as they are, or several classes, or targets of a regression in many units."""
    n, Z = len(X), X / (np.abs(X).max() or 1.0)
    if name in joint.KINDS or name.startswith("one"):
        number = int(rng.integers(2, min(n, 5) + 1))
        y = (Z @ rng.normal(size=(Z.shape[1], number)) + rng.normal(size=number)).argmax(axis=1)
        y = np.where(rng.random(n) < rng.choice([0, 0.3]), rng.integers(number, size=n), y)
        y[rng.permutation(n)[:number]] = np.arange(number)
    elif name == "EpsilonSVR":
        y = Z @ rng.normal(size=Z.shape[1]) + rng.choice([0, 0.1, 1]) * rng.normal(size=n)
        y = np.round(3 * y) if rng.random() < 0.3 else y
        y = y + 10 ** rng.uniform(0, 10) if rng.random() < 0.2 else y
        y = y * 10 ** rng.uniform(-140, 140) if rng.random() < 0.2 else y
    return y


def with_kernel(rng, form, X):
    """The kernel a machine gets, if any; X in its form, or K; and X or K as the judge gets it."""
    given = X if "sparse" not in form else rng.choice([sparse.csr_array, sparse.coo_matrix])(X)
    if form in LINEAR:
        return {}, given, X
    if form in ("Gram", *MATRICES):
        kinds = [kind for kind in MATRICES if kind != "symmetric" or rng.random() < 0.3]
        kind = form if form in MATRICES else rng.choice(kinds)
        K = MATRICES[kind](rng, X / (np.abs(X).max() or 1.0))
        K = K * 10 ** rng.uniform(-140, 140) if rng.random() < 0.2 else K
        return {"kernel": "precomputed"}, K, K
    if form in ("own", "function"):
        kernel = Rational()
        kernel.s = length(rng, X)
        kernel = kernel if form == "own" else kernel._evaluate  # which is a plain function
    elif form in FORMS and rng.random() < 0.3:
        kernel = kernels.RBF(str(rng.choice(["scale", "0.3 scale", "3 scale"])))
    else:
        kernel = KERNELS[form if form in KERNELS else rng.choice([*KERNELS])](rng, X)
    return {"kernel": kernel}, given, X


# -- what is said of them ------------------------------------------------------------------------
def check(seed):
    """Make the problem of this seed, fit its machine, judge it."""
    return verdict(problem(seed))


def verdict(case):
    """Fit the machine of a problem, and judge it."""
    given = (case.given,) if isinstance(case.machine, svmlib.OneClassSVM) else (case.given, case.y)
    weight = {} if case.weight is None else {"sample_weight": case.weight}
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            case.machine.fit(*given, **weight)
    except Exception as error:  # whatever it is: the other seeds have their turn
        say = None if may_refuse(case, error) else f"refused: {error!r}"
        return Verdict(case.seed, case.kind, say)
    return of_fitted(case, any(issubclass(w.category, ConvergenceWarning) for w in caught))


def of_fitted(case, warned):
    """The verdict on a machine that is fitted."""
    certified, (say, gap, doubt) = bool(case.machine.converged_ and not warned), judge(case, warned)
    return Verdict(case.seed, case.kind, say, certified, warned and gap + doubt < NOTHING)
