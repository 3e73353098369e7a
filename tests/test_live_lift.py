"""The lifted rings: how they are turned, what is asked of a point, and what a player can do."""

import re

import numpy as np
import pytest

from svmlib import HardMarginSVM, datasets
from svmlib.widgets import Lift
from tests.live_page import number

X, Y = datasets.rings()
HEIGHTS = (X**2).sum(axis=1)
MIDDLE = "see the gap from the side (tilt 0), and put the plane halfway across it, within a hundred"
ASKED = re.compile(r"(\w+ \w+) \((.+), (.+)\): height .* = (.+), (below|above) the plane\.")


@pytest.fixture
def figure(show):
    """As in the lecture."""
    return show(Lift(X, Y, level=0.3))


def shown(figure):
    figure.done()
    return [float(figure.box(label).input_value()) for label in ("turn", "tilt")]


def middle(figure):
    left, right, top, bottom = figure.area()
    return np.array([left + right, top + bottom]) / 2


def test_the_picture_is_turned_by_pointer_and_keys(figure):
    first, facts = figure.pixels(), figure.facts()
    at = middle(figure)
    by = np.array([40, 30])
    figure.drag(at, at + by / 4, at + by)
    assert shown(figure) == [50, 30]
    assert figure.pixels() != first and figure.facts() == facts
    figure.click("Undo")
    assert shown(figure) == [30, 20]
    figure.click("Redo")
    figure.press("ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp")
    assert shown(figure) == [47, 60]
    figure.press(*["Shift+ArrowRight"] * 10, *["Shift+ArrowUp"] * 3)
    assert shown(figure) == [-163, 90]  # once round, and not beyond
    figure.click("Start over")
    assert shown(figure) == [30, 20]


def test_a_point_is_ringed_in_both_panels(figure):
    i = int(X[:, 0].argmax())
    plain = [figure.pixels(k) for k in (0, 1)]
    half = 1.1 * np.abs(X).max()
    figure.hover(*figure.pixel(X[i], [-half, half, -half, half], equal=True, canvas=1))
    words = ASKED.fullmatch(figure.text("chosen")).groups()
    assert words[0] == ("Orange circle" if Y[i] > 0 else "Blue square") and words[4] == "above"
    assert [number(t) for t in words[1:4]] == pytest.approx([*X[i], HEIGHTS[i]], rel=6e-3)
    assert all(figure.pixels(k) != plain[k] for k in (0, 1))
    figure.hover(3, 3)
    assert [figure.pixels(k) for k in (0, 1)] == plain
    figure.press("p")
    words = ASKED.fullmatch(figure.text("chosen")).groups()
    assert number(words[1]) == pytest.approx(X[0, 0], rel=6e-3)


def test_a_player_solves_it(figure, show):
    at = middle(figure)
    figure.drag(at, at - [0, 30], at - [0, 80])
    assert shown(figure)[1] == 0 and figure.solved() == []
    cut = HardMarginSVM().fit(HEIGHTS[:, None], Y)
    figure.type("height", round(-cut.intercept_[0] / cut.coef_[0, 0] + 0.02, 3))
    assert figure.solved() == []
    figure.turn(height=("ArrowLeft",) * 2)
    assert figure.has_solved(MIDDLE)
    figure = show(Lift(*datasets.rings(60)))  # with a good height from the start
    assert figure.solved() == []
    figure.turn(tilt=("Home",))
    assert figure.has_solved(MIDDLE)
