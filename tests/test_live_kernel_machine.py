"""What the live figure of the kernel machine alone does: data by name, its surface, guesses."""

import re

from svmlib import datasets
from svmlib.widgets import KernelMachine
from tests.live_page import LAPTOP, MOONS, PHONE, box_of, finger, numbers_close
from tests.test_live_figures import agrees

GREY, PURPLE = [107, 114, 128], [184, 87, 143]
X, Y = MOONS


def linear(show, **how):
    """The machine with a straight boundary, from which a guess can begin."""
    return show(KernelMachine(X, Y, kernel="linear"), **(how or {"viewport": LAPTOP}))


# ------------------------------------------------------------------------ data, window and surface


def test_data_sets_go_by_name_through_links_and_undo(show):
    widget = KernelMachine(*datasets.moons(200), kernel="linear")
    figure = show(widget)
    given = figure.facts()
    assert not figure.button("New sample").is_visible()
    figure.choose("data", "spirals")
    first = figure.facts()
    figure.click("New sample")
    second, untouched, sample = figure.facts(), figure.link(), figure.trait("points")
    assert (
        second != first
        and len(sample) == 100
        and figure.fact("support vectors").endswith(" of 100")
    )
    figure.press("n", "Shift+ArrowUp")  # only that point goes into the link
    edited, link = figure.facts(), figure.link()
    assert len(untouched) < 150 and len(link) < 250
    for facts in (second, first, given):
        figure.click("Undo")
        assert figure.facts() == facts
    figure.click("Redo")
    assert figure.root.get_by_label("data", exact=True).input_value() == "spirals"
    figure.choose("data", "as given")
    assert figure.facts() == given
    for fragment, facts in ((untouched, second), (link, edited)):
        figure = show(widget, fragment=fragment)
        assert numbers_close(figure.facts(), facts)
        assert (figure.trait("points") == sample) == (facts is second)


def test_python_has_the_points_whoever_chooses_the_data(show):
    """And the window follows them: the outermost point can be taken hold of."""
    figure = show(KernelMachine(X, Y))
    figure.choose("data", "rings")
    assert (figure.trait("data"), figure.trait("seed")) == ("rings", 0)
    rings = figure.trait("points")
    figure.set(data="moons", seed=3)  # Python, by the traits alone
    assert len(figure.trait("points")) == 100 and figure.trait("points") != rings
    agrees(figure)
    figure.choose("data", "spirals")
    P, _ = figure.points()
    i = int(P[:, 0].argmax())
    x, y = figure.pixel(P[i], box_of(P))
    figure.drag((x, y), (x - 20, y), (x - 40, y))
    assert figure.points()[0][i, 0] < P[i, 0] - 0.05


def test_no_ghost_of_other_points(show):
    figure = linear(show)
    ghosts = [figure.count(GREY)]
    for how in ({"kernel": "Gaussian (RBF)"}, {"data": "rings"}):
        figure.turn(**how)
        ghosts.append(figure.count(GREY))
    assert ghosts[0] < 20 and ghosts[1] > 100 and ghosts[2] < 20


def test_the_surface_is_coarse_while_a_knob_moves(show):
    figure = show(KernelMachine(X, Y, sigma=0.2), viewport=LAPTOP)
    figure.wait()
    figure.slider("C").press("ArrowRight")
    coarse = figure.pixels()
    figure.wait(200)
    fine = figure.pixels()
    assert coarse != fine
    figure.wait()  # and nothing changes any more
    assert figure.pixels() == fine


def test_nothing_moves_under_the_hand(show):
    """Knobs that come and go leave the picture and the button to guess where they were."""
    figure, places = linear(show), []
    for kernel in ("polynomial", "Gaussian (RBF)", "Ornstein–Uhlenbeck", "linear"):
        figure.turn(kernel=kernel, data="moons" if figure.trait("data") == "" else "as given")
        assert figure.slider("σ").is_visible() == (kernel == "Gaussian (RBF)")
        button = figure.root.get_by_role("button", name=re.compile("Guess first|Show the boundary"))
        places.append((button.bounding_box(), figure.area()))
        button.click()
    assert places[1:] == places[:-1]


# ------------------------------------------------------------------------------------- guess first


def test_a_guess_is_drawn_by_finger(show):
    """While the machine, its read-out and the points underneath are out of reach."""
    figure = linear(show, touch=True, viewport=PHONE)
    figure.press("n")
    assert "α" in figure.text("known")
    figure.click("Guess first")
    figure.choose("kernel", "Gaussian (RBF)")
    assert "hidden" in figure.facts() and figure.numbers() == [] and figure.text("known") == ""
    points, scrolled = figure.trait("points"), figure.tab.evaluate("scrollY")
    s = [[-0.9, 0.3], [-0.4, 0], [0, 0.5], [0.6, 0.12], [1.2, 0.05], [1.9, 0.4]]
    figure.drag(*(figure.pixel(place, box_of(X)) for place in s), pointer=finger(figure.tab))
    assert figure.trait("points") == points and figure.tab.evaluate("scrollY") == scrolled
    assert figure.count(PURPLE) > 100
    figure.click("Show the boundary")
    said = re.match(r"Your lines and the boundary agree on (\d+) % of their length", figure.facts())
    assert float(said[1]) > 40 and figure.count(PURPLE) > 100
    figure.type("C", 2)
    assert "Your lines" not in figure.facts() and figure.count(PURPLE) == 0
    figure.click("Guess first")
    figure.click("Show the boundary")
    assert "agree on 0 %" in figure.facts()  # nothing was drawn: that is no guess


def test_a_guess_by_clicks_and_keys(show):
    """Corners of several lines; a slip is taken back, one step at a time."""
    figure = linear(show)
    figure.click("Guess first")
    sheet = figure.root.locator(".svm-sheet")
    left, right, top, bottom = figure.area()
    figure.at(left + 40, top + 40)
    dots = figure.count(PURPLE)
    figure.at(left + 40, bottom - 40)
    seen, line = figure.pixels(), figure.count(PURPLE)
    assert line > dots + 100
    sheet.press("l")
    figure.at(right - 40, bottom - 40)
    assert line < figure.count(PURPLE) < line + 2 * dots  # a corner of another line
    sheet.press("Backspace")
    assert figure.pixels() == seen
    for _ in range(2):
        sheet.press("Backspace")
    assert figure.count(PURPLE) == 0
    for key in ("Space", "Shift+ArrowRight", "Space"):  # from the middle of the window
        sheet.press(key)
    x0, x1, y0, y1 = box_of(X)
    ends = ([x, (y0 + y1) / 2] for x in ((x0 + x1) / 2, (x0 + x1) / 2 + 0.05 * (x1 - x0)))
    (x, y), (end, _) = (figure.pixel(place, box_of(X)) for place in ends)
    assert figure.count(PURPLE, ((x + 5, y - 1), (end - 10, y + 1))) > 20
