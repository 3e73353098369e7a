"""A course in two folders: a syllabus with homework; a script for each session, and an exam.

    python -m book.course PLAN SEED _build/html _build/course [FIRST [DAY...]]

    10/class/index.html     what to hand out: the syllabus, which leads to the book alone
    10/teacher/index.html   scripts, questions for Moodle, exam and key, which all have answers

PLAN is the number of sessions: 6, 10 or 14. FIRST is the day of the first one, such as 2027-03-01:
one a week follows, but none on a DAY. Without it the syllabus leaves the days open. Everything is
taken from the lectures: what to recall, the steps of the live figure, what is derived at the board,
exercises with their minutes, and the mistakes to expect there. A session has 90 minutes.
"""

import re
import shutil
import sys
from datetime import date, timedelta
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

import yaml
from lxml import etree

from book.addresses import bank_of, name_of, repository_url, site_address
from book.content import boards, known_mistakes, plans, read
from book.exam import paper
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
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: 0.3rem 0.6rem 0.3rem 0; text-align: left; }
.right { background: #dfe9d3; }
.why { color: #444; }
li { break-inside: avoid; }
"""
OPENING = (
    '<p>Open <a href="{site}book/index.html">the first page of the book</a> on the projector. '
    "A student draws a line between the flowers. Before each answer appears, the class says what "
    "it will be.</p>"
)
GUESS = (
    "The arrow keys lead from step to step, and Escape ends class mode. F11 gives the figure the "
    "whole screen. Let the class guess before each step:"
)
FEW = "<p>Take one or two of these. A vote with its two rounds takes about five minutes.</p>\n"
STAMP = f"Made from edition {__version__} of the book. Text CC BY 4.0, code MIT."
FOR_THE_CLASS = """<h1>Support vector machines in {sessions} sessions</h1>
<p>This course takes you from two kinds of flowers and a ruler to a classifier that you have \
derived, programmed and checked yourself. Each session takes 90 minutes. Read its pages before or \
after it. If there are two, read both before it. The whole course takes about {class_hours} hours \
in class, {reading} of reading and {exercises} of exercises.</p>
<table><thead><tr><th>Session</th><th>Day</th><th>Subject</th><th>At home</th></tr></thead>
<tbody>{rows}</tbody></table>
<h2>How you are graded</h2>
<p>An exam with paper and pencil closes the course. It takes {points} minutes and has {points} \
points. Show your working there, because each step has its points.</p>
<p>The exam counts ____ % of the grade, and the exercises count ____ %.</p>"""
FOR_THE_TEACHER = """<h1>Support vector machines in {sessions} sessions: for the teacher</h1>
<p>Hand out <a href="../class/index.html">the syllabus</a>, or its folder. First write into it \
what the exam and the exercises count{days}. Keep this folder to yourself, because it has \
the answers.</p>
<h2>Scripts</h2>
<ol>{scripts}</ol>
<h2>The exam</h2>
<p>Print <a href="exam/paper.pdf">the paper</a> for the class, and <a href="exam/key.pdf">the key\
</a> for yourself. <a href="exam/exam.xml">A file for Moodle</a> has the same questions.</p>
<h2>More</h2>
<p><a href="{address}teaching/questions.xml">Another file for Moodle</a> has all questions of the \
pages. <code>make grading</code> makes notebooks for grading.</p>"""
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

    def told(self):
        """Its number, title, minutes and kind."""
        return f"{self.link} ({self.minutes} minutes, {self.kind})"

    def mistakes(self):
        """The mistakes that its check knows."""
        names = "; ".join(mistake.name for mistake in known_mistakes()[self.label])
        return f'<p class="why">Expect these mistakes: {escape(names)}.</p>'


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

    def aims(self):
        """What a reader of the page can do; of a page in depth nothing is known."""
        return [] if self.lecture.in_depth else read("goals.yml")[self.path.stem]

    def exercises(self):
        """Each `Exercise` of the page."""
        for number, box in self.lecture.exercises():
            minutes = int(re.search(r"\*About (\d+) minutes", box.body)[1])
            label, kind = box.options["label"], box.options["class"]
            link = self.link(label, f"Exercise {number}, {box.argument}")
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
    """One session; `before` are those before it."""

    def __init__(self, plan, before, site, address):
        starts, board = plan
        self.number, self.before = len(before) + 1, before
        self.pages = [Page(start, site, address) for start in starts.split()]
        lectures = {page.path.stem[:2] for page in self.pages if "in-depth" in page.name}
        more = sorted(lectures - {*starts.split()})  # a page in depth has few exercises of its own
        pages = [*self.pages, *(Page(start, site, address) for start in more)]
        self.title = "; ".join(page.title for page in self.pages)
        known = {page.name for one in before for page in one.pages}
        self.new = [page for page in self.pages if page.name not in known]
        self.derived = board
        derives = next(page for page in self.pages if board in page.boxes())
        self.board = derives.link(board, derives.boxes()[board])
        self.used = set().union(*(one.used for one in before))
        self.shows = next((page for page in self.pages if page.steps()), self.pages[0])
        self.others = [page for page in self.pages if page not in (self.shows, derives)]
        self.asking = [page for page in pages if page.questions]
        self.asked = [(page, name) for page in pages for name in page.questions]
        given = {task.label for one in before for task in [one.in_class, *one.homework]}
        exercises = [exercise for page in pages for exercise in page.exercises()]
        self.exercises = [one for one in exercises if one.label not in given]
        self.in_class, self.homework = self.chosen()
        self.parts = [*self.script(address)]

    def take(self, most, asked):
        """Questions that no session has asked yet."""
        free = {name: page for page, name in asked if name not in self.used}
        chosen = [*free][:most]
        self.used |= {*chosen}
        return "\n".join(free[name].question(name) for name in chosen)

    def own(self):
        """Questions of the session's pages, without the mixed review.

        First come those of pages that have no other part in the session.
        """
        own = ((page, name) for page, name in self.asked if "-review-" not in name)
        return sorted(own, key=lambda asked: asked[0] not in self.others)

    def earlier(self):
        """Those of the sessions before, the last one first, but for two that this one needs."""
        kept = [name for _, name in self.own() if name not in self.used][:2]
        for one in reversed(self.before):
            reviews_first = sorted(one.asked, key=lambda asked: "-review-" not in asked[1])
            yield from (asked for asked in reviews_first if asked[1] not in kept)

    def script(self, address):
        """The parts of the session, which take 90 minutes together."""
        if self.before:
            yield Part(RECALL, "Recall: vote, then talk", FEW + self.take(3, self.earlier()))
        else:
            yield Part(RECALL, "An opening", OPENING.format(site=address))
        yield Part(FIGURE, "The figure", self.figure())
        yield Part(BOARD, "At the board", self.at_the_board())
        yield Part(VOTE, "A question in between", self.take(1, self.own()))
        one = self.in_class
        yield Part(one.minutes, "An exercise", f"<p>Let the class do this in pairs: {one.link}</p>")
        rest = LENGTH - RECALL - FIGURE - BOARD - VOTE - EXIT - one.minutes
        yield Part(rest, "Talk: the exercise, and questions", one.mistakes())
        yield Part(EXIT, "On the way out", self.take(1, self.own()))

    def figure(self):
        """The live figure with most steps, or the first picture."""
        page = self.shows
        if steps := page.steps():
            label = max(steps, key=lambda label: len(steps[label]))
            linked, _ = figures_of(page.path)[label]
            told = page.link(f"class={linked}", "the figure of the page in class mode")
            return f"<p>Open {told}. {GUESS}</p>\n<ol>{''.join(steps[label])}</ol>"
        label = next(label for _, label, kind in page.lecture.labels() if kind == "figure")
        shown = page.link(label, "the first picture of the page")
        return f"<p>Open {shown}, and ask the class what it sees.</p>"

    def at_the_board(self):
        """What to write, line by line, what to say to it, and how long each takes."""
        lines = (
            f'<li>{as_html(line)} <small>{minutes} min</small><br><span class="why">'
            f"{as_html(why)}</span></li>"
            for minutes, line, why in boards()[self.derived]
        )
        text = f"<p>Derive this line by line: {self.board}</p>"
        return f"{text}\n<ol class='board'>{''.join(lines)}</ol>"

    def chosen(self):
        """The exercise for the class, and those for at most an hour and a half at home.

        Exercises for a first reading are chosen before others, and for the class those of pages
        that have no figure and no derivation in the session.
        """
        first_ones = sorted(self.exercises, key=lambda one: not one.first)
        others = {one.label for page in self.others for one in page.exercises()}
        fitting = [one for one in first_ones if one.minutes in EXERCISE]
        in_class = min(fitting, key=lambda one: one.label not in others)
        homework, left = [], HOMEWORK
        for one in first_ones:
            if one != in_class and one.minutes <= left and one.kind != "project":
                homework.append(one)
                left -= one.minutes
        return in_class, sorted(homework, key=self.exercises.index)

    def files(self):
        """Where the session's questions are: as files for Moodle, and as decks to vote on."""
        banks = ", ".join(
            f'<a href="questions/{page.bank.name}">{name_of(page.name)}</a>' for page in self.asking
        )
        decks = ", ".join(
            page.link(f"vote={next(iter(page.questions))}", name_of(page.name))
            for page in self.asking
        )
        return f"<p>Questions of the pages as files for Moodle: {banks}. To vote on: {decks}.</p>"

    def page(self):
        rows = [f"<h2>{p.title} <span>{p.minutes} min</span></h2>\n{p.body}" for p in self.parts]
        tasks = [f"<li>{one.told()}.{one.mistakes()}</li>" for one in self.homework]
        return [
            f"<h1>Session {self.number}: {as_html(self.title)}</h1>",
            f"<p>This session takes {sum(part.minutes for part in self.parts)} minutes.</p>",
            self.files(),
            *rows,
            f"<h2>Homework</h2>\n<p>{self.read()}</p>\n<ul>{''.join(tasks)}</ul>",
        ]

    def minutes(self):
        """Those of reading and of exercises at home."""
        reading = sum(page.lecture.stated()[0] for page in self.new)
        return reading, sum(exercise.minutes for exercise in self.homework)

    def read(self):
        """What to read, and how long it takes."""
        told = [f"{page.link()} ({page.lecture.stated()[0]} minutes)" for page in self.new]
        again = [page.link() for page in self.pages if page not in self.new]
        begin = "Before this session, read" if len(told) > 1 else "Read"
        return f"{begin} {', '.join(told)}." + f" Look again at {', '.join(again)}." * bool(again)


def sessions(plan, site, address):
    made = []
    for one in plans()[plan]:
        made.append(Session(one, [*made], site, address))
    return made


def document(title, body):
    stamped = "\n".join([*body, f'<p class="why">{STAMP}</p>'])
    return PAGE.format(title=escape(title), style=STYLE, body=stamped)


def days(count, first, free=()):
    """The days of so many sessions, one a week but for free days, or lines to write them on."""
    if not first:
        return ["_______________"] * count
    weeks = (first + timedelta(weeks=k) for k in range(count + len(free)))
    kept = [day for day in weeks if day not in free][:count]
    return [f"{day.day} {day:%B} {day.year}" for day in kept]


def syllabus(made, first, free):
    """For the class: aims, days, grades, and what each session reads, derives and gives to do."""
    rows = [
        f"<tr><td>{one.number}</td><td>{day}</td><td>{as_html(one.title)}</td>"
        "<td>{1} min of exercises, {0} of reading</td></tr>".format(*one.minutes())
        for one, day in zip(made, days(len(made), first, free), strict=True)
    ]
    reading, exercises = (
        round(sum(minutes) / 60) for minutes in zip(*(one.minutes() for one in made), strict=True)
    )
    yield FOR_THE_CLASS.format(
        sessions=len(made), class_hours=LENGTH * len(made) // 60, rows="".join(rows),
        reading=reading, exercises=exercises, points=paper.POINTS,
    )  # fmt: skip
    for one in made:
        aims = [goal for page in one.new for goal in page.aims()]
        tasks = "".join(f"<li>{exercise.told()}</li>" for exercise in one.homework)
        yield f"<h2>Session {one.number}: {as_html(one.title)}</h2>"
        if aims:
            yield f"<p>After this session you can {'; '.join(map(as_html, aims))}.</p>"
        yield f"<p>{one.read()} At the board: {one.board}.</p>"
        yield f"<p>Do these exercises at home:</p>\n<ul>{tasks}</ul>"


def for_the_teacher(made, address, first):
    """Scripts, questions, and the exam with its key."""
    scripts = "".join(
        f'<li><a href="session-{one.number:02}.html">{as_html(one.title)}</a></li>' for one in made
    )
    days = "" if first else ", and the days of the sessions"
    return [FOR_THE_TEACHER.format(sessions=len(made), scripts=scripts, address=address, days=days)]


def main(plan, seed, site, parent, first=None, *free):
    if not seed or plan not in map(str, plans()):
        raise SystemExit(
            f"say how many sessions: make course PLAN={'|'.join(map(str, plans()))} SEED=words"
        )
    try:
        first = first and date.fromisoformat(first)
        free = [*map(date.fromisoformat, free)]
    except ValueError as problem:
        raise SystemExit(f"FIRST and SKIP are days such as 2027-03-01: {problem}") from None
    site, folder = Path(site), Path(parent, plan)
    settings = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    address = site_address(repository_url(settings["repository"]["url"], ROOT)) or "../../../html/"
    made = sessions(int(plan), site, address)
    pages = {
        "class/index": document("Syllabus", syllabus(made, first, free)),
        "teacher/index": document("For the teacher", for_the_teacher(made, address, first)),
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
    taught = {int(page.path.stem[:2]) for one in made for page in one.pages}
    write_exam(seed, folder / "teacher", "exam", taught)
    print(f"{folder}: class, a syllabus to hand out; teacher, {len(made)} scripts and an exam")


if __name__ == "__main__":
    main(*sys.argv[1:])
