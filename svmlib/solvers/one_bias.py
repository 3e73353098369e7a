"""The dual of any machine with one bias, solved and certified (lectures 7 and 13).

`svmlib.engine.solve` takes labels and C, `solve_dual` any `DualProblem`, for which
`svmlib.solvers.working_set` climbs. Equal points with equal p are solved as one. A linear kernel on
many points starts from `svmlib.solvers.smoothed`, which needs no row of K. On many features
`svmlib.solvers.proximal` solves the problem, and the climb only does what it leaves unsolved.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from svmlib._checks import INDEFINITE, check_count, check_scalar
from svmlib._sparse import equal_rows, is_sparse
from svmlib._threads import one_thread
from svmlib.kernels import Kernel, KernelOverflowError
from svmlib.solvers import certificate, constants
from svmlib.solvers.certificate import SOLVED, DualProblem, Solution, semidefinite
from svmlib.solvers.constants import TINY
from svmlib.solvers.kernel_matrix import KernelRows, LinearRows, WholeMatrix, factor_of
from svmlib.solvers.proximal import ProximalPoint
from svmlib.solvers.smoothed import smoothed_primal
from svmlib.solvers.working_set import Climb


@one_thread()
def solve_dual(
    K: Kernel | np.ndarray,
    X: np.ndarray | None,
    problem: DualProblem,
    *,
    beta0: np.ndarray | None = None,
    tol: float = 1e-6,
    max_iter: int = 1_000_000,
    positive_semidefinite: bool = False,
) -> Solution:
    """Solve the dual of any machine with one bias: `engine.solve` for a `DualProblem`.

    X (n, d) or K (n, n) are not checked. A problem of 2n multipliers has two for each point,
    i and n + i, as regression needs them. The solution's alpha is abs(β), its g is p - Kβ.

    Raises
    ------
    ValueError
        For a bad tolerance, or if no β in the box has Σβ = s.
    """
    tol = check_scalar(tol, "tol", at_least=0)
    max_iter = check_count(max_iter, "max_iter", at_least=0)
    known = positive_semidefinite or getattr(K, "positive_semidefinite", False)
    n = (X if isinstance(K, Kernel) else K).shape[0]
    copies, how = len(problem.p) // n, (known, tol, max_iter)
    ties = find_ties(X, problem.p[:n]) if isinstance(K, Kernel) else None
    if ties is None:
        return _solve(K, X, problem, copies, beta0, *how)
    # equal points with equal p are solved as one, whose bounds are the sums of their bounds
    points, group = ties
    X = X[points]
    if copies == 2:
        points, group = np.append(points, n + points), np.append(group, len(points) + group)
    A, B = (_sums(group, values) for values in (problem.A, problem.B))
    # if all multipliers are at a bound, a sum in another order may differ from s by an ulp
    full = problem.A.sum() <= problem.s <= problem.B.sum()
    s = float(np.clip(problem.s, A.sum(), B.sum())) if full else problem.s
    one = replace(problem, p=problem.p[points], A=A, B=B, s=s)
    beta0 = None if beta0 is None else _sums(group, beta0)
    merged = _solve(K, X, one, copies, beta0, *how)
    grown = merged.beta > 0.0
    share = merged.beta / np.where(grown, B, np.minimum(A, -TINY))
    beta = share[group] * np.where(grown[group], problem.B, problem.A)
    return replace(merged, beta=beta, g=merged.g[group])


def _sums(group, values):
    """Return the sum of each group, as adding equal numbers singly rounds them all one way."""
    mean = np.bincount(group, values) / np.bincount(group)
    return np.bincount(group) * mean + np.bincount(group, values - mean[group])


def _solve(K, X, problem, copies, beta0, known, tol, max_iter):
    """Do the work of `solve_dual` for checked arguments, where known means a semidefinite K."""
    rows = rows_of(K, X, copies)
    # no sum of kernel values is more accurate than the largest of them, which in a semidefinite K
    # is on the diagonal. For another K the first row is taken as an example.
    sizes = np.abs(rows.diagonal)
    sizes = sizes if known else np.maximum(sizes, np.abs(rows[0]).max())
    errors = sizes * rows.error
    # a start of our own is only nearly right, so exact steps must find the points at a bound
    ascent, trusted = None, beta0 is not None
    if is_wide(K, X):
        start = problem.feasible(np.zeros(len(sizes)) if beta0 is None else beta0)
        ascent = ProximalPoint(factor_of(K, X, copies), sizes, problem, start, max_iter)
        found = certificate.stretched(problem, ascent.run(constants.PROXIMAL_GAP), errors)
        beta0 = ascent.last if np.isfinite(ascent.last).all() else start
    if ascent is None or (found.gap > SOLVED and ascent.n_iter < max_iter):
        ascent = Climb(rows, problem, _starting_point(rows, problem, beta0), sizes.max())
        found = _climbed(ascent, problem, errors, trusted, tol, max_iter)
    how, short = "known", 0.0
    if not known:
        each = found.beta.reshape(copies, -1)  # the multipliers of the copies of a point add up
        how, short = semidefinite(K, X, each.any(axis=0))
    bend = certificate.curvature(problem, found, copies * short) if 0.0 < short < np.inf else 0.0
    gap = found.gap + certificate.hidden(problem, found, errors)
    if gap > SOLVED and isinstance(K, Kernel):
        # contradicting multipliers of equal points cancel, because f depends on their sums
        net = net_of(X, found.beta)
        other = certificate.certify(problem, found.beta, problem.p - rows.product(net))
        least = other.gap + certificate.hidden(problem, other, errors, net)
        found, gap = (other, least) if least < gap else (found, gap)
    gap += bend
    if ascent.indefinite or bend > SOLVED:
        how = "no"
    converged = found.violation <= tol if how == "no" else gap <= SOLVED
    if how == "no":
        certificate.warn(INDEFINITE)
    elif not converged:
        more = "rounding allows no more: " if ascent.n_iter < max_iter else "raise max_iter or "
        after = f" after {ascent.n_iter} pair steps"
        certificate.warn(certificate.unsolved(gap, more + problem.cure, after))
    return Solution(
        **vars(found) | {"gap": gap},
        n_iter=ascent.n_iter,
        n_newton=ascent.n_newton,
        converged=bool(converged),
        semidefinite=how,
        history=np.reshape(ascent.history, (-1, 3)),
    )


def _climbed(climb, problem, errors, trusted, tol, max_iter):
    """Return the certificate of runs with ever smaller tol, until the gap is small or stalls.

    The start may be the answer if it is trusted.
    """
    least, stalls = np.inf, 0
    only = climb.violation() == -np.inf  # the box has a single feasible point
    if trusted or only or not max_iter:
        found = certificate.certify(problem, climb.beta, climb.g)
        if only or not max_iter or found.gap <= constants.ENOUGH:
            return found
        least = found.gap
    while True:
        climb.run(tol, max_iter)
        climb.settle()
        found = certificate.certify(problem, climb.beta, climb.g)
        found = certificate.stretched(problem, found, errors)
        stalls = 0 if found.gap < 0.5 * least else stalls + 1
        least, tol = min(found.gap, least), constants.SHARPER * tol
        enough = found.gap <= constants.ENOUGH or stalls > constants.STALLS or climb.indefinite
        if enough or climb.n_iter >= max_iter:
            return found


# -- the form that suits the problem -------------------------------------------------------------
def rows_of(K: Kernel | np.ndarray, X: np.ndarray | None, copies: int = 1) -> KernelRows:
    """Return rows of the kernel in a suitable form, or raise KernelOverflowError."""
    if _is_linear(K, X) and not is_wide(K, X):
        form = LinearRows
    else:
        few = constants.SMALL_SPARSE if is_sparse(X) else constants.SMALL
        form = KernelRows if isinstance(K, Kernel) and X.shape[0] > few else WholeMatrix
    rows = form(K, X, copies)
    if not np.isfinite(rows.diagonal).all() or np.abs(rows.diagonal).max() > constants.HUGE:
        raise KernelOverflowError(
            "kernel values are too large for float64; scale the features or lower the degree"
        )
    return rows


def is_wide(K: Kernel | np.ndarray, X: np.ndarray | None) -> bool:
    """Return whether this is a linear kernel for which products with X are cheapest."""
    if not _is_linear(K, X):
        return False
    n, d = X.shape
    if not is_sparse(X):
        return n <= d
    return d > constants.WIDE_FROM or n < constants.POINTS_PER_FEATURE * d


def _is_linear(K, X):
    """Return whether K = LᵀL is known on many points. In some kernels `factor` is a number."""
    return callable(getattr(K, "factor", None)) and X.shape[0] >= constants.LINEAR_FROM


def find_ties(X: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the distinct pairs (x, p): an index of each, (m,), and each point's pair, (n,).

    Return None if there are more than n/2 of them, so that merging would not pay. One feature alone
    often shows that.
    """
    few, X = 0.5 * len(p), equal_rows(X)
    if len(np.unique(X[:, 0])) > few:
        return None
    pairs = np.column_stack([X, p]) + 0.0  # -0.0 becomes 0.0, as their bytes are compared
    pairs = pairs.view(np.dtype((np.void, pairs.itemsize * pairs.shape[1]))).ravel()
    _, points, group = np.unique(pairs, return_index=True, return_inverse=True)
    return (points, group) if len(points) <= few else None


