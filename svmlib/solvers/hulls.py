"""The widest street between two point sets: the nearest points of their hulls (lecture 2).

Two classes can be separated exactly when their convex hulls do not meet. If z = p - q joins the
nearest points p and q of the hulls, the plane halfway between them, at right angles to z, has the
largest margin ‖z‖/2. If the hulls do meet, the common point proves that no plane separates. One
algorithm answers both questions: Wolfe's search for the shortest vector in the convex hull of all
differences x_i - x_j (i positive, j negative), which is finite and exact.

When the street is narrow, z is far shorter than the points whose difference it is, and weights in
floating point cannot give it to its last digits. So it is computed in another way. All differences
v_k of the corral reach equally far along z, v_k·z = ‖z‖², and z is the longest such vector.
"""

from typing import Any, NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib.solvers import constants


class NotSeparableError(ValueError):
    """No plane separates the classes, and the attributes prove it.

    They are positive_weights and negative_weights, non-negative and each summing to one, over
    positive_indices and negative_indices (rows of X), with the same weighted mean `point`, which is
    in both convex hulls. distance, between the two means, is only rounding.
    """

    # the defaults let it be pickled, which rebuilds it from its message
    positive_weights: np.ndarray | None = None
    negative_weights: np.ndarray | None = None
    positive_indices: np.ndarray | None = None
    negative_indices: np.ndarray | None = None
    point: np.ndarray | None = None
    distance: float | None = None

    def __init__(self, message: str, **proof: Any) -> None:
        super().__init__(message)
        vars(self).update(proof)


class Street(NamedTuple):
    """Convex weights u (n,) and v (m,) of the nearest points p = uᵀP and q = vᵀQ of two hulls.

    z (d,) is p - q to full precision, and meet says whether p = q to the precision of the data.
    """

    u: np.ndarray
    v: np.ndarray
    z: np.ndarray
    meet: bool


@one_thread()
def widest_street(P: np.ndarray, Q: np.ndarray, *, max_iter: int = 100_000) -> Street:
    """Return the nearest points of the hulls of the rows of P (n, d) and of Q (m, d).

    ::

        z ← any difference of points; the corral is that difference alone
        repeat
            join the difference that reaches least far along z; done if none is behind z
            while the shortest vector of the corral's affine hull has a weight ≤ 0:
                walk towards it until a weight is 0, and drop that difference
            z ← the shortest vector

    Wolfe, Mathematical Programming 11 (1976). See lecture 2.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.solvers.hulls import widest_street
    >>> street = widest_street(np.array([[2.0, 1.0], [2.0, -1.0]]), np.array([[0.0, 0.0]]))
    >>> round(float(np.linalg.norm(street.z)), 6), street.u.round(6).tolist(), street.meet
    (2.0, [0.5, 0.5], False)
    """
    V = (P[0] - Q[0])[None]  # the corral: differences whose hull has z in its interior
    pairs, weights = [(0, 0)], np.ones(1)
    z = V[0]
    # a shorter difference of points is only rounding
    both = np.vstack([P, Q])
    extent, size = np.ptp(both, axis=0).max(), np.abs(both).max()
    nothing = constants.ROUNDING * extent + constants.LAST_DIGITS * size
    for _ in range(max_iter):
        length = np.linalg.norm(z)
        if length <= nothing:
            break
        # if no difference is behind z, not even the one that reaches least far, z is shortest
        i, j = int((P @ z).argmin()), int((Q @ z).argmax())
        behind = length - (P[i] - Q[j]) @ z / length
        if behind <= constants.LAST_DIGITS * (size + extent) or (i, j) in pairs:
            break
        V = np.vstack([V, P[i] - Q[j]])
        pairs, weights = [*pairs, (i, j)], np.append(weights, 0.0)
        while True:
            target = _affine_minimum(V)
            if target.min() > 0:
                weights = target
                break
            # walk towards the minimum over the affine hull until a weight is zero, then drop it
            falling = target < weights
            step = (weights[falling] / (weights - target)[falling]).min(initial=1.0)
            weights = weights + step * (target - weights)
            # only a falling weight can reach zero, as the weight of the new difference may still be
            # tiny. If rounding lets no weight fall, the tiny ones are dropped.
            keep = (~falling & falling.any()) | (weights > constants.LAST_DIGITS)
            V, weights = V[keep], weights[keep] / weights[keep].sum()
            pairs = [pair for pair, kept in zip(pairs, keep, strict=True) if kept]
        shorter = _equal_reach(V, weights @ V)
        if np.linalg.norm(shorter) >= length:
            break
        z = shorter
    u, v = np.zeros(len(P)), np.zeros(len(Q))
    for (i, j), weight in zip(pairs, weights, strict=True):
        u[i] += weight
        v[j] += weight
    return Street(u, v, z, meet=bool(np.linalg.norm(z) <= nothing))


def _equal_reach(V, z):
    """Return the longest z with v_k·z = ‖z‖² for all rows of V, or the given z if it is 0.

    It is s / ‖s‖² for the shortest solution s of V s = 1. There is no such s when the affine hull
    of the rows goes through the origin.
    """
    inverse, s = np.linalg.pinv(V), np.zeros(V.shape[1])
    for _ in range(constants.PASSES):
        s = s + inverse @ (1.0 - V @ s)
    left = np.abs(V @ s - 1.0).max()
    size = np.linalg.norm(s)
    return s / size**2 if left < constants.SAME_REACH and size > 0 else z


def _affine_minimum(V):
    """Return weights of any sign with sum one that make wᵀV shortest."""
    # v_0 + Σ t_k (v_k - v_0) is an ordinary least-squares problem in t
    t = np.linalg.lstsq((V[1:] - V[0]).T, -V[0], rcond=None)[0]
    return np.append(1.0 - t.sum(), t)
