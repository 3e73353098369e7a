"""Pictures show what they say, in one look: what is drawn against numbers computed in another way.

Stored figures pin what the lectures show; here stands what a changed figure would not reveal.
"""

import inspect
import io
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from PIL import Image
from sklearn.svm import SVC

from svmlib import EpsilonSVR, datasets, plots, selection
from svmlib.kernels import Linear
from svmlib.plots import practice, scale, style
from svmlib.plots import selection as choice
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
TAKES = {n for n in plots.__all__ if callable(getattr(plots, n))
         and "ax" in inspect.signature(getattr(plots, n)).parameters}  # fmt: skip


@pytest.mark.parametrize("name", sorted(TAKES - OTHERS))
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


def marks(axes, marker):
    """Where lines of this marker stand."""
    lines = (line for ax in axes for line in ax.lines if line.get_marker() == marker)
    return np.concatenate([line.get_xydata() for line in lines])


@pytest.mark.parametrize("log", [True, False])
def test_a_map_has_one_cell_for_each_score(log):
    data = datasets.moons(n=60)
    plane = selection.grid(*data, [0.5, 2.5, 4.5, 10], np.geomspace(0.1, 2, 3), cv=3)
    ax = choice.score_map(plane, log=log)
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
    axes = practice.threshold(RANKED, TRUTH, at=t, cost_alarm=alarm, cost_miss=miss)
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


def test_a_season_counts_its_alarms_and_draws_the_promise():
    days = pd.date_range("2020-01-15", periods=40)
    few, many = (pd.Series(np.arange(40) % step == 1, days) for step in (10, 4))
    ax = plots.alarm_season({"few": few, "many": many}, 0.25)
    lines = {line.get_label(): line for line in ax.lines}
    assert {"few: 4 days", "many: 10 days", "promised: 10 days"} < set(lines)
    assert lines["few: 4 days"].get_ydata()[:12].tolist() == [0] + 10 * [1] + [2]
    assert lines["promised: 10 days"].get_ydata()[[0, -1]].tolist() == [0.25, 10]
    ticks = [line.get_xdata() for line in ax.lines if line.get_marker() == "|"]
    assert [list(some) for some in ticks] == [list(days[1::10]), list(days[1::4])]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["Feb"]


def test_a_band_crosses_out_what_it_does_not_hold_and_shades_the_days_it_is_told():
    days = pd.Series(pd.date_range("2021-03-01", periods=15))  # a Monday
    y = np.arange(15) % 5
    ax = plots.band(days, y, np.full(15, 1), np.full(15, 3), days.dt.day_of_week > 4)
    inside, outside = (mpl.dates.num2date(dots.get_offsets()[:, 0]) for dots in ax.collections[1:])
    assert [day.day for day in outside] == [1, 5, 6, 10, 11, 15]
    assert [day.day for day in inside] == [2, 3, 4, 7, 8, 9, 12, 13, 14]
    assert [mpl.dates.num2date(p.get_x() + 0.5).day for p in ax.patches] == [6, 7, 13, 14]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1 Mar", "15 Mar"]


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


def test_places_shade_those_up_to_the_rank_and_name_the_residuals_in_order():
    ax = plots.places([0.5, 0.1, 0.3, 2.0], 3)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.10", "0.30", "0.50", "2.00"]
    (shaded,) = ax.patches
    assert shaded.get_x() == 0 and shaded.get_width() == 3
    words = {(text.get_position()[0], text.get_text()) for text in ax.texts}
    assert words == {*((place + 0.5, "1/5") for place in range(5)), (3, "q")}
    with pytest.raises(ValueError, match="k must be at most 4"):
        plots.places([0.5, 0.1, 0.3, 2.0], 5)


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
