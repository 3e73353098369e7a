"""Choosing C and σ: grids, cross-validation, leave-one-out, bootstrap (lectures 9 and 15).

The grid is quick because nothing is computed twice: squared distances once, the Gram matrix once
per σ, and along C each solution starts the next one (`svmlib.solvers.paths`).
A bad argument raises ValueError in all of them, as do labels other than ±1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._bootstrap import bootstrap as bootstrap
from svmlib._checks import (
    check_count,
    check_jobs,
    check_matrix,
    check_pair,
    check_scalar,
    check_signs,
    check_vector,
)
from svmlib._progress import run
from svmlib._threads import one_thread
from svmlib.kernels.distances import exp_in_place, squared_distances
from svmlib.solvers.leave_one_out import LeaveOneOut as LeaveOneOut
from svmlib.solvers.leave_one_out import leave_one_out as leave_one_out
from svmlib.solvers.paths import Path as Path
from svmlib.solvers.paths import path

if TYPE_CHECKING:
    from sklearn.model_selection import BaseCrossValidator


class Choice(NamedTuple):
    """A cell of the grid: its parameters, its score, and its (row, column)."""

    C: float
    sigma: float
    score: float
    index: tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """Scores over the (σ, C) plane; row r belongs to sigmas[r], column c to Cs[c].

    Attributes
    ----------
    Cs, sigmas : ndarray (m,), (s,)
    scores : ndarray (s, m)
        Share of held-out points classified correctly; with ``cv`` the mean over the folds.
    fold_scores : ndarray (k, s, m)
        The scores of the single folds; k = 1 with ``test``.
    n_support, n_free : ndarray (s, m)
        Support vectors, α_i > 0, and free ones, 0 < α_i < C; with ``cv`` means over the folds.
    """

    Cs: np.ndarray
    sigmas: np.ndarray
    scores: np.ndarray
    fold_scores: np.ndarray
    n_support: np.ndarray
    n_free: np.ndarray

    @property
    def standard_error(self) -> np.ndarray:
        """Standard error of each mean score, s/√k over k folds, shape (s, m); NaN for k = 1."""
        k = len(self.fold_scores)
        if k < 2:
            return np.full(self.scores.shape, np.nan)
        return self.fold_scores.std(axis=0, ddof=1) / np.sqrt(k)

    def best(self) -> Choice:
        """The cell with the highest score; among equals the largest σ, then the smallest C."""
        return self._simplest(self.scores == self.scores.max())

    def plateau(self, within: float | None = None) -> np.ndarray:
        """Cells scoring within `within` of the best, bool (s, m); default: its standard error.

        Raises
        ------
        ValueError
            If there was only one split, and hence no standard error, and `within` is missing.
        """
        if within is None:
            within = self.standard_error[self.best().index]
            if np.isnan(within):
                raise ValueError(
                    "one split has no standard error; use grid(…, cv=5), or say within=…"
                )
        return self.scores >= self.scores.max() - check_scalar(within, "within", at_least=0)

    def one_standard_error(self) -> Choice:
        """The simplest cell within one standard error of the best: largest σ, then smallest C.

        Lengths ‖w‖ for different σ belong to different feature spaces, so a smaller C is simpler
        in its row only; a wider kernel makes f bend more slowly.

        References
        ----------
        Breiman, Friedman, Olshen, Stone, Classification and Regression Trees (1984), section
        3.4.3; lecture 9.
        """
        return self._simplest(self.plateau())

    def _simplest(self, allowed):
        rows, columns = np.nonzero(allowed)
        k = np.lexsort((self.Cs[columns], -self.sigmas[rows]))[0]
        r, c = int(rows[k]), int(columns[k])
        return Choice(float(self.Cs[c]), float(self.sigmas[r]), float(self.scores[r, c]), (r, c))


def grid(
    X: ArrayLike,
    y: ArrayLike,
    Cs: ArrayLike,
    sigmas: ArrayLike,
    *,
    test: tuple[ArrayLike, ArrayLike] | None = None,
    cv: int | Iterable | BaseCrossValidator | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
) -> Grid:
    r"""Score the Gaussian machine for every pair (C, σ) on points it has not seen.

    .. math:: \text{score} = \frac1m \sum_{i=1}^m [\,y_i = \operatorname{sign} f(x_i)\,],
       \qquad k(x, z) = \exp\Big(-\frac{\|x - z\|^2}{2\sigma^2}\Big)

    with f fitted to other points; f(x) = 0 counts as -1, as in `svmlib.KernelSVM`. Lecture 9;
    `svmlib.solvers.paths.path` has the solutions along C.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) of -1 and +1
    Cs, sigmas : arrays (m,), (s,)
        Positive.
    test : pair (X_test, y_test), optional
        Fit to all of (X, y) and score on these.
    cv : int, list of (train, test) or splitter, optional
        Cross-validate: the number of `folds`, index arrays, or a splitter of scikit-learn's.
        Exactly one of test and cv.
    seed : int
        For the folds.
    n_jobs : int or None
        How many processes share the rows of the grid, at most one per row: -1 means all CPUs, -2
        all but one. None means 1, or what ``joblib.parallel_config`` says, which chooses the
        backend too. The result is the same for all.

    Raises
    ------
    ValueError
        For a bad argument, labels other than ±1, or a training set of one class.

    Examples
    --------
    >>> from svmlib import datasets, selection
    >>> X, y = datasets.moons(60)
    >>> scores = selection.grid(X, y, Cs=[0.1, 1, 10], sigmas=[0.5, 5], cv=3)
    >>> scores.scores.shape, scores.best().sigma
    ((2, 3), 0.5)
    """
    X, y = check_pair(X, y)
    Cs, sigmas = _positive(Cs, "Cs"), _positive(sigmas, "sigmas")
    n_jobs = check_jobs(n_jobs)
    if (test is None) == (cv is None):
        raise ValueError("say either test=(X_test, y_test) or cv=number of folds, and not both")
    points, labels = X, y
    if test is not None:
        if not isinstance(test, tuple | list) or len(test) != 2:
            raise ValueError("test must be a pair (X_test, y_test)")
        X_test = check_matrix(test[0], "X_test", columns=X.shape[1])
        y_test = check_signs(test[1], len(X_test), name="y_test")
        points, labels = np.vstack([X, X_test]), np.concatenate([y, y_test])
        splits = [(np.arange(len(X)), np.arange(len(X), len(points)))]
    else:
        splits = _splits(cv, X, y, seed, "cv")
    D = squared_distances(points, X)
    # one after the other, so that the Gram matrices are never all in memory
    pieces = ((_gaussian(D, float(sigma)), labels, splits, Cs) for sigma in sigmas)
    rows = run(_cells, pieces, n_jobs, "rows of the grid", total=len(sigmas))
    return _plane(Cs, sigmas, rows)


def _plane(Cs, sigmas, rows):
    # (s, 3, k, m): scores, support vectors, free support vectors
    rows = np.array(rows)
    scores, support, free = rows.mean(axis=2).transpose(1, 0, 2)
    return Grid(Cs, sigmas, scores, rows[:, 0].transpose(1, 0, 2), support, free)


def _gaussian(D, sigma):
    return exp_in_place(D / (-2.0 * sigma * sigma))


@one_thread()
def _cells(K, y, splits, Cs):
    """One σ: scores, support vectors and free ones, each (k, m) for k splits and m values of C."""
    scores, support, free = [], [], []
    for train, held_out in splits:
        among = K.take(train, axis=0).take(train, axis=1)
        solutions = path(among, y[train], Cs, positive_semidefinite=True)
        beta = y[train] * solutions.alpha
        f = beta @ K[np.ix_(held_out, train)].T + solutions.b[:, None]
        scores.append(((f > 0) == (y[held_out] > 0)).mean(axis=1))
        support.append(solutions.n_support)
        free.append(solutions.n_free)
    return scores, support, free


def folds(y: ArrayLike, k: int = 5, *, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Split indices into k stratified folds, at random: a list of (train, test) index arrays.

    Each class is shuffled and dealt out like cards, one class after the other, so that fold sizes
    differ by at most one, and so do the counts of each class.

    Parameters
    ----------
    y : array (n,) of -1 and +1
    k : int
        At least 2, at most the size of the smaller class.
    seed : int

    Examples
    --------
    >>> from svmlib import selection
    >>> [len(held_out) for train, held_out in selection.folds([1, -1] * 5, k=3)]
    [4, 3, 3]
    """
    return _folds(check_signs(y, both=True), k, seed, "k")


