"""Who opens the folder of svmlib finds the way: rooms, lectures, arrows that point one way."""

import inspect
import re
from importlib import import_module

import pytest

from book.modules import ORDER, PACKAGE, modules, rooms
from tests.conftest import ROOT
from tests.test_reference import offered

FOUND = modules(ROOT)
PUBLIC = [name for name in FOUND if not re.search(r"(^|\.)_", name)]


def test_rooms_import_only_those_before_them():
    place = {room: k for k, level in enumerate(ORDER) for room in level}
    assert {FOUND[name].room for name in PUBLIC} == place.keys()
    for room, uses in rooms(FOUND).items():
        assert all(place[other] < place[room] for other in uses), (room, uses)
    # those inside functions are seen too
    assert {"estimators", "plots.style"} <= FOUND["plots.maximum_margin"].imports
    tools = [module for name, module in FOUND.items() if name.startswith("_")]
    assert all(other.startswith("_") for tool in tools for other in tool.imports)


def test_extensions_import_programs_of_the_book_and_no_program_an_extension():
    files = (ROOT / "book").rglob("*.py")
    asked = re.compile(r"^ *from book(\.ext\b| import .*\bext\b)", re.M)
    users = {path.parent for path in files if asked.search(path.read_text(encoding="utf-8"))}
    assert users == {ROOT / "book/ext"}


@pytest.mark.parametrize("name", PUBLIC)
def test_first_paragraph_says_which_lecture(name):
    module = FOUND[name]
    if module.room not in ("plots", "widgets") and name not in ("solvers", "solvers.constants"):
        assert module.lectures, module.opening
    if module.room == "solvers" and name != "solvers":
        listed = f"\n{name.removeprefix('solvers.')} " in f"\n{FOUND['solvers'].text}"
        assert listed, "not on its door"


def signatures(name):
    """The public functions and methods of a module, and their signatures."""
    for thing in offered(import_module(f"{PACKAGE}.{name}")):
        for function in vars(thing).values() if inspect.isclass(thing) else [thing]:
            called = inspect.isfunction(function) and function.__name__
            if called in ("__init__", "__call__") or (called and called[0] != "_"):
                yield function, inspect.signature(function)


# pictures of lectures are called from cells of the book alone, which show what they take
OWN_DATA = ("plots.maps", "plots.scenes", "plots.style")
CALLED = [name for name in PUBLIC if not name.startswith("plots.") or name in OWN_DATA]


@pytest.mark.parametrize("name", CALLED)
def test_public_signatures_are_annotated(name):
    bare = []
    for function, signature in signatures(name):
        given = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
        bare += [f"{function.__qualname__}({p})" for p in given if p.annotation is p.empty]
        if signature.return_annotation is signature.empty and function.__name__ != "__init__":
            bare.append(f"{function.__qualname__} ->")
    assert bare == []
