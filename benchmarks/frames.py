"""How long one frame of the kernel machine takes.

Two movements are made as a reader makes them: a point is dragged (solve, coarse surface, contours,
points), and the knob C is moved (fine surface). A frame is what the figure does between two
pictures, measured with the drawing finished: one pixel is read back.
"""

import math

import numpy as np
from playwright.sync_api import Page, sync_playwright

from benchmarks.timing import shown, table
from book.browser import executable
from svmlib import datasets
from svmlib.widgets import bundle
from svmlib.widgets.live import box_around, points_of

FRAMES, CS = 30, (1.0, 1000.0)
WORK = [(200, 1), (200, 4), (500, 1)]  # points, how many times slower
KERNELS = {"linear": 1.0, "rbf": 0.3, "polynomial": 1.0, "ornstein-uhlenbeck": 0.5}
HEAD = "n | processor | kernel | drag | 95 % | knob | 95 %"

PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style>
<body style="width: 736px"><div id="place"></div><script>
const frames = [];  // milliseconds
const next = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (work) => next((now) => {{
  const start = performance.now();
  work(now);
  for (const canvas of document.querySelectorAll("canvas")) {{
    canvas.getContext("2d").getImageData(0, 0, 1, 1);
  }}
  frames.push(performance.now() - start);
}});
{script}
async function settled() {{ for (let k = 0; k < 8; k++) await new Promise(next); }}
async function present(state) {{
  const el = document.createElement("div");
  document.getElementById("place").replaceChildren(el);
  renderKernelMachine({{ model: pageModel(state), el }});
  await settled();
  frames.length = 0;
}}
async function knob(value) {{
  const slider = document.querySelector("input[type=range]");
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
  await new Promise((done) => next(() => setTimeout(done)));
}}
</script>"""


def drag(tab: Page, state: dict) -> list[float]:
    """Press on the first point and lead it around; the times of the frames."""
    tab.evaluate("present", state)
    canvas, (x, y, *_) = tab.locator(".svm-plot canvas").first.bounding_box(), state["points"][0]
    x0, x1, y0, y1 = state["box"]
    across = canvas["x"] + 46 + (x - x0) / (x1 - x0) * (canvas["width"] - 56)
    down = canvas["y"] + canvas["height"] - 40 - (y - y0) / (y1 - y0) * (canvas["height"] - 50)
    tab.mouse.move(across, down)
    tab.mouse.down()
    for k in range(FRAMES):
        tab.mouse.move(across + 25 * math.sin(k / 6), down + 25 * math.sin(k / 4))
        tab.evaluate("new Promise(next)")
    times = tab.evaluate("frames")
    tab.mouse.up()
    return times


def turn(tab: Page, state: dict) -> list[float]:
    """Move C by a hundredth of a decade, up and down; the times of the frames."""
    tab.evaluate("present", state)
    for k in range(FRAMES):
        tab.evaluate("knob", math.log10(state["C"]) - 0.5 * abs(math.sin(k / 10)))
    return tab.evaluate("frames")


def measured(tab: Page, n: int, kernel: str) -> str:
    """The median and 95 % of both movements, over two data sets and two values of C."""
    fixed = {"labels": ["x1", "x2"], "degree": 3, "kernel": kernel, "sigma": KERNELS[kernel]}
    states = [
        fixed | {"points": points_of(X, y), "box": box_around(X), "C": C}
        for X, y in (datasets.moons(n), datasets.blobs(n))
        for C in CS
    ]
    cells = []
    for move in (drag, turn):
        times = np.concatenate([move(tab, state) for state in states])
        cells.append(f"{np.median(times):.1f} | {np.quantile(times, 0.95):.1f}")
    return " | ".join(cells)


def report(_largest: int) -> str:
    """The section of README.md."""
    css = (bundle.FRONT / "live.css").read_text(encoding="utf8")
    script, rows = bundle.joined("host.js", "figures/kernel_machine.js"), []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 900, "height": 1200})
        tab.set_content(PAGE.format(css=css, script=script))
        client = tab.context.new_cdp_session(tab)
        for n, slower in WORK:
            client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            speed = f"{slower} times slower" if slower > 1 else "as it is"
            rows += [shown(f"{n} | {speed} | {k} | {measured(tab, n, k)}") for k in KERNELS]
        browser.close()
    return SECTION.format(table=table(HEAD, rows))


SECTION = """## Live figures: one frame

The kernel machine in headless Chromium without a graphics card, milliseconds a frame: solve,
surface, contours and points, with the drawing finished. A point is dragged, then the knob C is
moved, on two data sets with two values of C. A smooth picture needs 16 ms.

{table}
"""
