"""The checks before fit and attributes after it that machines share (lectures 2, 3, 8, 10, 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import (
    _safe_indexing,
    check_consistent_length,
    column_or_1d,
    gen_batches,
)
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _check_sample_weight, _num_samples, check_is_fitted

from svmlib._checks import (
    check_classes,
    check_count,
    check_data,
    check_gram,
    check_numbers,
    check_scalar,
    check_sequence,
    refuse_gaps,
    shown,
    tells_instead,
)
from svmlib._threads import one_thread
from svmlib._whole import whole
from svmlib.kernels import RBF, Kernel, Linear, Polynomial
from svmlib.solvers.certificate import (
    SOLVED,
    DualProblem,
    Solution,
    relative_gap,
    unsolved,
    warn,
)
from svmlib.solvers.constants import TINY

# parameters of scikit-learn's machines, or of others here, and what takes their place
INSTEAD = {
    "C": "nu, the share of the points that may be outside",
    "break_ties": "nothing: predict and decision_function never contradict each other",
    "cache_size": "nothing: values of the kernel take 400 MB at most",
    "coef0": "kernel=Polynomial(degree, c=coef0 / gamma) with gamma**degree times the C",
    "contamination": "nu, the share of the points that may be outside",
    "decision_function_shape": "MulticlassSVM(kind=…)",
    "degree": "kernel=Polynomial(degree=…)",
    "dual": "nothing: primal and dual are solved together, and gap_ is their relative difference",
    "fit_intercept": "nothing: the bias is always fitted",
    "gamma": "kernel=RBF(sigma=(2 * gamma) ** -0.5); RBF('scale') is the width of gamma='scale', "
    "but counts points by their weights",
    "intercept_scaling": "nothing: the bias is fitted, not penalised",
    "loss": "nothing: svmlib minimises the hinge loss, and with epsilon the loss of a tube",
    "multi_class": "MulticlassSVM(kind=…)",
    "n_components": "landmarks",
    "nu": "C; OneClassSVM has nu",
    "penalty": "nothing: the penalty is ½‖w‖²",
    "probability": "CalibratedClassifierCV(machine, ensemble=False) of sklearn.calibration",
    "random_state": "nothing: no machine of svmlib draws at random",
    "shrinking": "nothing: the solver looks at all points and computes what it needs",
    "sigma": "kernel=RBF(sigma=…)",
    "verbose": 'logging.basicConfig(level="INFO")',
}
# scikit-learn has these names for kernels
NAMED = {"linear": Linear(), "poly": Polynomial(degree=3, c=1.0), "rbf": RBF("scale")}
# the signatures of the machines with a kernel show this
DEFAULT_KERNEL = RBF(sigma="scale")
AT_ONCE = 4_000_000  # kernel values in memory at a time
# files have these words, in small letters, for unknown answers
GAP_WORDS = {"", "-", "?", ".", "n/a", "na", "nan", "none", "null", "missing", "unknown"}
# points with |y f - 1| below this are on the margin
ON_MARGIN = 1e-6
# a remark needs FEW points, NEARLY_ALL of them concerned. P is flat from this share of the best
# constant's P, and values of K count as 0 below this share of its diagonal.
NEARLY_ALL, FEW, NEARLY_FLAT, NEXT_TO_NOTHING = 0.95, 20, 0.99, 0.1
STRANGERS = (
    "nearly all points are support vectors, because no two are alike: k(x, z) is close to 0 beside "
    "k(x, x), and f(x) is close to b for new points. Widen the kernel (RBF('scale') has the width "
    "of the data) or scale the features (StandardScaler)"
)
AVERAGES = (
    "nearly all multipliers are at their bound, and P is hardly lower than for a constant: f(x) is "
    "close to an average over all points, which may order new points but knows no single one"
)


__all__ = ["BinarySVM", "Classifier", "KernelExpansion", "LinearMachine", "Machine", "Solved"]


class Machine(BaseEstimator):
    """An estimator that takes X, which may be sparse or hold inputs of a kernel function.

    Its parameters are set by name, and a fit that fails or is interrupted leaves no trace.

    Attributes
    ----------
    n_features_in_ : int
        Only without a kernel function: the number d of columns of X.
    feature_names_in_ : ndarray of object, shape (d,)
        Only for a data frame, and without a kernel function: the names of its columns.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        """Explain parameters that the class does not have, and let a failed fit leave no trace."""
        if "__init__" in vars(cls):
            cls.__init__ = tells_instead(cls.__init__, INSTEAD)
        if "fit" in vars(cls):
            cls.fit = whole(cls.fit)
        super().__init_subclass__(**options)

    def set_params(self, **params: object) -> Self:
        """Set parameters, the kernel's own as kernel__sigma, and return the machine itself."""
        inner = any(name.startswith("kernel__") for name in params)
        shared = _named(getattr(self, "kernel", None))
        if inner and "kernel" not in params and isinstance(shared, Kernel):
            self.kernel = deepcopy(shared)  # other machines may share it
        return super().set_params(**params)

    def _check_points(self, X, **settings):
        """Return X as float64 (n, d) or sparse CSR array, but unchanged for a kernel function.

        Return (X, y) if `settings`, which are those of `check_data`, hold a y.
        """
        if not is_function(getattr(self, "kernel", None)):
            return check_data(self, X, **settings)
        X = check_sequence(X)
        if "y" not in settings:
            return X
        y = column_or_1d(settings["y"], warn=True)
        check_consistent_length(X, y)
        return X, y

    def _check_training(self, X, y, sample_weight):
        """Return X, the classes, each point's class as an index, and its weight, shape (n,)."""
        refuse_gaps(y)
        X, y = self._check_points(X, y=y)
        weight = check_weight(X, sample_weight)
        return X, *check_classes(y, weight, getattr(self, "class_weight", None))

    def _check_new(self, X):
        """Return the X of predict, in the form in which fit got it."""
        check_is_fitted(self)
        kernel = getattr(self, "kernel_", None)
        if is_function(kernel):
            return check_sequence(X)
        sparse = None if kernel is None else takes_sparse(kernel)
        try:
            return check_data(self, X, sparse=sparse, reset=False)
        except ValueError as error:
            if not is_precomputed(kernel) or "is expecting" not in str(error):
                raise
            raise ValueError(
                f"{error} In a precomputed X the columns are the training points, K[i, j] = k(x_i, "
                "training point j). Is it transposed?"
            ) from None

    def _check_cost(self):
        """Return C, the cost of slack, as a float."""
        if np.array_equal(self.C, np.inf):
            raise ValueError(
                "C must be finite, but is inf; a linear machine without slack is HardMarginSVM, "
                "and with a kernel C=1e10 leaves no slack unless it is needed"
            )
        return check_scalar(self.C, "C", positive=True)


