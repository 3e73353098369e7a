"""What is cut out of the pages once they are written: words for the search, cards for references.

**The search** looks through each section of each page with its words, in a script.

The pages are cut into sections; boxes with a name of their own (theorems,
exercises), terms of the glossary and objects of the reference are sections too. Of each there are
an address, the headings above it, what it is called, the names of things in it, its text, what else
it says, and how much it counts. The script is loaded when somebody searches
(``book/_static/search.js``), also on a page that is opened as a file; Sphinx's index, which knows
words but neither sections nor text, is not made.

What else a section says are the words of its code, outputs, parameters, answers and alternatives to
pictures: each once, in the order of the alphabet, so that they are found and give no answer away.
A word that many sections have in their text is found there and left out here.

Formulas are text: ``1/‖w‖``. Words for their signs, endings and synonyms are the search's affair.

**Cards** say beside a reference what it leads to: an equation, a theorem, a figure, a source, … The
things that references lead to are cut out of the pages, each into a file of its own, so that a
reader loads only what is asked for: a kilobyte or so of
``_static/previews/lectures/06-duality/thm-duality-strong.js``, and ``_static/previews/PAGE.js`` for
a page as a whole. They are scripts, for a page that is opened as a file may fetch nothing else;
``_static/previews.js`` loads them when a reader points at a reference. A script holds the name of
the thing and its HTML; addresses in it start at the root of the site.
"""

import copy
import json
import re
import shutil
from collections import Counter
from functools import cache
from itertools import chain
from urllib.parse import unquote, urljoin

from lxml import html
from sphinx.util import logging

from book.content import read
from book.ext import SAFE, addresses, after_pages
from book.trees import parsed, text_of

NAME = "_static/search-index.js"
SPHINX = ("searchtools.js", "language_data.js")
TITLE = """*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5]
    | p[contains(@class, 'admonition-title')] | span[@class = 'label']"""
# what is no text: links to places, scripts, words on buttons, what is said on each page
FURNITURE = """.//a[contains(@class, 'headerlink')] | .//script | .//style | .//button | .//summary
    | .//*[contains(@class, 'eqno')] | .//*[contains(@class, 'report-mistake')]
    | .//*[contains(@class, 'toctree-wrapper')]"""
# no text to show among results: outputs, what a lecture needs and what gives answers away
WORDS_ONLY = """.//*[contains(@class, 'cell_output')]/div | .//*[contains(@class, 'quiz')]
    | .//*[contains(@class, 'fold before')] | .//*[contains(@class, 'fold solution')]
    | .//details[contains(@class, 'fold answer')]"""
PARTS = """.//section | .//div[@id][contains(@class, 'admonition') or @class = 'citation']
    | .//dl[contains(@class, 'glossary') or contains(@class, 'py')]/dt"""
NAMES = """.//*[contains(@class, 'admonition-title')] | .//figcaption//strong | .//p/strong
    | .//table/caption | .//a[contains(@class, 'xref')]
    | .//*[contains(@class, 'field-list')]//dt/strong"""
# How much a section counts: most where a thing is taught or defined, less where it is proved in
# depth, least on other pages; half of that in parts that repeat or try what others explain.
TAUGHT, IN_DEPTH, ELSEWHERE = 1, 0.65, 0.4
REPEATING = {
    *("Summary", "Algorithm card", "Exercises", "Exercise", "Mixed review", "Further reading"),
}
SCRIPTS = {
    **{"msub": "_", "munder": "_", "msup": "^", "mover": "^"},
    **{"msubsup": "_^", "munderover": "_^"},
}
BLOCKS = """.//p | .//li | .//dt | .//dt/strong | .//dd | .//td | .//th | .//figcaption | .//div"""
BRACES = tuple("⏟⏞~^ˆ¯")
SIGNATURE = re.compile(r"^(class|property|static) |\(.*")
PLAIN = re.compile(r"\s*(?:[\w*∗⊤+−]+|‖\w+‖)\s*")
NUMBER = re.compile(r"^D?[\d.]+ ")  # of a heading
WORD = re.compile(r"\b[^\W\d]\w+")
VALUE = re.compile(r"“([\w-]+)”")  # of a parameter
COMMON = 20  # sections
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


