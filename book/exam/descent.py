"""Questions on lectures 4, 5 and 7: subgradients, scalings, Pegasos, ascent in the dual."""

from fractions import Fraction

import numpy as np

from book.exam.margins import on_a_line
from book.exam.task import bracketed, dot, need, positive, short, template, tex, vector
from svmlib import dual, losses, objectives

FREE = 0.2  # of the steps that no bound cuts so many are kept: then about half of all are cut


@template("A step of subgradient descent", lecture=4, points=(2, 2, 2, 2))
def subgradient_step(dice):
    w, lam = dice.choice((-1, 1, 2)), Fraction(1, dice.choice((2, 4, 5, 10)))
    eta = Fraction(1, dice.choice((2, 4, 5)))
    X, y = [dice.choice((-3, -2, -1, 1, 2, 3)) for _ in range(4)], [1, 1, -1, -1]
    m = [s * w * x for x, s in zip(X, y, strict=True)]
    need(1 not in m and 0 < sum(one < 1 for one in m) < 4 and len({*X}) == 4)
    pulls = [s * x * (one < 1) for x, s, one in zip(X, y, m, strict=True)]
    g = lam * w - Fraction(sum(pulls), 4)
    need(g)
    ways = np.array(y) * np.array(X, float)
    slopes = losses.hinge.derivative(w * ways) * ways
    missed = Fraction(sum(s * x for x, s, one in zip(X, y, m, strict=True) if one < 0), 4)
    every = Fraction(sum(s * x for x, s in zip(X, y, strict=True)), 4)
    return (
        f"{on_a_line(X, y)} There is no bias, and $w={w}$. One step of subgradient descent on "
        rf"$\tfrac\lambda2w^2+\tfrac14\sum_i\max(0,1-y_iwx_i)$ with $\lambda={tex(lam)}$ and "
        rf"$\eta={tex(eta)}$ leads to which $w$?",
        w - eta * g,
        w - float(eta) * (float(lam) * w + slopes.mean()),
        [
            (w + eta * g, "goes uphill"),
            (w - eta * (lam * w - sum(pulls)), "takes the sum where the objective has the mean"),
            (w + eta * Fraction(sum(pulls), 4), "leaves out the regulariser"),
            (w - eta * (lam * w - missed), "lets only mistakes pull, not all margins below 1"),
            (w - g, "leaves out the step"),
            (w - eta * (lam * w - every), "lets points beyond the kerb pull too"),
        ],
        (
            f"The margins are ${', '.join(map(tex, m))}$.",
            f"The points with a margin below 1 pull, and their sum of $y_ix_i$ is ${sum(pulls)}$.",
            rf"A subgradient is $g=\lambda w-\tfrac14\cdot{bracketed(sum(pulls))}={tex(g)}$.",
            rf"The step leads to $w-\eta g={tex(w - eta * g)}$.",
        ),
    )


@template("From C to λ", lecture=4, points=(2, 1))
def scaling(dice):
    n = dice.choice((16, 20, 25, 32, 40, 50, 80, 100, 125, 160, 200, 250, 400, 500))
    C = Fraction(dice.choice((1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50)), 10)
    need(n * C > 1)
    rng = np.random.default_rng(dice.randrange(10**6))
    X, y = rng.normal(size=(n, 2)), np.sign(rng.normal(size=n))
    # the objectives are in one ratio wherever they are compared, so at w = 0 and far away
    P = [objectives.primal(w, 0.0, X, y, float(C)) for w in ([0.0, 0.0], [3.0, -2.0])]
    charge = objectives.slack([3.0, -2.0], 0.0, X, y).mean()
    return (
        r"A program minimises $\tfrac\lambda2\lVert w\rVert^2+\tfrac1n\sum_i\xi_i$. Which "
        rf"$\lambda$ gives the machine that $C={tex(C)}$ gives for $n={n}$ points?",
        1 / (n * C),
        (P[1] / P[0] - charge) / 6.5,
        [
            (1 / C, "is right for a sum of the slacks in place of their mean"),
            (C / n, "takes λ for a multiple of $C$; it falls when $C$ grows"),
            (n * C, "is the inverse"),
            (n / C, "has $n$ on the wrong side"),
            (C, "takes λ and $C$ for two names of one thing"),
        ],
        (
            rf"Divide $\tfrac12\lVert w\rVert^2+C\sum_i\xi_i$ by $nC={tex(n * C)}$.",
            rf"This leaves $\lambda=1/(nC)={tex(1 / (n * C))}$.",
        ),
    )


