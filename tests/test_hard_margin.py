"""The nearest points of two hulls prove themselves: any pair of hull points bounds every margin."""

import numpy as np
import pytest

from svmlib import HardMarginSVM, NotSeparableError


def certified(X, y):
    """Whether line and weights of a fit prove each other, or the refusal proves itself."""
    try:
        model = HardMarginSVM().fit(X, y)
    except NotSeparableError as error:
        p = error.positive_weights @ X[error.positive_indices]
        q = error.negative_weights @ X[error.negative_indices]
        return np.linalg.norm(p - q) < 1e-10
    lower = (y * model.decision_function(X)).min() / np.linalg.norm(model.coef_)
    weights = model.alpha_ / model.alpha_[y > 0].sum()
    return np.linalg.norm((y * weights) @ X) / 2 - lower < 1e-9


def test_a_point_that_enters_with_next_to_no_weight_is_not_thrown_out_again():
    X = np.array([[0, 2], [-1, -1], [0, -2], [-1, -3], [0, 1], [1, -1]], dtype=float)
    y = np.array([-1.0, 1, 1, 1, -1, 1])
    model = HardMarginSVM().fit(X, y)
    np.testing.assert_allclose(model.coef_, [[0, -1]], atol=1e-12)
    assert model.margin_ == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_degenerate_points_on_a_grid_are_solved_with_a_proof(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        n, d = rng.integers(3, 15), rng.integers(1, 5)
        X = rng.integers(-3, 4, (n, d)).astype(float)
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1.0, -1.0)
        if abs(y.sum()) < n:
            assert certified(X, y)
