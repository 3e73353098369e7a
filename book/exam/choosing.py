"""Questions on lectures 8, 9 and 12: kernels, choosing and judging, columns."""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.stats import binom
from sklearn.preprocessing import StandardScaler

from book.exam.task import dot, hundredths, need, template, tex, vector
from svmlib import selection
from svmlib.kernels import Polynomial


@template("A value of a polynomial kernel", lecture=8, points=(1, 2))
def polynomial(dice):
    x, z, c = vector(dice, *range(-3, 4)), vector(dice, *range(-3, 4)), dice.choice((1, 2, 3))
    s = dot(x, z)
    need(s and s + c)
    return (
        rf"$k(x,z)=(x\cdot z+{c})^2$. What is $k$ for $x={tex(x)}$ and $z={tex(z)}$?",
        (s + c) ** 2,
        Polynomial(2, c=float(c))([x], [z])[0, 0],
        [
            (s**2, f"leaves out the ${c}$"),
            (s**2 + c, f"adds the ${c}$ after squaring"),
            (s**2 + c**2, "squares the summands one by one"),
            (2 * (s + c), "doubles where it has to square"),
            ((x[0] * z[0]) ** 2 + (x[1] * z[1]) ** 2 + c, "squares each product by itself"),
        ],
        (
            rf"The inner product is $x\cdot z={tex(s)}$.",
            rf"The kernel is $k(x,z)=({tex(s)}+{c})^2={tex((s + c) ** 2)}$.",
        ),
    )


@template("A distance between feature vectors", lecture=8, points=(1, 1, 1, 2))
def feature_distance(dice):
    x, z, c = vector(dice, *range(-2, 3)), vector(dice, *range(-2, 3)), dice.choice((0, 1))
    kxx, kzz, kxz = ((dot(a, b) + c) ** 2 for a, b in ((x, x), (z, z), (x, z)))
    key = kxx + kzz - 2 * kxz
    need(key and kxz)
    square = dot(x, x) + dot(z, z) - 2 * dot(x, z)
    K = Polynomial(2, c=float(c))([x, z], [x, z])
    plus = f"+{c}" if c else ""
    return (
        rf"$k(x,z)=(x\cdot z{plus})^2$ is the inner product of $\varphi(x)$ and $\varphi(z)$. How "
        rf"large is $\lVert\varphi(x)-\varphi(z)\rVert^2$ for $x={tex(x)}$ and $z={tex(z)}$?",
        key,
        K[0, 0] + K[1, 1] - K[0, 1] - K[1, 0],
        [
            (kxx + kzz - kxz, "subtracts the mixed product once only"),
            (kxx + kzz, "leaves out the mixed product"),
            (kxx + kzz + 2 * kxz, "adds the mixed product"),
            (square, "measures between the points themselves"),
            ((square + c) ** 2, "puts the difference of the points into the kernel"),
        ],
        (
            f"For $x$ with itself, $k(x,x)={tex(kxx)}$.",
            f"For $z$ with itself, $k(z,z)={tex(kzz)}$.",
            f"For the two, $k(x,z)={tex(kxz)}$.",
            "The squared distance is "
            rf"$k(x,x)+k(z,z)-2k(x,z)={tex(kxx)}+{tex(kzz)}-2\cdot{tex(kxz)}={tex(key)}$.",
        ),
    )


def minors(K):
    """The least of the principal minors of a small matrix of whole numbers."""
    n = len(K)
    parts = [rows for size in range(1, n + 1) for rows in combinations(range(n), size)]
    return min(round(np.linalg.det(np.array(K)[np.ix_(rows, rows)])) for rows in parts)


@template("Which one is no Gram matrix?", lecture=8, points=(5,))
def gram(dice):
    def matrix(A):
        lines = r"\\".join("&".join(str(int(a)) for a in row) for row in A)
        return rf"$\begin{{pmatrix}}{lines}\end{{pmatrix}}$"

    a, b, c = dice.randint(1, 4), dice.randint(2, 4), dice.randint(1, 3)
    negative = [[a * a + b, -a], [-a, 1 + c]]
    singular = [[a * a, a * b], [a * b, b * b]]
    L = np.array(
        [[1, 0, 0], [dice.randint(-1, 1), 1, 0], [1, dice.choice((-1, 1)), dice.randint(0, 2)]]
    )
    three = (L @ L.T).tolist()
    small, large = dice.randint(1, 4), dice.randint(1, 4)
    off = next(k for k in range(1, 9) if k * k > small * large)
    broken = dice.choice(
        [
            [[small, off], [off, large]],
            [[small, -off], [-off, large]],
            [[2, 1, 1 - 2 * c], [1, 2, 1], [1 - 2 * c, 1, 2]],
        ]
    )
    all_of = [broken, negative, singular, three]
    need(len({str(K) for K in all_of}) == 4 and minors(broken) < 0)
    spectrum = [np.linalg.eigvalsh(np.array(K, float))[0] < -1e-9 for K in all_of]
    need(sum(spectrum) == 1)
    named = [matrix(K) for K in all_of]
    return (
        "One of these matrices is the Gram matrix of no kernel. Which?",
        named[0],
        named[spectrum.index(True)],
        [
            (named[1], "has negative entries, and that is allowed: two points may point apart"),
            (
                named[2],
                "has a determinant of 0, and that is allowed: the points are in one direction",
            ),
            (named[3], r"is $LL^\top$ of a matrix of whole numbers"),
        ],
        (
            "Every principal minor of a Gram matrix is at least 0. This matrix has the minor "
            f"${tex(minors(broken))}$.",
        ),
    )


