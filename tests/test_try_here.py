"""Exercises done in the page: their Python beside CPython with numpy, and every verdict.

A small Python is worth nothing where it differs from the real one. Programs drawn at random print
the same in both; each exercise with a box says to its solution, to what is not written yet and to
every known mistake what the notebook says; and answers that nobody foresaw, solutions with a slip
drawn at random, get the same verdict.
"""

import ast
import gzip
import os
import random
from collections import defaultdict
from pathlib import Path

import pytest

from book import python_names
from book.boxes import NUMBER, WITHOUT, Box, answers, chosen
from book.exercises import exercises_of
from book.grading.crossing import limit
from book.record import fresh
from book.source import lecture_paths
from tests import changes, student_programs
from tests.lecture_lint import ROOT
from tests.node_process import Node
from tests.student_programs import FAULTS, Page, TooLong, said_by_python, shortened

PYTHON = Node("python.mjs")
PATIENCE = 5  # seconds for one answer, on a busy machine with cold code
FEWEST = 4  # exercises with a box in a lecture and its page in depth
SEED = 8
LONG = pytest.mark.timeout(900)


@pytest.mark.parametrize("count", [400, pytest.param(6000, marks=[pytest.mark.weekly, LONG])])
def test_programs_of_students(count):
    """What the page prints is what CPython prints, or it refuses in words."""
    seed = SEED if count < 1000 else int(os.environ.get("SEED") or random.randrange(10**6))
    rng, page, told = random.Random(seed), Page(), defaultdict(list)
    for _ in range(count):
        program = student_programs.program(rng)
        told[page.fault(program)].append(program)
    faults = [shortened(program, page) for fault in FAULTS for program in told[fault][:5]]
    assert not faults, f"seed {seed}: these differ from Python\n" + "\n\n".join(faults)
    assert len(told["same"]) > count / 2 and len(told["refused"]) < count / 3


def test_faults_of_before_do_not_come_back():
    page = Page()
    programs = (ROOT / "tests/mended_programs.txt").read_text(encoding="utf-8").split("\n%\n")
    assert [one for one in programs if page.fault(f"{one}\n") in FAULTS] == []


def test_what_never_ends_is_refused():
    """Lists, dicts, texts and numbers that grow without end; a generator may be endless."""
    page = Page()
    page.patience = 60  # of a busy machine
    lines = ("a.append(1)", "d[len(d)] = 1", "t += t", "a.append(np.zeros(10**6))", "n *= n")
    for line in lines:
        grown = f"a, d, t, n = [], {{}}, 'x', 3\nwhile True: {line}\n"
        assert "missing" in page.answer(grown), line
    endless = "def f():\n    while True: yield 1\nfor k in f(): break\nprint(k, next(f()))\n"
    assert page.answer(endless)["printed"] == "1 1\n"


def test_names_are_those_of_this_python():
    listed = python_names.PLACE.read_text(encoding="utf-8")
    if python_names.VERSIONS not in listed:
        pytest.skip(f"the list is not of {python_names.VERSIONS}")
    assert listed == python_names.written()


@pytest.mark.filterwarnings("ignore")
def test_the_grammar_is_pythons():
    """Statements, functions, classes, texts and what errors say, in a program of its own."""
    program = (ROOT / "tests/grammar.txt").read_text(encoding="utf-8")
    ((reply,),) = PYTHON.ask(["programs", [program]])
    assert reply["printed"] == said_by_python(program)["printed"]


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
    assert max(sizes) < 250_000 and sum(size > 61_000 for size in sizes) <= 7


def slips(box, seed, count):
    """A draw of solutions with one plain change of meaning."""
    tree = ast.parse(box.answers[f"Exercise {NUMBER}: right."])
    found = [(at, new) for at in changes.places(tree) for new in changes.changes(at[-1])]
    drawn = random.Random(f"{seed} {box.exercise.label}").sample(found, min(count, len(found)))
    return [ast.unparse(changes.replaced(tree, *at[:-1], new)) for at, new in drawn]


def verdict_of_python(box, code):
    """What the check says in CPython; None where a slip makes a loop that does not end."""
    changed = {*box.data, *box.recorded}
    names = {name: fresh(v) if name in changed else v for name, v in box.begin.items()}
    for source in box.helpers.values():  # which look for names where they are defined
        exec(source, names)

    try:
        with limit(1, TooLong):  # the page is some tens of times slower
            return box.said(code, names)
    except TooLong:
        return None
    except Exception as problem:
        return f"stops: {problem!r}"


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
        for code in codes:
            ((reply,),) = PYTHON.ask(["answers", {"path": path, "codes": [code]}])
            if "missing" in reply:
                missing += 1
                continue
            compared += 1
            if ("right." in ours[code]) != ("right." in reply.get("said", "")):
                flipped.append((label, code, ours[code], reply))
    assert not flipped
    assert compared > 1000
    assert missing < compared / 10
