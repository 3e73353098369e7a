"""The base class of kernels, and sums, products and powers of kernels (lecture 8).

With k and l also k + l, k·l, a·k for a ≥ 0, a_0 + a_1 k + a_2 k² + … with all a_j ≥ 0, and exp(k)
are kernels: each is again an inner product of features.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_finite, check_numbers, shown
from svmlib._sparse import alike
from svmlib.kernels import parameters


class KernelOverflowError(OverflowError, ValueError):
    """A kernel value is too large for float64."""


class Kernel(parameters.HasParameters):
    """What all kernels share: evaluation, algebra, parameters.

    A kernel of one's own gives ``_evaluate(X, Z)``, the values K_ij = k(x_i, z_j) for checked
    arrays (n, d) and (m, d); machines train on these and predict with them. All else is optional:

    ``__init__``, ``_checks``
        its parameters, and what they must be: a wrong value is refused whenever it is set;
    ``positive_semidefinite``
        True if a theorem makes every Gram matrix positive semidefinite; else the engine looks;
    ``takes_sparse``
        True if X and Z may be sparse, a `SparseRows` then;
    ``_diagonal(X)``, ``_rows(X)``, ``factor(X)``
        the same values faster: k(x_i, x_i), shape (n,); a function i ↦ K_i for fixed X; and, where
        features are few, L (d, n) with K = LᵀL;
    ``_error(X)``
        how far its values may be off, a number or one for each row.

    A class that gives an ``_evaluate`` of its own inherits none of these from a kernel with other
    values.

    Kernels are equal when class and parameters are; giving the same values is not enough: Linear()
    is not equal to Linear(A=I), nor k + l to l + k. Being mutable, kernels have no hash.

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear
    >>> k = RBF(sigma=1.0) + 2 * Linear()
    >>> k([1, 0], [1, 0])
    3.0
    >>> k
    RBF(sigma=1.0) + 2 * Linear(A=None)

    One of one's own, for what repeats itself after 2π:

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

    def __init_subclass__(cls, **options: Any) -> None:
        """Drop what a class inherits for other values than its own."""
        super().__init_subclass__(**options)
        own = vars(cls)
        if "__call__" in own:
            raise TypeError(f"{cls.__name__} must say in _evaluate what its values are.")
        stale = []
        if "_of" in own and any("_of" in vars(base) for base in cls.__mro__[1:]):
            stale = ["positive_semidefinite"]
        if "_evaluate" in own:
            stale = ["positive_semidefinite", "takes_sparse", "factor"]
            stale += ["_diagonal", "_rows", "_error"]
        for name in stale:
            if name not in own:
                setattr(cls, name, vars(Kernel)[name])

    def __call__(self, X: ArrayLike, Z: ArrayLike | None = None) -> np.ndarray | float:
        """Kernel matrix K_ij = k(x_i, z_j), shape (n, m); Z = X when it is left out.

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

    def fitted(self, X: ArrayLike, weight: np.ndarray | None = None) -> Kernel:
        """A copy in which lengths given as "scale", or "k scale", are the numbers they are for X.

        A point counts as often as its weight (n,) says, or once.

        Examples
        --------
        >>> from svmlib.kernels import RBF
        >>> RBF("0.5 scale").fitted([[-2, 0], [2, 0], [0, 2], [0, -2]])
        RBF(sigma=0.7071067811865476)
        """
        X, _ = self._points(X, "X")
        return self._fitted(X, np.ones(len(X)) if weight is None else weight)

    def _fitted(self, X, weight):
        made = deepcopy(self)
        for name, value in self.get_params(deep=False).items():
            if isinstance(value, Kernel):
                setattr(made, name, value._fitted(X, weight))
            elif factor := parameters.scales_of(value):
                setattr(made, name, factor * parameters.scale_of(X, weight))
        return made

    def diagonal(self, X: ArrayLike) -> np.ndarray:
        """The values k(x_i, x_i), shape (n,), without the rest of the matrix."""
        X, _ = self._points(X, "X")
        with np.errstate(over="ignore", invalid="ignore"):
            diagonal = self._diagonal(X)
        self._check_finite(diagonal)
        return diagonal

    def rows(self, X: ArrayLike) -> Callable:
        """A function i ↦ K[i] for fixed X: for one index a row (n,), for m indices (m, n).

        Unlike the kernel itself it does not check for overflow: too large a value is inf.
        """
        return np.errstate(over="ignore", invalid="ignore")(self._rows(self._points(X, "X")[0]))

    def _points(self, X, name):
        """X as a float64 matrix of points, and whether it was a single point."""
        X = check_numbers(X, name, sparse=self.takes_sparse)
        if X.ndim not in (1, 2):
            raise ValueError(
                f"{name} must be a point (d,) or a matrix (n, d); its shape is {X.shape}."
            )
        check_finite(X, name)
        return (X, False) if X.ndim == 2 else (X[None], True)

    def _rows(self, X):
        return lambda i: (
            self._evaluate(X[[i]], X)[0] if np.ndim(i) == 0 else self._evaluate(X[i], X)
        )

    def _evaluate(self, X, Z):
        raise NotImplementedError(f"{type(self).__name__} does not say how to evaluate itself.")

    def _diagonal(self, X):
        return np.array([self._evaluate(x[None], x[None])[0, 0] for x in X])

    def _error(self, X):
        """Relative error of the values on X, as a share of √(k(x, x) k(z, z)): a number or (n,)."""
        return 4.0 * np.finfo(float).eps

    def _check_finite(self, values):
        if not np.isfinite(values).all():
            raise KernelOverflowError(
                f"{self!r} overflows on these data: some values are not finite numbers. "
                "Scale the features (for instance with StandardScaler), lower the degree or "
                "widen the kernel."
            )

    def __add__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, Kernel):
            return Sum(self, other)
        if isinstance(other, Real):
            return PolynomialOf(self, (float(other), 1.0))
        return NotImplemented

    def __mul__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, Kernel):
            return Product(self, other)
        if isinstance(other, Real):
            return Scaled(self, other)
        return NotImplemented

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
        """The kernel exp(k(x, z)); ``numpy.exp(k)`` gives the same."""
        return ExpOf(self)


def check_kernel(name: str, value: Any) -> None:
    """Raise ValueError for anything but a Kernel."""
    if not isinstance(value, Kernel):
        raise ValueError(
            f"{name} must be a kernel, for instance RBF(sigma=1.0); it is {shown(value)}. "
            "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck, DoubleExponential, Sigmoid and "
            "what + and * make of them."
        )


# -- kernels made of kernels -------------------------------------------------------------------
class _MadeOfKernels(Kernel):
    """Its parameters that are kernels are its parts; ``_of`` turns their values into its own."""

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

    def _evaluate(self, X, Z):
        return self._of(*(part._evaluate(X, Z) for part in self._parts))

    def _diagonal(self, X):
        return self._of(*(part._diagonal(X) for part in self._parts))

    def _rows(self, X):
        rows = [part._rows(X) for part in self._parts]
        return lambda i: self._of(*(row(i) for row in rows))


class _Pair(_MadeOfKernels):
    _checks: ClassVar = {"left": check_kernel, "right": check_kernel}

    def __init__(self, left: Kernel, right: Kernel) -> None:
        self.left = left
        self.right = right


class Sum(_Pair):
    """k(x, z) = left(x, z) + right(x, z); the features of both side by side.

    Examples
    --------
    >>> from svmlib.kernels import RBF, Linear
    >>> k = RBF(sigma=1.0) + Linear()
    >>> k([1, 2], [1, 2])
    6.0
    """

    _of = staticmethod(np.add)

    def _error(self, X):
        return np.maximum(self.left._error(X), self.right._error(X))

    def __repr__(self):
        return f"{self.left!r} + {self.right!r}"


class Product(_Pair):
    """k(x, z) = left(x, z) · right(x, z); features are all products of one of each.

    Examples
    --------
    >>> from svmlib.kernels import Linear, Polynomial
    >>> k = Linear() * Polynomial(degree=2)
    >>> k([1, 0], [2, 0])
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
    >>> k = 3 * Linear()
    >>> k([1, 2], [1, 2])
    15.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "factor": parameters.check_not_negative}

    def __init__(self, kernel: Kernel, factor: float = 1.0) -> None:
        self.kernel = kernel
        self.factor = factor

    def _of(self, K):
        return self.factor * K

    def _error(self, X):
        return self.kernel._error(X)

    def __repr__(self):
        return f"{shown(self.factor)} * {_in_brackets(self.kernel)}"


class PolynomialOf(_MadeOfKernels):
    """a_0 + a_1 k + a_2 k² + … with coefficients (a_0, a_1, …) that are all ≥ 0.

    Examples
    --------
    >>> from svmlib.kernels import Linear, PolynomialOf
    >>> k = PolynomialOf(Linear(), coefficients=(1, 0, 2))
    >>> k([1, 0], [3, 0])
    19.0
    """

    _checks: ClassVar = {"kernel": check_kernel, "coefficients": parameters.check_coefficients}

    def __init__(self, kernel: Kernel, coefficients: Sequence[float] = (0.0, 1.0)) -> None:
        self.kernel = kernel
        self.coefficients = coefficients

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
    >>> k = Linear().exp()
    >>> round(k([1, 0], [1, 0]), 3)
    2.718
    """

    _checks: ClassVar = {"kernel": check_kernel}

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def _of(self, K):
        return np.exp(K)

    def _error(self, X):
        # an error of k becomes a relative one
        largest = float(np.abs(self.kernel._diagonal(X)).max())
        return super()._error(X) + self.kernel._error(X) * largest


def _in_brackets(kernel):
    return f"({kernel!r})" if isinstance(kernel, Sum) else repr(kernel)
