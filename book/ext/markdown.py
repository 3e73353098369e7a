"""MyST as plain Markdown: what a lecture says, for notebooks that no extension draws.

Boxes become quotations under a bold number and title, folds native ``<details>``, references links
to the page, terms plain words, equations carry their number as a ``\\tag``.
"""

import posixpath
import re

from docutils import nodes

from book.ext.text import named, resolved
from book.source import LINKED, ROLE, TARGET, answers, parse, question
from book.steps import STEP, figures_of, link_to

HEADING = re.compile(r"^(#+) +(.+)$")
LABEL = r"[ \t]*\(([A-Za-z][\w:-]+)\)"
DISPLAY = re.compile(rf"^([ \t]*)\$\$(.+?)\$\$(?:{LABEL})?[ \t]*$", re.M | re.S)
HREF = re.compile(r'(<a href=")(?!https?://|mailto:|#)([^"]+)')
PAGE_LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)\.(?:md|ipynb)\)")
LETTERS = "ABCDEFGH"


def quoted(text):
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def table(rows):
    """Rows of cells between bars, the first one as the head."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


def boxed(text):
    """A quotation. Jupyter finds formulas before it draws quotations: each stays on its line."""
    return quoted(DISPLAY.sub(lambda found: found[1] + " ".join(found[0].split()), text))


def folded(title, text):
    """A fold whose title looks like a key, for readers of notebooks that draw no triangle."""
    return f"<details>\n<summary><kbd>{title}</kbd></summary>\n\n{text.strip()}\n\n</details>"


class Plain:
    """Writes the text of one page; `site` is the address of the book, or a relative path to it."""

    def __init__(self, app, page, site):
        self.env, self.builder = app.env, app.builder
        self.page, self.site = page, site
        sections = app.env.tocs[page].findall(nodes.reference)
        self.sections = iter([section.get("secnumber") for section in sections])

    def mark(self, label):
        """What makes a place that links can lead to; on a page Sphinx does that."""
        return ""

    # ----------------------------------------------------------------------------------- inline

    def address(self, reference):
        """Where on the site a reference of the page leads."""
        if "refid" in reference:
            return f"{self.site}{self.builder.get_target_uri(self.page)}#{reference['refid']}"
        return self.beside(reference["refuri"])

    def beside(self, address):
        """An address on the site that the page gives relative to itself."""
        folder = posixpath.dirname(self.builder.get_target_uri(self.page))
        return self.site + posixpath.normpath(posixpath.join(folder, address))

    def role(self, found):
        name, explicit, plain = found.groups()
        if name == "term":
            return found[0].partition("`")[2].rpartition("<" if explicit else "`")[0].strip()
        reference = resolved(self.env, self.builder, name, explicit or plain, self.page)
        if reference is None:
            raise ValueError(f"{self.page}: nothing is called {found[0]}")
        link = next(iter(reference.findall(nodes.reference)))
        return f"[{reference.astext()}]({self.address(link)})"

    def step(self, found):
        """The words that move a live figure, a link to its state where the site is known."""
        words, label, query = found.groups()
        if not self.site.startswith("http"):
            return words
        state = link_to(figures_of(self.env.doc2path(self.page)), label, query)
        return f"[{words}]({self.site}{self.builder.get_target_uri(self.page)}#{state})"

    def inline(self, text):
        """A text without directives: its roles and links."""

        def to_label(found):
            reference, _ = named(self.env, self.builder, found[1], self.page, "")
            if reference is None:
                raise ValueError(f"{self.page}: nothing is called #{found[1]}")
            return f"]({self.address(reference)})"

        def to_page(found):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(self.page), found[1]))
            return f"]({self.site}{self.builder.get_target_uri(target)})"

        text = STEP.sub(self.step, text)
        text = HREF.sub(lambda found: found[1] + self.beside(found[2]), ROLE.sub(self.role, text))
        return PAGE_LINK.sub(to_page, LINKED.sub(to_label, text))

    def number(self, kind, label):
        """``Theorem 3.2`` of a box, an exercise, a figure or a table with this label."""
        _, name = named(self.env, self.builder, label, self.page, words="0")  # words with a number
        return name if name.startswith(kind) else f"{kind} {name}"

    # ----------------------------------------------------------------------------------- blocks

    def text(self, source):
        """A whole text."""
        return "\n\n".join(self.parts(source))

    def parts(self, source, apart=()):
        """A text in pieces of plain Markdown; directives named in `apart` stay as they are."""
        lines = []
        for line, block in parse(source):
            if block is None:
                lines.append(line)
                continue
            yield from filter(None, [self.prose(lines)])
            yield block if block.name in apart else self.block(block)
            lines = []
        yield from filter(None, [self.prose(lines)])

    def prose(self, lines):
        """Lines between directives; a label is the mark of the heading after it."""
        kept, marks = [], ""
        for line in lines:
            if target := TARGET.match(line):
                marks += self.mark(target[1])
            elif not line.startswith("% "):
                kept.append(self.heading(line))
                if HEADING.match(line):
                    kept[-1], marks = kept[-1] + marks, ""
        text = DISPLAY.sub(self.display, self.inline("\n".join([*kept, marks])))
        return re.sub(r"\n{3,}", "\n\n", text).strip()

    def heading(self, line):
        """A heading with the number that the page gives it."""
        found = HEADING.match(line)
        number = next(self.sections) if found else None
        return f"{found[1]} {'.'.join(map(str, number))} {found[2]}" if number else line

    def display(self, found):
        """A formula on lines of its own, numbered as on the page."""
        indent, tex, label = found.groups()
        tex = "\n".join(line.strip() for line in tex.strip().split("\n"))
        if r"\\" in tex and r"\begin{" not in tex:
            tex = f"\\begin{{aligned}}\n{tex}\n\\end{{aligned}}"
        if label:
            number = resolved(self.env, self.builder, "eq", label, self.page).astext()
            tex += f"\n\\tag{{{number.strip('()')}}}"
        marks = [mark, ""] if label and (mark := self.mark(f"equation-{label}")) else []
        return "\n".join(f"{indent}{line}" for line in (*marks, "$$", *tex.split("\n"), "$$"))

    def block(self, block):
        """A directive or a block of code."""
        if block.name == "":
            return f"```{block.argument}\n{block.body}\n```"
        if "quiz" in block.classes:
            return self.quiz(block)
        if block.name == "admonition":
            return self.box(block, self.inline(block.argument))
        if block.name == "prf:proof":
            body = self.text(block.body)
            if "dropdown" in block.classes:
                return folded("Proof", body)
            end = "\n\n∎" if body.endswith("$$") else " ∎"
            return f"*Proof.* {body}{end}"
        if block.name.startswith("prf:"):
            number = self.number(block.name[4:].title(), block.options["label"])
            title = f" ({self.inline(block.argument)})" if block.argument else ""
            mark = self.mark(block.options["label"])
            return boxed(f"{mark}**{number}{title}.**\n\n{self.text(block.body)}")
        if block.name == "list-table":
            return self.table(block)
        raise ValueError(f"{self.page}: no plain form of the directive {block.name}")

    def box(self, block, title):
        body, mark = self.text(block.body), self.mark(block.options.get("name", ""))
        if "dropdown" in block.classes:
            return folded(mark + title, body)
        return boxed(f"{mark}**{title}**\n\n{body}")

    def quiz(self, block):
        """The question, its answers, and what there is to say to each, folded."""
        given = list(zip(LETTERS, answers(block), strict=False))
        choices = [f"**{letter}.** {self.inline(said)}" for letter, (_, said, _) in given]
        feedback = [
            folded(f"If you say {letter}", f"**{verdict(right)}** {self.text(told)}")
            for letter, (right, _, told) in given
        ]
        mark = self.mark(block.options.get("name", ""))
        asked = f"{mark}**Question.** {self.text(question(block))}"
        return "\n\n".join([asked, *choices, *feedback])

    def table(self, block):
        """A table of bars and dashes, with its number and caption above."""
        rows = [
            [
                self.inline(" ".join(cell.split()))
                for cell in re.split(r"^ *- ", row, flags=re.M)[1:]
            ]
            for row in re.split(r"^\* (?=- )", block.body, flags=re.M)[1:]
        ]
        if not block.options.get("header-rows"):
            rows.insert(0, [""] * len(rows[0]))
        caption = self.inline(block.argument)
        if caption and block.options.get("name"):
            mark = self.mark(block.options["name"])
            caption = f"{mark}**{self.number('Table', block.options['name'])}.** {caption}"
        return "\n\n".join(filter(None, [caption, table(rows)]))


def verdict(right):
    return "Right." if right else "Not quite."
