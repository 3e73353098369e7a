"""Prints the document in Chromium, twice: the first print tells on which pages its places are.

Each print begins from a file, since Chromium need not break the pages of a document that it has
printed before, and changed, as it breaks those of a new one.
"""

import io
from contextlib import contextmanager
from unicodedata import normalize

import pikepdf
from playwright.sync_api import sync_playwright
from pypdf import PdfReader

from book.browser import MISSING, SWITCHES, executable
from book.pdf.document import write

PATIENCE = 20 * 60_000  # ms: the longest that one print may take
MM = 96 / 25.4  # pixels of CSS
PAGE, MARGIN = (176, 250), 18  # mm: as in book.css
SMALLEST = 0.6  # to what size at least a formula, a table or an output may be reduced
# What is wider than its place is reduced: formulas and tables as a whole, of outputs the type.
FIT = """smallest => {
  const reduce = (wide, set) => {
    for (let ratio = 1; wide() && ratio > smallest; set(ratio)) ratio -= 0.02;
  };
  for (const e of document.querySelectorAll("div.math"))
    reduce(() => e.scrollWidth > e.clientWidth, ratio => {
      for (const part of e.children) part.style.zoom = ratio;
    });
  for (const e of document.querySelectorAll("table"))
    reduce(() => e.getBoundingClientRect().width > e.parentElement.clientWidth + 1,
      ratio => { e.style.zoom = ratio; });
  for (const e of document.querySelectorAll(".cell_output pre")) {
    e.style.whiteSpace = "pre";
    reduce(() => e.scrollWidth > e.clientWidth, ratio => { e.style.fontSize = `${ratio}em`; });
    e.style.whiteSpace = "";
  }
  const page = document.documentElement.clientWidth;
  for (const e of document.querySelectorAll("span.math"))
    reduce(() => e.getBoundingClientRect().right > page, ratio => { e.style.zoom = ratio; });
}"""
# What is wider than the page, or cut at the edge of its place; what is hidden from sight is narrow
TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  const told = e => `${e.closest("[id]")?.id ?? ""}: ${e.outerHTML.slice(0, 80)}`;
  const cut = e => getComputedStyle(e).overflowX !== "visible" && e.clientWidth > 1
    && e.scrollWidth > e.clientWidth + 1;
  const held = e => e !== document.body
    && (e.ownerSVGElement || getComputedStyle(e).overflowX !== "visible" || held(e.parentElement));
  const all = [...document.body.querySelectorAll("*")];
  const found = all.filter(cut);
  if (document.documentElement.scrollWidth > width + 1) {
    const out = e => e.getBoundingClientRect().right > width + 1 && !held(e);
    found.push(...all.filter(e => out(e) && ![...e.children].some(out)));
    if (!found.length) found.push(document.body);
  }
  return found.map(told);
}"""
BROKEN = "() => [...document.images].filter(i => !i.naturalWidth).map(i => i.src)"
PRINTS = 3  # two are enough unless a number moves what stands near the end of a page


@contextmanager
def browsing():
    """A browser."""
    if executable() is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        yield browser
        browser.close()


@contextmanager
def opened(browser, path):
    """A document in print media, at the width of its text, ready to be printed."""
    width, height = (int(MM * length) for length in (PAGE[0] - 2 * MARGIN, PAGE[1]))
    tab = browser.new_page(viewport={"width": width, "height": height})
    tab.set_default_timeout(PATIENCE)
    tab.emulate_media(media="print", color_scheme="light")
    tab.goto(path.resolve().as_uri(), wait_until="load")
    tab.evaluate("() => document.fonts.ready.then(() => {})")
    tab.evaluate(FIT, SMALLEST)
    yield tab
    tab.close()


def destinations(reader):
    """{name: number of its page, from 1} of the places that links in the PDF lead to."""
    pages = {page.indirect_reference.idnum: k for k, page in enumerate(reader.pages, start=1)}
    return {
        name.removeprefix("/"): pages[target.raw_get("/Page").idnum]
        for name, target in reader.named_destinations.items()
    }


def too_wide(tab):
    """Parts of a page, opened in print media, that are wider than the paper."""
    return [f"wider than the page: {part}" for part in tab.evaluate(TOO_WIDE)]


def not_shown(tab):
    """Pictures that cannot be drawn."""
    return [f"no picture at {address}" for address in tab.evaluate(BROKEN)]


def print_settled(browser, document, path):
    """(PDF, what is wrong): the print in which every page number is right.

    `document` gets these numbers; `path` is the file that Chromium opens.
    """
    links = document.body.xpath("//a[@class='page']")
    places = {}
    for _ in range(PRINTS):
        write(document, path)
        with opened(browser, path) as tab:
            wrong = too_wide(tab) + not_shown(tab)
            options = {"prefer_css_page_size": True, "print_background": True}
            reader = PdfReader(io.BytesIO(tab.pdf(tagged=True, outline=True, **options)))
        before, places = places, destinations(reader)
        if places == before:
            return reader, wrong
        for link in links:
            link.text = str(places.get(link.get("href")[1:], "?"))
    moved = sorted(name for name, _ in places.items() ^ before.items())
    raise SystemExit(f"page numbers move what they tell the page of: {moved[:9]}")


def bookmarks(marks):
    """These bookmarks and all below them, in order."""
    for mark in marks:
        yield mark
        yield from bookmarks(mark.children)


def finish(reader, path, settings, headings):
    """Write the PDF with what Chromium does not know or does not get right.

    Author and licence; and the words of bookmarks, which it doubles where a heading has moved to
    the next page. Packed: the tags, 300,000 small objects, are most of a PDF of this book.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with pikepdf.open(reader.stream) as whole:
        with whole.open_outline() as outline:
            for mark, heading in zip(bookmarks(outline.root), headings, strict=True):
                # a Chromium may write the letters of formulas in italics of their own
                said, wanted = (normalize("NFKC", text) for text in (mark.title, heading))
                if wanted not in said:
                    raise SystemExit(f"the bookmark {mark.title} is not that of {heading}")
                mark.title = heading
        whole.docinfo["/Author"] = settings["author"]
        whole.docinfo["/Subject"] = settings["copyright"]
        whole.Root["/PageMode"] = pikepdf.Name.UseOutlines
        whole.save(path, object_stream_mode=pikepdf.ObjectStreamMode.generate, linearize=True)
