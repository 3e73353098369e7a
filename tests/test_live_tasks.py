"""The challenges of all live figures, in Node: which states meet them, and which nearly do.

A page shows a challenge as solved when a player comes there (`test_live_figures.py`).
"""

import contourpy
import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from svmlib import HardMarginSVM, KernelSVM, LinearSVM, OneClassSVM, calibration, datasets, dual
from svmlib.kernels import RBF
from svmlib.losses import LOSSES
from svmlib.widgets import KernelMachine, Losses, Threshold
from tests import live_book
from tests.live_book import state_of
from tests.live_page import IRIS, MOONS
from tests.node_process import FIGURES

close = pytest.approx


def played(widget, *states):
    """(challenges that are offered, those met in each state, what else is told of it).

    A state is what has changed of the widget's traits, and what its player did.
    """
    start = state_of(widget)
    question = type(widget).__name__, start, [start | state for state in states]
    (answer,) = FIGURES.ask(("judged", question))
    return answer["offered"], [" ".join(met) for met in answer["met"]], answer["found"]


def moved(widget, places):
    """{"points": …} with some of them, by row, in other places."""
    points = [list(point) for point in widget.points]
    for i, place in places.items():
        points[i][:2] = place
    return {"points": points}


def without(widget, rows):
    return {"points": [point for i, point in enumerate(widget.points) if i not in rows]}


def on_line(machine, *across, off=0.0):
    """Places on the line of a machine, or above it."""
    (w1, w2), b = machine.coef_[0], machine.intercept_[0]
    return [[x, off - (b + w1 * x) / w2] for x in across]


def losses():
    pair, all_ = ["hinge", "squared hinge"], [*LOSSES]
    return Losses(score=1.5, shown=all_), [
        ({"score": 2.0}, ""), ({"score": 0.975}, ""), ({"score": 1.0}, "lead"),
        ({"score": 1.0, "label": -1}, "minus"), ({"score": 1.025, "label": -1}, ""),
        ({"score": 0.0, "shown": pair}, "equal"), ({"score": 0.0, "label": -1}, ""),
        ({"score": 1.0, "shown": pair}, ""), ({"score": 1.0, "shown": ["hinge"]}, ""),
    ]  # fmt: skip


def margins(plain=False):
    widget, wide = live_book.flowers(plain=plain), "right wide" if plain else "right"
    best = HardMarginSVM().fit(widget.X, widget.y)
    near, on = (on_line(best, 4.7, 6.2, off=off) for off in (0.03, 0))
    return widget, [
        ({"handles": near}, "right"), ({"handles": near[::-1]}, ""),
        ({"handles": on}, wide),
        ({"handles": on, "scale": 1 / best.margin_}, wide if plain else "right one"),
        ({"handles": on, "scale": 1.02 / best.margin_}, wide),
        ({"handles": on[::-1], "scale": 1 / best.margin_}, ""),
    ]  # fmt: skip


def lift():
    widget = live_book.made("Lift")
    cut = HardMarginSVM().fit((widget.X**2).sum(axis=1, keepdims=True), widget.y)
    z = -cut.intercept_[0] / cut.coef_[0, 0]
    return widget, [
        ({"level": z + 0.009, "tilt": 0}, "middle"), ({"level": z, "tilt": 1}, ""),
        ({"level": z + 0.011, "tilt": 0}, ""), ({"level": z - 0.011, "tilt": 0}, ""),
    ]  # fmt: skip


