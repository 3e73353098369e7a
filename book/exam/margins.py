"""Questions on lectures 1 to 3: margins, the widest street, slack and the soft margin."""

from fractions import Fraction

import numpy as np

from book.exam.task import bracketed, dot, listed, need, positive, short, template, tex, vector
from svmlib import HardMarginSVM, LinearSVM, geometry, objectives

WHOLE = [(3, 4), (4, 3), (6, 8), (8, 6), (5, 12), (12, 5), (8, 15), (15, 8)]  # of whole lengths


def steep(dice):
    """A vector of whole numbers whose length is whole, and that length."""
    a, b = dice.choice(WHOLE)
    return (a * dice.choice((1, -1)), b * dice.choice((1, -1))), int(np.hypot(a, b))


@template("Margin of a point", lecture=1, points=(1, 1, 2))
def geometric_margin(dice):
    w, length = steep(dice)
    b, x, y = dice.randint(-12, 12), vector(dice, *range(-4, 5)), dice.choice((1, -1))
    f = dot(w, x) + b
    need(f and b)
    sum_of = abs(w[0]) + abs(w[1])
    return (
        f"A line has $w={tex(w)}$ and $b={b}$. What is the geometric margin of the point "
        f"$x={tex(x)}$ with the label $y={y:+d}$?",
        y * f / length,
        geometry.geometric_margin(w, b, [x], [y])[0],
        [
            (y * f, r"gives the functional margin: it is not divided by $\lVert w\rVert$"),
            (y * f / length**2, r"divides by $\lVert w\rVert^2$"),
            (-y * f / length, "has the sign the wrong way round"),
            (y * (f - b) / length, "leaves out the bias"),
            (y * f / sum_of, "takes the sum of the coordinates for the length of $w$"),
        ],
        (
            rf"The score is $f(x)=w\cdot x+b={tex(dot(w, x))}{b:+d}={tex(f)}$.",
            rf"The length of $w$ is $\sqrt{{{w[0] ** 2}+{w[1] ** 2}}}={length}$.",
            rf"The margin is $y f(x)/\lVert w\rVert={tex(y * f / length)}$, with its sign.",
        ),
    )


@template("An update of the perceptron", lecture=1, points=(1, 2, 1))
def perceptron_update(dice):
    w, x = vector(dice, *range(-4, 5)), vector(dice, *range(-3, 4))
    b, y = dice.randint(-3, 3), dice.choice((1, -1))
    m = y * (dot(w, x) + b)
    need(m < 0)
    square = dot(x, x)
    after, bias = [c + y * d for c, d in zip(w, x, strict=True)], b + y
    return (
        f"A perceptron has $w={tex(w)}$ and $b={b}$, and meets the point $x={tex(x)}$ with the "
        f"label $y={y:+d}$. It updates $w$ and $b$. What is the functional margin of this point "
        "then?",
        m + square + 1,
        geometry.functional_margin(after, bias, [x], [y])[0],
        [
            (m, "is the margin before the update"),
            (m + square, "leaves out that the bias is updated too"),
            (-m, "turns the sign of the mistake round"),
            (Fraction(0), "takes it for an update that just mends the mistake"),
            (m + 1, "updates the bias alone"),
        ],
        (
            rf"Before, the margin is $y(w\cdot x+b)={tex(m)}$.",
            rf"The update adds $yx$ to $w$ and $y$ to $b$, so the margin grows by "
            rf"$\lVert x\rVert^2+1={tex(square + 1)}$.",
            f"After it, the margin is ${tex(m)}+{tex(square + 1)}={tex(m + square + 1)}$.",
        ),
    )


def two_classes(dice):
    """Two nearest points, of +1 and -1, each with one behind it that does not matter."""
    d, length = steep(dice)
    q = vector(dice, *range(-3, 4))
    p = tuple(a + b for a, b in zip(q, d, strict=True))
    behind = [(p[0] + d[0], p[1] + d[1]), (q[0] - d[0], q[1] - d[1])]
    X = [p, behind[0], q, behind[1]]
    told = (
        f"Two points have the label $+1$: ${tex(p)}$ and ${tex(X[1])}$; two have $-1$: ${tex(q)}$ "
        f"and ${tex(X[3])}$."
    )
    return X, np.array([1, 1, -1, -1]), d, length, told


