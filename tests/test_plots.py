"""Scenes draw what they say, in one look; pictures are loaded when they are asked for."""

import inspect
import io
from importlib import import_module
from pathlib import Path

import jedi
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image
from sklearn.svm import SVC

from svmlib import EpsilonSVR, datasets, plots
from svmlib.kernels import Linear
from svmlib.plots import style
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _look():
    plots.use_style()


# some functions of these are for other pictures alone
SERVE = [f"svmlib.plots.{name}" for name in ("convex_hulls", "duality", "scenes", "style")]


class Rings:
    """f(x) = r² - radius²: a boundary that is known exactly."""

    def __init__(self, radius=0.8):
        self.radius = radius

    def decision_function(self, X):
        return 4 * (self.radius**2 - (np.asarray(X) ** 2).sum(axis=1))


# ------------------------------------------------------------------------------- where it all is


def test_plots_offer_what_their_modules_offer():
    """All public functions of a module, but for those of some that serve others only."""
    page, offered = (ROOT / "book/reference.md").read_text(encoding="utf-8"), {}
    for path in sorted(Path(plots.__file__).parent.glob("[a-z]*.py")):
        module = import_module(f"svmlib.plots.{path.stem}")
        assert f"automodule:: {module.__name__}\n   :members:\n" in page
        for name in [n for n in vars(module) if n in plots._HOME or module.__name__ not in SERVE]:
            thing = getattr(module, name)
            own = inspect.isfunction(thing) and thing.__module__ == module.__name__
            if own and not name.startswith("_"):
                assert getattr(plots, name) is thing and thing.__doc__, name
                offered[name] = module.__name__
    assert offered | {"style": "svmlib.plots"} == plots._HOME
    assert set(plots.__all__) == set(plots._HOME) <= set(dir(plots))


def test_an_editor_completes_every_picture_and_finds_its_source():
    text = "from svmlib import plots\nplots."
    completed = {c.name for c in jedi.Script(text, path=ROOT / "new.py").complete()}
    assert set(plots._HOME) <= completed
    for name in ("boundary", "hulls", "gap_curves"):
        (found,) = jedi.Script(text + name, path=ROOT / "new.py").goto(
            2, 7, follow_imports=True, prefer_stubs=False
        )
        function = inspect.unwrap(getattr(plots, name))
        assert found.module_path == Path(function.__code__.co_filename)
        assert found.line == function.__code__.co_firstlineno


# ------------------------------------------------------------------------------------ the scenes


def pixels_of(line):
    """Where an infinite line is drawn, in data coordinates."""
    ax = line.axes
    ax.figure.draw_without_rendering()
    return ax.transData.inverted().transform(line.get_transform().transform([[0, 0], [1, 1]]))


@pytest.mark.parametrize(
    ("w", "b", "level"),
    [((1, 2), -1, 0), ((1, 0), -0.3, 0.5), ((0, -2), 0.5, -1), ((30, 40), 7, 2)],
)
def test_line_lies_on_its_equation_and_leaves_the_limits_alone(w, b, level):
    ax = plots.frame([[-1, -1], [1, 1]])
    limits = ax.get_xlim(), ax.get_ylim(), ax.dataLim.get_points().tolist()
    assert plots.line(w, b, ax, level) is ax
    assert (ax.get_xlim(), ax.get_ylim(), ax.dataLim.get_points().tolist()) == limits
    np.testing.assert_allclose(pixels_of(ax.lines[0]) @ w + b, level, atol=1e-9)
    # right across the view, also when more comes into view
    ax.set(xlim=(-50, 50), ylim=(-50, 50))
    ends = pixels_of(ax.lines[0])
    np.testing.assert_allclose(ends @ w + b, level, atol=1e-9)
    assert np.ptp(ends, axis=0).max() == pytest.approx(100)


def test_style_forgets_local_settings_and_repeats_itself():
    once = dict(mpl.rcParams)
    mpl.rcParams.update({"lines.linewidth": 17, "axes.grid": True, "font.family": "serif"})
    plots.use_style()
    assert dict(mpl.rcParams) == once
    assert mpl.rcParams["backend"].lower() == "agg"


