"""Sparse points, used by kernels and engine as if they were arrays.

A `SparseRows` replaces an array X of shape (n, d), a `SparseColumns` its transpose. Like X, they
let kernels and the engine take rows, multiply and transpose. Operations on features return sparse
points, and products return ordinary arrays. scipy is imported with the first sparse matrix, not
before.
"""

from __future__ import annotations

from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np

# a product is made in parts of this many entries, because its sparse form needs more memory
ENTRIES_AT_A_TIME = 1_000_000


def is_sparse(values: Any) -> bool:
    """Return whether this is a sparse matrix of scipy, in any format, or `SparseRows`."""
    return isinstance(values, SparseRows) or hasattr(values, "toarray")


def sparse_rows(values: Any) -> SparseRows:
    """Return an array, or sparse values in any format, as `SparseRows` of float64.

    Entries are in order, once each, and none is 0, so that equal rows are stored alike. The
    caller's matrix is not changed.
    """
    if isinstance(values, SparseRows):
        return values
    from scipy.sparse import csr_array

    ndim = values.ndim
    csr = csr_array(values.reshape(1, -1) if ndim == 1 else values).astype(np.float64, copy=False)
    if not (csr.has_canonical_format and csr.data.all()):
        csr = csr.copy()
        csr.sum_duplicates()
        csr.eliminate_zeros()
    return SparseRows(csr, ndim)


class SparseRows:
    """Points as a CSR array `csr`, to be used like an array X (n, d). X[i] is a single point."""

    __array_ufunc__ = None  # v @ X is for __rmatmul__

    def __init__(self, csr: Any, ndim: int = 2) -> None:
        self.csr, self.ndim = csr, ndim
        self.shape = csr.shape[2 - ndim :]
        self.nbytes = csr.data.nbytes

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        if isinstance(index, Integral):
            return SparseRows(self.csr[[index]], ndim=1)
        return SparseRows(self.csr if index is None else self.csr[index])

    @property
    def T(self) -> SparseColumns:
        return SparseColumns(self)

    def __rmul__(self, factor):
        return SparseRows(factor * self.csr)

    def __matmul__(self, other):
        product = other._after(self.csr) if isinstance(other, SparseColumns) else self.csr @ other
        return product[0] if self.ndim == 1 else product

    def __rmatmul__(self, weights):
        return self.csr.T @ weights

    def __sub__(self, other):
        return SparseRows(self.csr - other.csr)


class SparseColumns:
    """The transpose L (d, n) of `SparseRows`. numpy gets it as a dense array."""

    __array_ufunc__ = None

    def __init__(self, rows: SparseRows) -> None:
        self.T = rows
        self.shape, self.ndim = rows.shape[::-1], 2

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, index):
        return SparseColumns(self.T[index[1]])

    def copy(self) -> SparseColumns:
        """Return itself, because a copy is made for its strides, and here they would not change."""
        return self

    def __array__(self, dtype=None, copy=None):
        return self.T.csr.toarray().T

    def __matmul__(self, weights):
        return self._csc @ weights

    def __rmatmul__(self, A):
        return (self.T.csr @ A.T).T

    @cached_property
    def _csc(self):
        # this copies nothing, but takes longer than a product with a vector
        return self.T.csr.T

    @cached_property
    def _by_feature(self):
        return self._csc.tocsr()

    def _after(self, left):
        """Return left L for a CSR array `left`, as an array."""
        product = np.empty((left.shape[0], self.shape[1]))
        size = max(1, ENTRIES_AT_A_TIME // max(1, self.shape[1]))
        for start in range(0, len(product), size):
            part = slice(start, start + size)
            (left[part] @ self._by_feature).toarray(out=product[part])
        return product


def as_csr(X: Any) -> Any:
    """Return the CSR array of `SparseRows`, for scipy and scikit-learn, or else X unchanged."""
    return X.csr if isinstance(X, SparseRows) else X


# -- functions of dense and sparse points alike ------------------------------------------------
def alike(
    X: np.ndarray | SparseRows, Z: np.ndarray | SparseRows
) -> tuple[np.ndarray, np.ndarray] | tuple[SparseRows, SparseRows]:
    """Return X and Z unchanged, or both sparse if one of them is."""
    mixed = isinstance(X, SparseRows) != isinstance(Z, SparseRows)
    return (sparse_rows(X), sparse_rows(Z)) if mixed else (X, Z)


def row_dots(X: np.ndarray | SparseRows, Z: np.ndarray | SparseRows) -> np.ndarray:
    """Return the products x_i·z_i of equally many points, (n,). X or both may be sparse."""
    if isinstance(X, SparseRows):
        return X.csr.multiply(Z.csr).sum(axis=1)
    return np.einsum("ij,ij->i", X, Z.csr.toarray() if isinstance(Z, SparseRows) else Z)


def mean_of(X: np.ndarray | SparseRows) -> np.ndarray:
    """Return the new origin: the mean of the points, but 0 if they are sparse.

    Sparse points with their mean subtracted would not be sparse.
    """
    return np.zeros(X.shape[1]) if isinstance(X, SparseRows) else X.mean(axis=0)


def centred(X: np.ndarray | SparseRows, centre: np.ndarray) -> np.ndarray | SparseRows:
    """Return X - centre for a `centre` from `mean_of`, or sparse points unchanged."""
    return X if isinstance(X, SparseRows) else X - centre


def beside(X: np.ndarray | SparseRows, *columns: np.ndarray) -> np.ndarray | SparseRows:
    """Return X with further columns of shape (n,)."""
    if not isinstance(X, SparseRows):
        return np.column_stack([X, *columns])
    from scipy.sparse import csr_array, hstack

    return SparseRows(hstack([X.csr, csr_array(np.column_stack(columns))], format="csr"))


def some_columns(X: np.ndarray | SparseRows, columns: Any) -> np.ndarray | SparseRows:
    """Return the columns of X at these places, or of this slice, without changing X."""
    return sparse_rows(X.csr[:, columns]) if isinstance(X, SparseRows) else X[:, columns]


def equal_rows(X: np.ndarray | SparseRows) -> np.ndarray:
    """Return X, or, if it is sparse, a column of numbers that are equal exactly if the rows are."""
    if not isinstance(X, SparseRows):
        return X
    seen, csr = {}, X.csr
    bounds = zip(csr.indptr[:-1].tolist(), csr.indptr[1:].tolist(), strict=True)
    rows = ((csr.indices[a:b].tobytes(), csr.data[a:b].tobytes()) for a, b in bounds)
    return np.array([[float(seen.setdefault(row, len(seen)))] for row in rows])
