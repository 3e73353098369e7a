"""Three classes to drag, in lecture 10."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib import MulticlassSVM
from svmlib.kernels import RBF
from svmlib.plots import label_axes, points, style
from svmlib.solvers import joint
from svmlib.widgets.live import PointFigure, Positive

DUELS = ((0, 1), (0, 2), (1, 2))
EVEN = 1e-6  # a lead smaller than this part of the scores is a tie


class ThreeClasses(PointFigure):
    """Three classes in the plane, and four ways to tell one from another.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels 0, 1 and 2.
    kind : {"one-vs-rest", "one-vs-one", "weston-watkins", "crammer-singer"}
        As in `MulticlassSVM`.
    kernel : {"linear", "rbf"}
        For the first two kinds. The others are linear.
    C : float
        Weight of the slack. For the last two kinds it means reg = 1 / (2 C n).
    sigma : float
        Width of the kernel "rbf".
    labels : pair of str, the names of the axes

    Attributes
    ----------
    points : list of [x1, x2, label]
    solution : dict
        Read back from the front end: kind, objective (as `MulticlassSVM.objective_`), errors,
        undecided (points in a tie, not counted as errors) and the relative gap.
    """

    classes = (0, 1, 2)
    kind = t.Enum(["one-vs-rest", "one-vs-one", *joint.KINDS], "one-vs-rest")
    kernel = t.Enum(["linear", "rbf"], "linear")
    C = Positive(1.0)
    sigma = Positive(1.0)

    def fit(self) -> MulticlassSVM:
        """Return the machine that the figure shows, a fitted `MulticlassSVM`."""
        if self.kind in joint.KINDS:
            machine = MulticlassSVM(kind=self.kind, reg=1 / (2 * self.C * len(self.points)))
        else:
            kernel = None if self.kernel == "linear" else RBF(self.sigma)
            machine = MulticlassSVM(kind=self.kind, C=self.C, kernel=kernel)
        return machine.fit(self.X, self.y)

    def decide(self, X: ArrayLike, machine: MulticlassSVM | None = None) -> np.ndarray:
        """Return the class that wins at each row of X (n, 2), or -1 in a tie, as shown.

        A lead that may be rounding counts as a tie. In "one-vs-one" the votes decide alone, but
        `MulticlassSVM.predict` settles a tie by the margins.
        """
        machine = machine or self.fit()
        X = np.asarray(X, dtype=float)
        if self.kind == "one-vs-one":
            leads = np.column_stack([-m.decision_function(X) for m in machine.machines_])
            size = np.abs(leads).max(axis=1)
        else:
            scores = machine.decision_function(X)
            leads = np.column_stack([scores[:, a] - scores[:, b] for a, b in DUELS])
            size = np.abs(scores).max(axis=1)
        even = EVEN * np.maximum(1, size)[:, None]
        shares = np.where(np.abs(leads) <= even, 0.5, leads > 0)
        votes = np.zeros((len(X), 3))
        for (a, b), share in zip(DUELS, shares.T, strict=True):
            votes[:, a] += share
            votes[:, b] += 1 - share
        clear = (votes == votes.max(axis=1, keepdims=True)).sum(axis=1) == 1
        return np.where(clear, votes.argmax(axis=1), -1)

    def picture(self) -> Figure:
        """Draw regions, hatched grey where there is a tie, and the points."""
        x0, x1, y0, y1 = self.box
        u, v = np.meshgrid(np.linspace(x0, x1, 241), np.linspace(y0, y1, 181))
        owner = self.decide(np.column_stack([u.ravel(), v.ravel()])).reshape(u.shape)
        fig, ax = plt.subplots()
        colors = (style.PALE_GREY, style.PALE_BLUE, style.PALE_ORANGE, style.PALE_GREEN)
        with plt.rc_context({"hatch.color": style.GREY}):
            for winner, color in zip((-1, 0, 1, 2), colors, strict=True):
                if (here := owner == winner).any():
                    look = {"hatches": ["////" if winner < 0 else None], "zorder": 0}
                    ax.contourf(u, v, here.astype(float), levels=[0.5, 1.5], colors=[color], **look)
        points(self.X, self.y, ax=ax)
        label_axes(ax, self.labels)
        return fig
