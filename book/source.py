"""Reads lectures and pages: cells, directives, labels, references.

The parser knows as much of MyST as the rules need: fences and their nesting, directive options,
targets, labelled equations and roles. Whether a page really builds is for Sphinx to say.
"""

import ast
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from textwrap import dedent

import nbformat

from book.addresses import number_of

FENCE = re.compile(r"\s*(`{3,}(?!.*`)|~{3,}|:{3,})\s*(?:\{([\w:-]+)\})?\s*(.*)$")
OPTION = re.compile(r"\s*:([\w-]+):\s*(.*)$")
TARGET = re.compile(r"^\(([^)\s]+)\)=\s*$", re.M)
EQUATION = re.compile(r"\$\$\s*\(([A-Za-z][\w:-]+)\)\s*$", re.M)
LITERAL = re.compile(r"(`{2,}).+?\1", re.S)
ROLE = re.compile(r"\{([\w:-]+)\}`(?:[^`<]*<([^`>]+)>|([^`]+))`")
LINKED = re.compile(r"\]\(#([^)\s?]+)\)")  # not the steps of live figures
GATE = re.compile(r"^`{3,}\{solution-(start|end)\} *(.*)\n(?:[^`].*\n)*`{3,}$", re.M)
HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$", re.M)
STATED = re.compile(r"(\d+)\s+minutes\s+to\s+read,\s+about\s+(\d+)\s+for\s+the\s+exercises")
VERDICTS = {"**Right.": True, "**Not quite.": False}  # how feedback begins
VIEW = "application/vnd.jupyter.widget-view+json"  # the output of a cell that shows a widget
KINDS = {"math": "equation", "figure": "figure", "table": "table", "list-table": "table"}


@dataclass
class Directive:
    """A fenced block: a directive, or plain code when it has no name."""

    name: str
    argument: str
    options: dict
    body: str

    @property
    def classes(self):
        """The classes in ``:class:``, a list."""
        return self.options.get("class", "").split()

    def walk(self):
        """This directive and those inside it."""
        yield self
        if self.name not in ("", "code-block", "code", "math"):
            for _, block in parse(self.body):
                if block:
                    yield from block.walk()

    def kind(self):
        """What kind of target its label is."""
        family = "proof" if self.name.startswith("prf:") else self.name.removesuffix("-start")
        return "quiz" if "quiz" in self.classes else KINDS.get(family, family)


def parse(text):
    """Split text into (line, None) for prose and (None, Directive) for fenced blocks."""
    lines = iter(text.splitlines())
    for line in lines:
        opened = FENCE.match(line)
        if not opened:
            yield line, None
            continue
        mark, name, argument = opened.groups()
        body = []
        for inner in lines:
            closed = FENCE.match(inner)
            if closed and closed[1].startswith(mark) and not closed[2] and not closed[3]:
                break
            body.append(inner)
        options = {}
        while body and name and (option := OPTION.match(body[0])):
            options[option[1]] = option[2].strip()
            body.pop(0)
        yield None, Directive(name or "", argument.strip(), options, dedent("\n".join(body)))


def directives(text):
    """All directives in a text, nested ones too."""
    for _, block in parse(text):
        if block:
            yield from block.walk()


def answers(quiz):
    """[(is it right, or None when it is not said; the answer; feedback)] of a question."""
    found = []
    for _, block in parse(quiz.body):
        if block and block.name == "dropdown":
            verdict, _, feedback = block.body.partition("** ")
            found.append((VERDICTS.get(verdict), block.argument, feedback.strip()))
    return found


def question(quiz):
    """What a quiz asks."""
    return "\n".join(line for line, _ in parse(quiz.body) if line is not None).strip()


def prose(text):
    """The text without code: bodies of directives stay, fences, options and literals go."""
    kept = []
    for line, block in parse(text):
        if block is None:
            kept.append(line)
        elif block.name not in ("", "code-block", "code", "math"):
            kept.append(f"{block.argument}\n{prose(block.body)}")
    return LITERAL.sub("", "\n".join(kept))


def labels(text):
    """(label, kind) of everything in a text that can be referred to."""
    for label in TARGET.findall(text):
        yield label, "section"
    for label in EQUATION.findall(prose(text)):
        yield label, "equation"
    for block in directives(text):
        label = block.options.get("label") or block.options.get("name")
        if label:
            yield label, block.kind()


