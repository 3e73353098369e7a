"""What has to be true of the PDF; each check gives a list of what is wrong."""

import re
from collections import Counter
from functools import cached_property

from book.pdf.printing import PAGE, destinations
from book.trees import parsed, text_of


def packed(text):
    """A text without spaces: where lines break is no matter."""
    return re.sub(r"\s", "", text)


class Printed:
    """A PDF, the document that it is a print of, and the pages of the site that are in it."""

    def __init__(self, reader, document, site, pages):
        self.reader, self.document, self.site, self.pages = reader, document, site, pages

    @cached_property
    def texts(self):
        """The text of each page without spaces, and without its running head."""
        found = [page.extract_text().split("\n") for page in self.reader.pages]
        return ["", *(packed("".join(lines[1:])) for lines in found[1:])]

    @cached_property
    def places(self):
        return destinations(self.reader)

    @cached_property
    def articles(self):
        """The pages of the site as they are there."""
        return [parsed(self.site / page).xpath("//article")[0] for page in self.pages]

    def checks(self):
        return [
            *self.wrong_contents(),
            *self.missing_numbers(),
            *self.missing_pictures(),
            *self.dead_links(),
            *self.odd_pages(),
        ]

    def wrong_contents(self):
        """The number in the contents is that of the page on which the heading stands."""
        entries = self.document.body.find_class("entry")
        names = [entry[0].get("href")[1:] for entry in entries]
        pages = [self.places.get(name, 0) for name in names]
        last = max(pages[0] - 1, 1)
        contents = "\n".join(page.extract_text() for page in self.reader.pages[1:last])
        for entry, page in zip(entries, pages, strict=True):
            title = packed(text_of(entry[0]))
            words = r"\s*".join(map(re.escape, title))
            if not re.search(rf"{words}\s+{page}\b", contents):
                yield f"the contents do not say that {title} is on page {page}"
            if title not in self.texts[page - 1]:
                yield f"{title} is not on page {page}"

    def missing_numbers(self):
        """Numbers of equations, figures, tables, theorems, exercises: as often as on the site."""
        said = packed("".join(text_of(article) for article in self.articles))
        told = "".join(self.texts)
        for article in self.articles:
            for number in [*article.find_class("caption-number"), *article.find_class("eqno")]:
                label = packed(text_of(number).rstrip("#"))
                ends = r"(?!\.?\d)" if label[-1].isdigit() else ""  # 3.1 is not 3.10 or 3.1.2
                exact = re.compile(re.escape(label) + ends)
                times, found = len(exact.findall(said)), len(exact.findall(told))
                if found < times:
                    yield f"{label}: {times} times on the site, {found} in the PDF"

    def missing_pictures(self):
        """Each picture is tagged with its description."""
        objects = (self.reader.get_object(k) for k in range(1, self.reader.trailer["/Size"]))
        figures = [o for o in objects if isinstance(o, dict) and o.get("/S") == "/Figure"]
        described = Counter(packed(figure.get("/Alt", "")) for figure in figures)
        wanted = Counter(packed(p.get("alt")) for a in self.articles for p in a.xpath(".//img"))
        for description in wanted - described:
            yield f"no picture is described as {description}"

    def dead_links(self):
        """Links inside the document have a page to lead to, and the others a host."""
        inside = {link[1:] for link in self.document.body.xpath("//a/@href[starts-with(., '#')]")}
        for name in sorted(inside - self.places.keys()):
            yield f"a link leads to {name}, which is nowhere"
        for k, page in enumerate(self.reader.pages, start=1):
            for note in page.get("/Annots", []):
                address = note.get_object().get("/A", {}).get("/URI", "https:")
                if not re.match("https?:|mailto:", address):
                    yield f"a link on page {k} leads to {address}"

    def odd_pages(self):
        """Pages of another size, and empty ones."""
        for k, page in enumerate(self.reader.pages, start=1):
            size = (float(page.mediabox.width), float(page.mediabox.height))
            if any(abs(a - b * 72 / 25.4) > 1 for a, b in zip(size, PAGE, strict=True)):
                yield f"page {k} has the size {size}"
            if k > 1 and not self.texts[k - 1] and "/XObject" not in page["/Resources"]:
                yield f"page {k} is empty"
