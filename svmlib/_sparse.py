"""Sparse points: scipy's CSR arrays, with which kernels and the engine work as with arrays.

Operations on features return sparse points, and products of points return ordinary arrays. scipy is
imported with the first sparse matrix, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Points: TypeAlias = "np.ndarray | csr_array"


def is_sparse(values: Any) -> bool:
    """Return whether this is a sparse matrix of scipy, in any format."""
    return hasattr(values, "toarray")


def sparse_rows(values: Any) -> csr_array:
    """Return an array, or sparse values in any format, as a CSR array of float64, (n, d).

    Entries are in order, once each, and none is 0, so that equal rows are stored alike. The
    caller's matrix is not changed. A single point becomes a row.
    """
    from scipy.sparse import csr_array

    rows = csr_array(values.reshape(1, -1) if values.ndim == 1 else values)
    rows = rows.astype(np.float64, copy=False)
    if not (rows.has_canonical_format and rows.data.all()):
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
    return rows


# -- functions of dense and sparse points alike ------------------------------------------------
def alike(X: Points, Z: Points) -> tuple[Points, Points]:
    """Return X and Z unchanged, or both sparse if one of them is."""
    mixed = is_sparse(X) != is_sparse(Z)
    return (sparse_rows(X), sparse_rows(Z)) if mixed else (X, Z)


def dense(values: Points) -> np.ndarray:
    """Return the values as an array."""
    return values.toarray() if is_sparse(values) else values


def transposed(X: Points) -> Points:
    """Return Xᵀ as a new matrix in the order that is fast in products with rows from the left."""
    return X.T.tocsr() if is_sparse(X) else X.T.copy()


def row_dots(X: Points, Z: Points) -> np.ndarray:
    """Return the products x_i·z_i of equally many points, (n,). X or both may be sparse."""
    return X.multiply(Z).sum(axis=1) if is_sparse(X) else np.einsum("ij,ij->i", X, dense(Z))


def mean_of(X: Points) -> np.ndarray:
    """Return the new origin: the mean of the points, but 0 if they are sparse.

    Sparse points with their mean subtracted would not be sparse.
    """
    return np.zeros(X.shape[1]) if is_sparse(X) else X.mean(axis=0)


def centred(X: Points, centre: np.ndarray) -> Points:
    """Return X - centre for a `centre` from `mean_of`, or sparse points unchanged."""
    return X if is_sparse(X) else X - centre


def beside(X: Points, *columns: np.ndarray) -> Points:
    """Return X with further columns of shape (n,)."""
    if not is_sparse(X):
        return np.column_stack([X, *columns])
    from scipy.sparse import hstack

    return hstack([X, sparse_rows(np.column_stack(columns))], format="csr")


def equal_rows(X: Points) -> np.ndarray:
    """Return X, or, if it is sparse, products with two points at random.

    Of rows that are equal they are equal, and of others, but for rounding, not.
    """
    return X @ np.random.default_rng(0).random((X.shape[1], 2)) if is_sparse(X) else X
