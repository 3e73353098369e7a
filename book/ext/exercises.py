"""Exercises and questions: folds, quizzes, boxes to write in.

**Folds**: proofs and solutions of class ``dropdown`` are native ``<details>``, without a script. A
cell that keeps its output back until the reader has guessed says what there is to see. Of a figure
only the picture is kept back, and from the first bold words of its caption on what is found in it:
number and description stay in sight.

**Quizzes**: one question, several answers, feedback for each; they work without a server.

::

    ::::{admonition} Question
    :class: quiz
    :name: quiz-margins-scale

    Does doubling $w$ and $b$ move the line?

    :::{dropdown} Yes.
    **Not quite.** Feedback for this answer.
    :::

    :::{dropdown} No.
    **Right.** Feedback for this answer.
    :::
    ::::

So it reads well wherever MyST is drawn, and the answers stay closed. On the page each answer is a
native radio button, its feedback appears by CSS alone once the button is chosen, and ``book.js``
reads the feedback to screen readers.

**Boxes**: which exercises can be done in the page, with which stub, and their data. Data are made
by a process of its own while the pages are written (`book.boxes`). What a page shows is made by
``try.js``, so that paper, twins and a page without scripts know nothing of it.

**Without solutions**: a course that grades can have a book without them,
``BOOK_SOLUTIONS=no make book``. Pages, search, cards and PDF never see them, for they are cut out
of a notebook when it is read; twins in Markdown and the student's edition ask
`config.book_solutions`. What an exercise asks, its hint and its check stay.
"""

import json
import os
import subprocess
import sys
from html import escape
from pathlib import Path

import nbformat
from docutils import nodes
from docutils.parsers.rst import Directive
from myst_nb.sphinx_ import HideCodeCellNode, depart_HideCellInput, visit_HideCellInput
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from book.addresses import NOTEBOOKS, notebook_of
from book.boxes import WITHOUT
from book.exercises import exercises_of
from book.ext import ROOT, SAFE, raw
from book.source import Lecture, lecture_paths

# what sphinx-proof and sphinx-exercise call every box of a page
REPEATED = {"proof", "proof-content", "exercise-content", "solution-content"}
VERDICTS = {"Right.": True, "Not quite.": False}
logger = logging.getLogger(__name__)


# -------------------------------------------------------------------------------------------- folds


def take_summary(node):
    """Remove and return what stands on the closed fold: the title, or the word "Proof"."""
    title = next(iter(node.findall(nodes.title)), None)
    if title is not None:
        title.parent.remove(title)
        for link in list(title.findall(nodes.reference)):  # a link inside a button helps nobody
            link.replace_self(link.children)
        return nodes.inline("", "", *title.children)
    word, _, rest = (first := next(iter(node.findall(nodes.Text)))).partition(". ")
    first.parent.replace(first, nodes.Text(rest))
    return nodes.inline("", word)


class Fold(SphinxPostTransform):
    """Runs after the titles of solutions are resolved."""

    default_priority = 700
    formats = ("html",)

    def run(self, **kwargs):
        for node in list(self.document.findall(nodes.Element)):
            classes = node.get("classes", [])
            if node.get("ids"):
                node["ids"] = [i for i in node["ids"] if i not in REPEATED]
            if "dropdown" in classes:
                self.fold(node, [c for c in classes if c != "dropdown"])
        for output in list(self.document.findall(HideCodeCellNode)):
            if "below-input" in output["classes"]:
                keep_back(output)

    def fold(self, node, classes):
        summary = take_summary(node)
        anchor = f' id="{node["ids"][0]}"' if node["ids"] else ""
        opening = raw(f'<details class="fold {" ".join(classes)}"{anchor}><summary>')
        place = node.parent.index(node)
        node.parent[place : place + 1] = [
            opening, summary, raw("</summary>"), *node.children, raw("</details>")
        ]  # fmt: skip


def visit_hidden(self, node):
    """A fold named by its words; myst-nb names each of them "Toggle hidden content"."""
    visit_HideCellInput(self, node)
    self.body[-4] = "<summary>\n"


def keep_back(output):
    """An output that waits to be asked for."""
    shown, figure = output.children, next(output.findall(nodes.figure), None)
    if figure is None:
        shown = kept("table" if next(output.findall(nodes.raw), None) else "answer", shown)
    else:
        caption = next(figure.findall(nodes.caption))
        place = figure.index(caption)
        figure[:place] = kept("picture", figure[:place])
        bold = next(caption.findall(nodes.strong), None)
        if bold is not None:
            place = caption.index(bold)
            caption[place:] = [nodes.inline("", "", *caption[place:], classes=["finding"])]
    place = output.parent.index(output)
    output.parent[place : place + 1] = shown


def kept(thing, contents):
    opening = raw(f'<details class="shown-later"><summary>Show the {thing}</summary>')
    return [opening, *contents, raw("</details>")]


# ------------------------------------------------------------------------------------------ quizzes


class Answer(nodes.container):
    """An answer of a quiz and its feedback."""


