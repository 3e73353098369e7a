"""The live figure of the map over (C, σ), compared with svmlib, walked over and played."""

from functools import cache

import numpy as np
import pytest
import traitlets
from sklearn.model_selection import train_test_split

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.widgets import Map
from tests.live_page import MOONS, alone, drag, finger, mouse, number
from tests.test_browser import LAPTOP, PHONE

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
ACCENT = [179, 38, 30]


@cache
def lecture():
    """As in lecture 9: a walk that begins in a poor place."""
    X, y = datasets.moons(n=500, noise=0.2, seed=0)
    X, V, y, v = train_test_split(X, y, test_size=0.4, stratify=y, random_state=0)
    Cs, sigmas = np.geomspace(0.5, 50, 20), np.geomspace(0.05, 3, 20)
    return Map((X, y), (V, v), Cs, sigmas, cell=(16, 5))


def fresh():
    figure = lecture()
    figure.cell = [16, 5]
    return figure


def book():
    return Map(MOONS, VALID, [0.1, 1, 10, 100], [0.1, 0.5, 2])


def middle(figure, widget, row, column):
    """Where a cell is seen on the page."""
    left, right, top, bottom = figure.area()
    across, up = (column + 0.5) / len(widget.Cs), (row + 0.5) / len(widget.sigmas)
    return left + across * (right - left), bottom - up * (bottom - top)


def colour(figure, widget, row, column):
    """Of the ground in a corner of a cell, beside frame and walk."""
    x, y = middle(figure, widget, row, column)
    left, right, *_ = figure.area()
    box = figure.root.locator("canvas").first.bounding_box()
    off = 0.3 * (right - left) / len(widget.Cs)
    pixels = figure.root.locator("canvas").first.evaluate(
        SEEN, [x - box["x"] - off, y - box["y"] - 4, 1]
    )
    return np.median(pixels, axis=0)


def steps(figure):
    figure.done()
    return int(figure.facts().rpartition(". ")[2].split()[0])


# ------------------------------------------------------------------------ what it says is right


def test_it_says_what_svmlib_finds(chromium):
    P, s = VALID
    widget = book()
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        for C_key, sigma_key in (("Home", "Home"), ("End", "End"), ("Home", "ArrowLeft")):
            figure.slider("C").press(C_key)
            figure.slider("σ").press(sigma_key)
            figure.done()
            C, sigma, accuracy, wrong, n, errors, m, support = figure.numbers()[:8]
            machine = KernelSVM(C=C, kernel=RBF(sigma)).fit(*MOONS)
            assert (n, m) == (100, 60)
            assert wrong == np.sum(machine.predict(P) != s)
            assert accuracy == pytest.approx(1 - wrong / 100)
            assert errors == np.sum(machine.predict(MOONS[0]) != MOONS[1])
            assert support == len(machine.support_)
            assert "the map says" not in figure.facts()
            row, column = widget.sigmas.index(sigma), widget.Cs.index(C)
            assert widget.scores[row][column] == pytest.approx(accuracy)
            assert "validation" in figure.facts() and "test" not in figure.root.inner_text()


def test_a_map_that_differs_is_told(chromium):
    widget = book()
    widget.scores = [[0.5] * 4 for _ in range(3)]
    with alone(chromium, widget) as figure:
        figure.done()
        assert "(the map says 0.5)" in figure.facts()


def test_wrong_points_have_rings_large_and_small(chromium):
    """Of all points that are wrong, and of no other."""
    widget = book()
    widget.cell = [2, 0]
    machine = KernelSVM(C=0.1, kernel=RBF(2)).fit(*MOONS)
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        canvas = figure.root.locator("canvas").nth(1)
        r = canvas.bounding_box()
        x0, x1, y0, y1 = widget.box

        def seen(X):
            across, up = (X - [x0, y0]).T / [[x1 - x0], [y1 - y0]]
            x, y = 46 + across * (r["width"] - 56), r["height"] - 40 - up * (r["height"] - 50)
            return np.column_stack([x, y])

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


