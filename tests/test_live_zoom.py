"""A plot is looked at from nearer: nothing of it is part of what the figure shows."""

import numpy as np
import pytest

from svmlib.widgets import Street
from svmlib.widgets.live import points_of
from tests.live_page import IRIS, MOONS, PHONE, box_of
from tests.node_process import CORE

X, Y = IRIS
FAR = int(X[:, 0].argmax())  # nobody near it


def test_a_view_keeps_its_place_and_stays_in_the_window():
    dice = np.random.default_rng(3)
    whole = [-2.0, 3.0, 10.0, 12.0]
    place = [1.2, 10.3]
    factors = dice.uniform(0.3, 3, size=30)
    steps = [("nearer", factor, place) for factor in factors]
    (found,) = CORE.ask(("views", {"whole": whole, "steps": steps}))
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
    there = [("nearer", 1.5, place), ("nearer", 1.5, place), ("nearer", 1 / 2.25, place)]
    far = [("nearer", 2, place), ("aside", [99, -0.1]), ("nearer", 0.5, place)]
    back, away = CORE.ask(*[("views", {"whole": whole, "steps": one}) for one in (there, far)])
    assert back[-1]["view"] is None  # all of it again, not nearly all
    assert away[1]["view"]["x"] == 3 and away[1]["view"]["y"] == pytest.approx(10.65 - 0.1)


def test_tasks_see_the_whole_boundary():
    points, view = points_of(*MOONS), {"zoom": 4, "x": 0.5, "y": 0.2}
    asked = {"points": points, "whole": box_of(MOONS[0]), "views": [None, view],
             "kernel": {"name": "rbf", "sigma": 0.5}, "C": 10}  # fmt: skip
    (whole, part) = CORE.ask(("boundaries", asked))[0]
    assert whole["seen"] == whole["all"] == part["all"] != part["seen"]


def test_from_nearer_points_are_moved_and_none_is_added(show):
    figure = show(Street(X, Y))
    seen, link, (x, y) = figure.pixels(), figure.link(), figure.pixel(X[FAR], box_of(X), equal=True)
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
    _, _, (unit, _) = figure.scale(box_of(X), equal=True)
    assert len(P) == len(X) and (np.abs(moved).sum(1) > 0).nonzero()[0].tolist() == [FAR]
    assert moved[FAR, 0] == pytest.approx(-40 / unit / np.e, rel=0.05)
    figure.press("Control+z", "+", "-", "0")
    assert figure.trait("points") == points_of(X, Y)
    assert figure.button("The whole window").is_disabled()


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
    assert figure.button("The whole window").is_enabled()
    assert figure.trait("points") == points_of(X, Y)
    assert figure.tab.evaluate("[scrollY, visualViewport.scale]") == [scrolled, 1]
