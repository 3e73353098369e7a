"""Pictures of lecture 12: thresholds and their cost, searches, learning curves, comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from svmlib._checks import check_scalar, check_signs, check_vector
from svmlib.plots import style

if TYPE_CHECKING:
    import pandas as pd
    from sklearn.model_selection import GridSearchCV


def running_score(terms: ArrayLike, b: float) -> Axes:
    """f(x) = b + Σ terms summed up term by term, the largest first; dotted, where it ends.

    Parameters
    ----------
    terms : array_like, shape (n,)
        What each support vector adds, β_i k(x_i, x).
    b : float
    """
    terms = check_vector(terms, "terms")
    order = np.argsort(-np.abs(terms), kind="stable")
    sums, ax = b + np.cumsum(terms[order]), style.panels(height=3.0)[0]
    ax.axhline(0, color=style.INK, linewidth=0.8)
    ax.axhline(sums[-1], color=style.INK, linestyle=":", linewidth=1.2)
    ax.step(np.arange(1, len(sums) + 1), sums, where="post", color=style.CURVES[1])
    ax.set(xscale="log", xlabel="support vectors, weightiest first", ylabel="score so far")
    return ax


def threshold(
    scores: ArrayLike,
    y: ArrayLike,
    at: float | None = None,
    cost_alarm: float = 1.0,
    cost_miss: float = 1.0,
) -> np.ndarray:
    """Precision and recall, and below them the cost, of "call + if the score > t" over t.

    The curves are steps, as they change only where t passes a score. A star marks the cheapest
    threshold, the middle of the widest of the stretches that cost least. Returns both axes.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Any scores, larger for +1: probabilities, values of a decision function.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    at : float, optional
        The chosen threshold, marked by a dotted line and by dots on the curves; none stands on
        the precision where nothing is called +1.
    cost_alarm, cost_miss : float
        What a -1 called +1 costs, and a +1 called -1, not negative.

    Raises
    ------
    TypeError, ValueError
        If scores are no finite numbers, y is no vector of -1 and +1 as long, or a cost is below 0.
    """
    scores = check_vector(scores, "scores")
    y = check_signs(y, len(scores), both=True)
    cost_alarm = check_scalar(cost_alarm, "cost_alarm", at_least=0)
    cost_miss = check_scalar(cost_miss, "cost_miss", at_least=0)
    t, precision, recall, cost = _at_thresholds(scores, y, cost_alarm, cost_miss)
    axes = style.panels(1, 2, height=4.6, sharey=False, grid=True, height_ratios=(3, 2))
    above, below = axes
    for ax, values, color, dash, name in (
        (above, precision, style.CURVES[0], "-", "precision"),
        (above, recall, style.CURVES[2], "--", "recall"),
        (below, cost, style.CURVES[1], "-", "mean cost of a point"),
    ):
        ax.plot(t, values, color=color, linestyle=dash, drawstyle="steps-post", label=name)
        if at is not None:
            here = values[max(0, np.searchsorted(t, at, side="right") - 1)]
            style.outlined(ax, at, here, "o", color, 8, zorder=4)
    # the step t_k ≤ t < t_k+1 is the widest of those that cost least
    least = np.isclose(cost[:-1], cost.min(), rtol=1e-9, atol=0)
    k = np.argmax(np.where(least, np.diff(t), -1.0))
    middle = (t[k] + t[k + 1]) / 2
    style.outlined(below, middle, cost[k], style.OPTIMUM, style.CURVES[1], 13, zorder=5)
    if at is not None:
        for ax in axes:
            ax.axvline(at, color=style.GREY, linestyle=":")
    above.set(ylim=(-0.03, 1.03), ylabel="share")
    above.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False)
    below.set(xlabel="threshold", ylabel="mean cost", ylim=(0, 1.08 * max(cost.max(), 1e-12)))
    return axes


def _at_thresholds(scores, y, cost_alarm, cost_miss):
    """Ends of steps t_0 < … < t_m, and for t_k ≤ t < t_k+1 precision, recall and mean cost.

    Between two neighbouring scores nothing changes; t_0 and t_m lie outside all of them.
    """
    cuts = np.unique(scores)
    room = 0.04 * (cuts[-1] - cuts[0]) or 1.0
    t = np.concatenate([[cuts[0] - room], cuts, [cuts[-1] + room]])
    positive, negative = np.sort(scores[y > 0]), np.sort(scores[y < 0])
    caught = len(positive) - np.searchsorted(positive, t, side="right")
    alarms = len(negative) - np.searchsorted(negative, t, side="right")
    called = caught + alarms
    precision = np.where(called > 0, caught / np.maximum(called, 1), np.nan)
    cost = (cost_alarm * alarms + cost_miss * (len(positive) - caught)) / len(scores)
    return t, precision, caught / len(positive), cost


def fold_scores(scores: dict[str, ArrayLike], label: str, *, mark: float | None = None) -> Axes:
    """A row of dots for each name, one dot a fold, and a diamond at their mean.

    Parameters
    ----------
    scores : dict
        Name → scores of the folds, or their differences, shape (k,).
    label : str
        What they are, for the axis.
    mark : float, optional
        Where to draw a dotted line: the score of knowing nothing, or no difference.
    """
    ax = style.panels(height=0.55 * len(scores) + 1.1)[0]
    if mark is not None:
        ax.axvline(mark, color=style.GREY, linestyle=":")
    for row, values in enumerate(scores.values()):
        values = np.asarray(values, dtype=float)
        ax.plot(values, np.full(len(values), row), "o", color=style.CURVES[0], alpha=0.55)
        style.outlined(ax, values.mean(), row, "D", style.ORANGE, 9, zorder=4)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.set(ylim=(len(scores) - 0.5, -0.5), xlabel=label)
    ax.grid(True, axis="x")
    return ax


def search_map(search: GridSearchCV, across: str, up: str) -> Axes:
    """The mean scores of a search over two parameters: a cell with its score for each pair.

    The brighter the better, and the best one is framed.

    Parameters
    ----------
    search : GridSearchCV
        Fitted, over these two parameters alone.
    across, up : str
        Names of the parameters in `search.param_grid`, for the columns and for the rows.

    Raises
    ------
    ValueError
        If the search had other parameters.
    """
    if set(search.param_grid) != {across, up}:
        raise ValueError(
            f"across and up must be the parameters of the search, {', '.join(search.param_grid)}; "
            f"they are {across!r} and {up!r}"
        )
    columns, rows = sorted(search.param_grid[across]), sorted(search.param_grid[up])
    ax = style.panels(height=0.42 * len(rows) + 1.3)[0]
    table = np.full((len(rows), len(columns)), np.nan)
    tried = search.cv_results_["params"]
    for pair, score in zip(tried, search.cv_results_["mean_test_score"], strict=True):
        table[rows.index(pair[up]), columns.index(pair[across])] = score
    bright = mpl.colors.Normalize(np.nanmin(table), np.nanmax(table))(table)
    for (i, j), score in np.ndenumerate(table):
        cell = ax.bar(j + 0.5, 1, 1, i, color=mpl.colormaps["cividis"](bright[i, j]))[0]
        cell.set(edgecolor="white", gid=f"{style.SHOWN_COLOR}-{i}-{j}")
        settings = {"color": style.INK if bright[i, j] > 0.5 else "white", "va": "center"}
        number = ax.text(j + 0.5, i + 0.5, f"{score:.2f}", ha="center", fontsize=11, **settings)
        number.set_gid(f"{style.SHOWN_COLOR}-{i}-{j}-number")
    i, j = rows.index(search.best_params_[up]), columns.index(search.best_params_[across])
    # dark under white, on dark pages the other way round: seen on bright cells and on dark ones
    for color, width in ((style.INK, 5), ("white", 2)):
        ax.plot([j, j + 1, j + 1, j, j], [i, i, i + 1, i + 1, i], color=color, linewidth=width)
    ax.set_xticks(np.arange(len(columns)) + 0.5, [f"{value:g}" for value in columns])
    ax.set_yticks(np.arange(len(rows)) + 0.5, [f"{value:g}" for value in rows])
    ax.set(xlabel=across.rpartition("__")[2], ylabel=up.rpartition("__")[2])
    ax.set(xlim=(0, len(columns)), ylim=(0, len(rows)))
    return ax


def word_weights(names: ArrayLike, w: ArrayLike, sides: tuple[str, str]) -> np.ndarray:
    """The twelve features with the largest weights of a linear machine, a panel for either side.

    Returns both axes.

    Parameters
    ----------
    names : array_like of str, shape (d,)
    w : array_like, shape (d,)
        The normal of the machine.
    sides : (str, str)
        Titles: what negative weights speak for, and what positive ones do.
    """
    names, w = np.asarray(names), check_vector(w, "w")
    order = np.argsort(w, kind="stable")
    axes = style.panels(2, height=4.14, sharex=False, sharey=False)
    both = (order[:12], style.BLUE), (order[::-1][:12], style.ORANGE)
    widest = 1.08 * np.abs(w).max()
    for ax, (rows, color), side in zip(axes, both, sides, strict=True):
        ax.barh(range(len(rows)), np.abs(w[rows]), color=color, edgecolor=style.INK)
        ax.set_yticks(range(len(rows)), names[rows])
        ax.set(title=side, xlabel="weight, absolute", xlim=(0, widest))
        ax.invert_yaxis()
    return axes


def color_names(colors: pd.DataFrame, groups: dict[str, ArrayLike], *, columns: int = 2) -> Axes:
    """Patches of colour beside their names, in one block for each group.

    Parameters
    ----------
    colors : DataFrame, shape (n, 3)
        Red, green and blue from 0 to 1; the index holds the names.
    groups : dict
        Title → rows to show.
    columns : int
        Number of columns of patches in a block.
    """
    blocks = [np.asarray(rows) for rows in groups.values()]
    lines = [-(-len(rows) // columns) for rows in blocks]
    ax = style.panels(height=0.3 * (sum(lines) + 1.4 * len(blocks)) + 0.1)[0]
    top = 0.0
    for title, rows, high in zip(groups, blocks, lines, strict=True):
        style.direct_label(ax, 0.0, top + 0.7, title, fontweight="bold")
        for k, row in enumerate(rows):
            x, y = float(k // high), top + 1.5 + k % high
            patch = ax.barh(y, 0.16, left=x, height=0.82, color=colors.iloc[row].to_numpy())
            patch[0].set(edgecolor=style.INK, gid=f"{style.SHOWN_COLOR}-{row}")
            style.direct_label(ax, x + 0.2, y, colors.index[row])
        top += high + 1.4
    ax.set(xlim=(-0.02, columns), ylim=(top + 0.1, 0.0))
    ax.set_axis_off()
    return ax


def learning_curves(sizes: ArrayLike, scores: dict[str, ArrayLike], label: str) -> Axes:
    """Mean score over the number of training points, with a band of one standard error.

    Parameters
    ----------
    sizes : array_like, shape (m,)
    scores : dict
        Name → scores, shape (m, k): a row for each size, a column for each fold.
    label : str
        What they are, for the axis.
    """
    ax = style.panels(height=3.4, grid=True)[0]
    dashes = ("-", "--", "-.", ":")
    for (name, values), color, dash in zip(scores.items(), style.CURVES, dashes, strict=False):
        values = np.asarray(values, dtype=float)
        mean = values.mean(axis=1)
        error = values.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
        ax.fill_between(sizes, mean - error, mean + error, color=color, alpha=0.15, linewidth=0)
        ax.plot(sizes, mean, marker="o", markersize=5, color=color, linestyle=dash, label=name)
    ax.set(xlabel="training points", ylabel=label)
    ax.legend()
    return ax
