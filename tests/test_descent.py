"""Descent against a loop over the formulas, a general QP solver and what its words promise."""

import numpy as np
import pytest
from scipy.sparse import csr_array

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


def walk(X, y, lam, form, bias, theta, step, batches, radius=np.inf):
    """θ_0, θ_1, …, point by point, as rows (w, b)."""
    rows, counted = signed_rows(X, y, bias)
    scale = len(y) if form == "sum" else 1.0
    path = [theta]
    for t, batch in enumerate(batches, start=1):
        slope = lam * counted * theta
        for i in batch:
            if rows[i] @ theta < 1:
                slope -= scale / len(batch) * rows[i]
        theta = theta - step(t) * slope
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
    path = walk(X, y, 0.7, form, bias, theta, step, [range(40)] * 30)
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
    gaps = []
    for t in (1, 2, 3):
        run = subgradient_descent(X, y, 1.0, bias="none", step=1.5, max_iter=t)
        assert (run.alpha >= 0).all() and (run.alpha <= (1 + 1e-12) / 40).all()
        gaps.append(run.gap[-1])
    assert min(gaps) >= 0


def test_the_kink_is_selectable():
    X, y = np.array([[1.0], [-2.0]]), np.array([1.0, -1.0])
    for kink in (0.0, -0.25, -1.0):
        run = subgradient_descent(
            X, y, 1.0, form="sum", bias="none", step=0.1, start=[1.0], kink=kink, max_iter=1
        )
        # margins 1 (on the kink) and 2; w - .1 (w + kink · y_1 x_1)
        assert run.w[0] == pytest.approx(1.0 - 0.1 * (1.0 + kink), rel=1e-15)


def test_schedules():
    t = np.arange(1, 6)
    np.testing.assert_allclose([descent.constant(0.3)(k) for k in t], 0.3)
    np.testing.assert_allclose([descent.inverse_sqrt(2.0)(k) for k in t], 2 / np.sqrt(t))
    np.testing.assert_allclose([descent.inverse(4.0)(k) for k in t], 1 / (4 * t))
    np.testing.assert_allclose([descent.inverse(4.0, 7)(k) for k in t], 1 / (4 * (t + 7)))


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

    def watch(now):
        kept.append(now)
        return False

    run = subgradient_descent(X, y, 0.1, step=0.1, until=watch, max_iter=50)
    assert np.isnan(run.gap[1:-1]).all()
    best, _ = optimum(X, y, 0.1, "mean", "free")
    for now in kept:
        assert now.objective == run.objective[now.t]
        # the best bound so far holds for every iterate
        assert now.gap == pytest.approx(now.objective - (run.objective[-1] - run.gap[-1]))
        assert now.gap >= now.objective - best - 1e-12
    assert np.isnan(run.gap[1:-1]).all()


# ------------------------------------------------------------------------------------- stochastic


def batches(rng, order, size, epochs):
    """The points of each step."""
    draws = [
        rng.permutation(40) if order == "shuffled" else rng.integers(40, size=40)
        for _ in range(epochs)
    ]
    return [draw[first : first + size] for draw in draws for first in range(0, 40, size)]


def ball(form):
    """The radius √(cn/λ) for 40 points and λ = .3."""
    return np.sqrt((40 if form == "sum" else 1) / 0.3)


@every_problem
@pytest.mark.parametrize(("order", "size"), [("random", 1), ("shuffled", 7), ("random", 40)])
def test_the_walk_at_random_is_that_of_the_formula(form, bias, order, size):
    step, theta = descent.inverse(0.3, delay=5), start(bias)
    settings = dict(form=form, bias=bias, batch=size, order=order, every=1, keep_path=True)
    drawn = batches(np.random.default_rng(1), order, size, epochs=2)
    for project in (True, False):
        run = sgd(X, y, 0.3, step=step, start=theta, epochs=2, project=project, seed=1, **settings)
        radius = ball(form) if project else np.inf
        path = walk(X, y, 0.3, form, bias, theta, step, drawn, radius)
        np.testing.assert_allclose(run.path, path, rtol=1e-8, atol=1e-11)
    # which holds the optimum
    assert optimum(X, y, 0.3, form, bias)[1] <= ball(form)


@every_problem
def test_pegasos_starts_at_0_with_steps_of_one_over_lambda_t(form, bias):
    settings = dict(form=form, bias=bias, epochs=2, every=1, keep_path=True)
    run = pegasos(X, y, 0.3, **settings)
    same = sgd(X, y, 0.3, step=descent.inverse(0.3), project=True, **settings)
    assert not run.path[0].any()
    np.testing.assert_array_equal(run.path, same.path)


def test_an_epoch_sees_as_many_points_as_there_are():
    run = sgd(X, y, 0.1, batch=7, epochs=3)
    np.testing.assert_array_equal(run.steps, [0, 6, 12, 18])
    run = sgd(X, y, 0.1, batch=7, epochs=3, every=4)
    np.testing.assert_array_equal(run.steps, [0, 4, 8, 12, 16, 18])


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


# ------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        (dict(y=[1, 1, 1]), ValueError, "both classes"),
        (dict(X=[[0.0], [np.nan], [1.0]]), ValueError, "X must be finite"),
        (dict(X=csr_array(np.eye(3))), TypeError, r"X must be a dense .* pass X\.toarray\(\)$"),
        (dict(lam=0), ValueError, "lam must be positive"),
        (dict(form="average"), ValueError, "form must be one of mean, sum"),
        (dict(bias="yes"), ValueError, "bias must be one of free"),
        (dict(kink=0.5), ValueError, "kink must be a slope in"),
        (dict(start=[1.0]), ValueError, r"start must have shape \(2,\)"),
        (dict(step=-1.0), ValueError, "step must be positive"),
        (dict(step="1/t"), TypeError, "step must be a number, but is '1/t'$"),
        (dict(until=1e-3), TypeError, "until must be None or a rule, such as .* but is 0.001$"),
        (dict(max_iter=0), ValueError, "max_iter must be at least"),
        (dict(batch=4), ValueError, "batch must be at most 3"),
        (dict(epochs=0), ValueError, "epochs must be at least"),
        (dict(average="mean"), ValueError, "average must be one of"),
        (dict(order="sorted"), ValueError, "order must be one of"),
        (dict(every=0), ValueError, "every must be at least"),
    ],
)
def test_errors_name_the_argument(change, error, match):
    arguments = dict(X=[[0.0], [1.0], [2.0]], y=[-1, 1, 1], lam=1.0) | change
    stochastic = not {"batch", "epochs", "average", "order", "every"}.isdisjoint(change)
    with pytest.raises(error, match=match):
        (sgd if stochastic else subgradient_descent)(**arguments)


@pytest.mark.filterwarnings("error")
def test_steps_that_are_too_long_are_reported():
    with pytest.raises(FloatingPointError, match="smaller step"):
        subgradient_descent(X, y, 1.0, step=1e9, max_iter=1000)
    with pytest.raises(FloatingPointError, match="smaller step"):
        sgd(X, y, 1.0, step=1e9, epochs=20)
