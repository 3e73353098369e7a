"""Primal and dual objective, slack, C and λ (lectures 3 and 6).

Primal (lecture 3) and dual (lecture 6), with f = K(α∘y) + b in the kernel case:

    P(w, b) = ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i))
    D(α)    = Σ α_i - ½ (α∘y)ᵀ K (α∘y),      0 ≤ α_i ≤ C_i,  Σ α_i y_i = 0.

Where both hold, P - D is the duality gap: an upper bound of how far from optimal both are. `C`
multiplies the slack and nothing else. It may be one number, an array with one bound per point, or
`np.inf` for a hard margin. Cortes, Vapnik (1995), Support-vector networks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_box, check_scalar
from svmlib.geometry import functional_margin
from svmlib.optimality import PointReport as PointReport
from svmlib.optimality import bias_interval, check_dual, middle
from svmlib.optimality import point_report as point_report


def slack(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Slack of each point, ξ_i = max(0, 1 - y_i (w·x_i + b)), shape (n,).

    What is missing to a functional margin of 1; the hinge loss of that margin.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit or a label is not -1 or +1.

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.slack([1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1]).tolist()
    [0.0, 0.75, 2.0]
    """
    return np.maximum(0.0, 1.0 - functional_margin(w, b, X, y))


def primal(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, C: ArrayLike) -> float:
    """Primal objective ½‖w‖² + Σ C_i ξ_i, a float; b is not penalised.

    Parameters
    ----------
    w, b, X, y
        As in `svmlib.geometry.functional_margin`.
    C : float or array_like, shape (n,)
        With ``np.inf`` the value is inf as soon as one slack exceeds rounding.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, a label is not -1 or +1, or C has a negative entry or no positive one.

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.primal([1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1], C=2)
    6.0
    """
    xi = slack(w, b, X, y)
    return 0.5 * float(np.sum(np.square(w, dtype=float))) + _penalty(xi, check_box(C, len(xi)))


def dual(alpha: ArrayLike, K: ArrayLike, y: ArrayLike) -> float:
    """Dual objective D(α) = Σ α_i - ½ (α∘y)ᵀ K (α∘y), a float.

    A lower bound of the primal whenever K is positive semidefinite, 0 ≤ α_i ≤ C_i and
    Σ α_i y_i = 0; otherwise it is only a number.

    Parameters
    ----------
    alpha : array_like, shape (n,)
    K : array_like, shape (n, n)
        Gram matrix; X @ X.T for a linear machine.
    y : array_like, shape (n,)
        Labels -1 and +1.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit or a label is not -1 or +1.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib import objectives
    >>> X, y = np.array([[1.0], [-1.0]]), [1, -1]
    >>> objectives.dual([0.5, 0.5], X @ X.T, y)
    0.5
    """
    alpha, K, y = check_dual(alpha, K, y)
    beta = alpha * y
    return float(alpha.sum() - 0.5 * beta @ (K @ beta))


def primal_from_dual(
    alpha: ArrayLike, K: ArrayLike, y: ArrayLike, C: ArrayLike, b: float | None = None
) -> float:
    """Primal objective at w = Σ α_i y_i φ(x_i), a float.

    ½ βᵀKβ + Σ C_i max(0, 1 - y_i ((Kβ)_i + b)) with β = α∘y.

    Where C_i is infinite, (w, b) is first stretched until those points reach a functional
    margin of 1, so that the value is a true upper bound of the hard-margin optimum; it is inf if
    one of them is on the wrong side (lecture 6, the duality gap).

    Parameters
    ----------
    alpha, K, y
        As in `dual`.
    C : float or array_like, shape (n,)
    b : float, optional
        None takes the best one, or the midpoint of all that are best.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, a label is not -1 or +1, or C has a negative entry or no positive one.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib import objectives
    >>> X, y = np.array([[1.0], [-1.0]]), [1, -1]
    >>> objectives.primal_from_dual([0.25, 0.25], X @ X.T, y, C=1)
    1.125
    """
    alpha, K, y = check_dual(alpha, K, y)
    C = check_box(C, len(y))
    beta = alpha * y
    g = K @ beta
    b = middle(*bias_interval(g, y, C)) if b is None else check_scalar(b, "b")
    margins, half_norm2 = y * (g + b), 0.5 * float(beta @ g)
    hard = np.isinf(C)
    if hard.any() and margins[hard].min() < 1:
        worst = margins[hard].min()
        if worst <= 0:
            return np.inf
        margins, half_norm2 = margins / worst, half_norm2 / worst**2
        margins[hard] = np.maximum(margins[hard], 1.0)
    return half_norm2 + _penalty(np.maximum(0.0, 1.0 - margins), C)


def C_from_lambda(lam: float, n: int, form: str = "mean") -> float:
    """C of the objective that has the same minimiser: 1/λ (form="sum") or 1/(nλ) ("mean").

    Lecture 3, three scalings of one objective.

    Raises
    ------
    ValueError
        If `lam` or `n` is not positive, or `form` is neither "sum" nor "mean".

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.C_from_lambda(0.125, n=4), objectives.C_from_lambda(0.125, n=4, form="sum")
    (2.0, 8.0)
    """
    lam, n = check_scalar(lam, "lam", positive=True), check_scalar(n, "n", positive=True)
    return 1.0 / lam if _is_sum(form) else 1.0 / (n * lam)


def lambda_from_C(C: float, n: int, form: str = "mean") -> float:
    """λ of the objective that has the same minimiser: 1/C (form="sum") or 1/(nC) ("mean").

    Raises
    ------
    ValueError
        If `C` or `n` is not positive, or `form` is neither "sum" nor "mean".

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.lambda_from_C(2, n=4)
    0.125
    """
    C, n = check_scalar(C, "C", positive=True), check_scalar(n, "n", positive=True)
    return 1.0 / C if _is_sum(form) else 1.0 / (n * C)


def _is_sum(form):
    if form not in ("sum", "mean"):
        raise ValueError(f'form must be "sum" or "mean", but is {form!r}')
    return form == "sum"


def _penalty(xi, C):
    """Σ C_i ξ_i, where infinity times a slack of rounding size counts as nothing."""
    hard = np.isinf(C)
    if (xi[hard] > 1e-9).any():
        return np.inf
    return float(C[~hard] @ xi[~hard])
