"""Whether a dual is concave, on which every duality gap rests (lectures 6 and 8).

It is if vᵀKv ≥ 0 for all v with Σv = 0; no other v counts, since Σβ is given. For many kernels a
theorem says so, of others the matrix on the data is looked at.
"""

import numpy as np

from svmlib.kernels import Kernel
from svmlib.solvers.constants import EPS, NEGLIGIBLE, TINY

# points on which K is checked: a fraction of a second for that many, growing with the cube
LOOKED_AT = 2000
INDEFINITE = (
    "the kernel is not positive semidefinite, not even on Σβ = 0, so the dual is not concave: "
    "the solution is at best a stationary point, and its duality gap means nothing (was K computed "
    "in single precision, or from features far from 0?)"
)


def semidefinite(
    K: Kernel | np.ndarray, X: np.ndarray | None, beta: np.ndarray
) -> tuple[str, float]:
    """How it is known that vᵀKv ≥ 0 for Σv = 0, in the words of `Solution`; and the `deficit`.

    Of more than LOOKED_AT points so many are taken, those with β_i ≠ 0 first.
    """
    if getattr(K, "positive_semidefinite", False):
        return "known", 0.0
    n, how = len(beta), "checked"
    if n > LOOKED_AT:
        order = np.random.default_rng(0).permutation(n)
        order = order[np.argsort(beta[order] == 0.0, kind="stable")]
        part, how = np.sort(order[:LOOKED_AT]), "sampled"
        K = K(X[part]) if isinstance(K, Kernel) else K[np.ix_(part, part)]
    elif isinstance(K, Kernel):
        K = K(X)
    short = deficit(K)
    return (how if np.isfinite(short) else "no"), short


def deficit(K: np.ndarray) -> float:
    """Some s ≥ 0 with vᵀKv ≥ -s ‖v‖² if Σv = 0, up to rounding; infinite if K lacks too much.

    The values tried, 0 first, go up to 1e-9 of the largest diagonal entry of HKH, H = I - 11ᵀ/n:
    the square of the largest distance from the centre in feature space; or up to what rounding of
    the entries of K may hide, where that is more. Proof is a Cholesky factor of K + sI or, as
    vᵀKv = vᵀHKHv for Σv = 0, of HKH + sI.
    """
    n, mean = len(K), K.mean(axis=0)
    scale = max(float((K.diagonal() - 2.0 * mean + mean.mean()).max()), TINY)
    least, hidden = 10.0 * n * EPS * scale, n * EPS * float(np.abs(K.diagonal()).max())
    if hidden <= NEGLIGIBLE * scale and _has_factor(K, least):
        return 0.0
    centred = K - mean
    centred -= mean[:, None] - mean.mean()
    for short in (0.0, 1e-2 * NEGLIGIBLE * scale, max(NEGLIGIBLE * scale, hidden)):
        if _has_factor(centred, max(short, least)):
            return short
    return np.inf


def _has_factor(K, ridge):
    """Whether K + ridge I has a Cholesky factor."""
    K = K.copy()
    K.flat[:: len(K) + 1] += ridge
    try:
        np.linalg.cholesky(K)
    except np.linalg.LinAlgError:
        return False
    return True
