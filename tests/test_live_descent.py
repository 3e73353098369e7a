"""The live figure of subgradient descent (lectures 4 and 5): numbers, ghosts, tasks."""

import numpy as np
import pytest
import traitlets

from svmlib import datasets, dual
from svmlib.widgets import Descent
from tests.live_page import MOONS, alone, drag, mouse, solved_by_chance
from tests.test_browser import LAPTOP, PHONE

AGAIN = "Draw again"


def full(**traits):
    """As in lecture 4."""
    X, y = datasets.iris_setosa(every=4, features=2)
    how = {"lam": 0.1, "start": (-1.5, 0.8), "schedule": "constant", "eta": 0.5, "steps": 10}
    return Descent(X - X.mean(axis=0), y, **{**how, **traits})


def random():
    """As in lecture 5."""
    return full(schedule="inverse", batch=1, steps=40)


def book():
    return Descent(*MOONS, steps=40)


def optimum(widget):
    """P* as the dual ascent of svmlib finds it."""
    data = np.array(widget.points)
    X, y = data[:, :2], data[:, 2]
    C = 1 / (widget.lam * len(y))
    run = dual.coordinate_ascent(X, y, C, bias="none", tol=1e-12, epochs=20000, free_sweeps=5)
    return widget.lam * run.primal[-1]


def says(figure, widget):
    """Whether the sentence tells what svmlib finds after these steps, all points in each."""
    path = widget.path()
    P, best = widget.objective(path), optimum(widget)
    step, shown, star, excess, least = figure.numbers()[:5]
    assert step == widget.steps == len(path) - 1
    assert [shown, star] == pytest.approx([P[-1], best], rel=2e-6)
    assert [excess, least] == pytest.approx([P[-1] - best, P.min() - best], rel=5e-3, abs=1e-11)


# ---------------------------------------------------------------------------------------- numbers


def test_it_says_what_svmlib_finds(chromium):
    with alone(chromium, full()) as figure:
        says(figure, full())
        figure.click("+ 100")
        says(figure, full(steps=110))
        figure.type("η", 8)
        says(figure, full(steps=110, eta=8))
        figure.choose("schedule", "η / √t")
        says(figure, full(steps=110, eta=8, schedule="root"))
        figure.choose("schedule", "1 / (λ t)")
        assert not figure.slider("η").is_visible()
        figure.type("λ", 0.5)
        says(figure, full(steps=110, lam=0.5, schedule="inverse"))
        figure.click("Back")
        assert figure.numbers()[0] == 109
        figure.click("Restart")
        assert figure.numbers()[0] == 0
        figure.click("Step")
        assert figure.numbers()[0] == 1


def test_nothing_is_made_up_where_rounding_rules(chromium):
    """One step of 1/(λ t) ends in the very optimum."""
    X, y = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([1.0, -1.0])
    widget = Descent(X, y, lam=1.0, start=(0.0, 0.5), schedule="inverse", steps=1)
    with alone(chromium, widget) as figure:
        assert "P − P* = below rounding" in figure.facts()
        assert figure.numbers()[1:3] == [0.5, 0.5]


def test_play_and_pause(chromium):
    with alone(chromium, full()) as figure:
        figure.root.get_by_label("speed").select_option(label="fast")
        figure.click("Play")
        figure.tab.wait_for_timeout(300)
        figure.click("Pause")
        stopped = figure.numbers()[0]
        assert stopped > 20
        figure.tab.wait_for_timeout(200)
        assert figure.numbers()[0] == stopped
        figure.root.get_by_label("speed").select_option(label="slow")
        figure.click("Play")
        figure.tab.wait_for_timeout(300)
        figure.click("Pause")
        assert stopped < figure.numbers()[0] < stopped + 5
        figure.click("Undo")  # all that was played is one move
        assert figure.numbers()[0] == stopped


@pytest.mark.parametrize("lam", [0.01, 0.1, 1])
def test_the_slider_goes_as_far_as_running_away(lam, chromium):
    with alone(chromium, full(lam=lam, steps=0)) as figure:
        figure.type("η", 1.9 / lam)
        for _ in range(2):
            figure.click("+ 100")
        assert "too long" not in figure.facts()
        figure.slider("η").press("End")
        assert "the steps are too long" in figure.facts()
        figure.click("Play")  # there is nothing to play, and the button says so
        figure.settle()
        assert figure.root.get_by_role("button", name="Play", exact=True).is_visible()
        figure.type("η", 0.1)
        assert figure.numbers()[0] == 200


