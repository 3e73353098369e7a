"""Pictures of lectures 4 and 5: corners, subgradients, walks down the objective, their speed."""

import numpy as np
from matplotlib.patches import Circle

from svmlib import losses
from svmlib.plots import style


def corners_in_bias(w, X, y, lam, b, limits):
    """Draw P(w, ·) of the mean form against the bias, its corners, its best b, and its slope."""
    lo, hi = limits
    corners = np.sort(y - X @ w)
    corners = corners[(lo < corners) & (corners < hi)]
    # flowers of equal measures share one corner, though rounding may put theirs a little apart
    corners = corners[np.diff(corners, prepend=-np.inf) > 1e-9]

    def value(bias):
        m = y * (X @ w + np.asarray(bias)[..., None])
        return 0.5 * lam * np.dot(w, w) + np.maximum(0.0, 1.0 - m).mean(axis=-1)

    ends = np.concatenate([[lo], corners, [hi]])
    middles = 0.5 * (ends[:-1] + ends[1:])
    slopes = -(y * (y * (X @ w + middles[:, None]) < 1)).mean(axis=1)
    axes = style.panels(1, 2, height=4.5, sharey=False)
    axes[0].plot(ends, value(ends), color=style.PRIMAL)
    style.outlined(axes[0], corners, value(corners), "o", style.ORANGE, 5)
    style.outlined(axes[0], b, value(b), style.OPTIMUM, style.ORANGE, 16, zorder=5)
    axes[1].hlines(slopes, ends[:-1], ends[1:], color=style.PRIMAL, linewidth=2.4)
    axes[1].vlines(corners, slopes[:-1], slopes[1:], color=style.OCHRE, linewidth=1.4)
    axes[1].axhline(0, color=style.INK, linewidth=1)
    for ax in axes:
        ax.axvline(b, color=style.GREY, linestyle=":", linewidth=1.5, zorder=0)
    axes[0].set(ylabel="P(w, b)", xlim=limits)
    axes[1].set(ylabel="slope in b", xlabel="bias b")
    inside = value(ends[[0, -1]])
    axes[0].set_ylim(value(b) - 0.06 * (inside.max() - value(b)), inside.max())
    return axes


def touching_lines():
    """Draw |w| and the hinge, each with lines that touch it at its corner and stay below."""
    axes = style.panels(2, height=3.4, sharex=False, sharey=False)
    w = np.linspace(-1.5, 1.5, 301)
    _touch(axes[0], w, np.abs(w), 0.0, (-1.0, -0.5, 0.0, 0.5, 1.0))
    axes[0].set(xlabel="w", title="|w|")
    _touch_hinge(axes[1])
    axes[1].set_title("hinge ℓ(m)")
    return axes


def hinge_subgradients():
    """Draw the hinge with lines that touch it at the kink, and the graph of its subdifferential."""
    axes = style.panels(2, height=3.4, sharey=False)
    _touch_hinge(axes[0])
    axes[0].set(ylabel="hinge loss ℓ(m)", title="ℓ and lines below it")
    for ends, m in (((-0.5, 1.0), 0.0), ((1.0, 2.5), 2.0)):
        axes[1].plot(ends, np.full(2, losses.hinge.derivative(m)), color=style.HINGE)
    axes[1].plot([1, 1], losses.hinge.subdifferential(1.0), color=style.OCHRE, linewidth=4)
    axes[1].set(ylabel="slopes u", ylim=(-1.3, 0.3), title="the set ∂ℓ(m)", xlim=(-0.5, 2.5))
    axes[1].set_xlabel("margin m")
    axes[1].grid(True)
    return axes


def _touch_hinge(ax):
    m = np.linspace(-0.5, 2.5, 301)
    _touch(ax, m, losses.hinge(m), 1.0, (-1.0, -0.75, -0.5, -0.25, 0.0))
    ax.set_xlabel("margin m")


def _touch(ax, t, values, kink, slopes):
    """Draw a function on a grid with lines of the given slopes through its corner (kink, 0)."""
    reach = t[-1] - kink
    for u, (color, dashes) in zip(slopes, style.LOOKS[1:], strict=False):
        ax.plot(t, u * (t - kink), color=color, linestyle=dashes, linewidth=1.3)
        name = f"{u:g}".replace("-", "−")
        style.direct_label(ax, t[-1] + 0.03 * reach, u * reach, name, color, fontsize=10)
    ax.plot(t, values, color=style.HINGE, linewidth=3, zorder=3)
    style.outlined(ax, kink, 0, "o", style.ORANGE, 8, zorder=4)
    ax.set(xlim=(t[0], t[-1]), ylim=(-1.6, 1.6))
    ax.grid(True)


