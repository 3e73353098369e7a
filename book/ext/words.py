"""References in words: ``[lecture 2](#lecture-maxmargin)``, ``[Platt (1999)](#platt1999)``.

A link to a label is readable wherever Markdown is drawn, also where nobody knows the label: in
Jupyter a notebook stands alone. Here the label is looked up in the whole book, whatever it names (a
page, a section, a figure, a theorem, an equation, an entry of the bibliography), and the words are
compared with what it is called. A wrong number or name is a warning, hence (with ``-W``) a failed
build, which says what is right.

Sphinx reads the page of a numbered thing anew for each reference to its number, a thousand times in
this book; here it is read once.
"""

import pickle
import re
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.domains.std import StandardDomain
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinxcontrib.bibtex.citation_target import parse_citation_targets
from sphinxcontrib.bibtex.roles import CitationRef

NUMBER = re.compile(r"\bD?\d+(?:\.\d+)*\b")
logger = logging.getLogger(__name__)


def pending(role, target, page, words=""):
    """The node of an unresolved reference; role is ``"numref"`` or ``"prf:ref"``."""
    domain, _, kind = role.rpartition(":")
    named = {"refdomain": domain or "std", "reftype": kind, "reftarget": target, "refdoc": page}
    node = addnodes.pending_xref("", nodes.inline("", words or target), **named)
    node["refexplicit"] = bool(words)
    return node


def resolved(env, builder, role, target, page, words=""):
    """The reference that Sphinx makes of a role on a page, or None when nothing has this name."""
    found = resolved_once(env, builder, role, target, page, words)
    return found and found.deepcopy()


@cache
def resolved_once(env, builder, role, target, page, words):
    """The same to look at: a page, its twin and its notebooks ask for the same references."""
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
def stored(path, modified):
    """The page that Sphinx has stored in a file last modified then."""
    return pickle.loads(path.read_bytes())


class ReadOnce:
    """An environment that reads no page twice; for those who only look at what is on it."""

    def __init__(self, env):
        self.env = env

    def __getattr__(self, name):
        return getattr(self.env, name)

    def get_doctree(self, page):
        path = Path(self.env.doctreedir, f"{page}.doctree")
        return stored(path, path.stat().st_mtime_ns)


class Standard(StandardDomain):
    """Sphinx's domain of labels and numbers, quickly."""

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


def setup(app):
    app.add_domain(Standard, override=True)
    app.add_transform(ReadWords)
    app.add_post_transform(ResolveWords)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
