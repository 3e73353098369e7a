"""What the live figure of the dual climbed step by step alone does (lectures 6 and 7)."""

from fractions import Fraction

import numpy as np
import pytest

from svmlib import datasets
from svmlib.widgets import DualAscent
from tests.live_book import eight_multipliers, three_multipliers
from tests.live_page import LAPTOP
from tests.test_live_tasks import climbed, played

BARS = 1  # which canvas
RED = [179, 38, 30]


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
@pytest.mark.parametrize("method", ["pairs", "coordinate"])
def test_the_gap_is_that_of_these_multipliers(method, scale):
    """P and D with exact fractions from the α that the figure has; paper shows the same step."""
    X, y = datasets.moons(30)
    widget = DualAscent(scale * X, y, C=1.0, method=method, steps=60)
    *_, (found,) = played(widget, {})
    ends = [line.get_ydata()[-1] for line in widget.picture().axes[2].lines]
    assert ends == pytest.approx([found["states"][60][what] for what in ("primal", "dual")], 1e-4)
    exact, ridge = np.vectorize(Fraction, otypes=[object]), method == "coordinate"
    X, y = np.split(exact(widget.points), [2], axis=1)
    for state in found["states"][::7]:
        alpha = exact(state["alpha"])
        beta = alpha * y[:, 0]
        w = beta @ X
        b = beta.sum() if ridge else Fraction(state["b"])
        square = w @ w + (b**2 if ridge else 0)
        hinges = np.maximum(0, 1 - y[:, 0] * (X @ w + b))
        gap = square + hinges.sum() - alpha.sum()
        assert abs(float(gap - Fraction(state["gap"]))) <= state["noise"]
        assert state["noise"] <= 1e-9 * max(1, state["primal"])
        assert gap >= 0 or not ridge


def test_a_shuffled_order_is_the_same_machine():
    widget = eight_multipliers()
    *_, (found,) = played(widget, {"steps": 400, "order": "shuffled"})
    states = found["states"]
    assert states[-1]["dual"] == pytest.approx(widget.fit().dual[-1], rel=1e-6)
    rounds = [[s["touched"][0] for s in states[k : k + 8]] for k in range(1, 400, 8)]
    assert all(sorted(r) == list(range(8)) for r in rounds) and len({str(r) for r in rounds}) > 30


def test_buttons_go_step_by_step_and_round_by_round(show):
    """Another problem is climbed from the bottom."""
    figure = show(eight_multipliers())
    for button, steps in (("Step", 9), ("+ 1 round", 17), ("Back", 16), ("Restart", 0)):
        figure.click(button)
        assert figure.value("step") == steps
    figure.choose("speed", "fast")
    figure.click("Play")  # until it has converged
    assert "Converged." in figure.facts() and figure.button("Play").is_visible()
    figure.click("Step")
    assert figure.root.get_by_text("It has converged").is_visible()
    assert "No step is left" in figure.root.inner_text()
    # steps come back with what they were made for; an order is asked for where there is one
    changes = [{"order": "shuffled each round"}, {"C": 3},
               {"method": "two at a time, SMO (b free)"}]  # fmt: skip
    for how in changes:
        figure.click("Step")
        figure.turn(**how)
        assert figure.value("step") == figure.value("dual") == 0
        figure.click("Undo")
        assert figure.value("step") > 0
        figure.click("Redo")
    assert not figure.root.get_by_label("order", exact=True).is_visible()


def test_with_one_class_no_button_does_anything(show):
    figure = show(three_multipliers())
    figure.press("Delete")
    for name in ("Step", "Back", "Restart", "Play"):
        figure.click(name)
        assert figure.facts() == "Both classes need a point."


def test_a_guess_is_answered_in_words_and_aloud(show):
    """What counts is judged in Node (`test_live_tasks.py`)."""
    figure = show(eight_multipliers())
    assert "Guess bar 1:" in figure.text("controls")
    for word, said in (("falls", "Right: bar 1 falls. 1 of 1"), ("falls", "Wrong: bar 2 rises. 1")):
        figure.click(word)
        assert figure.text("verdict").startswith(said)
    figure.wait()
    told = figure.root.locator("[role=status]").first.inner_text()
    assert told.startswith("Wrong: bar 2 rises.") and "Step from 9 to 10:" in told
    figure.click("Back")
    figure.click("rises")
    assert figure.text("verdict").endswith("Not counted: you have seen this step.")
    figure.type("C", 2)  # another machine is another game
    assert figure.text("verdict") == ""
    figure = show(three_multipliers())
    for word in ("both rise", "one rises, one falls", "both rise"):
        assert figure.solved() == []
        figure.click(word)
    assert figure.has_solved("guess all three steps")


def test_bars_are_marked_and_light_up_with_their_points(show):
    """Bar 8 is empty and was visited last: a red stub; bar 1 is next: a dashed outline up to C.
    The numbers beside what is under the pointer are those of svmlib."""
    widget = eight_multipliers()
    alpha, figure = climbed(widget, 8)[8], show(widget)
    left, right, top, bottom = figure.area(BARS)
    bar = (right - left) / 8.2

    def red():
        edges = [left + (i + 0.1) * bar for i in range(8)]
        parts = [((x, top), (x + bar, bottom)) for x in edges]
        return [figure.count(RED, part, canvas=BARS, near=12) for part in parts]

    next_, *others, visited = red()
    assert next_ > 60 and visited > 60 and others == [0] * 6
    seen = [figure.pixels(k) for k in (0, BARS)]
    for where in (
        figure.pixel((6.6, 0.9), [0, 8.2, 0, 1], canvas=BARS),
        figure.pixel(widget.points[6][:2], widget.box, equal=True),
    ):
        figure.hover(*where)
        assert "Point 7 " in figure.text("chosen")
        assert figure.text("known").startswith(f"α = {alpha[6]:.3g} ")
        assert all(figure.pixels(k) != before for k, before in enumerate(seen))
        figure.hover(5, 5)
        assert [figure.pixels(k) for k in (0, BARS)] == seen
    figure.click("Restart")
    next_, *others = red()
    assert next_ > 60 and others == [0] * 7


def test_the_pictures_keep_their_size(show):
    """Whatever the sentence and the legend say after more steps."""
    figure, sizes = show(three_multipliers(), width=914, viewport=LAPTOP), []
    for _ in range(4):
        figure.wait()
        sizes.append([c.bounding_box()["height"] for c in figure.root.locator("canvas").all()])
        figure.click("Step")
    assert sizes == [sizes[0]] * 4