class Dropdown(Directive):
    """An answer: its title is the answer, its contents the feedback."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        said, messages = self.state.inline_text(self.arguments[0], self.lineno)
        answer = Answer("", nodes.inline("", "", *said))
        answer.source, answer.line = self.state_machine.get_source_and_line(self.lineno)
        self.state.nested_parse(self.content, self.content_offset, answer)
        return [answer, *messages]


def verdict(answer):
    """Whether an answer is right: what its feedback says first. Removes these words."""
    if len(answer) < 2 or not isinstance(answer[1], nodes.paragraph):
        raise ValueError("an answer needs a paragraph of feedback")
    first = next((child for child in answer[1] if child.astext()), None)
    if not isinstance(first, nodes.strong) or first.astext() not in VERDICTS:
        raise ValueError("feedback starts with **Right.** or **Not quite.**")
    answer[1].remove(first)
    return VERDICTS[first.astext()]


class Quizzes(SphinxTransform):
    """Turns admonitions of class ``quiz`` into a question with buttons; mistakes are warnings."""

    default_priority = 210

    def apply(self, **kwargs):
        for box in list(self.document.findall(nodes.admonition)):
            if "quiz" not in box["classes"]:
                continue
            try:
                box.replace_self(self.fieldset(box))
            except ValueError as error:
                logger.warning("quiz: %s", error, location=box)
        for stray in list(self.document.findall(Answer)):
            logger.warning("a dropdown belongs into a quiz", location=stray)
            stray.parent.remove(stray)

    def fieldset(self, box):
        names = box["names"]
        if not names:
            raise ValueError("a quiz needs a :name: that no other quiz of the book has")
        name = names[0]
        answers = [child for child in box.children if isinstance(child, Answer)]
        _, *question = (child for child in box.children if not isinstance(child, Answer))
        if not question or len(answers) < 2:
            raise ValueError(f"{name} is a question followed by answers")
        right = [verdict(answer) for answer in answers]
        if sum(right) != 1:
            raise ValueError(f"{name}: exactly one answer is right")
        quiz = nodes.container(is_div=True, classes=["quiz"], ids=box["ids"])
        first, *more = question
        quiz += raw('<fieldset><legend class="quiz-question">')
        quiz += nodes.inline("", "", *first.children)
        quiz += raw("</legend>")
        quiz += more
        for k, (said, *feedback) in enumerate(answers):
            key, group = escape(f"{name}-{k}"), escape(name)
            quiz += raw(
                f'<div class="quiz-answer {"right" if right[k] else "wrong"}">'
                f'<input type="radio" name="{group}" id="{key}"><label for="{key}">'
            )
            quiz += said
            told = "Right." if right[k] else "Not quite."
            quiz += raw(f'</label><div class="quiz-feedback"><strong>{told}</strong>')
            quiz += feedback
            quiz += raw("</div></div>")
        quiz += raw('<p class="visually-hidden" role="status"></p></fieldset>')
        return quiz


# -------------------------------------------------------------------------------------------- boxes


def begin(app):
    """Start making the data, if this is a site with lectures."""
    app.making_boxes = None
    if app.builder.name == "html" and lecture_paths(Path(app.srcdir)):
        folder = Path(app.outdir) / "_static/exercises"
        command = [sys.executable, "-m", "book.boxes", folder, app.srcdir]
        app.making_boxes = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )


def finish(app, exception):
    """Wait for the data; the build fails with them."""
    if not app.making_boxes:
        return
    said, _ = app.making_boxes.communicate()
    if app.making_boxes.returncode and not exception:
        raise ExtensionError(f"book.boxes:\n{said}")
    print(said.strip())


def offer(app, pagename, templatename, context, doctree):
    """The stubs of a lecture's exercises, for the script that makes their boxes."""
    if not (app.making_boxes and doctree and pagename.startswith("lectures/")):
        return
    exercises = exercises_of(Path(app.srcdir) / f"{pagename}.ipynb")
    if not exercises:
        return
    boxes = {
        label: {"without": WITHOUT[label]} if label in WITHOUT else {"stub": exercise.stub()}
        for label, exercise in exercises.items()
    }
    notebook = context["pathto"](f"{NOTEBOOKS}/{notebook_of(pagename)}", 1)
    data = json.dumps({"boxes": boxes, "notebook": notebook}).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" class="boxes">{data}</script>'
    app.add_js_file("try.js", defer="defer")


# -------------------------------------------------------------------------------- without solutions


def without_solutions(notebook):
    """A notebook without the parts that belong to solutions."""
    kept = {}
    for number, part, solution in Lecture("", notebook).parts():
        if not solution:
            kept.setdefault(number, []).append(part)
    cells = []
    for number, parts in kept.items():
        cells.append(cell := notebook.cells[number - 1])
        if cell.cell_type == "markdown":
            cell.source = "\n\n".join(text.strip("\n") for text in parts)
    notebook.cells = cells
    return notebook


def read(app, page, source):
    if page.startswith("lectures/") and not app.config.book_solutions:
        source[0] = nbformat.writes(without_solutions(nbformat.reads(source[0], 4)))


def hide_sources(app, config):
    """They hold everything."""
    if not config.book_solutions:
        config.html_copy_source = False


def setup(app):
    shown = os.environ.get("BOOK_SOLUTIONS") != "no"
    app.add_config_value("book_solutions", shown, "env", bool)
    app.connect("config-inited", hide_sources)
    app.connect("source-read", read)
    app.add_post_transform(Fold)
    app.add_node(Answer)
    hidden = visit_hidden, depart_HideCellInput
    app.add_node(HideCodeCellNode, override=True, html=hidden)
    app.add_directive("dropdown", Dropdown, override=True)
    app.add_transform(Quizzes)
    app.connect("builder-inited", begin)
    app.connect("html-page-context", offer)
    app.connect("build-finished", finish)
    return SAFE
