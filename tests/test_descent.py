"""Descent against a loop over the formulas, a general QP solver and what its words promise."""

import numpy as np
import pytest

from svmlib import descent
from svmlib.descent import pegasos, sgd, subgradient_descent
from tests.programs import multipliers

FORMS = ("mean", "sum")
BIASES = ("free", "regularised", "none")
every_problem = pytest.mark.parametrize(
    ("form", "bias"), [(form, bias) for form in FORMS for bias in BIASES]
)


def signed_rows(X, y, bias):
    """y_i (x_i, 1), and which of the numbers of θ the penalty counts."""
    columns = X if bias == "none" else np.column_stack([X, np.ones(len(y))])
    counted = np.ones(columns.shape[1])
    counted[3:] = bias != "free"
    return y[:, None] * columns, counted


def objective(theta, X, y, lam, form, bias):
    rows, counted = signed_rows(X, y, bias)
    hinge = np.maximum(0, 1 - rows @ theta)
    return lam / 2 * counted @ theta**2 + (hinge.sum() if form == "sum" else hinge.mean())


def optimum(X, y, lam, form, bias):
    """The exact minimum, and the length of what the penalty counts there, by a general solver."""
    rows, counted = signed_rows(X, y, bias)
    Z = rows[:, counted > 0]
    C = (1.0 if form == "sum" else 1.0 / len(y)) / lam
    alpha = multipliers(Z @ Z.T * np.outer(y, y), y, C, balanced=bias == "free")
    length = np.linalg.norm(alpha @ Z)
    return lam * (alpha.sum() - 0.5 * length**2), length


def walk(X, y, lam, form, bias, theta, steps, batches, radius=np.inf):
    """θ_0, θ_1, …, point by point, as rows (w, b)."""
    rows, counted = signed_rows(X, y, bias)
    scale = len(y) if form == "sum" else 1.0
    path = [theta]
    for step, batch in zip(steps, batches, strict=True):
        slope = lam * counted * theta
        for i in batch:
            if rows[i] @ theta < 1:
                slope -= scale / len(batch) * rows[i]
        theta = theta - step * slope
        length = np.sqrt(counted @ theta**2)
        theta = np.where(counted, theta * min(1.0, radius / length), theta)
        path.append(theta)
    return np.column_stack([path, np.zeros(len(path))])[:, :4]


y = np.where(np.arange(40) < 12, 1.0, -1.0)
X = np.random.default_rng(3).normal(size=(40, 3)) + 0.7 * y[:, None]
X.flags.writeable = y.flags.writeable = False


def start(bias):
    theta = np.array([0.3, -0.2, 0.5, 0.1])[: 3 if bias == "none" else 4]
    theta.flags.writeable = False
    return theta


@every_problem
def test_the_walk_is_that_of_the_formula(form, bias):
    step, theta = descent.inverse_sqrt(0.02), start(bias)
    settings = dict(form=form, bias=bias, step=step, start=theta, keep_path=True)
    run = subgradient_descent(X, y, 0.7, max_iter=30, **settings)
    steps = [0.02 / np.sqrt(t) for t in range(1, 31)]
    path = walk(X, y, 0.7, form, bias, theta, steps, [range(40)] * 30)
    np.testing.assert_allclose(run.path, path, rtol=1e-9, atol=1e-12)
    np.testing.assert_array_equal(np.append(run.w, run.b), run.path[-1])
    at = [objective(theta, X, y, 0.7, form, bias) for theta in path[:, : len(theta)]]
    np.testing.assert_allclose(run.objective, at, rtol=1e-12)
    np.testing.assert_array_equal(run.steps, range(31))
    assert (run.n_iter, run.converged) == (30, False)


@every_problem
def test_the_gap_is_a_certificate_at_every_iterate(form, bias):
    lam, step = (0.05, 0.5) if form == "mean" else (2.0, 0.0125)
    best, _ = optimum(X, y, lam, form, bias)
    rules = dict(step=descent.inverse_sqrt(step), until=descent.small_gap(0.02), max_iter=50_000)
    run = subgradient_descent(X, y, lam, form=form, bias=bias, **rules)
    assert run.converged
    bound = run.objective - run.gap
    assert (bound[1:] <= best * (1 + 1e-12)).all()
    assert (np.diff(bound[1:]) >= -1e-12).all()
    assert best <= run.objective[-1] <= best / 0.98
    # the multipliers in the result prove the last bound
    a, c = run.alpha, 1 / len(y) if form == "mean" else 1.0
    assert (a >= 0).all() and (a <= c * (1 + 1e-12)).all()
    rows, counted = signed_rows(X, y, bias)
    if bias == "free":
        assert abs(a @ y) <= 1e-12 * a.sum()
    assert a.sum() - counted @ (a @ rows) ** 2 / (2 * lam) == pytest.approx(bound[-1], rel=1e-10)


def test_a_step_that_is_too_long_for_the_average_leaves_multipliers_in_the_box():
    for t in (1, 2, 3):
        run = subgradient_descent(X, y, 1.0, bias="none", step=1.5, max_iter=t)
        assert (run.alpha >= 0).all() and (run.alpha <= (1 + 1e-12) / 40).all()
        assert run.gap[-1] >= 0


