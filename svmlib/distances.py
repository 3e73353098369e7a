"""Squared distances between points, computed so that no digits cancel.

‖x - z‖² = ‖x‖² + ‖z‖² - 2 x·z is fast, since x·z for all pairs is one matrix product, but it
subtracts large numbers when the points lie close together or far from the origin. Differences
have no such trouble and cost d passes over the matrix. Here few features take the differences;
many features take the product around the centre, and close pairs are done again by differences.
"""

from __future__ import annotations

import numpy as np

__all__ = ["SquaredDistances", "squared_distances"]

FEW_FEATURES = 4
# below this share of the largest ‖x‖² fewer than some 12 digits of the product formula are right
CLOSE = 1e-4


class SquaredDistances:
    """Rows of the matrix ‖x_i - z_j‖² for fixed Z, each computed when it is asked for."""

    def __init__(self, Z):
        self.ZT = np.ascontiguousarray(Z.T)
        self.few = len(self.ZT) <= FEW_FEATURES
        if not self.few:
            self.centre = Z.mean(axis=0)
            self.Z = Z - self.centre
            self.ZT = np.ascontiguousarray(self.Z.T)
            self.squares = np.einsum("ij,ij->i", self.Z, self.Z)

    def row(self, i):
        """Squared distances of z_i to all z, shape (n,); of several, shape (m, n)."""
        if self.few:
            return self._by_differences(self.ZT[:, i])
        return self._by_products(self.Z[i], self.squares[i])

    def to(self, X):
        """Squared distances of the rows of X to all z, shape (n, m)."""
        if self.few:
            return self._by_differences(X.T)
        X = X - self.centre
        return self._by_products(X, np.einsum("ij,ij->i", X, X))

    def _by_differences(self, XT):
        D = np.zeros(XT.shape[1:] + self.ZT.shape[1:])
        for x, z in zip(XT, self.ZT, strict=True):
            difference = z - x[..., None]
            difference *= difference
            D += difference
        return D

    def _by_products(self, X, squares):
        D = X @ self.ZT
        D *= -2.0
        D += self.squares
        D += squares[..., None]
        close = CLOSE * max(self.squares.max(initial=0.0), np.max(squares, initial=0.0))
        for x, row in zip(np.atleast_2d(X), np.atleast_2d(D), strict=True):
            j = np.flatnonzero(row < close)
            difference = self.Z[j] - x
            row[j] = np.einsum("ij,ij->i", difference, difference)
        return D


def squared_distances(X, Z):
    """‖x_i - z_j‖² for all pairs, shape (n, m): never negative, exactly 0 for equal points."""
    return SquaredDistances(Z).to(X)
