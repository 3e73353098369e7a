"""Rules for code cells and their outputs."""

import ast
import re
import statistics
import sys

import nbformat

from book import fingerprint
from book.run_lectures import folded, references
from book.source import directives

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
LONGEST, MEDIAN, ALT_WORDS = 20, 6, 8
WIDEST = 72  # columns of code that fit the page
LONGEST_STAND_IN = 200  # characters, for what replaces a front end until a cell is run
TAGS = {"hide-input", "hide-output", "full-width", "in-jupyter"}
IGNORE = "nbval-ignore-output"  # nbval by itself does not follow what a callback shows
RTOL, LARGEST_RTOL = re.compile(r"rtol-(\d+e-\d+|0?\.\d+)"), 1e-2
SWITCH_OFF = re.compile(r"#\s*(NBVAL_|PYTEST_VALIDATE)")
ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
MACHINE = re.compile(
    r"(?<![\w.])/(home|root|tmp|work|usr|opt|var|Users)/|\b[A-Z]:\\|site-packages|ipykernel_\d"
)
TIMING = re.compile(r"\d\s?(ns|µs|μs|us|ms|s|sec|secs|seconds?|minutes?)\b")
LEFT_OVER = re.compile(
    r"\[?<(matplotlib|mpl_toolkits|Axes|function|bound)|Text\(|array\(\[+<|.*sk-container-id", re.S
)
FIGURE_REPR = re.compile(r"<Figure size [\d.]+x[\d.]+ with \d+ Axes>")


def text_outputs(cell):
    """All that a cell shows as text."""
    for output in cell.outputs:
        if output.output_type == "stream":
            yield output.text
        else:
            data = output.get("data", {})
            yield from (data[k] for k in data if k.startswith("text/"))


def tree(cell):
    """Syntax tree of a cell, empty when it is not Python."""
    try:
        return ast.parse(cell.source)
    except SyntaxError:
        return ast.parse("")


def dotted(node):
    """``np.random.rand`` of an attribute or a name."""
    return ast.unparse(node) if isinstance(node, ast.Attribute | ast.Name) else ""


def calls(cell):
    """(dotted name, call) of all calls in a cell."""
    for node in ast.walk(tree(cell)):
        if isinstance(node, ast.Call):
            yield dotted(node.func), node


def valid_notebook(lecture, book):
    """It is a valid notebook for the kernel python3 without traces of other tools."""
    try:
        nbformat.validate(lecture.notebook)
    except nbformat.ValidationError as error:
        yield None, f"not a valid notebook: {error.message}"
    kernel = lecture.notebook.metadata.get("kernelspec", {})
    if kernel.get("name") != "python3":
        yield None, f"the kernel is {kernel.get('name')!r}, not 'python3'"
    if "jupytext" in lecture.notebook.metadata:
        yield None, "its metadata contain a jupytext block"
    for number, cell in lecture.cells("code"):
        if "execution" in cell.metadata:
            yield number, "its metadata record when it was executed"


def executed_in_order(lecture, book):
    """The code cells were executed from 1 to n."""
    for expected, (number, cell) in enumerate(lecture.cells("code"), start=1):
        if cell.execution_count != expected:
            yield number, f"executed as [{cell.execution_count}], expected [{expected}]"


def folded_in_jupyter(lecture, book):
    """What the page folds is folded in Jupyter, too: `make notebooks` sees to it."""
    for number, (cell, hides) in enumerate(folded(lecture.notebook), start=1):
        if cell.metadata.get("jupyter", {}) != hides:
            yield number, f"its metadata jupyter are not {hides}: run make notebooks"
        if cell.cell_type == "markdown" and hides and not cell.source.startswith("% "):
            yield number, "of a folded text Jupyter shows the first line: start with a comment, % …"


def no_errors(lecture, book):
    """No output is an error or a warning."""
    for number, cell in lecture.cells("code"):
        for output in cell.outputs:
            if output.output_type == "error":
                yield number, f"ends with {output.ename}: {output.evalue}"
            if output.get("name") == "stderr":
                yield number, f"writes to stderr: {output.text[:80]!r}"


def one_output(lecture, book):
    """A cell has at most one output, and it is meant to be seen."""
    for number, cell in lecture.cells("code"):
        if len(cell.outputs) > 1:
            yield number, f"{len(cell.outputs)} outputs; show one thing a cell"
        for text in text_outputs(cell):
            if LEFT_OVER.match(text):
                yield number, f"shows a left-over object, {text[:50]!r}: assign it to a name"


