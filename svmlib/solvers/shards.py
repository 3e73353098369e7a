"""Blocks of rows, and how to ask a question of all of them (lecture 14)."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from svmlib._threads import one_thread
from svmlib._validation import check_matrix, check_signs
from svmlib.solvers import constants
from svmlib.solvers.passes import add, dense, survey

__all__ = ["Shards"]


class Shards:
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
        self.whole = len(y) == self.n

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
        check_matrix(dense(X))
    if y.shape != X.shape[:1]:
        check_signs(y, X.shape[0])
    return X, y
