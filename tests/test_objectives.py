"""Primal, dual, their gap, the KKT residual, the interval of biases and the conversions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.svm import SVC

from svmlib import datasets, objectives

WIDEST = np.array([10 / 3, -5.0]), -2.0
# two points at ±1 on a line: everything can be done by hand
TWO_K, TWO_Y = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([1.0, -1.0])


def random_problem(seed, n=12, d=3, kind="number"):
    """A Gram matrix, signs, bounds and feasible multipliers."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    y = np.where(rng.permutation(np.arange(n) % 2) == 1, 1.0, -1.0)
    C = {
        "number": 2.0,
        "per point": rng.uniform(0.1, 5, n),
        "some infinite": np.where(rng.random(n) < 0.3, np.inf, 1.5),
        "hard": np.inf,
    }[kind]
    alpha = rng.uniform(0, 1, n) * np.minimum(C, 3.0)
    # shrink the heavier class until both have the same sum
    plus, minus = alpha[y > 0].sum(), alpha[y < 0].sum()
    alpha *= np.where(y > 0, min(1, minus / plus), min(1, plus / minus))
    return X, y, C, alpha


def solved(X, y, C):
    """Multipliers from scikit-learn, exact to about 1e-9 relative to C."""
    model = SVC(kernel="linear", C=C, tol=1e-10).fit(X, y)
    alpha = np.zeros(len(y))
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    return alpha, model


def test_exact_values_on_iris():
    X, y = datasets.iris_setosa(every=4, features=2)
    w, b = WIDEST
    assert objectives.primal(w, b, X, y, np.inf) == pytest.approx(325 / 18, rel=1e-15)
    np.testing.assert_allclose(objectives.slack(w, b, X, y), 0, atol=1e-14)
    # halved, the margins are ½ and the slack of the three nearest points ½
    assert objectives.primal(w / 2, b / 2, X, y, np.inf) == np.inf
    xi = objectives.slack(w / 2, b / 2, X, y)
    assert objectives.primal(w / 2, b / 2, X, y, 7) == pytest.approx(325 / 72 + 7 * xi.sum())
    assert xi.max() == pytest.approx(0.5)


def test_two_points_by_hand():
    alpha = np.array([0.25, 0.25])
    assert objectives.dual(alpha, TWO_K, TWO_Y) == 0.375
    assert objectives.primal_from_dual(alpha, TWO_K, TWO_Y, 0.25) == 0.375
    assert objectives.optimal_bias(alpha, TWO_K, TWO_Y, 0.25) == (-0.5, 0.5)
    assert objectives.kkt_residual(alpha, TWO_K, TWO_Y, 0.25) == 0
    # with more room the multipliers reach ½ and the bias is settled
    assert objectives.optimal_bias([0.5, 0.5], TWO_K, TWO_Y, 1) == (0, 0)
    assert objectives.duality_gap([0.5, 0.5], TWO_K, TWO_Y, np.inf) == 0
    # and ¼ is then not optimal: P = 1/8 + 1/2 + 1/2, stretched to w = 1 it is 1/2, D = 3/8
    assert objectives.duality_gap(alpha, TWO_K, TWO_Y, 1) == 0.75
    assert objectives.duality_gap(alpha, TWO_K, TWO_Y, np.inf) == 0.125
    assert objectives.duality_gap(alpha, TWO_K, TWO_Y, 1, relative=True) == 0.75 / 1.125


