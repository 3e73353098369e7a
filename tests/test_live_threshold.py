"""The live figure of thresholds: what it says, how the line is moved, and what a player can do."""

import re

import numpy as np
import pytest

from svmlib.widgets import Threshold
from tests.live_page import LAPTOP, PHONE, drag, finger, mouse, number
from tests.test_live_cuts import DATA, S, Y, judged, least_cost, places
from tests.test_live_figures import agrees

RECALL, DEAR, TWICE = "find a threshold", "make a miss", "with the threshold at 0"
SENTENCE = re.compile(
    r"Threshold [^:]+: \d+ hits? and \d+ false alarms?, \d+ miss(es)?, \d+ rightly rejected\. "
    r"Precision ([\d.]+|(?P<none>is undefined, as nothing is called \+1)), recall [\d.]+\. "
    r"Mean cost [\d.]+( × 10[⁻⁰-⁹¹²³]+)?"
)


def check(figure):
    """The sentence against Python, with how it goes on; gives the widget."""
    agrees(figure)
    w, facts = figure.widget, figure.facts()
    said = SENTENCE.match(facts)
    assert said, facts
    rest, values = facts[said.end() :], w.values()
    least = least_cost(w, w.cost_alarm, w.cost_miss)
    if w.covered:
        assert "cheap" not in rest
    elif np.isclose(values["cost"], least):
        assert rest.startswith("; no threshold is cheaper.")
    else:
        cost = re.search(r"costs? ([^ ]+?)\.( |$)", rest)[1]
        assert number(cost) == pytest.approx(least, rel=6e-3)
    on = int(np.sum(w.scores == w.threshold))
    assert (f"{on} point" in rest and "exactly on the threshold: not called." in rest) == (on > 0)
    values |= {"precision": None} if said["none"] else {}
    solution = {"threshold": w.threshold, **w.counts(), **values}
    assert figure.trait("solution") == pytest.approx(solution)
    return w


def at(figure, t, panel=0):
    """Where a threshold is seen on the page, in the middle of a panel."""
    return figure.pixel((t, 0.5), [*figure.widget.span[:2], 0, 1], canvas=panel)


def line(figure):
    return figure.root.get_by_role("slider", name="line of the threshold")


def lecture(**traits):
    return Threshold(S.round(2), Y, **{"threshold": 0.5, **traits})


def best(widget, recall=0.9):
    """A threshold with the best precision at this recall, that precision, and that recall."""
    values = np.unique(widget.scores)
    cuts = (np.r_[widget.span[0], values[:-1]] + values) / 2
    rows = [judged(widget.scores, widget.y, t, 1, 1) | {"t": t} for t in cuts]
    row = max((r for r in rows if r["recall"] >= recall), key=lambda r: r["precision"])
    return row["t"], row["precision"], row["recall"]


@pytest.mark.parametrize("data", ["ties", "one value", "separated", "large"])
def test_the_sentence_is_right_wherever_the_threshold_is(data, show):
    figure = show(Threshold(*DATA[data]))
    scores, (low, high, _) = figure.widget.scores, figure.widget.span
    check(figure)
    for k, t in enumerate((low, np.quantile(scores, 0.9), scores.max(), high)):
        figure.turn(**{"threshold": float(f"{t:.4g}"), "miss costs": 1 + 3 * k,
                       "false alarm costs": 6 - k})  # fmt: skip
        check(figure)


def test_points_that_no_threshold_tells_apart_are_said(show):
    scores = [-1, -1, -1, 0.5, 0.5, 2, 2]
    figure = show(Threshold(scores, [-1, -1, -1, -1, 1, 1, 1]))
    assert "2 points have the score of a point of the other class" in figure.root.inner_text()
    assert "of the other class" not in show(Threshold(S, Y)).root.inner_text()


def test_no_alarm_has_no_precision(show):
    figure = show(lecture())
    line(figure).press("End")
    assert check(figure).counts()["hits"] == 0
    before = figure.pixels()
    figure.choose("curves over", "threshold")
    assert figure.pixels() != before
    line(figure).press("ArrowLeft")
    counts = check(figure).counts()
    assert counts["hits"] + counts["false_alarms"] == 1


