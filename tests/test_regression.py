"""EpsilonSVR, and the engine on problems of any p, s and box: exact results, own certificates."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from svmlib import EpsilonSVR
from svmlib.kernels import RBF, Linear
from svmlib.solvers.certificate import DualProblem
from svmlib.solvers.one_bias import solve_dual

SINE = np.random.default_rng(0)
X = np.sort(SINE.uniform(-3.0, 3.0, size=(80, 1)), axis=0)
y = np.sin(2.0 * X[:, 0]) + 0.2 * SINE.normal(size=80)


# -- any problem -------------------------------------------------------------------------------
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), linear=st.booleans())
def test_the_engine_solves_any_problem(seed, linear):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 60))
    A, B = -rng.exponential(size=n), rng.exponential(size=n)
    A[rng.random(n) < 0.4], B[rng.random(n) < 0.4] = 0.0, 0.0
    s = 0.0 if rng.random() < 0.3 else rng.uniform(0.9 * A.sum(), 0.9 * B.sum())
    problem = DualProblem(rng.normal(size=n), A, B, s)
    points = rng.normal(size=(n, 2))
    kernel = Linear() if linear else RBF(1.0)
    K = kernel(points)
    found = solve_dual(kernel, points, problem)
    beta, r = found.beta, found.g - found.b
    assert (problem.A <= beta).all() and (beta <= problem.B).all()
    assert beta.sum() == pytest.approx(problem.s, abs=1e-12)
    np.testing.assert_allclose(found.g, problem.p - K @ beta, atol=1e-10)
    primal = 0.5 * beta @ K @ beta + problem.s * found.b
    primal += np.maximum(problem.A * r, problem.B * r).sum()
    assert found.primal == pytest.approx(primal, abs=1e-10)
    assert found.dual == pytest.approx(problem.p @ beta - 0.5 * beta @ K @ beta, abs=1e-10)
    assert found.converged and found.primal - found.dual < 1e-9


def test_a_sum_that_no_multipliers_have():
    none, one = np.zeros(3), np.ones(3)
    with pytest.raises(ValueError, match=r"no β in the box has the sum 4"):
        solve_dual(Linear(), np.eye(3), DualProblem(none, none, one, 4.0))


# -- regression --------------------------------------------------------------------------------
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
    with pytest.warns(ConvergenceWarning, match="subtract a number near its mean from y"):
        machine = EpsilonSVR(C=1.0, epsilon=0.0, kernel=RBF(1.0)).fit(points, target)
    beta, b = machine.beta_.astype(np.longdouble), np.longdouble(machine.intercept_[0])
    f = RBF(1.0)(points) @ beta
    primal = float(0.5 * beta @ f + np.abs(target - f - b).sum())
    assert machine.primal_ == pytest.approx(primal, rel=5e-7) and machine.gap_ < 1e-5


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
    assert (beta * residual >= 0.0).all() and abs(beta.sum()) < 1e-12
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
    target = np.full(80, 3.0)
    target[0] += epsilon
    machine = EpsilonSVR(epsilon=epsilon).fit(X, target)
    assert machine.gap_ == 0.0 and machine.converged_ and len(machine.support_) == 0
    assert machine.bias_interval_ == pytest.approx((3.0, 3.0 + epsilon) if epsilon else (3.0, 3.0))
    np.testing.assert_allclose(machine.predict(X), machine.intercept_[0])
