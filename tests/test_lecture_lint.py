"""Every rule for lectures fires on a lecture broken in one place (it is silent on the lectures)."""

import copy

import pytest
from nbformat import v4

from book.run_lectures import STATE, VIEW
from book.source import Lecture
from tests.lecture_lint import ROOT, RULES, lint
from tests.lint import minutes
from tests.lint.cells import IGNORE

MAIN = Lecture.read(ROOT / "lectures/03-soft-margin.ipynb")
IN_DEPTH = Lecture.read(ROOT / "lectures/in-depth/03-soft-margin.ipynb")
SET_UP, FIRST, CARD, SUMMARY = "# Set-up", "\n## ", "## Algorithm card", "## Summary"
EXERCISE, GOES_ON, BEFORE = "{exercise}", "% The solution goes on", "Before you start"
FOLD = ":::{admonition} Proof\n:class: dropdown\n\n$$ 1 = 1 $$ (eq-soft-folded)\n:::\n\n"


def cell_with(notebook, text):
    """The first cell whose source has this text."""
    return next(cell for cell in notebook.cells if text in cell.source)


def showing(notebook, kind):
    """The first cell that shows this kind of output."""
    return next(c for c in notebook.cells for o in c.get("outputs", []) if kind in o.get("data", o))


def replace(where, old, new, count=-1):
    """A change of the first cell with the text `where`."""

    def change(notebook):
        cell = cell_with(notebook, where)
        assert old in cell.source
        cell.source = cell.source.replace(old, new, count)

    return change


def everywhere(old, new):
    return lambda notebook: [c.update(source=c.source.replace(old, new)) for c in notebook.cells]


def add(text):
    return lambda notebook: cell_with(notebook, FIRST).update(
        source=f"{cell_with(notebook, FIRST).source}\n\n{text}"
    )


def add_code(line):
    return replace(SET_UP, SET_UP, f"{SET_UP}\n{line}")


def insert(where, text):
    """A change: a new cell before the first one with the text `where`."""

    def change(notebook):
        position = notebook.cells.index(cell_with(notebook, where))
        notebook.cells.insert(position, v4.new_markdown_cell(text))

    return change


def at(kind, action):
    """A change of the first cell that shows this kind of output."""
    return lambda notebook: action(showing(notebook, kind))


def describe(**settings):
    return at("image/png", lambda cell: cell.metadata.mystnb.update(settings))


def tag(*names):
    return at("text", lambda cell: cell.metadata.update(tags=list(names)))


def prints(kind, text):
    shown = v4.new_output("execute_result", {kind: text}, execution_count=2)
    return at("text", lambda cell: cell.update(outputs=[shown]))


def widget(**state):
    """A change: the first live figure has this state, beside what is stored of it."""

    def change(notebook):
        view = showing(notebook, VIEW).outputs[0].data[VIEW]
        notebook.metadata.widgets[STATE].state[view["model_id"]].state.update(state)

    return change


def late_live_figures(notebook):
    """All live figures stand before the algorithm card."""
    live = [c for c in notebook.cells for o in c.get("outputs", []) if VIEW in o.get("data", {})]
    notebook.cells = [cell for cell in notebook.cells if cell not in live]
    position = notebook.cells.index(cell_with(notebook, CARD))
    notebook.cells[position:position] = live


def leaning_on_a_solution(notebook):
    replace(GOES_ON, GOES_ON, f"{GOES_ON}\n$$ 2 = 2 $$ (eq-soft-two)")(notebook)
    add("By {eq}`eq-soft-two`.")(notebook)


def long_cells(notebook):
    for cell in notebook.cells:
        cell.source += "\nx = 1" * 7 * (cell.cell_type == "code")


