"""What the live figures of losses, margins, lifted rings, street, tube and novelty alone do."""

import re

import numpy as np
import pytest

from svmlib import HardMarginSVM, datasets, geometry, losses
from svmlib.widgets import Lift, Losses, Street, Tube
from tests import live_book
from tests.live_book import novelty, plain_street, tube
from tests.live_page import IRIS, LAPTOP, PHONE, finger, mouse, number
from tests.test_live_figures import agrees
from tests.test_live_tasks import on_line

WINDOW = [-3.1, 3.1, -0.55, 5.0]  # of the losses
INK = [31, 41, 51]


def marker(figure):
    return figure.root.get_by_role("slider", name="marker of the score")


def test_the_table_of_losses_is_the_choice_and_stands_beside_the_plot(show):
    figure = show(Losses(), width=914, viewport=LAPTOP)
    rows = figure.root.locator("tbody tr")

    def shown():
        figure.done()
        return [row.locator("label").inner_text() for row in rows.all()
                if row.locator("td").inner_text()]  # fmt: skip

    assert shown() == ["zero-one", "hinge", "logistic"]
    figure.turn(ramp=True)
    assert len(shown()) == 4
    figure.turn(**dict.fromkeys(shown(), False))
    assert shown() == [] and rows.locator(".svm-swatch").count() == len(losses.LOSSES)
    figure.click("Undo")
    assert shown() == ["logistic"]
    figure.turn(**dict.fromkeys(losses.LOSSES, True))
    plot, table = (figure.root.locator(what).first.bounding_box() for what in ("canvas", "table"))
    assert table["x"] > plot["x"] + plot["width"] - 1 and table["y"] < plot["y"] + 150


@pytest.mark.parametrize("label", [1, -1])
def test_the_zero_one_of_the_losses_jumps(label, show):
    figure = show(Losses(score=2.5, label=label, shown=["zero-one"]))

    def ink(place, size=2):
        x, y = figure.pixel(place, WINDOW)
        return figure.count(INK, ((x - size, y - size), (x + size, y + size))) > 0

    far = 1.5 * label
    # its value at 0, and the two pieces; the open end, and nothing beyond the ends, nor a step
    assert [ink(place) for place in ((0, 1), (-far, 1), (far, 0))] == [True] * 3
    assert [ink(place) for place in ((0, 0), (far, 1), (-far, 0), (0, 0.5))] == [False] * 4


def test_arrows_move_the_marker_of_the_losses_as_the_slider_does(show):
    figure = show(Losses(score=-0.5))
    marker(figure).press("ArrowRight")
    assert figure.value("score") == -0.475
    figure.slider("score").press("ArrowLeft")
    assert figure.value("score") == -0.5
    assert marker(figure).get_attribute("aria-valuetext") == "score = −0.5"
    for key, value in (("Shift+ArrowLeft", -0.75), ("Home", -3), ("ArrowLeft", -3), ("End", 3)):
        marker(figure).press(key)
        assert figure.value("score") == value
        assert float(figure.slider("score").input_value()) == value


def test_the_best_line_of_the_margins_is_kept_until_the_start_comes_back(show):
    figure = show(live_book.flowers())
    first, w = figure.facts(), figure.widget
    figure.press("n")  # to the second one
    figure.put(*w.handles[0])
    assert figure.facts() == "Both handles are in the same place: drag one away."
    figure.click("Undo")
    assert figure.facts() == first
    m = HardMarginSVM().fit(w.X, w.y)
    (w1, w2), b = m.coef_[0], m.intercept_[0]
    for x in (4.7, 6.2):
        figure.press("n")
        figure.put(x, round(-(b + w1 * x) / w2, 6))
    best = figure.value("smallest geometric margin")
    assert best == pytest.approx(m.margin_, rel=1e-3) and "best" not in figure.facts()
    figure.press(*["ArrowUp"] * 3)
    assert figure.value("best so far") == best
    assert figure.value("smallest geometric margin") < best
    assert "best line so far" in figure.text("legend")
    figure.type("scale of (w, b)", 0.3)
    assert f"best so far {best}" in figure.facts()
    figure.click("Start over")
    assert "best" not in figure.facts() and "best line so far" not in figure.text("legend")


ASKED = re.compile(r"(\w+ \w+) \((.+), (.+)\): f = (.+), functional margin (.+), geometric (.+)")


