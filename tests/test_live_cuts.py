"""What a threshold on scores does: the core of the live figure and Python, beside scikit-learn."""

import itertools
from functools import cache

import numpy as np
import pytest
from sklearn.metrics import (
    average_precision_score,
    confusion_matrix,
    precision_recall_curve,
)

from svmlib.widgets import Threshold
from tests.live_book import rare
from tests.node_process import CORE

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
COSTS = {"alike": (1, 1), "miss": (1, 10), "alarm": (50, 1), "odd": (2.5, 7.3)}
every_data = pytest.mark.parametrize("data", DATA)


def places(scores, span):
    """Thresholds on, between, beside and outside all scores."""
    values = np.unique(scores)
    return np.unique(np.r_[span[:2], values, (values[1:] + values[:-1]) / 2, 0.0])


def judged(scores, y, t, alarm, miss):
    """What scikit-learn finds for the call score > t."""
    called = np.where(scores > t, 1, -1)
    tn, fp, fn, tp = (int(v) for v in confusion_matrix(y, called, labels=[-1, 1]).ravel())
    return {
        "hits": tp, "falseAlarms": fp, "misses": fn, "rejections": tn, "alarms": tp + fp,
        "precision": tp / (tp + fp) if tp + fp else np.nan, "recall": tp / (tp + fn),
        "cost": (alarm * fp + miss * fn) / len(y),
    }  # fmt: skip


@cache
def table(data):
    """(figure, thresholds, what scikit-learn finds at each, with costs of 1), of at most 50."""
    figure = Threshold(*DATA[data])
    t = places(figure.scores, figure.span)
    t = t[:: -(-len(t) // 50) | 1]  # an odd step meets scores and places between them
    return figure, t, [judged(figure.scores, figure.y, value, 1, 1) for value in t]


def priced(row, n, alarm, miss):
    """The row of a table with the cost for other costs."""
    return row | {"cost": (alarm * row["falseAlarms"] + miss * row["misses"]) / n}


def least_cost(figure, alarm, miss):
    """The smallest mean cost over all thresholds, by trying them."""
    called = figure.scores > places(figure.scores, figure.span)[:, None]
    alarms, misses = called & (figure.y < 0), ~called & (figure.y > 0)
    return np.min((alarm * alarms + miss * misses).mean(axis=1))


def plain(answer):
    """The answer of Node with NaN for a precision that is undefined."""
    return {k: np.nan if v is None else v for k, v in answer.items()}


@pytest.fixture(scope="module")
def answers():
    """{(data, costs): (figure, thresholds, answer)} of the core in Node."""
    cases = list(itertools.product(DATA, COSTS))
    told = CORE.ask(*[
        ("threshold", {
            "points": figure.points, "thresholds": t.tolist(), "alarm": COSTS[costs][0],
            "miss": COSTS[costs][1], "window": figure.span[:2], "recall": 0.8,
        }) for data, costs in cases for figure, t, _ in [table(data)]
    ])  # fmt: skip
    return {case: (*table(case[0])[:2], answer) for case, answer in zip(cases, told, strict=True)}


# ---------------------------------------------------------------------------- the core, in Node


@every_data
@pytest.mark.parametrize("costs", COSTS)
def test_every_threshold_does_what_scikit_learn_says(data, costs, answers):
    """On the page and in Python."""
    figure, thresholds, answer = answers[data, costs]
    assert answer["points"] == figure.points  # unchanged
    figure.cost_alarm, figure.cost_miss = COSTS[costs]
    named = {"false_alarms": "falseAlarms", "correct_rejections": "rejections"}
    for t, told, row in zip(thresholds, answer["told"], table(data)[2], strict=True):
        expected = priced(row, len(figure.y), *COSTS[costs])
        assert plain(told) == pytest.approx(expected, rel=1e-12, nan_ok=True), t
        figure.threshold = t
        ours = figure.counts() | figure.values()
        wanted = {name: expected[named.get(name, name)] for name in ours}
        assert len(ours) == 7 and ours == pytest.approx(wanted, nan_ok=True)


@every_data
def test_the_cuts_are_the_precision_recall_curve(data, answers):
    figure, _, answer = answers[data, "alike"]
    precision, recall, thresholds = precision_recall_curve(figure.y, figure.scores)
    assert answer["values"] == thresholds.tolist()
    *cuts, none = answer["cuts"]
    assert [cut["precision"] for cut in cuts] == pytest.approx(precision[:-1], rel=1e-12)
    assert [cut["recall"] for cut in cuts] == pytest.approx(recall[:-1], rel=1e-12)
    # where nothing is called scikit-learn sets precision 1 by convention; we say that it has none
    assert precision[-1] == 1 and none["precision"] is None and none["recall"] == recall[-1] == 0
    steps = -np.diff([cut["recall"] for cut in answer["cuts"]])
    area = np.sum(steps * [cut["precision"] for cut in cuts])
    assert area == pytest.approx(average_precision_score(figure.y, figure.scores))
    good = recall >= 0.8
    assert answer["best"] == pytest.approx(precision[:-1][good[:-1]].max(), rel=1e-12)


@every_data
@pytest.mark.parametrize("costs", COSTS)
def test_nothing_is_cheaper_than_the_cheapest(data, costs, answers):
    figure, _, answer = answers[data, costs]
    lowest = least_cost(figure, *COSTS[costs])
    found, cuts = answer["cheapest"], answer["cuts"]
    assert found["cost"] == pytest.approx(lowest, rel=1e-12)
    least = [k for k, cut in enumerate(cuts) if np.isclose(cut["cost"], lowest, rtol=1e-9)]
    assert found["all"] == least
    width = {k: np.subtract(*cuts[k]["reach"][::-1]) for k in least}
    assert width[found["k"]] == max(width.values())


@every_data
def test_each_cut_has_a_threshold_with_few_digits(data, answers):
    """Six at most, so that a link carries it unchanged."""
    figure, _, answer = answers[data, "alike"]
    low, high, _ = figure.span
    assert answer["cuts"][0]["reach"][0] == low and answer["cuts"][-1]["reach"][1] == high
    for k, cut in enumerate(answer["cuts"]):
        a, b = cut["reach"]
        assert cut["back"] == k and a <= cut["round"] < b
        assert float(f"{cut['round']:.6g}") == cut["round"]


# ------------------------------------------------------------------------------------- in Python


@every_data
def test_the_span_holds_everything(data):
    figure = Threshold(*DATA[data])
    low, high, step = figure.span
    assert low < figure.scores.min() and figure.scores.max() < high and low <= 0 <= high
    for edge in (low, high):
        assert edge / step == pytest.approx(round(edge / step), abs=1e-6)
    assert 100 <= (high - low) / step <= 450
    figure.threshold = low
    assert figure.counts()["misses"] == figure.counts()["correct_rejections"] == 0
    figure.threshold = high
    assert figure.counts()["hits"] == figure.counts()["false_alarms"] == 0


def test_rounding_makes_no_difference():
    """Of the machine's arithmetic: what differs by rounding only is a tie."""
    noise = 1e-12 * np.random.default_rng(0).normal(size=len(S))
    scores = S.round(1)
    assert Threshold(scores * (1 + noise), Y).points == Threshold(scores, Y).points
    np.testing.assert_allclose(Threshold(S, Y).scores, S, atol=1e-5 * np.abs(S).max())
