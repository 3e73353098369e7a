"""The pictures of several classes show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from svmlib import MulticlassSVM, datasets
from svmlib.plots import multiclass
from svmlib.plots.style import PALETTE, pale

CENTERS = ((-2.0, 0.0), (0.0, 0.3), (2.0, 0.0))


@pytest.fixture(scope="module")
def blobs():
    return datasets.blobs(60, centers=CENTERS, spread=0.5, seed=1)


@pytest.fixture(scope="module")
def joint(blobs):
    return MulticlassSVM(kind="weston-watkins", reg=0.01).fit(*blobs)


class Linear:
    """Scores W (x, 1), fixed by hand."""

    def __init__(self, W):
        self.W = np.array(W, dtype=float)

    def decision_function(self, X):
        return X @ self.W[:, :-1].T + self.W[:, -1]


def color_at(ax, place):
    """Colour of the ground at a place: that of the last filled area that contains it."""
    found = None
    for area in ax.collections:
        filled = hasattr(area, "filled") and area.filled
        if filled and any(path.contains_point(place) for path in area.get_paths()):
            found = tuple(area.get_facecolor()[0][:3])
    return found


def test_regions_have_the_colour_of_the_highest_score(blobs, joint):
    X, y = blobs
    ax = multiclass.regions(joint, X, y, names=("a", "b"))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("a", "b")
    for place in X[:: len(X) // 12]:
        winner = joint.predict(place[None])[0]
        assert np.allclose(color_at(ax, place), pale(PALETTE[winner]), atol=0.01)


def test_a_class_that_never_wins_has_no_region(blobs):
    X, y = blobs
    ax = multiclass.regions(Linear([[1, 0, 0], [-1, 0, 0], [0, 0, -99]]), X, y)
    colors = {color_at(ax, place) for place in X}
    assert not any(np.allclose(color, pale(PALETTE[2]), atol=0.01) for color in colors)
    assert len(colors) == 2


def test_undecided_places_are_grey_or_striped(blobs):
    X, y = blobs
    rest = MulticlassSVM(kind="one-vs-rest").fit(X, y)
    pairs = MulticlassSVM(kind="one-vs-one").fit(X, y)
    left, right = multiclass.undecided(rest, pairs, X, y)
    shown = np.column_stack([m.decision_function(X) for m in rest.machines_]) > 0
    expected = {0: to_rgb(multiclass.NOBODY), 2: to_rgb(multiclass.SEVERAL)}
    for place, own in zip(X, shown, strict=True):
        color = expected.get(own.sum(), pale(PALETTE[own.argmax()]))
        assert np.allclose(color_at(left, place), color, atol=0.01)
    winners = pairs.predict(X)
    agree = [
        np.allclose(color_at(right, place), pale(PALETTE[winner]), atol=0.01)
        for place, winner in zip(X, winners, strict=True)
    ]
    assert np.mean(agree) > 0.95
    assert (shown.sum(axis=1) == 0).any()
