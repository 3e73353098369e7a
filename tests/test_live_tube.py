"""The live figure of the tube: what it says is what svmlib finds, and what can be done with it."""

import json
import re

import numpy as np
import pytest
import traitlets

from svmlib import EpsilonSVR
from svmlib.kernels import RBF, Linear
from svmlib.widgets import Tube, bundle
from tests.live_page import alone, box_of, drag, finger, mouse, number, numbers_close
from tests.test_browser import LAPTOP, PHONE
from tests.test_live_kernel_machine import GREY, counted

x = np.linspace(-3, 3, 40)
y = np.sinc(x) + 0.15 * np.random.default_rng(0).normal(size=40)
PLACES = np.column_stack([x, y])
BOX = box_of(PLACES)
KNOWN = re.compile(r"f = (.+), y − f = (.+), ξ = (.+), β = (.+)")
FLAT, IDLE, PULL = "with the points as they are", "delete five points", "all knobs as they were"


def fresh(**traits):
    return Tube(x, y, **({"epsilon": 0.1, "C": 1.0, "sigma": 0.8} | traits))


def fitted(C=1.0, epsilon=0.1, kernel=None, places=PLACES):
    machine = EpsilonSVR(C=C, epsilon=epsilon, kernel=kernel or RBF(0.8))
    return machine.fit(places[:, :1], places[:, 1])


# the figure on a model that the test holds, as a notebook holds it
HELD = """([script, name, state]) => {
  const render = new Function(`${script}\\nreturn { pageModel, render: render${name} };`)();
  const el = document.createElement("div");
  document.querySelector("main").prepend(el);
  window.held = render.pageModel(state);
  render.render({ model: window.held, el });
}"""


def read_back(figure, widget, **changes):
    """What Python reads in `solution` after it has set some traits."""
    script = bundle.joined("host.js", f"figures/{widget.entry}")
    state = {k: v for k, v in widget.get_state().items() if not k.startswith("_")}
    state = json.loads(json.dumps(state, default=str))
    figure.tab.evaluate(HELD, [script, type(widget).__name__, state])
    figure.tab.evaluate(
        "changes => Object.entries(changes).forEach(one => held.set(...one))", changes
    )
    figure.tab.wait_for_timeout(200)
    return json.loads(figure.tab.evaluate("() => JSON.stringify(held.get('solution'))"))


def places(figure):
    """The points as the text beside the figure says."""
    rows = figure.root.locator("textarea").input_value().splitlines()
    return np.array([[float(v) for v in row.split(",")] for row in rows])


def choose(figure, i):
    """Choose point i by keys."""
    figure.press("n")
    at = row(figure)
    figure.press(*["n"] * (i - at), *["p"] * (at - i))
    assert row(figure) == i


def row(figure):
    """The row of the chosen point."""
    return int(re.search(r"row (\d+)", figure.root.locator(".svm-chosen").inner_text())[1])


def solved(figure, *starts):
    texts = figure.solved()
    return len(texts) == len(starts) and all(any(t.startswith(s) for t in texts) for s in starts)


# ------------------------------------------------------------------------ what it says is right


@pytest.mark.parametrize("name, sigma, kernel", [
    ("linear", None, Linear()), ("Gaussian (RBF)", 0.3, RBF(0.3)), ("Gaussian (RBF)", 2, RBF(2.0)),
])  # fmt: skip
def test_it_says_what_svmlib_finds(name, sigma, kernel, chromium):
    with alone(chromium, fresh()) as figure:
        figure.choose("kernel", name)
        for C, epsilon in ((0.1, 0.02), (50, 0.2)):
            for label, value in {"C": C, "ε": epsilon, "σ": sigma}.items():
                if value:
                    figure.type(label, value)
            figure.done()
            machine = fitted(C, epsilon, kernel)
            miss = np.abs(y - machine.predict(x[:, None]))
            support, n, outside, error, objective = figure.numbers()[:5]
            assert [support, n] == [len(machine.support_), 40]
            assert outside == np.sum(miss > epsilon + 1e-6)
            assert error == pytest.approx(miss.mean(), rel=1e-3)
            assert objective == pytest.approx(machine.primal_, rel=1e-5)
            gap = figure.numbers()[5:]
            assert "relative gap below rounding" in figure.facts() or 0 < gap[0] <= 1e-8


