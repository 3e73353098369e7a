"""OneClassSVM: exact results, the meaning of ν, other solvers, the smallest ball."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from svmlib import OneClassSVM
from svmlib.kernels import RBF, Linear

rng = np.random.default_rng(0)
X = np.vstack([rng.normal(size=(100, 2)), rng.normal(size=(20, 2)) * 3.0 + 1.0])


def test_two_points_by_hand():
    # equal weights: K = [1, k; k, 1], α = (½, ½)·2ν, ρ = w·φ(x_i) = ν (1 + k)
    machine = OneClassSVM(nu=0.5, kernel=RBF(1.0)).fit([[0.0], [1.0]])
    k = np.exp(-0.5)
    np.testing.assert_allclose(machine.alpha_, [0.5, 0.5])
    assert machine.offset_ == pytest.approx(0.5 * (1.0 + k))
    assert machine.dual_ == pytest.approx(-0.25 * (1.0 + k))
    assert machine.primal_ == pytest.approx(-0.25 * (1.0 + k))
    # on the border: 0 exactly, whatever rounding says
    assert machine.decision_function([[0.0], [1.0]]).tolist() == [0.0, 0.0]
    assert machine.predict([[0.0], [0.5], [3.0]]).tolist() == [1, 1, -1]


@pytest.mark.parametrize("seed", range(20))
def test_all_multipliers_at_their_bound_whatever_the_order_of_a_sum(seed):
    weight = np.random.default_rng(seed).uniform(size=60)
    machine = OneClassSVM(nu=1.0).fit(np.arange(60.0)[:, None] % 7, sample_weight=weight)
    np.testing.assert_allclose(machine.alpha_, weight, rtol=1e-14)
    assert machine.converged_


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


def test_with_nu_one_every_multiplier_is_at_its_bound():
    machine = OneClassSVM(nu=1.0, kernel=RBF(1.0)).fit(X)
    assert (machine.alpha_ == 1.0).all() and machine.gap_ < 1e-12
    assert machine.offset_interval_ == (machine.offset_, np.inf)
    assert (machine.decision_function(X) <= 0.0).all()


def test_points_around_the_origin_have_no_plane():
    centred = X - X.mean(axis=0)
    for points in (centred, np.array([[1.0], [1.0], [-1.0], [-1.0 + 1e-5]])):
        with pytest.warns(ConvergenceWarning, match="w = 0: in feature space the origin lies amo"):
            machine = OneClassSVM(nu=1.0, kernel=Linear()).fit(points)
        assert abs(machine.primal_) < 1e-9
    far = OneClassSVM(nu=0.5, kernel=Linear()).fit(X + 20.0)
    assert far.gap_ < 1e-9 and far.dual_ < -1.0
