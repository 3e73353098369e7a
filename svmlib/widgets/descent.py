"""Subgradient descent in the primal, step by step, in lecture 4."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib.descent import constant, inverse, inverse_sqrt, subgradient_descent
from svmlib.plots import label_axes, style
from svmlib.widgets.live import DataFigure, Positive


class Descent(DataFigure):
    """Subgradient descent over the contours of λ/2 ‖w‖² + mean hinge, w in the plane, no bias.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    start : pair of floats
        w_0, which can be dragged on the page.
    schedule : {"constant", "root", "inverse"}
        η, η/√t or 1/(λt).
    eta, lam : float
    batch : int
        Points in each step, by default all. Fewer points are drawn at random, with replacement.
    seed : int
        Number ≥ 0 that decides the random points.
    steps : int
        How many steps are shown at first. The page makes at most 5000.

    Attributes
    ----------
    solution : dict
        Read back from the front end: w, objective, optimum.
    """

    start = t.List()
    box = t.List()
    schedule = t.Enum(["constant", "root", "inverse"], "root")
    eta = Positive(1.0)
    lam = Positive(0.1)
    batch = t.Int(1, min=1)
    seed = t.Int(1, min=0)
    steps = t.Int(50, min=0)
    solution = t.Dict()

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        *,
        start: tuple[float, float] = (3.0, -2.0),
        batch: int | None = None,
        **traits: Any,
    ) -> None:
        start = [float(v) for v in start]
        # the ball of radius 1/√λ holds the optimum
        reach = float(max(1.2 * np.abs(start).max(), traits.get("lam", 0.1) ** -0.5))
        batch = len(y) if batch is None else batch
        super().__init__(X, y, start=start, box=[-reach, reach] * 2, batch=batch, **traits)

    @t.validate("start")
    def _a_place(self, proposal):
        start = proposal["value"]
        numbers = len(start) == 2 and all(isinstance(v, int | float) for v in start)
        if not numbers or not np.isfinite(start).all():
            raise t.TraitError(f"start must be two finite numbers; it is {start!r}")
        return start

    def objective(self, W: np.ndarray) -> np.ndarray:
        """Return λ/2 ‖w‖² + mean hinge for each row of W (m, 2), shape (m,)."""
        hinge = np.maximum(0.0, 1.0 - self.y * (W @ self.X.T))
        return 0.5 * self.lam * (W**2).sum(axis=1) + hinge.mean(axis=1)

    def path(self) -> np.ndarray:
        """Return the iterates w_0, …, (steps + 1, 2), or with smaller batches the start alone.

        The front end draws batches from its own random numbers.
        """
        schedules = {"constant": constant(self.eta), "root": inverse_sqrt(self.eta)}
        run = subgradient_descent(
            self.X, self.y, self.lam, bias="none", start=self.start, keep_path=True,
            step=schedules.get(self.schedule, inverse(self.lam)),
            max_iter=max(1, self.steps),
        )  # fmt: skip
        return run.path[: self.steps + 1 if self.batch == len(self.points) else 1, :2]

    def picture(self) -> Figure:
        """Draw contours of the objective, the start, and the path so far."""
        x0, x1, y0, y1 = self.box
        u, v = np.meshgrid(np.linspace(x0, x1, 121), np.linspace(y0, y1, 121))
        P = self.objective(np.column_stack([u.ravel(), v.ravel()])).reshape(u.shape)
        path = self.path()
        fig, ax = plt.subplots()
        ax.contour(u, v, P, levels=P.min() + 0.1 * 2.0 ** np.arange(-4, 9), colors=style.GREY)
        ax.plot(*path.T, color=style.BLUE, linewidth=1.4)
        style.outlined(ax, *path[0], "o", style.GREY, 6)
        style.outlined(ax, *path[-1], "o", style.VERMILION, 6)
        ax.set(aspect="equal", xlim=(x0, x1), ylim=(y0, y1))
        label_axes(ax, ("w1", "w2"))
        return fig
