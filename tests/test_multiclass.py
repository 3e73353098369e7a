"""MulticlassSVM: the split kinds against binary machines, the joint ones against each other."""

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning

from svmlib import KernelSVM, LinearSVM, MulticlassSVM
from svmlib.estimators.multiclass import KINDS, SPLIT_KINDS
from svmlib.kernels import RBF
from svmlib.solvers.joint import KINDS as JOINT_KINDS
from tests.test_estimators import common_letters
from tests.test_selection import BACKENDS, Copying

X, y = load_iris(return_X_y=True)


# ------------------------------------------------------------------------------------- joint


def test_delta_and_the_regulariser_are_redundant():
    one = MulticlassSVM(reg=1e-2, delta=1.0).fit(X, y)
    two = MulticlassSVM(reg=1e-5, delta=1e3).fit(X, y)
    np.testing.assert_allclose(two.W_, 1e3 * one.W_, rtol=1e-6, atol=1e-5)
    assert two.objective_ == pytest.approx(1e3 * one.objective_, rel=1e-9)


# ------------------------------------------------------------------------------------- split


@pytest.mark.parametrize("kernel", [None, RBF(1.0)])
@pytest.mark.parametrize("kind", SPLIT_KINDS)
def test_the_split_kinds_are_their_binary_machines(kind, kernel):
    names = np.array(["setosa", "versicolor", "virginica"])
    machine = MulticlassSVM(kind=kind, C=3.0, kernel=kernel).fit(X, names[y])
    binary = LinearSVM(C=3.0) if kernel is None else KernelSVM(C=3.0, kernel=kernel)
    others = [(0, 1), (0, 2), (1, 2)] if kind == "one-vs-one" else [(0, 1, 2)] * 3
    winners = [1, 2, 2] if kind == "one-vs-one" else [0, 1, 2]
    alone = []
    for classes, winner in zip(others, winners, strict=True):
        part = np.isin(y, classes)
        alone.append(clone(binary).fit(X[part], y[part] == winner))
    f = np.column_stack([one.decision_function(X) for one in alone])
    if kind == "one-vs-one":
        in_favour = np.array([[-1, 1, 0], [-1, 0, 1], [0, -1, 1]])  # of a class, of each pair
        margins = f @ in_favour
        # what breaks ties is less than a third of a vote
        expected = (f[:, :, None] * in_favour > 0).sum(axis=1) + margins / (3 + 3 * abs(margins))
    else:
        expected = f
    scores = machine.decision_function(X)
    np.testing.assert_allclose(scores, expected, atol=1e-9)
    np.testing.assert_array_equal(machine.predict(X), names[expected.argmax(axis=1)])
    assert machine.objective_ == pytest.approx(sum(one.primal_ for one in alone))
    assert machine.gap_ == max(one.gap_ for one in alone) and machine.converged_
    assert machine.n_iter_ == max(one.n_iter_ for one in alone)
    if kernel is None:
        X1 = np.column_stack([X, np.ones(150)])
        np.testing.assert_allclose(X1 @ machine.W_.T, f, atol=1e-9)


def test_a_tie_of_two_classes_is_a_vote_for_the_first():
    X, middle = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 5.0]]), [[0.0, -1.0]]
    machine = MulticlassSVM(kind="one-vs-one", C=10.0).fit(X, [0, 1, 2])
    assert machine.machines_[0].decision_function(middle)[0] == 0.0
    assert machine.machines_[0].predict(middle).tolist() == [False]
    assert machine.decision_function(middle).round().tolist() == [[2.0, 1.0, 0.0]]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("kind", SPLIT_KINDS)
def test_processes_change_no_binary_machine(kind, backend):
    words, of = ["ab", "abc", "ac", "xy", "xyz", "xz", "ru", "rut", "ut"], np.repeat([0, 1, 2], 3)
    for kernel, inputs, labels in (
        (RBF(1.0), X, y),
        ("precomputed", RBF(1.0)(X), y),
        (common_letters, words, of),
    ):
        alone = MulticlassSVM(kind=kind, kernel=kernel).fit(inputs, labels)
        Copying.tasks = 0
        with parallel_config(backend, n_jobs=2, max_nbytes=100):
            shared = MulticlassSVM(kind=kind, kernel=kernel).fit(inputs, labels)
        assert Copying.tasks or not isinstance(backend, Copying)
        f = alone.decision_function(inputs)
        np.testing.assert_array_equal(shared.decision_function(inputs), f)
        assert (shared.objective_, shared.gap_) == (alone.objective_, alone.gap_)


def test_the_warning_of_a_binary_machine_points_at_the_line_of_the_caller():
    with pytest.warns(ConvergenceWarning) as caught:
        machine = MulticlassSVM(kind="one-vs-one", kernel=RBF(1.0), C=100.0, max_iter=1).fit(X, y)
    assert {warning.filename for warning in caught} == {__file__} and not machine.converged_


# --------------------------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("settings", "cure"),
    [
        *((dict(kind=kind, C=C), "set reg") for kind in JOINT_KINDS for C in (10.0, "a")),
        (dict(kernel=RBF(1.0)), "it is linear"),
        (dict(kernel="precomputed"), "use kind='one-vs-rest' or 'one-vs-one'"),
        (dict(kernel=common_letters), "it is linear"),
        (dict(tol=1e-3), "leave tol out"),
        (dict(max_iter=1), "leave max_iter out"),
        *((dict(kind=kind, delta=2), "asks for 1") for kind in SPLIT_KINDS),
        *((dict(kind=kind, reg=0.1), "set C") for kind in SPLIT_KINDS),
    ],
)
def test_a_parameter_that_the_kind_ignores_is_refused(settings, cure):
    name = list(settings)[-1]
    kind = settings.get("kind", "weston-watkins")
    with pytest.raises(ValueError, match=f"^kind='{kind}' does not use {name}, .*{cure}"):
        MulticlassSVM(**settings).fit(X, y)


def test_defaults_may_be_spelled_out_for_every_kind():
    for kind in KINDS:
        given = dict(reg=0.001, delta=1, C=np.float64(1), kernel=None, tol=1e-6, max_iter=1000)
        MulticlassSVM(kind=kind, **given).fit(X, y)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        (dict(kind="ovo"), ValueError, "weston-watkins, crammer-singer, one-vs-rest"),
        (dict(reg=0.0), ValueError, "reg must be positive"),
        (dict(reg="a"), TypeError, "reg must be a number, but is 'a'$"),
        (dict(kind="one-vs-one", C=-5), ValueError, "C must be positive"),
        (dict(n_jobs=0), ValueError, "n_jobs must be a whole number but not 0"),
        (dict(class_weight={0: -1}), ValueError, "class_weight must hold positive numbers"),
    ],
)
def test_wrong_settings_are_named(settings, error, message):
    with pytest.raises(error, match=message):
        MulticlassSVM(**settings).fit(X, y)


def test_every_class_needs_a_point_of_positive_weight():
    with pytest.raises(ValueError, match="needs a point of positive weight; 2 has none"):
        MulticlassSVM().fit(X, y, sample_weight=(y < 2).astype(float))
