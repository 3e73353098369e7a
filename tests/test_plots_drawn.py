"""Pictures show what they say: what is drawn against numbers computed in another way.

Stored figures pin what the lectures show; here stands what a changed figure would not reveal.
"""

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from svmlib import MulticlassSVM, OneClassSVM, datasets
from svmlib import selection as choosing
from svmlib.kernels import RBF
from svmlib.plots import multiclass, practice, regression, scale, selection, style

RINGS = 3.5, 2.8  # layers of the rings round support vectors with 0 < α < C and α = C


def marks(ax, marker):
    """Where lines of this marker stand."""
    found = [line.get_xydata() for line in ax.lines if line.get_marker() == marker]
    return np.concatenate(found)


# ------------------------------------------------------------------------------ choosing, costs


@pytest.mark.parametrize("log", [True, False])
def test_a_map_has_one_cell_for_each_score(log):
    data = datasets.moons(n=60)
    plane = choosing.grid(*data, [0.5, 2.5, 4.5, 10], np.geomspace(0.1, 2, 3), cv=3)
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
    hollow, filled = ([c for c in ax.collections if c.get_zorder() == z] for z in RINGS)
    held = points[[i for i in crowd.support_ if f[i] >= 0]]
    np.testing.assert_array_equal(filled[0].get_offsets(), points[f < 0])
    np.testing.assert_array_equal(hollow[0].get_offsets(), held)


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


def test_a_running_score_ends_at_the_score():
    terms, b = np.array([0.5, -2.0, 1.0, 0.25]), 0.1
    ax = practice.running_score(terms, b)
    (line,) = [line for line in ax.lines if len(line.get_xdata()) == 4]
    np.testing.assert_allclose(line.get_ydata(), b + np.cumsum([-2.0, 1.0, 0.5, 0.25]))
