"""The two objectives of the support vector machine and what certifies a solution.

Primal (lecture 3) and dual (lecture 5), with f = K(α∘y) + b in the kernel case:

    P(w, b) = ½‖w‖² + Σ C_i max(0, 1 - y_i f(x_i))
    D(α)    = Σ α_i - ½ (α∘y)ᵀ K (α∘y),      0 ≤ α_i ≤ C_i,  Σ α_i y_i = 0.

`C` multiplies the slack and nothing else. It may be one number, an array with one bound per
point, or `np.inf` for a hard margin. All tolerances are relative to C.
"""

from typing import NamedTuple

import numpy as np

from svmlib._validation import (
    check_box,
    check_matrix,
    check_scalar,
    check_signs,
    check_vector,
)
from svmlib.geometry import functional_margin


def slack(w, b, X, y):
    """Slack of each point, ξ_i = max(0, 1 - y_i (w·x_i + b)), shape (n,).

    What is missing to a functional margin of 1; the hinge loss of that margin.

    Raises
    ------
    ValueError
        If shapes do not fit or a label is not -1 or +1.

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 3.
    """
    return np.maximum(0.0, 1.0 - functional_margin(w, b, X, y))


def primal(w, b, X, y, C):
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
    ValueError
        If shapes do not fit, a label is not -1 or +1, or C is not positive.

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 3.
    """
    xi = slack(w, b, X, y)
    return 0.5 * float(np.sum(np.square(w, dtype=float))) + _penalty(xi, check_box(C, len(xi)))


def primal_lambda(w, b, X, y, lam, form="mean"):
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
    """
    lam = check_scalar(lam, "lam", positive=True)
    xi = slack(w, b, X, y)
    count = 1 if _is_sum(form) else len(xi)
    return 0.5 * lam * float(np.sum(np.square(w, dtype=float))) + float(xi.sum()) / count


def dual(alpha, K, y):
    """Dual objective D(α) = Σ α_i - ½ (α∘y)ᵀ K (α∘y), a float.

    A lower bound of the primal whenever 0 ≤ α_i ≤ C_i and Σ α_i y_i = 0; outside it is only a
    number, which is why `duality_gap` checks first.

    Parameters
    ----------
    alpha : array_like, shape (n,)
    K : array_like, shape (n, n)
        Gram matrix; X @ X.T for a linear machine.
    y : array_like, shape (n,)
        Labels -1 and +1.

    Raises
    ------
    ValueError
        If shapes do not fit or a label is not -1 or +1.

    References
    ----------
    Cortes, Vapnik (1995), Support-vector networks. Lecture 5.
    """
    alpha, K, y = _check_dual(alpha, K, y)
    beta = alpha * y
    return float(alpha.sum() - 0.5 * beta @ (K @ beta))


