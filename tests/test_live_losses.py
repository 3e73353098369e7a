"""The live figure of the losses, compared with svmlib.losses, dragged, typed and played."""

import numpy as np
import pytest
import traitlets

from svmlib import losses
from svmlib.widgets import Losses
from tests.live_page import alone, drag, finger, mouse, number
from tests.test_browser import LAPTOP, PHONE

ALL = list(losses.LOSSES)
EQUAL, MINUS, LEAD = "leave only the hinge", "give the example", "put the example"
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
    figure.settle()
    rows = figure.root.locator("tbody tr").all()
    shown = {row.locator("label").inner_text(): row.locator("td").inner_text() for row in rows}
    assert set(shown) == set(ALL)
    return {name: number(text) for name, text in shown.items() if text}


def across(figure, score):
    """Where the handle of a score is seen on the page."""
    left, right, top, bottom = figure.area()
    return left + (score + 3.1) / 6.2 * (right - left), bottom - 0.28 / 5.55 * (bottom - top)


def colours(figure, *places):
    """Of the canvas at places (score, loss) of the plot."""
    box, (_, _, top, bottom) = figure.root.locator("canvas").first.bounding_box(), figure.area()
    seen = [(across(figure, f)[0], bottom - (v + 0.55) / 5.55 * (bottom - top)) for f, v in places]
    return figure.root.evaluate(AT, [[round(x - box["x"]), round(y - box["y"])] for x, y in seen])


def marker(figure):
    return figure.root.get_by_role("slider", name="marker of the score")


def test_values_are_those_of_svmlib(chromium):
    with alone(chromium, Losses(shown=ALL)) as figure:
        for label in (1, -1):
            figure.choose("label y", "+1" if label > 0 else "−1")
            for score in (0, 0.5, 1, 1.25, -2.7, 3):
                figure.type("score", score)
                expected = {
                    name: float(loss(label * score)) for name, loss in losses.LOSSES.items()
                }
                assert table(figure) == pytest.approx(expected, rel=5e-4)
                assert figure.numbers()[:3] == [score, 1, label * score] or label < 0
                side = "right side" if label * score > 0 else "wrong"
                assert side in figure.facts()


def test_the_table_is_the_choice(chromium):
    with alone(chromium, Losses()) as figure:
        assert list(table(figure)) == ["zero-one", "hinge", "squared hinge", "logistic"]
        seen = figure.pixels()
        figure.root.get_by_label("ramp", exact=True).check()
        assert len(table(figure)) == 5 and figure.pixels() != seen
        for name in table(figure):
            figure.root.get_by_label(name, exact=True).uncheck()
        assert table(figure) == {}
        assert figure.root.locator("tbody .svm-swatch").count() == len(ALL)
        figure.click("Undo")
        assert list(table(figure)) == ["logistic"]


@pytest.mark.parametrize("label", [1, -1])
def test_the_zero_one_loss_jumps(label, chromium):
    with alone(chromium, Losses(score=2.5, label=label, shown=["zero-one"])) as figure:
        far = 1.5 * label
        # its value at 0, and the two pieces
        assert colours(figure, (0, 1), (-far, 1), (far, 0)) == [INK] * 3
        # the open end, and nothing beyond the ends
        assert colours(figure, (0, 0), (far, 1), (-far, 0)) == [GROUND] * 3
        # no step, upright or slanted
        between = [(f, v) for f in (-0.02, -0.01, 0, 0.01, 0.02) for v in (0.3, 0.5, 0.7)]
        assert colours(figure, *between) == [GROUND] * 15


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_the_marker_is_dragged(kind, chromium):
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, Losses(score=1.5, shown=ALL), **device) as figure:
        before, (x, y) = table(figure), across(figure, 1.5)
        pointer, scrolled = kind(figure.tab), figure.tab.evaluate("scrollY")
        pointer("down", x, y)
        for f in (0.5, 0, -0.4):
            pointer("move", across(figure, f)[0], y - 30 * f)
            figure.settle()
            m = figure.numbers()[0]
            assert m == pytest.approx(f, abs=0.02) and m * 40 == pytest.approx(round(m * 40))
            assert table(figure)["hinge"] == pytest.approx(1 - m, rel=1e-3)
        pointer("up", across(figure, -0.4)[0], y)
        figure.settle()
        assert figure.tab.evaluate("scrollY") == scrolled
        assert float(figure.slider("score").input_value()) == figure.numbers()[0]
        figure.click("Undo")
        assert table(figure) == before  # the drag is one step


def test_a_finger_beside_the_marker_scrolls_and_taps(chromium):
    with alone(chromium, Losses(score=-2), has_touch=True, viewport=PHONE) as figure:
        x, y = across(figure, 1)
        before, scrolled = figure.facts(), figure.tab.evaluate("scrollY")
        drag(figure, (x, y), [(x, y - 15 * k) for k in range(1, 9)], finger(figure.tab))
        figure.tab.wait_for_timeout(300)
        assert figure.tab.evaluate("scrollY") > scrolled + 30 and figure.facts() == before
        figure.tab.touchscreen.tap(*across(figure, 1))
        assert figure.numbers()[0] == pytest.approx(1, abs=0.03)


