"""Checks of arguments: a message names the argument, what came, what is expected, what to try.

The checks return float64 arrays. An argument that already is one is returned, and never changed.
The checks of the machines' arguments, by scikit-learn's rules, come last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from math import hypot, isfinite
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._sparse import Points, is_sparse, sparse_rows

# all functions that solve a dual give this warning
INDEFINITE = (
    "the kernel is not positive semidefinite, not even on Σβ = 0, so the dual is not concave: "
    "the solution is at best a stationary point, and its duality gap means nothing (was K computed "
    "in single precision, or from features far from 0?)"
)


def shown(value: Any) -> str:
    """Return the repr for messages, in which a number of numpy's looks like a number."""
    return repr(value.item() if isinstance(value, np.generic) else value)


# -- arrays ------------------------------------------------------------------------------------
def refuse_sparse(values: Any, name: str) -> None:
    """Raise TypeError for a sparse matrix, which numpy would take for a single object."""
    if is_sparse(values):
        raise TypeError(
            f"{name} must be a dense array, but is a sparse {type(values).__name__}, which not all "
            f"kernels and machines take: pass {name}.toarray()"
        )


def check_numbers(
    values: ArrayLike, name: str, wanted: str = "hold real numbers", *, sparse: bool = False
) -> Points:
    """Turn `values` into a float64 array and refuse text, objects, complex and sparse matrices.

    With `sparse`, sparse matrices of real numbers become CSR arrays.
    """
    if sparse and is_sparse(values):
        if getattr(values, "dtype", np.dtype(float)).kind not in "biuf":
            raise TypeError(f"{name} must {wanted}, but came with dtype {values.dtype}")
        return sparse_rows(values)
    refuse_sparse(values, name)
    array = np.asarray(values)
    numbers = None if values is None else _real_numbers(array)  # numpy turns None into NaN
    if numbers is None:
        came = f"came with dtype {array.dtype}" if array.ndim else f"is {shown(values)}"
        text = array.ndim == 2 and array.dtype.kind != "c"
        hint = "; encode text columns as numbers first" if text else ""
        raise TypeError(f"{name} must {wanted}, but {came}{hint}")
    return np.asarray(numbers, dtype=np.float64, order="C")


def _real_numbers(array):
    """Return the array, as floats if it holds objects that are numbers, or None for others."""
    if array.dtype.kind in "biuf":
        return array
    try:
        return None if array.dtype.kind in "cSU" else array.astype(float)
    except (TypeError, ValueError):
        return None


def check_finite(array: Points, name: str) -> None:
    """Raise ValueError that names the first entry which is NaN or infinite."""
    values = array.data if is_sparse(array) else array
    if not np.isfinite(values).all():
        first = where = tuple(int(k) for k in np.argwhere(~np.isfinite(values))[0])
        if is_sparse(array):
            where = tuple(int(places[first]) for places in array.tocoo().coords)
        place = f"[{', '.join(map(str, where))}]" if where else ""
        raise ValueError(
            f"{name} must be finite, but {name}{place} is {values[first]}; "
            "remove or fill missing values first"
        )


def check_matrix(
    X: ArrayLike, name: str = "X", *, columns: int | None = None, sparse: bool = False
) -> Points:
    """Return data as a finite float64 array of shape (n, d), n ≥ 1, and d = `columns` if given.

    With `sparse`, a sparse matrix is taken too and becomes a CSR array.
    """
    array = check_numbers(X, name, sparse=sparse)
    if array.ndim != 2:
        hint = (
            f"; {name}.reshape(-1, 1) makes it n points with one feature, {name}.reshape(1, -1) a "
            "single point"
        )
        raise ValueError(
            f"{name} must have shape (n, d), one row per point, but came with shape "
            f"{array.shape}{hint if array.ndim == 1 else ''}"
        )
    if 0 in array.shape:
        raise ValueError(f"{name} must have rows and columns, but came with shape {array.shape}")
    if columns is not None and array.shape[1] != columns:
        raise ValueError(f"{name} must have {columns} columns, but came with shape {array.shape}")
    check_finite(array, name)
    return array


