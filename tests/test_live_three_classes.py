"""The live figure of three classes: four machines, ties, whole classes that move, challenges."""

import json
import re
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest
import traitlets
from matplotlib.collections import PathCollection

from svmlib import MulticlassSVM
from svmlib.widgets import ThreeClasses, bundle
from svmlib.widgets.live import points_of
from tests.conftest import ROOT
from tests.live_page import NUMBER, alone, box_of, drag, finger, mouse, number
from tests.test_browser import LAPTOP, PHONE

sys.path.insert(0, str(ROOT / "book/_ext"))
from mathml import node_executable

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


def shares(figure):
    """How much of the plot is blue, orange, green, grey."""
    figure.settle()
    return figure.root.evaluate(SHARES, [list(c) for c in (*PALE.values(), GREY)])


def told(figure):
    """(wrong, undecided, objective) as the sentence says."""
    figure.done()
    text = figure.facts()
    wrong = int(re.match(r"\d+(?= of \d+ point)", text)[0])
    undecided = re.search(r"(\d+) undecided", text)
    (objective,) = re.findall(rf"(?:add up to|‖W‖² =) ({NUMBER.pattern})", text)
    return wrong, int(undecided[1]) if undecided else 0, number(objective)


def table(figure):
    figure.settle()
    rows = figure.root.locator(".svm-scores tbody tr:visible").all()
    texts = [row.locator("td:visible").all_inner_texts() for row in rows]
    return [[None if text == "–" else number(text) for text in row] for row in texts]


def expected(widget):
    """(wrong, undecided, objective) by svmlib."""
    machine = widget.fit()
    decided = widget.decide(widget.X, machine)
    wrong = np.sum((decided >= 0) & (decided != widget.y))
    return wrong, np.sum(decided < 0), pytest.approx(machine.objective_, rel=1e-5)


def tool(figure, label):
    figure.root.get_by_role("button", name=label, exact=True).click()


# ------------------------------------------------------------------------ what it says is right


