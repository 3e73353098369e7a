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


KERNELS = [
    *(kernel_of(cls) for cls in public_classes() if issubclass(cls, Kernel) and cls is not Kernel),
    (0.5 * RBF(0.7) + Linear(np.diag([1.0, 2.0])) ** 2) * np.exp(RBF(2.0)),
]
SCHEDULES = descent.constant(0.3), descent.inverse(0.1), descent.inverse_sqrt(2)
RULES = descent.small_step(1e-2), descent.small_decrease(1e-3), descent.small_gap(0.2)
TOOLS = [  # with what they do
    *((loss, lambda loss: loss.derivative(X)) for loss in losses.LOSSES.values()),
    *((kernel, lambda kernel: kernel(X)) for kernel in KERNELS),
    *((schedule, lambda schedule: [schedule(t) for t in range(1, 20)]) for schedule in SCHEDULES),
    *((rule, lambda rule: descent.subgradient_descent(X, y, 0.1, until=rule)) for rule in RULES),
]
RESULTS = {
    "Ascent": lambda: dual.coordinate_ascent(X, y, 1.0, epochs=5),
    "Descent": lambda: descent.subgradient_descent(X, y, 0.1, max_iter=20, keep_path=True),
    "Grid": lambda: selection.grid(X, y, [1.0, 10.0], [0.5, 1.0], cv=3),
    "LeaveOneOut": lambda: selection.leave_one_out(RBF(1.0)(X), y, 1.0),
    "Nested": lambda: selection.nested(X, y, [1.0], [0.5, 1.0], outer=3, inner=2),
    "Path": lambda: selection.path(RBF(1.0)(X), y, [0.5, 1.0]),
    "Perceptron": lambda: geometry.perceptron(X, y, max_updates=20),
    "Platt": lambda: calibration.platt(X[:, 0], y),
    "Progress": progress,
    "ReliabilityCurve": lambda: calibration.reliability(rng.random(30), y),
    "Solution": lambda: engine.solve(RBF(1.0), X, y, 1.0),
}


@pytest.mark.parametrize(("tool", "do"), TOOLS, ids=lambda thing: getattr(thing, "name", None))
def test_a_copied_tool_does_the_same(tool, do):
    again = copy(tool)
    assert (again is tool) == (tool in losses.LOSSES.values())
    assert equal(do(again), do(tool))
    if isinstance(tool, Kernel):
        assert again == tool


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_a_copied_result_holds_the_same(result):
    result = result()
    again = copy(result)
    assert again is not result and equal(again, result)
    if isinstance(result, descent.Progress):
        assert copy(again).gap == result.gap > 0


def test_every_kind_of_result_is_tried():
    kinds = {cls.__name__ for cls in public_classes() if dataclasses.is_dataclass(cls)}
    assert kinds - {"Loss", "DualProblem", "Certified"} == set(RESULTS)


def test_errors():
    with pytest.raises(NotSeparableError) as caught:
        HardMarginSVM().fit(X, rng.permutation(y))
    again = copy(caught.value)
    assert str(again) == str(caught.value)
    assert equal(vars(again), vars(caught.value))
    assert str(copy(KernelOverflowError("too large"))) == "too large"
