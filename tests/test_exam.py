"""Exams: keys that two programs find, short numbers, steps that add up, no seed on paper."""

import re
from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from itertools import pairwise
from math import isclose, sqrt
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from book.content import boards, plans
from book.exam import __main__ as command
from book.exam import paper, proofs, task
from book.exam.task import TEMPLATES, drawn

FORMULA = re.compile(r"\$([^$]+)\$")
SEED = "violets under the hedge"


def number(tex):
    """What a formula without letters is, or None."""
    plain = re.sub(r"\\[dt]frac\{?(\d+)\}?\{?(\d+)\}?", r"(\1/\2)", tex).replace(r"\cdot", "*")
    plain = re.sub(r"\\sqrt\{(.+)\}", r"sqrt(\1)", plain)
    return eval(plain, {"sqrt": sqrt}) if re.fullmatch(r"(sqrt|[-+*/().\d])+", plain) else None


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("seeds", [3, pytest.param(500, marks=pytest.mark.weekly)])
def test_a_template_draws_good_questions(name, seeds):
    """`drawn` itself refuses a key that its proof contradicts."""
    found, keys = set(), Counter()
    for seed in range(seeds):
        one = drawn(name, seed)
        assert len(one.choices) == 4 and len({choice.text for choice in one.choices}) == 4
        assert sum(not choice.why for choice in one.choices) == 1
        assert 3 <= one.points <= 8 and one.points == sum(TEMPLATES[name].points)
        if len(one.steps) > 1:
            assert one.choices[one.key].text.strip("$") in one.steps[-1][1]
        for formula in FORMULA.findall(one.solution):
            values = [number(side) for side in formula.split("=")]
            for pair in pairwise(values):
                assert None in pair or isclose(*pair, rel_tol=1e-9), formula
        for text in (one.question, one.solution, *(c.text + c.why for c in one.choices)):
            assert not re.search(r"\d{5}|\.\d{4}|\+-|--|\$1\$ support vectors", text), text
            for formula in FORMULA.findall(text):
                paper.in_mathml(formula)
        if task.ROUNDED in one.question:
            assert all(re.fullmatch(r"\$\d+\.\d\d\$", choice.text) for choice in one.choices)
        assert "The point $0$ has" not in one.solution, "there b is y, without w"
        found.add((one.question, one.choices))
        keys[one.key] += 1
    assert len(found) >= min(0.8 * seeds, 20)
    assert seeds < 500 or max(keys.values()) < 0.4 * seeds, "the place of the key says nothing"
    assert drawn(name, seeds - 1) == one, "the same seed, the same question"


@pytest.mark.parametrize("name", ["coordinate", "pair"])
def test_a_bound_cuts_about_half_of_the_steps(name):
    cut = 0
    for seed in range(100):
        top, key = (FORMULA.findall(line)[-1] for _, line in drawn(name, seed).steps[-2:])
        cut += top.split("=")[-1] != key
    assert 30 < cut < 70


def test_a_key_that_a_proof_contradicts_is_never_printed(monkeypatch):
    known = TEMPLATES["large_C"]

    def wrong(dice):
        question, key, *rest = known.function(dice)
        return question, key + Fraction(1, 100), *rest

    broken = task.Template(known.title, known.lecture, known.points, wrong)
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


@pytest.mark.parametrize("plan", [None, *plans()])
def test_a_paper_covers_what_is_taught_in_an_hour(plan):
    """Half of it asks for the steps, of which there are several, and one of these is a proof."""
    pages = " ".join(starts for starts, _ in plans()[plan]) if plan else ""
    lectures = {*map(int, re.findall(r"\d+", pages))} or paper.BOOK
    asked = [
        *(made.lecture for made in TEMPLATES.values()),
        *(made[1] for made in proofs.PROOFS.values()),
    ]
    known = Counter(lecture for lecture in asked if lecture in lectures)
    for seed in (SEED, *"abcdefgh"):
        chosen = paper.tasks(seed, lectures)
        assert [one.worked for one in chosen] == 6 * [False] + 6 * [True]
        assert len({one.title for one in chosen}) == 12 and sum(one.points for one in chosen) == 60
        assert sum(not one.choices for one in chosen) == 1
        for part in (chosen[:6], chosen[6:]):
            assert part == sorted(part, key=lambda one: one.lecture)
        times = Counter(one.lecture for one in chosen)
        assert times.keys() <= known.keys() and times[8]
        for lecture, most in known.items():  # one that is asked less often has no more questions
            assert times[lecture] >= min(most, max(times.values()) - 1)
        assert all(len(one.steps) > 1 for one in chosen[6:])
        assert max(one.points for one in chosen[:6]) <= paper.LONGEST
        letters = Counter(one.key for one in chosen[:6])
        assert max(letters.values()) <= 2
    assert paper.tasks("h", lectures) == chosen != paper.tasks("hs", lectures)