def test_cells_by_pointer_and_by_arrows(chromium):
    widget = fresh()
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        assert steps(figure) == 0
        C, sigma = (np.round(v, 4) for v in (widget.Cs, widget.sigmas))
        figure.tab.mouse.click(*middle(figure, widget, 2, 14))
        assert steps(figure) == 14 + 9  # a jump is as long as the way there
        assert figure.numbers()[:2] == pytest.approx([C[14], sigma[2]], rel=1e-3)
        figure.press("ArrowUp", "ArrowRight", "ArrowRight")
        assert steps(figure) == 26
        assert figure.numbers()[:2] == pytest.approx([C[16], sigma[3]], rel=1e-3)
        assert figure.slider("C").get_attribute("aria-valuetext").startswith("C = ")
        assert number(figure.slider("C").get_attribute("aria-valuetext")[4:]) == pytest.approx(
            C[16], rel=1e-3
        )
        figure.press("ArrowUp", "ArrowDown")  # a detour does not count
        assert steps(figure) == 26
        # the keys end at the edge
        figure.press(*["ArrowRight"] * 6)
        assert steps(figure) == 29
        figure.press("Control+z")
        figure.done()
        assert figure.numbers()[0] < C[19]
        pointer, places = mouse(figure.tab), [middle(figure, widget, 5, k) for k in (3, 4, 5)]
        pointer("down", *places[0])
        for place in places[1:]:
            pointer("move", *place)
        pointer("up", *places[-1])
        figure.done()
        assert figure.numbers()[:2] == pytest.approx([C[5], sigma[5]], rel=1e-3)
        figure.click("Start over")
        assert steps(figure) == 0


def test_a_finger_taps_and_scrolls(chromium):
    widget = fresh()
    with alone(chromium, widget, viewport=PHONE, has_touch=True) as figure:
        figure.done()
        figure.tab.touchscreen.tap(*middle(figure, widget, 10, 10))
        assert steps(figure) == 11
        assert figure.numbers()[0] == pytest.approx(widget.Cs[10], rel=1e-3)
        x, y = middle(figure, widget, 3, 15)
        drag(figure, (x, y), [(x, y - 12 * k) for k in range(1, 8)], finger(figure.tab))
        assert steps(figure) == 11


def test_a_covered_map_shows_what_was_looked_at(chromium):
    widget = fresh()
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        figure.press("ArrowDown")
        figure.done()
        cells = [(16, 5), (15, 5), (12, 5), (0, 19)]
        open_ = [colour(figure, widget, *cell) for cell in cells]
        figure.root.get_by_label("cover the map").check()
        figure.done()
        covered = [colour(figure, widget, *cell) for cell in cells]
        grey = [217, 221, 227]
        for k in (0, 1):
            np.testing.assert_allclose(covered[k], open_[k], atol=2)
        for k in (2, 3):
            np.testing.assert_allclose(covered[k], grey, atol=2)
            assert np.abs(open_[k] - grey).max() > 20
        # back at the first cell it is covered again, also where the figure began so
        figure.tab.mouse.click(*middle(figure, widget, 16, 5))
        figure.done()
        np.testing.assert_allclose(colour(figure, widget, 15, 5), grey, atol=8)
        figure.root.get_by_label("cover the map").uncheck()
        figure.done()
        np.testing.assert_allclose(colour(figure, widget, 12, 5), open_[2], atol=2)


def test_start_over_covers_again(chromium):
    widget = Map(MOONS, VALID, [0.1, 1, 10, 100], [0.1, 0.5, 2], cell=(2, 0), covered=True)
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        cells = [(2, 3), (1, 3)]
        unseen = [colour(figure, widget, *cell) for cell in cells]
        for cell in cells:
            figure.tab.mouse.click(*middle(figure, widget, *cell))
            figure.done()
        assert np.abs(colour(figure, widget, 2, 3) - unseen[0]).max() > 20
        challenge = figure.root.locator(".svm-challenge").inner_text()
        assert f"the map's best accuracy ({np.max(widget.scores):g})" in challenge
        figure.click("Start over")
        figure.done()
        for cell, before in zip(cells, unseen, strict=True):
            np.testing.assert_allclose(colour(figure, widget, *cell), before, atol=2)


