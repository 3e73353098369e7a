"""Pictures of lecture 10: scores, undecided places, confusion, certified training."""

import numpy as np

from svmlib.plots import maps, scenes, style

NOBODY, SEVERAL = "#9AA3AF", "#FFFFFF"
LINE_COLORS = [style.LINES.get(color, color) for color in style.PALETTE]


def undecided(rest, pairs, X, y):
    """Show where binary machines contradict each other: one-versus-rest beside one-versus-one.

    A place has the colour of the one class that is claimed, or has most votes. It is grey if none
    is claimed, white with stripes if several are or votes tie. Lines are f = 0 of every machine.
    """
    axes = style.panels(2, height=3.5)
    titles = "one-versus-rest: claims", "one-versus-one: votes"
    for ax, model, title in zip(axes, (rest, pairs), titles, strict=True):
        scenes.frame(X, ax, equal=True)
        u, v, places = maps.grid(ax, 400)
        f = np.column_stack([machine.decision_function(places) for machine in model.machines_])
        # a share below one third breaks ties of votes
        tally = f > 0 if model is rest else np.rint(model.decision_function(places))
        most = tally == tally.max(axis=1, keepdims=True)
        nobody, shared = tally.max(axis=1) == 0, most.sum(axis=1) > 1
        for k in range(tally.shape[1]):
            _fill(ax, u, v, most[:, k] & ~shared & ~nobody, style.pale(style.PALETTE[k]))
        _fill(ax, u, v, nobody, NOBODY)
        _fill(ax, u, v, shared & ~nobody, SEVERAL, hatch="////")
        for column in f.T:
            values = column.reshape(len(v), len(u))
            maps.level_line(ax, u, v, values, linewidths=1.2, zorder=1)
        scenes.points(X, y, ax, size=26)
        ax.set_title(title)
    return axes


def score_lines(Ws, x, y, titles):
    """Draw each class as a line of scores on one feature, a row of W (K, 2). The highest wins."""
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


def scores_of_queries(model, X, y, queries, names, labels):
    """Draw a point at several places among the regions, and below them its scores at each."""
    queries = np.asarray(queries, dtype=float)
    scores = model.decision_function(queries)
    shared = {"sharex": "row", "sharey": "row", "height_ratios": (3, 2)}
    axes = style.panels(len(queries), 2, height=4.9, **shared)
    for above, below, query, s in zip(*axes, queries, scores, strict=True):
        maps.regions(model, X, y, above, size=16)
        star = {"marker": "*", "s": 190, "c": style.VERMILION, "linewidths": 1, "zorder": 4}
        above.scatter(*query, edgecolors=style.INK, **star)
        above.set_xlabel(names[0])
        below.bar(range(len(s)), s, color=style.PALETTE[: len(s)], edgecolor=style.INK)
        below.axhline(0, color=style.INK, linewidth=0.8)
        below.set_xticks(range(len(s)), labels, rotation=30, ha="right")
    axes[0, 0].set_ylabel(names[1])
    axes[1, 0].set_ylabel("score")
    return axes


def scores_along(x, scores, named):
    """Draw scores (m, K) of the classes along a line, and below it bars of the winning class.

    If curves coincide, the first is the broadest.
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
    """Fill the chosen places of a grid with one colour, if there are any."""
    if inside.any():
        area = inside.astype(float).reshape(len(v), len(u))
        ax.contourf(u, v, area, levels=[0.5, 2], colors=[color], hatches=[hatch], zorder=0)
