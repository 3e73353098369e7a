"""The strict comparison proves itself on broken copies of notebooks.

One small notebook is executed once. Then two copies of it are run under nbval: in the first every
cell is changed in a way that must not count, in the second in a way that must fail that cell and
no other. The same is done with a real lecture.
"""

import base64
import copy
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat import v4
from PIL import Image, PngImagePlugin

from book import fingerprint
from book.run_lectures import execute
from tests.lint.cells import STATE

ROOT = Path(__file__).parents[1]
SET_UP = """import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from ipywidgets import interact
from sklearn.svm import SVC
from svmlib import plots
plots.use_style()
rng = np.random.default_rng(0)
X = rng.normal(size=(60, 2))
y = np.where(X[:, 0] + 0.5 * rng.normal(size=60) > 0, 1.0, -1.0)
grid = np.stack(np.meshgrid(np.linspace(-2, 2, 40), np.linspace(-2, 2, 40)), 2)
def surface(kernel):
    return SVC(kernel=kernel, gamma=1.0, tol=1e-9).fit(X, y).decision_function(
        grid.reshape(-1, 2)).reshape(40, 40)"""
SOURCES = {
    "set-up": SET_UP,
    "digits": "print('w =', 1 / 3, 'b =', 2 / 3)",
    "short number": "print(f'margin {0.166410:.4f}')",
    "table": "pd.DataFrame({'margin': [1 / 3, 0.25]})",
    "model": "print(SVC(kernel='linear', C=1.0, tol=1e-9).fit(X, y).coef_)",
    "count": "print(SVC(kernel='rbf', C=1.0, tol=1e-9).fit(X, y).n_support_)",
    "line": "fig, ax = plt.subplots()\nlines = ax.plot([-2, 2], [-1, 1])",
    "axis label": "fig, ax = plt.subplots()\nlabel = ax.set_xlabel('sepal length (cm)')",
    "colour map": "fig, ax = plt.subplots()\nimage = ax.imshow(grid[..., 0], cmap='viridis')",
    "kernel": "fig, ax = plt.subplots()\ncurves = ax.contour(surface('rbf'), [-1, 0, 1])",
    "tolerance": "print(f'{0.5:.4f}')",
    "widget": "box = interact(lambda C: print('gap', C / 3), C=(1, 5))",
    "broken widget": "box = interact(lambda C: print('gap', C / 3), C=(1, 5))",
    "slider": "import ipywidgets\nipywidgets.FloatSlider(value=1 / 3)",
    "silent": "margin = 0.1664",
    "more": "print('same')",
    "fewer": "print('gone')",
    "never run": "print('stale')",
    "switched off": "print('checked')",
    "last": "print('alive')",
}
NAMES = list(SOURCES)


def source(name, old, new):
    """A change of one cell's code."""

    def change(notebook):
        cell = notebook.cells[NAMES.index(name)]
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def stored(name, old, new):
    """A change of the text that one cell stores."""

    def change(notebook):
        for output in notebook.cells[NAMES.index(name)].outputs:
            texts = output if output.output_type == "stream" else output.data
            for kind, text in texts.items():
                if kind.startswith("text") and kind != "text/plain":
                    assert old in text
                    texts[kind] = text.replace(old, new)

    return change


def reencoded(name):
    """The same pixels in another file."""
    return lambda notebook: reencode(notebook.cells[NAMES.index(name)])


def reencode(cell):
    for output in cell.outputs:
        before = output.get("data", {}).get("image/png")
        if before:
            image = Image.open(io.BytesIO(base64.b64decode(before)))
            chunks = PngImagePlugin.PngInfo()
            chunks.add_text("Software", image.info["Software"])
            file = io.BytesIO()
            image.save(file, "png", pnginfo=chunks, compress_level=1)
            output.data["image/png"] = base64.b64encode(file.getvalue()).decode()
            assert output.data["image/png"] != before


def saved_widget(change):
    """A change of the widget states that are saved with the notebook."""

    def change_states(notebook):
        for model in notebook.metadata.widgets[STATE].state.values():
            change(model.state)

    return change_states


def last_digit(state):
    if state.get("value") == 1 / 3:
        state["value"] = 0.33333333333333337


def field(name, **values):
    return lambda notebook: notebook.cells[NAMES.index(name)].update(values)


HARMLESS = [
    stored("digits", "0.3333333333333333", "0.3333333333333337"),
    stored("table", "0.333333", "0.333334"),
    source("model", "tol=1e-9", "tol=1e-8"),
    reencoded("line"),
    reencoded("kernel"),
    stored("tolerance", "0.5000", "0.5004"),
    saved_widget(last_digit),
    source("silent", "0.1664", "0.1665"),
]
BROKEN = {
    "digits": stored("digits", "0.3333333333333333", "0.3334333333333333"),
    "short number": stored("short number", "0.1664", "0.1665"),
    "table": stored("table", "0.333333", "0.333433"),
    "model": source("model", "C=1.0", "C=1.1"),
    "count": source("count", "C=1.0", "C=2.0"),
    "line": source("line", "[-1, 1]", "[-1, 1.001]"),
    "axis label": source("axis label", "length", "width"),
    "colour map": source("colour map", "viridis", "cividis"),
    "kernel": source("kernel", "'rbf'", "'linear'"),
    "tolerance": stored("tolerance", "0.5000", "0.5010"),
    "widget": source("widget", "C / 3", "C / 4"),
    "broken widget": source("broken widget", "C / 3", "D / 3"),
    "slider": source("slider", "1 / 3", "1 / 4"),
    "more": field("more", outputs=[]),
    "fewer": source("fewer", "print('gone')", "None"),
    "never run": field("never run", execution_count=None, outputs=[]),
    "switched off": source("switched off", "print", "# NBVAL_IGNORE_OUTPUT\nprint"),
    "last": source("last", "print('alive')", "import os\nos._exit(1)"),
}


