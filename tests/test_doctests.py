"""Examples in docstrings do what they say, and what a lecture calls has one."""

import dataclasses
import doctest
import inspect
import json
import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import svmlib
from tests.conftest import ROOT
from tests.test_reference import offered

MODULES = sorted(info.name for info in walk_packages(svmlib.__path__, "svmlib."))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PICTURES = ("svmlib.plots", "svmlib.widgets")


@pytest.mark.parametrize("name", ["svmlib", *MODULES])
def test_examples_do_what_they_say(name):
    assert doctest.testmod(import_module(name), globs={}, optionflags=FLAGS).failed == 0


def test_what_a_lecture_calls_has_an_example():
    """Of the modules at the top, without pictures and results."""
    rooms = [name for name in MODULES if name.count(".") == 1 and not name.startswith(PICTURES)]
    public = (thing for room in rooms for thing in offered(import_module(room)))
    callables = {one.__name__: one for one in public if not dataclasses.is_dataclass(one)}
    text = "\n".join(
        "".join(cell["source"])
        for path in (ROOT / "lectures").rglob("*.ipynb")
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    )
    imported = set(re.findall(r"\w+", " ".join(re.findall(r"\bimport (.*)", text))))
    own = set(re.findall(r"\bdef (\w+)", text)) - imported
    called = (set(re.findall(r"\b(\w+)\(", text)) - own) & callables.keys()
    assert len(called) > 40
    heading = "\nExamples\n--------\n>>> "
    docs = {name: inspect.getdoc(callables[name]) or "" for name in called}
    assert [name for name in docs if heading not in docs[name]] == []
