"""Beside each page a twin in plain Markdown, to be read aloud or by a program.

``lectures/06-duality.md`` says what ``lectures/06-duality.html`` shows: references in words,
formulas as TeX, outputs as text, of a figure its caption and what it is to see. A lecture is
written from its notebook, any other page, whose text is largely generated, from what Sphinx has
made of it.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from book.ext import SAFE, download
from book.ext.markdown import Plain, boxed, quoted, table
from book.source import VIEW, Lecture

HANDOUTS = (
    ("handout", "Handout", "without answers and solutions"),
    ("solutions", "Solved handout", "with answers and solutions at the end"),
)
PICTURE = "*Picture:* {alt}"
DESCRIBED = re.compile(r"<svg.*?<desc[^>]*>(.*?)</desc>.*?</svg>", re.S)
MARKS = {nodes.emphasis: "*", nodes.strong: "**", nodes.literal: "`"}
SILENT = (addnodes.index, addnodes.toctree, nodes.comment, nodes.meta, nodes.colspec)


class Twin(Plain):
    """The text of a lecture; exercises stand in boxes, solutions follow under a name."""

    def block(self, block):
        if block.name != "exercise":
            return super().block(block)
        number = self.number("Exercise", block.options["label"])
        head = f"**{number}: {self.inline(block.argument)}** ({block.options['class']})"
        return boxed(f"{head}\n\n{self.text(block.body)}")

    def lecture(self, lecture):
        """All parts in their order."""
        before = None
        for _, part, solution in lecture.parts():
            if solution and not self.env.config.book_solutions:
                continue
            if solution and solution != before:
                number = self.number("Exercise", solution)
                yield f"**Solution of {number[0].lower()}{number[1:]}.**"
            before = solution
            if isinstance(part, str):
                yield self.text(part)
            else:
                yield f"```python\n{part.source}\n```"
                yield from self.shown(part)

    def shown(self, cell):
        """The outputs of a cell, then its caption."""
        settings = cell.metadata.get("mystnb", {})
        for output in cell.outputs:
            data = output.get("data", {})
            if alt := {"image/png", VIEW} & data.keys() and settings.get("image", {}).get("alt"):
                yield PICTURE.format(alt=alt)
            elif text := output.get("text") or data.get("text/plain"):
                yield f"```text\n{text.rstrip()}\n```"
        if figure := settings.get("figure"):
            number = self.number("Fig.", figure["name"])
            yield f"**{number}.** {self.inline(figure['caption'])}"


def indented(text, by):
    return text.replace("\n", "\n" + " " * by)


class Writer:
    """Writes a page from its nodes; `numbers` are those of its sections, by anchor."""

    def __init__(self, uri, numbers):
        self.uri, self.numbers = uri, numbers

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

    def table(self, node, level):
        rows = [
            [
                self.blocks(cell, level).replace("\n", " ").replace("|", "\\|")
                for cell in row.children
            ]
            for row in node.findall(nodes.row)
        ]
        return table(rows)


def markdown_of(app, doctree, page):
    source, uri = Path(app.env.doc2path(page)), app.builder.get_target_uri(page)
    if source.suffix == ".ipynb":
        plain = Twin(app, page, "../" * page.count("/"))
        return "\n\n".join(plain.lecture(Lecture.read(source)))
    numbers = app.env.toc_secnumbers.get(page, {})
    return Writer(uri.rpartition("/")[2], numbers).blocks(doctree)


def write_twin(app, doctree, page):
    if app.builder.name != "html":
        return
    path = Path(app.outdir) / f"{page}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(markdown_of(app, doctree, page) + "\n", encoding="utf-8")


def link_twin(app, pagename, templatename, context, doctree):
    """The page names its twin for programs, and offers it beside the other downloads."""
    if doctree is None:
        return
    address = f"{pagename.rpartition('/')[2]}.md"
    context["metatags"] += f'<link rel="alternate" type="text/markdown" href="{address}" />\n'
    twin = download(address, "Markdown", "to read aloud or by a program")
    for group in context.get("header_buttons", ()):
        if group.get("label") == "download-buttons":
            *others, printing = group["buttons"]
            others = [other for other in others if "_sources/" not in other["url"]]
            handouts = [
                printing
                | {
                    "javascript": kind,
                    "text": text,
                    "tooltip": f"print {how}",
                    "label": f"print-{kind}-button",
                }
                for kind, text, how in HANDOUTS
            ]
            group["buttons"] = [*others, twin, printing, *handouts]


def setup(app):
    app.connect("doctree-resolved", write_twin, priority=100)  # before formulas are rendered
    app.connect("html-page-context", link_twin, priority=950)
    return SAFE
