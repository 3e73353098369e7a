"""Kernels: values, algebra, parameters, and distances that do not cancel."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from svmlib.kernels import (
    RBF,
    DoubleExponential,
    ExpOf,
    KernelOverflowError,
    Linear,
    On,
    OrnsteinUhlenbeck,
    Polynomial,
    PolynomialOf,
    Sigmoid,
    squared_distances,
)

rng = np.random.default_rng(0)
X, Z = rng.normal(size=(30, 6)), rng.normal(size=(20, 6))
A = np.cov(rng.normal(size=(6, 40)))
# of the inner products S and the squared distances D
FORMULAS = [
    (Linear(), lambda S, D: S),
    (Polynomial(3, c=2.0), lambda S, D: (S + 2.0) ** 3),
    (Polynomial(2, c=0.0), lambda S, D: S**2),
    (Sigmoid(0.3, -0.2), lambda S, D: np.tanh(0.3 * S - 0.2)),
    (RBF(0.7), lambda S, D: np.exp(-D / (2 * 0.7**2))),
    (OrnsteinUhlenbeck(1.3), lambda S, D: np.exp(-np.sqrt(D) / 1.3)),
    (DoubleExponential(0.9), lambda S, D: np.exp(np.exp(-D / 0.81))),
    (RBF(1.0) + 2 * Linear(), lambda S, D: np.exp(-D / 2) + 2 * S),
    (RBF(2.0) * Polynomial(2), lambda S, D: np.exp(-D / 8) * (S + 1) ** 2),
    (0.5 * RBF(1.0) + 2, lambda S, D: 0.5 * np.exp(-D / 2) + 2),
    (RBF(1.0) ** 3, lambda S, D: np.exp(-1.5 * D)),
    (RBF(1.0) ** 0, lambda S, D: D**0),
    (PolynomialOf(Linear(), (1, 0, 3)), lambda S, D: 1 + 3 * S**2),
    (np.exp(RBF(1.0)), lambda S, D: np.exp(np.exp(-D / 2))),
]
METRIC = Linear(A)
PARTS = [
    On(RBF(0.7), [4, 0, 2]),
    On(RBF(0.7), slice(0, 3)) * On(Linear(), slice(3, None)),
    On(Sigmoid(0.3, -0.2), (1, 2)),
    On(On(OrnsteinUhlenbeck(1.3), [1, 0]), [5, 2, 1]) + 2,
]
ALL = [METRIC, *(kernel for kernel, _ in FORMULAS), *PARTS]


@pytest.mark.parametrize(("kernel", "formula"), FORMULAS, ids=[repr(k) for k, _ in FORMULAS])
def test_kernel_is_its_formula(kernel, formula):
    expected = formula(X @ Z.T, ((X[:, None] - Z) ** 2).sum(axis=2))
    np.testing.assert_allclose(kernel(X, Z), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("kernel", ALL, ids=repr)
def test_all_ways_of_evaluating_agree(kernel):
    close = dict(rtol=1e-12, atol=1e-13)
    if kernel is METRIC:
        np.testing.assert_allclose(kernel(X, Z), X @ A @ Z.T, **close)
    K, several = kernel(X), np.array([4, 0, 7])
    np.testing.assert_allclose(K, K.T, **close)
    np.testing.assert_allclose(np.diag(K), kernel.diagonal(X), rtol=1e-14)
    for values, expected in (
        (kernel.rows(X)(5), K[5]),
        (kernel.rows(X)(several), K[several]),
        (kernel(X[3], X), K[3]),
        (kernel(X, X[3]), K[3]),
        (kernel(X[3], X[4]), K[3, 4]),
    ):
        np.testing.assert_allclose(values, expected, **close)
    assert kernel.positive_semidefinite == ("Sigmoid" not in repr(kernel))
    if kernel.positive_semidefinite:
        assert np.linalg.eigvalsh(K).min() > -1e-10 * np.abs(K).max()
    whole = np.random.default_rng(1).integers(0, 20, size=(8, 6))
    for variant in (whole.astype(np.uint8), whole, whole.tolist()):
        np.testing.assert_allclose(kernel.rows(variant)(2), kernel(1.0 * whole)[2], **close)


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
    for kernel, of in ((RBF(1.0), exact / 2), (OrnsteinUhlenbeck(1.0), np.sqrt(exact))):
        np.testing.assert_allclose(kernel(points), np.exp(-of).astype(float), atol=1e-9)
        near = np.exp(-of[:, :3]).astype(float)  # the others may be far from all three
        np.testing.assert_allclose(kernel(points, points[:3]), near, atol=1e-9)
        np.testing.assert_allclose(kernel.rows(points)(5), kernel(points)[5], atol=1e-9)


@pytest.mark.parametrize("sigma", [1e-200, 1e-9, 1.0, 1e9, 1e200])
def test_diagonal_is_exact_for_any_width(sigma):
    K, row = RBF(sigma)(X * 1e5), RBF(sigma).rows(X * 1e5)(7)
    assert (np.diag(K) == 1.0).all() and row[7] == 1.0
    for values in (K, row):
        assert ((values >= 0) & (values <= 1)).all()


@pytest.mark.parametrize("make", [RBF, OrnsteinUhlenbeck, DoubleExponential])
@pytest.mark.parametrize("unit", [2.0**-460, 2.0**-340, 2.0**480])
def test_values_do_not_depend_on_the_unit_of_length(make, unit):
    np.testing.assert_allclose(make(0.7 * unit)(X * unit), make(0.7)(X), rtol=1e-11)
    np.testing.assert_allclose(make(0.7 * unit).rows(X * unit)(3), make(0.7)(X)[3], rtol=1e-11)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("d", [2, 6])
@pytest.mark.parametrize("scale", [1e152, 1e200, 1e307])
def test_huge_features_give_values_or_an_error_but_no_warning(d, scale):
    points = X[:, :d] * scale
    for kernel in (RBF(1e-3), OrnsteinUhlenbeck(1e-3), DoubleExponential(1.0)):
        far = float(kernel(np.zeros(d), np.full(d, 1e9)))
        if scale < 1e154:
            expected = np.where(np.eye(len(X), dtype=bool), kernel.diagonal(X), far)
            np.testing.assert_array_equal(kernel(points), expected)
            np.testing.assert_array_equal(kernel.rows(points)(3), expected[3])
        else:
            for evaluate in (kernel, kernel.rows):
                with pytest.raises(KernelOverflowError, match=r"distances.*Scale the features"):
                    evaluate(points)


def test_distances_and_kernels_that_overflow_or_do_not_fit():
    assert squared_distances([[0, 0], [3, 4]], [[0, 0]]).tolist() == [[0.0], [25.0]]
    with pytest.raises(ValueError, match="Z must have 6 columns"):
        squared_distances(X, Z[:, :2])
    with pytest.raises(KernelOverflowError, match="overflow"):
        squared_distances(X, X * 1e200)
    with pytest.raises(KernelOverflowError, match=r"overflows.*Scale the features"):
        Polynomial(60)(X * 1e6)
    with pytest.raises(ValueError, match="not finite"):
        Polynomial(60).diagonal(X * 1e6)


@pytest.mark.parametrize("kernel", ALL, ids=repr)
def test_parameters_can_be_read_checked_cloned_and_written_down(kernel):
    assert set(kernel.get_params(deep=False)) == set(kernel._checks)
    assert kernel == clone(kernel)
    assert sum(kernel == other for other in ALL) == 1
    assert kernel != repr(kernel)
    if kernel is not METRIC:
        assert eval(repr(kernel), globals()) == kernel


def test_parameters_of_inner_kernels_have_names():
    kernel = RBF(0.5) + 2 * Polynomial(2)
    assert kernel.get_params()["right__kernel__degree"] == 2
    copy = clone(kernel).set_params(left__sigma=3.0, right__factor=1.0)
    assert (copy.left.sigma, copy.right.factor) == (3.0, 1.0)
    assert (kernel.left.sigma, kernel.right.factor) == (0.5, 2)
    assert repr(kernel) == "RBF(sigma=0.5) + 2 * Polynomial(degree=2, c=1.0)"
    scale = np.float64(0.5)
    assert repr(scale * RBF(scale) + scale) == repr(0.5 * RBF(0.5) + 0.5)


@pytest.mark.parametrize(
    ("kernel", "wrong", "message"),
    [
        (RBF(1.0), dict(sigma=-3), "sigma must be positive, but is -3"),
        (RBF(1.0), dict(gamma=2.0), "no parameter 'gamma'; it has sigma"),
        (Polynomial(3), dict(degree=2.5), r"degree must be a whole number, but is 2\.5"),
        (Polynomial(3), dict(c=-1.0), "c must be at least 0"),
        (Sigmoid(), dict(shift=np.nan), "shift must be"),
        (Sigmoid(), dict(shift=5.0, scale=-1.0), "scale must be"),
        (OrnsteinUhlenbeck(), dict(length="long"), "length must be"),
        (DoubleExponential(), dict(s=np.inf), "s must be"),
        (Linear(), dict(A=[[0.0, 1.0], [1.0, 0.0]]), "A must be positive.*eigenvalue is -1"),
        (Linear(), dict(A=[[1.0, 2.0], [0.0, 1.0]]), "A must be symmetric"),
        (Linear(), dict(A=[1.0, 2.0]), "A must be a square"),
        (Linear(), dict(A=[[np.inf]]), "A must be finite"),
        (RBF(1.0) + Linear(), dict(left__sigma=3.0, right="rbf"), "right must be a kernel"),
        (RBF(1.0) + 2 * RBF(2.0), dict(right__kernel__sigma=-3, left__sigma=3.0), "sigma must"),
        (2 * Linear(), dict(factor=-2), "factor must be"),
        (Linear() + 2, dict(coefficients=(1.0, -1.0)), r"coefficients\[1\] must be"),
        (Linear() + 2, dict(coefficients=()), "coefficients must be a sequence"),
        (ExpOf(Linear()), dict(kernel=None), "kernel must be a kernel.* There are Linear, Poly"),
        (ExpOf(RBF(1.0)), dict(kernel__sigma=3.0, degree=2), "no parameter 'degree'"),
        (On(RBF(1.0), [0]), dict(columns=[]), r"columns must be places.* it is \[\]"),
        (On(RBF(1.0), [0]), dict(columns=[0, 2, 0]), "columns must name each column once"),
        (On(RBF(1.0), [0]), dict(columns=[0, -1]), "columns must be places .*whole numbers ≥ 0"),
        (On(RBF(1.0), [0]), dict(columns=["age"]), "Names do not reach a kernel"),
        (On(RBF(1.0), [0]), dict(columns=[True, False]), "np.flatnonzero turns a mask"),
    ],
)
def test_a_wrong_parameter_is_refused_and_changes_nothing(kernel, wrong, message):
    before = repr(kernel)
    with pytest.raises(ValueError, match=message):
        kernel.set_params(**wrong)
    assert repr(kernel) == before


def test_equality_looks_at_values_not_at_their_type():
    assert RBF(1) == RBF(np.float64(1.0)) != RBF(2.0)
    assert Linear(A.tolist()) == Linear(A.copy()) != Linear(2 * A)
    assert PolynomialOf(Linear(), (0, 1)) == PolynomialOf(Linear(), [0.0, 1.0])
    assert RBF(1.0) + RBF(2.0) != RBF(2.0) + RBF(1.0) and 2 * Linear() != 3 * Linear()


@given(st.data())
@settings(max_examples=40)
def test_a_kernel_on_columns_is_the_kernel_of_these_columns(data):
    columns = data.draw(st.lists(st.integers(0, 5), min_size=1, unique=True))
    inner = data.draw(st.sampled_from([RBF(0.9), RBF(0.9) + 2 * Linear(), Polynomial(2)]))
    close = partial(np.testing.assert_allclose, rtol=1e-12, atol=1e-12)
    for places in (columns, np.array(columns), slice(min(columns), None)):
        kernel, of, others = On(inner, places), X[:, places], Z[:, places]
        close(kernel(X, Z), inner(of, others))
        close(kernel(X), inner(of))
        close(kernel.diagonal(X), inner.diagonal(of))
        close(kernel.rows(X)(3), inner.rows(of)(3))
        assert np.linalg.eigvalsh(kernel(X)).min() > -1e-9
        # what the other columns hold does not matter
        moved = X + 100 * np.isin(np.arange(6), np.arange(6)[places], invert=True)
        close(kernel(moved), kernel(X))


def test_a_length_in_scales_is_that_of_its_own_columns_even_of_one_kernel_used_twice():
    points, weight = X * [1, 1, 1, 50, 50, 50], np.arange(30) % 3 + 1.0
    one = RBF("2 scale")
    kernel = (On(one, slice(0, 3)) * On(one, [5, 3]) + Linear()).fitted(points, weight)
    for part, of in ((kernel.left.left, points[:, :3]), (kernel.left.right, points[:, [5, 3]])):
        assert part.kernel.sigma == pytest.approx(one.fitted(of, weight).sigma, rel=1e-12)
    assert one.sigma == "2 scale" and kernel.left.left.columns == slice(0, 3)


@pytest.mark.parametrize("columns", [[0, 6], slice(6, None)])
def test_a_column_that_the_points_do_not_have_is_missed_when_they_come(columns):
    kernel = On(RBF("scale"), columns)
    for use in (kernel.fitted, kernel, kernel.diagonal, kernel.rows):
        with pytest.raises(ValueError, match=r"columns=.*but the points have only 6 columns"):
            use(X)
