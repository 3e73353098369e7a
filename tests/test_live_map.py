"""The live figure of the map over (C, σ): cells, the walk over them, its cover, challenges."""

import itertools
from functools import cache

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.widgets import Map
from tests.live_book import made
from tests.live_page import LAPTOP, MOONS, number
from tests.node_process import CORE

DARK, HEART = "before you see the map", "take at most"
VALID = datasets.moons(100, seed=1)
ACCENT, GREY = [179, 38, 30], [217, 221, 227]


@cache
def lecture(covered=False):
    """As in lecture 9, with another split: a walk that begins in a poor place."""
    X, y = datasets.moons(n=500, noise=0.2, seed=0)
    X, V, y, v = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    Cs, sigmas = np.geomspace(0.5, 50, 20), np.geomspace(0.05, 3, 20)
    return Map((X, y), (V, v), Cs, sigmas, cell=(16, 5), covered=covered)


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


def grey(figure, cells, near):
    """Whether the ground in a corner of each cell, beside frame and walk, is grey."""
    left, right, *_ = figure.area()
    places = [middle(figure, *cell) - [0.3 * (right - left) / 20, 4] for cell in cells]
    return [figure.count(GREY, (place, place + 1), near=near) > 0 for place in places]


def steps(figure):
    return int(figure.fact("steps from the first cell"))


def test_a_walk_that_begins_with_the_best_cell_has_found_nothing(show):
    figure = show(Map(MOONS, VALID, [0.1, 1, 10, 100], [0.1, 0.5, 2]))
    assert DARK not in figure.text("challenge") and figure.solved() == []
    # which points are asked is a word of the lecture
    assert "validation" in figure.facts() and "test" not in figure.root.inner_text()


def test_wrong_points_have_rings_large_and_small(show):
    """Of all points that are wrong, and of no other."""
    machine = KernelSVM(C=0.1, kernel=RBF(2)).fit(*MOONS)
    figure = show(made("Map", cell=[2, 0]), viewport=LAPTOP)
    places = [figure.pixel(X, figure.widget.box, canvas=1) for X, _ in (VALID, MOONS)]
    wrong = [machine.predict(X) != y for X, y in (VALID, MOONS)]
    markers, found = np.vstack([places[0][wrong[0]], places[1]]), []
    for size, *rows in zip(("large", "small"), places, wrong, strict=True):
        for place, ringed in zip(*rows, strict=True):
            near = np.sort(np.hypot(*(markers - place).T))
            if near[near > 1e-6][0] < 19 or found.count((size, ringed)) == 6:
                continue  # others, or their rings, are in the way; or enough have been seen
            parts = [(place - far, place + far) for far in (5, 9)]
            inside, whole = (figure.count(ACCENT, p, canvas=1, near=40) for p in parts)
            ring = "large" if whole > inside else "small" if whole else "none"
            assert ring == (size if ringed else "none"), place
            found.append((size, ringed))
    assert {*found} == {*itertools.product(("large", "small"), (True, False))}


def test_walks_are_as_long_as_without_detours():
    dice = np.random.default_rng(0)
    walks = [dice.integers([4, 5], size=(30, 2)).tolist() for _ in range(40)]
    told = CORE.ask(*[("cells", {"first": [1, 2], "moves": walk}) for walk in walks])
    for walk, answers in zip(walks, told, strict=True):
        way = [[1, 2]]
        for cell, steps_ in zip(walk, answers, strict=True):
            way = way[: way.index(cell) + 1] if cell in way else [*way, cell]
            assert steps_ == np.abs(np.diff(way, axis=0)).sum()


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


def test_a_covered_map_shows_nothing_before_the_guess(show):
    """Neither its colours nor the points that judge; the walk and its machine stay in sight."""
    figure, cells = show(lecture(True), viewport=LAPTOP), [(16, 5), (12, 5), (0, 19), (19, 0)]
    red, mesh = figure.count(ACCENT, canvas=1), figure.widget.picture().axes[0].collections[0]
    assert mesh.cmap.N == 1  # on paper, too
    figure.press("ArrowDown")
    assert all(grey(figure, cells, near=2))
    figure.click("Skip")
    figure.press("ArrowUp")
    assert not any(grey(figure, cells, near=20))
    assert figure.count(ACCENT, canvas=1) > red + 20  # wrong validation points


def test_a_cell_as_good_as_the_best_in_the_dark(show):
    """By keys, one guess; not after a peep, and not more than a standard error too low."""
    column = np.array(lecture().scores)[:, 5]
    falls_short = column[12] - column > np.sqrt(column * (1 - column) / 200)
    assert column[12] == np.max(lecture().scores) > column[11]
    assert falls_short[14] and not falls_short[11]
    down, guess = ["ArrowDown"], "That is my guess"
    met_after = ((4, False, True), (5, False, True), (2, False, False), (4, True, False))
    for keys, skips, met in met_after:
        figure = show(lecture(True), viewport=LAPTOP)
        if skips:
            figure.click("Skip")
            figure.click("Guess first")
        figure.press(*down * keys)
        figure.wait()
        figure.click(guess)
        assert figure.value("accuracy") == lecture().scores[16 - keys][5]
        assert figure.has_solved(DARK) if met else figure.solved() == []


def test_points_learnt_by_heart(figure):
    look(figure, (0, 19), (16, 5), (0, 5))  # too far, back, one training point wrong
    assert figure.solved() == []
    look(figure, (0, 7))
    assert figure.fact("training points wrong").startswith("0 of") and figure.has_solved(HEART)
