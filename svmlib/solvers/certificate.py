"""The engine's answer: a machine and the duality gap that certifies it (lectures 6 and 13).

For the dual problem of a `DualProblem`, multipliers β, a bias b, g = p - Kβ and r = g - b,

    P = ½ βᵀKβ + Σ h_i(r_i) + s b   and   D = p·β - ½ βᵀKβ = ½ β·(p + g)

enclose the optimum: the machine is at most P - D worse than the best one. The loss h_i(r) =
max(A_i r, B_i r) is the largest value of β_i r in the box. For a soft margin, p = y, it is C_i ξ_i
with ξ_i = max(0, 1 - y_i f(x_i)). That P ≥ D needs a concave D: vᵀKv ≥ 0 for all v with Σv = 0. No
other v counts, since Σβ = s. Where no theorem promises it, `semidefinite` looks at the matrix.
"""

import contextlib
import logging
import sys
import warnings
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path

import numpy as np

from svmlib.kernels import Kernel
from svmlib.objectives import middle
from svmlib.solvers.constants import ENOUGH, EPS, NEGLIGIBLE, TINY

# reports how far a long run is, once ``logging.basicConfig(level="INFO")`` is called
say = logging.getLogger("svmlib").info
# a warning points at no line of these files
OWN = (str(Path(__file__).parents[1]), contextlib.__file__)
# an answer has converged when its relative gap is at most this
SOLVED = 1e-6
# the list that collects warnings inside `heard`, one for each thread
_HEARD = ContextVar("heard", default=None)


# K is checked on this many points, which takes a fraction of a second and grows with the cube
LOOKED_AT = 2000


@dataclass(frozen=True)
class DualProblem:
    """The dual problem of a machine: maximise p·β - ½ βᵀKβ over Σβ = s and A ≤ β ≤ B.

    A soft margin has p = y, s = 0 and β_i between 0 and y_i C_i. All boxes hold 0. A gap is
    relative to the objective, or to `floor` if that is larger, because an objective may end at 0.
    The `cure` is what a caller of this machine can do about rounding.
    """

    p: np.ndarray
    A: np.ndarray
    B: np.ndarray
    s: float = 0.0
    floor: float = TINY
    cure: str = "scale the features or lower C"

    @property
    def room(self) -> np.ndarray:
        """B - A, shape (n,), which is C for a soft margin."""
        return self.B - self.A

    @property
    def is_soft_margin(self) -> bool:
        """Return whether p = ±1, Σβ = 0 and β is on the side of p."""
        sides = np.where(self.p > 0.0, self.A, self.B)
        return self.s == 0.0 and bool((np.abs(self.p) == 1.0).all()) and not sides.any()

    def feasible(self, beta: np.ndarray) -> np.ndarray:
        """Return β moved into its box, with Σβ = s, or raise ValueError if there is none."""
        if not self.A.sum() <= self.s <= self.B.sum():
            raise ValueError(f"no β in the box has the sum {self.s:g}: it must be in [ΣA, ΣB]")
        return self.balance(np.clip(beta, self.A, self.B))

    def balance(self, beta: np.ndarray) -> np.ndarray:
        """Make Σβ = s, up to rounding, by moving the free multipliers, or all, towards a bound."""
        excess = beta.sum() - self.s
        if excess == 0.0:
            return beta
        room = beta - self.A if excess > 0 else self.B - beta
        room_of_free = np.where((beta > self.A) & (beta < self.B), room, 0.0)
        if room_of_free.sum() > abs(excess):
            room = room_of_free
        return np.clip(beta - excess * (room / room.sum()), self.A, self.B)


def soft_margin(y: np.ndarray, C: np.ndarray) -> DualProblem:
    """Return the problem of the soft-margin machine for labels ±1 and bounds C, each (n,)."""
    return DualProblem(y, np.where(y > 0.0, 0.0, -C), np.where(y > 0.0, C, 0.0))