class Classifier(ClassifierMixin, Machine):
    """A machine with scores, which are not probabilities."""

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the class with the highest score in each row, or of the sign of a single score."""
        scores = self.decision_function(X)
        best = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return self.classes_[best]

    @property
    def predict_proba(self):
        """Absent, because the scores of a machine are not probabilities (lecture 11)."""
        raise AttributeError(
            f"{type(self).__name__} has scores, not probabilities; they become probabilities in "
            "CalibratedClassifierCV(machine, ensemble=False) of sklearn.calibration (lecture 11)"
        )


class Solved:
    """A machine that the engine solves, with its stopping rule and the proof of its answer.

    Parameters
    ----------
    tol : float
        Violation of the optimality conditions, in units of f(x), at which exact steps take over.
    max_iter : int
        Largest number of pair steps.

    Attributes
    ----------
    support_ : ndarray of int, shape (s,)
        Indices of the support vectors, the points with a coefficient other than 0.
    n_support_ : ndarray of int, shape (m,)
        The number of support vectors, in a classifier for each class.
    support_vectors_ : ndarray or sparse CSR array, shape (s, d)
        Only without "precomputed": the support vectors as they came, sparse if X is.
    dual_coef_ : ndarray, shape (1, s)
        Their coefficients: y_i α_i in a classifier, β_i = α_i - α*_i in a regression, α_i in a
        one-class machine.
    intercept_ : ndarray, shape (1,)
        The bias b, usually the middle of all optimal ones. scikit-learn may take another.
    primal_, dual_ : float
        Primal objective at (w, b) and dual objective at α. The optimum is between them, up to
        rounding, unless semidefinite_ is "no".
    gap_ : float
        Relative duality gap, (primal_ - dual_) / primal_, plus an allowance for rounding and for a
        kernel that is only nearly semidefinite. Objectives below 1e-290 count as 1e-290.
    violation_ : float
        Violation of the optimality conditions by the worst pair of points, in units of f(x_i).
    converged_ : bool
        Whether the gap is at most 1e-6 (violation_ at most tol, where the kernel is found not to
        be positive semidefinite). If not, and whenever semidefinite_ is "no", a ConvergenceWarning
        is issued.
    semidefinite_ : str
        The evidence, on which gap_ rests, that the kernel is positive semidefinite (on Σv = 0):
        "known", "checked", "sampled" or "no", as in `svmlib.engine.Solution`.
    n_iter_ : int
        Steps of the solver: pair steps and linear systems, at least 1.
    history_ : ndarray, shape (k, 3)
        Pair steps so far, dual objective and violation by the worst pair (negative if none
        violates), after each Newton step.
    """

    def _check_stop(self):
        """Return the engine's tol and max_iter."""
        return {
            "tol": check_scalar(self.tol, "tol", at_least=0),
            "max_iter": check_count(self.max_iter, "max_iter"),
        }

    def _keep_solution(self, solution, beta, X):
        """Store the support vectors, their coefficients and the certificate of a Solution."""
        self.support_ = np.flatnonzero(beta)
        self.n_support_ = np.array([len(self.support_)])
        self.dual_coef_ = beta[None, self.support_]
        if not is_precomputed(getattr(self, "kernel_", None)):
            self.support_vectors_ = take(X, self.support_)
        self.primal_, self.dual_, self.gap_ = solution.primal, solution.dual, solution.gap
        self.violation_ = solution.violation
        self.n_iter_ = max(1, solution.n_iter + solution.n_newton)
        self.history_ = solution.history
        self.converged_ = solution.converged
        self.semidefinite_ = solution.semidefinite


