"""The pictures of streets in lecture 3 show what they say, checked on the artists they draw."""

import numpy as np
import pytest

from svmlib import LinearSVM, datasets, objectives
from svmlib.plots import soft


@pytest.fixture(scope="module")
def iris():
    return datasets.iris_setosa(features=2)


@pytest.fixture(scope="module")
def model(iris):
    return LinearSVM(C=1).fit(*iris)


def bars_of(ax):
    """Lengths of the slack bars of an axes."""
    segments = next(c for c in ax.collections if hasattr(c, "get_segments")).get_segments()
    return np.linalg.norm([end - start for start, end in segments], axis=1)


def slack_of(model, X, y):
    return objectives.slack(model.coef_, model.intercept_, X, y)


def test_trade_off_draws_every_slack_at_its_length(iris):
    X, y = iris
    models = [LinearSVM(C=C).fit(X, y) for C in (0.5, 1, 5, 25)]
    axes = soft.trade_off(models, X, y)
    assert axes.shape == (2, 2)
    for ax, fitted in zip(axes.ravel(), models, strict=True):
        expected = slack_of(fitted, X, y) * fitted.margin_
        assert np.allclose(bars_of(ax), expected, atol=1e-12)
        assert ax.get_title() == f"C = {fitted.C:g}, 1/‖w‖ = {fitted.margin_:.4f}"


def test_trade_off_rings_by_margin_not_by_multiplier(iris):
    X, y = datasets.iris_setosa(features=2, raise_straggler=True)
    fitted = LinearSVM(C=25).fit(X, y)
    ax = soft.trade_off([fitted, fitted], X, y)[0]
    hollow = [c for c in ax.collections if c.get_zorder() == 3.5]
    assert len(hollow[0].get_offsets()) == 6


def test_slack_kinds_has_a_bar_for_everyone_who_is_not_outside(iris, model):
    X, y = iris
    xi = slack_of(model, X, y)
    margins = y * model.decision_function(X)
    bars = soft.slack_kinds(model, X, y, X)[1].patches
    heights = [bar.get_height() for bar in sorted(bars, key=lambda bar: bar.get_x())]
    assert len(heights) == (margins < 1 + 1e-6).sum() == 18
    assert np.allclose(heights, np.sort(xi)[::-1][:18], atol=1e-8)
