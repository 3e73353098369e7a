"""Weston and Watkins, Crammer and Singer: several classes in one problem, exactly (lecture 10).

Scores s_ij = w_j·x_i, one row of W for each class; m_ij = s_ij - s_{i,y_i} + δ for j ≠ y_i and
m_{i,y_i} = 0 measure by how much class j comes too close to the right one. Both machines minimise

    P(W) = Σ_i c_i h_i + reg ‖W‖²,   h_i = Σ_{j≠y_i} max(0, m_ij)   (Weston-Watkins)
                                    h_i = max_j m_ij                (Crammer-Singer)

with c_i = 1/n, or a weight for each point. With multipliers α_ij ≥ 0 and
W(α) = Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ / (2 reg), the dual is to maximise

    D(α) = δ Σ_{j≠y_i} α_ij - reg ‖W(α)‖²   subject to  α_ij ≤ c_i   or   Σ_j α_ij = c_i.

An interior-point method finds who is zero, bounded and free; linear systems for the free ones then
make the solution exact; P(W) - D(α) certifies any W and feasible α.
Weston and Watkins (1999), Crammer and Singer (2001).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib.solvers import constants
from svmlib.solvers.constants import TINY

__all__ = ["KINDS", "JointSolution", "objective", "solve"]

KINDS = ("weston-watkins", "crammer-singer")


class JointSolution(NamedTuple):
    """W (K, d), multipliers α (n, K), both objectives, and steps of the interior point."""

    W: np.ndarray
    alpha: np.ndarray
    primal: float
    dual: float
    n_iter: int


def objective(
    W: np.ndarray,
    X: np.ndarray,
    y: np.ndarray,
    *,
    kind: str,
    reg: float,
    delta: float = 1.0,
    weight: np.ndarray | None = None,
) -> float:
    """Σ_i c_i h_i + reg ‖W‖² for W (K, d), X (n, d), class indices y (n,), c = weight (n,).

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.solvers.joint import objective
    >>> W, X, y = np.eye(2), np.array([[3.0, 0.0], [0.0, 0.5]]), np.array([0, 1])
    >>> objective(W, X, y, kind="crammer-singer", reg=0.1)
    0.45
    """
    m = _excess(X @ W.T, y, delta)
    loss = np.maximum(m, 0.0).sum(axis=1) if kind == "weston-watkins" else m.max(axis=1)
    return float((loss.mean() if weight is None else weight @ loss) + reg * (W * W).sum())


@one_thread()
def solve(
    X: np.ndarray,
    y: np.ndarray,
    n_classes: int,
    *,
    kind: str,
    reg: float,
    delta: float = 1.0,
    weight: np.ndarray | None = None,
) -> JointSolution:
    """Minimise P(W) and prove it by D(α).

    X (n, d) carries its column of ones already, if there is to be one; y (n,) holds 0 … K-1;
    weight (n,) is positive and sums to one.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.solvers import joint
    >>> X, y = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0, 1])
    >>> found = joint.solve(X, y, 2, kind="weston-watkins", reg=0.1)
    >>> round(found.primal, 6), round(found.dual, 6)
    (0.1, 0.1)
    """
    weight = np.full(len(X), 1.0 / len(X)) if weight is None else weight
    problem = _Problem(X, y, n_classes, kind, reg, delta, weight)
    best = _Best(problem)
    # turned to its principal axes, X has columns as unequal as they are, but at right angles
    U, sizes, axes = np.linalg.svd(X, full_matrices=False)
    turned = _Problem(U * sizes, y, n_classes, kind, reg, delta, weight)
    with np.errstate(all="ignore"):  # the gap tells what became of an overflow
        free, n_iter = _interior(turned, axes, best)
        _polish(problem, best, free)
    return JointSolution(best.W, best.alpha, best.primal, best.dual, n_iter)


def _excess(S, y, delta):
    """m_ij = s_ij - s_{i,y_i} + δ, and 0 for j = y_i."""
    rows = np.arange(len(y))
    m = S - S[rows, y][:, None] + delta
    m[rows, y] = 0.0
    return m


class _Problem:
    """Data and the two linear maps α → W and W → m; c_i bounds the multipliers of point i."""

    def __init__(self, X, y, n_classes, kind, reg, delta, weight):
        self.X, self.y, self.reg, self.delta = X, y, reg, delta
        self.n, self.k, self.c = len(X), n_classes, weight[:, None]
        self.kind, self.boxed = kind, kind == "weston-watkins"
        self.own = np.zeros((self.n, n_classes), dtype=bool)
        self.own[np.arange(self.n), y] = True

    def pull(self, alpha):
        """Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ, shape (K, d); α_{i,y_i} cancels and is left out."""
        others = np.where(self.own, 0.0, alpha)
        return (self.own * others.sum(axis=1, keepdims=True) - others).T @ self.X

    def excess(self, W, delta=None):
        return _excess(self.X @ W.T, self.y, self.delta if delta is None else delta)

    def primal(self, W):
        given = dict(kind=self.kind, reg=self.reg, delta=self.delta, weight=self.c[:, 0])
        return objective(W, self.X, self.y, **given)

    def feasible(self, alpha):
        """α within its bounds; α_{i,y_i} takes what the others leave (Crammer-Singer)."""
        alpha = np.where(self.own, 0.0, np.clip(alpha, 0.0, self.c))
        if self.boxed:
            return alpha
        alpha = alpha * (self.c / np.maximum(alpha.sum(axis=1, keepdims=True), self.c))
        return np.where(self.own, np.maximum(self.c - alpha.sum(1, keepdims=True), 0.0), alpha)

    def dual(self, alpha):
        V = self.pull(alpha)
        return float(self.delta * alpha[~self.own].sum() - (V * V).sum() / (4.0 * self.reg))


class _Best:
    """The least P(W) and the largest D(α) seen: any W and any feasible α bound the optimum.

    W is not quite W(α): α is rounded, and 1 / (2 reg) makes much of that, but D counts its square.
    """

    def __init__(self, problem):
        self.problem, self.W = problem, np.zeros((problem.k, problem.X.shape[1]))
        self.alpha, self.dual = problem.feasible(np.zeros_like(problem.c)), 0.0
        self.primal = problem.primal(self.W)

    def offer(self, W, alpha, slack=0.0):
        """Keep what is better, or worse by no more than a fraction slack; the gap of the pair."""
        alpha = self.problem.feasible(alpha)
        primal, dual = self.problem.primal(W), self.problem.dual(alpha)
        if primal <= self.primal + slack * primal:
            self.W, self.primal = W, primal
        if dual >= self.dual - slack * self.primal:
            self.alpha, self.dual = alpha, dual
        return primal - dual


# -- interior point ----------------------------------------------------------------------------
def _interior(problem, axes, best):
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
    use = ~p.own if boxed else np.ones_like(p.own)
    alpha, W = _start(p)
    m = p.excess(W)
    v = np.maximum(m, 0.0) if boxed else m.max(axis=1, keepdims=True)
    v = constants.START_SLACK * p.delta + v
    z = np.where(use, v - m, 1.0)
    free, least, n_iter = np.zeros_like(use), np.inf, 0
    while n_iter < constants.JOINT_STEPS:
        n_iter += 1
        residual = np.where(use, p.excess(W) + z - v, 0.0)
        # rounding can bring α to its bound, which an interior point never reaches
        room = np.where(use, np.maximum(p.c - alpha, constants.CLOSEST * p.c), 1.0)
        products = (alpha * z)[use].sum() + ((room * v)[use].sum() if boxed else 0.0)
        gap = best.offer(W @ axes, alpha)
        if gap < least:
            least = gap
            free = use & (alpha / p.c > z / p.delta) & ((room / p.c > v / p.delta) | (not boxed))
        enough = best.primal - best.dual <= constants.JOINT_ENOUGH * best.primal
        if enough or products <= constants.JOINT_NOTHING * best.primal or np.isnan(gap):
            break
        D = np.where(use, 1.0 / (z / alpha + (v / room if boxed else 0.0)), 0.0)
        step = _Step(p, D, p.pull(alpha) - 2.0 * p.reg * W)
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
        alpha = np.where(use, alpha + t * change, 1.0)
        z = np.where(use, z + t * z_change, 1.0)
        v = v + t * v_change
    return free, n_iter


def _start(p):
    """α in the middle of its bounds, and W(θ α) with the best θ ≤ 1 for D."""
    alpha = np.where(p.own, 1.0, 0.5 * p.c) if p.boxed else np.repeat(p.c / p.k, p.k, axis=1)
    V = p.pull(alpha)
    # D(θ α) = θ δ Σ α - θ² ‖V‖² / (4 reg)
    theta = 2.0 * p.reg * p.delta * alpha[~p.own].sum() / max((V * V).sum(), TINY)
    return alpha, min(1.0, theta) * V / (2.0 * p.reg)


class _Step:
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
            more = _solve(self.M, rest.ravel()).reshape(rest.shape)
            by = p.excess(more, 0.0)
            dW, q, change = dW + more - more.mean(axis=0), q + by, change + self.spread(by)
        return dW, change, (self.D * q).sum(axis=1, keepdims=True) / self.total


def _solve(M, right):
    """x with M x = right for a symmetric M; on failure with a ridge that grows from rounding."""
    size = np.sqrt(np.abs(M.diagonal()))
    size[size == 0.0] = 1.0
    scaled, ridge = M / size / size[:, None], constants.RESCUE_RIDGE
    while True:
        try:
            return np.linalg.solve(scaled, right / size) / size
        except np.linalg.LinAlgError:
            scaled.flat[:: len(M) + 1] += ridge
            ridge *= constants.RESCUE


# -- exact finish ------------------------------------------------------------------------------
def _polish(problem, best, free):
    """Block pivoting as in the engine: free multipliers from a linear system; `best` sees all.

    A free entry has m_ij = 0 (Weston-Watkins) or m_ij = ξ_i (Crammer-Singer). Too many of them, or
    exchanges without success, are degenerate: then the interior point must do.
    """
    p = problem
    bounded = ~free & (best.alpha > 0.5 * p.c)
    least, idle = np.inf, 0
    for _ in range(constants.POLISH_STEPS):
        if not p.boxed:
            # a row with one free entry only has all its weight there
            single = free.sum(axis=1) == 1
            bounded[single] = free[single]
            free = free & ~single[:, None]
            bounded[free.any(axis=1)] = False
        if idle > constants.POLISH_IDLE or free.sum() > constants.POLISH_FREE:
            break
        at, W = _solve_free(p, np.where(bounded, p.c, 0.0), *np.nonzero(free))
        gap = abs(best.offer(W, at, slack=constants.ROUNDING))
        least, idle = min(gap, least), 0 if gap < least else idle + 1
        m = p.excess(W)
        slack = constants.AT_MARGIN * (p.delta + np.abs(m).max())
        under = free & (at < 0.0)
        over = free & (at > p.c) & p.boxed
        active = np.where(free | bounded, m, -np.inf)
        level = 0.0 if p.boxed else active.max(axis=1, keepdims=True)
        join = ~free & ~bounded & (m > level + slack)
        leave = bounded & (m < -slack) if p.boxed else bounded & join.any(axis=1, keepdims=True)
        if not (under.any() or over.any() or join.any() or leave.any()):
            break
        bounded = (bounded & ~leave) | over
        free = (free & ~under & ~over) | join | leave


def _solve_free(p, at, i, j):
    """α and W when the multipliers of the entries (i, j) put each of them exactly on its margin.

    W keeps more digits of the corrections than α does.
    """
    W = p.pull(at) / (2.0 * p.reg)
    c = np.eye(p.k)[p.y[i]] - np.eye(p.k)[j]
    G = (c @ c.T) * (p.X[i] @ p.X[i].T) / (2.0 * p.reg)
    # a ridge at the level of rounding, for the case of more free entries than dimensions
    G.flat[:: len(i) + 1] += constants.POLISH_RIDGE * G.diagonal().max(initial=0.0)
    m = size = len(i)
    if not p.boxed:
        points, row = np.unique(i, return_inverse=True)
        size = m + len(points)
        system = np.zeros((size, size))
        system[:m, :m] = G
        system[np.arange(m), m + row] = system[m + row, np.arange(m)] = 1.0
        G = system
    for _ in range(constants.PASSES):
        right = p.excess(W)[i, j]
        if not p.boxed:
            right = np.append(right, (p.c - at.sum(axis=1, keepdims=True))[points, 0])
        change = np.zeros_like(at)
        change[i, j] = _solve(G, right)[:m]
        at = at + change
        W = W + p.pull(change) / (2.0 * p.reg)
    return at, W
