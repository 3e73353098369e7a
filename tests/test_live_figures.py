"""Live figures in a browser, by pointer: what can be held is dragged, and nothing else."""

import numpy as np
import pytest

from svmlib.widgets import Lift, Street
from svmlib.widgets.live import points_of
from tests.live_book import made, set_up
from tests.live_page import IRIS, LAPTOP, PHONE, PIXELS, finger, mouse
from tests.test_live_states import judge

X, Y = IRIS


def agrees(figure):
    """What it says and gives to Python is what svmlib finds."""
    rows = figure.root.locator("[data-row]").evaluate_all(ROWS)
    solution = figure.trait("solution")
    judge(figure.python(), {"traits": {}, "rows": dict(rows), "solution": solution})


ROWS = "all => all.map(e => [e.dataset.row, e.lastChild.firstChild.data])"


def rightmost(w):
    """Nobody is near that point."""
    i = int(np.argmax(np.array(w.points)[:, 0]))
    return "points", w.points[i][:2], w.box, i


# trait, place, window, and which part of the trait is held
HELD = {
    "Street": rightmost, "KernelMachine": rightmost, "ThreeClasses": rightmost, "Tube": rightmost,
    "Novelty": rightmost, "DualAscent": rightmost, "Landmarks": rightmost,
    "Margins": lambda w: ("handles", w.handles[1], w.box, 1),
    "Descent": lambda w: ("start", w.start, w.box, None),
    "Losses": lambda w: ("score", [w.score, -0.27], [-3.1, 3.1, -0.55, 5], None),
    "Threshold": lambda w: ("threshold", [w.threshold, 0], [*w.span[:2], -1, 1], None),
    "Map": lambda w: ("cell", [w.cell[1] + 0.5, w.cell[0] + 0.5], [0, 4, 0, 3], None),
}  # fmt: skip
EQUAL = ("Street", "DualAscent", "Margins", "Descent")  # one unit is as long across as up
# by how many pixels, else 36 to the left and 54 up
BY = {"Map": (-180, 60), "Street": (-240, -100), "ThreeClasses": (-200, -100)}


