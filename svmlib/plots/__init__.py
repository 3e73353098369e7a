"""Every picture of the book, in one look.

`plots.use_style()` once, then functions that take data or a fitted model, draw, and return the
axes: those of a new figure, or the `ax` they were given where they take one. The building blocks
are in `scenes`, colours and fonts in `style`; each lecture adds a module of its own pictures. All
of it is loaded on first use, so that importing svmlib does not import matplotlib; ``__init__.pyi``
says what is where, to this module and to editors.
"""

import ast
from importlib import import_module
from pathlib import Path

_STUB = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf8"))
_HOME = {name.name: part.module for part in _STUB.body[1:] for name in part.names}
_MODULES = {home.rpartition(".")[2] for home in _HOME.values() if home != __name__}

__all__ = sorted(_HOME)


def __getattr__(name):
    """Load a module or one of its pictures when it is first asked for (PEP 562)."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_HOME, *_MODULES})
