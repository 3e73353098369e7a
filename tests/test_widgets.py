"""The live figures as Python sees them: what its traits mean, pictures, what Jupyter stores."""

import base64
import io
import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from book.fingerprint import figure_fingerprint
from svmlib import datasets, losses, widgets
from svmlib.plots import style
from svmlib.widgets import bundle, live
from tests.live_book import made

X, y = datasets.moons(60)
NAMES = sorted(bundle.figures())
ONE_KIND = ("Tube", "Novelty", "Landmarks")  # of points
VIEW = "application/vnd.jupyter.widget-view+json"


# ----------------------------------------------------------------------------------------- traits


def test_points_travel_as_plain_numbers():
    figure = made("KernelMachine")
    assert json.loads(json.dumps(figure.points)) == figure.points
    np.testing.assert_array_equal(figure.X, X)
    np.testing.assert_array_equal(figure.y, y)
    x0, x1, y0, y1 = figure.box
    assert x0 < X[:, 0].min() and X[:, 0].max() < x1 and y0 < X[:, 1].min() and X[:, 1].max() < y1


def test_all_knobs_are_positive_numbers():
    classes = [getattr(widgets, name) for name in NAMES]
    traits = {name: trait for own in classes for name, trait in own.class_traits().items()}
    knobs = {name for name, trait in traits.items() if isinstance(trait, live.Positive)}
    assert knobs == {"C", "sigma", "eta", "lam", "scale", "cost_alarm", "cost_miss"}


def test_map_begins_at_its_best_cell():
    figure = widgets.Map((X, y), datasets.moons(60, seed=1), [0.1, 1, 10], [0.2, 1])
    row, column = figure.cell
    assert figure.log and np.shape(figure.scores) == (2, 3)
    assert figure.scores[row][column] == np.max(figure.scores)


def test_losses_know_their_values():
    figure = made("Losses", score=0.3, label=-1, shown=list(losses.LOSSES))
    assert figure.values() == {name: loss(-0.3) for name, loss in losses.LOSSES.items()}


# ------------------------------------------------------------------------- pictures, what is stored


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

    def stored(figure):
        _, metadata = figure._repr_mimebundle_()
        return json.loads(json.dumps(metadata["image/png"]))

    monkeypatch.setattr(style, "_picture", lambda fig: (b"", figure_fingerprint(fig)))
    return stored


CHANGES = {
    "KernelMachine": {"C": 30.0}, "Street": {"C": 0.02}, "Losses": {"score": 1.25},
    "Margins": {"scale": 0.5}, "Descent": {"lam": 0.5}, "DualAscent": {"C": 0.1},
    "Lift": {"level": 0.3}, "Map": {"cell": [1, 2]}, "ThreeClasses": {"kernel": "rbf"},
    "Threshold": {"cost_miss": 5.0}, "Tube": {"epsilon": 0.2}, "Novelty": {"nu": 0.5},
    "Reliability": {"A": -3.0}, "Landmarks": {"sigma": 0.2},
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_follows_the_traits(name, data_of):
    open_before = plt.get_fignums()
    figure = made(name)
    before = data_of(figure)
    assert any(axes["artists"] for axes in before["axes"]) and data_of(figure) == before
    assert data_of(made(name, **CHANGES[name])) != before
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


def test_descent_knows_its_path_where_no_chance_is_in_it():
    figure = made("Descent", lam=0.1, steps=3)
    assert figure.path().shape == (4, 2) and figure.path()[0].tolist() == list(figure.start)
    for batch, steps in ((5, 10), (len(y), 0)):
        figure.batch, figure.steps = batch, steps
        assert figure.path().shape == (1, 2)