@template("A step of Pegasos", lecture=5, points=(1, 2, 2))
def pegasos_step(dice):
    w, x = vector(dice, *range(-2, 3)), vector(dice, *range(-2, 3))
    y, t = dice.choice((1, -1)), dice.choice((2, 4, 5, 10))
    lam = Fraction(1, dice.choice((2, 5, 10)))
    m, step = y * dot(w, x), 1 / (lam * t)
    need(m < 1)

    def walk(shrink, push):
        return tuple(shrink * a + push * y * c for a, c in zip(w, x, strict=True))

    key = walk(1 - Fraction(1, t), step)
    theta, way = np.array(w, float), y * np.array(x, float)
    slope = float(lam) * theta + losses.hinge.derivative(theta @ way) * way
    return (
        r"Stochastic subgradient descent on $\tfrac\lambda2\lVert w\rVert^2+\tfrac1n\sum_i\xi_i$ "
        rf"without a bias uses $\eta_t=1/(\lambda t)$. In step $t={t}$, with "
        rf"$\lambda={tex(lam)}$, it is at $w={tex(w)}$ and draws $x={tex(x)}$ with the label "
        f"$y={y:+d}$. Where does it go?",
        key,
        theta - slope / (float(lam) * t),
        [
            (walk(1, step), "leaves out the regulariser, which shrinks $w$"),
            (walk(1 - Fraction(1, t), 0), "shrinks $w$, but the point does not push"),
            (walk(1 - Fraction(1, t), -step), "pushes the wrong way"),
            (walk(1 - Fraction(1, t), Fraction(1, t)), "takes $1/t$ for the step"),
            (walk(1 - lam / t, step), r"shrinks by $\lambda/t$ where $\eta_t\lambda=1/t$"),
        ],
        (
            rf"The margin is $y\,w\cdot x={tex(m)}<1$, so the point pushes.",
            rf"The step is $\eta_t=1/(\lambda t)={tex(step)}$, and it shrinks $w$ by the factor "
            rf"$1-\eta_t\lambda=1-\tfrac1{{{t}}}$.",
            rf"So $w$ becomes $(1-\tfrac1{{{t}}})w+\eta_t\,yx={tex(key)}$.",
        ),
    )


@template("One multiplier climbs", lecture=7, points=(3, 2))
def coordinate(dice):
    C, square = dice.choice((1, 2)), dice.choice((2, 4, 5, 8, 10))
    alpha, m = Fraction(C * dice.randint(0, 8), 8), Fraction(dice.randint(-8, 12), 4)

    def boxed(value):
        return min(Fraction(C), positive(value))

    free = alpha + (1 - m) / square
    key = boxed(free)
    need(m != 1 and key != alpha and free not in (0, C))
    need(key != free or dice.random() < FREE)
    return (
        "Dual coordinate ascent, without a bias, comes to a point with "
        rf"$\lVert x\rVert^2={square}$, $\alpha={tex(alpha)}$ and the margin "
        rf"$y\,w\cdot x={tex(m)}$. Here $C={C}$. What is $\alpha$ after the step?",
        key,
        dual.ascent_step(float(alpha), float(m), float(square), float(C)),
        [
            (free, r"leaves out the box $0\le\alpha\le C$"),
            (boxed(alpha - (1 - m) / square), "goes downhill"),
            (boxed(alpha + 1 - m), r"leaves out the curvature $\lVert x\rVert^2$"),
            (boxed((1 - m) / square), "forgets where it started"),
            (alpha, "does not move"),
            (C - key, "is what is left to $C$" if key == free else "clips at the wrong end"),
        ],
        (
            rf"The parabola has its top at $\alpha+(1-{bracketed(m)})/{square}={tex(free)}$.",
            rf"In the box $0\le\alpha\le{C}$ the nearest value is ${tex(key)}$.",
        ),
    )


@template("A pair of multipliers", lecture=7, points=(2, 2, 2))
def pair(dice):
    p, q = vector(dice, *range(-2, 4)), vector(dice, *range(-2, 4))
    kpp, kqq, kpq = dot(p, p), dot(q, q), dot(p, q)
    curve = kpp + kqq - 2 * kpq
    up, down = Fraction(dice.randint(1, 8), 4), Fraction(dice.randint(-8, 0), 4)
    room = dice.sample([Fraction(k, 8) for k in range(1, 21)], 2)
    need(kpq and curve > 1)
    free = short((up - down) / curve)
    need(free not in room)
    key = min(free, *room)
    need(key != free or dice.random() < FREE)
    return (
        rf"SMO moves $\beta_i$ up and $\beta_j$ down by the same $t$, where $x_i={tex(p)}$, "
        rf"$x_j={tex(q)}$, the kernel is linear, $g_i={tex(up)}$ and $g_j={tex(down)}$. $\beta_i$ "
        rf"has the room ${tex(room[0])}$ to its bound, $\beta_j$ the room ${tex(room[1])}$. What "
        "is the best $t$?",
        key,
        dual.pair_step(float(up - down), float(curve), *map(float, room)),
        [
            (free, "leaves out the bounds"),
            (min((up - down) / (kpp + kqq), *room), "leaves $-2K_{ij}$ out of the curvature"),
            (max(room), "goes to the farther bound"),
            (min(room), "goes to the nearer bound, whatever the parabola says"),
            (min(free / 2, *room), "has lost a factor 2"),
            (sum(room), "adds the two rooms"),
            (min(up / curve, *room), "uses $g_i$ alone"),
        ],
        (
            rf"The curvature is $K_{{ii}}+K_{{jj}}-2K_{{ij}}={tex(curve)}$.",
            f"The top is at $t=(g_i-g_j)/{tex(curve)}={tex(up - down)}/{tex(curve)}={tex(free)}$.",
            f"The rooms allow ${tex(min(room))}$, so the best $t$ is ${tex(key)}$.",
        ),
    )
