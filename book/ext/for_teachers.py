"""Lists for teachers, made at every build: plans, misconceptions, bugs, exercises, questions."""

import json
import re
from collections import Counter
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from book.content import known_mistakes, misconceptions, plans, read
from book.ext.in_depth import FOLDER, heading_of
from book.ext.question_bank import bank_of
from book.ext.steps import figures_of, link_to
from book.source import answers, directives, lecture_paths

BUG = re.compile(r"\{admonition\} Bug: (.+)\n((?::[\w-]+:.*\n)+)")
EXERCISE = re.compile(r"\{exercise\} (.+)\n((?::[\w-]+:.*\n)+)")
QUIZ = re.compile(r"^:class: quiz\n:name: (\S+)$", re.M)
VOTE = '<a href="../{}.html#vote={}">vote</a>'
BANK = '<a href="../teaching/questions-{}.xml" download>{}</a>'
SHOWN = '<a href="../{}.html#{}">{}</a>, '
GRADED = ("standard", "proof", "project")
logger = logging.getLogger(__name__)


def option(name, options):
    """The value of ``:name: value`` in the options of a directive, or nothing."""
    found = re.search(rf"^:{name}: *(\S+)", options, re.M)
    return found[1] if found else ""


def lectures(root):
    """(heading, the Markdown, the page) of each lecture and its in-depth page, in order."""
    for path in sorted(Path(root).glob("lectures/*.ipynb")):
        for page in (f"lectures/{path.stem}", f"{FOLDER}{path.stem}"):
            source = Path(root, f"{page}.ipynb").read_text(encoding="utf-8")
            cells = json.loads(source)["cells"]
            text = ["".join(c["source"]) for c in cells if c["cell_type"] == "markdown"]
            yield heading_of(page), "\n\n".join(text), page


def parsed(directive, lines, *classes):
    """What these lines of MyST mean; tables get the classes."""
    found = nodes.container()
    text = StringList(lines, source=directive.env.docname)
    directive.state.nested_parse(text, 0, found)
    for table in found.findall(nodes.table):
        table["classes"] += classes
    return found.children


class FromLectures(SphinxDirective):
    """Parse the lines of a list that the subclass makes of the lectures."""

    def run(self):
        for page in (name for name in self.env.found_docs if name.startswith("lectures/")):
            self.env.note_dependency(f"{page}.ipynb")
        return parsed(self, list(self.lines(self.env.srcdir)))


class BugList(FromLectures):
    def lines(self, root):
        for heading, text, _ in lectures(root):
            bugs = [
                f"{{ref}}`{title} <{option('name', rest)}>`" for title, rest in BUG.findall(text)
            ]
            if bugs:
                yield f"- {heading}: " + "; ".join(bugs)


class ExerciseList(FromLectures):
    def lines(self, root):
        yield from (
            "| Page | " + " | ".join(map(str.capitalize, GRADED)) + " |",
            "|:--|:--|:--|:--|",
        )
        for heading, text, _ in lectures(root):
            found = [(option("class", o), option("label", o), t) for t, o in EXERCISE.findall(text)]
            columns = [
                "; ".join(
                    f"{{ref}}`{title} <{label}>`" for kind, label, title in found if kind == asked
                )
                for asked in GRADED
            ]
            if any(columns):
                yield f"| {heading} | " + " | ".join(columns) + " |"


def wrong_answers(root):
    """{question: (its page, its wrong answers)} of all lectures."""
    return {
        box.options["name"]: (page, [said for right, said, _ in answers(box) if right is False])
        for _, text, page in lectures(root)
        for box in directives(text)
        if box.kind() == "quiz"
    }


