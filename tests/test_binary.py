"""The three binary machines: exact results, what their attributes say, what proves them."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, NotSeparableError
from svmlib.datasets import iris_setosa, moons
from svmlib.estimators import binary
from svmlib.kernels import RBF
from svmlib.solvers.hulls import widest_street


@pytest.mark.parametrize("machine", [HardMarginSVM(), LinearSVM(C=25), LinearSVM(C=1e4)], ids=repr)
@pytest.mark.parametrize(
    ("flowers", "coef", "bias", "value", "on_margin"),
    [
        (dict(every=4), [10 / 3, -5], -2, 325 / 18, 3),
        (dict(setosa=1, raise_straggler=True), [-5, 5], 11, 25, 6),
    ],
)
def test_the_widest_street_of_iris(machine, flowers, coef, bias, value, on_margin):
    machine.fit(*iris_setosa(features=2, **flowers))
    np.testing.assert_allclose(machine.coef_, [coef], atol=1e-10)
    np.testing.assert_allclose(machine.intercept_, [bias], atol=1e-10)
    values = machine.primal_, machine.dual_, 0.5 * machine.alpha_.sum(), 0.5 / machine.margin_**2
    np.testing.assert_allclose(values, value, rtol=1e-10)
    assert len(machine.on_margin_) == on_margin


def test_a_small_column_far_from_zero():
    """Beside columns of larger spread, which hide that it is far."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(2000) < 0.5, 1.0, -1.0)
    X = (rng.normal(size=(2000, 8)) + 0.3 * y[:, None]) * 10.0 ** np.arange(-3, 5)
    near, far = LinearSVM().fit(X, y), LinearSVM(max_iter=1000).fit(X + 1000.0, y)
    assert near.converged_ and far.converged_
    assert far.primal_ == pytest.approx(near.primal_, rel=1e-6)


def test_attributes_are_consistent():
    X, y = moons(300, noise=0.25, seed=1)
    model = KernelSVM(C=3.0, kernel=RBF(0.5)).fit(X, y)
    f, beta = model.decision_function(X), y * model.alpha_
    np.testing.assert_array_equal(model.support_, np.flatnonzero(model.alpha_))
    np.testing.assert_array_equal(model.dual_coef_, beta[None, model.support_])
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    np.testing.assert_allclose(RBF(0.5)(X) @ beta + model.intercept_, f, atol=1e-10)
    np.testing.assert_array_equal(model.on_margin_, np.flatnonzero(np.abs(y * f - 1) < 1e-6))
    assert model.margin_ == pytest.approx(1 / np.sqrt(beta @ RBF(0.5)(X) @ beta))
    assert model.violation_ < 1e-8
    np.testing.assert_array_equal(model.predict(X), np.where(f > 0, 1, -1))


def test_the_gap_counts_the_bias_rounded_once_more():
    """Far from 0 the bias has few digits left, and the machine handed out has slack for it."""
    y = np.where(np.arange(60) % 2, 1.0, -1.0)
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(60, 2)) + y[:, None] + 1e8
        model = LinearSVM(C=100.0).fit(X, y)
        w, b = model.coef_.astype(np.longdouble)[0], model.intercept_[0]
        primal = 0.5 * w @ w + 100.0 * np.maximum(0, 1 - y * (X @ w + b)).sum()
        assert 1 - model.dual_ / primal <= model.gap_ <= 1e-6


def narrow_streets():
    X, t = load_breast_cancer(return_X_y=True)
    yield X - X.mean(axis=0), t == 1
    X, t = load_iris(return_X_y=True)
    for factors in ([1e6, 1, 1e-3, 1], [1e8, 1, 1e-8, 1]):
        yield (X - X.mean(axis=0)) * factors, t == 0


@pytest.mark.filterwarnings("error")
def test_a_narrow_street_is_exact_though_its_weights_are_rounded():
    for X, positive in narrow_streets():
        P, Q = X[positive], X[~positive]
        u, v, z, meet = widest_street(P, Q)
        assert not meet and (u >= 0).all() and (v >= 0).all()
        # every normal z bounds ‖p - q‖ of all hull points from below by its street
        street = ((P @ z).min() - (Q @ z).max()) / np.linalg.norm(z)
        assert np.linalg.norm(u @ P - v @ Q) == pytest.approx(street, rel=1e-9)
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
