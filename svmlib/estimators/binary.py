"""The three binary machines as scikit-learn estimators (lectures 2, 3 and 8).

The bias b is free in all of them. After fit each carries its certificate: primal_, dual_, gap_.
"""

from __future__ import annotations

from copy import deepcopy
from numbers import Real

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from svmlib._validation import check_count, check_gram, check_scalar
from svmlib.kernels import RBF, Kernel, Linear
from svmlib.solvers import engine
from svmlib.solvers.certificate import SOLVED, unsolved, warn
from svmlib.solvers.hulls import NotSeparableError, widest_street

__all__ = ["HardMarginSVM", "KernelSVM", "LinearSVM"]

# points with |y f - 1| below this are on the margin
ON_MARGIN = 1e-6


def class_weights(class_weight, classes, y, codes):
    """The weight of each point's class, shape (n,): None, "balanced" or a dict by label."""
    if class_weight is None:
        return np.ones(len(codes))
    weight = compute_class_weight(class_weight, classes=classes, y=y)
    if not (np.isfinite(weight).all() and weight.min() > 0):
        raise ValueError(f"class_weight must hold positive numbers, but is {class_weight}")
    return weight[codes]


class _BinarySVM(ClassifierMixin, BaseEstimator):
    """What the three binary machines share."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _check_fit(self, X, y, sample_weight=None):
        """Checked X, labels as signs -1/+1 and, for each point, its own C."""
        X, y = validate_data(self, X, y, dtype=np.float64, order="C")
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) > 2:
            raise ValueError(
                f"Only binary classification is supported. The type of the target is "
                f"{type_of_target(y)}: y has {len(self.classes_)} classes. "
                "Use MulticlassSVM for more than two."
            )
        weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        present = np.unique(codes[weight > 0])
        if len(present) < 2:
            only = f"one class, {self.classes_[present[0]]!r}" if len(present) else "no class"
            raise ValueError(
                f"y must hold two classes; the points (of positive weight) show {only}."
            )
        weight = weight * class_weights(
            getattr(self, "class_weight", None), self.classes_, y, codes
        )
        return X, 2.0 * codes - 1.0, weight

    def _check_C(self):
        C = self.C
        if not (isinstance(C, Real) and 0 < C < np.inf):
            raise ValueError(
                f"C must be a finite number > 0; it is {C!r}. HardMarginSVM is the limit C → ∞."
            )
        return float(C)

    def _check_stop(self):
        """The engine's tol and max_iter."""
        return {
            "tol": check_scalar(self.tol, "tol", at_least=0),
            "max_iter": check_count(self.max_iter, "max_iter"),
        }

    def _keep(self, solution, signs):
        """Store a Solution of the engine as attributes."""
        alpha = solution.alpha
        self.alpha_ = alpha
        self.support_ = np.flatnonzero(alpha)
        self.dual_coef_ = (signs * alpha)[None, self.support_]
        self.intercept_ = np.array([solution.b])
        self.bias_interval_ = solution.bias_interval
        self.primal_, self.dual_, self.gap_ = solution.primal, solution.dual, solution.gap
        self.kkt_residual_ = solution.kkt_residual
        self.n_iter_ = max(1, solution.n_iter + solution.n_newton)
        self.history_ = solution.history
        # y f - 1 = y (b - g), because g = y - Kβ
        beta = signs * alpha
        self.on_margin_ = np.flatnonzero(np.abs(solution.g - solution.b) <= ON_MARGIN)
        norm = np.sqrt(max(beta @ (signs - solution.g), 0.0))
        self.margin_ = float(1.0 / norm) if norm > 0 else np.inf
        self.converged_ = solution.converged

    def predict(self, X):
        """Label of each row of X: classes_[1] where the decision function is positive."""
        f = self.decision_function(X)
        return self.classes_[(f > 0).astype(int)]