def repeatable_outputs(lecture, book):
    """No output depends on the machine: addresses, paths, timings."""
    for number, cell in lecture.cells("code"):
        for text in text_outputs(cell):
            for what, pattern in (("address", ADDRESS), ("path", MACHINE), ("timing", TIMING)):
                if found := pattern.search(FIGURE_REPR.sub("", text)):
                    yield (
                        number,
                        f"prints {'an' if what == 'address' else 'a'} {what}: {found[0]!r}",
                    )


def no_machine_paths(lecture, book):
    """No cell names a folder of somebody's machine."""
    for number, cell in enumerate(lecture.notebook.cells, start=1):
        if found := MACHINE.search(cell.source):
            yield number, f"names a path of a machine: {found[0]!r}"


def figures_described(lecture, book):
    """Every picture has a name, a caption, an alt text and the fingerprint of its data."""
    for number, cell in lecture.cells("code"):
        kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
        settings = cell.metadata.get("mystnb", {})
        figure, alt = settings.get("figure", {}), settings.get("image", {}).get("alt", "")
        if not any(kind.startswith("image/") for kind in kinds):
            if settings and "in-jupyter" not in cell.metadata.get("tags", []):
                yield number, "describes a figure but shows none"
            continue
        for key in ("name", "caption"):
            if not figure.get(key, "").strip():
                yield number, f"its figure has no mystnb.figure.{key}"
        if len(alt.split()) < ALT_WORDS:
            yield number, f"its mystnb.image.alt has {len(alt.split())} words, at least {ALT_WORDS}"
        if alt and alt == figure.get("caption"):
            yield number, "its alt text repeats the caption; say what a listener cannot see"
        metadata = [output.get("metadata", {}).get("image/png", {}) for output in cell.outputs]
        if not any(fingerprint.KEY in shown for shown in metadata):
            yield number, "its figure has no fingerprint: call plots.use_style() first"
        if kinds & {"image/jpeg", "image/svg+xml"}:
            yield number, "its figure is not a PNG"


def short_cells(lecture, book):
    """Code cells are short."""
    lengths = []
    for number, cell in lecture.cells("code"):
        lines = [line.strip() for line in cell.source.splitlines()]
        lengths.append(sum(bool(line) and not line.startswith("#") for line in lines))
        if lengths[-1] > LONGEST:
            yield number, f"{lengths[-1]} lines of code, at most {LONGEST}"
        if lengths[-1] == 0:
            yield number, "is empty"
    if lengths and statistics.median(lengths) > MEDIAN:
        yield None, f"half of the code cells have more than {MEDIAN} lines"


def narrow_code(lecture, book):
    """Code fits the column: in cells, and in the blocks of exercises."""
    for number, cell in enumerate(lecture.notebook.cells, start=1):
        is_code = cell.cell_type == "code"
        blocks = [b.body for b in directives(cell.source) if b.name in ("", "code", "code-block")]
        for line in (cell.source if is_code else "\n".join(blocks)).splitlines():
            if len(line) > WIDEST:
                yield number, f"a line of {len(line)} columns, at most {WIDEST}: {line[:40]}…"


def drawing_is_folded(lecture, book):
    """A cell that only draws, or only dresses a table, is folded."""
    for number, cell in lecture.cells("code"):
        if "hide-input" in cell.metadata.get("tags", []):
            continue
        roots = [root_of(statement) for statement in tree(cell).body]
        if roots and set(roots) <= {"plots", "pd"}:
            yield number, "only draws or dresses a table: tag hide-input"


