"""The live figure of the map over (C, σ): cells, the walk over them, its cover, challenges."""

from functools import cache

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.widgets import Map
from tests.live_page import LAPTOP, MOONS, PHONE, finger, number

DARK, HEART = "from the first cell on", "by at most"
VALID = datasets.moons(100, seed=1)
# pixels of a canvas around a place, in CSS pixels
SEEN = """(canvas, [x, y, reach]) => {
  const copy = document.createElement("canvas"), scale = canvas.width / canvas.clientWidth;
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const all = [x - reach, y - reach, 2 * reach, 2 * reach].map(v => Math.round(v * scale));
  const { data } = pen.getImageData(...all), found = [];
  for (let k = 0; k < data.length; k += 4) found.push([...data.slice(k, k + 3)]);
  return found;
}"""
ACCENT, GREY = [179, 38, 30], [217, 221, 227]


@cache
def lecture():
    """As in lecture 9: a walk that begins in a poor place."""
    X, y = datasets.moons(n=500, noise=0.2, seed=0)
    X, V, y, v = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    Cs, sigmas = np.geomspace(0.5, 50, 20), np.geomspace(0.05, 3, 20)
    return Map((X, y), (V, v), Cs, sigmas, cell=(16, 5))


def book(**traits):
    return Map(MOONS, VALID, [0.1, 1, 10, 100], [0.1, 0.5, 2], **traits)


@pytest.fixture
def figure(show):
    return show(lecture(), viewport=LAPTOP)


def middle(figure, row, column):
    """Where a cell is seen on the page."""
    w = figure.widget
    return figure.pixel((column + 0.5, row + 0.5), [0, len(w.Cs), 0, len(w.sigmas)])


def look(figure, *cells):
    for cell in cells:
        figure.at(*middle(figure, *cell))


def colour(figure, row, column):
    """Of the ground in a corner of a cell, beside frame and walk."""
    x, y = middle(figure, row, column)
    left, right, *_ = figure.area()
    box = figure.root.locator("canvas").first.bounding_box()
    off = 0.3 * (right - left) / len(figure.widget.Cs)
    place = [x - box["x"] - off, y - box["y"] - 4, 1]
    return np.median(figure.root.locator("canvas").first.evaluate(SEEN, place), axis=0)


def steps(figure):
    return int(figure.facts().rpartition(". ")[2].split()[0])


def test_a_map_that_differs_is_told(show):
    widget = book()
    assert "the map says" not in show(widget).facts()
    widget.scores = [[0.5] * 4 for _ in range(3)]
    figure = show(widget)
    assert "(the map says 0.5)" in figure.facts()
    # which points are asked is a word of the lecture
    assert "validation" in figure.facts() and "test" not in figure.root.inner_text()


def test_wrong_points_have_rings_large_and_small(show):
    """Of all points that are wrong, and of no other."""
    machine = KernelSVM(C=0.1, kernel=RBF(2)).fit(*MOONS)
    figure = show(book(cell=[2, 0]), viewport=LAPTOP)
    canvas = figure.root.locator("canvas").nth(1)
    r, box = canvas.bounding_box(), figure.widget.box

    def seen(X):
        return figure.pixel(X, box, canvas=1) - [r["x"], r["y"]]

    wrong = machine.predict(VALID[0]) != VALID[1]
    drawn, shrink = seen(np.vstack([VALID[0][wrong], MOONS[0]])), 0.75
    assert r["width"] < 450
    sizes = {True: [], False: []}
    for (X, y), radius in ((VALID, 9.5), (MOONS, 5.5)):
        for place, ringed in zip(seen(X), machine.predict(X) != y, strict=True):
            near = np.sort(np.hypot(*(drawn - place).T))
            if near[near > 1e-6][0] < 17 or not 60 < place[0] < r["width"] - 24:
                continue  # others are in the way
            pixels = np.array(canvas.evaluate(SEEN, [*place, 10]))
            red = (np.abs(pixels - ACCENT).max(axis=1) < 40).reshape(20, -1)
            size = np.hypot(*(np.argwhere(red) - 9.5).T).max() if red.any() else 0
            assert (0.4 < size - shrink * radius < 2.7) if ringed else size == 0, place
            sizes[bool(ringed)].append(radius)
    assert {*sizes[True]} == {*sizes[False]} == {9.5, 5.5}


# ------------------------------------------------------------------------------ cells, walk, cover