def hard_street():
    widget = live_book.plain_street(hard=True)
    wide, deep = (moved(widget, {41: [4.5, v]}) for v in (2.9, 1.8))
    X = widget.X.copy()
    X[41] = 4.5, 2.9
    line = on_line(HardMarginSVM().fit(X, widget.y), 4.2, 6.5)
    first = on_line(HardMarginSVM().fit(widget.X, widget.y), 4.2, 6.5)
    return widget, [
        (wide, "wider"), (moved(widget, {41: [4.5, 2.45]}), ""), (deep, "ruin"),
        (moved(widget, {41: [4.5, 2.9], 0: [5.1, 3.6]}), ""),
        (moved(widget, {41: [9, -9]}), ""), (wide | {"hard": False}, ""),
        (wide | {"line": line}, "wider guess"), (wide | {"line": line[::-1]}, "wider guess"),
        (wide | {"line": [line[0], [6.5, line[1][1] + 0.5]]}, "wider"), ({"line": first}, ""),
    ]  # fmt: skip


def soft_street():
    widget = live_book.made("Street")
    rows = []
    for C in np.geomspace(0.1, 1000, 13):
        slack = 1 - widget.y * LinearSVM(C=C).fit(*IRIS).decision_function(IRIS[0])
        rows.append(({"C": C}, "two" if np.sum(slack > 1e-6) == 2 else ""))
    assert 0 < sum(ids == "two" for _, ids in rows) < len(rows)
    line = on_line(LinearSVM(C=0.1).fit(*IRIS), 4.2, 6.0)
    return widget, [
        *rows, ({"C": 0.1, "line": line}, "guess"), ({"line": line}, ""),
        ({"C": 0.1, "line": [[5, 2], [5, 4]]}, ""),
        (moved(widget, {0: [5.1, 3.6]}) | {"line": line}, "guess"),
        (moved(widget, {0: [5.1, 3.51]}) | {"C": 10.0}, ""),
    ]  # fmt: skip


def boundary(widget, machine):
    """The lines where svmlib's machine has f = 0, in the window of a figure."""
    x0, x1, y0, y1 = widget.box
    u, v = np.linspace(x0, x1, 160), np.linspace(y0, y1, 160)
    f = machine.decision_function(np.stack(np.meshgrid(u, v), -1).reshape(-1, 2))
    lines = contourpy.contour_generator(u, v, f.reshape(160, 160)).lines(0.0)
    return [line.tolist() for line in lines]


def islands():
    widget = KernelMachine(*datasets.moons(60), C=1.0)
    far, rough = moved(widget, {1: [-0.33, 0.8]}), {"kernel": "ornstein-uhlenbeck", "sigma": 0.5}
    strong, (x, y) = {**rough, "C": 30.0}, widget.points[3][:2]
    return widget, [
        (far, ""), (strong, ""), (far | strong, "island"),
        (moved(widget, {1: [-0.33, 0.8], 3: [x + 0.01, y]}) | strong, ""),
    ]  # fmt: skip


def idle_points():
    widget = KernelMachine(*MOONS, kernel="linear")
    m = widget.fit()
    idle = np.flatnonzero(m.alpha_ == 0)
    return widget, [
        (without(widget, idle[:10]), "idle"), (without(widget, idle[:9]), ""),
        (without(widget, [*idle[:9], m.support_[0]]), ""),
    ]  # fmt: skip


def best_cut(widget):
    """The threshold with the best precision of those with recall 0.9."""
    cuts = np.unique(widget.scores)[:-1]
    called, true = widget.scores > cuts[:, None], widget.y > 0
    precision = (called & true).sum(axis=1) / called.sum(axis=1)
    recall = (called & true).sum(axis=1) / true.sum()
    return cuts[np.argmax(np.where(recall >= 0.9, precision, 0))]


def thresholds():
    widget = live_book.scores()
    t = best_cut(widget)
    called, true = widget.scores > widget.scores[:, None], widget.y > 0
    costs = (called & ~true).sum(axis=1) + 10 * (~called & true).sum(axis=1)
    cheapest = widget.scores[np.argmin(costs)]
    return widget, [
        ({"threshold": t}, "recall"), ({"threshold": 1.5}, ""), ({"threshold": t - 0.3}, ""),
        ({"threshold": cheapest, "cost_miss": 10.0}, "dear"),
        ({"threshold": cheapest, "cost_miss": 9.0}, ""),
        ({"threshold": 2.0, "cost_miss": 10.0}, ""), ({"threshold": 0.0}, ""),
        ({"threshold": 0.0, "cost_miss": 50.0}, "twice"),
        ({"threshold": 0.5, "cost_miss": 50.0}, ""),
    ]  # fmt: skip


