"""Every lecture follows the rules of ``tests/lecture_lint.py``, and the book contains them all."""

import pytest
import yaml

from book.source import Book, Lecture, answers
from tests.lecture_lint import ROOT, lint

MAIN, IN_DEPTH = (
    sorted(ROOT.glob("lectures/*.ipynb")),
    sorted(ROOT.glob("lectures/in-depth/*.ipynb")),
)
LECTURES = MAIN + IN_DEPTH


@pytest.fixture(scope="module")
def book():
    return Book.read(ROOT)


def name_of(path):
    return str(path.relative_to(ROOT / "lectures").with_suffix(""))


@pytest.mark.parametrize("path", LECTURES, ids=name_of)
def test_lecture_follows_the_rules(path, book):
    messages = list(lint(Lecture.read(path), book))
    assert not messages, "\n" + "\n".join(messages)


def test_table_of_contents_lists_exactly_the_lectures():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    listed = [f.removesuffix(".ipynb") for f in chapters if f.startswith("lectures/")]
    assert listed == [f"lectures/{name_of(path)}" for path in LECTURES]


def test_every_lecture_has_its_in_depth_page():
    assert [path.name for path in MAIN] == [path.name for path in IN_DEPTH]


# ------------------------------------------------------------------------- all questions together


def questions():
    """Of each quiz its answers, each (is it right?, its length)."""
    for path in LECTURES:
        for _, quiz in Lecture.read(path).quizzes():
            yield [(right, len(said)) for right, said, _ in answers(quiz)]


def test_no_place_is_right_more_often():
    places = [(len(q), [right for right, _ in q].index(True)) for q in questions()]
    of_three = [place for count, place in places if count == 3]
    assert len(of_three) > 50
    shares = [of_three.count(place) / len(of_three) for place in range(3)]
    assert max(shares) < 0.42, "change the order of the answers in a quiz or two"


def test_the_longest_answer_is_not_the_right_one():
    longest = [max(q, key=lambda answer: answer[1])[0] for q in questions()]
    assert sum(longest) / len(longest) < 0.5
