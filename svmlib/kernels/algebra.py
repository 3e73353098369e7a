"""The base class of kernels, and sums, products and powers of kernels (lectures 8 and 15).

With k and l, also k + l, k·l, a·k for a ≥ 0, a_0 + a_1 k + a_2 k² + … with all a_j ≥ 0, exp(k) and
k on some of the columns are kernels, because each is again an inner product of features. Parameters
follow scikit-learn's protocol, so that GridSearchCV can set kernel__sigma.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache, partial
from inspect import signature
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_finite, check_numbers, check_scalar, shown, tells_instead
from svmlib._sparse import alike, is_sparse, sparse_rows

# such a length is given in units of the data's own
IN_SCALES = re.compile(r"(?:(\d+\.?\d*|\.\d+) +)?scale")
# what others call a parameter: {its name: {the parameter of a kernel here: what to write instead}}
OF_DEGREE = "c=coef0 / gamma, with gamma**degree times the C of the machine"
INSTEAD = {
    "gamma": {"sigma": "sigma=(2 * gamma) ** -0.5", "degree": OF_DEGREE},
    "coef0": {"degree": OF_DEGREE},
    "length_scale": {"sigma": "sigma=length_scale", "length": "length=length_scale"},
}


class KernelOverflowError(OverflowError, ValueError):
    """A kernel value is too large for float64."""


class Kernel:
    """The base class of all kernels: evaluation, algebra, parameters.

    To write a kernel, give ``_evaluate(X, Z)``, the values K_ij = k(x_i, z_j) for checked arrays
    (n, d) and (m, d). Machines train on these and predict with them. The rest is optional:

    ``__init__``, ``_checks``
        its parameters, and their checks, which refuse a wrong value whenever it is set;
    ``positive_semidefinite``
        True if a theorem makes every Gram matrix positive semidefinite; otherwise the engine looks;
    ``takes_sparse``
        True if X and Z may be sparse, which makes them CSR arrays of scipy;
    ``_diagonal(X)``, ``_rows(X)``, ``factor(X)``
        the same values faster: k(x_i, x_i), shape (n,); a function W ↦ K_W for fixed X, the rows
        (m, n) of m indices or a slice; and, for few features, L (d, n) with K = LᵀL;
    ``_error(X)``
        how far its values may be off, a number or one for each row.

    A class that gives an ``_evaluate`` of its own inherits none of these from a kernel with other
    values. Kernels are equal when class and parameters are, so k + l is not equal to l + k. Because
    they are mutable, they have no hash.

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear
    >>> k = RBF(sigma=1.0) + 2 * Linear()
    >>> k([1, 0], [1, 0]), k
    (3.0, RBF(sigma=1.0) + 2 * Linear(A=None))

    This kernel of your own suits data that repeat themselves after 2π:

    >>> import numpy as np
    >>> from svmlib.kernels import Kernel
    >>> class Periodic(Kernel):
    ...     def _evaluate(self, X, Z):
    ...         return np.exp(np.cos(X[:, None] - Z).sum(axis=2))
    >>> Periodic()([0.0], [2 * np.pi]) == Periodic()([0.0], [0.0])
    True
    """

    positive_semidefinite: bool = False
    takes_sparse: bool = False
    factor: ClassVar[Callable | None] = None
    _checks: ClassVar[dict[str, Callable]] = {}  # parameter → f(value, name), raises an error

    def __init_subclass__(cls, **options: Any) -> None:
        """Drop what a class inherits for other values than its own, and explain its parameters."""
        super().__init_subclass__(**options)
        if "__call__" in vars(cls):
            raise TypeError(f"{cls.__name__} must define its values in _evaluate.")
        stale = []
        if "_of" in vars(cls) and any("_of" in vars(base) for base in cls.__mro__[1:]):
            stale = ["positive_semidefinite"]
        if "_evaluate" in vars(cls):
            stale = ["positive_semidefinite", "takes_sparse", "factor"]
            stale += ["_diagonal", "_rows", "_error"]
        for name in stale:
            if name not in vars(cls):
                setattr(cls, name, vars(Kernel)[name])
        if "__init__" in vars(cls):
            known = signature(cls.__init__).parameters
            ways = ((given, own, how) for given, all in INSTEAD.items() for own, how in all.items())
            instead = {given: how for given, own, how in ways if own in known}
            cls.__init__ = tells_instead(cls.__init__, instead)

    # -- values --------------------------------------------------------------------------------
    def __call__(self, X: ArrayLike, Z: ArrayLike | None = None) -> np.ndarray | float:
        """Return the kernel matrix K_ij = k(x_i, z_j), shape (n, m), with Z = X if Z is left out.

        A single point may be given as a vector: k(x, Z) has shape (m,), k(x, z) is a float. Kernels
        of inner products or distances take scipy's sparse matrices for X, Z or both. Raises
        KernelOverflowError when a value exceeds float64, TypeError for anything but arrays of real
        numbers, ValueError for NaN, infinity and features that do not match.
        """
        same = Z is None or Z is X
        X, X_is_point = self._points(X, "X")
        Z, Z_is_point = (X, X_is_point) if same else self._points(Z, "Z")
        X, Z = alike(X, Z)
        if X.shape[1] != Z.shape[1]:
            raise ValueError(
                f"X has {X.shape[1]} features and Z has {Z.shape[1]}; both must have the same."
            )
        with np.errstate(over="ignore", invalid="ignore"):
            K = self._evaluate(X, Z)
        self._check_finite(K)
        K = K[0] if X_is_point else K
        K = K[..., 0] if Z_is_point else K
        return float(K) if np.ndim(K) == 0 else K

    def diagonal(self, X: ArrayLike) -> np.ndarray:
        """Return the values k(x_i, x_i), shape (n,), without the rest of the matrix."""
        X, _ = self._points(X, "X")
        with np.errstate(over="ignore", invalid="ignore"):
            diagonal = self._diagonal(X)
        self._check_finite(diagonal)
        return diagonal

    def rows(self, X: ArrayLike) -> Callable:
        """Return i ↦ K[i] for fixed X: a row (n,) for one index, a matrix (m, n) for m indices.

        Unlike the kernel itself, this function lets values overflow to inf.
        """
        rows = np.errstate(over="ignore", invalid="ignore")(self._rows(self._points(X, "X")[0]))
        return lambda i: rows(slice(i, i + 1))[0] if np.ndim(i) == 0 else rows(i)

    def _points(self, X, name):
        """Return X as a float64 matrix of points, and whether it was a single point."""
        single = is_sparse(X) and X.ndim == 1
        X = check_numbers(X, name, sparse=self.takes_sparse)
        if X.ndim not in (1, 2):
            raise ValueError(
                f"{name} must be a point (d,) or a matrix (n, d); its shape is {X.shape}."
            )
        check_finite(X, name)
        return (X, single) if X.ndim == 2 else (X[None], True)

    def _check_finite(self, values):
        if not np.isfinite(values).all():
            raise KernelOverflowError(
                f"{self!r} overflows on these data: some values are not finite numbers. "
                "Scale the features (for instance with StandardScaler), lower the degree or "
                "widen the kernel."
            )

    def _evaluate(self, X, Z):
        raise NotImplementedError(f"{type(self).__name__} does not say how to evaluate itself.")

    def _diagonal(self, X):
        return np.array([self._evaluate(x[None], x[None])[0, 0] for x in X])

    def _rows(self, X):
        return lambda W: self._evaluate(X[W], X)

    def _error(self, X):
        """Return the error of k(x, z) as a share of √(k(x, x) k(z, z)): a number or (n,)."""
        return 4.0 * np.finfo(float).eps

    # -- algebra -------------------------------------------------------------------------------
    def __add__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, Kernel):
            return Sum(self, other)
        return (
            PolynomialOf(self, (float(other), 1.0)) if isinstance(other, Real) else NotImplemented
        )

    def __mul__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(self, other) if isinstance(other, Real) else NotImplemented

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, degree: int) -> PolynomialOf:
        if not isinstance(degree, Integral) or degree < 0:
            raise ValueError(
                f"A kernel can be raised to the powers 0, 1, 2, …, not to {shown(degree)}: "
                "other powers need not be positive semidefinite."
            )
        return PolynomialOf(self, (0.0,) * degree + (1.0,))

    def exp(self) -> ExpOf:
        """Return the kernel exp(k(x, z)), as ``numpy.exp(k)`` does."""
        return ExpOf(self)

    # -- parameters ----------------------------------------------------------------------------
    @classmethod
    @cache  # a signature takes longer to read than a small kernel matrix to compute
    def _names(cls):
        if cls.__init__ is object.__init__:  # the kernel has no parameters
            return []
        return [name for name in signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return parameters by name, with deep=True also the inner kernels', as left__sigma."""
        params = {name: getattr(self, name) for name in self._names()}
        if deep:
            for name, value in list(params.items()):
                if isinstance(value, Kernel):
                    inner = value.get_params(deep=True)
                    params |= {f"{name}__{key}": item for key, item in inner.items()}
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name (inner ones as left__sigma) and return the kernel itself.

        When one of them is wrong, none is set.
        """
        deepcopy(self)._set(deepcopy(params))
        self._set(params)
        return self

    def _set(self, params):
        for key in sorted(params, key=lambda key: key.count("__")):
            name, _, rest = key.partition("__")
            inner = getattr(self, name, None)
            if name not in self._names() or (rest and not isinstance(inner, Kernel)):
                raise ValueError(
                    f"{type(self).__name__} has no parameter {key!r}; it has "
                    f"{', '.join(self.get_params())}."
                )
            if rest:
                inner._set({rest: params[key]})
            else:
                setattr(self, name, params[key])

    def __setattr__(self, name, value):
        if name in self._checks:
            self._checks[name](value, name)
        super().__setattr__(name, value)

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        mine, others = self.get_params(deep=False), other.get_params(deep=False)
        return all(np.array_equal(mine[name], others[name]) for name in mine)

    def __repr__(self):
        params = ", ".join(f"{k}={shown(v)}" for k, v in self.get_params(deep=False).items())
        return f"{type(self).__name__}({params})"

    def fitted(self, X: ArrayLike, weight: np.ndarray | None = None) -> Kernel:
        """Return a copy in which lengths given as "scale" or "k scale" are their numbers for X.

        A point counts as often as its weight (n,) says, or once.

        Examples
        --------
        >>> from svmlib.kernels import RBF
        >>> RBF("0.5 scale").fitted([[-2, 0], [2, 0], [0, 2], [0, -2]])
        RBF(sigma=0.7071067811865476)
        """
        X, _ = self._points(X, "X")
        return self._fitted(X, np.ones(X.shape[0]) if weight is None else weight)

    def _fitted(self, X, weight):
        made = deepcopy(self)
        for name, value in self.get_params(deep=False).items():
            if isinstance(value, Kernel):
                setattr(made, name, value._fitted(X, weight))
            elif factor := _scales_of(value):
                setattr(made, name, factor * _scale_of(X, weight))
        return made


def check_kernel(value: Any, name: str) -> None:
    """Raise ValueError for anything but a Kernel."""
    if not isinstance(value, Kernel):
        raise ValueError(
            f"{name} must be a kernel, for instance RBF(sigma=1.0); it is {shown(value)}. "
            "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck, DoubleExponential, Sigmoid and "
            "what + and * make of them."
        )


def check_length(value: Any, name: str) -> None:
    """Raise an error for anything but a finite number > 0 and "scale" with a factor > 0."""
    if not isinstance(value, str):
        check_scalar(value, name, positive=True)
    elif not _scales_of(value):
        raise ValueError(
            f"{name} must be a finite number > 0, or 'scale', or a multiple of that such as "
            f"'0.5 scale'; it is {shown(value)}."
        )


def _scales_of(value):
    """Return the k of a length "k scale", 1 for "scale", and None for anything else."""
    found = IN_SCALES.fullmatch(value) if isinstance(value, str) else None
    return None if found is None else float(found[1] or 1.0)


def _scale_of(X, weight):
    """Return √(d v / 2) for points X (n, d), v the variance of all entries, or 1 for v = 0.

    As the σ of a Gaussian kernel it gives scikit-learn's gamma="scale". Between two points of
    standardised columns, the mean squared distance is 4 times its square. Each point counts as
    often as its weight (n,) says.
    """
    entries, counts = X, weight[:, None]
    if is_sparse(X):
        entries, counts = X.data, np.repeat(weight, np.diff(X.indptr))
    unit = float(np.abs(entries).max(initial=0.0)) or 1.0  # keeps squares within float64
    entries, counts = entries / unit, np.broadcast_to(counts, entries.shape)
    total = X.shape[1] * float(weight.sum())
    mean = float((counts * entries).sum()) / total
    squares = float((counts * (entries - mean) ** 2).sum())
    squares += max(0.0, total - float(counts.sum())) * mean**2  # a sparse matrix leaves out zeros
    return unit * float(np.sqrt(0.5 * squares / weight.sum())) or 1.0


# -- kernels made of kernels -------------------------------------------------------------------
def _check_coefficients(value, name):
    if np.ndim(value) != 1 or len(value) == 0:
        raise ValueError(
            f"{name} must be a sequence (a_0, a_1, …) of numbers ≥ 0; it is {shown(value)}."
        )
    for power, coefficient in enumerate(value):
        check_scalar(coefficient, f"{name}[{power}]", at_least=0)


class _MadeOfKernels(Kernel):
    """A kernel whose parts are its kernel parameters. ``_of`` turns their values into its own."""

    @property
    def _parts(self):
        values = self.get_params(deep=False).values()
        return [value for value in values if isinstance(value, Kernel)]

    @property
    def positive_semidefinite(self):
        return all(part.positive_semidefinite for part in self._parts)

    @property
    def takes_sparse(self):
        return all(part.takes_sparse for part in self._parts)

    def _seen(self, X):
        """Return the points as the parts see them."""
        return X

    def _evaluate(self, X, Z):
        seen = self._seen(X)
        # one matrix stays one object, for which a kernel of distances makes its diagonal exact
        Z = seen if Z is X else self._seen(Z)
        return self._of(*(part._evaluate(seen, Z) for part in self._parts))

    def _diagonal(self, X):
        return self._of(*(part._diagonal(self._seen(X)) for part in self._parts))

    def _rows(self, X):
        rows = [part._rows(self._seen(X)) for part in self._parts]
        return lambda W: self._of(*(rows_of(W) for rows_of in rows))


class _Pair(_MadeOfKernels):
    _checks: ClassVar = {"left": check_kernel, "right": check_kernel}

    def __init__(self, left: Kernel, right: Kernel) -> None:
        self.left, self.right = left, right


class Sum(_Pair):
    """k(x, z) = left(x, z) + right(x, z), with the features of left and right side by side.

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear
    >>> (RBF(sigma=1.0) + Linear())([1, 2], [1, 2])
    6.0
    """

    _of = staticmethod(np.add)

    def _error(self, X):
        return np.maximum(self.left._error(X), self.right._error(X))

    def __repr__(self):
        return f"{self.left!r} + {self.right!r}"


class Product(_Pair):
    """k(x, z) = left(x, z) · right(x, z), with all products of a feature of each as features.

    Examples
    --------
    >>> from svmlib.kernels import Linear, Polynomial
    >>> (Linear() * Polynomial(degree=2))([1, 0], [2, 0])
    18.0
    """

    _of = staticmethod(np.multiply)

    def _error(self, X):
        return self.left._error(X) + self.right._error(X)

    def __repr__(self):
        return " * ".join(_in_brackets(kernel) for kernel in (self.left, self.right))


class Scaled(_MadeOfKernels):
    """factor · k(x, z) with factor ≥ 0.

    Examples
    --------
    >>> from svmlib.kernels import Linear
    >>> (3 * Linear())([1, 2], [1, 2])
    15.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "factor": partial(check_scalar, at_least=0)}

    def __init__(self, kernel: Kernel, factor: float = 1.0) -> None:
        self.kernel, self.factor = kernel, factor

    def _of(self, K):
        return self.factor * K

    def _error(self, X):
        return self.kernel._error(X)

    def __repr__(self):
        return f"{shown(self.factor)} * {_in_brackets(self.kernel)}"


