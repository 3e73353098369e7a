"""Checks the answers to the exercises of lectures 1 to 15, for the notebooks of students.

The checks are made from the lectures when the book is built. They are in the wheel of svmlib that
is beside the notebooks. A working copy of svmlib has no checks and takes them from that wheel.
"""

import json
import pickle
import sys
import zipfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["check"]

FILE = "data/exercises.json"
FOLDERS = (".", "..", "../..")  # where the wheel is, seen from a notebook
DATA = np.ndarray | int | float | str | list | tuple | dict


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
    lost = [name for name in known["names"] if name not in names]
    if not lost:
        try:
            run(names, number, known["check"])
            return
        except AssertionError as problem:
            if not (lost := replaced(exercise, names)):
                raise problem from None
    try:
        run(names, number, known["data"], known["check"])
    except AssertionError as problem:
        said = f"{problem} ({' and '.join(lost)} came from another cell, so the check made its own."
        said += " Run the data cell of this exercise, and then yours.)"
        raise type(problem)(said) from None


def run(names: dict[str, Any], number: str, *codes: str) -> None:
    """Run codes among the names of the notebook, and leave these as they were."""
    before = dict(names)
    try:
        for code in codes:
            exec(compile(code, f"<check of exercise {number}>", "exec"), names)
    finally:
        for name in names.keys() - before.keys():
            del names[name]
        names.update(before)


made: dict[str, dict[str, bytes]] = {}  # the data of exercises; some take seconds to make


def replaced(exercise: str, names: dict[str, Any]) -> list[str]:
    """Which data of an exercise have other values in the notebook."""
    if exercise not in made:
        known, there = known_checks()[exercise], dict(names)
        exec(known["data"], there)
        data = {name: there[name] for name in known["names"]}
        made[exercise] = {k: packed(v) for k, v in data.items() if isinstance(v, DATA)}
    return [name for name, value in made[exercise].items() if packed(names[name]) != value]


def packed(value: Any) -> bytes:
    """A value as bytes that differ where values do, or nothing where that cannot be."""
    try:
        return pickle.dumps(value)
    except Exception:  # a list of functions, for example
        return b""
