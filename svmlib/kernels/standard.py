"""The kernels one meets first: linear, polynomial, Gaussian and their relatives (lecture 8)."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np

from svmlib._validation import check_numbers
from svmlib.kernels.algebra import Kernel, check_number
from svmlib.kernels.distances import SquaredDistances, squared_distances

__all__ = [
    "RBF",
    "DoubleExponential",
    "Linear",
    "OrnsteinUhlenbeck",
    "Polynomial",
    "Sigmoid",
]


# -- kernels of the inner product x·z ----------------------------------------------------------
class Linear(Kernel):
    """k(x, z) = xᵀ A z with A symmetric positive semidefinite; x·z when A is left out.

    Raises ValueError when A is not square, not symmetric or has a negative eigenvalue.
    """

    def __init__(self, A=None):
        self.A = A
        self._check()

    def _check(self):
        if self.A is None:
            return
        A = check_numbers(self.A, "A")
        if A.ndim != 2 or A.shape[0] != A.shape[1]:
            raise ValueError(f"A must be a square matrix; it has shape {A.shape}.")
        scale = np.abs(A).max(initial=0.0)
        if not np.isfinite(scale):
            raise ValueError("A must hold finite numbers only.")
        if np.abs(A - A.T).max(initial=0.0) > 1e-12 * scale:
            raise ValueError("A must be symmetric; for any matrix B, A = B.T @ B is.")
        smallest = np.linalg.eigvalsh(A).min(initial=0.0)
        if smallest < -1e-12 * scale * len(A):
            raise ValueError(
                "A must be positive semidefinite, or xᵀAz is no inner product; "
                f"its smallest eigenvalue is {smallest:.3g}."
            )

    def _map(self, X):
        """The factor in xᵀAz = (Ax)·z, as rows."""
        if self.A is None:
            return X
        A = np.asarray(self.A, dtype=float)
        if len(A) != X.shape[1]:
            raise ValueError(f"A is {len(A)}×{len(A)} but the points have {X.shape[1]} features.")
        return X @ A

    def factor(self, X):
        """L (d, n) with K = LᵀL on the rows of X."""
        if self.A is None:
            return np.ascontiguousarray(X.T)
        values, vectors = np.linalg.eigh(np.asarray(self.A, dtype=float))
        return (np.sqrt(np.maximum(values, 0.0)) * vectors).T @ X.T

    def _evaluate(self, X, Z):
        return self._map(X) @ Z.T

    def _diagonal(self, X):
        return np.einsum("ij,ij->i", self._map(X), X)

    def _rows(self, X):
        AX, XT = self._map(X), np.ascontiguousarray(X.T)
        return lambda i: AX[i] @ XT


class _OfInnerProduct(Kernel):
    """A kernel that depends on x·z only; ``_of`` turns inner products into values."""

    def _of(self, S):
        raise NotImplementedError

    def _evaluate(self, X, Z):
        return self._of(X @ Z.T)

    def _diagonal(self, X):
        return self._of(np.einsum("ij,ij->i", X, X))

    def _rows(self, X):
        XT = np.ascontiguousarray(X.T)
        return lambda i: self._of(X[i] @ XT)


class Polynomial(_OfInnerProduct):
    """k(x, z) = (x·z + c)^degree with c ≥ 0: all monomials up to that degree, weighted."""

    def __init__(self, degree=3, c=1.0):
        self.degree = degree
        self.c = c
        self._check()

    def _check(self):
        if not isinstance(self.degree, Integral) or self.degree < 1:
            raise ValueError(f"degree must be a whole number ≥ 1; it is {self.degree!r}.")
        check_number("c", self.c, positive=False)

    def _of(self, S):
        S += self.c
        # repeated squaring by hand: numpy's power is many times slower for whole exponents
        power, square, degree = None, S, int(self.degree)
        while degree:
            if degree % 2:
                power = square.copy() if power is None else np.multiply(power, square, out=power)
            degree //= 2
            if degree:
                square = square * square
        return power


class Sigmoid(_OfInnerProduct):
    """k(x, z) = tanh(scale x·z + shift). NOT positive semidefinite in general (lecture 8)."""

    positive_semidefinite = False

    def __init__(self, scale=1.0, shift=0.0):
        self.scale = scale
        self.shift = shift
        self._check()

    def _check(self):
        check_number("scale", self.scale, positive=True)
        if not isinstance(self.shift, Real) or not np.isfinite(self.shift):
            raise ValueError(f"shift must be a finite number; it is {self.shift!r}.")

    def _of(self, S):
        return np.tanh(self.scale * S + self.shift)


# -- kernels of the distance ‖x - z‖ -----------------------------------------------------------
class _OfDistance(Kernel):
    """A kernel that depends on ‖x - z‖² only; ``_of`` turns squared distances into values.

    ``_harmless`` is an absolute error of squared distances that changes no value by 1e-12.
    """

    _harmless = 0.0

    def _of(self, D):
        raise NotImplementedError

    def _evaluate(self, X, Z):
        return self._of(squared_distances(X, Z, self._harmless))

    def _diagonal(self, X):
        return self._of(np.zeros(len(X)))

    def _rows(self, X):
        distances = SquaredDistances(X, self._harmless)

        def rows(i):
            K = self._of(distances.row(i))
            # equal points have distance exactly 0, whatever rounding says
            K[i if K.ndim == 1 else (np.arange(len(i)), i)] = at_zero
            return K

        at_zero = self._of(np.zeros(1))[0]
        return rows


class RBF(_OfDistance):
    """Gaussian kernel k(x, z) = exp(-‖x - z‖² / (2σ²)); scikit-learn's gamma is 1/(2σ²)."""

    def __init__(self, sigma=1.0):
        self.sigma = sigma
        self._check()

    def _check(self):
        check_number("sigma", self.sigma, positive=True)

    @property
    def _harmless(self):
        return 1e-12 * self.sigma * self.sigma

    def _of(self, D):
        # the bound keeps 0 · ∞ and overflow out for the tiniest σ
        D *= max(-0.5 / self.sigma / self.sigma, -1e200)
        return np.exp(D, out=D)


class OrnsteinUhlenbeck(_OfDistance):
    """Ornstein-Uhlenbeck (Laplace) kernel k(x, z) = exp(-‖x - z‖ / length)."""

    def __init__(self, length=1.0):
        self.length = length
        self._check()

    def _check(self):
        check_number("length", self.length, positive=True)

    def _of(self, D):
        np.sqrt(D, out=D)
        D /= -self.length
        return np.exp(D, out=D)


class DoubleExponential(_OfDistance):
    """k(x, z) = exp(exp(-‖x - z‖² / s²)), the exponential of a Gaussian kernel."""

    def __init__(self, s=1.0):
        self.s = s
        self._check()

    def _check(self):
        check_number("s", self.s, positive=True)

    @property
    def _harmless(self):
        return 1e-13 * self.s * self.s

    def _of(self, D):
        D *= max(-1.0 / self.s / self.s, -1e200)
        np.exp(D, out=D)
        return np.exp(D, out=D)
