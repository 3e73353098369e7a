"""Coordinate ascent and SMO on the dual, written to be read (lecture 7).

`coordinate_ascent` moves one multiplier at a time, which needs a bias that is regularised or
absent. A free bias gives the dual the constraint Σ α_i y_i = 0, and `smo` moves a working set of
two multipliers at a time. Both maximise

    D(α) = Σ_i α_i - ½ Σ_ij α_i α_j y_i y_j k(x_i, x_j),     0 ≤ α_i ≤ C,

below the primal P(w, b) = ½‖w‖² + C Σ_i max(0, 1 - y_i f(x_i)), and stop when the gap P - D is
proven small. With a regularised bias k + 1 replaces k, and ‖w‖² + b² replaces ‖w‖². The sum form of
lecture 4, λ/2‖w‖² + Σ hinge, is P/C at λ = 1/C: divide a history by C to compare. A bad argument,
labels other than -1 and +1, one class only or a K that is not square and symmetric raise TypeError
or ValueError.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import (
    INDEFINITE,
    check_choice,
    check_count,
    check_gram_pair,
    check_pair,
    check_scalar,
)
from svmlib._threads import one_thread

WORKING_SETS = ("second-order", "first-order", "random")
PAIR = [("i", int), ("j", int)]
PAIR += [(name, float) for name in ("change", "primal", "dual", "gap")]
FLAT = 1e-12  # the least curvature, for two points that nearly agree in feature space


@dataclass(frozen=True)
class Ascent:
    """The result of a dual ascent.

    Attributes
    ----------
    alpha : ndarray (n,)
    w : ndarray (d,) or None
        Σ α_i y_i x_i, or None for `smo`, which only sees the Gram matrix.
    b : float
    primal, dual, gap : ndarray (k + 1,)
        P, D and P - D before the first and after each epoch (`coordinate_ascent`) or each step
        (`smo`).
    n_iter : int
        k, the number of epochs or steps.
    converged : bool
        Whether gap ≤ tol · primal was reached. `smo` never reports it if the dual is not concave.
    steps : structured ndarray or None
        For `smo` one row a step: ``i`` and ``j``, ``change`` (of β_i = y_i α_i), ``primal``,
        ``dual``, ``gap`` after it. ``pandas.DataFrame(steps)`` shows it as a table.
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


def ascent_step(alpha_i: float, margin_i: float, square_i: float, C: float) -> float:
    r"""Return the best α_i when all other multipliers stay.

    .. math:: \alpha_i \leftarrow \min\Big(C, \max\Big(0,\ \alpha_i
       + \frac{1 - y_i\, w \cdot x_i}{\|x_i\|^2}\Big)\Big)

    Along coordinate i, D(α + δ e_i) = D(α) + δ (1 - y_i w·x_i) - ½ δ² ‖x_i‖² is a parabola with its
    top at δ = (1 - y_i w·x_i)/‖x_i‖². Clipping its argument to the box gives the constrained
    maximum. For x_i = 0 it is a line of slope 1, and α_i = C. The arguments are α_i, y_i w·x_i,
    ‖x_i‖² and C.

    Examples
    --------
    >>> from svmlib.dual import ascent_step
    >>> ascent_step(alpha_i=0.5, margin_i=0.0, square_i=4.0, C=1.0)
    0.75
    """
    if square_i == 0.0:
        return C
    return min(C, max(0.0, alpha_i + (1.0 - margin_i) / square_i))


