"""A linear machine from blocks of rows that never meet in one memory, still exact (lecture 14).

It minimises P(w, b) = ½‖w‖² + Σ C_i max(0, u_i), u_i = 1 - y_i (w·x_i + b), where C_i is C times
the weights of the row and of its class. Whatever it has to know of all rows is a sum over them, and
so a *pass*: one question, mapped over the blocks by the built-in `map`, by processes or by the
machines of a cluster.

1. A sample, drawn in the first pass, is solved by the engine and gives the first plane.
2. Newton's method on a P whose corner is rounded off where |u| ≤ h/2 (in the lecture, where
   0 ≤ u ≤ h): its derivatives are sums over the rows. The width h shrinks until steps are so short
   that few rows can change sides.
3. The rows with |u| ≤ δ, the *band*, are collected. All others are assumed to stay on their side
   of the margin, which makes α_i = C_i or 0, so that only their sums matter. What is left is a
   small problem, solved exactly by the engine; its α, with that of the others, is feasible for the
   whole dual and gives a lower bound in any case.
4. The next pass looks for rows outside of the band that have changed sides. If there are none, α
   is optimal for all rows. Otherwise step 3 is repeated with the band of the new plane, or step 2
   if P rose.

As w = Σ α_i y_i x_i and Σ α_i y_i = 0, the gap is a sum in which no term is negative,

    P(w, b) - D(α) = Σ (C_i max(0, u_i) - α_i u_i),

and outside the band it is Σ C_i |u_i| over the rows that changed sides. Newton's method on a
rounded hinge: Chapelle, Neural Computation 19 (2007).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.linear_model._base import LinearClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from svmlib._checks import check_count, check_plane, check_scalar
from svmlib._threads import one_thread
from svmlib._whole import whole
from svmlib.solvers import constants
from svmlib.solvers.certificate import SOLVED, relative_gap, unsolved, warn
from svmlib.solvers.constants import EPS
from svmlib.solvers.search import Search
from svmlib.solvers.shards import Shards


class BlockMachine(LinearClassifierMixin, BaseEstimator):
    """What the function `fit` returns: a classifier with its certificate over all rows.

    Parameters
    ----------
    C, class_weight
        As for the function.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        The two labels in order; the second is the class y = +1.
    coef_ : ndarray, shape (1, d)
        The normal w.
    intercept_ : ndarray, shape (1,)
        The bias b: the middle of bias_interval_.
    bias_interval_ : tuple of float
        (lo, hi), all biases that fit α; lo = hi if a multiplier is free, or if not exact_.
    primal_, dual_ : float
        P(w, b) and D(α), over all rows.
    gap_ : float
        (primal_ - dual_) / primal_, plus what rounding may hide.
    exact_, converged_ : bool
        Whether every row is on the side of the margin that its α_i says, and whether gap_ ≤ 1e-6.
    n_rows_, n_features_in_, n_blocks_, n_passes_ : int
        Rows of positive weight, columns, blocks, and how often all were read.
    n_support_, n_free_ : int
        Rows with α_i > 0, and those of them with α_i < C_i, which lie on the margin.
    """

    def __init__(self, *, C: float = 1.0, class_weight: str | dict | None = None) -> None:
        self.C, self.class_weight = C, class_weight

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse, tags.classifier_tags.multi_class = True, False
        return tags

    @whole
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit again, to rows in one memory: those of the single block (X, y, sample_weight)."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        return self._fit([(X, y, sample_weight)])

    @one_thread()
    def _fit(self, blocks, map=builtins.map, gap_tol=0.0, max_passes=100):
        C = check_scalar(self.C, "C", positive=True)
        gap_tol = check_scalar(gap_tol, "gap_tol", at_least=0)
        max_passes = check_count(max_passes, "max_passes", at_least=2)
        search = Search(Shards(blocks, map, self.class_weight), C)
        search.run(max_passes, lambda: search.exact or search.gap <= gap_tol)
        cure = "raise max_passes"
        if search.exact or search.shards.passes < max_passes:
            cure = "rounding allows no more: scale the features or lower C"
        warn(unsolved(search.gap, cure) if search.gap > SOLVED else None)
        plane, shards, a = search.plane, search.shards, search.best
        ends = search.ends if search.exact else (plane[-1],) * 2
        lo, hi = (float(end - plane[:-1] @ shards.centre) for end in ends)
        self.classes_, self.n_features_in_ = shards.classes, len(plane) - 1
        self.coef_, self.intercept_ = plane[None, :-1], np.array([0.5 * (lo + hi)])
        self.bias_interval_ = lo, hi
        proved = search.primal, search.dual, search.gap
        self.primal_, self.dual_, self.gap_ = (float(number) for number in proved)
        self.exact_, self.converged_ = search.exact, bool(search.gap <= SOLVED)
        self.n_rows_, self.n_blocks_, self.n_passes_ = shards.n, len(shards.sizes), shards.passes
        self.n_support_ = self.n_free_ = 0
        if a is not None:
            self.n_support_ = round(a.others + a.counts[a.alpha > 0.0].sum())
            self.n_free_ = round(a.counts[a.is_free].sum())
        return self


class Certificate(NamedTuple):
    """What `certify` proves of a machine: dual ≤ P* ≤ primal, and the relative gap.

    gap = (primal - dual) / primal, plus what rounding may hide.
    """

    primal: float
    dual: float
    gap: float


def fit(
    blocks: Iterable[Any],
    *,
    C: float = 1.0,
    class_weight: str | dict | None = None,
    map: Callable = builtins.map,
    gap_tol: float = 0.0,
    max_passes: int = 100,
) -> BlockMachine:
    """Minimise ½‖w‖² + Σ C_i max(0, 1 - y_i (w·x_i + b)) over the rows of all blocks.

    Parameters
    ----------
    blocks : iterable
        Pairs (X, y): X (m, d), also a sparse matrix, and y (m,) with the labels of two classes, of
        which a block may hold one; or (X, y, weights) with weights (m,) ≥ 0 that multiply C, where
        0 leaves the row out; or functions without arguments that return this, so that a worker
        loads its own. They are read several times: a list will do, a generator will not.
    C : float
        Weight of the slack, C > 0.
    class_weight : None, "balanced" or dict
        Factors of C by label; "balanced" gives both classes the same total weight.
    map : callable
        map(f, blocks) gives f of every block, in order: the built-in one, that of an executor of
        `concurrent.futures`, or, with a client of Dask,
        ``lambda f, blocks: client.gather(client.map(f, blocks))``.
    gap_tol : float
        Relative gap that is enough; with 0 it goes on until the machine is exact.
    max_passes : int
        Bound on how often all rows are read.

    Raises
    ------
    TypeError, ValueError
        For a bad argument; for a bad block, with its number in the message; for a single class.

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6.

    Notes
    -----
    Memory holds the largest block that comes as an array, copies of a few MB, and a few per cent of
    the rows: the sample and the band. A pass costs n·d; a Newton step costs m·d² on top of it, for
    the m rows on the round part.

    Examples
    --------
    >>> from svmlib.solvers import blocks
    >>> data = [([[0.0], [2.0]], [-1, 1]), ([[5.0]], [1])]
    >>> machine = blocks.fit(data, C=10.0)
    >>> machine.coef_.round(6).tolist(), machine.intercept_.round(6).tolist(), machine.gap_ < 1e-9
    ([[1.0]], [-1.0], True)
    """
    return BlockMachine(C=C, class_weight=class_weight)._fit(blocks, map, gap_tol, max_passes)


@one_thread()
def certify(
    blocks: Iterable[Any],
    w: ArrayLike,
    b: ArrayLike,
    C: float,
    *,
    class_weight: str | dict | None = None,
    map: Callable = builtins.map,
) -> Certificate:
    """How good a linear machine is: P(w, b) over all rows, and a bound below P*.

    A bound needs multipliers, and those that the margins of (w, b) suggest prove little unless
    (w, b) is optimal to the last digits. So they are found as by `fit`, starting at (w, b) if that
    is better than the machine of a sample, until P(w, b) - D is at most 1 % more than
    P(w, b) - P*, or D is exact.

    Parameters
    ----------
    blocks, C, class_weight, map
        As for `fit`.
    w : array_like, shape (d,) or (1, d)
    b : float

    Raises
    ------
    TypeError, ValueError
        For a bad argument, a bad block or one class only.

    Examples
    --------
    >>> from svmlib.solvers import blocks
    >>> data = [([[0.0], [2.0]], [-1, 1]), ([[5.0]], [1])]
    >>> round(blocks.certify(data, [2.0], -2.0, C=10.0).gap, 6)  # P = 2, P* = 1/2
    0.75
    """
    search = Search(Shards(blocks, map, class_weight), check_scalar(C, "C", positive=True))
    w, b = check_plane(w, b, columns=len(search.shards.centre))
    given = np.append(w, b + w @ search.shards.centre)
    P = float(search.look_at(given))

    def close():
        near = search.primal - search.dual <= constants.NEAR_ENOUGH * (P - search.dual)
        return search.exact or near

    search.run(constants.MOST_PASSES, close)
    # P and P* are known up to rounding only
    hidden = search.noise(given) * C * search.shards.total + 4.0 * EPS * P + search.hidden
    return Certificate(P, float(search.dual), float(relative_gap(P, search.dual, hidden)))