# ----------------------------------------------------------------------------- moving the threshold


def test_the_line_is_dragged_on_the_cost(show):
    """In steps of the slider, which follows; the whole drag is one step to be undone."""
    figure = show(lecture(), viewport=LAPTOP)
    before, step, pointer = figure.facts(), figure.widget.span[2], mouse(figure.tab)
    pointer("down", *at(figure, 0.5, 2))
    for t in (0.2, -0.7, -1.3):
        x, y = at(figure, t, 2)
        pointer("move", x, y - 20 * t)
        figure.settle()
        said = number(figure.root.locator(".svm-facts").inner_text().split()[1].strip(":"))
        assert said == pytest.approx(t, abs=3 * step)
        assert said / step == pytest.approx(round(said / step), abs=1e-3)
        assert float(figure.slider("threshold").input_value()) == pytest.approx(said)
    pointer("up", *at(figure, -1.3, 2))
    check(figure)
    figure.click("Undo")
    assert figure.facts() == before


def test_a_finger_beside_the_line_scrolls_and_taps(show):
    figure = show(lecture(threshold=-2.0), touch=True, viewport=PHONE)
    (x, y), before = at(figure, 0.5), figure.facts()
    scrolled = figure.tab.evaluate("scrollY")
    drag(figure, (x, y), [(x, y - 15 * k) for k in range(1, 6)], finger(figure.tab))
    figure.tab.wait_for_function("before => scrollY > before + 30", arg=scrolled)
    assert figure.facts() == before
    figure.tab.touchscreen.tap(*at(figure, 0.5))
    assert figure.numbers()[0] == pytest.approx(0.5, abs=4 * figure.widget.span[2])


def test_arrows_walk_from_score_to_score(show):
    """No counts are jumped over, and all points with one score go together."""
    figure = show(lecture())
    values = np.unique(figure.widget.scores)

    def called(key):
        line(figure).press(key)
        figure.done()
        return sum(figure.python().counts()[name] for name in ("hits", "false_alarms"))

    keys = ["Home", *["ArrowRight"] * 11, "ArrowLeft", "Shift+ArrowRight", "End", "ArrowRight"]
    cuts = [0, *range(1, 12), 10, 20, len(values), len(values)]
    for key, cut in zip(keys, cuts, strict=True):
        assert called(key) == np.sum(figure.widget.scores > [-9, *values][cut]), (key, cut)
        assert line(figure).get_attribute("aria-valuetext").startswith("threshold = ")
    assert float(line(figure).get_attribute("aria-valuenow")) == figure.trait("threshold")
    check(figure)


def test_a_point_of_the_curve_is_picked(show):
    figure = show(lecture(), viewport=LAPTOP)
    _, precision, recall = best(figure.widget, 0.7)
    figure.at(*figure.pixel((recall, precision), [0, 1, 0, 1], canvas=1))
    values = check(figure).values()
    assert (values["recall"], values["precision"]) == pytest.approx((recall, precision))
    picked = figure.trait("threshold")
    figure.choose("curves over", "threshold")
    figure.at(*at(figure, 1.0, panel=1))
    assert figure.numbers()[0] == pytest.approx(1, abs=3 * figure.widget.span[2])
    for wanted in (picked, picked, 0.5):
        figure.click("Undo")
        assert figure.trait("threshold") == wanted
    assert figure.button("Undo").is_disabled()


def test_the_slider_stops_at_round_numbers_and_at_zero(show):
    figure = show(lecture(threshold=0.0))
    figure.turn(threshold=("ArrowRight",))
    assert figure.numbers()[0] == figure.widget.span[2]
    figure.turn(threshold=("ArrowLeft",))
    assert figure.numbers()[0] == 0
    for label in ("miss costs", "false alarm costs"):
        figure.turn(**{label: ("ArrowRight",)})
        assert figure.slider(label).get_attribute("aria-valuetext") == f"{label} = 2"


