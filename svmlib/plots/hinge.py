"""Pictures of lecture 3: slack, what C trades, the losses, and what their minimisers mean."""

import numpy as np

from svmlib import losses
from svmlib.datasets import IRIS_FEATURES
from svmlib.geometry import functional_margin
from svmlib.plots.scenes import frame, label_axes, line, points, slack_bars, street
from svmlib.plots.style import (
    BLUE,
    CURVES,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PALE_GREY,
    PURPLE,
    SKY,
    VERMILION,
    class_styles,
    direct_label,
    panels,
)

__all__ = [
    "conditional_risks",
    "hard_against_soft",
    "losses_over_score",
    "outlier_errors",
    "risk_minimisers",
    "slack_kinds",
    "trade_off",
    "trade_off_curves",
]

# colour and dashes of each loss: no two curves are told apart by colour alone
LOSS_STYLES = {
    "zero-one": (INK, "-", 4.5),
    "hinge": (VERMILION, "-", 4.5),
    "absolute": (ORANGE, (0, (6, 2)), 1.6),
    "squared": (PURPLE, (0, (1, 1)), 1.8),
    "squared hinge": (PURPLE, "-", 1.6),
    "logistic": (BLUE, "-", 1.8),
    "exponential": (GREEN, (0, (4, 1, 1, 1)), 1.8),
    "Huberised hinge": (SKY, (0, (3, 1.5)), 2.0),
    "ramp": ("#B8BEC8", (0, (2, 1)), 2.0),
}


def hard_against_soft(hard, soft, X, y, names=IRIS_FEATURES):
    """Two linear machines on the same points, slack drawn as bars; returns both axes.

    Parameters
    ----------
    hard, soft : fitted linear models
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    names : sequence of str
        Names of the two columns.
    """
    axes = panels(1, 2, height=6.6)
    for ax, model, title in zip(axes, (hard, soft), ("hard margin", "soft margin"), strict=True):
        street(model, X, y, ax, slack=True, equal=True)
        ax.set_title(f"{title}, 1/‖w‖ = {model.margin_:.3f}")
        ax.set_ylabel(names[1])
    axes[-1].set_xlabel(names[0])
    return axes


def trade_off(models, X, y, names=IRIS_FEATURES, view=None):
    """A panel for each fitted machine: its street, its slack as bars, its C and its margin.

    Parameters
    ----------
    models : sequence of fitted linear models with attributes C and margin_
        An even number, drawn two in a row.
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    names : sequence of str
    view : array_like, shape (2, 2), optional
        Lower left and upper right corner of the part that is shown; by default all points.

    Returns
    -------
    ndarray of Axes, shape (rows, 2), or (2,) for a single row
    """
    rows = len(models) // 2
    axes = panels(2, rows, height=3.15 * rows + 0.2)
    for ax, model in zip(axes.ravel(), models, strict=True):
        w, b = _plane(model)
        _streets(ax, w, b, X if view is None else view)
        _rings(ax, X, functional_margin(w, b, X, y))
        slack_bars(w, b, X, y, ax, zorder=3.2)
        points(X, y, ax, size=22)
        ax.set_title(f"C = {model.C:g}, 1/‖w‖ = {model.margin_:.4f}")
    for ax in axes.reshape(rows, 2)[-1]:
        ax.set_xlabel(names[0])
    for ax in axes.reshape(rows, 2)[:, 0]:
        ax.set_ylabel(names[1])
    return axes


def slack_kinds(model, X, y, names=IRIS_FEATURES, *, view=None, tol=1e-6):
    """The four kinds of points: in the plane, each with its slack as a bar, and ξ in a chart.

    Above, points outside are faint, those on the margin have a thick outline, those on the wrong
    side are large. Below, one bar of height ξ for each point that is not outside, in order of ξ.
    Returns both axes.

    Parameters
    ----------
    model : fitted linear model
    X : array_like, shape (n, 2)
    y : array_like, shape (n,)
        Labels -1 and +1.
    names : sequence of str
    view : array_like, shape (2, 2), optional
        Corners of the part of the plane that is shown; by default all points.
    tol : float
        Points with |y f - 1| below it are on the margin.
    """
    w, b = _plane(model)
    m = functional_margin(w, b, X, y)
    axes = panels(1, 2, height=6.4, sharex=False, sharey=False, height_ratios=(3, 2))
    _scene_of_kinds(axes[0], w, b, X, y, m, tol, X if view is None else view)
    label_axes(axes[0], names)
    rows = np.flatnonzero(m < 1 + tol)
    rows = rows[np.lexsort((rows, np.round(m[rows], 9)))]
    xi = np.maximum(0.0, 1.0 - m[rows])
    for label, color, _ in class_styles(y):
        own = y[rows] == label
        axes[1].bar(np.flatnonzero(own), xi[own], color=color, edgecolor=INK, width=0.75)
    on = np.flatnonzero(m[rows] > 1 - tol)
    axes[1].plot(on, 0 * on, "_", color=INK, markersize=9, markeredgewidth=2.5)
    axes[1].axhline(1, color=INK, linewidth=1.2)
    direct_label(axes[1], len(rows) - 0.5, 1.0, "ξ = 1: the decision line", ha="right", va="bottom")
    axes[1].set(xlabel="row number of the flower", ylabel="slack ξ")
    axes[1].set_xticks(np.arange(len(rows)), labels=rows, rotation=90)
    return axes


