"""What the live figures say is what svmlib finds: sentences and read-outs, in Node, without a page.

`tests/widgets/figures.mjs` answers for all states of all figures at once; that a page shows these
words, too, is for the tests that drag and type there.
"""

import re

import numpy as np
import pytest

from svmlib import datasets, dual, geometry, widgets
from tests import node_process
from tests.live_book import FIGURES, made, rare, set_up, state_of
from tests.live_page import IRIS, MOONS, NUMBER, number
from tests.test_live_cuts import judged, least_cost
from tests.test_live_tasks import climbed

close = pytest.approx
SHOWN = {"rel": 6e-3, "abs": 1e-3}  # what a read-out with three digits may be off
PLAIN = datasets.iris_setosa(features=2)
CLOUD, THREE, THREES, u, v = map(set_up().get, ("R", "Q", "classes", "u", "v"))
# all machines against the rest have w = 0: two of the five points are nobody's
TIED = np.array([[0, 0], [1, 1], [0, 1], [1, 0], [0.5, 0.5]]), [0, 0, 1, 1, 2]
FLOWERS = datasets.iris_setosa(every=4, features=2)
FLOWERS = FLOWERS[0] - FLOWERS[0].mean(axis=0), FLOWERS[1]
MIXED = np.where(np.random.default_rng(3).normal(size=len(CLOUD)) > 0, 1, -1)
SCORES, LABELS = rare()
SCORES = SCORES.round(1)


def numbers(sentence):
    return [number(text) for text in NUMBER.findall(sentence)]


def parts(known):
    """{name: text} of a read-out such as "f = 0.5, ξ = 0.5, α = C"."""
    return dict(re.findall(r"([^,]+?) (?:= )?(−?[\dC][^,]*)(?:, |$)", known))


def certified(sentence, gap=1e-8):
    return "relative gap below rounding" in sentence or 0 < numbers(sentence)[-1] <= gap


# ------------------------------------------------------- each judges (widget, sentence, read-outs)


def street(widget, sentence, known):
    X, y, C = widget.X, widget.y, np.inf if widget.hard else widget.C
    machine = widget.fit()
    f = machine.decision_function(X)
    width, support, errors, half, *rest = numbers(sentence)
    # flowers measured in whole millimetres: which of those on the margin have α > 0 is open
    assert support <= len({*machine.support_, *machine.on_margin_})
    assert errors == np.sum(y * f <= 0)
    assert [width, half] == close([2 * machine.margin_, machine.margin_**-2 / 2], rel=1e-3)
    if not widget.hard:
        shown_C, slack, cost, total = rest
        hinges = np.maximum(0, 1 - y * f).sum()
        assert shown_C == C and total == close(machine.primal_, rel=1e-4)
        assert [slack, cost] == close([hinges, C * hinges], rel=1e-3, abs=1e-4 * max(total, 1))
    assert ("slack" in sentence) is not widget.hard and rest[4:] == []
    for i, told in enumerate(map(parts, known)):
        assert number(told["f"]) == close(f[i], **SHOWN)
        assert number(told["geometric margin"]) == close(y[i] * f[i] * machine.margin_, **SHOWN)
        if not widget.hard:
            assert number(told["ξ"]) == close(max(0, 1 - y[i] * f[i]), **SHOWN)
            assert told["α"] != "C" or y[i] * f[i] <= 1 + 1e-5


def kernel_machine(widget, sentence, known):
    X, y, C = widget.X, widget.y, widget.C
    machine = widget.fit()
    f, a = machine.decision_function(X), machine.alpha_
    told = numbers(sentence)
    assert told[:4] == [len(machine.support_), len(y), np.sum(a == C), np.sum(y * f <= 0)]
    assert told[5] == close(machine.margin_, rel=1e-3)
    assert told[6] == close(machine.primal_, rel=1e-5) and certified(sentence)
    for i, told in enumerate(map(parts, known)):
        assert number(told["f"]) == close(f[i], **SHOWN)
        assert number(told["geometric margin"]) == close(y[i] * f[i] * machine.margin_, **SHOWN)
        assert number(told["ξ"]) == close(max(0, 1 - y[i] * f[i]), **SHOWN)
        assert (told["α"] == "C") == (a[i] == C)
        assert told["α"] == "C" or number(told["α"]) == close(a[i], rel=6e-3, abs=1e-6)


