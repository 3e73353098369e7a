"""Steps of descent and ascent in Node, those of svmlib and of numpy."""

import itertools
import math

import numpy as np
import pytest

from svmlib import LinearSVM, datasets, dual, objectives
from svmlib.widgets.live import points_of
from tests.node_process import CORE

close = pytest.approx


def noise(n=70):
    """Labels that have nothing to do with the points."""
    dice = np.random.default_rng(3)
    return dice.normal(size=(n, 2)), np.where(dice.normal(size=n) > 0, 1.0, -1.0)


DATA = {
    "blobs": datasets.blobs(60),
    "iris": datasets.iris_setosa(features=2),
    "noise": noise(),
    "moons": datasets.moons(80),
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
    (path,) = CORE.ask(("descend", {
        "points": points_of(X, y), "lam": lam, "schedule": "root", "eta": eta, "batch": batch,
        "start": [0, 1], "steps": 200, "seed": seed,
    }))  # fmt: skip
    draws = np.reshape(python_random(seed, 200 * batch), (200, batch))
    w, expected = np.array([0.0, 1.0]), [[0.0, 1.0]]
    for t, chosen in enumerate((draws * len(y)).astype(int), start=1):
        inside = [i for i in chosen if y[i] * (X[i] @ w) < 1]
        slope = lam * w - (y[inside, None] * X[inside]).sum(axis=0) / batch
        w = w - eta / t**0.5 * slope
        expected.append(w)
    np.testing.assert_allclose(path, expected, rtol=1e-9, atol=1e-9)


def test_optimum_without_bias_is_proven_and_right():
    """Against the dual ascent of svmlib, which uses another order and another stopping rule."""
    cases = [*itertools.product(("blobs", "noise", "moons"), (0.01, 0.1, 1.0))]
    answers = CORE.ask(*[
        ("optimum", {"points": points_of(*DATA[data]), "lam": lam}) for data, lam in cases
    ])  # fmt: skip
    for (data, lam), best in zip(cases, answers, strict=True):
        X, y = DATA[data]
        C = objectives.C_from_lambda(lam, len(y), form="mean")
        how = {"bias": "none", "epochs": 20000, "tol": 1e-12, "free_sweeps": 5}
        ascent = dual.coordinate_ascent(X, y, C, **how)
        assert ascent.converged
        assert best["gap"] <= 1e-9 * max(1, best["value"])
        assert best["value"] == close(lam * ascent.primal[-1], rel=1e-8)
        primal = objectives.primal(np.array(best["w"]), 0.0, X, y, C)
        assert best["value"] == close(lam * primal, rel=1e-12)


# ------------------------------------------------------------------------------------------- ascent


@pytest.mark.parametrize("data, C", [("blobs", 1.0), ("iris", 10.0), ("noise", 0.1)])
def test_two_multipliers_at_a_time_are_the_pairs_of_svmlib(data, C):
    """Step for step the second-order SMO of lecture 7, and in the end the engine's optimum."""
    X, y = DATA[data]
    (states,) = CORE.ask(("pairs", {"points": points_of(X, y), "C": C, "steps": 100_000}))
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
