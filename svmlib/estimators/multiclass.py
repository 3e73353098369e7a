"""Support vector machines for more than two classes, as one estimator (lecture 10)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from svmlib._validation import check_scalar
from svmlib.estimators.binary import KernelSVM, LinearSVM, class_weights
from svmlib.solvers import joint
from svmlib.solvers.certificate import SOLVED, unsolved, warn

__all__ = ["MulticlassSVM"]

KINDS = (*joint.KINDS, "one-vs-rest", "one-vs-one")


class MulticlassSVM(ClassifierMixin, BaseEstimator):
    """A machine for K classes: all at once, or split into binary problems.

    Parameters
    ----------
    kind : str
        "weston-watkins" and "crammer-singer" minimise mean loss + reg ‖W‖²_F over W (K, d+1),
        whose last column is the bias, penalised like the rest; both are solved exactly.
        "one-vs-rest" fits K binary machines, "one-vs-one" K(K-1)/2 that vote.
    reg : float
        Weight of ‖W‖²_F in the first two kinds.
    delta : float
        Score difference that their losses ask for.
    C, kernel, tol, max_iter
        Of the binary machines; without a kernel they are linear. A kernel has no W_.
    class_weight : None, "balanced" or dict

    Attributes
    ----------
    classes_, W_ (rows, d+1), coef_, intercept_, objective_, gap_ (relative), n_iter_, converged_
        One row of W_ for each class, or for each pair in "one-vs-one". For the split kinds
        objective_ is the sum over the binary machines, kept in machines_. converged_ tells
        whether gap_ is at most 1e-6; a ConvergenceWarning comes if it is not.

    Notes
    -----
    Weston and Watkins (1999), Crammer and Singer (2001); lecture 10.
    """

    def __init__(
        self,
        *,
        kind="weston-watkins",
        reg=1e-3,
        delta=1.0,
        C=1.0,
        kernel=None,
        tol=1e-6,
        max_iter=1_000_000,
        class_weight=None,
    ):
        self.kind = kind
        self.reg = reg
        self.delta = delta
        self.C = C
        self.kernel = kernel
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and labels y (n,) of any kind."""
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}; it is {self.kind!r}")
        X, y = validate_data(self, X, y, dtype=np.float64, order="C")
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        if len(np.unique(codes[weight > 0])) < max(2, len(self.classes_)):
            raise ValueError(
                f"y must hold at least two classes, each with a point of positive weight; it "
                f"holds {len(np.unique(codes[weight > 0]))} class of {len(self.classes_)}"
            )
        weight = weight * class_weights(self.class_weight, self.classes_, y, codes)
        if self.kind in joint.KINDS:
            self._fit_jointly(X, codes, weight)
        else:
            self._fit_split(X, codes, weight)
        return self

    def _fit_jointly(self, X, codes, weight):
        if self.kernel is not None:
            raise ValueError(
                f"kind={self.kind!r} is linear, but kernel is {self.kernel!r}; "
                "use kind='one-vs-rest' or 'one-vs-one' with a kernel"
            )
        used = weight > 0
        X1 = np.column_stack([X[used], np.ones(used.sum())])
        self.W_, _, primal, dual, self.n_iter_ = joint.solve(
            X1,
            codes[used],
            len(self.classes_),
            kind=self.kind,
            reg=check_scalar(self.reg, "reg", positive=True),
            delta=check_scalar(self.delta, "delta", positive=True),
            weight=weight[used] / weight.sum(),
        )
        self.objective_, self.gap_ = primal, abs(primal - dual) / primal
        self.coef_, self.intercept_ = self.W_[:, :-1], self.W_[:, -1]
        self.converged_ = bool(self.gap_ <= SOLVED)
        if not self.converged_:
            warn(unsolved(self.gap_, "scale the features or raise reg"))

    def _fit_split(self, X, codes, weight):
        k = len(self.classes_)
        if self.kind == "one-vs-one":
            self.pairs_ = list(combinations(range(k), 2))
            tasks = [(np.isin(codes, pair), codes == pair[1]) for pair in self.pairs_]
        else:
            everybody = np.ones(len(codes), dtype=bool)
            tasks = [(everybody, codes == c) for c in range(k)]
        self.machines_ = []
        for part, positive in tasks:
            machine = self._machine()
            machine.fit(X[part], positive[part], sample_weight=weight[part])
            self.machines_.append(machine)
        self.objective_ = sum(machine.primal_ for machine in self.machines_)
        self.gap_ = max(machine.gap_ for machine in self.machines_)
        self.n_iter_ = max(machine.n_iter_ for machine in self.machines_)
        self.converged_ = all(machine.converged_ for machine in self.machines_)
        if self.kernel is None:
            self.coef_ = np.vstack([machine.coef_ for machine in self.machines_])
            self.intercept_ = np.concatenate([machine.intercept_ for machine in self.machines_])
            self.W_ = np.column_stack([self.coef_, self.intercept_])

    def _machine(self):
        if isinstance(self.kernel, str):
            raise ValueError(
                f"kernel must be None or a Kernel, not {self.kernel!r}: a Gram matrix cannot be "
                "split between the binary machines"
            )
        settings = {"C": self.C, "tol": self.tol, "max_iter": self.max_iter}
        if self.kernel is None:
            return LinearSVM(**settings)
        return KernelSVM(kernel=self.kernel, **settings)

    def decision_function(self, X):
        """Scores of the classes, shape (n, K); for two classes their difference, shape (n,).

        In "one-vs-one" a class scores its votes, and ties go by the sum of its margins.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        if self.kind in joint.KINDS:
            scores = X @ self.coef_.T + self.intercept_
        else:
            scores = np.column_stack([machine.decision_function(X) for machine in self.machines_])
            if self.kind == "one-vs-one":
                scores = self._votes(scores)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _votes(self, f):
        votes = np.zeros((len(f), len(self.classes_)))
        margins = np.zeros_like(votes)
        for (first, second), column in zip(self.pairs_, f.T, strict=True):
            votes[:, first] += column <= 0
            votes[:, second] += column > 0
            margins[:, first] -= column
            margins[:, second] += column
        # squeezed below a third, so that margins never outweigh a vote
        return votes + margins / (3.0 * (1.0 + np.abs(margins)))

    def predict(self, X):
        """The class with the highest score, for each row of X."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return self.classes_[(scores > 0).astype(int)]
        return self.classes_[scores.argmax(axis=1)]
