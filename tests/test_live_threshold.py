"""What a threshold on scores does: the core of the live figure and Python, beside scikit-learn.

That the page says what Python does is for `test_live_states.py`.
"""

import itertools

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, precision_recall_curve

from svmlib.widgets import Threshold
from tests.live_book import rare
from tests.test_live_core import called

S, Y = rare()
ORDER = np.random.default_rng(1).permutation(60)
DATA = {
    "rare": (S, Y),
    "frequent": rare(80, 0.7, seed=1),
    "ties": (S.round(1), Y),
    "five values": (S.round(), Y),
    "one value": (np.full(12, 0.5), np.resize([1, -1, -1], 12)),
    "separated": (np.r_[np.linspace(-3, -1, 40), np.linspace(1, 2, 20)][ORDER],
                  np.r_[-np.ones(40), np.ones(20)][ORDER]),
    "probabilities": (1 / (1 + np.exp(-3 * S)), Y),
    "two": ([0.0, -1e-4], [-1, 1]),
    "large": (1e5 * S, Y),
}  # fmt: skip
COSTS = dict(zip(DATA, itertools.cycle([(1, 1), (1, 10), (50, 1), (2.5, 7.3)]), strict=False))
every_data = pytest.mark.parametrize("data", DATA)


def places(scores, span):
    """Thresholds on, between, beside and outside all scores."""
    values = np.unique(scores)
    return np.unique(np.r_[span[:2], values, (values[1:] + values[:-1]) / 2, 0.0])


@every_data
def test_every_threshold_does_what_scikit_learn_says(data):
    figure, (alarm, miss) = Threshold(*DATA[data]), COSTS[data]
    figure.cost_alarm, figure.cost_miss = alarm, miss
    thresholds = places(figure.scores, figure.span)
    # an odd step meets scores and places between them
    for t in thresholds[:: -(-len(thresholds) // 40) | 1]:
        calls = np.where(figure.scores > t, 1, -1)
        tn, fp, fn, tp = map(int, confusion_matrix(figure.y, calls, labels=[-1, 1]).ravel())
        figure.threshold = t
        wanted = {
            "hits": tp, "false_alarms": fp, "misses": fn, "correct_rejections": tn,
            "precision": tp / (tp + fp) if tp + fp else np.nan, "recall": tp / (tp + fn),
            "cost": (alarm * fp + miss * fn) / len(figure.y),
        }  # fmt: skip
        assert figure.counts() | figure.values() == pytest.approx(wanted, nan_ok=True), t


@every_data
def test_the_cuts_are_the_precision_recall_curve(data):
    """Each cut has a threshold with six digits at most, so that a link carries it unchanged."""
    figure, (alarm, miss) = Threshold(*DATA[data]), COSTS[data]
    (cuts,) = called("core/threshold:cutsOf", [figure.points])
    precision, recall, thresholds = precision_recall_curve(figure.y, figure.scores)
    assert cuts["values"] == thresholds.tolist()
    window, all_ = figure.span[:2], range(len(recall))
    counts = called("core/threshold:countsAt", *[(cuts, k) for k in all_])
    assert [cut["recall"] for cut in counts] == pytest.approx(recall, rel=1e-12)
    # where nothing is called scikit-learn sets precision 1 by convention; we say that it has none
    assert counts.pop()["precision"] is None and precision[-1] == 1
    assert [cut["precision"] for cut in counts] == pytest.approx(precision[:-1], rel=1e-12)
    good = recall >= 0.8
    (best,) = called("core/threshold:bestPrecision", (cuts, 0.8))
    assert best == pytest.approx(precision[:-1][good[:-1]].max(), rel=1e-12)

    (costs,) = called("core/threshold:costsOf", (cuts, alarm, miss))
    above = figure.scores > places(figure.scores, figure.span)[:, None]
    alarms, misses = above & (figure.y < 0), ~above & (figure.y > 0)
    lowest = np.min((alarm * alarms + miss * misses).mean(axis=1))
    (found,) = called("core/threshold:cheapestOf", (cuts, costs, window))
    assert found["cost"] == pytest.approx(lowest, rel=1e-12)
    assert found["all"] == [k for k in all_ if np.isclose(costs[k], lowest, rtol=1e-9)]
    reach = called("core/threshold:reachOf", *[(cuts, k, window) for k in all_])
    width = {k: np.subtract(*reach[k][::-1]) for k in found["all"]}
    assert width[found["k"]] == max(width.values())

    assert [reach[0][0], reach[-1][1]] == window
    round_ = called("core/threshold:roundest", *reach)
    assert called("core/threshold:cutAt", *[(cuts, t) for t in round_]) == [*all_]
    for (a, b), t in zip(reach, round_, strict=True):
        assert a <= t < b and float(f"{t:.6g}") == t


@every_data
def test_the_span_holds_everything(data):
    figure = Threshold(*DATA[data])
    low, high, step = figure.span
    assert low < figure.scores.min() and figure.scores.max() < high and low <= 0 <= high
    for edge in (low, high):
        assert edge / step == pytest.approx(round(edge / step), abs=1e-6)
    assert 100 <= (high - low) / step <= 450


def test_rounding_makes_no_difference():
    """Of the machine's arithmetic: what differs by rounding only is a tie."""
    noise = 1e-12 * np.random.default_rng(0).normal(size=len(S))
    scores = S.round(1)
    assert Threshold(scores * (1 + noise), Y).points == Threshold(scores, Y).points
    np.testing.assert_allclose(Threshold(S, Y).scores, S, atol=1e-5 * np.abs(S).max())
