"""The base class of the live figures: a front end in JavaScript and a picture for paper."""

from __future__ import annotations

import base64
import math
import os
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import matplotlib.pyplot as plt
import numpy as np
import traitlets as t
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib._checks import check_signs, check_vector
from svmlib.plots import style
from svmlib.widgets import bundle

DIGITS = 6  # digits of the largest score, beyond which scores are tied on every processor
STEPS = 400  # the most steps of a slider over scores


class Number(t.Float):
    """A trait for a number that `holds` accepts. An error says that it must follow the `rule`."""

    def __init__(self, default: float, holds: Callable[[float], bool], rule: str) -> None:
        super().__init__(default)
        self.holds, self.rule = holds, rule

    def validate(self, obj: t.HasTraits, value: Any) -> float:
        value = float(super().validate(obj, value))
        if not self.holds(value):
            raise t.TraitError(f"{self.name} must {self.rule}; it is {value!r}")
        return value


class Positive(Number):
    """A trait for a finite number > 0."""

    def __init__(self, default: float) -> None:
        super().__init__(default, lambda value: 0 < value < math.inf, "be a finite number > 0")


def points_of(X: ArrayLike, y: ArrayLike) -> list[list]:
    """Return rows [x1, x2, label] as a front end wants them, from X (n, 2) and y (n,)."""
    return [[float(a), float(b), int(label)] for (a, b), label in zip(X, y, strict=True)]


def box_around(X: ArrayLike, pad: float = 0.15) -> list[float]:
    """Return [x0, x1, y0, y1] around the rows of X (n, 2), `pad` of the extent on each side."""
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    room = pad * np.maximum(high - low, 1e-3)
    return np.column_stack([low - room, high + room]).ravel().tolist()


class LiveFigure(anywidget.AnyWidget):
    """A figure that reacts in Jupyter and on the published page, and is a picture on paper.

    A subclass has the front end of its name under js/figures, and draws `picture`. The traits that
    it declares can be read, set and observed from Python. They are also the traits of the front
    end, and links carry them. In a notebook links lead to the page whose address is in the
    environment variable ``SVMLIB_PAGE``.
    """

    figure = t.Unicode().tag(sync=True)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        for trait in vars(cls).values():
            if isinstance(trait, t.TraitType):
                trait.tag(sync=True)
        if cls.__name__ in bundle.figures() and not hasattr(cls, "_esm"):
            cls._esm = bundle.notebook_module(cls.__name__)
            cls._css = (bundle.FRONT / "live.css").read_text(encoding="utf8")

    def __init__(self, **traits: Any) -> None:
        name = type(self).__name__
        if page := os.environ.get("SVMLIB_PAGE"):
            self._esm = bundle.notebook_module(name, page)
        super().__init__(figure=name, **traits)

    def picture(self) -> Figure:
        """Draw the present state as a matplotlib figure."""
        raise NotImplementedError(f"{type(self).__name__} draws no picture")

    def complete(self) -> bool:
        """Return whether there is something to draw. The live figure names the missing part."""
        return True

    def __repr__(self):
        own = sorted(set(self.trait_names(sync=True)) - set(LiveFigure.class_trait_names()))
        values = {name: getattr(self, name) for name in own if not name.startswith("_")}
        told = [f"{k}={v!r}" for k, v in values.items() if isinstance(v, bool | int | float | str)]
        return f"{type(self).__name__}({', '.join(told)})"

    def _repr_mimebundle_(self, **kwargs):
        """Return for Jupyter the live figure, and a picture of it that carries its data."""
        data, metadata = super()._repr_mimebundle_(**kwargs)
        if self.complete():
            drawn = self.picture()
            png, metadata["image/png"] = style._picture(drawn)
            data["image/png"] = base64.b64encode(png).decode()
            plt.close(drawn)
        return data, metadata


