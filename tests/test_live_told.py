"""What the live figures say is what svmlib finds: rows, remarks and read-outs, in Node, without a
page; and what a first line says of a move is what the rows say of before and after.

`tests/widgets/figures.mjs` answers for all states of all figures at once; that a page shows these
words, too, is for the tests that drag and type there.
"""

import re

import numpy as np
import pytest

from svmlib import KernelSVM, calibration, datasets, dual, geometry, widgets
from svmlib.kernels import RBF
from svmlib.widgets import bundle
from tests import node_process
from tests.live_book import FIGURES, MOVES, flowers, made, rare, set_up, state_of
from tests.live_page import IRIS, MOONS, NUMBER, number
from tests.test_live_tasks import climbed, share
from tests.test_live_threshold import judged, least_cost

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


def reads_out(known, columns):
    """Of each point these numbers, by their names."""
    for i, text in enumerate(map(parts, known)):
        for name, values in columns.items():
            assert number(text[name]) == close(values[i], **SHOWN), name


class Told:
    """What is told of a state: its rows by their names, and what is said besides."""

    def __init__(self, answer):
        self.rows = {row["name"]: row for row in answer["rows"]}
        self.remarks, self.lead = " ".join(answer["remarks"]), answer["lead"]
        self.sentence, self.points = answer["sentence"], answer.get("points")

    def __getitem__(self, name):
        """The numbers of a row; the first is the one that is compared with before."""
        return numbers(self.rows[name]["text"])

    def firsts(self, *names):
        return [self[name][0] for name in names]

    def certified(self, gap=1e-8):
        text = self.rows["relative gap"]["text"]
        return text == "below rounding" or 0 < number(text) <= gap


def street(widget, told, known):
    X, y, C = widget.X, widget.y, np.inf if widget.hard else widget.C
    machine = widget.fit()
    f = machine.decision_function(X)
    # flowers measured in whole millimetres: which of those on the margin have α > 0 is open
    assert told["support vectors"][0] <= len({*machine.support_, *machine.on_margin_})
    assert told["errors"] == [np.sum(y * f <= 0)]
    expected = [2 * machine.margin_, machine.margin_**-2 / 2]
    assert told.firsts("width", "½‖w‖²") == close(expected, rel=1e-3)
    if not widget.hard:
        hinges = np.maximum(0, 1 - y * f).sum()
        total = machine.primal_
        assert told.firsts("together") == close([total], rel=1e-4)
        expected = close([hinges, C * hinges], rel=1e-3, abs=1e-4 * max(total, 1))
        assert told.firsts("slack", "C · slack") == expected
    assert ("slack" in told.rows) is not widget.hard
    slack = {} if widget.hard else {"ξ": np.maximum(0, 1 - y * f)}
    reads_out(known, {"f": f, "geometric margin": y * f * machine.margin_, **slack})
    for text, m in zip(map(parts, known), y * f, strict=True):
        assert widget.hard or text["α"] != "C" or m <= 1 + 1e-5


def kernel_machine(widget, told, known):
    X, y, C = widget.X, widget.y, widget.C
    machine = widget.fit()
    f, a = machine.decision_function(X), machine.alpha_
    assert told["training errors"] == [np.sum(y * f <= 0), len(y)]
    assert told["support vectors"] == [len(machine.support_), len(y)]
    assert told["of them at C"] == [np.sum(a == C)] and told.certified()
    assert told.firsts("margin 1/‖w‖") == close([machine.margin_], rel=1e-3)
    assert told.firsts("objective") == close([machine.primal_], rel=1e-5)
    xi = np.maximum(0, 1 - y * f)
    reads_out(known, {"f": f, "geometric margin": y * f * machine.margin_, "ξ": xi})
    for i, text in enumerate(map(parts, known)):
        assert (text["α"] == "C") == (a[i] == C)
        assert text["α"] == "C" or number(text["α"]) == close(a[i], rel=6e-3, abs=1e-6)


def flat_machine(widget, told, known):
    """Labels that the line cannot tell apart: w = 0, and a range of biases."""
    assert told.lead.startswith("The best w is 0: no street, f = b everywhere, and any b from −1")
    assert numbers(told.lead)[1:3] == [-1, 1] and "geometric" not in "".join(known)


