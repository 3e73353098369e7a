"""The modules of svmlib as their files say it: first sentence, lectures, imports.

A room is a module at the top of svmlib or a folder there. Modules whose names begin with an
underscore are tools of all the others.
"""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = "svmlib"
# who may import whom: a room those of earlier lines only; inside a folder, what makes no circle
ORDER = (
    ("datasets", "geometry", "losses", "exercises"),
    ("objectives", "descent", "kernels", "calibration", "conformal"),
    ("solvers",),
    ("engine",),
    ("dual", "estimators", "selection", "blocks"),
    ("plots",),
    ("widgets",),
)
LECTURES = re.compile(r"\blectures? (\d+(?:(?:, | and | to )\d+)*)")


@dataclass(frozen=True)
class Module:
    """One file of svmlib; `name` is relative to svmlib, such as ``solvers.hulls``."""

    name: str
    text: str
    imports: frozenset

    @property
    def room(self):
        return self.name.partition(".")[0]

    @property
    def opening(self):
        """The first paragraph of its docstring."""
        return " ".join(ast.get_docstring(ast.parse(self.text)).partition("\n\n")[0].split())

    @property
    def sentence(self):
        """What it says first, without the lecture in brackets."""
        first = re.match(r".*?[.:?](?= |$)", self.opening)[0]
        return re.sub(r" \([^()]*lectures?[^()]*\)", "", first).rstrip(".:?")

    @property
    def lectures(self):
        """The lectures it belongs to, as its first paragraph lists them: "2, 3 and 8", or ""."""
        return " and ".join(LECTURES.findall(self.opening))


def name_of(path, package):
    """``kernels.algebra`` of ``svmlib/kernels/algebra.py``; ``kernels`` of its ``__init__``."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported(text, names, lazy):
    """The modules among `names` that a text imports, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{PACKAGE}."):
            source = node.module.removeprefix(PACKAGE).removeprefix(".")
            for alias in node.names:
                inner = f"{source}.{alias.name}".removeprefix(".")
                found.add(inner if inner in names else source or lazy.get(alias.name, ""))
        elif isinstance(node, ast.Import):
            said = (alias.name.removeprefix(f"{PACKAGE}.") for alias in node.names)
            found.update(name for name in said if name in names)
    return frozenset(found - {""})


@cache
def modules(root):
    """{name: Module} of all files of the package but its own ``__init__``."""
    package = Path(root) / PACKAGE
    texts = {name_of(p, package): p.read_text(encoding="utf-8") for p in package.rglob("*.py")}
    # what ``from svmlib import KernelSVM`` loads on first use, as its __init__ tells editors
    lazy = {
        alias.name: node.module.removeprefix(f"{PACKAGE}.")
        for node in ast.walk(ast.parse(texts.pop("")))
        if isinstance(node, ast.ImportFrom) and node.module.startswith(PACKAGE)
        for alias in node.names
    }
    return {
        name: Module(name, text, imported(text, texts, lazy) - {name})
        for name, text in sorted(texts.items())
    }


def rooms(found):
    """{room: rooms it uses} of the public modules, in their order."""
    place = {name: k for k, names in enumerate(ORDER) for name in names}
    uses = {name: set() for name in place}
    for module in found.values():
        if not module.room.startswith("_"):
            others = {other.partition(".")[0] for other in module.imports}
            uses.setdefault(module.room, set()).update(others - {module.room})
    return {
        room: sorted(
            (o for o in others if not o.startswith("_")), key=lambda o: (place.get(o, 99), o)
        )
        for room, others in uses.items()
    }
