"""The frame of all live figures: knobs, undo, one screen, themes, work that takes longer; and the
curves under knobs, the way back to a traced value.
"""

import re

import numpy as np
import pytest

from svmlib import datasets, widgets
from svmlib.widgets import KernelMachine, Street
from tests.live_book import made
from tests.live_page import IRIS, LAPTOP, MOONS, PHONE, every_figure, number
from tests.node_process import CORE
from tests.test_live_figures import agrees

# of a knob that is seen: what is said of it, whether it can go up, what the box beside it says
KNOB = """(root, k) => {
  const seen = [...root.querySelectorAll("input[type=range]")].filter(e => e.checkVisibility());
  const beside = [...seen[k].parentElement.children].filter(
    e => e.matches("input") && seen[k].compareDocumentPosition(e) === 4);
  const { value, max } = seen[k];
  return [seen[k].getAttribute("aria-valuetext"), +value < +max, beside.map(e => e.value)];
}"""


@every_figure
def test_at_first_and_as_every_knob_moves_it(name, show):
    """Silent until it is touched, with a legend and an open challenge; a knob moves by keyboard
    the picture, the number beside it and the words for screen readers."""
    figure = show(made(name))
    figure.wait()
    live = figure.root.locator("[role=status], [role=alert]")
    assert [text for text in live.all_inner_texts() if text.strip()] == []
    entries = figure.root.locator(".svm-legend li")
    assert entries.count() >= 3 or name == "Losses"  # its choice of curves is its legend
    assert entries.locator("svg").count() == entries.count()
    assert all(len(text) >= 3 for text in entries.all_inner_texts())
    challenge = figure.root.locator(".svm-challenge")
    assert challenge.is_visible() != bool(figure.button("Guess first").count())  # one at a time
    assert "Challenge" in challenge.text_content() and figure.solved() == []

    first = figure.facts()
    assert figure.button("Undo").is_disabled()
    figure.turn(**{"KernelMachine": {"kernel": "polynomial"},
                   "Descent": {"schedule": "constant η"}}.get(name, {}))  # fmt: skip
    knobs = figure.root.locator("input[type=range]:visible").all()
    assert knobs
    for k, knob in enumerate(knobs):
        before, (spoken, room, _) = figure.pixels(), figure.evaluate(KNOB, k)
        knob.press("PageUp" if room else "PageDown")
        assert figure.pixels() != before, spoken
        now, _, boxes = figure.evaluate(KNOB, k)
        assert now != spoken
        if boxes:
            (value,) = boxes
            assert float(value) == pytest.approx(number(now.split(" = ")[1]), rel=1e-3)
    figure.wait()
    # the first line is spoken, not the table
    spoken, line = figure.root.locator(".svm-status").text_content(), figure.text("first")
    assert spoken.startswith(line) and ":" in line and figure.facts() != first


def test_undo_and_redo_go_through_knobs_and_start_over_ends_it(show):
    figure = show(made("Street"))
    undo, redo, knob = figure.button("Undo"), figure.button("Redo"), figure.slider("C")
    assert undo.is_disabled() and redo.is_disabled()
    for _ in range(2):
        knob.press("PageDown")
        figure.wait()  # slow enough to be two steps
    steps = [  # and at the end two in quick succession, which are one
        ("Undo", 0.3162), ("Control+z", 1), ("Redo", 0.3162), ("Control+Shift+z", 0.1),
        ("Start over", 1), ("Undo", 0.1), ("PageUp", 0.3162), ("PageUp", 1), ("Undo", 0.1),
    ]  # fmt: skip
    for k, (step, C) in enumerate(steps):
        (knob.press if "+" in step or "Page" in step else figure.click)(step)
        assert (figure.trait("C"), undo.is_disabled()) == (C, k == 1), k
        assert redo.is_disabled() == (k in (3, 4, 6, 7)), k


