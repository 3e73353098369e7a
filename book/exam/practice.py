"""Questions on lectures 10, 11, 13 and 14: classes, decisions, tubes, novelty, size."""

from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

import numpy as np
from scipy.optimize import brentq, linprog

from book.exam.task import ROUNDED, decimals, hundredths, need, positive, template, tex
from svmlib import MulticlassSVM, OneClassSVM, kernels
from svmlib.kernels import RBF


@template("Who wins the duels?", lecture=10, points=(4, 1))
def duels(dice):
    names, pairs = "PQRS", list(combinations(range(4), 2))
    f = [Fraction(dice.choice((-1, 1)) * dice.randint(1, 30), 10) for _ in pairs]
    won = [pair[one > 0] for pair, one in zip(pairs, f, strict=True)]
    votes, sums = [won.count(k) for k in range(4)], [Fraction(0)] * 4
    for (i, j), one in zip(pairs, f, strict=True):
        sums[i], sums[j] = sums[i] - one, sums[j] + one
    need(sorted(votes)[-1] > sorted(votes)[-2] and len({*map(abs, f)}) == 6)
    winner, largest = votes.index(max(votes)), sums.index(max(sums))
    loudest = max(range(6), key=lambda k: abs(f[k]))
    loud = pairs[loudest][f[loudest] > 0]
    need(largest != winner)
    machine = MulticlassSVM(kind="one-vs-one").fit(np.eye(4), [0, 1, 2, 3])
    scores = [np.array([float(one)]) for one in f]
    machine.machines_ = [SimpleNamespace(decision_function=lambda X, s=s: s) for s in scores]
    table = "; ".join(
        f"{names[i]} against {names[j]}: ${tex(one)}$" for (i, j), one in zip(pairs, f, strict=True)
    )
    table += ". A positive score is for the second class"
    why = ["wins fewer duels"] * 4
    why[loud] = "wins the duel with the clearest score, but votes are counted"
    why[largest] = "has the largest sum of scores, which decides only between equal votes"
    return (
        f"Four classes, one-versus-one. For a point the machines say {table}. Which class does "
        "the point get?",
        names[winner],
        names[machine.predict(np.zeros((1, 4)))[0]],
        [(names[k], why[k]) for k in range(4) if k != winner],
        (
            f"The votes for P, Q, R and S are ${', '.join(map(str, votes))}$.",
            f"Most votes win: the class is {names[winner]}.",
        ),
    )


@template("A loss over several classes", lecture=10, points=(3, 1))
def joint_loss(dice):
    s = [Fraction(dice.randint(-10, 25), 10) for _ in range(4)]
    own, worst = dice.randrange(4), dice.random() < 0.5
    charges = [positive(one - s[own] + 1) if j != own else Fraction(0) for j, one in enumerate(s)]
    need(sum(c > 0 for c in charges) >= 2 and len({*s}) == 4)
    key, other = (max(charges), sum(charges)) if worst else (sum(charges), max(charges))
    leads = [positive(one - s[own]) for one in s]
    kind = "Crammer and Singer charge" if worst else "Weston and Watkins charge"
    # the least slack, or slacks, that the constraints allow
    rows = [j for j in range(4) if j != own]
    lacks = [float(s[own] - s[j] - 1) for j in rows]
    A = -np.ones((3, 1)) if worst else -np.eye(3)
    least = linprog(np.ones(A.shape[1]), A_ub=A, b_ub=lacks).fun
    return (
        f"A point of class ${own + 1}$ has the scores ${', '.join(map(tex, s))}$ for the classes "
        rf"1 to 4. What do {kind} for it, with $\delta=1$?",
        key,
        least,
        [
            (other, "sums over all rivals" if worst else "charges the worst rival alone"),
            (max(key, Fraction(1)) if worst else key + 1, "counts the class itself as a rival"),
            (sum(charges) / 3, "takes the mean over the rivals"),
            (max(leads) if worst else sum(leads), r"leaves out $\delta$"),
            (positive(1 - s[own]), "charges the score of the class itself, not its lead"),
        ],
        (
            f"The rivals are charged ${', '.join(tex(charges[j]) for j in rows)}$.",
            f"{'The largest charge counts' if worst else 'The charges are added'}: ${tex(key)}$.",
        ),
    )


