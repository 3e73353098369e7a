"""The live figure of the kernel machine, compared with svmlib, dragged, guessed and played."""

import itertools
import json
import re

import contourpy
import numpy as np
import pytest
import traitlets

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.widgets import KernelMachine, bundle
from tests.live_page import MOONS, alone, box_of, drag, finger, mouse, number, numbers_close
from tests.test_browser import LAPTOP, PHONE

GUESS, ISLAND, IDLE = "guess first", "move a single point", "delete ten points"
# pixels inside the axes of the first canvas that are nearly of a colour
COUNTED = """(root, [wanted, near]) => {
  const canvas = root.querySelector("canvas"), copy = document.createElement("canvas");
  const scale = canvas.width / canvas.clientWidth;
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const [w, h] = [canvas.width - 58 * scale, canvas.height - 52 * scale];
  const { data } = pen.getImageData(47 * scale, 11 * scale, w, h);
  let count = 0;
  for (let k = 0; k < data.length; k += 4)
    if (wanted.every((v, c) => Math.abs(v - data[k + c]) <= near)) count++;
  return count;
}"""
GREY, PURPLE, INK = [107, 114, 128], [184, 87, 143], [31, 41, 51]
# the figure on a model that the test holds, as a notebook holds it
HELD = """state => {
  const el = document.createElement("div");
  document.querySelector("main").prepend(el);
  window.held = pageModel(state);
  renderKernelMachine({ model: window.held, el });
}"""


def counted(figure, colour, near=3):
    figure.settle()
    return figure.root.evaluate(COUNTED, [colour, near])


def boundary(machine, box, n=160):
    """The lines f = 0 in a window."""
    x, y = np.linspace(*box[:2], n), np.linspace(*box[2:], n)
    f = machine.decision_function(np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)).reshape(n, n)
    return contourpy.contour_generator(x, y, f).lines(0.0)


def agreement(ones, others, X, box, reach=0.05, around=0.07):
    """Share of the length of lines near X that has the others within reach, in shares of the
    window."""

    def places(lines):
        found = []
        for line in lines:
            line = (np.asarray(line) - box[::2]) / np.subtract(box[1::2], box[::2])
            for a, b in itertools.pairwise(line):
                n = max(1, round(np.hypot(*(b - a)) / 0.002))
                found.append(a + (b - a) * (np.arange(n)[:, None] + 0.5) / n)
                lengths.append(np.full(n, np.hypot(*(b - a)) / n))
        return np.vstack(found)

    lengths = []
    a, b = places(ones), places(others)
    near, both = apart(a, b) <= reach, np.vstack([a, b])
    data = (X - box[::2]) / np.subtract(box[1::2], box[::2])
    counts = (apart(both, data) <= around).any(1)
    return np.average(
        np.concatenate([near.any(1), near.any(0)]), weights=np.concatenate(lengths) * counts
    )


def apart(a, b):
    return np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1))


# ------------------------------------------------------------------------ what it says is right

MACHINES = [
    ("linear", {}, Linear()), ("polynomial", {"degree": 2}, Polynomial(2)),
    ("Gaussian (RBF)", {"σ": 0.25}, RBF(0.25)),
    ("Ornstein–Uhlenbeck", {"ℓ": 0.8}, OrnsteinUhlenbeck(0.8)),
]  # fmt: skip


