"""The pictures of lectures 6 and 7 show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from svmlib import LinearSVM, datasets, dual
from svmlib.plots import ascent, duality
from svmlib.plots.style import DUAL, PALE_GREY, PRIMAL, VERMILION


@pytest.fixture(scope="module")
def iris():
    return datasets.iris_setosa(features=2, raise_straggler=True)


def line_with(ax, **properties):
    """The lines of an axes whose marker or colour is as given."""
    return [
        line
        for line in ax.lines
        if all(getattr(line, f"get_{name}")() == value for name, value in properties.items())
    ]


def test_value_sets_support_the_values_from_below():
    both = (0.5, 1.0)
    for ax, least in zip(duality.value_sets(both, both), (0.5, 2.0), strict=True):
        values = next(line for line in ax.lines if line.get_color() == "#1F2933")
        g, F = values.get_data()
        bounds = [line.get_ydata()[0] for line in line_with(ax, marker="^")]
        supports = [line for line in ax.lines if line.get_color() == DUAL]
        for alpha, bound in zip((0.5, 1.0), bounds, strict=True):
            assert bound == pytest.approx((F + alpha * g).min()) and bound <= least
        for line in supports[::2]:
            x, height = line.get_data()
            assert (np.interp(g, x, height) <= F + 1e-9).all()
        (star,) = line_with(ax, marker="*")
        assert star.get_ydata()[0] == least and star.get_color() == PRIMAL
    assert bounds[1] == pytest.approx(1.0)  # the best bound of two choices misses their optimum, 2


def test_staircase_holds_every_point_only_at_the_optimum(iris):
    X, y = iris
    runs = [dual.smo(X @ X.T, y, 1.0, max_iter=k, tol=1e-10) for k in (8, 1000)]
    axes = ascent.multiplier_staircase([(r.alpha, r.b) for r in runs], X, y, 1.0, ("a", "b"))

    def off(ax):
        m, alpha = np.vstack([group.get_offsets() for group in ax.collections[:2]]).T
        return (np.maximum(1 - m, 0) * (1 - alpha) + np.maximum(m - 1, 0) * alpha).max()

    assert off(axes[0]) > 0.01 and off(axes[1]) < 1e-4
    ringed = [len(ax.collections[2].get_offsets()) for ax in axes]
    assert ringed[0] > 0 and ringed[1] == 0


def test_bias_profiles_mark_the_whole_flat_bottom():
    X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    y = np.array([-1.0, -1.0, 1.0, 1.0])
    Cs = (0.05, 0.3, 0.6)
    models = [LinearSVM(C=C).fit(X, y) for C in Cs]
    ax = duality.bias_profiles(Cs, [model.coef_[0] for model in models], X, y)
    bottoms = line_with(ax, linewidth=6)
    for model, bottom in zip(models, bottoms, strict=True):
        ends = bottom.get_xdata()[[0, -1]]
        assert np.allclose(ends, model.bias_interval_, atol=0.003)


def test_clipped_steps_end_inside_the_box_at_the_best_place():
    cases = [(0.3, 0.6, 1.0), (0.6, -0.2, 1.5), (0.4, 1.9, 1.2)]
    ends = []
    for ax in ascent.clipped_steps(cases, C=1.0):
        (dot,) = line_with(ax, color=VERMILION) or line_with(ax, markerfacecolor=VERMILION)
        allowed = next(line for line in ax.lines if line.get_linewidth() == 2.6)
        assert dot.get_ydata()[0] == pytest.approx(allowed.get_ydata().max(), abs=1e-3)
        ends.append(dot.get_xdata()[0])
    assert ends == pytest.approx([0.7, 1.0, 0.0])


def test_pair_boxes_keep_the_equation_and_the_box():
    K = np.array([[1.0, 0.3], [0.3, 1.2]])
    starts = ((0.3, 0.6), (0.55, 0.45))
    axes = ascent.pair_boxes(K, ((0.6, -0.1), (0.9, -0.5)), 1.0, starts)
    for ax, sign, start in zip(axes, (1, -1), starts, strict=True):
        (dot,) = [line for line in ax.lines if line.get_color() == VERMILION]
        end = np.array([dot.get_xdata()[0], dot.get_ydata()[0]])
        assert end @ [1, sign] == pytest.approx(np.dot(start, [1, sign]))
        assert (end >= 0).all() and (end <= 1).all()
    assert end.max() == pytest.approx(1.0)  # the second one is clipped
    assert any(
        np.allclose(group.get_edgecolor()[:, :3], to_rgba(PALE_GREY)[:3])
        for group in axes[0].collections
    )
