"""A page of the site as a chapter on paper: what a reader cannot click is told in words.

Names of places are prefixed by their page, so that links lead to the place inside the document; a
link to a page that is not part of it leads to the published site, or is plain text where nobody has
said where that is. Solutions of exercises and answers of questions are taken out, for appendices.
An ``<a class="page">`` tells the number of the page it leads to, known only after a first print.
"""

import re
from copy import deepcopy
from urllib.parse import unquote, urljoin

from lxml.html.builder import E

from book.trees import parsed, text_of

REMOVED = (
    "headerlink", "toctree-wrapper", "genindex-jumpbox", "visually-hidden", "sd-stretched-link",
    "start", "printed-book", "report-mistake", "memory",
)  # fmt: skip
HEADINGS = ".//*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6]"
FIGURE_SCALE = 0.62  # figures are drawn for a column of 640 pixels, larger than paper needs
SHORT = 14  # lines of code, or rows, that stay on one page
HERE = "https://site.example/"  # stands for the site's address while links are resolved
INDEX = "genindex.html"
MOMENT = "The picture shows one moment of a figure that moves, with more in it, on the site: "


def place(page, anchor=""):
    """The name in the document of a place on a page of the site."""
    return f"{page.removesuffix('.html').replace('/', '.')}{'..' if anchor else ''}{anchor}"


def replace(old, *new):
    """Put elements where another one is, and keep the text behind it."""
    for element in new:
        old.addprevious(element)
    old.drop_tree()
    old.tail = None


def page_number(name):
    """A link that tells the page it leads to."""
    return E.a("000", {"class": "page", "href": f"#{name}"})


def see(words, name):
    """A line that leads to another page of the print."""
    return E.p(f"{words} ", page_number(name), {"class": "see"})


def renamed(element, tag):
    """The contents of an element as another one."""
    new = deepcopy(element)
    new.tag, new.tail = tag, None
    new.attrib.clear()
    return new


