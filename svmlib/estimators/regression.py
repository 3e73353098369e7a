"""EpsilonSVR: regression with a tube in which errors cost nothing (lecture 13).

Its dual has two multipliers for each point, α_i for y_i above the tube and α*_i for below, and
w = Σ β_i φ(x_i) with β = α - α*.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import RegressorMixin

from svmlib._checks import check_scalar, check_vector, refuse_gaps
from svmlib.estimators import base
from svmlib.kernels import Kernel
from svmlib.solvers import one_bias
from svmlib.solvers.certificate import DualProblem, warn
from svmlib.solvers.constants import EPS, NEGLIGIBLE, TINY

SCALE_y = "raise C, or scale y (TransformedTargetRegressor of sklearn.compose does it)"
# residuals this close to ε, in units of the range of y, are on the edge of the tube
ON_TUBE = 1e-6


class EpsilonSVR(base.KernelExpansion, RegressorMixin, base.Machine):
    """Support vector regression: minimises ½‖w‖² + C Σ max(0, |y_i - f(x_i)| - ε) (lecture 13).

    f(x) = w·φ(x) + b = Σ β_i k(x_i, x) + b with φ(x)·φ(z) = k(x, z) and a free b. The tube f ± ε
    has half the width ε, in units of y.

    After fit it has the further attributes of `svmlib.estimators.base`: kernel_, support_,
    support_vectors_, dual_coef_, intercept_, primal_, dual_, gap_ and the others of a
    `KernelExpansion`. The gap is relative to the primal objective or, if that is smaller, to a
    billionth of C Σ abs(y_i - m), m the mean of y. Vapnik (1995), Drucker, Burges, Kaufman, Smola
    and Vapnik (1997).

    Parameters
    ----------
    C : float
        Weight of the errors, C > 0, and bound on abs(β_i).
    epsilon : float
        Half the width of the tube, ε ≥ 0, in units of y. With ε = 0 this is median regression, and
        nearly every point is a support vector.
    kernel : Kernel, str or callable
        As in KernelSVM.
    tol, max_iter : float, int
        The stopping rule of `svmlib.estimators.base.Solved`.

    Attributes
    ----------
    beta_ : ndarray, shape (n,)
        Coefficients β_i = α_i - α*_i of all training points, abs(β_i) ≤ C: 0 inside the tube,
        between the bounds on its edge, ±C outside. They are positive where y_i is above f(x_i).
    bias_interval_ : tuple of float
        (lo, hi), which holds every optimal bias.
    on_tube_ : ndarray of int, shape (m,)
        Indices of the training points whose abs(y_i - f(x_i)) is ε up to 1e-6 of the range of y.

    Examples
    --------
    >>> from svmlib import EpsilonSVR
    >>> from svmlib.kernels import Linear
    >>> machine = EpsilonSVR(C=10, epsilon=0.5, kernel=Linear())
    >>> machine.fit([[0], [1], [2]], [0, 1, 2]).predict([[0], [2]]).round(3).tolist()
    [0.5, 1.5]
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        epsilon: float = 0.1,
        kernel: Kernel | str | Callable = base.DEFAULT_KERNEL,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
    ) -> None:
        self.C, self.epsilon, self.kernel = C, epsilon, base.own(kernel)
        self.tol, self.max_iter = tol, max_iter

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d), or a Gram matrix (n, n), and y (n,). sample_weight multiplies C."""
        refuse_gaps(y, "target")
        X, y = self._check_points(X, y=y, y_numeric=True)
        y = check_vector(y, "y")
        weight = base.check_weight(X, sample_weight)
        C = self._check_cost() * weight
        epsilon = check_scalar(self.epsilon, "epsilon", at_least=0)
        # the bias would follow a shift of y, but the residuals would lose digits
        middle = float(y @ weight / weight.sum())
        given, y, n = y, y - middle, len(y)
        # at w = 0 and that bias the errors cost at most this
        floor = max(NEGLIGIBLE * float(C @ np.abs(y)), TINY)
        if epsilon > 0.0:
            none = np.zeros(n)
            p, A, B = np.append(y - epsilon, y + epsilon), np.append(none, -C), np.append(C, none)
        else:
            p, A, B = y, -C, C
        problem = DualProblem(p, A, B, floor=floor)
        K, points = self._kernel_and_points(X, weight)
        solution = one_bias.solve_dual(K, points, problem, **self._check_stop())
        beta = solution.beta.reshape(-1, n).sum(axis=0)
        # y - ε - f and y + ε - f have y - f in the middle
        residual = (solution.g - solution.b).reshape(-1, n).mean(axis=0)
        edge = np.abs(np.abs(residual) - epsilon) <= ON_TUBE * np.ptp(y)
        self.beta_, self.on_tube_ = beta, np.flatnonzero(edge)
        self.intercept_ = np.array([solution.b + middle])
        self.bias_interval_ = tuple(end + middle for end in solution.bias_interval)
        # y - b comes first, because both are far from 0 together
        apart = (given - self.intercept_[0]) - (y - residual - solution.b)
        r = solution.g - solution.b + np.tile(apart - residual, len(p) // n)
        noise = np.tile(4.0 * EPS * (np.abs(residual) + np.abs(apart)), len(p) // n)
        cure = "subtract a number near its mean from y"
        self._keep_solution(base.handed_out(solution, problem, r, noise, cure), beta, X)
        spread = np.ptp(given)
        flat = float(C @ np.maximum(np.abs(y - np.median(y)) - epsilon, 0.0))
        self._remark(K, points, beta, C, flat, f"y spreads over {spread:.1e}: {SCALE_y}")
        if len(given) >= base.FEW and spread > 0.0 and not beta.any():
            warn(f"all of y, within {spread:.1e}, is in the tube: lower epsilon", UserWarning)
        return self

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return f(x) = Σ β_i k(x_i, x) + b for each row of X, shape (n,).

        With "precomputed" X is the matrix (n, n_train) of the kernel's values k(x, x_i).
        """
        return self._expansion(X) + self.intercept_[0]
