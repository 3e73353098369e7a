"""Subgradient descent against known runs, finite differences and a general QP solver."""

import clarabel
import numpy as np
import pytest
import scipy.sparse as sp

from svmlib import datasets, descent
from svmlib.descent import pegasos, sgd, subgradient_descent

RUN_A = """3.728947 .376952 .359075 .351587 .344411 .337912 .331617 .326604 .322224 .319250 .316727
.314800 .313181 .311843 .310667 .309561 .308496 .307523 .306614 .305768 .305068 .304293""".split()
FORMS = ("mean", "sum")
BIASES = ("free", "regularised", "none")


def objective(theta, X, y, lam, form, bias):
    w, b = (theta, 0.0) if bias == "none" else (theta[:-1], theta[-1])
    hinge = np.maximum(0, 1 - y * (X @ w + b))
    penalty = w @ w + (b * b if bias == "regularised" else 0.0)
    return lam / 2 * penalty + (hinge.sum() if form == "sum" else hinge.mean())


def optimum(X, y, lam, form, bias):
    """The exact minimum from an interior-point solver, and the minimising θ."""
    n, d = X.shape
    columns = X if bias == "none" else np.column_stack([X, np.ones(n)])
    p = columns.shape[1]
    ridge = np.full(p, lam)
    if bias == "free":
        ridge[d] = 0.0
    P = sp.diags(np.concatenate([ridge, np.zeros(n)])).tocsc()
    q = np.concatenate([np.zeros(p), np.full(n, 1.0 if form == "sum" else 1.0 / n)])
    G = sp.bmat([[sp.csc_matrix(-y[:, None] * columns), -sp.eye(n)], [None, -sp.eye(n)]]).tocsc()
    h = np.concatenate([-np.ones(n), np.zeros(n)])
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    solver = clarabel.DefaultSolver(P, q, G, h, [clarabel.NonnegativeConeT(2 * n)], settings)
    theta = np.array(solver.solve().x)[:p]
    return objective(theta, X, y, lam, form, bias), theta


@pytest.fixture(scope="module")
def iris():
    return datasets.iris_setosa(every=4, features=2, setosa=-1)


@pytest.fixture(scope="module")
def overlap():
    rng = np.random.default_rng(3)
    y = np.where(np.arange(40) < 12, 1.0, -1.0)
    return rng.normal(size=(40, 3)) + 0.7 * y[:, None], y


@pytest.fixture(scope="module")
def cancer():
    X, y = datasets.breast_cancer()
    return np.column_stack([X, np.ones(len(X))]), y


def test_run_a_prints_every_digit_and_stops_where_it_should(iris):
    X, y = iris
    run = subgradient_descent(
        X, y, 0.1, step=0.01, start=(1, 1, 1), until=descent.small_step(5e-4), max_iter=30_000
    )
    assert [f"{value:.6f}" for value in run.objective[::1000]] == [
        digits if digits[0] == "3" else "0" + digits for digits in RUN_A
    ]
    assert (run.n_iter, run.converged, len(run.objective)) == (21542, True, 21543)
    best, _ = optimum(X, y, 0.1, "mean", "free")
    assert best == pytest.approx(0.3000389540696, abs=1e-12)
    assert run.objective[-1] / best - 1 == pytest.approx(0.013, abs=5e-4)
    assert run.objective[-1] - run.gap[-1] <= best


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bias", BIASES)
def test_one_step_follows_the_gradient_of_the_objective(overlap, form, bias):
    X, y = overlap
    theta = np.array([0.3, -0.2, 0.5, 0.1])[: 3 if bias == "none" else 4]
    run = subgradient_descent(
        X, y, 0.7, form=form, bias=bias, step=1e-3, start=theta, max_iter=1, keep_path=True
    )
    assert run.path.shape == (2, 4)  # with b = 0 where there is none
    moved = (run.path[0] - run.path[1])[: len(theta)] / 1e-3
    step = 1e-6 * np.eye(len(theta))
    slope = [
        (objective(theta + e, X, y, 0.7, form, bias) - objective(theta - e, X, y, 0.7, form, bias))
        / 2e-6
        for e in step
    ]
    np.testing.assert_allclose(moved, slope, rtol=1e-6)
    assert run.objective[0] == pytest.approx(objective(theta, X, y, 0.7, form, bias), rel=1e-14)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bias", BIASES)
def test_the_gap_is_a_certificate_at_every_iterate(overlap, form, bias):
    X, y = overlap
    lam = 0.05 if form == "mean" else 2.0
    best, _ = optimum(X, y, lam, form, bias)
    run = subgradient_descent(
        X,
        y,
        lam,
        form=form,
        bias=bias,
        step=descent.inverse_sqrt(0.5 if form == "mean" else 0.0125),
        until=descent.small_gap(0.01),
        max_iter=50_000,
    )
    assert run.converged
    bound = run.objective - run.gap
    assert (bound[1:] <= best * (1 + 1e-12)).all()
    assert (np.diff(bound[1:]) >= -1e-12).all()
    assert best <= run.objective[-1] <= best / 0.99
    # the multipliers in the result prove the last bound
    a, c = run.alpha, 1 / len(y) if form == "mean" else 1.0
    assert (a >= 0).all() and (a <= c * (1 + 1e-12)).all()
    v, s = (a * y) @ X, a @ y
    if bias == "free":
        assert abs(s) <= 1e-12 * a.sum()
    square = v @ v + (s * s if bias == "regularised" else 0.0)
    assert a.sum() - square / (2 * lam) == pytest.approx(bound[-1], rel=1e-10)