def test_shown_pictures_are_sharp_small_and_keep_their_colours():
    X, y = datasets.moons(100)
    many = plt.subplots(figsize=(2, 2))[1]
    many.imshow(np.random.default_rng(0).random((40, 40, 3)))
    for ax, width in ((plots.boundary(Rings(), X, y), 640), (many, 200)):
        style._picture(ax.figure)  # the layout settles when drawn for the first time
        data, shown = style._picture(ax.figure)
        picture = Image.open(io.BytesIO(data))
        assert picture.width == 2 * shown["width"] == 2 * width and len(data) < 80_000
        assert picture.info["Software"].startswith("Matplotlib")
        small = np.asarray(picture.convert("RGB"), dtype=int)
        with io.BytesIO() as file:
            ax.figure.savefig(file, dpi=200)
            true = np.asarray(Image.open(file).convert("RGB"), dtype=int)
        assert np.abs(small - true).max() <= 8
        assert (small[0, 0] == 255).all()


# ----------------------------------------------------------------------------- on axes of one's own

X, Y = datasets.iris_setosa(every=4, features=2)
X.flags.writeable = Y.flags.writeable = False  # no picture may change what it shows
LINE = [10 / 3, -5.0], -2.0
C, T = [0.1, 1.0, 10.0], [0.2, 0.1, 0.3]
ON_AXES = {
    "boundary": (Rings(), X, Y), "excess_curves": ({"a": (C, T)},), "frame": (X,), "line": LINE,
    "margin_vectors": (*LINE, X, Y), "points": (X, Y), "slack_bars": (*LINE, X, Y),
    "street": (LINE, X, Y),
}  # fmt: skip
# these take something fitted: the lectures draw them
FITTED = {"certificate", "novelty", "regions", "score_map", "support_vectors"}


def test_every_picture_that_takes_axes_is_among_these():
    takes = {n for n in plots.__all__ if callable(getattr(plots, n))
             and "ax" in inspect.signature(getattr(plots, n)).parameters}  # fmt: skip
    assert takes == {*ON_AXES, *FITTED, "direct_label", "label_axes"}


@pytest.mark.parametrize("name", ON_AXES)
def test_a_picture_is_drawn_on_the_axes_given(name):
    _, (mine, other) = plt.subplots(1, 2)
    before = len(other.get_children())
    assert getattr(plots, name)(*ON_AXES[name], ax=mine) is mine
    assert plt.get_fignums() == [mine.figure.number] and len(other.get_children()) == before


SCORES, SIGNS = np.array([0.0, 1.0, 2.0]), np.array([-1, 1, -1.0])
TUBE = EpsilonSVR(kernel=Linear()).fit([[0.0], [1.0]], [0.0, 1.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plots.bondary, "has no attribute 'bondary'"),
        (lambda: plots.street(SVC().fit(X, Y), X, Y), "use boundary for kernels"),
        (lambda: plots.street((np.ones(3), 0.0), X, Y), "w must be of shape"),
        (lambda: plots.named_lines({"far": ([1.0, 0.0], 100.0)}, X, Y), "does not cross"),
        (lambda: plots.named_lines(dict.fromkeys("ABCDE", LINE), X, Y), "at most 4"),
        (lambda: plots.tube(TUBE, np.ones((2, 2)), [0.0, 1.0]), "1 columns"),
        (lambda: plots.tube(TUBE, [[0.0], [1.0]], [0.0]), "y must be"),
        (lambda: plots.threshold(SCORES, SIGNS[:2]), "y must"),
        (lambda: plots.threshold(SCORES, np.ones(3)), "both classes"),
        (lambda: plots.threshold(SCORES * np.nan, SIGNS), "scores must"),
        (lambda: plots.threshold(SCORES, SIGNS, 0.0, -1.0), "cost_alarm"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises((AttributeError, TypeError, ValueError), match=message):
        call()
