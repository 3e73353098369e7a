"""Proximal point, Newton's method and conjugate gradients for text (lectures 7 and 14).

With a linear kernel, K = LᵀL, and many features, rows of K are costly. So are systems of equations
for the free points, which may be half of all points of a text. Products with a sparse L are cheap,
and three ideas need nothing else:

1. Proximal point. D(β) - ½ Σ ρ_i (β_i - β'_i)², where β' are the last multipliers, is largest at

       β_i = clip(β'_i + r_i/ρ_i, A_i, B_i)   with   r = p - wL - b,   w = Lβ,   Σβ = s.

   This is the smoothed primal of `svmlib.solvers.smoothed` with a memory. There the corner must
   become sharp, but here a β that no longer moves is optimal for every ρ.
2. Newton's method by conjugate gradients. With F the points where β is inside its box, a step
   solves, for β_F and b,

       (K_FF + ρ) β_F + b 1 = p_F + ρ β'_F - K_F· (the others),   Σβ = s.

3. The active set. Once F hardly changes, ρ is left out: the free multipliers are made exact, and
   all wrong points are exchanged, until the gap is small.

Rockafellar, SIAM J. Control Optim. 14 (1976). Li, Sun and Toh, SIAM J. Optim. 28 (2018).
"""

import numpy as np

from svmlib._sparse import Points
from svmlib.solvers import constants
from svmlib.solvers.certificate import Certified, DualProblem, certify, say
from svmlib.solvers.constants import TINY
from svmlib.solvers.smoothed import clip, line_search


