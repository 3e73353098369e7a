"""What all kernels share: evaluation, parameters, and the algebra that makes kernels of kernels.

Sums, products, non-negative multiples, polynomials with non-negative coefficients and exponentials
of kernels are kernels again (lecture 8).
"""

from __future__ import annotations

import inspect
from copy import deepcopy
from numbers import Integral, Real

import numpy as np

from svmlib._validation import check_finite, check_numbers


class KernelOverflowError(OverflowError, ValueError):
    """A kernel value is too large for float64."""


class Kernel:
    """What all kernels share: evaluation, algebra, parameters.

    A subclass says how to evaluate on checked arrays (``_evaluate``), its diagonal
    (``_diagonal``) and, where preparation pays, its rows on a fixed data set (``_rows``).
    """

    positive_semidefinite = True

    # -- evaluation ------------------------------------------------------------------------
    def __call__(self, X, Z=None):
        """Kernel matrix K_ij = k(x_i, z_j), shape (n, m); Z = X when it is left out.

        A single point may be given as a vector: k(x, Z) has shape (m,), k(x, z) is a float.
        Raises KernelOverflowError when a value exceeds float64.
        """
        same = Z is None or Z is X
        X, X_is_point = _points(X, "X")
        Z, Z_is_point = (X, X_is_point) if same else _points(Z, "Z")
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

    def diagonal(self, X):
        """The values k(x_i, x_i), shape (n,), without the rest of the matrix."""
        X, _ = _points(X, "X")
        with np.errstate(over="ignore", invalid="ignore"):
            diagonal = self._diagonal(X)
        self._check_finite(diagonal)
        return diagonal

    def rows(self, X):
        """A function i ↦ K[i] on the fixed data X; i an index, shape (n,), or several, (m, n)."""
        return self._rows(_points(X, "X")[0])

    def _rows(self, X):
        return lambda i: (
            self._evaluate(X[i][None], X)[0] if np.ndim(i) == 0 else (self._evaluate(X[i], X))
        )

    def _evaluate(self, X, Z):
        raise NotImplementedError(f"{type(self).__name__} does not say how to evaluate itself.")

    def _diagonal(self, X):
        return np.array([self._evaluate(x[None], x[None])[0, 0] for x in X])

    def _check_finite(self, values):
        if not np.isfinite(values).all():
            raise KernelOverflowError(
                f"{self!r} overflows on these data: some values are not finite numbers. "
                "Scale the features (for instance with StandardScaler), lower the degree or "
                "widen the kernel."
            )

    # -- algebra ---------------------------------------------------------------------------
    def __add__(self, other):
        if isinstance(other, Kernel):
            return Sum(self, other)
        if isinstance(other, Real):
            return PolynomialOf(self, (other, 1.0))
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, Kernel):
            return Product(self, other)
        if isinstance(other, Real):
            return Scaled(self, other)
        return NotImplemented

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, degree):
        if not isinstance(degree, Integral) or degree < 0:
            raise ValueError(
                f"A kernel can be raised to the powers 0, 1, 2, …, not to {degree!r}: "
                "other powers need not be positive semidefinite."
            )
        return PolynomialOf(self, (0.0,) * degree + (1.0,))

    def exp(self):
        """The kernel exp(k(x, z)); ``numpy.exp(k)`` gives the same."""
        return ExpOf(self)

    # -- parameters (scikit-learn's protocol, so that GridSearchCV can set kernel__sigma) ----
    @classmethod
    def _names(cls):
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep=True):
        """Parameters by name; with deep=True those of inner kernels too, as left__sigma."""
        params = {name: getattr(self, name) for name in self._names()}
        if deep:
            for name, value in list(params.items()):
                if isinstance(value, Kernel):
                    inner = value.get_params(deep=True)
                    params |= {f"{name}__{key}": item for key, item in inner.items()}
        return params

    def set_params(self, **params):
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
        self._check()

    def _check(self):
        """Raise ValueError when a parameter makes no kernel; called whenever one is set."""

    def __repr__(self):
        params = ", ".join(f"{k}={v!r}" for k, v in self.get_params(deep=False).items())
        return f"{type(self).__name__}({params})"


