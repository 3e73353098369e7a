"""Pictures of lecture 11: reliability, maps from scores, thresholds."""

import numpy as np

from svmlib.calibration import reliability
from svmlib.plots import style


def reliability_diagrams(forecasts, y):
    """Draw the share of +1 against predicted probability, and below the number in each bin.

    A panel shows a forecast {title: probabilities of +1}. Bars of one standard error show how far
    chance alone would take a calibrated one.
    """
    width = min(style.WIDTH, 1 + 1.9 * len(forecasts))  # panels of a column are equally wide
    height = 4.3 if len(forecasts) > 1 else 4.7  # a square as wide as the bars below it
    rows = {"height": height, "sharey": "row", "height_ratios": (3, 1)}
    axes = style.panels(len(forecasts), 2, width=width, **rows).reshape(2, -1)
    for above, below, (title, p) in zip(*axes, forecasts.items(), strict=True):
        curve = reliability(p, y, bins=10)
        full = curve.counts > 0
        above.plot([0, 1], [0, 1], color=style.GREY, linewidth=1.2, zorder=1)
        dots = {"fmt": "o-", "color": style.CURVES[1], "markersize": 5, "elinewidth": 1.4}
        share, error = curve.observed[full], curve.standard_error[full]
        above.errorbar(curve.predicted[full], share, yerr=error, mec=style.INK, **dots)
        above.set_title(f"{title}\ncalibration error\n{curve.calibration_error:.3f}")
        above.set_aspect("equal")
        above.set(xlim=(0, 1), ylim=(0, 1), xticks=(0.2, 0.5, 0.8))
        bars = {"width": np.diff(curve.edges), "color": style.PALE_GREY, "edgecolor": style.INK}
        below.bar(curve.edges[:-1], curve.counts, align="edge", **bars)
        below.set_xlabel("predicted")
    axes[0, 0].set_ylabel("share of +1")
    axes[1, 0].set_ylabel("points")
    return axes


def calibration_maps(maps, scores, y):
    """Draw maps {name: function} from score to probability, and the observed shares of +1.

    Each dot is for a twelfth of the points, in order of their scores.
    """
    ax = style.panels(height=3.9, grid=True)[0]
    scores, y = np.asarray(scores, dtype=float), np.asarray(y)
    order = np.array_split(np.argsort(scores, kind="stable"), 12)
    places, shares = ([v[g].mean() for g in order] for v in (scores, y > 0))
    ax.plot(places, shares, "o", color=style.INK, markersize=7, label="observed share", zorder=4)
    f = np.linspace(*np.quantile(scores, [0.002, 0.998]), 600)
    dashes = ("-", "--", (0, (1, 1)), "-.")
    for (name, function), color, dash in zip(maps.items(), style.CURVES, dashes, strict=False):
        ax.plot(f, function(f), color=color, linestyle=dash, label=name)
    ax.set(xlabel="score f(x)", ylabel="probability of y = +1", ylim=(-0.03, 1.03))
    ax.legend(loc="upper left")
    return ax


def roc_and_precision(p, y, thresholds):
    """Draw ROC and precision-recall curves side by side, with the points of a few thresholds."""
    from sklearn.metrics import precision_recall_curve, roc_curve

    up = y > 0
    axes = style.panels(2, height=3.6, grid=True)
    false, true, _ = roc_curve(up, p)
    precision, recall, _ = precision_recall_curve(up, p)
    axes[0].plot(false, true, color=style.CURVES[0])
    axes[0].plot([0, 1], [0, 1], color=style.GREY, linewidth=1.2)
    axes[1].plot(recall[:-1], precision[:-1], color=style.CURVES[0])
    axes[1].axhline(up.mean(), color=style.GREY, linewidth=1.2)
    for t in thresholds:
        call = p > t
        caught = np.mean(call[up])
        alarms, right = np.mean(call[~up]), np.mean(up[call])
        places = ((alarms, caught, -0.03), (caught, right, 0.02))  # off a rising, a falling curve
        for ax, (x, height, off) in zip(axes, places, strict=True):
            style.outlined(ax, x, height, "o", style.CURVES[1], 8)
            style.direct_label(ax, x + 0.04, height + off, f"p > {t:g}", fontsize=10)
    axes[0].set(title="ROC", xlabel="share of -1 called +1", ylabel="share of +1 called +1")
    axes[1].set(title="precision and recall", xlabel="recall", ylabel="precision")
    for ax in axes:
        ax.set(xlim=(0, 1.02), ylim=(0, 1.02))
    return axes