@dataclass(frozen=True)
class Certified:
    """Multipliers and a bias with their certificate, as in `Solution`."""

    beta: np.ndarray
    g: np.ndarray = field(repr=False)
    b: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    violation: float

    @property
    def alpha(self) -> np.ndarray:
        return np.abs(self.beta)


@dataclass(frozen=True)
class Solution(Certified):
    """The result of `svmlib.engine.solve`, with its certificate.

    Attributes
    ----------
    beta : ndarray, shape (n,)
        Signed multipliers y_i α_i, exactly 0 or y_i C_i where they are at a bound.
    alpha : ndarray, shape (n,)
        Multipliers, the absolute values of beta.
    b : float
        A bias inside bias_interval: its middle, unless (w, b) was stretched (`stretched`).
    bias_interval : tuple of float
        (lo, hi), all biases that fit alpha, and so every optimal one, with lo = hi when a
        multiplier is free.
    primal, dual : float
        P of alpha and b, and D of alpha.
    gap : float
        (primal - dual) / primal, plus an allowance for rounding and for a K that is not quite
        semidefinite.
    violation : float
        max(0, largest g_i where β_i may grow - smallest g_j where β_j may shrink): the distance by
        which the worst pair is out of order.
    n_iter, n_newton : int
        Pair steps, or steps of conjugate gradients (`svmlib.solvers.proximal`), and linear systems.
    converged : bool
        Whether the relative gap is at most 1e-6, or for a kernel found not to be positive
        semidefinite, whether violation ≤ tol (a stationary point).
    semidefinite : str
        The evidence, on which the gap rests, that vᵀKv ≥ 0 for all v with Σv = 0: "known" (by a
        theorem), "checked" (on all points), "sampled" (on 2000 of the points, support vectors
        first, which is likely but not certain) or "no".
    g : ndarray, shape (n,)
        p - Kβ with p = y, so that f(x_i) = y_i - g_i + b.
    history : ndarray, shape (m, 3)
        n_iter, dual objective and violation after each Newton step.
    """

    n_iter: int
    n_newton: int
    converged: bool
    semidefinite: str
    history: np.ndarray = field(repr=False)


def relative_gap(
    primal: float, dual: float, error: float, *, excess: float | None = None, floor: float = TINY
) -> float:
    """Return (P - D + error) / |P|, or relative to `floor` if that is larger.

    `error` bounds the rounding, and `excess` is P - D if it is known to more digits than its two
    parts. The gap is infinite if D is above P by more than the error, because then P or D is wrong
    and they prove nothing.
    """
    excess = primal - dual if excess is None else excess
    if not excess >= -error:
        return inf
    return _share(max(0.0, excess) + error, primal, floor)


def _share(size, primal, floor):
    """Return size / max(|P|, floor), or infinity if a number is not finite."""
    share = size / max(abs(primal), floor)
    return max(0.0, share) if isfinite(share) and isfinite(primal) else inf


def certify(
    problem: DualProblem, beta: np.ndarray, g: np.ndarray, b: float | None = None
) -> Certified:
    """Return the certificate of β and b, where b defaults to the middle of its interval.

    The largest g_i where β may grow is the lower end of the interval, the smallest where β may
    shrink the upper end. At an optimum they are in this order.

    P - D = Σ (h_i(r_i) - β_i r_i) - b (Σβ - s). The i-th term of the sum is (B_i - β_i) r_i for
    r_i > 0 and (A_i - β_i) r_i otherwise. It is never negative, so no digits cancel, and Σβ is s up
    to rounding. If b is not in the interval, or its ends are not in order, the two ends become b.
    """
    p, A, B = problem.p, problem.A, problem.B
    lo = float(g[beta < B].max(initial=-np.inf))
    hi = float(g[beta > A].min(initial=np.inf))
    residual = max(0.0, lo - hi)
    if b is None:
        b = middle(lo, hi)  # one end if all are at one bound, NaN if g is not finite
    if not lo <= b <= hi:
        lo = hi = b
    r = g - b
    # βᵀKβ = β·(p - g)
    primal = 0.5 * float(beta @ (p - g)) + float(np.maximum(A * r, B * r).sum()) + problem.s * b
    dual = 0.5 * float(beta @ (p + g))
    gap = float((np.where(r > 0.0, B - beta, A - beta) * r).sum())
    # Σβ is s only up to rounding, which moves the lower bound by b* (Σβ - s) for an optimal b*
    error = abs(b * (float(beta.sum()) - problem.s))
    gap = relative_gap(primal, dual, error, excess=gap, floor=problem.floor)
    return Certified(beta, g, b, (lo, hi), primal, dual, gap, residual)


