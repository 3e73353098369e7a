"""The live figure of subgradient descent (lectures 4 and 5): walks, ghosts, tasks."""

import numpy as np
import pytest

from svmlib import datasets
from svmlib.widgets import Descent
from tests.live_book import made
from tests.test_live_figures import agrees

AGAIN = "Draw again"


def full(**traits):
    """As in lecture 4."""
    X, y = datasets.iris_setosa(every=4, features=2)
    how = {"lam": 0.1, "start": (-1.5, 0.8), "schedule": "constant", "eta": 0.5, "steps": 10}
    return Descent(X - X.mean(axis=0), y, **{**how, **traits})


def random():
    """As in lecture 5."""
    return full(schedule="inverse", batch=1, steps=40)


def test_nothing_is_made_up_where_rounding_rules(show):
    """One step of 1/(λ t) ends in the very optimum."""
    X, y = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([1.0, -1.0])
    figure = show(Descent(X, y, lam=1.0, start=(0.0, 0.5), schedule="inverse", steps=1))
    assert "P − P* = below rounding" in figure.facts()
    assert figure.numbers()[1:3] == [0.5, 0.5]


def test_knobs_are_there_where_they_count(show):
    figure = show(full())
    assert figure.slider("η").is_visible() and not figure.button(AGAIN).is_visible()
    figure.choose("schedule", "1 / (λ t)")
    assert not figure.slider("η").is_visible()


def test_play_and_pause(show):
    figure = show(full(steps=0))
    for speed, least, most in (("fast", 20, 300), ("slow", 1, 5)):
        figure.choose("speed", speed)
        before = figure.numbers()[0]
        figure.button("Play").click()
        figure.tab.evaluate("pass(300)")
        figure.click("Pause")
        stopped = figure.numbers()[0]
        assert least <= stopped - before <= most
        figure.wait()
        assert figure.numbers()[0] == stopped
    figure.click("Undo")  # all that was played is one move
    assert figure.numbers()[0] == before


@pytest.mark.parametrize("lam", [0.01, 0.1, 1])
def test_the_slider_goes_as_far_as_running_away(lam, show):
    figure = show(full(lam=lam, steps=0))
    figure.type("η", 1.9 / lam)
    figure.click("+ 100")
    figure.click("+ 100")
    assert "too long" not in figure.facts()
    figure.turn(η=("End",))
    assert "the steps are too long" in figure.facts()
    figure.click("Play")  # there is nothing to play, and the button says so
    assert figure.button("Play").is_visible()
    figure.type("η", 0.1)
    assert figure.numbers()[0] == 200


def test_the_ghost_is_the_walk_before_the_last_change(show):
    """Moves of a slider in quick succession are one change; at the start nothing went before."""
    plain = show(full(eta=8.0, steps=110)).pixels()
    figure = show(full(steps=110))
    ghost = figure.root.get_by_text("before the last change")
    first = figure.pixels()
    assert not ghost.is_visible()
    figure.type("η", 8)
    seen = figure.pixels()
    assert ghost.is_visible() and seen != plain
    figure.click("Start over")
    assert figure.pixels() == first
    figure.wait()
    for eta in (2, 4, 8):
        figure.type("η", eta)
    assert figure.pixels() == seen
    for eta in (4, 8):
        figure.wait()
        figure.type("η", eta)
    assert figure.pixels() != seen
    # steps are no change: the whole earlier walk stays to be compared with
    figure.click("Restart")
    assert ghost.is_visible()


def test_a_look_at_the_curve_finds_the_step_elsewhere(show):
    figure = show(full(steps=50))
    panels = range(figure.root.locator("canvas").count())
    seen, said = [figure.pixels(k) for k in panels], figure.facts()
    box = figure.root.locator("canvas").nth(1).bounding_box()
    figure.hover(box["x"] + 60, box["y"] + 40)
    assert all(figure.pixels(k) != before for k, before in enumerate(seen))
    assert figure.facts() == said
    figure.hover(5, 5)
    assert [figure.pixels(k) for k in panels] == seen


def test_the_start_by_keys(show):
    figure = show(full())
    figure.press("Shift+ArrowUp")
    assert figure.trait("start")[1] > 0.8
    agrees(figure)
    assert "P = " in figure.text("chosen")


def test_the_window_holds_the_beginning_of_the_walk(show):
    """With η = 8 it jumps between two places, one of them outside the window at first."""
    away = np.abs(full(eta=8.0, steps=200).path()).max()
    assert full().box[1] < away < 3 * full().box[1]
    figure = show(full(steps=110))
    outside = figure.root.get_by_text("now, outside in this direction")
    figure.type("η", 8)
    for _ in range(2):
        figure.click("Step")
        assert not outside.is_visible()
    figure.type("η", 20.5)  # it runs away: too far for any window
    assert outside.is_visible()


def test_other_random_points(show):
    figure = show(random())
    first = figure.facts()
    figure.click(AGAIN)
    second, link = figure.facts(), figure.link()
    assert second != first
    figure.click("Undo")
    assert figure.facts() == first
    figure.click("Redo")
    assert figure.facts() == second
    assert show(random(), fragment=link).facts() == second


@pytest.mark.parametrize("make", [full, lambda: made("Descent")], ids=["lecture", "book"])
def test_tasks_of_full_steps(make, show):
    figure = show(make())
    assert figure.solved() == []
    figure.turn(**{"schedule": "1 / (λ t)", "+ 100": None})
    assert len(figure.solved()) == 1
    figure.turn(**{"schedule": "constant η", "η": 21.5, "+ 100": None})  # 7.5 % too long
    assert "run away" in figure.facts() and len(figure.solved()) == 1
    figure.turn(**{"η": 20.5, "+ 100": None})
    assert len(figure.solved()) == 2


def test_tasks_of_random_steps(show):
    figure = show(random())
    figure.click("Restart")
    for _ in range(4):
        figure.click("+ 100")
    for tasks in (1, 2):
        for _ in range(12):
            if len(figure.solved()) == tasks:
                break
            figure.click(AGAIN)
        assert len(figure.solved()) == tasks
        if tasks == 1:
            assert any("400 steps" in text for text in figure.solved())
            figure.turn(**{"schedule": "η / √t", "η": 0.4})
