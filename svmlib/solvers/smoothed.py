"""Linear kernels on many points: Newton's method on the primal, its corner rounded off.

With K = LᵀL and d rows in L the primal has d + 1 unknowns, w and b, and a Newton step costs n·d and
a d × d system, whatever C is. The engine only needs to know who ends at 0, at C and between: it
takes over from there and finishes exactly.
"""

from __future__ import annotations

import numpy as np

__all__ = ["smoothed_primal"]


def smoothed_primal(L, y, C, *, max_iter=300):
    """Nearly minimise ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i)); the multipliers β, shape (n,).

    A parabola of width h rounds the corner of the loss at u = 1 - y f(x) = 0:

        ℓ_h(u) = 0 for u ≤ 0,   u²/2h for 0 ≤ u ≤ h,   u - h/2 for u ≥ h.

    Its derivative gives multipliers inside their box, α_i = C_i clip(u_i/h, 0, 1), and where the
    gradient (w - Lβ, -Σβ) vanishes they are feasible. Only the points on the parabola, those with
    0 < α_i < C_i, enter the second derivatives. As h shrinks they become few: the free ones.
    Chapelle, Neural Computation 19 (2007).
    """
    d = len(L)
    L1 = np.vstack([L * y, y])  # (w, b) · column i is y_i f(x_i)
    ridge = np.append(np.ones(d), 1e-6 * C.sum())  # the last one for b, should nothing be curved
    v, u, h = np.zeros(d + 1), np.ones(len(y)), 2.0
    for _ in range(max_iter):
        share = np.clip(u / h, 0.0, 1.0)
        curved = np.flatnonzero((share > 0.0) & (share < 1.0))
        alpha = C * share
        gradient = -(L1 @ alpha)
        gradient[:d] += v[:d]
        Z = L1[:, curved]
        H = (Z * (C[curved] / h)) @ Z.T
        H.flat[:: d + 2] += ridge
        try:
            step = np.linalg.solve(H, -gradient)
        except np.linalg.LinAlgError:  # rounding lost the ones; this far is a start, too
            break
        decrease = -float(gradient @ step)
        if not decrease > 0.0:
            break
        change = -(step @ L1)
        t = _line_search(v[:d] @ step[:d], step[:d] @ step[:d], u, change, C, h, decrease)
        v, u = v + t * step, u + t * change
        if t == 1.0:
            if len(curved) > d + 4 and h > 1e-7:
                h *= 0.3
            elif decrease <= 1e-10 * (alpha @ u + v[:d] @ v[:d]):
                break
    return y * C * np.clip(u / h, 0.0, 1.0)


def _line_search(constant, linear, u, change, C, h, decrease):
    """A step t that leaves a tenth of the slope at 0, which is -decrease; 1 where that will do."""
    low, low_slope, high, t = 0.0, -decrease, np.inf, 1.0
    C_change = C * change
    for _ in range(100):
        share = np.clip((u + t * change) / h, 0.0, 1.0)
        slope = constant + t * linear + float(share @ C_change)
        if abs(slope) <= 0.1 * decrease:
            break
        if slope > 0.0:
            high, high_slope = t, slope
        else:
            low, low_slope = t, slope
        if high == np.inf:
            t *= 4.0
        else:
            part = low_slope / (low_slope - high_slope)
            t = low + (high - low) * min(max(part, 0.1), 0.9)
    return t