def check_vector(v: ArrayLike, name: str, *, length: int | None = None) -> np.ndarray:
    """Return a finite float64 vector, shape (length,)."""
    array = check_numbers(v, name)
    if array.ndim != 1 or (length is not None and array.size != length):
        expected = "one-dimensional" if length is None else f"of shape ({length},)"
        raise ValueError(f"{name} must be {expected}, but came with shape {array.shape}")
    check_finite(array, name)
    return array


def check_gram(K: ArrayLike, name: str = "K") -> np.ndarray:
    """Return a Gram matrix as a finite, symmetric float64 array, shape (n, n).

    Asymmetry from rounding, up to 1e-8 of the largest entry, is averaged out, because βᵀKβ depends
    on ½(K + Kᵀ) only.
    """
    if callable(K) or isinstance(K, str):
        raise TypeError(
            f"{name} must be the Gram matrix, but is {K!r}; pass the Gram matrix kernel(X)"
        )
    K = check_numbers(K, name)
    if K.ndim != 2 or K.shape[0] != K.shape[1] or not K.size:
        raise ValueError(
            f"{name} must be the square Gram matrix (n, n), but came with shape {K.shape}; pass "
            "kernel(X), for a linear machine X @ X.T"
        )
    check_finite(K, name)
    if np.array_equal(K, K.T):
        return K
    asymmetry = np.abs(K - K.T)
    i, j = np.unravel_index(asymmetry.argmax(), K.shape)
    if asymmetry[i, j] > 1e-8 * max(K.max(), -K.min()):
        raise ValueError(
            f"{name} must be symmetric, but {name}[{i}, {j}] is {K[i, j]:g} and {name}[{j}, {i}] "
            f"is {K[j, i]:g}; if rounding alone separates them, pass 0.5 * (K + K.T)"
        )
    return 0.5 * (K + K.T)


# -- numbers and words -------------------------------------------------------------------------
def check_scalar(
    value: ArrayLike, name: str, *, positive: bool = False, at_least: float | None = None
) -> float:
    """Return a finite number as a float. An array with a single entry counts as a number."""
    if not isinstance(value, int | float):
        array = check_numbers(value, name, "be a number")
        if array.size != 1:
            raise ValueError(f"{name} must be a single number, but came with shape {array.shape}")
        value = array.reshape(-1)[0]
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"{name} must be finite, but is {number}")
    if positive and number <= 0:
        raise ValueError(f"{name} must be positive, but is {number:g}")
    if at_least is not None and number < at_least:
        raise ValueError(f"{name} must be at least {at_least:g}, but is {number:g}")
    return number


def check_count(
    value: ArrayLike, name: str, *, at_least: int = 1, at_most: int | None = None
) -> int:
    """Return a whole number as an int."""
    number = check_scalar(value, name, at_least=at_least)
    if number != int(number):
        raise ValueError(f"{name} must be a whole number, but is {number:g}")
    if at_most is not None and number > at_most:
        raise ValueError(f"{name} must be at most {at_most}, but is {number:g}")
    return int(number)


