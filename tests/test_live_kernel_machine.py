"""The live figure of the kernel machine: its data by name, its surface, guesses and challenges."""

import itertools
import re

import contourpy
import numpy as np
import pytest

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF, Linear
from svmlib.widgets import KernelMachine
from tests.live_page import LAPTOP, MOONS, PHONE, box_of, finger, mouse, numbers_close
from tests.test_live_figures import agrees

GUESS, ISLAND, IDLE = "guess first", "move a single point", "delete ten points"
# pixels inside the axes of the first canvas that are nearly of a colour
COUNTED = """(root, [wanted, near]) => {
  const canvas = root.querySelector("canvas"), copy = document.createElement("canvas");
  const scale = canvas.width / canvas.clientWidth;
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const [w, h] = [canvas.width - 58 * scale, canvas.height - 52 * scale];
  const { data } = pen.getImageData(47 * scale, 11 * scale, w, h);
  let count = 0;
  for (let k = 0; k < data.length; k += 4)
    if (wanted.every((v, c) => Math.abs(v - data[k + c]) <= near)) count++;
  return count;
}"""
GREY, PURPLE, INK = [107, 114, 128], [184, 87, 143], [31, 41, 51]
X, Y = MOONS
BOX = box_of(X)


def counted(figure, colour, near=3):
    figure.done()
    return figure.root.evaluate(COUNTED, [colour, near])


@pytest.fixture
def linear(show):
    """The machine with a straight boundary, from which a guess can begin."""
    return show(KernelMachine(X, Y, kernel="linear"), viewport=LAPTOP)


def boundary(kernel, data=MOONS, n=160):
    """The lines f = 0 in the window of some data."""
    machine, box = KernelSVM(C=1.0, kernel=kernel).fit(*data), box_of(data[0])
    x, y = np.linspace(*box[:2], n), np.linspace(*box[2:], n)
    f = machine.decision_function(np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)).reshape(n, n)
    return contourpy.contour_generator(x, y, f).lines(0.0)


def agreement(ones, others, X, reach=0.05, around=0.07):
    """Share of the length of lines near X that has the others within reach, in shares of the
    window."""
    box = box_of(X)

    def unit(places):
        return (np.asarray(places) - box[::2]) / np.subtract(box[1::2], box[::2])

    def pieces(lines):
        found, lengths = [], []
        for line in map(unit, lines):
            for a, b in itertools.pairwise(line):
                n = max(1, round(np.hypot(*(b - a)) / 0.002))
                found.append(a + (b - a) * (np.arange(n)[:, None] + 0.5) / n)
                lengths.append(np.full(n, np.hypot(*(b - a)) / n))
        return np.vstack(found), np.concatenate(lengths)

    def apart(a, b):
        return np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1))

    (a, lengths_a), (b, lengths_b) = pieces(ones), pieces(others)
    near = apart(a, b) <= reach
    counts = (apart(np.vstack([a, b]), unit(X)) <= around).any(1)
    weights = np.concatenate([lengths_a, lengths_b]) * counts
    return np.average(np.concatenate([near.any(1), near.any(0)]), weights=weights)


# ------------------------------------------------------------------------ data, window and surface


def test_a_vanishing_w_is_told_in_words(show):
    corners, y = np.array([[0, 0], [1, 1], [0, 1], [1, 0.0]]), np.array([1, 1, -1, -1.0])
    figure = show(KernelMachine(corners, y, kernel="linear", C=106.0))
    facts = figure.facts()
    assert "The best w is 0" in facts and "any b from −1 to 1 is as good" in facts
    assert "margin" not in facts and "objective 424," in facts
    figure.press("n")
    assert "margin" not in figure.text("known")


def test_data_sets_go_by_name_through_links_and_undo(show):
    widget = KernelMachine(*datasets.moons(200), kernel="linear")
    figure = show(widget)
    given = figure.facts()
    assert not figure.button("New sample").is_visible()
    figure.choose("data", "spirals")
    first = figure.facts()
    figure.click("New sample")
    second, untouched, sample = figure.facts(), figure.link(), figure.trait("points")
    assert second != first and len(sample) == figure.numbers()[1] == 100
    figure.press("n", "Shift+ArrowUp")  # only that point goes into the link
    edited, link = figure.facts(), figure.link()
    assert len(untouched) < 150 and len(link) < 250
    for facts in (second, first, given):
        figure.click("Undo")
        assert figure.facts() == facts
    figure.click("Redo")
    assert figure.facts() == first
    assert figure.root.get_by_label("data", exact=True).input_value() == "spirals"
    figure.choose("data", "as given")
    assert figure.facts() == given
    for fragment, facts in ((untouched, second), (link, edited)):
        figure = show(widget, fragment=fragment)
        assert numbers_close(figure.facts(), facts)
        assert (figure.trait("points") == sample) == (facts is second)
        figure.click("Start over")
        assert figure.facts() == given


