"""Rows of a kernel matrix, computed when they are first needed and kept while memory lasts."""

from __future__ import annotations

import numpy as np

from svmlib.kernels import Kernel

__all__ = ["KernelRows", "LinearRows"]

SMALL = 400  # below this size the whole matrix costs less than choosing rows
BLOCK = 1_000_000  # numbers computed at a time when rows are only passed through


class KernelRows:
    """K[i] for a kernel on X, or for a given matrix; the rows used longest ago go first (LRU)."""

    def __init__(self, K, X, max_bytes):
        if isinstance(K, Kernel):
            n = len(X)
            self.compute, self.diagonal = K.rows(X), K.diagonal(X)
            self.capacity = min(n, max(64, int(max_bytes / (8 * n))))
            self.table = np.empty((self.capacity, n))
            self.slots = {}  # row → its place in the table, in the order of use
            if n <= SMALL:
                self.fetch(range(n))
        else:
            self.table = np.asarray(K, dtype=np.float64, order="C")
            self.diagonal = self.table.diagonal().copy()
            self.capacity = len(self.table)
            self.slots = {i: i for i in range(self.capacity)}
            self.compute = self.table.__getitem__
        self.inverse_roots = {}

    def __contains__(self, i):
        return i in self.slots

    def __getitem__(self, i):
        slot = self.slots.pop(i, None)
        if slot is None:
            slot = self._free_slots(1)[0]
            self.table[slot] = self.compute(i)
        self.slots[i] = slot
        return self.table[slot]

    def fetch(self, indices):
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

    def inverse_root(self, i):
        """1/√η_ij for all j, where η_ij = K_ii + K_jj - 2K_ij is the curvature along a pair."""
        root = self.inverse_roots.get(i)
        if root is None:
            sums = self.diagonal + self.diagonal.item(i)
            eta = -2.0 * self[i]
            eta += sums
            # no less than what rounding leaves of equal points
            np.abs(sums, out=sums)
            sums *= 1e-12
            sums += 1e-290
            np.maximum(eta, sums, out=eta)
            if len(self.inverse_roots) >= max(64, self.capacity // 2):
                self.inverse_roots.clear()
            np.sqrt(eta, out=eta)
            root = self.inverse_roots[i] = np.reciprocal(eta, out=eta)
        return root

    def block(self, W):
        """The matrix K_WW as a new array."""
        indices = W.tolist()
        self.fetch(indices)
        return self.table[np.array([self.slots[i] for i in indices])[:, None], W]

    def subtract_product(self, g, W, change):
        """g ← g - K_W· change, in place."""
        moved = np.flatnonzero(change)
        slots = np.array([self.slots[i] for i in W[moved].tolist()], dtype=int)
        for start in range(0, len(moved), 32):
            part = slice(start, start + 32)
            g -= change[moved[part]] @ self.table[slots[part]]

    def product(self, beta):
        """Kβ, shape (n,), from the rows where β is not 0, without keeping them."""
        nonzero = np.flatnonzero(beta)
        total = np.zeros(len(beta))
        size = max(1, BLOCK // len(beta))
        for start in range(0, len(nonzero), size):
            part = nonzero[start : start + size]
            total += beta[part] @ self.compute(part)
        return total


class LinearRows(KernelRows):
    """The rows of K = LᵀL, where products go through the d rows of L and need no row of K."""

    def __init__(self, K, X, max_bytes):
        super().__init__(K, X, max_bytes)
        self.L = K.factor(X)

    def block(self, W):
        return self.L[:, W].T @ self.L[:, W]

    def subtract_product(self, g, W, change):
        g -= (self.L[:, W] @ change) @ self.L

    def product(self, beta):
        return (self.L @ beta) @ self.L
