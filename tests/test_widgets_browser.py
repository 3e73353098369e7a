"""The live figures in a real browser, on pages of the book and on one that shows them all.

What a figure says is compared with what svmlib computes from the points and knobs that it shows.
"""

import re
from contextlib import contextmanager

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, datasets, dual, geometry, losses
from svmlib.kernels import RBF, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.widgets import Descent, Margins
from tests import live_book
from tests.conftest import ROOT, build_book, serving
from tests.test_browser import PHONE, PIXELS, opened

FIGURES = list(live_book.FIGURES)
every_figure = pytest.mark.parametrize("name", FIGURES)
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 10, 40  # room around the axes, as in ui/plot.js
NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@pytest.fixture(scope="session")
def live_site(live_notebook, tmp_path_factory):
    """The built book of all live figures."""
    folder = tmp_path_factory.mktemp("live-book")
    live_book.write_book(folder, live_notebook, ROOT)
    return build_book(folder, folder)


@pytest.fixture(scope="session")
def live_server(live_site):
    with serving(live_site) as address:
        yield address


@pytest.fixture(params=["http", "file"])
def live_base(request, live_site):
    if request.param == "http":
        return request.getfixturevalue("live_server")
    return live_site.as_uri() + "/"


class Figure:
    """One live figure on an open page."""

    def __init__(self, tab, name):
        self.tab = tab
        places = tab.locator(".svm-place")
        place = places.first if places.count() == 1 else places.nth(FIGURES.index(name))
        self.root = place.locator(".svm-live")
        self.root.scroll_into_view_if_needed()
        self.settle()

    def settle(self):
        """Let two frames be drawn."""
        self.tab.evaluate(
            "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
        )

    def rest(self):
        """Wait until the sentence for screen readers has come and nothing changes any more."""
        self.settle()
        self.tab.wait_for_timeout(450)

    def facts(self):
        self.settle()
        return self.root.locator(".svm-facts").inner_text()

    def numbers(self):
        return [number(text) for text in NUMBER.findall(self.facts())]

    def pixels(self):
        self.settle()
        return self.root.evaluate(PIXELS)

    def slider(self, label):
        return self.root.get_by_role("slider", name=label, exact=True)

    def type(self, label, value):
        """A number into the box beside a slider."""
        box = self.root.get_by_label(f"{label}, exact value")
        box.fill(str(value))
        box.press("Enter")
        self.settle()

    def choose(self, label, text):
        self.root.get_by_label(label, exact=True).select_option(label=text)
        self.settle()

    def press(self, *keys):
        plot = self.root.locator(".svm-plot[tabindex]").first
        plot.focus()
        for key in keys:
            plot.press(key)
        self.settle()

    def click(self, text):
        self.root.get_by_role("button", name=text, exact=True).click()
        self.settle()

    def points(self):
        """(X, y) as the text beside the figure says, with six digits."""
        rows = self.root.locator("textarea").input_value().splitlines()
        data = np.array([[float(v) for v in row.split(",")] for row in rows])
        return data[:, :2], data[:, 2]

    def area(self):
        """Axes of the first canvas on the page: left, right, top, bottom in CSS pixels."""
        canvas = self.root.locator("canvas").first
        canvas.scroll_into_view_if_needed()
        r = canvas.bounding_box()
        return (r["x"] + LEFT, r["x"] + r["width"] - RIGHT,
                r["y"] + TOP, r["y"] + r["height"] - BOTTOM)  # fmt: skip

    def pixel(self, place, box, equal=False):
        """Where a place is seen on the page."""
        left, right, top, bottom = self.area()
        x0, x1, y0, y1 = box
        if equal:
            unit = max((x1 - x0) / (right - left), (y1 - y0) / (bottom - top))
            more_x, more_y = (
                (unit * (right - left) - x1 + x0) / 2,
                (unit * (bottom - top) - y1 + y0) / 2,
            )
            x0, x1, y0, y1 = x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y
        across, up = (place[0] - x0) / (x1 - x0), (place[1] - y0) / (y1 - y0)
        return (
            left + across * (right - left),
            bottom - up * (bottom - top),
            (x1 - x0) / (right - left),
        )


