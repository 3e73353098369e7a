"""A paper of an exam and its key, as pages that hold all they need, and as Moodle XML."""

import re
from base64 import b64encode
from html import escape
from io import BytesIO
from random import Random

from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from book.exam import choosing, descent, duality, margins, practice  # noqa: F401
from book.exam.task import TEMPLATES, drawn
from book.fonts import math_font, shrunk
from book.formulas import render
from book.moodle import add_category, add_question, as_bytes
from book.pdf.document import FACES, FONTS

GROUPS = ((range(1, 4), 3), (range(4, 8), 4), (range(8, 16), 5))  # so many tasks of these lectures
MINUTES = range(50, 66)  # of a whole paper
LETTERS = "ABCD"
LINES = 14  # mm of empty paper for each step of the way
TITLE = "Support vector machines: exam"
RULES = (
    "Paper and pencil. Mark one answer of each question and show your way: half of the points are "
    "for the way. Vectors are written as rows; $\\lVert\\cdot\\rVert$ is the Euclidean length."
)
STYLE = """
@page {{ size: A4; margin: 18mm 20mm; @bottom-right {{ content: counter(page); }} }}
{faces}
html {{ font: 10.5pt/1.4 "Exam Text", Georgia, serif; color: #111; background: #fff; }}
body {{ max-width: 170mm; margin: 0 auto; padding: 4mm; }}
math {{ font-family: "Book Math", math; font-size: 1.06em; }}
h1 {{ font-size: 17pt; margin: 0; }}
h2 {{ font-size: 11.5pt; margin: 0 0 1mm; display: flex; justify-content: space-between; }}
h2 span {{ font-weight: normal; }}
.name {{ display: flex; gap: 8mm; margin: 5mm 0; }}
.name span {{ flex: 1; border-bottom: 0.6pt solid #111; }}
section {{ break-inside: avoid; margin-top: 7mm; }}
p {{ margin: 0 0 1.5mm; }}
ol {{ list-style: upper-alpha; margin: 0; padding-left: 9mm; }}
li {{ padding: 0.4mm 0; }}
li::marker {{ font-weight: bold; }}
.right {{ background: #dfe9d3; }}
.why, .from {{ color: #444; }}
.way {{ border-left: 1.6pt solid #9db4d0; padding-left: 3mm; margin-top: 2mm; }}
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


def tasks(seed):
    """The tasks of a paper in the order of the lectures; the same on every machine for a seed."""
    dice = Random(f"{seed}, paper")
    while True:
        names = []
        for lectures, number in GROUPS:
            known = [name for name, made in TEMPLATES.items() if made.lecture in lectures]
            names += sorted(dice.sample(known, number), key=lambda name: TEMPLATES[name].lecture)
        if sum(TEMPLATES[name].minutes for name in names) in MINUTES:
            return [drawn(name, seed) for name in names]


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
    return re.sub(r"</?span[^>]*>", "", reader.renderInline(text))


def minutes(tasks):
    return sum(task.minutes for task in tasks)


def points(tasks):
    return 2 * sum(task.steps for task in tasks)


def sections(tasks, solved):
    """Each task, with empty paper for the way, or solved and with the mistakes behind answers."""
    for number, task in enumerate(tasks, start=1):
        answers = []
        for choice in task.choices:
            text = as_html(choice.text)
            if solved and choice.why:
                known = f" ({choice.seen})" if choice.seen else ""
                text += f' <span class="why">{as_html(choice.why + known)}</span>'
            mark = ' class="right"' if solved and not choice.why else ""
            answers.append(f"<li{mark}>{text}</li>")
        told = f"<p>{as_html(task.question)}</p>\n<ol>{''.join(answers)}</ol>"
        if solved:
            told += f'\n<p class="way"><b>{LETTERS[task.key]}.</b> {as_html(task.solution)}</p>'
            told += f'\n<p class="from">Lecture {task.lecture}, {task.minutes} minutes.</p>'
        else:
            told += f'\n<div style="height: {LINES * task.steps}mm"></div>'
        head = f"<h2>{number}. {task.title} <span>{2 * task.steps} points</span></h2>"
        yield f"<section>{head}\n{told}\n</section>"


def document(tasks, solved=False):
    """The page of a paper or of its key, with the fonts that it needs."""
    title = f"{TITLE}, key" if solved else TITLE
    body = [f"<h1>{title}</h1>"]
    if not solved:
        body.append('<div class="name">Name<span></span>Date<span></span></div>')
    body.append(f"<p>{minutes(tasks)} minutes, {points(tasks)} points. {as_html(RULES)}</p>")
    body += sections(tasks, solved)
    text = "\n".join(body)
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


def moodle(tasks):
    """The tasks as questions for Moodle, each wrong answer with its mistake."""
    quiz = etree.Element("quiz")
    add_category(quiz, "Exam")
    for number, task in enumerate(tasks, start=1):
        answers = []
        for choice in task.choices:
            comment = f"This answer {choice.why}." if choice.why else task.solution
            texts = (as_html(text, in_brackets) for text in (choice.text, comment))
            answers.append((not choice.why, *texts))
        name = f"{number:02}. {task.title}"
        add_question(quiz, name, as_html(task.question, in_brackets), answers)
    return as_bytes(quiz)