def losses(widget, told, _):
    m = widget.label * widget.score
    expected = [widget.score, widget.label, close(m)]
    assert told.firsts("score", "label", "margin y f(x)") == expected
    assert numbers(told.lead) == expected
    side = "right side" if m > 0 else "wrong side" if m < 0 else "on the line, which counts as"
    assert side in told.remarks.lower()
    assert told.firsts("hinge") == close([max(0, 1 - m)])


def margins(widget, told, known):
    if widget.plain:
        return distances(widget, told, known)
    (w, b), data = widget.line(), np.array(widget.points)
    X, y = data[:, :2], data[:, 2]
    functional = geometry.functional_margin(w, b, X, y)
    geometric = geometry.geometric_margin(w, b, X, y)
    assert told["w"] + told["b"] == close([*w, b], rel=6e-3)
    least = told.firsts("smallest functional margin", "smallest geometric margin")
    assert least == numbers(told.lead) == close([functional.min(), geometric.min()], rel=1e-3)
    assert told["on the wrong side"] == [np.sum(functional <= 0), len(y)]
    for i, text in enumerate(known):
        assert text.startswith("Orange circle" if y[i] > 0 else "Blue square")
        expected = [*X[i], y[i] * functional[i], functional[i], geometric[i]]
        assert numbers(text) == close(expected, **SHOWN)


def distances(widget, told, known):
    (w, b), X, y = widget.line(), widget.X, widget.y
    geometric = geometry.geometric_margin(w, b, X, y)
    wrong, least = np.sum(geometric <= 0), geometric.min()
    assert told["on the wrong side"] == [wrong, len(y)]
    name = "farthest on the wrong side" if wrong else "nearest point"
    equal = np.sum(geometric <= least + 1e-3 * np.abs(geometric).max())
    several = [equal] if equal > 1 and not wrong else []
    assert numbers(told.lead)[-1:] == told[name][:1] == close([abs(least)], rel=1e-3)
    assert told[name][1:] == several and numbers(told.lead)[:-1] == ([wrong] if wrong else several)
    assert not {"w", "b"} & {*told.rows}
    for i, text in enumerate(known):
        assert numbers(text) == close([*X[i], abs(geometric[i])], **SHOWN)
        assert text.endswith("wrong side") == (geometric[i] <= 0)


def descent(widget, told, _):
    data, path = np.array(widget.points), widget.path()
    P, C = widget.objective(path), 1 / (widget.lam * len(data))
    how = {"bias": "none", "tol": 1e-12, "epochs": 20000, "free_sweeps": 5}
    run = dual.coordinate_ascent(data[:, :2], data[:, 2], C, **how)
    best = widget.lam * run.primal[-1]
    assert told["step"] == [widget.steps] and told["optimum P*"] == close([best], rel=2e-6)
    if widget.batch < len(data):  # walks among random points: tests/test_live_descent.py
        return
    assert len(path) == widget.steps + 1 and told["P"] == close([P[-1]], rel=2e-6)
    for name, excess in (("P − P*", P[-1] - best), ("least so far", P.min() - best)):
        if told.rows[name]["text"] == "below rounding":
            assert excess < 1e-11
        else:
            assert told[name] == close([excess], rel=5e-3, abs=1e-11)


