"""Steps of descent and ascent in Node, those of svmlib and of numpy."""

import itertools
import math

import numpy as np
import pytest

from svmlib import LinearSVM, datasets, dual, objectives, widgets
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


@pytest.mark.parametrize("data, C", [("blobs", 1.0), ("iris", 10.0), ("noise", 0.1)])
def test_two_multipliers_at_a_time_are_the_pairs_of_svmlib(data, C):
    """Step for step the second-order SMO of lecture 7, and in the end the engine's optimum."""
    X, y = DATA[data]
    *_, (found,) = played(widgets.DualAscent(X, y, C=C, method="pairs", steps=100_000), {})
    states = found["states"]
    K, alpha, agreed = X @ X.T, np.zeros(len(y)), 0
    run = dual.smo(K, y, C, tol=1e-9, max_iter=200)
    for state, step in zip(states[1:], run.steps, strict=False):
        if state["touched"] != [step["i"], step["j"]]:
            break  # a tie, which rounding decides: the two points of a free step ask for one bias
        alpha[step["i"]] += y[step["i"]] * step["change"]
        alpha[step["j"]] -= y[step["j"]] * step["change"]
        np.testing.assert_allclose(state["alpha"], alpha, rtol=1e-9, atol=1e-12)
        agreed += 1
    assert agreed >= 5
    for before, state in itertools.pairwise(states):
        moved = np.flatnonzero(np.subtract(state["alpha"], before["alpha"]))
        assert set(moved) <= set(state["touched"])
        assert state["dual"] >= before["dual"] - 1e-12 * abs(before["dual"])
        assert math.isclose(np.dot(state["alpha"], y), 0, abs_tol=1e-9 * C * len(y))
        expected = objectives.dual(np.array(state["alpha"]), K, y)
        assert state["dual"] == close(expected, rel=1e-9)
    best = LinearSVM(C=C).fit(X, y).primal_
    assert [states[-1]["primal"], states[-1]["dual"]] == close([best, best], rel=1e-6)
