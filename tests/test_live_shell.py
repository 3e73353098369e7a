"""The frame of all live figures: knobs, undo, one screen, themes, and work that takes longer."""

import re

import numpy as np
import pytest

from svmlib import datasets, widgets
from tests.live_book import made
from tests.live_page import LAPTOP, PHONE, every_figure, number
from tests.test_live_figures import agrees

# ------------------------------------------------------------------------- knobs, keys, one screen


NAMELESS = """root => [...root.querySelectorAll("input, select, textarea, button")]
  .filter(e => !e.labels?.length && !e.ariaLabel && !e.textContent.trim()).map(e => e.outerHTML)"""


@every_figure
def test_at_first_and_as_every_knob_moves_it(name, show):
    """Silent until it is touched, with names, ids, a legend and an open challenge; a knob moves
    by keyboard the picture, the number beside it and the words for screen readers."""
    figure = show(made(name))
    figure.wait()
    live = figure.root.locator("[role=status], [role=alert]")
    assert [text for text in live.all_inner_texts() if text.strip()] == []
    assert figure.root.evaluate(NAMELESS) == []
    ids = figure.root.evaluate("root => [...root.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    entries = figure.root.locator(".svm-legend li")
    assert entries.count() >= 3 or name == "Losses"  # its choice of curves is its legend
    assert entries.locator("svg").count() == entries.count()
    assert all(len(text) >= 3 for text in entries.all_inner_texts())
    assert "Challenge" in figure.text("challenge") and figure.solved() == []

    first, undo = figure.facts(), figure.button("Undo")
    assert undo.is_disabled()
    figure.turn(**{"KernelMachine": {"kernel": "polynomial"},
                   "Descent": {"schedule": "constant η"}}.get(name, {}))  # fmt: skip
    knobs = figure.root.locator("input[type=range]:visible").all()
    assert knobs
    for knob in knobs:
        before, spoken = figure.pixels(), knob.get_attribute("aria-valuetext")
        high = float(knob.input_value()) < float(knob.get_attribute("max"))
        knob.press("PageUp" if high else "PageDown")
        assert figure.pixels() != before, spoken
        now = knob.get_attribute("aria-valuetext")
        assert now != spoken
        box = knob.locator("xpath=following-sibling::input")
        if box.count():
            assert float(box.input_value()) == pytest.approx(number(now.split(" = ")[1]), rel=1e-3)
    figure.wait()
    # the first line is spoken, not the table
    spoken, line = figure.root.locator(".svm-status").text_content(), figure.first_line()
    assert spoken.startswith(line) and ":" in line and figure.facts() != first
    for _ in [None, *knobs]:  # what was chosen, and each knob
        if undo.is_enabled():
            figure.click("Undo")
    assert undo.is_disabled() and figure.facts() == first


def test_undo_and_redo_go_through_knobs_and_start_over_ends_it(show):
    figure = show(made("Street"))
    undo, redo = figure.button("Undo"), figure.button("Redo")
    assert undo.is_disabled() and redo.is_disabled()
    seen = [figure.facts()]
    knob = figure.root.locator("input[type=range]:visible").first
    for _ in range(2):
        knob.press("PageDown")
        seen.append(figure.facts())
        figure.wait()  # slow enough to be two steps
    assert len(set(seen)) == 3
    figure.click("Undo")
    assert figure.facts() == seen[1]
    knob.press("Control+z")
    assert figure.facts() == seen[0] and undo.is_disabled()
    figure.click("Redo")
    knob.press("Control+Shift+z")
    assert figure.facts() == seen[2] and redo.is_disabled()
    figure.click("Start over")
    assert figure.facts() == seen[0]
    figure.click("Undo")
    assert figure.facts() == seen[2]
    knob.press("PageUp")
    knob.press("PageUp")  # in quick succession: one step
    figure.click("Undo")
    assert figure.facts() == seen[2]


# the bar of the site takes 48 pixels of a laptop's 720 and of a phone's 844
BAR = 48
BOXES = """root => {
  const box = e => {
    const r = e.getBoundingClientRect();
    return { x: r.left, y: r.top, right: r.right, bottom: r.bottom };
  };
  const parts = ["controls", "panels", "facts", "frame"];
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
        boxes = figure.root.evaluate(BOXES)
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
    full, high = figure.root.evaluate("e => [document.fullscreenElement === e, e.scrollHeight]")
    figure.tab.evaluate("document.exitFullscreen()")
    assert full and high <= LAPTOP["height"]


@every_figure
def test_a_phone_shows_knobs_and_panels_at_once(name, show):
    figure = show(made(name), viewport=PHONE, touch=True)
    boxes = figure.root.evaluate(BOXES)
    top = min(boxes["controls"]["y"], boxes["panels"]["y"])
    bottom = max(boxes["controls"]["bottom"], boxes["panels"]["bottom"])
    assert bottom - top <= PHONE["height"] - BAR - 8
    assert figure.root.evaluate(TARGETS) == []
    for width in (PHONE["width"], 320):
        figure.tab.set_viewport_size({**PHONE, "width": width})
        figure.done()
        boxes = figure.root.evaluate(BOXES)
        assert boxes["frame"]["x"] >= 0 and boxes["frame"]["right"] <= width
        assert figure.tab.evaluate("() => document.documentElement.scrollWidth") <= width


# ------------------------------------------------------------------------------ what takes longer


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
    figure.root.evaluate(WATCH)
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
        figure.root.evaluate(MOVES)
        figure.wait()
        session.send("HeapProfiler.collectGarbage")
        found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return [found[name] for name in COUNTS]

    figure = show(made(name))
    session = figure.tab.context.new_cdp_session(figure.tab)
    session.send("Performance.enable")
    (nodes, listeners, heap), later = counts(), counts()
    assert later[0] <= nodes + 20 and later[1] <= listeners and later[2] <= heap + 1.5e6
