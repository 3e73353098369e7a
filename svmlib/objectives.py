"""Primal and dual objective, slack, the duality gap, C and λ (lectures 3 and 6).

Primal (lecture 3) and dual (lecture 6), with f = K(α∘y) + b in the kernel case:

    P(w, b) = ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i))
    D(α)    = Σ α_i - ½ (α∘y)ᵀ K (α∘y),      0 ≤ α_i ≤ C_i,  Σ α_i y_i = 0.

`C` multiplies the slack and nothing else. It may be one number, an array with one bound per
point, or `np.inf` for a hard margin. Tolerances on multipliers are relative to C or to the
largest multiplier, whichever is smaller.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from svmlib._validation import check_box, check_scalar
from svmlib.geometry import functional_margin
from svmlib.optimality import (
    PointReport,
    bias_interval,
    check_dual,
    kkt_residual,
    middle,
    multiplier_scale,
    optimal_bias,
    point_report,
)

__all__ = [
    "C_from_lambda",
    "PointReport",
    "dual",
    "duality_gap",
    "gamma_from_sigma",
    "kkt_residual",
    "lambda_from_C",
    "optimal_bias",
    "point_report",
    "primal",
    "primal_from_dual",
    "primal_lambda",
    "sigma_from_gamma",
    "slack",
]


def slack(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Slack of each point, ξ_i = max(0, 1 - y_i (w·x_i + b)), shape (n,).

    What is missing to a functional margin of 1; the hinge loss of that margin.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit or a label is not -1 or +1.

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 3.

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
    w : array_like, shape (d,)
    b : float
    X : array_like, shape (n, d)
    y : array_like, shape (n,)
        Labels -1 and +1.
    C : float or array_like, shape (n,)
        With ``np.inf`` the value is inf as soon as one slack exceeds rounding.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, a label is not -1 or +1, or C has a negative entry or no positive one.

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 3.

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.primal([1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1], C=2)
    6.0
    """
    xi = slack(w, b, X, y)
    return 0.5 * float(np.sum(np.square(w, dtype=float))) + _penalty(xi, check_box(C, len(xi)))


def primal_lambda(
    w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, lam: float, form: str = "mean"
) -> float:
    """The same objective written with λ on ‖w‖², a float.

    form="sum":   (λ/2)‖w‖² + Σ ξ_i  = λ · primal(C = 1/λ)
    form="mean":  (λ/2)‖w‖² + (1/n) Σ ξ_i = λ · primal(C = 1/(nλ))

    Raises
    ------
    ValueError
        If `lam` is not positive, `form` is neither, or shapes or labels do not fit.

    References
    ----------
    Shalev-Shwartz et al. (2011), Pegasos. Lectures 3 and 4.

    Examples
    --------
    >>> from svmlib import objectives
    >>> w, b, X, y = [1, 0], 0, [[2, 0], [0.25, 0], [1, 0]], [1, 1, -1]
    >>> objectives.primal_lambda(w, b, X, y, lam=0.5, form="sum")
    3.0
    """
    lam = check_scalar(lam, "lam", positive=True)
    xi = slack(w, b, X, y)
    count = 1 if _is_sum(form) else len(xi)
    return 0.5 * lam * float(np.sum(np.square(w, dtype=float))) + float(xi.sum()) / count


