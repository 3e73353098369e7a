"""The dual of any machine with one bias, solved and certified (lectures 7 and 13).

`svmlib.engine.solve` takes labels and C, `solve_dual` any `DualProblem`; what climbs is
`svmlib.solvers.climb`.
Kernel rows are computed when a point is first touched (most points never are) and kept while memory
lasts. Equal points with equal p are solved as one. A linear kernel on many points starts from
`svmlib.solvers.smoothed`, which needs no row of K; on many features `svmlib.solvers.proximal`
solves the problem instead, and the climb only what it leaves unsolved. The numbers in capitals
stand in `svmlib.solvers.constants`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from svmlib._checks import check_count, check_scalar
from svmlib._threads import one_thread
from svmlib.kernels import Kernel
from svmlib.solvers import certificate, constants, starts
from svmlib.solvers.certificate import SOLVED, DualProblem, Solution
from svmlib.solvers.climb import Climb
from svmlib.solvers.constants import TINY
from svmlib.solvers.proximal import ProximalPoint
from svmlib.solvers.rows import LinearRows, factor_of
from svmlib.solvers.semidefinite import semidefinite


@one_thread()
def solve_dual(
    K: Kernel | np.ndarray,
    X: np.ndarray | None,
    problem: DualProblem,
    *,
    beta0: np.ndarray | None = None,
    tol: float = 1e-6,
    max_iter: int = 1_000_000,
    gap_tol: float = 1e-11,
    max_bytes: float = 4e8,
    positive_semidefinite: bool = False,
) -> Solution:
    """Solve the dual of any machine with one bias: `engine.solve` for a `DualProblem`.

    X (n, d) or K (n, n) are taken as they are. A problem of 2n multipliers has two for each point,
    i and n + i, as regression needs them. The solution's alpha is abs(β), its g is p - Kβ.

    Raises
    ------
    ValueError
        For a bad tolerance, or if no β in the box has Σβ = s.
    """
    tol = check_scalar(tol, "tol", at_least=0)
    gap_tol = check_scalar(gap_tol, "gap_tol", at_least=0)
    max_iter = check_count(max_iter, "max_iter", at_least=0)
    max_bytes = check_scalar(max_bytes, "max_bytes", positive=True)
    known = positive_semidefinite or getattr(K, "positive_semidefinite", False)
    n = (X if isinstance(K, Kernel) else K).shape[0]
    copies, limits = len(problem.p) // n, (max_bytes, tol, max_iter, gap_tol)
    ties = starts.find_ties(X, problem.p[:n]) if isinstance(K, Kernel) else None
    if ties is None:
        return _solve(K, X, problem, copies, beta0, known, *limits)
    # equal points with equal p are one point, whose bounds are the sums of theirs
    points, group = ties
    X = X[points]
    if copies == 2:
        points, group = np.append(points, n + points), np.append(group, len(X) + group)
    A, B = (_sums(group, values) for values in (problem.A, problem.B))
    # a sum in another order may end an ulp beside s, where all multipliers are at a bound
    full = problem.A.sum() <= problem.s <= problem.B.sum()
    s = float(np.clip(problem.s, A.sum(), B.sum())) if full else problem.s
    one = replace(problem, p=problem.p[points], A=A, B=B, s=s)
    beta0 = None if beta0 is None else _sums(group, beta0)
    merged = _solve(K, X, one, copies, beta0, known, *limits)
    grown = merged.beta > 0.0
    share = merged.beta / np.where(grown, B, np.minimum(A, -TINY))
    beta = share[group] * np.where(grown[group], problem.B, problem.A)
    return replace(merged, beta=beta, g=merged.g[group])


def _sums(group, values):
    """The sum of each group; equal numbers, added one by one, would all be rounded one way."""
    mean = np.bincount(group, values) / np.bincount(group)
    return np.bincount(group) * mean + np.bincount(group, values - mean[group])


def _solve(K, X, problem, copies, beta0, known, max_bytes, tol, max_iter, gap_tol):
    """What `solve_dual` promises, for checked arguments; known: K is known to be semidefinite."""
    rows = starts.rows_of(K, X, max_bytes, copies)
    # no sum of kernel values is more accurate than the largest of them: in a semidefinite K one on
    # the diagonal; otherwise the first row stands for all
    sizes = np.abs(rows.diagonal)
    sizes = sizes if known else np.maximum(sizes, np.abs(rows[0]).max())
    errors = sizes * rows.error
    # our own start is only nearly right: exact steps must find out who is at a bound
    ascent, trusted = None, beta0 is not None
    if starts.is_wide(K, X):
        quick = isinstance(rows, LinearRows)  # a climb that needs no rows of K
        L = rows.L if quick else factor_of(K, X, copies)
        start = starts.feasible(np.zeros(len(sizes)) if beta0 is None else beta0, problem)
        ascent = ProximalPoint(L, sizes, problem, start, max_iter)
        goal, history = max(gap_tol, constants.PROXIMAL_GAP), ascent.history
        found = ascent.run(goal, constants.PROXIMAL_START if quick else constants.PROXIMAL_STEPS)
        found = certificate.stretched(problem, found, errors, gap_tol)
        beta0 = ascent.last if np.isfinite(ascent.last).all() else start  # it left float64
        enough = goal if quick else SOLVED
    if ascent is None or (found.gap > enough and ascent.n_iter < max_iter):
        ascent = Climb(rows, problem, starts.starting_point(rows, problem, beta0), sizes.max())
        found, history = _climbed(ascent, problem, errors, trusted, tol, max_iter, gap_tol)
    how, short = "known", 0.0
    if not known:
        each = found.beta.reshape(copies, -1)  # the multipliers of the copies of a point add up
        how, short = semidefinite(K, X, each.any(axis=0))
    bend = certificate.curvature(problem, found, copies * short) if 0.0 < short < np.inf else 0.0
    gap = found.gap + certificate.hidden(problem, found, errors)
    if gap > SOLVED and isinstance(K, Kernel):
        # of equal points that contradict each other, only what their multipliers leave makes f
        net = starts.net_of(X, found.beta)
        other = certificate.certify(problem, found.beta, problem.p - rows.product(net))
        least = other.gap + certificate.hidden(problem, other, errors, net)
        found, gap = (other, least) if least < gap else (found, gap)
    gap += bend
    if ascent.indefinite or bend > SOLVED:
        how = "no"
    converged = found.violation <= tol if how == "no" else gap <= SOLVED
    ended = ascent.n_iter, max_iter, how == "no", converged, gap, problem.cure
    certificate.warn(certificate.complaint(*ended))
    return Solution(
        **vars(found) | {"gap": gap},
        n_iter=ascent.n_iter,
        n_newton=ascent.n_newton,
        converged=bool(converged),
        semidefinite=how,
        history=np.reshape(history, (-1, 3)),
    )


def _climbed(climb, problem, errors, trusted, tol, max_iter, gap_tol):
    """What runs with ever sharper tol prove, until the gap is small or stalls; and their history.

    trusted says whether the start may be the answer.
    """
    history, least, stalls = [], np.inf, 0
    only = climb.violation() == -np.inf  # at an end of the box, where nothing else is feasible
    if trusted or only or not max_iter:
        found = certificate.certify(problem, climb.beta, climb.g)
        if only or not max_iter or found.gap <= gap_tol:
            return found, history
        least = found.gap
    for runs in range(constants.RUNS):
        climb.run(tol * constants.SHARPER**runs, max_iter, history)
        climb.settle()
        found = certificate.certify(problem, climb.beta, climb.g)
        found = certificate.stretched(problem, found, errors, gap_tol)
        stalls = 0 if found.gap < 0.5 * least else stalls + 1
        least = min(found.gap, least)
        enough = found.gap <= gap_tol or stalls > constants.STALLS or climb.indefinite
        if enough or climb.n_iter >= max_iter:
            break
    return found, history
