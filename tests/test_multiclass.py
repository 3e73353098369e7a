"""MulticlassSVM: the split kinds against binary machines, the joint ones against each other."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from svmlib import KernelSVM, LinearSVM, MulticlassSVM
from svmlib.estimators.multiclass import KINDS, SPLIT_KINDS
from svmlib.kernels import RBF
from svmlib.solvers import joint
from tests.test_estimators import common_letters

IRIS, WINE, CANCER = (load(return_X_y=True) for load in (load_iris, load_wine, load_breast_cancer))


def blobs(corners, noise):
    y = np.repeat(np.arange(3), 9)
    return corners * np.eye(3, 2, -1)[y] + noise * np.random.default_rng(0).normal(size=(27, 2)), y


def standardised(X, y):
    return StandardScaler().fit_transform(X), y


def changed(X, y, factor, shift=0.0):
    return X * factor + shift, y


# gaps with what rounding may hide, and values of Clarabel where it converges to eight digits
ROUGH = {
    "next to no regulariser": (IRIS, 1e-5, 1e-9, 4.1464123e-2),
    "even less": (IRIS, 1e-8, 1e-9, 3.7342421e-2),
    "standardised": (standardised(*IRIS), 1e-8, 1e-9, None),
    # separable: reg ‖W‖² of the hard margin is all there is, so the objective is linear in reg
    "separable": (standardised(*WINE), 1e-6, 1e-8, 5.3350175892e-6),
    "separable, with less": (standardised(*WINE), 1e-8, 1e-7, 5.3350175892e-8),
    "raw features": (CANCER, 0.1, 1e-9, 0.14703646853),
    "raw and separable": (WINE, 1e-7, 1e-8, None),
    "units that differ": (changed(*IRIS, [1e6, 1, 1e-3, 1]), 1e-5, 1e-6, None),
    "far from 0": (changed(*IRIS, 1.0, 1e6), 1e-5, 1e-6, None),
    "blobs apart": (blobs(30.0, 0.1), 1e-5, 1e-9, None),
    "blobs that overlap": (blobs(1.0, 1.0), 1e-8, 1e-9, None),
}
X, y = IRIS


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("data", "reg", "gap", "value"), ROUGH.values(), ids=ROUGH)
@pytest.mark.parametrize("kind", joint.KINDS)
def test_rough_data_are_solved_without_a_warning(kind, data, reg, gap, value):
    model = MulticlassSVM(kind=kind, reg=reg).fit(*data)
    assert model.gap_ < gap and model.converged_
    if value:
        assert model.objective_ == pytest.approx(value, rel=1e-7)


@pytest.mark.parametrize("kind", joint.KINDS)
def test_any_multipliers_are_made_feasible(kind):
    X, y = blobs(1.0, 1.0)
    weight = np.linspace(0.5, 1.5, 27) / 27
    problem = joint._Problem(X, y, 3, kind, 0.1, 1.0, weight)
    for scale in (0.1, 10.0):
        alpha = problem.feasible(scale * weight[:, None] * np.random.default_rng(0).random((27, 3)))
        others = alpha[~problem.own].reshape(27, 2)
        assert (alpha >= 0.0).all() and (others <= weight[:, None]).all()
        rest = 0.0 if problem.boxed else weight - others.sum(axis=1)
        np.testing.assert_allclose(alpha[problem.own], rest, atol=1e-16)


@pytest.mark.parametrize("kind", joint.KINDS)
def test_an_unsolved_problem_says_so(kind):
    X, y = IRIS
    # what tells the flowers apart is in the last four digits of 1e12 + x
    with pytest.warns(ConvergenceWarning, match=r"gap \d.*e-0\d; scale the features or raise reg"):
        model = MulticlassSVM(kind=kind).fit(X + 1e12, y)
    assert model.gap_ > 1e-6 and not model.converged_
    for unit, reg in ((1e200, 1e-3), (1e-130, 1e-250)):
        with pytest.warns(ConvergenceWarning, match="scale the features"):
            model = MulticlassSVM(kind=kind, reg=reg).fit(X * unit, y)
        assert np.isfinite(model.W_).all() and not model.converged_
        assert np.isfinite(model.objective_) and model.gap_ > 1e-6


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
    expected = f
    if kind == "one-vs-one":
        in_favour = np.array([[-1, 1, 0], [-1, 0, 1], [0, -1, 1]])  # of a class, of each pair
        margins = f @ in_favour
        # what breaks ties is less than a third of a vote
        expected = (f[:, :, None] * in_favour > 0).sum(axis=1) + margins / (3 + 3 * abs(margins))
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


@pytest.mark.parametrize(
    ("settings", "cure"),
    [
        *((dict(kind=kind, C=C), "set reg") for kind in joint.KINDS for C in (10.0, "a")),
        (dict(kind="weston-watkins", kernel=RBF(1.0)), "it is linear"),
        (dict(kind="crammer-singer", kernel="precomputed"), "use kind='one-vs-rest' or"),
        (dict(kind="weston-watkins", kernel=common_letters), "it is linear"),
        (dict(kind="crammer-singer", tol=1e-3), "leave tol out"),
        (dict(kind="weston-watkins", max_iter=1), "leave max_iter out"),
        *((dict(kind=kind, delta=2), "asks for 1") for kind in SPLIT_KINDS),
        *((dict(kind=kind, reg=0.1), "set C") for kind in SPLIT_KINDS),
    ],
)
def test_a_parameter_that_the_kind_ignores_is_refused(settings, cure):
    name = list(settings)[-1]
    with pytest.raises(
        ValueError, match=f"^kind='{settings['kind']}' does not use {name}, .*{cure}"
    ):
        MulticlassSVM(**settings).fit(X, y)


def test_defaults_may_be_spelled_out_for_every_kind():
    for kind in KINDS:
        given = dict(reg=0.001, delta=1, C=np.float64(1), kernel=None, tol=1e-6, max_iter=1000)
        MulticlassSVM(kind=kind, **given).fit(X, y)
