"""Pages in a browser, for all tests that open them: windows, waiting, what axe says of them."""

import io
from contextlib import contextmanager

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image

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
# of WCAG 2.2 AA, and that what is seen is in the name: axe asks these only when told to
MORE_RULES = ("target-size", "label-content-name-mismatch")
# all folds are open, but one box of the exercises alone: each that is entered starts a Python
UNFOLD = """() => {
  const [, ...boxes] = document.querySelectorAll(".try-here");
  for (const fold of document.querySelectorAll("details")) fold.open = !boxes.includes(fold);
}"""
# those of live figures would cover what is below them
CLOSE_MENUS = "() => document.querySelectorAll('.svm-more').forEach(e => { e.open = false })"
# how many stops Tab should come to; `walk` tells where it has come to since and what is wrong there
DUE = """() => {
  const one = e => {
    const group = e.type === "radio" ? [...document.getElementsByName(e.name)] : [];
    return (group.find(other => other.checked) ?? group[0] ?? e) === e;
  };
  const all = "a[href], button, input, select, textarea, summary, [tabindex]";
  const there = e => e.checkVisibility({ visibilityProperty: true });
  const stops = [], faults = [];
  const words = text => text.normalize("NFKC").toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
  const look = e => {
    const its = part => part ? `${part.tagName}.${part.className}` : "";
    return [e, e.parentElement, e.parentElement?.parentElement].map(its).join();
  };
  const note = (what, e) => faults.push(`${what}: ${e.outerHTML.slice(0, 150)}`);
  document.body.tabIndex = -1; // the walk begins at the top, wherever the page has put the focus
  document.body.focus();
  document.body.removeAttribute("tabindex");
  addEventListener("focusin", ({ target: e }) => {
    if (stops.includes(e)) return;
    if (stops.at(-1)?.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING)
      note("out of order", e);
    e.dataset.stop = stops.push(e) - 1;
    const framed = [e, ...e.querySelectorAll(":scope > img")].some(part => {
      const { outlineStyle, outlineWidth } = getComputedStyle(part);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    if (!framed || !e.checkVisibility({ opacityProperty: true })) note("no frame", e);
    if (e.matches("textarea")) e.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  });
  const judge = (e, [role, name]) => {
    if (!name || /[\ue000-\uf8ff]/.test(name)) note(`the name "${name}"`, e);
    if (/^(generic|none|)$/.test(role)) note("no role", e);
    const shown = e.matches("a, button, summary") ? e : e.type === "radio" && e.labels[0];
    if (shown && !words(name).includes(words(shown.innerText)))
      note(`what is seen is not in the name "${name}"`, e);
  };
  const due = [...document.querySelectorAll(all)]
    .filter(e => e.tabIndex >= 0 && !e.disabled && there(e) && one(e));
  window.walk = {
    left: () => due.filter(e => !stops.includes(e) && there(e)),
    faults: told => {
      for (const e of walk.left()) note("not reached", e);
      walk.looks = [...new Map(stops.toReversed().map(e => [look(e), e]))];
      for (const e of stops.filter(there)) judge(e, told[e.dataset.stop] ?? ["", ""]);
      return faults;
    },
  };
  return due.length;
}"""
# gives the focus to a stop; its box, and how many pixels a frame of one pixel in the window has
FOCUS = """e => {
  e.focus();
  if (!e.checkVisibility({ visibilityProperty: true })) return [null, 0];
  const within = (at, most) => Math.min(Math.max(at, 0), most);
  const size = (from, to, most) => within(to, most) - within(from, most);
  const framed = e.querySelector(":scope > img") ?? e;
  const boxes = [...framed.getClientRects()];
  const sum = boxes.reduce((all, { left, right, top, bottom }) =>
    all + 2 * size(left, right, innerWidth) + 2 * size(top, bottom, innerHeight), 0);
  const { left, right, top, bottom } = framed.getBoundingClientRect();
  const [x, y] = [within(left - 8, innerWidth), within(top - 8, innerHeight)];
  const [width, height] = [size(x, right + 8, innerWidth), size(y, bottom + 8, innerHeight)];
  return [{ x, y, width, height }, sum];
}"""


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
    rules += [{"id": rule, "enabled": True} for rule in MORE_RULES]
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
    found = violations(tab, rules={"target-size": {"enabled": False}})
    tab.evaluate(CLOSE_MENUS)
    found += violations(tab, runOnly=["target-size"])
    tab.evaluate(EMPTY_REST)
    tab.emulate_media(color_scheme="dark")
    tab.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    return found + [("dark", *one) for one in violations(tab, runOnly=[*OF_COLOURS])]


