"""Beside each page a twin in plain Markdown, to be read aloud or by a program.

``lectures/06-duality.md`` says what ``lectures/06-duality.html`` shows: references in words,
formulas as TeX, outputs as text, of a figure its caption and what it is to see. A lecture is
written from its notebook, any other page from what Sphinx has made of it.
"""

from pathlib import Path

from book.ext.doctree_markdown import Writer
from book.ext.plain_markdown import Plain, boxed
from book.source import Lecture

VIEW = "application/vnd.jupyter.widget-view+json"
HANDOUTS = (
    ("handout", "Handout", "without answers and solutions"),
    ("solutions", "Solved handout", "with answers and solutions at the end"),
)
PICTURE = "*Picture:* {alt}"


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
    button = {
        "type": "link",
        "url": address,
        "text": "Markdown",
        "tooltip": "to read aloud or by a program",
        "icon": "fas fa-download",
        "label": "download-markdown-button",
    }
    for group in context.get("header_buttons", ()):
        if group.get("label") == "download-buttons":
            *others, printing = group["buttons"]
            others = [other for other in others if "_sources/" not in other["url"]]
            handouts = [
                {
                    **printing,
                    "javascript": kind,
                    "text": text,
                    "tooltip": f"print {how}",
                    "label": f"print-{kind}-button",
                }
                for kind, text, how in HANDOUTS
            ]
            group["buttons"] = [*others, button, printing, *handouts]


def setup(app):
    app.connect("doctree-resolved", write_twin, priority=100)  # before formulas are rendered
    app.connect("html-page-context", link_twin, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
