"""Maps of a plane: a machine's score at each place, a grid's score for each pair (C, σ).

A "model" is anything fitted whose `decision_function` takes places (m, 2). Each function takes
``ax=None``, draws on those axes or on new ones, and returns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator
from numpy.typing import ArrayLike

from svmlib.plots import scenes, style
from svmlib.selection import Grid

# marks on a map differ in shape, with a dark outline for light cells, a white face for dark ones
MARKS = ("*", "D", "o", "^", "s")


def boundary(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    ax: Axes | None = None,
    *,
    resolution: int = 200,
    rings: bool = True,
) -> Axes:
    """Draw any machine: two sign regions filled, f = 0 solid, f = ±1 dashed, support ringed.

    Parameters
    ----------
    model : fitted model
        Its `decision_function` maps (m, 2) to (m,).
    X, y : array_like, shape (n, 2) and (n,)
    resolution : int
        Number of grid lines each way on which f is computed.
    rings : bool
        Whether support vectors are ringed. Switch it off if there are too many.
    """
    ax = style.get_axes(ax)
    scenes.frame(X, ax)
    u, v, places = grid(ax, resolution)
    f = model.decision_function(places).reshape(resolution, resolution)
    sides = {"levels": [-np.inf, 0, np.inf], "colors": [style.PALE_BLUE, style.PALE_ORANGE]}
    ax.contourf(u, v, f, zorder=0, **sides)
    for level, dashes, width in ((-1, "--", 1.2), (0, "-", 1.8), (1, "--", 1.2)):
        level_line(ax, u, v, f, level, linestyles=dashes, linewidths=width, zorder=2)
    if rings and hasattr(model, "support_"):
        scenes.support_vectors(model, X, ax, size=95)
    return scenes.points(X, y, ax, size=24)


def grid(ax: Axes, resolution: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return two axes of a view cut into `resolution` places, and all pairs of them (m, 2)."""
    u, v = (np.linspace(*limits, resolution) for limits in (ax.get_xlim(), ax.get_ylim()))
    return u, v, np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)


def level_line(
    ax: Axes, u: np.ndarray, v: np.ndarray, f: np.ndarray, level: float = 0.0, **look: Any
) -> None:
    """Draw the places where f, of shape (len(v), len(u)), has a value, if it passes through it."""
    if f.min() < level < f.max():
        ax.contour(u, v, f, levels=[level], colors=style.INK, **look)


def shrink_points(ax: Axes, outline: float) -> None:
    """Make markers small and their outline thin, for small panels."""
    for collection in ax.collections:
        if len(collection.get_offsets()) > 1:
            collection.set_sizes([9])
            collection.set_linewidth(outline)


def regions(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    ax: Axes | None = None,
    names: Sequence[str] | None = None,
    *,
    labels: dict[int, str] | None = None,
    delta: float | None = None,
    size: float = 26,
    equal: bool = False,
) -> Axes:
    """Fill the part of the plane where each class has the highest score, and draw the points.

    Parameters
    ----------
    model : fitted model
        Its `decision_function` maps (m, 2) to scores (m, K), K ≥ 3, in the order of the classes.
    X, y : array_like, shape (n, 2) and (n,)
    names : sequence of str, optional
        Names of the two columns.
    labels : dict, optional
        Names of the classes, for a legend above the picture.
    delta : float, optional
        A dashed line shows the places where the leading score is just this much ahead of the next.
    size : float
        Area of the markers.
    equal : bool
        Whether the axes have the same unit.
    """
    ax = style.get_axes(ax)
    scenes.frame(X, ax, equal=equal)
    u, v, places = grid(ax, 240)
    scores = model.decision_function(places)
    for k in range(scores.shape[1]):
        lead = (scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)).reshape(len(v), len(u))
        if lead.max() > 0:
            color = style.pale(style.PALETTE[k])
            ax.contourf(u, v, lead, levels=[0, np.inf], colors=[color], zorder=0)
            level_line(ax, u, v, lead, linewidths=1.4, zorder=1)
            if delta is not None:
                level_line(ax, u, v, lead, delta, linestyles="--", linewidths=1.2, zorder=1)
    scenes.points(X, y, ax, labels, size=size)
    if labels is not None:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(labels), frameon=False)
    return ax if names is None else scenes.label_axes(ax, names)


