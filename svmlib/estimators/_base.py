"""What machines share: checks before fit, attributes after it and their meaning."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from inspect import cleandoc
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _num_samples

from svmlib._checks import check_count, check_scalar, shown
from svmlib._threads import one_thread
from svmlib._whole import whole
from svmlib.estimators import _inputs
from svmlib.estimators._habits import NoProbabilities, parameters_by_name, remark_on_classes
from svmlib.kernels import RBF, Kernel, Linear
from svmlib.solvers import one_bias
from svmlib.solvers.certificate import warn
from svmlib.solvers.constants import TINY

# what the signatures of the machines with a kernel show; each machine gets a copy of its own
DEFAULT_KERNEL = RBF(sigma="scale")
# points with |y f - 1| below this are on the margin
ON_MARGIN = 1e-6
# a remark is made of at least FEW points: where so large a share of them is concerned, and where P
# is so large a share of the best constant's; values of K below that of its diagonal are like 0
NEARLY_ALL, FEW, NEARLY_FLAT, NEXT_TO_NOTHING = 0.95, 20, 0.99, 0.1
STRANGERS = (
    "nearly all points are support vectors, for no two are alike: k(x, z) is next to nothing "
    "beside k(x, x), and f(x) is next to b for what is new. Widen the kernel (RBF('scale') has the "
    "width of the data) or scale the features (StandardScaler)"
)
AVERAGES = (
    "nearly all multipliers stand at their bound, and P is hardly below that of a constant: f(x) "
    "is next to an average over all points, which may order new ones but knows no single one"
)
# when to stop, for the parameters of the machines that the engine solves
STOP = """\
tol : float
    Violation of the optimality conditions, in units of f(x), at which exact steps take over.
max_iter : int
    Largest number of pair steps."""
# the fitted attributes of all binary machines, for their docstrings
SHARED = """\
classes_ : ndarray, shape (2,)
    The two labels in order; the second is the class y = +1, the one with f(x) > 0. A scorer that
    is to ask about the first needs its label as `pos_label` in scikit-learn's `make_scorer`.
alpha_ : ndarray, shape (n,)
    Multipliers α_i of all training points.
support_ : ndarray of int, shape (s,)
    Indices of the support vectors, the points with α_i > 0.
n_support_ : ndarray of int, shape (2,)
    How many of them each class has.
dual_coef_ : ndarray, shape (1, s)
    y_i α_i of the support vectors.
intercept_ : ndarray, shape (1,)
    The bias b, in bias_interval_, as a rule in its middle; scikit-learn's SVC may take another.
bias_interval_ : tuple of float
    (lo, hi), which holds every optimal bias; lo = hi when a support vector is free.
margin_ : float
    1 / ‖w‖; infinite for w = 0.
on_margin_ : ndarray of int, shape (m,)
    Indices of the training points with abs(y_i f(x_i) - 1) ≤ 1e-6.
{certificate}"""
# and those of every machine that the engine solves
CERTIFICATE = """\
primal_, dual_ : float
    Primal objective at (w, b) and dual objective at α; the optimum lies between them, up to
    rounding, unless semidefinite_ is "no".
gap_ : float
    Relative duality gap, (primal_ - dual_) / primal_, and added to it what rounding, or a kernel
    that is only nearly semidefinite, may hide. Objectives below 1e-290 count as 1e-290.
violation_ : float
    Violation of the optimality conditions by the worst pair of points, in units of f(x_i).
converged_ : bool
    Whether the gap is at most 1e-6 (violation_ at most tol, where the kernel is found not to be
    positive semidefinite). A ConvergenceWarning is issued if not, and whenever semidefinite_ is
    "no".
semidefinite_ : str
    How it is known that the kernel is positive semidefinite (on Σv = 0), on which gap_ rests:
    "known", "checked", "sampled" or "no", as in `svmlib.engine.Solution`.
n_iter_ : int
    Steps of the solver: pair steps and linear systems, at least 1.
history_ : ndarray, shape (k, 3)
    Pair steps so far, dual objective and violation by the worst pair (negative if none violates),
    after each Newton step."""


# the plane and the columns of X, for machines without a kernel; the same with one
PLANE = """\
coef_ : ndarray, shape (1, d)
    The normal w.
support_vectors_ : ndarray or sparse CSR array, shape (s, d)
    The support vectors as they came, sparse if X is."""
COLUMNS = """\
n_features_in_ : int
    The number d of features.
feature_names_in_ : ndarray of object, shape (d,)
    Only for a data frame: the names of its columns."""
INPUTS = """\
n_features_in_ : int
    Only without a kernel function: the number of columns of X.
feature_names_in_ : ndarray of object, shape (d,)
    Only for a data frame, and without a kernel function: the names of its columns."""
VECTORS = """\
kernel_ : Kernel, "precomputed" or callable
    The kernel as it was in fit, its length a number, with which the machine predicts: later
    changes of `kernel` change no answer.
support_vectors_ : ndarray or sparse CSR array, shape (s, d)
    Only without "precomputed": the support vectors, sparse if X is; for a kernel function in the
    form in which X came.