def test_the_read_out_of_a_point(chromium):
    machine = fitted()
    f = machine.predict(x[:, None])
    free = np.setdiff1d(machine.on_tube_, np.flatnonzero(np.abs(machine.beta_) == 1))
    above, below = int(np.argmax(y - f)), int(np.argmin(y - f))
    with alone(chromium, fresh()) as figure:
        figure.done()
        known, before = figure.root.locator(".svm-known"), figure.pixels()
        for i in (above, below, int(free[0]), int(np.argmin(np.abs(y - f)))):
            figure.tab.mouse.move(*figure.pixel(PLACES[i], BOX)[:2])
            figure.settle()
            said = KNOWN.fullmatch(known.inner_text()).groups()
            expected = [f[i], y[i] - f[i], max(0, abs(y[i] - f[i]) - 0.1), machine.beta_[i]]
            assert said[3] == {above: "C", below: "−C"}.get(i, said[3])
            for text, value in zip(said, expected, strict=True):
                if not text.endswith("C"):
                    assert number(text) == pytest.approx(value, rel=6e-3, abs=2e-6)
            assert figure.pixels() != before
        figure.tab.mouse.move(2, 2)
        assert known.inner_text() == "" and figure.pixels() == before


def test_a_tube_that_holds_all_points_is_level(chromium):
    half = np.ptp(y) / 2
    with alone(chromium, fresh()) as figure:
        figure.done()
        figure.type("ε", 1.0)
        figure.done()
        assert figure.facts().startswith("No support vector: the tube around f = ")
        b, n, low, high, error, objective = figure.numbers()[:6]
        middle = (y.max() + y.min()) / 2
        assert [n, objective] == [40, 0]
        assert [b, low, high] == pytest.approx([middle, y.max() - 1, y.min() + 1], abs=1e-4)
        assert error == pytest.approx(np.abs(y - middle).mean(), rel=1e-3)
        assert 1 > half > 0.5


def test_without_points_it_asks_for_one_and_one_is_enough(chromium):
    with alone(chromium, fresh()) as figure:
        figure.done()
        figure.root.locator("summary").click()
        area = figure.root.locator("textarea")
        area.fill("")
        figure.click("Use these points")
        assert figure.facts() == "The machine needs a point."
        area.fill("0.5, 0.25")
        figure.click("Use these points")
        figure.done()
        assert "the tube around f = 0.25 holds the point" in figure.facts()
        area.fill("0.5, 0.25\n1, two")
        figure.click("Use these points")
        assert "Line 2, “1, two”, should be two numbers." in figure.root.inner_text()
        figure.click("Undo")
        figure.click("Undo")
        figure.done()
        assert figure.numbers()[1] == 40
        np.testing.assert_allclose(places(figure), PLACES, atol=1e-5)


def test_nothing_is_said_of_classes(chromium):
    with alone(chromium, fresh()) as figure:
        figure.done()
        choose(figure, 3)
        figure.press("Space")
        figure.rest()
        words = figure.root.inner_text() + figure.root.locator(".svm-status").text_content()
        assert "circle" not in words and "class" not in words.lower()
        names = (
            "A click adds a point",
            "A click puts the chosen point there",
            "A click deletes a point",
        )
        tools = figure.root.locator(".svm-tool")
        assert [tool.get_attribute("aria-label") for tool in tools.all()] == list(names)
        assert "Point 4 of 40, at" in figure.root.locator(".svm-status").text_content()


# ------------------------------------------------------------------------- what can be done with it


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_point_is_dragged(kind, chromium):
    i = int(np.argmax(y))
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, fresh(), **device) as figure:
        figure.done()
        before, seen = figure.facts(), figure.pixels()
        across, up, _ = figure.pixel(PLACES[i], BOX)
        scrolled = figure.tab.evaluate("scrollY")
        drag(figure, (across, up), [(across, up + 9 * k) for k in range(1, 9)], kind(figure.tab))
        figure.done()
        moved = places(figure)
        assert moved[i, 1] < y[i] - 0.1 and moved[i, 0] == pytest.approx(x[i], abs=0.03)
        np.testing.assert_allclose(np.delete(moved, i, 0), np.delete(PLACES, i, 0), atol=1e-5)
        assert figure.tab.evaluate("scrollY") == scrolled and figure.pixels() != seen
        assert figure.numbers()[4] == pytest.approx(fitted(places=moved).primal_, rel=1e-4)
        figure.click("Undo")
        figure.done()
        assert figure.facts() == before


def test_points_are_added_and_deleted(chromium):
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        left, right, top, _ = figure.area()
        figure.tab.mouse.click((left + right) / 4 * 1.5, top + 40)
        figure.done()
        now = places(figure)
        assert len(now) == 41 and figure.numbers()[1] == 41
        assert figure.numbers()[4] == pytest.approx(fitted(places=now).primal_, rel=1e-4)
        figure.press("Delete", "n", "a", "Delete", "Delete")
        figure.done()
        assert len(places(figure)) == figure.numbers()[1] == 39


def test_the_curve_before_the_last_change_stays_as_a_ghost(chromium):
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        assert counted(figure, GREY) < 20
        figure.type("σ", 0.2)
        figure.done()
        assert counted(figure, GREY) > 50


def test_the_width_of_the_kernel_is_asked_for_where_it_counts(chromium):
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        area = figure.area()
        assert figure.slider("σ").is_visible()
        figure.choose("kernel", "linear")
        figure.done()
        assert not figure.slider("σ").is_visible() and figure.area() == area


def test_a_link_leads_back(chromium):
    with alone(chromium, fresh()) as figure:
        figure.type("ε", 0.25)
        figure.press("n", "Shift+ArrowUp")
        figure.done()
        facts = figure.facts()
        figure.click("Copy link")
        link = figure.tab.url.partition("#")[2]
        assert len(link) < 200
    with alone(chromium, fresh(), fragment=f"#{link}") as figure:
        figure.done()
        assert numbers_close(figure.facts(), facts)


# ------------------------------------------------------------------------------------ Python's side


def test_python_sees_places_and_numbers():
    figure = Tube(x[:, None], y)
    np.testing.assert_array_equal(figure.X, x[:, None])
    np.testing.assert_array_equal(figure.y, y)
    figure.points = [[0, 1], [1, 2, 1], [2.5, -1]]
    assert figure.points == [[0, 1, 1], [1, 2, 1], [2.5, -1, 1]]
    figure.kernel, figure.C, figure.epsilon = "linear", 30.0, 0.5
    places = np.array([[0, 1], [1, 2], [2.5, -1]])
    reference = fitted(30.0, 0.5, Linear(), places)
    np.testing.assert_allclose(figure.fit().predict([[4.0]]), reference.predict([[4.0]]))


def test_python_reads_the_solution_back(chromium):
    with alone(chromium, fresh()) as figure:
        found = read_back(
            figure, fresh(), epsilon=0.2, C=5.0, points=[[*p, 1] for p in PLACES[:30].tolist()]
        )
        machine = fitted(5.0, 0.2, places=PLACES[:30])
        np.testing.assert_allclose(found["beta"], machine.beta_, rtol=0, atol=1e-5)
        assert found["b"] == pytest.approx(machine.intercept_[0], abs=1e-6)
        assert found["primal"] == pytest.approx(machine.primal_, rel=1e-7)
        assert found["dual"] == pytest.approx(machine.primal_, rel=1e-7) and found["gap"] <= 1e-8
        miss = np.abs(PLACES[:30, 1] - machine.predict(PLACES[:30, :1]))
        assert found["error"] == pytest.approx(miss.mean(), rel=1e-6)
        assert found["support"] == len(machine.support_)
        assert found["outside"] == np.sum(miss > 0.2 + 1e-6)
        # where nothing is certain Python reads nothing
        assert read_back(figure, fresh(), points=[]) == {}


@pytest.mark.parametrize("trait, value, match", [
    ("epsilon", -0.1, "epsilon must be a finite number >= 0"), ("epsilon", np.inf, "epsilon"),
    ("epsilon", np.nan, "epsilon"), ("kernel", "polynomial", "kernel"),
    ("points", [[0, 1], [1]], "row 1 is"), ("points", [[0, 1, -1]], "two finite numbers, row 0"),
    ("points", [[0, np.nan]], "row 0"), ("points", [["0", 1]], "row 0"),
])  # fmt: skip
def test_python_refuses_what_makes_no_sense(trait, value, match):
    figure = fresh()
    before = getattr(figure, trait)
    with pytest.raises(traitlets.TraitError, match=match):
        setattr(figure, trait, value)
    assert getattr(figure, trait) == before


@pytest.mark.parametrize("X, numbers", [(PLACES, y), (x[:5], y), (x, y[:, None])])
def test_python_refuses_other_shapes(X, numbers):
    with pytest.raises(ValueError, match=r"X must have shape \(n,\) or \(n, 1\)"):
        Tube(X, numbers)


