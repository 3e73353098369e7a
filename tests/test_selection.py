"""Grids, folds, paths and leave-one-out against machines fitted one at a time."""

import io
import itertools
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joblib import parallel_config
from joblib.parallel import ThreadingBackend
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, train_test_split

from svmlib import KernelSVM, datasets, objectives, selection
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear, squared_distances
from svmlib.selection import bootstrap, folds, grid, leave_one_out, nested, path


@pytest.fixture(scope="module")
def halves():
    """Points to train on and to test on, which nothing may change."""
    X, y = datasets.moons(160, noise=0.25, seed=3)
    parts = train_test_split(X, y, test_size=0.4, random_state=0)
    for part in parts:
        part.flags.writeable = False
    return parts


@settings(max_examples=12)
@given(
    seed=st.integers(0, 1000),
    sigma=st.sampled_from([0.1, 0.5, 2.0]),
    ends=st.sampled_from([(1e-3, 1e3), (1e-6, 1.0)]),
    repeats=st.sampled_from(["none", "all", "some with the other label"]),
)
def test_the_path_solves_the_dual_at_every_C(seed, sigma, ends, repeats):
    X, y = datasets.moons(50, noise=0.25, seed=seed)
    if repeats == "all":
        X, y = np.vstack([X, X]), np.concatenate([y, y])
    elif repeats != "none":
        X, y = np.vstack([X, X[:7]]), np.concatenate([y, -y[:7]])
    K = RBF(sigma)(X)
    Cs = np.random.default_rng(seed).permutation(np.geomspace(*ends, 9))
    run = path(K, y, Cs)
    np.testing.assert_array_equal(run.Cs, Cs)
    for k, C in enumerate(Cs):
        alpha, beta = run.alpha[k], y * run.alpha[k]
        assert (alpha >= 0).all() and (alpha <= C).all() and abs(beta.sum()) <= 1e-9 * C
        assert objectives.dual(alpha, K, y) == pytest.approx(run.objective[k], rel=2e-9)
        slack = np.maximum(0, 1 - y * (K @ beta + run.b[k])).sum()
        assert run.slack[k] == pytest.approx(slack, rel=1e-9, abs=1e-11)
        assert run.square[k] == pytest.approx(beta @ K @ beta, rel=1e-8)
        assert run.gap[k] <= 1e-9
        primal = 0.5 * beta @ K @ beta + C * slack
        assert run.objective[k] == pytest.approx(primal, rel=2e-9)
        assert run.n_support[k] == (alpha > 0).sum()
        assert run.n_free[k] == ((alpha > 0) & (alpha < C)).sum()


def test_no_corner_of_the_path_is_missing():
    """Between two of them nobody changes sides, and somewhere nobody is free."""
    X, y = datasets.moons(40, noise=0.25, seed=1)
    K = RBF(0.5)(X)
    free = []
    for a, b in itertools.pairwise([0.01, *path(K, y, [0.01, 6.0]).corners, 6.0]):
        Cs = a + (b - a) * np.array([0.02, 0.5, 0.98])
        share = np.array([solve(K, None, y, C).alpha / C for C in Cs])
        sides = np.sign(share) + (share == 1.0)
        assert b - a < 1e-6 * b or (sides == sides[1]).all()
        free.append((sides[1] == 1.0).sum())
    assert 0 in free


def test_every_cell_of_the_grid_is_its_own_machine(halves):
    X, X_test, y, y_test = halves
    Cs, sigmas = np.array([5.0, 0.2, 1.0]), np.array([0.15, 2.5])
    parts = folds(y, 3, seed=7)
    crossed = grid(X, y, Cs, sigmas, cv=3, seed=7)
    tested = grid(X, y, Cs, sigmas, test=(X_test, y_test))
    for (r, sigma), (c, C) in itertools.product(enumerate(sigmas), enumerate(Cs)):
        machine = KernelSVM(C=C, kernel=RBF(sigma)).fit(X, y)
        assert tested.scores[r, c] == machine.score(X_test, y_test)
        assert tested.n_support[r, c] == len(machine.support_)
        assert tested.n_free[r, c] == (machine.alpha_[machine.support_] < C).sum()
        for f, (train, held_out) in enumerate(parts):
            machine.fit(X[train], y[train])
            assert crossed.fold_scores[f, r, c] == machine.score(X[held_out], y[held_out])
    np.testing.assert_allclose(crossed.scores, crossed.fold_scores.mean(axis=0))
    spread = crossed.fold_scores.std(axis=0, ddof=1) / np.sqrt(3)
    np.testing.assert_allclose(crossed.standard_error, spread)
    assert np.isnan(tested.standard_error).all()
    tested.Cs[0] = 7.0
    assert Cs[0] == 5.0


def test_a_score_of_zero_counts_as_the_negative_class():
    X, y = [[-1.0], [1.0]], [-1, 1]
    assert KernelSVM().fit(X, y).decision_function([[0.0]]) == [0.0]
    assert grid(X, y, [1.0], [1.0], test=([[0.0]] * 3, [-1, -1, 1])).scores == [[2 / 3]]


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


def made_up(*folds):
    scores = np.mean(folds, axis=0)
    Cs, sigmas = np.array([1.0, 10.0, 100.0]), np.array([0.5, 2.0])
    return selection.Grid(Cs, sigmas, scores, np.array(folds), scores, scores)


def test_choices_on_the_grid():
    middle = np.array([[0.7, 0.9, 0.9], [0.86, 0.9, 0.8]])
    result = made_up(middle - 0.05, middle, middle + 0.05)
    # three cells share the best score: the largest σ, then the smallest C
    assert result.best() == (10.0, 2.0, pytest.approx(0.9), (1, 1))
    error = 0.05 / np.sqrt(3)
    np.testing.assert_allclose(result.standard_error, error)
    np.testing.assert_allclose(made_up(middle, middle + 0.1).standard_error, 0.05)
    np.testing.assert_array_equal(result.plateau(), middle >= 0.9 - error)
    assert result.plateau(0.045).sum() == 4 and result.plateau(0.0999).sum() == 4
    assert result.one_standard_error().index == (1, 1)
    wide = made_up(middle - 0.1, middle, middle + 0.1)
    assert wide.one_standard_error()[:2] == (1.0, 2.0)
    narrow_too = np.array([[0.9, 0.9, 0.8], [0.7, 0.9, 0.9]])
    assert made_up(narrow_too, narrow_too).best().index == (1, 1)
    with pytest.raises(ValueError, match="one split has no standard error"):
        made_up(middle).one_standard_error()


def test_nested_scores_come_from_points_that_chose_nothing(halves):
    X, _, y, _ = halves
    Cs, sigmas = [0.3, 5.0, 50.0], [0.2, 0.6]
    with patch.object(selection, "squared_distances", wraps=squared_distances) as distances:
        report = nested(X, y, Cs, sigmas, outer=3, inner=4, seed=2)
    assert distances.call_count == 1
    for f, (train, held_out) in enumerate(folds(y, 3, seed=2)):
        choice = grid(X[train], y[train], Cs, sigmas, cv=4, seed=2).best()
        assert report.choices[f] == choice
        model = KernelSVM(C=choice.C, kernel=RBF(choice.sigma)).fit(X[train], y[train])
        assert report.scores[f] == model.score(X[held_out], y[held_out])
    assert report.mean == pytest.approx(report.scores.mean())
    assert report.standard_error == pytest.approx(report.scores.std(ddof=1) / np.sqrt(3))


@given(seed=st.integers(0, 1000), k=st.integers(2, 10))
def test_folds_are_a_stratified_partition(seed, k):
    y = np.where(np.random.default_rng(seed).random(83) < 0.3, 1.0, -1.0)
    splits = folds(y, k, seed=seed)
    assert len(splits) == k
    np.testing.assert_array_equal(np.sort(np.concatenate([t for _, t in splits])), np.arange(83))
    for train, held_out in splits:
        np.testing.assert_array_equal(np.sort(np.append(train, held_out)), np.arange(83))
    # of all, of one class and of the other
    counts = [[len(t), (y[t] > 0).sum(), (y[t] < 0).sum()] for _, t in splits]
    assert np.ptp(counts, axis=0).max() <= 1
    held_out = [[test.tolist() for _, test in folds(y, k, seed=s)] for s in (seed, seed, 1001)]
    assert held_out[0] == held_out[1] != held_out[2]


@pytest.mark.parametrize(("C", "sigma"), [(0.5, 0.5), (100.0, 1.0)])
def test_leave_one_out_equals_leaving_out_one_by_one(C, sigma):
    X, y = datasets.moons(30, noise=0.3, seed=4)
    result = leave_one_out(RBF(sigma)(X), y, C)
    scores = np.empty(30)
    for i in range(30):
        others = np.delete(np.arange(30), i)
        model = KernelSVM(C=C, kernel=RBF(sigma)).fit(X[others], y[others])
        scores[i] = model.decision_function(X[i : i + 1])[0]
    np.testing.assert_allclose(result.scores, scores, atol=1e-4)
    assert 0 < result.error == (y * scores <= 0).mean() <= result.bound < 1
    assert result.n_refits == result.n_support == round(result.bound * 30) < 30


def test_leaving_out_the_last_point_by_hand():
    for X, y, score in (
        ([[0.0], [1.0], [5.0]], [-1, -1, 1], -1.0),  # without it one class is left
        ([[-1.0], [1.0], [0.0]], [-1, 1, 1], 0.0),  # or f(x) = x, and a score of 0 is wrong
    ):
        result = leave_one_out(Linear()(X), y, 10.0)
        assert result.wrong[2] and result.scores[2] == score


