"""What all live figures share on the Python side: one front end each, and a picture for paper."""

import base64

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import traitlets as t

from svmlib.plots import style
from svmlib.widgets import bundle

__all__ = ["LiveFigure", "PointFigure", "box_around", "points_of"]


def points_of(X, y):
    """Rows [x1, x2, label] as a front end wants them, from X (n, 2) and y (n,)."""
    return [[float(a), float(b), int(label)] for (a, b), label in zip(X, y, strict=True)]


def box_around(X, pad=0.15):
    """[x0, x1, y0, y1] around the rows of X (n, 2), with `pad` of the extent on each side."""
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    room = pad * np.maximum(high - low, 1e-3)
    (x0, y0), (x1, y1) = low - room, high + room
    return [float(edge) for edge in (x0, x1, y0, y1)]


class LiveFigure(anywidget.AnyWidget):
    """A figure that reacts in Jupyter, on the published page, and stands still on paper.

    Subclasses name their front end in `entry` and `render` and draw `picture`. Traits with
    ``sync=True`` can be read, set and observed from Python and are carried by a link.
    """

    figure = t.Unicode().tag(sync=True)
    name = t.Unicode().tag(sync=True)

    entry = None  # module under js/figures
    render = None  # its function

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if "entry" in vars(cls):  # not for the class that anywidget derives for its own traits
            cls._esm = bundle.notebook_module(f"figures/{cls.entry}", cls.render)
            cls._css = (bundle.FRONT / "live.css").read_text(encoding="utf8")

    def __init__(self, **traits):
        super().__init__(figure=type(self).__name__, **traits)

    def picture(self):
        """The present state as a matplotlib figure."""
        raise NotImplementedError(f"{type(self).__name__} draws no picture")

    def _repr_mimebundle_(self, **kwargs):
        data, *metadata = super()._repr_mimebundle_(**kwargs) or ({},)
        drawn = self.picture()
        data["image/png"] = base64.b64encode(style._picture(drawn)[0]).decode()
        plt.close(drawn)
        return (data, *metadata)


class PointFigure(LiveFigure):
    """A live figure of points [x1, x2, label] in the plane that can be moved."""

    points = t.List().tag(sync=True)
    box = t.List().tag(sync=True)
    labels = t.List().tag(sync=True)
    solution = t.Dict().tag(sync=True)

    def __init__(self, X, y, *, labels=("x1", "x2"), **traits):
        super().__init__(points=points_of(X, y), box=box_around(X), labels=list(labels), **traits)

    @property
    def X(self):
        """The present points, shape (n, 2)."""
        return np.array([point[:2] for point in self.points], dtype=float)

    @property
    def y(self):
        """The present labels, shape (n,)."""
        return np.array([point[2] for point in self.points], dtype=float)
