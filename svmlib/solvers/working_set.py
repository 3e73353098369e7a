"""Climbing the dual of any machine with one bias: pair steps and Newton steps (lecture 7).

With one signed multiplier per point, β_i = y_i α_i, the dual problem reads

    maximise  D(β) = p·β - ½ βᵀKβ   subject to   Σ β_i = s   and   A_i ≤ β_i ≤ B_i,

where p = y, s = 0 and [A_i, B_i] is [0, C_i] for y_i = +1 and [-C_i, 0] for y_i = -1. (Other p, s,
A and B give regression and novelty, lecture 13.) Its gradient g = p - Kβ decides: g_i is the bias
that would put point i exactly on its margin, as y_i f(x_i) = 1 means b = y_i - (Kβ)_i. So β is
optimal exactly when one number b fits all points:

    g_i ≤ b where β_i may grow (β_i < B_i),     g_j ≥ b where β_j may shrink (β_j > A_j).

Violations of that are removed in two ways that help each other:

1. Pair steps (SMO, sequential minimal optimisation) move a working set of two multipliers, β_i up
   and β_j down, to the best point between. They are cheap and sure, and soon right about the active
   set: which points are at 0, at C and between. Platt (1998), Fan et al. (2005).
2. Newton steps. With the points outside of a larger working set fixed, the changes δ of its
   multipliers and b' of the bias obey, where F are those strictly inside their boxes,

       K_FF δ + b' 1 = g_F - K_F· (change of the others),   1ᵀδ = s - Σβ - (their sum).

   F is found by exchanging all points that are wrong about it at once (block pivoting).
   Hintermüller, Ito and Kunisch, SIAM J. Optim. 13 (2002).
"""

import numpy as np

from svmlib.solvers import constants
from svmlib.solvers.certificate import DualProblem, say
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.kernel_matrix import KernelRows


