"""What all live figures have in common: one screen, undo, words, legend, challenges, errors."""

import pytest

from svmlib import datasets, widgets
from tests.live_page import IRIS, alone, every_figure
from tests.test_browser import LAPTOP, PHONE
from tests.test_live_links import made

# the bar of the site takes 48 pixels of a laptop's 720 and of a phone's 844
BAR = 48
BOXES = """root => Object.fromEntries(["controls", "panels", "facts", "frame"].map(name => {
  const r = root.querySelector(`.svm-${name}`).getBoundingClientRect();
  return [name, [r.top, r.bottom, r.left, r.right]];
}))"""
PLOTS = """root => [...root.querySelectorAll("canvas")].map(canvas => {
  const r = canvas.getBoundingClientRect();
  return [r.width, r.height];
})"""
TARGETS = """root => [...root.querySelectorAll("button, select, input, summary, .svm-toggle")]
  .filter(e => e.checkVisibility()).map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, r]) => r.height < 24 || r.width < 24).map(([text, r]) => [text, r.width, r.height])"""


@every_figure
@pytest.mark.parametrize("width", [914, 672], ids=["wide", "narrow"])
def test_a_laptop_shows_all_of_a_figure_at_once(name, width, chromium):
    """Knobs, all panels and the sentence; 914 and 672 pixels are what the site gives a figure."""
    with alone(chromium, made(name), width=width, viewport=LAPTOP) as figure:
        figure.done()
        boxes = figure.root.evaluate(BOXES)
        top = min(box[0] for box in boxes.values())
        bottom = max(boxes[part][1] for part in ("controls", "panels", "facts"))
        assert bottom - top <= LAPTOP["height"] - BAR
        for across, high in figure.root.evaluate(PLOTS):
            assert across >= 250 and high >= 140
        # the frame with tools and legend, too, but for the folded table of points
        assert boxes["frame"][1] - boxes["frame"][0] <= LAPTOP["height"] - BAR


@every_figure
def test_a_phone_shows_knobs_and_panels_at_once(name, chromium):
    with alone(chromium, made(name), viewport=PHONE, has_touch=True) as figure:
        figure.done()
        boxes = figure.root.evaluate(BOXES)
        parts = [boxes["controls"], boxes["panels"]]
        assert max(b[1] for b in parts) - min(b[0] for b in parts) <= PHONE["height"] - BAR - 8
        assert all(b[2] >= 0 and b[3] <= PHONE["width"] for b in boxes.values())
        assert figure.tab.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
        assert figure.root.evaluate(TARGETS) == []


@every_figure
def test_undo_and_redo_go_through_knobs_and_start_over_ends_it(name, chromium):
    with alone(chromium, made(name)) as figure:
        figure.done()
        undo = figure.root.get_by_role("button", name="Undo")
        redo = figure.root.get_by_role("button", name="Redo")
        assert undo.is_disabled() and redo.is_disabled()
        seen = [figure.facts()]
        knob = figure.root.locator("input[type=range]:visible").first
        for key in ("PageDown", "PageDown"):
            knob.press(key)
            figure.tab.wait_for_timeout(850)  # slow enough to be two steps
            figure.done()
            seen.append(figure.facts())
        assert len(set(seen)) == 3
        figure.click("Undo")
        figure.done()
        assert figure.facts() == seen[1]
        knob.press("Control+z")
        figure.done()
        assert figure.facts() == seen[0] and undo.is_disabled()
        figure.click("Redo")
        knob.press("Control+Shift+z")
        figure.done()
        assert figure.facts() == seen[2] and redo.is_disabled()
        figure.click("Start over")
        figure.done()
        assert figure.facts() == seen[0]
        figure.click("Undo")
        figure.done()
        assert figure.facts() == seen[2]


@every_figure
def test_a_figure_is_silent_until_it_is_touched(name, chromium):
    with alone(chromium, made(name)) as figure:
        figure.done()
        figure.rest()
        live = figure.root.locator("[role=status], [role=alert]")
        assert [text for text in live.all_inner_texts() if text.strip()] == []
        figure.root.locator("input[type=range]:visible").first.press("PageDown")
        figure.done()
        figure.rest()
        assert figure.root.locator(".svm-status").text_content() == figure.facts()


