"""The nearest points of two hulls prove themselves: any pair of hull points bounds every margin."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning

from svmlib import HardMarginSVM, NotSeparableError
from svmlib.estimators import binary
from svmlib.solvers.hulls import widest_street


def certified(X, y):
    """Whether line and weights of a fit prove each other, or the refusal proves itself."""
    try:
        model = HardMarginSVM().fit(X, y)
    except NotSeparableError as error:
        p = error.positive_weights @ X[error.positive_indices]
        q = error.negative_weights @ X[error.negative_indices]
        return np.linalg.norm(p - q) < 1e-10
    lower = (y * model.decision_function(X)).min() / np.linalg.norm(model.coef_)
    weights = model.alpha_ / model.alpha_[y > 0].sum()
    return np.linalg.norm((y * weights) @ X) / 2 - lower < 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_degenerate_points_on_a_grid_are_solved_with_a_proof(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        n, d = rng.integers(3, 15), rng.integers(1, 5)
        X = rng.integers(-3, 4, (n, d)).astype(float)
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1.0, -1.0)
        if abs(y.sum()) < n:
            assert certified(X, y)


# -- narrow streets ----------------------------------------------------------------------------
def narrow_streets():
    X, t = load_breast_cancer(return_X_y=True)
    yield X - X.mean(axis=0), t == 1
    X, t = load_iris(return_X_y=True)
    for factors in ([1e6, 1, 1e-3, 1], [1e8, 1, 1e-8, 1]):
        yield (X - X.mean(axis=0)) * factors, t == 0


def test_a_narrow_street_is_exact_though_its_weights_are_rounded():
    for X, positive in narrow_streets():
        P, Q = X[positive], X[~positive]
        u, v, z, meet = widest_street(P, Q)
        assert not meet
        assert (u >= 0).all() and (v >= 0).all()
        # every normal z bounds ‖p - q‖ of all hull points from below by its street
        street = ((P @ z).min() - (Q @ z).max()) / np.linalg.norm(z)
        assert np.linalg.norm(u @ P - v @ Q) == pytest.approx(street, rel=1e-9)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model = HardMarginSVM().fit(X, positive)
        assert model.converged_ and model.primal_ == pytest.approx(model.dual_, rel=1e-9)


def test_a_street_that_is_not_the_widest_says_so(monkeypatch):
    X, t = load_iris(return_X_y=True)

    def askew(P, Q):
        u, v, z, meet = widest_street(P, Q)
        return u, v, z + 0.02, meet

    monkeypatch.setattr(binary, "widest_street", askew)
    with pytest.warns(ConvergenceWarning, match=r"gap \d.*e-0\d; scale the features"):
        model = HardMarginSVM().fit(X, t == 0)
    assert model.gap_ > 1e-6 and not model.converged_


# -- any unit ------------------------------------------------------------------------------------
@pytest.mark.parametrize("unit", [1e-130, 1e-30, 1e30, 1e130])
def test_the_unit_of_the_data_does_not_matter(unit):
    X, t = load_iris(return_X_y=True)
    one, other = HardMarginSVM().fit(X, t == 0), HardMarginSVM().fit(unit * X, t == 0)
    assert other.margin_ == pytest.approx(unit * one.margin_, rel=1e-12)
    assert other.intercept_ == pytest.approx(one.intercept_, rel=1e-9)
    assert other.gap_ < 1e-9 and other.primal_ == pytest.approx(one.primal_ / unit / unit, rel=1e-9)
    assert other.history_[0, 1:].tolist() == [other.dual_, 0.0]
    assert other.dual_ == pytest.approx(other.primal_, rel=1e-9)
    street = widest_street(unit * X[t == 0], unit * X[t != 0])
    assert np.linalg.norm(street.z) == pytest.approx(2.0 * other.margin_, rel=1e-9)
    with pytest.raises(NotSeparableError):
        HardMarginSVM().fit(unit * X, t == 1)


@pytest.mark.parametrize("unit", [1e-160, 1e160])
def test_where_float64_ends_nothing_false_is_claimed(unit):
    X, t = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="range of float64; scale the features") as refused:
        HardMarginSVM().fit(unit * X, t == 0)
    assert not isinstance(refused.value, NotSeparableError)
