"""Grids, folds, paths and leave-one-out against machines fitted one at a time."""

import io
import itertools
import threading

import numpy as np
import pytest
import sklearn.utils.parallel
from joblib import cpu_count, parallel_config
from joblib.parallel import ThreadingBackend
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split
from threadpoolctl import ThreadpoolController, threadpool_limits

from svmlib import KernelSVM, datasets, objectives, selection
from svmlib._progress import run as run_tasks
from svmlib._threads import one_thread
from svmlib._validation import check_jobs
from svmlib.kernels import RBF
from svmlib.selection import folds, grid, leave_one_out, nested, path
from svmlib.solvers import leave_one_out as module_of_leave_one_out
from svmlib.solvers import one_bias


@pytest.fixture(scope="module")
def halves():
    X, y = datasets.moons(160, noise=0.25, seed=3)
    return train_test_split(X, y, test_size=0.4, random_state=0)


# -------------------------------------------------------------------------------------------- path


@pytest.mark.parametrize("sigma", [0.1, 0.5, 2.0])
def test_the_path_equals_the_engine_at_every_C(sigma):
    X, y = datasets.moons(90, noise=0.25, seed=1)
    K = RBF(sigma)(X)
    Cs = np.geomspace(1e-3, 1e3, 13)
    run = path(K, y, Cs)
    for k, C in enumerate(Cs):
        alone = one_bias.solve(K, None, y, C)
        assert run.gap[k] <= 1e-9
        assert run.objective[k] == pytest.approx(alone.primal, rel=2e-9)
        np.testing.assert_allclose(run.alpha[k], alone.alpha, atol=1e-5 * C)
        assert run.b[k] == pytest.approx(alone.b, abs=1e-5)
        # nothing here is taken from the walk: the objectives of the book say the same
        alpha = run.alpha[k]
        assert (alpha >= 0).all() and (alpha <= C).all() and abs(alpha @ y) <= 1e-9 * C
        assert objectives.dual(alpha, K, y) == pytest.approx(run.objective[k], rel=2e-9)
        assert run.n_support[k] == (alpha > 0).sum()
        assert run.n_free[k] == ((alpha > 0) & (alpha < C)).sum()


def test_the_path_does_not_need_the_engine_between_its_ends(monkeypatch):
    X, y = datasets.moons(90, noise=0.25, seed=1)
    calls = []
    solve = one_bias.solve
    monkeypatch.setattr(one_bias, "solve", lambda *a, **k: calls.append(a[3]) or solve(*a, **k))
    path(RBF(0.5)(X), y, np.linspace(0.5, 50, 30))
    assert calls == [0.5]


def test_no_corner_of_the_path_is_missing():
    X, y = datasets.moons(40, noise=0.25, seed=1)
    K = RBF(0.5)(X)
    ends = path(K, y, [0.01, 6.0]).corners
    ends = np.concatenate([[0.01], ends, [6.0]])
    nobody_free = 0
    for a, b in itertools.pairwise(ends):
        roles = []
        for C in (a + 0.02 * (b - a), 0.5 * (a + b), b - 0.02 * (b - a)):
            alpha = one_bias.solve(K, None, y, C).alpha
            roles.append(np.where(alpha == 0.0, 0, np.where(alpha == C, 2, 1)))
        assert b - a < 1e-6 * b or ((roles[0] == roles[1]).all() and (roles[1] == roles[2]).all())
        nobody_free += not (roles[1] == 1).any()
    # at the beginning all multipliers are at C, and again in between
    assert nobody_free >= 1


