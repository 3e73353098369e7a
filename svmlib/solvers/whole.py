"""The whole matrix of a kernel, for the engine: where it is given, or points are few (lecture 7).

The books that `svmlib.solvers.rows` keeps of rows that come and go would cost more than the rows.
"""

import numpy as np

from svmlib.kernels import Kernel
from svmlib.solvers import constants
from svmlib.solvers.rows import KernelRows


class WholeMatrix(KernelRows):
    """All rows of K on n points; two copies of a point have one row, (n, 2n) in all."""

    def __init__(
        self, K: Kernel | np.ndarray, X: np.ndarray | None, max_bytes: float, copies: int = 1
    ):
        if isinstance(K, Kernel):
            matrix, error = K.rows(X)(np.arange(len(X))), K._error(X)
        else:
            matrix, error = np.asarray(K, np.float64, order="C"), 4.0 * constants.EPS
        self._hold(matrix.diagonal(), error, max_bytes, copies)
        self.table = matrix if copies == 1 else np.tile(matrix, 2)
        self.compute = self.__getitem__

    def __getitem__(self, i: int | np.ndarray) -> np.ndarray:
        return self.table[i % len(self.table)]

    def block(self, W: np.ndarray) -> np.ndarray:
        """K_WW as a new array, (m, m)."""
        return self.table[W[:, None] % len(self.table), W]

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        """g ← g - K_W· change, in place."""
        moved = np.flatnonzero(change)
        g -= self._passed_through(W[moved], change[moved])
