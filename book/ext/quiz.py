"""Quizzes: one question, several answers, feedback for each; they work without a server.

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
"""

from html import escape

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

VERDICTS = {"Right.": True, "Not quite.": False}
logger = logging.getLogger(__name__)


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


def raw(html):
    return nodes.raw("", html, format="html")


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
            # an answer that is a formula alone has no text for its name: give it the TeX
            text = said.children
            bare = all(isinstance(node, nodes.math) for node in text if node.astext().strip(" .,"))
            spoken = f' aria-label="{escape(" ".join(n.astext() for n in text))}"' if bare else ""
            quiz += raw(
                f'<div class="quiz-answer {"right" if right[k] else "wrong"}">'
                f'<input type="radio" name="{group}" id="{key}"{spoken}><label for="{key}">'
            )
            quiz += said
            told = "Right." if right[k] else "Not quite."
            quiz += raw(f'</label><div class="quiz-feedback"><strong>{told}</strong>')
            quiz += feedback
            quiz += raw("</div></div>")
        quiz += raw('<p class="visually-hidden" role="status"></p></fieldset>')
        return quiz


def setup(app):
    app.add_node(Answer)
    app.add_directive("dropdown", Dropdown, override=True)
    app.add_transform(Quizzes)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