@pytest.mark.parametrize("kernel, knobs, expected", MACHINES, ids=[m[0] for m in MACHINES])
def test_it_says_what_svmlib_finds(kernel, knobs, expected, chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y)) as figure:
        figure.choose("kernel", kernel)
        for C in (0.1, 50):
            for label, value in {"C": C, **knobs}.items():
                figure.type(label, value)
            figure.done()
            machine = KernelSVM(C=C, kernel=expected).fit(X, y)
            f = machine.decision_function(X)
            shown = figure.numbers()
            assert shown[:4] == [len(machine.support_), 60, np.sum(machine.alpha_ == C),
                                 np.sum(y * f <= 0)]  # fmt: skip
            assert shown[5] == pytest.approx(machine.margin_, rel=1e-3)
            assert shown[6] == pytest.approx(machine.primal_, rel=1e-5)
            assert "relative gap below rounding" in figure.facts() or 0 < shown[7] <= 1e-8
            # the read-out under the pointer: of no support vector, of one at C and of a free one
            apart = np.sqrt(((X[:, None] - X) ** 2).sum(-1)) + 9 * np.eye(60)
            kinds = [machine.alpha_ == 0, machine.alpha_ == C]
            kinds.append(~(kinds[0] | kinds[1]))
            for kind in (np.flatnonzero(kind) for kind in kinds if kind.any()):
                i = kind[apart.min(1)[kind].argmax()]
                figure.tab.mouse.move(*figure.pixel(X[i], box_of(X))[:2])
                figure.settle()
                assert f"Point {i + 1} " in figure.root.locator(".svm-chosen").inner_text()
                known = figure.root.locator(".svm-known").inner_text()
                assert "geometric margin" in known and "× 10⁻¹" not in known
                told = dict(re.findall(r"(f|margin|ξ|α)(?: =)? ([^,]+)", known))
                assert number(told["f"]) == pytest.approx(f[i], rel=6e-3, abs=1e-3)
                assert number(told["margin"]) == pytest.approx(
                    y[i] * f[i] * machine.margin_, rel=6e-3, abs=1e-3
                )
                assert number(told["ξ"]) == pytest.approx(
                    max(0, 1 - y[i] * f[i]), rel=6e-3, abs=1e-3
                )
                assert (told["α"] == "C") == (machine.alpha_[i] == C)
                if told["α"] != "C":
                    assert number(told["α"]) == pytest.approx(machine.alpha_[i], rel=6e-3, abs=1e-6)


def test_a_large_machine_says_nothing_uncertain_and_ends(chromium):
    X, y = datasets.moons(500)
    figure = KernelMachine(X, y, kernel="linear", degree=8, C=1000.0)
    reference = KernelSVM(C=1000.0, kernel=Polynomial(8)).fit(X, y)
    with alone(chromium, figure) as shown:
        shown.done()
        said = shown.root.evaluate("""async root => {
          const said = [], kernel = root.querySelectorAll("select")[0];
          const frame = () => new Promise(r => requestAnimationFrame(r));
          kernel.value = "polynomial";
          kernel.dispatchEvent(new Event("change"));
          for (await frame(), await frame(); root.dataset.done === "false"; await frame())
            said.push(root.querySelector(".svm-facts").textContent);
          return said;
        }""")
        assert said and all(re.fullmatch(r"Still solving(: the gap is [^ ]+( × 10⁻?.)? %)?\.", text)
                            for text in said)  # fmt: skip
        assert shown.numbers()[6] == pytest.approx(reference.primal_, rel=1e-5)
        assert shown.numbers()[0] == len(reference.support_)


def test_a_vanishing_w_is_told_in_words(chromium):
    X, y = np.array([[0, 0], [1, 1], [0, 1], [1, 0.0]]), np.array([1, 1, -1, -1.0])
    with alone(chromium, KernelMachine(X, y, kernel="linear", C=106.0)) as figure:
        figure.done()
        facts = figure.facts()
        assert "The best w is 0" in facts and "any b from −1 to 1 is as good" in facts
        assert "margin" not in facts and "objective 424," in facts
        figure.press("n")
        assert "margin" not in figure.root.locator(".svm-known").inner_text()
        figure.choose("kernel", "Gaussian (RBF)")
        figure.done()
        assert "support vectors" in figure.facts()
        figure.press(*["Space"] * 2, "n", "Space", "n", "Space", "n")
        figure.press("Space")
        assert figure.facts()  # whatever is left, there is a sentence


