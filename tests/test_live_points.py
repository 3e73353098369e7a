"""Points are moved, added, changed and removed: by mouse, finger, keyboard, taps and as text; and a
plot is looked at from nearer, which is no part of what the figure shows.

On the street and by `ui/points.js`, as in every figure with points.
"""

import re

import numpy as np
import pytest

from svmlib.widgets import Street
from svmlib.widgets.live import box_around, points_of
from tests.live_book import made
from tests.live_page import IRIS, MOONS, PHONE, numbers_close
from tests.node_process import CORE
from tests.test_live_figures import agrees

X, Y = IRIS
FAR = int(X[:, 0].argmax())  # nobody near it


@pytest.fixture
def figure(show):
    return show(made("Street"))


def at(figure, i=FAR):
    return figure.pixel(X[i], box_around(X), equal=True)


def test_by_keyboard(figure):
    """Choose, move, relabel, add, remove, take back."""
    first, (x0, x1, *_) = figure.facts(), box_around(X)
    figure.press("n")
    figure.wait()
    assert "Point 2 of 150" in figure.root.locator(".svm-status").text_content()
    figure.press("p", "Shift+ArrowRight", "ArrowUp")
    moved, _ = figure.points()
    assert moved[0, 0] > X[0, 0] + 0.04 * (x1 - x0) and moved[0, 1] > X[0, 1]
    agrees(figure)
    figure.wait()
    figure.press("ArrowUp")  # it holds no street
    figure.wait()
    spoken = figure.root.locator(".svm-status").text_content()
    assert re.fullmatch(r"Moved to [\d.]+, [\d.]+. Point 1 moved: nothing else changes.", spoken)
    figure.press("Space")
    assert figure.points()[1][0] == -Y[0]
    figure.press("a")
    assert len(figure.points()[1]) == 151
    figure.press("Delete")
    assert len(figure.points()[1]) == 150
    agrees(figure)
    undo = figure.button("Undo")
    for _ in range(5):  # at most: quick moves of one point are one step
        if undo.is_enabled():
            figure.press("Control+z")
    assert numbers_close(figure.facts(), first) and undo.is_disabled()
    # the keyboard can leave the figure
    figure.press("Tab")
    plot = figure.root.locator(".svm-plot[tabindex]").first
    assert not plot.evaluate("e => e === document.activeElement")


def test_by_taps(figure):
    """What needs dragging can be had by single taps; what is frequent needs no tool."""
    first, (x, y) = figure.facts(), at(figure)
    figure.at(x - 60, y)  # at first a click beside all points adds one
    assert len(figure.points()[1]) == 151
    figure.click("Undo")
    figure.at(x, y)  # chooses
    assert f"Point {FAR + 1} (row {FAR})" in figure.text("chosen")
    figure.click("A click puts the chosen point there")
    figure.at(x - 60, y)
    wanted = figure.place((x - 60, y), box_around(X), equal=True)
    assert figure.points()[0][FAR] == pytest.approx(wanted, abs=0.02)
    for tool, count in (("A click adds: orange circle", 151), ("A click deletes a point", 150)):
        figure.click(tool)
        figure.at(x, y)
        assert len(figure.points()[1]) == count
    figure.click("A click adds: orange circle")
    figure.tab.keyboard.down("Shift")
    figure.at(x, y)
    figure.tab.keyboard.up("Shift")
    assert figure.points()[1][-1] == -1
    figure.tab.mouse.dblclick(x, y)
    figure.done()
    assert len(figure.points()[1]) == 150
    figure.at(x, y, button="right")
    assert figure.points()[1][-1] == -1 and len(figure.points()[1]) == 151
    agrees(figure)
    figure.click("A click changes the class of a point")
    figure.at(x, y)
    assert figure.points()[1][-1] == 1
    figure.click("Start over")
    assert figure.facts() == first


