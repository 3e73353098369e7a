"""The book on paper: a lecture as a PDF with its checks, and single lectures."""

import re
from io import BytesIO

import pytest
import yaml
from lxml import html
from pypdf import PdfReader
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from book.exercises import exercises_in
from book.pdf.chapter import Chapter
from book.pdf.checks import Printed
from book.pdf.document import LEFT_OUT, bind, headings, parts_of
from book.pdf.printing import TOO_WIDE, finish, not_shown, opened, print_settled, too_wide
from book.source import Lecture
from book.trees import text_of
from tests.browsing import opened as browsed
from tests.conftest import ROOT
from tests.pages import MAIN, PAGES

ADDRESS = "https://book.example/"
LECTURE = "lectures/in-depth/02-max-margin.html"  # the shortest with questions
PARTS = [("Lectures", [LECTURE]), ("Reference", ["book/timeline.html", "genindex.html"])]
BOUND = [page for _, pages in PARTS for page in pages]
SETTINGS = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
A4 = {"width": 718, "height": 1047}  # pixels of CSS inside Chromium's margins
PALE = "e => Math.min(...getComputedStyle(e).color.match(/[\\d.]+/g).slice(0, 3).map(Number))"


@pytest.fixture(scope="module")
def document(site):
    return bind(site, PARTS, SETTINGS, ADDRESS)


@pytest.fixture(scope="module")
def pdf(document, chromium, tmp_path_factory):
    """Path of the PDF; `document` has its page numbers."""
    target = tmp_path_factory.mktemp("pdf") / "book.pdf"
    reader, wrong = print_settled(chromium, document, target.with_suffix(".html"))
    assert wrong == []
    finish(reader, target, SETTINGS, headings(document))
    return target


@pytest.fixture(scope="module")
def printed(pdf, document, site):
    return Printed(PdfReader(pdf), document, site, BOUND)


@pytest.mark.weekly
def test_the_print_is_in_order_and_its_checks_see_faults(printed, document, site, pdf):
    assert printed.checks() == []
    assert 10 < len(printed.reader.pages) < 40
    assert printed.reader.metadata.title == SETTINGS["title"]
    assert printed.reader.trailer["/Root"]["/Lang"] == "en"
    assert b"/ObjStm" in pdf.read_bytes(), "the tags are packed"
    assert b"/Linearized" in pdf.read_bytes()[:200], "the first page comes first"
    # checks see faults: as if the print lacked a page of the site, all places, and a page's words
    found = Printed(printed.reader, document, site, [*BOUND, MAIN[0]])
    found.texts, found.places = [*printed.texts[:2], "", *printed.texts[3:]], {}
    assert list(found.odd_pages()) == ["page 3 is empty"]
    for check in ("wrong_contents", "missing_numbers", "missing_pictures", "dead_links"):
        assert list(getattr(found, check)()), check


LONG = "wide" * 200
CELL = "<table><tr><td style='width: {0}px; min-width: {0}px'></table>"