class KernelExpansion(Solved):
    """A machine with f(x) = Σ β_i k(x_i, x) + b.

    Parameters
    ----------
    kernel : Kernel, str or callable
        A kernel of `svmlib.kernels`, by default RBF("scale"), for which X may be sparse. Or
        "rbf", "linear" or "poly" for RBF("scale"), Linear() and Polynomial(degree=3, c=1). Or
        "precomputed", with the Gram matrix (n, n) as X. Or a function of two sequences of inputs of
        any kind (strings, graphs) that returns the matrix K_ij = k(x_i, z_j). It gets X as you
        pass it.

    Attributes
    ----------
    kernel_ : Kernel, "precomputed" or callable
        The kernel as it was in fit, its length a number. The machine predicts with it, so that
        later changes of `kernel` change no answer.
    coef_ : ndarray, shape (1, d)
        Only with the kernel Linear: the normal w, f(x) = w·x + intercept_.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        tags.input_tags.sparse = takes_sparse(self.kernel)
        return tags

    def _kernel_and_points(self, X, weight):
        """Return the engine's input: a kernel and X, or a Gram matrix and None."""
        self.kernel_ = kernel = kept(self.kernel, X, weight)
        if isinstance(kernel, Kernel):
            return kernel, X
        if is_precomputed(kernel):
            return check_gram(X), None
        if is_function(kernel):
            name = "kernel(X, X)"
            return check_gram(_kernel_matrix(kernel, X, X, name), name), None
        if isinstance(kernel, type):
            raise ValueError(
                "kernel must be an instance, for example RBF(sigma=1.0), but is the class "
                f"{kernel.__name__}"
            )
        raise ValueError(
            f"kernel must be a Kernel, one of {', '.join(map(repr, NAMED))} and 'precomputed', or "
            f"a function of two sequences of inputs; it is {kernel!r}. svmlib.kernels has Linear, "
            "Polynomial, RBF, OrnsteinUhlenbeck, DoubleExponential and Sigmoid, for instance "
            "RBF(sigma=1.0)."
        )

    def _remark(self, K, points, coefficients, bounds, flat, cure):
        """Warn if the machine, even if optimal, has memorised single points or is nearly constant.

        `coefficients` and their `bounds` have shape (n,). `flat` is the primal objective of the
        best constant f, and `cure` helps a machine that is hardly better.
        """
        size, bounds = np.abs(coefficients[bounds > 0.0]), bounds[bounds > 0.0]
        if len(size) < FEW:
            return
        if (size > 0.0).mean() >= NEARLY_ALL and _is_nearly_unit(K, points):
            warn(STRANGERS, UserWarning)
        elif (size >= bounds).mean() >= NEARLY_ALL and self.primal_ >= NEARLY_FLAT * flat:
            warn(f"{AVERAGES}; {cure}", UserWarning)

    @property
    def coef_(self):
        """The normal w, shape (1, d), which only a machine with the kernel Linear has."""
        if not isinstance(self.kernel_, Linear):
            raise AttributeError(
                f"{type(self).__name__} has coef_ only with the kernel Linear; with another its w "
                "is in feature space: w·φ(x) = kernel_(x, support_vectors_) @ dual_coef_[0]"
            )
        w, A = self.dual_coef_ @ self.support_vectors_, self.kernel_.A
        return w if A is None else w @ np.asarray(A, dtype=float)

    @one_thread()
    def _expansion(self, X):
        """Return Σ β_i k(x_i, x) for each row of X, shape (n,)."""
        X = self._check_new(X)
        if is_precomputed(self.kernel_):
            return X[:, self.support_] @ self.dual_coef_[0]
        f = np.zeros(_num_samples(X))
        for part, K in self._with_vectors(X):
            f[part] = K @ self.dual_coef_[0]
        return f

    def _with_vectors(self, X):
        """Yield slices of X and their kernel values with the support vectors."""
        between = self.kernel_
        if is_function(between):
            between = partial(_kernel_matrix, between)
        if len(self.support_):
            for part in in_parts(_num_samples(X), len(self.support_)):
                yield part, between(take(X, part), self.support_vectors_)

    @one_thread()
    def likeness(self, X: ArrayLike) -> np.ndarray:
        """Return how near each row of X is to a support vector: 1 at one, less elsewhere.

        This is the largest k(x, x_i) / √(k(x, x) k(x_i, x_i)) over the support vectors x_i, for a
        Gaussian kernel the largest k(x, x_i). If it is close to 0, f(x) is close to b for any x.

        Returns
        -------
        ndarray, shape (n,), in [-1, 1], or 0 where the machine has no support vector.

        Raises
        ------
        ValueError
            If the kernel is precomputed or a plain function, which do not give k(x, x).
        """
        X = self._check_new(X)
        if not isinstance(self.kernel_, Kernel):
            raise ValueError(
                f"likeness needs a kernel of svmlib.kernels, but kernel is {self.kernel!r}; from "
                "your own values take the largest k(x, x_i) / √(k(x, x) k(x_i, x_i))"
            )
        likeness = np.zeros(_num_samples(X))
        for part, K in self._with_vectors(X):
            own = np.sqrt(np.maximum(self.kernel_.diagonal(self.support_vectors_), TINY))
            new = np.sqrt(np.maximum(self.kernel_.diagonal(take(X, part)), TINY))
            likeness[part] = (K / own).max(axis=1) / new
        return likeness