def test_python_has_the_points_whoever_chooses_the_data(show):
    figure = show(KernelMachine(X, Y))
    figure.choose("data", "rings")
    assert (figure.trait("data"), figure.trait("seed")) == ("rings", 0)
    assert len(figure.trait("points")) == 100
    agrees(figure)
    rings = figure.trait("points")
    figure.set(data="moons", seed=3)  # Python, by the traits alone
    assert len(figure.trait("points")) == 100 and figure.trait("points") != rings
    agrees(figure)


def test_the_window_follows_the_points(show):
    figure = show(KernelMachine(X, Y))
    figure.choose("data", "spirals")
    # the outermost point is inside the axes and can be taken hold of
    P, _ = figure.points()
    i = int(P[:, 0].argmax())
    x, y = figure.pixel(P[i], box_of(P))
    figure.drag((x, y), (x - 20, y), (x - 40, y))
    assert figure.points()[0][i, 0] < P[i, 0] - 0.05


def test_no_ghost_of_other_points(linear):
    assert counted(linear, GREY) < 20
    linear.choose("kernel", "Gaussian (RBF)")
    assert counted(linear, GREY) > 100
    linear.choose("data", "rings")
    assert counted(linear, GREY) < 20


def test_the_surface_is_coarse_while_a_knob_moves(show):
    figure = show(KernelMachine(X, Y, sigma=0.2), viewport=LAPTOP)
    figure.wait()
    figure.slider("C").press("ArrowRight")
    coarse = figure.pixels()
    figure.wait(200)
    fine = figure.pixels()
    assert coarse != fine
    figure.wait()  # and nothing changes any more
    assert figure.pixels() == fine


# ------------------------------------------------------------------------------------- guess first


def draw_lines(figure, lines, box=BOX, pointer=None):
    pointer = pointer or mouse(figure.tab)
    figure.root.locator("canvas").first.scroll_into_view_if_needed()
    for line in lines:
        places = [figure.pixel(place, box) for place in line]
        pointer("down", *places[0])
        for place in places[1:]:
            pointer("move", *place)
        pointer("up", *places[-1])
    figure.done()


