"""The small problem of the rows near the margin, whose others only take part as a sum (lecture 14).

The *band* is a set of rows (x_i, y_i) with bounds of their multipliers. For all other rows α is
fixed, and v = Σ αy(x, 1) over them is all that matters: the band minimises

    ½‖w‖² - v·(w, b) + Σ bound_i max(0, u_i),   u_i = 1 - y_i (w·x_i + b).

Newton's method on a rounded corner comes close, the engine finishes, and `refined` gives back the
digits that are lost beside large sums.
"""

import math
import warnings
from typing import NamedTuple

import numpy as np

from svmlib.kernels import Linear
from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.one_bias import solve, solve_dual
from svmlib.solvers.smoothed import smoothed_primal


class SmallProblem(NamedTuple):
    """The rows of the band, and the sum over all others."""

    X: np.ndarray
    y: np.ndarray
    bound: np.ndarray  # of α: C times the number of equal rows
    fixed: np.ndarray  # v, (d + 1,)


def _silent():
    """The engine says nothing about small problems: what counts is the gap over all rows."""
    from sklearn.exceptions import ConvergenceWarning

    return warnings.catch_warnings(action="ignore", category=ConvergenceWarning)


def plane_of(X: np.ndarray, y: np.ndarray, bound: np.ndarray) -> np.ndarray:
    """The engine's plane for a sample."""
    with _silent():
        solution = solve(Linear(), X, y, bound)
    return np.append((y * solution.alpha) @ X, solution.b)


def solved(
    problem: SmallProblem, plane: np.ndarray, size: float
) -> tuple[np.ndarray, np.ndarray] | None:
    """Plane and α of the small problem, by Newton steps that begin at a plane.

    None if Σ αy cannot be 0, up to what rounding leaves of sums as large as `size`.
    """
    X, y, bound, fixed = problem
    A, B = np.where(y > 0.0, 0.0, -bound), np.where(y > 0.0, bound, 0.0)
    s, slack = -fixed[-1], constants.NEAR_BOUND * EPS * size
    if not A.sum() - slack <= s <= B.sum() + slack:
        return None
    # counted from the plane (w, b) on, the linear part of the problem is (w, 0) - v
    r, pull = y - X @ plane[:-1] - plane[-1], fixed - np.append(plane[:-1], 0.0)
    beta, _ = smoothed_primal(X.T, r, A, B, pull)
    dual = DualProblem(p=y - X @ fixed[:-1], A=A, B=B, s=float(np.clip(s, A.sum(), B.sum())))
    with _silent():
        solution = solve_dual(Linear(), X, dual, beta0=beta, gap_tol=0.0)
    return refined(problem, solution.b, np.clip(y * solution.beta, 0.0, bound))


def refined(problem: SmallProblem, b: float, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Plane and α with the free rows F once more exactly on the margin.

    At an optimum

        w - X_Fᵀ β_F = v_w + (bounded rows),   X_F w + b 1 = y_F,   1ᵀ β_F = -v_b - (bounded rows).

    Solved for changes, with w as an unknown: as a sum of large multiples of rows it would lose the
    digits that they have in common. The better of old and new is kept, as their gaps say.
    """
    X, y, bound, fixed = problem
    w = fixed[:-1] + (y * alpha) @ X
    apart, excess, gap = _judged(problem, w, b, alpha)
    free = np.flatnonzero((alpha > 0.0) & (alpha < bound))
    f, d = len(free), X.shape[1]
    if 0 < f <= constants.BAND_TIMES * (d + 1):
        rows = X[free]
        unit = 1.0 / max(float(np.einsum("ij,ij->", rows, rows)) / f, TINY)  # of β
        A = np.zeros((d + f + 1, d + 1 + f))
        A[:d, :d], A[:d, d + 1 :] = np.eye(d), -unit * rows.T
        A[d:-1, :d], A[d:-1, d], A[-1, d + 1 :] = rows, 1.0, unit
        for _ in range(constants.PASSES):
            target = np.concatenate([apart, y[free] - rows @ w - b, [-excess]])
            change = np.linalg.lstsq(A, target, rcond=constants.LAST_DIGITS)[0]
            trial = alpha.copy()
            trial[free] += y[free] * (unit * change[d + 1 :])
            if (trial < 0.0).any() or (trial > bound).any():
                break
            found = _judged(problem, w + change[:d], b + change[d], trial)
            if not found[-1] < gap:
                break
            w, b, alpha, (apart, excess, gap) = w + change[:d], b + change[d], trial, found
    return np.append(w, b), alpha


def _judged(problem, w, b, alpha):
    """What a plane and α lack of w = v_w + Σ αyx and Σ αy = -v_b, and what it costs."""
    X, y, bound, fixed = problem
    beta = y * alpha
    apart = fixed[:-1] + beta @ X - w
    excess = fixed[-1] + math.fsum(beta.tolist())
    u = 1.0 - y * (X @ w + b)
    gap = float((bound * np.maximum(0.0, u) - alpha * u).sum())
    return apart, excess, gap + 0.5 * apart @ apart + abs(b * excess)
