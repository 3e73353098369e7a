"""Weston and Watkins, Crammer and Singer: several classes in one problem, exactly (lecture 10).

Scores are s_ij = w_j·x_i, one row of W for each class. m_ij = s_ij - s_{i,y_i} + δ for j ≠ y_i and
m_{i,y_i} = 0 measure by how much class j comes too close to the right one. The machines minimise

    P(W) = Σ_i c_i h_i + reg ‖W‖²,   h_i = Σ_{j≠y_i} max(0, m_ij)   (Weston-Watkins)
                                    h_i = max_j m_ij                (Crammer-Singer)

with c_i = 1/n, or a weight for each point. With multipliers α_ij ≥ 0 and
W(α) = Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ / (2 reg), the dual is to maximise

    D(α) = δ Σ_{j≠y_i} α_ij - reg ‖W(α)‖²   subject to  α_ij ≤ c_i   or   Σ_j α_ij = c_i.

An interior-point method solves the two problems at once. P(W) - D(α) certifies any W, feasible α.
Weston and Watkins (1999), Crammer and Singer (2001).
"""

from typing import NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib.solvers import constants
from svmlib.solvers.certificate import relative_gap
from svmlib.solvers.constants import EPS, TINY

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
    """Return Σ_i c_i h_i + reg ‖W‖² for W (K, d), X (n, d), class indices y, c = weight (n,)."""
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

    X (n, d) already has its column of ones, if there is to be one, y (n,) holds 0 … K-1, and
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
    # turned to its principal axes, X has columns at right angles, as unequal as they are
    U, sizes, axes = np.linalg.svd(X, full_matrices=False)
    turned = _Problem(U * sizes, y, n_classes, kind, reg, delta, weight)
    with np.errstate(all="ignore"):  # the gap shows the effect of an overflow
        n_iter = _interior(turned, axes, best)
    gap = relative_gap(best.primal, best.dual, problem.noise(best.W, best.alpha))
    return JointSolution(best.W, best.alpha, best.primal, best.dual, gap, n_iter)


def _excess(S, y, delta):
    """Return m_ij = s_ij - s_{i,y_i} + δ, and 0 for j = y_i."""
    rows = np.arange(len(y))
    m = S - S[rows, y][:, None] + delta
    m[rows, y] = 0.0
    return m


class _Problem:
    """Data and the two linear maps α → W and W → m, where c_i bounds the multipliers of point i."""

    def __init__(self, X, y, n_classes, kind, reg, delta, weight):
        self.X, self.y, self.reg, self.delta = X, y, reg, delta
        self.n, self.k, self.c = len(X), n_classes, weight[:, None]
        self.kind, self.boxed = kind, kind == "weston-watkins"
        self.own = np.zeros((self.n, n_classes), dtype=bool)
        self.own[np.arange(self.n), y] = True

    def pull(self, alpha):
        """Return Σ_ij α_ij (e_{y_i} - e_j) x_iᵀ, (K, d), in which α_{i,y_i} cancels."""
        others = np.where(self.own, 0.0, alpha)
        return (self.own * others.sum(axis=1, keepdims=True) - others).T @ self.X

    def excess(self, W, delta=None):
        return _excess(self.X @ W.T, self.y, self.delta if delta is None else delta)

    def primal(self, W):
        given = dict(kind=self.kind, reg=self.reg, delta=self.delta, weight=self.c[:, 0])
        return objective(W, self.X, self.y, **given)

    def feasible(self, alpha):
        """Return α within its bounds, where α_{i,y_i} takes the remainder (Crammer-Singer)."""
        alpha = np.where(self.own, 0.0, np.clip(alpha, 0.0, self.c))
        if self.boxed:
            return alpha
        alpha = alpha * (self.c / np.maximum(alpha.sum(axis=1, keepdims=True), self.c))
        return np.where(self.own, np.maximum(self.c - alpha.sum(1, keepdims=True), 0.0), alpha)

    def dual(self, alpha):
        V = self.pull(alpha)
        return float(self.delta * alpha[~self.own].sum() - (V * V).sum() / (4.0 * self.reg))

    def noise(self, W, alpha):
        """Return a bound on the rounding of P(W) and D(α)."""
        scores, own = np.abs(self.X) @ np.abs(W).T, self.own
        each = np.where(own, 0.0, 4.0 * EPS * (scores + scores[own][:, None] + self.delta))
        m = self.excess(W)
        grown, losses = np.maximum(m + each, 0.0), np.maximum(m, 0.0)
        growth = (grown - losses).sum(axis=1) if self.boxed else grown.max(1) - losses.max(1)
        others = np.where(own, 0.0, alpha)
        pulled = (own * others.sum(axis=1, keepdims=True) + others).T @ np.abs(self.X)
        # V may be nothing but rounding, which a tiny reg enlarges
        off = 4.0 * EPS * pulled
        squares = (off * (2.0 * np.abs(self.pull(alpha)) + off)).sum() / (4.0 * self.reg)
        sums = self.reg * (W * W).sum() + self.delta * others.sum()
        return float(self.c[:, 0] @ growth + squares + 4.0 * EPS * sums)


