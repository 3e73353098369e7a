"""Pictures of lecture 2: the widest street, its support, convex hulls, and no street at all.

Streets with several settings come as panels in rows of two, so that each is read on a phone.
"""

import numpy as np
from matplotlib.ticker import MaxNLocator

from svmlib.datasets import IRIS_FEATURES
from svmlib.plots import scenes, style

# these are lighter than the classes' colours and darker than their regions
FAINT = {-1: "#9CC7E1", 1: "#F3D38F"}


def directions(X, y, degrees, names):
    """Draw for each direction u = (cos θ, sin θ) an arrow and the widest street at right angles.

    Each u must separate the classes.
    """
    axes = _pairs(degrees, height=3.1)
    for ax, theta in zip(axes.ravel(), degrees, strict=True):
        u, positive, negative = _fronts(X, y, theta)
        half_width, b = (positive - negative) / 2, -(positive + negative) / 2
        scenes.frame(X, ax, equal=True)
        scenes.centre_and_kerbs(u, b, ax, half_width)
        scenes.points(X, y, ax)
        scenes.hollow_ring(X[np.isclose(y * (X @ u + b), half_width)], ax)
        _unit_arrow(ax, u, b)
        _large_title(ax, f"{_number(theta)}°: margin {_number(half_width, 3)}")
    return style.outer_labels(axes, names)


def dragged(X, y, row, heights):
    """Draw the widest street, or hulls that meet, as the second coordinate of a row changes.

    The first street stays as a dotted line.
    """
    from svmlib import NotSeparableError

    first = None
    axes = _pairs(heights)
    everything = np.vstack([X, [[X[row, 0], h] for h in heights]])
    for ax, height in zip(axes.ravel(), heights, strict=True):
        moved = X.copy()
        moved[row, 1] = height
        try:
            model = _widest(moved, y)
        except NotSeparableError as error:
            certificate(moved, y, error, ax, names=None)
            result = "no line separates"
        else:
            first = first or model
            _street(model, moved, y, ax)
            result = f"margin {_number(model.margin_, 4)}"
        ax.set_title(f"sepal width of the star: {height}\n{result}")
        scenes.frame(everything, ax, equal=True)
        if first is not None:
            scenes.line(first.coef_, first.intercept_, ax, color=style.VERMILION, linestyle=":")
        style.outlined(ax, *moved[row], "*", style.VERMILION, 15, zorder=6)
    return style.outer_labels(axes, IRIS_FEATURES)


def hulls(X, y, p, q):
    """Draw the two hulls, the segment from a point p of +1 to q of -1, and the street across it."""
    ax = style.panels(height=4.2)[0]
    scenes.frame(X, ax, equal=True)
    _fill_hulls(ax, X, y)
    scenes.points(X, y, ax)
    w, b = p - q, (q @ q - p @ p) / 2
    scenes.centre_and_kerbs(w, b, ax, half_width=w @ w / 2)
    ax.plot(*np.transpose([p, q]), color=style.VERMILION, linewidth=2.5, zorder=4)
    ends = (p, style.ORANGE, "$p$*", (3, -24)), (q, style.BLUE, "$q$*", (-14, 9))
    for point, color, text, away in ends:
        style.outlined(ax, *point, "D", color, 7, zorder=5)
        ax.annotate(text, point, away, textcoords="offset points", ha="center", size=14)
    return scenes.label_axes(ax, IRIS_FEATURES)


def shadows(model, X, y):
    """Draw on-margin points of a street and the shadows of each class on the centre line."""
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
    scenes.hollow_ring(X[on], ax, scenes.RING_SIZE * 1.4, zorder=1)
    for position in np.unique(X[on], axis=0):
        rows = on[(X[on] == position).all(axis=1)]
        outward = 22 * y[rows[0]] * w / np.linalg.norm(w)
        middle = {"textcoords": "offset points", "ha": "center", "va": "center"}
        label = ax.annotate(", ".join(map(str, rows)), position, outward, **middle)
        label.set_bbox({"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1})
    return scenes.label_axes(ax, IRIS_FEATURES)


def certificate(X, y, error, ax=None, names=IRIS_FEATURES):
    """Show why no line separates: the two hulls, the points with weight, and the shared point.

    The error is the `NotSeparableError` of ``HardMarginSVM().fit(X, y)``.
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


def faint_points(X, y, ax):
    """Draw points in solid pale colours for the background, because see-through ones cost bytes."""
    for label, color in FAINT.items():
        own = y == label
        if own.any():
            scenes.points(X[own], y[own], ax, c=color, edgecolors=style.GREY, linewidths=0.5)


def _widest(X, y):
    from svmlib import HardMarginSVM

    return HardMarginSVM().fit(X, y)


def _street(model, X, y, ax):
    """Draw the street with a ring around every point on its kerbs, whatever its weight."""
    scenes.street((model.coef_, model.intercept_), X, y, ax)
    scenes.hollow_ring(X[model.on_margin_], ax)


def _pairs(contents, height=2.75):
    """Make panels in rows of two, shape (rows, 2), one for each of an even number of contents."""
    rows = len(contents) // 2
    return style.panels(2, rows, height=height * rows).reshape(rows, 2)


def _large_title(ax, text):
    """Write a title, and a few ticks, in letters that are large enough for a phone."""
    ax.set_title(text, fontsize=16)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(4, integer=True))
        axis.label.set_fontsize(15)
    ax.tick_params(labelsize=15)


def _number(value, digits=2):
    """Write a rounded number with a real minus sign and without trailing zeros."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


def _fronts(X, y, degrees):
    """Return u, and where the classes face each other: the least u·x of +1, the largest of -1."""
    u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
    along = X @ u
    return u, along[y > 0].min(axis=0), along[y < 0].max(axis=0)


def _unit_arrow(ax, u, b):
    """Draw the unit vector u from the centre line, a sixth of the view long, with its name."""
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    foot = middle - (u @ middle + b) * u
    tip = foot + max(x1 - x0, y1 - y0) / 6 * u
    style.arrow(ax, foot, tip, style.VERMILION, zorder=5)
    beside = 10 * np.array([-u[1], u[0]])
    middle = {"textcoords": "offset points", "ha": "center", "va": "center"}
    ax.annotate("$u$", (foot + 2 * tip) / 3, beside, **middle, size=14, zorder=6)


def _intervals(ax, foot, y, w):
    """Draw the pieces of the centre line that the feet of each class span, and their overlap."""
    along = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    base = foot[0] - (foot[0] @ along) * along
    up, down = (foot[y == label] @ along for label in (1, -1))
    aside = 0.022 * w / np.linalg.norm(w)  # a piece is shifted towards its class
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
    """Return corners of the hull of points in the plane, counter-clockwise from the first."""
    from scipy.spatial import ConvexHull

    P = np.unique(X, axis=0)
    if np.linalg.matrix_rank(P - P[0]) < 2:  # a point, or a line with its ends first and last
        return P[:: max(1, len(P) - 1)]
    corners = ConvexHull(P).vertices
    return P[np.roll(corners, -corners.argmin())]
