"""The site in Firefox and, weekly, in WebKit, the engine of Safari: pages load, readers act.

Debian's packages are named in `tests.engines`; without them these tests are skipped.
"""

import io

import pytest
from PIL import Image

from tests.conftest import serving
from tests.engines import RIGHT, SIZE, Firefox, Noting, WebKit, until
from tests.pages import READABLE

FEW = ["index.html", "lectures/02-max-margin.html", "lectures/10-more-than-two-classes.html"]
DONE = "!document.querySelector('.svm-live:not(.svm-hero, [data-done=true])')"
BOX = "document.querySelector('[data-exercise] textarea')"
ENTER = """(text) => {
  const fold = document.querySelector("[data-exercise]");
  const area = fold.querySelector("textarea");
  area.value = text;
  area.dispatchEvent(new Event("input"));
  fold.querySelector(".try-check").click();
}"""
ANSWER = """def distance_to_line(a, b, c, p, q):
    return (a * p + b * q + c) / np.hypot(a, b)"""
# in the size of letters: the height of the norm of a sum, a fraction in a line, an accent, and the
# height of a displayed formula of four parts, each a formula of its own
LOOKS = {
    "lectures/06-duality.html": """(size) => {
      const bound = document.getElementById("equation-eq-duality-bound");
      const norm = [...bound.querySelectorAll("mo")].find((sign) => sign.textContent === "‖");
      const half = bound.querySelector("mfrac");
      const height = norm.getBoundingClientRect().height / size(norm);
      return height > 1.6 && Math.abs(size(half.firstElementChild) / size(half) - 0.7) < 0.1;
    }""",
    "lectures/10-more-than-two-classes.html": """(size) => {
      const accented = [...document.querySelectorAll("mover")];
      const [letter, accent] = accented.find((part) => part.textContent === "yˆ").children;
      return size(accent) === size(letter);
    }""",
    "lectures/in-depth/06-duality.html": """(size) => {
      const lines = [...document.querySelectorAll(".lines")];
      const line = lines.find((e) => e.children.length > 3 && e.checkVisibility());
      return line.getBoundingClientRect().height < 5 * size(line);
    }""",
}
# formulas of which a part cannot be seen
CUT = """() => [
  ...[...document.querySelectorAll(".lines")].filter(
    (e) => e.scrollWidth > e.clientWidth + 1 && !e.hasAttribute("tabindex")),
  ...[...document.querySelectorAll("article span.math")].filter(
    (e) => e.getBoundingClientRect().right > innerWidth && !e.closest("table, pre, .lines")),
].map((e) => e.textContent)"""


@pytest.fixture(
    scope="module",
    params=[Firefox, pytest.param(WebKit, marks=pytest.mark.weekly)],
    ids=lambda engine: engine.name,
)
def browser(request):
    engine = request.param
    if absent := engine.missing():
        pytest.skip(f"no {' and no '.join(absent)} here: see tests/engines.py")
    with engine() as window:
        yield window


@pytest.fixture(scope="module")
def base(site):
    with serving(site, Noting) as address:
        yield address


def see(browser, address):
    """Open a page, and demand that nothing goes wrong until its fonts and figures are there."""
    browser.open(f"{address}#x")  # an address into the page wakes all live figures
    browser.wait(f"document.fonts.status === 'loaded' && {DONE}")
    assert browser.run("() => troubles") == [], address


@pytest.mark.parametrize("page", FEW)
def test_a_page_loads_and_its_figures_come_alive(browser, base, page):
    see(browser, base + page)


@pytest.fixture
def narrow(browser):
    browser.resize(browser.narrowest, 844)
    yield browser
    browser.resize(*SIZE)


def no_formula_is_cut(browser):
    browser.run(
        "() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }"
    )
    browser.wait(f"!({CUT})().length")


@pytest.mark.weekly
def test_every_page_loads_and_fits_a_phone(narrow, base):
    for page in READABLE:
        see(narrow, base + page)
        no_formula_is_cut(narrow)


def test_a_key_moves_the_slider_of_a_figure(browser, base):
    see(browser, base + "lectures/04-subgradient-descent.html")
    browser.run("() => document.querySelector('.svm-live input[type=range]').focus()")
    before = browser.run("() => document.querySelector('.svm-facts').innerText")
    browser.press(RIGHT, RIGHT)
    browser.wait(f"document.querySelector('.svm-facts').innerText !== {before!r}")


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_a_drag_moves_a_point(browser, base, kind):
    see(browser, base + "lectures/03-soft-margin.html")
    facts = "document.querySelector('.svm-facts').innerText"
    x, y = browser.place(".svm-live .svm-plot")
    before = browser.run(f"() => {facts}")
    browser.drag((x + 20, y + 10), (x + 60, y + 50), kind)  # a flower is there
    browser.wait(f"{facts} !== {before!r} && {facts}.startsWith('Point')")


def test_an_exercise_is_judged(browser, base):
    browser.open(base + "lectures/01-margins.html")
    browser.run("() => { document.querySelector('[data-exercise]').open = true; }")
    browser.wait(BOX)
    browser.run(ENTER, ANSWER)
    browser.wait("document.querySelector('output.right')")
    browser.run(ENTER, ANSWER.replace("+ c", "- c"))
    browser.wait("document.querySelector('output.try-verdict:not(.right, [aria-busy])')")


def test_the_search_finds_and_shows_sections(browser, base):
    browser.open(base + "search.html?q=kernel+trick")
    browser.wait("document.querySelectorAll('#search-results li').length > 5")
    assert not browser.run("() => document.querySelector('.search-late')")


def test_votes_of_a_class(browser, base):
    browser.open(base + "lectures/01-margins.html")
    browser.run("() => { location.hash = `vote=${document.querySelector('.quiz').id}`; }")
    browser.wait("document.querySelector('dialog.vote[open] footer button')")
    assert browser.run("() => document.querySelector('.vote').clientHeight === innerHeight")


def test_figures_are_dark_on_a_dark_page(browser, base):
    browser.open(base + "lectures/06-duality.html")
    browser.run("() => document.querySelector('.theme-switch-button').click()")
    assert browser.run("() => document.documentElement.dataset.theme") == "dark"
    browser.place("img.dark-light")

    def is_dark():
        edge = browser.run("() => document.querySelector('img.dark-light').getBoundingClientRect()")
        picture = Image.open(io.BytesIO(browser.png())).convert("RGB")
        return sum(picture.getpixel((round(edge["x"]) + 4, round(edge["y"]) + 4))) < 3 * 60

    until(is_dark)
    browser.run("() => localStorage.clear()")


@pytest.mark.parametrize("page", LOOKS)
def test_formulas_look_as_in_print(browser, base, page):
    """Norms grow, fractions in a line are small, accents are not, parts stand in one line."""
    browser.open(base + page)
    browser.wait("document.fonts.status === 'loaded'")
    assert browser.run(f"() => ({LOOKS[page]})((e) => parseFloat(getComputedStyle(e).fontSize))")


def test_no_end_of_a_formula_is_out_of_reach(narrow, base):
    see(narrow, base + "lectures/06-duality.html")
    no_formula_is_cut(narrow)
