"""What the live figures show and say, state by state: live_states.txt, and the numbers of svmlib.

Each line of `live_states.txt` is what a reader does and, behind the arrow, all that changes on the
page then: knobs, words, numbers, what is spoken (♪), how often what is drawn on each panel. After a
change that is meant, `python -m tests.test_live_states` writes what is behind the arrows anew: read
the difference.

The figures run in Node on `tests/widgets/page.mjs`; what a reader can do is in `live.mjs`.
"""

import math
import re
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest

from svmlib import KernelSVM, dual, geometry
from svmlib.kernels import RBF
from svmlib.widgets import bundle
from tests import live_book
from tests.conftest import ROOT
from tests.live_book import made, state_of
from tests.live_page import NUMBER, every_figure, number, numbers_close
from tests.node_process import LIVE
from tests.test_playground_core import run

FILE, ARROW = ROOT / "tests/live_states.txt", " → "


def sections():
    """[(a figure = how it is made, [(what is done, what is said), …]), …]"""
    found = []
    for line in FILE.read_text(encoding="utf8").splitlines():
        if line.startswith("# "):
            found.append((line[2:], []))
        elif line:
            found[-1][1].append(tuple(line.split(ARROW.rstrip(), 1)))
    return found


def widget_of(heading):
    return eval(heading.partition(" = ")[2], vars(live_book))


def asked_of(widget, **how):
    """A question to live.mjs about a figure, or about the playground (its first settings)."""
    if isinstance(widget, dict):
        return {"name": "Play", "file": "play/playground.js", "traits": widget, **how}
    name = type(widget).__name__
    return {"name": name, "file": bundle.figures()[name], "traits": state_of(widget), **how}


def played(widget, lines, **how):
    """The states after each line of actions: see `played` of live.mjs."""
    lines = [line.strip() for line in lines]
    (states,) = LIVE.ask(("played", asked_of(widget, lines=lines, **how)))
    return states


SECTIONS = sections()
# points so far apart that svmlib gives up
TOO_FAR = [heading for heading, _ in SECTIONS if "1e-4" in heading]
# what depends on the way to a state, and on the last digits of its points
OF_THE_WAY = ("relative gap", "support vectors", "steps from the first cell", "gap", "best so far",
              "step")  # fmt: skip


def assert_nothing_leaks(states):
    """While a question is open no number of its answer can be read or heard anywhere."""
    for before, after in pairwise(states):
        if before["open"] and not after["open"]:
            knobs = [v for v in after["traits"].values() if isinstance(v, int | float)]
            asked = {number(n) for n in NUMBER.findall(before["question"] + before["knobs"])}
            rows = [text for name, text in after["rows"].items() if name not in ("C", "σ")]  # knobs
            answer = NUMBER.findall(" ".join([after["question"], *rows]))
            secret = {n for n in answer if "." in n and number(n) not in {*knobs, *asked}}
            assert not [n for n in secret if n in before["open"]]


# Of each figure: what svmlib finds for its rows, and for what is known of the points `i`, by name.


def street(w, i):
    m, C = w.fit(), np.inf if w.hard else w.C
    f = m.decision_function(w.X)
    hinges, half = np.maximum(0, 1 - w.y * f), m.margin_**-2 / 2
    rows = {"width": 2 * m.margin_, "errors": np.sum(w.y * f <= 0)}
    if not w.plain:
        rows["½‖w‖²"] = half
    known = {"f": f[i], "geometric margin": w.y[i] * f[i] * m.margin_}
    if not w.hard:
        slack = hinges.sum()
        rows |= {"slack": slack, "C · slack": C * slack, "together": half + C * slack}
        known["ξ"] = hinges[i]
    return rows, known


def kernel_machine(w, i):
    m = w.fit()
    f, alpha = m.decision_function(w.X), m.alpha_
    rows = {"training errors": np.sum(w.y * f <= 0), "objective": m.primal_, "relative gap": 0}
    known = {"f": f[i], "ξ": np.maximum(0, 1 - w.y * f)[i], "α": alpha[i]}
    if m.margin_ < 1e6:  # else w is 0 but for rounding
        rows |= {"margin 1/‖w‖": m.margin_, "support vectors": np.sum(alpha > 0),
                 "of them at C": np.sum(alpha == w.C)}  # fmt: skip
        known["geometric margin"] = w.y[i] * f[i] * m.margin_
    return rows, known