@pytest.mark.parametrize("body, look, told", [
    ("<p>narrow</p>", too_wide, None), (f"<p>{LONG}</p>", too_wide, "<p>wide"),
    (f'<pre style="overflow: hidden">{LONG}</pre>', too_wide, "<pre"),  # cut at its edge
    (CELL.format(700), too_wide, None),
    (CELL.format(3000), too_wide, "<t"),  # as small as that nobody can read it
    ('<img src="nowhere.png" alt="">', not_shown, "nowhere.png"),
])  # fmt: skip
def test_what_is_too_wide_is_reduced_or_told(body, look, told, chromium, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(f"<!DOCTYPE html><style>body {{ margin: 0 }}</style>{body}")
    with opened(chromium, file) as tab:
        found = look(tab)
    assert len(found) == (told is not None) and all(told in wrong for wrong in found)


@pytest.mark.weekly
def test_page_numbers_are_those_of_the_text(document, printed):
    """Of solutions and of answers, both ways."""
    solutions = document.body.xpath("//div[@class='solution']")
    answers = document.body.xpath("//div[@class='answer']")
    source = Lecture.read(ROOT / LECTURE.replace(".html", ".ipynb"))
    assert len(solutions) == len(exercises_in(source)) > 0
    assert len(answers) == len(source.quizzes()) > 0
    ways = []  # (link, what stands on the page whose number it says)
    for part in (*solutions, *answers):
        title = part[0]
        name = text_of(title) if part in solutions else part.xpath("p/strong")[0].text
        back = part.xpath("p[@class='see']/a" if part in solutions else "p/a")[0]
        (there,) = document.body.xpath("//p/a[@href=$name]", name=f"#{title.get('id')}")
        asked = re.search(r"Exercise D?[\d.]+", name)[0] if part in solutions else name
        ways += [(back, asked), (there, name)]
    for link, words in ways:
        assert words.replace(" ", "") in printed.texts[int(link.text) - 1]


def test_the_print_says_all_that_its_page_says(document, pages):
    """Code lies open, answers stand in the appendix alone, headings carry names of sections."""
    page = pages[LECTURE]
    (chapter,) = document.body.xpath("//section[@id='lectures.in-depth.02-max-margin']")
    assert document.body.xpath("//details | //summary | //button | //script | //input") == []
    hidden = page.xpath("//details[contains(@class, 'hide')]//pre")
    shown = {pre.text_content() for pre in chapter.xpath(".//pre")}
    assert len(hidden) > 3 and all(pre.text_content() in shown for pre in hidden)
    assert chapter.find_class("quiz-feedback") == []
    answers = document.body.xpath("//div[@class='answer']")
    assert all(len(answer.xpath(".//li[@class='right']")) == 1 for answer in answers)
    names = page.xpath("//article//section/@id | //section/span[@id][not(node())]/@id")
    assert len(names) > 10
    for name in names:
        (place,) = chapter.xpath(".//*[@id=$id]", id=f"lectures.in-depth.02-max-margin..{name}")
        assert place.getparent().tag in ("h1", "h2", "h3", "h4"), name


@pytest.mark.parametrize("address", [ADDRESS, ""])
def test_live_figures_and_links_say_where_the_site_is(address, site):
    page = next(name for name in MAIN if "svm-place" in (site / name).read_text(encoding="utf-8"))
    chapter = Chapter(site, page, {page}, address)
    notes = chapter.body.find_class("live")
    assert notes
    for note in notes:
        name = next(note.iterancestors("figure")).get("id").partition("..")[2]
        assert f"{page}#{name}" in text_of(note)
        assert note.xpath("a/@href") == ([f"{ADDRESS}{page}#{name}"] if address else [])
    outside = [a for a in chapter.body.xpath(".//a/@href") if a.startswith(ADDRESS)]
    assert bool(outside) == bool(address)
    assert not chapter.body.xpath(".//a[starts-with(@href, '..')]")


def test_every_page_of_the_contents_is_printed():
    toc = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    printed = [page for _, pages in parts_of(toc) for page in pages]
    screen = {"index.html", "search.html", "404.html"}
    assert sorted(printed) == sorted(set(PAGES) - LEFT_OUT - screen)
    assert printed[-1] == "genindex.html"


def test_link_comes_and_goes_with_the_pdf(tmp_path):
    """Though its page has not changed, the next build writes it again."""
    source, out = tmp_path / "source", tmp_path / "html"
    (source / "book").mkdir(parents=True)
    (source / "conf.py").write_text('extensions = ["book.ext.pages"]\nroot_doc = "book/index"\n')
    (source / "book/index.rst").write_text("Title\n=====\n\n.. printed-book::\n")
    pdf = out / "support-vector-machines.pdf"

    def links():
        with docutils_namespace():
            Sphinx(source, source, out, tmp_path / "trees", "html", status=None).build()
        page = html.parse(out / "book/index.html").getroot()
        return page.xpath("//p[contains(@class, 'printed-book')]/a/@href")

    assert links() == []
    pdf.write_bytes(b"%PDF" + bytes(2_000_000))
    assert links() == ["../support-vector-machines.pdf"]
    pdf.unlink()
    assert links() == []


@pytest.mark.parametrize("page", [MAIN[5], "book/notation.html"])
def test_a_single_page_fits_the_paper_and_is_light(page, chromium, server):
    with browsed(chromium, server, page, A4, color_scheme="dark") as (tab, *_):
        tab.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
        tab.emulate_media(media="print")
        tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        assert tab.evaluate(TOO_WIDE) == []
        assert tab.locator("h1:visible").count() >= 1
        assert tab.locator(":is(nav, button, .headerlink, .bd-sidebar):visible").count() == 0
        words = tab.locator("article :is(p, pre, pre span, td, th):visible")
        assert max(words.evaluate_all(f"all => all.map({PALE})")) < 190, "dark on white paper"
        size = tab.locator("article p:not(.question):visible").first.evaluate(
            "e => getComputedStyle(e).fontSize"
        )
        assert 10 <= float(size.removesuffix("px")) * 0.75 <= 11


def test_the_card_is_printed_on_two_sheets(chromium, server):
    with browsed(chromium, server, "book/card.html", A4) as (tab, *_):
        sheets = PdfReader(BytesIO(tab.pdf(prefer_css_page_size=True, format="A4"))).pages
    texts = [" ".join(sheet.extract_text().split()) for sheet in sheets]
    assert len(sheets) == 2, "cut a line of the card before you add one"
    assert "Which machine?" in texts[0] and "scikit-learn and svmlib" in texts[1]
