"""The pictures of lecture 2 show the streets, hulls and points they claim to show."""

import numpy as np
import pytest
from matplotlib.lines import AxLine

from svmlib import HardMarginSVM, NotSeparableError, datasets
from svmlib.plots import convex_hulls, maximum_margin


@pytest.fixture
def sample():
    return datasets.iris_setosa(every=4, features=2)


@pytest.fixture
def lifted():
    return datasets.iris_setosa(features=2, raise_straggler=True)


def lines(ax, style):
    """Two points of each line across the axes in this dash style."""
    return [
        np.array([a.get_xy1(), a.get_xy2()])
        for a in ax.get_children()
        if isinstance(a, AxLine) and a.get_linestyle() == style
    ]


def curve(ax, k):
    """Points of the k-th line that is not one right across the axes."""
    return np.array([a for a in ax.lines if not isinstance(a, AxLine)][k].get_data()).T


def test_streets_have_the_direction_asked_for_and_touch_both_classes(sample):
    X, y = sample
    axes = maximum_margin.directions(X, y, (-30, -56.31), {-1: "a", 1: "b"})
    for ax, degrees in zip(axes.ravel(), (-30, -56.31), strict=True):
        u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        (centre,), kerbs = lines(ax, "-"), lines(ax, "--")
        assert np.ptp(centre @ u) < 1e-12
        at = sorted((kerb @ u).mean() for kerb in kerbs)
        np.testing.assert_allclose(at, [(X[y < 0] @ u).max(), (X[y > 0] @ u).min()])
        np.testing.assert_allclose((centre @ u).mean(), np.mean(at))
    assert "margin 0.166" in axes[0, 1].get_title()
    assert len(axes[0, 0].get_figure().legends) == 1


def test_a_direction_that_does_not_separate_is_hatched_and_has_a_negative_margin(sample):
    (good, bad), *_ = maximum_margin.directions(*sample, (-30, -5))
    assert good.patches[0].get_hatch() is None
    assert bad.patches[0].get_hatch()
    assert "margin −0.184" in bad.get_title()


def test_profile_peaks_at_the_largest_margin(sample):
    _, fan = maximum_margin.profile(*sample, marks=(-56.31,))
    theta, gamma = curve(fan, 1).T
    best = HardMarginSVM().fit(*sample)
    angle = np.degrees(np.arctan2(best.coef_[0, 1], best.coef_[0, 0]))
    assert gamma.max() == pytest.approx(best.margin_, rel=1e-3)
    assert theta[gamma.argmax()] == pytest.approx(angle, abs=0.1)
    np.testing.assert_allclose(curve(fan, 2)[0], [-56.31, gamma.max()], rtol=1e-3)


def test_deleting_all_but_the_margin_leaves_the_line_and_deleting_of_it_moves_it(sample):
    X, y = sample
    on = HardMarginSVM().fit(X, y).on_margin_
    others = np.setdiff1d(np.arange(len(y)), on)
    same, moved = maximum_margin.deleted(X, y, [others, on[0]])[0]
    for ax, expected in ((same, True), (moved, False)):
        (old,), (new,) = lines(ax, ":"), lines(ax, "-")
        (a, b), (c, d) = old[1] - old[0], new[1] - new[0]
        assert np.isclose(a * d - b * c, 0, atol=1e-6) == expected


@pytest.mark.parametrize("shift", [0, 7.5])
def test_hull_contains_every_point_and_has_no_corner_too_many(shift):
    X = np.random.default_rng(3).integers(0, 9, (60, 2)) + shift  # many on one line
    corners = convex_hulls._hull(X)
    edges = np.roll(corners, -1, axis=0) - corners
    to = X[:, None] - corners[None]
    assert (edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0] > -1e-12).all()
    following = np.roll(edges, -1, axis=0)
    assert (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 1e-12).all()


def test_the_line_between_hulls_bisects_the_nearest_points(sample):
    X, y = sample
    p, q = X[21], (9 * X[5] + 4 * X[3]) / 13
    (line,) = lines(maximum_margin.hulls(X, y, p, q), "-")
    np.testing.assert_allclose((line - (p + q) / 2) @ (p - q), 0, atol=1e-12)


def test_shadows_lie_beside_the_centre_line_and_share_their_overlap(lifted):
    X, y = lifted
    ax = maximum_margin.shadows(HardMarginSVM().fit(X, y), X, y)
    along = np.array([1, 1]) / np.sqrt(2)
    others, setosa, both = (np.sort(curve(ax, k) @ along) for k in range(3))
    np.testing.assert_allclose(setosa, [8 / np.sqrt(2), 9 / np.sqrt(2)])
    np.testing.assert_allclose(others, [7.4 / np.sqrt(2), 8.4 / np.sqrt(2)])
    np.testing.assert_allclose(both, [setosa[0], others[1]])
    assert {t.get_text() for t in ax.texts} == {"20, 31", "25", "36", "84", "106"}


def test_dragged_panels_narrow_and_end_without_a_line(lifted):
    first, second, third = maximum_margin.dragged(*lifted, 41, (2.8, 2.3, 1.7)).ravel()[:3]
    assert "star: 2.8" in first.get_title()
    assert first.get_title().endswith("0.1414") and second.get_title().endswith("0.0896")
    assert third.get_title().endswith("no line separates") and not lines(third, "-")
    # a ring for each of the six flowers on the kerbs, although four suffice to hold the line
    assert max(len(c.get_offsets()) for c in first.collections if c.get_zorder() == 3.5) == 6


def test_influence_is_flat_where_the_flower_stands_off_the_street(lifted):
    X, y = lifted
    before = X.copy()
    heights, margins = curve(maximum_margin.influence(X, y, 41, marks=(2.3,)), 0).T
    np.testing.assert_allclose(margins[heights > 2.5], 1 / np.sqrt(50))
    assert (np.diff(margins[heights < 2.5]) >= 0).all() and margins[0] == 0
    np.testing.assert_array_equal(X, before)


def test_certificate_marks_a_point_on_a_piece_of_each_hull(lifted):
    X, y = lifted
    X[41, 1] = 1.7
    with pytest.raises(NotSeparableError) as caught:
        HardMarginSVM().fit(X, y)
    ax = maximum_margin.certificate(X, y, caught.value)
    point = curve(ax, 0)[0]
    pieces = [patch.get_xy()[:2] for patch in ax.patches if not patch.get_fill()]
    assert len(pieces) == 2
    for start, end in pieces:
        across = np.array([end[1] - start[1], start[0] - end[0]])
        assert (point - start) @ across == pytest.approx(0, abs=1e-12)
        assert 0 < (point - start) @ (end - start) < (end - start) @ (end - start)