def uphill_steps(value, point, steps, best, limits, crease):
    """Draw contours of an objective, named steps from a point, and a circle about the best point.

    A step that leaves the shaded region goes uphill. A step that ends in the circle comes closer.
    """
    ax = style.panels(height=5.4)[0]
    u, v, P = _heights(value, limits, 241)
    here = float(value(np.asarray(point, dtype=float)))
    ax.contourf(u, v, P, levels=[P.min() - 1, here], colors=[style.PALE_BLUE], zorder=0)
    floor = float(value(np.asarray(best, dtype=float)))
    levels = floor + (here - floor) * np.array([0.1, 0.4, 1.0, 1.8, 2.8, 4.0, 6.0])
    ax.contour(u, v, P, levels=levels, colors=style.GREY, linewidths=0.8)
    line = np.array(limits[0])
    ax.plot(line, [crease(x) for x in line], color=style.INK, linestyle=":", linewidth=1.6)
    radius = np.linalg.norm(np.subtract(point, best))
    rim = {"edgecolor": style.PURPLE, "linestyle": "--", "linewidth": 1.6}
    ax.add_patch(Circle(best, radius, fill=False, **rim))
    for (name, step), color in zip(steps, (style.VERMILION, style.BLUE, style.GREEN), strict=False):
        end = np.add(point, step)
        style.arrow(ax, point, end, color)
        outward, side = (-1.0, "right") if step[0] < 0 else (1.0, "left")
        style.direct_label(ax, end[0] + 0.03 * outward, end[1], name, color, ha=side)
    ax.plot(*point, "o", color=style.INK, markersize=7, zorder=5)
    style.outlined(ax, *best, style.OPTIMUM, style.ORANGE, 16, zorder=5)
    ax.set(xlabel="first component of w", ylabel="second component of w")
    ax.set(xlim=limits[0], ylim=limits[1], aspect="equal")
    return ax


def _heights(value, limits, resolution):
    """Return two components on a square grid of places, and the objective there."""
    u, v = np.meshgrid(*(np.linspace(*ends, resolution) for ends in limits))
    return u, v, value(np.stack([u, v], axis=-1))


def rule_and_truth(changes, excess, tol):
    """Draw the length of each step with a rule's tolerance, and below the excess in % of P*.

    If the run is long, every twentieth step is drawn, and the extremes of each stretch.
    """
    changes, excess = np.asarray(changes), np.asarray(excess)
    axes = style.panels(1, 2, height=5.4, sharey=False, grid=True)
    few = np.union1d(_outline(changes), np.arange(0, len(changes), 20))
    axes[0].semilogy(few + 1, changes[few], ".", color=style.BLUE, markersize=2)
    axes[0].axhline(tol, color=style.INK, linewidth=1.6)
    met = np.flatnonzero(changes <= tol)
    if len(met):
        for ax in axes:
            ax.axvline(met[0] + 1, color=style.INK, linestyle="--", linewidth=1.4)
    few = _outline(excess)
    axes[1].semilogy(few, 100 * excess[few], color=style.PRIMAL, linewidth=1.2)
    axes[0].set(ylabel="length of a step", ylim=(0.5 * tol, None))
    axes[1].set(ylabel="excess, % of P*", xlabel="step t", xlim=(0, len(changes)))
    axes[1].locator_params(axis="x", nbins=5)
    style.direct_label(axes[0], 0.02 * len(changes), 0.9 * tol, f"tolerance {tol:g}", va="top")
    for ax in axes:
        ax.yaxis.set_major_formatter("{x:g}")
    return axes


def _outline(values, stretches=300):
    """Return places of a long row that look like all of it: the first, and each stretch's extremes.

    A curve through them is an SVG of about ten kilobytes, but all places would need a PNG.
    """
    first, rest = np.split(np.arange(len(values)), [stretches])
    parts = [part for part in np.array_split(rest, stretches) if len(part)]
    lows, highs = ([p[pick(values[p])] for p in parts] for pick in (np.argmin, np.argmax))
    return np.union1d(first, np.array(lows + highs, dtype=int))