def test_one_class_is_asked_for_the_other(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y)) as figure:
        figure.root.locator("summary").click()
        figure.root.locator("textarea").fill("0, 0, 1\n1, 1, 1")
        figure.click("Use these points")
        assert figure.facts() == "Both classes need a point."
        figure.click("Undo")
        figure.done()
        assert figure.numbers()[1] == 60


# -------------------------------------------------------------------------------- data, links, undo


def test_data_sets_go_by_name_through_links_and_undo(chromium):
    X, y = datasets.moons(200)
    with alone(chromium, KernelMachine(X, y, kernel="linear")) as figure:
        figure.done()
        given = figure.facts()
        assert not figure.root.get_by_role("button", name="New sample").is_visible()
        figure.choose("data", "spirals")
        figure.done()
        first = figure.facts()
        assert figure.numbers()[1] == 100
        figure.click("New sample")
        figure.done()
        second, samples = figure.facts(), figure.points()
        assert second != first
        figure.click("Copy link")
        untouched = figure.tab.url.partition("#")[2]
        # an edit of it: only that point goes into the link
        figure.press("n", "Shift+ArrowUp")
        figure.done()
        edited = figure.facts()
        figure.click("Copy link")
        link = figure.tab.url.partition("#")[2]
        assert len(untouched) < 150 and len(link) < 250
        for facts in (second, first, given):
            figure.click("Undo")
            figure.done()
            assert figure.facts() == facts
        figure.click("Redo")
        figure.done()
        assert figure.facts() == first
        assert figure.root.get_by_label("data", exact=True).input_value() == "spirals"
        figure.choose("data", "as given")
        figure.done()
        assert figure.facts() == given
    for fragment, facts in ((untouched, second), (link, edited)):
        with alone(
            chromium, KernelMachine(X, y, kernel="linear"), fragment=f"#{fragment}"
        ) as figure:
            figure.done()
            assert numbers_close(figure.facts(), facts)
            if facts is second:
                np.testing.assert_array_equal(figure.points()[0], samples[0])
            figure.click("Start over")
            figure.done()
            assert figure.facts() == given


def test_python_has_the_points_whoever_chooses_the_data(chromium):
    X, y = MOONS
    state = {k: v for k, v in KernelMachine(X, y).get_state().items() if not k.startswith("_")}
    with alone(chromium, KernelMachine(X, y)) as figure:
        tab = figure.tab
        tab.evaluate(f"() => {{ {bundle.joined('host.js', 'figures/kernel_machine.js')}\n"
                     "Object.assign(window, { pageModel, renderKernelMachine }); }")  # fmt: skip
        tab.evaluate(HELD, json.loads(json.dumps(state, default=str)))
        held = tab.locator(".svm-live").first
        read = "() => JSON.stringify([held.get('data'), held.get('seed'), held.get('points')])"
        held.get_by_label("data", exact=True).select_option("rings")
        tab.wait_for_timeout(100)
        name, seed, points = json.loads(tab.evaluate(read))
        assert (name, seed, len(points)) == ("rings", 0, 100)
        # and Python by the traits alone
        tab.evaluate("() => { held.set('data', 'moons'); held.set('seed', 3); }")
        tab.wait_for_timeout(200)
        name, seed, moons = json.loads(tab.evaluate(read))
        assert (name, seed, len(moons)) == ("moons", 3, 100) and moons != points
        figure = KernelMachine(X, y, data=name, seed=seed)
        figure.points = moons
        solution = json.loads(tab.evaluate("() => JSON.stringify(held.get('solution'))"))
        assert solution["primal"] == pytest.approx(figure.fit().primal_, rel=1e-7)
        assert solution["support"] == len(figure.fit().support_)


@pytest.mark.parametrize("trait, value", [("data", "mooons"), ("seed", -1), ("seed", 10000)])
def test_python_refuses_what_is_no_data_set(trait, value):
    with pytest.raises(traitlets.TraitError, match=trait):
        KernelMachine(*MOONS, **{trait: value})


