"""The reference of svmlib: made from its docstrings, with a map of its rooms.

Docstrings are written to be read in a terminal: equations are indented lines with Unicode signs,
absolute values stand between bars, attributes after fit end with an underscore, names stand in
single backticks. reStructuredText would take the first for quotations and trip over the others,
so they are translated here, before numpydoc arranges the sections. What the estimators inherit
from scikit-learn refers to pages of its own site: of such references the words remain.

The map is drawn from the files: rooms, lectures, who uses whom.
"""

import re

from sphinx.util.docutils import SphinxDirective

from book.ext import ROOT, SAFE
from book.modules import PACKAGE, modules, rooms
from svmlib import plots

# sections whose indented lines are descriptions of fields, not equations
FIELDS = {"Parameters", "Attributes", "Returns", "Yields", "Raises", "Warns", "Methods"}
LITERAL = re.compile(r"(``.+?``|:math:`[^`]+`|`[^`\n]+`_?)")
TRAILING_UNDERSCORE = re.compile(r"(?<=\w)_(?!\w)")
CONTAINER = re.compile(r"^([-*+]|\d+\.|\.\.) ")
ROLE = re.compile(r":(?:\w+:)?(?!math)\w+:`([^`]+)`")
TITLED = re.compile(r"^(.+?)\s*<[^<>]+>$")


def words(role):
    """What a reference says: its title, else the name it refers to, the last part after ``~``."""
    if titled := TITLED.match(role[1]):
        return titled[1]
    name = role[1].rpartition(".")[2] if role[1].startswith("~") else role[1]
    return f"`{name.lstrip('~')}`"


def escape(line):
    """The line with bars and trailing underscores taken literally, and `names` as code."""
    parts = LITERAL.split(ROLE.sub(words, line))
    for i, part in enumerate(parts):
        if i % 2 == 0:
            parts[i] = TRAILING_UNDERSCORE.sub(r"\\_", part.replace("|", r"\|"))
        elif not part.startswith(("``", ":math:")):
            parts[i] = f"`{part.rstrip('_')}`"
    return "".join(parts)


def indent(line):
    return len(line) - len(line.lstrip())


def translate(lines):
    """Docstring lines as reStructuredText: indented blocks become literal, the rest is escaped.

    Formulas under ``.. math::`` stay as they are, and examples from ``>>>`` to a blank line.
    """
    out, fields, literal, container = [], False, None, False
    formula = example = False
    for k, line in enumerate(lines):
        following = lines[k + 1] if k + 1 < len(lines) else ""
        if following and set(following) == {"-"} and len(following) >= 3:
            fields, literal = line.strip() in FIELDS, None
        if line.strip() in ("", "::"):  # the block after a double colon is made below
            out.append("")
            continue
        if literal is not None and indent(line) < literal:
            literal = None
        after_blank = k == 0 or not lines[k - 1].strip()
        if indent(line) == 0:
            container = bool(CONTAINER.match(line)) or (container and not after_blank)
        opens = after_blank and indent(line) > 0 and not fields and not container
        if literal is None and opens:
            literal = indent(line)
            out += [".. code-block:: none", ""]
        formula = line.startswith(".. math::") or (formula and indent(line) > 0)
        example = line.startswith(">>>") or (example and not after_blank)
        out.append(line if literal is not None or formula or example else escape(line))
    return out


def process(app, what, name, obj, options, lines):
    if name.startswith("svmlib"):
        lines[:] = translate(lines)


def skip(app, what, name, member, skipped, options):
    """Leave out what is not for readers.

    It is what scikit-learn writes for metadata routing, what every exception has, and functions of
    the modules of pictures that serve other pictures only.
    """
    generated = name.startswith("set_") and name.endswith("_request")
    inherited = name in ("add_note", "with_traceback")  # of every exception
    home = getattr(member, "__module__", None) or ""
    serves = home.startswith("svmlib.plots.") and name not in vars(plots)
    return True if generated or inherited or serves else None


# ------------------------------------------------------------------------------------------ the map


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


class SvmlibMap(SphinxDirective):
    """``.. svmlib-map::``"""

    def run(self):
        for path in (ROOT / PACKAGE).rglob("*.py"):
            self.env.note_dependency(str(path))
        return self.parse_text_to_nodes("\n".join(drawn()))


def setup(app):
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-docstring", process, priority=100)  # numpydoc comes at 500
    app.add_directive("svmlib-map", SvmlibMap)
    return SAFE
