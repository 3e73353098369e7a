"""The live figures on some data each."""

from functools import cache

SET_UP = """import numpy as np
from svmlib import datasets, plots, widgets
plots.use_style()
X, y = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
P, s = datasets.moons(60)
classes = np.arange(45) % 3
Q = np.random.default_rng(0).normal(size=(45, 2))
Q += 2.5 * np.column_stack([classes == 1, classes == 2])
u = np.linspace(-3, 3, 40)
v = np.sinc(u) + 0.15 * np.random.default_rng(0).normal(size=40)
R = np.random.default_rng(1).normal(size=(60, 2))"""
FIGURES = {
    "Street": "X, y, C=1.0",
    "KernelMachine": "P, s, C=1.0, sigma=0.5",
    "Losses": "score=-0.5",
    "Margins": "X, y, handles=[[4.6, 2.6], [6.2, 4.0]], scale=2.0",
    "Descent": "P, s, steps=40",
    "DualAscent": "P, s, C=1.0, steps=12",
    "Lift": "*datasets.rings(60)",
    "Map": "(P, s), datasets.moons(100, seed=1), [0.1, 1, 10, 100], [0.1, 0.5, 2], cell=[1, 3]",
    "ThreeClasses": "Q, classes, C=1.0",
    "Tube": "u, v, epsilon=0.4, C=1.0, sigma=0.8",
    "Novelty": "R, nu=0.1, sigma=2.0",
    "Threshold": "P @ [0.3, -1] + 0.1, s, threshold=0.1",
}


@cache
def set_up():
    """The names that the figures are made of."""
    space = {}
    exec(SET_UP, space)
    return space


def made(name):
    """A new figure, as in the lecture."""
    return eval(f"widgets.{name}({FIGURES[name]})", set_up())
