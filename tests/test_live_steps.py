"""Steps in the text of the lectures, which move its live figures: where they lead, and how."""

import json
import re
from io import BytesIO
from types import SimpleNamespace
from unicodedata import normalize

import numpy as np
import pytest
from pypdf import PdfReader

from book import steps
from book.ext.markdown import Plain
from book.source import Lecture, lecture_paths
from svmlib import NotSeparableError
from svmlib.widgets import bundle
from tests.browsing import OPEN_ALL, WAKE, opened
from tests.conftest import ROOT
from tests.live_book import made, state_of
from tests.live_page import NUMBER, number
from tests.node_process import LIVE
from tests.test_live_states import judge, played

ITEM = re.compile(r"^\d+\. (.*\]\(#[\w-]+\?.*(?:\n   .*)*)", re.M)
NO_WORDS = re.compile(r"\]\(\S*\)|\[\w+ D?[\d.]+\](?=\()")  # where links lead, what they number
PLACE = re.compile(r"\((−?[\d.]+),\s*(−?[\d.]+)\)")
STREET = {"figure": "Street", "C": 1.0, "hard": False, "points": [[0, 0, 1], [1, 2, -1], [3, 4, 1]]}
SIZES = [{"width": 1280, "height": 720}, {"width": 1024, "height": 768}]


def course(path):
    """[(words, label, figure in the state of the step)] of the steps of a lecture."""
    lecture, figures, found = Lecture.read(path), steps.figures_of(path), []
    for words in ITEM.findall("\n\n".join(cell.source for _, cell in lecture.cells("markdown"))):
        _, label, query = steps.STEP.search(words).groups()
        traits = figures[label][1]
        text = json.dumps(steps.changes_of(query, traits))
        asked = {"file": bundle.figures()[traits["figure"]], "traits": traits, "texts": [text]}
        (answer,) = LIVE.ask(("links", asked))
        widget = made(traits["figure"])
        state = {name: traits[name] for name in state_of(widget).keys() & traits.keys()}
        with widget.hold_trait_notifications():
            for name, value in (state | answer["decoded"][0]["state"]).items():
                widget.set_trait(name, value)
        found.append((words, label, widget))
    return found


PAGES = [path for path in lecture_paths(ROOT) if steps.STEP.search(path.read_text("utf8"))]
DAILY = ROOT / "lectures/03-soft-margin.ipynb", SIZES[1]


def test_what_stands_behind_the_question_mark():
    mean = lambda query: steps.changes_of(query, STREET)  # noqa: E731
    assert mean("") == {} and mean("C=0.5&hard=true") == {"C": 0.5, "hard": True}
    assert mean("shown=zero-one,hinge") == {"shown": ["zero-one", "hinge"]}
    assert mean("points.1=5,6&points.2=7,8,-1") == {"points": {"1": [5, 6, -1], "2": [7, 8, -1]}}


