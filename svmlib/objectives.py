"""Primal and dual objective, slack, the best bias, C and λ (lectures 3 and 6).

Primal (lecture 3) and dual (lecture 6), with f = K(α∘y) + b in the kernel case:

    P(w, b) = ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i))
    D(α)    = Σ α_i - ½ (α∘y)ᵀ K (α∘y),      0 ≤ α_i ≤ C_i,  Σ α_i y_i = 0.

Where both hold, P - D is the duality gap: an upper bound on how far from optimal the two are. `C`
multiplies the slack and nothing else. It may be one number or an array with one bound per point.
Labels are -1 and +1. A function raises TypeError or ValueError for other labels, for shapes that do
not fit, and for a C with a negative or infinite entry or no positive one.
Cortes, Vapnik (1995), Support-vector networks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_box, check_gram, check_scalar, check_signs, check_vector
from svmlib.geometry import functional_margin


def slack(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return the slack of each point, ξ_i = max(0, 1 - y_i (w·x_i + b)), shape (n,).

    It is the shortfall from a functional margin of 1, and the hinge loss of that margin.

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.slack([1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1]).tolist()
    [0.0, 0.75, 2.0]
    """
    return np.maximum(0.0, 1.0 - functional_margin(w, b, X, y))


def primal(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, C: ArrayLike) -> float:
    """Return the primal objective ½‖w‖² + Σ C_i ξ_i, a float, with b not penalised.

    Arguments are as in `svmlib.geometry.functional_margin`.

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.primal([1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1], C=2)
    6.0
    """
    xi = slack(w, b, X, y)
    return float(0.5 * np.sum(np.square(w, dtype=float)) + check_box(C, len(xi)) @ xi)


def dual(alpha: ArrayLike, K: ArrayLike, y: ArrayLike) -> float:
    """Return the dual objective D(α) = Σ α_i - ½ (α∘y)ᵀ K (α∘y), a float.

    α and y have shape (n,), the Gram matrix K (n, n). For a linear machine it is X @ X.T. The value
    is a lower bound on the primal whenever K is positive semidefinite, 0 ≤ α_i ≤ C_i and
    Σ α_i y_i = 0. Otherwise it is only a number.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib import objectives
    >>> X, y = np.array([[1.0], [-1.0]]), [1, -1]
    >>> objectives.dual([0.5, 0.5], X @ X.T, y)
    0.5
    """
    alpha, K, y = _check_dual(alpha, K, y)
    beta = alpha * y
    return float(alpha.sum() - 0.5 * beta @ (K @ beta))


def primal_from_dual(
    alpha: ArrayLike, K: ArrayLike, y: ArrayLike, C: ArrayLike, b: float | None = None
) -> float:
    """Return the primal objective at w = Σ α_i y_i φ(x_i), a float.

    It is ½ βᵀKβ + Σ C_i max(0, 1 - y_i ((Kβ)_i + b)) with β = α∘y, and with the best b, or the
    midpoint of all best ones, if b is left out.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib import objectives
    >>> X, y = np.array([[1.0], [-1.0]]), [1, -1]
    >>> objectives.primal_from_dual([0.25, 0.25], X @ X.T, y, C=1)
    1.125
    """
    alpha, K, y = _check_dual(alpha, K, y)
    C = check_box(C, len(y))
    beta = alpha * y
    g = K @ beta
    b = middle(*bias_interval(g, y, C)) if b is None else check_scalar(b, "b")
    return float(0.5 * beta @ g + C @ np.maximum(0.0, 1.0 - y * (g + b)))


def bias_interval(g: np.ndarray, y: np.ndarray, C: np.ndarray) -> tuple[float, float]:
    """Return the interval (lo, hi) of b that minimise Σ C_i max(0, 1 - y_i (g_i + b)).

    The scores without b are g. The sum is convex and has a kink at y_i - g_i for each point. An end
    is infinite only if a class is missing, or has C_i = 0.
    """
    # far to the left every positive point counts, with slope -C_i, and each kink adds C_i
    kink, y, C = (values[C > 0] for values in (y - g, y, C))
    order = np.argsort(kink)
    ends = np.concatenate([[-np.inf], kink[order], [np.inf]])
    slope = np.cumsum(np.concatenate([[-C[y > 0].sum()], C[order]]))
    rounding = (len(C) + 1) * np.finfo(float).eps * C.sum()
    lo = ends[np.argmax(slope >= -rounding)]
    above = slope > rounding
    return float(lo), float(ends[np.argmax(above)] if above.any() else np.inf)


def middle(lo: float, hi: float) -> float:
    """Return the midpoint, or the finite end if the other one is infinite, or 0 if both are."""
    finite = [end for end in (lo, hi) if np.isfinite(end)]
    return sum(finite) / max(1, len(finite))


def C_from_lambda(lam: float, n: int, form: str = "mean") -> float:
    """Return the C with the same minimiser: 1/λ (form="sum") or 1/(nλ) (form="mean").

    For C in the place of λ it returns λ. See lecture 3, three scalings of one objective.

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
    if form not in ("sum", "mean"):
        raise ValueError(f'form must be "sum" or "mean", but is {form!r}')
    return 1.0 / lam if form == "sum" else 1.0 / (n * lam)


def _check_dual(alpha, K, y):
    K = check_gram(K)
    y = check_signs(y, len(K))
    return check_vector(alpha, "alpha", length=len(y)), K, y
