"""Blocks of rows, and how to ask a question of all of them (lecture 14)."""

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

from svmlib._checks import check_matrix, check_vector, class_weights
from svmlib._threads import one_thread
from svmlib.solvers import constants
from svmlib.solvers.passes import Block, add, dense, survey


class Shards:
    """The blocks and how to ask all of them. The first pass checks every row and draws a sample."""

    def __init__(self, blocks: Any, map: Callable, class_weight: Any) -> None:
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
        self.classes = self.factors = np.zeros(0)
        many = len(blocks) if hasattr(blocks, "__len__") else constants.BLOCKS_GUESSED
        least = max(constants.SAMPLE // (2 * max(many, 1)), constants.SAMPLE_LEAST)
        surveys = self.ask(survey, least)
        d = surveys[0].points.shape[1]
        for k, one in enumerate(surveys):
            if (here := one.points.shape[1]) != d:
                raise ValueError(f"block {k}: X must have {d} columns, as block 0, but has {here}")
        self.classes, (rows, weights) = _two_classes([one.totals for one in surveys])
        self.n = int(rows.sum())
        self.factors = class_weights(class_weight, self.classes, weights)
        self.total = float(self.factors @ weights)
        X, labels, weights, counts = (
            np.concatenate(parts) for parts in zip(*(one[3:] for one in surveys), strict=True)
        )
        late = (labels == self.classes[1]).astype(int)
        mean, square = add([one.sums for one in surveys]) / self.n
        # points with a column far from 0 are centred: it changes nothing but rounding
        self.centre = mean if (mean * mean > 0.5 * square).any() else np.zeros(d)
        least, most = np.max([one.ends for one in surveys], axis=0)
        self.largest = np.maximum(least + self.centre, most - self.centre)
        # points, ±1, the weights of all rows that each stands for, and how many these are
        weights *= counts * self.factors[late]
        self.sample = X - self.centre, 2.0 * late - 1.0, weights, counts
        self.whole = len(labels) == self.n

    def ask(self, question: Callable, *arguments: Any) -> list[Any]:
        """The answers of all blocks to ``question(*arguments, block)``, in order: one pass.

        For a block that is no good the message of the error begins with its number.
        """
        asked = partial(_answer, partial(question, *arguments), (self.classes, self.factors))
        answers, sizes = [], []
        for k, (n, answer) in enumerate(self.map(asked, self.blocks)):
            if isinstance(answer, Exception):
                raise type(answer)(f"block {k}: {answer}")
            answers.append(answer)
            sizes.append(n)
        if not sizes:
            raise ValueError("blocks must hold blocks, but this pass found none")
        self.passes, self.sizes = self.passes + 1, self.sizes or sizes
        for k, (n, before) in enumerate(zip_longest(sizes, self.sizes, fillvalue=0)):
            if n != before:
                raise ValueError(
                    f"block {k}: it has {n} rows now and had {before} before; blocks must be the "
                    "same in every pass"
                )
        return answers


def _two_classes(totals):
    """Both labels in order, and what `Survey.totals` says of them, (2, 2)."""
    found = {}
    for k, here in enumerate(totals):
        found = {label: found.get(label, 0.0) + here.get(label, 0.0) for label in found | here}
        kinds = {isinstance(label, str) for label in found}
        if len(found) > 2 or len(kinds) > 1 or any(v is None or v != v for v in here):
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


def _answer(question, meaning, block):
    """The number of rows in a block and the question's answer; `meaning` ends a `Block`.

    What is wrong with its rows is an answer, too: nobody should try again. What goes wrong while it
    is loaded is not.
    """
    block = block() if callable(block) else block
    try:
        X, y, weights = _checked(block)
        with one_thread():
            return len(y), question(Block(X, y, weights, *meaning))
    except (TypeError, ValueError) as error:
        return 0, error


def _checked(block):
    """X, as it is or in rows that can be sliced, y and weights, if all is right."""
    try:
        X, y, weights = block if len(block) == 3 else (*block, None)
    except (TypeError, ValueError):
        raise TypeError(f"must be (X, y) or (X, y, weights), not {type(block)}") from None
    X, y = X.tocsr() if hasattr(X, "tocsr") else np.asanyarray(X), np.asanyarray(y)
    if X.ndim != 2 or 0 in X.shape or X.dtype.kind not in "biuf":
        check_matrix(dense(X))
    n = X.shape[0]
    if y.shape != (n,):
        raise ValueError(f"y must have shape ({n},), one label per row of X, but has {y.shape}")
    if weights is None:
        return X, y, np.broadcast_to(1.0, n)
    weights = check_vector(weights, "weights", length=n)
    if weights.min() < 0.0:
        raise ValueError("weights must not be negative; 0 leaves a row out")
    return X, y, weights
