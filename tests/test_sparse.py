"""Sparse matrices of scipy: the same numbers as from their dense form, without its memory."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone

from svmlib import EpsilonSVR, KernelSVM, LinearSVM, MulticlassSVM, OneClassSVM, _sparse
from svmlib.kernels import (
    RBF,
    DoubleExponential,
    ExpOf,
    Linear,
    On,
    OrnsteinUhlenbeck,
    Polynomial,
    Sigmoid,
    squared_distances,
)
from svmlib.objectives import primal
from svmlib.solvers import constants, one_bias
from svmlib.solvers.kernel_matrix import KernelRows, LinearRows, WholeMatrix
from svmlib.solvers.one_bias import find_ties, rows_of

METRIC = Linear(np.eye(2))  # of as many features as the points have
KERNELS = [
    Linear(),
    METRIC,
    Polynomial(degree=3, c=0.5),
    Sigmoid(0.3, -0.2),
    RBF(0.8),
    OrnsteinUhlenbeck(0.6),
    DoubleExponential(1.5),
    2 * RBF(2.0) + Linear() * RBF(1.0),
    ExpOf(Linear()),
    On(RBF(0.8), [2, 0]) * On(Linear(), slice(1, None)),
]


def points(n, d, density, seed=0):
    """Random sparse points with labels ±1 that a plane nearly separates."""
    rng = np.random.default_rng(seed)
    X = sp.random_array((n, d), density=density, rng=rng, format="csr", data_sampler=rng.normal)
    y = np.where(X @ rng.normal(size=d) + 0.3 * rng.normal(size=n) > 0, 1.0, -1.0)
    return X, y


def tied(n, d, density, seed=0):
    """Each point four times and more, once with the other label."""
    X, y = points(n, d, density, seed)
    X = sp.vstack([X, X[::-1], X, X, X[: n // 2]], format="csr")
    return X, np.concatenate([y, y[::-1], -y, y, y[: n // 2]])


DATA = {
    "like text": points(80, 2000, 0.01),
    "many points": points(250, 12, 0.6),
    "some features": points(150, 100, 0.1),
    "ties": tied(60, 40, 0.2),
}


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize(("d", "density"), [(100, 0.1), (3, 0.6)])
def test_kernels_of_sparse_points(kernel, d, density):
    if kernel is METRIC:
        kernel = Linear(np.diag(np.arange(d) + 1.0) + 0.5)
    (X, _), (Z, _) = points(40, d, density), points(23, d, density, seed=1)
    A, B = X.toarray(), Z.toarray()
    close = {"rtol": 1e-10, "atol": 1e-10}
    for left, right in ((X, Z), (A, Z), (X, B)):
        np.testing.assert_allclose(kernel(left, right), kernel(A, B), **close)
    K = kernel(A)
    for values, wanted in (
        (kernel(X), K),
        (kernel(X, X), K),
        (kernel.diagonal(X), K.diagonal()),
        (kernel.rows(X)(3), K[3]),
        (kernel.rows(X)(np.array([5, 2, 5])), K[[5, 2, 5]]),
        (kernel(A[0], Z), kernel(A[0], B)),
        (kernel(X[3], X), K[3]),
        (kernel(X, B[0]), kernel(A, B[0])),
    ):
        assert isinstance(values, np.ndarray)
        np.testing.assert_allclose(values, wanted, **close)
    if getattr(kernel, "A", None) is not None:
        np.testing.assert_allclose(kernel.factor(X).T @ kernel.factor(X), K, **close)
    assert kernel._error(_sparse.sparse_rows(X)) == pytest.approx(kernel._error(A), rel=0.5)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil", "bsr", "dok"])
@pytest.mark.parametrize("dtype", [float, np.float32, int, bool])
def test_every_format_and_dtype(kind, dtype):
    X = (8 * points(30, 50, 0.1)[0]).rint().astype(dtype).asformat(kind)
    A = X.toarray()
    np.testing.assert_allclose(RBF(6.0)(X), RBF(6.0)(A), rtol=1e-12)
    np.testing.assert_array_equal(X.toarray(), A)
    assert X.dtype == dtype


def test_entries_out_of_order_twice_or_zero():
    indptr, indices = np.array([0, 3, 6, 8]), np.array([2, 0, 2, 1, 2, 0, 2, 0])
    entries = np.array([1.0, 2.0, 3.0, 0.0, 4.0, 2.0, 4.0, 2.0])
    X = sp.csr_array((entries, indices, indptr), shape=(3, 3))
    before = entries.copy(), indices.copy(), indptr.copy()
    A = np.array([[2.0, 0, 4], [2, 0, 4], [2, 0, 4]])
    np.testing.assert_array_equal(Linear()(X), A @ A.T)
    np.testing.assert_array_equal(squared_distances(X, X), np.zeros((3, 3)))
    assert len(find_ties(_sparse.sparse_rows(X), np.ones(3))[0]) == 1
    assert all(map(np.array_equal, (entries, indices, indptr), before))


def test_digits_of_close_points_far_from_the_origin():
    X, _ = points(30, 40, 0.2)
    far = sp.hstack([X, 1e6 * np.ones((30, 1))], format="csr")
    exact = squared_distances(X.toarray(), X.toarray())
    np.testing.assert_allclose(squared_distances(far, far), exact, rtol=1e-10)
    twins = sp.vstack([far, far], format="csr")
    D = squared_distances(twins, twins)
    np.testing.assert_array_equal(D.diagonal(30), 0.0)
    np.testing.assert_array_equal(RBF(1e-3).rows(twins)(2)[[2, 32]], 1.0)


def test_equal_sparse_points_are_found():
    X, y = tied(30, 25, 0.15)
    # the same places with other entries are other points
    X, y = sp.vstack([X, -X], format="csr"), np.append(y, y)
    (points_, group), (_, dense) = (find_ties(Z, y) for Z in (_sparse.sparse_rows(X), X.toarray()))
    # the same partition, whatever the numbers of its parts
    assert len(set(zip(group, dense, strict=True))) == len(points_) == dense.max() + 1
    np.testing.assert_array_equal(X.toarray()[points_][group], X.toarray())
    assert find_ties(_sparse.sparse_rows(X[:30]), y[:30]) is None


def test_sparse_points_with_few_features_need_no_row_of_K():
    X, _ = DATA["many points"]
    rows = _sparse.sparse_rows(X)
    assert isinstance(rows_of(Linear(), rows), LinearRows)
    assert isinstance(rows_of(Linear(), rows[:40]), KernelRows)
    assert not isinstance(rows_of(Linear(), points(2100, 501, 0.01)[0]), LinearRows)
    # dense points are as large as the matrix of all pairs of features
    assert isinstance(rows_of(Linear(), X.toarray()), LinearRows)


def test_rows_of_some_hundred_sparse_points_are_computed_at_once():
    rows = _sparse.sparse_rows(points(constants.SMALL + 1, 50, 0.05)[0])
    assert isinstance(rows_of(RBF(1.0), rows), WholeMatrix)
    assert not isinstance(rows_of(RBF(1.0), rows.toarray()), WholeMatrix)


def assert_same(sparse, dense):
    """The same numbers of a fit, to 9 digits."""
    assert vars(sparse).keys() == vars(dense).keys()
    for name in {"alpha_", "coef_", "dual_coef_", "intercept_", "bias_interval_", "primal_", "W_"}:
        if hasattr(dense, name):
            values, wanted = getattr(sparse, name), np.asarray(getattr(dense, name))
            scale = 1e-9 * max(1.0, np.abs(wanted).max(initial=0.0))
            np.testing.assert_allclose(values, wanted, rtol=1e-9, atol=scale, err_msg=name)
    assert getattr(sparse, "gap_", 0.0) < 1e-9


MACHINES = [
    LinearSVM(C=0.1),
    LinearSVM(C=3.0, class_weight="balanced"),
    KernelSVM(C=2.0, kernel=RBF(0.9)),
    KernelSVM(C=3.0, class_weight={-1.0: 0.3, 1.0: 2.0}, kernel=RBF(1.0)),
    EpsilonSVR(kernel=RBF(0.9)),
    OneClassSVM(kernel=RBF(0.9), nu=0.3),
    MulticlassSVM(kind="one-vs-rest"),
    MulticlassSVM(kind="one-vs-one", kernel=RBF(1.5)),
]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("machine", MACHINES, ids=repr)
def test_machines_are_those_of_dense_points(data, machine):
    (X, y), weight = DATA[data], None
    kind = sp.csc_matrix if machine is MACHINES[0] else sp.csr_array
    if isinstance(machine, EpsilonSVR):
        y = y + X.sum(axis=1)
    elif isinstance(machine, MulticlassSVM):
        y = y + (X.sum(axis=1) > 0)
    elif getattr(machine, "class_weight", None):
        weight = np.random.default_rng(1).integers(0, 4, len(y)) / 2.0
    sparse, dense = (clone(machine).fit(Z, y, weight) for Z in (kind(X), X.toarray()))
    assert_same(sparse, dense)
    if hasattr(sparse, "support_vectors_"):
        assert sparse.support_vectors_.format == "csr"
    score = "predict" if isinstance(machine, EpsilonSVR) else "decision_function"
    f = getattr(dense, score)(X.toarray())
    for model, Z in ((sparse, kind(X)), (sparse, X.toarray()), (dense, kind(X))):
        values = getattr(model, score)(Z)
        assert type(values) is np.ndarray
        np.testing.assert_allclose(values, f, rtol=1e-9, atol=1e-9)


def test_far_from_0_the_gap_says_what_is_lost():
    X, y = points(200, 30, 0.3)
    far = sp.hstack([X, 1e4 * np.ones((200, 1))], format="csr")
    sparse, dense = LinearSVM().fit(far, y), LinearSVM().fit(far.toarray(), y)
    exact = LinearSVM().fit(X.toarray(), y).primal_
    assert sparse.converged_
    assert dense.gap_ < sparse.gap_
    assert abs(sparse.primal_ - exact) <= sparse.gap_ * exact
    found = primal(sparse.coef_, sparse.intercept_[0], far.toarray(), y, 1.0)
    assert abs(found - exact) <= sparse.gap_ * exact


def test_frames_of_sparse_columns_and_functions_of_points_as_they_came():
    X, y = points(60, 20, 0.2)
    frame = pd.DataFrame.sparse.from_spmatrix(X, columns=[f"word {j}" for j in range(20)])
    of_function = KernelSVM(kernel=lambda A, B: (A @ B.T).toarray())
    for machine, given, likewise in (
        (LinearSVM(), frame, LinearSVM()),
        (KernelSVM(), frame, KernelSVM()),
        (of_function, X, KernelSVM(kernel=Linear())),
    ):
        found, f = machine.fit(given, y), likewise.fit(X.toarray(), y).decision_function(X)
        np.testing.assert_allclose(found.decision_function(given), f, rtol=1e-9, atol=1e-9)
        assert given is X or found.feature_names_in_[3] == "word 3"


def uneven(n, d, seed=0):
    """Rows of very unequal length, one in ten twice with contradicting labels."""
    X, y = points(n, d, 0.02, seed)
    lengths = np.random.default_rng(seed).lognormal(sigma=1.5, size=n)
    X, some = sp.diags_array(lengths) @ X, slice(0, n // 10)
    return sp.vstack([X, X[some]], format="csr"), np.append(y, -y[some])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("C", [1e-3, 0.1, 1.0, 30.0, 1e3])
@pytest.mark.parametrize("balanced", [None, "balanced"])
def test_products_lead_to_the_machine_that_rows_of_K_lead_to(C, balanced, monkeypatch):
    X, y = uneven(200, 400)
    weight = np.random.default_rng(1).integers(0, 3, len(y)) / 2.0
    one = LinearSVM(C=C, class_weight=balanced).fit(X, y, weight)
    monkeypatch.setattr(one_bias, "is_wide", lambda K, X: False)
    other = clone(one).fit(X.toarray(), y, weight)
    # nearly the same multipliers where they are unique, which they need not be
    scale = np.abs(other.coef_).max()
    np.testing.assert_allclose(one.coef_, other.coef_, atol=1e-6 * scale)
    assert one.primal_ == pytest.approx(other.primal_, rel=1e-9)
    lo, hi = other.bias_interval_
    assert lo - 1e-6 <= one.intercept_[0] <= hi + 1e-6
    assert (one.alpha_[weight == 0.0] == 0.0).all()


def test_novelty_and_regression_by_products(monkeypatch):
    X, y = uneven(150, 400)
    fits = [OneClassSVM(kernel=Linear(), nu=0.3), EpsilonSVR(kernel=Linear(), C=0.5)]
    found = [clone(machine).fit(X, y) for machine in fits]
    monkeypatch.setattr(one_bias, "is_wide", lambda K, X: False)
    for machine, own in zip(fits, found, strict=True):
        assert own.gap_ < 1e-9
        assert own.primal_ == pytest.approx(machine.fit(X, y).primal_, rel=1e-9)
    assert KernelSVM(kernel=2.0 * Linear()).fit(X, y).gap_ < 1e-9  # no factor L, but a number


@pytest.mark.parametrize(
    "machine", [LinearSVM(), KernelSVM(kernel=RBF(1.0)), KernelSVM(kernel=OrnsteinUhlenbeck(1.0))]
)
def test_nothing_is_filled(machine):
    n, d = 60, 1_000_000
    rng = np.random.default_rng(0)
    places = np.repeat(np.arange(n), 30), rng.integers(0, d, 30 * n)
    X = sp.csr_array((rng.normal(size=30 * n), places), shape=(n, d))
    tracemalloc.start()
    machine.fit(X, rng.permutation(n) % 2).decision_function(X)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.1 * 8 * n * d
