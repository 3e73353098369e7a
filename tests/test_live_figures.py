"""What all live figures have in common, each from a table of what is its own."""

import re

import numpy as np
import pytest

from tests import node_process
from tests.live_book import made, state_of
from tests.live_page import (
    FIGURES,
    KNOBS,
    LAPTOP,
    NUMBER,
    PHONE,
    PIXELS,
    every_figure,
    finger,
    mouse,
    numbers_close,
)
from tests.test_live_tasks import GAMES

# what a player does that is no trait
PLAYED = {"guesses", "line", "lines"}
# what is turned, one after another, before the sentence is read
TURNS = {
    "Street": [{"C": 0.3}, {"hard margin (no slack)": True}],
    "KernelMachine": [{"kernel": "polynomial", "degree": 2, "C": 50}, {"kernel": "Gaussian (RBF)"}],
    "Losses": [{"score": 1.25, "label y": "−1", "ramp": True}],
    "Margins": [{"scale of (w, b)": 0.5}],
    "Descent": [{"λ": 0.3, "+ 100": None}, {"schedule": "η / √t", "Restart": None, "Step": None}],
    "DualAscent": [{"Step": None}, {"C": 2, "Step": None}],
    "Lift": [{"height": 0.2}],
    "Map": [{"C": ("Home",), "σ": ("Home",)}],
    "ThreeClasses": [{"machine": "Weston–Watkins", "C": 0.1}, {"machine": "one-versus-one"}],
    "Tube": [{"ε": 0.1, "C": 5}, {"kernel": "linear"}],
    "Novelty": [{"ν": 0.3, "σ": 0.8}],
    "Threshold": [
        {"threshold": -0.7, "miss costs": 7, "false alarm costs": 9, "curves over": "threshold"},
    ],
    "Reliability": [{"A": -3, "B": 1}, {"share of +1": 0.2, "miss costs": 9}],
    "Landmarks": [{"C": 5, "σ": 0.3}, {"Add where most is left over": None}],
}  # fmt: skip


# what Node does not know, or knows on a coarser grid; of flowers measured in whole millimetres,
# which of those on the margin are support vectors is open; a gap depends on the way to the end
OWN = re.compile(
    r"tied in \S+ %|best so far [^;]+; |steps from the first cell \d+"
    r"|support vectors \d+(?=; (?:slack|½))|relative gap .+"
)


def agrees(figure):
    """It says what Node says of its traits, which `test_live_told.py` judges by svmlib; what it
    tells Python is svmlib's optimum."""
    w, facts = figure.python(), figure.facts()
    (told,) = node_process.FIGURES.ask(("told", [type(w).__name__, state_of(w)]))
    assert numbers_close(OWN.sub("", facts), OWN.sub("", told["sentence"])), facts
    solution = figure.trait("solution") or {}
    if "primal" in solution and "steps" not in w.keys:
        assert solution["primal"] == pytest.approx(w.fit().primal_, rel=1e-7)
        assert solution.get("gap", 0) <= 1e-8


@every_figure
def test_knobs_and_python_move_it_alike(name, show):
    """It says what svmlib finds; what Python sets arrives in knobs and sentence, as one step."""
    figure = show(made(name))
    agrees(figure)
    first, seen = figure.facts(), [figure.pixels()]
    for how in TURNS[name]:
        figure.turn(**how)
        agrees(figure)
        assert figure.pixels() not in seen
        seen.append(figure.pixels())
    turned, facts, knobs = figure.traits(), figure.facts(), figure.evaluate(KNOBS)
    figure = show(made(name))
    figure.set(**{k: v for k, v in turned.items() if v != figure.trait(k)})
    assert figure.facts() != first and numbers_close(figure.facts(), facts)
    assert figure.evaluate(KNOBS) == knobs
    figure.click("Undo")
    assert figure.facts() == first and figure.button("Undo").is_disabled()


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "Map"])
def test_a_challenge_that_is_met_is_shown_as_solved(name, show):
    widget, rows = GAMES[name]()
    state, ids = next((state, ids) for state, ids in rows if ids and not PLAYED & {*state})
    figure = show(widget)
    figure.root.locator(".svm-facts").click()  # what nobody has touched solves nothing
    assert figure.solved() == []
    figure.set(**state)
    assert len(figure.solved()) == len(ids.split())
    assert "solved" in figure.text("toast").lower()
    assert len(show(widget, keep=True).solved()) == len(ids.split())


