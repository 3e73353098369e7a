"""The regularisation path: all solutions of the dual as C grows (lecture 9).

It solves max Σα - ½ βᵀKβ, β = yα, over Σβ = 0 and 0 ≤ α ≤ C for one C after the other; every
solution that is handed out carries the duality gap that proves it. Between corners the solutions
are linear in C, so that each corner follows from any solution before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_gram_pair, check_scalar, check_vector
from svmlib._threads import one_thread
from svmlib.solvers import one_bias
from svmlib.solvers.certificate import warn
from svmlib.solvers.constants import ROUNDING
from svmlib.solvers.semidefinite import INDEFINITE, semidefinite

BEYOND = 1e-7  # relative; so far behind a corner it is plain who has changed


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
    """

    Cs: np.ndarray
    alpha: np.ndarray
    b: np.ndarray
    square: np.ndarray
    slack: np.ndarray
    gap: np.ndarray
    _data: tuple = field(repr=False)

    @property
    def objective(self) -> np.ndarray:
        return 0.5 * self.square + self.Cs * self.slack

    @property
    def n_support(self) -> np.ndarray:
        return (self.alpha > 0).sum(axis=1)

    @property
    def n_free(self) -> np.ndarray:
        return ((self.alpha > 0) & (self.alpha < self.Cs[:, None])).sum(axis=1)

    @cached_property
    @one_thread()
    def corners(self) -> np.ndarray:
        """The values of C on the way at which a point, or two, become free or cease to be.

        While nobody changes between α_i = 0, 0 < α_i < C and α_i = C, the optimality conditions are
        linear in C. Their derivatives satisfy, for the free points F and the bounded ones B,

        .. math:: \begin{pmatrix} K_{FF} & 1 \\ 1^\top & 0 \\end{pmatrix}
           \begin{pmatrix} \beta_F' \\ b' \\end{pmatrix} =
           - \begin{pmatrix} K_{FB}\\, y_B \\ 1^\top y_B \\end{pmatrix}, \\qquad \beta_B' = y_B ,

        and β' = 0 elsewhere, up to the next corner: a free multiplier reaches 0 or C, or a point
        comes to lie on its margin. Where nobody is free b may lie anywhere in an interval, and as
        Σβ = 0 two points become free at once: when the interval has shrunk to a point.
        """
        K, y = self._data
        first, end, found = self.Cs.argmin(), self.Cs.max(), []
        C, alpha = self.Cs[first], self.alpha[first]
        while (corner := _next_corner(K, y, alpha, C)) < end:
            found.append(corner)
            alpha, C = alpha * (corner / C), corner * (1.0 + BEYOND)
            alpha = one_bias.solve(K, None, y, C, alpha0=alpha, positive_semidefinite=True).alpha
        return np.array(found)


def _next_corner(K, y, alpha, C):
    """The first C beyond this one at which somebody changes between 0, free and C."""
    bounded, F = alpha == C, np.flatnonzero((alpha > 0.0) & (alpha < C))
    rate, g = np.where(bounded, y, 0.0), y - K @ (y * alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        if not len(F):
            pull, grows = K @ rate, bounded != (y > 0.0)
            room = np.subtract.outer(g[~grows], g[grows])
            times = room / np.subtract.outer(pull[~grows], pull[grows])
        else:
            M = np.ones((len(F) + 1, len(F) + 1))
            M[:-1, :-1], M[-1, -1] = K[np.ix_(F, F)], 0.0
            M.flat[: -1 : len(M) + 1] += ROUNDING * K.diagonal().max()
            *velocity, drift = np.linalg.solve(M, -np.append(K[F] @ rate, rate.sum()))
            rate[F] = velocity
            slack = y * (g - g[F].mean())
            late = -slack / (-y * (K @ rate + drift))
            late[F] = np.inf
            velocity = y[F] * velocity
            times = np.concatenate([late, -alpha[F] / velocity, (C - alpha[F]) / (velocity - 1.0)])
    return C + times[times > 0.0].min(initial=np.inf)


@one_thread()
def path(K: ArrayLike, y: ArrayLike, Cs: ArrayLike, *, positive_semidefinite: bool = False) -> Path:
    """Solve the soft-margin dual for each C, from the smallest to the largest.

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
        If `svmlib.engine.solve` does not converge; or if, beyond rounding, vᵀKv < 0 for some v with
        Σv = 0 (then no gap counts).

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
    found, start = [None] * len(Cs), None
    for k in np.argsort(Cs, kind="stable"):
        C = float(Cs[k])
        start = None if start is None else start[1] * (C / start[0])
        found[k] = one_bias.solve(K, None, y, C, alpha0=start, positive_semidefinite=True)
        start = C, found[k].alpha
    return Path(
        Cs=Cs.copy(),
        alpha=np.array([one.alpha for one in found]),
        b=np.array([one.b for one in found]),
        # Kβ = y - g
        square=np.array([max(float(one.beta @ (y - one.g)), 0.0) for one in found]),
        slack=np.array([np.maximum(0.0, y * (one.g - one.b)).sum() for one in found]),
        gap=np.array([one.gap for one in found]),
        _data=(K, y),
    )