def _is_nearly_unit(K, points):
    """Return whether most of about 50 rows of K are negligible except at their diagonal."""
    squares = np.maximum(K.diagonal() if points is None else K.diagonal(points), TINY)
    some = np.unique(np.linspace(0, len(squares) - 1, 50).astype(int))
    rows = np.abs(K[some] if points is None else K.rows(points)(some))
    rows[np.arange(len(some)), some] = 0.0
    likeness = (rows / np.sqrt(squares)).max(axis=1) / np.sqrt(squares[some])
    return bool(np.median(likeness) < NEXT_TO_NOTHING)


class BinarySVM(Solved, Classifier):
    """A machine for two classes, solved by the engine.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        The two labels in order. The second is the class y = +1, which has f(x) > 0. A scorer for
        the first needs its label as `pos_label` in scikit-learn's `make_scorer`.
    alpha_ : ndarray, shape (n,)
        Multipliers α_i of all training points.
    bias_interval_ : tuple of float
        (lo, hi), which holds every optimal bias, with lo = hi when a support vector is free.
    margin_ : float
        1 / ‖w‖, or infinity for w = 0.
    on_margin_ : ndarray of int, shape (m,)
        Indices of the training points with abs(y_i f(x_i) - 1) ≤ 1e-6.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _check_fit(self, X, y, sample_weight=None):
        """Return checked X, labels as signs -1/+1 and, for each point, the weight of its slack."""
        X, classes, codes, weight = self._check_training(X, y, sample_weight)
        if len(classes) > 2:
            counts = np.bincount(codes)
            found = [f"{shown(label)} ({n})" for label, n in zip(classes, counts, strict=True)]
            found = ", ".join(found[:5] + ["…"] * (len(found) > 5))
            raise ValueError(
                f"Only binary classification is supported. The type of the target is "
                f"{type_of_target(y)}: y has {len(classes)} classes, {found}."
                f"{_remark_on_classes(classes)} Use MulticlassSVM for more than two."
            )
        self.classes_ = classes
        return X, 2.0 * codes - 1.0, weight

    def _keep(self, solution, signs, X):
        """Store a Solution of the engine as attributes."""
        beta = solution.beta
        self.alpha_ = solution.alpha
        self.intercept_ = np.array([solution.b])
        self.bias_interval_ = solution.bias_interval
        # y f - 1 = y (b - g), because g = y - Kβ
        self.on_margin_ = np.flatnonzero(np.abs(solution.g - solution.b) <= ON_MARGIN)
        norm = np.sqrt(max(beta @ (signs - solution.g), 0.0))
        self.margin_ = float(1.0 / norm) if norm > 0 else np.inf
        self._keep_solution(solution, beta, X)
        self.n_support_ = np.array([(beta < 0).sum(), (beta > 0).sum()])


def _remark_on_classes(classes):
    """Suggest a cleaning if labels differ in blanks or capitals only, or may mark gaps."""
    forms: dict[str, list[str]] = {}
    for label in classes.tolist():
        if isinstance(label, str):
            forms.setdefault(label.strip().casefold(), []).append(label)
    for word, alike in forms.items():
        if len(alike) > 1:
            return f" {shown(alike[0])} and {shown(alike[1])} differ by blanks or capitals only."
        if word in GAP_WORDS:
            return f" If {shown(alike[0])} stands for a gap, leave out its rows."
    return ""


class LinearMachine(BinarySVM):
    """A binary machine in the space of X itself.

    Attributes
    ----------
    coef_ : ndarray, shape (1, d)
        The normal w.
    """

    def _keep_plane(self, w, centre):
        """Store w, and move the bias from the centre back to X itself."""
        self.coef_ = w[None]
        norm = float(np.linalg.norm(w))
        self.margin_ = 1.0 / norm if norm > 0 else np.inf
        shift = float(centre @ w)
        self.intercept_ = self.intercept_ - shift
        self.bias_interval_ = tuple(bound - shift for bound in self.bias_interval_)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return f(x) = w·x + b for each row of X, shape (n,)."""
        return self._check_new(X) @ self.coef_[0] + self.intercept_[0]