@template("The margin of the widest street", lecture=2, points=(1, 2, 2))
def widest_street(dice):
    X, y, d, length, told = two_classes(dice)
    return (
        f"{told} What is the margin of the hard-margin machine, the distance from its line to the "
        "nearest point?",
        Fraction(length, 2),
        HardMarginSVM().fit(X, y).margin_,
        [
            (length, "is the width of the whole street"),
            (Fraction(2, length), r"is $\lVert w\rVert$; the margin is $1/\lVert w\rVert$"),
            (Fraction(3 * length, 2), "measures between the points behind"),
            (length, "forgets that the line is halfway"),
            (Fraction(abs(d[0]) + abs(d[1]), 2), "adds coordinates where a length is wanted"),
            (Fraction(length**2, 2), "leaves out the square root"),
        ],
        (
            f"The nearest points of the two classes are ${tex(X[0])}$ and ${tex(X[2])}$.",
            rf"They are $\sqrt{{{d[0] ** 2}+{d[1] ** 2}}}={length}$ apart.",
            "The line is halfway between them, at right angles: its margin is "
            f"${tex(Fraction(length, 2))}$.",
        ),
    )


@template("A score of the hard-margin machine", lecture=2, points=(1, 2, 2, 2))
def hard_score(dice):
    X, y, d, length, told = two_classes(dice)
    z = vector(dice, *range(-6, 7))
    middle = tuple(Fraction(a + b, 2) for a, b in zip(X[0], X[2], strict=True))
    f = 2 * (dot(d, z) - dot(d, middle)) / length**2
    need(f and abs(f) != 1 and z not in X)
    return (
        f"{told} What is the score $f(z)$ that the hard-margin machine gives to $z={tex(z)}$?",
        short(f),
        HardMarginSVM().fit(X, y).decision_function([z])[0],
        [
            (f / 2, r"takes $w=d/\lVert d\rVert^2$: the nearest points would score $\pm\tfrac12$"),
            (f * length / 2, "is the signed distance from the line"),
            (2 * dot(d, z) / length**2, "leaves out the bias"),
            (-f, "has $w$ the wrong way round"),
            (f * length**2 / 2, "takes the difference of the nearest points itself for $w$"),
        ],
        (
            f"From the nearest point of $-1$ to the nearest point of $+1$ it is $d={tex(d)}$.",
            rf"Their scores are $\pm1$, so $w=2d/\lVert d\rVert^2=2d/{length**2}$.",
            f"The line passes through the point halfway, ${tex(middle)}$.",
            rf"The score is $f(z)=w\cdot(z-{tex(middle)})={tex(f)}$.",
        ),
    )


def on_a_line(X, y):
    """Points of a line with their labels, as words."""
    sides = [[f"${tex(x)}$" for x, s in zip(X, y, strict=True) if s == t] for t in (1, -1)]
    up, down = map(listed, sides)
    verb = "has" if len(sides[1]) == 1 else "have"
    return f"On a line the points {up} have the label $+1$, and {down} {verb} $-1$."


