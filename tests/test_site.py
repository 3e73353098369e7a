"""The built pages: complete, without dead links, readable without sight, free of other hosts."""

import re
from urllib.parse import unquote, urljoin, urlsplit

import pytest
import yaml
from bs4 import BeautifulSoup

from tests.conftest import ROOT

GENERATED = {"index.html", "genindex.html", "search.html", "404.html"}
INDEXES = {"py-modindex.html", "prf-prf.html"}  # there when something is indexed
RESOURCES = {
    "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src",
    "audio": "src", "embed": "src", "object": "data", "use": "href", "image": "href",
}  # fmt: skip
LOADED_LINKS = {
    "stylesheet",
    "icon",
    "preload",
    "prefetch",
    "preconnect",
    "dns-prefetch",
    "manifest",
}
CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
RAW_MATH = re.compile(r"\$|\\(?:frac|sum|lVert|alpha|cdot|xi|gamma|lambda|begin|mathbb|hat)\b|\\\(")
RAW_MARKUP = re.compile(r"\{[a-z:]+\}`|:::|\[\[?\d*\?\]\]?")
ALT_WORDS = 8
HERE = "https://site.example/"


def listed_pages():
    """Pages of the table of contents, as paths in the site."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [f"{re.sub('[.](ipynb|md)$', '', name)}.html" for name in [toc["root"], *chapters]]


PAGES = sorted({*listed_pages(), *GENERATED})
every_page = pytest.mark.parametrize("page", PAGES)


@pytest.fixture(scope="module")
def soups(site):
    """Parsed pages by path."""
    paths = [p for p in site.rglob("*.html") if not p.relative_to(site).parts[0].startswith("_")]
    return {
        p.relative_to(site).as_posix(): BeautifulSoup(p.read_text(encoding="utf-8"), "lxml")
        for p in paths
    }


def test_every_page_is_built_and_no_other(soups):
    assert set(PAGES) <= set(soups) <= set(PAGES) | INDEXES


def anchors(soup):
    """Names that a link into a page can end with."""
    return {tag["id"] for tag in soup.select("[id]")} | {t["name"] for t in soup.select("a[name]")}


@every_page
def test_links_lead_somewhere(page, soups, site):
    dead = []
    for link in soups[page].select("a[href]"):
        parts = urlsplit(urljoin(HERE + page, link["href"]))
        if parts.netloc != urlsplit(HERE).netloc or link["href"] in ("#", ""):
            continue
        target = unquote(parts.path).lstrip("/")
        target += "index.html" if target.endswith("/") or not target else ""
        if target not in soups:
            ok = (site / target).is_file()
        else:
            ok = not parts.fragment or unquote(parts.fragment) in anchors(soups[target])
        if not ok:
            dead.append(link["href"])
    assert not dead


@every_page
def test_ids_are_unique(page, soups):
    ids = [tag["id"] for tag in soups[page].select("[id]")]
    assert sorted(ids) == sorted(set(ids))


@every_page
def test_pictures_have_alt_text(page, soups):
    for image in soups[page].select("img"):
        assert image.has_attr("alt"), f"no alt text: {image}"
    for image in soups[page].select("main article img"):
        assert len(image["alt"].split()) >= ALT_WORDS, f"alt text too short: {image}"


def foreign(address):
    return re.match(r"(https?:)?//", address.strip(), re.I)


def loaded_by(soup):
    """Addresses that a browser fetches for a page by itself."""
    for tag, attribute in RESOURCES.items():
        yield from (t[attribute] for t in soup.select(f"{tag}[{attribute}]"))
    for image in soup.select("[srcset]"):
        yield from (part.split()[0] for part in image["srcset"].split(","))
    for link in soup.select("link[href]"):
        if LOADED_LINKS & set(link.get("rel", [])):
            yield link["href"]
    styles = [t["style"] for t in soup.select("[style]")] + [t.text for t in soup.select("style")]
    for style in styles:
        yield from (a or b for a, b in CSS_URL.findall(style))


@every_page
def test_no_page_loads_from_another_host(page, soups):
    assert [address for address in loaded_by(soups[page]) if foreign(address)] == []


@every_page
def test_what_a_page_loads_exists(page, soups, site):
    missing = []
    for address in loaded_by(soups[page]):
        if not foreign(address) and not address.startswith(("data:", "#")):
            path = unquote(urlsplit(urljoin(HERE + page, address)).path).lstrip("/")
            missing += [] if (site / path).is_file() else [address]
    assert not missing


def test_no_style_sheet_loads_from_another_host(site):
    found = {
        path.name: [a or b for a, b in CSS_URL.findall(path.read_text(encoding="utf-8"))]
        for path in site.rglob("*.css")
    }
    assert found
    assert {name: a for name, urls in found.items() for a in urls if foreign(a)} == {}


def visible_text(soup):
    """Text of a page without code and without rendered formulas."""
    article = BeautifulSoup(str(soup.select_one("main") or soup.body), "lxml")
    for tag in article.select("pre, code, script, style, template, .katex, math, svg"):
        tag.decompose()
    return article.get_text(" ")


@every_page
def test_no_raw_mathematics_or_markup(page, soups):
    text = visible_text(soups[page])
    for pattern in (RAW_MATH, RAW_MARKUP):
        found = pattern.search(text)
        assert not found, f"…{text[max(0, found.start() - 60) : found.end() + 60]}…"
    assert soups[page].select(".katex-error, .problematic, .system-message") == []


@every_page
def test_page_tells_what_it_is(page, soups):
    soup = soups[page]
    if soup.select("meta[http-equiv=refresh]"):
        return
    assert soup.html.get("lang") == "en"
    assert soup.title.text.strip()
    assert len(soup.select("main article h1")) == 1


def test_titles_are_unique(soups):
    content = [soups[page].title.text for page in listed_pages()]
    assert len(set(content)) == len(content)


def test_mathematics_is_rendered_at_build_time(soups):
    lectures = [page for page in PAGES if page.startswith("lectures/")]
    assert lectures
    for page in lectures:
        assert len(soups[page].select(".katex")) >= 20, page
        assert not soups[page].select("script[src*=mathjax i]")