@pytest.mark.parametrize(
    "name, kind", [(n, mouse) for n in HELD] + [("Tube", finger), ("Threshold", finger)]
)
def test_what_can_be_held_is_dragged(name, kind, show):
    """It goes where the pointer goes, in one step and alone; the page stays where it is."""
    touch = {"touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    figure = show(made(name), **touch)
    before, facts, pixels = figure.traits(), figure.facts(), figure.pixels()
    trait, place, box, part = HELD[name](figure.widget)
    start = figure.pixel(place, box, name in EQUAL)
    scrolled = figure.tab.evaluate("scrollY")
    by = np.array(BY.get(name, (-36, -54)))
    pointer = kind(figure.tab)
    pointer("down", *start)
    for k in (1, 2, 3):
        pointer("move", *(start + k * by / 3))
        figure.settle()
    assert figure.evaluate(PIXELS) != pixels  # before it is let go
    pointer("up", *(start + by))
    assert figure.tab.evaluate("scrollY") == scrolled
    assert figure.facts() != facts and figure.pixels() != pixels
    after = figure.traits()
    wanted = figure.place(start + by, box, name in EQUAL)
    now = after[trait] if part is None else after[trait][part]
    if trait == "cell":
        assert [now[1], now[0]] == [int(v) for v in wanted]
    else:
        away = np.ravel(now)[:2] - wanted[: np.size(now)]
        assert np.all(np.abs(away * figure.scale(box, name in EQUAL)[2][: len(away)]) < 2)  # pixels
    figure.done()
    agrees(figure)
    if part is not None:
        before[trait][part] = now
    else:
        before[trait] = now
    assert before | ({"steps": 0} if name == "DualAscent" else {}) == after
    figure.click("Undo")
    assert figure.facts() == facts and figure.button("Undo").is_disabled()


@pytest.mark.parametrize("name", ["Losses", "Threshold", "Street", "Map"])
def test_a_finger_beside_what_is_held_scrolls(name, show):
    """And a tap there is a click, but where it would add a point."""
    figure = show(made(name), touch=True, viewport=PHONE)

    def place():
        left, _, top, bottom = figure.area()
        return np.array([left + 8, (top + bottom) / 2])

    start, before, scrolled = place(), figure.facts(), figure.tab.evaluate("scrollY")
    path = [start - [0, 15 * k] for k in range(1, 9)]
    figure.drag(start, *path, pointer=finger(figure.tab))
    figure.tab.wait_for_function("before => scrollY > before + 30", arg=scrolled)
    assert figure.facts() == before
    if name != "Street":
        figure.tab.touchscreen.tap(*place())
        assert figure.facts() != before


@pytest.mark.parametrize("name", ["Street", "Tube", "Margins"])
def test_the_ring_that_invites_holds_its_point(name, show):
    """A click on its edge adds none; a drag moves it by as much as the pointer."""
    for by in ([0, 0], [30, -24]):
        figure = show(made(name), viewport=LAPTOP)
        label, trait = figure.root.locator(".svm-invite").bounding_box(), HELD[name](figure.widget)
        before = np.array(figure.trait(trait[0]))
        start = np.array([label["x"] + 4, label["y"] + label["height"] / 2])
        figure.drag(start, start + by)
        away = (np.array(figure.trait(trait[0])) - before)[:, :2]
        pixels = away * figure.scale(trait[2], name in EQUAL)[2]
        assert sorted(np.abs(pixels).sum(axis=1))[:-1] == [0] * (len(before) - 1)
        np.testing.assert_allclose(pixels.sum(axis=0), by, atol=1.5)


def test_from_nearer_points_are_moved_and_none_is_added(show):
    figure, far = show(Street(X, Y)), int(X[:, 0].argmax())
    seen, link = figure.pixels(), figure.link()
    x, y = figure.pixel(X[far], figure.widget.box, equal=True)
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
    _, _, (unit, _) = figure.scale(figure.widget.box, equal=True)
    assert np.any(P != X, axis=1).nonzero()[0].tolist() == [far]
    assert (P - X)[far, 0] == pytest.approx(-40 / unit / np.e, rel=0.05)


def test_two_fingers_zoom_and_one_turns_or_scrolls(show):
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

    figure = show(Lift(*set_up()["datasets"].rings(), level=0.3), touch=True, viewport=PHONE)
    first, scrolled = figure.pixels(), figure.tab.evaluate("scrollY")
    left, right, top, bottom = figure.area()
    at, by = np.array([left + right, top + bottom]) / 2, np.array([40, 30])
    figure.drag(at, at + by / 4, at + by, pointer=finger(figure.tab))
    assert figure.pixels() != first and figure.tab.evaluate("scrollY") == scrolled


def test_a_guess_is_drawn_by_finger(show):
    """While the points underneath are out of reach."""
    figure = show(made("KernelMachine", kernel="linear"), touch=True, viewport=PHONE)
    figure.click("Guess first")
    figure.choose("kernel", "Gaussian (RBF)")
    points, scrolled = figure.trait("points"), figure.tab.evaluate("scrollY")
    s = [[-0.9, 0.3], [-0.4, 0], [0, 0.5], [0.6, 0.12], [1.2, 0.05], [1.9, 0.4]]
    places = (figure.pixel(place, figure.widget.box) for place in s)
    figure.drag(*places, pointer=finger(figure.tab))
    assert figure.trait("points") == points and figure.tab.evaluate("scrollY") == scrolled
    figure.click("That is my guess")
    assert figure.text("question").startswith("Your lines and the boundary agree on ")


def test_a_finger_marks_a_point_of_a_guess(show):
    """And the point underneath does not hear of it."""
    figure = show(made("DualAscent"), touch=True, viewport=PHONE)
    figure.click("Guess first")
    place = figure.pixel(figure.trait("points")[0][:2], figure.trait("box"), equal=True)
    figure.tab.touchscreen.tap(*place)
    figure.wait()
    assert "Point 1 marked, 1 in all." in figure.root.locator(".svm-status").inner_text()


def test_what_was_solved_stays_solved(show):
    figure = show(made("Losses"))
    figure.type("score", 1)
    assert len(figure.solved()) == 1 and "solved" in figure.text("toast").lower()
    assert len(show(made("Losses"), keep=True).solved()) == 1


def test_a_link_leads_to_the_situation_and_back(show):
    """On a new page and on an open one; what was copied is said for some seconds."""
    figure = show(made("Street"))
    figure.type("C", 0.5)
    facts, link, toast = figure.facts(), figure.link(), figure.root.locator(".svm-toast")
    for wait in (0, 3500):
        figure.wait(wait)
        assert toast.inner_text() and toast.bounding_box()["height"] > 15
        assert toast.evaluate("e => getComputedStyle(e).opacity") == "1"
    figure.wait(1000)
    assert toast.inner_text() == ""
    figure = show(made("Street"), fragment=link)
    assert figure.facts() == facts and figure.box("C").input_value() == "0.5"
    figure.tab.evaluate("() => { location.hash = 'svm=street:{\"C\":50}' }")
    figure.done()
    assert figure.box("C").input_value() == "50"
    figure.tab.go_back()
    figure.done()
    assert figure.facts() == facts
