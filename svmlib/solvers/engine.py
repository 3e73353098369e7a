"""The engine: solves the dual of the support vector machine and certifies the answer.

With one signed multiplier per point, β_i = y_i α_i, the dual problem reads

    maximise  D(β) = y·β - ½ βᵀKβ   subject to   Σ β_i = 0   and   A_i ≤ β_i ≤ B_i,

where [A_i, B_i] is [0, C_i] for y_i = +1 and [-C_i, 0] for y_i = -1. Its gradient g = y - Kβ says
everything: g_i is the bias that would put point i exactly on its margin, as y_i f(x_i) = 1 means
b = y_i - (Kβ)_i. So β is optimal exactly when one number b fits all points:

    g_i ≤ b where β_i may grow (β_i < B_i),     g_j ≥ b where β_j may shrink (β_j > A_j).

The engine removes violations of that in two ways that help each other:

1. Pair steps (SMO). Move two multipliers, β_i up and β_j down, to the best point between. Cheap
   and sure, and soon right about who is at 0, at C and between. Platt (1998), Fan et al. (2005).
2. Newton steps. Given who is at a bound, the free multipliers solve a linear system, all at once
   and exactly; those that leave the box are fixed at its edge, those at an edge that want back
   are freed, until all fits. Hintermüller, Ito and Kunisch, SIAM J. Optim. 13 (2002).

Kernel rows are computed when a point is first touched; most points never are. A linear kernel on
many points starts from `svmlib.solvers.smoothed`, whose work grows with n·d only.
"""

from __future__ import annotations

import numpy as np

from svmlib._threads import one_thread
from svmlib.solvers.certificate import SOLVED, Solution, certify, complaint, warn
from svmlib.solvers.starts import check_problem, rows_of, start

__all__ = ["Solution", "solve"]

PAIR_STEPS = 25  # pair steps between two thoughts about a Newton step
PREFETCH, PREFETCH_UP_TO = 16, 2000  # rows computed together, where that is cheaper than singly
PATIENCE, SINGLY = 14, 10  # exchanges without progress; below SINGLY one point at a time
EPS = np.finfo(float).eps


