"""Every rule for lectures fires on a lecture broken in one place (it is silent on the lectures)."""

import copy

import pytest

from book.run_lectures import VIEW
from book.source import Lecture
from tests.lecture_lint import ROOT, RULES, lint
from tests.lint.english import HABITS, sentences

MAIN = Lecture.read(ROOT / "lectures/03-soft-margin.ipynb")
SET_UP, FIRST, CARD, SUMMARY = "# Set-up", "\n## ", "## Algorithm card", "## Summary"
EXERCISE, GOES_ON, BEFORE = "{exercise}", "% The solution goes on", "Before you start"
FOLD = ":::{admonition} Proof\n:class: dropdown\n\n$$ 1 = 1 $$ (eq-soft-folded)\n:::\n\n"


def cell_with(notebook, text):
    """The first cell whose source has this text."""
    return next(cell for cell in notebook.cells if text in cell.source)


def replace(where, old, new):
    """A change of the first cell with the text `where`."""

    def change(notebook):
        cell = cell_with(notebook, where)
        assert old in cell.source
        cell.source = cell.source.replace(old, new)

    return change


def add(text):
    return lambda notebook: cell_with(notebook, FIRST).update(
        source=f"{cell_with(notebook, FIRST).source}\n\n{text}"
    )


def add_code(line):
    return replace(SET_UP, SET_UP, f"{SET_UP}\n{line}")


def at(kind, action):
    """A change of the first cell that shows this kind of output."""

    def change(notebook):
        shown = ((c, o.get("data", o)) for c in notebook.cells for o in c.get("outputs", []))
        action(next(cell for cell, data in shown if kind in data))

    return change


BROKEN = {  # rule: changes, and words of what is said
    "made_by_make_notebooks": [
        (at("text", lambda c: c.update(execution_count=77)), "executed as [77], expected ["),
    ],
    "folded_in_jupyter": [
        (at("image/png", lambda c: c.metadata.pop("jupyter")), "run make notebooks"),
        (replace(GOES_ON, "% ", ""), "start with a comment"),
    ],
    "one_output": [
        (at("text", lambda c: c.outputs.append(c.outputs[0])), "2 outputs"),
        (at("image/png", lambda c: c.outputs[0].data.update({"text/plain": "<Axes: >"})), "left-"),
    ],
    "figures_described": [
        (at("image/png", lambda c: c.metadata.mystnb.update(image={})), "0 words, at least 8"),
        (at("image/png", lambda c: c.metadata.mystnb.pop("figure")), "no mystnb.figure.caption"),
        (at("image/png", lambda c: c.update(outputs=[])), "shows none"),
    ],
    "short_cells": [(add_code("x = 1\n" * 19), "at most 20")],
    "drawing_is_folded": [
        (at("image/png", lambda c: c.update(source="ax = plots.points(X, y)", metadata={})), "hide")
    ],
    "prose_between_code": [
        (lambda notebook: notebook.cells.remove(cell_with(notebook, FIRST)), "without prose"),
    ],
    "declared_imports": [(add_code("from torch import nn"), "does not declare")],
    "known_tags": [
        (at("text", lambda c: c.metadata.update(tags=["nbval-ignore-output"])), "allowed are"),
    ],
    "live_widgets": [
        (lambda notebook: notebook.metadata.pop("widgets"), "dead on the page"),
        (at(VIEW, lambda c: c.outputs[0].data.pop("image/png")), "no picture for paper"),
    ],
    "opening": [(add("# Another title"), "exactly one title")],
    "before_box": [(replace(BEFORE, "](", "] ("), "no prerequisite")],
    "set_up_cell": [(replace(SET_UP, "use_style()", "no_style()"), "does not call")],
    "headings": [(replace(SUMMARY, SUMMARY, "## Conclusion"), "the last sections are")],
    "algorithm_card": [(replace(CARD, "* - Objective", "* - Goal"), "each filled in")],
    "ending": [
        (replace(SUMMARY, "\n- ", "\n\nand "), "bullets in the summary: 0"),
        (lambda notebook: notebook.cells.extend(20 * [cell_with(notebook, "class: quiz")]), "quiz"),
    ],
    "exercises": [
        (replace(EXERCISE, "assert", "print"), "code block with asserts"),
        (replace(EXERCISE, ":class: drill", ":class: proof"), "1 exercises of class drill"),
        (replace(EXERCISE, "Hint", "Note"), "one box 'Hint'"),
        (add("~~~{exercise} A\n~~~\n\n" * 3), "exercises: 10, expected 7 to 9"),
    ],
    "named_bugs": [(replace("Bug:", "Bug:", "A bug:"), "no box 'Bug: …'")],
    "stated_minutes": [(add("A word. " * 2500), "reading: states")],
    "stated_efforts": [
        (replace(EXERCISE, "*About", "*Some"), "does not begin with"),
        (replace(EXERCISE, "; good for a first reading", ""), "expected 3 short ones"),
    ],
    "one_sitting": [(add("A word. " * 6000), "minutes to read, at most 60")],
    "place_to_pause": [
        (replace("class: pause", "pause", "note"), "0 places to pause"),
        (add("A word. " * 3000), "of the reading, not halfway"),
    ],
    "something_to_see": [(replace(CARD, CARD, "A word. " * 1000 + f"\n{CARD}"), "minutes without")],
    "questions": [
        (replace(CARD, CARD, f"## B\n\n## C\n\n## D\n\n{CARD}"), "neither 'B' nor 'C' asks")
    ],
    "readable_anywhere": [
        (add("See {prf:ref}`the theorem <thm-kernels-mercer>`."), "not read in Jupyter"),
    ],
    "closed_folds": [(add(f"{FOLD}By {{eq}}`eq-soft-folded`."), "closed fold")],
}


@pytest.mark.parametrize(
    ("rule", "change", "words"),
    [(rule, *case) for rule, cases in BROKEN.items() for case in cases],
)
def test_rule_fires(rule, change, words):
    page = copy.deepcopy(MAIN)
    change(page.notebook)
    said = list(lint(page, [r for r in RULES if r.__name__ == rule]))
    assert any(words in message for message in said), said


def test_every_rule_is_broken():
    assert BROKEN.keys() == {rule.__name__ for rule in RULES}


def test_each_habit_of_english_is_heard_and_plain_sentences_are_not(tmp_path):
    page = tmp_path / "page.md"
    heard = """Look at what is missing. The label tells. Whoever sees it, learns. Both hulls touch.
The number stands here. It is that of a line; the rest is new. Now the proof.
It is drawn from five on, too. At the left, it ends; with noise. So damages are paid: all of them.

And the same. This is trivial."""
    page.write_text(heard)
    found = [{name for name, count in hits.items() if count} for *_, hits in sentences([page])]
    assert set().union(*found) == HABITS.keys()
    page.write_text("What is a margin? People who are new stand on the street, where it is wide.")
    assert not any(count for *_, hits in sentences([page]) for count in hits.values())
