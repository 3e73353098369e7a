"""Pictures of lecture 8: rings, kernels, Gram matrices and bent boundaries."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike
from scipy.special import factorial
from sklearn.base import BaseEstimator

from svmlib._checks import check_matrix, check_signs
from svmlib.kernels import Kernel
from svmlib.plots import scenes, style

DASHES = ("-", (0, (5, 2)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)))


def radius_line(X: ArrayLike, y: ArrayLike, cut: float) -> Axes:
    """r² = x₁² + x₂² of every point on one axis, a row for each class, and a cut; the axes.

    Within its row a point is shifted up by where it comes in the data, so that few overlap.
    """
    X, y = check_matrix(X, columns=2), check_signs(y)
    ax = style.panels(height=2.4)[0]
    r2 = (X**2).sum(axis=1)
    shift = 0.6 * (np.arange(len(y)) / len(y) - 0.5)
    style.scatter_classes(ax, np.column_stack([r2, y + shift]), y, s=22, linewidths=0.7)
    ax.axvline(cut, color=style.INK, linewidth=2.2)
    ax.set(xlabel="$r^2=x_1^2+x_2^2$", xlim=(0, 2), ylim=(-1.6, 1.6))
    ax.set_yticks([-1, 1], labels=["$y=-1$", "$y=+1$"])
    return ax


def representer() -> Axes:
    """A sketch of w = w_V + w_⊥ over the plane V that two features span; the axes."""
    ax = style.panels(height=2.7)[0]
    ax.fill([0.0, 3.2, 4.6, 1.4], [0.0, -0.5, 0.45, 0.95], color=style.PALE_GREY, linewidth=0)
    origin, part, w = (1.0, 0.22), (3.1, 0.32), (3.1, 1.5)
    arrows = (
        (origin, (2.3, 0.7), style.INK, "$\\varphi(x_1)$"),
        (origin, (2.7, -0.2), style.INK, "$\\varphi(x_2)$"),
        (origin, part, style.BLUE, "$w_V$"),
        (part, w, style.GREY, ""),
        (origin, w, style.VERMILION, "$w$"),
    )
    for start, end, color, name in arrows:
        style.arrow(ax, start, end, color, zorder=3, linewidth=2.2)
        style.direct_label(ax, end[0] + 0.06, end[1], name, color, fontsize=14)
    style.direct_label(ax, 3.16, 0.95, "$w_\\perp$", style.GREY, fontsize=14)
    ax.text(4.1, 0.4, "$V$", fontsize=14, va="center")
    ax.set(xlim=(-0.1, 4.7), ylim=(-0.55, 1.65))
    ax.set_axis_off()
    return ax


def gaussian_features() -> np.ndarray:
    """Features of the RBF kernel in one dimension, and their inner products up to j < J.

    φ_j(x) = exp(-x²/2) x^j / √j!, whose products add up to exp(-(x - z)²/2), for σ = 1.

    The left picture shows the first five; the right one Σ_{j<J} φ_j(x) φ_j(z) at z = 1 for
    J = 1, 2, 4, 8, over the kernel itself.
    """
    axes = style.panels(2, height=3.5, sharey=False)
    x = np.linspace(-3, 3, 301)
    j = np.arange(8)[:, None]
    phi, phi_at = (np.exp(-(t**2) / 2) * t**j / np.sqrt(factorial(j)) for t in (x, np.ones(1)))
    for j in range(5):
        dashes = DASHES[j % len(DASHES)]
        axes[0].plot(x, phi[j], color=style.CURVES[j], linestyle=dashes, label=f"$\\varphi_{j}$")
    axes[0].set(title="the first features", xlabel="$x$", ylim=(-0.9, 1.05), xlim=(-3, 3))
    axes[0].legend(loc="lower right", ncols=2, fontsize=10)
    axes[1].fill_between(x, np.exp(-((x - 1) ** 2) / 2), color=style.PALE_GREY, linewidth=0)
    for J, color, dashes in zip((1, 2, 4, 8), style.CURVES, DASHES, strict=False):
        total = (phi_at * phi)[:J].sum(axis=0)
        label = f"{J} feature{'s' if J > 1 else ''}"
        axes[1].plot(x, total, color=color, linestyle=dashes, label=label)
    axes[1].set(title="their inner product with $z=1$", xlabel="$x$", ylim=(-0.35, 1.05))
    axes[1].legend(loc="upper left", fontsize=10)
    return axes


def kernel_profiles(kernels: Sequence[Kernel], names: Sequence[str]) -> np.ndarray:
    """Each kernel k(r)/k(0) against the distance r ≤ 3, and ‖φ(x) - φ(z)‖/√k(0); both axes.

    The kernels are functions of the distance ‖x - z‖ only.
    """
    axes = style.panels(2, height=3.4, sharey=False)
    r = np.linspace(0.0, 3.0, 301)
    for k, name, color, dashes in zip(kernels, names, style.CURVES, DASHES, strict=False):
        share = k(np.zeros(1), r[:, None]) / k(np.zeros(1), np.zeros(1))
        look = {"color": color, "linestyle": dashes, "linewidth": 2.2}
        axes[0].plot(r, share, label=name, **look)
        axes[1].plot(r, np.sqrt(2.0 - 2.0 * np.minimum(share, 1.0)), **look)
    axes[0].set(title="kernel, $k(r)/k(0)$", ylim=(0, 1.03))
    axes[1].set(title="distance in feature space", ylim=(0, 1.5))
    axes[1].axhline(np.sqrt(2), color=style.GREY, linewidth=1, linestyle=":")
    style.direct_label(axes[1], 3, np.sqrt(2) - 0.08, "$\\sqrt{2}$", style.GREY, ha="right")
    for ax in axes:
        ax.set(xlabel="distance $r$ of the points", xlim=(0, 3))
    axes[0].legend(loc="upper right")
    return axes


def spectra(matrices: Sequence[ArrayLike], names: Sequence[str]) -> Axes:
    """Eigenvalues of symmetric matrices in falling order, as shares of the largest; the axes.

    The vertical axis is logarithmic both ways from a narrow band around zero, so that negative
    eigenvalues show.
    """
    ax = style.panels(height=4.2)[0]
    for K, name, color, marker in zip(matrices, names, style.CURVES, ("o", "s", "^"), strict=False):
        values = np.linalg.eigvalsh(K)[::-1]
        share = values / np.abs(values).max()
        # what is below rounding is drawn as zero: its digits are noise
        share = np.where(np.abs(share) < 1e-12, 0.0, share)
        ax.plot(range(1, len(K) + 1), share, marker, color=color, label=name, markersize=4.5)
    ax.axhline(0, color=style.INK, linewidth=1)
    ax.set_yscale("symlog", linthresh=1e-6)
    ax.set(xlabel="number of the eigenvalue", ylabel="eigenvalue / largest")
    ax.set_yticks([1, 1e-2, 1e-4, 0, -1e-4, -1e-2])
    ax.legend(loc="upper right")
    return ax


def gram_matrices(
    matrices: Sequence[ArrayLike], titles: Sequence[str], ends: Sequence[int], names: Sequence[str]
) -> np.ndarray:
    """Gram matrices as images on one colour scale, classes marked; returns the axes.

    Parameters
    ----------
    matrices : sequence of array_like, shape (n, n)
        Points sorted by class.
    titles : sequence of str
    ends : sequence of int
        Where each class ends, the last one n.
    names : sequence of str
        Names of the classes.
    """
    axes = style.panels(len(matrices), height=2.75)
    middles = (np.r_[0, ends[:-1]] + np.asarray(ends)) / 2
    for ax, K, title in zip(axes, matrices, titles, strict=True):
        n = len(K)
        image = ax.imshow(K, vmin=0, vmax=1, extent=(0, n, n, 0), interpolation="nearest")
        for end in ends[:-1]:
            ax.axvline(end, color="white", linewidth=1)
            ax.axhline(end, color="white", linewidth=1)
        ax.set_title(title)
        short = [name[:4] + "." for name in names]
        ax.set_xticks(middles, labels=short, fontsize=10)
        ax.set_yticks(middles, labels=short, fontsize=10, rotation=90, va="center")
        ax.tick_params(length=0)
        ax.spines[["left", "bottom"]].set_visible(False)
    axes[0].figure.colorbar(image, ax=list(axes), shrink=0.75, pad=0.02, label="$k(x_i,x_j)$")
    return axes


def machine_grid(
    models: Sequence[Sequence[BaseEstimator]], X: ArrayLike, y: ArrayLike, names: Sequence[str]
) -> np.ndarray:
    """A panel for each machine: a row for each kernel, a column for each C, axes (rows, columns).

    Titles count support vectors and, among them, free ones, 0 < α < C (up to 1e-6 C).

    Parameters
    ----------
    models : sequence of sequences of fitted machines with attributes C and alpha_
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    names : sequence of str
        What is written beside each row.
    """
    rows, columns = len(models), len(models[0])
    axes = style.panels(columns, rows, height=2.15 * rows).reshape(rows, columns)
    for own_axes, own_models, name in zip(axes, models, names, strict=True):
        for ax, model in zip(own_axes, own_models, strict=True):
            scenes.boundary(model, X, y, ax, resolution=120, rings=False)
            scenes.shrink_points(ax, 0.35)
            support = int((model.alpha_ > 0).sum())
            free = support - int((model.alpha_ >= (1 - 1e-6) * model.C).sum())
            ax.set_title(f"C = {model.C:g}: {support} SV, {free} free", fontsize=11, pad=4)
            ax.set(xticks=[], yticks=[])
        own_axes[0].set_ylabel(name, fontsize=11)
    return axes
