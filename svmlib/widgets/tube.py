"""Regression with a tube to drag, in lecture 13."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib import EpsilonSVR
from svmlib.kernels import RBF, Kernel, Linear
from svmlib.plots import label_axes, tube
from svmlib.widgets.live import Number, PlainPoints, Positive


class Tube(PlainPoints):
    """ε-insensitive regression on one feature, with curve, tube, support vectors, slack as bars.

    Parameters
    ----------
    X, y : array_like, shape (n,) or (n, 1), and (n,)
        Places and numbers, at most 200.
    epsilon : float
        Half the width of the tube, at least 0.
    C, sigma : float
        Weight of the slack, and width of the Gaussian kernel.
    kernel : {"rbf", "linear"}
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x, y, 1]
        The third number is always 1. Rows [x, y] are also taken.
    solution : dict
        Read back from the front end: beta, b, primal, dual, gap, support, outside, and error, the
        mean of abs(y - f).
    """

    kernel = t.Enum(["rbf", "linear"], "rbf")
    epsilon = Number(0.1, lambda v: 0 <= v < math.inf, "be a finite number >= 0")
    C = Positive(1.0)
    sigma = Positive(1.0)

    def __init__(
        self, X: ArrayLike, y: ArrayLike, *, labels: Sequence[str] = ("x", "y"), **traits: Any
    ) -> None:
        x, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        if y.ndim != 1 or x.shape not in (y.shape, (*y.shape, 1)):
            raise ValueError(
                f"X must have shape (n,) or (n, 1), and y (n,); they have {x.shape} and {y.shape}"
            )
        super().__init__(np.column_stack([x.reshape(-1), y]), labels=labels, **traits)

    @property
    def X(self) -> np.ndarray:
        """The present places, shape (n, 1)."""
        return super().X[:, :1]

    @property
    def y(self) -> np.ndarray:
        """The present numbers, shape (n,)."""
        return super().X[:, 1]

    def kernel_object(self) -> Kernel:
        """Return the kernel that the traits describe, as an object of `svmlib.kernels`."""
        return Linear() if self.kernel == "linear" else RBF(self.sigma)

    def fit(self) -> EpsilonSVR:
        """Return the machine that the figure shows, as a fitted `svmlib.EpsilonSVR`."""
        machine = EpsilonSVR(C=self.C, epsilon=self.epsilon, kernel=self.kernel_object())
        return machine.fit(self.X, self.y)

    def picture(self) -> Figure:
        """Draw curve, tube, support vectors and slack of the present machine."""
        return label_axes(tube(self.fit(), self.X, self.y), self.labels).figure
