"""Every picture of the book, in one look.

`plots.use_style()` once, then functions that take data or a fitted model and ``ax=None``, draw,
and return the axes. The building blocks are in `scenes`, colours and fonts in `style`; each
lecture adds a module of its own pictures. All of it is loaded on first use, so that importing
svmlib does not import matplotlib.
"""

from importlib import import_module

_BASE = {
    "use_style": "style",
    "panels": "style",
    "direct_label": "style",
    "points": "scenes",
    "line": "scenes",
    "street": "scenes",
    "boundary": "scenes",
    "slack_bars": "scenes",
    "support_vectors": "scenes",
    "label_axes": "scenes",
    "frame": "scenes",
    "figure_fingerprint": "fingerprint",
}
_LECTURES = (
    "margins",
    "perceptron",
    "maximum_margin",
    "soft",
    "hinge",
    "descent",
    "duality",
    "ascent",
    "kernel",
    "selection",
    "multiclass",
    "probabilities",
)
_MODULES = ("style", "scenes", "fingerprint", *_LECTURES)

__all__ = sorted(_BASE)


def __getattr__(name):
    """Load a module or one of its public names when it is first asked for (PEP 562)."""
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    if name in _BASE:
        return getattr(import_module(f"{__name__}.{_BASE[name]}"), name)
    if not name.startswith("_"):
        for lecture in _lecture_modules():
            if name in lecture.__all__:
                return getattr(lecture, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _lecture_modules():
    """The modules of the lectures; each lists in `__all__` what it shares."""
    from importlib.util import find_spec

    for name in _LECTURES:
        if find_spec(f"{__name__}.{name}") is not None:
            yield import_module(f"{__name__}.{name}")


def __dir__():
    return sorted([*globals(), *_BASE, *_MODULES])
