"""The rings lifted into space, in lecture 8."""

import math

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from svmlib.plots import style
from svmlib.widgets.live import DataFigure, Number


class Lift(DataFigure):
    """Points lifted to z = x1² + x2², to be turned, and a plane to be raised.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        +1 inside, -1 outside.
    level : float
        Height of the plane, at least 0.
    turn, tilt : float
        Degrees, between -180 and 180 and between 0 and 90.

    Attributes
    ----------
    points : list of [x1, x2, label]
    """

    level = Number(0.65, lambda v: 0 <= v < math.inf, "be a finite number >= 0")
    turn = Number(30.0, lambda v: -180 <= v <= 180, "lie between -180 and 180")
    tilt = Number(20.0, lambda v: 0 <= v <= 90, "lie between 0 and 90")

    def picture(self) -> Figure:
        """Draw the points in space with the plane."""
        X = self.X
        fig, ax = plt.subplots(subplot_kw={"projection": "3d"})
        lifted = np.column_stack([X, (X**2).sum(axis=1)])
        style.scatter_classes(ax, lifted, self.y, style.class_styles((-1, 1))[::-1])
        edge = np.array([X.min(), X.max()])
        u, v = np.meshgrid(edge, edge)
        ax.plot_surface(u, v, np.full_like(u, self.level), alpha=0.3, color=style.GREY, shade=False)
        ax.view_init(self.tilt, -90 + self.turn)
        ax.set(xlabel="x1", ylabel="x2", zlabel="x1² + x2²")
        return fig