# -- kernels made of kernels -------------------------------------------------------------------
class _Pair(Kernel):
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self._check()

    def _check(self):
        for name in ("left", "right"):
            check_kernel(name, getattr(self, name))

    @property
    def positive_semidefinite(self):
        return self.left.positive_semidefinite and self.right.positive_semidefinite

    def _evaluate(self, X, Z):
        return self._of(self.left._evaluate(X, Z), self.right._evaluate(X, Z))

    def _diagonal(self, X):
        return self._of(self.left._diagonal(X), self.right._diagonal(X))

    def _rows(self, X):
        left, right = self.left._rows(X), self.right._rows(X)
        return lambda i: self._of(left(i), right(i))


class Sum(_Pair):
    """k(x, z) = left(x, z) + right(x, z); the features of both side by side."""

    _of = staticmethod(np.add)

    def __repr__(self):
        return f"{self.left!r} + {self.right!r}"


class Product(_Pair):
    """k(x, z) = left(x, z) · right(x, z); features are all products of one of each."""

    _of = staticmethod(np.multiply)

    def __repr__(self):
        return " * ".join(_in_brackets(kernel) for kernel in (self.left, self.right))


class _OfKernel(Kernel):
    @property
    def positive_semidefinite(self):
        return self.kernel.positive_semidefinite

    def _evaluate(self, X, Z):
        return self._of(self.kernel._evaluate(X, Z))

    def _diagonal(self, X):
        return self._of(self.kernel._diagonal(X))

    def _rows(self, X):
        inner = self.kernel._rows(X)
        return lambda i: self._of(inner(i))


class Scaled(_OfKernel):
    """factor · k(x, z) with factor ≥ 0."""

    def __init__(self, kernel, factor=1.0):
        self.kernel = kernel
        self.factor = factor
        self._check()

    def _check(self):
        check_kernel("kernel", self.kernel)
        check_number("factor", self.factor, positive=False)

    def _of(self, K):
        return self.factor * K

    def __repr__(self):
        return f"{self.factor!r} * {_in_brackets(self.kernel)}"


class PolynomialOf(_OfKernel):
    """a_0 + a_1 k + a_2 k² + … with coefficients (a_0, a_1, …) that are all ≥ 0."""

    def __init__(self, kernel, coefficients=(0.0, 1.0)):
        self.kernel = kernel
        self.coefficients = coefficients
        self._check()

    def _check(self):
        check_kernel("kernel", self.kernel)
        if np.ndim(self.coefficients) != 1 or len(self.coefficients) == 0:
            raise ValueError(
                "coefficients must be a sequence (a_0, a_1, …) of numbers ≥ 0; "
                f"it is {self.coefficients!r}."
            )
        for power, coefficient in enumerate(self.coefficients):
            check_number(f"coefficients[{power}]", coefficient, positive=False)

    def _of(self, K):
        # Horner's rule
        value = np.full_like(K, self.coefficients[-1])
        for coefficient in self.coefficients[-2::-1]:
            value *= K
            value += coefficient
        return value


class ExpOf(_OfKernel):
    """exp(k(x, z)), the limit of polynomials with non-negative coefficients."""

    def __init__(self, kernel):
        self.kernel = kernel
        self._check()

    def _check(self):
        check_kernel("kernel", self.kernel)

    def _of(self, K):
        return np.exp(K)


def _in_brackets(kernel):
    return f"({kernel!r})" if isinstance(kernel, Sum) else repr(kernel)


def _points(X, name):
    """X as a float64 matrix of points, and whether it was a single point."""
    X = check_numbers(X, name)
    if X.ndim not in (1, 2):
        raise ValueError(f"{name} must be a point (d,) or a matrix (n, d); its shape is {X.shape}.")
    check_finite(X, name)
    return np.atleast_2d(X), X.ndim == 1


def check_number(name, value, *, positive):
    wanted = "> 0" if positive else "≥ 0"
    if (
        not isinstance(value, Real)
        or not np.isfinite(value)
        or value < 0
        or (positive and value == 0)
    ):
        raise ValueError(f"{name} must be a finite number {wanted}; it is {value!r}.")


def check_kernel(name, value):
    if not isinstance(value, Kernel):
        raise ValueError(
            f"{name} must be a kernel, for instance RBF(sigma=1.0); it is {value!r}. "
            "There are Linear, Polynomial, RBF, OrnsteinUhlenbeck, DoubleExponential, Sigmoid and "
            "what + and * make of them."
        )
