"""Intervals around a predicted number that contain the answer as often as promised (lecture 13).

The rows that the model has not learnt from show how far off an answer may be. If a share 1 - α of
their residuals is at most q, f(x) ± q should hold a share 1 - α of new answers. The promise is a
theorem if new rows are like those kept back. If they drift away, q has to follow.

Everywhere `alpha` is the share of answers that may be outside, 0 < α < 1. Functions raise TypeError
or ValueError for other arguments than they describe, and if there are too few scores for this α.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count, check_scalar, check_vector


def half_width(scores: ArrayLike, alpha: float = 0.1, *, weights: ArrayLike | None = None) -> float:
    r"""Return the q that a new score exceeds with probability at most α.

    It is the k-th smallest of m scores with k = ⌈(m + 1)(1 - α)⌉, or with weights

    .. math:: q = \min\Big\{ s :\; \sum_{i:\, s_i \le s} w_i \;\ge\;
       (1 - \alpha) \Big(1 + \sum_i w_i\Big) \Big\} ,

    where the 1 is the weight of the new row, whose score may be anything. With `group_weights`,
    rows of one group count as one. Weights that fall with age suit rows that drift.

    The scores (m,) belong to rows that the model has not learnt from: \|y - f(x)\| for f(x) ± q, or
    max(l(x) - y, y - u(x)), which may be negative, for a band from l(x) - q to u(x) + q. Weights
    (m,) are between 0 and 1. Vovk, Gammerman, Shafer (2005). Weights: Barber, Candès, Ramdas,
    Tibshirani (2023), Conformal prediction beyond exchangeability. Groups: Dunn, Wasserman, Ramdas
    (2023), Distribution-free prediction sets for two-layer hierarchical models.

    Examples
    --------
    >>> from svmlib import conformal
    >>> conformal.half_width([3, 1, 9, 2, 5, 4, 6, 8, 7], alpha=0.2)
    8.0
    """
    scores, alpha = check_vector(scores, "scores"), _share(alpha)
    w = np.ones(len(scores)) if weights is None else check_vector(weights, "weights")
    if w.shape != scores.shape or (w < 0).any() or (w > 1).any():
        raise ValueError(f"weights must be {len(scores)} numbers from 0 to 1, one for each score")
    q = _quantile(scores, alpha, w)
    if np.isinf(q):
        total, least = w.sum(), (1 - alpha) / alpha
        raise ValueError(
            f"scores must weigh at least {least:.4g} for alpha = {alpha:g}, but weigh {total:.4g} "
            f"({len(scores)} of them): keep more rows back, or allow a larger alpha"
        )
    return q


def interval(
    model: Any,
    X: Any,
    y: ArrayLike,
    new: Any,
    alpha: float = 0.1,
    *,
    weights: ArrayLike | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the two ends of the split conformal intervals f(x) ± q for new rows, each (n,).

    q is the `half_width` of the residuals \\|y - f(x)\\| on rows kept back. If these and a new row
    are exchangeable given f, its answer is inside with probability at least 1 - α, whatever f is:
    Lei, G'Sell, Rinaldo, Tibshirani, Wasserman (2018), Distribution-free predictive inference for
    regression.

    Parameters
    ----------
    model : object with ``predict``
        A fitted regressor or pipeline that has not learnt from the rows kept back. For an interval
        whose width is a share of the answer, give the model of log y, and the logarithms as `y`.
    X, y : rows kept back and their answers
        An array or a data frame, as the model takes it, and m answers.
    new : n new rows
    alpha, weights
        As in `half_width`.

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> from svmlib import conformal
    >>> mean = DummyRegressor().fit([[0], [0]], [4, 6])
    >>> low, high = conformal.interval(mean, [[0]] * 4, [5, 3, 6, 4.5], [[0]], alpha=0.2)
    >>> low.tolist(), high.tolist()
    ([3.0], [7.0])
    """
    y = check_vector(y, "y")
    answers = check_vector(model.predict(X), "model.predict(X)", length=len(y))
    q = half_width(np.abs(y - answers), alpha, weights=weights)
    centre = np.asarray(model.predict(new), dtype=float)
    return centre - q, centre + q


def cv_plus(
    model: Any, X: Any, y: ArrayLike, new: Any, alpha: float = 0.1, *, folds: ArrayLike = 5
) -> tuple[np.ndarray, np.ndarray]:
    """Return the two ends of the CV+ intervals, each (n,), for which no row is kept from learning.

    f_i is learnt without the fold of row i, and r_i = \\|y_i - f_i(x_i)\\|. The interval goes from
    the k-th largest f_i(x) - r_i to the k-th smallest f_i(x) + r_i, with k = ⌈(m + 1)(1 - α)⌉.
    Its coverage is proven to be nearly 1 - 2α, and mostly observed to be 1 - α. Barber, Candès,
    Ramdas, Tibshirani (2021), Predictive inference with the jackknife+. See lecture 13 in depth.

    Parameters
    ----------
    model : regressor or pipeline of scikit-learn
        It is cloned and fitted once for each fold.
    X, y : m rows and their answers
    new : n new rows
    alpha : float
    folds : int or array (m,)
        The number of folds, at least 2, which are dealt in turn, or the fold of each row. Keep the
        rows of one group in one fold.

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> from svmlib import conformal
    >>> X, y = [[0]] * 4, [1, 2, 3, 4]
    >>> low, high = conformal.cv_plus(DummyRegressor(), X, y, [[0]], alpha=0.2, folds=2)
    >>> low.tolist(), high.tolist()
    ([0.0], [5.0])
    """
    from sklearn.base import clone
    from sklearn.utils import _safe_indexing

    y = check_vector(y, "y")
    if np.ndim(folds) == 0:
        folds = np.arange(len(y)) % check_count(folds, "folds", at_least=2, at_most=len(y))
    folds = np.asarray(folds)
    if folds.shape != y.shape or len(np.unique(folds)) < 2:
        raise ValueError(f"folds must name at least 2 folds for {len(y)} rows, one for each row")
    low, high = [], []
    for fold in np.unique(folds):
        inside, outside = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        f = clone(model).fit(_safe_indexing(X, outside), y[outside])
        r = np.abs(y[inside] - f.predict(_safe_indexing(X, inside)))
        centre = np.asarray(f.predict(new), dtype=float)[:, None]
        low.append(centre - r)
        high.append(centre + r)
    highest = [half_width(row, alpha) for row in np.hstack(high)]
    lowest = [-half_width(-row, alpha) for row in np.hstack(low)]
    return np.array(lowest), np.array(highest)


