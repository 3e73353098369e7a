"""Two ways up the dual, written to be read (lecture 7).

`coordinate_ascent` moves one multiplier at a time; that needs a bias that is regularised or absent.
With a free bias the dual carries the constraint Σ α_i y_i = 0, and `smo` moves two at a time. Both
maximise

    D(α) = Σ_i α_i - ½ Σ_ij α_i α_j y_i y_j k(x_i, x_j),     0 ≤ α_i ≤ C,

below the primal P(w, b) = ½‖w‖² + C Σ_i max(0, 1 - y_i f(x_i)), and stop when the gap P - D is
proven small. The sum form of lecture 4, λ/2‖w‖² + Σ hinge, is P/C at λ = 1/C: divide a history by
C to compare.
"""

from dataclasses import dataclass

import numpy as np

from svmlib._threads import one_thread
from svmlib._validation import (
    check_choice,
    check_count,
    check_gram,
    check_pair,
    check_scalar,
    check_signs,
    is_indefinite,
)
from svmlib.solvers.certificate import INDEFINITE, warn

WORKING_SETS = ("second-order", "first-order", "random")
STEP = [("i", int), ("change", float), ("primal", float), ("dual", float), ("gap", float)]
PAIR = [("i", int), ("j", int), *STEP[1:]]


@dataclass(frozen=True)
class Ascent:
    """What a dual ascent did.

    Attributes
    ----------
    alpha : ndarray (n,)
    w : ndarray (d,) or None
        Σ α_i y_i x_i; None for `smo`, which only sees the Gram matrix.
    b : float
    primal, dual, gap : ndarray (k + 1,)
        P, D and P - D before the first and after each epoch (`coordinate_ascent`) or each step
        (`smo`).
    n_iter : int
        k, the number of epochs or steps.
    converged : bool
        Whether gap ≤ tol · primal was reached.
    steps : structured ndarray or None
        One row a step: ``i`` (and ``j``), ``change`` (of α_i; for `smo` of β_i = y_i α_i),
        ``primal``, ``dual``, ``gap`` after it. ``pandas.DataFrame(steps)`` shows it as a table.
    """

    alpha: np.ndarray
    w: np.ndarray | None
    b: float
    primal: np.ndarray
    dual: np.ndarray
    gap: np.ndarray
    n_iter: int
    converged: bool
    steps: np.ndarray | None = None


# ------------------------------------------------------------------------------- one at a time


def ascent_step(alpha_i, margin_i, square_i, C):
    r"""The best α_i when all other multipliers stay.

    .. math:: \alpha_i \leftarrow \min\Big(C, \max\Big(0,\ \alpha_i
       + \frac{1 - y_i\, w \cdot x_i}{\|x_i\|^2}\Big)\Big)

    Along coordinate i, D(α + δ e_i) = D(α) + δ (1 - y_i w·x_i) - ½ δ² ‖x_i‖² is a parabola with its
    top at δ = (1 - y_i w·x_i)/‖x_i‖²; clipping its argument to the box gives the constrained
    maximum. For x_i = 0 it is a line of slope 1, and α_i = C.

    Parameters
    ----------
    alpha_i, margin_i, square_i, C : float
        α_i, y_i w·x_i, ‖x_i‖² and the upper bound.

    Returns
    -------
    float
    """
    if square_i == 0.0:
        return C
    return min(C, max(0.0, alpha_i + (1.0 - margin_i) / square_i))


