"""The scenes that every lecture shows: points, lines and streets in the plane.

Each function but `label_axes` takes ``ax=None``, draws on those axes or on new ones, and returns
them. A linear model has `coef_` (1, d) and `intercept_` (1,).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import AxLine
from numpy.typing import ArrayLike

from svmlib._checks import check_matrix, check_normal, check_plane, check_signs
from svmlib.plots.style import INK, PALE_GREY, VERMILION, WIDTH, class_styles, get_axes

POINT_SIZE = 34
RING_SIZE = 125
BOUNDED = "#8B94A3"  # the grey of support vectors that pay
OUTLINE = {"edgecolors": INK, "linewidths": 0.8, "zorder": 3}  # for points


def label_axes(ax: Axes, names: Sequence[str]) -> Axes:
    """Write the names of the plotted columns (a sequence, the first two count) on the axes."""
    ax.set(xlabel=names[0], ylabel=names[1])
    return ax


def frame(X: ArrayLike, ax: Axes | None = None, *, pad: float = 0.08, equal: bool = False) -> Axes:
    """Fix the limits around the points, `pad` of their range beyond them on each side.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    pad : float
    equal : bool
        Whether the axes have the same unit, so that right angles look right and distances compare.
    """
    ax = get_axes(ax)
    X = check_matrix(X, columns=2)
    lo, hi = X.min(axis=0), X.max(axis=0)
    room = pad * np.where(hi > lo, hi - lo, 1.0)
    ax.set(xlim=(lo[0] - room[0], hi[0] + room[0]), ylim=(lo[1] - room[1], hi[1] + room[1]))
    if equal:
        # the box follows the limits, and the limits never follow the box
        ax.set_aspect("equal", adjustable="box")
    return ax


def points(
    X: ArrayLike,
    y: ArrayLike,
    ax: Axes | None = None,
    labels: dict[int, str] | None = None,
    *,
    size: ArrayLike = POINT_SIZE,
    **style: Any,
) -> Axes:
    """Draw +1 as orange circles, -1 as blue squares, other labels in order, with a dark outline.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        -1 and +1, or any labels of several classes.
    labels : dict, optional
        Names of the classes, e.g. ``{-1: "setosa", 1: "other species"}``, shown in a legend.
    size : float or array_like, shape (n,)
        Area of the markers in square points, on axes as wide as the text.
    **style
        For `Axes.scatter`.
    """
    ax = get_axes(ax)
    X, y = check_matrix(X, columns=2), np.asarray(y)
    if y.shape != (len(X),):
        raise ValueError(f"y must have shape ({len(X)},), but came with shape {y.shape}")
    size = room(ax) * np.broadcast_to(np.asarray(size, dtype=float), y.shape)
    settings = OUTLINE | style
    for label, color, marker in class_styles(y):
        own = y == label
        look = {"marker": marker, "c": color, "label": labels and labels[label]} | settings
        ax.scatter(*X[own].T, size[own], **look)
    if labels is not None:
        ax.legend()
    return ax


def line(w: ArrayLike, b: float, ax: Axes | None = None, level: float = 0.0, **style: Any) -> Axes:
    """Draw the line w·x + b = level right across the axes, without changing their limits.

    It is clipped to the limits at the time of drawing, so it may come before or after the
    points. A plane outside the view is not drawn.

    Parameters
    ----------
    w : array_like, shape (2,) or (1, 2)
    b : float or array_like, shape (1,)
    level : float
    **style
        For `matplotlib.lines.Line2D`.

    Raises
    ------
    ValueError
        If w = 0 or w does not have two components.
    """
    ax = get_axes(ax)
    w, b = check_plane(w, b, columns=2)
    unit = w / check_normal(w)
    # near the middle of the view, because far from the origin rounding would tilt the line
    middle = np.array([np.mean(ax.get_xlim()), np.mean(ax.get_ylim())])
    foot = middle - (w @ middle + b - level) / check_normal(w) * unit
    settings = {"color": INK, "linewidth": 1.8, "zorder": 2} | style
    artist = AxLine(foot, foot + np.array([-unit[1], unit[0]]), None, **settings)
    artist.set_clip_path(ax.patch)
    # add_artist, unlike axline, leaves the data limits alone
    ax.add_artist(artist)
    return ax


def street(
    model: Any,
    X: ArrayLike,
    y: ArrayLike,
    ax: Axes | None = None,
    slack: bool = False,
    labels: dict[int, str] | None = None,
    *,
    equal: bool = False,
) -> Axes:
    """Draw a linear machine: decision line solid, f = ±1 dashed, support vectors ringed.

    Parameters
    ----------
    model : fitted linear model, or a pair (w, b)
        A pair has no support vectors to ring.
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    slack : bool
        Draw the slack of each point as a bar to its margin, see `slack_bars`.
    labels : dict, optional
        Names of the classes, as in `points`.
    equal : bool
        Whether the axes have the same unit. Only then does the street look as wide as it is.
    """
    ax = get_axes(ax)
    w, b = plane_of(model)
    frame(X, ax, equal=equal)
    centre_and_kerbs(w, b, ax)
    if slack:
        slack_bars(w, b, X, y, ax)
    if hasattr(model, "support_"):
        support_vectors(model, X, ax)
    return points(X, y, ax, labels)


def centre_and_kerbs(
    w: ArrayLike, b: float, ax: Axes, half_width: float = 1.0, **style: Any
) -> None:
    """Draw a street: w·x + b = 0 in a style of `line`, dashed at ± half_width, filled between."""
    strip(ax, w, -b - half_width, -b + half_width)
    line(w, b, ax, **style)
    for level in (-half_width, half_width):
        line(w, b, ax, level, linestyle="--", linewidth=1.2)


def strip(ax: Axes, w: np.ndarray, low: float, high: float) -> None:
    """Fill low ≤ w·x ≤ high within the limits of the axes, which stay."""
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    middle, reach = limits.mean(axis=1) @ along, np.ptp(limits)
    ends = ((low, -reach), (low, reach), (high, reach), (high, -reach))
    corners = [level / (w @ w) * w + (middle + away) * along for level, away in ends]
    ax.fill(*np.transpose(corners), facecolor=PALE_GREY, linewidth=0, zorder=0)
    ax.set(xlim=limits[0], ylim=limits[1])


def slack_bars(
    w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, ax: Axes | None = None, **style: Any
) -> Axes:
    """Draw a bar from each point with slack to the margin y f = 1 of its class.

    It goes from x_i to x_i + ξ_i y_i w / ‖w‖², and its length is ξ_i / ‖w‖.
    """
    ax = get_axes(ax)
    X, y = check_matrix(X, columns=2), check_signs(y)
    w, b = check_plane(w, b, columns=2)
    xi = np.maximum(0.0, 1.0 - y * (X @ w + b))
    foot = X + np.outer(xi * y, w) / check_normal(w) ** 2
    # all points keep their bar, most of length 0, so that the drawing has one shape even if
    # rounding moves a point on the margin
    bars(X, foot, ax, **style)
    return ax


def bars(start: np.ndarray, end: np.ndarray, ax: Axes, **style: Any) -> None:
    """Draw a bar from each row of `start` (n, 2) to the same row of `end`, as for slack."""
    settings = {"colors": VERMILION, "linewidths": 2.2, "zorder": 2.9} | style
    drawn = LineCollection(np.stack([start, end], axis=1), capstyle="butt", **settings)
    ax.add_collection(drawn, autolim=False)


def support_vectors(
    model: Any, X: ArrayLike, ax: Axes | None = None, *, size: float = RING_SIZE
) -> Axes:
    """Draw rings around the support vectors: hollow for 0 < α < C, filled grey for α = C."""
    ax = get_axes(ax)
    X = check_matrix(X, columns=2)
    C, alpha = np.asarray(getattr(model, "C", np.inf)), np.zeros(len(X))
    if hasattr(model, "alpha_"):
        alpha = np.asarray(model.alpha_)
    else:
        alpha[model.support_] = np.abs(model.dual_coef_).ravel()
    ring(X, alpha > 0, alpha >= C * (1 - 1e-6), ax, size)
    return ax


def ring(
    X: np.ndarray, support: np.ndarray, bounded: np.ndarray, ax: Axes, size: float = RING_SIZE
) -> None:
    """Draw rings around the supporting rows of X (n, 2), hollow, or filled if bounded."""
    size = room(ax) * size
    hollow_ring(X[support & ~bounded], ax, size)
    hollow_ring(X[support & bounded], ax, size, facecolors=BOUNDED, zorder=2.8)


def hollow_ring(places: ArrayLike, ax: Axes, size: float = RING_SIZE, **style: Any) -> None:
    """Draw a dark ring around each of the places (n, 2), or around the one place (2,)."""
    look = {"facecolors": "none", "edgecolors": INK, "linewidths": 1.3, "zorder": 3.5} | style
    ax.scatter(*np.transpose(places), s=size, **look)


def room(ax: Axes) -> float:
    """Return the factor, ½ to 1, for the area of markers on axes that share their row."""
    spec = ax.get_subplotspec()
    columns = 1 if spec is None else spec.get_gridspec().ncols / len(spec.colspan)
    return float(np.clip(ax.figure.get_figwidth() / columns / WIDTH, 0.5, 1.0))


def plane_of(model: Any) -> tuple[np.ndarray, float]:
    """Return (w, b) of a fitted linear model or of a pair."""
    if hasattr(model, "coef_"):
        return check_plane(model.coef_, model.intercept_, columns=2)
    if isinstance(model, tuple) and len(model) == 2:
        return check_plane(*model, columns=2)
    raise TypeError(
        "model must be a pair (w, b) or a fitted linear model with coef_ and intercept_, but is "
        f"{type(model).__name__}; use boundary for kernels"
    )
