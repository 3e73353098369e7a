"""EpsilonSVR and OneClassSVM: exact results, own certificates, the meaning of ν."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from svmlib import EpsilonSVR, OneClassSVM, engine
from svmlib.estimators.base import handed_out
from svmlib.kernels import RBF, Linear
from svmlib.solvers.certificate import soft_margin

SINE = np.random.default_rng(0)
X = np.sort(SINE.uniform(-3.0, 3.0, size=(80, 1)), axis=0)
y = np.sin(2.0 * X[:, 0]) + 0.2 * SINE.normal(size=80)


def test_an_indefinite_kernel_changes_nothing_in_what_the_primal_is():
    K, target = np.array([[0.0, 1.0], [1.0, 0.0]]), 1e9 + np.array([0.0, 1.0 / 3.0])
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite"):
        machine = EpsilonSVR(C=1e3, epsilon=0.0, kernel="precomputed").fit(K, target)
    f = K @ machine.beta_ + (machine.intercept_ - 1e9)
    primal = 0.5 * machine.beta_ @ K @ machine.beta_ + 1e3 * np.abs(target - 1e9 - f).sum()
    assert machine.primal_ == pytest.approx(primal, rel=1e-6)


def test_far_from_0_the_numbers_are_those_of_the_rounded_bias():
    """Which leaves some slack that was not there while y was counted from its mean."""
    points = np.linspace(-2.0, 2.0, 30)[:, None]
    target = 22205.49 + 1e-4 * np.sin(3.0 * points[:, 0])
    with warnings.catch_warnings():  # the gap is next to what counts as converged
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine = EpsilonSVR(C=1.0, epsilon=0.0, kernel=RBF(1.0)).fit(points, target)
    beta, b = machine.beta_.astype(np.longdouble), np.longdouble(machine.intercept_[0])
    f = RBF(1.0)(points) @ beta
    primal = float(0.5 * beta @ f + np.abs(target - f - b).sum())
    assert machine.primal_ == pytest.approx(primal, rel=5e-7) and machine.gap_ < 1e-5


@pytest.mark.parametrize("moved, warned", [(1e-9, False), (1e-3, True)])
def test_a_bias_that_rounding_moves_far_is_told(moved, warned):
    """By some slacks of 1e-9 and of 1e-3, of an objective of about 1."""
    points = np.linspace(-2.0, 2.0, 30)[:, None]
    signs = np.where(points[:, 0] > 0, 1.0, -1.0)
    solved = engine.solve(RBF(1.0), points, signs, 1.0)
    r = solved.g - solved.b
    late = signs * r > 0.1
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        after = handed_out(
            solved, soft_margin(signs, np.ones(30)), r + signs * moved * late, 0.0, "so"
        )
    assert warned == any("; so" in str(w.message) for w in said)
    assert after.primal == pytest.approx(solved.primal + late.sum() * moved, rel=1e-12)
    assert after.gap >= late.sum() * moved / after.primal and after.converged != warned


@pytest.mark.parametrize("C", [1e100, 1e290])
@pytest.mark.parametrize("epsilon", [0.0, 0.1])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_objectives_beyond_float64_prove_nothing(epsilon, C):
    K = 1e136 * np.array([[-1.0, 2.0, 0.0], [2.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    machine = EpsilonSVR(C=C, epsilon=epsilon, kernel="precomputed", max_iter=1000)
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite"):
        machine.fit(K, [0.0, 1.0, 2.0])
    assert machine.gap_ == np.inf and not machine.converged_
    assert machine.n_iter_ < 100


@pytest.mark.parametrize("epsilon", [0.05, 0.3])
def test_who_has_which_multiplier(epsilon):
    C = 2.0
    machine = EpsilonSVR(C=C, epsilon=epsilon, kernel=RBF(0.7)).fit(X, y)
    assert machine.gap_ < 1e-9
    residual, beta = y - machine.predict(X), machine.beta_
    inside, outside = np.abs(residual) < epsilon - 1e-6, np.abs(residual) > epsilon + 1e-6
    assert inside.any() and outside.any()
    assert (beta[inside] == 0.0).all()
    np.testing.assert_array_equal(beta[outside], C * np.sign(residual[outside]))
    np.testing.assert_array_equal(machine.on_tube_, np.flatnonzero(~inside & ~outside))
    assert (beta * residual >= 0.0).all()
    np.testing.assert_array_equal(machine.support_, np.flatnonzero(beta))
    np.testing.assert_array_equal(machine.support_vectors_, X[machine.support_])


def test_the_gap_is_relative_to_a_primal_that_is_more_than_a_billionth_of_the_errors():
    # a line through all points; without a slope they would cost C Σ|y| = 5, with it 2e-8
    target = np.linspace(-1.0, 1.0, 9)
    machine = EpsilonSVR(C=1.0, epsilon=0.0, kernel=Linear()).fit(5e3 * target[:, None], target)
    assert machine.primal_ == pytest.approx(2e-8) and machine.converged_
    # rounding of y alone may hide 1e-15 of these 5
    assert 1e-7 < machine.gap_ < 1e-6


@pytest.mark.parametrize("epsilon", [0.0, 0.5])
def test_a_constant_needs_no_support_vector(epsilon):
    target = np.where(np.arange(80) == 0, 3.0 + epsilon, 3.0)
    machine = EpsilonSVR(epsilon=epsilon).fit(X, target)
    assert machine.gap_ == 0.0 and machine.converged_ and len(machine.support_) == 0
    assert machine.bias_interval_ == pytest.approx((3.0, 3.0 + epsilon))
    np.testing.assert_allclose(machine.predict(X), machine.intercept_[0])


def test_two_points_by_hand():
    # equal weights: K = [1, k; k, 1], α = (½, ½)·2ν, ρ = w·φ(x_i) = ν (1 + k)
    machine = OneClassSVM(nu=0.5, kernel=RBF(1.0)).fit([[0.0], [1.0]])
    k = np.exp(-0.5)
    np.testing.assert_allclose(machine.alpha_, [0.5, 0.5])
    assert machine.offset_ == pytest.approx(0.5 * (1.0 + k))
    assert (machine.primal_, machine.dual_) == pytest.approx((-0.25 * (1.0 + k),) * 2)
    # on the border: 0 exactly, whatever rounding says
    assert machine.decision_function([[0.0], [1.0]]).tolist() == [0.0, 0.0]
    assert machine.predict([[0.0], [0.5], [3.0]]).tolist() == [1, 1, -1]


@pytest.mark.parametrize("seed", range(20))
def test_all_multipliers_at_their_bound_whatever_the_order_of_a_sum(seed):
    weight, points = np.random.default_rng(seed).uniform(size=60), np.arange(60.0)[:, None] % 7
    machine = OneClassSVM(nu=1.0).fit(points, sample_weight=weight)
    np.testing.assert_allclose(machine.alpha_, weight, rtol=1e-14)
    assert machine.converged_ and machine.offset_interval_ == (machine.offset_, np.inf)
    assert (machine.decision_function(points) <= 0.0).all()


@given(seed=st.integers(0, 10_000))
def test_nu_lies_between_the_shares(seed):
    """The share of new points is at most ν, that of support vectors at least."""
    rng = np.random.default_rng(seed)
    n, nu = int(rng.integers(2, 40)), rng.choice([0.004, 0.1, 0.5, 0.77, 1.0])
    points = np.round(rng.normal(size=(n, 2)), rng.integers(0, 4))
    machine = OneClassSVM(nu=nu, kernel=RBF(10.0 ** rng.uniform(-1, 1))).fit(points)
    assert machine.converged_
    new, ordinary = machine.predict(points) == -1, machine.decision_function(points) > 0.0
    assert new.sum() <= nu * n + 1e-9 and len(machine.support_) >= nu * n - 1e-9
    assert (machine.alpha_[new] == 1.0).all() and (machine.alpha_[ordinary] == 0.0).all()


def test_every_offset_of_the_interval_is_optimal():
    points = np.array([[0.0], [0.1], [0.2], [5.0], [9.0]])
    machine = OneClassSVM(nu=0.8, kernel=RBF(1.0)).fit(points)
    # every multiplier at a bound: ρ may lie anywhere between two scores
    assert machine.alpha_.tolist() == [1.0, 0.0, 1.0, 1.0, 1.0]
    scores = np.sort(machine.score_samples(points))
    assert machine.offset_interval_ == pytest.approx((scores[3], scores[4]))
    half = 0.5 * machine.alpha_ @ RBF(1.0)(points) @ machine.alpha_
    for rho in (*machine.offset_interval_, machine.offset_):
        primal = half - 4.0 * rho + np.maximum(0.0, rho - scores).sum()
        assert primal == pytest.approx(-half, rel=1e-12)


def test_points_around_the_origin_have_no_plane():
    crowd = np.random.default_rng(0).normal(size=(120, 2))
    for points in (crowd - crowd.mean(axis=0), np.array([[1.0], [1.0], [-1.0], [-1.0 + 1e-5]])):
        with pytest.warns(ConvergenceWarning, match="w = 0: in feature space the origin lies amo"):
            machine = OneClassSVM(nu=1.0, kernel=Linear()).fit(points)
        assert abs(machine.primal_) < 1e-9
    far = OneClassSVM(nu=0.5, kernel=Linear()).fit(crowd + 20.0)
    assert far.gap_ < 1e-9 and far.dual_ < -1.0


@pytest.mark.parametrize("points", [[-1.0, 1.0], [-1.0, 1.0, 2.0, -2.0], [-1e3, 0.0, 1e3]])
def test_a_one_class_machine_without_a_plane_is_solved_and_says_only_that(points):
    """w = 0 and ρ = 0 by hand; nobody is told to lower a C that it has not."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        machine = OneClassSVM(kernel="linear", nu=0.1).fit(np.array(points)[:, None])
    assert machine.converged_ and machine.gap_ < 1e-6
    assert [str(one.message).split(":")[0] for one in said] == ["w = 0"]
    with pytest.warns(ConvergenceWarning, match=r"(?s)raise max_iter or scale the features$"):
        OneClassSVM(nu=0.5, kernel=RBF(1e-3), max_iter=1).fit(X)
