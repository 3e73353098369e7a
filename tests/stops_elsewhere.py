"""An extension of IPython after which iterative methods begin and stop a little elsewhere.

What a lecture prints must not tell where: `make portable` runs all pages so.
"""

import inspect
from functools import wraps

ELSEWHERE = "STOPS_ELSEWHERE"  # the variable with which `tests/nbval_strict.py` loads this
LESS = 0.6  # of a tolerance
# lecture 5 shows after how many passes the first two stop; the last refuses what it does not use
LEFT_OUT = ("SGDClassifier", "Perceptron", "MulticlassSVM")


def load_ipython_extension(shell):
    import clarabel
    import cvxopt
    import scipy.optimize
    import scipy.sparse.linalg
    import sklearn.linear_model
    import sklearn.svm

    import svmlib.estimators

    for module in (sklearn.svm, sklearn.linear_model, svmlib.estimators):
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and name not in LEFT_OUT:
                if "tol" in inspect.signature(kind).parameters:
                    kind.fit = stricter(kind.fit)
    scipy.optimize.minimize = from_elsewhere(scipy.optimize.minimize)
    scipy.sparse.linalg.eigsh = with_another_start(scipy.sparse.linalg.eigsh)
    clarabel.DefaultSettings = with_less(clarabel.DefaultSettings)
    for name, usual in {"abstol": 1e-7, "reltol": 1e-6, "feastol": 1e-7}.items():
        cvxopt.solvers.options[name] = LESS * usual


def stricter(fit):
    """A fit with a smaller tolerance, which the estimator does not keep."""

    @wraps(fit)
    def fitted(self, *args, **kwargs):
        tol = getattr(self, "tol", None)
        if tol is None:
            return fit(self, *args, **kwargs)
        self.tol = LESS * tol
        try:
            return fit(self, *args, **kwargs)
        finally:
            self.tol = tol

    return fitted


def from_elsewhere(minimize):
    """From a start that is moved by a thousandth, and to half of what the gradient may be."""

    @wraps(minimize)
    def moved(fun, x0, *args, **kwargs):
        kwargs["options"] = {"gtol": LESS * 1e-5, **kwargs.get("options", {})}
        return minimize(fun, [x + 1e-3 for x in x0], *args, **kwargs)

    return moved


def with_another_start(eigsh):
    """From a vector that nobody has chosen."""

    @wraps(eigsh)
    def other(A, *args, **kwargs):
        import numpy as np

        start = np.random.default_rng(1).normal(size=A.shape[0])
        return eigsh(A, *args, **{"v0": start, **kwargs})

    return other


def with_less(settings):
    """The settings of an interior-point method, with smaller tolerances."""

    @wraps(settings, updated=())
    def smaller():
        found = settings()
        for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
            setattr(found, name, LESS * getattr(found, name))
        return found

    return smaller