def _in_brackets(kernel):
    return f"({kernel!r})" if isinstance(kernel, Sum) else repr(kernel)


class PolynomialOf(_MadeOfKernels):
    """a_0 + a_1 k + a_2 k² + … with coefficients (a_0, a_1, …) that are all ≥ 0.

    Examples
    --------
    >>> from svmlib.kernels import Linear, PolynomialOf
    >>> PolynomialOf(Linear(), coefficients=(1, 0, 2))([1, 0], [3, 0])
    19.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "coefficients": _check_coefficients}

    def __init__(self, kernel: Kernel, coefficients: Sequence[float] = (0.0, 1.0)) -> None:
        self.kernel, self.coefficients = kernel, coefficients

    def _of(self, K):
        # Horner's rule
        value = np.full_like(K, self.coefficients[-1])
        for coefficient in self.coefficients[-2::-1]:
            value *= K
            value += coefficient
        return value

    def _error(self, X):
        return len(self.coefficients) * self.kernel._error(X)


class ExpOf(_MadeOfKernels):
    """exp(k(x, z)), the limit of polynomials with non-negative coefficients.

    Examples
    --------
    >>> from svmlib.kernels import Linear
    >>> round(Linear().exp()([1, 0], [1, 0]), 3)
    2.718
    """

    _checks: ClassVar = {"kernel": check_kernel}

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def _of(self, K):
        return np.exp(K)

    def _error(self, X):
        # an absolute error of k is a relative error of exp(k)
        largest = float(np.abs(self.kernel._diagonal(X)).max())
        return super()._error(X) + self.kernel._error(X) * largest


def _check_columns(value, name):
    if isinstance(value, slice):
        return
    places = None if isinstance(value, str) or np.ndim(value) != 1 else list(value)
    mask = bool(places) and all(isinstance(j, bool | np.bool_) for j in places)
    if not places or mask or not all(isinstance(j, Integral) and j >= 0 for j in places):
        hint = ""
        if mask:
            hint = " np.flatnonzero turns a mask into places."
        elif isinstance(value, str) or (places and any(isinstance(j, str) for j in places)):
            hint = " Names do not reach a kernel: count the columns as the machine gets them."
        raise ValueError(
            f"{name} must be places of columns, whole numbers ≥ 0 such as [0, 2], or a slice such "
            f"as slice(2, None); it is {shown(value)}.{hint}"
        )
    if len(set(places)) < len(places):
        raise ValueError(f"{name} must name each column once; it is {shown(value)}.")


class On(_MadeOfKernels):
    """A kernel of some columns alone, k(x, z) = kernel(x[columns], z[columns]).

    So each kind of column can have its own kernel: with k on some and l on others, k + l and k·l
    are kernels on all of them (lecture 15, in depth). Shawe-Taylor and Cristianini (2004), Kernel
    Methods for Pattern Analysis, section 3.4.

    Parameters
    ----------
    kernel : Kernel
        A length "scale" is computed from these columns when a machine is fitted.
    columns : sequence of int, or slice
        Their places in the machine's input, from 0, each once. Behind a ColumnTransformer, count
        the columns of its output, in the order of its parts. ``slice(3, None)`` takes all columns
        from the fourth, which suits words, because their number is known only after the fit.
        Points that have no such column raise ValueError.

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear, On
    >>> k = On(RBF(sigma=1.0), [0, 1]) * On(Linear(), slice(2, None))
    >>> k([0, 1, 2, 3], [0, 1, 4, 5])
    23.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "columns": _check_columns}

    def __init__(self, kernel: Kernel, columns: Sequence[int] | slice) -> None:
        self.kernel, self.columns = kernel, columns

    def _seen(self, X):
        d = X.shape[1]
        places = np.arange(d)[self.columns] if isinstance(self.columns, slice) else self.columns
        if len(places) == 0 or max(places) >= d:
            raise ValueError(f"columns={shown(self.columns)}, but the points have only {d} columns")
        part = X[:, self.columns]
        return sparse_rows(part) if is_sparse(part) else part

    def _fitted(self, X, weight):
        return On(self.kernel._fitted(self._seen(X), weight), self.columns)

    def _of(self, K):
        return K

    def _error(self, X):
        return self.kernel._error(self._seen(X))
