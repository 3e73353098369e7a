"""Pictures of lecture 14: costs of many points, features that replace a kernel, certified ends."""

import json
from pathlib import Path

import numpy as np

from svmlib.plots import style

# benchmarks/lecture_14.py wrote this, because a lecture measures no time
MEASURED = Path(__file__).with_suffix(".json")


def measured_machines():
    """Return the benchmark of lecture 14, measured on one core, as one dict for each machine.

    Megabytes count the numbers it holds at a time, accuracy is on 50 000 other points, and the
    gap is relative, over all n points.
    """
    return json.loads(MEASURED.read_text(encoding="utf-8"))


def measured_costs(machines):
    """Draw seconds against n, dashed as n² for the first kind of machine, beside the accuracy."""
    axes = style.panels(2, height=3.9, sharey=False, grid=True)
    most = max(row["n"] for row in machines)
    kinds = dict.fromkeys(row["machine"] for row in machines)
    for kind, color, mark in zip(kinds, style.CURVES, ("s-", "o-"), strict=False):
        own = [row for row in machines if row["machine"] == kind]
        n, seconds, accuracy = ([row[key] for row in own] for key in ("n", "seconds", "accuracy"))
        axes[0].loglog(n, seconds, mark, color=color, label=kind)
        axes[1].semilogx(n, accuracy, mark, color=color, label=kind)
        if kind == next(iter(kinds)):
            square = [seconds[-1], seconds[-1] * (most / n[-1]) ** 2]
            axes[0].loglog([n[-1], most], square, "--", color=color, linewidth=1.2, label="as n²")
    axes[0].set(xlabel="points n", ylabel="seconds")
    axes[1].set(xlabel="points n", ylabel="accuracy on new points")
    axes[0].figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return axes


def left_over(X, residual, landmarks):
    """Draw k(x, x) - k̃(x, x), which landmarks leave over of each point: 0 is dark, 1 bright."""
    ax = style.panels(height=3.6)[0]
    shown = ax.scatter(*np.transpose(X), c=residual, s=14, vmin=0, vmax=1, linewidths=0)
    triangles = {"marker": "^", "color": "white", "edgecolors": style.INK, "zorder": 3}
    ax.scatter(*np.asarray(landmarks).T, s=46, **triangles)
    ax.set(title=f"{len(landmarks)} landmarks", aspect="equal")
    ax.figure.colorbar(shown, ax=ax, label="left over", shrink=0.85)
    return ax
