"""Cards beside references: what they hold, and how they come and go in a browser."""

import gzip
import json
import re
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from urllib.parse import unquote

import pytest
from lxml import html
from playwright.sync_api import expect

from tests.browsing import AXE_SCRIPT, NARROW, PHONE, opened, sound
from tests.pages import listed_pages

FOLDER = "_static/previews/"
NUMBER = re.compile(r"\bD?\d+(?:\.\d+)*\b")
PAGE, LONG = "lectures/in-depth/01-margins.html", "lectures/in-depth/06-duality.html"
ADDRESSES = {  # what is in the address of a reference of each kind on PAGE; of a table on LONG
    "equation": "#equation-eq-margins-along-w",
    "theorem": "#thm-margins-novikoff",
    "figure": "#fig-margins-squeeze",
    "exercise": "#ex-margins-same",
    "citation": "bibliography.html#",
    "term": "#term-calibration",
    "section": "#lecture-margins",
    "page": "reference.html",
    "table": "#tab-duality-cases",
}
SAMPLES = [kind for kind in ADDRESSES if kind != "table"]
CARD = "#preview:popover-open"
# axe on the card and its reference alone, for the rest of the page is judged in test_visits.py
JUDGE = """rules => axe.run({include: [["#preview"], ["[aria-details]"]]}, rules)
  .then(found => found.violations.map(v => [v.id, v.help, v.nodes.map(n => n.target)]))"""


@pytest.fixture(scope="module")
def references(pages):
    """(page, words, page it leads to, fragment) of every reference of the text."""
    found = []
    for page in listed_pages():
        for link in pages[page].iterfind(".//article//a[@href]"):
            classes = set(link.get("class", "").split())
            if {"reference", "internal"} <= classes and not {"image-reference", "sd-btn"} & classes:
                target, fragment = pages.place_of(link.get("href"), page)
                found.append((page, link.text_content(), target, fragment))
    return found


@pytest.fixture(scope="module")
def previews(site):
    """(name, element) by key, as the scripts of the site define them."""
    found = {}
    for path in (site / FOLDER).rglob("*.js"):
        key = path.relative_to(site / FOLDER).as_posix().removesuffix(".js")
        told, value = re.fullmatch(r"previews\[(.*?)\] = (.*);\n", path.read_text("utf8")).groups()
        assert json.loads(told) == key
        name, text = json.loads(value)
        found[key] = name, html.fragment_fromstring(text, create_parent=True)
    return found


def key_of(target, fragment):
    return target.removesuffix(".html") + (f"/{fragment}" if fragment else "")


def words(*elements):
    """Their letters without spaces, links to the place itself and what is folded inside."""
    copies = deepcopy(elements)
    for copy in copies:
        for part in copy.xpath(".//details | .//*[contains(@class, 'headerlink')]"):
            part.drop_tree()
    return "".join("".join(copy.text_content().split()) for copy in copies)


def means(card, page, fragment):
    """Whether a card has the words of its place; of a section heading and a paragraph suffice."""
    place = page.xpath("id($name)", name=fragment)[0] if fragment else page.find(".//h1/..")
    said = words(card)
    if place.tag == "dt":
        return said == words(place, next(place.itersiblings("dd")))
    section = place.getparent() if place.tag == "span" else place
    if section.tag != "section":
        return said == words(place)
    heading, first = words(*section.xpath("h1 | h2 | h3 | h4")), words(*section.xpath("p[1]"))
    return said.startswith(heading + first) and len(said) > len(heading)


def test_every_reference_has_a_card_with_what_it_means(references, pages, previews):
    """And the number that the reference says."""
    targets = {pair[2:]: key_of(*pair[2:]) for pair in references}
    assert len(references) > 1500 and set(previews) == {*targets.values()}
    for (page, fragment), key in targets.items():
        if page != "genindex.html":  # no page of text
            assert means(previews[key][1], pages[page], fragment), key
    counted = 0
    for page, said, target, fragment in references:
        name, _ = previews[key_of(target, fragment)]
        number = NUMBER.search(said)
        if number and target not in ("book/bibliography.html", "book/glossary.html"):
            assert number[0] == NUMBER.search(name)[0], (page, said, name)
            counted += 1
    assert counted > 500


def test_cards_fit_into_any_page(previews, pages, site):
    """No names of places, nothing that runs or unfolds; links are found from the root; small."""
    tags = [f".//{tag}" for tag in ("script", "details", "button", "input", "h1", "h2")]
    told = ".//@id | .//@name | .//@data-model | .//@*[starts-with(name(), 'on')]"
    foreign = " | ".join([told, *tags])
    for key, (name, card) in previews.items():
        assert name == " ".join(name.split()) and name
        assert card.xpath(foreign) == [], key
        for link in card.xpath(".//@src | .//a/@href[not(starts-with(., 'http'))]"):
            path, _, fragment = unquote(link).partition("#")
            assert (site / path).is_file(), (key, link)
            assert not fragment or fragment in pages.names(path), (key, link)
        source = (site / FOLDER / f"{key}.js").read_bytes()
        assert len(source) < 6000 or len(gzip.compress(source)) < 6000, key


def reference(tab, kind):
    """The first visible reference of a kind, in the middle of the window."""
    part = ADDRESSES[kind]
    link = tab.locator(f'.bd-article a.reference.internal[href*="{part}"]:visible').first
    link.evaluate("e => e.scrollIntoView({block: 'center', behavior: 'instant'})")
    tab.evaluate("() => new Promise(requestAnimationFrame)")
    return link


