"""A certificate is never false: kernels are looked at, rounding counts, and memory has a bound."""

import tracemalloc
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from svmlib import EpsilonSVR, HardMarginSVM, KernelSVM, LinearSVM, datasets, selection
from svmlib._checks import check_gram
from svmlib.engine import solve
from svmlib.kernels import RBF, Kernel, Linear, OrnsteinUhlenbeck, Polynomial, Sigmoid, Sum
from svmlib.solvers import certificate, constants, one_bias, working_set
from svmlib.solvers.certificate import deficit
from svmlib.solvers.one_bias import find_ties


def random_matrix(rng, n, smallest):
    """A symmetric matrix whose least eigenvalue where Σv = 0 is the given one; the others ≥ 0."""
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, n - 1))]))[0]
    values = np.concatenate([rng.normal(scale=3.0, size=1), [smallest], rng.uniform(0, 1, n - 2)])
    K = (basis * values) @ basis.T
    return 0.5 * (K + K.T)


class Box(Kernel):
    """1 up to distance 1, and 0 beyond: no kernel in more than one dimension."""

    def _evaluate(self, X, Z):
        return 1.0 * (np.linalg.norm(X[:, None] - Z, axis=2) < 1.0)


def periodic(X, Z):
    return np.exp(np.cos(X[:, None] - Z).sum(axis=2))


def own_values(kind, *parts):
    """A kernel that inherits all but its values."""
    own = {"_evaluate": lambda self, X, Z: periodic(X, Z)}
    return type(f"Own{kind.__name__}", (kind,), own)(*parts)


INHERITED = "positive_semidefinite", "takes_sparse", "factor", "_diagonal", "_rows", "_error"
OWN_KERNELS = [own_values(RBF), own_values(Linear), own_values(Sum, RBF(), RBF())]


def test_curvature_is_counted_where_multipliers_may_move():
    # from β = 0, where both points want to grow: ½ · 0.1 · 1² each, and P = 2
    y = np.array([1.0, -1.0])
    problem = certificate.soft_margin(y, np.ones(2))
    found = certificate.certify(problem, np.zeros(2), y, 0.0)
    assert certificate.curvature(problem, found, 0.1) == pytest.approx(0.1 / 2.0)
    # a margin of 2 keeps them at 0: leaving it costs 1, more than curvature gains
    found = certificate.certify(problem, np.zeros(2), -y, 0.0)
    assert certificate.curvature(problem, found, 0.1) == 0.0


def test_multipliers_are_stretched_only_within_their_box():
    y = np.array([1.0, -1.0])
    for C, stretched in ((np.array([0.4, 1e9]), False), (np.array([1e9, 1e9]), True)):
        problem = certificate.soft_margin(y, C)
        found = certificate.certify(problem, 0.4 * y, 0.2 * y, 0.0)
        longer = certificate.stretched(problem, found, np.zeros(2))
        assert (longer is not found) == (longer.gap < 1e-9) == stretched


def test_deficit_is_the_least_eigenvalue_where_the_sum_is_zero():
    rng = np.random.default_rng(0)
    assert deficit(random_matrix(rng, 50, 0.0)) == 0.0
    for short in (1e-12, 1e-10, 1e-7, 1e-3):
        K = random_matrix(rng, 50, -short)
        assert deficit(K) >= short
    assert deficit(K) == np.inf
    # as a constant beside K changes nothing where Σv = 0
    assert deficit(random_matrix(rng, 50, 0.1) - 1.0) == 0.0
    # unless all that counts is in the last digits of its entries
    K /= np.abs(K).max()
    assert deficit(1.0 + 1e-9 * K) == np.inf
    assert 50 * certificate.EPS <= deficit(1.0 + 1e-13 * K) < 1e-13


@pytest.mark.parametrize("kernel", [Box(), "precomputed", Box().__call__])
def test_the_machines_notice_an_indefinite_kernel(kernel):
    X, y = datasets.moons(200)
    machine = KernelSVM(kernel=kernel, C=10.0)
    with pytest.warns(ConvergenceWarning, match="not even on Σβ = 0"):
        machine.fit(Box()(X) if kernel == "precomputed" else X, y)
    assert machine.semidefinite_ == "no"


