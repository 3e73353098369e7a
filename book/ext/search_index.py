"""What the search of the site looks through: each section of each page with its words, in a script.

Once the pages are written, they are cut into sections; boxes with a name of their own (theorems,
exercises), terms of the glossary and objects of the reference are sections too. Of each there are
an address, the headings above it, what it is called, the names of things in it, its text, the words
of its code, and how much it counts: a summary repeats what sections before it explain. The script
is loaded when somebody searches (``book/_static/find.js``), also on a page that is opened as a
file; Sphinx's index, which knows words but neither sections nor text, is not made.

Formulas are text: ``1/‖w‖``. Words for their signs, endings and synonyms are the search's affair.
"""

import copy
import json
import re
from pathlib import Path

from lxml import html

NAME = "_static/search-index.js"
SPHINX = ("searchtools.js", "language_data.js")
TITLE = """*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5]
    | p[contains(@class, 'admonition-title')] | span[@class = 'label']"""
# what is no text, or no text to show among results: links to places, scripts, words on buttons,
# what is said on each page, parameters of functions, outputs, and what gives answers away
FURNITURE = """.//a[contains(@class, 'headerlink')] | .//script | .//style | .//button | .//summary
    | .//*[contains(@class, 'eqno')] | .//*[contains(@class, 'before admonition')]
    | .//*[contains(@class, 'report-mistake')] | .//*[contains(@class, 'toctree-wrapper')]
    | .//*[contains(@class, 'field-list')] | .//*[contains(@class, 'cell_output')]/div
    | .//*[contains(@class, 'quiz') or contains(@class, 'fold solution')]
    | .//details[contains(@class, 'fold answer')]"""
PARTS = """.//section | .//div[@id][contains(@class, 'admonition') or @class = 'citation']
    | .//dl[contains(@class, 'glossary') or contains(@class, 'py')]/dt"""
NAMES = """.//*[contains(@class, 'admonition-title')] | .//figcaption//strong | .//p/strong
    | .//table/caption | .//a[contains(@class, 'xref')]"""
# where words count less: they are explained elsewhere
LESS = {
    "Summary": 0.4,
    "Algorithm card": 0.4,
    "Exercises": 0.4,
    "Exercise": 0.55,
    "Mixed review": 0.4,
    "Further reading": 0.4,
}
PAGES = {
    **{"book/bibliography": 0.3, "book/reference": 0.45, "book/timeline": 0.6},
    **{"book/index": 0.5, "book/notation": 0.6, "book/teaching": 0.5, "book/card": 0.6},
}
IN_DEPTH = 0.8
SCRIPTS = {
    **{"msub": "_", "munder": "_", "msup": "^", "mover": "^"},
    **{"msubsup": "_^", "munderover": "_^"},
}
BRACES = tuple("⏟⏞~^ˆ¯")
SIGNATURE = re.compile(r"^(class|property|static) |\(.*")
PLAIN = re.compile(r"\s*(?:[\w*∗⊤+−]+|‖\w+‖)\s*")
NUMBER = re.compile(r"^D?[\d.]+ ")  # of a heading
CODE = re.compile(r"\b[A-Za-z]+(?:_[a-z]+|[A-Z]+[a-z]*)+\b")  # names of functions and classes
# beside those that the glossary has: what students call things
SYNONYMS = [
    ["class imbalance", "imbalanced", "unbalanced", "rare class", "skewed classes"],
    ["outlier detection", "anomaly detection", "novelty detection", "one-class SVM"],
    ["maximise", "maximum", "max", "largest", "widest"],
    ["max-margin", "maximum margin", "widest street"],
    ["convert", "translate", "conversion"],
    ["gamma", "sigma", "bandwidth"],
    ["normalise", "standardise", "scale"],
    ["multiclass", "multi-class", "more than two classes"],
    ["probability", "predict_proba", "calibration"],
    ["non-linear", "nonlinear", "kernel"],
    ["XOR", "exclusive or"],
    ["card", "cheat sheet"],
    ["missing values", "imputation"],
    ["large data", "big data", "many points", "million points"],
    ["zero", "0"],
    ["stopping criterion", "stopping rule", "when to stop"],
    ["text classification", "text", "documents"],
    ["inseparable", "non-separable", "not separable", "no line exists"],
    ["convergence rate", "how fast"],
    ["perceptron convergence", "Novikoff"],
    ["slow", "fast", "speed", "time", "cost"],
    ["derivative", "gradient", "subgradient", "slope"],
]


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
    if tag == "msqrt":
        return f"√({''.join(parts)})"
    own = (formula.text or "").replace("\u2061", " ")
    return f" {own} " if tag == "mo" and own in set("=≤≥+−<>≈∈∑") else own + "".join(parts)