def net_of(X: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """Return β with the share of equal points moved to the first of them, for the same Kβ."""
    _, first, place = np.unique(equal_rows(X), axis=0, return_index=True, return_inverse=True)
    net = np.zeros(len(beta))
    net[first] = np.bincount(place.ravel(), beta.reshape(-1, X.shape[0]).sum(axis=0))
    return net


def _starting_point(rows, problem, beta0):
    """Return feasible β: from beta0, near the solution of a large linear problem, or simple."""
    A, B, s = problem.A, problem.B, problem.s
    if beta0 is not None:
        return problem.feasible(beta0)
    if isinstance(rows, LinearRows) and problem.p.any():
        beta, part = np.zeros(len(A)), A < B
        part = slice(None) if part.all() else part  # a slice copies nothing
        pull = np.append(np.zeros(rows.L.shape[0]), -s)
        beta[part], _ = smoothed_primal(rows.L[:, part], problem.p[part], A[part], B[part], pull)
        return problem.balance(beta)
    return _filled(rows, problem) if s > 0.0 else problem.feasible(np.zeros(len(A)))


def _filled(rows, problem):
    """Return β at 0 or a bound, but for one, in the order of g with all points pulling alike.

    With Σβ = s spread over a sample, g = p - Kβ shows which points are far from most others. For
    s > 0 the points with the largest g go to their upper bounds first, until the sum is s.
    """
    n = len(problem.p)
    sample = np.unique(np.linspace(0, n - 1, min(n, constants.SPREAD)).astype(int))
    beta = np.zeros(n)
    beta[sample] = problem.s / len(sample)
    order = np.argsort(rows.product(beta) - problem.p, kind="stable")
    room = problem.B[order]
    beta[order] = np.clip(problem.s - (np.cumsum(room) - room), 0.0, room)
    return problem.balance(beta)