def number(text):
    head, _, exponent = text.replace("−", "-").partition(" × 10")
    return float(head) * 10.0 ** int(exponent.translate(RAISED) or 0)


def numbers_close(one, other):
    """The same sentence, numbers to the digits that a link carries."""
    assert NUMBER.sub("#", one) == NUMBER.sub("#", other)
    a, b = ([number(t) for t in NUMBER.findall(text)] for text in (one, other))
    return np.allclose(a, b, rtol=1e-3, atol=1e-6)


@contextmanager
def page(chromium, base, name=None, address=None, **settings):
    """The page of a figure, else that of all of them; nothing may go wrong on it."""
    address = address or f"{(name or 'live').lower()}.html"
    with opened(chromium, base, address, **settings) as (tab, errors, foreign):
        tab.locator(".svm-live canvas").last.wait_for(state="attached")
        yield Figure(tab, name) if name else tab
        assert errors == [] and foreign == []


def box_of(X):
    """As svmlib.widgets.live.box_around."""
    low, high = X.min(axis=0), X.max(axis=0)
    room = 0.15 * (high - low)
    return [low[0] - room[0], high[0] + room[0], low[1] - room[1], high[1] + room[1]]


IRIS = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
MOONS = datasets.moons(60)


# ------------------------------------------------------------------------------------ all together


def test_all_figures_mount(live_base, chromium):
    with page(chromium, live_base) as tab:
        assert tab.locator(".svm-place").count() == tab.locator(".svm-live").count() == len(FIGURES)
        # neither the picture nor the link to it is seen beside the figure, nor stands around it
        assert tab.locator(".svm-place :is(img, a):visible").count() == 0
        assert tab.locator(".svm-place a .svm-live").count() == 0
        assert tab.locator("figcaption").count() == len(FIGURES)
        for name in FIGURES:
            assert Figure(tab, name).facts()


def test_without_a_script_the_pictures_stay(live_server, chromium):
    with opened(chromium, live_server, "live.html", java_script_enabled=False) as (tab, _, _):
        pictures = tab.locator(".svm-place img").all()
        assert len(pictures) == len(FIGURES)
        for picture in pictures:
            assert len(picture.get_attribute("alt").split()) >= 8
            picture.scroll_into_view_if_needed()
            box = picture.bounding_box()
            assert box["width"] > 300 and box["height"] > 150


def test_paper_shows_the_pictures(live_server, chromium):
    with page(chromium, live_server) as tab:
        tab.emulate_media(media="print")
        assert tab.locator(".svm-place img:visible").count() == len(FIGURES)
        assert tab.locator(".svm-live:visible").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_violation(scheme, live_server, chromium):
    settings = {"color_scheme": scheme, "reduced_motion": "reduce"}
    # axe itself fetches style sheets, which is not counted
    with opened(chromium, live_server, "live.html", **settings) as (tab, _, _):
        tab.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
        for name in FIGURES:  # with a point chosen, whose number fields are then there
            figure = Figure(tab, name)
            if figure.root.locator(".svm-plot[tabindex]").count():
                figure.press("n")
        assert tab.locator(".svm-live").first.get_attribute("data-svm-theme") == scheme
        found = Axe().run(tab).response["violations"]
        assert [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found] == []


def test_the_theme_of_the_page_repaints_the_figures(live_server, chromium):
    with page(chromium, live_server, color_scheme="light") as tab:
        for name in FIGURES:
            figure = Figure(tab, name)
            light = figure.pixels()
            tab.evaluate("() => { document.documentElement.dataset.theme = 'dark' }")
            assert figure.root.get_attribute("data-svm-theme") == "dark"
            assert figure.pixels() != light
            tab.evaluate("() => { document.documentElement.dataset.theme = 'light' }")
            assert figure.pixels() == light


def test_nothing_is_wider_than_a_phone(live_server, chromium):
    with page(chromium, live_server, viewport=PHONE) as tab:
        tab.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert tab.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


