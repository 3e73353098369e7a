"""The pictures of lecture 12 show what they say, checked on the artists they draw."""

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.plots import practice

SCORES = np.array([0.0, 1.0, 2.0, 2.0, 3.0, 5.0])
Y = np.array([-1, -1, 1, -1, 1, -1.0])


def by_hand(t, alarm, miss):
    """Precision, recall and mean cost of the calls above t."""
    call, up = SCORES > t, Y > 0
    cost = (alarm * (call & ~up) + miss * (~call & up)).mean()
    return up[call].mean() if call.any() else np.nan, call[up].mean(), cost


def steps(line, t):
    """The value at t of a curve drawn in steps that last until the next point."""
    assert line.get_drawstyle() == "steps-post"
    return line.get_ydata()[np.searchsorted(line.get_xdata(), t, side="right") - 1]


@pytest.mark.parametrize("t", [-0.1, 0.0, 0.5, 1.0, 1.999, 2.0, 2.5, 3.0, 4.0, 5.0, 5.1])
def test_threshold_curves_are_those_of_every_threshold(t):
    above, below = practice.threshold(SCORES, Y, at=t, cost_alarm=2, cost_miss=3)
    expected = by_hand(t, 2, 3)
    curves = [line for line in (*above.lines, *below.lines) if len(line.get_xdata()) > 2]
    assert [line.get_label() for line in curves] == ["precision", "recall", "mean cost of a point"]
    for line, value in zip(curves, expected, strict=True):
        np.testing.assert_allclose(steps(line, t), value)
    dots = [line for line in (*above.lines, *below.lines) if line.get_marker() == "o"]
    np.testing.assert_allclose([dot.get_xdata()[0] for dot in dots], t)
    np.testing.assert_allclose([dot.get_ydata()[0] for dot in dots], expected)


@pytest.mark.parametrize(("alarm", "miss"), [(1, 1), (1, 9), (9, 1), (0, 1), (1, 0)])
def test_star_is_the_cheapest_threshold(alarm, miss):
    _, below = practice.threshold(SCORES, Y, cost_alarm=alarm, cost_miss=miss)
    (star,) = [line for line in below.lines if line.get_marker() == "*"]
    x, height = star.get_xydata()[0]
    best = min(by_hand(t, alarm, miss)[2] for t in np.linspace(-1, 6, 200))
    assert height == pytest.approx(best) == by_hand(x, alarm, miss)[2]


def test_star_stands_in_the_middle_of_the_widest_of_equal_steps():
    scores, y = np.array([0.0, 1.0, 4.0]), np.array([-1, 1, 1.0])
    _, below = practice.threshold(scores, y)
    (star,) = [line for line in below.lines if line.get_marker() == "*"]
    assert star.get_xdata()[0] == pytest.approx(0.5)
    y = np.array([1, -1, 1.0])  # all, or the largest alone: both make one mistake
    _, below = practice.threshold(scores, y)
    (star,) = [line for line in below.lines if line.get_marker() == "*"]
    assert star.get_xdata()[0] == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((SCORES, Y[:3]), "y must"),
        ((SCORES, np.ones(6)), "both classes"),
        ((SCORES * np.nan, Y), "scores must"),
        ((SCORES, Y, 0.0, -1.0), "cost_alarm"),
        ((SCORES, Y, 0.0, 1.0, -1.0), "cost_miss"),
    ],
)
def test_threshold_names_what_is_wrong(arguments, word):
    with pytest.raises(ValueError, match=word):
        practice.threshold(*arguments)


@pytest.fixture(scope="module")
def search():
    X, y = datasets.moons(n=60)
    # values out of order on purpose
    return GridSearchCV(
        KernelSVM(kernel=RBF(1)), {"C": [10, 0.1, 1], "kernel__sigma": [2, 0.5]}, cv=3
    ).fit(X, y)


def test_search_map_has_each_score_in_its_place(search):
    ax = practice.search_map(search, "C", "kernel__sigma")
    table = ax.collections[0].get_array()
    assert table.shape == (2, 3)
    for pair, score in zip(
        search.cv_results_["params"], search.cv_results_["mean_test_score"], strict=True
    ):
        i, j = [0.5, 2].index(pair["kernel__sigma"]), [0.1, 1, 10].index(pair["C"])
        assert table[i, j] == score
    frame, star = ax.lines
    assert table[tuple(int(v) for v in star.get_xydata()[0][::-1])] == search.best_score_
    np.testing.assert_allclose(frame.get_xydata()[:4].mean(axis=0), star.get_xydata()[0])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.1", "1", "10"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("C", "sigma")


def test_search_map_wants_the_parameters_of_the_search(search):
    with pytest.raises(ValueError, match="kernel__sigma"):
        practice.search_map(search, "C", "gamma")
