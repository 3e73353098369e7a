"""What a page does in a browser: questions, paper, search; one is for all."""

import re

from playwright.sync_api import expect

from tests.browsing import opened


def test_questions_answer_the_keyboard_and_paper_shows_what_is_folded(server, chromium):
    with opened(chromium, server, "lectures/10-more-than-two-classes.html") as (tab, errors, _):
        answers = tab.locator(".quiz").nth(1).locator(".quiz-answer")
        feedback = answers.locator(".quiz-feedback")
        answers.locator("input").first.focus()
        for keys, seen in (
            ("Space", [True, False]),
            ("ArrowDown", [True, False]),
            ("Enter", [False, True]),
        ):
            tab.keyboard.press(keys)
            assert [feedback.nth(k).is_visible() for k in (0, 1)] == seen
        expect(tab.locator(".quiz fieldset").nth(1)).to_have_accessible_description(
            re.compile("Space or Enter answers")
        )
        copy = tab.locator("button.copybtn:visible").first
        copy.press("Enter")
        name = copy.get_attribute("aria-label").removeprefix("Copy to clipboard: ")
        expect(tab.get_by_text(f"Copied: {name}")).to_have_role("status")
        figure = tab.locator("figure:has(details.shown-later)").first
        picture, found = figure.locator("img"), figure.locator("figcaption")
        for visible in (False, True):
            assert [picture.is_visible(), found.is_visible()] == [visible, visible]
            figure.locator("summary").click()
        answer = tab.locator("details.shown-later:has(pre)").first
        assert answer.locator("pre").text_content() and not answer.locator("pre").is_visible()
        closed = tab.locator("details:not([open])")
        tab.locator("details").first.evaluate("fold => { fold.open = true }")
        before = closed.count()
        tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        assert closed.count() == 0
        tab.emulate_media(media="print", color_scheme="dark", reduced_motion="no-preference")
        faded = tab.locator("details.hide > :not(summary)").evaluate_all(
            "all => all.map(e => getComputedStyle(e).animationName)"
        )
        assert len(faded) > 5 and set(faded) == {"none"}, "what fades in is not seen on paper"
        # a dark ground would hide the letters; the screen's may take a moment to go
        tab.wait_for_function("""() => [...document.querySelectorAll(".cell_input")]
          .every(e => getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)")""")
        tab.evaluate("() => dispatchEvent(new Event('afterprint'))")
        assert closed.count() == before > 0, "only what the reader had opened stays open"
        assert errors == []


# of each mark of what was looked for: the letter before, the words, the letter after
MARKS = """() => [...(CSS.highlights.get("sought") ?? [])].map(mark => {
  const { startContainer: { data, parentElement }, startOffset: start, endOffset: end } = mark;
  if (!parentElement.closest("article, #search-results")) throw new Error("outside the text");
  return [data[start - 1] ?? "", data.slice(start, end).toLowerCase(), data[end] ?? ""];
})"""
# a search is over, and each of its results has words from its page
SEARCHED = """() => {
  const results = [...document.querySelectorAll("#search-results ul.search > li")];
  const told = document.querySelector(".search-summary").textContent;
  return told && results.every(result => result.querySelector("p.context"));
}"""


def search(tab, words):
    """Look for words on the page of search; where its results lead."""
    tab.goto(f"{tab.url.partition('search.html')[0]}search.html?q={words}")
    tab.wait_for_function(SEARCHED)
    return tab.locator("#search-results li a").evaluate_all("all => all.map(a => a.href)")


def test_search_finds_words_in_a_folder_and_says_what_is_missing(bases, chromium):
    with opened(chromium, bases["file"], "search.html") as (tab, errors, foreign):
        found = search(tab, "hinge")
        assert any("lectures/" in address for address in found)
        assert tab.locator(".bd-search-container input").input_value() == "hinge"
        search(tab, "zebra+hinge")
        assert "No section has all of these words" in tab.locator(".search-summary").text_content()
        assert tab.locator(".search-missing").first.text_content() == "without zebra"
        assert search(tab, "zebra") == []
        search(tab, "precomputd")
        assert "Read as “precomputed”." in tab.locator(".search-summary").text_content()
        first = tab.locator("#search-results li").first.text_content()
        assert "In code, parameters or outputs: precomputed" in first
        assert {word for _, word, _ in tab.evaluate(MARKS)} == {"precomputed"}
        assert foreign == [] and errors == []


def test_words_that_were_looked_for_are_marked(server, chromium):
    """Whole ones, in the results and where one leads, until Esc; and on no other page."""
    with opened(chromium, server, "search.html") as (tab, errors, foreign):
        assert any("svmlib" in address for address in search(tab, "svmlib.kernels"))
        search(tab, "C")
        marks = tab.evaluate(MARKS)
        assert marks and {word for _, word, _ in marks} == {"c"}
        assert not [mark for mark in marks if mark[0].isalnum() or mark[2].isalnum()]
        search(tab, "hinge+loss")
        tab.locator("#search-results li a[href*='lectures/']").first.click()
        tab.wait_for_url("**/lectures/**")
        assert {word for _, word, _ in tab.evaluate(MARKS)} == {"hinge", "loss"}
        tab.keyboard.press("Escape")
        assert tab.evaluate(MARKS) == []
        tab.locator(".prev-next-footer a").last.click()
        tab.wait_for_load_state()
        assert tab.evaluate(MARKS) == []
        assert errors == [] and foreign == []