def test_a_step_that_is_too_long_for_the_average_leaves_multipliers_in_the_box(overlap):
    gaps = []
    for t in (1, 2, 3):
        run = subgradient_descent(*overlap, 1.0, bias="none", step=1.5, max_iter=t)
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


def test_a_schedule_is_asked_for_steps_one_two_three(overlap):
    X, y = overlap
    for descend in (
        lambda step: subgradient_descent(X, y, 0.1, step=step, max_iter=6),
        lambda step: sgd(X, y, 0.1, step=step, batch=7, epochs=1),
    ):
        asked = []
        run = descend(lambda t: asked.append(t) or 0.01)  # noqa: B023
        assert asked == [1, 2, 3, 4, 5, 6] and run.n_iter == 6


def test_an_epoch_sees_as_many_points_as_there_are(overlap):
    X, y = overlap
    run = sgd(X, y, 0.1, batch=7, epochs=3)
    np.testing.assert_array_equal(run.steps, [0, 6, 12, 18])
    run = sgd(X, y, 0.1, batch=7, epochs=3, every=4)
    np.testing.assert_array_equal(run.steps, [0, 4, 8, 12, 16, 18])


def test_stopping_rules_look_at_what_they_say(overlap):
    X, y = overlap
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


def test_progress_may_be_kept_and_asked_later(overlap):
    X, y = overlap
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


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_data_set_as_batch_is_subgradient_descent(overlap, form):
    X, y = overlap
    start = (0.1, 0.2, -0.3, 0.4)
    full = subgradient_descent(X, y, 0.2, form=form, step=0.01, max_iter=30, start=start)
    run = sgd(
        X, y, 0.2, form=form, step=0.01, batch=len(y), order="shuffled", epochs=30, start=start
    )
    np.testing.assert_allclose(run.objective, full.objective, rtol=1e-12)
    np.testing.assert_allclose(run.w, full.w, rtol=1e-10)


@pytest.mark.parametrize("form", FORMS)
def test_the_stochastic_gradient_is_unbiased(overlap, form):
    X, y = overlap
    start = np.array([0.1, 0.2, -0.3, 0.4])
    full = subgradient_descent(
        X, y, 0.2, form=form, step=0.01, max_iter=1, start=start, keep_path=True
    )
    steps = {}
    for seed in range(200):
        run = sgd(
            X, y, 0.2, form=form, step=0.01, epochs=1, every=1, start=start, keep_path=True,
            seed=seed,
        )  # fmt: skip
        point = np.random.default_rng(seed).integers(len(y), size=len(y))[0]
        steps[int(point)] = run.path[1] - run.path[0]
    assert len(steps) == len(y)
    np.testing.assert_allclose(
        np.mean(list(steps.values()), axis=0), full.path[1] - full.path[0], rtol=1e-10
    )


def test_the_last_batch_of_an_epoch_counts_by_its_own_size(overlap):
    X, y = overlap
    run = sgd(X, y, 1.0, step=1e-3, batch=7, epochs=1, order="shuffled", every=1, keep_path=True)
    five = np.random.default_rng(0).permutation(40)[35:]
    # every margin is still below 1
    pull = (y[five, None] * np.column_stack([X, np.ones(40)])[five]).mean(axis=0)
    w = np.append(run.path[5, :3], 0.0)
    np.testing.assert_allclose(run.path[6], run.path[5] - 1e-3 * (w - pull), rtol=1e-12)


def test_the_projection_leaves_a_free_bias_alone(overlap):
    run = sgd(*overlap, 2.0, step=1e-6, start=(0, 0, 0, 9), every=1, keep_path=True, project=True)
    np.testing.assert_allclose(run.path[:, 3], 9, atol=1e-3)


