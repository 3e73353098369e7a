"""The street: hard and soft, guessed before it is shown, and the challenges of a player."""

import numpy as np
import pytest

from svmlib import HardMarginSVM, LinearSVM, datasets, geometry
from svmlib.widgets import Street
from tests.live_page import IRIS, box_of
from tests.test_live_figures import agrees

PLAIN = datasets.iris_setosa(features=2)  # the straggler where it was measured, row 41
WIDER, RUIN, GUESS = "make the street", "move a single point, by", "guess first"
TWO = "with the knob alone"
BEST = HardMarginSVM().fit(*PLAIN)
BOX = box_of(PLAIN[0])


def hard():
    return Street(*PLAIN, hard=True)


def on_line(machine, *across, off=(0, 0)):
    """Places on the line of a machine, and a little off it."""
    (w1, w2), b = machine.coef_[0], machine.intercept_[0]
    return [(x, up - (b + w1 * x) / w2) for x, up in zip(across, off, strict=True)]


def test_without_a_street_there_is_a_cross(show):
    X, y = IRIS
    figure = show(Street(X, y, hard=True))
    assert not figure.slider("C").is_visible()
    before = figure.facts()
    figure.choose_point(0)
    for k, value in enumerate(X[y != y[0]].mean(axis=0)):
        field = figure.root.locator(".svm-chosen input").nth(k)
        field.fill(str(value))
        field.press("Enter")
    assert figure.facts().startswith("No line separates the classes: the cross")
    figure.press("Control+z", "Control+z")
    agrees(figure)
    assert figure.facts().partition(",")[0] == before.partition(",")[0]


def test_the_legend_names_what_can_be_seen(show):
    figure = show(Street(*IRIS))
    soft = figure.text("legend")
    assert "slack ξ" in soft and "α = C" in soft and "hull" not in soft and "your line" not in soft
    figure.turn(**{"hard margin (no slack)": True})
    words = figure.text("legend")
    assert "slack" not in words and "α = C" not in words and "hull" in words
    figure.click("Guess first")
    assert "your line" in figure.text("legend")


def move_handles(figure, to, box=BOX):
    for k, place in enumerate(to):
        r = figure.root.locator(".svm-handle").nth(k).bounding_box()
        start = np.array([r["x"] + r["width"] / 2, r["y"] + r["height"] / 2])
        end = figure.pixel(place, box, equal=True)
        figure.drag(start, (start + end) / 2, end)


@pytest.mark.parametrize("C", [np.inf, 0.2])
def test_a_guess_is_compared_with_the_best_street(C, show):
    X, y = PLAIN
    figure = show(hard() if C == np.inf else Street(X, y, C=C))
    plain, first = figure.facts(), figure.pixels()
    figure.press("n")
    assert figure.text("known") != ""
    figure.click("Guess first")
    assert figure.numbers() == [] and figure.pixels() != first
    assert figure.text("known") == ""  # α would tell
    hidden, tried = figure.pixels(), on_line(BEST, 4.2, 6.4, off=(0.05, -0.03))
    # which side is positive is nobody's business
    move_handles(figure, tried if C == np.inf else tried[::-1])
    assert figure.pixels() != hidden
    figure.click("Show the street")
    (x0, y0), (x1, y1) = tried
    w = np.array([y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0)
    b = -w @ tried[0]
    if C == np.inf:
        mine = abs(geometry.margin(w, b, X, y)), abs(geometry.margin(-w, -b, X, y))
        found = [2 * min(mine), 100 * min(mine) / BEST.margin_]
    else:
        scales, m = np.linspace(0, 60, 60001), y * (X @ w + b)
        slack = [np.maximum(0, 1 - side * np.outer(m, scales)).sum(axis=0) for side in (1, -1)]
        cost = min((scales**2 / 2 + C * total).min() for total in slack)
        found = [cost, cost / LinearSVM(C=C).fit(X, y).primal_]
    assert figure.numbers()[:2] == pytest.approx(found, rel=0.06)  # to a pixel or so
    assert figure.facts().endswith(plain)
    figure.press("ArrowRight")  # with the next change the guess is gone
    assert "our line" not in figure.facts()


def test_a_guess_that_does_not_separate(show):
    figure = show(hard())
    figure.click("Guess first")
    figure.click("Show the street")
    assert figure.facts().startswith("Your line does not separate the classes. Street ")


def test_challenges_of_the_hard_margin_by_pointer(show):
    X, y = PLAIN[0].copy(), PLAIN[1]
    figure = show(hard())
    straggler, *up, down, deep = (
        figure.pixel((4.5, v), BOX, equal=True) for v in (2.3, 2.5, 2.9, 2.1, 1.8)
    )
    figure.drag(straggler, *up)
    assert figure.has_solved(WIDER)
    figure.click("Start over")
    figure.drag(straggler, down, deep)
    assert figure.has_solved(WIDER, RUIN)
    figure.click("Start over")
    figure.click("Guess first")
    figure.drag(straggler, *up)
    X[41] = 4.5, 2.9
    move_handles(figure, on_line(HardMarginSVM().fit(X, y), 4.2, 6.5))
    figure.click("Show the street")
    assert figure.has_solved(WIDER, RUIN, GUESS)


def lay_by_keys(figure, machine):
    """The line of a machine by arrow keys, from where the handles lie at first."""
    left, right, top, bottom = figure.area()
    low = figure.place((left, bottom), box_of(IRIS[0]), equal=True)
    high = figure.place((right, top), box_of(IRIS[0]), equal=True)
    for part, end in zip((0.2, 0.8), on_line(machine, 4.2, 6.0), strict=True):
        start = low + np.array([part, 0.5]) * (high - low)
        steps = np.round((end - start) / (0.0025 * (high - low))).astype(int)
        for n, less, more in zip(steps, ("Left", "Down"), ("Right", "Up"), strict=True):
            key = f"Arrow{more if n > 0 else less}"
            for pressed in [f"Shift+{key}"] * (abs(n) // 10) + [key] * (abs(n) % 10):
                figure.tab.keyboard.press(pressed)
        figure.tab.keyboard.press("Tab")


def test_challenges_of_the_soft_margin_by_keys(show):
    X, y = IRIS
    figure = show(Street(X, y, C=1.0))
    for _ in range(4):
        figure.turn(C=("PageUp",))
    assert figure.has_solved(TWO)
    figure.button("Guess first").press("Enter")
    figure.turn(C=("PageDown",))
    figure.root.locator(".svm-handle").first.focus()
    lay_by_keys(figure, LinearSVM(C=float(figure.box("C").input_value())).fit(X, y))
    figure.button("Show the street").press("Enter")
    assert figure.has_solved(TWO, GUESS)