coef_ : ndarray, shape (1, d)
    Only with the kernel Linear: the normal w, f(x) = w·x + intercept_."""


def with_shared_attributes(machine):
    """Put the entries above in the place of {stop}, {shared} and so on (decorator).

    And let the machine say what to write where a parameter is not its own, and fit it whole.
    """
    if "__init__" in vars(machine):
        machine.__init__ = parameters_by_name(machine.__init__)
    machine.fit = whole(machine.fit)
    text = cleandoc(machine.__doc__ or "").replace("{shared}", SHARED)
    parts = {"certificate": CERTIFICATE, "plane": PLANE, "columns": COLUMNS, "inputs": INPUTS}
    for name, entries in (parts | {"vectors": VECTORS, "stop": STOP}).items():
        text = text.replace(f"{{{name}}}", entries)
    machine.__doc__ = text
    return machine


class Solved:
    """For a machine that the engine solves: when to stop, and what the answer proves."""

    def _check_stop(self):
        """The engine's tol and max_iter."""
        return {
            "tol": check_scalar(self.tol, "tol", at_least=0),
            "max_iter": check_count(self.max_iter, "max_iter"),
        }

    def _keep_solution(self, solution, beta):
        """Store the coefficients of the support vectors and what a Solution proves."""
        self.support_ = np.flatnonzero(beta)
        self.n_support_ = np.array([len(self.support_)])
        self.dual_coef_ = beta[None, self.support_]
        self.primal_, self.dual_, self.gap_ = solution.primal, solution.dual, solution.gap
        self.violation_ = solution.violation
        self.n_iter_ = max(1, solution.n_iter + solution.n_newton)
        self.history_ = solution.history
        self.converged_ = solution.converged
        self.semidefinite_ = solution.semidefinite


class OwnKernel:
    """For a machine with a kernel: setting its parameters leaves the kernels of others alone."""

    def set_params(self, **params: object) -> Self:
        """Set parameters, those of the kernel as kernel__sigma; returns the machine itself."""
        inner = any(name.startswith("kernel__") for name in params)
        if inner and "kernel" not in params and isinstance(_inputs.named(self.kernel), Kernel):
            self.kernel = deepcopy(_inputs.named(self.kernel))  # other machines may share it
        return super().set_params(**params)