def dual_ascent(widget, told, known):
    """One multiplier at a time, or pairs, by the rules of svmlib."""
    X, y, C = widget.X, widget.y, widget.C
    (step,), both = told["step"], told.firsts("primal", "dual")
    if widget.method == "pairs":
        whole = widget.fit()
        run = dual.smo(X @ X.T, y, C, max_iter=step, tol=1e-9)
        assert ("Converged." in told.remarks) == (step >= whole.n_iter) and step <= widget.steps
        assert both == close([run.primal[-1], run.dual[-1]], rel=1e-5)
        margins = y * (X @ ((run.alpha * y) @ X) + run.b)
        for text, alpha, m in zip(known, run.alpha, margins, strict=True):
            assert numbers(text) == close([alpha, C, m], **SHOWN)
        return
    Z, alpha = y[:, None] * np.column_stack([X, np.ones(len(y))]), climbed(widget, widget.steps)[-1]
    w = alpha @ Z
    expected = w @ w / 2 + C * np.maximum(0, 1 - Z @ w).sum(), alpha.sum() - w @ w / 2
    assert step == widget.steps and both == close(expected, rel=1e-5, abs=1e-9)
    gap = expected[0] - expected[1]
    if gap < 1e-12:
        assert told.rows["gap"]["text"] == "below rounding"
    else:
        assert told["gap"] == close([gap, 100 * gap / expected[0]], rel=6e-2)
    t = widget.steps % len(y)
    assert f"Next: point {t + 1}." in told.remarks
    assert (f"Last moved: point {t or len(y)}." in told.remarks) == (step > 0)
    for text, a, m in zip(known, alpha, Z @ w, strict=True):
        assert numbers(text) == close([a, C, m], **SHOWN)


def lift(widget, told, known):
    data = np.array(widget.points)
    heights = (data[:, :2] ** 2).sum(axis=1)
    wrong = np.sum((heights < widget.level) != (data[:, 2] > 0))
    level = widget.level
    assert numbers(told.lead) == close([level, level**0.5, wrong, len(data)], **SHOWN)
    assert told["on the wrong side"] == [wrong, len(data)]
    expected = close([level, level**0.5], **SHOWN)
    assert told.firsts("height of the plane", "radius of the circle") == expected
    for height, text in zip(heights, known, strict=True):
        assert number(NUMBER.findall(text)[-1]) == close(height, **SHOWN)
        assert text.endswith(f"{'below' if height < level else 'above'} the plane.")


def map_(widget, told, _):
    both = [np.array(rows) for rows in (widget.test, widget.points)]
    row, column = widget.cell
    C, sigma = widget.Cs[column], widget.sigmas[row]
    machine = widget.fit()
    wrong, errors = (np.sum(machine.predict(rows[:, :2]) != rows[:, 2]) for rows in both)
    n, m = map(len, both)
    expected = [C, sigma, 1 - wrong / n, len(machine.support_)]
    assert told.firsts("C", "σ", "accuracy", "support vectors") == close(expected, rel=1e-3)
    expected = close([C, sigma, 100 * (1 - wrong / n)], rel=1e-3)
    assert numbers(told.lead) == expected
    assert told["validation points wrong"] == [wrong, n]
    assert told["training points wrong"] == [errors, m]
    differs = widget.scores[row][column] == 0.5
    assert told.remarks == ("The map says 0.5." if differs else "")


def three_classes(widget, told, known):
    machine = widget.fit()
    decided = widget.decide(widget.X, machine)
    wrong, undecided = np.sum((decided >= 0) & (decided != widget.y)), np.sum(decided < 0)
    assert told["wrong"] == [wrong, len(decided)] and told["undecided"] == [undecided]
    name = "mean loss + ρ‖W‖²" if "mean loss + ρ‖W‖²" in told.rows else "sum of objectives"
    assert told.firsts(name) == close([machine.objective_], rel=1e-5)
    for text, winner, own in zip(known, decided, widget.y, strict=True):
        where = "in its own region" if winner == own else "in the region of"
        assert text.startswith("undecided" if winner < 0 else where)
        lead = number(text.rpartition("lead ")[2])
        assert np.sign(lead) == (0 if winner < 0 else 1 if winner == own else -1)


