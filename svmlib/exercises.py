"""Checks the answers to the exercises of lectures 1 to 15, for the notebooks of students.

The checks are made from the lectures when the book is built. They are in the wheel of svmlib that
is beside the notebooks. A working copy of svmlib has no checks and takes them from that wheel.
"""

import json
import pickle
import sys
import zipfile
from copy import deepcopy
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np

__all__ = ["check"]

FILE = "data/exercises.json"
FOLDERS = (".", "..", "../..")  # where the wheel is, seen from a notebook
COMPARED = np.ndarray | int | float | str | list | tuple | dict


@cache
def known_checks() -> dict[str, dict[str, Any]]:
    """Return for each exercise its `number` on the page, the `needed` names of the page's first
    cell, its `data` and their `names`, and the `check`: code, and lists of names.
    """
    installed = files("svmlib") / FILE
    wheels = [path for folder in FOLDERS for path in Path(folder).glob("svmlib-*.whl")]
    for place in [installed, *(zipfile.Path(wheel, f"svmlib/{FILE}") for wheel in wheels)]:
        if place.is_file():
            return json.loads(place.read_text(encoding="utf-8"))
    raise FileNotFoundError(
        "this svmlib has no checks of exercises: put the file svmlib-….whl beside this notebook, "
        "from the folder notebooks of the book's site"
    )


def check(exercise: str) -> None:
    """Check the answer that is in the notebook, and say what is missing or wrong.

    The names of the notebook stay as they are. Data of the exercise that are missing, or that
    another cell has replaced, are made for the check alone.

    Parameters
    ----------
    exercise : str
        The name of the exercise, as its cell has it.

    Raises
    ------
    AssertionError
        The answer is not right. The message says why.
    KeyError
        This svmlib is of another edition of the book, without the exercise.
    FileNotFoundError
        This svmlib has no checks, and no wheel that has them is beside the notebook.
    """
    if exercise not in known_checks():
        raise KeyError(
            f"this svmlib has no check of {exercise}: install the file svmlib-….whl that is beside "
            "this notebook, and restart the kernel"
        )
    known, names = known_checks()[exercise], sys._getframe(1).f_globals
    number = known["number"]
    if missing := [name for name in known["needed"] if name not in names]:
        print(
            f"Exercise {number}: the set-up cell was not run, {missing[0]} is not known. Run it "
            "(the second code cell of this notebook), then your cell, then this one."
        )
        return
    code = compile(known["check"], f"<check of exercise {number}>", "exec")
    lost = [name for name in known["names"] if name not in names]
    if not lost:
        try:
            run(code, names, {})
            return
        except AssertionError as problem:
            if not (lost := replaced(data_of(exercise, names), names)):
                raise problem from None
    try:
        run(code, names, deepcopy(data_of(exercise, names)))
    except AssertionError as problem:
        said = f"{problem} ({' and '.join(lost)} came from another cell, so the check made its own."
        said += " Run the data cell of this exercise, and then yours.)"
        raise type(problem)(said) from None


def run(code: CodeType, names: dict[str, Any], own: dict[str, Any]) -> None:
    """Run a check among the names of the notebook and its own, and leave the notebook as it was."""
    before = dict(names)
    names.update(own)
    try:
        exec(code, names)
    finally:
        for name in names.keys() - before.keys():
            del names[name]
        names.update(before)


made: dict[str, dict[str, Any]] = {}  # data of exercises, of which some take seconds


def data_of(exercise: str, names: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an exercise, made among the names of the notebook's set-up."""
    if exercise not in made:
        known, there = known_checks()[exercise], dict(names)
        exec(known["data"], there)
        made[exercise] = {name: there[name] for name in known["names"]}
    return made[exercise]


def replaced(data: dict[str, Any], names: dict[str, Any]) -> list[str]:
    """Return the names of the data that have other values in the notebook."""
    compared = (name for name, value in data.items() if isinstance(value, COMPARED))
    return [name for name in compared if pickle.dumps(data[name]) != pickle.dumps(names[name])]
