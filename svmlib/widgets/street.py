"""The widest street to drag, in lectures 2 and 3."""

import traitlets as t
from matplotlib.figure import Figure

from svmlib import HardMarginSVM, LinearSVM
from svmlib.estimators import NotSeparableError
from svmlib.plots import certificate, label_axes, street
from svmlib.widgets.live import PointFigure, Positive


class Street(PointFigure):
    """A linear machine in the plane, with line, street, support vectors, and slack as bars.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    C : float
        Weight of the slack.
    hard : bool
        Whether slack is forbidden. If no line separates, the figure says so.
    plain : bool
        For a hard street: leave out the switch, the curves over C, ‖w‖ and the multipliers.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x1, x2, label]
    solution : dict
        Read back from the front end: w, b, alpha, primal, gap.
    """

    C = Positive(1.0)
    hard = t.Bool(False)
    plain = t.Bool(False)

    def fit(self) -> HardMarginSVM | LinearSVM:
        """Fit the machine that the figure shows, a `HardMarginSVM` or `LinearSVM`."""
        machine = HardMarginSVM() if self.hard else LinearSVM(C=self.C)
        return machine.fit(self.X, self.y)

    def picture(self) -> Figure:
        """Draw line, street and slack of the present machine."""
        try:
            ax = street(self.fit(), self.X, self.y, slack=not self.hard)
        except NotSeparableError as proof:
            return certificate(self.X, self.y, proof, names=self.labels).figure
        return label_axes(ax, self.labels).figure