class Chapter:
    """A page of the site."""

    def __init__(self, site, page, pages, address):
        self.site, self.page, self.pages, self.address = site, page, pages, address
        self.body = deepcopy(parsed(site / page).xpath("//article")[0])
        self.body.tag = "section"
        self.body.set("class", "chapter")
        self.body.set("id", place(page))
        self.solutions, self.answers = [], []
        self.clean()
        if page == INDEX:
            self.weed()
        self.anchor()
        self.draw()
        self.open_folds()
        self.ask()
        self.link()

    @property
    def title(self):
        return text_of(self.body.xpath(".//h1")[0])

    @property
    def number(self):
        """``3.`` of lecture 3, ``D3.`` of its page in depth, nothing elsewhere."""
        return "".join(self.body.xpath(".//h1/span[@class='section-number']/text()")).strip()

    def clean(self):
        """Leave out what only a screen has use for."""
        buttons = self.body.xpath(".//button | .//script")
        for element in [*buttons, *(e for name in REMOVED for e in self.body.find_class(name))]:
            replace(element)
        for link in self.body.find_class("image-reference"):
            replace(link, *link)
        for title in self.body.xpath(".//a[@title]"):
            del title.attrib["title"]
        for block in self.body.xpath(".//pre"):
            if block.text_content().count("\n") <= SHORT:
                block.set("class", "short")
        for table in self.body.xpath(".//table"):
            if len(table.xpath(".//tr")) <= SHORT:
                table.set("class", f"{table.get('class', '')} short".strip())

    def weed(self):
        """Keep of the index what leads to the pages that are printed."""
        for item in reversed(self.body.xpath(".//li")):
            if not any(self.target(link)[0] in self.pages for link in item.iter("a")):
                replace(item)
        for letter in self.body.xpath(".//h2"):
            if letter.getnext().find(".//li") is None:
                replace(letter.getnext())
                replace(letter)
            else:
                letter.tag = "p"
                letter.set("class", "letter")

    def anchor(self):
        """Prefix names of places; each heading gets one."""
        for k, heading in enumerate(self.body.xpath(HEADINGS)):
            heading.set("id", heading.get("id", f"heading-{k}"))
            self.name(heading)
        for element in self.body.xpath(".//*[@id]"):
            element.set("id", place(self.page, element.get("id")))
        for element in self.body.xpath(".//*[@aria-labelledby or @aria-describedby or @for]"):
            for name in {"aria-labelledby", "aria-describedby", "for"} & set(element.keys()):
                names = element.get(name).split()
                element.set(name, " ".join(place(self.page, n) for n in names))
        for element in self.body.xpath(".//svg//*"):
            for name, value in element.items():
                if found := re.fullmatch(r"url\(#(.+)\)", value):
                    element.set(name, f"url(#{place(self.page, found[1])})")

    def open_folds(self):
        """Folds lie open; solutions go to the appendix and leave a line behind."""
        for fold in self.body.xpath(".//details"):
            classes = fold.get("class", "").split()
            summary = fold.find("summary")
            if "shown-later" in classes:
                fold.remove(summary)
                fold.drop_tag()
            elif "hide" in classes:
                fold.remove(summary)
                fold.tag = "div"
                fold.set("class", "aside")
            elif "solution" in classes:
                self.take_solution(fold, summary)
            else:
                fold.tag, summary.tag = "div", "p"
                summary.set("class", "fold-title")
                said = text_of(summary)
                if said.startswith("Show "):  # a button to press
                    summary.clear()
                    summary.set("class", "fold-title")
                    summary.text = said.removeprefix("Show ").capitalize()

    def take_solution(self, fold, summary):
        exercise = fold.xpath("preceding::div[contains(@class, 'exercise')][@id][1]")[0]
        name = fold.get("id")
        replace(fold, see("Solution: page", name))
        summary.tag = "h3"
        summary.set("id", name)
        fold.tag = "div"
        fold.set("class", "solution")
        del fold.attrib["id"]
        fold.insert(1, see("Exercise: page", exercise.get("id")))
        self.solutions.append(fold)

    def ask(self):
        """Questions with lettered answers; what is right, and why, goes to the appendix."""
        for k, quiz in enumerate(self.body.find_class("quiz"), start=1):
            name = f"{quiz.get('id')}..answer"
            called = f"Question {self.number}{k}"
            legend, *rest = quiz.find("fieldset")
            offers, told = E.ol({"class": "offers"}), E.ol({"class": "offers"})
            kept = []
            for element in rest:
                if "quiz-answer" not in element.get("class", ""):
                    kept.append(element)
                    continue
                offers.append(renamed(element.find("label"), "li"))
                told.append(renamed(element.find_class("quiz-feedback")[0], "li"))
                told[-1].set("class", element.get("class").split()[-1])
            question = renamed(legend, "p")
            question.insert(0, E.strong(called))
            question[0].tail, question.text = f" {question.text or ''}", None
            for child in list(quiz):
                quiz.remove(child)
            quiz.extend([question, *kept, offers, see("Answer: page", name)])
            head = E.p(E.strong(called), ", page ", page_number(quiz.get("id")), {"id": name})
            self.answers.append(E.div(head, told, {"class": "answer"}))

    def name(self, heading):
        """Give a heading the names of its section, lest they stay behind on the page before."""
        section = heading.getparent()
        names = heading.xpath("preceding-sibling::span[@id][not(node())]")
        if section is not self.body and section[len(names)] is heading:
            for span in names:
                replace(span)
                heading.insert(0, span)
            if "id" in section.attrib:
                heading.insert(0, E.span(id=section.attrib.pop("id")))

    def draw(self):
        """Pictures from the site, at the size of the print; under live ones where they live."""
        for picture in self.body.xpath(".//img | .//source"):
            for name in {"src", "srcset"} & set(picture.keys()):
                path = (self.site / self.page).parent / unquote(picture.get(name))
                picture.set(name, path.resolve().as_uri())
            picture.attrib.pop("loading", None)
            if picture.get("width"):
                width = FIGURE_SCALE * float(picture.attrib.pop("width"))
                picture.attrib.pop("height", None)
                picture.set("style", f"width: {width:.0f}px")
        for live in self.body.find_class("svm-place"):
            live.set("class", "live-picture")
            figure = next(live.iterancestors("figure"))
            anchor = f"{self.page}#{figure.get('id').partition('..')[2]}"
            if self.address:
                shown = re.sub(r"^https?://", "", self.address) + anchor
                where = E.p(MOMENT, E.a(shown, {"href": self.address + anchor}))
            else:
                where = E.p(f"{MOMENT}{anchor}")
            where.set("class", "live")
            figure.find("figcaption").append(where)

    def link(self):
        """Lead links to the places inside the document, to the site, or nowhere."""
        for part in [self.body, *self.solutions, *self.answers]:
            for link in part.xpath(".//a[@href]"):
                if link.get("class") != "page":
                    self.lead(link)

    def target(self, link):
        """(page, anchor) of the site that a link leads to; the page is "" elsewhere."""
        address = urljoin(HERE + self.page, link.get("href"))
        page, _, anchor = address.removeprefix(HERE).partition("#")
        return (unquote(page), unquote(anchor)) if address.startswith(HERE) else ("", "")

    def lead(self, link):
        """Lead one link; in the index it tells its page."""
        page, anchor = self.target(link)
        if not page:
            return
        if page in self.pages and not anchor.startswith("svm="):  # the state of a live figure
            link.set("href", f"#{place(page, anchor)}")
            if self.page == INDEX:
                link.addnext(page_number(place(page, anchor)))
        elif self.address:
            link.set("href", urljoin(self.address + self.page, link.get("href")))
        else:
            link.tag = "span"
            link.attrib.clear()
