"""Random problems for the engine and every public machine, each judged as a reader has it in hand.

    python -m tests.fuzz --seed 0 --count 20000

Most are small, so that thousands run in a minute; many have ties, an origin far away, weights that
are 0, or units in which squares nearly leave float64. From the data as given and what a machine
makes public (coef_, or dual_coef_ and support_; the bias; kernel_) the judge computes in extended
precision its primal value P and the dual value D of its multipliers, made feasible. If P - D is
more than the machine admits, these multipliers may be to blame, or the judge's rounding; so the
judge looks for a better machine first. Only one better by more than was admitted proves a
certificate false. What neither this nor better multipliers decide counts as undecided.

All this rests on a kernel that is positive semidefinite on Σβ = 0. Of one that is not, a gap proves
nothing: there the machine has to warn, and where it does not, no multipliers may be better.
"""

import warnings
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_sample_weight

import svmlib
from svmlib import MulticlassSVM, engine, kernels
from svmlib.estimators.base import Solved
from svmlib.solvers import joint
from tests import fuzz
from tests.fuzz import Real, Verdict
from tests.programs import minimiser

EPS = np.finfo(Real).eps
HANDED = 8 * EPS + np.finfo(float).eps / 2  # β and w are handed out as doubles: none can say more
SOLVED = 1e-6  # the relative gap that "converged" promises
SAME = 1e-6  # relative; two values of an objective
NEGATIVE = 1e-7  # of the largest entry; below minus this an eigenvalue must be warned of
BALANCED = 1e-11  # of Σ|β|; by no more may Σβ be off
OVERFLOW = 1e140  # kernel values that may be refused
ASYMMETRIC = 1e-9  # of the largest entry; a matrix that may be refused
NEAR, TIMES = 1e-9, 5  # a gap may be so much more than said, or as many times that, for what
# rounding hides is estimated; but not more than 1e-6 if it is said to be less
LEAST = Real(1e-290)  # float64 has no gap relative to less
SIMPLE = Real(1e-9)  # share of a simple machine's objective to which a gap may be relative,
LARGEST = Real(1e-7)  # and of the largest one where w may be 0
TOUCHING = 1e-11  # of the extent; hulls that near each other meet
SQUARED = 1e140  # a number whose square, or that of its inverse, nearly leaves float64
LINEAR, FORMS = ("linear", "sparse"), ("kernel", "sparse kernel", "own", "Gram", "function")
ONE_BY_ONE = ("Gram", "function", *fuzz.MATRICES)  # where values are taken as they are


class Engine(Solved, BaseEstimator):
    """`svmlib.engine.solve` as a machine."""

    def __init__(self, kernel, C=1.0):
        self.kernel, self.C = kernel, C

    def fit(self, X, y, sample_weight=1.0):
        self.kernel_, given = self.kernel, isinstance(self.kernel, str)
        solution = engine.solve(X if given else self.kernel, X, y, self.C * sample_weight)
        self.intercept_, self.bias_interval_ = [solution.b], solution.bias_interval
        self._keep_solution(solution, solution.beta, X)