def rounding(
    problem: DualProblem, found: Certified, errors: np.ndarray, beta: np.ndarray | None = None
) -> float:
    """Return how much larger, relative to P, the gap may be if f(x_i) is off by `_noise`.

    An error η_i of f(x_i) moves r_i by as much. The i-th term of P - D is convex in r_i, so on
    [r_i - η_i, r_i + η_i] it is largest at an end.
    """
    r, noise = found.g - found.b, _noise(problem, found, errors, beta)
    A, B = problem.A - found.beta, problem.B - found.beta
    terms = [np.maximum(A * s, B * s) for s in (r - noise, r, r + noise)]
    growth = float((np.maximum(terms[0], terms[2]) - terms[1]).sum())
    return _share(growth, found.primal, problem.floor)


def hidden(
    problem: DualProblem, found: Certified, errors: np.ndarray, net: np.ndarray | None = None
) -> float:
    """Return a bound, relative to P, on rounding in the gap or in P and D together.

    P and D move together by the error of ½ βᵀKβ, which is not in P - D. If all multipliers are at a
    bound, it may be the only error. `net` is β if g was computed from sums over equal points.
    """
    beta = found.beta if net is None else net
    together = _share(0.5 * float(errors @ beta**2), found.primal, problem.floor)
    return max(rounding(problem, found, errors, beta), together)


def _noise(problem, found, errors, beta=None):
    """Return a bound on the rounding of f(x_i), shape (n,), in this or another computation of it.

    K_ij is taken to be right up to √(errors_i errors_j). The signs of these errors are almost
    independent, so the error of Σ_j K_ij β_j is about √errors_i (Σ_j errors_j β_j²)^½.
    """
    roots, beta = np.sqrt(errors), found.beta if beta is None else beta
    sums = roots * float(np.linalg.norm(roots * beta))
    return sums + 4.0 * EPS * (np.abs(problem.p) + abs(found.b))


def curvature(problem: DualProblem, found: Certified, short: float) -> float:
    """Return by how much, relative to P, D may exceed P if only vᵀKv ≥ -short ‖v‖² is known.

    A step v changes D by at most Σ (r_i v_i + ½ short v_i²) if Σv = 0. The first parts add up
    to P - D at most. The second are largest where v_i ends at the farther bound of β_i. If β_i is
    held at a bound, leaving it costs |v_i| |r_i|.
    """
    beta, r = found.beta, found.g - found.b
    room = np.maximum(beta - problem.A, problem.B - beta)
    pull = np.where(beta == problem.A, -r, np.where(beta == problem.B, r, 0.0))
    gain = float(room @ np.maximum(0.0, 0.5 * short * room - np.maximum(pull, 0.0)))
    return _share(gain, found.primal, problem.floor)


def stretched(problem: DualProblem, found: Certified, errors: np.ndarray) -> Certified:
    """Scale (w, b) of a soft margin up until it needs no slack, if that proves a smaller gap.

    Any other machine is returned as it is.

    With a huge C, slack that is only rounding can cost more than all of ½‖w‖². If y_i f(x_i) is at
    least 1 - ξ for all i, (w, b) / (1 - ξ) needs no slack. ξ is the largest slack plus twice
    `_noise`, so that rounding cannot bring it back. The multipliers are scaled alike.
    """
    if not problem.is_soft_margin:
        return found
    y, C = problem.p, problem.room
    slack, used = y * (found.g - found.b), C > 0.0
    if slack[used].max() >= 0.5:
        return found
    gap = found.gap + rounding(problem, found, errors)
    slack += 2.0 * _noise(problem, found, errors)
    longest = float(slack[used].max())
    if gap <= ENOUGH or not 0.0 < longest < 0.5:
        return found
    factor = 1.0 / (1.0 - longest)
    beta = factor * found.beta
    if (np.abs(beta) > C).any():
        return found
    longer = certify(problem, beta, y - factor * (y - found.g), factor * found.b)
    return longer if longer.gap + rounding(problem, longer, errors) < gap else found