@pytest.mark.parametrize(
    ("label", "query", "told"),
    [
        ("fig-other", "C=1", "no live figure of this page is called fig-other"),
        ("fig-own", "c=1", "“c” is not one of its settings"),
        ("fig-own", "C=1e9", "C must be a number from 0.01 to 1000"),
        ("fig-own", "hard=yes", "hard margin (no slack) must be true or false"),
        ("fig-own", "points.3=1,1", "points has no row 3"),
    ],
)
def test_a_step_that_leads_nowhere_says_why(label, query, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        steps.link_to({"fig-own": ("street", STREET)}, label, query)


def test_in_notebooks_the_words_stand_alone_or_lead_to_the_site():
    builder = SimpleNamespace(get_target_uri=lambda page: f"{page}.html")
    env = SimpleNamespace(doc2path=lambda page: ROOT / f"{page}.ipynb")
    plain = SimpleNamespace(site="../", env=env, builder=builder, page="lectures/03-soft-margin")
    found = steps.STEP.search("1. [At $C=1$](#fig-soft-live?C=1) the")
    assert Plain.step(plain, found) == "At $C=1$"
    plain.site = "https://site.example/"
    address = f"{plain.site}lectures/03-soft-margin.html#svm=street%3A%7B%22C%22%3A1%7D"
    assert Plain.step(plain, found) == f"[At $C=1$]({address})"


def facts_of_street(widget, machine):
    counts = [len(widget.y), *[np.sum(widget.y == label) for label in (1, -1)]]
    if machine is None:
        return counts
    scores = machine.decision_function(widget.X)
    inside = np.sum(widget.y * scores < 1 - 1e-6)
    ends = [end(scores[widget.y == label]) for label in (1, -1) for end in (np.min, np.max)]
    return [inside, inside - 1, len(widget.y) - len(machine.support_), *ends, *counts]


FACTS = {"Street": facts_of_street, "KernelMachine": lambda _, machine: machine.intercept_}


def machine_of(widget):
    """None where a hard margin is asked for and there is none."""
    try:
        return widget.fit() if type(widget).__name__ in FACTS else widget
    except NotSeparableError:
        return None


def numbers_of(words):
    """(number, half a unit of its last digit) of all in a sentence, places (x1, x2) left out."""
    text = PLACE.sub("", NO_WORDS.sub("", words).replace("-", "−"))
    for found in NUMBER.findall(text):
        yield number(found), 0.5 * 10.0 ** -len(found.partition(".")[2])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_each_step_says_what_its_state_is(path):
    """The figure and svmlib agree on it, and each number in the words is among theirs."""
    before, labels = {}, []
    for words, label, widget in course(path):
        seen = "click Skip" if getattr(widget, "covered", False) else "press Escape"
        first, state = played(widget, [seen])  # both make it speak
        said = first["text"] + state["text"]
        print(words, said, sep="\n")  # of the last one, when it fails
        name, machine = type(widget).__name__, machine_of(widget)
        if machine is not None:
            judge(widget, state)
        labels.append(label)
        assert before.get(label) != said, "nothing is seen to change"
        before[label] = said
        traits = [v for v in state_of(widget).values() if isinstance(v, int | float)]
        facts = FACTS[name](widget, machine) if name in FACTS else []
        known = [1, *traits, *map(number, NUMBER.findall(said)), *facts]
        for value, digit in numbers_of(words):
            assert np.abs(np.array(known) - value).min() <= 1.001 * digit, value
        for place in PLACE.findall(words):
            assert [float(v) for v in place] in [point[:2] for point in widget.points], place
    assert all(3 <= labels.count(label) <= 7 for label in labels)


def test_words_become_buttons(chromium, server):
    """By pointer and by keys; the figure comes into sight and says the words, too."""
    page = "lectures/03-soft-margin.html"
    with opened(chromium, server, page, SIZES[0]) as (tab, errors, _):
        tab.evaluate(OPEN_ALL)
        step = tab.locator("a.svm-step")
        bar = tab.get_by_role("group", name="Steps")
        step.nth(3).focus()
        tab.keyboard.press("Space")
        for number, C, said in ((4, "1", "on the wrong side"), (3, "15", "the line has turned")):
            is_there = "C => document.querySelector('.svm-live input[type=number]').value === C"
            tab.wait_for_function(is_there, arg=C)
            assert f"{number} of 6" in bar.inner_text() and said in bar.inner_text()
            near = "e => (y => 40 < y && y < 200)(e.getBoundingClientRect().y)"  # below the head
            tab.wait_for_function(near, arg=bar.element_handle())
            step.nth(2).click()
        assert errors == []


def test_a_link_opens_class_mode(chromium, server):
    """Before the steps of the figure that it names, when the page opens and afterwards."""
    page, k = "lectures/08-kernels.html", 6  # five steps belong to the figure before it
    with opened(chromium, server, f"{page}#class=kernel-machine", SIZES[0]) as (tab, errors, _):
        screen = tab.locator("dialog.svm-class")
        count = tab.locator("a.svm-step").count()
        for name, first in (("kernel-machine", k), ("lift", 1)):
            screen.get_by_text(f"{first - 1} of {count}", exact=True).wait_for()
            assert "What do you see?" in screen.inner_text()
            tab.keyboard.press("ArrowRight")
            screen.get_by_text(f"{first} of {count}", exact=True).wait_for()
            assert "What do you see?" not in screen.inner_text()
            assert screen.locator(".svm-live").get_attribute("data-linked") == name
            tab.keyboard.press("Escape")
            screen.wait_for(state="hidden")
            tab.evaluate("location.hash = 'class=lift'")
        assert tab.locator(".svm-pages > section").count() == count, "sheets of all figures"
        assert errors == []


FITS = "screen => screen.scrollHeight <= innerHeight && screen.scrollWidth <= innerWidth"
KEPT = """async () => {
  for (let k = 0; k < 3 || document.querySelector("[data-done=false], .svm-pages > div"); k++)
    await new Promise(requestAnimationFrame);
  return Array.from(document.querySelectorAll(".svm-frame"), figure => figure.innerText);
}"""
WORDS = "a => a.closest('li, p').textContent"


@pytest.mark.parametrize("path, size", [
    pytest.param(path, size, id=f"{path.parent.name}/{path.stem}-{size['width']}",
                 marks=[] if (path, size) == DAILY else pytest.mark.weekly)
    for path in PAGES for size in SIZES
])  # fmt: skip
def test_class_mode_shows_and_prints_one_screen_a_step(path, size, chromium, server):
    """By the browser's own menu and by keys. One deck each day; once a week all of them."""
    page = path.relative_to(ROOT).with_suffix(".html").as_posix()
    with opened(chromium, server, page, size, reduced_motion="reduce") as (tab, errors, _):
        tab.evaluate(WAKE)
        tab.locator(".svm-more:has(.svm-begin) > summary").first.click()
        tab.locator(".svm-begin").first.click()
        tab.get_by_role("button", name="Class mode").click()
        screen, number = tab.locator("dialog.svm-class"), tab.locator(".svm-deck-count")
        screen.wait_for()
        count = tab.locator("a.svm-step").count()
        for k in range(count):
            assert number.inner_text() == f"{k + 1} of {count}"
            tab.evaluate(KEPT)  # which waits
            assert screen.evaluate(FITS), f"step {k + 1} is too large"
            tab.keyboard.press("ArrowRight" if k % 2 else "PageDown")
        tab.keyboard.press("PageUp")
        assert number.inner_text() == f"{count - 1} of {count}"
        kept = tab.evaluate(KEPT)
        sheets = PdfReader(BytesIO(tab.pdf(prefer_css_page_size=True))).pages
        assert len(sheets) == count == len({i.data for sheet in sheets for i in sheet.images})
        for sheet, step in zip(sheets, tab.locator("a.svm-step").all(), strict=True):
            # without spaces: where letters stand wide apart, pypdf reads two words
            told = "".join(normalize("NFKC", sheet.extract_text()).split())
            said = step.evaluate(WORDS)
            assert not [word for word in re.findall("[a-z]{4,}", said) if word not in told]
        tab.evaluate("() => { asked = new Promise(go => { print = go; }); }")
        tab.keyboard.press("Control+p")
        tab.evaluate("() => asked")
        assert tab.evaluate(KEPT) == kept
        tab.keyboard.press("Escape")
        screen.wait_for(state="hidden")
        assert tab.locator(".svm-place .svm-live").count() == tab.locator(".svm-place").count()
        assert errors == []
