"""A map from scores to probabilities under one's hand, in lecture 11."""

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
    """The sigmoid p(f) = 1/(1 + exp(A f + B)) of held-out scores, and what its forecasts are worth.

    Parameters
    ----------
    scores : array_like, shape (n,)
        Any scores, larger for +1, of points that the machine has not seen; they are rounded to six
        digits of the largest.
    y : array_like, shape (n,)
        Labels -1 and +1, both present.
    A, B : float
        Slope, negative when larger scores mean +1, and offset.
    rate : float
        How often +1 is to be, 0 < rate < 1; by default as often as in y. The points of each class
        count as often as this asks for.
    costs : bool
        Whether the mean cost is drawn over the threshold of the forecast.
    cost_miss : float
        What a miss costs; a false alarm costs 1.

    Attributes
    ----------
    points : list of [score, label]
        Cannot be changed: other points are another figure.
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
        """The probability of +1 that the map gives to each point, shape (n,)."""
        return expit(-self.A * self.scores - self.B)

    def picture(self) -> Figure:
        """The reliability diagram of the present map, with every point counted once."""
        title = f"A = {self.A:g}, B = {self.B:g}"
        return reliability_diagrams({title: self.forecast()}, self.y)[0, 0].figure
