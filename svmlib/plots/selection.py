"""Pictures of lecture 9: the (C, σ) plane, what its cells look like, and how to judge them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter, NullLocator
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from svmlib.plots import scenes, style
from svmlib.selection import Grid, Path

# marks on a map, told apart by shape: dark outline for light cells, white face for dark ones
MARKS = ("*", "D", "o", "^", "s")


def boundaries(
    models: Sequence[BaseEstimator], X: ArrayLike, y: ArrayLike, X_new: ArrayLike, y_new: ArrayLike
) -> np.ndarray:
    """A panel for each fitted Gaussian machine, three in a row, with its C, σ, two accuracies.

    Drawn are the points of training, without rings; accuracies are of them and of new points.

    Parameters
    ----------
    models : sequence of KernelSVM with a kernel that has a sigma
        Row after row, a multiple of three.
    X, X_new : array_like, shape (n, 2) and (m, 2)
    y, y_new : array_like, shape (n,) and (m,)
    """
    rows = len(models) // 3
    axes = style.panels(3, rows, height=2.35 * rows + 0.1)
    for ax, model in zip(axes.ravel(), models, strict=True):
        scenes.boundary(model, X, y, ax, rings=False, resolution=110)
        scenes.shrink_points(ax, 0.4)
        ax.set_title(f"C = {model.C:g}, σ = {model.kernel.sigma:g}", fontsize=11, pad=18)
        seen, unseen = 100 * model.score(X, y), 100 * model.score(X_new, y_new)
        ax.text(0.5, 1.02, f"seen {seen:.1f}, new {unseen:.1f} %", fontsize=10, ha="center",
                va="bottom", transform=ax.transAxes)  # fmt: skip
    return axes


def score_map(
    plane: Grid,
    ax: Axes | None = None,
    *,
    limits: tuple[float, float] | None = None,
    outline: ArrayLike | None = None,
    marks: Sequence[tuple[int, int]] = (),
    log: bool = True,
) -> Axes:
    """The scores of a grid as a map: one flat cell for each pair (C, σ), nothing in between.

    The first collection of the axes is the mesh.

    Parameters
    ----------
    plane : svmlib.selection.Grid
        At least two values on each axis, in rising order.
    ax : Axes, optional
        Without it the map gets a figure of its own, with a colour bar.
    limits : pair of float, optional
        Scores at the ends of the colour scale; by default the lowest and the highest.
    outline : array_like of bool, shape (s, m), optional
        Cells to draw a border around.
    marks : sequence of (row, column)
        Cells to mark: star, diamond, circle, triangle, square, in this order.
    log : bool
        Whether axes are logarithmic. Edges are half-way between the values on the axis' scale.
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
    """Two or more maps side by side in one colour scale; returns their axes.

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


def squared_distance_shares(shares: dict[str, ArrayLike], names: Sequence[str]) -> Axes:
    """Share of eight columns in the mean squared distance, for several scalings, as bars.

    Parameters
    ----------
    shares : dict of str to array_like, shape (d,)
        One entry for each scaling; by the first one these are the eight largest.
    names : sequence of str, length d
    """
    ax = style.panels(height=3.6)[0]
    order = np.argsort(-np.asarray(next(iter(shares.values()))), kind="stable")[:8]
    height = 0.8 / len(shares)
    bars = zip(shares.items(), (style.ORANGE, style.BLUE), strict=False)
    for k, ((label, share), color) in enumerate(bars):
        ax.barh(np.arange(8) + (k - (len(shares) - 1) / 2) * height, np.asarray(share)[order],
                height, color=color, edgecolor=style.INK, linewidth=0.6, label=label)  # fmt: skip
    ax.set_yticks(np.arange(8), labels=[names[j] for j in order])
    ax.invert_yaxis()
    ax.set(xlabel="share of the mean squared distance", xlim=(0, 1))
    ax.legend(loc="lower right")
    return ax


def multiplier_paths(solutions: Path, y: ArrayLike) -> np.ndarray:
    """Multipliers against C: above one curve for each point, below where the corners are.

    Returns both axes.

    Parameters
    ----------
    solutions : svmlib.selection.Path
        At many values of C, in rising order.
    y : array_like, shape (n,)
        Labels -1 and +1; the classes differ by colour and by dashes.
    """
    Cs = solutions.Cs
    axes = style.panels(1, 2, height=4.6, sharey=False, height_ratios=(6, 1))
    axes[0].plot(Cs, Cs, color=style.GREY, linewidth=1, linestyle=":")
    for label, color, dashes in ((-1, style.BLUE, (0, (4, 1.5))), (1, style.VERMILION, "-")):
        curves = solutions.alpha[:, np.asarray(y) == label]
        axes[0].plot(Cs, curves, color=color, linestyle=dashes, linewidth=1.3)
    style.direct_label(axes[0], 0.86 * Cs[-1], 0.9 * Cs[-1], "α = C", style.GREY, ha="right")
    axes[0].set_ylabel("multiplier α")
    axes[1].vlines(solutions.corners, 0, 1, color=style.INK, linewidth=0.9)
    axes[1].set(yticks=[], ylabel="corners", xlabel="C", ylim=(0, 1), xlim=(Cs[0], Cs[-1]))
    return axes


def reported_against_true(differences: Sequence[ArrayLike], names: Sequence[str]) -> Axes:
    """Reported minus true accuracy of many studies: a dot for each, mean ± two standard errors.

    Parameters
    ----------
    differences : sequence of array_like, shape (s,)
        One for each way of reporting.
    names : sequence of str
    """
    ax = style.panels(height=0.95 * len(names) + 0.9)[0]
    marks = zip(differences, (style.VERMILION, style.PURPLE, style.GREEN), strict=False)
    for row, (values, color) in enumerate(marks):
        values = 100 * np.asarray(values, dtype=float)
        # ties are spread by their order, not at random
        lift = 0.28 * (np.argsort(np.argsort(values, kind="stable")) % 5 - 2) / 2
        ax.plot(values, row + lift, "o", color=color, alpha=0.55, markersize=5)
        error = 2 * values.std(ddof=1) / np.sqrt(len(values))
        mean = {"fmt": "D", "color": style.INK, "markersize": 7, "capsize": 5, "linewidth": 2}
        ax.errorbar(values.mean(), row, xerr=error, zorder=4, **mean)
    ax.axvline(0, color=style.INK, linewidth=1, zorder=1)
    ax.set_yticks(range(len(names)), labels=names)
    ax.set(ylim=(len(names) - 0.5, -0.5), xlabel="reported minus true accuracy (percentage points)")
    return ax


def leave_one_out_curve(Cs: ArrayLike, errors: ArrayLike, bounds: ArrayLike) -> Axes:
    """Exact leave-one-out error and its bound #SV/n against C, both axes logarithmic."""
    ax = style.panels(height=3.5, grid=True)[0]
    ax.loglog(Cs, bounds, "s--", color=style.VERMILION, markersize=5)
    ax.loglog(Cs, errors, "o-", color=style.BLUE, markersize=5)
    style.direct_label(ax, Cs[1], 1.15 * bounds[1], "bound #SV/n", style.VERMILION, va="bottom")
    style.direct_label(ax, Cs[1], 0.7 * errors[1], "leave-one-out error", style.BLUE, va="top")
    ax.set(xlabel="C", ylabel="share of the points", ylim=(0.5 * min(errors), 1.4))
    ax.set_yticks([0.02, 0.05, 0.1, 0.2, 0.5, 1], labels=["0.02", "0.05", "0.1", "0.2", "0.5", "1"])
    ax.yaxis.set_minor_formatter(NullFormatter())
    return ax


