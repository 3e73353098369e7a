"""What the live figure of the kernel machine alone does: data by name, its surface, guesses; and
lifted: how space is seen, faces of the surface, poles that are pulled.
"""

import re

import numpy as np
import pytest

from svmlib import datasets
from svmlib.widgets import KernelMachine
from svmlib.widgets.live import box_around, points_of
from tests.live_page import LAPTOP, MOONS, PHONE, finger, numbers_close
from tests.node_process import CORE
from tests.test_live_figures import agrees

GREY, PURPLE = [107, 114, 128], [184, 87, 143]
X, Y = MOONS


def linear(show, **how):
    """The machine with a straight boundary, from which a guess can begin."""
    return show(KernelMachine(X, Y, kernel="linear"), **(how or {"viewport": LAPTOP}))


def test_data_sets_go_by_name_through_links_and_undo(show):
    widget = KernelMachine(*datasets.moons(200), kernel="linear")
    figure = show(widget)
    given = figure.facts()
    assert not figure.button("New sample").is_visible()
    figure.choose("data", "spirals")
    first = figure.facts()
    figure.click("New sample")
    second, untouched, sample = figure.facts(), figure.link(), figure.trait("points")
    assert second != first and len(sample) == 100
    assert figure.fact("support vectors").endswith(" of 100")
    figure.press("n", "Shift+ArrowUp")  # only that point goes into the link
    edited, link = figure.facts(), figure.link()
    assert len(untouched) < 150 and len(link) < 250
    for facts in (second, first, given):
        figure.click("Undo")
        assert figure.facts() == facts
    figure.click("Redo")
    assert figure.root.get_by_label("data", exact=True).input_value() == "spirals"
    figure.choose("data", "as given")
    assert figure.facts() == given
    for fragment, facts in ((untouched, second), (link, edited)):
        figure = show(widget, fragment=fragment)
        assert numbers_close(figure.facts(), facts)
        assert (figure.trait("points") == sample) == (facts is second)


def test_python_has_the_points_whoever_chooses_the_data(show):
    """And the window follows them: the outermost point can be taken hold of."""
    figure = show(KernelMachine(X, Y))
    figure.choose("data", "rings")
    assert (figure.trait("data"), figure.trait("seed")) == ("rings", 0)
    rings = figure.trait("points")
    figure.set(data="moons", seed=3)  # Python, by the traits alone
    assert len(figure.trait("points")) == 100 and figure.trait("points") != rings
    agrees(figure)
    figure.choose("data", "spirals")
    P, _ = figure.points()
    i = int(P[:, 0].argmax())
    x, y = figure.pixel(P[i], box_around(P))
    figure.drag((x, y), (x - 20, y), (x - 40, y))
    assert figure.points()[0][i, 0] < P[i, 0] - 0.05


def test_the_surface_is_coarse_while_a_knob_moves(show):
    figure = show(KernelMachine(X, Y, sigma=0.2), viewport=LAPTOP)
    figure.wait()
    figure.slider("C").press("ArrowRight")
    coarse = figure.pixels()
    figure.wait(200)
    fine = figure.pixels()
    assert coarse != fine
    figure.wait()  # and nothing changes any more
    assert figure.pixels() == fine


def test_nothing_moves_under_the_hand(show):
    """Knobs that take each other's place leave the picture and the question where they were, one
    that goes leaves no hole; and a ghost goes with its points."""
    figure, places = linear(show), []
    ghosts = [figure.count(GREY)]
    for how in ({"kernel": "Gaussian (RBF)"}, {"data": "rings"}, {"data": "as given"}):
        figure.turn(**how)
        ghosts.append(figure.count(GREY))
    assert ghosts[0] < 30 and ghosts[1] > 100 and ghosts[2] < 30
    for kernel in ("polynomial", "Gaussian (RBF)", "Ornstein–Uhlenbeck", "linear"):
        figure.turn(kernel=kernel, data="moons" if figure.trait("data") == "" else "as given")
        assert figure.slider("σ").is_visible() == (kernel == "Gaussian (RBF)")
        places.append((figure.root.locator(".svm-guess").bounding_box(), figure.area()))
        figure.root.locator(".svm-guess button").first.click()
    assert places[1:3] == places[:2] and places[3][0]["y"] < places[2][0]["y"]