@every_figure
def test_every_knob_moves_the_picture(name, live_base, chromium):
    """By keyboard; the number beside it and the words for screen readers follow."""
    with page(chromium, live_base, name) as figure:
        if name == "KernelMachine":
            figure.choose("kernel", "polynomial")
        elif name == "Descent":
            figure.choose("schedule", "constant η")
        knobs = figure.root.locator("input[type=range]:visible").all()
        assert knobs
        for knob in knobs:
            before, spoken = figure.pixels(), knob.get_attribute("aria-valuetext")
            key = (
                "PageUp"
                if float(knob.input_value()) < float(knob.get_attribute("max"))
                else "PageDown"
            )
            knob.press(key)
            assert figure.pixels() != before, spoken
            now = knob.get_attribute("aria-valuetext")
            assert now != spoken
            box = knob.locator("xpath=following-sibling::input")
            if box.count():
                assert float(box.input_value()) == pytest.approx(
                    number(now.split(" = ")[1]), rel=1e-3
                )


# ------------------------------------------------------------------------ what they say is right


@pytest.mark.parametrize("C", [0.01, 0.3, 20, 1000])
def test_street_says_what_svmlib_finds(C, live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        figure.type("C", C)
        machine, (X, y) = LinearSVM(C=C).fit(*IRIS), IRIS
        width, support, errors, half, shown_C, slack, cost, total = figure.numbers()[:8]
        # flowers measured in whole millimetres: which of those on the margin have α > 0 is open
        assert shown_C == C and support <= len({*machine.support_, *machine.on_margin_})
        assert errors == np.sum(y * machine.decision_function(X) <= 0)
        assert width == pytest.approx(2 * machine.margin_, rel=1e-3)
        assert half == pytest.approx(machine.margin_**-2 / 2, rel=1e-3)
        assert total == pytest.approx(machine.primal_, rel=1e-5)
        assert cost == pytest.approx(C * slack, rel=2e-3) and half + cost == pytest.approx(
            total, rel=2e-3
        )


def test_street_with_a_hard_margin(live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        figure.root.get_by_label("hard margin").check()
        assert figure.numbers()[0] == pytest.approx(
            2 * HardMarginSVM().fit(*IRIS).margin_, rel=1e-3
        )
        assert not figure.slider("C").is_visible()
        # a flower goes to the middle of the others: no line separates any more
        X, y = IRIS
        middle = X[y != y[0]].mean(axis=0)
        across, up, _ = figure.pixel(X[0], box_of(X), equal=True)
        figure.tab.mouse.click(across, up)
        for k, value in enumerate(middle):
            field = figure.root.locator(".svm-chosen input").nth(k)
            field.fill(f"{value:.4f}")
            field.press("Enter")
        assert "No line separates" in figure.facts()
        figure.click("Undo")
        figure.click("Undo")
        assert figure.numbers()[0] == pytest.approx(2 * HardMarginSVM().fit(X, y).margin_, rel=1e-3)


MACHINES = [
    ("linear", {}, Linear()), ("polynomial", {"degree": 2}, Polynomial(2)),
    ("Gaussian (RBF)", {"σ": 0.25}, RBF(0.25)),
    ("Ornstein–Uhlenbeck", {"σ": 0.8}, OrnsteinUhlenbeck(0.8)),
]  # fmt: skip


@pytest.mark.parametrize("kernel, knobs, expected", MACHINES, ids=[m[0] for m in MACHINES])
def test_kernel_machine_says_what_svmlib_finds(kernel, knobs, expected, live_server, chromium):
    with page(chromium, live_server, "KernelMachine") as figure:
        figure.choose("kernel", kernel)
        for C in (0.1, 50):
            for label, value in {"C": C, **knobs}.items():
                figure.type(label, value)
            figure.rest()  # large problems take several frames
            X, y = MOONS
            machine = KernelSVM(C=C, kernel=expected).fit(X, y)
            support, n, bounded, errors, _, margin, objective, gap = (
                figure.numbers()[k] for k in (0, 1, 2, 3, 4, 5, 6, 7)
            )
            assert (support, n) == (len(machine.support_), 60)
            assert bounded == np.sum(machine.alpha_ == C)
            assert errors == np.sum(y * machine.decision_function(X) <= 0)
            assert margin == pytest.approx(machine.margin_, rel=1e-3)
            assert objective == pytest.approx(machine.primal_, rel=1e-5)
            assert 0 <= gap <= 1e-8


def test_losses_say_what_svmlib_says(live_server, chromium):
    with page(chromium, live_server, "Losses") as figure:
        for name in losses.LOSSES:
            figure.root.get_by_label(name, exact=True).check()
        figure.choose("label y", "−1")
        figure.type("score", 0.75)
        table = dict(
            row.split("\t") for row in figure.root.locator("tbody").inner_text().split("\n")
        )
        assert {name: number(v) for name, v in table.items()} == {
            name: pytest.approx(float(loss(-0.75)), rel=1e-3)
            for name, loss in losses.LOSSES.items()
        }


def test_margins_say_what_svmlib_says(live_server, chromium):
    X, y = IRIS
    with page(chromium, live_server, "Margins") as figure:
        for scale in (0.5, 4):
            figure.type("scale of (w, b)", scale)
            w, b = Margins(X, y, [[4.6, 2.6], [6.2, 4.0]], scale=scale).line()
            shown = figure.numbers()
            np.testing.assert_allclose(shown[:3], [*w, b], rtol=6e-3)
            assert shown[3] == pytest.approx(geometry.functional_margin(w, b, X, y).min(), rel=1e-3)
            assert shown[4] == pytest.approx(geometry.margin(w, b, X, y), rel=1e-3)
            assert shown[5] == np.sum(geometry.functional_margin(w, b, X, y) <= 0)


def test_descent_walks_and_says_where_it_is(live_server, chromium):
    X, y = MOONS
    with page(chromium, live_server, "Descent") as figure:
        step, P, best, excess = figure.numbers()[:4]
        assert step == 40 and excess == pytest.approx(P - best, abs=1e-4)
        figure.type("λ", 0.5)
        C = 1 / (0.5 * len(y))
        optimum = (
            0.5 * dual.coordinate_ascent(X, y, C, bias="none", tol=1e-10, epochs=5000).primal[-1]
        )
        assert figure.numbers()[2] == pytest.approx(optimum, rel=1e-5)
        figure.click("Restart")
        start = Descent(X, y, lam=0.5).objective(np.array([[3.0, -2.0]]))[0]
        assert figure.numbers()[:2] == [0, pytest.approx(start, rel=1e-5)]
        figure.click("Step")
        figure.click("+ 100")
        assert figure.numbers()[0] == 101
        figure.click("Play")
        figure.tab.wait_for_timeout(300)
        figure.click("Pause")
        stopped = figure.numbers()[0]
        assert stopped > 103  # it goes on by itself
        figure.tab.wait_for_timeout(200)
        assert figure.numbers()[0] == stopped


def test_dual_ascent_climbs_and_says_where_it_is(live_server, chromium):
    X, y = MOONS
    with page(chromium, live_server, "DualAscent") as figure:
        run = dual.smo(X @ X.T, y, 1.0, max_iter=12)
        assert figure.numbers()[0] == 12
        assert figure.numbers()[1:3] == pytest.approx([run.primal[-1], run.dual[-1]], rel=1e-4)
        figure.click("Back")
        assert figure.numbers()[0] == 11
        figure.click("Restart")
        assert figure.numbers()[:3] == [0, len(y), 0]
        figure.click("Step")
        assert figure.numbers()[0] == 1
        figure.click("Play")
        figure.tab.wait_for_timeout(300)
        figure.click("Pause")
        assert figure.numbers()[0] > 1


def test_descent_that_runs_away_says_so(live_server, chromium):
    with page(chromium, live_server, "Descent") as figure:
        figure.choose("schedule", "constant η")
        figure.type("step size η", 10)
        figure.type("λ", 1)
        for _ in range(3):
            figure.click("+ 100")
        assert "the steps are too long" in figure.facts()
        figure.click("Play")  # there is nothing to play, and the button says so
        assert figure.root.get_by_role("button", name="Play", exact=True).is_visible()
        figure.type("step size η", 0.1)
        assert figure.numbers()[0] == 340


def test_handles_in_one_place_make_no_line(live_server, chromium):
    with page(chromium, live_server, "Margins") as figure:
        before = figure.facts()
        figure.press("n", "p")  # the first handle
        for axis, value in enumerate((6.2, 4.0)):
            box = figure.root.locator(".svm-chosen input").nth(axis)
            box.fill(str(value))
            box.press("Enter")
        assert "same place" in figure.facts()
        figure.click("Reset points")
        assert figure.facts() == before


def test_lift_counts_the_wrong_side(live_server, chromium):
    X, y = datasets.rings(60)
    with page(chromium, live_server, "Lift") as figure:
        for level in (0.2, 0.65, 1.2):
            figure.type("height of the plane", level)
            wrong = np.sum(np.where((X**2).sum(axis=1) < level, 1, -1) != y)
            assert figure.numbers() == pytest.approx([level, level**0.5, wrong, 60], rel=5e-3)


def test_map_says_what_the_machine_of_the_cell_scores(live_server, chromium):
    with page(chromium, live_server, "Map") as figure:
        P, s = datasets.moons(100, seed=1)
        for C_key, sigma_key, C, sigma in (("Home", "Home", 0.1, 0.1), ("End", "End", 100, 2)):
            figure.slider("C").press(C_key)
            figure.slider("σ").press(sigma_key)
            machine = KernelSVM(C=C, kernel=RBF(sigma)).fit(*MOONS)
            wrong = np.sum(machine.predict(P) != s)
            shown = figure.numbers()
            assert shown[:4] == pytest.approx([C, sigma, wrong, 100])
            assert shown[4] == pytest.approx(1 - wrong / 100) and shown[5] == len(machine.support_)
            assert shown[-1] == pytest.approx(1 - wrong / 100)


def test_three_classes_say_what_svmlib_finds(live_server, chromium):
    with page(chromium, live_server, "ThreeClasses") as figure:
        figure.type("C", 5)
        X, y = figure.points()
        total = sum(LinearSVM(C=5.0).fit(X, np.where(y == k, 1, -1)).primal_ for k in range(3))
        assert figure.numbers()[-1] == pytest.approx(total, rel=1e-4)


# ----------------------------------------------------------- points: mouse, finger, keyboard, text


def street_total(figure, C=1.0):
    """Objective that the street shows, and what svmlib finds for the points that it shows."""
    return figure.numbers()[-1], LinearSVM(C=C).fit(*figure.points()).primal_


def drag(figure, start, path, pointer):
    """Press at start, go through path, release; pointer is a mouse or a finger."""
    pointer("down", *start)
    for place in path:
        pointer("move", *place)
        figure.settle()
    pointer("up", *path[-1])
    figure.settle()


def mouse(tab):
    actions = {"down": lambda x, y: (tab.mouse.move(x, y), tab.mouse.down()),
               "move": tab.mouse.move, "up": lambda x, y: tab.mouse.up()}  # fmt: skip
    return lambda what, x, y: actions[what](x, y)


def finger(tab):
    session = tab.context.new_cdp_session(tab)
    kinds = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}

    def touch(what, x, y):
        points = [] if what == "up" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kinds[what], "touchPoints": points})

    return touch


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
@pytest.mark.parametrize(
    "name, data, equal", [("Street", IRIS, True), ("KernelMachine", MOONS, False)]
)
def test_a_point_is_dragged(name, data, equal, kind, live_server, chromium):
    X, _ = data
    i = int(X[:, 0].argmax())  # nobody near it
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {}
    with page(chromium, live_server, name, **device) as figure:
        before, seen = figure.facts(), figure.pixels()
        x, y, unit = figure.pixel(X[i], box_of(X), equal)
        scrolled = figure.tab.evaluate("scrollY")
        # rather upwards, which the browser would take for scrolling
        steps = [(x - 4 * k, y - 9 * k) for k in range(1, 13)]
        drag(figure, (x, y), steps, kind(figure.tab))
        moved, _ = figure.points()
        assert moved[i, 0] == pytest.approx(X[i, 0] - 48 * unit, abs=2 * unit)
        assert moved[i, 1] > X[i, 1]
        np.testing.assert_allclose(np.delete(moved, i, 0), np.delete(X, i, 0), atol=1e-4)
        assert figure.tab.evaluate("scrollY") == scrolled
        assert figure.pixels() != seen
        if name == "Street":
            shown, expected = street_total(figure)
        else:
            figure.rest()
            shown = figure.numbers()[6]
            expected = KernelSVM(C=1.0, kernel=RBF(0.5)).fit(*figure.points()).primal_
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.click("Undo")
        assert numbers_close(figure.facts(), before)


