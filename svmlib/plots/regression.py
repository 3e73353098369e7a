"""Pictures of lecture 13: tubes around a curve, regions around a crowd, and their multipliers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from svmlib._checks import check_count, check_matrix, check_vector
from svmlib.plots import scenes, style

if TYPE_CHECKING:
    import pandas as pd

# points without a class have a colour of their own, neither that of +1 nor that of -1
UNLABELLED, REGION = style.SKY, style.PALE_BLUE


def tube(model: BaseEstimator, X: ArrayLike, y: ArrayLike) -> Axes:
    """A regression on one feature: the curve f solid, the tube f ± ε shaded with dashed borders.

    Support vectors are ringed: hollow on the border of the tube, filled grey outside (by more than
    1e-5 of the range of y), where a bar shows the slack max(0, abs(y - f) - ε).

    Parameters
    ----------
    model : fitted regression with attributes epsilon and support_
    X : array_like, shape (n, 1)
    y : array_like, shape (n,)
    """
    X = check_matrix(X, columns=1)
    y = check_vector(y, "y", length=len(X))
    ax = style.panels(height=3.9)[0]
    beyond = 0.04 * (np.ptp(X) or 1.0)
    u = np.linspace(X.min() - beyond, X.max() + beyond, 400)
    f = model.predict(u[:, None])
    epsilon = float(model.epsilon)
    ax.fill_between(u, f - epsilon, f + epsilon, color=style.PALE_GREY, alpha=0.6, lw=0, zorder=0)
    for border in (-epsilon, epsilon):
        ax.plot(u, f + border, color=style.INK, linestyle="--", linewidth=1.2, zorder=2)
    ax.plot(u, f, color=style.INK, linewidth=1.8, zorder=2)
    values = np.concatenate([y, f - epsilon, f + epsilon])
    edge = 0.06 * (np.ptp(values) or 1.0)
    ax.set(xlim=(u[0], u[-1]), ylim=(values.min() - edge, values.max() + edge))
    residual = y - model.predict(X)
    slack = np.maximum(0.0, np.abs(residual) - epsilon)
    # all points keep their bar, most of length 0, so that the drawing has one shape
    ends = np.column_stack([X[:, 0], y - np.sign(residual) * slack])
    place = np.column_stack([X[:, 0], y])
    scenes.bars(place, ends, ax)
    outside = slack > 1e-5 * (np.ptp(y) or 1.0)
    scenes.ring(place, np.isin(np.arange(len(X)), model.support_), outside, ax)
    _dots(ax, place)
    return ax


def novelty(model: BaseEstimator, X: ArrayLike, ax: Axes | None = None) -> Axes:
    """A one-class machine in the plane: the region f ≥ 0 filled, its border f = 0 solid.

    Support vectors are ringed: hollow on the border, filled grey outside (where f is below zero by
    more than 1e-5 of the largest score).

    Parameters
    ----------
    model : fitted one-class machine
        Its `decision_function` maps (m, 2) to (m,), and it has an attribute support_.
    X : array_like, shape (n, 2)
        The points to which it was fitted.
    """
    X = check_matrix(X, columns=2)
    ax = style.get_axes(ax)
    scenes.frame(X, ax)
    u, v, places = scenes.grid(ax, 200)
    f = model.decision_function(places).reshape(len(v), len(u))
    if f.max() > 0:
        ax.contourf(u, v, f, levels=[0, np.inf], colors=[REGION], zorder=0)
    if f.min() < 0 < f.max():
        ax.contour(u, v, f, levels=[0], colors=style.INK, linewidths=1.8, zorder=2)
    scores = model.decision_function(X)
    outside = scores < -1e-5 * (np.abs(scores).max() or 1.0)
    scenes.ring(X, np.isin(np.arange(len(X)), model.support_), outside, ax)
    _dots(ax, X)
    return ax


def residual_losses(epsilon: float) -> Axes:
    """What a residual r costs: r²/2, abs(r), and max(0, abs(r) - ε), up to abs(r) = 3."""
    ax = style.panels(height=3.3)[0]
    r = np.linspace(-3, 3, 601)
    ax.axvspan(-epsilon, epsilon, color=style.PALE_GREY, alpha=0.6, linewidth=0, zorder=0)
    curves = {
        "r²/2": (r**2 / 2, style.GREEN, "--"),
        "|r|": (np.abs(r), style.BLUE, (0, (1, 1.2))),
        "max(0, |r| − ε)": (np.maximum(0.0, np.abs(r) - epsilon), style.VERMILION, "-"),
    }
    for name, (loss, color, dashes) in curves.items():
        ax.plot(r, loss, color=color, linestyle=dashes, label=name, linewidth=2.2)
    ax.set(xlabel="residual r = y − f(x)", ylabel="charge", xlim=(-3, 3))
    ax.set(ylim=(-0.08, 3), xticks=[-epsilon, 0, epsilon], xticklabels=["−ε", "0", "ε"])
    ax.legend(loc="upper center", ncols=3, bbox_to_anchor=(0.5, 1.18), frameon=False)
    return ax


def residual_multipliers(residuals: ArrayLike, beta: ArrayLike, epsilon: float, C: float) -> Axes:
    """Multiplier over residual: points of an optimum lie on the staircase of the conditions.

    Parameters
    ----------
    residuals, beta : array_like, shape (n,)
        r_i = y_i - f(x_i) and β_i = α_i - α*_i.
    epsilon, C : float
    """
    ax = style.panels(height=3.6)[0]
    r = check_vector(residuals, "residuals")
    beta = check_vector(beta, "beta", length=len(r))
    furthest = 1.08 * max(np.abs(r).max(), 1.5 * epsilon)
    corners = [-furthest, -epsilon, -epsilon, epsilon, epsilon, furthest]
    ax.axvspan(-epsilon, epsilon, color=style.PALE_GREY, alpha=0.6, linewidth=0, zorder=0)
    ax.plot(corners, [-C, -C, 0, 0, C, C], color=style.GREEN, linewidth=2.4, zorder=2)
    _dots(ax, np.column_stack([r, beta]))
    ax.set(xlabel="residual r", ylabel="multiplier β", xlim=(-furthest, furthest))
    ax.set(ylim=(-1.25 * C, 1.25 * C), yticks=[-C, 0, C], yticklabels=["−C", "0", "C"])
    ax.set(xticks=[-epsilon, 0, epsilon], xticklabels=["−ε", "0", "ε"])
    return ax


def error_and_support(
    epsilons: ArrayLike, errors: dict[str, ArrayLike], shares: ArrayLike
) -> np.ndarray:
    """Over ε: the error of an estimate above, the share of support vectors below; both axes.

    Parameters
    ----------
    epsilons : array_like, shape (k,)
    errors : dict
        Name → errors, shape (k,).
    shares : array_like, shape (k,)
        Share of training points that are support vectors.
    """
    axes = style.panels(1, 2, height=4.6, sharey=False, grid=True)
    for (name, error), (color, dash) in zip(errors.items(), style.LOOKS, strict=False):
        axes[0].plot(epsilons, error, marker="o", markersize=4, color=color, ls=dash, label=name)
    axes[1].plot(epsilons, shares, "o-", markersize=4, color=style.INK)
    axes[0].set(ylabel="error", ylim=(0, None))
    axes[1].set(xlabel="ε", ylabel="support vectors", ylim=(0, 1.03))
    return axes


def places(residuals: ArrayLike, k: int) -> Axes:
    """Residuals in order, and the places between them; those up to the k-th, q, are shaded.

    Only the order is drawn: neighbours are equally far apart, and their values are below.

    Parameters
    ----------
    residuals : array_like, shape (m,)
    k : int
    """
    r = np.sort(check_vector(residuals, "residuals"))
    k = check_count(k, "k", at_most=len(r))
    ax = style.panels(height=1.7)[0]
    ax.axvspan(0, k, color=REGION, linewidth=0, zorder=0)
    ax.axhline(0, color=style.INK, linewidth=1.2, zorder=1)
    for place in range(len(r) + 1):
        ax.text(place + 0.5, 0.35, f"1/{len(r) + 1}", ha="center", va="center", fontsize=9)
    _dots(ax, np.column_stack([np.arange(1, len(r) + 1), np.zeros(len(r))]))
    ax.text(k, -0.45, "q", ha="center", va="center", fontweight="bold")
    ax.set(xlim=(0, len(r) + 1), ylim=(-0.7, 0.7), yticks=[], xlabel="residuals in order")
    ax.set_xticks(range(1, len(r) + 1), labels=[f"{size:.2f}" for size in r])
    return ax


def band(days: ArrayLike, y: ArrayLike, low: ArrayLike, high: ArrayLike, shaded: ArrayLike) -> Axes:
    """Answers over days, and the interval of each day as a band; answers outside are crosses.

    Parameters
    ----------
    days : array_like of datetime64, shape (n,)
        One after the other.
    y, low, high : array_like, shape (n,)
        Answers, and both ends of their intervals.
    shaded : array_like of bool, shape (n,)
        Days whose column is grey.
    """
    days = np.asarray(days, dtype="datetime64[h]")
    y, low, high = (np.asarray(values, dtype=float) for values in (y, low, high))
    ax = style.panels(height=3.4)[0]
    half = np.timedelta64(12, "h")
    for day in days[np.asarray(shaded, dtype=bool)]:
        ax.axvspan(day - half, day + half, color=style.PALE_GREY, alpha=0.6, lw=0, zorder=0)
    ax.fill_between(days, low, high, step="mid", color=REGION, lw=0, zorder=1)
    inside = (low <= y) & (y <= high)
    outlined = {"edgecolors": style.INK, "linewidths": 0.8, "zorder": 3}
    ax.scatter(days[inside], y[inside], c=UNLABELLED, s=26, label="inside", **outlined)
    missed = days[~inside], y[~inside]
    ax.scatter(*missed, c=style.VERMILION, marker="X", s=46, label="outside", **outlined)
    mondays = days[(days.astype("datetime64[D]").astype(int) + 3) % 7 == 0]
    ticks = mondays[::2].astype(object)
    ax.set_xticks(ticks, labels=[f"{day.day} {day:%b}" for day in ticks])
    ax.set(xlim=(days[0] - half, days[-1] + half))
    ax.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.15), frameon=False)
    return ax


def alarm_shares(sigmas: ArrayLike, shares: dict[str, ArrayLike], level: float) -> Axes:
    """Shares of rows or days that an alarm calls novel over σ on a log axis, a curve each.

    Parameters
    ----------
    sigmas : array_like, shape (k,)
    shares : dict
        Name → shares, shape (k,).
    level : float
        The share that was promised, drawn as a horizontal line.
    """
    ax = style.panels(height=3.7, grid=True)[0]
    ax.set_xscale("log")
    for (name, share), (color, dash) in zip(shares.items(), style.LOOKS, strict=False):
        ax.plot(sigmas, share, marker="o", markersize=5, color=color, linestyle=dash, label=name)
    ax.axhline(level, color=style.GREY, linewidth=1.5, label=f"promised: {level:.2g}")
    ax.set_xticks(sigmas, labels=[f"{sigma:g}" for sigma in sigmas], minor=False)
    ax.set_xticks([], minor=True)
    ax.set(xlabel="σ", ylabel="share", ylim=(-0.03, None))
    ax.legend()
    return ax


def alarm_season(alarms: dict[str, pd.Series], share: float) -> Axes:
    """Days with an alarm, counted up over a season: a staircase each, and a line for the promise.

    Parameters
    ----------
    alarms : dict
        Name → Series of bool, a value a day, indexed by the days.
    share : float
        The promised share of days.
    """
    ax = style.panels(height=3.9, grid=True)[0]
    for row, (name, alarm) in enumerate(alarms.items()):
        color, dash = style.LOOKS[row]
        label = f"{name}: {alarm.sum()} days"
        ax.step(alarm.index, alarm.cumsum(), where="post", color=color, linestyle=dash, label=label)
        ticks = {"color": color, "marker": "|", "linestyle": "none", "markersize": 7}
        days = alarm.index[alarm]
        ax.plot(days, [-2.5 - 2.5 * row] * len(days), **ticks)
    promised = share * np.arange(1, len(alarm) + 1)
    label = f"promised: {promised[-1]:.0f} days"
    ax.plot(alarm.index, promised, color=style.GREY, linewidth=1.5, label=label)
    months = alarm.index[alarm.index.day == 1]
    ax.set_xticks(months, labels=[f"{month:%b}" for month in months])
    ax.set(ylabel="days with an alarm", ylim=(-1.5 - 2.5 * len(alarms), None))
    ax.legend(loc="upper left")
    return ax


def caps_and_balls(
    X: ArrayLike, normal: ArrayLike, offset: float, centre: ArrayLike, radius: float
) -> np.ndarray:
    """Points of the unit circle, cut by the line normal·x = offset, and by a circle: both axes.

    Parameters
    ----------
    X : array_like, shape (n, 2)
        Points of length 1.
    normal, offset : array_like, shape (2,), and float
    centre, radius : array_like, shape (2,), and float
    """
    X = check_matrix(X, columns=2)
    normal, centre = np.asarray(normal, dtype=float), np.asarray(centre, dtype=float)
    axes = style.panels(2, height=style.WIDTH / 2 + 0.3)
    circle = np.linspace(0, 2 * np.pi, 400)
    round_trip = np.column_stack([np.cos(circle), np.sin(circle)])
    kept = X @ normal >= offset - 1e-6, ((X - centre) ** 2).sum(axis=1) <= radius**2 + 1e-6
    for ax, title, inside in zip(axes, ("plane", "ball"), kept, strict=True):
        ax.plot(*round_trip.T, color=style.GREY, linewidth=1.0, zorder=1)
        settings = {"edgecolors": style.INK, "linewidths": 0.8, "zorder": 3, "s": 22}
        ax.scatter(*X[inside].T, c=UNLABELLED, **settings)
        ax.scatter(*X[~inside].T, c=scenes.BOUNDED, marker="X", **settings)
        ax.plot(0, 0, "+", color=style.INK, markersize=10)
        ax.set(title=title, aspect="equal", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
    along = np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
    foot = offset * normal / (normal @ normal)
    axes[0].plot(*np.transpose([foot - 3 * along, foot + 3 * along]), color=style.INK)
    axes[1].plot(*(centre + radius * round_trip).T, color=style.INK)
    axes[1].plot(*centre, "x", color=style.INK, markersize=8)
    return axes


def _dots(ax, place):
    dots = {"c": UNLABELLED, "edgecolors": style.INK, "linewidths": 0.8, "zorder": 3}
    ax.scatter(*place.T, s=scenes.room(ax) * scenes.POINT_SIZE, **dots)