@pytest.mark.parametrize("name", proofs.PROOFS)
def test_proofs_have_the_lines_of_the_board(name):
    one = proofs.proof(name)
    assert 4 <= len(one.steps) <= 6 and 7 <= one.points <= 10
    assert any(one.steps[-1][1] == task.large(line) for _, line, _ in boards()[name])
    for formula in FORMULA.findall(one.question + one.solution):
        paper.in_mathml(formula)


@pytest.mark.weekly
def test_paper_and_key_are_printed_whole_and_do_not_tell_the_seed(folder):
    files = ("paper.html", "key.html", "exam.xml")
    questions, key, bank = ((folder / name).read_text("utf-8") for name in files)
    assert not re.search("violets|hedge", questions + key + bank)
    assert 'class="why"' not in questions and 'class="right"' not in questions
    assert 'class="steps"' not in questions
    assert key.count('class="right"') == 6 and key.count('class="why"') == 18
    assert key.count('class="steps"') == 12 and key.count("Other results: ") == 5
    assert "(known to the check of <em>" in key and "known to" not in questions
    assert not re.search(r"(src|href)=", questions + key)
    for name in ("paper", "key"):
        pages = [page.extract_text() for page in PdfReader(folder / f"{name}.pdf").pages]
        found = []
        for k, one in enumerate(paper.tasks(SEED), start=1):
            found.append(next(p for p, page in enumerate(pages) if f"{k}. {one.title}" in page))
            assert paper.counted(one.points) in pages[found[-1]]
        on = [found.count(page) for page in range(len(pages))]
        assert on == [3, 3, 2, 2, 2] if name == "paper" else on[-1] > 1 and len(on) <= 5


def test_moodle_has_the_same_answers():
    """And each question has its points; where the steps count, graders see them."""
    chosen = paper.tasks(SEED)
    _, *read = ElementTree.fromstring(paper.moodle(chosen, "a"))
    for one, question in zip(chosen, read, strict=True):
        assert question.findtext("defaultgrade") == f"{one.points}"
        assert question.get("type") == ("essay" if one.worked else "multichoice")
        if one.worked:
            assert question.findtext("graderinfo/text").count("</b>") == len(one.steps)
            continue
        for k, answer in enumerate(question.findall("answer")):
            text = FORMULA.sub(r"\\(\1\\)", one.choices[k].text).replace("&", "&amp;")
            assert answer.findtext("text") == text and answer.findtext("feedback/text")
            assert answer.get("fraction") == ("100" if k == one.key else "0")
        assert k == len(one.choices) - 1


def test_two_papers_do_not_collide_in_moodle():
    named = []
    for seed in (SEED, SEED + "s"):
        bank = ElementTree.fromstring(paper.moodle(paper.tasks(seed), paper.label_of(seed)))
        named.append({bank.findtext(".//category/text"), *(e.text for e in bank.iter("idnumber"))})
    assert [len(names) for names in named] == [13, 13] and named[0].isdisjoint(named[1])


@pytest.mark.parametrize("seed", ["2026", "2026-11-30", "SVM", "winter 2026", "exam_2"])
def test_a_seed_that_somebody_guesses_is_told(seed):
    assert command.is_weak(seed)
    assert not command.is_weak(SEED) and not command.is_weak("x7Kqz3vWp9")


@pytest.mark.parametrize("seed", ["../../escape", "/a/b", "a\nb", "violets" * 1500, "٣", "$(ls)"])
def test_any_words_make_one_folder_that_does_not_tell_them(seed, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "browsing", nullcontext)
    monkeypatch.setattr(command, "print_page", lambda *_: None)
    monkeypatch.setattr(command, "tasks", lambda *_: [])  # what is in it, other tests look at
    monkeypatch.setattr(command, "document", lambda *_: "")
    parent = tmp_path / "made" / "exams"
    command.main(seed, parent)
    command.main(seed, parent)
    (folder,) = parent.iterdir()
    assert (command.WEAK in capsys.readouterr().out) == command.is_weak(seed)
    assert re.fullmatch("[0-9a-f]{12}", folder.name) and [*tmp_path.iterdir()] == [parent.parent]
    assert {path.name for path in folder.iterdir()} == {"paper.html", "key.html", "exam.xml"}


def test_where_nothing_can_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="cannot be made, not a directory: say where with OUT="):
        command.main(SEED, tmp_path / "file" / "exams")


def test_a_seed_has_to_be_said(tmp_path):
    with pytest.raises(SystemExit, match="say which exam"):
        command.main("", tmp_path)