def test_the_path_keeps_the_order_it_was_asked_for():
    X, y = datasets.moons(40, noise=0.25, seed=2)
    K = RBF(0.6)(X)
    Cs = np.array([3.0, 0.1, 40.0, 3.0])
    run = path(K, y, Cs)
    np.testing.assert_array_equal(run.Cs, Cs)
    again = path(K, y, np.sort(Cs))
    np.testing.assert_array_equal(run.objective, again.objective[[1, 0, 3, 2]])
    for C, alpha, b, slack in zip(Cs, run.alpha, run.b, run.slack, strict=True):
        hinge = np.maximum(0, 1 - y * (K @ (y * alpha) + b))
        assert slack == pytest.approx(hinge.sum(), rel=1e-9, abs=1e-12), C
    # more C, less slack, a narrower margin
    assert (np.diff(again.slack) <= 1e-9).all() and (np.diff(again.square) >= -1e-9).all()


@pytest.mark.parametrize("case", ["duplicates", "opposite duplicates", "balanced and tiny C"])
def test_paths_through_degenerate_data(case):
    X, y = datasets.moons(40, noise=0.3, seed=5)
    Cs = np.geomspace(0.1, 100, 12)
    if case == "duplicates":
        X, y = np.vstack([X, X]), np.concatenate([y, y])
    elif case == "opposite duplicates":
        X, y = np.vstack([X, X[:7]]), np.concatenate([y, -y[:7]])
    else:
        Cs = np.geomspace(1e-6, 1, 12)
    K = RBF(0.5)(X)
    run = path(K, y, Cs)
    assert (run.gap <= 1e-9).all() and np.isfinite(run.b).all()
    expected = [one_bias.solve(K, None, y, C).primal for C in Cs]
    np.testing.assert_allclose(run.objective, expected, rtol=1e-8)


# -------------------------------------------------------------------------------------------- grid


def test_every_cell_of_the_grid_is_its_own_machine(halves):
    X, X_test, y, y_test = halves
    Cs, sigmas = [0.2, 1.0, 30.0], [0.15, 0.5, 2.5]
    result = grid(X, y, Cs, sigmas, test=(X_test, y_test))
    for (r, sigma), (c, C) in itertools.product(enumerate(sigmas), enumerate(Cs)):
        model = KernelSVM(C=C, kernel=RBF(sigma)).fit(X, y)
        assert result.scores[r, c] == model.score(X_test, y_test)
        assert result.n_support[r, c] == len(model.support_)
        assert result.n_free[r, c] == (model.alpha_[model.support_] < C).sum()
    assert np.isnan(result.standard_error).all()


def test_a_score_of_zero_counts_as_the_negative_class():
    X, y = [[-1.0], [1.0]], [-1, 1]
    assert KernelSVM().fit(X, y).decision_function([[0.0]]) == [0.0]
    assert grid(X, y, [1.0], [1.0], test=([[0.0], [0.0]], y)).scores == [[0.5]]
    assert grid(X, y, [1.0], [1.0], test=([[0.0]], [-1])).scores == [[1.0]]


def test_cross_validation_averages_the_folds(halves):
    X, _, y, _ = halves
    Cs, sigmas = [0.3, 5.0], [0.3, 1.0]
    result = grid(X, y, Cs, sigmas, cv=4, seed=7)
    assert result.fold_scores.shape == (4, 2, 2)
    for f, (train, held_out) in enumerate(folds(y, 4, seed=7)):
        alone = grid(X[train], y[train], Cs, sigmas, test=(X[held_out], y[held_out]))
        np.testing.assert_array_equal(result.fold_scores[f], alone.scores)
    np.testing.assert_allclose(result.scores, result.fold_scores.mean(axis=0))
    spread = result.fold_scores.std(axis=0, ddof=1) / 2
    np.testing.assert_allclose(result.standard_error, spread)
    same = grid(X, y, Cs, sigmas, cv=folds(y, 4, seed=7))
    np.testing.assert_array_equal(same.scores, result.scores)
    assert (grid(X, y, Cs, sigmas, cv=4, seed=8).fold_scores != result.fold_scores).any()


