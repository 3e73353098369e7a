"""A course in two folders: a syllabus with homework; a script for each session, and an exam.

    python -m book.course PLAN SEED _build/html _build/course

    10/class/index.html     what to hand out: the syllabus, which leads to the book alone
    10/teacher/index.html   scripts, questions for Moodle, exam and key, which all have answers

PLAN is the number of sessions: 6, 10 or 14. Everything is taken from the lectures: what to recall,
the steps of the live figure, what is derived at the board, exercises with their minutes, and what
goes wrong there. A session has 90 minutes.
"""

import re
import shutil
import sys
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

import yaml
from lxml import etree

from book.addresses import bank_of, name_of, repository_url, site_address
from book.content import boards, known_mistakes, plans
from book.exam.__main__ import main as write_exam
from book.exam.paper import PAGE, as_html, in_mathml
from book.folders import writable
from book.source import ROLE, Lecture
from book.steps import STEP, figures_of, link_to
from svmlib import __version__

ROOT = Path(__file__).parents[1]
LENGTH = HOMEWORK = 90  # minutes of a session, and the most after it
RECALL, FIGURE, BOARD, VOTE, EXIT = 10, 20, 25, 5, 5  # minutes of its parts
EXERCISE = range(8, 21)  # minutes of an exercise that is done in class; what is left is for talk
STYLE = """
html { font: 16px/1.5 Georgia, "DejaVu Serif", serif; color: #14181e; background: #fff; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
math { font-family: "STIX Two Math", "Book Math", math; }
h1 { line-height: 1.2; }
h2 { border-top: 1px solid #ccc; padding-top: 0.6rem; break-after: avoid; }
h2 span { float: right; font-weight: normal; }
.right { background: #dfe9d3; }
.why { color: #444; }
li { break-inside: avoid; }
"""
OPENING = (
    '<p>Open <a href="{site}book/index.html">the first page of the book</a> on the projector: '
    "somebody draws a line between the flowers, and before each answer the class says what it "
    "will be.</p>"
)
STAMP = f"Made from edition {__version__} of the book. Text CC BY 4.0, code MIT."
FOR_THE_TEACHER = """<h1>Support vector machines in {sessions} sessions: for the teacher</h1>
<p>Hand out <a href="../class/index.html">the syllabus</a>, or its folder. What is in this folder \
has answers in it.</p>
<h2>Scripts</h2>
<ol>{scripts}</ol>
<h2>The exam</h2>
<p>For the day: <a href="exam/paper.pdf">the paper</a>.</p>
<p>For you: <a href="exam/key.pdf">the key</a>, and <a href="exam/exam.xml">the questions for \
Moodle</a>.</p>
<h2>More</h2>
<p>For Moodle: <a href="{address}teaching/questions.xml">all questions of the pages</a>.</p>
<p>Notebooks for grading come from <code>make grading</code>.</p>"""
ITEM = re.compile(r"^\d+\. (.+(?:\n   .+)*)", re.M)
INNER = re.compile(r"\[([^\]]+)\]\(#[\w-]+\)")  # a link within a page that is no step
FORMULA = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]", re.S)


class Part(NamedTuple):
    """A part of a session: minutes, title, and what happens, in HTML."""

    minutes: int
    title: str
    body: str


class Exercise(NamedTuple):
    """An exercise of a page, linked from it; `first` says whether it is for a first reading."""

    label: str
    link: str
    kind: str
    minutes: int
    first: bool

    def mistakes(self):
        """What goes wrong in it, as its check knows it."""
        names = "; ".join(mistake.name for mistake in known_mistakes()[self.label])
        return f'<p class="why">What goes wrong: somebody {escape(names)}.</p>'


