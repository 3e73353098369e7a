"""OneClassSVM: whether a point is like the points seen so far, or new (lecture 13).

With φ(x)·φ(z) = k(x, z) it looks for a plane w·φ(x) = ρ that has most points on the far side from
the origin. A point with w·φ(x) < ρ counts as new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import OutlierMixin

from svmlib._checks import check_scalar
from svmlib.estimators import base
from svmlib.kernels import Kernel
from svmlib.solvers import one_bias
from svmlib.solvers.certificate import DualProblem, warn
from svmlib.solvers.constants import NEGLIGIBLE, TINY

FLOOR = 1e-7  # a gap is relative at least to this share of the largest ½‖w‖², if w is 0
SURROUNDED = (
    "w = 0: in feature space the origin lies among the points, and no plane separates them; "
    "take a kernel whose values are positive, such as RBF"
)


class OneClassSVM(base.KernelExpansion, OutlierMixin, base.Machine):
    """One-class machine: minimises ½‖w‖² - νn ρ + Σ max(0, ρ - w·φ(x_i)) (lecture 13).

    Its dual is: minimise ½ αᵀKα subject to 0 ≤ α_i ≤ 1 and Σα = νn, in scikit-learn's scaling (α, w
    and ρ of Schölkopf et al. are 1/νn times these). At most νn training points have f(x) < 0, and
    at least νn are support vectors. With sample weights, the bounds are the weights and n is their
    sum.

    After fit it has the further attributes of `svmlib.estimators.base`: kernel_, support_,
    support_vectors_, dual_coef_, primal_, dual_, gap_ and the others of a `KernelExpansion`. The
    objectives are negative, as the dual is maximised: dual_ = -½ αᵀKα. The gap is relative to the
    size of the primal objective or, if that is smaller, to a ten millionth of ½(νn)² max k(x, x).

    Bring the columns to one scale first. There is no warning if the large units of one column
    decide alone. Schölkopf, Platt, Shawe-Taylor, Smola and Williamson (2001).

    Parameters
    ----------
    nu : float
        Bound on the share of training points that count as new, 0 < ν ≤ 1. The default calls
        nearly half of them new. The share of later points is not bounded.
    kernel : Kernel, str or callable
        As in KernelSVM.
    tol, max_iter : float, int
        The stopping rule of `svmlib.estimators.base.Solved`.

    Attributes
    ----------
    alpha_ : ndarray, shape (n,)
        Multipliers α_i of all training points, 0 inside, 1 outside, and between on the border.
    offset_ : float
        ρ, usually the middle of offset_interval_. intercept_ is -ρ.
    offset_interval_ : tuple of float
        (lo, hi), which holds every optimal ρ. For ν = 1, hi is infinite.

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
        kernel: Kernel | str | Callable = base.DEFAULT_KERNEL,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
    ) -> None:
        self.nu, self.kernel, self.tol, self.max_iter = nu, base.own(kernel), tol, max_iter

    def fit(self, X: ArrayLike, y: object = None, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d), or a Gram matrix (n, n), and ignore y.

        Warns
        -----
        ConvergenceWarning
            If w = 0: no plane separates the points from the origin of feature space.
        """
        X = self._check_points(X)
        weight = base.check_weight(X, sample_weight)
        nu = check_scalar(self.nu, "nu", positive=True)
        if nu > 1.0:
            raise ValueError(f"nu is a share of the points and must be at most 1, but is {nu:g}")
        total, none = nu * float(weight.sum()), np.zeros(len(weight))
        K, points = self._kernel_and_points(X, weight)
        squares = K.diagonal() if points is None else K.diagonal(points)
        # this bounds half of ‖w‖²
        most = 0.5 * total**2 * float(np.abs(squares).max())
        floor = max(FLOOR * most, TINY)
        problem = DualProblem(none, none, weight, total, floor, cure="scale the features")
        solution = one_bias.solve_dual(K, points, problem, **self._check_stop())
        if -solution.dual <= max(NEGLIGIBLE * most, TINY):
            warn(SURROUNDED)
        self.alpha_, lo_hi = solution.beta, solution.bias_interval
        self.offset_, self.offset_interval_ = -solution.b, (-lo_hi[1], -lo_hi[0])
        self.intercept_ = np.array([solution.b])
        self._keep_solution(solution, solution.beta, X)
        self._remark(K, points, self.alpha_, np.where(weight > 0.0, np.inf, 0.0), np.inf, "")
        return self

    def score_samples(self, X: ArrayLike) -> np.ndarray:
        """Return w·φ(x) = Σ α_i k(x_i, x) for each row of X, shape (n,).

        It is ρ on the border, up to a relative difference of 1e-9 from rounding.
        """
        scores = self._expansion(X)
        border = np.abs(scores - self.offset_) <= NEGLIGIBLE * abs(self.offset_)
        return np.where(border, self.offset_, scores)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return f(x) = w·φ(x) - ρ for each row of X, (n,), which is negative for new points."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return +1 for each row of X that is like the training points, f(x) ≥ 0, or else -1."""
        return np.where(self.decision_function(X) >= 0.0, 1, -1)
