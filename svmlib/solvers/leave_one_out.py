"""The leave-one-out error of a support vector machine, exactly (lecture 9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_gram_pair, check_jobs, check_scalar
from svmlib._progress import run
from svmlib._threads import one_thread
from svmlib.solvers import one_bias


@dataclass(frozen=True)
class LeaveOneOut:
    """What `leave_one_out` finds.

    Attributes
    ----------
    error : float
        Share of the points that are `wrong`.
    bound : float
        #SV/n. Not below the leave-one-out error if w ≠ 0 and each class has two points or more.
    wrong : ndarray (n,) of bool
        Whether y_i times the score of point i is 0 or less.
    scores : ndarray (n,)
        For α_i > 0 the score f(x_i) of the machine that never saw point i. For α_i = 0 that of the
        machine trained on all points; the other one has the same w, but its bias may differ where
        no support vector is free.
    n_support, n_refits : int
    """

    error: float
    bound: float
    wrong: np.ndarray
    scores: np.ndarray
    n_support: int
    n_refits: int


@one_thread()
def leave_one_out(
    K: ArrayLike, y: ArrayLike, C: float, *, n_jobs: int | None = None
) -> LeaveOneOut:
    r"""The leave-one-out error, with one refit for each support vector only.

    .. math:: \frac1n \#\{i : y_i f^{(-i)}(x_i) \le 0\} \le \frac{\#SV}{n}

    f^{(-i)} is the machine that never saw point i. If α_i = 0, the same α and b still satisfy the
    optimality conditions once i is gone, so w is the same and b still optimal. If w ≠ 0 and each
    class has at least two points, then y_i f^{(-i)}(x_i) > 0 even where the middle of the interval
    of optimal biases moves: i is no error, and the number returned is the exact leave-one-out
    error. Where w = 0 this is not so, and points with α_i = 0 are counted as if they were right.
    The machine is refitted for support vectors only, each time from the multipliers that are left.
    A point that was alone in its class counts as wrong (its score is then that of a machine that
    only knows the other class), and so does f(x_i) = 0.

    Parameters
    ----------
    K : array (n, n)
        Gram matrix.
    y : array (n,) of -1 and +1
    C : float
    n_jobs : int or None
        How many processes share the refits: -1 means all CPUs, -2 all but one. None means 1, or
        what ``joblib.parallel_config`` says. The result is the same for all.

    Raises
    ------
    TypeError, ValueError
        For a bad argument, labels other than ±1, one class only, or a K that is not square and
        symmetric.

    Warns
    -----
    ConvergenceWarning
        As `svmlib.engine.solve`.

    References
    ----------
    Vapnik, Statistical Learning Theory (1998), section 10.4; lecture 9.

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
    n_jobs = check_jobs(n_jobs)
    full = one_bias.solve(K, None, y, C)
    scores = K @ (y * full.alpha) + full.b
    support = np.flatnonzero(full.alpha)
    refits = run(_refit_without, [(K, y, C, full.alpha, i) for i in support], n_jobs, "refits")
    scores[support] = refits
    wrong = y * scores <= 0
    return LeaveOneOut(
        error=float(wrong.mean()),
        bound=len(support) / len(y),
        wrong=wrong,
        scores=scores,
        n_support=len(support),
        n_refits=len(support),
    )


@one_thread()
def _refit_without(K, y, C, alpha, i):
    """f(x_i) of the machine trained on all points but i."""
    others = np.delete(np.arange(len(y)), i)
    y_others = y[others]
    if (y_others == y_others[0]).all():
        return float(y_others[0])
    # K is semidefinite, and so its part; where it is not, the fit to all points has warned
    known = {"alpha0": alpha[others], "positive_semidefinite": True}
    solution = one_bias.solve(K[np.ix_(others, others)], None, y_others, C, **known)
    return float(K[i, others] @ (y_others * solution.alpha) + solution.b)
