"""Pictures of lecture 6: lower bounds, the set of values, and the meaning of a multiplier."""

import numpy as np

from svmlib.datasets import IRIS_FEATURES
from svmlib.plots import scenes, style


def proposals(lines, X, y, *, closest):
    """Draw two proposed lines {name: (w, b)}, with rings around points close to the second one."""
    X, y = np.asarray(X), np.asarray(y)
    ax = style.panels(height=4.4)[0]
    scenes.frame(X, ax, pad=0.1, equal=True)
    scenes.points(X, y, ax, {-1: "setosa", 1: "other species"})
    ax.legend(loc="lower right")
    looks = (("-", style.INK, 0.18), ("--", style.VERMILION, -0.18))
    for (name, (w, b)), (dashes, color, beside) in zip(lines.items(), looks, strict=True):
        scenes.line(w, b, ax, linestyle=dashes, color=color)
        left = ax.get_xlim()[0] + 0.3
        height = -(w[0] * left + b) / w[1] + beside
        words = style.WORDS.get(color, color)
        ax.text(left, height, name, color=words, fontsize=15, ha="center", va="center")
    smallest = np.argsort(y * (X @ w + b), kind="stable")
    ringed = np.zeros(len(y), dtype=bool)
    for label in (-1, 1):
        ringed[smallest[y[smallest] == label][:closest]] = True
    scenes.ring(X, ringed, np.zeros(len(y), dtype=bool), ax)
    return scenes.label_axes(ax, IRIS_FEATURES[:2])


def lower_bounds(alphas):
    """Draw ½z² subject to 1 - z ≤ 0: Lagrangians against z, and their minima against α."""
    axes = style.panels(2, height=3.9, sharex=False, grid=True)
    z, a = np.linspace(-0.6, 2.6, 321), np.linspace(0, 2.2, 221)
    axes[0].axvspan(-0.6, 1, color=style.PALE_GREY, alpha=0.6, linewidth=0)
    axes[0].plot(z, 0.5 * z**2, color=style.INK, linewidth=2.8)
    axes[1].plot(a, a - 0.5 * a**2, color=style.INK, linewidth=2.8)
    for alpha, color in zip(alphas, style.CURVES, strict=False):
        axes[0].plot(z, 0.5 * z**2 + alpha * (1 - z), color=color, linewidth=1.6)
        lowest = alpha - 0.5 * alpha**2
        for ax in axes:
            style.outlined(ax, alpha, lowest, "o", color, 8, zorder=4)
        # the label is beside the dot, on the outer side of the parabola, and above it at the top
        side = int(np.sign(np.round(alpha - 1, 9)))
        place = alpha + 0.15 * side, lowest + (0.0 if side else 0.16)
        ha = {-1: "right", 0: "center", 1: "left"}[side]
        style.direct_label(axes[1], *place, f"α = {alpha:g}", color, ha=ha)
    for ax in axes:
        ax.axhline(0.5, color=style.GREY, linestyle="--", linewidth=1.2, zorder=1)
    axes[0].set(xlabel="z", ylim=(-0.35, 1.75), xlim=(-0.6, 2.6), title="L(z, α) over z")
    axes[0].text(-0.5, -0.25, "not feasible", color=style.INK, fontsize=11, va="center")
    axes[1].set(xlabel="α", xlim=(-0.75, 2.4), title="D(α), their minima")
    return axes


def value_sets(problems, *, height=3.6, width=style.WIDTH):
    """Draw values (g(z), F(z)) of problems with one constraint, and the lines of multipliers.

    A problem is {title: (values of g, values of F, optimum, at most two multipliers)}. The line
    F + α g = D(α) meets the axis g = 0 at D(α).
    """
    axes = style.panels(len(problems), height=height, width=width)
    for ax, (title, (g, F, optimum, drawn)) in zip(axes, problems.items(), strict=True):
        ax.axvspan(0, 1.6, color=style.PALE_GREY, alpha=0.6, linewidth=0)
        words = {"color": style.INK, "fontsize": 11, "va": "center"}  # no line passes here
        ax.text(-1.5, -0.75, "feasible", ha="left", **words)
        ax.text(1.5, 2.45, "not feasible", ha="right", **words)
        ax.axvline(0, color=style.GREY, linewidth=1.2)
        order = np.lexsort((F, np.round(g, 9)))  # equal g have one order on every processor
        lowest = [*np.minimum.accumulate(F[order]), F.min()]  # the least of all values up to here
        region = {"color": style.PRIMAL, "alpha": 0.15, "linewidth": 0, "step": "post"}
        ax.fill_between([*g[order], 1.6], lowest, 2.7, **region)
        shape = "o" if len(g) == 2 else "-"
        ax.plot(g, F, shape, color=style.INK, markersize=9, linewidth=2.8, zorder=3)
        for alpha, dashes in zip(drawn, ("--", "-"), strict=False):
            bound = (F + alpha * g).min()
            ends = np.array([-1.6, 1.6])
            ax.plot(ends, bound - alpha * ends, color=style.DUAL, linestyle=dashes, linewidth=1.8)
            style.outlined(ax, 0, bound, "^", style.DUAL, 9, zorder=5)
        style.outlined(ax, 0, optimum, style.OPTIMUM, style.PRIMAL, 20, zorder=4)
        ax.set(xlabel="constraint g(z)", xlim=(-1.6, 1.6), ylim=(-0.9, 2.7), title=title)
    axes[0].set_ylabel("objective F(z)")
    return axes


def scene(ax, plane, X, y, share, view):
    """Draw the street of a plane (w, b), no line if w = 0, and points by their share α/C."""
    scenes.frame(view, ax, equal=True)
    if np.any(plane[0]):
        scenes.centre_and_kerbs(*plane, ax)
    carries = share > 1e-6
    size = scenes.room(ax) * np.where(carries, 24 + 130 * share, 16)
    for label, color, marker in style.class_styles(y):
        for own, opacity, zorder in ((~carries, 0.35, 3), (carries, 1.0, 4)):
            these = own & (y == label)
            look = {"c": color, "marker": marker, "alpha": opacity, "zorder": zorder}
            outlines = np.where(share[these] >= 1 - 1e-6, 2.0, 0.7)
            ax.scatter(*X[these].T, size[these], edgecolors=style.INK, linewidths=outlines, **look)


def wedge(ax, primal, dual):
    """Draw both objectives from the start, and in grey the unknown part between them."""
    k = np.arange(len(primal))
    ax.fill_between(k, dual, primal, color=style.PALE_GREY, alpha=0.6, linewidth=0)
    ax.plot(k, primal, "o-", color=style.PRIMAL, markersize=3, label="primal P")
    ax.plot(k, dual, "o-", color=style.DUAL, markersize=3, label="dual D")
    # the start of the primal is nC, far above everything that follows
    ax.set(xlim=(0, max(k[-1], 1)), ylim=(0, max(1.6 * dual[-1], 1.2 * primal[-1])))
    ax.legend(loc="best")  # where a curve is depends on how far the climb is
