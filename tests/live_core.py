"""Random problems for the numeric core of the live figures, and what can be known of any answer."""

import numpy as np

from svmlib.kernels import RBF, Linear, OrnsteinUhlenbeck, Polynomial
from tests.node_process import CORE

GAP = 1e-8  # what the figures ask the solver for
MOST_STEPS = 600  # and some for each point
Real = np.longdouble
KERNELS = {
    "linear": Linear, "polynomial": Polynomial, "rbf": RBF, "ornstein-uhlenbeck": OrnsteinUhlenbeck,
}  # fmt: skip


def kernel_of(asked):
    """The kernel of svmlib that a front end calls {"name": …, parameter}."""
    name, *parameters = asked.values()
    return KERNELS[name](*parameters)


def some_kernel(dice, size, *names):
    """One of these kernels, with a parameter that suits points of this size."""
    name = str(dice.choice(names))
    width = float(size * 10 ** dice.uniform(-1, 0.8))
    own = {"polynomial": ("degree", int(dice.integers(1, 6))), "linear": None}
    kind = {"rbf": ("sigma", width), "ornstein-uhlenbeck": ("length", width)}
    return dict([("name", name), *filter(None, [(own | kind)[name]])])


def exact_gram(kernel, X):
    """The kernel between all rows, by its formula and in long double."""
    X = np.asarray(X, Real)
    squares = ((X[:, None] - X) ** 2).sum(axis=-1)
    match kernel["name"]:
        case "linear":
            return X @ X.T
        case "polynomial":
            return (X @ X.T + 1) ** kernel["degree"]
        case "rbf":
            return np.exp(-squares / (2 * Real(kernel["sigma"]) ** 2))
        case "ornstein-uhlenbeck":
            return np.exp(-np.sqrt(squares) / Real(kernel["length"]))


def some_points(dice, n, size):
    """Points (n, 2): far from 0 or not, of any spread, some of them more than once."""
    X = dice.normal(size=(n, 2))
    if dice.random() < 0.2:
        X = np.round(X)
    if dice.random() < 0.2:
        X = X + 5 * dice.normal(size=2)
    return size * X


def carried(multipliers, needed):
    """Which are more than dust; that of a point that is needed always."""
    sizes = np.abs(multipliers)
    return sizes > np.where(needed, 0, 1e-8 * sizes.max())


def solved(task, situations, **options):
    """The answer of a new machine to each situation."""
    asked = [(task, {"situations": [one], "gap": GAP, **options}) for one in situations]
    return [answer for (answer,) in CORE.ask(*asked)]