def later(tab):
    """As if the time had passed after which a card has come or gone."""
    tab.clock.run_for(900)
    tab.evaluate("() => new Promise(requestAnimationFrame)")


@contextmanager
def timed(chromium, base, **settings):
    """A page whose clock goes on when asked, and what it loads from the folder of cards."""
    with sound(chromium, base, PAGE, **settings) as tab:
        loaded = []
        tab.on("request", lambda r: FOLDER in r.url and loaded.append(r.url.partition(FOLDER)[2]))
        tab.clock.install()
        yield tab, loaded


@pytest.fixture
def room(chromium, server):
    with timed(chromium, server) as found:
        yield found


def point(tab, kind):
    """Rest the pointer on a reference until its card is there."""
    reference(tab, kind).hover()
    later(tab)
    tab.locator(CARD).wait_for()
    return tab.locator(CARD)


def test_pointing_shows_what_is_meant(chromium, bases, previews):
    """Nothing is loaded before, each card once; it is what was cut out, with its way on."""
    with timed(chromium, bases["file"]) as (tab, loaded):
        later(tab)
        assert loaded == []
        for kind in [*SAMPLES, "theorem"]:
            card = point(tab, kind)
            name = card.get_attribute("aria-label")
            text = tab.locator("article").bounding_box()
            assert card.bounding_box()["x"] >= text["x"] + text["width"], "in the margin"
            assert card.get_by_role("link", name=f"Go to {name}", exact=True).is_visible()
            if kind != "theorem":
                told, cut_out = previews[unquote(loaded[-1]).removesuffix(".js")]
                shown = card.locator("> div").evaluate("e => e.textContent")
                assert (told, words(cut_out)) == (name, "".join(shown.split()))
            tab.mouse.move(0, 0)
            later(tab)
            assert not card.is_visible()
        assert len(set(loaded)) == len(loaded) == len(SAMPLES)
        image = point(tab, "figure").locator("img")
        tab.wait_for_function("e => e.complete && e.naturalWidth", arg=image.element_handle())


def test_card_comes_to_a_resting_pointer_and_goes_when_told(room):
    """It may be entered; Escape, its button, a click elsewhere or paper take it away."""
    tab, loaded = room
    reference(tab, "theorem").hover()
    tab.clock.run_for(100)
    tab.mouse.move(0, 0)
    later(tab)
    assert loaded == [] and not tab.locator(CARD).count(), "passing by asks for nothing"
    close = tab.locator(CARD).get_by_role("button", name="Close")
    for act in (
        partial(tab.keyboard.press, "Escape"),
        close.click,
        partial(tab.mouse.click, 3, 400),
        partial(tab.emulate_media, media="print"),
    ):
        card = point(tab, "term")
        card.hover(position={"x": 40, "y": 40})
        later(tab)
        assert card.is_visible()
        act()
        later(tab)
        assert not card.is_visible(), "dismissed, and it stays so"
        tab.mouse.move(0, 0)
    tab.emulate_media(media="screen")
    reference(tab, "term").click()
    tab.wait_for_url("**/book/glossary.html#term-calibration")


def test_keyboard_opens_enters_and_leaves(room):
    tab, loaded = room
    card, link = tab.locator(CARD), reference(tab, "theorem")
    tab.keyboard.press("Shift")  # as after Tab
    link.focus()
    tab.clock.run_for(200)
    assert loaded == [], "tabbing through is quiet"
    later(tab)
    card.wait_for()
    assert tab.evaluate("() => document.activeElement.matches('[aria-details=preview]')")
    tab.keyboard.press("Tab")
    expect(card.locator(":focus")).to_have_count(1)
    later(tab)
    assert card.is_visible()
    tab.keyboard.press("Escape")
    expect(link).to_be_focused()
    later(tab)
    assert not card.is_visible(), "back at the reference, but not again"


def test_tap_shows_a_card_with_a_way_on_and_a_way_back(chromium, server):
    with timed(chromium, server, viewport=PHONE, has_touch=True) as (tab, _):
        card = tab.locator(CARD)
        here, button = tab.url, card.get_by_role("button", name="Close")
        for close in (button.tap, partial(tab.touchscreen.tap, 3, 800)):
            reference(tab, "theorem").tap()
            card.wait_for()
            close()
            card.wait_for(state="hidden")
        reference(tab, "citation").tap()
        card.get_by_role("link", name="Go to").tap()
        tab.wait_for_url(f"**/book/{ADDRESSES['citation']}*")
        tab.goto(here)
        link = reference(tab, "term")
        link.tap()
        card.wait_for()
        later(tab)
        assert tab.url == here and card.is_visible()
        link.tap()
        tab.wait_for_url("**/book/glossary.html#term-calibration")


@pytest.mark.weekly
@pytest.mark.parametrize("page, kinds", [(PAGE, SAMPLES), (LONG, ["table"])])
def test_cards_are_accessible_and_fit_a_small_phone(page, kinds, chromium, server):
    """In the light theme and in the dark one; a reference near the right edge, too."""
    size = {"width": NARROW, "height": 640}
    with opened(chromium, server, page, size, has_touch=True) as (tab, _, _):
        card = tab.locator(CARD)
        tab.evaluate(AXE_SCRIPT)
        for kind in kinds:
            reference(tab, kind).tap()
            card.wait_for()
            box = card.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= NARROW, kind
            assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], kind
            assert tab.evaluate("() => document.documentElement.scrollWidth") <= NARROW
            for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
                tab.emulate_media(color_scheme=scheme)
                assert tab.evaluate(JUDGE, rules) == [], (kind, scheme)
            tab.keyboard.press("Escape")
            card.wait_for(state="hidden")
