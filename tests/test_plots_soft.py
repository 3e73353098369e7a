"""The pictures of streets in lecture 3 show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

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


def test_trade_off_in_one_column_with_marks_of_other_species(iris, model):
    X, y = iris
    styles = soft.VIRGINICA_AGAINST_VERSICOLOR
    axes = soft.trade_off([model, model], X, y, columns=1, styles=styles)
    colors = [
        c.get_facecolor()[0] for c in axes[0].collections if len(c.get_offsets()) in (50, 100)
    ]
    assert axes.shape == (2,)
    assert np.allclose(colors, [to_rgba(color) for _, color, _ in styles])


def test_trade_off_rows_are_as_high_as_asked(iris, model):
    X, y = iris
    low, high = (
        soft.trade_off([model, model], X, y, columns=1, row_height=height)[0].figure
        for height in (2.0, 3.0)
    )
    assert np.isclose(high.get_figheight() - low.get_figheight(), 2.0)


def test_view_limits_every_panel(iris, model):
    X, y = iris
    corners = [(4.0, 2.0), (6.0, 4.0)]
    for ax in (
        soft.trade_off([model] * 2, X, y, view=corners)[0],
        soft.slack_kinds(model, X, y, view=corners)[0],
    ):
        assert np.allclose(ax.get_xlim(), (3.84, 6.16))
        assert np.allclose(ax.get_ylim(), (1.84, 4.16))


def test_hard_against_soft_names_both_machines(iris, model):
    axes = soft.hard_against_soft(model, model, *iris)
    assert [ax.get_title().split(",")[0] for ax in axes] == ["hard margin", "soft margin"]
    # nobody is ringed: each point is drawn once
    drawn = [len(c.get_offsets()) for c in axes[0].collections if not hasattr(c, "get_segments")]
    assert sum(drawn) == 150


def test_slack_kinds_has_a_bar_for_everyone_who_is_not_outside(iris, model):
    X, y = iris
    xi = slack_of(model, X, y)
    margins = y * model.decision_function(X)
    bars = soft.slack_kinds(model, X, y)[1].patches
    heights = [bar.get_height() for bar in sorted(bars, key=lambda bar: bar.get_x())]
    assert len(heights) == (margins < 1 + 1e-6).sum() == 18
    assert np.allclose(heights, np.sort(xi)[::-1][:18], atol=1e-8)


def test_slack_kinds_draws_each_point_once(iris, model):
    X, y = iris
    ax = soft.slack_kinds(model, X, y)[0]
    drawn = [c.get_offsets() for c in ax.collections if not hasattr(c, "get_segments")]
    assert np.allclose(sorted(np.vstack(drawn).tolist()), sorted(X.tolist()))


def test_slack_kinds_names_the_largest(iris, model):
    ax = soft.slack_kinds(model, *iris)[0]
    largest = np.argsort(slack_of(model, *iris))[::-1][:4]  # the fifth is a tie
    assert [text.get_text() for text in ax.texts][:4] == [str(row) for row in largest]


def test_reduced_hulls_joins_the_mean_to_both_points(iris):
    X, y = iris
    center, nearest = X[y < 0].mean(axis=0), np.array([5.8, 2.8])
    ax = soft.reduced_hulls(X, y, center, nearest)
    ends = [np.column_stack(line.get_data()) for line in ax.lines[:2]]
    assert np.allclose(ends, [[center, X[y > 0].mean(axis=0)], [center, nearest]])


def test_trade_off_curves_add_up():
    Cs, norms, slacks = np.array([1.0, 2.0, 4.0]), np.array([1.0, 2.0, 3.0]), np.array([3.0, 1, 0])
    axes = soft.trade_off_curves(Cs, norms, slacks, threshold=3.0)
    assert np.allclose(axes[0].lines[0].get_ydata(), 2 / norms)
    assert np.allclose(axes[1].lines[0].get_ydata(), slacks)
    assert np.allclose(axes[2].lines[1].get_ydata(), norms**2 / 2 + Cs * slacks)
    assert all(ax.lines[-1].get_xdata()[0] == 3.0 for ax in axes)


@pytest.mark.parametrize("name", soft.__all__)
def test_every_picture_is_reachable_from_plots(name):
    from svmlib import plots

    assert getattr(plots, name) is getattr(soft, name)
