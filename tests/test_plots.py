"""Pictures show what they say, in one look: what is drawn against numbers computed in another way.

Stored figures pin what the lectures show; here stands what a changed figure would not reveal.
"""

import inspect
import io
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib import font_manager
from PIL import Image

from svmlib import datasets, plots, selection
from svmlib.plots import scale, style


@pytest.fixture(autouse=True)
def _look():
    plots.use_style()


OWN_DATA = ("style", "scenes", "maps")  # modules whose functions take what readers bring


class Rings:
    """f(x) = r² - radius²: a boundary that is known exactly."""

    def __init__(self, radius=0.8):
        self.radius = radius

    def decision_function(self, X):
        return 4 * (self.radius**2 - (np.asarray(X) ** 2).sum(axis=1))


OFFERED = {name: thing for name, thing in vars(plots).items() if inspect.isfunction(thing)}


def test_docstrings_follow_the_rule():
    """With parameters for a reader's own data, as a paragraph for a cell of the lecture."""
    homes = {name: thing.__module__.rpartition(".")[2] for name, thing in OFFERED.items()}
    assert {*OWN_DATA} < {*homes.values()}
    for name, thing in OFFERED.items():
        assert thing.__doc__ and thing.__name__ == name
        own_data = homes[name] in OWN_DATA
        assert bool(thing.__annotations__) == own_data, name
        assert own_data or ("----" not in thing.__doc__ and thing.__doc__.count("\n") <= 6), name


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


@pytest.mark.filterwarnings("error")
def test_figures_have_the_font_of_the_book_and_all_signs(caplog):
    """Those that it lacks come from a font of matplotlib, and none twice after a second call."""
    plots.use_style()
    fonts = [one for one in font_manager.fontManager.ttflist if one.name == style.SANS]
    assert sorted(one.weight for one in fonts) == [400, 700]
    for weight, name in (("normal", "book-sans-regular.ttf"), ("bold", "book-sans-bold.ttf")):
        found = font_manager.findfont(font_manager.FontProperties(weight=weight))
        assert Path(found) == Path(style.__file__).parents[1] / "data" / name
    plt.figure().text(0.5, 0.5, "σ, α − 1/‖w‖ ≤ √2 · ½").figure.canvas.draw()
    assert not caplog.records, "which would be outputs of cells"


def test_shown_pictures_are_sharp_small_and_keep_their_colours():
    X, y = datasets.moons(100)
    many = plt.subplots(figsize=(2, 2))[1]
    many.imshow(np.random.default_rng(0).random((40, 40, 3)))
    for ax, width in ((plots.boundary(Rings(), X, y), 640), (many, 200)):
        for _ in range(9):  # until the layout has settled
            ax.figure.draw_without_rendering()
        data, shown = style._picture(ax.figure)
        picture = Image.open(io.BytesIO(data))
        assert picture.width == 2 * shown["width"] == 2 * width and len(data) < 80_000
        assert picture.info["Software"].startswith("Matplotlib")
        # a white ground of its own: it is read on any page
        assert picture.convert("RGBA").getextrema()[3] == (255, 255)
        small = np.asarray(picture.convert("RGB"), dtype=int)
        with io.BytesIO() as file:
            ax.figure.savefig(file, dpi=200)
            true = np.asarray(Image.open(file).convert("RGB"), dtype=int)
        assert np.abs(small - true).max() <= 8
        assert (small[0, 0] == 255).all()


X, Y = datasets.iris_setosa(every=4, features=2)
X.flags.writeable = Y.flags.writeable = False  # no picture may change what it shows
LINE = [10 / 3, -5.0], -2.0
C, T = [0.1, 1.0, 10.0], [0.2, 0.1, 0.3]


def test_a_picture_is_laid_out_when_it_is_first_shown():
    ax = plots.rounding_squares({"line": LINE}, X, y=Y, center=(5.1, 3.2))
    plots.label_axes(ax, datasets.IRIS_FEATURES)
    assert style._picture(ax.figure) == style._picture(ax.figure)


ON_AXES = {
    "boundary": (Rings(), X, Y), "excess_curves": ({"a": (C, T)},), "frame": (X,), "line": LINE,
    "margin_vectors": (*LINE, X, Y), "points": (X, Y), "slack_bars": (*LINE, X, Y),
    "street": (LINE, X, Y),
}  # fmt: skip
# these take something fitted, and the lectures draw them; or they add to a picture
OTHERS = {"certificate", "novelty", "regions", "score_map", "support_vectors",
          "direct_label", "label_axes"}  # fmt: skip
TAKES = {n for n, thing in OFFERED.items() if "ax" in inspect.signature(thing).parameters}


@pytest.mark.parametrize("name", sorted(TAKES - OTHERS))
def test_a_picture_is_drawn_on_the_axes_given(name):
    _, (mine, other) = plt.subplots(1, 2)
    before = len(other.get_children())
    assert getattr(plots, name)(*ON_AXES[name], ax=mine) is mine
    assert plt.get_fignums() == [mine.figure.number] and len(other.get_children()) == before


