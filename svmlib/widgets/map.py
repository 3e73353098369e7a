"""The map of accuracy over C and σ, in lecture 9."""

from __future__ import annotations

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import traitlets as t
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib import KernelSVM
from svmlib.kernels import RBF
from svmlib.plots import boundary, label_axes, style
from svmlib.selection import grid
from svmlib.widgets.live import PlaneFigure, points_of


class Map(PlaneFigure):
    """Accuracy of the Gaussian machine over (C, σ), and the machine of a chosen cell.

    Parameters
    ----------
    train, test : pairs (X, y)
        Points in the plane. Machines are fitted to the first and scored on the second, the
        validation points. The map is `svmlib.selection.grid`, exact in every cell.
    Cs, sigmas : array_like
        Ascending, and evenly spaced or evenly in their logarithms.
    cell : pair of int
        (row, column) that is chosen at first, by default the best cell.
    covered : bool
        Open with a guess: the map is hidden until the reader has committed to a cell, or skips.
    labels : pair of str, the names of the axes of the points

    Attributes
    ----------
    scores : list of lists, (len(sigmas), len(Cs))
    solution : dict
        Read back from the front end: C, sigma, accuracy, support, errors (on the training
        points), primal.
    """

    test = t.List()
    Cs = t.List()
    sigmas = t.List()
    scores = t.List()
    log = t.Bool()
    cell = t.List()
    covered = t.Bool(False)

    def __init__(
        self,
        train: tuple[ArrayLike, ArrayLike],
        test: tuple[ArrayLike, ArrayLike],
        Cs: ArrayLike,
        sigmas: ArrayLike,
        *,
        cell: tuple[int, int] | None = None,
        **traits: Any,
    ) -> None:
        scores = grid(*train, Cs, sigmas, test=test).scores
        Cs, sigmas = np.asarray(Cs, dtype=float), np.asarray(sigmas, dtype=float)
        if cell is None:
            cell = np.unravel_index(scores.argmax(), scores.shape)
        ratios = Cs[1:] / Cs[:-1]
        super().__init__(
            *train,
            test=points_of(*test),
            Cs=Cs.tolist(),
            sigmas=sigmas.tolist(),
            scores=scores.tolist(),
            log=bool(np.allclose(ratios, ratios[0])),
            cell=[int(k) for k in cell],
            **traits,
        )

    @t.validate("cell")
    def _row_and_column(self, proposal):
        cell, sizes = proposal["value"], (len(self.sigmas), len(self.Cs))
        whole = len(cell) == 2 and all(type(k) is int for k in cell)
        if not whole or not all(0 <= k < n for k, n in zip(cell, sizes, strict=True)):
            raise t.TraitError(
                f"cell must be (row, column) with 0 <= row < {sizes[0]} and "
                f"0 <= column < {sizes[1]}; it is {cell!r}"
            )
        return cell

    def fit(self) -> KernelSVM:
        """Fit the machine of the chosen cell to the training points."""
        row, column = self.cell
        return KernelSVM(C=self.Cs[column], kernel=RBF(self.sigmas[row])).fit(self.X, self.y)

    def picture(self) -> Figure:
        """Draw every cell of the map, or bare cells under a cover, and the chosen machine."""
        fig, axes = plt.subplots(1, 1 + self.covered, squeeze=False, figsize=(6.4, 3.6))
        colors = {"cmap": "cividis"}
        if self.covered:
            colors = {"cmap": ListedColormap([style.PALE_GREY]), "edgecolor": "white"}
            label_axes(boundary(self.fit(), self.X, self.y, axes[0, 1], rings=False), self.labels)
        ax = axes[0, 0]
        mesh = ax.pcolormesh(self.Cs, self.sigmas, self.scores, shading="nearest", **colors)
        if self.log:
            ax.set(xscale="log", yscale="log")
        row, column = self.cell
        ax.plot(self.Cs[column], self.sigmas[row], "s", mfc="none", mec="#B3261E", ms=12)
        label_axes(ax, ("C", "σ"))
        if not self.covered:
            fig.colorbar(mesh, label="accuracy on validation points")
        return fig