def test_splitters_of_scikit_learn(halves):
    X, _, y, _ = halves
    Cs, sigmas = [0.3, 5.0], [0.3, 1.0]
    splitter = StratifiedKFold(3, shuffle=True, random_state=0)
    splits = list(splitter.split(X, y))
    result = grid(X, y, Cs, sigmas, cv=splitter)
    np.testing.assert_array_equal(result.fold_scores, grid(X, y, Cs, sigmas, cv=splits).fold_scores)
    report = nested(X, y, Cs, sigmas, outer=splitter, inner=splitter)
    for (train, _), choice in zip(splits, report.choices, strict=True):
        assert choice == grid(X[train], y[train], Cs, sigmas, cv=splitter).best()


def made_up(fold_scores):
    fold_scores = np.array(fold_scores)
    scores = fold_scores.mean(axis=0)
    return selection.Grid(
        np.array([1.0, 10.0, 100.0]), np.array([0.5, 2.0]), scores, fold_scores, scores, scores
    )


def test_choices_on_the_grid():
    middle = np.array([[0.7, 0.9, 0.9], [0.86, 0.9, 0.8]])
    result = made_up([middle - 0.05, middle, middle + 0.05])
    # three cells share the best score: the largest σ, then the smallest C
    assert result.best() == (10.0, 2.0, pytest.approx(0.9), (1, 1))
    error = 0.05 / np.sqrt(3)
    np.testing.assert_allclose(result.standard_error, error)
    expected = middle >= 0.9 - error
    np.testing.assert_array_equal(result.plateau(), expected)
    assert result.plateau(0.045).sum() == 4 and result.plateau(0.0999).sum() == 4
    assert result.one_standard_error().index == (1, 1)
    wide = made_up([middle - 0.1, middle, middle + 0.1])
    assert wide.one_standard_error()[:2] == (1.0, 2.0)
    narrow_too = np.array([[0.9, 0.9, 0.8], [0.7, 0.9, 0.9]])
    assert made_up([narrow_too, narrow_too]).best().index == (1, 1)
    with pytest.raises(ValueError, match="one split has no standard error"):
        made_up([middle]).one_standard_error()


def test_nested_scores_come_from_points_that_chose_nothing(halves):
    X, _, y, _ = halves
    Cs, sigmas = [0.3, 5.0, 50.0], [0.2, 0.6]
    report = nested(X, y, Cs, sigmas, outer=3, inner=4, seed=2)
    for f, (train, held_out) in enumerate(folds(y, 3, seed=2)):
        choice = grid(X[train], y[train], Cs, sigmas, cv=4, seed=2).best()
        assert report.choices[f] == choice
        model = KernelSVM(C=choice.C, kernel=RBF(choice.sigma)).fit(X[train], y[train])
        assert report.scores[f] == model.score(X[held_out], y[held_out])
    assert report.mean == pytest.approx(report.scores.mean())
    assert report.standard_error == pytest.approx(report.scores.std(ddof=1) / np.sqrt(3))


# ------------------------------------------------------------------------------------------- folds


@pytest.mark.parametrize("k", [2, 10])
def test_folds_are_a_stratified_partition(k):
    y = np.where(np.random.default_rng(1).random(83) < 0.3, 1.0, -1.0)
    splits = folds(y, k, seed=4)
    assert len(splits) == k
    np.testing.assert_array_equal(np.sort(np.concatenate([t for _, t in splits])), np.arange(83))
    for train, held_out in splits:
        np.testing.assert_array_equal(np.sort(np.append(train, held_out)), np.arange(83))
    for counts in (
        [len(t) for _, t in splits],
        [(y[t] > 0).sum() for _, t in splits],
        [(y[t] < 0).sum() for _, t in splits],
    ):
        assert max(counts) - min(counts) <= 1
    held_out = [[test.tolist() for _, test in folds(y, k, seed=seed)] for seed in (4, 4, 5)]
    assert held_out[0] == held_out[1] != held_out[2]


# ----------------------------------------------------------------------------------- leave one out