class _Dual:
    """β, its gradient g = y - Kβ, and the two steps that improve them."""

    def __init__(self, rows, y, C):
        self.rows, self.y, self.C, self.n = rows, y, C, len(y)
        self.A, self.B = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
        self.scale = max(rows.diagonal.max(), 1e-280)
        self.n_iter = self.n_newton = 0
        self.most_joining = int(np.clip(0.1 * self.n, 10, 128))
        self.damping = 0.1
        self.indefinite = False
        self.move_to(np.zeros(self.n), y.copy())

    def move_to(self, beta, g):
        self.beta, self.g = beta, g
        # added to g, these rule out who may not grow and who may not shrink
        self.no_growth = np.where(beta < self.B, 0.0, -np.inf)
        self.no_shrink = np.where(beta > self.A, 0.0, np.inf)

    def bias_interval(self):
        """max g where β may grow and min g where β may shrink; optimal when in this order."""
        return float((self.g + self.no_growth).max()), float((self.g + self.no_shrink).min())

    def violation(self):
        return float(np.subtract(*self.bias_interval()))

    def noise(self):
        """What rounding alone can do to g."""
        return 8.0 * EPS * (1.0 + self.scale * np.abs(self.beta).sum())

    def objective(self):
        return 0.5 * float(self.beta @ (self.y + self.g))

    def settle(self):
        """Onto a bound with whom rounding alone keeps off it, and a fresh g where that matters."""
        near = np.minimum(64.0 * EPS * np.abs(self.beta).max(), 1e-9 * self.C)
        beta = np.where(self.B - self.beta <= near, self.B, self.beta)
        beta = np.where(beta - self.A <= near, self.A, beta)
        drift = self.noise() * float(self.C @ (beta != 0.0))
        fresh = drift > 1e-9 * abs(self.objective())
        self.move_to(beta, self.y - self.rows.product(beta) if fresh else self.g)

    # -- 1. pair steps -----------------------------------------------------------------------
    def pair_steps(self, count, tol):
        """Make `count` pair steps; False as soon as no pair violates optimality by tol."""
        g, beta, A, B, rows = self.g, self.beta, self.A, self.B, self.rows
        no_growth, no_shrink, upper, gain = self.no_growth, self.no_shrink, *np.empty((2, self.n))
        diagonal, negative = rows.diagonal, -1e-9 * self.scale
        for _ in range(count):
            np.add(g, no_growth, out=gain)
            i = int(gain.argmax())
            np.add(g, no_shrink, out=upper)
            if i not in rows and self.n <= PREFETCH_UP_TO:
                k = min(PREFETCH, self.n)
                likely = np.argpartition(gain, -k)[-k:], np.argpartition(upper, k - 1)[:k]
                rows.fetch([i, *likely[0].tolist(), *likely[1].tolist()])
            K_i = rows[i]
            root = rows.inverse_root(i)
            # moving (i, j) freely would gain ½ (g_i - g_j)² / η_ij: take the best j
            g_i = g.item(i)
            np.subtract(g_i, upper, out=gain)
            np.multiply(gain, root, out=gain)
            j = int(gain.argmax())
            difference = g_i - g.item(j)
            if difference <= tol and g_i - upper.min() <= tol:
                return False
            K_j = rows[j]
            if diagonal.item(i) + diagonal.item(j) - 2.0 * K_i.item(j) < negative:
                self.indefinite = True
            beta_i, beta_j, B_i, A_j = beta.item(i), beta.item(j), B.item(i), A.item(j)
            room_i, room_j = B_i - beta_i, beta_j - A_j
            step = min(difference * root.item(j) ** 2, room_i, room_j)
            beta_i = B_i if step == room_i else beta_i + step
            beta_j = A_j if step == room_j else beta_j - step
            beta[i], beta[j] = beta_i, beta_j
            no_growth[i] = 0.0 if beta_i < B_i else -np.inf
            no_shrink[j] = 0.0 if beta_j > A_j else np.inf
            no_shrink[i] = no_growth[j] = 0.0
            np.subtract(K_i, K_j, out=gain)
            np.multiply(gain, step, out=gain)
            np.subtract(g, gain, out=g)
            self.n_iter += 1
        return True

    # -- 2. Newton steps ---------------------------------------------------------------------
    def violators(self, tol):
        """The free points, those at a bound that violate by tol, and all violations."""
        F = np.flatnonzero((self.no_growth == 0.0) & (self.no_shrink == 0.0))
        b = float(self.g[F].sum()) / len(F) if len(F) else 0.5 * sum(self.bias_interval())
        self.b, distance = b, self.g - b
        violations = np.maximum(distance + self.no_growth, -distance - self.no_shrink)
        violations[F] = -np.inf
        return F, np.flatnonzero(violations > tol), violations

    def newton(self, F, joining, violations):
        """Maximise D over the free points and the worst violators; False when that fails."""
        if len(joining) > self.most_joining:
            worst = np.argpartition(-violations[joining], self.most_joining)
            joining = joining[worst[: self.most_joining]]
        W = np.concatenate([F, joining])
        if len(W) < 2 or len(W) > self.rows.capacity or self.indefinite:
            return False
        # A ridge keeps the system solvable and the exchange below calm. It changes the optimality
        # conditions by ridge·change in β, so it is made small against the present violation.
        ridge = self.damping * max(self.violation(), 0.0) / max(np.abs(self.beta).max(), 1e-300)
        m = len(W)
        K = np.ones((m + 1, m + 1))
        K[:m, :m] = self.rows.block(W)
        K.flat[:: m + 2] += np.maximum(
            min(ridge, 0.1 * self.scale), 1e-12 * K.flat[:: m + 2] + 1e-290
        )
        K[m, m] = 0.0
        A, B = self.A[W], self.B[W]
        end = self.exchange(K, self.beta[W], self.g[W], A, B)
        if end is None:
            self.most_joining = self.most_joining // 2 + 1
            self.damping = min(10.0 * self.damping, 1e3)
            return False
        self.most_joining *= 2
        self.damping = max(0.1 * self.damping, 0.1)
        self.rows.subtract_product(self.g, W, end - self.beta[W])
        self.beta[W] = end
        self.no_growth[W] = np.where(end < B, 0.0, -np.inf)
        self.no_shrink[W] = np.where(end > A, 0.0, np.inf)
        return True

    def exchange(self, K, start, g, A, B):
        """Maximise D over a small set exactly; None when who is free does not settle.

        Júdice and Pires, Computers & Operations Research 21 (1994): exchange all who violate while
        they become fewer, else one at a time, which cannot run in a circle. With the others fixed
        at bounds, the changes δ of the free ones and the bias b solve

            K_FF δ + b 1 = g_F - K_F· (change of the others),   1ᵀδ = -(sum of their changes);

        the row and column of ones are the last of K here. Sums are corrected to make Σβ = 0.
        """
        at, free = start.copy(), np.ones(len(start), dtype=bool)
        # b is sought as a change, too: beside b = 1 the digits of tiny multipliers would be lost
        g = g - self.b
        target = np.append(g, -self.beta.sum())
        fewest, patience = len(start) + 1, PATIENCE
        while patience and free.any():
            F = np.append(np.flatnonzero(free), len(start))
            change = np.append(at - start, 0.0)
            change[F] = 0.0
            try:
                change[F] = np.linalg.solve(K[F[:, None], F], (target - K @ change)[F])
            except np.linalg.LinAlgError:
                return None
            self.n_newton += 1
            # beside b = 1 rounding would leave tiny multipliers a sum that is not 0
            change[F[:-1]] -= (change[:-1].sum() - target[-1]) / (len(F) - 1)
            pull = (target - K @ change)[:-1]
            b, change = change[-1], change[:-1]
            end = start + change
            over, under = free & (end > B), free & (end < A)
            slack = 1e-11 * (1.0 + abs(self.b + b))
            back = ~free & np.where(at == B, pull < -slack, pull > slack)
            swap = over | under | back
            wrong = np.count_nonzero(swap)
            if wrong == 0:
                gain = 0.5 * float(change @ (g + pull + b))
                return np.where(free, end, at) if gain > -1e-9 * abs(self.objective()) else None
            patience = PATIENCE if wrong < fewest else patience - 1
            fewest = min(wrong, fewest)
            if patience < SINGLY or not (free ^ swap).any():
                # all at once runs in a circle or leaves nobody: only the last of them
                swap[np.flatnonzero(swap)[:-1]] = False
            at = np.where(swap & over, B, np.where(swap & under, A, at))
            free ^= swap
        return None

    # -- the two together --------------------------------------------------------------------
    def run(self, tol, max_iter, history):
        """Alternate until no pair violates by tol, spending about equal time on both kinds."""
        n, spent, reluctance, endings = self.n, 0.0, 1.0, 0
        if self.n_iter == 0 and self.beta.any():
            self.newton_steps(0.0, history)  # a start may be nearly right
        while self.n_iter < max_iter:
            tol = max(tol, self.noise())
            more = self.pair_steps(min(PAIR_STEPS, max_iter - self.n_iter), tol)
            if self.indefinite and not more:
                return
            spent += PAIR_STEPS * (6.0 + n * 6e-3)  # microseconds, roughly
            target = tol if more else 0.0
            F, joining, _ = self.violators(target)
            m = len(F) + min(len(joining), self.most_joining)
            cost = 180.0 + m * (0.8 + n * 1e-3) + m**3 * 1.2e-4
            if more and spent < reluctance * cost:
                continue
            spent = 0.0
            success, violation = self.newton_steps(target, history)
            reluctance = min(max(1.0, reluctance * (0.5 if success else 1.4)), 30.0)
            # at the level of rounding the two kinds of steps could undo each other for ever
            endings += not more
            if violation <= tol or endings > 5:
                return

    def newton_steps(self, tol, history):
        """Newton steps while they pay; whether the last one succeeded, and the violation left."""
        after = self.violation()
        for _ in range(12):
            before = after
            success = self.newton(*self.violators(tol))
            after = self.violation()
            history.append((self.n_iter, self.objective(), after))
            if not success or after > 0.6 * before or after <= self.noise():
                break
        return success, after


