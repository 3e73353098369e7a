"""scikit-learn's machines by name, with svmlib inside, so that scikit-learn's tests can run on it.

    pytest -p tests.as_scikit_learn --pyargs sklearn.svm.tests

They keep scikit-learn's parameters and the shapes of its attributes, several classes included. What
svmlib does not have is skipped, with its name.
"""

import numpy as np
import pytest
from scipy.sparse import csr_array, issparse
from sklearn import svm
from sklearn.base import is_regressor
from sklearn.exceptions import NotFittedError
from sklearn.utils import _safe_indexing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import _num_features, _num_samples

import svmlib
from svmlib import kernels

NAMES = (
    *("classes_", "n_features_in_", "feature_names_in_", "n_iter_", "intercept_", "offset_"),
    *("coef_", "support_", "n_support_", "support_vectors_", "dual_coef_"),
)


def absent(what):
    pytest.skip(f"svmlib has no {what}")


def kernel_of(theirs, X):
    """The kernel of svmlib for what a machine of scikit-learn says of it."""
    gamma = getattr(theirs, "gamma", None)
    if theirs.kernel in ("rbf", "poly", "sigmoid") and isinstance(gamma, str):
        values = X.toarray() if issparse(X) else np.asarray(X, float)
        unit = values.var() if gamma == "scale" else 1.0
        gamma = 1.0 / (_num_features(X) * unit) if unit else 1.0
    if theirs.kernel == "rbf":
        return kernels.RBF((2.0 * gamma) ** -0.5)
    if theirs.kernel == "poly":  # (γ x·z + c)^p = γ^p (x·z + c/γ)^p
        shape = kernels.Polynomial(degree=theirs.degree, c=theirs.coef0 / gamma)
        return gamma**theirs.degree * shape
    if theirs.kernel == "sigmoid":
        return kernels.Sigmoid(scale=gamma, shift=theirs.coef0)
    return theirs.kernel  # "linear", "precomputed" or a function, alike in both


def pairs_as_one(machine, X, y):
    """What scikit-learn makes of one-versus-one: rows by class, of each pair the first positive."""
    classes, codes = np.unique(y, return_inverse=True)
    parts = list(zip(machine.pairs_, machine.parts_, machine.machines_, strict=True))
    support = np.unique(np.concatenate([part[one.support_] for _, part, one in parts]))
    support = support[np.argsort(codes[support], kind="stable")]
    dual = np.zeros((len(classes) - 1, len(codes)))
    for (first, second), part, one in parts:
        beta = np.zeros(len(codes))
        beta[part[one.support_]] = -one.dual_coef_[0]
        dual[second - 1] += np.where(codes == first, beta, 0.0)
        dual[first] += np.where(codes == second, beta, 0.0)
    given = {
        "support_": support,
        "n_support_": np.bincount(codes[support]),
        "dual_coef_": dual[:, support],
        "intercept_": np.array([-one.intercept_[0] for one in machine.machines_]),
        "n_iter_": np.array([one.n_iter_ for one in machine.machines_]),
    }
    if all(hasattr(one, "support_vectors_") for one in machine.machines_):
        given["support_vectors_"] = _safe_indexing(X, support)
    if all(hasattr(one, "coef_") for one in machine.machines_):
        given["coef_"] = np.vstack([-one.coef_ for one in machine.machines_])
    return given


class Borrowed:
    """A machine of scikit-learn that asks `machine_`, one of svmlib, instead of LIBSVM."""

    # properties there, of what LIBSVM keeps; here as svmlib's machine has them, or not
    coef_ = property(lambda self: self._property("coef_"))
    n_support_ = property(lambda self: self._property("n_support_"))

    def _property(self, name):
        if name not in vars(self).get("_given", ()):
            raise AttributeError(f"the machine inside has no {name}")
        return self._given[name]

    def _take(self, machine, X, y, sample_weight):
        self.machine_, self._sparse = machine.fit(X, y, sample_weight=sample_weight), issparse(X)
        names = [name for name in NAMES if hasattr(machine, name)]
        given = {name: getattr(machine, name) for name in names}
        if hasattr(machine, "pairs_"):
            given |= pairs_as_one(machine, csr_array(X) if self._sparse else X, np.asarray(y))
        elif isinstance(self, svm.SVC):
            given["n_iter_"] = np.array([machine.n_iter_])
        for name in {"dual_coef_", "coef_"} & given.keys():
            if self._sparse and not isinstance(self, svm.LinearSVC):
                given[name] = csr_array(given[name])
        self._given = {name: given.pop(name) for name in ("coef_", "n_support_") if name in given}
        vars(self).update(given)
        return self

    def _stop(self):
        """scikit-learn's tests ask no more than its tolerances, so svmlib's own will do."""
        return {} if self.max_iter == -1 else {"max_iter": self.max_iter}

    def _fitted(self):
        if not hasattr(self, "machine_"):
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet")
        return self.machine_

    def predict(self, X):
        return self._fitted().predict(X)

    @available_if(lambda self: not is_regressor(self))
    def decision_function(self, X):
        return self._fitted().decision_function(X)