def test_a_link_leads_to_a_cell_and_start_over_back(chromium):
    widget = fresh()
    with alone(chromium, widget) as figure:
        figure.press("ArrowDown", "ArrowRight")
        figure.root.get_by_label("cover the map").check()
        figure.done()
        facts = figure.facts()
        figure.click("Copy link")
        link = figure.tab.url.partition("#")[2]
    with alone(chromium, widget, fragment=f"#{link}") as figure:
        figure.done()
        assert figure.facts() == facts  # two steps from the first cell
        assert figure.root.get_by_label("cover the map").is_checked()
        figure.click("Start over")
        assert steps(figure) == 0 and not figure.root.get_by_label("cover the map").is_checked()


@pytest.mark.parametrize("cell", [[3, 0], [0, 4], [-1, 0], [0], [0, 1, 2], [0.5, 1], [True, 0]])
def test_python_refuses_what_is_no_cell(cell):
    figure = book()
    with pytest.raises(traitlets.TraitError, match="0 <= row < 3 and 0 <= column < 4"):
        figure.cell = cell
    figure.cell = [2, 3]
    assert figure.fit().C == 100


# --------------------------------------------------------------------------------------- challenges


@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_the_best_cell_in_the_dark(keyboard, chromium):
    widget = fresh()
    best = np.max(widget.scores)
    assert widget.scores[12][5] == best > widget.scores[13][5]
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        cover = figure.root.get_by_label("cover the map")
        # one peep spoils it
        figure.press(*["ArrowDown"] * 2)
        cover.press("Space") if keyboard else cover.click()
        figure.press(*["ArrowDown"] * 2)
        figure.done()
        assert figure.numbers()[2] == best and figure.solved() == []
        figure.click("Start over")
        cover.press("Space") if keyboard else cover.click()
        figure.done()
        # too far about
        for row, column in ((16, 12), (12, 12), (12, 5)):
            figure.tab.mouse.click(*middle(figure, widget, row, column))
            figure.done()
            assert figure.solved() == []
        assert figure.numbers()[2] == best and figure.solved() == []
        figure.tab.mouse.click(*middle(figure, widget, 16, 5))
        if keyboard:
            figure.press("ArrowDown", "ArrowRight", *["ArrowDown"] * 2, "ArrowLeft", "ArrowDown")
        else:
            for row in (15, 14, 12):
                figure.tab.mouse.click(*middle(figure, widget, row, 5))
                figure.done()
        figure.done()
        assert [text.startswith(DARK) for text in figure.solved()] == [True]


@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_points_learnt_by_heart(keyboard, chromium):
    widget = fresh()
    with alone(chromium, widget, viewport=LAPTOP) as figure:
        figure.done()
        if keyboard:
            for _ in range(18):
                assert figure.solved() == []
                figure.press("ArrowRight" if steps(figure) in (3, 7) else "ArrowDown")
        else:
            for cell in ((0, 19), (16, 5), (0, 5)):  # too far, back, one training point wrong
                figure.tab.mouse.click(*middle(figure, widget, *cell))
                figure.done()
                assert figure.solved() == []
            figure.tab.mouse.click(*middle(figure, widget, 0, 7))
        figure.done()
        assert figure.numbers()[5] == 0
        assert [text.startswith(HEART) for text in figure.solved()] == [True]


def test_where_the_walk_begins_with_the_best_cell_it_is_no_find(chromium):
    with alone(chromium, book()) as figure:
        figure.done()
        assert DARK not in figure.root.locator(".svm-challenge").inner_text()
        assert figure.solved() == []
        figure.press("ArrowDown")
        figure.done()
        assert [text.startswith(HEART) for text in figure.solved()] == [True]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_playing_without_a_plan_solves_nothing(seed, chromium):
    with alone(chromium, fresh()) as figure:
        figure.play_at_random(seed)
        assert figure.solved() == []
