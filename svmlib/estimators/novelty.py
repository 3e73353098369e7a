"""OneClassSVM: what is like the points seen so far, and what is new (lecture 13).

With φ(x)·φ(z) = k(x, z) it looks for a plane w·φ(x) = ρ that has most points on the far side from
the origin; a point with w·φ(x) < ρ counts as new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, OutlierMixin

from svmlib._checks import check_scalar
from svmlib.estimators._base import DEFAULT_KERNEL, KernelExpansion, with_shared_attributes
from svmlib.estimators._inputs import check_points, check_weight
from svmlib.kernels import Kernel
from svmlib.solvers.certificate import DualProblem, warn
from svmlib.solvers.constants import NEGLIGIBLE, TINY

FLOOR = 1e-7  # of the largest ½‖w‖²: what a gap is relative to, well above rounding, if w is 0
SURROUNDED = (
    "w = 0: in feature space the origin lies among the points, and no plane parts them from it; "
    "take a kernel whose values are positive, such as RBF"
)


@with_shared_attributes
class OneClassSVM(KernelExpansion, OutlierMixin, BaseEstimator):
    """One-class machine: minimises ½‖w‖² - νn ρ + Σ max(0, ρ - w·φ(x_i)) (lecture 13).

    Its dual is: minimise ½ αᵀKα subject to 0 ≤ α_i ≤ 1 and Σα = νn, scikit-learn's scaling (that of
    Schölkopf et al. is 1/νn times this, and so are their w and ρ). At most νn training points have
    f(x) < 0, and at least νn are support vectors. With sample weights, the bounds are the weights
    and n is their sum.

    Parameters
    ----------
    nu : float
        Bound of the share of training points that count as new, 0 < ν ≤ 1. The default calls
        nearly half of them new. How many later points are new it does not bound.
    kernel : Kernel, str or callable
        As in KernelSVM.
    {stop}
    max_bytes : float
        Bytes for values of the kernel, as in KernelSVM.

    Attributes
    ----------
    alpha_ : ndarray, shape (n,)
        Multipliers α_i of all training points: 0 inside, 1 outside, between them on the border.
    support_ : ndarray of int, shape (s,)
        Indices of the support vectors, the points with α_i > 0.
    n_support_ : ndarray of int, shape (1,)
        How many these are.
    {vectors}
    dual_coef_ : ndarray, shape (1, s)
        α_i of the support vectors.
    offset_ : float
        ρ, in offset_interval_, as a rule in its middle.
    offset_interval_ : tuple of float
        (lo, hi), which holds every optimal ρ; hi is infinite for ν = 1.
    intercept_ : ndarray, shape (1,)
        -ρ.
    {certificate}
    {inputs}

    Notes
    -----
    Schölkopf, Platt, Shawe-Taylor, Smola and Williamson (2001). The objectives are negative, as the
    dual is maximised: dual_ = -½ αᵀKα. The gap is relative to the size of the primal objective, or
    to a ten millionth of ½(νn)² max k(x, x) where that is larger. Bring the columns to one scale
    first: nothing warns of a column whose large units decide alone.

    Examples
    --------
    >>> from svmlib import OneClassSVM
    >>> from svmlib.kernels import RBF
    >>> X = [[0.1], [0.2], [0.3], [0.4], [0.5], [0.6], [0.7], [0.8], [0.9], [5.0]]
    >>> OneClassSVM(nu=0.3, kernel=RBF(sigma=1)).fit(X).predict([[0.5], [2.0], [5.0]]).tolist()
    [1, -1, -1]
    """

    def __init__(
        self,
        *,
        nu: float = 0.5,
        kernel: Kernel | str | Callable = DEFAULT_KERNEL,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
        max_bytes: float = 4e8,
    ) -> None:
        self.nu = nu
        self._keep_settings(kernel, tol, max_iter, max_bytes)

    def fit(self, X: ArrayLike, y: object = None, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d), or a Gram matrix (n, n); y is ignored.

        Warns
        -----
        ConvergenceWarning
            If w = 0: the origin is among the points of feature space, and nothing tells them apart.
        """
        X = check_points(self, X)
        weight = check_weight(X, sample_weight)
        nu = check_scalar(self.nu, "nu", positive=True)
        if nu > 1.0:
            raise ValueError(f"nu is a share of the points and must be at most 1, but is {nu:g}")
        total, none = nu * float(weight.sum()), np.zeros(len(weight))
        K, points = self._kernel_and_points(X, weight)
        squares = K.diagonal() if points is None else K.diagonal(points)
        # half of ‖w‖² is at most this
        most = 0.5 * total**2 * float(np.abs(squares).max())
        problem = DualProblem(
            none, none, weight, total, max(FLOOR * most, TINY), cure="scale the features"
        )
        solution = self._solve(K, points, problem)
        if -solution.dual <= max(NEGLIGIBLE * most, TINY):
            warn(SURROUNDED)
        self.alpha_, lo_hi = solution.beta, solution.bias_interval
        self.offset_, self.offset_interval_ = -solution.b, (-lo_hi[1], -lo_hi[0])
        self.intercept_ = np.array([solution.b])
        self._keep_solution(solution, solution.beta)
        self._keep_vectors(X)
        self._remark(K, points, self.alpha_, np.where(weight > 0.0, np.inf, 0.0), np.inf, "")
        return self

    def score_samples(self, X: ArrayLike) -> np.ndarray:
        """w·φ(x) = Σ α_i k(x_i, x) for each row of X, shape (n,).

        It is ρ on the border: a relative difference up to 1e-9 is rounding.
        """
        scores = self._expansion(X)
        border = np.abs(scores - self.offset_) <= NEGLIGIBLE * abs(self.offset_)
        return np.where(border, self.offset_, scores)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f(x) = w·φ(x) - ρ for each row of X, shape (n,): negative for what is new."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: ArrayLike) -> np.ndarray:
        """+1 for each row of X that is like the training points, f(x) ≥ 0; -1 for what is new."""
        return np.where(self.decision_function(X) >= 0.0, 1, -1)
