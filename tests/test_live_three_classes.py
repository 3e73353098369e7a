"""What the live figure of three classes alone does: ties, borders, whole classes that move."""

import json
import re

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from svmlib.widgets import ThreeClasses
from svmlib.widgets.live import box_around, points_of
from tests.live_book import CORNERS, corners, made
from tests.live_page import LAPTOP, number
from tests.test_live_figures import agrees
from tests.test_live_tasks import played

KINDS = {
    "one-vs-rest": "one-versus-rest", "one-vs-one": "one-versus-one",
    "weston-watkins": "Weston–Watkins", "crammer-singer": "Crammer–Singer",
}  # fmt: skip
FOURS = np.repeat([0, 1, 2], 4)
# three arms, each one class
MILL = np.array([
    [0.0, -0.7], [0.7, -0.7], [1.4, -0.7], [2.1, -0.7], [0.6, 0.3], [0.3, 1.0],
    [-0.1, 1.6], [-0.4, 2.2], [-0.6, 0.4], [-1.0, -0.3], [-1.3, -0.9], [-1.7, -1.5],
])  # fmt: skip
# of these points all machines against the rest have w = 0
FLAT = np.array([
    [0, 0, 0], [1, 0.9, 0], [0, 1.1, 1], [1.2, 0, 1], [0.6, 0.5, 2], [0.4, 0.7, 2],
    [0.3, 0.2, 1], [0.8, 0.7, 0], [0.9, 0.4, 2],
])  # fmt: skip
# the ground of blue, orange, green, and of nobody
PALE = {0: (210, 230, 243), 1: (252, 235, 200), 2: (205, 238, 228), -1: (217, 221, 227)}


def flat(**traits):
    return ThreeClasses(FLAT[:, :2], FLAT[:, 2].astype(int), **traits)


def shares(figure):
    """How much of the plot has the ground of each class, and of nobody."""
    left, right, top, bottom = figure.area()
    return [figure.count(c, near=0) / (right - left) / (bottom - top) for c in PALE.values()]


def test_rounding_decides_nothing(show):
    """On the axis of a mirror nobody wins; machines with w = 0 leave all undecided, and grey."""
    symmetric = np.vstack([CORNERS[:6], CORNERS[7] * [-1, 1], CORNERS[7:]])
    at = [[0, -v] for v in np.linspace(0.5, 3, 9)]
    for kind in KINDS:
        *_, (found,) = played(corners(symmetric, kind=kind), {"at": at})
        assert {table["winner"] for table in found["tables"]} == {-1}, kind
    *_, (found,) = played(flat(), {"at": FLAT[:, :2].tolist()})
    assert found["open"] == 1 and {table["winner"] for table in found["tables"]} == {-1}
    figure = show(flat())
    assert "All three machines have w = 0: score −1 everywhere" in figure.facts()
    *others, grey = shares(figure)
    assert others == [0, 0, 0] and 0.6 < grey < 0.95  # the rest are hatches and points
    assert figure.root.locator("caption").inner_text() == (
        "A point in the middle would be nobody's: a tie."
    )
    figure.choose("machine", KINDS["weston-watkins"])  # tells most of these points apart
    agrees(figure)


def test_a_vote_is_tied_in_the_windmill(show):
    """By a link, from other points; the ground is as large as svmlib's regions."""
    state = {"points": points_of(MILL, FOURS), "kind": "one-vs-one", "C": 10}
    fragment = f"#svm=three-classes:{json.dumps(state, separators=(',', ':'))}"
    figure = show(corners(), fragment=fragment, viewport=LAPTOP)
    agrees(figure)
    part = number(re.search(r"tied in ([\d.]+) %", figure.facts())[1]) / 100
    x0, x1, y0, y1 = box_around(MILL)
    u, v = np.meshgrid(np.linspace(x0, x1, 201), np.linspace(y0, y1, 201))
    winners = figure.widget.decide(np.column_stack([u.ravel(), v.ravel()]))
    assert part == pytest.approx(np.mean(winners < 0), rel=0.2) and part > 0.003
    wanted = [np.mean(winners == k) for k in (0, 1, 2)]
    *regions, grey = shares(figure)
    np.testing.assert_allclose(regions, wanted, atol=0.06)
    assert grey > 0.4 * part
    figure.choose("machine", KINDS["one-vs-rest"])  # where the largest score decides
    assert shares(figure)[3] == 0 and "tied" not in figure.facts()