def test_the_kink_is_selectable():
    one = dict(form="sum", bias="none", step=0.1, start=[1.0], max_iter=1)
    for kink in (0.0, -0.25, -1.0):
        run = subgradient_descent([[1.0], [-2.0]], [1, -1], 1.0, kink=kink, **one)
        # margins 1 (on the kink) and 2; w - .1 (w + kink · y_1 x_1)
        assert run.w[0] == pytest.approx(1.0 - 0.1 * (1.0 + kink), rel=1e-15)


def test_stopping_rules_look_at_what_they_say():
    options = dict(step=descent.inverse_sqrt(0.5), max_iter=5000, keep_path=True)
    run = subgradient_descent(X, y, 0.1, until=descent.small_decrease(1e-3), **options)
    change = np.abs(np.diff(run.objective))
    assert run.converged and change[-1] <= 1e-3 and (change[:-1] > 1e-3).all()
    run = subgradient_descent(X, y, 0.1, until=descent.small_step(2e-2), **options)
    lengths = np.linalg.norm(np.diff(run.path, axis=0), axis=1)
    assert run.converged and lengths[-1] <= 2e-2 and (lengths[:-1] > 2e-2).all()
    run = subgradient_descent(X, y, 0.1, until=lambda now: now.t == 17, **options)
    assert run.n_iter == 17 and len(run.path) == 18
    assert np.isnan(run.gap[:-1]).all() and np.isfinite(run.gap[-1])
    run = subgradient_descent(X, y, 0.1, max_iter=5)
    assert (run.n_iter, run.converged, run.path) == (5, False, None)


def test_progress_may_be_kept_and_asked_later():
    kept = []
    settings = dict(step=0.1, until=lambda now: bool(kept.append(now)), max_iter=50)
    run = subgradient_descent(X, y, 0.1, **settings)
    best, _ = optimum(X, y, 0.1, "mean", "free")
    for now in kept:
        assert now.objective == run.objective[now.t]
        # the best bound so far holds for every iterate
        assert now.gap == pytest.approx(now.objective - (run.objective[-1] - run.gap[-1]))
        assert now.gap >= now.objective - best - 1e-12
    assert np.isnan(run.gap[1:-1]).all()


@every_problem
@pytest.mark.parametrize(("order", "size"), [("random", 1), ("shuffled", 7), ("random", 40)])
def test_the_walk_at_random_is_that_of_the_formula(form, bias, order, size):
    step, theta, rng = descent.inverse(0.3), start(bias), np.random.default_rng(1)
    settings = dict(form=form, bias=bias, batch=size, order=order, every=1, keep_path=True)
    draws = [
        rng.permutation(40) if order == "shuffled" else rng.integers(40, size=40) for _ in range(2)
    ]
    drawn = [draw[first : first + size] for draw in draws for first in range(0, 40, size)]
    steps = [1 / (0.3 * t) for t in range(1, len(drawn) + 1)]
    ball = np.sqrt((40 if form == "sum" else 1) / 0.3)  # of radius √(cn/λ)
    for project, radius in ((True, ball), (False, np.inf)):
        run = sgd(X, y, 0.3, step=step, start=theta, epochs=2, project=project, seed=1, **settings)
        path = walk(X, y, 0.3, form, bias, theta, steps, drawn, radius)
        np.testing.assert_allclose(run.path, path, rtol=1e-8, atol=1e-11)
    # which holds the optimum
    assert optimum(X, y, 0.3, form, bias)[1] <= ball


@every_problem
def test_pegasos_starts_at_0_with_steps_of_one_over_lambda_t(form, bias):
    settings = dict(form=form, bias=bias, epochs=2, every=1, keep_path=True)
    run = pegasos(X, y, 0.3, **settings)
    same = sgd(X, y, 0.3, step=descent.inverse(0.3), project=True, **settings)
    assert not run.path[0].any()
    np.testing.assert_array_equal(run.path, same.path)


def test_an_epoch_sees_as_many_points_as_there_are():
    for every, steps in ((None, [0, 6, 12, 18]), (4, [0, 4, 8, 12, 16, 18])):
        assert sgd(X, y, 0.1, batch=7, epochs=3, every=every).steps.tolist() == steps


@pytest.mark.parametrize("average", ["suffix", "t-weighted"])
def test_averages_are_what_they_say(average):
    options = dict(epochs=3, every=1, keep_path=True, seed=5)
    plain = sgd(X, y, 0.3, **options).path
    averaged = sgd(X, y, 0.3, average=average, **options)
    for t in (1, 2, 3, 50, 120):
        s = np.arange(1, t + 1)
        weights = (s > t // 2) * 1.0 if average == "suffix" else s
        expected = weights @ plain[1 : t + 1] / weights.sum()
        np.testing.assert_allclose(averaged.path[t], expected, rtol=1e-10, atol=1e-13)
    np.testing.assert_array_equal(averaged.path[-1], np.append(averaged.w, averaged.b))


@pytest.mark.filterwarnings("error")
def test_steps_that_are_too_long_are_reported():
    for method, steps in ((subgradient_descent, dict(max_iter=1000)), (sgd, dict(epochs=20))):
        with pytest.raises(FloatingPointError, match="smaller step"):
            method(X, y, 1.0, step=1e9, **steps)
