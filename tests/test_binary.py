"""The three binary machines: exact results, what their attributes say, what proves them."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_moons

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, NotSeparableError
from svmlib.datasets import iris_setosa
from svmlib.kernels import RBF


# -- exact results -----------------------------------------------------------------------------
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
    X, t = make_moons(300, noise=0.25, random_state=1)
    y = 2 * t - 1
    model = KernelSVM(C=3.0, kernel=RBF(0.5)).fit(X, y)
    f = model.decision_function(X)
    beta = y * model.alpha_
    np.testing.assert_array_equal(model.support_, np.flatnonzero(model.alpha_))
    np.testing.assert_array_equal(model.dual_coef_, beta[None, model.support_])
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    np.testing.assert_allclose(RBF(0.5)(X) @ beta + model.intercept_, f, atol=1e-10)
    np.testing.assert_array_equal(model.on_margin_, np.flatnonzero(np.abs(y * f - 1) < 1e-6))
    assert model.margin_ == pytest.approx(1 / np.sqrt(beta @ RBF(0.5)(X) @ beta))
    lo, hi = model.bias_interval_
    assert lo <= model.intercept_[0] <= hi
    assert model.gap_ < 1e-10 and model.violation_ < 1e-8
    assert model.primal_ == pytest.approx(model.dual_, rel=1e-10)
    assert model.history_.shape[1] == 3
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


# -- separability ------------------------------------------------------------------------------
def test_not_separable_comes_with_a_proof():
    X, t = load_iris(return_X_y=True)
    X, y = X[50:], t[50:]
    with pytest.raises(NotSeparableError, match="No plane separates") as caught:
        HardMarginSVM().fit(X, y)
    error = caught.value
    for weights in (error.positive_weights, error.negative_weights):
        assert (weights >= 0).all() and weights.sum() == pytest.approx(1)
    mean = error.positive_weights @ X[error.positive_indices]
    np.testing.assert_allclose(mean, error.negative_weights @ X[error.negative_indices], atol=1e-12)
    np.testing.assert_allclose(mean, error.point, atol=1e-12)
    assert (y[error.positive_indices] == 2).all() and (y[error.negative_indices] == 1).all()
