"""The playground as a page: its state in Node, everything else in a browser."""

import contextlib
import csv
import gzip
import io
import json
import random
import re
import xml.etree.ElementTree as ET
from contextlib import contextmanager

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from svmlib import datasets
from svmlib.widgets import bundle, playground_page
from tests.browsing import PHONE, opened
from tests.conftest import serving
from tests.live_page import Figure, drag, finger, mouse, number
from tests.node_process import Node

NODE = Node("playground.mjs")
ask = NODE.ask
SCREEN = {"width": 1280, "height": 720}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", autouse=True)
def one_process():
    yield
    NODE.close()


def run(script):
    """The variables of a copied script at its end."""
    variables = {"__name__": "copied"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(script, "copied", "exec"), variables)
    return variables


# ----------------------------------------------------------------------------------------- states

DATA = ("moons", "rings", "blobs", "xor", "spirals", "anisotropic", "imbalanced", "iris")
KERNELS = ("rbf", "linear", "polynomial", "ornstein-uhlenbeck")


def states(count):
    """States that a reader may reach; double precision can solve them to eight digits."""
    dice = random.Random(5)

    def power(low, high):
        return round(10 ** dice.uniform(low, high), 3)

    for k in range(count):
        state = {
            "situation": "moons", "data": dice.choice(DATA), "n": dice.randrange(20, 90), "seed": k,
            "noise": round(dice.uniform(0.5, 2), 3), "flip": dice.choice([0, 0.1]), "lot": k % 3,
            "held": dice.choice([0, 0.3, 0.5]), "kernel": KERNELS[k % 4],
            "degree": dice.randrange(2, 4), "sigma": power(-0.7, 0.2), "C": power(-1, 1),
        }  # fmt: skip
        if k % 2:
            state |= {"plus": power(-0.3, 0.6), "minus": power(-0.3, 0.3)}
        yield state


@pytest.fixture(scope="module")
def shown():
    """50 states, what the page finds for them, and the two scripts that it offers."""
    some = list(states(50))
    questions = [("found", {"state": s, "which": "A"}) for s in some]
    for library in ("svmlib", "scikit-learn"):
        questions += [("code", {"state": s, "which": "A", "library": library}) for s in some]
    answers = ask(*questions)
    return some, answers[:50], answers[50:100], answers[100:]


@pytest.mark.filterwarnings("error")
def test_copied_code_is_the_machine_on_the_page(shown):
    """svmlib: α, b, both errors, objectives and gap to 1e-6."""
    unique = 0
    for state, answer, script in zip(*shown[:3], strict=True):
        v = run(script)
        assert answer["certified"] and answer["relative"] < 1e-8, state
        assert v["primal"] == pytest.approx(answer["primal"], rel=1e-6), state
        assert v["dual"] == pytest.approx(answer["dual"], rel=1e-6), state
        assert abs(v["gap"] - answer["relative"]) < 1e-6
        assert v["b"] == pytest.approx(answer["b"], abs=1e-6), state
        assert answer["least"] > 1e-6, "on the boundary: choose another state"
        assert (v["train_errors"], v["test_errors"]) == (answer["errors"], answer["held"]), state
        assert list(v["train"]) == answer["train"]
        np.testing.assert_allclose(v["f"], answer["f"], rtol=0, atol=1e-6, err_msg=str(state))
        # several alpha may give the same f: equal points, or w = 0
        unique += np.allclose(v["alpha"], answer["alpha"], rtol=0, atol=1e-6)
    assert unique >= 40


@pytest.mark.filterwarnings("ignore:Solver terminated early")
def test_copied_code_for_scikit_learn_finds_the_same_machine(shown):
    """As far as its kernel values in single precision let it."""
    for state, answer, script in zip(*shown[:2], shown[3], strict=True):
        v = run(script)
        assert v["primal"] == pytest.approx(answer["primal"], rel=3e-5), state
        assert abs(v["train_errors"] - answer["errors"]) <= 1
        assert abs(v["test_errors"] - answer["held"]) <= 1


def test_iris_is_that_of_the_lectures():
    (points,) = ask(("iris", None))
    X, y = datasets.iris_setosa(features=2, raise_straggler=True)
    np.testing.assert_allclose(np.array(points), np.column_stack([X, y]), rtol=0, atol=1e-12)


