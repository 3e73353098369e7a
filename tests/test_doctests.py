"""Examples in docstrings do what they say, and what a lecture calls has one."""

import doctest
import inspect
import json
import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import svmlib
from tests.conftest import ROOT

MODULES = sorted(info.name for info in walk_packages(svmlib.__path__, "svmlib."))
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
PICTURES = ("svmlib.plots", "svmlib.widgets")


@pytest.mark.parametrize("name", ["svmlib", *MODULES])
def test_examples_do_what_they_say(name):
    module = import_module(name)
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    report = []
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, name, globs={}):
        runner.run(example, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


def documented():
    """(name, docstring) of what modules offer, pictures and live figures left out."""
    for name in MODULES:
        if not name.startswith(PICTURES):
            for thing in vars(import_module(name)).values():
                if (inspect.isclass(thing) or inspect.isroutine(thing)) and (
                    getattr(thing, "__module__", None) == name
                ):
                    yield thing.__name__, inspect.getdoc(thing) or ""


def test_what_a_lecture_calls_has_an_example():
    cells = (
        "".join(cell["source"])
        for path in (ROOT / "lectures").rglob("*.ipynb")
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    )
    called = set(re.findall(r"\b(\w+)\(", "\n".join(cells)))
    heading = "\nExamples\n--------\n>>> "
    examples = {name: heading in text for name, text in documented() if name in called}
    assert len(examples) > 40
    assert [name for name, has in examples.items() if not has] == []