@pytest.mark.parametrize("kind", [mouse, finger])
def test_a_guess_is_measured(kind, show):
    how = {"touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    figure = show(KernelMachine(X, Y, kernel="linear"), **how)
    figure.click("Guess first")
    figure.choose("kernel", "Gaussian (RBF)")
    assert "hidden" in figure.facts() and figure.numbers() == []
    assert counted(figure, PURPLE) == 0
    # half way across the truth, and a piece that is no part of it
    truth = boundary(RBF(0.5))
    part = max(truth, key=len)[::3]
    guess = [part[: len(part) // 2], [[BOX[0] + 0.1, -0.9], [BOX[0] + 0.8, -0.9]]]
    points, scrolled = figure.trait("points"), figure.tab.evaluate("scrollY")
    draw_lines(figure, guess, pointer=kind(figure.tab))
    assert figure.trait("points") == points  # they lie underneath
    assert figure.tab.evaluate("scrollY") == scrolled or kind is mouse
    assert counted(figure, PURPLE) > 100
    figure.click("Show the boundary")
    said = re.match(r"Your lines and the boundary agree on (\d+) % of their length near the "
                    r"points\. \d", figure.facts())  # fmt: skip
    assert float(said[1]) == pytest.approx(100 * agreement(guess, truth, X), abs=5)
    assert 30 < float(said[1]) < 70 and figure.solved() == []
    assert counted(figure, PURPLE) > 100
    figure.type("C", 2)
    assert "Your lines" not in figure.facts() and counted(figure, PURPLE) == 0


def test_a_guess_hides_the_machine_and_its_read_out(show):
    figure = show(KernelMachine(X, Y), viewport=LAPTOP)
    figure.press("n")
    assert "α" in figure.text("known")
    ink = counted(figure, INK)
    figure.click("Guess first")
    figure.type("C", 100)
    assert figure.text("known") == "" and counted(figure, INK) < 0.6 * ink
    figure.click("Undo")
    assert "hidden" in figure.facts()
    figure.click("Show the boundary")
    # nothing was drawn, nothing has moved: that is no guess
    assert "agree on 0 %" in figure.facts() and figure.solved() == []
    # nor is a line that is there already
    figure.click("Guess first")
    figure.type("C", 1.05)
    draw_lines(figure, [line[::5] for line in boundary(RBF(0.5))])
    figure.click("Show the boundary")
    assert re.search("agree on (100|9.) %", figure.facts()) and figure.solved() == []


def test_a_guess_by_keyboard(linear):
    """Of corners; the cross starts in the middle of the window, and a slip is taken back."""
    linear.button("Guess first").press("Enter")
    linear.root.get_by_label("kernel", exact=True).select_option("rbf")
    sheet = linear.root.locator(".svm-sheet")
    sheet.press("Space")
    sheet.press("Backspace")
    line = max(boundary(RBF(0.5)), key=len)
    at = np.array([50, 50])
    for place in line[:: len(line) // 12]:
        size = np.subtract(BOX[1::2], BOX[::2])
        wanted = np.round(100 * (place - np.array(BOX[::2])) / size).astype(int)
        for way, less, more in zip(wanted - at, ("Left", "Down"), ("Right", "Up"), strict=True):
            key = f"Arrow{more if way > 0 else less}"
            for press in [f"Shift+{key}"] * (abs(way) // 5) + [key] * (abs(way) % 5):
                sheet.press(press)
        at = wanted
        sheet.press("Space")
    linear.button("Show the boundary").press("Enter")
    assert linear.has_solved(GUESS), linear.facts()


def test_a_guess_through_the_points_is_enough(show):
    """Where there are no points nobody can know how the boundary goes on."""
    data = datasets.moons(200)
    truth, before = boundary(RBF(0.5), data), boundary(Linear(), data)
    # an S as a hand draws it between the moons, with nothing beyond them
    s = [[-0.4, 0], [-0.3, 0.35], [0, 0.5], [0.35, 0.35], [0.6, 0.12], [0.9, -0.05], [1.2, 0.05],
         [1.3, 0.4]]  # fmt: skip
    assert agreement([s], truth, data[0]) > 0.8 and agreement(before, truth, data[0]) < 0.6
    figure = show(KernelMachine(*data, kernel="linear"), viewport=LAPTOP)
    figure.click("Guess first")
    figure.choose("kernel", "Gaussian (RBF)")
    draw_lines(figure, [s], box_of(data[0]))
    figure.click("Show the boundary")
    assert figure.has_solved(GUESS), figure.facts()


def test_nothing_moves_under_the_hand(linear):
    """Knobs that come and go leave the picture and the button to guess where they were."""
    names, places = re.compile("Guess first|Show the boundary"), []
    for kernel in ("polynomial", "Gaussian (RBF)", "Ornstein–Uhlenbeck", "linear"):
        for data in ("moons", "as given"):
            linear.turn(kernel=kernel, data=data)
            assert linear.slider("σ").is_visible() == (kernel == "Gaussian (RBF)")
            button = linear.root.get_by_role("button", name=names)
            places.append((button.bounding_box(), linear.area()))
            button.click()
            linear.done()
    assert all(place == places[0] for place in places), places


def test_corners_by_clicks_and_several_lines(show):
    figure = show(KernelMachine(X, Y), viewport=LAPTOP)
    points = figure.trait("points")
    figure.click("Guess first")
    left, right, top, bottom = figure.area()
    figure.at(left + 40, top + 40)
    dots = counted(figure, PURPLE)
    figure.at(left + 40, bottom - 40)
    seen, line = figure.pixels(), counted(figure, PURPLE)
    assert line > dots + 100
    sheet = figure.root.locator(".svm-sheet")
    sheet.press("l")
    figure.at(right - 40, bottom - 40)
    assert line < counted(figure, PURPLE) < line + 2 * dots  # a corner of another line
    sheet.press("Backspace")
    assert figure.pixels() == seen  # one step back at a time
    assert figure.trait("points") == points  # they lie underneath
    sheet.press("Backspace")
    assert counted(figure, PURPLE) == dots


# ------------------------------------------------------------------------------- other challenges


ISLANDS = [
    (200, "linear", (0.5, 1.3), {"kernel": "Gaussian (RBF)", "σ": 0.1, "C": 1}),
    (60, "rbf", (-0.33, 0.8), {"kernel": "Ornstein–Uhlenbeck", "ℓ": 0.5, "C": 30}),
]


@pytest.mark.parametrize("n, start, goal, knobs", ISLANDS, ids=["lecture", "book"])
def test_an_island(n, start, goal, knobs, show):
    P, y = datasets.moons(n)
    assert y[1] == 1  # an orange one, which goes among the blue ones
    figure = show(KernelMachine(P, y, kernel=start), viewport=LAPTOP)
    a, b = (figure.pixel(place, box_of(P)) for place in (P[1], goal))
    figure.drag(a, (a + b) / 2, b)
    assert figure.solved() == []
    figure.turn(**knobs)
    assert figure.has_solved(ISLAND)


def test_points_that_do_not_matter(linear):
    """Deleted by keys; one support vector too many, and it is taken back."""
    machine = KernelSVM(C=1.0, kernel=Linear()).fit(X, Y)
    idle = np.flatnonzero(machine.alpha_ == 0)
    for gone, i in enumerate([*idle[:9], machine.support_[machine.support_ > idle[8]][0]]):
        linear.choose_point(i - gone)
        linear.press("Delete")
    assert linear.numbers()[1] == 50 and linear.solved() == []
    linear.press("Control+z")
    linear.choose_point(idle[-1] - 9)
    linear.press("Delete")
    assert linear.has_solved(IDLE)