def primal_from_dual(alpha, K, y, C, b=None):
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
    ValueError
        If shapes do not fit, a label is not -1 or +1, or C is not positive.

    References
    ----------
    Lecture 5, the duality gap.
    """
    alpha, K, y = _check_dual(alpha, K, y)
    C = check_box(C, len(y))
    beta = alpha * y
    g = K @ beta
    b = _middle(*_bias_interval(g, y, C)) if b is None else check_scalar(b, "b")
    margins, half_norm2 = y * (g + b), 0.5 * float(beta @ g)
    hard = np.isinf(C)
    if hard.any() and margins[hard].min() < 1:
        worst = margins[hard].min()
        if worst <= 0:
            return np.inf
        margins, half_norm2 = margins / worst, half_norm2 / worst**2
        margins[hard] = np.maximum(margins[hard], 1.0)
    return half_norm2 + _penalty(np.maximum(0.0, 1.0 - margins), C)


def duality_gap(alpha, K, y, C, b=None, *, relative=False):
    """Duality gap P - D at the multipliers α: an upper bound of how far from optimal both are.

    P = `primal_from_dual`, D = `dual`; ``relative=True`` divides by P, which gives a number
    from 0 (optimal) to 1 (as at α = 0) whenever D ≥ 0.

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
        If α leaves [0, C] or, unless b = 0, Σ α_i y_i ≠ 0 by more than 1e-6 of C:
        then D is no lower bound and the difference certifies nothing.

    References
    ----------
    Boyd, Vandenberghe (2004), Convex Optimization, section 5.5. Lecture 5.
    """
    alpha, K, y = _check_dual(alpha, K, y)
    _check_feasible(alpha, y, check_box(C, len(y)), balanced=b is None or b != 0)
    P, D = primal_from_dual(alpha, K, y, C, b), dual(alpha, K, y)
    gap = P - D
    if not relative:
        return gap
    return gap / P if np.isfinite(P) and P > 0 else gap


def kkt_residual(alpha, K, y, C, b=None):
    """Largest violation of the KKT conditions, a dimensionless float; 0 exactly at an optimum.

    With the unit s_i = min(C_i, max α), a_i = α_i / s_i and the functional margins m_i it is the
    largest of

        |a_i - clip(a_i + 1 - m_i, 0, C_i / s_i)|   for each point, and   |Σ α_i y_i| / max s.

    The first vanishes just where α_i = 0 and m_i ≥ 1, or 0 < α_i < C_i and m_i = 1, or α_i = C_i
    and m_i ≤ 1: a violation is measured by the multiplier, as a part of that unit, or by the
    margin, whichever is smaller. The unit is C unless C is larger than every multiplier.

    Parameters
    ----------
    alpha, K, y, C, b
        As in `duality_gap`; ``b=0`` leaves out the second term likewise.

    Raises
    ------
    ValueError
        If shapes do not fit, a label is not -1 or +1, or C is not positive.

    References
    ----------
    Kuhn, Tucker (1951), Nonlinear programming. Lecture 5.
    """
    alpha, K, y = _check_dual(alpha, K, y)
    C = check_box(C, len(y))
    scale = _multiplier_scale(alpha, C)
    g = K @ (alpha * y)
    bias = _middle(*_bias_interval(g, y, C)) if b is None else check_scalar(b, "b")
    a = alpha / scale
    target = np.clip(a + 1.0 - y * (g + bias), 0.0, C / scale)
    worst = float(np.abs(a - target).max())
    balance = 0.0 if b is not None and b == 0 else abs(float(alpha @ y)) / float(scale.max())
    return max(worst, balance)


def optimal_bias(alpha, K, y, C):
    """All biases that minimise the primal for the w of these multipliers: the interval (lo, hi).

    b ↦ Σ C_i max(0, 1 - y_i (g_i + b)), g = K(α∘y), is convex and piecewise linear with a kink
    at b = y_i - g_i for each point; the minimisers are the interval between the kinks where its
    slope turns from negative to positive. With a free support vector, 0 < α_i < C_i, an optimal
    α gives lo = hi, the usual b = y_i - g_i; with none the interval is often a real one and the
    estimators take its midpoint. It is never empty and never NaN; an end is ±inf only if one
    class is missing (or has C_i = 0).

    For a hard margin lo and hi are the tightest constraints, b ≥ 1 - g_i and b ≤ -1 - g_i, or,
    where an inexact α leaves none feasible, twice the b with the largest smallest margin.

    Parameters
    ----------
    alpha, K, y, C
        As in `primal_from_dual`.

    Returns
    -------
    lo, hi : float

    Raises
    ------
    ValueError
        If shapes do not fit, a label is not -1 or +1, or C is not positive.

    References
    ----------
    Burges, Crisp (1999), Uniqueness of the SVM solution. Lecture 5.
    """
    alpha, K, y = _check_dual(alpha, K, y)
    return _bias_interval(K @ (alpha * y), y, check_box(C, len(y)))


class PointReport(NamedTuple):
    """What `point_report` returns: one entry per point in each array, shape (n,)."""

    margin: np.ndarray
    slack: np.ndarray
    position: np.ndarray
    multiplier: np.ndarray


def point_report(alpha, f, y, C, *, tol=1e-6):
    """Where each point lies and what its multiplier says.

    position    "outside" (y f > 1), "on the margin" (y f = 1), "inside" (0 < y f < 1) or
                "wrong side" (y f ≤ 0, the decision line included)
    multiplier  "zero" (α = 0), "free" (0 < α < C), "bounded" (α = C), or "degenerate": α = 0
                although the point is on the margin

    Parameters
    ----------
    alpha, f, y : array_like, shape (n,)
        Multipliers, scores f(x_i), labels -1 and +1.
    C : float or array_like, shape (n,)
    tol : float
        Equality of y f with 1, and of α with 0 or C in units of C or of the largest α,
        whichever is smaller.

    Raises
    ------
    ValueError
        If shapes do not fit, a label is not -1 or +1, or C is not positive.

    References
    ----------
    Lecture 5, what a multiplier says about its point.
    """
    y = check_signs(y)
    alpha = check_vector(alpha, "alpha", length=len(y))
    m = y * check_vector(f, "f", length=len(y))
    C = check_box(C, len(y))
    on = np.abs(m - 1.0) <= tol
    position = np.select(
        [on, m > 1, m > 0], ["on the margin", "outside", "inside"], default="wrong side"
    )
    margin_of_error = tol * _multiplier_scale(alpha, C)
    zero, bounded = alpha <= margin_of_error, alpha >= C - margin_of_error
    multiplier = np.select(
        [zero & on, zero, bounded], ["degenerate", "zero", "bounded"], default="free"
    )
    return PointReport(m, np.maximum(0.0, 1.0 - m), position, multiplier)


def C_from_lambda(lam, n, form="mean"):
    """C of the objective that has the same minimiser: 1/λ (form="sum") or 1/(nλ) ("mean").

    Raises
    ------
    ValueError
        If `lam` or `n` is not positive, or `form` is neither "sum" nor "mean".

    References
    ----------
    Lecture 3, three scalings of one objective.
    """
    lam, n = check_scalar(lam, "lam", positive=True), check_scalar(n, "n", positive=True)
    return 1.0 / lam if _is_sum(form) else 1.0 / (n * lam)


def lambda_from_C(C, n, form="mean"):
    """λ of the objective that has the same minimiser: 1/C (form="sum") or 1/(nC) ("mean").

    Raises
    ------
    ValueError
        If `C` or `n` is not positive, or `form` is neither "sum" nor "mean".
    """
    C, n = check_scalar(C, "C", positive=True), check_scalar(n, "n", positive=True)
    return 1.0 / C if _is_sum(form) else 1.0 / (n * C)


def sigma_from_gamma(gamma):
    """Width σ of exp(-‖x-z‖²/(2σ²)) for scikit-learn's exp(-γ‖x-z‖²): 1/√(2γ)."""
    return 1.0 / np.sqrt(2.0 * check_scalar(gamma, "gamma", positive=True)).item()


