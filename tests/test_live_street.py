"""The street: what it says is what svmlib finds, and what a player with a mouse or keys can do."""

import re

import numpy as np
import pytest

from svmlib import HardMarginSVM, LinearSVM, datasets, geometry
from svmlib.widgets import Street
from tests.live_page import IRIS, MOONS, alone, box_of, drag, mouse, number

PLAIN = datasets.iris_setosa(features=2)  # the straggler where it was measured, row 41
KNOWN = re.compile(r"f = (.+), geometric margin (.+), ξ = (.+), α = (.+)")
WIDER, RUIN, GUESS = "make the street", "move a single point, by", "guess first"
TWO = "with the knob alone"


def hard(data=PLAIN):
    return Street(*data, hard=True)


def solved(figure, *starts):
    """Exactly the challenges that begin like this."""
    texts = figure.solved()
    return len(texts) == len(starts) and all(any(t.startswith(s) for t in texts) for s in starts)


def put(figure, i, x, y):
    """Choose point i by keys and type where it goes."""
    figure.press("n")
    row = int(re.search(r"row (\d+)", figure.root.locator(".svm-chosen").inner_text())[1])
    figure.press(*["n"] * (i - row), *["p"] * (row - i))
    for k, value in enumerate((x, y)):
        field = figure.root.locator(".svm-chosen input").nth(k)
        field.fill(str(value))
        field.press("Enter")
    figure.done()


# ------------------------------------------------------------------------------ what it says


@pytest.mark.parametrize("C", [0.01, 0.3, 1000])
def test_it_says_what_svmlib_finds(C, chromium):
    with alone(chromium, Street(*IRIS)) as figure:
        figure.type("C", C)
        figure.done()
        machine, (X, y) = LinearSVM(C=C).fit(*IRIS), IRIS
        width, support, errors, half, shown_C, slack, cost, total = figure.numbers()
        # flowers measured in whole millimetres: which of those on the margin have α > 0 is open
        assert shown_C == C and support <= len({*machine.support_, *machine.on_margin_})
        assert errors == np.sum(y * machine.decision_function(X) <= 0)
        assert width == pytest.approx(2 * machine.margin_, rel=1e-3)
        assert half == pytest.approx(machine.margin_**-2 / 2, rel=1e-4)
        assert total == pytest.approx(machine.primal_, rel=1e-4)
        assert cost == pytest.approx(total - half, rel=1e-3, abs=1e-4 * total)
        assert cost == pytest.approx(C * slack, rel=1e-3)


def test_a_hard_margin_and_the_cross(chromium):
    X, y = IRIS
    best = HardMarginSVM().fit(X, y)
    with alone(chromium, hard(IRIS)) as figure:
        figure.done()
        assert not figure.slider("C").is_visible()
        first = figure.facts().partition("vectors")[
            2
        ]  # flowers on the kerbs may share α as they like
        assert figure.numbers()[0] == pytest.approx(2 * best.margin_, rel=1e-3)
        assert figure.numbers()[3] == pytest.approx(best.margin_**-2 / 2, rel=1e-4)
        put(figure, 0, *X[y != y[0]].mean(axis=0))
        assert figure.facts().startswith("No line separates the classes: the cross")
        figure.press("Control+z", "Control+z")
        figure.done()
        assert figure.facts().endswith(first) and figure.facts().startswith("Street 0.2828 wide")


def test_points_far_apart_have_a_street_and_crossed_ones_none(chromium):
    """The best w of the first is small, not 0."""
    far = Street([[-1e9, 0.0], [1e9, 0.0]], [-1, 1], C=1.0)
    with alone(chromium, far) as figure:
        figure.done()
        assert figure.numbers()[0] == 2e9
    X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1]
    with alone(chromium, Street(X, y, C=100.0)) as figure:
        figure.done()
        assert figure.facts().startswith("The best w is 0")
        figure.press("Space")
        figure.done()
        total = LinearSVM(C=100.0).fit(X, [-1, 1, -1, -1]).primal_
        assert figure.numbers()[-1] == pytest.approx(total, rel=1e-4)


