"""``past-paper``: an exam drawn from the seed in its argument, each key folded."""

from sphinx.util.docutils import SphinxDirective

from book.exam.paper import LETTERS, RULES, minutes, points, tasks
from book.ext.for_teachers import parsed


def lines(seed):
    """The paper in MyST."""
    chosen = tasks(seed)
    yield f"{minutes(chosen)} minutes, {points(chosen)} points. {RULES}"
    for number, task in enumerate(chosen, start=1):
        yield from (
            "",
            f"**{number}. {task.title}** ({2 * task.steps} points)",
            "",
            task.question,
            "",
        )
        answers = zip(LETTERS, task.choices, strict=True)
        yield " &emsp; ".join(f"**{letter}.** {choice.text}" for letter, choice in answers)
        yield from ("", f":::{{admonition}} Key of question {number}", ":class: dropdown answer")
        yield f"**{LETTERS[task.key]}.** {task.solution}"
        for letter, choice in zip(LETTERS, task.choices, strict=True):
            if choice.why:
                yield f"{letter} {choice.why}."
        yield ":::"


class PastPaper(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        return parsed(self, list(lines(self.arguments[0])))


def setup(app):
    app.add_directive("past-paper", PastPaper)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
