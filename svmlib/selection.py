"""Choosing C and σ: grids, paths, cross-validation, leave-one-out, bootstrap (lectures 9 and 15).

The grid is fast because it computes squared distances once, the Gram matrix once per σ, and starts
each solution along C from the last one. All functions raise TypeError or ValueError for a bad
argument, labels other than ±1, one class only, and a Gram matrix that is not symmetric.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import (
    INDEFINITE,
    check_count,
    check_gram_pair,
    check_matrix,
    check_pair,
    check_scalar,
    check_signs,
    check_vector,
)
from svmlib._threads import one_thread
from svmlib.engine import solve
from svmlib.kernels.distances import exp_in_place, squared_distances
from svmlib.solvers.certificate import semidefinite, warn
from svmlib.solvers.constants import ROUNDING

if TYPE_CHECKING:
    from sklearn.model_selection import BaseCrossValidator

PATIENCE = 1.0  # a progress bar appears after this many seconds of work
BEYOND = 1e-7  # relative distance behind a corner at which it is clear which points have changed


# -- a grid of C and σ -------------------------------------------------------------------------
class Choice(NamedTuple):
    """A cell of the grid, with its parameters, its score, and its (row, column)."""

    C: float
    sigma: float
    score: float
    index: tuple[int, int]


@dataclass(frozen=True)
class Grid:
    """Scores over the (σ, C) plane. Row r belongs to sigmas[r], column c to Cs[c].

    Attributes
    ----------
    Cs, sigmas : ndarray (m,), (s,)
    scores : ndarray (s, m)
        Share of held-out points classified correctly, with ``cv`` its mean over the folds.
    fold_scores : ndarray (k, s, m)
        The scores of the single folds, with k = 1 for ``test``.
    n_support, n_free : ndarray (s, m)
        Support vectors, α_i > 0, and free ones, 0 < α_i < C, with ``cv`` as means over the folds.
    """

    Cs: np.ndarray
    sigmas: np.ndarray
    scores: np.ndarray
    fold_scores: np.ndarray
    n_support: np.ndarray
    n_free: np.ndarray

    @property
    def standard_error(self) -> np.ndarray:
        """Return the standard error of each mean score, s/√k for k folds, (s, m), NaN for k = 1."""
        k = len(self.fold_scores)
        if k < 2:
            return np.full(self.scores.shape, np.nan)
        return self.fold_scores.std(axis=0, ddof=1) / np.sqrt(k)

    def best(self) -> Choice:
        """Return the cell with the highest score, among equals the largest σ and smallest C."""
        return self._simplest(self.scores == self.scores.max())

    def plateau(self, within: float | None = None) -> np.ndarray:
        """Return the cells that score within `within` of the best, bool (s, m).

        The default is its standard error. A single split has none and raises ValueError.
        """
        if within is None:
            within = self.standard_error[self.best().index]
            if np.isnan(within):
                raise ValueError(
                    "one split has no standard error; use grid(…, cv=5), or pass within=…"
                )
        return self.scores >= self.scores.max() - check_scalar(within, "within", at_least=0)

    def one_standard_error(self) -> Choice:
        """Return the simplest cell within one standard error of the best.

        It has the largest σ, then the smallest C. Lengths ‖w‖ for different σ belong to different
        feature spaces, so a smaller C is simpler in its row only, but a wider kernel makes f bend
        more slowly. Breiman et al. (1984), Classification and Regression Trees, section 3.4.3.
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
    r"""Score the Gaussian machine for every pair (C, σ) on points it has not seen (lecture 9).

    .. math:: \text{score} = \frac1m \sum_{i=1}^m [\,y_i = \operatorname{sign} f(x_i)\,],
       \qquad k(x, z) = \exp\Big(-\frac{\|x - z\|^2}{2\sigma^2}\Big)

    with f fitted to other points. f(x) = 0 counts as -1, as in `svmlib.KernelSVM`.

    Parameters
    ----------
    X, y : arrays (n, d), (n,)
    Cs, sigmas : arrays (m,), (s,)
        Positive.
    test : pair (X_test, y_test), optional
        Fit to all of (X, y) and score on these.
    cv : int, list of (train, test) or splitter, optional
        Cross-validate: the number of `folds`, index arrays, or a splitter of scikit-learn's.
        Exactly one of test and cv.
    seed : int
        For drawing the folds.
    n_jobs : int or None
        How many processes share the rows of the grid, at most one per row: -1 means all CPUs, -2
        all but one. None means 1, or the number of ``joblib.parallel_config``, which also chooses
        the backend. The result is always the same.

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
    if (test is None) == (cv is None):
        raise ValueError("pass either test=(X_test, y_test) or cv=number of folds, and not both")
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
    # one σ after the other, so that the Gram matrices are never all in memory
    pieces = ((_gaussian(D, float(sigma)), labels, splits, Cs) for sigma in sigmas)
    return _plane(Cs, sigmas, _run(pieces, n_jobs, "rows of the grid", len(sigmas)))


def _plane(Cs, sigmas, rows):
    # (s, 3, k, m): scores, support vectors, free support vectors
    rows = np.array(rows)
    scores, support, free = rows.mean(axis=2).transpose(1, 0, 2)
    return Grid(Cs, sigmas, scores, rows[:, 0].transpose(1, 0, 2), support, free)


def _gaussian(D, sigma):
    return exp_in_place(D / (-2.0 * sigma * sigma))


@one_thread()
def _cells(K, y, splits, Cs):
    """Return scores, support vectors and free ones of one σ, each (k, m), for k splits, m Cs."""
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


def _run(pieces, n_jobs, unit, total):
    """Return the `_cells` of all pieces, in order, with a bar on a terminal if they take long.

    n_jobs is as in `grid`, where None leaves it to joblib.
    """
    from joblib import effective_n_jobs
    from sklearn.utils.parallel import Parallel, delayed
    from tqdm import tqdm

    n_jobs = min(effective_n_jobs(n_jobs), total)
    try:
        parallel = Parallel(n_jobs, return_as="generator")
    except ValueError:  # some backends cannot do this, for example multiprocessing
        parallel = Parallel(n_jobs)
    done = parallel(delayed(_cells)(*piece) for piece in pieces)
    # disable=None: no bar unless stderr is a terminal, so none in a notebook or a log
    return list(tqdm(done, unit, total, disable=None, delay=PATIENCE, leave=False))


# -- splits ------------------------------------------------------------------------------------
def folds(y: ArrayLike, k: int = 5, *, seed: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Split indices into k stratified folds, at random: a list of (train, test) index arrays.

    Each class, of at least k points, is shuffled and dealt out like cards, one class after the
    other, so that the sizes of folds, and their counts of each class, differ by at most one.

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


def _splits(cv, X, y, seed, name):
    """Return pairs of index arrays: k folds, a scikit-learn splitter's, or the given ones."""
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