def tube(widget, told, known):
    data = np.array(widget.points)
    x, y, C, epsilon = data[:, :1], data[:, 1], widget.C, widget.epsilon
    machine = widget.fit()
    f, beta = machine.predict(x), machine.beta_
    miss = np.abs(y - f)
    error, objective = told.firsts("mean absolute error", "objective")
    assert told["support vectors"] == [len(machine.support_), len(y)]
    if not len(machine.support_):
        assert told.lead.startswith("No support vector: the tube around f = ")
        bias, n, low, high = numbers(told.lead)
        assert [low, high] == close([y.max() - epsilon, y.min() + epsilon], **SHOWN)
        assert [bias, n, objective] == [close((low + high) / 2, **SHOWN), len(y), 0]
        assert error == close(np.abs(y - (y.max() + y.min()) / 2).mean(), rel=1e-3)
        return
    assert told["outside the tube"] == [np.sum(miss > epsilon + 1e-6)] and told.certified()
    assert [error, objective] == [close(miss.mean(), rel=1e-3), close(machine.primal_, rel=1e-5)]
    for i, text in enumerate(map(parts, known)):
        slack = max(0, miss[i] - epsilon)
        for name, value in {"f": f[i], "y − f": y[i] - f[i], "ξ": slack, "β": beta[i]}.items():
            if text[name].endswith("C"):
                assert text[name] == ("C" if beta[i] > 0 else "−C") and abs(beta[i]) == C
            else:
                assert number(text[name]) == close(value, rel=6e-3, abs=2e-5 * max(1, C)), name


def novelty(widget, told, known):
    X, nu = widget.X, widget.nu
    machine = widget.fit()
    scores, n = machine.score_samples(X), len(X)
    size = np.abs(scores).max()
    novel, shown_n = told["outside"]
    mass, support, border, rho, half = told.firsts(
        "νn", "support vectors", "on the border", "ρ", "½‖w‖²"
    )
    assert shown_n == n and novel <= mass + 1e-9 <= support + 2e-9
    assert mass == close(n * nu, rel=1e-3)
    assert half == close(-machine.dual_, rel=1e-5) and told.certified()
    low, high = machine.offset_interval_
    assert low - 1e-3 * size <= rho <= high + 1e-3 * size
    if high - low < 1e-6 * size:
        f = scores - machine.offset_
        assert novel == np.sum(f < -1e-6 * size) and support == len(machine.support_)
        assert border == support - novel  # no point of this cloud is on the border by chance
        for text, value, alpha in zip(known, f, machine.alpha_, strict=True):
            side, rest = text.partition(": ")[::2]
            assert side == ("outside" if value < -1e-6 * size else
                            "inside" if value > 1e-6 * size else "on the border")  # fmt: skip
            expected = [value if side != "on the border" else 0, alpha]
            assert numbers(rest) == close(expected, rel=6e-3, abs=2e-5)


def threshold(widget, told, _):
    S, y, costs = widget.scores, widget.y, (widget.cost_alarm, widget.cost_miss)
    row, least = judged(S, y, widget.threshold, *costs), least_cost(widget, *costs)
    assert told["threshold"] == close([widget.threshold])
    names = ("hits", "falseAlarms", "misses", "rejections")
    shown = told.firsts("hits", "false alarms", "misses", "rightly rejected")
    assert shown == [row[name] for name in names]
    assert ("Precision is undefined" in told.remarks) == (row["alarms"] == 0)
    if row["alarms"]:
        assert told["precision"] == close([row["precision"]], **SHOWN)
    assert told.firsts("recall", "mean cost") == close([row["recall"], row["cost"]], **SHOWN)
    if row["cost"] == close(least, abs=1e-12):
        assert told.remarks.startswith("No threshold is cheaper.")
    else:
        claimed = told.remarks.partition(". ")[0].rstrip(".")
        assert number(NUMBER.findall(claimed)[-1]) == close(least, **SHOWN)
        if near := re.search(r"near (\S+),", told.remarks):
            values = np.r_[widget.span[0], np.unique(S), widget.span[1]]
            middles = (values[1:] + values[:-1]) / 2
            nearest = middles[np.abs(middles - number(near[1])).argmin()]
            assert number(near[1]) == close(nearest, **SHOWN)
            assert judged(S, y, nearest, *costs)["cost"] == close(least)
    on = np.sum(widget.threshold == S)
    assert (f"{on} point" in told.remarks.rpartition(". ")[2]) == (on > 0)