class KernelExpansion(OwnKernel, Solved):
    """For a machine with f(x) = Σ β_i k(x_i, x) + b."""

    def _keep_settings(self, kernel, tol, max_iter, max_bytes):
        """Store the parameters that all of them have, the default kernel as a copy."""
        self.kernel = deepcopy(kernel) if kernel is DEFAULT_KERNEL else kernel
        self.tol, self.max_iter, self.max_bytes = tol, max_iter, max_bytes

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = _inputs.is_precomputed(self.kernel)
        tags.input_tags.sparse = _inputs.takes_sparse(self.kernel)
        return tags

    def _kernel_and_points(self, X, weight):
        """What the engine solves on: a kernel and X, or a Gram matrix and None."""
        self.kernel_ = _inputs.kept(self.kernel, X, weight)
        K = _inputs.kernel_or_gram(self.kernel_, X)
        return (K, X) if isinstance(K, Kernel) else (K, None)

    def _solve(self, K, points, problem):
        stop = self._check_stop()
        return one_bias.solve_dual(K, points, problem, max_bytes=self.max_bytes, **stop)

    def _remark(self, K, points, coefficients, bounds, flat, cure):
        """Warn if the machine, optimal as it may be, knows single points only, or next to nothing.

        `coefficients` and their `bounds` are of shape (n,), and `flat` is the primal objective of
        the best constant f, which `cure` is for.
        """
        size, bounds = np.abs(coefficients[bounds > 0.0]), bounds[bounds > 0.0]
        if len(size) < FEW:
            return
        if (size > 0.0).mean() >= NEARLY_ALL and _is_nearly_unit(K, points):
            warn(STRANGERS, UserWarning)
        elif (size >= bounds).mean() >= NEARLY_ALL and self.primal_ >= NEARLY_FLAT * flat:
            warn(f"{AVERAGES}; {cure}", UserWarning)

    def _keep_vectors(self, X):
        """Store the support vectors themselves."""
        if not _inputs.is_precomputed(self.kernel_):
            self.support_vectors_ = _inputs.take(X, self.support_)

    @property
    def coef_(self):
        """The normal w, shape (1, d), of a machine with the kernel Linear; others have none."""
        if not isinstance(self.kernel_, Linear):
            raise AttributeError(
                f"{type(self).__name__} has coef_ only with the kernel Linear; with another its w "
                "is in feature space: w·φ(x) = kernel_(x, support_vectors_) @ dual_coef_[0]"
            )
        w, A = self.dual_coef_ @ self.support_vectors_, self.kernel_.A
        return w if A is None else w @ np.asarray(A, dtype=float)

    @one_thread()
    def _expansion(self, X):
        """Σ β_i k(x_i, x) for each row of X, shape (n,)."""
        X = _inputs.check_new(self, X)
        if _inputs.is_precomputed(self.kernel_):
            return X[:, self.support_] @ self.dual_coef_[0]
        f = np.zeros(_num_samples(X))
        for part, K in self._with_vectors(X):
            f[part] = K @ self.dual_coef_[0]
        return f

    def _with_vectors(self, X):
        """Slices of X and their kernel values with the support vectors: no large matrix."""
        between = self.kernel_
        if _inputs.is_function(between):
            between = partial(_inputs.kernel_matrix, between)
        size = max(1, 4_000_000 // max(1, len(self.support_)))
        if len(self.support_):
            for start in range(0, _num_samples(X), size):
                part = slice(start, start + size)
                yield part, between(_inputs.take(X, part), self.support_vectors_)

    @one_thread()
    def likeness(self, X: ArrayLike) -> np.ndarray:
        """How near each row of X is to what the machine knows: 1 at a support vector, else less.

        The largest k(x, x_i) / √(k(x, x) k(x_i, x_i)) over the support vectors x_i, for a Gaussian
        kernel the largest k(x, x_i). Where it is next to 0, f(x) is next to b, whatever x says.

        Returns
        -------
        ndarray, shape (n,), in [-1, 1]; 0 where the machine has no support vector.

        Raises
        ------
        ValueError
            If the kernel is precomputed or a plain function, which tell no k(x, x).
        """
        X = _inputs.check_new(self, X)
        if not isinstance(self.kernel_, Kernel):
            raise ValueError(
                f"likeness needs a kernel of svmlib.kernels, but kernel is {self.kernel!r}; from "
                "your own values take the largest k(x, x_i) / √(k(x, x) k(x_i, x_i))"
            )
        likeness = np.empty(_num_samples(X))
        for part, K in self._with_vectors(X):
            own = np.sqrt(np.maximum(self.kernel_.diagonal(self.support_vectors_), TINY))
            new = np.sqrt(np.maximum(self.kernel_.diagonal(_inputs.take(X, part)), TINY))
            likeness[part] = (K / own).max(axis=1) / new
        return likeness


def _is_nearly_unit(K, points):
    """Whether most of some 50 rows of K have next to nothing beside their diagonal."""
    squares = np.maximum(K.diagonal() if points is None else K.diagonal(points), TINY)
    some = np.unique(np.linspace(0, len(squares) - 1, 50).astype(int))
    rows = np.abs(K[some] if points is None else K.rows(points)(some))
    rows[np.arange(len(some)), some] = 0.0
    likeness = (rows / np.sqrt(squares)).max(axis=1) / np.sqrt(squares[some])
    return bool(np.median(likeness) < NEXT_TO_NOTHING)


class BinarySVM(Solved, NoProbabilities, ClassifierMixin, BaseEstimator):
    """What the three binary machines share."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _check_fit(self, X, y, sample_weight=None):
        """Checked X, labels as signs -1/+1 and, for each point, the weight of its slack."""
        X, classes, codes, weight = _inputs.check_training(self, X, y, sample_weight)
        if len(classes) > 2:
            counts = np.bincount(codes)
            found = [f"{shown(label)} ({n})" for label, n in zip(classes, counts, strict=True)]
            found = ", ".join(found[:5] + ["…"] * (len(found) > 5))
            raise ValueError(
                f"Only binary classification is supported. The type of the target is "
                f"{type_of_target(y)}: y has {len(classes)} classes, {found}."
                f"{remark_on_classes(classes)} Use MulticlassSVM for more than two."
            )
        self.classes_ = classes
        return X, 2.0 * codes - 1.0, weight

    def _keep(self, solution, signs):
        """Store a Solution of the engine as attributes."""
        beta = solution.beta
        self.alpha_ = solution.alpha
        self.intercept_ = np.array([solution.b])
        self.bias_interval_ = solution.bias_interval
        # y f - 1 = y (b - g), because g = y - Kβ
        self.on_margin_ = np.flatnonzero(np.abs(solution.g - solution.b) <= ON_MARGIN)
        norm = np.sqrt(max(beta @ (signs - solution.g), 0.0))
        self.margin_ = float(1.0 / norm) if norm > 0 else np.inf
        self._keep_solution(solution, beta)
        self.n_support_ = np.array([(beta < 0).sum(), (beta > 0).sum()])

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Label of each row of X: classes_[1] where the decision function is positive."""
        f = self.decision_function(X)
        return self.classes_[(f > 0).astype(int)]


class LinearMachine(BinarySVM):
    """What the two machines with a coef_ share."""

    def _keep_plane(self, w, centre, X):
        """Store w and the support vectors, and move the bias from the centre back to X itself."""
        self.support_vectors_ = _inputs.take(X, self.support_)
        self.coef_ = w[None]
        norm = float(np.linalg.norm(w))
        self.margin_ = 1.0 / norm if norm > 0 else np.inf
        shift = float(centre @ w)
        self.intercept_ = self.intercept_ - shift
        self.bias_interval_ = tuple(bound - shift for bound in self.bias_interval_)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f(x) = w·x + b for each row of X, shape (n,)."""
        X = _inputs.check_new(self, X)
        return X @ self.coef_[0] + self.intercept_[0]
