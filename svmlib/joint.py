"""Several classes at once, solved exactly: Weston and Watkins (1999), Crammer and Singer (2001).

Scores s_ij = w_j·x_i, one row of W for each class; m_ij = s_ij - s_{i,y_i} + δ for j ≠ y_i and
m_{i,y_i} = 0 measure by how much class j comes too close to the right one. Both machines minimise

    P(W) = Σ_i c_i h_i + reg ‖W‖²,   h_i = Σ_{j≠y_i} max(0, m_ij)   (Weston-Watkins)
                                    h_i = max_j m_ij                (Crammer-Singer)

with c_i = 1/n, or a weight for each point. With multipliers α_ij ≥ 0 and
W(α) = Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ / (2 reg), the dual is to maximise

    D(α) = δ Σ_{j≠y_i} α_ij - reg ‖W(α)‖²   subject to  α_ij ≤ c_i   or   Σ_j α_ij = c_i.

An interior-point method finds who is zero, bounded and free; linear systems for the free ones then
make the solution exact. Lecture 8 derives the losses.
"""

from __future__ import annotations

import numpy as np

__all__ = ["KINDS", "objective", "solve"]

KINDS = ("weston-watkins", "crammer-singer")


def objective(W, X, y, *, kind, reg, delta=1.0, weight=None):
    """Σ_i c_i h_i + reg ‖W‖² for W (K, d), X (n, d), class indices y (n,), c = weight (n,)."""
    m = _excess(X @ W.T, y, delta)
    loss = np.maximum(m, 0.0).sum(axis=1) if kind == "weston-watkins" else m.max(axis=1)
    mean = loss.mean() if weight is None else weight @ loss
    return float(mean + reg * (W * W).sum())


def solve(X, y, n_classes, *, kind, reg, delta=1.0, weight=None):
    """W (K, d), multipliers α (n, K), primal and dual objective, and iterations.

    X (n, d) carries its column of ones already, if there is to be one; y (n,) holds 0 … K-1;
    weight (n,) is positive and sums to one.
    """
    weight = np.full(len(X), 1.0 / len(X)) if weight is None else weight
    problem = _Problem(X, y, n_classes, kind, reg, delta, weight)
    alpha, free, iterations = _interior(problem)
    best = _polish(problem, alpha, free)
    W = problem.W(best)
    return W, best, *problem.objectives(best), iterations


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
        """Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ, shape (K, d)."""
        return (self.own * alpha.sum(axis=1, keepdims=True) - alpha).T @ self.X

    def W(self, alpha):
        return self.pull(alpha) / (2.0 * self.reg)

    def excess(self, W, delta=None):
        return _excess(self.X @ W.T, self.y, self.delta if delta is None else delta)

    def objectives(self, alpha):
        W = self.W(alpha)
        primal = objective(
            W,
            self.X,
            self.y,
            kind=self.kind,
            reg=self.reg,
            delta=self.delta,
            weight=self.c[:, 0],
        )
        return primal, float(self.delta * alpha[~self.own].sum() - self.reg * (W * W).sum())


# -- interior point ----------------------------------------------------------------------------
def _interior(problem, *, tol=1e-10, max_iter=80):
    """α near the optimum, and which of its entries are free, by Mehrotra's method.

    Conditions: m + z - v = 0 (v ≥ 0 belongs to α ≤ c; for Crammer-Singer v is the same in each
    row, ξ_i, and Σ_j α_ij = c), α z = μ, (c - α) v = μ, with μ → 0.
    """
    p, boxed = problem, problem.boxed
    use = ~p.own if boxed else np.ones_like(p.own)
    alpha = np.where(use, 0.5 * p.c if boxed else p.c / p.k, 1.0)
    m = p.excess(p.W(np.where(use, alpha, 0.0)))
    xi = m.max(axis=1, keepdims=True) + 0.1
    v = np.where(use, np.maximum(m, 0.0) + 0.1, 1.0) if boxed else xi
    z = np.where(use, v - m, 1.0)
    best, iterations = np.inf, 0
    for _ in range(max_iter):
        iterations += 1
        A = np.where(use, alpha, 0.0)
        m = p.excess(p.W(A))
        residual = np.where(use, m + z - v, 0.0)
        # rounding can bring α to its bound, which an interior point never reaches
        room = np.where(use, np.maximum(p.c - alpha, 1e-20 * p.c), 1.0)
        products = (A * z).sum() + ((room * v)[use].sum() if boxed else 0.0)
        primal, dual = p.objectives(A)
        if primal - dual < best:
            best, result = primal - dual, A
            free = use & (alpha / p.c > z) & ((room / p.c > v) | (not boxed))
        if primal - dual <= tol * primal or products <= 1e-14 * primal:
            break
        D = np.where(use, 1.0 / (z / alpha + (v / room if boxed else 0.0)), 0.0)
        step = _Step(p, D)
        mu = products / (use.sum() * (2 if boxed else 1))

        def direction(target_A, target_v, step=step, s=(alpha, z, v, room, residual)):
            alpha, z, v, room, residual = s
            rho = residual + target_A / alpha - z
            if boxed:
                rho = rho - target_v / room + v
            change = step(rho)
            z_change = (target_A - z * change) / alpha - z
            if boxed:
                return change, z_change, (target_v + v * change) / room - v
            return change, z_change, step.xi_change

        def longest(change, z_change, v_change, s=(alpha, z, v, room)):
            alpha, z, v, room = s
            worst = max((-change / alpha)[use].max(), (-z_change / z)[use].max())
            if boxed:
                worst = max(worst, (change / room)[use].max(), (-v_change / v)[use].max())
            return min(1.0, 0.995 / worst) if worst > 0 else 1.0

        change, z_change, v_change = direction(0.0, 0.0)
        t = longest(change, z_change, v_change)
        predicted = ((alpha + t * change) * (z + t * z_change))[use].sum()
        if boxed:
            predicted += ((room - t * change) * (v + t * v_change))[use].sum()
        target = mu * min(1.0, (predicted / products)) ** 3
        change, z_change, v_change = direction(
            target - change * z_change, target + change * v_change if boxed else 0.0
        )
        t = longest(change, z_change, v_change)
        alpha = np.where(use, alpha + t * change, 1.0)
        z = np.where(use, z + t * z_change, 1.0)
        v = v + t * v_change
    return result, free, iterations


