"""Climbing the dual of any machine with one bias: pair steps and Newton steps (lecture 7).

With one signed multiplier per point, β_i = y_i α_i, the dual problem reads

    maximise  D(β) = p·β - ½ βᵀKβ   subject to   Σ β_i = s   and   A_i ≤ β_i ≤ B_i,

where p = y, s = 0 and [A_i, B_i] is [0, C_i] for y_i = +1 and [-C_i, 0] for y_i = -1. (Other p, s,
A and B give regression and novelty, lecture 13.) Its gradient g = p - Kβ says everything: g_i is
the bias that would put point i exactly on its margin, as y_i f(x_i) = 1 means b = y_i - (Kβ)_i. So
β is optimal exactly when one number b fits all points:

    g_i ≤ b where β_i may grow (β_i < B_i),     g_j ≥ b where β_j may shrink (β_j > A_j).

Violations of that are removed in two ways that help each other:

1. Pair steps (SMO, sequential minimal optimisation). Move a working set of two multipliers, β_i up
   and β_j down, to the best point between. Cheap and sure, and soon right about the active set:
   who is at 0, at C and between. Platt (1998), Fan et al. (2005).
2. Newton steps (a primal-dual active-set method). Given who is at a bound, the free multipliers
   solve a linear system, all at once and exactly; those that leave the box are fixed at its edge,
   those at an edge that want back are freed, until all fits: `svmlib.solvers.pivoting`.
"""

import numpy as np

from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem, say
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.pivoting import WorkingSet, block_pivoting
from svmlib.solvers.rows import KernelRows
from svmlib.solvers.starts import balance


