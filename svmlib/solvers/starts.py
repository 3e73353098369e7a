"""What the engine solves, equal points as one, and a point to start from (lecture 7).

A start must obey A_i ≤ β_i ≤ B_i and Σβ = s, the constraints of the dual.
"""

import numpy as np

from svmlib._sparse import SparseRows, equal_rows
from svmlib.kernels import Kernel, KernelOverflowError
from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem
from svmlib.solvers.rows import KernelRows, LinearRows, WholeMatrix, rows_kept
from svmlib.solvers.smoothed import smoothed_primal


def find_ties(X: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """The distinct pairs (x, p): an index of each, (m,), and each point's number among them, (n,).

    None if there are more than n/2 of them, so that merging would not pay. One feature alone often
    shows that.
    """
    few = 0.5 * len(p)
    # equal rows of a sparse X have equal products with anything, which cost next to nothing
    weights = np.sqrt(np.arange(1.0, X.shape[1] + 1.0)) if isinstance(X, SparseRows) else None
    if len(np.unique(X[:, 0] if weights is None else X @ weights)) > few:
        return None
    X = equal_rows(X)
    pairs = np.column_stack([X, p]) + 0.0  # -0.0 becomes 0.0, as their bytes are compared
    pairs = pairs.view(np.dtype((np.void, pairs.itemsize * pairs.shape[1]))).ravel()
    _, points, group = np.unique(pairs, return_index=True, return_inverse=True)
    return (points, group) if len(points) <= few else None


def net_of(X: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """β with all of equal points' share moved to the first of them: Kβ is the same."""
    _, first, place = np.unique(equal_rows(X), axis=0, return_index=True, return_inverse=True)
    net = np.zeros(len(beta))
    net[first] = np.bincount(place.ravel(), beta.reshape(-1, len(X)).sum(axis=0))
    return net


def rows_of(
    K: Kernel | np.ndarray, X: np.ndarray | None, max_bytes: float, copies: int = 1
) -> KernelRows:
    """Rows of the kernel, in the form that suits it, or KernelOverflowError."""
    few = not _is_linear(K, X) or len(X) < constants.POINTS_PER_FEATURE * X.shape[1]
    few = few or (isinstance(X, SparseRows) and X.shape[1] > constants.MOST_FEATURES)
    whole = few and (not isinstance(K, Kernel) or _at_once(K, X, max_bytes, copies))
    rows = WholeMatrix if whole else KernelRows if few else LinearRows
    rows = rows(K, X, max_bytes, copies)
    if not np.isfinite(rows.diagonal).all() or np.abs(rows.diagonal).max() > constants.HUGE:
        raise KernelOverflowError(
            "kernel values are too large for float64; scale the features or lower the degree"
        )
    return rows


def _at_once(K, X, max_bytes, copies):
    """Whether all rows of the kernel are computed at once."""
    n, sparse = copies * len(X), isinstance(X, SparseRows) and not _is_linear(K, X)
    most = constants.SMALL_SPARSE if sparse and rows_kept(n, max_bytes) == n else constants.SMALL
    return len(X) <= most


def is_wide(K: Kernel | np.ndarray, X: np.ndarray | None) -> bool:
    """Whether this is a linear kernel for which products with X are cheaper than all else."""
    if not _is_linear(K, X):
        return False
    n, d = X.shape
    if not isinstance(X, SparseRows):
        return n <= d
    return d > constants.WIDE_FROM or n < constants.POINTS_PER_FEATURE * d


def _is_linear(K, X):
    """Whether the kernel knows L with K = LᵀL on many points; some have a number as `factor`."""
    return callable(getattr(K, "factor", None)) and len(X) >= constants.LINEAR_FROM


def starting_point(rows: KernelRows, problem: DualProblem, beta0: np.ndarray | None) -> np.ndarray:
    """Feasible β: from beta0, or near the solution of a linear kernel on many points, or simple."""
    A, B, s = problem.A, problem.B, problem.s
    if beta0 is not None:
        return feasible(beta0, problem)
    if isinstance(rows, LinearRows) and problem.p.any():
        beta, part = np.zeros(len(A)), A < B
        part = slice(None) if part.all() else part  # a slice copies nothing
        pull = np.append(np.zeros(len(rows.L)), -s)
        beta[part], _ = smoothed_primal(rows.L[:, part], problem.p[part], A[part], B[part], pull)
        return balance(beta, A, B, s)
    start = feasible(np.zeros(len(A)), problem)
    return filled(rows, problem) if s > 0.0 else start


def feasible(beta: np.ndarray, problem: DualProblem) -> np.ndarray:
    """β moved into its box, with Σβ = s."""
    A, B, s = problem.A, problem.B, problem.s
    if not A.sum() <= s <= B.sum():
        raise ValueError(f"no β in the box has the sum {s:g}: it must be in [ΣA, ΣB]")
    return balance(np.clip(beta, A, B), A, B, s)


def filled(rows: KernelRows, problem: DualProblem) -> np.ndarray:
    """β that is 0 or at a bound, but for one: in the order of g with all points pulling alike.

    With Σβ = s spread over a sample, g = p - Kβ says who is far from most others: for s > 0 the
    points with the largest g go to their upper bounds first, until the sum is s.
    """
    n = len(problem.p)
    sample = np.unique(np.linspace(0, n - 1, min(n, constants.SPREAD)).astype(int))
    beta = np.zeros(n)
    beta[sample] = problem.s / len(sample)
    order = np.argsort(rows.product(beta) - problem.p, kind="stable")
    room = problem.B[order]
    beta[order] = np.clip(problem.s - (np.cumsum(room) - room), 0.0, room)
    return balance(beta, problem.A, problem.B, problem.s)


def balance(beta: np.ndarray, A: np.ndarray, B: np.ndarray, s: float = 0.0) -> np.ndarray:
    """Make Σβ = s, up to rounding, by moving the free multipliers, or all, towards a bound."""
    excess = beta.sum() - s
    if excess == 0.0:
        return beta
    room = beta - A if excess > 0 else B - beta
    room_of_free = np.where((beta > A) & (beta < B), room, 0.0)
    if room_of_free.sum() > abs(excess):
        room = room_of_free
    return np.clip(beta - excess * (room / room.sum()), A, B)