def test_a_guess_is_drawn_by_finger(show):
    """While the machine, its read-out and the points underneath are out of reach."""
    figure = linear(show, touch=True, viewport=PHONE)
    figure.press("n")
    assert "α" in figure.text("known")
    figure.click("Guess first")
    figure.choose("kernel", "Gaussian (RBF)")
    assert "is hidden" in figure.facts() and figure.numbers() == [] and figure.text("known") == ""
    points, scrolled = figure.trait("points"), figure.tab.evaluate("scrollY")
    s = [[-0.9, 0.3], [-0.4, 0], [0, 0.5], [0.6, 0.12], [1.2, 0.05], [1.9, 0.4]]
    figure.drag(*(figure.pixel(place, box_around(X)) for place in s), pointer=finger(figure.tab))
    assert figure.trait("points") == points and figure.tab.evaluate("scrollY") == scrolled
    assert figure.count(PURPLE) > 100
    figure.click("That is my guess")
    said = re.match(r"Your lines and the boundary agree on (\d+) %", figure.text("question"))
    assert float(said[1]) > 40 and figure.count(PURPLE) > 100
    figure.type("C", 2)
    assert "Your lines" not in figure.text("question") and figure.count(PURPLE) < 50
    figure.click("Guess first")
    figure.click("That is my guess")
    assert "is hidden" in figure.facts()  # nothing was drawn: that is no guess


def test_a_guess_by_clicks_and_keys(show):
    """Corners of several lines; a slip is taken back, one step at a time."""
    figure = linear(show)
    figure.click("Guess first")
    sheet = figure.root.locator(".svm-sheet")
    left, right, top, bottom = figure.area()
    figure.at(left + 40, top + 40)
    dots = figure.count(PURPLE)
    figure.at(left + 40, bottom - 40)
    seen, line = figure.pixels(), figure.count(PURPLE)
    assert line > dots + 100
    sheet.press("l")
    figure.at(right - 40, bottom - 40)
    assert line < figure.count(PURPLE) < line + 2 * dots  # a corner of another line
    sheet.press("Backspace")
    assert figure.pixels() == seen
    for _ in range(2):
        sheet.press("Backspace")
    assert figure.count(PURPLE) == 0
    for key in ("Space", "Shift+ArrowRight", "Space"):  # from the middle of the window
        sheet.press(key)
    x0, x1, y0, y1 = box_around(X)
    ends = ([x, (y0 + y1) / 2] for x in ((x0 + x1) / 2, (x0 + x1) / 2 + 0.05 * (x1 - x0)))
    (x, y), (end, _) = (figure.pixel(place, box_around(X)) for place in ends)
    assert figure.count(PURPLE, ((x + 5, y - 1), (end - 10, y + 1))) > 20


def test_what_is_seen_on_the_ground_is_there():
    dice = np.random.default_rng(0)
    for turn, tilt in ((0, 90), (-30, 35), (170, 10)):
        places, angles = dice.normal(size=(9, 3)), {"turn": turn, "tilt": tilt}
        (seen,) = CORE.ask(("seen", {"places": places.tolist(), **angles}))
        lengths = np.linalg.norm(places, axis=1)
        np.testing.assert_allclose(np.linalg.norm(seen, axis=1), lengths)  # nothing is bent
        feet = np.column_stack([places[:, :2], np.zeros(9)]).tolist()
        (seen,) = CORE.ask(("seen", {"places": feet, **angles}))
        ground = CORE.ask(("ground", {"places": [s[:2] for s in seen], **angles}))[0]
        np.testing.assert_allclose(ground, places[:, :2], atol=1e-12)
    (above,) = CORE.ask(("seen", {"places": [[1, 2, 3]], "turn": 0, "tilt": 90}))
    np.testing.assert_allclose(above[0][:2], [1, 2])  # from above all is as on the flat


