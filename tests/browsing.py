"""Pages in a browser, for all tests that open them: windows, waiting, what axe says of them."""

from contextlib import contextmanager

from axe_playwright_python.base import AXE_SCRIPT

WIDE, PHONE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}, 320
LAPTOP, SLIM = {"width": 1280, "height": 720}, {"width": NARROW, "height": 844}
LOCAL = ("data:", "blob:", "about:")
STEP = 30_000  # ms: the longest that anything in a browser may take on a busy machine
# and what fades in is there
OPEN_ALL = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const fading of document.getAnimations()) fading.finish();
}"""
# live figures come alive as a reader comes near, or all when the address leads into their page
WAKE = "() => dispatchEvent(new HashChangeEvent('hashchange'))"
# of all words with the same elements, classes and styles above them, which have the same colours,
# the first of a page are marked (of rows the even and the odd ones, for stripes); single letters
# are not: axe does not judge them. Formulas, in which axe finds nothing to ask though it takes its
# time, are left out
MARK = """() => {
  for (const formula of document.querySelectorAll("math")) {
    if (!formula.querySelector("[id], [href], [role], [tabindex]")) formula.replaceWith("formula");
  }
  const stripe = e => e.matches("tr") ? e.rowIndex % 2 : "";
  const own = e => `${e.tagName}${stripe(e)}.${e.className}.${e.style.cssText}`;
  const look = e => e ? `${look(e.parentElement)}>${own(e)}` : "";
  const word = node => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1;
  const met = new Set();
  for (const e of document.body.querySelectorAll(":not(math, math *)")) {
    if (![...e.childNodes].some(word) || !e.checkVisibility()) continue;
    const its = look(e);
    if (!met.has(its)) e.dataset.scan = "";
    met.add(its);
  }
}"""
# what neither is marked nor holds what is: axe need not look there. It keeps its place, for colours
# may depend on what is before
EMPTY_REST = """() => {
  const rest = document.body.querySelectorAll(
    ":not([data-scan], [data-scan] *, :has([data-scan]))");
  for (const e of rest) {
    e.style.setProperty("display", "none", "important");
    e.replaceChildren();
  }
}"""
OF_COLOURS = {"color-contrast": "[data-scan]", "link-in-text-block": "a[href][data-scan]"}


@contextmanager
def opened(chromium, base, page, viewport=WIDE, **settings):
    """The page in a fresh context, with lists of its errors and of requests to other hosts."""
    context = chromium.new_context(viewport=viewport, **settings)
    context.set_default_timeout(STEP)
    context.set_default_navigation_timeout(2 * STEP)
    tab, errors, foreign = context.new_page(), [], []
    listen(tab, errors, foreign, (base, *LOCAL))
    try:
        go(tab, base + page)
        yield tab, errors, foreign
    finally:
        context.close()


@contextmanager
def sound(chromium, base, page, viewport=WIDE, **settings):
    """The page in a fresh context; in the end without errors and requests to other hosts."""
    with opened(chromium, base, page, viewport, **settings) as (tab, errors, foreign):
        yield tab
        assert (errors, foreign) == ([], [])


def listen(tab, errors, foreign, local):
    """Note all errors and warnings of the pages of a context, and what they ask of others."""

    def request(asked):
        if not asked.url.startswith(local):
            foreign.append(asked.url)

    def failed(asked):
        if asked.failure == "csp" and asked.url in foreign:  # held back by the page itself
            foreign.remove(asked.url)

    def console(message):
        if message.type in ("error", "warning"):
            errors.append(message.text)

    tab.context.on("request", request)
    tab.context.on("requestfailed", failed)
    tab.context.on("console", console)
    tab.context.on("weberror", lambda error: errors.append(str(error.error)))


def go(tab, address):
    """Open a page and wait for its fonts."""
    tab.goto(address, wait_until="load")
    tab.wait_for_function("() => document.fonts.status === 'loaded'")


def violations(tab, **options):
    """What axe finds, of colours on marked words alone: (rule, what it asks, first places)."""
    if not tab.evaluate("() => 'axe' in window"):
        tab.evaluate(AXE_SCRIPT)
    rules = [{"id": rule, "selector": marked} for rule, marked in OF_COLOURS.items()]
    tab.evaluate("rules => axe.configure({ rules })", rules)
    run = "options => axe.run(options).then(found => found.violations)"
    found = tab.evaluate(run, {"resultTypes": ["violations"], **options})
    return [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found]


def unreadable(tab):
    """What axe finds on a light page, and by the rules of colours on the same page dark.

    The page is spent.
    """
    tab.evaluate(OPEN_ALL)
    tab.evaluate(MARK)
    found = violations(tab)
    tab.evaluate(EMPTY_REST)
    tab.emulate_media(color_scheme="dark")
    tab.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    return found + [("dark", *one) for one in violations(tab, runOnly=[*OF_COLOURS])]