@one_thread()
def coordinate_ascent(
    X,
    y,
    C,
    *,
    bias="regularised",
    epochs=1000,
    tol=1e-6,
    free_sweeps=0,
    seed=0,
    keep_steps=False,
):
    r"""Maximise D one multiplier at a time, in a new random order each epoch.

    .. math:: \alpha_i \leftarrow \operatorname{clip}\Big(\alpha_i
       + \frac{1 - y_i\, w \cdot x_i}{\|x_i\|^2},\, 0,\, C\Big), \qquad
       w \leftarrow w + (\alpha_i^{\text{new}} - \alpha_i^{\text{old}})\, y_i x_i .

    Keeping w = Σ α_i y_i x_i up to date makes a step O(d). Forgetting the second update leaves w
    and the primal where they started, at P = nC (569 C on the breast cancer data); the printed gap
    P - D closes all the same as D, computed from that w, climbs to nC, and certifies nothing.

    Parameters
    ----------
    X : array (n, d)
    y : array (n,) of -1 and +1
    C : float
    bias : "regularised" or "none"
        A column of ones is added to X and its weight penalised, or there is no b at all. A free
        bias cannot be had one multiplier at a time; `smo` does that.
    epochs : int
        The most passes over the data.
    tol : float
        Stop when P - D ≤ tol · P, looked at after each epoch.
    free_sweeps : int
        Passes over the multipliers strictly between 0 and C after each epoch. Soon it is known who
        is at 0 and who at C; what remains is the slow agreement of the few others, and these passes
        are cheap.
    seed : int
    keep_steps : bool
        Whether to record every single step, at O(nd) each.

    Returns
    -------
    Ascent

    Raises
    ------
    ValueError
        For a bad argument, labels other than ±1, or one class only.

    References
    ----------
    Hsieh, Chang, Lin, Keerthi, Sundararajan, A dual coordinate descent method for large-scale
    linear SVM (2008); lecture 7.
    """
    X, y = check_pair(X, y)
    C = check_scalar(C, "C", positive=True)
    epochs = check_count(epochs, "epochs")
    tol = check_scalar(tol, "tol", at_least=0)
    free_sweeps = check_count(free_sweeps, "free_sweeps", at_least=0)
    if bias == "free":
        raise ValueError(
            "bias='free' puts Σ α_i y_i = 0 on the multipliers, and one alone cannot move; "
            "use smo, or bias='regularised'"
        )
    check_choice(bias, "bias", ("regularised", "none"))
    signed = y[:, None] * (X if bias == "none" else np.column_stack([X, np.ones(len(X))]))
    squares = np.einsum("ij,ij->i", signed, signed)
    alpha, w = np.zeros(len(y)), np.zeros(signed.shape[1])
    rng = np.random.default_rng(seed)

    def objectives():
        primal = 0.5 * w @ w + C * np.maximum(0.0, 1.0 - signed @ w).sum()
        dual = alpha.sum() - 0.5 * w @ w
        return primal, dual, primal - dual

    history, steps = [objectives()], []

    def sweep(points):
        for i in rng.permutation(points):
            new = ascent_step(alpha[i], signed[i] @ w, squares[i], C)
            change = new - alpha[i]
            if change:
                alpha[i] = new
                w[:] += change * signed[i]
            if keep_steps:
                steps.append((i, change, *objectives()))

    for _ in range(epochs):
        sweep(np.arange(len(y)))
        for _ in range(free_sweeps):
            sweep(np.flatnonzero((alpha > 0) & (alpha < C)))
        # w has collected the rounding of every step; start the next epoch from its definition
        w[:] = alpha @ signed
        history.append(objectives())
        if converged := bool(history[-1][2] <= tol * history[-1][0]):
            break
    primal, dual, gap = np.array(history).T
    b = 0.0 if bias == "none" else float(w[-1])
    return Ascent(
        alpha,
        w if bias == "none" else w[:-1],
        b,
        primal,
        dual,
        gap,
        len(history) - 1,
        converged,
        np.array(steps, dtype=STEP) if keep_steps else None,
    )


# ------------------------------------------------------------------------------- two at a time


def pair_step(gap_ij, curvature, room_i, room_j):
    r"""How far β_i may rise and β_j fall together, at the best.

    .. math:: t = \min\Big(\frac{g_i - g_j}{K_{ii} + K_{jj} - 2 K_{ij}},
       \ U_i - \beta_i,\ \beta_j - L_j\Big)

    With β = yα and g = y - Kβ, D(β + t(e_i - e_j)) = D(β) + t (g_i - g_j) - ½ t² (K_ii + K_jj -
    2K_ij): again a parabola, cut off where the first of the two meets its bound.

    Parameters
    ----------
    gap_ij, curvature, room_i, room_j : float
        g_i - g_j, K_ii + K_jj - 2K_ij, U_i - β_i and β_j - L_j.

    Returns
    -------
    float
    """
    return min(gap_ij / max(curvature, 1e-12), room_i, room_j)


