"""The index says where a term is taught: in the first lecture that mentions it, at that place.

A term of the box "Before you start" is taught further down: in the theorem, section or words in
bold of its name, or where it is written first.
"""

import re
from pathlib import Path

from docutils import nodes
from in_depth import name_of
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

ENDS = {"summary", "algorithm card", "exercises", "further reading"}
SHOWN = (nodes.paragraph, nodes.strong, nodes.emphasis, nodes.title)
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
            place = (place_of(self.document, term) if is_ahead(mention) else None) or mention
            place.parent.insert(place.parent.index(place), [
                addnodes.index(entries=[entry]), target,
            ])  # fmt: skip


def around(node):
    """What a node stands in, from the inside out."""
    while node := node.parent:
        yield node


def is_after(node):
    """Whether something stands in a section that only looks back."""
    return any(isinstance(box, nodes.section) and ENDS & {*box["names"]} for box in around(node))


def is_ahead(node):
    """Whether something stands in the box that says what a lecture will bring."""
    return any("before" in box.get("classes", ()) for box in around(node))


def place_of(document, term):
    """Where a page that only announces a term teaches it: a node in a paragraph, or None."""
    words = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", term)))
    written = re.compile(rf"(?<!\w){words}(?:s|es)?(?!\w)", re.IGNORECASE)
    found = [
        text
        for text in document.findall(nodes.Text)
        if written.search(text) and isinstance(text.parent, SHOWN) and not is_ahead(text)
    ]
    named = [text for text in found if isinstance(text.parent, (nodes.title, nodes.strong))]
    for text in sorted(named + found, key=is_after):
        place = text
        if isinstance(text.parent, nodes.title):
            first = next(text.parent.parent.findall(nodes.paragraph), None)
            place = first[0] if first else None
        elif not isinstance(text.parent, nodes.paragraph):
            place = text.parent
        if place and isinstance(place.parent, nodes.paragraph):
            return place
    return None


def read_mentions(app, config):
    config.first_mentions = first_mentions(app.srcdir)


def setup(app):
    app.add_config_value("first_mentions", {}, "", dict)
    app.connect("config-inited", read_mentions)
    app.add_transform(Taught)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
