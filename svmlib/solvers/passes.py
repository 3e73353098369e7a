"""Questions to blocks of rows that never meet in one memory, and the sums that answer (lecture 14).

A *pass* maps one question over all blocks; numbers and small arrays come back, and of rows only a
sample or those near the margin. Everywhere u = 1 - y (w·x + b), and a plane is the vector (w, b) of
d + 1 numbers, for points counted from a centre on. Sums of slices, and of blocks, are added by
`math.fsum`, which rounds once.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from svmlib._validation import check_matrix, check_signs
from svmlib.solvers import constants
from svmlib.solvers.starts import find_ties

__all__ = ["Band", "Slope", "Survey", "add", "band", "slope", "survey"]


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


def dense(rows):
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
            check_matrix(dense(X))
        if labels.dtype.kind not in "if" or not (np.abs(labels) == 1).all():
            check_signs(y)
        squares = rows.multiply(rows) if sparse else rows * rows
        sums.append([np.ravel(values.sum(axis=0)) for values in (rows, squares)])
        ends.append([np.ravel(dense(end)) for end in (rows.min(axis=0), rows.max(axis=0))])
    ends, rng, chosen, weights = np.array(ends), np.random.default_rng(0), [], []
    for sign in (-1, 1):
        own = np.flatnonzero(y == sign)
        m = min(len(own), max(least, len(own) // constants.SAMPLE_EVERY))
        chosen.append(own if m == len(own) else np.sort(rng.choice(own, m, replace=False)))
        weights.append(np.full(m, len(own) / max(m, 1)))
    chosen = np.concatenate(chosen)
    return Survey(
        n=len(y),
        sparse=sparse,
        sums=add(sums),
        ends=np.stack([ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)]),
        points=dense(_rows(X, chosen, origin)),
        labels=np.asarray(y[chosen], dtype=np.float64),
        weights=np.concatenate(weights),
    )


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
        Z = np.column_stack([dense(rows[curved]), np.ones(len(curved))])
        curvature += Z.T @ Z
    return Slope(len(y), add(values), add(pulled), curvature / h)


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
    plane: np.ndarray, centre: np.ndarray, delta: float, last: tuple | None, X: Any, y: Any
) -> Band:
    """The rows with |u| ≤ delta; last holds plane and delta of an earlier question, or is None."""
    hinge, bounded, turned, nearest = [], [], [], np.full(2, np.inf)
    near_rows, groups = [], []
    for rows, labels, u in _losses(X, y, plane, centre):
        size = np.abs(u)
        if last is not None:
            before = 1.0 - labels * (rows @ last[0][:-1] + last[0][-1])
            outside = np.abs(before) > last[1]
            other = outside & ((before > 0.0) != (u > 0.0))
            turned.append([size[other].sum(), np.count_nonzero(other)])
            pulling = np.where(outside & (before > 0.0), labels, 0.0)
            bounded.append([*(rows.T @ pulling), pulling.sum(), np.count_nonzero(pulling)])
            # where α = C for y < 0, or 0 for y > 0, the bias is bounded from below
            below = (before > 0.0) == (labels < 0.0)
            for k, bounding in enumerate((outside & below, outside & ~below)):
                nearest[k] = size[bounding].min(initial=nearest[k])
        hinge.append(_rounded(u, 0.0))
        near = size <= delta
        each = np.ones(np.count_nonzero(near))
        near_rows.append(distinct(dense(rows[np.flatnonzero(near)]), labels[near], each))
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


def distinct(
    points: np.ndarray, labels: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The distinct pairs (x, y), if they are few, and how often each is there."""
    ties = find_ties(points, labels) if len(labels) else None
    if ties is None:
        return points, labels, counts
    return points[ties[0]], labels[ties[0]], np.bincount(ties[1], counts)
