"""The pictures of lecture 9 show what they say, checked on the artists they draw."""

import numpy as np
import pytest

from svmlib import datasets
from svmlib import selection as choosing
from svmlib.plots import selection


@pytest.fixture(scope="module")
def moons():
    return datasets.moons(n=60)


@pytest.fixture(scope="module")
def plane(moons):
    return choosing.grid(*moons, np.geomspace(0.1, 10, 5), np.geomspace(0.1, 2, 4), cv=3)


@pytest.mark.parametrize("log", [True, False])
def test_map_has_one_flat_cell_for_each_score(plane, log):
    ax = selection.score_map(plane, log=log)
    mesh = ax.collections[0]
    assert np.array_equal(mesh.get_array(), plane.scores)
    edges = mesh.get_coordinates()
    assert edges.shape == (5, 6, 2)
    for values, cuts in ((plane.Cs, edges[0, :, 0]), (plane.sigmas, edges[:, 0, 1])):
        assert (cuts[:-1] < values).all() and (values < cuts[1:]).all()
        middle = np.sqrt(values[1:] * values[:-1]) if log else (values[1:] + values[:-1]) / 2
        assert np.allclose(cuts[1:-1], middle)
    assert ax.get_xscale() == ("log" if log else "linear")


def test_linear_map_does_not_begin_below_zero():
    # the cell of the first value would reach down to 0.5 - 1
    X, y = datasets.moons(n=40)
    plane = choosing.grid(X, y, [0.5, 2.5, 4.5], [0.2, 0.6], cv=2)
    assert selection.score_map(plane, log=False).get_xlim()[0] == 0.0


def test_outline_separates_inside_from_outside(plane):
    inside = np.zeros(plane.scores.shape, dtype=bool)
    inside[1, 1:3] = True
    ax = selection.score_map(plane, outline=inside)
    upright, level = (c.get_segments() for c in ax.collections[1:3])
    # two cells side by side: two sides, two roofs, two floors
    assert len(upright) == 2 and len(level) == 4
    # once dark, once white on top
    assert len(ax.collections) == 5
    edges = ax.collections[0].get_coordinates()
    assert {round(s[0][0], 9) for s in upright} == {
        round(edges[0, 1, 0], 9),
        round(edges[0, 3, 0], 9),
    }


def test_maps_side_by_side_share_their_colours(plane, moons):
    other = choosing.grid(*moons, [100.0, 1000.0], [0.01, 0.02], cv=3)
    axes = selection.score_maps([plane, other], ["one", "two"])
    limits = [ax.collections[0].get_clim() for ax in axes]
    every = np.concatenate([plane.scores.ravel(), other.scores.ravel()])
    assert limits[0] == limits[1] == (every.min(), every.max())


def test_slice_marks_the_best_and_the_smallest_C_within_one_standard_error(plane):
    ax = selection.score_slice(plane, 2, training=np.ones(5))
    marks = {
        line.get_marker(): line.get_xydata()[0] for line in ax.lines if len(line.get_xdata()) == 1
    }
    score, error = plane.scores[2], plane.standard_error[2]
    best = score.argmax()
    assert np.allclose(marks["*"], (plane.Cs[best], score[best]))
    simple = np.flatnonzero(score >= score[best] - error[best])[0]
    assert np.allclose(marks["D"], (plane.Cs[simple], score[simple]))
