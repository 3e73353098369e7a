"""The engine against exact results, a general QP solver and its own certificate."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from svmlib import KernelSVM, LinearSVM, MulticlassSVM, blocks, datasets
from svmlib.datasets import moons
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear
from svmlib.solvers import constants, working_set
from svmlib.solvers.kernel_matrix import KernelRows

# silence is part of the contract; a test that expects a warning says so
pytestmark = pytest.mark.filterwarnings("error")


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
    X, y = moons(500)
    first, cold = (solve(RBF(0.5), X, y, C) for C in (5.0, 6.0))
    warm = solve(RBF(0.5), X, y, 6.0, alpha0=first.alpha * 6.0 / 5.0)
    assert warm.n_iter < cold.n_iter
    assert (np.diff(cold.history[:, 0]) >= 0).all() and len(cold.history) > 1
    assert (np.diff(cold.history[:, 1]) >= -1e-9 * cold.dual).all()
    for start in (first.alpha, np.full(500, 7.0), np.arange(500.0), (y > 0) * 1.0):
        other = solve(RBF(0.5), X, y, 6.0, alpha0=start)
        assert other.primal == pytest.approx(cold.primal, rel=1e-10)
    again = solve(RBF(0.5), X, y, 5.0, alpha0=first.alpha)
    assert again.n_iter == again.n_newton == 0
    assert again.primal == pytest.approx(first.primal, rel=1e-12)


def test_rows_are_right_whether_kept_passed_through_or_of_two_copies(monkeypatch):
    X, _ = moons(500)
    monkeypatch.setattr(constants, "BYTES", 8 * 500 * 64)
    for copies in (1, 2):
        rows, K = KernelRows(RBF(0.5), X, copies), np.tile(RBF(0.5)(X), (copies, copies))
        for i in (*range(100), 0):
            np.testing.assert_allclose(rows[i], K[i], rtol=1e-12)
        assert len(rows.kept) == rows.capacity == 64 // copies
        W = np.array([0, *range(400, 500)])
        np.testing.assert_allclose(rows.block(W), K[np.ix_(W, W)], rtol=1e-12)
        for change in (np.arange(101.0), np.arange(101.0) % 10 == 3):  # too many to keep, and few
            g = np.zeros(len(K))
            rows.subtract_product(g, W, 1.0 * change)
            np.testing.assert_allclose(g, -(1.0 * change) @ K[W], rtol=1e-12, atol=1e-12)
        assert len(rows.kept) == rows.capacity


def test_many_points_on_the_margin_of_a_linear_kernel():
    # unit vectors with few entries, so that many are equal: more than d + 1 end on the margin
    rng = np.random.default_rng(1)
    X = sparse.random_array((1500, 15), density=0.2, rng=rng).toarray()
    X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1e-9)
    y = np.where(X @ rng.normal(size=15) + 0.3 * rng.normal(size=1500) > 0.0, 1.0, -1.0)
    s = solve(Linear(), X, y, 100.0)
    assert s.converged and 0.0 <= s.gap <= 3e-9
    assert ((s.alpha > 0.0) & (s.alpha < 100.0)).sum() > 3 * 15 and s.n_iter < 1000


def test_steps_that_change_nothing_come_to_an_end(monkeypatch):
    """As where a pair step is smaller than the last digit of its multipliers."""

    def idle(self, count, tol):
        self.n_iter += count
        return True

    monkeypatch.setattr(working_set.Climb, "pair_steps", idle)
    monkeypatch.setattr(working_set.Climb, "newton_step", lambda *_: False)
    with pytest.warns(ConvergenceWarning, match="rounding allows no more"):
        assert solve(RBF(0.5), *moons(500), 1.0).n_iter < 100_000


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


def test_equal_points_with_opposite_labels():
    # no kernel tells them apart: the best is a constant
    y = np.tile([1.0, -1.0], 3)
    assert solve(RBF(1.0), np.zeros((6, 1)), y, 1.0).primal == pytest.approx(6.0)
    model = LinearSVM().fit(np.ones((8, 3)), [1, -1, -1, -1, 1, -1, -1, -1])
    np.testing.assert_allclose(model.coef_, 0.0, atol=1e-12)
    assert model.primal_ == pytest.approx(4.0) and model.margin_ == np.inf
    assert (model.predict(np.ones((8, 3))) == -1).all()


def test_too_few_steps_warn():
    with pytest.warns(ConvergenceWarning, match=r"stopped after 5 pair steps.*raise max_iter"):
        model = KernelSVM(C=1000.0, max_iter=5).fit(*moons(200))
    assert not model.converged_ and model.gap_ > 1e-6


CANCER = datasets.breast_cancer()
NOISE = np.random.default_rng(0).normal(size=(600, 2)), np.tile([-1.0, 1.0], 300)


@pytest.mark.parametrize(
    ("machine", "data", "most"),
    [
        (KernelSVM(C=1.0, kernel=RBF(0.5)), moons(300), 200),
        (KernelSVM(C=1000.0, kernel=RBF(0.5)), moons(300), 600),
        (KernelSVM(C=100.0, kernel=RBF(0.05)), moons(300), 1700),
        (KernelSVM(C=100.0, kernel=RBF(1.0)), NOISE, 2500),
        (KernelSVM(C=100.0, kernel=Linear()), CANCER, 200),
        (MulticlassSVM(kind="weston-watkins"), CANCER, 60),
    ],
)
def test_no_machine_takes_many_more_steps_than_it_needs(machine, data, most):
    """About three times what they take: a slip that costs nothing but time is seen here."""
    assert machine.fit(*data).n_iter_ <= most
