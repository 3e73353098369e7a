"""The live figure of the map over (C, σ): cells, the walk over them, its cover, challenges."""

import base64
import io
from functools import cache

import numpy as np
import pytest
from PIL import Image
from sklearn.model_selection import train_test_split

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.widgets import Map
from tests.live_book import made
from tests.live_page import LAPTOP, MOONS, number
from tests.node_process import CORE

DARK, HEART = "from the first cell on", "by at most"
VALID = datasets.moons(100, seed=1)
ACCENT, GREY = [179, 38, 30], [217, 221, 227]


@cache
def lecture():
    """As in lecture 9: a walk that begins in a poor place."""
    X, y = datasets.moons(n=500, noise=0.2, seed=0)
    X, V, y, v = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    Cs, sigmas = np.geomspace(0.5, 50, 20), np.geomspace(0.05, 3, 20)
    return Map((X, y), (V, v), Cs, sigmas, cell=(16, 5))


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


def drawn(figure, canvas=0):
    """The colours (height, width, 3) of a canvas, and its place on the page."""
    figure.done()
    picture = figure.root.locator("canvas").nth(canvas).evaluate("e => e.toDataURL()")
    _, _, data = picture.partition(",")
    image = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    box = figure.root.locator("canvas").nth(canvas).bounding_box()
    assert image.width == pytest.approx(box["width"], abs=1)
    return np.array(image).astype(int), np.array([box["x"], box["y"]])


def colours(figure, *cells):
    """Of the ground in a corner of each cell, beside frame and walk."""
    pixels, corner = drawn(figure)
    left, right, *_ = figure.area()
    off = 0.3 * (right - left) / len(figure.widget.Cs)
    places = [middle(figure, *cell) - corner - [off, 4] for cell in cells]
    return [pixels[round(y), round(x)] for x, y in places]


def steps(figure):
    return int(figure.fact("steps from the first cell"))


def test_a_map_that_differs_is_told(show):
    """And where the walk begins with the best cell, that is no find."""
    figure = show(Map(MOONS, VALID, [0.1, 1, 10, 100], [0.1, 0.5, 2]))
    assert "The map says" not in figure.facts()
    assert DARK not in figure.text("challenge") and figure.solved() == []
    figure = show(made("Map", scores=[[0.5] * 4] * 3))
    assert "The map says 0.5." in figure.facts()
    # which points are asked is a word of the lecture
    assert "validation" in figure.facts() and "test" not in figure.root.inner_text()


def test_wrong_points_have_rings_large_and_small(show):
    """Of all points that are wrong, and of no other."""
    machine = KernelSVM(C=0.1, kernel=RBF(2)).fit(*MOONS)
    figure = show(made("Map", cell=[2, 0]), viewport=LAPTOP)
    pixels, corner = drawn(figure, canvas=1)

    def seen(X):
        return figure.pixel(X, figure.widget.box, canvas=1) - corner

    wrong = machine.predict(VALID[0]) != VALID[1]
    markers, shrink = seen(np.vstack([VALID[0][wrong], MOONS[0]])), 0.75
    assert pixels.shape[1] < 450
    sizes = {True: [], False: []}
    for (X, y), radius in ((VALID, 9.5), (MOONS, 5.5)):
        for place, ringed in zip(seen(X), machine.predict(X) != y, strict=True):
            near = np.sort(np.hypot(*(markers - place).T))
            if near[near > 1e-6][0] < 17 or not 60 < place[0] < pixels.shape[1] - 24:
                continue  # others are in the way
            x, y0 = np.round(place).astype(int)
            red = np.abs(pixels[y0 - 10 : y0 + 10, x - 10 : x + 10] - ACCENT).max(axis=2) < 40
            size = np.hypot(*(np.argwhere(red) - 9.5).T).max() if red.any() else 0
            assert (0.4 < size - shrink * radius < 2.7) if ringed else size == 0, place
            sizes[bool(ringed)].append(radius)
    assert {*sizes[True]} == {*sizes[False]} == {9.5, 5.5}


# ------------------------------------------------------------------------------ cells, walk, cover


