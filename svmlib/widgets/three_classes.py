"""Three classes to drag, in lecture 10."""

import matplotlib.pyplot as plt
import numpy as np
import traitlets as t

from svmlib import MulticlassSVM
from svmlib.kernels import RBF
from svmlib.plots import label_axes, points, style
from svmlib.widgets.live import PointFigure, Positive

__all__ = ["ThreeClasses"]


class ThreeClasses(PointFigure):
    """Three classes in the plane, one machine for each against the rest.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels 0, 1 and 2.
    kernel : {"linear", "rbf"}
    C, sigma : float
    labels : pair of str
        Names of the axes.

    Attributes
    ----------
    points : list of [x1, x2, label]
    solution : dict
        Read back from the front end: objective, errors, scores of the chosen point.
    """

    classes = (0, 1, 2)
    entry, render = "three_classes.js", "renderThreeClasses"

    kernel = t.Enum(["linear", "rbf"], "linear").tag(sync=True)
    C = Positive(1.0).tag(sync=True)
    sigma = Positive(1.0).tag(sync=True)

    def fit(self):
        """The one-versus-rest machine that the figure shows, fitted."""
        kernel = None if self.kernel == "linear" else RBF(self.sigma)
        return MulticlassSVM(kind="one-vs-rest", C=self.C, kernel=kernel).fit(self.X, self.y)

    def picture(self):
        """Regions of the largest score and the points."""
        machine, (x0, x1, y0, y1) = self.fit(), self.box
        u, v = np.meshgrid(np.linspace(x0, x1, 241), np.linspace(y0, y1, 181))
        scores = machine.decision_function(np.column_stack([u.ravel(), v.ravel()]))
        fig, ax = plt.subplots()
        for j, color in enumerate([style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN]):
            lead = scores[:, j] - np.delete(scores, j, axis=1).max(axis=1)
            if lead.max() > 0:
                ax.contourf(u, v, lead.reshape(u.shape), levels=[0, np.inf], colors=[color])
        points(self.X, self.y, ax=ax)
        label_axes(ax, self.labels)
        return fig
