"""The engine: solves the dual of the support vector machine and certifies the answer.

With one signed multiplier per point, β_i = y_i α_i, the dual problem reads

    maximise  D(β) = y·β - ½ βᵀKβ   subject to   Σ β_i = 0   and   A_i ≤ β_i ≤ B_i,

where [A_i, B_i] is [0, C_i] for y_i = +1 and [-C_i, 0] for y_i = -1. Its gradient
g = y - Kβ says everything: g_i is the bias that would put point i exactly on its margin, since
y_i f(x_i) = 1 means y_i - (Kβ)_i = b. So β is optimal exactly when one number b fits all,

    g_i ≤ b where β_i may grow (β_i < B_i),     g_j ≥ b where β_j may shrink (β_j > A_j),

and the solution is found by removing violations of that, in two ways that help each other:

1. SMO: move two multipliers, β_i up and β_j down, to the best point between them. Cheap and sure,
   and soon right about who is at 0, at C and between (Platt 1998; Fan, Chen and Lin 2005).
2. Newton: keep everybody at a bound there and solve for the free multipliers all at once, an
   equality-constrained quadratic program, hence one linear system. Exact to rounding.

Kernel rows are computed when a point is first touched: most points never are.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field

import numpy as np

from svmlib.kernels import Kernel, KernelOverflowError

__all__ = ["Solution", "solve"]


@dataclass(frozen=True)
class Solution:
    """What `solve` found, with its certificate.

    alpha (n,) multipliers; b the bias, the middle of bias_interval (lo, hi), the set of all optimal
    biases; primal and dual objectives; gap = (primal - dual) / primal; kkt_residual, the largest
    violation of the optimality conditions in units of the functional margin; g = y - Kβ (n,);
    n_iter pair steps, n_newton Newton steps; history of (n_iter, dual, violation).
    """

    alpha: np.ndarray
    b: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    kkt_residual: float
    n_iter: int
    n_newton: int
    converged: bool
    g: np.ndarray = field(repr=False)
    history: np.ndarray = field(repr=False)


class _Rows:
    """Rows of the kernel matrix, computed on demand; the oldest go when memory is full (LRU)."""

    def __init__(self, K, X, n, max_bytes):
        if isinstance(K, Kernel):
            self.compute, self.diagonal = K.rows(X), K.diagonal(X)
        else:
            self.compute, self.diagonal = K.__getitem__, K.diagonal().copy()
        self.capacity = max(2, int(max_bytes / (8 * n)))
        self.rows = {}

    def __getitem__(self, i):
        row = self.rows.pop(i, None)
        if row is None:
            row = self.compute(i)
            if len(self.rows) >= self.capacity:
                del self.rows[next(iter(self.rows))]
        self.rows[i] = row
        return row


class _State:
    """β and its gradient g = y - Kβ, with the two steps that improve them."""

    def __init__(self, rows, y, C, beta):
        self.rows, self.y, self.n = rows, y, len(y)
        self.A, self.B = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
        self.beta = beta
        self.g = y.copy()
        for i in np.flatnonzero(beta):
            self.g -= beta[i] * rows[i]
        self.buffer = np.empty(self.n)
        self.inverse_roots = {}
        self.set_bounds(slice(None))

    def set_bounds(self, where):
        """Remember who may not grow (-inf) and who may not shrink (+inf)."""
        if isinstance(where, slice):
            self.no_growth, self.no_shrink = np.empty(self.n), np.empty(self.n)
        beta = self.beta[where]
        self.no_growth[where] = np.where(beta < self.B[where], 0.0, -np.inf)
        self.no_shrink[where] = np.where(beta > self.A[where], 0.0, np.inf)

    def bias_interval(self):
        """max g where β may grow, min g where β may shrink: optimal when lo ≤ hi."""
        return (self.g + self.no_growth).max(), (self.g + self.no_shrink).min()

    def pair_step(self, tol):
        """Move the pair that promises most (second order); False when no pair violates by tol."""
        g, beta, buffer = self.g, self.beta, self.buffer
        np.add(g, self.no_growth, out=buffer)
        i = int(buffer.argmax())
        np.add(g, self.no_shrink, out=buffer)
        if not g[i] - buffer.min() > tol:
            return False
        Ki = self.rows[i]
        inverse_root = self.inverse_roots.get(i)
        if inverse_root is None:
            # 1/√η with η_j = ‖φ(x_i) - φ(x_j)‖², the curvature along the pair's direction
            eta = self.rows.diagonal - 2.0 * Ki
            eta += self.rows.diagonal[i]
            np.maximum(eta, 1e-12, out=eta)
            inverse_root = self.inverse_roots[i] = 1.0 / np.sqrt(eta)
        # the unconstrained gain of moving (i, j) is ½ (g_i - g_j)² / η_j
        np.subtract(g[i], buffer, out=buffer)
        buffer *= inverse_root
        j = int(buffer.argmax())
        Kj = self.rows[j]
        step = (g[i] - g[j]) * inverse_root[j] ** 2
        room_i, room_j = self.B[i] - beta[i], beta[j] - self.A[j]
        step = min(step, room_i, room_j)
        beta[i] = self.B[i] if step == room_i else beta[i] + step
        beta[j] = self.A[j] if step == room_j else beta[j] - step
        self.set_bounds([i, j])
        np.subtract(Ki, Kj, out=buffer)
        buffer *= step
        g -= buffer
        return True

    def newton(self):
        """Solve for all free multipliers at once, from bound to bound; return the number of solves.

        With bounded multipliers fixed, the best change δ of the free ones and the change of bias
        solve [K_FF 1; 1ᵀ 0] [δ; b] = [g_F; 0]. Where δ would leave the box, walk to the first bound
        hit, fix what hit it, solve again for the rest.
        """
        F = np.flatnonzero((self.no_growth == 0.0) & (self.no_shrink == 0.0))
        if len(F) < 2:
            return 0
        KF = np.array([self.rows[i] for i in F.tolist()])
        K = KF[:, F]
        # a ridge keeps a singular K_FF solvable; repeating the step removes its effect
        K.flat[:: len(F) + 1] += 1e-12 * self.rows.diagonal[F].max()
        g, beta, A, B = self.g[F], self.beta[F], self.A[F], self.B[F]
        active = np.arange(len(F))
        solves = 0
        while len(active) > 1:
            m = len(active)
            M = np.ones((m + 1, m + 1))
            M[:m, :m] = K[np.ix_(active, active)]
            M[m, m] = 0.0
            try:
                delta = np.linalg.solve(M, np.append(g[active], 0.0))[:m]
            except np.linalg.LinAlgError:
                break
            if not g[active] @ delta > 0:
                break
            solves += 1
            with np.errstate(divide="ignore", invalid="ignore"):
                room = np.where(delta > 0, B[active] - beta[active], A[active] - beta[active])
                t = np.where(delta != 0, room / delta, np.inf)
            step = min(1.0, t.min())
            beta[active] += step * delta
            g -= step * (delta @ K[active])
            if step == 1.0:
                break
            hit = t <= step * (1 + 1e-12)
            beta[active[hit]] = np.where(delta[hit] > 0, B[active[hit]], A[active[hit]])
            active = active[~hit]
        change = beta - self.beta[F]
        self.beta[F] = beta
        self.g -= change @ KF
        self.set_bounds(F)
        return solves

    def dual(self):
        return 0.5 * (self.beta @ (self.y + self.g))


def solve(K, X=None, y=None, C=1.0, *, tol=1e-6, alpha0=None, max_iter=1_000_000,
          gap_tol=1e-11, max_bytes=2e8):
    """Solve the soft-margin dual for a kernel, or a Gram matrix, and certify the solution."""
    y = np.array(y, dtype=float)
    n = len(y)
    C = np.broadcast_to(np.asarray(C, dtype=float), (n,))
    if isinstance(K, Kernel):
        X = np.ascontiguousarray(X, dtype=float)
    rows = _Rows(K, X, n, max_bytes)
    if not np.isfinite(rows.diagonal).all():
        raise KernelOverflowError("the diagonal of the kernel matrix is not finite.")
    beta = np.zeros(n) if alpha0 is None else y * np.clip(alpha0, 0.0, C)
    state = _State(rows, y, C, beta)
    every = max(30, min(200, n // 10))
    n_iter = n_newton = 0
    violation_tol = tol
    best_gap, stalls = np.inf, 0
    history = []
    while n_iter < max_iter:
        moved = state.pair_step(violation_tol)
        n_iter += moved
        if moved and n_iter % every:
            continue
        n_newton += state.newton()
        if not moved:
            lo, hi = state.bias_interval()
            history.append((n_iter, state.dual(), lo - hi))
            if lo - hi > violation_tol:
                continue
            gap = _certificate(state, C)[4]
            if gap <= gap_tol:
                break
            stalls = stalls + 1 if gap > 0.5 * best_gap else 0
            best_gap = min(gap, best_gap)
            if stalls > 3:
                break
            violation_tol *= 0.1
    b, interval, primal, dual, gap, residual = _certificate(state, C)
    converged = bool(gap <= 1e-6)
    if not converged:
        warnings.warn("not converged", stacklevel=2)
    return Solution(np.abs(state.beta), b, interval, primal, dual, gap, residual, n_iter, n_newton,
                    converged, state.g, np.array(history).reshape(-1, 3))


def _certificate(state, C):
    """Bias, bias interval, primal, dual, relative gap and violation at the present β."""
    lo, hi = state.bias_interval()
    residual = max(0.0, lo - hi)
    if not np.isfinite(lo) or not np.isfinite(hi):
        b = lo if np.isfinite(lo) else hi
    else:
        b = 0.5 * (lo + hi)
    if lo > hi:
        lo = hi = b
    dual = state.dual()
    slack = np.maximum(0.0, state.y * (state.g - b))
    primal = 0.5 * (state.beta @ (state.y - state.g)) + C @ slack
    gap = (primal - dual) / max(primal, 1e-300)
    return b, (float(lo), float(hi)), float(primal), float(dual), float(max(gap, 0.0)), residual