@pytest.mark.parametrize(("C", "sigma"), [(0.5, 0.5), (100.0, 1.0)])
def test_leave_one_out_equals_leaving_out_one_by_one(C, sigma):
    X, y = datasets.moons(50, noise=0.3, seed=4)
    result = leave_one_out(RBF(sigma)(X), y, C)
    scores = np.empty(50)
    for i in range(50):
        others = np.delete(np.arange(50), i)
        model = KernelSVM(C=C, kernel=RBF(sigma)).fit(X[others], y[others])
        scores[i] = model.decision_function(X[i : i + 1])[0]
    np.testing.assert_allclose(result.scores, scores, atol=1e-4)
    assert 0 < result.error == (y * scores <= 0).mean() <= result.bound < 1
    assert result.n_refits == result.n_support == round(result.bound * 50) < 50


def test_leaving_out_the_only_point_of_a_class():
    X, y = np.array([[0.0], [1.0], [5.0]]), np.array([-1.0, -1.0, 1.0])
    result = leave_one_out(X @ X.T, y, 10.0)
    assert result.wrong[2] and result.scores[2] == -1.0


# ----------------------------------------------------------------------------------------- n_jobs

BACKENDS = ["threading", "loky", pytest.param("multiprocessing", marks=pytest.mark.weekly)]


def answers(n_jobs):
    """The numbers of everything that takes n_jobs."""
    X, y = datasets.moons(60, noise=0.3, seed=1)
    plane = grid(X, y, [1.0, 9.0], [0.4, 0.8, 1.2], cv=3, n_jobs=n_jobs)
    report = nested(X, y, [1.0, 9.0], [0.4, 1.2], outer=3, inner=2, n_jobs=n_jobs)
    left_out = leave_one_out(RBF(0.4)(X), y, 3.0, n_jobs=n_jobs)
    yield from (plane.fold_scores, plane.n_support, plane.n_free)
    yield from (report.scores, np.array([choice[:3] for choice in report.choices]))
    yield from (left_out.scores, left_out.wrong)


@pytest.mark.parametrize("backend", BACKENDS)
def test_backends_change_nothing(backend):
    # arrays of more than max_nbytes come to processes as files, which nobody may write to
    with parallel_config(backend, n_jobs=2, max_nbytes=100):
        for expected, now in zip(answers(1), answers(None), strict=True):
            np.testing.assert_array_equal(now, expected)


@pytest.mark.parametrize("configured", [False, True])
def test_no_n_jobs_is_what_joblib_is_told(configured, monkeypatch):
    threads = set()

    def noting(work):
        return lambda *task: threads.add(threading.current_thread()) or work(*task)

    monkeypatch.setattr(selection, "_cells", noting(selection._cells))
    refit = module_of_leave_one_out._refit_without
    monkeypatch.setattr(module_of_leave_one_out, "_refit_without", noting(refit))
    X, y = datasets.moons(40)
    for run in (
        lambda: grid(X, y, [1.0], [0.4, 0.8], cv=2),
        lambda: nested(X, y, [1.0], [0.4, 0.8], outer=2, inner=2),
        lambda: leave_one_out(RBF(0.5)(X), y, 1.0),
    ):
        threads.clear()
        if configured:
            with parallel_config("threading", n_jobs=2):
                run()
        else:
            run()
        assert threads and (threading.main_thread() in threads) != configured


@pytest.mark.parametrize(("n_jobs", "pools"), [(None, []), (1.0, []), (2, [2]), (100, [3])])
def test_no_more_processes_than_rows(halves, monkeypatch, n_jobs, pools):
    asked = []

    class Parallel(sklearn.utils.parallel.Parallel):
        def __init__(self, n_jobs, **settings):
            asked.append(n_jobs)
            super().__init__(n_jobs, **settings)

    monkeypatch.setattr(sklearn.utils.parallel, "Parallel", Parallel)
    X, X_test, y, y_test = halves
    with parallel_config("threading"):
        grid(X, y, [1.0], [0.4, 0.8, 1.2], test=(X_test, y_test), n_jobs=n_jobs)
    assert asked == pools