@template("The price of nested cross-validation", lecture=9, points=(2, 1, 2))
def nested_fits(dice):
    widths, Cs, inner, outer = (dice.randint(2, most) for most in (4, 5, 5, 5))
    cells = widths * Cs
    y = np.tile([1, -1], 30)
    rounds = [len(selection.folds(y[train], inner)) for train, _ in selection.folds(y, outer)]
    return (
        rf"${Cs}$ values of $C$ and ${widths}$ of $\sigma$ are tried by ${inner}$-fold "
        "cross-validation, and the winner is fitted again on the same rows. All this is judged by "
        f"${outer}$ outer folds. How many machines are fitted?",
        Fraction(outer * (cells * inner + 1)),
        sum(1 + cells * number for number in rounds),
        [
            (outer * cells * inner, "leaves out the winner's fit on all rows of its round"),
            (outer * cells * inner + 1, "fits the winner once in all, not once in each outer fold"),
            (cells * (inner + outer), "adds inner and outer folds"),
            (cells * inner + 1, "is what one outer fold costs"),
            (
                outer * ((widths + Cs) * inner + 1),
                "adds the values of $C$ and σ where all pairs are tried",
            ),
            (outer * cells, "leaves out the inner folds"),
        ],
        (
            rf"The inner folds fit ${Cs}\cdot{widths}\cdot{inner}={cells * inner}$ machines.",
            f"With the winner's last fit, an outer fold costs ${cells * inner + 1}$.",
            rf"All ${outer}$ outer folds cost ${outer * (cells * inner + 1)}$ machines.",
        ),
    )


@template("The error of an error rate", lecture=9, points=(1, 1, 2))
def standard_error(dice):
    p = Fraction(dice.choice((1, 2, 5)), 10)
    n = dice.choice((25, 64, 100, 225, 400, 900, 1600, 2500))
    wrong = p * n
    variance = p * (1 - p)
    root = hundredths(float(variance) ** 0.5)
    need(wrong.denominator == 1 and root * root == variance)
    side = Fraction(round(n**0.5))
    return (
        f"A sealed test set has ${n}$ rows, and the machine gets ${tex(wrong)}$ of them wrong. "
        "How large is the standard error of its error rate?",
        root / side,
        binom(n, float(p)).std() / n,
        [
            (variance / n, "is the variance"),
            (root / n, r"divides by $n$ where $\sqrt n$ is right"),
            (root, "is the standard deviation of a single row"),
            (1 / side, "takes every row for a coin of standard deviation 1"),
            (p / side, r"has $p$ where $\sqrt{p(1-p)}$ is right"),
        ],
        (
            f"The error rate is $p={tex(wrong)}/{n}={tex(p)}$.",
            rf"A single row has the standard deviation $\sqrt{{p(1-p)}}={tex(root)}$.",
            rf"The rate has the standard error $\sqrt{{p(1-p)/n}}={tex(root)}/{tex(side)}="
            f"{tex(root / side)}$.",
        ),
    )


@template("A new row, standardised", lecture=12, points=(1, 1, 2))
def standardised(dice):
    middle, unit = dice.randint(5, 40), dice.choice((2, 3, 4, 5, 10))
    learned = dice.choice([[-1, -1, 1, 1], [-2, 0, 0, 2, 0, 0, 0, 0], [-1, 1, -1, 1, -1, 1]])
    values = [middle + unit * k for k in learned]
    dice.shuffle(values)
    x = middle + unit * dice.choice((-3, -2, 2, 3, 4)) + dice.choice((0, 1))
    key, every = Fraction(x - middle, unit), [*values, x]
    mean = Fraction(sum(every), len(every))
    spread = Fraction(np.std(every)).limit_denominator(1000)
    scaler = StandardScaler().fit(np.array(values, float)[:, None])
    leaked = hundredths((x - mean) / spread)
    return (
        f"A column of the learned rows holds ${', '.join(map(str, values))}$. A new row has ${x}$ "
        "there. Which number does the machine see, if the column is standardised as it has to be?",
        key,
        scaler.transform([[x]])[0, 0],
        [
            (leaked, "lets the new row into the mean and standard deviation"),
            (Fraction(x - middle, unit**2), "divides by the variance"),
            (Fraction(x - middle), "subtracts the mean only"),
            (Fraction(x, unit), "divides by the standard deviation only"),
            (Fraction(x - min(values), max(values) - min(values)), "maps to the range from 0 to 1"),
        ],
        (
            f"The mean of the learned rows is ${middle}$.",
            f"Their standard deviation is ${unit}$.",
            f"The machine sees $({x}-{middle})/{unit}={tex(key)}$.",
        ),
    )