def test_by_numbers(figure):
    """One out of range is answered and changes nothing."""
    before, box = figure.facts(), figure.box("C")
    for value in ("0", "1e9", ""):
        figure.type("C", value)
        assert "C lies between 0.01 and 1000; it is still 1" in figure.text("toast")
        assert figure.facts() == before
        box.blur()
        assert float(box.input_value()) == 1
    figure.at(*at(figure))  # chooses
    figure.put(5.5, 2.25)
    assert figure.points()[0][FAR].tolist() == [5.5, 2.25]
    agrees(figure)
    figure.put(99)
    assert "lies between" in figure.text("toast")


def test_small_accidents_change_nothing(figure):
    """A trembling hand, shortcuts of the browser, an empty number, a click beside the axes."""
    first, (x, y) = figure.facts(), at(figure)
    figure.drag((x, y), (x + 2, y), (x + 3, y))
    left, _, _, bottom = figure.area()
    figure.at(left - 20, bottom + 20)
    figure.press("n", "Control+a", "Alt+ArrowLeft")
    figure.put("")
    np.testing.assert_array_equal(figure.points()[0], X)
    assert figure.facts() == first and figure.button("Undo").is_disabled()


def test_as_text(figure):
    figure.root.locator(".svm-data > summary").click()
    area, before = figure.root.locator("textarea"), figure.points()[0].tolist()
    for line in ("1, 1, 3", "inf, 1, 1", "1e400 1 1", "1, , 1", ", 1, 1", "\t1\t1", "1, 2, , 1"):
        area.fill(f"0, 0, -1\n{line}")
        figure.click("Use these points")
        figure.press("n")  # which takes away nothing of what is being written
        said = figure.root.get_by_role("alert").inner_text()
        assert "Line 2" in said and "1 or -1" in said and ("10⁹" in said) == ("e400" in line)
        assert area.input_value().endswith(line) and figure.points()[0].tolist() == before
    area.fill("4.5, 2.5, -1\n5, 4; 1\n6 3 -1\n\n")
    figure.click("Use these points")
    assert figure.trait("points") == [[4.5, 2.5, -1], [5, 4, 1], [6, 3, -1]]
    agrees(figure)


def test_of_one_kind_nothing_is_said_of_classes(show):
    figure = show(made("Tube"))
    figure.press("n", "Space")
    figure.wait()
    words = figure.root.inner_text() + figure.root.locator(".svm-status").text_content()
    assert "circle" not in words and "class" not in words.lower()
    tools = figure.root.locator(".svm-tool").evaluate_all("all => all.map(e => e.ariaLabel)")
    clicks = ("adds a point", "puts the chosen point there", "deletes a point")
    assert tools == [f"A click {what}" for what in clicks]
    assert "Point 2 of 40, at" in words
    figure.put(-0.86502, -0.12345)  # which fits into the fields
    widths = "all => all.map(e => e.value.length === 8 && e.scrollWidth <= e.clientWidth)"
    assert figure.root.locator(".svm-chosen input").evaluate_all(widths) == [True, True]
    figure.root.locator(".svm-data > summary").click()
    figure.root.locator("textarea").fill("0.5, 0.25\n1, two")
    figure.click("Use these points")
    assert "Line 2, “1, two”, should be two numbers." in figure.root.inner_text()


BROKEN = """() => {
  const arc = CanvasRenderingContext2D.prototype.arc;
  CanvasRenderingContext2D.prototype.arc = () => {
    CanvasRenderingContext2D.prototype.arc = arc;
    throw new Error("no arc today");
  };
}"""


def test_a_situation_that_cannot_be_drawn_goes_back_to_the_start(figure, stage):
    before = figure.facts()
    figure.tab.evaluate(BROKEN)
    figure.type("C", 0.5)
    assert "cannot be drawn" in figure.text("toast") and figure.facts() == before
    assert len(stage.errors) == 1 and "no arc today" in stage.errors.pop()


