"""HardMarginSVM, LinearSVM and KernelSVM as scikit-learn estimators (lectures 2, 3 and 8).

With a score f(x) = w·x + b, or w·φ(x) + b in the feature space of a kernel, they minimise

    ½‖w‖²               subject to  y_i f(x_i) ≥ 1                      (hard margin)
    ½‖w‖² + C Σ ξ_i     subject to  y_i f(x_i) ≥ 1 - ξ_i,  ξ_i ≥ 0      (soft margin)

The bias b is free in all of them. After fit each carries its certificate: primal_, dual_, gap_.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._sparse import centred, mean_of
from svmlib.estimators import base
from svmlib.kernels import Kernel, Linear
from svmlib.solvers.certificate import SOLVED, Solution, relative_gap, soft_margin, unsolved, warn
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.hulls import NotSeparableError, widest_street
from svmlib.solvers.one_bias import solve_dual


class HardMarginSVM(base.LinearMachine):
    """Hard-margin machine: minimises ½‖w‖² subject to y_i (w·x_i + b) ≥ 1 (lecture 2).

    Its hyperplane has the widest margin between two separable classes, halfway between the nearest
    points of their convex hulls: Vapnik and Lerner (1963). When no hyperplane separates them, fit
    raises NotSeparableError. Geometry solves it, and no pair steps: n_iter_ is the number of
    support vectors and history_ is the single row (n_iter_, dual_, 0).

    After fit it has the attributes of `svmlib.estimators.base`: coef_, intercept_, margin_, alpha_,
    support_, primal_, dual_, gap_ and the others of a `LinearMachine`.

    Examples
    --------
    >>> from svmlib import HardMarginSVM
    >>> machine = HardMarginSVM().fit([[0, 0], [3, 4]], [-1, 1])
    >>> machine.coef_.round(3).tolist(), round(machine.margin_, 3)
    ([[0.24, 0.32]], 2.5)
    """

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit to X (n, d) and y (n,) with any two labels, of which the second in order is +1.

        Raises
        ------
        NotSeparableError
            If no hyperplane separates the classes. Its attributes prove it.
        ValueError
            If the classes nearly touch, or ‖w‖² or its inverse is too large for float64.
        """
        X, signs, _ = self._check_fit(X, y)
        positive, negative = np.flatnonzero(signs > 0), np.flatnonzero(signs < 0)
        # neither the origin nor the unit changes the margin, but both change its rounding
        unit = _power_of_two(np.abs(X).max())
        centre = (X / unit).mean(axis=0)
        Z = X / unit - centre
        P, Q = Z[positive], Z[negative]
        u, v, z, meet = widest_street(P, Q)
        # the same vector again, from the rounded weights, is good enough for its length
        distance = float(np.linalg.norm(u @ P - v @ Q))
        street = (P @ z).min() - (Q @ z).max()
        if not meet and street <= 0:
            raise ValueError(
                f"the classes are {distance / np.abs(Z).max():.0e} of their extent apart, too near "
                "for float64 to say whether a plane separates them; use LinearSVM with a large C"
            )
        if meet:
            raise NotSeparableError(
                "No plane separates the two classes: their convex hulls share a point (the "
                "weights in this error's attributes prove it). Use LinearSVM, which allows slack, "
                "or KernelSVM, whose boundary may bend.",
                positive_weights=u,
                negative_weights=v,
                positive_indices=positive,
                negative_indices=negative,
                point=u @ X[positive],
                distance=distance * unit,
            )
        w = 2.0 * z / street
        b = -0.5 * float((P @ w).min() + (Q @ w).max())
        if not TINY < float(w @ w) / unit / unit < 1.0 / TINY:
            raise ValueError(
                f"X holds numbers up to {np.abs(X).max():.0e}, and squares of distances leave the "
                "range of float64; scale the features (for instance with StandardScaler)"
            )
        share = np.zeros(len(X))
        share[positive], share[negative] = u, v
        self._keep(_certified(w, b, share, Z, signs, centre, unit), signs, X)
        self._keep_plane(w / unit, centre * unit)
        return self


def _power_of_two(size):
    """Return the largest power of two up to size, which divides without rounding, or 1 for 0."""
    return float(2.0 ** np.floor(np.log2(size))) if size > 0 else 1.0


def _certified(w, b, share, Z, signs, centre, unit):
    """Return the hard-margin machine (w, b) on Z and the multipliers of hull points as a Solution.

    Z is in units, w is per unit, and so is each root of an objective. With the points p and q of
    the two hulls that `share` (n,) weights, α = 2 share / ‖p - q‖² has Σα = 4 / ‖p - q‖² and
    ‖Σ α_i y_i z_i‖ = 2 / ‖p - q‖, so D(α) = 2 / ‖p - q‖². Rounding may leave y f(x) below 1, for
    which the gap allows.
    """
    apart = np.linalg.norm((signs * share) @ Z)
    primal, dual = 0.5 * float(w @ w), 2.0 / float(apart) ** 2
    f = Z @ w + b
    # the origin is moved back from the centre, which rounds b once more
    noise = 4.0 * EPS * (np.abs(Z) @ np.abs(w) + abs(b) + np.abs(centre) @ np.abs(w))
    least = float((signs * f - noise).min())
    longest = float(apart + 4.0 * EPS * np.linalg.norm(share @ np.abs(Z)))
    lost = max(0.0, least**-2 - 1.0) * primal if least > 0.0 else np.inf
    gap = relative_gap(primal, dual, lost + dual - 2.0 / longest**2)
    if gap > SOLVED:
        warn(unsolved(gap, "scale the features"))
    alpha, g = 2.0 * share / apart**2, signs - Z @ w
    steps = int((alpha > 0).sum())
    return Solution(
        beta=signs * alpha / unit**2,
        b=b,
        bias_interval=(b, b),
        primal=primal / unit**2,
        dual=dual / unit**2,
        gap=gap,
        violation=max(0.0, float((signs * (g - b)).max())),
        n_iter=0,
        n_newton=steps,
        converged=gap <= SOLVED,
        semidefinite="known",
        g=g,
        history=np.array([[steps, dual / unit**2, 0.0]]),
    )