def test_cells_by_pointer_and_by_arrows(figure):
    assert steps(figure) == 0
    C, sigma = (np.round(v, 4) for v in (figure.widget.Cs, figure.widget.sigmas))
    look(figure, (2, 14))
    assert steps(figure) == 14 + 9  # a jump is as long as the way there
    assert figure.numbers()[:2] == pytest.approx([C[14], sigma[2]], rel=1e-3)
    figure.press("ArrowUp", "ArrowRight", "ArrowRight")
    assert steps(figure) == 26 and figure.trait("cell") == [3, 16]
    spoken = figure.slider("C").get_attribute("aria-valuetext")
    assert spoken.startswith("C = ") and number(spoken[4:]) == pytest.approx(C[16], rel=1e-3)
    figure.press("ArrowUp", "ArrowDown")  # a detour does not count
    assert steps(figure) == 26
    figure.press(*["ArrowRight"] * 6)  # the keys end at the edge
    assert steps(figure) == 29
    figure.click("Start over")
    assert steps(figure) == 0


def test_a_finger_taps_and_scrolls(show):
    figure = show(lecture(), viewport=PHONE, touch=True)
    figure.tab.touchscreen.tap(*middle(figure, 10, 10))
    assert steps(figure) == 11 and figure.trait("cell") == [10, 10]
    x, y = middle(figure, 3, 15)
    path = [(x, y - 12 * k) for k in range(1, 8)]
    figure.drag((x, y), *path, pointer=finger(figure.tab))
    assert steps(figure) == 11


def test_a_covered_map_shows_what_was_looked_at(figure):
    cells = [(16, 5), (15, 5), (12, 5), (0, 19)]
    figure.press("ArrowDown")
    open_ = [colour(figure, *cell) for cell in cells]
    figure.turn(**{"cover the map": True})
    covered = [colour(figure, *cell) for cell in cells]
    np.testing.assert_allclose(covered[:2], open_[:2], atol=2)
    np.testing.assert_allclose(covered[2:], [GREY] * 2, atol=2)
    assert np.abs(np.subtract(open_[2:], GREY)).max(axis=1).min() > 20
    # back at the first cell it is covered again, also where the figure began so
    look(figure, (16, 5))
    np.testing.assert_allclose(colour(figure, 15, 5), GREY, atol=8)
    figure.turn(**{"cover the map": False})
    np.testing.assert_allclose(colour(figure, 12, 5), open_[2], atol=2)


def test_start_over_covers_again(show):
    figure = show(book(cell=(2, 0), covered=True), viewport=LAPTOP)
    cells = [(2, 3), (1, 3)]
    unseen = [colour(figure, *cell) for cell in cells]
    look(figure, *cells)
    assert np.abs(colour(figure, 2, 3) - unseen[0]).max() > 20
    best = np.max(figure.widget.scores)
    assert f"the map's best accuracy ({best:g})" in figure.text("challenge")
    figure.click("Start over")
    np.testing.assert_allclose([colour(figure, *cell) for cell in cells], unseen, atol=2)


# --------------------------------------------------------------------------------------- challenges


def test_the_best_cell_in_the_dark(figure):
    """By keys, and by one look at a cell; neither after a peep nor too far about."""
    scores = figure.widget.scores
    best = np.max(scores)
    assert scores[12][5] == best > scores[13][5]
    figure.press(*["ArrowDown"] * 2)
    figure.turn(**{"cover the map": True})
    figure.press(*["ArrowDown"] * 2)
    assert figure.numbers()[2] == best and figure.solved() == []
    figure.click("Start over")
    figure.turn(**{"cover the map": True})
    look(figure, (16, 12), (12, 12), (12, 5))
    assert figure.numbers()[2] == best and figure.solved() == []
    look(figure, (16, 5), (15, 5))
    figure.press("ArrowRight", *["ArrowDown"] * 2, "ArrowLeft", "ArrowDown")
    assert figure.has_solved(DARK)


def test_points_learnt_by_heart(figure):
    look(figure, (0, 19), (16, 5), (0, 5))  # too far, back, one training point wrong
    assert figure.solved() == []
    look(figure, (0, 7))
    assert figure.numbers()[5] == 0 and figure.has_solved(HEART)


def test_where_the_walk_begins_with_the_best_cell_it_is_no_find(show):
    figure = show(book())
    assert DARK not in figure.text("challenge") and figure.solved() == []
    figure.press("ArrowDown")
    assert figure.has_solved(HEART)