def flat_machine(widget, sentence, known):
    """Labels that the line cannot tell apart: w = 0, and a range of biases."""
    assert sentence.startswith("The best w is 0: no street, f = b everywhere, and any b from −1 to")
    assert numbers(sentence)[1:3] == [-1, 1] and "geometric" not in "".join(known)


def losses(widget, sentence, _):
    m = widget.label * widget.score
    assert numbers(sentence) == [widget.score, widget.label, close(m)]
    side = "right side" if m > 0 else "wrong side" if m < 0 else "on the line, which counts as"
    assert side in sentence


def margins(widget, sentence, known):
    (w, b), data = widget.line(), np.array(widget.points)
    X, y = data[:, :2], data[:, 2]
    functional = geometry.functional_margin(w, b, X, y)
    geometric = geometry.geometric_margin(w, b, X, y)
    least = [functional.min(), geometric.min()]
    told = numbers(sentence)
    assert told[:3] == close([*w, b], rel=6e-3) and told[3:5] == close(least, rel=1e-3)
    assert told[5:] == [np.sum(functional <= 0), len(y)]
    for i, text in enumerate(known):
        assert text.startswith("Orange circle" if y[i] > 0 else "Blue square")
        expected = [*X[i], y[i] * functional[i], functional[i], geometric[i]]
        assert numbers(text) == close(expected, **SHOWN)


def descent(widget, sentence, _):
    data, path = np.array(widget.points), widget.path()
    P, C = widget.objective(path), 1 / (widget.lam * len(data))
    how = {"bias": "none", "tol": 1e-12, "epochs": 20000, "free_sweeps": 5}
    run = dual.coordinate_ascent(data[:, :2], data[:, 2], C, **how)
    best = widget.lam * run.primal[-1]
    step, shown, star, *excess = numbers(sentence)
    assert step == widget.steps == len(path) - 1
    assert [shown, star] == close([P[-1], best], rel=2e-6)
    expected = [P[-1] - best, P.min() - best]
    assert excess[:2] == close(expected[: len(excess)], rel=5e-3, abs=1e-11)
    assert len(excess) >= 2 - sentence.count("below rounding")
    assert "below rounding" not in sentence or min(expected) < 1e-11


def dual_ascent(widget, sentence, known):
    """One multiplier at a time, by the rule of svmlib; pairs, at their end, are its machine."""
    X, y, C = widget.X, widget.y, widget.C
    step, primal, dual_, *rest = numbers(sentence)
    if widget.method == "pairs":
        run = widget.fit()
        assert ", converged:" in sentence and step <= widget.steps
        assert [primal, dual_] == close([run.primal[-1]] * 2, rel=1e-5)
        margins = y * (X @ ((run.alpha * y) @ X) + run.b)
        for text, alpha, m in zip(known, run.alpha, margins, strict=True):
            assert numbers(text) == close([alpha, C, m], **SHOWN)
        return
    Z, alpha = y[:, None] * np.column_stack([X, np.ones(len(y))]), climbed(widget, widget.steps)[-1]
    w = alpha @ Z
    expected = w @ w / 2 + C * np.maximum(0, 1 - Z @ w).sum(), alpha.sum() - w @ w / 2
    assert step == widget.steps and [primal, dual_] == close(expected, rel=1e-5, abs=1e-9)
    gap = expected[0] - expected[1]
    if gap < 1e-12:
        assert "primal − dual below rounding" in sentence
    else:
        assert rest[:2] == close([gap, 100 * gap / expected[0]], rel=6e-2)
    t = widget.steps % len(y)
    assert sentence.endswith(f"Next: point {t + 1}.")
    assert (f"Last moved: point {t or len(y)}." in sentence) == (step > 0)
    for text, a, m in zip(known, alpha, Z @ w, strict=True):
        assert numbers(text) == close([a, C, m], **SHOWN)


def lift(widget, sentence, known):
    data = np.array(widget.points)
    heights = (data[:, :2] ** 2).sum(axis=1)
    wrong = np.sum((heights < widget.level) != (data[:, 2] > 0))
    level = widget.level
    assert numbers(sentence) == close([level, level**0.5, wrong, len(data)], **SHOWN)
    for height, text in zip(heights, known, strict=True):
        assert number(NUMBER.findall(text)[-1]) == close(height, **SHOWN)
        assert text.endswith(f"{'below' if height < level else 'above'} the plane.")


