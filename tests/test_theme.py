"""What theme.js and book.js do for readers, by mouse and keyboard, on a wide screen and a phone."""

import json
from functools import partial
from itertools import pairwise

import pytest

from tests.browsing import NARROW, PHONE, SLIM, WIDE, go, sound, violations

# the first opens in a third of the time
PAGE, LECTURE = "book/teaching.html", "lectures/12-your-own-data.html"
MENU, SEARCH = ".dropdown-toggle", "#pst-search-dialog"
LEFT = "#pst-primary-sidebar"
LOOK = "() => [document.documentElement.dataset.mode, document.documentElement.dataset.theme]"
FILLED = "sidebar => document.querySelector(sidebar).childElementCount"
# until observers have told what is in view
FRAMES = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


@pytest.fixture
def reading(server, chromium):
    """Open a page; at the end there must be no error and no request to another host."""

    def read(page=PAGE, viewport=WIDE, base=server, **settings):
        return sound(chromium, base, page, viewport, **{"reduced_motion": "reduce"} | settings)

    return read


def is_open(tab, dialog):
    return tab.locator(dialog).evaluate("e => e.open")


def has_focus(tab, selector):
    return tab.evaluate("s => document.activeElement.matches(s)", selector)


@pytest.mark.parametrize(
    "kind, system, other", [("http", "light", "dark"), ("file", "dark", "light")]
)
def test_button_goes_through_the_themes(kind, system, other, reading, bases):
    """What was chosen stays, without a choice the page follows the system."""
    with reading(base=bases[kind], color_scheme=system) as tab:
        assert tab.evaluate(LOOK) == ["auto", system]
        button = tab.locator(".theme-switch-button")
        for mode, theme in ((other, other), (system, system), ("auto", other)):
            button.press("Enter") if mode == system else button.click()
            tab.emulate_media(color_scheme=other)
            tab.evaluate(FRAMES)
            assert tab.evaluate(LOOK) == [mode, theme]
            for _ in range(20):  # what was chosen is stored when the browser has time for it
                tab.reload()
                if tab.evaluate(LOOK) == [mode, theme]:
                    break
            assert tab.evaluate(LOOK) == [mode, theme]
            assert button.locator("i:visible").get_attribute("data-mode") == mode
            tab.emulate_media(color_scheme=system)


CLOSED = "Object.defineProperty(window, 'localStorage', { get() { throw Error('no') } })"


def test_page_is_dark_from_its_beginning(reading):
    """The script in the head decides, so that nothing changes the colours later."""
    with reading(color_scheme="dark") as tab:
        tab.route("**/theme.js*", lambda route: route.fulfill(body=""))
        for clicked in (["auto", "dark"], ["light", "light"]):
            tab.reload()
            assert tab.evaluate(LOOK) == ["auto", "dark"]
            tab.locator(".theme-switch-button").click()
            assert tab.evaluate(LOOK) == clicked
            # then with that script and without storage, which another script needs
            tab.unroute_all()
            tab.add_init_script(CLOSED)
            tab.route("**/sphinx_highlight.js*", lambda route: route.fulfill(body=""))


def test_search_opens_by_key_and_by_mouse(reading):
    """On its own page it is the field there that is focused."""
    with reading("search.html") as tab:
        tab.locator(".theme-switch-button").focus()
        tab.keyboard.press("Control+k")
        assert has_focus(tab, ".bd-search-container input") and not is_open(tab, SEARCH)
        go(tab, tab.url.replace("search.html", PAGE))
        button = tab.locator(".search-button__button:visible")
        for act in (lambda: tab.keyboard.press("Control+k"), button.click):
            act()
            assert is_open(tab, SEARCH) and has_focus(tab, f"{SEARCH} input")
            tab.keyboard.press("Escape")
            assert not is_open(tab, SEARCH)
        assert has_focus(tab, ".search-button__button")
        button.click()
        tab.locator(f"{SEARCH} input").click()
        assert is_open(tab, SEARCH), "a click inside"
        tab.mouse.click(20, 800)
        assert not is_open(tab, SEARCH)
        button.click()
        tab.keyboard.type("hinge")
        tab.keyboard.press("Enter")
        tab.wait_for_url("**/search.html?q=hinge")


