"""Runs lectures; stores their outputs, the state of live figures, and figures as SVG.

    python -m book.run_lectures                          all lectures
    python -m book.run_lectures 08                       one, and its page in depth
    python -m book.run_lectures lectures/08-kernels.ipynb

The same run leaves the same file: no times are recorded, and widgets get names by their order
instead of random ones. Of a live figure the state is kept, not the front end, which would come
once for each figure; `LATER` stands in for it until the cell is run again.
What the page folds (cells tagged ``hide-input`` or ``hide-output``, solutions) is folded in Jupyter
too. A lecture with an error is left as it was.
"""

import json
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from book import vector_figures
from book.jupyter_kernels import FIGURE_DATA, AsyncFileKernelManager, of_this_checkout, one_thread
from book.source import GATE, VIEW, lecture_paths

ROOT = Path(__file__).parents[1]
STATE = "application/vnd.jupyter.widget-state+json"
REFERENCE = re.compile(r'"IPY_MODEL_(\w+)"')  # in JSON, from one widget to another
SECONDS = 120  # the most for a cell, and for a kernel to start
WITH_DRAWINGS = [*FIGURE_DATA, "--ext=book.vector_figures"]
LATER = (
    "export default { render({ el }) { "
    'el.textContent = "Run this cell to bring the figure to life."; } };'
)


def tidy(notebook, name):
    """Keep the widgets that are shown, without their front ends, named by their order."""
    if STATE not in notebook.metadata.get("widgets", {}):
        return
    saved = notebook.metadata.widgets[STATE].state
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    views = [output.data[VIEW] for output in outputs if VIEW in output.get("data", {})]
    names, waiting = {}, [view["model_id"] for view in views]
    while waiting:
        model = waiting.pop(0)
        if model in names or model not in saved:
            continue
        names[model] = f"{name.replace('-', '_')}_{len(names) + 1:02}"
        waiting = [*REFERENCE.findall(json.dumps(saved[model]["state"])), *waiting]
    for view in views:
        view["model_id"] = names.get(view["model_id"], view["model_id"])
    for model in names:
        state = saved[model]["state"]
        if "_esm" in state:
            state["_esm"] = LATER
            state.pop("_css", None)

    def kept(model):
        text = json.dumps(saved[model])
        return json.loads(REFERENCE.sub(lambda found: f'"IPY_MODEL_{names[found[1]]}"', text))

    if names:
        notebook.metadata.widgets[STATE].state = {new: kept(old) for old, new in names.items()}
    else:
        del notebook.metadata["widgets"]


def folded(notebook):
    """(cell, what of it Jupyter folds: `source_hidden`, `outputs_hidden`) of every cell."""
    solution = False
    for cell in notebook.cells:
        gates = GATE.findall(cell.source) if cell.cell_type == "markdown" else []
        tags = cell.metadata.get("tags", [])
        hides = {
            "source_hidden": (solution and not gates) or "hide-input" in tags,
            "outputs_hidden": (solution and bool(cell.get("outputs"))) or "hide-output" in tags,
        }
        yield cell, {key: True for key, hidden in hides.items() if hidden}
        solution = gates[-1][0] == "start" if gates else solution


def fold(notebook):
    """Fold in Jupyter what the page folds."""
    for cell, hides in folded(notebook):
        cell.metadata.pop("jupyter", None)
        if hides:
            cell.metadata["jupyter"] = hides


def execute(notebook, folder, seconds=SECONDS, extensions=FIGURE_DATA):
    """Run all cells of a notebook in a folder; a cell that takes longer is an error.

    Its kernel imports `svmlib` and `book` of this checkout, whatever is installed.
    """
    NotebookClient(
        notebook,
        extra_arguments=extensions,
        kernel_manager_class=AsyncFileKernelManager,
        kernel_name="python3",
        startup_timeout=SECONDS,
        timeout=seconds,
        record_timing=False,
        coalesce_streams=True,  # on a busy machine a print may arrive in two pieces
        store_widget_state=True,
        resources={"metadata": {"path": folder}},
    ).execute(env=of_this_checkout())


def run(path):
    """Execute one notebook in its folder; write it back and its figures as SVG: their names."""
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("widgets", None)
    execute(notebook, path.parent, extensions=WITH_DRAWINGS)
    tidy(notebook, path.stem)
    fold(notebook)
    drawings = vector_figures.collect(notebook)
    nbformat.write(notebook, path)
    vector_figures.write(path.parent, drawings)
    return drawings.keys()


def chosen(name):
    """The notebooks that an argument means: a path, or all pages of a lecture by its number."""
    if not name.isdigit():
        return [Path(name).resolve()]
    pages = [path for path in lecture_paths(ROOT) if path.name.startswith(f"{int(name):02}-")]
    if not pages:
        sys.exit(f"there is no lectures/{name}-….ipynb; say for instance 05")
    return pages


def main(names):
    one_thread()
    paths = [path for name in names for path in chosen(name)] or lecture_paths(ROOT)
    for path in paths:
        start = time.monotonic()
        drawings = run(path)
        seconds = time.monotonic() - start
        print(
            f"{shown(path)}: stored in {seconds:.0f} s, {len(drawings)} figures as SVG", flush=True
        )
    for folder in {path.parent for path in paths}:
        vector_figures.remove_left_over(folder)


def shown(path):
    """A path as one says it: from the root of the book if it is inside."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


if __name__ == "__main__":
    main(sys.argv[1:])
