"""The live figure of three classes: four machines, ties, whole classes that move, challenges."""

import json
import re
import subprocess

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.collections import PathCollection

from svmlib import MulticlassSVM
from svmlib.widgets import ThreeClasses, bundle
from svmlib.widgets.live import points_of
from tests.live_page import LAPTOP, box_of, number
from tests.node_process import node_executable
from tests.test_live_figures import agrees

KINDS = {
    "one-vs-rest": "one-versus-rest", "one-vs-one": "one-versus-one",
    "weston-watkins": "Weston–Watkins", "crammer-singer": "Crammer–Singer",
}  # fmt: skip
ZERO, CURED, TIED = "with linear one-versus-rest", "move points", "with one-versus-one"
GROUP, GREEN = "A drag moves the whole class", "A click adds: green triangle"
# as in lecture 10, and as in tests/live_book.py
CORNERS = np.array([
    [-2.2, -0.6], [-1.8, -0.2], [-2.4, 0.0], [-1.6, -0.7], [-0.3, 2.0], [0.3, 2.0],
    [-0.2, 1.5], [0.3, 1.5], [2.2, -0.6], [1.8, -0.2], [2.4, 0.0], [1.6, -0.7],
])  # fmt: skip
FOURS = np.repeat([0, 1, 2], 4)
THREES = np.arange(45) % 3
CLOUDS = np.random.default_rng(0).normal(size=(45, 2))
CLOUDS += 2.5 * np.column_stack([THREES == 1, THREES == 2])
# three arms, each one class
MILL = np.array([
    [0.0, -0.7], [0.7, -0.7], [1.4, -0.7], [2.1, -0.7], [0.6, 0.3], [0.3, 1.0],
    [-0.1, 1.6], [-0.4, 2.2], [-0.6, 0.4], [-1.0, -0.3], [-1.3, -0.9], [-1.7, -1.5],
])  # fmt: skip
# of some points all machines against the rest have w = 0
FLAT = {
    9: [[0, 0, 0], [1, 0.9, 0], [0, 1.1, 1], [1.2, 0, 1], [0.6, 0.5, 2], [0.4, 0.7, 2],
        [0.3, 0.2, 1], [0.8, 0.7, 0], [0.9, 0.4, 2]],
    5: [[0, 0, 0], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0.5, 0.5, 2]],
}  # fmt: skip
PALE = {"blue": (210, 230, 243), "orange": (252, 235, 200), "green": (205, 238, 228)}
GREY = (217, 221, 227)
# share of the inside of the canvas in each of some colours
SHARES = """(root, colours) => {
  const canvas = root.querySelector("canvas"), copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const [w, h] = [canvas.width - 56, canvas.height - 50];
  const { data } = pen.getImageData(46, 10, w, h), counts = colours.map(() => 0);
  for (let at = 0; at < data.length; at += 4) {
    const is = colours.findIndex(c => c.every((v, k) => v === data[at + k]));
    if (is >= 0) counts[is]++;
  }
  return counts.map(count => count / (w * h));
}"""


@pytest.fixture
def corners(show):
    return show(ThreeClasses(CORNERS, FOURS), viewport=LAPTOP)


def flat(n):
    points = np.array(FLAT[n])
    return ThreeClasses(points[:, :2], points[:, 2].astype(int))


def shares(figure):
    """How much of the plot is blue, orange, green, grey."""
    figure.done()
    return figure.root.evaluate(SHARES, [list(c) for c in (*PALE.values(), GREY)])


def table(figure):
    figure.done()
    rows = figure.root.locator(".svm-scores tbody tr:visible").all()
    texts = [row.locator("td:visible").all_inner_texts() for row in rows]
    return [[None if text == "–" else number(text) for text in row] for row in texts]


def tool(figure, label):
    figure.root.get_by_role("button", name=label, exact=True).click()


