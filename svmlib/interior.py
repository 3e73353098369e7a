"""Linear kernels on many points: a primal-dual interior-point method in d dimensions.

With K = LᵀL and d rows in L every linear system of the method is d × d (Woodbury's formula), so an
iteration costs n·d² whatever C is, and some twenty iterations do. The engine only needs to know
who ends at 0, at C and between: it takes over from there and finishes exactly.
"""

from __future__ import annotations

from functools import partial

import numpy as np

__all__ = ["interior_point"]


def interior_point(L, y, A, B, *, tol=1e-7, max_iter=60):
    """Nearly maximise y·β - ½‖Lβ‖² over A ≤ β ≤ B, Σβ = 0; the multipliers β, shape (n,).

    With z ≥ 0 for β ≥ A and v ≥ 0 for β ≤ B the optimality conditions are

        y - LᵀLβ - b + z - v = 0,   Σβ = 0,   (β_i - A_i) z_i = 0,   (B_i - β_i) v_i = 0.

    Newton's method on them, with both products pushed to a common μ > 0 that shrinks towards 0:
    Mehrotra's predictor and corrector (1992). Entries of β that end at a bound are returned as
    exactly that bound. Ferris and Munson, SIAM J. Optim. 13 (2002).
    """
    n = L.shape[1]
    beta = 0.5 * (A + B)
    to_A, to_B = beta - A, B - beta
    g = y - (L @ beta) @ L
    b = float(np.median(g))
    spread = max(1.0, np.abs(g - b).max())
    z, v = np.maximum(b - g, 0.0) + 0.1 * spread, np.maximum(g - b, 0.0) + 0.1 * spread
    best = np.inf
    for _ in range(max_iter):
        residual = g - b + z - v
        products = to_A @ z + to_B @ v
        # once rounding in Woodbury's formula is all that is left, the conditions get worse again
        error = products + spread * np.abs(residual).max()
        if error > best:
            break
        best, result = error, (beta, to_A > z, to_B > v)
        if products <= tol * abs(0.5 * beta @ (y + g)):
            break
        D = 1.0 / (z / to_A + v / to_B)
        LD = L * D
        M = LD @ L.T
        M.flat[:: len(L) + 1] += 1.0
        M = np.linalg.inv(M)
        unit = D - (M @ LD.sum(axis=1)) @ LD

        newton = partial(_direction, (L, D, LD, M, unit), residual, beta, (to_A, z, to_B, v))
        step, _, z_step, v_step = newton(0.0, 0.0)
        t = _longest(to_A, z, to_B, v, step, z_step, v_step)
        predicted = (to_A + t * step) @ (z + t * z_step) + (to_B - t * step) @ (v + t * v_step)
        mu = (predicted / products) ** 3 * products / (2 * n)
        step, b_step, z_step, v_step = newton(mu - step * z_step, mu + step * v_step)
        t = _longest(to_A, z, to_B, v, step, z_step, v_step)
        beta = beta + t * step
        b, z, v = b + t * b_step, z + t * z_step, v + t * v_step
        to_A, to_B = np.maximum(beta - A, 1e-300), np.maximum(B - beta, 1e-300)
        g = y - (L @ beta) @ L
    beta, above_A, below_B = result
    return np.where(above_A, np.where(below_B, beta, B), A)


def _direction(system, residual, beta, point, target_A, target_B):
    """Newton step that makes to_A·z equal target_A and to_B·v equal target_B."""
    L, D, LD, M, unit = system
    to_A, z, to_B, v = point
    step = D * (residual + target_A / to_A - z - target_B / to_B + v)
    step -= (M @ (L @ step)) @ LD
    b_step = (step.sum() + beta.sum()) / unit.sum()
    step -= b_step * unit
    return step, b_step, (target_A - z * step) / to_A - z, (target_B + v * step) / to_B - v


def _longest(to_A, z, to_B, v, step, z_step, v_step):
    """The longest step, at most 1, that keeps everything positive."""
    worst = max((-step / to_A).max(), (step / to_B).max(), (-z_step / z).max(), (-v_step / v).max())
    return min(1.0, 0.995 / worst) if worst > 0 else 1.0