def tube():
    widget = live_book.tube()
    m, half = widget.fit(), np.ptp(widget.y) / 2
    idle, needed = np.flatnonzero(m.beta_ == 0), m.support_[0]
    miss = widget.y - m.predict(widget.X)
    i = int(np.abs(miss).argmax())
    x, y = widget.points[i][:2]
    far = moved(widget, {i: [x, y + 0.3 * np.sign(miss[i])]})
    return widget, [
        ({"epsilon": 1.5 * half}, ""), ({"epsilon": 1.02 * half}, ""),
        ({"epsilon": 0.99 * half}, ""), ({"epsilon": 1.004 * half}, "flat"),
        ({"epsilon": half} | far, ""),
        (without(widget, idle[:5]), "idle"), (without(widget, idle[:4]), ""),
        (without(widget, [*idle[:4], needed]), ""),
        (far, "pull"), (moved(widget, {i: [x, y + 0.19 * np.sign(miss[i])]}), ""),
        (moved(widget, {i: [x, y - 0.7 * np.sign(miss[i])]}), ""), (far | {"C": 1.001}, ""),
        (far | moved(widget, {i: [x, 9], i - 1: [0, 0]}), ""),
    ]  # fmt: skip


def region(points, nu=0.1):
    """(machine, who is outside)."""
    X = np.array(points)[:, :2]
    m = OneClassSVM(nu=nu, kernel=RBF(2.0)).fit(X)
    scores = m.score_samples(X)
    return m, np.flatnonzero(scores - m.offset_ < -1e-6 * np.abs(scores).max())


def novelty():
    widget = live_book.novelty()
    most = 0.04 / region(widget.points, 0.04)[0].alpha_.max()  # there the first α reaches 1
    far = int(np.argmin(widget.fit().decision_function(widget.X)))
    x, y = widget.points[far][:2]
    rows = []
    for place in ([x + 0.1, y], [x - 0.5, y], [x, y + 0.5], [0, 0]):
        company = {"points": [*widget.points, [*place, 1]]}
        inside = far not in region(company["points"])[1]
        rows.append((company, "adopt" if inside else ""))
    assert {ids for _, ids in rows} == {"adopt", ""}
    taken = next(company for company, ids in rows if ids)
    walked = moved(widget, {far: [0, 0]})
    assert far not in region(walked["points"])[1]
    return widget, [
        *rows, (walked, ""), (taken | {"nu": 0.1001}, ""), (taken | {"sigma": 2.01}, ""),
        ({"nu": 0.95 * most}, ""), ({"nu": 1.3 * most}, ""), ({"nu": 0.985 * most}, "brink"),
        ({"nu": 0.01}, ""),
    ]  # fmt: skip


def full_steps():
    constant = {"schedule": "constant", "steps": 400}
    return live_book.full_steps(), [
        ({"schedule": "inverse", "steps": 100}, "settle"),
        ({"schedule": "inverse", "steps": 99}, ""),
        ({"schedule": "inverse", "steps": 110, "lam": 0.2}, ""),
        ({**constant, "eta": 21.5}, ""), ({**constant, "eta": 20.5}, "edge"),
        ({**constant, "eta": 20.5, "steps": 10}, ""), ({**constant, "eta": 19.5}, ""),
    ]  # fmt: skip


