"""Every exercise can be done alone, and its check rejects the mistakes that people make."""

import importlib
import pkgutil

import pytest

from tests import mutants
from tests.lecture_lint import ROOT
from tests.lint.anatomy import check_of, gated_solutions, set_up_of
from tests.lint.source import Lecture

FEWEST = 2  # mutants of an exercise


def exercises():
    """{label: (page, set-up cell of the page, set-up, check, code of the solution)}."""
    found = {}
    for path in sorted(ROOT.glob("lectures/**/*.ipynb")):
        lecture = Lecture.read(path)
        first = lecture.cells("code")[0][1].source
        solutions = {gate.argument: code for _, gate, code in gated_solutions(lecture)[0]}
        for _, exercise in lecture.directives("exercise"):
            label = exercise.options["label"]
            code = "\n\n".join(solutions[label])
            found[label] = (lecture.page, first, set_up_of(exercise), check_of(exercise), code)
    return found


EXERCISES = exercises()
MISTAKES = {
    label: listed
    for module in pkgutil.iter_modules(mutants.__path__)
    for label, listed in importlib.import_module(f"tests.mutants.{module.name}").MUTANTS.items()
}


def attempt(label, code):
    """Run code as a reader would who has run the page's first cell only."""
    names = {"__name__": "__main__"}
    exec(compile(EXERCISES[label][1], "set-up cell", "exec"), names)
    exec(compile(code, label, "exec"), names)


def test_mistakes_belong_to_exercises():
    assert set(MISTAKES) == set(EXERCISES)


@pytest.mark.parametrize("label", EXERCISES)
def test_exercise_stands_alone(label):
    page, _, set_up, check, code = EXERCISES[label]
    assert check in code, f"{page}: the solution does not contain the check"
    assert code.startswith(set_up), f"{page}: the solution does not start with the set-up"
    attempt(label, code)


@pytest.mark.parametrize("label", EXERCISES)
def test_check_rejects_mistakes(label):
    _, _, _, check, code = EXERCISES[label]
    parts = code.split(check)  # a mistake is made around the check, not in it
    listed = MISTAKES.get(label, [])
    assert len(listed) >= FEWEST, f"{label}: at least {FEWEST} mistakes"
    for mistake, right, wrong in listed:
        assert any(right in part for part in parts), f"{label}, {mistake}: no {right!r}"
        mutant = check.join(part.replace(right, wrong) for part in parts)
        compile(mutant, mistake, "exec")  # a mistake in grammar would prove nothing
        try:
            attempt(label, mutant)
        except (NameError, ImportError) as error:
            pytest.fail(f"{label}, {mistake}: not the check fails, but {error}")
        except Exception:
            continue
        pytest.fail(f"{label}: its check accepts the mistake: {mistake}")
