"""The playground as a page of its own: its code, its links, and what a browser has to do for it.

What it says and does, situation by situation, is for `test_live_states.py`.
"""

import gzip
import io
import json
import random
import re
import xml.etree.ElementTree as ET
from contextlib import ExitStack

import numpy as np
import pytest
from PIL import Image

from svmlib import datasets
from svmlib.widgets import playground_page
from tests.browsing import LAPTOP, PHONE, opened
from tests.conftest import serving
from tests.live_page import COUNTED, Figure, broken_rules, finger, mouse
from tests.live_stage import CLOCK
from tests.test_live_links import BROKEN, NONSENSE
from tests.test_live_states import judge_scripts, played
from tests.test_playground_core import ask, run

SVG = "{http://www.w3.org/2000/svg}"
DATA = ("moons", "rings", "blobs", "xor", "spirals", "anisotropic", "imbalanced", "iris")
KERNELS = ("rbf", "linear", "polynomial", "ornstein-uhlenbeck")


def states(count):
    """States that a reader may reach; double precision can solve them to eight digits."""
    dice = random.Random(7)

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


@pytest.mark.filterwarnings("error", "ignore:Solver terminated early", "ignore:nearly all")
@pytest.mark.parametrize("library, near", [("svmlib", 1e-6), ("scikit-learn", 1e-3)])
def test_copied_code_is_the_machine_on_the_page(library, near):
    """As far as kernel values in single precision, by which libsvm walks in circles, let it."""
    links = [f"link {json.dumps(state, separators=(',', ':'))}" for state in states(50)]
    for shown in played({}, links, scripts=library)[1:]:
        judge_scripts(shown, near)
        for script in shown["scripts"]:
            v, printed = run(script)
            assert f"b = {v['b']:.6g}" in printed
            assert len(re.findall(r"^point \d+: alpha", printed, re.M)) == (v["alpha"] > 0).sum()
            assert v["gap"] == (v["primal"] - v["dual"]) / v["primal"] < 1e-3 * near**0.5 + 1e-4


def test_iris_is_that_of_the_lectures():
    (points,), (X, y) = ask(("iris", None)), datasets.iris_setosa(features=2)
    np.testing.assert_allclose(np.array(points), np.column_stack([X, y]), rtol=0, atol=1e-12)


REFUSED = ["{", '{"C":-1}', '{"points":[[0,0,5]]}', '{"evil":1}', '{"test":[900]}']


def test_links_from_strangers_change_nothing_or_make_sense():
    dice, texts = random.Random(1), [*REFUSED, *BROKEN]
    keys = [*next(states(1)), "kernelB", "CB", "compare", "points", "more", "test", "own", "names"]
    while len(texts) < 1500:
        chosen = {dice.choice(keys): dice.choice(NONSENSE) for _ in range(dice.randrange(1, 3))}
        text = json.dumps(chosen)
        texts.append(text if dice.random() < 0.8 else text[: dice.randrange(len(text))])
    answers = ask(*[("decode", text) for text in texts])
    assert all("problem" in answer for answer in answers[: len(REFUSED)])
    taken = 0
    for text, answer in zip(texts, answers, strict=True):
        if "problem" in answer:
            assert len(answer["problem"]) > 10, text
            continue
        taken += 1
        assert answer["bad"] == [] and 0 <= answer["n"] <= 500, text
    assert 20 < taken < 700


def test_page_is_small_and_asks_nobody():
    page = playground_page()
    assert len(gzip.compress(page.encode())) < 100_000
    assert re.findall(r"<script\b[^>]*>", page) == ["<script>"]
    assert "default-src 'none'" in page
    assert not re.search(r"""(?:src|href)=["'](?!data:,)""", page.partition("<script>")[0])
    assert 'startPlayground("")' in page


