"""Rows of a kernel matrix, computed when first needed, for the engine (lecture 7).

They are kept while memory lasts; then those used longest ago make room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from svmlib.kernels import Kernel
from svmlib.solvers import constants

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["KernelRows", "LinearRows"]


class KernelRows:
    """K[i] for a kernel on X, or for a given matrix; the rows used longest ago go first (LRU)."""

    def __init__(self, K: Kernel | np.ndarray, X: np.ndarray | None, max_bytes: float):
        if isinstance(K, Kernel):
            n = len(X)
            self.compute, self.diagonal = K.rows(X), K.diagonal(X)
            self.capacity = min(n, max(constants.FEWEST_ROWS, int(max_bytes / (8 * n))))
            self.table = np.empty((self.capacity, n))
            self.slots = {}  # row → its place in the table, in the order of use
            if n <= constants.SMALL:
                self.fetch(range(n))
        else:
            self.table = np.asarray(K, dtype=np.float64, order="C")
            self.diagonal = self.table.diagonal().copy()
            self.capacity = len(self.table)
            self.slots = {i: i for i in range(self.capacity)}
            self.compute = self.table.__getitem__
        self.inverse_roots = {}

    def __contains__(self, i: int) -> bool:
        return i in self.slots

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
            sums = self.diagonal + self.diagonal.item(i)
            kappa = -2.0 * self[i]
            kappa += sums
            # no less than what rounding leaves of equal points
            np.abs(sums, out=sums)
            sums *= constants.ROUNDING
            sums += constants.TINY
            np.maximum(kappa, sums, out=kappa)
            if len(self.inverse_roots) >= max(constants.FEWEST_ROWS, self.capacity // 2):
                self.inverse_roots.clear()
            np.sqrt(kappa, out=kappa)
            root = self.inverse_roots[i] = np.reciprocal(kappa, out=kappa)
        return root

    def block(self, W: np.ndarray) -> np.ndarray:
        """The matrix K_WW as a new array."""
        indices = W.tolist()
        self.fetch(indices)
        return self.table[np.array([self.slots[i] for i in indices])[:, None], W]

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        """g ← g - K_W· change, in place."""
        moved = np.flatnonzero(change)
        slots = np.array([self.slots[i] for i in W[moved].tolist()], dtype=int)
        size = constants.ROWS_AT_ONCE
        for start in range(0, len(moved), size):
            part = slice(start, start + size)
            g -= change[moved[part]] @ self.table[slots[part]]

    def product(self, beta: np.ndarray) -> np.ndarray:
        """Kβ, shape (n,), from the rows where β is not 0, without keeping them."""
        nonzero = np.flatnonzero(beta)
        total = np.zeros(len(beta))
        size = max(1, constants.BLOCK // len(beta))
        for start in range(0, len(nonzero), size):
            part = nonzero[start : start + size]
            total += beta[part] @ self.compute(part)
        return total


class LinearRows(KernelRows):
    """The rows of K = LᵀL, where products go through the d rows of L and need no row of K."""

    def __init__(self, K: Kernel | np.ndarray, X: np.ndarray | None, max_bytes: float):
        super().__init__(K, X, max_bytes)
        self.L = K.factor(X)

    def block(self, W: np.ndarray) -> np.ndarray:
        return self.L[:, W].T @ self.L[:, W]

    def subtract_product(self, g: np.ndarray, W: np.ndarray, change: np.ndarray) -> None:
        g -= (self.L[:, W] @ change) @ self.L

    def product(self, beta: np.ndarray) -> np.ndarray:
        return (self.L @ beta) @ self.L
