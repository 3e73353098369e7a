"""The margins of a line: what they say is what svmlib says, and what a player can do."""

import re

import numpy as np
import pytest
import traitlets

from svmlib import HardMarginSVM, datasets, geometry
from svmlib.widgets import Margins
from tests.live_page import IRIS, alone, box_of, drag, mouse, number

FLOWERS, KINDS = datasets.iris_setosa(every=4)
X38 = FLOWERS[:, :2]
BEST = HardMarginSVM().fit(X38, KINDS)
LEVEL = [[4.4, 3.25], [6.6, 3.25]]
RIGHT, WIDE, ONE = "put every point", "bring the geometric", "with no point wrong"


def lecture():
    return Margins(X38, KINDS, handles=LEVEL, scale=2.0)


def on_best(off=0.0):
    """Places on the best line, above the handles, and off it."""
    w, b = BEST.coef_[0], BEST.intercept_[0]
    return [(x, off - (b + w[0] * x) / w[1]) for x in (4.7, 6.2)]


def solved(figure, *starts):
    texts = figure.solved()
    return len(texts) == len(starts) and all(any(t.startswith(s) for t in texts) for s in starts)


def lay(figure, places, before=LEVEL):
    """Drag both handles."""
    for start, end in zip(before, places, strict=True):
        path = [figure.pixel(place, box_of(X38), equal=True)[:2] for place in (start, end)]
        drag(figure, path[0], [np.mean(path, axis=0), path[1]], mouse(figure.tab))


def type_places(figure, places):
    for place in places:
        figure.press("n")
        for k, value in enumerate(place):
            field = figure.root.locator(".svm-chosen input").nth(k)
            field.fill(f"{value:.6f}")
            field.press("Enter")
    figure.settle()


# ------------------------------------------------------------------------------ what it says


@pytest.mark.parametrize("scale", [0.5, 4])
def test_it_says_what_svmlib_says(scale, chromium):
    X, y = IRIS
    widget = Margins(X, y, [[4.6, 2.6], [6.2, 4.0]], scale=2.0)
    with alone(chromium, widget) as figure:
        figure.type("scale of (w, b)", scale)
        w, b = Margins(X, y, widget.handles, scale=scale).line()
        m = geometry.functional_margin(w, b, X, y)
        shown = figure.numbers()
        np.testing.assert_allclose(shown[:3], [*w, b], rtol=6e-3)
        assert shown[3] == pytest.approx(m.min(), rel=1e-3)
        assert shown[4] == pytest.approx(geometry.margin(w, b, X, y), rel=1e-3)
        assert shown[5:] == [np.sum(m <= 0), len(y)]


def test_a_handle_is_dragged(chromium):
    with alone(chromium, lecture()) as figure:
        x0, y0, unit = figure.pixel(LEVEL[1], box_of(X38), equal=True)
        drag(figure, (x0, y0), [(x0 + 10, y0 + 5), (x0 + 20, y0 + 10)], mouse(figure.tab))
        w, b = Margins(
            X38, KINDS, [LEVEL[0], [6.6 + 20 * unit, 3.25 - 10 * unit]], scale=2.0
        ).line()
        np.testing.assert_allclose(figure.numbers()[:3], [*w, b], rtol=3e-2)


def test_handles_in_one_place_make_no_line(chromium):
    with alone(chromium, lecture()) as figure:
        before = figure.facts()
        type_places(figure, [LEVEL[0]])  # the second one
        assert figure.facts() == "Both handles are in the same place: drag one away."
        assert figure.solved() == []
        figure.click("Undo")
        assert figure.facts() == before


def test_the_best_line_is_kept_until_the_start_comes_back(chromium):
    with alone(chromium, lecture()) as figure:
        type_places(figure, on_best()[::-1])
        best = figure.numbers()[4]
        assert best == pytest.approx(BEST.margin_, rel=1e-3) and "best" not in figure.facts()
        figure.press(*["ArrowUp"] * 3)
        assert f"best so far {best}" in figure.facts() and figure.numbers()[4] < best
        assert "best line so far" in figure.root.locator(".svm-legend").inner_text()
        figure.type("scale of (w, b)", 0.3)
        assert f"best so far {best}" in figure.facts()
        figure.click("Start over")
        assert "best" not in figure.facts()
        assert "best line so far" not in figure.root.locator(".svm-legend").inner_text()


