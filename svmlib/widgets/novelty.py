"""Novelty detection to drag, in lecture 13."""

from matplotlib.figure import Figure

from svmlib import OneClassSVM
from svmlib.kernels import RBF
from svmlib.plots import label_axes, novelty
from svmlib.widgets.live import Number, PlainPoints, Positive


class Novelty(PlainPoints):
    """A one-class machine on points in the plane: region, border, and the points outside.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Points, at most 300.
    nu : float
        Bound on the share of points outside, 0 < ν ≤ 1. The slider begins at 0.005.
    sigma : float
        Width of the Gaussian kernel.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x1, x2, 1]
        The third number is always 1. Rows [x1, x2] are also taken.
    solution : dict
        Read back from the front end: alpha, rho, primal, dual, gap, support, outside.
    """

    nu = Number(0.1, lambda v: 0 < v <= 1, "be a number with 0 < nu <= 1")
    sigma = Positive(1.0)

    def fit(self) -> OneClassSVM:
        """Return the machine that the figure shows, as a fitted `svmlib.OneClassSVM`."""
        return OneClassSVM(nu=self.nu, kernel=RBF(self.sigma)).fit(self.X)

    def picture(self) -> Figure:
        """Draw region, border and support vectors of the present machine."""
        return label_axes(novelty(self.fit(), self.X), self.labels).figure
