"""Bare pages of a browser, on which a live figure is mounted in some milliseconds.

A page is opened once for all tests with the same settings. Time stands still there until a test
lets it pass: none waits for the end of a gesture or for a sentence, and none depends on how fast
the machine is.
"""

import json

from svmlib.widgets import bundle
from tests import browsing
from tests.browsing import WIDE
from tests.live_page import FIGURES, Figure

# a clock that a test moves: pass(milliseconds) does what is due, each at its time, and says whether
# anything was; frame() is a real one of the browser, in which it tells what has another size;
# slow(milliseconds) is what each look at the clock then costs
CLOCK = """(() => {
  const real = requestAnimationFrame.bind(window), later = setTimeout.bind(window);
  let now = 1000, last = 0, cost = 0;
  const due = new Map();
  performance.now = () => (now += cost);
  window.slow = milliseconds => { cost = milliseconds; };
  window.setTimeout = (work, wait = 0) => (due.set(++last, [now + wait, work]), last);
  window.requestAnimationFrame = work => setTimeout(() => work(now), 16);
  window.clearTimeout = window.cancelAnimationFrame = id => due.delete(id);
  window.frame = () => new Promise(resolve => real(() => later(resolve)));
  window.pass = async wait => {
    const end = now + wait;
    let worked = false;
    for (;;) {
      const first = (a, b) => b[1][0] < a[1][0] ? b : a;
      const [id, [at, work]] = [...due].reduce(first, [0, [Infinity]]);
      if (at > end) break;
      due.delete(id);
      now = Math.max(now, at);
      worked = true;
      work();
      await null;
    }
    now = end;
    return worked;
  };
})();"""

# a figure in place of the last one, as if the page had just been opened
MOUNT = """({ state, width, fragment, keep }) => {
  slow(0);
  delete document.documentElement.dataset.theme;
  if (!keep) localStorage.clear();
  scrollTo(0, 0);
  history.replaceState(null, "", location.pathname + fragment);
  const main = document.querySelector("main"), el = document.createElement("div");
  main.style.setProperty("--width", `${width}px`);
  main.querySelector(".svm-place").append(el);
  window.model = live.pageModel(state);
  const unmount = live[state.figure]({ model, el });
  window.leave = () => { unmount(); el.remove(); window.leave = null; };
}"""

BARE = """<!doctype html><html lang="en"><head><meta charset="utf8"><title>Figure</title>
<meta name="viewport" content="width=device-width"><style>
body {{ margin: 0; }} header {{ height: 48px; position: sticky; top: 0; }}
main {{ margin: 20px auto; width: min(var(--width, 900px), 100vw - 48px); }} {style}</style></head>
<body><header class="bd-header-article"></header><main><h1>A figure</h1>{places}
<div style="height: 100vh"></div></main><script>{script}</script></body></html>"""


def page_of_figures(script, places):
    """The HTML of a page without a book around its figures."""
    style = (bundle.FRONT / "live.css").read_text(encoding="utf8")
    return BARE.format(style=style, places=places, script=script)


class Stage:
    """Bare pages of a browser, one for all tests with the same settings."""

    def __init__(self, chromium, folder):
        self.chromium, self.file, self.tabs, self.errors = chromium, folder / "figure.html", {}, []
        table = ", ".join(f"{name}: render{name}" for name in FIGURES)
        fronts = bundle.joined("host.js", *(bundle.figures()[name] for name in FIGURES))
        script = f"(() => {{ {fronts}\nwindow.live = {{ pageModel, {table} }};\n}})();"
        page = page_of_figures(script, '<div class="svm-place"></div>')
        self.file.write_text(page, encoding="utf8")

    def tab(self, touch):
        if touch not in self.tabs:
            context = self.chromium.new_context(viewport=WIDE, has_touch=touch)
            context.set_default_timeout(browsing.STEP)
            tab = context.new_page()
            tab.add_init_script(CLOCK)
            listen(tab, self.errors)
            tab.goto(self.file.as_uri())
            self.tabs[touch] = tab
        return self.tabs[touch]

    def show(self, widget, *, width=900, viewport=WIDE, touch=False, fragment="", keep=False):
        """The figure of a widget, alone on a page; keep: what was solved there stays solved."""
        tab = self.tab(touch)
        if tab.viewport_size != viewport:
            tab.set_viewport_size(viewport)
        tab.mouse.move(0, 0)
        tab.evaluate("() => window.leave?.()")
        tab.keyboard.press("Tab")  # what has the focus shows it, as for a reader with a keyboard
        state = {k: v for k, v in widget.get_state().items() if not k.startswith("_")}
        how = {"state": state, "width": width, "fragment": fragment, "keep": keep}
        tab.evaluate(MOUNT, json.loads(json.dumps(how, default=str)))
        figure = Figure(tab, tab.locator(".svm-live"), widget)
        figure.done()
        return figure


def listen(tab, errors):
    """Note all errors and warnings of a page, and what it asks of others."""
    browsing.listen(tab, errors, errors, (*browsing.LOCAL, "file:", "http://127.0.0.1:"))
