"""The names that CPython's and numpy's types and modules have, for the Python of the pages.

A name that a page's Python has not is either a reader's slip or a gap of that Python. Only the real
types know which: `python -m book.python_names` writes their names into a file of the front end.
"""

import builtins
import fractions
import itertools
import math
import platform
from pathlib import Path

import numpy as np

PLACE = Path(__file__).parent / "_static/python/names.js"
TYPES = [
    *(str, list, tuple, dict, set, frozenset, int, float, range, slice, type),
    *(type(_ for _ in ()), BaseException, StopIteration, type({}.keys()), type({}.items())),
    *(NameError, AttributeError, ImportError, SyntaxError, OSError),
    *(fractions.Fraction, np.ndarray, np.generic, np.float64, np.int64, np.dtype, np.ufunc),
]
MODULES = [builtins, math, itertools, fractions, np, np.linalg]
VERSIONS = f"CPython {platform.python_version()[:4]} and numpy {np.__version__[:3]}"
REMOVED = sorted({*np.__expired_attributes__, *np.__former_attrs__})  # told with advice


def names():
    """{type or module: its names, but for those with underscores and those of a type before}."""
    found = {}
    for owner in [*TYPES, *MODULES]:
        name = owner.__name__
        if getattr(owner, "__module__", "") == "numpy":
            name = f"numpy.{name}"
        bases = [base for base in getattr(owner, "__mro__", ())[1:] if base in TYPES]
        known = {one for base in bases for one in dir(base)}
        found[name] = sorted(one for one in {*dir(owner)} - known if not one.startswith("_"))
    found["numpy"] += REMOVED
    return {name: inside for name, inside in found.items() if inside}


def written():
    """The file's text."""
    rows = [f'  "{owner}": "{" ".join(inside)}",' for owner, inside in names().items()]
    return (
        f"/** What the types and modules of {VERSIONS} have: `python -m book.python_names`. */\n"
        "// prettier-ignore\nexport const NAMES = {\n" + "\n".join(rows) + "\n};\n"
    )


if __name__ == "__main__":
    PLACE.write_text(written(), encoding="utf-8")