def text_of(element):
    return " ".join(element.text_content().split())


def prepared(article):
    """A copy of the text of a page with its formulas on lines, without its furniture."""
    article = copy.deepcopy(article)
    for formula in article.xpath(".//math"):
        formula.tail = f"{spoken(formula)}{formula.tail or ''}"
        formula.drop_tree()
    for furniture in article.xpath(FURNITURE):
        furniture.drop_tree()
    for block in article.xpath(".//p | .//li | .//dd | .//td | .//th | .//figcaption | .//div"):
        block.tail = f" {block.tail or ''}"  # words of two blocks are two words
    return article


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
    """(place, headings above, title, names, text, code) of each part, the last one first.

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
            if "sig" in part.get("class", ""):  # of an object what it is for
                holder = next(iter(holder.xpath("p")), holder)
        else:
            part.xpath(TITLE)[0].drop_tree()
        code = holder.xpath(".//pre")
        words = {word for block in code for word in CODE.findall(text_of(block))}
        for block in code:
            block.drop_tree()
        names = dict.fromkeys(map(text_of, holder.xpath(NAMES)))
        yield place, above[::-1], title, " · ".join(names), text_of(holder), " ".join(sorted(words))
        for one in rest:
            if one.getparent() is not None:
                one.drop_tree()


def weight(page, title, above):
    """How much a section counts."""
    own = PAGES.get(page, IN_DEPTH if "/in-depth/" in page else 1)
    names = [NUMBER.sub("", name) for name in [title, *above]]
    return min(own, *(LESS.get(name, 1) for name in names), LESS.get(title.split()[0], 1))


def sections(page, address, root):
    """The entries of a page, in their order; objects of one name are one."""
    (article,) = root.xpath("//article")
    entries = {}
    for place, above, title, *words in cut(prepared(article)):
        above = [heading for heading in above if heading]
        if any(words):
            share = weight(page, title, above)
            key = title if page == "book/reference" else place
            entries[key] = [f"{address}#{place}", above, title, *words, share]
    return [*entries.values()][::-1]


def named_twice(root):
    """Terms of the glossary with several names, unless one is a part of another."""
    for term in root.xpath("//dl[contains(@class, 'glossary')]/dt"):
        names = title_of(term).replace("#", "").split(", ")
        parts = [a for a in names for b in names if a != b and a.lower() in b.lower()]
        if len(names) > 1 and not parts:
            yield names


def write_index(app, exception):
    if exception or app.builder.name != "html":
        return
    site = Path(app.outdir)
    found, synonyms = [], list(SYNONYMS)
    for page in sorted(app.env.found_docs):
        address = app.builder.get_target_uri(page)
        root = html.parse(site / address, html.HTMLParser(encoding="utf-8")).getroot()
        if root.xpath("//article"):
            found += sections(page, address, root)
            synonyms += named_twice(root)
    index = json.dumps(
        {"sections": found, "synonyms": synonyms}, ensure_ascii=False, separators=(",", ":")
    )
    (site / NAME).write_text(f"const SEARCH_INDEX = {index};\n", encoding="utf-8")
    for name in SPHINX:
        (site / "_static" / name).unlink(missing_ok=True)


def search_no_more(app):
    """Sphinx makes no index of its own, and no page of search."""
    app.builder.search = False


def search_page(app):
    if app.builder.name == "html":
        yield "search", {}, "search.html"


def setup(app):
    app.connect("builder-inited", search_no_more)
    app.connect("html-collect-pages", search_page)
    app.connect("build-finished", write_index)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
