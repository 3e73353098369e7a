"""What theme.js and book.js do for readers, by mouse and keyboard, on a wide screen and a phone."""

from contextlib import contextmanager

import pytest

from tests.browsing import NARROW, PHONE, WIDE, go, opened, violations

# the first opens in a third of the time
PAGE, LECTURE = "book/teaching.html", "lectures/12-your-own-data.html"
MENU, SEARCH = ".dropdown-toggle", "#pst-search-dialog"
LEFT, RIGHT = "#pst-primary-sidebar", "#pst-secondary-sidebar"
MARKED = "#pst-page-toc-nav a[aria-current=true]"
LOOK = "() => [document.documentElement.dataset.mode, document.documentElement.dataset.theme]"
# what the browser's policy forbids would be an error on the console
FORCED = """
for (const name of ["offsetWidth", "offsetHeight", "clientWidth", "clientHeight", "scrollWidth",
                    "scrollHeight", "scrollTop", "innerText"]) {
  for (const kind of [Element, HTMLElement]) {
    const its = Object.getOwnPropertyDescriptor(kind.prototype, name);
    if (!its) continue;
    const get = function () { note(name); return its.get.call(this); };
    Object.defineProperty(kind.prototype, name, { ...its, get });
  }
}
for (const name of ["getBoundingClientRect", "getClientRects", "scrollIntoView"]) {
  const its = Element.prototype[name];
  Element.prototype[name] = function (...all) { note(name); return its.apply(this, all); };
}
window.measured = [];
const note = name => {
  if (/theme\\.js/.test(new Error().stack)) window.measured.push(name);
};
"""


# until observers have told what is in view
FRAMES = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


@pytest.fixture
def reading(server, chromium):
    """Open a page; at the end there must be no error and no request to another host."""

    @contextmanager
    def read(page=PAGE, viewport=WIDE, base=server, **settings):
        settings = {"reduced_motion": "reduce", **settings}
        with opened(chromium, base, page, viewport, **settings) as (tab, errors, foreign):
            yield tab
            assert errors == [] and foreign == []

    return read


def eventually(tab, condition, argument=None):
    tab.wait_for_function(condition, arg=argument)


def is_open(tab, dialog):
    return tab.locator(dialog).evaluate("e => e.open")


def has_focus(tab, selector):
    return tab.evaluate("s => document.activeElement.matches(s)", selector)


# ------------------------------------------------------------------------------- light and dark


@pytest.mark.parametrize(
    ("kind", "system", "modes"),
    [("http", "light", ["dark", "light", "auto"]), ("file", "dark", ["light", "dark", "auto"])],
)
def test_button_goes_through_the_themes(kind, system, modes, reading, bases):
    with reading(base=bases[kind], color_scheme=system) as tab:
        assert tab.evaluate(LOOK) == ["auto", system]
        button = tab.locator(".theme-switch-button")
        assert button.get_attribute("aria-label") == "Color mode"
        for mode, act in zip(modes, ("click", "press", "click"), strict=True):
            button.click() if act == "click" else button.press("Enter")
            theme = system if mode == "auto" else mode
            assert tab.evaluate(LOOK) == [mode, theme]
            stored = "() => [localStorage.getItem('mode'), localStorage.getItem('theme')]"
            assert tab.evaluate(stored) == [mode, theme]
            assert button.locator("i:visible").get_attribute("data-mode") == mode


def test_chosen_theme_stays_and_auto_follows_the_system(reading):
    with reading(color_scheme="light") as tab:
        tab.emulate_media(color_scheme="dark")
        eventually(tab, "() => document.documentElement.dataset.theme === 'dark'")
        tab.locator(".theme-switch-button").click()
        assert tab.evaluate(LOOK) == ["light", "light"]
        tab.reload()
        assert tab.evaluate(LOOK) == ["light", "light"]
        tab.emulate_media(color_scheme="light")
        tab.emulate_media(color_scheme="dark")
        tab.evaluate(FRAMES)
        assert tab.evaluate(LOOK) == ["light", "light"]


CLOSED = "Object.defineProperty(window, 'localStorage', { get() { throw Error('no') } })"


@pytest.mark.parametrize(
    ("before", "without"),
    [(CLOSED, "sphinx_highlight.js"), ("", "theme.js")],  # the first script needs storage
    ids=["without storage", "before scripts run"],
)
def test_page_is_dark_from_its_beginning(before, without, reading):
    """The script in the head decides, so that nothing changes the colours later."""
    with reading(color_scheme="dark") as tab:
        tab.add_init_script(before)
        tab.route(f"**/{without}*", lambda route: route.fulfill(body=""))
        tab.reload()
        assert tab.evaluate(LOOK) == ["auto", "dark"]
        tab.locator(".theme-switch-button").click()
        assert tab.evaluate(LOOK) == (["light", "light"] if before else ["auto", "dark"])


