"""What a reference leads to, for a card beside it: an equation, a theorem, a figure, a source, …

Once the pages are written, the things that their references lead to are cut out of them, each into
a file of its own, so that a reader loads only what is asked for: a kilobyte or so of
``_static/previews/lectures/06-duality/thm-duality-strong.js``, and ``_static/previews/PAGE.js`` for
a page as a whole. They are scripts, for a page that is opened as a file may fetch nothing else;
``_static/previews.js`` loads them when a reader points at a reference. A script holds the name of
the thing and its HTML; addresses in it start at the root of the site.
"""

import copy
import json
import re
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin

from lxml import html
from sphinx.util import logging

FOLDER = "_static/previews"
ROOT = "https://root.example/"  # stands for the root of the site while addresses are worked out
REFERENCES = (
    "//article//a[contains(@class, 'reference internal') and not(contains(@class, 'sd-btn'))"
    " and not(contains(@class, 'image-reference'))]/@href"
)
HEADING = re.compile("h[1-6]")
# what belongs to the page alone: links to the place itself, and what unfolds (hints, proofs, code)
PAGE_ONLY = """.//a[contains(@class, 'headerlink')] | .//details/summary
    | .//details[not(@class = 'shown-later')]"""
# what is around a thing there: a picture that waits, opens alone or comes alive, a way back
FRAMES = """.//a[contains(@class, 'image-reference')] | .//*[@data-model]
    | .//a[@role = 'doc-backlink'] | .//details"""
AFTER = "following-sibling::*[not(contains(@class, 'report-mistake'))]"
logger = logging.getLogger(__name__)


def plain(element):
    """The words of an element on one line."""
    return " ".join(element.text_content().split())


def beginning(section):
    """The heading of a section, its first paragraph and the formulas that go on from there.

    Where there is no paragraph, what stands first.
    """
    heading = section.xpath("*[self::h1 or self::h2 or self::h3 or self::h4]")[0]
    first = section.xpath("p")[:1] or heading.xpath(AFTER)[:1]
    shown = [heading, *first]
    for part in first[0].itersiblings() if first else ():
        if "math" not in part.get("class", "").split():
            break
        shown.append(part)
    return shown


def things(page, fragment):
    """The elements of a page that a card shows for a place on it; none for a place of no kind."""
    if not fragment:
        return beginning(page.xpath("//article//h1")[0].getparent())
    (place,) = page.xpath("id($name)", name=fragment)
    if place.tag == "span":  # the label of a section
        place = place.getparent()
    if place.tag == "section":
        return beginning(place)
    if place.tag == "dt":
        return [place, *place.xpath("following-sibling::dd[1]")]
    kinds = {"math", "admonition", "citation"} & set(place.get("class", "").split())
    return [place] if kinds or place.tag in ("figure", "table") else []


def name_of(thing):
    """What the book calls it: "Theorem 3.1", "equation (3.4)", "6.2. Three points by hand"."""
    for kind in ("caption-number", "eqno", "admonition-title", "label"):
        if found := thing.find_class(kind):
            words = plain(found[0]).strip("[]")
            return f"equation {words}" if kind == "eqno" else words
    return plain(thing)


def shown(part, address):
    """A copy of an element for other pages than its own."""
    part = copy.deepcopy(part)
    part.tail = None
    for alone in part.xpath(PAGE_ONLY):
        alone.drop_tree()
    for frame in part.xpath(FRAMES):
        frame.drop_tag()
    for child in part.iter():
        child.attrib.pop("id", None)
    part.attrib.pop("role", None)  # of an item in a list
    if HEADING.fullmatch(part.tag):  # outside the outline of the page where the card opens
        part.tag = "p"
        part.set("class", "preview-heading")
    part.rewrite_links(lambda link: urljoin(ROOT + address, link).removeprefix(ROOT))
    return part


def preview(page, address, fragment):
    """[name, HTML] of a place on a page, or None where there is nothing to show."""
    found = things(page, fragment)
    parts = [shown(part, address) for part in found]
    if not parts:
        return None
    text = "".join(html.tostring(part, encoding="unicode") for part in parts)
    if parts[0].tag == "dt":
        text = f'<dl class="{found[0].getparent().get("class")}">{text}</dl>'
    return [name_of(parts[0]), text]


def write_previews(app, exception):
    if exception or app.builder.name != "html":
        return
    site = Path(app.outdir)
    shutil.rmtree(site / FOLDER, ignore_errors=True)

    @cache
    def parsed(address):
        return html.parse(site / address, html.HTMLParser(encoding="utf-8")).getroot()

    pages = [app.builder.get_target_uri(name) for name in sorted(app.env.found_docs)]
    for referring in pages:
        for link in parsed(referring).xpath(REFERENCES):
            target = unquote(urljoin(ROOT + referring, link).removeprefix(ROOT))
            address, _, fragment = target.partition("#")
            key = target.replace(".html", "").replace("#", "/")
            path = site / FOLDER / f"{key}.js"
            if path.exists():
                continue
            found = preview(parsed(address), address, fragment)
            if found is None:
                logger.warning("%s refers to %s, which no card can show", referring, target)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            script = f"previews[{json.dumps(key)}] = {json.dumps(found, ensure_ascii=False)};\n"
            path.write_text(script, encoding="utf-8")


def setup(app):
    app.add_js_file("previews.js", loading_method="defer")
    app.connect("build-finished", write_previews)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