# --------------------------------------------------------------------------------------- the search


def spoken(formula):
    """A formula on one line: fractions with a stroke, powers and indices with their signs."""
    parts = [spoken(child) for child in formula]
    tag = formula.tag
    if tag == "mfrac":
        return "/".join(part if PLAIN.fullmatch(part) else f"({part})" for part in parts)
    if tag in SCRIPTS:
        base, *rest = (p if PLAIN.fullmatch(p) or not k else f"({p})" for k, p in enumerate(parts))
        pairs = zip(SCRIPTS[tag], rest, strict=True)
        return base + "".join(p if p[:1] in BRACES else mark + p for mark, p in pairs) + " "
    if tag == "mspace":
        return " "
    if tag == "msqrt":
        return f"√({''.join(parts)})"
    own = (formula.text or "").replace("\u2061", " ")
    return f" {own} " if tag == "mo" and own in set("=≤≥+−<>≈∈∑") else own + "".join(parts)


def prepared(article):
    """A copy of the text of a page with its formulas on lines, without its furniture."""
    article = copy.deepcopy(article)
    for formula in article.xpath(".//math"):
        formula.tail = f"{spoken(formula)}{formula.tail or ''}"
        formula.drop_tree()
    for furniture in article.xpath(FURNITURE):
        furniture.drop_tree()
    for block in article.xpath(BLOCKS):
        block.tail = f" {block.tail or ''}"  # words of two blocks are two words
    for picture in article.xpath(".//img"):
        picture.text = picture.get("alt")
        picture.tag = "pre"
    for block in article.xpath(WORDS_ONLY):
        keep_words(block)
    return article


def keep_words(block):
    """Make one block of code of all that a block holds."""
    words = block.text_content()
    block.clear(keep_tail=True)
    block.tag, block.text = "pre", words


def terms(dt):
    """The terms that are explained together, of which this is the first."""
    found = [dt]
    while (after := found[-1].getnext()) is not None and after.tag == "dt":
        found.append(after)
    return found


def title_of(part):
    """What a part is called."""
    if part.tag == "dt":
        names = [text_of(dt) for dt in terms(part)]
        signed = "sig" in part.get("class", "")
        return ", ".join(SIGNATURE.sub("", name) if signed else name for name in names)
    heading = part.xpath(TITLE)
    return text_of(heading[0]).strip("[]") if heading else ""


def cut(article):
    """(place, headings above, title, names, text, what else) of each part, the last one first.

    A part is taken out of what is around it.
    """
    for part in reversed(article.xpath(PARTS)):
        if part.tag == "dt" and part.xpath("preceding-sibling::*[1][self::dt]"):
            continue  # another name of the same thing
        title = title_of(part)
        if not (part.get("id") and title):
            continue
        above = [title_of(section) for section in part.iterancestors("section")]
        place, holder, rest = part.get("id"), part, [part]
        if part.tag == "dt":
            (holder,) = part.xpath("following-sibling::dd[1]")
            rest = [*terms(part), holder]
        else:
            part.xpath(TITLE)[0].drop_tree()
        names = [*map(text_of, holder.xpath(NAMES))]
        others = holder.xpath(".//pre")
        if "sig" in part.get("class", ""):  # the text of an object is what it is for
            others = [*terms(part), *holder.xpath("*[not(self::p) or preceding-sibling::p]")]
            names += VALUE.findall(holder.text_content())
        words = " ".join(block.text_content() for block in others)
        for block in others:
            block.drop_tree()
        names = " · ".join(dict.fromkeys(names))
        yield place, above[::-1], title, names, text_of(holder), words
        for one in rest:
            if one.getparent() is not None:
                one.drop_tree()