def test_situations_show_what_their_sentence_says():
    (situations,) = ask(("situations", None))
    assert situations.pop()["id"] == "own"  # no points
    ids = [one["id"] for one in situations]
    assert len(ids) == len(set(ids)) >= 8
    assert all(one["look"].endswith((".", "?")) and len(one["name"]) < 35 for one in situations)
    both = ask(*[("found", {"state": {"situation": i}, "which": w}) for i in ids for w in "AB"])
    assert all(found["certified"] for found in both)
    A, B = dict(zip(ids, both[::2], strict=True)), dict(zip(ids, both[1::2], strict=True))
    assert A["heart"]["errors"] == 0 < B["heart"]["errors"]
    assert A["heart"]["held"] > 1.5 * B["heart"]["held"]
    assert A["heart"]["support"] > 90 > B["heart"]["support"]
    assert A["clouds"]["errors"] == 0 and B["clouds"]["errors"] == 6
    assert A["clouds"]["held"] > 3 * B["clouds"]["held"]
    assert A["xor"]["errors"] < 5 and B["xor"]["errors"] > 20
    assert A["rings"]["errors"] == 0 and A["straggler"]["errors"] == 0
    assert A["corners"]["errors"] <= B["corners"]["errors"]


# ------------------------------------------------------------------------------------------ links

NONSENSE = [
    None, True, -1, 0.5, 1e9, 1e300, "", "evil", "moons", [], [[]], {}, [1, 2], [[1, 2, 3]],
    [[1, 2, 1]], [[0, 0, 1]] * 501, [["1", 2, 1]], {"0": [1, 2, 1]}, {"999": [1, 2, 1]},
    {"__proto__": 1}, [0, 0], [0, 1], [1e9],
]  # fmt: skip
BROKEN = ["", "{", "[]", "null", "7", '{"C":1', '{"toString":1}', '{"__proto__":{"C":1}}']


def test_links_from_strangers_change_nothing_or_make_sense():
    dice, texts = random.Random(1), list(BROKEN)
    keys = [*next(states(1)), "kernelB", "CB", "compare", "points", "more", "test", "own", "names"]
    while len(texts) < 1500:
        chosen = {dice.choice(keys): dice.choice(NONSENSE) for _ in range(dice.randrange(1, 3))}
        text = json.dumps(chosen)
        texts.append(text if dice.random() < 0.8 else text[: dice.randrange(len(text))])
    taken = 0
    for text, answer in zip(texts, ask(*[("decode", text) for text in texts]), strict=True):
        if "problem" in answer:
            assert len(answer["problem"]) > 10, text
            continue
        taken += 1
        assert answer["bad"] == [] and 0 <= answer["n"] <= 500, text
        parts = answer["parts"]
        assert sorted(parts["train"] + parts["test"]) == list(range(answer["n"])), text
    assert 20 < taken < 700


def test_a_link_brings_the_state_back_and_is_short():
    some = list(states(40))
    for k, (state, points) in enumerate(
        zip(some, ask(*[("points", s) for s in some]), strict=True)
    ):
        moved = [*points[:3], [9.5, -3.25, 1], *points[4:]]
        edits = [None, moved, [*points, [0.5, 0.25, -1]], points[5:]]
        state |= {"points": edits[k % 4], "test": [0, 2] if k % 5 == 0 else None}
    texts = ask(*[("encode", s) for s in some])
    returned = ask(*[("decode", t) for t in texts])
    for k, (state, text, back) in enumerate(zip(some, texts, returned, strict=True)):
        assert "problem" not in back, (state, back)
        for key, value in state.items():
            if key == "points" and value is not None:
                np.testing.assert_allclose(back["state"][key], value, rtol=1e-5, atol=1e-6)
            else:
                assert back["state"][key] == value, key
        assert back["again"] == text
        assert k % 4 == 3 or len(text) < 400
    (situations,) = ask(("situations", None))
    plain = ask(*[("encode", {"situation": one["id"]}) for one in situations])
    assert all(len(text) < 30 for text in plain) and "{}" in plain


def test_points_that_stay_keep_their_part():
    before = [[k, 0, 1] for k in range(10)]
    after = [p for p in before if p[0] not in (2, 5)]
    assert ask(("remaining", [before, after, [1, 2, 7, 9]])) == [[1, 5, 7]]


# --------------------------------------------------------------------------------------- the page