def test_who_says_how_the_kernel_is_known():
    X, y = datasets.moons(100)
    for machine, known in (
        (KernelSVM(kernel=RBF(0.5) + 2 * Linear()).fit(X, y), "known"),
        (KernelSVM(kernel="precomputed").fit(RBF(0.5)(X), y), "checked"),
        (KernelSVM(kernel=lambda A, B: RBF(0.5)(A, B)).fit(X, y), "checked"),
        (LinearSVM().fit(X, y), "known"),
        (HardMarginSVM().fit([[0.0], [1.0]], [0, 1]), "known"),
    ):
        assert machine.semidefinite_ == known
    assert solve(RBF(0.5)(X), None, y, 1.0, positive_semidefinite=True).semidefinite == "known"
    # not a kernel in general, and yet one on these few points
    assert not Sigmoid().positive_semidefinite and not (RBF() + Sigmoid()).positive_semidefinite
    assert not (RBF() + OWN_KERNELS[0]).takes_sparse and (RBF() + Sigmoid()).takes_sparse
    assert solve(Sigmoid(), [[0.0], [1.0]], [-1, 1], 1.0).semidefinite == "checked"


@pytest.mark.filterwarnings("error")
def test_of_many_points_a_sample_is_looked_at_the_support_vectors_first(monkeypatch):
    monkeypatch.setattr(certificate, "LOOKED_AT", 60)
    X, y = datasets.moons(300)
    kernel = OrnsteinUhlenbeck(0.5)
    assert solve(kernel(X), None, y, 1.0).semidefinite == "sampled"
    assert solve(kernel, X, y, 1.0).semidefinite == "known"
    # a dent on two support vectors, which a sample at random would hardly hold
    K = RBF(0.5)(X)
    beta = y * solve(RBF(0.5), X, y, 100.0).alpha
    i, j = np.flatnonzero(beta)[:2]
    K[i, j] = K[j, i] = 1.5
    assert np.count_nonzero(beta) < 60
    assert certificate.semidefinite(K, None, beta)[0] == "no"
    # so are kernels that nobody knows
    with pytest.warns(ConvergenceWarning, match="not even on Σβ = 0"):
        solve(Box(), X, y, 1.0)


def test_a_point_of_two_multipliers_is_looked_at_for_either():
    X, y = datasets.moons(60)
    with patch.object(one_bias, "semidefinite", wraps=certificate.semidefinite) as look:
        machine = EpsilonSVR(kernel="precomputed").fit(RBF(0.5)(X), y)
    np.testing.assert_array_equal(np.flatnonzero(look.call_args.args[2]), machine.support_)


def test_asymmetry_is_refused_and_its_rounding_averaged_out():
    X, y = datasets.moons(300)
    K = RBF(0.5)(X)
    for (i, j), fit in (
        ((299, 298), lambda K: solve(K, None, y, 1.0)),
        ((256, 3), lambda K: KernelSVM(kernel="precomputed").fit(K, y)),
        ((298, 256), lambda K: selection.leave_one_out(K, y, 1.0)),
        ((255, 254), lambda K: selection.path(K, y, [1.0])),
        ((1, 0), lambda K: solve(K, None, y, 1.0)),
    ):
        wrong = K.copy()
        wrong[i, j] += 1e-6
        with pytest.raises(ValueError, match=rf"K must be symmetric, but K\[{j}, {i}\] is"):
            fit(wrong)
    slightly = K + 1e-11 * np.triu(np.ones_like(K), 1)
    # small beside an entry of any sign
    assert check_gram(np.array([[-1e3, 1e-6], [0.0, 1.0]]))[1, 0] == 0.5e-6
    again = solve(0.5 * (slightly + slightly.T), None, y, 1000.0)
    assert (solve(slightly, None, y, 1000.0).alpha == again.alpha).all()


def test_folds_of_an_indefinite_matrix_give_rise_to_one_warning():
    X, y = datasets.moons(60)
    for run in (
        lambda: selection.leave_one_out(Box()(X), y, 1.0),
        lambda: selection.path(Box()(X), y, [0.1, 1.0, 10.0]),
    ):
        with pytest.warns(ConvergenceWarning, match="not positive semidefinite") as caught:
            run()
        assert len(caught) == 1


@pytest.mark.parametrize("d", [2, 3, 5, 50])
def test_kernels_know_how_right_their_values_are(d):
    X = np.random.default_rng(d).normal(size=(80, d))
    wide = X.astype(np.longdouble)
    D = ((wide[:, None] - wide) ** 2).sum(axis=2)
    exact = [(RBF(s), np.exp(-D / (2 * np.longdouble(s) ** 2))) for s in (0.05, 0.5, 5.0)]
    exact += [(Polynomial(p), (wide @ wide.T + 1) ** p) for p in (1, 2, 8)]
    exact += [(Linear(), wide @ wide.T)]
    exact += [(RBF(0.5) * Polynomial(2), exact[1][1] * exact[4][1])]
    for kernel, K in exact:
        seen = np.abs(kernel.rows(X)(np.arange(80)) - K)
        root = np.sqrt(np.diagonal(K))
        worst = float((seen / (root * root[:, None])).max())
        assert worst <= kernel._error(X) <= 1e-11, (kernel, worst)


