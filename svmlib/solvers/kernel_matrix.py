"""The kernel matrix as the engine needs it: a row, a block or a product at a time (lecture 7).

A row is computed when it is first needed and kept while memory lasts. Then the rows used longest
ago are dropped (LRU). If the points are few or the matrix is given, all of it is kept.
"""

import numpy as np

from svmlib._sparse import Points, dense
from svmlib.kernels import Kernel
from svmlib.solvers import constants
from svmlib.solvers.constants import EPS, TINY


class KernelRows:
    """K[i] for a kernel on X, (n,), or (2n,) with two copies of each point, i and n + i."""

    largest_block = 3000  # a Newton step has no more points

    def __init__(self, K: Kernel, X: np.ndarray, copies: int = 1):
        self._compute, self.copies, self.kept = K.rows(X), copies, {}
        self._blocks = lambda W: K.rows(X[W])(np.arange(len(W)))
        self._hold(K.diagonal(X), K._error(X))
        # a pair step uses two rows at a time
        self.capacity = max(4, int(constants.BYTES / (8 * len(self.diagonal))))

    def _hold(self, diagonal, error):
        self.diagonal = np.tile(diagonal, self.copies)
        # relative error of the values on the diagonal
        self.error = np.tile(np.broadcast_to(error, len(diagonal)), self.copies)
        self.points = len(diagonal)
        # two of these bound the rounding of κ for two equal points
        self.least = constants.ROUNDING * np.abs(self.diagonal) + TINY

    def _rows(self, W):
        """Return the rows W, an index or an array of them."""
        rows = self._compute(W % self.points)
        return rows if self.copies == 1 else np.tile(rows, self.copies)

    def __getitem__(self, i: int) -> np.ndarray:
        row = self.kept.pop(i, None)
        self._keep(i, self._rows(i) if row is None else row)
        return self.kept[i]

    def _keep(self, i, row):
        if len(self.kept) >= self.capacity:
            del self.kept[next(iter(self.kept))]
        self.kept[i] = row

    def curvatures(self, i: int) -> np.ndarray:
        """Return κ_ij = K_ii + K_jj - 2K_ij for all j, the curvature of D along a pair."""
        kappa = -2.0 * self[i]
        kappa += self.diagonal
        kappa += self.diagonal.item(i)
        return np.maximum(kappa, self.least + self.least.item(i), out=kappa)

    def block(self, W: np.ndarray) -> np.ndarray:
        """Return K_WW as a new array, (m, m)."""
        return self._blocks(W % self.points)

    def product(self, beta: np.ndarray) -> np.ndarray:
        """Return Kβ, (n,), from the rows in which β is not 0, which are not kept."""
        W, total = np.flatnonzero(beta), np.zeros(len(self.diagonal))
        size = max(1, constants.BLOCK // len(total))
        for start in range(0, len(W), size):
            part = W[start : start + size]
            total += beta[part] @ self._rows(part)
        return total

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        """Subtract K_W· change from g in place, and keep the rows if they fit."""
        moved = np.flatnonzero(change)
        if len(moved) > self.capacity:
            beta = np.zeros(len(g))
            beta[W[moved]] = change[moved]
            g -= self.product(beta)
            return
        W, change = W[moved].tolist(), change[moved].tolist()
        missing = [i for i in W if i not in self.kept]
        for start in range(0, len(missing), constants.ROWS_AT_ONCE):
            part = missing[start : start + constants.ROWS_AT_ONCE]
            for i, row in zip(part, self._rows(np.array(part)), strict=True):
                self._keep(i, row.copy())
        for i, step in zip(W, change, strict=True):
            g -= step * self[i]


class WholeMatrix(KernelRows):
    """All of K, which is given, or computed at once on few points."""

    def __init__(self, K: Kernel | np.ndarray, X: np.ndarray | None, copies: int = 1):
        self.copies = copies
        if isinstance(K, Kernel):
            matrix, error = K.rows(X)(np.arange(X.shape[0])), K._error(X)
        else:
            matrix, error = np.asarray(K, np.float64, order="C"), 4.0 * EPS
        self._hold(matrix.diagonal(), error)
        self.matrix = matrix if copies == 1 else np.tile(matrix, copies)

    def _rows(self, W):
        return self.matrix[W % self.points]

    __getitem__ = _rows

    def block(self, W: np.ndarray) -> np.ndarray:
        # one axis after the other takes half the time of both at once
        return self.matrix.take(W % self.points, axis=0).take(W, axis=1)

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        moved = np.flatnonzero(change)
        g -= change[moved] @ self._rows(W[moved])


class LinearRows(KernelRows):
    """K = LᵀL, L of shape (d, n). Products go through L and need no row of K."""

    def __init__(self, K: Kernel, X: np.ndarray, copies: int = 1):
        super().__init__(K, X, copies)
        self.capacity = max(4, X.shape[1] // 4)  # pair steps are few here
        self.L = factor_of(K, X, copies)

    def block(self, W: np.ndarray) -> np.ndarray:
        return dense(self.L[:, W].T @ self.L[:, W])

    def product(self, beta: np.ndarray) -> np.ndarray:
        return (self.L @ beta) @ self.L

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        g -= (self.L[:, W] @ change) @ self.L


def factor_of(K: Kernel, X: np.ndarray, copies: int = 1) -> Points:
    """Return L with K = LᵀL for a linear kernel, (d, n), or (d, 2n) for two copies of points."""
    L = K.factor(X)
    return L if copies == 1 else L[:, np.tile(np.arange(X.shape[0]), copies)]