def nbval(notebook, path):
    """Run a notebook under the strict comparison: for every code cell what failed, or None."""
    nbformat.write(notebook, path)
    (path.parent / "pytest.ini").write_text("[pytest]\n")
    report = path.with_suffix(".xml")
    command = [
        *(sys.executable, "-m", "pytest", "-q", "--color=no", "-p", "no:cacheprovider"),
        *("-p", "tests.nbval_strict", "--nbval", "--nbval-current-env"),
        *("-c", path.parent / "pytest.ini", f"--junitxml={report}", path),
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("PYTEST_ADDOPTS", None)
    run = subprocess.run(
        command, cwd=path.parent, env=environment, capture_output=True, text=True, timeout=120
    )
    assert report.exists(), run.stdout + run.stderr
    results = {}
    for case in ElementTree.parse(report).iter("testcase"):
        problems = [problem for problem in case if problem.tag != "system-out"]
        results[int(case.get("name").split()[-1])] = problems[0].text if problems else None
    return [results[k] for k in sorted(results)]


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The small notebook with its outputs and widget states."""
    cells = [v4.new_code_cell(text) for text in SOURCES.values()]
    cells[NAMES.index("tolerance")].metadata["tags"] = ["rtol-1e-3"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    folder = tmp_path_factory.mktemp("executed")
    execute(notebook, folder)
    return notebook


@pytest.fixture(scope="module")
def broken(executed, tmp_path_factory):
    """What nbval says about each cell of the copy in which the cells of BROKEN are broken."""
    notebook = copy.deepcopy(executed)
    for change in BROKEN.values():
        change(notebook)
    results = nbval(notebook, tmp_path_factory.mktemp("broken") / "broken.ipynb")
    return dict(zip(NAMES, results, strict=True))


def test_harmless_differences_pass(executed, tmp_path):
    notebook = copy.deepcopy(executed)
    for change in HARMLESS:
        change(notebook)
    results = nbval(notebook, tmp_path / "harmless.ipynb")
    assert dict(zip(NAMES, results, strict=True)) == dict.fromkeys(NAMES)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_cell_fails(name, broken):
    assert broken[name]


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(BROKEN)))
def test_other_cells_pass(name, broken):
    assert broken[name] is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("digits", "0.3334333333333333 became 0.3333333333333333"),
        ("line", fingerprint.KEY),
        ("axis label", "width"),
        ("widget", "gap"),
        ("broken widget", "NameError"),
        ("never run", "never run"),
        ("fewer", "1 stored outputs, 0 new ones"),
        ("last", "kernel died"),
    ],
)
def test_failure_says_why(name, reason, broken):
    assert reason in broken[name]


def printed(cell):
    """Position of the fourth digit of the first number with a point in a cell's first text."""
    texts = [o.text for o in cell.outputs if o.output_type == "stream"]
    return re.search(r"(?<![\w.])\d*\.0*(?=[1-9])\d{3}(\d)", texts[0]) if texts else None


def change_fourth_digit(cell):
    stream, place = cell.outputs[0], printed(cell).start(1)
    digit = str((int(stream.text[place]) + 1) % 10)
    stream.text = stream.text[:place] + digit + stream.text[place + 1 :]


def change_curve(cell):
    """Move what the first artist of the first figure drew by one part in ten thousand."""
    moved = []

    def move(value):
        if isinstance(value, dict):
            return {k: move(v) for k, v in value.items()}
        if isinstance(value, list):
            return [move(v) for v in value]
        if isinstance(value, float) and abs(value) > 0.01 and not moved:
            moved.append(value)
            return value * 1.0001
        return value

    shown = cell.outputs[0].metadata["image/png"]
    shown[fingerprint.KEY] = move(shown[fingerprint.KEY])
    assert moved


def test_copy_of_a_lecture(tmp_path):
    """Broken in four places it fails in these four cells alone; its pictures are encoded anew."""
    notebook = nbformat.read(ROOT / "lectures/01-margins.ipynb", as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    figures = [
        k
        for k, cell in enumerate(code)
        if any("image/png" in o.get("data", {}) for o in cell.outputs)
    ]
    numbers = [k for k, cell in enumerate(code) if printed(cell)]
    # as far as needed: the first number, three figures and one cell more
    code = code[: max(numbers[0], figures[2]) + 2]
    notebook.cells = notebook.cells[: notebook.cells.index(code[-1]) + 1]
    for k in (k for k in figures if k < len(code)):
        reencode(code[k])
    change_fourth_digit(code[numbers[0]])
    change_curve(code[figures[0]])
    code[figures[1]].outputs[0].data["image/png"] = code[figures[2]].outputs[0].data["image/png"]
    code[-1].update(execution_count=None, outputs=[])
    results = nbval(notebook, tmp_path / "lecture.ipynb")
    failed = [k for k, problem in enumerate(results) if problem]
    assert failed == sorted([numbers[0], figures[0], figures[1], len(code) - 1])