# --------------------------------------------------------------------------------------- challenges


def test_the_smallest_tube_around_a_constant(chromium):
    half = np.ptp(y) / 2
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        for factor in (1.5, 0.99, 1.02):
            figure.type("ε", round(half * factor, 4))
            figure.done()
            assert figure.solved() == []
        figure.type("ε", round(half * 1.004, 4))
        figure.done()
        assert solved(figure, FLAT)


@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_points_that_do_not_matter(keyboard, chromium):
    idle = np.flatnonzero(fitted().beta_ == 0)
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        if keyboard:
            # one support vector too many, and it is taken back
            wrong = int(np.setdiff1d(np.arange(idle[3], 40), idle)[0])
            for k, i in enumerate([*idle[:4], wrong]):
                choose(figure, i - k)
                figure.press("Delete")
            figure.done()
            assert figure.numbers()[1] == 35 and figure.solved() == []
            figure.press("Control+z")
            choose(figure, idle[-1] - 4)
            figure.press("Delete")
        else:
            lonely = np.hypot(
                *(1e3 * (PLACES[:, None] - PLACES)).transpose(2, 0, 1)
            ) + 1e9 * np.eye(40)
            chosen = PLACES[idle[np.argsort(-lonely.min(1)[idle])[:5]]]
            figure.root.get_by_role("button", name="A click deletes a point").click()
            for place in chosen:
                assert figure.solved() == []
                figure.tab.mouse.click(*figure.pixel(place, BOX)[:2])
                figure.done()
        figure.done()
        assert figure.numbers()[1] == 35 and solved(figure, IDLE)


def outsider():
    """A point outside the tube with room beyond it in the window, and the side it lies on."""
    machine = fitted()
    residual = y - machine.predict(x[:, None])
    room = np.where(residual > 0, BOX[3] - y, y - BOX[2])
    i = int(np.argmax(np.where(np.abs(residual) > 0.12, room, 0)))
    assert room[i] > 0.3 and abs(machine.beta_[i]) == 1
    return i, np.sign(residual[i])


@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_a_point_outside_pulls_no_more_however_far_it_goes(keyboard, chromium):
    i, side = outsider()
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        if keyboard:
            choose(figure, i)
            figure.press("Shift+ArrowUp" if side > 0 else "Shift+ArrowDown")
            figure.done()
            assert figure.solved() == []  # not far enough
            figure.press(*["Shift+ArrowUp" if side > 0 else "Shift+ArrowDown"] * 2)
        else:
            start = figure.pixel(PLACES[i], BOX)[:2]
            end = figure.pixel(PLACES[i] + [0, 0.28 * side], BOX)[:2]
            drag(figure, start, [np.mean([start, end], axis=0), end], mouse(figure.tab))
        figure.done()
        assert solved(figure, PULL)


def test_a_point_that_moves_the_curve_is_no_solution(chromium):
    i, side = outsider()
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        choose(figure, i)
        figure.press(*["Shift+ArrowDown" if side > 0 else "Shift+ArrowUp"] * 4)
        figure.done()
        assert figure.solved() == []
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:  # nor is one with another knob
        figure.type("C", 1.001)
        choose(figure, i)
        figure.press(*["Shift+ArrowUp" if side > 0 else "Shift+ArrowDown"] * 3)
        figure.done()
        assert figure.solved() == []


@pytest.mark.parametrize("epsilon, n, challenges", [(0.1, 40, 3), (0.4, 40, 2), (0.1, 4, 1)])
def test_what_cannot_be_done_from_the_start_is_no_challenge(epsilon, n, challenges, chromium):
    machine = fitted(epsilon=epsilon, places=PLACES[:n])
    idle, bounded = (machine.beta_ == 0).sum(), (np.abs(machine.beta_) == 1).sum()
    assert challenges == 1 + (idle >= 5) + (bounded > 0)
    with alone(chromium, Tube(x[:n], y[:n], epsilon=epsilon, sigma=0.8)) as figure:
        figure.done()
        words = figure.root.locator(".svm-challenge").inner_text()
        count = f" 1 of {challenges}" if challenges > 1 else ""
        assert words.startswith(f"☆ Challenge{count}: {FLAT}")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_playing_without_a_plan_solves_nothing(seed, chromium):
    with alone(chromium, fresh()) as figure:
        figure.play_at_random(seed)
        assert figure.solved() == []