# ------------------------------------------------------------------------ what it says is right


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_is_that_of_svmlib(kind, show):
    widget = ThreeClasses(CLOUDS, THREES, labels=("a", "b"))
    figure = show(widget)
    figure.choose("machine", KINDS[kind])
    agrees(figure)
    machine, point = widget.fit(), widget.X[1:2]
    figure.choose_point(1)
    if kind == "one-vs-one":
        f01, f02, f12 = (float(m.decision_function(point)[0]) for m in machine.machines_)
        votes = [(f01 < 0) + (f02 < 0), (f01 > 0) + (f12 < 0), (f02 > 0) + (f12 > 0)]
        leads = [[None, -f01, -f02], [f01, None, -f12], [f02, f12, None]]
        for row, vote, lead in zip(table(figure), votes, leads, strict=True):
            assert row[0] == vote
            assert row[1:] == [v if v is None else pytest.approx(v, rel=0.06) for v in lead]
    else:
        scores = machine.decision_function(point)[0]
        assert [row[0] for row in table(figure)] == pytest.approx(scores, rel=6e-3, abs=1e-4)
    winner = ("blue", "orange", "green")[widget.decide(point, machine)[0]]
    assert f"goes to {winner}" in figure.root.locator("caption").inner_text()
    assert "lead" in figure.text("known") and "× 10⁻" not in figure.text("known")
    assert not figure.root.get_by_label("kernel").is_visible() or "vs" in kind


@pytest.mark.parametrize("n", FLAT)
def test_rounding_decides_nothing(n, show):
    figure = show(flat(n))
    *_, objective = shown = figure.numbers()
    assert shown[:3] == [0, n, n]  # all undecided
    assert objective == pytest.approx(flat(n).fit().objective_, rel=1e-5)
    assert "All three machines have w = 0: score −1 everywhere" in figure.facts()
    blue, orange, green, grey = shares(figure)
    assert blue == orange == green == 0
    assert 0.6 < grey < 0.95  # the rest are hatches and points
    assert table(figure) == [[-1], [-1], [-1]]
    caption = figure.root.locator("caption").inner_text()
    assert caption == "A point in the middle would be nobody's: a tie."
    # the others tell most of these points apart, and say so
    figure.choose("machine", KINDS["weston-watkins"])
    agrees(figure)


def test_a_vote_is_tied_in_the_windmill(show):
    """By a link, from other points."""
    state = {"points": points_of(MILL, FOURS), "kind": "one-vs-one", "C": 10}
    fragment = f"#svm=three-classes:{json.dumps(state, separators=(',', ':'))}"
    figure = show(ThreeClasses(CORNERS, FOURS), fragment=fragment)
    agrees(figure)
    part = number(re.search(r"tied in ([\d.]+) %", figure.facts())[1]) / 100
    x0, x1, y0, y1 = box_of(MILL)
    u, v = np.meshgrid(np.linspace(x0, x1, 301), np.linspace(y0, y1, 301))
    places = np.column_stack([u.ravel(), v.ravel()])
    open_ground = figure.widget.decide(places) < 0
    assert part == pytest.approx(open_ground.mean(), rel=0.2) and part > 0.003
    assert shares(figure)[3] > 0.4 * part
    figure.choose("machine", KINDS["one-vs-rest"])  # where the largest score decides
    assert shares(figure)[3] == 0 and "tied" not in figure.facts()
    figure.click("Undo")
    # a new point there is counted, and moves the borders
    tool(figure, GREEN)
    figure.at(*figure.pixel(places[open_ground].mean(axis=0), box_of(MILL)))
    assert len(figure.trait("points")) == 13
    agrees(figure)


BORDERS = """
import { SeveralMachines } from "FRONT/core/joint.js";
import { bordersOf, territories } from "FRONT/core/regions.js";
const found = QUESTIONS.map(([points, kind, box]) => {
  const machine = new SeveralMachines({ kind });
  machine.pose(points, { kernel: { name: "linear" }, C: 1 });
  return bordersOf(territories(machine.advance(1e4), box, 120, 90));
});
console.log(JSON.stringify(found));
"""