def test_arrows_move_the_marker_as_the_slider_does(chromium):
    with alone(chromium, Losses(score=-0.5)) as figure:
        marker(figure).press("ArrowRight")
        assert figure.numbers()[0] == -0.475
        figure.slider("score").press("ArrowLeft")
        assert figure.numbers()[0] == -0.5
        assert marker(figure).get_attribute("aria-valuetext") == "score = −0.5"
        for key, value in (("Shift+ArrowLeft", -0.75), ("Home", -3), ("ArrowLeft", -3), ("End", 3)):
            marker(figure).press(key)
            assert figure.numbers()[0] == value
            assert float(figure.slider("score").input_value()) == value


@pytest.mark.parametrize("widget", [Losses(score=1.5, shown=ALL), Losses()], ids=["D3", "book"])
def test_challenges_by_pointer_and_by_keyboard(widget, chromium):
    def alone_on_show(figure, names, tick):
        for name in ALL:
            if (name in table(figure)) != (name in names):
                tick(figure.root.get_by_label(name, exact=True))

    with alone(chromium, widget, viewport=LAPTOP) as figure:
        # a move to and fro is not yet a solution
        figure.choose("label y", "−1")
        figure.choose("label y", "+1")
        assert figure.solved() == []
        x, y = across(figure, float(figure.slider("score").input_value()))
        drag(figure, (x, y), [across(figure, 0.5), across(figure, 1.0)], mouse(figure.tab))
        assert [text.startswith(LEAD) for text in figure.solved()] == [True]
        figure.choose("label y", "−1")
        assert len(figure.solved()) == 2  # the hinge of 1 is 2 then
        alone_on_show(figure, ("hinge", "squared hinge"), lambda box: box.click())
        assert len(figure.solved()) == 2
        drag(figure, across(figure, 1), [across(figure, 0.4), across(figure, 0)], mouse(figure.tab))
        assert len(figure.solved()) == 3

    with alone(chromium, widget) as figure:
        marker(figure).press("Home")
        for _ in range(16):
            marker(figure).press("Shift+ArrowRight")
        assert figure.numbers()[0] == 1 and len(figure.solved()) == 1
        figure.root.get_by_label("label y").press("ArrowDown")
        figure.settle()
        assert len(figure.solved()) == 2
        for _ in range(4):
            marker(figure).press("Shift+ArrowLeft")
        assert len(figure.solved()) == 2
        alone_on_show(figure, ("hinge", "squared hinge"), lambda box: box.press("Space"))
        figure.settle()
        assert len(figure.solved()) == 3


def test_passing_by_is_no_solution(chromium):
    with alone(chromium, Losses(score=1.5, shown=ALL), viewport=LAPTOP) as figure:
        figure.type("score", 2)
        path = [across(figure, f) for f in (1, 0.7, 0.5)]
        drag(figure, across(figure, 2), path, mouse(figure.tab))
        assert figure.solved() == []


@pytest.mark.parametrize("seed", [1, 2])
def test_playing_without_a_plan_solves_little(seed, chromium):
    with alone(chromium, Losses(score=1.5, shown=ALL)) as figure:
        figure.play_at_random(seed)
        assert len(figure.solved()) <= 1


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_one_screen_holds_it(viewport, chromium):
    with alone(chromium, Losses(score=1.5, shown=ALL), width=914, viewport=viewport) as figure:
        frame, plot, rows, knob = (
            figure.root.locator(what).first.bounding_box()
            for what in (".svm-frame", "canvas", "table", ".svm-slider")
        )
        assert frame["height"] <= viewport["height"] - 48
        assert knob["y"] < plot["y"]
        if viewport is LAPTOP:  # the table stands beside the plot
            assert rows["x"] > plot["x"] + plot["width"] - 1 and rows["y"] < plot["y"] + 150
            assert plot["width"] > 500 and plot["height"] > 350


@pytest.mark.parametrize(
    "text", ['{"score":-3,"label":-1}', '{"score":9}', '{"shown":["no"]}', '{"label":0}']
)
def test_links_are_followed_or_refused(text, chromium):
    with alone(chromium, Losses(), fragment=f"#svm=losses:{text}") as figure:
        refused = figure.root.get_by_text("This link cannot be followed").is_visible()
        assert refused == ("-3" not in text)
        assert figure.numbers()[0] == (-0.5 if refused else -3)
        assert table(figure)["hinge"] == (1.5 if refused else 0)


def test_python_refuses_what_cannot_be_shown():
    figure = Losses()
    refused = [("score", 3.5), ("score", np.nan), ("shown", ["hinge"] * 2), ("shown", ["no"])]
    for trait, value in refused:
        before = getattr(figure, trait)
        with pytest.raises(traitlets.TraitError, match=trait):
            setattr(figure, trait, value)
        assert getattr(figure, trait) == before
