"""Makes what an exercise needs to be done in its page: data, helpers, records and its check.

    python -m book.boxes FOLDER BOOK   a file of JSON for each exercise of a book that has a box

The page runs Python by itself (``book/_static/python``). What it cannot compute is recorded here
while the solution and the known mistakes run (`book.record`). An exercise that needs more than
that is in `WITHOUT`, with the reason that its page gives.
"""

import ast
import importlib
import io
import json
import linecache
import sys
import types
import warnings
import zlib
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import numpy as np

from book.content import known_mistakes
from book.exercises import exercises_of, names_in
from book.jupyter_kernels import one_thread
from book.record import Recorded, Tape, fresh, is_data, is_live
from book.source import lecture_paths

ROOT = Path(__file__).parents[1]
NUMBER = "0.0"  # stands for the exercise's number in its check
LARGEST = 300_000  # bytes of a file as a server sends it: a photograph
HERE = {"math", "itertools", "fractions", "numpy", "linecache"}
# why an exercise has no box
REASONS = {
    "it states a problem for CVXPY": """
        descent-summable duality-range duality-squared soft-squared""",
    "it takes too long in a page": """
        ascent-gain ascent-path probabilities-em descent-never-uphill multiclass-kernel
        practice-cheapest practice-corrected scale-greedy stochastic-certificate""",
    "it trains machines of its own": """
        kernels-constant multiclass-codes practice-project scale-one-more selection-costs
        selection-loo""",
    "its data are too large for a page": """
        kernels-mean practice-tries probabilities-prior scale-left scale-moments scale-shift
        selection-corner selection-guess work-error work-numpy""",
}
WITHOUT = {f"ex-{name}": why for why, names in REASONS.items() for name in names.split()}


def definitions(code):
    """{name: source} of the functions and classes at the top of some code."""
    kinds = ast.FunctionDef | ast.ClassDef
    return {n.name: ast.unparse(n) for n in ast.parse(code).body if isinstance(n, kinds)}


def needed(codes, helpers):
    """The names that some code reads, and those that the helpers among them read."""
    found, waiting = set(), set().union(*(names_in(ast.parse(code)) for code in codes))
    while waiting:
        name = waiting.pop()
        found.add(name)
        if name in helpers:
            waiting |= names_in(ast.parse(helpers[name])) - found
    return found


def ran(code, names):
    """The names after a cell, which may print and warn."""
    with redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        exec(code, names)
    return names


@cache
def after(first):
    """The names that the first cell of a page leaves."""
    return ran(first, {"__name__": "__main__"})


def answers(exercise, mistakes):
    """{what the check says: an answer} of the solution and of every known mistake."""
    told = {f"Exercise {NUMBER}: right.": exercise.written()}
    for _, right, wrong, _, said in mistakes:
        told[f"Exercise {NUMBER}: {said}"] = exercise.written(right, wrong)
    return told


class Numpy:
    """numpy, whose random numbers are recorded."""

    def __init__(self, tape, node):
        self.random = Recorded(tape, np.random, "np.random", node)

    def __getattr__(self, name):
        return getattr(np, name)