def check_choice(value: Any, name: str, choices: Sequence[str]) -> str:
    """Return one of a few words."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, but is {shown(value)}")
    return value


def check_box(C: ArrayLike, n: int) -> np.ndarray:
    """Return the bounds of the multipliers, (n,), from one C for all or one per point."""
    array = check_numbers(C, "C", "be a number")
    if array.ndim > 1 or (array.ndim == 1 and array.size not in (1, n)):
        raise ValueError(f"C must be a number or have shape ({n},), but came as {array.shape}")
    if np.isnan(array).any() or (array < 0).any() or not (array > 0).any():
        worst = f"is {array:g}" if array.ndim == 0 else f"its smallest entry is {array.min():g}"
        raise ValueError(f"C must be positive, but {worst}")
    if np.isinf(array).any():
        raise ValueError("C must be finite, but is inf; HardMarginSVM solves the limit C → ∞")
    return np.broadcast_to(array, (n,)).copy()


# -- labels ------------------------------------------------------------------------------------
def check_signs(
    y: ArrayLike, n: int | None = None, *, name: str = "y", both: bool = False
) -> np.ndarray:
    """Return labels as a float64 array in {-1., +1.}, shape (n,).

    The equations multiply by y, so other codings would be silently wrong: with 0 in place of
    -1 a class drops out of the hinge, and in unsigned integers -y wraps around. With `both` each
    sign must occur.
    """
    refuse_sparse(y, name)
    labels = np.asarray(y)
    cure = f"use np.where({name} == positive_class, 1, -1)"
    if labels.ndim != 1 or (n is not None and labels.size != n):
        expected = "(n,)" if n is None else f"({n},), one label per row of X"
        raise ValueError(f"{name} must have shape {expected}, but came with shape {labels.shape}")
    if not labels.size:
        raise ValueError(f"{name} must hold -1 and +1, but is empty")
    labels = _real_numbers(labels)
    if labels is None:
        raise TypeError(f"{name} must hold -1 and +1, but holds text or objects; {cure}")
    values = np.unique(labels)
    if labels.dtype.kind == "u":
        raise ValueError(
            f"{name} must hold -1 and +1, but came as unsigned integers ({labels.dtype}), which "
            f"cannot hold -1 (negating them wraps around); {cure}"
        )
    if labels.dtype.kind == "b" or (np.isin(values, (0, 1)).all() and 0 in values):
        kind = "booleans" if labels.dtype.kind == "b" else "labels in {0, 1}"
        raise ValueError(
            f"{name} must hold -1 and +1, but came as {kind}; use np.where({name} == 1, 1, -1)"
        )
    if not np.isin(values, (-1, 1)).all():
        some = str(values[:5].tolist())[1:-1]
        raise ValueError(f"{name} must hold -1 and +1, but holds {some}; {cure}")
    if both and values.size < 2:
        raise ValueError(
            f"{name} must hold both classes, but all {labels.size} labels are {values[0]:+g}"
        )
    return labels.astype(np.float64)


def check_pair(X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return data (n, d) and their labels -1 and +1 (n,), which must both occur."""
    X = check_matrix(X)
    return X, check_signs(y, len(X), both=True)