ASKED = re.compile(r"(\w+ \w+) \((.+), (.+)\): f = (.+), functional margin (.+), geometric (.+)")


def test_a_point_tells_its_margins(chromium):
    """Under the pointer in the plane and on the strip, and by keys on the strip."""
    w, b = lecture().line()
    m = geometry.functional_margin(w, b, X38, KINDS)

    def asked(i):
        words = ASKED.fullmatch(figure.root.locator(".svm-chosen").inner_text()).groups()
        assert words[0] == ("Orange circle" if KINDS[i] > 0 else "Blue square")
        expected = [*X38[i], KINDS[i] * m[i], m[i], m[i] / 2]
        np.testing.assert_allclose([number(t) for t in words[1:]], expected, rtol=6e-3)

    with alone(chromium, lecture()) as figure:
        plain = figure.pixels()
        i = int(X38[:, 1].argmin())
        figure.tab.mouse.move(*figure.pixel(X38[i], box_of(X38), equal=True)[:2])
        figure.settle()
        asked(i)
        lit = figure.pixels()
        assert lit != plain
        strip = figure.root.locator(".svm-plot").nth(1)
        strip.focus()
        strip.press("ArrowLeft")
        figure.settle()
        text = figure.root.locator(".svm-chosen").inner_text()
        assert number(ASKED.fullmatch(text)[5]) == pytest.approx(np.sort(m)[-2], rel=1e-2)
        for _ in range(len(m)):
            strip.press("ArrowLeft")
        figure.settle()
        asked(int(m.argmin()))
        figure.tab.mouse.move(3, 3)


# --------------------------------------------------------------------------------- challenges


def test_a_player_solves_them_by_pointer(chromium):
    with alone(chromium, lecture()) as figure:
        lay(figure, on_best(0.1))
        assert solved(figure, RIGHT)
        lay(figure, on_best(), on_best(0.1))
        assert solved(figure, RIGHT, WIDE)
        figure.type("scale of (w, b)", round(1 / figure.numbers()[4], 3))
        assert solved(figure, RIGHT, WIDE, ONE)


def test_a_player_solves_them_by_keys(chromium):
    """With the flowers of the book, whose best margin is another."""
    X, y = IRIS
    best = HardMarginSVM().fit(X, y)
    w, b = best.coef_[0], best.intercept_[0]
    with alone(chromium, Margins(X, y, [[4.6, 2.6], [6.2, 4.0]], scale=2.0)) as figure:
        assert figure.numbers()[5] == 150
        type_places(figure, [(x, -(b + w[0] * x) / w[1]) for x in (4.6, 6.2)])  # the second first
        assert figure.numbers()[4] == pytest.approx(best.margin_, rel=1e-3)
        assert solved(figure, RIGHT, WIDE)
        box = figure.root.get_by_label("scale of (w, b), exact value")
        box.fill(f"{1 / best.margin_:.3f}")
        box.press("Enter")
        figure.settle()
        assert solved(figure, RIGHT, WIDE, ONE)


@pytest.mark.parametrize("seed", [1, 3])
def test_playing_without_a_plan_solves_little(seed, chromium):
    with alone(chromium, lecture()) as figure:
        figure.play_at_random(seed)
        assert len(figure.solved()) <= 1


def test_python_refuses_what_is_no_line():
    figure = lecture()
    for handles in ([], [[0, 0]], [[0, 0], [0, 0]], [[0, 0], [1, float("nan")]], "no"):
        with pytest.raises(traitlets.TraitError, match=r"handles|Margins"):
            figure.handles = handles
    assert figure.handles == LEVEL
