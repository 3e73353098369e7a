"""The map of svmlib on its reference page, drawn from the files: rooms, lectures, who uses whom."""

from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from book.modules import PACKAGE, modules, rooms

ROOT = Path(__file__).parents[2]


def table(head, rows):
    """A list-table in reStructuredText."""
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for row in [head, *rows]:
        for k, cell in enumerate(row):
            lines.append(f"   {'*' if k == 0 else ' '} - {cell}")
    return [*lines, ""]


def said(module):
    """Its first sentence; names in backticks are code."""
    return module.sentence.replace("`", "``")


def link(name):
    return f":py:mod:`{PACKAGE}.{name}`"


def drawn():
    """The lines of the map: the rooms, then what is in the engine room."""
    found = modules(ROOT)
    whole = [
        (link(room), found[room].lectures or "all", said(found[room]),
         ", ".join(uses) or "numpy only")
        for room, uses in rooms(found).items()
    ]  # fmt: skip
    inside = [
        (link(name), module.lectures or "all", said(module))
        for name, module in found.items()
        if name.startswith("solvers.")
    ]
    return [
        *table(("Module", "Lecture", "What it is", "Uses"), whole),
        "Behind the door of the engine room:", "",
        *table(("Module", "Lecture", "What it is"), inside),
    ]  # fmt: skip


class SvmlibMap(Directive):
    """``.. svmlib-map::``"""

    def run(self):
        environment = self.state.document.settings.env
        for path in (ROOT / PACKAGE).rglob("*.py"):
            environment.note_dependency(str(path))
        drawing = nodes.container()
        self.state.nested_parse(StringList(drawn(), "svmlib-map"), self.content_offset, drawing)
        return drawing.children


def setup(app):
    app.add_directive("svmlib-map", SvmlibMap)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