def test_a_point_tells_its_margins(show):
    """Under the pointer in the plane, and by keys on the strip, from the smallest on."""
    figure = show(live_book.flowers())
    w, plain = figure.widget, figure.pixels()
    m = geometry.functional_margin(*w.line(), w.X, w.y)

    def asked():
        return [number(text) for text in ASKED.fullmatch(figure.text("chosen")).groups()[1:]]

    def told(i):
        return pytest.approx([*w.X[i], w.y[i] * m[i], m[i], m[i] / 2], rel=6e-3)

    i = int(w.X[:, 1].argmin())
    figure.hover(*figure.pixel(w.X[i], w.box, equal=True))
    assert asked() == told(i) and figure.pixels() != plain
    strip = figure.root.locator(".svm-plot").nth(1)
    strip.focus()
    strip.press("ArrowLeft")
    assert asked()[3] == pytest.approx(np.sort(m)[np.sort(m).searchsorted(m[i]) - 1], rel=1e-2)
    for _ in m:
        strip.press("ArrowLeft")
    assert asked() == told(int(m.argmin()))


def test_the_picture_of_the_lift_is_turned_by_finger_and_keys(show):
    """And the finger scrolls nothing."""
    figure = show(Lift(*datasets.rings(), level=0.3), touch=True, viewport=PHONE)

    def shown():
        figure.done()
        return [float(figure.box(label).input_value()) for label in ("turn", "view")]

    first, facts = figure.pixels(), figure.facts()
    left, right, top, bottom = figure.area()
    at, by = np.array([left + right, top + bottom]) / 2, np.array([40, 30])
    scrolled = figure.tab.evaluate("scrollY")
    figure.drag(at, at + by / 4, at + by, pointer=finger(figure.tab))
    assert shown() == [50, 30] and figure.tab.evaluate("scrollY") == scrolled
    assert figure.pixels() != first and figure.facts() == facts
    figure.press("ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp")
    assert shown() == [47, 60]
    figure.press(*["Shift+ArrowRight"] * 10, *["Shift+ArrowUp"] * 3)
    assert shown() == [-163, 90]  # once round, and not beyond
    figure.click("Guess first")  # in the other panel
    assert figure.root.locator(".svm-layer").is_visible()


def test_a_point_of_the_lift_is_ringed_in_both_panels(show):
    figure = show(Lift(*datasets.rings(), level=0.3))
    X, y, plain = figure.widget.X, figure.widget.y, [figure.pixels(k) for k in (0, 1)]
    i, half = int(X[:, 0].argmax()), 1.1 * np.abs(X).max()
    figure.hover(*figure.pixel(X[i], [-half, half, -half, half], equal=True, canvas=1))
    words = figure.text("chosen")
    assert words.startswith("Orange circle" if y[i] > 0 else "Blue square")
    assert words.endswith("above the plane.") and f"{X[i, 0]:.3g}" in words
    assert all(figure.pixels(k) != plain[k] for k in (0, 1))
    figure.hover(3, 3)
    assert [figure.pixels(k) for k in (0, 1)] == plain
    figure.press("p")
    assert re.search(r"\((\S+),", figure.text("chosen"))[1] == f"{X[0, 0]:.3g}".replace("-", "−")


def test_without_a_street_there_is_a_cross(show):
    """The legend names what can be seen."""
    X, y = IRIS
    figure = show(Street(X, y))
    soft = figure.text("legend")
    assert "slack ξ" in soft and "α = C" in soft and "hull" not in soft and "your line" not in soft
    figure.turn(**{"hard margin (no slack)": True})
    words = figure.text("legend")
    assert "slack" not in words and "α = C" not in words and "hull" not in words
    assert not figure.slider("C").is_visible()
    figure = show(Street(X, y, hard=True))
    before = figure.facts()
    i = int(X[:, 0].argmax())
    figure.at(*figure.pixel(X[i], figure.widget.box, equal=True))  # chooses
    figure.put(*X[y != y[i]].mean(axis=0))
    assert figure.facts().startswith("No line separates the classes: the cross")
    words = figure.text("legend")
    assert "the line" not in words and "ring" not in words and "hull" in words
    figure.press("Control+z", "Control+z")
    agrees(figure)
    assert figure.facts().partition(",")[0] == before.partition(",")[0]


