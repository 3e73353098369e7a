"""The pictures of regression and novelty show what they say, checked on the artists they draw."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex

from svmlib import EpsilonSVR, OneClassSVM
from svmlib.kernels import RBF, Linear
from svmlib.plots import regression, style
from svmlib.plots.scenes import BOUNDED

X = np.array([[-1.0], [0.0], [1.0], [2.0]])
Y = np.array([-2.0, 0.5, 2.0, 7.0])


@pytest.fixture
def fitted():
    """f = 2x + 1 with the tube ± 1: -2 and 2 on its lower border, 7 a whole unit above it."""
    return EpsilonSVR(C=1.5, epsilon=1, kernel=Linear()).fit(X, Y)


def rings(ax):
    """Places of hollow rings, of filled ones, and of all points."""
    hollow, filled, dots = ax.collections[-3:]
    assert len(hollow.get_facecolor()) == 0
    assert to_hex(filled.get_facecolor()[0]).upper() == BOUNDED
    return hollow.get_offsets(), filled.get_offsets(), dots.get_offsets()


def test_tube_draws_curve_borders_and_rings(fitted):
    ax = regression.tube(fitted, X, Y)
    lower, upper, curve = ax.lines
    for line, shift in ((lower, -1), (upper, 1), (curve, 0)):
        expected = fitted.predict(line.get_xdata()[:, None]) + shift
        np.testing.assert_allclose(line.get_ydata(), expected)
    assert [line.get_linestyle() for line in ax.lines] == ["--", "--", "-"]
    hollow, filled, dots = rings(ax)
    residual = np.abs(Y - fitted.predict(X))
    on = [i for i in fitted.support_ if residual[i] < 1 + 1e-6]
    out = np.flatnonzero(residual > 1 + 1e-6)
    assert len(on) and len(out)
    np.testing.assert_array_equal(hollow, np.column_stack([X[on, 0], Y[on]]))
    np.testing.assert_array_equal(filled, np.column_stack([X[out, 0], Y[out]]))
    np.testing.assert_array_equal(dots, np.column_stack([X[:, 0], Y]))


def test_slack_is_a_bar_from_the_point_to_the_tube(fitted):
    ax = regression.tube(fitted, X, Y)
    (bars,) = (c for c in ax.collections if isinstance(c, LineCollection))
    residual = Y - fitted.predict(X)
    slack = np.maximum(0, np.abs(residual) - fitted.epsilon)
    ends = np.array([bar[:, 1] for bar in bars.get_segments()])
    np.testing.assert_allclose(ends[:, 0], Y)
    np.testing.assert_allclose(np.abs(ends[:, 1] - ends[:, 0]), slack, atol=1e-12)
    assert slack.max() > 0.5
    # the end lies on the border, never beyond it
    np.testing.assert_array_less(np.abs(ends[:, 1] - fitted.predict(X)), 1 + max(slack.min(), 1e-9))


def test_tube_needs_one_feature(fitted):
    with pytest.raises(ValueError, match="1 columns"):
        regression.tube(fitted, np.ones((4, 2)), Y)
    with pytest.raises(ValueError, match="y must be"):
        regression.tube(fitted, X, Y[:3])


def test_novelty_shades_where_f_is_not_negative():
    points = np.random.default_rng(0).normal(size=(60, 2))
    crowd = OneClassSVM(nu=0.2, kernel=RBF(1)).fit(points)
    ax = regression.novelty(crowd, points)
    region, border = ax.collections[:2]
    inside = crowd.decision_function(points).round(6) > 0
    paths = region.get_paths()
    held = np.any([path.contains_points(points) for path in paths], axis=0)
    assert held[inside].mean() > 0.98 and held[~inside].mean() < 0.5
    assert to_hex(region.get_facecolor()[0]).upper() == style.PALE_BLUE
    on_border = np.concatenate([path.vertices for path in border.get_paths()])
    assert np.abs(crowd.decision_function(on_border)).max() < 0.02 * crowd.offset_
    hollow, filled, dots = rings(ax)
    outside = crowd.decision_function(points).round(6) < 0
    np.testing.assert_array_equal(filled, points[outside])
    np.testing.assert_array_equal(hollow, points[[i for i in crowd.support_ if not outside[i]]])
    np.testing.assert_array_equal(dots, points)


def test_points_of_an_optimum_lie_on_the_staircase(fitted):
    residual = Y - fitted.predict(X)
    ax = regression.residual_multipliers(residual, fitted.beta_, 1, 1.5)
    u, v = ax.lines[0].get_data()
    steps = np.column_stack([u, v])
    for place in ax.collections[-1].get_offsets():
        apart = []
        for one, two in pairwise(steps):
            share = np.clip((place - one) @ (two - one) / ((two - one) @ (two - one)), 0, 1)
            apart.append(np.linalg.norm(one + share * (two - one) - place))
        assert min(apart) < 1e-6
    np.testing.assert_allclose(ax.collections[-1].get_offsets()[:, 1], fitted.beta_)
