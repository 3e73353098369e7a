"""Guesses before the answer, in all live figures: how good one is, and that nothing tells."""

import numpy as np
import pytest

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, OneClassSVM, calibration, datasets, dual
from svmlib.kernels import RBF
from svmlib.losses import LOSSES
from svmlib.widgets import KernelMachine, Losses
from tests import live_book
from tests.live_book import made, state_of
from tests.live_page import LAPTOP, NUMBER, every_figure
from tests.node_process import FIGURES
from tests.test_live_tasks import boundary, moved, on_line, share

close = pytest.approx

# Beside svmlib: each gives rows (widget, guess, how far it is off, words that the reason has).


def margins():
    widget = live_book.flowers()
    best = HardMarginSVM().fit(widget.X, widget.y)
    own = widget.y * best.decision_function(widget.X) * best.margin_
    nearer = np.where(np.arange(len(own)) == own.argmin(), 0.5 * own, own)
    wrong = own - 1.5 * best.margin_
    return [
        (widget, own.tolist(), 0, f"{len(best.support_)} at the same distance"),
        (widget, nearer.tolist(), 0.5 * best.margin_, "1 point is nearest"),
        (widget, wrong.tolist(), best.margin_ - wrong.min(), "on its right side"),
    ]


def street():
    hard, soft = live_book.plain_street(hard=True), live_book.plain_street(C=0.5)
    best, cheap = (
        HardMarginSVM().fit(hard.X, hard.y),
        LinearSVM(C=0.5, tol=1e-9).fit(hard.X, hard.y),
    )
    on, off = on_line(best, 4.4, 6.4), on_line(best, 4.4, 6.4, off=0.04)
    w = best.coef_[0] / np.linalg.norm(best.coef_)
    gap = (hard.y * ((hard.X - off[0]) @ w)).min()
    return [
        (hard, on, 0, "as good as the best"),
        (hard, off, 100 - 100 * gap / best.margin_, "too far to one side"),
        (hard, [on[0], [on[1][0], on[1][1] - 1]], 100, "turned by"),
        (soft, on_line(cheap, 4.4, 6.4), 0, "slack is worth its price"),
    ]


def kernel_machine():
    widget = made("KernelMachine")
    x0, x1, y0, _ = widget.box
    m = KernelSVM(C=1.0, kernel=RBF(0.5)).fit(widget.X, widget.y)
    edge = [[[x0, y0], [x1, y0]]]
    narrow = KernelMachine(*datasets.moons(200), sigma=0.1)
    narrow.points = moved(narrow, {1: [0.5, 1.3]})["points"]
    return [
        (widget, boundary(widget, m), 0, f"{len(m.support_)} of 60 points"),
        (widget, edge, 100, "votes"),
        (made("KernelMachine", kernel="linear"), edge, 100, "straight"),
        (narrow, edge, None, "island"),
    ]  # fmt: skip


def descent():
    widget, far = live_book.full_steps(), live_book.full_steps(eta=21.0, steps=0)
    walk, wild = (np.array(live_book.full_steps(eta=e, steps=20).path()) for e in (0.5, 21.0))
    return [
        (widget, walk[20].tolist(), 0, ""),
        (widget, [0, 0], np.hypot(*walk[20]), "across the contours"),
        (far, [0, 0], np.hypot(*wild[10]), "hop across the valley"),
        (live_book.full_steps(eta=1e-3), [0, 0], None, "short"),
        (live_book.full_steps(eta=5.0), [0, 0], None, "to and fro"),
    ]


def dual_ascent():
    widget = live_book.eight_multipliers(steps=0)
    how = {"bias": "regularised", "tol": 1e-12, "epochs": 5000}
    alpha = dual.coordinate_ascent(widget.X, widget.y, widget.C, **how).alpha
    zero, other = ([int(i) for i in np.flatnonzero(one)] for one in (alpha < 1e-9, alpha > 1e-9))
    three = live_book.three_multipliers()
    return [
        (widget, zero, 0, "beyond the kerbs"), (widget, other, 8, "beyond its kerb"),
        (widget, [*zero, other[0]], 1, "it holds the line"), (widget, zero[1:], 1, "without it"),
        (three, [1], 0, "y f > 1"), (three, [], 1, "Point 2 is beyond"),
    ]  # fmt: skip


def lift():
    widget = made("Lift", level=0.64)
    return [(widget, [0.48, 0.64], 0, "square"), (widget, [0, -0.5], 0.3, "square")]


def maps():
    widget = made("Map")
    scores = np.array(widget.scores)
    best = np.argwhere(scores == scores.max())
    assert len({row for row, _ in best.tolist()}) == 1
    (row, column), all_ = best[0].tolist(), scores.max()
    return [
        (widget, {"cell": [row, column]}, 0, "cannot tell it from"),
        (widget, {"cell": [0, column]}, all_ - scores[0, column], "σ is too small"),
        (widget, {"cell": [2, column]}, all_ - scores[2, column], "σ is too large"),
        (widget, {"cell": [row, 0]}, all_ - scores[row, 0], "a larger C would do"),
    ]