def test_walks_are_as_long_as_without_detours_and_uncover_what_they_look_at():
    """Random walks, beside a list of all cells since the walk last was at its first one."""
    dice = np.random.default_rng(0)
    sizes, first = (4, 5), [1, 2]
    every = [[r, c] for r in range(4) for c in range(5)]
    walks = [
        [[every[dice.integers(20)], bool(dice.random() < 0.7)] for _ in range(30)]
        for _ in range(40)
    ]
    told = CORE.ask(*[("cells", {"first": first, "moves": w, "sizes": sizes}) for w in walks])
    for moves, answers in zip(walks, told, strict=True):
        way, looked, closed, dark = [first], [], False, False
        for (cell, covered), answer in zip(moves, answers, strict=True):
            way = way[: way.index(cell) + 1] if cell in way else [*way, cell]
            if cell == first or (covered and not closed):
                looked = [*way]
            looked, closed = [*looked, cell], covered
            dark = covered and (cell == first or dark)
            assert answer["steps"] == np.abs(np.diff(way, axis=0)).sum()
            assert answer["dark"] == dark
            assert answer["hidden"] == [one for one in every if closed and one not in looked]


def test_cells_by_pointer_and_by_arrows(figure):
    C, sigma = (np.round(v, 4) for v in (figure.widget.Cs, figure.widget.sigmas))
    look(figure, (2, 14))
    assert steps(figure) == 14 + 9  # a jump is as long as the way there
    assert [figure.value(name) for name in ("C", "σ")] == pytest.approx([C[14], sigma[2]], rel=1e-3)
    figure.press("ArrowUp", "ArrowRight", "ArrowRight")
    assert steps(figure) == 26 and figure.trait("cell") == [3, 16]
    spoken = figure.slider("C").get_attribute("aria-valuetext")
    assert spoken.startswith("C = ") and number(spoken[4:]) == pytest.approx(C[16], rel=1e-3)
    figure.press(*["ArrowRight"] * 6)  # the keys end at the edge
    assert steps(figure) == 29
    figure.click("Start over")
    assert steps(figure) == 0


def test_a_covered_map_shows_what_was_looked_at(figure):
    """Start over covers it again."""
    cells = [(16, 5), (15, 5), (12, 5), (0, 19)]
    figure.press("ArrowDown")
    open_ = colours(figure, *cells)
    figure.turn(**{"cover the map": True})
    covered = colours(figure, *cells)
    np.testing.assert_allclose(covered[:2], open_[:2], atol=2)
    np.testing.assert_allclose(covered[2:], [GREY] * 2, atol=2)
    assert np.abs(np.subtract(open_[2:], GREY)).max(axis=1).min() > 20
    look(figure, (12, 5), (14, 5))
    np.testing.assert_allclose(colours(figure, (12, 5)), [open_[2]], atol=2)
    figure.click("Start over")
    figure.turn(**{"cover the map": True})
    np.testing.assert_allclose(colours(figure, (12, 5)), [GREY], atol=2)


# --------------------------------------------------------------------------------------- challenges


def test_the_best_cell_in_the_dark(figure):
    """By keys; not after a peep."""
    best = np.max(figure.widget.scores)
    assert figure.widget.scores[12][5] == best > figure.widget.scores[13][5]
    assert f"the map's best accuracy ({best:g})" in figure.text("challenge")
    for covered_first in (False, True):
        figure.press(*["ArrowDown"] * (2 - 2 * covered_first))
        figure.turn(**{"cover the map": True})
        figure.press(*["ArrowDown"] * (2 + 2 * covered_first))
        assert figure.value("accuracy") == best
        assert figure.solved() == [] or (covered_first and figure.has_solved(DARK))
        if not covered_first:
            figure.click("Start over")
    assert figure.has_solved(DARK)


def test_points_learnt_by_heart(figure):
    look(figure, (0, 19), (16, 5), (0, 5))  # too far, back, one training point wrong
    assert figure.solved() == []
    look(figure, (0, 7))
    assert figure.fact("training points wrong").startswith("0 of") and figure.has_solved(HEART)