@pytest.mark.parametrize("kind", ["number", "per point", "some infinite", "hard"])
@settings(max_examples=40)
@given(seed=st.integers(0, 2**31))
def test_weak_duality_on_random_feasible_multipliers(kind, seed):
    X, y, C, alpha = random_problem(seed, kind=kind)
    rng = np.random.default_rng(seed)
    D = objectives.dual(alpha, X @ X.T, y)
    assert objectives.duality_gap(alpha, X @ X.T, y, C) >= -1e-12 * (1 + abs(D))
    # the dual is below the primal at any (w, b), not only at those that belong to alpha
    for scale in (0.1, 1, 10):
        w, b = scale * rng.standard_normal(X.shape[1]), rng.standard_normal()
        assert objectives.primal(w, b, X, y, C) >= D - 1e-12 * (1 + abs(D))


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31))
def test_primal_from_dual_is_the_primal_at_its_weights(seed):
    X, y, C, alpha = random_problem(seed, kind="per point")
    w = (alpha * y) @ X
    assert objectives.primal_from_dual(alpha, X @ X.T, y, C, b=0.3) == pytest.approx(
        objectives.primal(w, 0.3, X, y, C), rel=1e-12
    )


@pytest.mark.parametrize("kind", ["number", "per point"])
@settings(max_examples=40)
@given(seed=st.integers(0, 2**31))
def test_no_bias_beats_the_interval_of_best_biases(kind, seed):
    X, y, C, alpha = random_problem(seed, kind=kind)
    K, w = X @ X.T, (alpha * y) @ X
    lo, hi = objectives.optimal_bias(alpha, K, y, C)
    assert lo <= hi and np.isfinite([lo, hi]).all()
    inside = [objectives.primal(w, b, X, y, C) for b in np.linspace(lo, hi, 5)]
    kinks = y - X @ w
    everywhere = [objectives.primal(w, b, X, y, C) for b in (*kinks, -50, 50)]
    best = min(everywhere)
    np.testing.assert_allclose(inside, best, rtol=1e-12)
    # just outside it is worse
    step = 1e-3
    assert objectives.primal(w, lo - step, X, y, C) > best
    assert objectives.primal(w, hi + step, X, y, C) > best


def test_optimum_of_iris_with_four_features():
    X, y = datasets.iris_setosa(raise_straggler=True)
    alpha, model = solved(X, y, 1.0)
    K = X @ X.T
    assert objectives.dual(alpha, K, y) == pytest.approx(200 / 269, rel=1e-6)
    assert objectives.duality_gap(alpha, K, y, 1.0, relative=True) < 1e-5
    assert objectives.kkt_residual(alpha, K, y, 1.0) < 1e-5
    lo, hi = objectives.optimal_bias(alpha, K, y, 1.0)
    assert lo == pytest.approx(model.intercept_[0], abs=1e-4) and hi - lo < 1e-4


@pytest.mark.parametrize("C", [0.01, 1.0, 1e3])
def test_a_free_support_vector_settles_the_bias(C):
    X, y = datasets.blobs(60, spread=1.5, seed=1)
    alpha, model = solved(X, y, C)
    report = objectives.point_report(alpha, model.decision_function(X), y, C, tol=1e-4)
    free = report.multiplier == "free"
    assert free.any()
    usual = np.mean((y - X @ model.coef_[0])[free])
    lo, hi = objectives.optimal_bias(alpha, X @ X.T, y, C)
    assert lo == pytest.approx(usual, abs=1e-4) and hi == pytest.approx(usual, abs=1e-4)


def test_bias_with_nothing_to_hold_it():
    assert objectives.optimal_bias([0, 0], TWO_K, [1, 1], 1) == (1, np.inf)
    assert objectives.optimal_bias([0, 0], TWO_K, [-1, -1], 1) == (-np.inf, -1)
    # at alpha = 0 and equal classes every b in [-1, 1] is as good
    assert objectives.optimal_bias([0, 0], TWO_K, TWO_Y, 1) == (-1, 1)
    assert np.isfinite(objectives.duality_gap([0, 0], TWO_K, [1, 1], 1))
    # weights that balance only up to rounding still leave the whole interval
    y = np.array([1, 1, 1, -1.0])
    C = np.array([0.1, 0.1, 0.1, 0.3])
    assert objectives.optimal_bias(np.zeros(4), np.zeros((4, 4)), y, C) == (-1, 1)