def test_squares_that_nearly_leave_float64_are_not_trusted():
    X = np.random.default_rng(0).normal(size=(9, 3)) * 1e-159
    D = ((X.astype(np.longdouble)[:, None] - X) ** 2).sum(axis=2)
    kernel = OrnsteinUhlenbeck(1e-159)
    seen = np.abs(kernel(X) - np.exp(-np.sqrt(D) / np.longdouble(1e-159))).max()
    assert 1e-9 < seen <= kernel._error(X)


def test_the_gap_counts_the_error_of_values_where_nothing_changes_it():
    # both multipliers at their bound, and k(x, z) so large that ½ βᵀKβ is nothing but rounding
    X, y, C = np.array([[3e7 + 0.1], [3e7 + 0.3]]), np.array([-1.0, 1.0]), 2e-3
    with pytest.warns(ConvergenceWarning, match="scale the features or lower C"):
        machine = KernelSVM(kernel=Linear(), C=C).fit(X, y)
    assert (machine.alpha_ == C).all() and not machine.converged_
    w = C * (X[1, 0] - X[0, 0])
    value = 0.5 * w * w + 2.0 * C * (1.0 - 0.5 * w * (X[1, 0] - X[0, 0]))
    assert abs(machine.primal_ - value) <= machine.gap_ * value


def test_equal_points_share_one_multiplier_in_proportion_to_their_bounds():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, size=(400, 2)).astype(float)
    X[::2] *= np.where(X[::2] == 0.0, -1.0, 1.0)  # -0.0 is 0.0
    y = np.where(rng.random(400) < 0.3 + 0.2 * X[:, 0], 1.0, -1.0)
    C = rng.uniform(0.0, 2.0, 400) * (rng.random(400) < 0.9)
    points, group = find_ties(X, y)
    assert len(points) == 18 and (X[points][group] == X).all() and (y[points][group] == y).all()
    for kernel in (RBF(1.0), Linear()):
        merged = solve(kernel, X, y, C)
        assert merged.gap < 1e-9 and (merged.alpha <= C).all()
        share = merged.alpha[C > 0] / C[C > 0]
        assert all(np.ptp(share[group[C > 0] == number]) <= 1e-12 for number in range(18))
        # one by one: a Gram matrix has no points that could be equal
        single = solve(kernel(X), None, y, C)
        assert merged.primal == pytest.approx(single.primal, rel=1e-9)
        np.testing.assert_allclose(merged.g, y - kernel(X) @ (y * merged.alpha), atol=1e-9)
        # the start of the points, too, is put together
        again = solve(kernel, X, y, C, alpha0=merged.alpha)
        assert again.n_iter == 0 and again.primal == pytest.approx(merged.primal, rel=1e-12)


def test_memory_keeps_its_bound(monkeypatch):
    n, C, most = 3000, 1.0, 8e6
    monkeypatch.setattr(constants, "BYTES", most)
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = rng.normal(size=(n, 10)) + 0.25 * y[:, None]
    tracemalloc.start()
    found = solve(RBF(3.0), X, y, C)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.gap < 1e-9
    assert peak < 2 * most + 3 * X.nbytes + 25 * y.nbytes
    monkeypatch.undo()
    assert found.dual == pytest.approx(solve(RBF(3.0), X, y, C).dual, rel=1e-9)


@given(st.integers(0, 10**6), st.floats(-3.0, 3.0))
def test_a_sum_that_is_not_s_widens_the_gap(seed, b):
    """P - D ≤ gap · P for any β in its box, also if rounding has left Σβ far from s."""
    rng = np.random.default_rng(seed)
    p, beta, s = rng.normal(size=4), rng.uniform(-1.0, 1.0, 4), float(rng.normal())
    problem = certificate.DualProblem(p, beta - rng.random(4), beta + rng.random(4), s)
    K = random_matrix(rng, 4, 0.1)
    found = certificate.certify(problem, beta, p - K @ beta, b)
    size = max(abs(found.primal), problem.floor)
    assert found.primal - found.dual <= found.gap * size * (1.0 + 1e-12) + 1e-12


