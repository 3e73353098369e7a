"""The pictures of lecture 3 show what they say, checked on the artists they draw."""

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlib import LinearSVM, datasets, losses, objectives
from svmlib.plots import hinge

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def iris():
    return datasets.iris_setosa(features=2, setosa=+1)


@pytest.fixture(scope="module")
def model(iris):
    return LinearSVM(C=1).fit(*iris)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def bars_of(ax):
    """Lengths of the slack bars of an axes."""
    segments = next(c for c in ax.collections if hasattr(c, "get_segments")).get_segments()
    return np.linalg.norm([end - start for start, end in segments], axis=1)


def slack_of(model, X, y):
    return objectives.slack(model.coef_, model.intercept_, X, y)


def test_trade_off_draws_every_slack_at_its_length(iris):
    X, y = iris
    models = [LinearSVM(C=C).fit(X, y) for C in (0.5, 1, 5, 25)]
    axes = hinge.trade_off(models, X, y)
    assert axes.shape == (2, 2)
    for ax, fitted in zip(axes.ravel(), models, strict=True):
        expected = slack_of(fitted, X, y) * fitted.margin_
        assert np.allclose(bars_of(ax), expected, atol=1e-12)
        assert ax.get_title() == f"C = {fitted.C:g}, 1/‖w‖ = {fitted.margin_:.4f}"


def test_trade_off_rings_by_margin_not_by_multiplier(iris):
    X, y = datasets.iris_setosa(features=2, setosa=+1, raise_straggler=True)
    fitted = LinearSVM(C=25).fit(X, y)
    ax = hinge.trade_off([fitted, fitted], X, y)[0]
    hollow = [c for c in ax.collections if c.get_zorder() == 3.5]
    assert len(hollow[0].get_offsets()) == 6


def test_view_limits_every_panel(iris, model):
    X, y = iris
    corners = [(4.0, 2.0), (6.0, 4.0)]
    for ax in (
        hinge.trade_off([model] * 2, X, y, view=corners)[0],
        hinge.slack_kinds(model, X, y, view=corners)[0],
    ):
        assert np.allclose(ax.get_xlim(), (3.84, 6.16))
        assert np.allclose(ax.get_ylim(), (1.84, 4.16))


def test_hard_against_soft_names_both_machines(iris, model):
    axes = hinge.hard_against_soft(model, model, *iris)
    assert [ax.get_title().split(",")[0] for ax in axes] == ["hard margin", "soft margin"]


def test_slack_kinds_has_a_bar_for_everyone_who_is_not_outside(iris, model):
    X, y = iris
    xi = slack_of(model, X, y)
    margins = y * model.decision_function(X)
    bars = hinge.slack_kinds(model, X, y)[1].patches
    heights = [bar.get_height() for bar in sorted(bars, key=lambda bar: bar.get_x())]
    assert len(heights) == (margins < 1 + 1e-6).sum() == 18
    assert np.allclose(heights, np.sort(xi)[::-1][:18], atol=1e-8)


def test_slack_kinds_draws_each_point_once(iris, model):
    X, y = iris
    ax = hinge.slack_kinds(model, X, y)[0]
    drawn = [c.get_offsets() for c in ax.collections if not hasattr(c, "get_segments")]
    assert np.allclose(sorted(np.vstack(drawn).tolist()), sorted(X.tolist()))


def test_trade_off_curves_add_up():
    Cs, norms, slacks = np.array([1.0, 2.0, 4.0]), np.array([1.0, 2.0, 3.0]), np.array([3.0, 1, 0])
    axes = hinge.trade_off_curves(Cs, norms, slacks, threshold=3.0)
    assert np.allclose(axes[0].lines[0].get_ydata(), 2 / norms)
    assert np.allclose(axes[1].lines[0].get_ydata(), slacks)
    assert np.allclose(axes[2].lines[1].get_ydata(), norms**2 / 2 + Cs * slacks)
    assert all(ax.lines[-1].get_xdata()[0] == 3.0 for ax in axes)


def test_losses_over_score_mirror_each_other():
    names = list(losses.LOSSES)
    positive, negative = hinge.losses_over_score(names, score=-0.5)
    for name in names:
        up, down = (
            next(line for line in ax.lines if line.get_label() == name)
            for ax in (positive, negative)
        )
        assert np.allclose(up.get_ydata(), down.get_ydata()[::-1], equal_nan=True)
        assert up.get_xdata()[0] < 0 < up.get_xdata()[-1]
    dots = [line.get_ydata() for line in positive.lines if line.get_marker() == "o"]
    assert np.allclose(np.ravel(dots), [losses.LOSSES[name](-0.5) for name in names])


def test_losses_over_score_says_when_a_loss_is_scaled():
    ax = hinge.losses_over_score(["logistic"], scale={"logistic": 2.0})[0]
    assert ax.lines[0].get_label() == "logistic × 2"
    assert np.allclose(ax.lines[0].get_ydata(), 2 * losses.logistic(ax.lines[0].get_xdata()))


@pytest.mark.parametrize(("eta", "left", "right"), [(0.2, -1, -1), (0.5, -1, 1), (0.8, 1, 1)])
def test_conditional_risks_mark_all_minimisers(eta, left, right):
    ax = hinge.conditional_risks(losses.hinge, [eta])
    assert np.allclose(ax.lines[1].get_xdata(), [left, right])
    assert np.allclose(ax.lines[1].get_ydata(), 2 * min(eta, 1 - eta))


def test_risk_minimisers_follow_the_formulas():
    ax = hinge.risk_minimisers(("hinge", "logistic", "squared"))
    by_name = {line.get_label(): line for line in ax.lines}
    eta = by_name["hinge"].get_xdata()
    assert np.allclose(by_name["hinge"].get_ydata(), np.sign(np.round(2 * eta - 1, 9)), atol=1e-9)
    inside = np.abs(np.log(eta / (1 - eta))) < 3
    log_odds = np.log(eta / (1 - eta))[inside]
    assert np.allclose(by_name["logistic"].get_ydata()[inside], log_odds, atol=2e-3)
    assert np.allclose(by_name["squared"].get_ydata(), 2 * eta - 1, atol=2e-3)


def test_outlier_errors_has_a_panel_for_each_journey():
    axes = hinge.outlier_errors([1, 10], [[0, 2], [0, 3]], [[0, 0], [0, 1]], ("a", "b"))
    assert [ax.get_title() for ax in axes] == ["a", "b"]
    assert axes[1].lines[0].get_ydata().tolist() == [0, 3]
    assert axes[1].lines[1].get_ydata().tolist() == [0, 1]


@pytest.mark.parametrize("name", hinge.__all__)
def test_every_picture_is_reachable_from_plots(name):
    from svmlib import plots

    assert getattr(plots, name) is getattr(hinge, name)