def test_bias_of_a_hard_margin():
    assert objectives.optimal_bias([1, 1], TWO_K, TWO_Y, np.inf) == (-1, 1)  # w = 2: room to move
    assert objectives.optimal_bias([0.1, 0.1], TWO_K, TWO_Y, np.inf) == (0, 0)  # w too short
    # one hard point below, soft ones above: the soft optimum, but not below the hard constraint
    lo, hi = objectives.optimal_bias([0, 0, 0], np.zeros((3, 3)), [1, -1, -1], [np.inf, 1, 1])
    assert lo == hi == 1


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0, np.inf])
def test_residual_sees_every_kind_of_violation(C):
    X, y = datasets.blobs(40, centers=((-3, -3), (3, 3)), seed=2)
    alpha, _ = solved(X, y, min(C, 1e3))
    K, unit = X @ X.T, min(C, alpha.max())
    assert objectives.kkt_residual(alpha, K, y, C) < 1e-5
    zero = int(np.flatnonzero((alpha == 0) & (y == 1))[0])
    one = int(np.flatnonzero(alpha > 0)[0])
    for change in (
        {zero: 1e-2 * unit},  # a multiplier without need
        {one: alpha[one] - 1e-2 * unit},  # the balance lost
        {zero: -1e-2 * unit},  # outside the box
    ):
        moved = alpha.copy()
        moved[list(change)] = list(change.values())
        assert objectives.kkt_residual(moved, K, y, C) > 1e-3
    assert objectives.kkt_residual(alpha, K, y, C, b=0.7) > 1e-3
    assert objectives.kkt_residual(0 * alpha, K, y, C) > 0.5


def test_a_huge_C_does_not_make_every_multiplier_look_like_zero():
    X, y = datasets.iris_setosa(every=4, features=2)
    alpha, model = solved(X, y, 1e12)
    K = X @ X.T
    report = objectives.point_report(alpha, model.decision_function(X), y, 1e12, tol=1e-4)
    assert (report.multiplier == "free").sum() == 3
    wrong = alpha + 0.1 * alpha.max() * (np.arange(len(y)) < 20)
    assert objectives.kkt_residual(wrong, K, y, 1e12) > 1e-2


def test_scaling_C_and_alpha_together_scales_the_data_away():
    X, y, _, alpha = random_problem(5)
    residual = objectives.kkt_residual(alpha, X @ X.T, y, 2.0)
    # φ → φ/√s, C → s C, alpha → s alpha leaves every margin as it was
    s = 1e8
    assert objectives.kkt_residual(s * alpha, X @ X.T / s, y, s * 2.0) == pytest.approx(residual)


def test_point_report():
    f = np.array([2.0, 1.0, 1.0, 1.0, 0.5, 0.0, -2.0])
    alpha = np.array([0.0, 0.0, 1.5, 3.0, 3.0, 3.0, 3.0])
    report = objectives.point_report(alpha, -f, -np.ones(7), 3.0)
    assert report.position.tolist() == [
        "outside", "on the margin", "on the margin", "on the margin",
        "inside", "wrong side", "wrong side",
    ]  # fmt: skip
    assert report.multiplier.tolist() == ["zero", "degenerate", "free", *["bounded"] * 4]
    np.testing.assert_array_equal(report.margin, f)
    np.testing.assert_array_equal(report.slack, [0, 0, 0, 0, 0.5, 1, 3])
    for C in (1e-9, 1e9):
        scaled = objectives.point_report(alpha * C / 3, -f, -np.ones(7), C)
        assert scaled.multiplier.tolist() == report.multiplier.tolist()
    noisy = objectives.point_report(alpha - 1e-9, -f * (1 + 1e-9), -np.ones(7), 3.0)
    assert noisy.position.tolist() == report.position.tolist()
    assert noisy.multiplier.tolist() == report.multiplier.tolist()