class Playground(Figure):
    """The page, with what tests do on it."""

    def go(self, **state):
        """Follow a link to a state."""
        fragment = f"svm=playground:{json.dumps(state)}"
        self.tab.evaluate("hash => { location.hash = hash }", fragment)
        self.done()

    def data(self):
        """Points as the copied script has them, and the script's variables."""
        self.click("Copy as Python")
        code = self.root.get_by_label("Python code").input_value()
        self.tab.keyboard.press("Escape")
        v, _ = run(code)
        return v["data"], v

    def saved(self, text):
        self.click("Save")
        with self.tab.expect_download() as waiting:
            self.button(text).click()
        self.tab.keyboard.press("Escape")
        return waiting.value.path().read_bytes()

    def at(self, point, data):
        """Where a point of a data set is seen on the page."""
        low, high = data[:, :2].min(axis=0), data[:, :2].max(axis=0)
        room = 0.1 * (high - low)
        box = np.column_stack([low - room, high + room]).ravel()
        return self.pixel(point[:2], box, equal=True)


FRAME = """<!doctype html><title>A frame</title>
<iframe src="playground.html?embed&theme=dark" width="800" height="600"></iframe>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("playground")
    (folder / "playground.html").write_text(playground_page(book="book.html"), encoding="utf8")
    (folder / "frame.html").write_text(FRAME, encoding="utf8")
    return folder


@pytest.fixture(scope="module")
def windows(chromium, folder):
    """{whether it is a phone: (tab, its errors, what it asks others)}; time stands still there."""
    with ExitStack() as stack:
        windows = {}
        for phone, size in ((False, LAPTOP), (True, PHONE)):
            how = {"viewport": size, "has_touch": phone, "is_mobile": phone}
            window = opened(chromium, folder.as_uri(), "/playground.html", **how)
            windows[phone] = stack.enter_context(window)
            windows[phone][0].add_init_script(CLOCK)
        yield windows


@pytest.fixture
def playing(windows, folder):
    """playing(phone, fragment) is the page as a reader finds it; nothing may go wrong there."""

    def playing(phone=False, fragment=""):
        tab = windows[phone][0]
        tab.goto("about:blank")  # or nothing but the fragment would change
        tab.mouse.move(0, 0)
        tab.goto((folder / "playground.html").as_uri() + fragment)
        page = Playground(tab, tab.locator(".svm-live"))
        page.done()
        return page

    yield playing
    for tab, errors, foreign in windows.values():
        tab.evaluate("() => localStorage.clear()")
        assert errors == [] and foreign == []


@pytest.fixture
def page(playing):
    return playing()


ATTEMPT = """() => {
  new Image().src = "https://example.org/x.png";
  return fetch("https://example.org/").then(() => "sent", () => "refused");
}"""


def test_page_works_in_a_frame_and_its_policy_forbids_requests(chromium, folder):
    with serving(folder) as base, opened(chromium, base, "frame.html") as (tab, errors, foreign):
        inner = tab.frame_locator("iframe")
        inner.locator(".svm-live[data-done=true][data-svm-theme=dark]").wait_for()
        assert not inner.get_by_role("link", name="The book").is_visible()
        assert inner.get_by_label("Situation").is_visible()
        assert errors == [] and foreign == []
        assert tab.frames[1].evaluate(ATTEMPT) == "refused"
        assert foreign == [] and any("Content Security Policy" in text for text in errors)


SIZE = """() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"""
TOO_WIDE = """root => {
  const parts = [...root.querySelectorAll("input, select, button, td, legend")];
  return parts.filter(e => {
    const place = e.closest("fieldset, .svm-controls, .svm-side, .svm-tools, .pg");
    const room = place.getBoundingClientRect(), box = e.getBoundingClientRect();
    return e.checkVisibility() && (box.right > room.right + 1 || box.left < room.left - 1);
  }).map(e => e.outerHTML);
}"""
BOXES = """root => [...root.querySelectorAll("canvas")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }))
  .map(e => e.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"""

# of each slider, once it is scrolled to: where it is, and the plots then
BESIDE = f"""root => [...root.querySelectorAll("input[type=range]:not(.svm-size)")]
  .filter(e => e.checkVisibility()).map(slider => {{
    slider.scrollIntoView({{ block: "end" }});
    return [slider.getBoundingClientRect().top, ({BOXES})(root)];
  }})"""


def test_every_situation_is_on_one_screen_with_open_challenges(page):
    link = page.root.get_by_role("link", name="The book")
    assert link.get_attribute("href") == "book.html"
    page.press("n")  # who has done nothing has solved nothing
    for one in ask(("situations", None))[0]:
        page.go(situation=one["id"])
        assert page.tab.evaluate(SIZE)[0] <= LAPTOP["width"], one
        frame = page.root.locator(".svm-frame").bounding_box()
        assert frame["y"] + frame["height"] <= LAPTOP["height"], one
        for top, bottom in page.evaluate(BOXES):
            assert bottom - top > 400 and bottom <= LAPTOP["height"]
        assert page.evaluate(TOO_WIDE) == []
        assert page.solved() == [], one


def test_phone_shows_a_knob_and_its_plot_together(playing):
    """And its points are dragged by finger."""
    page = playing(phone=True)
    for situation in ("heart", "moons"):
        page.go(situation=situation)
        assert page.tab.evaluate(SIZE)[0] <= PHONE["width"]
        seen = page.evaluate(BESIDE)
        assert len(seen) > 3
        for knob, plots in seen:
            assert knob + 20 < PHONE["height"]
            assert plots and all(top > -2 and bottom < knob + 2 for top, bottom in plots)
        parts = page.evaluate("""root => [...root.querySelectorAll("button, select")]
          .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().height)""")
        assert min(parts) >= 24
    before, _ = page.data()
    start, by = page.at(before[0], before), np.array([20, 40])
    page.drag(start, start + by / 2, start + by, pointer=finger(page.tab))
    assert np.any(page.data()[0] != before, axis=1).sum() == 1


TIME_FRAMES = """() => {
  window.times = [];
  const old = requestAnimationFrame;
  window.requestAnimationFrame = work => old(t => {
    const start = Date.now();
    work(t);
    times.push(Date.now() - start);
  });
}"""


def test_a_point_is_dragged_by_mouse(page):
    """And frames are fast."""
    before, v = page.data()
    index = max(v["train"], key=lambda i: before[i, 1])
    colour = {1: [230, 159, 0], -1: [0, 114, 178]}[before[index, 2]]
    seen, by = page.at(before[index], before), np.array([30, 60])
    page.tab.evaluate(TIME_FRAMES)
    pointer = mouse(page.tab)
    pointer("down", *seen)
    for share in np.linspace(0, 1, 12):
        pointer("move", *(seen + share * by))
        page.settle()
    corner = page.root.locator("canvas").first.bounding_box()
    part = [*(seen + by - [corner["x"], corner["y"]] - 2), 4, 4]
    assert page.evaluate(COUNTED, [0, colour, 3, part]) > 12
    pointer("up", *(seen + by))
    assert np.any(page.data()[0] != before, axis=1).sum() == 1
    times = page.tab.evaluate("() => times")
    # 5 ms on an idle machine
    assert len(times) > 8 and min(times) < 40  # a busy machine holds up the others
    picture = Image.open(io.BytesIO(page.saved("Picture (PNG)")))
    assert picture.width > 500 and len(picture.convert("RGB").getcolors(1 << 20)) > 50


def test_the_brush_paints_by_finger(playing):
    page = playing(phone=True)
    page.choose("data", "your own")
    page.click("Brush")
    touch = "e => getComputedStyle(e).touchAction"  # else a finger would scroll the page
    assert page.root.locator(".svm-plot").first.evaluate(touch) == "none"
    left, right, top, bottom = page.area()
    for tool, x in (("orange circle", left + 60), ("blue square", right - 60)):
        page.click(f"A click adds: {tool}")
        ys = np.linspace(top + 20, bottom - 20, 12)
        page.drag((x, ys[0]), *[(x, y) for y in ys[1:]], pointer=finger(page.tab))
    painted, _ = page.data()
    up, down = painted[painted[:, 2] == 1], painted[painted[:, 2] == -1]
    assert len(up) > 8 and len(down) > 8 and up[:, 0].max() < down[:, 0].min()


def table_of_costs():
    """Ages and costs of 60 people as a German sheet has them; three costs are far from all others.

    Returns the text as an action has it, the ages and the costs.
    """
    age, cost = np.arange(60) * 7 % 41 + 30, np.arange(60) * 13 % 37 * 50 + 250
    cost[[5, 25, 50]] = 90_000, 70_000, -40_000
    text = "person_id;cost;age;sick/"
    for i, (years, euros) in enumerate(zip(age, cost, strict=True)):
        money = f"{euros:,.1f}".translate(str.maketrans(",.", ".,"))
        text += f"{i};{money};{years},5;{'yes' if years > 50 else 'no'}/"
    return text, age + 0.5, cost.astype(float)


def test_a_table_keeps_its_units_and_what_is_far_away_squeezes_nothing():
    """In the script and on the axes of the picture; what is strange there is text."""
    text, age, cost = table_of_costs()
    evil = "<img/**/src=x>".replace("/", "")
    save = "click Save; click Picture (SVG); click Close"
    lines = [f"paste {text}", f"click Use these points; {save}",
             f"every point in the window=on; {save}", "click Start over",
             f"paste {evil},</svg>&,c/" + "/".join(f"{i},{i % 3},{'ab'[i % 2]}" for i in range(9)),
             f"click Use these points; {save}"]  # fmt: skip
    _, _, near, whole, *_, strange = played({}, [line.replace("</", "<") for line in lines],
                                            scripts="svmlib")  # fmt: skip
    v, _ = run(near["scripts"][0])
    np.testing.assert_allclose(v["X"], np.column_stack([cost, age]))
    words, far = (
        [e.text.replace("−", "-") for e in ET.fromstring(one["saved"]).iter(f"{SVG}text")]
        for one in (near, whole)
    )
    ticks, wide = ([float(w) for w in one if re.fullmatch(r"-?\d+", w)] for one in (words, far))
    assert {"cost", "age"} <= {*words} and {40, 60} <= {*ticks} and 1000 in ticks
    assert max(ticks) < 10_000 and max(wide) >= 50_000
    texts = [e.text for e in ET.fromstring(strange["saved"]).iter(f"{SVG}text")]
    assert any(evil in (text or "") for text in texts)


REACHABLE = """root => [...root.querySelectorAll("button, input, select, a, [tabindex], summary")]
  .filter(e => e.checkVisibility() && !e.disabled && !e.closest("dialog")).length"""
SEE = """() => {
  window.seen = new Set();
  addEventListener("focusin", event => seen.add(event.target));
}"""


def test_keyboard_alone(page):
    """Everything is reached by Tab; a point is moved and painted beside; drawers open and close."""
    wanted = page.evaluate(REACHABLE)
    page.tab.evaluate(SEE)
    for _ in range(wanted + 3):
        page.tab.keyboard.press("Tab")
    assert page.tab.evaluate("() => seen.size") >= wanted
    before, _ = page.data()
    page.press("p", "Shift+ArrowUp", "b")
    after, _ = page.data()
    assert len(after) == len(before) + 5
    (moved,) = np.flatnonzero(np.any(after[: len(before)] != before, axis=1))
    assert np.abs(after[-5:, :2] - after[moved, :2]).max() < 0.3
    assert (after[-5:, 2] == after[moved, 2]).all()
    page.press("Control+z", "Control+z")
    np.testing.assert_array_equal(page.data()[0], before)
    opener = page.button("Copy as Python")
    opener.focus()
    page.tab.keyboard.press("Enter")
    assert page.root.get_by_role("dialog", name="Copy as Python").is_visible()
    page.tab.keyboard.press("Escape")
    assert opener.evaluate("e => e === document.activeElement")


@pytest.mark.weekly
def test_page_is_accessible(page):
    """All rules in the light theme, those of colours in the dark one and with forced colours."""
    page.root.locator("summary", has_text="as text").click()
    page.click("Brush")
    for scheme, forced in (("light", "none"), ("dark", "none"), ("light", "active")):
        page.tab.emulate_media(reduced_motion="reduce", color_scheme=scheme, forced_colors=forced)
        page.done()
        assert page.root.get_attribute("data-svm-theme") == scheme
        how = {} if (scheme, forced) == ("light", "none") else {"runOnly": ["color-contrast"]}
        page.go(situation="heart")
        assert broken_rules(page.tab, **how) == []
        for name in ("Copy as Python", "Save", "Your own data"):
            page.click(name)
            assert broken_rules(page.tab, **how) == []
            page.tab.keyboard.press("Escape")
    brush = page.button("Brush")
    assert brush.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    page.click("Light or dark")
    assert page.root.get_attribute("data-svm-theme") == "dark"
    page.tab.emulate_media(reduced_motion="null", color_scheme="null", forced_colors="null")