@template("The soft-margin objective", lecture=3, points=(2, 2, 2))
def soft_objective(dice):
    w, b = dice.choice((Fraction(1, 2), Fraction(1), Fraction(2))), dice.randint(-1, 1)
    X, y = [dice.randint(-4, 4) for _ in range(4)], [1, 1, -1, -1]
    C = dice.choice((2, 3, 4, 10))
    m = [s * (w * x + b) for x, s in zip(X, y, strict=True)]
    xi = [positive(1 - one) for one in m]
    need(len({*X}) == 4 and sum(s > 0 for s in xi) == 2 and min(m) < 0 < max(xi))
    P, half = w * w / 2 + C * sum(xi), w * w / 2
    square = sum(s * s for s in xi)
    missed = sum(one < 0 for one in m)
    return (
        f"{on_a_line(X, y)} A machine has $w={tex(w)}$ and $b={b}$. What is its soft-margin "
        f"objective $P$ for $C={C}$?",
        P,
        objectives.primal([float(w)], b, np.array(X)[:, None], y, C),
        [
            (half + half + C * sum(xi), r"leaves out the $\tfrac12$ before $\lVert w\rVert^2$"),
            (half + C * square, "squares the slacks"),
            (half + C * missed, "counts mistakes where slack is charged"),
            (half + C * sum(positive(-one) for one in m), "charges from the line, not from 1"),
            (half + Fraction(C, 4) * sum(xi), "takes the mean of the slacks"),
            (C * sum(xi), "leaves out the first term"),
        ],
        (
            f"The functional margins are ${', '.join(map(tex, m))}$.",
            f"The slacks are ${', '.join(map(tex, xi))}$.",
            rf"The objective is $P=\tfrac12\cdot{tex(w * w)}+{C}\cdot{tex(sum(xi))}={tex(P)}$.",
        ),
    )


@template("A very small C", lecture=3, points=(3, 1, 2))
def small_C(dice):
    up, down = sorted(dice.sample(range(0, 12), 2)), sorted(dice.sample(range(-9, 3), 2))
    X, y, C = [*up, *down], [1, 1, -1, -1], Fraction(1, dice.choice((50, 100, 200, 500)))
    w = C * (sum(up) - sum(down))
    need(len({*X}) == 4 and up[0] > down[1] and w * (max(X) - min(X)) < 1)
    gap = up[0] - down[1]
    return (
        f"{on_a_line(X, y)} For $C={tex(C)}$ every point is inside the soft-margin street. What "
        "is $w$?",
        w,
        LinearSVM(C=float(C)).fit(np.array(X)[:, None], y).coef_[0, 0],
        [
            (w / 2, "takes the difference of the means of the classes, times $C$"),
            (w / 4, "takes a mean over all points"),
            (w / C, "leaves out $C$"),
            (Fraction(2, gap), "is the hard margin's $w$"),
            (C * (sum(up) + sum(down)), "leaves out the labels"),
        ],
        (
            r"Inside the street every multiplier is at its bound $C$, so $w=C\sum_iy_ix_i$.",
            rf"The sum is $\sum_iy_ix_i={sum(up)}-{bracketed(sum(down))}={sum(up) - sum(down)}$.",
            rf"So $w={tex(C)}\cdot{sum(up) - sum(down)}={tex(w)}$.",
        ),
    )


@template("A very large C", lecture=3, points=(1, 1, 2))
def large_C(dice):
    down, up = sorted(dice.sample(range(-9, 1), 3)), sorted(dice.sample(range(1, 12), 3))
    y, X = [1, 1, 1, -1, -1, -1], [*up, *down]
    gap = up[0] - down[-1]
    need(up[1] - up[0] > 1)
    means = Fraction(sum(up) - sum(down), 3)
    return (
        f"{on_a_line(X, y)} $C$ grows without bound. Which margin does the soft-margin machine "
        "reach?",
        Fraction(gap, 2),
        HardMarginSVM().fit(np.array(X)[:, None], y).margin_,
        [
            (gap, "is the width of the whole street"),
            (means / 2, "is half the distance between the means of the classes"),
            (Fraction(2, gap), r"is $\lVert w\rVert$, not its inverse"),
            (Fraction(up[1] - down[-1], 2), "leaves out the nearest point of $+1$"),
            (Fraction(0), "takes costly slack for no street at all"),
        ],
        (
            "The machine becomes the hard-margin machine.",
            f"The nearest points of the two classes are ${down[-1]}$ and ${up[0]}$.",
            f"The margin is half of their distance, ${tex(Fraction(gap, 2))}$.",
        ),
    )
