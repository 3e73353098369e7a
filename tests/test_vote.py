"""Vote mode: a question for a class, its answers for two rounds, and only then what is right."""

import pytest
from lxml import html

from tests.browsing import sound, violations

PAGE = "lectures/02-max-margin.html"
OVER = "e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]"


@pytest.fixture
def voting(chromium, server):
    with sound(chromium, server, PAGE) as tab:
        tab.clock.install(time=0)
        first = tab.locator(".quiz").first.get_attribute("id")
        assert not tab.locator("dialog.vote").count(), "nothing of it is there before"
        tab.evaluate("name => { location.hash = `vote=${name}` }", first)
        tab.locator("dialog.vote[open]").wait_for()
        yield tab


def shown(tab):
    return tab.locator("dialog.vote").inner_text()


def test_answers_come_after_the_question_and_what_is_right_at_the_end(voting):
    tab, screen = voting, voting.locator("dialog.vote")
    tab.clock.pause_at("1970-01-02")  # the seconds that a busy machine takes do not count
    questions = tab.locator(".quiz").count()
    right = tab.locator(".quiz").first.locator(".quiz-answer.right label").inner_text()
    assert not screen.locator("li").count() and f"Question 1 of {questions}" in shown(tab)
    tab.keyboard.press("ArrowRight")
    for name, seconds in (("First vote", 60), ("Second vote", 120)):
        assert name in shown(tab) and screen.locator("li").count() == 4
        held = screen.evaluate("e => e.outerHTML")
        assert "Right." not in held and "Not quite." not in held and 'class="right"' not in held
        tab.clock.run_for(1000 * (seconds - 10))
        assert screen.locator("output").inner_text() == "10 s"
        tab.clock.run_for(11_000)
        assert screen.locator("output").inner_text() == "time"
        screen.locator("footer button").first.click()
    tab.clock.resume()  # axe waits
    assert right in screen.locator("li.right").inner_text()
    assert shown(tab).count("Not quite.") == 3 and violations(tab) == []
    tab.keyboard.press("ArrowRight")
    assert f"Question 2 of {questions}" in shown(tab)
    tab.keyboard.press("ArrowLeft")
    assert f"Question 1 of {questions}" in shown(tab)
    tab.keyboard.press("Escape")
    assert not screen.is_visible() and "#vote" not in tab.url
    assert not tab.locator(".quiz input:checked").count(), "the page's own answers are untouched"


def test_questions_fit_a_projector(voting):
    voting.set_viewport_size({"width": 1024, "height": 768})
    tab, screen = voting, voting.locator("dialog.vote")
    for _ in range(8):
        for _ in range(3):
            tab.keyboard.press("ArrowRight")
            assert screen.evaluate(OVER) == [0, 0], shown(tab)
        tab.keyboard.press("ArrowRight")
    assert not screen.is_visible(), "after the last one it ends"


def test_teachers_find_the_votes(site):
    """That their questions exist is tested with all links, in test_site.py."""
    links = html.parse(site / "book/teaching.html").xpath("//a[contains(@href, '#vote=')]")
    assert len(links) >= 15