def score_map(
    plane: Grid,
    ax: Axes | None = None,
    *,
    limits: tuple[float, float] | None = None,
    outline: ArrayLike | None = None,
    marks: Sequence[tuple[int, int]] = (),
    log: bool = True,
) -> Axes:
    """Draw the scores of a grid as a map: one flat cell for each pair (C, σ), nothing in between.

    The first collection of the axes is the mesh.

    Parameters
    ----------
    plane : svmlib.selection.Grid
        At least two values on each axis, in rising order.
    ax : Axes, optional
        Without it the map gets a new figure with a colour bar.
    limits : pair of float, optional
        Scores at the ends of the colour scale, by default the lowest and the highest.
    outline : array_like of bool, shape (s, m), optional
        Cells to draw a border around.
    marks : sequence of (row, column)
        Cells to mark: star, diamond, circle, triangle, square, in this order.
    log : bool
        Whether axes are logarithmic. Edges are halfway between the values on the axis' scale.
    """
    alone = ax is None
    ax = style.panels(height=4.2)[0] if alone else ax
    low, high = (plane.scores.min(), plane.scores.max()) if limits is None else limits
    x, y = _edges(plane.Cs, log), _edges(plane.sigmas, log)
    if log:
        ax.set(xscale="log", yscale="log")
    ax.pcolormesh(x, y, plane.scores, vmin=low, vmax=high, shading="flat")
    if outline is not None:
        _outline(ax, x, y, np.asarray(outline, dtype=bool))
    for shape, (row, column) in zip(MARKS, marks, strict=False):
        size = 15 if shape == "*" else 9
        place = plane.Cs[column], plane.sigmas[row]
        style.outlined(ax, *place, shape, "white", size, markeredgewidth=1.4)
    ax.set(xlabel="C", ylabel="σ", xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
    for axis, values in ((ax.xaxis, plane.Cs), (ax.yaxis, plane.sigmas)):
        if log and values[-1] < 100 * values[0]:  # too few powers of ten to read it by
            axis.set_ticks(values, [f"{value:.2g}" for value in values])
            axis.set_minor_locator(NullLocator())
    if alone:
        _color_bar([ax])
    return ax


def score_maps(
    planes: Sequence[Grid], titles: Sequence[str], *, log: Sequence[bool] = (True, True)
) -> np.ndarray:
    """Draw two or more maps side by side in one colour scale, and return their axes.

    Parameters
    ----------
    planes : sequence of svmlib.selection.Grid
    titles : sequence of str
    log : sequence of bool
        For each map, whether its axes are logarithmic.
    """
    low = min(plane.scores.min() for plane in planes)
    high = max(plane.scores.max() for plane in planes)
    axes = style.panels(len(planes), height=3.7, sharex=False, sharey=False)
    for ax, plane, title, scale in zip(axes, planes, titles, log, strict=True):
        score_map(plane, ax, limits=(low, high), log=scale)
        ax.set_title(title)
    for ax in axes[1:]:
        ax.set_ylabel("")
    _color_bar(axes)
    return axes


def _edges(values, log):
    values = np.log(values) if log else np.asarray(values, dtype=float)
    middle = 0.5 * (values[1:] + values[:-1])
    edges = np.r_[2 * values[0] - middle[0], middle, 2 * values[-1] - middle[-1]]
    # a linear axis of positive numbers should not begin below zero
    return np.exp(edges) if log else np.r_[max(edges[0], 0.0), edges[1:]]


def _outline(ax, x, y, inside):
    """Draw lines between cells of which one is inside and the other is not."""
    framed = np.pad(inside, 1)
    rows, columns = np.nonzero(framed[1:-1, 1:] != framed[1:-1, :-1])
    upright = x[columns], y[rows], y[rows + 1]
    rows, columns = np.nonzero(framed[1:, 1:-1] != framed[:-1, 1:-1])
    level = y[rows], x[columns], x[columns + 1]
    # white on a dark line is seen on bright cells and on dark ones
    for color, width in ((style.INK, 4.5), ("white", 1.8)):
        ax.vlines(*upright, color=color, linewidth=width, capstyle="projecting")
        ax.hlines(*level, color=color, linewidth=width, capstyle="projecting")


def _color_bar(axes):
    mesh = axes[0].collections[0]
    return axes[0].figure.colorbar(mesh, ax=list(axes), label="accuracy", pad=0.02, aspect=28)