class _LinearMachine(_BinarySVM):
    def _keep_plane(self, w, centre):
        """Store w, and move the bias from data around the centre back to the data themselves."""
        self.coef_ = w[None]
        norm = float(np.linalg.norm(w))
        self.margin_ = 1.0 / norm if norm > 0 else np.inf
        shift = float(centre @ w)
        self.intercept_ = self.intercept_ - shift
        self.bias_interval_ = tuple(bound - shift for bound in self.bias_interval_)

    def decision_function(self, X):
        """f(x) = w·x + b for each row of X, shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        return X @ self.coef_[0] + self.intercept_[0]


class HardMarginSVM(_LinearMachine):
    """The plane with the widest street between two separable classes.

    Minimises ½‖w‖² subject to y_i (w·x_i + b) ≥ 1, through the nearest points of the classes'
    convex hulls. Raises NotSeparableError, which carries a proof, when no plane separates them.
    Vapnik and Lerner (1963); lecture 2.
    """

    def fit(self, X, y):
        """Fit to X (n, d) and y (n,) with any two labels; the second in order is +1."""
        X, signs, _ = self._check_fit(X, y)
        positive, negative = np.flatnonzero(signs > 0), np.flatnonzero(signs < 0)
        # the street does not care where the origin is, rounding does
        centre = X.mean(axis=0)
        P, Q = X[positive] - centre, X[negative] - centre
        u, v, z, meet = widest_street(P, Q)
        # the same vector once more, from the rounded weights: good enough for its length
        distance = float(np.linalg.norm(u @ P - v @ Q))
        street = (P @ z).min() - (Q @ z).max()
        if meet or street <= 0:
            raise NotSeparableError(
                "No plane separates the two classes: their convex hulls share a point (the "
                "weights in this error's attributes prove it). Use LinearSVM, which allows slack, "
                "or KernelSVM, whose boundary may bend.",
                positive_weights=u,
                negative_weights=v,
                positive_indices=positive,
                negative_indices=negative,
                point=u @ X[positive],
                distance=distance,
            )
        w = 2.0 * z / street
        b = -0.5 * float((P @ w).min() + (Q @ w).max())
        alpha = np.zeros(len(X))
        # Σ α = 4 / ‖p - q‖² and ‖Σ α_i y_i x_i‖ = 2 / ‖p - q‖, so D(α) = 2 / ‖p - q‖²
        alpha[positive], alpha[negative] = 2.0 * u / distance**2, 2.0 * v / distance**2
        g = signs - (X - centre) @ w
        primal, dual = 0.5 * float(w @ w), 2.0 / distance**2
        gap = abs(primal - dual) / primal
        converged = gap <= SOLVED
        if not converged:
            warn(unsolved(gap, "scale the features"))
        steps = int((alpha > 0).sum())
        self._keep(
            engine.Solution(
                alpha=alpha,
                b=b,
                bias_interval=(b, b),
                primal=primal,
                dual=dual,
                gap=gap,
                kkt_residual=max(0.0, float((signs * (g - b)).max())),
                n_iter=0,
                n_newton=steps,
                converged=converged,
                g=g,
                history=np.array([[steps, dual, 0.0]]),
            ),
            signs,
        )
        self._keep_plane(w, centre)
        return self


class LinearSVM(_LinearMachine):
    """Linear soft-margin machine: minimises ½‖w‖² + C Σ max(0, 1 - y_i (w·x_i + b)), b free.

    Parameters: C > 0; tol, the violation of the optimality conditions at which exact steps take
    over; max_iter; class_weight, None, "balanced" or a dict. Cortes and Vapnik (1995); lecture 3.
    """

    def __init__(self, *, C=1.0, tol=1e-6, max_iter=1_000_000, class_weight=None):
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and y (n,) with any two labels; sample_weight multiplies C."""
        X, signs, weight = self._check_fit(X, y, sample_weight)
        centre = X.mean(axis=0)
        centred = X - centre
        solution = engine.solve(
            Linear(), centred, signs, self._check_C() * weight, **self._check_stop()
        )
        self._keep(solution, signs)
        self._keep_plane((signs * solution.alpha) @ centred, centre)
        return self


class KernelSVM(_BinarySVM):
    """Soft-margin machine in the feature space of a kernel, f(x) = Σ y_i α_i k(x_i, x) + b.

    Parameters: C > 0; kernel, a Kernel, "precomputed" (X is then the Gram matrix) or a function
    of two matrices; tol, max_iter, class_weight as in LinearSVM. Boser, Guyon and Vapnik (1992),
    Cortes and Vapnik (1995); lecture 8.
    """

    def __init__(
        self,
        *,
        C=1.0,
        kernel=RBF(sigma=1.0),  # noqa: B008
        tol=1e-6,
        max_iter=1_000_000,
        class_weight=None,
    ):
        self.C = C
        self.kernel = kernel
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self._is_precomputed()
        return tags

    def _is_precomputed(self):
        return isinstance(self.kernel, str) and self.kernel == "precomputed"

    def set_params(self, **params):
        """Set parameters, those of the kernel as kernel__sigma; returns the machine itself."""
        inner = any(name.startswith("kernel__") for name in params)
        if inner and "kernel" not in params and isinstance(self.kernel, Kernel):
            # the kernel object may be shared, by the default argument to begin with
            self.kernel = deepcopy(self.kernel)
        return super().set_params(**params)

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), or a Gram matrix (n, n), and y (n,); sample_weight multiplies C."""
        X, signs, weight = self._check_fit(X, y, sample_weight)
        K = self._check_kernel(X)
        solution = engine.solve(K, X, signs, self._check_C() * weight, **self._check_stop())
        self._keep(solution, signs)
        if not self._is_precomputed():
            self.support_vectors_ = X[self.support_]
        return self

    def _check_kernel(self, X):
        """The kernel, or the Gram matrix, that the engine shall use."""
        if isinstance(self.kernel, Kernel):
            return self.kernel
        if self._is_precomputed():
            return check_gram(X)
        if isinstance(self.kernel, type):
            raise ValueError(
                "kernel must be an instance, for example RBF(sigma=1.0), but is the class "
                f"{self.kernel.__name__}"
            )
        if callable(self.kernel):
            return check_gram(self.kernel(X, X))
        raise ValueError(
            f"kernel must be a Kernel, 'precomputed' or a function of two matrices; it is "
            f"{self.kernel!r}. svmlib.kernels has Linear, Polynomial, RBF, OrnsteinUhlenbeck, "
            "DoubleExponential and Sigmoid, for instance RBF(sigma=1.0)."
        )

    def decision_function(self, X):
        """f(x) = Σ y_i α_i k(x_i, x) + b for each row of X, shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        if self._is_precomputed():
            return X[:, self.support_] @ self.dual_coef_[0] + self.intercept_[0]
        f = np.empty(len(X))
        # in slices, so that a large X needs no large kernel matrix
        size = max(1, 4_000_000 // max(1, len(self.support_)))
        for start in range(0, len(X), size):
            part = slice(start, start + size)
            f[part] = self.kernel(X[part], self.support_vectors_) @ self.dual_coef_[0]
        return f + self.intercept_[0]
