"""Newton's method on a smoothed primal, for linear kernels and many points (lectures 3, 7 and 14).

It nearly minimises P(w, b) = ½‖w‖² + Σ h_i(r_i) with r_i = p_i - w·x_i - b and the loss h_i(r) =
max(A_i r, B_i r), which for a soft margin is C_i max(0, 1 - y_i f(x_i)). With K = LᵀL and d rows in
L there are d + 1 unknowns. For any C a Newton step costs n·d, m·d² for the m points on the rounded
corner, and a system of d + 1 equations. The engine only needs to know which multipliers end at 0,
at C and between, and finishes exactly from there.
"""

import numpy as np

from svmlib._sparse import Points, dense
from svmlib.solvers import constants

__all__ = ["smoothed_primal"]


def smoothed_primal(
    L: Points, p: np.ndarray, A: np.ndarray, B: np.ndarray, pull: np.ndarray | float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Nearly minimise ½‖w‖² - pull·(w, b) + Σ max(A_i r_i, B_i r_i), where r = p - wL - b.

    L is (d, n), p, A and B are (n,), A ≤ 0 ≤ B and A < B, and pull is (d + 1,). Returned are the
    multipliers β, (n,), and (w, b). With C = B - A, a parabola of width h rounds the corner of the
    loss at r = 0. For A = 0:

        ℓ_h(r) = 0 for r ≤ 0,   C r²/2h for 0 ≤ r ≤ h,   C (r - h/2) for r ≥ h.

    Its derivative gives multipliers inside their box, β_i = clip(C_i r_i/h, A_i, B_i). They are
    feasible where the gradient (w - Lβ, -Σβ) - pull vanishes. Only the points on the parabola, with
    A_i < β_i < B_i, enter the second derivatives. As h shrinks they become few, and in the end are
    the free ones.

    ::

        repeat
            β ← clip(C r/h, A, B)
            (w, b) ← (w, b) + t (Newton step), t from a line search
            if t = 1: a smaller h, while more than d + CROWD points are on the parabola;
            then done, when nothing is left to gain

    Chapelle, Neural Computation 19 (2007).
    """
    d, C = L.shape[0], B - A
    # second derivatives of ½‖w‖², and a little for b in case no point is on the parabola
    ridge = np.append(np.ones(d), constants.BIAS_RIDGE * C.sum())
    v, r, h = np.zeros(d + 1), p.copy(), constants.FIRST_WIDTH * float(np.abs(p).max())
    narrowest = h * constants.LAST_WIDTH / constants.FIRST_WIDTH
    for _ in range(constants.SMOOTH_STEPS):
        beta = clip(r, C / h, A, B)
        curved = np.flatnonzero((beta > A) & (beta < B))
        gradient = np.append(v[:d] - L @ beta, -beta.sum()) - pull
        H = np.diag(ridge)
        size = constants.BLOCK // (d + 1) + 1
        for start in range(0, len(curved), size):
            part = curved[start : start + size]
            Z = np.vstack([dense(L[:, part]), np.ones(len(part))])
            Z *= np.sqrt(C[part])
            H += Z @ Z.T / h  # numpy sees the transpose and does half the work
        try:
            step = np.linalg.solve(H, -gradient)
        except np.linalg.LinAlgError:  # rounding has swallowed the ones, but this is still a start
            break
        decrease = -float(gradient @ step)
        if not decrease > 0.0:
            break
        change = -(step[:d] @ L + step[d])
        linear, constant = step[:d] @ step[:d], v[:d] @ step[:d] - (pull * step).sum()
        t = line_search(constant, linear, r, change, C / h, A, B, decrease)
        v, r = v + t * step, r + t * change
        if t == 1.0:
            if len(curved) > d + constants.CROWD and h > narrowest:
                h /= 1.0 + constants.NARROWER
            elif decrease <= constants.SMOOTH_ENOUGH * (beta @ r + v[:d] @ v[:d]):
                break
    return clip(r, C / h, A, B), v


def clip(r, slope, A, B):
    """Return clip(slope·r, A, B) in one new array."""
    beta = slope * r
    return np.clip(beta, A, B, out=beta)


def line_search(constant, linear, r, change, bend, A, B, decrease):
    """Return a step t with a slope small beside the slope -decrease at 0, or 1 if that will do.

    The slope constant + t·linear + Σ change_i clip(bend_i (r_i + t·change_i), A_i, B_i) grows with
    t, which is doubled until it is positive. Then secant and bisection in turn close in on its
    zero.
    """
    low, low_slope, high, t = 0.0, -decrease, np.inf, 1.0
    for turn in range(constants.HALVINGS):
        slope = constant + t * linear + float(clip(r + t * change, bend, A, B) @ change)
        if abs(slope) <= constants.SLOPE_LEFT * decrease:
            break
        if slope > 0.0:
            high, high_slope = t, slope
        else:
            low, low_slope = t, slope
        part = low_slope / (low_slope - high_slope) if high < np.inf and turn % 2 == 0 else 0.5
        t = low + (high - low) * part if high < np.inf else 2.0 * t
    return t