def marks(axes, marker):
    """Where lines of this marker stand."""
    lines = (line for ax in axes for line in ax.lines if line.get_marker() == marker)
    return np.concatenate([line.get_xydata() for line in lines])


@pytest.mark.parametrize("log", [True, False])
def test_a_map_has_one_cell_for_each_score(log):
    data = datasets.moons(n=60)
    plane = selection.grid(*data, [0.5, 2.5, 4.5, 10], np.geomspace(0.1, 2, 3), cv=3)
    ax = plots.score_map(plane, log=log)
    mesh = ax.collections[0]
    assert np.array_equal(mesh.get_array(), plane.scores)
    edges = mesh.get_coordinates()
    for values, cuts in ((plane.Cs, edges[0, :, 0]), (plane.sigmas, edges[:, 0, 1])):
        assert cuts[0] < values[0] and values[-1] < cuts[-1]
        middle = np.sqrt(values[1:] * values[:-1]) if log else (values[1:] + values[:-1]) / 2
        np.testing.assert_allclose(cuts[1:-1], middle)
    assert ax.get_xscale() == ("log" if log else "linear")
    assert log or ax.get_xlim()[0] == 0.0  # though the first cell would reach down to -0.5


RANKED, TRUTH = np.array([0.0, 1.0, 2.0, 2.0, 3.0, 5.0]), np.array([-1, -1, 1, -1, 1, -1.0])


def by_hand(t, alarm, miss):
    """Precision, recall and mean cost of the calls above t."""
    call, up = RANKED > t, TRUTH > 0
    cost = (alarm * (call & ~up) + miss * (~call & up)).mean()
    return up[call].mean() if call.any() else np.nan, call[up].mean(), cost


@pytest.mark.parametrize(
    ("t", "alarm", "miss"), [(-0.1, 2, 3), (1.999, 2, 3), (2.0, 2, 3), (2.0, 1, 9), (5.0, 1, 0)]
)
def test_curves_of_thresholds_count_and_the_star_is_the_cheapest(t, alarm, miss):
    axes = plots.threshold(RANKED, TRUTH, at=t, cost_alarm=alarm, cost_miss=miss)
    lines = [line for ax in axes for line in ax.lines if len(line.get_xdata()) > 2]
    for line, value in zip(lines, by_hand(t, alarm, miss), strict=True):
        step = np.searchsorted(line.get_xdata(), t, side="right") - 1
        np.testing.assert_allclose(line.get_ydata()[step], value)
        assert line.get_drawstyle() == "steps-post"
    dots = [(t, value) for value in by_hand(t, alarm, miss)]
    np.testing.assert_allclose(marks(axes, "o"), dots)
    ((x, height),) = marks(axes[1:], "*")
    best = min(by_hand(there, alarm, miss)[2] for there in np.linspace(-1, 6, 200))
    assert height == pytest.approx(best) == by_hand(x, alarm, miss)[2]


def test_a_search_map_writes_each_score_in_its_cell_and_frames_the_best():
    grid = {"svc__C": [10, 1, 100], "svc__gamma": [0.1, 1]}
    pairs = [{"svc__C": C, "svc__gamma": gamma} for C in (10, 1, 100) for gamma in (0.1, 1)]
    scores = np.array([0.5, 0.9, 0.6, 0.7, 0.8, 0.4])
    search = SimpleNamespace(param_grid=grid, best_params_=pairs[1])
    search.cv_results_ = {"params": pairs, "mean_test_score": scores}
    ax = plots.search_map(search, "svc__C", "svc__gamma")
    written = {text.get_position(): text.get_text() for text in ax.texts}
    places = [(column, row) for column in (1.5, 0.5, 2.5) for row in (0.5, 1.5)]
    assert written == dict(zip(places, [f"{score:.2f}" for score in scores], strict=True))
    corners = {(line.get_xdata().min(), line.get_ydata().min()) for line in ax.lines}
    assert corners == {(1, 1)}
    shades = [np.mean(cell.get_facecolor()[:3]) for cell in ax.patches]
    by_row = np.array([0.6, 0.5, 0.8, 0.7, 0.9, 0.4])
    assert (np.argsort(shades) == np.argsort(by_row)).all()


def test_what_lecture_14_says_of_the_measurement_holds():
    """A new measurement that told another story would need another text."""
    rows = scale.measured_machines()
    assert all(row["seconds"] > 0 and 0 <= row["gap"] < 1e-2 for row in rows)
    kinds = list(dict.fromkeys(row["machine"] for row in rows))
    exact, few = ({row["n"]: row for row in rows if row["machine"] == kind} for kind in kinds)
    assert list(exact) == sorted(exact) and list(few) == sorted(few)
    both = exact.keys() & few.keys()
    assert both and all(abs(exact[n]["accuracy"] - few[n]["accuracy"]) < 0.01 for n in both)
    assert few[200_000]["accuracy"] > max(row["accuracy"] for row in exact.values()) + 0.005
    assert 2.5 < exact[16_000]["seconds"] / exact[8000]["seconds"] < 6
    assert len({row["megabytes"] for row in few.values()}) == 1
    growth = few[1_000_000]["seconds"] / few[40_000]["seconds"]
    assert 10 < growth < 60  # like n, which grows by 25
