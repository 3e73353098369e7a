"""The strict comparison proves itself on a broken copy of a notebook.

One small notebook is executed once. Then some of its cells are changed in a way that must not
count, others in a way that must fail that cell and no other, and it is run under nbval. The outputs
of a real lecture are changed in the same two ways and compared without a run.
"""

import base64
import copy
import io
import math
import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat import v4
from PIL import Image, PngImagePlugin

from book import fingerprint
from book.run_lectures import execute
from tests import nbval_strict
from tests.nbval_strict import STATE, VIEW
from tests.tolerance import Tolerance

ROOT = Path(__file__).parents[1]
SET_UP = """import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from ipywidgets import FloatSlider, interact
from svmlib import plots
plots.use_style()
x, y = np.meshgrid(np.linspace(-2, 2, 40), np.linspace(-2, 2, 40))
def surface(kernel):
    return {'rbf': np.exp(-x**2 - y**2), 'linear': x + y}[kernel]"""
FIGURE = "fig, ax = plt.subplots(figsize=(4, 3))\n"
SOURCES = {
    "set-up": SET_UP,
    "last bits": "print('w =', 1 / 3, 'b =', 2 / 3)",
    "last place": "pd.DataFrame({'margin': [1 / 3, 0.25]})",
    "rounding": "print(np.linalg.solve(np.eye(2) + 1 / 3, [1, 2]) * 1.0)",
    "line in another file": f"{FIGURE}lines = ax.plot([-2, 2], [-1, 1])",
    "within its tolerance": "print(f'{0.5:.4f}')",
    "slider's last bit": "FloatSlider(value=1 / 3)",
    "silent": "margin = 0.1664",
    "digits": "print('w =', 1 / 3, 'b =', 2 / 3)",
    "short number": "print(f'margin {0.166410:.4f}')",
    "table": "pd.DataFrame({'margin': [1 / 3, 0.25]})",
    "model": "print(np.linalg.solve(np.eye(2) + 1 / 3, [1, 2]) * 1.0)",
    "count": "print([18, 21])",
    "line": f"{FIGURE}lines = ax.plot([-2, 2], [-1, 1])",
    "axis label": f"{FIGURE}label = ax.set_xlabel('sepal length (cm)')",
    "colour map": f"{FIGURE}image = ax.imshow(x, cmap='viridis')",
    "kernel": f"{FIGURE}curves = ax.contour(surface('rbf'), [-1, 0, 0.5])",
    "tolerance": "print(f'{0.5:.4f}')",
    "widget": "box = interact(lambda C: print('gap', C / 3), C=(1, 5))",
    "broken widget": "box = interact(lambda C: print('gap', C / 3), C=(1, 5))",
    "slider": "FloatSlider(value=1 / 3)",
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


HARMLESS = {
    "last bits": stored("last bits", "0.3333333333333333", "0.3333333333333337"),
    "last place": stored("last place", "0.333333", "0.333334"),
    "rounding": source("rounding", "1.0", "(1 + 1e-12)"),
    "line in another file": reencoded("line in another file"),
    "within its tolerance": stored("within its tolerance", "0.5000", "0.5004"),
    "slider's last bit": saved_widget(last_digit),
    "silent": source("silent", "0.1664", "0.1665"),
}
BROKEN = {
    "digits": stored("digits", "0.3333333333333333", "0.3334333333333333"),
    "short number": stored("short number", "0.1664", "0.1665"),
    "table": stored("table", "0.333333", "0.333433"),
    "model": source("model", "1.0", "1.0001"),
    "count": source("count", "21", "22"),
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
def results(tmp_path_factory):
    """What nbval says about each cell of the notebook, after all changes, in a lecture's place."""
    cells = [v4.new_code_cell(text) for text in SOURCES.values()]
    for name in ("tolerance", "within its tolerance"):
        cells[NAMES.index(name)].metadata["tags"] = ["rtol-1e-3"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    folder = tmp_path_factory.mktemp("broken") / "lectures"
    folder.mkdir()
    execute(notebook, folder)
    for change in (*HARMLESS.values(), *BROKEN.values()):
        change(notebook)
    return dict(zip(NAMES, nbval(notebook, folder / "03-broken.ipynb"), strict=True))


@pytest.mark.parametrize("name", BROKEN)
def test_broken_cell_fails(name, results):
    assert results[name]


@pytest.mark.parametrize("name", ["set-up", *HARMLESS])
def test_harmless_difference_passes(name, results):
    assert results[name] is None


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
        ("line", "if it is to be so: make notebooks LECTURE=03"),
    ],
)
def test_failure_says_why(name, reason, results):
    assert reason in results[name]


# ---------------------------------------------------------- outputs of a lecture, without a run

CELLS = nbformat.read(ROOT / "lectures/01-margins.ipynb", as_version=4).cells
FIGURES = [c for c in CELLS if any("image/png" in o.get("data", {}) for o in c.get("outputs", []))]
NUMBER = re.compile(r"(?<![\w.])\d*\.0*(?=[1-9])\d{3}(\d)")  # its fourth digit


def difference(before, after):
    """What the comparison says of two cells, whose live figures it does not look at."""
    outputs = [copy.deepcopy(cell.outputs) for cell in (before, after)]
    for output in chain(*outputs):
        output.get("data", {}).pop(VIEW, None)
    return list(nbval_strict.differences(*outputs, Tolerance()))


def moved(value, factor, most=math.inf):
    """A figure's data with its numbers, or the first few away from 0, times a factor."""
    left = most

    def move(value):
        nonlocal left
        if isinstance(value, dict):
            return {key: move(v) for key, v in value.items()}
        if isinstance(value, list):
            return [move(v) for v in value]
        if isinstance(value, float) and abs(value) > 0.01 and left:
            left -= 1
            return value * factor
        return value

    return move(value)


def move_data(cell, *how):
    shown = cell.outputs[0].metadata["image/png"]
    shown[fingerprint.KEY] = moved(shown[fingerprint.KEY], *how)


@pytest.mark.parametrize("k", range(len(FIGURES)))
def test_data_of_a_figure_decide(k):
    before, now, other = FIGURES[k], copy.deepcopy(FIGURES[k]), FIGURES[k - 1]
    reencode(now)
    move_data(now, 1 + 1e-12)
    assert difference(before, now) == []
    move_data(now, 1 + 1e-4, 1)
    assert [fingerprint.KEY in said for said in difference(before, now)] == [True]
    now = copy.deepcopy(before)
    now.outputs[0].data["image/png"] = other.outputs[0].data["image/png"]
    assert [said.startswith("image/png: ") for said in difference(before, now)] == [True]


def test_the_fourth_digit_decides():
    changed = 0
    for cell in CELLS:
        for k, output in enumerate(cell.get("outputs", [])):
            if found := NUMBER.search(output.get("text", "")):
                now, place = copy.deepcopy(cell), found.start(1)
                digit = (int(output.text[place]) + 1) % 10
                now.outputs[k].text = f"{output.text[:place]}{digit}{output.text[place + 1 :]}"
                assert difference(cell, cell) == [] and len(difference(cell, now)) == 1
                changed += 1
    assert changed >= 3
