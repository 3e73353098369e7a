"""The engine of all machines with one bias: solves the dual, certifies the answer (lecture 7).

With one signed multiplier per point, β_i = y_i α_i, the dual problem reads

    maximise  D(β) = p·β - ½ βᵀKβ   subject to   Σ β_i = s   and   A_i ≤ β_i ≤ B_i,

where p = y, s = 0 and [A_i, B_i] is [0, C_i] for y_i = +1 and [-C_i, 0] for y_i = -1. (Other p, s,
A and B give regression and novelty, lecture 13.) Its gradient g = p - Kβ says everything: g_i is
the bias that would put point i exactly on its margin, as y_i f(x_i) = 1 means b = y_i - (Kβ)_i. So
β is optimal exactly when one number b fits all points:

    g_i ≤ b where β_i may grow (β_i < B_i),     g_j ≥ b where β_j may shrink (β_j > A_j).

The engine removes violations of that in two ways that help each other:

1. Pair steps (SMO, sequential minimal optimisation). Move a working set of two multipliers, β_i up
   and β_j down, to the best point between. Cheap and sure, and soon right about the active set:
   who is at 0, at C and between. Platt (1998), Fan et al. (2005).
2. Newton steps (a primal-dual active-set method). Given who is at a bound, the free multipliers
   solve a linear system, all at once and exactly; those that leave the box are fixed at its edge,
   those at an edge that want back are freed, until all fits: block pivoting. Hintermüller, Ito and
   Kunisch, SIAM J. Optim. 13 (2002).

Kernel rows are computed when a point is first touched (most points never are) and kept while memory
lasts. Equal points with equal p are solved as one. A linear kernel on
many points starts from `svmlib.solvers.smoothed`, which needs no row of K. The numbers in
capitals stand in `svmlib.solvers.constants`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from svmlib._threads import one_thread
from svmlib._validation import check_count, check_scalar, check_vector
from svmlib.kernels import Kernel
from svmlib.solvers import constants
from svmlib.solvers.certificate import (
    SOLVED,
    Problem,
    Solution,
    certify,
    complaint,
    curvature,
    rounding,
    semidefinite,
    soft_margin,
    stretched,
    warn,
)
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.starts import check_problem, find_ties, rows_of, starting_point

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Problem", "Solution", "solve", "solve_dual"]


class _Dual:
    """β, its gradient g = p - Kβ, and the two kinds of steps that improve them."""

    def __init__(self, rows, problem, beta, scale):
        self.rows, self.p, self.s, self.n = rows, problem.p, problem.s, len(problem.p)
        self.A, self.B, self.room = problem.A, problem.B, problem.room
        self.scale, self.largest = max(scale, TINY), float(np.abs(problem.p).max())
        self.n_iter = self.n_newton = 0
        share = constants.JOINING_SHARE * self.n
        self.most_joining = int(np.clip(share, constants.JOINING_LEAST, constants.JOINING_MOST))
        self.damping = constants.DAMPING
        self.indefinite = False
        self.move_to(beta, self.p - rows.product(beta) if beta.any() else self.p.copy())

    def move_to(self, beta, g):
        self.beta, self.g = beta, g
        # added to g, these rule out who may not grow and who may not shrink
        self.no_growth = np.where(beta < self.B, 0.0, -np.inf)
        self.no_shrink = np.where(beta > self.A, 0.0, np.inf)

    def bias_interval(self):
        """max g where β may grow and min g where β may shrink; optimal when in this order."""
        return float((self.g + self.no_growth).max()), float((self.g + self.no_shrink).min())

    def violation(self):
        lo, hi = self.bias_interval()
        return lo - hi

    def noise(self):
        """What rounding alone can do to g."""
        return constants.NOISE * EPS * (self.largest + self.scale * np.abs(self.beta).sum())

    def objective(self):
        return 0.5 * float(self.beta @ (self.p + self.g))

    def settle(self):
        """Onto a bound with whom rounding alone keeps off it, and a fresh g where that matters."""
        near = constants.NEAR_BOUND * EPS * np.abs(self.beta).max()
        near = np.minimum(near, constants.NEGLIGIBLE * self.room)
        beta = np.where(self.B - self.beta <= near, self.B, self.beta)
        beta = np.where(beta - self.A <= near, self.A, beta)
        drift = self.noise() * float(self.room @ (beta != 0.0))
        fresh = drift > constants.NEGLIGIBLE * abs(self.objective())
        self.move_to(beta, self.p - self.rows.product(beta) if fresh else self.g)

    # -- 1. pair steps -----------------------------------------------------------------------
    def pair_steps(self, count, tol):
        """Make `count` pair steps; False as soon as no pair violates optimality by tol.

        ::

            i ← argmax g_i among those that may grow
            j ← argmax (g_i - g_j)² / κ_ij among those that may shrink and have g_j < g_i
            stop when g_i - min g_j ≤ tol
            t ← min((g_i - g_j) / κ_ij, B_i - β_i, β_j - A_j)
            β_i ← β_i + t,   β_j ← β_j - t,   g ← g - t (K_i - K_j)
        """
        g, beta, A, B, rows = self.g, self.beta, self.A, self.B, self.rows
        no_growth, no_shrink, upper, gain = self.no_growth, self.no_shrink, *np.empty((2, self.n))
        diagonal, negative = rows.diagonal, -constants.NEGLIGIBLE * self.scale
        for _ in range(count):
            np.add(g, no_growth, out=gain)
            i = int(gain.argmax())
            np.add(g, no_shrink, out=upper)
            K_i = rows[i]
            # where g_j > g_i the product is negative, and j no candidate
            inverse_root = rows.inverse_root(i)
            g_i = g.item(i)
            np.subtract(g_i, upper, out=gain)
            np.multiply(gain, inverse_root, out=gain)
            j = int(gain.argmax())
            difference = g_i - g.item(j)
            if difference <= tol and g_i - upper.min() <= tol:
                return False
            K_j = rows[j]
            if diagonal.item(i) + diagonal.item(j) - 2.0 * K_i.item(j) < negative:
                self.indefinite = True
            beta_i, beta_j, B_i, A_j = beta.item(i), beta.item(j), B.item(i), A.item(j)
            room_i, room_j = B_i - beta_i, beta_j - A_j
            t = min(difference * inverse_root.item(j) ** 2, room_i, room_j)
            beta[i] = beta_i = B_i if t == room_i else beta_i + t
            beta[j] = beta_j = A_j if t == room_j else beta_j - t
            no_growth[i] = 0.0 if beta_i < B_i else -np.inf
            no_shrink[j] = 0.0 if beta_j > A_j else np.inf
            no_shrink[i] = no_growth[j] = 0.0
            np.subtract(K_i, K_j, out=gain)
            np.multiply(gain, t, out=gain)
            np.subtract(g, gain, out=g)
            self.n_iter += 1
        return True

    # -- 2. Newton steps ---------------------------------------------------------------------
    def working_set(self, tol):
        """A bias, and the free points with the worst of those at a bound that violate by tol."""
        F = np.flatnonzero((self.no_growth == 0.0) & (self.no_shrink == 0.0))
        b = float(self.g[F].sum()) / len(F) if len(F) else 0.5 * sum(self.bias_interval())
        distance = self.g - b
        violations = np.maximum(distance + self.no_growth, -distance - self.no_shrink)
        violations[F] = -np.inf
        joining = np.flatnonzero(violations > tol)
        if len(joining) > self.most_joining:
            worst = np.argpartition(-violations[joining], self.most_joining)
            joining = joining[worst[: self.most_joining]]
        return b, np.concatenate([F, joining])

    def newton_step(self, b, W):
        """Maximise D over the working set W, from the bias b on; False when that fails."""
        if len(W) < 2 or len(W) > self.rows.largest_block or self.indefinite:
            return False
        A, B, start = self.A[W], self.B[W], self.beta[W]
        # b is sought as a change, too: beside b = 1 the digits of tiny multipliers would be lost
        end = self.block_pivoting(self.saddle(W), start, self.g[W] - b, A, B, b)
        if end is None:
            self.most_joining = self.most_joining // 2 + 1
            self.damping = min(constants.CALMER * self.damping, constants.MOST_DAMPING)
            return False
        self.most_joining *= 2
        self.damping = max(self.damping / constants.CALMER, constants.DAMPING)
        self.rows.subtract_product(self.g, W, end - start)
        self.beta[W] = end
        self.no_growth[W] = np.where(end < B, 0.0, -np.inf)
        self.no_shrink[W] = np.where(end > A, 0.0, np.inf)
        return True

    def saddle(self, W):
        """The matrix [K_WW + ridge, 1; 1ᵀ, 0], whose last row and column belong to b."""
        m = len(W)
        K = np.ones((m + 1, m + 1))
        K[:m, :m] = self.rows.block(W)
        # A ridge keeps the system solvable and the pivoting calm. It changes the optimality
        # conditions by ridge·change in β, so it is made small against the present violation.
        ridge = self.damping * max(self.violation(), 0.0) / max(np.abs(self.beta).max(), TINY)
        ridge = min(ridge, constants.MOST_RIDGE * self.scale)
        diagonal = K.flat[:: m + 2]
        K.flat[:: m + 2] += np.maximum(ridge, constants.ROUNDING * diagonal + TINY)
        K[m, m] = 0.0
        return K

    def block_pivoting(self, K, start, g, A, B, b):
        """Maximise D over a small set exactly; None when the active set does not settle.

        With the others fixed at bounds, the changes δ of the free ones and b' of the bias solve

            K_FF δ + b' 1 = g_F - K_F· (change of the others),   1ᵀδ = s - Σβ - (their sum),

        where g is taken from the bias b on. ::

            repeat
                solve for the free ones
                wrong ← free ones outside their box, and fixed ones that D pulls back inside
                none wrong: done
                exchange all that are wrong; after TOGETHER times without fewer of them
                only the last, and after SINGLY more give up

        Exchanged one at a time they cannot run in a circle: Júdice and Pires, Computers &
        Operations Research 21 (1994).
        """
        at, free = start.copy(), np.ones(len(start), dtype=bool)
        target = np.append(g, self.s - self.beta.sum())
        fewest, patience = len(start) + 1, constants.TOGETHER + constants.SINGLY
        left = patience
        while left and free.any():
            F = np.append(np.flatnonzero(free), len(start))
            change = np.append(at - start, 0.0)
            change[F] = 0.0
            try:
                change[F] = np.linalg.solve(K[F[:, None], F], (target - K @ change)[F])
            except np.linalg.LinAlgError:
                return None
            self.n_newton += 1
            # beside b = 1 rounding would leave tiny multipliers a wrong sum
            change[F[:-1]] -= (change[:-1].sum() - target[-1]) / (len(F) - 1)
            pull = (target - K @ change)[:-1]
            change, shift = change[:-1], change[-1]
            end = start + change
            over, under = free & (end > B), free & (end < A)
            slack = constants.AT_MARGIN * (self.largest + abs(b + shift))
            back = ~free & np.where(at == B, pull < -slack, pull > slack)
            wrong = over | under | back
            count = np.count_nonzero(wrong)
            if count == 0:
                gain = 0.5 * float(change @ (g + pull + shift))
                fell = gain <= -constants.NEGLIGIBLE * abs(self.objective())
                return None if fell else np.where(free, end, at)
            left = patience if count < fewest else left - 1
            fewest = min(count, fewest)
            if left < constants.SINGLY or not (free ^ wrong).any():
                # all at once runs in a circle or leaves nobody
                wrong[np.flatnonzero(wrong)[:-1]] = False
            at = np.where(wrong & over, B, np.where(wrong & under, A, at))
            free ^= wrong
        return None

    # -- the two together --------------------------------------------------------------------
    def run(self, tol, max_iter, history):
        """Alternate until no pair violates by tol, spending about equal time on both kinds."""
        spent, reluctance, endings, sharp, violation = 0.0, 1.0, 0, tol, np.inf
        pair_time = constants.PAIR_TIME + self.n * constants.PAIR_TIME_POINT
        if self.n_iter == 0 and self.beta.any():
            self.newton_steps(0.0, history)  # a start may be nearly right
        while self.n_iter < max_iter:
            tol, sharp = max(tol, self.noise()), max(sharp, self.noise())
            more = self.pair_steps(min(constants.PAIR_STEPS, max_iter - self.n_iter), sharp)
            if not more and self.indefinite:
                return
            spent += constants.PAIR_STEPS * pair_time
            target = tol if more else 0.0
            price = self.newton_time(target)
            if more and spent < reluctance * price:
                continue
            if not more and spent < price:
                # with many free points pair steps may be the cheaper way to the last digits
                if sharp > self.noise():
                    sharp *= constants.SHARPER
                    continue
                # P - D is at most the violation times the room of the free multipliers
                room = float(self.room @ ((self.beta > self.A) & (self.beta < self.B)))
                if self.violation() * room <= constants.NEGLIGIBLE * abs(self.objective()):
                    return
            spent, before = 0.0, violation
            success, violation = self.newton_steps(target, history)
            reluctance *= 0.5 if success else 1.0 + constants.RELUCTANCE
            reluctance = min(max(1.0, reluctance), constants.MOST_RELUCTANT)
            # at the level of rounding the two kinds of steps could undo each other for ever
            endings += not more or (violation == before and not success)
            if violation <= tol or endings > constants.ENDINGS:
                return

    def newton_time(self, tol):
        """What a Newton step would take, in microseconds."""
        _, W = self.working_set(tol)
        m = len(W)
        each = constants.NEWTON_TIME_FREE + self.n * constants.NEWTON_TIME_ENTRY
        return constants.NEWTON_TIME + m * each + m**3 * constants.NEWTON_TIME_CUBE

    def newton_steps(self, tol, history):
        """Newton steps while they pay; whether the last one succeeded, and the violation left."""
        after = self.violation()
        for _ in range(constants.NEWTON_STEPS):
            before = after
            success = self.newton_step(*self.working_set(tol))
            after = self.violation()
            history.append((self.n_iter, self.objective(), after))
            if not success or after > constants.STILL_WRONG * before or after <= self.noise():
                break
        return success, after


@one_thread()
def solve(
    K: Kernel | ArrayLike,
    X: ArrayLike | None,
    y: ArrayLike,
    C: float | ArrayLike,
    *,
    tol: float = 1e-6,
    alpha0: ArrayLike | None = None,
    max_iter: int = 1_000_000,
    gap_tol: float = 1e-11,
    max_bytes: float = 4e8,
    positive_semidefinite: bool = False,
) -> Solution:
    """Solve the dual of the soft-margin machine and certify the solution (lecture 7).

    If at most half of the points are distinct, equal points with equal labels are solved as one,
    whose bound is the sum of theirs; they share its multiplier in proportion to their bounds. A
    Gram matrix is taken as it is.

    Parameters
    ----------
    K : Kernel or array_like, shape (n, n)
        A kernel, evaluated on X as needed, or the Gram matrix itself (X is then ignored).
    X : array_like, shape (n, d), or None
    y : array_like, shape (n,)
        Signs -1 and +1, both present.
    C : float or array_like, shape (n,)
        Upper bounds of the multipliers, finite. Points with C_i = 0 take no part.
    tol : float
        Violation at which the pair steps of the first run leave the rest to Newton steps; each
        further run has a tenth of it.
    alpha0 : array_like, shape (n,), optional
        Where to start. The solution for C' scaled by C/C', or for a similar kernel, saves work.
    max_iter : int
        Bound on the pair steps.
    gap_tol : float
        Relative gap small enough to stop, before what rounding may hide is added to it.
    max_bytes : float
        Bytes for values of the kernel; a linear kernel on many points needs hardly any.
    positive_semidefinite : bool
        Whether you know it of K; otherwise, unless K is a kernel for which a theorem says so, it is
        checked on up to 2000 points, which takes a fraction of a second.

    Returns
    -------
    Solution

    Raises
    ------
    TypeError, ValueError
        For a bad argument, labels other than ±1, one class only, or a matrix K that is not
        symmetric.

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6; or if, beyond rounding, vᵀKv < 0 for some v with Σv = 0
        (then no gap counts).

    Examples
    --------
    >>> from svmlib import engine
    >>> from svmlib.kernels import Linear
    >>> solution = engine.solve(Linear(), [[0.0], [2.0], [5.0]], [-1, 1, 1], C=10.0)
    >>> solution.alpha.round(6).tolist(), round(solution.b, 6)
    ([0.5, 0.5, 0.0], -1.0)
    >>> solution.gap < 1e-9
    True
    """
    K, X, y, C = check_problem(K, X, y, C)
    beta0 = None
    if alpha0 is not None:
        beta0 = y * np.clip(check_vector(alpha0, "alpha0", length=len(y)), 0.0, C)
    return solve_dual(
        K,
        X,
        soft_margin(y, C),
        beta0=beta0,
        tol=tol,
        max_iter=max_iter,
        gap_tol=gap_tol,
        max_bytes=max_bytes,
        positive_semidefinite=positive_semidefinite,
    )


@one_thread()
def solve_dual(
    K: Kernel | np.ndarray,
    X: np.ndarray | None,
    problem: Problem,
    *,
    beta0: np.ndarray | None = None,
    tol: float = 1e-6,
    max_iter: int = 1_000_000,
    gap_tol: float = 1e-11,
    max_bytes: float = 4e8,
    positive_semidefinite: bool = False,
) -> Solution:
    """Solve the dual of any machine with one bias: `solve` for a `Problem` instead of y and C.

    X (n, d) or K (n, n) are taken as they are. A problem of 2n multipliers has two for each point,
    i and n + i, as regression needs them.

    Returns
    -------
    Solution
        Its alpha is abs(β), its g is p - Kβ.

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
    copies, stop = len(problem.p) // n, (tol, max_iter, gap_tol)
    ties = find_ties(X, problem.p[:n]) if isinstance(K, Kernel) else None
    if ties is None:
        rows = rows_of(K, X, max_bytes, copies)
        return _solve(rows, K, X, problem, copies, beta0, known, *stop)
    # equal points with equal p are one point, whose bounds are the sums of theirs
    points, group = ties
    X = X[points]
    if copies == 2:
        points, group = np.append(points, n + points), np.append(group, len(X) + group)
    A, B = np.bincount(group, problem.A), np.bincount(group, problem.B)
    one = replace(problem, p=problem.p[points], A=A, B=B)
    beta0 = None if beta0 is None else np.bincount(group, beta0)
    rows = rows_of(K, X, max_bytes, copies)
    merged = _solve(rows, K, X, one, copies, beta0, known, *stop)
    grown = merged.beta > 0.0
    share = merged.beta / np.where(grown, B, np.minimum(A, -TINY))
    beta = share[group] * np.where(grown[group], problem.B, problem.A)
    return replace(merged, beta=beta, g=merged.g[group])