def _plane(model):
    return model.coef_[0], model.intercept_[0]


def _streets(ax, w, b, view):
    frame(view, ax, equal=True)
    line(w, b, ax)
    for level in (-1.0, 1.0):
        line(w, b, ax, level, linestyle="--", linewidth=1.2)


def _rings(ax, X, m, tol=1e-6):
    """Hollow on the margin, filled inside: told by y f, for the multipliers may not be unique."""
    look = {"s": 70, "edgecolors": INK, "linewidths": 1.2}
    ax.scatter(*X[np.abs(m - 1) <= tol].T, facecolors="none", zorder=3.5, **look)
    ax.scatter(*X[m < 1 - tol].T, facecolors="#B8BEC8", zorder=2.8, **look)


def _scene_of_kinds(ax, w, b, X, y, m, tol, view):
    _streets(ax, w, b, view)
    slack_bars(w, b, X, y, ax)
    kinds = {
        "outside": (m > 1 + tol, {"alpha": 0.3}),
        "on the margin": (np.abs(m - 1) <= tol, {"linewidths": 2.4}),
        "inside": ((m < 1 - tol) & (m > 0), {}),
        "wrong side": (m <= 0, {"s": 120}),
    }
    for own, settings in kinds.values():
        for label, color, marker in class_styles(y):
            both = own & (y == label)
            look = {"s": 40, "edgecolors": INK, "linewidths": 0.8, "zorder": 3} | settings
            ax.scatter(*X[both].T, c=color, marker=marker, **look)


def trade_off_curves(Cs, norms, slacks, threshold=None):
    """What C trades, over C on a log axis: street width, total slack, and the two terms.

    Parameters
    ----------
    Cs : array_like, shape (k,)
    norms : array_like, shape (k,)
        ‖w‖ at the optimum for each C.
    slacks : array_like, shape (k,)
        Total slack Σ ξ_i at the optimum for each C.
    threshold : float, optional
        A value of C to mark.

    Returns
    -------
    ndarray of Axes, shape (3,)
    """
    Cs, norms, slacks = (np.asarray(v, dtype=float) for v in (Cs, norms, slacks))
    axes = panels(1, 3, height=7.2, sharey=False)
    bending, paying = 0.5 * norms**2, Cs * slacks
    axes[0].semilogx(Cs, 2 / norms, color=BLUE)
    axes[0].set_ylabel("width 2/‖w‖ (cm)")
    axes[1].plot(Cs, slacks, color=VERMILION)
    axes[1].set_ylabel("total slack Σξ")
    axes[2].fill_between(Cs, 0, bending, color=BLUE, alpha=0.35, linewidth=0)
    axes[2].fill_between(Cs, bending, bending + paying, color=VERMILION, alpha=0.35, linewidth=0)
    axes[2].plot(Cs, bending, color=BLUE, label="½‖w‖²")
    axes[2].plot(Cs, bending + paying, color=INK, label="½‖w‖² + C Σξ")
    axes[2].set(ylabel="objective", xlabel="C", xlim=(Cs.min(), Cs.max()))
    axes[2].legend(loc="upper left")
    for ax in axes:
        if threshold is not None:
            ax.axvline(threshold, color=GREY, linestyle=":", linewidth=1.5)
        ax.grid(True)
        ax.set_ylim(0, None)
    return axes