def root_of(statement):
    """``plots`` of ``ax = plots.named_lines(…)``: the name that a statement's value starts with."""
    node = getattr(statement, "value", None)
    while isinstance(node, ast.Call | ast.Attribute | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def prose_between_code(lecture, book):
    """Code cells do not touch."""
    previous = None
    for number, cell in enumerate(lecture.notebook.cells, start=1):
        if cell.cell_type == "code" and previous == "code":
            yield number, "follows a code cell without prose in between"
        if cell.cell_type == "markdown" and not cell.source.strip():
            yield number, "is empty"
        previous = cell.cell_type


def plain_python(lecture, book):
    """Code is Python, without magics."""
    for number, cell in lecture.cells("code"):
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            yield number, f"is not plain Python: {error.msg} (line {error.lineno})"


def declared_imports(lecture, book):
    """Imports are svmlib, the standard library, or declared packages; none that measures time."""
    for number, cell in lecture.cells("code"):
        for node in ast.walk(tree(cell)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            for name in (name.partition(".")[0] for name in names):
                if name not in book.modules | sys.stdlib_module_names:
                    yield number, f"imports {name!r}, which pyproject.toml does not declare"
                if name in ("time", "timeit", "warnings", "urllib", "socket"):
                    yield number, f"imports {name!r}: no timings, silenced warnings or downloads"


def seeded_and_offline(lecture, book):
    """Random numbers are seeded, nothing is downloaded, no warning is silenced."""
    for number, cell in lecture.cells("code"):
        for name, call in calls(cell):
            last = name.rpartition(".")[2]
            if last == "default_rng" and not call.args and not call.keywords:
                yield number, "default_rng() without a seed"
            if re.search(r"\brandom\.(?!default_rng|Generator|SeedSequence)\w+$", name):
                yield (
                    number,
                    f"{name} uses the global random state: use np.random.default_rng(seed)",
                )
            if re.match(r"fetch_\w+|urlopen|urlretrieve", last):
                yield number, f"{name} downloads data"
            if last in ("filterwarnings", "simplefilter", "catch_warnings", "suppress_warnings"):
                yield number, f"{name} silences warnings: remove their cause"


def known_tags(lecture, book):
    """Only known tags, and none that hides code or switches the comparison off."""
    for number, cell in enumerate(lecture.notebook.cells, start=1):
        tags = cell.metadata.get("tags", [])
        for tag in tags:
            if tag == IGNORE and "in-jupyter" in tags:  # see live_widgets
                continue
            rtol = RTOL.fullmatch(tag)
            if rtol and float(rtol[1]) > LARGEST_RTOL:
                yield number, f"tag {tag}: a tolerance above {LARGEST_RTOL:g} compares nothing"
            elif not rtol and tag not in TAGS:
                yield number, f"tag {tag!r}; allowed are {', '.join(sorted(TAGS))}, rtol-1e-…"
        if cell.cell_type == "code" and SWITCH_OFF.search(cell.source):
            yield number, "a comment switches the comparison of its output off"


def live_widgets(lecture, book):
    """Stored widgets work on the page, or are tagged in-jupyter; none hides an error."""
    saved = lecture.notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for entry in saved.values():
        for output in entry["state"].get("outputs", []):
            if output.get("output_type") == "error":
                yield None, f"a saved widget hides {output.get('ename')}: {output.get('evalue')}"
    for number, cell in lecture.cells("code"):
        for output in cell.outputs:
            view = output.get("data", {}).get(VIEW)
            if view is None:
                continue
            state = saved.get(view["model_id"], {}).get("state", {})
            tags = cell.metadata.get("tags", [])
            pictures = list(shown_inside(saved, view["model_id"]))
            if not state:
                yield number, "shows a widget whose state is not stored"
            elif "in-jupyter" in tags:
                alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
                if pictures and len(alt.split()) < ALT_WORDS:
                    yield number, f"its mystnb.image.alt has fewer than {ALT_WORDS} words"
                if bool(pictures) != (IGNORE in tags):
                    yield number, f"the tag {IGNORE} is for callbacks that show something"
            elif not state.get("_anywidget_id", "").startswith("svmlib."):
                yield number, f"shows a {state.get('_model_name')}, which is dead on the page"
            elif "image/png" not in output.data:
                yield number, "its live figure has no picture for paper"
            elif len(state.get("_esm", "")) > LONGEST_STAND_IN or "_css" in state:
                yield number, "stores the front end of its live figure: use make notebooks"


def shown_inside(saved, model):
    """The pictures that a widget shows, from the saved state."""
    for name in [model, *references(saved.get(model, {}).get("state", {}))]:
        for output in saved.get(name, {}).get("state", {}).get("outputs", []):
            if "image/png" in output.get("data", {}):
                yield output["data"]["image/png"]


RULES = (
    valid_notebook, executed_in_order, folded_in_jupyter, no_errors, one_output,
    repeatable_outputs, no_machine_paths,
    figures_described, short_cells, narrow_code, drawing_is_folded, prose_between_code,
    plain_python, declared_imports,
    seeded_and_offline, known_tags, live_widgets,
)  # fmt: skip
