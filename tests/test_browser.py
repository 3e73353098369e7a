"""The pages in a real browser: from a server and from a folder, by mouse and by keyboard."""

import io
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image

from tests.test_site import PAGES

READABLE = [page for page in PAGES if page != "index.html"]  # which leads to the landing page
LECTURES = [page for page in PAGES if page.startswith("lectures/")]
MAIN = [page for page in LECTURES if "/in-depth/" not in page]
IN_DEPTH = [page for page in LECTURES if page not in MAIN]
# opened as files too: all but lectures, of these one of each folder; how a page finds what it needs
# depends on its folder alone (404.html is only shown by a server, from any depth)
AS_FILES = [p for p in READABLE if p not in (*LECTURES, "404.html")] + [MAIN[0], IN_DEPTH[0]]
WIDE, PHONE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}, 320
LAPTOP = {"width": 1280, "height": 720}
LOCAL = ("data:", "blob:", "about:")
FONTS = "() => document.fonts.ready.then(() => [...document.fonts].map(f => [f.family, f.status]))"
TOO_WIDE = """() => [...document.querySelectorAll("main *")]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("math"))
  .slice(0, 5).map(e => e.outerHTML.slice(0, 120))"""
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
OPEN_ALL = "() => document.querySelectorAll('details').forEach(d => { d.open = true })"
PIXELS = "e => [...e.querySelectorAll('canvas')].map(c => c.toDataURL()).join('')"
SHOWN = """all => all.map(figure => [...figure.querySelectorAll("input, select")]
  .map(e => e.type === "radio" || e.type === "checkbox" ? e.checked : e.value).join("|")
  + [...figure.querySelectorAll(".svm-facts, .svm-status")].map(e => e.textContent).join("|"))"""
# live figures come alive as a reader comes near, or all when the address leads into their page
WAKE = "() => dispatchEvent(new HashChangeEvent('hashchange'))"
DRAWN = """() => [...document.querySelectorAll(".svm-live")]
  .every(figure => figure.dataset.done === "true")"""
STEP = 30_000  # ms: the longest that anything in a browser may take on a busy machine
# for a page that tests share: what is folded, and as it was before
REMEMBER = "() => { window.foldedAtFirst = [...document.querySelectorAll('details:not([open])')] }"
RESTORE = """() => {
  for (const fold of window.foldedAtFirst) fold.open = false;
  for (const input of document.querySelectorAll(".quiz input")) input.checked = false;
  for (const status of document.querySelectorAll(".quiz [role=status]")) status.textContent = "";
}"""
# of each question: how many comments are seen at first, then for a wrong and a right answer how
# many, the comment, and what a screen reader says
ANSWER_ALL = """() => [...document.querySelectorAll(".quiz")].map(quiz => {
  for (const input of quiz.querySelectorAll("input")) input.checked = false;
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
  for (const solution of solutions) if (!solution.open) solution.querySelector("summary").click();
  return [before, seen()];
}"""
# of all words with the same elements, classes and styles above them, which have the same colours,
# the first three that these tests meet are marked; single letters are not: axe does not judge them.
# Then what is left of formulas and of coloured code is made into plain text, in which axe finds
# nothing to ask, and for which it takes most of its time
MARK = """seen => {
  for (const formula of document.querySelectorAll("math")) {
    if (!formula.querySelector("[id], [href], [role], [tabindex]")) formula.replaceWith("formula");
  }
  const own = e => `${e.tagName}.${e.className}.${e.style.cssText}`;
  const look = e => e ? `${look(e.parentElement)}>${own(e)}` : "";
  const word = node => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1;
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("math") || ![...e.childNodes].some(word)) continue;
    const its = look(e);
    seen[its] = (seen[its] ?? 0) + 1;
    if (seen[its] <= 3) e.dataset.scan = "";
  }
  for (const token of document.querySelectorAll(":is(pre, code, .sig) span")) {
    if (!token.matches("[id], [data-scan], :has([id], [href], [data-scan])"))
      token.replaceWith(...token.childNodes);
  }
  return seen;
}"""
# of each mark of what was looked for: the letter before, the words, the letter after
MARKS = """() => [...(CSS.highlights.get("sought") ?? [])].map(mark => {
  const { startContainer: { data, parentElement }, startOffset: start, endOffset: end } = mark;
  if (!parentElement.closest("article, #search-results")) throw new Error("outside the text");
  return [data[start - 1] ?? "", data.slice(start, end).toLowerCase(), data[end] ?? ""];
})"""
# a search is over, and each of its results has a line of its own or words from its page
SEARCHED = """() => {
  const results = [...document.querySelectorAll("#search-results ul.search > li")];
  const told = results.every(result => result.querySelector(":scope > :is(span, p)"));
  return /finished/.test(document.querySelector("#search-results").innerText) && told;
}"""
OF_COLOURS = {"color-contrast": "[data-scan]", "link-in-text-block": "a[href][data-scan]"}


def opened_as(*kinds, pages):
    """Run a test for each page from a server, and for the few of AS_FILES from a folder."""
    cases = [(kind, p) for kind in kinds for p in pages if kind == "http" or p in AS_FILES]
    return pytest.mark.parametrize(("base", "page"), cases, indirect=["base"])


@contextmanager
def opened(chromium, base, page, viewport=WIDE, **settings):
    """The page in a fresh context, with lists of its errors and of requests to other hosts."""
    context = chromium.new_context(viewport=viewport, **settings)
    context.set_default_timeout(STEP)
    context.set_default_navigation_timeout(2 * STEP)
    errors, foreign = [], []

    def answer(route):
        if route.request.url.startswith((base, *LOCAL)):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    def console(message):
        if message.type in ("error", "warning"):
            errors.append(message.text)

    context.route("**/*", answer)
    tab = context.new_page()
    tab.on("console", console)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    try:
        tab.goto(base + page, wait_until="load")
        tab.wait_for_function("() => document.fonts.status === 'loaded'")
        yield tab, errors, foreign
    finally:
        context.close()


@pytest.fixture(scope="module")
def shelf(chromium):
    """The page that was opened last, for the next test of the same one: opening takes long."""
    last = SimpleNamespace(key=None, stack=ExitStack(), page=None)
    yield last
    last.stack.close()


@pytest.fixture
def shared(shelf, base, page, chromium):
    """(tab, errors, foreign) of a page as it is when it has just been opened, open or not."""
    if shelf.key != (base, page):
        shelf.stack.close()
        shelf.key = None
        settings = {"color_scheme": "light", "reduced_motion": "reduce"}
        shelf.page = shelf.stack.enter_context(opened(chromium, base, page, **settings))
        shelf.page[0].evaluate(WAKE)
        shelf.page[0].evaluate(REMEMBER)
        shelf.key = (base, page)
    yield shelf.page
    tab = shelf.page[0]
    tab.set_viewport_size(WIDE)
    tab.evaluate(RESTORE)


@opened_as("http", "file", pages=READABLE)
def test_page_loads_cleanly(page, shared):
    tab, errors, foreign = shared
    # pictures load lazily: as a reader comes near, which would take long on these pages
    tab.evaluate("() => [...document.images].forEach(i => { i.loading = 'eager'; })")
    tab.wait_for_function("() => [...document.images].every(i => i.complete)")
    broken = "() => [...document.images].filter(i => !i.naturalWidth).map(i => i.src)"
    assert tab.evaluate(broken) == []
    assert errors == []
    assert foreign == []


def test_first_page_leads_to_the_landing_page(base, chromium):
    with opened(chromium, base, "index.html") as (tab, errors, foreign):
        tab.wait_for_url(f"{base}book/index.html")
        assert errors == [] and foreign == []


def test_old_address_leads_to_the_same_place(base, chromium):
    with opened(chromium, base, "lectures/05-duality.html#lecture-duality") as (tab, errors, _):
        tab.wait_for_url(f"{base}lectures/06-duality.html#lecture-duality")
        assert errors == []


@opened_as("http", "file", pages=LECTURES)
def test_formulas_are_drawn_with_their_fonts(page, shared):
    tab, _, _ = shared
    fonts = tab.evaluate(FONTS)
    assert ["Book Math", "loaded"] in [[family.strip('"'), status] for family, status in fonts]
    assert [family for family, status in fonts if status == "error"] == []
    boxes = tab.locator("math:visible")
    assert boxes.count() >= 20
    assert boxes.first.bounding_box()["height"] > 8
    # the sign of a root is drawn though no page writes it, and leaves no hole behind what it is of
    assert all(0.3 < ems < 1 for ems in tab.evaluate(ROOTS))


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("page", ["lectures/06-duality.html", "book/glossary.html"])
def test_no_line_begins_with_the_end_of_a_formula(page, viewport, server, chromium):
    with opened(chromium, server, page, viewport) as (tab, _, _):
        tab.evaluate(OPEN_ALL)
        touched, torn = tab.evaluate(TORN)
        assert touched > 100 and torn == []


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