# leads of which a and b beat the third class outside a strip, where it beats both
STRIP = """
import { bordersOf } from "FRONT/core/regions.js";
const width = 100, height = 100, box = [-1, 1, -1, 1];
const at = (value) => Float64Array.from({ length: 10000 }, (_, k) =>
  value(-1 + (k % 100 + 0.5) / 50, 1 - (Math.floor(k / 100) + 0.5) / 50));
const grids = [at((x) => -x), at((x, y) => 0.25 - y * y), at((x, y) => 0.25 - y * y)];
console.log(JSON.stringify(bordersOf({ grids, duels: true, width, height, box })));
"""


def in_node(script, question=None):
    script = script.replace("FRONT", bundle.FRONT.as_uri())
    run = subprocess.run(
        [node_executable(), "--input-type=module", "-"], text=True, capture_output=True,
        input=script.replace("QUESTIONS", json.dumps(question)), timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_border_is_interrupted_where_the_third_class_wins():
    lines = [np.array(line) for line in in_node(STRIP)]
    upright = [line for line in lines if np.ptp(line[:, 0]) < 1e-9]
    assert len(upright) == 2
    for line in upright:
        assert np.abs(line[:, 0]).max() < 1e-9
        assert np.abs(line[:, 1]).min() == pytest.approx(0.5, abs=1e-3)
        assert np.ptp(line[:, 1]) == pytest.approx(0.49, abs=0.01)


def test_each_border_is_there_once():
    corners = points_of(CORNERS, FOURS)
    middle = CORNERS - [[0, 2.2]] * (FOURS == 1)[:, None]
    # classes 0 and 1 in the same places: both machines are flat
    twins = np.vstack([CORNERS[:4], CORNERS[:4], CORNERS[8:]])
    box = [-3.0, 3.0, -1.5, 2.5]
    meeting, row, tie, mill = in_node(BORDERS, [
        (corners, "one-vs-rest", box), (points_of(middle, FOURS), "one-vs-rest", box),
        (points_of(twins, FOURS), "one-vs-rest", box), (points_of(MILL, FOURS), "one-vs-one", box),
    ])  # fmt: skip
    # three that end in one place
    ends = [min(line[:: -len(line) + 1], key=lambda p: np.hypot(*p)) for line in meeting]
    assert len(meeting) == 3 and np.ptp(ends, axis=0).max() < 0.05
    # a class in the middle: two borders; a tie between two classes: one against the third
    assert [len(row), len(tie), len(mill)] == [2, 1, 3]
    for lines, points, labels in ((meeting, CORNERS, FOURS), (row, middle, FOURS)):
        machine = MulticlassSVM(kind="one-vs-rest", C=1).fit(points, labels)
        for line in lines:  # where the two largest scores are equal
            scores = np.sort(machine.decision_function(np.array(line)), axis=1)
            np.testing.assert_allclose(scores[:, 2], scores[:, 1], atol=0.02)


# --------------------------------------------------------------------------------- what one can do


def test_a_whole_class_is_moved(corners):
    """By pointer and by arrows, and it stays whole at the edge."""
    box, orange = box_of(CORNERS), FOURS == 1
    tool(corners, GROUP)
    start, by = corners.pixel(CORNERS[5], box), np.array([30, 50])
    corners.drag(start, *(start + k * by / 10 for k in range(1, 11)))
    moved = corners.points()[0] - CORNERS
    by = corners.place(start + by, box) - CORNERS[5]
    np.testing.assert_allclose(moved, orange[:, None] * by, atol=0.02)
    np.testing.assert_allclose(moved[orange], [moved[5]] * 4, atol=1e-9)
    corners.click("Undo")
    assert corners.points()[0].tolist() == CORNERS.tolist()
    corners.choose_point(6)
    corners.press("Shift+ArrowLeft")
    moved = corners.points()[0] - CORNERS
    assert moved[6, 0] < -0.1 and not moved[~orange].any()
    np.testing.assert_allclose(moved[orange], [moved[6]] * 4, atol=1e-9)
    corners.click("Start over")
    x, y = corners.pixel(CORNERS[4], box)
    corners.drag((x, y), (x, y + 100), (x, y + 900))
    X, _ = corners.points()
    np.testing.assert_allclose(np.ptp(X[4:8], axis=0), np.ptp(CORNERS[4:8], axis=0), atol=1e-9)
    assert X[4:8, 1].min() == pytest.approx(box[2], abs=1e-9)


def test_challenges(corners):
    at = lambda place: corners.pixel(place, box_of(CORNERS))  # noqa: E731
    corners.choose("machine", KINDS["weston-watkins"])
    corners.choose("machine", KINDS["one-vs-rest"])
    assert corners.solved() == []
    tool(corners, GROUP)
    corners.drag(at((0.3, 1.5)), *(at((0.3, 1.5 - d)) for d in (0.5, 1.5, 2.1)))
    assert corners.has_solved(ZERO)
    assert "The orange machine has w = 0: score −1" in corners.facts()
    # the borders run through the class: a point on the edge of a street is exactly on one
    wrong, undecided = corners.numbers()[0], re.search(r"(\d+) undecided", corners.facts())
    assert wrong + int(undecided[1] if undecided else 0) >= 2
    corners.choose("machine", KINDS["weston-watkins"])
    assert corners.has_solved(ZERO, CURED) and corners.numbers()[0] == 0
    corners.click("Start over")
    corners.choose("machine", KINDS["one-vs-one"])
    tool(corners, GREEN)
    for i, tip in ((0, (-1.2, 2.2)), (4, (2.6, 1.6)), (8, (0.2, -1.0))):
        corners.drag(at(CORNERS[i]), at(tip))
    assert "tied" in corners.facts() and len(corners.solved()) == 2
    corners.at(*at((-0.75, -0.5)))
    assert "0 of 13 points wrong, 1 undecided" in corners.facts()
    assert corners.has_solved(ZERO, CURED, TIED)


@pytest.mark.parametrize("width", [914, 700])
@pytest.mark.parametrize("tied", [True, False])
def test_a_longer_sentence_stays_on_the_screen(tied, width, show):
    """However much is told: all undecided, votes tied, a point chosen, beside the plot."""
    figure = show(flat(9) if tied else ThreeClasses(CLOUDS, THREES), width=width, viewport=LAPTOP)
    figure.press("n")
    assert ("undecided, lead 0" in figure.text("known")) == tied
    for kind in KINDS.values():
        figure.choose("machine", kind)
        figure.press("n")
        frame, plot, rows, side = (
            figure.root.locator(what).first.bounding_box()
            for what in (".svm-frame", "canvas", ".svm-scores", ".svm-side")
        )
        assert frame["height"] <= LAPTOP["height"] - 48, kind
        assert rows["width"] <= side["width"] + 1 or tied or width < 914
        assert rows["x"] > plot["x"] + plot["width"] - 1


# ------------------------------------------------------------------------------ on the Python side


@pytest.mark.parametrize("kind", KINDS)
def test_python_fits_and_decides_alike(kind):
    figure = ThreeClasses(CLOUDS, THREES, kind=kind, C=2.0)
    machine = figure.fit()
    assert machine.kind == kind and figure.kind == kind
    assert (figure.decide(CLOUDS, machine) >= 0).all()
    np.testing.assert_array_equal(figure.decide(CLOUDS), machine.predict(CLOUDS))
    if kind not in ("one-vs-rest", "one-vs-one"):
        assert machine.reg == pytest.approx(1 / (2 * 2.0 * 45))
    figure.kernel = "rbf"  # which only the split kinds have
    assert (figure.fit().kernel is None) == (not kind.startswith("one"))


def hatched(figure):
    """Whether a picture has hatched ground; it has the points in any case."""
    drawn = figure.picture()
    collections = drawn.axes[0].collections
    assert any(isinstance(c, PathCollection) for c in collections)
    found = any((getattr(c, "hatches", None) or [None])[0] for c in collections)
    plt.close(drawn)
    return found


def test_pictures_show_ties():
    for kind in KINDS:
        assert hatched(ThreeClasses(MILL, FOURS, kind=kind, C=10.0)) == (kind == "one-vs-one")
    assert hatched(flat(9)) and flat(9).decide(flat(9).X).max() == -1