MACHINES = {
    "engine": (Engine, (*fuzz.KERNELS, *fuzz.MATRICES)),
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


class Case(NamedTuple):
    """A machine to be fitted to `given`, which is X in some form; K by `gram(kernel_, X)`."""

    seed: int
    name: str
    form: str
    machine: Any
    given: Any
    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray | None
    gram: Callable[[Any, np.ndarray], np.ndarray]


class Program(NamedTuple):
    """Maximise p·β - ½ βᵀKβ over Σβ = s and A ≤ β ≤ B, as `svmlib.solvers.certificate` has it.

    EpsilonSVR has two β for each point, HardMarginSVM infinite bounds. A gap is relative to P, or
    to `floor` where that is larger. Of a linear kernel K = LLᵀ, and L keeps more digits.
    """

    K: np.ndarray
    L: np.ndarray | None
    p: np.ndarray
    A: np.ndarray
    B: np.ndarray
    s: np.ndarray = Real(0)
    floor: np.ndarray = LEAST


def soft_margin(K, y, C, L=None):
    """The program of labels ±1 and bounds C."""
    return Program(K, L, y, np.where(y > 0, 0, -C), np.where(y > 0, C, 0))


class Rational(kernels.Kernel):
    """1 / (1 + ‖x - z‖² / s²), by nothing but its values."""

    s = 1.0

    def _evaluate(self, X, Z):
        return 1.0 / (1.0 + (((X[:, None] - Z) / self.s) ** 2).sum(axis=2))


def likeness(X, Z, s):
    """A kernel that is a plain function."""
    return np.exp(-(np.abs(X[:, None] - Z) / s).sum(axis=2))


def case(seed: int) -> Case:
    """The problem of this seed; machine and form of its kernel are those of KINDS, in turn."""
    rng, (name, form) = np.random.default_rng([seed, 1]), KINDS[seed % len(KINDS)]
    large = name == "engine" or (name in ("LinearSVM", "KernelSVM") and rng.random() < 0.3)
    least, most, features = 2, 60 if rng.random() < 0.1 else 14, 40
    if large:
        least, most = 4, 600 if rng.random() < 0.2 else 200
    if large and form in LINEAR:  # as many as products with X are for
        least, features = 100, 400
    n = int(10 ** rng.uniform(np.log10(least), np.log10(most)))
    y, X = fuzz.labels_and_points(rng, n, features)
    if rng.random() < 0.25:
        X = X / (np.abs(X).max() or 1.0) * 10 ** rng.uniform(-150, 150)
    if "sparse" in form:
        X = X * (rng.random(X.shape) < 0.5)
    kernel, given, gram = with_kernel(rng, form, X)
    size = float(np.ptp(X, axis=0).max() or 1.0) if kernel is None else 1.0
    settings, y, hard = {}, choose_y(rng, name, X, y), name == "HardMarginSVM"
    C = 10 ** rng.uniform(-6, 8) / (max(size, 1e-140) ** 2 if rng.random() < 0.5 else 1.0)
    if name == "EpsilonSVR":
        spread = float(np.ptp(y)) or 1.0
        C *= min(spread, 1e140) if rng.random() < 0.7 else 1.0
        settings["epsilon"] = spread * 10 ** rng.uniform(-4, 0.3) * (rng.random() < 0.8)
    elif name == "OneClassSVM":
        settings["nu"] = rng.choice([1.0, rng.uniform(0.01, 1), 1 / n])
    elif name not in ("HardMarginSVM", "engine") and rng.random() < 0.3:
        each = dict(zip(np.unique(y).tolist(), 10 ** rng.uniform(-2, 2, size=5), strict=False))
        settings["class_weight"] = each if rng.random() < 0.5 else "balanced"
    if name in joint.KINDS:
        settings |= {"reg": float(np.clip(1 / C, 1e-290, 1e290)), "delta": 10 ** rng.uniform(-2, 2)}
    elif name not in ("HardMarginSVM", "OneClassSVM"):
        settings["C"] = float(np.clip(C, 1e-290, 1e290))
    if kernel is not None:
        settings["kernel"] = kernel
    weight = None if hard or rng.random() < 0.5 else 10 ** rng.uniform(-2, 2, size=n)
    if weight is not None:
        weight *= rng.random(n) < rng.choice([0.6, 1])
        weight[np.unique(y, return_index=True)[1]] = 1.0  # every class keeps a point
    return Case(seed, name, form, MACHINES[name][0](**settings), given, X, y, weight, gram)


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
    """The kernel a machine gets, None for a linear machine; X in its form; what gives K."""
    given = X if "sparse" not in form else rng.choice([sparse.csr_array, sparse.coo_matrix])(X)
    if form in LINEAR:
        return None, given, lambda k, X: X @ X.T
    if form == "own":
        own = Rational()
        own.s = fuzz.length(rng, X)
        return own, X, lambda k, X: 1 / (1 + fuzz.squares(X) / Real(own.s) ** 2)
    if form == "function":
        k = partial(likeness, s=fuzz.length(rng, X))
        return k, X, lambda kernel, X: fuzz.symmetric(k(*2 * [X.astype(float)]).astype(Real))
    if form in ("Gram", *fuzz.MATRICES):
        kinds = [kind for kind in fuzz.MATRICES if kind != "symmetric" or rng.random() < 0.3]
        kind = form if form in fuzz.MATRICES else rng.choice(kinds)
        K = fuzz.MATRICES[kind](rng, X / (np.abs(X).max() or 1.0))
        K = K * 10 ** rng.uniform(-140, 140) if rng.random() < 0.2 else K
        return "precomputed", K, lambda k, X: fuzz.symmetric(K.astype(Real))
    if form in FORMS and rng.random() < 0.3:
        wide = kernels.RBF(str(rng.choice(["scale", "0.3 scale", "3 scale"])))
        return wide, given, lambda k, X: np.exp(-fuzz.squares(X) / Real(k.sigma) ** 2 / 2)
    kind = form if form in fuzz.KERNELS else rng.choice([*fuzz.KERNELS])
    kernel, formula = fuzz.KERNELS[kind](rng, X)
    return kernel, given, lambda k, X: formula(X)


def bounds(case: Case) -> np.ndarray:
    """C times the weights of sample and class, or these alone."""
    weight = np.ones(len(case.X)) if case.weight is None else case.weight
    settings = case.machine.get_params(deep=False)
    asked = settings.get("class_weight")
    if isinstance(asked, str):  # balanced: a weight is as many copies
        classes, codes = np.unique(case.y, return_inverse=True)
        totals = np.bincount(codes, weight)
        asked = dict(zip(classes, totals.sum() / (len(classes) * totals), strict=True))
    if asked is not None:
        weight = weight * compute_sample_weight(asked, case.y)
    alone = case.name in (*joint.KINDS, "OneClassSVM")
    return weight * (1.0 if alone else settings.get("C", np.inf))


def parts(case: Case) -> list:
    """(machine, points, y, C) of each machine with one bias: of itself, or of its parts."""
    machine, y, C = case.machine, case.y, bounds(case)
    if not hasattr(machine, "machines_"):
        return [(machine, np.arange(len(y)), y, C)]
    sides = [(np.arange(len(y)), label) for label in machine.classes_]
    if case.name == "one-vs-one":
        pairs = combinations(machine.classes_, 2)
        sides = [(np.flatnonzero((y == a) | (y == b)), b) for a, b in pairs]
    each = zip(machine.machines_, sides, strict=True)
    return [(m, at, np.where(y[at] == label, 1.0, -1.0), C[at]) for m, (at, label) in each]


def stated(case: Case, machine: Any, part: np.ndarray, y: np.ndarray, C: np.ndarray) -> tuple:
    """What a fitted machine has solved; its β; and w·φ(x_i), ½‖w‖², b and errors as handed out."""
    X, y, C = case.X[part].astype(Real), y.astype(Real), C.astype(Real)
    kernel, none = getattr(machine, "kernel_", None), np.zeros(len(part))
    K = case.gram(kernel, X)
    K = K if len(K) == len(part) else K[np.ix_(part, part)]
    beta, b = np.zeros(len(part), Real), Real(machine.intercept_[0])
    beta[machine.support_] = machine.dual_coef_[0]
    f, half, error = K @ beta, beta @ (K @ beta) / 2, HANDED * np.abs(K) @ np.abs(beta)
    if case.form in LINEAR:
        w = machine.coef_[0].astype(Real)
        f, half, error = X @ w, w @ w / 2, HANDED * np.abs(X) @ np.abs(w)
    elif case.form not in ONE_BY_ONE:
        norms = np.sqrt(np.abs(K).max(axis=1))
        error = error + 32 * EPS * norms * (norms @ np.abs(beta))
    L = None
    if case.form in LINEAR or isinstance(kernel, kernels.Linear):
        # where the origin is free, it is best among the points, and not at an odd one
        middle = np.abs(X - np.median(X, axis=0)).sum(axis=1).argmin()
        Z = X - (0 if case.name == "OneClassSVM" else X[middle])
        K, L = case.gram(kernel, Z), Z if getattr(kernel, "A", None) is None else None
    if case.name == "EpsilonSVR":
        middle, epsilon, twice = y @ C / C.sum(), Real(machine.epsilon), partial(np.tile, reps=2)
        K, L = np.tile(K, (2, 2)), L if L is None else np.tile(L, (2, 1))
        p, A, B = np.append(y - epsilon, y + epsilon), np.append(none, -C), np.append(C, none)
        q = Program(K, L, p, A, B, floor=max(LEAST, SIMPLE * (C @ np.abs(y - middle))))
        beta, f, error = np.append(beta.clip(0), beta.clip(None, 0)), twice(f), twice(error)
    elif case.name == "OneClassSVM":
        s = Real(machine.nu) * C.sum()
        floor = LARGEST * s**2 * K.diagonal().max() / 2
        q = Program(K, L, none.astype(Real), none, C, s, max(LEAST, floor))
    else:
        q = soft_margin(K, y, C, L)
    return q, beta, (f, half, b), error + 4 * EPS * (np.abs(q.p) + np.abs(f) + np.abs(b))


def losses(q, r):
    """h_i(r_i), r = p - f(x_i): the largest β_i r_i in the box."""
    return np.maximum(q.A * r, q.B * r)


def primal(q: Program, f: np.ndarray, half: np.ndarray, b: np.ndarray) -> np.ndarray:
    """P of (w, b); with a hard margin, of the least multiple that keeps it, or ∞."""
    r = q.p - f - b
    if np.isfinite(q.B).all():
        return half + losses(q, r).sum() + q.s * b
    least = 1 - (q.p * r).max()
    return half / least**2 if least > 0 else Real(np.inf)


def least_primal(q, f, half):
    """P with the best bias: it is at a corner of P, or, with a hard margin, half way."""
    g = q.p - f
    corners = g if np.isfinite(q.B).all() else [(g[q.p > 0].max() + g[q.p < 0].min()) / 2]
    return min(primal(q, f, half, b) for b in corners)


def plane(q: Program, beta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Kβ and ½ βᵀKβ."""
    if q.L is None:
        return q.K @ beta, beta @ (q.K @ beta) / 2
    return q.L @ (q.L.T @ beta), (q.L.T @ beta) @ (q.L.T @ beta) / 2


def dual(q: Program, beta: np.ndarray) -> np.ndarray:
    return q.p @ beta - plane(q, beta)[1]


def repaired(q: Program, beta: np.ndarray) -> np.ndarray:
    """β in its box with Σβ = s: what is too much on one side of 0 shrinks, or all grow."""
    beta = np.clip(beta.astype(Real), q.A, q.B)
    for _ in range(2):  # the second time for rounding
        off = beta.sum() - q.s
        side = np.where(beta * off > 0, beta, 0)
        if abs(side.sum()) < abs(off):
            side = beta - (q.A if off > 0 else q.B)
        beta = beta - off * (side / side.sum()) if side.any() else beta
    return beta


def better(q: Program, beta: np.ndarray, given: tuple) -> tuple[np.ndarray, np.ndarray]:
    """The least P and the largest D of what linear systems and pair steps make of it."""
    found = [beta, sharpened(q, beta)]
    best = max(found, key=partial(dual, q))
    found.append(repaired(q, climb(q, best)))
    found.append(sharpened(q, found[-1]))
    least = min(least_primal(q, *w) for w in [given[:2], *(plane(q, beta) for beta in found)])
    return least, max(dual(q, beta) for beta in found)


def sharpened(q: Program, beta: np.ndarray) -> np.ndarray:
    """β with the free multipliers where all have the same bias, as far as their box allows."""
    free = (beta > q.A) & (beta < q.B)
    unit, ones = np.abs(q.K).max() or Real(1), np.ones((free.sum(), 1))
    M = np.block([[q.K[np.ix_(free, free)] / unit, ones], [ones.T, 0]])
    fixed = np.where(free, 0, beta)
    right = np.append(q.p[free] - q.K[free] @ fixed, unit * (q.s - fixed.sum()))
    x = np.append(beta[free] * unit, 0)
    for _ in range(8):
        rest = right - M @ x
        size = np.abs(rest).max() or Real(1)
        x = x + size * np.linalg.lstsq(M.astype(float), (rest / size).astype(float), rcond=None)[0]
    moved = beta.copy()
    moved[free] = x[:-1] / unit
    return repaired(q, moved)


def curvature(q: Program) -> tuple[float, float]:
    """The least eigenvalue on Σβ = 0, in units of the largest entry there, and its rounding.

    Points without room take no part. The last digits of the largest entry given may hide as much as
    the rounding says; whether the gap counts it, `elsewhere` sees.
    """
    K = q.K[np.ix_(q.B > q.A, q.B > q.A)]
    centred = centre(K)
    largest = np.abs(centred).max() or Real(1)
    rounding = len(K) * (1e-15 + np.finfo(float).eps * float(np.abs(q.K).max() / largest))
    return float(np.linalg.eigvalsh((centred / largest).astype(float))[0]), rounding


def centre(K):
    mean = K.mean(axis=0)
    return K - mean - mean[:, None] + mean.mean()


def elsewhere(q: Program, beta: np.ndarray) -> np.ndarray:
    """The best dual value that pair steps find from 0, from β, and from where its box ends.

    To its end leads the direction of most negative curvature.
    """
    part = q.B > q.A
    q = q._replace(K=q.K[np.ix_(part, part)], L=None, p=q.p[part], A=q.A[part], B=q.B[part])
    K, beta = centre(q.K), beta[part]
    lowest = np.linalg.eigh((K / np.abs(K).max()).astype(float))[1][:, 0]
    starts, moved = [0 * beta, beta], lowest != 0
    for v in (lowest, -lowest):
        room = (np.where(v > 0, q.B, q.A) - beta)[moved] / v[moved]
        starts.append(beta + room.min() * v)
    return max(dual(q, repaired(q, climb(q, repaired(q, start)))) for start in starts)


def climb(q: Program, beta: np.ndarray) -> np.ndarray:
    """Pair steps, each with the best partner.

    Where the curvature κ along a pair is negative a step goes as far as the box allows, and may
    pay even where it begins downhill.
    """
    K, beta, g = q.K, beta.copy(), q.p - q.K @ beta
    for _ in range(3000):
        i = int(np.where(beta < q.B, g, -np.inf).argmax())
        kappa, gradient = K[i, i] + K.diagonal() - 2 * K[i], g[i] - g
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(kappa > 0, np.maximum(gradient, 0) / kappa, np.inf)
        t = np.minimum(np.minimum(t, q.B[i] - beta[i]), beta - q.A)
        gain = t * gradient - t * t * kappa / 2
        j = int(gain.argmax())
        if gain[j] <= 1e-18 * abs(beta @ (q.p + g) / 2):
            break
        beta[i], beta[j] = beta[i] + t[j], beta[j] - t[j]
        g -= t[j] * (K[i] - K[j])
    return beta


def compare(machine, warned, P, D, scale, doubt, improve) -> tuple[str | None, float, float]:
    """A complaint or None, the true gap and its doubt; `improve()` is the best known (P, D)."""
    value, lower = getattr(machine, "objective_", None), getattr(machine, "dual_", None)
    value = machine.primal_ if value is None else value
    scale = np.fmax(scale, abs(value))  # the machine's own gap is relative to its own value
    said, gap, doubt = machine.gap_, float((P - D) / scale), float(doubt / scale)
    off, short = float((value - P) / scale), 0.0 if lower is None else float((lower - D) / scale)
    indefinite, say = getattr(machine, "semidefinite_", "") == "no", None
    allowed = min(TIMES * said, SOLVED if machine.converged_ and not indefinite else np.inf)
    if warned and said == np.inf:  # which claims nothing
        gap = doubt = np.nan
    elif np.isnan(said) or not np.isfinite([off, short]).all():
        say = "a number is not finite"
    elif not warned and (indefinite or not machine.converged_):
        say = "not converged, or indefinite, and no warning"
    elif abs(off) > max(SAME, allowed) + doubt:
        say = f"the primal value of what was handed out is off by {off:.1e}"
    elif indefinite:
        pass  # whether it is so, others see
    elif machine.converged_ != (said <= SOLVED):
        say = f"converged_ is {machine.converged_}, and the gap {said:.1e}"
    elif abs(short) > max(SAME, allowed) + doubt:
        say = f"the dual value is off by {short:.1e}"
    elif gap > said + doubt + NEAR:
        allowed += doubt + NEAR
        least, most = improve()
        proved, gap = float((P - least) / scale), float((P - most) / scale)
        if proved > allowed:
            false = machine.converged_ and not warned and proved > SOLVED + doubt
            say = f"{'false certificate: ' * false}the gap is {proved:.1e}, not {said:.1e}"
        doubt = doubt if gap <= allowed else np.inf
    return say, gap, doubt


def wrong_numbers(machine: Any, q: Program, beta: np.ndarray) -> str | None:
    """What is wrong with multipliers and bias to the letter, if anything is."""
    low, high = getattr(machine, "bias_interval_", (-np.inf, np.inf))
    if not low <= machine.intercept_[0] <= high:
        return "the bias is outside its interval"
    if ((beta < q.A) | (beta > q.B)).any():
        return "a multiplier is outside its box"
    off = abs(beta.sum() - q.s)
    return f"Σβ is off by {off:.1e}" if off > BALANCED * np.abs(beta).sum() else None


def judge_one(case: Case, warned: bool, *part: Any) -> tuple[str | None, float, float]:
    """The judge of a machine with one bias."""
    q, beta, given, error = stated(case, *part)
    wrong = wrong_numbers(part[0], q, beta)
    beta, r = repaired(q, beta), q.p - given[0] - given[2]
    P, D, size = primal(q, *given), dual(q, beta), np.abs(beta)
    rough = size @ error
    if q.L is not None:
        norm = np.abs(q.L.T @ beta) @ (np.abs(q.L.T) @ size)
        rough = 16 * EPS * norm + 4 * EPS * np.abs(q.p) @ size
    if np.isfinite(q.B).all():
        rough += (np.maximum(losses(q, r - error), losses(q, r + error)) - losses(q, r)).sum()
    else:
        rough += 4 * P * error.max()
    lowest, flat = curvature(q)
    if wrong:
        return wrong, np.nan, np.nan
    # a few last digits nobody sees who sums in float64; whether they matter, `elsewhere` sees
    if lowest + TIMES * flat < -NEGATIVE and not warned:
        return f"indefinite ({lowest:.1e} of the largest entry), and no warning", np.nan, np.nan
    rough, improve = rough if P or D else Real(0), partial(better, q, beta, given)
    scale = max(abs(P), q.floor)
    say, gap, doubt = compare(part[0], warned, P, D, scale, rough, improve)
    if lowest >= -flat:
        return say, gap, doubt
    if not (say or warned):
        more = float((elsewhere(q, beta) - D) / scale)
        if more > SOLVED + doubt:
            say = f"other multipliers are better by {more:.1e}"
    return say, np.nan, doubt


def judge_joint(case: Case, warned: bool) -> tuple[str | None, float, float]:
    """The judge of a joint machine, which keeps no multipliers: they are those found once more."""
    machine, c = case.machine, bounds(case)
    used, boxed = c > 0, case.name == "weston-watkins"
    y = np.searchsorted(machine.classes_, case.y)[used]
    X, c = np.column_stack([case.X, np.ones(len(c))])[used], c[used] / c.sum()
    settings = dict(kind=machine.kind, reg=machine.reg, delta=machine.delta, weight=c)
    alpha = joint.solve(X, y, len(machine.classes_), **settings).alpha
    X, c, W = X.astype(Real), c.astype(Real)[:, None], machine.W_.astype(Real)
    reg, delta = Real(machine.reg), Real(machine.delta)
    own = y[:, None] == np.arange(len(machine.classes_))

    def value(W, error=0):
        S = X @ W.T
        m = np.where(own, 0, S - S[own][:, None] + delta + error)
        return c[:, 0] @ (m.clip(0).sum(axis=1) if boxed else m.max(axis=1)) + reg * (W * W).sum()

    def bound(alpha):
        """W(α) and D(α), α made feasible."""
        alpha = np.where(own, 0, alpha.astype(Real).clip(0, c))
        if not boxed:
            alpha = alpha * np.minimum(1, c / np.maximum(alpha.sum(axis=1, keepdims=True), c))
        W = (own * alpha.sum(axis=1, keepdims=True) - alpha).T @ X / (2 * reg)
        return W, delta * alpha.sum() - reg * (W * W).sum()

    def improve():
        """The same of an interior point that shares nothing with svmlib."""
        (i, j), one = np.nonzero(~own), np.eye(own.shape[1])
        Q = ((one[y[i]] - one[j]) @ (one[y[i]] - one[j]).T) * (X[i] @ X[i].T) / (2 * reg)
        step, each = delta / Q.max(), np.eye(len(i))
        G = np.vstack([-each, each if boxed else 1.0 * (np.arange(len(y))[:, None] == i)])
        h = np.append(0 * i, np.minimum((c[i] if boxed else c)[:, 0] / step, 1e15)).astype(float)
        other = np.zeros(own.shape, Real)
        other[i, j] = step * minimiser((Q / Q.max()).astype(float), -np.ones(len(i)), G, h)
        known = [bound(alpha) for alpha in (alpha, other) if np.isfinite(alpha).all()]
        return min(value(w) for w, _ in known), max(D for _, D in known)

    P, (_, D), scores = value(W), bound(alpha), 8 * EPS * (np.abs(X) @ np.abs(W).T)
    error = np.where(own, 0, scores + scores[own][:, None] + 4 * EPS * delta)
    rough = value(W, error) - P + 32 * EPS * (P + delta * np.abs(alpha).sum())
    return compare(machine, warned, P, D, max(P, LEAST), rough, improve)


def judge(case: Case, warned: bool) -> Verdict:
    """Compare what a fitted machine, or each of its parts, says with what is true."""
    machine, split = case.machine, getattr(case.machine, "machines_", None)
    if case.name in joint.KINDS:
        found = [judge_joint(case, warned)]
    else:
        found = [judge_one(case, warned, *part) for part in parts(case)]
    say = next((complaint for complaint, _, _ in found if complaint), None)
    if split and not say:
        numbers = max(m.gap_ for m in split), sum(m.primal_ for m in split)
        if numbers != (machine.gap_, machine.objective_):
            say = "its numbers are not those of its parts"
    certified, kind = bool(machine.converged_ and not warned), f"{case.name}, {case.form}"
    gap, doubt = (float(np.max([numbers[k] for numbers in found])) for k in (1, 2))
    return Verdict(case.seed, kind, certified, warned, say, gap, doubt)


def check(seed: int) -> Verdict:
    """Make the problem of this seed, fit its machine, judge it."""
    return verdict(case(seed))


def verdict(made: Case) -> Verdict:
    """Fit the machine of a problem, and judge it."""
    y = () if made.name == "OneClassSVM" else (made.y,)
    weight = {} if made.weight is None else {"sample_weight": made.weight}
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            made.machine.fit(made.given, *y, **weight)
    except Exception as error:  # whatever it is: the other seeds have their turn
        say = None if may_refuse(made, error) else f"refused: {error!r}"
        return Verdict(made.seed, f"{made.name}, {made.form}", False, False, say)
    return judge(made, any(issubclass(w.category, ConvergenceWarning) for w in caught))


def may_refuse(case: Case, error: Exception) -> bool:
    """Whether the error is one that such data deserve; of hulls that meet it has to prove it."""
    X, y = case.X.astype(Real), case.y
    if isinstance(error, svmlib.NotSeparableError):
        u, v = error.positive_weights.astype(Real), error.negative_weights.astype(Real)
        i, j = error.positive_indices, error.negative_indices
        convex = min(u.min(), v.min()) >= 0 and abs(u.sum() - 1) + abs(v.sum() - 1) < 1e-12
        near = TOUCHING * np.ptp(X, axis=0).max() + 4e-15 * np.abs(X).max()
        met = max(np.linalg.norm(u @ X[i] - q) for q in (v @ X[j], error.point)) <= near
        return bool(convex and met and (y[i] > 0).all() and (y[j] < 0).all())
    if "too near" in str(error):
        return float(str(error).split()[3]) < 1e-8
    if case.name == "HardMarginSVM":
        nearest = np.sqrt(fuzz.squares(X)[np.ix_(y > 0, y < 0)].min())
        # hulls may be nearer to each other by far than points are
        return "range of float64" in str(error) and not 1e15 / SQUARED < nearest < SQUARED
    kernel, K = getattr(case.machine, "kernel_", None), case.given
    if case.form in ("Gram", "asymmetric") and isinstance(error, ValueError):
        return np.abs(K - K.T).max() > ASYMMETRIC * np.abs(K).max()
    return isinstance(error, OverflowError) and np.abs(case.gram(kernel, X)).max() > OVERFLOW
