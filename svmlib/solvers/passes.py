"""Questions to blocks of rows that never meet in one memory, and the sums that answer (lecture 14).

A *pass* maps one question over all blocks; numbers and small arrays come back, and of rows only a
sample or those near the margin. Everywhere u = 1 - y (w·x + b), and a plane is the vector (w, b) of
d + 1 numbers, for points counted from a centre on. The weight c of a row is its own times that of
its class; 0 leaves it out. Sums of slices and of blocks are added by `math.fsum`: rounded once.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from svmlib._checks import check_matrix
from svmlib.solvers import constants
from svmlib.solvers.starts import find_ties

__all__ = ["Band", "Block", "Slope", "Survey", "add", "band", "slope", "survey"]


def add(values: Any) -> np.ndarray:
    """Σ of the first axis, each sum rounded once."""
    values = np.asarray(values, dtype=np.float64)
    columns = values.reshape(len(values), -1).T.tolist()
    return np.reshape([math.fsum(column) for column in columns], values.shape[1:])


class Block(NamedTuple):
    """Rows as who asks them has them, and what their labels mean."""

    X: Any
    y: np.ndarray
    weights: np.ndarray  # 0 where a row is left out
    classes: np.ndarray  # in order; both empty before they are known
    factors: np.ndarray  # of the weights in each class


def dense(rows):
    return rows.toarray() if hasattr(rows, "toarray") else rows


def _rows(X, part, centre):
    """Some rows as float64, counted from the centre on; sparse ones stay sparse."""
    if hasattr(X, "toarray"):
        return X[part].astype(np.float64, copy=False)
    rows = np.asarray(X[part], dtype=np.float64)
    return rows - centre if centre.any() else rows


def _parts(block, centre):
    """Rows of positive weight, few enough at a time for copies of them, and which these are."""
    size = max(constants.BLOCK_OF_ROWS // (block.X.shape[1] + 1), constants.ROWS_AT_ONCE)
    for start in range(0, len(block.y), size):
        part = slice(start, start + size)
        if not block.weights[part].all():
            part = start + np.flatnonzero(block.weights[part])
        yield _rows(block.X, part, centre), part


def _losses(block, plane, centre):
    """The same rows, their labels as ±1.0, their weights c, and u."""
    for rows, part in _parts(block, centre):
        late = (block.y[part] == block.classes[1]).astype(int)
        labels, c = 2.0 * late - 1.0, block.factors[late] * block.weights[part]
        yield rows, labels, c, 1.0 - labels * (rows @ plane[:-1] + plane[-1])


def _rounded(u, h, c):
    """Σ c ℓ_h(u): (u + h/2)²/2h for |u| ≤ h/2, max(0, u) elsewhere and for h = 0."""
    if h == 0.0:
        return float((c * np.maximum(u, 0.0)).sum())
    t = np.clip(u + 0.5 * h, 0.0, h)
    return float((c * (t * t / (2.0 * h) + np.maximum(u - 0.5 * h, 0.0))).sum())


def _pull(rows, labels, c, pulling):
    """Of some of the rows: Σ c y (x, 1), Σ c and their number."""
    c = np.where(pulling, c, 0.0)
    beta = labels * c
    return [*(rows.T @ beta), beta.sum(), c.sum(), np.count_nonzero(pulling)]


class Survey(NamedTuple):
    """What a block holds, and a sample of it."""

    totals: dict  # of each label: the number of rows and the sum of their weights
    sums: np.ndarray  # Σ x and Σ x² of each column, (2, d); infinite for sparse rows
    ends: np.ndarray  # the largest -x and the largest x of each column, (2, d)
    points: np.ndarray
    labels: np.ndarray
    weights: np.ndarray
    counts: np.ndarray  # how many rows each point stands for


def survey(least: int, block: Block) -> Survey:
    """Check all rows; draw a sample of each class, `least` rows of it if there are as many."""
    X, y, weights, *_ = block
    origin, sparse, found = np.zeros(X.shape[1]), hasattr(X, "toarray"), set()
    sums, ends = [], [[origin - np.inf] * 2]
    for rows, part in _parts(block, origin):
        if not np.isfinite(rows.data if sparse else rows).all():
            check_matrix(dense(X))
        found.update(y[part].tolist())
        sums.append([origin, origin + np.inf] if sparse else [rows.sum(0), (rows * rows).sum(0)])
        if rows.shape[0]:
            ends.append([np.ravel(dense(side.max(axis=0))) for side in (-rows, rows)])
    rng, totals = np.random.default_rng(0), {}
    chosen, counts = [np.zeros(0, dtype=int)], [[]]
    for label in sorted(found, key=repr)[:3]:  # a third one will be an error
        own = np.flatnonzero((y == label) & (weights > 0.0))
        totals[label] = np.array([len(own), weights[own].sum()])
        heavy = weights[own] * least > totals[label][1]  # these cannot be left to chance
        for part in (own[heavy], own[~heavy]):
            m = min(len(part), max(least, len(part) // constants.SAMPLE_EVERY))
            chosen.append(part if m == len(part) else np.sort(rng.choice(part, m, replace=False)))
            counts.append(np.full(m, len(part) / max(m, 1)))
    chosen = np.concatenate(chosen)
    return Survey(
        totals=totals,
        sums=add(sums),
        ends=np.max(ends, axis=0),
        points=dense(_rows(X, chosen, origin)),
        labels=y[chosen],
        weights=weights[chosen],
        counts=np.concatenate(counts),
    )


class Slope(NamedTuple):
    """Values and derivatives at a plane."""

    values: np.ndarray  # Σ c max(0, u) and, for both widths, Σ c ℓ_h(u)
    pulled: np.ndarray  # Σ c ℓ_h'(u) y (x, 1), (d + 1,)
    curvature: np.ndarray  # Σ c ℓ_h''(u) (x, 1)(x, 1)ᵀ, (d + 1, d + 1)


def slope(plane: np.ndarray, centre: np.ndarray, widths: tuple, block: Block) -> Slope:
    """Derivatives of Σ c ℓ_h(u), h = widths[0], and values for both widths."""
    d, h = block.X.shape[1], widths[0]
    values, pulled, curvature = [], [], np.zeros((d + 1, d + 1))
    for rows, labels, c, u in _losses(block, plane, centre):
        values.append([_rounded(u, width, c) for width in (0.0, *widths)])
        share = np.clip(u / h + 0.5, 0.0, 1.0)
        curved = np.flatnonzero((share > 0.0) & (share < 1.0))
        share *= labels * c
        pulled.append(np.append(rows.T @ share, share.sum()))
        Z = np.column_stack([dense(rows[curved]), np.ones(len(curved))])
        Z *= np.sqrt(c[curved])[:, None]
        curvature += Z.T @ Z
    return Slope(add(values), add(pulled), curvature / h)


class Band(NamedTuple):
    """The rows near the margin of a plane, and sums of all others."""

    loss: float  # Σ c max(0, u)
    bounded: np.ndarray  # outside of the last band, of rows with u > 0 there: as `_pull` says
    turned: np.ndarray  # outside of the last band, of rows with u of another sign: Σ c |u|, number
    nearest: np.ndarray  # and of all, least |u|: where y u < 0 < y u', and else
    near: tuple  # distinct points of the band, labels, Σ c, and how many rows each stands for
    others: np.ndarray  # of the other rows with u > 0: as `_pull` says


def band(
    plane: np.ndarray, centre: np.ndarray, delta: float, last: tuple | None, block: Block
) -> Band:
    """The rows with |u| ≤ delta; last holds plane and delta of an earlier question, or is None."""
    loss, bounded, turned, nearest = [], [], [[0.0, 0.0]], np.full(2, np.inf)
    near_rows, others = [], []
    for rows, labels, c, u in _losses(block, plane, centre):
        size = np.abs(u)
        if last is not None:
            before = 1.0 - labels * (rows @ last[0][:-1] + last[0][-1])
            outside = np.abs(before) > last[1]
            other = outside & ((before > 0.0) != (u > 0.0))
            turned.append([c[other] @ size[other], np.count_nonzero(other)])
            bounded.append(_pull(rows, labels, c, outside & (before > 0.0)))
            # where α = C c for y < 0, or 0 for y > 0, the bias is bounded from below
            below = (before > 0.0) == (labels < 0.0)
            for k, bounding in enumerate((outside & below, outside & ~below)):
                nearest[k] = size[bounding].min(initial=nearest[k])
        loss.append(_rounded(u, 0.0, c))
        near = np.flatnonzero(size <= delta)
        near_rows.append(distinct(dense(rows[near]), labels[near], c[near], np.ones(len(near))))
        others.append(_pull(rows, labels, c, (size > delta) & (u > 0.0)))
    return Band(
        loss=math.fsum(loss),
        bounded=add(bounded or [np.zeros(len(plane) + 2)]),
        turned=add(turned),
        nearest=nearest,
        near=tuple(np.concatenate(parts) for parts in zip(*near_rows, strict=True)),
        others=add(others),
    )


def distinct(points: np.ndarray, labels: np.ndarray, *sums: np.ndarray) -> tuple:
    """The distinct pairs (x, y), if they are few, and what each adds up to of all the rest."""
    ties = find_ties(points, labels) if len(labels) else None
    if ties is None:
        return points, labels, *sums
    return *(kind[ties[0]] for kind in (points, labels)), *(np.bincount(ties[1], s) for s in sums)
