"""A linear machine from blocks of rows that never meet in one memory, still exact (lecture 14).

It minimises P(w, b) = ½‖w‖² + C Σ max(0, u_i), u_i = 1 - y_i (w·x_i + b). Whatever it has to know
of all rows is a sum over them, and so a *pass*: one question, mapped over the blocks by the
built-in `map`, by processes or by the machines of a cluster.

1. A sample, drawn in the first pass, is solved by the engine and gives the first plane.
2. Newton's method on a P whose corner is rounded off where |u| ≤ h/2 (in the lecture, where
   0 ≤ u ≤ h): its derivatives are sums over the rows. The width h shrinks until steps are so short
   that few rows can change sides.
3. The rows with |u| ≤ δ, the *band*, are collected. All others are assumed to stay on their side
   of the margin, which makes α_i = C or 0, so that only their sums matter. What is left is a small
   problem, solved exactly by the engine; its α, with that of the others, is feasible for the whole
   dual and gives a lower bound in any case.
4. The next pass looks for rows outside of the band that have changed sides. If there are none, α
   is optimal for all rows. Otherwise step 3 is repeated with the band of the new plane, or step 2
   if P rose.

As w = Σ α_i y_i x_i and Σ α_i y_i = 0, the gap is a sum in which no term is negative,

    P(w, b) - D(α) = Σ (C max(0, u_i) - α_i u_i),

and outside the band it is C Σ |u_i| over the rows that changed sides. Newton's method on a rounded
hinge: Chapelle, Neural Computation 19 (2007).
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._threads import one_thread
from svmlib._validation import check_count, check_plane, check_scalar
from svmlib.solvers import band, constants, passes
from svmlib.solvers.certificate import SOLVED, unsolved, warn
from svmlib.solvers.constants import EPS, TINY
from svmlib.solvers.starts import find_ties

__all__ = ["BlockMachine", "Certificate", "certify", "fit"]


@dataclass(frozen=True)
class BlockMachine:
    """What `fit` found, with its certificate over all rows.

    Attributes
    ----------
    coef : ndarray, shape (d,)
        The normal w.
    intercept : float
        The bias b: the middle of bias_interval.
    bias_interval : tuple of float
        (lo, hi), all biases that fit α; lo = hi if a multiplier is free, or if not exact.
    primal, dual : float
        P(w, b) and D(α), over all rows.
    gap : float
        (primal - dual) / primal, plus what rounding may hide.
    exact : bool
        Whether every row is on the side of the margin that its α_i says.
    converged : bool
        Whether gap ≤ 1e-6.
    n_rows, n_blocks : int
    n_passes : int
        How often all rows were read.
    n_support, n_free : int
        Rows with α_i > 0, and those of them with α_i < C, which lie on the margin.
    history : ndarray, shape (m, 3)
        For each pass after the first the number of passes, P, and the relative gap known by then.
    """

    coef: np.ndarray
    intercept: float
    bias_interval: tuple[float, float]
    primal: float
    dual: float
    gap: float
    exact: bool
    converged: bool
    n_rows: int
    n_blocks: int
    n_passes: int
    n_support: int
    n_free: int
    history: np.ndarray = field(repr=False)

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """f(x) = w·x + b for each row of X, shape (n,)."""
        return X @ self.coef + self.intercept


class Certificate(NamedTuple):
    """What `certify` proves of a machine: dual ≤ P* ≤ primal, and the relative gap."""

    primal: float
    dual: float
    gap: float


@one_thread()
def fit(
    blocks: Iterable[Any],
    *,
    C: float = 1.0,
    map: Callable = builtins.map,
    gap_tol: float = 0.0,
    max_passes: int = 100,
    progress: Callable[[int, float, float], Any] | None = None,
) -> BlockMachine:
    """Minimise ½‖w‖² + C Σ max(0, 1 - y_i (w·x_i + b)) over the rows of all blocks.

    Parameters
    ----------
    blocks : iterable
        Pairs (X, y): X (m, d), also a sparse matrix, and y (m,) with -1 and +1; or functions
        without arguments that return such a pair, so that a worker loads its own. They are read
        several times: a list will do, a generator will not.
    C : float
        Weight of the slack, C > 0.
    map : callable
        map(f, blocks) gives f of every block, in order: the built-in one, that of an executor of
        `concurrent.futures`, or, with a client of Dask,
        ``lambda f, blocks: client.gather(client.map(f, blocks))``.
    gap_tol : float
        Relative gap that is enough; with 0 it goes on until the machine is exact.
    max_passes : int
        Bound on how often all rows are read.
    progress : callable, optional
        After each pass it is called with the number of passes, P, and the relative gap known.

    Returns
    -------
    BlockMachine

    Raises
    ------
    TypeError, ValueError
        For a bad argument; for a bad block, with its number in the message; for a single class.

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6.

    Notes
    -----
    Memory holds the largest block that comes as an array, copies of a few MB, and a few per cent of
    the rows: the sample and the band. A pass costs n·d; a Newton step costs m·d² on top of it, for
    the m rows on the round part.

    Examples
    --------
    >>> from svmlib.solvers import blocks
    >>> data = [([[0.0], [2.0]], [-1, 1]), ([[5.0]], [1])]
    >>> machine = blocks.fit(data, C=10.0)
    >>> machine.coef.round(6).tolist(), round(machine.intercept, 6), machine.gap < 1e-9
    ([1.0], -1.0, True)
    """
    C, gap_tol = check_scalar(C, "C", positive=True), check_scalar(gap_tol, "gap_tol", at_least=0)
    max_passes = check_count(max_passes, "max_passes", at_least=2)
    search = _Search(passes.Blocks(blocks, map), C, progress)
    search.run(max_passes, lambda: search.exact or search.gap <= gap_tol)
    cure = "raise max_passes"
    if search.exact or search.blocks.passes < max_passes:
        cure = "rounding allows no more: scale the features or lower C"
    warn(unsolved(search.gap, cure) if search.gap > SOLVED else None)
    return search.machine()


@one_thread()
def certify(
    blocks: Iterable[Any], w: ArrayLike, b: float, C: float, *, map: Callable = builtins.map
) -> Certificate:
    """How good a linear machine is: P(w, b) over all rows, and a bound below P*.

    A bound needs multipliers, and those that the margins of (w, b) suggest prove little unless
    (w, b) is optimal to the last digits. So they are found as by `fit`, starting at (w, b) if that
    is better than the machine of a sample, until P(w, b) - D is at most 1 % more than
    P(w, b) - P*, or D is exact.

    Parameters
    ----------
    blocks, C, map
        As for `fit`.
    w : array_like, shape (d,)
    b : float

    Returns
    -------
    Certificate
        primal, dual, and gap = (primal - dual) / primal, plus what rounding may hide.

    Raises
    ------
    TypeError, ValueError
        For a bad argument, a bad block or one class only.

    Examples
    --------
    >>> from svmlib.solvers import blocks
    >>> data = [([[0.0], [2.0]], [-1, 1]), ([[5.0]], [1])]
    >>> round(blocks.certify(data, [2.0], -2.0, C=10.0).gap, 6)  # P = 2, P* = 1/2
    0.75
    """
    search = _Search(passes.Blocks(blocks, map), check_scalar(C, "C", positive=True))
    w, b = check_plane(w, b, columns=len(search.blocks.centre))
    given = np.append(w, b + w @ search.blocks.centre)
    P = search.values(given[None], 0.0)[0]
    search.start_at(given)

    def close():
        near = search.primal - search.dual <= constants.NEAR_ENOUGH * (P - search.dual)
        return search.exact or (search.assigned is not None and near)

    search.run(constants.MOST_PASSES, close)
    # P and P* are known up to rounding only
    hidden = (search.noise(given) * search.blocks.n * search.C + 4.0 * EPS * P) / max(P, TINY)
    hidden += search.hidden * search.primal / max(P, TINY)
    dual = min(P, search.primal, search.dual)
    return Certificate(float(P), float(dual), float((P - dual) / max(P, TINY) + hidden))


class _Assigned(NamedTuple):
    """Multipliers of all rows, and the plane w = Σ αyx, b that goes with them."""

    plane: np.ndarray
    origin: np.ndarray  # the plane whose margins decide about the rows outside of the band,
    delta: float  # of this width
    points: np.ndarray
    labels: np.ndarray
    bound: np.ndarray  # of the α of the points in the band: C times the number of equal rows
    alpha: np.ndarray
    others: float  # the number of rows with α = C outside
    dual: float
    settled: bool  # whether α is optimal in the band


class _Search:
    """The best plane so far, the best multipliers so far, and what they prove."""

    def __init__(self, blocks, C, progress=None):
        self.blocks, self.C, self.progress = blocks, C, progress
        self.primal, self.dual, self.gap, self.hidden = np.inf, -np.inf, np.inf, 0.0
        self.exact, self.assigned, self.best, self.history = False, None, None, []
        X, y, weights = blocks.sample
        d = X.shape[1]
        if blocks.whole:
            bound = C * weights
            start, alpha = band.plane_of(X, y, bound)
            nobody = np.zeros(d + 1)
            found = band.refined(start[-1], alpha, X, y, bound, nobody)
            a = self.assign(start, np.inf, X, y, bound, *found, True, nobody, 0.0)
            self.plane = start if a is None else a.plane
        else:
            self.plane = band.plane_of(X, y, C * weights)[0]
        # rows in the band: a share of all, but several times more than may be free
        most = constants.BAND_MOST // (d + 1)
        share = min(constants.BAND_SHARE * blocks.n, most)
        share = max(share, constants.BAND_LEAST, constants.BAND_TIMES * (d + 1))
        # equal rows travel as one
        ties = find_ties(X, y)
        self.band_rows = share * (1.0 if ties is None else len(y) / len(ties[0]))

    # -- the sample ----------------------------------------------------------------------------
    def on_sample(self, plane):
        """u of the sample's points."""
        X, y, _ = self.blocks.sample
        return 1.0 - y * (X @ plane[:-1] + plane[-1])

    def start_at(self, plane):
        """Start from this plane if the sample likes it better than its own."""
        weights = self.blocks.sample[2]

        def value(plane):
            hinge = weights @ np.maximum(self.on_sample(plane), 0.0)
            return 0.5 * plane[:-1] @ plane[:-1] + self.C * hinge

        if self.assigned is None and value(plane) < value(self.plane):
            self.plane = plane

    def width(self, plane, rows):
        """The δ for which about so many rows have |u| ≤ δ."""
        size, weights = np.abs(self.on_sample(plane)), self.blocks.sample[2]
        order = np.argsort(size)
        k = np.searchsorted(np.cumsum(weights[order]), rows)
        # a few times what rounding does, lest rows on the margin be taken for rows beside it
        return max(float(size[order[min(k, len(order) - 1)]]), 16.0 * self.noise(plane))

    def noise(self, plane):
        """What rounding may do to u."""
        return 4.0 * EPS * (1.0 + np.abs(plane[:-1]) @ self.blocks.largest + abs(plane[-1]))

    # -- passes --------------------------------------------------------------------------------
    def values(self, planes, h):
        """P at several planes, its corner rounded to a width h; one pass."""
        answers = self.blocks.ask(passes.trials, planes, self.blocks.centre, h)
        squares = np.einsum("ij,ij->i", planes[:, :-1], planes[:, :-1])
        return 0.5 * squares + self.C * passes.add([one.values for one in answers])

    def note(self, plane, primal):
        """Keep the plane if it is the best; write the history."""
        better = primal < self.primal
        if better:
            self.primal, self.plane = primal, plane
        if not self.exact:
            self.gap = (self.primal - self.dual) / max(self.primal, TINY) + self.hidden
        self.history.append((self.blocks.passes, primal, self.gap))
        if self.progress is not None:
            self.progress(*self.history[-1])
        return better

    # -- 2. Newton's method --------------------------------------------------------------------
    def descend(self, h, narrow, max_passes):
        """From the best plane by Newton steps, until they move u by `narrow` bands; a plane and h.

        A step is taken on trust: the pass that needs the derivatives at its end, for a smaller h,
        also finds out whether P, rounded to the old h, has fallen. Only if it has not, one more
        pass tries shorter steps.
        """
        C, ask, centre = self.C, self.blocks.ask, self.blocks.centre
        plane, step, value, decrease, old = self.plane, None, np.inf, 0.0, h
        d = len(centre)
        while self.blocks.passes < max_passes:
            answers = ask(passes.slope, plane, centre, (h, old))
            half = 0.5 * plane[:-1] @ plane[:-1]
            P, now, same = half + C * passes.add([one.values for one in answers])
            self.note(plane, P)
            if self.blocks.passes >= max_passes:
                break
            if step is not None and same > value - constants.ARMIJO * decrease:
                # a step that did not help: shorter ones, of which one does, as P is convex
                shares = 0.5 ** np.arange(1, constants.SHORTER_STEPS + 1)
                tried = plane - (1.0 - shares[:, None]) * step
                values = self.values(tried, old)
                k = int(values.argmin())
                if not values[k] < value:
                    plane = self.plane
                    break
                plane, step, h = tried[k], None, old
                continue
            gradient = np.append(plane[:-1], 0.0)
            gradient -= C * passes.add([one.pulled for one in answers])
            H = np.diag(np.append(np.ones(d), constants.BIAS_RIDGE * C * self.blocks.n))
            H += C * sum(one.curvature for one in answers)
            step = band.newton_step(H, gradient)
            decrease, value, plane = -gradient @ step, now, plane + step
            longest = np.abs(self.blocks.sample[0] @ step[:-1] + step[-1]).max()
            least = narrow * self.width(plane, self.band_rows)
            if longest <= least or decrease <= constants.LAST_DIGITS * P:
                break
            old, h = h, min(h, max(h / constants.SHARPER_CORNER, least))
        return plane, h

    # -- 3. the band ---------------------------------------------------------------------------
    def solve_small(self, plane, delta, points, labels, counts, groups):
        """Multipliers that maximise D if α is C or 0 outside the band; None if Σαy cannot be 0."""
        C, bound = self.C, self.C * counts
        others = groups[1, -1] + groups[3, -1]
        fixed = C * (groups[3] - groups[1])
        if not band.feasible(-fixed[-1], labels, bound, C * self.blocks.n):
            return None
        start = band.nearly(plane, 2.0 * delta, points, labels, bound, fixed)
        found = band.exactly(*start, points, labels, bound, fixed)
        return self.assign(plane, delta, points, labels, bound, *found, fixed, others)

    def assign(self, origin, delta, points, labels, bound, plane, alpha, settled, fixed, others):
        """Take over multipliers of the band, or return None if they have not Σαy = 0.

        fixed holds Σ αy(x, 1) of the other rows, others how many of them have α = C.
        """
        if others == 0.0:
            plane, alpha = self.stretched(plane, alpha, points, labels, bound)
        beta = labels * alpha
        v, excess = fixed[:-1] + beta @ points, abs(fixed[-1] + math.fsum(beta.tolist()))
        if excess > constants.NEAR_BOUND * EPS * self.C * self.blocks.n:
            return None
        # Σαy is 0 up to rounding, which moves the bound by |b| of it, b an optimal bias
        lost = (1.0 + abs(plane[-1])) * excess
        dual = math.fsum([*alpha.tolist(), self.C * others, -0.5 * v @ v, -lost])
        a = _Assigned(plane, origin, delta, points, labels, bound, alpha, others, dual, settled)
        self.assigned = a
        if dual > self.dual:
            self.dual, self.best = dual, a
        return a

    def stretched(self, plane, alpha, points, labels, bound):
        """(w, b) and α scaled up until no row needs slack, where slack is only rounding.

        See `svmlib.solvers.certificate.stretched`; what it costs is about twice the slack times P.
        """
        u, noise = 1.0 - labels * (points @ plane[:-1] + plane[-1]), self.noise(plane)
        slack = max(float(u.max()), 0.0) + 2.0 * noise
        factor = 1.0 / (1.0 - min(slack, 0.5))
        w = plane[:-1]
        free = (alpha > 0.0) & (alpha < bound)
        pays = slack * (w @ w) < bound[free].sum() * noise
        if slack >= 0.5 or not pays or (factor * alpha > bound).any():
            return plane, alpha
        return factor * plane, factor * alpha

    # -- 4. looking again ----------------------------------------------------------------------
    def judge(self, P, answers):
        """What the pass at the plane of the multipliers proves of them: exact, and the gap."""
        a, C = self.assigned, self.C
        plane = a.plane
        w, b = plane[:-1], plane[-1]
        turned, number = passes.add([one.turned for one in answers])
        u, noise = 1.0 - a.labels * (a.points @ w + b), self.noise(plane)
        low, middle, high = (
            a.bound * np.maximum(0.0, v) - a.alpha * v for v in (u - noise, u, u + noise)
        )
        gap = math.fsum(middle.tolist()) + C * turned
        # Σ αy(x, 1) once more from the rows: it is (w, 0) up to rounding only, and so is u
        *sums, others = C * passes.add([one.bounded for one in answers])
        beta = a.labels * a.alpha
        apart = np.linalg.norm(sums[:-1] + beta @ a.points - w)
        excess = abs(sums[-1] + math.fsum(beta.tolist()))
        total = others + a.alpha.sum()
        lost = constants.NOISE * EPS * total * np.linalg.norm(self.blocks.largest)
        hidden = float((np.maximum(low, high) - middle).sum())
        hidden += (1.0 + abs(b)) * excess + 0.5 * (lost + apart) ** 2
        near = np.min([one.nearest for one in answers], axis=0)
        if near.min() <= noise:
            hidden += C * self.blocks.n * noise
        # the origin is moved back from the centre, which rounds b once more
        shift = 2.0 * EPS * np.abs(self.blocks.centre) @ np.abs(w)
        hidden += total * shift
        gap, self.hidden = (gap + hidden) / max(P, TINY), hidden / max(P, TINY) + 4.0 * EPS
        self.exact = bool(number == 0 and a.settled)
        if self.exact:
            self.gap, self.found, self.ends = gap, P, self.interval(u, near)

    def interval(self, u, nearest):
        """All biases that fit α: some end where a row of the band, or one outside, stops them."""
        a = self.assigned
        b, free = a.plane[-1], (a.alpha > 0.0) & (a.alpha < a.bound)
        if free.any():
            return b, b
        g = b + a.labels * u
        below = (a.alpha > 0.0) == (a.labels < 0.0)
        lo = max(b - nearest[0], g[below].max(initial=-np.inf))
        hi = min(b + nearest[1], g[~below].min(initial=np.inf))
        return (lo, hi) if lo <= b <= hi else (b, b)

    def run(self, max_passes, done):
        """All of it, until done() says so, or rounding or max_passes end it."""
        blocks, plane, h, narrow = self.blocks, self.plane, np.inf, 1.0
        if self.assigned is None:
            h = 2.0 * self.width(plane, constants.FIRST_SHARE * blocks.n)
            plane, h = self.descend(h, narrow, max_passes)
        while blocks.passes < max_passes:
            a = self.assigned
            delta = self.width(plane, self.band_rows)
            last = None if a is None else (a.origin, a.delta)
            answers = blocks.ask(passes.band, plane, blocks.centre, delta, blocks.fences, last)
            hinge = math.fsum(one.hinge for one in answers)
            P = 0.5 * plane[:-1] @ plane[:-1] + self.C * hinge
            if a is not None:
                self.judge(P, answers)
            better = self.note(plane, P)
            if self.assigned is not None and done():
                return
            small = None
            if better or a is None:
                small = self.solve_small(plane, delta, *_collected(answers))
            if small is not None:
                plane = small.plane
                continue
            # rows have changed sides, and too many of them: nearer to the optimum first
            self.assigned, narrow = None, narrow / constants.SHARPER_CORNER
            h = min(h, 2.0 * delta) / constants.SHARPER_CORNER
            if h < self.noise(plane):
                return
            plane, h = self.descend(h, narrow, max_passes)

    def machine(self):
        """The multipliers' plane if it is exact, else the best plane, as a `BlockMachine`."""
        a, plane, primal = self.best, self.plane, self.primal
        ends, support, free = (plane[-1], plane[-1]), 0.0, 0.0
        if self.exact:
            a = self.assigned
            plane, primal, ends = a.plane, self.found, self.ends
        if a is not None:
            rows = np.round(a.bound / self.C)
            support = a.others + rows[a.alpha > 0.0].sum()
            free = rows[(a.alpha > 0.0) & (a.alpha < a.bound)].sum()
        w, blocks = plane[:-1], self.blocks
        lo, hi = (float(end - w @ blocks.centre) for end in ends)
        return BlockMachine(
            coef=w,
            intercept=0.5 * (lo + hi),
            bias_interval=(lo, hi),
            primal=float(primal),
            dual=float(a.dual if self.exact else self.dual),
            gap=float(self.gap),
            exact=self.exact,
            converged=bool(self.gap <= SOLVED),
            n_rows=blocks.n,
            n_blocks=len(blocks.sizes),
            n_passes=blocks.passes,
            n_support=round(support),
            n_free=round(free),
            history=np.reshape(self.history, (-1, 3)),
        )


def _collected(answers):
    """Points, labels and counts of the bands of all blocks, and the sums of the groups."""
    near = ((one.points, one.labels, one.counts) for one in answers)
    points, labels, counts = (np.concatenate(parts) for parts in zip(*near, strict=True))
    ties = find_ties(points, labels) if len(labels) else None
    if ties is not None:
        points, labels, counts = points[ties[0]], labels[ties[0]], np.bincount(ties[1], counts)
    return points, labels, counts, passes.add([one.groups for one in answers])
