"""Every exercise can be done alone; its check rejects the mistakes people make, and says which."""

import numpy as np
import pytest

from book.exercises import exercises_of, known_mistakes, with_messages
from book.source import lecture_paths
from tests.lecture_lint import ROOT

FEWEST = 2  # mistakes of an exercise
NUMBER = "7.3"  # stands for the number on the page
EXERCISES = {
    label: exercise
    for path in lecture_paths(ROOT)
    for label, exercise in exercises_of(path).items()
}
MISTAKES = known_mistakes()


def attempt(exercise, *cells):
    """Run cells as a reader would who has run the page's first cell only; the names they leave."""
    names = {"__name__": "__main__"}
    for code in (exercise.first, *cells):
        exec(compile(code, exercise.label, "exec"), names)
    return names


def check_cell(exercise):
    return exercise.check_cell(NUMBER, MISTAKES.get(exercise.label, []))


def said(exercise, *cells):
    """What the check says to these cells: an empty text when all is right."""
    try:
        attempt(exercise, *cells, check_cell(exercise))
    except AssertionError as problem:
        return str(problem)
    return ""


def test_mistakes_belong_to_exercises():
    assert set(MISTAKES) == set(EXERCISES)


@pytest.mark.parametrize("label", EXERCISES)
def test_exercise_stands_alone(label):
    exercise = EXERCISES[label]
    assert exercise.check in exercise.solution, "the solution does not contain the check"
    assert exercise.solution.startswith(exercise.set_up), "the solution starts with the set-up"
    attempt(exercise, exercise.solution)
    assert said(exercise, exercise.own()) == ""


@pytest.mark.parametrize("label", EXERCISES)
def test_nothing_written_is_said_so(label):
    exercise = EXERCISES[label]
    assert exercise.asked(), "the check needs nothing that the reader writes"
    asked = exercise.asked()
    for given in ([], asked[1:]):
        names = [name for name in asked if name not in given]
        written = f"write {' and '.join(names)} (exactly so called) in the cell above, and run it."
        before = "\n".join([exercise.set_up, *(f"{name} = 0" for name in given)])
        assert said(exercise, before) == f"Exercise {NUMBER}: {written}"


@pytest.mark.parametrize("label", EXERCISES)
def test_what_stops_the_check_is_said_so(label):
    exercise = EXERCISES[label]
    for name in exercise.calls([seen for *_, seen, _ in MISTAKES[label]]):
        forgotten = f"def {name}(*_, **__):\n    pass"
        answer = said(exercise, exercise.own(), forgotten)
        assert answer == f"Exercise {NUMBER}: {name} gives back nothing. Does it end with a return?"
    with np.errstate(all="ignore"):
        for name in exercise.asked():  # neither a number nor an array nor a function
            odd = said(exercise, exercise.own(), f"{name} = object()")
            assert "not yet" in odd or "the check cannot use what you have" in odd


@pytest.mark.parametrize("label", EXERCISES)
def test_check_rejects_mistakes_and_says_which(label):
    exercise = EXERCISES[label]
    assert len(MISTAKES.get(label, [])) >= FEWEST, f"{label}: at least {FEWEST} mistakes"
    for mistake, right, wrong, _, message in MISTAKES[label]:
        mutant = exercise.own(right, wrong)
        compile(mutant, mistake, "exec")  # a mistake in grammar would prove nothing
        with np.errstate(all="ignore"):
            names = attempt(exercise, mutant)
            with pytest.raises(AssertionError):  # the check as it stands on the page
                exec(compile(exercise.check, label, "exec"), names)
            answer = said(exercise, mutant)
        assert answer == f"Exercise {NUMBER}: {message}", f"{label}, {mistake}: {answer!r}"


def test_every_assert_gets_a_message():
    check = (
        "for λ in (1, 2):\n    assert f(λ) > 0\nz = f(3)\n"
        "assert (\n    z\n    == 1\n)\nassert y, 'kept'"
    )
    expected = (
        "for λ in (1, 2):\n    assert f(λ) > 0, not_yet(f(λ))\nz = f(3)\n"
        "assert (\n    z\n    == 1\n), not_yet(z)\nassert y, 'kept'"
    )
    assert with_messages(check, ["f"]) == expected
    assert with_messages("assert all(f(x) for x in (1, 2))", ["f"]).endswith("not_yet()")
