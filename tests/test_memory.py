"""What a browser remembers of the book: the place, ticked answers; and how it forgets them."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browsing import PHONE, opened, sound

LECTURE, LANDING = "lectures/12-your-own-data.html", "book/index.html"
DEPTH = "lectures/in-depth/12-your-own-data.html"
SECTION, WORDS = "split-as-it-will-be-used", "lecture 12, section 12.3"
PAGE = "book/review.html"  # of questions that were missed
KEYS = "() => Object.keys(localStorage)"
STORED = "() => JSON.stringify({...localStorage})"
KEPT = """place => Object.entries(localStorage).some(([key, kept]) =>
  key.endsWith(":1") && JSON.parse(kept).place?.address.includes(place))"""
HIDE = """name => {
  document.getElementById(name).scrollIntoView({behavior: "instant"});
  Object.defineProperty(document, "visibilityState", {value: "hidden"});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# what a browser does that keeps nothing for a page, and one whose store is full
REFUSALS = {
    "blocked": """Object.defineProperty(window, "localStorage", {
      get() { throw new Error("refused"); } });""",  # an Error tells from where it was called
    "full": """Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError"); };""",
}


@pytest.fixture
def book(chromium, server):
    """A tab on a lecture, in a browser that knows nothing of the book, and tells nobody of it.

    Served: from a folder, Chromium now and then shows a page the store as it was before.
    """
    with sound(chromium, server, LECTURE) as tab:
        tab.base, sent = server, []
        tab.on("request", lambda r: sent.append((r.method, r.post_data, r.url.partition("?")[2])))
        yield tab
        assert {(method, data) for method, data, _ in sent} <= {("GET", None)}
        assert all(query == "" or query.startswith(("v=", "digest=")) for _, _, query in sent)


def go(tab, page):
    tab.goto(tab.base + page, wait_until="load")


def stop_at(tab, name):
    tab.locator(f"#{name}").evaluate("e => e.scrollIntoView({behavior: 'instant'})")
    tab.wait_for_function(KEPT, arg=f"#{name}")


def offer(tab):
    return tab.get_by_role("link", name="Continue where you stopped")


def forget(tab):
    return tab.get_by_role("button", name="Forget what this browser remembers")


def tick(quiz, k=0, kind="quiz-answer"):
    quiz.locator(f".{kind}").nth(k).locator("label").click(position={"x": 5, "y": 5})


def ticked(quiz):
    return quiz.locator("input").evaluate_all("all => all.findIndex(e => e.checked)")


def test_landing_page_leads_back_to_the_section(book):
    """Though the page is left at once."""
    book.evaluate(HIDE, SECTION)
    assert book.evaluate(KEPT, f"#{SECTION}")
    go(book, LANDING)
    assert book.evaluate("() => scrollY") == 0
    book.set_viewport_size(PHONE)
    assert book.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    link = offer(book)
    assert link.inner_text() == f"Continue where you stopped: {WORDS}"
    link.click()
    book.wait_for_url(f"**/{LECTURE}#{SECTION}")
    heading = book.locator(f"#{SECTION} > h2")
    assert heading.inner_text().startswith("12.3.")
    assert 0 <= heading.bounding_box()["y"] < 300


def test_place_at_the_top_of_a_page_and_in_depth_but_not_where_nobody_has_seen_it(book):
    book.wait_for_function(KEPT, arg=LECTURE)
    go(book, LANDING)
    assert offer(book).inner_text().endswith(": lecture 12")
    go(book, DEPTH)
    stop_at(book, "time-gaps-and-windows")
    go(book, "book/glossary.html")  # is no lecture, and no place to stop at
    go(book, LANDING)
    assert offer(book).inner_text().endswith(": in depth D12, section D12.2")
    book.go_back()
    book.go_back()
    stop_at(book, "what-a-row-is-worth")
    book.go_forward()
    book.go_forward()
    assert offer(book).inner_text().endswith(": in depth D12, section D12.1")
    book.add_init_script("Object.defineProperty(document, 'visibilityState', {value: 'hidden'})")
    book.clock.install()
    go(book, LECTURE)
    book.clock.run_for(1500)  # longer than the moment after which a place is kept
    assert not book.evaluate(KEPT, LECTURE)


def test_a_page_in_a_folder_keeps_place_and_answers(chromium, site):
    """And they are this book's alone, by its folder: another one has others."""
    with sound(chromium, site.as_uri() + "/", LECTURE) as tab:
        quiz = tab.locator(".quiz").first
        tick(quiz)
        stop_at(tab, SECTION)
        assert f'{quiz.get_attribute("id")}\\":' in tab.evaluate(STORED)
        [name] = miss(tab, 1)
        expect(tab.locator(f"#summary #again-{name}")).to_be_visible()
        tab.evaluate(MISSED, {"day": 0})
        tab.goto(site.as_uri() + f"/{PAGE}")
        link = tab.locator(".review a").first  # a page in a folder may not read another one
        expect(link).to_have_text("The question in its lecture")
        assert f"{LECTURE}#quiz-" in link.get_attribute("href")
        assert tab.evaluate(KEYS) == [f"svm:{urlsplit(tab.url).path.removesuffix(PAGE)}:1"]
        tab.evaluate("() => localStorage.setItem('svm:/another/:1', '{}')")
        tab.goto(site.as_uri() + f"/{LANDING}")
        forget(tab).click()
        assert tab.evaluate(KEYS) == ["svm:/another/:1"]


def test_ticked_answers_come_back_in_silence(book):
    """And another tab ticks along, as where the page before still writes when this one reads."""
    first, second, third = (book.locator(".quiz").nth(k) for k in range(3))
    other = book.context.new_page()
    other.goto(book.url, wait_until="load")
    tick(first)
    tick(first, 1)
    tick(second)
    expect(other.locator(".quiz").nth(1).locator("input").nth(0)).to_be_checked()
    book.reload()
    expect(second.locator("input").nth(0)).to_be_checked()
    assert [ticked(first), ticked(second), ticked(third)] == [1, 0, -1]
    assert first.locator(".quiz-feedback:visible").count() == 1
    assert first.locator(".quiz-answer").nth(1).locator(".quiz-feedback").is_visible()
    expect(first.locator("[role=status]")).to_be_empty()  # not announced
    tick(first)
    expect(first.locator("[role=status]")).not_to_be_empty()


def test_changed_quiz_is_asked_again(book):
    """Neither other words of the question nor other answers in the place of the old ones."""
    first, second = book.locator(".quiz").nth(0), book.locator(".quiz").nth(1)
    tick(first)
    tick(second, 1)
    name = first.get_attribute("id")

    def edited(route):
        before, quiz, after = route.fetch().text().partition(f'id="{name}"')
        after = after.replace('<legend class="quiz-question"><span>', "\\g<0>Not: ", 1)
        route.fulfill(body=before + quiz + after, content_type="text/html")

    book.route(f"**/{LECTURE}", edited)
    assert [ticked(first), ticked(second)] == [0, 1]
    book.reload()
    assert "Not: " in first.inner_text()
    expect(second.locator("input").nth(1)).to_be_checked()
    assert [ticked(first), ticked(second)] == [-1, 1]


def test_forgetting(book):
    """All of this book's, the solved challenges of live figures with it, and nothing else."""
    path = book.evaluate("() => location.pathname")
    book.evaluate("key => localStorage.setItem(key, '1')", f"svm:{path}:street:wide")
    book.evaluate("() => localStorage.setItem('another', '1')")
    tick(book.locator(".quiz").first)
    book.wait_for_function(KEPT, arg=LECTURE)
    go(book, LANDING)
    expect(offer(book)).to_be_visible()
    assert book.evaluate(STORED).count('"svm:') == 2
    button, status = forget(book), book.locator(".memory [role=status]")
    assert status.inner_text() == ""
    button.press("Enter")
    assert status.inner_text() == "Forgotten." and offer(book).count() == 0
    assert book.evaluate(STORED).count('"svm:') == 0 and '"another":"1"' in book.evaluate(STORED)
    book.reload()
    assert offer(book).count() == 0 and not button.is_visible()
    assert "Nothing of this leaves it" in book.locator(".memory").inner_text()
    go(book, LECTURE)
    assert ticked(book.locator(".quiz").first) == -1


MISSED = """change => { for (const key in localStorage) if (key.endsWith(":1")) {
  const kept = JSON.parse(localStorage[key]);
  for (const one of Object.values(kept.missed)) Object.assign(one, change);
  localStorage[key] = JSON.stringify(kept); } }"""


def miss(tab, *numbers):
    """Tick a wrong answer of these questions, and the ids of the questions."""
    quizzes = [tab.locator(".quiz:not([id^=again])").nth(k) for k in numbers]
    for quiz in quizzes:
        tick(quiz, kind="wrong")
    return [quiz.get_attribute("id") for quiz in quizzes]


def test_a_missed_question_comes_back_at_the_end_of_the_lecture_once(book):
    [first, second] = miss(book, 0, 2)
    tick(book.locator(".quiz").nth(1), kind="right")
    expect(book.locator("#summary .quiz")).to_have_count(2)
    before, quiz = book.locator(f"#{first}"), book.locator(f"#again-{first}")
    said, again = (one.locator("label").all_inner_texts() for one in (before, quiz))
    assert sorted(said) == sorted(again)
    assert ticked(quiz) == -1 and ticked(before) >= 0
    tick(quiz, kind="right")
    assert "Right." in quiz.locator("[role=status]").text_content()
    assert quiz.locator(".quiz-feedback:visible").count() == 1
    book.reload()
    expect(book.locator(f"#again-{second}")).to_be_visible()
    assert book.locator(f"#again-{first}").count() == 0


def test_after_five_days_it_is_asked_on_a_page_of_its_own_and_then_left_alone(book):
    """Unless its words have changed."""
    [name] = miss(book, 1)
    go(book, PAGE)
    place = book.locator(".review")
    expect(place).to_contain_text("one question waits, to come back in 5 days")
    book.evaluate(MISSED, {"day": 0})
    book.reload()
    quiz = place.locator(".quiz")
    expect(quiz).to_have_count(1)
    assert quiz.get_attribute("id") == f"again-{name}" and ticked(quiz) == -1
    assert place.get_by_role("link").get_attribute("href").endswith(f"{LECTURE}#{name}")
    kept = book.evaluate(STORED)
    book.evaluate(MISSED, {"number": 1})
    book.reload()
    expect(place).to_contain_text("no question waits")
    book.evaluate("kept => Object.assign(localStorage, JSON.parse(kept))", kept)
    book.reload()
    tick(quiz, kind="right")
    book.reload()
    expect(place).to_have_text("Nothing to ask today: no question waits.")


ENTRY = {"page": LECTURE, "number": 1, "day": 1}
PLACES = ("/evil.example/x.html", "lectures/../../x", "https://a/b")
WRONG = [None, *({"page": page} for page in PLACES), {"day": "<b>"}, {"number": "1"}]
BROKEN = ["{", "null", "[]", '{"missed":null}', '{"answers":{"x":1},"missed":{}}']
BROKEN += [json.dumps({"answers": {}, "missed": {"x": one and ENTRY | one}}) for one in WRONG]


def test_what_is_broken_in_the_store_breaks_no_page_and_can_be_left_behind(book):
    set_it = "([key, kept]) => localStorage.setItem(key, kept)"
    go(book, LANDING)
    key = f"svm:{book.evaluate('() => location.pathname').removesuffix(LANDING)}:1"
    begin = book.get_by_role("button", name="Begin anew")
    # one of each kind: what else is broken a file of it tells, which the same function reads
    for kept in ("{", "null", BROKEN[-1], '{"place":{"address":"//evil.example","words":"here"}}'):
        book.evaluate(set_it, [key, kept])
        book.reload()
        expect(book.locator(".memory [role=status]")).to_contain_text("cannot be read")
        expect(begin).to_be_visible()
        assert offer(book).count() == 0
    begin.click()
    assert book.evaluate(KEYS) == []
    book.evaluate(set_it, [key, '{"answers":{},"missed":{"x":null}}'])
    go(book, LECTURE)
    [name] = miss(book, 0)
    stop_at(book, SECTION)
    kept = json.loads(book.evaluate("key => localStorage[key]", key))
    assert [*kept["missed"]] == [name] == [*kept["answers"]]


def test_what_was_missed_goes_along_as_a_file_which_is_read_whole_or_not_at_all(book, tmp_path):
    miss(book, 0, 1)
    go(book, PAGE)
    with book.expect_download() as saved:
        book.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "memory.json"
    saved.value.save_as(file)
    before, known = book.evaluate(STORED), file.read_text()
    chooser, status = book.locator(".as-file input"), book.locator(".as-file [role=status]")
    large = json.dumps({"answers": {"x": "y" * 6_000_000}, "missed": {}})
    for text in [*BROKEN, large]:
        file.write_text(text)
        status.evaluate("one => one.textContent = ''")
        chooser.set_input_files(file)
        expect(status).to_contain_text("room" if text == large else "no file that was saved here")
        expect(status).to_contain_text("nothing has changed")
        assert book.evaluate(STORED) == before
    book.evaluate("() => localStorage.clear()")
    file.write_text(known)
    chooser.set_input_files(file)
    expect(status).to_contain_text("added to what was known")
    expect(book.locator(".review")).to_contain_text("2 questions wait")


@pytest.mark.parametrize("refusal", REFUSALS)
def test_book_works_where_nothing_is_kept(refusal, server, chromium):
    with opened(chromium, server, "404.html") as (tab, *_):
        tab.add_init_script(REFUSALS[refusal])
        # the theme's own scripts ask for the store without care; ours must not
        errors = []
        tab.on("pageerror", lambda error: errors.append(error.stack))
        tab.goto(server + LECTURE)
        quiz = tab.locator(".quiz").first
        tick(quiz)
        assert quiz.locator(".quiz-feedback:visible").count() == 1
        expect(quiz.locator("[role=status]")).not_to_be_empty()
        tab.goto(server + LANDING)
        assert offer(tab).count() == 0 and not forget(tab).is_visible()
    assert not [error for error in errors if "memory.js" in error or "book.js" in error]
