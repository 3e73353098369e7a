"""The live figure of the losses: its table, its marker, and what a player can do."""

import pytest

from svmlib import losses
from svmlib.widgets import Losses
from tests.live_page import LAPTOP, PHONE, drag, finger, number

ALL = list(losses.LOSSES)
EQUAL, MINUS, LEAD = "leave only the hinge", "give the example", "put the example"
WINDOW = [-3.1, 3.1, -0.55, 5.0]
AT = """(root, places) => {
  const canvas = root.querySelector("canvas"), copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  return places.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
}"""
INK, GROUND = [31, 41, 51], [255, 255, 255]


def table(figure):
    """{name: value} as the figure shows them, without the losses that are not on show."""
    figure.done()
    rows = figure.root.locator("tbody tr").all()
    shown = {row.locator("label").inner_text(): row.locator("td").inner_text() for row in rows}
    assert set(shown) == set(ALL)
    return {name: number(text) for name, text in shown.items() if text}


def handle(figure, score):
    """Where the handle of a score is seen on the page."""
    return figure.pixel((score, -0.27), WINDOW)


def marker(figure):
    return figure.root.get_by_role("slider", name="marker of the score")


def test_the_table_is_the_choice(show):
    figure = show(Losses())
    assert list(table(figure)) == ["zero-one", "hinge", "squared hinge", "logistic"]
    figure.turn(ramp=True)
    assert len(table(figure)) == 5
    figure.turn(**dict.fromkeys(table(figure), False))
    assert table(figure) == {}
    assert figure.root.locator("tbody .svm-swatch").count() == len(ALL)
    figure.click("Undo")
    assert list(table(figure)) == ["logistic"]


@pytest.mark.parametrize("label", [1, -1])
def test_the_zero_one_loss_jumps(label, show):
    figure = show(Losses(score=2.5, label=label, shown=["zero-one"]))
    box = figure.root.locator("canvas").first.bounding_box()

    def colours(*places):
        seen = [figure.pixel(place, WINDOW) - [box["x"], box["y"]] for place in places]
        return figure.root.evaluate(AT, [[round(v) for v in place] for place in seen])

    far = 1.5 * label
    # its value at 0, and the two pieces; the open end, and nothing beyond the ends
    assert colours((0, 1), (-far, 1), (far, 0)) == [INK] * 3
    assert colours((0, 0), (far, 1), (-far, 0)) == [GROUND] * 3
    # no step, upright or slanted
    between = [(f, v) for f in (-0.02, -0.01, 0, 0.01, 0.02) for v in (0.3, 0.5, 0.7)]
    assert colours(*between) == [GROUND] * 15


def test_a_finger_beside_the_marker_scrolls_and_taps(show):
    figure = show(Losses(score=-2), touch=True, viewport=PHONE)
    (x, y), before = handle(figure, 1), figure.facts()
    scrolled = figure.tab.evaluate("scrollY")
    drag(figure, (x, y), [(x, y - 15 * k) for k in range(1, 9)], finger(figure.tab))
    figure.tab.wait_for_function("before => scrollY > before + 30", arg=scrolled)
    assert figure.facts() == before
    figure.tab.touchscreen.tap(*handle(figure, 1))
    assert figure.numbers()[0] == pytest.approx(1, abs=0.03)


def test_arrows_move_the_marker_as_the_slider_does(show):
    figure = show(Losses(score=-0.5))
    marker(figure).press("ArrowRight")
    assert figure.numbers()[0] == -0.475
    figure.slider("score").press("ArrowLeft")
    assert figure.numbers()[0] == -0.5
    assert marker(figure).get_attribute("aria-valuetext") == "score = −0.5"
    for key, value in (("Shift+ArrowLeft", -0.75), ("Home", -3), ("ArrowLeft", -3), ("End", 3)):
        marker(figure).press(key)
        assert figure.numbers()[0] == value
        assert float(figure.slider("score").input_value()) == value


@pytest.mark.parametrize("widget", [Losses(score=1.5, shown=ALL), Losses()], ids=["all", "book"])
def test_challenges(widget, show):
    """By pointer; a move to and fro, or passing by, is not yet a solution."""
    figure = show(widget, viewport=LAPTOP)
    figure.choose("label y", "−1")
    figure.choose("label y", "+1")
    figure.type("score", 2)
    figure.drag(handle(figure, 2), *(handle(figure, f) for f in (1, 0.7, 0.5)))
    assert figure.solved() == []
    figure.drag(handle(figure, 0.5), handle(figure, 0.8), handle(figure, 1))
    assert figure.has_solved(LEAD)
    figure.choose("label y", "−1")
    assert figure.has_solved(LEAD, MINUS)  # the hinge of 1 is 2 then
    figure.turn(**{name: name in ("hinge", "squared hinge") for name in ALL})
    assert figure.has_solved(LEAD, MINUS)
    marker(figure).focus()
    for _ in range(4):
        marker(figure).press("Shift+ArrowLeft")
    assert figure.has_solved(LEAD, MINUS, EQUAL)


def test_the_table_stands_beside_the_plot(show):
    figure = show(Losses(score=1.5, shown=ALL), width=914, viewport=LAPTOP)
    plot, rows = (figure.root.locator(what).first.bounding_box() for what in ("canvas", "table"))
    assert rows["x"] > plot["x"] + plot["width"] - 1 and rows["y"] < plot["y"] + 150
