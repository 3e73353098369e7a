"""Hyperplanes, distances and margins, and the perceptron that finds a separating plane (lecture 1).

Throughout, X has one point per row, shape (n, d), y holds -1 and +1, shape (n,), and the hyperplane
is {x : w·x + b = 0} with w of shape (d,). `w` may also be a fitted `coef_` of shape (1, d), `b` an
`intercept_` (1,). Functions raise TypeError or ValueError if shapes do not fit, a number is not
finite, or a label is not -1 or +1. If they divide by ‖w‖, they also refuse w = 0, which defines no
hyperplane. Cristianini, Shawe-Taylor (2000), An Introduction to Support Vector Machines.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import (
    check_count,
    check_matrix,
    check_normal,
    check_pair,
    check_plane,
    check_signs,
)


def functional_margin(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return the functional margin of each point, y_i (w·x_i + b), shape (n,).

    It is positive if the sign of the score agrees with the label. It has no unit of its own:
    (c w, c b) with c > 0 classifies alike and multiplies every functional margin by c.

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.functional_margin([3, 4], -5, [[3, 4], [0, 0]], [1, -1]).tolist()
    [20.0, 5.0]
    """
    scores = _scores(w, b, X)
    return check_signs(y, len(scores)) * scores


def signed_distance(w: ArrayLike, b: float, X: ArrayLike) -> np.ndarray:
    """Return the signed distance from each row of X to the hyperplane w·x + b = 0, shape (n,).

    It is (w·x_i + b) / ‖w‖, in the units of X, and positive on the side to which w points (lecture
    1, distance from a point to a hyperplane).

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.signed_distance([3, 4], -5, [[3, 4], [0, 0]]).tolist()
    [4.0, -1.0]
    """
    return _scores(w, b, X) / check_normal(w)


def geometric_margin(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> np.ndarray:
    """Return the geometric margin of each point, γ_i = y_i (w·x_i + b) / ‖w‖, shape (n,).

    It is the signed distance to the boundary, counted positive on the correct side, in the units of
    X. Unlike the functional margin it does not change when (w, b) is multiplied by c > 0.

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.geometric_margin([3, 4], -5, [[3, 4], [0, 0]], [1, -1]).tolist()
    [4.0, 1.0]
    """
    distances = signed_distance(w, b, X)
    return check_signs(y, len(distances)) * distances


def margin(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> float:
    """Return the margin of the data, γ = min_i γ_i, a float, < 0 if a point is misclassified.

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.margin([3, 4], -5, [[3, 4], [0, 0]], [1, -1])
    1.0
    """
    return float(geometric_margin(w, b, X, y).min())


def project(w: ArrayLike, b: float, X: ArrayLike) -> np.ndarray:
    """Return the foot of the perpendicular from each row of X to the hyperplane, shape (n, d).

    It is x_i - (w·x_i + b) w / ‖w‖² (lecture 1, projection on the boundary).

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.project([3, 4], -5, [[3, 4], [0, 0]]).round(3).tolist()
    [[0.6, 0.8], [0.6, 0.8]]
    """
    unit = check_plane(w, b)[0] / check_normal(w)
    return check_matrix(X) - np.outer(signed_distance(w, b, X), unit)


def _scores(w, b, X):
    X = check_matrix(X)
    w, b = check_plane(w, b, columns=X.shape[1])
    return X @ w + b


@dataclass(frozen=True)
class Perceptron:
    """The result of `perceptron`.

    Attributes
    ----------
    w, b : ndarray (d,), float
    n_updates : int
        Number of mistakes made, each of which was one update.
    history : ndarray of int, shape (n_updates,)
        The row of each mistake, in order. After t mistakes (w, b) was the sum of y_i (x_i, 1)
        over the first t.
    converged : bool
        Whether (w, b) separates the data.
    """

    w: np.ndarray
    b: float
    n_updates: int
    history: np.ndarray
    converged: bool


def perceptron(
    X: ArrayLike, y: ArrayLike, *, max_updates: int = 100_000, seed: int | None = None
) -> Perceptron:
    """Run the perceptron, which at each mistake adds the point, times its label, to (w, b).

    In the augmented space, z_i = (x_i, 1) and u = (w, b), it starts at u = 0 and goes through the
    rows in cyclic passes: whenever y_i u·z_i ≤ 0, u ← u + y_i z_i. It stops after a pass without a
    mistake. A step size would only rescale u, so there is none. Rosenblatt (1958).

    Both labels must occur. On data that no plane separates it would go on for ever, so it stops
    after `max_updates`. It visits rows in their order or, with a seed, in a new random order each
    pass.

    Examples
    --------
    >>> from svmlib import geometry
    >>> run = geometry.perceptron([[2, 0], [-1, 0]], [1, -1])
    >>> run.w.tolist(), run.b, run.n_updates
    ([2.0, 0.0], 1.0, 1)
    """
    X, y = check_pair(X, y)
    max_updates = check_count(max_updates, "max_updates")
    signed = y[:, None] * np.column_stack([X, np.ones(len(X))])  # the rows y_i z_i
    rng = None if seed is None else np.random.default_rng(seed)
    order = np.arange(len(X))
    u, history, clean = np.zeros(signed.shape[1]), [], False
    while not clean and len(history) < max_updates:
        if rng is not None:
            order = rng.permutation(len(X))
        clean = True
        for i in order:
            if signed[i] @ u <= 0 and len(history) < max_updates:
                u = u + signed[i]
                history.append(int(i))
                clean = False
    converged = bool((signed @ u > 0).all())
    return Perceptron(u[:-1], float(u[-1]), len(history), np.array(history, dtype=int), converged)


def novikoff_bound(X: ArrayLike, y: ArrayLike, w: ArrayLike, b: float) -> float:
    """Return Novikoff's bound (R/γ)² on the number of perceptron updates, a float.

    The two lengths belong to the augmented space in which `perceptron` works, z_i = (x_i, 1)
    and u = (w, b):

        R = max_i ‖z_i‖ = max_i √(‖x_i‖² + 1),    γ = min_i y_i (w·x_i + b) / √(‖w‖² + b²).

    γ is therefore smaller than the geometric margin when b ≠ 0. Any separator (w, b) gives a valid
    bound, and the one with the largest γ the best. Other pairs raise ValueError. Novikoff (1962),
    On convergence proofs on perceptrons.

    Examples
    --------
    >>> from svmlib import geometry
    >>> geometry.novikoff_bound([[2, 0], [-2, 0]], [1, -1], w=[1, 0], b=0)
    1.25
    """
    X = check_matrix(X)
    w, b = check_plane(w, b, columns=X.shape[1])
    margins = functional_margin(w, b, X, y)
    if margins.min() <= 0:
        raise ValueError(
            f"(w, b) must separate the data, but {int((margins <= 0).sum())} of {len(X)} points "
            "are not on their correct side; the bound holds for separators only"
        )
    radius2 = (X**2).sum(axis=1).max() + 1.0
    gamma = margins.min() / check_normal(np.append(w, b))
    return float(radius2 / gamma**2)
