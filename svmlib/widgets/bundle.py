"""One script from several small ES modules, without a bundler.

The modules under ``js/`` import each other by name, one line for each (``import { a, b } from
"./x.js";``), and export declarations (``export function …``), so that Node can test them as they
are. A notebook and a page read from disk need a single text: here the modules follow each other
in the order of their imports, and the words import and export fall away. Names at the top level
must therefore differ.
"""

import re
from functools import cache
from pathlib import Path

__all__ = ["FRONT", "notebook_module", "page_script"]

FRONT = Path(__file__).parent / "js"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.M)
DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) ([\w$]+)", re.M)


def modules(*entries):
    """The entry modules and all they import, each after what it needs, as {path: text}."""
    found = {}

    def visit(path, importers=()):
        if path in importers:
            raise ValueError(f"{path.name} imports itself by way of {importers[-1].name}")
        if path not in found:
            text = path.read_text(encoding="utf8")
            for _, needed in IMPORT.findall(text):
                visit((path.parent / needed).resolve(), (*importers, path))
            found[path] = text

    for entry in entries:
        visit((FRONT / entry).resolve())
    return found


def joined(*entries):
    """The text of `modules` in one piece; two equal top-level names are an error."""
    found = modules(*entries)
    owners = {}
    for path, text in found.items():
        for name in DECLARED.findall(text):
            if owners.setdefault(name, path) != path:
                raise ValueError(f"{name} is declared in {owners[name].name} and in {path.name}")
    plain = (re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.M) for text in found.values())
    return "\n".join(plain)


@cache
def notebook_module(entry, render):
    """Module for anywidget: everything behind one figure and ``export default { render }``."""
    return f"{joined(entry)}\nexport default {{ render: {render} }};\n"


@cache
def page_script():
    """Classic script for the published site: every figure and the host that mounts them."""
    return f"(() => {{\n{joined('host.js')}\nmountAll();\n}})();\n"