@one_thread()
def smo(K, y, C, *, tol=1e-6, max_iter=100_000, working_set="second-order", seed=0):
    r"""Sequential minimal optimisation: maximise D two multipliers at a time, with a free bias.

    In β_i = y_i α_i the constraint reads Σ β_i = 0, the box is L_i ≤ β_i ≤ U_i (0 and C for y_i =
    +1, -C and 0 for y_i = -1), and the gradient is

    .. math:: g = y - K\beta .

    g_i is the bias that puts point i exactly on its margin. A point whose β_i can still rise asks
    for b ≥ g_i, one whose β_j can still fall for b ≤ g_j. So β is optimal when max g over the first
    ≤ min g over the second, b is anything between the two, and any i, j out of order make a step
    uphill (`pair_step`). Which pair is taken is the working set:

    * "random": some i and j out of order; the bare idea.
    * "first-order": the largest g_i - g_j, the pair that violates most.
    * "second-order": the same i, and the j that gains most in D, (g_i - g_j)²/(K_ii + K_jj -
      2K_ij).

    Parameters
    ----------
    K : array (n, n)
        Gram matrix, symmetric, and positive semidefinite at least on Σβ_i = 0: vᵀKv ≥ 0 for all v
        with Σv_i = 0. That is all a free bias needs; -‖x_i - x_j‖ will do.
    y : array (n,) of -1 and +1
    C : float
    tol : float
        Stop when P - D ≤ tol · P, with the b in the middle of the two bounds.
    max_iter : int
    working_set : str
    seed : int
        For the random working set.

    Returns
    -------
    Ascent
        With ``w`` None and every step recorded.

    Raises
    ------
    ValueError
        For a bad argument, labels other than ±1, one class only, or a K that is not square and
        symmetric.

    Warns
    -----
    ConvergenceWarning
        If K is not positive semidefinite on Σβ_i = 0: the dual is not concave then, no gap counts,
        and `converged` is False.

    References
    ----------
    Platt, Sequential minimal optimization: a fast algorithm for training support vector machines
    (1998); Keerthi, Shevade, Bhattacharyya, Murthy (2001) for the first-order pair; Fan, Chen, Lin,
    Working set selection using second order information (2005); lecture 7.
    """
    K = check_gram(K)
    y = check_signs(y, len(K), both=True)
    C = check_scalar(C, "C", positive=True)
    tol = check_scalar(tol, "tol", at_least=0)
    max_iter = check_count(max_iter, "max_iter")
    check_choice(working_set, "working_set", WORKING_SETS)
    rng = np.random.default_rng(seed)
    lower, upper = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    beta, g, diagonal = np.zeros(len(y)), y.copy(), K.diagonal()
    history, steps, indefinite = [], [], is_indefinite(K)

    while True:
        rising, falling = np.flatnonzero(beta < upper), np.flatnonzero(beta > lower)
        lo, hi = g[rising].max(), g[falling].min()
        b = 0.5 * (lo + hi)
        history.append(_objectives(beta, g, b, y, C))
        if steps:
            steps[-1] += history[-1]
        primal, _, gap = history[-1]
        # without concavity the gap says nothing; a point where no step leads up is all there is
        converged = not indefinite and bool(gap <= tol * primal)
        if converged or len(steps) == max_iter or lo - hi <= (tol if indefinite else 0.0):
            break
        i, j = _pair(working_set, g, rising, falling, K, rng)
        t = pair_step(
            g[i] - g[j],
            diagonal[i] + diagonal[j] - 2 * K[i, j],
            upper[i] - beta[i],
            beta[j] - lower[j],
        )
        # land exactly on a bound, so that "at the bound" needs no tolerance
        beta[i] = upper[i] if t == upper[i] - beta[i] else beta[i] + t
        beta[j] = lower[j] if t == beta[j] - lower[j] else beta[j] - t
        g -= t * (K[:, i] - K[:, j])
        steps.append((i, j, t))

    if indefinite:
        warn(INDEFINITE)
    primal, dual, gap = np.array(history).T
    steps = np.array(steps, dtype=PAIR)
    return Ascent(y * beta, None, float(b), primal, dual, gap, len(steps), converged, steps)


def _objectives(beta, g, b, y, C):
    """P, D and P - D from Kβ = y - g: P = ½ βᵀKβ + C Σ max(0, 1 - y (Kβ + b)), D = yᵀβ - ½ βᵀKβ."""
    scores = y - g
    square = beta @ scores
    primal = 0.5 * square + C * np.maximum(0.0, 1.0 - y * (scores + b)).sum()
    dual = y @ beta - 0.5 * square
    return primal, dual, primal - dual


def _pair(working_set, g, rising, falling, K, rng):
    """Pick i in rising and j in falling with g_i > g_j; `smo` says by which rule."""
    if working_set == "random":
        i = rng.choice(rising[g[rising] > g[falling].min()])
        return i, rng.choice(falling[g[falling] < g[i]])
    i = rising[g[rising].argmax()]
    if working_set == "first-order":
        return i, falling[g[falling].argmin()]
    below = falling[g[falling] < g[i]]
    curvature = np.maximum(K[i, i] + K[below, below] - 2.0 * K[i, below], 1e-12)
    return i, below[((g[i] - g[below]) ** 2 / curvature).argmax()]