def _solve(rows, K, X, problem, copies, beta0, known, tol, max_iter, gap_tol):
    """What `solve_dual` promises, for checked arguments; known: K is known to be semidefinite."""
    # no sum of kernel values is more accurate than the largest of them: in a semidefinite K one on
    # the diagonal; otherwise the first row stands for all
    sizes = np.abs(rows.diagonal)
    sizes = sizes if known else np.maximum(sizes, np.abs(rows[0]).max())
    errors = sizes * rows.error
    beta = starting_point(rows, problem, beta0)
    dual = _Dual(rows, problem, beta, sizes.max())
    stretch, history, least, stalls = problem.is_soft_margin, [], np.inf, 0
    only = problem.s in (problem.A.sum(), problem.B.sum())  # nothing else is feasible
    for runs in range(constants.RUNS):
        found = certify(problem, dual.beta, dual.g)
        if runs and stretch:
            found = stretched(problem, found, errors, gap_tol)
        stalls = 0 if found.gap < 0.5 * least else stalls + 1
        least = min(found.gap, least)
        # our own start is only nearly right: exact steps must find out who is at a bound
        enough = found.gap <= gap_tol and (runs or beta0 is not None)
        enough = enough or stalls > constants.STALLS or (runs and dual.indefinite) or only
        if enough or dual.n_iter >= max_iter:
            break
        dual.run(tol * constants.SHARPER**runs, max_iter, history)
        dual.settle()
    how, short = "known", 0.0
    if not known:
        each = dual.beta.reshape(copies, -1)  # the multipliers of the copies of a point add up
        how, short = semidefinite(K, X, each.any(axis=0))
    bend = curvature(problem, found, copies * short) if 0.0 < short < np.inf else 0.0
    gap = found.gap + rounding(problem, found, errors) + bend
    if dual.indefinite or bend > SOLVED:
        how = "no"
    converged = found.kkt_residual <= tol if how == "no" else gap <= SOLVED
    warn(complaint(dual.n_iter, max_iter, how == "no", converged, gap))
    return Solution(
        beta=found.beta,
        b=found.b,
        bias_interval=found.bias_interval,
        primal=found.primal,
        dual=found.dual,
        gap=gap,
        kkt_residual=found.kkt_residual,
        n_iter=dual.n_iter,
        n_newton=dual.n_newton,
        converged=bool(converged),
        semidefinite=how,
        g=found.g,
        history=np.reshape(history, (-1, 3)),
    )
