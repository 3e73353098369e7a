"""Support vector machines to read and to run: the helper package of the book.

The lectures import from the top level, which has one module or folder per subject, in their order:
datasets, geometry, losses, objectives, descent, dual, kernels, estimators, selection, calibration,
conformal, blocks. Besides, plots draws, widgets has the live figures, and exercises checks answers.
Each function is the equation it implements. The fast solvers are in the folder solvers, behind the
single door `svmlib.engine`.

The estimators are loaded on first use, because scikit-learn takes longer to import than all the
rest together.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for editors
    from svmlib.estimators import (
        EpsilonSVR,
        HardMarginSVM,
        KernelSVM,
        LinearSVM,
        MulticlassSVM,
        NotSeparableError,
        Nystrom,
        OneClassSVM,
    )

__version__ = "0.1.0"

__all__ = [
    "EpsilonSVR",
    "HardMarginSVM",
    "KernelSVM",
    "LinearSVM",
    "MulticlassSVM",
    "NotSeparableError",
    "Nystrom",
    "OneClassSVM",
    "__version__",
]


def __getattr__(name):
    """Load an estimator when it is first asked for (PEP 562)."""
    if name in __all__:
        return getattr(import_module("svmlib.estimators"), name)
    raise AttributeError(f"module 'svmlib' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "import_module"})