# ---------------------------------------------------------------------------------- what is seen


def test_the_ghost_is_the_walk_before_the_last_change(chromium):
    """Moves of a slider in quick succession are one change; at the start nothing went before."""
    with alone(chromium, full(eta=8.0, steps=110)) as other:
        plain = other.pixels()
    with alone(chromium, full(steps=110)) as figure:
        ghost = figure.root.get_by_text("before the last change")
        first = figure.pixels()
        assert not ghost.is_visible()
        figure.type("η", 8)
        seen = figure.pixels()
        assert ghost.is_visible() and seen != plain
        figure.click("Start over")
        assert figure.pixels() == first
        figure.tab.wait_for_timeout(900)
        for eta in (2, 4, 8):
            figure.type("η", eta)
        assert figure.pixels() == seen
        figure.tab.wait_for_timeout(900)
        figure.type("η", 4)
        figure.tab.wait_for_timeout(900)
        figure.type("η", 8)
        assert figure.pixels() != seen
        # steps are no change: the whole earlier walk stays to be compared with
        figure.click("Restart")
        assert ghost.is_visible()


EACH = "e => [...e.querySelectorAll('canvas')].map(c => c.toDataURL())"


def test_a_look_at_the_curve_finds_the_step_elsewhere(chromium):
    with alone(chromium, full(steps=50)) as figure:
        figure.settle()
        seen, said = figure.root.evaluate(EACH), figure.facts()
        box = figure.root.locator("canvas").nth(1).bounding_box()
        figure.tab.mouse.move(box["x"] + 60, box["y"] + 40)
        figure.settle()
        looked = figure.root.evaluate(EACH)
        assert all(a != b for a, b in zip(looked, seen, strict=True))
        assert figure.facts() == said
        figure.tab.mouse.move(5, 5)
        figure.settle()
        assert figure.root.evaluate(EACH) == seen


def test_the_start_is_dragged(chromium):
    widget = full()
    with alone(chromium, widget) as figure:
        before = figure.facts()
        x, y, unit = figure.pixel(widget.start, widget.box, equal=True)
        drag(figure, (x, y), [(x + 20, y), (x + 60, y + 30)], mouse(figure.tab))
        figure.settle()
        moved = full(start=(-1.5 + 60 * unit, 0.8 - 30 * unit))
        shown = figure.numbers()[1]
        assert shown == pytest.approx(moved.objective(moved.path())[-1], rel=2e-2)
        assert shown != pytest.approx(full().objective(full().path())[-1], rel=2e-2)
        figure.click("Undo")
        assert figure.facts() == before
        figure.press("Shift+ArrowUp")
        assert figure.facts() != before
        assert "P = " in figure.root.locator(".svm-chosen").inner_text()


def test_the_window_holds_the_beginning_of_the_walk(chromium):
    """With η = 8 it jumps between two places, one of them outside the window at first."""
    away = np.abs(full(eta=8.0, steps=200).path()).max()
    assert full().box[1] < away < 3 * full().box[1]
    with alone(chromium, full(steps=110)) as figure:
        outside = figure.root.get_by_text("now, outside in this direction")
        figure.type("η", 8)
        for _ in range(2):
            figure.click("Step")
            assert not outside.is_visible()
        figure.type("η", 20.5)  # it runs away: too far for any window
        assert outside.is_visible()


def test_other_random_points(chromium):
    with alone(chromium, full()) as figure:
        assert not figure.root.get_by_role("button", name=AGAIN).is_visible()
    with alone(chromium, random()) as figure:
        first, again = figure.facts(), figure.root.get_by_role("button", name=AGAIN)
        again.click()
        second = figure.facts()
        assert second != first
        figure.click("Undo")
        assert figure.facts() == first
        figure.click("Redo")
        assert figure.facts() == second
        figure.click("Copy link")
        link = figure.tab.url
    with alone(chromium, random(), fragment="#" + link.partition("#")[2]) as figure:
        assert figure.facts() == second


