"""The kernel machine lifted: how space is seen, the faces of a surface, poles that are pulled."""

import numpy as np
import pytest

from svmlib.widgets import KernelMachine
from tests.live_page import LAPTOP, MOONS, box_of
from tests.node_process import CORE


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
    X, y = MOONS
    figure = show(KernelMachine(X, y), viewport=LAPTOP)
    link, flat = figure.link(), figure.pixels(0)
    figure.click("Lift")
    figure.wait(1500)
    assert figure.link() == link and figure.pixels(0) == flat  # which it covers
    seen = figure.pixels(1)
    left, _, top, _ = figure.area()
    figure.drag((left + 5, top + 5), (left + 45, top + 5), (left + 65, top + 11))
    turn, tilt = (figure.root.get_by_label(f"{name}, exact value") for name in ("turn", "view"))
    assert (turn.input_value(), tilt.input_value()) == ("0", "37") and figure.pixels(1) != seen
    assert figure.trait("points") == [[*p, label] for p, label in zip(X.tolist(), y, strict=True)]
    # the foot of the outermost pole, as the camera sees it; from a little way off
    alpha = np.array(figure.trait("solution")["alpha"])
    i = int(np.where(alpha > 1e-6, X[:, 1], -9).argmax())
    x0, x1, y0, y1 = box_of(X)
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
    figure.tab.emulate_media(reduced_motion="reduce")
    try:
        figure.click("Lift")
        seen = figure.pixels(1)
        figure.wait(500)
        assert figure.pixels(1) == seen
        figure.click("Turn")
        turned = figure.pixels(1)
        figure.wait(500)
        assert seen != turned == figure.pixels(1)
    finally:
        figure.tab.emulate_media(reduced_motion="no-preference")
