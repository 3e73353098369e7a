"""Exercises that can be done in the page: which have a box, with which stub, and their data.

Data are made by a process of its own while the pages are written (`book.boxes`). What a page shows
is made by ``try.js``, so that paper, twins and a page without scripts know nothing of it.
"""

import json
import subprocess
import sys
from pathlib import Path

from sphinx.errors import ExtensionError

from book.boxes import WITHOUT
from book.exercises import exercises_of
from book.ext.student_edition import FOLDER, notebook_of
from book.source import lecture_paths

ROOT = Path(__file__).parents[2]


def begin(app):
    """Start making the data, if this is a site with lectures."""
    app.making_boxes = None
    if app.builder.name == "html" and lecture_paths(Path(app.srcdir)):
        folder = Path(app.outdir) / "_static/exercises"
        command = [sys.executable, "-m", "book.boxes", folder, app.srcdir]
        app.making_boxes = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )


def finish(app, exception):
    """Wait for the data; the build fails with them."""
    if not app.making_boxes:
        return
    said, _ = app.making_boxes.communicate()
    if app.making_boxes.returncode and not exception:
        raise ExtensionError(f"book.boxes:\n{said}")
    print(said.strip())


def offer(app, pagename, templatename, context, doctree):
    """The stubs of a lecture's exercises, for the script that makes their boxes."""
    if not (app.making_boxes and doctree and pagename.startswith("lectures/")):
        return
    exercises = exercises_of(Path(app.srcdir) / f"{pagename}.ipynb")
    if not exercises:
        return
    boxes = {
        label: {"without": WITHOUT[label]} if label in WITHOUT else {"stub": exercise.stub()}
        for label, exercise in exercises.items()
    }
    notebook = context["pathto"](f"{FOLDER}/{notebook_of(pagename)}", 1)
    data = json.dumps({"boxes": boxes, "notebook": notebook}).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" class="boxes">{data}</script>'
    app.add_js_file("try.js", defer="defer")


def setup(app):
    app.connect("builder-inited", begin)
    app.connect("html-page-context", offer)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