def three_classes():
    row = live_book.CORNERS - np.where(np.arange(12)[:, None] // 4 == 1, [[0, 2.1]], 0)
    joint = live_book.corners(row, kind="weston-watkins", C=1.0)
    wrong = int(np.sum(joint.fit().predict(joint.X) != joint.y))
    pairs = made("ThreeClasses", kind="one-vs-one")
    missed = int(np.sum(pairs.fit().predict(pairs.X) != pairs.y))
    return [
        (joint, wrong, 0, "ahead of the others"), (joint, wrong + 4, 4, "ahead of the others"),
        (live_book.corners(), 0, 0, "trained alone"),
        (live_book.corners(row), 0, None, "gives up"), (pairs, missed, 0, "Each pair"),
        (made("ThreeClasses", kernel="rbf"), 45, None, "A kernel bends"),
    ]  # fmt: skip


def tube():
    widget = live_book.tube()
    m = widget.fit()
    outside = np.abs(widget.y - m.predict(widget.X)) > widget.epsilon + 1e-6
    n = len(m.support_)
    words = f"{outside.sum()} points outside the tube and {n - outside.sum()} on its border hold"
    return [(widget, n, 0, words), (widget, n - 3, 3, words), (widget, 40, 40 - n, words)]


def novelty():
    widget = live_book.novelty(nu=0.2)
    m = OneClassSVM(nu=0.2, kernel=RBF(2.0)).fit(widget.X)
    n = int(np.sum(m.decision_function(widget.X) < -1e-6))
    words = f"At most νn = 12 points can be outside (here {n})"
    return [(widget, n, 0, words), (widget, n + 5, 5, words)]


def losses():
    rows = []
    for score, label in ((1.5, -1), (2.5, 1), (-0.5, 1), (0.2, 1)):
        widget = Losses(score=score, label=label, shown=[*LOSSES])
        values = widget.values()
        dearest = max(values, key=values.get)
        rows += [(widget, name, values[dearest] - values[name], "") for name in LOSSES]
    pair = Losses(score=2.0, shown=["hinge", "logistic"])
    return [*rows, (pair, "hinge", np.log1p(np.exp(-2)), "never 0")]


def thresholds():
    widget = live_book.scores(cost_miss=5.0)
    called, true = widget.scores > widget.scores[:, None], widget.y > 0
    costs = ((called & ~true).sum(axis=1) + 5 * (~called & true).sum(axis=1)) / len(true)
    i = int(costs.argmin())
    return [
        (widget, widget.scores[i], 0, "17 %"),
        *((widget, widget.scores[k], costs[k] - costs[i], "goes down") for k in (3, 99, 200)),
        (live_book.scores(), 0.0, None, "more likely +1"),
        (live_book.scores(cost_alarm=3.0), 0.0, None, "75 %"),
    ]  # fmt: skip


def laid_maps():
    widget = made("Reliability")
    best = calibration.platt(widget.scores, widget.y)
    least = np.logaddexp(0, widget.y * (best.A * widget.scores + best.B)).mean()
    rows = [(widget, [best.A, best.B], 0, "follows the shares")]
    for A, B, words in ((-8, 0, "steeper"), (0.5, 0.2, "flatter"), (best.A, best.B + 1, "place")):
        own = np.logaddexp(0, widget.y * (A * widget.scores + B)).mean()
        rows.append((widget, [A, B], own - least, words))
    return rows


def narrower():
    widget = made("Landmarks", sigma=0.8)
    own = 100 * share(widget)
    return [(widget, guess, abs(guess - own), "sees only its neighbourhood") for guess in (0, 40)]


GUESSES = {
    "Margins": margins, "Street": street, "KernelMachine": kernel_machine, "Descent": descent,
    "DualAscent": dual_ascent, "Lift": lift, "Map": maps, "ThreeClasses": three_classes,
    "Tube": tube, "Novelty": novelty, "Losses": losses, "Threshold": thresholds,
    "Reliability": laid_maps, "Landmarks": narrower,
}  # fmt: skip


@every_figure
def test_a_guess_is_as_far_off_as_svmlib_says(name):
    """And the reason names the cause."""
    rows = GUESSES[name]()
    asked = [("guessed", [name, state_of(widget), guess]) for widget, guess, _, _ in rows]
    for (_, guess, off, words), found in zip(rows, FIGURES.ask(*asked), strict=True):
        rough = 1.5 if name in ("Street", "KernelMachine") else 1e-5
        if off is not None:
            assert found["off"] == close(off, rel=1e-3, abs=rough), (guess, found)
        assert words in found["why"], (guess, found)
        assert found["off"] < rough or NUMBER.search(found["said"]), found


OPENING = {"Map": lambda: made("Map", covered=True),
           "Threshold": lambda: live_book.scores(covered=True, cost_miss=5.0),
           "Street": live_book.plain_street, "Descent": live_book.full_steps,
           "DualAscent": live_book.eight_multipliers, "ThreeClasses": live_book.corners,
           "Margins": lambda: live_book.flowers(plain=True)}  # fmt: skip
# what changes the answer, and nothing of what is asked
OTHER = {"Street": {"C": 20.0}, "KernelMachine": {"C": 30.0}, "ThreeClasses": {"C": 0.02},
         "Tube": {"C": 0.05}, "Novelty": {"sigma": 0.3}}  # fmt: skip
# all that can be read or heard of a figure, hidden or not
READ = """root => [root.textContent, ...[...root.querySelectorAll("*")].flatMap(e =>
  ["aria-label", "aria-valuetext", "title"].map(name => e.getAttribute(name)))].join(" ")"""


def answer(figure, name):
    """By keys alone."""
    layer = figure.root.locator(".svm-layer, .svm-sheet:not([hidden]), .svm-handle").first
    if name in ("ThreeClasses", "Tube", "Novelty", "Landmarks"):
        figure.root.page.keyboard.press("3")  # the field has the focus
    elif name == "Losses":
        figure.root.page.keyboard.press("Space")
    elif name == "Reliability":
        figure.turn(A=-2.5)
    elif name in ("Map", "Threshold", "Margins"):
        figure.press("ArrowRight", "ArrowDown")
    else:
        for key in ("ArrowRight", "Space", "Shift+ArrowUp", "ArrowRight", "Space"):
            layer.press(key)
    figure.done()


@every_figure
def test_nothing_of_the_answer_is_seen_or_heard_before_the_commit(name, show):
    """One commit shows it; a way back, a change and Skip end it."""
    figure = show(OPENING.get(name, lambda: made(name))(), viewport=LAPTOP)
    if name not in ("Map", "Threshold"):
        figure.root.locator(".svm-plot[tabindex], .svm-handle:not([hidden])").first.press("n")
        figure.wait()  # the present state has been spoken
        figure.click("Guess first")
    else:
        assert figure.button("Skip").is_visible()
    figure.wait()
    answer(figure, name)
    if name in OTHER:
        seen = figure.pixels()
        figure.set(**OTHER[name])
        assert figure.pixels() == seen
    question = figure.root.locator(".svm-question").inner_text()
    before, solution = figure.evaluate(READ), figure.trait("solution")
    assert not solution
    figure.click("That is my guess")
    figure.wait()
    verdict, facts = figure.root.locator(".svm-question").inner_text(), figure.facts()
    assert verdict != question and figure.evaluate(READ).count(verdict.strip()[:20]) > 1
    knobs = [v for v in figure.traits().values() if not isinstance(v, list)]
    told = {n for n in NUMBER.findall(f"{verdict} {facts}") if "." in n}
    knobs += figure.root.locator(".svm-control").all_inner_texts()
    secret = {n for n in told if n not in f"{question} {knobs}"}
    assert secret and not any(n in before for n in secret), (secret, before)
    assert figure.root.bounding_box()["height"] < 780
    figure.click("Start over")
    figure.wait()
    invites = figure.root.locator(".svm-question").inner_text()
    assert invites != verdict and invites.endswith("?")
    figure.click("Guess first")
    figure.click("Skip")
    assert figure.root.locator(".svm-question").inner_text() == invites
    assert figure.facts() and not figure.button("Skip").is_visible()


def test_a_question_ends_with_the_situation_that_it_was_asked_for(show):
    """Its own situation is a step to be undone; knobs may move, a way back or a link ends it."""
    figure = show(live_book.tube())
    link = figure.link()
    figure.click("Guess first")
    assert figure.trait("epsilon") == 0.2 and "goes from 0.1 to 0.2" in figure.text("question")
    figure.type("C", 2)
    figure.click("Undo")
    assert figure.button("Skip").is_visible() and figure.trait("C") == 1
    figure.click("Undo")
    assert not figure.button("Skip").is_visible() and figure.trait("epsilon") == 0.1
    assert figure.numbers()
    figure.click("Guess first")
    figure.click("That is my guess")  # nothing was typed
    assert figure.button("Skip").is_visible()
    figure.tab.evaluate('() => { location.hash = "#elsewhere" }')
    figure.tab.evaluate("hash => { location.hash = hash }", link)
    figure.wait()
    assert not figure.button("Skip").is_visible() and figure.trait("epsilon") == 0.1


def test_what_a_question_sets_up_solves_no_challenge(show):
    """The orange class between the others is what a challenge asks a player to find."""
    figure = show(live_book.corners())
    figure.click("Guess first")
    figure.root.locator(".svm-guess input").fill("3")
    figure.root.locator(".svm-guess input").press("Enter")
    assert "The orange machine has w = 0" in figure.facts() and "it is 3" in figure.text("question")
    assert figure.solved() == []
