"""Right answers as others write them: each exercise's check has to take them and to name no mistake
in them, and they have to get all points (tests/test_exercises.py, tests/test_grading.py).

By hand, for an exercise of each lecture, in ``book/content/other_answers.yml``. By program, for
every exercise:

- other names inside: all that the task does not say is called otherwise (`renamed`);
- arrays as lists, lists as arrays, both in single precision, plain numbers and truth values as
  those of NumPy, and a pair as a list or as an array (`otherwise`).
"""

import ast
import re

import numpy as np

from book.exercises import bound

# a margin to ten digits, and a threshold that lies on a score: in single precision neither is right
DOUBLE = {"ex-margins-scan", "ex-practice-cheapest"}
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
NAMED = {ast.Name: "id", ast.arg: "arg", ast.FunctionDef: "name"}
SCOPES = ast.FunctionDef | ast.Lambda | COMPREHENSIONS
CODE = re.compile("`+([^`]+)`+")
WORD = re.compile(r"[^\W\d]\w*")


def stored(node):
    """The names that a scope binds, without those of the scopes inside it."""
    for child in ast.iter_child_nodes(node):
        if type(child) in NAMED and isinstance(getattr(child, "ctx", ast.Store()), ast.Store):
            yield getattr(child, NAMED[type(child)])
        if not isinstance(child, SCOPES):
            yield from stored(child)


class Renamed(ast.NodeTransformer):
    """Gives other names to what a scope binds, but for those to keep at the top and within."""

    def __init__(self, tree, above, within):
        self.within, self.done = within, set()
        self.other = others({*stored(tree)} - above)

    def visit(self, node):
        if node in self.done:
            return node
        if field := NAMED.get(type(node)):
            name = getattr(node, field)
            setattr(node, field, self.other.get(name, name))
        (self.enter if isinstance(node, SCOPES) else self.generic_visit)(node)
        return node

    def enter(self, node):
        around, own = self.other, {*stored(node)}
        if isinstance(node, COMPREHENSIONS):
            first = [node.generators[0].iter]
        else:
            first = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        self.done.update(map(self.visit, first))  # read before the scope begins
        self.other = {name: around[name] for name in around.keys() - own}
        self.other |= others(own - self.within)
        self.generic_visit(node)
        self.other = around


def others(names):
    return {name: f"other_{name}" for name in names}


def renamed(exercise):
    """The solution; what it binds has another name, but for what the task's text or data name.

    An argument keeps its own only if the task has it and the check gives it by name.
    """
    tree = ast.parse(exercise.written())
    said = {*WORD.findall(" ".join(CODE.findall(exercise.task)))}
    above = said.union(*map(bound, (exercise.first, exercise.set_up)))
    named = {n.arg for n in ast.walk(ast.parse(exercise.check)) if isinstance(n, ast.keyword)}
    return ast.unparse(Renamed(tree, above, named & said).visit(tree))


def otherwise(answer, single, several=list):
    """The same answer, or a function that gives it: arrays as lists, lists as arrays.

    What a function gives back beside each other is put into `several`.
    """
    if callable(answer):
        return lambda *args, **named: otherwise(answer(*args, **named), single, several)
    if isinstance(answer, tuple):
        return several([otherwise(one, single, several) for one in answer])
    numbers = isinstance(answer, list) and {*map(type, answer)} in ({int}, {float}, {bool})
    if not numbers and not isinstance(answer, np.ndarray | float | int):
        return answer
    values = np.asarray(answer)
    if single and values.dtype == float:
        values = values.astype(np.float32)
    return values.tolist() if isinstance(answer, np.ndarray) else values[()]
