"""Pictures of lecture 13: tubes around a curve, regions around a crowd, and their multipliers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.collections import LineCollection
from numpy.typing import ArrayLike

from svmlib._validation import check_matrix, check_vector
from svmlib.plots.scenes import POINT_SIZE, RING_SIZE, frame, room
from svmlib.plots.style import (
    BLUE,
    CURVES,
    GREEN,
    GREY,
    INK,
    PALE_BLUE,
    PALE_GREY,
    SKY,
    VERMILION,
    WIDTH,
    direct_label,
    get_axes,
    panels,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from sklearn.base import BaseEstimator

__all__ = [
    "alarm_shares",
    "caps_and_balls",
    "error_and_support",
    "novelty",
    "residual_losses",
    "residual_multipliers",
    "tube",
]

# points without a class have a colour of their own, neither that of +1 nor that of -1
UNLABELLED, REGION = SKY, PALE_BLUE
OUTSIDE = "#8B94A3"  # the grey of bounded support vectors, as in `scenes.support_vectors`


def tube(
    model: BaseEstimator,
    X: ArrayLike,
    y: ArrayLike,
    ax: Axes | None = None,
    *,
    resolution: int = 400,
    tol: float = 1e-5,
) -> Axes:
    """A regression on one feature: the curve f solid, the tube f ± ε shaded with dashed borders.

    Support vectors are ringed: hollow on the border of the tube, filled grey outside, where a
    bar shows the slack max(0, abs(y - f) - ε).

    Parameters
    ----------
    model : fitted regression with attributes epsilon and support_
    X : array_like, shape (n, 1)
    y : array_like, shape (n,)
    resolution : int
        Number of places at which f is computed.
    tol : float
        A residual within it of ±ε, relative to the range of y, is on the border.
    """
    X = check_matrix(X, columns=1)
    y = check_vector(y, "y", length=len(X))
    ax = get_axes(ax, height=3.9)
    low, high = X.min(), X.max()
    beyond = 0.04 * ((high - low) or 1.0)
    u = np.linspace(low - beyond, high + beyond, resolution)
    f = model.predict(u[:, None])
    epsilon = float(model.epsilon)
    ax.fill_between(u, f - epsilon, f + epsilon, color=PALE_GREY, alpha=0.6, linewidth=0, zorder=0)
    for border in (-epsilon, epsilon):
        ax.plot(u, f + border, color=INK, linestyle="--", linewidth=1.2, zorder=2)
    ax.plot(u, f, color=INK, linewidth=1.8, zorder=2)
    ax.set(xlim=(u[0], u[-1]), ylim=_limits(np.concatenate([y, f - epsilon, f + epsilon])))
    residual = y - model.predict(X)
    slack = np.maximum(0.0, np.abs(residual) - epsilon)
    # all points keep their bar, most of length 0, so that the drawing has one shape
    ends = np.column_stack([X[:, 0], y - np.sign(residual) * slack])
    place = np.column_stack([X[:, 0], y])
    _bars(ax, place, ends)
    outside = slack > tol * (np.ptp(y) or 1.0)
    _rings(ax, place, model.support_, outside)
    _dots(ax, place)
    return ax


def novelty(
    model: BaseEstimator,
    X: ArrayLike,
    ax: Axes | None = None,
    *,
    resolution: int = 200,
    equal: bool = False,
    tol: float = 1e-5,
) -> Axes:
    """A one-class machine in the plane: the region f ≥ 0 filled, its border f = 0 solid.

    Support vectors are ringed: hollow on the border, filled grey outside.

    Parameters
    ----------
    model : fitted one-class machine
        Its `decision_function` maps (m, 2) to (m,), and it has an attribute support_.
    X : array_like, shape (n, 2)
        The points to which it was fitted.
    resolution : int
        Number of grid lines each way on which f is computed.
    equal : bool
        The same unit on both axes.
    tol : float
        Points with a score within it of zero, relative to the largest score, are on the border.
    """
    X = check_matrix(X, columns=2)
    ax = get_axes(ax)
    frame(X, ax, equal=equal)
    u, v = (np.linspace(*limits, resolution) for limits in (ax.get_xlim(), ax.get_ylim()))
    grid = np.stack(np.meshgrid(u, v), axis=-1)
    f = model.decision_function(grid.reshape(-1, 2)).reshape(resolution, resolution)
    if f.max() > 0:
        ax.contourf(u, v, f, levels=[0, np.inf], colors=[REGION], zorder=0)
    if f.min() < 0 < f.max():
        ax.contour(u, v, f, levels=[0], colors=INK, linewidths=1.8, zorder=2)
    scores = model.decision_function(X)
    outside = scores < -tol * (np.abs(scores).max() or 1.0)
    _rings(ax, X, model.support_, outside)
    _dots(ax, X)
    return ax


def residual_losses(epsilon: float, ax: Axes | None = None, *, furthest: float = 3.0) -> Axes:
    """What a residual r costs: r²/2, abs(r), and max(0, abs(r) - ε), up to abs(r) = furthest."""
    ax = get_axes(ax, height=3.3)
    r = np.linspace(-furthest, furthest, 601)
    ax.axvspan(-epsilon, epsilon, color=PALE_GREY, alpha=0.6, linewidth=0, zorder=0)
    curves = {
        "r²/2": (r**2 / 2, GREEN, "--"),
        "|r|": (np.abs(r), BLUE, (0, (1, 1.2))),
        "max(0, |r| − ε)": (np.maximum(0.0, np.abs(r) - epsilon), VERMILION, "-"),
    }
    for name, (loss, color, dashes) in curves.items():
        ax.plot(r, loss, color=color, linestyle=dashes, label=name, linewidth=2.2)
    ax.set(xlabel="residual r = y − f(x)", ylabel="charge", xlim=(-furthest, furthest))
    ax.set(ylim=(-0.08, furthest), xticks=[-epsilon, 0, epsilon], xticklabels=["−ε", "0", "ε"])
    ax.legend(loc="upper center", ncols=3, bbox_to_anchor=(0.5, 1.18), frameon=False)
    return ax


def residual_multipliers(
    residuals: ArrayLike, beta: ArrayLike, epsilon: float, C: float, ax: Axes | None = None
) -> Axes:
    """Multiplier over residual: points of an optimum lie on the staircase of the conditions.

    Parameters
    ----------
    residuals, beta : array_like, shape (n,)
        r_i = y_i - f(x_i) and β_i = α_i - α*_i.
    epsilon, C : float
    """
    ax = get_axes(ax, height=3.6)
    r = check_vector(residuals, "residuals")
    beta = check_vector(beta, "beta", length=len(r))
    furthest = 1.08 * max(np.abs(r).max(), 1.5 * epsilon)
    corners = [-furthest, -epsilon, -epsilon, epsilon, epsilon, furthest]
    ax.axvspan(-epsilon, epsilon, color=PALE_GREY, alpha=0.6, linewidth=0, zorder=0)
    ax.plot(corners, [-C, -C, 0, 0, C, C], color=GREEN, linewidth=2.4, zorder=2)
    _dots(ax, np.column_stack([r, beta]))
    ax.set(xlabel="residual r", ylabel="multiplier β", xlim=(-furthest, furthest))
    ax.set(ylim=(-1.25 * C, 1.25 * C), yticks=[-C, 0, C], yticklabels=["−C", "0", "C"])
    ax.set(xticks=[-epsilon, 0, epsilon], xticklabels=["−ε", "0", "ε"])
    return ax


def error_and_support(
    epsilons: ArrayLike, errors: dict[str, ArrayLike], shares: ArrayLike, mark: float | None = None
) -> np.ndarray:
    """Over ε: the error of one or several estimates above, the share of support vectors below.

    Parameters
    ----------
    epsilons : array_like, shape (k,)
    errors : dict
        Name → errors, shape (k,).
    shares : array_like, shape (k,)
        Share of training points that are support vectors.
    mark : float, optional
        A value of ε to mark by a dotted line.

    Returns
    -------
    ndarray of Axes, shape (2,)
    """
    axes = panels(1, 2, height=4.6, sharey=False)
    dashes = ("-", "--", "-.")
    for (name, error), color, dash in zip(errors.items(), CURVES, dashes, strict=False):
        axes[0].plot(epsilons, error, marker="o", markersize=4, color=color, ls=dash, label=name)
    axes[1].plot(epsilons, shares, "o-", markersize=4, color=INK)
    axes[0].set(ylabel="error", ylim=(0, None))
    axes[1].set(xlabel="ε", ylabel="support vectors", ylim=(0, 1.03))
    if len(errors) > 1:
        axes[0].legend()
    for ax in axes:
        ax.grid(True)
        if mark is not None:
            ax.axvline(mark, color=GREY, linestyle=":", linewidth=1.5)
    return axes


def alarm_shares(
    sigmas: ArrayLike,
    shares: dict[str, ArrayLike],
    nu: float,
    ax: Axes | None = None,
    *,
    mark: float | None = None,
) -> Axes:
    """The share of points called novel over σ on a log axis, a curve each, and the level ν.

    Parameters
    ----------
    sigmas : array_like, shape (k,)
    shares : dict
        Name → shares of novel points, shape (k,).
    nu : float
        Drawn as a horizontal line.
    mark : float, optional
        A value of σ to mark by a dotted line.
    """
    ax = get_axes(ax, height=3.7)
    ax.axhline(nu, color=GREY, linewidth=1.5)
    ax.set_xscale("log")
    dashes = ("-", "--", (0, (1, 1.2)), "-.")
    for (name, share), color, dash in zip(shares.items(), CURVES, dashes, strict=False):
        ax.plot(sigmas, share, marker="o", markersize=5, color=color, linestyle=dash, label=name)
    if mark is not None:
        ax.axvline(mark, color=GREY, linestyle=":", linewidth=1.5)
    ax.set_xticks(sigmas, labels=[f"{sigma:g}" for sigma in sigmas], minor=False)
    ax.set_xticks([], minor=True)
    direct_label(ax, np.min(sigmas), nu, f"ν = {nu:g}", GREY, va="bottom")
    ax.set(xlabel="σ", ylabel="share called novel", ylim=(-0.03, 1.03))
    ax.grid(True)
    ax.legend()
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
    axes = panels(2, height=WIDTH / 2 + 0.3)
    circle = np.linspace(0, 2 * np.pi, 400)
    round_trip = np.column_stack([np.cos(circle), np.sin(circle)])
    for ax, title in zip(axes, ("plane", "ball"), strict=True):
        ax.plot(*round_trip.T, color=GREY, linewidth=1.0, zorder=1)
        inside = X @ normal >= offset - 1e-6 if title == "plane" else _inside(X, centre, radius)
        settings = {"edgecolors": INK, "linewidths": 0.8, "zorder": 3, "s": 22}
        ax.scatter(*X[inside].T, c=UNLABELLED, **settings)
        ax.scatter(*X[~inside].T, c=OUTSIDE, marker="X", **settings)
        ax.plot(0, 0, "+", color=INK, markersize=10)
        ax.set(title=title, aspect="equal", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
    along = np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
    foot = offset * normal / (normal @ normal)
    axes[0].plot(*np.transpose([foot - 3 * along, foot + 3 * along]), color=INK)
    axes[1].plot(*(centre + radius * round_trip).T, color=INK)
    axes[1].plot(*centre, "x", color=INK, markersize=8)
    return axes


def _inside(X, centre, radius):
    return ((X - centre) ** 2).sum(axis=1) <= radius**2 + 1e-6


def _limits(values):
    low, high = values.min(), values.max()
    margin = 0.06 * ((high - low) or 1.0)
    return low - margin, high + margin


def _bars(ax, start, end):
    bars = LineCollection(
        np.stack([start, end], axis=1),
        capstyle="butt",
        colors=VERMILION,
        linewidths=2.2,
        zorder=2.9,
    )
    ax.add_collection(bars, autolim=False)


def _rings(ax, place, support, outside):
    """Hollow rings around support vectors on the border, filled ones around those outside."""
    ringed = np.zeros(len(place), dtype=bool)
    ringed[support] = True
    settings = {"s": room(ax) * RING_SIZE, "edgecolors": INK, "linewidths": 1.3}
    ax.scatter(*place[ringed & ~outside].T, facecolors="none", zorder=3.5, **settings)
    ax.scatter(*place[ringed & outside].T, facecolors=OUTSIDE, zorder=2.8, **settings)


def _dots(ax, place):
    ax.scatter(
        *place.T, s=room(ax) * POINT_SIZE, c=UNLABELLED, edgecolors=INK, linewidths=0.8, zorder=3
    )
