"""Kernels: values, algebra, parameters, and distances that do not cancel."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.metrics import pairwise
from sklearn.model_selection import GridSearchCV

from svmlib import KernelSVM
from svmlib.kernels import (
    RBF,
    DoubleExponential,
    ExpOf,
    Kernel,
    KernelOverflowError,
    Linear,
    OrnsteinUhlenbeck,
    Polynomial,
    PolynomialOf,
    Sigmoid,
    squared_distances,
)

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(30, 6)), rng.normal(size=(20, 6))
A = np.cov(rng.normal(size=(6, 40)))
ALL = [
    Linear(),
    Linear(A),
    Polynomial(3),
    Polynomial(2, c=0.0),
    RBF(0.7),
    OrnsteinUhlenbeck(1.3),
    DoubleExponential(0.9),
    RBF(1.0) + Linear(),
    RBF(2.0) * Polynomial(2),
    0.5 * RBF(1.0) + 2,
    RBF(1.0) ** 3,
    PolynomialOf(RBF(1.0), (1.0, 0.0, 2.0)),
    ExpOf(RBF(1.0)),
]


def squares():
    return ((X[:, None, :] - Z[None]) ** 2).sum(axis=2)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (Linear(), lambda: X @ Z.T),
        (Linear(A), lambda: X @ A @ Z.T),
        (Polynomial(3, c=2.0), lambda: (X @ Z.T + 2.0) ** 3),
        (RBF(0.7), lambda: pairwise.rbf_kernel(X, Z, gamma=1 / (2 * 0.7**2))),
        (OrnsteinUhlenbeck(1.3), lambda: np.exp(-np.sqrt(squares()) / 1.3)),
        (DoubleExponential(0.9), lambda: np.exp(np.exp(-squares() / 0.81))),
        (Sigmoid(0.3, -0.2), lambda: np.tanh(0.3 * X @ Z.T - 0.2)),
        (RBF(1.0) + 2 * Linear(), lambda: np.exp(-squares() / 2) + 2 * X @ Z.T),
        (RBF(1.0) * Polynomial(2), lambda: np.exp(-squares() / 2) * (X @ Z.T + 1) ** 2),
        (PolynomialOf(Linear(), (1, 0, 3)), lambda: 1 + 3 * (X @ Z.T) ** 2),
        (np.exp(RBF(1.0)), lambda: np.exp(np.exp(-squares() / 2))),
    ],
    ids=lambda value: repr(value) if isinstance(value, Kernel) else "",
)
def test_kernel_is_its_formula(kernel, expected):
    np.testing.assert_allclose(kernel(X, Z), expected(), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kernel", ALL, ids=repr)
def test_all_ways_of_evaluating_agree(kernel):
    K = kernel(X)
    np.testing.assert_allclose(np.diag(K), kernel.diagonal(X), rtol=1e-14)
    rows = kernel.rows(X)
    several = np.array([4, 0, 7])
    np.testing.assert_allclose(rows(5), K[5], rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(rows(several), K[several], rtol=1e-12, atol=1e-13)
    np.testing.assert_allclose(kernel(X[3], X), K[3], rtol=1e-12, atol=1e-13)
    assert kernel(X[3], X[4]) == pytest.approx(K[3, 4], rel=1e-12)


@pytest.mark.parametrize("kernel", ALL, ids=repr)
def test_gram_matrix_is_positive_semidefinite(kernel):
    K = kernel(X)
    np.testing.assert_allclose(K, K.T, rtol=1e-12, atol=1e-13)
    assert kernel.positive_semidefinite
    assert np.linalg.eigvalsh(K).min() > -1e-10 * np.abs(K).max()


def test_sigmoid_is_not_positive_semidefinite():
    kernel = Sigmoid(1.0, -1.0)
    assert not kernel.positive_semidefinite
    assert not (RBF(1.0) + kernel).positive_semidefinite
    assert np.linalg.eigvalsh(kernel(X)).min() < -0.1


@pytest.mark.parametrize("shift", [1e3, 1e6])
@pytest.mark.parametrize("d", [2, 6])
def test_translation_changes_nothing(shift, d):
    for kernel in (RBF(0.7), OrnsteinUhlenbeck(1.3), DoubleExponential(0.9)):
        moved = kernel(X[:, :d] + shift, Z[:, :d] + shift)
        np.testing.assert_allclose(moved, kernel(X[:, :d], Z[:, :d]), atol=1e-9, rtol=0)
        np.testing.assert_allclose(
            kernel.rows(X[:, :d] + shift)(3), kernel(X[3, :d], X[:, :d]), atol=1e-9, rtol=0
        )


@given(st.integers(1, 12), st.floats(-8, 8), st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_distances_keep_their_digits(d, spread, seed):
    rng = np.random.default_rng(seed)
    # tight clusters far from each other: the product formula loses all digits here
    points = rng.normal(size=(24, d)) + 10.0**spread * rng.integers(0, 2, size=(24, 1))
    points[5] = points[9]
    D = squared_distances(points, points)
    exact = ((points[:, None].astype(np.longdouble) - points[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(D, exact.astype(float), rtol=1e-9, atol=1e-300)
    assert D[5, 9] == 0.0
    assert (np.diag(D) == 0.0).all()


def test_diagonal_is_exact_for_any_width():
    for sigma in (1e-200, 1e-9, 1.0, 1e9, 1e200):
        K = RBF(sigma)(X * 1e5)
        assert (np.diag(K) == 1.0).all()
        assert np.isfinite(K).all() and (K >= 0).all() and (K <= 1).all()
        row = RBF(sigma).rows(X * 1e5)(7)
        assert row[7] == 1.0 and np.isfinite(row).all()


def test_overflow_is_a_clear_error():
    with pytest.raises(KernelOverflowError, match=r"overflows.*Scale the features"):
        Polynomial(60)(X * 1e6)
    with pytest.raises(ValueError, match="not finite"):
        Polynomial(60).diagonal(X * 1e6)


@pytest.mark.parametrize("d", [2, 6])
@pytest.mark.parametrize("scale", [1e152, 1e200, 1e307])
def test_huge_features_give_values_or_an_error_but_no_warning(d, scale):
    points = X[:, :d] * scale
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kernel in (RBF(1e-3), OrnsteinUhlenbeck(1e-3), DoubleExponential(1.0)):
            far = float(kernel(np.zeros(d), np.full(d, 1e9)))
            if scale < 1e154:
                expected = np.where(np.eye(len(X), dtype=bool), kernel.diagonal(X), far)
                np.testing.assert_array_equal(kernel(points), expected)
                np.testing.assert_array_equal(kernel.rows(points)(3), expected[3])
            else:
                with pytest.raises(KernelOverflowError, match=r"distances.*Scale the features"):
                    kernel(points)
                with pytest.raises(KernelOverflowError, match=r"distances.*Scale the features"):
                    kernel.rows(points)


def test_distances_check_what_they_are_given():
    assert squared_distances([[0, 0], [3, 4]], [[0, 0]]).tolist() == [[0.0], [25.0]]
    with pytest.raises(ValueError, match="Z must have 6 columns"):
        squared_distances(X, Z[:, :2])
    with pytest.raises(KernelOverflowError, match="overflow"):
        squared_distances(X, X * 1e200)


def test_parameters_can_be_read_set_and_cloned():
    kernel = RBF(0.5) + 2 * Polynomial(2)
    assert kernel.get_params()["left__sigma"] == 0.5
    assert kernel.get_params()["right__kernel__degree"] == 2
    copy = clone(kernel)
    copy.set_params(left__sigma=3.0, right__factor=1.0)
    assert (copy.left.sigma, copy.right.factor) == (3.0, 1.0)
    assert (kernel.left.sigma, kernel.right.factor) == (0.5, 2)
    assert repr(kernel) == "RBF(sigma=0.5) + 2 * Polynomial(degree=2, c=1.0)"
    namespace = {"RBF": RBF, "Polynomial": Polynomial}
    np.testing.assert_array_equal(eval(repr(kernel), namespace)(X), kernel(X))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RBF(0.0), r"sigma must be a finite number > 0; it is 0\.0"),
        (lambda: RBF(-1), "sigma must be"),
        (lambda: RBF(np.nan), "sigma must be"),
        (lambda: RBF("wide"), "sigma must be"),
        (lambda: Polynomial(0), "degree must be a whole number"),
        (lambda: Polynomial(1.5), "degree must be a whole number"),
        (lambda: Polynomial(2, c=-1.0), "c must be a finite number ≥ 0"),
        (lambda: -1.0 * RBF(1.0), "factor must be"),
        (lambda: RBF(1.0) + (-0.5), r"coefficients\[0\]"),
        (lambda: PolynomialOf(RBF(1.0), (1.0, -1.0)), r"coefficients\[1\]"),
        (lambda: RBF(1.0) ** 0.5, "powers 0, 1, 2"),
        (lambda: Linear([[1.0, 2.0], [0.0, 1.0]]), "symmetric"),
        (lambda: Linear([[1.0, 2.0], [2.0, 1.0]]), "eigenvalue is -1"),
        (lambda: Linear([1.0, 2.0]), "square"),
        (lambda: Linear(np.eye(3))(X), "6 features"),
        (lambda: RBF(1.0).set_params(gamma=2.0), "no parameter 'gamma'; it has sigma"),
        (lambda: RBF(1.0).set_params(sigma=-2.0), "sigma must be"),
        (lambda: ExpOf("rbf"), "There are Linear, Polynomial, RBF"),
        (lambda: RBF(1.0)(X, Z[:, :2]), "6 features and Z has 2"),
        (lambda: RBF(1.0)([[np.nan, 1.0]]), r"X must be finite, but X\[0, 0\] is nan"),
        (lambda: Linear().rows([[1.0, np.inf]]), r"X must be finite"),
        (lambda: RBF(1.0)(np.zeros((2, 2, 2))), "shape is"),
    ],
)
def test_errors_say_what_is_wrong(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RBF(1.0)([["a", "b"]]), "X must hold real numbers"),
        (lambda: RBF(1.0)([[1.0]], "a"), "Z must hold real numbers, but is 'a'$"),
        (lambda: RBF(1.0).rows([["a", "b"]]), "X must hold real numbers"),
        (lambda: RBF(1.0).diagonal([["a", "b"]]), "X must hold real numbers"),
        (lambda: Linear()(X + 1j), "X must hold real numbers, but came with dtype complex128$"),
        (lambda: Linear().rows(X + 0j), "X must hold real numbers"),
        (lambda: Linear("a"), "A must hold real numbers, but is 'a'$"),
        (lambda: RBF(1.0)(None), "X must hold real numbers, but is None$"),
        (lambda: Linear(A=sp.eye(6)), r"A must be a dense array.*pass A\.toarray\(\)$"),
    ],
)
def test_text_and_complex_numbers_are_refused(make, message):
    with pytest.raises(TypeError, match=message):
        make()


@pytest.mark.parametrize("kernel", ALL, ids=repr)
def test_rows_of_whole_numbers_are_those_of_float64(kernel):
    whole = np.random.default_rng(1).integers(0, 20, size=(8, 6))
    expected = kernel(whole * 1.0)[2]
    for variant in (whole.astype(np.uint8), whole, whole.tolist()):
        np.testing.assert_allclose(kernel.rows(variant)(2), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(
    ("kernel", "wrong"),
    [
        (RBF(1.0), dict(sigma=-3)),
        (Sigmoid(0.3, -0.2), dict(shift=5.0, scale=-1.0)),
        (RBF(1.0) + 2 * RBF(2.0), dict(left__sigma=-3)),
        (RBF(1.0) + 2 * RBF(2.0), dict(left__sigma=3.0, right__kernel__sigma=-3)),
        (RBF(1.0) + 2 * RBF(2.0), dict(left__sigma=3.0, right="rbf")),
        (ExpOf(RBF(1.0)), dict(kernel__sigma=3.0, degree=2)),
    ],
    ids=repr,
)
def test_a_wrong_parameter_changes_nothing(kernel, wrong):
    before = repr(kernel)
    with pytest.raises(ValueError, match=r"must be|no parameter"):
        kernel.set_params(**wrong)
    assert repr(kernel) == before


@pytest.mark.parametrize(
    ("kernel", "name", "wrong", "message"),
    [
        (RBF(1.0), "sigma", -3, "sigma must be a finite number > 0; it is -3"),
        (RBF(1.0), "sigma", np.float64(0.0), r"sigma must be a finite number > 0; it is 0\.0\."),
        (Polynomial(3), "degree", 2.5, r"degree must be a whole number ≥ 1; it is 2\.5"),
        (Polynomial(3), "c", -1.0, "c must be a finite number ≥ 0"),
        (Sigmoid(), "scale", 0, "scale must be"),
        (Sigmoid(), "shift", np.nan, "shift must be"),
        (OrnsteinUhlenbeck(), "length", "long", "length must be"),
        (DoubleExponential(), "s", np.inf, "s must be"),
        (Linear(), "A", [[0.0, 1.0], [1.0, 0.0]], "A must be positive semidefinite"),
        (RBF(1.0) + Linear(), "left", "rbf", "left must be a kernel"),
        (RBF(1.0) * Linear(), "right", RBF, "right must be a kernel"),
        (2 * Linear(), "factor", -2, "factor must be"),
        (Linear() + 2, "coefficients", (-1.0,), r"coefficients\[0\] must be"),
        (Linear() + 2, "coefficients", (), "coefficients must be a sequence"),
        (ExpOf(Linear()), "kernel", None, "kernel must be a kernel"),
    ],
    ids=repr,
)
def test_a_parameter_is_checked_when_it_is_set(kernel, name, wrong, message):
    before = getattr(kernel, name)
    with pytest.raises(ValueError, match=message):
        setattr(kernel, name, wrong)
    assert getattr(kernel, name) is before


@pytest.mark.parametrize("kernel", [*ALL, Sigmoid()], ids=repr)
def test_every_parameter_has_a_check(kernel):
    assert set(kernel.get_params(deep=False)) == set(kernel._checks)


@pytest.mark.parametrize("kernel", [*ALL, Sigmoid()], ids=repr)
def test_kernels_with_equal_parameters_are_equal(kernel):
    assert kernel == clone(kernel)
    assert sum(kernel == other for other in ALL) == (type(kernel) is not Sigmoid)
    assert kernel != repr(kernel)


@pytest.mark.parametrize(
    ("kernel", "other"),
    [
        (RBF(1.0), RBF(2.0)),
        (RBF(1.0), OrnsteinUhlenbeck(1.0)),
        (RBF(1.0) + RBF(2.0), RBF(2.0) + RBF(1.0)),
        (RBF(1.0) + 2 * Linear(), RBF(1.0) + 3 * Linear()),
        (Linear(A), Linear()),
        (Linear(A), Linear(2 * A)),
        (Linear() + 1, Linear() ** 2),
    ],
    ids=repr,
)
def test_kernels_with_other_parameters_are_not_equal(kernel, other):
    assert kernel != other
    assert not kernel == other


def test_equality_looks_at_values_not_at_their_type():
    assert RBF(1) == RBF(np.float64(1.0))
    assert Linear(A.tolist()) == Linear(A.copy())
    assert PolynomialOf(Linear(), (0, 1)) == PolynomialOf(Linear(), [0.0, 1.0])


def test_kernels_have_no_hash_because_they_can_change():
    with pytest.raises(TypeError, match="unhashable"):
        hash(RBF(1.0))


def test_numbers_of_numpy_look_like_numbers():
    scale = np.float64(0.5)
    assert repr(scale * RBF(scale) + scale) == repr(0.5 * RBF(0.5) + 0.5)
    assert "np." not in repr(scale * RBF(scale) + scale)


def test_grid_search_chooses_between_kernels():
    y = np.where(np.linalg.norm(X, axis=1) > 2.2, 1, -1)
    kernels = [Linear(), RBF(2.0), RBF(3.0) + Linear(), Linear(A)]
    search = GridSearchCV(KernelSVM(), {"kernel": kernels, "C": [1.0, 10.0]}, cv=3).fit(X, y)
    assert search.best_params_["kernel"] in kernels
    assert list(search.cv_results_["param_kernel"]) == kernels * 2


def test_algebra_refuses_what_is_no_kernel():
    with pytest.raises(TypeError):
        RBF(1.0) + "rbf"
    with pytest.raises(TypeError):
        RBF(1.0) * [1.0]