class Box:
    """One exercise with its set-up: what its answers may use, and where the page gets it."""

    def __init__(self, exercise, mistakes):
        self.exercise = exercise
        self.check = exercise.check_cell(NUMBER, mistakes)
        self.answers = answers(exercise, mistakes)
        self.begin = ran(exercise.set_up, dict(after(exercise.first)))
        helpers = definitions(exercise.first) | definitions(exercise.set_up)
        names = needed([*self.answers.values(), self.check], helpers) & {*self.begin}
        self.helpers = {
            name: source
            for name, source in helpers.items()
            if name in names and isinstance(self.begin[name], types.FunctionType | type)
        }
        self.tape = Tape()
        self.random = self.tape.node("np.random")
        self.data, self.modules, self.recorded, self.imports = {}, {}, {}, {}
        for name in sorted(names - {*self.helpers, "__name__"}):
            self.sort(name, self.begin[name])

    def sort(self, name, value):
        """Where the page gets a name from: a module that it has, data, or a record."""
        is_module = isinstance(value, types.ModuleType)
        module = value.__name__ if is_module else getattr(value, "__module__", "")
        if is_data(value):
            self.data[name] = value
        elif module in HERE and is_module:
            self.modules[name] = [module]
        elif module in HERE and hasattr(importlib.import_module(module), value.__name__):
            self.modules[name] = [module, value.__name__]
        elif is_live(value):
            self.data[name] = value
        else:
            self.recorded[name] = self.tape.node(name)

    def names(self):
        """What a run begins with: all of it fresh, and recorded where it has to be."""
        run = {"__name__": "__main__", "np": Numpy(self.tape, self.random)}
        run["__builtins__"] = {**vars(importlib.import_module("builtins"))}
        run["__builtins__"]["__import__"] = self.imported
        for name, (module, *inner) in self.modules.items():
            if module != "numpy" or inner:
                found = importlib.import_module(module)
                run[name] = getattr(found, *inner) if inner else found
        run |= {name: fresh(value) for name, value in self.data.items()}
        for name, node in self.recorded.items():
            run[name] = Recorded(self.tape, fresh(self.begin[name]), name, node)
        for source in self.helpers.values():
            exec(source, run)
        self.tape.helpers = {name: run[name] for name in self.helpers}
        return run

    def imported(self, name, *_):
        """A module that the page has, or its record."""
        found = importlib.import_module(name)
        if name.partition(".")[0] in HERE:
            return found
        if name not in self.imports:
            self.imports[name] = self.tape.node(name)
        return Recorded(self.tape, found, name, self.imports[name])

    def said(self, answer, names):
        """What the check says to an answer that runs among these names."""
        printed = io.StringIO()
        for place, code in (("<answer>", answer), ("<check>", self.check)):
            lines = [f"{line}\n" for line in code.split("\n")]
            linecache.cache[place] = (len(code), None, lines, place)
        try:
            ran(compile(answer, "<answer>", "exec"), names)
            with redirect_stdout(printed), np.errstate(all="ignore"):
                exec(compile(self.check, "<check>", "exec"), names)
        except AssertionError as problem:
            return str(problem)
        return printed.getvalue().strip()

    def material(self):
        """What the page gets."""
        for wanted, answer in self.answers.items():
            if (said := self.said(answer, self.names())) != wanted:
                raise ValueError(f"{self.exercise.label}: recorded, it says {said!r}\n{answer}")
        tape = self.tape
        data = {name: tape.written(value) for name, value in self.data.items()}
        return {
            "check": self.check,
            "helpers": "\n\n".join(self.helpers.values()),
            "modules": self.modules,
            "names": data | {name: {"n": node} for name, node in self.recorded.items()},
            "imports": self.imports,
            "random": self.random,
            "arrays": tape.table(),
            "nodes": tape.nodes,
        }


def chosen(book=ROOT):
    """(exercise, known mistakes) of all exercises of a book that have a box."""
    mistakes = known_mistakes()
    for path in lecture_paths(Path(book)):
        for label, exercise in exercises_of(path).items():
            if label not in WITHOUT:
                yield exercise, mistakes.get(label, ())


def main(folder, book=ROOT):
    one_thread()
    warnings.simplefilter("ignore")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    made = 0
    for exercise, mistakes in chosen(book):
        label = exercise.label
        text = json.dumps(Box(exercise, mistakes).material(), separators=(",", ":"))
        if (size := len(zlib.compress(text.encode()))) > LARGEST:
            sys.exit(f"{label}: {size} bytes, more than {LARGEST}; is it for WITHOUT?")
        (folder / f"{label}.json").write_text(text, encoding="utf-8")
        made += 1
    print(f"{made} exercises can be done in the page; {len(WITHOUT)} cannot:")
    for label, reason in WITHOUT.items():
        print(f"    {label}: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
