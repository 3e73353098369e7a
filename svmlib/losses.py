"""Losses as functions of the functional margin m = y f(x).

Each is a `Loss`: call it for its value, or ask it for its derivative or subdifferential.

    losses.hinge(m)                   max(0, 1 - m)
    losses.hinge.derivative(m)        -1 below the kink, 0 from there on
    losses.hinge.subdifferential(m)   the interval [lo, hi] of subgradients, a pair of arrays

One rule for kinks: where a loss has no derivative, `derivative` gives 0, which is one of its
(generalised) subgradients at every kink in this module. Lecture 3 draws them side by side;
lecture 4 uses the subdifferential.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from svmlib._validation import check_numbers


@dataclass(frozen=True)
class Loss:
    """A loss ℓ(m) of the functional margin m, vectorised over m.

    Attributes
    ----------
    name : str
    formula : str
        The definition, in LaTeX.
    derivative : callable
        m ↦ ℓ'(m), with 0 at kinks.
    lipschitz : float
        The smallest L with |ℓ(m) - ℓ(m')| ≤ L |m - m'|, or inf if there is none.
    convex : bool
    upper_bound_scale : float
        The smallest s for which s·ℓ(m) ≥ zero_one(m) for every m: 1 for most, 1/log 2 for the
        logistic loss, which is only log 2 at m = 0.
    """

    name: str
    formula: str
    _value: Callable
    derivative: Callable
    _ends: Callable
    lipschitz: float
    convex: bool = True
    upper_bound_scale: float = 1.0

    def __call__(self, m):
        """The value ℓ(m), of the shape of m."""
        return self._value(check_numbers(m, "m"))

    def subdifferential(self, m):
        """All subgradients at m as an interval: the arrays (lo, hi), equal where ℓ is smooth.

        For the ramp, which is not convex, these are Clarke's generalised gradients; for the
        zero-one loss the slopes on the two sides of its jump, (-inf, 0) at m = 0.
        """
        m = check_numbers(m, "m")
        lo, hi = self._ends(m)
        return np.broadcast_to(lo, m.shape).copy(), np.broadcast_to(hi, m.shape).copy()

    def __repr__(self):
        return f"Loss({self.name!r})"


def _loss(name, formula, value, derivative, kinks=None, **properties):
    """A Loss; `kinks` maps each kink to its (lo, hi), elsewhere both are the derivative."""

    def slope(m):
        return derivative(check_numbers(m, "m")) + 0.0  # which turns -0.0 into 0.0

    def ends(m):
        lo, hi = slope(m), slope(m)
        for kink, (left, right) in (kinks or {}).items():
            lo, hi = np.where(m == kink, left, lo), np.where(m == kink, right, hi)
        return lo, hi

    return Loss(name, formula, value, slope, ends, **properties)


def _exp(m):
    with np.errstate(over="ignore"):  # beyond the float range inf is the honest answer
        return np.exp(m)


zero_one = _loss(
    "zero-one",
    r"1 \text{ if } m \le 0, \text{ else } 0",
    lambda m: np.where(m <= 0, 1.0, 0.0),
    lambda m: np.zeros_like(m),
    kinks={0.0: (-np.inf, 0.0)},
    lipschitz=np.inf,
    convex=False,
)

hinge = _loss(
    "hinge",
    r"\max(0, 1 - m)",
    lambda m: np.maximum(0.0, 1.0 - m),
    lambda m: np.where(m < 1, -1.0, 0.0),
    kinks={1.0: (-1.0, 0.0)},
    lipschitz=1.0,
)

absolute = _loss(
    "absolute",
    r"|1 - m|",
    lambda m: np.abs(1.0 - m),
    lambda m: np.sign(m - 1.0),
    kinks={1.0: (-1.0, 1.0)},
    lipschitz=1.0,
)

squared = _loss(
    "squared",
    r"(1 - m)^2",
    lambda m: (1.0 - m) ** 2,
    lambda m: 2.0 * (m - 1.0),
    lipschitz=np.inf,
)

squared_hinge = _loss(
    "squared hinge",
    r"\max(0, 1 - m)^2",
    lambda m: np.maximum(0.0, 1.0 - m) ** 2,
    lambda m: -2.0 * np.maximum(0.0, 1.0 - m),
    lipschitz=np.inf,
)

# log(1 + e^{-m}) and 1/(1 + e^m) = e^{-log(1 + e^m)}: logaddexp keeps both exact far out
logistic = _loss(
    "logistic",
    r"\log(1 + e^{-m})",
    lambda m: np.logaddexp(0.0, -m),
    lambda m: -np.exp(-np.logaddexp(0.0, m)),
    lipschitz=1.0,
    upper_bound_scale=1.0 / np.log(2.0),
)

exponential = _loss(
    "exponential",
    r"e^{-m}",
    lambda m: _exp(-m),
    lambda m: -_exp(-m),
    lipschitz=np.inf,
)

# the kink of the hinge replaced by a parabola over |1 - m| ≤ 1/2 (Chapelle 2007 with h = 1/2)
huberised_hinge = _loss(
    "Huberised hinge",
    r"0 \text{ if } m \ge \tfrac32,\; \tfrac12(\tfrac32 - m)^2 \text{ if } |1 - m| < \tfrac12,"
    r"\; 1 - m \text{ if } m \le \tfrac12",
    lambda m: np.where(m <= 0.5, 1.0 - m, 0.5 * np.clip(1.5 - m, 0.0, 1.0) ** 2),
    lambda m: -np.clip(1.5 - m, 0.0, 1.0),
    lipschitz=1.0,
)

ramp = _loss(
    "ramp",
    r"\min(1, \max(0, 1 - m))",
    lambda m: np.clip(1.0 - m, 0.0, 1.0),
    lambda m: np.where((m > 0) & (m < 1), -1.0, 0.0),
    kinks={0.0: (-1.0, 0.0), 1.0: (-1.0, 0.0)},
    lipschitz=1.0,
    convex=False,
)

LOSSES = {
    loss.name: loss
    for loss in (
        zero_one,
        hinge,
        absolute,
        squared,
        squared_hinge,
        logistic,
        exponential,
        huberised_hinge,
        ramp,
    )
}
