"""What the live figures draw with, in Node: kernels, surfaces, contours, losses, ticks, numbers."""

import math

import contourpy
import numpy as np
import pytest

from svmlib import losses
from svmlib.widgets.live import points_of
from tests.live_core import kernel_of, some_kernel, some_points
from tests.node_process import CORE

NAMES = ("linear", "polynomial", "rbf", "ornstein-uhlenbeck")


@pytest.mark.parametrize("name", NAMES)
def test_kernel_is_that_of_svmlib(name):
    """In a Gram matrix, in one whose point has moved, and in a surface."""
    dice = np.random.default_rng(0)
    box, width, height = [-1.5, 2.0, -1.0, 2.5], 20, 15
    x = box[0] + (np.arange(width) + 0.5) * (box[1] - box[0]) / width
    y = box[3] - (np.arange(height) + 0.5) * (box[3] - box[2]) / height
    grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    questions, expected = [], []
    for _ in range(8):
        kernel, X = some_kernel(dice, 1, name), some_points(dice, 20, 1)
        asked = {"kernel": kernel, "points": points_of(X, np.ones(20))}
        questions.append(("gram", asked))
        k = kernel_of(kernel)
        expected.append(k(X, X))
        questions.append(("movedGram", {**asked, "i": 7, "to": [1.2, -0.7]}))
        moved = X.copy()
        moved[7] = 1.2, -0.7
        expected.append(k(moved, moved))
        weights = dice.normal(size=20)
        questions.append(("surface", {
            "kernel": kernel, "centres": X.tolist(), "weights": weights.tolist(), "b": 0.25,
            "box": box, "width": width, "height": height,
        }))  # fmt: skip
        expected.append(k(grid, X) @ weights + 0.25)
    for values, right in zip(CORE.ask(*questions), expected, strict=True):
        size = np.abs(right).max()
        np.testing.assert_allclose(values, right.ravel(), rtol=1e-10, atol=1e-12 * size)


def landscape(dice, width, height):
    """A smooth random landscape of about ten hills."""
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    return sum(a * np.sin(8 * (b * x + c * y) + 6 * d) for a, b, c, d in dice.normal(size=(10, 4)))


def length(line):
    return np.linalg.norm(np.diff(np.array(line), axis=0), axis=1).sum()


def contours(*landscapes):
    """The lines of each (f, level)."""
    return CORE.ask(*[
        ("contours", {"f": f.ravel().tolist(), "width": f.shape[1], "height": len(f), "level": v})
        for f, v in landscapes
    ])  # fmt: skip


def test_contours_are_those_of_contourpy():
    """The same lines, whole: as many, as long, each where f has the level."""
    dice = np.random.default_rng(0)
    fields = [landscape(dice, 33, 24) for _ in range(5)]
    asked = [(f, level) for f in fields for level in np.quantile(f, [0.1, 0.5, 0.9]).tolist()]
    for (f, level), lines in zip(asked, contours(*asked), strict=True):
        expected = contourpy.contour_generator(z=f).lines(level)
        assert len(lines) == len(expected) > 0
        np.testing.assert_allclose(sorted(map(length, lines)), sorted(map(length, expected)), 1e-9)
        i, j = np.vstack(lines).T
        left, top = np.floor(i).astype(int), np.floor(j).astype(int)
        right, down = np.ceil(i).astype(int), np.ceil(j).astype(int)
        here = f[top, left] + (i - left + j - top) * (f[down, right] - f[top, left])
        np.testing.assert_allclose(here, level, atol=1e-9)


def test_contours_of_a_saddle_and_of_nothing():
    """The mean of the corners says which of them are joined: lines cut off the losing sign."""
    saddle = np.array([[1.0, -1.0], [-1.0, 1.0]])
    up, down, none = contours((saddle + 0.5, 0), (saddle - 0.5, 0), (np.ones((3, 4)), 2))
    assert len(up) == len(down) == 2 and none == []
    for lines, corner in ((up, [1, 0]), (down, [0, 0])):
        assert min(np.abs(np.array(line) - corner).sum(axis=1).max() for line in lines) < 1


def test_losses_are_those_of_svmlib():
    margins = np.linspace(-30, 30, 1201)
    (answer,) = CORE.ask(("losses", {"margins": margins.tolist()}))
    assert answer.keys() == losses.LOSSES.keys()
    for name, values in answer.items():
        np.testing.assert_allclose(values, losses.LOSSES[name](margins), 1e-12, 1e-15, name)


def test_numbers_are_shown_for_people():
    shown = {
        0: "0", 0.25: "0.25", 1234.5678: "1235", -3: "−3", 99999: "100000",
        1e-5: "1 × 10⁻⁵", -2.5e-4: "−2.5 × 10⁻⁴", 123456: "1.23 × 10⁵", None: "∞",
    }  # fmt: skip
    (answer,) = CORE.ask(("show", list(shown)))
    assert answer == list(shown.values())


def test_ticks_are_round_and_inside():
    dice = np.random.default_rng(0)
    ends = [(a, a + 10 ** dice.uniform(-3, 4)) for a in dice.normal(scale=10, size=50)]
    questions = [("ticks", {"from": start, "to": stop, "count": 5}) for start, stop in ends]
    for (start, stop), ticks in zip(ends, CORE.ask(*questions), strict=True):
        values = [value for value, _ in ticks]
        assert 2 <= len(values) <= 11
        assert start - 1e-9 <= values[0] and values[-1] <= stop + 1e-9 * abs(stop)
        steps = np.diff(values)
        np.testing.assert_allclose(steps, steps[0], rtol=1e-6)
        mantissa = steps[0] / 10 ** math.floor(math.log10(steps[0]) + 1e-9)
        assert min(abs(mantissa - m) for m in (1, 2, 5)) < 1e-6
