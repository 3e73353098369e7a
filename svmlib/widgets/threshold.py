"""The threshold of a score and what it costs, in lecture 12."""

from __future__ import annotations

import math

import numpy as np
import traitlets as t
from matplotlib.figure import Figure

from svmlib.plots import threshold as draw_threshold
from svmlib.widgets.live import Positive, ScoreFigure


class Threshold(ScoreFigure):
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
        """Precision, recall and cost over the threshold; the cost only without a cover."""
        costs = {"cost_alarm": self.cost_alarm, "cost_miss": self.cost_miss}
        _, below = draw_threshold(self.scores, self.y, at=self.threshold, **costs)
        if self.covered:
            for drawn in below.lines[:-1]:  # the last is the threshold
                drawn.remove()
            below.set_title("Which threshold costs least?")
        return below.figure
