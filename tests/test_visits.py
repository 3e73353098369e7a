"""Each page in a browser, visited once: what a reader meets there, whichever page it is."""

from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from lxml import html

from tests.browsing import (
    IN_DEPTH,
    LECTURES,
    MAIN,
    OPEN_ALL,
    READABLE,
    SLIM,
    WAKE,
    WIDE,
    go,
    opened,
    unreadable,
)

# opened as files too: one page of each folder, for how a page finds what it needs depends on that
AS_FILES = ["search.html", "book/index.html", MAIN[0], IN_DEPTH[0]]
VISITS = [*(("http", page) for page in READABLE), *(("file", page) for page in AS_FILES)]
# one page of each kind, quick ones, on which axe judges by all rules; the others weekly
KINDS = ["404.html", "book/index.html", "book/glossary.html", "book/notation.html",
         "book/teaching.html", "genindex.html", "search.html", MAIN[11], IN_DEPTH[11]]  # fmt: skip
LIGHT = {"color_scheme": "light", "reduced_motion": "reduce"}
# each place for a live figure has one that is at rest
READY = """() => [...document.querySelectorAll(".svm-place")]
  .every(place => place.querySelector(".svm-live[data-done=true]"))"""
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
# the pictures that stand for live figures and are still seen
PICTURES = """() => [...document.querySelectorAll(".svm-place img")]
  .filter(image => image.checkVisibility()).length"""
# whether a link to a situation, followed on its page, changes within two seconds what knobs and
# sentences of live figures say, which are at rest
SITUATION = """async told => {
  const frame = () => new Promise(requestAnimationFrame);
  const value = e => /radio|checkbox/.test(e.type) ? e.checked : e.value;
  const shown = () => [...document.querySelectorAll(".svm-place .svm-live")].map(figure =>
    [...figure.querySelectorAll("input, select")].map(value).join("|")
    + [...figure.querySelectorAll(".svm-facts, .svm-status")].map(e => e.textContent).join("|"))
    .join("\\n");
  await frame().then(frame);
  while (document.querySelector(".svm-live:not([data-done=true])")) await frame();
  const before = shown();
  location.hash = told;
  for (let k = 0; k < 120; k++) {
    await frame();
    if (shown() !== before) return true;
  }
  return false;
}"""
# of each question: how many comments are seen at first, then for a wrong and a right answer how
# many, the comment, and what a screen reader says
ANSWER_ALL = """() => [...document.querySelectorAll(".quiz")].map(quiz => {
  const seen = () => [...quiz.querySelectorAll(".quiz-feedback")].filter(f => f.checkVisibility());
  const answer = kind => {
    const chosen = quiz.querySelector(`.quiz-answer.${kind}`);
    chosen.querySelector("label").click();
    const status = quiz.querySelector("[role=status]").textContent;
    return [seen().length, chosen.querySelector(".quiz-feedback")?.innerText ?? "", status];
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


@pytest.fixture(scope="module")
def tabs(chromium, bases):
    """By kind of address a small phone that goes from page to page, with its lists of faults."""
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(opened(chromium, base, "404.html", SLIM, **LIGHT))
            for kind, base in bases.items()
        }


@pytest.fixture(scope="module", params=VISITS, ids="-".join)
def visit(request, tabs, bases, situations, looks):
    """What there is to know of a page: opening it takes long."""
    kind, page = request.param
    tab, errors, foreign = tabs[kind]
    tab.emulate_media(color_scheme="light")
    tab.goto("about:blank")  # the page before was spent: what it says on leaving is not this page's
    errors.clear()
    foreign.clear()
    go(tab, bases[kind] + page)
    tab.evaluate(WAKE)
    tab.wait_for_function(READY)
    facts = SimpleNamespace(page=page, pictures=tab.evaluate(PICTURES))
    facts.fonts, facts.formulas = tab.evaluate(FONTS), tab.evaluate(FORMULAS)
    facts.roots = tab.evaluate(ROOTS)
    told = situations.get(page, []) if kind == "http" else []
    facts.ignored = [link for link in told if not tab.evaluate(SITUATION, link)]
    facts.quizzes, facts.solutions = tab.evaluate(ANSWER_ALL), tab.evaluate(OPEN_SOLUTIONS)
    tab.evaluate(OPEN_ALL)
    facts.too_wide, facts.torn = tab.evaluate(TOO_WIDE), tab.evaluate(TORN)
    facts.errors, facts.foreign = [*errors], [*foreign]
    facts.unreadable = unreadable(tab, looks, page in KINDS) if kind == "http" else []
    return facts


def only(pages):
    """The visits of some of the pages."""
    visits = [case for case in VISITS if case[1] in pages]
    return pytest.mark.parametrize("visit", visits, ids="-".join, indirect=True)


def test_page_loads_cleanly(visit):
    assert (visit.errors, visit.foreign) == ([], [])


def test_nothing_is_wider_than_a_small_phone(visit):
    assert visit.too_wide == []


def test_no_line_begins_with_the_end_of_a_formula(visit):
    touched, torn = visit.torn
    assert touched > 100 or visit.page not in ("lectures/06-duality.html", "book/glossary.html")
    assert torn == []


def test_no_accessibility_violation(visit):
    """Colours in both themes; on a page of each kind all rules in the light one."""
    assert visit.unreadable == []


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
    """Nothing stands in for them any more; what they do is tested on pages of their own."""
    assert visit.pictures == 0


@only(LECTURES)
def test_situations_for_the_blackboard_arrive(visit, situations):
    """Each link of the teacher's page changes what a live figure of this page shows."""
    assert len(situations) > 5
    assert visit.ignored == []


@pytest.mark.parametrize("page", ["book/teaching.html", "lectures/12-your-own-data.html"])
def test_no_accessibility_violation_where_there_is_room(page, server, chromium, looks):
    with opened(chromium, server, page, **LIGHT) as (tab, _, _):
        assert unreadable(tab, looks, page in KINDS) == []


@pytest.mark.weekly
@pytest.mark.parametrize("size", [SLIM, WIDE], ids=["slim", "wide"])
@pytest.mark.parametrize("page", READABLE)
def test_no_accessibility_violation_by_all_rules(page, size, server, chromium):
    with opened(chromium, server, page, size, **LIGHT) as (tab, _, _):
        tab.evaluate(WAKE)
        tab.wait_for_function(READY)
        assert unreadable(tab, []) == []
