"""Live figures on a page: the host that puts them in place of pictures, axe, and a built page.

Several at once, as a lecture has them; `test_live_*.py` look at each alone.
"""

import json
from contextlib import ExitStack

import pytest

from svmlib.widgets import bundle
from tests.browsing import WAKE, opened
from tests.live_book import made, state_of
from tests.live_page import FIGURES, LAPTOP, PHONE, Figure, broken_rules
from tests.live_stage import page_of_figures

# a place as the build writes it: the picture leads to itself
PLACE = """<figure><div class="svm-place" data-model="{name}"><a href="#">
<img width="600" height="300" alt="{name}"
src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"></a></div></figure>"""
STATE = '<script type="application/vnd.jupyter.widget-state+json">{}</script>'
ALIVE = """() => [...document.querySelectorAll('.svm-place')]
  .map(place => Boolean(place.querySelector('.svm-live')))"""
DONE = "() => [...document.querySelectorAll('.svm-live')].every(e => e.dataset.done === 'true')"
ALL_ALIVE = f"() => ({ALIVE})().every(Boolean)"


def written(file, names, broken=""):
    """A page of these figures with the script of a book; `broken` is one that no script knows."""
    states = {name: {"state": state_of(made(name))} for name in names}
    if broken:
        states[broken]["state"]["figure"] = "Lost"
    text = json.dumps({"state": states}, default=str).replace("</", "<\\/")
    places = "".join(PLACE.format(name=name) for name in names) + STATE.format(text)
    script = bundle.shared_script() + bundle.page_script(*set(names))
    file.write_text(page_of_figures(script, places), encoding="utf8")
    return file.as_uri()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Of a page of all figures."""
    return written(tmp_path_factory.mktemp("figures") / "all.html", FIGURES)


@pytest.fixture
def opening(chromium):
    """opening(address) opens a page in a context of its own; `mistakes` go wrong on it."""
    pages = []

    def opening(address, mistakes=0, alive=True, **settings):
        page = opened(chromium, "file:", address.removeprefix("file:"), LAPTOP, **settings)
        tab, errors, foreign = stack.enter_context(page)
        pages.append((mistakes, errors, foreign))
        if alive:
            tab.evaluate(WAKE)
            tab.wait_for_function(DONE)
        return tab

    with ExitStack() as stack:
        yield opening
    for mistakes, errors, foreign in pages:
        assert len(errors) == mistakes and foreign == [], errors


def test_figures_come_alive_before_a_reader_meets_them(address, opening):
    """And all above, so that nothing grows there later; on paper all are pictures."""
    tab = opening(address, alive=False)
    tab.locator(".svm-live canvas").first.wait_for()
    alive = tab.evaluate(ALIVE)
    assert alive[0] and not alive[-1] and alive == sorted(alive, reverse=True)
    tab.emulate_media(media="print")
    assert tab.locator(".svm-place img:visible").count() == len(FIGURES)
    assert tab.locator(".svm-live:visible").count() == 0
    tab.emulate_media(media="screen")
    place, top = tab.locator(".svm-place").nth(sum(alive)), "e => e.getBoundingClientRect().top"
    tab.evaluate("by => scrollBy(0, by)", place.evaluate(top) - 1.4 * LAPTOP["height"])
    place.locator(".svm-live canvas").first.wait_for()
    assert place.evaluate(top) > LAPTOP["height"]
    tab.locator(".svm-place").last.scroll_into_view_if_needed()
    tab.wait_for_function(ALL_ALIVE)
    # neither the picture nor the link to it is seen beside the figure, nor stands around it
    assert tab.locator(".svm-place :is(img, a):visible").count() == 0
    assert tab.locator(".svm-place a .svm-live").count() == 0


def test_place_of_an_address_is_seen_though_figures_above_it_come_alive(address, opening):
    tab = opening(address, alive=False)
    tab.locator(".svm-place").last.evaluate("e => { e.id = 'last'; }")
    tab.evaluate("() => { document.documentElement.style.overflowAnchor = 'none'; }")
    tab.evaluate("() => { location.hash = '#last'; }")
    tab.wait_for_function(ALL_ALIVE)
    here = """() => new Promise(done => setTimeout(() => {
      const { top } = document.querySelector("#last").getBoundingClientRect();
      done(-2 <= top && top < 200);
    }, 100))"""
    tab.wait_for_function(here)
    assert tab.evaluate(here)  # and stays there


def test_a_link_means_one_of_two_figures_of_a_kind(tmp_path, opening):
    address = written(tmp_path / "twice.html", ["Street", "Street"])
    tab = opening(address)
    second = Figure(tab, tab.locator(".svm-live").nth(1))
    second.type("C", 7)
    tab = opening(address + second.link())
    assert tab.evaluate("scrollY") > 0
    boxes = tab.locator(".svm-live").get_by_label("C, exact value")
    assert [box.input_value() for box in boxes.all()] == ["1", "7"]


def test_a_figure_that_fails_leaves_its_picture_and_the_others(tmp_path, opening):
    names = ["Losses", "Street", "Lift"]
    tab = opening(written(tmp_path / "broken.html", names, broken="Street"), mistakes=1)
    assert tab.locator(".svm-live").count() == 2
    assert tab.locator("[data-model=Street] img").is_visible()
    assert tab.locator(".svm-place img:visible").count() == 1


COLOURS = {"runOnly": ["color-contrast"]}
SCHEMES = [({"color_scheme": "light"}, {}), ({"color_scheme": "dark"}, COLOURS)]
FORCED = [({"color_scheme": "light", "forced_colors": "active"}, COLOURS)]


@pytest.mark.parametrize("schemes", [SCHEMES, pytest.param(FORCED, marks=pytest.mark.weekly)])
def test_no_accessibility_violation(schemes, address, opening):
    """All rules in the light theme, those of colours in the dark one and with forced colours."""
    tab = opening(address, reduced_motion="reduce")
    tab.evaluate("() => document.querySelectorAll('details').forEach(d => { d.open = true })")
    for plot in tab.locator(".svm-plot[tabindex]").all():
        plot.press("n")  # with a point chosen its numbers are there
    for media, rules in schemes:
        tab.emulate_media(**media)
        scheme = media["color_scheme"]
        tab.wait_for_function(
            "scheme => document.querySelector('.svm-live').dataset.svmTheme === scheme", arg=scheme
        )
        assert broken_rules(tab, **rules) == []


LECTURE = "lectures/03-soft-margin.html"


def test_without_a_script_the_pictures_stay(server, chromium):
    """And steps in the text lead to them."""
    with opened(chromium, server, LECTURE, PHONE, java_script_enabled=False) as (tab, _, _):
        pictures = tab.locator(".svm-place img").all()
        assert len(pictures) == tab.locator(".svm-place").count() > 0
        for picture in pictures:
            assert len(picture.get_attribute("alt").split()) >= 8
            picture.scroll_into_view_if_needed()
            box = picture.bounding_box()
            assert box["width"] > 300 and box["height"] > 150
        assert tab.locator(".svm-live").count() == 0
        tab.locator("details:has(a.svm-step) > summary").click()
        tab.locator("a.svm-step").last.click()
        top = tab.locator(".svm-place img").bounding_box()["y"]
        assert 0 <= top < tab.viewport_size["height"] / 2
