"""A live figure on a page of a browser: what tests do and read there."""

import re
from contextlib import suppress

import numpy as np
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error as PlaywrightError

from svmlib import datasets
from svmlib.widgets.live import LiveFigure
from tests import live_book

FIGURES = list(live_book.FIGURES)
every_figure = pytest.mark.parametrize("name", FIGURES)
LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 10, 40  # room around the axes, as in ui/plot.js
NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

# a number for all that is drawn on the canvases of an element, or on one: the same for the same
PIXELS = """e => [e, ...e.querySelectorAll("canvas")].filter(one => one.getContext).map(canvas => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, copy.width, copy.height);
  const mix = (sum, v) => Math.imul(sum ^ (sum >>> 15) ^ v, 0x01000193);
  return new Uint32Array(data.buffer).reduce(mix, 1);
}).join()"""

# how many CSS pixels of a part of a canvas are nearly of a colour
COUNTED = """(root, [k, wanted, near, part]) => {
  const canvas = root.querySelectorAll("canvas")[k];
  const scale = canvas.width / canvas.clientWidth;
  const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(...part.map(v => Math.round(v * scale)));
  let count = 0;
  for (let k = 0; k < data.length; k += 4)
    count += wanted.every((v, c) => Math.abs(v - data[k + c]) <= near);
  return count / scale ** 2;
}"""

# texts of the solved challenges of a figure; the button beside them goes round
SOLVED = """root => {
  const line = root.querySelector(".svm-challenge"), found = [];
  const next = line.querySelector("button");
  const first = line.textContent;
  do {
    if (line.dataset.solved === "true") found.push(line.querySelector("span").textContent);
    next?.click();
  } while (next && line.textContent !== first);
  return found.map(text => text.replace(/^.*?: /, ""));
}"""

# rows and remarks; a sentence that says what no row can
TOLD = """root => {
  const rows = [...root.querySelectorAll(".svm-numbers > div")]
    .map(row => `${row.firstChild.textContent} ${row.lastChild.firstChild.data}`);
  const words = name => root.querySelector(`.svm-${name}`).textContent;
  const lead = root.querySelector(".svm-facts").dataset.lead;
  return [lead, words("remarks"), rows.join("; ")].filter(Boolean).join(" ");
}"""

TRAITS = "names => Object.fromEntries(names.map(name => [name, model.get(name) ?? null]))"

# what the only part of this kind says
TEXT = """(root, kind) => {
  const parts = root.querySelectorAll(kind);
  if (parts.length !== 1) throw new Error(`${parts.length} of ${kind}`);
  return parts[0].innerText;
}"""

# the edges of the first canvas, which is brought into sight
SEEN = """root => {
  const canvas = root.querySelector("canvas");
  canvas.scrollIntoViewIfNeeded();
  const { left, right, top, bottom } = canvas.getBoundingClientRect();
  return [left, right, top, bottom];
}"""

# two frames, or more until the figure has finished its work, then again after some time; those of a
# browser that shows what has another size, then those of the clock that stands still otherwise. Two
# more for what the last have changed, if they have
FRAMES = """async (root, [finished, wait]) => {
  const drawn = window.frame ?? (() => new Promise(requestAnimationFrame));
  const two = async () => { await drawn(); return window.pass?.(40) ?? drawn().then(() => true); };
  const done = async () => {
    let worked = await two();
    for (let n = 0; finished && root.dataset.done === "false"; n++) {
      if (n > 600) throw new Error("the figure does not come to an end");
      worked = await two();
    }
    if (finished && worked) await two();
  };
  await done();
  if (!wait) return;
  await pass(wait);
  await done();
}"""

# where the clock stands still it is let go on until the answer has come
AXE = """async rules => {
  let found = null;
  axe.run({ include: [".svm-live"] }, rules).then(answer => { found = answer.violations; });
  while (!found) {
    await window.pass?.(10);
    await (window.frame?.() ?? new Promise(requestAnimationFrame));
  }
  return found.map(v => [v.id, v.help, v.nodes.map(node => node.target).slice(0, 3)]);
}"""


def broken_rules(tab, **rules):
    """What axe finds in the live figures of a page."""
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(AXE_SCRIPT)
    return tab.evaluate(AXE, rules)


