"""Pictures of lecture 5: lower bounds, what a multiplier says, and two ways up the dual."""

import numpy as np

from svmlib.datasets import IRIS_FEATURES
from svmlib.dual import ascent_step, pair_step
from svmlib.geometry import functional_margin
from svmlib.plots.scenes import frame, line, room
from svmlib.plots.style import (
    BLUE,
    CURVES,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PALE_GREY,
    VERMILION,
    WIDTH,
    class_styles,
    direct_label,
    panels,
)

__all__ = [
    "ascent_panels",
    "bias_profiles",
    "clipped_steps",
    "gap_curves",
    "lower_bounds",
    "multiplier_panels",
    "multiplier_staircase",
    "pair_boxes",
    "two_crowds",
]


def two_crowds(primal, dual, limits, ax=None):
    """Values of the primal above and of the dual below, on one axis: a dot for each proposal.

    Parameters
    ----------
    primal, dual : array_like, shape (k,)
        Objectives of feasible proposals, in no order.
    limits : pair of float
        Values that are shown; the rest is left out.
    ax : Axes, optional
    """
    ax = panels(height=2.6)[0] if ax is None else ax
    for values, level, color, marker in ((primal, 1, VERMILION, "o"), (dual, 0, GREEN, "^")):
        values = np.asarray(values, dtype=float)
        # spread by the golden ratio, so that no two neighbours share a height
        height = level + 0.6 * ((np.arange(len(values)) * 0.618034) % 1 - 0.5)
        shown = (values >= limits[0]) & (values <= limits[1])
        ax.plot(values[shown], height[shown], marker, color=color, markersize=4, alpha=0.6)
    ax.axvspan(np.max(dual), np.min(primal), color=PALE_GREY, linewidth=0)
    ax.set(xlim=limits, ylim=(-0.5, 1.5), xlabel="objective", yticks=[0, 1])
    ax.set_yticklabels(["prices: D", "lines: P"])
    return ax


def lower_bounds(alphas):
    """Minimise ½z² subject to 1 - z ≤ 0: Lagrangians over z, and their minima over α.

    Left F and L(z, α) = ½z² + α (1 - z), one curve for each α, a dot at its minimum; right the
    dual function D(α) = α - ½α², with the same dots. Returns both axes.

    Parameters
    ----------
    alphas : sequence of float
        Multipliers, at most as many as `style.CURVES`.
    """
    axes = panels(2, height=3.9, sharex=False)
    z, a = np.linspace(-0.6, 2.6, 321), np.linspace(0, 2.2, 221)
    axes[0].axvspan(-0.6, 1, color=PALE_GREY, alpha=0.6, linewidth=0)
    axes[0].plot(z, 0.5 * z**2, color=INK, linewidth=2.8)
    axes[1].plot(a, a - 0.5 * a**2, color=INK, linewidth=2.8)
    for alpha, color in zip(alphas, CURVES, strict=False):
        axes[0].plot(z, 0.5 * z**2 + alpha * (1 - z), color=color, linewidth=1.6)
        lowest = alpha - 0.5 * alpha**2
        for ax in axes:
            ax.plot(alpha, lowest, "o", color=color, markeredgecolor=INK, markersize=8, zorder=4)
        direct_label(axes[1], alpha, lowest - 0.13, f"α = {alpha:g}", color, ha="center")
    for ax in axes:
        ax.axhline(0.5, color=GREY, linestyle="--", linewidth=1.2, zorder=1)
        ax.grid(True)
    axes[0].set(xlabel="z", ylim=(-0.35, 1.75), xlim=(-0.6, 2.6), title="L(z, α) over z")
    axes[0].text(-0.5, -0.25, "not feasible", color=INK, fontsize=11, va="center")
    axes[1].set(xlabel="α", xlim=(-0.35, 2.2), title="D(α), their minima")
    return axes