def area(corners):
    if len(corners) < 3:
        return 0
    x, y, _ = np.array(corners).T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_faces_part_at_the_water_and_bear_the_levels():
    z = np.random.default_rng(1).normal(size=(7, 9)).round(2)
    asked = {"z": z.ravel().tolist(), "width": 9, "height": 7, "levels": [-1, 0, 1], "rise": 1}
    (faces,) = CORE.ask(("faces", asked))
    whole = [area(face["above"]) + area(face["below"]) for face in faces]
    assert sum(whole) == pytest.approx(8 * 6)
    saddles = len(faces) - 8 * 6  # in two halves
    assert sum(size == pytest.approx(0.5) for size in whole) == 2 * saddles > 0
    for face in faces:
        assert all(z >= 0 for *_, z in face["above"]) and all(z <= 0 for *_, z in face["below"])
        assert all(end[2] == level for level, *ends in face["lines"] for end in ends)
        assert 0 <= face["light"] <= 1
    shores = sum(area(face["above"]) * area(face["below"]) > 0 for face in faces)
    assert shores == sum(any(line[0] == 0 for line in face["lines"]) for face in faces) > 10
    flat = {**asked, "z": [0.5] * 63}
    assert all(face["light"] == pytest.approx(0.82) for face in CORE.ask(("faces", flat))[0])


def test_a_pole_that_is_pulled_moves_its_point(show):
    """And no other; the surface can be turned, and is no part of a link."""
    figure = show(KernelMachine(X, Y), viewport=LAPTOP)
    link, flat = figure.link(), figure.pixels(0)
    with figure.still():
        figure.click("Lift")
    assert figure.link() == link and figure.pixels(0) == flat  # which it covers
    seen = figure.pixels(1)
    left, _, top, _ = figure.area()
    figure.drag((left + 5, top + 5), (left + 45, top + 5), (left + 65, top + 11))
    turn, tilt = (figure.root.get_by_label(f"{name}, exact value") for name in ("turn", "view"))
    assert (turn.input_value(), tilt.input_value()) == ("0", "37") and figure.pixels(1) != seen
    assert figure.trait("points") == points_of(X, Y)
    # the foot of the outermost pole, as the camera sees it; from a little way off
    alpha = np.array(figure.trait("solution")["alpha"])
    i = int(np.where(alpha > 1e-6, X[:, 1], -9).argmax())
    x0, x1, y0, y1 = box_around(X)
    foot = np.array([0.9, 0.72]) * (2 * (X[i] - [x0, y0]) / [x1 - x0, y1 - y0] - 1)
    angles = {"turn": 0, "tilt": 37}
    (at,) = CORE.ask(("seen", {"places": [[*foot, 0]], **angles}))[0]
    r = figure.root.locator("canvas").nth(1).bounding_box()
    room = 0.78 + 0.37 * np.sin(np.radians(37)) ** 2
    scale = (min(r["width"], r["height"]) - 4) / 2 / room
    pixel = np.array([r["x"] + r["width"] / 2, r["y"] + r["height"] / 2])
    pixel = pixel + scale * np.array([at[0], -at[1]])
    figure.drag(*(pixel + np.array([6 + way, -5]) for way in (0, 10, 20)))
    P, _ = figure.points()
    assert (P != X).any(axis=1).nonzero()[0].tolist() == [i]
    assert (P - X)[i] == pytest.approx([20 / scale / 0.9 * (x1 - x0) / 2, 0], abs=0.02)
    figure.press("ArrowUp")  # by keys it goes along the axes of the plane
    assert figure.points()[0][i, 1] > P[i, 1] and figure.points()[0][i, 0] == P[i, 0]
    figure.click("Guess first")
    assert not figure.root.locator(".svm-lifted").is_visible()  # f would tell


def test_for_who_wants_no_motion_nothing_turns_by_itself(show):
    figure = show(KernelMachine(*MOONS), viewport=LAPTOP)
    with figure.still():
        for button in ("Lift", "Turn"):
            figure.click(button)
            seen = figure.pixels(1)
            figure.wait(500)
            assert figure.pixels(1) == seen
    figure.click("Turn")
    figure.wait(100)
    assert figure.pixels(1) != seen