# -- is the dual concave? -----------------------------------------------------------------------
def semidefinite(
    K: Kernel | np.ndarray, X: np.ndarray | None, beta: np.ndarray
) -> tuple[str, float]:
    """Return the evidence that vᵀKv ≥ 0 for Σv = 0, as in `Solution`, and the `deficit`.

    At most LOOKED_AT points are looked at, those with β_i ≠ 0 first.
    """
    if getattr(K, "positive_semidefinite", False):
        return "known", 0.0
    n, how = len(beta), "checked"
    if n > LOOKED_AT:
        order = np.random.default_rng(0).permutation(n)
        order = order[np.argsort(beta[order] == 0.0, kind="stable")]
        part, how = np.sort(order[:LOOKED_AT]), "sampled"
        K = K(X[part]) if isinstance(K, Kernel) else K[np.ix_(part, part)]
    elif isinstance(K, Kernel):
        K = K(X)
    short = deficit(K)
    return (how if np.isfinite(short) else "no"), short


def deficit(K: np.ndarray) -> float:
    """Return some s ≥ 0 with vᵀKv ≥ -s ‖v‖² for Σv = 0 up to rounding, or infinity.

    The values tried, 0 first, go up to 1e-9 of the largest diagonal entry of HKH, H = I - 11ᵀ/n,
    which is the square of the largest distance from the centre in feature space, or up to the
    rounding of the entries of K if that is more. Proof is a Cholesky factor of K + sI or, as
    vᵀKv = vᵀHKHv for Σv = 0, of HKH + sI.
    """
    n, mean = len(K), K.mean(axis=0)
    scale = max(float((K.diagonal() - 2.0 * mean + mean.mean()).max()), TINY)
    least, hidden = 10.0 * n * EPS * scale, n * EPS * float(np.abs(K.diagonal()).max())
    if hidden <= NEGLIGIBLE * scale and _has_factor(K, least):
        return 0.0
    centred = K - mean
    centred -= mean[:, None] - mean.mean()
    for short in (0.0, 1e-2 * NEGLIGIBLE * scale, max(NEGLIGIBLE * scale, hidden)):
        if _has_factor(centred, max(short, least)):
            return short
    return np.inf


def _has_factor(K, ridge):
    """Return whether K + ridge I has a Cholesky factor."""
    K = K.copy()
    K.flat[:: len(K) + 1] += ridge
    try:
        np.linalg.cholesky(K)
    except np.linalg.LinAlgError:
        return False
    return True


# -- messages to the caller ---------------------------------------------------------------------
def unsolved(gap: float, cure: str, after: str = "") -> str:
    """Return the warning for an answer whose gap is above SOLVED."""
    return f"stopped{after} with relative duality gap {gap:.1e}; {cure}"


def warn(message: str, category: type[Warning] | None = None) -> None:
    """Issue a warning, by default a ConvergenceWarning, at the caller's line."""
    if (texts := _HEARD.get()) is not None:
        texts.append(message)
        return
    frame, level = sys._getframe(1), 2
    while frame and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    if category is None:
        # imported here, because scikit-learn takes longer to import than everything else
        from sklearn.exceptions import ConvergenceWarning as category

    warnings.warn(message, category, stacklevel=level)


@contextlib.contextmanager
def heard() -> Iterator[list[str]]:
    """Collect the texts of svmlib's warnings in a list, for callers that report them themselves.

    Unlike `warnings.catch_warnings`, it changes nothing for other threads.
    """
    texts = []
    token = _HEARD.set(texts)
    try:
        yield texts
    finally:
        _HEARD.reset(token)
