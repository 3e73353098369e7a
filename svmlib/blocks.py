"""A linear machine, still exact, from blocks of rows that never share one memory (lecture 14).

It minimises P(w, b) = ½‖w‖² + Σ C_i max(0, u_i), u_i = 1 - y_i (w·x_i + b), where C_i is C times
the weights of the row and of its class. Everything that it needs to know of all rows is a sum over
them. A sum takes a *pass*: one question, mapped over the blocks by the built-in `map`, by processes
or by the machines of a cluster.

1. A sample, drawn in the first pass, is solved by the engine and gives the first plane.
2. Newton's method runs on a P whose corner is rounded off where |u| ≤ h/2 (in the lecture, where
   0 ≤ u ≤ h), because its derivatives are sums over the rows. The width h shrinks until steps are
   so short that few rows can change sides.
3. The rows with |u| ≤ δ, the *band*, are collected. All others are assumed to stay on their side
   of the margin, which makes α_i = C_i or 0, so that only their sum v = Σ α_i y_i (x_i, 1) matters.
   The engine solves the small problem of the band exactly. Its α, with the others', is feasible for
   the whole dual and gives a lower bound in any case.
4. The next pass looks for rows outside the band that have changed sides. If there are none, α is
   optimal for all rows. Otherwise step 3 is repeated with the band of the new plane, or step 2 if P
   rose.

Newton's method on a rounded hinge: Chapelle, Neural Computation 19 (2007).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable
from functools import partial
from itertools import zip_longest
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator
from sklearn.linear_model._base import LinearClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from svmlib._checks import (
    check_matrix,
    check_scalar,
    check_vector,
    class_weights,
)
from svmlib._threads import one_thread
from svmlib._whole import whole
from svmlib.kernels import Linear
from svmlib.solvers.certificate import (
    SOLVED,
    DualProblem,
    heard,
    relative_gap,
    say,
    soft_margin,
    unsolved,
    warn,
)
from svmlib.solvers.constants import BIAS_RIDGE, EPS, ROUNDING
from svmlib.solvers.one_bias import solve_dual

SAMPLE = 20_000  # rows for a first plane, an equal part from each block
SAMPLE_LEAST = 50  # but at least this many from each class of a block
BAND_SHARE = 0.02  # the band is the largest of this share of the rows,
BAND_LEAST = 5000  # this many rows,
BAND_TIMES = 8  # and this many for each unknown
ROUND_SHARE = 0.1  # share of the rows on the round part at first, more than the sample's error
SHARPER = 4.0  # the round part is narrowed by this from step to step
SHORTER_STEPS = 20  # halvings of a step that is too long, after which rounding is the reason
MOST_PASSES = 100  # ten times the usual number


class BlockMachine(LinearClassifierMixin, BaseEstimator):
    """A classifier with its certificate over all rows, as the function `fit` returns it.

    Parameters
    ----------
    C, class_weight
        As for the function.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
        The two labels in order. The second is the class y = +1.
    coef_, intercept_ : ndarray, shape (1, d) and (1,)
        The normal w and the bias b.
    primal_, dual_ : float
        P(w, b) and D(α), over all rows.
    gap_ : float
        (primal_ - dual_) / primal_, plus an allowance for rounding.
    exact_, converged_ : bool
        Whether every row is on the side of the margin that fits its α_i, and whether gap_ ≤ 1e-6.
    n_rows_, n_features_in_, n_blocks_, n_passes_ : int
        Rows of positive weight, columns, blocks, and how often all were read.
    n_support_, n_free_ : int
        Rows with α_i > 0, and the rows on the margin, with 0 < α_i < C_i.

    Examples
    --------
    >>> from svmlib.blocks import BlockMachine
    >>> BlockMachine(C=10.0).fit([[0.0], [2.0], [5.0]], [0, 1, 1]).predict([[0.5], [4.0]]).tolist()
    [0, 1]
    """

    def __init__(self, *, C: float = 1.0, class_weight: str | dict | None = None) -> None:
        self.C, self.class_weight = C, class_weight

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    @whole
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit again, to rows in one memory, the single block (X, y, sample_weight)."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        return self._fit([(X, y, sample_weight)])

    @one_thread()
    def _fit(self, blocks, map=builtins.map):
        passes = _Passes(blocks, map, self.class_weight)
        search = _Search(passes, check_scalar(self.C, "C", positive=True))
        search.run()
        cure = "rounding allows no more: scale the features or lower C"
        if search.gap > SOLVED:
            warn(unsolved(search.gap, cure))
        self.classes_, self.n_features_in_ = passes.classes, len(search.plane) - 1
        self.coef_, self.intercept_ = search.plane[None, :-1], search.plane[-1:]
        self.primal_, self.dual_ = float(search.primal), float(search.dual)
        self.gap_, self.converged_ = float(search.gap), bool(search.gap <= SOLVED)
        self.exact_, self.n_passes_ = bool(search.exact), passes.count
        self.n_rows_, self.n_blocks_ = passes.n, len(passes.sizes)
        self.n_support_, self.n_free_ = search.n_support, search.n_free
        return self


def fit(
    blocks: Iterable[Any],
    *,
    C: float = 1.0,
    class_weight: str | dict | None = None,
    map: Callable = builtins.map,
) -> BlockMachine:
    """Minimise ½‖w‖² + Σ C_i max(0, 1 - y_i (w·x_i + b)) over the rows of all blocks.

    Parameters
    ----------
    blocks : iterable
        Pairs (X, y): X (m, d) and y (m,) with the labels of two classes, of which a block may hold
        one. Or (X, y, weights) with weights (m,) ≥ 0 that multiply C, where 0 leaves the row out.
        Or functions without arguments that return such a tuple, so that a worker loads its own.
        They are read several times, so pass a list and not a generator.
    C : float
        Weight of the slack, C > 0.
    class_weight : None, "balanced" or dict
        Factors of C by label. "balanced" gives the two classes the same total weight.
    map : callable
        map(f, blocks) gives f of every block, in order. It is the built-in `map`, the `map` of an
        executor of `concurrent.futures`, or, with a client of Dask,
        ``lambda f, blocks: client.gather(client.map(f, blocks))``.

    Raises
    ------
    TypeError, ValueError
        For a bad argument, for a bad block (the message has its number), or for a single class.

    Warns
    -----
    ConvergenceWarning
        If the relative gap ends above 1e-6.

    Notes
    -----
    Memory holds the block that is being read and a few per cent of the rows: the sample and the
    band. A pass costs n·d, and a Newton step also m·d² for the m rows on the round part.

    Examples
    --------
    >>> from svmlib import blocks
    >>> data = [([[0.0], [2.0]], [-1, 1]), ([[5.0]], [1])]
    >>> machine = blocks.fit(data, C=10.0)
    >>> machine.coef_.round(6).tolist(), machine.intercept_.round(6).tolist(), machine.gap_ < 1e-9
    ([[1.0]], [-1.0], True)
    """
    return BlockMachine(C=C, class_weight=class_weight)._fit(blocks, map)


# -- questions to one block: X (m, d), signs y (m,) and weights c (m,) --------------------------
def _survey(least, X, labels, weights):
    """Return the largest |x| of each column, and rows, weight and a sample of each label."""
    totals, chosen, counts, rng = {}, [], [], np.random.default_rng(0)
    for label in sorted(set(labels.tolist()), key=repr)[:3]:  # a third label becomes an error
        own = np.flatnonzero(labels == label)
        m = min(len(own), least)
        totals[label] = np.array([len(own), weights[own].sum()])
        chosen.extend(np.sort(rng.choice(own, m, replace=False)))
        counts.extend([len(own) / max(m, 1)] * m)
    chosen = np.array(chosen, dtype=int)
    sample = X[chosen], labels[chosen], weights[chosen] * counts
    return np.abs(X).max(axis=0, initial=0.0), totals, *sample


def _excess(plane, X, y):
    """Return u = 1 - y (w·x + b)."""
    return 1.0 - y * (X @ plane[:-1] + plane[-1])


def _loss(u, noise, c):
    """Return Σ c max(0, u), and its possible increase if u is off by `noise`."""
    return np.array([c @ np.maximum(u, 0.0), noise * (c @ (u > -noise))])


def _slope(plane, noise, h, old, X, y, c):
    """Return `_loss`, and Σ c ℓ(u) rounded with widths h and old, with derivatives for h."""
    u, values = _excess(plane, X, y), []
    for width in (h, old):
        t = np.clip(u + 0.5 * width, 0.0, width)
        values.append(c @ (t * t / (2.0 * width) + np.maximum(u - 0.5 * width, 0.0)))
    share = np.clip(u / h + 0.5, 0.0, 1.0)
    curved = np.flatnonzero((share > 0.0) & (share < 1.0))
    Z = np.column_stack([X[curved], np.ones(len(curved))]) * np.sqrt(c[curved] / h)[:, None]
    return _loss(u, noise, c), np.array(values), _pull(X, y, share * c), Z.T @ Z


def _band(plane, noise, delta, last, X, y, c):
    """Return `_loss`, the rows with |u| ≤ delta, and the sums of the others with u > 0.

    With `last`, plane and delta of the last question, also return how many rows outside of that
    band have changed sides since.
    """
    u, turned = _excess(plane, X, y), 0
    if last is not None:
        before = _excess(last[0], X, y)
        turned = np.count_nonzero((np.abs(before) > last[1]) & ((before > 0.0) != (u > 0.0)))
    near, late = np.abs(u) <= delta, u > delta
    sums = *_pull(X[late], y[late], c[late]), c[late].sum(), np.count_nonzero(late)
    near = X[near], y[near], c[near]
    return _loss(u, noise, c), turned, np.array(sums), near


def _pull(X, y, c):
    """Return Σ c y (x, 1), shape (d + 1,)."""
    beta = y * c
    return np.append(beta @ X, beta.sum())


# -- passes -------------------------------------------------------------------------------------
class _Passes:
    """All blocks, and a way to ask them. The first pass checks every row and draws a sample."""

    def __init__(self, blocks, map, class_weight):
        if callable(blocks) or not hasattr(blocks, "__iter__"):
            kind = type(blocks).__name__
            raise TypeError(f"blocks must be an iterable of pairs (X, y), but is a {kind}")
        if iter(blocks) is blocks:
            raise ValueError(
                "blocks must be an iterable that can be read again and again, but is a "
                f"{type(blocks).__name__}, which is used up after one pass; pass a list, of "
                "functions that load the blocks if they are large"
            )
        self.blocks, self.map, self.count, self.sizes, self.meaning = blocks, map, 0, None, None
        many = len(blocks) if hasattr(blocks, "__len__") else 32
        surveys = self.ask(_survey, max(SAMPLE // (2 * max(many, 1)), SAMPLE_LEAST))
        d = len(surveys[0][0])
        for k, (ends, *_) in enumerate(surveys):
            if len(ends) != d:
                raise ValueError(
                    f"block {k}: X must have {d} columns, as block 0, but has {len(ends)}"
                )
        ends, totals, *sample = zip(*surveys, strict=True)
        self.largest = np.max(ends, axis=0)
        self.classes, (rows, weights) = _two_classes(totals)
        factors = class_weights(class_weight, self.classes, weights)
        self.n, self.total = int(rows.sum()), float(factors @ weights)
        self.meaning = self.classes, factors
        self.sample = _signed(self.meaning, *(np.concatenate(parts) for parts in sample))

    def ask(self, question, *arguments):
        """Return the answers of all blocks, in order. An error in a block names its number."""
        asked = partial(_answer, partial(question, *arguments), self.meaning)
        answers, sizes = [], []
        for k, (n, answer) in enumerate(self.map(asked, self.blocks)):
            if isinstance(answer, Exception):
                raise type(answer)(f"block {k}: {answer}")
            answers.append(answer)
            sizes.append(n)
        if not sizes:
            raise ValueError("blocks must hold blocks, but this pass found none")
        self.count, self.sizes = self.count + 1, self.sizes or sizes
        for k, (n, before) in enumerate(zip_longest(sizes, self.sizes)):
            if n != before:
                raise ValueError(
                    f"block {k}: not the same in every pass: it had {before} rows, now {n}"
                )
        return answers


def _answer(question, meaning, block):
    """Return the number of rows in a block, and the question's answer.

    An error in its rows is also an answer, because trying again does not help. An error while the
    block is loaded is raised.
    """
    block = block() if callable(block) else block
    try:
        X, y, weights = _checked(block)
    except (TypeError, ValueError) as error:
        return 0, error
    n, here = len(y), weights > 0.0
    if not here.all():
        X, y, weights = X[here], y[here], weights[here]
    if meaning is not None:
        X, y, weights = _signed(meaning, X, y, weights)
    with one_thread():
        return n, question(X, y, weights)


def _signed(meaning, X, labels, weights):
    """Return X, signs for the labels, and weights times the factor of the class."""
    classes, factors = meaning
    late = (labels == classes[1]).astype(int)
    return X, 2.0 * late - 1.0, factors[late] * weights


def _checked(block):
    """Return X, y and weights of a block as arrays."""
    try:
        X, y, weights = block if len(block) == 3 else (*block, None)
    except (TypeError, ValueError):
        raise TypeError(f"must be (X, y) or (X, y, weights), not {type(block)}") from None
    X, y = check_matrix(X), np.asanyarray(y)
    n = len(X)
    if y.shape != (n,):
        raise ValueError(f"y must have shape ({n},), one label per row of X, but has {y.shape}")
    weights = check_vector(np.ones(n) if weights is None else weights, "weights", length=n)
    if weights.min() < 0.0:
        raise ValueError("weights must not be negative; 0 leaves a row out")
    return X, y, weights


def _two_classes(totals):
    """Return the two labels in order, and rows and weight of each in all blocks, (2, 2)."""
    found = {}
    for k, here in enumerate(totals):
        found = {label: found.get(label, 0.0) + here.get(label, 0.0) for label in found | here}
        words = {isinstance(label, str) for label in found}
        if len(found) > 2 or len(words) > 1 or any(v is None or v != v for v in here):
            labels = ", ".join(map(repr, found))
            raise ValueError(
                f"block {k}: y must hold two labels in all blocks, numbers or words, but now holds "
                f"{labels}. Only binary classification is supported."
            )
    if len(found) < 2:
        only = f"1 class, {next(iter(found))!r}" if found else "none: all weights are zero"
        raise ValueError(f"the blocks must hold both classes, but hold {only}")
    classes = sorted(found)
    return np.array(classes), np.transpose([found[label] for label in classes])


# -- from pass to pass --------------------------------------------------------------------------
class _Search:
    """The best plane (w, b) so far, the best lower bound so far, and the gap between them."""

    def __init__(self, passes, C):
        self.passes, self.C = passes, C
        self.primal, self.dual, self.lost, self.gap = np.inf, -np.inf, np.inf, np.inf
        self.exact, self.n_support, self.n_free = False, 0, 0
        X, y, c = passes.sample
        self.plane, _ = _solved(X, soft_margin(y, C * c))
        # the band holds a share of all rows, but several times more than may be free
        self.band_rows = max(BAND_SHARE * passes.n, BAND_LEAST, BAND_TIMES * len(self.plane))

    def primal_at(self, plane, loss):
        """Return P of a plane from Σ c max(0, u)."""
        return 0.5 * plane[:-1] @ plane[:-1] + self.C * loss

    def note(self, plane, losses):
        """Keep the plane, P and its rounding if it is the best so far, and return whether it is."""
        loss, hidden = sum(losses)
        primal = self.primal_at(plane, loss)
        better = primal < self.primal
        if better or self.exact:
            # this bounds the effect on P and D of rounding in u and in the sums over all rows
            self.lost = self.C * hidden + ROUNDING * primal
            self.primal, self.plane = primal, plane
        self.gap = relative_gap(self.primal, self.dual, self.lost)
        return better

    def noise(self, plane):
        """Return a bound on the rounding of u."""
        return 4.0 * EPS * (1.0 + np.abs(plane[:-1]) @ self.passes.largest + abs(plane[-1]))

    def width(self, plane, rows):
        """Return the δ for which about so many rows have |u| ≤ δ."""
        X, y, _ = self.passes.sample
        size = np.sort(np.abs(_excess(plane, X, y)))
        k = min(int(rows / self.passes.n * len(size)), len(size) - 1)
        # a few times the rounding, or rows on the margin would count as rows beside it
        return max(float(size[k]), 16.0 * self.noise(plane))

    def run(self):
        """Search until a machine is exact, or rounding allows no more."""
        passes, plane, narrow, last = self.passes, self.plane, 1.0, None
        h = 2.0 * self.width(plane, ROUND_SHARE * passes.n)
        if len(passes.sample[1]) < passes.n:
            plane, h = self.descend(h, narrow)
        while passes.count < MOST_PASSES:
            delta = self.width(plane, self.band_rows)
            answers = passes.ask(_band, plane, self.noise(plane), delta, last)
            losses, turned, sums, bands = zip(*answers, strict=True)
            self.exact = last is not None and not any(turned)
            better = self.note(plane, losses)
            say("%d passes: relative gap %.1e", passes.count, self.gap)
            if self.exact:
                return
            if better or last is None:
                band = [np.concatenate(parts) for parts in zip(*bands, strict=True)]
                small = self.assign(sum(sums), *band)
                if small is not None:
                    plane, last = small, (plane, delta)
                    continue
            # too many rows have changed sides, so the plane must first come nearer to the optimum
            last, narrow, h = None, narrow / SHARPER, h / SHARPER
            if h < self.noise(plane):
                return
            plane, h = self.descend(h, narrow)

    def descend(self, h, narrow):
        """Make Newton steps from the best plane until they move u by `narrow` bands.

        Return a plane and h. A step is first taken without a check. The pass that computes the
        derivatives at its end, for a smaller h, also finds whether P, rounded to the old h, has
        fallen. If it has not, the step is halved, which costs one more pass.
        """
        C, passes, plane, step, old = self.C, self.passes, self.plane, None, h
        value, decrease, shorter = np.inf, 0.0, 0
        while passes.count < MOST_PASSES:
            answers = passes.ask(_slope, plane, self.noise(plane), h, old)
            losses, values, pulled, H = (list(parts) for parts in zip(*answers, strict=True))
            self.note(plane, losses)
            now, same = (self.primal_at(plane, value) for value in sum(values))
            if step is not None and same > value - 0.01 * decrease:
                step, decrease, shorter = 0.5 * step, 0.5 * decrease, shorter + 1
                if shorter > SHORTER_STEPS:
                    return self.plane, h
                plane = plane - step
                continue
            gradient = np.append(plane[:-1], 0.0) - C * sum(pulled)
            H = C * sum(H) + np.diag([*np.ones(len(plane) - 1), BIAS_RIDGE * C * passes.total])
            step, shorter = _newton_step(H, gradient), 0
            decrease, value, plane = -gradient @ step, now, plane + step
            longest = np.abs(passes.sample[0] @ step[:-1] + step[-1]).max()
            least = narrow * self.width(plane, self.band_rows)
            if longest <= least or decrease <= EPS * self.primal:
                break
            old, h = h, min(h, max(h / SHARPER, least))
        return plane, h

    def assign(self, sums, X, y, c):
        """Return the best plane if α is C or 0 outside the band, and keep a better D.

        Return None if no α in the band makes Σ α y = 0.
        """
        C, bound = self.C, self.C * c
        fixed, total = C * sums[:-2], C * sums[-2]
        A, B = np.where(y > 0.0, 0.0, -bound), np.where(y > 0.0, bound, 0.0)
        slack = ROUNDING * C * self.passes.total
        if not A.sum() - slack <= -fixed[-1] <= B.sum() + slack:
            return None
        s = float(np.clip(-fixed[-1], A.sum(), B.sum()))
        plane, beta = _solved(X, DualProblem(y - X @ fixed[:-1], A, B, s))
        plane[:-1] += fixed[:-1]
        v = fixed + _pull(X, 1.0, beta)
        # Σ α y is 0 up to rounding, which moves the bound by |b| times that, b an optimal bias
        dual = y @ beta + total - 0.5 * v[:-1] @ v[:-1] - (1.0 + abs(plane[-1])) * abs(v[-1])
        if dual > self.dual:
            self.dual, alpha = dual, np.abs(beta)
            self.n_support = int(sums[-1]) + np.count_nonzero(alpha)
            self.n_free = np.count_nonzero((alpha > 0.0) & (alpha < bound))
        return plane


def _solved(X, problem):
    """Return plane and multipliers of a problem in one memory, where only the whole gap counts."""
    with heard():
        found = solve_dual(Linear(), X, problem)
    return np.append(found.beta @ X, found.b), found.beta


def _newton_step(H, gradient):
    """Return -H⁻¹ gradient, solved in units in which the diagonal is 1."""
    unit = 1.0 / np.sqrt(H.diagonal())
    H = H * unit * unit[:, None]
    H.flat[:: len(H) + 1] += len(H) * EPS
    return -unit * np.linalg.solve(H, unit * gradient)
