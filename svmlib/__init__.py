"""Support vector machines as one reads them: the helper package of the book.

Each module is one subject, in the order of the lectures; each function is the equation it
implements. The estimators are loaded on first use, because scikit-learn takes longer to
import than all the rest together.
"""

from importlib import import_module

__version__ = "0.1.0"

_ESTIMATORS = ("HardMarginSVM", "KernelSVM", "LinearSVM", "MulticlassSVM", "NotSeparableError")

__all__ = ["__version__", *_ESTIMATORS]


def __getattr__(name):
    """Load an estimator when it is first asked for (PEP 562)."""
    if name in _ESTIMATORS:
        return getattr(import_module("svmlib.estimators"), name)
    raise AttributeError(f"module 'svmlib' has no attribute {name!r}")


def __dir__():
    return sorted([*globals(), *_ESTIMATORS])
