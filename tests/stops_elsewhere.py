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
    import numpy as np
    import scipy.optimize
    import scipy.sparse.linalg
    import sklearn.linear_model
    import sklearn.svm

    import svmlib.estimators

    minimize, eigsh = scipy.optimize.minimize, scipy.sparse.linalg.eigsh
    settings_of_clarabel = clarabel.DefaultSettings

    def from_elsewhere(fun, x0, *args, options=None, **kwargs):
        """From a start that is moved by a thousandth, and to half of what the gradient may be."""
        options = {"gtol": LESS * 1e-5, **(options or {})}
        return minimize(fun, [x + 1e-3 for x in x0], *args, options=options, **kwargs)

    def with_another_start(A, *args, **kwargs):
        """From a vector that nobody has chosen."""
        start = np.random.default_rng(1).normal(size=A.shape[0])
        return eigsh(A, *args, **{"v0": start, **kwargs})

    def with_less():
        """The settings of an interior-point method, with smaller tolerances."""
        found = settings_of_clarabel()
        for name in ("tol_gap_abs", "tol_gap_rel", "tol_feas"):
            setattr(found, name, LESS * getattr(found, name))
        return found

    scipy.optimize.minimize, scipy.sparse.linalg.eigsh = from_elsewhere, with_another_start
    clarabel.DefaultSettings = with_less
    for name, usual in {"abstol": 1e-7, "reltol": 1e-6, "feastol": 1e-7}.items():
        cvxopt.solvers.options[name] = LESS * usual
    for module in (sklearn.svm, sklearn.linear_model, svmlib.estimators):
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and name not in LEFT_OUT:
                if "tol" in inspect.signature(kind).parameters:
                    kind.fit = stricter(kind.fit)


def stricter(fit):
    """A fit with a smaller tolerance, which the estimator does not keep."""

    @wraps(fit)
    def fitted(self, *args, **kwargs):
        tol = self.tol
        try:
            self.tol = tol and LESS * tol
            return fit(self, *args, **kwargs)
        finally:
            self.tol = tol

    return fitted