def multiplier_panels(models, X, y, alphas=None, names=IRIS_FEATURES, view=None):
    """A panel for each machine: its street, and every point as large as its multiplier.

    Points with α = 0 are small and faint, the area grows with α/C, and points with α = C have a
    thick outline.

    Parameters
    ----------
    models : sequence of fitted linear models with attributes C and alpha_
        An even number, drawn two in a row.
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    alphas : sequence of array_like, shape (n,), optional
        Multipliers of each machine where they are not unique; by default its own.
    names : sequence of str
    view : array_like, shape (2, 2), optional
        Corners of the part of the plane that is shown; by default all points.

    Returns
    -------
    ndarray of Axes, shape (rows, 2), or (2,) for a single row
    """
    rows = len(models) // 2
    axes = panels(2, rows, height=3.15 * rows + 0.2)
    alphas = [model.alpha_ for model in models] if alphas is None else alphas
    for ax, model, alpha in zip(axes.ravel(), models, alphas, strict=True):
        plane, share = (model.coef_[0], model.intercept_[0]), np.asarray(alpha) / model.C
        scene(ax, plane, X, y, share, X if view is None else view)
        bounded = int((share >= 1 - 1e-6).sum())
        free = int((share > 1e-6).sum()) - bounded
        ax.set_title(f"C = {model.C:g}: {bounded} at C, {free} free")
    for ax in axes.reshape(rows, 2)[-1]:
        ax.set_xlabel(names[0])
    for ax in axes.reshape(rows, 2)[:, 0]:
        ax.set_ylabel(names[1])
    return axes


def scene(ax, plane, X, y, share, view):
    """Street of (w, b), points by their share α/C; no line where w = 0."""
    frame(view, ax, equal=True)
    w, b = plane
    if np.any(w):
        line(w, b, ax)
        for level in (-1.0, 1.0):
            line(w, b, ax, level, linestyle="--", linewidth=1.2)
    carries = share > 1e-6
    size = room(ax) * np.where(carries, 24 + 130 * share, 16)
    for label, color, marker in class_styles(y):
        for own, opacity, zorder in ((~carries, 0.35, 3), (carries, 1.0, 4)):
            these = own & (y == label)
            ax.scatter(
                *X[these].T,
                s=size[these],
                c=color,
                marker=marker,
                alpha=opacity,
                edgecolors=INK,
                linewidths=np.where(share[these] >= 1 - 1e-6, 2.0, 0.7),
                zorder=zorder,
            )


def multiplier_staircase(states, X, y, C, titles):
    """Margin and multiplier of every point, against the staircase that optimality demands.

    Parameters
    ----------
    states : sequence of (alpha, b)
        Multipliers (n,) and a bias for each panel; w is Σ α_i y_i x_i.
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels -1 and +1.
    C : float
    titles : sequence of str

    Returns
    -------
    ndarray of Axes, one for each state
    """
    axes = panels(len(states), height=3.7)
    # a few points far out carry no information: all of them would have α = 0
    right = 3.2
    for ax, (alpha, b), title in zip(axes, states, titles, strict=True):
        m = functional_margin((alpha * y) @ X, b, X, y)
        ax.plot([-1.2, 1, 1, right], [C, C, 0, 0], color=PALE_GREY, linewidth=9, zorder=1)
        for label, color, marker in class_styles(y):
            own = (y == label) & (m <= right)
            ax.scatter(m[own], alpha[own], c=color, marker=marker, s=30, edgecolors=INK, zorder=3)
        ax.set(title=title, xlabel="functional margin y f(x)", xlim=(-1.2, right))
        ax.set_ylim(-0.08 * C, 1.12 * C)
    axes[0].set_ylabel("multiplier α")
    return axes


def bias_profiles(Cs, w, X, y, limits=(-1.6, 1.6), ax=None):
    """P(w, b)/C over b at the optimal w of each C, its flat bottom drawn thick.

    Parameters
    ----------
    Cs : sequence of float
    w : array_like, shape (k, d)
        Optimal weight vector for each C.
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels -1 and +1.
    limits : pair of float
        Biases that are shown.
    ax : Axes, optional
    """
    ax = panels(height=3.9)[0] if ax is None else ax
    b = np.linspace(*limits, 1281)
    for C, own, color in zip(Cs, np.asarray(w, dtype=float), CURVES, strict=False):
        slack = np.maximum(0, 1 - y[:, None] * ((X @ own)[:, None] + b)).sum(axis=0)
        value = 0.5 * own @ own / C + slack
        best = value <= value.min() + 1e-9
        ax.plot(b, value, color=color)
        ax.plot(b[best], value[best], color=color, linewidth=6, alpha=0.55)
        ax.plot(b[best].mean(), value.min(), "o", color=color, markeredgecolor=INK, markersize=8)
        direct_label(ax, limits[1] * 1.02, value[-1], f"C = {C:g}", color)
    ax.set(xlabel="bias b", ylabel="P(w, b) / C", xlim=limits)
    ax.grid(True)
    return ax


