"""A book without solutions, for a course that grades: ``BOOK_SOLUTIONS=no make book``.

Pages, search, previews and PDF never see them, for they are cut out of a notebook when it is read;
twins in Markdown and the student's edition ask `config.book_solutions`. What an exercise asks, its
hint and its check stay.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the package `book` is not installed
from book.source import GATE


def cut(notebook):
    """The cells of a notebook without those of solutions."""
    kept, inside = [], False
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            texts = [*GATE.split("".join(cell["source"])), "", ""]
            open_texts = []
            for text, gate in zip(texts[::3], texts[1::3], strict=True):
                open_texts += [] if inside else [text]
                inside = gate == "start" if gate else inside
            cell["source"] = "\n\n".join(text.strip("\n") for text in open_texts if text.strip())
            if not cell["source"]:
                continue
        elif inside:
            continue
        kept.append(cell)
    return notebook | {"cells": kept}


def read(app, page, source):
    if page.startswith("lectures/") and not app.config.book_solutions:
        source[0] = json.dumps(cut(json.loads(source[0])))


def hide_sources(app, config):
    """They hold everything."""
    if not config.book_solutions:
        config.html_copy_source = False


def setup(app):
    shown = os.environ.get("BOOK_SOLUTIONS") != "no"
    app.add_config_value("book_solutions", shown, "env", bool)
    app.connect("config-inited", hide_sources)
    app.connect("source-read", read)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