class Cluster(ThreadingBackend):
    """A backend with five workers of its own, however many CPUs there are here."""

    def effective_n_jobs(self, n_jobs):
        return 5 + 1 + n_jobs if n_jobs < 0 else n_jobs


def test_negative_n_jobs_count_from_the_workers_there_are():
    assert check_jobs(None) == check_jobs(1) == 1
    assert check_jobs(-1) == cpu_count() and check_jobs(-2) == max(1, cpu_count() - 1)
    with parallel_config(Cluster()):
        assert check_jobs(-1) == 5 and check_jobs(-2) == 4 and check_jobs(1) == 1
    with parallel_config(Cluster(), n_jobs=-1):
        assert check_jobs(None) == 5 and check_jobs(2) == 2


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_error_of_a_worker_arrives_as_it_is(backend):
    tasks = [(np.eye(4), np.array(y), [1.0]) for y in ([1, 1, -1, -1], [1, 1, 1, 1])]
    with (
        parallel_config(backend, n_jobs=2, max_nbytes=100),
        pytest.raises(ValueError, match=r"^y must hold both classes, but all 4 labels are"),
    ):
        run_tasks(path, tasks, 2, "paths")


def test_work_in_threads_keeps_to_one_thread_of_linear_algebra():
    blas = ThreadpoolController().select(user_api="blas")
    counts = lambda: [library.get_num_threads() for library in blas.lib_controllers]  # noqa: E731
    both, first_ended, inside = threading.Barrier(2), threading.Event(), []

    def work(first):
        with one_thread():
            both.wait(20)
            if not first:
                first_ended.wait(20)
                inside.extend(counts())
        if first:
            first_ended.set()

    with threadpool_limits(2, user_api="blas"), parallel_config("threading"):
        before = counts()
        run_tasks(work, [(True,), (False,)], 2)
        assert counts() == before and set(inside) <= {1}


def test_nested_computes_distances_once(monkeypatch):
    distances, sigmas = [], []
    squared_distances, gaussian = selection.squared_distances, selection._gaussian
    monkeypatch.setattr(
        selection, "squared_distances", lambda *a: distances.append(a) or squared_distances(*a)
    )
    monkeypatch.setattr(
        selection, "_gaussian", lambda D, sigma: sigmas.append(sigma) or gaussian(D, sigma)
    )
    X, y = datasets.moons(60)
    report = nested(X, y, [1.0], [0.4, 0.8], outer=3, inner=2)
    # a Gram matrix for each σ, and those of the machines that are fitted in the end
    assert len(distances) == 1 and sigmas == [0.4, 0.8, *(c.sigma for c in report.choices)]


