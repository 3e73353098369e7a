"""The built pages: complete, without dead links, readable without sight, free of other hosts."""

import json
import re
from collections import Counter
from itertools import chain, pairwise
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from lxml import html

from book.source import Lecture, lecture_paths
from svmlib.widgets import bundle, playground_page
from tests.conftest import ROOT
from tests.node_process import LIVE

RESOURCES = "//*[not(self::a)]/@src | //object/@data | //use/@href | //image/@href"
LOADED_LINKS = {*"stylesheet icon preload prefetch preconnect dns-prefetch manifest".split()}
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
RAW_MATH = r"\$|\\(?:frac|sum|lVert|alpha|cdot|xi|gamma|lambda|begin|mathbb|hat)\b|\\\("
RAW_MARKUP = r"\{[a-z:]+\}`|:::|\[\[?\d*\?\]\]?"
HERE = "https://site.example/"


def listed_pages():
    """Pages of the table of contents, as paths in the site."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [f"{re.sub('[.](ipynb|md)$', '', name)}.html" for name in [toc["root"], *chapters]]


PAGES = sorted({*listed_pages(), "index.html", "genindex.html", "search.html", "404.html"})
OTHERS = {"playground.html"}  # without the theme of the book: test_playground.py reads and uses it
every_page = pytest.mark.parametrize("page", PAGES)


@pytest.fixture(scope="module")
def pages(site):
    """Parsed pages by path."""
    paths = [p for p in site.rglob("*.html") if not p.relative_to(site).parts[0].startswith("_")]
    return {p.relative_to(site).as_posix(): html.parse(p).getroot() for p in paths}


@pytest.fixture(scope="module")
def anchors(pages):
    """Names that a link into a page can end with, by page."""
    return {path: {*p.xpath("//@id"), *p.xpath("//a/@name")} for path, p in pages.items()}


def test_every_page_is_built_and_no_other_and_their_titles_differ(pages):
    assert set(pages) == {*PAGES, *OTHERS}
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


def root_of(pages):
    """Where the site begins on its host: the page of errors has addresses from there."""
    (start,) = pages["404.html"].xpath("//article//p//a[contains(@href, 'index.html')]/@href")
    return start.removesuffix("index.html")


@every_page
def test_links_lead_somewhere(page, pages, anchors, site):
    dead = []
    for link in pages[page].xpath("//a/@href"):
        parts = urlsplit(urljoin(HERE + page, link))
        if parts.netloc != urlsplit(HERE).netloc or link in ("#", ""):
            continue
        target = unquote(parts.path).removeprefix(root_of(pages)).lstrip("/")
        target += "index.html" if target.endswith("/") or not target else ""
        place = unquote(parts.fragment).removeprefix("vote=")
        if target not in pages:
            dead += [] if (site / target).is_file() else [link]
        elif place and not place.startswith("svm="):  # a situation of a live figure
            dead += [] if place in anchors[target] else [link]
    assert not dead


@every_page
def test_parts_have_names_and_headings_their_order(page, pages, anchors):
    """What axe finds most often, on every page; by all its rules it judges one of each kind."""
    root = pages[page]
    if page != "index.html":  # which leads to the landing page
        assert root.get("lang") == "en"
        assert root.findtext("head/title").strip()
        assert len(root.xpath("//main//h1")) == 1
    assert [name for name, n in Counter(root.xpath("//@id")).items() if n > 1] == []
    for names in root.xpath("//@aria-labelledby | //@aria-describedby | //label/@for"):
        assert set(names.split()) <= anchors[page]
    for part in root.xpath("//a[@href] | //button | //summary | //label"):
        said = part.xpath("@aria-label | @title | .//@alt | .//title/text()")
        assert "".join([part.text_content(), *said]).strip(), html.tostring(part)
    for field in root.xpath("//input[@type != 'hidden'] | //select | //textarea"):
        labels = field.xpath("ancestor::label | @aria-label | @aria-labelledby")
        assert labels or field.xpath("//label[@for = $name]", name=field.get("id"))
    heads = root.xpath("//main//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5]")
    levels = [int(head.tag[1]) for head in heads]
    assert all(below <= above + 1 for above, below in pairwise(levels))


def foreign(address):
    """Whether an address is on a host of its own."""
    return re.match(r"(https?:)?//", address.strip(), re.I)


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


@every_page
def test_what_a_page_loads_is_on_the_site(page, pages, site):
    missing = []
    for address in loaded_by(pages[page]):
        if not address.startswith(("data:", "#")):
            path = unquote(urlsplit(urljoin(HERE + page, address)).path).lstrip("/")
            path = path.removeprefix(root_of(pages).lstrip("/"))
            missing += [] if not foreign(address) and (site / path).is_file() else [address]
    assert not missing


@every_page
def test_no_raw_mathematics_or_markup(page, pages):
    """In its text without code and without rendered formulas."""
    no = "ancestor::pre or ancestor::code or ancestor::script or ancestor::style or ancestor::math"
    text = " ".join(pages[page].xpath(f"//main//text()[not({no})]"))
    assert not re.findall(rf".{{,60}}(?:{RAW_MATH}|{RAW_MARKUP}).{{,60}}", text)
    classes = " ".join(pages[page].xpath("//@class")).split()
    assert not {"temml-error", "problematic", "system-message"} & set(classes)


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
    links = [*chain(*(page.xpath(cited) for page in pages.values()))]
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