def test_page_is_small_and_asks_nobody():
    page = playground_page()
    assert len(gzip.compress(page.encode())) < 100_000
    assert re.findall(r"<script\b[^>]*>", page) == ["<script>"]
    assert "default-src 'none'" in page
    assert not re.search(r"""(?:src|href)=["'](?!data:,)""", page.partition("<script>")[0])
    assert 'startPlayground("")' in page
    assert 'startPlayground("index.html")' in playground_page(book="index.html")
    used = {path.name for path in bundle.modules("play/playground.js")}
    assert {path.name for path in (bundle.FRONT / "play").glob("*.js")} <= used


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("playground")
    (folder / "playground.html").write_text(playground_page(book="book.html"), encoding="utf8")
    return folder


class Playground(Figure):
    """The page, with what tests do on it."""

    def __init__(self, tab):
        self.tab, self.root = tab, tab.locator(".svm-live")

    def go(self, fragment):
        self.tab.evaluate("hash => { location.hash = hash }", fragment)
        self.done()

    def situation(self, name):
        self.go(f"svm=playground:{json.dumps({'situation': name})}")

    def machine(self, name):
        return self.root.locator(f"fieldset[data-machine='Machine {name}']")

    def cells(self, row):
        self.done()
        return self.root.locator(f"tr[data-row={row}] td").all_inner_texts()

    def errors(self):
        """(learned, held out) of each machine."""
        rows = [[int(t.split(",")[0]) for t in self.cells(row)] for row in ("train", "test")]
        return list(zip(*rows, strict=True))

    def script(self, library="svmlib", machine="A"):
        self.click("Copy as Python")
        self.choose("with", library)
        if self.root.get_by_label("machine", exact=True).is_visible():
            self.choose("machine", machine)
        code = self.root.get_by_label("Python code").input_value()
        self.tab.keyboard.press("Escape")
        return code

    def data(self):
        """Points as the copied script has them."""
        return run(self.script())["data"]

    def saved(self, text):
        self.click("Save")
        with self.tab.expect_download() as waiting:
            self.root.get_by_role("button", name=text).click()
        self.tab.keyboard.press("Escape")
        return waiting.value.path().read_bytes()

    def back(self):
        self.root.get_by_role("button", name="Undo").click()
        self.done()

    def tool(self, name):
        self.root.get_by_role("button", name=name).click()

    def knob(self, label, value, machine=None):
        place = self.machine(machine) if machine else self.root
        box = place.get_by_label(f"{label}, exact value").first
        box.fill(str(value))
        box.press("Enter")
        self.done()

    def use(self):
        self.root.get_by_role("button", name="Use these points").click()
        self.done()

    def place(self, k, index):
        """Where plot k shows a point, as the picture that the page saves says."""
        plot = ET.fromstring(self.saved("Picture (SVG)")).findall(f"{SVG}g")[k]
        marks = [e for e in plot.find(f"{SVG}svg") if e.get("fill") != "none"]
        mark, box = marks[index], self.root.locator("canvas").nth(k).bounding_box()
        keys = ("cx", "cy") if mark.get("cx") else ("x", "y")
        half = float(mark.get("width", 0)) / 2
        return tuple(
            box[a] + float(mark.get(key)) + half for a, key in zip("xy", keys, strict=True)
        )


@contextmanager
def playing(chromium, folder, fragment="", viewport=SCREEN, base=None, **settings):
    base, address = base or folder.as_uri() + "/", f"playground.html{fragment}"
    with opened(chromium, base, address, viewport, **settings) as (tab, errors, foreign):
        page = Playground(tab)
        page.done()
        yield page
        assert errors == [] and foreign == []


FRAME = """<!doctype html><title>A frame</title>
<iframe src="playground.html?embed&theme=dark" width="800" height="600"></iframe>"""


def test_page_works_from_a_server_and_in_a_frame(chromium, folder):
    (folder / "frame.html").write_text(FRAME, encoding="utf8")
    with serving(folder) as base:
        with playing(chromium, folder, base=base) as page:
            assert page.errors() == [(1, 2)]
            link = page.root.get_by_role("link", name="The book")
            assert link.get_attribute("href") == "book.html"
        with opened(chromium, base, "frame.html") as (tab, errors, foreign):
            inner = tab.frame_locator("iframe")
            inner.locator(".svm-live[data-done=true]").wait_for()
            assert inner.locator(".svm-live").get_attribute("data-svm-theme") == "dark"
            assert not inner.get_by_role("link", name="The book").is_visible()
            assert inner.get_by_label("Situation").is_visible()
            assert errors == [] and foreign == []