class LinearSVM(base.LinearMachine):
    """Linear soft-margin machine: minimises ½‖w‖² + C Σ max(0, 1 - y_i (w·x_i + b)) (lecture 3).

    Cortes and Vapnik (1995). X may be a sparse matrix of scipy, as for text. Data far from 0 are
    centred before they are solved, which lessens rounding. Sparse data are not, because that would
    fill them with numbers.

    After fit it has the attributes of `svmlib.estimators.base`: coef_, intercept_, margin_, alpha_,
    support_, primal_, dual_, gap_ and the others of a `LinearMachine`.

    Parameters
    ----------
    C : float
        Weight of the slack, C > 0 and finite. HardMarginSVM is the limit C → ∞.
    tol, max_iter : float, int
        The stopping rule of `svmlib.estimators.base.Solved`.
    class_weight : None, "balanced" or dict
        Factors of C by label. "balanced" gives the two classes the same total weight, in which
        sample weights count: a weight of 3 is three copies.

    Examples
    --------
    >>> from svmlib import LinearSVM
    >>> machine = LinearSVM(C=1).fit([[1], [2], [4], [5]], ["left", "left", "right", "right"])
    >>> machine.decision_function([[2], [3.5]]).round(3).tolist()
    [-1.0, 0.5]
    >>> machine.predict([[3.5]]).tolist()
    ['right']
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
        class_weight: str | dict | None = None,
    ) -> None:
        self.C, self.tol, self.max_iter, self.class_weight = C, tol, max_iter, class_weight

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d) and y (n,) with any two labels. sample_weight (n,) multiplies C."""
        X, signs, weight = self._check_fit(X, y, sample_weight)
        C = self._check_cost() * weight
        # data with a column far from 0 are centred, which costs a copy and changes only rounding
        centre = mean_of(X)
        far = centre.any() and (centre**2 > 0.5 * np.einsum("ij,ij->j", X, X) / len(X)).any()
        centre, Z = (centre, centred(X, centre)) if far else (np.zeros_like(centre), X)
        problem = soft_margin(signs, C)
        solution = solve_dual(Linear(), Z, problem, **self._check_stop())
        w = (signs * solution.alpha) @ Z
        # the bias will be rounded once more, when the origin is moved back
        shift = 2.0 * EPS * float(np.abs(centre) @ np.abs(w))
        r, cure = signs - Z @ w - solution.b, "scale the features or lower C"
        self._keep(base.handed_out(solution, problem, r, shift, cure), signs, X)
        self._keep_plane(w, centre)
        return self


class KernelSVM(base.KernelExpansion, base.BinarySVM):
    """Soft-margin machine with a kernel, f(x) = Σ y_i α_i k(x_i, x) + b (lecture 8).

    Minimises ½‖w‖² + C Σ max(0, 1 - y_i f(x_i)) with f(x) = w·φ(x) + b, φ(x)·φ(z) = k(x, z): Boser,
    Guyon and Vapnik (1992), Cortes and Vapnik (1995).

    After fit it has the attributes of `svmlib.estimators.base`: kernel_, support_vectors_,
    dual_coef_, intercept_, alpha_, primal_, dual_, gap_ and the others of a `KernelExpansion` and a
    `BinarySVM`.

    Parameters
    ----------
    C : float
        Weight of the slack, C > 0 and finite. HardMarginSVM is the limit C → ∞.
    kernel : Kernel, str or callable
        A kernel of `svmlib.kernels`, "rbf", "linear", "poly", "precomputed", or a function of two
        sequences of inputs, as in `svmlib.estimators.base.KernelExpansion`.
    tol, max_iter : float, int
        The stopping rule of `svmlib.estimators.base.Solved`.
    class_weight : None, "balanced" or dict
        As in LinearSVM.

    Examples
    --------
    >>> from svmlib import KernelSVM
    >>> from svmlib.kernels import RBF
    >>> X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], [-1, -1, 1, 1]
    >>> KernelSVM(C=10, kernel=RBF(sigma=1)).fit(X, y).predict(X).tolist()
    [-1, -1, 1, 1]
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: Kernel | str | Callable = base.DEFAULT_KERNEL,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
        class_weight: str | dict | None = None,
    ) -> None:
        self.C, self.kernel = C, base.own(kernel)
        self.tol, self.max_iter, self.class_weight = tol, max_iter, class_weight

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d), or a Gram matrix (n, n), and y (n,). sample_weight multiplies C."""
        X, signs, weight = self._check_fit(X, y, sample_weight)
        C = self._check_cost() * weight
        K, points = self._kernel_and_points(X, weight)
        problem = soft_margin(signs, C)
        self._keep(solve_dual(K, points, problem, **self._check_stop()), signs, X)
        flat = 2.0 * min(C[signs > 0].sum(), C[signs < 0].sum())
        self._remark(K, points, self.alpha_, C, flat, "raise C, or narrow the kernel")
        return self

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return f(x) = Σ y_i α_i k(x_i, x) + b for each row of X, shape (n,).

        With "precomputed" X is the matrix (n, n_train) of the kernel's values k(x, x_i).
        """
        return self._expansion(X) + self.intercept_[0]
