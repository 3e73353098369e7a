"""The threshold of a score and what it costs, in lecture 12."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib._validation import check_signs, check_vector
from svmlib.plots import threshold as draw_threshold
from svmlib.widgets.live import LiveFigure, Positive

DIGITS = 6  # of the largest score: what is closer together is a tie, on every processor
STEPS = 400  # at most, of the slider


class Threshold(LiveFigure):
    """Held-out scores, a threshold to move, and what false alarms and misses cost.

    A point is called +1, an alarm, when its score is above the threshold; a score equal to the
    threshold is none.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Any scores, larger for +1, of points that the machine has not seen; they are rounded to six
        digits of the largest.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    threshold : float
        Within `span`.
    cost_alarm, cost_miss : float
        What a false alarm costs (a -1 called +1), and a miss (a +1 not called), positive.
    curves : {"recall", "threshold"}
        Whether precision is drawn over recall, or both over the threshold.
    covered : bool
        Open with a guess: the costs are hidden until the reader has committed to a threshold, or
        skips.

    Attributes
    ----------
    points : list of [score, label]
        Cannot be changed: other points are another figure.
    span : [lowest, highest, step]
        Of the threshold: from where all points are called +1 to where none is, with 0 inside.
    solution : dict
        Read back from the front end: threshold, the four counts, precision (None without any
        alarm), recall, and cost.

    Raises
    ------
    TypeError, ValueError
        If the scores are no finite numbers, or y is no vector of -1 and +1 as long.
    """

    points = t.List(read_only=True).tag(sync=True)
    span = t.List(read_only=True).tag(sync=True)
    threshold = t.Float(0.0).tag(sync=True)
    cost_alarm = Positive(1.0).tag(sync=True)
    cost_miss = Positive(1.0).tag(sync=True)
    curves = t.Enum(["recall", "threshold"], "recall").tag(sync=True)
    covered = t.Bool(False).tag(sync=True)
    solution = t.Dict().tag(sync=True)

    def __init__(self, scores: ArrayLike, y: ArrayLike, **traits: Any) -> None:
        scores = check_vector(scores, "scores")
        y = check_signs(y, len(scores), both=True)
        if largest := np.abs(scores).max():
            scores = np.round(scores, DIGITS - 1 - math.floor(math.log10(largest)))
        rows = [[float(s), int(label)] for s, label in zip(scores, y, strict=True)]
        self.set_trait("points", rows)
        self.set_trait("span", _span(scores))
        super().__init__(**traits)

    @t.validate("threshold")
    def _in_the_span(self, proposal):
        (low, high, _), value = self.span, proposal["value"]
        if not low <= value <= high:
            raise t.TraitError(
                f"threshold must lie between {low:g}, where all points are called +1, and "
                f"{high:g}, where none is; it is {value!r}"
            )
        return value

    @property
    def scores(self) -> np.ndarray:
        """The scores as the figure has them, shape (n,)."""
        return np.array([score for score, _ in self.points])

    @property
    def y(self) -> np.ndarray:
        """The labels, shape (n,)."""
        return np.array([label for _, label in self.points], dtype=float)

    def counts(self) -> dict[str, int]:
        """What the threshold does: hits, false alarms, misses and correct rejections."""
        called, positive = self.scores > self.threshold, self.y > 0
        return {
            "hits": int(np.sum(called & positive)),
            "false_alarms": int(np.sum(called & ~positive)),
            "misses": int(np.sum(~called & positive)),
            "correct_rejections": int(np.sum(~called & ~positive)),
        }

    def values(self) -> dict[str, float]:
        """Precision (NaN without any alarm), recall, and the mean cost of a point."""
        hits, false_alarms, misses, _ = self.counts().values()
        alarms = hits + false_alarms
        cost = self.cost_alarm * false_alarms + self.cost_miss * misses
        return {
            "precision": hits / alarms if alarms else math.nan,
            "recall": hits / (hits + misses),
            "cost": cost / len(self.points),
        }

    def picture(self) -> Figure:
        """Precision, recall and cost over the threshold."""
        costs = {"cost_alarm": self.cost_alarm, "cost_miss": self.cost_miss}
        return draw_threshold(self.scores, self.y, at=self.threshold, **costs)[0].figure


def _span(scores):
    """[low, high, step] around the scores and 0, at multiples of a round step."""
    low, high = min(scores.min(), 0.0), max(scores.max(), 0.0)
    extent = high - low or 2.0
    rough = 1.1 * extent / STEPS
    base = 10.0 ** math.floor(math.log10(rough))
    step = next(k * base for k in (2, 5, 10) if k * base >= rough)
    edges = math.floor((low - 0.04 * extent) / step), math.ceil((high + 0.04 * extent) / step)
    return [float(f"{k * step:.12g}") for k in (*edges, 1)]
