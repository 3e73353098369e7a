"""A page as plain Markdown, from what Sphinx has made of it.

For pages whose text is largely generated: the reference, the bibliography, lists for teachers. What
lectures have beyond it (boxes, exercises, questions) is the subject of ``plain_markdown.py``.
"""

import re

from docutils import nodes
from sphinx import addnodes

DESCRIBED = re.compile(r"<svg.*?<desc[^>]*>(.*?)</desc>.*?</svg>", re.S)
MARKS = {nodes.emphasis: "*", nodes.strong: "**", nodes.literal: "`"}
SILENT = (addnodes.index, addnodes.toctree, nodes.comment, nodes.meta, nodes.colspec)


def indented(text, by):
    return text.replace("\n", "\n" + " " * by)


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def table(rows):
    """Rows of cells between bars, the first one as the head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


class Writer:
    """Writes one page; `numbers` are those of its sections, by anchor."""

    def __init__(self, uri, numbers):
        self.uri, self.numbers = uri, numbers

    # ----------------------------------------------------------------------------------- inline

    def inline(self, node):
        return "".join(self.piece(child) for child in node.children)

    def piece(self, node):
        """A part of a paragraph."""
        if isinstance(node, nodes.Text):
            return node.astext().replace("\n", " ")
        if isinstance(node, SILENT):
            return ""
        if isinstance(node, nodes.math):
            return f"${node.astext()}$"
        if isinstance(node, nodes.image):
            return node.get("alt", "")
        if isinstance(node, nodes.raw):
            return node.astext()
        text = self.inline(node)
        if isinstance(node, nodes.reference):
            return f"[{text}]({node.get('refuri') or f'{self.uri}#' + node['refid']})"
        mark = next((mark for kind, mark in MARKS.items() if isinstance(node, kind)), "")
        return f"{mark}{text}{mark}"

    # ----------------------------------------------------------------------------------- blocks

    def blocks(self, node, level=0):
        return "\n\n".join(filter(None, (self.block(child, level) for child in node.children)))

    def block(self, node, level):
        """One block; what is not named here stands for what it contains."""
        if isinstance(node, SILENT):
            return ""
        write = getattr(self, type(node).__name__.lower(), None)
        if write and not isinstance(node, nodes.inline):
            return write(node, level)
        if isinstance(node, nodes.Text | nodes.TextElement | nodes.Inline):
            return self.piece(node).strip()
        return self.blocks(node, level)

    def section(self, node, level):
        return self.blocks(node, level + 1)

    def title(self, node, level):
        number = self.numbers.get(f"#{node.parent['ids'][0]}") or (
            level == 1 and self.numbers.get("")
        )
        words = [".".join(map(str, number))] if number else []
        return " ".join(["#" * level, *words, self.inline(node)])

    def raw(self, node, level):
        """HTML is Markdown; of a drawing, what it says of itself."""
        return " ".join(DESCRIBED.sub(r"*Picture:* \1", node.astext()).split())

    def literal_block(self, node, level):
        language = node.get("language", "")
        return f"```{language if language.isalpha() else ''}\n{node.astext().rstrip()}\n```"

    def doctest_block(self, node, level):
        return f"```python\n{node.astext()}\n```"

    def math_block(self, node, level):
        return f"$$\n{node.astext().strip()}\n$$"

    def image(self, node, level):
        return f"*Picture:* {node['alt']}" if node.get("alt") else ""

    def rubric(self, node, level):
        return f"**{self.inline(node)}**"

    def admonition(self, node, level):
        title, *rest = node.children
        text = "\n\n".join(self.block(child, level) for child in rest)
        return quoted(f"**{self.inline(title)}**\n\n{text}")

    def citation(self, node, level):
        label, *rest = node.children
        return f"- **[{label.astext()}]** " + " ".join(self.inline(child) for child in rest)

    # ------------------------------------------------------------------------------------ lists

    def bullet_list(self, node, level):
        return "\n".join(f"- {indented(self.blocks(item, level), 2)}" for item in node.children)

    def enumerated_list(self, node, level):
        first = node.get("start", 1)
        items = enumerate(node.children, first)
        return "\n".join(f"{k}. {indented(self.blocks(item, level), 3)}" for k, item in items)

    def definition_list(self, node, level):
        """Terms, the kinds that are said of them, and what they mean."""
        found = []
        for item in node.children:
            kinds = [
                self.inline(part) for part in item.children if isinstance(part, nodes.classifier)
            ]
            terms = [
                f"**{self.inline(part)}**".replace("****", "**")
                for part in item.children
                if isinstance(part, nodes.term)
            ]
            text = self.blocks(item.children[-1], level)
            head = ", ".join(terms) + (f" ({'; '.join(kinds)})" if kinds else "")
            found.append(f"- {head}" + (f": {indented(text, 2)}" if text else ""))
        return "\n".join(found)

    def field(self, node, level):
        name, body = node.children
        return f"**{name.astext()}**\n\n{self.blocks(body, level)}"

    def desc(self, node, level):
        """A function or class: its signatures and its docstring."""
        *heads, content = node.children
        names = "\n".join(f"**`{head.astext()}`**" for head in heads)
        return f"- {names}\n\n  {indented(self.blocks(content, level), 2)}".rstrip()

    # ----------------------------------------------------------------------------------- tables

    def table(self, node, level):
        rows = [
            [
                self.blocks(cell, level).replace("\n", " ").replace("|", "\\|")
                for cell in row.children
            ]
            for row in node.findall(nodes.row)
        ]
        return table(rows)
