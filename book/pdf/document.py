"""The built site as one document: title page, contents, chapters, appendices."""

import re
from pathlib import Path

import matplotlib
import yaml
from lxml import html
from lxml.html.builder import E

from book.pdf.chapter import HEADINGS, INDEX, Chapter, page_number
from book.trees import text_of

CSS = Path(__file__).with_name("book.css")
# of use beside a screen alone: plans and links to live figures; what Python itself tells of svmlib
LEFT_OUT = {"book/teaching.html", "book/reference.html", "book/review.html"}
SHEETS = ("pygments.css", "math.css", "book.css")  # code, formulas, boxes; not theme and widgets
FONTS = Path(matplotlib.get_data_path()) / "fonts/ttf"
FACES = {  # fonts that come with Matplotlib, so the same wherever the book is built
    "Text": {
        "normal normal": "STIXGeneral",
        "normal italic": "STIXGeneralItalic",
        "bold normal": "STIXGeneralBol",
        "bold italic": "STIXGeneralBolIta",
    },
    "Code": {
        "normal normal": "DejaVuSansMono",
        "normal italic": "DejaVuSansMono-Oblique",
        "bold normal": "DejaVuSansMono-Bold",
        "bold italic": "DejaVuSansMono-BoldOblique",
    },
}


def parts_of(toc):
    """[(caption, pages)] of the book in the order of print, from the text of ``_toc.yml``."""
    toc = yaml.safe_load(toc)

    def pages(chapters):
        found = [f"{re.sub('[.](ipynb|md)$', '', c['file'])}.html" for c in chapters]
        return [page for page in found if page not in LEFT_OUT]

    parts = [(part["caption"], pages(part["chapters"])) for part in toc["parts"]]
    lectures = [part for part in parts if part[1][0].startswith("lectures/")]
    others = [page for part in parts if part not in lectures for page in part[1]]
    return [("", [f"{toc['root']}.html"]), *lectures, ("Reference", [*others, INDEX])]


def bind(site, parts, settings, address=""):
    """The document, as an element.

    ``parts`` as of :func:`parts_of`; ``settings`` has title, author and copyright; ``address`` is
    that of the published site, or "".
    """
    pages = {page for _, its in parts for page in its}
    bound = [(caption, [Chapter(site, p, pages, address) for p in its]) for caption, its in parts]
    chapters = [chapter for _, its in bound for chapter in its]
    printed = [(caption, [chapter.body for chapter in its]) for caption, its in bound]
    back = [appendix("Solutions", "solutions", chapters), appendix("Answers", "answers", chapters)]
    printed.insert(-1, ("Appendices", [part for part in back if part is not None]))
    bodies = [body for _, its in printed for body in its]
    contents = contents_of(printed)
    document = E.html(
        E.head(E.meta(charset="utf-8"), E.title(settings["title"])),
        E.body(title_page(settings, address), contents, *bodies),
        {"lang": "en", "data-theme": "light"},
    )
    sheets = [(site / "_static" / name).resolve().as_uri() for name in SHEETS]
    links = [E.link(rel="stylesheet", href=address) for address in sheets]
    document[0].extend([*links, E.style(style(settings["title"], [contents, *bodies]))])
    return document


def title_page(settings, address):
    where = [E.p(E.a(address, {"href": address}), {"class": "address"})] if address else []
    title, _, below = settings["title"].partition(": ")
    return E.section(
        E.p(title, {"class": "book-title"}),
        E.p(below[:1].upper() + below[1:], {"class": "book-subtitle"}),
        E.p(settings["author"], {"class": "author"}),
        *where,
        E.p(f"© {settings['copyright']}", {"class": "rights"}),
        {"class": "title-page"},
    )


def contents_of(parts):
    """Chapters and sections with their pages."""
    contents = E.nav(E.h1("Contents", {"id": "contents"}), {"class": "contents chapter"})
    for caption, bodies in parts:
        if caption and bodies:
            contents.append(E.p(caption, {"class": "part"}))
        for heading in (h for body in bodies for h in body.xpath(".//h1 | .//h2")):
            name = heading.get("id")
            words = E.a(text_of(heading), {"href": f"#{name}"})
            contents.append(E.p(words, page_number(name), {"class": f"entry {heading.tag}"}))
    return contents


def appendix(title, kind, chapters):
    """What was taken out of the chapters, under their titles; None when that is nothing."""
    body = E.section(
        E.h1(title, {"id": f"{kind}..title"}), {"class": f"chapter {kind}", "id": kind}
    )
    for chapter in chapters:
        taken = getattr(chapter, kind)
        if taken:
            body.append(E.h2(chapter.title, {"id": f"{kind}..{chapter.body.get('id')}"}))
            body.extend(taken)
    return body if len(body) > 1 else None


def style(title, bodies):
    """Styles of the print: fonts, and for each chapter pages with its title at their head."""
    rules = [
        f'@font-face {{ font-family: "Book {family}"; font-weight: {face.split()[0]}; '
        f'font-style: {face.split()[1]}; src: url("{(FONTS / f"{file}.ttf").as_uri()}"); }}'
        for family, faces in FACES.items()
        for face, file in faces.items()
    ]
    rules.append(CSS.read_text(encoding="utf-8"))
    for k, body in enumerate(bodies):
        head = quoted(text_of(body.xpath(HEADINGS)[0]))
        body.set("style", f"page: chapter{k}")
        rules.append(f"@page chapter{k}:left {{ @top-right {{ content: {quoted(title)}; }} }}")
        rules.append(f"@page chapter{k}:right {{ @top-left {{ content: {head}; }} }}")
    return "\n".join(rules)


def headings(document):
    """The words of all headings, in order."""
    return [text_of(heading) for heading in document.body.xpath(HEADINGS)]


def quoted(text):
    """A string of CSS."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(document, path):
    """Write the document as a file of HTML; its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = html.tostring(document, encoding="unicode", doctype="<!DOCTYPE html>")
    path.write_text(text, encoding="utf-8")
    return path
