"""The fast solver (lecture 7): `solve`, and the `Solution` that it returns.

`solve` maximises D(β) = y·β - ½ βᵀKβ over Σβ = 0 and 0 ≤ y_i β_i ≤ C_i and certifies the answer by
the duality gap. `svmlib.solvers.working_set` explains how it works.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_box, check_gram, check_matrix, check_signs, check_vector
from svmlib.kernels import Kernel
from svmlib.kernels.algebra import check_kernel
from svmlib.solvers.certificate import Solution, soft_margin
from svmlib.solvers.one_bias import solve_dual

__all__ = ["Solution", "solve"]


def solve(
    K: Kernel | ArrayLike,
    X: ArrayLike | None,
    y: ArrayLike,
    C: float | ArrayLike,
    *,
    tol: float = 1e-6,
    alpha0: ArrayLike | None = None,
    max_iter: int = 1_000_000,
    positive_semidefinite: bool = False,
) -> Solution:
    """Solve the dual of the soft-margin machine and certify the solution (lecture 7).

    If at most half of the points are distinct, equal points with equal labels are solved as one and
    share its multiplier. ``logging.basicConfig(level="INFO")`` shows how far a run is. A bad
    argument, labels other than ±1, one class only, or a matrix K that is not symmetric raise
    TypeError or ValueError.

    Parameters
    ----------
    K : Kernel or array_like, shape (n, n)
        A kernel, evaluated on X as needed, or the Gram matrix itself (X is then ignored).
    X, y : array_like, shapes (n, d) and (n,)
        Points, or None, and their signs -1 and +1, both present.
    C : float or array_like, shape (n,)
        Upper bounds of the multipliers, finite. Points with C_i = 0 take no part.
    tol : float
        Violation at which the pair steps of the first run leave the rest to Newton steps. Each
        further run has a tenth of it.
    alpha0 : array_like, shape (n,), optional
        The start. The solution for C' scaled by C/C', or for a similar kernel, saves work.
    max_iter : int
        Bound on the pair steps, or, for a linear kernel on many features, on the steps of
        conjugate gradients.
    positive_semidefinite : bool
        Whether you know that K is. Otherwise, unless K is a kernel for which a theorem proves it,
        it is checked on up to 2000 points, which takes a fraction of a second.

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6, or if, beyond rounding, vᵀKv < 0 for some v with Σv = 0
        (no gap counts then).

    Examples
    --------
    >>> from svmlib import engine
    >>> from svmlib.kernels import Linear
    >>> solution = engine.solve(Linear(), [[0.0], [2.0], [5.0]], [-1, 1, 1], C=10.0)
    >>> solution.alpha.round(6).tolist(), round(solution.b, 6), solution.gap < 1e-9
    ([0.5, 0.5, 0.0], -1.0, True)
    """
    y = check_signs(y, both=True)
    C = check_box(C, len(y))
    for sign in (-1.0, 1.0):
        if not C[y == sign].any():
            raise ValueError(f"C must be positive for some point with y = {sign:+g}")
    if isinstance(K, Kernel):
        X = check_matrix(X, sparse=K.takes_sparse)
        if X.shape[0] != len(y):
            raise ValueError(f"X has {X.shape[0]} rows and y has {len(y)}; they must agree")
    elif np.ndim(K) == 0:
        check_kernel(K, "K")
    else:
        K = check_gram(K)
        if len(K) != len(y):
            raise ValueError(f"K must be a Kernel or have shape ({len(y)}, {len(y)}), as y says")
    beta0 = None
    if alpha0 is not None:
        beta0 = y * np.clip(check_vector(alpha0, "alpha0", length=len(y)), 0.0, C)
    return solve_dual(
        K,
        X,
        soft_margin(y, C),
        beta0=beta0,
        tol=tol,
        max_iter=max_iter,
        positive_semidefinite=positive_semidefinite,
    )
