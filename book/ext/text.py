"""The text of a page: references in words, numbers, terms, formulas.

**References in words**: ``[lecture 2](#lecture-maxmargin)``, ``[Platt (1999)](#platt1999)``. A link
to a label is readable wherever Markdown is drawn, also where nobody knows the label: in Jupyter a
notebook stands alone. Here the label is looked up in the whole book, whatever it names (a page, a
section, a figure, a theorem, an equation, an entry of the bibliography), and the words are compared
with what it is called. A wrong number or name is a warning, hence (with ``-W``) a failed build,
which says what is right.

**Numbers**: the page in depth of lecture 6 is D6, its sections and theorems D6.1, … Sphinx counts
all pages through, which keeps the numbers of figures and boxes apart; afterwards the first number
of a page in depth becomes its letter and the number of its lecture.

**Terms**: the index says where a term is taught: in the first lecture that mentions it, at that
place. A term of the box "Before you start" is taught further down, where a {term} stands once more.

**Formulas** are MathML, made by `book.formulas`. One that Temml cannot read is a warning.
"""

import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.std import StandardDomain
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinxcontrib.bibtex.citation_target import parse_citation_targets
from sphinxcontrib.bibtex.roles import CitationRef

from book.addresses import IN_DEPTH, name_of, number_of
from book.ext import ROOT, SAFE
from book.formulas import render

NUMBER = re.compile(r"\bD?\d+(?:\.\d+)*\b")
TERM = re.compile(r"\{term\}`(?:[^`<]*<([^`>]+)>|([^`]+))`")
# a formula in a line of text, in pieces or not, with what touches it
TOUCHED = re.compile(
    r"""([(\[“‘]?)
    <span\ class="math">
      ((?:<math[^<]*>.*?</math>)*?)
      (<math(?:(?!<math).)*?</math>)
    </span>
    ([^\s<]{0,12})""",
    re.DOTALL | re.VERBOSE,
)
logger = logging.getLogger(__name__)


# --------------------------------------------------------------------------------------- references


def pending(role, target, page, words=""):
    """The node of an unresolved reference; role is ``"numref"`` or ``"prf:ref"``."""
    domain, _, kind = role.rpartition(":")
    named = {"refdomain": domain or "std", "reftype": kind, "reftarget": target, "refdoc": page}
    node = addnodes.pending_xref("", nodes.inline("", words or target), **named)
    node["refexplicit"] = bool(words)
    return node


def resolved(env, builder, role, target, page, words=""):
    """The reference that Sphinx makes of a role on a page, or None when nothing has this name."""
    node = pending("math:eq" if role == "eq" else role, target, page, words)
    domain = env.get_domain(node["refdomain"])
    return domain.resolve_xref(env, page, builder, node["reftype"], target, node, node[0])


def named(env, builder, label, page, words):
    """(reference with these words, what the book calls the target: "Theorem 3.2", "(3.4)").

    The reference is None where nothing has the label, the name empty where words need no number.
    """
    if label in env.get_domain("cite").bibdata.data.entries:
        found = resolved(env, builder, "cite:t", label, page)
        return next(iter(found.findall(nodes.reference)), None), found.astext()
    if label in env.get_domain("math").equations:
        found = resolved(env, builder, "eq", label, page)
        return found, found.astext()
    if label in getattr(env, "proof_list", {}):
        found = resolved(env, builder, "prf:ref", label, page)
        return found, found.astext()
    number = None
    if NUMBER.search(words):
        number = resolved(env, builder, "numref", label, page, words="{number}")
    return resolved(env, builder, "ref", label, page, words), number.astext() if number else ""


def wrong(words, name):
    """Whether words claim another number, or another author, than the target has."""
    if not name:
        return False
    if re.search(r"\d{4}", name):  # an author and a year
        return re.sub(r"[(),]", "", words) != re.sub(r"[(),]", "", name)
    said = NUMBER.search(words)
    return bool(said) and said[0] != NUMBER.search(name)[0]


@cache
class ReadOnce:
    """An environment that reads no page twice, for those who only look at pages."""

    def __init__(self, env):
        self.env, self.get_doctree = env, cache(env.get_doctree)

    def __getattr__(self, name):
        return getattr(self.env, name)


class Standard(StandardDomain):
    """Sphinx's domain of labels and numbers.

    Sphinx reads the page of a numbered thing anew for each reference to its number, a thousand
    times in this book; here it is read once.
    """

    def resolve_xref(self, env, *reference):
        return super().resolve_xref(ReadOnce(env), *reference)


class ReadWords(SphinxTransform):
    """Marks links to labels before MyST looks for them on this page; notes what is cited."""

    default_priority = 870

    def apply(self, **kwargs):
        cite = self.env.get_domain("cite")
        for link in list(self.document.findall(nodes.reference)):
            if not link.get("id_link"):
                continue
            label = link["refuri"].removeprefix("#")
            node = pending("words:link", label, self.env.docname, link.astext())
            node.source, node.line = link.source, link.line
            node["refwarn"] = True
            node[:] = [nodes.inline("", "", *link.children)]
            if label in cite.bibdata.data.entries:
                self.document.note_explicit_target(node, node)
                targets = list(parse_citation_targets(label))
                cite.citation_refs.append(
                    CitationRef(node["ids"][0], self.env.docname, node.line or 0, targets)
                )
            link.replace_self(node)