def reliability(widget, told, _):
    """With each point counted as often as the base rate asks for."""
    up, p, (A, B) = widget.y > 0, widget.forecast(), (widget.A, widget.B)
    weight = np.where(up, widget.rate / up.mean(), (1 - widget.rate) / (1 - up.mean()))
    logs = np.logaddexp(0, widget.y * (A * widget.scores + B))
    expected = {"log-loss": logs, "Brier score": (up - p) ** 2, "mean forecast": p}
    for name, values in expected.items():
        assert told[name] == close([np.average(values, weights=weight)], **SHOWN)
    bins = np.bincount((10 * p).astype(int), weights=weight * (p - up))
    assert told["calibration error"] == close([np.abs(bins).sum() / len(p)], **SHOWN)
    error = calibration.reliability(p, widget.y).calibration_error
    assert widget.rate != up.mean() or told["calibration error"] == close([error], **SHOWN)
    assert told["share of +1"] == close([widget.rate], **SHOWN)
    if widget.costs:
        t, miss = 1 / (1 + widget.cost_miss), widget.cost_miss

        def cost(threshold):
            return np.average(np.where(p > threshold, ~up, miss * up), weights=weight)

        assert told["mean cost"] == close([cost(t)], **SHOWN)
        assert told["least cost"] == close([min(map(cost, [0, *p]))], **SHOWN)
        assert told["threshold"][0] == close(t, **SHOWN)


def landmarks(widget, told, _):
    """Its machine is that of a linear one on the features, and the best is the kernel machine."""
    (X, y), machine = widget.rows_of_points(), widget.fit()
    P, missed = machine.primal_, share(widget) * machine.primal_
    best = KernelSVM(C=widget.C, kernel=RBF(widget.sigma)).fit(X, y).primal_
    assert told.firsts("objective") == close([P], rel=1e-4)
    assert told.firsts("gap at most") == close([min(100, 100 * missed / P)], rel=1e-2, abs=1e-5)
    if told.rows["missed by landmarks"]["text"] == "all":
        assert missed >= 0.99 * P
    else:
        assert told.firsts("missed by landmarks") == close([missed], rel=1e-2, abs=1e-6)
    assert told.firsts("true gap") == close([100 * (P - best) / P], rel=1e-2, abs=1e-4)
    assert told["training errors"] == [np.sum(machine.predict(widget.features(X)) != y), len(y)]
    assert told["landmarks"] == [len(widget.points)]


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
                          for h in ([[4.6, 2.6], [6.2, 4.0]], [[6.2, 4.0], [4.7, 2.4]])]
                # no flower, measured in whole millimetres, lies on these lines
                + [W.Margins(*IRIS, handles=[[4.2, 2.4], [6.6, h]], plain=True)
                   for h in (3.01, 4.01)]
                # three are equally near to the best line
                + [flowers(handles=[[4.2, 2.4], [6.6, 4.0]], plain=True)]),
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
    "Reliability": (reliability, [W.Reliability(SCORES, LABELS, A=A, B=B, **rate)
                                  for A, B in ((-1, 0), (-2.2, 1.3), (0, 1.7), (-8, 2), (0.5, 0))
                                  for rate in ({}, {"rate": 0.4, "costs": True, "cost_miss": 7.0},
                                               {"costs": True})]),
    "Landmarks": (landmarks, [W.Landmarks(*MOONS, MOONS[0][:m], C=C, sigma=sigma)
                              for m, C, sigma in ((1, 1.0, 0.5), (7, 1.0, 0.3), (7, 50.0, 0.8),
                                                  (25, 0.1, 0.5), (40, 10.0, 0.5))]),
}  # fmt: skip


@pytest.fixture(scope="module")
def told():
    """{name: [(widget, told), …]}, from one question to Node."""
    asked = [(name, widget) for name, (_, some) in STATES.items() for widget in some]
    questions = [("told", [type(w).__name__, state_of(w)]) for _, w in asked]
    found = {name: [] for name in STATES}
    for (name, widget), answer in zip(asked, node_process.FIGURES.ask(*questions), strict=True):
        found[name].append((widget, Told(answer)))
    return found


@pytest.mark.parametrize("name", STATES)
def test_it_says_what_svmlib_finds(name, told):
    judge, states = STATES[name][0], told[name]
    for widget, said in states:
        print(widget, said.lead, said.sentence, sep="\n")  # of the last one, when it fails
        judge(widget, said, said.points)


