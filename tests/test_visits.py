"""Each page in a browser, visited once: what a reader meets there, whichever page it is."""

from contextlib import ExitStack

import pytest

from tests.browsing import OPEN_ALL, SLIM, WAKE, WIDE, go, inaccessible, opened
from tests.pages import IN_DEPTH, LECTURES, MAIN, READABLE

# opened as files too: one page of each folder, for how a page finds what it needs depends on that
AS_FILES = ["search.html", "book/index.html", MAIN[0], IN_DEPTH[0]]
VISITS = [*(("http", page) for page in READABLE), *(("file", page) for page in AS_FILES)]
# on one page of each kind, quick ones, axe judges every day; of the others weekly
KINDS = ["404.html", "book/index.html", "book/teaching.html", "search.html", MAIN[11], IN_DEPTH[11]]
WEEKLY = [*((page, SLIM) for page in READABLE if page not in KINDS),
          *((page, WIDE) for page in READABLE)]  # fmt: skip
LIGHT = {"color_scheme": "light", "reduced_motion": "reduce"}
# each place for a live figure has one that is at rest
READY = """() => [...document.querySelectorAll(".svm-place")]
  .every(place => place.querySelector(".svm-live[data-done=true]"))"""
FONTS = """() => Object.fromEntries(
  [...document.fonts].map(font => [font.family.replaceAll('"', ""), font.status]))"""
FORMULAS = """() => [...document.querySelectorAll("math")].filter(e => e.checkVisibility())
  .map(e => e.getBoundingClientRect().height)"""
# of each root that is seen: how wide its sign is, which no page writes, without a hole behind it
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
OPEN_SOLUTIONS = """() => {
  const solutions = [...document.querySelectorAll("details.solution")];
  const seen = () => solutions.map(s => s.querySelector("pre").checkVisibility());
  const before = seen();
  for (const solution of solutions) solution.querySelector("summary").click();
  return [document.querySelectorAll(".exercise").length, before, seen()];
}"""


@pytest.fixture(scope="module")
def met():
    """Looks that had the focus in this run; most are the same on all pages."""
    return set()


@pytest.fixture(scope="module")
def tabs(chromium, bases):
    """By kind of address a small phone that goes from page to page, with its lists of faults."""
    with ExitStack() as stack:
        yield {
            kind: stack.enter_context(opened(chromium, base, "404.html", SLIM, **LIGHT))
            for kind, base in bases.items()
        }


@pytest.mark.parametrize("kind, page", VISITS)
def test_a_page_is_whole_on_a_small_phone(kind, page, tabs, bases):
    """It loads alone and without complaint, its parts come alive, and all of it fits."""
    tab, errors, foreign = tabs[kind]
    tab.goto("about:blank")  # what the page before says on leaving is not this page's
    tab.emulate_media(color_scheme="light")
    errors.clear()
    foreign.clear()
    go(tab, bases[kind] + page)
    tab.evaluate(WAKE)
    tab.wait_for_function(READY)
    assert tab.locator(".svm-place img:visible").count() == 0, (
        "nothing stands in for a live figure any more"
    )
    if page in LECTURES:
        fonts, formulas = tab.evaluate(FONTS), tab.evaluate(FORMULAS)
        fonts.pop("Like Book Text")  # not every system has one of those it names
        assert fonts["Book Math"] == fonts["Book Text"] == "loaded"
        assert "error" not in fonts.values()
        assert len(formulas) >= 20 and min(formulas) > 2 and formulas[0] > 8
        assert all(0.3 < ems < 1 for ems in tab.evaluate(ROOTS)), "a root and what it is of"
    exercises, before, after = tab.evaluate(OPEN_SOLUTIONS)
    assert not any(before) and all(after), "solutions show their code when open, not before"
    if page in LECTURES:
        assert exercises == len(before) > 0
    tab.evaluate(OPEN_ALL)
    assert tab.evaluate(TOO_WIDE) == []
    touched, torn = tab.evaluate(TORN)
    assert touched > 100 or page not in ("lectures/06-duality.html", "book/glossary.html")
    assert torn == [], "no line begins with the end of a formula"
    assert (errors, foreign) == ([], [])
    assert kind == "file" or page not in KINDS or inaccessible(tab) == []


@pytest.mark.weekly
@pytest.mark.parametrize("page, size", WEEKLY)
def test_a_page_is_accessible(page, size, server, chromium, met):
    """By keyboard; by all rules of axe in the light theme, by those of colours in the dark one."""
    with opened(chromium, server, page, size, **LIGHT) as (tab, _, _):
        tab.evaluate(WAKE)
        tab.wait_for_function(READY)
        assert inaccessible(tab, met) == []
