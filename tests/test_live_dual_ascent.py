"""The live figure of the dual climbed step by step (lectures 6 and 7): numbers, guesses, tasks."""

import io
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from svmlib import datasets, dual
from svmlib.widgets import DualAscent
from svmlib.widgets.live import points_of
from tests.live_book import made
from tests.live_page import LAPTOP, MOONS
from tests.node_process import CORE

BARS = 1  # which canvas


def three(**traits):
    """As in lecture 6."""
    how = {"C": 1.0, "method": "pairs", "steps": 0}
    X = np.array([[0.0, 0.0], [3.0, 1.0], [2.0, 0.0]])
    return DualAscent(X, [-1, 1, 1], **{**how, **traits})


def eight(**traits):
    """As in lecture 7."""
    clouds = ((-1.2, -0.8), (1.2, 0.8))
    X, y = datasets.blobs(8, centers=clouds, spread=0.8, seed=4)
    order = np.argsort(X[:, 0])
    how = {"C": 1.0, "method": "coordinate", "steps": 8}
    return DualAscent(X[order].round(1), y[order], **{**how, **traits})


def climbed(widget, steps):
    """(α, P, D) after each step, one multiplier at a time, by the rule of svmlib."""
    Z, C = widget.y[:, None] * np.column_stack([widget.X, np.ones(len(widget.y))]), widget.C
    alpha, found = np.zeros(len(Z)), []
    for t in range(steps + 1):
        w = alpha @ Z
        hinges = np.maximum(0, 1 - Z @ w).sum()
        found.append((alpha.copy(), w @ w / 2 + C * hinges, alpha.sum() - w @ w / 2))
        i = t % len(Z)
        alpha[i] = dual.ascent_step(alpha[i], Z[i] @ w, Z[i] @ Z[i], C)
    return found


def words(before, after):
    change = after - before
    return "stays" if change == 0 else "rises" if change > 0 else "falls"


# ---------------------------------------------------------------------------------------- numbers


def test_one_multiplier_at_a_time_as_svmlib_does(show):
    states, figure = climbed(eight(), 40), show(eight())
    for t in (8, 9, 17):
        _, primal, dual_value = states[t]
        assert figure.numbers()[:3] == pytest.approx([t, primal, dual_value], rel=1e-5)
        assert f"Last moved: point {(t - 1) % 8 + 1}. Next: point {t % 8 + 1}." in figure.facts()
        figure.click({8: "Step", 9: "+ 1 round", 17: "Restart"}[t])
    figure.choose("order", "shuffled each round")
    visited = []
    for _ in range(16):
        figure.click("Step")
        visited.append(int(figure.facts().split("moved: point ")[1].split(".")[0]))
    assert sorted(visited[:8]) == sorted(visited[8:]) == list(range(1, 9))
    assert visited[:8] != visited[8:]
    facts, link = figure.facts(), figure.link()
    assert show(eight(), fragment=link).facts() == facts


def test_it_says_where_rounding_begins_and_the_gap_is_closed(show):
    figure = show(three())
    for _ in range(4):
        figure.click("Step")
    assert "Step 3, converged" in figure.facts() and "below rounding" in figure.facts()
    assert "below 1 % first at step 3" in figure.facts()
    assert figure.numbers()[1:3] == [0.5, 0.5]
    assert figure.root.get_by_text("It has converged").is_visible()
    assert "No step is left" in figure.root.inner_text()


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
@pytest.mark.parametrize("name", ["pairs", "coordinates"])
def test_the_gap_is_that_of_these_multipliers(name, scale):
    """P and D with exact fractions from the α that the figure has; b is the one it shows."""
    X, y = datasets.moons(30)
    points = points_of(scale * X, y)
    (states,) = CORE.ask((name, {"points": points, "C": 1.0, "steps": 60}))
    for state in states[::7]:
        alpha = [Fraction(a) for a in state["alpha"]]
        rows = [[Fraction(v) for v in point] for point in points]
        ridge = name == "coordinates"
        w = [sum(a * r[2] * r[k] for a, r in zip(alpha, rows, strict=True)) for k in (0, 1)]
        b = (sum(a * r[2] for a, r in zip(alpha, rows, strict=True)) if ridge
             else Fraction(state["b"]))  # fmt: skip
        square = w[0] ** 2 + w[1] ** 2 + (b**2 if ridge else 0)
        hinges = (max(Fraction(0), 1 - r[2] * (w[0] * r[0] + w[1] * r[1] + b)) for r in rows)
        gap = square / 2 + sum(hinges) - (sum(alpha) - square / 2)
        assert abs(float(gap - Fraction(state["gap"]))) <= state["noise"]
        assert state["noise"] <= 1e-9 * max(1, state["primal"])
        assert gap >= 0 or not ridge


