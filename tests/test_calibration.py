"""Platt scaling and reliability against scikit-learn, a general minimiser and counting."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.calibration import _SigmoidCalibration

from svmlib.calibration import Platt, platt, reliability


@pytest.fixture(scope="module")
def held_out():
    rng = np.random.default_rng(2)
    scores = rng.normal(size=300) * 2 + 0.5
    return scores, np.where(rng.random(300) < 1 / (1 + np.exp(0.7 - 1.4 * scores)), 1.0, -1.0)


def targets(y):
    up, down = (y > 0).sum(), (y < 0).sum()
    return np.where(y > 0, (up + 1) / (up + 2), 1 / (down + 2))


def loss(theta, scores, y):
    p, t = 1 / (1 + np.exp(theta[0] * scores + theta[1])), targets(y)
    return -(t * np.log(p) + (1 - t) * np.log(1 - p)).sum()


def test_platt_minimises_the_cross_entropy_of_the_smoothed_targets(held_out):
    scores, y = held_out
    fit = platt(scores, y)
    assert fit.A < 0
    other = _SigmoidCalibration().fit(scores, y)
    np.testing.assert_allclose(fit(scores), other.predict(scores), atol=1e-4)
    best = minimize(loss, (0.0, 0.0), args=(scores, y), method="BFGS", options=dict(gtol=1e-6))
    np.testing.assert_allclose((fit.A, fit.B), best.x, rtol=1e-5)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
@pytest.mark.parametrize("shift", [0.0, 100.0])
def test_the_unit_of_the_scores_does_not_matter(held_out, scale, shift):
    scores, y = held_out
    moved = platt(scale * (scores + shift), y)
    np.testing.assert_allclose(moved(scale * (scores + shift)), platt(scores, y)(scores), atol=1e-8)


@pytest.mark.filterwarnings("error")
def test_hard_cases_stay_finite():
    y = np.repeat([-1.0, 1.0], 20)
    # separable scores: the smoothed targets keep A finite
    fit = platt(y * 3.0, y)
    np.testing.assert_allclose(fit([3.0, -3.0]), [21 / 22, 1 / 22], rtol=1e-9)
    # equal scores tell nothing but the share of +1, smoothed
    y = np.where(np.arange(40) < 10, 1.0, -1.0)
    fit = platt(np.full(40, 2.0), y)
    assert fit.A == 0.0 and fit(2.0) == pytest.approx(targets(y).mean(), rel=1e-12)
    # an outlier far away, and the wrong way round
    fit = platt(np.append(-y, 1e6), np.append(y, 1.0))
    assert np.isfinite([fit.A, fit.B]).all()
    # probabilities at the ends of float64
    ends = Platt(-1.0, 0.0)(np.array([-1e308, -800.0, 0.0, 800.0, 1e308]))
    np.testing.assert_array_equal(ends, [0.0, 0.0, 0.5, 1.0, 1.0])


def test_reliability_counts():
    p = np.array([0.0, 0.05, 0.2, 0.25, 0.5, 0.99, 1.0])
    y = np.array([-1, 1, -1, 1, 1, 1, -1.0])
    curve = reliability(p, y, bins=5)
    np.testing.assert_array_equal(curve.counts, [2, 2, 1, 0, 2])
    np.testing.assert_allclose(curve.predicted, [0.025, 0.225, 0.5, np.nan, 0.995])
    np.testing.assert_allclose(curve.observed, [0.5, 0.5, 1.0, np.nan, 0.5])
    assert curve.standard_error[1] == pytest.approx(np.sqrt(0.225 * 0.775 / 2))
    distances = (2 * 0.475 + 2 * 0.275 + 0.5 + 2 * 0.495) / 7
    assert curve.calibration_error == pytest.approx(distances)
