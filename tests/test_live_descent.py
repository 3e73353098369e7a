"""What the live figure of subgradient descent alone does (lectures 4 and 5): walks and ghosts."""

import numpy as np
import pytest

from svmlib.widgets import Descent
from tests.live_book import full_steps, random_steps
from tests.node_process import FIGURES
from tests.test_live_figures import agrees
from tests.test_live_tasks import played

AGAIN = "Draw again"


def test_play_and_pause(show):
    figure = show(full_steps(steps=0))
    for speed, least, most in (("fast", 20, 300), ("slow", 1, 5)):
        figure.choose("speed", speed)
        before = figure.value("step")
        figure.button("Play").click()
        figure.tab.evaluate("pass(300)")
        figure.click("Pause")
        stopped = figure.value("step")
        assert least <= stopped - before <= most
        figure.wait()
        assert figure.value("step") == stopped
    figure.click("Undo")  # all that was played is one move
    assert figure.value("step") == before
    figure.button("Play").click()  # and it stops by itself
    figure.tab.evaluate("pass(60000)")
    assert figure.button("Play").is_visible() and figure.value("step") == before + 100


@pytest.mark.parametrize("lam", [0.01, 1])
def test_the_slider_goes_as_far_as_running_away(lam, show):
    figure = show(full_steps(lam=lam, steps=200, eta=1.9 / lam))
    assert "too long" not in figure.facts()
    figure.turn(η=("End",))
    assert "the steps are too long" in figure.facts()
    figure.click("Play")  # there is nothing to play, and the button says so
    assert figure.button("Play").is_visible()
    figure.type("η", 0.1)
    assert figure.value("step") == 200


def test_the_ghost_is_the_walk_before_the_last_change(show):
    """Moves of a slider in quick succession are one change; at the start nothing went before."""
    plain = show(full_steps(eta=8.0, steps=110)).pixels()
    figure = show(full_steps(steps=110))
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
    figure.wait()
    for eta in (4, 8):
        figure.type("η", eta)
    assert figure.pixels() != seen
    # steps are no change: the whole earlier walk stays to be compared with
    figure.click("Restart")
    assert ghost.is_visible()


def test_a_look_at_the_curve_finds_the_step_elsewhere(show):
    figure = show(full_steps(steps=50))
    panels = range(figure.root.locator("canvas").count())
    seen, said = [figure.pixels(k) for k in panels], figure.facts()
    box = figure.root.locator("canvas").nth(1).bounding_box()
    figure.hover(box["x"] + 60, box["y"] + 40)
    assert all(figure.pixels(k) != before for k, before in enumerate(seen))
    assert figure.facts() == said
    figure.hover(5, 5)
    assert [figure.pixels(k) for k in panels] == seen


def test_the_window_holds_the_beginning_of_the_walk(show):
    """With η = 8 it jumps between two places, one of them outside the window at first."""
    away = np.abs(full_steps(eta=8.0, steps=200).path()).max()
    assert full_steps().box[1] < away < 3 * full_steps().box[1]
    figure = show(full_steps(steps=110))
    outside = figure.root.get_by_text("now, outside in this direction")
    figure.type("η", 8)
    for _ in range(2):
        figure.click("Step")
        assert not outside.is_visible()
    figure.type("η", 20.5)  # it runs away: too far for any window
    assert outside.is_visible()
    w = full_steps(eta=8.0, schedule="root", steps=2500)  # its first steps are kept: a blue line
    figure = show(w)
    place = figure.pixel(w.start, w.box, equal=True)
    assert figure.count([0, 114, 178], (place - 20, place + 20), near=40) > 5


def test_the_start_by_keys_and_other_random_points(show):
    figure = show(random_steps())
    first = figure.facts()
    figure.click(AGAIN)
    second, link = figure.facts(), figure.link()
    assert second != first
    figure.click("Undo")
    assert figure.facts() == first
    assert show(random_steps(), fragment=link).facts() == second
    figure = show(full_steps())
    assert figure.slider("η").is_visible() and not figure.button(AGAIN).is_visible()
    figure.press("Shift+ArrowUp")
    assert figure.trait("start")[1] > 0.8 and "P = " in figure.text("chosen")
    agrees(figure)
    figure.choose("schedule", "1 / (λ t)")
    assert not figure.slider("η").is_visible()


def test_random_batches_are_the_same_steps_in_numpy():
    dice, lam, eta, batch, seed = np.random.default_rng(3), 0.1, 0.5, 4, 3
    X, y = dice.normal(size=(70, 2)), np.where(dice.normal(size=70) > 0, 1.0, -1.0)
    how = {"lam": lam, "schedule": "root", "eta": eta, "batch": batch, "start": (0, 1)}
    *_, (path,) = played(Descent(X, y, steps=200, seed=seed, **how), {})
    (draws,) = FIGURES.ask(("draws", [seed, 200 * batch]))
    draws = np.reshape(draws, (200, batch))
    w, expected = np.array([0.0, 1.0]), [[0.0, 1.0]]
    for t, chosen in enumerate((draws * len(y)).astype(int), start=1):
        inside = [i for i in chosen if y[i] * (X[i] @ w) < 1]
        slope = lam * w - (y[inside, None] * X[inside]).sum(axis=0) / batch
        w = w - eta / t**0.5 * slope
        expected.append(w)
    np.testing.assert_allclose(path, expected, rtol=1e-9, atol=1e-9)
