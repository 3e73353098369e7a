"""A kernel machine to drag, in lecture 8."""

import traitlets as t
from matplotlib.figure import Figure

from svmlib import KernelSVM
from svmlib.kernels import RBF, Kernel, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.plots import boundary, label_axes
from svmlib.widgets.live import PointFigure, Positive


class KernelMachine(PointFigure):
    """A soft-margin machine on points in the plane, with its boundary, margin and certificate.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    C, sigma : float
        Weight of the slack, and width of the Gaussian or length of the Ornstein-Uhlenbeck kernel.
    kernel : {"rbf", "linear", "polynomial", "ornstein-uhlenbeck"}
    degree : int
        Degree of the polynomial kernel (x·z + 1)^degree.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x1, x2, label]
        The points to which the machine is fitted, for any `data`.
    data : {"", "moons", "rings", "blobs", "xor", "spirals"}
        The data set of the front end from which `points` were taken, perhaps changed since. "" is
        for the given points. If you set it while the figure is shown, it sends new `points`.
    seed : int from 0 to 9999
        Seed of that data set.
    solution : dict
        Read back from the front end: alpha, b, primal, dual, gap, support, errors.
    """

    data = t.Enum(["", "moons", "rings", "blobs", "xor", "spirals"], "")
    seed = t.Int(0, min=0, max=9999)
    kernel = t.Enum(["linear", "polynomial", "rbf", "ornstein-uhlenbeck"], "rbf")
    C = Positive(1.0)
    sigma = Positive(0.5)
    degree = t.Int(3, min=1)

    def kernel_object(self) -> Kernel:
        """Return the kernel that the traits describe, as an object of `svmlib.kernels`."""
        return {
            "linear": Linear(),
            "polynomial": Polynomial(self.degree),
            "rbf": RBF(self.sigma),
            "ornstein-uhlenbeck": OrnsteinUhlenbeck(self.sigma),
        }[self.kernel]

    def fit(self) -> KernelSVM:
        """Return the machine that the figure shows, as a fitted `svmlib.KernelSVM`."""
        return KernelSVM(C=self.C, kernel=self.kernel_object()).fit(self.X, self.y)

    def picture(self) -> Figure:
        """Draw boundary, margin and support vectors of the present machine."""
        return label_axes(boundary(self.fit(), self.X, self.y), self.labels).figure
