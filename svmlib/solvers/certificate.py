"""What the engine hands back: a solution and the certificate that comes with it (lecture 6)."""

from __future__ import annotations

import contextlib
import sys
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

__all__ = ["Solution", "certify"]

# files whose lines no warning points at
OWN = (str(Path(__file__).parents[1]), contextlib.__file__)
SOLVED = 1e-6  # the relative gap at which an answer counts as converged
INDEFINITE = (
    "the kernel is not positive semidefinite, not even on Σβ = 0, so the dual is not concave: "
    "the solution is a stationary point and its duality gap means nothing"
)


@dataclass(frozen=True)
class Solution:
    """What `svmlib.engine.solve` found, with its certificate.

    Attributes
    ----------
    alpha : ndarray, shape (n,)
        Multipliers, exactly 0 or C_i where they are at a bound.
    b : float
        The middle of bias_interval.
    bias_interval : tuple of float
        (lo, hi), which holds every optimal bias; lo = hi when a multiplier is free.
    primal, dual, gap : float
        Both objectives, and (primal - dual) / primal.
    kkt_residual : float
        Largest violation of the optimality conditions, in units of the functional margin.
    n_iter, n_newton : int
        Pair steps and linear systems.
    converged : bool
        Whether the relative gap is at most 1e-6.
    g : ndarray, shape (n,)
        y - Kβ, so that f(x_i) = y_i - g_i + b.
    history : ndarray, shape (m, 3)
        n_iter, dual objective and violation after each Newton step.
    """

    alpha: np.ndarray
    b: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    kkt_residual: float
    n_iter: int
    n_newton: int
    converged: bool
    g: np.ndarray = field(repr=False)
    history: np.ndarray = field(repr=False)


def certify(y, C, beta, g, lo, hi):
    """Bias, interval of biases, primal, dual, relative gap and violation at β.

    lo is the largest g_i where β may grow, hi the smallest where it may shrink.
    """
    residual = max(0.0, lo - hi)
    b = 0.5 * (lo + hi)
    if lo > hi:
        lo = hi = b
    dual = 0.5 * float(beta @ (y + g))
    # ‖w‖² = βᵀKβ = β·(y - g), and ξ_i = max(0, 1 - y_i f(x_i)) with 1 - y_i f(x_i) = y_i (g_i - b)
    xi = np.maximum(0.0, y * (g - b))
    half = 0.5 * float(beta @ (y - g))
    primal = half + float(C @ xi)
    if xi.max() < 0.5:
        # stretched a little, (w, b) needs no slack: better when C is huge and xi is rounding
        primal = min(primal, half / (1.0 - xi.max()) ** 2)
    # with Σβ not quite 0 the dual value proves that much less
    gap = (abs(primal - dual) + abs(b * beta.sum())) / max(abs(primal), 1e-300)
    return b, (lo, hi), primal, dual, gap, residual


def unsolved(gap, cure, after=""):
    """What to say of an answer whose gap is above SOLVED."""
    return f"stopped{after} with relative duality gap {gap:.1e}; {cure}"


def complaint(n_iter, max_iter, indefinite, converged, gap):
    """Why the engine's certificate is worth nothing, or not yet enough; None if it is good."""
    if indefinite:
        return INDEFINITE
    if converged:
        return None
    cure = "raise max_iter or scale the features"
    if n_iter < max_iter:
        cure = "rounding allows no more: scale the features or lower C"
    return unsolved(gap, cure, f" after {n_iter} pair steps")


def warn(message):
    """A ConvergenceWarning at the line that called svmlib; silent when the message is None."""
    if message is None:
        return
    frame, level = sys._getframe(1), 2
    while frame and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    # imported here because scikit-learn takes longer to import than all the rest
    from sklearn.exceptions import ConvergenceWarning

    warnings.warn(message, ConvergenceWarning, stacklevel=level)
