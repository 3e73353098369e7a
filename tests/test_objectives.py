"""Primal, dual and the interval of biases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svmlib import objectives

# two points at ±1 on a line: everything can be done by hand
TWO_K, TWO_Y = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
seeds = st.integers(0, 2**31)


def random_problem(seed, n=12, d=3, kind="number"):
    """A Gram matrix, signs, bounds and feasible multipliers."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    y = np.where(rng.permutation(np.arange(n) % 2) == 1, 1.0, -1.0)
    C = {"number": 2.0, "per point": rng.uniform(0.1, 5, n)}[kind]
    alpha = rng.uniform(0, 1, n) * np.minimum(C, 3.0)
    # shrink the heavier class until both have the same sum
    plus, minus = alpha[y > 0].sum(), alpha[y < 0].sum()
    alpha *= np.where(y > 0, min(1, minus / plus), min(1, plus / minus))
    return X, y, C, alpha


def best_biases(alpha, K, y, C):
    """The interval of biases that minimise the primal."""
    g, y = K @ (np.array(alpha) * y), np.array(y, dtype=float)
    return objectives.bias_interval(g, y, np.broadcast_to(np.array(C, dtype=float), len(y)))


def gap(alpha, K, y, C, b=None):
    return objectives.primal_from_dual(alpha, K, y, C, b) - objectives.dual(alpha, K, y)


def test_two_points_by_hand():
    alpha = np.array([0.25, 0.25])
    assert objectives.dual(alpha, TWO_K, TWO_Y) == 0.375
    assert objectives.primal_from_dual(alpha, TWO_K, TWO_Y, 0.25) == 0.375
    assert best_biases(alpha, TWO_K, TWO_Y, 0.25) == (-0.5, 0.5)
    # with more room the multipliers reach ½ and the bias is settled
    assert best_biases([0.5, 0.5], TWO_K, TWO_Y, 1) == (0, 0)
    assert gap([0.5, 0.5], TWO_K, TWO_Y, 1) == 0
    # and ¼ is then not optimal: P = 1/8 + 1/2 + 1/2, D = 3/8
    assert gap(alpha, TWO_K, TWO_Y, 1) == 0.75


@pytest.mark.parametrize("kind", ["number", "per point"])
@settings(max_examples=20)
@given(seed=seeds)
def test_what_feasible_multipliers_prove(kind, seed):
    X, y, C, alpha = random_problem(seed, kind=kind)
    rng, K = np.random.default_rng(seed), X @ X.T
    D = objectives.dual(alpha, K, y)
    assert gap(alpha, K, y, C) >= -1e-12 * (1 + abs(D))
    # the dual is below the primal at any (w, b), not only at those that belong to alpha
    for scale in (0.1, 1, 10):
        w, b = scale * rng.standard_normal(3), rng.standard_normal()
        assert objectives.primal(w, b, X, y, C) >= D - 1e-12 * (1 + abs(D))
    w = (alpha * y) @ X

    def primal(b):
        return objectives.primal(w, b, X, y, C)

    assert objectives.primal_from_dual(alpha, K, y, C, b=0.3) == pytest.approx(primal(0.3))
    # no bias beats those of the interval: the best is at a kink
    lo, hi = best_biases(alpha, K, y, C)
    assert lo <= hi and np.isfinite([lo, hi]).all()
    best = min(primal(b) for b in y - X @ w)
    inside = [primal(b) for b in np.linspace(lo, hi, 5)]
    np.testing.assert_allclose(inside, best, rtol=1e-12)
    assert objectives.primal_from_dual(alpha, K, y, C) == pytest.approx(best)
    assert primal(lo - 1e-3) > best and primal(hi + 1e-3) > best


def test_bias_with_nothing_to_hold_it():
    assert best_biases([0, 0], TWO_K, [1, 1], 1) == (1, np.inf)
    assert best_biases([0, 0], TWO_K, [-1, -1], 1) == (-np.inf, -1)
    # at alpha = 0 and equal classes every b in [-1, 1] is as good
    assert best_biases([0, 0], TWO_K, TWO_Y, 1) == (-1, 1)
    assert np.isfinite(gap([0, 0], TWO_K, [1, 1], 1))
    # weights that balance only up to rounding still leave the whole interval
    y = np.array([1, 1, 1, -1.0])
    C = np.array([0.1, 0.1, 0.1, 0.3])
    assert best_biases(np.zeros(4), np.zeros((4, 4)), y, C) == (-1, 1)


def test_per_point_C_repeats_points():
    X, y, _, _ = random_problem(3)
    w, times = np.array([0.3, -0.2, 0.9]), np.arange(12) % 3 + 1
    repeated = objectives.primal(w, 0.1, np.repeat(X, times, 0), np.repeat(y, times), 2.0)
    assert objectives.primal(w, 0.1, X, y, 2.0 * times) == pytest.approx(repeated, rel=1e-13)
    assert objectives.primal(w, 0.1, X, y, [2.0]) == objectives.primal(w, 0.1, X, y, 2.0)