# --------------------------------------------------------------------------------------- search


def test_search_opens_by_key_and_by_mouse(reading):
    """On its own page it is the field there that is focused."""
    with reading("search.html") as tab:
        tab.locator(".theme-switch-button").focus()
        tab.keyboard.press("Control+k")
        assert has_focus(tab, ".bd-search-container input") and not is_open(tab, SEARCH)
        go(tab, tab.url.replace("search.html", PAGE))
        for act in (
            lambda: tab.keyboard.press("Control+k"),
            lambda: tab.locator(".search-button__button:visible").click(),
        ):
            act()
            assert is_open(tab, SEARCH) and has_focus(tab, f"{SEARCH} input")
            tab.keyboard.type("hinge")
            tab.keyboard.press("Escape")
            assert not is_open(tab, SEARCH)
        assert has_focus(tab, ".search-button__button")
        tab.keyboard.press("Control+k")
        tab.locator(f"{SEARCH} input").click()
        assert is_open(tab, SEARCH), "a click inside"
        tab.mouse.click(20, 800)
        assert not is_open(tab, SEARCH)
        tab.keyboard.press("Control+Shift+k")
        assert not is_open(tab, SEARCH), "another shortcut"


def test_search_opens_on_a_phone_and_keeps_the_focus(reading):
    with reading(viewport=PHONE) as tab:
        tab.locator(".search-button__button:visible").click()
        for _ in range(4):  # of the page, only what is in the dialog; or the browser itself
            tab.keyboard.press("Tab")
            assert has_focus(tab, f"body, {SEARCH} *")
        assert tab.get_by_role("dialog", name="Search").count() == 1


# ------------------------------------------------------------------------------------- sidebars


@pytest.mark.parametrize(
    ("side", "name"), [("primary", "Book"), ("secondary", "Contents")], ids=["left", "right"]
)
def test_sidebar_is_a_dialog_on_a_phone(side, name, reading):
    sidebar, dialog = f"#pst-{side}-sidebar", f"#pst-{side}-sidebar-modal"
    with reading(viewport=PHONE) as tab:
        toggle = tab.locator(f".{side}-toggle")
        assert not tab.locator(f"{sidebar} a").first.is_visible()
        toggle.press("Enter")
        assert is_open(tab, dialog)
        assert tab.get_by_role("dialog", name=name).locator("a").first.is_visible()
        for _ in range(3):
            tab.keyboard.press("Tab")
            assert has_focus(tab, f"{dialog} *")
        tab.keyboard.press("Escape")
        eventually(tab, "s => document.querySelector(s).childElementCount", sidebar)
        assert not is_open(tab, dialog) and has_focus(tab, f".{side}-toggle")
        toggle.click()
        tab.mouse.click(*((380, 400) if side == "primary" else (10, 400)))
        eventually(tab, "s => document.querySelector(s).childElementCount", sidebar)
        assert not is_open(tab, dialog)


def test_link_of_a_sidebar_closes_it(reading):
    with reading(LECTURE, PHONE) as tab:
        tab.locator(".secondary-toggle").click()
        tab.locator("#pst-secondary-sidebar-modal a").nth(4).click()
        assert not is_open(tab, "#pst-secondary-sidebar-modal")
        place = tab.locator("#pst-page-toc-nav a").nth(4).get_attribute("href")
        eventually(tab, """place => {
          const { top } = document.querySelector(place).getBoundingClientRect();
          return location.hash === place && top >= 0 && top < 200;
        }""", place)  # fmt: skip
        tab.locator(".primary-toggle").click()
        tab.locator("#pst-primary-sidebar-modal a", has_text="Notation").click()
        tab.wait_for_url("**/book/notation.html")


def test_left_sidebar_makes_room_on_a_wide_screen(reading):
    with reading() as tab:
        link, toggle = tab.locator(f"{LEFT} a").first, tab.locator(".primary-toggle")
        before = tab.locator("article").bounding_box()["x"]
        toggle.click()
        link.wait_for(state="hidden")
        eventually(tab, "x => document.querySelector('article').offsetLeft < x", before)
        assert not is_open(tab, "#pst-primary-sidebar-modal")
        toggle.press("Enter")
        link.wait_for(state="visible")


def test_left_sidebar_shows_the_page_in_it(reading):
    inside = """() => {
      const of = s => document.querySelector(s).getBoundingClientRect();
      const link = of("#pst-primary-sidebar a.current"), all = of("#pst-primary-sidebar");
      return link.top >= all.top && link.bottom <= all.bottom;
    }"""
    scrolled = "() => document.querySelector('#pst-primary-sidebar').scrollTop"
    with reading("book/bibliography.html") as tab:
        eventually(tab, inside)
        assert tab.evaluate(scrolled) > 0
    with reading("book/notation.html") as tab:
        eventually(tab, inside)
        assert tab.evaluate(scrolled) == 0


