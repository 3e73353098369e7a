"""The built pages: complete, without dead links, readable without sight, light, on no other host.

A rule is a function from a page to its faults; one test asks all rules of each page.
"""

import json
import re
from collections import Counter
from itertools import chain, pairwise
from pathlib import PurePosixPath
from urllib.parse import unquote

import pytest
from lxml import html

from book.ext.head import FETCH_FONTS, SET_THEME, source_of
from book.source import Lecture, lecture_paths
from svmlib.widgets import bundle, playground_page
from tests.conftest import ROOT
from tests.hosting import sent
from tests.node_process import LIVE
from tests.pages import LECTURES, OTHERS, PAGES, listed_pages

RESOURCES = "//*[not(self::a)]/@src | //object/@data | //use/@href | //image/@href"
LOADED_LINKS = {*"stylesheet icon preload prefetch preconnect dns-prefetch manifest".split()}
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
RAW_MATH = r"\$|\\(?:frac|sum|lVert|alpha|cdot|xi|gamma|lambda|begin|mathbb|hat)\b|\\\("
RAW_MARKUP = r"\{[a-z:]+\}`|:::|\[\[?\d*\?\]\]?"
# an element is around each word of code; compressed, without figures
ELEMENTS, BYTES = 11_000, 200_000
LONGER = {"lectures/in-depth/03-soft-margin.html": 12_000}  # its bytes are within the budget
BARE = {"index.html", "_static/cards.html"}  # whose policy allows nothing
IMAGES = {".ico", ".png", ".svg", ".webp"}


def loaded_by(page):
    """Addresses that a browser fetches for a page by itself."""
    yield from page.xpath(RESOURCES)
    for candidates in page.xpath("//@srcset"):
        yield from (part.split()[0] for part in candidates.split(","))
    for link in page.xpath("//link[@href]"):
        if LOADED_LINKS & set(link.get("rel", "").split()):
            yield link.get("href")
    for style in [*page.xpath("//@style"), *page.xpath("//style/text()")]:
        yield from (a or b for a, b in CSS_URL.findall(style))


def dead_links(page, pages):
    for link in pages[page].xpath("//a/@href[. != '#' and . != '']"):
        target, place = pages.place_of(link, page)
        place = place.removeprefix("vote=")
        if target and not (pages.site / target).is_file():
            yield link
        elif place.startswith("class="):  # which needs a step of that figure
            step = f"#svm={place.removeprefix('class=')}%3A"
            if not pages[target].xpath(f"//a[contains(@href, '{step}')]"):
                yield link
        elif place and not place.startswith("svm=") and target in pages.built:
            if place not in pages.names(target):  # svm= is a situation of a live figure
                yield link


def what_is_loaded_elsewhere(page, pages):
    for address in loaded_by(pages[page]):
        path, _ = pages.place_of(address, page)
        here = path and (pages.site / path).is_file()
        if not here and not address.startswith(("data:", "#")):
            yield address


def parts_without_names(page, pages):
    """What axe finds most often, on every page; by all its rules it judges one of each kind."""
    root, names = pages[page], pages.names(page)
    if page != "index.html":  # which leads to the landing page
        title, headings = root.findtext("head/title").strip(), len(root.xpath("//main//h1"))
        if root.get("lang") != "en" or not title or headings != 1:
            yield f"{root.get('lang')}, {title!r}, {headings} headings"
    yield from (name for name, n in Counter(root.xpath("//@id")).items() if n > 1)
    for told in root.xpath("//@aria-labelledby | //@aria-describedby | //label/@for"):
        yield from set(told.split()) - names
    for part in root.xpath("//a[@href] | //button | //summary | //label"):
        said = part.xpath("@aria-label | @title | .//@alt | .//title/text()")
        if not "".join([part.text_content(), *said]).strip():
            yield html.tostring(part)
    for field in root.xpath("//input[@type != 'hidden'] | //select | //textarea"):
        labels = field.xpath("ancestor::label | @aria-label | @aria-labelledby")
        if not labels and not field.xpath("//label[@for = $name]", name=field.get("id")):
            yield html.tostring(field)