def test_certificates_only_for_feasible_multipliers():
    with pytest.raises(ValueError, match=r"alpha\[1\] is 2 with C = 1"):
        objectives.duality_gap([1, 2], TWO_K, TWO_Y, 1)
    with pytest.raises(ValueError, match=r"alpha\[0\] is -0.5"):
        objectives.duality_gap([-0.5, 0], TWO_K, TWO_Y, 1)
    with pytest.raises(ValueError, match=r"the sum is 0.5.*b=0"):
        objectives.duality_gap([1, 0.5], TWO_K, TWO_Y, 1)
    # without a bias the sum is free: w = 1.5, P = 9/8, D = 1.5 - 9/8
    assert objectives.duality_gap([1, 0.5], TWO_K, TWO_Y, 1, b=0) == 0.75


@settings(max_examples=25)
@given(seed=st.integers(0, 2**31))
def test_weak_duality_without_a_bias(seed):
    X, y, C, _ = random_problem(seed)
    alpha = np.random.default_rng(seed).uniform(0, C, len(y))
    assert objectives.duality_gap(alpha, X @ X.T, y, C, b=0) >= -1e-12


@given(
    value=st.floats(1e-9, 1e9),
    n=st.integers(1, 10**6),
    form=st.sampled_from(["sum", "mean"]),
)
def test_conversions_there_and_back(value, n, form):
    C = objectives.C_from_lambda(value, n, form)
    assert objectives.lambda_from_C(C, n, form) == pytest.approx(value, rel=1e-14)
    sigma = objectives.sigma_from_gamma(value)
    assert objectives.gamma_from_sigma(sigma) == pytest.approx(value, rel=1e-14)
    x2 = 0.3
    assert np.exp(-value * x2) == pytest.approx(np.exp(-x2 / (2 * sigma**2)), rel=1e-9)


@pytest.mark.parametrize("form", ["sum", "mean"])
@settings(max_examples=25)
@given(lam=st.floats(1e-3, 1e3), seed=st.integers(0, 2**31))
def test_the_three_scalings_are_one_objective(form, lam, seed):
    X, y, _, _ = random_problem(seed)
    w, b = np.random.default_rng(seed).standard_normal(3), 0.4
    C = objectives.C_from_lambda(lam, len(y), form)
    assert objectives.primal_lambda(w, b, X, y, lam, form) == pytest.approx(
        lam * objectives.primal(w, b, X, y, C), rel=1e-12
    )


def test_per_point_C_repeats_points():
    X, y, _, _ = random_problem(3)
    w, times = np.array([0.3, -0.2, 0.9]), np.arange(12) % 3 + 1
    repeated = objectives.primal(w, 0.1, np.repeat(X, times, 0), np.repeat(y, times), 2.0)
    assert objectives.primal(w, 0.1, X, y, 2.0 * times) == pytest.approx(repeated, rel=1e-13)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: objectives.primal([1], 0, [[1.0]], [1], 0), "C must be positive"),
        (lambda: objectives.primal([1], 0, [[1.0]], [1], -1), "C must be positive"),
        (lambda: objectives.primal([1], 0, [[1.0]], [1], np.nan), "C must be positive"),
        (lambda: objectives.primal([1], 0, [[1.0]], [0], 1), r"\{0, 1\}"),
        (lambda: objectives.dual([1, 1], TWO_K[:1], TWO_Y), "Gram matrix of shape"),
        (lambda: objectives.dual([1], TWO_K, TWO_Y), "alpha must be of shape"),
        (lambda: objectives.dual([1, np.nan], TWO_K, TWO_Y), r"alpha\[1\] is nan"),
        (lambda: objectives.kkt_residual([1, 1], TWO_K, TWO_Y, [1, 1, 1]), "C must be a number"),
        (lambda: objectives.C_from_lambda(1, 3, "total"), 'form must be "sum" or "mean"'),
        (lambda: objectives.C_from_lambda(0, 3), "lam must be positive"),
        (lambda: objectives.gamma_from_sigma(-1), "sigma must be positive"),
    ],
)
def test_errors_name_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()
