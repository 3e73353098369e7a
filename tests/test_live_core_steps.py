"""Steps of descent and ascent in Node, those of svmlib and of numpy."""


import numpy as np
import pytest

from svmlib import datasets, widgets
from tests.test_live_tasks import played

close = pytest.approx


def noise(n=70):
    """Labels that have nothing to do with the points."""
    dice = np.random.default_rng(3)
    return dice.normal(size=(n, 2)), np.where(dice.normal(size=n) > 0, 1.0, -1.0)


DATA = {
    "blobs": datasets.blobs(60),
    "iris": datasets.iris_setosa(features=2),
    "noise": noise(),
}


def python_random(seed, count):
    """mulberry32 in integers of any size."""
    numbers, state, mask = [], seed, 0xFFFFFFFF
    for _ in range(count):
        state = (state + 0x6D2B79F5) & mask
        t = ((state ^ (state >> 15)) * (state | 1)) & mask
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & mask)) & mask
        numbers.append((t ^ (t >> 14)) / 2**32)
    return numbers


# ------------------------------------------------------------------------------------------ descent


def test_random_batches_are_the_same_steps_in_numpy():
    (X, y), lam, eta, batch, seed = DATA["noise"], 0.1, 0.5, 4, 3
    how = {"lam": lam, "schedule": "root", "eta": eta, "batch": batch, "start": (0, 1)}
    *_, (path,) = played(widgets.Descent(X, y, steps=200, seed=seed, **how), {})
    draws = np.reshape(python_random(seed, 200 * batch), (200, batch))
    w, expected = np.array([0.0, 1.0]), [[0.0, 1.0]]
    for t, chosen in enumerate((draws * len(y)).astype(int), start=1):
        inside = [i for i in chosen if y[i] * (X[i] @ w) < 1]
        slope = lam * w - (y[inside, None] * X[inside]).sum(axis=0) / batch
        w = w - eta / t**0.5 * slope
        expected.append(w)
    np.testing.assert_allclose(path, expected, rtol=1e-9, atol=1e-9)


# ------------------------------------------------------------------------------------------- ascent
