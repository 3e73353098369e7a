"""Each page in a browser, visited once: what a reader meets there, whichever page it is."""

from contextlib import ExitStack

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
# on one page of each kind, quick ones, axe judges every day; of the others weekly
KINDS = ["404.html", "book/index.html", "book/glossary.html", "book/teaching.html", "search.html",
         MAIN[11], IN_DEPTH[11]]  # fmt: skip
DAILY = [*((page, "slim") for page in KINDS), ("book/teaching.html", "wide")]
JUDGED = [pytest.param(page, size, marks=[pytest.mark.weekly] * ((page, size) not in DAILY))
          for page in READABLE for size in ("slim", "wide")]  # fmt: skip
SIZES = {"slim": SLIM, "wide": WIDE}
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
def tabs(chromium, bases):
    """By kind of address a small phone that goes from page to page, with its lists of faults."""
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(opened(chromium, base, "404.html", SLIM, **LIGHT))
            for kind, base in bases.items()
        }


@pytest.mark.parametrize("kind, page", VISITS)
def test_a_page_is_whole_on_a_small_phone(kind, page, tabs, bases, situations):
    """It loads alone and without complaint, its parts come alive and answer, and all of it fits."""
    tab, errors, foreign = tabs[kind]
    tab.goto("about:blank")  # what the page before says on leaving is not this page's
    errors.clear()
    foreign.clear()
    go(tab, bases[kind] + page)
    tab.evaluate(WAKE)
    tab.wait_for_function(READY)
    assert tab.evaluate(PICTURES) == 0, "nothing stands in for a live figure any more"
    if page in LECTURES:
        formulas_are_drawn_with_their_fonts(tab)
    assert len(situations) > 5
    told = situations.get(page, []) if kind == "http" else []
    ignored = [link for link in told if not tab.evaluate(SITUATION, link)]
    assert ignored == [], "each link of the teacher's page changes what a live figure shows"
    quizzes, (exercises, before, after) = tab.evaluate(ANSWER_ALL), tab.evaluate(OPEN_SOLUTIONS)
    assert not any(before) and all(after), "solutions show their code when open, not before"
    if page in LECTURES:
        assert exercises == len(before) > 0
        assert quizzes or page in IN_DEPTH
    for hidden, *answers in quizzes:
        assert hidden == 0, "comments are hidden at first"
        for verdict, (visible, text, status) in zip(("Not", "Right."), answers, strict=True):
            assert visible == 1 and text.startswith(verdict) and status.startswith(verdict)
    tab.evaluate(OPEN_ALL)
    assert tab.evaluate(TOO_WIDE) == []
    touched, torn = tab.evaluate(TORN)
    assert touched > 100 or page not in ("lectures/06-duality.html", "book/glossary.html")
    assert torn == [], "no line begins with the end of a formula"
    assert (errors, foreign) == ([], [])


def formulas_are_drawn_with_their_fonts(tab):
    """The sign of a root, too, which no page writes; it leaves no hole behind what it is of."""
    fonts, formulas = tab.evaluate(FONTS), tab.evaluate(FORMULAS)
    assert fonts["Book Math"] == "loaded" and "error" not in fonts.values()
    assert len(formulas) >= 20 and min(formulas) > 2 and formulas[0] > 8
    assert all(0.3 < ems < 1 for ems in tab.evaluate(ROOTS))


@pytest.mark.parametrize("page, size", JUDGED)
def test_no_accessibility_violation(page, size, server, chromium):
    """By all rules in the light theme, by those of colours in the dark one."""
    with opened(chromium, server, page, SIZES[size], **LIGHT) as (tab, _, _):
        tab.evaluate(WAKE)
        tab.wait_for_function(READY)
        assert unreadable(tab) == []
