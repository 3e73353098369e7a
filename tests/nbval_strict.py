"""Makes nbval compare all that a notebook stores: text, pictures, figure data and widgets.

Stock nbval runs each cell and compares its text to the last digit, as it does without this plugin;
what it refuses is refused. It skips every picture and every widget, and accepts a cell that was
never run. Here a cell also fails unless its outputs are the same in number, order and kind, and
pictures and data as ``tests/tolerance.py`` says. Nothing switches the comparison off: a cell that
asks for it fails. (A cell tagged ``in-jupyter`` may ask nbval itself to ignore its outputs, because
nbval does not follow what a callback shows; here it is compared all the same.)

nbclient, which ran the stored notebook, follows outputs and widgets here, too: what a callback
prints lands in its Output widget, as in Jupyter, and is compared with the saved state; an error
there fails.
Not compared: metadata of outputs other than the data of a figure (the size in which a picture is
shown) and the source of a widget's front end.
"""

import os
import re
from contextlib import suppress

import nbformat
import nbval.kernel
import pytest
from nbclient import NotebookClient
from nbclient.client import CellExecutionComplete
from nbformat import v4
from nbval import plugin

from book import fingerprint
from book.jupyter_kernels import FIGURE_DATA, FileKernelManager, of_this_checkout
from tests import tolerance as tol
from tests.stops_elsewhere import ELSEWHERE

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
REFERENCE = re.compile(r"IPY_MODEL_(\w+)")
NOT_COMPARED = {"_esm", "_css", "msg_id"}


def models_of(notebook):
    """State of every widget that a notebook stores, what travels as bytes as a part of it."""
    saved = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    return {
        model: entry["state"]
        | {f"buffer {'.'.join(map(str, b['path']))}": b["data"] for b in entry.get("buffers", [])}
        for model, entry in saved.items()
    }


def unfold(value, models, outputs, seen=()):
    """A widget's state with the models that it refers to in place of their random names.

    The outputs in it are added to `outputs`.
    """
    if isinstance(value, dict):
        if "output_type" in value:
            outputs.append(nbformat.from_dict(value))
            return "output"
        compared = [(k, v) for k, v in value.items() if k not in NOT_COMPARED]
        return {k: unfold(v, models, outputs, seen) for k, v in compared}
    if isinstance(value, list):
        return [unfold(v, models, outputs, seen) for v in value]
    name = REFERENCE.fullmatch(value) if isinstance(value, str) else None
    if name is None or name[1] in seen:
        return value
    return unfold(models.get(name[1]), models, outputs, (*seen, name[1]))


def widget_difference(stored, now, before, after):
    """Difference of two widget views, whose models are in before and after."""
    if stored["model_id"] not in before:
        return "the state of the widget is not stored in the notebook"
    views, outputs = ((stored, before), (now, after)), ([], [])
    states = [
        unfold(f"IPY_MODEL_{view['model_id']}", models, shown)
        for (view, models), shown in zip(views, outputs, strict=True)
    ]
    for when, shown in zip(("stored", "new"), outputs, strict=True):
        for output in shown:
            if output.output_type == "error":
                return f"error in the {when} widget: {output.ename}: {output.evalue}"
    of_outputs = "; ".join(differences(*outputs, before, after))
    return tol.json_difference(*states) or of_outputs


class StrictFile(plugin.IPyNbFile):
    """A notebook whose cells are compared strictly."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        shown = v4.new_notebook(cells=[v4.new_code_cell()])
        self.front_end = NotebookClient(shown, record_timing=False)

    def collect(self):
        for cell in super().collect():
            yield StrictCell.from_parent(
                self, name=cell.name, cell_num=cell.cell_num, cell=cell.cell, options=cell.options
            )

    def begin_cell(self):
        self.front_end.nb.cells[0].outputs.clear()
        self.front_end.clear_display_id_mapping(0)
        self.front_end.clear_before_next_output = False

    def get_kernel_message(self, timeout=None, stream="iopub"):
        message = super().get_kernel_message(timeout, stream)
        self.front_end.kc = self.kernel.kc  # Output widgets tell the kernel what they caught
        with suppress(CellExecutionComplete):
            self.front_end.process_message(message, self.front_end.nb.cells[0], 0)
        return message


class StrictCell(plugin.IPyNbCell):
    """A code cell that fails unless it produces what is stored."""

    def runtest(self):
        self.plain = self.options["check"]  # whether nbval by itself compares this cell
        if "in-jupyter" in self.cell.metadata.get("tags", []):
            self.options["check"] = True
        if self.options["skip"] or self.options["check_exception"] or not self.options["check"]:
            self.raise_cell_error("a tag or comment asks not to compare this cell: remove it")
        if self.cell.execution_count is None and self.cell.source.strip():
            self.raise_cell_error("the stored cell was never run: execute the notebook")
        self.parent.begin_cell()
        super().runtest()

    def compare_outputs(self, test, ref, skip_compare=None):
        refused = self.plain and not super().compare_outputs(test, ref, skip_compare)
        by_nbval = ["nbval by itself:", *self.comparison_traceback] if refused else []
        self.parent.front_end.set_widgets_metadata()
        shown = self.parent.front_end.nb
        now = plugin.coalesce_streams(shown.cells[0].outputs)
        found = list(differences(ref, now, models_of(self.parent.nb), models_of(shown)))
        number = re.search(r"lectures/(?:in-depth/)?(\d\d)-[^/]+$", self.path.as_posix())
        again = [f"if it is to be so: make notebooks LECTURE={number[1]}"] if number else []
        self.comparison_traceback = found + again + by_nbval
        return not found and not refused


def differences(stored, now, before=None, after=None):
    """What differs between two lists of outputs, whose widgets' models are in before and after."""
    if len(stored) != len(now):
        yield f"{len(stored)} stored outputs, {len(now)} new ones"
    for old, new in zip(map(contents, stored), map(contents, now), strict=False):
        if old.keys() != new.keys():
            yield f"stored {sorted(old)}, new {sorted(new)}"
        for kind in old.keys() & new.keys():
            if kind == VIEW:
                found = widget_difference(old[kind], new[kind], before, after)
            elif kind == "image/png":
                found = tol.picture_difference(old[kind], new[kind])
            elif isinstance(old[kind], str) and isinstance(new[kind], str):
                same = old[kind] == new[kind]
                found = not same and (tol.text_difference(old[kind], new[kind]) or "other blanks")
            else:
                found = tol.json_difference(old[kind], new[kind])
            if found:
                yield f"{kind}: {found}"


def contents(output):
    """What an output shows, by kind."""
    if output.output_type == "stream":
        return {output.name: output.text}
    if output.output_type == "error":
        return {"error": f"{output.ename}: {output.evalue}"}
    shown = {**output.data, "output_type": output.output_type}
    data = output.get("metadata", {}).get("image/png", {}).get(fingerprint.KEY)
    return shown if data is None else {**shown, fingerprint.KEY: data}


class WithFigureData(FileKernelManager):
    """A kernel manager over socket files; the figures of its kernel carry their data."""

    def start_kernel(self, **kwargs):
        kwargs["env"] = of_this_checkout(kwargs.get("env") or os.environ)
        more = ["--ext=tests.stops_elsewhere"] * (ELSEWHERE in os.environ)
        super().start_kernel(extra_arguments=[*FIGURE_DATA, *more], **kwargs)


def pytest_configure(config):
    nbval.kernel.KernelManager = WithFigureData


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    collected = yield
    return [
        StrictFile.from_parent(parent, path=file_path) if type(c) is plugin.IPyNbFile else c
        for c in collected
    ]
