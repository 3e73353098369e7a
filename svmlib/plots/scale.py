"""Pictures of lecture 14: what many points cost, features that replace a kernel, certified ends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from svmlib.plots import style

# written by benchmarks/lecture_14.py: a lecture measures no time
MEASURED = Path(__file__).with_suffix(".json")


def measured_machines() -> list[dict[str, Any]]:
    """What the benchmark of lecture 14 measured on one core: one dict for each machine.

    Returns
    -------
    list of dict
        With the keys "machine" (its kind), "n" (points learnt from), "C", "seconds", "megabytes"
        (of the numbers it holds at a time), "accuracy" (on 50 000 other points) and "gap"
        (relative, over all n points).
    """
    return json.loads(MEASURED.read_text(encoding="utf-8"))


def measured_costs(machines: Sequence[dict[str, Any]]) -> np.ndarray:
    """Seconds against n on logarithmic axes, beside the accuracy; a curve for each kind.

    A dashed line continues the slower kind as n², what it costs at least to look at all pairs.
    Returns both axes.

    Parameters
    ----------
    machines : sequence of dict
        As from `measured_machines`, the kind with the steepest growth first.
    """
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


def bell_of_waves(frequencies: ArrayLike, counts: Sequence[int]) -> np.ndarray:
    """Cosines with random frequencies, their mean, and the bell exp(-t²/2) it tends to.

    Returns the axes, one for each count.

    Parameters
    ----------
    frequencies : array_like, shape (m,)
        Drawn from the standard normal distribution.
    counts : sequence of int
        How many of them, the first ones, each panel averages.
    """
    axes = style.panels(len(counts), height=3.0)
    frequencies = np.asarray(frequencies, dtype=float)
    t = np.linspace(-4, 4, 400)
    for ax, count in zip(axes, counts, strict=True):
        waves = np.cos(np.outer(frequencies[:count], t))
        ax.plot(t, waves[:12].T, color=style.GREY, linewidth=0.6, alpha=0.6)
        ax.plot(t, np.exp(-(t**2) / 2), color=style.INK, label="kernel")
        ax.plot(t, waves.mean(axis=0), "--", color=style.CURVES[1], label="mean of the cosines")
        ax.set(title=f"{count} cosine{'s' if count > 1 else ''}", xlabel="x − x'")
    axes[0].figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    return axes


def kernel_errors(errors: dict[str, tuple[ArrayLike, ArrayLike]], *, ylabel: str) -> Axes:
    """Errors of approximate kernels against the number of features, on logarithmic axes.

    Parameters
    ----------
    errors : dict
        Name → (numbers of features, errors).
    ylabel : str
    """
    ax = style.panels(height=3.6, grid=True)[0]
    for (name, (m, error)), color, mark in zip(errors.items(), style.CURVES, "osD^", strict=False):
        ax.loglog(m, error, mark + "-", color=color, markersize=5, label=name)
    ax.set(xlabel="features m", ylabel=ylabel)
    ax.legend()
    return ax


def left_over(X: ArrayLike, residual: ArrayLike, landmarks: ArrayLike) -> Axes:
    """What the span of landmarks leaves over of each point.

    Parameters
    ----------
    X : array_like, shape (n, 2)
    residual : array_like, shape (n,)
        k(x, x) - k̃(x, x) at each point, from 0 (dark) to 1 (bright).
    landmarks : array_like, shape (m, 2)
    """
    ax = style.panels(height=3.6)[0]
    shown = ax.scatter(*np.transpose(X), c=residual, s=14, vmin=0, vmax=1, linewidths=0)
    triangles = {"marker": "^", "color": "white", "edgecolors": style.INK, "zorder": 3}
    ax.scatter(*np.asarray(landmarks).T, s=46, **triangles)
    ax.set(title=f"{len(landmarks)} landmarks", aspect="equal")
    ax.figure.colorbar(shown, ax=ax, label="left over", shrink=0.85)
    return ax