def losses(w, i):
    return {"margin y f(x)": w.label * w.score, "score": w.score}, {}


def margins(w, i):
    f = geometry.functional_margin(*w.line(), w.X, w.y)
    g = geometry.geometric_margin(*w.line(), w.X, w.y)
    rows = {"on the wrong side": np.sum(f <= 0)}
    if w.plain:
        wrong = rows["on the wrong side"] > 0
        return rows | {"farthest on the wrong side" if wrong else "nearest point": abs(g.min())}, {}
    (w1, _), b = w.line()
    rows |= {"smallest functional margin": f.min(), "smallest geometric margin": g.min(),
             "w": w1, "b": b}  # fmt: skip
    return rows, {"functional margin": f[i], "geometric": g[i]}


def descent(w, i):
    """P* from the dual; a walk of random batches is that of `test_random_batches…`."""
    C = 1 / (w.lam * len(w.y))
    how = {"bias": "none", "tol": 1e-12, "epochs": 20000, "free_sweeps": 5}
    best = w.lam * dual.coordinate_ascent(w.X, w.y, C, **how).primal[-1]
    rows = {"optimum P*": best}
    if w.batch >= len(w.y):
        with suppress(FloatingPointError):  # of a walk that runs away
            P = w.objective(w.path())
            if np.all(P < 1e9):
                rows |= {"P": P[-1], "P − P*": P[-1] - best, "least so far": P.min() - best,
                         "step": w.steps}  # fmt: skip
    return rows, {}


def dual_ascent(w, i):
    """One multiplier at a time, or pairs, by the rules of svmlib."""
    if not w.steps:
        return {"primal": w.C * len(w.y), "dual": 0, "gap": w.C * len(w.y)}, {}
    if w.method == "pairs":
        run = dual.smo(w.X @ w.X.T, w.y, w.C, max_iter=w.steps, tol=1e-9)
        alpha, primal, D = run.alpha, run.primal[-1], run.dual[-1]
        f = w.X @ ((alpha * w.y) @ w.X) + run.b
    elif w.order == "cyclic":
        Z = np.column_stack([w.X, np.ones(len(w.y))])
        alpha = climbed(w, w.steps)[-1]
        v = (alpha * w.y) @ Z
        f = Z @ v
        primal = v @ v / 2 + w.C * np.maximum(0, 1 - w.y * f).sum()
        D = alpha.sum() - v @ v / 2
    else:
        return {}, {}
    return {"primal": primal, "dual": D, "gap": primal - D}, {"α": alpha[i], "y f": w.y[i] * f[i]}


def climbed(widget, steps):
    """α after each step, one multiplier at a time, by the rule of svmlib."""
    Z = widget.y[:, None] * np.column_stack([widget.X, np.ones(len(widget.y))])
    found = [np.zeros(len(Z))]
    for t in range(steps):
        alpha, k = found[-1].copy(), t % len(Z)
        alpha[k] = dual.ascent_step(alpha[k], Z[k] @ (alpha @ Z), Z[k] @ Z[k], widget.C)
        found.append(alpha)
    return found


def lift(w, i):
    heights = (w.X**2).sum(axis=1)
    rows = {"on the wrong side": np.sum((heights < w.level) != (w.y > 0)),
            "radius of the circle": w.level**0.5, "height of the plane": w.level}  # fmt: skip
    return rows, {}


def map_(w, i):
    m, (row, column) = w.fit(), w.cell
    valid, train = (np.array(rows) for rows in (w.test, w.points))
    wrong, errors = (np.sum(m.predict(rows[:, :2]) != rows[:, 2]) for rows in (valid, train))
    rows = {"accuracy": 1 - wrong / len(valid), "validation points wrong": wrong,
            "training points wrong": errors, "support vectors": len(m.support_),
            "C": w.Cs[column], "σ": w.sigmas[row]}  # fmt: skip
    return {k: v for k, v in rows.items() if not w.covered or k in ("C", "σ")}, {}


def three_classes(w, i):
    m = w.fit()
    decided = w.decide(w.X, m)
    rows = {"wrong": np.sum((decided >= 0) & (decided != w.y)), "undecided": np.sum(decided < 0)}
    joint = not w.kind.startswith("one")
    return rows | {"mean loss + ρ‖W‖²" if joint else "sum of objectives": m.objective_}, {}