@pytest.mark.parametrize("state", [
    '{"steps":1e9}', '{"steps":5001}', '{"steps":2.5}', '{"eta":0}', '{"eta":1e9}', '{"lam":0}',
    '{"batch":39}', '{"schedule":"armijo"}', '{"start":[1e300,1]}', '{"start":[1]}', '{"seed":-1}',
    '{"points":[]}',
])  # fmt: skip
def test_a_link_out_of_range_changes_nothing(state, chromium):
    with alone(chromium, full(), fragment=f"#svm=descent:{state}") as figure:
        says(figure, full())
        assert "This link cannot be followed" in figure.root.inner_text()


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_one_screen_holds_it(viewport, chromium):
    with alone(chromium, full(), width=914, viewport=viewport) as figure:
        frame, knobs, said, plots = figure.boxes()
        last = [p["y"] + p["height"] for p in plots]
        if viewport is LAPTOP:
            assert frame["height"] <= 720 - 48
            assert plots[1]["x"] > plots[0]["x"] + plots[0]["width"] - 1
            assert max(last) <= said["y"] and plots[0]["height"] > 300
            assert abs(last[0] - last[2]) < 12
        else:  # the knobs, the map and the curve
            assert last[1] - knobs["y"] <= 844 - 48


# ------------------------------------------------------------------------------------------ tasks


def settle_down(figure):
    figure.choose("schedule", "1 / (λ t)")
    figure.click("+ 100")


def go_over_the_edge(figure):
    figure.choose("schedule", "constant η")
    figure.type("η", 21.5)  # 7.5 % too long
    figure.click("+ 100")
    assert "run away" in figure.facts() and len(figure.solved()) == 1
    figure.type("η", 20.5)
    figure.click("+ 100")


def race(figure):
    figure.click("Restart")
    for _ in range(4):
        figure.click("+ 100")
    for _ in range(12):
        if any("400 steps" in text for text in figure.solved()):
            return
        figure.click(AGAIN)


def keep_calm(figure):
    figure.choose("schedule", "η / √t")
    figure.type("η", 0.4)
    for _ in range(12):
        if len(figure.solved()) == 2:
            return
        figure.click(AGAIN)


@pytest.mark.parametrize("make, players", [
    (full, (settle_down, go_over_the_edge)), (book, (settle_down, go_over_the_edge)),
    (random, (race, keep_calm)),
])  # fmt: skip
def test_the_tasks_can_be_solved(make, players, chromium):
    with alone(chromium, make()) as figure:
        assert figure.solved() == []
        for k, player in enumerate(players, 1):
            player(figure)
            figure.settle()
            assert len(figure.solved()) == k


@pytest.mark.parametrize("make", [full, random])
def test_the_tasks_can_be_solved_by_keyboard(make, chromium):
    """Tab to a control, type or choose there, Enter on a button."""
    with alone(chromium, make()) as figure:

        def key(name, times=1):
            button = figure.root.get_by_role("button", name=name, exact=True)
            button.focus()
            for _ in range(times):
                figure.tab.keyboard.press("Enter")
                figure.settle()

        schedule = figure.root.get_by_label("schedule")
        schedule.focus()
        if make is full:
            figure.tab.keyboard.press("End")  # 1 / (λ t)
            key("+ 100")
            assert len(figure.solved()) == 1
            schedule.focus()
            figure.tab.keyboard.press("Home")  # constant
            figure.settle()  # the box of η comes with the next frame
            figure.root.get_by_label("η, exact value").focus()
            figure.tab.keyboard.press("Control+a")
            figure.tab.keyboard.type("20.9\n")
            key("+ 100", 2)
        else:
            key("Restart")
            key("+ 100", 4)
            for _ in range(12):
                if figure.solved():
                    break
                key(AGAIN)
            assert len(figure.solved()) == 1
            schedule.focus()
            figure.tab.keyboard.press("ArrowUp")
            figure.settle()
            figure.root.get_by_label("η, exact value").focus()
            figure.tab.keyboard.press("Control+a")
            figure.tab.keyboard.type("0.4\n")
            for _ in range(12):
                if len(figure.solved()) == 2:
                    break
                key(AGAIN)
        assert len(figure.solved()) == 2, figure.facts()


def test_playing_without_a_plan_solves_little(chromium):
    assert solved_by_chance(chromium, (full, random, book)) <= 1  # of six


# ----------------------------------------------------------------------------------- from Python


@pytest.mark.parametrize("trait, value", [
    ("start", [1.0]), ("start", [1.0, np.nan]), ("start", ["a", 1]), ("seed", -1),
])  # fmt: skip
def test_its_traits_are_checked(trait, value):
    with pytest.raises(traitlets.TraitError, match=trait):
        setattr(full(), trait, value)
