"""What the live figure of thresholds alone does: its line on three panels, cover, costs."""

import numpy as np
import pytest

from svmlib.widgets import Threshold
from tests.live_book import made, rare, scores
from tests.live_page import LAPTOP, PHONE, mouse
from tests.test_live_figures import agrees


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


def test_a_point_of_the_curve_is_picked(show):
    figure = show(scores(), viewport=LAPTOP)
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
    """It is neither drawn nor told, whatever the line is dragged over; the points are in sight."""
    figure = show(scores(covered=True, cost_miss=10.0), viewport=LAPTOP)
    orange = [194, 81, 0]
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
    boxes = [canvas.bounding_box() for canvas in figure.root.locator("canvas").all()]
    plot, curves, bill = boxes
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
