"""Pictures show what they say: what is drawn against numbers computed in another way.

Stored figures pin what the lectures show; here stands what a changed figure would not reveal.
"""

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.lines import AxLine
from sklearn.model_selection import GridSearchCV

from svmlib import (
    EpsilonSVR,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    OneClassSVM,
    datasets,
    objectives,
)
from svmlib import selection as choosing
from svmlib.kernels import RBF, Linear
from svmlib.plots import (
    convex_hulls,
    maximum_margin,
    multiclass,
    practice,
    regression,
    scale,
    selection,
    soft,
    style,
)
from svmlib.plots.scenes import BOUNDED

FEW = datasets.iris_setosa(every=4, features=2)
MANY = datasets.iris_setosa(features=2)
LIFTED = datasets.iris_setosa(features=2, raise_straggler=True)
for array in (*FEW, *MANY, *LIFTED):
    array.flags.writeable = False  # no picture may change what it shows
W, B, GAMMA = np.array([10 / 3, -5.0]), -2.0, 3 / np.sqrt(325)  # the widest street of FEW
RINGS = 3.5, 2.8  # layers of the rings round support vectors with 0 < α < C and α = C


def bars(ax, which=0):
    """Start and end of each short line of a collection."""
    found = [c for c in ax.collections if isinstance(c, LineCollection)][which]
    return np.array(found.get_segments()).swapaxes(0, 1)


def across(ax, dashes):
    """Two points of each line right across the axes."""
    lines = (line for line in ax.get_children() if isinstance(line, AxLine))
    return [
        np.array([line.get_xy1(), line.get_xy2()])
        for line in lines
        if line.get_linestyle() == dashes
    ]


def marks(ax, marker):
    """Where lines of this marker stand."""
    found = [line.get_xydata() for line in ax.lines if line.get_marker() == marker]
    return np.concatenate(found)


def ringed(ax):
    """Places of the hollow rings and of the filled ones."""
    hollow, filled = ([c for c in ax.collections if c.get_zorder() == z] for z in RINGS)
    for group, color in ((hollow, []), (filled, [to_rgba(BOUNDED)])):
        assert group[0].get_facecolor().tolist() == [list(rgba) for rgba in color]
    return hollow[0].get_offsets(), filled[0].get_offsets()


# --------------------------------------------------------------------------- lines, curves, solids


def test_streets_touch_both_classes_and_one_that_does_not_separate_is_hatched():
    X, y = FEW
    angles = (-30, -56.31, -5)
    axes = maximum_margin.directions(X, y, angles, {-1: "a", 1: "b"})
    for ax, degrees in zip(axes.ravel(), angles, strict=False):
        u = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
        ends = (X[y < 0] @ u).max(), (X[y > 0] @ u).min()
        half = 0.5 * (ends[1] - ends[0])
        (centre,) = across(ax, "-")
        np.testing.assert_allclose(centre @ u, np.mean(ends))
        kerbs = sorted((kerb @ u).mean() for kerb in across(ax, "--"))
        np.testing.assert_allclose(kerbs, sorted(ends))
        assert bool(ax.patches[0].get_hatch()) == (half < 0)
        assert f"margin {half:.3f}".replace("-", "−") in ax.get_title()


@pytest.mark.parametrize("shift", [0, 7.5])
def test_a_hull_contains_every_point_and_has_no_corner_too_many(shift):
    X = np.random.default_rng(3).integers(0, 9, (60, 2)) + shift  # many on one line
    corners = convex_hulls._hull(X)
    edges = np.roll(corners, -1, axis=0) - corners
    to = X[:, None] - corners[None]
    assert (edges[:, 0] * to[..., 1] - edges[:, 1] * to[..., 0] > -1e-12).all()
    following = np.roll(edges, -1, axis=0)
    assert (edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 1e-12).all()


# ----------------------------------------------------------------------------- slack and losses