@one_thread()
def solve(K, X, y, C, *, tol=1e-6, alpha0=None, max_iter=1_000_000, gap_tol=1e-11, max_bytes=8e7):
    """Solve the dual of the soft-margin machine and certify the solution (lecture 7).

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
        Violation of the optimality conditions at which pair steps leave the rest to Newton steps.
    alpha0 : array_like, shape (n,), optional
        Where to start. The solution for C' scaled by C/C', or for a similar kernel, saves work.
    max_iter, gap_tol, max_bytes
        Bound on the pair steps; relative gap small enough to stop; memory for kernel rows.

    Returns
    -------
    Solution

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6; or if K says that it is not positive semidefinite, or a
        pair step finds vᵀKv < 0 with Σv = 0 (then no gap counts).
    """
    X, y, C = check_problem(K, X, y, C)
    rows = rows_of(K, X, max_bytes)
    dual = _Dual(rows, y, C)
    dual.indefinite = not getattr(K, "positive_semidefinite", True)
    start(dual, alpha0)
    history, best, stalls = [], np.inf, 0
    for runs in range(100):
        certificate = certify(dual.y, dual.C, dual.beta, dual.g, *dual.bias_interval())
        *_, gap, residual = certificate
        stalls = 0 if gap < 0.5 * best else stalls + 1
        best = min(gap, best)
        enough = gap <= gap_tol or stalls > 2 or (runs and dual.indefinite)
        if enough or dual.n_iter >= max_iter:
            break
        dual.run(tol * 0.1**runs, max_iter, history)
        dual.settle()
    converged = bool(residual <= tol if dual.indefinite else gap <= SOLVED)
    warn(complaint(dual.n_iter, max_iter, dual.indefinite, converged, gap))
    counts, history = (dual.n_iter, dual.n_newton, converged), np.reshape(history, (-1, 3))
    return Solution(np.abs(dual.beta), *certificate, *counts, dual.g, history)
