"""Pictures of lecture 10: regions, scores, undecided places, confusion, certified training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from svmlib.plots import scenes, style

NOBODY, SEVERAL = "#9AA3AF", "#FFFFFF"
LINE_COLORS = [style.LINES.get(color, color) for color in style.PALETTE]


def regions(
    model: BaseEstimator,
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
    """The part of the plane where each class has the highest score, and the points.

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
        Dashed, where the leading score is ahead of the next one by just this much.
    size : float
        Area of the markers.
    equal : bool
        The same unit on both axes.
    """
    ax = style.get_axes(ax)
    scenes.frame(X, ax, equal=equal)
    u, v, places = scenes.grid(ax, 240)
    scores = model.decision_function(places)
    for k in range(scores.shape[1]):
        lead = (scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)).reshape(len(v), len(u))
        if lead.max() > 0:
            color = style.pale(style.PALETTE[k])
            ax.contourf(u, v, lead, levels=[0, np.inf], colors=[color], zorder=0)
            if lead.min() < 0:
                ax.contour(u, v, lead, levels=[0], colors=style.INK, linewidths=1.4, zorder=1)
            if delta is not None and lead.min() < delta < lead.max():
                look = {"linestyles": "--", "linewidths": 1.2}
                ax.contour(u, v, lead, levels=[delta], colors=style.INK, zorder=1, **look)
    scenes.points(X, y, ax, labels, size=size)
    if labels is not None:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(labels), frameon=False)
    return ax if names is None else scenes.label_axes(ax, names)


def undecided(rest: BaseEstimator, pairs: BaseEstimator, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Where binary machines contradict each other: one-versus-rest beside one-versus-one.

    Left, a place has the colour of a class if only the machine of that class claims it; grey if
    none does; white with stripes if several do. Right, the colour of the class with most votes;
    white with stripes where the vote is a tie. Lines: f = 0 of every binary machine.
    Returns both axes.

    Parameters
    ----------
    rest, pairs : fitted MulticlassSVM of kind "one-vs-rest" and "one-vs-one"
    X, y : array_like, shape (n, 2) and (n,)
    """
    axes = style.panels(2, height=3.5)
    titles = "one-versus-rest: claims", "one-versus-one: votes"
    for ax, model, title in zip(axes, (rest, pairs), titles, strict=True):
        scenes.frame(X, ax, equal=True)
        u, v, places = scenes.grid(ax, 400)
        f = np.column_stack([machine.decision_function(places) for machine in model.machines_])
        # what breaks ties of votes is smaller than a third
        tally = f > 0 if model is rest else np.rint(model.decision_function(places))
        most = tally == tally.max(axis=1, keepdims=True)
        nobody, shared = tally.max(axis=1) == 0, most.sum(axis=1) > 1
        for k in range(tally.shape[1]):
            _fill(ax, u, v, most[:, k] & ~shared & ~nobody, style.pale(style.PALETTE[k]))
        _fill(ax, u, v, nobody, NOBODY)
        _fill(ax, u, v, shared & ~nobody, SEVERAL, hatch="////")
        for column in f.T:
            values = column.reshape(len(v), len(u))
            if values.min() < 0 < values.max():
                ax.contour(u, v, values, levels=[0], colors=style.INK, linewidths=1.2, zorder=1)
        scenes.points(X, y, ax, size=26)
        ax.set_title(title)
    return axes


def score_lines(
    Ws: Sequence[ArrayLike], x: ArrayLike, y: ArrayLike, titles: Sequence[str]
) -> np.ndarray:
    """One feature: the score of each class is a line, and the highest one wins.

    Parameters
    ----------
    Ws : sequence of array_like, shape (K, 2)
        Slope and bias of each class, one matrix for each panel.
    x : array_like, shape (n,)
    y : array_like, shape (n,)
        Classes 0 … K-1; the points are drawn at the foot of each panel.
    titles : sequence of str
    """
    axes = style.panels(len(Ws), height=3.5)
    ends = np.linspace(np.min(x) - 0.4, np.max(x) + 0.4, 400)
    for ax, W, title in zip(axes, Ws, titles, strict=True):
        W = np.asarray(W, dtype=float)
        scores = np.outer(ends, W[:, 0]) + W[:, 1]
        ax.plot(ends, scores.max(axis=1), color=style.PALE_GREY, linewidth=8, zorder=1)
        for k, line in enumerate(scores.T):
            ax.plot(ends, line, color=LINE_COLORS[k], linestyle=("--", "-", "-.")[k % 3], zorder=2)
        ax.set(title=title, xlabel="x", xlim=(ends[0], ends[-1]))
        ax.axhline(0, color=style.GREY, linewidth=0.8, zorder=0)
    low, high = axes[0].get_ylim()
    foot = low - 0.08 * (high - low)
    for ax in axes:
        scenes.points(np.column_stack([x, np.full(len(x), foot)]), y, ax, size=26)
        ax.set_ylim(foot - 0.06 * (high - low), high)
    axes[0].set_ylabel("score of each class")
    return axes


