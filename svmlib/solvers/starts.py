"""The input of the engine, checked, and a point to start from (lecture 7).

A start must obey 0 ≤ α_i ≤ C_i and Σ α_i y_i = 0, the constraints of the dual.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from svmlib._validation import (
    check_box,
    check_finite,
    check_gram,
    check_matrix,
    check_numbers,
    check_signs,
    check_vector,
)
from svmlib.kernels import Kernel, KernelOverflowError, Linear
from svmlib.kernels.algebra import check_kernel
from svmlib.solvers import constants
from svmlib.solvers.rows import KernelRows, LinearRows
from svmlib.solvers.smoothed import smoothed_primal

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def check_problem(
    K: Kernel | ArrayLike, X: ArrayLike | None, y: ArrayLike, C: float | ArrayLike
) -> tuple[Kernel | np.ndarray, np.ndarray | None, np.ndarray, np.ndarray]:
    """K (a matrix), X, y and C as arrays fit for the engine, or an error that tells why not."""
    y = check_signs(y, both=True)
    C = check_box(C, len(y))
    if not np.isfinite(C).all():
        raise ValueError("C must be finite, but is inf; HardMarginSVM solves the limit C → ∞")
    for sign in (-1.0, 1.0):
        if not C[y == sign].any():
            raise ValueError(f"C must be positive for some point with y = {sign:+g}")
    if isinstance(K, Kernel):
        X = check_matrix(X)
        if len(X) != len(y):
            raise ValueError(f"X has {len(X)} rows and y has {len(y)}; they must agree")
    elif np.ndim(K) == 0:
        check_kernel("K", K)
    elif np.shape(K) != (len(y), len(y)):
        raise ValueError(f"K must be a Kernel or have shape ({len(y)}, {len(y)}), as y says")
    else:
        K = check_symmetric(check_numbers(K, "K"))
    return K, X, y, C


def check_symmetric(K: np.ndarray) -> np.ndarray:
    """A finite K, (n, n), or the error of `check_gram`.

    K v = Kᵀv for one irregular v is taken to mean that K is symmetric: only an asymmetry made to
    cancel along v is not seen.
    """
    check_finite(K, "K")
    # irregular, so that differences of K and Kᵀ do not cancel by chance
    weights = 1.0 + np.arange(len(K)) * (np.sqrt(5.0) - 1.0) / 2.0 % 1.0
    difference = np.abs(K @ weights - weights @ K).max()
    symmetric = difference <= constants.NEGLIGIBLE * np.abs(K.diagonal()).max()
    return K if symmetric else check_gram(K)


def rows_of(K: Kernel | np.ndarray, X: np.ndarray | None, max_bytes: float) -> KernelRows:
    """Rows of the kernel, in the form that suits it, or KernelOverflowError."""
    few = not isinstance(K, Linear) or len(X) < constants.LINEAR_FROM
    few = few or len(X) < constants.POINTS_PER_FEATURE * X.shape[1]
    rows = (KernelRows if few else LinearRows)(K, X, max_bytes)
    if not np.isfinite(rows.diagonal).all() or np.abs(rows.diagonal).max() > constants.HUGE:
        raise KernelOverflowError(
            "kernel values are too large for float64; scale the features or lower the degree"
        )
    return rows


def starting_point(
    rows: KernelRows, y: np.ndarray, C: np.ndarray, alpha0: ArrayLike | None
) -> np.ndarray | None:
    """Feasible β from alpha0, or near the solution of a linear kernel on many points; or None."""
    if alpha0 is not None:
        beta = y * np.clip(check_vector(alpha0, "alpha0", length=len(y)), 0.0, C)
    elif isinstance(rows, LinearRows):
        beta, part = np.zeros(len(y)), C > 0
        beta[part] = smoothed_primal(rows.L[:, part], y[part], C[part])
    else:
        return None
    return balance(beta, np.where(y > 0, 0.0, -C), np.where(y > 0, C, 0.0))


def balance(beta: np.ndarray, A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """Make Σβ = 0, up to rounding, by moving the free multipliers, or all, towards a bound."""
    excess = beta.sum()
    if excess == 0.0:
        return beta
    room = beta - A if excess > 0 else B - beta
    room_of_free = np.where((beta > A) & (beta < B), room, 0.0)
    if room_of_free.sum() > abs(excess):
        room = room_of_free
    return np.clip(beta - excess * (room / room.sum()), A, B)
