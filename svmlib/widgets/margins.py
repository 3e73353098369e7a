"""A line to turn, shift and scale, in lecture 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib.plots import label_axes, margin_vectors, scale_knob
from svmlib.widgets.live import PlaneFigure, Positive


class Margins(PlaneFigure):
    """A line through two handles, and the functional and geometric margins of points around it.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    handles : pair of points
        Two different places, through which the line runs. w points to the right of the way from the
        first to the second.
    scale : float
        ‖w‖.
    plain : bool
        Whether to show only the line and distances, without scores, second panel and knob.
    labels : pair of str, the names of the axes

    Attributes
    ----------
    solution : dict
        Read back from the front end: w, b and the margin of the data set.
    """

    handles = t.List()
    scale = Positive(1.0)
    plain = t.Bool(False)

    def __init__(
        self, X: ArrayLike, y: ArrayLike, handles: Sequence[ArrayLike], **traits: Any
    ) -> None:
        handles = [[float(v) for v in handle] for handle in handles]
        super().__init__(X, y, handles=handles, **traits)

    @t.validate("handles")
    def _two_places(self, proposal):
        handles = proposal["value"]
        try:
            places = np.asarray(handles, dtype=float)
        except (TypeError, ValueError):
            places = np.empty(0)
        finite = places.shape == (2, 2) and np.isfinite(places).all()
        if not finite or (places[0] == places[1]).all():
            raise t.TraitError(f"handles must be two different places [x1, x2], not {handles!r}")
        return handles

    def line(self) -> tuple[np.ndarray, float]:
        """Return (w, b) of the present line, w of shape (2,) with ‖w‖ = scale."""
        (ax, ay), (bx, by) = self.handles
        w = np.array([by - ay, ax - bx])
        w *= self.scale / np.linalg.norm(w)
        return w, float(-w @ [ax, ay])

    def picture(self) -> Figure:
        """Draw the margins at half, once and twice the scale, or only distances if it is plain."""
        if self.plain:
            drawn = margin_vectors(*self.line(), self.X, self.y)
            return label_axes(drawn, self.labels).figure
        return scale_knob(*self.line(), self.X, self.y)[0, 0].figure
