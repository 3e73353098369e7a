"""Landmarks to move by hand, and the certificate of their machine, in lecture 14."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib import LinearSVM, Nystrom
from svmlib.kernels import RBF
from svmlib.plots import label_axes, left_over
from svmlib.widgets.live import PlainPoints, Positive, box_around, points_of


class Landmarks(PlainPoints):
    """A machine on Nyström features, and a bound on its distance from the exact kernel's optimum.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, which do not move, and labels -1 and +1.
    landmarks : array_like, shape (m, 2)
        At most 60 in the front end, where they are moved, added and removed.
    C, sigma : float
        Weight of the slack, and width of the Gaussian kernel.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    rows : list of [x1, x2, label]
        The points.
    points : list of [x1, x2, 1]
        The landmarks.
    solution : dict
        Read back from the front end: alpha, b, primal, dual, gap, missed, share, best.
    """

    rows = t.List()
    C = Positive(1.0)
    sigma = Positive(0.5)

    def __init__(self, X: ArrayLike, y: ArrayLike, landmarks: ArrayLike, **traits: Any) -> None:
        super().__init__(landmarks, rows=points_of(X, y), **traits)
        self.box = box_around(X)

    def rows_of_points(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the points (n, 2) and their labels (n,). `X` has the landmarks."""
        rows = np.array(self.rows)
        return rows[:, :2], rows[:, 2]

    def features(self, X: ArrayLike) -> np.ndarray:
        """Return Nyström features (n, r) of the rows of X, with inner products k̃ (lecture 14)."""
        return Nystrom(kernel=RBF(self.sigma), landmarks=self.X).fit(self.X).transform(X)

    def fit(self) -> LinearSVM:
        """Return the machine of the figure: a `svmlib.LinearSVM` on the features of the points."""
        X, y = self.rows_of_points()
        return LinearSVM(C=self.C).fit(self.features(X), y)

    def complete(self) -> bool:
        """Return whether there is a landmark."""
        return bool(self.points)

    def picture(self) -> Figure:
        """Draw the part of each point that the landmarks leave over."""
        X, _ = self.rows_of_points()
        residual = 1 - (self.features(X) ** 2).sum(axis=1)
        return label_axes(left_over(X, residual, self.X), self.labels).figure