BROKEN = {  # rule: a change, and words of what is said
    "made_by_make_notebooks": [
        (lambda notebook: notebook.metadata.kernelspec.update(name="my-env"), "not 'python3'"),
        (lambda notebook: notebook.metadata.update(jupytext={"formats": "md"}), "jupytext"),
        (at("text", lambda c: c.update(execution_count=77)), "executed as [77], expected ["),
        (at("text", lambda c: c.metadata.update(execution={"a": "2024"})), "when it was"),
    ],
    "folded_in_jupyter": [
        (at("image/png", lambda c: c.metadata.pop("jupyter")), "run make notebooks"),
        (replace(GOES_ON, "% ", ""), "start with a comment"),
    ],
    "one_output": [
        (at("text", lambda c: c.outputs.append(c.outputs[0])), "2 outputs"),
        (prints("text/plain", "<Axes: xlabel='x'>"), "left-over"),
        (prints("text/html", "<style>#sk-container-id-1 {color: red}</style>"), "left-over"),
    ],
    "figures_described": [
        (describe(image={"alt": "A plot of data."}), "4 words, at least 8"),
        (describe(figure={"name": "fig-soft-x"}), "no mystnb.figure.caption"),
        (describe(figure={"caption": "Lines."}), "no mystnb.figure.name"),
        (describe(figure={"caption": "One"}, image={"alt": "One"}), "repeats the caption"),
        (at("image/png", lambda c: c.update(outputs=[])), "shows none"),
    ],
    "short_cells": [(add_code("x = 1\n" * 19), "at most 20"), (long_cells, "half of the code")],
    "narrow_code": [
        (add_code("x = " + "1 + " * 20 + "1"), "at most 72"),
        (replace(EXERCISE, "assert", "# " + "word " * 15 + "\nassert", 1), "at most 72"),
    ],
    "drawing_is_folded": [
        (at("image/png", lambda c: c.update(source="ax = plots.points(X, y)", metadata={})), "hide")
    ],
    "prose_between_code": [
        (lambda notebook: notebook.cells.remove(cell_with(notebook, FIRST)), "without prose"),
    ],
    "declared_imports": [
        (add_code("from torch import nn"), "does not declare"),
        (add_code("import numpy, timeit"), "no timings"),
        (add_code("from . import x"), "does not declare"),
        (add_code("X = datasets.fetch_openml('mnist')"), "downloads"),
    ],
    "known_tags": [
        (tag("nbval-ignore-output"), "allowed are"),
        (tag("hide_input"), "allowed are"),
        (tag("rtol-1e-1"), "compares nothing"),
    ],
    "live_widgets": [
        (widget(_anywidget_id=""), "dead on the page"),
        (widget(_css=".svm-live {}"), "stores the front end"),
        (widget(_esm="x" * 300), "stores the front end"),
        (at(VIEW, lambda c: c.outputs[0].data.pop("image/png")), "no picture for paper"),
        (at(VIEW, lambda c: c.metadata.update(tags=["in-jupyter", IGNORE])), "is for callbacks"),
    ],
    "opening": [
        (replace("(lecture-soft)=", "(lecture-soft)=\n", ""), "label such as"),
        (add("# Another title"), "exactly one title"),
        (lambda notebook: notebook.cells[0].update(source="(lecture-soft)=\n# A"), "no paragraph"),
    ],
    "before_box": [
        (replace(BEFORE, BEFORE, "Read this"), "0 boxes"),
        (replace(BEFORE, ":class: before\n", ""), "needs :class: before"),
        (replace(BEFORE, "](", "] ("), "no prerequisite"),
        (lambda notebook: notebook.cells.insert(4, notebook.cells.pop(1)), "under the title"),
    ],
    "set_up_cell": [
        (replace(SET_UP, "use_style()", "no_style()"), "does not call"),
        (lambda notebook: cell_with(notebook, SET_UP).metadata.clear(), "not folded"),
        (lambda notebook: cell_with(notebook, SET_UP).outputs.append({}), "shows something"),
    ],
    "headings": [(replace(SUMMARY, SUMMARY, "## Conclusion"), "the last sections are")],
    "algorithm_card": [
        (replace(CARD, "* - Objective", "* - Goal"), "each filled in"),
        (replace(CARD, "list-table", "table"), "each filled in"),
    ],
    "ending": [
        (replace(SUMMARY, "\n- ", "\n\nand "), "bullets in the summary: 0"),
        (insert(FIRST, "\n\n".join(["::::{admonition} Q\n:class: quiz\n::::"] * 13)), "quiz"),
        (replace("## Mixed review", ":class: quiz", ":class: note"), "the mixed review: 0"),
        (replace("## Further reading", "](#", "]("), "cites nothing"),
    ],
    "exercises": [
        (replace(EXERCISE, ":label: ex-", ":name: ex-", 1), "expected a label"),
        (replace(EXERCISE, "assert", "print"), "code block with asserts"),
        (replace(EXERCISE, "{solution-start} ex-soft", "{solution-start} ex-x"), "and a solution"),
        (replace(EXERCISE, "{exercise} Who is where?", "{exercise}"), "has a title"),
        (replace(EXERCISE, ":class: drill", ":class: easy"), ":class: is one of"),
        (replace(EXERCISE, ":class: drill", ":class: proof"), "1 exercises of class drill"),
        (replace(EXERCISE, "Hint", "Note"), "one box 'Hint'"),
        (replace(EXERCISE, ":class: dropdown", ""), "needs :class: dropdown"),
        (add("~~~{exercise} A\n~~~\n\n" * 3), "exercises: 10, expected 7 to 9"),
    ],
    "own_names": [(add_code("slack_table = 2"), "a name that the page has too")],
    "named_bugs": [
        (replace("Bug:", "Bug:", "A bug:"), "no box 'Bug: …'"),
        (replace("Bug:", "Bug:", "The bug:"), "by its bug"),
        (replace("Bug:", ":class: warning", ":class: note"), "needs a :name: and"),
    ],
    "stated_minutes": [
        (replace(BEFORE, "minutes to read", "a while to read"), "lacks"),
        (add("A word. " * 2500), "reading: states"),
    ],
    "one_sitting": [
        (add("A word. " * 6000), "minutes to read, at most 60"),
        (add("\n\n".join([":::{prf:lemma} L\nTrue.\n:::"] * 8)), "theorem-like boxes"),
        (add("\n\n".join([":::{prf:proof}\nSo.\n:::"] * 4)), "visible proofs"),
    ],
    "hands_on_early": [(late_live_figures, "comes after")],
    "something_to_see": [(insert(CARD, "A word. " * 1000), "minutes without")],
    "questions": [(insert(CARD, "## B\n\n## C\n\n## D"), "neither 'B' nor 'C' asks")],
    "tone": [(add("It is easy to see."), "'easy to see'"), (add("Obviously so."), "'Obviously'")],
    "label_names": [
        (add("(line)=\n### Again"), "label 'line'"),
        (add("$$ a $$ (eq-kernels-a)"), "label 'eq-kernels-a'"),
        (describe(figure={"name": "fig-lines", "caption": "c"}), "label 'fig-lines'"),
    ],
    "readable_anywhere": [
        (add("See {ref}`sec-soft-slack`."), "{ref}`sec-soft-slack` is not read"),
        (add("See {prf:ref}`the theorem <thm-kernels-mercer>`."), "not read in Jupyter"),
        (add("See {cite:t}`vapnik1963`."), "not read in Jupyter"),
    ],
    "closed_folds": [
        (add(f"{FOLD}By {{eq}}`eq-soft-folded`."), "closed fold"),
        (add(f"{FOLD}By [it](#eq-soft-folded)."), "closed fold"),
        (leaning_on_a_solution, "closed fold"),
    ],
}
BROKEN_IN_DEPTH = {
    "tested_claims": [(everywhere("**Check", "**Look"), "**Check.**")],
    "exercises": [(everywhere(EXERCISE, "{note}"), "no exercise")],
}