def tube(w, i):
    m = w.fit()
    f, x = m.predict(w.X), w.y - m.predict(w.X)
    rows = {"support vectors": len(m.support_)}
    if not len(m.support_):
        return rows, {}
    rows |= {"outside the tube": np.sum(np.abs(x) > w.epsilon + 1e-6), "relative gap": 0,
             "mean absolute error": np.abs(x).mean(), "objective": m.primal_}  # fmt: skip
    slack = np.maximum(0, np.abs(x) - w.epsilon)
    return rows, {"f": f[i], "y − f": x[i], "ξ": slack[i], "β": m.beta_[i]}


def novelty(w, i):
    m = w.fit()
    f, size = m.score_samples(w.X) - m.offset_, np.abs(m.score_samples(w.X)).max()
    rows = {"νn": w.nu * len(w.X), "½‖w‖²": -m.dual_, "relative gap": 0}
    if np.ptp(m.offset_interval_) > 1e-6 * size:
        return rows, {}
    outside = np.sum(f < -1e-6 * size)
    return rows | {"outside": outside, "support vectors": len(m.support_), "ρ": m.offset_,
                   "on the border": len(m.support_) - outside}, {"α": m.alpha_[i]}  # fmt: skip


def threshold(w, i):
    names = {"false_alarms": "false alarms", "correct_rejections": "rightly rejected",
             "cost": "mean cost"}  # fmt: skip
    rows = {names.get(k, k): v for k, v in (w.counts() | w.values()).items()}
    return {k: v for k, v in rows.items() if k != "precision" or not np.isnan(v)}, {}


def reliability(w, i):
    """With each point counted as often as the base rate asks for."""
    up, p = w.y > 0, w.forecast()
    weight = np.where(up, w.rate / up.mean(), (1 - w.rate) / (1 - up.mean()))
    logs = np.logaddexp(0, w.y * (w.A * w.scores + w.B))
    values = {"log-loss": logs, "Brier score": (up - p) ** 2, "mean forecast": p}
    rows = {name: np.average(v, weights=weight) for name, v in values.items()}
    bins = np.bincount(np.minimum(9, (10 * p).astype(int)), weights=weight * (p - up))
    rows |= {"calibration error": np.abs(bins).sum() / len(p), "share of +1": w.rate}
    if w.costs:
        cost = lambda t: np.average(np.where(p > t, ~up, w.cost_miss * up), weights=weight)  # noqa: E731
        t = 1 / (1 + w.cost_miss)
        rows |= {"mean cost": cost(t), "least cost": min(map(cost, [0, *p])), "threshold": t}
    return rows, {}


def landmarks(w, i):
    """Its machine is that of a linear one on the features, and the best is the kernel machine."""
    (X, y), m, Z = w.rows_of_points(), w.fit(), w.features(w.rows_of_points()[0])
    beta, best = y * m.alpha_, KernelSVM(C=w.C, kernel=RBF(w.sigma)).fit(X, y).primal_
    missed = beta @ (RBF(w.sigma)(X) - Z @ Z.T) @ beta / 2
    rows = {"objective": m.primal_, "gap at most": min(100, 100 * missed / m.primal_),
            "true gap": 100 * (m.primal_ - best) / m.primal_, "landmarks": len(w.points),
            "training errors": np.sum(m.predict(Z) != y)}  # fmt: skip
    return rows | ({"missed by landmarks": missed} if missed < 0.99 * m.primal_ else {}), {}


JUDGES = {
    "Street": street, "KernelMachine": kernel_machine, "Losses": losses, "Margins": margins,
    "Descent": descent, "DualAscent": dual_ascent, "Lift": lift, "Map": map_,
    "ThreeClasses": three_classes, "Tube": tube, "Novelty": novelty, "Threshold": threshold,
    "Reliability": reliability, "Landmarks": landmarks,
}  # fmt: skip


def is_shown(text, value, rough=False, near=1e-6):
    """Whether a number is the one that is shown, to its last digit; of a difference to two."""
    found = NUMBER.search(text)
    told = number(found[0]) if found else 0.0
    unit = 10.0 ** -len(found[0].partition(" ")[0].partition(".")[2]) if found else 0
    if found and "×" in text:
        unit *= 10.0 ** math.floor(math.log10(abs(told)))
    spare = max(6e-3 * abs(value), 1e-3) if rough else near * max(1, abs(value))
    return abs(told - value) <= 0.5 * unit + spare