def _folds(y, k, seed, name):
    k = check_count(k, name, at_least=2, at_most=int(min((y > 0).sum(), (y < 0).sum())))
    rng = np.random.default_rng(seed)
    dealt = np.concatenate([rng.permutation(np.flatnonzero(y == label)) for label in (-1.0, 1.0)])
    fold = np.empty(len(y), dtype=int)
    fold[dealt] = np.arange(len(y)) % k
    return [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(k)]


@dataclass(frozen=True)
class Nested:
    """What `nested` reports.

    Attributes
    ----------
    scores : ndarray (outer,)
        Of each outer fold, on points that had no part in choosing C and σ.
    mean, standard_error : float
        Of these scores: the number to report.
    choices : list of Choice
        The pair chosen inside each outer fold, with the score it had there.
    """

    scores: np.ndarray
    mean: float
    standard_error: float
    choices: list


def nested(
    X: ArrayLike,
    y: ArrayLike,
    Cs: ArrayLike,
    sigmas: ArrayLike,
    *,
    outer: int | Iterable | BaseCrossValidator = 5,
    inner: int | Iterable | BaseCrossValidator = 5,
    seed: int = 0,
    n_jobs: int | None = None,
) -> Nested:
    """Cross-validate the whole procedure, the choice of C and σ included.

    For each outer fold, (C, σ) is chosen by cross-validation on the rest, fitted to the rest and
    scored on the fold. The mean estimates how well the procedure does on new data; the
    best score of a plain grid is too high, since it was picked for being high.

    Parameters
    ----------
    X, y, Cs, sigmas, seed
        As in `grid`.
    outer, inner : int or splitter
        As cv in `grid`.
    n_jobs : int or None
        As in `grid`; the processes share the pairs of an outer fold and a σ.

    References
    ----------
    Varma, Simon, Bias in error estimation when using cross-validation for model selection (2006);
    lecture 9.

    Examples
    --------
    >>> from svmlib import datasets, selection
    >>> X, y = datasets.rings(60)
    >>> report = selection.nested(X, y, Cs=[1, 10], sigmas=[0.5, 5], outer=3, inner=3)
    >>> report.scores.shape, report.mean > 0.9
    ((3,), True)
    """
    X, y = check_pair(X, y)
    Cs, sigmas = _positive(Cs, "Cs"), _positive(sigmas, "sigmas")
    n_jobs = check_jobs(n_jobs)
    outer = _splits(outer, X, y, seed, "outer")
    # the inner splits of each outer fold, as indices into all points
    inner = [
        [(train[a], train[b]) for a, b in _splits(inner, X[train], y[train], seed, "inner")]
        for train, _ in outer
    ]
    D = squared_distances(X, X)
    grams = (_gaussian(D, float(sigma)) for sigma in sigmas)
    pieces = ((K, y, splits, Cs) for K in grams for splits in inner)
    rows = run(_cells, pieces, n_jobs, "rows of the grids", total=len(sigmas) * len(inner))
    planes = [_plane(Cs, sigmas, rows[f :: len(inner)]) for f in range(len(inner))]
    choices = [plane.best() for plane in planes]
    chosen = zip(outer, choices, strict=True)
    pieces = ((_gaussian(D, c.sigma), y, [split], [c.C]) for split, c in chosen)
    fits = run(_cells, pieces, n_jobs, "outer folds", total=len(outer))
    scores = np.array([score[0][0] for score, _, _ in fits])
    spread = float(scores.std(ddof=1) / np.sqrt(len(scores)))
    return Nested(scores, float(scores.mean()), spread, choices)


def _positive(values, name):
    values = check_vector(np.atleast_1d(values), name).copy()
    if not len(values) or values.min() <= 0:
        raise ValueError(f"{name} must be positive numbers, at least one, but came as {values}")
    return values


def _splits(cv, X, y, seed, name):
    """Pairs of index arrays: k folds, those of a scikit-learn splitter, or the given ones."""
    if np.isscalar(cv):
        return _folds(y, cv, seed, name)
    splits = cv.split(X, y) if hasattr(cv, "split") else cv
    splits = [(np.asarray(train), np.asarray(held_out)) for train, held_out in splits]
    for train, held_out in splits:
        check_signs(y[train], name="y of a training fold", both=True)
        if np.intersect1d(train, held_out).size:
            raise ValueError(
                f"{name} must hold pairs of disjoint index arrays, but a point is in both"
            )
        if not held_out.size:
            raise ValueError(f"{name} must hold out a point in every split, but one holds out none")
    return splits