# ------------------------------------------------------------------------- errors and side effects


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (dict(), "either test="),
        (dict(cv=3, test=([[0.0]], [1])), "either test="),
        (dict(cv=4), "cv must be at most 3"),
        (dict(cv=1), "cv must be at least 2"),
        (dict(cv=3, Cs=[1.0, 0.0]), "Cs must be positive"),
        (dict(cv=3, sigmas=[-1.0]), "sigmas must be positive"),
        (dict(cv=3, y=[0, 0, 0, 1, 1, 1]), "y must hold -1 and"),
        (dict(cv=3, n_jobs=0), r"n_jobs must be a whole number but not 0 \(-1 for all CPUs"),
        (dict(cv=3, n_jobs=1.5), "n_jobs must be .* but is 1.5"),
        (dict(cv=3, n_jobs=-0.5), "n_jobs must be .* but is -0.5"),
        (dict(cv=[([0, 1, 2], [3])]), "y of a training fold must hold both"),
        (dict(cv=[([0, 5], [5, 3])]), "disjoint"),
        (dict(cv=[([0, 5], [])]), "cv must hold out a point in every split"),
        (dict(test=[[0.0]]), "test must be a pair"),
        (dict(test=([[0.0, 1.0]], [1])), r"X_test must have 1 columns, but .* \(1, 2\)$"),
        (dict(test=([[0.0]], [0])), "y_test must hold"),
    ],
)
def test_errors_name_the_argument(change, match):
    arguments = dict(X=np.arange(6.0)[:, None], y=[-1, -1, -1, 1, 1, 1], Cs=[1.0], sigmas=[1.0])
    with pytest.raises(ValueError, match=match):
        grid(**(arguments | change))


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (dict(cv="5"), "cv must be a number, but is '5'$"),
        (dict(cv=3, n_jobs="all"), "n_jobs must be a number, but is 'all'$"),
        (dict(cv=3, Cs="a"), "Cs must hold real numbers"),
    ],
)
def test_text_is_no_number(change, match):
    arguments = dict(X=np.arange(6.0)[:, None], y=[-1, -1, -1, 1, 1, 1], Cs=[1.0], sigmas=[1.0])
    with pytest.raises(TypeError, match=match):
        grid(**(arguments | change))


K4, Y4, ONE = np.eye(4), np.array([1.0, 1, -1, -1]), [1.0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: path(K4, Y4, [1.0, 0.0]), "the smallest of Cs must be positive"),
        (lambda: path(K4, Y4, []), "Cs must hold at least one value of C, but is empty"),
        (lambda: path(np.ones((4, 3)), Y4, ONE), "K must be the square Gram matrix"),
        (lambda: leave_one_out(K4, Y4, 0.0), "C must be positive"),
        (lambda: leave_one_out(K4, np.ones(4), 1.0), "both classes"),
        (lambda: leave_one_out(np.triu(np.ones((4, 4))), Y4, 1.0), "K must be symmetric"),
        (lambda: leave_one_out(K4, Y4, 1.0, n_jobs=0), "n_jobs must be a whole number but not 0"),
        (lambda: folds(Y4, 1), "^k must be at least 2"),
        (lambda: nested(K4, Y4, ONE, ONE, outer=1), "^outer must be at least 2"),
        (lambda: nested(np.eye(8), np.repeat(Y4, 2), ONE, ONE, outer=2, inner=1), "^inner must be"),
        (lambda: nested(K4, Y4, ONE, ONE, n_jobs=0), "n_jobs must be a whole number but not 0"),
    ],
)
def test_errors_of_the_others(call, message):
    with pytest.raises(ValueError, match=message):
        call()


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("screen", [Terminal(), io.StringIO()])
def test_a_bar_on_a_terminal_and_nowhere_else(halves, monkeypatch, screen):
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("svmlib._progress.PATIENCE", 0)
    X, X_test, y, y_test = halves
    grid(X, y, [1.0], np.geomspace(0.1, 1, 4), test=(X_test, y_test))
    assert ("rows of the grid" in screen.getvalue()) == screen.isatty()


def test_warnings_point_at_the_line_of_the_caller():
    K = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite") as caught:
        leave_one_out(K, np.array([-1.0, 1.0, 1.0]), 1.0)
    # of the machine with all points, and of those without one
    assert len(caught) > 1 and {warning.filename for warning in caught} == {__file__}


def test_inputs_are_never_changed(halves):
    X, X_test, y, y_test = (a.copy() for a in halves)
    Cs, sigmas = np.array([5.0, 1.0]), np.array([1.0, 0.5])
    result = grid(X, y, Cs, sigmas, test=(X_test, y_test))
    result.Cs[0] = 7.0
    leave_one_out(RBF(1.0)(X), y, 1.0)
    for now, before in zip((X, X_test, y, y_test), halves, strict=True):
        np.testing.assert_array_equal(now, before)
    np.testing.assert_array_equal(Cs, [5.0, 1.0])