def three_multipliers():
    words = list(enumerate(("both rise", "one rises, one falls", "both rise")))
    closer = moved(live_book.three_multipliers(), {1: [1.5, 0.5]})
    return live_book.three_multipliers(), [
        ({"steps": 3, "guesses": words}, "guess"), ({"steps": 2, "guesses": words[:2]}, ""),
        ({"steps": 3, "guesses": [(0, "both fall"), *words[1:]]}, ""), ({"steps": 3}, ""),
        (closer | {"steps": 1}, "single"), (closer, ""), (closer | {"steps": 1, "C": 2.0}, ""),
        (moved(live_book.three_multipliers(), {1: [2.5, 0.8]}) | {"steps": 1}, ""),
        (moved(live_book.three_multipliers(), {1: [1.5, 0.5], 2: [2, 0.01]}) | {"steps": 1}, ""),
    ]  # fmt: skip


def word(before, after):
    return "stays" if after == before else "rises" if after > before else "falls"


def climbed(widget, steps):
    """α after each step, one multiplier at a time, by the rule of svmlib."""
    Z = widget.y[:, None] * np.column_stack([widget.X, np.ones(len(widget.y))])
    found = [np.zeros(len(Z))]
    for t in range(steps):
        alpha, i = found[-1].copy(), t % len(Z)
        alpha[i] = dual.ascent_step(alpha[i], Z[i] @ (alpha @ Z), Z[i] @ Z[i], widget.C)
        found.append(alpha)
    return found


def eight_multipliers():
    alphas = climbed(live_book.eight_multipliers(), 16)
    guesses = [(t, word(alphas[t][t % 8], alphas[t + 1][t % 8])) for t in range(8, 16)]
    return live_book.eight_multipliers(), [
        ({"steps": 16, "guesses": guesses}, "guess"), ({"steps": 15, "guesses": guesses[:7]}, ""),
        *(({"C": C, "steps": 200}, ids) for C, ids in ((0.06, ""), (0.0475, ""), (0.044, "edge"))),
        ({"C": 0.03, "steps": 200}, ""),
    ]  # fmt: skip


def pairs():
    X, y = MOONS
    rows = []
    for t, step in enumerate(dual.smo(X @ X.T, y, 1.0, max_iter=18).steps[12:], 12):
        i, j, change = (step[k] for k in ("i", "j", "change"))
        both = {words for words in (y[i] * change > 0, -y[j] * change > 0)}
        names = {(True,): "both rise", (False,): "both fall"}
        rows.append((t, names.get(tuple(both), "one rises, one falls")))
    return live_book.made("DualAscent"), [
        ({"steps": 18, "guesses": rows}, "guess"), ({"steps": 17, "guesses": rows[:5]}, ""),
        ({"C": 5.2, "steps": 2000}, ""), ({"C": 4.78, "steps": 2000}, "edge"),
    ]  # fmt: skip


def three_classes():
    widget, down = live_book.corners(), live_book.CORNERS - [[0, 2.1]]
    row = moved(widget, dict(enumerate(down[4:8], 4)))
    other = {"kind": "weston-watkins"}
    mill = moved(widget, {0: [-1.2, 2.2], 4: [2.6, 1.6], 8: [0.2, -1.0]})
    guest = {"points": [*mill["points"], [-0.75, -0.5, 2]]}
    wrong = {"points": [*guest["points"], [1, 0, 1]]}
    blue = {"points": [[x, y, (1, 0, 2)[label]] for x, y, label in row["points"]]}
    return widget, [
        (other, ""), (row | other, ""), (row, "zero"), (row | other | {"C": 2.0}, ""),
        (row | other, "cured"), (row | {"kind": "crammer-singer"}, ""),
        (row | {"kernel": "rbf"}, ""), (mill | {"kind": "one-vs-one"}, ""),
        (guest | {"kind": "one-vs-one"}, "tied"), (guest, ""), (blue, ""),
        (wrong | {"kind": "one-vs-one"}, ""),
    ]  # fmt: skip