ATTEMPT = """() => {
  new Image().src = "https://example.org/x.png";
  return fetch("https://example.org/").then(() => "sent", () => "refused");
}"""


def test_the_policy_of_the_page_forbids_requests(chromium, folder):
    with opened(chromium, f"{folder.as_uri()}/", "playground.html") as (tab, errors, foreign):
        assert tab.evaluate(ATTEMPT) == "refused"
        assert foreign == [] and any("Content Security Policy" in text for text in errors)


SIZE = """() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"""
TOO_WIDE = """root => {
  const parts = [...root.querySelectorAll("input, select, button, td, legend")];
  return parts.filter(e => {
    const place = e.closest("fieldset, .pg-right, .pg-left, .pg-middle, .pg");
    const room = place.getBoundingClientRect(), box = e.getBoundingClientRect();
    return e.checkVisibility() && (box.right > room.right + 1 || box.left < room.left - 1);
  }).map(e => e.outerHTML);
}"""


def test_everything_is_on_one_screen(chromium, folder):
    with playing(chromium, folder) as page:
        for situation in ("moons", "heart", "rare", "corners"):
            page.situation(situation)
            width, height = page.tab.evaluate(SIZE)
            assert width <= SCREEN["width"] and height <= SCREEN["height"], situation
            for canvas in page.root.locator("canvas:visible").all():
                box = canvas.bounding_box()
                assert box["height"] > 400 and box["y"] + box["height"] <= SCREEN["height"]
            assert page.root.evaluate(TOO_WIDE) == []


