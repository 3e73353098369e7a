"""Linear, polynomial, Gaussian and other standard kernels (lecture 8)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count, check_finite, check_numbers, check_scalar
from svmlib._sparse import dense, is_sparse, row_dots
from svmlib.kernels.algebra import Kernel, check_length
from svmlib.kernels.distances import SquaredDistances, between, error_of_distances, exp_in_place


def _check_metric(value, name):
    if value is None:
        return
    A = check_numbers(value, name)
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(f"{name} must be a square matrix; it has shape {A.shape}.")
    check_finite(A, name)
    scale = np.abs(A).max(initial=0.0)
    if np.abs(A - A.T).max(initial=0.0) > 1e-12 * scale:
        raise ValueError(f"{name} must be symmetric; for any matrix B, {name} = B.T @ B is.")
    smallest = np.linalg.eigvalsh(A).min(initial=0.0)
    if smallest < -1e-12 * scale * len(A):
        raise ValueError(
            f"{name} must be positive semidefinite, or xᵀ{name}z is no inner product; "
            f"its smallest eigenvalue is {smallest:.3g}."
        )


# -- kernels of the inner product x·z ----------------------------------------------------------
class _OfInnerProduct(Kernel):
    """A kernel that depends on x·z only. ``_of`` turns inner products into values."""

    takes_sparse = True

    def _map(self, X):
        """Return the points that are multiplied by others."""
        return X

    def _evaluate(self, X, Z):
        return self._of(dense(self._map(X) @ Z.T))

    def _diagonal(self, X):
        return self._of(row_dots(self._map(X), X))

    def _rows(self, X):
        left, right = self._map(X), X.T.tocsr() if is_sparse(X) else X.T
        return lambda W: self._of(dense(left[W] @ right))


class Linear(_OfInnerProduct):
    """k(x, z) = xᵀ A z with A symmetric positive semidefinite, or x·z when A is left out.

    Raises ValueError when A is not square, not symmetric or has a negative eigenvalue.

    Examples
    --------
    >>> from svmlib.kernels import Linear
    >>> Linear()([1, 2], [3, 4]), Linear(A=[[2, 0], [0, 1]])([1, 2], [3, 4])
    (11.0, 14.0)
    """

    positive_semidefinite = True
    _checks: ClassVar = {"A": _check_metric}

    def __init__(self, A: ArrayLike | None = None) -> None:
        self.A = A

    def _map(self, X):
        """Return the factor Ax in xᵀAz = (Ax)·z, as rows."""
        if self.A is None:
            return X
        A = np.asarray(self.A, dtype=float)
        if len(A) != X.shape[1]:
            raise ValueError(f"A is {len(A)}×{len(A)} but the points have {X.shape[1]} features.")
        return X @ A

    def factor(self, X: np.ndarray) -> np.ndarray:
        """Return L (d, n) with K = LᵀL on the rows of X."""
        if self.A is None:
            return X.T
        values, vectors = np.linalg.eigh(np.asarray(self.A, dtype=float))
        return (np.sqrt(np.maximum(values, 0.0)) * vectors).T @ X.T

    def _of(self, S):
        return S

    def _error(self, X):
        if self.A is None:
            return super()._error(X)
        # xᵀAx may be a small remainder of much larger terms. All z share the error of Ax for one x,
        # so that the errors of n values add up.
        A = np.abs(np.asarray(self.A, dtype=float))
        terms = (len(A) * X.shape[0]) ** 0.5 * np.linalg.norm(A, 2) * row_dots(X, X)
        values = np.abs(self._diagonal(X))
        share = np.divide(terms, values, out=np.ones(len(values)), where=values > 0)
        return super()._error(X) * share


class Polynomial(_OfInnerProduct):
    """k(x, z) = (x·z + c)^degree with c ≥ 0.

    The features are weighted monomials: all up to that degree for c > 0, and only the ones of
    exactly that degree for c = 0.

    Examples
    --------
    >>> from svmlib.kernels import Polynomial
    >>> Polynomial(degree=2, c=1)([1, 2], [3, 4])
    144.0
    """

    positive_semidefinite = True
    _checks: ClassVar = {"degree": check_count, "c": partial(check_scalar, at_least=0)}

    def __init__(self, degree: int = 3, c: float = 1.0) -> None:
        self.degree, self.c = degree, c

    def _of(self, S):
        S += self.c
        # squaring repeatedly is many times faster than numpy's power for whole exponents
        power, square, degree = None, S, int(self.degree)
        while degree:
            if degree % 2:
                power = square.copy() if power is None else np.multiply(power, square, out=power)
            degree //= 2
            if degree:
                square = square * square
        return power

    def _error(self, X):
        # the power multiplies the rounding of x·z, a few last digits and more for many features
        return (2.0 + self.degree * (1.0 + 0.25 * X.shape[1] ** 0.5)) * np.finfo(float).eps


class Sigmoid(_OfInnerProduct):
    """k(x, z) = tanh(scale x·z + shift). NOT positive semidefinite in general (lecture 8).

    Examples
    --------
    >>> from svmlib.kernels import Sigmoid
    >>> round(Sigmoid(scale=0.5, shift=-1)([1, 0], [4, 0]), 3)
    0.762
    """

    _checks: ClassVar = {"scale": partial(check_scalar, positive=True), "shift": check_scalar}

    def __init__(self, scale: float = 1.0, shift: float = 0.0) -> None:
        self.scale, self.shift = scale, shift

    def _of(self, S):
        return np.tanh(self.scale * S + self.shift)


# -- kernels of the distance ‖x - z‖ -----------------------------------------------------------
class _OfDistance(Kernel):
    """A kernel that depends on ‖x - z‖² only. ``_of`` turns squared distances into values.

    ``_length`` names its parameter, and ``_harmless`` is an absolute error of squared distances
    that changes no value by 1e-12. All kernels of this module are positive semidefinite.
    """

    positive_semidefinite = takes_sparse = True
    _length: ClassVar[str]
    _harmless = 0.0

    @property
    def _width(self):
        """Return the length as a number."""
        value = getattr(self, self._length)
        if isinstance(value, str):
            raise ValueError(
                f"{self._length}={value!r} is a number for given points only: pass the kernel to a "
                "machine, whose fit finds it, or take kernel.fitted(X)"
            )
        return value

    def _in_widths(self, D, factor):
        """Return factor · D / width², computed in place."""
        width = self._width
        if width < 1e-100:  # 1 / width² may leave float64
            D /= width
            D /= width
            width = 1.0
        D *= factor / width / width
        return D

    def _evaluate(self, X, Z):
        return self._of(between(X, Z, self._harmless))

    def _diagonal(self, X):
        return self._of(np.zeros(X.shape[0]))

    def _error(self, X):
        # the error of a squared distance is passed on where it changes the values most
        distance, error = error_of_distances(X, self._harmless)
        values = self._of(np.array([distance, distance + error, 0.0]))
        return super()._error(X) + float(abs(values[1] - values[0]) / values[2])

    def _rows(self, X):
        distances = SquaredDistances(X, self._harmless)
        places = np.arange(X.shape[0])

        def rows(W):
            D = distances.rows(W)
            # equal points have distance exactly 0, even if rounding gives another number
            D[np.arange(len(D)), places[W]] = 0.0
            return self._of(D)

        return rows


class RBF(_OfDistance):
    """Gaussian kernel k(x, z) = exp(-‖x - z‖² / (2σ²)). scikit-learn's gamma is 1/(2σ²).

    σ is a number > 0, or "scale": √(d v / 2) for points of d columns, v the variance of all their
    entries together. For points of equal weight this is scikit-learn's gamma="scale". Multiples are
    "0.5 scale", "2 scale". The fit of a machine replaces them by a number,
    ``machine.kernel_.sigma``. OrnsteinUhlenbeck and DoubleExponential take such lengths too. Values
    below e⁻⁶⁰⁰, about 1e-261, are rounded up to e⁻⁶⁰⁰.

    Examples
    --------
    >>> from svmlib.kernels import RBF
    >>> RBF(sigma=1.0)([[0, 0], [1, 1]]).round(3).tolist()
    [[1.0, 0.368], [0.368, 1.0]]
    """

    _checks: ClassVar = {"sigma": check_length}
    _length = "sigma"

    def __init__(self, sigma: float | str = 1.0) -> None:
        self.sigma = sigma

    @property
    def _harmless(self):
        return 1e-12 * self._width * self._width

    def _of(self, D):
        return exp_in_place(self._in_widths(D, -0.5))


class OrnsteinUhlenbeck(_OfDistance):
    """Ornstein-Uhlenbeck (Laplace) kernel k(x, z) = exp(-‖x - z‖ / length).

    Examples
    --------
    >>> from svmlib.kernels import OrnsteinUhlenbeck
    >>> round(OrnsteinUhlenbeck(length=5.0)([0, 0], [3, 4]), 3)
    0.368
    """

    _checks: ClassVar = {"length": check_length}
    _length = "length"

    def __init__(self, length: float | str = 1.0) -> None:
        self.length = length

    def _of(self, D):
        np.sqrt(D, out=D)
        D /= -self._width
        return exp_in_place(D)


class DoubleExponential(_OfDistance):
    """k(x, z) = exp(exp(-‖x - z‖² / s²)), the exponential of a Gaussian kernel.

    Examples
    --------
    >>> from svmlib.kernels import DoubleExponential
    >>> round(DoubleExponential(s=2.0)([0, 0], [0, 2]), 3)
    1.445
    """

    _checks: ClassVar = {"s": check_length}
    _length = "s"

    def __init__(self, s: float | str = 1.0) -> None:
        self.s = s

    @property
    def _harmless(self):
        return 1e-13 * self._width * self._width

    def _of(self, D):
        D = exp_in_place(self._in_widths(D, -1.0))
        return np.exp(D, out=D)
