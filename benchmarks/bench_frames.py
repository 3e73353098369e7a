"""How long one frame of the kernel machine takes, and until the figures of a page are alive.

Two movements are made as a reader makes them: a point is dragged (solve, coarse surface, contours,
points), and the knob C is moved (fine surface). A frame is what the figure does between two
pictures, measured with the drawing finished: one pixel is read back. A smooth picture needs 16 ms.
Then the lectures of the built site are opened from disk. Headless Chromium, no graphics card.

    make book && python -m benchmarks.bench_frames
"""

import json
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from book.browser import executable
from svmlib import datasets
from svmlib.widgets import bundle
from svmlib.widgets.live import box_around, points_of
from tests.browsing import WAKE

SITE = Path(__file__).parent.parent / "_build" / "html"
FRAMES, LOADS = 40, 5
SIZES, CS = (100, 500), (1.0, 1000.0)
KERNELS = {"linear": 1.0, "rbf": 0.3, "polynomial": 1.0, "ornstein-uhlenbeck": 0.5}

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
let model, plot;
function present(state) {{
  const el = document.createElement("div");
  document.getElementById("place").replaceChildren(el);
  model = pageModel(state);
  renderKernelMachine({{ model, el }});
  plot = el.querySelector(".svm-plot");
}}
const frame = () => new Promise((done) => next(() => setTimeout(done)));
async function settled() {{ for (let k = 0; k < 8; k++) await frame(); }}

/** Press on a point and lead it around; the times of the frames. */
async function drag([x, y], box, count) {{
  await settled();
  const r = plot.querySelector("canvas").getBoundingClientRect(), [x0, x1, y0, y1] = box;
  const at = (k) => ({{ pointerId: 1, bubbles: true, pointerType: "mouse", button: 0,
    clientX: r.left + 46 + (x - x0) / (x1 - x0) * (r.width - 56) + 25 * Math.sin(k / 6),
    clientY: r.bottom - 40 - (y - y0) / (y1 - y0) * (r.height - 50) + 25 * Math.sin(k / 4) }});
  plot.setPointerCapture = () => {{}};
  plot.dispatchEvent(new PointerEvent("pointerdown", at(0)));
  await settled();
  frames.length = 0;
  for (let k = 1; k <= count; k++) {{
    plot.dispatchEvent(new PointerEvent("pointermove", at(k)));
    await frame();
  }}
  const times = [...frames];
  plot.dispatchEvent(new PointerEvent("pointerup", at(count)));
  return times;
}}

/** Move C by a hundredth of a decade, up and down. */
async function knob(C, count) {{
  await settled();
  frames.length = 0;
  const slider = document.querySelector("input[type=range]"), middle = Math.log10(C);
  for (let k = 1; k <= count; k++) {{
    slider.value = middle - 0.5 * Math.abs(Math.sin(k / 10));
    slider.dispatchEvent(new Event("input"));
    await frame();
  }}
  return [...frames];
}}
</script>"""


# run before the page's own scripts; a figure is alive when it has drawn on its canvas
WATCH = """
window.alive = null;
window.parsed = () => performance.getEntriesByType("navigation")[0].domInteractive;
const look = () => {
  const figures = [...document.querySelectorAll(".svm-live")];
  const left = document.querySelectorAll(".svm-place > :is(img, a):not(.svm-paper)").length;
  if (figures.length && !left && figures.every((f) => f.querySelector("canvas, svg"))) {
    requestAnimationFrame(() => requestAnimationFrame(() => { window.alive = performance.now(); }));
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def problems(n):
    rng = np.random.default_rng(0)
    noisy = rng.normal(size=(n, 2)), np.where(rng.normal(size=n) > 0, 1.0, -1.0)
    return {"moons": datasets.moons(n), "blobs": datasets.blobs(n), "noise": noisy}


def text(times):
    return f"{np.median(times):.1f} | {np.quantile(times, 0.95):.1f}"


def frames(tab):
    """Rows of the table: data, n, kernel, C, and median and 95 % of both movements."""
    for n in SIZES:
        for data, (X, y) in problems(n).items():
            box, points = box_around(X), points_of(X, y)
            for kernel, sigma in KERNELS.items():
                if data != "moons" and kernel not in ("linear", "rbf"):
                    continue
                for C in CS:
                    state = {
                        "points": points, "box": box, "labels": ["x1", "x2"], "C": C,
                        "kernel": kernel, "sigma": sigma, "degree": 3,
                    }  # fmt: skip
                    tab.evaluate("present", state)
                    drag = tab.evaluate(f"drag({points[0][:2]}, {json.dumps(box)}, {FRAMES})")
                    knob = tab.evaluate(f"knob({C}, {FRAMES})")
                    row = f"| {data} | {n} | {kernel} | {C:g} | {text(drag)} | {text(knob)} |"
                    print(row, flush=True)
                    yield row


def loading(browser):
    """Rows of the table: page, its size, and when it is read and its figures have been drawn."""
    for path in sorted(SITE.glob("lectures/*.html")):
        if 'class="svm-place' not in path.read_text(encoding="utf8"):
            continue
        times = []
        for _ in range(LOADS):
            tab = browser.new_page(bypass_csp=True)  # to wait for what a page computes
            tab.add_init_script(WATCH)
            tab.goto(path.as_uri())
            tab.evaluate(WAKE)
            tab.wait_for_function("window.alive !== null")
            times.append(tab.evaluate("[parsed(), alive]"))
            tab.close()
        parsed, alive = np.median(times, axis=0)
        size = path.stat().st_size / 1e6
        row = f"| {path.stem} | {size:.1f} | {parsed:.0f} | {alive:.0f} | {alive - parsed:.0f} |"
        print(row, flush=True)
        yield row


def report():
    """The section of README.md."""
    path = executable()
    css = (bundle.FRONT / "live.css").read_text(encoding="utf8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 900, "height": 1200})
        tab.set_content(
            PAGE.format(css=css, script=bundle.joined("host.js", "figures/kernel_machine.js"))
        )
        framed, loaded = "\n".join(frames(tab)), "\n".join(loading(browser))
        browser.close()
    return SECTION.format(frames=framed, loading=loaded, count=FRAMES, loads=LOADS)


SECTION = """## Live figures: one frame

The kernel machine in headless Chromium without a graphics card, milliseconds a frame, median and
95 % of {count} frames: solve, surface, contours and points, with the drawing finished. A point is
dragged, then the knob C is moved. A smooth picture needs 16 ms.

| data | n | kernel | C | drag | 95 % | knob | 95 % |
|---|---|---|---|---|---|---|---|
{frames}

## Live figures: loading a page

The pages of the built site opened from disk, milliseconds since the start of the navigation,
median of {loads} loads: the page is read, and all its live figures, woken at once, have been drawn.

| page | MB | read | figures alive | the difference |
|---|---|---|---|---|
{loading}
"""


if __name__ == "__main__":
    print(report())
