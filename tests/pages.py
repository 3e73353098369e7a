"""The pages of the site: which there are, and each as a tree that is read once for all tests."""

import re
from urllib.parse import unquote, urljoin, urlsplit

import yaml
from lxml import html

from tests.conftest import ROOT


def listed_pages():
    """Pages of the table of contents, as paths in the site."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    return [f"{re.sub('[.](ipynb|md)$', '', name)}.html" for name in [toc["root"], *chapters]]


PAGES = sorted({*listed_pages(), "index.html", "genindex.html", "search.html", "404.html"})
HERE = "https://site.example/"
OTHERS = {"playground.html"}  # without the theme of the book: test_playground.py reads and uses it
READABLE = [page for page in PAGES if page != "index.html"]  # which leads to the landing page
LECTURES = [page for page in PAGES if page.startswith("lectures/")]
MAIN = [page for page in LECTURES if "/in-depth/" not in page]
IN_DEPTH = [page for page in LECTURES if page not in MAIN]


class Pages(dict):
    """Parsed pages of a site by path; whoever changes one takes a copy."""

    def __init__(self, site):
        paths = (path.relative_to(site) for path in site.rglob("*.html"))
        self.site, self.places = site, {}
        self.built = {path.as_posix() for path in paths if not path.parts[0].startswith("_")}

    def __missing__(self, page):
        parser = html.HTMLParser(encoding="utf8")
        root = self[page] = html.parse(self.site / page, parser).getroot()
        return root

    def names(self, page):
        """Names that a link into a page can end with."""
        if page not in self.places:
            self.places[page] = {*self[page].xpath("//@id | //a/@name")}
        return self.places[page]

    def place_of(self, link, page):
        """(path in the site, place on its page) of a link; None for the path on another host."""
        parts, here = urlsplit(urljoin(HERE + page, link)), urlsplit(HERE).netloc
        # the page of errors has addresses from where the site begins on its host
        (start,) = self["404.html"].xpath("//article//p//a[contains(@href, 'index.html')]/@href")
        path = unquote(parts.path).removeprefix(start.removesuffix("index.html")).lstrip("/")
        path += "index.html" if path.endswith("/") or not path else ""
        return path if parts.netloc == here else None, unquote(parts.fragment)