class Page:
    """What a session takes from a page of the book."""

    def __init__(self, start, site, address):
        folder = "lectures/in-depth" if start.startswith("D") else "lectures"
        (self.path,) = ROOT.glob(f"{folder}/{start.lstrip('D')}-*.ipynb")
        self.name = self.path.relative_to(ROOT).with_suffix("").as_posix()
        self.lecture = Lecture.read(self.path)
        self.title = next(self.lecture.headings(1))[1]
        self.address = address
        self.bank = site / "teaching" / f"questions-{bank_of(self.name)}.xml"
        known = etree.parse(self.bank) if self.bank.exists() else etree.Element("quiz")
        found = known.iterfind("question[@type='multichoice']")
        self.questions = {question.findtext("idnumber"): question for question in found}

    def link(self, label="", words=None):
        place = f"#{label}" if label else ""
        text = words or f"{name_of(self.name)}, {self.title}"
        return f'<a href="{self.address}{self.name}.html{place}">{as_html(text)}</a>'

    def boxes(self):
        """{label: title} of what can be derived: theorems and their kind, and sections."""
        proved = self.lecture.directives("prf:theorem", "prf:lemma", "prf:proposition")
        found = {box.options["label"]: box.argument for _, box in proved}
        text = "\n".join(cell.source for _, cell in self.lecture.cells("markdown"))
        return found | dict(re.findall(r"^\(([\w-]+)\)=\n##+ (.+)$", text, re.M))

    def exercises(self):
        """Each `Exercise` of the page."""
        for _, box in self.lecture.directives("exercise"):
            minutes = int(re.search(r"\*About (\d+) minutes", box.body)[1])
            label, kind = box.options["label"], box.options["class"]
            link = self.link(label, box.argument)
            yield Exercise(label, link, kind, minutes, "first reading" in box.body)

    def steps(self):
        """{label of a live figure: its steps with what is said to them, as items of a list}."""
        figures, found = figures_of(self.path), {}

        def linked(step):
            words, label, query = step.groups()
            return f"[{words}]({self.address}{self.name}.html#{link_to(figures, label, query)})"

        for _, cell in self.lecture.cells("markdown"):
            for item in ITEM.findall(cell.source):
                step = STEP.search(item)
                if step and step[2] in figures:
                    item = INNER.sub(r"\1", item)
                    text = ROLE.sub(lambda role: re.split("[`<]", role[0])[1].strip(), item)
                    shown = as_html(" ".join(STEP.sub(linked, text).split()))
                    found.setdefault(step[2], []).append(f"<li>{shown}</li>")
        return found

    def question(self, name):
        """A question with its answers and what the page says to each."""
        asked = self.questions[name]
        items = []
        for answer in asked.iterfind("answer"):
            mark = ' class="right"' if answer.get("fraction") == "100" else ""
            comment = re.sub("</?p>", "", answer.findtext("feedback/text"))
            text = f'{answer.findtext("text")} <span class="why">{comment}</span>'
            items.append(f"<li{mark}>{drawn(text)}</li>")
        stem = f"{drawn(asked.findtext('questiontext/text'))} {self.link(f'vote={name}', '(vote)')}"
        return f"<p>{stem}</p>\n<ol type='A'>{''.join(items)}</ol>"


def drawn(text):
    """HTML whose formulas are TeX between brackets, with MathML in their place."""
    return FORMULA.sub(lambda found: in_mathml(unescape(found[1] or found[2])), text)


class Session:
    """One session; `before` is the one before it."""

    def __init__(self, number, plan, before, site, address):
        starts, board = plan
        self.number, self.before = number, before
        self.pages = [Page(start, site, address) for start in starts.split()]
        lectures = {page.path.stem[:2] for page in self.pages if "in-depth" in page.name}
        more = sorted(lectures - {*starts.split()})  # a page in depth has few exercises of its own
        pages = [*self.pages, *(Page(start, site, address) for start in more)]
        self.title = "; ".join(page.title for page in self.pages)
        self.derived = board
        self.board = next(p.link(board, p.boxes()[board]) for p in self.pages if board in p.boxes())
        self.used = {*before.used} if before else set()
        self.asking = [page for page in pages if page.questions]
        self.asked = [(page, name) for page in pages for name in page.questions]
        given = before.given if before else set()
        exercises = [exercise for page in pages for exercise in page.exercises()]
        self.exercises = [one for one in exercises if one.label not in given]
        self.in_class, self.homework = self.chosen()
        self.given = given | {one.label for one in [self.in_class, *self.homework]}
        self.parts = [*self.script(address)]

    def take(self, most, asked):
        """Questions that no session has asked yet."""
        free = {name: page for page, name in asked if name not in self.used}
        chosen = [*free][:most]
        self.used |= {*chosen}
        return "\n".join(free[name].question(name) for name in chosen)

    def own(self):
        """Questions of the session's pages, without the mixed review."""
        return [(page, name) for page, name in self.asked if "-review-" not in name]

    def earlier(self):
        """Those of the sessions before, the last one first, but for two that this one needs."""
        kept = [name for _, name in self.own() if name not in self.used][:2]
        found, one = [], self.before
        while one:
            reviews_first = sorted(one.asked, key=lambda asked: "-review-" not in asked[1])
            found += [asked for asked in reviews_first if asked[1] not in kept]
            one = one.before
        return found

    def script(self, address):
        """The parts of the session, which take 90 minutes together."""
        if self.before:
            yield Part(RECALL, "Recall: vote, then talk", self.take(3, self.earlier()))
        else:
            yield Part(RECALL, "An opening", OPENING.format(site=address))
        yield Part(FIGURE, "The figure", self.figure())
        yield Part(BOARD, "At the board", self.at_the_board())
        yield Part(VOTE, "A question in between", self.take(1, self.own()))
        one = self.in_class
        yield Part(one.minutes, "An exercise", f"<p>{one.link}, in pairs.</p>")
        rest = LENGTH - RECALL - FIGURE - BOARD - VOTE - EXIT - one.minutes
        yield Part(rest, "Talk: the exercise, and questions", one.mistakes())
        yield Part(EXIT, "On the way out", self.take(1, self.own()))

    def figure(self):
        """The live figure with most steps, or the first picture."""
        for page in self.pages:
            if steps := page.steps():
                label = max(steps, key=lambda label: len(steps[label]))
                told = page.link(label, "the figure of the page, in class mode")
                guess = f"<p>Open {told}. Let the class guess before each step:</p>"
                return f"{guess}\n<ol>{''.join(steps[label])}</ol>"
        page = self.pages[0]
        label = next(label for _, label, kind in page.lecture.labels() if kind == "figure")
        shown = page.link(label, "The first picture of the page")
        return f"<p>{shown}: what does the class see?</p>"

    def at_the_board(self):
        """What to write, line by line, what to say to it, and how long each takes."""
        lines = (
            f'<li>{as_html(line)} <small>{minutes} min</small><br><span class="why">'
            f"{as_html(why)}</span></li>"
            for minutes, line, why in boards()[self.derived]
        )
        return f"<p>{self.board}, line by line:</p>\n<ol class='board'>{''.join(lines)}</ol>"

    def chosen(self):
        """The exercise for the class, and those for at most an hour and a half at home.

        Those for a first reading come before others.
        """
        first_ones = sorted(self.exercises, key=lambda one: not one.first)
        in_class = next(one for one in first_ones if one.minutes in EXERCISE)
        homework, left = [], HOMEWORK
        for one in first_ones:
            if one != in_class and one.minutes <= left and one.kind != "project":
                homework.append(one)
                left -= one.minutes
        return in_class, homework

    def files(self):
        """Where the session's questions are: as files for Moodle, and as decks to vote on."""
        banks = ", ".join(
            f'<a href="questions/{page.bank.name}">{name_of(page.name)}</a>' for page in self.asking
        )
        decks = ", ".join(
            page.link(f"vote={next(iter(page.questions))}", name_of(page.name))
            for page in self.asking
        )
        return f"<p>All questions for Moodle: {banks}; put to the vote: {decks}.</p>"

    def page(self):
        rows = [f"<h2>{p.title} <span>{p.minutes} min</span></h2>\n{p.body}" for p in self.parts]
        tasks = [
            f"<li>{one.link}: {one.minutes} minutes, {one.kind}.{one.mistakes()}</li>"
            for one in self.homework
        ]
        return [
            f"<h1>Session {self.number}: {as_html(self.title)}</h1>",
            f"<p>{sum(part.minutes for part in self.parts)} minutes, on {self.read()}.</p>",
            self.files(),
            *rows,
            f"<h2>Homework</h2>\n<p>Read {self.read()}.</p>\n<ul>{''.join(tasks)}</ul>",
        ]

    def read(self):
        return ", ".join(page.link() for page in self.pages)


