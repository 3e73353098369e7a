"""Pictures of lecture 2: the widest street, who holds it up, and when there is none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike

from svmlib.datasets import IRIS_FEATURES
from svmlib.estimators import HardMarginSVM, NotSeparableError
from svmlib.plots import scenes, style
from svmlib.plots.convex_hulls import certificate, faint_points
from svmlib.plots.convex_hulls import hulls as hulls  # lecture 2 asks this module for both
from svmlib.plots.convex_hulls import shadows as shadows


def directions(
    X: ArrayLike,
    y: ArrayLike,
    degrees: Sequence[float],
    labels: dict[int, str] | None = None,
    names: Sequence[str] = IRIS_FEATURES,
) -> np.ndarray:
    """For each direction u = (cos θ, sin θ), an arrow, the widest street perpendicular to it.

    The half-width is ½ (min over y = +1 of u·x - max over y = -1 of u·x); where it is negative
    the strip shown, hatched, is where the classes overlap along u. Points on a kerb are ringed.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    degrees : sequence of float
        The angles θ, one panel each; an even number.
    labels : dict, optional
        Names of the classes, for a legend above the panels.
    names : sequence of str
        Names of the two columns.
    """
    axes = _pairs(degrees, height=3.1)
    for ax, theta in zip(axes.ravel(), degrees, strict=True):
        u, positive, negative = _fronts(X, y, theta)
        half_width, b = (positive - negative) / 2, -(positive + negative) / 2
        scenes.frame(X, ax, equal=True)
        _strip(ax, u, negative, positive)
        scenes.centre_and_kerbs(u, b, ax, half_width)
        scenes.points(X, y, ax)
        if half_width > 0:
            _ring(np.isclose(y * (X @ u + b), half_width), X, ax)
        _arrow(ax, u, b)
        _large_title(ax, f"{_number(theta)}°: margin {_number(half_width, 3)}")
    if labels is not None:
        scenes.points(X, y, axes[0, 0], labels).get_legend().remove()
        entries = axes[0, 0].get_legend_handles_labels()
        axes[0, 0].figure.legend(
            *entries, loc="outside upper center", ncols=len(labels), fontsize=14
        )
    return style.outer_labels(axes, names)


def profile(X: ArrayLike, y: ArrayLike, marks: Sequence[float]) -> np.ndarray:
    """Half-width γ(u) of the widest street against the direction u = (cos θ, sin θ).

    Left all directions, right those from -80° to -10°, enlarged. Returns both axes.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    marks : sequence of float
        Angles in degrees to mark on the curve.
    """

    def half_width(theta):
        _, positive, negative = _fronts(X, y, theta)
        return (positive - negative) / 2

    axes = style.panels(2, height=3.0, sharex=False, sharey=False)
    for ax, limits, ticks in zip(axes, ((-180, 180), (-80, -10)), (90, 20), strict=True):
        theta = np.linspace(*limits, 1441)
        gamma = half_width(theta)
        ax.axhline(0, color=style.GREY, linewidth=0.8, zorder=1)
        separating = theta[gamma > 0]
        if separating.size:
            ax.axvspan(separating[0], separating[-1], color=style.PALE_GREY, linewidth=0, zorder=0)
        ax.plot(theta, gamma, color=style.BLUE)
        inside = [t for t in marks if limits[0] <= t <= limits[1]]
        style.outlined(ax, inside, half_width(inside), "o", style.ORANGE, 6)
        ax.set(xlim=limits, xlabel="direction θ (degrees)")
        ax.set_xticks(np.arange(limits[0], limits[1] + 1, ticks))
    axes[0].set_ylabel("half-width γ(u) (cm)")
    return axes


def deleted(
    X: ArrayLike, y: ArrayLike, deletions: Sequence[ArrayLike], numbers: ArrayLike
) -> np.ndarray:
    """One panel for each set of deleted rows: the new street, and the old line dotted.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    deletions : sequence
        Row numbers, each an integer or an array of integers; an even number of sets.
    numbers : array_like, shape (n,)
        What the titles call the rows: their numbers in the data that X is a part of.
    """
    old = HardMarginSVM().fit(X, y)
    axes = _pairs(deletions)
    for ax, rows in zip(axes.ravel(), deletions, strict=True):
        rows = np.atleast_1d(rows)
        keep = np.setdiff1d(np.arange(len(y)), rows)
        new = HardMarginSVM().fit(X[keep], y[keep])
        _street(new, X[keep], y[keep], ax)
        scenes.frame(X, ax, equal=True)
        scenes.line(old.coef_, old.intercept_, ax, color=style.VERMILION, linestyle=":")
        faint_points(X[rows], y[rows], ax)
        cross = {"marker": "x", "c": style.INK, "linewidths": 0.9, "zorder": 4}
        ax.scatter(*X[rows].T, s=scenes.POINT_SIZE / 2, **cross)
        what = f"row {numbers[rows[0]]}" if len(rows) == 1 else f"{len(rows)} rows"
        _large_title(ax, f"without {what}: {_number(new.margin_, 4)}")
    return style.outer_labels(axes, IRIS_FEATURES)


def dragged(X: ArrayLike, y: ArrayLike, row: int, heights: Sequence[float]) -> np.ndarray:
    """The widest street while the second coordinate of one point takes several values.

    The first street stays as a dotted line; where the classes cannot be separated the hulls
    are shown instead, with a point of both.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    row : int
        The point to move.
    heights : sequence of float
        Values of its second coordinate, one panel each; an even number.
    """
    first = None
    axes = _pairs(heights)
    everything = np.vstack([X, [[X[row, 0], h] for h in heights]])
    for ax, height in zip(axes.ravel(), heights, strict=True):
        moved = X.copy()
        moved[row, 1] = height
        try:
            model = HardMarginSVM().fit(moved, y)
        except NotSeparableError as error:
            certificate(moved, y, error, ax, names=None)
            ax.set_title(f"sepal width of the star: {height}\nno line separates")
        else:
            first = first or model
            _street(model, moved, y, ax)
            ax.set_title(f"sepal width of the star: {height}\nmargin {_number(model.margin_, 4)}")
        scenes.frame(everything, ax, equal=True)
        if first is not None:
            scenes.line(first.coef_, first.intercept_, ax, color=style.VERMILION, linestyle=":")
        style.outlined(ax, *moved[row], "*", style.VERMILION, 15, zorder=6)
    return style.outer_labels(axes, IRIS_FEATURES)


def influence(X: ArrayLike, y: ArrayLike, row: int, marks: Sequence[float]) -> Axes:
    """Largest margin of all points against the second coordinate of one of them.

    Where no line separates the classes the margin counts as 0.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
    row : int
        The point to move.
    marks : sequence of float
        Values of the coordinate to mark on the curve.
    """
    ax = style.panels(height=4.2)[0]
    heights = np.linspace(1.7, 3.0, 131)
    margins, marked = ([_margin_with(X, y, row, h) for h in at] for at in (heights, marks))
    ax.plot(heights, margins, color=style.BLUE)
    style.outlined(ax, marks, marked, "o", style.VERMILION, 6)
    ax.set(xlim=(1.7, 3.0), ylim=(-0.01, 1.15 * max(margins)))
    ax.set(xlabel=f"{IRIS_FEATURES[1]} of row {row}", ylabel=f"margin of all {len(y)} flowers (cm)")
    return ax


def _street(model, X, y, ax):
    """The street with a ring around every point on its kerbs, whatever its weight."""
    scenes.street((model.coef_, model.intercept_), X, y, ax)
    _ring(model.on_margin_, X, ax)


def _ring(rows, X, ax):
    ring = {"s": scenes.RING_SIZE, "facecolors": "none", "edgecolors": style.INK, "linewidths": 1.3}
    ax.scatter(*X[rows].T, zorder=3.5, **ring)


def _margin_with(X, y, row, height):
    """The largest margin with one second coordinate changed, 0 when no line separates."""
    moved = X.copy()
    moved[row, 1] = height
    try:
        return HardMarginSVM().fit(moved, y).margin_
    except NotSeparableError:
        return 0.0


def _pairs(contents, height=2.75):
    """Panels in rows of two, so that each stays readable on a phone; shape (rows, 2)."""
    rows = len(contents) // 2
    return style.panels(2, rows, height=height * rows).reshape(rows, 2)


def _large_title(ax, text):
    """A title, and a few ticks, whose letters are large enough for a phone."""
    ax.set_title(text, fontsize=16)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(4, integer=True))
        axis.label.set_fontsize(15)
    ax.tick_params(labelsize=15)


def _number(value, digits=2):
    """A rounded number with a real minus sign and without trailing zeros."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


