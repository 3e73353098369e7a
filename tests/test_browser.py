"""The pages in a real browser: each is visited once, its machinery is used on one of them."""

import io
from types import SimpleNamespace

import pytest
from lxml import html
from PIL import Image

from tests.browsing import (  # noqa: F401 (some for others)
    LAPTOP,
    LOCAL,
    NARROW,
    OF_COLOURS,
    OPEN_ALL,
    PHONE,
    PIXELS,
    SLIM,
    WAKE,
    WIDE,
    opened,
    unreadable,
    violations,
)
from tests.test_site import PAGES

READABLE = [page for page in PAGES if page != "index.html"]  # which leads to the landing page
LECTURES = [page for page in PAGES if page.startswith("lectures/")]
MAIN = [page for page in LECTURES if "/in-depth/" not in page]
IN_DEPTH = [page for page in LECTURES if page not in MAIN]
# opened as files too: one page of each folder, and those with scripts of their own; how a page
# finds what it needs depends on its folder alone (404.html is only shown by a server)
AS_FILES = ["book/index.html", "search.html", "genindex.html", MAIN[0], IN_DEPTH[0]]
VISITS = [*(("http", page) for page in READABLE), *(("file", page) for page in AS_FILES)]
# what stands beside the text where there is room; elsewhere each page is looked at as on a phone
ROOMY = ("404.html", "book/index.html", "book/reference.html", "lectures/06-duality.html")

# ------------------------------------------------------------------------------- a visit of a page

# pictures load lazily: as a reader comes near, which would take long on these pages
EAGER = "() => [...document.images].forEach(image => { image.loading = 'eager'; })"
READY = """() => [...document.images].every(image => image.complete)
  && [...document.querySelectorAll(".svm-live")].every(figure => figure.dataset.done === "true")"""
BROKEN = "() => [...document.images].filter(i => !i.naturalWidth).map(i => i.src)"
FONTS = """() => Object.fromEntries(
  [...document.fonts].map(font => [font.family.replaceAll('"', ""), font.status]))"""
FORMULAS = """() => [...document.querySelectorAll("math")].filter(e => e.checkVisibility())
  .map(e => e.getBoundingClientRect().height)"""
