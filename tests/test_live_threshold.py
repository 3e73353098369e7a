"""What a threshold on scores does: the core of the live figure and Python, beside scikit-learn; and
on its page: its line on three panels, cover, costs.
"""

import itertools

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, confusion_matrix, precision_recall_curve

from svmlib.widgets import Threshold
from tests.live_book import made, rare, scores
from tests.live_page import LAPTOP, PHONE, mouse
from tests.node_process import CORE
from tests.test_live_figures import agrees

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


def judged(scores, y, t, alarm, miss):
    """What scikit-learn finds for the call score > t."""
    called = np.where(scores > t, 1, -1)
    tn, fp, fn, tp = (int(v) for v in confusion_matrix(y, called, labels=[-1, 1]).ravel())
    return {
        "hits": tp, "falseAlarms": fp, "misses": fn, "rejections": tn, "alarms": tp + fp,
        "precision": tp / (tp + fp) if tp + fp else np.nan, "recall": tp / (tp + fn),
        "cost": (alarm * fp + miss * fn) / len(y),
    }  # fmt: skip


def least_cost(figure, alarm, miss):
    """The smallest mean cost over all thresholds, by trying them."""
    called = figure.scores > places(figure.scores, figure.span)[:, None]
    alarms, misses = called & (figure.y < 0), ~called & (figure.y > 0)
    return np.min((alarm * alarms + miss * misses).mean(axis=1))


