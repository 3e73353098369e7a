"""Hinge, logistic and other losses ℓ(m) of the functional margin m = y f(x) (lecture 3).

Each is a `Loss`: call it for its value, or ask it for its derivative or subdifferential.

One rule covers kinks. Where a loss has no derivative, `derivative` gives 0, which is in the
interval of `subdifferential` at every kink of this module. Lecture 3 draws the losses side by side.
Lecture 4 uses the subdifferential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_numbers


@dataclass(frozen=True, eq=False)
class Loss:
    """A loss ℓ(m) of the functional margin m, vectorised over m.

    The losses in `LOSSES` are constants of this module, so that a copy of one is the loss itself.

    Attributes
    ----------
    name : str
    formula : str
        The definition, in LaTeX.
    lipschitz : float
        The smallest L with |ℓ(m) - ℓ(m')| ≤ L |m - m'|, or inf if there is none.
    convex : bool

    Examples
    --------
    >>> from svmlib import losses
    >>> losses.hinge([-1, 0, 1, 2]).tolist()
    [2.0, 1.0, 0.0, 0.0]
    >>> losses.hinge.derivative([-1, 0, 1, 2]).tolist()
    [-1.0, -1.0, 0.0, 0.0]
    """

    name: str
    formula: str
    _value: Callable[[np.ndarray], np.ndarray]
    _slope: Callable[[np.ndarray], np.ndarray]
    # kink → the smallest and the largest subgradient there
    _kinks: Mapping[float, tuple[float, float]] = field(default_factory=dict, kw_only=True)
    lipschitz: float = field(kw_only=True)
    convex: bool = field(default=True, kw_only=True)

    def __call__(self, m: ArrayLike) -> np.ndarray:
        """Return the value ℓ(m), of the shape of m."""
        with np.errstate(over="ignore"):  # beyond the float range inf is the honest answer
            return self._value(check_numbers(m, "m"))

    def derivative(self, m: ArrayLike) -> np.ndarray:
        """Return the derivative ℓ'(m), of the shape of m, with 0 at kinks."""
        with np.errstate(over="ignore"):
            return self._slope(check_numbers(m, "m")) + 0.0  # which turns -0.0 into 0.0

    def subdifferential(self, m: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
        """Return all subgradients at m as an interval: the arrays (lo, hi), equal if ℓ is smooth.

        For the ramp, which is not convex, these are Clarke's generalised gradients. The zero-one
        loss has none at its jump. There (-inf, 0) gives its slopes: 0 beside it and -inf down.

        Examples
        --------
        >>> from svmlib import losses
        >>> lo, hi = losses.hinge.subdifferential([0, 1, 2])
        >>> lo.tolist(), hi.tolist()
        ([-1.0, -1.0, 0.0], [-1.0, 0.0, 0.0])
        """
        m = check_numbers(m, "m")
        lo, hi = self.derivative(m), self.derivative(m)
        for kink, (left, right) in self._kinks.items():
            lo, hi = np.where(m == kink, left, lo), np.where(m == kink, right, hi)
        return np.array(lo), np.array(hi)

    def __repr__(self):
        return f"Loss({self.name!r})"

    def __reduce__(self):
        # pickle finds the constant by this name, because functions without a name have none
        return self.name.lower().replace("-", "_").replace(" ", "_")


zero_one = Loss(
    "zero-one",
    r"1 \text{ if } m \le 0, \text{ else } 0",
    lambda m: np.where(m <= 0, 1.0, 0.0),
    lambda m: np.zeros_like(m),
    _kinks={0.0: (-np.inf, 0.0)},
    lipschitz=np.inf,
    convex=False,
)

hinge = Loss(
    "hinge",
    r"\max(0, 1 - m)",
    lambda m: np.maximum(0.0, 1.0 - m),
    lambda m: np.where(m < 1, -1.0, 0.0),
    _kinks={1.0: (-1.0, 0.0)},
    lipschitz=1.0,
)

absolute = Loss(
    "absolute",
    r"|1 - m|",
    lambda m: np.abs(1.0 - m),
    lambda m: np.sign(m - 1.0),
    _kinks={1.0: (-1.0, 1.0)},
    lipschitz=1.0,
)

squared = Loss(
    "squared", r"(1 - m)^2", lambda m: (1.0 - m) ** 2, lambda m: 2.0 * (m - 1.0), lipschitz=np.inf
)

squared_hinge = Loss(
    "squared hinge",
    r"\max(0, 1 - m)^2",
    lambda m: np.maximum(0.0, 1.0 - m) ** 2,
    lambda m: -2.0 * np.maximum(0.0, 1.0 - m),
    lipschitz=np.inf,
)

# log(1 + e^{-m}) and 1/(1 + e^m) = e^{-log(1 + e^m)}, for which logaddexp stays exact far out
logistic = Loss(
    "logistic",
    r"\log(1 + e^{-m})",
    lambda m: np.logaddexp(0.0, -m),
    lambda m: -np.exp(-np.logaddexp(0.0, m)),
    lipschitz=1.0,
)

exponential = Loss(
    "exponential", r"e^{-m}", lambda m: np.exp(-m), lambda m: -np.exp(-m), lipschitz=np.inf
)

# a parabola over |1 - m| ≤ 1/2 replaces the kink of the hinge (Chapelle 2007 with h = 1/2)
huberised_hinge = Loss(
    "Huberised hinge",
    r"0 \text{ if } m \ge \tfrac32,\; \tfrac12(\tfrac32 - m)^2 \text{ if } |1 - m| < \tfrac12,"
    r"\; 1 - m \text{ if } m \le \tfrac12",
    lambda m: np.where(m <= 0.5, 1.0 - m, 0.5 * np.clip(1.5 - m, 0.0, 1.0) ** 2),
    lambda m: -np.clip(1.5 - m, 0.0, 1.0),
    lipschitz=1.0,
)

ramp = Loss(
    "ramp",
    r"\min(1, \max(0, 1 - m))",
    lambda m: np.clip(1.0 - m, 0.0, 1.0),
    lambda m: np.where((m > 0) & (m < 1), -1.0, 0.0),
    _kinks={0.0: (-1.0, 0.0), 1.0: (-1.0, 0.0)},
    lipschitz=1.0,
    convex=False,
)

LOSSES = {loss.name: loss for loss in [*globals().values()] if isinstance(loss, Loss)}
