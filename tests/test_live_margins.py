"""The margins of a line: its handles, what is asked of a point, and what a player can do."""

import re

import numpy as np
import pytest

from svmlib import HardMarginSVM, datasets, geometry
from svmlib.widgets import Margins
from tests.live_page import box_of, number

FLOWERS, KINDS = datasets.iris_setosa(every=4)
X38 = FLOWERS[:, :2]
BEST = HardMarginSVM().fit(X38, KINDS)
LEVEL = [[4.4, 3.25], [6.6, 3.25]]
RIGHT, WIDE, ONE = "put every point", "bring the geometric", "with no point wrong"


@pytest.fixture
def figure(show):
    """As in the lecture."""
    return show(Margins(X38, KINDS, handles=LEVEL, scale=2.0))


def on_best(off=0.0):
    """Places on the best line, above the handles, and off it."""
    (w1, w2), b = BEST.coef_[0], BEST.intercept_[0]
    return [(x, off - (b + w1 * x) / w2) for x in (4.7, 6.2)]


def lay(figure, places, before=LEVEL):
    """Drag both handles."""
    for start, end in zip(before, places, strict=True):
        a, b = (figure.pixel(place, box_of(X38), equal=True) for place in (start, end))
        figure.drag(a, (a + b) / 2, b)


def type_places(figure, places):
    for place in places:
        figure.press("n")
        for k, value in enumerate(place):
            field = figure.root.locator(".svm-chosen input").nth(k)
            field.fill(f"{value:.6f}")
            field.press("Enter")
    figure.done()


def test_handles_in_one_place_make_no_line(figure):
    before = figure.facts()
    type_places(figure, [LEVEL[0]])  # the second one
    assert figure.facts() == "Both handles are in the same place: drag one away."
    assert figure.solved() == []
    figure.click("Undo")
    assert figure.facts() == before


def test_the_best_line_is_kept_until_the_start_comes_back(figure):
    type_places(figure, on_best()[::-1])
    best = figure.numbers()[4]
    assert best == pytest.approx(BEST.margin_, rel=1e-3) and "best" not in figure.facts()
    figure.press(*["ArrowUp"] * 3)
    assert f"best so far {best}" in figure.facts() and figure.numbers()[4] < best
    assert "best line so far" in figure.text("legend")
    figure.type("scale of (w, b)", 0.3)
    assert f"best so far {best}" in figure.facts()
    figure.click("Start over")
    assert "best" not in figure.facts() and "best line so far" not in figure.text("legend")


ASKED = re.compile(r"(\w+ \w+) \((.+), (.+)\): f = (.+), functional margin (.+), geometric (.+)")


def test_a_point_tells_its_margins(figure):
    """Under the pointer in the plane and on the strip, and by keys on the strip."""
    m = geometry.functional_margin(*figure.widget.line(), X38, KINDS)

    def asked():
        kind, *found = ASKED.fullmatch(figure.text("chosen")).groups()
        return kind, [number(text) for text in found]

    def told(i):
        kind = "Orange circle" if KINDS[i] > 0 else "Blue square"
        return kind, pytest.approx([*X38[i], KINDS[i] * m[i], m[i], m[i] / 2], rel=6e-3)

    plain, i = figure.pixels(), int(X38[:, 1].argmin())
    figure.hover(*figure.pixel(X38[i], box_of(X38), equal=True))
    assert asked() == told(i) and figure.pixels() != plain
    strip = figure.root.locator(".svm-plot").nth(1)
    strip.focus()
    strip.press("ArrowLeft")
    assert asked()[1][3] == pytest.approx(np.sort(m)[-2], rel=1e-2)
    for _ in m:
        strip.press("ArrowLeft")
    assert asked() == told(int(m.argmin()))


def test_challenges_by_pointer(figure):
    lay(figure, on_best(0.1))
    assert figure.has_solved(RIGHT)
    lay(figure, on_best(), on_best(0.1))
    assert figure.has_solved(RIGHT, WIDE)
    figure.type("scale of (w, b)", round(1 / figure.numbers()[4], 3))
    assert figure.has_solved(RIGHT, WIDE, ONE)