def test_a_finger_beside_the_points_scrolls_the_page(live_server, chromium):
    with page(chromium, live_server, "Street", has_touch=True, viewport=PHONE) as figure:
        before, scrolled = figure.facts(), figure.tab.evaluate("scrollY")
        _, right, top, bottom = figure.area()
        start = (right - 8, (top + bottom) / 2)  # no flower there
        drag(
            figure, start, [(start[0], start[1] - 15 * k) for k in range(1, 9)], finger(figure.tab)
        )
        figure.tab.wait_for_timeout(300)
        assert figure.tab.evaluate("scrollY") > scrolled + 30
        assert figure.facts() == before


def test_the_hand_of_a_line_is_dragged(live_server, chromium):
    X, y = IRIS
    with page(chromium, live_server, "Margins") as figure:
        x0, y0, unit = figure.pixel([6.2, 4.0], box_of(X), equal=True)
        drag(figure, (x0, y0), [(x0 + 20, y0 + 5), (x0 + 40, y0 + 10)], mouse(figure.tab))
        handles = [[4.6, 2.6], [6.2 + 40 * unit, 4.0 - 10 * unit]]
        w, b = Margins(X, y, handles, scale=2.0).line()
        np.testing.assert_allclose(figure.numbers()[:3], [*w, b], rtol=3e-2)