def map_(widget, sentence, _):
    both = [np.array(rows) for rows in (widget.test, widget.points)]
    row, column = widget.cell
    C, sigma = widget.Cs[column], widget.sigmas[row]
    machine = widget.fit()
    wrong, errors = (np.sum(machine.predict(rows[:, :2]) != rows[:, 2]) for rows in both)
    n, m = map(len, both)
    expected = [C, sigma, 1 - wrong / n, wrong, n, errors, m, len(machine.support_)]
    differs = widget.scores[row][column] == 0.5
    if differs:
        expected.insert(3, 0.5)
    assert numbers(sentence) == close([*expected, 0], rel=1e-3)
    assert ("(the map says" in sentence) == differs


def three_classes(widget, sentence, known):
    machine = widget.fit()
    decided = widget.decide(widget.X, machine)
    wrong, undecided = np.sum((decided >= 0) & (decided != widget.y)), np.sum(decided < 0)
    assert numbers(sentence)[:2] == [wrong, len(decided)]
    assert (f", {undecided} undecided." in sentence) == (undecided > 0)
    (objective,) = re.findall(rf"(?:add up to|‖W‖² =) ({NUMBER.pattern})", sentence)
    assert number(objective) == close(machine.objective_, rel=1e-5)
    for text, winner, own in zip(known, decided, widget.y, strict=True):
        where = "in its own region" if winner == own else "in the region of"
        assert text.startswith("undecided" if winner < 0 else where)
        lead = number(text.rpartition("lead ")[2])
        assert np.sign(lead) == (0 if winner < 0 else 1 if winner == own else -1)


def tube(widget, sentence, known):
    data = np.array(widget.points)
    x, y, C, epsilon = data[:, :1], data[:, 1], widget.C, widget.epsilon
    machine = widget.fit()
    f, beta = machine.predict(x), machine.beta_
    miss = np.abs(y - f)
    told = numbers(sentence)
    if not len(machine.support_):
        assert sentence.startswith("No support vector: the tube around f = ")
        bias, n, low, high, error, objective = told[:6]
        assert [low, high] == close([y.max() - epsilon, y.min() + epsilon], **SHOWN)
        assert [bias, n, objective] == [close((low + high) / 2, **SHOWN), len(y), 0]
        assert error == close(np.abs(y - (y.max() + y.min()) / 2).mean(), rel=1e-3)
        return
    expected = [len(machine.support_), len(y), np.sum(miss > epsilon + 1e-6)]
    assert told[:3] == expected and certified(sentence)
    assert told[3:5] == [close(miss.mean(), rel=1e-3), close(machine.primal_, rel=1e-5)]
    for i, told in enumerate(map(parts, known)):
        slack = max(0, miss[i] - epsilon)
        for name, value in {"f": f[i], "y − f": y[i] - f[i], "ξ": slack, "β": beta[i]}.items():
            if told[name].endswith("C"):
                assert told[name] == ("C" if beta[i] > 0 else "−C") and abs(beta[i]) == C
            else:
                assert number(told[name]) == close(value, rel=6e-3, abs=2e-5 * max(1, C)), name


def novelty(widget, sentence, known):
    X, nu = widget.X, widget.nu
    machine = widget.fit()
    scores, n = machine.score_samples(X), len(X)
    size = np.abs(scores).max()
    told = [number(text) for text in NUMBER.findall(sentence.replace("½‖w‖²", "2"))]
    novel, shown_n, mass, support, border, rho, _, half = told[:8]
    assert shown_n == n and novel <= mass + 1e-9 <= support + 2e-9
    assert mass == close(n * nu, rel=1e-3)
    assert half == close(-machine.dual_, rel=1e-5) and certified(sentence)
    low, high = machine.offset_interval_
    assert low - 1e-3 * size <= rho <= high + 1e-3 * size
    if high - low < 1e-6 * size:
        f = scores - machine.offset_
        assert novel == np.sum(f < -1e-6 * size) and support == len(machine.support_)
        assert border == support - novel  # no point of this cloud is on the border by chance
        for text, value, alpha in zip(known, f, machine.alpha_, strict=True):
            side, told = text.partition(": ")[::2]
            assert side == ("outside" if value < -1e-6 * size else
                            "inside" if value > 1e-6 * size else "on the border")  # fmt: skip
            expected = [value if side != "on the border" else 0, alpha]
            assert numbers(told) == close(expected, rel=6e-3, abs=2e-5)