@pytest.fixture(scope="module")
def answers():
    """{data: (figure, some thresholds, answer)} of the core in Node."""
    cases = {}
    for data, (alarm, miss) in COSTS.items():
        figure = Threshold(*DATA[data], cost_alarm=alarm, cost_miss=miss)
        t = places(figure.scores, figure.span)
        # an odd step meets scores and places between them
        cases[data] = figure, t[:: -(-len(t) // 40) | 1]
    told = CORE.ask(*[
        ("threshold", {
            "points": figure.points, "thresholds": t.tolist(), "alarm": figure.cost_alarm,
            "miss": figure.cost_miss, "window": figure.span[:2], "recall": 0.8,
        }) for figure, t in cases.values()
    ])  # fmt: skip
    return {case: (*cases[case], answer) for case, answer in zip(cases, told, strict=True)}


@every_data
def test_every_threshold_does_what_scikit_learn_says(data, answers):
    """On the page and in Python."""
    figure, thresholds, answer = answers[data]
    assert answer["points"] == figure.points  # unchanged
    named = {"false_alarms": "falseAlarms", "correct_rejections": "rejections"}
    for t, told in zip(thresholds, answer["told"], strict=True):
        expected = judged(figure.scores, figure.y, t, *COSTS[data])
        if told["precision"] is None:
            told["precision"] = np.nan
        assert told == pytest.approx(expected, rel=1e-12, nan_ok=True), t
        figure.threshold = t
        ours = figure.counts() | figure.values()
        wanted = {name: expected[named.get(name, name)] for name in ours}
        assert len(ours) == 7 and ours == pytest.approx(wanted, nan_ok=True)


@every_data
def test_the_cuts_are_the_precision_recall_curve(data, answers):
    figure, _, answer = answers[data]
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
def test_nothing_is_cheaper_than_the_cheapest(data, answers):
    figure, _, answer = answers[data]
    lowest = least_cost(figure, *COSTS[data])
    found, cuts = answer["cheapest"], answer["cuts"]
    assert found["cost"] == pytest.approx(lowest, rel=1e-12)
    least = [k for k, cut in enumerate(cuts) if np.isclose(cut["cost"], lowest, rtol=1e-9)]
    assert found["all"] == least
    width = {k: np.subtract(*cuts[k]["reach"][::-1]) for k in least}
    assert width[found["k"]] == max(width.values())


@every_data
def test_each_cut_has_a_threshold_with_few_digits(data, answers):
    """Six at most, so that a link carries it unchanged."""
    figure, _, answer = answers[data]
    low, high, _ = figure.span
    assert answer["cuts"][0]["reach"][0] == low and answer["cuts"][-1]["reach"][1] == high
    for k, cut in enumerate(answer["cuts"]):
        a, b = cut["reach"]
        assert cut["back"] == k and a <= cut["round"] < b
        assert float(f"{cut['round']:.6g}") == cut["round"]


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


def at(figure, t, panel=0):
    """Where a threshold is seen on the page, in the middle of a panel."""
    return figure.pixel((t, 0.5), [*figure.widget.span[:2], 0, 1], canvas=panel)


def line(figure):
    return figure.root.get_by_role("slider", name="line of the threshold")


def test_points_that_no_threshold_tells_apart_are_said(show):
    values = [-1, -1, -1, 0.5, 0.5, 2, 2]
    figure = show(Threshold(values, [-1, -1, -1, -1, 1, 1, 1]))
    assert "2 points have the score of a point of the other class" in figure.root.inner_text()
    assert "of the other class" not in show(Threshold(*rare())).root.inner_text()


def test_the_line_is_dragged_on_the_cost(show):
    """In steps of the slider, which follows; the whole drag is one step to be undone."""
    figure = show(scores(), viewport=LAPTOP)
    before, step, pointer = figure.facts(), figure.widget.span[2], mouse(figure.tab)
    pointer("down", *at(figure, 0.5, 2))
    for t in (-0.7, -1.3):
        pointer("move", *at(figure, t, 2))
        figure.settle()
        said = figure.value("threshold")
        assert said == pytest.approx(t, abs=3 * step)
        assert said / step == pytest.approx(round(said / step), abs=1e-3)
        assert float(figure.slider("threshold").input_value()) == pytest.approx(said)
    pointer("up", *at(figure, -1.3, 2))
    agrees(figure)
    figure.click("Undo")
    assert figure.facts() == before
    # a point of the curve is picked
    figure.widget.threshold = -0.6
    wanted = figure.widget.values()
    place = wanted["recall"], wanted["precision"]
    figure.at(*figure.pixel(place, [0, 1, 0, 1], canvas=1))
    agrees(figure)
    assert figure.widget.values() == wanted
    picked = figure.trait("threshold")
    figure.choose("curves over", "threshold")
    figure.at(*at(figure, 1.0, panel=1))
    assert figure.value("threshold") == pytest.approx(1, abs=3 * figure.widget.span[2])
    for wanted in (picked, picked, 0.5):
        figure.click("Undo")
        assert figure.trait("threshold") == wanted
    assert figure.button("Undo").is_disabled()


def test_arrows_walk_from_score_to_score(show):
    """No counts are jumped over, and all points with one score go together."""
    figure = show(scores())
    values = np.unique(figure.widget.scores)
    keys = ["Home", *["ArrowRight"] * 3, "ArrowLeft", "Shift+ArrowRight", "End", "ArrowRight"]
    cuts = [0, 1, 2, 3, 2, 12, len(values), len(values)]
    for key, cut in zip(keys, cuts, strict=True):
        line(figure).press(key)
        figure.done()
        called = sum(figure.python().counts()[name] for name in ("hits", "false_alarms"))
        assert called == np.sum(figure.widget.scores > [-9, *values][cut]), (key, cut)
    agrees(figure)  # nothing is called: there is no precision
    assert line(figure).get_attribute("aria-valuetext").startswith("threshold = ")
    assert float(line(figure).get_attribute("aria-valuenow")) == figure.trait("threshold")


@pytest.mark.parametrize("unit", [1, 1e5])
def test_the_sliders_stop_at_round_numbers_and_at_zero(unit, show):
    """Costs of Python may lie beyond the sliders."""
    values, labels = rare()
    widget = Threshold(unit * values, labels, threshold=0.0, cost_alarm=0.2, cost_miss=300.0)
    figure = show(widget)
    agrees(figure)
    for key, value in (("ArrowRight", figure.widget.span[2]), ("ArrowLeft", 0)):
        figure.turn(threshold=(key,))
        assert figure.value("threshold") == pytest.approx(value, rel=1e-3)
    figure.turn(**{"miss costs": ("ArrowLeft",), "false alarm costs": 9})
    assert figure.slider("miss costs").get_attribute("max") == "300"
    agrees(figure)
    assert figure.widget.cost_miss == 299


def test_the_cost_waits_for_the_guess(show):
    """It is neither drawn nor told, on paper neither; the points are in sight."""
    figure, orange = show(scores(covered=True, cost_miss=10.0), viewport=LAPTOP), [194, 81, 0]
    assert len(figure.widget.picture().axes[1].lines) == 1  # where the threshold is
    assert "cheap" not in figure.facts() and figure.count(orange, canvas=2) == 0
    assert figure.count([0, 114, 178], canvas=1) > 50
    figure.drag(*(at(figure, 0.5 - 0.2 * k) for k in range(4)))
    figure.wait()
    assert figure.count(orange, canvas=2) == figure.count(orange, canvas=1) == 0
    figure.click("That is my guess")
    agrees(figure)
    assert "cheap" in figure.facts() and figure.count(orange, canvas=2) > 50


@pytest.mark.parametrize("width", [914, 672])
def test_the_threshold_stands_above_its_cost(width, show):
    """And the curves beside both."""
    figure = show(scores(), width=width, viewport=LAPTOP)
    plot, curves, bill = (one.bounding_box() for one in figure.root.locator("canvas").all())
    assert plot["x"] == bill["x"] and plot["width"] == bill["width"]
    assert bill["y"] > plot["y"] + plot["height"] - 1
    assert curves["x"] > plot["x"] + plot["width"] - 1
    assert curves["height"] > 1.5 * plot["height"]


def test_a_knob_brings_its_panel_to_the_front(show):
    """On a phone, where only one is seen."""
    figure = show(scores(), viewport=PHONE, touch=True)
    front = lambda: figure.root.locator(".svm-tab[aria-selected=true]").inner_text()  # noqa: E731
    assert front() == "scores"
    for knob, panel in (("miss costs", "cost"), ("threshold", "cost")):
        figure.slider(knob).press("ArrowRight")
        assert front() == panel
    figure.turn(**{"curves over": "threshold"})
    assert front() == "curves"


def test_the_handles_of_a_map_are_the_scores_that_mean_10_and_90_percent(show):
    """By pointer and by keys; the other handle stays."""
    figure = show(made("Reliability"), viewport=LAPTOP)
    before, box = figure.facts(), [*figure.widget.span[:2], -0.04, 1.04]
    handles = figure.root.locator(".svm-handle")
    low = -(np.log(9) * -1 + figure.trait("B")) / figure.trait("A")
    place = handles.nth(1).bounding_box()
    start = np.array([place["x"] + place["width"] / 2, place["y"] + place["height"] / 2])
    figure.drag(start, start - [30, 0], figure.pixel((0.3, 0.5), box))
    wanted = {"A": -2 * np.log(9) / (0.3 - low), "B": -np.log(9) * (0.3 + low) / (low - 0.3)}
    for name, value in wanted.items():
        assert figure.trait(name) == pytest.approx(value, rel=0.05)
    agrees(figure)
    handles.first.press("ArrowRight")
    assert figure.trait("A") < wanted["A"]
    figure.click("Undo")  # in quick succession they are one
    assert figure.facts() == before
    figure.set(A=0.0)  # no score means either: they wait at the two edges
    left, right = (handles.nth(k).bounding_box()["x"] for k in (0, 1))
    assert left < right


def test_a_phone_asks_over_the_points(show):
    """The panel that the question speaks of is in front, not the one that hides."""
    figure = show(scores(covered=True, cost_miss=10.0), width=358, viewport=PHONE)
    assert figure.root.get_by_role("tab", selected=True).inner_text() == "scores"
    figure.click("Skip")
    figure.click("Guess first")
    assert figure.root.get_by_role("tab", selected=True).inner_text() == "scores"