# ----------------------------------------------------------------------------------------- menu


def menu_of(tab):
    """Whether the menu is seen, and what its button says."""
    button = tab.locator(MENU)
    return tab.locator(".dropdown-menu").is_visible(), button.get_attribute("aria-expanded")


OPEN, SHUT = (True, "true"), (False, "false")


def test_menu_opens_and_closes_by_mouse(reading):
    with reading(viewport={**PHONE, "width": NARROW}) as tab:
        button = tab.locator(MENU)
        button.hover()
        assert menu_of(tab) == SHUT
        button.click()
        assert menu_of(tab) == OPEN
        box, above = tab.locator(".dropdown-menu").bounding_box(), button.bounding_box()
        assert 0 <= box["x"] and box["x"] + box["width"] <= NARROW
        assert abs(box["x"] + box["width"] - above["x"] - above["width"]) < 2
        button.click()
        assert menu_of(tab) == SHUT
        button.click()
        tab.mouse.click(NARROW / 2, 600)
        assert menu_of(tab) == SHUT
        button.click()
        tab.evaluate("() => { window.print = () => { window.printed = true } }")
        tab.locator("[data-print]").click()
        assert menu_of(tab) == SHUT and tab.evaluate("() => window.printed")


def test_menu_opens_and_closes_by_keyboard(reading):
    with reading() as tab:
        button, items = tab.locator(MENU), tab.locator(".dropdown-menu :is(a, button)")
        at = "all => all.indexOf(document.activeElement)"
        for key in ("Enter", "Space"):
            button.press(key)
            assert menu_of(tab) == OPEN
            tab.keyboard.press("Escape")
            assert menu_of(tab) == SHUT and has_focus(tab, MENU)
        last = items.count() - 1
        for key, place in [
            ("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", last), ("ArrowDown", 0)
        ]:  # fmt: skip
            tab.keyboard.press(key)
            assert menu_of(tab) == OPEN
            assert items.evaluate_all(at) == place
        tab.keyboard.press("Escape")
        assert menu_of(tab) == SHUT and has_focus(tab, MENU)
        tab.keyboard.press("ArrowUp")
        assert items.evaluate_all(at) == last
        tab.keyboard.press("Tab")
        assert menu_of(tab) == SHUT and has_focus(tab, ".theme-switch-button")


def test_what_opens_is_accessible(reading):
    with reading(viewport=PHONE) as tab:
        for button in (MENU, ".search-button", ".primary-toggle", ".secondary-toggle"):
            tab.locator(button).click()
            assert violations(tab) == [], button
            tab.keyboard.press("Escape")


# ------------------------------------------------------------------------- contents and scrolling


def scroll_to(tab, selector, top=0):
    """Put an element at a height in the window."""
    tab.evaluate(
        """([selector, top]) => {
          const { y } = document.querySelector(selector).getBoundingClientRect();
          scrollBy({ top: y - top, behavior: "instant" });
        }""",
        [selector, top],
    )


def test_contents_mark_the_section_that_is_read(reading):
    with reading(LECTURE) as tab:
        assert tab.locator(MARKED).count() == 0, "before the first section"
        places = tab.locator("#pst-page-toc-nav a").evaluate_all("all => all.map(a => a.hash)")
        marked = """place => {
          const all = [...document.querySelectorAll('#pst-page-toc-nav .active')];
          const [link] = document.querySelectorAll('#pst-page-toc-nav a[aria-current=true]');
          return link?.hash === place && all.length === 2 && all.at(-1) === link;
        }"""
        for place in (places[1], places[6], places[2]):  # down, and up again
            scroll_to(tab, place, top=100)
            eventually(tab, marked, place)
            weights = tab.locator("#pst-page-toc-nav a").evaluate_all(
                "all => all.map(a => getComputedStyle(a).fontWeight)"
            )
            assert len(set(weights)) == 1, "a bold line would push those below it"
        scroll_to(tab, places[2], top=700)  # the end of the section before, its heading far above
        eventually(tab, marked, places[1])


def test_contents_mark_what_was_asked_for(reading):
    """Also a last section that is too short to come to the upper part of the window."""
    with reading(LECTURE) as tab:
        link = tab.locator("#pst-page-toc-nav a").last
        link.click()
        eventually(tab, "() => scrollY > 0")
        tab.evaluate(FRAMES)
        assert tab.locator(MARKED).evaluate_all("all => all.map(a => a.hash)") == [
            link.get_attribute("href")
        ]
        tab.reload()
        tab.locator(MARKED).wait_for()
        assert tab.locator(MARKED).get_attribute("href") == link.get_attribute("href")


