"""Changes the solutions of exercises as students err, and says which changes no check notices.

    python -m tests.slips 05                     the exercises of lecture 5, main and in depth
    python -m tests.slips ex-ascent-gap          one exercise

A slip is one change: those of `tests.changes` (an operator, a comparison or a number turned, a
statement left out), and `slips` below: a factor, a term, a root, a norm or an absolute value left
out, mean for sum, another axis, two results exchanged, a looser tolerance, a keyword forgotten.
And an argument may be ignored: it is then always what it was at the first call of the check, so
whatever a check gives only one value is found. A whole number that follows from arguments, such as
their length, may be typed as it was at that call. And a name may be taken for another one of its
kind: an argument, or what the set-up made, as by a function that reads the data of the notebook.

A check that notices says so, stops, or does not end. What lives is a mistake that would be called
right, unless it changes nothing that the task asks for: `equal_slips.txt` has those, with reasons.
"""

import argparse
import ast
import inspect
import io
import sys
from collections import Counter
from contextlib import redirect_stdout
from copy import deepcopy

import numpy as np

from book.exercises import bound, names_in
from book.grading.crossing import limit
from tests import changes
from tests.lecture_lint import ROOT
from tests.student_programs import TooLong
from tests.test_exercises import EXERCISES, Reader

SECONDS = 10  # for one check; the slowest right one takes one or two
LEFT_OUT = "abs sqrt square norm exp log sign sorted set unique".split()
HOW = "dtype kind method solver strict".split()  # keywords that say how, not what
KNOWN = {"np", "len", "int", "set", "max", "min"}  # in a number that follows from arguments
MANY = 20  # of rows, steps or candidates: one more is no mistake
TURNED = {"mean": "sum", "argsort": "sort", "maximum": "add", "max": "mean", "min": "mean"}
TURNED |= {"sum": "mean", "median": "mean", "std": "var", "cumsum": "cumprod"}


