"""Pictures of lecture 3 that show streets: slack, what C trades, and the two ends of C."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from svmlib import losses
from svmlib.datasets import IRIS_FEATURES
from svmlib.geometry import functional_margin
from svmlib.plots import scenes, style

# each species keeps its mark where setosa is not there: versicolor +1, virginica -1
VIRGINICA_AGAINST_VERSICOLOR = [(-1, style.GREEN, "^"), (1, style.ORANGE, "o")]
PALER = [(-1, style.PALE_BLUE, "s"), (1, style.PALE_ORANGE, "o")]
ON = 1e-6  # a margin so close to 1 is on it


def streets_on_a_line(
    x: ArrayLike, y: ArrayLike, streets: dict[str, tuple[float, float]]
) -> np.ndarray:
    """Streets across a number line, one a row: kerbs dashed, slack as bars under the points.

    Returns the axes, one for each street.

    Parameters
    ----------
    x : array_like, shape (n,)
        Points of the number line.
    y : array_like, shape (n,)
        Labels -1 and +1.
    streets : dict
        Title to a pair (w, b) of numbers, w > 0.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y)
    axes = style.panels(1, len(streets), height=1.15 * len(streets) + 0.4)
    for ax, (title, (w, b)) in zip(axes, streets.items(), strict=True):
        ax.axhline(0, color=style.GREY, linewidth=0.8, zorder=1)
        ax.axvspan(-(1 + b) / w, (1 - b) / w, color=style.PALE_GREY, alpha=0.5, lw=0, zorder=0)
        ax.axvline(-b / w, color=style.INK)
        for kerb in (-1, 1):
            ax.axvline((kerb - b) / w, color=style.INK, linestyle="--", linewidth=1.2)
        xi = losses.hinge(y * (w * x + b))
        ends = np.stack([x, x + y * (xi / w)])
        ax.plot(ends, np.full(ends.shape, -0.3), color=style.VERMILION, linewidth=4)
        style.scatter_classes(ax, np.column_stack([x, 0 * x]), y, s=80, zorder=3)
        ax.set(title=title, ylim=(-0.6, 0.6), yticks=[], xlim=(x.min() - 0.7, x.max() + 0.7))
        ax.spines["left"].set_visible(False)
    axes[-1].set_xlabel("x")
    return axes


def hard_against_soft(
    hard: BaseEstimator, soft: BaseEstimator, X: ArrayLike, y: ArrayLike
) -> np.ndarray:
    """Two linear machines on the same points, slack drawn as bars, no rings; returns both axes.

    Parameters
    ----------
    hard, soft : fitted linear models
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    """
    axes = style.panels(1, 2, height=6.6)
    for ax, model, title in zip(axes, (hard, soft), ("hard margin", "soft margin"), strict=True):
        scenes.street(scenes.plane_of(model), X, y, ax, slack=True, equal=True)
        ax.set_title(f"{title}, 1/‖w‖ = {model.margin_:.3f}")
    return style.outer_labels(axes, IRIS_FEATURES)


def trade_off(
    models: Sequence[BaseEstimator],
    X: ArrayLike,
    y: ArrayLike,
    names: Sequence[str] = IRIS_FEATURES,
    view: ArrayLike | None = None,
    *,
    columns: int = 2,
    row_height: float = 3.15,
    styles: list[tuple[int, str, str]] | None = None,
) -> np.ndarray:
    """A panel for each fitted machine: its street, its slack as bars, its C and its margin.

    Returns the axes, shape (rows, columns), flat for a single row or column.

    Parameters
    ----------
    models : sequence of fitted linear models with attributes C and margin_
        A multiple of `columns`.
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    names : sequence of str
    view : array_like, shape (2, 2), optional
        Lower left and upper right corner of the part that is shown; by default all points.
    columns : int
        How many panels stand in a row.
    row_height : float
        Height of a row of panels in inches; lower for wide views.
    styles : list of (label, colour, marker), optional
    """
    rows = len(models) // columns
    axes = style.panels(columns, rows, height=row_height * rows + 0.2)
    for ax, model in zip(axes.ravel(), models, strict=True):
        w, b = scenes.plane_of(model)
        scenes.frame(X if view is None else view, ax, equal=True)
        scenes.centre_and_kerbs(w, b, ax)
        scenes.slack_bars(w, b, X, y, ax, zorder=3.2)
        style.scatter_classes(ax, X, y, styles, s=22 * scenes.room(ax), linewidths=0.8, zorder=3)
        ax.set_title(f"C = {model.C:g}, 1/‖w‖ = {model.margin_:.4f}")
    return style.outer_labels(axes, names)


