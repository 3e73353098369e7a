"""Pictures of lecture 3 that show losses: what points are charged, what minimisers mean."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from svmlib import losses
from svmlib.datasets import IRIS_FEATURES
from svmlib.losses import Loss
from svmlib.plots import scenes, style

# colour and dashes of each loss: no two curves are told apart by colour alone
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


def charges(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Three charges for falling short by ξ, and what all points pay while the line is shifted.

    Left, the charge over ξ: one if ξ ≥ 1 (an error), ξ, ξ². Right, the sums over the points as
    multiples of their values at w·x + b = 0, over the shift of this line along w.
    Returns both axes.

    Parameters
    ----------
    w : array_like, shape (d,)
    b : float
    X, y : array_like, shape (n, d) and (n,)
        Points, and labels -1 and +1.
    """
    axes = style.panels(2, height=3.7, sharex=False, sharey=False, grid=True)
    w = np.asarray(w, dtype=float)
    shift = np.linspace(-0.6, 0.6, 481)
    m = y[:, None] * ((X @ w + b)[:, None] - np.linalg.norm(w) * shift)
    short, xi = np.linspace(0, 3, 301), np.maximum(0.0, 1.0 - m)
    kinds = (
        ("count", style.INK, (short >= 1) * 1.0, (xi >= 1).sum(axis=0)),
        ("linear", style.HINGE, short, xi.sum(axis=0)),
        ("square", style.GREEN, short**2, (xi**2).sum(axis=0)),  # not the loss (1 - m)² in purple
    )
    for (name, color, charge, total), dashes in zip(kinds, ("-", "-", ":"), strict=True):
        look = {"color": color, "linestyle": dashes, "linewidth": 2.4}
        axes[0].plot(short, charge, label=name, **look)
        axes[1].plot(shift, total / total[shift.size // 2], label=name, **look)
    axes[0].set(xlabel="short of 1 by", title="charge of a flower", ylim=(-0.1, 4))
    axes[1].set(xlabel="shift of the line (cm)", title="total of all flowers", ylim=(0, 12))
    for ax, ticks in zip(axes, ((0, 1, 2, 3), (-0.5, 0, 0.5)), strict=True):
        ax.set_xticks(ticks)
        ax.tick_params(labelsize=13)
        ax.xaxis.label.set_size(13)
        ax.title.set_size(13)
    key = axes[0].get_legend_handles_labels()
    axes[0].figure.legend(*key, loc="outside lower center", ncols=3, fontsize=13)
    return axes


def hinge_curve(margins: Sequence[float], names: Sequence[str]) -> Axes:
    """The hinge over the functional margin, with a few points on it and their slack as bars.

    Parameters
    ----------
    margins : sequence of float
        Functional margins of the points to mark.
    names : sequence of str
        A label for each.
    """
    ax = style.panels(height=3.8)[0]
    m = np.linspace(-1.6, 3, 461)
    ax.plot(m, losses.hinge(m), color=style.HINGE, linewidth=4, zorder=2)
    ax.axvline(0, color=style.PALE_GREY, zorder=0)
    for place, name in zip(margins, names, strict=True):
        value = float(losses.hinge(place))
        ax.plot([place, place], [0, value], color=style.VERMILION, linewidth=3, zorder=3)
        style.outlined(ax, place, value, "o", "white", 9, zorder=4)
        style.direct_label(ax, place + 0.08, value + 0.2, name)
    ax.set(xlabel="functional margin m", ylabel="hinge loss = slack ξ", ylim=(-0.1, 2.7))
    return ax


def outlier_lines(cases: dict[str, tuple], X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """The lines of square and hinge after one more point has come, and of the hinge before.

    Returns the axes, shape (number of cases / 2, 2).

    Parameters
    ----------
    cases : dict
        Title to planes (w, b), of the square, the hinge and the hinge before; an even number.
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    """
    rows = len(cases) // 2
    axes = style.panels(2, rows, height=2.35 * rows + 0.4).reshape(rows, 2)
    for ax, (title, planes) in zip(axes.ravel(), cases.items(), strict=True):
        scenes.frame(X, ax, equal=True)
        scenes.points(X, y, ax, size=16, linewidths=0.5)
        looks = (style.PURPLE, "--", 3), (style.HINGE, "-", 3), (style.INK, ":", 1.4)
        for (w, b), (color, dashes, width) in zip(planes, looks, strict=True):
            scenes.line(w, b, ax, color=color, linestyle=dashes, linewidth=width, zorder=4)
        ax.set_title(title)
    return style.outer_labels(axes, IRIS_FEATURES)


def losses_over_score(names: Sequence[str], score: float) -> np.ndarray:
    """Losses ℓ(y f) against the score f, above for y = +1 and below for y = -1; both axes.

    Parameters
    ----------
    names : sequence of str
        Keys of `svmlib.losses.LOSSES`.
    score : float
        A score to mark, with the value of each loss there.
    """
    axes = style.panels(1, 2, height=7.6)
    f = np.linspace(-3, 3, 601)
    for ax, y in zip(axes, (1, -1), strict=True):
        for name in names:
            color, dashes, width = LOSS_STYLES[name]
            # the zero-one loss jumps: the curve must not connect its two sides
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


def conditional_risks(loss: Loss, etas: Sequence[float], symbol: str = "η") -> Axes:
    """Expected loss η ℓ(f) + (1 - η) ℓ(-f) against the score f, one curve for each η.

    A dot marks the smallest value of each curve, a bar a whole interval of scores that has it.

    Parameters
    ----------
    loss : svmlib.losses.Loss
    etas : sequence of float
        Probabilities of the label +1.
    symbol : str
        What the page calls them.
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
    ax.set(xlim=(-3, 3), xlabel="score f", ylabel=f"average {loss.name} loss", ylim=(0, None))
    return ax


def risk_minimisers(names: Sequence[str]) -> Axes:
    """The score from -3 to 3 that minimises the expected loss, against η, for several losses.

    Found on a fine grid of scores, so that it holds for every loss; at a tie the score of
    smallest size.

    Parameters
    ----------
    names : sequence of str
        Keys of `svmlib.losses.LOSSES`.
    """
    ax = style.panels(height=3.8)[0]
    f, eta = np.linspace(-3, 3, 2401), np.linspace(0.005, 0.995, 199)
    for name in names:
        color, dashes, width = LOSS_STYLES[name]
        loss = losses.LOSSES[name]
        risk = np.outer(eta, loss(f)) + np.outer(1 - eta, loss(-f))
        tied = risk <= risk.min(axis=1, keepdims=True) + 1e-12
        best = f[np.where(tied, np.abs(f), np.inf).argmin(axis=1)]
        ax.plot(eta, best, color=color, linestyle=dashes, linewidth=width, label=name)
    ax.axhline(0, color=style.PALE_GREY, linewidth=1, zorder=0)
    ax.axvline(0.5, color=style.PALE_GREY, linewidth=1, zorder=0)
    ax.set(xlim=(0, 1), ylim=(-3, 3), xlabel="η, probability of y = +1", ylabel="best score f")
    ax.legend(loc="upper left")
    return ax


def outlier_errors(
    distances: ArrayLike, square: ArrayLike, hinge: ArrayLike, titles: Sequence[str]
) -> np.ndarray:
    """Errors on the other points while one point moves away: square loss against hinge.

    Returns the axes, one for each title.

    Parameters
    ----------
    distances : array_like, shape (k,)
    square, hinge : array_like, shape (p, k)
        Numbers of errors, one row for each panel.
    titles : sequence of str, length p
    """
    axes = style.panels(len(titles), height=3.2, grid=True)
    for ax, of_square, of_hinge, title in zip(axes, square, hinge, titles, strict=True):
        ax.plot(distances, of_square, "s--", color=style.PURPLE, markersize=5, label="squared loss")
        ax.plot(distances, of_hinge, "o-", color=style.HINGE, markersize=5, label="hinge loss")
        ax.set(xscale="log", title=title, xlabel="distance moved (cm)")
    axes[0].set_ylabel("errors on the 150 flowers")
    axes[0].legend(loc="upper left")
    return axes