# of each root that is seen, how much wider it is than what it is taken of
ROOTS = """() => [...document.querySelectorAll("msqrt")].filter(e => e.checkVisibility()).map(e => {
  const wide = part => part.getBoundingClientRect().width;
  const inside = [...e.children].reduce((sum, part) => sum + wide(part), 0);
  return (wide(e) - inside) / parseFloat(getComputedStyle(e).fontSize);
})"""
# how many formulas are followed by something that touches them, and where that is on the next line
TORN = """() => {
  const ends = [...document.querySelectorAll("article :is(.whole, span.math)")].flatMap(held => {
    const last = [...held.childNodes].findLast(part => part.nodeName === "math");
    const text = last && (last.nextSibling ?? held.nextSibling);
    return text?.nodeType === 3 && /^\\S/.test(text.data) ? [[last, text]] : [];
  });
  const torn = ends.filter(([last, text]) => {
    const sign = new Range();
    sign.setStart(text, 0);
    sign.setEnd(text, 1);
    return sign.getBoundingClientRect().left < last.getBoundingClientRect().left - 1;
  });
  return [ends.length, torn.map(([last, text]) => last.textContent + text.data)];
}"""
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? []
  : [...document.querySelectorAll("main *")]
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("math"))
    .slice(0, 5).map(e => e.outerHTML.slice(0, 120))"""
# how many places there are for live figures, how many live, and pictures that still stand there
LIVE = """() => [".svm-place", ".svm-place .svm-live", ".svm-place img"]
  .map(all => [...document.querySelectorAll(all)].filter(e => e.checkVisibility()).length)"""
# whether something is seen to change within two seconds after an act on live figures
CHANGES = """
const frame = () => new Promise(requestAnimationFrame);
const changes = async (look, act) => {
  const before = look();
  act();
  for (let k = 0; k < 120; k++) {
    await frame();
    if (look() !== before) return true;
  }
  return false;
};"""
# of each live figure whether its first knob moves it; the hard margin has none: choose a point
STIR = f"""async () => {{
  {CHANGES}
  const pixels = {PIXELS}, still = [];
  for (const figure of document.querySelectorAll(".svm-live")) {{
    figure.scrollIntoView();
    const knob = [...figure.querySelectorAll("input[type=range]")].find(e => e.checkVisibility());
    const act = () => {{
      if (knob) knob.value = knob.value === knob.min ? knob.max : knob.min;
      const target = knob ?? figure.querySelector(".svm-plot[tabindex]");
      target.dispatchEvent(knob ? new Event("input", {{ bubbles: true }})
        : new KeyboardEvent("keydown", {{ key: "n", bubbles: true, cancelable: true }}));
    }};
    if (!await changes(() => pixels(figure), act)) still.push(figure.closest("[id]").id);
  }}
  return still;
}}"""
# whether a link to a situation, followed on its page, changes what knobs and sentences say
SITUATION = f"""async told => {{
  {CHANGES}
  const value = e => /radio|checkbox/.test(e.type) ? e.checked : e.value;
  const shown = () => [...document.querySelectorAll(".svm-place .svm-live")].map(figure =>
    [...figure.querySelectorAll("input, select")].map(value).join("|")
    + [...figure.querySelectorAll(".svm-facts, .svm-status")].map(e => e.textContent).join("|"));
  return changes(() => shown().join("\\n"), () => {{ location.hash = told; }});
}}"""
# of each question: how many comments are seen at first, then for a wrong and a right answer how
# many, the comment, and what a screen reader says
ANSWER_ALL = """() => [...document.querySelectorAll(".quiz")].map(quiz => {
  const seen = () => [...quiz.querySelectorAll(".quiz-feedback")].filter(f => f.checkVisibility());
  const answer = kind => {
    const chosen = quiz.querySelector(`.quiz-answer.${kind}`);
    chosen.querySelector("label").click();
    const status = quiz.querySelector("[role=status]").textContent;
    return [seen().length, chosen.querySelector(".quiz-feedback").innerText, status];
  };
  return [seen().length, answer("wrong"), answer("right")];
})"""
OPEN_SOLUTIONS = """() => {
  const solutions = [...document.querySelectorAll("details.solution")];
  const seen = () => solutions.map(s => s.querySelector("pre").checkVisibility());
  const before = seen();
  for (const solution of solutions) solution.querySelector("summary").click();
  return [document.querySelectorAll(".exercise").length, before, seen()];
}"""


@pytest.fixture(scope="module")
def situations(site):
    """By page, what the links of the teacher's page say to its live figures."""
    links = html.parse(site / "book/teaching.html").getroot().xpath("//a[contains(@href, '#svm=')]")
    found = {}
    for page, _, told in (link.get("href").removeprefix("../").partition("#") for link in links):
        found.setdefault(page, []).append(told)
    return found


@pytest.fixture(scope="module")
def looks():
    """The looks of words that were met: what is alike on many pages is judged on the first."""
    return []


def base_of(request, kind):
    """Address of the site, served or in a folder."""
    if kind == "http":
        return request.getfixturevalue("server")
    return request.getfixturevalue("site").as_uri() + "/"


