"""A book without solutions, for a course that grades: ``BOOK_SOLUTIONS=no make book``.

Pages, search, previews and PDF never see them, for they are cut out of a notebook when it is read;
twins in Markdown and the student's edition ask `config.book_solutions`. What an exercise asks, its
hint and its check stay.
"""

import os

import nbformat

from book.source import Lecture


def cut(notebook):
    """A notebook without the parts that belong to solutions."""
    kept = {}
    for number, part, solution in Lecture("", notebook).parts():
        if not solution:
            kept.setdefault(number, []).append(part)
    cells = []
    for number, parts in kept.items():
        cells.append(cell := notebook.cells[number - 1])
        if cell.cell_type == "markdown":
            cell.source = "\n\n".join(text.strip("\n") for text in parts)
    notebook.cells = cells
    return notebook


def read(app, page, source):
    if page.startswith("lectures/") and not app.config.book_solutions:
        source[0] = nbformat.writes(cut(nbformat.reads(source[0], 4)))


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
