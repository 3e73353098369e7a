"""The live figure of the dual climbed step by step (lectures 6 and 7): numbers, guesses, tasks."""

import io
import json
from fractions import Fraction

import numpy as np
import pytest
import traitlets
from PIL import Image

from svmlib import datasets, dual
from svmlib.widgets import DualAscent
from svmlib.widgets.live import points_of
from tests.live_page import MOONS, alone, drag, mouse, solved_by_chance
from tests.test_browser import LAPTOP, PHONE
from tests.test_widgets_core import ask

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


def book(**traits):
    return DualAscent(*MOONS, **{"C": 1.0, "steps": 12, **traits})


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


def verdict(figure):
    figure.settle()
    return figure.root.locator(".svm-verdict").inner_text()


# ---------------------------------------------------------------------------------------- numbers


def test_pairs_climb_as_svmlib_does(chromium):
    X, y = MOONS
    with alone(chromium, book()) as figure:
        for steps in (12, 13, 11):
            run = dual.smo(X @ X.T, y, 1.0, max_iter=steps)
            step, primal, dual_value, gap = figure.numbers()[:4]
            assert step == steps
            assert [primal, dual_value] == pytest.approx([run.primal[-1], run.dual[-1]], rel=1e-5)
            assert gap == pytest.approx(run.gap[-1], rel=1e-2)
            i, j = sorted(k + 1 for k in (run.steps[-1]["i"], run.steps[-1]["j"]))
            assert f"Last moved: points {i} and {j}." in figure.facts()
            for name in {12: ["Step"], 13: ["Back", "Back"], 11: []}[steps]:
                figure.click(name)
        figure.click("Restart")
        assert figure.numbers()[:3] == [0, len(y), 0]


def test_one_multiplier_at_a_time_as_svmlib_does(chromium):
    states = climbed(eight(), 40)
    with alone(chromium, eight()) as figure:
        for t in (8, 9, 17):
            _, primal, dual_value = states[t]
            assert figure.numbers()[:3] == pytest.approx([t, primal, dual_value], rel=1e-5)
            assert (
                f"Last moved: point {(t - 1) % 8 + 1}. Next: point {t % 8 + 1}." in figure.facts()
            )
            figure.click({8: "Step", 9: "+ 1 round", 17: "Restart"}[t])
        figure.choose("order", "shuffled each round")
        visited = []
        for _ in range(16):
            figure.click("Step")
            visited.append(int(figure.facts().split("moved: point ")[1].split(".")[0]))
        assert sorted(visited[:8]) == sorted(visited[8:]) == list(range(1, 9))
        assert visited[:8] != visited[8:]


def test_it_says_where_rounding_begins_and_the_gap_is_closed(chromium):
    with alone(chromium, three()) as figure:
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
    (states,) = ask((name, {"points": points, "C": 1.0, "steps": 60}))
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
        if ridge:
            assert gap >= 0


def test_a_shuffled_order_is_the_same_machine():
    widget = eight()
    (states,) = ask(
        ("coordinates", {"points": widget.points, "C": 1.0, "steps": 400, "order": "shuffled"})
    )
    assert states[-1]["dual"] == pytest.approx(widget.fit().dual[-1], rel=1e-6)
    rounds = [[s["touched"][0] for s in states[k : k + 8]] for k in range(1, 400, 8)]
    assert all(sorted(r) == list(range(8)) for r in rounds) and len({str(r) for r in rounds}) > 30


# ---------------------------------------------------------------------------------------- guesses