def _fronts(X, y, degrees):
    """u, and where the classes face each other: the smallest u·x of +1, the largest of -1."""
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    along = X @ u
    return u, along[y > 0].min(axis=0), along[y < 0].max(axis=0)


def _arrow(ax, u, b):
    """The unit vector u from the centre line, a sixth of the view long, its name beside it."""
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    foot = middle - (u @ middle + b) * u
    tip = foot + max(x1 - x0, y1 - y0) / 6 * u
    style.arrow(ax, foot, tip, style.VERMILION, zorder=5)
    beside = 10 * np.array([-u[1], u[0]])
    middle = {"textcoords": "offset points", "ha": "center", "va": "center"}
    ax.annotate("$u$", (foot + 2 * tip) / 3, beside, **middle, size=14, zorder=6)


def _strip(ax, u, start, end):
    """Fill start ≤ u·x ≤ end; hatched when the order is reversed and the classes overlap."""
    along = np.array([-u[1], u[0]])
    corners = [s * u + t * along for s, t in ((start, -99), (start, 99), (end, 99), (end, -99))]
    look = {"facecolor": style.PALE_GREY, "edgecolor": "none"}
    if end < start:
        look = {"hatch": "///", "edgecolor": style.GREY, "facecolor": "white"}
    limits = ax.get_xlim(), ax.get_ylim()
    ax.fill(*np.transpose(corners), linewidth=0, zorder=0, **look)
    ax.set(xlim=limits[0], ylim=limits[1])