def check_gram_pair(K: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Return a Gram matrix (n, n) and its labels -1 and +1 (n,), which must both occur."""
    K = check_gram(K)
    return K, check_signs(y, len(K), both=True)


# -- hyperplanes -------------------------------------------------------------------------------
def check_plane(
    w: ArrayLike, b: ArrayLike, *, columns: int | None = None
) -> tuple[np.ndarray, float]:
    """Return (w, b) of a hyperplane as a vector (d,) and a float. w may be a `coef_` (1, d)."""
    normal = check_numbers(w, "w")
    if normal.ndim == 2 and normal.shape[0] == 1:
        normal = normal[0]
    return check_vector(normal, "w", length=columns), check_scalar(b, "b")


def check_normal(w: ArrayLike) -> float:
    """Return the length ‖w‖, and refuse w = 0, which defines no hyperplane."""
    length = hypot(*np.asarray(w, dtype=float).ravel())  # squares neither vanish nor overflow
    if length == 0:
        raise ValueError(
            "w must not be the zero vector: w·x + b = 0 is then no hyperplane and has no distances"
        )
    return length


# -- what machines get -------------------------------------------------------------------------
def tells_instead(init: Callable, instead: Mapping[str, str]) -> Callable:
    """Return an __init__ that names what to write instead of a parameter that it does not have.

    If it takes its parameters by name alone, it also explains that.
    """
    _, *parameters = signature(init).parameters.values()
    known = [parameter.name for parameter in parameters]
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return init

    @wraps(init)
    def __init__(self, *values: Any, **settings: Any) -> None:
        name = type(self).__name__
        if values and parameters and parameters[0].kind is parameters[0].KEYWORD_ONLY:
            raise TypeError(
                f"{name} takes its parameters by name: {name}({known[0]}={shown(values[0])})"
            )
        for given in settings:
            if given not in known:
                own = f"one of {', '.join(known)}" if known else "none"
                use = instead.get(given, own)
                raise TypeError(f"{name} has no parameter {given!r}; use {use}")
        init(self, *values, **settings)

    return __init__


def check_data(machine: Any, X: Any, *, sparse: bool | None = None, **settings: Any) -> Any:
    """Return X by scikit-learn's rules, a CSR array if sparse, or (X, y) if `settings` hold a y.

    `sparse` says whether X may be sparse. By default the machine's own tag decides.
    """
    from sklearn.utils.validation import validate_data

    _refuse_columns(X)
    sparse = machine.__sklearn_tags__().input_tags.sparse if sparse is None else sparse
    settings |= {"dtype": np.float64, "order": "C", "accept_sparse": ["csr"] if sparse else False}
    found = validate_data(machine, X, **settings)
    X, *y = found if "y" in settings else (found,)
    X = sparse_rows(X) if is_sparse(X) else X
    return (X, *y) if y else X


def _refuse_columns(X):
    """Raise TypeError for a data frame with a column of dates or words, which it names."""
    if not hasattr(X, "iloc") or X.ndim != 2:
        return
    for name, column in X.items():
        kind = getattr(column.dtype, "kind", "O")
        if kind in "mM":
            wrong, cure = "dates", "numbers of them, such as month or weekday"
        elif kind in "biuf" or _real_numbers(np.asarray(column, dtype=object)) is not None:
            continue
        else:
            wrong = "words"
            cure = "numbers of them, for instance with OneHotEncoder of sklearn.preprocessing"
        raise TypeError(
            f"X must hold numbers, but column {name!r} holds {wrong} (the first is "
            f"{str(column.iloc[0])!r}); make {cure}"
        )


def check_sequence(X: Any) -> Any:
    """Return inputs of any kind, as a kernel function takes them, if they can be counted."""
    from sklearn.utils.validation import _num_samples

    if isinstance(X, str):
        raise ValueError(f"X must be a sequence of inputs; put a single one in a list, [{X!r}]")
    if _num_samples(X) == 0:
        raise ValueError("X must hold at least one input, but is empty")
    return X


def refuse_gaps(y: Any, answer: str = "label") -> None:
    """Raise ValueError for None, NaN, or "" among words in y. `answer` names what is missing."""
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


def check_classes(
    y: np.ndarray, weight: np.ndarray, class_weight: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the classes, each point's class as an index (n,), and its weight times its class's."""
    from sklearn.utils.multiclass import check_classification_targets

    if y.dtype.kind not in "biuf" or (y % 1 != 0).any():  # whole numbers are classes
        check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    present = np.flatnonzero(np.bincount(codes, weight > 0))
    if len(present) < 2:
        only = f"one class, {shown(classes[present[0]])}" if len(present) else "no class"
        raise ValueError(
            f"y must hold at least two classes; the points (of positive weight) show {only}."
        )
    if len(present) < len(classes):
        absent = np.delete(classes, present)[0]
        raise ValueError(f"each class needs a point of positive weight; {shown(absent)} has none")
    factors = class_weights(class_weight, classes, np.bincount(codes, weight))
    return classes, codes, weight * factors[codes]


def class_weights(class_weight: Any, classes: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Return the factor of C for each class, (k,), for None, "balanced", or a dict by label.

    `totals` (k,) are the sums of the weights of each class, its numbers of rows if none are given.
    """
    if class_weight is None:
        return np.ones(len(classes))
    if isinstance(class_weight, str) and class_weight == "balanced":
        return totals.sum() / (len(classes) * totals)
    if not isinstance(class_weight, dict):
        raise ValueError(
            "class_weight must be None, 'balanced' or a dict of label and weight; "
            f"it is {shown(class_weight)}"
        )
    from sklearn.utils.class_weight import compute_class_weight

    weight = compute_class_weight(class_weight, classes=classes, y=classes)
    if not (np.isfinite(weight).all() and weight.min() > 0):
        raise ValueError(f"class_weight must hold positive numbers, but is {class_weight}")
    return weight
