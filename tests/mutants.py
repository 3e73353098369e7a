"""Changes svmlib here and there as a slip would, and says which changes no test notices.

    make mutants SEED=7 MUTANTS=100         a draw from all of svmlib but its pictures and widgets
    python -m tests.mutants --count 40 svmlib/dual.py      from these files

A mutant is one plain change of meaning: a term dropped, a sign or a comparison turned, a number
changed, a statement left out. Only tests that run the changed line are tried, the quickest first,
until one fails. Who lives shows where a test is missing, unless the change alters nothing but the
time it takes. Pictures and live figures are left out: the stored outputs judge them. Labels are
-1 or +1, so that `y > 0` and `y >= 0` are one, as are `y < 0` and `y < 1`: where y, or labels, are
compared with 0 only the side is turned.

A library for this (mutmut) changes each function of a package into a switch, which scikit-learn's
look at signatures and the tests of docstrings would notice, and it draws no sample by a seed.
"""

import argparse
import ast
import json
import os
import random
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from copy import deepcopy
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import accumulate
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

ROOT = Path(__file__).parents[1]
WORK = ROOT / "_build/mutants"
# judged by stored outputs, as states of widgets are; by test_constants
SPARED = ("svmlib/plots/", "svmlib/widgets/", "svmlib/solvers/constants.py")
OPTIONS = ("-m", "not long", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
SIGNATURES = "tests/test_house.py::test_default_numbers_are_the_known_ones"
PATIENCE = 120  # seconds of tests for one mutant: who lives longer has met the quickest of them
TURNED = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div,
    ast.Div: ast.Mult, ast.FloorDiv: ast.Div, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
EDGE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
NAMES = {"min": "max", "minimum": "maximum", "argmin": "argmax", "any": "all", "zeros": "ones",
         "floor": "ceil", "nanmin": "nanmax"}  # fmt: skip
NAMES |= {there: here for here, there in NAMES.items()}


class Mutant(NamedTuple):
    """One change: the module, the line, the source before and after it, and the changed tree."""

    path: str
    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self):
        return f"{self.path}:{self.line}  {self.before}  →  {self.after}"


# ------------------------------------------------------------------------------------- changes


def changes(node):
    """What may stand in the place of a node."""
    match node:
        case ast.BinOp(op=op) if type(op) in TURNED:
            yield ast.BinOp(node.left, TURNED[type(op)](), node.right)
            if isinstance(op, ast.Add | ast.Sub | ast.Mult):
                yield node.left
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            edges = isinstance(node.comparators[0], ast.Constant) and not side(node)
            for turned in (TURNED, EDGE) if edges and type(op) in EDGE else (TURNED,):
                yield ast.Compare(node.left, [turned[type(op)]()], node.comparators)
        case ast.BoolOp(op=op):
            yield ast.BoolOp(TURNED[type(op)](), node.values)
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float()):
            yield ast.Constant(node.value + 1)
        case ast.Name(id=name) if name in NAMES:
            yield ast.Name(NAMES[name], node.ctx)
        case ast.Attribute(attr=name) if name in NAMES:
            yield ast.Attribute(node.value, NAMES[name], node.ctx)
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.If() if node.orelse == []:
            yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, [])


def side(node):
    """Whether a node asks for the sign of labels."""
    asks = r"(\w+\.)*(y|labels) [<>] 0(\.0)?"
    return isinstance(node, ast.Compare) and bool(re.fullmatch(asks, ast.unparse(node)))


