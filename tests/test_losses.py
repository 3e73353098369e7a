"""Losses: values, slopes, subgradients, and the properties that each of them claims."""

import numpy as np
import pytest

from svmlib import losses

ALL = list(losses.LOSSES.values())
KINKS = (0.0, 0.5, 1.0, 1.5)
GRID = np.linspace(-6, 6, 2401)


def every(which):
    return pytest.mark.parametrize("loss", which, ids=lambda loss: loss.name)


def test_definitions_at_a_few_margins():
    m = np.array([-1.0, 0.0, 0.25, 1.0, 3.0])
    expected = {
        "zero-one": [1, 1, 0, 0, 0],
        "hinge": [2, 1, 0.75, 0, 0],
        "absolute": [2, 1, 0.75, 0, 2],
        "squared": [4, 1, 0.5625, 0, 4],
        "squared hinge": [4, 1, 0.5625, 0, 0],
        "logistic": np.log(1 + np.exp(-m)),
        "exponential": np.exp(-m),
        "Huberised hinge": [2, 1, 0.75, 0.125, 0],
        "ramp": [1, 1, 0.75, 0, 0],
    }
    assert set(expected) == set(losses.LOSSES)
    for name, values in expected.items():
        np.testing.assert_allclose(losses.LOSSES[name](m), values, rtol=1e-14, err_msg=name)


@every(ALL)
def test_derivative_is_the_slope_away_from_kinks_and_a_subgradient_at_them(loss):
    m = GRID[np.min(np.abs(GRID[:, None] - KINKS), axis=1) > 2e-3]
    h = 1e-5
    slope = (loss(m + h) - loss(m - h)) / (2 * h)
    np.testing.assert_allclose(loss.derivative(m), slope, rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(loss.subdifferential(m), [loss.derivative(m)] * 2)
    lo, hi = loss.subdifferential(KINKS)
    g = loss.derivative(KINKS)
    # where the interval is a real one the derivative is 0 by convention
    assert (lo <= g).all() and (g <= hi).all() and (g[lo < hi] == 0).all()


def test_kinks():
    for loss, kink, ends in (
        (losses.hinge, 1, (-1, 0)),
        (losses.absolute, 1, (-1, 1)),
        (losses.ramp, 0, (-1, 0)),
        (losses.ramp, 1, (-1, 0)),
        (losses.zero_one, 0, (-np.inf, 0)),
    ):
        lo, hi = loss.subdifferential(kink)
        assert (lo, hi) == ends and lo.shape == ()


@every(ALL)
def test_convex_says_whether_chords_lie_above(loss):
    a, b = np.meshgrid(GRID[::40], GRID[::40])
    above = loss((a + b) / 2) <= (loss(a) + loss(b)) / 2 + 1e-12 * loss(a)
    assert above.all() == loss.convex


@every(ALL)
def test_lipschitz_constant(loss):
    steepest, far, fine = (
        np.abs(np.diff(loss(m)) / np.diff(m)).max()
        for m in (GRID, 10 * GRID, np.linspace(-1, 1, 20001))
    )
    if np.isfinite(loss.lipschitz):
        assert 0.99 * loss.lipschitz < max(steepest, far) <= loss.lipschitz * (1 + 1e-9)
    else:
        assert max(far, fine) > 5 * steepest  # steeper and steeper, or a jump


@every(ALL)
def test_scaled_it_bounds_the_zero_one_loss_and_no_smaller_scale_does(loss):
    s = 1.0 / np.log(2.0) if loss is losses.logistic else 1.0
    assert (s * loss(GRID) >= losses.zero_one(GRID) - 1e-15).all()
    assert (s * 0.999 * loss(GRID) < losses.zero_one(GRID)).any()


@pytest.mark.filterwarnings("error")
def test_far_out_nothing_breaks():
    m = np.array([-1000.0, 1000.0])
    np.testing.assert_array_equal(losses.logistic(m), [1000, 0])
    np.testing.assert_array_equal(losses.logistic.derivative(m), [-1, 0])
    np.testing.assert_array_equal(losses.exponential(m), [np.inf, 0])
    assert losses.logistic(40.0) == pytest.approx(np.exp(-40.0), rel=1e-15)
    assert losses.logistic.derivative(40.0) == pytest.approx(-np.exp(-40.0), rel=1e-14)


@every(ALL)
def test_shapes_lists_and_signs_of_zero(loss):
    assert loss([[1, 2, 3]]).shape == (1, 3) and loss(0).shape == ()
    assert loss.derivative([1, 2]).shape == (2,)
    assert not np.signbit(loss.derivative([2.0, 2000.0])[loss.derivative([2.0, 2000.0]) == 0]).any()