@pytest.fixture(scope="module", params=VISITS, ids="-".join)
def visit(request, chromium, situations, looks):
    """What there is to know of a page, as a small phone shows it: opening it takes long."""
    kind, page = request.param
    settings = {"color_scheme": "light", "reduced_motion": "reduce"}
    with opened(chromium, base_of(request, kind), page, SLIM, **settings) as (tab, errors, foreign):
        tab.evaluate(EAGER)
        tab.evaluate(WAKE)
        tab.wait_for_function(READY)
        facts = SimpleNamespace(page=page, errors=errors, foreign=foreign)
        facts.broken, facts.live = tab.evaluate(BROKEN), tab.evaluate(LIVE)
        facts.fonts, facts.formulas = tab.evaluate(FONTS), tab.evaluate(FORMULAS)
        facts.roots = tab.evaluate(ROOTS)
        told = situations.get(page, []) if kind == "http" else []
        facts.ignored = [link for link in told if not tab.evaluate(SITUATION, link)]
        facts.still = tab.evaluate(STIR)
        facts.quizzes, facts.solutions = tab.evaluate(ANSWER_ALL), tab.evaluate(OPEN_SOLUTIONS)
        tab.evaluate(OPEN_ALL)
        facts.too_wide, facts.torn = tab.evaluate(TOO_WIDE), tab.evaluate(TORN)
        facts.unreadable = unreadable(tab, looks) if kind == "http" else {}
    return facts


def only(pages):
    """The visits of some of the pages."""
    visits = [case for case in VISITS if case[1] in pages]
    return pytest.mark.parametrize("visit", visits, ids="-".join, indirect=True)


def test_page_loads_cleanly(visit):
    assert (visit.errors, visit.foreign, visit.broken) == ([], [], [])


def test_nothing_is_wider_than_a_small_phone(visit):
    assert visit.too_wide == []


def test_no_line_begins_with_the_end_of_a_formula(visit):
    touched, torn = visit.torn
    assert touched > 100 or visit.page not in ("lectures/06-duality.html", "book/glossary.html")
    assert torn == []


def test_no_accessibility_violation(visit):
    """All rules in the light theme, those of colours in the dark one too."""
    assert not any(visit.unreadable.values()), visit.unreadable


@only(LECTURES)
def test_formulas_are_drawn_with_their_fonts(visit):
    assert visit.fonts["Book Math"] == "loaded" and "error" not in visit.fonts.values()
    assert len(visit.formulas) >= 20 and min(visit.formulas) > 2 and visit.formulas[0] > 8
    # the sign of a root is drawn though no page writes it, and leaves no hole behind what it is of
    assert all(0.3 < ems < 1 for ems in visit.roots)


@only(LECTURES)
def test_each_answer_of_a_quiz_has_its_comment(visit):
    assert visit.quizzes or visit.page in IN_DEPTH
    for before, *answers in visit.quizzes:
        assert before == 0, "comments are hidden at first"
        for verdict, (visible, text, status) in zip(("Not", "Right."), answers, strict=True):
            assert visible == 1 and text.startswith(verdict) and status.startswith(verdict)


@only(LECTURES)
def test_each_solution_opens(visit):
    """All are closed at first and show their code when open."""
    exercises, before, after = visit.solutions
    assert exercises == len(before) > 0
    assert not any(before) and all(after)


@only(LECTURES)
def test_live_figures_come_alive(visit):
    """And moving its first knob changes what each shows."""
    places, alive, pictures = visit.live
    assert (alive, pictures) == (places, 0)
    assert visit.still == []


@only(LECTURES)
def test_situations_for_the_blackboard_arrive(visit, situations):
    """Each link of the teacher's page changes what a live figure of this page shows."""
    assert len(situations) > 5
    assert visit.ignored == []


@pytest.mark.parametrize("page", ROOMY)
def test_no_accessibility_violation_where_there_is_room(page, server, chromium):
    with opened(chromium, server, page, color_scheme="light") as (tab, _, _):
        found = unreadable(tab, [])
    assert not any(found.values()), found


@pytest.mark.parametrize("kind", ["http", "file"])
def test_first_page_leads_to_the_landing_page(kind, request, chromium):
    base = base_of(request, kind)
    with opened(chromium, base, "index.html") as (tab, errors, foreign):
        tab.wait_for_url(f"{base}book/index.html")
        assert errors == [] and foreign == []


# ------------------------------------------------------------------------ the machinery of a page


@pytest.fixture(scope="module")
def lecture(server, chromium):
    """A lecture that tests share: what they unfold and answer no other looks at."""
    with opened(chromium, server, "lectures/12-your-own-data.html") as (tab, errors, _):
        yield tab
        assert errors == []