def test_the_window_follows_the_points(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y)) as figure:
        figure.choose("data", "spirals")
        figure.done()
        # the outermost point is inside the axes and can be taken hold of
        P, _ = figure.points()
        i = int(P[:, 0].argmax())
        x, y, _ = figure.pixel(P[i], box_of(P))
        drag(figure, (x, y), [(x - 20, y), (x - 40, y)], mouse(figure.tab))
        assert figure.points()[0][i, 0] < P[i, 0] - 0.05


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_point_is_dragged(kind, chromium):
    X, y = MOONS
    i = int(X[:, 0].argmax())  # nobody near it
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, KernelMachine(X, y), **device) as figure:
        figure.done()
        before, seen = figure.facts(), figure.pixels()
        across, up, unit = figure.pixel(X[i], box_of(X))
        scrolled = figure.tab.evaluate("scrollY")
        steps = [(across - 4 * k, up - 9 * k) for k in range(1, 9)]
        drag(figure, (across, up), steps, kind(figure.tab))
        figure.done()
        moved, _ = figure.points()
        assert moved[i, 0] == pytest.approx(X[i, 0] - 32 * unit, abs=2 * unit)
        np.testing.assert_allclose(np.delete(moved, i, 0), np.delete(X, i, 0), atol=1e-4)
        assert figure.tab.evaluate("scrollY") == scrolled and figure.pixels() != seen
        expected = KernelSVM(C=1.0, kernel=RBF(0.5)).fit(*figure.points()).primal_
        assert figure.numbers()[6] == pytest.approx(expected, rel=1e-4)
        figure.click("Undo")
        figure.done()
        assert figure.facts() == before


# ------------------------------------------------------------------------------- what is to be seen


def test_the_boundary_of_before_stays_as_a_dotted_ghost(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y, kernel="linear"), viewport=LAPTOP) as figure:
        figure.done()
        assert counted(figure, GREY) < 20
        figure.choose("kernel", "Gaussian (RBF)")
        figure.done()
        assert counted(figure, GREY) > 100
        figure.choose("data", "rings")  # the ghost of other points would mean nothing
        figure.done()
        assert counted(figure, GREY) < 20


def test_the_surface_is_coarse_while_a_knob_moves(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y, sigma=0.2), viewport=LAPTOP) as figure:
        figure.done()
        figure.rest()
        coarse, fine = figure.root.evaluate("""async root => {
          const range = root.querySelector("input[type=range]"), seen = [];
          const canvas = root.querySelector("canvas");
          // in the frame in which the figure has drawn, after it
          const frame = () => new Promise(r => setTimeout(() => requestAnimationFrame(r)));
          range.value = Number(range.value) + 1;
          range.dispatchEvent(new Event("input", { bubbles: true }));
          for (await Promise.resolve(), await new Promise(requestAnimationFrame);
            root.dataset.done === "false";) await frame();
          seen.push(canvas.toDataURL());
          await new Promise(r => setTimeout(r, 600));
          seen.push(canvas.toDataURL());
          return seen;
        }""")
        assert coarse != fine
        for _ in range(2):  # and nothing changes any more
            figure.rest()
            assert figure.root.evaluate("root => root.querySelector('canvas').toDataURL()") == fine


# ------------------------------------------------------------------------------------- guess first


