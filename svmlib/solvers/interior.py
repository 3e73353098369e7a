"""An interior point for the joint machines: who is zero, bounded and free (lecture 10, in depth).

`svmlib.solvers.joint` states the problem.
"""

from typing import Any

import numpy as np

from svmlib.solvers import constants
from svmlib.solvers.constants import TINY


def interior(problem: Any, axes: np.ndarray, best: Any) -> tuple[np.ndarray, int]:
    """Which entries of α are free near the optimum, and the steps; `best` gets all iterates.

    Conditions: 2 reg W = T α, T being the map `pull`; m + z - v = 0 (v ≥ 0 belongs to α ≤ c; with
    Crammer-Singer v is ξ_i all over the row, and Σ_j α_ij = c); α z = (c - α) v = μ, and μ → 0.
    Mehrotra, SIAM J. Optim. 2 (1992)::

        repeat until P - D is small enough for exact steps, or μ is rounding
            predictor: the Newton direction for μ = 0, and how far it leads
            corrector: the direction for the μ that this promises, and what bends
            almost all the way to the first α, z, c - α or v that reaches 0
    """
    p, boxed = problem, problem.boxed
    # Weston-Watkins: α_{i,y_i} and its slacks are carried along, no step moves or looks at them
    use = ~p.own if boxed else np.ones_like(p.own)
    # α in the middle of its bounds, and W(θ α) with the best θ ≤ 1 for D, where
    # D(θ α) = θ δ Σ α - θ² ‖V‖² / (4 reg)
    alpha = np.repeat(0.5 * p.c if boxed else p.c / p.k, p.k, axis=1)
    V = p.pull(alpha)
    theta = 2.0 * p.reg * p.delta * alpha[~p.own].sum() / max((V * V).sum(), TINY)
    W = min(1.0, theta) * V / (2.0 * p.reg)
    m = p.excess(W)
    v = np.maximum(m, 0.0) if boxed else m.max(axis=1, keepdims=True)
    v = constants.START_SLACK * p.delta + v
    z = v - m
    free, least, n_iter = np.zeros_like(use), np.inf, 0
    while n_iter < constants.JOINT_STEPS:
        n_iter += 1
        residual = p.excess(W) + z - v
        # rounding can bring α to its bound, which an interior point never reaches
        room = np.maximum(p.c - alpha, constants.CLOSEST * p.c)
        products = (alpha * z)[use].sum() + ((room * v)[use].sum() if boxed else 0.0)
        gap = best.offer(W @ axes, alpha)
        if gap < least:
            least = gap
            free = use & (alpha / p.c > z / p.delta) & ((room / p.c > v / p.delta) | (not boxed))
        enough = best.primal - best.dual <= constants.JOINT_ENOUGH * best.primal
        if enough or products <= constants.JOINT_NOTHING * best.primal or np.isnan(gap):
            break
        D = np.where(use, 1.0 / (z / alpha + (v / room if boxed else 0.0)), 0.0)
        step = _Direction(p, D, p.pull(alpha) - 2.0 * p.reg * W)
        target_A = target_v = 0.0
        for predictor in (True, False):
            rho = residual + target_A / alpha - z + (v - target_v / room if boxed else 0.0)
            dW, change, xi_change = step(rho)
            z_change = (target_A - z * change) / alpha - z
            v_change = (target_v + v * change) / room - v if boxed else xi_change
            pairs = [(alpha, change, z, z_change), (room, -change, v, v_change)][: 1 + boxed]
            worst = max(max((-da / a)[use].max(), (-db / b)[use].max()) for a, da, b, db in pairs)
            t = min(1.0, (1.0 - constants.SHORT_OF_BOUND) / worst) if worst > 0 else 1.0
            if predictor:
                left = sum(((a + t * da) * (b + t * db))[use].sum() for a, da, b, db in pairs)
                target = min(1.0, left / products) ** 3 * products / (use.sum() * (1 + boxed))
                target_A, target_v = target - change * z_change, target + change * v_change
        W = W + t * dW
        alpha = alpha + t * change
        z = z + t * z_change
        v = v + t * v_change
    return free, n_iter


class _Direction:
    """Newton directions for one set of weights D (n, K): (2 reg + T D Tᵀ) dW = T D ρ + rest.

    T is the map `pull` and rest = T α - 2 reg W. Point i contributes L_i ⊗ x_i x_iᵀ, where the
    K × K matrix L_i is the Laplacian of a graph between the classes, L_ab = -w_ab and
    L_aa = Σ_b w_ab: a star around y_i with weights D_ij, or (where ξ_i is eliminated) all pairs
    with D_a D_b / Σ_j D_j.
    """

    def __init__(self, problem, D, rest):
        p = self.problem = problem
        self.D, self.rest = D, rest
        n, k, d = p.n, p.k, p.X.shape[1]
        total = D.sum(axis=1, keepdims=True)
        pairs = np.zeros((n, k, k)) if p.boxed else D[:, :, None] * (D / total)[:, None, :]
        if p.boxed:
            pairs[p.own] = D
            pairs.swapaxes(1, 2)[p.own] = D
        each = np.arange(k)
        pairs[:, each, each] = 0.0
        self.pairs, self.total, L = pairs, total, -pairs
        L[:, each, each] = pairs.sum(axis=2)
        # what all classes share is no part of any right-hand side: weight there does no harm
        L += pairs.sum(axis=(1, 2))[:, None, None] / k**2
        M = self.M = np.empty((k * d, k * d))
        for a in range(k):
            weighted = (L[:, a, : a + 1, None] * p.X[:, None, :]).reshape(n, -1)
            rows = slice(a * d, (a + 1) * d)
            M[rows, : (a + 1) * d] = p.X.T @ weighted
            M[: (a + 1) * d, rows] = M[rows, : (a + 1) * d].T
        M.flat[:: k * d + 1] += 2.0 * p.reg

    def spread(self, q):
        """D (q - dξ) without the cancellation where one entry of a row dominates."""
        if self.problem.boxed:
            return self.D * q
        return (self.pairs * (q[:, :, None] - q[:, None, :])).sum(axis=2)

    def __call__(self, rho):
        """dW, dα = D (ρ - Tᵀ dW - dξ) and dξ."""
        p = self.problem
        dW, q, change = np.zeros_like(self.rest), rho, self.spread(rho)
        for _ in range(constants.PASSES):
            rest = self.rest + p.pull(change) - 2.0 * p.reg * dW
            more = solved(self.M, rest.ravel()).reshape(rest.shape)
            by = p.excess(more, 0.0)
            dW, q, change = dW + more - more.mean(axis=0), q + by, change + self.spread(by)
        return dW, change, (self.D * q).sum(axis=1, keepdims=True) / self.total


def solved(M: np.ndarray, right: np.ndarray) -> np.ndarray:
    """x with M x = right for a symmetric M; the shortest of the nearest, if M is singular."""
    size = np.sqrt(np.abs(M.diagonal()))
    size[size == 0.0] = 1.0
    scaled, right = M / size / size[:, None], right / size
    try:
        return np.linalg.solve(scaled, right) / size
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(scaled, right, rcond=None)[0] / size