def test_sidebars_are_dialogs_on_a_phone(reading):
    """By keyboard and by mouse; and their links close them."""
    with reading(LECTURE, PHONE) as tab:
        for side, name, outside in (("primary", "Book", 380), ("secondary", "Contents", 10)):
            sidebar, dialog = f"#pst-{side}-sidebar", f"#pst-{side}-sidebar-modal"
            toggle = tab.locator(f".{side}-toggle")
            assert not tab.locator(f"{sidebar} a").first.is_visible()
            toggle.press("Enter")
            assert is_open(tab, dialog)
            assert tab.get_by_role("dialog", name=name).locator("a").first.is_visible()
            for _ in range(3):
                tab.keyboard.press("Tab")
                assert has_focus(tab, f"{dialog} *")
            tab.keyboard.press("Escape")
            tab.wait_for_function(FILLED, arg=sidebar)
            assert not is_open(tab, dialog) and has_focus(tab, f".{side}-toggle")
            toggle.click()
            tab.mouse.click(outside, 400)
            tab.wait_for_function(FILLED, arg=sidebar)
            assert not is_open(tab, dialog)
        toggle.click()
        link = tab.locator(f"{dialog} a:visible").nth(3)
        place = link.get_attribute("href")
        link.click()
        assert not is_open(tab, dialog)
        tab.wait_for_function("""place => {
          const { top } = document.querySelector(place).getBoundingClientRect();
          return location.hash === place && top >= 0 && top < 200;
        }""", arg=place)  # fmt: skip
        tab.locator(".primary-toggle").click()
        tab.locator("#pst-primary-sidebar-modal summary", has_text="Before you start").click()
        tab.locator("#pst-primary-sidebar-modal a", has_text="Notation").click()
        tab.wait_for_url("**/book/notation.html")


def test_menu_opens_and_closes(reading):
    """By mouse, inside a narrow window, and by keyboard."""
    with reading(viewport=SLIM) as tab:
        button, menu = tab.locator(MENU), tab.locator(".dropdown-menu")
        items = tab.locator(".dropdown-menu :is(a, button)")
        at = "all => all.indexOf(document.activeElement)"
        beside = partial(tab.mouse.click, NARROW / 2, 600)
        for close in (button.click, beside, partial(tab.keyboard.press, "Escape")):
            button.click()
            assert menu.is_visible() and button.get_attribute("aria-expanded") == "true"
            box = menu.bounding_box()
            assert 0 <= box["x"] and box["x"] + box["width"] <= NARROW
            close()
            assert not menu.is_visible() and button.get_attribute("aria-expanded") == "false"
        button.press("Enter")
        last = items.count() - 1
        for key, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", last)]:
            tab.keyboard.press(key)
            assert menu.is_visible() and items.evaluate_all(at) == place
        tab.keyboard.press("Tab")
        assert not menu.is_visible() and has_focus(tab, ".theme-switch-button")
        button.click()
        tab.evaluate("() => { window.print = () => { window.printed = true } }")
        tab.locator("[data-print='']").click()
        assert not menu.is_visible() and tab.evaluate("() => window.printed")


@pytest.mark.weekly
def test_what_opens_is_accessible(reading):
    with reading(viewport=PHONE) as tab:
        for button in (MENU, ".search-button", ".primary-toggle", ".secondary-toggle"):
            tab.locator(button).click()
            assert violations(tab) == [], button
            tab.keyboard.press("Escape")


PAPER = """() => {
  window.print = () => {
    dispatchEvent(new Event("beforeprint"));
    const seen = s => [...document.querySelectorAll(s)].filter(e => e.checkVisibility()).length;
    window.shown = Object.fromEntries(Object.entries(%s).map(([name, s]) => [name, seen(s)]));
    dispatchEvent(new Event("afterprint"));
  };
}"""
ON_PAPER = {
    "questions": ".quiz-answer label",
    "exercises": "div.exercise",
    "comments": ".quiz-feedback",
    "solutions": ".fold.solution :is(p, pre)",
    "answers": ".fold.answer :is(p, pre), .shown-later :is(img, table), .finding",
    "hints": ".fold:not(.answer, .solution, .proof) p",
}


