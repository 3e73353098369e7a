"""The joint machines on the problems where rounding used to win: tiny reg, raw features."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from svmlib import MulticlassSVM
from svmlib.solvers import joint

KINDS = pytest.mark.parametrize("kind", joint.KINDS)


def fit(X, y, **settings):
    """A fit that may not warn."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return MulticlassSVM(**settings).fit(X, y)


def standardised(load):
    X, y = load(return_X_y=True)
    return StandardScaler().fit_transform(X), y


# values of Clarabel, a general interior-point solver, where it converges to eight digits
@pytest.mark.parametrize("reg, value", [(1e-5, 4.1464123e-2), (1e-7, None), (1e-8, 3.7342421e-2)])
@KINDS
def test_iris_with_next_to_no_regulariser(kind, reg, value):
    model = fit(*load_iris(return_X_y=True), kind=kind, reg=reg)
    assert model.gap_ < 1e-9 and model.converged_
    if value:
        assert model.objective_ == pytest.approx(value, rel=1e-7)


@pytest.mark.parametrize("reg", [1e-6, 1e-8])
@KINDS
def test_standardised_data_with_next_to_no_regulariser(kind, reg):
    assert fit(*standardised(load_iris), kind=kind, reg=reg).gap_ < 1e-9
    # separable: reg ‖W‖² of the hard margin is all there is, so the objective is linear in reg
    model = fit(*standardised(load_wine), kind=kind, reg=reg)
    assert model.gap_ < 1e-8
    assert model.objective_ / reg == pytest.approx(5.3350175892, rel=1e-8)


@KINDS
def test_raw_features_of_very_different_sizes(kind):
    X, y = load_breast_cancer(return_X_y=True)
    model = fit(X, y, kind=kind, reg=0.1)
    assert model.gap_ < 1e-9
    assert model.objective_ == pytest.approx(0.14703646853, rel=1e-8)
    X, y = load_wine(return_X_y=True)
    for reg in (1e-5, 1e-7):
        assert fit(X, y, kind=kind, reg=reg).gap_ < 1e-9
    X, y = load_iris(return_X_y=True)
    for moved in (X * [1e6, 1, 1e-3, 1], X * 1e6, X + 1e6):
        assert fit(moved, y, kind=kind, reg=1e-5).gap_ < 1e-6


@KINDS
def test_blobs_apart_and_overlapping(kind):
    rng = np.random.default_rng(0)
    y, noise = np.repeat(np.arange(3), 9), rng.normal(size=(27, 2))
    corners = np.array([[0, 0], [1, 0], [0, 1]])
    assert fit(30 * corners[y] + 0.1 * noise, y, kind=kind, reg=1e-5).gap_ < 1e-9
    assert fit(corners[y] + noise, y, kind=kind, reg=1e-8).gap_ < 1e-9


@KINDS
def test_the_certificate_is_a_true_one(kind):
    X, y = load_iris(return_X_y=True)
    X1, reg = np.column_stack([X, np.ones(150)]), 1e-7
    W, alpha, primal, dual, _ = joint.solve(X1, y, 3, kind=kind, reg=reg)
    own = np.eye(3, dtype=bool)[y]
    assert (alpha >= 0).all() and (alpha <= 1 / 150 * (1 + 1e-15)).all()
    if kind == "crammer-singer":
        np.testing.assert_allclose(alpha.sum(axis=1), 1 / 150, rtol=1e-14)
    others = np.where(own, 0.0, alpha)
    pulled = (own * others.sum(axis=1, keepdims=True) - others).T @ X1
    assert dual == pytest.approx(others.sum() - (pulled**2).sum() / (4 * reg), rel=1e-12)
    assert primal == pytest.approx(joint.objective(W, X1, y, kind=kind, reg=reg), rel=1e-13)
    np.testing.assert_allclose(pulled / (2 * reg), W, atol=1e-4 * np.abs(W).max())


@KINDS
def test_an_unsolved_problem_says_so(kind):
    X, y = load_iris(return_X_y=True)
    # what tells the flowers apart is in the last four digits of 1e12 + x
    with pytest.warns(ConvergenceWarning, match=r"gap \d.*e-0\d; scale the features or raise reg"):
        model = MulticlassSVM(kind=kind).fit(X + 1e12, y)
    assert model.gap_ > 1e-6 and not model.converged_
    with pytest.warns(ConvergenceWarning, match="scale the features"):
        model = MulticlassSVM(kind=kind).fit(X * 1e200, y)
    assert np.isfinite(model.W_).all() and not model.converged_


def test_the_split_kinds_tell_whether_they_converged():
    X, y = load_iris(return_X_y=True)
    assert MulticlassSVM(kind="one-vs-rest").fit(X, y).converged_
