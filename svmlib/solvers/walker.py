"""The walk along the regularisation path, from corner to corner (lecture 9).

Between corners the multipliers are linear in C: `svmlib.solvers.paths` says of which problem.
"""

from typing import NamedTuple

import numpy as np

from svmlib.solvers import constants, one_bias
from svmlib.solvers.certificate import certify, soft_margin

ZERO, FREE, BOUNDED = -1, 0, 1  # the roles of a point


class Point(NamedTuple):
    """A solution on the path, its attributes named as in `Path`."""

    alpha: np.ndarray
    b: float
    square: float
    slack: float
    gap: float


class Walker:
    """A place on the path: C, α, b, who has which role, and the inverse H of [0 1ᵀ; 1 K_FF].

    Where one point changes its role, H changes by rank one; it is inverted anew only where a walk
    begins and where two points become free at once.
    """

    def __init__(self, K: np.ndarray, y: np.ndarray):
        self.K, self.y, self.C, self.corners = K, y, None, []

    def solution(self, C: float) -> Point:
        """The solution at C ≥ self.C: by walking if that leads there and is accurate."""
        start = None
        if self.C is not None:
            start, met = self.alpha * (C / self.C), len(self.corners)
            self._walk(C)
            found = _certified(self.K, self.y, self.alpha, C)
            if found.gap <= constants.NEGLIGIBLE:
                self.b = found.b
                return found
            del self.corners[met:]
        found = one_bias.solve(self.K, None, self.y, C, alpha0=start, positive_semidefinite=True)
        found = _certified(self.K, self.y, found.alpha, C)
        self.C, self.alpha, self.b = C, found.alpha.copy(), found.b
        self.role = np.where(self.alpha == 0.0, ZERO, np.where(self.alpha == C, BOUNDED, FREE))
        self._invert()
        return found

    def _invert(self):
        """H, and β' and Kβ' of the bounded points alone, for the present roles.

        H is None where nobody is free and where the free points are dependent.
        """
        self.free = np.flatnonzero(self.role == FREE)
        m = len(self.free)
        M = np.ones((m + 1, m + 1))
        M[0, 0] = 0.0
        M[1:, 1:] = self.K[np.ix_(self.free, self.free)]
        M.flat[m + 2 :: m + 2] += constants.ROUNDING * self.K.diagonal().max()
        try:
            self.H = np.linalg.inv(M) if m else None
        except np.linalg.LinAlgError:
            self.H = None
        self.rate = np.where(self.role == BOUNDED, self.y, 0.0)
        self.pull = self.K @ self.rate

    @np.errstate(divide="ignore", invalid="ignore")
    def _walk(self, target):
        """Move to the target from corner to corner, as far as that can be done.

        ::

            repeat
                nobody is free: go to where two points become free
                else: the rates of α and of the slacks from H
                go on until a free multiplier reaches 0 or C, or a slack reaches 0
                who did so first changes its role, and H by rank one
            until the target is reached
        """
        y, alpha, role = self.y, self.alpha, self.role
        slack = 1.0 - y * (self.K @ (y * alpha) + self.b)
        for _ in range(constants.CORNERS * len(y)):
            free = self.free
            if not len(free):
                corner = self._pair_to_free(target)
                if corner is None:
                    return
                if corner[1] is None:
                    self._arrive(target)
                    return
                slack = self._free_the_pair(*corner)
                continue
            if self.H is None:
                return
            # derivatives by C of the free multipliers and of all slacks
            rates = -np.append(self.rate.sum(), self.pull[free]) @ self.H
            drift, velocity = rates[0], rates[1:]
            alpha_rate = y[free] * velocity
            slack_rate = -y * (velocity @ self.K[free] + self.pull + drift)
            # a bounded point becomes free when its slack falls to 0, one at zero when it rises to 0
            wait = np.where(role * slack_rate < 0.0, -slack / slack_rate, np.inf)
            # a free point ceases to be when its multiplier falls to 0 or is caught by C
            falls, slower = alpha_rate < 0.0, alpha_rate <= 1.0
            room = np.where(falls, alpha[free], np.where(slower, np.inf, self.C - alpha[free]))
            ends = room / np.where(falls, -alpha_rate, np.abs(alpha_rate - 1.0))
            first, stop = wait.argmin(), ends.argmin()
            step = max(0.0, min(wait[first], ends[stop]))
            arrived = self.C + step >= target
            step = target - self.C if arrived else step
            self.C += step
            alpha[free] += step * alpha_rate
            slack += step * slack_rate
            if arrived:
                self._arrive(target)
                return
            self.corners.append(self.C)
            if wait[first] < ends[stop]:
                if not self._becomes_free(first):
                    return
            else:
                slack[free[stop]] = 0.0
                self._ceases_to_be_free(stop, ZERO if falls[stop] else BOUNDED)
                if len(self.free) == 1:
                    # Σβ = 0 leaves a single one no place inside
                    last = self.free[0]
                    slack[last] = 0.0
                    self._ceases_to_be_free(0, ZERO if alpha[last] < 0.5 * self.C else BOUNDED)

    def _arrive(self, target):
        self.C, self.alpha[self.role == BOUNDED] = target, target
        np.clip(self.alpha, 0.0, target, out=self.alpha)

    def _free_the_pair(self, C, pair):
        """Move to the corner C where two points become free; the slacks there."""
        self.C = self.alpha[self.role == BOUNDED] = C
        self.corners.append(C)
        g = self.y - C * self.pull
        self.b = g[pair[0]]
        slack = self.y * (g - self.b)
        slack[pair], self.role[pair] = 0.0, FREE
        self._invert()
        return slack

    def _pair_to_free(self, target):
        """With nobody free: C and the pair that becomes free there; no pair if that is later.

        With g = y - C·pull every b between the largest g_i of those whose β may grow and the
        smallest g_j of those whose β may shrink is optimal. The former minus the latter is a convex
        function of C; Newton's method finds its zero from the right. None if that is behind us.
        """
        grows = (self.role == ZERO) == (self.y > 0)
        grow, shrink = np.flatnonzero(grows), np.flatnonzero(~grows)
        C, pair = target, None
        for _ in range(len(self.y)):
            g = self.y - C * self.pull
            i, j = grow[g[grow].argmax()], shrink[g[shrink].argmin()]
            excess, slope = g[i] - g[j], self.pull[j] - self.pull[i]
            if excess <= constants.ROUNDING:
                return C, pair
            if not slope > 0.0 or C - excess / slope < self.C * (1.0 - constants.NEGLIGIBLE):
                return None
            C, pair = C - excess / slope, [i, j]
        return None

    def _becomes_free(self, point):
        """Border H by the point's row; False if the free points would become dependent."""
        u = np.append(1.0, self.K[point, self.free])
        v = self.H @ u
        rest = self.K[point, point] * (1.0 + constants.ROUNDING) - u @ v
        if not rest > 0.0:
            return False
        m = len(u)
        H = np.empty((m + 1, m + 1))
        H[:m, :m] = self.H + np.outer(v, v / rest)
        H[m, :m] = H[:m, m] = -v / rest
        H[m, m] = 1.0 / rest
        self.H, self.free = H, np.append(self.free, point)
        if self.role[point] == BOUNDED:
            self.alpha[point] = self.C
            self._pull(point, -self.y[point])
        self.role[point] = FREE
        return True

    def _ceases_to_be_free(self, k, role):
        """Take the k-th free point out of H and give it the role."""
        h = self.H[k + 1]
        H = self.H - np.outer(h, h / h[k + 1])
        keep = np.arange(len(h)) != k + 1
        point = self.free[k]
        self.H, self.free = H[keep][:, keep], self.free[keep[1:]]
        self.role[point] = role
        self.alpha[point] = 0.0 if role == ZERO else self.C
        if role == BOUNDED:
            self._pull(point, self.y[point])

    def _pull(self, point, change):
        self.rate[point] += change
        self.pull += change * self.K[point]


def _certified(K, y, alpha, C):
    """The point of the path with b in the middle of the biases that the multipliers allow."""
    beta = y * alpha
    scores = K @ beta
    found = certify(soft_margin(y, np.full(len(y), C)), beta, y - scores)
    slack = np.maximum(0.0, y * (found.g - found.b)).sum()
    square = max(float(beta @ scores), 0.0)
    return Point(alpha.copy(), found.b, square, float(slack), found.gap)