def test_a_handout_has_no_answers(reading):
    """By its button; printed as ever the page has all of them."""
    with reading("lectures/08-kernels.html") as tab:
        tab.evaluate(PAPER % json.dumps(ON_PAPER))
        tab.emulate_media(media="print")
        found = []
        for kind in ("", "handout", "solutions"):
            tab.locator(f"[data-print='{kind}']").evaluate("e => e.click()")  # not on paper
            found.append(tab.evaluate("() => window.shown"))
        whole, handout, last = found
        assert last == whole | {"comments": 0}, "each in its place or behind, none twice"
        assert min(whole.values()) > 5
        kept = ("questions", "exercises", "hints")
        assert handout == {name: n if name in kept else 0 for name, n in whole.items()}
        assert not tab.locator(".at-the-end, details[open]:not(.admonition)").count(), "as it was"


SCROLL = "e => scrollBy({top: e.getBoundingClientRect().top - 100, behavior: 'instant'})"


def test_contents_mark_the_section_that_is_read(reading):
    """Or that was asked for, though it is too short to come to the upper part of the window."""
    with reading(LECTURE) as tab:
        links = tab.locator("#pst-page-toc-nav a")
        places = links.evaluate_all("all => all.map(a => a.hash)")
        marked = """place => {
          const all = [...document.querySelectorAll('#pst-page-toc-nav .active')];
          const [link] = document.querySelectorAll('#pst-page-toc-nav a[aria-current=true]');
          return link?.hash === place && all.at(-1) === link;
        }"""
        for place in (places[1], places[6], places[2]):  # down, and up again
            tab.locator(place).evaluate(SCROLL)
            tab.wait_for_function(marked, arg=place)
        links.last.click()
        tab.wait_for_function(marked, arg=places[-1])


def test_list_of_pages_comes_when_asked_for(reading):
    """Beside a lecture; on other pages it is there, one step from the top."""
    with reading() as tab:
        tab.locator("#pst-skip-link a").last.press("Enter")
        tab.keyboard.press("Tab")
        assert has_focus(tab, f"{LEFT} *")
    with reading(LECTURE) as tab:
        toggle, search = tab.get_by_role("button", name="All pages"), tab.locator(".search-button")
        assert not tab.locator(LEFT).is_visible() and search.is_visible()
        toggle.press("Enter")
        assert has_focus(tab, f"{LEFT} *") and toggle.get_attribute("aria-expanded") == "true"
        left, text = (tab.locator(part).bounding_box()["x"] for part in (LEFT, "#main-content"))
        assert left < text
        toggle.click()
        assert not tab.locator(LEFT).is_visible()
        assert toggle.get_attribute("aria-expanded") == "false"


def test_bar_goes_when_the_page_is_scrolled_down(reading):
    """And comes back with the page, or with the keyboard."""
    seen = "name => document.querySelector(name).getBoundingClientRect().bottom > 0"
    bar = ".bd-header-article"
    with reading(LECTURE) as tab:
        for scrolled, shown in ((0, True), (900, False), (-200, True), (300, False)):
            tab.mouse.wheel(0, scrolled)
            tab.wait_for_function(f"name => ({seen})(name) === {str(shown).lower()}", arg=bar)
        tab.locator(".theme-switch-button").focus()
        tab.wait_for_function(seen, arg=bar)


# of headings, then titles of boxes: [size, weight], each level once
HEADINGS = """() => ["h1", "h2", "h3", ".admonition-title"].map(level => {
  const { fontSize, fontWeight } = getComputedStyle(document.querySelector(`article ${level}`));
  return [parseFloat(fontSize), Number(fontWeight)];
})"""


def test_text_is_few_steps_away_and_headings_look_like_their_order(reading):
    with reading("lectures/08-kernels.html") as tab:
        steps = 0
        while not has_focus(tab, "article *"):
            tab.keyboard.press("Tab")
            steps += 1
            assert steps < 10, tab.evaluate("() => document.activeElement.outerHTML")
        levels = tab.evaluate(HEADINGS)
        for (large, bold), (small, thin) in pairwise(levels):
            assert large >= 1.15 * small and bold >= thin