def test_few_digits_are_told_as_few_and_a_gap_of_percents_as_nothing():
    """Coordinates so different that rounding takes most of their digits."""
    five = [[1e-4, -1e9, -1], [3e-8, -100, 1], [-2e-8, 0, -1], [-1e7, 0, 1], [100, 0.1, -1]]
    four = [[5e-12, -1, 0], [1e5, -2e8, 1], [-8e-13, -7e-12, 2], [2e-12, 2e-12, 0]]
    asked = (made("Street", points=five, C=10.0),
             made("ThreeClasses", points=four, kind="crammer-singer"))  # fmt: skip
    known, unknown = node_process.FIGURES.ask(
        *[("told", [type(w).__name__, state_of(w)]) for w in asked]
    )
    assert known["sentence"].endswith("together 20") and known["remarks"] == ["Known to 7 digits."]
    assert unknown["sentence"] == "The solver stopped at a gap of 15 %: nothing here is certain."


CONSEQUENCE = re.compile(
    r"(?P<n>\d+) (?P<way>more|fewer) (?P<what>.+)"
    r"|(?P<about>about )?(?P<ratio>half|twice) the (?P<the>.+)"
    r"|(?P<name>.+) from (?P<a>.+) to (?P<b>.+)"
)


def moved(name, before, now):
    widget = made(name)
    start = {**state_of(widget), **before}
    file = bundle.figures()[name]
    return node_process.FIGURES.ask(("moved", [name, file, start, {**start, **now}]))[0]


@pytest.mark.parametrize("name", MOVES)
def test_the_first_line_says_what_the_rows_say(name):
    """One or two consequences, each recomputed from the numbers before and after."""
    before, now, move = MOVES[name]
    answer = moved(name, before, now)
    assert answer["move"] == move and answer["rest"].endswith(".")
    old, new = ({row["name"]: row for row in answer[key]["rows"]} for key in ("before", "now"))
    parts = answer["rest"][:-1].split(", ")
    assert 1 <= len(parts) <= 2
    for part in parts:
        found = CONSEQUENCE.fullmatch(part)
        what = {key for key in ("what", "the", "name") if found[key]}.pop()
        row = next(row for row in new.values()
                   if found[what] in (row.get("one"), row.get("more"), row.get("the")))  # fmt: skip
        a, b = old[row["name"]]["value"], row["value"]
        if what == "what":
            assert int(found["n"]) == abs(b - a) and (found["way"] == "more") == (b > a)
            assert (found["what"] == row["one"]) == (abs(b - a) == 1)
        elif what == "the":
            ratio = b / a / {"half": 0.5, "twice": 2}[found["ratio"]]
            assert abs(ratio - 1) < (0.08 if found["about"] else 0.01)
        else:
            assert [found["a"], found["b"]] == [old[row["name"]]["text"], row["text"]]
    for key, arrow in answer["arrows"].items():
        if key in old and old[key]["text"] != new[key]["text"] and new[key]["value"] is not None:
            assert arrow == ("↑" if new[key]["value"] > old[key]["value"] else "↓"), key
        else:
            assert arrow == ""


def test_what_holds_no_street_changes_nothing():
    widget = made("Street")
    f = widget.y * widget.fit().decision_function(widget.X)
    points = [list(point) for point in widget.points]
    i = int(f.argmax())
    rows = [*points[:i], [points[i][0] + 0.01, *points[i][1:]], *points[i + 1 :]]
    for what, after in (("moved", rows), ("deleted", points[:i] + points[i + 1 :])):
        answer = moved("Street", {}, {"points": after})
        said = answer["move"], answer["rest"]
        assert said == (f"Point {i + 1} {what}:", "nothing else changes.")


def test_a_grid_goes_with_the_time_of_the_last_picture():
    """As fine as 12 ms allow, and never finer than whole or coarser than a quarter."""
    shares = node_process.FIGURES.ask(
        *[("paced", [whole, start]) for whole in (1, 30, 48, 5000) for start in (1, 0.25)]
    )
    assert shares == close([1, 1, 0.4**0.5, 0.4**0.5, 0.5, 0.5, 0.25, 0.25], rel=1e-2)


def test_every_figure_is_asked():
    assert {name.partition(",")[0] for name in STATES} == set(FIGURES)