def test_a_shuffled_order_is_the_same_machine():
    widget = eight()
    how = {"points": widget.points, "C": 1.0, "steps": 400, "order": "shuffled"}
    (states,) = CORE.ask(("coordinates", how))
    assert states[-1]["dual"] == pytest.approx(widget.fit().dual[-1], rel=1e-6)
    rounds = [[s["touched"][0] for s in states[k : k + 8]] for k in range(1, 400, 8)]
    assert all(sorted(r) == list(range(8)) for r in rounds) and len({str(r) for r in rounds}) > 30


# ---------------------------------------------------------------------------------------- guesses


def test_right_and_wrong_guesses_are_counted(show):
    states = [alpha for alpha, _, _ in climbed(eight(), 40)]
    truth = [words(states[t][t % 8], states[t + 1][t % 8]) for t in range(8, 16)]
    assert truth == ["falls", "rises", "stays", "rises", "falls", "rises", "stays", "stays"]
    figure = show(eight())

    def guess(word):
        figure.click(word)
        return figure.text("verdict")

    for k, word in enumerate(truth[:4]):
        assert f"Guess bar {k + 1}:" in figure.text("controls")
        assert guess(word) == f"Right: bar {k + 1} {word}. {k + 1} of {k + 1} right."
    assert guess("rises") == "Wrong: bar 5 falls. 4 of 5 right."
    guess("rises")
    assert guess("stays") == "Right: bar 7 stays. 6 of 7 right, 2 in a row."
    figure.wait()
    said = figure.root.locator("[role=status]").first.inner_text()
    assert said.startswith("Right: bar 7 stays.") and "Step 15" in said
    # what has been seen is no guess any more
    assert guess("Back") == "6 of 7 right, 2 in a row."
    assert guess("stays") == "Right: bar 7 stays. Not counted: you have seen this step."
    # another machine is another game
    figure.type("C", 2)
    assert figure.text("verdict") == "" and figure.numbers()[0] == 0
    assert guess("rises") == "Right: bar 1 rises. 1 of 1 right, 3 in a row."


# ----------------------------------------------------------------------------------- what is seen


def test_another_problem_is_climbed_from_the_bottom(show):
    figure = show(eight())
    changes = [lambda: figure.type("C", 3),
               lambda: figure.choose("method", "two at a time, SMO (b free)"),
               lambda: figure.press("n", "ArrowUp")]  # fmt: skip
    for change in changes:
        figure.click("Step")
        assert figure.numbers()[0] > 0
        change()
        assert figure.numbers()[:3] == [0, 24, 0]
        figure.click("Undo")
        assert figure.numbers()[0] > 0  # the steps come back with what they were made for
        figure.click("Redo")
    assert not figure.root.get_by_label("order", exact=True).is_visible()


def test_bars_and_points_light_up_together(show):
    """The bar under the pointer, and the point; its numbers beside them are those of svmlib."""
    widget = eight()
    alpha, _, _ = climbed(widget, 8)[8]
    Z = widget.y[:, None] * np.column_stack([widget.X, np.ones(8)])
    margin = Z @ (alpha @ Z)
    figure = show(widget)
    seen = [figure.pixels(k) for k in (0, BARS)]

    def lit():
        return all(figure.pixels(k) != before for k, before in zip((0, BARS), seen, strict=True))

    for i in (3, 6):
        figure.hover(*figure.pixel((i + 0.6, 0.9), [0, 8.2, 0, 1], canvas=BARS))
        text = figure.text("chosen")
        found = (text.split(key)[1].split()[0].strip(",") for key in ("α = ", "y f = "))
        values = [float(value.replace("−", "-")) for value in found]
        assert f"Point {i + 1} " in text
        assert values == pytest.approx([alpha[i], margin[i]], rel=5e-3) and lit()
    figure.hover(5, 5)
    assert [figure.pixels(k) for k in (0, BARS)] == seen
    figure.hover(*figure.pixel(widget.points[3][:2], widget.box, equal=True))
    assert "Point 4 " in figure.text("chosen") and lit()


TEXTS = """async root => {
  const said = [], real = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    said.push([[...root.querySelectorAll("canvas")].indexOf(this.canvas), text, x, y]);
    return real.call(this, text, x, y);
  };
  dispatchEvent(new Event("resize"));
  await pass(40);
  CanvasRenderingContext2D.prototype.fillText = real;
  return said;
}"""


def test_few_points_are_numbered_like_their_bars(show):
    figure = show(eight())
    written = figure.root.evaluate(TEXTS)
    canvas = figure.root.locator("canvas").first.bounding_box()
    for i, point in enumerate(figure.widget.points):
        x, y = figure.pixel(point[:2], figure.widget.box, equal=True)
        x, y = x - canvas["x"], y - canvas["y"]
        near = [t for k, t, u, v in written if k == 0 and abs(u - x) < 3 and -30 < v - y < -10]
        assert str(i + 1) in near
    ticks = [text for k, text, *_ in written if k == BARS]
    assert ticks[:8] == [str(i + 1) for i in range(8)]
    many = show(made("DualAscent")).root.evaluate(TEXTS)
    assert not any(k == 0 and text == "17" for k, text, *_ in many)


