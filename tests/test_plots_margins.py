"""The pictures of lecture 1 show the numbers they claim to show."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection

from svmlib import datasets, geometry
from svmlib.plots import margins, perceptron

W, B = np.array([10 / 3, -5.0]), -2.0
GAMMA = 3 / np.sqrt(325)


@pytest.fixture
def iris():
    return datasets.iris_setosa(every=4, features=2)


def segments(ax, which=0):
    return np.array(
        [c for c in ax.collections if isinstance(c, LineCollection)][which].get_segments()
    )


def test_margin_vectors_are_as_long_as_the_margins_and_end_on_the_line(iris):
    ax = margins.margin_vectors(W, B, *iris)
    start, foot = segments(ax).swapaxes(0, 1)
    np.testing.assert_allclose(foot @ W + B, 0, atol=1e-12)
    gammas = geometry.geometric_margin(W, B, *iris)
    np.testing.assert_allclose(np.linalg.norm(start - foot, axis=1), np.abs(gammas))


def test_margin_vectors_mark_every_point_that_shares_the_smallest_margin(iris):
    marked = segments(margins.margin_vectors(W, B, *iris), 1)
    assert len(marked) == 3
    np.testing.assert_allclose(np.linalg.norm(marked[:, 0] - marked[:, 1], axis=1), GAMMA)


def test_named_lines_write_each_name_where_its_line_leaves_the_view(iris):
    ax = margins.named_lines({"A": (W, B), "B": ([1.0, 0.0], -5.5)}, *iris)
    assert [t.get_text() for t in ax.texts] == ["A", "B"]
    for text, (w, b) in zip(ax.texts, [(W, B), (np.array([1.0, 0.0]), -5.5)], strict=True):
        assert w @ text.get_position() + b == pytest.approx(0, abs=1e-9)


def test_named_lines_refuse_a_line_outside_the_view_and_a_fifth_line(iris):
    with pytest.raises(ValueError, match="does not cross"):
        margins.named_lines({"far": ([1.0, 0.0], 100.0)}, *iris)
    with pytest.raises(ValueError, match="at most 4"):
        margins.named_lines({k: (W, B) for k in "ABCDE"}, *iris)


def test_scale_knob_moves_functional_margins_and_leaves_geometric_ones(iris):
    axes = margins.scale_knob(W, B, *iris, scales=(0.5, 2.0))
    marks = np.array([[line.get_xdata()[0] for line in ax.lines] for ax in axes[1]])
    np.testing.assert_allclose(marks, [[0.5, GAMMA], [2.0, GAMMA]])


def test_scale_knob_shows_negative_margins_too(iris):
    axes = margins.scale_knob([0.0, -2.0], 6.6, *iris)
    for ax in axes[1]:
        offsets = np.concatenate([c.get_offsets() for c in ax.collections])
        assert offsets[:, 0].min() > ax.get_xlim()[0]


def test_turn_and_shift_titles_tell_the_margin_of_the_moved_line(iris):
    axes = margins.turn_and_shift(W, B, *iris, turns=(0.0, 90.0), shifts=(-0.1, 0.25))
    assert f"{GAMMA:.3f}" in axes[0, 0].get_title() and "−" in axes[0, 1].get_title()
    # a shift by s takes s from the nearest point of one side
    assert f"{GAMMA - 0.1:.3f}" in axes[1, 0].get_title()
    assert f"−{0.25 - GAMMA:.3f}" in axes[1, 1].get_title()


def test_perceptron_update_adds_the_point_times_its_label_to_the_arrow():
    X, y = np.array([[2.0, 1.0], [0.0, 2.0], [-2.0, -1.0]]), np.array([1.0, -1.0, -1.0])
    left, right = perceptron.perceptron_update(X, y, ([2.0, 1.0], 1.0), 1)
    tips = [[a.xy for a in ax.texts if hasattr(a, "xyann")] for ax in (left, right)]
    np.testing.assert_allclose(tips[0], [[2, 1]])
    np.testing.assert_allclose(tips[1], [[2, 1], [2, -1], [2, -1]])


def test_measured_lengths_lie_between_novikoffs_bounds(iris):
    run = geometry.perceptron(*iris)
    ax = perceptron.novikoff_squeeze(*iris, (W, B), run)
    k, length = ax.collections[0].get_offsets().T
    assert len(k) == run.n_updates
    upper, lower = ax.lines[:2]
    gamma, R = lower.get_ydata()[0] / lower.get_xdata()[0], upper.get_ydata()[0]
    np.testing.assert_allclose(upper.get_ydata(), R * np.sqrt(upper.get_xdata()))
    np.testing.assert_allclose(lower.get_ydata(), gamma * lower.get_xdata())
    assert (gamma * k <= length).all() and (length <= R * np.sqrt(k)).all()
    assert length[-1] == pytest.approx(np.linalg.norm([*run.w, run.b]))
    assert (R / gamma) ** 2 == pytest.approx(geometry.novikoff_bound(*iris, W, B))
