"""The live figures as Python sees them: what its traits mean and what they refuse, with a sentence;
pictures, and what Jupyter stores.
"""

import base64
import io
import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
import traitlets
from PIL import Image

from book.fingerprint import figure_fingerprint
from svmlib import datasets, widgets
from svmlib.plots import style
from svmlib.widgets import Novelty, Street, Threshold, Tube, bundle
from tests.live_book import MOVES, made

X, y = datasets.moons(60)
NAMES = sorted(bundle.figures())
ONE_KIND = ("Tube", "Novelty", "Landmarks")  # of points
VIEW = "application/vnd.jupyter.widget-view+json"


def test_points_travel_as_plain_numbers():
    figure = made("KernelMachine")
    assert json.loads(json.dumps(figure.points)) == figure.points
    np.testing.assert_array_equal(figure.X, X)
    np.testing.assert_array_equal(figure.y, y)
    x0, x1, y0, y1 = figure.box
    assert x0 < X[:, 0].min() and X[:, 0].max() < x1 and y0 < X[:, 1].min() and X[:, 1].max() < y1


def test_map_begins_at_its_best_cell():
    figure = widgets.Map((X, y), datasets.moons(60, seed=1), [0.1, 1, 10], [0.2, 1])
    row, column = figure.cell
    assert figure.log and np.shape(figure.scores) == (2, 3)
    assert figure.scores[row][column] == np.max(figure.scores)