X60, y60 = datasets.moons(60)


def settled(K, beta, C=1.0, drift=0.0):
    """A climb on these 60 points after it has settled from β, and a gradient so far off."""
    problem = certificate.soft_margin(y60, np.full(60, C))
    dual = working_set.Climb(one_bias.rows_of(K, X60), problem, beta, 1.0)
    dual.g += drift
    dual.settle()
    return dual


@pytest.mark.parametrize(
    ("C", "beta", "fresh"), [(1e9, 0.5, True), (1.0, 0.5, False), (1.0, 0.0, True)]
)
def test_a_gradient_that_has_drifted_is_computed_anew_where_that_matters(C, beta, fresh):
    dual = settled(RBF(0.5), beta * y60, C, drift=1.0)
    drift = np.abs(dual.g - (y60 - RBF(0.5)(X60) @ dual.beta)).max()
    assert drift == pytest.approx(0.0 if fresh else 1.0, abs=1e-3)


def test_who_is_put_on_a_bound_takes_the_gradient_along():
    K, beta = 1e3 + RBF(0.5)(X60), np.where(np.arange(60) == 7, 6e-15, 0.5) * y60
    dual = settled(K, beta)
    assert dual.beta[7] == 0.0
    exact = y60 - K.astype(np.longdouble) @ dual.beta
    assert np.abs(dual.g - exact).max() < 2e-12 < np.abs(1e3 * beta[7])


def test_a_start_far_larger_than_the_answer_does_not_cost_the_sum():
    """Multipliers all of one sign, as 1e-49 that ends at 1e-68 leaves them: Σβ = 0 comes back."""
    dual = settled(RBF(0.5), np.where(y60 > 0.0, 0.0, -1e-68))
    assert abs(dual.beta.sum()) < 1e-12 * np.abs(dual.beta).sum()
    assert ((y60 * dual.beta >= 0.0) & (y60 * dual.beta <= 1.0)).all()


def test_a_multiplier_shared_by_equal_points_keeps_its_sum():
    """800 times one point, the last with the other label; no reader's Σβ may bend f."""
    X, C, y = np.zeros((800, 1)), 0.1 * np.pi, np.where(np.arange(800) < 799, 1.0, -1.0)
    beta = solve(RBF(1.0), X, y, C).beta
    assert abs(beta.astype(np.longdouble).sum()) < 4 * np.finfo(float).eps * C


def test_what_a_metric_all_but_forgets_has_few_digits_and_says_so():
    A, X = np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([[1e6, 1e6 + 0.3], [1.0, -2.0]])
    kernel, exact = Linear(0.3 * A), X.astype(np.longdouble)
    off = np.abs(kernel.diagonal(X) - np.longdouble(0.3) * (exact @ [1, -1]) ** 2)
    share = kernel._error(X)
    assert (off <= share * kernel.diagonal(X)).all() and share[0] > 1e-3 > 1e-12 > share[1]
    np.testing.assert_allclose(Linear(30.0 * A)._error(X), share, rtol=1e-6)


@pytest.mark.parametrize("kernel", OWN_KERNELS, ids=lambda kernel: type(kernel).__name__)
def test_a_kernel_with_values_of_its_own_trains_on_them(kernel):
    X, y = datasets.moons(300, seed=0)
    machine = KernelSVM(kernel=kernel).fit(X, y)
    K, beta = periodic(X, X), y * machine.alpha_
    slack = np.maximum(0.0, 1.0 - y * machine.decision_function(X))
    assert machine.primal_ == pytest.approx(0.5 * beta @ K @ beta + slack.sum(), rel=1e-9)
    assert machine.gap_ < 1e-6 and machine.semidefinite_ == "checked"
    np.testing.assert_array_equal(kernel.diagonal(X), K.diagonal())


def test_what_holds_for_other_values_is_not_inherited():
    difference = type("Difference", (Sum,), {"_of": staticmethod(np.subtract)})
    assert not difference(RBF(), RBF()).positive_semidefinite
    assert type("Same", (RBF,), {})().positive_semidefinite
    own = vars(type("Own", (Linear,), {"_evaluate": periodic}))
    assert [own[name] for name in INHERITED] == [vars(Kernel)[name] for name in INHERITED]
    with pytest.raises(TypeError, match="_evaluate"):
        type("Called", (RBF,), {"__call__": lambda self, X, Z=None: 0.0})