def misplaced(given, wrong):
    """What is in no misconception or in several, and what in them does not exist."""
    items = {label: [one.name for one in known] for label, known in known_mistakes().items()}
    items |= {quiz: said for quiz, (_, said) in wrong.items()}
    places = Counter()
    for name, misconception in given.items():
        for label, told in misconception.members.items():
            fits = str.startswith if label in wrong else str.__eq__
            for words in told.split("; "):
                met = [(label, item) for item in items.get(label, ()) if fits(item, words)]
                places.update(met)
                if len(met) != 1:
                    yield f"{name}: {words!r} is {len(met)} items of {label}, not one"
    for item in ((label, item) for label, found in items.items() for item in found):
        if places[item] != 1:
            yield f"{': '.join(item)!r} is in {places[item]} misconceptions, not in one"


def situation(root, step):
    """The page of a live figure and the state of it that a step asks for."""
    label, _, query = step.partition("?")
    path = next(path for path in lecture_paths(Path(root)) if label in figures_of(path))
    return path.relative_to(root).with_suffix(""), link_to(figures_of(path), label, query)


class MisconceptionList(FromLectures):
    def lines(self, root):
        wrong = wrong_answers(root)
        for problem in misplaced(misconceptions(), wrong):
            logger.warning("misconceptions: %s", problem, location=self.get_location())
        for name, (belief, truth, quiz, step, section, members) in misconceptions().items():
            links = SHOWN.format(wrong[quiz][0], quiz, "question")
            links += SHOWN.format(*situation(root, step), "figure") if step else ""
            yield f"- **{name}.** *{belief}* {truth} ({links}{{ref}}`{section}`)"
            counts = Counter()
            for label, told in members.items():
                counts[label in wrong] += len(told.split("; "))
            exercises = ", ".join(f"{{ref}}`{label}`" for label in members if label not in wrong)
            summary = f"<summary>{counts[False]} mistakes, {counts[True]} answers</summary>"
            yield from ("", f"  <details>{summary}", "", f"  {exercises}", "", "  </details>")


class QuestionList(FromLectures):
    def lines(self, root):
        listed = []
        for heading, text, page in lectures(root):
            if names := QUIZ.findall(text):
                bank, vote = BANK.format(bank_of(page), heading), VOTE.format(page, names[0])
                listed.append(f"{bank} ({len(names)}; {vote})")
        yield f"{', '.join(listed)}."


class GoalTable(SphinxDirective):
    """What each lecture teaches, with an exercise and a question."""

    def run(self):
        lines = ["| You can … | Exercise | Question |", "|:--|:--|:--|"]
        for stem, taught in read("goals.yml").items():
            page = f"lectures/{stem}"
            path = Path(self.env.srcdir, f"{page}.ipynb")
            self.env.note_dependency(str(path))
            (subject,) = {*re.findall(r":label: ex-(\w+?)-", path.read_text("utf-8"))}
            lines.append(f"| **{heading_of(page)}** | | |")
            for goal, (exercise, quiz) in taught.items():
                asked = f'<a href="../{page}.html#quiz-{subject}-{quiz}">question</a>'
                lines.append(f"| {goal} | {{ref}}`ex-{subject}-{exercise}` | {asked} |")
        return parsed(self, lines)


class PlanTable(SphinxDirective):
    """What is read for each session of each plan."""

    def run(self):
        rows = [["Session", *(f"{number} sessions" for number in plans())]]
        for k in range(max(plans())):
            told = [self.told(plan[k][0]) if k < len(plan) else "" for plan in plans().values()]
            rows.append([str(k + 1), *told])
        rows.insert(1, ["--:", *(":--" for _ in plans())])
        return parsed(self, [f"| {' | '.join(row)} |" for row in rows], "plans")

    def told(self, starts):
        names = [
            f"{'in depth D' if start[0] == 'D' else 'lecture '}{int(start.lstrip('D'))}"
            for start in starts.split()
        ]
        return " and ".join(names).replace(" and lecture", " and")


def setup(app):
    app.add_directive("goal-table", GoalTable)
    app.add_directive("plan-table", PlanTable)
    app.add_directive("misconception-list", MisconceptionList)
    app.add_directive("bug-list", BugList)
    app.add_directive("question-list", QuestionList)
    app.add_directive("exercise-list", ExerciseList)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
