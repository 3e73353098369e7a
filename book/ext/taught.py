"""The index says where a term is taught: in the first lecture that mentions it, at that place.

A term of the box "Before you start" is taught further down, where a {term} stands once more.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from book.ext.in_depth import name_of

TERM = re.compile(r"\{term\}`(?:[^`<]*<([^`>]+)>|([^`]+))`")


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
        page, left = self.env.docname, self.app.config.first_mentions
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


def read_mentions(app, config):
    config.first_mentions = first_mentions(app.srcdir)


def setup(app):
    app.add_config_value("first_mentions", {}, "", dict)
    app.connect("config-inited", read_mentions)
    app.add_transform(Taught)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
