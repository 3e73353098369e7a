"""The pictures of probabilities show what they say, checked on the artists they draw."""

import numpy as np
import pytest

from svmlib import calibration
from svmlib.plots import probabilities


def test_reliability_diagram_shows_the_curve():
    rng = np.random.default_rng(0)
    p = rng.uniform(size=500)
    y = np.where(rng.uniform(size=500) < p, 1.0, -1.0)
    axes = probabilities.reliability_diagrams({"a": p, "b": p**2}, y, bins=5)
    for column, forecast in enumerate((p, p**2)):
        curve = calibration.reliability(forecast, y, bins=5)
        dots = axes[0, column].lines[1]
        assert np.allclose(dots.get_xdata(), curve.predicted)
        assert np.allclose(dots.get_ydata(), curve.observed)
        assert [bar.get_height() for bar in axes[1, column].patches] == curve.counts.tolist()
        assert axes[0, column].get_title().endswith(f"{curve.calibration_error:.3f}")


def test_calibration_maps_draw_functions_and_observed_shares():
    scores = np.linspace(-2, 2, 400)
    y = np.where(np.arange(400) % 4 < 1, 1.0, -1.0)
    ax = probabilities.calibration_maps({"map": lambda f: 0.5 + f / 10}, scores, y, groups=4)
    dots, curve = ax.lines
    assert np.allclose(dots.get_ydata(), 0.25)
    assert np.allclose(dots.get_xdata(), [-1.5, -0.5, 0.5, 1.5], atol=0.01)
    assert np.allclose(curve.get_ydata(), 0.5 + curve.get_xdata() / 10)


def test_parts_of_a_forecast_add_up():
    ax = probabilities.forecast_parts({"a": (0.1, 0.2), "b": (0.0, 0.25)})
    ends = {round(bar.get_x() + bar.get_width(), 6) for bar in ax.patches}
    assert ends == {0.2, 0.3, 0.25}


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


@pytest.mark.parametrize("name", probabilities.__all__)
def test_every_picture_is_reachable_from_plots(name):
    from svmlib import plots

    assert getattr(plots, name) is getattr(probabilities, name)