def rolling(
    scores: ArrayLike,
    start: int,
    alpha: float = 0.1,
    *,
    window: int | None = None,
    half_life: float | None = None,
    gamma: float = 0.0,
    delay: int = 0,
) -> np.ndarray:
    r"""Return the half widths that follow the scores, shape (n - start,).

    Each q_t, t = start, …, n - 1, is the `half_width` of the scores that are known by then, those
    before t - d for the delay d: of the last `window` of them, or with weights ½^(age/half_life).
    With γ > 0 its level adapts as well, as soon as a hit or miss is known:

    .. math:: \alpha_{t+1} = \alpha_t + \gamma\, (\alpha - [s_{t-d} > q_{t-d}]) , \qquad
       \alpha_{\text{start}} = \dots = \alpha_{\text{start}+d} = \alpha .

    A miss widens later intervals, and a hit narrows them a little. Then the share of misses among T
    scores differs from α by at most (1 + γ(1 + 2d))/(γT), whatever the scores are. If α_t is too
    small for the known scores, q_t is infinite. For α_t ≥ 1 it is -∞, below every score.
    Gibbs, Candès (2021), Adaptive conformal inference under distribution shift.

    Parameters
    ----------
    scores : array (n,)
        In the order of the rows, \|y - f(x)\| as in `half_width`.
    start, alpha : int, float
        The first score to be predicted, 1 + delay ≤ start ≤ n, and the share of misses.
    window, half_life : int, float
        None or one of them: the age, in rows, at which the weight ends or is halved.
    gamma : float
        At least 0. For days, take 0.01 to 0.05.
    delay : int
        How many rows after the next one an answer becomes known: 0 if the last score is known
        when the next row is predicted, 26 if the last 26 are not.

    Examples
    --------
    >>> from svmlib import conformal
    >>> conformal.rolling([1, 2, 3, 4, 10, 20], start=4, alpha=0.5, window=3).tolist()
    [3.0, 4.0]
    """
    scores, alpha = check_vector(scores, "scores"), _share(alpha)
    delay = check_count(delay, "delay", at_least=0)
    start = check_count(start, "start", at_least=1 + delay, at_most=len(scores))
    gamma = check_scalar(gamma, "gamma", at_least=0)
    if window is not None and half_life is not None:
        raise ValueError("window and half_life are two ways to forget: give one of them")
    window = len(scores) if window is None else check_count(window, "window")
    age = np.arange(len(scores), 0, -1)
    halved = 0 if half_life is None else age / check_scalar(half_life, "half_life", positive=True)
    weights, level, widths = 0.5 ** (halved * np.ones(len(scores))), alpha, []
    for t in range(start, len(scores)):
        known = t - delay
        past = slice(max(0, known - window), known)
        # the newest known score is delay + 1 rows old, and the weights end with an age of 1
        widths.append(_quantile(scores[past], level, weights[len(scores) - t :][past]))
        if known >= start:
            level += gamma * (alpha - (scores[known] > widths[known - start]))
    return np.array(widths)


def group_weights(groups: ArrayLike) -> np.ndarray:
    """Return 1 over the size of each row's group, shape (m,), so that each group has weight 1.

    This is for a new row of a *new* group, if groups are exchangeable and rows in a group are too.

    Examples
    --------
    >>> from svmlib import conformal
    >>> conformal.group_weights(["a", "b", "a", "a", "a"]).tolist()
    [0.25, 1.0, 0.25, 0.25, 0.25]
    """
    _, group, sizes = np.unique(np.asarray(groups), return_inverse=True, return_counts=True)
    return 1.0 / sizes[group.ravel()]


def _quantile(scores, alpha, weights):
    """Return the smallest score up to which the weights reach 1 - α of all, or ∞."""
    if alpha >= 1:
        return -np.inf
    order = np.argsort(scores, kind="stable")
    reached = np.cumsum(weights[order])
    # rounding of 1 - α must not ask for one more score
    wanted = (1 - alpha) * (1 + weights.sum()) * (1 - 1e-12)
    k = np.searchsorted(reached, wanted)
    return float(scores[order[k]]) if k < len(scores) else np.inf


def _share(alpha):
    alpha = check_scalar(alpha, "alpha", positive=True)
    if alpha >= 1:
        raise ValueError(f"alpha must be below 1, the share that may be outside, but is {alpha:g}")
    return alpha