def handed_out(
    solution: Solution, problem: DualProblem, r: np.ndarray, noise: np.ndarray | float, cure: str
) -> Solution:
    """Return the Solution with P of residuals r = p - f(x) that were rounded once more.

    Its gap grows by the change of P, and by what P gains at most if each r_i is off by its `noise`.
    `cure` helps if it grows too much.
    """

    def losses(r):
        return np.maximum(problem.A * r, problem.B * r)

    loss = float(losses(r).sum())
    change = loss - float(losses(solution.g - solution.b).sum())
    primal = solution.primal + change
    if solution.semidefinite == "no":
        converged = solution.converged and bool(np.isfinite(primal))
        return replace(solution, primal=primal, converged=converged)
    error = abs(change) + float(np.maximum(losses(r - noise), losses(r + noise)).sum()) - loss
    excess = solution.gap * max(abs(solution.primal), problem.floor)
    gap = relative_gap(primal, solution.dual, error, excess=excess, floor=problem.floor)
    if solution.converged and gap > SOLVED:
        warn(unsolved(gap, cure))
    return replace(solution, primal=primal, gap=gap, converged=bool(gap <= SOLVED))


# -- points and kernels ------------------------------------------------------------------------
def check_weight(X: Any, sample_weight: ArrayLike | None) -> np.ndarray:
    """Return each point's weight, (n,). scikit-learn refuses weights that are all 0."""
    return _check_sample_weight(sample_weight, X, dtype=float, ensure_non_negative=True)