class _Best:
    """The least P(W) and the largest D(α) seen, as any W and any feasible α bound the optimum.

    W is not quite W(α): α is rounded, and 1 / (2 reg) enlarges that, but D counts its square.
    """

    def __init__(self, problem):
        self.problem, self.W = problem, np.zeros((problem.k, problem.X.shape[1]))
        self.alpha, self.dual = problem.feasible(np.zeros_like(problem.c)), 0.0
        self.primal = problem.primal(self.W)

    def offer(self, W, alpha):
        """Keep the better P and D, up to rounding, and return the gap of the pair."""
        alpha = self.problem.feasible(alpha)
        primal, dual = self.problem.primal(W), self.problem.dual(alpha)
        slack = constants.ROUNDING * min(primal, self.primal)
        if primal <= self.primal + slack < np.inf:
            self.W, self.primal = W, primal
        if dual >= self.dual - slack:
            self.alpha, self.dual = alpha, dual
        return primal - dual


def _interior(problem, axes, best):
    """Give `best` iterates that come ever nearer to the optimum, and return their number.

    Conditions: 2 reg W = T α, T being the map `pull`; m + z - v = 0 (v ≥ 0 belongs to α ≤ c; for
    Crammer-Singer v is ξ_i in the whole row, and Σ_j α_ij = c); α z = (c - α) v = μ, and μ → 0.
    Mehrotra, SIAM J. Optim. 2 (1992)::

        repeat until P - D is small, or μ is rounding
            predictor: the Newton direction for μ = 0, and how far it leads
            corrector: the direction for the μ that this promises, and what bends
            almost all the way to the first α, z, c - α or v that reaches 0
    """
    p, boxed = problem, problem.boxed
    # for Weston-Watkins α_{i,y_i} and its slacks are carried along, but no step uses them
    use = ~p.own if boxed else np.ones_like(p.own)
    # the start is α in the middle of its bounds, and W(θ α) with the best θ ≤ 1 for D, where
    # D(θ α) = θ δ Σ α - θ² ‖V‖² / (4 reg)
    alpha = np.repeat(0.5 * p.c if boxed else p.c / p.k, p.k, axis=1)
    V = p.pull(alpha)
    theta = 2.0 * p.reg * p.delta * alpha[~p.own].sum() / max((V * V).sum(), TINY)
    W = min(1.0, theta) * V / (2.0 * p.reg)
    m = p.excess(W)
    v = np.maximum(m, 0.0) if boxed else m.max(axis=1, keepdims=True)
    v = constants.START_SLACK * p.delta + v
    z = v - m
    n_iter = 0
    while n_iter < constants.JOINT_STEPS:
        n_iter += 1
        residual = p.excess(W) + z - v
        # rounding can put α onto its bound, which an interior point never reaches
        room = np.maximum(p.c - alpha, constants.CLOSEST * p.c)
        products = (alpha * z)[use].sum() + ((room * v)[use].sum() if boxed else 0.0)
        gap = best.offer(W @ axes, alpha)
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
    return n_iter


class _Direction:
    """Newton directions for one set of weights D (n, K): (2 reg + T D Tᵀ) dW = T D ρ + rest.

    T is the map `pull` and rest = T α - 2 reg W. Point i contributes L_i ⊗ x_i x_iᵀ, where the
    K × K matrix L_i is the Laplacian of a graph between the classes, L_ab = -w_ab and
    L_aa = Σ_b w_ab: a star around y_i with weights D_ij, or (if ξ_i is eliminated) all pairs
    with D_a D_b / Σ_j D_j.
    """

    def __init__(self, problem, D, rest):
        p = self.problem = problem
        n, k, d = p.n, p.k, p.X.shape[1]
        self.D, self.rest, self.total = D, rest, D.sum(axis=1, keepdims=True)
        pairs = np.zeros((n, k, k)) if p.boxed else D[:, :, None] * (D / self.total)[:, None, :]
        if p.boxed:
            pairs[p.own] = D
            pairs.swapaxes(1, 2)[p.own] = D
        each = np.arange(k)
        pairs[:, each, each] = 0.0
        L = -pairs
        L[:, each, each] = pairs.sum(axis=2)
        # no right-hand side has a part that is common to all classes, so weight on it is harmless
        L += pairs.sum(axis=(1, 2))[:, None, None] / k**2
        M = self.M = np.empty((k * d, k * d))
        for a in range(k):
            weighted = (L[:, a, : a + 1, None] * p.X[:, None, :]).reshape(n, -1)
            rows = slice(a * d, (a + 1) * d)
            M[rows, : (a + 1) * d] = p.X.T @ weighted
            M[: (a + 1) * d, rows] = M[rows, : (a + 1) * d].T
        M.flat[:: k * d + 1] += 2.0 * p.reg

    def split(self, q):
        """Return D (q - dξ) and dξ, which Weston-Watkins has not."""
        xi = (self.D * q).sum(axis=1, keepdims=True) / self.total
        xi = 0.0 if self.problem.boxed else xi
        return self.D * (q - xi), xi

    def __call__(self, rho):
        """Return dW, dα = D (ρ - Tᵀ dW - dξ) and dξ."""
        p = self.problem
        rest = self.rest + p.pull(self.split(rho)[0])
        dW = _solved(self.M, rest.ravel()).reshape(rest.shape)
        return dW - dW.mean(axis=0), *self.split(rho + p.excess(dW, 0.0))


def _solved(M, right):
    """Return x with M x = right for a symmetric M, or the shortest least-squares solution."""
    size = np.sqrt(np.abs(M.diagonal()))
    size[size == 0.0] = 1.0
    scaled, right = M / size / size[:, None], right / size
    try:
        return np.linalg.solve(scaled, right) / size
    except np.linalg.LinAlgError:
        return np.linalg.lstsq(scaled, right, rcond=None)[0] / size