def lost_on_the_way(tab):
    """What is wrong for a reader who goes over a page by Tab: stops that it leaves out or mixes up.

    And each of them without a frame, a role or a name with all the words that are seen.
    """
    tab.evaluate(UNFOLD)
    left, before = tab.evaluate(DUE), None
    while left and left != before:  # some stops come to be as a figure is entered
        for _ in range(left):
            tab.keyboard.press("Tab")
        left, before = tab.evaluate("() => walk.left().length"), left
    return tab.evaluate("told => walk.faults(told)", spoken(tab))


def spoken(tab):
    """Role and name of each stop of a walk, in the tree that the browser has for screen readers."""
    browser = tab.context.new_cdp_session(tab)
    browser.send("DOM.enable")
    tree = browser.send("Accessibility.getFullAXTree")["nodes"]
    parts = {part.get("backendDOMNodeId"): part for part in tree}
    found = {}
    for node in browser.send("DOM.getFlattenedDocument", {"depth": -1})["nodes"]:
        its = node.get("attributes", [])
        its = dict(zip(its[::2], its[1::2], strict=True))
        if "data-stop" in its and (part := parts.get(node["backendNodeId"])):
            says = (part.get(what, {}).get("value", "") for what in ("role", "name"))
            found[its["data-stop"]] = [*says]
    browser.detach()
    return found


def brightness(tab, box):
    """Relative luminance of each pixel of a part of the window, as WCAG defines it."""
    with Image.open(io.BytesIO(tab.screenshot(clip=box))) as picture:
        part = np.asarray(picture.convert("RGB")) / 255
    part = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return part @ [0.2126, 0.7152, 0.0722]


def is_framed(tab, stop):
    """Whether enough pixels in and around a stop change by 3 to 1 when it loses the focus."""
    box, frame = stop.evaluate(FOCUS)
    if not frame:  # it is in a menu, or there only while a point of a figure is chosen
        return True
    focused = brightness(tab, box) + 0.05
    stop.evaluate("e => e.blur()")
    ratio = focused / (brightness(tab, box) + 0.05)
    return (np.maximum(ratio, 1 / ratio) >= 3).sum() >= frame


def unseen_focus(tab, met):
    """Stops of the last walk, the first of each look, whose focus is not seen.

    In light, dark and forced colours. Looks that were `met` are left out.
    """
    tab.evaluate(CLOSE_MENUS)
    for mode in ({}, {"color_scheme": "dark"}, {"forced_colors": "active"}):
        tab.emulate_media(**{"color_scheme": "light", "forced_colors": "none"} | mode)
        for k, look in enumerate(tab.evaluate("() => walk.looks.map(([look]) => look)")):
            if (key := (str(mode), look)) in met:
                continue
            met.add(key)
            stop = tab.evaluate_handle("k => walk.looks[k][1]", k)
            # a live figure may move the page meanwhile
            if not any(is_framed(tab, stop) for _ in range(3)):
                yield (*key, stop.evaluate("e => e.outerHTML.slice(0, 150)"))
    tab.emulate_media(color_scheme="light", forced_colors="none")


def inaccessible(tab, met=None):
    """What is wrong for the keyboard, for a screen reader and for the eye; the page is spent.

    Whether the focus is seen is asked of looks that are not yet `met`, and not without it.
    """
    seen = [] if met is None else unseen_focus(tab, met)
    return [*lost_on_the_way(tab), *seen, *unreadable(tab)]
