"""Live figures in a browser: all of one on a screen, themes, what is spoken, and no leak.

What they say and do is for `test_live_states.py`.
"""

import numpy as np
import pytest

from svmlib import datasets
from svmlib.widgets import KernelMachine, Losses, Street
from tests import live_book
from tests.live_book import flat, made
from tests.live_page import IRIS, LAPTOP, PHONE, every_figure

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
    figure.tab.wait_for_function("() => document.fullscreenElement")
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
    assert figure.evaluate("root => root.offsetHeight") <= PHONE["height"]
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


def test_on_a_phone_the_curves_are_folded(show):
    figure = show(Street(*IRIS), viewport=PHONE)
    strip = figure.root.get_by_role("slider", name="Traced values of C")
    assert not strip.is_visible()
    figure.root.get_by_text("Curves over C").click()
    figure.done()
    assert strip.is_visible()


def boxes_of(figure, *selectors):
    return [figure.root.locator(what).first.bounding_box() for what in selectors]


def test_tables_and_panels_stand_beside_the_plot(show):
    figure = show(Losses(shown=[*live_book.LOSSES]), width=914, viewport=LAPTOP)
    plot, table = boxes_of(figure, "canvas", "table")
    assert table["x"] > plot["x"] + plot["width"] - 1 and table["y"] < plot["y"] + 150
    for width in (914, 672):
        figure = show(live_book.scores(), width=width, viewport=LAPTOP)
        plot, curves, bill = (one.bounding_box() for one in figure.root.locator("canvas").all())
        assert plot["x"] == bill["x"] and plot["width"] == bill["width"]
        assert bill["y"] > plot["y"] + plot["height"] - 1
        assert curves["x"] > plot["x"] + plot["width"] - 1
        assert curves["height"] > 1.5 * plot["height"]


@pytest.mark.parametrize("tied, width", [(True, 700), (False, 914)])
def test_a_longer_sentence_stays_on_the_screen(tied, width, show):
    """However much is told: all undecided, votes tied, a point chosen, beside the plot."""
    figure = show(flat() if tied else made("ThreeClasses"), width=width, viewport=LAPTOP)
    for kind in ("one-versus-one", "Weston–Watkins"):
        figure.choose("machine", kind)
        figure.press("n")
        parts = (".svm-frame", "canvas", ".svm-scores", ".svm-side")
        frame, plot, rows, side = boxes_of(figure, *parts)
        assert frame["height"] <= LAPTOP["height"] - BAR, kind
        assert rows["width"] <= side["width"] + 1 or tied
        assert rows["x"] > plot["x"] + plot["width"] - 1


def test_nothing_moves_under_the_hand(show):
    """Neither by longer sentences nor by knobs that take each other's place; one that goes leaves
    no hole."""
    figure, sizes = show(live_book.three_multipliers(), width=914, viewport=LAPTOP), []
    for _ in range(4):
        figure.wait()
        sizes.append([c.bounding_box()["height"] for c in figure.root.locator("canvas").all()])
        figure.click("Step")
    assert sizes == [sizes[0]] * 4
    figure, places = show(KernelMachine(*datasets.moons(60)), viewport=LAPTOP), []
    for kernel in ("polynomial", "Gaussian (RBF)", "Ornstein–Uhlenbeck", "linear"):
        figure.choose("kernel", kernel)
        assert figure.slider("σ").is_visible() == (kernel == "Gaussian (RBF)")
        places.append((*boxes_of(figure, ".svm-guess"), figure.area()))
        figure.root.locator(".svm-guess button").first.click()
    assert places[1:3] == places[:2] and places[3][0]["y"] < places[2][0]["y"]
    figure = show(made("Tube"))
    figure.press("n")
    figure.put(-0.86502, -0.12345)  # which fits into the fields
    widths = "all => all.map(e => e.value.length === 8 && e.scrollWidth <= e.clientWidth)"
    assert figure.root.locator(".svm-chosen input").evaluate_all(widths) == [True, True]


def test_the_ground_is_that_of_svmlibs_regions(show):
    """Ties are grey; a region of novelty is where f ≥ 0. Shares of the window."""
    widget = live_book.corners(live_book.MILL, kind="one-vs-one", C=10.0)
    novelty = live_book.novelty()
    # the ground of blue, orange, green, and of nobody; from 55 % to 100 % of the way to pale blue
    pale = ((210, 230, 243), (252, 235, 200), (205, 238, 228), (217, 221, 227))
    for w, colours, near in ((widget, pale, 0), (novelty, [(222, 237, 246)], 13)):
        x0, x1, y0, y1 = w.box
        u, v = np.meshgrid(np.linspace(x0, x1, 201), np.linspace(y0, y1, 201))
        grid = np.column_stack([u.ravel(), v.ravel()])
        if w is widget:
            winners = w.decide(grid)
            wanted = [np.mean(winners == k) for k in (0, 1, 2, -1)]
        else:
            wanted = [np.mean(w.fit().decision_function(grid) >= 0)]
        figure = show(w, viewport=LAPTOP)
        figure.wait()
        left, right, top, bottom = figure.area()
        shares = [figure.count(c, near=near) / (right - left) / (bottom - top) for c in colours]
        np.testing.assert_allclose(shares, wanted, atol=0.06)
        assert min(shares) > 0
