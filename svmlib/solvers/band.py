"""The small problem of the rows near the margin, whose others only take part as a sum (lecture 14).

The *band* is a set of rows (x_i, y_i) with bounds of their multipliers. For all other rows α is
fixed, and v = Σ αy(x, 1) over them is all that matters: the band minimises

    ½‖w‖² - v·(w, b) + Σ bound_i max(0, u_i),   u_i = 1 - y_i (w·x_i + b).

Newton's method on a rounded corner comes close, the engine finishes.
"""

import warnings
from typing import NamedTuple

import numpy as np

from svmlib.kernels import Linear
from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem
from svmlib.solvers.constants import EPS
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
    alpha = np.clip(y * solution.beta, 0.0, bound)
    return np.append(fixed[:-1] + (y * alpha) @ X, solution.b), alpha
