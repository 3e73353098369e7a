"""The live figures on some data each."""

from functools import cache

import numpy as np
from sklearn.model_selection import train_test_split

from svmlib import datasets, widgets
from svmlib.losses import LOSSES  # noqa: F401  for live_states.txt

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
R = np.random.default_rng(1).normal(size=(60, 2))
M = np.random.default_rng(2).uniform(-1, 1, size=(7, 2)) + [0.5, 0.2]"""
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
    "Reliability": "P @ [0.3, -1] + 0.1, s, A=-1.5, B=0.2, costs=True",
    "Landmarks": "P, s, M, C=0.3, sigma=0.5",
}

# of each figure a move
MOVES = {
    "Street": {"C": 0.3}, "KernelMachine": {"C": 50.0}, "Losses": {"score": 1.25},
    "Margins": {"scale": 0.5}, "Descent": {"steps": 20}, "DualAscent": {"C": 2.0, "steps": 0},
    "Lift": {"level": 0.2}, "Map": {"cell": [2, 0]}, "ThreeClasses": {"kind": "weston-watkins"},
    "Tube": {"epsilon": 0.1}, "Novelty": {"nu": 0.3}, "Reliability": {"B": 2.0},
    "Landmarks": {"points": [[0, 0, 1]]}, "Threshold": {"threshold": -0.7},
}  # fmt: skip


@cache
def set_up():
    """The names that the figures are made of."""
    space = {}
    exec(SET_UP, space)
    return space


def state_of(widget):
    """Its traits as a front end gets them."""
    return {k: v for k, v in widget.get_state().items() if k[0] != "_" and k != "layout"}


def made(name, **traits):
    """A new figure on these data, with some traits changed."""
    figure = eval(f"widgets.{name}({FIGURES[name]})", set_up())
    for trait, value in traits.items():
        setattr(figure, trait, value)
    return figure


def three_multipliers(**traits):
    """Lecture 6."""
    how = {"C": 1.0, "method": "pairs", "steps": 0}
    return widgets.DualAscent([[0, 0], [3, 1], [2, 0]], [-1, 1, 1], **{**how, **traits})


def eight_multipliers(**traits):
    """Lecture 7."""
    X, y = datasets.blobs(8, centers=((-1.2, -0.8), (1.2, 0.8)), spread=0.8, seed=4)
    order = np.argsort(X[:, 0])
    how = {"C": 1.0, "method": "coordinate", "steps": 8}
    return widgets.DualAscent(X[order].round(1), y[order], **{**how, **traits})


def full_steps(**traits):
    """Lecture 4."""
    X, y = datasets.iris_setosa(every=4, features=2)
    how = {"lam": 0.1, "start": (-1.5, 0.8), "schedule": "constant", "eta": 0.5, "steps": 10}
    return widgets.Descent(X - X.mean(axis=0), y, **{**how, **traits})


def random_steps(**traits):
    """Lecture 5."""
    return full_steps(**{"schedule": "inverse", "batch": 1, "steps": 40, **traits})


def plain_street(**traits):
    """The straggler, row 41, where it was measured."""
    return widgets.Street(*datasets.iris_setosa(features=2), **traits)


def flowers(**traits):
    """Margins of the line of lecture 1."""
    X, y = datasets.iris_setosa(every=4)
    how = {"handles": [[4.4, 3.25], [6.6, 3.25]], "scale": 2.0}
    return widgets.Margins(X[:, :2], y, **{**how, **traits})


CORNERS = np.array([
    [-2.2, -0.6], [-1.8, -0.2], [-2.4, 0.0], [-1.6, -0.7], [-0.3, 2.0], [0.3, 2.0],
    [-0.2, 1.5], [0.3, 1.5], [2.2, -0.6], [1.8, -0.2], [2.4, 0.0], [1.6, -0.7],
])  # fmt: skip


def corners(X=CORNERS, **traits):
    """Lecture 10: four points of each class."""
    return widgets.ThreeClasses(X, np.repeat([0, 1, 2], 4), **traits)


def playground(**settings):
    """What the page begins with, where it is other than usual."""
    return settings


# three arms, each one class
MILL = np.array([
    [0.0, -0.7], [0.7, -0.7], [1.4, -0.7], [2.1, -0.7], [0.6, 0.3], [0.3, 1.0],
    [-0.1, 1.6], [-0.4, 2.2], [-0.6, 0.4], [-1.0, -0.3], [-1.3, -0.9], [-1.7, -1.5],
])  # fmt: skip
# of these points all machines against the rest have w = 0
FLAT = np.array([
    [0, 0, 0], [1, 0.9, 0], [0, 1.1, 1], [1.2, 0, 1], [0.6, 0.5, 2], [0.4, 0.7, 2],
    [0.3, 0.2, 1], [0.8, 0.7, 0], [0.9, 0.4, 2],
])  # fmt: skip


def flat(**traits):
    return widgets.ThreeClasses(FLAT[:, :2], FLAT[:, 2].astype(int), **traits)


@cache
def moons_map(covered=False):
    """As in lecture 9, with another split: a walk that begins in a poor place."""
    X, y = datasets.moons(n=500, noise=0.2, seed=0)
    X, V, y, v = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    Cs, sigmas = np.geomspace(0.5, 50, 20), np.geomspace(0.05, 3, 20)
    return widgets.Map((X, y), (V, v), Cs, sigmas, cell=(16, 5), covered=covered)


def tube(n=40, **traits):
    u, v = (set_up()[name][:n] for name in "uv")
    return widgets.Tube(u, v, **{"epsilon": 0.1, "C": 1.0, "sigma": 0.8, **traits})


def novelty(**traits):
    return widgets.Novelty(set_up()["R"], **{"nu": 0.1, "sigma": 2.0, **traits})


def rare(n=300, share=0.15, seed=0):
    """Scores of a useful machine for a rare label, and the labels."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < share * n, 1, -1)
    return rng.normal(np.where(y > 0, 0.3, -1.5), np.where(y > 0, 1.0, 0.8)), y


def scores(**traits):
    S, y = rare()
    return widgets.Threshold(S.round(2), y, **{"threshold": 0.5, **traits})
