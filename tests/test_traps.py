"""Inputs that break support vector solvers: each must give the right number or a clear error."""

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_matrix, csr_array
from sklearn.datasets import load_breast_cancer, make_moons
from sklearn.exceptions import ConvergenceWarning

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, MulticlassSVM, losses
from svmlib.calibration import platt
from svmlib.engine import solve
from svmlib.kernels import RBF, KernelOverflowError, Linear, Polynomial, Sigmoid

BINARY = [HardMarginSVM, LinearSVM, KernelSVM]


@pytest.fixture(autouse=True)
def no_warnings():
    """Silence is part of the contract; a test that expects a warning says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def moons(n=200, noise=0.2):
    X, t = make_moons(n, noise=noise, random_state=0)
    return X, 2.0 * t - 1.0


# -- extreme C ---------------------------------------------------------------------------------
@pytest.mark.parametrize("C", [1e-300, 1e-100, 1e-12, 1e-6])
def test_C_to_zero(C):
    X, y = moons()
    y[:20] = 1.0
    s = solve(RBF(0.5), X, y, C)
    # every multiplier of the rarer class is at C, and as much of the other
    rare = min((y > 0).sum(), (y < 0).sum())
    assert s.alpha.sum() == pytest.approx(2 * rare * C, rel=1e-9)
    assert np.isfinite(s.b) and s.gap < 1e-9


@pytest.mark.parametrize("kernel", [RBF(0.5), Linear(), Polynomial(3)], ids=repr)
@pytest.mark.parametrize("C", [1e5, 1e7])
def test_C_to_infinity_when_no_boundary_separates(kernel, C):
    X, y = moons(300, noise=0.4)
    s = solve(kernel, X, y, C)
    assert s.converged and s.gap < 1e-6
    # the loss is all that is left: it cannot be lowered by a larger C
    f = y - s.g + s.b
    loss = np.maximum(0, 1 - y * f).sum()
    assert s.primal / C == pytest.approx(loss, rel=0.2)


def test_C_to_infinity_is_the_hard_margin_when_a_plane_separates():
    X, y = moons(100)
    X[:, 1] += 3 * y
    hard = HardMarginSVM().fit(X, y)
    for C in (1e4, 1e7, 1e10):
        soft = LinearSVM(C=C).fit(X, y)
        np.testing.assert_allclose(soft.coef_, hard.coef_, rtol=1e-8)
        np.testing.assert_allclose(soft.intercept_, hard.intercept_, rtol=1e-8)


def test_multipliers_are_exactly_zero_or_C_at_any_scale_of_C():
    X, y = moons(300, noise=0.4)
    y[:20] = 1.0
    for C in (1e-9, 1.0, 1e6):
        s = solve(RBF(0.5), X, y, C)
        tiny = (s.alpha > 0) & (s.alpha < 1e-9 * C)
        nearly = (s.alpha < C) & (s.alpha > (1 - 1e-12) * C)
        assert not tiny.any() and not nearly.any()
        assert (s.alpha == C).any() and (s.alpha == 0).any()


# -- degenerate data ---------------------------------------------------------------------------
def test_two_points():
    X, y = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([-1.0, 1.0])
    for model in (HardMarginSVM(), LinearSVM(C=10.0)):
        model.fit(X, y)
        np.testing.assert_allclose(model.coef_, [[6 / 25, 8 / 25]], rtol=1e-12)
        assert model.margin_ == pytest.approx(2.5)
        assert model.intercept_[0] == pytest.approx(-1)
    model = KernelSVM(C=10.0).fit(X, y)
    np.testing.assert_allclose(model.decision_function(X), [-1, 1], atol=1e-12)


def test_duplicates_with_opposite_labels():
    X = np.array([[0.0], [0.0], [1.0], [1.0], [2.0], [-1.0]])
    y = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    for kernel in (Linear(), RBF(1.0)):
        s = solve(kernel, X, y, 10.0)
        assert s.gap < 1e-9 and np.isfinite(s.b)
    everything_twice = solve(RBF(1.0), np.repeat(X[:1], 6, axis=0), y, 1.0)
    # no kernel tells equal points apart: the best is a constant
    assert everything_twice.primal == pytest.approx(6.0)


def test_constant_features():
    X, y = np.ones((8, 3)), np.array([1.0, -1, -1, -1, 1, -1, -1, -1])
    model = LinearSVM().fit(X, y)
    np.testing.assert_allclose(model.coef_, 0.0, atol=1e-12)
    assert model.primal_ == pytest.approx(4.0)
    assert (model.predict(X) == -1).all()
    assert model.margin_ == np.inf


@pytest.mark.parametrize("machine", [*BINARY, MulticlassSVM])
@pytest.mark.parametrize(("label", "shown"), [("iris", "'iris'"), (1.0, "1.0"), (True, "True")])
def test_one_class_names_it(machine, label, shown):
    with pytest.raises(ValueError, match=rf"at least two classes; .* show one class, {shown}\.$"):
        machine().fit([[0.0], [1.0]], [label, label])


@pytest.mark.parametrize("machine", BINARY)
def test_three_classes_are_sent_to_the_multiclass_machine(machine):
    with pytest.raises(ValueError, match=r"Only binary.*3 classes.*MulticlassSVM"):
        machine().fit([[0.0], [1.0], [2.0]], [0, 1, 2])


def test_all_multipliers_at_a_bound_give_an_interval_and_no_nan():
    X, y = np.array([[-1.0], [1.0]]), np.array([-1.0, 1.0])
    model = LinearSVM(C=0.1).fit(X, y)
    lo, hi = model.bias_interval_
    assert (lo, hi) == pytest.approx((-0.8, 0.8))
    assert model.intercept_[0] == pytest.approx(0.0, abs=1e-12)
    assert len(model.on_margin_) == 0


# -- scales ------------------------------------------------------------------------------------
def test_raw_breast_cancer():
    X, t = load_breast_cancer(return_X_y=True)
    model = LinearSVM(C=1.0).fit(X, t)
    assert model.converged_ and model.gap_ < 1e-9
    assert model.score(X, t) > 0.96
    f = model.decision_function(X)
    primal = 0.5 * (model.coef_**2).sum() + np.maximum(0, 1 - (2 * t - 1) * f).sum()
    assert primal == pytest.approx(model.primal_, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_scale_of_the_data_is_a_scale_of_C(scale):
    X, y = moons()
    plain = LinearSVM(C=3.0).fit(X, y)
    scaled = LinearSVM(C=3.0 / scale**2).fit(X * scale, y)
    np.testing.assert_allclose(scaled.coef_ * scale, plain.coef_, rtol=1e-7)
    np.testing.assert_allclose(scaled.intercept_, plain.intercept_, rtol=1e-7)


def test_far_from_the_origin():
    X, y = moons()
    near, far = LinearSVM(C=5.0).fit(X, y), LinearSVM(C=5.0).fit(X + 1e6, y)
    np.testing.assert_allclose(far.coef_, near.coef_, rtol=1e-6)
    near, far = KernelSVM(kernel=RBF(0.5)).fit(X, y), KernelSVM(kernel=RBF(0.5)).fit(X + 1e6, y)
    np.testing.assert_allclose(far.decision_function(X + 1e6), near.decision_function(X), atol=1e-6)


def test_sigma_to_zero_every_point_on_its_own():
    X, y = moons(100)
    s = solve(RBF(1e-9), X, y, 10.0)
    # K = I: α_i = 1 - y_i b, and the balanced classes make b = 0
    np.testing.assert_allclose(s.alpha, 1.0, atol=1e-12)
    assert s.b == pytest.approx(0.0, abs=1e-12)


def test_sigma_to_infinity_no_boundary_at_all():
    X, y = moons(100)
    y[:10] = 1.0
    s = solve(RBF(1e12), X, y, 1.0)
    # K = 1: the constant of the larger class is best
    assert s.primal == pytest.approx(2.0 * (y < 0).sum())
    assert s.converged and np.isfinite(s.b)


def test_overflow_of_a_high_degree():
    X, y = moons()
    for fit in (
        lambda: solve(Polynomial(60), X * 1e6, y, 1.0),
        lambda: KernelSVM(kernel=Polynomial(60)).fit(X * 1e6, y),
    ):
        with pytest.raises(KernelOverflowError, match="Scale the features"):
            fit()


def test_kernels_that_are_not_positive_semidefinite_warn():
    X, y = moons()
    with pytest.warns(ConvergenceWarning, match="not even on Σβ = 0"):
        s = solve(Sigmoid(1.0, -1.0), X, y, 1.0)
    assert np.isfinite(s.alpha).all() and np.isfinite(s.b)
    rng = np.random.default_rng(0)
    K = rng.normal(size=(200, 200))
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite"):
        s = solve(K + K.T, None, y, 1.0)
    assert np.isfinite(s.alpha).all()
    assert (s.alpha >= 0).all() and (s.alpha <= 1).all()


def test_too_few_steps_warn():
    X, y = moons()
    with pytest.warns(ConvergenceWarning, match=r"stopped after 5 pair steps.*raise max_iter"):
        model = KernelSVM(C=1000.0, max_iter=5).fit(X, y)
    assert not model.converged_ and model.gap_ > 1e-6


# -- labels and types --------------------------------------------------------------------------
@pytest.mark.parametrize("machine", [LinearSVM, KernelSVM, MulticlassSVM])
def test_any_two_labels_mean_the_same(machine):
    X, y = moons(80)
    reference = machine().fit(X, y)
    f = reference.decision_function(X)
    for labels in (
        (y > 0),
        (y > 0).astype(int),
        (y > 0).astype(np.uint8),
        np.where(y > 0, "yes", "no"),
        np.where(y > 0, 7, 3),
        np.array(["b" if v > 0 else "a" for v in y], dtype=object),
        pd.Series(y > 0),
        pd.Categorical(np.where(y > 0, "q", "p")),
    ):
        model = machine().fit(X, labels)
        np.testing.assert_allclose(model.decision_function(X), f, atol=1e-9)
        right = model.predict(X) == np.asarray(labels)
        np.testing.assert_array_equal(right, reference.predict(X) == y)


@pytest.mark.parametrize("bad", [(0.0, 1.0), (False, True), (np.uint8(1), np.uint8(255)), "ab"])
def test_the_engine_itself_wants_signs(bad):
    X, y = moons(20)
    labels = np.where(y > 0, bad[1], bad[0])
    with pytest.raises((ValueError, TypeError), match=r"must hold -1 and \+1"):
        solve(RBF(1.0), X, labels, 1.0)


@pytest.mark.parametrize("machine", [*BINARY, MulticlassSVM])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_nan_and_infinity(machine, bad):
    X, y = moons(30)
    X[:, 1] += 5 * y
    X[3, 1] = bad
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        machine().fit(X, y)
    model = machine().fit(np.delete(X, 3, axis=0), np.delete(y, 3))
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        model.predict(X)


@pytest.mark.parametrize("machine", [*BINARY, MulticlassSVM])
def test_types_of_X_do_not_matter_and_nothing_is_changed(machine):
    X, y = moons(60)
    X = np.round(X * 8)
    X[:, 1] += 40 * y
    f = machine().fit(X, y).decision_function(X)
    for variant in (
        X.astype(np.float32),
        X.astype(int),
        np.asfortranarray(X),
        X.tolist(),
        pd.DataFrame(X),
        np.repeat(X, 2, axis=0)[::2],
    ):
        before = np.array(variant, copy=True)
        model = machine().fit(variant, y)
        np.testing.assert_allclose(model.decision_function(variant), f, rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(np.asarray(variant), before)


@pytest.mark.parametrize("machine", [HardMarginSVM, MulticlassSVM])
@pytest.mark.parametrize("sparse", [csr_array, csc_matrix])
def test_sparse_data_are_sent_to_toarray(machine, sparse):
    X, y = moons(30)
    X[:, 1] += 5 * y
    with pytest.raises(TypeError, match=r"X must be a dense array, .*X\.toarray\(\)"):
        machine().fit(sparse(X), y)
    model = machine().fit(X, y)
    with pytest.raises(TypeError, match=r"X\.toarray\(\)"):
        model.predict(sparse(X))


def test_read_only_inputs():
    X, y = moons(60)
    K = RBF(0.5)(X)
    for array in (X, y, K):
        array.setflags(write=False)
    solve(RBF(0.5), X, y, 1.0)
    solve(K, None, y, 1.0, alpha0=np.zeros(60))
    KernelSVM().fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("C", "message"),
    [(0.0, "C must"), (-1.0, "C must"), (np.inf, "C must"), (np.nan, "C must"), ("1", "C must")],
)
def test_C_must_be_a_positive_number(C, message):
    X, y = moons(20)
    for machine in (LinearSVM, KernelSVM):
        with pytest.raises((TypeError, ValueError), match=message):
            machine(C=C).fit(X, y)


def test_engine_errors_name_the_argument():
    X, y = moons(20)
    for arguments, message in (
        ((RBF(1.0), X[:5], y, 1.0), "X has 5 rows and y has 20"),
        (("rbf", X, y, 1), "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
        ((RBF, X, y, 1), r"K must be a kernel, for instance RBF\(sigma=1.0\)"),
        ((np.full((20, 20), np.nan), None, y, 1.0), r"K must be finite, but K\[0, 0\] is nan"),
        ((np.eye(20), None, y, np.linspace(-1, 9, 20)), "C must be .* smallest entry is -1$"),
        ((np.eye(5), None, y, 1.0), r"K must be a Kernel or have shape \(20, 20\)"),
        ((RBF(1.0), X, y, np.inf), "C must be finite"),
        ((RBF(1.0), X, y, np.where(y > 0, 1.0, 0.0)), "y = -1"),
        ((RBF(1.0), X, np.ones(20), 1.0), "both classes"),
    ):
        with pytest.raises(ValueError, match=message):
            solve(*arguments)
    with pytest.raises(ValueError, match="alpha0"):
        solve(RBF(1.0), X, y, 1.0, alpha0=np.zeros(3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda X, y: solve(np.eye(20) + 0j, None, y, 1.0), "K must hold real numbers"),
        (lambda X, y: solve(RBF(1.0), X, y, "a"), "C must be a number, but is 'a'$"),
        (lambda X, y: solve(RBF(1.0), X.astype(str), y, 1.0), "X .* encode text columns"),
        (lambda X, y: losses.hinge("a"), "m must hold real numbers, but is 'a'$"),
        (lambda X, y: losses.hinge.derivative(["a"]), "m must hold real numbers"),
        (lambda X, y: losses.hinge.subdifferential("a"), "m must hold real numbers"),
        (lambda X, y: platt(X[:, 0], y)("a"), "scores must hold real numbers"),
    ],
)
def test_text_and_complex_numbers(call, message):
    with pytest.raises(TypeError, match=message):
        call(*moons(20))


def test_import_is_light():
    code = (
        "import sys, svmlib, svmlib.engine, svmlib.kernels;"
        "print(*[m for m in ('sklearn.svm', 'sklearn', 'matplotlib', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
