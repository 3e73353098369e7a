"""Random problems for the engine, judged by a duality gap that shares no code with it.

    python -m tests.fuzz --seed 0 --count 3200 --machines 10000

solves the problems of that many seeds and ends with 1 if there is anything to complain about. Those
of all public machines are made and judged in `tests.fuzz_machines`.

The judge computes the kernel in extended precision from the data as they are, repairs α until
Σβ = 0 (β = yα), and compares with the dual value D(β) the primal value P of the same machine with
the best bias, where P is smallest: a piecewise linear function of b has its minimum at one of its
breakpoints y_i - (Kβ)_i. P - D bounds what is lost, provided that K is positive semidefinite on
Σβ = 0. On a matrix that is not, a gap proves nothing: there the engine has to warn, and where it
does not the judge looks for better multipliers by itself.

What rounding may do to the judge's own numbers is estimated with room (`doubt`), and never counted
against the engine.
"""

import argparse
import sys
import warnings
from collections.abc import Callable
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


class Case(NamedTuple):
    """What the engine gets, and its kernel matrix in extended precision."""

    seed: int
    kind: str
    machine: bool
    K: kernels.Kernel | np.ndarray
    X: np.ndarray
    y: np.ndarray
    C: np.ndarray
    whole: Callable[[], np.ndarray]
    exact: Callable[[], np.ndarray]  # the same on Σβ = 0, where an origin or a constant is free
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
    certified: bool  # whether the engine says, without a warning, that it has solved the problem
    warned: bool
    complaint: str | None
    true_gap: float = np.nan
    doubt: float = np.nan
    semidefinite: bool = False

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
    machine, wide = bool(rng.random() < 0.3), X.astype(Real)
    if kind in MATRICES:
        K = MATRICES[kind](rng, X)
        if kind in SCALED and rng.random() < 0.3:
            K = K * 10 ** rng.uniform(-8, 8)
        return Case(
            seed, kind, machine, K, X, y, C, lambda: symmetric(K.astype(Real)),
            # this difference has no rounding
            lambda: symmetric(K.astype(Real) - K[0, 1]), False,
        )  # fmt: skip
    kernel, formula = KERNELS[kind](rng, X)
    machine = kind == "LinearSVM" or (kind != "linear" and machine)
    # far from the data the origin costs digits
    near = wide - wide[0] if kind in ("linear", "LinearSVM", "metric") else wide
    proved = kind not in ("sigmoid", "metric")
    return Case(
        seed, kind, machine, kernel, X, y, C, lambda: formula(wide), lambda: formula(near), proved
    )


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