def primal_and_bound(objective, bound, optimum, *, top=None, xlabel="iteration t"):
    """Draw the objective and a lower bound that approaches it, and below gap and excess (log axes).

    The bound is NaN where it was not computed.
    """
    objective, bound = np.asarray(objective), np.asarray(bound)
    axes = style.panels(1, 2, height=6.0, sharey=False, grid=True)
    length, t = len(objective), _outline(objective)[1:]
    objective, bound = objective[t], bound[t]
    seen = np.isfinite(bound)
    axes[0].fill_between(t[seen], bound[seen], objective[seen], color=style.SKY, alpha=0.35, lw=0)
    axes[0].plot(t, objective, color=style.PRIMAL, linewidth=1.2, label="P, the objective")
    axes[0].plot(t[seen], bound[seen], "--", color=style.DUAL, label="D, the lower bound")
    axes[0].axhline(optimum, color=style.INK, linewidth=1, label="P*")
    axes[0].set(ylabel="P and D", ylim=(0, top))
    axes[0].legend(loc="upper right")
    axes[1].plot(t[seen], (objective - bound)[seen], "--", color=style.INK, label="P − D, known")
    axes[1].plot(t, objective - optimum, color=style.PRIMAL, lw=1, label="P − P*, unknown")
    axes[1].set(yscale="log", xscale="log", ylabel="gap", xlabel=xlabel, xlim=(1, length))
    axes[1].legend(loc="lower left")
    return axes


def excess_curves(
    curves, ax=None, *, guides=(), noisy=(), xlabel="iteration t", ylabel="P − P*", ylim=None
):
    """Draw curves {name: (t, excess)} on log-log axes, with a legend unless the axes are given.

    Guides (slope, t, value, name) are straight lines from (t, value). Noisy curves are thin.
    """
    alone = ax is None
    ax = style.panels(height=4.6)[0] if alone else ax
    for (name, (t, excess)), (color, dashes) in zip(curves.items(), style.LOOKS, strict=False):
        t, excess = np.asarray(t, dtype=float), np.asarray(excess, dtype=float)
        drawn = t > 0
        look = {"linewidth": 0.7, "alpha": 0.45} if name in noisy else {"linewidth": 1.8}
        ax.loglog(t[drawn], excess[drawn], color=color, linestyle=dashes, label=name, **look)
    right = max(np.max(t) for t, _ in curves.values())
    for slope, t, value, name in guides:
        ends = np.array([t, right])
        ax.plot(ends, value * (ends / t) ** slope, color=style.GREY, linestyle=":", linewidth=1.8)
        style.direct_label(ax, t, value, name, style.GREY, ha="left", va="bottom")
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if ylim is not None:
        ax.set_ylim(ylim)
    ax.grid(True)
    if alone:
        ax.figure.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return ax


def walks_beside_curves(value, runs, best, limits):
    """Draw a row for each run: its path over the contours of P, beside P - P* against the steps."""
    axes = style.panels(2, len(runs), height=2.5 * len(runs) + 0.3, sharex=False, sharey=False)
    axes = np.reshape(axes, (len(runs), 2))
    u, v, P = _heights(value, limits, 161)
    floor = float(value(np.asarray(best, dtype=float)))
    levels = floor + (P.max() - floor) * np.array([0.005, 0.02, 0.06, 0.14, 0.28, 0.5, 0.75])
    top, bottom, longest = 0.0, np.inf, 0
    for (left, right), (title, path) in zip(axes, runs.items(), strict=True):
        path = np.asarray(path)
        excess = np.maximum(value(path) - floor, 1e-9)
        top, bottom = max(top, excess.max()), min(bottom, excess.min())
        longest = max(longest, len(path))
        left.contour(u, v, P, levels=levels, colors=style.GREY, linewidths=0.8)
        left.plot(*path.T, "-", color=style.PALE_GREY, linewidth=1.0, zorder=2.4)
        left.plot(*path.T, ".-", color=style.BLUE, linewidth=0.8, markersize=4, zorder=2.5)
        style.outlined(left, *path[0], "s", style.VERMILION, 6, zorder=4)
        style.outlined(left, *best, style.OPTIMUM, style.ORANGE, 13, zorder=5)
        left.set(xlim=limits[0], ylim=limits[1], ylabel="component 2")
        right.semilogy(excess, color=style.PRIMAL, linewidth=1.2)
        right.set(ylabel="P − P*")
        right.grid(True)
        left.set_title(title, loc="left", fontsize=11)
    for right in axes[:, 1]:
        right.set(ylim=(0.5 * bottom, 2 * top), xlim=(0, longest - 1))
    axes[-1, 0].set_xlabel("component 1 of w")
    axes[-1, 1].set_xlabel("step t")
    return axes
