"""Squared distances between points (lecture 8, in depth), computed so that no digits cancel.

‖x - z‖² = ‖x‖² + ‖z‖² - 2 x·z is fast, since x·z for all pairs is one matrix product. But it
subtracts large numbers when the points are close together or far from the origin. So the origin is
moved to the centre of the data, and if rounding could matter, close pairs are repeated by
differences, which have no such trouble. Sparse points keep their own origin, because moving it
would fill them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_matrix
from svmlib._sparse import Points, alike, beside, centred, dense, mean_of, row_dots, transposed
from svmlib.kernels.algebra import KernelOverflowError

__all__ = ["SquaredDistances", "squared_distances"]

# below this share of the largest ‖x‖² the product formula has fewer than about 13 right digits
CLOSE = 1e-3
# bound for the rounding error of the product formula, as a share of the largest ‖x‖²
PRODUCT_ERROR = 1e-14
# rows of a large matrix are made in blocks of about this many numbers, which fit into the cache
IN_CACHE = 60_000


class SquaredDistances:
    """Rows of the matrix ‖z_i - z_j‖² for fixed Z (n, d), computed when they are asked for.

    An absolute error up to `harmless` is tolerated. With 0 every entry is accurate to 12 digits.
    Raises KernelOverflowError when distances exceed float64.
    """

    @np.errstate(over="ignore", invalid="ignore")
    def __init__(self, Z: Points, harmless: float = 0.0) -> None:
        self.Z, self.centre = Z, mean_of(Z)
        self.left, squares = self._left(Z)
        self.radius = _no_overflow(squares.max(initial=0.0))
        self.harmless, self.careful = harmless, self.radius * PRODUCT_ERROR > harmless
        # (x, ‖x‖², 1) · (-2z, 1, ‖z‖²) = ‖x - z‖², so that one product gives all distances
        right = beside(-2.0 * centred(Z, self.centre), np.ones_like(squares), squares)
        self.right = transposed(right)

    def rows(self, W: np.ndarray | slice) -> np.ndarray:
        """Return the squared distances from the points W to all z, shape (m, n)."""
        return self._blocks(self.Z[W], self.left[W])

    @np.errstate(over="ignore", invalid="ignore")
    def to(self, X: Points) -> np.ndarray:
        """Return squared distances from the rows of X to all z, shape (m, n)."""
        left, squares = self._left(X)
        if (radius := _no_overflow(squares.max(initial=0.0))) > self.radius:
            self.radius = radius
            self.careful = self.radius * PRODUCT_ERROR > self.harmless
        return self._blocks(X, left)

    def _left(self, X):
        """Return (x, ‖x‖², 1) of the centred points, as rows, and their ‖x‖²."""
        X = centred(X, self.centre)
        squares = row_dots(X, X)
        return beside(X, squares, np.ones_like(squares)), squares

    def _blocks(self, X, left):
        m, n = X.shape[0], self.Z.shape[0]
        size = max(1, IN_CACHE // n)
        if m <= size:
            return self._block(X, left)
        D = np.empty((m, n))
        for start in range(0, m, size):
            block = slice(start, start + size)
            D[block] = self._block(X[block], left[block])
        return D

    def _block(self, X, left):
        D = dense(left @ self.right)
        np.maximum(D, 0.0, out=D)
        if self.careful:
            i, j = np.divmod(np.flatnonzero(D < CLOSE * self.radius), D.shape[1])
            # differences are taken of the points as they came, because even the shift costs digits
            difference = X[i] - self.Z[j]
            D[i, j] = row_dots(difference, difference)
        return D


def error_of_distances(X: Points, harmless: float) -> tuple[float, float]:
    """Return a squared distance at which rounding counts most, and its error there.

    The error is an observed size, not a bound: a few last digits of the largest ‖x‖², and more for
    many features. The smallest float64 is added for squares that are hardly larger than it.
    """
    least = X.shape[1] * np.finfo(float).smallest_subnormal
    units = (2.0 + 0.5 * X.shape[1] ** 0.5) * np.finfo(float).eps
    moved = centred(X, mean_of(X))
    radius = float(row_dots(moved, moved).max())
    if radius * PRODUCT_ERROR <= harmless:
        return 0.0, units * radius + least
    # closer pairs are taken by differences
    return CLOSE * radius, units * radius + least


def _no_overflow(radius):
    """Return the largest ‖x‖², or refuse it if ‖x - z‖² ≤ 4 ‖x‖² may exceed float64 or is NaN."""
    if not np.isfinite(4.0 * radius):
        raise KernelOverflowError(
            "squared distances between these points overflow float64. Scale the features (for "
            "instance with StandardScaler)."
        )
    return radius


def exp_in_place(D: np.ndarray) -> np.ndarray:
    """Return exp(D) for D ≤ 0, with values below e⁻⁶⁰⁰, about 1e-261, rounded up to e⁻⁶⁰⁰.

    Below the range of float64 numpy takes ten to a hundred times as long. With this bound even
    products of values stay within the range.
    """
    np.maximum(D, -600.0, out=D)
    return np.exp(D, out=D)


def between(X: Points, Z: Points, harmless: float = 0.0) -> np.ndarray:
    """Return `squared_distances` of checked arrays, with an absolute error up to `harmless`."""
    D = SquaredDistances(Z, harmless).to(X)
    if X is Z:
        np.fill_diagonal(D, 0.0)
    return D


def squared_distances(X: ArrayLike, Z: ArrayLike) -> np.ndarray:
    """Return ‖x_i - z_j‖² ≥ 0 for all pairs, shape (n, m), exactly 0 for i = j if Z is X.

    X (n, d) and Z (m, d) are arrays or sparse matrices. Raises KernelOverflowError when distances
    exceed float64, and TypeError or ValueError when X or Z is not a matrix of finite numbers or
    their numbers of columns differ.

    Examples
    --------
    >>> from svmlib.kernels import squared_distances
    >>> squared_distances([[0, 0], [3, 4]], [[0, 0]]).tolist()
    [[0.0], [25.0]]
    """
    same = X is Z
    X = check_matrix(X, sparse=True)
    Z = X if same else check_matrix(Z, "Z", columns=X.shape[1], sparse=True)
    return between(*alike(X, Z))
