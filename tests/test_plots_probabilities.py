"""The pictures of probabilities show what they say, checked on the artists they draw."""

import numpy as np

from svmlib import calibration
from svmlib.plots import probabilities


def test_reliability_diagram_shows_the_curve():
    rng = np.random.default_rng(0)
    p = rng.uniform(size=500)
    y = np.where(rng.uniform(size=500) < p, 1.0, -1.0)
    axes = probabilities.reliability_diagrams({"a": p, "b": p**2}, y)
    for column, forecast in enumerate((p, p**2)):
        curve = calibration.reliability(forecast, y, bins=10)
        dots = axes[0, column].lines[1]
        assert np.allclose(dots.get_xdata(), curve.predicted)
        assert np.allclose(dots.get_ydata(), curve.observed)
        assert [bar.get_height() for bar in axes[1, column].patches] == curve.counts.tolist()
        assert axes[0, column].get_title().endswith(f"{curve.calibration_error:.3f}")


def test_calibration_maps_draw_functions_and_observed_shares():
    scores = np.linspace(-6, 6, 480)
    y = np.where(np.arange(480) % 4 < 1, 1.0, -1.0)
    ax = probabilities.calibration_maps({"map": lambda f: 0.5 + f / 10}, scores, y)
    dots, curve = ax.lines
    assert np.allclose(dots.get_ydata(), 0.25)
    assert np.allclose(dots.get_xdata(), np.arange(12) - 5.5, atol=0.02)
    assert np.allclose(curve.get_ydata(), 0.5 + curve.get_xdata() / 10)


def test_thresholds_sit_on_both_curves():
    y = np.array([-1, -1, 1, -1, 1, 1.0])
    axes = probabilities.roc_and_precision(np.arange(6) / 6, y, [0.25])
    roc, precision = (ax.lines[2].get_xydata()[0] for ax in axes)
    assert np.allclose(roc, (1 / 3, 1)) and np.allclose(precision, (1, 3 / 4))
    for ax, place in zip(axes, (roc, precision), strict=True):
        assert np.isclose(ax.lines[0].get_xydata(), place).all(axis=1).any()


def test_the_cheapest_threshold_has_the_star():
    t = np.linspace(0, 1, 11)
    ax = probabilities.cost_of_thresholds({"a": (t, (t - 0.3) ** 2)}, 0.1)
    assert np.allclose(ax.lines[1].get_xydata(), [[0.3, 0]])
    assert ax.lines[2].get_xdata()[0] == 0.1
