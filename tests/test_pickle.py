"""What svmlib hands out survives pickle: for joblib, for results kept on disk.

Machines are copied by scikit-learn's checks; deepcopy takes the way of pickle.
"""

import dataclasses
import inspect
import pickle
import re
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import pytest

import svmlib
from svmlib import (
    HardMarginSVM,
    NotSeparableError,
    calibration,
    descent,
    dual,
    engine,
    geometry,
    losses,
    selection,
)
from svmlib.kernels import RBF, Kernel, KernelOverflowError, Linear
from svmlib.solvers import certificate

rng = np.random.default_rng(0)
y = np.where(np.arange(30) < 15, 1.0, -1.0)
X = rng.normal(size=(30, 2)) + y[:, None]


def copy(thing):
    return pickle.loads(pickle.dumps(thing))


def public_classes():
    """All classes of the modules of svmlib that compute."""
    for found in walk_packages(svmlib.__path__, "svmlib."):
        parts = found.name.split(".")
        if {"plots", "widgets"} & set(parts) or parts[-1].startswith("_"):
            continue
        for name, thing in vars(import_module(found.name)).items():
            here = getattr(thing, "__module__", None) == found.name
            if inspect.isclass(thing) and here and not name.startswith("_"):
                yield thing


def equal(one, other):
    """Whether two results hold the same numbers, however deep: to the last digit, none left out."""
    with np.printoptions(threshold=10**6, floatmode="unique"):
        ours, theirs = (re.sub(r" at 0x\w+", "", repr(thing)) for thing in (one, other))
    return ours == theirs


def kernel_of(cls):
    """Parameters without a default are kernels, but for columns."""
    parameters = inspect.signature(cls).parameters.values()
    needed = [p.name for p in parameters if p.default is p.empty]
    return cls(*([1, 0] if name == "columns" else RBF(0.7) for name in needed))


def progress():
    kept = []
    descent.subgradient_descent(X, y, 0.1, until=lambda now: bool(kept.append(now)), max_iter=20)
    return kept[10]


TOOLS = [
    *losses.LOSSES.values(),
    *(kernel_of(cls) for cls in public_classes() if issubclass(cls, Kernel) and cls is not Kernel),
    (0.5 * RBF(0.7) + Linear(np.diag([1.0, 2.0])) ** 2) * np.exp(RBF(2.0)),
    *(descent.constant(0.3), descent.inverse(0.1), descent.inverse_sqrt(2)),
    *(descent.small_step(1e-2), descent.small_decrease(1e-3), descent.small_gap(0.2)),
]
RESULTS = [
    calibration.platt(X[:, 0], y),
    calibration.reliability(rng.random(30), y),
    descent.subgradient_descent(X, y, 0.1, max_iter=20, keep_path=True),
    dual.coordinate_ascent(X, y, 1.0, epochs=5),
    engine.solve(RBF(1.0), X, y, 1.0),
    geometry.perceptron(X, y, max_updates=20),
    progress(),
    selection.grid(X, y, [1.0, 10.0], [0.5, 1.0], cv=3),
    selection.leave_one_out(RBF(1.0)(X), y, 1.0),
    selection.nested(X, y, [1.0], [0.5, 1.0], outer=3, inner=2),
    selection.path(RBF(1.0)(X), y, [0.5, 1.0]),
]


@pytest.mark.parametrize("thing", [*TOOLS, *RESULTS], ids=lambda thing: type(thing).__name__)
def test_a_copy_holds_the_same(thing):
    again = copy(thing)
    assert equal(again, thing)
    assert (again is thing) == isinstance(thing, losses.Loss)
    if isinstance(thing, descent.Progress):
        assert again.gap == thing.gap > 0


def test_every_kind_of_result_is_tried():
    kinds = {cls for cls in public_classes() if dataclasses.is_dataclass(cls)}
    left_out = {losses.Loss, certificate.DualProblem, certificate.Certified}
    assert kinds - left_out == {type(result) for result in RESULTS}


def test_errors():
    with pytest.raises(NotSeparableError) as caught:
        HardMarginSVM().fit(X, rng.permutation(y))
    again = copy(caught.value)
    assert str(again) == str(caught.value)
    assert equal(vars(again), vars(caught.value))
    assert str(copy(KernelOverflowError("too large"))) == "too large"