def answers(n_jobs):
    """The numbers of everything that takes n_jobs."""
    X, y = datasets.moons(60, noise=0.3, seed=1)
    plane = grid(X, y, [1.0, 9.0], [0.4, 0.8, 1.2], cv=3, n_jobs=n_jobs)
    yield from (plane.fold_scores, plane.n_support, plane.n_free)
    report = nested(X, y, [1.0, 9.0], [0.4, 1.2], outer=3, inner=2, n_jobs=n_jobs)
    yield from (report.scores, np.array([choice[:3] for choice in report.choices]))


def test_processes_change_nothing():
    """They get copies, and arrays of more than max_nbytes as files, which nobody may write to."""
    with parallel_config("loky", n_jobs=2, max_nbytes=100):
        for expected, now in zip(answers(1), answers(None), strict=True):
            np.testing.assert_array_equal(now, expected)


class Cluster(ThreadingBackend):
    """A backend with five workers of its own, however many CPUs there are here."""

    asked = 1

    def effective_n_jobs(self, n_jobs):
        return 5 + 1 + n_jobs if n_jobs < 0 else n_jobs

    def configure(self, n_jobs, **settings):
        self.asked = n_jobs
        return super().configure(n_jobs, **settings)


@pytest.mark.parametrize(
    ("n_jobs", "workers"), [(1.0, 1), (2, 2), (-1, 3), (-4, 2), (-5, 1), (100, 3), (None, 2)]
)
def test_no_more_workers_than_rows_and_negative_n_jobs_count_from_those_there_are(n_jobs, workers):
    """No n_jobs is what joblib is told."""
    X, y = datasets.moons(40)
    with parallel_config(cluster := Cluster(), n_jobs=2):
        grid(X, y, [1.0], [0.4, 0.8, 1.2], cv=2, n_jobs=n_jobs)
    assert cluster.asked == workers


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_on_a_terminal_and_nowhere_else(halves, monkeypatch, terminal):
    screen = io.StringIO()
    screen.isatty = lambda: terminal
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("svmlib.selection.PATIENCE", 0)
    X, X_test, y, y_test = halves
    grid(X, y, [1.0], np.geomspace(0.1, 1, 4), test=(X_test, y_test))
    assert ("rows of the grid" in screen.getvalue()) == terminal


def test_warnings_point_at_the_line_of_the_caller():
    K = np.array([[0.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    with pytest.warns(ConvergenceWarning, match="not positive semidefinite") as caught:
        leave_one_out(K, np.array([-1.0, 1.0, 1.0]), 1.0)
    # of the machine with all points, and of those without one
    assert len(caught) > 1 and {warning.filename for warning in caught} == {__file__}


def mean_score(y, scores):
    return scores.mean()


def drawn_in_groups(seed):
    """Forty groups of 1 to 20 rows that resemble one another, and labels of no meaning."""
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.repeat(np.arange(40), rng.integers(1, 21, size=40)))
    scores = rng.normal(size=40)[groups] + 0.5 * rng.normal(size=len(groups))
    return np.tile([-1, 1], len(groups))[: len(groups)], scores, groups


def test_bootstrap_of_a_mean_is_as_wide_as_its_grouped_error():
    y, scores, groups = drawn_in_groups(0)
    sums = np.bincount(groups, weights=scores - scores.mean())
    error = np.sqrt(40 / 39 * (sums**2).sum()) / len(scores)
    low, high = bootstrap(mean_score, y, scores, groups, draws=2000)
    assert (high - low) / (2 * 1.96 * error) == pytest.approx(1, abs=0.1)
    narrow = bootstrap(mean_score, y, scores)
    assert narrow[1] - narrow[0] < 0.6 * (high - low), "rows alone pretend to know more"
    inner = bootstrap(mean_score, y, scores, groups, draws=2000, level=0.68)
    assert (inner[1] - inner[0]) / (2 * error) == pytest.approx(1, abs=0.1)


def test_bootstrap_holds_the_truth_about_as_often_as_it_says():
    inside = 0
    for seed in range(100):
        low, high = bootstrap(mean_score, *drawn_in_groups(seed), draws=100, seed=seed)
        inside += low < 0 < high
    assert 85 <= inside <= 99


def test_bootstrap_draws_both_classes_and_takes_labels_of_any_kind():
    y, scores = np.array(["ill", *["well"] * 9]), np.arange(10.0)
    seen = []

    def measure(y, scores):
        seen.append((set(y.tolist()), scores.shape))
        return float((scores[:, 0] - scores[:, 1]).mean())

    low, high = bootstrap(measure, y, np.column_stack([scores + 2, scores]), draws=100)
    assert low == high == 2 and len(seen) == 100
    assert seen == [({"ill", "well"}, (10, 2))] * 100
    shuffled = np.random.default_rng(1).permutation(10)
    names = np.array(list("aabbccddee"))
    pair = [
        bootstrap(mean_score, y[k], scores[k], names[k], seed=3) for k in (np.arange(10), shuffled)
    ]
    assert pair[0] == pair[1], "groups need not stand together"
    assert pair[0] != bootstrap(mean_score, y, scores, names, seed=4)