def weight(page, title, above):
    """How much a section counts."""
    taught = page.startswith("lectures/") or page == "book/glossary"
    place = IN_DEPTH if "/in-depth/" in page else TAUGHT if taught else ELSEWHERE
    names = {NUMBER.sub("", name) for name in [title, *above]} | {title.split()[0]}
    return place / 2 if names & REPEATING else place


def sections(page, address, root):
    """The entries of a page, in their order; objects of one name are one."""
    (article,) = root.xpath("//article")
    entries = {}
    for place, above, title, *words in cut(prepared(article)):
        above = [heading for heading in above if heading]
        if any(words):
            share = weight(page, title, above)
            key = title if page == "book/reference" else place
            if key in entries:
                words[-1] += " ".join(["", *entries[key][4:6]])
            entries[key] = [f"{address}#{place}", above, title, *words, share]
    return [*entries.values()][::-1]


def named_twice(root):
    """Terms of the glossary with several names, unless one is a part of another."""
    for term in root.xpath("//dl[contains(@class, 'glossary')]/dt"):
        names = title_of(term).replace("#", "").split(", ")
        parts = [a for a in names for b in names if a != b and a.lower() in b.lower()]
        if len(names) > 1 and not parts:
            yield names


def keep_rare_words(entries):
    """Leave of what else a section says the words that few sections have in their text."""
    said = [{*words_of(" ".join(entry[2:5]))} for entry in entries]
    common = Counter(chain.from_iterable(said))
    for entry, own in zip(entries, said, strict=True):
        found = words_of(entry[5])
        rare = [word for key, word in found.items() if key not in own and common[key] < COMMON]
        entry[5] = " ".join(sorted(rare))


def words_of(text):
    """{word in small letters: word} of a text."""
    return {word.lower(): word for word in WORD.findall(text)}


def write_index(app, folder):
    found, synonyms = [], list(read("synonyms.yml"))
    for page, address in zip(sorted(app.env.found_docs), addresses(app), strict=True):
        root = parsed(folder / address)
        if root.xpath("//article"):
            found += sections(page, address, root)
            synonyms += named_twice(root)
    keep_rare_words(found)
    index = json.dumps(
        {"sections": found, "synonyms": synonyms}, ensure_ascii=False, separators=(",", ":")
    )
    (folder / NAME).write_text(f"const SEARCH_INDEX = {index};\n", encoding="utf-8")
    for name in SPHINX:
        (folder / "_static" / name).unlink(missing_ok=True)


def search_no_more(app):
    """Sphinx makes no index of its own; the page of the search is in `_config.yml`."""
    app.builder.search = False


# -------------------------------------------------------------------------------------------- cards


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
            words = text_of(found[0]).strip("[]")
            return f"equation {words}" if kind == "eqno" else words
    return text_of(thing)


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


def write_previews(app, folder):
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    pages = cache(lambda address: parsed(folder / address))
    for referring in addresses(app):
        for link in pages(referring).xpath(REFERENCES):
            target = unquote(urljoin(ROOT + referring, link).removeprefix(ROOT))
            address, _, fragment = target.partition("#")
            key = target.replace(".html", "").replace("#", "/")
            path = folder / FOLDER / f"{key}.js"
            if path.exists():
                continue
            found = preview(pages(address), address, fragment)
            if found is None:
                logger.warning("%s refers to %s, which no card can show", referring, target)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            script = f"previews[{json.dumps(key)}] = {json.dumps(found, ensure_ascii=False)};\n"
            path.write_text(script, encoding="utf-8")


def setup(app):
    app.connect("builder-inited", search_no_more)
    after_pages(app, write_index)
    app.add_js_file("previews.js", loading_method="defer")
    after_pages(app, write_previews)
    return SAFE
