"""The pictures of lecture 4 show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from matplotlib.patches import Circle

from svmlib import LinearSVM, datasets, objectives
from svmlib.plots import descent

LAM = 0.1


@pytest.fixture(scope="module")
def iris():
    return datasets.iris_setosa(every=4, features=2)


@pytest.fixture(scope="module")
def exact(iris):
    X, y = iris
    return LinearSVM(C=objectives.C_from_lambda(LAM, len(y), "mean")).fit(X, y)


def objective(w, b, X, y):
    return LAM / 2 * w @ w + objectives.slack(w, b, X, y).mean()


def test_corners_in_bias_is_the_objective_and_its_slope(iris, exact):
    X, y = iris
    w, b = exact.coef_[0], exact.intercept_[0]
    axes = descent.corners_in_bias(w, X, y, LAM, b, (-4.6, -2.4))
    curve, corners, best = (line.get_xydata() for line in axes[0].lines[:3])
    for bias, value in curve:
        assert value == pytest.approx(objective(w, bias, X, y), rel=1e-12)
    # a corner is where some flower has margin 1
    assert np.allclose(np.abs(y * (X @ w + corners[:, :1]) - 1).min(axis=1), 0, atol=1e-9)
    assert best[0, 0] == b and best[0, 1] == pytest.approx(curve[:, 1].min(), abs=1e-6)
    pieces = np.array(axes[1].collections[0].get_segments())
    slope = pieces[:, 0, 1]
    left, right = (np.array([objective(w, e, X, y) for e in pieces[:, k, 0]]) for k in (0, 1))
    width = np.diff(pieces[:, :, 0]).ravel()
    assert np.allclose(slope * width, right - left, atol=1e-12)
    assert (np.diff(slope) > 0.5 / len(y)).all()


def test_uphill_steps_shades_what_is_lower_and_draws_the_circle():
    def value(w):
        return (w**2).sum(axis=-1) / 4 + np.maximum(0, 1 - w.sum(axis=-1))

    steps = [("a", (-0.3, 0.0)), ("b", (0.1, 0.2))]
    limits = [(-0.5, 1.5), (-0.5, 1.4)]
    ax = descent.uphill_steps(value, (1, 0), steps, (0.5, 0.5), limits, lambda x: 1 - x)
    shaded = ax.collections[0].get_paths()[0]
    assert shaded.contains_point((0.5, 0.5)) and shaded.contains_point((0.9, 0.1))
    assert not shaded.contains_point((0.7, 0.0)) and not shaded.contains_point((1.1, 0.2))
    circle = next(patch for patch in ax.patches if isinstance(patch, Circle))
    assert circle.center == (0.5, 0.5) and circle.radius == pytest.approx(0.5**0.5)
    tips = [text.xy for text in ax.texts if getattr(text, "arrow_patch", None) is not None]
    assert np.allclose(tips, [(0.7, 0.0), (1.1, 0.2)])


def test_rule_and_truth_marks_the_step_that_meets_the_rule():
    axes = descent.rule_and_truth([0.5, 0.2, 0.3, 0.05, 0.4], [1, 0.8, 0.5, 0.4, 0.3, 0.2], 0.1)
    assert axes[0].lines[0].get_xdata().tolist() == [1, 2, 3, 4, 5]
    assert axes[0].lines[1].get_ydata()[0] == 0.1
    for ax in axes:
        assert any(np.all(np.equal(line.get_xdata(), 4)) for line in ax.lines)
    never = descent.rule_and_truth([0.5, 0.2], [1, 0.8, 0.5], 0.1)
    assert len(never[0].lines) == 2