def test_contents_of_the_reference_follow_its_entries(reading):
    with reading("book/reference.html") as tab:
        place = tab.locator("#pst-page-toc-nav a").nth(30).get_attribute("href")
        scroll_to(tab, f"[id='{place[1:]}']", top=120)
        eventually(tab, "place => document.querySelector("
                   "'#pst-page-toc-nav a[aria-current=true]')?.hash === place", place)  # fmt: skip


def test_contents_make_way_for_a_wide_figure_and_the_bar_has_a_shadow_over_text(reading):
    hidden = "() => document.querySelector('#pst-secondary-sidebar').matches('.hide')"
    shadow = "() => getComputedStyle(document.querySelector('.bd-header-article')).boxShadow"
    with reading(LECTURE) as tab:
        assert tab.evaluate(shadow) == "none"
        assert not tab.evaluate(hidden)
        tab.locator(f"{RIGHT} nav a").first.wait_for(state="visible")
        scroll_to(tab, ".full-width", top=100)
        eventually(tab, hidden)
        eventually(tab, "s => document.querySelector(s).offsetHeight < 60", RIGHT)
        scroll_to(tab, "#summary", top=100)
        eventually(tab, f"() => !({hidden})()")
        eventually(tab, f"() => ({shadow})() !== 'none'")


def test_bar_above_the_text_covers_what_passes_under_it(reading):
    with reading(LECTURE, {"width": 1920, "height": 1000}) as tab:
        scroll_to(tab, ".full-width", top=-200)
        right = """s => Math.max(...[...document.querySelectorAll(s)]
          .map(e => e.getBoundingClientRect().right))"""
        eventually(tab, f"([bar, wide]) => ({right})(bar) >= ({right})(wide)",
                   [f".bd-header-article, {RIGHT}", ".full-width"])  # fmt: skip
        bar = tab.locator(".bd-header-article").bounding_box()
        assert bar["x"] + bar["width"] >= tab.locator(RIGHT).bounding_box()["x"]


def test_button_leads_back_to_the_top(reading):
    with reading(LECTURE, PHONE) as tab:
        button = tab.locator("#pst-back-to-top")
        scroll_to(tab, "#summary")
        tab.evaluate(FRAMES)
        assert not button.is_visible()
        tab.mouse.wheel(0, -200)
        button.wait_for(state="visible")
        button.click()
        eventually(tab, "() => scrollY === 0")
        button.wait_for(state="hidden")


# ------------------------------------------------------------------------------ measuring the page


def test_loading_measures_nothing(reading):
    """What a script measures while a page loads, the browser must lay out at once."""
    with reading(LECTURE) as tab:
        tab.add_init_script(FORCED)
        tab.reload()
        assert tab.evaluate("() => window.measured") == []
        tab.locator(".search-button__button:visible").click()
        tab.mouse.click(20, 800)
        assert tab.evaluate("() => window.measured") == ["getBoundingClientRect"], "the test works"


@pytest.mark.parametrize(
    ("page", "kinds"), [("book/notation.html", ["table.table"]), (LECTURE, ["div.math", "pre"])]
)
def test_keyboard_reaches_what_is_wider_than_the_page(page, kinds, reading):
    """And only that, also after the window has changed."""
    right = """kind => [...document.querySelectorAll(`article ${kind}`)]
      .filter(box => box.checkVisibility())
      .every(box => (box.tabIndex === 0) === (box.scrollWidth > box.clientWidth))"""
    with reading(page, viewport={**PHONE, "width": NARROW}) as tab:
        reachable = [tab.locator(f"article {kind}[tabindex='0']") for kind in kinds]
        for kind, boxes in zip(kinds, reachable, strict=True):
            boxes.first.wait_for(state="attached")
            eventually(tab, right, kind)
        before = [boxes.count() for boxes in reachable]
        tab.set_viewport_size(WIDE)
        for kind, boxes, count in zip(kinds, reachable, before, strict=True):
            eventually(tab, right, kind)
            assert boxes.count() < count


def test_words_above_a_wide_table_stay_on_a_phone(reading):
    caption = "article table.table[tabindex] caption"
    with reading("lectures/10-more-than-two-classes.html", viewport=PHONE) as tab:
        tab.locator(caption).first.wait_for()
        table = tab.locator("article table.table:has(> caption)[tabindex]").first
        room, words = table.bounding_box(), tab.locator(caption).first
        for left in (0, 60):
            table.evaluate("(e, left) => { e.scrollLeft = left }", left)
            box = words.bounding_box()
            assert room["x"] - 2 <= box["x"], left
            assert box["x"] + box["width"] <= room["x"] + room["width"] + 2