def test_points_by_keyboard(live_server, chromium):
    """Choose, move, relabel, add, remove, take back."""
    with page(chromium, live_server, "Street") as figure:
        start, first = figure.points(), figure.facts()
        x0, x1, *_ = box_of(start[0])
        status = figure.root.locator("[role=status]")
        figure.press("n")
        assert "Point 2 of 150" in status.inner_text()
        figure.press("p", "Shift+ArrowRight", "ArrowUp")
        X, y = figure.points()
        assert X[0, 0] > start[0][0, 0] + 0.04 * (x1 - x0) and X[0, 1] > start[0][0, 1]
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.press("Space")
        assert figure.points()[1][0] == -y[0]
        figure.press("a")
        assert len(figure.points()[1]) == 151
        figure.press("Delete")
        assert len(figure.points()[1]) == 150
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.press(*["Control+z"] * 5)
        assert numbers_close(figure.facts(), first)
        assert figure.root.get_by_role("button", name="Undo").is_disabled()
        # the keyboard can leave the figure
        figure.press("Tab")
        assert not figure.root.locator(".svm-plot[tabindex]").first.evaluate(
            "e => e === document.activeElement"
        )


def test_points_by_taps(live_server, chromium):
    """What needs dragging can be had by single taps."""
    X, _ = IRIS
    i = int(X[:, 0].argmax())
    with page(chromium, live_server, "Street") as figure:
        first = figure.facts()
        x, y, unit = figure.pixel(X[i], box_of(X), equal=True)
        figure.tab.mouse.click(x, y)  # chooses
        assert f"Point {i + 1} " in figure.root.locator(".svm-chosen").inner_text()
        figure.choose("A tap", "puts the chosen point there")
        x, y, unit = figure.pixel(X[i], box_of(X), equal=True)
        figure.tab.mouse.click(x - 60, y)
        figure.settle()
        assert figure.points()[0][i, 0] == pytest.approx(X[i, 0] - 60 * unit, abs=2 * unit)
        for tool, count in (("adds: orange circle", 151), ("removes a point", 150)):
            figure.choose("A tap", tool)
            x, y, _ = figure.pixel(X[i], box_of(X), equal=True)
            figure.tab.mouse.click(x, y)
            figure.settle()
            assert len(figure.points()[1]) == count
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        figure.click("Reset points")
        assert numbers_close(figure.facts(), first)


