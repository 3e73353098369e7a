"""The small problem of the rows near the margin, whose others only take part as a sum (lecture 14).

The *band* is a set of rows (x_i, y_i) with bounds of their multipliers. For all other rows α is
fixed, and v = Σ αy(x, 1) over them is all that matters: the band minimises

    ½‖w‖² - v·(w, b) + Σ bound_i max(0, u_i),   u_i = 1 - y_i (w·x_i + b).

`nearly` comes close by Newton's method on a rounded corner, `exactly` finishes with the engine, and
`refined` gives back the digits that are lost beside large sums.
"""

from __future__ import annotations

import math
import warnings
from contextlib import contextmanager

import numpy as np

from svmlib.kernels import Linear
from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.one_bias import solve, solve_dual

__all__ = ["exactly", "feasible", "nearly", "newton_step", "plane_of", "refined"]


@contextmanager
def _silent():
    """The engine says nothing about small problems: what counts is the gap over all rows."""
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def plane_of(X: np.ndarray, y: np.ndarray, bound: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The engine's plane and α for a sample."""
    with _silent():
        solution = solve(Linear(), X, y, bound)
    return np.append((y * solution.alpha) @ X, solution.b), solution.alpha


def nearly(
    plane: np.ndarray,
    h: float,
    X: np.ndarray,
    y: np.ndarray,
    bound: np.ndarray,
    fixed: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Plane and α that nearly solve the small problem, by Newton steps that begin at a plane.

    The corner of the loss is rounded off over |u| ≤ h/2, as by `svmlib.solvers.passes`, and h
    shrinks until few rows are on the round part; fixed is v.
    """
    d, Z = X.shape[1], np.column_stack([X, np.ones(len(X))])
    ridge = np.append(np.ones(d), constants.BIAS_RIDGE * bound.sum())

    def value(plane, h):
        u = 1.0 - y * (Z @ plane)
        t = np.clip(u + 0.5 * h, 0.0, h)
        rounded = t * t / (2.0 * h) + np.maximum(u - 0.5 * h, 0.0)
        return 0.5 * plane[:-1] @ plane[:-1] - fixed @ plane + bound @ rounded, t / h

    for _ in range(constants.SMOOTH_STEPS):
        now, share = value(plane, h)
        curved = np.flatnonzero((share > 0.0) & (share < 1.0))
        if len(curved) <= d + constants.CROWD or h < constants.LAST_WIDTH:
            break
        gradient = np.append(plane[:-1], 0.0) - fixed - (bound * share * y) @ Z
        H = np.diag(ridge) + (Z[curved].T * (bound[curved] / h)) @ Z[curved]
        step = newton_step(H, gradient)
        promised = constants.ARMIJO * (gradient @ step)
        for t in 0.5 ** np.arange(constants.SHORTER_STEPS):
            if value(plane + t * step, h)[0] <= now + t * promised:
                break
        else:
            break
        plane = plane + t * step
        h /= 1.0 + constants.NARROWER if t == 1.0 else 1.0
    return plane, bound * value(plane, h)[1]


def feasible(s: float, y: np.ndarray, bound: np.ndarray, size: float) -> bool:
    """Whether Σ αy can be s, up to what rounding leaves of sums as large as `size`."""
    slack = constants.NEAR_BOUND * EPS * size
    return bool(-bound[y < 0.0].sum() - slack <= s <= bound[y > 0.0].sum() + slack)


def exactly(
    plane: np.ndarray,
    alpha: np.ndarray,
    X: np.ndarray,
    y: np.ndarray,
    bound: np.ndarray,
    fixed: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, bool]:
    """The plane, α of the band, and whether they are optimal there; those given are nearly right.

    A band within the band, a few hundred rows wide: outside of it α_i is 0 or bound_i, inside the
    engine finds it, until nobody outside changes sides. fixed is v.
    """
    n, d = X.shape
    few = max(constants.SMALL, constants.BAND_TIMES * (d + 1))
    for _ in range(constants.BAND_ROUNDS):
        u = 1.0 - y * (X @ plane[:-1] + plane[-1])
        near = np.argpartition(np.abs(u), few)[:few] if few < n else np.arange(n)
        inside = np.zeros(n, dtype=bool)
        inside[near] = True
        alpha = np.where(inside, alpha, np.where(u > 0.0, bound, 0.0))
        beta = np.where(inside, 0.0, y * alpha)
        sums = fixed + np.append(beta @ X, math.fsum(beta.tolist()))
        points, labels, C = X[near], y[near], bound[near]
        if not feasible(-sums[-1], labels, C, np.abs(fixed[-1]) + bound.sum()):
            break
        A, B = np.where(labels > 0.0, 0.0, -C), np.where(labels > 0.0, C, 0.0)
        s = float(np.clip(-sums[-1], A.sum(), B.sum()))
        problem = DualProblem(p=labels - points @ sums[:-1], A=A, B=B, s=s)
        with _silent():
            solution = solve_dual(
                points @ points.T,
                None,
                problem,
                beta0=labels * alpha[near],
                gap_tol=0.0,
                positive_semidefinite=True,
            )
        found = np.clip(labels * solution.beta, 0.0, C)
        plane, alpha[near] = refined(solution.b, found, points, labels, C, sums)
        turned = (1.0 - y * (X @ plane[:-1] + plane[-1]) > 0.0) != (u > 0.0)
        if not turned[~inside].any():
            return plane, alpha, True
    beta = y * alpha
    return np.append(fixed[:-1] + beta @ X, plane[-1]), alpha, False


def newton_step(H: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """-H⁻¹ gradient, solved in units in which the diagonal is 1."""
    unit = 1.0 / np.sqrt(H.diagonal())
    H = H * unit * unit[:, None]
    H.flat[:: len(H) + 1] += len(H) * EPS
    return -unit * np.linalg.solve(H, unit * gradient)


def refined(
    b: float,
    alpha: np.ndarray,
    X: np.ndarray,
    y: np.ndarray,
    bound: np.ndarray,
    fixed: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Plane and α with the free rows F once more exactly on the margin.

    fixed is v. At an optimum

        w - X_Fᵀ β_F = v_w + (bounded rows),   X_F w + b 1 = y_F,   1ᵀ β_F = -v_b - (bounded rows).

    Solved for changes, with w as an unknown: as a sum of large multiples of rows it would lose the
    digits that they have in common. The better of old and new is kept, as their gaps say.
    """
    d = X.shape[1]

    def judged(w, b, alpha):
        beta = y * alpha
        apart = fixed[:-1] + beta @ X - w
        excess = fixed[-1] + math.fsum(beta.tolist())
        u = 1.0 - y * (X @ w + b)
        gap = float((bound * np.maximum(0.0, u) - alpha * u).sum())
        return gap + 0.5 * apart @ apart + abs(b * excess), apart, excess, w, b, alpha

    best = judged(fixed[:-1] + (y * alpha) @ X, b, alpha)
    free = np.flatnonzero((alpha > 0.0) & (alpha < bound))
    f = len(free)
    if 0 < f <= constants.BAND_TIMES * (d + 1):
        rows = X[free]
        unit = 1.0 / max(float(np.einsum("ij,ij->", rows, rows)) / f, TINY)  # of β
        A = np.zeros((d + f + 1, d + 1 + f))
        A[:d, :d], A[:d, d + 1 :] = np.eye(d), -unit * rows.T
        A[d:-1, :d], A[d:-1, d], A[-1, d + 1 :] = rows, 1.0, unit
        for _ in range(constants.PASSES):
            _, apart, excess, w, b, alpha = best
            target = np.concatenate([apart, y[free] - rows @ w - b, [-excess]])
            change = np.linalg.lstsq(A, target, rcond=constants.LAST_DIGITS)[0]
            trial = alpha.copy()
            trial[free] += y[free] * (unit * change[d + 1 :])
            if (trial < 0.0).any() or (trial > bound).any():
                break
            found = judged(w + change[:d], b + change[d], trial)
            if not found[0] < best[0]:
                break
            best = found
    return np.append(best[3], best[4]), best[5]
