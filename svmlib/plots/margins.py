"""Pictures of lecture 1: lines and distances, margins drawn as vectors, the perceptron.

Lines come as pairs (w, b), several of them as a dictionary {name: (w, b)}. If a picture shows a
right angle or a distance, its axes have the same unit.
"""

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from svmlib import geometry
from svmlib.plots import scenes, style

DASHES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))


def named_lines(lines, X, y, labels=None):
    """Draw points and at most four lines, each with its own dashes and its name at the top."""
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
        look = {"fontsize": 17, "ha": "center", "va": "bottom"}
        ax.text(*_upper_end(ax), name, color=style.WORDS.get(color, color), **look)
    return ax


def _upper_end(ax):
    """Return the place where the last line leaves the view, at its higher end."""
    ends = (ax.lines[-1].get_transform() - ax.transAxes).transform([(0, 0), (1, 1)])
    if np.abs(ends - 0.5).max() > 0.5 + 1e-9:
        raise ValueError("the line does not cross the picture; check w and b")
    return ax.transLimits.inverted().transform(max(ends, key=lambda end: end[1]))


def margin_vectors(w, b, X, y, ax=None):
    """Join every point to its foot on the line, dotted from its wrong side, the nearest in red."""
    ax = style.get_axes(ax)
    scenes.frame(X, ax, equal=True)
    gammas = geometry.geometric_margin(w, b, X, y)
    feet = geometry.project(w, b, X)
    dashes = ["-" if gamma > 0 else ":" for gamma in gammas]
    scenes.bars(X, feet, ax, colors=style.GREY, linewidths=0.9, linestyles=dashes, zorder=2)
    nearest = gammas <= gammas.min() + 1e-9
    scenes.bars(X[nearest], feet[nearest], ax, linewidths=3, zorder=2.6)
    size = 0.85 * scenes.room(ax) * scenes.RING_SIZE
    scenes.hollow_ring(X[nearest], ax, size, edgecolors=style.VERMILION, linewidths=1.8)
    scenes.line(w, b, ax)
    return scenes.points(X, y, ax)


def scale_knob(w, b, X, y):
    """Draw one line as ½, 1 and 2 times (w, b), with f = 0, ±1, and its margins of both kinds."""
    scales = 0.5, 1.0, 2.0
    axes = style.panels(len(scales), 2, height=4.6, sharex=False, sharey=False)
    largest_scale = max(scales) * geometry.functional_margin(w, b, X, y)
    reach, lowest = largest_scale.max(), largest_scale.min()
    left = min(-0.02 * reach, lowest - 0.05 * reach)
    for scale, above, below in zip(scales, *axes, strict=True):
        scaled = scale * np.asarray(w, dtype=float), scale * b
        scenes.street(scaled, X, y, above, equal=True)
        above.set(xticks=[], yticks=[], title=f"‖w‖ = {np.linalg.norm(scaled[0]):.3g}")
        kinds = geometry.functional_margin(*scaled, X, y), geometry.geometric_margin(*scaled, X, y)
        for row, margins in enumerate(kinds):
            scenes.points(np.column_stack([margins, np.full(len(y), row)]), y, below, size=30)
            below.plot([margins.min()] * 2, [row - 0.3, row + 0.3], color=style.VERMILION, lw=3)
        below.set(xlim=(left, 1.05 * reach), ylim=(1.5, -0.5), yticks=[], xlabel="margin")
    axes[1, 0].set_yticks([0, 1], ["functional", "geometric"], rotation=90, va="center")
    return axes


def rounding_squares(lines, X, y, center):
    """Draw a close-up, 1.35 by 0.9: each point with the square of places that round to it."""
    ax = style.panels(height=3.9)[0]
    half, corner = 0.05, 0.45 * np.array([1.5, 1.0])
    view = np.array([np.subtract(center, corner), np.add(center, corner)])
    scenes.frame(view, ax, pad=0.0, equal=True)
    for x in X[((X > view[0] - half) & (X < view[1] + half)).all(axis=1)]:
        ax.add_patch(Rectangle(x - half, 2 * half, 2 * half, fc=style.PALE_GREY, ec=style.GREY))
    beside = {"textcoords": "offset points", "annotation_clip": False}
    for k, ((name, (w, b)), dashes) in enumerate(zip(lines.items(), DASHES, strict=False)):
        scenes.line(w, b, ax, linestyle=dashes)
        ax.annotate(name, _upper_end(ax), (4, 3 - 5 * k), **beside)  # ends may be close together
    inside = ((X >= view[0]) & (X <= view[1])).all(axis=1)
    return scenes.points(X[inside], np.asarray(y)[inside], ax)


def perceptron_update(X, y, before, i):
    """Draw one update of the perceptron: line and arrow w before it, and the new ones after it.

    The mistake, row i, is ringed. On the right the old arrow and y_i x_i are put end to end, and
    together they make the new arrow. All arrows start at the origin.
    """
    axes = style.panels(2, height=3.0)
    w, b = np.asarray(before[0]), before[1]
    new = w + y[i] * X[i], b + y[i]
    for ax, title, line in zip(axes, ("before", "after"), ((w, b), new), strict=True):
        scenes.frame(np.vstack([X, [0.0, 0.0], w, new[0]]), ax, pad=0.25, equal=True)
        scenes.line(*line, ax)
        scenes.points(X, y, ax, size=90)
        size = 2.6 * scenes.room(ax) * scenes.RING_SIZE
        scenes.hollow_ring(X[i], ax, size, edgecolors=style.VERMILION, linewidths=2)
        ax.set_title(title, fontsize=16)
        ax.tick_params(labelsize=14)
        ax.xaxis.set_major_locator(MaxNLocator(6, prune="both"))  # panels have close neighbours
    _arrow(axes[0], (0.0, 0.0), w, style.INK, "$w$")
    scenes.line(w, b, axes[1], color=style.GREY, linestyle=":", linewidth=1.4)
    _arrow(axes[1], (0.0, 0.0), w, style.GREY)
    _arrow(axes[1], w, new[0], style.VERMILION, "$+x_i$" if y[i] > 0 else "$-x_i$")
    _arrow(axes[1], (0.0, 0.0), new[0], style.INK, "new $w$", side=-1)
    return axes


def _arrow(ax, start, end, color, name="", side=1):
    """Draw an arrow in data coordinates, its name on its left side, or right if side = -1."""
    style.arrow(ax, start, end, color)
    way = np.subtract(end, start)
    beside = side * np.array([-way[1], way[0]]) / max(np.hypot(*way), 1e-300)
    if name:
        x, y = np.add(start, end) / 2 + 0.09 * np.ptp(ax.get_xlim()) * beside
        style.direct_label(ax, x, y, name, color, ha="center", fontsize=15)


def novikoff_squeeze(X, y, plane, run):
    """Draw the proof of Novikoff's theorem: k ρ ≤ ‖v_k‖ ≤ R √k, with the real ‖v_k‖.

    ρ is the margin of the plane in the augmented space. The two bounds meet at k = (R/ρ)².
    """
    ax = style.panels(height=4.2)[0]
    Z = np.column_stack([X, np.ones(len(X))])
    steps = y[run.history, None] * Z[run.history]
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
