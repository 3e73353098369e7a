"""From pass to pass to the plane that is best for all rows, and to the proof of it (lecture 14).

Newton's method on a rounded corner comes near, the small problem of the rows near the margin is
exact, and the next pass judges what it has found: `svmlib.solvers.blocks` tells how.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from svmlib.solvers import band, constants, passes
from svmlib.solvers.band import SmallProblem
from svmlib.solvers.certificate import relative_gap, say
from svmlib.solvers.constants import EPS
from svmlib.solvers.shards import Shards
from svmlib.solvers.starts import find_ties


class Assigned(NamedTuple):
    """Multipliers of all rows, and the plane w = Σ αyx, b that goes with them."""

    plane: np.ndarray
    origin: np.ndarray  # the plane whose margins decide about the rows outside of the band,
    delta: float  # of this width
    problem: SmallProblem
    alpha: np.ndarray  # of the points in the band
    counts: np.ndarray  # how many rows each of these stands for
    others: float  # the number of rows with α = C outside
    dual: float

    @property
    def is_free(self) -> np.ndarray:
        """Which points of the band are free."""
        return (self.alpha > 0.0) & (self.alpha < self.problem.bound)


class Search:
    """The best plane so far, the best multipliers so far, and what they prove."""

    def __init__(self, shards: Shards, C: float):
        self.shards, self.C = shards, C
        self.primal, self.dual, self.gap, self.hidden = np.inf, -np.inf, np.inf, 0.0
        self.exact, self.assigned, self.best = False, None, None
        X, y, weights, _ = shards.sample
        d = X.shape[1]
        self.plane = band.plane_of(X, y, C * weights)
        # rows in the band: a share of all, but several times more than may be free
        share = min(constants.BAND_SHARE * shards.n, constants.BAND_MOST // (d + 1))
        share = max(share, constants.BAND_LEAST, constants.BAND_TIMES * (d + 1))
        # equal rows travel as one
        ties = find_ties(X, y)
        self.band_rows = share * (1.0 if ties is None else len(y) / len(ties[0]))

    def run(self, max_passes: int, done: Callable[[], bool]) -> None:
        """All of it, until done() says so, or rounding or max_passes end it."""
        shards, plane, h, narrow = self.shards, self.plane, np.inf, 1.0
        if not shards.whole:
            h = 2.0 * self.width(plane, constants.FIRST_SHARE * shards.n)
            plane, h = self.descend(h, narrow, max_passes)
        while shards.passes < max_passes:
            a, delta = self.assigned, self.width(plane, self.band_rows)
            last = None if a is None else (a.origin, a.delta)
            answers = shards.ask(passes.band, plane, shards.centre, delta, last)
            P = self.primal_at(plane, math.fsum(one.loss for one in answers))
            if a is not None:
                self.judge(P, answers)
            better = self.note(plane, P)
            say("%d passes: relative gap %.1e", shards.passes, self.gap)
            if a is not None and done():
                return
            if (better or a is None) and self.assign(plane, delta, answers):
                plane = self.assigned.plane
                continue
            # rows have changed sides, and too many of them: nearer to the optimum first
            self.assigned, narrow = None, narrow / constants.SHARPER_CORNER
            h /= constants.SHARPER_CORNER
            if h < self.noise(plane):
                return
            plane, h = self.descend(h, narrow, max_passes)

    def primal_at(self, plane: np.ndarray, loss: float) -> float:
        """P of a plane from Σ c max(0, u)."""
        return 0.5 * plane[:-1] @ plane[:-1] + self.C * loss

    def look_at(self, plane: np.ndarray) -> float:
        """P of a plane, for one pass; the search begins there if the sample likes it better."""
        answers = self.shards.ask(passes.band, plane, self.shards.centre, 0.0, None)
        weights = self.shards.sample[2]
        known, given = (
            self.primal_at(p, weights @ np.maximum(self.on_sample(p), 0.0))
            for p in (self.plane, plane)
        )
        self.plane = plane if given < known else self.plane
        return self.primal_at(plane, math.fsum(one.loss for one in answers))

    def note(self, plane: np.ndarray, primal: float) -> bool:
        """Whether this is the best plane, which is kept."""
        better = primal < self.primal
        if better:
            self.primal, self.plane = primal, plane
        if not self.exact:
            self.gap = relative_gap(self.primal, self.dual, self.hidden)
        return better

    def on_sample(self, plane: np.ndarray) -> np.ndarray:
        """u of the sample's points."""
        X, y, *_ = self.shards.sample
        return 1.0 - y * (X @ plane[:-1] + plane[-1])

    def width(self, plane: np.ndarray, rows: float) -> float:
        """The δ for which about so many rows have |u| ≤ δ."""
        size, counts = np.abs(self.on_sample(plane)), self.shards.sample[3]
        order = np.argsort(size)
        k = np.searchsorted(np.cumsum(counts[order]), rows)
        # a few times what rounding does, lest rows on the margin be taken for rows beside it
        return max(float(size[order[min(k, len(order) - 1)]]), 16.0 * self.noise(plane))

    def noise(self, plane: np.ndarray) -> float:
        """What rounding may do to u."""
        return 4.0 * EPS * (1.0 + np.abs(plane[:-1]) @ self.shards.largest + abs(plane[-1]))

    # -- 2. Newton's method --------------------------------------------------------------------
    def descend(self, h: float, narrow: float, max_passes: int) -> tuple[np.ndarray, float]:
        """From the best plane by Newton steps, until they move u by `narrow` bands; a plane and h.

        A step is taken on trust: the pass that needs the derivatives at its end, for a smaller h,
        also finds out whether P, rounded to the old h, has fallen. If it has not, the step is
        halved, for one more pass.
        """
        C, shards = self.C, self.shards
        plane, step, value, decrease, old, shorter = self.plane, None, np.inf, 0.0, h, 0
        while shards.passes < max_passes:
            answers = shards.ask(passes.slope, plane, shards.centre, (h, old))
            values = passes.add([one.values for one in answers])
            P, now, same = (self.primal_at(plane, value) for value in values)
            self.note(plane, P)
            if shards.passes >= max_passes:
                break
            if step is not None and same > value - constants.ARMIJO * decrease:
                step, decrease, shorter = 0.5 * step, 0.5 * decrease, shorter + 1
                if shorter > constants.SHORTER_STEPS:
                    return self.plane, h
                plane = plane - step
                continue
            gradient = np.append(plane[:-1], 0.0)
            gradient -= C * passes.add([one.pulled for one in answers])
            H = C * sum(one.curvature for one in answers)
            H += np.diag([*np.ones(len(plane) - 1), constants.BIAS_RIDGE * C * shards.total])
            step, shorter = _newton_step(H, gradient), 0
            decrease, value, plane = -gradient @ step, now, plane + step
            longest = np.abs(shards.sample[0] @ step[:-1] + step[-1]).max()
            least = narrow * self.width(plane, self.band_rows)
            if longest <= least or decrease <= constants.LAST_DIGITS * P:
                break
            old, h = h, min(h, max(h / constants.SHARPER_CORNER, least))
        return plane, h

    # -- 3. the band ---------------------------------------------------------------------------
    def assign(self, origin: np.ndarray, delta: float, answers: list) -> bool:
        """Multipliers that maximise D if α is C or 0 outside the band; whether there are any."""
        C, near = self.C, zip(*(one.near for one in answers), strict=True)
        X, y, weights, counts = passes.distinct(*map(np.concatenate, near))
        *pulled, others, rows = passes.add([one.others for one in answers])
        size, problem = C * self.shards.total, SmallProblem(X, y, C * weights, C * np.array(pulled))
        found = band.solved(problem, origin, size)
        if found is None:
            return False
        plane, alpha = found if others else self.stretched(*found, problem)
        beta = y * alpha
        v = problem.fixed[:-1] + beta @ X
        excess = abs(problem.fixed[-1] + math.fsum(beta.tolist()))
        if excess > constants.NEAR_BOUND * EPS * size:
            return False
        # Σαy is 0 up to rounding, which moves the bound by |b| of it, b an optimal bias
        lost = (1.0 + abs(plane[-1])) * excess
        dual = math.fsum([*alpha.tolist(), C * others, -0.5 * v @ v, -lost])
        self.assigned = Assigned(plane, origin, delta, problem, alpha, counts, rows, dual)
        if dual > self.dual:
            self.dual, self.best = dual, self.assigned
        return True

    def stretched(
        self, plane: np.ndarray, alpha: np.ndarray, problem: SmallProblem
    ) -> tuple[np.ndarray, np.ndarray]:
        """(w, b) and α scaled up until no row needs slack, where slack is only rounding.

        See `svmlib.solvers.certificate.stretched`; what it costs is about twice the slack times P.
        """
        X, y, bound, _ = problem
        u, noise = 1.0 - y * (X @ plane[:-1] + plane[-1]), self.noise(plane)
        slack = max(float(u.max()), 0.0) + 2.0 * noise
        factor = 1.0 / (1.0 - min(slack, 0.5))
        w = plane[:-1]
        free = (alpha > 0.0) & (alpha < bound)
        pays = slack * (w @ w) < bound[free].sum() * noise
        if slack >= 0.5 or not pays or (factor * alpha > bound).any():
            return plane, alpha
        return factor * plane, factor * alpha

    # -- 4. looking again ----------------------------------------------------------------------
    def judge(self, P: float, answers: list) -> None:
        """What the pass at the plane of the multipliers proves of them: exact, and the gap."""
        a, C, noise = self.assigned, self.C, self.noise(self.assigned.plane)
        X, y, bound, _ = a.problem
        w, b = a.plane[:-1], a.plane[-1]
        turned, number = passes.add([one.turned for one in answers])
        u = 1.0 - y * (X @ w + b)
        low, middle, high = (
            bound * np.maximum(0.0, v) - a.alpha * v for v in (u - noise, u, u + noise)
        )
        gap = math.fsum(middle.tolist()) + C * turned
        # Σ αy(x, 1) once more from the rows: it is (w, 0) up to rounding only, and so is u
        *sums, others, _ = C * passes.add([one.bounded for one in answers])
        beta = y * a.alpha
        apart = np.linalg.norm(sums[:-1] + beta @ X - w)
        excess = abs(sums[-1] + math.fsum(beta.tolist()))
        total = others + a.alpha.sum()
        lost = constants.NOISE * EPS * total * np.linalg.norm(self.shards.largest)
        hidden = float((np.maximum(low, high) - middle).sum())
        hidden += (1.0 + abs(b)) * excess + 0.5 * (lost + apart) ** 2
        nearest = np.min([one.nearest for one in answers], axis=0)
        if nearest.min() <= noise:
            hidden += C * self.shards.total * noise
        # the origin is moved back from the centre, which rounds b once more
        hidden += total * 2.0 * EPS * np.abs(self.shards.centre) @ np.abs(w)
        # P and D by themselves are sums over all rows, in which digits cancel
        self.hidden, self.exact = hidden + constants.ROUNDING * P + others * noise, not number
        if self.exact:
            apart = abs(P - a.dual - gap)
            self.gap = relative_gap(P, a.dual, hidden, excess=gap if apart <= self.hidden else None)
            self.plane, self.primal, self.dual, self.best = a.plane, P, a.dual, a
            self.ends = _interval(a, u, nearest)


def _interval(a, u, nearest):
    """All biases that fit α: some end where a row of the band, or one outside, stops them."""
    b = a.plane[-1]
    if a.is_free.any():
        return b, b
    g = b + a.problem.y * u
    below = (a.alpha > 0.0) == (a.problem.y < 0.0)
    lo = max(b - nearest[0], g[below].max(initial=-np.inf))
    hi = min(b + nearest[1], g[~below].min(initial=np.inf))
    return (lo, hi) if lo <= b <= hi else (b, b)


def _newton_step(H, gradient):
    """-H⁻¹ gradient, solved in units in which the diagonal is 1."""
    unit = 1.0 / np.sqrt(H.diagonal())
    H = H * unit * unit[:, None]
    H.flat[:: len(H) + 1] += len(H) * EPS
    return -unit * np.linalg.solve(H, unit * gradient)
