"""Questions on lecture 6: multipliers, biases, certificates, optimality conditions."""

from fractions import Fraction

import numpy as np
from sklearn.svm import SVC

from book.exam.margins import on_a_line
from book.exam.task import bracketed, dot, need, positive, short, template, tex, vector
from svmlib import KernelSVM, objectives


@template("Two points and their multipliers", lecture=6, points=(2, 1, 2, 1))
def two_points(dice):
    p, q = vector(dice, *range(-3, 4)), vector(dice, *range(-3, 4))
    d = (p[0] - q[0], p[1] - q[1])
    C = Fraction(1, dice.choice((1, 2, 4, 5, 10, 20)))
    square = dot(d, d)
    need(square > 1 and square != 4)
    free = 2 / square
    need(free != C)
    key = short(min(free, C))
    X, y = np.array([p, q], float), [1, -1]
    machine = KernelSVM(kernel="linear", C=float(C)).fit(X, y)
    dual = r"2\alpha-\tfrac12\alpha^2\lVert d\rVert^2"
    return (
        f"The data are two points, ${tex(p)}$ with the label $+1$ and ${tex(q)}$ with $-1$, and "
        rf"$C={tex(C)}$. What is $\alpha_1$ at the top of the dual?",
        key,
        machine.alpha_[0],
        [
            (max(free, C), "forgets the bound $C$" if free > C else "takes the bound for the top"),
            (min(free / 2, C), rf"has lost a factor 2: $D(\alpha)={dual}$"),
            (2 * key, "is the sum of the two multipliers"),
            (C / 2 if free > C else C, "shares the bound $C$ between the two multipliers"),
            (Fraction(1), "takes multipliers for margins"),
        ],
        (
            rf"The two multipliers are equal, and the dual is $D(\alpha)={dual}$, with the "
            "difference $d$ of the two points.",
            rf"Here $\lVert d\rVert^2={tex(square)}$.",
            rf"Without a bound the top is at $\alpha=2/\lVert d\rVert^2={tex(free)}$.",
            f"The bound is ${tex(C)}$, so the answer is ${tex(key)}$.",
        ),
    )


def solved(dice):
    """Four points of a line, C, and the machine's α, w and b: all short, one α free, one at C."""
    X = [dice.randint(-4, 5), dice.randint(-1, 6), dice.randint(-6, 1), dice.randint(-5, 4)]
    y, C = [1, 1, -1, -1], Fraction(1, dice.choice((1, 2, 4, 5, 8, 10)))
    need(len({*X}) == 4)
    machine = KernelSVM(kernel="linear", C=float(C)).fit(np.array(X, float)[:, None], y)
    alpha = [short(a) for a in machine.alpha_]
    w, b = sum(a * s * x for a, s, x in zip(alpha, y, X, strict=True)), short(machine.intercept_[0])
    low, high = machine.bias_interval_
    free = [i for i, a in enumerate(alpha) if 0 < a < C]
    need(free and C in alpha and high - low < 1e-9 and w and b)
    need(all(X[i] for i in free))  # at x = 0 the bias is y, without any work
    return X, y, C, alpha, w, b, free[0]


@template("The bias from the multipliers", lecture=6, points=(3, 2, 3))
def bias(dice):
    X, y, C, alpha, w, b, i = solved(dice)
    bound = alpha.index(C)
    others = [s - w * x for x, s, a in zip(X, y, alpha, strict=True) if a]
    table = ", ".join(rf"$\alpha={tex(a)}$ at ${x}$" for a, x in zip(alpha, X, strict=True))
    return (
        f"{on_a_line(X, y)} For $C={tex(C)}$ the dual is solved by {table}. What is the bias $b$?",
        b,
        SVC(kernel="linear", C=float(C), tol=1e-9).fit(np.array(X)[:, None], y).intercept_[0],
        [
            (y[bound] - w * X[bound], "reads $b$ off a point at its bound, whose margin is not 1"),
            (-b, "has the sign the wrong way round"),
            (
                sum(others) / len(others),
                "takes the mean over all support vectors, bounded ones too",
            ),
            (b - y[i], "takes the decision line for the kerb"),
            (y[i] + w * X[i], "adds $wx$ where it has to be subtracted"),
        ],
        (
            rf"The multipliers give $w=\sum_i\alpha_iy_ix_i={tex(w)}$.",
            rf"The point ${X[i]}$ has $0<\alpha<C$, so it is on its kerb: $wx+b=y$.",
            f"So $b=y-wx={y[i]}-{bracketed(w * X[i])}={tex(b)}$.",
        ),
    )