def sessions(plan, site, address):
    made = []
    for number, one in enumerate(plans()[plan], start=1):
        made.append(Session(number, one, made[-1] if made else None, site, address))
    return made


def document(title, body):
    stamped = "\n".join([*body, f'<p class="why">{STAMP}</p>'])
    return PAGE.format(title=escape(title), style=STYLE, body=stamped)


def syllabus(made):
    """For the class: what each session reads and derives, and its homework."""
    yield f"<h1>Support vector machines in {len(made)} sessions</h1>"
    yield "<p>Ninety minutes each; the pages are read before or after.</p>"
    for one in made:
        tasks = [exercise.link for exercise in one.homework]
        minutes = sum(exercise.minutes for exercise in one.homework)
        yield f"<h2>Session {one.number} <span>{minutes} min at home</span></h2>"
        yield f"<p>Read {one.read()}. At the board: {one.board}.</p>"
        yield f"<p>Exercises: {', '.join(tasks)}.</p>"


def for_the_teacher(made, address):
    """Scripts, questions, and the exam with its key."""
    scripts = "".join(
        f'<li><a href="session-{one.number:02}.html">{as_html(one.title)}</a></li>' for one in made
    )
    return [FOR_THE_TEACHER.format(sessions=len(made), scripts=scripts, address=address)]


def main(plan, seed, site, parent):
    if not seed or plan not in map(str, plans()):
        raise SystemExit(
            f"say how many sessions: make course PLAN={'|'.join(map(str, plans()))} SEED=words"
        )
    site, folder = Path(site), Path(parent, plan)
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    address = site_address(repository_url(settings["repository"]["url"], ROOT)) or "../../../html/"
    made = sessions(int(plan), site, address)
    pages = {
        "class/index": document("Syllabus", syllabus(made)),
        "teacher/index": document("For the teacher", for_the_teacher(made, address)),
    }
    for one in made:
        title = f"Session {one.number}"
        pages[f"teacher/session-{one.number:02}"] = document(title, one.page())
    for place in ("class", "teacher/questions"):
        writable(folder / place)
    for bank in {page.bank for one in made for page in one.asking}:
        shutil.copy(bank, folder / "teacher/questions")
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    write_exam(seed, folder / "teacher", name="exam")
    print(f"{folder}: class, a syllabus to hand out; teacher, {len(made)} scripts and an exam")


if __name__ == "__main__":
    main(*sys.argv[1:])
