"""Hidden tests: the calls of an exercise's check with other numbers, and what a solution gives.

The solutions are public, so a check alone would reward who copies its numbers. A variant is a call
from the check in which a seed changes numbers, or leaves rows out of the arrays it is called with:
it is kept if the solution gives something else there, twice the same, within a time. What it gives
stands in the test; the solution does not.
"""

import ast
import copy
import warnings
from contextlib import redirect_stdout, suppress
from io import StringIO

import matplotlib
import numpy as np

from book.grading.crossing import limit

ROWS = 6  # an array with so many may lose some
DROPPED = 2
PATIENCE = 20  # seconds for one call
TRIES = 6  # for each call
DIGITS = 9
BEGIN, END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
SAME = '''\
def _flat(value):
    """What a value holds, as words and numbers in a row."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in _flat(part)]
    return np.ravel(value).tolist()


def _same(value, wanted):
    """Whether all is the same, numbers to four digits."""
    value = _short(_flat(value))
    return len(value) == len(wanted) and all(
        a == b if isinstance(b, str) else np.isclose(a, b, rtol=1e-4, atol=1e-6)
        for a, b in zip(value, wanted)
    )


def _short(values):
    """Many numbers as a few that change with each of them."""
    if len(values) <= 40:
        return values
    waves = np.cos(np.outer([0, 1, 2], np.arange(len(values))))
    return [len(values), *(waves @ np.array(values, dtype=float))]
'''


class NoVariant(Exception):
    """This call has no value that a test can hold."""


def namespace(exercise):
    """The names after the set-up, the solution and the check."""
    matplotlib.use("agg")
    names = {"__name__": "__main__"}
    with redirect_stdout(StringIO()):
        for code in (exercise.first, exercise.own(), exercise.check, SAME):
            exec(compile(code, exercise.label, "exec"), names)
    return names


class Changed(ast.NodeTransformer):
    """A call with other numbers, and without some rows of its arrays."""

    def __init__(self, names, dice, numbers, rows):
        self.names, self.dice, self.numbers, self.rows = names, dice, numbers, rows
        self.dropped = {}  # by the number of rows

    def visit_Subscript(self, node):
        return node  # a place, not a number

    def visit_BinOp(self, node):
        """The multiple of a thing may be what makes sense of it: of labels, of a line."""
        alone = isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant)
        return self.generic_visit(node) if alone else node

    def visit_Constant(self, node):
        value = node.value
        if not self.numbers or type(value) not in (int, float) or abs(value) in (0, 1):
            return node  # signs and seeds stay
        if isinstance(value, int):
            return ast.Constant(value + self.dice.choice((0, 1, 2)))
        return ast.Constant(float(f"{value * self.dice.choice((0.8, 0.9, 1.1, 1.25)):.3g}"))

    def visit_Name(self, node):
        value = self.names.get(node.id)
        if isinstance(value, int | float | np.integer | np.floating):
            return self.visit_Constant(
                ast.Constant(value.item() if hasattr(value, "item") else value)
            )
        n = len(value) if isinstance(value, np.ndarray) and value.ndim else 0
        if not self.rows or n < ROWS:
            return node
        if n not in self.dropped:
            self.dropped[n] = sorted(self.dice.sample(range(n), DROPPED))
        text = f"np.delete({node.id}, {self.dropped[n]}, 0)"
        if value.shape == (n, n):
            text = f"np.delete({text}, {self.dropped[n]}, 1)"
        return ast.parse(text, mode="eval").body


def value_of(call, names):
    """What a call gives, as words and numbers in a row, for names of its own."""
    own = {}
    for name in {node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name)}:
        with suppress(Exception):  # what cannot be copied is not changed by a call either
            own[name] = copy.deepcopy(names[name])
    try:
        with limit(PATIENCE), warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("error")
            with redirect_stdout(StringIO()):
                found = names["_short"](names["_flat"](eval(call, {**names, **own})))
        good = all(isinstance(one, str) or np.isfinite(one) for one in found)
    except Exception as problem:
        raise NoVariant from problem
    if not good or not found:
        raise NoVariant
    return [one if isinstance(one, str) else float(f"{one:.{DIGITS}g}") for one in found]


def variants(exercise, dice, most=3):
    """Up to so many (call, value) that the exercise's check does not contain."""
    names, found = namespace(exercise), {}
    nodes = [node for node in ast.walk(ast.parse(exercise.check)) if isinstance(node, ast.Call)]
    asked = exercise.asked()
    calls = dict.fromkeys(ast.unparse(n) for n in nodes if getattr(n.func, "id", None) in asked)
    for call in calls:
        with suppress(NoVariant):
            known = value_of(call, names)
            for k in range(TRIES):
                changed = Changed(names, dice, numbers=k % 3 != 1, rows=k % 3 != 0)
                other = ast.unparse(changed.visit(ast.parse(call, mode="eval")))
                with suppress(NoVariant):
                    value = value_of(other, names)
                    if value != known and value == value_of(other, names) and other not in calls:
                        found[other] = value
                        break
    chosen = dice.sample(sorted(found), min(most, len(found)))
    return [(call, found[call]) for call in chosen]


def hidden(tests):
    """The cell's hidden part."""
    if not tests:
        return ""
    lines = [f"assert _same({call}, {value!r})" for call, value in tests]
    return "\n".join([BEGIN, SAME, "", *lines, END])