SENTENCE = re.compile(
    r"Threshold (\S+): (\d+) hits? and (\d+) false alarms?, (\d+) miss(?:es)?, (\d+) rightly "
    r"rejected\. Precision (\S+|is undefined, as nothing is called \+1), recall ([\d.]+)\. "
    r"Mean cost ([^.;]+(?:\.\d+)?(?: × 10\S+)?)[.;] ?(.*)"
)


def threshold(widget, sentence, _):
    S, y, costs = widget.scores, widget.y, (widget.cost_alarm, widget.cost_miss)
    at, *counts, precise, recall, cost, rest = SENTENCE.fullmatch(sentence).groups()
    row, least = judged(S, y, widget.threshold, *costs), least_cost(widget, *costs)
    expected = row["cost"]
    assert number(at) == close(widget.threshold)
    names = ("hits", "falseAlarms", "misses", "rejections")
    assert [int(count) for count in counts] == [row[name] for name in names]
    assert ("undefined" in precise) == (row["alarms"] == 0)
    if row["alarms"]:
        assert number(precise.rstrip(",")) == close(row["precision"], **SHOWN)
    assert [number(recall), number(cost)] == close([row["recall"], expected], **SHOWN)
    if expected == close(least, abs=1e-12):
        assert rest.startswith("no threshold is cheaper")
    else:
        claimed = rest.partition(". ")[0].rstrip(".")
        assert number(NUMBER.findall(claimed)[-1]) == close(least, **SHOWN)
        if near := re.search(r"near (\S+),", rest):
            values = np.r_[widget.span[0], np.unique(S), widget.span[1]]
            middles = (values[1:] + values[:-1]) / 2
            nearest = middles[np.abs(middles - number(near[1])).argmin()]
            assert number(near[1]) == close(nearest, **SHOWN)
            assert judged(S, y, nearest, *costs)["cost"] == close(least)
    on = np.sum(widget.threshold == S)
    assert (f"{on} point" in rest.rpartition(". ")[2]) == (on > 0)


# ----------------------------------------------------------------------------------- the states


def climb(method, steps, C=1.0):
    X, y = CLOUD[:9].round(1), np.resize([1, -1], 9)
    return widgets.DualAscent(X, y, method=method, steps=steps, C=C)


