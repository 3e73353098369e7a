"""The regularisation path: all solutions of the dual as C grows (lecture 9).

It solves max Σα - ½ βᵀKβ, β = yα, over Σβ = 0 and 0 ≤ α ≤ C for every C at once, followed from
corner to corner; every solution that is handed out carries the duality gap that proves it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_gram_pair, check_scalar, check_vector
from svmlib._threads import one_thread
from svmlib.solvers.certificate import warn
from svmlib.solvers.semidefinite import INDEFINITE, semidefinite
from svmlib.solvers.walker import Point, Walker


@dataclass(frozen=True)
class Path:
    """Solutions along C.

    Attributes
    ----------
    Cs : ndarray (m,)
    alpha : ndarray (m, n)
        Multipliers at each C.
    b : ndarray (m,)
        Biases; where an interval of them is optimal, its middle.
    objective : ndarray (m,)
        ½‖w‖² + C Σ ξ_i.
    square : ndarray (m,)
        ‖w‖², so that the margin is 1/√square.
    slack : ndarray (m,)
        Σ ξ_i.
    gap : ndarray (m,)
        Relative duality gap.
    n_support, n_free : ndarray (m,)
        How many α_i > 0, and how many 0 < α_i < C.
    corners : ndarray
        The values of C met on the way at which a point, or two, became free or ceased to be. Where
        the walk was not possible and `svmlib.engine.solve` took over, those in between are missing.
    """

    Cs: np.ndarray
    alpha: np.ndarray
    b: np.ndarray
    objective: np.ndarray
    square: np.ndarray
    slack: np.ndarray
    gap: np.ndarray
    n_support: np.ndarray
    n_free: np.ndarray
    corners: np.ndarray


@one_thread()
def path(K: ArrayLike, y: ArrayLike, Cs: ArrayLike, *, positive_semidefinite: bool = False) -> Path:
    r"""Solve the soft-margin dual for each C, following the path from the smallest to the largest.

    While nobody changes between α_i = 0, 0 < α_i < C and α_i = C, the optimality conditions are
    linear in C. With β = yα their derivatives satisfy, for the free points F and the bounded ones
    B,

    .. math:: \begin{pmatrix} K_{FF} & 1 \\ 1^\top & 0 \end{pmatrix}
       \begin{pmatrix} \beta_F' \\ b' \end{pmatrix} =
       - \begin{pmatrix} K_{FB}\, y_B \\ 1^\top y_B \end{pmatrix}, \qquad \beta_B' = y_B ,

    and β' = 0 elsewhere. This holds up to the next corner: a free multiplier reaches 0 or C, or a
    point comes to lie on its margin and becomes free. Where nobody is free b may lie anywhere in an
    interval, and as Σβ = 0 two points become free at once: when the interval has shrunk to a point.
    The first solution, and any for which the walk is not possible (dependent points) or not
    accurate, comes from `svmlib.engine.solve`.

    Parameters
    ----------
    K : array (n, n)
        Gram matrix, positive semidefinite at least where Σβ = 0.
    y : array (n,) of -1 and +1
    Cs : array (m,)
        Positive, in any order; the result keeps it.
    positive_semidefinite : bool
        Whether you know it of K; otherwise it is checked, of more than 2000 points on a sample.

    Raises
    ------
    TypeError, ValueError
        For a bad argument, labels other than ±1, one class only, or a K that is not square and
        symmetric.

    Warns
    -----
    ConvergenceWarning
        If `svmlib.engine.solve`, where it takes over, does not converge; or if, beyond
        rounding, vᵀKv < 0 for some v with Σv = 0 (then no gap counts).

    References
    ----------
    Hastie, Rosset, Tibshirani, Zhu, The entire regularization path for the support vector machine
    (2004); lecture 9.

    Examples
    --------
    >>> import numpy as np
    >>> from svmlib.selection import path
    >>> X = np.array([[0.0], [2.0], [5.0]])
    >>> found = path(X @ X.T, [-1, 1, 1], [0.25, 1.0])
    >>> found.objective.round(6).tolist(), found.n_support.tolist()
    ([0.375, 0.5], [2, 2])
    """
    K, y = check_gram_pair(K, y)
    Cs = check_vector(np.atleast_1d(Cs), "Cs")
    if not Cs.size:
        raise ValueError("Cs must hold at least one value of C, but is empty")
    check_scalar(Cs.min(), "the smallest of Cs", positive=True)
    if not positive_semidefinite and semidefinite(K, None, np.zeros(len(y)))[1] > 0.0:
        warn(INDEFINITE)
    walker, found = Walker(K, y), [None] * len(Cs)
    for position in np.argsort(Cs, kind="stable"):
        found[position] = walker.solution(float(Cs[position]))
    parts = dict(zip(Point._fields, map(np.array, zip(*found, strict=True)), strict=True))
    alpha = parts["alpha"]
    return Path(
        Cs=Cs.copy(),
        **parts,
        objective=0.5 * parts["square"] + Cs * parts["slack"],
        n_support=(alpha > 0).sum(axis=1),
        n_free=((alpha > 0) & (alpha < Cs[:, None])).sum(axis=1),
        corners=np.array(walker.corners),
    )
