"""Small books with the settings and extensions of the real one, for tests that build their own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

UNSET = {name: "" for name in ("BOOK_REPOSITORY", "BOOK_ADDRESS")}
TOC = "format: jb-book\nroot: index\nparts:\n- numbered: true\n  chapters: [{}]\n"


def build(folder, pages, toc=None, warnings="-W", **variables):
    """Build a book of `pages`, {path: text}, into ``_build/html`` of a folder.

    Without `toc` it has the pages in their order after ``index.md``. Returns the finished process;
    a warning is an error unless `warnings` is empty.
    """
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    chapters = (Path(name).with_suffix("") for name in pages if name != "index.md")
    listed = ", ".join(f"{{file: {chapter}}}" for chapter in chapters)
    (folder / "_toc.yml").write_text(toc or TOC.format(listed), encoding="utf-8")
    (folder / "_config.yml").write_bytes((ROOT / "_config.yml").read_bytes())
    if not (folder / "book").exists():
        (folder / "book").symlink_to(ROOT / "book")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, "-n", "--all"]
    run = subprocess.run(
        [*command, *filter(None, [warnings])], cwd=ROOT, env=os.environ | UNSET | variables,
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip
    assert run.returncode == 0 or not warnings, run.stderr[-2000:]
    return run