def test_right_and_wrong_guesses_are_counted(chromium):
    states = [alpha for alpha, _, _ in climbed(eight(), 40)]
    truth = [words(states[t][t % 8], states[t + 1][t % 8]) for t in range(8, 16)]
    assert truth == ["falls", "rises", "stays", "rises", "falls", "rises", "stays", "stays"]
    with alone(chromium, eight()) as figure:
        for k, word in enumerate(truth[:4]):
            assert f"Guess bar {k + 1}:" in figure.root.locator(".svm-controls").inner_text()
            figure.click(word)
            assert verdict(figure) == f"Right: bar {k + 1} {word}. {k + 1} of {k + 1} right."
        figure.click("rises")
        assert verdict(figure) == "Wrong: bar 5 falls. 4 of 5 right."
        figure.click("rises")
        figure.click("stays")
        assert verdict(figure) == "Right: bar 7 stays. 6 of 7 right, 2 in a row."
        figure.rest()
        said = figure.root.locator("[role=status]").first.inner_text()
        assert said.startswith("Right: bar 7 stays.") and "Step 15" in said
        # what has been seen is no guess any more
        figure.click("Back")
        assert verdict(figure) == "6 of 7 right, 2 in a row."
        figure.click("stays")
        assert verdict(figure) == "Right: bar 7 stays. Not counted: you have seen this step."
        # another machine is another game
        figure.type("C", 2)
        assert verdict(figure) == "" and figure.numbers()[0] == 0
        figure.click("rises")
        assert verdict(figure) == "Right: bar 1 rises. 1 of 1 right, 3 in a row."


def test_of_two_bars_one_guesses_both(chromium):
    with alone(chromium, three()) as figure:
        figure.click("both rise")
        assert verdict(figure) == "Right: bar 1 rises, bar 2 rises. 1 of 1 right."
        figure.click("both fall")
        assert verdict(figure) == "Wrong: bar 2 falls, bar 3 rises. 1 of 2 right."
        figure.click("both rise")
        assert verdict(figure) == "Right: bar 1 rises, bar 3 rises. 2 of 3 right."


# ----------------------------------------------------------------------------------- what is seen


def test_another_problem_is_climbed_from_the_bottom(chromium):
    with alone(chromium, eight()) as figure:
        seven = {"C": lambda: figure.type("C", 3),
                 "method": lambda: figure.choose("method", "two at a time, SMO (b free)"),
                 "points": lambda: figure.press("n", "ArrowUp")}  # fmt: skip
        for change in seven.values():
            figure.click("Step")
            assert figure.numbers()[0] > 0
            change()
            assert figure.numbers()[:3] == [0, pytest.approx(8 * (1 if change is None else 3)), 0]
            figure.click("Undo")
            assert figure.numbers()[0] > 0  # the steps come back with what they were made for
            figure.click("Redo")
        assert not figure.root.get_by_label("order", exact=True).is_visible()


def test_bars_and_points_light_up_together(chromium):
    """The bar under the pointer, and the point; its numbers beside them are those of svmlib."""
    widget = eight()
    alpha, _, _ = climbed(widget, 8)[8]
    Z = widget.y[:, None] * np.column_stack([widget.X, np.ones(8)])
    margin = Z @ (alpha @ Z)
    each = "e => [...e.querySelectorAll('canvas')].slice(0, 2).map(c => c.toDataURL())"
    with alone(chromium, widget) as figure:
        figure.settle()
        seen = figure.root.evaluate(each)
        bars = figure.root.locator("canvas").nth(BARS).bounding_box()
        readout = figure.root.locator(".svm-chosen")
        for i in (3, 6):
            inner = bars["width"] - 56
            x = bars["x"] + 46 + inner * (i + 0.6) / 8.2
            figure.tab.mouse.move(x, bars["y"] + 30)
            figure.settle()
            text = readout.inner_text()
            assert f"Point {i + 1} " in text
            a, m = (float(text.split(key)[1].split()[0].strip(",").replace("−", "-"))
                    for key in ("α = ", "y f = "))  # fmt: skip
            assert (a, m) == pytest.approx((alpha[i], margin[i]), rel=5e-3)
            lit = figure.root.evaluate(each)
            assert all(p != q for p, q in zip(lit, seen, strict=True))
        figure.tab.mouse.move(5, 5)
        figure.settle()
        assert figure.root.evaluate(each) == seen
        px, py, _ = figure.pixel(widget.points[3][:2], widget.box, equal=True)
        figure.tab.mouse.move(px, py)
        figure.settle()
        assert "Point 4 " in readout.inner_text()
        assert all(p != q for p, q in zip(figure.root.evaluate(each), seen, strict=True))


TEXTS = """root => new Promise(done => {
  const said = [], real = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    said.push([[...root.querySelectorAll("canvas")].indexOf(this.canvas), text, x, y]);
    return real.call(this, text, x, y);
  };
  dispatchEvent(new Event("resize"));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    CanvasRenderingContext2D.prototype.fillText = real;
    done(said);
  }));
})"""