class ProximalPoint:
    """The dual problem for K = LᵀL, L (d, n), with given diagonal, starting from multipliers β'.

    n_iter counts steps of conjugate gradients, at most max_iter, and n_newton linear systems.
    """

    indefinite = False

    def __init__(
        self,
        L: Points,
        diagonal: np.ndarray,
        problem: DualProblem,
        beta: np.ndarray,
        max_iter: int,
    ):
        self.L, self.problem, self.max_iter = L, problem, max_iter
        self.p, self.A, self.B, self.room = problem.p, problem.A, problem.B, problem.room
        self.diagonal = np.maximum(diagonal, constants.NEGLIGIBLE * diagonal.max() + TINY)
        self.least = constants.PROXIMAL * self.diagonal
        width = constants.FIRST_WIDTH * np.abs(self.p).max() * (self.room > 0.0)
        self.rho = np.maximum(width / np.maximum(self.room, TINY), self.least)
        self.last, self.w, self.b = beta, L @ beta, 0.0
        self.r = self.p - self.w @ L
        self.n_iter = self.n_newton = 0
        self.F, self.best, self.history = None, None, []

    def run(self, gap_tol: float) -> Certified:
        """Return the best multipliers found: a gap of gap_tol, or the least after PROXIMAL_STEPS.

        ::

            repeat
                β ← clip(β' + r/ρ, A, B),   F ← those inside their boxes
                (w, b) ← (w, b) + t (Newton step), t from a line search
                β ← clip(β' + r/ρ, A, B)
                if ‖w - Lβ‖² ≤ Σ ρ (β - β')²: β' ← β, and a smaller ρ if one step was enough
                if F is nearly the old one and P - D is small: exact steps
        """
        narrower, near, tries, F = 1.0, constants.NEAR_EXACT, 0, np.zeros(0, dtype=int)
        for _ in range(constants.PROXIMAL_STEPS):
            if self.n_iter >= self.max_iter:
                break
            before, beta = F, self._multipliers()
            F = np.flatnonzero((beta > self.A) & (beta < self.B))
            if len(F) == 0:
                if self._judged(beta).gap <= gap_tol:
                    break
                self.rho = constants.SHARPER_CORNER * self.rho
                continue
            self._newton_step(beta, F)
            tries += 1
            beta = self._multipliers()
            turned = len(np.setxor1d(F, before, assume_unique=True)) / len(F)
            apart, moved = self.w - self.L @ beta, beta - self.last
            if apart @ apart > moved @ (self.rho * moved):
                continue
            narrower = 0.5 * narrower if tries == 1 else min(2.0 * narrower, 1.0)
            sharper, settled = self.rho / constants.SHARPER_CORNER, turned <= constants.SETTLED
            settled = settled and (self.rho <= self.least).all()
            self.last, self.rho, tries = beta, np.maximum(sharper, narrower * self.least), 0
            share = self._apart(beta)
            say("%d conjugate gradient steps: relative gap about %.1e", self.n_iter, share)
            if settled and share <= near:
                near *= constants.SHARPER
                self._exact_steps(beta, gap_tol)
                if self.best.gap <= gap_tol:
                    break
        return self.best or self._judged(beta)

    def _multipliers(self):
        """Return clip(β' + r/ρ, A, B), shape (n,)."""
        return clip(self.r + self.rho * self.last, 1.0 / self.rho, self.A, self.B)

    def _apart(self, beta):
        """Return about (P(w, b) - D(β)) / P."""
        hinge = np.maximum(self.A * self.r, self.B * self.r)
        return (hinge - beta * self.r).sum() / max(0.5 * (self.w @ self.w) + hinge.sum(), TINY)

    def _judged(self, beta, b=None):
        """Return the certificate of β with Σβ = s, and keep the best."""
        beta = self.problem.balance(np.clip(beta, self.A, self.B))
        found = certify(self.problem, beta, self.p - (self.L @ beta) @ self.L, b)
        if self.best is None or found.gap < self.best.gap:
            self.best = found
        return found

    # -- 2. Newton's method ------------------------------------------------------------------
    def _newton_step(self, beta, F):
        """Move (w, b) and r by a line search towards the optimum for the points F."""
        new, new_b = self._among(F, beta, self.rho, self.last, constants.FORCING)
        dw, db = self.L @ new - self.w, new_b - self.b
        change = -(dw @ self.L + db)
        constant, t = self.w @ dw + self.problem.s * db, 1.0
        decrease = -float(constant + beta @ change)
        if decrease > 0.0:
            towards, bend = self.r + self.rho * self.last, 1.0 / self.rho
            t = line_search(constant, dw @ dw, towards, change, bend, self.A, self.B, decrease)
        self.w, self.b, self.r = self.w + t * dw, self.b + t * db, self.r + t * change

    def _among(self, F, beta, rho, last, forcing, enough=0.0):
        """Return β with the best β_F for the others fixed, and b, by conjugate gradients on Σβ = s.

        They are preconditioned by the diagonal. In each step b takes the part of the residual
        along 1. At the end this part would be rounded too much, and the gap would stay at 1e-9.
        """
        if not np.array_equal(F, self.F):
            self.F, self.L_F = F, self.L[:, F]
        L, rho, fixed = self.L_F, rho[F], beta.copy()
        fixed[F] = 0.0
        unit = 1.0 / (self.diagonal[F] + rho)
        share = unit / unit.sum()
        x = beta[F] + (self.problem.s - beta.sum()) * share
        r = self.p[F] + rho * (last[F] - x) - (self.L @ fixed + L @ x) @ L
        b = share @ r
        r -= b
        direction = unit * r
        size = r @ direction
        enough = max(forcing**2 * size, enough)
        for _ in range(min(constants.MOST_PRODUCTS, self.max_iter - self.n_iter)):
            if size <= enough:
                break
            product = (L @ direction) @ L + rho * direction
            t = size / (direction @ product)
            x, r = x + t * direction, r - t * product
            shift = share @ r
            b, r, before = b + shift, r - shift, size
            size = r @ (unit * r)
            direction = unit * r + size / before * direction
            self.n_iter += 1
        self.n_newton += 1
        fixed[F] = x
        return fixed, b

    # -- 3. the active set -------------------------------------------------------------------
    def _exact_steps(self, beta, gap_tol):
        """Make the free multipliers exact and exchange all wrong points, while the gap halves."""
        found, ridge, least = self._judged(beta, self.b), constants.ROUNDING * self.diagonal, np.inf
        while gap_tol < found.gap <= 0.5 * least:
            beta, r, least = found.beta, found.g - found.b, found.gap
            free = (beta > self.A) & (beta < self.B)
            wrong = np.where(r > 0.0, beta < self.B, beta > self.A)
            F = np.flatnonzero(free | (wrong & (np.abs(r) > constants.NEGLIGIBLE)))
            if len(F) == 0:
                break
            # this gap allows margins to be off by so much
            off = 0.5 * gap_tol * found.primal / self.room[F].sum()
            enough = off**2 * (1.0 / self.diagonal[F]).sum()
            found = self._judged(*self._among(F, beta, ridge, beta, 0.0, enough))
            self.history.append((self.n_iter, found.dual, found.violation))
