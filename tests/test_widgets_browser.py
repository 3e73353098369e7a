"""The live figures in a real browser, on pages of the book and on one that shows them all.

What a figure says is compared with what svmlib computes from the points and knobs that it shows.
"""

import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from svmlib import LinearSVM
from tests.live_page import (
    FIGURES,
    IRIS,
    Figure,
    box_of,
    drag,
    every_figure,
    finger,
    mouse,
    number,
    numbers_close,
    page,
)
from tests.test_browser import PHONE, WAKE, opened

# ------------------------------------------------------------------------------------ all together


def test_all_figures_mount(live_base, chromium):
    with page(chromium, live_base) as tab:
        assert tab.locator(".svm-place").count() == tab.locator(".svm-live").count() == len(FIGURES)
        # neither the picture nor the link to it is seen beside the figure, nor stands around it
        assert tab.locator(".svm-place :is(img, a):visible").count() == 0
        assert tab.locator(".svm-place a .svm-live").count() == 0
        assert tab.locator("figcaption").count() == len(FIGURES)
        for name in FIGURES:
            assert Figure(tab, name).facts()


ALIVE = """() => [...document.querySelectorAll('.svm-place')]
  .map(place => Boolean(place.querySelector('.svm-live')))"""


def test_figures_come_alive_before_a_reader_meets_them(live_base, chromium):
    """And all above, so that nothing grows there later; on paper the others are pictures."""
    with opened(chromium, live_base, "live.html") as (tab, errors, _):
        tab.locator(".svm-live canvas").first.wait_for()
        alive = tab.evaluate(ALIVE)
        assert alive[0] and not alive[-1] and alive == sorted(alive, reverse=True)
        tab.emulate_media(media="print")
        assert tab.locator(".svm-place img:visible").count() == len(FIGURES)
        tab.emulate_media(media="screen")
        place = tab.locator(".svm-place").nth(sum(alive))
        top = "e => e.getBoundingClientRect().top"
        while place.evaluate(top) > 1200:  # the window is 900 high
            tab.mouse.wheel(0, 100)
            tab.wait_for_timeout(20)
        place.locator(".svm-live canvas").first.wait_for()
        assert place.evaluate(top) > 900
        tab.locator(".svm-place").last.scroll_into_view_if_needed()
        tab.wait_for_function(f"() => ({ALIVE})().every(Boolean)")
        assert errors == []


def test_place_of_an_address_is_seen_though_figures_above_it_come_alive(live_base, chromium):
    with opened(chromium, live_base, "live.html") as (tab, _, _):
        tab.locator(".svm-place").last.evaluate("e => { e.id = 'last'; }")
        tab.evaluate("() => { document.documentElement.style.overflowAnchor = 'none'; }")
        tab.evaluate("() => { location.hash = '#last'; }")
        tab.wait_for_function(f"() => ({ALIVE})().every(Boolean)")
        tab.wait_for_timeout(500)
        assert -2 <= tab.locator("#last").evaluate("e => e.getBoundingClientRect().top") < 200


def test_without_a_script_the_pictures_stay(live_server, chromium):
    with opened(chromium, live_server, "live.html", java_script_enabled=False) as (tab, _, _):
        pictures = tab.locator(".svm-place img").all()
        assert len(pictures) == len(FIGURES)
        for picture in pictures:
            assert len(picture.get_attribute("alt").split()) >= 8
            picture.scroll_into_view_if_needed()
            box = picture.bounding_box()
            assert box["width"] > 300 and box["height"] > 150


def test_paper_shows_the_pictures(live_server, chromium):
    with page(chromium, live_server) as tab:
        tab.emulate_media(media="print")
        assert tab.locator(".svm-place img:visible").count() == len(FIGURES)
        assert tab.locator(".svm-live:visible").count() == 0