def test_few_points_are_numbered_like_their_bars(chromium):
    widget = eight()
    with alone(chromium, widget) as figure:
        figure.settle()
        written = figure.root.evaluate(TEXTS)
        canvas = figure.root.locator("canvas").first.bounding_box()
        for i, point in enumerate(widget.points):
            x, y, _ = figure.pixel(point[:2], widget.box, equal=True)
            x, y = x - canvas["x"], y - canvas["y"]
            near = [
                text for k, text, u, v in written if k == 0 and abs(u - x) < 3 and -30 < v - y < -10
            ]
            assert str(i + 1) in near
        ticks = [text for k, text, *_ in written if k == BARS]
        assert ticks[:8] == [str(i + 1) for i in range(8)]
    with alone(chromium, book()) as figure:
        figure.settle()
        assert not any(k == 0 and text == "17" for k, text, *_ in figure.root.evaluate(TEXTS))


def red_columns(figure):
    """How many pixels of each column of the bars have the colour of what moved or moves next."""
    picture = Image.open(io.BytesIO(figure.root.locator("canvas").nth(BARS).screenshot()))
    away = np.abs(np.asarray(picture.convert("RGB"), dtype=int) - [179, 38, 30])
    return (away.max(axis=2) < 12).sum(axis=0)


def test_the_bar_that_was_visited_and_the_next_one_are_marked(chromium):
    """Bar 8 is empty and was visited last: a red stub; bar 1 is next: a dashed outline up to C."""
    with alone(chromium, eight()) as figure:

        def red():
            columns, found = red_columns(figure), []
            for i in range(8):
                left, right = (46 + (len(columns) - 56) * (i + part) / 8.2 for part in (0.2, 1.0))
                found.append(columns[int(left) : int(right)])
            return found

        figure.settle()
        seen = red()
        assert seen[7].max() >= 6 and np.count_nonzero(seen[7]) > 20
        assert seen[0].max() > 40  # its sides
        assert all(seen[i].sum() == 0 for i in range(1, 7))
        figure.click("Restart")
        seen = red()
        assert seen[7].sum() == 0 and seen[0].max() > 40


def test_the_pictures_keep_their_size(chromium):
    """Whatever the sentence and the legend say after more steps."""
    with alone(chromium, three(), width=914, viewport=LAPTOP) as figure:
        sizes = []
        for _ in range(4):
            figure.rest()
            sizes.append([c.bounding_box()["height"] for c in figure.root.locator("canvas").all()])
            figure.click("Step")
        assert sizes == [sizes[0]] * 4


def test_a_class_without_points_is_named(chromium):
    with alone(chromium, three()) as figure:
        figure.press("Delete")
        assert figure.facts() == "Both classes need a point."
        for name in ("Step", "Back", "Restart", "Play"):
            figure.click(name)
        assert figure.facts() == "Both classes need a point."
        for _ in range(9):
            if figure.facts().startswith("Step 0"):
                break
            figure.click("Undo")
        assert figure.numbers()[:3] == [0, 3, 0]


@pytest.mark.parametrize("state", [
    '{"steps":1e7}', '{"steps":-1}', '{"C":-1}', '{"C":1e9}', '{"method":"triples"}',
    '{"order":"random"}', '{"points":[[0,0,2]]}', json.dumps({"points": [[0, 0, 1]] * 61}),
])  # fmt: skip
def test_a_link_out_of_range_changes_nothing(state, chromium):
    with alone(chromium, eight(), fragment=f"#svm=dual-ascent:{state}") as figure:
        assert figure.numbers()[0] == 8
        assert "This link cannot be followed" in figure.root.inner_text()


def test_a_link_leads_to_the_step(chromium):
    with alone(chromium, eight()) as figure:
        figure.choose("order", "shuffled each round")
        figure.click("+ 1 round")
        figure.click("Step")
        facts = figure.facts()
        figure.click("Copy link")
        link = figure.tab.url
    with alone(chromium, eight(), fragment="#" + link.partition("#")[2]) as figure:
        assert figure.facts() == facts


