"""Ascent in the dual, step by step, in lecture 7."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib.dual import Ascent, ascent_step, coordinate_ascent, smo
from svmlib.plots import label_axes, style
from svmlib.plots.duality import scene, wedge
from svmlib.widgets.live import PointFigure, Positive, box_around


class DualAscent(PointFigure):
    """The dual, climbed one multiplier at a time (b regularised) or two (SMO, b free).

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    C : float
    method : {"coordinate", "pairs"}
    order : {"cyclic", "shuffled"}
        One multiplier at a time: the points in turn, or each round in a new random order.
    steps : int
        How many steps are shown at first. The page makes at most 2000, and begins again at 0 after
        a change of method, order, C or points.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x1, x2, label]
    solution : dict
        Read back from the front end: alpha, w, b, primal, dual.
    """

    C = Positive(1.0)
    method = t.Enum(["coordinate", "pairs"], "pairs")
    order = t.Enum(["cyclic", "shuffled"], "cyclic")
    steps = t.Int(5, min=0)

    def __init__(self, X: ArrayLike, y: ArrayLike, **traits: Any) -> None:
        super().__init__(X, y, **traits)
        if len(self.points) <= 4:
            self.box = box_around(X, 0.7)  # room to drag a point well away from the few others

    def fit(self) -> Ascent:
        """Return the `Ascent` of `svmlib.dual` to which the steps lead, run to the end."""
        if self.method == "pairs":
            return smo(self.X @ self.X.T, self.y, self.C, tol=1e-9)
        return coordinate_ascent(self.X, self.y, self.C, bias="regularised", epochs=10_000)

    def picture(self) -> Figure:
        """Draw street and points by their α, all multipliers, P and D after `steps` steps."""
        alpha, b, primal, dual = self._begun()
        fig, axes = plt.subplot_mosaic(
            [["street", "bars"], ["street", "curves"]], figsize=(6.4, 3.8), width_ratios=(1.2, 1)
        )
        plane, share = ((alpha * self.y) @ self.X, b), alpha / self.C
        scene(axes["street"], plane, self.X, self.y, share, self.X)
        colors = np.where(self.y > 0, style.ORANGE, style.BLUE)
        outline = {"edgecolor": style.INK, "linewidth": 0.5}
        axes["bars"].bar(np.arange(1, len(self.y) + 1), share, color=colors, **outline)
        axes["bars"].set(ylim=(0, 1))
        axes["bars"].locator_params(axis="x", integer=True)
        wedge(axes["curves"], primal, dual)
        label_axes(axes["street"], self.labels)
        label_axes(axes["bars"], ("point", "α / C"))
        label_axes(axes["curves"], ("step", "objective"))
        return fig

    def _begun(self):
        """Return α, b, and P and D from the start. One at a time, the points come in turn."""
        y, C = self.y, self.C
        alpha, b, primal, dual = np.zeros(len(y)), 0.0, [C * len(y)], [0.0]
        if self.method == "pairs" and self.steps:
            run = smo(self.X @ self.X.T, y, C, max_iter=self.steps, tol=1e-9)
            return run.alpha, run.b, run.primal, run.dual
        Z = y[:, None] * np.column_stack([self.X, np.ones(len(y))])
        for k in range(self.steps):
            i = k % len(y)
            alpha[i] = ascent_step(alpha[i], Z[i] @ (alpha @ Z), Z[i] @ Z[i], C)
            w = alpha @ Z
            primal.append(w @ w / 2 + C * np.maximum(0, 1 - Z @ w).sum())
            dual.append(alpha.sum() - w @ w / 2)
            b = w[-1]
        return alpha, b, primal, dual
