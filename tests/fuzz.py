"""Random problems for the engine, judged by a duality gap that shares no code with it.

    python -m tests.fuzz --seed 0 --count 3200

solves the problems of that many seeds and ends with 1 if there is anything to complain about.

The judge computes the kernel in extended precision from the data as they are, repairs α until
Σβ = 0 (β = yα), and compares with the dual value D(β) the primal value P of the same machine with
the best bias, where P is smallest: a piecewise linear function of b has its minimum at one of its
breakpoints y_i - (Kβ)_i. P - D bounds what is lost, provided that K is positive semidefinite on
Σβ = 0. On a matrix that is not, a gap proves nothing: there the engine has to warn, and where it
does not the judge looks for better multipliers by itself.

What rounding may do to the judge's own numbers is estimated with room (`doubt`), and never counted
against the engine.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from scipy.spatial.distance import pdist
from sklearn.exceptions import ConvergenceWarning

from svmlib import KernelSVM, LinearSVM, engine, kernels

Real = np.longdouble
EPS = np.finfo(Real).eps
SOLVED = 1e-6  # the relative gap that "converged" promises
NOTHING = 1e-7  # relative; who warns below it gives a false alarm
NEGATIVE = 1e-7  # of the largest entry; below minus this an eigenvalue must be warned of
SAME = 1e-6  # relative; two values of an objective
BALANCED = 1e-11  # of Σα; no more may be left of Σβ
OVERFLOW = 1e140  # kernel values that may be refused
ASYMMETRIC = 1e-9  # of the largest entry; a matrix that may be refused

KERNELS = (
    "linear", "LinearSVM", "metric", "RBF", "polynomial", "Ornstein-Uhlenbeck",
    "double exponential", "sum", "product", "sigmoid",
)  # fmt: skip
MATRICES = (
    "low rank", "full rank", "rounded", "asymmetric", "nearly semidefinite", "distances",
    "shifted distances", "symmetric", "box", "Epanechnikov", "quartic", "tanh",
)  # fmt: skip
KINDS = KERNELS + MATRICES


class Case(NamedTuple):
    """What the engine gets, and `exact`: its kernel matrix on Σβ = 0 in extended precision."""

    seed: int
    kind: str
    machine: bool
    K: kernels.Kernel | np.ndarray
    X: np.ndarray
    y: np.ndarray
    C: np.ndarray
    exact: Callable[[], np.ndarray]
    semidefinite: bool


class Answer(NamedTuple):
    """What came back; w only where a normal was handed out."""

    alpha: np.ndarray
    b: float
    primal: float
    dual: float
    gap: float
    converged: bool
    warned: bool
    w: np.ndarray | None = None


class Verdict(NamedTuple):
    """What the judge says; the true gap is NaN where it was not computed."""

    seed: int
    kind: str
    converged: bool
    warned: bool
    gap: float
    true_gap: float
    doubt: float
    semidefinite: bool
    complaint: str | None
    seconds: float = 0.0

    @property
    def certified(self) -> bool:
        """Whether the engine says, without a warning, that it has solved the problem."""
        return self.converged and not self.warned

    @property
    def false_alarm(self) -> bool:
        """Whether there was nothing to warn of."""
        return self.warned and self.semidefinite and self.true_gap + self.doubt < NOTHING

    @property
    def undecided(self) -> bool:
        """Whether even extended precision cannot tell."""
        return self.certified and not self.doubt < NOTHING


# -- problems ----------------------------------------------------------------------------------
def problem(seed: int) -> Case:
    """The problem of this seed; its kind is one of KINDS, in turn."""
    rng, kind = np.random.default_rng(seed), KINDS[seed % len(KINDS)]
    n = int(10 ** rng.uniform(np.log10(4), np.log10(600 if rng.random() < 0.2 else 200)))
    y, X = labels_and_points(rng, n)
    C = bounds(rng, y)
    if kind in MATRICES:
        K = matrix(rng, kind, X)
        machine = bool(rng.random() < 0.3)
        # on Σβ = 0 a constant does not matter either; this difference has no rounding
        return Case(
            seed, kind, machine, K, X, y, C, lambda: symmetric(K.astype(Real) - K[0, 1]), False
        )
    kernel, exact = KERNEL[kind](rng, X)
    machine = kind == "LinearSVM" or (kind != "linear" and bool(rng.random() < 0.3))
    proved = kind not in ("sigmoid", "metric")
    return Case(seed, kind, machine, kernel, X, y, C, lambda: exact(X.astype(Real)), proved)


def labels_and_points(rng, n):
    """Labels (n,) and points (n, d), most of them pleasant, the others in many ways not."""
    d = int(10 ** rng.uniform(0, np.log10(40)))
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


def bounds(rng, y):
    """C_i, shape (n,): the same for all, or not, or 0 for some."""
    n = len(y)
    C = np.full(n, 10 ** rng.uniform(-6, 8))
    if rng.random() < 0.25:
        C = C * 10 ** rng.uniform(-2, 2, size=n)
        if rng.random() < 0.5:
            C[rng.random(n) < 0.3] = 0.0
            C[[np.flatnonzero(y > 0)[0], np.flatnonzero(y < 0)[0]]] = 1.0
    return C


def length(rng, X):
    """A length about as large as the data, or far from it."""
    typical = np.median(pdist(X[:100])) or 1.0
    return float(typical * 10 ** (rng.uniform(-1, 1) if rng.random() < 0.7 else rng.uniform(-6, 6)))


def symmetric(K):
    return (K + K.T) / 2


def squares(X):
    """‖x_i - x_j‖², summed over differences."""
    return sum((x[:, None] - x) ** 2 for x in X.T)


def linear(rng, X):
    return kernels.Linear(), inner


def inner(X):
    # on Σβ = 0 the origin does not matter, and far from the data it costs digits
    X = X - X[0]
    return X @ X.T


def metric(rng, X):
    d = X.shape[1]
    L = rng.normal(size=(rng.integers(1, d + 1), d))
    A = symmetric(L.T @ L)

    def exact(X):
        X = X - X[0]
        return X @ A.astype(Real) @ X.T

    return kernels.Linear(A), exact


def rbf(rng, X):
    s = length(rng, X)
    return kernels.RBF(s), lambda X: np.exp(-squares(X) / (2 * Real(s) ** 2))


def polynomial(rng, X):
    degree = int(rng.integers(1, 7))
    c = float(rng.choice([0.0, 1.0, 10 ** rng.uniform(-3, 3)]))
    return kernels.Polynomial(degree, c), lambda X: (X @ X.T + Real(c)) ** degree


def ornstein_uhlenbeck(rng, X):
    s = length(rng, X)
    return kernels.OrnsteinUhlenbeck(s), lambda X: np.exp(-np.sqrt(squares(X)) / Real(s))


def double_exponential(rng, X):
    s = length(rng, X)
    return kernels.DoubleExponential(s), lambda X: np.exp(np.exp(-squares(X) / Real(s) ** 2))


def sum_of_two(rng, X):
    (k, first), (m, second) = (rng.choice(PARTS)(rng, X) for _ in range(2))
    factor = float(10 ** rng.uniform(-3, 3))
    return k + factor * m, lambda X: first(X) + Real(factor) * second(X)


def product_of_two(rng, X):
    (k, first), (m, second) = (rng.choice(PARTS)(rng, X) for _ in range(2))
    return k * m, lambda X: first(X) * second(X)


def sigmoid(rng, X):
    scale = float(10 ** rng.uniform(-2, 2) / max(np.einsum("ij,ij->i", X, X).mean(), 1e-300))
    shift = float(rng.normal())
    return kernels.Sigmoid(scale, shift), lambda X: np.tanh(Real(scale) * (X @ X.T) + Real(shift))


PARTS = (rbf, polynomial, ornstein_uhlenbeck, double_exponential)
KERNEL = dict(
    zip(
        KERNELS,
        (linear, linear, metric, rbf, polynomial, ornstein_uhlenbeck, double_exponential,
         sum_of_two, product_of_two, sigmoid),
        strict=True,
    )
)  # fmt: skip


def matrix(rng, kind, X):
    """A matrix (n, n) of that kind, in float64."""
    n, scale = len(X), 10 ** (rng.uniform(-8, 8) * (rng.random() < 0.3))
    if kind in ("low rank", "full rank", "asymmetric", "nearly semidefinite"):
        rank = rng.integers(1, n) if kind in ("low rank", "asymmetric") else n
        L = rng.normal(size=(n, rank)) * 10 ** rng.uniform(-rng.choice([0, 4]), 0, size=rank)
        K = L @ L.T
        if kind == "asymmetric":
            K = K * (1.0 + 10 ** rng.uniform(-16, -9.5) * rng.uniform(-1, 1, size=(n, n)))
        elif kind == "nearly semidefinite":
            values, vectors = np.linalg.eigh(K)
            few = rng.integers(1, max(2, n // 4))
            values[:few] = -values[-1] * 10 ** rng.uniform(-15, -3)
            K = symmetric(vectors * values @ vectors.T)
        return scale * K
    if kind == "rounded":
        return symmetric(X @ X.T)
    if kind == "symmetric":
        return scale * symmetric(rng.normal(size=(n, n)))
    if kind == "tanh":
        S = X @ X.T
        return np.tanh(10 ** rng.uniform(-1, 1) * S / max(np.abs(S).mean(), 1e-300) + rng.normal())
    D, power = squares(X), rng.choice([0.5, 1.0, rng.uniform(0.05, 1.0)])
    if kind == "distances":
        return -scale * D**power
    if kind == "shifted distances":
        K = -(D**power)
        return K + 10 ** rng.uniform(-2, 6) * np.abs(K).max()
    D = D / length(rng, X) ** 2
    profile = {
        "box": lambda: 1.0 * (D < 1.0),
        "Epanechnikov": lambda: np.maximum(0.0, 1.0 - D),
        "quartic": lambda: np.exp(-(np.minimum(D, 30.0) ** 2)),
    }
    return profile[kind]()


# -- answers -----------------------------------------------------------------------------------
def answer(problem: Case) -> Answer:
    """What the engine, or a machine that uses it, says of the problem."""
    K, X, y, C = problem.K, problem.X, problem.y, problem.C
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if problem.machine:
            given = K if problem.kind in MATRICES else X
            kernel = "precomputed" if problem.kind in MATRICES else K
            linear = problem.kind == "LinearSVM"
            svm = LinearSVM() if linear else KernelSVM(kernel=kernel)
            svm.fit(given, y, sample_weight=C)
            found = [svm.alpha_, svm.intercept_[0], svm.primal_, svm.dual_, svm.gap_]
            found.append(svm.converged_)
            w = svm.coef_[0] if linear else None
        else:
            s = engine.solve(K, X, y, C[0] if (C == C[0]).all() else C)
            found, w = [s.alpha, s.b, s.primal, s.dual, s.gap, s.converged], None
    warned = any(issubclass(warning.category, ConvergenceWarning) for warning in caught)
    return Answer(*found, warned, w)


# -- the judge ---------------------------------------------------------------------------------
def best_bias(g: np.ndarray, y: np.ndarray, C: np.ndarray) -> np.ndarray:
    """The b that minimises Σ C_i max(0, y_i (g_i - b)), where g = y - f without bias.

    The slope is -Σ C_i over y_i = +1 far to the left, and grows by C_i at each g_i.
    """
    order = np.argsort(g)
    slope = np.cumsum(C[order]) - C[y > 0].sum()
    at = min(np.searchsorted(slope, 0), len(g) - 1)
    near = g[order[max(at - 1, 0) : at + 2]]  # rounding may have moved the zero by one
    return near[np.argmin([hinges(g - b, y, C) for b in near])]


def hinges(distance, y, C):
    return C @ np.maximum(0, y * distance)


def feasible(alpha: np.ndarray, y: np.ndarray, C: np.ndarray) -> np.ndarray:
    """β = yα in extended precision, clipped to the box, the heavier class shrunk to Σβ = 0."""
    alpha = np.clip(alpha.astype(Real), 0, C)
    up, down = alpha[y > 0].sum(), alpha[y < 0].sum()
    heavier, share = (1, down / up) if up > down else (-1, up / down if down else Real(1))
    return y * np.where(y == heavier, alpha * share, alpha)


def dual(K: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """D(β) = Σ|β| - ½ βᵀKβ, in the precision of its arguments."""
    return np.abs(beta).sum() - beta @ (K @ beta) / 2


def judge(problem: Case, answer: Answer) -> Verdict:
    """Compare what the engine says with what its multipliers prove."""
    y, C, K = problem.y.astype(Real), problem.C.astype(Real), problem.exact()
    alpha = answer.alpha.astype(Real)
    numbers = [answer.b, answer.primal, answer.dual, answer.gap]
    if not (np.isfinite(numbers).all() and np.isfinite(answer.alpha).all()):
        return verdict(problem, answer, complaint="a number is not finite")
    beta = feasible(answer.alpha, y, C)
    f = K @ beta
    half, D = beta @ f / 2, dual(K, beta)
    X = problem.X.astype(Real)
    if answer.w is not None:
        w = answer.w.astype(Real)
        f, half = (X - X[0]) @ w, w @ w / 2
    P = half + hinges(y - f - best_bias(y - f, y, C), y, C)
    handed, doubt_handed = handed_out(problem, answer, K, y, C)
    error = EPS * (1 + np.abs(f)) + rounding(problem, K, beta)
    scale = max(abs(P), abs(D))
    doubt = float((C @ error + np.abs(beta) @ error) / scale)
    true_gap = float((P - D) / scale)

    given = problem.K if problem.kind in MATRICES else K
    lowest, flat = (0.0, 0.0) if problem.semidefinite else curvature(K, C, np.abs(given).max())
    semidefinite = bool(lowest >= -flat)
    say = None
    if (alpha < 0).any() or (alpha > C).any():
        say = "a multiplier is outside its box"
    elif abs(y @ alpha) > BALANCED * alpha.sum():
        say = f"Σβ is {float(y @ alpha / alpha.sum()):.1e} of Σα"
    elif not (answer.converged or answer.warned):
        say = "not converged, and no warning"
    elif answer.warned:
        pass
    elif lowest + flat < -NEGATIVE:
        say = f"indefinite ({lowest:.1e} of the largest entry), and no warning"
    elif true_gap - doubt > 1.001 * SOLVED:
        say = f"false certificate: the gap is {true_gap:.1e}, not {answer.gap:.1e}"
    elif answer.gap < (true_gap - doubt) / 10 - 1e-9:
        say = f"the gap is {true_gap:.1e}, ten times the {answer.gap:.1e} reported"
    elif abs(handed - answer.primal) > SAME * scale + doubt_handed:
        off = float((handed - answer.primal) / scale)
        say = f"the primal value of what was handed out is off by {off:.1e}"
    elif abs(D - answer.dual) > (SAME + doubt) * scale:
        say = f"the dual value is off by {float((D - answer.dual) / scale):.1e}"
    elif not semidefinite:
        better = (better_point(K, y, C, beta) - D) / scale
        if better > SOLVED + doubt:
            say = f"other multipliers are better by {float(better):.1e}"
    return Verdict(
        problem.seed, problem.kind, bool(answer.converged), answer.warned, float(answer.gap),
        true_gap, doubt, semidefinite, say,
    )  # fmt: skip


def verdict(problem, answer, complaint):
    """A verdict without a gap."""
    said = answer or Answer(None, *[np.nan] * 4, converged=False, warned=False)
    return Verdict(
        problem.seed, problem.kind, bool(said.converged), said.warned, float(said.gap),
        np.nan, np.nan, False, complaint,
    )  # fmt: skip


def handed_out(problem, answer, K, y, C):
    """The primal value of α and b, or w and b, to the letter, and what rounding may do to it."""
    X, b = problem.X.astype(Real), Real(answer.b)
    if problem.kind in ("linear", "LinearSVM"):
        w = (y * answer.alpha) @ X if answer.w is None else answer.w.astype(Real)
        f, half = X @ w, w @ w / 2
        error = np.abs(X) @ np.abs(w)
        if answer.w is None:
            error = error + np.abs(X) @ (np.abs(X).T @ answer.alpha)
        error = 8 * EPS * error
    else:
        beta = y * answer.alpha
        if problem.kind == "metric":
            A = problem.K.A.astype(Real)
            f = X @ (A @ (X.T @ beta))
            error = 8 * EPS * np.abs(X) @ (np.abs(A) @ (np.abs(X).T @ np.abs(beta)))
        else:
            K = symmetric(problem.K.astype(Real)) if problem.kind in MATRICES else K
            f, error = K @ beta, rounding(problem, K, beta)
        half = beta @ f / 2
    error = EPS * (1 + abs(b) + np.abs(f)) + error
    return half + hinges(y - f - b, y, C), float((C + answer.alpha) @ error)


def rounding(problem, K, beta):
    """An error of Kβ, shape (n,): of the sums, and of the values unless they were given."""
    error = 8 * EPS * np.abs(K) @ np.abs(beta)
    if problem.kind in KERNELS:
        norms = np.sqrt(np.abs(K).max(axis=1))
        error += 32 * EPS * norms * (norms @ np.abs(beta))
    return error


def curvature(K, C, entry):
    """The least eigenvalue on Σβ = 0, in units of the largest entry there, and its rounding.

    Points with C_i = 0 take no part. The last digits of the largest entry given may hide as much as
    the rounding says; whether the gap counts it, `better_point` sees.
    """
    centred = centre(K[np.ix_(C > 0, C > 0)])
    largest = np.abs(centred).max()
    n = len(centred)
    rounding = n * (1e-15 + np.finfo(float).eps * float(entry / (largest or 1.0)))
    if largest == 0.0:
        return 0.0, rounding
    return float(np.linalg.eigvalsh(centred / largest)[0]), rounding


def centre(K):
    mean = K.mean(axis=0)
    return (K - mean - mean[:, None] + mean.mean()).astype(float)


# -- better multipliers ------------------------------------------------------------------------
def better_point(K: np.ndarray, y: np.ndarray, C: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """The best dual value that pair steps find from several starts, β among them.

    Others lie along the direction of most negative curvature, or at random.
    """
    part = C > 0
    exact, y, C = K[np.ix_(part, part)], y[part].astype(float), C[part].astype(float)
    K, start = centre(exact), beta[part].astype(float)
    A, B = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    v = np.linalg.eigh(K)[1][:, 0]
    rng = np.random.default_rng(len(y))
    starts = [start, np.zeros(len(y)), project(rng.random(len(y)) * (A + B), A, B)]
    far = C.max() / np.abs(v).max()
    starts += [project(start + t * far * v, A, B) for t in (1e-3, -1e-3, 1.0, -1.0)]
    ends = [climb(K, y, A, B, point) for point in starts]
    return max(dual(exact, feasible(np.abs(end), y, C)) for end in ends)


def project(beta, A, B):
    """The nearest point with Σβ = 0 in the box."""
    lo, hi = (beta - B).min(), (beta - A).max()
    for _ in range(100):
        middle = 0.5 * (lo + hi)
        lo, hi = (middle, hi) if np.clip(beta - middle, A, B).sum() > 0 else (lo, middle)
    return np.clip(beta - middle, A, B)


def climb(K, y, A, B, beta, steps=1500, looks=20):
    """Pair steps, each with the best partner; and looks at all pairs when that ends.

    Where the curvature κ along a pair is negative a step goes as far as the box allows, and may
    pay even where it begins downhill.
    """
    beta, diagonal = beta.copy(), K.diagonal()
    g = y - K @ beta

    def best(K_i, diagonal_i, room_i, gradient):
        """Steps up with i and down with each other, and their gains; all i at once as columns."""
        kappa = diagonal_i + diagonal - 2.0 * K_i
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(kappa > 0.0, np.maximum(gradient, 0.0) / kappa, np.inf)
        t = np.minimum(np.minimum(t, room_i), beta - A)
        return t, t * gradient - 0.5 * t * t * kappa

    def move(i, j, t):
        beta[i], beta[j] = beta[i] + t, beta[j] - t
        g[:] -= t * (K[i] - K[j])

    for _ in range(looks):
        for _ in range(steps):
            i = int(np.where(beta < B, g, -np.inf).argmax())
            t, gain = best(K[i], diagonal[i], B[i] - beta[i], g[i] - g)
            j = int(gain.argmax())
            if gain[j] <= 1e-12 * abs(0.5 * beta @ (y + g)):
                break
            move(i, j, t[j])
        t, gain = best(K, diagonal[:, None], (B - beta)[:, None], g[:, None] - g)
        i, j = np.unravel_index(gain.argmax(), gain.shape)
        if gain[i, j] <= 1e-9 * abs(0.5 * beta @ (y + g)):
            break
        move(i, j, t[i, j])
    return beta


# -- many --------------------------------------------------------------------------------------
def check(seed: int) -> Verdict:
    """Make the problem of this seed, solve it, judge the answer."""
    made, start = problem(seed), perf_counter()
    try:
        found = answer(made)
    except Exception as error:  # whatever it is: the other seeds have their turn
        return verdict(made, None, None if may_refuse(made, error) else f"refused: {error!r}")
    return judge(made, found)._replace(seconds=perf_counter() - start)


def may_refuse(problem, error):
    """Whether this error is what such a matrix deserves."""
    if isinstance(error, OverflowError):
        return np.abs(problem.exact()).max() > OVERFLOW
    K = problem.K
    if problem.kind != "asymmetric" or not isinstance(error, ValueError):
        return False
    return np.abs(K - K.T).max() > ASYMMETRIC * np.abs(K).max()


def summary(verdicts: list[Verdict]) -> str:
    """A table by kind, and a line for each complaint."""
    head = "kind number certified warned false_certificates false_alarms undecided worst_gap"
    lines = [head.replace(" ", " | ").replace("_", " "), "---|" * 7 + "---"]
    for kind in KINDS:
        mine = [v for v in verdicts if v.kind == kind]
        sure = [v.true_gap - v.doubt for v in mine if v.certified and v.semidefinite]
        counts = [
            len(mine),
            sum(v.certified for v in mine),
            sum(v.warned for v in mine),
            sum("false" in (v.complaint or "") for v in mine),
            sum(v.false_alarm for v in mine),
            sum(v.undecided for v in mine),
        ]
        lines.append(" | ".join([kind, *map(str, counts), f"{max([0.0, *sure]):.1e}"]))
    complaints = [v for v in verdicts if v.complaint]
    lines += ["", *(f"seed {v.seed} ({v.kind}): {v.complaint}" for v in complaints)]
    alarms = [str(v.seed) for v in verdicts if v.false_alarm]
    lines.append(f"false alarms: {', '.join(alarms) or 'none'}")
    slow = max(verdicts, key=lambda v: v.seconds)
    lines.append(f"the slowest: seed {slow.seed} ({slow.kind}), {slow.seconds:.1f} s")
    lines.append(f"{len(complaints)} complaints about {len(verdicts)} problems")
    return "\n".join(lines)


def main() -> int:
    """Judge the problems of a range of seeds; the number of complaints decides the exit code."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=3200)
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    verdicts = Parallel(n_jobs=-1, batch_size=8)(delayed(check)(seed) for seed in seeds)
    print(summary(verdicts))
    return int(any(v.complaint for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
