"""Pictures of lecture 7: violations of optimality, and two ways up the dual."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from svmlib.dual import ascent_step, pair_step
from svmlib.geometry import functional_margin
from svmlib.plots import style
from svmlib.plots.duality import scene, wedge


def multiplier_staircase(states, X, y, C, titles):
    """Draw margin and multiplier of every point at states (alpha, b), and the optimal staircase.

    Larger points have a term above C/1000 in the duality gap. A rectangle shows one of each side.
    """
    axes = style.panels(len(states), width=5.4, height=3.0)
    # points far out have α = 0 and carry no information
    right = 3.2
    for ax, (alpha, b), title in zip(axes, states, titles, strict=True):
        m = functional_margin((alpha * y) @ X, b, X, y)
        ax.plot([-1.2, 1, 1, right], [C, C, 0, 0], color=style.PALE_GREY, linewidth=7, zorder=1)
        seen = m <= right
        share = (C - alpha) * np.maximum(0, 1 - m) + alpha * np.maximum(0, m - 1)
        off = share > 1e-3 * C
        for who, size in ((seen & ~off, 7), (seen & off, 26)):
            places = np.column_stack([m, alpha])[who]
            style.scatter_classes(ax, places, y[who], s=size, zorder=3)
        for side, corner in ((m < 1, C), (m > 1, 0.0)):
            i = np.where(seen & side, share * alpha * (C - alpha), 0.0).argmax()
            box = {"color": style.VERMILION, "alpha": 0.25, "linewidth": 0, "zorder": 2}
            ax.fill([1, m[i], m[i], 1], [corner, corner, alpha[i], alpha[i]], **box)
        ax.set(title=title, xlabel="functional margin")
        ax.set(xlim=(-1.2, right), ylim=(-0.08 * C, 1.12 * C))
        ax.set_yticks([0, C], labels=["0", "C"])
    axes[0].set_ylabel("multiplier α")
    return axes


def clipped_steps(cases, C):
    """Draw D along one coordinate with top and clipped step. Cases are (α_i, y_i w·x_i, ‖x_i‖²)."""
    axes = style.panels(len(cases), height=2.9)
    a = np.linspace(-0.45 * C, 1.45 * C, 381)
    for ax, (alpha, margin, square) in zip(axes, cases, strict=True):

        def gain(x, alpha=alpha, margin=margin, square=square):
            return (x - alpha) * (1 - margin) - 0.5 * square * (x - alpha) ** 2

        top, new = alpha + (1 - margin) / square, ascent_step(alpha, margin, square, C)
        inside = (a >= 0) & (a <= C)
        ax.axvspan(0, C, color=style.PALE_GREY, alpha=0.5, linewidth=0)
        ax.plot(a, gain(a), color=style.GREY, linestyle=":", linewidth=1.4)
        ax.plot(a[inside], gain(a[inside]), color=style.BLUE, linewidth=2.6)
        style.outlined(ax, top, gain(top), "o", "white", 8)
        ax.plot(alpha, 0, "s", color=style.INK, markersize=7)
        style.outlined(ax, new, gain(new), "o", style.VERMILION, 9)
        ax.set(xlabel=r"$\alpha_i$", title=f"$m_i={margin:g}$", ylim=(-0.75, 0.75))
        ax.set_xticks([0, C], labels=["0", "C"])
    axes[0].set_ylabel("change of D")
    return axes


def pair_boxes(K, g, C, starts):
    """Draw D over two multipliers with box, line and step, for equal and for opposite labels.

    K is the kernel of the two points. g holds their y - w·x for each panel, the larger one first.
    """
    axes = style.panels(2, height=3.7)
    grid = np.linspace(-0.25 * C, 1.25 * C, 121)
    ai, aj = np.meshgrid(grid, grid)
    curvature = K[0, 0] + K[1, 1] - 2 * K[0, 1]
    for ax, y, gradient, start in zip(axes, ((1, 1), (1, -1)), g, starts, strict=True):
        d = np.stack([y[0] * (ai - start[0]), y[1] * (aj - start[1])])
        rise = d[0] * gradient[0] + d[1] * gradient[1]
        rise = rise - 0.5 * np.einsum("kab,kl,lab->ab", d, K, d)
        ax.contour(ai, aj, rise, levels=14, colors=style.PALE_GREY, linewidths=1.0, zorder=1)
        ax.plot([0, C, C, 0, 0], [0, 0, C, C, 0], color=style.INK, linewidth=1.2)
        room_i = C - start[0]  # β_i rises, because y_i = +1
        room_j = start[1] if y[1] > 0 else C - start[1]  # β_j falls
        t = pair_step(gradient[0] - gradient[1], curvature, room_i, room_j)
        top = (gradient[0] - gradient[1]) / curvature
        way = np.array([1.0, -y[1]])
        ends = np.array([np.add(start, s * way) for s in (-3 * C, 3 * C)])
        ax.plot(*ends.T, color=style.BLUE, linewidth=1.8, zorder=2)
        style.outlined(ax, *np.add(start, top * way), "o", "white", 8)
        ax.plot(*start, "s", color=style.INK, markersize=7)
        style.outlined(ax, *np.add(start, t * way), "o", style.VERMILION, 9)
        ax.set(xlabel=r"$\alpha_i$", xlim=grid[[0, -1]], ylim=grid[[0, -1]])
        ax.set(title="equal labels" if y[1] > 0 else "opposite labels", aspect="equal")
        ax.set_xticks([0, C], labels=["0", "C"])
        ax.set_yticks([0, C], labels=["0", "C"])
    axes[0].set_ylabel(r"$\alpha_j$")
    return axes


def ascent_panels(states, primal, dual, X, y, C):
    """Draw dual ascent at {epoch: (alpha, w, b)}: street, α bars up to C, and both objectives."""
    fig = plt.figure(figsize=(style.WIDTH, 7.4))
    spec = fig.add_gridspec(3, len(states), height_ratios=(2.2, 1.5, 2.3))
    scenes, bars = ([fig.add_subplot(spec[k, j]) for j in range(len(states))] for k in (0, 1))
    curves = fig.add_subplot(spec[2, :])
    order = np.lexsort((np.arange(len(y)), y))
    for ax, below, (epoch, (alpha, w, b)) in zip(scenes, bars, states.items(), strict=True):
        scene(ax, (w, b), X, y, alpha / C, X)
        ax.set(title="start" if epoch == 0 else f"epoch {epoch}", xlabel="length (cm)")
        colors = np.where(y[order] < 0, style.BLUE, style.ORANGE)
        below.bar(np.arange(len(y)), alpha[order], color=colors, edgecolor=style.INK, linewidth=0.5)
        below.axhline(C, color=style.INK, linewidth=1.2)
        below.set(ylim=(0, 1.1 * C), xticks=[], xlabel="flowers")
        below.set_yticks([0, C], labels=["0", "C"])
        curves.axvline(epoch, color=style.GREY, linestyle=":", linewidth=1.2)
    scenes[0].set_ylabel("width (cm)")
    bars[0].set_ylabel("α")
    wedge(curves, primal, dual)
    curves.set(xlabel="epoch", ylabel="objective")
    curves.xaxis.set_major_locator(MaxNLocator(integer=True))
    return scenes, bars, curves