def headings_out_of_order(page, pages):
    heads = pages[page].xpath("//main//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5]")
    for above, below in pairwise(heads):
        if int(below.tag[1]) > int(above.tag[1]) + 1:
            yield below.text_content()


def raw_markup(page, pages):
    """In its text without code and without rendered formulas."""
    no = "ancestor::pre or ancestor::code or ancestor::script or ancestor::style or ancestor::math"
    text = " ".join(pages[page].xpath(f"//main//text()[not({no})]"))
    yield from re.findall(rf".{{,60}}(?:{RAW_MATH}|{RAW_MARKUP}).{{,60}}", text)
    classes = " ".join(pages[page].xpath("//@class")).split()
    yield from {"temml-error", "problematic", "system-message"} & set(classes)


def what_the_policy_forbids(page, pages):
    """No script in the page but that of the policy, no handlers in attributes; the policy first."""
    (policy, *_) = pages[page].xpath("//meta[@http-equiv='Content-Security-Policy']")
    allowed, root = policy.get("content"), pages[page]
    yield from policy.xpath("preceding::script")  # what comes before it is not judged
    for script in root.xpath("//script[not(@src)][not(contains(@type, 'json'))]/text()"):
        if source_of(script) not in allowed:
            yield script[:60]
    yield from re.findall("script-src[^;]*unsafe-inline", allowed)
    yield from root.xpath("//@*[starts-with(name(), 'on')]")
    yield from root.xpath("//a/@href[starts-with(., 'javascript:')]")
    yield from root.xpath("//@src[starts-with(., 'javascript:')]")
    rules = dict(rule.split(" ", 1) for rule in allowed.split("; "))
    if page in BARE:  # what default-src does not speak of, too
        yield from {rules[name] for name in ("default-src", "base-uri", "form-action")} - {"'none'"}
    elif page not in OTHERS:
        yield from {rules["default-src"]} - {"'self'"}
        own = f"'self' {source_of(SET_THEME)} {source_of(FETCH_FONTS)}"
        yield from {rules["script-src"]} - {own}


def what_holds_it_up(page, pages):
    """One sheet, and scripts that wait; the search is loaded on its own page alone."""
    root = pages[page]
    if page not in BARE:
        sheets = root.xpath("//link[@rel='stylesheet']/@href")
        if len(sheets) != 1 or not sheets[0].endswith("_static/site.css"):
            yield f"sheets {sheets}"
        yield from root.xpath("//script[@src][not(@defer)]/@src")
        if bool(root.xpath("//script[contains(@src, 'search.js')]")) != (page == "search.html"):
            yield "search.js"


def over_budget(page, pages):
    """As far as files tell: without fonts, and without what scripts load or add."""
    if page in LECTURES:
        root = pages[page]
        paths = {page, *(pages.place_of(address, page)[0] for address in loaded_by(root))}
        files = {path for path in paths if path and PurePosixPath(path).suffix not in IMAGES}
        size = sum(len(sent(pages.site / name)) for name in files)
        if "_static/site.css" not in files or size > BYTES:
            yield f"{size} bytes"
        if (count := sum(1 for _ in root.iter("*"))) >= LONGER.get(page, ELEMENTS):
            yield f"{count} elements"
        if not root.xpath("//pre//span[@class='k']"):
            yield "code has no colours"


RULES = (
    dead_links, what_is_loaded_elsewhere, parts_without_names, headings_out_of_order, raw_markup,
    what_the_policy_forbids, what_holds_it_up, over_budget,
)  # fmt: skip


@pytest.mark.parametrize("page", [*PAGES, *OTHERS, "_static/cards.html"])
def test_page_keeps_all_rules(page, pages):
    rules = RULES if page in PAGES else [what_the_policy_forbids]
    faults = {rule.__name__: [*rule(page, pages)] for rule in rules}
    assert not any(faults.values()), {name: found for name, found in faults.items() if found}


