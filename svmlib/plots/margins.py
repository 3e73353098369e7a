"""Pictures of lecture 1: lines and distances, margins drawn as vectors.

Lines come as pairs (w, b), several of them as a dictionary {name: (w, b)}. Wherever a right angle
or a distance is to be seen, both axes have the same unit.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from svmlib import geometry
from svmlib._checks import check_matrix, check_signs
from svmlib.plots import scenes, style

DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))


def named_lines(
    lines: dict[str, tuple], X: ArrayLike, y: ArrayLike, labels: dict[int, str] | None = None
) -> Axes:
    """Points and several lines, each with its own dashes and its name at its upper end.

    Parameters
    ----------
    lines : dict
        {name: (w, b)}, at most four.
    X, y : array_like, shape (n, 2) and (n,)
    labels : dict, optional
        Names of the classes, as in `scenes.points`.
    """
    ax = style.panels(height=4.2)[0]
    scenes.frame(X, ax, pad=0.12, equal=True)
    if labels is not None:  # room for the legend below the points
        ax.set_ylim(ax.get_ylim()[0] - 0.12 * np.ptp(X[:, 1]), None)
    scenes.points(X, y, ax, labels)
    if len(lines) > len(DASHES):
        raise ValueError(f"lines must hold at most {len(DASHES)} lines, but holds {len(lines)}")
    colors = (style.INK, style.VERMILION, style.GREEN, style.PURPLE)
    for (name, (w, b)), dashes, color in zip(lines.items(), DASHES, colors, strict=False):
        scenes.line(w, b, ax, linestyle=dashes, color=color)
        bold = {"fontweight": "bold", "fontsize": 14, "ha": "center", "va": "bottom"}
        ax.text(*_upper_end(ax), name, color=style.WORDS.get(color, color), **bold)
    return ax


def _upper_end(ax):
    """Where the last line leaves the view: the higher of the ends that matplotlib gives it."""
    ends = (ax.lines[-1].get_transform() - ax.transAxes).transform([(0, 0), (1, 1)])
    if np.abs(ends - 0.5).max() > 0.5 + 1e-9:
        raise ValueError("the line does not cross the picture; check w and b")
    return ax.transLimits.inverted().transform(max(ends, key=lambda end: end[1]))


def margin_vectors(
    w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, ax: Axes | None = None
) -> Axes:
    """Every point joined to its foot on the line; the smallest margin thick and ringed, in red.

    A point on its wrong side is joined by a dotted segment.

    Parameters
    ----------
    w, b : the line
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    """
    ax = style.get_axes(ax)
    X, y = check_matrix(X, columns=2), check_signs(y)
    scenes.frame(X, ax, equal=True)
    gammas = geometry.geometric_margin(w, b, X, y)
    feet = geometry.project(w, b, X)
    dashes = ["-" if gamma > 0 else ":" for gamma in gammas]
    scenes.bars(X, feet, ax, colors=style.GREY, linewidths=0.9, linestyles=dashes, zorder=2)
    # all points that share the smallest margin up to rounding
    nearest = gammas <= gammas.min() + 1e-9
    scenes.bars(X[nearest], feet[nearest], ax, linewidths=3, zorder=2.6)
    ring = {"facecolors": "none", "edgecolors": style.VERMILION, "linewidths": 1.8, "zorder": 3.5}
    ax.scatter(*X[nearest].T, s=0.85 * scenes.room(ax) * scenes.RING_SIZE, **ring)
    scenes.line(w, b, ax)
    return scenes.points(X, y, ax)


def margin_strip(lines: dict[str, tuple], X: ArrayLike, y: ArrayLike) -> Axes:
    """Geometric margins of all points, one row of dots per line, the smallest marked.

    Parameters
    ----------
    lines : dict
        {name: (w, b)}, drawn from top to bottom.
    X, y : array_like, shape (n, d) and (n,)
        Points, and labels -1 and +1.
    """
    ax = style.panels(height=0.55 * len(lines) + 1.0)[0]
    y = check_signs(y)
    for row, (w, b) in enumerate(lines.values()):
        gammas = geometry.geometric_margin(w, b, X, y)
        scenes.points(np.column_stack([gammas, np.full(len(y), row)]), y, ax, size=30)
        ax.plot([gammas.min()] * 2, [row - 0.32, row + 0.32], color=style.VERMILION, linewidth=3)
    ax.axvline(0.0, color=style.INK, linewidth=1.2, zorder=1)
    ax.set_yticks(range(len(lines)), list(lines))
    ax.set(xlabel="geometric margin (cm)", ylim=(len(lines) - 0.5, -0.5))
    return ax


def scale_knob(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """One line as ½, 1 and 2 times (w, b): above f = 0, ±1; below all margins of both kinds.

    Returns the axes, shape (2, 3).
    """
    scales = 0.5, 1.0, 2.0
    axes = style.panels(len(scales), 2, height=4.6, sharex=False, sharey=False)
    X, y = check_matrix(X, columns=2), check_signs(y)
    largest_scale = max(scales) * geometry.functional_margin(w, b, X, y)
    reach, lowest = largest_scale.max(), largest_scale.min()
    for scale, above, below in zip(scales, *axes, strict=True):
        scaled = scale * np.asarray(w, dtype=float), scale * b
        scenes.street(scaled, X, y, above, equal=True)
        above.set(xticks=[], yticks=[], title=f"{scale:g} · (w, b)")
        kinds = geometry.functional_margin(*scaled, X, y), geometry.geometric_margin(*scaled, X, y)
        for row, margins in enumerate(kinds):
            scenes.points(np.column_stack([margins, np.full(len(y), row)]), y, below, size=30)
            below.plot([margins.min()] * 2, [row - 0.3, row + 0.3], color=style.VERMILION, lw=3)
        left = min(-0.02 * reach, lowest - 0.05 * reach)
        below.set(xlim=(left, 1.05 * reach), ylim=(1.5, -0.5), yticks=[], xlabel="margin")
    axes[1, 0].set_yticks([0, 1], ["functional", "geometric"], fontsize=10)
    return axes


def rounding_squares(
    lines: dict[str, tuple], X: ArrayLike, y: ArrayLike, center: ArrayLike
) -> Axes:
    """A close-up: each point with the square of what it was before rounding to tenths.

    Parameters
    ----------
    lines : dict
        {name: (w, b)}
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
    center : pair of floats
        The middle of the view, which is 1.35 wide and 0.9 high.
    """
    ax = style.panels(height=3.9)[0]
    X = check_matrix(X, columns=2)
    half, corner = 0.05, 0.45 * np.array([1.5, 1.0])
    view = np.array([np.subtract(center, corner), np.add(center, corner)])
    scenes.frame(view, ax, pad=0.0, equal=True)
    for x in X[((X > view[0] - half) & (X < view[1] + half)).all(axis=1)]:
        ax.add_patch(Rectangle(x - half, 2 * half, 2 * half, fc=style.PALE_GREY, ec=style.GREY))
    for (name, (w, b)), dashes in zip(lines.items(), DASHES, strict=False):
        scenes.line(w, b, ax, linestyle=dashes)
        ax.annotate(name, _upper_end(ax), (4, 2), textcoords="offset points", annotation_clip=False)
    inside = ((X >= view[0]) & (X <= view[1])).all(axis=1)
    return scenes.points(X[inside], np.asarray(y)[inside], ax)