def dual(alpha: ArrayLike, K: ArrayLike, y: ArrayLike) -> float:
    """Dual objective D(α) = Σ α_i - ½ (α∘y)ᵀ K (α∘y), a float.

    A lower bound of the primal whenever K is positive semidefinite, 0 ≤ α_i ≤ C_i and
    Σ α_i y_i = 0; otherwise it is only a number, which is why `duality_gap` checks α first (K it
    takes on trust).

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

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 6.

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
    one of them is on the wrong side.

    Parameters
    ----------
    alpha, K, y
        As in `dual`.
    C : float or array_like, shape (n,)
    b : float, optional
        None takes the best one, the midpoint of `optimal_bias`.

    Raises
    ------
    TypeError, ValueError
        If shapes do not fit, a label is not -1 or +1, or C has a negative entry or no positive one.

    References
    ----------
    Lecture 6, the duality gap.

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


def duality_gap(
    alpha: ArrayLike,
    K: ArrayLike,
    y: ArrayLike,
    C: ArrayLike,
    b: float | None = None,
    *,
    relative: bool = False,
) -> float:
    """Duality gap P - D at the multipliers α: an upper bound of how far from optimal both are.

    P = `primal_from_dual`, D = `dual`; ``relative=True`` divides by P, which for finite P > 0 and
    D ≥ 0 gives a number from 0 (optimal) to 1 (as at α = 0). Where P is inf, as that of a hard
    margin is until (w, b) separates the data, so is the gap.

    Parameters
    ----------
    alpha, K, y, C
        As in `primal_from_dual`; α must be feasible.
    b : float, optional
        None takes the best one. ``b=0`` also certifies the machine without a bias (or with the
        bias as a weight of a constant feature), for which Σ α_i y_i = 0 is not required.

    Raises
    ------
    ValueError
        If α leaves [0, C] or, unless b = 0, Σ α_i y_i differs from 0, by more than 1e-6 of C or of
        the largest multiplier, whichever is smaller: then D is no lower bound and the difference
        certifies nothing.

    References
    ----------
    Boyd, Vandenberghe (2004), Convex Optimization, section 5.5. Lecture 6.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib import objectives
    >>> X, y = np.array([[1.0], [-1.0]]), [1, -1]
    >>> [objectives.duality_gap([a, a], X @ X.T, y, C=1) for a in (0.25, 0.5)]
    [0.75, 0.0]
    """
    alpha, K, y = check_dual(alpha, K, y)
    _check_feasible(alpha, y, check_box(C, len(y)), balanced=b is None or b != 0)
    P, D = primal_from_dual(alpha, K, y, C, b), dual(alpha, K, y)
    gap = P - D
    if not relative:
        return gap
    return gap / P if np.isfinite(P) and P > 0 else gap


def C_from_lambda(lam: float, n: int, form: str = "mean") -> float:
    """C of the objective that has the same minimiser: 1/λ (form="sum") or 1/(nλ) ("mean").

    Raises
    ------
    ValueError
        If `lam` or `n` is not positive, or `form` is neither "sum" nor "mean".

    References
    ----------
    Lecture 3, three scalings of one objective.

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


def sigma_from_gamma(gamma: float) -> float:
    """Width σ of exp(-‖x-z‖²/(2σ²)) for scikit-learn's exp(-γ‖x-z‖²): 1/√(2γ).

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.sigma_from_gamma(2)
    0.5
    """
    return 1.0 / np.sqrt(2.0 * check_scalar(gamma, "gamma", positive=True)).item()


def gamma_from_sigma(sigma: float) -> float:
    """scikit-learn's γ of exp(-γ‖x-z‖²) for the width σ of exp(-‖x-z‖²/(2σ²)): 1/(2σ²).

    Examples
    --------
    >>> from svmlib import objectives
    >>> objectives.gamma_from_sigma(0.5)
    2.0
    """
    return 1.0 / (2.0 * check_scalar(sigma, "sigma", positive=True) ** 2)


def _is_sum(form):
    if form not in ("sum", "mean"):
        raise ValueError(f'form must be "sum" or "mean", but is {form!r}')
    return form == "sum"


def _check_feasible(alpha, y, C, *, balanced):
    scale = multiplier_scale(alpha, C)
    outside = np.maximum(-alpha, alpha - C) / scale
    if outside.max() > 1e-6:
        i = int(outside.argmax())
        raise ValueError(
            f"alpha must satisfy 0 ≤ alpha ≤ C, but alpha[{i}] is {alpha[i]:g} with C = {C[i]:g}"
        )
    if balanced and abs(alpha @ y) > 1e-6 * scale.max():
        raise ValueError(
            f"alpha must satisfy Σ alpha_i y_i = 0, but the sum is {alpha @ y:g}; pass b=0 for a "
            "machine whose bias is absent or regularised"
        )


def _penalty(xi, C):
    """Σ C_i ξ_i, where infinity times a slack of rounding size counts as nothing."""
    hard = np.isinf(C)
    if (xi[hard] > 1e-9).any():
        return np.inf
    return float(C[~hard] @ xi[~hard])