# the bar of the site takes 48 pixels of a laptop's 720 and of a phone's 844
BAR = 48
BOXES = """root => {
  const box = e => {
    const r = e.getBoundingClientRect();
    return { x: r.left, y: r.top, right: r.right, bottom: r.bottom };
  };
  const parts = ["controls", "panels", "facts", "first", "frame"];
  const found = parts.map(name => [name, box(root.querySelector(`.svm-${name}`))]);
  return { ...Object.fromEntries(found), plots: [...root.querySelectorAll("canvas")].map(box) };
}"""
TARGETS = """root => [...root.querySelectorAll("button, select, input, summary, .svm-toggle")]
  .filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, r]) => r.height < 24 || r.width < 24).map(([text, r]) => [text, r.width, r.height])"""
WIDTH = "width => document.querySelector('main').style.setProperty('--width', `${width}px`)"
THEME = "theme => { document.documentElement.dataset.theme = theme }"
# where there is room the first plot is at least so wide and high
LARGE = {
    "Descent": (250, 300), "DualAscent": (250, 300), "Losses": (500, 350),
    "ThreeClasses": (500, 350),
}  # fmt: skip


@every_figure
def test_a_laptop_shows_all_of_a_figure_at_once_in_either_theme(name, show):
    """Knobs, all panels and the sentence; then tools and legend, but for the table of points.

    914 and 672 pixels are what the site gives a figure.
    """
    figure = show(made(name), width=914, viewport=LAPTOP)
    for width, (across, high) in ((914, LARGE.get(name, (250, 140))), (672, (250, 140))):
        figure.tab.evaluate(WIDTH, width)
        figure.done()
        boxes = figure.evaluate(BOXES)
        plots, frame = boxes["plots"], boxes["frame"]
        assert frame["right"] - frame["x"] <= width
        assert frame["bottom"] - frame["y"] <= LAPTOP["height"] - BAR
        assert all(boxes[part]["bottom"] <= frame["bottom"] for part in ("facts", "panels"))
        sizes = [(plot["right"] - plot["x"], plot["bottom"] - plot["y"]) for plot in plots]
        assert sizes[0][0] >= across and sizes[0][1] >= high
        assert all(x >= 250 and y >= 140 for x, y in sizes)
        assert boxes["controls"]["bottom"] <= min(plot["y"] for plot in plots)
        assert len(plots) < 2 or plots[1]["x"] > plots[0]["right"] - 1  # side by side
    seen = []
    for scheme in ("light", "dark", "light"):
        figure.tab.evaluate(THEME, scheme)
        assert figure.root.get_attribute("data-svm-theme") == scheme
        seen.append(figure.pixels())
    assert seen[0] != seen[1] and seen[0] == seen[2]
    figure.click("Full screen")
    full, high = figure.evaluate("e => [document.fullscreenElement === e, e.scrollHeight]")
    figure.tab.evaluate("document.exitFullscreen()")
    assert full and high <= LAPTOP["height"]


# what a browser on a phone of 844 pixels leaves at least
SCREEN = 740
IN_FRONT = """root => [...root.querySelectorAll(".svm-plot")]
  .map(plot => plot.checkVisibility({ visibilityProperty: true }))"""


@every_figure
def test_a_phone_shows_knobs_a_panel_and_the_first_line_at_once(name, show):
    """Other panels are behind tabs."""
    figure = show(made(name), viewport=PHONE, touch=True)
    figure.root.locator("input[type=range]:visible").first.press("PageUp")
    tabs = figure.root.locator(".svm-tab")
    count = figure.root.locator(".svm-plot").count()
    assert tabs.count() == (count if count > 1 else 0)
    for k in range(count):
        boxes = figure.evaluate(BOXES)
        assert boxes["controls"]["bottom"] <= boxes["panels"]["y"]
        assert boxes["panels"]["bottom"] <= boxes["first"]["y"]
        assert boxes["first"]["bottom"] - boxes["controls"]["y"] <= SCREEN
        assert figure.evaluate(IN_FRONT) == [j == k for j in range(count)]
        if k + 1 < count:
            tabs.nth(k).press("ArrowRight")
            figure.done()
    if count > 1:
        tabs.first.click()
        assert figure.evaluate(IN_FRONT)[0]
    assert figure.evaluate(TARGETS) == []
    for width in (PHONE["width"], 320):
        figure.tab.set_viewport_size({**PHONE, "width": width})
        figure.done()
        boxes = figure.evaluate(BOXES)
        assert boxes["frame"]["x"] >= 0 and boxes["frame"]["right"] <= width
        assert figure.tab.evaluate("() => document.documentElement.scrollWidth") <= width


