"""Pictures of lecture 3: losses and the charges of points, slack, and the trade-off of C."""

import numpy as np

from svmlib import losses
from svmlib.datasets import IRIS_FEATURES
from svmlib.geometry import functional_margin
from svmlib.plots import scenes, style

# each species keeps its mark in pictures without setosa: versicolor +1, virginica -1
VIRGINICA_AGAINST_VERSICOLOR = [(-1, style.GREEN, "^"), (1, style.ORANGE, "o")]
PALER = [(-1, style.PALE_BLUE, "s"), (1, style.PALE_ORANGE, "o")]
ON = 1e-6  # the distance from 1 up to which a point is on its margin
# each loss has its own colour and dashes, so that no curves are told apart by colour alone
LOSS_STYLES = {
    "zero-one": (style.INK, "-", 4.5),
    "hinge": (style.HINGE, "-", 4.5),
    "absolute": (style.OCHRE, (0, (6, 2)), 1.6),
    "squared": (style.PURPLE, (0, (1, 1)), 2.2),
    "squared hinge": (style.PURPLE, "-", 1.6),
    "logistic": (style.VERMILION, (0, (5, 1.5)), 2.0),
    "exponential": (style.GREEN, (0, (4, 1, 1, 1)), 1.8),
    "Huberised hinge": (style.STEEL, (0, (3, 1.5)), 2.0),
    "ramp": (style.GREY, (0, (2, 1)), 2.0),
}


def losses_over_score(names, score):
    """Draw losses ℓ(y f) against the score f, for y = +1 and y = -1, marked at one score."""
    axes = style.panels(1, 2, height=7.6)
    f = np.linspace(-3, 3, 601)
    for ax, y in zip(axes, (1, -1), strict=True):
        for name in names:
            color, dashes, width = LOSS_STYLES[name]
            # the zero-one loss jumps, and the curve must not connect its two sides
            values = losses.LOSSES[name](y * f)
            if name == "zero-one":
                values = np.where(np.isclose(f, 0.0), np.nan, values)
            ax.plot(f, values, color=color, linestyle=dashes, linewidth=width, label=name)
            ax.plot(score, losses.LOSSES[name](y * score), "o", color=color, ms=6)
        ax.axvline(score, color=style.GREY, linewidth=1, zorder=1)
        ax.axvline(0, color=style.PALE_GREY, linewidth=1, zorder=0)
        ax.set(ylabel="loss", ylim=(-0.1, 4.1), xlim=(-3, 3), title=f"y = {y:+d}".replace("-", "−"))
    axes[1].set_xlabel("score f(x)")
    columns = 4 if len(names) == 4 else 3
    entries = axes[0].get_legend_handles_labels()
    axes[0].figure.legend(*entries, loc="outside lower center", ncols=columns)
    return axes


def conditional_risks(loss, etas, symbol="η"):
    """Draw the expected loss η ℓ(f) + (1 - η) ℓ(-f) against the score f, a curve for each η.

    A dot marks the smallest value, a bar a whole interval of scores that has it.
    """
    ax = style.panels(height=3.8)[0]
    f = np.linspace(-3, 3, 1201)
    for eta, color in zip(etas, style.CURVES, strict=False):
        risk = eta * loss(f) + (1 - eta) * loss(-f)
        best = f[risk <= risk.min() + 1e-12]
        ax.plot(f, risk, color=color)
        ax.plot(best[[0, -1]], risk.min() * np.ones(2), color=color, linewidth=5, alpha=0.6)
        style.outlined(ax, best.mean(), risk.min(), "o", color, 8)
        style.direct_label(ax, 3.05, risk[-1], f"{symbol} = {eta:g}", color)
    ax.set(xlim=(-3, 3), xlabel="score f", ylabel=f"average {loss.name} loss", ylim=(-0.1, None))
    return ax


def slack_kinds(model, X, y, view):
    """Draw the kinds of points by slack: all in the plane, and as bars ξ of those not outside.

    Points outside are pale, those on the margin have a thick outline, those on the wrong side are
    large, and the five with the largest slack carry their row numbers.
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
    style.direct_label(axes[1], len(rows) - 0.5, 1.02, "ξ = 1: the decision line", **above)
    axes[1].set(xlabel="row number of the flower", ylabel="slack ξ")
    axes[1].set_xticks(np.arange(len(rows)), labels=rows, rotation=90)
    return axes


def trade_off_curves(Cs, norms, slacks, threshold):
    """Draw against C, on a log axis, the trade: street width, total slack, and the two terms."""
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