class DataFigure(LiveFigure):
    """A live figure with points [x1, x2, label] in the plane."""

    points = t.List()

    def __init__(self, X: ArrayLike, y: ArrayLike, **traits: Any) -> None:
        super().__init__(points=points_of(X, y), **traits)

    @property
    def X(self) -> np.ndarray:
        """The present points, shape (n, 2)."""
        return np.array([point[:2] for point in self.points], dtype=float).reshape(-1, 2)

    @property
    def y(self) -> np.ndarray:
        """The present labels, shape (n,)."""
        return np.array([point[2] for point in self.points], dtype=float)


class PlaneFigure(DataFigure):
    """A live figure of points that cannot be moved, in a box whose axes have names."""

    box = t.List()
    labels = t.List()
    solution = t.Dict()

    def __init__(
        self, X: ArrayLike, y: ArrayLike, *, labels: Sequence[str] = ("x1", "x2"), **traits: Any
    ) -> None:
        super().__init__(X, y, box=box_around(X), labels=list(labels), **traits)


class PointFigure(PlaneFigure):
    """A live figure of points [x1, x2, label] that can be moved."""

    classes = (-1, 1)

    @t.validate("points")
    def _numbers_and_classes(self, proposal):
        classes = ", ".join(map(str, self.classes))
        rows = f"[x1, x2, label] of finite numbers with label one of {classes};"
        return self._checked(proposal["value"], rows)

    def _checked(self, points, rows):
        """Return the points. An error quotes the allowed rows and the wrong row."""
        for i, point in enumerate(points):
            numbers = len(point) == 3 and all(isinstance(v, int | float) for v in point)
            if not numbers or not np.isfinite(point).all() or point[2] not in self.classes:
                raise t.TraitError(f"points must be rows {rows} row {i} is {point!r}")
        return points

    def complete(self) -> bool:
        """Return whether each class has a point."""
        return {point[2] for point in self.points} == set(self.classes)


class PlainPoints(PointFigure):
    """A live figure of points in the plane that are all of one kind."""

    classes = (1,)

    def __init__(self, X: ArrayLike, **traits: Any) -> None:
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != 2:
            raise ValueError(f"points must have shape (n, 2); they have {X.shape}")
        super().__init__(X, np.ones(len(X)), **traits)

    @t.validate("points")
    def _numbers_and_classes(self, proposal):
        """Add 1 to rows of two numbers."""
        rows = [[*row, 1] if len(row) == 2 else row for row in proposal["value"]]
        return self._checked(rows, "of two finite numbers,")


class ScoreFigure(LiveFigure):
    """A live figure of held-out scores and labels -1 and +1, which cannot change."""

    points = t.List(read_only=True)
    span = t.List(read_only=True)
    solution = t.Dict()

    def __init__(self, scores: ArrayLike, y: ArrayLike, **traits: Any) -> None:
        scores = check_vector(scores, "scores")
        y = check_signs(y, len(scores), both=True)
        if largest := np.abs(scores).max():
            scores = np.round(scores, DIGITS - 1 - math.floor(math.log10(largest)))
        rows = [[float(s), int(label)] for s, label in zip(scores, y, strict=True)]
        self.set_trait("points", rows)
        self.set_trait("span", _span(scores))
        super().__init__(**traits)

    @property
    def scores(self) -> np.ndarray:
        """The scores as the figure has them, shape (n,)."""
        return np.array([score for score, _ in self.points])

    @property
    def y(self) -> np.ndarray:
        """The labels, shape (n,)."""
        return np.array([label for _, label in self.points], dtype=float)


def _span(scores):
    """Return [low, high, step] around the scores and 0, at multiples of a round step."""
    low, high = min(scores.min(), 0.0), max(scores.max(), 0.0)
    extent = high - low or 2.0
    rough = 1.1 * extent / STEPS
    base = 10.0 ** math.floor(math.log10(rough))
    step = next(k * base for k in (2, 5, 10) if k * base >= rough)
    edges = math.floor((low - 0.04 * extent) / step), math.ceil((high + 0.04 * extent) / step)
    return [float(f"{k * step:.12g}") for k in (*edges, 1)]