def losses_over_score(names, score=None, scale=None):
    """Losses ℓ(y f) against the score f, above for y = +1 and below for y = -1.

    Parameters
    ----------
    names : sequence of str
        Keys of `svmlib.losses.LOSSES`.
    score : float, optional
        A score to mark, with the value of each loss there.
    scale : dict, optional
        Factors by which losses are multiplied, by name.

    Returns
    -------
    ndarray of Axes, shape (2,)
    """
    scale = scale or {}
    axes = panels(1, 2, height=7.6)
    f = np.linspace(-3, 3, 601)
    for ax, y in zip(axes, (1, -1), strict=True):
        for name in names:
            color, dashes, width = LOSS_STYLES[name]
            factor = scale.get(name, 1.0)
            # the zero-one loss jumps: the curve must not connect its two sides
            values = factor * losses.LOSSES[name](y * f)
            if name == "zero-one":
                values = np.where(np.isclose(f, 0.0), np.nan, values)
            label = name if factor == 1 else f"{name} × {factor:.3g}"
            ax.plot(f, values, color=color, linestyle=dashes, linewidth=width, label=label)
            if score is not None:
                ax.plot(score, factor * losses.LOSSES[name](y * score), "o", color=color, ms=6)
        if score is not None:
            ax.axvline(score, color=GREY, linewidth=1, zorder=1)
        ax.axvline(0, color=PALE_GREY, linewidth=1, zorder=0)
        ax.set(ylabel="loss", ylim=(-0.1, 4.1), xlim=(-3, 3), title=f"y = {y:+d}")
    axes[1].set_xlabel("score f(x)")
    axes[0].figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return axes


def conditional_risks(loss, etas, ax=None):
    """Expected loss η ℓ(f) + (1 - η) ℓ(-f) against the score f, one curve for each η.

    Parameters
    ----------
    loss : svmlib.losses.Loss
    etas : sequence of float
        Probabilities of the label +1.
    ax : Axes, optional

    Returns
    -------
    Axes
        With a dot at the smallest value of each curve, and a bar where a whole interval of
        scores has it.
    """
    ax = panels(height=3.8)[0] if ax is None else ax
    f = np.linspace(-3, 3, 1201)
    for eta, color in zip(etas, CURVES, strict=False):
        risk = eta * loss(f) + (1 - eta) * loss(-f)
        best = f[risk <= risk.min() + 1e-12]
        ax.plot(f, risk, color=color)
        ax.plot(best[[0, -1]], risk.min() * np.ones(2), color=color, linewidth=5, alpha=0.6)
        ax.plot(best.mean(), risk.min(), "o", color=color, markeredgecolor=INK, markersize=8)
        direct_label(ax, 3.05, risk[-1], f"η = {eta:g}", color)
    ax.set(xlim=(-3, 3), xlabel="score f", ylabel=f"expected {loss.name} loss")
    ax.set_ylim(0, None)
    return ax


def risk_minimisers(names, ax=None, limits=(-3.0, 3.0)):
    """The score that minimises the expected loss, against η, for several losses.

    Found on a fine grid of scores, so that it holds for every loss; at a tie the score of
    smallest size.

    Parameters
    ----------
    names : sequence of str
        Keys of `svmlib.losses.LOSSES`.
    ax : Axes, optional
    limits : pair of float
        Range of scores that are looked at and shown.
    """
    ax = panels(height=3.8)[0] if ax is None else ax
    f, eta = np.linspace(*limits, 2401), np.linspace(0.005, 0.995, 199)
    for name in names:
        color, dashes, width = LOSS_STYLES[name]
        loss = losses.LOSSES[name]
        risk = np.outer(eta, loss(f)) + np.outer(1 - eta, loss(-f))
        tied = risk <= risk.min(axis=1, keepdims=True) + 1e-12
        best = f[np.where(tied, np.abs(f), np.inf).argmin(axis=1)]
        ax.plot(eta, best, color=color, linestyle=dashes, linewidth=width, label=name)
    ax.axhline(0, color=PALE_GREY, linewidth=1, zorder=0)
    ax.axvline(0.5, color=PALE_GREY, linewidth=1, zorder=0)
    ax.set(xlim=(0, 1), ylim=limits, xlabel="η, probability of y = +1", ylabel="best score f")
    ax.legend(loc="upper left")
    return ax


def outlier_errors(distances, square, hinge, titles):
    """Errors on the other points while one point moves away: square loss against hinge.

    Parameters
    ----------
    distances : array_like, shape (k,)
    square, hinge : array_like, shape (p, k)
        Numbers of errors, one row for each panel.
    titles : sequence of str, length p

    Returns
    -------
    ndarray of Axes, shape (p,)
    """
    axes = panels(len(titles), height=3.2)
    for ax, of_square, of_hinge, title in zip(axes, square, hinge, titles, strict=True):
        ax.plot(distances, of_square, "s--", color=PURPLE, markersize=5, label="squared loss")
        ax.plot(distances, of_hinge, "o-", color=VERMILION, markersize=5, label="hinge loss")
        ax.set(xscale="log", title=title, xlabel="distance moved (cm)")
        ax.grid(True)
    axes[0].set_ylabel("errors on the 150 flowers")
    axes[0].legend(loc="upper left")
    return axes
