"""What readers expect of a published book: reports of mistakes, a text for machines, previews."""

import re
import sys
from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
from lxml import etree, html
from nbformat import v4
from PIL import Image

from book.source import Lecture
from tests import small_books
from tests.browsing import WAKE, opened, violations
from tests.conftest import ROOT, serving
from tests.test_site import listed_pages
from tests.test_student_edition import LEFT_OVER, without_code

sys.path.insert(0, str(ROOT / "book/_ext"))
import report
from student_edition import site_address

KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
GITHUB = "https://github.com/someone/svm-book"
ADDRESS = "https://svm.example/book/"
INDEX = "# A book\n\n## Why\n\nWords.\n\n## Which page & why\n\nWords.\n"
LECTURE = (
    "(lecture-one)=\n# One\n\nWords.\n\n## First\n\nWords.\n\n### Within\n\nWords.\n\n## Second"
)
CELLS = [v4.new_markdown_cell(LECTURE), v4.new_code_cell("1 + 1", execution_count=1)]
NOTEBOOK = v4.new_notebook(cells=CELLS, metadata={"kernelspec": KERNEL})
SMALL = {"index.md": INDEX, "lectures/01-one.ipynb": nbformat.writes(NOTEBOOK)}
PAGES = {"index.html", "lectures/01-one.html"}
TWINS = [page.removesuffix(".html") for page in listed_pages()]
LECTURES = [page for page in TWINS if page.startswith("lectures/")]
every_twin = pytest.mark.parametrize("page", TWINS)