def test_the_table_is_that_of_the_chosen_point(show):
    """Its numbers are judged in Node (`test_live_tasks.py`)."""
    figure = show(made("ThreeClasses"))
    cells = figure.root.locator(".svm-scores td:visible")
    for kind, columns in (("one-vs-rest", 1), ("one-vs-one", 4), ("weston-watkins", 1)):
        figure.choose("machine", KINDS[kind])
        figure.press("n")
        assert cells.count() == 1 + 3 * columns  # one stands in the head
        winner = ("blue", "orange", "green")[figure.python().decide(figure.widget.X[1:2])[0]]
        caption = figure.root.locator("caption").inner_text()
        assert caption.startswith("Point ") and f"goes to {winner}" in caption
        assert "lead" in figure.text("known")
        assert figure.root.get_by_label("kernel").is_visible() == ("vs" in kind)
        figure.press("p")


def test_each_border_is_there_once():
    """And no farther than its two regions meet."""
    middle = CORNERS - [[0, 2.2]] * (FOURS == 1)[:, None]
    # classes 0 and 1 in the same places: both machines are flat
    twins = np.vstack([CORNERS[:4], CORNERS[:4], CORNERS[8:]])
    figures = [*map(corners, (CORNERS, middle, twins)), corners(MILL, kind="one-vs-one")]
    borders = [played(w, {})[2][0]["borders"] for w in figures]
    # a class in the middle: two borders; a tie between two classes: one against the third
    assert [len(lines) for lines in borders] == [3, 2, 1, 3]
    # three that end in one place
    ends = [min(line[:: -len(line) + 1], key=lambda p: np.hypot(*p)) for line in borders[0]]
    assert np.ptp(ends, axis=0).max() < 0.05
    around = 0.06 * np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    for w, lines in zip(figures, borders, strict=True):
        machine = w.fit()
        for place in np.vstack(lines)[::5]:
            assert len({*w.decide(place + around, machine)}) > 1, place


def test_a_whole_class_is_moved(show):
    """By pointer and by arrows, and it stays whole at the edge."""
    figure, box, orange = show(corners(), viewport=LAPTOP), box_around(CORNERS), FOURS == 1
    figure.click("A drag moves the whole class")
    start, by = figure.pixel(CORNERS[5], box), np.array([30, 50])
    figure.drag(start, start + by / 2, start + by)
    moved = figure.points()[0] - CORNERS
    by = figure.place(start + by, box) - CORNERS[5]
    np.testing.assert_allclose(moved, orange[:, None] * by, atol=0.02)
    np.testing.assert_allclose(moved[orange], [moved[5]] * 4, atol=1e-9)
    figure.click("Undo")
    assert figure.points()[0].tolist() == CORNERS.tolist()
    figure.at(*figure.pixel(CORNERS[6], box))  # chooses
    figure.press("Shift+ArrowLeft")
    moved = figure.points()[0] - CORNERS
    assert moved[6, 0] < -0.1 and not moved[~orange].any()
    np.testing.assert_allclose(moved[orange], [moved[6]] * 4, atol=1e-9)
    x, y = figure.pixel(figure.points()[0][4], box)
    figure.drag((x, y), (x, y + 100), (x, y + 900))
    X, _ = figure.points()
    np.testing.assert_allclose(np.ptp(X[4:8], axis=0), np.ptp(CORNERS[4:8], axis=0), atol=1e-9)
    assert X[4:8, 1].min() == pytest.approx(box[2], abs=1e-9)


@pytest.mark.parametrize("tied, width", [(True, 700), (False, 914)])
def test_a_longer_sentence_stays_on_the_screen(tied, width, show):
    """However much is told: all undecided, votes tied, a point chosen, beside the plot."""
    figure = show(flat() if tied else made("ThreeClasses"), width=width, viewport=LAPTOP)
    for kind in ("one-vs-one", "weston-watkins"):
        figure.choose("machine", KINDS[kind])
        figure.press("n")
        frame, plot, rows, side = (
            figure.root.locator(what).first.bounding_box()
            for what in (".svm-frame", "canvas", ".svm-scores", ".svm-side")
        )
        assert frame["height"] <= LAPTOP["height"] - 48, kind
        assert rows["width"] <= side["width"] + 1 or tied
        assert rows["x"] > plot["x"] + plot["width"] - 1


@pytest.mark.parametrize("kind", KINDS)
def test_python_hatches_ties(kind):
    """How it decides is judged in `test_live_told.py`."""
    for figure, tied in ((corners(MILL, kind=kind, C=10.0), "one-vs-one"), (flat(), kind)):
        drawn = figure.picture().axes[0].collections
        hatches = [mark for c in drawn for mark in getattr(c, "hatches", None) or []]
        assert any(hatches) == (kind == tied)
        assert any(isinstance(c, PathCollection) for c in drawn)  # the points
