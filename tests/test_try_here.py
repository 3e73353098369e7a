"""Exercises done in the page: their Python beside CPython with numpy, and every verdict.

A small Python is worth nothing where it differs from the real one. Programs drawn at random print
the same in both; each exercise with a box says to its solution, to what is not written yet and to
every known mistake what the notebook says; and answers that nobody foresaw, solutions with a slip
drawn at random, get the same verdict.
"""

import ast
import builtins
import gzip
import io
import random
import re
import signal
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from book.boxes import NUMBER, WITHOUT, Box, answers, chosen
from book.exercises import exercises_of
from book.record import fresh
from book.source import lecture_paths
from tests import mutants, tolerance
from tests.lecture_lint import ROOT
from tests.node_process import Node

PYTHON = Node("python.mjs")
PATIENCE = 5  # seconds for one answer, on a busy machine with cold code
FEWEST = 4  # exercises with a box in a lecture and its page in depth
SEED = 7
KINDS = {"LinAlgError", "AxisError", *dir(builtins)}  # of errors that the page knows
LAST_DIGITS = tolerance.Tolerance(1e-12)

BINARY = "+ - * / // % ** < <= > >= == != & |".split()
REDUCE = "sum mean max min argmax argmin any all std var prod cumsum ptp".split()
ONE = "sqrt exp log abs sign square floor ceil isnan negative round".split()
EXPRESSIONS = (ROOT / "tests/expressions.txt").read_text(encoding="utf-8").strip().split("\n\n")
WHOLE, INDICES, PLAIN = (re.split(r" \| |\s*\n", text) for text in EXPRESSIONS)


def drawn(rng):
    """A program: two arrays, and lines that each print a value or the kind of its error."""
    kinds = {
        "float": lambda: rng.choice([-2.5, -1.0, 0.0, 0.25, 1.0, 2.0, 3.75, 100.0]),
        "int": lambda: rng.randint(-3, 5),
        "bool": lambda: rng.random() < 0.5,
    }

    def array():
        shape = rng.choice([(3,), (4,), (2, 3), (3, 3), (1, 3), (2, 1), (0,), (2, 2, 3)])
        value = kinds[rng.choice(["float", "float", "int", "bool"])]
        values = [value() for _ in range(int(np.prod(shape)))]
        return f"np.array({values}).reshape({shape})"

    def line():
        x, i = rng.choice([-2.5, 0.5, 1.25, 3.0, 0.1, 1e-7, 12345.678]), rng.randint(0, 4)
        axis = rng.choice(["", "axis=0", "axis=1", "axis=-1"])
        other = rng.choice(["b", "a", "2", "0.5", "a[0]", "[1, 2, 3]", "True"])
        return rng.choice([
            lambda: rng.choice(PLAIN).format(x=x, i=i),
            lambda: f"a {rng.choice(BINARY)} {other}",
            lambda: f"a.{rng.choice(REDUCE)}({axis})",
            lambda: f"np.{rng.choice(REDUCE)}(b{', ' * bool(axis)}{axis})",
            lambda: f"np.{rng.choice(ONE)}(a)",
            lambda: f"a[{rng.choice(INDICES)}]",
            lambda: f"a @ {rng.choice(['a', 'b', 'a.T', 'b.T'])}",
            lambda: rng.choice(WHOLE),
        ])()  # fmt: skip

    def change():
        return rng.choice([
            "", "", "", f"a[{rng.choice(INDICES)}] = {rng.choice(['0', '1.5', 'a[-1]'])}",
            f"a {rng.choice(BINARY[:4])}= {rng.choice(['2', '0.5', 'b', 'a'])}",
        ])  # fmt: skip

    parts = ["import math", f"a = {array()}", f"b = {array()}", change(), f"print(repr({line()}))"]
    return "\n".join(parts)


