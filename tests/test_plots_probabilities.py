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


def test_thresholds_sit_on_both_curves():
    y = np.array([-1, -1, 1, -1, 1, 1.0])
    axes = probabilities.roc_and_precision(np.arange(6) / 6, y, [0.25])
    roc, precision = (ax.lines[2].get_xydata()[0] for ax in axes)
    assert np.allclose(roc, (1 / 3, 1)) and np.allclose(precision, (1, 3 / 4))
    for ax, place in zip(axes, (roc, precision), strict=True):
        assert np.isclose(ax.lines[0].get_xydata(), place).all(axis=1).any()