class Figure:
    """One live figure on an open page."""

    def __init__(self, tab, root, widget=None):
        self.tab, self.root, self.widget, self.element = tab, root, widget, None

    def evaluate(self, script, argument=None):
        """What a script says of its element, in a tenth of the time that `root.evaluate` takes.

        A locator looks for the element each time. Here it is kept as long as it is on the page.
        """
        here = f"async (e, argument) => e.isConnected ? [await ({script})(e, argument)] : null"
        found = None
        if self.element:
            with suppress(PlaywrightError):  # of a page that has been left
                found = self.element.evaluate(here, argument)
        if found is None:
            self.element = self.root.element_handle()
            found = self.element.evaluate(here, argument)
        return found[0]

    def settle(self):
        """Let two frames be drawn."""
        self.evaluate(FRAMES, [False, 0])

    def done(self):
        """Wait until the figure has finished its work."""
        self.evaluate(FRAMES, [True, 0])

    def wait(self, milliseconds=1000):
        """Let time pass: as long as a gesture lasts and until a screen reader speaks."""
        self.evaluate(FRAMES, [True, milliseconds])

    def facts(self):
        """What is told of the state, on one line."""
        self.done()
        return self.evaluate(TOLD)

    def text(self, part):
        """What a part of the figure says, by its class."""
        self.done()
        return self.evaluate(TEXT, f".svm-{part}")

    def trait(self, name):
        return self.tab.evaluate("name => model.get(name)", name)

    def traits(self):
        """All traits that are this figure's own, as the page has them now."""
        own = {*self.widget.keys} - {*LiveFigure.class_trait_names()} - {"solution"}
        names = [name for name in own if not name.startswith("_")]
        return self.tab.evaluate(TRAITS, names)

    def python(self):
        """The widget with these traits, as Python gets them."""
        for name, value in self.traits().items():
            if value != getattr(self.widget, name):
                setattr(self.widget, name, value)
        return self.widget

    def pixels(self):
        """All that is drawn."""
        self.done()
        return self.evaluate(PIXELS)

    def count(self, colour, near=3):
        """How many pixels between the axes of the first canvas are nearly of a colour."""
        self.done()
        left, right, top, bottom = self.area()
        part = [LEFT + 1, TOP + 1, right - left - 2, bottom - top - 2]
        return self.evaluate(COUNTED, [0, colour, near, part])

    def slider(self, label):
        return self.root.get_by_role("slider", name=label, exact=True)

    def box(self, label):
        """The number box beside a slider."""
        return self.root.get_by_label(f"{label}, exact value")

    def type(self, label, value):
        box = self.box(label)
        box.fill(str(value))
        box.press("Enter")
        self.done()

    def choose(self, label, text):
        self.root.get_by_label(label, exact=True).select_option(label=text)
        self.done()

    def press(self, *keys):
        plot = self.root.locator(".svm-plot[tabindex]").first
        plot.focus()
        for key in keys:
            plot.press(key)
        self.done()

    def button(self, text):
        """A button by its words; a sign may stand before them."""
        return self.root.get_by_role("button", name=re.compile(rf"^(\W )?{re.escape(text)}$"))

    def click(self, text):
        more = self.root.locator(".svm-more > summary")
        if more.count() and not self.button(text).count():
            more.click()
        self.button(text).click()
        self.done()

    def hover(self, x, y):
        self.tab.mouse.move(x, y)
        self.done()

    def drag(self, start, *path, pointer=None):
        """With the mouse from start along a path, or with another pointer."""
        pointer = pointer or mouse(self.tab)
        pointer("down", *start)
        for place in path:
            pointer("move", *place)
            self.settle()
        pointer("up", *path[-1])
        self.done()

    def solved(self):
        """The challenges that are solved, by their texts, once the figure has been at rest."""
        self.wait()
        return self.evaluate(SOLVED)

    def link(self):
        """What the link to this situation says behind the address."""
        self.click("Copy link")
        return "#" + self.tab.url.partition("#")[2]

    def points(self):
        """(X, y) as the figure has them."""
        data = np.array(self.trait("points"))
        return data[:, :2], data[:, 2]

    def put(self, *place):
        """Type the numbers of the chosen point."""
        for k, value in enumerate(place):
            field = self.root.locator(".svm-chosen input").nth(k)
            field.fill(str(value))
            field.press("Enter")
        self.done()

    def area(self):
        """Axes of the first canvas: left, right, top, bottom in CSS pixels of the page."""
        x0, x1, y0, y1 = self.evaluate(SEEN)
        return x0 + LEFT, x1 - RIGHT, y0 + TOP, y1 - BOTTOM

    def scale(self, box, equal=False):
        """Pixel and value of the middle of the axes, and pixels of a unit across and up."""
        left, right, top, bottom = self.area()
        size = np.array([right - left, top - bottom])
        units = size / [box[1] - box[0], box[3] - box[2]]
        if equal:
            units = np.abs(units).min() * np.sign(units)
        return (np.array([left + right, top + bottom]) / 2,
                np.array([box[0] + box[1], box[2] + box[3]]) / 2, units)  # fmt: skip

    def pixel(self, place, box, equal=False):
        """Where a place is seen on the page."""
        pixel, value, units = self.scale(box, equal)
        return pixel + (np.asarray(place) - value) * units

    def place(self, seen, box, equal=False):
        """What stands where a pixel of the page is."""
        pixel, value, units = self.scale(box, equal)
        return value + (np.asarray(seen) - pixel) / units


def number(text):
    head, _, exponent = text.replace("−", "-").partition(" × 10")
    return float(head) * 10.0 ** int(exponent.translate(RAISED) or 0)


def numbers_close(one, other):
    """The same sentence, numbers to the digits that a link carries."""
    assert NUMBER.sub("#", one) == NUMBER.sub("#", other)
    a, b = ([number(t) for t in NUMBER.findall(text)] for text in (one, other))
    return np.allclose(a, b, rtol=1e-3, atol=1e-6)


IRIS = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)


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
