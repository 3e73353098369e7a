"""Questions to blocks of rows that never meet in one memory, and the sums that answer (lecture 14).

A *pass* maps one question over all blocks; numbers and small arrays come back, and of rows only a
sample or those near the margin. Everywhere u = 1 - y (w·x + b), and a plane is the vector (w, b) of
d + 1 numbers, for points counted from a centre on. Sums of slices, and of blocks, are added by
`math.fsum`, which rounds once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib._validation import check_matrix, check_signs
from svmlib.solvers import constants
from svmlib.solvers.starts import find_ties

__all__ = [
    "Band",
    "Blocks",
    "Slope",
    "Survey",
    "Trials",
    "add",
    "band",
    "slope",
    "survey",
    "trials",
]


class Blocks:
    """The blocks and how to ask all of them. The first pass checks every row and draws a sample."""

    def __init__(self, blocks: Any, map: Callable) -> None:
        if callable(blocks) or not hasattr(blocks, "__iter__"):
            kind = type(blocks).__name__
            raise TypeError(f"blocks must be an iterable of pairs (X, y), but is a {kind}")
        if iter(blocks) is blocks:
            raise ValueError(
                "blocks must be an iterable that can be read again and again, but is a "
                f"{type(blocks).__name__}, which is used up after one pass; pass a list, of "
                "functions that load the blocks if they are large"
            )
        self.blocks, self.map, self.passes, self.sizes = blocks, map, 0, None
        many = len(blocks) if hasattr(blocks, "__len__") else constants.BLOCKS_GUESSED
        least = max(constants.SAMPLE // (2 * max(many, 1)), constants.SAMPLE_LEAST)
        surveys = self.ask(survey, least)
        self.sizes = [one.n for one in surveys]
        self.n = sum(self.sizes)
        d = surveys[0].points.shape[1]
        for k, one in enumerate(surveys):
            if one.points.shape[1] != d:
                raise ValueError(
                    f"block {k}: X must have {d} columns, as in block 0, but has "
                    f"{one.points.shape[1]}"
                )
        X, y, weights = (
            np.concatenate(parts) for parts in zip(*(one[4:] for one in surveys), strict=True)
        )
        if y.min() == y.max():
            raise ValueError(
                f"the blocks must hold both classes, but all {self.n} labels are {y[0]:+g}"
            )
        mean, square = add([one.sums for one in surveys]) / self.n
        sparse = any(one.sparse for one in surveys)
        # points with a column far from 0 are centred: it changes nothing but rounding
        far = (mean * mean > 0.5 * square).any() and not sparse
        self.centre = mean if far else np.zeros(d)
        ends = np.stack([one.ends for one in surveys])
        ends = np.stack([ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)])
        self.largest = np.abs(ends - self.centre).max(axis=0)
        self.sample = X - self.centre, y, weights
        self.fences = self._fences(mean, square, ends)
        self.whole = len(y) == self.n

    def _fences(self, mean, square, ends):
        """The least and the largest ordinary x of each column, from the centre on, (2, d), or None.

        A row beyond them moves u far with small steps, and so it always belongs to the band.
        """
        far = constants.FAR_OUT * np.sqrt(np.maximum(square - mean * mean, 0.0))
        fences = np.stack([mean - far, mean + far])
        if (ends[0] >= fences[0]).all() and (ends[1] <= fences[1]).all():
            return None
        return fences - self.centre

    def ask(self, question: Callable, *arguments: Any) -> list[Any]:
        """The answers of all blocks to ``question(*arguments, X, y)``, in order: one pass.

        Raises
        ------
        TypeError, ValueError
            For a block that is no good; the message begins with its number.
        """
        answers, known = [], self.sizes
        asked = partial(_answer, partial(question, *arguments))
        for k, answer in enumerate(self.map(asked, self.blocks)):
            if isinstance(answer, _Bad):
                raise answer.kind(f"block {k}: {answer.message}")
            before = None if known is None else (known[k] if k < len(known) else 0)
            if before not in (None, answer.n):
                raise ValueError(
                    f"block {k}: it has {answer.n} rows now and had {before} before; blocks must "
                    "be the same in every pass"
                )
            answers.append(answer)
        if not answers or (known is not None and len(answers) < len(known)):
            before = "" if known is None else f" where there were {len(known)}"
            raise ValueError(f"blocks must hold blocks, but this pass found {len(answers)}{before}")
        self.passes += 1
        return answers


class _Bad(NamedTuple):
    """What is wrong with a block, as found by who has read it."""

    kind: type
    message: str


def _answer(question, block):
    """The question's answer for a block.

    What is wrong with its rows is an answer, too: nobody should try again. What goes wrong while it
    is loaded is not.
    """
    pair = block() if callable(block) else block
    try:
        try:
            X, y = pair
        except (TypeError, ValueError):
            raise TypeError(f"must be a pair (X, y), but is a {type(pair).__name__}") from None
        with one_thread():
            return question(*_checked(X, y))
    except (TypeError, ValueError) as error:
        return _Bad(type(error), str(error))


def _checked(X, y):
    """X, as it is or in rows that can be sliced, and y, if their shapes are right."""
    X, y = X.tocsr() if hasattr(X, "tocsr") else np.asanyarray(X), np.asanyarray(y)
    if X.ndim != 2 or 0 in X.shape or X.dtype.kind not in "biuf":
        check_matrix(_dense(X))
    if y.shape != X.shape[:1]:
        check_signs(y, X.shape[0])
    return X, y


def add(values: Any) -> np.ndarray:
    """Σ of the first axis, each sum rounded once."""
    values = np.asarray(values, dtype=np.float64)
    columns = values.reshape(len(values), -1).T.tolist()
    return np.reshape([math.fsum(column) for column in columns], values.shape[1:])


# -- rows of a block ---------------------------------------------------------------------------
def _slices(X):
    """Slices of rows of X, each small enough for copies of it."""
    size = max(constants.BLOCK_OF_ROWS // (X.shape[1] + 1), constants.ROWS_AT_ONCE)
    return [slice(start, start + size) for start in range(0, X.shape[0], size)]


def _dense(rows):
    return rows.toarray() if hasattr(rows, "toarray") else rows


def _rows(X, part, centre):
    """Some rows as float64, counted from the centre on; sparse ones stay sparse."""
    if hasattr(X, "toarray"):
        return X[part].astype(np.float64, copy=False)
    rows = np.asarray(X[part], dtype=np.float64)
    return rows - centre if centre.any() else rows


def _losses(X, y, plane, centre):
    """For each slice: its rows, its labels as float64, and u."""
    for part in _slices(X):
        rows, labels = _rows(X, part, centre), np.asarray(y[part], dtype=np.float64)
        yield rows, labels, 1.0 - labels * (rows @ plane[:-1] + plane[-1])


def _rounded(u, h):
    """Σ ℓ_h(u): (u + h/2)²/2h for |u| ≤ h/2, max(0, u) elsewhere and for h = 0."""
    if h == 0.0:
        return float(np.maximum(u, 0.0).sum())
    t = np.clip(u + 0.5 * h, 0.0, h)
    return float(t @ t) / (2.0 * h) + float(np.maximum(u - 0.5 * h, 0.0).sum())


# -- questions ---------------------------------------------------------------------------------
class Survey(NamedTuple):
    """The size of a block, and a sample of it."""

    n: int
    sparse: bool
    sums: np.ndarray  # Σ x and Σ x² of each column, (2, d)
    ends: np.ndarray  # the least and the largest x of each column, (2, d)
    points: np.ndarray
    labels: np.ndarray
    weights: np.ndarray  # how many rows each point stands for


def survey(least: int, X: Any, y: Any) -> Survey:
    """Check all rows; draw a sample of each class, `least` rows of it if there are as many."""
    origin, sums, ends = np.zeros(X.shape[1]), [], []
    for part in _slices(X):
        rows, labels = _rows(X, part, origin), y[part]
        sparse = hasattr(rows, "toarray")
        if not np.isfinite(rows.data if sparse else rows).all():
            check_matrix(_dense(X))
        if labels.dtype.kind not in "if" or not (np.abs(labels) == 1).all():
            check_signs(y)
        squares = rows.multiply(rows) if sparse else rows * rows
        sums.append([np.ravel(values.sum(axis=0)) for values in (rows, squares)])
        ends.append([np.ravel(_dense(end)) for end in (rows.min(axis=0), rows.max(axis=0))])
    rng, chosen, weights = np.random.default_rng(0), [], []
    sums, ends = add(sums), np.array(ends)
    ends = np.stack([ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)])
    extreme = _extreme(X, y, sums / len(y), ends)
    chosen.append(np.flatnonzero(extreme))
    weights.append(np.ones(len(chosen[0])))
    for sign in (-1, 1):
        own = np.flatnonzero((y == sign) & ~extreme)
        m = min(len(own), max(least, len(own) // constants.SAMPLE_EVERY))
        chosen.append(own if m == len(own) else np.sort(rng.choice(own, m, replace=False)))
        weights.append(np.full(m, len(own) / max(m, 1)))
    chosen = np.concatenate(chosen)
    return Survey(
        n=len(y),
        sparse=sparse,
        sums=sums,
        ends=ends,
        points=_dense(_rows(X, chosen, origin)),
        labels=np.asarray(y[chosen], dtype=np.float64),
        weights=np.concatenate(weights),
    )


def _extreme(X, y, means, ends):
    """Which rows are far out: some x beyond FAR_OUT standard deviations; but at most one in 100."""
    far = constants.FAR_OUT * np.sqrt(np.maximum(means[1] - means[0] ** 2, 0.0))
    extreme = np.zeros(len(y), dtype=bool)
    if (np.abs(ends - means[0]) <= far).all() or hasattr(X, "toarray"):
        return extreme
    for part in _slices(X):
        extreme[part] = (np.abs(_rows(X, part, means[0])) > far).any(axis=1)
    few = len(y) // constants.SAMPLE_EVERY
    extreme[np.flatnonzero(extreme)[few + 1 :]] = False
    return extreme


class Slope(NamedTuple):
    """Values and derivatives at a plane."""

    n: int
    values: np.ndarray  # Σ max(0, u) and, for both widths, Σ ℓ_h(u)
    pulled: np.ndarray  # Σ ℓ_h'(u) y (x, 1), (d + 1,)
    curvature: np.ndarray  # Σ ℓ_h''(u) (x, 1)(x, 1)ᵀ, (d + 1, d + 1)


def slope(plane: np.ndarray, centre: np.ndarray, widths: tuple, X: Any, y: Any) -> Slope:
    """Derivatives of Σ ℓ_h(u), h = widths[0], and values for both widths."""
    d, h = X.shape[1], widths[0]
    values, pulled, curvature = [], [], np.zeros((d + 1, d + 1))
    for rows, labels, u in _losses(X, y, plane, centre):
        values.append([_rounded(u, width) for width in (0.0, *widths)])
        share = np.clip(u / h + 0.5, 0.0, 1.0)
        curved = np.flatnonzero((share > 0.0) & (share < 1.0))
        share *= labels
        pulled.append(np.append(rows.T @ share, share.sum()))
        Z = np.column_stack([_dense(rows[curved]), np.ones(len(curved))])
        curvature += Z.T @ Z
    return Slope(len(y), add(values), add(pulled), curvature / h)


class Trials(NamedTuple):
    """Values at several planes."""

    n: int
    values: np.ndarray


def trials(planes: np.ndarray, centre: np.ndarray, h: float, X: Any, y: Any) -> Trials:
    """Σ ℓ_h(u) at each plane of an array (m, d + 1)."""
    values = []
    for part in _slices(X):
        rows, labels = _rows(X, part, centre), np.asarray(y[part], dtype=np.float64)
        scores = (rows @ planes[:, :-1].T).T + planes[:, -1:]
        values.append([_rounded(u, h) for u in 1.0 - labels * scores])
    return Trials(len(y), add(values))


class Band(NamedTuple):
    """The rows near the margin of a plane, and sums of all others."""

    n: int
    hinge: float  # Σ max(0, u)
    bounded: np.ndarray  # outside of the last band, of rows with u > 0 there: Σ y (x, 1), number
    turned: np.ndarray  # outside of the last band, of rows with u of another sign: Σ |u|, number
    nearest: np.ndarray  # and of all, least |u|: where y u < 0 < y u', and else
    points: np.ndarray
    labels: np.ndarray
    counts: np.ndarray  # how many equal rows each point stands for
    groups: np.ndarray  # Σ x and number of the others: y < 0, u ≤ 0; y < 0 < u; then for y > 0


def band(
    plane: np.ndarray,
    centre: np.ndarray,
    delta: float,
    fences: np.ndarray | None,
    last: tuple | None,
    X: Any,
    y: Any,
) -> Band:
    """The rows with |u| ≤ delta, and those beyond the fences.

    last holds plane and delta of an earlier question with the same fences, or is None.
    """
    hinge, bounded, turned, nearest = [], [], [], np.full(2, np.inf)
    near_rows, groups = [], []
    for rows, labels, u in _losses(X, y, plane, centre):
        size, beyond = np.abs(u), _beyond(rows, fences)
        if last is not None:
            before = 1.0 - labels * (rows @ last[0][:-1] + last[0][-1])
            outside = (np.abs(before) > last[1]) & ~beyond
            other = outside & ((before > 0.0) != (u > 0.0))
            turned.append([size[other].sum(), np.count_nonzero(other)])
            pulling = np.where(outside & (before > 0.0), labels, 0.0)
            bounded.append([*(rows.T @ pulling), pulling.sum(), np.count_nonzero(pulling)])
            # where α = C for y < 0, or 0 for y > 0, the bias is bounded from below
            below = (before > 0.0) == (labels < 0.0)
            for k, bounding in enumerate((outside & below, outside & ~below)):
                nearest[k] = size[bounding].min(initial=nearest[k])
        hinge.append(_rounded(u, 0.0))
        near = (size <= delta) | beyond
        near_rows.append(_distinct(_dense(rows[np.flatnonzero(near)]), labels[near]))
        group = np.where(near, 4, 2 * (labels > 0.0) + (u > 0.0))
        member = (group[:, None] == np.arange(4)).astype(np.float64)
        groups.append(np.column_stack([(rows.T @ member).T, member.sum(axis=0)]))
    points, labels, counts = (np.concatenate(parts) for parts in zip(*near_rows, strict=True))
    return Band(
        n=len(y),
        hinge=math.fsum(hinge),
        bounded=add(bounded or [np.zeros(len(plane) + 1)]),
        turned=add(turned or [[0.0, 0.0]]),
        nearest=nearest,
        points=points,
        labels=labels,
        counts=counts,
        groups=add(groups),
    )


def _beyond(rows, fences):
    if fences is None or hasattr(rows, "toarray"):
        return np.zeros(rows.shape[0], dtype=bool)
    return ((rows < fences[0]) | (rows > fences[1])).any(axis=1)


def _distinct(points, labels):
    """The distinct pairs (x, y), if they are few, and how often each is there."""
    ties = find_ties(points, labels) if len(labels) else None
    if ties is None:
        return points, labels, np.ones(len(labels))
    return points[ties[0]], labels[ties[0]], np.bincount(ties[1]).astype(np.float64)
