"""The problems of the benchmarks: points drawn from a seed and small tables of real data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from svmlib import datasets
from svmlib.kernels import RBF, Kernel, Linear

Data = tuple[np.ndarray, np.ndarray]


class Problem(NamedTuple):
    """A kernel and C for points X, (n, d), with labels y, (n,), of -1 and +1."""

    name: str
    X: np.ndarray
    y: np.ndarray
    kernel: Kernel
    C: float


# ------------------------------------------------------------------------------- drawn from a seed


def moons(n: int) -> Data:
    return datasets.moons(n=n, noise=0.2, seed=0)


def rings(n: int) -> Data:
    return datasets.rings(n=n, seed=0)


def gaussians(n: int, d: int) -> Data:
    """Two overlapping normal clouds in d dimensions; the best possible accuracy is 77 %."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.normal(size=(n, d)) + 0.75 / np.sqrt(d) * y[:, None], y


def spirals(n: int) -> Data:
    """Two arms of one and a half turns each, out to radius 1, with a little noise."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    r = np.sqrt(rng.uniform(size=n))
    angle = 3 * np.pi * r + np.pi * (y > 0)
    X = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    return X + rng.normal(scale=0.03, size=(n, 2)), y


def checkerboard(n: int, cells: int) -> Data:
    """Uniform on [0, cells]², the label by the colour of the cell; XOR for two cells a side."""
    X = np.random.default_rng(0).uniform(0, cells, size=(n, 2))
    return X, np.where(np.floor(X).sum(axis=1) % 2, 1.0, -1.0)


def flipped(data: Data, share: float) -> Data:
    """The same points, a random share of the labels turned."""
    X, y = data
    return X, np.where(np.random.default_rng(1).uniform(size=len(y)) < share, -y, y)


# --------------------------------------------------------------------------------------- real data


def standardised(X: np.ndarray) -> np.ndarray:
    scale = X.std(axis=0)
    return (X - X.mean(axis=0)) / np.where(scale > 0, scale, 1.0)


def pair(load: Callable, one: int, other: int) -> Data:
    """Two of the classes of a table of scikit-learn, columns standardised."""
    X, target = load(return_X_y=True)
    kept = (target == one) | (target == other)
    return standardised(X[kept]), np.where(target[kept] == other, 1.0, -1.0)


def digits() -> Data:
    X, digit = datasets.digits()
    return X / X.max(), np.where(digit % 2 == 1, 1.0, -1.0)


# ------------------------------------------------------------------------------------ the problems


def problems(largest: int) -> Iterator[Problem]:
    """Kernel machines from n = 50 to 40 000 and from C = 0.1 to 1000, those with n ≤ largest."""
    drawn = [
        ("moons", (50, 100, 300), moons, RBF(0.5), (1, 35)),
        ("moons", (1000, 2500), moons, RBF(0.5), (1, 35, 1000)),
        ("moons", (5000, 10_000), moons, RBF(0.5), (1, 35)),
        ("moons", (20_000, 40_000), moons, RBF(0.5), (1,)),
        ("moons, small σ", (300, 1000), moons, RBF(0.05), (1, 100)),
        ("moons, noisy labels", (300, 1000), lambda n: flipped(moons(n), 0.2), RBF(0.5), (1, 100)),
        ("moons, noisy labels", (5000,), lambda n: flipped(moons(n), 0.2), RBF(0.5), (1,)),
        ("rings", (150, 1000), rings, RBF(0.5), (1, 100)),
        ("rings", (10_000,), rings, RBF(0.5), (1,)),
        ("spirals", (150, 1000), spirals, RBF(0.1), (1, 100)),
        ("spirals", (5000,), spirals, RBF(0.1), (1,)),
        ("XOR", (150,), lambda n: checkerboard(n, 2), RBF(0.5), (1, 100)),
        ("checkerboard", (300, 1000), lambda n: checkerboard(n, 4), RBF(0.5), (1, 100)),
        ("checkerboard", (5000,), lambda n: checkerboard(n, 4), RBF(0.5), (1,)),
        ("Gaussians 2-D", (50, 100), lambda n: gaussians(n, 2), RBF(1.0), (1, 35)),
        ("Gaussians 2-D", (300, 600, 1000), lambda n: gaussians(n, 2), RBF(1.0), (1, 35, 1000)),
        ("Gaussians 2-D", (2500,), lambda n: gaussians(n, 2), RBF(1.0), (1, 35)),
        ("Gaussians 2-D", (5000, 10_000, 20_000), lambda n: gaussians(n, 2), RBF(1.0), (1,)),
        ("Gaussians 10-D", (600, 2500), lambda n: gaussians(n, 10), RBF(3.0), (1, 100)),
        ("Gaussians 20-D", (300, 1000), lambda n: gaussians(n, 20), RBF(4.0), (1, 100)),
        ("Gaussians 20-D", (2500,), lambda n: gaussians(n, 20), RBF(4.0), (1, 10)),
        ("Gaussians 20-D", (5000,), lambda n: gaussians(n, 20), RBF(4.0), (1,)),
    ]
    cancer, iris = pair(load_breast_cancer, 0, 1), pair(load_iris, 1, 2)
    tables = [
        ("iris, versicolor or virginica", iris, RBF(1.0), (1, 100)),
        ("wine, first two", pair(load_wine, 0, 1), RBF(3.0), (1, 100)),
        ("breast cancer, linear", cancer, Linear(), (0.1, 1, 100, 1000)),
        ("breast cancer", cancer, RBF(np.sqrt(15)), (1, 100)),
        ("breast cancer, small σ", cancer, RBF(1.0), (1, 100)),
        ("digits, 3 or 8", pair(load_digits, 3, 8), RBF(8.0), (1, 100)),
        ("digits, odd or even", digits(), RBF(1.5), (1, 10)),
    ]
    samples = (
        (name, make(n), kernel, Cs)
        for name, sizes, make, kernel, Cs in drawn
        for n in sizes
        if n <= largest
    )
    for name, (X, y), kernel, Cs in (*samples, *tables):
        if len(y) <= largest:
            for C in Cs:
                yield Problem(f"{name}, n = {len(y)}", X, y, kernel, float(C))


def linear_problems(largest: int) -> Iterator[Problem]:
    """Linear machines from n = 200 to 1 000 000, C from 0.01 to 100, those with n ≤ largest."""
    for n, d, Cs in [
        (200, 5, (0.01, 1, 100)),
        (200, 20, (1, 100)),
        (500, 20, (0.01, 1, 100)),
        (500, 100, (1,)),
        (1000, 5, (0.1, 1)),
        (1000, 20, (0.01, 1, 100)),
        (1000, 100, (0.1, 1)),
        (10_000, 5, (0.1, 1)),
        (10_000, 20, (0.01, 1, 100)),
        (10_000, 100, (0.1, 1)),
        (100_000, 5, (0.01, 1)),
        (100_000, 20, (0.01, 1)),
        (100_000, 100, (0.01, 1)),
        (1_000_000, 5, (0.1,)),
        (1_000_000, 20, (0.01, 1)),
    ]:
        if n <= largest:
            X, y = gaussians(n, d)
            for C in Cs:
                yield Problem(f"Gaussians {d}-D, n = {n}", X, y, Linear(), float(C))


def shapes(n: int) -> Iterator[Problem]:
    """Data with ties, without variation, of rank one, or far from the scale of 1."""
    rng = np.random.default_rng(0)
    signs = np.where(np.arange(n) % 2, 1.0, -1.0)
    grid = rng.integers(0, 3, size=(n, 2)).astype(float)
    at_random = rng.choice([-1.0, 1.0], size=n)
    cloud, _ = gaussians(n, 5)
    alone, few = gaussians(min(n, 2000), 2)
    two = signs[:, None] * np.ones(2)
    line = np.outer(rng.normal(size=n) + 0.75 * signs, np.ones(20) / 20)
    constant = np.column_stack([cloud, np.full((n, 5), 3.0)])
    for name, X, y, kernel, C in [
        ("nine distinct points", grid, at_random, RBF(1.0), 1.0),
        ("nine distinct points", grid, at_random, Linear(), 1.0),
        ("one point for each class", two, signs, RBF(1.0), 1.0),
        ("one point for each class", two, signs, Linear(), 1.0),
        ("rank one, 20 columns", line, signs, Linear(), 1.0),
        ("σ = 0.0001, all free", alone, few, RBF(1e-4), 10.0),
        ("five constant columns", constant, signs, Linear(), 1.0),
        ("scale of 10 000", 1e4 * cloud, signs, Linear(), 1.0),
        ("scale of 10 000", 1e4 * cloud, signs, RBF(1e4), 1.0),
    ]:
        yield Problem(f"{name}, n = {len(y)}", X, y, kernel, C)
