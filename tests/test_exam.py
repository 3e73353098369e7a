"""Exams: keys that two programs prove, short numbers, answers that differ, no seed on paper."""

import re
from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from book.exam import __main__ as command
from book.exam import paper, task
from book.exam.task import TEMPLATES, drawn

FORMULA = re.compile(r"\$([^$]+)\$")
SEED = "violets under the hedge"


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("seeds", [3, pytest.param(500, marks=pytest.mark.weekly)])
def test_a_template_draws_good_questions(name, seeds):
    """`drawn` itself refuses a key that a proof contradicts."""
    found, keys = set(), Counter()
    for seed in range(seeds):
        one = drawn(name, seed)
        assert len(one.choices) == 4 and len({choice.text for choice in one.choices}) == 4
        assert sum(not choice.why for choice in one.choices) == 1
        assert one.solution and 1 <= one.steps <= 4 and 3 <= one.minutes <= 8
        for text in (one.question, one.solution, *(c.text + c.why for c in one.choices)):
            assert not re.search(r"\d{5}|\.\d{4}|\+-|--", text), text
            for formula in FORMULA.findall(text):
                paper.in_mathml(formula)
        found.add((one.question, one.choices))
        keys[one.key] += 1
    assert len(found) >= min(0.8 * seeds, 20)
    assert seeds < 500 or max(keys.values()) < 0.4 * seeds, "the place of the key says nothing"
    assert drawn(name, seeds - 1) == one, "the same seed, the same question"


def test_a_key_that_a_proof_contradicts_is_never_printed(monkeypatch):
    known = TEMPLATES["large_C"]

    def wrong(dice):
        question, key, proofs, others, solution = known.function(dice)
        return question, key + Fraction(1, 100), proofs, others, solution

    broken = task.Template(known.title, known.lecture, known.minutes, known.steps, wrong)
    monkeypatch.setitem(TEMPLATES, "large_C", broken)
    with pytest.raises(ArithmeticError, match="large_C, seed 3: the key is"):
        drawn("large_C", 3)


def test_numbers_are_written_short_and_long_ones_drawn_again():
    assert task.tex(Fraction(-3, 8)) == "-0.375"
    assert task.tex(Fraction(-5, 7)) == r"-\tfrac{5}{7}"
    assert task.tex((Fraction(1), Fraction(1, 3))) == r"(1, \tfrac{1}{3})"
    for value in (Fraction(1, 61), Fraction(10_001), 2**0.5):
        with pytest.raises(task.Redraw):
            task.short(value)
    assert task.short(1 / 7) == Fraction(1, 7)
    assert not task.differ(Fraction(100), Fraction(101)) and task.differ((1, 2), (1, 3))


@pytest.fixture(scope="module")
def folder(chromium, tmp_path_factory):
    parent = tmp_path_factory.mktemp("exams")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command, "browsing", lambda: nullcontext(chromium))
        command.main(SEED, parent)
    (folder,) = parent.iterdir()
    return folder


def test_a_paper_covers_the_book_in_an_hour():
    chosen = paper.tasks(SEED)
    lectures = [one.lecture for one in chosen]
    assert lectures == sorted(lectures) and len({one.title for one in chosen}) == 12
    assert [sum(k in group for k in lectures) for group, _ in paper.GROUPS] == [3, 4, 5]
    assert paper.minutes(chosen) in paper.MINUTES
    assert paper.tasks(SEED) == chosen != paper.tasks(SEED + "s")


@pytest.mark.weekly
def test_paper_and_key_are_printed_whole_and_do_not_tell_the_seed(folder):
    files = ("paper.html", "key.html", "exam.xml")
    questions, key, bank = ((folder / name).read_text("utf-8") for name in files)
    assert not re.search("violets|hedge", questions + key + bank)
    assert 'class="why"' not in questions and 'class="right"' not in questions
    assert key.count('class="right"') == 12 and key.count('class="why"') == 36
    assert "(known to the check of <em>" in key and "known to" not in questions
    assert not re.search(r"(src|href)=", questions + key)
    for name in ("paper", "key"):
        pages = [page.extract_text() for page in PdfReader(folder / f"{name}.pdf").pages]
        assert len(pages) <= 8
        for number, one in enumerate(paper.tasks(SEED), start=1):
            assert any(f"{number}. {one.title}" in page for page in pages)
            assert any(f"{2 * one.steps} points" in page for page in pages)


def test_moodle_has_the_same_answers():
    chosen = paper.tasks(SEED)
    read = ElementTree.fromstring(paper.moodle(chosen)).findall("question[@type='multichoice']")
    for one, question in zip(chosen, read, strict=True):
        for k, answer in enumerate(question.findall("answer")):
            text = FORMULA.sub(r"\\(\1\\)", one.choices[k].text).replace("&", "&amp;")
            assert answer.findtext("text") == text and answer.findtext("feedback/text")
            assert answer.get("fraction") == ("100" if k == one.key else "0")
        assert k == len(one.choices) - 1


@pytest.mark.parametrize("seed", ["../../escape", "/a/b", "a\nb", "violets" * 1500, "٣", "$(ls)"])
def test_any_words_make_one_folder_that_does_not_tell_them(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "browsing", nullcontext)
    monkeypatch.setattr(command, "print_page", lambda *_: None)
    monkeypatch.setattr(command, "tasks", lambda _: [])  # what is in it, other tests look at
    monkeypatch.setattr(command, "document", lambda *_: "")
    parent = tmp_path / "made" / "exams"
    command.main(seed, parent)
    command.main(seed, parent)
    (folder,) = parent.iterdir()
    assert re.fullmatch("[0-9a-f]{12}", folder.name) and [*tmp_path.iterdir()] == [parent.parent]
    assert {path.name for path in folder.iterdir()} == {"paper.html", "key.html", "exam.xml"}


def test_where_nothing_can_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="cannot be made, not a directory: say where with OUT="):
        command.main(SEED, tmp_path / "file" / "exams")


def test_a_seed_has_to_be_said(tmp_path):
    with pytest.raises(SystemExit, match="say which exam"):
        command.main("", tmp_path)
