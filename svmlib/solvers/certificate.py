"""What the engine hands back: a machine and the duality gap that certifies it (lecture 6).

For multipliers β = yα and a bias b, with g = y - Kβ and ξ_i = max(0, 1 - y_i f(x_i)),

    P = ½ βᵀKβ + Σ C_i ξ_i   and   D = y·β - ½ βᵀKβ = ½ β·(y + g)

enclose the optimum: the machine is at most P - D worse than the best one.
"""

from __future__ import annotations

import contextlib
import sys
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from svmlib.solvers.constants import EPS, TINY

__all__ = ["Certified", "Solution", "certify", "stretched"]

# files whose lines no warning points at
OWN = (str(Path(__file__).parents[1]), contextlib.__file__)
# the relative gap at which an answer counts as converged: what the word means, nothing to tune
SOLVED = 1e-6
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
        A bias inside bias_interval: its middle, unless (w, b) was stretched (`stretched`).
    bias_interval : tuple of float
        (lo, hi), which holds every optimal bias; lo = hi when a multiplier is free.
    primal, dual, gap : float
        Both objectives of alpha and b, and (primal - dual) / primal.
    kkt_residual : float
        max(0, largest g_i where β_i may grow - smallest g_j where β_j may shrink): how far the
        worst pair is out of order. `svmlib.objectives.kkt_residual` looks at single points.
    n_iter, n_newton : int
        Pair steps and linear systems.
    converged : bool
        Whether the relative gap is at most 1e-6; for a kernel found not to be positive
        semidefinite, whether kkt_residual ≤ tol: a stationary point.
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


class Certified(NamedTuple):
    """Multipliers and a bias with what they prove; the names are those of `Solution`."""

    beta: np.ndarray
    g: np.ndarray
    b: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    kkt_residual: float


def certify(
    y: np.ndarray, C: np.ndarray, beta: np.ndarray, g: np.ndarray, b: float | None = None
) -> Certified:
    """What β and b prove; b is the middle of its interval if none is given.

    The largest g_i where β may grow is the lower end of the interval, the smallest where β may
    shrink the upper end. At an optimum they are in this order.
    """
    positive = y > 0
    lo = float(g[np.where(positive, beta < C, beta < 0.0)].max(initial=-np.inf))
    hi = float(g[np.where(positive, beta > 0.0, beta > -C)].min(initial=np.inf))
    residual = max(0.0, lo - hi)
    b = 0.5 * (lo + hi) if b is None else b
    if not lo <= b <= hi:
        lo = hi = b
    # βᵀKβ = β·(y - g), and 1 - y_i f(x_i) = y_i (g_i - b)
    primal = 0.5 * float(beta @ (y - g)) + float(C @ np.maximum(0.0, y * (g - b)))
    dual = 0.5 * float(beta @ (y + g))
    # with Σβ not quite 0 the dual value proves that much less
    gap = (abs(primal - dual) + abs(b * float(beta.sum()))) / max(abs(primal), TINY)
    return Certified(beta, g, b, (lo, hi), primal, dual, gap, residual)


def stretched(
    y: np.ndarray, C: np.ndarray, found: Certified, diagonal: np.ndarray, gap_tol: float
) -> Certified:
    """The machine with (w, b) scaled up until it needs no slack, if that proves more.

    With a huge C a slack that is only rounding costs more than all of ½‖w‖². But (w, b) divided by
    1 - max ξ needs none. What rounding may do to f(x_i) when somebody else computes it is added to
    ξ_i first; no part of that sum is larger than √K_ii Σ_j √K_jj |β_j|.
    """
    norms = np.sqrt(np.abs(diagonal))
    noise = EPS * (1.0 + abs(found.b) + norms * float(norms @ np.abs(found.beta)))
    slack = y * (found.g - found.b)
    doubt = float(C @ (np.maximum(0.0, slack + noise) - np.maximum(0.0, slack)))
    gap = found.gap + doubt / max(found.primal, TINY)
    longest = float((slack + noise)[C > 0.0].max())
    if gap <= gap_tol or not 0.0 < longest < 0.5:
        return found
    factor = 1.0 / (1.0 - longest)
    beta = factor * found.beta
    if (np.abs(beta) > C).any():
        return found
    longer = certify(y, C, beta, y - factor * (y - found.g), factor * found.b)
    return longer if longer.gap < gap else found


def unsolved(gap: float, cure: str, after: str = "") -> str:
    """What to say of an answer whose gap is above SOLVED."""
    return f"stopped{after} with relative duality gap {gap:.1e}; {cure}"


def complaint(
    n_iter: int, max_iter: int, indefinite: bool, converged: bool, gap: float
) -> str | None:
    """Why the engine's certificate is worth nothing, or not yet enough; None if it is good."""
    if indefinite:
        return INDEFINITE
    if converged:
        return None
    cure = "raise max_iter or scale the features"
    if n_iter < max_iter:
        cure = "rounding allows no more: scale the features or lower C"
    return unsolved(gap, cure, f" after {n_iter} pair steps")


def warn(message: str | None) -> None:
    """A ConvergenceWarning at the line that called svmlib; silent when the message is None."""
    if message is None:
        return
    frame, level = sys._getframe(1), 2
    while frame and frame.f_code.co_filename.startswith(OWN):
        frame, level = frame.f_back, level + 1
    # imported here because scikit-learn takes longer to import than all the rest
    from sklearn.exceptions import ConvergenceWarning

    warnings.warn(message, ConvergenceWarning, stacklevel=level)
