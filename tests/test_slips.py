"""The slips that `tests.slips` makes, and that a check at one point only lets them live."""

from dataclasses import replace

import pytest

from tests import slips
from tests.lecture_lint import ROOT
from tests.test_exercises import EXERCISES, MISTAKES

[VOTES] = [one for one in EXERCISES.values() if one.label == "ex-multiclass-votes"]
[SLOPES] = [one for one in EXERCISES.values() if one.label == "ex-multiclass-slopes"]


@pytest.mark.weekly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", EXERCISES)
def test_every_slip_is_noticed_or_changes_nothing(name):
    """Those that change nothing are in a list, which has no others."""
    live, _ = slips.alive(EXERCISES[name])
    assert sorted(live) == sorted(slips.equal().get(EXERCISES[name].label, []))


@pytest.mark.weekly
def test_teachers_are_told_how_many():
    """Of changed solutions, and of those that change nothing."""
    made = sum(len(slips.made(exercise)[1]) for exercise in EXERCISES.values())
    equal = sum(map(len, slips.equal().values()))
    said = (ROOT / "book/teaching.md").read_text(encoding="utf-8")
    assert f"more than {made // 1000 * 1000:,} slips" in said
    assert f"all but {equal}" in said


def test_an_argument_that_never_changes_is_found(monkeypatch):
    """A check that counts the votes of one duel list only cannot tell who ignores the list."""
    monkeypatch.setitem(MISTAKES, VOTES.label, [])
    line = "assert list(count_votes([0, 1, 1], 3)) == [1, 2, 0]\n"
    weak = {part: getattr(VOTES, part).replace(line, "") for part in ("check", "solution")}
    for exercise, lives in ((VOTES, False), (replace(VOTES, **weak), True)):
        reader, code = slips.written(exercise)
        calls = slips.first_calls(reader, code)
        slip = slips.ignoring(code, calls)["count_votes ignores winners"]
        assert slips.accepted(reader, *slip) == lives


def test_the_number_of_points_of_the_set_up_is_found(monkeypatch):
    """A check with 150 points always cannot tell who types 150, or reads the data of the set-up."""
    monkeypatch.setitem(MISTAKES, SLOPES.label, [])
    weak = {part: getattr(SLOPES, part) for part in ("check", "solution")}
    for few, many in (("ones((9,", "ones((150,"), ("zeros(9,", "zeros(150,")):
        weak = {part: text.replace(few, many) for part, text in weak.items()}
    for exercise, lives in ((SLOPES, False), (replace(SLOPES, **weak), True)):
        reader, tried = slips.made(exercise)
        for slip in ("line 5: len(y) → 150, as typed", "line 5, column 25: y → rows"):
            assert slips.accepted(reader, *tried[slip]) == lives