W = widgets
SQUARE = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), [1, 1, -1, -1]
STATES = {
    "Street": (street, [W.Street(*IRIS, C=C) for C in (0.01, 0.3, 1000)]
               + [W.Street(*PLAIN, hard=True), W.Street(*PLAIN, C=15.82)]),
    "KernelMachine": (kernel_machine, [
        W.KernelMachine(*MOONS, C=C, kernel=name, **how)
        for name, how in [("linear", {}), ("polynomial", {"degree": 2}), ("rbf", {"sigma": 0.25}),
                          ("ornstein-uhlenbeck", {"sigma": 0.8})] for C in (0.1, 50)]),
    "KernelMachine, flat": (flat_machine, [W.KernelMachine(*SQUARE, kernel="linear")]),
    "Losses": (losses, [W.Losses(score=f, label=y) for f in (-0.5, 0.0, 2.25) for y in (1, -1)]),
    "Margins": (margins, [W.Margins(*IRIS, handles=h, scale=s) for s in (0.3, 2.0)
                          for h in ([[4.6, 2.6], [6.2, 4.0]], [[6.2, 4.0], [4.7, 2.4]])]),
    "Descent": (descent, [W.Descent(*FLOWERS, batch=len(FLOWERS[1]), start=(-1.5, 0.8), **how)
                          for how in ({"lam": 0.1, "schedule": "constant", "eta": 0.5, "steps": 10},
                                      {"lam": 0.1, "schedule": "root", "eta": 8.0, "steps": 110},
                                      {"lam": 0.5, "schedule": "inverse", "steps": 110})]
                + [W.Descent(*data, lam=lam, schedule="root", eta=0.3, steps=5000)
                   for data in (MOONS, (CLOUD, MIXED)) for lam in (0.003, 0.03, 1.0)]
                + [W.Descent([[1.0, 0], [-1, 0]], [1, -1], lam=1.0, start=(0.0, 0.5), batch=2,
                             schedule="inverse", steps=1)]),
    "DualAscent": (dual_ascent, [climb("coordinate", k, C) for k in (0, 1, 9, 25) for C in (0.1, 2)]
                   + [climb("pairs", 2000), climb("pairs", 2000, 0.1)]),
    "Lift": (lift, [W.Lift(*datasets.rings(60), level=z) for z in (0.0, 0.4, 0.65, 1.1)]),
    "Map": (map_, [made("Map", cell=cell) for cell in ([0, 0], [2, 3], [0, 2])]
            + [made("Map", cell=[1, 1], scores=[[0.5] * 4] * 3)]),
    "ThreeClasses": (three_classes, [
        W.ThreeClasses(THREE, THREES, kind=kind, C=C, kernel=kernel)
        for kind in ("one-vs-rest", "one-vs-one", "weston-watkins", "crammer-singer")
        for C in (0.02, 1, 300) for kernel in ("linear", "rbf")[: 1 + ("vs" in kind)]]
        + [W.ThreeClasses(*TIED, kind="one-vs-rest")]),
    "Tube": (tube, [W.Tube(u, v, kernel=name, sigma=sigma, C=C, epsilon=epsilon)
                    for name, sigma in (("linear", 1.0), ("rbf", 0.3), ("rbf", 2.0))
                    for C, epsilon in ((0.1, 0.02), (50, 0.2), (1, 1.0))]),
    "Novelty": (novelty, [W.Novelty(CLOUD, nu=nu, sigma=sigma) for nu, sigma in (
        (0.02, 0.5), (0.1, 2), (0.3, 1), (0.42, 5), (0.95, 0.8), (1.0, 2.0))]),
    "Threshold": (threshold, [
        W.Threshold(SCORES, LABELS, threshold=t, cost_alarm=a, cost_miss=m)
        for a, m in ((1, 1), (1, 10), (2.5, 7.3))
        for t in (-0.1, 0.45, float(SCORES.max()), float(SCORES.min()) - 0.05)]),
}  # fmt: skip


@pytest.fixture(scope="module")
def told():
    """{name: [(widget, sentence, read-outs), …]}, from one question to Node."""
    asked = [(name, widget) for name, (_, some) in STATES.items() for widget in some]
    questions = [("told", [type(w).__name__, state_of(w)]) for _, w in asked]
    found = {name: [] for name in STATES}
    for (name, widget), answer in zip(asked, node_process.FIGURES.ask(*questions), strict=True):
        found[name].append((widget, answer["sentence"], answer["points"]))
    return found


@pytest.mark.parametrize("name", STATES)
def test_it_says_what_svmlib_finds(name, told):
    judge, states = STATES[name][0], told[name]
    for widget, sentence, known in states:
        print(widget, sentence, sep="\n")  # of the last one, when it fails
        judge(widget, sentence, known)


def test_few_digits_are_told_as_few_and_a_gap_of_percents_as_nothing():
    """Coordinates so different that rounding takes most of their digits."""
    five = [[1e-4, -1e9, -1], [3e-8, -100, 1], [-2e-8, 0, -1], [-1e7, 0, 1], [100, 0.1, -1]]
    four = [[5e-12, -1, 0], [1e5, -2e8, 1], [-8e-13, -7e-12, 2], [2e-12, 2e-12, 0]]
    asked = (made("Street", points=five, C=10.0),
             made("ThreeClasses", points=four, kind="crammer-singer"))  # fmt: skip
    known, unknown = node_process.FIGURES.ask(
        *[("told", [type(w).__name__, state_of(w)]) for w in asked]
    )
    assert known["sentence"].endswith("together 20. Known to 7 digits.")
    assert unknown["sentence"] == "The solver stopped at a gap of 15 %: nothing here is certain."


def test_every_figure_is_asked():
    assert {name.partition(",")[0] for name in STATES} == set(FIGURES)
