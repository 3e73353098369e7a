"""Newton's method on a smoothed primal, for linear kernels and many points (lectures 3 and 7).

It nearly minimises P(w, b) = ½‖w‖² + Σ C_i max(0, 1 - y_i (w·x_i + b)). With K = LᵀL and d rows in
L there are d + 1 unknowns, and a Newton step costs n·d, m·d² for the m points on the rounded corner
and a system of d + 1 equations, whatever C is. The engine only needs to know who ends at 0, at C
and between: it takes over from there and finishes exactly.
"""

from __future__ import annotations

import numpy as np

from svmlib.solvers import constants

__all__ = ["smoothed_primal"]


def smoothed_primal(L: np.ndarray, y: np.ndarray, C: np.ndarray) -> np.ndarray:
    """Nearly minimise ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i)); the multipliers β, shape (n,).

    L is (d, n), y (n,) holds -1 and +1, C (n,) is positive. A parabola of width h rounds the corner
    of the loss at u = 1 - y f(x) = 0:

        ℓ_h(u) = 0 for u ≤ 0,   u²/2h for 0 ≤ u ≤ h,   u - h/2 for u ≥ h.

    Its derivative gives multipliers inside their box, α_i = C_i clip(u_i/h, 0, 1), and where the
    gradient (w - Lβ, -Σβ) vanishes they are feasible. Only the points on the parabola, those with
    0 < α_i < C_i, enter the second derivatives. As h shrinks they become few: the free ones. ::

        repeat
            α ← C clip(u/h, 0, 1)
            (w, b) ← (w, b) + t (Newton step), t from a line search
            if t = 1: a smaller h, while more than d + CROWD points are on the parabola;
            then done, when nothing is left to gain

    Chapelle, Neural Computation 19 (2007).
    """
    d = len(L)
    # second derivatives of ½‖w‖², and a little for b, should no point lie on the parabola
    ridge = np.append(np.ones(d), constants.BIAS_RIDGE * C.sum())
    v, u, h = np.zeros(d + 1), np.ones(len(y)), constants.FIRST_WIDTH
    for _ in range(constants.SMOOTH_STEPS):
        share = np.clip(u / h, 0.0, 1.0)
        curved = np.flatnonzero((share > 0.0) & (share < 1.0))
        alpha = C * share
        gradient = np.append(v[:d] - L @ (y * alpha), -(y @ alpha))
        H = np.diag(ridge)
        size = constants.BLOCK // (d + 1) + 1
        for start in range(0, len(curved), size):
            part = curved[start : start + size]
            Z = np.vstack([L[:, part], np.ones(len(part))])
            H += (Z * (C[part] / h)) @ Z.T
        try:
            step = np.linalg.solve(H, -gradient)
        except np.linalg.LinAlgError:  # rounding has swallowed the ones: a start all the same
            break
        decrease = -float(gradient @ step)
        if not decrease > 0.0:
            break
        change = -y * (step[:d] @ L + step[d])
        t = _line_search(v[:d] @ step[:d], step[:d] @ step[:d], u, change, C, h, decrease)
        v, u = v + t * step, u + t * change
        if t == 1.0:
            if len(curved) > d + constants.CROWD and h > constants.LAST_WIDTH:
                h /= 1.0 + constants.NARROWER
            elif decrease <= constants.SMOOTH_ENOUGH * (alpha @ u + v[:d] @ v[:d]):
                break
    return y * C * np.clip(u / h, 0.0, 1.0)


def _line_search(constant, linear, u, change, C, h, decrease):
    """A step t whose slope is small beside that at 0, which is -decrease; 1 where that will do.

    The slope constant + t·linear + Σ C_i change_i clip((u_i + t·change_i)/h, 0, 1) grows with t:
    t is doubled until it is positive, then secant and bisection in turn close in on its zero.
    """
    low, low_slope, high, t = 0.0, -decrease, np.inf, 1.0
    C_change = C * change
    for turn in range(constants.HALVINGS):
        share = np.clip((u + t * change) / h, 0.0, 1.0)
        slope = constant + t * linear + float(share @ C_change)
        if abs(slope) <= constants.SLOPE_LEFT * decrease:
            break
        if slope > 0.0:
            high, high_slope = t, slope
        else:
            low, low_slope = t, slope
        part = low_slope / (low_slope - high_slope) if high < np.inf and turn % 2 == 0 else 0.5
        t = low + (high - low) * part if high < np.inf else 2.0 * t
    return t