@every_figure
def test_every_figure_has_a_legend_and_a_challenge_that_is_open(name, chromium):
    with alone(chromium, made(name)) as figure:
        figure.done()
        entries = figure.root.locator(".svm-legend li")
        if name != "Losses":  # its choice of curves is its legend
            assert entries.count() >= 3
        for entry in entries.all():
            assert entry.locator("svg").count() == 1 and len(entry.inner_text()) >= 3
        assert "Challenge" in figure.root.locator(".svm-challenge").inner_text()
        assert figure.solved() == []


@every_figure
def test_an_id_is_there_once_and_every_control_has_a_name(name, chromium):
    with alone(chromium, made(name)) as figure:
        nameless = figure.root.evaluate(
            """root => [...root.querySelectorAll("input, select, textarea, button")]
            .filter(e => !e.labels?.length && !e.ariaLabel && !e.textContent.trim())
            .map(e => e.outerHTML)"""
        )
        assert nameless == []
        ids = figure.root.evaluate("root => [...root.querySelectorAll('[id]')].map(e => e.id)")
        assert len(ids) == len(set(ids))


def test_a_number_out_of_range_is_answered(chromium):
    with alone(chromium, widgets.Street(*datasets.blobs(30), C=1.0)) as figure:
        figure.done()
        before = figure.facts()
        figure.type("C", 1e9)
        toast = figure.root.locator(".svm-toast")
        assert "C lies between 0.01 and 1000; it is still 1" in toast.inner_text()
        assert figure.facts() == before
        box = figure.root.get_by_label("C, exact value")
        box.blur()
        assert box.input_value() == "1"


def test_what_was_solved_stays_solved(chromium):
    line = widgets.Margins(*IRIS, handles=[[6.2, 4.0], [4.6, 2.6]])  # with nobody on the wrong side
    with alone(chromium, line) as figure:
        figure.done()
        assert figure.root.locator(".svm-challenge").inner_text().startswith("☆")
        assert figure.solved() == []  # the reader has not done anything yet
        figure.press("n", "ArrowUp")
        figure.done()
        assert "put every point on its right side." in figure.solved()
        assert "solved" in figure.root.locator(".svm-toast").inner_text().lower()
        figure.tab.reload()
        figure.tab.locator(".svm-live canvas").last.wait_for(state="attached")
        figure.done()
        assert "put every point on its right side." in figure.solved()


def test_a_situation_that_cannot_be_drawn_goes_back_to_the_start(chromium):
    with alone(chromium, widgets.Street(*datasets.blobs(30), C=1.0), mistakes=1) as figure:
        figure.done()
        before = figure.facts()
        figure.tab.evaluate(
            """() => {
              const arc = CanvasRenderingContext2D.prototype.arc;
              let broken = true;
              CanvasRenderingContext2D.prototype.arc = function (...how) {
                if (broken) { broken = false; throw new Error("no arc today"); }
                return arc.apply(this, how);
              };
            }"""
        )
        figure.type("C", 0.5)
        figure.done()
        assert "cannot be drawn" in figure.root.locator(".svm-toast").inner_text()
        assert figure.facts() == before


COUNTS = ("Nodes", "JSEventListeners", "JSHeapUsedSize")


def counts(session):
    """Nodes, listeners and bytes that are in use after a garbage collection."""
    session.send("HeapProfiler.collectGarbage")
    found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return [found[name] for name in COUNTS]


@pytest.mark.parametrize("name", ["Street", "KernelMachine", "Descent"])
def test_two_thousand_moves_leave_nothing_behind(name, chromium):
    moves = """root => {
      const knob = root.querySelector("input[type=range]");
      const frame = () => new Promise(requestAnimationFrame);
      return (async () => {
        for (let k = 0; k < 1000; k++) {
          knob.value = Number(knob.min) + (knob.max - knob.min) * ((k * 0.37) % 1);
          knob.dispatchEvent(new Event("input", { bubbles: true }));
          if (k % 10 === 0) await frame();
        }
        await frame();
        await frame();
      })();
    }"""
    with alone(chromium, made(name)) as figure:
        figure.done()
        session = figure.tab.context.new_cdp_session(figure.tab)
        session.send("Performance.enable")
        figure.root.evaluate(moves)
        figure.done()
        nodes, listeners, heap = counts(session)
        figure.root.evaluate(moves)
        figure.done()
        later = counts(session)
        assert later[0] <= nodes + 20 and later[1] <= listeners
        assert later[2] <= heap + 1.5e6
