"""Rows of a kernel matrix, computed when first needed, for the engine (lecture 7).

They are kept while memory lasts; then those used longest ago make room. Newton steps compute the
block that they need by itself, where its rows are not kept. Where the whole matrix is given, or
points are few, the books of rows that come and go would cost more than the rows.
"""

from collections.abc import Iterable

import numpy as np

from svmlib._sparse import SparseColumns
from svmlib.kernels import Kernel
from svmlib.solvers import constants


def rows_kept(n: int, max_bytes: float) -> int:
    """How many rows of n numbers are kept in three eighths of the memory.

    A half is for Newton steps (three matrices m × m), an eighth for what `inverse_root` keeps.
    """
    return min(n, max(constants.FEWEST_ROWS, int(3 * max_bytes / (64 * n))))


class KernelRows:
    """K[i] for a kernel on X; the rows used longest ago go first (LRU).

    With two copies, points i and n + i are the same, for machines with two multipliers for each.
    """

    def __init__(self, K: Kernel, X: np.ndarray, max_bytes: float, copies: int = 1):
        n, rows = copies * len(X), K.rows(X)
        self._hold(K.diagonal(X), K._error(X), max_bytes, copies)
        self.compute = rows if copies == 1 else lambda i: np.tile(rows(i % len(X)), 2)
        self.evaluate = lambda W: K.rows(X[W % len(X)])(np.arange(len(W)))
        self.capacity = rows_kept(n, max_bytes)
        self.table = np.empty((self.capacity, n))
        self.slots = {}  # row → its place in the table, in the order of use

    def _hold(self, diagonal, error, max_bytes, copies):
        """What is known of all points, and how much may be kept besides rows."""
        self.diagonal = np.concatenate([diagonal] * copies)
        self.error = np.tile(np.broadcast_to(error, len(diagonal)), copies)
        # of two points they add up to what rounding leaves of κ where the points are equal
        self.least = constants.ROUNDING * np.abs(self.diagonal) + constants.TINY
        self.largest_block = max(constants.FEWEST_ROWS, int(np.sqrt(max_bytes / 48)))
        # the entries of X that each new row takes, where none is kept for long
        self.inverse_roots, self.entries_of_row = {}, 0
        self.most_roots = max(constants.FEWEST_ROWS, int(max_bytes / (64 * len(self.diagonal))))

    def __getitem__(self, i: int) -> np.ndarray:
        slot = self.slots.pop(i, None)
        if slot is None:
            slot = self._free_slots(1)[0]
            self.table[slot] = self.compute(i)
        self.slots[i] = slot
        return self.table[slot]

    def fetch(self, indices: Iterable[int]) -> None:
        """Compute the missing ones of these rows together, which is cheaper than one by one."""
        slots = self.slots
        indices = list(dict.fromkeys(indices))[: self.capacity]
        missing = [i for i in indices if i not in slots]
        if not missing:
            return
        if len(slots) + len(missing) > self.capacity:
            for i in indices:
                if i in slots:
                    slots[i] = slots.pop(i)
        new = self._free_slots(len(missing))
        self.table[new] = self.compute(np.array(missing))
        slots.update(zip(missing, new, strict=True))

    def _free_slots(self, count):
        used = len(self.slots)
        new = list(range(used, min(used + count, self.capacity)))
        while len(new) < count:
            new.append(self.slots.pop(next(iter(self.slots))))
        return new

    def inverse_root(self, i: int) -> np.ndarray:
        """1/√κ_ij for all j, where κ_ij = K_ii + K_jj - 2K_ij is the curvature along a pair."""
        root = self.inverse_roots.get(i)
        if root is None:
            kappa = self.diagonal + self.diagonal.item(i)
            kappa -= 2.0 * self[i]
            np.maximum(kappa, self.least + self.least.item(i), out=kappa)
            if len(self.inverse_roots) >= self.most_roots:
                self.inverse_roots.clear()
            np.sqrt(kappa, out=kappa)
            root = self.inverse_roots[i] = np.reciprocal(kappa, out=kappa)
        return root

    def block(self, W: np.ndarray) -> np.ndarray:
        """K_WW as a new array, (m, m): from the rows if those of W are all kept, or by itself."""
        slots = [self.slots.get(i, -1) for i in W.tolist()]
        return self.evaluate(W) if -1 in slots else self.table.take(slots, axis=0).take(W, axis=1)

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        """g ← g - K_W· change, in place; rows too many to keep are only passed through."""
        moved = np.flatnonzero(change)
        W, change = W[moved], change[moved]
        if len(W) <= self.capacity:
            self.fetch(W.tolist())
        slots = np.array([self.slots.get(i, -1) for i in W.tolist()], dtype=int)
        kept, passing = np.flatnonzero(slots >= 0), np.flatnonzero(slots < 0)
        size = constants.ROWS_AT_ONCE
        for start in range(0, len(kept), size):
            part = kept[start : start + size]
            g -= change[part] @ self.table[slots[part]]
        g -= self._passed_through(W[passing], change[passing])

    def product(self, beta: np.ndarray) -> np.ndarray:
        """Kβ, shape (n,), from the rows where β is not 0, without keeping them."""
        nonzero = np.flatnonzero(beta)
        return self._passed_through(nonzero, beta[nonzero])

    def _passed_through(self, W, values):
        """K_W· values, shape (n,), a few rows at a time."""
        total = np.zeros(len(self.diagonal))
        size = max(1, constants.BLOCK // len(total))
        for start in range(0, len(W), size):
            part = slice(start, start + size)
            total += values[part] @ self.compute(W[part])
        return total


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
        # one axis after the other: half the time of both at once
        return self.table.take(W % len(self.table), axis=0).take(W, axis=1)

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        """g ← g - K_W· change, in place."""
        moved = np.flatnonzero(change)
        g -= self._passed_through(W[moved], change[moved])


class LinearRows(KernelRows):
    """The rows of K = LᵀL, L of shape (d, n): products go through L and need no row of K."""

    def __init__(self, K: Kernel, X: np.ndarray, max_bytes: float, copies: int = 1):
        # pair steps are few here: a few rows are enough; and seldom more than d + 1 points are free
        super().__init__(K, X, min(max_bytes, X.nbytes // 4), copies)
        # but among nearly equal points more of them may be
        self.largest_block = max(self.largest_block, 3 * X.shape[1], constants.CROWDED)
        self.L, self.entries_of_row = factor_of(K, X, copies), X.nbytes // 8

    def block(self, W: np.ndarray) -> np.ndarray:
        return self.L[:, W].T @ self.L[:, W]

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        g -= (self.L[:, W] @ change) @ self.L

    def product(self, beta: np.ndarray) -> np.ndarray:
        return (self.L @ beta) @ self.L


def factor_of(K: Kernel, X: np.ndarray, copies: int = 1) -> np.ndarray | SparseColumns:
    """L with K = LᵀL for a linear kernel, (d, n), or (d, 2n) for two copies of each point."""
    L = K.factor(X)
    return L if copies == 1 else L[:, np.tile(np.arange(len(X)), 2)]