class ResolveWords(SphinxPostTransform):
    """Leads each such link to its target, wherever in the book that is."""

    default_priority = 5

    def run(self, **kwargs):
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node.get("refdomain") != "words":
                continue
            label, words = node["reftarget"], node.astext()
            found, name = named(self.env, self.app.builder, label, self.env.docname, words)
            if found is None:
                logger.warning("[%s](#%s): nothing has this label", words, label, location=node)
                node.replace_self(node[0])
                continue
            if wrong(words, name):
                logger.warning("[%s](#%s): it is %s", words, label, name, location=node)
            found[:] = [node[0]]
            found["ids"] = node["ids"]
            node.replace_self(found)


# ------------------------------------------------------------------------------------------ numbers


def marked(page, number):
    """``("D6", 1)`` of ``(17, 1)`` on the page ``lectures/in-depth/06-duality``."""
    return (number_of(page), *number[1:]) if number else number


def renumber(app, env):
    """After Sphinx has counted: mark titles, contents, sections, figures and boxes."""
    for page in (name for name in env.found_docs if name.startswith(IN_DEPTH)):
        title = env.titles.get(page)
        if title is not None and "secnumber" in title:
            title["secnumber"] = marked(page, title["secnumber"])
        for entry in env.tocs[page].findall(nodes.reference):
            entry["secnumber"] = marked(page, entry.get("secnumber"))
        for anchor, number in env.toc_secnumbers.get(page, {}).items():
            env.toc_secnumbers[page][anchor] = marked(page, number)
        for numbers in env.toc_fignumbers.get(page, {}).values():
            for anchor, number in numbers.items():
                numbers[anchor] = marked(page, number)
    return []


# -------------------------------------------------------------------------------------------- terms


@cache
def first_mentions(folder):
    """{term in lower case: page} over the lectures in their order, then the in-depth pages."""
    first = {}
    for pattern in ("lectures/*.ipynb", "lectures/in-depth/*.ipynb"):
        for path in sorted(Path(folder).glob(pattern)):
            page = path.relative_to(folder).with_suffix("").as_posix()
            for shown, plain in TERM.findall(path.read_text(encoding="utf-8")):
                first.setdefault((shown or plain).strip().lower(), page)
    return first


class Taught(SphinxTransform):
    """Marks where each term that this page introduces is taught."""

    default_priority = 500

    def apply(self, **kwargs):
        page, left = self.env.docname, first_mentions(self.app.srcdir)
        mentions = self.document.findall(addnodes.pending_xref)
        mentions = [mention for mention in mentions if mention.get("reftype") == "term"]
        for mention in sorted(mentions, key=is_ahead):
            term = mention.get("reftarget", "").lower()
            if left.get(term) != page:
                continue
            mark = nodes.make_id(f"taught-{term}")
            if mark in self.document.ids:
                continue
            self.document.ids[mark] = target = nodes.target("", "", ids=[mark])
            entry = ("single", f"{mention['reftarget']}; {name_of(page)}", mark, "", None)
            mention.parent.insert(mention.parent.index(mention), [
                addnodes.index(entries=[entry]), target,
            ])  # fmt: skip


def is_ahead(node):
    """Whether something stands in the box that says what a lecture will bring."""
    while node := node.parent:
        if "before" in node.get("classes", ()):
            return True
    return False


# ----------------------------------------------------------------------------------------- formulas


def tex_of(node):
    """The formula as Temml wants it and whether it stands on lines of its own."""
    tex, display = node.astext(), isinstance(node, nodes.math_block)
    if display and r"\\" in tex and r"\begin{" not in tex:  # several lines without an environment
        tex = rf"\begin{{aligned}}{tex}\end{{aligned}}"
    return tex, display


def render_page(app, doctree, docname):
    """Render every formula of one page and keep the result on its node."""
    if app.builder.format != "html":
        return
    found = [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]
    if not found:
        return
    for node, answer in zip(found, render([tex_of(node) for node in found]), strict=True):
        if "error" in answer:
            logger.warning("%s in: %s", answer["error"], node.astext(), location=node)
        node["mathml"] = answer.get("mathml", "")


def rendered(node):
    """The stored MathML; formulas in titles and tables of contents come without their page."""
    if "mathml" not in node:
        node["mathml"] = render([tex_of(node)])[0].get("mathml", "")
    return node["mathml"]


def visit_inline(self, node):
    self.body.append(self.starttag(node, "span", "", CLASS="math") + rendered(node) + "</span>")
    raise nodes.SkipNode


def visit_block(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math"))
    self.body.append(f'<div class="lines">{rendered(node)}</div>')
    if node.get("number"):
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


def hold(app, pagename, templatename, context, doctree):
    """Keep brackets, commas and endings on the line of the formula that they touch.

    Browsers may begin a line after any formula, whatever follows.
    """
    if "body" in context:
        context["body"] = TOUCHED.sub(held, context["body"])


def held(found):
    before, pieces, last, after = found.groups()
    if not before + after:
        return found[0]
    if not pieces:
        return f'<span class="math whole">{before}{last}{after}</span>'
    whole = f'<span class="whole">{last}{after}</span>' if after else last
    return f'{before}<span class="math">{pieces}{whole}</span>'


def setup(app):
    app.add_domain(Standard, override=True)
    app.add_transform(ReadWords)
    app.add_post_transform(ResolveWords)
    app.connect("env-get-updated", renumber, priority=900)
    app.add_transform(Taught)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.connect("doctree-resolved", render_page)
    app.connect("html-page-context", hold, priority=100)
    static = str(ROOT / "book/_vendor/math")
    app.connect("builder-inited", lambda app: app.config.html_static_path.append(static))
    app.add_css_file("math.css")
    return SAFE