@pytest.mark.parametrize(
    "scheme, colors", [("light", "none"), ("dark", "none"), ("light", "active")],
    ids=["light", "dark", "forced colours"],
)  # fmt: skip
def test_no_accessibility_violation(scheme, colors, live_server, chromium):
    settings = {"color_scheme": scheme, "forced_colors": colors, "reduced_motion": "reduce"}
    # axe itself fetches style sheets, which is not counted
    with opened(chromium, live_server, "live.html", **settings) as (tab, _, _):
        tab.evaluate(WAKE)
        tab.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
        for name in FIGURES:  # with a point chosen, whose number fields are then there
            figure = Figure(tab, name)
            if figure.root.locator(".svm-plot[tabindex]").count():
                figure.press("n")
        assert tab.locator(".svm-live").first.get_attribute("data-svm-theme") == scheme
        found = Axe().run(tab).response["violations"]
        assert [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found] == []


def test_the_theme_of_the_page_repaints_the_figures(live_server, chromium):
    with page(chromium, live_server, color_scheme="light") as tab:
        for name in FIGURES:
            figure = Figure(tab, name)
            light = figure.pixels()
            tab.evaluate("() => { document.documentElement.dataset.theme = 'dark' }")
            assert figure.root.get_attribute("data-svm-theme") == "dark"
            assert figure.pixels() != light
            tab.evaluate("() => { document.documentElement.dataset.theme = 'light' }")
            assert figure.pixels() == light


def test_nothing_is_wider_than_a_phone(live_server, chromium):
    with page(chromium, live_server, viewport=PHONE) as tab:
        tab.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert tab.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


@every_figure
def test_every_knob_moves_the_picture(name, live_server, chromium):
    """By keyboard; the number beside it and the words for screen readers follow."""
    with page(chromium, live_server, name) as figure:
        if name == "KernelMachine":
            figure.choose("kernel", "polynomial")
        elif name == "Descent":
            figure.choose("schedule", "constant η")
        knobs = figure.root.locator("input[type=range]:visible").all()
        assert knobs
        for knob in knobs:
            before, spoken = figure.pixels(), knob.get_attribute("aria-valuetext")
            key = (
                "PageUp"
                if float(knob.input_value()) < float(knob.get_attribute("max"))
                else "PageDown"
            )
            knob.press(key)
            assert figure.pixels() != before, spoken
            now = knob.get_attribute("aria-valuetext")
            assert now != spoken
            box = knob.locator("xpath=following-sibling::input")
            if box.count():
                assert float(box.input_value()) == pytest.approx(
                    number(now.split(" = ")[1]), rel=1e-3
                )


# ----------------------------------------------------------- points: mouse, finger, keyboard, text


def street_total(figure, C=1.0):
    """Objective that the street shows, and what svmlib finds for the points that it shows."""
    return figure.numbers()[-1], LinearSVM(C=C).fit(*figure.points()).primal_


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_point_is_dragged(kind, live_server, chromium):
    X, _ = IRIS
    i = int(X[:, 0].argmax())  # nobody near it
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {}
    with page(chromium, live_server, "Street", **device) as figure:
        before, seen = figure.facts(), figure.pixels()
        x, y, unit = figure.pixel(X[i], box_of(X), equal=True)
        scrolled = figure.tab.evaluate("scrollY")
        # rather upwards, which the browser would take for scrolling
        steps = [(x - 4 * k, y - 9 * k) for k in range(1, 13)]
        drag(figure, (x, y), steps, kind(figure.tab))
        moved, _ = figure.points()
        assert moved[i, 0] == pytest.approx(X[i, 0] - 48 * unit, abs=2 * unit)
        assert moved[i, 1] > X[i, 1]
        np.testing.assert_allclose(np.delete(moved, i, 0), np.delete(X, i, 0), atol=1e-4)
        assert figure.tab.evaluate("scrollY") == scrolled
        assert figure.pixels() != seen
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.click("Undo")
        assert numbers_close(figure.facts(), before)


def test_a_finger_beside_the_points_scrolls_the_page(live_server, chromium):
    with page(chromium, live_server, "Street", has_touch=True, viewport=PHONE) as figure:
        before, scrolled = figure.facts(), figure.tab.evaluate("scrollY")
        _, right, top, bottom = figure.area()
        start = (right - 8, (top + bottom) / 2)  # no flower there
        drag(
            figure, start, [(start[0], start[1] - 15 * k) for k in range(1, 9)], finger(figure.tab)
        )
        figure.tab.wait_for_timeout(300)
        assert figure.tab.evaluate("scrollY") > scrolled + 30
        assert figure.facts() == before


