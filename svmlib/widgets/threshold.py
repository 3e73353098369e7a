"""The threshold of a score and its cost, in lecture 12."""

from __future__ import annotations

import math

import numpy as np
import traitlets as t
from matplotlib.figure import Figure

from svmlib.plots import threshold as draw_threshold
from svmlib.widgets.live import Positive, ScoreFigure


class Threshold(ScoreFigure):
    """Held-out scores, a threshold to move, and the cost of false alarms and misses.

    A point is called +1, an alarm, when its score is above the threshold, but not when it is equal
    to it.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Any scores, larger for +1, of points that the machine has not seen. They are rounded to six
        digits of the largest.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    threshold : float
        Within `span`.
    cost_alarm, cost_miss : float
        Costs of a false alarm (a -1 called +1), and of a miss (a +1 not called), positive.
    curves : {"recall", "threshold"}
        Whether precision is drawn against recall, or both against the threshold.
    covered : bool
        Open with a guess: the costs are hidden until the reader has committed to a threshold, or
        skips.

    Attributes
    ----------
    points : list of [score, label]
        Cannot be changed. Make another figure for other points.
    span : [lowest, highest, step]
        Of the threshold, around 0, from a value that calls all points +1 to one that calls none.
    solution : dict
        Read back from the front end: threshold, the four counts, precision (None without any
        alarm), recall, and cost.

    Raises
    ------
    TypeError, ValueError
        If the scores are not finite numbers, or y is not a vector of -1 and +1 of equal length.
    """

    threshold = t.Float(0.0)
    cost_alarm = Positive(1.0)
    cost_miss = Positive(1.0)
    curves = t.Enum(["recall", "threshold"], "recall")
    covered = t.Bool(False)

    @t.validate("threshold")
    def _in_the_span(self, proposal):
        (low, high, _), value = self.span, proposal["value"]
        if not low <= value <= high:
            raise t.TraitError(
                f"threshold must lie between {low:g}, where all points are called +1, and "
                f"{high:g}, where none is; it is {value!r}"
            )
        return value

    def counts(self) -> dict[str, int]:
        """Count hits, false alarms, misses and correct rejections at the threshold."""
        called, positive = self.scores > self.threshold, self.y > 0
        return {
            "hits": int(np.sum(called & positive)),
            "false_alarms": int(np.sum(called & ~positive)),
            "misses": int(np.sum(~called & positive)),
            "correct_rejections": int(np.sum(~called & ~positive)),
        }

    def values(self) -> dict[str, float]:
        """Return precision (NaN without any alarm), recall, and the mean cost of a point."""
        hits, false_alarms, misses, _ = self.counts().values()
        alarms = hits + false_alarms
        cost = self.cost_alarm * false_alarms + self.cost_miss * misses
        return {
            "precision": hits / alarms if alarms else math.nan,
            "recall": hits / (hits + misses),
            "cost": cost / len(self.points),
        }

    def picture(self) -> Figure:
        """Draw precision, recall and cost against the threshold, the cost only without a cover."""
        costs = {"cost_alarm": self.cost_alarm, "cost_miss": self.cost_miss}
        _, below = draw_threshold(self.scores, self.y, at=self.threshold, **costs)
        if self.covered:
            for drawn in below.lines[:-1]:  # the last is the threshold
                drawn.remove()
            below.set_title("Which threshold costs least?")
        return below.figure
