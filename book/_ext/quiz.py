"""The ``quiz`` directive: one question, several answers, feedback for each; works without a server.

::

    ```{quiz}
    :name: quiz-margins-scale
    Does doubling $w$ and $b$ move the line?

    - [ ] Yes.

      Feedback for this answer.

    - [x] No.

      Feedback for this answer.
    ```

Each answer is a native radio button, its feedback appears by CSS alone once the button is chosen,
and ``book.js`` reads the feedback to screen readers. Other builders get a plain list. The answers
come in an order drawn from the quiz's name, the same at every build: no place is more often right.
"""

import random
import re
from html import escape

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

MARK = re.compile(r"^\[( |x)\]\s*")


def raw(html):
    return nodes.raw("", html, format="html")


def shuffled(answers, name):
    """The answers in the order in which the page shows them."""
    return random.Random(name).sample(answers, len(answers))


class Quiz(SphinxDirective):
    """Parse question and answers; every mistake in the source is an error with its reason."""

    has_content = True
    option_spec = {"name": directives.unchanged_required}  # noqa: RUF012 (docutils' own interface)

    def run(self):
        name = self.options.get("name")
        if not name:
            raise self.error("a quiz needs a :name: that no other quiz of the book has")
        body = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, body)
        *question, answers = body.children or [None]
        if not question or not isinstance(answers, nodes.bullet_list):
            raise self.error(f"{name}: a quiz is a question followed by a list of answers")
        parsed = shuffled([self.answer(name, item) for item in answers.children], name)
        if sum(right for right, _, _ in parsed) != 1:
            raise self.error(f"{name}: exactly one answer is marked [x]")
        return [self.fieldset(name, question, parsed)]

    def answer(self, name, item):
        """(is it right, nodes of the answer, nodes of the feedback) of one list item."""
        text, *feedback = item.children
        first = next(iter(text.findall(nodes.Text)), nodes.Text(""))
        mark = MARK.match(first)
        if not mark or not feedback:
            raise self.error(f"{name}: an answer is [ ] or [x], text, and a paragraph of feedback")
        first.parent.replace(first, nodes.Text(first[mark.end() :]))
        return mark[1] == "x", text.children, feedback

    def fieldset(self, name, question, parsed):
        quiz = nodes.container(is_div=True, classes=["quiz"], ids=[nodes.make_id(name)])
        first, *more = question
        quiz += raw('<fieldset><legend class="quiz-question">')
        quiz += nodes.inline("", "", *first.children)
        quiz += raw("</legend>")
        quiz += more
        for k, (right, text, feedback) in enumerate(parsed):
            key, group = escape(f"{name}-{k}"), escape(name)
            # an answer that is a formula alone has no text for its name: give it the TeX
            bare = all(isinstance(node, nodes.math) for node in text if node.astext().strip(" .,"))
            spoken = f' aria-label="{escape(" ".join(n.astext() for n in text))}"' if bare else ""
            quiz += raw(
                f'<div class="quiz-answer {"right" if right else "wrong"}">'
                f'<input type="radio" name="{group}" id="{key}"{spoken}><label for="{key}">'
            )
            quiz += nodes.inline("", "", *text)
            verdict = "Right." if right else "Not quite."
            quiz += raw(f'</label><div class="quiz-feedback"><strong>{verdict}</strong>')
            quiz += feedback
            quiz += raw("</div></div>")
        quiz += raw('<p class="visually-hidden" role="status"></p></fieldset>')
        return quiz


def setup(app):
    app.add_directive("quiz", Quiz)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
