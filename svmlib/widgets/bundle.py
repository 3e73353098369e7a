"""One script from several small ES modules, without a bundler.

The modules under ``js/`` import each other by name, one line for each (``import { a, b } from
"./x.js";``), and have export declarations (``export function …``), so that Node can test them as
they are. A notebook and a page read from disk need a single text, in which the modules follow each
other in the order of their imports. It omits the words import and export, comments, indents, line
ends inside a statement, and spaces that keep no words apart. Names at the top level must therefore
differ.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

__all__ = ["FRONT", "figures", "hero_script", "notebook_module", "page_script", "shared_script"]

FRONT = Path(__file__).parent / "js"
IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.M)
INSIDE = r"[^`{}]"  # in a hole of a template, which may hold braces and templates, four deep
for _ in range(4):
    TEMPLATE = rf"`(?:[^`\\$]|\\.|\$(?!\{{)|\$\{{(?:{INSIDE})*\}})*`"
    INSIDE = rf"[^`{{}}]|\{{(?:{INSIDE})*\}}|{TEMPLATE}"
TEXT = rf""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|{TEMPLATE}"""
GAP = r"(?:[ \n]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)++"
PATTERN = r"/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
AFTER = r"[(,=:\[!&|?{};>]|\breturn"  # after anything else a stroke divides
PIECE = re.compile(rf"({TEXT})|({AFTER})(?:{GAP})?+({PATTERN})|({GAP})|([\"'`])", re.S)
OPEN, CLOSED = "{([,;=&|?:+", ")]}.?:&|="  # these join a line to the next, at its end or there
RENDER = re.compile(r"^export const render(\w+) =", re.M)
NAME = re.compile(r"[\w$]+")
KIND = r"(?:async )?(?:function\*?|const|let|class)"
EXPORTED = re.compile(rf"^export {KIND} ([\w$]+)", re.M)
DECLARED = re.compile(rf"^(?:export )?{KIND} ([\w$]+|\[[^\]]*\])", re.M)  # [one, other] = …


def modules(*entries: str) -> dict[Path, str]:
    """Return the entry modules and all they import, in order of need, as {path: text}."""
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


def joined(*entries: str, without: Iterable[Path] = ()) -> str:
    """Return the text of `modules` in one piece, and refuse two equal top-level names."""
    found = modules(*entries)
    owners = {}
    for path, text in found.items():
        for name in NAME.findall(" ".join(DECLARED.findall(text))):
            if owners.setdefault(name, path) != path:
                raise ValueError(f"{name} is declared in {owners[name].name} and in {path.name}")
    return "\n".join(plain(text) for path, text in found.items() if path not in without)


@cache
def plain(text: str) -> str:
    """Return a module without imports, exports, comments, indents, needless spaces and line ends.

    Texts, templates and patterns stay as they are. A quote that neither opens nor closes one is an
    error.
    """
    text = re.sub("^export ", "", IMPORT.sub("", text), flags=re.M)

    def kept(found):
        whole, sign, pattern, gap, quote = found.groups()
        if quote:
            raise ValueError(f"this quote opens no text: {text[found.start() :][:40]!r}")
        if not gap:
            return whole or sign + pattern
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        if "\n" in gap and not (before in OPEN or after in CLOSED):
            return "\n"
        return " " if re.fullmatch(r"[\w$]{2}|[+-]{2}", before + after) else ""

    return PIECE.sub(kept, text)


@cache
def notebook_module(name: str, page: str = "") -> str:
    """Return a module for anywidget: all of one figure and ``export default { render }``.

    Links about the figure lead to `page`, where it is published. Without a page there are none.
    """
    render = f"render{name}"
    if page:
        model = f"Object.create(model, {{ page: {{ value: {json.dumps(page)} }} }})"
        render = f"({{ model, el }}) => {render}({{ model: {model}, el }})"
    return f"{joined(figures()[name])}\nexport default {{ render: {render} }};\n"


@cache
def figures() -> dict[str, str]:
    """Return {name of the Python class: module under js/} of every live figure."""
    found = {}
    for path in sorted((FRONT / "figures").glob("*.js")):
        if name := RENDER.search(path.read_text(encoding="utf8")):
            found[name[1]] = f"figures/{path.name}"
    return found


@cache
def shared() -> dict[Path, str]:
    """Return the modules that most figures need, and their imports, in order, as {path: text}."""
    needed = [modules(file) for file in figures().values()]
    often = {path: text for one in needed for path, text in one.items()}
    often = [path for path in often if 2 * sum(path in one for one in needed) > len(needed)]
    return modules("host.js", *map(str, often))


def offered() -> set[str]:
    """Return the names that the shared modules export."""
    return {name for text in shared().values() for name in EXPORTED.findall(text)}


@cache
def shared_script() -> str:
    """Return the classic script that most figures need, fetched once for all pages."""
    text = "\n".join(map(plain, shared().values()))
    names = ", ".join(sorted(offered()))
    return f"const svmlibLive = (() => {{\n{text}\nreturn {{ {names} }};\n}})();\n"


@cache
def page_script(*names: str) -> str:
    """Return a classic script for a page with these live figures, to follow `shared_script`."""
    files = [figures()[name] for name in names]
    asked = {"mountAll"}
    for path, text in modules(*files).items():
        if path not in shared():
            for those, source in IMPORT.findall(text):
                if (path.parent / source).resolve() in shared():
                    asked |= {*NAME.findall(those)}
    if lost := asked - offered():
        raise ValueError(f"no shared module exports {', '.join(sorted(lost))}")
    head = f"const {{ {', '.join(sorted(asked))} }} = svmlibLive;"
    text = joined("host.js", *files, without=shared())
    table = ", ".join(f"{name}: render{name}" for name in names)
    return f"(() => {{\n{head}\n{text}\nmountAll({{ {table} }});\n}})();\n"


@cache
def hero_script() -> str:
    """Return the classic script for the figure in four steps on the first page of the book."""
    return f"(() => {{\n{joined('hero/hero.js')}\nstartHero();\n}})();\n"