def said_by_python(program):
    """What CPython prints, or the kind of its error."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed), np.errstate(all="ignore"):
            exec(program, {"np": np, "__name__": "__main__"})
    except Exception as problem:
        return next(kind.__name__ for kind in type(problem).__mro__ if kind.__name__ in KINDS)
    return printed.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cases", [2000, pytest.param(10_000, marks=pytest.mark.weekly)])
def test_programs_print_the_same(cases):
    rng = random.Random(SEED)
    programs = [drawn(rng) for _ in range(cases)]
    (replies,) = PYTHON.ask(["programs", programs])
    differ, missing = [], []
    for program, reply in zip(programs, replies, strict=True):
        ours = said_by_python(program)
        theirs = reply["failed"].partition(":")[0] if "failed" in reply else reply["printed"]
        if "missing" in reply:
            missing.append((reply["missing"], program))
        elif ours != theirs and tolerance.text_difference(ours, theirs, LAST_DIGITS):
            differ.append((program, ours, theirs))
    assert not differ, "\n".join(f"{p}\n  numpy {o!r}\n  page  {t!r}" for p, o, t in differ[:25])
    assert len(missing) < cases / 40, missing[:9]


@pytest.mark.filterwarnings("ignore")
def test_the_grammar_is_pythons():
    """Statements, functions, classes, texts and what errors say, in a program of its own."""
    program = (ROOT / "tests/grammar.txt").read_text(encoding="utf-8")
    ((reply,),) = PYTHON.ask(["programs", [program]])
    assert reply["printed"] == said_by_python(program)


def test_every_lecture_has_boxes():
    found = {}
    for path in lecture_paths(ROOT):
        found.setdefault(path.name[:2], set()).update(exercises_of(path))
    assert set(WITHOUT) < set().union(*found.values())
    assert sum(map(len, found.values())) - len(WITHOUT) >= 107
    few = {number: labels - {*WITHOUT} for number, labels in found.items()}
    assert not {number: labels for number, labels in few.items() if len(labels) < FEWEST}


@pytest.mark.long
@pytest.mark.parametrize("most", [1, pytest.param(99, marks=pytest.mark.weekly)])
def test_the_page_says_what_the_notebook_says(most, site):
    """To the solution, to what is not written yet, and to so many of the known mistakes."""
    wrong, asked, sizes = [], 0, []
    for exercise, mistakes in chosen():
        names = " and ".join(exercise.asked())
        unwritten = f"Exercise {NUMBER}: write {names} in the cell above, and run it."
        told = [*answers(exercise, mistakes).items()][: most + 1]
        wanted = [(unwritten, exercise.stub()), *told]
        codes = [code for _, code in wanted]
        path = str(site / f"_static/exercises/{exercise.label}.json")
        sizes.append(len(gzip.compress(Path(path).read_bytes())))
        (replies,) = PYTHON.ask(["answers", {"path": path, "codes": codes}])
        for (text, _), reply in zip(wanted, replies, strict=True):
            asked += 1
            if reply.get("said") != text or reply["seconds"] > PATIENCE:
                wrong.append((exercise.label, text, reply))
    assert not wrong
    assert asked > (600 if most > 1 else 300)
    assert max(sizes) < 250_000 and sum(size > 60_000 for size in sizes) <= 7


def slips(box, seed, count):
    """A draw of solutions with one plain change of meaning."""
    tree = ast.parse(box.answers[f"Exercise {NUMBER}: right."])
    found = [(at, new) for at in mutants.places(tree) for new in mutants.changes(at[-1])]
    drawn = random.Random(f"{seed} {box.exercise.label}").sample(found, min(count, len(found)))
    return [ast.unparse(mutants.replaced(tree, *at[:-1], new)) for at, new in drawn]


def verdict_of_python(box, code):
    """What the check says in CPython; None where a slip makes a loop that does not end."""
    changed = {*box.data, *box.recorded}
    names = {name: fresh(v) if name in changed else v for name, v in box.begin.items()}
    for source in box.helpers.values():  # which look for names where they are defined
        exec(source, names)

    def too_long(*_):
        raise KeyboardInterrupt  # which no check catches

    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(3)
    try:
        return box.said(code, names)
    except KeyboardInterrupt:
        return None
    except Exception as problem:
        return f"stops: {problem!r}"
    finally:
        signal.alarm(0)


@pytest.mark.weekly
@pytest.mark.timeout(1200)
def test_answers_that_nobody_foresaw_get_the_same_verdict(site):
    """Right stays right and wrong stays wrong; "this page cannot" is no verdict."""
    flipped, compared, missing = [], 0, 0
    for exercise, mistakes in chosen():
        label, box = exercise.label, Box(exercise, mistakes)
        ours = {code: verdict_of_python(box, code) for code in slips(box, SEED, 16)}
        codes = [code for code, said in ours.items() if said is not None]
        path = str(site / f"_static/exercises/{label}.json")
        (replies,) = PYTHON.ask(["answers", {"path": path, "codes": codes}])
        for code, reply in zip(codes, replies, strict=True):
            if "missing" in reply:
                missing += 1
                continue
            compared += 1
            if ("right." in ours[code]) != ("right." in reply.get("said", "")):
                flipped.append((label, code, ours[code], reply))
    assert not flipped
    assert compared > 1000
    assert missing < compared / 10
