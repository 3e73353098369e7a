"""Pictures of lecture 9: the effect of scaling, paths of multipliers, the judging of a choice."""

import numpy as np
from matplotlib.ticker import NullFormatter

from svmlib.plots import style

# marks on a map differ in shape, with a dark outline for light cells, a white face for dark ones
MARKS = ("*", "D", "o", "^", "s")


def reported_against_true(differences, names):
    """Draw reported minus true accuracy of studies as dots, with mean ± two standard errors."""
    ax = style.panels(height=0.95 * len(names) + 0.9)[0]
    marks = zip(differences, (style.VERMILION, style.PURPLE, style.GREEN), strict=False)
    for row, (values, color) in enumerate(marks):
        values = 100 * np.asarray(values, dtype=float)
        # ties are spread by their order and not at random
        lift = 0.28 * (np.argsort(np.argsort(values, kind="stable")) % 5 - 2) / 2
        ax.plot(values, row + lift, "o", color=color, alpha=0.55, markersize=5)
        error = 2 * values.std(ddof=1) / np.sqrt(len(values))
        mean = {"fmt": "D", "color": style.INK, "markersize": 7, "capsize": 5, "linewidth": 2}
        ax.errorbar(values.mean(), row, xerr=error, zorder=4, **mean)
    ax.axvline(0, color=style.INK, linewidth=1, zorder=1)
    ax.set_yticks(range(len(names)), labels=names)
    ax.set(ylim=(len(names) - 0.5, -0.5), xlabel="reported minus true accuracy (percentage points)")
    return ax


def margin_bound_curves(gammas, shares, widths, extra, error):
    """Draw a margin bound against γ, its parts share + width + extra, and the error it bounds."""
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
    low_right = {"va": "bottom", "ha": "right"}  # where no other curve is near
    style.direct_label(ax, gammas[-1], error + 0.005, "measured error", style.INK, **low_right)
    ax.set(xscale="log", xlabel="γ", ylabel="share of points", ylim=(0, 1.05))
    ax.set_xticks(gammas, labels=[f"{gamma:g}" for gamma in gammas])
    ax.xaxis.set_minor_formatter(NullFormatter())
    return ax