def test_situations_for_the_blackboard_arrive(server, chromium):
    """Each link of the teacher's page opens a live figure that shows what the link says."""
    with opened(chromium, server, "book/teaching.html") as (tab, _, _):
        links = tab.locator(".situations a").evaluate_all("all => all.map(a => a.href)")
    assert len(links) > 5

    def shown(address):
        with opened(chromium, server, address) as (tab, errors, _):
            tab.evaluate(WAKE)
            tab.wait_for_function(DRAWN)
            assert errors == []
            return tab.locator(".svm-place .svm-live").evaluate_all(SHOWN)

    targets = [link.removeprefix(server).partition("#") for link in links]
    plain = {page: shown(page) for page in {page for page, _, _ in targets}}
    for page, _, told in targets:
        name, _, state = unquote(told.removeprefix("svm=")).partition(":")
        assert shown(f"{page}#{told}") != plain[page], f"{name} on {page} ignores {state}"


@opened_as("http", pages=READABLE)
def test_nothing_is_wider_than_a_phone(page, shared):
    tab, _, _ = shared
    tab.evaluate(OPEN_ALL)
    tab.set_viewport_size({**PHONE, "width": NARROW})
    width = tab.evaluate("() => document.documentElement.scrollWidth")
    assert width <= NARROW, tab.evaluate(TOO_WIDE)


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


def feedback(answer):
    return answer.locator(".quiz-feedback")


@opened_as("http", "file", pages=MAIN)
def test_quiz_answers_a_click(page, shared):
    """A real one on the first question; on the others, each in turn, as the browser acts it."""
    tab, _, _ = shared
    first = tab.locator(".quiz").first
    for kind in ("wrong", "right"):
        answer = first.locator(f".quiz-answer.{kind}").first
        answer.locator("label").click()
        assert feedback(answer).is_visible()
    said = tab.evaluate(ANSWER_ALL)
    assert len(said) == tab.locator(".quiz").count() > 0
    for before, *answers in said:
        assert before == 0, "feedback is hidden at first"
        for verdict, (visible, text, status) in zip(("Not", "Right."), answers, strict=True):
            assert visible == 1 and text.startswith(verdict) and status.startswith(verdict)


@opened_as("http", pages=MAIN)
def test_quiz_answers_the_keyboard(page, shared):
    tab, _, _ = shared
    quiz = tab.locator(".quiz").first
    answers = quiz.locator(".quiz-answer").all()
    answers[0].locator("input").focus()
    tab.keyboard.press("Space")
    assert feedback(answers[0]).is_visible()
    tab.keyboard.press("ArrowDown")
    assert feedback(answers[1]).is_visible() and not feedback(answers[0]).is_visible()


@opened_as("http", "file", pages=LECTURES)
def test_solutions_open(page, shared):
    """By mouse and by keyboard; all are closed at first and show their code when open."""
    tab, _, _ = shared
    solutions = tab.locator("details.solution")
    count = solutions.count()
    assert count == tab.locator(".exercise").count() > 0
    for k, act in enumerate((lambda s: s.press("Enter"), lambda s: s.click())[:count]):
        code = solutions.nth(k).locator("pre").first
        assert not code.is_visible()
        act(solutions.nth(k).locator("summary").first)
        assert code.is_visible()
    before, after = tab.evaluate(OPEN_SOLUTIONS)
    assert sum(before) == min(2, count) and all(after)


@opened_as("http", "file", pages=LECTURES)
def test_folded_code_opens(page, shared):
    tab, _, _ = shared
    folded = tab.locator("details.hide").first
    code = folded.locator("pre").first
    assert not code.is_visible()
    folded.locator("summary").click()
    assert code.is_visible() and "use_style" in code.inner_text()


@opened_as("http", pages=LECTURES)
def test_live_figures_come_alive(page, shared):
    """And moving its first knob changes what it shows."""
    tab, errors, _ = shared
    figures = tab.locator(".svm-place .svm-live")
    assert figures.count() == tab.locator(".svm-place").count()
    assert tab.locator(".svm-place img:visible").count() == 0
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        tab.wait_for_timeout(100)
        before = figure.evaluate(PIXELS)
        knob = figure.locator("input[type=range]:visible")
        if knob.count():
            least = knob.first.input_value() == knob.first.get_attribute("min")
            knob.first.press("End" if least else "Home")
        else:  # the hard margin has none: choose a point
            figure.locator(".svm-plot[tabindex]").press("n")
        tab.wait_for_timeout(100)
        assert figure.evaluate(PIXELS) != before
    assert errors == []