def no_answer_at_once():
    """(widget, what is turned): problems that take a slow machine more than a frame."""
    X, y = np.random.default_rng(0).normal(size=(200, 2)), np.repeat([-1, 1], 100)
    X += 0.05 * (y[:, None] > 0)
    rng = np.random.default_rng(4)
    P, labels = rng.normal(size=(150, 2)), rng.integers(0, 3, 150)
    high = widgets.KernelMachine(*datasets.moons(120), kernel="linear", degree=8, C=1000.0)
    return {
        "Street": (widgets.Street(X, y, C=0.01), {"C": 1000}),
        "KernelMachine": (high, {"kernel": "polynomial"}),
        "ThreeClasses": (widgets.ThreeClasses(P, labels, kernel="rbf"), {"C": 900}),
    }


WATCH = """root => {
  const facts = root.querySelector(".svm-facts");
  window.told = [];
  const part = name => facts.querySelector(`.svm-${name}`).textContent;
  const watch = () => told.push([part("lead"), part("remarks") + part("numbers")]);
  new MutationObserver(watch).observe(facts, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize(
    "name", ["Street", "KernelMachine", pytest.param("ThreeClasses", marks=pytest.mark.weekly)]
)
def test_no_number_before_it_is_certain(name, show):
    """Where each look at the clock costs 9 ms a frame is over at once."""
    widget, how = no_answer_at_once()[name]
    figure = show(widget)
    figure.evaluate(WATCH)
    figure.tab.evaluate("slow(9)")
    figure.turn(**how)
    told = figure.tab.evaluate("told")
    still = re.compile(r"Still solving(: the gap is [^ ]+( × 10\S+)? %)?\.")
    solving = [rest for lead, rest in told if still.fullmatch(lead)]
    assert len(solving) > 2 and not any(solving), told
    assert all(lead or rest for lead, rest in told[len(solving) :])
    assert [bool(still.fullmatch(lead)) for lead, _ in told].index(False) == len(solving), told
    agrees(figure)


COUNTS = ("Nodes", "JSEventListeners", "JSHeapUsedSize")
MOVES = """async root => {
  const knob = root.querySelector("input[type=range]");
  for (let k = 0; k < 1000; k++) {
    knob.value = Number(knob.min) + (knob.max - knob.min) * ((k * 0.37) % 1);
    knob.dispatchEvent(new Event("input", { bubbles: true }));
    if (k % 20 === 0) await pass(16);
  }
}"""


@pytest.mark.weekly
@pytest.mark.parametrize("name", ["Street", "KernelMachine", "Descent"])
def test_two_thousand_moves_leave_nothing_behind(name, show):
    """Nodes, listeners and bytes that are in use after a garbage collection."""

    def counts():
        figure.evaluate(MOVES)
        figure.wait()
        session.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return [found[name] for name in COUNTS]

    figure = show(made(name))
    session = figure.tab.context.new_cdp_session(figure.tab)
    session.send("Performance.enable")
    (nodes, listeners, heap), later = counts(), counts()
    assert later[0] <= nodes + 20 and later[1] <= listeners and later[2] <= heap + 1.5e6


def traced(*situations):
    (found,) = CORE.ask(("trace", situations))
    return found


def test_a_trace_belongs_to_all_but_its_knob():
    """Found values are made-up names: a trace only keeps them."""
    at = lambda C, sigma=1, rest="points", found=None: [  # noqa: E731
        {"C": C, "sigma": sigma}, rest, found]  # fmt: skip
    by_C = traced(at(1, found="a"), at(10, found="b"), at(0.1, found="c"), at(10, found="d"), at(3))
    assert by_C[-1]["samples"] == [[0.1, "c"], [1, "a"], [10, "d"]]  # sorted, anew, nothing for 3
    assert {step["knob"] for step in by_C} == {"C"}
    start = [at(1, found="a"), at(10, found="b")]
    other = traced(*start, at(10, 2, found="e"), at(10, 3, found="f"), at(1, 3, found="g"))
    assert other[2] == {"knob": "sigma", "samples": [[1, "b"], [2, "e"]], "earlier": []}
    assert other[-1]["samples"] == [[1, "g"], [10, "f"]]  # of σ = 3, not of σ = 1
    assert other[-1]["earlier"] == [[1, "a"], [10, "b"]]
    moved = traced(*start, at(10, rest="moved", found="h"), at(10, found="b"))
    assert moved[2]["samples"] == [[10, "h"]] and moved[2]["earlier"] == [[1, "a"], [10, "b"]]
    assert moved[3]["samples"] == [[1, "a"], [10, "b"]]  # and after an undo it is there again


def test_what_is_equal_but_for_rounding_looks_equal():
    asked = [([0.5, 0.5 + 1e-9, 0.5 - 1e-9], True), ([0.1, 1.6, 0.4], True), ([0, 4, 1], False),
             ([0, 0], False)]  # fmt: skip
    equal, powers, counts, none = CORE.ask(*[("heights", one) for one in asked])
    assert equal == pytest.approx([0.5] * 3, abs=1e-6)
    assert powers == pytest.approx([0, 1, 0.5]) and counts == [0, 1, 0.25] and none == [0, 0]


def strip_of(figure):
    return figure.root.get_by_role("slider", name="Traced values of C")


@pytest.mark.parametrize("make", [Street, KernelMachine])
def test_a_traced_value_is_come_back_to_exactly(make, show):
    figure = show(make(*(IRIS if make is Street else MOONS), C=2))
    strip, said = strip_of(figure), {}
    for C in (2, 0.1234, 77.7):
        figure.type("C", C)
        said[C] = strip.get_attribute("aria-valuetext")
        alpha = np.array(figure.trait("solution")["alpha"])
        assert f"C = {C}: " in said[C]
        assert f", {(alpha > 1e-8 * alpha.max()).sum()} support vectors" in said[C]
    box = strip.bounding_box()
    figure.at(box["x"] + 0.25 * box["width"], box["y"] + 40)  # a good way beside it
    for C in (0.1234, 2, 77.7, 77.7):
        assert figure.trait("C") == C and strip.get_attribute("aria-valuetext") == said[C]
        strip.press("ArrowRight")
        figure.done()
    figure.click("Guess first")
    assert not strip.is_visible()  # it would tell what is to be guessed
    assert figure.root.get_by_role("button", name="Play C").is_disabled()


def test_a_knob_plays_its_range_and_ends_where_it_began(show):
    figure = show(Street(*IRIS))
    dots = lambda: strip_of(figure).locator(".svm-curve.svm-support").get_attribute("d")  # noqa: E731
    assert dots().count("L") == 0
    figure.click("Play C")
    figure.wait(2000)
    figure.click("Pause C")
    paused = figure.trait("C")
    assert 0.1 < paused < 10 and 15 < dots().count("L") < 40
    figure.click("Play C")
    figure.wait(8000)
    assert figure.trait("C") == 1 and dots().count("L") == 60
    figure.press("n", "ArrowUp")  # other points: begun anew, and that of before is still seen
    assert dots().count("L") == 0
    before = figure.root.locator(".svm-before").last
    assert before.get_attribute("d").count("L") == 60
    with figure.still():
        figure.type("C", 2)
        figure.click("Step C")
        figure.wait(3000)
    assert figure.trait("C") == 3.162  # and no further


def test_on_a_phone_the_curves_are_folded(show):
    figure = show(Street(*IRIS), viewport=PHONE)
    assert not strip_of(figure).is_visible()
    figure.root.get_by_text("Curves over C").click()
    figure.done()
    assert strip_of(figure).is_visible()