def left_out(node):
    """Whether a node and what is in it says nothing about numbers: words, types, the outside."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.FunctionDef(name="__repr__" | "__dir__" | "__getattr__" | "warn" | "picture"):
            return True
        case ast.keyword(arg="strict") | ast.keyword(arg="repr"):
            return True  # says that lengths never differ; that a field is not printed
    return isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert)


def places(node):
    """(parent, name of its field, place in a list or None, child) of what may be changed below."""
    for name, value in ast.iter_fields(node):
        skipped = name in ("annotation", "returns", "decorator_list")
        if skipped or (name == "comparators" and side(node)):
            continue
        for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not left_out(child):
                yield node, name, k, child
                yield from places(child)


def replaced(tree, parent, name, k, new):
    """A copy of the tree with something else in that place."""
    made, parent, new = deepcopy((tree, parent, new))
    if k is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[k] = new
    return ast.fix_missing_locations(made)


def mutants(files, seed, count):
    """A draw of `count` mutants of these files, the same for each seed."""
    found = []
    for file in files:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        found += [(file, tree, *at, new) for at in places(tree) for new in changes(at[-1])]
    drawn = random.Random(seed).sample(found, min(count, len(found)))
    for file, tree, *place, node, new in drawn:
        before, after = (" ".join(ast.unparse(n).split())[:90] for n in (node, new))
        yield Mutant(file, node.lineno, before, after, replaced(tree, *place, new))


# --------------------------------------------------------------------------------------- judges


class Observer:
    """Which lines of svmlib each test runs, and how long it takes."""

    def __init__(self):
        self.seen = coverage.Coverage(data_file=None, source=["svmlib"], config_file=False)
        self.took = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        self.seen.switch_context(item.nodeid)
        start = time.monotonic()
        yield
        self.took[item.nodeid] = time.monotonic() - start


def observe(path):
    """All tests once, in a process of their own, which leaves in a file what it has seen.

    How long each test took, and {file: {line: [tests]}}.
    """
    observer = Observer()
    observer.seen.start()
    code = pytest.main(["tests", *OPTIONS], plugins=[observer])
    observer.seen.stop()
    if code:
        sys.exit("the tests fail before anything is changed")
    data = observer.seen.get_data()
    files = {str(Path(file).relative_to(ROOT)): file for file in data.measured_files()}
    runs = {name: data.contexts_by_lineno(file) for name, file in files.items()}
    path.write_text(json.dumps([observer.took, runs]))


def up_to_date(seen):
    """Whether nothing changed under svmlib and tests since that file was written."""
    sources = (path for top in ("svmlib", "tests") for path in ROOT.glob(f"{top}/**/*.py"))
    return seen.exists() and seen.stat().st_mtime > max(path.stat().st_mtime for path in sources)


class Changed(SourceFileLoader):
    """Finds and imports one module of svmlib as the mutant has it."""

    def __init__(self, mutant):
        name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        super().__init__(name, str(ROOT / mutant.path))
        self.tree = mutant.tree

    def find_spec(self, name, path=None, target=None):
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def source_to_code(self, data, path, **options):
        return compile(self.tree, path, "exec")

    def path_stats(self, path):
        raise OSError("no bytecode is kept of a mutant")


class Chosen:
    """Of all tests in their files these, in this order: pytest misreads an id with a backslash."""

    def __init__(self, tests):
        self.turns = {test: turn for turn, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        chosen = (item for item in items if item.nodeid in self.turns)
        items[:] = sorted(chosen, key=lambda item: self.turns[item.nodeid])


def judge(mutant, tests):
    """In a process of its own: exit code 0 if all these tests pass all the same."""
    sys.meta_path.insert(0, Changed(mutant))
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    files = {test.partition("::")[0] for test in tests}
    limit = ("--timeout", str(PATIENCE))  # a loop without end
    os._exit(pytest.main(["-x", *limit, *OPTIONS, *files], plugins=[Chosen(tests)]))


def lives(mutant, tests):
    """Whether no test notices; a run that never ends, or cannot begin, has noticed."""
    if not tests:
        return True
    process = get_context("fork").Process(target=judge, args=(mutant, tests))
    process.start()
    process.join(60 + 10 * PATIENCE)
    process.kill()  # if it still runs
    process.join()
    return process.exitcode == 0


def chosen(mutant, took, runs):
    """The tests that run the changed line, the quickest first.

    What runs when its module is imported, as what stands in a signature, is judged by the test of
    signatures and all tests of the module.
    """
    lines = runs.get(mutant.path, {})
    tests = {*lines.get(str(mutant.line), [])} & {*took}
    tests = tests or {SIGNATURES, *(test for line in lines.values() for test in line)} & {*took}
    ordered = sorted(tests, key=took.get)
    spent = accumulate(map(took.get, ordered))
    return ordered[: max(1, sum(seconds <= PATIENCE for seconds in spent))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("files", nargs="*", help="modules of svmlib; all of them if none is named")
    given = parser.parse_args()
    os.chdir(ROOT)
    every = (str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("svmlib/**/*.py")))
    files = given.files or [file for file in every if not file.startswith(SPARED)]
    WORK.mkdir(parents=True, exist_ok=True)
    seen = WORK / "seen.json"
    if not up_to_date(seen):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            pool.submit(observe, seen).result()
    took, runs = json.loads(seen.read_text())
    for name in ("pandas", "matplotlib.pyplot", "scipy.optimize", "sklearn.svm", "hypothesis"):
        import_module(name)  # once for all forks
    drawn = list(mutants(files, given.seed, given.count))
    tests = [chosen(mutant, took, runs) for mutant in drawn]
    noticed = len(drawn)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for k, alive in enumerate(pool.map(lives, drawn, tests)):
            noticed -= alive
            if alive:
                print(f"{k + 1}: lives ({len(tests[k])} tests)  {drawn[k]}", flush=True)
    share = f"{noticed / len(drawn):.0%}"
    print(f"seed {given.seed}: {noticed} of {len(drawn)} mutants noticed, {share}")


if __name__ == "__main__":
    main()