def laid_maps():
    widget = live_book.made("Reliability")
    best = calibration.platt(widget.scores, widget.y)
    fit, odds = {"A": best.A, "B": best.B}, np.log(9)
    worse, flat = {**fit, "B": best.B + 0.5}, {"A": 0.0, "B": 0.0}
    return widget, [
        (fit, "fit"), (worse, ""), (fit | {"rate": 0.4}, ""),
        (flat, "lazy"), ({"A": 0.0, "B": 0.3}, ""), ({"A": -8.0, "B": 0.0}, ""),
        (fit | {"rate": 0.1}, ""), ({"A": best.A, "B": best.B + odds, "rate": 0.1}, "rare"),
        ({"A": best.A, "B": best.B + odds}, ""),
    ]  # fmt: skip


def landmarks():
    """Put down where most is left over; a wide kernel."""
    start, widget = live_book.made("Landmarks"), live_book.made("Landmarks")
    (X, _), greedy = widget.rows_of_points(), [[9.0, 9.0, 1]]  # far away, for none would be nothing
    while share(widget) > 0.1 or len(greedy) < 9:
        widget.points = greedy
        left = 1 - (widget.features(X) ** 2).sum(axis=1)
        greedy = [*greedy[greedy[0] == [9.0, 9.0, 1] :], [*X[left.argmax()], 1]]
        widget.points = greedy
    n = len(start.points)
    return start, [
        ({"points": greedy[:n]}, "moved"), ({"points": greedy[: n - 1]}, ""),
        ({"points": greedy}, "few"), ({"points": greedy[:-1]}, ""),
        ({"points": greedy, "C": 0.5}, ""), ({"sigma": 3.0}, "wide"), ({"sigma": 0.6}, ""),
        ({"sigma": 3.0, "C": 0.1}, ""), ({"sigma": 3.0, "points": start.points[1:]}, ""),
    ]  # fmt: skip


def share(widget):
    """What the machine of these landmarks proves: its missed part, of its objective."""
    X, y = widget.rows_of_points()
    machine, Z = widget.fit(), widget.features(X)
    beta = y * machine.alpha_
    return beta @ (RBF(widget.sigma)(X) - Z @ Z.T) @ beta / 2 / machine.primal_