def test_small_accidents_change_nothing(live_server, chromium):
    """A trembling hand, a click on empty ground, shortcuts of the browser, an empty number."""
    X, _ = IRIS
    with page(chromium, live_server, "Street") as figure:
        first, n = figure.facts(), len(figure.points()[1])
        x, y, _ = figure.pixel(X[int(X[:, 0].argmax())], box_of(X), equal=True)
        drag(figure, (x, y), [(x + 2, y), (x + 3, y)], mouse(figure.tab))
        assert figure.facts() == first
        figure.click("Reset points")
        _, right, top, _ = figure.area()
        figure.tab.mouse.click(right - 5, top + 5)
        figure.settle()
        assert figure.root.get_by_text("No point is chosen").is_visible()
        figure.press("n", "Control+a", "Alt+ArrowLeft")
        box = figure.root.locator(".svm-chosen input").first
        box.fill("")
        box.press("Enter")
        assert len(figure.points()[1]) == n and figure.facts() == first


def test_the_window_follows_the_points(live_base, chromium):
    X, _ = MOONS
    with page(chromium, live_base, "KernelMachine") as figure:
        seen = figure.facts()
        figure.choose("take points", "spirals")
        figure.rest()
        spirals = figure.facts()
        figure.click("Copy link")
        assert figure.root.get_by_text("now leads to this situation").is_visible()
        address = figure.tab.url
        figure.click("Reset points")
        figure.rest()
        assert numbers_close(figure.facts(), seen)
    with page(chromium, live_base, address=address.removeprefix(live_base)) as tab:
        again = Figure(tab, "KernelMachine")
        again.rest()
        assert numbers_close(again.facts(), spirals)
        # the outermost point is inside the axes and can be taken hold of
        X, _ = again.points()
        i = int(X[:, 0].argmax())
        x, y, _ = again.pixel(X[i], box_of(X))
        drag(again, (x, y), [(x - 20, y), (x - 40, y)], mouse(tab))
        assert again.points()[0][i, 0] < X[i, 0] - 0.05