class _Step:
    """Newton directions for one set of weights D (n, K): (2 reg + T D Tᵀ) dW = T D ρ.

    T is the map `pull`. Point i contributes H_i ⊗ x_i x_iᵀ with a K × K matrix H_i.
    """

    def __init__(self, problem, D):
        p = self.p = problem
        self.D = D
        n, k, d = p.n, p.k, p.X.shape[1]
        total = D.sum(axis=1)
        H = np.zeros((n, k, k))
        H[:, np.arange(k), np.arange(k)] = D
        if p.boxed:
            rows = np.arange(n)
            H[rows, p.y, :] -= D
            H[rows, :, p.y] -= D
            H[rows, p.y, p.y] += total
        else:
            H -= D[:, :, None] * (D / total[:, None])[:, None, :]
        M = np.empty((k * d, k * d))
        for a in range(k):
            weighted = (H[:, a, : a + 1, None] * p.X[:, None, :]).reshape(n, -1)
            rows = slice(a * d, (a + 1) * d)
            M[rows, : (a + 1) * d] = p.X.T @ weighted
            M[: (a + 1) * d, rows] = M[rows, : (a + 1) * d].T
        self.M = M
        self.M.flat[:: k * d + 1] += 2.0 * p.reg
        self.total = total[:, None]

    def spread(self, q):
        if self.p.boxed:
            return self.D * q
        self.xi_change = (self.D * q).sum(axis=1, keepdims=True) / self.total
        return self.D * (q - self.xi_change)

    def __call__(self, rho):
        p = self.p
        right = p.pull(self.spread(rho)).ravel()
        dW = np.linalg.solve(self.M, right).reshape(p.k, -1)
        return self.spread(rho + p.excess(dW, 0.0))


# -- exact finish ------------------------------------------------------------------------------
def _polish(problem, alpha, free, *, max_iter=30):
    """The free multipliers from a linear system; who does not fit is exchanged; the best α seen.

    A free entry has m_ij = 0 (Weston-Watkins) or m_ij = ξ_i (Crammer-Singer).
    """
    p = problem
    bounded = ~free & (alpha > 0.5 * p.c)
    best = alpha
    primal, dual = p.objectives(alpha)
    least = primal - dual
    for _ in range(max_iter):
        if not p.boxed:
            # a row with one free entry only has all its weight there
            single = free.sum(axis=1) == 1
            bounded[single] = free[single]
            free = free & ~single[:, None]
            bounded[free.any(axis=1)] = False
        at = np.where(bounded, p.c, 0.0)
        i, j = np.nonzero(free)
        if len(i):
            at[i, j] = _solve_free(p, at, i, j)
        inside = np.clip(at, 0.0, p.c)
        if not p.boxed:
            inside *= p.c / inside.sum(axis=1, keepdims=True)
        primal, dual = p.objectives(inside)
        if abs(primal - dual) < least:
            best, least = inside, abs(primal - dual)
        m = p.excess(p.W(at))
        slack = 1e-11 * (p.delta + np.abs(m).max())
        under = free & (at < 0.0)
        over = free & (at > p.c) & p.boxed
        level = 0.0
        if not p.boxed:
            active = free | bounded
            level = np.where(active, m, -np.inf).max(axis=1, keepdims=True)
        join = ~free & ~bounded & (m > level + slack) & (~p.own | (not p.boxed))
        leave = bounded & (m < -slack) if p.boxed else bounded & join.any(axis=1, keepdims=True)
        if not (under.any() or over.any() or join.any() or leave.any()):
            break
        bounded = (bounded & ~leave) | over
        free = (free & ~under & ~over) | join | leave
    return best


def _solve_free(p, at, i, j):
    """Multipliers of the entries (i, j) that put each of them exactly on its margin."""
    c = np.eye(p.k)[p.y[i]] - np.eye(p.k)[j]
    G = (c @ c.T) * (p.X[i] @ p.X[i].T) / (2.0 * p.reg)
    target = p.excess(p.W(at))[i, j]
    # a ridge at the level of rounding, for the case of more free entries than dimensions
    G.flat[:: len(i) + 1] += 1e-13 * G.diagonal().max()
    if p.boxed:
        return np.linalg.solve(G, target)
    points, row = np.unique(i, return_inverse=True)
    m, size = len(i), len(i) + len(points)
    system = np.zeros((size, size))
    system[:m, :m] = G
    system[np.arange(m), m + row] = system[m + row, np.arange(m)] = 1.0
    return np.linalg.solve(system, np.append(target, p.c[points, 0]))[:m]