@pytest.mark.parametrize("unit, C", [(1e-3, 1e3), (200.0, 0.01)])
def test_the_unit_of_the_points_does_not_matter(unit, C, chromium):
    """A drifting gradient made the width wrong in its second digit (D2)."""
    X, y = MOONS
    with alone(chromium, Street(unit * X + 5 * unit, y, C=C)) as figure:
        figure.done()
        machine = LinearSVM(C=C * unit**2).fit(X, y)
        assert figure.numbers()[0] == pytest.approx(2 * machine.margin_ * unit, rel=1e-3)
        assert figure.numbers()[-1] == pytest.approx(machine.primal_ / unit**2, rel=1e-4)


def test_no_number_before_it_is_certain(chromium):
    """On a slow machine with a hard problem no sentence on the way holds a result (D1)."""
    X, y = np.random.default_rng(0).normal(size=(200, 2)), np.repeat([-1, 1], 100)
    X += 0.05 * (y[:, None] > 0)
    watch = """root => {
      const facts = root.querySelector(".svm-facts");
      window.said = [];
      new MutationObserver(() => said.push(facts.textContent)).observe(facts, { childList: true });
    }"""
    with alone(chromium, Street(X, y, C=0.01)) as figure:
        figure.done()
        first = figure.facts()
        figure.root.evaluate(watch)
        session = figure.tab.context.new_cdp_session(figure.tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
        figure.type("C", 1000)
        figure.done()
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        said = [text for text in figure.tab.evaluate("said") if text != first]
        assert said[-1].startswith("Street ") and said[0].startswith("Still solving")
        assert all(text.startswith("Still solving") for text in said if text != said[-1])
        machine = LinearSVM(C=1000.0).fit(X, y)
        assert figure.numbers()[0] == pytest.approx(2 * machine.margin_, rel=1e-3)
        assert figure.numbers()[-1] == pytest.approx(machine.primal_, rel=1e-4)


def test_the_read_out_of_a_point(chromium):
    X, y = MOONS
    machine = LinearSVM(C=2.0).fit(X, y)
    f = machine.decision_function(X)
    inside = int(np.argmax(1 - y * f))
    with alone(chromium, Street(X, y, C=2.0)) as figure:
        figure.done()
        told, before = figure.root.locator(".svm-known"), figure.pixels()
        for i in (inside, int(machine.on_margin_[0]), int(np.argmax(y * f))):
            figure.tab.mouse.move(*figure.pixel(X[i], box_of(X), equal=True)[:2])
            figure.settle()
            found = KNOWN.fullmatch(told.inner_text()).groups()
            alpha, m = machine.alpha_[i], y[i] * f[i]
            expected = [f[i], m * machine.margin_, max(0, 1 - m), alpha]
            assert (found[3] == "C") == (alpha == pytest.approx(2.0))
            for text, value in zip(found, expected, strict=True):
                assert text == "C" or number(text) == pytest.approx(value, rel=6e-3, abs=2e-6)
            assert figure.pixels() != before  # ringed, and its bar is thicker
        figure.tab.mouse.move(2, 2)
        assert told.inner_text() == "" and figure.pixels() == before


def test_the_street_before_the_last_change_stays_as_a_ghost(chromium):
    with alone(chromium, Street(*MOONS, C=7.0)) as figure:
        figure.done()
        plain, facts = figure.pixels(), figure.facts()
    with alone(chromium, Street(*MOONS, C=0.5)) as figure:
        figure.type("C", 7)
        figure.done()
        assert figure.facts() == facts and figure.pixels() != plain


def test_the_legend_names_what_can_be_seen(chromium):
    with alone(chromium, Street(*IRIS)) as figure:
        words = figure.root.locator(".svm-legend")
        assert "slack ξ" in words.inner_text() and "α = C" in words.inner_text()
        assert "hull" not in words.inner_text() and "your line" not in words.inner_text()
        figure.root.get_by_label("hard margin").check()
        figure.settle()
        assert "slack" not in words.inner_text() and "α = C" not in words.inner_text()
        assert "hull" in words.inner_text()
        figure.click("Guess first")
        assert "your line" in words.inner_text()


# ----------------------------------------------------------------------------------- guessing


def moved_handles(figure, to, box):
    """Drag the handles of the guess there."""
    for k, place in enumerate(to):
        r = figure.root.locator(".svm-handle").nth(k).bounding_box()
        start = (r["x"] + r["width"] / 2, r["y"] + r["height"] / 2)
        end = figure.pixel(place, box, equal=True)[:2]
        drag(figure, start, [np.mean([start, end], axis=0), end], mouse(figure.tab))


def line_through(a, b):
    w = np.array([b[1] - a[1], a[0] - b[0]]) / np.hypot(b[0] - a[0], b[1] - a[1])
    return w, -w @ a


BEST = HardMarginSVM().fit(*PLAIN)
TRY = [
    (x, off - (BEST.intercept_[0] + BEST.coef_[0, 0] * x) / BEST.coef_[0, 1])
    for x, off in ((4.2, 0.05), (6.4, -0.03))
]  # nearly the best line


@pytest.mark.parametrize("C", [np.inf, 0.2])
def test_a_guess_is_compared_with_the_best_street(C, chromium):
    X, y = PLAIN
    widget = hard() if C == np.inf else Street(X, y, C=C)
    with alone(chromium, widget) as figure:
        figure.done()
        plain, first = figure.facts(), figure.pixels()
        figure.press("n")
        assert figure.root.locator(".svm-known").inner_text() != ""
        figure.click("Guess first")
        assert not any(c.isdigit() for c in figure.facts()) and figure.pixels() != first
        assert figure.root.locator(".svm-known").inner_text() == ""  # α would tell
        hidden = figure.pixels()
        places = TRY if C == np.inf else TRY[::-1]  # which side is positive is nobody's business
        moved_handles(figure, places, box_of(X))
        assert figure.pixels() != hidden
        figure.click("Show the street")
        figure.done()
        w, b = line_through(*np.array(TRY))
        if C == np.inf:
            mine = max(geometry.margin(w, b, X, y), geometry.margin(-w, -b, X, y))
            best = HardMarginSVM().fit(X, y).margin_
            assert mine > 0
            width, percent = figure.numbers()[:2]
            assert width == pytest.approx(2 * mine, rel=0.06)  # to a pixel or so
            assert percent == pytest.approx(100 * mine / best, rel=0.06)
        else:
            scales, m = np.linspace(0, 60, 60001), y * (X @ w + b)
            slack = [np.maximum(0, 1 - side * np.outer(m, scales)).sum(axis=0) for side in (1, -1)]
            costs = [(scales**2 / 2 + C * total).min() for total in slack]
            cost, times = figure.numbers()[:2]
            assert cost == pytest.approx(min(costs), rel=0.06)
            assert times == pytest.approx(min(costs) / LinearSVM(C=C).fit(X, y).primal_, rel=0.06)
        assert figure.facts().endswith(plain)
        # with the next change the guess is gone
        figure.press("ArrowRight")
        figure.done()
        assert "our line" not in figure.facts()


def test_a_guess_that_does_not_separate(chromium):
    with alone(chromium, hard()) as figure:
        figure.done()
        figure.click("Guess first")
        figure.click("Show the street")
        assert figure.facts().startswith("Your line does not separate the classes. Street ")


# --------------------------------------------------------------------------------- challenges


def test_a_player_solves_the_hard_ones_by_pointer(chromium):
    X, y = PLAIN[0].copy(), PLAIN[1]
    box = box_of(X)
    with alone(chromium, hard()) as figure:
        figure.done()
        at = lambda x, y: figure.pixel((x, y), box, equal=True)[:2]  # noqa: E731
        straggler = at(4.5, 2.3)
        drag(figure, straggler, [at(4.5, 2.5), at(4.5, 2.9)], mouse(figure.tab))
        figure.done()
        assert solved(figure, WIDER)
        figure.click("Start over")
        drag(figure, straggler, [at(4.5, 2.1), at(4.5, 1.8)], mouse(figure.tab))
        figure.done()
        assert solved(figure, WIDER, RUIN)
        figure.click("Start over")
        figure.done()
        figure.click("Guess first")
        drag(figure, straggler, [at(4.5, 2.5), at(4.5, 2.9)], mouse(figure.tab))
        X[41] = 4.5, 2.9
        best = HardMarginSVM().fit(X, y)
        w, b = best.coef_[0], best.intercept_[0]
        moved_handles(figure, [(x, -(b + w[0] * x) / w[1]) for x in (4.2, 6.5)], box)
        figure.click("Show the street")
        figure.done()
        assert solved(figure, WIDER, RUIN, GUESS)


def by_keys(figure, start, end, box):
    """Move the handle in focus by arrow keys, as near as their steps allow."""
    for k, (more, less) in enumerate((("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown"))):
        n = round((end[k] - start[k]) / (0.0025 * (box[k][1] - box[k][0])))
        key = more if n > 0 else less
        for pressed in [f"Shift+{key}"] * (abs(n) // 10) + [key] * (abs(n) % 10):
            figure.tab.keyboard.press(pressed)


def lay_by_keys(figure, X, machine):
    """The line of a machine, from where the handles lie at first."""
    left, right, top, bottom = figure.area()
    x, y, unit = figure.pixel(X[0], box_of(X), equal=True)
    across = X[0, 0] + unit * (np.array([left, right]) - x)
    up = X[0, 1] + unit * (y - np.array([bottom, top]))
    w, b = machine.coef_[0], machine.intercept_[0]
    for part, end in zip((0.2, 0.8), (4.2, 6.0), strict=True):
        start = across[0] + part * (across[1] - across[0]), up.mean()
        by_keys(figure, start, (end, -(b + w[0] * end) / w[1]), (across, up))
        figure.tab.keyboard.press("Tab")


def test_a_player_solves_the_hard_ones_by_keys(chromium):
    X, y = PLAIN
    with alone(chromium, hard()) as figure:
        figure.done()
        put(figure, 41, 4.5, 2.6)
        assert solved(figure, WIDER)
        figure.root.get_by_role("button", name="Start over").press("Enter")
        figure.done()
        figure.press(*["ArrowDown"] * 13)  # the flower is still chosen
        figure.done()
        assert solved(figure, WIDER, RUIN)
        figure.root.get_by_role("button", name="Start over").press("Enter")
        figure.done()
        figure.root.get_by_role("button", name="Guess first").press("Enter")
        figure.press(*["Shift+ArrowUp"] * 3)
        figure.tab.keyboard.press("Tab")  # from the plot to its first handle
        moved, _ = figure.points()
        lay_by_keys(figure, X, HardMarginSVM().fit(moved, y))
        figure.root.get_by_role("button", name="Show the street").press("Enter")
        figure.done()
        assert solved(figure, WIDER, RUIN, GUESS)


def slide(figure, C):
    """A click on the slider where this C is, to a step or two."""
    bar, ends = figure.slider("C").bounding_box(), (-2, 3)
    part = (np.log10(C) - ends[0]) / (ends[1] - ends[0])
    x = bar["x"] + 8 + part * (bar["width"] - 16)  # the middle of the thumb stays off the ends
    figure.tab.mouse.click(x, bar["y"] + bar["height"] / 2)
    figure.done()
    return float(figure.root.get_by_label("C, exact value").input_value())


def test_a_player_solves_the_soft_ones_by_pointer(chromium):
    X, y = PLAIN
    with alone(chromium, Street(X, y, C=100.0)) as figure:
        figure.done()
        slide(figure, 30)
        assert figure.solved() == []  # a single flower, the straggler's neighbour
        slide(figure, 18.5)
        assert solved(figure, TWO)
        figure.click("Guess first")
        machine = LinearSVM(C=slide(figure, 3)).fit(X, y)
        w, b = machine.coef_[0], machine.intercept_[0]
        moved_handles(figure, [(x, -(b + w[0] * x) / w[1]) for x in (4.2, 6.0)], box_of(X))
        figure.click("Show the street")
        figure.done()
        assert solved(figure, TWO, GUESS)


def test_a_player_solves_the_soft_ones_by_keys(chromium):
    """With the flowers of the book."""
    X, y = IRIS
    with alone(chromium, Street(X, y, C=1.0)) as figure:
        figure.done()
        for _ in range(4):
            figure.slider("C").press("PageUp")
            figure.done()
        assert solved(figure, TWO)
        figure.root.get_by_role("button", name="Guess first").press("Enter")
        figure.slider("C").press("PageDown")
        figure.root.locator(".svm-handle").first.focus()
        strength = float(figure.root.get_by_label("C, exact value").input_value())
        lay_by_keys(figure, X, LinearSVM(C=strength).fit(X, y))
        figure.root.get_by_role("button", name="Show the street").press("Enter")
        figure.done()
        assert solved(figure, TWO, GUESS)


@pytest.mark.parametrize(
    "widget, seed", [(Street(*PLAIN, C=100.0), 1), (hard(), 3)], ids=["soft", "hard"]
)
def test_playing_without_a_plan_solves_little(widget, seed, chromium):
    with alone(chromium, widget) as figure:
        figure.play_at_random(seed, 200, True)
        assert figure.solved() == []