def violations(tab, **options):
    """What axe finds, of colours on marked words alone: (rule, what it asks, first places)."""
    rules = [{"id": rule, "selector": marked} for rule, marked in OF_COLOURS.items()]
    tab.evaluate("rules => axe.configure({ rules })", rules)
    run = "options => axe.run(options).then(found => found.violations)"
    found = tab.evaluate(run, {"resultTypes": ["violations"], **options})
    return [(v["id"], v["help"], [n["target"] for n in v["nodes"]][:3]) for v in found]


@pytest.fixture(scope="module")
def looks():
    """How often words of each look were met: what is alike on many pages is judged on the first."""
    return {}


@opened_as("http", pages=READABLE)
def test_no_accessibility_violation(page, shared, shelf, looks):
    """All rules in the light theme, those of colours in the dark one too."""
    tab, _, _ = shared
    tab.evaluate(OPEN_ALL)
    looks.update(tab.evaluate(MARK, looks))
    shelf.key = None  # the page is spent
    tab.evaluate(AXE_SCRIPT)
    for scheme, options in (("light", {}), ("dark", {"runOnly": [*OF_COLOURS]})):
        tab.emulate_media(color_scheme=scheme)
        tab.wait_for_function(f"() => document.documentElement.dataset.theme === '{scheme}'")
        assert violations(tab, **options) == [], scheme


@pytest.mark.parametrize("word", ["hinge", "svmlib.kernels"])
def test_search_finds_a_word(word, server, chromium):
    """And each result shows what is written around it, also where it leads to a mere mark."""
    with opened(chromium, server, f"search.html?q={word}") as (tab, errors, foreign):
        tab.wait_for_function(SEARCHED)
        found = tab.locator("#search-results li a").evaluate_all("all => all.map(a => a.href)")
        assert any("lectures/" in address or "svmlib" in address for address in found)
        assert errors == [] and foreign == []


def test_words_that_were_looked_for_are_marked(server, chromium):
    """Whole ones, in the results and where one leads, until Esc; and on no other page."""
    with opened(chromium, server, "search.html?q=C") as (tab, errors, _):
        tab.wait_for_function(SEARCHED)
        marks = tab.evaluate(MARKS)
        assert marks and {word for _, word, _ in marks} == {"c"}
        ground = (
            "() => getComputedStyle(document.querySelector('#search-results li'),"
            " '::highlight(sought)').backgroundColor"
        )
        assert tab.evaluate(ground) == "rgb(255, 232, 148)"
        assert not [mark for mark in marks if mark[0].isalnum() or mark[2].isalnum()]
        assert tab.locator("#search-results li", has_text="Python").count() == 0
        tab.goto(f"{server}search.html?q=hinge+loss")
        tab.wait_for_function(SEARCHED)
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
    with opened(chromium, server, LECTURES[0]) as (tab, errors, _):
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


def test_print_shows_code_that_is_folded_at_once(server, chromium):
    """What fades in is not seen on paper; and a dark ground would hide the letters."""
    page = "lectures/08-kernels.html"
    with opened(chromium, server, page, color_scheme="dark", reduced_motion="no-preference") as (
        tab, _, _,
    ):  # fmt: skip
        tab.evaluate(OPEN_ALL)
        tab.emulate_media(media="print")
        faded, grounds = tab.evaluate("""() => {
          const looks = (of, key) =>
            [...document.querySelectorAll(of)].map(e => getComputedStyle(e)[key]);
          return [looks("details.hide > :not(summary)", "animationName"),
            looks(".cell_input", "backgroundColor")];
        }""")
        assert len(faded) > 5 and set(faded) == {"none"}
        assert set(grounds) == {"rgba(0, 0, 0, 0)"}


def test_print_shows_what_is_folded(server, chromium):
    with opened(chromium, server, LECTURES[0]) as (tab, _, _):
        closed = tab.locator("details:not([open])")
        before = closed.count()
        tab.locator("details").first.evaluate("fold => { fold.open = true }")
        tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        assert closed.count() == 0
        tab.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert closed.count() == before - 1 > 0, "only what the reader had opened stays open"