def _positive(values, name):
    values = check_vector(np.atleast_1d(values), name).copy()
    if not len(values) or values.min() <= 0:
        raise ValueError(f"{name} must be positive numbers, at least one, but came as {values}")
    return values


# -- cross-validation of the choice itself -----------------------------------------------------
@dataclass(frozen=True)
class Nested:
    """The result of `nested`.

    Attributes
    ----------
    scores : ndarray (outer,)
        Of each outer fold, on points that were not used to choose C and σ.
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
    """Cross-validate the whole procedure, the choice of C and σ included (lecture 9).

    For each outer fold, (C, σ) is chosen by cross-validation on the rest, fitted to the rest and
    scored on the fold. The mean estimates how well the procedure does on new data. The best score
    of a plain grid is too high, because it was picked for being high. `outer` and `inner` are like
    cv in `grid`, and so are the other arguments. Varma, Simon (2006), Bias in error estimation when
    using cross-validation for model selection.

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
    outer = _splits(outer, X, y, seed, "outer")
    # the inner splits of each outer fold, as indices into all points
    inner = [
        [(train[a], train[b]) for a, b in _splits(inner, X[train], y[train], seed, "inner")]
        for train, _ in outer
    ]
    D = squared_distances(X, X)
    grams = (_gaussian(D, float(sigma)) for sigma in sigmas)
    pieces = ((K, y, splits, Cs) for K in grams for splits in inner)
    rows = _run(pieces, n_jobs, "rows of the grids", len(sigmas) * len(inner))
    planes = [_plane(Cs, sigmas, rows[f :: len(inner)]) for f in range(len(inner))]
    choices = [plane.best() for plane in planes]
    chosen = zip(outer, choices, strict=True)
    pieces = ((_gaussian(D, c.sigma), y, [split], [c.C]) for split, c in chosen)
    fits = _run(pieces, n_jobs, "outer folds", len(outer))
    scores = np.array([score[0][0] for score, _, _ in fits])
    spread = float(scores.std(ddof=1) / np.sqrt(len(scores)))
    return Nested(scores, float(scores.mean()), spread, choices)


