"""Pictures of the perceptron in lecture 1: one update, and Novikoff's bound."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from svmlib import geometry
from svmlib._checks import check_matrix, check_plane, check_signs
from svmlib.geometry import Perceptron
from svmlib.plots import scenes, style


def perceptron_update(
    X: ArrayLike, y: ArrayLike, before: tuple[ArrayLike, float], i: int
) -> np.ndarray:
    """One update of the perceptron: line and arrow w before it, and both after it.

    The mistake, row i, is ringed. On the right the old arrow and y_i x_i are put end to end;
    together they make the new arrow. All arrows start at the origin.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    before : pair (w, b)
        The line that makes the mistake.
    i : int
        The row of the mistake.
    """
    axes = style.panels(2, height=3.0)
    X, y = check_matrix(X, columns=2), check_signs(y)
    w, b = check_plane(*before, columns=2)
    new = w + y[i] * X[i], b + y[i]
    for ax, title, line in zip(axes, ("before", "after"), ((w, b), new), strict=True):
        scenes.frame(np.vstack([X, [0.0, 0.0], w, new[0]]), ax, pad=0.25, equal=True)
        scenes.line(*line, ax)
        scenes.points(X, y, ax, size=90)
        ring = {"facecolors": "none", "edgecolors": style.VERMILION, "linewidths": 2, "zorder": 3.5}
        ax.scatter(*X[i], s=2.6 * scenes.room(ax) * scenes.RING_SIZE, **ring)
        ax.set_title(title, fontsize=16)
        ax.tick_params(labelsize=14)
    _arrow(axes[0], (0.0, 0.0), w, style.INK, "$w$")
    scenes.line(w, b, axes[1], color=style.GREY, linestyle=":", linewidth=1.4)
    _arrow(axes[1], (0.0, 0.0), w, style.GREY)
    _arrow(axes[1], w, new[0], style.VERMILION, "$+x_i$" if y[i] > 0 else "$-x_i$")
    _arrow(axes[1], (0.0, 0.0), new[0], style.INK, "new $w$", side=-1)
    return axes


def _arrow(ax, start, end, color, name="", side=1):
    """An arrow in the coordinates of the data; its name on its left side, or right if side = -1."""
    style.arrow(ax, start, end, color)
    way = np.subtract(end, start)
    beside = side * np.array([-way[1], way[0]]) / max(np.hypot(*way), 1e-300)
    if name:
        x, y = np.add(start, end) / 2 + 0.09 * np.ptp(ax.get_xlim()) * beside
        style.direct_label(ax, x, y, name, color, ha="center", fontsize=15)


def novikoff_squeeze(
    X: ArrayLike, y: ArrayLike, plane: tuple[ArrayLike, float], run: Perceptron
) -> Axes:
    """The proof of Novikoff's theorem as a picture: k ρ ≤ ‖v_k‖ ≤ R √k, with the real ‖v_k‖.

    Both axes are logarithmic; the two bounds meet at k = (R/ρ)².

    Parameters
    ----------
    X, y : array_like, shape (n, d) and (n,)
    plane : pair (w, b)
        The separator whose ρ is taken, in the augmented space.
    run : svmlib.geometry.Perceptron
        What `svmlib.geometry.perceptron` returned on the same data.
    """
    ax = style.panels(height=4.2)[0]
    Z = np.column_stack([check_matrix(X), np.ones(len(X))])
    steps = check_signs(y)[run.history, None] * Z[run.history]
    lengths = np.linalg.norm(np.cumsum(steps, axis=0), axis=1)
    largest = np.linalg.norm(Z, axis=1).max()
    limit = geometry.novikoff_bound(X, y, *plane)
    rho = largest / np.sqrt(limit)
    k = np.geomspace(1.0, 3.0 * limit, 60)
    ax.plot(k, largest * np.sqrt(k), color=style.BLUE)
    ax.plot(k, rho * k, color=style.VERMILION)
    dots = {"s": 26, "c": style.YELLOW, "edgecolors": style.INK, "zorder": 3}
    ax.scatter(np.arange(1, len(lengths) + 1), lengths, **dots)
    ax.axvline(limit, color=style.GREY, linestyle=":", linewidth=1.4)
    ax.set(xscale="log", yscale="log", xlabel="updates k", ylabel="length", xlim=(0.8, 3.0 * limit))
    middle, size = limit**0.35, {"fontsize": 15}
    root = 2.6 * largest * middle**0.5
    style.direct_label(ax, middle, root, r"$R\sqrt{k}$", style.BLUE, ha="right", **size)
    style.direct_label(ax, middle, 0.4 * rho * middle, r"$k\,\rho$", style.VERMILION, **size)
    style.direct_label(ax, 0.85 * limit, rho, r"$(R/\rho)^2$", style.GREY, ha="right", **size)
    style.direct_label(ax, 1.4 * len(lengths), lengths[-1], r"$\|v_k\|$", **size)
    return ax
