"""The widest street to drag, in lectures 2 and 3."""

import traitlets as t

from svmlib import HardMarginSVM, LinearSVM
from svmlib.plots import street
from svmlib.widgets.live import PointFigure

__all__ = ["Street"]


class Street(PointFigure):
    """A linear machine in the plane: line, street, support vectors, slack as bars.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    C : float
        Weight of the slack.
    hard : bool
        No slack at all; where no line separates, the figure says so.
    labels : pair of str
        Names of the axes.

    Attributes
    ----------
    points : list of [x1, x2, label]
    solution : dict
        Read back from the front end: w, b, alpha, primal, gap.
    """

    entry, render = "street.js", "renderStreet"

    C = t.Float(1.0).tag(sync=True)
    hard = t.Bool(False).tag(sync=True)

    def fit(self):
        """The machine that the figure shows: `HardMarginSVM` or `LinearSVM`, fitted."""
        machine = HardMarginSVM() if self.hard else LinearSVM(C=self.C)
        return machine.fit(self.X, self.y)

    def picture(self):
        """Line, street and slack of the present machine."""
        names = self.labels
        ax = street(self.fit(), self.X, self.y, slack=not self.hard)
        ax.set(xlabel=names[0], ylabel=names[1])
        return ax.figure
