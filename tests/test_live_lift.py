"""The lifted rings: what the figure says, how it is turned, and what a player can do."""

import re

import numpy as np
import pytest
import traitlets

from svmlib import HardMarginSVM, datasets
from svmlib.widgets import Lift
from tests.live_page import alone, drag, mouse, number

RINGS = datasets.rings()
HEIGHTS = (RINGS[0] ** 2).sum(axis=1)
MIDDLE = [
    "see the gap from the side (tilt 0), and put the plane halfway across it, within a hundredth."
]
ASKED = re.compile(r"(\w+ \w+) \((.+), (.+)\): height .* = (.+), (below|above) the plane\.")


def lecture():
    return Lift(*RINGS, level=0.3)


def shown(figure, label):
    return float(figure.root.get_by_label(f"{label}, exact value").input_value())


def test_it_counts_the_wrong_side(chromium):
    y = RINGS[1]
    with alone(chromium, lecture()) as figure:
        for level in (0.2, 0.65, 1.2):
            figure.type("height", level)
            wrong = np.sum(np.where(HEIGHTS < level, 1, -1) != y)
            assert figure.numbers() == pytest.approx([level, level**0.5, wrong, 200], rel=5e-3)


def test_the_picture_is_turned_by_pointer_and_keys(chromium):
    with alone(chromium, lecture()) as figure:
        first, facts = figure.pixels(), figure.facts()
        r = figure.root.locator("canvas").first.bounding_box()
        x, y = r["x"] + r["width"] / 2, r["y"] + r["height"] / 2
        drag(figure, (x, y), [(x + 10, y), (x + 40, y + 30)], mouse(figure.tab))
        assert (shown(figure, "turn"), shown(figure, "tilt")) == (50, 30)
        turned = figure.pixels()
        assert turned != first and figure.facts() == facts
        figure.click("Undo")
        assert (shown(figure, "turn"), shown(figure, "tilt")) == (30, 20)
        figure.click("Redo")
        figure.press("ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp")
        assert (shown(figure, "turn"), shown(figure, "tilt")) == (47, 60)
        figure.press(*["Shift+ArrowRight"] * 10)
        assert shown(figure, "turn") == -163  # once round
        figure.press(*["Shift+ArrowUp"] * 3)
        assert shown(figure, "tilt") == 90
        figure.click("Start over")
        assert (shown(figure, "turn"), shown(figure, "tilt")) == (30, 20)


BOTH = "root => [...root.querySelectorAll('canvas')].map(canvas => canvas.toDataURL())"


def test_a_point_is_ringed_in_both_panels(chromium):
    X, y = RINGS
    i = int(X[:, 0].argmax())
    with alone(chromium, lecture()) as figure:
        plain = figure.root.evaluate(BOTH)
        r = figure.root.locator("canvas").nth(1).bounding_box()
        left, right = r["x"] + 46, r["x"] + r["width"] - 10
        top, bottom = r["y"] + 10, r["y"] + r["height"] - 40
        unit = 2.2 * np.abs(X).max() / min(right - left, bottom - top)
        middle = np.array([left + right, top + bottom]) / 2
        figure.tab.mouse.move(*(middle + X[i] * [1, -1] / unit))
        figure.settle()
        words = ASKED.fullmatch(figure.root.locator(".svm-chosen").inner_text()).groups()
        assert words[0] == ("Orange circle" if y[i] > 0 else "Blue square")
        found = [number(text) for text in words[1:4]]
        assert found == pytest.approx([*X[i], HEIGHTS[i]], rel=6e-3) and words[4] == "above"
        assert all(a != b for a, b in zip(plain, figure.root.evaluate(BOTH), strict=True))
        figure.tab.mouse.move(3, 3)
        figure.settle()
        assert figure.root.evaluate(BOTH) == plain
        figure.press("p")
        words = ASKED.fullmatch(figure.root.locator(".svm-chosen").inner_text()).groups()
        assert number(words[1]) == pytest.approx(X[0, 0], rel=6e-3)


def test_a_player_solves_it_by_pointer(chromium):
    with alone(chromium, lecture()) as figure:
        r = figure.root.locator("canvas").first.bounding_box()
        x, y = r["x"] + r["width"] / 2, r["y"] + r["height"] / 2
        drag(figure, (x, y), [(x, y - 30), (x, y - 80)], mouse(figure.tab))
        assert shown(figure, "tilt") == 0 and figure.solved() == []
        bar = figure.slider("height").bounding_box()
        cut = HardMarginSVM().fit(HEIGHTS[:, None], RINGS[1])
        middle = -cut.intercept_[0] / cut.coef_[0, 0]
        thumb = 8  # half of it: its middle does not reach the ends
        most = float(figure.slider("height").get_attribute("max"))
        where = bar["x"] + thumb + (bar["width"] - 2 * thumb) * middle / most
        for off in range(0, 5):  # a little to and fro
            figure.tab.mouse.click(
                where + (off + 1) // 2 * (-1) ** off, bar["y"] + bar["height"] / 2
            )
            figure.settle()
        assert figure.solved() == MIDDLE


def test_a_player_solves_it_by_keys(chromium):
    with alone(chromium, Lift(*datasets.rings(60))) as figure:  # with a good height from the start
        assert figure.solved() == []
        figure.slider("tilt").press("Home")
        figure.settle()
        assert figure.solved() == MIDDLE
    with alone(chromium, lecture()) as figure:
        figure.press(*["ArrowDown"] * 7)
        for _ in range(60):
            figure.slider("height").press("ArrowRight")
            figure.settle()
            if figure.solved():
                break
        low, high = HEIGHTS[RINGS[1] > 0].max(), HEIGHTS[RINGS[1] < 0].min()
        assert shown(figure, "height") == pytest.approx((low + high) / 2, abs=0.01)


@pytest.mark.parametrize("seed", [1, 2])
def test_playing_without_a_plan_solves_little(seed, chromium):
    with alone(chromium, lecture()) as figure:
        figure.play_at_random(seed)
        assert figure.solved() == []


def test_python_refuses_what_cannot_be_shown():
    figure = lecture()
    for trait, value in (
        ("level", -1),
        ("level", float("inf")),
        ("turn", 200),
        ("tilt", -5),
        ("tilt", float("nan")),
    ):
        with pytest.raises(traitlets.TraitError, match=trait):
            setattr(figure, trait, value)
    assert (figure.level, figure.turn, figure.tilt) == (0.3, 30, 20)
