"""Checks of what the estimators are given: data, labels, weights and kernels."""

import numpy as np
from sklearn.utils import _safe_indexing, check_array, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_sample_weight,
    _num_samples,
    check_is_fitted,
    validate_data,
)

from svmlib._checks import (
    check_gram,
    check_numbers,
    check_scalar,
    class_weights,
    refuse_sparse,
    shown,
)
from svmlib._sparse import SparseRows, is_sparse, sparse_rows
from svmlib.estimators._habits import refuse_columns, refuse_gaps
from svmlib.kernels import RBF, Kernel, Linear, Polynomial

# kernels by the names that scikit-learn has for them
NAMED = {"linear": Linear(), "poly": Polynomial(degree=3, c=1.0), "rbf": RBF("scale")}


def is_precomputed(kernel):
    return isinstance(kernel, str) and kernel == "precomputed"


def named(kernel):
    """The kernel of a name; what is no name of a kernel as it is."""
    return NAMED.get(kernel, kernel) if isinstance(kernel, str) else kernel


def is_function(kernel):
    """Whether the kernel is a plain function, which may take inputs of any kind."""
    return callable(kernel) and not isinstance(kernel, Kernel | type)


# -- data --------------------------------------------------------------------------------------
def check_training(machine, X, y, sample_weight):
    """X, the classes, each point's class as an index, and its weight, shape (n,).

    X becomes a float64 array (n, d), or `SparseRows` if it is sparse and the machine says that it
    takes that. But if the kernel is a function, X stays as it came.
    """
    refuse_gaps(y)
    if is_function(getattr(machine, "kernel", None)):
        X, y = check_sequence(X), column_or_1d(y, warn=True)
        check_consistent_length(X, y)
    else:
        X, y = check_data(machine, X, y=y)
    classes, codes = _classes_of(y)
    weight = check_weight(codes, sample_weight)
    rows = np.bincount(codes, weight > 0)
    present = np.flatnonzero(rows)
    if len(present) < 2:
        only = f"one class, {shown(classes[present[0]])}" if len(present) else "no class"
        raise ValueError(
            f"y must hold at least two classes; the points (of positive weight) show {only}."
        )
    if len(present) < len(classes):
        absent = np.delete(classes, present)[0]
        raise ValueError(f"each class needs a point of positive weight; {shown(absent)} has none")
    totals = np.bincount(codes, weight)
    factors = class_weights(getattr(machine, "class_weight", None), classes, totals)
    return X, classes, codes, weight * factors[codes]


def _classes_of(y):
    """The distinct labels in order, and each point's place among them, (n,)."""
    if _are_numbers(y, 1):
        # two whole numbers are classes, and found sooner than scikit-learn says so
        low, high = y.min(), y.max()
        upper = y == high
        whole = float(low).is_integer() and float(high).is_integer()
        if whole and low < high and (upper | (y == low)).all():
            return np.array([low, high]), upper.astype(int)
    check_classification_targets(y)
    return np.unique(y, return_inverse=True)


def check_points(machine, X):
    """The X of a machine without targets, in the form of check_training."""
    return check_sequence(X) if is_function(machine.kernel) else check_data(machine, X)


def check_targets(machine, X, y):
    """X in the form of check_training, and the targets of a regression as float64, shape (n,)."""
    refuse_gaps(y, "target")
    if not is_function(machine.kernel):
        X, y = check_data(machine, X, y=y, y_numeric=True)
        return X, y.astype(np.float64)
    X, y = check_sequence(X), check_array(column_or_1d(y), ensure_2d=False, dtype=np.float64)
    check_consistent_length(X, y)
    return X, y


def check_weight(X, sample_weight):
    """The weight of each point, shape (n,); scikit-learn refuses it if all are 0."""
    points = np.ones(_num_samples(X))
    if sample_weight is None:
        return points
    return _check_sample_weight(sample_weight, points, ensure_non_negative=True)


def check_cost(machine):
    """C, the cost of slack, as a float."""
    if np.array_equal(machine.C, np.inf):
        raise ValueError(
            "C must be finite, but is inf; a linear machine without slack is HardMarginSVM, and "
            "with a kernel C=1e10 leaves none where none is needed"
        )
    return check_scalar(machine.C, "C", positive=True)


