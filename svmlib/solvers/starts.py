"""Before the engine runs: its input checked, and a point to start from."""

from __future__ import annotations

import numpy as np

from svmlib._validation import (
    check_box,
    check_finite,
    check_matrix,
    check_numbers,
    check_signs,
    check_vector,
)
from svmlib.kernels import Kernel, KernelOverflowError, Linear
from svmlib.kernels.algebra import check_kernel
from svmlib.solvers.rows import KernelRows, LinearRows
from svmlib.solvers.smoothed import smoothed_primal

LINEAR_FROM = 900  # a linear kernel with more points starts from the smoothed primal


def check_problem(K, X, y, C):
    """X, y and C as arrays fit for the engine, or an error that says what is wrong."""
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
        check_finite(check_numbers(K, "K"), "K")
    return X, y, C


def rows_of(K, X, max_bytes):
    """Rows of the kernel, in the form that suits it, or KernelOverflowError."""
    many = isinstance(K, Linear) and len(X) >= max(LINEAR_FROM, 10 * X.shape[1])
    rows = (LinearRows if many else KernelRows)(K, X, max_bytes)
    if not np.isfinite(rows.diagonal).all() or np.abs(rows.diagonal).max() > 1e150:
        raise KernelOverflowError(
            "kernel values are too large for float64; scale the features or lower the degree"
        )
    return rows


def start(dual, alpha0):
    """Move to the given start or, for a linear kernel on many points, near the solution."""
    y, n = dual.y, dual.n
    if alpha0 is not None:
        beta = balance(y * np.clip(check_vector(alpha0, "alpha0", length=n), 0.0, dual.C), dual)
        dual.move_to(beta, y - dual.rows.product(beta))
    elif isinstance(dual.rows, LinearRows):
        part = dual.C > 0
        beta = np.zeros(n)
        beta[part] = smoothed_primal(dual.rows.L[:, part], y[part], dual.C[part])
        beta = balance(beta, dual)
        dual.move_to(beta, y - dual.rows.product(beta))


def balance(beta, dual):
    """Make Σβ exactly 0 by moving the free multipliers, or all, towards a bound."""
    excess = beta.sum()
    if excess == 0.0:
        return beta
    room = beta - dual.A if excess > 0 else dual.B - beta
    room_of_free = np.where((beta > dual.A) & (beta < dual.B), room, 0.0)
    if room_of_free.sum() > abs(excess):
        room = room_of_free
    return np.clip(beta - excess * (room / room.sum()), dual.A, dual.B)