def references(text):
    """(role, target) of every role in a text, and ("link", label) of every link to a label."""
    text = prose(text)
    for name, explicit, plain in ROLE.findall(text):
        yield name, (explicit or plain).strip()
    for label in LINKED.findall(text):
        yield "link", label


@dataclass
class Lecture:
    """A notebook and where it belongs; cells are counted from 1."""

    stem: str
    notebook: nbformat.NotebookNode
    folder: Path = Path("lectures")

    @classmethod
    def read(cls, path):
        return cls(path.stem, nbformat.read(path, as_version=4), path.parent)

    @property
    def in_depth(self):
        """Is it the in-depth page of a lecture?"""
        return self.folder.name == "in-depth"

    @property
    def page(self):
        """``lectures/01-margins`` or ``lectures/in-depth/01-margins``."""
        return f"lectures/{'in-depth/' if self.in_depth else ''}{self.stem}"

    def cells(self, kind):
        """(number, cell) of the cells of one kind, "code" or "markdown"."""
        numbered = enumerate(self.notebook.cells, start=1)
        return [(number, cell) for number, cell in numbered if cell.cell_type == kind]

    def parts(self):
        """(number, code cell or text, exercise whose folded solution it belongs to, or None).

        The text of a markdown cell is cut at the gates of solutions, which belong to no part.
        """
        solution = None
        for number, cell in enumerate(self.notebook.cells, start=1):
            if cell.cell_type == "code":
                yield number, cell, solution
                continue
            texts = [*GATE.split(cell.source), "", ""]
            for text, gate, exercise in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
                if text.strip():
                    yield number, text, solution
                if gate:
                    solution = exercise if gate == "start" else None

    def quizzes(self):
        """(number, directive) of all questions."""
        return [(n, box) for n, box in self.directives("admonition") if "quiz" in box.classes]

    def directives(self, *names):
        """(number, directive) of all directives of these names."""
        for number, cell in self.cells("markdown"):
            yield from ((number, d) for d in directives(cell.source) if d.name in names)

    def exercises(self):
        """(number, directive) of each exercise, counted as on its page: "3.6"."""
        for k, (_, box) in enumerate(self.directives("exercise"), start=1):
            yield f"{number_of(self.page)}.{k}", box

    def stated(self):
        """The minutes to read and those for exercises in the box "Before you start", or None."""
        boxes = (box.body for _, box in self.directives("admonition") if "before" in box.classes)
        found = STATED.search("\n".join(boxes))
        return found and (int(found[1]), int(found[2]))

    def headings(self, level):
        """(number, heading) of all headings of a level."""
        for number, cell in self.cells("markdown"):
            for marks, heading in HEADING.findall(prose(cell.source)):
                if len(marks) == level:
                    yield number, heading

    def section(self, heading):
        """Prose from a heading of level 2 to the next one, joined over the cells."""
        text = "\n\n".join(prose(cell.source) for _, cell in self.cells("markdown"))
        parts = re.split(r"^## +(.+?)\s*$", text, flags=re.M)
        return dict(zip(parts[1::2], parts[2::2], strict=True)).get(heading, "")

    def labels(self):
        """(number, label, kind) of all that the lecture labels."""
        for number, cell in enumerate(self.notebook.cells, start=1):
            if cell.cell_type == "markdown":
                yield from ((number, *found) for found in labels(cell.source))
            else:
                name = cell.metadata.get("mystnb", {}).get("figure", {}).get("name")
                if name:
                    yield number, name, "figure"


def lecture_paths(root):
    """All notebooks of the lectures and in-depth pages, without the copies that Jupyter keeps."""
    paths = root.glob("lectures/**/*.ipynb")
    return sorted(path for path in paths if ".ipynb_checkpoints" not in path.parts)


def declared_modules(pyproject):
    """Names that a lecture may import: svmlib and what its metadata declares for lectures."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    declared = project["dependencies"] + project["optional-dependencies"]["lectures"]
    return {module for requirement in declared for module in modules_of(requirement)} | {"svmlib"}


@cache
def modules_of(requirement):
    """Names of the modules that a package brings; none if it is not installed."""
    try:
        files = distribution(re.match(r"[\w.-]+", requirement)[0]).files or ()
    except PackageNotFoundError:
        return frozenset()
    names = {file.parts[0].removesuffix(".py") for file in files if file.suffix in (".py", ".so")}
    return frozenset(filter(str.isidentifier, names))


def imported(code):
    """Names of the packages that code imports."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found
