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

from typing import NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib.solvers import constants
from svmlib.solvers.certificate import relative_gap
from svmlib.solvers.constants import EPS
from svmlib.solvers.interior import interior, solved

KINDS = ("weston-watkins", "crammer-singer")


class JointSolution(NamedTuple):
    """W (K, d), multipliers α (n, K), objectives, their relative gap, interior point's steps."""

    W: np.ndarray
    alpha: np.ndarray
    primal: float
    dual: float
    gap: float
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
    """Σ_i c_i h_i + reg ‖W‖² for W (K, d), X (n, d), class indices y (n,), c = weight (n,)."""
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
        free, n_iter = interior(turned, axes, best)
        _polish(problem, best, free)
    gap = relative_gap(best.primal, best.dual, problem.noise(best.W, best.alpha))
    return JointSolution(best.W, best.alpha, best.primal, best.dual, gap, n_iter)


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

    def noise(self, W, alpha):
        """What rounding may do to P(W) and D(α)."""
        scores, own = np.abs(self.X) @ np.abs(W).T, self.own
        each = np.where(own, 0.0, 4.0 * EPS * (scores + scores[own][:, None] + self.delta))
        m = self.excess(W)
        grown, losses = np.maximum(m + each, 0.0), np.maximum(m, 0.0)
        growth = (grown - losses).sum(axis=1) if self.boxed else grown.max(1) - losses.max(1)
        others = np.where(own, 0.0, alpha)
        pulled = (own * others.sum(axis=1, keepdims=True) + others).T @ np.abs(self.X)
        # V may be nothing but rounding, which a tiny reg makes much of
        off = 4.0 * EPS * pulled
        squares = (off * (2.0 * np.abs(self.pull(alpha)) + off)).sum() / (4.0 * self.reg)
        sums = self.reg * (W * W).sum() + self.delta * others.sum()
        return float(self.c[:, 0] @ growth + squares + 4.0 * EPS * sums)


class _Best:
    """The least P(W) and the largest D(α) seen: any W and any feasible α bound the optimum.

    W is not quite W(α): α is rounded, and 1 / (2 reg) makes much of that, but D counts its square.
    """

    def __init__(self, problem):
        self.problem, self.W = problem, np.zeros((problem.k, problem.X.shape[1]))
        self.alpha, self.dual = problem.feasible(np.zeros_like(problem.c)), 0.0
        self.primal = problem.primal(self.W)

    def offer(self, W, alpha):
        """Keep what is better, or worse by no more than rounding; the gap of the pair."""
        alpha = self.problem.feasible(alpha)
        primal, dual = self.problem.primal(W), self.problem.dual(alpha)
        slack = constants.ROUNDING * min(primal, self.primal)
        if primal <= self.primal + slack < np.inf:
            self.W, self.primal = W, primal
        if dual >= self.dual - slack:
            self.alpha, self.dual = alpha, dual
        return primal - dual


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
        gap = abs(best.offer(W, at))
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
        change[i, j] = solved(G, right)[:m]
        at = at + change
        W = W + p.pull(change) / (2.0 * p.reg)
    return at, W