@pytest.mark.parametrize("data", [(CORNERS, FOURS), (CLOUDS, THREES)], ids=["corners", "clouds"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_machine_says_what_svmlib_finds(kind, data, chromium):
    widget = ThreeClasses(*data, labels=("a", "b"))
    with alone(chromium, widget) as figure:
        figure.choose("machine", KINDS[kind])
        widget.kind = kind
        for C in (0.02, 1, 300):
            figure.type("C", C)
            widget.C = C
            assert told(figure) == expected(widget)
        machine = widget.fit()
        figure.press("n")
        point = widget.X[1:2]
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
        lead = figure.root.locator(".svm-known").inner_text()
        assert "lead" in lead and "× 10⁻" not in lead
        assert not figure.root.get_by_label("kernel").is_visible() or "vs" in kind


@pytest.mark.parametrize("kind", ["one-vs-rest", "one-vs-one"])
def test_gaussian_machines(kind, chromium):
    widget = ThreeClasses(CLOUDS, THREES, kind=kind, kernel="rbf", C=30.0, sigma=0.7)
    with alone(chromium, widget) as figure:
        assert told(figure) == expected(widget)
        figure.type("σ", 2.5)
        widget.sigma = 2.5
        assert told(figure) == expected(widget)


@pytest.mark.parametrize("n", FLAT)
def test_rounding_decides_nothing(n, chromium):
    points = np.array(FLAT[n])
    widget = ThreeClasses(points[:, :2], points[:, 2].astype(int))
    with alone(chromium, widget) as figure:
        wrong, undecided, _ = told(figure)
        assert (wrong, undecided) == (0, n) and expected(widget)[:2] == (0, n)
        assert "All three machines have w = 0: score −1 everywhere" in figure.facts()
        blue, orange, green, grey = shares(figure)
        assert blue == orange == green == 0
        assert 0.6 < grey < 0.95  # the rest are hatches and points
        assert table(figure) == [[-1], [-1], [-1]]
        assert "a tie" in figure.root.locator("caption").inner_text()
        # the others tell most of these points apart, and say so
        figure.choose("machine", KINDS["weston-watkins"])
        widget.kind = "weston-watkins"
        assert told(figure) == expected(widget)


def test_a_vote_is_tied_in_the_windmill(chromium):
    """By a link, from other points."""
    state = {"points": points_of(MILL, FOURS), "kind": "one-vs-one", "C": 10}
    fragment = f"#svm=three-classes:{json.dumps(state, separators=(',', ':'))}"
    mill = ThreeClasses(MILL, FOURS, kind="one-vs-one", C=10.0)
    with alone(chromium, ThreeClasses(CORNERS, FOURS), fragment=fragment) as figure:
        assert told(figure) == expected(mill)
        part = number(re.search(r"tied in ([\d.]+) %", figure.facts())[1]) / 100
        x0, x1, y0, y1 = box_of(MILL)
        u, v = np.meshgrid(np.linspace(x0, x1, 301), np.linspace(y0, y1, 301))
        places = np.column_stack([u.ravel(), v.ravel()])
        open_ground = mill.decide(places) < 0
        assert part == pytest.approx(open_ground.mean(), rel=0.2) and part > 0.003
        assert shares(figure)[3] > 0.4 * part
        figure.choose("machine", KINDS["one-vs-rest"])  # where the largest score decides
        assert shares(figure)[3] == 0 and "tied" not in figure.facts()
        figure.click("Undo")
        # a new point there is counted, and moves the borders
        x, y, _ = figure.pixel(places[open_ground].mean(axis=0), box_of(MILL))
        tool(figure, GREEN)
        figure.tab.mouse.click(x, y)
        figure.done()
        X, y = figure.points()
        assert len(y) == 13
        after = ThreeClasses(X, y.astype(int), kind="one-vs-one", C=10.0)
        assert told(figure) == expected(after)


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
    assert len(row) == 2 and len(tie) == 1
    assert len(mill) == 3
    for lines, points, labels in ((meeting, CORNERS, FOURS), (row, middle, FOURS)):
        machine = MulticlassSVM(kind="one-vs-rest", C=1).fit(points, labels)
        for line in lines:  # where the two largest scores are equal
            scores = np.sort(machine.decision_function(np.array(line)), axis=1)
            np.testing.assert_allclose(scores[:, 2], scores[:, 1], atol=0.02)


# what stands there at the beginning of each frame, until the figure is done
WATCH = """async root => {
  const seen = [], box = root.querySelector(".svm-slider input[type=number]");
  box.value = 900;
  box.dispatchEvent(new Event("change"));
  do {
    await new Promise(r => requestAnimationFrame(r));
    await new Promise(r => requestAnimationFrame(r));
    seen.push([root.dataset.done, root.querySelector(".svm-facts").textContent]);
  } while (root.dataset.done === "false");
  return seen;
}"""


def test_a_slow_machine_says_that_it_works(chromium):
    rng = np.random.default_rng(4)
    P, labels = rng.normal(size=(150, 2)), rng.integers(0, 3, 150)
    widget = ThreeClasses(P, labels, kernel="rbf")
    with alone(chromium, widget) as figure:
        figure.done()
        session = figure.tab.context.new_cdp_session(figure.tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        seen = figure.root.evaluate(WATCH)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        assert len(seen) > 1  # it took more than one frame, and said so
        for done, text in seen[:-1]:
            assert done == "false" and text.startswith("Still solving") and "points" not in text
        widget.C = 900.0
        assert told(figure) == expected(widget)


# --------------------------------------------------------------------------------- what one can do


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_whole_class_is_dragged(kind, chromium):
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, ThreeClasses(CORNERS, FOURS), **device) as figure:
        tool(figure, GROUP)
        x, y, unit = figure.pixel(CORNERS[5], box_of(CORNERS))
        drag(figure, (x, y), [(x + 3 * k, y + 5 * k) for k in range(1, 11)], kind(figure.tab))
        X, _ = figure.points()
        moved = X - CORNERS
        np.testing.assert_array_equal(moved[FOURS != 1], 0)
        np.testing.assert_allclose(moved[FOURS == 1], [moved[5]] * 4, atol=1e-5)
        assert moved[5, 0] == pytest.approx(30 * unit, rel=0.1) and moved[5, 1] < -0.2
        figure.click("Undo")
        np.testing.assert_array_equal(figure.points()[0], CORNERS)
        # and by arrows
        figure.press("n", "Shift+ArrowLeft")
        i = int(re.search(r"Point (\d+)", figure.root.locator(".svm-chosen").inner_text())[1]) - 1
        moved = figure.points()[0] - CORNERS
        assert moved[i, 0] < -0.1
        np.testing.assert_allclose(moved[FOURS == FOURS[i]], [moved[i]] * 4, atol=1e-5)
        np.testing.assert_array_equal(moved[FOURS != FOURS[i]], 0)


def test_a_class_stays_whole_at_the_edge(chromium):
    with alone(chromium, ThreeClasses(CORNERS, FOURS), viewport=LAPTOP) as figure:
        tool(figure, GROUP)
        x, y, _ = figure.pixel(CORNERS[4], box_of(CORNERS))
        drag(figure, (x, y), [(x, y + 100), (x, y + 900)], mouse(figure.tab))
        X, _ = figure.points()
        np.testing.assert_allclose(np.ptp(X[4:8], axis=0), np.ptp(CORNERS[4:8], axis=0), atol=1e-5)
        assert X[4:8, 1].min() == pytest.approx(box_of(CORNERS)[2], abs=1e-3)


def test_borders_before_the_last_change_stay_as_a_ghost(chromium):
    with alone(chromium, ThreeClasses(CLOUDS, THREES)) as figure:
        seen = figure.pixels()
        figure.choose("machine", KINDS["crammer-singer"])
        changed = figure.pixels()
        figure.choose("machine", KINDS["one-vs-rest"])
        assert seen != changed and figure.pixels() != seen  # now with the borders of the other


def to(figure, place, box):
    return figure.pixel(place, box)[:2]


def test_challenges_by_pointer(chromium):
    box = box_of(CORNERS)
    with alone(chromium, ThreeClasses(CORNERS, FOURS), viewport=LAPTOP) as figure:
        figure.choose("machine", KINDS["weston-watkins"])
        figure.choose("machine", KINDS["one-vs-rest"])
        assert figure.solved() == []
        tool(figure, GROUP)
        path = [to(figure, (0.3, 1.5 - d), box) for d in (0.5, 1.5, 2.1)]
        drag(figure, to(figure, (0.3, 1.5), box), path, mouse(figure.tab))
        assert [text[: len(ZERO)] for text in figure.solved()] == [ZERO]
        assert "The orange machine has w = 0: score −1" in figure.facts()
        # the borders run through the class: a point on the edge of a street is exactly on one
        assert sum(told(figure)[:2]) >= 2
        figure.choose("machine", KINDS["weston-watkins"])
        assert len(figure.solved()) == 2 and told(figure)[0] == 0
        figure.click("Start over")
        figure.choose("machine", KINDS["one-vs-one"])
        tool(figure, GREEN)
        for i, tip in ((0, (-1.2, 2.2)), (4, (2.6, 1.6)), (8, (0.2, -1.0))):
            drag(figure, to(figure, CORNERS[i], box), [to(figure, tip, box)], mouse(figure.tab))
        assert "tied" in figure.facts() and len(figure.solved()) == 2
        figure.tab.mouse.click(*to(figure, (-0.75, -0.5), box))
        assert told(figure)[:2] == (0, 1)
        assert [text.startswith(TIED) for text in figure.solved()].count(True) == 1
        assert len(figure.solved()) == 3


def test_challenges_by_keyboard(chromium):
    x0, x1, y0, y1 = box_of(CORNERS)

    def walk(figure, by):
        """The chosen point, in steps of a hundredth of the window."""
        for axis, names in enumerate((("Left", "Right"), ("Down", "Up"))):
            steps = round(by[axis] / ((x1 - x0, y1 - y0)[axis] / 100))
            long, short = divmod(abs(steps), 5)
            key = f"Arrow{names[steps > 0]}"
            figure.press(*[f"Shift+{key}"] * long, *[key] * short)

    with alone(chromium, ThreeClasses(CORNERS, FOURS)) as figure:
        group = figure.root.get_by_role("button", name=GROUP, exact=True)
        group.press("Enter")
        figure.press(*"nnnnn")  # an orange one; the first is chosen by coming
        assert "orange" in figure.root.locator(".svm-chosen").inner_text()
        walk(figure, (0, -2.1))
        assert [text[: len(ZERO)] for text in figure.solved()] == [ZERO]
        figure.root.get_by_label("machine").press("ArrowDown")
        figure.root.get_by_label("machine").press("ArrowDown")
        figure.done()
        assert len(figure.solved()) == 2
        figure.root.get_by_role("button", name="Start over").press("Enter")
        figure.root.get_by_label("machine").press("ArrowDown")
        figure.root.get_by_role("button", name=GREEN, exact=True).press("Enter")
        chosen = 5
        for i, tip in ((4, (2.6, 1.6)), (8, (0.2, -1.0)), (0, (-1.2, 2.2))):
            figure.press(*"n" * ((i - chosen) % 12))
            chosen = i
            assert f"Point {i + 1}" in figure.root.locator(".svm-chosen").inner_text()
            walk(figure, tip - CORNERS[i])
        assert "tied" in figure.facts()
        figure.press(*"p")  # a green one, and another beside it
        figure.press("a")
        here = figure.points()[0][-1]
        walk(figure, np.array([-0.75, -0.5]) - here)
        assert len(figure.solved()) == 3


@pytest.mark.parametrize("data", [(CORNERS, FOURS), (CLOUDS, THREES)], ids=["corners", "clouds"])
def test_playing_without_a_plan_solves_little(data, chromium):
    with alone(chromium, ThreeClasses(*data)) as figure:
        figure.play_at_random(7)
        assert len(figure.solved()) <= 1


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("kind", ["one-vs-rest", "one-vs-one"])
def test_one_screen_holds_it(kind, viewport, chromium):
    widget = ThreeClasses(CLOUDS, THREES, kind=kind)
    with alone(chromium, widget, width=914, viewport=viewport) as figure:
        figure.press("n")
        frame, plot, rows, knob, side = (
            figure.root.locator(what).first.bounding_box()
            for what in (".svm-frame", "canvas", ".svm-scores", ".svm-control", ".svm-side")
        )
        assert knob["y"] < plot["y"] and plot["y"] + plot["height"] - knob["y"] < 844 - 48
        assert rows["width"] <= side["width"] + 1
        if viewport is LAPTOP:
            caption = figure.root.locator("caption").inner_text()
            assert caption.startswith("Point ") and "goes to" in caption
            assert frame["height"] <= 720 - 48 and plot["width"] > 500 and plot["height"] > 350
            assert rows["x"] > plot["x"] + plot["width"] - 1
        else:
            assert figure.tab.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [914, 700])
def test_a_longer_sentence_stays_on_the_screen(width, chromium):
    """However much is told: all undecided, votes tied, a point chosen."""
    points = np.array(FLAT[9])
    widget = ThreeClasses(points[:, :2], points[:, 2].astype(int))
    with alone(chromium, widget, width=width, viewport=LAPTOP) as figure:
        figure.done()
        assert figure.root.locator("caption").inner_text() == (
            "A point in the middle would be nobody's: a tie."
        )
        figure.press("n")
        assert "undecided, lead 0" in figure.root.locator(".svm-known").inner_text()
        for kind in KINDS.values():
            figure.choose("machine", kind)
            figure.press("n")
            figure.done()
            frame = figure.root.locator(".svm-frame").bounding_box()
            assert frame["height"] <= 720 - 48, kind


@pytest.mark.parametrize("text, good", [
    ('{"kind":"crammer-singer"}', True), ('{"kind":"one-vs-all"}', False),
    ('{"points":[[0,0,3]]}', False), ('{"C":-1}', False), ('{"sigma":0}', False),
])  # fmt: skip
def test_links_are_followed_or_refused(text, good, chromium):
    fragment = f"#svm=three-classes:{text}"
    with alone(chromium, ThreeClasses(CORNERS, FOURS), fragment=fragment) as figure:
        refused = figure.root.get_by_text("This link cannot be followed").is_visible()
        assert refused != good and ("Mean loss" in figure.facts()) == good
        assert told(figure)[0] == 0


def test_a_class_without_points_is_said(chromium):
    with alone(chromium, ThreeClasses(CORNERS[:9], FOURS[:9])) as figure:
        figure.press("p", "p", "n", "Delete")
        assert figure.facts() == "Each of the three classes needs a point."
        assert table(figure) == []
        figure.click("Undo")
        assert told(figure)[0] == 0


# ------------------------------------------------------------------------------ on the Python side


@pytest.mark.parametrize("kind", KINDS)
def test_python_fits_and_decides_alike(kind):
    figure = ThreeClasses(CLOUDS, THREES, kind=kind, C=2.0)
    machine = figure.fit()
    assert machine.kind == kind and figure.kind == kind
    clear = figure.decide(CLOUDS, machine) >= 0
    assert clear.all()
    np.testing.assert_array_equal(figure.decide(CLOUDS)[clear], machine.predict(CLOUDS)[clear])
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
    flat = np.array(FLAT[9])
    for kind in KINDS:
        assert hatched(ThreeClasses(MILL, FOURS, kind=kind, C=10.0)) == (kind == "one-vs-one")
    assert hatched(ThreeClasses(flat[:, :2], flat[:, 2].astype(int)))
    assert ThreeClasses(flat[:, :2], flat[:, 2].astype(int)).decide(flat[:, :2]).max() == -1


def test_python_refuses_other_kinds():
    figure = ThreeClasses(CORNERS, FOURS)
    with pytest.raises(traitlets.TraitError, match="kind"):
        figure.kind = "one-vs-all"
    assert figure.kind == "one-vs-rest"