def test_every_slack_is_drawn_at_its_length_and_rings_go_by_the_margin():
    machines = [LinearSVM(C=C).fit(*LIFTED) for C in (0.5, 1, 5, 25)]
    for ax, machine in zip(soft.trade_off(machines, *LIFTED).ravel(), machines, strict=True):
        start, end = bars(ax)
        slack = objectives.slack(machine.coef_, machine.intercept_, *LIFTED)
        lengths = np.linalg.norm(end - start, axis=1)
        np.testing.assert_allclose(lengths, slack * machine.margin_, atol=1e-12)
        assert ax.get_title() == f"C = {machine.C:g}, 1/‖w‖ = {machine.margin_:.4f}"
    # six on the kerbs, although fewer hold the line
    assert max(len(c.get_offsets()) for c in ax.collections if c.get_zorder() == RINGS[0]) == 6


# ------------------------------------------------------------------------------ choosing, costs


@pytest.fixture(scope="module")
def plane():
    X, y = datasets.moons(n=60)
    return choosing.grid(X, y, [0.5, 2.5, 4.5, 10], np.geomspace(0.1, 2, 3), cv=3)


@pytest.mark.parametrize("log", [True, False])
def test_a_map_has_one_cell_for_each_score(plane, log):
    ax = selection.score_map(plane, log=log)
    mesh = ax.collections[0]
    assert np.array_equal(mesh.get_array(), plane.scores)
    edges = mesh.get_coordinates()
    for values, cuts in ((plane.Cs, edges[0, :, 0]), (plane.sigmas, edges[:, 0, 1])):
        assert (cuts[:-1] < values).all() and (values < cuts[1:]).all()
        middle = np.sqrt(values[1:] * values[:-1]) if log else (values[1:] + values[:-1]) / 2
        np.testing.assert_allclose(cuts[1:-1], middle)
    assert ax.get_xscale() == ("log" if log else "linear")
    assert log or ax.get_xlim()[0] == 0.0  # though the first cell would reach down to -0.5


def test_an_outline_separates_inside_from_outside(plane):
    inside = np.zeros(plane.scores.shape, dtype=bool)
    inside[1, 1:3] = True
    ax = selection.score_map(plane, outline=inside)
    upright, level = (c.get_segments() for c in ax.collections[1:3])
    # two cells side by side: two sides, two roofs, two floors
    assert len(upright) == 2 and len(level) == 4
    edges = ax.collections[0].get_coordinates()
    assert sorted(s[0][0] for s in upright) == pytest.approx(edges[0, [1, 3], 0])


def test_a_search_map_has_each_score_in_its_place():
    grid = {"C": [10, 0.1, 1], "kernel__sigma": [2, 0.5]}  # out of order on purpose
    search = GridSearchCV(KernelSVM(kernel=RBF(1)), grid, cv=3).fit(*datasets.moons(n=60))
    ax = practice.search_map(search, "C", "kernel__sigma")
    table, found = ax.collections[0].get_array(), search.cv_results_
    for pair, score in zip(found["params"], found["mean_test_score"], strict=True):
        place = [0.5, 2].index(pair["kernel__sigma"]), [0.1, 1, 10].index(pair["C"])
        assert table[place] == score
    (star,) = marks(ax, "*")
    assert table[int(star[1]), int(star[0])] == search.best_score_
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.1", "1", "10"]


SCORES, SIGNS = np.array([0.0, 1.0, 2.0, 2.0, 3.0, 5.0]), np.array([-1, -1, 1, -1, 1, -1.0])


def by_hand(t, alarm, miss):
    """Precision, recall and mean cost of the calls above t."""
    call, up = SCORES > t, SIGNS > 0
    cost = (alarm * (call & ~up) + miss * (~call & up)).mean()
    return up[call].mean() if call.any() else np.nan, call[up].mean(), cost


@pytest.mark.parametrize("t", [-0.1, 1.999, 2.0, 5.0])
@pytest.mark.parametrize(("alarm", "miss"), [(2, 3), (1, 9), (1, 0)])
def test_curves_of_thresholds_count_and_the_star_is_the_cheapest(t, alarm, miss):
    axes = practice.threshold(SCORES, SIGNS, at=t, cost_alarm=alarm, cost_miss=miss)
    lines = [line for ax in axes for line in ax.lines if len(line.get_xdata()) > 2]
    for line, value in zip(lines, by_hand(t, alarm, miss), strict=True):
        step = np.searchsorted(line.get_xdata(), t, side="right") - 1
        np.testing.assert_allclose(line.get_ydata()[step], value)
        assert line.get_drawstyle() == "steps-post"
    dots = np.concatenate([marks(ax, "o") for ax in axes])
    np.testing.assert_allclose(dots, [(t, value) for value in by_hand(t, alarm, miss)])
    ((x, height),) = marks(axes[1], "*")
    best = min(by_hand(there, alarm, miss)[2] for there in np.linspace(-1, 6, 200))
    assert height == pytest.approx(best) == by_hand(x, alarm, miss)[2]