class Climb:
    """β, its gradient g = p - Kβ, and the two kinds of steps that improve them."""

    def __init__(self, rows: KernelRows, problem: DualProblem, beta: np.ndarray, scale: float):
        self.rows, self.problem, self.p = rows, problem, problem.p
        self.A, self.B, self.room = problem.A, problem.B, problem.room
        self.scale, self.largest = max(scale, TINY), float(np.abs(problem.p).max())
        self.n_iter, self.n_newton, self.damping = 0, 0, constants.DAMPING
        self.indefinite, self.history = False, []
        self.move_to(beta, self.p - rows.product(beta) if beta.any() else self.p.copy())

    def move_to(self, beta: np.ndarray, g: np.ndarray) -> None:
        self.beta, self.g = beta, g
        # added to g, these exclude the points that may not grow and those that may not shrink
        self.no_growth = np.where(beta < self.B, 0.0, -np.inf)
        self.no_shrink = np.where(beta > self.A, 0.0, np.inf)

    def bias_interval(self) -> tuple[float, float]:
        """Return max g where β may grow and min g where β may shrink, in order at an optimum."""
        return float((self.g + self.no_growth).max()), float((self.g + self.no_shrink).min())

    def violation(self) -> float:
        lo, hi = self.bias_interval()
        return lo - hi

    def is_free(self) -> np.ndarray:
        return (self.no_growth == 0.0) & (self.no_shrink == 0.0)

    def noise(self) -> float:
        """Return the error that rounding alone can make in g."""
        return constants.NOISE * EPS * (self.largest + self.scale * np.abs(self.beta).sum())

    def objective(self) -> float:
        return 0.5 * float(self.beta @ (self.p + self.g))

    def run(self, tol: float, max_iter: int) -> None:
        """Alternate until no pair violates by tol.

        A Newton step waits for twice as many pair steps as it has points.
        """
        spent, endings, last = 0, 0, np.inf
        if self.n_iter == 0 and self.beta.any():
            self.newton_steps(self.working_set(0.0), 0.0)  # the start may be nearly right
        while self.n_iter < max_iter:
            tol = max(tol, self.noise())
            more = self.pair_steps(min(constants.PAIR_STEPS, max_iter - self.n_iter), tol)
            if not more and (self.indefinite or self.nothing_to_gain()):
                return
            spent, target = spent + constants.PAIR_STEPS, tol if more else 0.0
            chosen = self.working_set(target)
            if more and spent < 2 * len(chosen[1]):
                continue
            success, violation = self.newton_steps(chosen, target)
            # at the level of rounding the two kinds of steps could undo each other without end
            endings += not more or (violation == last and not success)
            spent, last = 0, violation
            if not violation > tol or endings > constants.ENDINGS:  # stops if g is not finite
                return

    def nothing_to_gain(self) -> bool:
        """Return whether P - D ≤ violation · (room of the free multipliers) is negligible."""
        room = float(self.room @ self.is_free())
        return self.violation() * room <= constants.NEGLIGIBLE * abs(self.objective())

    def settle(self) -> None:
        """Move multipliers that only rounding keeps off a bound onto it, and renew g if needed."""
        near = constants.NEAR_BOUND * EPS * np.abs(self.beta).max()
        near = np.minimum(near, constants.NEGLIGIBLE * self.room)
        beta = np.where(self.B - self.beta <= near, self.B, self.beta)
        beta = np.where(beta - self.A <= near, self.A, beta)
        # multipliers that began far larger than they ended have lost digits of their sum
        if abs(beta.sum() - self.problem.s) > constants.ROUNDING * np.abs(beta).sum():
            beta = self.problem.balance(beta)
        drift = self.noise() * float(self.room @ (beta != 0.0))
        if drift >= constants.NEGLIGIBLE * abs(self.objective()):  # the two are 0 for β = 0
            g = self.p - self.rows.product(beta)
        else:
            g, moved = self.g, np.flatnonzero(beta != self.beta)
            self.rows.subtract_product(g, moved, (beta - self.beta)[moved])
        self.move_to(beta, g)

    # -- 1. pair steps -----------------------------------------------------------------------
    def pair_steps(self, count: int, tol: float) -> bool:
        """Make `count` pair steps, but return False as soon as no pair violates by tol.

        ::

            i ← argmax g_i among those that may grow
            j ← argmax (g_i - g_j)² / κ_ij among those that may shrink and have g_j < g_i
            stop when g_i - min g_j ≤ tol
            t ← min((g_i - g_j) / κ_ij, B_i - β_i, β_j - A_j)
            β_i ← β_i + t,   β_j ← β_j - t,   g ← g - t (K_i - K_j)
        """
        g, beta, A, B, rows = self.g, self.beta, self.A, self.B, self.rows
        no_growth, no_shrink, upper, gain = self.no_growth, self.no_shrink, *np.empty((2, len(g)))
        diagonal, negative = rows.diagonal, -constants.NEGLIGIBLE * self.scale
        for _ in range(count):
            np.add(g, no_growth, out=gain)
            i = int(gain.argmax())
            np.add(g, no_shrink, out=upper)
            kappa = rows.curvatures(i)
            g_i = g.item(i)
            np.subtract(g_i, upper, out=gain)
            np.maximum(gain, 0.0, out=gain)
            np.multiply(gain, gain, out=gain)
            np.divide(gain, kappa, out=gain)
            j = int(gain.argmax())
            difference = g_i - g.item(j)
            if difference <= tol and g_i - upper.min() <= tol:
                return False
            K_i, K_j = rows[i], rows[j]
            if diagonal.item(i) + diagonal.item(j) - 2.0 * K_i.item(j) < negative:
                self.indefinite = True
            beta_i, beta_j, B_i, A_j = beta.item(i), beta.item(j), B.item(i), A.item(j)
            room_i, room_j = B_i - beta_i, beta_j - A_j
            t = min(difference / kappa.item(j), room_i, room_j)
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
    def newton_steps(self, chosen: tuple, tol: float) -> tuple[bool, float]:
        """Make Newton steps while they pay, and return the last success and the violation left."""
        after = self.violation()
        for count in range(constants.NEWTON_STEPS):
            before = after
            success = self.newton_step(*(self.working_set(tol) if count else chosen), before)
            after = self.violation()
            self.history.append((self.n_iter, self.objective(), after))
            say("%d pair steps: dual objective %.9g, violation %.1e", *self.history[-1])
            if not success or after > constants.STILL_WRONG * before or after <= self.noise():
                break
        return success, after

    def working_set(self, tol: float) -> tuple[float, np.ndarray]:
        """Return a bias, and free points with the worst of those at a bound that violate by tol."""
        F = np.flatnonzero(self.is_free())
        b = float(self.g[F].sum()) / len(F) if len(F) else 0.5 * sum(self.bias_interval())
        distance = self.g - b
        violations = np.maximum(distance + self.no_growth, -distance - self.no_shrink)
        violations[F] = -np.inf
        joining = np.flatnonzero(violations > tol)
        most = int(np.clip(0.3 * len(self.g), *constants.MOST_JOINING))
        if len(joining) > most:
            joining = joining[np.argpartition(-violations[joining], most)[:most]]
        return b, np.concatenate([F, joining])

    def newton_step(self, b: float, W: np.ndarray, violation: float) -> bool:
        """Maximise D over the working set W, from the bias b, or return False if that fails."""
        if len(W) < 2 or len(W) > self.rows.largest_block or self.indefinite:
            return False
        end = self._pivoted(W, self._saddle(W, violation), b)
        if end is None:
            self.damping = min(constants.CALMER * self.damping, constants.MOST_DAMPING)
            return False
        self.damping = max(self.damping / constants.CALMER, constants.DAMPING)
        self.rows.subtract_product(self.g, W, end - self.beta[W])
        self.beta[W] = end
        self.no_growth[W] = np.where(end < self.B[W], 0.0, -np.inf)
        self.no_shrink[W] = np.where(end > self.A[W], 0.0, np.inf)
        return True

    def _saddle(self, W, violation):
        """Return the matrix [K_WW + ridge, 1; 1ᵀ, 0], in which b has the last row and column."""
        m = len(W)
        K = np.ones((m + 1, m + 1))
        K[:m, :m] = self.rows.block(W)
        # A ridge keeps the system solvable and the active set calm. It changes the optimality
        # conditions by ridge·change in β, so it is small against the present violation.
        ridge = self.damping * max(violation, 0.0) / max(np.abs(self.beta).max(), TINY)
        ridge = min(ridge, constants.MOST_RIDGE * self.scale)
        K.flat[:: m + 2] += np.maximum(ridge, constants.ROUNDING * K.flat[:: m + 2] + TINY)
        K[m, m] = 0.0
        return K

    def _pivoted(self, W, K, b):
        """Return the best multipliers of W, or None if the set does not settle or D would fall.

        ::

            repeat
                solve for the free ones
                wrong ← free ones outside their box, and fixed ones that D pulls back inside
                none wrong: done
                exchange all that are wrong; after TOGETHER times without fewer of them
                only the last, and after SINGLY more, or MOST_PIVOTS in all, give up

        Exchanged one at a time they cannot run in a circle: Júdice and Pires, Computers &
        Operations Research 21 (1994).
        """
        A, B, start = self.A[W], self.B[W], self.beta[W]
        # the bias is solved for as a change, because beside b = 1 tiny multipliers lose digits
        target = np.append(self.g[W] - b, self.problem.s - self.beta.sum())
        at, unknown = start.copy(), np.ones(len(target), dtype=bool)
        free = unknown[:-1]  # the last unknown is the bias
        fewest, patience = len(W) + 1, constants.TOGETHER + constants.SINGLY
        left = patience
        for _ in range(constants.MOST_PIVOTS):
            if not left or not free.any():
                return None
            try:
                change, shift, pull = _solved_for(K, target, at - start, unknown)
            except np.linalg.LinAlgError:
                return None
            self.n_newton += 1
            end = start + change
            inside = np.minimum(np.maximum(end, A), B)
            slack = constants.AT_MARGIN * (self.largest + abs(b + shift))
            back = ~free & (np.where(at == B, -pull, pull) > slack)
            wrong = back | free & (end != inside)
            count = np.count_nonzero(wrong)
            if count == 0:
                gain = 0.5 * float(change @ (target[:-1] + pull + shift))
                fell = gain <= -constants.NEGLIGIBLE * abs(self.objective())
                return None if fell else np.where(free, end, at)
            left = patience if count < fewest else left - 1
            fewest = min(count, fewest)
            if left < constants.SINGLY or not (free ^ wrong).any():
                # exchanging all would run in a circle or leave no free point
                wrong[np.flatnonzero(wrong)[:-1]] = False
            at = np.where(free, inside, at)
            free ^= wrong
        return None


def _solved_for(K, target, moved, unknown):
    """Return the changes of all multipliers, the change of the bias and the gradient left."""
    F, change = np.flatnonzero(unknown), np.zeros(len(target))
    change[:-1] = np.where(unknown[:-1], 0.0, moved)
    free_alone = K if len(F) == len(target) else K.take(F, axis=0).take(F, axis=1)
    change[F] = np.linalg.solve(free_alone, (target - K @ change)[F])
    # rounding beside b = 1 would leave tiny multipliers with a wrong sum
    change[F[:-1]] -= (change[:-1].sum() - target[-1]) / (len(F) - 1)
    return change[:-1], change[-1], (target - K @ change)[:-1]
