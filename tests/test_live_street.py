"""What the live figure of the street alone does: a cross without one, and guesses."""

import re

import numpy as np

from svmlib.widgets import Street
from tests.live_book import plain_street
from tests.live_page import IRIS
from tests.test_live_figures import agrees
from tests.test_live_tasks import on_line


def test_without_a_street_there_is_a_cross(show):
    """The legend names what can be seen."""
    X, y = IRIS
    figure = show(Street(X, y))
    soft = figure.text("legend")
    assert "slack ξ" in soft and "α = C" in soft and "hull" not in soft and "your line" not in soft
    figure.turn(**{"hard margin (no slack)": True})
    words = figure.text("legend")
    assert "slack" not in words and "α = C" not in words and "hull" not in words
    assert not figure.slider("C").is_visible()
    figure = show(Street(X, y, hard=True))
    before = figure.facts()
    figure.choose_point(0)
    figure.put(*X[y != y[0]].mean(axis=0))
    assert figure.facts().startswith("No line separates the classes: the cross")
    words = figure.text("legend")
    assert "the line" not in words and "ring" not in words and "hull" in words
    figure.press("Control+z", "Control+z")
    agrees(figure)
    assert figure.facts().partition(",")[0] == before.partition(",")[0]


def test_a_guess_is_compared_with_the_best_street(show):
    """Laid by pointer and by keys; how good a line is is judged in Node (`test_live_tasks.py`)."""
    figure = show(plain_street(hard=True))
    plain, first, w = figure.facts(), figure.pixels(), figure.widget
    figure.press("n")
    assert figure.text("known") != ""
    figure.click("Guess first")
    assert "your line" in figure.text("legend") and figure.text("known") == ""  # α would tell
    assert figure.numbers() == [] and figure.pixels() != first
    figure.click("Show the street")
    assert figure.facts().startswith("Your line does not separate the classes. width ")
    figure.click("Guess first")
    for k, place in enumerate(on_line(w.fit(), 4.2, 6.4)):
        handle = figure.root.locator(".svm-handle").nth(k)
        r, end = handle.bounding_box(), figure.pixel(place, w.box, equal=True)
        start = np.array([r["x"] + r["width"] / 2, r["y"] + r["height"] / 2])
        figure.drag(start, (start + end) / 2, end)
    laid = figure.pixels()
    handle.press("ArrowUp")
    assert figure.pixels() != laid
    handle.press("ArrowDown")
    figure.click("Show the street")
    said = re.match(
        r"Along your line the street is \S+ wide, (\d+) % of the widest", figure.facts()
    )
    assert 90 <= int(said[1]) <= 100 and figure.facts().endswith(plain)
    assert figure.solved() == []  # nothing was changed
    figure.press("ArrowRight")  # with the next change the guess is gone
    assert "our line" not in figure.facts()
