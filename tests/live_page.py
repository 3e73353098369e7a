"""The live figures on a page of a real browser: what tests of them do and read there."""

import json
import re
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from svmlib import datasets
from svmlib.widgets import bundle
from tests import live_book
from tests.conftest import ROOT
from tests.test_browser import PIXELS, WAKE, opened

sys.path.insert(0, str(ROOT / "book/_ext"))
from live_figures import DROPPED  # what a page leaves out of a widget's state

FIGURES = list(live_book.FIGURES)
every_figure = pytest.mark.parametrize("name", FIGURES)
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 10, 40  # room around the axes, as in ui/plot.js
NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


# texts of the solved challenges of a figure; the button beside them goes round
SOLVED = """root => {
  const line = root.querySelector(".svm-challenge"), found = [];
  const next = line.querySelector("button");
  const first = line.innerText;
  do {
    if (line.dataset.solved === "true") found.push(line.querySelector("span").textContent);
    next?.click();
  } while (next && line.innerText !== first);
  return found.map(text => text.replace(/^.*?: /, ""));
}"""

# a player without a plan: a slider, a choice, a box, a few keys, or a button beside the knobs where
# they count; a frame for each move
AT_RANDOM = """async (root, [seed, moves, buttons]) => {
  let state = seed * 2654435761 % 4294967296;
  const random = n => {  // 0 … n-1
    state = (1664525 * state + 1013904223) % 4294967296;
    return Math.floor(n * state / 4294967296);
  };
  const frame = () => new Promise(r => requestAnimationFrame(r));
  const happens = { bubbles: true, cancelable: true };
  const press = (e, key, shiftKey) =>
    e.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, ...happens }));
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  for (let k = 0; k < moves; k++) {
    const all = [...root.querySelectorAll(
      "input[type=range], input[type=checkbox], .svm-controls select, .svm-plot[tabindex]"
      + (buttons ? ", .svm-controls button" : ""),
    )].filter(one => one.checkVisibility());
    const e = all[random(all.length)];
    if (e.type === "range") {
      const steps = Math.round((e.max - e.min) / e.step);
      e.value = Number(e.min) + random(steps + 1) * e.step;
      e.dispatchEvent(new Event("input", happens));
    } else if (e.type === "checkbox") e.click();
    else if (e.type === "button") {
      e.click();
      for (let n = 0; e.textContent === "Pause" && n < 20; n++) await frame();
      if (e.textContent === "Pause") e.click();
    }
    else if (e.options) {
      e.value = e.options[random(e.options.length)].value;
      e.dispatchEvent(new Event("change", happens));
    } else {
      for (let n = random(8); n > 0; n--) press(e, "n", false);
      const key = keys[random(4)];
      for (let n = 1 + random(8); n > 0; n--) press(e, key, random(2) > 0);
    }
    await frame();
    for (let n = 0; root.dataset.done === "false" && n < 60; n++) await frame();
  }
}"""

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf8"><title>Figure</title>
<meta name="viewport" content="width=device-width"><style>
body {{ margin: 0; }} header {{ height: 48px; position: sticky; top: 0; }}
main {{ margin: 20px auto; width: min({width}px, 100vw - 48px); }} {style}</style></head>
<body><header class="bd-header-article"></header><main><h1>A figure</h1>
<div class="svm-place" data-model="m"><img alt="" src="data:,"></div>
<div style="height: 100vh"></div></main>
<script type="application/vnd.jupyter.widget-state+json">{state}</script>
<script>{script}</script></body></html>"""


@contextmanager
def alone(chromium, widget, *, width=900, fragment="", mistakes=0, **settings):
    """A live figure on a page of its own, as a book shows it; only `mistakes` go wrong."""
    state = {k: v for k, v in widget.get_state().items() if k not in DROPPED}
    text = json.dumps({"state": {"m": {"state": state}}}).replace("</", "<\\/")
    style = (bundle.FRONT / "live.css").read_text(encoding="utf8")
    html = PAGE.format(width=width, style=style, state=text, script=bundle.page_script())
    with TemporaryDirectory() as folder:
        file = Path(folder) / "figure.html"
        file.write_text(html, encoding="utf8")
        address = f"figure.html{fragment}"
        with opened(chromium, f"{Path(folder).as_uri()}/", address, **settings) as (
            tab, errors, foreign,
        ):  # fmt: skip
            tab.locator(".svm-live canvas").last.wait_for(state="attached")
            yield Figure(tab, type(widget).__name__)
            assert len(errors) == mistakes and foreign == [], errors


class Figure:
    """One live figure on an open page."""

    def __init__(self, tab, name):
        self.tab = tab
        places = tab.locator(".svm-place")
        place = places.first if places.count() == 1 else places.nth(FIGURES.index(name))
        self.root = place.locator(".svm-live")
        self.root.scroll_into_view_if_needed()
        self.settle()

    def settle(self):
        """Let two frames be drawn."""
        self.tab.evaluate(
            "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
        )

    def rest(self):
        """Wait until the sentence for screen readers has come and nothing changes any more."""
        self.settle()
        self.tab.wait_for_timeout(450)

    def facts(self):
        self.settle()
        return self.root.locator(".svm-facts").inner_text()

    def numbers(self):
        return [number(text) for text in NUMBER.findall(self.facts())]

    def pixels(self):
        self.settle()
        return self.root.evaluate(PIXELS)

    def slider(self, label):
        return self.root.get_by_role("slider", name=label, exact=True)

    def type(self, label, value):
        """A number into the box beside a slider."""
        box = self.root.get_by_label(f"{label}, exact value")
        box.fill(str(value))
        box.press("Enter")
        self.settle()

    def choose(self, label, text):
        self.root.get_by_label(label, exact=True).select_option(label=text)
        self.settle()

    def press(self, *keys):
        plot = self.root.locator(".svm-plot[tabindex]").first
        plot.focus()
        for key in keys:
            plot.press(key)
        self.settle()

    def click(self, text):
        """A button by its words; a sign may stand before them."""
        self.root.get_by_role("button", name=re.compile(rf"^(\W )?{re.escape(text)}$")).click()
        self.settle()

    def boxes(self):
        """Boxes of frame, knobs and sentence, and of each plot."""
        parts = [".svm-frame", ".svm-controls", ".svm-facts"]
        found = [self.root.locator(part).bounding_box() for part in parts]
        return *found, [canvas.bounding_box() for canvas in self.root.locator("canvas").all()]

    def done(self):
        """Wait until the figure has finished its work."""
        self.settle()
        self.tab.wait_for_function(
            "root => root.dataset.done !== 'false'", arg=self.root.element_handle()
        )
        self.settle()

    def solved(self):
        """The challenges that are solved, by their texts."""
        return self.root.evaluate(SOLVED)

    def play_at_random(self, seed, moves=200, buttons=False):
        """Moves without a plan, the same for each seed; buttons: those beside the knobs as well."""
        self.root.evaluate(AT_RANDOM, [seed, moves, buttons])

    def points(self):
        """(X, y) as the text beside the figure says, with six digits."""
        rows = self.root.locator("textarea").input_value().splitlines()
        data = np.array([[float(v) for v in row.split(",")] for row in rows])
        return data[:, :2], data[:, 2]

    def area(self):
        """Axes of the first canvas on the page: left, right, top, bottom in CSS pixels."""
        canvas = self.root.locator("canvas").first
        canvas.scroll_into_view_if_needed()
        r = canvas.bounding_box()
        return (r["x"] + LEFT, r["x"] + r["width"] - RIGHT,
                r["y"] + TOP, r["y"] + r["height"] - BOTTOM)  # fmt: skip

    def pixel(self, place, box, equal=False):
        """Where a place is seen on the page."""
        left, right, top, bottom = self.area()
        x0, x1, y0, y1 = box
        if equal:
            unit = max((x1 - x0) / (right - left), (y1 - y0) / (bottom - top))
            more_x, more_y = (
                (unit * (right - left) - x1 + x0) / 2,
                (unit * (bottom - top) - y1 + y0) / 2,
            )
            x0, x1, y0, y1 = x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y
        across, up = (place[0] - x0) / (x1 - x0), (place[1] - y0) / (y1 - y0)
        return (
            left + across * (right - left),
            bottom - up * (bottom - top),
            (x1 - x0) / (right - left),
        )


def number(text):
    head, _, exponent = text.replace("−", "-").partition(" × 10")
    return float(head) * 10.0 ** int(exponent.translate(RAISED) or 0)


def numbers_close(one, other):
    """The same sentence, numbers to the digits that a link carries."""
    assert NUMBER.sub("#", one) == NUMBER.sub("#", other)
    a, b = ([number(t) for t in NUMBER.findall(text)] for text in (one, other))
    return np.allclose(a, b, rtol=1e-3, atol=1e-6)


@contextmanager
def page(chromium, base, name=None, address=None, **settings):
    """The page of a figure, else that of all of them; nothing may go wrong on it."""
    address = address or f"{(name or 'live').lower()}.html"
    with opened(chromium, base, address, **settings) as (tab, errors, foreign):
        tab.evaluate(WAKE)
        tab.locator(".svm-live canvas").last.wait_for(state="attached")
        yield Figure(tab, name) if name else tab
        assert errors == [] and foreign == [], (errors, foreign)


def box_of(X):
    """As svmlib.widgets.live.box_around."""
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.15 * (high - low)
    return [low[0] - room[0], high[0] + room[0], low[1] - room[1], high[1] + room[1]]


IRIS = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
MOONS = datasets.moons(60)


def drag(figure, start, path, pointer):
    """Press at start, go through path, release; pointer is a mouse or a finger."""
    pointer("down", *start)
    for place in path:
        pointer("move", *place)
        figure.settle()
    pointer("up", *path[-1])
    figure.settle()


def mouse(tab):
    actions = {"down": lambda x, y: (tab.mouse.move(x, y), tab.mouse.down()),
               "move": tab.mouse.move, "up": lambda x, y: tab.mouse.up()}  # fmt: skip
    return lambda what, x, y: actions[what](x, y)


def finger(tab):
    session = tab.context.new_cdp_session(tab)
    kinds = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}

    def touch(what, x, y):
        points = [] if what == "up" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kinds[what], "touchPoints": points})

    return touch


def solved_by_chance(chromium, figures):
    """How many challenges of these figures 200 random moves in each solve, at the same time."""
    with ExitStack() as stack:
        games = [stack.enter_context(alone(chromium, make())) for make in figures]
        for seed, figure in enumerate(games):
            play = f"(root, how) => {{ window.played = ({AT_RANDOM})(root, how); }}"
            figure.root.evaluate(play, [seed, 200, True])
        for figure in games:
            figure.tab.evaluate("() => window.played")
        return sum(len(figure.solved()) for figure in games)