class SVC(Borrowed, svm.SVC):
    def fit(self, X, y, sample_weight=None):
        self._validate_params()
        settings = dict(C=self.C, kernel=kernel_of(self, X), class_weight=self.class_weight)
        several = len(np.unique(np.asarray(y))) > 2
        machine = svmlib.MulticlassSVM if several else svmlib.KernelSVM
        return self._take(machine(**settings, **self._stop()), X, y, sample_weight)

    @available_if(lambda self: self.probability is True)
    def predict_proba(self, X):
        absent("predict_proba")

    def decision_function(self, X):
        machine = self._fitted()
        if self.decision_function_shape == "ovr" or not hasattr(machine, "pairs_"):
            return machine.decision_function(X)
        gram, parts = self.kernel == "precomputed", machine.parts_
        each = zip(machine.machines_, parts, strict=True)
        return np.column_stack([-m.decision_function(X[:, p] if gram else X) for m, p in each])


class LinearSVC(Borrowed, svm.LinearSVC):
    def fit(self, X, y, sample_weight=None):
        self._validate_params()
        for name, value in (("penalty", "l2"), ("loss", "hinge"), ("fit_intercept", True)):
            if getattr(self, name) != value and self.multi_class == "ovr":
                absent(f"{name}={getattr(self, name)!r}")
        settings = dict(class_weight=self.class_weight)
        if self.multi_class == "crammer_singer":
            settings |= dict(kind="crammer-singer", reg=0.5 / (_num_samples(X) * self.C))
            machine = svmlib.MulticlassSVM(**settings)
        elif len(np.unique(np.asarray(y))) > 2:
            machine = svmlib.MulticlassSVM(kind="one-vs-rest", C=self.C, **settings)
        else:
            machine = svmlib.LinearSVM(C=self.C, **settings)
        return self._take(machine, X, y, sample_weight)


class SVR(Borrowed, svm.SVR):
    def fit(self, X, y, sample_weight=None):
        self._validate_params()
        settings = dict(C=self.C, epsilon=self.epsilon, kernel=kernel_of(self, X), **self._stop())
        return self._take(svmlib.EpsilonSVR(**settings), X, y, sample_weight)


class LinearSVR(Borrowed, svm.LinearSVR):
    kernel = "linear"

    def fit(self, X, y, sample_weight=None):
        self._validate_params()
        for name, value in (("loss", "epsilon_insensitive"), ("fit_intercept", True)):
            if getattr(self, name) != value:
                absent(f"{name}={getattr(self, name)!r}")
        settings = dict(C=self.C, epsilon=self.epsilon, kernel="linear")
        return self._take(svmlib.EpsilonSVR(**settings), X, y, sample_weight)


class OneClassSVM(Borrowed, svm.OneClassSVM):
    def fit(self, X, y=None, sample_weight=None):
        self._validate_params()
        machine = svmlib.OneClassSVM(nu=self.nu, kernel=kernel_of(self, X), **self._stop())
        return self._take(machine, X, None, sample_weight)

    def score_samples(self, X):
        return self._fitted().score_samples(X)


class NuSVC(svm.NuSVC):
    def fit(self, X, y, sample_weight=None):
        absent("classification by ν")


class NuSVR(svm.NuSVR):
    def fit(self, X, y, sample_weight=None):
        absent("regression by ν")


for machine in (SVC, LinearSVC, SVR, LinearSVR, OneClassSVM, NuSVC, NuSVR):
    setattr(svm, machine.__name__, machine)