def clipped_steps(cases, C):
    """D along one coordinate, a panel for each case: the parabola, its top, and the clipped step.

    Parameters
    ----------
    cases : sequence of (alpha_i, margin_i, square_i)
        Present multiplier, y_i w·x_i and ‖x_i‖².
    C : float

    Returns
    -------
    ndarray of Axes
    """
    axes = panels(len(cases), height=2.9)
    a = np.linspace(-0.45 * C, 1.45 * C, 381)
    for ax, (alpha, margin, square) in zip(axes, cases, strict=True):

        def gain(x, alpha=alpha, margin=margin, square=square):
            return (x - alpha) * (1 - margin) - 0.5 * square * (x - alpha) ** 2

        top, new = alpha + (1 - margin) / square, ascent_step(alpha, margin, square, C)
        inside = (a >= 0) & (a <= C)
        ax.axvspan(0, C, color=PALE_GREY, alpha=0.5, linewidth=0)
        ax.plot(a, gain(a), color=GREY, linestyle=":", linewidth=1.4)
        ax.plot(a[inside], gain(a[inside]), color=BLUE, linewidth=2.6)
        ax.plot(top, gain(top), "o", color="white", markeredgecolor=INK, markersize=8)
        ax.plot(alpha, 0, "s", color=INK, markersize=7)
        ax.plot(new, gain(new), "o", color=VERMILION, markeredgecolor=INK, markersize=9)
        ax.set(xlabel=r"$\alpha_i$", title=f"y w·x = {margin:g}", ylim=(-0.75, 0.75))
        ax.set_xticks([0, C], labels=["0", "C"])
    axes[0].set_ylabel("change of D")
    return axes


def pair_boxes(K, g, C, starts):
    """D over two multipliers with the rest fixed: labels equal on the left, opposite on the right.

    The square is the box, the straight line keeps Σ α_i y_i; the step goes from the square dot to
    the filled one, the top of D along the line is hollow.

    Parameters
    ----------
    K : array_like, shape (2, 2)
        Kernel values of the two points.
    g : pair of pairs of float
        y - w·x of the points i and j at the start, for each panel; the first one is larger.
    C : float
    starts : pair of pairs of float
        (α_i, α_j) at the start, for each panel.
    """
    axes = panels(2, height=3.7)
    grid = np.linspace(-0.25 * C, 1.25 * C, 121)
    ai, aj = np.meshgrid(grid, grid)
    curvature = K[0, 0] + K[1, 1] - 2 * K[0, 1]
    for ax, y, gradient, start in zip(axes, ((1, 1), (1, -1)), g, starts, strict=True):
        d = np.stack([y[0] * (ai - start[0]), y[1] * (aj - start[1])])
        rise = d[0] * gradient[0] + d[1] * gradient[1]
        rise = rise - 0.5 * np.einsum("kab,kl,lab->ab", d, K, d)
        ax.contour(ai, aj, rise, levels=14, colors=PALE_GREY, linewidths=1.0, zorder=1)
        ax.plot([0, C, C, 0, 0], [0, 0, C, C, 0], color=INK, linewidth=1.2)
        room_i = C - start[0]  # β_i rises: y_i = +1
        room_j = start[1] if y[1] > 0 else C - start[1]  # β_j falls
        t = pair_step(gradient[0] - gradient[1], curvature, room_i, room_j)
        top = (gradient[0] - gradient[1]) / curvature
        way = np.array([1.0, -y[1]])
        ends = np.array([np.add(start, s * way) for s in (-3 * C, 3 * C)])
        ax.plot(*ends.T, color=BLUE, linewidth=1.8, zorder=2)
        ax.plot(*np.add(start, top * way), "o", color="white", markeredgecolor=INK, markersize=8)
        ax.plot(*start, "s", color=INK, markersize=7)
        ax.plot(*np.add(start, t * way), "o", color=VERMILION, markeredgecolor=INK, markersize=9)
        ax.set(xlabel=r"$\alpha_i$", xlim=grid[[0, -1]], ylim=grid[[0, -1]])
        ax.set_title("equal labels" if y[1] > 0 else "opposite labels")
        ax.set_aspect("equal", adjustable="box")
        ax.set_xticks([0, C], labels=["0", "C"])
        ax.set_yticks([0, C], labels=["0", "C"])
    axes[0].set_ylabel(r"$\alpha_j$")
    return axes


def gap_curves(runs, ax=None):
    """Relative duality gap over the number of steps, on a log scale.

    Parameters
    ----------
    runs : dict of str to svmlib.dual.Ascent
    ax : Axes, optional
    """
    ax = panels(height=3.9)[0] if ax is None else ax
    for (name, run), color, dashes in zip(runs.items(), CURVES, ("-", "--", ":"), strict=False):
        gap = np.maximum(run.gap / run.primal, 1e-9)
        ax.plot(np.arange(len(gap)), gap, color=color, linestyle=dashes, label=name)
    ax.set(yscale="log", xlabel="steps", ylabel="gap / primal")
    ax.set(xlim=(0, None), ylim=(1e-8, 1.5))
    ax.grid(True)
    ax.legend(loc="lower right")
    return ax


def ascent_panels(states, primal, dual, X, y, C, names=IRIS_FEATURES):
    """Dual ascent at some of its epochs: the street, α bars up to C, and both objectives.

    Parameters
    ----------
    states : dict of int to (alpha, w, b)
        By the number of the epoch, in order.
    primal, dual : array_like, shape (k + 1,)
        Objectives before the first and after each epoch.
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    C : float
    names : sequence of str

    Returns
    -------
    tuple
        The axes of the scenes, those of the bars, and the one of the curves.
    """
    import matplotlib.pyplot as plt

    fig = plt.figure(figsize=(WIDTH, 7.4))
    spec = fig.add_gridspec(3, len(states), height_ratios=(2.2, 1.5, 2.3))
    scenes, bars = ([fig.add_subplot(spec[k, j]) for j in range(len(states))] for k in (0, 1))
    curves = fig.add_subplot(spec[2, :])
    order = np.lexsort((np.arange(len(y)), y))
    for ax, below, (epoch, (alpha, w, b)) in zip(scenes, bars, states.items(), strict=True):
        scene(ax, (w, b), X, y, alpha / C, X)
        ax.set_title("start" if epoch == 0 else f"epoch {epoch}")
        ax.set_xlabel(names[0].replace("sepal ", ""))
        colors = [BLUE if label < 0 else ORANGE for label in y[order]]
        below.bar(np.arange(len(y)), alpha[order], color=colors, edgecolor=INK, linewidth=0.5)
        below.axhline(C, color=INK, linewidth=1.2)
        below.set(ylim=(0, 1.1 * C), xticks=[], xlabel="flowers")
        below.set_yticks([0, C], labels=["0", "C"])
        curves.axvline(epoch, color=GREY, linestyle=":", linewidth=1.2)
    scenes[0].set_ylabel(names[1].replace("sepal ", ""))
    bars[0].set_ylabel("α")
    wedge(curves, primal, dual)
    curves.set(xlabel="epoch", ylabel="objective")
    return scenes, bars, curves


def wedge(ax, primal, dual):
    """Both objectives from the start on, and the grey between them that is not yet known."""
    k = np.arange(len(primal))
    ax.fill_between(k, dual, primal, color=PALE_GREY, alpha=0.6, linewidth=0)
    ax.plot(k, primal, "o-", color=VERMILION, markersize=3, label="primal P")
    ax.plot(k, dual, "o-", color=GREEN, markersize=3, label="dual D")
    # the start of the primal is nC, far above everything that follows
    ax.set(xlim=(0, k[-1]), ylim=(0, 1.6 * dual[-1]))
    ax.legend(loc="lower right")