def slack_kinds(model: BaseEstimator, X: ArrayLike, y: ArrayLike, view: ArrayLike) -> np.ndarray:
    """The four kinds of points: in the plane, each with its slack as a bar, and ξ in a chart.

    Above, points outside are pale, those on the margin have a thick outline, those on the wrong
    side are large, and the five with the largest slack carry their row numbers. Below, one bar of
    height ξ for each point that is not outside, in order of ξ. Returns both axes. "On" is up to
    |y f - 1| = 1e-6.

    Parameters
    ----------
    model : fitted linear model
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    view : array_like, shape (2, 2)
        Corners of the part of the plane that is shown.
    """
    w, b = scenes.plane_of(model)
    m = functional_margin(w, b, X, y)
    axes = style.panels(1, 2, height=6.4, sharex=False, sharey=False, height_ratios=(3, 2))
    scenes.frame(view, axes[0], equal=True)
    scenes.centre_and_kerbs(w, b, axes[0])
    scenes.slack_bars(w, b, X, y, axes[0])
    for own, settings in (
        (m > 1 + ON, {"styles": PALER, "edgecolors": style.GREY, "linewidths": 0.5}),
        (np.abs(m - 1) <= ON, {"linewidths": 2.4}),
        ((m < 1 - ON) & (m > 0), {}),
        (m <= 0, {"s": 120}),
    ):
        look = {"styles": style.class_styles(y), "s": 40, "linewidths": 0.8} | settings
        style.scatter_classes(axes[0], X[own], y[own], zorder=3, **look)
    scenes.label_axes(axes[0], IRIS_FEATURES)
    rows = np.flatnonzero(m < 1 + ON)
    rows = rows[np.lexsort((rows, np.round(m[rows], 9)))]
    xi = losses.hinge(m[rows])
    for row in rows[:5]:
        place = X[row] + (np.array([0.14, -0.1]) if y[row] < 0 else np.array([-0.14, 0.1]))
        style.direct_label(axes[0], *place, str(row), ha="center", zorder=6)
    for label, color, _ in style.class_styles(y):
        own = y[rows] == label
        axes[1].bar(np.flatnonzero(own), xi[own], color=color, edgecolor=style.INK, width=0.75)
    on = np.flatnonzero(m[rows] > 1 - ON)
    axes[1].plot(on, 0 * on, "_", color=style.INK, markersize=9, markeredgewidth=2.5)
    axes[1].axhline(1, color=style.INK, linewidth=1.2)
    above = {"ha": "right", "va": "bottom"}
    style.direct_label(axes[1], len(rows) - 0.5, 1.0, "ξ = 1: the decision line", **above)
    axes[1].set(xlabel="row number of the flower", ylabel="slack ξ")
    axes[1].set_xticks(np.arange(len(rows)), labels=rows, rotation=90)
    return axes


def trade_off_curves(
    Cs: ArrayLike, norms: ArrayLike, slacks: ArrayLike, threshold: float
) -> np.ndarray:
    """What C trades, over C on a log axis: street width, total slack, and the two terms.

    Returns the three axes.

    Parameters
    ----------
    Cs : array_like, shape (k,)
    norms : array_like, shape (k,)
        ‖w‖ at the optimum for each C.
    slacks : array_like, shape (k,)
        Total slack Σ ξ_i at the optimum for each C.
    threshold : float
        A value of C to mark.
    """
    Cs, norms, slacks = (np.asarray(v, dtype=float) for v in (Cs, norms, slacks))
    axes = style.panels(1, 3, height=7.2, sharey=False, grid=True)
    bending, paying = 0.5 * norms**2, Cs * slacks
    axes[0].semilogx(Cs, 2 / norms, color=style.BLUE)
    axes[0].set_ylabel("width 2/‖w‖ (cm)")
    axes[1].plot(Cs, slacks, color=style.VERMILION)
    axes[1].set_ylabel("total slack Σξ")
    axes[2].fill_between(Cs, 0, bending, color=style.BLUE, alpha=0.35, linewidth=0)
    axes[2].fill_between(Cs, bending, bending + paying, color=style.VERMILION, alpha=0.35, lw=0)
    axes[2].plot(Cs, bending, color=style.BLUE, label="½‖w‖²")
    axes[2].plot(Cs, bending + paying, color=style.INK, label="½‖w‖² + C Σξ")
    axes[2].set(ylabel="objective", xlabel="C", xlim=(Cs.min(), Cs.max()))
    axes[2].legend(loc="upper left")
    for ax in axes:
        ax.axvline(threshold, color=style.GREY, linestyle=":", linewidth=1.5)
        ax.set_ylim(0, None)
    return axes


def reduced_hulls(X: ArrayLike, y: ArrayLike, center: ArrayLike, nearest: ArrayLike) -> Axes:
    """Mean of the smaller class, nearest point of the larger one's reduced hull, and its mean.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1; -1 is the smaller class.
    center, nearest : array_like, shape (2,)
        Mean of the smaller class, and the point of the reduced hull next to it.
    """
    ax = style.panels(height=4.2)[0]
    scenes.frame(X, ax, equal=True)
    scenes.points(X, y, ax, size=18, linewidths=0.4)
    mean = X[y > 0].mean(axis=0)
    ax.plot(*np.transpose([center, mean]), color=style.INK, linestyle=":", linewidth=2, zorder=4)
    ax.plot(*np.transpose([center, nearest]), color=style.VERMILION, linewidth=2.5, zorder=4)
    marks = (
        (center, "D", style.BLUE, "mean", (-8, -16)),
        (nearest, "D", style.ORANGE, "nearest point", (46, -14)),
        (mean, "P", style.ORANGE, "mean", (20, 8)),
    )
    for place, marker, color, text, offset in marks:
        style.outlined(ax, *place, marker, color, 9, zorder=5)
        label = ax.annotate(text, place, offset, textcoords="offset points", ha="center", zorder=6)
        label.set_bbox({"facecolor": "white", "alpha": 0.8, "edgecolor": "none", "pad": 1})
    return scenes.label_axes(ax, IRIS_FEATURES)