def draw_lines(figure, lines, box, pointer):
    for line in lines:
        places = [figure.pixel(place, box)[:2] for place in line]
        pointer("down", *places[0])
        for place in places[1:]:
            pointer("move", *place)
        pointer("up", *places[-1])
    figure.settle()


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_guess_is_measured(kind, chromium):
    X, y = MOONS
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, KernelMachine(X, y, kernel="linear"), **device) as figure:
        figure.done()
        box = box_of(X)
        figure.click("Guess first")
        figure.choose("kernel", "Gaussian (RBF)")
        facts = figure.facts()
        assert "hidden" in facts and figure.numbers() == []
        assert counted(figure, PURPLE) == 0
        figure.root.locator("canvas").first.scroll_into_view_if_needed()
        # half way across the truth, and a piece that is no part of it
        truth = boundary(KernelSVM(C=1.0, kernel=RBF(0.5)).fit(X, y), box)
        part = max(truth, key=len)[::3]
        part = part[: len(part) // 2]
        guess = [part, [[box[0] + 0.1, -0.9], [box[0] + 0.8, -0.9]]]
        points, scrolled = figure.points(), figure.tab.evaluate("scrollY")
        draw_lines(figure, guess, box, kind(figure.tab))
        np.testing.assert_array_equal(figure.points()[0], points[0])  # the points lie underneath
        assert figure.tab.evaluate("scrollY") == scrolled
        assert counted(figure, PURPLE) > 100
        figure.click("Show the boundary")
        figure.done()
        said = re.match(r"Your lines and the boundary agree on (\d+) % of their length near the "
                        r"points\. \d", figure.facts())  # fmt: skip
        assert float(said[1]) == pytest.approx(100 * agreement(guess, truth, X, box), abs=5)
        assert 30 < float(said[1]) < 70 and figure.solved() == []
        assert counted(figure, PURPLE) > 100
        figure.type("C", 2)
        figure.done()
        assert "Your lines" not in figure.facts() and counted(figure, PURPLE) == 0


def test_a_guess_hides_the_machine_and_its_read_out(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y), viewport=LAPTOP) as figure:
        figure.done()
        figure.press("n")
        assert "α" in figure.root.locator(".svm-known").inner_text()
        ink = counted(figure, INK)
        figure.click("Guess first")
        figure.type("C", 100)
        figure.done()
        assert figure.root.locator(".svm-known").inner_text() == ""
        assert counted(figure, INK) < 0.6 * ink
        figure.click("Undo")
        assert "hidden" in figure.facts()
        figure.click("Show the boundary")
        figure.done()
        # nothing was drawn, nothing has moved: that is no guess
        assert "agree on 0 %" in figure.facts() and figure.solved() == []


