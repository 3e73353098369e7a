"""Pictures of lecture 13: tubes around a curve, regions around a crowd, alarms over a season."""

import numpy as np

from svmlib._checks import check_matrix, check_vector
from svmlib.plots import maps, scenes, style

# points without a class have a colour of their own, which neither class has
UNLABELLED, REGION = style.SKY, style.PALE_BLUE


def tube(model, X, y):
    """Draw a regression on one feature: f solid, the tube f ± ε shaded with dashed borders.

    Support vectors are ringed: hollow on the border, filled outside, with a bar for the slack.
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


def novelty(model, X, ax=None):
    """Draw a one-class machine in the plane: the region f ≥ 0 filled, its border f = 0 solid.

    Support vectors are ringed: hollow on the border, filled outside.
    """
    X = check_matrix(X, columns=2)
    ax = style.get_axes(ax)
    scenes.frame(X, ax)
    u, v, places = maps.grid(ax, 200)
    f = model.decision_function(places).reshape(len(v), len(u))
    if f.max() > 0:
        ax.contourf(u, v, f, levels=[0, np.inf], colors=[REGION], zorder=0)
    maps.level_line(ax, u, v, f, linewidths=1.8, zorder=2)
    scores = model.decision_function(X)
    outside = scores < -1e-5 * (np.abs(scores).max() or 1.0)
    scenes.ring(X, np.isin(np.arange(len(X)), model.support_), outside, ax)
    _dots(ax, X)
    return ax


def band(days, y, low, high, shaded):
    """Draw answers by day, the interval of each day as a band, and answers outside as crosses."""
    days = np.asarray(days, dtype="datetime64[h]")
    y, low, high = (np.asarray(values, dtype=float) for values in (y, low, high))
    ax = style.panels(height=3.4)[0]
    half = np.timedelta64(12, "h")
    for day in days[np.asarray(shaded, dtype=bool)]:
        ax.axvspan(day - half, day + half, color=style.PALE_GREY, alpha=0.6, lw=0, zorder=0)
    ax.fill_between(days, low, high, step="mid", color=REGION, lw=0, zorder=1)
    inside = (low <= y) & (y <= high)
    ax.scatter(days[inside], y[inside], 26, UNLABELLED, label="inside", **scenes.OUTLINE)
    crosses = {"marker": "X", "label": "outside"} | scenes.OUTLINE
    ax.scatter(days[~inside], y[~inside], 46, style.VERMILION, **crosses)
    mondays = days[(days.astype("datetime64[D]").astype(int) + 3) % 7 == 0]
    ticks = mondays[::2].astype(object)
    ax.set_xticks(ticks, labels=[f"{day.day} {day:%b}" for day in ticks])
    ax.set(xlim=(days[0] - half, days[-1] + half))
    ax.legend(loc="upper center", ncols=2, bbox_to_anchor=(0.5, 1.15), frameon=False)
    return ax


def alarm_shares(sigmas, shares, level):
    """Draw for each alarm the share of rows or days it calls novel against σ, and the promise."""
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


def alarm_season(alarms, share):
    """Draw days with an alarm, counted over a season as staircases, and a line for the promise."""
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


def caps_and_balls(X, normal, offset, centre, radius):
    """Draw points of the unit circle, cut by the line normal·x = offset, and by a circle."""
    axes = style.panels(2, height=style.WIDTH / 2 + 0.3)
    circle = np.linspace(0, 2 * np.pi, 400)
    round_trip = np.column_stack([np.cos(circle), np.sin(circle)])
    kept = X @ normal >= offset - 1e-6, ((X - centre) ** 2).sum(axis=1) <= radius**2 + 1e-6
    for ax, title, inside in zip(axes, ("plane", "ball"), kept, strict=True):
        ax.plot(*round_trip.T, color=style.GREY, linewidth=1.0, zorder=1)
        ax.scatter(*X[inside].T, 22, UNLABELLED, **scenes.OUTLINE)
        ax.scatter(*X[~inside].T, 22, scenes.BOUNDED, marker="X", **scenes.OUTLINE)
        ax.plot(0, 0, "+", color=style.INK, markersize=10)
        ax.set(title=title, aspect="equal", xlim=(-1.15, 1.15), ylim=(-1.15, 1.15))
    along = np.array([-normal[1], normal[0]]) / np.linalg.norm(normal)
    foot = offset * normal / (normal @ normal)
    axes[0].plot(*np.transpose([foot - 3 * along, foot + 3 * along]), color=style.INK)
    axes[1].plot(*(centre + radius * round_trip).T, color=style.INK)
    axes[1].plot(*centre, "x", color=style.INK, markersize=8)
    return axes


def _dots(ax, place):
    ax.scatter(*place.T, scenes.room(ax) * scenes.POINT_SIZE, UNLABELLED, **scenes.OUTLINE)