def test_points_by_keyboard(live_server, chromium):
    """Choose, move, relabel, add, remove, take back."""
    with page(chromium, live_server, "Street") as figure:
        start, first = figure.points(), figure.facts()
        x0, x1, *_ = box_of(start[0])
        figure.press("n")
        figure.rest()
        assert "Point 2 of 150" in figure.root.locator(".svm-status").text_content()
        figure.press("p", "Shift+ArrowRight", "ArrowUp")
        X, y = figure.points()
        assert X[0, 0] > start[0][0, 0] + 0.04 * (x1 - x0) and X[0, 1] > start[0][0, 1]
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.press("Space")
        assert figure.points()[1][0] == -y[0]
        figure.press("a")
        assert len(figure.points()[1]) == 151
        figure.press("Delete")
        assert len(figure.points()[1]) == 150
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        undo = figure.root.get_by_role("button", name="Undo")
        for _ in range(5):  # at most: quick moves of one point are one step
            if undo.is_enabled():
                figure.press("Control+z")
        assert numbers_close(figure.facts(), first)
        assert undo.is_disabled()
        # the keyboard can leave the figure
        figure.press("Tab")
        assert not figure.root.locator(".svm-plot[tabindex]").first.evaluate(
            "e => e === document.activeElement"
        )


def test_points_by_taps(live_server, chromium):
    """What needs dragging can be had by single taps; what is frequent needs no tool."""
    X, _ = IRIS
    i = int(X[:, 0].argmax())
    with page(chromium, live_server, "Street") as figure:
        first, mouse = figure.facts(), figure.tab.mouse
        x, y, unit = figure.pixel(X[i], box_of(X), equal=True)
        mouse.click(x, y)  # chooses
        assert f"Point {i + 1} (row {i})" in figure.root.locator(".svm-chosen").inner_text()
        figure.click("A click puts the chosen point there")
        mouse.click(x - 60, y)
        figure.settle()
        assert figure.points()[0][i, 0] == pytest.approx(X[i, 0] - 60 * unit, abs=2 * unit)
        for tool, count in (("A click adds: orange circle", 151), ("A click deletes a point", 150)):
            figure.click(tool)
            mouse.click(x, y)
            figure.settle()
            assert len(figure.points()[1]) == count
        figure.click("A click adds: orange circle")
        figure.tab.keyboard.down("Shift")
        mouse.click(x, y)
        figure.tab.keyboard.up("Shift")
        figure.settle()
        assert figure.points()[1][-1] == -1
        mouse.dblclick(x, y)
        figure.settle()
        assert len(figure.points()[1]) == 150
        mouse.click(x, y, button="right")
        figure.settle()
        assert figure.points()[1][-1] == -1 and len(figure.points()[1]) == 151
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.click("Start over")
        assert numbers_close(figure.facts(), first)


def test_small_accidents_change_nothing(live_server, chromium):
    """A trembling hand, shortcuts of the browser, an empty number, a click beside the axes."""
    X, _ = IRIS
    with page(chromium, live_server, "Street") as figure:
        first, n = figure.facts(), len(figure.points()[1])
        x, y, _ = figure.pixel(X[int(X[:, 0].argmax())], box_of(X), equal=True)
        drag(figure, (x, y), [(x + 2, y), (x + 3, y)], mouse(figure.tab))
        assert figure.facts() == first
        left, _, _, bottom = figure.area()
        figure.tab.mouse.click(left - 20, bottom + 20)
        figure.settle()
        figure.press("n", "Control+a", "Alt+ArrowLeft")
        box = figure.root.locator(".svm-chosen input").first
        box.fill("")
        box.press("Enter")
        assert len(figure.points()[1]) == n and figure.facts() == first
        assert figure.root.get_by_role("button", name="Undo").is_disabled()


