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
NAMED = {ast.Name: "id", ast.arg: "arg", ast.FunctionDef: "name"}
CODE = re.compile("`+([^`]+)`+")
WORD = re.compile(r"[^\W\d]\w*")


def renamed(exercise):
    """The solution; what it binds has another name, but for what the task's text or data name."""
    tree = ast.parse(exercise.written())
    kept = {*WORD.findall(" ".join(CODE.findall(exercise.task)))}
    kept = kept.union(*map(bound, (exercise.first, exercise.set_up)))
    named = [node for node in ast.walk(tree) if type(node) in NAMED]
    own = {
        getattr(node, NAMED[type(node)])
        for node in named
        if isinstance(getattr(node, "ctx", ast.Store()), ast.Store)
    }
    for node in named:
        name = getattr(node, NAMED[type(node)])
        if name in own - kept:
            setattr(node, NAMED[type(node)], f"other_{name}")
    return ast.unparse(tree)


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