def test_play_goes_on_by_itself_and_stops_at_the_end(chromium):
    with alone(chromium, eight()) as figure:
        figure.root.get_by_label("speed").select_option(label="slow")
        figure.click("Play")
        figure.tab.wait_for_timeout(300)
        figure.click("Pause")
        assert 9 <= figure.numbers()[0] <= 10
        figure.root.get_by_label("speed").select_option(label="fast")
        figure.click("Play")
        figure.done()
        assert "converged" in figure.facts()
        assert figure.root.get_by_role("button", name="Play", exact=True).is_visible()


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("make", [three, eight])
def test_one_screen_holds_it(make, viewport, chromium):
    with alone(chromium, make(), width=914, viewport=viewport) as figure:
        frame, knobs, said, plots = figure.boxes()
        last = [p["y"] + p["height"] for p in plots]
        if viewport is LAPTOP:
            assert frame["height"] <= 720 - 48
            assert plots[1]["x"] > plots[0]["x"] + plots[0]["width"] - 1
            assert max(last) <= said["y"] and plots[0]["height"] > 300
        else:  # the buttons, the plane and the bars
            assert last[1] - knobs["y"] <= 844 - 48


# ------------------------------------------------------------------------------------------ tasks


def guess_single(figure, press):
    states = [alpha for alpha, _, _ in climbed(eight(), 40)]
    for t in range(8, 16):
        press(words(states[t][t % 8], states[t + 1][t % 8]))


def guess_pairs(figure, press):
    """All three steps of lecture 6, as it begins."""
    assert "guess all three steps right" in figure.root.locator(".svm-challenge").inner_text()
    for word in ("both rise", "one rises, one falls", "both rise"):
        assert figure.solved() == []
        press(word)


def guess_many(figure, press):
    X, y = MOONS
    run = dual.smo(X @ X.T, y, 1.0, max_iter=18)
    alpha = np.zeros(len(y))
    for k, step in enumerate(run.steps):
        i, j, t = step["i"], step["j"], step["change"]
        changes = y[i] * t, -y[j] * t
        alpha[[i, j]] += changes
        if k >= 12:
            both = "both rise" if min(changes) > 0 else "both fall"
            press(both if changes[0] * changes[1] > 0 else "one rises, one falls")


def search(*Cs):
    """Smaller and smaller C, until a round is enough."""

    def player(figure, press):
        for C in Cs:
            assert len(figure.solved()) == 1
            figure.type("C", C)
            press("Play")
            figure.done()

    return player


def drag_second(figure, press):
    x, y, _ = figure.pixel([3, 1], three().box, equal=True)
    to = figure.pixel([1.5, 0.5], three().box, equal=True)[:2]
    drag(figure, (x, y), [((x + to[0]) / 2, y), to], mouse(figure.tab))
    press("Step")


def walk_second(figure, press):
    figure.press("n", *["Shift+ArrowLeft"] * 8, *["Shift+ArrowDown"] * 3)
    press("Step")


CASES = [(three, (guess_pairs, drag_second)), (eight, (guess_single, search(0.06, 0.0475, 0.044))),
         (book, (guess_many, search(5.2, 4.78)))]  # fmt: skip


@pytest.mark.parametrize("make, players", CASES)
@pytest.mark.parametrize("by", ["pointer", "keyboard"])
def test_the_tasks_can_be_solved(by, make, players, chromium):
    with alone(chromium, make()) as figure:
        figure.root.get_by_label("speed").select_option(label="fast")

        def press(name):
            button = figure.root.get_by_role("button", name=name, exact=True)
            if by == "pointer":
                button.click()
            else:
                button.focus()
                figure.tab.keyboard.press("Enter")
            figure.settle()

        assert figure.solved() == []
        for k, player in enumerate(players, 1):
            if by == "keyboard" and player is drag_second:
                player = walk_second
            player(figure, press)
            figure.settle()
            assert len(figure.solved()) == k


def test_playing_without_a_plan_solves_little(chromium):
    assert solved_by_chance(chromium, (three, eight, book)) <= 1  # of six


# ------------------------------------------------------------------------------------ from Python


def test_its_order_is_checked():
    with pytest.raises(traitlets.TraitError, match="order"):
        eight(order="random")
    assert eight(order="shuffled").order == "shuffled"