LINEAR = (kernels.Linear(), lambda X: X @ X.T)
KERNELS = {
    "linear": lambda rng, X: LINEAR,
    "LinearSVM": lambda rng, X: LINEAR,
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
PARTS = [KERNELS[kind] for kind in [*KERNELS][3:7]]


def of_rank(rng, n, rank):
    """A semidefinite matrix, its columns of one size or of many."""
    L = rng.normal(size=(n, rank)) * 10 ** rng.uniform(-rng.choice([0, 4]), 0, size=rank)
    return L @ L.T


def asymmetric(rng, X):
    K = of_rank(rng, len(X), rng.integers(1, len(X)))
    return K * (1.0 + 10 ** rng.uniform(-16, -9.5) * rng.uniform(-1, 1, size=K.shape))


def nearly_semidefinite(rng, X):
    values, vectors = np.linalg.eigh(of_rank(rng, len(X), len(X)))
    few = rng.integers(1, max(2, len(X) // 4))
    values[:few] = -values[-1] * 10 ** rng.uniform(-15, -3)
    return symmetric(vectors * values @ vectors.T)


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
SCALED = ("low rank", "full rank", "asymmetric", "nearly semidefinite", "distances", "symmetric")
KINDS = (*KERNELS, *MATRICES)


# -- answers -----------------------------------------------------------------------------------
def answer(problem: Case) -> Answer:
    """What the engine, or a machine that uses it, says of the problem."""
    K, X, y, C = problem.K, problem.X, problem.y, problem.C
    given, kernel = (K, "precomputed") if problem.kind in MATRICES else (X, K)
    linear, w = problem.kind == "LinearSVM", None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if problem.machine:
            svm = LinearSVM() if linear else KernelSVM(kernel=kernel)
            s = svm.fit(given, y, sample_weight=C)
            found = s.alpha_, s.intercept_[0], s.primal_, s.dual_, s.gap_, s.converged_
            w = s.coef_[0] if linear else None
        else:
            s = engine.solve(K, X, y, C[0] if (C == C[0]).all() else C)
            found = s.alpha, s.b, s.primal, s.dual, s.gap, s.converged
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
    y, C = problem.y.astype(Real), problem.C.astype(Real)
    certified = bool(answer.converged and not answer.warned)
    said = Verdict(problem.seed, problem.kind, certified, answer.warned, None)
    numbers = [answer.b, answer.primal, answer.dual, answer.gap, *answer.alpha]
    if not np.isfinite(numbers).all():
        return said._replace(complaint="a number is not finite")
    K, alpha = problem.exact(), answer.alpha.astype(Real)
    beta = feasible(alpha, y, C)
    f, half = K @ beta, beta @ (K @ beta) / 2
    D = dual(K, beta)
    if answer.w is not None:
        w = answer.w.astype(Real)
        f, half = (problem.X - problem.X[0].astype(Real)) @ w, w @ w / 2
    P = half + hinges(y - f - best_bias(y - f, y, C), y, C)
    error = EPS * (1 + np.abs(f)) + rounding(problem, K, np.abs(beta))
    scale = max(abs(P), abs(D))
    doubt = float((C @ error + np.abs(beta) @ error) / scale)
    true_gap = float((P - D) / scale)
    handed, doubt_handed = handed_out(problem, answer, y, C)

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
    return said._replace(complaint=say, true_gap=true_gap, doubt=doubt, semidefinite=semidefinite)


def handed_out(problem, answer, y, C):
    """The primal value of α and b, or w and b, to the letter, and what rounding may do to it."""
    b, beta = Real(answer.b), y * answer.alpha
    if answer.w is None:
        K = problem.whole()
        f, error = K @ beta, rounding(problem, K, np.abs(beta))
        half = beta @ f / 2
    else:
        X, w = problem.X.astype(Real), answer.w.astype(Real)
        f, half, error = X @ w, w @ w / 2, 8 * EPS * np.abs(X) @ np.abs(w)
    error = EPS * (1 + abs(b) + np.abs(f)) + error
    return half + hinges(y - f - b, y, C), float((C + answer.alpha) @ error)


def rounding(problem, K, alpha):
    """An error of Kβ, shape (n,): of the sums, and of the values unless they were given."""
    error = 8 * EPS * np.abs(K) @ alpha
    if problem.kind in KERNELS:
        norms = np.sqrt(np.abs(K).max(axis=1))
        error += 32 * EPS * norms * (norms @ alpha)
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
    """The best dual value that pair steps find from 0, from β, and from where its box ends.

    To its end leads the direction of most negative curvature.
    """
    part = C > 0
    exact, y, C, beta = K[np.ix_(part, part)], y[part], C[part], beta[part].astype(float)
    K, y = centre(exact), y.astype(float)
    A, B = np.where(y > 0, 0.0, -C).astype(float), np.where(y > 0, C, 0.0).astype(float)
    lowest = np.linalg.eigh(K)[1][:, 0]
    starts, moved = [0.0 * beta, beta], lowest != 0
    for v in (lowest, -lowest):
        room = (np.where(v > 0, B, A) - beta)[moved] / v[moved]
        starts.append(np.clip(beta + room.min() * v, A, B))
    ends = [climb(K, y, A, B, start) for start in starts]
    return max(dual(exact, feasible(np.abs(end), y, C)) for end in ends)


def climb(K, y, A, B, beta, steps=1500, least=1e-12):
    """Pair steps, each with the best partner.

    Where the curvature κ along a pair is negative a step goes as far as the box allows, and may
    pay even where it begins downhill.
    """
    beta, g = beta.copy(), y - K @ beta
    for _ in range(steps):
        i = int(np.where(beta < B, g, -np.inf).argmax())
        kappa, gradient = K[i, i] + K.diagonal() - 2.0 * K[i], g[i] - g
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.where(kappa > 0.0, np.maximum(gradient, 0.0) / kappa, np.inf)
        t = np.minimum(np.minimum(t, B[i] - beta[i]), beta - A)
        gain = t * gradient - 0.5 * t * t * kappa
        j = int(gain.argmax())
        if gain[j] <= least * abs(0.5 * beta @ (y + g)):
            break
        beta[i], beta[j] = beta[i] + t[j], beta[j] - t[j]
        g -= t[j] * (K[i] - K[j])
    return beta


# -- many --------------------------------------------------------------------------------------
def check(seed: int) -> Verdict:
    """Make the problem of this seed, solve it, judge the answer."""
    made = problem(seed)
    try:
        found = answer(made)
    except Exception as error:  # whatever it is: the other seeds have their turn
        complaint = None if may_refuse(made, error) else f"refused: {error!r}"
        return Verdict(seed, made.kind, False, False, complaint)
    return judge(made, found)


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
    parser.add_argument("--count", type=int, default=3200, help="problems for the engine")
    parser.add_argument("--machines", type=int, default=0, help="problems for all machines")
    chosen = parser.parse_args()
    verdicts = []
    for judged, count in ((check, chosen.count), (fuzz_machines.check, chosen.machines)):
        print(f"{judged.__module__}: seeds {chosen.seed} to {chosen.seed + count - 1}", flush=True)
        seeds = range(chosen.seed, chosen.seed + count)
        found = Parallel(n_jobs=-1, batch_size=8)(delayed(judged)(seed) for seed in seeds)
        print(summary(found), flush=True)
        verdicts += found
    return int(any(v.complaint for v in verdicts))


if __name__ == "__main__":
    sys.exit(main())