# -------------------------------------------------------------------- several classes, regression


def color_at(ax, place):
    """Colour of the ground at a place: that of the last filled area that contains it."""
    areas = [area for area in ax.collections if getattr(area, "filled", False)]
    held = [a for a in areas if any(path.contains_point(place) for path in a.get_paths())]
    return held[-1].get_facecolor()[0][:3]


def test_undecided_places_are_grey_or_striped():
    X, y = datasets.blobs(60, centers=((-2.0, 0.0), (0.0, 0.3), (2.0, 0.0)), spread=0.5, seed=1)
    rest = MulticlassSVM(kind="one-vs-rest").fit(X, y)
    pairs = MulticlassSVM(kind="one-vs-one").fit(X, y)
    left, right = multiclass.undecided(rest, pairs, X, y)
    shown = np.column_stack([m.decision_function(X) for m in rest.machines_]) > 0
    assert (shown.sum(axis=1) == 0).any()
    doubt = {0: to_rgb(multiclass.NOBODY), 2: to_rgb(multiclass.SEVERAL)}
    agree = 0
    for place, own, winner in zip(X, shown, pairs.predict(X), strict=True):
        expected = doubt.get(own.sum(), style.pale(style.PALETTE[own.argmax()]))
        np.testing.assert_allclose(color_at(left, place), expected, atol=0.01)
        winning = style.pale(style.PALETTE[winner])
        agree += np.allclose(color_at(right, place), winning, atol=0.01)
    assert agree > 57


def test_a_tube_has_its_borders_rings_and_slack():
    # f = 2x + 1 with the tube ± 1: -2 and 2 on its lower border, 7 a whole unit above it
    points, V = np.array([[-1.0], [0.0], [1.0], [2.0]]), np.array([-2.0, 0.5, 2.0, 7.0])
    fitted = EpsilonSVR(C=1.5, epsilon=1, kernel=Linear()).fit(points, V)
    ax = regression.tube(fitted, points, V)
    for line, shift, dashes in zip(ax.lines, (-1, 1, 0), ("--", "--", "-"), strict=True):
        expected = fitted.predict(line.get_xdata()[:, None]) + shift
        np.testing.assert_allclose(line.get_ydata(), expected)
        assert line.get_linestyle() == dashes
    hollow, filled = ringed(ax)
    np.testing.assert_allclose(hollow, [(-1, -2), (1, 2)])
    np.testing.assert_allclose(filled, [(2, 7)])
    start, end = bars(ax)
    np.testing.assert_allclose(start[:, 1], V)
    np.testing.assert_allclose(end[:, 1], [-2, 0.5, 2, 6], atol=1e-6)


def test_novelty_shades_where_f_is_not_negative():
    points = np.random.default_rng(0).normal(size=(60, 2))
    crowd = OneClassSVM(nu=0.2, kernel=RBF(1)).fit(points)
    ax = regression.novelty(crowd, points)
    region, border = ax.collections[:2]
    f = crowd.decision_function(points).round(6)
    held = np.any([path.contains_points(points) for path in region.get_paths()], axis=0)
    assert held[f > 0].mean() > 0.98 and held[f <= 0].mean() < 0.5
    on_border = np.concatenate([path.vertices for path in border.get_paths()])
    assert np.abs(crowd.decision_function(on_border)).max() < 0.02 * crowd.offset_
    hollow, filled = ringed(ax)
    np.testing.assert_array_equal(filled, points[f < 0])
    np.testing.assert_array_equal(hollow, points[[i for i in crowd.support_ if f[i] >= 0]])


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
