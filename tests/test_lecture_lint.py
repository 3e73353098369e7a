"""Every rule for lectures fires on a lecture broken in one place and is silent on a good one."""

import pytest
from nbformat import v4

from book.source import Book, declared_modules, directives, labels, prose
from tests.lecture_lint import RULES, lint
from tests.lint import example, minutes
from tests.lint.cells import STATE, VIEW

SET_UP, BODY, PRINT, FIGURE, QUIZ, CARD, SUMMARY, EXERCISE, START, FUNCTION, CHECKED = (
    1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 14,
)  # fmt: skip


def replace(position, old, new):
    """A change of one cell's source, which must contain what is replaced."""

    def change(notebook):
        assert old in notebook.cells[position].source
        notebook.cells[position].source = notebook.cells[position].source.replace(old, new)

    return change


def add_prose(text):
    return replace(BODY, "Forgetting $b$.\n:::", f"Forgetting $b$.\n:::\n\n{text}")


def add_code(line):
    return replace(FUNCTION, "def", f"{line}\ndef")


def says(text):
    """A cell that printed this text."""

    def change(notebook):
        notebook.cells[PRINT].outputs[0].text = text

    return change


def returns(text, kind="text/plain"):
    """A cell whose last line has a value."""

    def change(notebook):
        result = v4.new_output("execute_result", {kind: text}, execution_count=2)
        notebook.cells[PRINT].outputs = [result]

    return change


def at(position, action):
    """A change of one cell by a function of the cell."""
    return lambda notebook: action(notebook.cells[position])


def describe(**settings):
    return at(FIGURE, lambda cell: cell.metadata.mystnb.update(settings))


def tag(name):
    return at(PRINT, lambda cell: cell.metadata.update(tags=[name]))


def widget(view, **state):
    """A cell that shows a widget, with the state that the notebook stores."""

    def change(notebook):
        notebook.cells[PRINT].outputs = [v4.new_output("display_data", {VIEW: {"model_id": view}})]
        notebook.metadata["widgets"] = {STATE: {"state": {"m": {"state": state}}}}

    return change


def stderr(notebook):
    notebook.cells[PRINT].outputs = [v4.new_output("stream", name="stderr", text="UserWarning")]


def error(notebook):
    notebook.cells[PRINT].outputs = [v4.new_output("error", ename="E", evalue="", traceback=[])]


def long_half(notebook):
    for cell in notebook.cells:
        cell.source += "\nx = 1" * 7 * (cell.cell_type == "code")


def late_live_figure(notebook):
    """A live figure as the last thing before the questions."""
    shown = [v4.new_output("display_data", {VIEW: {"model_id": "m"}})]
    notebook.cells.insert(QUIZ, v4.new_code_cell("widgets.Street(X, y)", outputs=shown))


