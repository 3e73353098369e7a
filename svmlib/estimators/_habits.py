"""What people who come from scikit-learn's own machines ask for first, and the way from there."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

import numpy as np

from svmlib._checks import shown

# parameters of scikit-learn's machines, or of others here, and what takes their place
INSTEAD = {
    "C": "nu, the share of the points that may be outside",
    "break_ties": "nothing: predict and decision_function never contradict each other",
    "cache_size": "max_bytes, in bytes",
    "coef0": "kernel=Polynomial(degree, c=coef0 / gamma) with gamma**degree times the C",
    "contamination": "nu, the share of the points that may be outside",
    "decision_function_shape": "MulticlassSVM(kind=…)",
    "degree": "kernel=Polynomial(degree=…)",
    "dual": "nothing: primal and dual are solved together, and gap_ is what lies between them",
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

# what a file may hold, in small letters, where nobody knows the answer
GAP_WORDS = {"", "-", "?", ".", "n/a", "na", "nan", "none", "null", "missing", "unknown"}


def parameters_by_name(init: Callable) -> Callable:
    """An __init__ that says what to write instead of what it does not know (decorator)."""
    known = list(signature(init).parameters)[1:]

    @wraps(init)
    def __init__(self, *values: Any, **settings: Any) -> None:
        name = type(self).__name__
        if values:
            raise TypeError(
                f"{name} takes its parameters by name: {name}({known[0]}={shown(values[0])})"
            )
        for given in settings:
            if given not in known:
                instead = INSTEAD.get(given, f"one of {', '.join(known)}")
                raise TypeError(f"{name} has no parameter {given!r}; use {instead}")
        init(self, **settings)

    return __init__


class NoProbabilities:
    """For a classifier whose scores are no probabilities."""

    @property
    def predict_proba(self):
        """Absent: the scores of a machine are no probabilities (lecture 11)."""
        raise AttributeError(
            f"{type(self).__name__} has scores, not probabilities; they become probabilities in "
            "CalibratedClassifierCV(machine, ensemble=False) of sklearn.calibration (lecture 11)"
        )


def of_its_machines(name: str) -> property:
    """An attribute that a machine made of binary machines has only in these."""

    def absent(machine):
        raise AttributeError(
            f"{type(machine).__name__} has no {name}; in its split kinds each of machines_ has its "
            f"own, machines_[0].{name} and so on"
        )

    return property(absent)


def refuse_gaps(y: Any, answer: str = "label") -> None:
    """Raise ValueError for gaps in y: None, NaN, or "" among words; `answer` names what is gone."""
    words = isinstance(y, list | tuple) and any(isinstance(label, str) for label in y)
    labels = np.asarray(y, dtype=object if words else None)  # a list would turn NaN into "nan"
    if labels.ndim != 1 or labels.dtype.kind not in "OUSTf":
        return
    if labels.dtype.kind == "f":
        missing = np.isnan(labels)
    else:
        from pandas import isna

        empty = [isinstance(label, str | bytes) and not label for label in labels.tolist()]
        missing = isna(labels) | np.array(empty, dtype=bool)
    gaps = np.flatnonzero(missing)
    if len(gaps):
        raise ValueError(
            f"y has {len(gaps)} gap{'s' * (len(gaps) > 1)} (None, NaN or an empty word), the first "
            f"at row {gaps[0]}; leave out the rows whose {answer} is not known"
        )


def remark_on_classes(classes: np.ndarray) -> str:
    """What to clean first, if words among these labels differ in form only or may be gaps."""
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


def refuse_columns(X: Any) -> None:
    """Raise TypeError for a data frame with a column of dates or words, which it names."""
    if not hasattr(X, "iloc") or X.ndim != 2:
        return
    for name, column in X.items():
        kind = getattr(column.dtype, "kind", "O")
        if kind in "mM":
            wrong, cure = "dates", "numbers of what matters in them, as month or weekday"
        elif kind in "biuf" or _are_numbers(column):
            continue
        else:
            wrong = "words"
            cure = "numbers of them, for instance with OneHotEncoder of sklearn.preprocessing"
        raise TypeError(
            f"X must hold numbers, but column {name!r} holds {wrong} (the first is "
            f"{str(column.iloc[0])!r}); make {cure}"
        )


def _are_numbers(column):
    try:
        column.astype(float)
    except (TypeError, ValueError):
        return False
    return True