def by_keys(figure, line, box):
    """Lay a line of corners by keyboard alone; the cross starts in the middle of the window."""
    sheet = figure.root.locator(".svm-sheet")
    size, at = np.subtract(box[1::2], box[::2]), np.array([50, 50])
    for place in line:
        wanted = np.round(100 * (place - np.array(box[::2])) / size).astype(int)
        for k, (less, more) in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowDown", "ArrowUp"))):
            way = wanted[k] - at[k]
            key = more if way > 0 else less
            for press in [f"Shift+{key}"] * (abs(way) // 5) + [key] * (abs(way) % 5):
                sheet.press(press)
        at = wanted
        sheet.press("Space")


def test_the_challenge_to_guess_by_pointer_and_by_keyboard(chromium):
    X, y = MOONS
    box = box_of(X)
    lines = boundary(KernelSVM(C=1.0, kernel=RBF(0.5)).fit(X, y), box)
    for keyboard in (False, True):
        with alone(chromium, KernelMachine(X, y, kernel="linear"), viewport=LAPTOP) as figure:
            figure.done()
            button = figure.root.get_by_role("button", name="Guess first")
            button.press("Enter") if keyboard else button.click()
            # where the boundary was is not worth a guess
            figure.root.get_by_label("kernel", exact=True).select_option("rbf")
            if keyboard:
                sheet = figure.root.locator(".svm-sheet")
                sheet.press("Space")
                sheet.press("Backspace")  # a slip
                line = max(lines, key=len)
                by_keys(figure, line[:: len(line) // 12], box)
            else:
                draw_lines(figure, [line[::5] for line in lines], box, mouse(figure.tab))
            reveal = figure.root.get_by_role("button", name="Show the boundary")
            reveal.press("Enter") if keyboard else reveal.click()
            figure.done()
            assert [text.startswith(GUESS) for text in figure.solved()] == [True], figure.facts()


def test_a_guess_through_the_points_is_enough(chromium):
    """Where there are no points nobody can know how the boundary goes on."""
    X, y = datasets.moons(200)
    box = box_of(X)
    machine, line = (KernelSVM(C=1.0, kernel=k).fit(X, y) for k in (RBF(0.5), Linear()))
    truth, before = boundary(machine, box), boundary(line, box)
    # an S as a hand draws it between the moons, with nothing beyond them
    s = [[-0.4, 0], [-0.3, 0.35], [0, 0.5], [0.35, 0.35], [0.6, 0.12], [0.9, -0.05], [1.2, 0.05],
         [1.3, 0.4]]  # fmt: skip
    assert agreement([s], truth, X, box) > 0.8 and agreement(before, truth, X, box) < 0.6
    with alone(chromium, KernelMachine(X, y, kernel="linear"), viewport=LAPTOP) as figure:
        figure.done()
        figure.click("Guess first")
        figure.choose("kernel", "Gaussian (RBF)")
        draw_lines(figure, [s], box, mouse(figure.tab))
        figure.click("Show the boundary")
        figure.done()
        assert [text.startswith(GUESS) for text in figure.solved()] == [True], figure.facts()


def test_nothing_moves_under_the_hand(chromium):
    """Knobs that come and go leave the picture and the button to guess where they were."""
    with alone(chromium, KernelMachine(*MOONS, kernel="linear"), viewport=LAPTOP) as figure:
        names, places = re.compile("Guess first|Show the boundary"), []
        for kernel in ("linear", "polynomial", "Gaussian (RBF)", "Ornstein–Uhlenbeck"):
            for data in ("as given", "moons"):
                figure.choose("kernel", kernel)
                figure.choose("data", data)
                assert figure.slider("σ").is_visible() == (kernel == "Gaussian (RBF)")
                for _ in range(2):
                    button = figure.root.get_by_role("button", name=names)
                    places.append((button.bounding_box(), figure.area()))
                    button.click()
                    figure.done()
        assert all(place == places[0] for place in places), places


def test_a_line_that_is_there_already_is_no_guess(chromium):
    X, y = MOONS
    box = box_of(X)
    lines = boundary(KernelSVM(C=1.0, kernel=RBF(0.5)).fit(X, y), box)
    with alone(chromium, KernelMachine(X, y), viewport=LAPTOP) as figure:
        figure.done()
        figure.click("Guess first")
        figure.type("C", 1.05)
        draw_lines(figure, [line[::5] for line in lines], box, mouse(figure.tab))
        figure.click("Show the boundary")
        figure.done()
        assert "agree on 100 %" in figure.facts() or "agree on 9" in figure.facts()
        assert figure.solved() == []


def test_corners_by_clicks_and_several_lines(chromium):
    X, y = MOONS
    with alone(chromium, KernelMachine(X, y), viewport=LAPTOP) as figure:
        figure.done()
        points = figure.points()[0]
        figure.click("Guess first")
        left, right, top, bottom = figure.area()
        places = [(left + 40, top + 40), (left + 40, bottom - 40), (right - 40, bottom - 40)]
        figure.tab.mouse.click(*places[0])
        figure.settle()
        dots = counted(figure, PURPLE)
        figure.tab.mouse.click(*places[1])
        figure.settle()
        assert counted(figure, PURPLE) > dots + 100
        seen = figure.pixels()
        sheet = figure.root.locator(".svm-sheet")
        sheet.press("l")
        figure.tab.mouse.click(*places[2])
        figure.settle()
        assert 0 < counted(figure, PURPLE) < 1.6 * dots + counted(figure, PURPLE) - dots
        sheet.press("Backspace")
        assert figure.pixels() == seen  # one step back at a time
        np.testing.assert_array_equal(figure.points()[0], points)  # they lie underneath
        sheet.press("Backspace")
        assert counted(figure, PURPLE) == dots


# ------------------------------------------------------------------------------- other challenges


ISLANDS = [(200, "linear", (0.5, 1.3), ("Gaussian (RBF)", "σ", 0.1, 1)),
           (60, "rbf", (-0.33, 0.8), ("Ornstein–Uhlenbeck", "ℓ", 0.5, 30))]  # fmt: skip


@pytest.mark.parametrize("n, start, goal, knobs", ISLANDS, ids=["lecture", "book"])
@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_an_island(n, start, goal, knobs, keyboard, chromium):
    X, y = datasets.moons(n)
    box = box_of(X)
    assert y[1] == 1  # an orange one, which goes among the blue ones
    with alone(chromium, KernelMachine(X, y, kernel=start), viewport=LAPTOP) as figure:
        figure.done()
        if keyboard:
            figure.press("n")
            for k, keys in enumerate((("Left", "Right"), ("Down", "Up"))):
                way = round((goal[k] - X[1, k]) / (box[2 * k + 1] - box[2 * k]) / 0.01)
                arrow = f"Arrow{keys[int(way > 0)]}"
                figure.press(*[f"Shift+{arrow}"] * (abs(way) // 5), *[arrow] * (abs(way) % 5))
        else:
            places = [figure.pixel(place, box)[:2] for place in (X[1], goal)]
            drag(figure, places[0], [np.mean(places, axis=0), places[1]], mouse(figure.tab))
        figure.done()
        assert figure.solved() == []
        kernel, label, width, C = knobs
        figure.choose("kernel", kernel)
        figure.type(label, width)
        figure.type("C", C)
        figure.done()
        assert [text.startswith(ISLAND) for text in figure.solved()] == [True]


@pytest.mark.parametrize("n, kernel", [(200, "linear"), (60, "rbf")])
def test_points_that_do_not_matter(n, kernel, chromium):
    X, y = datasets.moons(n)
    machine = KernelSVM(C=1.0, kernel=Linear() if kernel == "linear" else RBF(0.5)).fit(X, y)
    idle = np.flatnonzero(machine.alpha_ == 0)
    with alone(chromium, KernelMachine(X, y, kernel=kernel), viewport=LAPTOP) as figure:
        figure.done()
        # by pointer; nearly all in the open
        lonely = np.sqrt(
            ((X[idle][:, None] - X) ** 2).sum(-1) + 9 * (X[idle][:, None] == X).all(-1)
        )
        chosen = X[idle[np.argsort(-lonely.min(1))[:10]]]
        figure.root.get_by_role("button", name="A click deletes a point").click()
        for k, place in enumerate(chosen):
            assert figure.solved() == []
            figure.tab.mouse.click(*figure.pixel(place, box_of(X))[:2])
            figure.done()
            assert figure.numbers()[1] == n - 1 - k
        assert [text.startswith(IDLE) for text in figure.solved()] == [True]
    with alone(chromium, KernelMachine(X, y, kernel=kernel), viewport=LAPTOP) as figure:
        figure.done()
        figure.press("n", "p")
        # by keyboard: one support vector too many, and it is taken back
        victims, gone, at = [*idle[:9], machine.support_[machine.support_ > idle[8]][0]], 0, 0
        for i in victims:
            figure.press(*["n"] * (i - gone - at), "Delete")
            at, gone = i - gone, gone + 1
        figure.done()
        assert figure.numbers()[1] == n - 10 and figure.solved() == []
        figure.press("Control+z")
        at = figure.root.locator(".svm-chosen").inner_text()
        last = int(re.search(r"Point (\d+)", at)[1]) - 1
        wanted = idle[-1] - 9
        figure.press(*["n" if wanted > last else "p"] * abs(wanted - last), "Delete")
        figure.done()
        assert [text.startswith(IDLE) for text in figure.solved()] == [True]


@pytest.mark.parametrize("n, kernel, seed", [(200, "linear", 1), (60, "rbf", 2), (60, "rbf", 3)])
def test_playing_without_a_plan_solves_nothing(n, kernel, seed, chromium):
    with alone(chromium, KernelMachine(*datasets.moons(n), kernel=kernel)) as figure:
        figure.play_at_random(seed)
        assert figure.solved() == []