def test_points_as_text(live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        first = figure.facts()
        figure.root.locator("summary").click()
        area, use = (
            figure.root.locator("textarea"),
            figure.root.get_by_role("button", name="Use these"),
        )
        area.fill("0, 0, -1\n1, 1, 3")
        use.click()
        complaint = figure.root.get_by_role("alert").inner_text()
        assert "Line 2" in complaint and "1 or -1" in complaint
        assert numbers_close(figure.facts(), first)
        area.fill("4.5, 2.5, -1\n5, 4; 1\n6 3 -1\n\n")
        use.click()
        shown, expected = street_total(figure)
        assert shown == pytest.approx(expected, rel=1e-4)
        area.fill("4.5, 2.5, -1")
        use.click()
        assert figure.facts() == "Both classes need a point."
        figure.click("Undo")
        figure.click("Undo")
        assert numbers_close(figure.facts(), first)


@pytest.mark.parametrize("value", ["0", "-1", "1e9", ""])
def test_a_number_out_of_range_changes_nothing(value, live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        before = figure.facts()
        figure.type("C", value)
        assert figure.facts() == before
        box = figure.root.get_by_label("C, exact value")
        box.blur()
        assert float(box.input_value()) == 1


# ------------------------------------------------------------------------------------------- links


CHANGED = {
    "Street": lambda f: (f.press("Shift+ArrowRight"), f.type("C", 7)),
    "KernelMachine": lambda f: (f.type("σ", 0.3), f.press("Delete")),
    "Losses": lambda f: (f.type("score", 1.25), f.root.get_by_label("ramp").check()),
    "Margins": lambda f: f.press("n", "Shift+ArrowUp"),
    "Descent": lambda f: (f.type("λ", 0.3), f.click("+ 100")),
    "DualAscent": lambda f: f.click("Step"),
    "Lift": lambda f: f.type("height of the plane", 0.4),
    "Map": lambda f: f.slider("C").press("Home"),
    "ThreeClasses": lambda f: f.choose("kernel", "Gaussian (RBF)"),
}


@every_figure
def test_a_link_restores_the_situation(name, live_base, chromium):
    with page(chromium, live_base, name) as figure:
        before = figure.facts()
        CHANGED[name](figure)
        facts = figure.facts()
        assert facts != before
        figure.click("Copy link")
        address = figure.tab.url
    assert address.startswith(live_base)
    with page(chromium, live_base, name, address.removeprefix(live_base)) as figure:
        assert numbers_close(figure.facts(), facts)


def test_a_link_leads_to_its_figure_among_others(live_server, chromium):
    with page(chromium, live_server, "Lift", "live.html") as figure:
        CHANGED["Lift"](figure)
        facts = figure.facts()
        figure.click("Copy link")
        address = figure.tab.url
    with page(chromium, live_server, address=address.removeprefix(live_server)) as tab:
        assert tab.evaluate("scrollY") > 0
        assert numbers_close(Figure(tab, "Lift").facts(), facts)
        for other in ("Street", "Map"):
            assert Figure(tab, other).facts()


def test_a_link_means_one_of_two_figures_of_a_kind(live_site, live_server, chromium):
    text = (live_site / "live.html").read_text(encoding="utf8")
    place = re.search(r'<div class="svm-place".*?</div>', text, re.DOTALL)[0]
    (live_site / "twice.html").write_text(text.replace(place, place + place), encoding="utf8")
    with page(chromium, live_server, address="twice.html") as tab:
        second = tab.locator(".svm-live").nth(1)
        box = second.get_by_label("C, exact value")
        box.fill("7")
        box.press("Enter")
        second.get_by_role("button", name="Copy link").click()
        address = tab.url
    with page(chromium, live_server, address=address.removeprefix(live_server)) as tab:
        boxes = tab.locator(".svm-live").get_by_label("C, exact value")
        assert [boxes.nth(k).input_value() for k in range(2)] == ["1", "7"]


@pytest.mark.parametrize("value", [
    "street:{", "street:[]", 'street:{"points":7}', 'street:{"points":[[1]]}', 'street:{"C":"x"}',
    'street:{"C":null}', 'map:{"cell":[99,-1.5]}', 'street:{"nothing":1}', "other:{}",
    'street:{"points":[[1,2,"a"]]}',
])  # fmt: skip
def test_a_link_that_makes_no_sense_changes_nothing(value, live_server, chromium):
    with page(chromium, live_server, "Street") as figure:
        expected = figure.facts()
    with page(chromium, live_server, "Street", f"street.html#svm={value}") as figure:
        assert figure.facts() == expected


def test_a_figure_that_fails_leaves_its_picture_and_the_others(live_site, chromium, tmp_path):
    text = (live_site / "live.html").read_text(encoding="utf8")
    assert '"figure":"Losses"' in text
    (live_site / "broken.html").write_text(text.replace('"figure":"Losses"', '"figure":"Lost"'))
    with opened(chromium, live_site.as_uri() + "/", "broken.html") as (tab, errors, _):
        tab.locator(".svm-live canvas").last.wait_for(state="attached")
        assert len(errors) == 1
        assert tab.locator(".svm-live").count() == len(FIGURES) - 1
        assert tab.locator(".svm-place img:visible").count() == 1
