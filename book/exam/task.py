"""What an exam is made of: templates that draw numbers, prove their key and name mistakes.

A template is a function of a random generator. It returns a question, the key, what a program that
shares nothing with it finds, wrong answers each with the mistake that leads to it, and the steps of
the solution. Numbers are exact fractions, short by construction: a drawing that is not short, or
too few of whose wrong answers differ, is drawn again. A point is for about a minute of work.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

import numpy as np

from book.content import known_mistakes, read
from book.source import Lecture, lecture_paths

NEAR = 1e-6  # relative, and absolute: what the proof may differ by from the key
APART = 0.02  # of the larger one: what two answers must differ by
WRONG = 3  # answers beside the key
ROUNDED = "to two decimals"  # in a question; its answers print both
LONGEST, DENOMINATOR, DECIMALS = 9999, 60, 1000  # of a short fraction; what decimals are made of


class Redraw(Exception):
    """These numbers do not make a good question."""


@dataclass(frozen=True)
class Choice:
    """An answer in Markdown; a wrong one has the mistake that leads to it, and who knows it."""

    text: str
    why: str = ""
    seen: str = ""


@dataclass(frozen=True)
class Task:
    """A question, its answers, and the steps of its solution with their points.

    `worked` says that the paper asks for the steps, and does not show the answers.
    """

    title: str
    lecture: int
    question: str
    choices: tuple[Choice, ...]
    steps: tuple[tuple[int, str], ...]
    worked: bool

    @property
    def key(self):
        """The number of the right answer, from 0."""
        return next(k for k, choice in enumerate(self.choices) if not choice.why)

    @property
    def points(self):
        return sum(points for points, _ in self.steps)

    @property
    def solution(self):
        return " ".join(step for _, step in self.steps)


@dataclass(frozen=True)
class Template:
    """A kind of question: the lecture that teaches it, and the points of each step."""

    title: str
    lecture: int
    points: tuple[int, ...]
    function: Callable


TEMPLATES = {}


def template(title, lecture, points):
    """Enter a function of a `Random` that returns (question, key, proof, wrong, steps)."""

    def enter(function):
        TEMPLATES[function.__name__] = Template(title, lecture, points, function)
        return function

    return enter


def need(condition):
    """Draw again if not."""
    if not condition:
        raise Redraw


def short(value):
    """A number as a fraction, if it is a short one."""
    found = Fraction(value).limit_denominator(DECIMALS)
    need(found.denominator <= DENOMINATOR or DECIMALS % found.denominator == 0)
    need(abs(found - Fraction(value)) < NEAR * (1 + abs(found)) and abs(found.numerator) <= LONGEST)
    return found


def is_short(answer):
    """Whether an answer is in words, or all its numbers are short."""
    try:
        for value in {str: (), tuple: answer}.get(type(answer), (answer,)):
            short(value)
    except Redraw:
        return False
    return True


def tex(value):
    """A number, or a vector of numbers, in TeX: decimals where three are enough."""
    if isinstance(value, tuple):
        return f"({', '.join(map(tex, value))})"
    value = Fraction(value)
    if DECIMALS % value.denominator == 0:
        return f"{float(value):g}"
    sign = "-" * (value < 0)
    return rf"{sign}\tfrac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def decimals(value):
    """A number of hundredths with both decimals, as a question that asks for them has it."""
    return f"{float(value):.2f}"


def large(text):
    """A line whose fractions, but for constants like a half, are of the size of its text."""
    return re.sub(r"\\t?frac(?=\{)", r"\\dfrac", text)


def bracketed(value):
    """A number in TeX, in brackets if it has a sign."""
    return tex(value) if value >= 0 else f"({tex(value)})"


def listed(words):
    """Words as a list in a sentence: a, b and c."""
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def vector(dice, *values):
    """Two numbers of a range, not both 0."""
    found = tuple(dice.choice(values) for _ in range(2))
    need(any(found))
    return found


def dot(u, v):
    return sum(Fraction(a) * b for a, b in zip(u, v, strict=True))


def positive(value):
    """The number, or 0 where it is negative: what is beyond a bound."""
    return max(Fraction(0), value)


def hundredths(value):
    """The number to two decimals."""
    return Fraction(round(100 * value), 100)


def differ(a, b):
    """Whether two answers cannot be taken for each other."""
    if isinstance(a, str):
        return a != b
    a, b = (np.atleast_1d(np.array(v, dtype=float)) for v in (a, b))
    return bool(np.abs(a - b).max() > APART * max(np.abs(a).max(), np.abs(b).max()))


def agrees(key, proof):
    if isinstance(key, str):
        return key == proof
    return np.allclose(np.array(key, dtype=float), proof, rtol=NEAR, atol=NEAR)


@cache
def exercises():
    """{label: the title of an exercise and its lecture}."""
    return {
        box.options["label"]: f"*{box.argument}*, lecture {int(path.stem[:2])}"
        for path in lecture_paths(Path(__file__).parents[2])
        for _, box in Lecture.read(path).directives("exercise")
    }


def seen(template, why):
    """Which exercise knows the mistake behind a wrong answer, in words, or nothing."""
    for start, (label, mistake) in read("seen_in_exams.yml").get(template, {}).items():
        if why.startswith(start):
            if mistake not in (known.name for known in known_mistakes()[label]):
                raise LookupError(f"{label} knows no mistake {mistake!r}")
            return f"known to the check of {exercises()[label]}"
    return ""


def drawn(name, seed, worked=False):
    """The task that this seed draws from a template, the same on every machine."""
    made = TEMPLATES[name]
    for k in count():
        dice = Random(f"{seed}, {name}, {k}")
        try:
            question, key, proof, wrong, steps = made.function(dice)
            known = [(key, "")]
            for value, why in wrong:
                if is_short(value) and all(differ(value, other) for other, _ in known):
                    known.append((value, why))
            need(is_short(key) and len(known) > WRONG)
        except Redraw:
            continue
        if not agrees(key, proof):
            raise ArithmeticError(f"{name}, seed {seed}: the key is {key}, the proof says {proof}")
        rest = known[1:] if isinstance(key, str) else dice.sample(known[1:], WRONG)
        chosen = [known[0], *rest[:WRONG]]
        dice.shuffle(chosen)
        if isinstance(key, str) and len(key) == 1:  # names have an order
            chosen.sort()
        written = decimals if ROUNDED in question else tex
        choices = (
            Choice(v if isinstance(v, str) else large(f"${written(v)}$"), why, seen(name, why))
            for v, why in chosen
        )
        scheme = tuple(zip(made.points, map(large, steps), strict=True))
        return Task(made.title, made.lecture, question, tuple(choices), scheme, worked)
