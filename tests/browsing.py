"""Pages in a browser, for all tests that open them: windows, waiting, what axe says of them."""

from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT

from tests.test_site import PAGES

READABLE = [page for page in PAGES if page != "index.html"]  # which leads to the landing page
LECTURES = [page for page in PAGES if page.startswith("lectures/")]
MAIN = [page for page in LECTURES if "/in-depth/" not in page]
IN_DEPTH = [page for page in LECTURES if page not in MAIN]
WIDE, PHONE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}, 320
LAPTOP, SLIM = {"width": 1280, "height": 720}, {"width": NARROW, "height": 844}
LOCAL = ("data:", "blob:", "about:")
STEP = 30_000  # ms: the longest that anything in a browser may take on a busy machine
OPEN_ALL = "() => document.querySelectorAll('details').forEach(d => { d.open = true })"
PIXELS = "e => [...e.querySelectorAll('canvas')].map(c => c.toDataURL()).join('')"
# live figures come alive as a reader comes near, or all when the address leads into their page
WAKE = "() => dispatchEvent(new HashChangeEvent('hashchange'))"
# of all words with the same elements, classes and styles above them, which have the same colours,
# the first that these tests meet are marked (of rows the even and the odd ones, for stripes);
# single letters are not: axe does not judge them. Then what is left of formulas and of coloured
# code is made into plain text, in which axe finds nothing to ask, though it takes its time
MARK = """seen => {
  for (const formula of document.querySelectorAll("math")) {
    if (!formula.querySelector("[id], [href], [role], [tabindex]")) formula.replaceWith("formula");
  }
  const stripe = e => e.matches("tr") ? e.rowIndex % 2 : "";
  const own = e => `${e.tagName}${stripe(e)}.${e.className}.${e.style.cssText}`;
  const look = e => e ? `${look(e.parentElement)}>${own(e)}` : "";
  const word = node => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1;
  const met = new Set(seen);
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("math") || ![...e.childNodes].some(word) || !e.checkVisibility()) continue;
    const its = look(e);
    if (!met.has(its)) e.dataset.scan = "";
    met.add(its);
  }
  for (const token of document.querySelectorAll(":is(pre, code, .sig) span")) {
    if (!token.matches("[id], [data-scan], :has([id], [href], [data-scan])"))
      token.replaceWith(...token.childNodes);
  }
  return [...met];
}"""
# what neither is marked nor holds what is: axe need not look where it stands. It keeps its place,
# for colours may depend on what is before
HIDE_REST = """() => {
  const rest = document.body.querySelectorAll(
    ":not([data-scan], [data-scan] *, :has([data-scan]))");
  for (const e of rest) e.style.setProperty("display", "none", "important");
  return document.querySelectorAll("[data-scan]").length;
}"""
OF_COLOURS = {"color-contrast": "[data-scan]", "link-in-text-block": "a[href][data-scan]"}


@contextmanager
def opened(chromium, base, page, viewport=WIDE, **settings):
    """The page in a fresh context, with lists of its errors and of requests to other hosts."""
    context = chromium.new_context(viewport=viewport, **settings)
    context.set_default_timeout(STEP)
    context.set_default_navigation_timeout(2 * STEP)
    errors, foreign = [], []

    def request(asked):
        if not asked.url.startswith((base, *LOCAL)):
            foreign.append(asked.url)

    def failed(asked):
        if asked.failure == "csp" and asked.url in foreign:  # held back by the page itself
            foreign.remove(asked.url)

    def console(message):
        if message.type in ("error", "warning"):
            errors.append(message.text)

    context.on("request", request)
    context.on("requestfailed", failed)
    tab = context.new_page()
    tab.on("console", console)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    try:
        tab.goto(base + page, wait_until="load")
        tab.wait_for_function("() => document.fonts.status === 'loaded'")
        yield tab, errors, foreign
    finally:
        context.close()


def violations(tab, **options):
    """What axe finds, of colours on marked words alone: (rule, what it asks, first places)."""
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(AXE_SCRIPT)
    rules = [{"id": rule, "selector": marked} for rule, marked in OF_COLOURS.items()]
    tab.evaluate("rules => axe.configure({ rules })", rules)
    run = "options => axe.run(options).then(found => found.violations)"
    found = tab.evaluate(run, {"resultTypes": ["violations"], **options})
    return [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found]


def unreadable(tab, looks):
    """What axe finds on a light page by all rules, and by those of colours on the same page dark.

    `looks` are those of words that were judged before, here or on other pages. The page is spent.
    """
    tab.evaluate(OPEN_ALL)
    looks[:] = tab.evaluate(MARK, looks)
    found = violations(tab)
    if tab.evaluate(HIDE_REST):
        tab.emulate_media(color_scheme="dark")
        tab.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
        found += [("dark", *one) for one in violations(tab, runOnly=[*OF_COLOURS])]
    return found
