"""The pictures of several classes show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from svmlib import MulticlassSVM, datasets
from svmlib.plots import multiclass
from svmlib.plots.style import LINES, PALETTE

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
        assert np.allclose(color_at(ax, place), multiclass.pale(winner), atol=0.01)


def test_regions_draw_every_point(blobs, joint):
    X, y = blobs
    ax = multiclass.regions(joint, X, y)
    drawn = [c.get_offsets() for c in ax.collections if len(c.get_offsets()) > 1]
    assert np.allclose(sorted(np.vstack(drawn).tolist()), sorted(X.tolist()))


def test_a_class_that_never_wins_has_no_region(blobs):
    X, y = blobs
    ax = multiclass.regions(Linear([[1, 0, 0], [-1, 0, 0], [0, 0, -99]]), X, y)
    colors = {color_at(ax, place) for place in X}
    assert not any(np.allclose(color, multiclass.pale(2), atol=0.01) for color in colors)
    assert len(colors) == 2


def test_kinds_name_machine_and_accuracy(blobs, joint):
    axes = multiclass.kinds_of_machines([joint, joint], *blobs, names=("a", "b"))
    assert [ax.get_title() for ax in axes] == [f"weston-watkins: {joint.score(*blobs):.3f}"] * 2
    assert [ax.get_xlabel() for ax in axes] == ["a", "a"]


def test_votes_and_claims_are_counted():
    f = np.array([[1.0, -1.0, 1.0], [-1.0, -1.0, -1.0]])
    assert multiclass.votes(f, [(0, 1), (0, 2), (1, 2)], 3).tolist() == [[1, 1, 1], [2, 1, 0]]
    assert multiclass.claims(f).tolist() == [[1, 0, 1], [0, 0, 0]]


def test_undecided_places_are_grey_or_striped(blobs):
    X, y = blobs
    rest = MulticlassSVM(kind="one-vs-rest").fit(X, y)
    pairs = MulticlassSVM(kind="one-vs-one").fit(X, y)
    left, right = multiclass.undecided(rest, pairs, X, y)
    shown = np.column_stack([m.decision_function(X) for m in rest.machines_]) > 0
    expected = {0: to_rgb(multiclass.NOBODY), 2: to_rgb(multiclass.SEVERAL)}
    for place, own in zip(X, shown, strict=True):
        color = expected.get(own.sum(), multiclass.pale(own.argmax()))
        assert np.allclose(color_at(left, place), color, atol=0.01)
    winners = pairs.predict(X)
    agree = [
        np.allclose(color_at(right, place), multiclass.pale(winner), atol=0.01)
        for place, winner in zip(X, winners, strict=True)
    ]
    assert np.mean(agree) > 0.95
    assert (shown.sum(axis=1) == 0).any()


def test_score_lines_are_the_scores_and_their_maximum():
    W = np.array([[-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    ax = multiclass.score_lines([W, 2 * W], [-2, 0, 2], [0, 1, 2], ["a", "b"])[1]
    upper, *lines = (line for line in ax.lines if len(line.get_xdata()) > 2)
    x = upper.get_xdata()
    for line, w in zip(lines, 2 * W, strict=True):
        assert np.allclose(line.get_ydata(), w[0] * x + w[1])
    assert np.allclose(upper.get_ydata(), np.maximum(2 * np.abs(x), 2))


def test_scores_of_queries_are_bars_in_the_colours_of_the_classes(blobs, joint):
    queries = [(-2.0, 0.0), (0.4, 1.0)]
    axes = multiclass.scores_of_queries(joint, *blobs, queries, ("a", "b"), ("p", "q", "r"))
    for ax, scores in zip(axes[1], joint.decision_function(np.array(queries)), strict=True):
        assert np.allclose([bar.get_height() for bar in ax.patches], scores)
        assert [bar.get_facecolor()[:3] for bar in ax.patches] == [to_rgb(c) for c in PALETTE[:3]]
    stars = [c.get_offsets()[0] for ax in axes[0] for c in ax.collections if c.get_zorder() == 4]
    assert np.allclose(stars, queries)


def test_training_gaps_show_certificate_and_truth():
    history = np.array([[2.0, 0.0], [1.2, 0.9], [1.1, 1.0]])
    ax = multiclass.training_gaps([(history, 1.05)], ["t"], [0.1])[0]
    assert np.allclose(ax.lines[0].get_ydata(), [1, 0.25, 1 / 11])
    assert np.allclose(ax.lines[1].get_ydata(), [0.475, 0.125, 0.05 / 1.1])
    assert ax.lines[2].get_ydata()[0] == 0.1


def test_a_lead_of_delta_is_drawn_dashed(blobs, joint):
    X, y = blobs
    ax = multiclass.regions(joint, X, y, delta=1.0)
    dashed = [c for c in ax.collections if getattr(c, "levels", [0])[0] == 1.0]
    assert len(dashed) == 3
    for k, curve in enumerate(dashed):
        places = np.vstack([path.vertices for path in curve.get_paths() if len(path.vertices)])
        scores = joint.decision_function(places)
        lead = scores[:, k] - np.delete(scores, k, axis=1).max(axis=1)
        assert np.abs(lead - 1).max() < 0.05


def test_scores_along_a_line_have_the_colours_of_the_classes():
    x, f = np.linspace(0, 1, 5), np.arange(15.0).reshape(5, 3)
    colors = [LINES.get(color, color) for color in PALETTE[:3]]  # in the shade that lines have
    axes = multiclass.scores_along(x, {"a": f, "b": -f}, ("score", "votes"))
    for ax, values in zip(axes, (f, -f), strict=True):
        assert np.allclose([line.get_ydata() for line in ax.lines], values.T)
        assert [line.get_color() for line in ax.lines] == colors


def test_confusion_writes_every_count_and_shades_mistakes():
    matrix = np.array([[5, 1], [0, 7]])
    ax = multiclass.confusion(matrix, "ab")
    written = {text.get_position(): text.get_text() for text in ax.texts}
    assert written == {(0, 0): "5", (1, 0): "1", (1, 1): "7"}
    assert ax.images[0].get_array().tolist() == [[0, 1], [0, 0]]


@pytest.mark.parametrize("name", multiclass.__all__)
def test_every_picture_is_reachable_from_plots(name):
    from svmlib import plots

    assert getattr(plots, name) is getattr(multiclass, name)
