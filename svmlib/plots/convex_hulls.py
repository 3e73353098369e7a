"""Pictures of lecture 2 that show convex hulls: nearest points, projections, a common point."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.spatial import ConvexHull
from sklearn.base import BaseEstimator

from svmlib.datasets import IRIS_FEATURES
from svmlib.estimators import NotSeparableError
from svmlib.plots import scenes, style

# lighter than the classes' colours, darker than their regions
FAINT = {-1: "#9CC7E1", 1: "#F3D38F"}


def hulls(X: ArrayLike, y: ArrayLike, p: ArrayLike, q: ArrayLike) -> Axes:
    """Both convex hulls, the segment between a point of each, and the street across it.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    p, q : ndarray, shape (2,)
        Nearest points of the hulls of the classes +1 and -1.
    """
    ax = style.panels(height=4.2)[0]
    scenes.frame(X, ax, equal=True)
    _fill_hulls(ax, X, y)
    scenes.points(X, y, ax)
    w, b = p - q, (q @ q - p @ p) / 2
    scenes.centre_and_kerbs(w, b, ax, half_width=w @ w / 2)
    ax.plot(*np.transpose([p, q]), color=style.VERMILION, linewidth=2.5, zorder=4)
    ends = (p, style.ORANGE, "$p^*$", (3, -24)), (q, style.BLUE, "$q^*$", (-14, 9))
    for point, color, text, away in ends:
        style.outlined(ax, *point, "D", color, 7, zorder=5)
        ax.annotate(text, point, away, textcoords="offset points", ha="center", size=14)
    return scenes.label_axes(ax, IRIS_FEATURES)


def shadows(model: BaseEstimator, X: ArrayLike, y: ArrayLike) -> Axes:
    """On-margin points of a street and the shadows that each class casts on the centre line.

    Parameters
    ----------
    model : HardMarginSVM, fitted to X and y
    X, y : array_like, shape (n, 2) and (n,)
    """
    ax = style.panels(height=4.2)[0]
    w, b, on = model.coef_[0], model.intercept_[0], model.on_margin_
    foot = X[on] - np.outer(X[on] @ w + b, w) / (w @ w)
    scenes.frame(X[on], ax, pad=0.35, equal=True)
    scenes.centre_and_kerbs(w, b, ax, linewidth=1.0)
    scenes.bars(X[on], foot, ax, zorder=2, colors=style.GREY, linestyles=":", linewidths=1.2)
    _intervals(ax, foot, y[on], w)
    off = np.setdiff1d(np.arange(len(y)), on)
    faint_points(X[off], y[off], ax)
    scenes.points(X[on], y[on], ax, size=scenes.POINT_SIZE * 1.6)
    ring = {"facecolors": "none", "edgecolors": style.INK, "linewidths": 1.3}
    ax.scatter(*X[on].T, s=scenes.RING_SIZE * 1.4, **ring)
    for position in np.unique(X[on], axis=0):
        rows = on[(X[on] == position).all(axis=1)]
        outward = 22 * y[rows[0]] * w / np.linalg.norm(w)
        middle = {"textcoords": "offset points", "ha": "center", "va": "center"}
        label = ax.annotate(", ".join(map(str, rows)), position, outward, **middle)
        label.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
    return scenes.label_axes(ax, IRIS_FEATURES)


def certificate(
    X: ArrayLike,
    y: ArrayLike,
    error: NotSeparableError,
    ax: Axes | None = None,
    names: Sequence[str] | None = IRIS_FEATURES,
) -> Axes:
    """Why no line separates: both hulls, the points with weight, and the point they share.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    error : NotSeparableError
        As raised by ``HardMarginSVM().fit(X, y)``.
    names : sequence of str or None
        Names of the columns; None leaves the axes without labels.
    """
    ax = style.get_axes(ax)
    scenes.frame(X, ax, equal=True)
    _fill_hulls(ax, X, y)
    faint_points(X, y, ax)
    for rows, weights, label, color in (
        (error.positive_indices, error.positive_weights, 1, style.OCHRE),
        (error.negative_indices, error.negative_weights, -1, style.BLUE),
    ):
        used = X[rows[weights > 0]]
        ax.fill(*_hull(used).T, fill=False, edgecolor=color, linewidth=2.2, zorder=3)
        scenes.points(used, np.full(len(used), label), ax, size=scenes.POINT_SIZE * 1.6)
    style.outlined(ax, *error.point, "X", style.VERMILION, 11, zorder=6)
    return ax if names is None else scenes.label_axes(ax, names)


def faint_points(X: ArrayLike, y: ArrayLike, ax: Axes) -> Axes:
    """Points that stand back, in solid pale colours: see-through ones make the file large."""
    for label, color in FAINT.items():
        own = y == label
        if own.any():
            scenes.points(X[own], y[own], ax, c=color, edgecolors=style.GREY, linewidths=0.5)
    return ax


def _intervals(ax, foot, y, w):
    """The pieces of the centre line that both classes' feet span, and what they share."""
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    base = foot[0] - (foot[0] @ along) * along
    up, down = (foot[y == label] @ along for label in (1, -1))
    aside = 0.022 * w / np.linalg.norm(w)  # beside the line, towards the class that casts it
    bars = [(up.min(), up.max(), aside, style.OCHRE), (down.min(), down.max(), -aside, style.BLUE)]
    shared = max(up.min(), down.min()), min(up.max(), down.max())
    if shared[1] > shared[0]:
        bars.append((*shared, 0.0, style.INK))
    for lo, hi, aside, color in bars:
        ends = base + aside + np.outer((lo, hi), along)
        ax.plot(*ends.T, color=color, linewidth=5, solid_capstyle="butt", zorder=4)


def _fill_hulls(ax, X, y):
    looks = {-1: (style.PALE_BLUE, style.BLUE), 1: (style.PALE_ORANGE, style.OCHRE)}
    for label, (fill, edge) in looks.items():
        ax.fill(*_hull(X[y == label]).T, facecolor=fill, edgecolor=edge, linewidth=1.2, zorder=1)


def _hull(X):
    """Corners of the convex hull of points in the plane, counter-clockwise from the first."""
    P = np.unique(X, axis=0)
    if np.linalg.matrix_rank(P - P[0]) < 2:  # a point, or a line with its ends first and last
        return P[:: max(1, len(P) - 1)]
    corners = ConvexHull(P).vertices
    return P[np.roll(corners, -corners.argmin())]
