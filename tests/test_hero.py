"""The first figure of the book: what it says of lines and moves, and its four steps by keyboard."""

import re

import numpy as np
import pytest

from book.ext.figures import hero_data
from svmlib import HardMarginSVM, KernelSVM, geometry
from svmlib.kernels import RBF
from tests.browsing import PHONE, sound
from tests.test_live_core import called

DATA = {name: np.array(scene["points"]) for name, scene in hero_data().items()}
FLOWERS, RINGS = ((points[:, :2], points[:, 2]) for points in DATA.values())
WIDEST = 2 * HardMarginSVM().fit(*FLOWERS).margin_


def test_lines_are_judged_as_the_geometry_says():
    X, y = FLOWERS
    rng = np.random.default_rng(0)
    machine = HardMarginSVM().fit(X, y)
    best = machine.coef_[0] / np.linalg.norm(machine.coef_)
    lines = [(best, machine.intercept_[0] / np.linalg.norm(machine.coef_))]
    for _ in range(60):  # near the best line, with either side called positive, and anywhere
        w = best + rng.normal(0, rng.choice([0.05, 1]), 2)
        w *= rng.choice([-1, 1]) / np.linalg.norm(w)
        lines.append((w, -w @ (X[rng.integers(len(X))] + rng.normal(0, 0.5, 2))))
    points = np.column_stack([X, y]).tolist()
    lines_of = [(points, {"w": [*w], "b": b}) for w, b in lines]
    told_of = called("hero/words:judgeLine", *lines_of)
    kinds = []
    for (w, b), told in zip(lines, told_of, strict=True):
        sides = {*np.sign(X @ w + b)}
        width = 2 * max(geometry.margin(s * w, s * b, X, y) for s in (1, -1))
        wrong = min(np.sum(geometry.functional_margin(s * w, s * b, X, y) <= 0) for s in (1, -1))
        kind = "outside" if len(sides) == 1 else "crossed" if width <= 0 else "apart"
        kinds.append(kind)
        assert [told["kind"], told["wrong"]] == [kind, wrong]
        assert told["width"] == pytest.approx(max(width, 0) * (kind == "apart"))
    assert {*kinds} == {"outside", "crossed", "apart"}
    assert told_of[0]["width"] == pytest.approx(WIDEST)


def test_each_kind_of_line_and_move_has_its_words():
    apart, outside = {"kind": "apart", "wrong": 0, "width": 0.61}, {"kind": "outside", "wrong": 13}
    crossed = {"kind": "crossed", "wrong": 1}
    words = [
        ("sayLine", [apart, 1], "Your street is 61 % as wide as the widest"),
        ("sayLine", [apart | {"width": 0.9999}, 1], "No line does better"),
        ("sayLine", [outside, 1], "on one side"),
        ("sayLine", [crossed, 1], "leaves 1 flower on the wrong side"),
        ("sayRings", [crossed | {"wrong": 7}, 60], "leaves 7 of 60"),
        ("sayRings", [outside, 60], "on one side"),
    ]
    for ringed, before, after, said in [
        (False, 0.5, 0.5, "no ring, so the street does not notice: still 0.5 cm"),
        (True, 0.5, 0.5, "slid along its kerb: the street is still 0.5 cm"),
        (True, 0.5, 0.6, "It has a ring, so the street went from 0.5 to 0.6 cm wide"),
        (False, 0.5, 0.4, "came so close that the street had to give way, from 0.5 to 0.4"),
        (True, 0.5, 0, "Now no line separates the flowers"),
        (True, 0, 0, "Still no line"),
        (True, 0, 0.4, "A line separates them again: the street is 0.4 cm wide"),
    ]:
        move = {"ringed": ringed, "before": before, "after": after, "rings": 3}
        words.append(("sayMove", [move], said))
    for name, given, said in words:
        assert said in called(f"hero/words:{name}", given)[0]


def test_four_steps_by_keyboard(server, chromium):
    """Loaded when idle in the place of the picture, which stays for paper and without a script."""
    with sound(chromium, server, "book/index.html", PHONE) as tab:
        hero, words = tab.locator(".svm-hero"), tab.locator(".svm-hero .svm-facts")
        hero.wait_for()
        box = hero.bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"] and box["width"] <= PHONE["width"]
        picture = tab.locator("figure.hero img")
        assert not picture.is_visible()

        def press(name):
            tab.get_by_role("button", name=name).press("Enter")

        def tell(start):
            words.filter(has_text=re.compile(start)).wait_for()
            return words.text_content()

        sheet = hero.locator(".svm-sheet")

        def corners(*ways):
            """Hundredths of the window to the right and up, and a corner there."""
            for right, up in ways:
                for way, key in ((right, "Right"), (-right, "Left"), (up, "Up"), (-up, "Down")):
                    for _ in range(way // 5):
                        sheet.press(f"Shift+Arrow{key}")
                    for _ in range(max(way, 0) % 5):
                        sheet.press(f"Arrow{key}")
                sheet.press("Space")

        corners((-30, 0), (60, 0))
        assert tell("Your line leaves")  # level through the middle: it crosses
        corners((0, 42), (-60, -58))
        share = float(re.search(r"is ([\d.]+) %", tell("Your street is"))[1])
        assert 5 < share < 100
        press("What holds the widest")
        tell("The widest street. The ringed flowers")
        plot = hero.locator(".svm-plot")
        plot.press("ArrowRight")  # the first flower, far from the street
        assert f"still {WIDEST:.3g} cm wide" in tell("It has no ring")
        press("And if no line")
        corners((-30, 0), (60, 0))
        assert re.search(r"leaves \d+ of 60", tell("Your line leaves"))
        press("Bend it")
        plot.press("ArrowRight")
        plot.press("ArrowLeft")  # all is as it was
        count = len(KernelSVM(C=10, kernel=RBF(1)).fit(*RINGS).support_)
        assert tell("points have a ring").startswith(f"{count} of 60")
        spoken = hero.locator(".svm-status[role=status]")
        spoken.filter(has_text="points have a ring").wait_for(state="attached")
        tab.emulate_media(media="print")
        assert picture.is_visible() and not hero.is_visible()