def check_new(machine, X):
    """The X of predict, in the form in which check_training hands it on."""
    check_is_fitted(machine)
    kernel = getattr(machine, "kernel_", None)
    if is_function(kernel):
        return check_sequence(X)
    sparse = takes_sparse(kernel) if kernel is not None else takes_sparse_rows(machine)
    try:
        return check_data(machine, X, sparse=sparse, reset=False)
    except ValueError as error:
        if not is_precomputed(kernel) or "is expecting" not in str(error):
            raise
        raise ValueError(
            f"{error} Of a precomputed X the columns are the training points, K[i, j] = k(x_i, "
            "training point j): is it transposed?"
        ) from None


def takes_sparse_rows(machine):
    """Whether it takes sparse X, as it is set now."""
    return machine.__sklearn_tags__().input_tags.sparse


def check_data(machine, X, *, sparse=None, **settings):
    """X by scikit-learn's rules, and y if it is given; sparse: whether X may be."""
    if _is_ready(machine, X, **settings):
        machine.n_features_in_ = X.shape[1]
        return (X, settings["y"]) if "y" in settings else X
    sparse = takes_sparse_rows(machine) if sparse is None else sparse
    if not sparse:
        refuse_sparse(X, "X")
    if getattr(getattr(X, "dtype", None), "kind", "") == "c":
        raise ValueError("Complex data not supported: X must hold real numbers")
    refuse_columns(X)
    kinds = ["csr"] if sparse else False
    X = as_csr(X)  # from a machine made of machines
    found = validate_data(machine, X, dtype=np.float64, order="C", accept_sparse=kinds, **settings)
    X, *y = found if "y" in settings else (found,)
    X = sparse_rows(X) if is_sparse(X) else X
    return (X, *y) if y else X


def _is_ready(machine, X, *, reset=True, y_numeric=False, **given):
    """Whether X and y are what scikit-learn would make of them, seen in a tenth of its time."""
    if hasattr(machine, "feature_names_in_") or not _are_numbers(X, 2):
        return False
    fits = reset or X.shape[1] == machine.n_features_in_
    fits = fits and all(_are_numbers(y, 1) and len(y) == len(X) for y in given.values())
    return fits and X.dtype == np.float64 and X.flags.c_contiguous


def _are_numbers(values, ndim):
    """Whether it is a plain array of finite numbers, not empty."""
    plain = type(values) is np.ndarray and values.ndim == ndim and values.size > 0
    return plain and values.dtype.kind in "biuf" and bool(np.isfinite(values).all())


def takes_sparse(kernel):
    kernel = named(kernel)
    return isinstance(kernel, Kernel) and kernel.takes_sparse


def check_sequence(X):
    """Inputs of any kind, as long as they can be counted."""
    if isinstance(X, str):
        raise ValueError(f"X must be a sequence of inputs; put a single one in a list, [{X!r}]")
    if _num_samples(X) == 0:
        raise ValueError("X must hold at least one input, but is empty")
    return X


def take(X, index):
    """The inputs at these places of an array, a data frame or a list; of `SparseRows` as CSR."""
    return X[index] if type(X) is np.ndarray else _safe_indexing(as_csr(X), index)


def as_csr(X):
    return X.csr if isinstance(X, SparseRows) else X


# -- kernels -----------------------------------------------------------------------------------
def kept(kernel, X, weight):
    """What a machine fitted to X with these weights predicts with: a copy, its length a number."""
    kernel = named(kernel)
    return kernel.fitted(X, weight) if isinstance(kernel, Kernel) else kernel


def kernel_or_gram(kernel, X):
    """The kernel, or the Gram matrix (n, n), that the engine shall use."""
    if isinstance(kernel, Kernel):
        return kernel
    if is_precomputed(kernel):
        return check_gram(X)
    if is_function(kernel):
        name = "kernel(X, X)"
        return check_gram(kernel_matrix(kernel, X, X, name), name)
    if isinstance(kernel, type):
        raise ValueError(
            "kernel must be an instance, for example RBF(sigma=1.0), but is the class "
            f"{kernel.__name__}"
        )
    raise ValueError(
        f"kernel must be a Kernel, one of {', '.join(map(repr, NAMED))} and 'precomputed', or a "
        f"function of two sequences of inputs; it is {kernel!r}. svmlib.kernels has Linear, "
        "Polynomial, RBF, OrnsteinUhlenbeck, DoubleExponential and Sigmoid, for instance "
        "RBF(sigma=1.0)."
    )


def kernel_matrix(function, X, Z, call="kernel(X, support_vectors_)"):
    """K_ij = k(x_i, z_j), shape (n, m), from a kernel function; `call` names it in messages."""
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