def test_every_page_is_built_and_no_other_and_their_titles_differ(pages):
    assert pages.built == {*PAGES, *OTHERS}
    titles = [pages[page].findtext("head/title") for page in listed_pages()]
    assert len(set(titles)) == len(titles)


def test_playground_is_the_one_of_the_package_and_leads_back(pages, site):
    text = (site / "playground.html").read_text(encoding="utf8")
    assert text == playground_page(book="book/index.html")
    assert {*loaded_by(pages["playground.html"])} == {"data:,"}
    assert "../playground.html" in pages["book/index.html"].xpath("//main//a/@href")


def test_index_leads_to_where_a_term_is_taught(pages):
    links = pages["genindex.html"].xpath("//main//a[contains(@href, '#taught-')]/@href")
    assert len(links) > 100
    for link in links:
        page, _, name = link.partition("#")
        place = pages[page].get_element_by_id(name)
        before = place.xpath("ancestor::*[contains(@class, 'before')]")
        assert not before, "write {term}`...` also where the page teaches what its box announces"
    place = pages["lectures/07-climbing-the-dual.html"].get_element_by_id("taught-smo")
    assert place.xpath("ancestor::section/h2")[-1].text_content().startswith("7.5")


def test_links_of_teachers_lead_to_other_situations(pages):
    """Of a figure that their page has; it follows them, and they are not what it shows at first."""
    links = pages["book/teaching.html"].xpath("//a/@href[contains(., '#svm=')]")
    assert len(links) > 10
    for link in links:
        page, _, told = unquote(link.removeprefix("../")).partition("#svm=")
        (stored,) = pages[page].xpath("//script[contains(@type, 'widget-state')]/text()")
        states = [model["state"] for model in json.loads(stored)["state"].values()]
        name, k, text = re.fullmatch(r"([a-z-]+?)(?:-(\d+))?:(.*)", told).groups()
        own = [its for its in states if re.sub(r"\B(?=[A-Z])", "-", its["figure"]).lower() == name]
        start = own[int(k or 1) - 1]
        question = {"file": bundle.figures()[start["figure"]], "traits": start, "texts": [text]}
        (answer,) = LIVE.ask(("links", question))[0]["decoded"]
        assert any(start[trait] != value for trait, value in answer["state"].items()), link


def test_missing_page_leads_back(pages):
    links = pages["404.html"].xpath("//article//p//a/@href")
    assert [link.rpartition("/")[2] for link in links] == ["index.html", "search.html"]
    assert all(link.startswith("/") for link in links), "relative to an address at any depth"


def test_citations_read_like_the_labels_of_the_bibliography(pages):
    """In the text Boser et al. (1992) or (Boser et al., 1992), in the list [Boser et al., 1992]."""
    entries = pages["book/bibliography.html"].find_class("citation")
    labels = {e.get("id"): e.find_class("label")[0].text_content().strip("[]") for e in entries}
    assert len(set(labels.values())) == len(labels) > 100
    cited = "//main//a[contains(@class, 'internal')][contains(@href, 'bibliography.html#')]"
    links = [*chain(*(pages[page].xpath(cited) for page in PAGES))]
    assert len(links) > 100
    for link in links:
        label = labels.get(link.get("href").partition("#")[2])
        text = " ".join(link.getparent().text_content().split())
        authors, _, year = (label or "").rpartition(", ")
        assert label is None or label in text or f"{authors} ({year}" in text, label


def test_teachers_find_every_bug_and_every_exercise_to_grade(pages):
    """All those of the lectures, and each link of the lists leads to its box."""
    links = pages["book/teaching.html"].xpath("//main//a/@href")
    bugs, graded = [], []
    for path in lecture_paths(ROOT):
        lecture = Lecture.read(path)
        boxes = [box for _, box in lecture.directives("admonition")]
        bugs += [box.options["name"] for box in boxes if box.argument.startswith("Bug:")]
        exercises = [exercise.options for _, exercise in lecture.directives("exercise")]
        graded += [options["label"] for options in exercises if options["class"] != "drill"]
    assert len(bugs) > 10 and len(graded) > 50
    assert {*bugs, *graded} <= {link.rpartition("#")[2] for link in links}