def test_jupyter_stores_view_picture_and_its_size():
    figure = made("Street")
    data, metadata = figure._repr_mimebundle_()
    assert set(data) == {VIEW, "image/png", "text/plain"}
    assert data[VIEW]["model_id"] == figure.model_id
    picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")
    shown = metadata["image/png"]
    assert shown == {"width": picture.width // 2, "height": picture.height // 2}
    assert len(picture.getcolors(picture.width * picture.height)) > 8


@pytest.fixture
def data_of(monkeypatch):
    """What Jupyter stores of a figure, its picture as the data that it shows."""
    monkeypatch.setattr(style, "_picture", lambda fig: (b"", figure_fingerprint(fig)))
    return lambda figure: json.loads(json.dumps(figure._repr_mimebundle_()[1]["image/png"]))


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_follows_the_traits(name, data_of):
    open_before = plt.get_fignums()
    figure = made(name)
    before = data_of(figure)
    assert any(axes["artists"] for axes in before["axes"]) and data_of(figure) == before
    assert data_of(made(name, **MOVES[name])) != before
    # otherwise a notebook shows each figure twice
    assert plt.get_fignums() == open_before
    assert re.fullmatch(rf"{name}\([\w=.,' -]*\)", repr(figure))


def test_a_street_that_cannot_be_hard_shows_why(data_of):
    assert data_of(widgets.Street(X, y, hard=True)) != data_of(widgets.Street(X, y))


@pytest.mark.parametrize("name", ["KernelMachine", "Street", "DualAscent", "ThreeClasses", "Tube",
                                  "Novelty", "Landmarks"])  # fmt: skip
def test_without_points_of_a_class_there_is_no_picture(name):
    """The live figure says so itself; Jupyter shows that, not a traceback."""
    figure = made(name)
    figure.points = [point for point in figure.points if point[2] == 1 and name not in ONE_KIND]
    data, _ = figure._repr_mimebundle_()
    assert VIEW in data and "image/png" not in data


def test_descent_has_no_path_where_chance_is_in_it():
    figure = made("Descent", lam=0.1, steps=10, batch=5)
    assert figure.path().tolist() == [list(figure.start)]


NAN, INF = np.nan, np.inf
REFUSED = {
    "Street": [
        *[("C", value) for value in (0.0, -1, NAN, INF, "1")],
        *[("points", [[0, 0, 1], point], "row 1") for point in (
            [0, 1], [0, 1, 0], [0, 1, 2], [0, NAN, 1], [0, INF, 1], ["0", 1, 1], [0, 1, 1, 1]
        )],
    ],
    "Descent": [
        ("eta", 0.0), ("lam", NAN), ("start", [1.0]), ("start", [1.0, NAN]), ("start", ["a", 1]),
        ("seed", -1), ("batch", 0), ("schedule", "armijo"),
    ],
    "DualAscent": [("order", "random"), ("method", "triples"), ("steps", -1)],
    "KernelMachine": [
        ("data", "mooons"), ("seed", -1), ("seed", 10000), ("kernel", "gaussian"), ("degree", 0),
    ],
    "Lift": [("level", -1), ("level", INF), ("turn", 200), ("tilt", -5), ("tilt", NAN)],
    "Losses": [("score", 3.5), ("score", NAN), ("shown", ["hinge"] * 2), ("shown", ["no"]),
               ("label", 0)],
    "Map": [
        ("cell", cell, "0 <= row < 3 and 0 <= column < 4")
        for cell in ([3, 0], [0, 4], [-1, 0], [0], [0, 1, 2], [0.5, 1], [True, 0])
    ],
    "Margins": [
        ("scale", 0.0), ("handles", []), ("handles", [[0, 0]]), ("handles", [[0, 0], [0, 0]]),
        ("handles", [[0, 0], [1, NAN]]), ("handles", "no"),
    ],
    "ThreeClasses": [("kind", "one-vs-all")],
    "Tube": [
        ("epsilon", -0.1, "epsilon must be a finite number >= 0"), ("epsilon", INF),
        ("epsilon", NAN), ("kernel", "polynomial"), ("points", [[0, 1], [1]], "row 1 is"),
        ("points", [[0, 1, -1]], "two finite numbers, row 0"), ("points", [[0, NAN]], "row 0"),
        ("points", [["0", 1]], "row 0"),
    ],
    "Novelty": [
        ("nu", 0, "0 < nu <= 1"), ("nu", 1.01, "0 < nu <= 1"), ("nu", NAN, "0 < nu <= 1"),
        ("points", [[0, 1, 2]], "two finite numbers, row 0"),
    ],
    "Threshold": [
        ("threshold", 99.0), ("threshold", NAN), ("threshold", "0"), ("cost_alarm", 0.0),
        ("cost_miss", -1.0), ("cost_miss", INF), ("curves", "roc"), ("points", [[0.0, 1]]),
        ("span", [-1, 1, 0.1]),
    ],
    "Reliability": [("A", NAN), ("B", INF), ("rate", 0.0), ("rate", 1), ("points", [[0.0, 1]])],
    "Landmarks": [("C", 0.0), ("sigma", INF), ("points", [[0, NAN]], "row 0")],
}  # fmt: skip


@pytest.mark.parametrize(
    "name, trait, value, match",
    [(name, trait, value, *(match or [trait]))
     for name, cases in REFUSED.items() for trait, value, *match in cases],
)  # fmt: skip
def test_a_trait_that_makes_no_sense_is_refused(name, trait, value, match):
    figure = made(name)
    before = getattr(figure, trait)
    with pytest.raises(traitlets.TraitError, match=match):
        setattr(figure, trait, value)
    assert getattr(figure, trait) == before


PLANE, N = np.ones((5, 2)), np.arange(5.0)
SCORES = [0.1, 0.2]


@pytest.mark.parametrize("make, error, match", [
    (lambda: Tube(PLANE, N), ValueError, r"\(n,\) or \(n, 1\)"),
    (lambda: Tube(N[:4], N), ValueError, r"\(n, 1\)"),
    (lambda: Tube(N, N[:, None]), ValueError, r"\(n, 1\)"),
    (lambda: Novelty(N), ValueError, r"\(n, 2\)"),
    (lambda: Novelty(np.column_stack([PLANE, PLANE])), ValueError, r"\(n, 2\)"),
    (lambda: Threshold([0.1, NAN], [1, -1]), ValueError, "scores"),
    (lambda: Threshold([SCORES], [1, -1]), ValueError, "scores"),
    (lambda: Threshold(["high", "low"], [1, -1]), TypeError, "scores"),
    (lambda: Threshold(SCORES, [1, 0]), ValueError, "y"),
    (lambda: Threshold([*SCORES, 0.3], [1, -1]), ValueError, "y"),
    (lambda: Threshold(SCORES, [1, 1]), ValueError, "y"),
    (lambda: Street(PLANE, N > 2), traitlets.TraitError, "one of -1, 1"),
    (lambda: Street(PLANE, np.array([2, -2, 2, 2, 2])), traitlets.TraitError, "one of -1, 1"),
])  # fmt: skip
def test_data_that_are_none_are_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()
