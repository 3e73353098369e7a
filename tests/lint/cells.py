"""Rules for code cells and their outputs.

What changes from run to run (addresses, timings, random numbers without a seed, warnings) the
comparison of outputs notices; magics, which are no Python, are an error where a cell is parsed.
What ruff refuses in lectures stands in ``lectures/ruff.toml``.
"""

import ast
import re
import sys
from itertools import pairwise
from pathlib import Path

from book.run_lectures import STATE, VIEW, folded
from book.source import declared_modules, imported

IMPORTABLE = declared_modules(Path(__file__).parents[2] / "pyproject.toml")
IMPORTABLE |= sys.stdlib_module_names
LONGEST, ALT_WORDS = 20, 8
LONGEST_STAND_IN = 200  # characters, for what replaces a front end until a cell is run
TAGS = {"hide-cell", "hide-input", "hide-output", "full-width", "in-jupyter"}
IGNORE = "nbval-ignore-output"  # nbval by itself does not follow what a callback shows
LEFT_OVER = re.compile(
    r"\[?<(matplotlib|mpl_toolkits|Axes|function|bound)|Text\(|array\(\[+<|.*sk-container-id", re.S
)


def made_by_make_notebooks(lecture):
    """It was run from 1 to n with the kernel python3, and does not say when."""
    if lecture.notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield None, "its kernel is not 'python3'"
    for expected, (number, cell) in enumerate(lecture.cells("code"), start=1):
        if cell.execution_count != expected:
            yield number, f"executed as [{cell.execution_count}], expected [{expected}]"
        if "execution" in cell.metadata:
            yield number, "its metadata record when it was executed"


def folded_in_jupyter(lecture):
    """What the page folds is folded in Jupyter, too: `make notebooks` sees to it."""
    for number, (cell, hides) in enumerate(folded(lecture.notebook), start=1):
        if cell.metadata.get("jupyter", {}) != hides:
            yield number, f"its metadata jupyter are not {hides}: run make notebooks"
        if cell.cell_type == "markdown" and hides and not cell.source.startswith("% "):
            yield number, "of a folded text Jupyter shows the first line: start with a comment, % …"


def one_output(lecture):
    """A cell has at most one output, and it is meant to be seen."""
    for number, cell in lecture.cells("code"):
        if len(cell.outputs) > 1:
            yield number, f"{len(cell.outputs)} outputs; show one thing a cell"
        for output in cell.outputs:
            for kind, text in output.get("data", {}).items():
                if kind.startswith("text/") and LEFT_OVER.match(text):
                    yield number, f"shows a left-over object, {text[:50]!r}: assign it to a name"


def figures_described(lecture):
    """Every picture has a name, a caption and an alt text."""
    for number, cell in lecture.cells("code"):
        settings = cell.metadata.get("mystnb", {})
        figure, alt = settings.get("figure", {}), settings.get("image", {}).get("alt", "")
        if not any("image/png" in output.get("data", {}) for output in cell.outputs):
            described = settings.keys() & {"figure", "image"}
            if described and "in-jupyter" not in cell.metadata.get("tags", []):
                yield number, "describes a figure but shows none"
            continue
        for key in ("name", "caption"):
            if not figure.get(key, "").strip():
                yield number, f"its figure has no mystnb.figure.{key}"
        if len(alt.split()) < ALT_WORDS:
            yield number, f"its mystnb.image.alt has {len(alt.split())} words, at least {ALT_WORDS}"
        if alt and alt == figure.get("caption"):
            yield number, "its alt text repeats the caption; say what a listener cannot see"


def short_cells(lecture):
    """Code cells are short."""
    for number, cell in lecture.cells("code"):
        lines = [line.strip() for line in cell.source.splitlines()]
        length = sum(bool(line) and not line.startswith("#") for line in lines)
        if length > LONGEST:
            yield number, f"{length} lines of code, at most {LONGEST}"


def drawing_is_folded(lecture):
    """A cell that only draws, or only dresses a table, is folded."""
    for number, cell in lecture.cells("code"):
        if "hide-input" not in cell.metadata.get("tags", []):
            roots = {root_of(statement) for statement in ast.parse(cell.source).body}
            if roots <= {"plots", "pd"}:
                yield number, "only draws or dresses a table: tag hide-input"


def root_of(statement):
    """``plots`` of ``ax = plots.named_lines(…)``: the name that a statement's value starts with."""
    node = getattr(statement, "value", None)
    while isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def prose_between_code(lecture):
    """Code cells do not touch."""
    for number, (one, two) in enumerate(pairwise(lecture.notebook.cells), start=2):
        if one.cell_type == two.cell_type == "code":
            yield number, "follows a code cell without prose in between"


def declared_imports(lecture):
    """Imports are svmlib, the standard library, or declared packages."""
    for number, cell in lecture.cells("code"):
        for name in imported(cell.source) - IMPORTABLE:
            yield number, f"imports {name!r}, which pyproject.toml does not declare"


def known_tags(lecture):
    """Only known tags, and none that hides code or switches the comparison off."""
    for number, cell in enumerate(lecture.notebook.cells, start=1):
        tags = cell.metadata.get("tags", [])
        for tag in tags:
            if tag not in TAGS and (tag != IGNORE or "in-jupyter" not in tags):
                yield number, f"tag {tag!r}; allowed are {', '.join(sorted(TAGS))}"


def live_widgets(lecture):
    """Stored widgets work on the page, or are tagged in-jupyter."""
    saved = lecture.notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for number, cell in lecture.cells("code"):
        if "in-jupyter" in cell.metadata.get("tags", []):
            continue
        for output in cell.outputs:
            if VIEW not in output.get("data", {}):
                continue
            state = saved.get(output.data[VIEW]["model_id"], {}).get("state", {})
            if not state.get("_anywidget_id", "").startswith("svmlib."):
                yield number, f"shows a {state.get('_model_name')}, which is dead on the page"
            elif "image/png" not in output.data:
                yield number, "its live figure has no picture for paper"
            elif len(state.get("_esm", "")) > LONGEST_STAND_IN or "_css" in state:
                yield number, "stores the front end of its live figure: use make notebooks"


RULES = (
    made_by_make_notebooks, folded_in_jupyter, one_output, figures_described, short_cells,
    drawing_is_folded, prose_between_code, declared_imports, known_tags, live_widgets,
)  # fmt: skip