def feedback(answer):
    return answer.locator(".quiz-feedback")


def test_quiz_answers_mouse_and_keyboard(lecture):
    quiz, other = lecture.locator(".quiz").nth(0), lecture.locator(".quiz").nth(1)
    for kind in ("wrong", "right"):
        answer = quiz.locator(f".quiz-answer.{kind}").first
        answer.locator("label").click()
        assert feedback(answer).is_visible()
    answers = other.locator(".quiz-answer").all()
    answers[0].locator("input").focus()
    lecture.keyboard.press("Space")
    assert feedback(answers[0]).is_visible()
    lecture.keyboard.press("ArrowDown")
    assert feedback(answers[1]).is_visible() and not feedback(answers[0]).is_visible()


@pytest.mark.parametrize("kind", ["solution", "hide"])
def test_folds_open_by_mouse_and_keyboard(kind, lecture):
    for k, act in enumerate((lambda s: s.press("Enter"), lambda s: s.click())):
        fold = lecture.locator(f"details.{kind}").nth(k)
        code = fold.locator("pre").first
        assert not code.is_visible()
        act(fold.locator("summary").first)
        assert code.is_visible()


def test_print_shows_what_is_folded(lecture):
    closed = lecture.locator("details:not([open])")
    lecture.locator("details").first.evaluate("fold => { fold.open = true }")
    before = closed.count()
    lecture.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert closed.count() == 0
    lecture.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert closed.count() == before > 0, "only what the reader had opened stays open"


def test_print_shows_code_that_is_folded_at_once(lecture):
    """What fades in is not seen on paper; and a dark ground would hide the letters."""
    lecture.emulate_media(media="print", color_scheme="dark", reduced_motion="no-preference")
    faded, grounds = lecture.evaluate("""() => {
      const looks = (of, key) =>
        [...document.querySelectorAll(of)].map(e => getComputedStyle(e)[key]);
      for (const fold of document.querySelectorAll("details.hide")) fold.open = true;
      return [looks("details.hide > :not(summary)", "animationName"),
        looks(".cell_input", "backgroundColor")];
    }""")
    assert len(faded) > 5 and set(faded) == {"none"}
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}
    lecture.emulate_media(media="screen")


def test_brace_is_as_wide_as_what_it_holds(server, chromium):
    """Chromium may leave out what is far from the middle of a sign."""
    with opened(chromium, server, "lectures/14-a-million-points.html") as (tab, _, _):
        braces = tab.locator("munder > munder > mo")
        assert braces.count() >= 2
        for brace in braces.all():
            brace.scroll_into_view_if_needed()
            across = brace.evaluate(
                "e => e.previousElementSibling.getBoundingClientRect().toJSON()"
            )
            down = brace.bounding_box()
            clip = {**across, "y": down["y"], "height": down["height"]}
            picture = Image.open(io.BytesIO(tab.screenshot(clip=clip))).convert("L")
            left, _, right, _ = picture.point(lambda grey: 255 * (grey < 160)).getbbox()
            assert left < 0.1 * across["width"] and right > 0.9 * across["width"]


def test_code_in_a_table_stays_whole_on_a_phone(server, chromium):
    """The table scrolls instead, and its edge fades until its end is reached."""
    with opened(chromium, server, "book/notation.html", PHONE) as (tab, _, _):
        code = tab.locator("table.symbols:not(.calls) code")
        assert code.count() > 40
        lines = code.evaluate_all("all => all.map(e => [e.textContent, e.getClientRects().length])")
        assert [text for text, n in lines if n > 1] == []
        table = tab.locator("table.symbols").first
        tab.wait_for_function("() => document.querySelector('table.symbols.more')")
        table.evaluate("e => { e.scrollLeft = e.scrollWidth }")
        tab.wait_for_function("() => !document.querySelector('table.symbols').matches('.more')")


