"""How far a measure of scores may be off: rows drawn anew, in their groups (lecture 15)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count, check_scalar


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
    r"""Interval for a measure of held-out scores, by drawing the groups of rows anew.

    .. math:: \Big[\,q_{(1-\text{level})/2},\; q_{(1+\text{level})/2}\,\Big] \quad \text{of} \quad
       \text{measure}\big(y_I, \text{scores}_I\big)

    where I holds the rows of G groups, drawn from the G groups with replacement. Draws in which a
    class is missing are made again. The interval knows nothing of a machine that was fitted to
    other rows, and it is rough with fewer than some thirty groups.

    Parameters
    ----------
    measure : callable
        Takes labels (m,) and scores (m, …) and returns a number: ``roc_auc_score``, or a function
        of yours, such as the difference of two columns of scores.
    y : array (n,)
        Labels, of at least two classes.
    scores : array (n,) or (n, k)
    groups : array (n,), optional
        Rows with the same entry come and go together: patients, airlines, months. Without it each
        row is a group of its own.
    draws : int
        At least 100.
    level : float
        Between 0 and 1.
    seed : int

    Returns
    -------
    low, high : float

    Raises
    ------
    ValueError
        If the lengths differ, if there is one class or one group, or for a bad argument.

    References
    ----------
    Efron, Bootstrap methods: another look at the jackknife (1979); lecture 15.

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