def margin_bound_curves(
    gammas: ArrayLike, shares: ArrayLike, widths: ArrayLike, extra: float, error: float
) -> Axes:
    """A margin bound and its parts against γ, and the error that it bounds.

    The bound is the third line; a star marks where it is lowest.

    Parameters
    ----------
    gammas, shares, widths : array_like, shape (m,)
        Values of γ, share of training points with a margin below each, the term that falls.
    extra : float
        The term that does not depend on γ.
    error : float
    """
    ax = style.panels(height=3.9, grid=True)[0]
    shares, widths = np.asarray(shares, dtype=float), np.asarray(widths, dtype=float)
    bound = shares + widths + extra
    ax.plot(gammas, shares, "s-", color=style.BLUE, markersize=5)
    ax.plot(gammas, widths, "^-", color=style.PURPLE, markersize=5)
    ax.plot(gammas, bound, "o-", color=style.VERMILION, markersize=5, linewidth=2.4)
    ax.axhline(error, color=style.INK, linestyle="--", linewidth=1.4)
    low = int(bound.argmin())
    style.outlined(ax, gammas[low], bound[low], "*", "white", 16, markeredgewidth=1.4, zorder=5)
    style.direct_label(ax, gammas[low], 1.5 * bound[low], "bound", style.VERMILION, ha="center")
    style.direct_label(ax, gammas[-1], 0.45, "margin < γ", style.BLUE, ha="right")
    style.direct_label(ax, gammas[0], 0.45, "room for chance", style.PURPLE)
    style.direct_label(ax, gammas[0], error + 0.02, "measured error", style.INK, va="bottom")
    ax.set(xscale="log", xlabel="γ", ylabel="share of points", ylim=(0, 1.05))
    ax.set_xticks(gammas, labels=[f"{gamma:g}" for gamma in gammas])
    ax.xaxis.set_minor_formatter(NullFormatter())
    return ax


def class_costs(
    models: Sequence[BaseEstimator], titles: Sequence[str], X: ArrayLike, y: ArrayLike
) -> np.ndarray:
    """Machines with different costs of slack for the classes, on the same points, side by side."""
    axes = style.panels(len(models), height=3.2)
    for ax, model, title in zip(axes, models, titles, strict=True):
        scenes.boundary(model, X, y, ax, rings=False)
        ax.set_title(title)
        # the rare class last, larger, so that no crowd hides it
        rare = y == min((-1, 1), key=lambda label: (y == label).sum())
        scenes.points(X[rare], y[rare], ax, size=50)
    return axes


def _edges(values, log):
    values = np.log(values) if log else np.asarray(values, dtype=float)
    middle = 0.5 * (values[1:] + values[:-1])
    edges = np.r_[2 * values[0] - middle[0], middle, 2 * values[-1] - middle[-1]]
    # a linear axis of positive numbers shall not begin below zero
    return np.exp(edges) if log else np.r_[max(edges[0], 0.0), edges[1:]]


def _outline(ax, x, y, inside):
    """Lines between cells of which one is inside and the other is not."""
    framed = np.pad(inside, 1)
    rows, columns = np.nonzero(framed[1:-1, 1:] != framed[1:-1, :-1])
    upright = x[columns], y[rows], y[rows + 1]
    rows, columns = np.nonzero(framed[1:, 1:-1] != framed[:-1, 1:-1])
    level = y[rows], x[columns], x[columns + 1]
    # dark under white: seen on bright cells and on dark ones
    for color, width in ((style.INK, 4.5), ("white", 1.8)):
        ax.vlines(*upright, color=color, linewidth=width, capstyle="projecting")
        ax.hlines(*level, color=color, linewidth=width, capstyle="projecting")


def _color_bar(axes):
    mesh = axes[0].collections[0]
    return axes[0].figure.colorbar(mesh, ax=list(axes), label="accuracy", pad=0.02, aspect=28)