def test_index_of_terms_uses_the_width(server, chromium):
    with opened(chromium, server, "genindex.html", PHONE) as (tab, _, _):
        lists = tab.locator(".indextable td > ul")
        widths = lists.evaluate_all("all => all.map(e => e.offsetWidth)")
        assert min(widths) > 0.8 * PHONE["width"]


# ------------------------------------------------------------------------------------------ search

# of each mark of what was looked for: the letter before, the words, the letter after
MARKS = """() => [...(CSS.highlights.get("sought") ?? [])].map(mark => {
  const { startContainer: { data, parentElement }, startOffset: start, endOffset: end } = mark;
  if (!parentElement.closest("article, #search-results")) throw new Error("outside the text");
  return [data[start - 1] ?? "", data.slice(start, end).toLowerCase(), data[end] ?? ""];
})"""
GROUND = """() => getComputedStyle(document.querySelector("#search-results li"),
  "::highlight(sought)").backgroundColor"""
# a search is over, and each of its results has a line of its own or words from its page
SEARCHED = """told => {
  const results = [...document.querySelectorAll("#search-results ul.search > li")];
  const complete = results.every(result => result.querySelector(":scope > :is(span, p)"));
  const finished = /finished/.test(document.querySelector("#search-results").innerText);
  return finished && (complete || !told);
}"""


def search(tab, words, told=True):
    """Look for words on the page of search, until each result is told of; where they lead."""
    tab.goto(f"{tab.url.partition('search.html')[0]}search.html?q={words}")
    tab.wait_for_function(SEARCHED, arg=told)
    return tab.locator("#search-results li a").evaluate_all("all => all.map(a => a.href)")


@pytest.mark.parametrize("kind", ["http", "file"])
def test_search_finds_a_word(kind, request, chromium):
    """Served, each result shows what is written around it, also where it leads to a mere mark."""
    base = base_of(request, kind)
    with opened(chromium, base, "search.html") as (tab, errors, foreign):
        served = kind == "http"  # a browser keeps pages of a folder from one another
        assert any("lectures/" in address for address in search(tab, "hinge", served))
        assert any("svmlib" in address for address in search(tab, "svmlib.kernels", served))
        assert foreign == [] and (errors == [] or not served)


def test_words_that_were_looked_for_are_marked(server, chromium):
    """Whole ones, in the results and where one leads, until Esc; and on no other page."""
    with opened(chromium, server, "search.html") as (tab, errors, _):
        search(tab, "C")
        marks = tab.evaluate(MARKS)
        assert marks and {word for _, word, _ in marks} == {"c"}
        assert tab.evaluate(GROUND) == "rgb(255, 232, 148)"
        assert not [mark for mark in marks if mark[0].isalnum() or mark[2].isalnum()]
        assert tab.locator("#search-results li", has_text="Python").count() == 0
        search(tab, "hinge+loss")
        tab.locator("#search-results li a[href*='lectures/']").first.click()
        tab.wait_for_url("**/lectures/**")
        marks = tab.evaluate(MARKS)
        assert {word for _, word, _ in marks} == {"hinge", "loss"}
        assert not [mark for mark in marks if mark[0].isalnum()]
        tab.keyboard.press("Escape")
        assert tab.evaluate(MARKS) == []
        tab.locator(".prev-next-footer a").last.click()
        tab.wait_for_load_state()
        assert tab.evaluate(MARKS) == []
        assert "sphinx" not in tab.evaluate("() => JSON.stringify(localStorage)")
        assert errors == []


def test_search_is_reachable_from_a_page(server, chromium):
    """The button opens a field, and Enter in it leads to results."""
    with opened(chromium, server, "book/teaching.html") as (tab, errors, _):
        tab.locator(".search-button__button:visible").first.click()
        field = tab.locator("input[type=search]:visible").first
        icon = tab.locator("form.bd-search i:visible").first.bounding_box()
        padding = field.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)")
        assert icon["x"] + icon["width"] < field.bounding_box()["x"] + padding
        field.fill("hinge")
        field.press("Enter")
        tab.wait_for_url("**/search.html?q=hinge")
        tab.locator("#search-results li a").first.wait_for()
        assert errors == []