class Climb:
    """β, its gradient g = p - Kβ, and the two kinds of steps that improve them."""

    def __init__(self, rows: KernelRows, problem: DualProblem, beta: np.ndarray, scale: float):
        self.rows, self.p, self.s, self.n = rows, problem.p, problem.s, len(problem.p)
        self.A, self.B, self.room = problem.A, problem.B, problem.room
        self.scale, self.largest = max(scale, TINY), float(np.abs(problem.p).max())
        self.n_iter = self.n_newton = 0
        share = constants.JOINING_SHARE * self.n
        self.most_joining = int(np.clip(share, constants.JOINING_LEAST, constants.JOINING_MOST))
        self.damping = constants.DAMPING
        self.indefinite = False
        self.move_to(beta, self.p - rows.product(beta) if beta.any() else self.p.copy())

    def move_to(self, beta: np.ndarray, g: np.ndarray) -> None:
        self.beta, self.g = beta, g
        # added to g, these rule out who may not grow and who may not shrink
        self.no_growth = np.where(beta < self.B, 0.0, -np.inf)
        self.no_shrink = np.where(beta > self.A, 0.0, np.inf)

    def bias_interval(self) -> tuple[float, float]:
        """max g where β may grow and min g where β may shrink; optimal when in this order."""
        return float((self.g + self.no_growth).max()), float((self.g + self.no_shrink).min())

    def violation(self) -> float:
        lo, hi = self.bias_interval()
        return lo - hi

    def noise(self) -> float:
        """What rounding alone can do to g."""
        return constants.NOISE * EPS * (self.largest + self.scale * np.abs(self.beta).sum())

    def objective(self) -> float:
        return 0.5 * float(self.beta @ (self.p + self.g))

    def settle(self) -> None:
        """Onto a bound with whom rounding alone keeps off it, and a fresh g where that matters."""
        near = constants.NEAR_BOUND * EPS * np.abs(self.beta).max()
        near = np.minimum(near, constants.NEGLIGIBLE * self.room)
        beta = np.where(self.B - self.beta <= near, self.B, self.beta)
        beta = np.where(beta - self.A <= near, self.A, beta)
        # multipliers that began far larger than they end have lost the sum on their way
        if abs(beta.sum() - self.s) > constants.ROUNDING * np.abs(beta).sum():
            beta = balance(beta, self.A, self.B, self.s)
        drift = self.noise() * float(self.room @ (beta != 0.0))
        if drift >= constants.NEGLIGIBLE * abs(self.objective()):  # both 0 for β = 0
            g = self.p - self.rows.product(beta)
        else:
            g, moved = self.g, np.flatnonzero(beta != self.beta)
            self.rows.subtract_product(g, moved, (beta - self.beta)[moved])
        self.move_to(beta, g)

    # -- 1. pair steps -----------------------------------------------------------------------
    def pair_steps(self, count: int, tol: float) -> bool:
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
    def working_set(self, tol: float) -> tuple[float, np.ndarray]:
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

    def newton_step(self, b: float, W: np.ndarray, violation: float) -> bool:
        """Maximise D over the working set W, from the bias b on; False when that fails."""
        if len(W) < 2 or len(W) > self.rows.largest_block or self.indefinite:
            return False
        A, B, start = self.A[W], self.B[W], self.beta[W]
        # b is sought as a change, too: beside b = 1 the digits of tiny multipliers would be lost
        part = WorkingSet(
            K=self.saddle(W, violation),
            start=start,
            g=self.g[W] - b,
            A=A,
            B=B,
            missing=self.s - self.beta.sum(),
            b=b,
            largest=self.largest,
        )
        end, systems = block_pivoting(part, abs(self.objective()))
        self.n_newton += systems
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

    def saddle(self, W: np.ndarray, violation: float) -> np.ndarray:
        """The matrix [K_WW + ridge, 1; 1ᵀ, 0], whose last row and column belong to b."""
        m = len(W)
        K = np.ones((m + 1, m + 1))
        K[:m, :m] = self.rows.block(W)
        # A ridge keeps the system solvable and the pivoting calm. It changes the optimality
        # conditions by ridge·change in β, so it is made small against the present violation.
        ridge = self.damping * max(violation, 0.0) / max(np.abs(self.beta).max(), TINY)
        ridge = min(ridge, constants.MOST_RIDGE * self.scale)
        K.flat[:: m + 2] += np.maximum(ridge, constants.ROUNDING * K.flat[:: m + 2] + TINY)
        K[m, m] = 0.0
        return K

    def run(self, tol: float, max_iter: int, history: list) -> None:
        """Alternate until no pair violates by tol, spending about equal time on both kinds."""
        pace, sharp = _Pace(self.n, self.rows.entries_of_row), tol
        if self.n_iter == 0 and self.beta.any():
            self.newton_steps(0.0, self.working_set(0.0), history)  # a start may be nearly right
        while self.n_iter < max_iter:
            tol, sharp = max(tol, self.noise()), max(sharp, self.noise())
            more = self.pair_steps(min(constants.PAIR_STEPS, max_iter - self.n_iter), sharp)
            if not more and self.indefinite:
                return
            pace.spent += pace.turn
            target = tol if more else 0.0
            chosen = self.working_set(target)
            if not pace.allows_newton(self.newton_time(len(chosen[1])), more):
                if more:
                    continue
                # with many free points pair steps may be the cheaper way to the last digits
                if sharp > self.noise():
                    sharp *= constants.SHARPER
                    continue
                if self.nothing_to_gain():
                    return
            success, violation = self.newton_steps(target, chosen, history)
            pace.has_made_newton_steps(success, violation, more)
            if not violation > tol or pace.is_over:  # NaN, where g has left float64, ends it too
                return

    def nothing_to_gain(self) -> bool:
        """Whether P - D, at most the violation times the room of the free ones, is negligible."""
        room = float(self.room @ ((self.beta > self.A) & (self.beta < self.B)))
        return self.violation() * room <= constants.NEGLIGIBLE * abs(self.objective())

    def newton_time(self, m: int) -> float:
        """What a Newton step on m points would take, in microseconds."""
        each = constants.NEWTON_TIME_FREE + self.n * constants.NEWTON_TIME_ENTRY
        return constants.NEWTON_TIME + m * each + m**3 * constants.NEWTON_TIME_CUBE

    def newton_steps(self, tol: float, chosen: tuple, history: list) -> tuple[bool, float]:
        """Newton steps while they pay, on the `working_set` that was chosen and on others.

        Whether the last one succeeded, and the violation left.
        """
        after = self.violation()
        for count in range(constants.NEWTON_STEPS):
            before = after
            success = self.newton_step(*(self.working_set(tol) if count else chosen), before)
            after = self.violation()
            history.append((self.n_iter, self.objective(), after))
            say("%d pair steps: dual objective %.9g, violation %.1e", *history[-1])
            if not success or after > constants.STILL_WRONG * before or after <= self.noise():
                break
        return success, after


class _Pace:
    """Who has a say next: Newton steps when pair steps have taken as long as one would."""

    def __init__(self, n, entries):
        pair_time = constants.PAIR_TIME + n * constants.PAIR_TIME_POINT
        pair_time += entries * constants.PAIR_TIME_ENTRY
        self.turn = constants.PAIR_STEPS * pair_time
        self.spent, self.reluctance, self.endings, self.violation = 0.0, 1.0, 0, np.inf

    def allows_newton(self, price, more):
        """Whether it is time for a Newton step of that price; later where the last ones failed."""
        return self.spent >= (self.reluctance * price if more else price)

    def has_made_newton_steps(self, success, violation, more):
        """Begin to count anew; more says whether pair steps had anything left to do."""
        self.reluctance *= 0.5 if success else 1.0 + constants.RELUCTANCE
        self.reluctance = min(max(1.0, self.reluctance), constants.MOST_RELUCTANT)
        # at the level of rounding the two kinds of steps could undo each other for ever
        self.endings += not more or (violation == self.violation and not success)
        self.spent, self.violation = 0.0, violation

    @property
    def is_over(self):
        """Whether both kinds have come to an end too often for more work to change anything."""
        return self.endings > constants.ENDINGS