def test_a_view_keeps_its_place_and_stays_in_the_window():
    dice = np.random.default_rng(3)
    whole = [-2.0, 3.0, 10.0, 12.0]
    place = [1.2, 10.3]
    there = [("nearer", 1.5, place), ("nearer", 1.5, place), ("nearer", 1 / 2.25, place)]
    far = [("nearer", 2, place), ("aside", [99, -0.1]), ("nearer", 0.5, place)]
    walks = [("nearer", factor, place) for factor in dice.uniform(0.3, 3, size=30)], there, far
    found, back, away = CORE.ask(*[("views", {"whole": whole, "steps": one}) for one in walks])
    boxes = np.array([whole, *(one["box"] for one in found)])
    sizes = boxes[:, 1::2] - boxes[:, ::2]
    np.testing.assert_allclose(sizes[:, 0] / sizes[:, 1], 2.5)
    assert (sizes[:, 0] >= 5 / 40 - 1e-9).all() and (sizes[:, 0] <= 10 + 1e-9).all()
    shares = (np.array(place) - boxes[:, ::2]) / sizes
    middles = (boxes[:, ::2] + boxes[:, 1::2]) / 2
    inside = ((middles > [-2 + 1e-9, 10 + 1e-9]) & (middles < [3 - 1e-9, 12 - 1e-9])).all(1)
    still = inside[1:] & inside[:-1]
    assert still.sum() > 15
    np.testing.assert_allclose(shares[1:][still], shares[:-1][still])
    assert back[-1]["view"] is None  # all of it again, not nearly all
    assert away[1]["view"]["x"] == 3 and away[1]["view"]["y"] == pytest.approx(10.65 - 0.1)


def test_tasks_see_the_whole_boundary():
    points, view = points_of(*MOONS), {"zoom": 4, "x": 0.5, "y": 0.2}
    asked = {"points": points, "whole": box_around(MOONS[0]), "views": [None, view],
             "kernel": {"name": "rbf", "sigma": 0.5}, "C": 10}  # fmt: skip
    (whole, part) = CORE.ask(("boundaries", asked))[0]
    assert whole["seen"] == whole["all"] == part["all"] != part["seen"]


def test_from_nearer_points_are_moved_and_none_is_added(show):
    figure = show(Street(X, Y))
    seen, link, (x, y) = figure.pixels(), figure.link(), at(figure)
    figure.hover(x, y)
    figure.tab.keyboard.down("Control")
    for _ in range(2):
        figure.tab.mouse.wheel(0, -50)
    figure.tab.keyboard.up("Control")
    nearer = figure.pixels()
    assert nearer != seen and figure.link() == link and figure.button("Undo").is_disabled()
    figure.drag((x - 80, y), (x - 60, y - 20), (x - 40, y - 40))  # the ground: the point follows
    assert figure.pixels() != nearer and figure.trait("points") == points_of(X, Y)
    figure.drag((x + 40, y - 40), (x + 30, y - 40), (x, y - 40))
    P, _ = figure.points()
    moved = P - X
    _, _, (unit, _) = figure.scale(box_around(X), equal=True)
    assert len(P) == len(X) and (np.abs(moved).sum(1) > 0).nonzero()[0].tolist() == [FAR]
    assert moved[FAR, 0] == pytest.approx(-40 / unit / np.e, rel=0.05)
    figure.press("Control+z", "+", "-", "0")
    assert figure.trait("points") == points_of(X, Y)
    assert figure.root.get_by_label("The whole window").is_disabled()


def test_two_fingers_zoom_and_one_scrolls(show):
    figure = show(Street(X, Y), touch=True, viewport=PHONE)
    left, right, top, bottom = figure.area()
    x, y = (left + right) / 2, (top + bottom) / 2
    session = figure.tab.context.new_cdp_session(figure.tab)
    scrolled = figure.tab.evaluate("scrollY")

    def fingers(kind, *places):
        points = [{"x": x + dx, "y": y + dy, "id": k} for k, (dx, dy) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (-90, 90))
    fingers("touchStart", (-90, 90), (-60, 90))
    for apart in (40, 60):
        fingers("touchMove", (-90 - apart, 90), (-60 + apart, 90))
    fingers("touchEnd")
    figure.done()
    assert figure.root.get_by_label("The whole window").is_enabled()
    assert figure.trait("points") == points_of(X, Y)
    assert figure.tab.evaluate("[scrollY, visualViewport.scale]") == [scrolled, 1]