# differences of numbers that nearly agree
ROUGH = ("gap", "relative gap", "true gap", "gap at most", "missed by landmarks", "P − P*",
         "least so far")  # fmt: skip


def judge(widget, state, known=()):
    """Each row is what svmlib finds, and so is each number that is known of a point."""
    for trait, value in state["traits"].items():
        setattr(widget, trait, value)
    if not state["rows"]:
        return
    rows, points = JUDGES[type(widget).__name__](widget, [i for i, _ in known])
    for name, value in rows.items():
        assert is_shown(state["rows"][name], value, name in ROUGH), (name, value, state["rows"])
    solution = state["solution"] or {}
    if "primal" in solution and "steps" not in widget.keys:
        assert solution["primal"] == pytest.approx(widget.fit().primal_, rel=1e-7)
        assert solution.get("gap", 0) <= 1e-8
    for k, (_, text) in enumerate(known):
        own = text.rpartition(": ")[2]
        told = dict(re.findall(r"([^,;]+?) (?:= )?(−?[\d.C][^,]*)(?:, |$)", own))
        for name, values in points.items():
            assert told[name].endswith("C") or is_shown(told[name], values[k]), (name, text)


@pytest.mark.parametrize("heading, rows", SECTIONS, ids=[one for one, _ in SECTIONS])
def test_what_is_said_is_what_the_file_says(heading, rows):
    """And each number is svmlib's."""
    done, said = zip(*rows, strict=True)
    widget = widget_of(heading)
    states = played(widget, done[1:], scripts="svmlib" if isinstance(widget, dict) else None)
    for what, words, state in zip(done, said, states, strict=True):
        assert state["text"].strip() == words.strip(), what
        if what.strip().endswith("now") or heading in TOO_FAR:  # on its way
            continue
        if isinstance(widget, dict):
            judge_scripts(state)
        else:
            judge(widget_of(heading), state)
    assert_nothing_leaks(states)


def judge_scripts(state, near=1e-6):
    """The numbers of each machine of the playground are those that its copied script finds."""
    rows = state["rows"]
    for name, script in zip("AB", state["scripts"], strict=False):
        if not rows or not script:
            continue
        v, _ = run(script)
        own = f" {name}" if len(state["scripts"]) > 1 else ""
        found = {"objective": v["primal"], "dual": v["dual"], "b": v["b"],
                 "training errors": v["train_errors"]}  # fmt: skip
        if near < 1e-3 and state["traits"]["data"] != "own":  # of equal rows any may carry
            found["support vectors"] = np.sum(v["alpha"] > 1e-9)
        found |= {"held out": v["test_errors"]} if f"held out{own}" in rows else {}
        for row, value in found.items():
            if row != "support vectors" or row + own in rows:  # where w is 0 none is told
                assert is_shown(rows[row + own], value, near=near), (row + own, value, rows)


@every_figure
@pytest.mark.parametrize("walks", [4, pytest.param(24, marks=pytest.mark.weekly)])
def test_a_walk_over_all_knobs_ends_where_svmlib_does(name, walks):
    """Knobs, points, undo and redo, in a hurry; its link leads there, and so does Python."""
    for seed in range(walks):
        widget, read = made(name), np.random.default_rng(seed).integers(5, size=3).tolist()
        (end,) = LIVE.ask(("walked", asked_of(widget, seed=seed, read=read)))
        own = end["own"]
        judge(widget, own, own["known"])
        for other in (end["link"], end["set"]):
            assert other["knobs"] == own["knobs"]
            for row, text in own["rows"].items():
                if row not in OF_THE_WAY:
                    assert numbers_close(text, other["rows"][row]), (seed, row)


def write():
    lines = []
    for heading, rows in SECTIONS:
        done = [what for what, _ in rows]
        states = played(widget_of(heading), done[1:])
        lines += ["", f"# {heading}"]
        for what, state in zip(done, states, strict=True):
            lines.append(f"{what.strip()}{ARROW}{state['text']}".rstrip())
    FILE.write_text("\n".join(lines[1:]) + "\n", encoding="utf8")


if __name__ == "__main__":
    write()