def test_points_as_text(live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        first = figure.facts()
        figure.root.locator("summary").click()
        area, use = (
            figure.root.locator("textarea"),
            figure.root.get_by_role("button", name="Use these"),
        )
        area.fill("0, 0, -1\n1, 1, 3")
        use.click()
        complaint = figure.root.get_by_role("alert").inner_text()
        assert "Line 2" in complaint and "1 or -1" in complaint
        assert numbers_close(figure.facts(), first)
        area.fill("4.5, 2.5, -1\n5, 4; 1\n6 3 -1\n\n")
        use.click()
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        area.fill("4.5, 2.5, -1")
        use.click()
        assert figure.facts() == "Both classes need a point."
        figure.click("Undo")
        figure.click("Undo")
        assert numbers_close(figure.facts(), first)


@pytest.mark.parametrize("value", ["0", "-1", "1e9", ""])
def test_a_number_out_of_range_changes_nothing(value, live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        before = figure.facts()
        figure.type("C", value)
        assert figure.facts() == before
        box = figure.root.get_by_label("C, exact value")
        box.blur()
        assert float(box.input_value()) == 1


# ------------------------------------------------------------------------------------------- links


CHANGED = {
    "Street": lambda f: (f.press("Shift+ArrowRight"), f.type("C", 7)),
    "KernelMachine": lambda f: (f.type("σ", 0.3), f.press("Delete")),
    "Losses": lambda f: (f.type("score", 1.25), f.root.get_by_label("ramp").check()),
    "Margins": lambda f: f.press("n", "Shift+ArrowUp"),
    "Descent": lambda f: (f.type("λ", 0.3), f.click("+ 100")),
    "DualAscent": lambda f: f.click("Step"),
    "Lift": lambda f: f.type("height", 0.4),
    "Map": lambda f: f.slider("C").press("Home"),
    "ThreeClasses": lambda f: f.choose("kernel", "Gaussian (RBF)"),
    "Tube": lambda f: (f.type("ε", 0.2), f.press("Shift+ArrowUp")),
    "Novelty": lambda f: (f.type("ν", 0.3), f.press("Delete")),
    "Threshold": lambda f: (f.press("ArrowRight"), f.type("miss costs", 7)),
}


@every_figure
def test_a_link_restores_the_situation(name, live_server, chromium):
    with page(chromium, live_server, name) as figure:
        before = figure.facts()
        CHANGED[name](figure)
        facts = figure.facts()
        assert facts != before
        figure.click("Copy link")
        address = figure.tab.url
    assert address.startswith(live_server)
    with page(chromium, live_server, name, address.removeprefix(live_server)) as figure:
        assert numbers_close(figure.facts(), facts)


def test_a_link_leads_to_its_figure_among_others(live_server, chromium):
    with page(chromium, live_server, "Lift", "live.html") as figure:
        CHANGED["Lift"](figure)
        facts = figure.facts()
        figure.click("Copy link")
        address = figure.tab.url
    with page(chromium, live_server, address=address.removeprefix(live_server)) as tab:
        assert tab.evaluate("scrollY") > 0
        assert numbers_close(Figure(tab, "Lift").facts(), facts)
        for other in ("Street", "Map"):
            assert Figure(tab, other).facts()


def test_a_link_means_one_of_two_figures_of_a_kind(live_site, live_server, chromium):
    text = (live_site / "live.html").read_text(encoding="utf8")
    place = re.search(r'<div class="svm-place.*?</div>', text, re.DOTALL)[0]
    (live_site / "twice.html").write_text(text.replace(place, place + place), encoding="utf8")
    with page(chromium, live_server, address="twice.html") as tab:
        second = tab.locator(".svm-live").nth(1)
        box = second.get_by_label("C, exact value")
        box.fill("7")
        box.press("Enter")
        second.get_by_role("button", name="Copy link").click()
        address = tab.url
    with page(chromium, live_server, address=address.removeprefix(live_server)) as tab:
        boxes = tab.locator(".svm-live").get_by_label("C, exact value")
        assert [boxes.nth(k).input_value() for k in range(2)] == ["1", "7"]


def test_a_figure_that_fails_leaves_its_picture_and_the_others(live_site, chromium, tmp_path):
    text = (live_site / "live.html").read_text(encoding="utf8")
    assert '"figure":"Losses"' in text
    (live_site / "broken.html").write_text(text.replace('"figure":"Losses"', '"figure":"Lost"'))
    with opened(chromium, live_site.as_uri() + "/", "broken.html") as (tab, errors, _):
        tab.evaluate(WAKE)
        assert len(errors) == 1
        assert tab.locator(".svm-live").count() == len(FIGURES) - 1
        assert tab.locator(".svm-place img:visible").count() == 1
