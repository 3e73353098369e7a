"""The engine against exact results, a general QP solver and its own certificate."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from svmlib import datasets
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear
from svmlib.solvers import blocks, climb, constants
from svmlib.solvers.certificate import soft_margin
from svmlib.solvers.rows import KernelRows, LinearRows
from svmlib.solvers.smoothed import smoothed_primal


def moons(n=500):
    return datasets.moons(n, noise=0.2, seed=0)


def cloud(n, d, distance=0.4, seed=0):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    return rng.normal(size=(n, d)) + distance * y[:, None], y


def check_certificate(s, K, y, C, rel=1e-9):
    """Recompute everything the solution claims from α, b and the Gram matrix alone."""
    beta, C = y * s.alpha, np.broadcast_to(C, len(y))
    assert (s.alpha >= 0).all() and (s.alpha <= C).all()
    assert abs(beta.sum()) <= 1e-11 * max(1e-300, s.alpha.sum())
    f = K @ beta
    half = 0.5 * beta @ f
    primal = half + C @ np.maximum(0, 1 - y * (f + s.b))
    assert primal == pytest.approx(s.primal, rel=rel)
    assert s.alpha.sum() - half == pytest.approx(s.dual, rel=rel)
    assert primal - s.dual <= rel * primal
    # what rounding may hide is part of the gap
    assert s.converged and 0.0 <= s.gap <= 3 * rel
    np.testing.assert_allclose(s.g, y - f, atol=1e-9 * (1 + np.abs(f).max()))
    lo, hi = s.bias_interval
    assert lo <= s.b <= hi and np.isfinite([lo, hi]).all()
    assert (np.diff(s.history[:, 0]) >= 0).all()
    assert (np.diff(s.history[:, 1]) >= -rel * s.dual).all()


@pytest.mark.parametrize("C", [1e-2, 1e-10, 1e-300])
def test_all_multipliers_at_C_leave_an_interval_of_biases(C):
    X, y = moons(200)
    s = solve(RBF(0.5), X, y, C)
    assert (s.alpha == C).all() and s.gap < 1e-12
    f = RBF(0.5)(X) @ (y * s.alpha)
    g = y - f
    ends = [g[y < 0].max(), g[y > 0].min()]
    np.testing.assert_allclose(s.bias_interval, ends, atol=1e-9)
    assert s.b == pytest.approx(np.mean(ends), abs=1e-9)
    assert ((f + s.b > 0) == (y > 0)).mean() > 0.85


def test_a_tiny_bound_among_large_ones_is_kept():
    X, y = moons(100)
    C = np.where(np.arange(100) < 50, 1e-13, 1e3)
    s = solve(RBF(0.5), X, y, C)
    f = RBF(0.5)(X) @ (y * s.alpha) + s.b
    violates = (y * f < 1 - 1e-6) & (C < 1)
    assert violates.any() and (s.alpha[violates] == 1e-13).all()
    assert s.violation < 1e-6


@pytest.mark.parametrize("seed", range(7, 12))
def test_tiny_multipliers_of_a_huge_kernel_need_no_slack(seed):
    # ½‖w‖² is 1e-24 here, and C times the rounding of a single margin 1e-13
    rng = np.random.default_rng(seed)
    y = np.repeat([1.0, -1.0], 10)
    X = 1e12 * (rng.normal(size=(20, 2)) + 3.0 * y[:, None] + 2.0)
    s = solve(Linear(), X, y, 1e3)
    w = X.T @ (y * s.alpha)
    assert s.converged and s.gap < 1e-9
    assert (y * (X @ w + s.b) >= 1.0).all()
    assert 0.5 * w @ w == pytest.approx(s.primal, rel=1e-9)


def test_a_start_saves_work_and_changes_nothing():
    X, y = moons()
    first, cold = (solve(RBF(0.5), X, y, C) for C in (5.0, 6.0))
    warm = solve(RBF(0.5), X, y, 6.0, alpha0=first.alpha * 6.0 / 5.0)
    assert warm.n_iter < cold.n_iter
    for start in (first.alpha, np.full(500, 7.0), np.arange(500.0), (y > 0) * 1.0):
        other = solve(RBF(0.5), X, y, 6.0, alpha0=start)
        assert other.primal == pytest.approx(cold.primal, rel=1e-10)
    again = solve(RBF(0.5), X, y, 5.0, alpha0=first.alpha)
    assert again.n_iter == again.n_newton == 0
    assert again.primal == pytest.approx(first.primal, rel=1e-12)


def test_rows_that_are_asked_for_together_do_not_push_each_other_out():
    X, _ = moons(500)
    rows, K = KernelRows(RBF(0.5), X, max_bytes=64 * 500 * 64 / 3 + 1), RBF(0.5)(X)
    for i in range(64):
        np.testing.assert_allclose(rows[i], K[i], rtol=1e-12)
    # the oldest row is among those asked for, and the table is full
    wanted = np.array([0, *range(100, 163)])
    rows.fetch(wanted.tolist())
    assert rows.slots.keys() == {*wanted.tolist()}
    np.testing.assert_allclose(rows.block(wanted), K[np.ix_(wanted, wanted)], rtol=1e-12)
    assert len(rows.slots) == 64 == len(set(rows.slots.values()))
    beta = np.where(np.arange(500) % 3, 0.0, 1.0)
    np.testing.assert_allclose(rows.product(beta), K @ beta, rtol=1e-12)


@pytest.mark.parametrize("C", [0.01, 1.0, 1000.0])
def test_smoothed_primal_knows_nearly_everybody_s_place(C):
    X, y = cloud(2000, 4)
    C = C * np.random.default_rng(4).uniform(0.5, 2.0, size=2000)
    problem = soft_margin(y, C)
    beta, _ = smoothed_primal(X.T, problem.p, problem.A, problem.B)
    alpha = solve(Linear(), X, y, C).alpha
    assert abs(beta.sum()) < 1e-4 * np.abs(beta).sum()
    for bound in (0.0, C):
        assert np.count_nonzero((np.abs(beta) == bound) != (alpha == bound)) <= 10


def test_products_through_the_factor_are_those_of_the_matrix():
    rng = np.random.default_rng(6)
    X, A = rng.normal(size=(500, 3)), np.cov(rng.normal(size=(3, 9)))
    kernel = Linear(A)
    rows, K = LinearRows(kernel, X, max_bytes=8e7), kernel(X)
    W, change = np.array([3, 90, 41]), np.array([0.5, -2.0, 1.0])
    np.testing.assert_allclose(rows.block(W), K[np.ix_(W, W)], atol=1e-13)
    g = np.zeros(500)
    rows.subtract_product(g, W, change)
    np.testing.assert_allclose(g, -K[:, W] @ change, atol=1e-12)
    beta = rng.normal(size=500)
    np.testing.assert_allclose(rows.product(beta), K @ beta, atol=1e-11)
    np.testing.assert_allclose(rows[7], K[7], atol=1e-13)


def test_many_points_on_the_margin_of_a_linear_kernel():
    # unit vectors with few entries, so that many are equal: more than d + 1 end on the margin
    rng = np.random.default_rng(1)
    X = sparse.random_array((1500, 15), density=0.2, rng=rng).toarray()
    X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)
    y = np.where(X @ rng.normal(size=15) + 0.3 * rng.normal(size=1500) > 0.0, 1.0, -1.0)
    s = solve(Linear(), X, y, 100.0)
    check_certificate(s, Linear()(X), y, 100.0)
    assert ((s.alpha > 0.0) & (s.alpha < 100.0)).sum() > 3 * 15 and s.n_iter < 1000


def test_steps_that_change_nothing_come_to_an_end(monkeypatch):
    """As where a pair step is smaller than the last digit of its multipliers."""

    def idle(self, count, tol):
        self.n_iter += count
        return True

    monkeypatch.setattr(climb.Climb, "pair_steps", idle)
    monkeypatch.setattr(climb.Climb, "newton_step", lambda self, b, W: False)
    with pytest.warns(ConvergenceWarning, match="rounding allows no more"):
        assert solve(RBF(0.5), *moons(), 1.0).n_iter < 100_000


def test_exchange_finds_its_way_out_of_a_circle(monkeypatch):
    # all who violate at once: 8 free points, 4, 7, 5, 7, 4, 7, ... and never an end
    rng = np.random.default_rng(0)
    y = np.where(np.arange(1000) % 2, 1.0, -1.0)
    X = rng.normal(size=(1000, 5)) + 0.75 / np.sqrt(5) * y[:, None]

    def newton():
        problem = soft_margin(y, np.full(1000, 0.1))
        beta, _ = smoothed_primal(X.T, y, problem.A, problem.B)
        dual = climb.Climb(LinearRows(Linear(), X, 8e7), problem, beta, 10.0)
        before = dual.violation()
        return dual.newton_step(*dual.working_set(0.0)) and dual.violation() < 0.1 * before

    assert newton()
    monkeypatch.setattr(constants, "SINGLY", 0)
    assert not newton()


def test_a_long_run_says_how_far_it_is_if_asked(caplog, capsys):
    X, y = moons(600)
    solve(RBF(0.5), X, y, 1.0)
    assert not caplog.records
    caplog.set_level("INFO", "svmlib")
    solve(RBF(0.5), X, y, 1.0)
    solve(Linear(), sparse.random_array((120, 400), density=0.1, rng=0), y[:120], 1.0)
    blocks.fit([(X[:300], y[:300]), (X[300:], y[300:])])
    told = caplog.text
    for part in ("pair steps: dual objective", "gradient steps: relative gap", "passes: relative"):
        assert part in told
    assert capsys.readouterr() == ("", "")