@template("A certified gap", lecture=6, points=(2, 1, 2, 2, 1))
def gap(dice):
    X, y = [dice.randint(-3, 4), dice.randint(-3, 4), dice.randint(-4, 3)], [1, 1, -1]
    C = dice.choice((1, 2, 4))
    first, second = (Fraction(dice.randint(0, 2), 4) for _ in range(2))
    alpha, b = [first, second, first + second], dice.choice((-1, 0, 1))
    w = sum(a * s * x for a, s, x in zip(alpha, y, X, strict=True))
    need(w and alpha[2] <= C and len({*X}) == 3)
    m = [s * (w * x + b) for x, s in zip(X, y, strict=True)]
    xi = [positive(1 - one) for one in m]
    P, D = w * w / 2 + C * sum(xi), sum(alpha) - w * w / 2
    need(P - D and D > 0)
    K = np.outer(X, X).astype(float)
    known = objectives.primal([float(w)], b, np.array(X)[:, None], y, C) - objectives.dual(
        [float(a) for a in alpha], K, y
    )
    table = ", ".join(f"${tex(a)}$" for a in alpha)
    return (
        f"{on_a_line(X, y)} For $C={C}$ somebody proposes the multipliers {table}, in this order. "
        f"They make $w={tex(w)}$, and $b={b}$ is chosen. How large is the certified gap $P-D$?",
        P - D,
        known,
        [
            (P - sum(alpha), r"leaves $-\tfrac12\lVert w\rVert^2$ out of $D$"),
            (P - D - w * w / 2, r"leaves $\tfrac12\lVert w\rVert^2$ out of $P$"),
            (P, "gives $P$ alone"),
            (w * w / 2 + sum(xi) - D, "leaves out $C$"),
            (P + D, "adds the bound"),
            (w * w / 2 + C * sum(s * s for s in xi) - D, "squares the slacks"),
        ],
        (
            f"The functional margins are ${', '.join(map(tex, m))}$.",
            f"The slacks are ${', '.join(map(tex, xi))}$.",
            rf"The objective is $P=\tfrac12w^2+C\sum_i\xi_i={tex(P)}$.",
            rf"The bound is $D=\sum_i\alpha_i-\tfrac12w^2={tex(D)}$.",
            f"The gap is $P-D={tex(P - D)}$.",
        ),
    )


@template("Who breaks the optimality conditions?", lecture=6, points=(5,))
def kkt(dice):
    C = dice.choice((1, 2, 5, 10))
    inner = Fraction(C * dice.choice((1, 2, 3)), 4)

    def tenths(low, high):
        return Fraction(dice.randint(low, high), 10)

    right = [
        (Fraction(0), tenths(11, 30), r"has $\alpha=0$ and a margin of at least 1"),
        (inner, Fraction(1), r"has $0<\alpha<C$ and is on its kerb"),
        (Fraction(C), tenths(-15, 9), r"has $\alpha=C$ and a margin of at most 1"),
    ]
    inside = r"a point inside the street must have $\alpha=C$"
    beyond = r"a point beyond its kerb must have $\alpha=0$"
    broken = dice.choice(
        [
            (Fraction(0), tenths(-5, 9), inside),
            (inner, tenths(-5, 9), inside),
            (inner, tenths(12, 30), beyond),
            (Fraction(C), tenths(12, 30), beyond),
        ]
    )
    rows = [(rf"$\alpha={tex(a)}$, $y f(x)={tex(m)}$", a, m, why) for a, m, why in (broken, *right)]
    a, m = (np.array([float(row[k]) for row in rows]) for k in (1, 2))
    found = ((m < 1) & (a < C)) | ((m > 1) & (a > 0))
    worst = int(np.flatnonzero(found).item())
    return (
        f"A program says that it has solved the soft-margin problem for $C={C}$. Which of its "
        "points shows that it has not?",
        rows[0][0],
        rows[worst][0],
        [(text, f"{why}: all is well") for text, _, _, why in rows[1:]],
        (
            r"Two products must vanish, $\alpha(yf-1+\xi)$ and $(C-\alpha)\xi$. Here one does not: "
            f"{broken[2]}.",
        ),
    )
