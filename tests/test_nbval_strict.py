"""The strict comparison proves itself on a broken copy of a notebook.

One small notebook is executed once. Then each of its cells is changed, some in a way that must not
count, others in a way that must fail that cell and no other, and it is run under nbval.
"""

import base64
import io
import subprocess
import sys
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat import v4
from PIL import Image, ImageOps, PngImagePlugin

from book import fingerprint
from book.run_lectures import execute
from tests import nbval_strict
from tests.nbval_strict import STATE

SET_UP = """import matplotlib.pyplot as plt
from ipywidgets import FloatSlider, interact
from svmlib import plots
from svmlib.widgets import Street
plots.use_style()
fig, ax = plt.subplots(figsize=(4, 3))
plt.close(fig)"""
LINE = "fig, ax = plt.subplots(figsize=(4, 3))\nlines = ax.plot([-2, 2], [-1, 1])"
DRAWS = f"{LINE}\nplt.show()".replace("\n", "\n    ")
DRAWS = f"@interact(C=(1, 5))\ndef draw(C):\n    {DRAWS}"
WIDGET = "box = interact(lambda C: print('gap', C / 3), C=(1, 5))"


def source(old, new):
    """A change of a cell's code."""

    def change(cell, states):
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def stored(old, new):
    """A change of the text that a cell stores."""

    def change(cell, states):
        assert old in cell.outputs[0].text
        cell.outputs[0].text = cell.outputs[0].text.replace(old, new)

    return change


def picture(change):
    """A change of the pixels that a cell stores, or of nothing but their file."""

    def changed(cell, states):
        before = cell.outputs[0].data["image/png"]
        image = Image.open(io.BytesIO(base64.b64decode(before)))
        chunks = PngImagePlugin.PngInfo()
        chunks.add_text("Software", image.info["Software"])
        file = io.BytesIO()
        change(image.convert("RGB")).save(file, "png", pnginfo=chunks, compress_level=1)
        cell.outputs[0].data["image/png"] = base64.b64encode(file.getvalue()).decode()
        assert cell.outputs[0].data["image/png"] != before

    return changed


def last_digit(cell, states):
    for model in states.values():
        if model.state.get("value") == 1 / 3:
            model.state.value = 0.33333333333333337


def field(**values):
    return lambda cell, states: cell.update(values)


# (a cell, its change, words of what is said, or nothing when it must not count)
CASES = [
    (SET_UP, lambda cell, states: None, None),
    ("print('w =', 1 / 3)", stored("0.3333333333333333", "0.3333333333333337"), None),
    ("print(f'{0.5:.4f}')  # rtol-1e-3", stored("0.5000", "0.5004"), None),
    (LINE, picture(lambda image: image), None),
    (LINE, picture(ImageOps.mirror), "image/png: picture changed"),
    ("FloatSlider(value=1 / 3)", last_digit, None),
    (
        "print('w =', 1 / 3)",
        stored("0.3333333333333333", "0.3334333333333333"),
        "0.3334333333333333 became 0.3333333333333333",
    ),
    ("print(f'{0.5:.4f}')  # rtol-1e-3", stored("0.5000", "0.5010"), "0.5010 became 0.5000"),
    (LINE, source("[-1, 1]", "[-1, 1.001]"), fingerprint.KEY),
    (f"{LINE}\nlabel = ax.set_xlabel('length')", source("length", "width"), "width"),
    (WIDGET, source("C / 3", "C / 4"), "gap"),
    (WIDGET, source("C / 3", "D / 3"), "NameError"),
    (DRAWS, source("[-1, 1]", "[-1, 1.01]"), fingerprint.KEY),
    ("Street([[0.0, 1], [2, 3]], [-1, 1], C=1)", source("C=1", "C=1.001"), "1.001"),
    ("print('same')", field(outputs=[]), "0 stored outputs, 1 new ones"),
    ("print('gone')", source("print('gone')", "None"), "1 stored outputs, 0 new ones"),
    ("print('stale')", field(execution_count=None, outputs=[]), "never run"),
    ("print('checked')", source("print", "# NBVAL_IGNORE_OUTPUT\nprint"), "asks not to compare"),
    ("print('alive')", source("print('alive')", "import os\nos._exit(1)"), "kernel died"),
]


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
    environment = nbval_strict.of_this_checkout()
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
    cells = [v4.new_code_cell(code) for code, _, _ in CASES]
    for cell in cells:
        cell.metadata["tags"] = ["rtol-1e-3"] if "rtol" in cell.source else []
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    folder = tmp_path_factory.mktemp("broken") / "lectures"
    folder.mkdir()
    execute(notebook, folder)
    for cell, (_, change, _) in zip(cells, CASES, strict=True):
        change(cell, notebook.metadata.widgets[STATE].state)
    return nbval(notebook, folder / "03-broken.ipynb")


@pytest.mark.parametrize("k", range(len(CASES)))
def test_what_counts_fails_its_cell_and_says_why(k, results):
    words = CASES[k][2]
    if words is None:
        assert results[k] is None
    else:
        assert words in results[k]
        if "became" in words:
            assert "if it is to be so: make notebooks LECTURE=03" in results[k]