def slips(node):
    """What a student may write in the place of a node; those of `changes.changes` come besides."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *_]) if (
            name in LEFT_OUT
        ):
            yield first
        case ast.Call(func=func, args=[ast.Name() as one, ast.Name() as two], keywords=[]):
            yield ast.Call(func, [two, one], [])
        case ast.Name(id=name) if name in TURNED:
            yield ast.Name(TURNED[name], node.ctx)
        case ast.Attribute(attr=name) if name in TURNED:
            yield ast.Attribute(node.value, TURNED[name], node.ctx)
        case ast.BinOp(left=left, op=ast.Pow() | ast.Div()):
            yield left
        case ast.BinOp(right=right, op=ast.Add() | ast.Mult()):
            yield right
        case ast.BinOp(left=left, right=right, op=ast.Sub()):
            yield ast.BinOp(right, ast.Sub(), left)
        case ast.Compare(ops=[op]) if type(op) in changes.EDGE and not changes.side(node):
            yield ast.Compare(node.left, [changes.EDGE[type(op)]()], node.comparators)
        case ast.Constant(value=float(value)) if 1e-10 < value < 1e-3:
            yield ast.Constant(value * 1e4)
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Return(value=ast.Tuple(elts=[one, two])):
            yield ast.Return(ast.Tuple([two, one], ast.Load()))
        case ast.Return(value=ast.expr() as value):
            yield ast.Return(ast.UnaryOp(ast.USub(), value))
        case ast.Subscript(value=value, slice=ast.Slice()) | ast.Attribute(value=value, attr="T"):
            yield value
        case ast.Subscript(value=value, slice=ast.Tuple(elts=[one, two])):
            yield ast.Subscript(value, ast.Tuple([two, one], ast.Load()), node.ctx)
        case ast.BoolOp(values=[one, two]):
            yield from (one, two)
        case ast.If(test=test) if not isinstance(test, ast.Constant):
            yield ast.If(ast.Constant(True), node.body, node.orelse)
        case ast.Break() | ast.Continue():
            yield ast.Pass()
    if isinstance(node, ast.Call) and node.keywords:
        for k, keyword in enumerate(node.keywords):
            rest = node.keywords[:k] + node.keywords[k + 1 :]
            if keyword.arg not in HOW:
                yield ast.Call(node.func, node.args, rest)
            if keyword.arg == "axis" and isinstance(keyword.value, ast.Constant):
                other = ast.keyword("axis", ast.Constant(int(keyword.value.value != 1)))
                yield ast.Call(node.func, node.args, [*rest, other])


def changed(code):
    """{"line 2: before → after": code} of each slip in a solution."""
    tree, found = ast.parse(code), {}
    right = ast.unparse(tree)
    for *place, node in changes.places(tree):
        shown = isinstance(node, ast.Expr) and ast.unparse(node).startswith("print(")
        number = getattr(node, "value", None)
        if shown or (type(number) is int and number >= MANY):
            continue
        for new in [*changes.changes(node), *slips(node)]:
            before, after = (" ".join(ast.unparse(n).split())[:70] for n in (node, new))
            line = f"line {node.lineno}: " if hasattr(node, "lineno") else ""
            with_slip = ast.unparse(changes.replaced(tree, *place, new))
            if with_slip != right:
                found[f"{line}{before} → {after}"] = with_slip
    return found


def accepted(reader, code, extra=None):
    """Whether the check calls an answer right."""
    try:
        with limit(SECONDS, TooLong), redirect_stdout(io.StringIO()):
            reader.has(reader.begin | deepcopy(extra or {}))
            exec(compile(code, "<answer>", "exec"), reader.names)
            return reader.is_told(reader.check) == ""
    except (Exception, TooLong):
        return False


def first_calls(reader, code):
    """{function: {parameter: its value}} at the first call of what the check asks for."""
    seen = {}
    reader.has(dict(reader.begin))
    exec(compile(code, "<answer>", "exec"), reader.names)
    for name in reader.asked:
        f = reader.names.get(name)
        if inspect.isfunction(f):
            reader.names[name] = noting(f, seen)
    with limit(SECONDS, TooLong):
        exec(compile(reader.exercise.check, "<check>", "exec"), reader.names)
    return seen


def noting(f, seen):
    """The function, which leaves in `seen` what it was first given."""

    def noted(*args, **keywords):
        given = inspect.signature(f).bind(*args, **keywords)
        given.apply_defaults()
        if f.__name__ not in seen:
            seen[f.__name__] = deepcopy(dict(given.arguments))
        return f(*args, **keywords)

    return noted


def ignoring(code, calls):
    """{what is ignored: (code, names)}: each argument as it was at the first call."""
    found = {}
    for name, given in calls.items():
        for parameter, value in given.items():
            tree = ast.parse(code)
            [f] = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == name]
            if parameter not in {a.arg for a in (*f.args.args, *f.args.kwonlyargs)}:
                continue
            kept = f"first_{name}_{parameter}"
            f.body.insert(0, ast.parse(f"{parameter} = {kept}").body[0])
            found[f"{name} ignores {parameter}"] = (ast.unparse(tree), {kept: value})
    return found


def kind(value):
    """What two values share if the one may be taken for the other; None for code and tables."""
    if isinstance(value, bool | np.bool_ | str):
        return type(value)
    if isinstance(value, int | float | np.number):
        return float
    if isinstance(value, list | tuple | np.ndarray):
        try:
            return np.shape(value)[1:], np.ndim(value)
        except ValueError:
            return None  # rows of different lengths
    return None


def exchanged(reader, code, calls):
    """{"line 2, column 4: one → two": code} of each name taken for another one of its kind."""
    tree, found = ast.parse(code), {}
    made = {name: kind(reader.begin.get(name)) for name in bound(reader.exercise.set_up)}
    for top in tree.body:
        function = isinstance(top, ast.FunctionDef)
        given = calls.get(top.name, {}) if function else {}
        kinds = made | {name: kind(value) for name, value in given.items()}
        for *place, node in changes.places(top) if given or not function else ():
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if kinds.get(name):
                    for other in kinds:
                        if other != name and kinds[other] == kinds[name]:
                            new = changes.replaced(tree, *place, ast.Name(other, ast.Load()))
                            where = f"line {node.lineno}, column {node.col_offset}"
                            found[f"{where}: {name} → {other}"] = ast.unparse(new)
    return found


def typed(reader, code, calls):
    """{"line 2: len(y) → 38": code} of each whole number as it was at the first call."""
    tree, found = ast.parse(code), {}
    for top in tree.body:
        given = calls.get(getattr(top, "name", None), {})
        for *place, node in changes.places(top) if given else ():
            follows = isinstance(node, ast.Call | ast.Attribute | ast.Subscript | ast.BinOp)
            if not follows or not names_in(node) & {*given} or names_in(node) - {*given, *KNOWN}:
                continue
            try:
                value = eval(ast.unparse(node), reader.begin | deepcopy(given))
            except Exception:
                continue  # an argument has another value by then
            if isinstance(value, int | np.integer) and not isinstance(value, bool):
                new = ast.unparse(changes.replaced(tree, *place, ast.Constant(int(value))))
                found[f"line {node.lineno}: {ast.unparse(node)} → {value}, as typed"] = new
    return found


def written(exercise):
    """A reader of an exercise, and its solution."""
    reader, code = Reader(exercise), exercise.written()
    if not accepted(reader, code):
        sys.exit(f"{exercise.label}: its solution is refused")
    return reader, code


def equal():
    """{label: the slips of an exercise that change nothing it asks for}, each with its reason."""
    found, reason = {}, ""
    for line in (ROOT / "tests/equal_slips.txt").read_text(encoding="utf-8").splitlines():
        label, colon, slip = line.partition(": ")
        if line.startswith("# "):
            reason = line
        elif not (colon and reason):
            raise ValueError(f"equal_slips.txt: no slip, or none with a reason before it: {line!r}")
        else:
            found.setdefault(label, []).append(slip)
    return found


def made(exercise):
    """A reader of an exercise, and {slip: (code, names)} of all slips in its solution."""
    with redirect_stdout(io.StringIO()):
        reader, code = written(exercise)
        calls = first_calls(reader, code)
        others = exchanged(reader, code, calls) | typed(reader, code, calls)
    texts = changed(code) | others
    return reader, {slip: (text, None) for slip, text in texts.items()} | ignoring(code, calls)


def alive(exercise):
    """The slips in a solution that its check calls right, and how many were tried."""
    reader, tried = made(exercise)
    return [slip for slip, how in tried.items() if accepted(reader, *how)], len(tried)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("which", nargs="*", help="numbers of lectures, or labels; all without")
    which, counts, listed = parser.parse_args().which, Counter(), equal()
    for name, exercise in EXERCISES.items():
        if which and not any(name.startswith(f"{w}-") or exercise.label == w for w in which):
            continue
        live, tried = alive(exercise)
        known = {*listed.get(exercise.label, ())}
        counts += Counter(tried=tried, equal=len(known), alive=len({*live} - known))
        for slip in sorted({*live} - known):
            print(f"{exercise.label}: {slip}")
        for slip in sorted(known - {*live}):
            print(f"{exercise.label}: noticed, or no longer made, but in the list: {slip}")
    print("{alive} of {tried} slips live, {equal} are listed as equal".format_map(counts))
    return bool(counts["alive"])


if __name__ == "__main__":
    sys.exit(main())
