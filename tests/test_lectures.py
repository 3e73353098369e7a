"""Every lecture follows the rules of ``tests/lecture_lint.py``, and the book contains them all."""

import pytest
import yaml

from tests.lecture_lint import ROOT, lint
from tests.lint.source import Book, Lecture

LECTURES = sorted(ROOT.glob("lectures/*.ipynb"))


@pytest.fixture(scope="module")
def book():
    return Book.read(ROOT)


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_lecture_follows_the_rules(path, book):
    messages = list(lint(Lecture.read(path), book))
    assert not messages, "\n" + "\n".join(messages)


def test_table_of_contents_lists_exactly_the_lectures():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c["file"] for part in toc["parts"] for c in part["chapters"]]
    listed = [f.removesuffix(".ipynb") for f in chapters if f.startswith("lectures/")]
    assert listed == [f"lectures/{path.stem}" for path in LECTURES]