def gamma_from_sigma(sigma):
    """scikit-learn's γ of exp(-γ‖x-z‖²) for the width σ of exp(-‖x-z‖²/(2σ²)): 1/(2σ²)."""
    return 1.0 / (2.0 * check_scalar(sigma, "sigma", positive=True) ** 2)


def _is_sum(form):
    if form not in ("sum", "mean"):
        raise ValueError(f'form must be "sum" or "mean", but is {form!r}')
    return form == "sum"


def _check_dual(alpha, K, y):
    y = check_signs(y)
    K = check_matrix(K, "K", columns=None)
    if K.shape != (len(y), len(y)):
        raise ValueError(
            f"K must be the Gram matrix of shape ({len(y)}, {len(y)}), but came with shape "
            f"{K.shape}; for a linear machine it is X @ X.T"
        )
    return check_vector(alpha, "alpha", length=len(y)), K, y


def _check_feasible(alpha, y, C, *, balanced):
    scale = _multiplier_scale(alpha, C)
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


def _multiplier_scale(alpha, C):
    """The unit of each multiplier: the largest one present, but at most C_i.

    C alone would not do: when it is huge every multiplier is small beside it, and all of them
    would pass for zero.
    """
    largest = np.abs(alpha).max()
    unit = np.minimum(C, largest) if largest > 0 else C
    return np.where(np.isfinite(unit) & (unit > 0), unit, largest if largest > 0 else 1.0)


def _penalty(xi, C):
    """Σ C_i ξ_i, where infinity times a slack of rounding size counts as nothing."""
    hard = np.isinf(C)
    if (xi[hard] > 1e-9).any():
        return np.inf
    return float(C[~hard] @ xi[~hard])


def _bias_interval(g, y, C):
    kink = y - g
    hard = np.isinf(C)
    soft = ~hard & (C > 0)
    lo, hi = _soft_interval(kink[soft], y[soft], C[soft])
    at_least = kink[hard & (y > 0)].max(initial=-np.inf)
    at_most = kink[hard & (y < 0)].min(initial=np.inf)
    if at_least > at_most:
        at_least = at_most = 0.5 * (at_least + at_most)
    return float(np.clip(lo, at_least, at_most)), float(np.clip(hi, at_least, at_most))


def _soft_interval(kink, y, C):
    """Where the slope of Σ C_i max(0, 1 - y_i (g_i + b)) passes through zero."""
    # far to the left every positive point counts, with slope -C_i; each kink passed adds C_i
    order = np.argsort(kink)
    ends = np.concatenate([[-np.inf], kink[order], [np.inf]])
    slope = np.cumsum(np.concatenate([[-C[y > 0].sum()], C[order]]))
    rounding = (len(C) + 1) * np.finfo(float).eps * C.sum()
    lo = ends[np.argmax(slope >= -rounding)]
    above = slope > rounding
    hi = ends[np.argmax(above)] if above.any() else np.inf
    return lo, hi


def _middle(lo, hi):
    """The midpoint; the finite end if the other one is infinite; 0 if both are."""
    if np.isfinite(lo) and np.isfinite(hi):
        return 0.5 * (lo + hi)
    return lo if np.isfinite(lo) else hi if np.isfinite(hi) else 0.0
