"""Examples in docstrings do what they say, and what a lecture calls has one."""

import ast
import doctest
import inspect
import json
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


def cells():
    """(lecture, tree) of each code cell of the lectures."""
    for path in sorted((ROOT / "lectures").rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                lines = "".join(cell["source"]).splitlines()
                plain = [line for line in lines if not line.startswith("%")]
                yield path.stem, ast.parse("\n".join(plain))


def used(tree, names):
    """What a cell takes from svmlib; `names` holds what its lecture has imported so far."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("svmlib."):
            for alias in node.names:
                try:
                    thing = getattr(import_module(node.module), alias.name)
                except AttributeError:
                    thing = import_module(f"{node.module}.{alias.name}")
                names[alias.asname or alias.name] = thing
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            yield names[node.id]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if inspect.ismodule(names.get(node.value.id)):
                yield getattr(names[node.value.id], node.attr)


def called():
    """The functions and classes of svmlib that lectures use, pictures and live figures left out."""
    names, found = {}, set()
    for lecture, tree in cells():
        for thing in used(tree, names.setdefault(lecture, {})):
            caught = inspect.isclass(thing) and issubclass(thing, Exception)
            if not caught and (inspect.isclass(thing) or inspect.isroutine(thing)):
                found.add(thing)
    return {thing for thing in found if not thing.__module__.startswith(PICTURES)}


def test_what_a_lecture_calls_has_an_example():
    things = called()
    assert len(things) > 40
    heading = "\nExamples\n--------\n>>> "
    bare = [thing for thing in things if heading not in (inspect.getdoc(thing) or "")]
    assert bare == []