@template("The cheapest threshold", lecture=11, points=(2, 1))
def cheapest(dice):
    alarm, miss = (dice.randint(1, 12) for _ in range(2))
    need(alarm != miss)
    key = Fraction(alarm, alarm + miss)
    return (
        f"A false alarm costs ${alarm}$, a miss ${miss}$; right decisions cost nothing. Above "
        "which calibrated probability of the positive class is an alarm the cheaper decision?",
        key,
        brentq(lambda p: (1 - p) * alarm - p * miss, 0, 1),
        [
            (1 - key, "weighs the two costs the wrong way round"),
            (Fraction(alarm, miss), "is the odds, not the probability"),
            (Fraction(miss, alarm), "is the inverse of the odds"),
            (Fraction(1, 2), "is right only if both cost the same"),
        ],
        (
            rf"An alarm costs $(1-p)\cdot{alarm}$ on average, and silence costs $p\cdot{miss}$.",
            f"The two are equal at $p={tex(key)}$.",
        ),
    )


@template("Recall, precision, cost", lecture=11, points=(2, 1, 2))
def counts(dice):
    ranges = ((4, 40), (2, 20), (2, 40), (40, 200))
    hits, misses, alarms, quiet = (dice.randint(*bounds) for bounds in ranges)
    n = hits + misses + alarms + quiet
    measures = {
        "recall": (Fraction(hits, hits + misses), "hits over all positives"),
        "precision": (Fraction(hits, hits + alarms), "hits over all alarms"),
        "accuracy": (Fraction(hits + quiet, n), "right decisions over all"),
        "share of false alarms among the negatives": (Fraction(alarms, alarms + quiet), ""),
    }
    asked = dice.choice(["recall", "precision"])
    exact, way = measures[asked]
    need((200 * exact).denominator > 1)  # half a hundredth is rounded up by some, down by others
    key, whole = hundredths(exact), hits + (misses if asked == "recall" else alarms)
    truth = np.repeat([1, 1, -1, -1], [hits, misses, alarms, quiet])
    said = np.repeat([1, -1, 1, -1], [hits, misses, alarms, quiet])
    chosen = truth == 1 if asked == "recall" else said == 1
    wrong = [(value, f"is the {name}") for name, (value, _) in measures.items() if name != asked]
    wrong.append((Fraction(hits, n), "takes hits over all cases"))
    return (
        f"A threshold gives ${hits}$ hits, ${misses}$ misses, ${alarms}$ false alarms and "
        f"${quiet}$ right rejections. What is its {asked}, {ROUNDED}?",
        key,
        round((truth == said)[chosen].mean(), 2),
        [(hundredths(v), why) for v, why in wrong],
        (
            f"The {asked} is {way}.",
            f"These are ${hits}$ of ${whole}$.",
            f"As a decimal, ${hits}/{whole}$ is about ${decimals(key)}$.",
        ),
    )


@template("How many alarms are right?", lecture=11, points=(2, 2, 1))
def base_rate(dice):
    base, recall = Fraction(dice.choice((1, 2, 4, 5, 10)), 100), Fraction(dice.choice((8, 9)), 10)
    false = Fraction(dice.choice((2, 4, 5, 10)), 100)
    hits, alarms = base * recall, (1 - base) * false
    key = hundredths(hits / (hits + alarms))
    need(hits < alarms)
    odds = float(base / (1 - base) * recall / false)
    return (
        rf"${tex(100 * base)}\,\%$ of all patients are ill. A test finds "
        rf"${tex(100 * recall)}\,\%$ of them and gives a false alarm for ${tex(100 * false)}\,\%$ "
        f"of the others. Which share of its alarms is right, {ROUNDED}?",
        key,
        round(odds / (1 + odds), 2),
        [
            (recall, "is the recall: the share of the ill that are found"),
            (1 - false, "takes one minus the rate of false alarms"),
            (hundredths(base / (base + alarms)), "lets the test find every ill patient"),
            (hundredths(recall / (recall + false)), "leaves out how rare the illness is"),
            (1 - key, "is the share of the alarms that are false"),
        ],
        (
            f"Of 1000 patients ${tex(1000 * base)}$ are ill, and ${tex(1000 * hits)}$ are found.",
            f"Of the ${tex(1000 * (1 - base))}$ others ${tex(1000 * alarms)}$ get a false alarm.",
            f"The share is ${tex(1000 * hits)}/({tex(1000 * hits)}+{tex(1000 * alarms)})$, about "
            f"${decimals(key)}$.",
        ),
    )


