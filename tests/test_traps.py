"""Inputs that break support vector solvers: each must give the right number or a clear error."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.exceptions import ConvergenceWarning

from svmlib import KernelSVM, LinearSVM, losses
from svmlib.calibration import platt
from svmlib.engine import solve
from svmlib.kernels import RBF


@pytest.fixture(autouse=True)
def no_warnings():
    """Silence is part of the contract; a test that expects a warning says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def moons(n=200, noise=0.2):
    X, t = make_moons(n, noise=noise, random_state=0)
    return X, 2.0 * t - 1.0


# -- degenerate data ---------------------------------------------------------------------------
def test_duplicates_with_opposite_labels():
    y = np.tile([1.0, -1.0], 3)
    # no kernel tells equal points apart: the best is a constant
    assert solve(RBF(1.0), np.zeros((6, 1)), y, 1.0).primal == pytest.approx(6.0)
    model = LinearSVM().fit(np.ones((8, 3)), [1, -1, -1, -1, 1, -1, -1, -1])
    np.testing.assert_allclose(model.coef_, 0.0, atol=1e-12)
    assert model.primal_ == pytest.approx(4.0) and model.margin_ == np.inf
    assert (model.predict(np.ones((8, 3))) == -1).all()


# -- too few steps ------------------------------------------------------------------------------
def test_too_few_steps_warn():
    X, y = moons()
    with pytest.warns(ConvergenceWarning, match=r"stopped after 5 pair steps.*raise max_iter"):
        model = KernelSVM(C=1000.0, max_iter=5).fit(X, y)
    assert not model.converged_ and model.gap_ > 1e-6


# -- what the engine itself takes --------------------------------------------------------------
@pytest.mark.parametrize("bad", [(0.0, 1.0), (False, True), (np.uint8(1), np.uint8(255)), "ab"])
def test_the_engine_itself_wants_signs(bad):
    X, y = moons(20)
    labels = np.where(y > 0, bad[1], bad[0])
    with pytest.raises((ValueError, TypeError), match=r"must hold -1 and \+1"):
        solve(RBF(1.0), X, labels, 1.0)


X, y = moons(20)
I, ONES = np.eye(20), np.ones(20)  # noqa: E741


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solve(RBF(1.0), X[:5], y, 1.0), "X has 5 rows and y has 20"),
        (lambda: solve("rbf", X, y, 1), "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck"),
        (lambda: solve(RBF, X, y, 1), r"K must be a kernel, for instance RBF\(sigma=1.0\)"),
        (lambda: solve(I * np.nan, None, y, 1.0), r"K must be finite, but K\[0, 0\] is nan"),
        (lambda: solve(I, None, y, ONES - 2), "C must be .* smallest entry is -1$"),
        (lambda: solve(np.eye(5), None, y, 1.0), r"K must be a Kernel or have shape \(20, 20\)"),
        (lambda: solve(I + 0j, None, y, 1.0), "K must hold real numbers"),
        (lambda: solve(RBF(1.0), X, y, np.append(ONES[1:], np.inf)), "C must be finite"),
        (lambda: solve(RBF(1.0), X, y, "a"), "C must be a number, but is 'a'$"),
        (lambda: solve(RBF(1.0), X, y, (y > 0) * 1.0), "y = -1"),
        (lambda: solve(RBF(1.0), X, ONES, 1.0), "both classes"),
        (lambda: solve(RBF(1.0), X.astype(str), y, 1.0), "X .* encode text columns"),
        (lambda: solve(RBF(1.0), X, y, 1.0, alpha0=np.zeros(3)), "alpha0"),
        (lambda: solve(I, None, y, 1.0, tol=np.nan), "tol must be finite"),
        (lambda: solve(I, None, y, 1.0, tol=-1e-6), "tol must be at least 0"),
        (lambda: solve(I, None, y, 1.0, gap_tol=-1.0), "gap_tol must be at least 0"),
        (lambda: solve(I, None, y, 1.0, max_iter=-1), "max_iter must be at least 0"),
        (lambda: solve(I, None, y, 1.0, max_iter=2.5), "max_iter must be a whole number"),
        (lambda: solve(I, None, y, 1.0, max_bytes=0), "max_bytes must be positive"),
        (lambda: solve(np.tri(20), None, y, 1), r"K\[0, 1\] is 0 .* pass 0.5 \* \(K \+ K.T\)"),
        (lambda: solve(I + 1e-6 * np.tri(20), None, y, 1.0), "K must be symmetric"),
        (lambda: losses.hinge("a"), "m must hold real numbers, but is 'a'$"),
        (lambda: platt(X[:, 0], y)("a"), "scores must hold real numbers"),
    ],
)
def test_errors_name_the_argument(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()
