"""Both dual ascents against the engine and the definitions."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from svmlib import datasets, dual, engine, objectives
from svmlib.dual import coordinate_ascent, smo
from svmlib.kernels import RBF

# points of two classes, one of them at 0
y = np.where(np.arange(40) < 12, 1.0, -1.0)
X = np.random.default_rng(3).normal(size=(40, 3)) + 0.7 * y[:, None]
X[20] = 0.0
X.flags.writeable = y.flags.writeable = False


@pytest.mark.parametrize("bias", ["regularised", "none"])
@pytest.mark.parametrize("C", [0.01, 30.0])
def test_coordinate_ascent_reaches_the_optimum(bias, C):
    run = coordinate_ascent(X, y, C, bias=bias, tol=1e-10, epochs=20_000, free_sweeps=20)
    columns = X if bias == "none" else np.column_stack([X, np.ones(len(X))])
    assert run.converged
    # the certificate holds from its definition, not only from the history
    assert run.primal[-1] == pytest.approx(run.dual[-1], rel=1e-9)
    w = np.append(run.w, run.b) if bias == "regularised" else run.w
    np.testing.assert_array_equal(w, run.alpha @ (y[:, None] * columns))
    slack = np.maximum(0, 1 - y * (columns @ w))
    assert run.primal[-1] == pytest.approx(0.5 * w @ w + C * slack.sum(), rel=1e-12)
    assert run.dual[-1] == pytest.approx(run.alpha.sum() - 0.5 * w @ w, rel=1e-12)
    assert (run.alpha >= 0).all() and (run.alpha <= C).all()
    # before the first epoch w = 0; the dual never falls
    assert run.primal[0] == pytest.approx(40 * C, rel=1e-12) and run.dual[0] == 0.0
    assert (np.diff(run.dual) >= -1e-13 * run.dual[-1]).all()
    np.testing.assert_array_equal(run.gap, run.primal - run.dual)


@pytest.mark.parametrize("working_set", dual.WORKING_SETS)
@pytest.mark.parametrize("C", [1e-3, 0.05, 5.0])
def test_smo_equals_the_engine(working_set, C):
    X, y = datasets.moons(60, noise=0.25, seed=1)
    K = RBF(0.6)(X)
    run = smo(K, y, C, tol=1e-9, working_set=working_set)
    solution = engine.solve(K, None, y, C)
    assert run.converged
    assert run.dual[-1] == pytest.approx(solution.dual, rel=1e-8)
    assert run.dual[-1] == pytest.approx(objectives.dual(run.alpha, K, y), rel=1e-12)
    np.testing.assert_allclose(run.alpha, solution.alpha, atol=2e-3 * C)
    lo, hi = solution.bias_interval
    assert lo - 1e-3 <= run.b <= hi + 1e-3 and abs(run.alpha @ y) <= 1e-10 * C
    assert (run.alpha >= 0).all() and (run.alpha <= C).all()


def test_the_history_of_smo_is_complete():
    K = X @ X.T
    K.flags.writeable = False
    run = smo(K, y, 0.7)
    steps = run.steps
    assert len(steps) == run.n_iter == len(run.dual) - 1
    # before the first step α = 0, and the best common bias leaves every point a slack
    assert run.dual[0] == 0.0 and run.primal[0] == pytest.approx(0.7 * len(y))
    assert (np.diff(run.dual) > -1e-13).all()
    np.testing.assert_array_equal(steps["dual"], run.dual[1:])
    np.testing.assert_array_equal(run.gap, run.primal - run.dual)
    beta = np.zeros(len(y))
    np.add.at(beta, steps["i"], steps["change"])
    np.subtract.at(beta, steps["j"], steps["change"])
    np.testing.assert_allclose(beta, y * run.alpha, atol=1e-12)
    primal = objectives.primal(beta @ X, run.b, X, y, 0.7)
    assert run.primal[-1] == pytest.approx(primal, rel=1e-10)


@pytest.mark.parametrize("working_set", ["first-order", "second-order"])
def test_each_pair_is_the_one_that_its_rule_names(working_set):
    X, y = datasets.moons(30, noise=0.3, seed=6)
    K, C = RBF(0.7)(X), 3.0
    steps = smo(K, y, C, working_set=working_set, max_iter=60).steps
    lower, upper = np.minimum(C * y, 0), np.maximum(C * y, 0)
    beta = np.zeros(30)
    for i, j, change in zip(steps["i"], steps["j"], steps["change"], strict=True):
        g = y - K @ beta
        violation = g[:, None] - g
        curvature = np.diag(K)[:, None] + np.diag(K) - 2 * K + np.eye(30)
        gain = violation**2 / curvature if working_set[0] == "s" else violation
        gain[(violation <= 0) | (beta >= upper)[:, None] | (beta <= lower)] = -np.inf
        assert g[i] == pytest.approx(g[beta < upper].max(), rel=1e-9)
        assert gain[i, j] == pytest.approx(gain[i].max(), rel=1e-6)
        beta[i] += change
        beta[j] -= change


@pytest.mark.parametrize("working_set", dual.WORKING_SETS)
@pytest.mark.parametrize(
    "K",
    [-X @ X.T, X @ X.T - 5.0 * np.eye(40), X @ X.T * (1.0 - np.eye(40))],
    ids=["negative", "saddle", "flat diagonal"],
)
def test_smo_says_when_the_dual_is_not_concave(working_set, K):
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite"):
        run = smo(K, y, 1.0, working_set=working_set, max_iter=5000)
    assert not run.converged
    assert (run.alpha >= 0).all() and (run.alpha <= 1).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("power", [1, 2])
def test_a_free_bias_needs_positive_values_only_where_the_multipliers_sum_to_zero(power):
    """-‖x - z‖ and -‖x - z‖² have negative eigenvalues, but vᵀKv ≥ 0 for Σv = 0 (lecture 08)."""
    X, y = datasets.moons(60)
    K = -(np.linalg.norm(X[:, None] - X, axis=2) ** power) - 3.0
    mean = K.mean(axis=0)
    centred = K - mean - mean[:, None] + mean.mean()
    assert np.linalg.eigvalsh(K)[0] < -10 and np.linalg.eigvalsh(centred)[0] > -1e-12
    best = engine.solve(centred, None, y, 1.0).dual
    for matrix in (K, centred):
        run = smo(matrix, y, 1.0, tol=1e-9)
        assert run.converged and run.dual[-1] == pytest.approx(best, rel=1e-8)
    for singular in (np.zeros((3, 3)), np.ones((3, 3)), 1e-200 * np.eye(3)):
        assert smo(singular, [-1, 1, 1], 1.0).converged