def test_a_guess_is_compared_with_the_best_street(show):
    """Laid by pointer and by keys; how good a line is is judged in Node (`test_live_guess.py`)."""
    figure = show(plain_street(hard=True))
    plain, first, w = figure.facts(), figure.pixels(), figure.widget
    figure.press("n")
    assert figure.text("known") != ""
    figure.click("Guess first")
    assert figure.text("known") == ""  # α would tell
    assert figure.numbers() == [] and figure.pixels() != first
    figure.click("That is my guess")
    assert figure.text("question").startswith("Your line has ")
    assert figure.facts() == plain and "your line" in figure.text("legend")
    figure.click("Guess first")
    for k, place in enumerate(on_line(w.fit(), 4.2, 6.4)):
        handle = figure.root.locator(".svm-handle").nth(k)
        r, end = handle.bounding_box(), figure.pixel(place, w.box, equal=True)
        start = np.array([r["x"] + r["width"] / 2, r["y"] + r["height"] / 2])
        figure.drag(start, (start + end) / 2, end)
    laid = figure.pixels()
    handle.press("ArrowUp")
    assert figure.pixels() != laid
    handle.press("ArrowDown")
    figure.click("That is my guess")
    said = re.match(
        r"Along your line the street is \S+ wide, (\d+) % of the widest", figure.text("question")
    )
    assert 90 <= int(said[1]) <= 100 and figure.facts() == plain
    assert figure.solved() == []  # nothing was changed
    figure.press("ArrowRight")  # with the next change the guess is gone
    assert "our line" not in figure.text("question")


def test_the_region_of_novelty_is_where_f_is_not_negative(show):
    """Shares of the window in the two shades of pale blue."""
    figure, widget = show(novelty(), viewport=LAPTOP), novelty()
    figure.wait()
    u, v = (np.linspace(*widget.box[k : k + 2], 160) for k in (0, 2))
    grid = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
    share = np.mean(widget.fit().decision_function(grid) >= 0)
    left, right, top, bottom = figure.area()
    # from 55 % to 100 % of the way from white to pale blue
    pale = figure.count([222, 237, 246], near=13) / ((right - left) * (bottom - top))
    assert pale == pytest.approx(share, abs=0.04)


def test_the_width_of_the_kernel_is_asked_for_where_it_counts(show):
    figure = show(tube(), viewport=LAPTOP)
    area = figure.area()
    assert figure.slider("σ").is_visible()
    figure.choose("kernel", "linear")
    assert not figure.slider("σ").is_visible() and figure.area() == area


def test_python_reads_the_solution_back(show):
    for widget, traits, multipliers, bias, rows in (
        (tube(), {"epsilon": 0.2, "C": 5.0}, "beta", ("b", "intercept_"),
         {"outside": "outside the tube", "error": "mean absolute error"}),
        (novelty(), {"nu": 0.3, "sigma": 1.5}, "alpha", ("rho", "offset_"), {"outside": "outside"}),
    ):  # fmt: skip
        figure = show(widget)
        figure.set(**traits)
        agrees(figure)
        found, m = figure.trait("solution"), widget.fit()
        np.testing.assert_allclose(
            found[multipliers], getattr(m, f"{multipliers}_"), rtol=0, atol=1e-5
        )
        assert found[bias[0]] == pytest.approx(np.ravel(getattr(m, bias[1]))[0], rel=1e-6)
        assert found["support"] == len(m.support_)
        shown = {name: figure.value(row) for name, row in rows.items()}
        assert {name: found[name] for name in rows} == pytest.approx(shown, rel=1e-3)


def test_python_sees_places_and_numbers():
    figure = Tube([[0], [1], [2.5]], [1, 2, -1])
    assert figure.points == [[0, 1, 1], [1, 2, 1], [2.5, -1, 1]]
    figure.points = [[0, 1], [1, 2, 1]]
    assert figure.points == [[0, 1, 1], [1, 2, 1]]
    assert figure.X.tolist() == [[0], [1]] and figure.y.tolist() == [1, 2]


def test_support_vectors_of_the_region_are_ringed(show):
    """Those outside and no point inside, where no other mark and no border is in the way."""
    figure = show(novelty(nu=0.3, sigma=1.0), viewport=LAPTOP)
    widget = figure.widget
    f = widget.fit().decision_function(widget.X)
    places, found = figure.pixel(widget.X, widget.box), {True: 0, False: 0}
    for place, own in zip(places, f, strict=True):
        near = np.sort(np.hypot(*(places - place).T))[1]
        if near < 22 or (0.3 * f.min() < own < 0.4 * f.max()):
            continue
        inside, whole = (figure.count(INK, (place - far, place + far)) for far in (6.5, 10))
        assert (whole - inside > 5) == (own < 0), place
        found[own < 0] += 1
    assert all(found.values())


def test_a_hold_that_is_broken_off_leaves_all_as_it_was(show):
    figure = show(Losses(score=-0.5))
    x, y = figure.pixel((-0.5, -0.27), WINDOW)
    pointer = mouse(figure.tab)
    pointer("down", x, y)
    pointer("move", x + 60, y)
    assert float(figure.slider("score").input_value()) > -0.5
    figure.root.locator(".svm-plot").dispatch_event("pointercancel")
    assert float(figure.slider("score").input_value()) == figure.trait("score") == -0.5
