"""What a multiplier says about its point: the KKT conditions (lecture 6).

The Karush-Kuhn-Tucker conditions of the soft-margin machine (lecture 6), with the functional
margins m_i = y_i f(x_i):

    α_i = 0 ⇒ m_i ≥ 1,    0 < α_i < C_i ⇒ m_i = 1,    α_i = C_i ⇒ m_i ≤ 1,    Σ α_i y_i = 0.

All names are also in `svmlib.objectives`. Tolerances on multipliers are relative to
C or to the largest multiplier, whichever is smaller.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_box, check_matrix, check_signs, check_vector

__all__ = ["PointReport", "point_report"]

SAME = 1e-6  # what is so close is equal


class PointReport(NamedTuple):
    """What `point_report` returns: one entry per point in each array, shape (n,)."""

    margin: np.ndarray
    slack: np.ndarray
    position: np.ndarray
    multiplier: np.ndarray


def point_report(alpha: ArrayLike, f: ArrayLike, y: ArrayLike, C: ArrayLike) -> PointReport:
    """Where each point lies and what its multiplier says (lecture 6).

    The margin y f, the slack max(0, 1 - y f), and two words:

    position    "outside" (y f > 1), "on the margin" (y f = 1), "inside" (0 < y f < 1) or
                "wrong side" (y f ≤ 0, the decision line included)
    multiplier  "zero" (α = 0), "free" (0 < α < C), "bounded" (α = C), or "degenerate": α = 0
                although the point is on the margin

    Up to 1e-6: y f equals 1, and α equals 0 or C in units of C or of the largest α, whichever is
    smaller.

    Parameters
    ----------
    alpha, f, y : array_like, shape (n,)
        Multipliers, scores f(x_i), labels -1 and +1.
    C : float or array_like, shape (n,)

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, a label is not -1 or +1, or C has a negative entry or no positive one.

    Examples
    --------
    >>> from svmlib import objectives
    >>> report = objectives.point_report([0, 0.5, 1, 1], [2, 1, 0.5, -1], [1, 1, 1, 1], C=1)
    >>> report.position.tolist()
    ['outside', 'on the margin', 'inside', 'wrong side']
    >>> report.multiplier.tolist()
    ['zero', 'free', 'bounded', 'bounded']
    """
    y = check_signs(y)
    alpha = check_vector(alpha, "alpha", length=len(y))
    m = y * check_vector(f, "f", length=len(y))
    C = check_box(C, len(y))
    on = np.abs(m - 1.0) <= SAME
    words = ["on the margin", "outside", "inside"]
    position = np.select([on, m > 1, m > 0], words, default="wrong side")
    # C alone would not do: when it is huge every multiplier is small beside it, and all of them
    # would pass for zero
    margin_of_error = SAME * np.minimum(C, np.abs(alpha).max())
    zero, bounded = alpha <= margin_of_error, alpha >= C - margin_of_error
    words = ["degenerate", "zero", "bounded"]
    multiplier = np.select([zero & on, zero, bounded], words, default="free")
    return PointReport(m, np.maximum(0.0, 1.0 - m), position, multiplier)


def check_dual(
    alpha: ArrayLike, K: ArrayLike, y: ArrayLike
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    y = check_signs(y)
    K = check_matrix(K, "K", columns=None)
    if K.shape != (len(y), len(y)):
        raise ValueError(
            f"K must be the Gram matrix of shape ({len(y)}, {len(y)}), but came with shape "
            f"{K.shape}; for a linear machine it is X @ X.T"
        )
    return check_vector(alpha, "alpha", length=len(y)), K, y


def bias_interval(g: np.ndarray, y: np.ndarray, C: np.ndarray) -> tuple[float, float]:
    """All b that minimise Σ C_i max(0, 1 - y_i (g_i + b)), the scores without b being g: (lo, hi).

    The sum is convex and has a kink at y_i - g_i for each point. An end is infinite only if one
    class is missing, or has C_i = 0. Where C_i is infinite lo and hi are the tightest constraints,
    b ≥ 1 - g_i and b ≤ -1 - g_i, or both the b halfway between, if these contradict each other.
    """
    kink = y - g
    hard = np.isinf(C)
    soft = ~hard & (C > 0)
    lo, hi = _soft_interval(kink[soft], y[soft], C[soft])
    at_least = kink[hard & (y > 0)].max(initial=-np.inf)
    at_most = kink[hard & (y < 0)].min(initial=np.inf)
    if at_least > at_most:
        at_least = at_most = 0.5 * (at_least + at_most)
    return float(np.clip(lo, at_least, at_most)), float(np.clip(hi, at_least, at_most))


def _soft_interval(kink, y, C):
    """Where the slope of Σ C_i max(0, 1 - y_i (g_i + b)) passes through zero."""
    # far to the left every positive point counts, with slope -C_i; each kink passed adds C_i
    order = np.argsort(kink)
    ends = np.concatenate([[-np.inf], kink[order], [np.inf]])
    slope = np.cumsum(np.concatenate([[-C[y > 0].sum()], C[order]]))
    rounding = (len(C) + 1) * np.finfo(float).eps * C.sum()
    lo = ends[np.argmax(slope >= -rounding)]
    above = slope > rounding
    hi = ends[np.argmax(above)] if above.any() else np.inf
    return lo, hi


def middle(lo: float, hi: float) -> float:
    """The midpoint; the finite end if the other one is infinite; 0 if both are."""
    finite = [end for end in (lo, hi) if np.isfinite(end)]
    return sum(finite) / max(1, len(finite))
