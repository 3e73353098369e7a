"""The joint machines against a general solver, and where rounding used to win."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from svmlib import MulticlassSVM
from svmlib.solvers import joint

KINDS = pytest.mark.parametrize("kind", joint.KINDS)
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


@pytest.mark.parametrize(("data", "reg", "gap", "value"), ROUGH.values(), ids=ROUGH)
@KINDS
def test_rough_data_are_solved_without_a_warning(kind, data, reg, gap, value):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = MulticlassSVM(kind=kind, reg=reg).fit(*data)
    assert model.gap_ < gap and model.converged_
    if value:
        assert model.objective_ == pytest.approx(value, rel=1e-7)


@KINDS
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


@KINDS
def test_an_unsolved_problem_says_so(kind):
    X, y = load_iris(return_X_y=True)
    # what tells the flowers apart is in the last four digits of 1e12 + x
    with pytest.warns(ConvergenceWarning, match=r"gap \d.*e-0\d; scale the features or raise reg"):
        model = MulticlassSVM(kind=kind).fit(X + 1e12, y)
    assert model.gap_ > 1e-6 and not model.converged_
    for unit, reg in ((1e200, 1e-3), (1e-130, 1e-250)):
        with pytest.warns(ConvergenceWarning, match="scale the features"):
            model = MulticlassSVM(kind=kind, reg=reg).fit(X * unit, y)
        assert np.isfinite(model.W_).all() and not model.converged_
        assert np.isfinite(model.objective_) and model.gap_ > 1e-6
