"""Small books, built as the whole one is, for tests of what a build says and makes."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat

from tests.conftest import ROOT

TOC = """format: jb-book
root: index
parts:
  - numbered: true
    chapters: [{numbered}]
  - chapters: [{others}]
"""
UNSET = {"BOOK_REPOSITORY": "", "BOOK_ADDRESS": ""}


def small_book(folder, pages, *options, others=(), **variables):
    """Build a book of {name: Markdown or notebook}; what the program said, pages in _build/html.

    It begins with the page `index`; all others but those named in `others` are numbered.
    """
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(text, str):
            path.with_suffix(".md").write_text(text, encoding="utf-8")
        else:
            nbformat.write(text, path.with_suffix(".ipynb"))
    numbered = [name for name in pages if name not in ("index", *others)]
    listed = (", ".join(f"{{file: {name}}}" for name in names) for names in (numbered, others))
    toc = TOC.format(**dict(zip(("numbered", "others"), listed, strict=True)))
    (folder / "_toc.yml").write_text(toc)
    (folder / "_config.yml").write_bytes((ROOT / "_config.yml").read_bytes())
    (folder / "book").symlink_to(ROOT / "book")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, *options]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | UNSET | variables,
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip
