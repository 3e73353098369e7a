"""What svmlib hands out survives pickle and deepcopy: for joblib, for results kept on disk."""

import dataclasses
import inspect
import pickle
from copy import deepcopy
from importlib import import_module
from pkgutil import walk_packages

import numpy as np
import pytest

import svmlib
from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    NotSeparableError,
    OneClassSVM,
    calibration,
    descent,
    dual,
    engine,
    geometry,
    losses,
    selection,
)
from svmlib.kernels import RBF, Kernel, KernelOverflowError, Linear
from svmlib.solvers import blocks, leave_one_out, paths

rng = np.random.default_rng(0)
y = np.where(np.arange(30) < 15, 1.0, -1.0)
X = rng.normal(size=(30, 2)) + y[:, None]
APART = X + 3.0 * y[:, None]
COPIES = {"deepcopy": deepcopy, "pickle": lambda thing: pickle.loads(pickle.dumps(thing))}


def public_modules():
    """All modules of svmlib that compute."""
    for module in walk_packages(svmlib.__path__, "svmlib."):
        parts = module.name.split(".")
        if not {"plots", "widgets"} & set(parts) and not parts[-1].startswith("_"):
            yield import_module(module.name)


def public_classes():
    for module in public_modules():
        for name, thing in vars(module).items():
            here = getattr(thing, "__module__", None) == module.__name__
            if inspect.isclass(thing) and here and not name.startswith("_"):
                yield thing


def equal(one, other):
    """Whether two results hold the same numbers, however deep."""
    if dataclasses.is_dataclass(one):
        one, other = vars(one), vars(other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, float | int | np.ndarray):
        return np.array_equal(one, other, equal_nan=True)
    if hasattr(one, "__dict__"):
        return type(one) is type(other) and equal(vars(one), vars(other))
    return one == other


every_way = pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)


@every_way
@pytest.mark.parametrize("loss", losses.LOSSES.values(), ids=losses.LOSSES)
def test_losses(loss, copy):
    assert copy(loss) is loss
    m = np.linspace(-2, 2, 9)
    np.testing.assert_array_equal(copy(loss.derivative)(m), loss.derivative(m))


KERNELS = [cls for cls in public_classes() if issubclass(cls, Kernel) and cls is not Kernel]


def make(cls):
    """A kernel; parameters without a default are kernels."""
    required = [
        name
        for name, parameter in inspect.signature(cls).parameters.items()
        if parameter.default is parameter.empty
    ]
    return cls(**{name: RBF(0.7) for name in required})


@every_way
@pytest.mark.parametrize("cls", KERNELS)
def test_kernels(cls, copy):
    kernel = make(cls)
    again = copy(kernel)
    assert again == kernel and again is not kernel
    np.testing.assert_array_equal(again(X), kernel(X))


@every_way
def test_kernels_of_kernels(copy):
    kernel = (0.5 * RBF(0.7) + Linear(np.diag([1.0, 2.0])) ** 2) * np.exp(RBF(2.0))
    again = copy(kernel)
    assert again == kernel
    np.testing.assert_array_equal(again(X), kernel(X))
    with pytest.raises(ValueError, match="factor must be"):
        again.set_params(left__left__factor=-1.0)


@every_way
@pytest.mark.parametrize(
    "schedule", [descent.constant(0.3), descent.inverse(0.1, delay=5), descent.inverse_sqrt(2)]
)
def test_schedules(schedule, copy):
    again = copy(schedule)
    assert [again(t) for t in range(1, 20)] == [schedule(t) for t in range(1, 20)]


@every_way
@pytest.mark.parametrize(
    "rule", [descent.small_step(1e-2), descent.small_decrease(1e-3), descent.small_gap(0.2)]
)
def test_stopping_rules(rule, copy):
    runs = [descent.subgradient_descent(X, y, 0.1, until=u) for u in (rule, copy(rule))]
    assert runs[0].converged and 1 < runs[0].n_iter < 10_000
    assert equal(*runs)


def progress():
    kept = []
    descent.subgradient_descent(X, y, 0.1, until=lambda now: bool(kept.append(now)), max_iter=20)
    return kept[10]


RESULTS = {
    "BlockMachine": lambda: blocks.fit([(X, y)]),
    "Ascent": lambda: dual.coordinate_ascent(X, y, 1.0, epochs=5),
    "Descent": lambda: descent.subgradient_descent(X, y, 0.1, max_iter=20, keep_path=True),
    "Grid": lambda: selection.grid(X, y, [1.0, 10.0], [0.5, 1.0], cv=3),
    "LeaveOneOut": lambda: leave_one_out.leave_one_out(RBF(1.0)(X), y, 1.0),
    "Nested": lambda: selection.nested(X, y, [1.0], [0.5, 1.0], outer=3, inner=2),
    "Path": lambda: paths.path(RBF(1.0)(X), y, [0.5, 1.0]),
    "Perceptron": lambda: geometry.perceptron(X, y, max_updates=20),
    "Platt": lambda: calibration.platt(X[:, 0], y),
    "Progress": progress,
    "Reliability": lambda: calibration.reliability(rng.random(30), y),
    "Solution": lambda: engine.solve(RBF(1.0), X, y, 1.0),
}


@every_way
@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_results(result, copy):
    result = result()
    again = copy(result)
    assert again is not result
    assert equal(again, result)


@every_way
def test_progress_knows_its_gap_after_the_journey(copy):
    now = progress()
    assert copy(now).gap == now.gap > 0


def test_every_kind_of_result_is_tried():
    kinds = {cls.__name__ for cls in public_classes() if dataclasses.is_dataclass(cls)}
    assert kinds - {"Loss", "PrimalProblem", "DualProblem", "Certified"} == set(RESULTS)


@every_way
@pytest.mark.parametrize(
    "machine",
    [
        HardMarginSVM(),
        LinearSVM(C=2.0),
        KernelSVM(kernel=RBF(0.7) + Linear()),
        *(
            MulticlassSVM(kind=kind)
            for kind in ("weston-watkins", "crammer-singer", "one-vs-rest", "one-vs-one")
        ),
        EpsilonSVR(kernel=RBF(0.7)),
        OneClassSVM(kernel=RBF(0.7)),
    ],
    ids=lambda machine: repr(machine),
)
def test_fitted_machines(machine, copy):
    machine.fit(APART, y)
    again = copy(machine)
    if hasattr(machine, "decision_function"):
        np.testing.assert_array_equal(again.decision_function(X), machine.decision_function(X))
    np.testing.assert_array_equal(again.predict(X), machine.predict(X))


@every_way
def test_errors(copy):
    with pytest.raises(NotSeparableError) as caught:
        HardMarginSVM().fit(X, rng.permutation(y))
    again = copy(caught.value)
    assert str(again) == str(caught.value)
    assert equal(vars(again), vars(caught.value))
    assert str(copy(KernelOverflowError("too large"))) == "too large"