@template("The objective of a tube", lecture=13, points=(3, 2))
def tube(dice):
    epsilon, w, C = Fraction(dice.randint(1, 4), 4), dice.choice((1, 2, 3)), dice.choice((2, 4, 10))
    r = [Fraction(dice.randint(-8, 8), 4) for _ in range(4)]
    over = [positive(abs(one) - epsilon) for one in r]
    need(sum(o > 0 for o in over) in (2, 3) and min(r) < -epsilon and len({*map(abs, r)}) == 4)
    half, key = Fraction(w * w, 2), Fraction(w * w, 2) + C * sum(over)
    # slacks above and below, as the constraints have them
    lacks = [float(epsilon - one) for one in r] + [float(epsilon + one) for one in r]
    least = linprog(np.full(8, float(C)), A_ub=-np.eye(8), b_ub=lacks).fun
    outside = [abs(one) for one in r if abs(one) > epsilon]
    return (
        f"A line with $w={w}$ leaves the residuals ${', '.join(map(tex, r))}$. What is the "
        rf"objective of ε-insensitive regression for $\varepsilon={tex(epsilon)}$ and $C={C}$?",
        key,
        w * w / 2 + least,
        [
            (half + C * sum(map(abs, r)), "charges inside the tube too"),
            (half + C * sum(outside), "charges from the curve, not from the edge of the tube"),
            (half + C * sum(o * o for o in over), "squares what is outside"),
            (half + C * len(outside), "counts the points outside"),
            (w * w + C * sum(over), r"leaves out the $\tfrac12$ before $\lVert w\rVert^2$"),
            (half + C * sum(positive(one - epsilon) for one in r), "charges above the tube only"),
        ],
        (
            f"The points are outside the tube by ${', '.join(map(tex, over))}$.",
            rf"The objective is $\tfrac12\cdot{w * w}+{C}\cdot{tex(sum(over))}={tex(key)}$.",
        ),
    )


@template("What ν promises", lecture=13, points=(3,))
def nu(dice):
    n, share = dice.choice((20, 40, 60, 80)), Fraction(dice.choice((5, 10, 15, 20, 25, 30)), 100)
    most = n * share
    need(most.denominator == 1)
    X = np.random.default_rng(dice.randrange(10**6)).normal(size=(n, 2))
    machine = OneClassSVM(nu=float(share), kernel=RBF(1.0)).fit(X)
    out, support = int((machine.decision_function(X) < -1e-9).sum()), len(machine.support_)
    need(1 < most and out < most < support < n - most)  # then these points refute each wrong answer

    def pair(low, high):
        return f"at most ${tex(low)}$ outside, at least ${tex(high)}$ support vectors"

    # no multiplier is above 1, so at most as many can be 1 as they are together, and no fewer are
    # above 0
    held = round(machine.dual_coef_.sum())
    return (
        rf"A one-class machine learns from ${n}$ points with $\nu={tex(share)}$. What is certain?",
        pair(most, most),
        pair(held, held),
        [
            (pair(n - most, n - most), "takes ν for the share of points inside"),
            (
                f"at least ${tex(most)}$ outside, at most ${tex(most)}$ support vectors",
                "has the two bounds the wrong way round",
            ),
            (f"exactly ${tex(most)}$ outside", "takes a bound for a number"),
        ],
        (
            rf"The multipliers add up to $\nu n={tex(most)}$. None is above 1, and a point outside "
            "has 1.",
        ),
    )


@template("The memory of a Gram matrix", lecture=14, points=(1, 1, 1))
def memory(dice):
    n, d = 1000 * dice.choice((20, 30, 40, 50, 60, 80, 100, 200)), dice.choice((20, 50, 100))
    key = Fraction(8 * n * n, 10**9)
    one = kernels.Linear()(np.zeros((3, d)), np.zeros((2, d))).itemsize
    return (
        rf"A kernel machine is to learn from ${n // 1000}\,000$ points with ${d}$ columns, in "
        "double precision. How many gigabytes does the whole Gram matrix take?",
        key,
        one * n**2 / 1e9,
        [
            (Fraction(8 * n * d, 10**9), "is the table of the points"),
            (key / 8, "counts numbers, not the 8 bytes of each"),
            (key * 8, "counts bits"),
            (key * 10, "is ten times as much"),
            (key / 10, "is a tenth of it"),
        ],
        (
            rf"The matrix has $n^2={tex(Fraction(n * n, 10**9))}\cdot10^9$ numbers.",
            "Each takes 8 bytes.",
            f"A gigabyte has $10^9$ bytes, so it takes ${tex(key)}$ gigabytes.",
        ),
    )