def test_costs_of_python_may_lie_beyond_the_sliders(show):
    figure = show(lecture(cost_alarm=0.2, cost_miss=300.0))
    check(figure)
    assert figure.slider("miss costs").get_attribute("max") == "300"
    figure.turn(**{"miss costs": ("ArrowLeft",)})
    assert check(figure).cost_miss == 299


def test_covered_curves_keep_the_answer(show):
    """Neither drawn nor told, but for what has been tried."""
    figure = show(lecture(covered=True, cost_miss=10.0), viewport=LAPTOP)
    cheapest = figure.root.locator(".svm-legend").get_by_text("cheapest")
    assert "cheap" not in figure.facts() and cheapest.is_hidden()
    first = figure.pixels()
    path = [at(figure, 0.5 - 0.1 * k) for k in range(8)]
    figure.drag(*path)
    figure.type("threshold", 0.5)
    assert figure.pixels() == first  # at the start all begins anew
    figure.drag(*path)
    tried = figure.pixels()
    line(figure).press("Home")
    figure.done()
    figure.click("Undo")
    assert figure.pixels() != tried  # one more place has been tried
    check(figure)
    figure.turn(**{"cover the curves": False})
    check(figure)
    assert cheapest.is_visible()
    figure.turn(**{"cover the curves": True, "curves over": "threshold"})
    assert "cheap" not in figure.facts()


# --------------------------------------------------------------------------------------- challenges


def test_challenges(show):
    figure = show(lecture(), viewport=LAPTOP)
    t, precision, recall = best(figure.widget)
    # the best precision with too little recall, the recall with less precision
    for wrong in (1.5, t - 0.3):
        figure.type("threshold", round(wrong, 2))
        assert figure.solved() == []
    figure.at(*figure.pixel((recall, precision), [0, 1, 0, 1], canvas=1))
    assert figure.has_solved(RECALL)
    # ten times as dear, but not yet the cheapest
    figure.turn(**{"miss costs": 10, "threshold": 2})
    assert figure.has_solved(RECALL)
    w = figure.python()
    spots = places(w.scores, w.span)
    called = w.scores > spots[:, None]
    costs = (called & (w.y < 0)).mean(1) + 10 * (~called & (w.y > 0)).mean(1)
    figure.type("threshold", round(spots[np.argmin(costs)], 4))
    assert "no threshold is cheaper" in figure.facts() and figure.has_solved(RECALL, DEAR)
    # at 0 the same costs are far from the best, unless they are 1 to 1
    figure.turn(**{"miss costs": 1, "threshold": 0})
    assert figure.has_solved(RECALL, DEAR)
    figure.type("miss costs", 50)
    assert figure.has_solved(RECALL, DEAR, TWICE)


def test_what_solves_itself_is_no_challenge(show):
    t, *_ = best(lecture())
    figure = show(lecture(threshold=round(t, 3), cost_miss=50.0))
    assert figure.text("challenge").startswith("☆ Challenge: make a miss")
    # the machine's own threshold makes no mistake there
    figure = show(Threshold(*DATA["separated"], threshold=1.3))
    assert "1 of 2: find" in figure.text("challenge")


@pytest.mark.parametrize("width", [914, 672, 390])
def test_the_threshold_stands_above_its_cost(width, show):
    """And the curves beside both where there is room, on a phone between them."""
    phone = {"viewport": PHONE, "touch": True}
    figure = show(lecture(), width=width, **(phone if width < 400 else {"viewport": LAPTOP}))
    boxes = [canvas.bounding_box() for canvas in figure.root.locator("canvas").all()]
    scores, curves, bill = boxes
    assert scores["x"] == bill["x"] and scores["width"] == bill["width"]
    assert bill["y"] > scores["y"] + scores["height"] - 1
    if width < 400:
        assert scores["y"] < curves["y"] < bill["y"] and scores["x"] == curves["x"]
    else:
        assert curves["x"] > scores["x"] + scores["width"] - 1
        assert curves["height"] > 1.5 * scores["height"]
