"""A reader writes answers in the page: by keyboard, on a phone, with slips and endless loops."""

import pytest
from playwright.sync_api import expect

from book.boxes import answers, chosen
from tests.browsing import opened, sound, violations

PAGE = "lectures/01-margins.html"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
RIGHT = "def distance_to_line(a, b, c, p, q):\n    return (a * p + b * q + c) / np.hypot(a, b)"
WRONG = RIGHT.replace(" / np.hypot(a, b)", "")


@pytest.fixture
def tab(chromium, server):
    with sound(chromium, server, PAGE) as tab:
        yield tab


def box_of(tab, label="ex-margins-by-hand"):
    box = tab.locator(f"[data-exercise={label}]")
    box.locator("summary").click()
    return box, box.locator("textarea")


def verdict(box):
    said = box.locator("output:not(:empty, [aria-busy])")
    said.wait_for()
    return said.inner_text()


def test_an_answer_by_keyboard_alone(tab):
    loaded = tab.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert loaded and "/python/" not in str(loaded), "nothing is loaded with the page"
    box, area = tab.locator("[data-exercise=ex-margins-by-hand]"), tab.locator("textarea").first
    box.locator("summary").focus()
    tab.keyboard.press("Enter")
    expect(area).to_be_focused()
    expect(area).to_have_accessible_description("Esc, then Tab leaves the box.")
    tab.keyboard.press("Control+Enter")
    assert verdict(box) == "Exercise 1.1: write distance_to_line in the box above."
    tab.keyboard.press("Control+A")
    for line in ("def distance_to_line(a, b, c, p, q):", "return (a * p + b * q + c)"):
        tab.keyboard.type(line)
        tab.keyboard.press("Enter")  # which indents after a colon
    tab.keyboard.press("Control+Enter")
    box.locator("output.wrong").wait_for()
    assert "This is the score of the point." in verdict(box)
    tab.keyboard.press("Tab")
    assert area.input_value() == f"{WRONG}\n        "
    tab.keyboard.press("Shift+Tab")
    assert area.input_value().endswith("c)\n    ")
    area.fill(RIGHT)
    tab.keyboard.press("Control+Enter")
    box.locator("output.right").wait_for()
    assert verdict(box) == "Exercise 1.1: right."
    box.get_by_text("Start over").click()
    assert area.input_value().endswith("...")
    tab.keyboard.press("Control+Z")
    assert area.input_value() == RIGHT
    tab.keyboard.press("Escape")
    tab.keyboard.press("Tab")
    expect(box.get_by_text("Check", exact=True)).to_be_focused()


def test_answers_are_kept_until_they_are_forgotten(tab):
    box, area = box_of(tab)
    area.fill(WRONG)
    tab.reload()
    assert box.locator("summary").inner_text().startswith("Go on with your answer")
    box, area = box_of(tab)
    assert area.input_value() == WRONG
    tab.goto(tab.url.replace(PAGE, "book/index.html"))
    tab.locator(".memory button").click()
    assert tab.evaluate("Object.keys(localStorage).filter(key => key.includes(':try:'))") == []


def test_what_goes_wrong_is_said(tab):
    box, area = box_of(tab)

    def said(code):
        area.fill(code)
        box.get_by_text("Check", exact=True).click()
        return verdict(box)

    assert said("x = 1\ny = 1 / 0") == "ZeroDivisionError: division by zero in line 2"
    box.get_by_text("line 2").click()
    assert tab.evaluate("getSelection().toString()") == "y = 1 / 0"
    assert said("x = = 3") == "SyntaxError: invalid syntax in line 1"
    stops = RIGHT.replace("return", "print(a)\n    return [][0] and")
    assert said(stops).partition(" stops with ")[2].endswith("in line 3")  # it runs in the check
    assert "line" in area.evaluate("e => getComputedStyle(e).backgroundImage") and "stops" in (
        area.get_attribute("class")), "a bar beside the line"  # fmt: skip
    expect(box.locator(".try-printed")).to_contain_text("# while it was checked:\n3")
    missing = said("np.fft.fft(np.arange(3))")
    assert missing.startswith("This page cannot do np.fft.") and "may be right" in missing
    href = box.locator("output a").get_attribute("href")
    assert href == "../notebooks/01-margins.ipynb"
    printed, run = box.locator(".try-printed"), box.get_by_text("Run", exact=True)
    area.fill("print(np.arange(3) / 2)\n[np.float64(1) / 3]")
    run.click()
    expect(printed).to_have_text("[0.  0.5 1. ]\n[np.float64(0.3333333333333333)]\n")
    area.fill("for k in range(10**6):\n    print(k)")
    run.click()
    expect(printed).to_contain_text("more was printed")
    assert len(printed.inner_text().split("\n")) < 300
    area.fill("print('x' * 10**7)")
    run.click()
    expect(printed).to_contain_text("more was printed")
    assert len(printed.inner_text()) < 20_100
    tab.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    assert said(RIGHT) == "Exercise 1.1: right."
    expect(box.locator(".try-limits")).to_contain_text("no room for your answer")
    # an error that says "right" is no verdict
    assert said("def distance_to_line(*a):\n    raise AssertionError('Exercise 1.1: right.')")
    assert "right" not in box.locator("output").get_attribute("class")


def test_an_endless_loop_is_stopped(tab):
    box, area = box_of(tab)
    area.fill("while True:\n    pass")
    box.get_by_text("Run", exact=True).click()
    box.get_by_text("Stop", exact=True).click()
    assert verdict(box) == "Stopped: as you asked."
    tab.clock.install()
    box.get_by_text("Run", exact=True).click()
    tab.clock.fast_forward(20_000)
    assert verdict(box) == (
        "Stopped after 20 seconds. Your answer may be right: the notebook can tell."
    )
    area.fill(RIGHT)
    box.get_by_text("Check", exact=True).click()
    assert verdict(box) == "Exercise 1.1: right."


def test_a_phone(chromium, server):
    with sound(chromium, server, PAGE, **PHONE) as tab:
        box, area = box_of(tab)
        area.fill("a")
        box.get_by_label("(", exact=True).tap()
        assert area.input_value() == "a("
        box.get_by_text("Check", exact=True).tap()
        assert "was never closed" in verdict(box)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
        assert float(area.evaluate("e => getComputedStyle(e).fontSize.slice(0, -2)")) >= 16
        assert violations(tab, runOnly=["wcag2a", "wcag2aa"]) == []


def test_a_folder_of_files_says_why_not(chromium, bases):
    with opened(chromium, bases["file"], PAGE) as (tab, *_):
        box, _ = box_of(tab)
        box.get_by_text("Check", exact=True).click()
        assert "opened as files" in verdict(box)


@pytest.mark.weekly
@pytest.mark.timeout(900)
def test_every_box_on_a_phone(chromium, server):
    """Each exercise first with a mistake, whose message comes, and then right."""
    by_page = {}
    for exercise, mistakes in chosen():
        told = [*answers(exercise, mistakes).items()][:2]
        by_page.setdefault(f"{exercise.page}.html", []).append((exercise.label, told))
    for page, found in by_page.items():
        with sound(chromium, server, page, **PHONE) as tab:
            for label, told in found:
                box, area = box_of(tab, label)
                for text, code in reversed(told):
                    area.fill(code)
                    box.get_by_text("Check", exact=True).tap()
                    said = verdict(box).partition(": ")[2]
                    assert said == text.partition(": ")[2], (label, said)
                box.locator("summary").tap()
