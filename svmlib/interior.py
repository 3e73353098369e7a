"""Linear kernels on many points: a primal-dual interior-point method in d dimensions.

With K = LᵀL and d rows in L every linear system of the method is d × d (Woodbury's formula), so an
iteration costs n·d² whatever C is, and some fifteen iterations do. The engine only needs to know
who ends at 0, at C and between: it takes over from there and finishes exactly.
"""

from __future__ import annotations

import numpy as np

__all__ = ["interior_point"]


def interior_point(L, y, A, B, *, tol=1e-6, max_iter=60):
    """Nearly maximise y·β - ½‖Lβ‖² over A ≤ β ≤ B, Σβ = 0; the multipliers β, shape (n,).

    With z ≥ 0 for β ≥ A and v ≥ 0 for β ≤ B the optimality conditions are

        y - LᵀLβ - b + z - v = 0,   Σβ = 0,   (β_i - A_i) z_i = 0,   (B_i - β_i) v_i = 0.

    Newton's method on them, with both products pushed to a common μ > 0 that shrinks towards 0:
    Mehrotra's predictor and corrector (1992). Entries of β that end at a bound are returned as
    exactly that bound. Ferris and Munson, SIAM J. Optim. 13 (2002).
    """
    n = len(y)
    beta = _start(L, y, A, B)
    g = y - (L @ beta) @ L
    b = float(np.median(g))
    spread = max(1.0, float(np.abs(g - b).max()))
    z, v = np.maximum(b - g, 0.0) + 0.1 * spread, np.maximum(g - b, 0.0) + 0.1 * spread
    best = np.inf
    for _ in range(max_iter):
        to_A, to_B = np.maximum(beta - A, 1e-300), np.maximum(B - beta, 1e-300)
        distance = g - b
        products = float(to_A @ z + to_B @ v)
        # once rounding in Woodbury's formula is all that is left, the conditions get worse again
        error = products + spread * float(np.abs(distance + z - v).max())
        value = abs(0.5 * float(beta @ (y + g)))
        if error > best and best <= 1e-2 * value:
            break
        best, result = error, (beta, to_A > z, to_B > v)
        if products <= tol * value:
            break
        per_A, per_B = 1.0 / to_A, 1.0 / to_B
        D = 1.0 / (z * per_A + v * per_B)
        LD = L * D
        M = LD @ L.T
        M.flat[:: len(L) + 1] += 1.0
        M = np.linalg.inv(M)
        unit = D - (M @ LD.sum(axis=1)) @ LD
        excess, total = beta.sum(), unit.sum()

        def newton(right, LD=LD, M=M, D=D, unit=unit, excess=excess, total=total):
            """Changes of β and b with (LᵀL + D⁻¹) Δβ + Δb 1 = right, ΣΔβ = -Σβ."""
            step = D * right
            step -= (M @ (L @ step)) @ LD
            b_step = float(step.sum() + excess) / total
            step -= b_step * unit
            return step, b_step

        # predictor: aim at μ = 0, see how far that gets, and choose μ by it
        step, _ = newton(distance)
        at_A, at_B = step * per_A, step * per_B
        z_step, v_step = -z * (1.0 + at_A), -v * (1.0 - at_B)
        t = 0.995 / max(0.995, -at_A.min(), at_B.max(), 1.0 + at_A.max(), 1.0 - at_B.min())
        predicted = (to_A + t * step) @ (z + t * z_step) + (to_B - t * step) @ (v + t * v_step)
        mu = float(predicted / products) ** 3 * products / (2 * n)
        # corrector: the same matrix, with μ and the second-order terms on the right
        for_z, for_v = (mu - step * z_step) * per_A, (mu + step * v_step) * per_B
        step, b_step = newton(distance + for_z - for_v)
        z_step = for_z - z * (1.0 + step * per_A)
        v_step = for_v - v * (1.0 - step * per_B)
        t = 0.995 / max(
            0.995,
            -(step * per_A).min(),
            (step * per_B).max(),
            -(z_step / z).min(),
            -(v_step / v).min(),
        )
        beta = beta + t * step
        b, z, v = b + t * b_step, z + t * z_step, v + t * v_step
        g = y - (L @ beta) @ L
    beta, above_A, below_B = result
    return np.where(above_A, np.where(below_B, beta, B), A)


def _start(L, y, A, B):
    """A point inside the box, towards 0 where the middle would make scores far too large."""
    middle = 0.5 * (A + B)
    f = (L @ middle) @ L
    share = np.clip(1.0 / max(float(np.ptp(f)), 1e-300), 1e-3, 1.0)
    return share * middle