def test_phone_shows_a_knob_and_its_plot_together(chromium, folder):
    with playing(chromium, folder, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        for situation in ("moons", "heart"):
            page.situation(situation)
            assert page.tab.evaluate(SIZE)[0] <= PHONE["width"]
            for slider in page.root.locator("input[type=range]:visible:not(.pg-size)").all():
                slider.evaluate("e => e.scrollIntoView({ block: 'end' })")
                knob = slider.bounding_box()
                assert knob["y"] + 20 < PHONE["height"]
                for canvas in page.root.locator("canvas:visible").all():
                    box = canvas.bounding_box()
                    assert box["y"] > -2 and box["y"] + box["height"] < knob["y"] + 2
            for part in page.root.locator("button:visible, select:visible").all():
                assert part.bounding_box()["height"] >= 24


def test_what_the_page_shows_is_what_the_script_prints(chromium, folder):
    """Through knobs, compare, weights and the drawer, for both machines."""
    with playing(chromium, folder) as page:
        page.situation("rare")
        page.knob("C", 3, "A")
        page.machine("B").locator("select").select_option("ornstein-uhlenbeck")
        page.knob("ℓ", 0.8, "B")
        page.knob("noise", 1.25)
        assert page.machine("B").get_by_label("ℓ, exact value").is_visible()
        assert not page.machine("A").get_by_label("σ, exact value").is_visible()
        rows = {row: page.cells(row) for row in ("primal", "dual", "b", "support")}
        errors = page.errors()
        for k, machine in enumerate("AB"):
            v = run(page.script("svmlib", machine))
            assert (v["train_errors"], v["test_errors"]) == errors[k]
            for row in ("primal", "dual"):
                assert number(rows[row][k]) == pytest.approx(v[row], rel=1e-6)
            assert number(rows["b"][k]) == pytest.approx(v["b"], rel=1e-4, abs=1e-6)
            assert int(rows["support"][k]) == (v["alpha"] > 1e-9).sum()
            w = run(page.script("scikit-learn", machine))
            assert (w["train_errors"], w["test_errors"]) == errors[k]
            assert w["primal"] == pytest.approx(v["primal"], rel=1e-5)


def test_knobs_of_the_data_and_undo(chromium, folder):
    with playing(chromium, folder) as page:
        start = page.facts()
        page.knob("points", 120)
        page.knob("noise", 2)
        page.knob("wrong labels", 0.1)
        page.knob("held out", 0.5)
        noisy = page.facts()
        assert "60 points" in noisy and "of 60 held out" in noisy
        page.click("New points")
        page.done()
        other = page.facts()
        page.click("Other split")
        page.done()
        assert len({start, noisy, other, page.facts()}) == 4
        for _ in range(6):
            page.back()
        assert page.facts() == start
        assert page.root.get_by_role("button", name="Undo").is_disabled()
        for _ in range(4):
            page.tool("Redo")
        page.done()
        assert page.facts() == noisy
        page.click("Start over")
        page.done()
        assert page.facts() == start
        page.root.locator(".svm-plot").first.focus()
        page.tab.keyboard.press("Control+z")
        page.done()
        assert page.facts() == noisy


def test_an_empty_sheet_is_empty(chromium, folder):
    with playing(chromium, folder) as page:
        page.knob("C", 10)
        bubble, look = page.root.locator(".svm-invite"), page.root.locator(".pg-look")
        assert bubble.is_visible()
        page.click("Empty sheet")
        page.done()
        assert not bubble.is_visible()
        assert page.root.get_by_label("Situation").input_value() == "own"
        assert "to add a point" in look.inner_text()
        assert page.facts() == "Both classes need a point to learn from."
        rows = page.root.locator(".pg-numbers-table tbody tr").all_inner_texts()
        assert not re.search(r"[2-9]\d|of \d|…", " ".join(rows))
        assert all(text.endswith("–") for text in rows)
        left, right, top, bottom = page.area()
        for tool, x in (("orange circle", left + 90), ("blue square", right - 90)):
            page.tool(f"A click adds: {tool}")
            for y in np.linspace(top + 60, bottom - 60, 5):
                page.tab.mouse.click(x, y)
        page.done()
        assert "0 errors in 10 points;" in page.facts()
        assert page.root.get_by_label("C, exact value").first.input_value() == "10"
        for _ in range(11):
            page.back()
        assert page.root.get_by_label("Situation").input_value() == "moons"
        assert "of 60 held out" in page.facts()


def test_one_point_is_read_out(chromium, folder):
    with playing(chromium, folder) as page:
        page.situation("heart")
        line = page.root.locator(".svm-chosen")
        (x, y), (u, v) = page.place(0, 0), page.place(1, 9)
        page.tab.mouse.click(x, y)
        page.tab.mouse.move(u, v)
        page.done()
        first = line.text_content()
        assert line.count() == 1
        assert re.match(r"Point \d+ \(row \d+\), (orange circle|blue square) (held|f)", first)
        page.tab.mouse.move(*page.place(0, 0))
        page.done()
        assert line.count() == 1 and line.text_content() != first
        page.root.get_by_label("compare two settings").uncheck()
        page.done()
        assert line.count() == 1 and line.text_content().startswith("Point ")


def test_plots_side_by_side_use_their_height(chromium, folder):
    with playing(chromium, folder) as page:
        for situation in ("heart", "xor", "corners"):
            page.situation(situation)
            height = page.root.locator("canvas").first.bounding_box()["height"]
            for plot in ET.fromstring(page.saved("Picture (SVG)")).findall(f"{SVG}g"):
                marks = [e for e in plot.find(f"{SVG}svg") if e.get("fill") != "none"]
                places = [
                    float(e.get("cy") or e.get("y")) for e in marks if e.get("cy") or e.get("y")
                ]
                assert np.ptp(places) > 0.45 * height, situation


hands = pytest.mark.parametrize("hand, settings", [(mouse, {}), (finger, {"has_touch": True})])


COLOUR = """(canvas, [x, y]) => {
  const one = document.createElement("canvas");
  one.width = one.height = 1;
  const pen = one.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, -Math.round(x), -Math.round(y));
  const { data } = pen.getImageData(0, 0, 1, 1);
  return `#${[...data].slice(0, 3).map(v => v.toString(16).padStart(2, "0")).join("")}`;
}"""


@hands
def test_points_are_dragged_in_either_plot(hand, settings, chromium, folder):
    with playing(chromium, folder, **settings) as page:
        page.situation("heart")
        start = run(page.script())
        before, index = start["data"], int(start["train"][0])
        colour = {1: "#e69f00", -1: "#0072b2"}[before[index, 2]]
        for k in (0, 1):
            (x, y), pointer = page.place(k, index), hand(page.tab)
            own, other = page.root.locator("canvas").nth(k), page.root.locator("canvas").nth(1 - k)
            box = own.bounding_box()
            for what, dx, dy in (("down", 0, 0), ("move", 10, 5), ("move", 30, -150)):
                pointer(what, x + dx, y + dy)
                page.settle()
            # the other plot has it while it moves
            place = [x + 30 - box["x"], y - 150 - box["y"]]
            assert [canvas.evaluate(COLOUR, place) for canvas in (own, other)] == [colour] * 2
            pointer("up", x + 30, y - 150)
            page.done()
            moved = np.any(page.data() != before, axis=1)
            assert moved.sum() == 1
            page.back()
            np.testing.assert_array_equal(page.data(), before)


@hands
def test_brush_paints_and_erases(hand, settings, chromium, folder):
    with playing(chromium, folder, **settings) as page:
        page.click("Empty sheet")
        page.done()
        assert "need a point" in page.facts()
        page.click("Brush")
        left, right, top, bottom = page.area()

        def stroke(x):
            ys = np.linspace(top + 40, bottom - 40, 16)
            drag(page, (x, ys[0]), [(x, y) for y in ys[1:]], hand(page.tab))
            page.done()

        stroke(left + 100)
        page.tool("A click adds: blue square")
        stroke(right - 100)
        painted = page.data()
        up, down = painted[painted[:, 2] == 1], painted[painted[:, 2] == -1]
        assert len(up) > 8 and len(down) > 8 and up[:, 0].max() < down[:, 0].min()
        assert (page.cells("train"), page.cells("test")) == (["0, 0 %"], ["–"])
        page.tool("A click deletes a point")
        stroke(right - 100)
        assert "need a point" in page.facts()
        page.back()
        np.testing.assert_array_equal(page.data(), painted)


def pet(i):
    return f"{i};{150 + 3 * i + 10 * (i % 2)};{50 + (7 * i) % 31};{'cat' if i % 2 else 'dog'}\n"


PETS = "id;height;weight;species\n" + "".join(map(pet, range(30)))
DROP = """([text, name]) => {
  const data = new DataTransfer(), how = { dataTransfer: data, bubbles: true, cancelable: true };
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, how));
}"""
PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const how = { clipboardData: data, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new ClipboardEvent("paste", how));
}"""


def test_own_data_are_dropped_chosen_pasted_and_typed(chromium, folder, tmp_path):
    (tmp_path / "pets.csv").write_text(PETS)
    with playing(chromium, folder) as page:
        drawer = page.root.get_by_role("dialog", name="Your own data")
        for way in ("drop", "file", "paste", "type"):
            if way == "drop":
                page.tab.evaluate(DROP, [PETS, "pets.csv"])
            elif way == "paste":
                page.tab.evaluate(PASTE, PETS)
            else:
                page.click("Your own data")
                page.root.get_by_label("The table as text").fill(PETS if way == "type" else "")
            if way == "file":
                chooser = page.root.get_by_label("A file with a table")
                chooser.set_input_files(tmp_path / "pets.csv")
            drawer.get_by_text("30 points: 15 of the class +1, 15 of −1.").wait_for()
            assert "standardised" in drawer.inner_text()
            page.choose("standardise", "no")
            page.choose("+1 is", "cat")
            page.use()
            script = page.script()
            data = run(script)["data"]
            assert data.shape == (30, 3) and data[1].tolist() == [163, 57, 1]
            assert page.root.get_by_label("data", exact=True).input_value() == "own"
            assert ("pets.csv" in script) == (way in ("drop", "file"))
            page.back()
            assert page.root.get_by_label("data", exact=True).input_value() == "moons"


ONE_CLASS = "a,b,c\n" + "".join(f"{i / 2},{i * i % 37},x\n" for i in range(20))
REFUSED = [("table", "Only one column"), (ONE_CLASS, "one class only"),
           ("a,b,c\nu,v,x\nw,q,y", "a coordinate needs numbers")]  # fmt: skip


def test_tables_that_cannot_be_used_say_why(chromium, folder):
    with playing(chromium, folder) as page:
        before = page.facts()
        page.click("Your own data")
        area = page.root.get_by_label("The table as text")
        drawer = page.root.locator("dialog[open]")
        for text, words in REFUSED:
            area.fill(text)
            drawer.get_by_text(words).wait_for()
            assert drawer.get_by_role("button", name="Use these points").is_disabled()
        rows = "".join(f"{i % 97},{i % 89},{'ab'[i % 3 == 0]}\n" for i in range(3000))
        paste = PASTE.replace("document.body", "document.activeElement")
        page.tab.evaluate(paste, f"x,y,c\n{rows}")
        drawer.get_by_text("500 of 3000 rows are taken by chance").wait_for()
        page.tab.keyboard.press("Escape")
        assert page.facts() == before


def test_names_of_strangers_are_only_text(chromium, folder):
    evil = "<img src=x onerror='document.title=1'>"
    rows = "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(12))
    with playing(chromium, folder) as page:
        page.tab.evaluate(PASTE, f"{evil},</svg>&,c\n{rows}")
        page.use()
        assert page.tab.title() == "Kernel machine playground"
        assert page.root.locator("img").count() == 0
        tree = ET.fromstring(page.saved("Picture (SVG)"))
        assert any(evil in (e.text or "") for e in tree.iter(f"{SVG}text"))
        assert len(run(page.script())["data"]) == 12


def test_what_is_saved_comes_back(chromium, folder):
    with playing(chromium, folder) as page:
        page.situation("heart")
        facts, table = page.facts(), page.saved("Points (CSV)").decode()
        rows = list(csv.reader(table.splitlines()))
        assert rows[0] == ["x1", "x2", "label", "part"] and len(rows) == 201
        tree = ET.fromstring(page.saved("Picture (SVG)"))
        assert len(tree.findall(f"{SVG}g")) == 2 and not list(tree.iter(f"{SVG}image"))
        assert len(list(tree.iter(f"{SVG}path"))) > 4
        titles = [e.text for e in tree.iter(f"{SVG}text")]
        assert "A: Gaussian (RBF), σ = 0.05, C = 10" in titles
        wide = Image.open(io.BytesIO(page.saved("Picture (PNG)")))
        assert wide.width > 600 and len(wide.convert("RGB").getcolors(1 << 20)) > 50
        page.situation("moons")
        page.tab.evaluate(DROP, [table, "points.csv"])
        page.use()
        page.knob("C", 10)
        page.knob("σ", 0.05)
        assert page.facts() == facts.partition(" B:")[0].removeprefix("A: ")


def test_links_of_the_page(chromium, folder):
    with playing(chromium, folder) as page:
        start = page.facts()
        page.knob("σ", 0.1)
        page.root.get_by_label("compare two settings").check()
        page.press("n", "ArrowRight", "a", "Delete")
        page.done()
        facts = page.facts()
        page.click("Copy link")
        fragment, toast = page.tab.url.partition("#")[2], page.root.locator(".svm-toast")
        assert len(fragment) < 8000 and "leads to this situation" in toast.inner_text()
        for text in ('{"C":-1}', '{"points":[[0,0,5]]}', '{"evil":1}', "{", '{"test":[900]}'):
            page.go(f"svm=playground:{text}")
            assert "This link cannot be followed" in toast.inner_text(), text
            assert page.facts() == facts
        page.go("svm=street:{}")
        assert page.facts() == facts
        page.situation("heart")
        assert page.facts() != facts
        page.back()
        assert page.facts() == facts != start
    with playing(chromium, folder, fragment=f"#{fragment}") as again:
        assert again.facts() == facts


REACHABLE = """root => [...root.querySelectorAll("button, input, select, a, [tabindex], summary")]
  .filter(e => e.checkVisibility() && !e.disabled && !e.closest("dialog")).length"""
FOCUSED = """() => {
  const e = document.activeElement;
  e.dataset.seen ??= Math.random();
  return e.dataset.seen;
}"""


def test_keyboard_alone(chromium, folder):
    """Everything is reached by Tab; a point is moved and painted beside; drawers open and close."""
    with playing(chromium, folder) as page:
        wanted, seen = page.root.evaluate(REACHABLE), set()
        for _ in range(wanted + 3):
            page.tab.keyboard.press("Tab")
            seen.add(page.tab.evaluate(FOCUSED))
        assert len(seen) >= wanted
        before = page.data()
        page.press("p", "Shift+ArrowUp", "b")
        page.done()
        after = page.data()
        assert len(after) == len(before) + 5
        (moved,) = np.flatnonzero(np.any(after[: len(before)] != before, axis=1))
        assert np.abs(after[-5:, :2] - after[moved, :2]).max() < 0.3
        assert (after[-5:, 2] == after[moved, 2]).all()
        page.tab.keyboard.press("Control+z")
        page.tab.keyboard.press("Control+z")
        page.done()
        np.testing.assert_array_equal(page.data(), before)
        opener = page.root.get_by_role("button", name="Copy as Python")
        opener.focus()
        page.tab.keyboard.press("Enter")
        assert page.root.get_by_role("dialog", name="Copy as Python").is_visible()
        page.tab.keyboard.press("Escape")
        assert opener.evaluate("e => e === document.activeElement")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_page_is_accessible(theme, chromium, folder):
    settings = {"color_scheme": theme, "bypass_csp": True, "reduced_motion": "reduce"}
    with playing(chromium, folder, **settings) as page:
        assert page.root.get_attribute("data-svm-theme") == theme

        def scan():
            found = Axe().run(page.tab)
            assert found.violations_count == 0, found.generate_report()

        page.root.locator("summary").click()
        scan()
        page.situation("heart")
        scan()
        for name in ("Copy as Python", "Save", "Your own data"):
            page.click(name)
            scan()
            page.tab.keyboard.press("Escape")
        page.tool("Light or dark")
        assert page.root.get_attribute("data-svm-theme") != theme


def test_forced_colours_keep_what_is_pressed(chromium, folder):
    with playing(chromium, folder, forced_colors="active") as page:
        assert page.errors() == [(1, 2)]
        page.click("Brush")
        brush = page.root.get_by_role("button", name="Brush")
        assert brush.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


def test_challenges_are_solved_by_knobs_and_brush(chromium, folder):
    with playing(chromium, folder) as page:
        for one in ask(("situations", None))[0]:
            page.situation(one["id"])
            page.press("n")
            page.done()
            assert page.solved() == [], one["name"]
        page.situation("spirals")
        page.knob("noise", 2)
        page.knob("points", 100)
        page.knob("σ", 0.5)
        assert page.solved() == []
        page.knob("C", 10)
        assert len(page.solved()) == 1
        page.situation("moons")
        page.knob("points", 100)
        page.knob("held out", 0)
        page.knob("C", 1000)
        assert len(page.solved()) == 1
        page.knob("σ", 1)
        assert len(page.solved()) == 2
        page.situation("rare")
        page.knob("weight of +1", 5, "A")
        assert len(page.solved()) == 2
        page.knob("weight of +1", 10, "A")
        assert len(page.solved()) == 3
        page.situation("heart")
        page.knob("σ", 0.3, "B")
        page.knob("σ", 0.3, "A")
        assert len(page.solved()) == 3
        page.knob("C", 1000, "A")
        assert len(page.solved()) == 4
        # a class in the middle, the other one around it
        page.click("Empty sheet")
        page.done()
        page.click("Brush")
        left, right, top, bottom = page.area()
        x, y, r = (left + right) / 2, (top + bottom) / 2, 100
        page.root.get_by_label("Size of the brush").fill("20")
        spot = [(x + s, y + s / 2) for s in np.linspace(-20, 20, 8)]
        ring = [(x + r * np.cos(t), y + r * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 20)]
        for tool, path in (("orange circle", spot * 4), ("blue square", ring)):
            page.tool(f"A click adds: {tool}")
            drag(page, path[0], path[1:], mouse(page.tab))
        for machine, kernel in (("A", "linear"), ("B", "polynomial")):
            page.machine(machine).locator("select").select_option(kernel)
            page.knob("C", 100, machine)
        assert len(page.solved()) == 5


TIME_FRAMES = """() => {
  window.times = [];
  const old = requestAnimationFrame;
  window.requestAnimationFrame = work => old(t => {
    const start = performance.now();
    work(t);
    times.push(performance.now() - start);
  });
}"""


def test_frames_are_fast_while_a_point_is_dragged(chromium, folder):
    with playing(chromium, folder) as page:
        x, y = page.place(0, 0)
        page.tab.mouse.move(x, y)
        page.tab.mouse.down()
        page.tab.evaluate(TIME_FRAMES)
        for k in range(30):
            page.tab.mouse.move(x + 2 * k, y + k)
            page.settle()
        page.tab.mouse.up()
        times = page.tab.evaluate("() => times")
        # 5 ms on an idle machine
        assert len(times) > 30 and np.median(times) < 30
