"""Pictures of lecture 12: thresholds and their cost, searches, learning curves, comparisons."""

import matplotlib as mpl
import numpy as np

from svmlib._checks import check_scalar, check_signs, check_vector
from svmlib.plots import style


def threshold(scores, y, at=None, cost_alarm=1.0, cost_miss=1.0):
    """Draw precision and recall, and below the cost, of "call + if the score > t" against t.

    A star marks the cheapest threshold, the middle of the widest stretch that costs least. A
    dotted line marks the chosen one. A -1 called +1 costs `cost_alarm`, a +1 called -1 `cost_miss`.
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
    # t_k ≤ t < t_k+1 is the widest of the steps that cost least
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
    """Return ends of steps t_0 < … < t_m, and for t_k ≤ t < t_k+1 precision, recall, mean cost.

    Between two neighbouring scores nothing changes. t_0 and t_m are outside all of them.
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


def fold_scores(scores, label, *, mark=None):
    """Draw a row for each name, with a dot a fold, a diamond at their mean, and a dotted mark."""
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


def search_map(search, across, up):
    """Draw mean scores of a fitted `GridSearchCV` over two parameters, with the best one framed.

    `across` names the parameter of the columns, `up` that of the rows.
    """
    if set(search.param_grid) != {across, up}:
        raise ValueError(
            f"across and up must be the parameters of the search, {', '.join(search.param_grid)}; "
            f"they are {across!r} and {up!r}"
        )
    columns, rows = sorted(search.param_grid[across]), sorted(search.param_grid[up])
    ax = style.panels(height=0.42 * len(rows) + 1.3)[0]
    tried = zip(search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True)
    scores = {(pair[up], pair[across]): score for pair, score in tried}
    table = np.array([[scores[row, column] for column in columns] for row in rows])
    bright = mpl.colors.Normalize(table.min(), table.max())(table)
    for (i, j), score in np.ndenumerate(table):
        cell = ax.bar(j + 0.5, 1, 1, i, color=mpl.colormaps["cividis"](bright[i, j]))[0]
        cell.set(edgecolor="white", gid=f"{style.SHOWN_COLOR}-{i}-{j}")
        settings = {"color": style.INK if bright[i, j] > 0.5 else "white", "va": "center"}
        number = ax.text(j + 0.5, i + 0.5, f"{score:.2f}", ha="center", fontsize=11, **settings)
        number.set_gid(f"{style.SHOWN_COLOR}-{i}-{j}-number")
    i, j = rows.index(search.best_params_[up]), columns.index(search.best_params_[across])
    # white on a dark line, or the reverse on dark pages, is seen on bright and on dark cells
    for color, width in ((style.INK, 5), ("white", 2)):
        ax.plot([j, j + 1, j + 1, j, j], [i, i, i + 1, i + 1, i], color=color, linewidth=width)
    ax.set_xticks(np.arange(len(columns)) + 0.5, [f"{value:g}" for value in columns])
    ax.set_yticks(np.arange(len(rows)) + 0.5, [f"{value:g}" for value in rows])
    ax.set(xlabel=across.rpartition("__")[2], ylabel=up.rpartition("__")[2])
    ax.set(xlim=(0, len(columns)), ylim=(0, len(rows)))
    return ax


def color_names(colors, groups):
    """Draw patches of colours, a table of red, green and blue, with a block for each group."""
    lines = [-(-len(rows) // 3) for rows in groups.values()]
    ax = style.panels(height=0.3 * (sum(lines) + 1.4 * len(groups)) + 0.1)[0]
    top = 0.0
    for (title, rows), high in zip(groups.items(), lines, strict=True):
        style.direct_label(ax, 0.0, top + 0.7, title, fontweight="bold")
        for k, row in enumerate(rows):
            x, y = float(k // high), top + 1.5 + k % high
            patch = ax.barh(y, 0.16, left=x, height=0.82, color=colors.iloc[row].to_numpy())
            patch[0].set(edgecolor=style.INK, gid=f"{style.SHOWN_COLOR}-{row}")
            style.direct_label(ax, x + 0.2, y, colors.index[row])
        top += high + 1.4
    ax.set(xlim=(-0.02, 3), ylim=(top + 0.1, 0.0))
    ax.set_axis_off()
    return ax


def learning_curves(sizes, scores, label):
    """Draw the mean score against the training points, with a band of one standard error."""
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