def confusion(matrix: ArrayLike, names: Sequence[str]) -> Axes:
    """A confusion matrix: rows are the true classes, columns the answers, mistakes shaded.

    Parameters
    ----------
    matrix : array_like of int, shape (K, K)
    names : sequence, length K
    """
    matrix = np.asarray(matrix)
    ax = style.panels(height=4.6)[0]
    mistakes = np.where(np.eye(len(matrix), dtype=bool), 0, matrix)
    ax.imshow(mistakes, cmap="Oranges", vmin=0, vmax=1.4 * mistakes.max())
    for i, j in np.ndindex(*matrix.shape):
        if matrix[i, j]:
            ax.text(j, i, matrix[i, j], ha="center", va="center", fontsize=13, color=style.INK)
    ax.set(xlabel="answer", ylabel="truth")
    ax.set_xticks(range(len(matrix)), names)
    ax.set_yticks(range(len(matrix)), names)
    return ax


def scores_of_queries(
    model: BaseEstimator,
    X: ArrayLike,
    y: ArrayLike,
    queries: ArrayLike,
    names: Sequence[str],
    labels: Sequence[str],
) -> np.ndarray:
    """A point at several places: above its place among the regions, below the scores there.

    Returns the axes, shape (2, q).

    Parameters
    ----------
    model : fitted MulticlassSVM
    X, y : array_like, shape (n, 2) and (n,)
        Points, and classes 0 … K-1.
    queries : array_like, shape (q, 2)
    names : sequence of str
        Names of the two columns.
    labels : sequence of str
        Names of the classes.
    """
    queries = np.asarray(queries, dtype=float)
    scores = model.decision_function(queries)
    axes = style.panels(
        len(queries), 2, height=4.9, sharex="row", sharey="row", height_ratios=(3, 2)
    ).reshape(2, -1)
    for above, below, query, s in zip(*axes, queries, scores, strict=True):
        regions(model, X, y, above, size=16)
        star = {"marker": "*", "s": 190, "c": style.VERMILION, "linewidths": 1, "zorder": 4}
        above.scatter(*query, edgecolors=style.INK, **star)
        above.set_xlabel(names[0])
        below.bar(range(len(s)), s, color=style.PALETTE[: len(s)], edgecolor=style.INK)
        below.axhline(0, color=style.INK, linewidth=0.8)
        below.set_xticks(range(len(s)), labels, rotation=30, ha="right")
    axes[0, 0].set_ylabel(names[1])
    axes[1, 0].set_ylabel("score")
    return axes


def training_gaps(
    runs: Sequence[tuple[ArrayLike, float]], titles: Sequence[str], tol: Sequence[float]
) -> np.ndarray:
    """What training knows and what it cannot know: certified gap and true distance, by epoch.

    Parameters
    ----------
    runs : sequence of (history, optimum)
        history (epochs, 2) holds the primal and the dual objective after each epoch; optimum is
        the exact minimum. Both curves are divided by the primal objective of their epoch.
    titles : sequence of str
    tol : sequence of float
        The relative gap at which each run stops.
    """
    axes = style.panels(len(runs), height=3.6, sharex=False, grid=True)
    for ax, (history, optimum), title, level in zip(axes, runs, titles, tol, strict=True):
        primal, dual = np.asarray(history, dtype=float).T
        epochs = np.arange(1, len(primal) + 1)
        known, true = (primal - dual) / primal, (primal - optimum) / primal
        ax.loglog(epochs, known, color=style.CURVES[0], label="certified: P − D")
        ax.loglog(epochs, true, "--", color=style.CURVES[1], label="true: P − P*")
        ax.axhline(level, color=style.GREY, linestyle=":", linewidth=1.5)
        ax.set(title=title, xlabel="epoch")
    axes[0].set_ylabel("relative to P")
    axes[0].legend(loc="lower left")
    return axes


def scores_along(x: ArrayLike, scores: ArrayLike, named: dict[str, ArrayLike]) -> np.ndarray:
    """Scores of the classes along a line, and below it who is named where, as bars.

    Parameters
    ----------
    x : array_like, shape (m,)
    scores : array_like, shape (m, K)
        Curves that coincide stay visible: the first is the broadest, the last the thinnest.
    named : dict
        For each bar from top to bottom its label, and a class for each place, shape (m,).
    """
    x, scores = np.asarray(x), np.asarray(scores)
    axes = style.panels(rows=2, height=3.8, sharey=False, height_ratios=[5, 3])
    for k, curve in enumerate(scores.T):
        width = 2 + 3.5 * (scores.shape[1] - 1 - k)
        axes[0].plot(x, curve, color=LINE_COLORS[k], linewidth=width, label=f"class {k}")
    axes[0].axhline(0, color=style.GREY, linewidth=0.8, zorder=0)
    axes[0].set(ylabel="score", ylim=(-1.5, 1.5), yticks=[-1, 0, 1])
    axes[0].legend(loc="upper right", ncols=scores.shape[1])
    heights = -np.arange(len(named))
    for height, classes in zip(heights, named.values(), strict=True):
        for k in range(scores.shape[1]):
            inside = np.asarray(classes) == k
            low, high = np.full(len(x), height - 0.35), np.full(len(x), height + 0.35)
            axes[1].fill_between(x, low, high, where=inside, color=LINE_COLORS[k], linewidth=0)
    axes[1].set(xlabel="x", xlim=(np.floor(x[0]), np.ceil(x[-1])))
    axes[1].set_yticks(heights, list(named))
    return axes


def _fill(ax, u, v, inside, color, hatch=None):
    if inside.any():
        area = inside.astype(float).reshape(len(v), len(u))
        ax.contourf(u, v, area, levels=[0.5, 2], colors=[color], hatches=[hatch], zorder=0)