# -- all solutions as C grows ------------------------------------------------------------------
@dataclass(frozen=True)
class Path:
    """Solutions along C, each with the duality gap that proves it optimal.

    Attributes
    ----------
    Cs : ndarray (m,)
    alpha : ndarray (m, n)
        Multipliers at each C.
    b : ndarray (m,)
        Biases, the middle if an interval of them is optimal.
    objective : ndarray (m,)
        ½‖w‖² + C Σ ξ_i.
    square, slack : ndarray (m,)
        ‖w‖², so that the margin is 1/√square, and Σ ξ_i.
    gap : ndarray (m,)
        Relative duality gap.
    n_support, n_free : ndarray (m,)
        How many α_i > 0, and how many 0 < α_i < C.
    """

    Cs: np.ndarray
    alpha: np.ndarray
    b: np.ndarray
    square: np.ndarray
    slack: np.ndarray
    gap: np.ndarray
    _data: tuple = field(repr=False)

    @property
    def objective(self) -> np.ndarray:
        return 0.5 * self.square + self.Cs * self.slack

    @property
    def n_support(self) -> np.ndarray:
        return (self.alpha > 0).sum(axis=1)

    @property
    def n_free(self) -> np.ndarray:
        return ((self.alpha > 0) & (self.alpha < self.Cs[:, None])).sum(axis=1)

    @cached_property
    @one_thread()
    def corners(self) -> np.ndarray:
        r"""Return the values of C at which one or two points become free or cease to be.

        While no point changes between α_i = 0, 0 < α_i < C and α_i = C, the optimality conditions
        are linear in C. Their derivatives satisfy, for the free points F and the bounded ones B,

        .. math:: \begin{pmatrix} K_{FF} & 1 \\ 1^\top & 0 \end{pmatrix}
           \begin{pmatrix} \beta_F' \\ b' \end{pmatrix} =
           - \begin{pmatrix} K_{FB}\, y_B \\ 1^\top y_B \end{pmatrix}, \qquad \beta_B' = y_B ,

        and β' = 0 elsewhere, up to the next corner. There a free multiplier reaches 0 or C, or a
        point reaches its margin. If no point is free, b may be anywhere in an interval, and as
        Σβ = 0 two points become free at once, when the interval has shrunk to a point.
        """
        K, y = self._data
        first, end, found = self.Cs.argmin(), self.Cs.max(), []
        C, alpha = self.Cs[first], self.alpha[first]
        while (corner := _next_corner(K, y, alpha, C)) < end:
            found.append(corner)
            alpha, C = alpha * (corner / C), corner * (1.0 + BEYOND)
            alpha = solve(K, None, y, C, alpha0=alpha, positive_semidefinite=True).alpha
        return np.array(found)


