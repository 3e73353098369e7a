"""MulticlassSVM: more than two classes, jointly or split into binary problems (lecture 10).

With a score w_k·x for each class k, x having a last entry 1, the joint kinds minimise

    (1/n) Σ_i Σ_{k≠y_i} max(0, w_k·x_i - w_{y_i}·x_i + δ) + reg ‖W‖²_F      (Weston-Watkins)
    (1/n) Σ_i max(0, max_{k≠y_i} w_k·x_i - w_{y_i}·x_i + δ) + reg ‖W‖²_F    (Crammer-Singer)

over W (K, d+1). The split kinds fit binary machines, ½‖w‖² + C Σ ξ_i, for each class against the
rest or for each pair of classes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import combinations
from numbers import Integral, Real
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.multiclass import _ovr_decision_function

from svmlib._checks import check_gram, check_scalar
from svmlib.estimators import base
from svmlib.estimators.binary import KernelSVM, LinearSVM
from svmlib.kernels import Kernel
from svmlib.solvers import joint
from svmlib.solvers.certificate import SOLVED, unsolved, warn
from svmlib.solvers.constants import JOINT_STEPS

SPLIT_KINDS = ("one-vs-rest", "one-vs-one")
KINDS = (*joint.KINDS, *SPLIT_KINDS)
OF_ITS_MACHINES = ("alpha_", "dual_coef_", "support_", "n_support_", "support_vectors_")
# a kind would ignore these parameters, so the texts name a substitute
UNUSED_JOINTLY = {
    "C": "set reg = 1 / (2 * n * C), the weight of ‖W‖² beside a mean of n losses",
    "kernel": "it is linear: use kind='one-vs-rest' or 'one-vs-one' with a kernel",
    "tol": "it is solved exactly: leave tol out",
    "max_iter": f"it ends within {JOINT_STEPS} steps: leave max_iter out",
}
UNUSED_SPLIT = {
    "reg": "set C, the weight of the slack, or use kind='weston-watkins' or 'crammer-singer'",
    "delta": "its hinge asks for 1: use kind='weston-watkins' or 'crammer-singer'",
}


class MulticlassSVM(base.Classifier):
    """Machine for K classes: all at once, or split into binary problems (lecture 10).

    The joint kinds minimise mean loss + reg ‖W‖²_F over W (K, d+1), whose last column is the
    bias, penalised like the rest. The split kinds fit binary machines, ½‖w‖² + C Σ ξ_i with
    free bias, and like these they take sparse X. A parameter that its kind would ignore has to keep
    its default. Weston and Watkins (1999), Crammer and Singer (2001).

    Parameters
    ----------
    kind : str
        "one-vs-one", K(K-1)/2 binary machines that vote, or "one-vs-rest", K binary machines. Or
        one of the joint kinds, "weston-watkins" or "crammer-singer", both solved exactly.
    reg : float
        Weight of ‖W‖²_F beside the mean loss, reg > 0, as 1 / (2 n C). Joint kinds only.
    delta : float
        Difference of scores that their losses ask for, delta > 0. Joint kinds only.
    C : float
        Weight of the slack in the binary machines, C > 0. Split kinds only.
    kernel : None, Kernel, str or callable
        Kernel of the binary machines as in `KernelSVM`, or None for linear ones. Split kinds only.
    tol, max_iter : float, int
        As in `KernelSVM`, for each binary machine. The joint kinds take about 30 steps, end after
        300 and refuse a smaller bound.
    class_weight : None, "balanced" or dict
        Weights of the classes by label. "balanced" gives all the same total weight, in which sample
        weights count: a weight of 3 is three copies.

    Attributes
    ----------
    classes_ : ndarray, shape (K,)
        The labels in order.
    W_ : ndarray, shape (m, d+1)
        Only without a kernel: coef_ and, as last column, intercept_.
    coef_ : ndarray, shape (m, d)
        Only without a kernel: one row for each class, m = K, or for each pair in "one-vs-one".
    intercept_ : ndarray, shape (m,)
        Only without a kernel: the biases.
    objective_ : float
        The primal objective at W_, in the split kinds the sum over the binary machines.
    gap_ : float
        Relative duality gap, in the split kinds the largest gap of a binary machine.
    converged_ : bool
        Whether the gap is at most 1e-6, in the split kinds whether all machines have converged. If
        not, a ConvergenceWarning is issued.
    n_iter_ : int
        Steps of the solver, in the split kinds the largest number of any binary machine.
    machines_ : list of LinearSVM or KernelSVM
        Only in the split kinds: the binary machines, their labels False and True.
    parts_ : list of ndarray of int
        Only in the split kinds: for each machine the rows that it was fitted to.
    pairs_ : list of tuple of int
        Only in "one-vs-one": for each machine the indices of its two classes, False and True.
    kernel_ : None, Kernel, "precomputed" or callable
        The kernel as it was in fit, its length a number. Later changes of `kernel` have no effect.

    Examples
    --------
    >>> from svmlib import MulticlassSVM
    >>> X, y = [[0, 0], [1, 0], [8, 0], [9, 0], [4, 7], [5, 7]], [0, 0, 1, 1, 2, 2]
    >>> machine = MulticlassSVM(kind="crammer-singer", reg=0.01).fit(X, y)
    >>> machine.predict([[2, 1], [7, 1], [4, 5]]).tolist(), machine.W_.shape
    ([0, 1, 2], (3, 3))
    """

    def __init__(
        self,
        *,
        kind: str = "one-vs-one",
        reg: float = 1e-3,
        delta: float = 1.0,
        C: float = 1.0,
        kernel: Kernel | str | Callable | None = None,
        tol: float = 1e-6,
        max_iter: int = 1_000_000,
        class_weight: str | dict | None = None,
    ) -> None:
        self.kind, self.reg, self.delta, self.C, self.kernel = kind, reg, delta, C, kernel
        self.tol, self.max_iter, self.class_weight = tol, max_iter, class_weight

    def __getattr__(self, name):
        if name in OF_ITS_MACHINES:
            raise AttributeError(
                f"{type(self).__name__} has no {name}; in its split kinds each of machines_ has "
                f"its own, machines_[0].{name} and so on"
            )
        return super().__getattribute__(name)  # raises with the reason of the attribute's own

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = base.is_precomputed(self.kernel)
        sparse = self.kernel is None or base.takes_sparse(self.kernel)
        tags.input_tags.sparse = self.kind in SPLIT_KINDS and sparse
        return tags

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit to X (n, d), or a Gram matrix (n, n), and labels y (n,) of any kind.

        The joint kinds take the mean loss with the weights sample_weight (n,), of which only the
        ratios count. The split kinds multiply C by them.
        """
        if self.kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}; it is {self.kind!r}")
        self._refuse_unused()
        X, self.classes_, codes, weight = self._check_training(X, y, sample_weight)
        self.kernel_ = base.kept(self.kernel, X, weight)  # one width for all binary machines
        if self.kind in joint.KINDS:
            self._fit_jointly(X, codes, weight)
        else:
            self._fit_split(X, codes, weight)
        return self

    def _refuse_unused(self):
        """Raise ValueError for a parameter that its kind ignores, unless it has its default."""
        defaults = inspect.signature(MulticlassSVM).parameters
        unused = UNUSED_JOINTLY if self.kind in joint.KINDS else UNUSED_SPLIT
        for name, cure in unused.items():
            value, default = getattr(self, name), defaults[name].default
            if value is default or (isinstance(value, Real) and value == default):
                continue
            if name == "max_iter" and isinstance(value, Integral) and value >= JOINT_STEPS:
                continue
            raise ValueError(
                f"kind={self.kind!r} does not use {name}, but {name} is {value!r}; {cure}"
            )

    def _fit_jointly(self, X, codes, weight):
        used = weight > 0
        X1 = np.column_stack([X[used], np.ones(used.sum())])
        self.W_, _, self.objective_, _, self.gap_, self.n_iter_ = joint.solve(
            X1,
            codes[used],
            len(self.classes_),
            kind=self.kind,
            reg=check_scalar(self.reg, "reg", positive=True),
            delta=check_scalar(self.delta, "delta", positive=True),
            weight=weight[used] / weight.sum(),
        )
        self.coef_, self.intercept_ = self.W_[:, :-1], self.W_[:, -1]
        self.converged_ = bool(self.gap_ <= SOLVED)
        if not self.converged_:
            warn(unsolved(self.gap_, "scale the features or raise reg"))

    def _fit_split(self, X, codes, weight):
        if base.is_precomputed(self.kernel):
            X = check_gram(X)
        classes = range(len(self.classes_))
        if self.kind == "one-vs-one":
            self.pairs_ = list(combinations(classes, 2))
            tasks = [(np.flatnonzero(np.isin(codes, pair)), pair[1]) for pair in self.pairs_]
        else:
            tasks = [(np.arange(len(codes)), c) for c in classes]
        self.parts_ = [part for part, _ in tasks]
        self.machines_ = [
            self._fit_part(X, part, codes[part] == c, weight[part]) for part, c in tasks
        ]
        self.objective_ = sum(machine.primal_ for machine in self.machines_)
        self.gap_ = max(machine.gap_ for machine in self.machines_)
        self.n_iter_ = max(machine.n_iter_ for machine in self.machines_)
        self.converged_ = all(machine.converged_ for machine in self.machines_)
        if self.kernel is None:
            self.coef_ = np.vstack([machine.coef_ for machine in self.machines_])
            self.intercept_ = np.concatenate([machine.intercept_ for machine in self.machines_])
            self.W_ = np.column_stack([self.coef_, self.intercept_])

    def _fit_part(self, X, part, y, weight):
        """Fit the binary machine of these points, to their rows of X or their Gram matrix."""
        machine = LinearSVM() if self.kernel is None else KernelSVM(kernel=self.kernel_)
        machine.set_params(C=self.C, tol=self.tol, max_iter=self.max_iter)
        X = X[np.ix_(part, part)] if base.is_precomputed(self.kernel) else base.take(X, part)
        return machine.fit(X, y, sample_weight=weight)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return the scores of the classes, (n, K), or for two classes their difference, (n,).

        In "one-vs-one" the score is the number of votes plus a part below 1/3, from the sum of the
        f(x) in its favour, which breaks ties. With kernel="precomputed" X is the matrix
        (n, n_train) of the kernel's values k(x, x_i).
        """
        X = self._check_new(X)
        if not hasattr(self, "machines_"):  # kind may have been set again since the fit
            scores = X @ self.coef_.T + self.intercept_
        else:
            gram = base.is_precomputed(self.kernel_)
            parts = zip(self.machines_, self.parts_, strict=True)
            scores = [m.decision_function(X[:, part] if gram else X) for m, part in parts]
            scores = np.column_stack(scores)
            if hasattr(self, "pairs_"):
                scores = _ovr_decision_function(scores > 0, scores, len(self.classes_))
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores
