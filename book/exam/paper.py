"""A paper of an exam and its key, as pages that hold all they need, and as Moodle XML."""

import re
from base64 import b64encode
from collections import Counter
from functools import cache, partial
from hashlib import sha256
from html import escape
from io import BytesIO
from random import Random

from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from book.exam import choosing, descent, duality, margins, practice  # noqa: F401
from book.exam.proofs import PROOFS, proof
from book.exam.task import TEMPLATES, drawn
from book.fonts import math_font, shrunk
from book.formulas import render
from book.moodle import add_answers, add_category, add_scheme, as_bytes, begin
from book.pdf.document import FACES, FONTS

BOOK = range(1, 16)  # its lectures
KERNELS = 8  # the lecture that every paper asks about, if it is taught
MARKED, WORKED = 6, 6  # tasks with four answers, and tasks that ask for the steps
POINTS = 60  # of a whole paper, as many as its minutes
LONGEST = 6  # points of a task with four answers; what takes longer is worth showing
OFTEN = 2  # right answers of a paper, at most, have the same letter
SHEETS = (3, 3, 2, 2, 2)  # tasks on each page
ENDING = re.compile(r"(<math(?:(?!<math).)*</math>[.,;:?!)]+)")  # no line begins with a comma
LETTERS = "ABCD"
TITLE = "Support vector machines: exam"
RULES = (
    "You may use paper and pencil alone. No calculator is needed. You have "
    f"{POINTS} minutes for {POINTS} points: a point is for about a minute of work. "
    "Questions 1 to 6 have four answers. Mark one of them; only the mark counts. Questions 7 to 12 "
    "have none. Show your working, because each step has its points. Vectors are written as rows, "
    "and $\\lVert\\cdot\\rVert$ is the Euclidean length."
)
FOR_GRADERS = (
    "A student who goes on correctly with a wrong number gets the points of the later steps. "
    "Another correct way gets the same points. In a proof, a line that is left out costs its "
    "points, and no others."
)
STYLE = """
@page {{ size: A4; margin: 18mm 20mm; @bottom-right {{ content: counter(page); }} }}
{faces}
html {{ font: 10.5pt/1.35 "Exam Text", Georgia, serif; color: #111; background: #fff; }}
body {{ max-width: 170mm; margin: 0 auto; }}
math {{ font-family: "Book Math", math; font-size: 1.06em; }}
h1, h2 {{ margin: 0 0 1mm; display: flex; justify-content: space-between; align-items: baseline; }}
h1 {{ font-size: 17pt; }}
h1 small {{ font: 8pt monospace; }}
h2 {{ font-size: 11.5pt; }}
h2 span {{ font-weight: normal; }}
.name {{ display: flex; gap: 6mm; margin: 5mm 0; }}
.name span {{ flex: 1; border-bottom: 0.6pt solid #111; }}
table {{ border-collapse: collapse; width: 100%; margin: 3mm 0; text-align: center; }}
th, td {{ border: 0.6pt solid #111; width: 7%; }}
td {{ height: 7mm; }}
.sheet {{ min-height: 260mm; display: flex; flex-direction: column; break-after: page; }}
.sheet:last-child {{ break-after: auto; }}
.sheet section {{ flex: 1; }}
.sheet td {{ font-size: 8pt; text-align: right; vertical-align: bottom; }}
section {{ break-inside: avoid; margin-top: 5mm; }}
section:last-child {{ break-before: avoid; }}
p {{ margin: 0 0 1.5mm; }}
ol {{ list-style: upper-alpha; margin: 0; padding-left: 9mm; }}
.sheet ol {{ columns: 2; }}
li {{ padding: 0.4mm 0; break-inside: avoid; }}
li::marker {{ font-weight: bold; }}
.ending {{ white-space: nowrap; }}
.right {{ background: #dfe9d3; print-color-adjust: exact; }}
.why {{ color: #444; }}
.steps {{ border-left: 1.6pt solid #9db4d0; padding-left: 3mm; margin-top: 2mm; }}
"""
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style></head>
<body>
{body}
</body>
</html>
"""


def label_of(seed):
    """A name of a paper that does not tell its seed."""
    return sha256(seed.encode()).hexdigest()[:12]


def names_of(asked, lectures, dice):
    """Templates beside a proof: no lecture is asked twice before each is asked once."""
    names = [name for name, made in TEMPLATES.items() if made.lecture in lectures]
    dice.shuffle(names)
    turns, order = Counter([asked.lecture]), {}
    for name in names:
        lecture = TEMPLATES[name].lecture
        order[name] = turns[lecture], lecture != KERNELS
        turns[lecture] += 1
    chosen = sorted(names, key=order.get)[: MARKED + WORKED - 1]
    dice.shuffle(chosen)
    return chosen


def tasks(seed, lectures=BOOK):
    """The tasks of a paper on these lectures; the same on every machine for a seed.

    Those with four answers come first. One of the others is a proof, and both kinds are in the
    order of the lectures.
    """
    dice = Random(f"{seed}, paper")
    marked_task = cache(partial(drawn, seed=seed))
    proofs = [name for name, (_, lecture, *_) in PROOFS.items() if lecture in lectures]
    while True:
        asked = proof(dice.choice(proofs))
        chosen = names_of(asked, lectures, dice)
        marked, worked = chosen[:MARKED], chosen[MARKED:]
        points = {name: TEMPLATES[name].points for name in chosen}
        if (
            sum(map(sum, points.values())) + asked.points == POINTS
            and all(sum(points[name]) <= LONGEST for name in marked)
            and all(len(points[name]) > 1 for name in worked)
        ):
            first = [marked_task(name) for name in marked]
            if max(Counter(one.key for one in first).values()) > OFTEN:
                continue
            then = [asked, *(drawn(name, seed, worked=True) for name in worked)]
            return [one for part in (first, then) for one in sorted(part, key=lambda t: t.lecture)]


# ------------------------------------------------------------------------------------- as HTML


def in_mathml(tex):
    (answer,) = render([(tex, False)])
    if "error" in answer:
        raise ValueError(f"{answer['error']} in {tex}")
    return answer["mathml"]


def in_brackets(tex):
    return rf"\({escape(tex, quote=False)}\)"


def as_html(text, formula=in_mathml):
    """A line of Markdown as HTML, its formulas written by a function."""
    reader = MarkdownIt().use(dollarmath_plugin, renderer=lambda tex, _: formula(tex))
    told = re.sub(r"</?span[^>]*>", "", reader.renderInline(text))
    return ENDING.sub(r'<span class="ending">\1</span>', told)


def counted(points):
    return f"{points} point{'s' * (points > 1)}"


def scheme(task, formula=in_mathml):
    """The steps of a task with their points, and what mistakes lead to."""
    steps = [f"<b>{counted(n)}:</b> {as_html(step, formula)}" for n, step in task.steps]
    wrong = [f"{choice.text} {reason(choice)}" for choice in task.choices if choice.why]
    more = f"<p>Other results: {as_html('; '.join(wrong), formula)}.</p>" if wrong else ""
    return f'<p class="steps">{"<br>".join(steps)}</p>{more}'


def reason(choice):
    """The mistake behind an answer, and which check knows it."""
    return choice.why + (f" ({choice.seen})" if choice.seen else "")


def with_answers(task, solved):
    """The answers of a task; in a key with the mistakes behind them."""
    for choice in task.choices:
        text, mark = as_html(choice.text), ""
        if solved and choice.why:
            text += f' <span class="why">{as_html(reason(choice))}</span>'
        elif solved:
            mark = ' class="right"'
        yield f"<li{mark}>{text}</li>"


def section(number, task, solved):
    """A task, with empty paper below it, or solved."""
    worth = f"lecture {task.lecture}, " * solved + counted(task.points)
    told = [f"<h2>{number}. {task.title} <span>{worth}</span></h2>"]
    told.append(f"<p>{as_html(task.question)}</p>")
    if not task.worked:
        told.append(f"<ol>{''.join(with_answers(task, solved))}</ol>")
        solution = f"<b>{LETTERS[task.key]}.</b> {as_html(task.solution)}"
    if solved:
        told.append(scheme(task) if task.worked else f'<p class="steps">{solution}</p>')
    return "\n".join(["<section>", *told, "</section>"])


def head(tasks, label, solved):
    """Title, rules, and what is filled in: by students who they are, by graders the points."""
    title = f"{TITLE}, key" if solved else TITLE
    yield f"<h1>{title} <small>{label}</small></h1>"
    if solved:
        yield f"<p>{POINTS} points. {FOR_GRADERS}</p>"
        return
    yield '<div class="name">Name<span></span>Student number<span></span>Date<span></span></div>'
    yield f"<p>{as_html(RULES)}</p>"
    numbers = "".join(f"<th>{number}</th>" for number in range(1, len(tasks) + 1))
    worth = "".join(f"<td>of {task.points}</td>" for task in tasks)
    yield f"<table><tr><th>No.</th>{numbers}<th>Sum</th></tr>"
    yield f"<tr><th>Points</th>{worth}<td>of {POINTS}</td></tr></table>"


def document(tasks, label, solved=False):
    """The page of a paper or of its key, with the fonts that it needs."""
    body = [*head(tasks, label, solved)]
    made = [section(number, task, solved) for number, task in enumerate(tasks, start=1)]
    if solved:
        body += made
    else:
        sheets = ["\n".join(made.pop(0) for _ in range(number)) for number in SHEETS]
        sheets[0] = "\n".join([*body, sheets[0]])
        body = [f'<div class="sheet">{sheet}</div>' for sheet in sheets]
    title, text = f"{TITLE}, key" if solved else TITLE, "\n".join(body)
    faces = "\n".join(fonts(text))
    return PAGE.format(title=title, style=STYLE.format(faces=faces), body=text)


def fonts(text):
    """Font faces with the signs of a page, in the page itself."""
    root = etree.HTML(text)
    signs = {ord(sign) for sign in "".join(root.itertext())} | set(map(ord, "0123456789ABCD."))
    faces = [("Book Math", "normal normal", math_font(signs))]
    for face in ("normal normal", "bold normal"):
        faces.append(("Exam Text", face, shrunk(FONTS / f"{FACES['Text'][face]}.ttf", signs)))
    for family, face, font in faces:
        font.save(packed := BytesIO())
        weight, style = face.split()
        yield (
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
            f'src: url("data:font/woff2;base64,{b64encode(packed.getvalue()).decode()}"); }}'
        )


# ----------------------------------------------------------------------------------- as a bank


def moodle(tasks, label):
    """The tasks as questions for Moodle, in a category of this paper alone."""
    quiz = etree.Element("quiz")
    add_category(quiz, f"Exam {label}")
    for number, task in enumerate(tasks, start=1):
        names = f"{label}-{number:02}", f"{number:02}. {task.title}"
        more = " Show your working." if task.worked and task.choices else ""
        asked = as_html(task.question + more, in_brackets)
        told = begin(quiz, "essay" if task.worked else "multichoice", *names, asked, task.points)
        if task.worked:
            add_scheme(told, scheme(task, in_brackets))
            continue
        answers = []
        for choice in task.choices:
            comment = f"This answer {choice.why}." if choice.why else task.solution
            texts = (as_html(text, in_brackets) for text in (choice.text, comment))
            answers.append((not choice.why, *texts))
        add_answers(told, answers)
    return as_bytes(quiz)