HIDDEN_ERROR = {"outputs": [{"output_type": "error", "ename": "E", "evalue": "e"}]}
BROKEN = {
    "valid_notebook": [
        lambda notebook: notebook.metadata.kernelspec.update(name="my-env"),
        lambda notebook: notebook.metadata.update(jupytext={"formats": "md"}),
        at(PRINT, lambda cell: cell.metadata.update(execution={"iopub.execute_input": "2024"})),
        at(PRINT, lambda cell: cell.pop("outputs")),
    ],
    "executed_in_order": [
        at(PRINT, lambda cell: cell.update(execution_count=None)),
        at(PRINT, lambda cell: cell.update(execution_count=7)),
    ],
    "folded_in_jupyter": [
        at(FIGURE, lambda cell: cell.metadata.pop("jupyter")),
        at(PRINT, lambda cell: cell.metadata.update(jupyter={"source_hidden": True})),
        replace(EXERCISE + 3, "% The solution goes on\n", ""),
    ],
    "no_errors": [stderr, error],
    "one_output": [
        at(PRINT, lambda cell: cell.outputs.append(cell.outputs[0])),
        returns("<Axes: xlabel='x'>"),
        returns("<style>#sk-container-id-1 {color: black}</style>", "text/html"),
    ],
    "repeatable_outputs": [
        says("<function f at 0x7f2a3c4d5e60>"), says("/home/me/x.py"), says("took 3.2 ms"),
    ],
    "no_machine_paths": [add_prose("See /root/notes."), add_code("p = '/tmp/x'")],
    "figures_described": [
        describe(image={"alt": "A plot of data."}),
        describe(image={}),
        describe(figure={"name": "fig-margins-lines"}),
        describe(figure={"caption": "Lines."}),
        describe(figure={"name": "fig-margins-lines", "caption": example.ALT}),
        at(FIGURE, lambda cell: cell.outputs[0].metadata.clear()),
        at(FIGURE, lambda cell: cell.update(outputs=[])),
        at(FIGURE, lambda cell: cell.outputs[0].data.update({"image/svg+xml": "<svg/>"})),
    ],
    "narrow_code": [
        add_code("x = " + "1 + " * 20 + "1"),
        replace(EXERCISE, "half = 1.0", "half = 1.0  #" + " word" * 15),
    ],
    "drawing_is_folded": [
        at(FIGURE, lambda cell: cell.metadata.pop("tags")),
        replace(PRINT, "print(f'margin {0.16641:.4f}')", "table = pd.DataFrame(X).round(2)"),
    ],
    "short_cells": [
        replace(FUNCTION, "def", "x = 1\n" * 19 + "def"), long_half,
        at(FUNCTION, lambda cell: cell.update(source="")),
    ],
    "prose_between_code": [
        lambda notebook: notebook.cells.pop(4),
        at(4, lambda cell: cell.update(source=" \n")),
    ],
    "plain_python": [add_code("%matplotlib inline"), add_code("!ls"), add_code("x = (")],
    "declared_imports": [
        add_code("import requests"), add_code("from torch import nn"), add_code("import time"),
        add_code("import numpy, timeit"), add_code("from . import x"),
    ],
    "seeded_and_offline": [
        add_code("rng = np.random.default_rng()"), add_code("np.random.rand(3)"),
        add_code("np.random.seed(3)"), add_code("X = datasets.fetch_openml('mnist')"),
        add_code("w.filterwarnings('ignore')"),
    ],
    "known_tags": [
        tag("nbval-ignore-output"), tag("nbval-skip"), tag("raises-exception"), tag("hide_input"),
        tag("remove-cell"), tag("rtol-1e-1"), tag("rtol-x"), add_code("# NBVAL_IGNORE_OUTPUT"),
    ],
    "live_widgets": [
        widget("m", _model_name="IntSliderModel"),
        widget("m", **HIDDEN_ERROR, _anywidget_id="svmlib.widgets.Street"),
        widget("n", _anywidget_id="svmlib.widgets.Street"),
    ],
    "opening": [
        replace(0, "(lecture-margins)=\n", ""), replace(0, "# Margins", "## Margins"),
        add_prose("# Another title"), replace(0, "After this lecture you can draw", "# "),
    ],
    "before_box": [
        replace(0, "Before you start", "Read this"), replace(0, ":class: before\n", ""),
        replace(0, "[dot products](#lecture-margins)", "nothing"),
        lambda notebook: notebook.cells.append(v4.new_markdown_cell(example.OPENING)),
    ],
    "set_up_cell": [
        at(SET_UP, lambda cell: cell.metadata.clear()),
        replace(SET_UP, "plots.use_style()", ""),
        at(SET_UP, lambda cell: cell.outputs.append(v4.new_output("stream", text="hello"))),
    ],
    "headings": [
        replace(SUMMARY, "## Summary", "## Conclusion"), add_prose("#### Deep"),
        lambda notebook: notebook.cells.append(v4.new_markdown_cell("## Thanks")),
    ],
    "algorithm_card": [
        replace(CARD, "**Objective**", "**Goal**"), replace(CARD, "  - perceptron", "  -"),
        replace(CARD, "* - **Type**\n  - classifier\n", ""), replace(CARD, "list-table", "table"),
    ],
    "ending": [
        replace(SUMMARY, "- Four.", ""), replace(SUMMARY, "- Four.", "- More.\n" * 6),
        at(QUIZ, lambda cell: cell.update(source=cell.source.replace(": quiz", ": note", 1))),
        replace(-1, "[Vapnik (1963)](#vapnik1963)", "Nobody"),
    ],
    "quizzes": [
        replace(QUIZ, ":name: quiz-margins-a\n", ""), replace(QUIZ, "**Right.**", "**Not quite.**"),
        replace(QUIZ, "**Not quite.**", "**Right.**"), replace(QUIZ, "**Not quite.** ", ""),
        replace(QUIZ, " The line is where the score is zero.", ""),
        replace(QUIZ, "Does doubling $w$ move the line?\n", ""),
        replace(QUIZ, ":::{dropdown} Yes.\n**Not quite.** It multiplies both sides of the "
                "equation.\n:::\n", ""),
        replace(QUIZ, "{dropdown} No.", "{dropdown}"),
    ],
    "exercises": [
        replace(EXERCISE, ":label: ex-margins-one\n", ""), replace(EXERCISE, "Double it", ""),
        replace(EXERCISE, "assert", "print"), replace(EXERCISE, "4.0", "5.0"),
        replace(EXERCISE, ":class: drill", ":class: easy"),
        replace(EXERCISE, ":class: drill", ":class: project"),
        replace(EXERCISE, "Hint", "Note"), replace(EXERCISE, ":class: dropdown", ""),
        replace(START, ":class: dropdown", ""), replace(START, ":label: sol-margins-one\n", ""),
        replace(START, "ex-margins-one", "ex-margins-two"),
        replace(START, "ex-margins-one", "ex-margins-ten"),
        replace(START, "solution-start", "solution"), replace(15, "{solution-end}", "{note}"),
        replace(CHECKED, "1e-12", "1"),
    ],
    "own_names": [
        replace(PRINT, "print(", "double_one = 2\nprint("),
        replace(CHECKED, "assert", "double_two = 2\nassert"),
        replace(EXERCISE, "assert", "double_two = 2\nassert"),
    ],
    "named_bugs": [
        replace(BODY, "Bug: the bias forgotten", "Careful"),
        replace(BODY, "Bug: the bias forgotten", "A bug everyone makes"),
        replace(BODY, ":class: warning", ":class: note"),
        replace(BODY, ":name: bug-margins-bias\n", ""),
    ],
    "stated_minutes": [
        replace(0, "5 minutes", "50 minutes"), replace(0, "about 115", "about 60"),
        replace(0, "5 minutes to read", "a while"), add_prose("A word. " * 400),
    ],
    "one_sitting": [
        add_prose("A word. " * 6000),
        add_prose("\n\n".join([":::{prf:lemma} L\nTrue.\n:::"] * 7)),
        add_prose("\n\n".join([":::{prf:proof}\nSo.\n:::"] * 3)),
    ],
    "hands_on_early": [late_live_figure],
    "something_to_see": [
        add_prose("A word of many. " * 700),
        lambda notebook: notebook.cells.insert(CARD, v4.new_markdown_cell("A word. " * 1400)),
    ],
    "questions": [
        lambda notebook: notebook.cells.insert(QUIZ, v4.new_markdown_cell("## B\n\n## C\n\n## D")),
    ],
    "tone": [add_prose("It is easy to see."), add_prose("TODO"), add_prose("Obviously so.")],
    "unique_labels": [
        add_prose("(sec-margins-line)=\n### Again"), replace(QUIZ, "margins-a", "margins-b"),
        describe(figure={"name": "eq-margins-line", "caption": "c"}),
    ],
    "label_names": [
        add_prose("(line)=\n### Again"), add_prose("$$ a $$ (eq-soft-a)"),
        describe(figure={"name": "fig-lines", "caption": "c"}),
    ],
    "reference_targets": [
        add_prose("{eq}`eq-margins-none`"), add_prose("{eq}`def-margins-line`"),
        add_prose("{prf:ref}`eq-margins-line`"), add_prose("{prf:ref}`thm-margins-none`"),
        add_prose("{numref}`Figure %s <fig-margins-none>`"), add_prose("{ref}`here <sec-no>`"),
        add_prose("[lecture 2](#lecture-none)"), add_prose("{term}`slack`"),
        add_prose("[Vapnik (1998)](#vapnik1998)"),
        describe(figure={"name": "fig-margins-lines", "caption": "{eq}`eq-margins-none`"}),
    ],
    "readable_anywhere": [
        add_prose("See {ref}`sec-margins-line`."), add_prose("See {doc}`../book/notation`."),
        add_prose("See {numref}`fig-margins-lines`."), add_prose("See {cite:t}`vapnik1963`."),
        add_prose("See {prf:ref}`the theorem <thm-margins-sides>`."),
    ],
    "closed_folds": [
        add_prose("By {eq}`eq-margins-folded`."), add_prose("By [it](#eq-margins-folded)."),
        replace(QUIZ, "It multiplies", "By {eq}`eq-margins-folded` it multiplies"),
    ],
    "links": [
        add_prose("[here](no/such/file.md)"),
        add_prose("![Plot](https://example.org/plot.png)"), add_prose("[here](http://example.org)"),
        add_prose("```{figure} plot.png\n:alt: a plot\nCaption\n```"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("page", [example.lecture, example.in_depth])
def test_good_page_passes(page):
    lecture = page()
    assert list(lint(lecture, example.book(lecture))) == []


def test_check_of_an_in_depth_page_is_asked_for():
    page = example.in_depth()
    replace(BODY, "**Check.**", "So")(page.notebook)
    assert any("[tested_claims]" in message for message in lint(page, example.book(page)))


def test_exercise_of_an_in_depth_page_is_asked_for():
    page = example.in_depth()
    page.notebook.cells = [c for c in page.notebook.cells if "exercise}" not in c.source]
    assert any("no exercise" in message for message in lint(page, example.book(page)))


def test_mixed_review_is_asked_for_where_it_belongs():
    lecture = example.lecture()
    lecture.notebook.cells[0].source = example.OPENING.replace("margins)=", "soft)=")
    assert any("Mixed review" in message for message in lint(lecture, example.book(lecture)))
    review = "## Mixed review\n\n" + "\n\n".join(example.QUIZ.format(name=n) for n in "efg")
    lecture.notebook.cells.insert(SUMMARY + 1, v4.new_markdown_cell(review))
    messages = list(lint(lecture, example.book(lecture)))
    assert any("questions of the mixed review: 3" in message for message in messages)


def test_minutes_follow_the_model():
    lecture = example.lecture()
    before, _ = minutes.minutes(lecture)
    add_prose("word " * 180)(lecture.notebook)
    assert minutes.minutes(lecture)[0] - before == pytest.approx(1)
    add_prose("$x$ and $y$")(lecture.notebook)
    assert minutes.minutes(lecture)[0] - before == pytest.approx(1 + (6 + 1 / 3) / 60)
    add_prose(":::{prf:proof}\nLong.\n:::")(lecture.notebook)
    assert minutes.minutes(lecture)[0] - before == pytest.approx(4 + (6 + 1 / 3) / 60)
    add_prose(":::{admonition} Answer\n:class: dropdown\n" + "word " * 900 + "\n:::")(
        lecture.notebook
    )
    assert minutes.minutes(lecture)[0] - before == pytest.approx(4 + (9 + 1 / 3) / 60)


def test_every_rule_is_broken_once():
    apart = {"tested_claims"}  # of pages in depth only
    assert set(BROKEN) | apart == {rule.__name__ for rule in RULES}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        pytest.param(name, change, id=f"{name}-{k}")
        for name, changes in BROKEN.items()
        for k, change in enumerate(changes)
    ],
)
def test_rule_fires(name, change):
    lecture = example.lecture()
    change(lecture.notebook)
    (rule,) = [rule for rule in RULES if rule.__name__ == name]
    assert list(lint(lecture, example.book(lecture), [rule]))


def test_parts_belong_to_the_solution_they_stand_in():
    lecture = example.lecture()
    text = "A\n\n```{solution-start} ex-a\n:class: dropdown\n```\nB"
    ending = "```{solution-end}\n```\nC"
    cells = [v4.new_markdown_cell(text), v4.new_code_cell("x"), v4.new_markdown_cell(ending)]
    lecture.notebook.cells = cells
    told = [(n, getattr(p, "source", p).strip(), solution) for n, p, solution in lecture.parts()]
    assert told == [(1, "A", None), (1, "B", "ex-a"), (2, "x", "ex-a"), (3, "C", None)]


def test_text_does_not_lean_on_a_solution():
    lecture = example.lecture()
    replace(13, "It keeps its promise:", "$$ 2 = 2 $$ (eq-margins-two)")(lecture.notebook)
    rules = [rule for rule in RULES if rule.__name__ == "closed_folds"]
    assert not list(lint(lecture, example.book(lecture), rules))
    add_prose("By {eq}`eq-margins-two`.")(lecture.notebook)
    assert list(lint(lecture, example.book(lecture), rules))


def test_label_in_another_lecture_is_not_unique():
    lecture, other = example.lecture(), example.lecture()
    other.stem = "02-other"
    assert any("unique_labels" in m for m in lint(lecture, example.book(lecture, other)))


def test_fences_nest():
    text = "::::{note}\n:class: x\n# no\n```python\n# comment\n```\n:::{tip} T\nin\n:::\n::::\nout"
    assert [d.name for d in directives(text)] == ["note", "", "tip"]
    assert prose(text).split() == ["#", "no", "T", "in", "out"]


def test_labels_in_literals_and_code_do_not_count():
    text = "$$ a $$ (eq-a)\n\n~~~python\n$$ b $$ (eq-b)\n~~~\n\n```{math}\n:label: eq-c\nx\n```"
    assert list(labels(text)) == [("eq-a", "equation"), ("eq-c", "equation")]


def test_declared_modules_come_from_pyproject(tmp_path):
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text(
        '[project]\ndependencies = ["scikit-learn>=1"]\n'
        '[project.optional-dependencies]\nlectures = ["pandas"]\ntest = ["pytest"]\n'
    )
    assert {"sklearn", "pandas", "svmlib"} <= declared_modules(pyproject)
    assert "pytest" not in declared_modules(pyproject)


def test_book_reads_a_folder(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        "[project]\ndependencies = []\n[project.optional-dependencies]\nlectures = []\n"
    )
    (tmp_path / "book/references.bib").write_text("@article{vapnik1963,\n title={T}}\n")
    (tmp_path / "book/glossary.md").write_text("(gl)=\n# G\n```{glossary}\nA term\n  Text.\n```\n")
    book = Book.read(tmp_path)
    assert book.citations == {"vapnik1963"} and book.terms == {"a term"}
    assert book.pages == {"book/glossary"} and book.kinds["gl"] == [("book/glossary", "section")]