@pytest.mark.parametrize("average", ["suffix", "t-weighted"])
def test_averages_are_what_they_say(overlap, average):
    X, y = overlap
    options = dict(epochs=3, every=1, keep_path=True, seed=5)
    plain = sgd(X, y, 0.3, **options).path
    averaged = sgd(X, y, 0.3, average=average, **options)
    for t in (1, 2, 3, 50, 120):
        s = np.arange(1, t + 1)
        weights = (s > t // 2) * 1.0 if average == "suffix" else s
        expected = weights @ plain[1 : t + 1] / weights.sum()
        np.testing.assert_allclose(averaged.path[t], expected, rtol=1e-10, atol=1e-13)
    np.testing.assert_array_equal(averaged.path[-1], np.append(averaged.w, averaged.b))


def test_pegasos_is_the_algorithm_of_the_paper(overlap):
    X, y = overlap
    lam, rng, w = 0.3, np.random.default_rng(0), np.zeros(3)
    for t, i in enumerate(rng.integers(len(y), size=len(y)), start=1):
        step = 1 / (lam * t)
        pull = y[i] * X[i] if y[i] * (w @ X[i]) < 1 else 0.0
        w = (1 - step * lam) * w + step * pull
        w = min(1.0, 1 / np.sqrt(lam) / np.linalg.norm(w)) * w
    run = pegasos(X, y, lam, epochs=1)
    np.testing.assert_allclose(run.w, w, rtol=1e-10)
    assert run.b == 0.0


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bias", BIASES)
def test_the_projection_keeps_the_ball_that_holds_the_optimum(overlap, form, bias):
    X, y = overlap
    lam = 0.05 if form == "mean" else 2.0
    radius = np.sqrt((1 if form == "mean" else len(y)) / lam)
    _, theta = optimum(X, y, lam, form, bias)
    parts = slice(-1) if bias == "free" else slice(None)
    assert np.linalg.norm(theta[parts]) <= radius
    runs = [
        sgd(
            X, y, lam, form=form, bias=bias, epochs=2, every=1, keep_path=True, project=project
        ).path
        for project in (True, False)
    ]
    w = [path[:, :3] if bias == "free" else path for path in runs]
    assert np.linalg.norm(w[0], axis=1).max() <= radius * (1 + 1e-12)
    assert np.linalg.norm(w[1], axis=1).max() > radius


def test_run_b_approaches_the_optimum(cancer):
    A, y = cancer
    best, theta = optimum(A, y, 1e4, "sum", "none")
    assert best == pytest.approx(122.4572913, abs=5e-8)
    assert ((A @ theta > 0) == (y > 0)).sum() == 528
    run = pegasos(A, y, 1e4, form="sum", batch=10, epochs=400, average="suffix")
    assert run.objective[-1] < 1.04 * best
    assert (run.objective >= best).all()


# ------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        (dict(y=[0, 1, 1]), ValueError, "y must hold -1 and"),
        (dict(y=[1, 1, 1]), ValueError, "both classes"),
        (dict(X=[[0.0], [np.nan], [1.0]]), ValueError, "X must be finite"),
        (dict(X=sp.eye_array(3)), TypeError, r"X must be a dense array, .* pass X\.toarray\(\)$"),
        (dict(lam=0), ValueError, "lam must be positive"),
        (dict(form="average"), ValueError, "form must be one of mean, sum"),
        (dict(bias="yes"), ValueError, "bias must be one of free"),
        (dict(kink=0.5), ValueError, "kink must be a slope in"),
        (dict(kink=-2), ValueError, "kink must be at least"),
        (dict(start=[1.0]), ValueError, r"start must have shape \(2,\)"),
        (dict(step=-1.0), ValueError, "step must be positive"),
        (dict(step="1/t"), TypeError, "step must be a number, but is '1/t'$"),
        (dict(until=1e-3), TypeError, "until must be None or a rule, such as .* but is 0.001$"),
        (dict(max_iter=0), ValueError, "max_iter must be at least"),
        (dict(max_iter=1.5), ValueError, "max_iter must be a whole number"),
    ],
)
def test_errors_name_the_argument(change, error, match):
    arguments = dict(X=[[0.0], [1.0], [2.0]], y=[-1, 1, 1], lam=1.0) | change
    with pytest.raises(error, match=match):
        subgradient_descent(**arguments)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (dict(batch=4), "batch must be at most 3"),
        (dict(batch=0), "batch must be at least 1"),
        (dict(epochs=0), "epochs must be at least"),
        (dict(average="mean"), "average must be one of"),
        (dict(order="sorted"), "order must be one of"),
        (dict(every=0), "every must be at least"),
    ],
)
def test_stochastic_errors_name_the_argument(change, match):
    with pytest.raises(ValueError, match=match):
        sgd([[0.0], [1.0], [2.0]], [-1, 1, 1], 1.0, **change)


@pytest.mark.filterwarnings("error")
def test_steps_that_are_too_long_are_reported(overlap):
    X, y = overlap
    with pytest.raises(FloatingPointError, match="smaller step"):
        subgradient_descent(X, y, 1.0, step=1e9, max_iter=1000)
    with pytest.raises(FloatingPointError, match="smaller step"):
        sgd(X, y, 1.0, step=1e9, epochs=20)


def test_inputs_are_never_changed(overlap):
    X, y = (a.copy() for a in overlap)
    start = np.ones(4)
    subgradient_descent(X, y, 0.1, start=start, max_iter=3)
    sgd(X, y, 0.1, start=start, epochs=1, project=True)
    np.testing.assert_array_equal(X, overlap[0])
    np.testing.assert_array_equal(y, overlap[1])
    np.testing.assert_array_equal(start, np.ones(4))
