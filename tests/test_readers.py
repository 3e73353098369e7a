"""What readers expect of a published book: references, reports, a text for machines, previews."""

import os
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

import nbformat
import pytest
import yaml
from lxml import etree, html
from nbformat import v4
from PIL import Image

from book.addresses import site_address
from book.ext.pages import BODY, new_issue
from book.source import Lecture
from tests.browsing import WAKE, opened, violations
from tests.conftest import ROOT, serving
from tests.pages import listed_pages
from tests.test_student_edition import LEFT_OVER

UNSET = {name: "" for name in ("BOOK_REPOSITORY", "BOOK_ADDRESS")}
TOC = "format: jb-book\nroot: index\nparts:\n- numbered: true\n  chapters: [{}]\n"


def build(folder, pages, toc=None, warnings="-W", **variables):
    """Build a book of `pages`, {path: text}, into ``_build/html`` of a folder.

    Without `toc` it has the pages in their order after ``index.md``. Returns the finished process;
    a warning is an error unless `warnings` is empty.
    """
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    chapters = (Path(name).with_suffix("") for name in pages if name != "index.md")
    listed = ", ".join(f"{{file: {chapter}}}" for chapter in chapters)
    (folder / "_toc.yml").write_text(toc or TOC.format(listed), encoding="utf-8")
    (folder / "_config.yml").write_bytes((ROOT / "_config.yml").read_bytes())
    if not (folder / "book").exists():
        (folder / "book").symlink_to(ROOT / "book")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, "-n", "--all"]
    run = subprocess.run(
        [*command, *filter(None, [warnings])], cwd=ROOT, env=os.environ | UNSET | variables,
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert run.returncode == 0 or not warnings, run.stderr[-2000:]
    return run


KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
GITHUB = "https://github.com/someone/svm-book"
ADDRESS = "https://svm.example/book/"
LECTURE = """(lecture-one)=
# One

Words.

(sec-one-first)=
## First

[Here](#sec-one-first), [lecture 2](#lecture-two), [Theorem 2.1](#thm-two-a), [(2.1)](#eq-two-a),
[as shown](#eq-two-a), [section 2.1](#sec-two-a) and [Platt (1999)](#platt1999);
sources ([Platt, 1999](#platt1999)).

### Within

Words.
"""
OTHER = """(lecture-two)=
# Two

(sec-two-a)=
## Which page & why

```{prf:theorem} A name
:label: thm-two-a
True.
```

$$
1 = 1
$$ (eq-two-a)
"""
WRONG = {  # a link: what is said to it
    "[lecture 3](#lecture-two)": "it is 2",
    "[Theorem 1.1](#thm-two-a)": "it is Theorem 2.1",
    "[(2.2)](#eq-two-a)": "it is (2.1)",
    "[section D2.1](#sec-two-a)": "it is 2.1",
    "[Plat (1999)](#platt1999)": "it is Platt (1999)",
    "[Platt, 1998](#platt1999)": "it is Platt (1999)",
    "[Here](#sec-one-none)": "nothing has this label",
}
CELLS = [v4.new_markdown_cell(LECTURE), v4.new_code_cell("1 + 1", execution_count=1)]
NOTEBOOK = v4.new_notebook(cells=CELLS, metadata={"kernelspec": KERNEL})
SMALL = {
    "index.md": "# A book\n",
    "lectures/01-one.ipynb": nbformat.writes(NOTEBOOK),
    "two.md": OTHER,
    "three.md": "# Three\n\n" + "\n".join(WRONG),
    "sources.md": "# Sources\n\n```{bibliography}\n:all:\n```\n",
}
PAGES = [re.sub(r"\.\w+$", ".html", name) for name in SMALL]
TWINS = [page.removesuffix(".html") for page in listed_pages()]


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A book with a repository and an address of its own, and what its build said."""
    folder = tmp_path_factory.mktemp("public")
    told = {"BOOK_REPOSITORY": GITHUB, "BOOK_ADDRESS": ADDRESS.rstrip("/")}
    said = build(folder, SMALL, warnings="", **told).stderr
    site = folder / "_build/html"
    pages = {page: html.parse(site / page).getroot() for page in PAGES}
    return SimpleNamespace(site=site, pages=pages, said=said)


def test_words_lead_to_their_targets_or_are_reported(public):
    told = re.findall(r"WARNING: (.*?\)): (.*?)(?:\x1b|$)", public.said, re.M)
    assert dict(told) == WRONG and len(told) == len(WRONG) == public.said.count("WARNING")
    links = public.pages["lectures/01-one.html"].xpath("//main//section//p//a")
    found = {a.text_content(): a.get("href") for a in links}
    assert found["Here"].endswith(("#sec-one-first", "#first"))
    assert found["lecture 2"] == "../two.html#lecture-two"
    assert found["Theorem 2.1"] == "../two.html#thm-two-a"
    assert found["(2.1)"] == found["as shown"] == "../two.html#equation-eq-two-a"
    assert found["Platt, 1999"] == found["Platt (1999)"] and "sources.html#" in found["Platt, 1999"]


def test_each_section_says_where_to_report_a_mistake(public):
    for name, page in public.pages.items():
        heads = page.xpath("//main//section/*[self::h1 or self::h2 or self::h3]")
        assert heads and len(page.find_class("report-mistake")) == len(heads)
        for head in heads:
            link = head.getnext()
            assert link.get("class") == "report-mistake", head.text_content()
            form = urlsplit(link.get("href"))
            assert f"https://{form.netloc}{form.path}" == f"{GITHUB}/issues/new"
            asked = dict(parse_qsl(form.query))
            words = " ".join(head.xpath("string(.)").rstrip("#").split())
            assert words.replace(". ", " ") in asked["title"]
            assert asked["place"] == f"{ADDRESS}{name}#{head.getparent().get('id')}"
            form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE" / asked["template"]).read_text())
            assert "place" in [field.get("id") for field in form["body"]]
            assert link.text_content().strip().startswith("Report a mistake in ")
    # the form of GitLab has other fields
    form = new_issue("https://gitlab.com/a/b", "A title", "https://a.example/b.html#c")
    assert form.startswith("https://gitlab.com/a/b/-/issues/new?")
    said = BODY.format(address="https://a.example/b.html#c")
    asked = dict(parse_qsl(urlsplit(form).query))
    assert asked == {"issue[title]": "A title", "issue[description]": said}


@pytest.mark.parametrize("touch", [False, True])
def test_reports_are_seen_when_they_are_wanted(touch, public, chromium):
    """At the heading that is pointed at, by keyboard, on a touch screen; never on paper."""
    opacity, how = "e => getComputedStyle(e).opacity", {"has_touch": touch, "is_mobile": touch}
    with serving(public.site) as host, opened(chromium, host, "two.html", **how) as (tab, *_):
        link = tab.locator("section > h2 + a.report-mistake").first
        assert link.evaluate(opacity) == ("1" if touch else "0")
        if not touch:
            tab.locator("section > h2").first.hover()
            assert link.evaluate(opacity) == "1"
            tab.mouse.move(0, 0)
        tab.keyboard.press("Tab")
        link.focus()
        assert link.evaluate(opacity) == "1"
        tab.evaluate("() => document.querySelectorAll('a').forEach(a => a.dataset.scan = '')")
        tab.add_style_tag(content=".report-mistake { opacity: 1 !important }")
        assert violations(tab) == []
        tab.emulate_media(media="print")
        assert not link.is_visible()


def told(page, name):
    """What the page says of itself in a meta element of this name or property."""
    return page.xpath("//meta[@property=$name or @name=$name]/@content", name=name)


def test_a_published_page_has_a_picture_and_its_own_address(public):
    page = public.pages["lectures/01-one.html"]
    own = page.xpath("//link[@rel='canonical']/@href")
    assert told(page, "og:url") == own == [f"{ADDRESS}lectures/01-one.html"]
    (card,) = told(page, "og:image")
    with Image.open(public.site / card.removeprefix(ADDRESS)) as picture:
        assert picture.size == (1200, 630)
    assert told(page, "og:image:width") + told(page, "og:image:height") == ["1200", "630"]
    assert len(told(page, "og:image:alt")[0].split()) >= 8
    assert told(page, "twitter:card") == ["summary_large_image"]


@pytest.mark.weekly
def test_a_book_without_repository_and_address_claims_none(tmp_path):
    build(tmp_path, {"index.md": "# A book\n", "one.md": "# One\n"})
    site = tmp_path / "_build/html"
    page = html.parse(site / "one.html").getroot()
    assert page.find_class("report-mistake") == []
    assert told(page, "og:title") and told(page, "og:url") == told(page, "og:image") == []
    assert not page.xpath("//link[@rel='canonical']")
    assert not list(site.glob("robots.txt")) + list(site.glob("sitemap.xml"))


def test_the_site_map_lists_every_page(public):
    tree = etree.parse(str(public.site / "sitemap.xml"))
    listed = tree.xpath("//*[local-name()='url']/*[local-name()='loc']/text()")
    assert sorted(listed) == sorted(ADDRESS + page for page in [*PAGES, "playground.html"])
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


HEADING = re.compile(r"^(#+) (.+)$", re.M)
HEADS = "//main//section/*[self::h1 or self::h2 or self::h3 or self::h4]"
OF_CLASS_MATH = "contains(concat(' ', @class, ' '), ' math ')"
# the outermost elements of mathematics of a page
FORMULAS = f"//main//article//*[self::math or {OF_CLASS_MATH}][not(ancestor::*[{OF_CLASS_MATH}])]"
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.S)


@pytest.mark.parametrize("page", TWINS)
def test_a_twin_says_what_its_page_says(page, pages):
    """Headings and as many formulas, these as TeX, without markup; all code, outputs and figures.

    And the page names it.
    """
    published, site = deepcopy(pages[f"{page}.html"]), pages.site
    (address,) = published.xpath("//link[@rel='alternate' and @type='text/markdown']/@href")
    assert (site / page).parent / address == site / f"{page}.md"
    source = (site / f"{page}.md").read_text(encoding="utf-8")
    text = re.sub(r"^```\w*\n.*?^```$|(`+).+?\1", "", source, flags=re.M | re.S)  # no code
    assert not (found := LEFT_OVER.search(text)), text[found.start() : found.end() + 60]
    assert "<math" not in text
    assert len(FORMULA.findall(text)) == len(published.xpath(FORMULAS))
    shown = []
    for head in published.xpath(HEADS):
        for part in head.xpath("a | .//math | .//code"):
            part.drop_tree()
        words = re.sub(r"^([D\d.]+)\. ", r"\1 ", " ".join(head.text_content().split()))
        shown.append((int(head.tag[1]), words.replace(" ", "").replace("’", "'")))
    bare = re.compile(r"\$[^$]+\$|[*`]|\s")
    assert [(len(marks), bare.sub("", words)) for marks, words in HEADING.findall(text)] == shown

    if page.startswith("lectures/"):
        code = {pre.text_content().strip() for pre in published.iter("pre")}
        for _, cell in Lecture.read(ROOT / f"{page}.ipynb").cells("code"):
            assert cell.source in source and cell.source.strip() in code
            assert cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "") in source
            assert all(output.get("text", "").rstrip() in source for output in cell.outputs)


# of each picture that is seen its shape and its width by the text's; then how many things are in
# the margin, and which of them lie on something else
MARGIN = """() => {
  const box = (e) => e.getBoundingClientRect();
  const all = (names) => [...document.querySelectorAll(names)]
    .filter(e => e.checkVisibility() && box(e).width > 1);
  const column = box(document.querySelector(".bd-article section > p:not(.question)"));
  const pictures = all(".bd-article section > .cell img")
    .map(i => [i.getAttribute("width") / i.getAttribute("height"), box(i).width / column.width]);
  const inside = all("figcaption, details.above-input > summary")
    .filter(e => box(e).left > column.right);
  const others = [...inside, ...all(".svm-place.full-width")];
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
  const meet = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom");
  const over = inside.flatMap(e => others.filter(o => o !== e && meet(box(e), box(o))));
  return [pictures, inside.length, over.map(e => e.textContent)];
}"""


def test_code_that_draws_is_below_its_figure(pages):
    page, code = pages["lectures/02-max-margin.html"], "//details[contains(@class, 'above-input')]"
    assert page.xpath(f"{code}[preceding-sibling::*//figure]")
    assert not page.xpath(f"{code}[following-sibling::*//figure]")


def test_wide_screens_have_captions_in_the_margin_and_larger_figures(server, chromium):
    for page in ("lectures/02-max-margin.html", "lectures/in-depth/09-choosing-c-and-sigma.html"):
        with opened(chromium, server, page) as (tab, *_):
            tab.evaluate(WAKE)
            for width, captions, least in ((1100, 0, 0), (1280, 5, 0), (1440, 5, 0.95)):
                tab.set_viewport_size({"width": width, "height": 1000})
                pictures, beside, over = tab.evaluate(MARGIN)
                assert all(share > least for shape, share in pictures if shape >= 1.5)
                assert beside >= captions if captions else beside == 0
                assert not over, "these lie on something else in the margin"
                assert tab.evaluate("() => document.documentElement.scrollWidth") <= width