@one_thread()
def coordinate_ascent(
    X: ArrayLike,
    y: ArrayLike,
    C: float,
    *,
    bias: str = "regularised",
    epochs: int = 1000,
    tol: float = 1e-6,
    free_sweeps: int = 0,
    seed: int = 0,
) -> Ascent:
    r"""Maximise D one multiplier at a time, in a new random order each epoch.

    .. math:: \alpha_i \leftarrow \operatorname{clip}\Big(\alpha_i
       + \frac{1 - y_i\, w \cdot x_i}{\|x_i\|^2},\, 0,\, C\Big), \qquad
       w \leftarrow w + (\alpha_i^{\text{new}} - \alpha_i^{\text{old}})\, y_i x_i .

    Keeping w = Σ α_i y_i x_i up to date makes a step O(d). Without the second update w and the
    primal stay at their start, P = nC (569 C on the breast cancer data). The printed gap P - D
    still closes, because D, computed from that w, climbs to nC, but it certifies nothing. Hsieh,
    Chang, Lin, Keerthi, Sundararajan (2008), A dual coordinate descent method for large-scale
    linear SVM.

    Parameters
    ----------
    X, y, C : array (n, d), array (n,), float
    bias : "regularised" or "none"
        A column of ones is added to X and its weight penalised, or there is no b at all. A free
        bias needs two multipliers at a time, as in `smo`.
    epochs, tol : int, float
        Stop after so many passes over the data, or after an epoch with P - D ≤ tol · P.
    free_sweeps : int
        Passes over the multipliers strictly between 0 and C after each epoch. Soon it is clear
        which multipliers are at 0 and which at C. The few others settle slowly, and these passes
        are cheap.
    seed : int

    Examples
    --------
    >>> from svmlib.dual import coordinate_ascent
    >>> run = coordinate_ascent([[0.0], [2.0], [5.0]], [-1, 1, 1], C=1.0)
    >>> run.converged, round(float(run.dual[-1]), 4)
    (True, 0.9)
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
    Z = y[:, None] * (X if bias == "none" else np.column_stack([X, np.ones(len(X))]))
    squares, everybody = np.einsum("ij,ij->i", Z, Z), np.arange(len(y))
    alpha, w = np.zeros(len(y)), np.zeros(Z.shape[1])
    rng = np.random.default_rng(seed)
    history = [_objectives(w @ w, Z @ w, alpha.sum(), C)]

    for _ in range(epochs):
        for sweep in range(1 + free_sweeps):
            points = np.flatnonzero((alpha > 0) & (alpha < C)) if sweep else everybody
            for i in rng.permutation(points):
                new = ascent_step(alpha[i], Z[i] @ w, squares[i], C)
                w += (new - alpha[i]) * Z[i]
                alpha[i] = new
        # w has collected the rounding of every step, so the next epoch starts from its definition
        w = alpha @ Z
        primal, _, gap = values = _objectives(w @ w, Z @ w, alpha.sum(), C)
        history.append(values)
        converged = bool(gap <= tol * primal)
        if converged:
            break

    w, b = (w, 0.0) if bias == "none" else (w[:-1], float(w[-1]))
    return Ascent(alpha, w, b, *np.array(history).T, len(history) - 1, converged)


def _objectives(square, margins, total, C):
    """Return P = ½‖w‖² + C Σ max(0, 1 - m_i), D = Σα - ½‖w‖² and P - D, from ‖w‖², m_i and Σα."""
    primal = 0.5 * square + C * np.maximum(0.0, 1.0 - margins).sum()
    dual = total - 0.5 * square
    return primal, dual, primal - dual


def pair_step(gap_ij: float, curvature: float, room_i: float, room_j: float) -> float:
    r"""Return the best step by which to move β_i up and β_j down together.

    .. math:: t = \min\Big(\frac{g_i - g_j}{K_{ii} + K_{jj} - 2 K_{ij}},
       \ B_i - \beta_i,\ \beta_j - A_j\Big)

    With β = yα and g = y - Kβ, D(β + t(e_i - e_j)) = D(β) + t (g_i - g_j) - ½ t² (K_ii + K_jj -
    2K_ij) is again a parabola, cut off where β_i or β_j first meets its bound. The arguments are
    g_i - g_j, κ_ij = K_ii + K_jj - 2K_ij, B_i - β_i and β_j - A_j.

    Examples
    --------
    >>> from svmlib.dual import pair_step
    >>> pair_step(gap_ij=2.0, curvature=4.0, room_i=1.0, room_j=0.3)
    0.3
    """
    return min(gap_ij / max(curvature, FLAT), room_i, room_j)


@one_thread()
def smo(
    K: ArrayLike,
    y: ArrayLike,
    C: float,
    *,
    tol: float = 1e-6,
    max_iter: int = 100_000,
    working_set: str = "second-order",
    seed: int = 0,
) -> Ascent:
    r"""Maximise D two multipliers at a time, with a free bias: sequential minimal optimisation.

    In β_i = y_i α_i the constraint reads Σ β_i = 0, the box is A_i ≤ β_i ≤ B_i (0 and C for y_i =
    +1, -C and 0 for y_i = -1), and the gradient is

    .. math:: g = y - K\beta .

    g_i is the bias that puts point i exactly on its margin. A point whose β_i may grow asks for
    b ≥ g_i, a point whose β_j may shrink for b ≤ g_j. So β is optimal when no g_i of the first kind
    exceeds a g_j of the second, and b is then anything between. Any i, j out of order make a step
    uphill (`pair_step`). The working set decides which pair is taken:

    * "random": some i and j out of order. This is the bare idea.
    * "first-order": the largest g_i - g_j, the pair that violates most. Keerthi et al. (2001).
    * "second-order": the same i, and the j with the largest predicted gain, (g_i - g_j)²/κ_ij with
      κ_ij = K_ii + K_jj - 2K_ij. Fan, Chen, Lin (2005).

    Every step is recorded, and ``w`` is None. Platt (1998), Sequential minimal optimization: a fast
    algorithm for training support vector machines.

    Parameters
    ----------
    K : array (n, n)
        Gram matrix, symmetric, and positive semidefinite at least on Σβ_i = 0: vᵀKv ≥ 0 for all v
        with Σv_i = 0. A free bias needs no more, so -‖x_i - x_j‖ is allowed.
    y, C : array (n,), float
    tol : float
        Stop when P - D ≤ tol · P with the b in the middle of the two bounds.
    max_iter, working_set, seed : int, str, int
        The seed is for the random working set.

    Warns
    -----
    ConvergenceWarning
        If K, beyond rounding, is not positive semidefinite on Σβ_i = 0. Then the dual is not
        concave, no gap counts, and `converged` is False.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.dual import smo
    >>> X = np.array([[0.0], [2.0], [5.0]])
    >>> run = smo(X @ X.T, [-1, 1, 1], C=10.0)
    >>> run.alpha.round(6).tolist(), round(run.b, 6), run.n_iter
    ([0.5, 0.5, 0.0], -1.0, 1)
    """
    K, y = check_gram_pair(K, y)
    C = check_scalar(C, "C", positive=True)
    tol = check_scalar(tol, "tol", at_least=0)
    max_iter = check_count(max_iter, "max_iter")
    check_choice(working_set, "working_set", WORKING_SETS)
    rng = np.random.default_rng(seed)
    A, B = np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0)
    beta, g = np.zeros(len(y)), y.copy()
    concave = _is_concave(K)
    # without concavity no gap counts, and the search ends where no step leads up
    enough, moved, history, steps = 0.0 if concave else tol, (), [], []

    for n_iter in range(max_iter + 1):
        up, down = np.flatnonzero(beta < B), np.flatnonzero(beta > A)
        most, least = g[up].max(), g[down].min()
        b = 0.5 * (most + least)
        scores = y - g  # Kβ, and βᵀKβ is ‖w‖²
        primal, _, gap = values = _objectives(beta @ scores, y * (scores + b), y @ beta, C)
        history.append(values)
        if moved:
            steps.append((*moved, *values))
        converged = concave and bool(gap <= tol * primal)
        if converged or most - least <= enough or n_iter == max_iter:
            break
        i, j = _pair(working_set, g, up, down, K, rng)
        kappa = K[i, i] + K[j, j] - 2 * K[i, j]
        room_i, room_j = B[i] - beta[i], beta[j] - A[j]
        t = pair_step(g[i] - g[j], kappa, room_i, room_j)
        # land exactly on a bound, so that "at the bound" needs no tolerance
        beta[i] = B[i] if t == room_i else beta[i] + t
        beta[j] = A[j] if t == room_j else beta[j] - t
        g -= t * (K[:, i] - K[:, j])
        moved = i, j, t

    if not concave:
        from sklearn.exceptions import ConvergenceWarning

        warnings.warn(INDEFINITE, ConvergenceWarning, stacklevel=3)
    columns, steps = np.array(history).T, np.array(steps, dtype=PAIR)
    return Ascent(y * beta, None, float(b), *columns, n_iter, converged, steps)


def _is_concave(K):
    """Return whether vᵀKv ≥ 0 for Σv = 0, up to rounding: no eigenvalue of HKH is below 0."""
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    values = np.linalg.eigvalsh(centred)
    hidden = 1e-9 * values[-1] + len(K) * np.finfo(float).eps * np.abs(K).max()
    return bool(values[0] >= -hidden)


def _pair(working_set, g, up, down, K, rng):
    """Pick i among the β_i that can grow and j among those that can shrink, with g_i > g_j."""
    if working_set == "random":
        i = rng.choice(up[g[up] > g[down].min()])
        return i, rng.choice(down[g[down] < g[i]])
    i = up[g[up].argmax()]
    if working_set == "first-order":
        return i, down[g[down].argmin()]
    below = down[g[down] < g[i]]
    kappa = np.maximum(K[i, i] + K[below, below] - 2.0 * K[i, below], FLAT)
    return i, below[((g[i] - g[below]) ** 2 / kappa).argmax()]