GAMES = {
    "Losses": losses, "Margins": margins, "Lift": lift, "Street": soft_street,
    "Margins, plain": lambda: margins(plain=True),
    "Street, hard": hard_street, "KernelMachine": idle_points,
    "KernelMachine, rough": islands,
    "Threshold": thresholds, "Tube": tube, "Novelty": novelty, "Descent": full_steps,
    "DualAscent": three_multipliers, "DualAscent, single": eight_multipliers,
    "DualAscent, pairs": pairs, "ThreeClasses": three_classes, "Reliability": laid_maps,
    "Landmarks": landmarks,
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_challenge_is_met_where_it_is_met(name):
    """In the states that meet it, and in none that only comes near; never at the start."""
    widget, rows = GAMES[name]()
    _, (first, *met), _ = played(widget, {}, *(state for state, _ in rows))
    assert first == "" and met == [ids for _, ids in rows]


def test_random_walks_are_judged_as_svmlib_does():
    """400 steps beside ten full ones, and beside the optimum, for λ and start as they were."""
    seeds = [{"seed": k, "schedule": name, "eta": 0.4, "steps": 400} for k in range(12)
             for name in ("inverse", "root")]  # fmt: skip
    widget, full = live_book.random_steps(), live_book.full_steps(schedule="inverse", steps=10)
    _, met, walks = played(widget, *seeds, *(state | {"lam": 0.2} for state in seeds))
    assert not any(met[len(seeds) :])
    weight = 1 / (widget.lam * len(widget.y))
    how = {"bias": "none", "tol": 1e-12, "epochs": 20000}
    best = widget.lam * dual.coordinate_ascent(widget.X, widget.y, weight, **how).primal[-1]
    aim = full.objective(full.path())[-1]
    for ids, walk in zip(met, walks[: len(seeds)], strict=False):
        P = widget.objective(np.array(walk))
        assert ("race" in ids, "calm" in ids) == (P[-1] < aim, max(P[100:]) < best + 5e-3)
    assert {"race", "calm", ""} <= {*met[: len(seeds)]}


@pytest.mark.parametrize("widget, ids", [
    (live_book.tube(), "flat idle pull"), (live_book.tube(epsilon=0.4), "flat idle"),
    (live_book.tube(4), "flat"), (live_book.novelty(), "brink adopt"),
    (live_book.novelty(nu=0.02), "brink"), (live_book.novelty(nu=0.7), "brink"),
    (live_book.scores(), "recall dear twice"),
    (live_book.scores(threshold=best_cut(live_book.scores()), cost_miss=50.0), "dear"),
    (Threshold([-3, -2, 1, 2], [-1, -1, 1, 1], threshold=1.3), "recall dear"),
])  # fmt: skip
def test_what_cannot_be_done_or_solves_itself_is_no_challenge(widget, ids):
    assert " ".join(played(widget)[0]) == ids


def test_guesses_are_counted_the_first_time():
    seen = "Not counted: you have seen this step."
    rows = [
        (8, "falls", "Right: bar 1 falls. 1 of 1 right."),
        (9, "rises", "Right: bar 2 rises. 2 of 2 right."),
        (12, "rises", "Wrong: bar 5 falls. 2 of 3 right."),
        (13, "rises", "Right: bar 6 rises. 3 of 4 right."),
        (14, "stays", "Right: bar 7 stays. 4 of 5 right, 2 in a row."),
        (14, "stays", f"Right: bar 7 stays. {seen}"),
        (14, "falls", f"Wrong: bar 7 stays. {seen}"),
        (15, "stays", "Right: bar 8 stays. 5 of 6 right, 3 in a row."),
    ]
    guesses, verdicts = [row[:2] for row in rows], [row[2] for row in rows]
    late = {"guesses": [(200, "stays")]}
    *_, (first, second) = played(live_book.eight_multipliers(), {"guesses": guesses}, late)
    assert first["said"] == verdicts
    assert second["said"][0].endswith("Not counted: the gap is nearly closed.")


def test_right_guesses_in_a_row_are_those_of_one_method():
    same, other = ((14, "stays", "coordinate"), (14, "stays", "pairs"))
    verdicts = [
        played(live_book.eight_multipliers(), {"guesses": [same, (15, "stays", begun)]})[-1]
        for begun in (same[2], other[2])
    ]
    said = [verdict[0]["said"][1] for verdict in verdicts]
    assert said == [f"Right: bar 8 stays. 1 of 1 right{row}." for row in (", 2 in a row", "")]


@pytest.mark.parametrize("C", [0.2, 30.0])
def test_a_line_is_worth_its_best_street(C):
    """The scale of (w, b) that costs least; whichever side is said to be +1.

    Of a hard margin it is its width, which the guesses of `test_live_guess.py` tell.
    """
    widget = live_book.plain_street(C=min(C, 1.0))
    dice = np.random.default_rng(0)
    best = on_line(HardMarginSVM().fit(widget.X, widget.y), 4.2, 6.4)

    def cost(scale, m):  # a negative scale turns the sides
        return scale**2 / 2 + C * np.maximum(0, 1 - scale * m).sum()

    lines = [best + 0.05 * k * dice.normal(size=(2, 2)) for k in range(6)]
    states = [{"line": line.tolist(), "C": C} for line in lines]
    for (a, b), found in zip(lines, played(widget, *states)[2], strict=True):
        w = np.array([b[1] - a[1], a[0] - b[0]]) / np.hypot(*(b - a))
        m = widget.y * ((widget.X - a) @ w)
        least = (minimize_scalar(cost, args=(m,), bounds=side) for side in ((-60, 0), (0, 60)))
        assert found["cost"] == close(min(one.fun for one in least), rel=1e-4)


def test_a_guess_is_measured_by_its_length_near_the_points():
    """Beside svmlib's boundary; an S as a hand draws it between the moons is enough."""
    widget = KernelMachine(*datasets.moons(200), kernel="linear")
    x0, x1, y0, _ = widget.box
    machine = KernelSVM(C=1.0, kernel=RBF(0.5)).fit(widget.X, widget.y)
    truth = max(boundary(widget, machine), key=len)
    s = [[-0.4, 0], [-0.3, 0.35], [0, 0.5], [0.35, 0.35], [0.6, 0.12], [0.9, -0.05], [1.2, 0.05],
         [1.3, 0.4]]  # fmt: skip
    edge = [[x0, y0], [x1, y0]]
    drawn = [[truth], [s], [truth[: len(truth) // 2]], [s[:4], s[4:]], [truth, edge], [edge], []]
    states = [{"lines": lines, "kernel": "rbf", "sigma": 0.5} for lines in drawn]
    as_it_was = on_line(LinearSVM(C=1.0).fit(widget.X, widget.y), x0, x1)
    _, met, agree = played(widget, *states, {"lines": [s]}, {"lines": [as_it_was]})
    assert met == ["guess", "guess", "", "guess", "guess", "", "", "", ""] and agree[8] > 0.98
    assert agree[0] > 0.98 and agree[1] > 0.85 and 0.4 < agree[2] < 0.75
    assert agree[3] > agree[1] - 0.15 and agree[4] == agree[0] and agree[5] == agree[6] == 0


def test_dots_of_a_reliability_diagram_are_its_bins():
    """As `calibration.reliability` has them, and where the points of a class count more often."""
    widget = live_book.made("Reliability")
    curve, up = calibration.reliability(widget.forecast(), widget.y), widget.y > 0
    full, weight = curve.counts > 0, np.where(up, 0.2 / up.mean(), 0.8 / (1 - up.mean()))
    *_, (plain, rare) = played(widget, {}, {"rate": 0.2})
    assert [row["said"] for row in plain] == close(curve.predicted[full])
    assert [row["came"] for row in plain] == close(curve.observed[full])
    bins = (10 * widget.forecast()).astype(int)
    count, ups = (np.bincount(bins, w, 10)[full] for w in (weight, weight * up))
    assert [row["count"] for row in rare] == close(count)
    assert [row["came"] for row in rare] == close(ups / count)


def test_landmarks_draw_the_boundary_of_their_machine():
    widget = live_book.made("Landmarks")
    x0, x1, y0, y1 = widget.box
    u, v = (x0 + (x1 - x0) * (np.arange(8) + 0.5) / 8, y1 - (y1 - y0) * (np.arange(6) + 0.5) / 6)
    places = np.stack(np.meshgrid(u, v), axis=-1).reshape(-1, 2)
    f = widget.fit().decision_function(widget.features(places))
    *_, (found,) = played(widget, {})
    np.testing.assert_allclose(found, f, atol=1e-5)


@pytest.mark.parametrize("kind", ["one-vs-rest", "one-vs-one", "weston-watkins", "crammer-singer"])
def test_the_table_of_classes_is_that_of_svmlib(kind):
    """Scores, of duels votes and leads, and who wins."""
    widget = live_book.made("ThreeClasses", kind=kind)
    machine, X = widget.fit(), widget.X[::5]
    *_, (found,) = played(widget, {"at": X.tolist()})
    tables = found["tables"]
    assert [table["winner"] for table in tables] == machine.predict(X).tolist()
    rows = np.array([table["rows"] for table in tables], dtype=float)
    if kind != "one-vs-one":
        np.testing.assert_allclose(rows[:, :, 0], machine.decision_function(X), atol=1e-3)
        return
    leads = np.zeros((len(X), 3, 3))
    for (a, b), m in zip(((0, 1), (0, 2), (1, 2)), machine.machines_, strict=True):
        leads[:, b, a] = m.decision_function(X)
        leads[:, a, b] = -leads[:, b, a]
    np.testing.assert_allclose(np.nan_to_num(rows[:, :, 1:]), leads, atol=1e-3)
    assert np.array_equal(rows[:, :, 0], (leads > 0).sum(axis=2))
