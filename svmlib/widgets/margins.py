"""A line to turn, shift and scale, in lecture 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import traitlets as t
from numpy.typing import ArrayLike

from svmlib.plots import scale_knob
from svmlib.widgets.live import LiveFigure, Positive, box_around, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

__all__ = ["Margins"]


class Margins(LiveFigure):
    """A line through two handles, and the functional and geometric margins of points around it.

    Parameters
    ----------
    X, y : array_like, shape (n, 2) and (n,)
        Points, and labels -1 and +1.
    handles : pair of points
        Two different places. The line runs through both; w points to the right of the way from
        the first to the second.
    scale : float
        ‖w‖.
    labels : pair of str
        Names of the axes.

    Attributes
    ----------
    solution : dict
        Read back from the front end: w, b and the margin of the data set.
    """

    entry, render = "margins.js", "renderMargins"

    points = t.List().tag(sync=True)
    handles = t.List().tag(sync=True)
    scale = Positive(1.0).tag(sync=True)
    box = t.List().tag(sync=True)
    labels = t.List().tag(sync=True)
    solution = t.Dict().tag(sync=True)

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        handles: Sequence[ArrayLike],
        *,
        labels: Sequence[str] = ("x1", "x2"),
        **traits: Any,
    ) -> None:
        super().__init__(
            points=points_of(X, y),
            handles=[[float(v) for v in handle] for handle in handles],
            box=box_around(X),
            labels=list(labels),
            **traits,
        )

    @t.validate("handles")
    def _two_places(self, proposal):
        handles = proposal["value"]
        try:
            places = np.asarray(handles, dtype=float)
        except (TypeError, ValueError):
            places = np.empty(0)
        if (
            places.shape != (2, 2)
            or not np.isfinite(places).all()
            or (places[0] == places[1]).all()
        ):
            raise t.TraitError(f"handles must be two different places [x1, x2], not {handles!r}")
        return handles

    def line(self) -> tuple[np.ndarray, float]:
        """(w, b) of the line as it lies now, w of shape (2,) with ‖w‖ = scale."""
        (ax, ay), (bx, by) = self.handles
        w = np.array([by - ay, ax - bx])
        w *= self.scale / np.linalg.norm(w)
        return w, float(-w @ [ax, ay])

    def picture(self) -> Figure:
        """The margins at half, once and twice the present scale."""
        w, b = self.line()
        X = np.array([point[:2] for point in self.points])
        y = np.array([point[2] for point in self.points], dtype=float)
        axes = scale_knob(w, b, X, y)
        return np.ravel(axes)[0].figure
