"""A map from scores to probabilities that you can change, in lecture 11."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike
from scipy.special import expit

from svmlib.plots import reliability_diagrams
from svmlib.widgets.live import Number, Positive, ScoreFigure


class Reliability(ScoreFigure):
    """The sigmoid p(f) = 1/(1 + exp(A f + B)) of held-out scores, and the quality of its forecasts.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Any scores, larger for +1, of points that the machine has not seen. They are rounded to six
        digits of the largest.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    A, B : float
        Slope, negative when larger scores mean +1, and offset.
    rate : float
        Frequency of +1, 0 < rate < 1, by default as in y. The points of each class are weighted to
        give it.
    costs : bool
        Whether the mean cost is drawn against the threshold of the forecast.
    cost_miss : float
        Cost of a miss, where a false alarm costs 1.

    Attributes
    ----------
    points : list of [score, label]
        Cannot be changed. Make another figure for other points.
    solution : dict
        Read back from the front end: log_loss, brier, calibration_error, mean (of the forecasts).
    """

    A = Number(-1.0, np.isfinite, "be finite")
    B = Number(0.0, np.isfinite, "be finite")
    costs = t.Bool(False)
    cost_miss = Positive(1.0)
    rate = Number(0.5, lambda v: 0 < v < 1, "be a number with 0 < rate < 1")

    def __init__(self, scores: ArrayLike, y: ArrayLike, **traits: Any) -> None:
        super().__init__(scores, y, **traits)
        if "rate" not in traits:
            self.rate = float(np.mean(self.y > 0))

    def forecast(self) -> np.ndarray:
        """Return the probability of +1 that the map gives to each point, shape (n,)."""
        return expit(-self.A * self.scores - self.B)

    def picture(self) -> Figure:
        """Draw the reliability diagram of the present map, with every point counted once."""
        title = f"A = {self.A:g}, B = {self.B:g}"
        return reliability_diagrams({title: self.forecast()}, self.y)[0, 0].figure
