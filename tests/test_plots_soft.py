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


def test_streets_on_a_line_draws_line_kerbs_and_slack():
    ax = soft.streets_on_a_line([-3, -1, 3], [-1, 1, 1], {"title": (1 / 2, 1 / 2)})[0]
    upright = [line.get_xdata()[0] for line in ax.lines if line.get_ydata()[0] == 0]
    assert {-1.0, -3.0, 1.0} <= set(upright)
    bars = [line.get_xdata() for line in ax.lines if line.get_color() == soft.VERMILION]
    assert np.allclose(bars, [[-3, -3], [-1, 1], [3, 3]])
    assert ax.get_title() == "title"


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


def test_slack_kinds_names_the_largest(iris, model):
    ax = soft.slack_kinds(model, *iris, iris[0])[0]
    largest = np.argsort(slack_of(model, *iris))[::-1][:4]  # the fifth is a tie
    assert [text.get_text() for text in ax.texts][:4] == [str(row) for row in largest]