def take(X: Any, index: Any) -> Any:
    """Return the inputs at these places of an array, data frame, list, or CSR array."""
    return X[index] if type(X) is np.ndarray else _safe_indexing(X, index)


def in_parts(n: int, columns: int) -> Iterator[slice]:
    """Yield slices of n rows, small enough for a matrix with so many columns to fit into memory."""
    return gen_batches(n, max(1, AT_ONCE // columns))


def is_precomputed(kernel: Any) -> bool:
    """Return whether X is the Gram matrix."""
    return isinstance(kernel, str) and kernel == "precomputed"


def is_function(kernel: Any) -> bool:
    """Return whether the kernel is a plain function, which may take inputs of any kind."""
    return callable(kernel) and not isinstance(kernel, Kernel | type)


def takes_sparse(kernel: Any) -> bool:
    """Return whether X may be sparse."""
    kernel = _named(kernel)
    return isinstance(kernel, Kernel) and kernel.takes_sparse


def kept(kernel: Any, X: Any, weight: np.ndarray) -> Kernel | str | Callable | None:
    """Copy the kernel with which a machine fitted to X predicts, its length as a number."""
    kernel = _named(kernel)
    return kernel.fitted(X, weight) if isinstance(kernel, Kernel) else kernel


def own(kernel: Any) -> Any:
    """Return a copy of the default kernel, or any other kernel itself."""
    return deepcopy(kernel) if kernel is DEFAULT_KERNEL else kernel


def _named(kernel):
    """Return the kernel of a name, or anything else unchanged."""
    return NAMED.get(kernel, kernel) if isinstance(kernel, str) else kernel


def _kernel_matrix(function, X, Z, call="kernel(X, support_vectors_)"):
    """Return K_ij = k(x_i, z_j), (n, m), from a kernel function, which messages name `call`."""
    K, shape = check_numbers(function(X, Z), call), (_num_samples(X), _num_samples(Z))
    if K.shape != shape:
        raise ValueError(
            f"{call} returned shape {K.shape}; for {shape[0]} and {shape[1]} inputs it must "
            f"return {shape}"
        )
    if not np.isfinite(K).all():
        i, j = np.argwhere(~np.isfinite(K))[0]
        raise ValueError(f"{call} returned {K[i, j]} at [{i}, {j}]; it must return finite numbers")
    return K
