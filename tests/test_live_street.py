"""What the live figure of the street alone does: a cross without one, and guesses."""

import numpy as np
import pytest

from svmlib import HardMarginSVM, LinearSVM, geometry
from svmlib.widgets import Street
from tests.live_book import plain_street
from tests.live_page import IRIS
from tests.test_live_figures import agrees


def test_without_a_street_there_is_a_cross(show):
    """The legend names what can be seen."""
    X, y = IRIS
    figure = show(Street(X, y))
    soft = figure.text("legend")
    assert "slack ξ" in soft and "α = C" in soft and "hull" not in soft and "your line" not in soft
    figure.turn(**{"hard margin (no slack)": True})
    words = figure.text("legend")
    assert "slack" not in words and "α = C" not in words and "hull" in words
    assert not figure.slider("C").is_visible()
    before = figure.facts()
    figure.choose_point(0)
    for k, value in enumerate(X[y != y[0]].mean(axis=0)):
        field = figure.root.locator(".svm-chosen input").nth(k)
        field.fill(str(value))
        field.press("Enter")
    assert figure.facts().startswith("No line separates the classes: the cross")
    assert "the line" not in figure.text("legend")
    figure.press("Control+z", "Control+z")
    agrees(figure)
    assert figure.facts().partition(",")[0] == before.partition(",")[0]


def move_handles(figure, to):
    """One by pointer, the other by keys until it is there."""
    w, handles = figure.widget, figure.root.locator(".svm-handle")

    def seen(k):
        r = handles.nth(k).bounding_box()
        return np.array([r["x"] + r["width"] / 2, r["y"] + r["height"] / 2])

    end = figure.pixel(to[0], w.box, equal=True)
    figure.drag(seen(0), (seen(0) + end) / 2, end)
    end, step = figure.pixel(to[1], w.box, equal=True), np.zeros(2)
    handles.nth(1).focus()
    for axis, keys in ((0, ("ArrowLeft", "ArrowRight")), (1, ("ArrowUp", "ArrowDown"))):
        before = seen(1)[axis]
        handles.nth(1).press(keys[1])
        figure.settle()
        step[axis] = seen(1)[axis] - before
        count = round((end - seen(1))[axis] / step[axis])
        for press in [f"Shift+{keys[count > 0]}"] * (abs(count) // 10):
            handles.nth(1).press(press)
        for _ in range(abs(count) % 10):
            handles.nth(1).press(keys[count > 0])
    figure.done()


@pytest.mark.parametrize("C", [np.inf, 0.2])
def test_a_guess_is_compared_with_the_best_street(C, show):
    figure = show(plain_street(hard=True) if C == np.inf else plain_street(C=C))
    plain, first, (X, y) = figure.facts(), figure.pixels(), (figure.widget.X, figure.widget.y)
    figure.press("n")
    assert figure.text("known") != ""
    figure.click("Guess first")
    assert "your line" in figure.text("legend")
    assert figure.numbers() == [] and figure.pixels() != first
    assert figure.text("known") == ""  # α would tell
    best = HardMarginSVM().fit(X, y)
    (w1, w2), b = best.coef_[0], best.intercept_[0]
    tried = [(x, off - (b + w1 * x) / w2) for x, off in ((4.2, 0.05), (6.4, -0.03))]
    # which side is positive is nobody's business
    move_handles(figure, tried if C == np.inf else tried[::-1])
    figure.click("Show the street")
    (x0, y0), (x1, y1) = tried
    w = np.array([y1 - y0, x0 - x1]) / np.hypot(x1 - x0, y1 - y0)
    b = -w @ tried[0]
    if C == np.inf:
        mine = min(abs(geometry.margin(side * w, side * b, X, y)) for side in (1, -1))
        found = [2 * mine, 100 * mine / best.margin_]
    else:
        scales, m = np.linspace(0, 60, 60001), y * (X @ w + b)
        slack = [np.maximum(0, 1 - side * np.outer(m, scales)).sum(axis=0) for side in (1, -1)]
        cost = min((scales**2 / 2 + C * total).min() for total in slack)
        found = [cost, cost / LinearSVM(C=C).fit(X, y).primal_]
    assert figure.numbers()[:2] == pytest.approx(found, rel=0.06)  # to a pixel or so
    assert figure.facts().endswith(plain) and figure.solved() == []  # nothing was changed
    figure.press("ArrowRight")  # with the next change the guess is gone
    assert "our line" not in figure.facts()
    if C == np.inf:
        figure.click("Guess first")
        figure.click("Show the street")
        assert figure.facts().startswith("Your line does not separate the classes. Street ")