def rightmost(w):
    """Nobody is near that point."""
    i = int(np.argmax(np.array(w.points)[:, 0]))
    return "points", w.points[i][:2], w.box, i


# trait, place, window, and which part of the trait is held
HELD = {
    "Street": rightmost, "KernelMachine": rightmost, "ThreeClasses": rightmost, "Tube": rightmost,
    "Novelty": rightmost, "DualAscent": rightmost, "Landmarks": rightmost,
    "Margins": lambda w: ("handles", w.handles[1], w.box, 1),
    "Descent": lambda w: ("start", w.start, w.box, None),
    "Losses": lambda w: ("score", [w.score, -0.27], [-3.1, 3.1, -0.55, 5], None),
    "Threshold": lambda w: ("threshold", [w.threshold, 0], [*w.span[:2], -1, 1], None),
    "Map": lambda w: ("cell", [w.cell[1] + 0.5, w.cell[0] + 0.5], [0, 4, 0, 3], None),
}  # fmt: skip
EQUAL = ("Street", "DualAscent", "Margins", "Descent")  # one unit is as long across as up
# by how many pixels, else 36 to the left and 54 up
BY = {"Map": (-180, 60), "Street": (-240, -100), "ThreeClasses": (-200, -100)}


@pytest.mark.parametrize(
    "name, kind", [(n, mouse) for n in HELD] + [("Tube", finger), ("Threshold", finger)]
)
def test_what_can_be_held_is_dragged(name, kind, show):
    """It goes where the pointer goes, in one step and alone; the page stays where it is."""
    touch = {"touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    figure = show(made(name), **touch)
    before, facts, pixels = figure.traits(), figure.facts(), figure.pixels()
    trait, place, box, part = HELD[name](figure.widget)
    start = figure.pixel(place, box, name in EQUAL)
    scrolled = figure.tab.evaluate("scrollY")
    by = np.array(BY.get(name, (-36, -54)))
    pointer = kind(figure.tab)
    pointer("down", *start)
    for k in (1, 2, 3):
        pointer("move", *(start + k * by / 3))
        figure.settle()
    assert figure.evaluate(PIXELS) != pixels  # before it is let go
    pointer("up", *(start + by))
    assert figure.tab.evaluate("scrollY") == scrolled
    assert figure.facts() != facts and figure.pixels() != pixels
    after = figure.traits()
    wanted = figure.place(start + by, box, name in EQUAL)
    now = after[trait] if part is None else after[trait][part]
    if trait == "cell":
        assert [now[1], now[0]] == [int(v) for v in wanted]
    else:
        away = np.ravel(now)[:2] - wanted[: np.size(now)]
        assert np.all(np.abs(away * figure.scale(box, name in EQUAL)[2][: len(away)]) < 2)  # pixels
    agrees(figure)
    if part is not None:
        before[trait][part] = now
    else:
        before[trait] = now
    assert before | ({"steps": 0} if name == "DualAscent" else {}) == after
    figure.click("Undo")
    assert figure.facts() == facts and figure.button("Undo").is_disabled()


@pytest.mark.parametrize("name", ["Losses", "Threshold", "Street", "Map"])
def test_a_finger_beside_what_is_held_scrolls(name, show):
    """And a tap there is a click, but where it would add a point."""
    figure = show(made(name), touch=True, viewport=PHONE)

    def place():
        left, _, top, bottom = figure.area()
        return np.array([left + 8, (top + bottom) / 2])

    start, before, scrolled = place(), figure.facts(), figure.tab.evaluate("scrollY")
    path = [start - [0, 15 * k] for k in range(1, 9)]
    figure.drag(start, *path, pointer=finger(figure.tab))
    figure.tab.wait_for_function("before => scrollY > before + 30", arg=scrolled)
    assert figure.facts() == before
    if name != "Street":
        figure.tab.touchscreen.tap(*place())
        assert figure.facts() != before


@pytest.mark.parametrize("name", ["Street", "Tube", "Margins"])
def test_the_ring_that_invites_holds_its_point(name, show):
    """A click on its edge adds none; a drag moves it by as much as the pointer."""
    for by in ([0, 0], [30, -24]):
        figure = show(made(name), viewport=LAPTOP)
        label, trait = figure.root.locator(".svm-invite").bounding_box(), HELD[name](figure.widget)
        before = np.array(figure.trait(trait[0]))
        start = np.array([label["x"] + 4, label["y"] + label["height"] / 2])
        figure.drag(start, start + by)
        away = (np.array(figure.trait(trait[0])) - before)[:, :2]
        pixels = away * figure.scale(trait[2], name in EQUAL)[2]
        assert sorted(np.abs(pixels).sum(axis=1))[:-1] == [0] * (len(before) - 1)
        np.testing.assert_allclose(pixels.sum(axis=0), by, atol=1.5)


def test_a_slider_that_passes_an_answer_has_not_found_it(show):
    """It is found by who stays there, and then it is said why."""
    figure = show(made("Losses", score=0.95))
    for key, solved in (("ArrowRight", []), ("ArrowLeft", ["put the example where the logistic"])):
        for _ in range(4 - 2 * len(solved)):
            figure.turn(score=(key,))
        assert figure.has_solved(*solved)
    assert figure.text("challenge").endswith("while the logistic loss still asks for more.\n›")


@pytest.mark.parametrize("name", ["Street", "KernelMachine", "Tube", "Novelty"])
def test_a_point_under_the_pointer_is_ringed_and_said_to_be_what_it_is(name, show):
    """What is known of it is judged in Node (`test_live_told.py`)."""
    figure = show(made(name))
    before = figure.pixels()
    _, place, box, i = rightmost(figure.widget)
    figure.hover(*figure.pixel(place, box, name in EQUAL))
    assert NUMBER.search(figure.text("known")) and figure.pixels() != before
    assert f"Point {i + 1} " in figure.text("chosen")
    figure.hover(2, 2)
    assert figure.text("known") == "" and figure.pixels() == before


MISSING, ONE_CLASS = "Both classes need a point.", "0, 0, 1\n1, 1, 1"


@pytest.mark.parametrize("name, text, sentence", [
    ("Street", ONE_CLASS, MISSING), ("KernelMachine", ONE_CLASS, MISSING),
    ("DualAscent", ONE_CLASS, MISSING), ("Tube", "", "The machine needs a point."),
    ("ThreeClasses", ONE_CLASS, "Each of the three classes needs a point."),
    ("Novelty", "", "The machine needs a point."),
    ("Landmarks", "", "The machine needs a landmark."),
])  # fmt: skip
def test_what_is_missing_is_said(name, text, sentence, show):
    """Of a single kind one point is enough."""
    figure = show(made(name))
    facts = figure.facts()
    figure.root.locator(".svm-data > summary").click()
    for rows in (text, "0.5, 0.25")[: 1 + (text == "")]:
        figure.root.locator("textarea").fill(rows)
        figure.root.get_by_role("button", name="Use these").click()
        figure.done()
        assert (figure.facts() == sentence) == (rows == text)
        assert text or bool(figure.trait("solution")) == (rows != text)
    figure.click("Undo")
    assert (figure.facts() == sentence) == (text == "")
    figure.click("Undo") if text == "" else None
    assert figure.facts() == facts