def _next_corner(K, y, alpha, C):
    """Return the first C beyond this one at which a point changes between 0, free and C."""
    bounded, F = alpha == C, np.flatnonzero((alpha > 0.0) & (alpha < C))
    rate, g = np.where(bounded, y, 0.0), y - K @ (y * alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        if not len(F):
            pull, grows = K @ rate, bounded != (y > 0.0)
            room = np.subtract.outer(g[~grows], g[grows])
            times = room / np.subtract.outer(pull[~grows], pull[grows])
        else:
            M = np.ones((len(F) + 1, len(F) + 1))
            M[:-1, :-1], M[-1, -1] = K[np.ix_(F, F)], 0.0
            M.flat[: -1 : len(M) + 1] += ROUNDING * K.diagonal().max()
            *velocity, drift = np.linalg.solve(M, -np.append(K[F] @ rate, rate.sum()))
            rate[F] = velocity
            slack = y * (g - g[F].mean())
            late = -slack / (-y * (K @ rate + drift))
            late[F] = np.inf
            velocity = y[F] * velocity
            times = np.concatenate([late, -alpha[F] / velocity, (C - alpha[F]) / (velocity - 1.0)])
    return C + times[times > 0.0].min(initial=np.inf)


@one_thread()
def path(K: ArrayLike, y: ArrayLike, Cs: ArrayLike, *, positive_semidefinite: bool = False) -> Path:
    """Solve the soft-margin dual for each C, from the smallest to the largest (lecture 9).

    It solves max Σα - ½ βᵀKβ, β = yα, over Σβ = 0 and 0 ≤ α ≤ C. Between corners the solutions are
    linear in C, so that each corner follows from any solution before it: Hastie, Rosset,
    Tibshirani, Zhu (2004), The entire regularization path for the support vector machine.

    Parameters
    ----------
    K, y : arrays (n, n), (n,)
        Gram matrix, positive semidefinite at least where Σβ = 0, and labels -1 and +1.
    Cs : array (m,)
        Positive, in any order, which the result keeps.
    positive_semidefinite : bool
        Whether you know that K is. Otherwise it is checked, on a sample if n > 2000.

    Warns
    -----
    ConvergenceWarning
        If `svmlib.engine.solve` does not converge, or if, beyond rounding, vᵀKv < 0 for some v with
        Σv = 0 (no gap counts then).

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.selection import path
    >>> X = np.array([[0.0], [2.0], [5.0]])
    >>> found = path(X @ X.T, [-1, 1, 1], [0.25, 1.0])
    >>> found.objective.round(6).tolist(), found.n_support.tolist()
    ([0.375, 0.5], [2, 2])
    """
    K, y = check_gram_pair(K, y)
    Cs = _positive(Cs, "Cs")
    if not positive_semidefinite and semidefinite(K, None, np.zeros(len(y)))[1] > 0.0:
        warn(INDEFINITE)
    found, start = [None] * len(Cs), None
    for k in np.argsort(Cs, kind="stable"):
        C = float(Cs[k])
        start = None if start is None else start[1] * (C / start[0])
        found[k] = solve(K, None, y, C, alpha0=start, positive_semidefinite=True)
        start = C, found[k].alpha
    return Path(
        Cs=Cs,
        alpha=np.array([one.alpha for one in found]),
        b=np.array([one.b for one in found]),
        # Kβ = y - g
        square=np.array([max(float(one.beta @ (y - one.g)), 0.0) for one in found]),
        slack=np.array([np.maximum(0.0, y * (one.g - one.b)).sum() for one in found]),
        gap=np.array([one.gap for one in found]),
        _data=(K, y),
    )


# -- without one point -------------------------------------------------------------------------
@dataclass(frozen=True)
class LeaveOneOut:
    """The result of `leave_one_out`.

    Attributes
    ----------
    error : float
        Share of the points that are `wrong`.
    bound : float
        #SV/n. Not below the leave-one-out error if w ≠ 0 and each class has two points or more.
    wrong : ndarray (n,) of bool
        Whether y_i times the score of point i is 0 or less.
    scores : ndarray (n,)
        For α_i > 0 the score f(x_i) of the machine that never saw point i. For α_i = 0 the score of
        the machine trained on all points. The machine without i has the same w, but its bias may
        differ if no support vector is free.
    n_support, n_refits : int
    """

    error: float
    bound: float
    wrong: np.ndarray
    scores: np.ndarray
    n_support: int
    n_refits: int


@one_thread()
def leave_one_out(K: ArrayLike, y: ArrayLike, C: float) -> LeaveOneOut:
    r"""Compute the leave-one-out error, with one refit for each support vector only (lecture 9).

    .. math:: \frac1n \#\{i : y_i f^{(-i)}(x_i) \le 0\} \le \frac{\#SV}{n}

    f^{(-i)} is the machine that never saw point i. If α_i = 0, the same α and b still satisfy the
    optimality conditions without i, so w is the same and b still optimal. If w ≠ 0 and each class
    has at least two points, then y_i f^{(-i)}(x_i) > 0 even if the middle of the interval of
    optimal biases moves. Point i is then not an error, and the result is the exact leave-one-out
    error. If w = 0 it need not be, and points with α_i = 0 count as right. The machine is refitted
    for support vectors only, each time from the multipliers that are left. A point that was alone
    in its class counts as wrong (its score comes from a machine that only knows the other class),
    and so does f(x_i) = 0. It warns as `svmlib.engine.solve` does. Vapnik (1998), Statistical
    Learning Theory, section 10.4.

    K (n, n) is the Gram matrix, y (n,) holds -1 and +1, and C is a number.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.selection import leave_one_out
    >>> X = np.array([[0.0], [1.0], [3.0], [4.0]])
    >>> found = leave_one_out(X @ X.T, [-1, -1, 1, 1], C=10.0)
    >>> found.error, found.bound, found.scores.round(3).tolist()
    (0.0, 0.5, [-2.0, -0.333, 0.333, 2.0])
    """
    K, y = check_gram_pair(K, y)
    C = check_scalar(C, "C", positive=True)
    full = solve(K, None, y, C)
    scores = K @ (y * full.alpha) + full.b
    support = np.flatnonzero(full.alpha)
    for i in support:
        scores[i] = _score_without(K, y, C, full.alpha, i)
    wrong = y * scores <= 0
    n = len(support)
    return LeaveOneOut(float(wrong.mean()), n / len(y), wrong, scores, n, n_refits=n)


def _score_without(K, y, C, alpha, i):
    """Return f(x_i) of the machine trained on all points but i."""
    others = np.delete(np.arange(len(y)), i)
    y_others = y[others]
    if (y_others == y_others[0]).all():
        return float(y_others[0])
    # a part of a semidefinite K is semidefinite, and for another K the fit to all points has warned
    known = {"alpha0": alpha[others], "positive_semidefinite": True}
    solution = solve(K[np.ix_(others, others)], None, y_others, C, **known)
    return float(K[i, others] @ (y_others * solution.alpha) + solution.b)


# -- how far a measure may be off --------------------------------------------------------------
def bootstrap(
    measure: Callable[[np.ndarray, np.ndarray], float],
    y: ArrayLike,
    scores: ArrayLike,
    groups: ArrayLike | None = None,
    *,
    draws: int = 500,
    level: float = 0.95,
    seed: int = 0,
) -> tuple[float, float]:
    r"""Return an interval (low, high) for a measure of held-out scores, redrawing groups of rows.

    .. math:: \Big[\,q_{(1-\text{level})/2},\; q_{(1+\text{level})/2}\,\Big] \quad \text{of} \quad
       \text{measure}\big(y_I, \text{scores}_I\big)

    where I holds the rows of G groups, drawn from the G groups with replacement. Draws in which a
    class is missing are repeated. The interval does not cover a machine fitted to other rows, and
    it is rough with fewer than about thirty groups. Efron (1979), Bootstrap methods: another look
    at the jackknife. See lecture 15.

    Parameters
    ----------
    measure : callable
        Takes labels (m,) and scores (m, …) and returns a number: ``roc_auc_score``, or your own
        function, such as the difference of two columns of scores.
    y, scores : arrays (n,), (n,) or (n, k)
        Labels of any kind, of at least two classes, and the scores that are measured.
    groups : array (n,), optional
        Rows with the same entry come and go together: patients, airlines, months. Without groups
        each row is a group of its own.
    draws, level, seed : int, float, int
        At least 100 draws, a level between 0 and 1, and the seed of the draws.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.metrics import roc_auc_score
    >>> from svmlib import selection
    >>> y, scores = np.tile([-1, 1], 50), np.arange(100) % 7
    >>> low, high = selection.bootstrap(roc_auc_score, y, scores)
    >>> low < roc_auc_score(y, scores) < high
    True
    """
    y, scores = np.asarray(y), np.asarray(scores)
    groups = np.arange(len(y)) if groups is None else np.asarray(groups)
    for name, values in (("scores", scores), ("groups", groups)):
        if len(values) != len(y):
            raise ValueError(f"{name} must have an entry for each of {len(y)} labels, but has "
                             f"{len(values)}")  # fmt: skip
    draws, level = check_count(draws, "draws", at_least=100), check_scalar(level, "level")
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, but is {level:g}; 0.95 is usual")
    number = np.unique(groups, return_inverse=True)[1]
    order = np.argsort(number, kind="stable")
    rows = np.split(order, np.flatnonzero(np.diff(number[order])) + 1)
    if len(rows) < 2 or (y == y[0]).all():
        raise ValueError(
            f"y must have two classes and groups two different entries, but {len(y)} rows have "
            f"{len(np.unique(y))} and {len(rows)}; leave groups out if each row stands for itself"
        )
    rng, measured = np.random.default_rng(seed), []
    while len(measured) < draws:
        drawn = np.concatenate([rows[g] for g in rng.integers(len(rows), size=len(rows))])
        if (y[drawn] != y[drawn[0]]).any():
            measured.append(measure(y[drawn], scores[drawn]))
    low, high = np.quantile(measured, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