@pytest.mark.parametrize(
    ("page", "rule", "change", "words"),
    [
        pytest.param(page, rule, *case, id=f"{rule}-{k}")
        for page, broken in ((MAIN, BROKEN), (IN_DEPTH, BROKEN_IN_DEPTH))
        for rule, cases in broken.items()
        for k, case in enumerate(cases)
    ],
)
def test_rule_fires(page, rule, change, words):
    page = copy.deepcopy(page)
    change(page.notebook)
    said = list(lint(page, [r for r in RULES if r.__name__ == rule]))
    assert any(words in message for message in said), said


def test_every_rule_is_broken():
    assert BROKEN.keys() | BROKEN_IN_DEPTH.keys() == {rule.__name__ for rule in RULES}


def test_minutes_follow_the_model():
    page = copy.deepcopy(MAIN)
    last, _ = minutes.minutes(page)
    for text, longer in {
        "word " * 180: 1,
        "$x$ and $y$": (6 + 1 / 3) / 60,
        ":::{prf:proof}\nLong.\n:::": 3,
        ":::{admonition} Answer\n:class: dropdown\n" + "word " * 900 + "\n:::": 3 / 60,
    }.items():
        add(text)(page.notebook)
        assert minutes.minutes(page)[0] - last == pytest.approx(longer)
        last, _ = minutes.minutes(page)