def test_the_bar_that_was_visited_and_the_next_one_are_marked(show):
    """Bar 8 is empty and was visited last: a red stub; bar 1 is next: a dashed outline up to C."""
    figure = show(eight())

    def red():
        """How many pixels of each column of each bar have the colour of what moves."""
        figure.done()
        shot = figure.root.locator("canvas").nth(BARS).screenshot()
        away = np.abs(np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=int)
                      - [179, 38, 30])  # fmt: skip
        columns = (away.max(axis=2) < 12).sum(axis=0)
        edges = (46 + (len(columns) - 56) * (i + part) / 8.2 for i in range(8) for part in (0.2, 1))
        edges = [int(edge) for edge in edges]
        return [columns[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]

    seen = red()
    assert seen[7].max() >= 6 and np.count_nonzero(seen[7]) > 20
    assert seen[0].max() > 40  # its sides
    assert all(seen[i].sum() == 0 for i in range(1, 7))
    figure.click("Restart")
    seen = red()
    assert seen[7].sum() == 0 and seen[0].max() > 40


def test_the_pictures_keep_their_size(show):
    """Whatever the sentence and the legend say after more steps."""
    figure, sizes = show(three(), width=914, viewport=LAPTOP), []
    for _ in range(4):
        figure.wait()
        sizes.append([c.bounding_box()["height"] for c in figure.root.locator("canvas").all()])
        figure.click("Step")
    assert sizes == [sizes[0]] * 4


def test_with_one_class_no_button_does_anything(show):
    figure = show(three())
    figure.press("Delete")
    for name in ("Step", "Back", "Restart", "Play"):
        figure.click(name)
        assert figure.facts() == "Both classes need a point."


def test_play_goes_on_by_itself_and_stops_at_the_end(show):
    figure = show(eight())
    figure.choose("speed", "slow")
    figure.button("Play").click()
    figure.tab.evaluate("pass(300)")
    figure.click("Pause")
    assert 9 <= figure.numbers()[0] <= 10
    figure.choose("speed", "fast")
    figure.click("Play")
    assert "converged" in figure.facts() and figure.button("Play").is_visible()


# ------------------------------------------------------------------------------------------ tasks


def test_tasks_of_three_points(show):
    """All three steps of lecture 6, as it begins; then a point moved so that one step is enough."""
    figure = show(three())
    assert "guess all three steps right" in figure.text("challenge")
    figure.click("both rise")
    assert figure.text("verdict") == "Right: bar 1 rises, bar 2 rises. 1 of 1 right."
    figure.click("both fall")
    assert figure.text("verdict") == "Wrong: bar 2 falls, bar 3 rises. 1 of 2 right."
    assert figure.solved() == []
    figure.click("Start over")
    figure = show(three())
    for word in ("both rise", "one rises, one falls", "both rise"):
        assert figure.solved() == []
        figure.click(word)
    assert len(figure.solved()) == 1
    a, b = (figure.pixel(place, three().box, equal=True) for place in ([3, 1], [1.5, 0.5]))
    figure.drag(a, (a + b) / 2, b)
    figure.click("Step")
    assert len(figure.solved()) == 2


def single_guesses():
    states = [alpha for alpha, _, _ in climbed(eight(), 40)]
    return [words(states[t][t % 8], states[t + 1][t % 8]) for t in range(8, 16)]


def pair_guesses():
    X, y = MOONS
    steps = dual.smo(X @ X.T, y, 1.0, max_iter=18).steps[12:]
    changes = [(y[s["i"]] * s["change"], -y[s["j"]] * s["change"]) for s in steps]
    both = ["both rise" if min(one) > 0 else "both fall" for one in changes]
    apart = "one rises, one falls"
    return [word if a * b > 0 else apart for word, (a, b) in zip(both, changes, strict=True)]


@pytest.mark.parametrize("make, guesses, Cs", [
    (eight, single_guesses, (0.06, 0.0475, 0.044)),
    (lambda: made("DualAscent"), pair_guesses, (5.2, 4.78)),
], ids=["single", "pairs"])  # fmt: skip
def test_tasks_of_more_points(make, guesses, Cs, show):
    """By keyboard: guesses in a row; then smaller and smaller C, until a round is enough."""
    figure = show(make())
    figure.choose("speed", "fast")
    for word in guesses():
        figure.button(word).press("Enter")
        figure.done()
    for C in Cs:
        assert len(figure.solved()) == 1
        figure.type("C", C)
        figure.button("Play").press("Enter")
        figure.done()
    assert len(figure.solved()) == 2
