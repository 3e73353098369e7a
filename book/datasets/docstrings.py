"""Writes `svmlib/data/docstrings.csv.gz`, which `datasets.docstrings` reads, from NumPy and pandas.

``python -m book.datasets.docstrings``; what is stored came from NumPy 2.4.6 and pandas 3.1.1. Of
every public function and method of the modules and classes in `DOCUMENTED`, in their order and
sorted by name, with a docstring of eight words or more: the name, the prose before the first
section and the first two lines of examples. Of equal texts only the first is kept.
"""

import gzip
import inspect
import re

import numpy as np
import pandas as pd

from svmlib import datasets

DOCUMENTED = {
    np: ("", "linalg", "fft", "ma", "random", "polynomial.polynomial", "strings", "char"),
    pd: (
        "",
        "DataFrame",
        "Series",
        "Index",
        "DatetimeIndex",
        "MultiIndex",
        "Timestamp",
        "Timedelta",
        "Categorical",
        "api.typing.DataFrameGroupBy",
        "api.typing.SeriesGroupBy",
        "api.typing.Rolling",
        "api.typing.Resampler",
    ),
}
EXAMPLE = re.compile(r"^ *>>> .*$", re.MULTILINE)


def documented(package, place):
    """(name, docstring) of the public functions at a place such as "linalg", sorted by name."""
    owner = package
    for part in filter(None, place.split(".")):
        owner = getattr(owner, part, None)
    for name in sorted({*(getattr(owner, "__all__", None) or dir(owner))}):
        thing = None if name.startswith("_") else getattr(owner, name, None)
        # tables of numpy's machine types differ from platform to platform, functions do not
        if callable(thing) and not inspect.isclass(thing) and not isinstance(thing, np.ufunc):
            text = getattr(thing, "__doc__", None)
            if text and name != "test":
                yield name, inspect.cleandoc(text)


def shortened(text):
    """The signature, if there is one, the prose, and the first two lines of examples."""
    signature = datasets.SIGNATURE.match(text)
    section = datasets.SECTION.search(text, signature.end() if signature else 0)
    end = section.start() if section else len(text)
    lines = EXAMPLE.findall(text[end:])[:2]
    return "\n".join([text[:end].rstrip(), *(["\nExamples\n--------", *lines] if lines else [])])


def table():
    """All functions: their names, their shortened docstrings, and +1 for NumPy."""
    rows = [
        (name, shortened(text), 1 if package is np else -1)
        for package, places in DOCUMENTED.items()
        for place in places
        for name, text in documented(package, place)
        if len(re.findall(r"[a-z]{2,}", datasets._opening(text).lower())) >= 8
    ]
    return pd.DataFrame(rows, columns=["name", "text", "y"]).drop_duplicates("text")


if __name__ == "__main__":
    written = table().to_csv(index=False, lineterminator="\n").encode()
    datasets.DOCSTRINGS.write_bytes(gzip.compress(written, 9, mtime=0))
