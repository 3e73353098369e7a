"""A linear machine from blocks of rows that never meet in one memory, still exact (lecture 14).

It minimises P(w, b) = ½‖w‖² + C Σ max(0, u_i), u_i = 1 - y_i (w·x_i + b). Whatever it has to know
of all rows is a sum over them, and so a *pass*: one question, mapped over the blocks by the
built-in `map`, by processes or by the machines of a cluster.

1. A sample, drawn in the first pass, is solved by the engine and gives the first plane.
2. Newton's method on a P whose corner is rounded off where |u| ≤ h/2 (in the lecture, where
   0 ≤ u ≤ h): its derivatives are sums over the rows. The width h shrinks until steps are so short
   that few rows can change sides.
3. The rows with |u| ≤ δ, the *band*, are collected. All others are assumed to stay on their side
   of the margin, which makes α_i = C or 0, so that only their sums matter. What is left is a small
   problem, solved exactly by the engine; its α, with that of the others, is feasible for the whole
   dual and gives a lower bound in any case.
4. The next pass looks for rows outside of the band that have changed sides. If there are none, α
   is optimal for all rows. Otherwise step 3 is repeated with the band of the new plane, or step 2
   if P rose.

As w = Σ α_i y_i x_i and Σ α_i y_i = 0, the gap is a sum in which no term is negative,

    P(w, b) - D(α) = Σ (C max(0, u_i) - α_i u_i),

and outside the band it is C Σ |u_i| over the rows that changed sides. Newton's method on a rounded
hinge: Chapelle, Neural Computation 19 (2007).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._threads import one_thread
from svmlib._validation import check_count, check_plane, check_scalar
from svmlib.solvers import constants
from svmlib.solvers.certificate import SOLVED, unsolved, warn
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.search import Search
from svmlib.solvers.shards import Shards

__all__ = ["BlockMachine", "Certificate", "certify", "fit"]


@dataclass(frozen=True)
class BlockMachine:
    """What `fit` found, with its certificate over all rows.

    Attributes
    ----------
    coef : ndarray, shape (d,)
        The normal w.
    intercept : float
        The bias b: the middle of bias_interval.
    bias_interval : tuple of float
        (lo, hi), all biases that fit α; lo = hi if a multiplier is free, or if not exact.
    primal, dual : float
        P(w, b) and D(α), over all rows.
    gap : float
        (primal - dual) / primal, plus what rounding may hide.
    exact : bool
        Whether every row is on the side of the margin that its α_i says.
    converged : bool
        Whether gap ≤ 1e-6.
    n_rows, n_blocks : int
    n_passes : int
        How often all rows were read.
    n_support, n_free : int
        Rows with α_i > 0, and those of them with α_i < C, which lie on the margin.
    """

    coef: np.ndarray
    intercept: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    exact: bool
    converged: bool
    n_rows: int
    n_blocks: int
    n_passes: int
    n_support: int
    n_free: int

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f(x) = w·x + b for each row of X, shape (n,)."""
        return X @ self.coef + self.intercept


class Certificate(NamedTuple):
    """What `certify` proves of a machine: dual ≤ P* ≤ primal, and the relative gap."""

    primal: float
    dual: float
    gap: float


@one_thread()
def fit(
    blocks: Iterable[Any],
    *,
    C: float = 1.0,
    map: Callable = builtins.map,
    gap_tol: float = 0.0,
    max_passes: int = 100,
) -> BlockMachine:
    """Minimise ½‖w‖² + C Σ max(0, 1 - y_i (w·x_i + b)) over the rows of all blocks.

    Parameters
    ----------
    blocks : iterable
        Pairs (X, y): X (m, d), also a sparse matrix, and y (m,) with -1 and +1; or functions
        without arguments that return such a pair, so that a worker loads its own. They are read
        several times: a list will do, a generator will not.
    C : float
        Weight of the slack, C > 0.
    map : callable
        map(f, blocks) gives f of every block, in order: the built-in one, that of an executor of
        `concurrent.futures`, or, with a client of Dask,
        ``lambda f, blocks: client.gather(client.map(f, blocks))``.
    gap_tol : float
        Relative gap that is enough; with 0 it goes on until the machine is exact.
    max_passes : int
        Bound on how often all rows are read.

    Returns
    -------
    BlockMachine

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
    >>> machine.coef.round(6).tolist(), round(machine.intercept, 6), machine.gap < 1e-9
    ([1.0], -1.0, True)
    """
    C, gap_tol = check_scalar(C, "C", positive=True), check_scalar(gap_tol, "gap_tol", at_least=0)
    max_passes = check_count(max_passes, "max_passes", at_least=2)
    search = Search(Shards(blocks, map), C)
    search.run(max_passes, lambda: search.exact or search.gap <= gap_tol)
    cure = "raise max_passes"
    if search.exact or search.shards.passes < max_passes:
        cure = "rounding allows no more: scale the features or lower C"
    warn(unsolved(search.gap, cure) if search.gap > SOLVED else None)
    return _machine(search)


@one_thread()
def certify(
    blocks: Iterable[Any], w: ArrayLike, b: float, C: float, *, map: Callable = builtins.map
) -> Certificate:
    """How good a linear machine is: P(w, b) over all rows, and a bound below P*.

    A bound needs multipliers, and those that the margins of (w, b) suggest prove little unless
    (w, b) is optimal to the last digits. So they are found as by `fit`, starting at (w, b) if that
    is better than the machine of a sample, until P(w, b) - D is at most 1 % more than
    P(w, b) - P*, or D is exact.

    Parameters
    ----------
    blocks, C, map
        As for `fit`.
    w : array_like, shape (d,)
    b : float

    Returns
    -------
    Certificate
        primal, dual, and gap = (primal - dual) / primal, plus what rounding may hide.

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
    search = Search(Shards(blocks, map), check_scalar(C, "C", positive=True))
    w, b = check_plane(w, b, columns=len(search.shards.centre))
    given = np.append(w, b + w @ search.shards.centre)
    P = search.look_at(given)

    def close():
        near = search.primal - search.dual <= constants.NEAR_ENOUGH * (P - search.dual)
        return search.exact or near

    search.run(constants.MOST_PASSES, close)
    # P and P* are known up to rounding only
    hidden = (search.noise(given) * search.shards.n * search.C + 4.0 * EPS * P) / max(P, TINY)
    hidden += search.hidden * search.primal / max(P, TINY)
    dual = min(P, search.primal, search.dual)
    return Certificate(float(P), float(dual), float((P - dual) / max(P, TINY) + hidden))


def _machine(search):
    """The multipliers' plane if it is exact, else the best plane."""
    plane, shards, a = search.plane, search.shards, search.best
    primal, dual, ends, support, free = search.primal, search.dual, (plane[-1],) * 2, 0.0, 0.0
    if search.exact:
        a = search.assigned
        plane, primal, dual, ends = a.plane, search.found, a.dual, search.ends
    if a is not None:
        rows = np.round(a.problem.bound / search.C)
        support, free = a.others + rows[a.alpha > 0.0].sum(), rows[a.is_free].sum()
    lo, hi = (float(end - plane[:-1] @ shards.centre) for end in ends)
    return BlockMachine(
        coef=plane[:-1],
        intercept=0.5 * (lo + hi),
        bias_interval=(lo, hi),
        primal=float(primal),
        dual=float(dual),
        gap=float(search.gap),
        exact=search.exact,
        converged=bool(search.gap <= SOLVED),
        n_rows=shards.n,
        n_blocks=len(shards.sizes),
        n_passes=shards.passes,
        n_support=round(support),
        n_free=round(free),
    )
