"""Curves under the knobs: what is traced while a knob moves, and the way back to a traced value."""

import numpy as np
import pytest

from svmlib.widgets import KernelMachine, Street
from tests.live_page import IRIS, MOONS, PHONE
from tests.node_process import CORE


def traced(*situations):
    (found,) = CORE.ask(("trace", situations))
    return found


def test_a_trace_belongs_to_all_but_its_knob():
    """Found values are made-up names: a trace only keeps them."""
    at = lambda C, sigma=1, rest="points", found=None: [  # noqa: E731
        {"C": C, "sigma": sigma}, rest, found]  # fmt: skip
    by_C = traced(at(1, found="a"), at(10, found="b"), at(0.1, found="c"), at(10, found="d"), at(3))
    assert by_C[-1]["samples"] == [[0.1, "c"], [1, "a"], [10, "d"]]  # sorted, anew, nothing for 3
    assert {step["knob"] for step in by_C} == {"C"}
    start = [at(1, found="a"), at(10, found="b")]
    other = traced(*start, at(10, 2, found="e"), at(10, 3, found="f"), at(1, 3, found="g"))
    assert other[2] == {"knob": "sigma", "samples": [[1, "b"], [2, "e"]], "earlier": []}
    assert other[-1]["samples"] == [[1, "g"], [10, "f"]]  # of σ = 3, not of σ = 1
    assert other[-1]["earlier"] == [[1, "a"], [10, "b"]]
    moved = traced(*start, at(10, rest="moved", found="h"), at(10, found="b"))
    assert moved[2]["samples"] == [[10, "h"]] and moved[2]["earlier"] == [[1, "a"], [10, "b"]]
    assert moved[3]["samples"] == [[1, "a"], [10, "b"]]  # and after an undo it is there again


def test_a_sweep_ends_at_both_ends():
    logs, plain = CORE.ask(
        ("sweep", [{"min": 0.01, "max": 1000, "log": True}, 60]),
        ("sweep", [{"min": 0, "max": 4}, 8]),
    )
    assert (logs[0], logs[-1]) == (0.01, 1000) and np.ptp(np.diff(np.log(logs))) < 1e-3
    assert plain == [k / 2 for k in range(9)]


def strip_of(figure):
    return figure.root.get_by_role("slider", name="Traced values of C")


@pytest.mark.parametrize("make", [Street, KernelMachine])
def test_a_traced_value_is_come_back_to_exactly(make, show):
    figure = show(make(*(IRIS if make is Street else MOONS), C=2))
    strip, said = strip_of(figure), {}
    for C in (2, 0.1234, 77.7):
        figure.type("C", C)
        said[C] = strip.get_attribute("aria-valuetext")
        alpha = np.array(figure.trait("solution")["alpha"])
        assert f"C = {C}: " in said[C]
        assert f", {(alpha > 1e-8 * alpha.max()).sum()} support vectors" in said[C]
    box = strip.bounding_box()
    figure.at(box["x"] + 0.25 * box["width"], box["y"] + 40)  # a good way beside it
    for C in (0.1234, 2, 77.7, 77.7):
        assert figure.trait("C") == C and strip.get_attribute("aria-valuetext") == said[C]
        strip.press("ArrowRight")
        figure.done()
    figure.click("Guess first")
    assert not strip.is_visible()  # it would tell what is to be guessed
    assert figure.root.get_by_role("button", name="Play C").is_disabled()


def test_a_knob_plays_its_range_and_ends_where_it_began(show):
    figure = show(Street(*IRIS))
    dots = lambda: strip_of(figure).locator(".svm-curve.svm-support").get_attribute("d")  # noqa: E731
    assert dots().count("L") == 0
    figure.click("Play C")
    figure.wait(2000)
    figure.click("Pause C")
    paused = figure.trait("C")
    assert 0.1 < paused < 10 and 15 < dots().count("L") < 40
    figure.click("Play C")
    figure.wait(8000)
    assert figure.trait("C") == 1 and dots().count("L") == 60
    figure.press("n", "ArrowUp")  # other points: begun anew, and that of before is still seen
    assert dots().count("L") == 0
    before = figure.root.locator(".svm-before").last
    assert before.get_attribute("d").count("L") == 60
    figure.tab.emulate_media(reduced_motion="reduce")
    try:
        figure.type("C", 2)
        figure.click("Step C")
        figure.wait(3000)
        assert figure.trait("C") == 3.162  # and no further
    finally:
        figure.tab.emulate_media(reduced_motion="no-preference")


def test_on_a_phone_the_curves_are_folded(show):
    figure = show(Street(*IRIS), viewport=PHONE)
    assert not strip_of(figure).is_visible()
    figure.root.get_by_text("Curves over C").click()
    figure.done()
    assert strip_of(figure).is_visible()