def build(folder, **variables):
    """Build a small book in a folder; its site and the pages as trees."""
    small_books.build(folder, SMALL, **variables)
    site = folder / "_build/html"
    pages = {page: html.parse(str(site / page)).getroot() for page in PAGES}
    return SimpleNamespace(site=site, pages=pages)


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A book with a repository and an address of its own."""
    folder = tmp_path_factory.mktemp("public")
    return build(folder, BOOK_REPOSITORY=GITHUB, BOOK_ADDRESS=ADDRESS.rstrip("/"))


@pytest.fixture(scope="module")
def private(tmp_path_factory):
    """A book that nobody has put anywhere."""
    return build(tmp_path_factory.mktemp("private"))


# ------------------------------------------------------------------------------------- mistakes


def test_each_section_says_where_to_report_a_mistake(public):
    for name, page in public.pages.items():
        heads = page.xpath("//main//section/*[self::h1 or self::h2 or self::h3]")
        assert heads
        for head in heads:
            link = head.getnext()
            assert link.get("class") == "report-mistake", head.text_content()
            form = urlsplit(link.get("href"))
            assert f"https://{form.netloc}{form.path}" == f"{GITHUB}/issues/new"
            asked = {field: text for field, (text,) in parse_qs(form.query).items()}
            words = " ".join(head.xpath("string(.)").rstrip("#").split())
            assert words.replace(". ", " ") in asked["title"]
            assert asked["body"].startswith(f"{ADDRESS}{name}#")
            assert head.getparent().get("id") == asked["body"].split()[0].partition("#")[2]


def test_reports_have_names_of_their_own_and_stay_out_of_contents(public):
    for page in public.pages.values():
        links = page.find_class("report-mistake")
        names = [" ".join(link.text_content().split()) for link in links]
        assert len(set(names)) == len(names) >= 1
        assert all(name.startswith("Report a mistake in ") for name in names)
        assert not page.xpath("//nav//a[@class='report-mistake']")
        assert "Report" not in page.findtext("head/title")


def test_the_form_of_gitlab_has_other_fields():
    form = report.new_issue("https://gitlab.com/a/b", "A title", "A & B\n")
    assert form.startswith("https://gitlab.com/a/b/-/issues/new?")
    assert parse_qs(urlsplit(form).query) == {
        "issue[title]": ["A title"],
        "issue[description]": ["A & B\n"],
    }


OPACITY = "e => getComputedStyle(e).opacity"


def test_reports_are_seen_when_they_are_wanted(public, chromium):
    """At the heading that is pointed at, by keyboard, on a touch screen; never on paper."""
    with serving(public.site) as address:
        with opened(chromium, address, "lectures/01-one.html") as (tab, errors, foreign):
            link = tab.locator("section > h2 + a.report-mistake").first
            box, head = link.bounding_box(), tab.locator("section > h2").first.bounding_box()
            assert head["y"] <= box["y"] and box["y"] + box["height"] <= head["y"] + head["height"]
            assert link.evaluate(OPACITY) == "0"
            tab.locator("section > h2").first.hover()
            assert link.evaluate(OPACITY) == "1"
            tab.mouse.move(0, 0)
            assert link.evaluate(OPACITY) == "0"
            tab.keyboard.press("Tab")
            link.focus()
            assert link.evaluate(OPACITY) == "1"
            assert errors == [] and foreign == []
            tab.evaluate("() => document.querySelectorAll('a').forEach(a => a.dataset.scan = '')")
            tab.add_style_tag(content=".report-mistake { opacity: 1 !important }")
            assert violations(tab) == []
            tab.emulate_media(media="print")
            assert not link.is_visible()
        phone = {"has_touch": True, "is_mobile": True, "viewport": {"width": 390, "height": 844}}
        with opened(chromium, address, "lectures/01-one.html", **phone) as (tab, _, _):
            link = tab.locator("section > h2 + a.report-mistake").first
            box, head = link.bounding_box(), tab.locator("section > h2").first.bounding_box()
            after = tab.locator("section > h2 ~ p").first.bounding_box()
            assert link.evaluate(OPACITY) == "1" and box["height"] >= 24
            assert head["y"] + head["height"] <= box["y"] and box["y"] + box["height"] <= after["y"]


# ------------------------------------------------------------------------------------ addresses


def told(page, name):
    """What the page says of itself in a meta element of this name or property."""
    return page.xpath("//meta[@property=$name or @name=$name]/@content", name=name)


def test_a_published_page_has_a_picture_and_its_own_address(public):
    for name, page in public.pages.items():
        if name == "index.html":
            continue
        assert told(page, "og:url") == page.xpath("//link[@rel='canonical']/@href")
        assert told(page, "og:url") == [ADDRESS + name]
        (card,) = told(page, "og:image")
        assert card.startswith(ADDRESS)
        with Image.open(public.site / card.removeprefix(ADDRESS)) as picture:
            size = [str(side) for side in picture.size]
        assert told(page, "og:image:width") + told(page, "og:image:height") == size
        assert size == ["1200", "630"]
        assert len(told(page, "og:image:alt")[0].split()) >= 8
        assert told(page, "twitter:card") == ["summary_large_image"]


@pytest.mark.weekly
def test_a_book_without_repository_and_address_claims_none(private):
    for page in private.pages.values():
        assert page.find_class("report-mistake") == []
        assert told(page, "og:url") == told(page, "og:image") == []
        assert not page.xpath("//link[@rel='canonical']")
        assert told(page, "og:title")
    assert not list(private.site.glob("robots.txt")) + list(private.site.glob("sitemap.xml"))


def test_the_site_map_lists_every_page(public):
    tree = etree.parse(str(public.site / "sitemap.xml"))
    listed = tree.xpath("//*[local-name()='url']/*[local-name()='loc']/text()")
    assert sorted(listed) == sorted(ADDRESS + page for page in [*PAGES, "playground.html"])
    for address in listed:
        assert (public.site / address.removeprefix(ADDRESS)).is_file()
    assert not html.parse(public.site / "404.html").xpath("//link[@rel='canonical']")
    robots = (public.site / "robots.txt").read_text().splitlines()
    assert f"Sitemap: {ADDRESS}sitemap.xml" in robots and "Disallow: /" not in robots


def test_the_address_is_ones_own_or_that_of_the_pages(monkeypatch):
    monkeypatch.delenv("BOOK_ADDRESS", raising=False)
    assert site_address("") == ""
    assert site_address(GITHUB) == "https://someone.github.io/svm-book/"
    assert site_address("https://gitlab.com/A/b") == "https://a.gitlab.io/b/"
    monkeypatch.setenv("BOOK_ADDRESS", ADDRESS.rstrip("/"))
    assert site_address(GITHUB) == ADDRESS


# ------------------------------------------------------------------------------------- markdown

HEADING = re.compile(r"^(#+) (.+)$", re.M)
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.S)


@cache
def published(site, page):
    """The page as a tree, which tests do not change."""
    return html.parse(str(site / f"{page}.html")).getroot()


def twin(site, page):
    return (site / f"{page}.md").read_text(encoding="utf-8")


def formulas(tree):
    """The outermost elements of mathematics of a page."""
    outer = "//main//article//*[self::math or contains(concat(' ', @class, ' '), ' math ')]"
    return tree.xpath(f"{outer}[not(ancestor::*[contains(concat(' ', @class, ' '), ' math ')])]")


@every_twin
def test_a_page_names_its_twin(page, site):
    (address,) = published(site, page).xpath(
        "//head/link[@rel='alternate' and @type='text/markdown']/@href"
    )
    assert (site / page).parent / address == site / f"{page}.md"
    assert len(twin(site, page).split()) > 50
    buttons = published(site, page).xpath("//*[contains(@class, 'btn-download')]/@href")
    assert not buttons or address in buttons


@every_twin
def test_a_twin_has_the_headings_of_its_page(page, site):
    heads = published(site, page).xpath(
        "//main//section/*[self::h1 or self::h2 or self::h3 or self::h4]"
    )
    shown = []
    for head in map(deepcopy, heads):
        for part in head.xpath("a | .//math"):
            part.drop_tree()
        words = re.sub(r"^([D\d.]+)\. ", r"\1 ", " ".join(head.text_content().split()))
        shown.append((int(head.tag[1]), words.replace(" ", "").replace("’", "'")))
    text = re.sub(r"^```.*?^```$", "", twin(site, page), flags=re.M | re.S)
    bare = re.compile(r"\$[^$]+\$|[*`]|\s")
    said = [(len(marks), bare.sub("", words)) for marks, words in HEADING.findall(text)]
    assert said == shown


@every_twin
def test_no_markup_is_left_in_a_twin(page, site):
    text = without_code(twin(site, page))
    assert not (found := LEFT_OVER.search(text)), text[found.start() : found.end() + 60]


@every_twin
def test_formulas_of_a_twin_are_tex(page, site):
    """As many as the page has; none is rendered."""
    text = without_code(twin(site, page))
    assert "katex" not in text and "<math" not in text
    assert len(FORMULA.findall(text)) == len(formulas(published(site, page)))


@pytest.mark.parametrize("page", LECTURES)
def test_a_twin_tells_all_outputs_and_figures(page, site):
    text = twin(site, page)
    for _, cell in Lecture.read(ROOT / f"{page}.ipynb").cells("code"):
        assert cell.source in text
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        assert not alt or alt in text
        for output in cell.outputs:
            if output.output_type == "stream":
                assert output.text.rstrip() in text


# ---------------------------------------------------------------------------------- wide screens

# of each picture that is seen: its own shape, its width here, the text's width, what is left to the
# contents of the page
ROOM = """() => {
  const column = document.querySelector(".bd-article section > p").getBoundingClientRect();
  const contents = document.querySelector(".bd-sidebar-secondary").getBoundingClientRect();
  return [...document.querySelectorAll(".bd-article section > .cell img")]
    .filter(i => i.checkVisibility())
    .map(i => [i.getAttribute("width") / i.getAttribute("height"), i.getBoundingClientRect(), i])
    .map(([shape, box, i]) => [shape, box.width / column.width, contents.left - box.right,
      Math.abs(box.width / box.height / shape - 1)]);
}"""


def test_wide_screens_show_wide_figures_larger(server, chromium):
    with opened(chromium, server, "lectures/06-duality.html") as (tab, errors, _):
        tab.evaluate(WAKE)  # live figures hide the contents while they are seen
        for width in (1280, 1440, 1920, 2560):
            tab.set_viewport_size({"width": width, "height": 1000})
            figures = tab.evaluate(ROOM)
            wide = [share for shape, share, *_ in figures if shape >= 1.5]
            widest = [share for shape, share, *_ in figures if shape >= 1.9]
            assert wide and widest
            assert all(left > 0 for _, _, left, _ in figures), "over the contents of the page"
            assert all(bent < 0.02 for *_, bent in figures), "out of shape"
            assert width < 1400 or min(wide) > 0.95
            assert width < 1800 or min(widest) > 1.25
            assert tab.evaluate("() => document.documentElement.scrollWidth") <= width
        assert errors == []
