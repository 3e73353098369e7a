"""The front ends of the live figures in Node: they load, and their numeric core agrees with svmlib.

`tests/widgets/core.mjs` answers; every number it gives is compared with what Python computes.
"""

import itertools
import json
import math
import re
import subprocess
import sys

import contourpy
import numpy as np
import pytest

from svmlib import (
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    datasets,
    dual,
    losses,
    objectives,
    steps,
    widgets,
)
from svmlib.descent import subgradient_descent
from svmlib.hard_margin import NotSeparableError
from svmlib.kernels import RBF, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.widgets import bundle
from svmlib.widgets.live import points_of
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "book/_ext"))
from katex_math import node_executable

GAP = 1e-8  # what the figures ask the solver for
CS = (1e-2, 0.1, 1.0, 10.0, 100.0, 1e3)


def overlap(n=70):
    """Labels that have nothing to do with the points."""
    rng = np.random.default_rng(3)
    return rng.normal(size=(n, 2)), np.where(rng.normal(size=n) > 0, 1.0, -1.0)


DATA = {
    "moons": datasets.moons(80),
    "rings": datasets.rings(80),
    "blobs": datasets.blobs(60),
    "iris": datasets.iris_setosa(features=2),
    "overlap": overlap(),
}
KERNELS = [({"name": "linear"}, Linear())]
KERNELS += [({"name": "polynomial", "degree": d}, Polynomial(d)) for d in (2, 3, 5)]
KERNELS += [({"name": "rbf", "sigma": s}, RBF(s)) for s in (0.1, 0.3, 1.0, 3.0, 10.0)]
KERNELS += [({"name": "ornstein-uhlenbeck", "length": s}, OrnsteinUhlenbeck(s)) for s in (0.3, 2.0)]
NAMES = sorted(widgets.__all__)
CASES = list(itertools.product(DATA, KERNELS, CS))


def ask(*questions):
    """Answers of the core to questions (name, argument)."""
    run = subprocess.run(
        [node_executable(), ROOT / "tests/widgets/core.mjs"],
        input=json.dumps(questions), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    return [number(answer) for answer in json.loads(run.stdout)]


def number(value):
    """The answer with infinities as floats."""
    if isinstance(value, dict):
        return {name: number(v) for name, v in value.items()}
    if isinstance(value, list):
        return [number(v) for v in value]
    return float(value) if value in ("inf", "-inf") else value


def question(name, data, kernel, **rest):
    return (name, {"kernel": kernel, "points": points_of(*DATA[data]), "gap": GAP, **rest})


@pytest.fixture(scope="module")
def places():
    """Five places among the points of each data set, where scores are compared."""
    rng = np.random.default_rng(0)
    return {name: rng.uniform(X.min(0), X.max(0), (5, 2)) for name, (X, _) in DATA.items()}


@pytest.fixture(scope="module")
def solved(places):
    """(case, fitted svmlib machine, the core's answer) over the whole grid."""
    answers = ask(*[
        question("solve", data, js, C=C, at=places[data].tolist()) for data, (js, _), C in CASES
    ])  # fmt: skip
    machines = [KernelSVM(C=C, kernel=k).fit(*DATA[data]) for data, (_, k), C in CASES]
    return list(zip(CASES, machines, answers, strict=True))


def bias_interval(machine, data, kernel, C):
    """All optimal biases, (lo, hi)."""
    X, y = DATA[data]
    return objectives.optimal_bias(machine.alpha_, kernel(X, X), y, C)


def test_objective_is_that_of_svmlib(solved):
    for case, machine, answer in solved:
        assert answer["done"] and answer["gap"] <= GAP, case
        assert answer["primal"] == pytest.approx(machine.primal_, rel=1e-8), case
        assert answer["dual"] == pytest.approx(machine.primal_, rel=1e-8), case
        # next to w = 0, as for mixed labels, ‖w‖ has no correct digit left
        squared = pytest.approx(machine.margin_**-2, rel=1e-5, abs=1e-9 * machine.primal_)
        assert answer["norm"] ** 2 == squared, case


def test_bias_is_optimal(solved):
    for case, machine, answer in solved:
        data, (_, kernel), C = case
        lo, hi = bias_interval(machine, data, kernel, C)
        assert lo - 1e-6 <= answer["b"] <= hi + 1e-6, case


def test_decision_values_are_those_of_svmlib(solved, places):
    """At the points and elsewhere; free of the bias where that is not unique."""
    wide = 0
    for case, machine, answer in solved:
        data, (_, kernel), C = case
        X, _ = DATA[data]
        lo, hi = bias_interval(machine, data, kernel, C)
        shift = machine.intercept_[0] - answer["b"] if hi - lo > 1e-9 else 0.0
        wide += hi - lo > 1e-9
        for where, values in ((X, "f"), (places[data], "scores")):
            expected = machine.decision_function(where) - shift
            np.testing.assert_allclose(answer[values], expected, rtol=0, atol=1e-5, err_msg=case)
    assert wide < len(CASES) / 4


def test_support_vectors_are_those_of_svmlib_where_they_are_unique(solved):
    """They are where K has full rank on the points on the margin."""
    compared = 0
    for case, machine, answer in solved:
        data, (_, kernel), C = case
        X, y = DATA[data]
        on_margin = X[np.abs(y * machine.decision_function(X) - 1) < 1e-5]
        spectrum = np.linalg.eigvalsh(kernel(on_margin, on_margin)) if len(on_margin) else [1.0]
        if spectrum[0] < 1e-8 * spectrum[-1]:
            continue
        compared += 1
        alpha = np.array(answer["alpha"])
        np.testing.assert_allclose(alpha, machine.alpha_, rtol=0, atol=1e-6 * C, err_msg=case)
        # a multiplier of rounding size is neither here nor there
        for one, other in ((alpha, machine.alpha_), (machine.alpha_, alpha)):
            assert set(np.flatnonzero(one > 1e-9 * C)) <= set(np.flatnonzero(other)), case
    assert compared > len(CASES) / 2


def test_gram_matrices_are_those_of_svmlib():
    X = DATA["iris"][0]
    answers = ask(*[question("gram", "iris", js) for js, _ in KERNELS])
    moved = ask(*[question("movedGram", "iris", js, i=7, to=[5.0, 3.1]) for js, _ in KERNELS])
    there = X.copy()
    there[7] = 5.0, 3.1
    for (js, kernel), K, K_moved in zip(KERNELS, answers, moved, strict=True):
        np.testing.assert_allclose(np.reshape(K, (len(X), -1)), kernel(X, X), 1e-10, 1e-12, js)
        new = np.reshape(K_moved, (len(X), -1))
        np.testing.assert_allclose(new, kernel(there, there), 1e-10, 1e-12, js)


WALKED = [("moons", KERNELS[6]), ("iris", KERNELS[0]), ("overlap", KERNELS[2])]


@pytest.mark.parametrize("data, kernel", WALKED, ids=lambda v: v if isinstance(v, str) else "")
def test_warm_starts_reach_the_same_optimum(data, kernel):
    """Up and down the range of C, each solution the start of the next."""
    up_and_down = [*CS, *CS[::-1]]
    (walk,) = ask(question("walk", data, kernel[0], Cs=up_and_down))
    for C, answer in zip(up_and_down, walk, strict=True):
        machine = KernelSVM(C=C, kernel=kernel[1]).fit(*DATA[data])
        assert answer["done"] and answer["gap"] <= GAP
        assert answer["primal"] == pytest.approx(machine.primal_, rel=1e-8)


def test_any_start_is_made_feasible_and_forgotten():
    """Multipliers outside the box, unbalanced, too few of them."""
    rng = np.random.default_rng(1)
    starts = [rng.uniform(-5, 20, 80), np.full(80, 1e6), rng.uniform(0, 2, 11)]
    js, kernel = KERNELS[6]
    answers = ask(*[
        question("startFrom", "moons", js, C=10.0, alpha=start.tolist()) for start in starts
    ])  # fmt: skip
    best = KernelSVM(C=10.0, kernel=kernel).fit(*DATA["moons"]).primal_
    for answer in answers:
        assert answer["inBox"] and abs(answer["sum"]) < 1e-9
        assert answer["primal"] == pytest.approx(best, rel=1e-8)


def test_slices_of_time_reach_the_same_optimum():
    cases = [("overlap", KERNELS[0], 1e3), ("moons", KERNELS[5], 1e3), ("iris", KERNELS[3], 100.0)]
    answers = ask(*[question("slices", data, js, C=C) for data, (js, _), C in cases])
    for (data, (_, kernel), C), answer in zip(cases, answers, strict=True):
        machine = KernelSVM(C=C, kernel=kernel).fit(*DATA[data])
        assert answer["done"]
        assert answer["primal"] == pytest.approx(machine.primal_, rel=1e-8)
    assert max(answer["calls"] for answer in answers) > 1


# ------------------------------------------------------------------------------------- the street


def separable(count=8):
    for seed in range(count):
        yield datasets.blobs(30, centers=((-3, -2), (2.5, 3)), spread=0.9, seed=seed)
    yield datasets.iris_setosa(features=2, raise_straggler=True)
    yield datasets.iris_setosa(every=4, features=2)


def narrowest(X):
    """As the figure chooses it: a ten-thousandth of its width."""
    return 1e-4 * float(np.ptp(X[:, 0])) * 1.3


def test_hard_margin_is_that_of_svmlib():
    data = list(separable())
    answers = ask(*[
        ("street", {"points": points_of(X, y), "C": None, "narrowest": narrowest(X)})
        for X, y in data
    ])  # fmt: skip
    for (X, y), answer in zip(data, answers, strict=True):
        machine = HardMarginSVM().fit(X, y)
        assert answer["separable"]
        assert answer["primal"] == pytest.approx(machine.primal_, rel=1e-8)
        np.testing.assert_allclose(answer["w"], machine.coef_[0], atol=1e-6)
        np.testing.assert_allclose(answer["b"], machine.intercept_[0], atol=1e-5)


def weights_for(point, X):
    """Whether a point is a convex combination of the rows of X: least-squares residual."""
    from scipy.optimize import nnls

    system = np.vstack([X.T, np.full(len(X), 10.0)])
    return nnls(system, np.append(point, 10.0))[1]


def test_where_no_line_separates_the_cross_lies_in_both_hulls():
    data = [DATA["moons"], DATA["rings"], DATA["overlap"]]
    for X, y in separable():  # one point of a class moves into the other
        data.append((np.vstack([X[1:], X[y != y[0]].mean(axis=0)]), np.append(y[1:], y[0])))
    answers = ask(*[
        ("street", {"points": points_of(X, y), "C": None, "narrowest": narrowest(X)})
        for X, y in data
    ])  # fmt: skip
    for (X, y), answer in zip(data, answers, strict=True):
        with pytest.raises(NotSeparableError):
            HardMarginSVM().fit(X, y)
        assert not answer["separable"]
        for side in (y > 0, y < 0):
            assert weights_for(answer["common"], X[side]) < 1e-3 * np.ptp(X[:, 0])


def test_soft_street_is_that_of_svmlib():
    asked = [(data, C) for data in DATA for C in CS]
    answers = ask(*[
        ("street", {"points": points_of(*DATA[d]), "C": C, "narrowest": 1e-4}) for d, C in asked
    ])  # fmt: skip
    for (data, C), answer in zip(asked, answers, strict=True):
        machine = LinearSVM(C=C).fit(*DATA[data])
        assert answer["separable"] and answer["done"]
        assert answer["primal"] == pytest.approx(machine.primal_, rel=1e-8)
        np.testing.assert_allclose(answer["w"], machine.coef_[0], atol=1e-5)


def test_line_through_two_handles():
    (line,) = ask(("line", {"handles": [[1, 2], [4, 6]], "scale": 10}))
    np.testing.assert_allclose(line["w"], [8, -6])
    assert line["b"] == pytest.approx(4)


# ------------------------------------------------------------------------------ surface, contours


DEGREE_8 = ({"name": "polynomial", "degree": 8}, Polynomial(8))  # the highest of the figure


@pytest.mark.parametrize("js, kernel", [*KERNELS, DEGREE_8])
def test_surface_is_the_decision_function(js, kernel):
    X, y = DATA["moons"]
    weights, box, width, height = 0.3 * y, [-1.5, 2.0, -1.0, 2.0], 40, 30
    question = {"kernel": js, "centres": X.tolist(), "weights": weights.tolist(), "b": 0.25,
                "box": box, "width": width, "height": height}  # fmt: skip
    (f,) = ask(("surface", question))
    x = box[0] + (np.arange(width) + 0.5) * (box[1] - box[0]) / width
    y_axis = box[3] - (np.arange(height) + 0.5) * (box[3] - box[2]) / height
    grid = np.stack(np.meshgrid(x, y_axis), -1).reshape(-1, 2)
    np.testing.assert_allclose(f, kernel(grid, X) @ weights + 0.25, rtol=1e-10, atol=1e-10)


def field(seed, width, height):
    """A smooth random landscape of about ten hills."""
    rng = np.random.default_rng(seed)
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    waves = rng.normal(size=(10, 4))
    return sum(a * np.sin(8 * (b * x + c * y) + 6 * d) for a, b, c, d in waves)


def length(line):
    return np.linalg.norm(np.diff(np.array(line), axis=0), axis=1).sum()


@pytest.mark.parametrize("seed", range(5))
def test_contours_are_those_of_contourpy(seed):
    """The same lines, whole: as many, as long, each where f has the level."""
    width, height = 33, 24
    f = field(seed, width, height)
    levels = np.quantile(f, [0.1, 0.5, 0.9])
    answers = ask(*[
        ("contours", {"f": f.ravel().tolist(), "width": width, "height": height, "level": level})
        for level in levels.tolist()
    ])  # fmt: skip
    for level, lines in zip(levels, answers, strict=True):
        expected = contourpy.contour_generator(z=f).lines(level)
        assert len(lines) == len(expected) > 0
        np.testing.assert_allclose(sorted(map(length, lines)), sorted(map(length, expected)), 1e-9)
        i, j = np.vstack(lines).T
        left, top = np.floor(i).astype(int), np.floor(j).astype(int)
        right, down = np.ceil(i).astype(int), np.ceil(j).astype(int)
        here = f[top, left] + (i - left + j - top) * (f[down, right] - f[top, left])
        np.testing.assert_allclose(here, level, atol=1e-9)


def test_contours_of_a_saddle_follow_its_middle():
    """Two lines either way; the mean of the corners says which corners are joined."""
    for middle, corner in ((0.5, [0, 0]), (-0.5, [1, 0])):
        f = np.array([[1.0, -1.0], [-1.0, 1.0]]) + middle
        (lines,) = ask(("contours", {"f": f.ravel().tolist(), "width": 2, "height": 2, "level": 0}))
        assert len(lines) == 2
        # the lines cut off the corners of the losing sign
        cut = [np.abs(np.array(line) - corner).sum(axis=1).max() < 1 for line in lines]
        assert sum(cut) == (middle < 0) + 0 if corner == [0, 0] else sum(cut) == 0


def test_no_contour_where_the_level_is_not_reached():
    (lines,) = ask(("contours", {"f": [1.0] * 12, "width": 4, "height": 3, "level": 2}))
    assert lines == []


# ------------------------------------------------------------------------- losses, descent, ascent


def test_losses_are_those_of_svmlib():
    margins = np.linspace(-30, 30, 1201)
    (answer,) = ask(("losses", {"margins": margins.tolist()}))
    assert answer.keys() == losses.LOSSES.keys()
    for name, values in answer.items():
        np.testing.assert_allclose(values, losses.LOSSES[name](margins), 1e-12, 1e-15, name)


def python_random(seed, count):
    """mulberry32 in integers of any size."""
    numbers, state, mask = [], seed, 0xFFFFFFFF
    for _ in range(count):
        state = (state + 0x6D2B79F5) & mask
        t = ((state ^ (state >> 15)) * (state | 1)) & mask
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & mask)) & mask
        numbers.append((t ^ (t >> 14)) / 2**32)
    return numbers


def test_random_numbers_are_repeatable_and_uniform():
    (numbers,) = ask(("random", {"seed": 7, "count": 4000}))
    assert numbers == python_random(7, 4000)
    counts = np.histogram(numbers, 10, (0, 1))[0]
    assert counts.sum() == 4000 and counts.min() > 330 and counts.max() < 470


SCHEDULES = {
    "constant": lambda eta, lam: steps.constant(eta),
    "root": lambda eta, lam: steps.inverse_sqrt(eta),
    "inverse": lambda eta, lam: steps.inverse(lam),
}


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_descent_is_that_of_svmlib(schedule):
    (X, y), lam, eta, start = DATA["blobs"], 0.05, 0.3, [3.0, -2.0]
    path, values = ask(
        ("descend", {"points": points_of(X, y), "lam": lam, "schedule": schedule, "eta": eta,
                     "batch": len(y), "start": start, "steps": 300}),
        ("objective", {"w": start, "points": points_of(X, y), "lam": lam}),
    )  # fmt: skip
    run = subgradient_descent(
        X, y, lam, bias="none", step=SCHEDULES[schedule](eta, lam), start=start, max_iter=300,
        keep_path=True,
    )  # fmt: skip
    np.testing.assert_allclose(path, run.path[:, :2], rtol=1e-9, atol=1e-9)
    assert values == pytest.approx(run.objective[0], rel=1e-12)


def test_random_batches_are_the_same_steps_in_numpy():
    (X, y), lam, eta, batch, seed = DATA["overlap"], 0.1, 0.5, 4, 3
    (path,) = ask(("descend", {"points": points_of(X, y), "lam": lam, "schedule": "root",
                               "eta": eta, "batch": batch, "start": [0, 1], "steps": 200,
                               "seed": seed}))  # fmt: skip
    draws = iter(python_random(seed, 200 * batch))
    w, expected = np.array([0.0, 1.0]), [[0.0, 1.0]]
    for t in range(1, 201):
        chosen = [math.floor(next(draws) * len(y)) for _ in range(batch)]
        inside = [i for i in chosen if y[i] * (X[i] @ w) < 1]
        slope = lam * w - (y[inside, None] * X[inside]).sum(axis=0) / batch
        w = w - eta / t**0.5 * slope
        expected.append(w)
    np.testing.assert_allclose(path, expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("lam", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("data", ["blobs", "overlap", "moons"])
def test_optimum_without_bias_is_proven_and_right(data, lam):
    """Against the dual ascent of svmlib, which uses another order and another stopping rule."""
    X, y = DATA[data]
    (best,) = ask(("optimum", {"points": points_of(X, y), "lam": lam}))
    C = objectives.C_from_lambda(lam, len(y), form="mean")
    ascent = dual.coordinate_ascent(X, y, C, bias="none", epochs=20000, tol=1e-12, free_sweeps=5)
    assert ascent.converged
    assert best["gap"] <= 1e-9 * max(1, best["value"])
    assert best["value"] == pytest.approx(lam * ascent.primal[-1], rel=1e-8)
    assert best["value"] == pytest.approx(
        objectives.primal_lambda(np.array(best["w"]), 0.0, X, y, lam), rel=1e-12
    )


def coordinates_in_numpy(X, y, C, count):
    """(alpha, touched) of each step, point after point, by the rule of svmlib."""
    signed, alpha = y[:, None] * np.column_stack([X, np.ones(len(y))]), np.zeros(len(y))
    for t in range(count):
        i = t % len(y)
        w = alpha @ signed
        alpha[i] = dual.ascent_step(alpha[i], signed[i] @ w, signed[i] @ signed[i], C)
        yield alpha.copy(), [i]


def test_one_multiplier_at_a_time():
    (X, y), C = DATA["blobs"], 0.7
    (states,) = ask(("coordinates", {"points": points_of(X, y), "C": C, "steps": 3000}))
    assert states[0]["alpha"] == [0] * len(y) and states[0]["touched"] == []
    expected = coordinates_in_numpy(X, y, C, 3000)
    for state, (alpha, touched) in zip(states[1:], expected, strict=True):
        np.testing.assert_allclose(state["alpha"], alpha, rtol=1e-9, atol=1e-12)
        assert state["touched"] == touched
    ascent = dual.coordinate_ascent(X, y, C, tol=1e-12, epochs=20000)
    last = states[-1]
    assert last["dual"] <= ascent.primal[-1] <= last["primal"] * (1 + 1e-12)
    assert last["primal"] == pytest.approx(ascent.primal[-1], rel=1e-3)
    augmented = np.append(last["w"], last["b"])
    slack = np.maximum(0, 1 - y * (X @ last["w"] + last["b"])).sum()
    assert last["primal"] == pytest.approx(augmented @ augmented / 2 + C * slack, rel=1e-12)


@pytest.mark.parametrize("data, C", [("blobs", 1.0), ("iris", 10.0), ("overlap", 0.1)])
def test_two_multipliers_at_a_time_are_the_pairs_of_svmlib(data, C):
    """Step for step the second-order SMO of lecture 7, and in the end the engine's optimum."""
    X, y = DATA[data]
    (states,) = ask(("pairs", {"points": points_of(X, y), "C": C, "steps": 100_000}))
    K = Linear()(X, X)
    run = dual.smo(K, y, C, tol=1e-9, max_iter=200)
    alpha, agreed = np.zeros(len(y)), 0
    for state, step in zip(states[1:], run.steps, strict=False):
        if state["touched"] != [step["i"], step["j"]]:
            break  # a tie, which rounding decides: the two points of a free step ask for one bias
        alpha[step["i"]] += y[step["i"]] * step["change"]
        alpha[step["j"]] -= y[step["j"]] * step["change"]
        np.testing.assert_allclose(state["alpha"], alpha, rtol=1e-9, atol=1e-12)
        assert state["dual"] == pytest.approx(step["dual"], rel=1e-9, abs=1e-12)
        agreed += 1
    assert agreed >= 5
    for before, state in itertools.pairwise(states):
        moved = np.flatnonzero(np.subtract(state["alpha"], before["alpha"]))
        assert set(moved) <= set(state["touched"])
        assert state["dual"] >= before["dual"] - 1e-12 * abs(before["dual"])
        assert abs(np.dot(state["alpha"], y)) < 1e-9 * C * len(y)
        expected = objectives.dual(np.array(state["alpha"]), K, y)
        assert state["dual"] == pytest.approx(expected, rel=1e-9)
    best = LinearSVM(C=C).fit(X, y).primal_
    assert states[-1]["primal"] == pytest.approx(best, rel=1e-6)
    assert states[-1]["dual"] == pytest.approx(best, rel=1e-6)


# ------------------------------------------------------------------------------- data, numbers


def test_data_to_play_with_are_repeatable_and_have_both_classes():
    names = ("moons", "rings", "blobs", "xor", "spirals")
    answers = ask(*[("data", {"name": name, "n": 100, "seed": 5}) for name in (*names, *names)])
    other = ask(*[("data", {"name": name, "n": 100, "seed": 6}) for name in names])
    for name, points, again, another in zip(names, answers[:5], answers[5:], other, strict=True):
        points = np.array(points)
        assert points.shape == (100, 3) and np.isfinite(points).all(), name
        assert set(points[:, 2]) == {-1, 1} and abs(points[:, 2].sum()) <= 30
        np.testing.assert_array_equal(points, again)
        assert (points != another).any()
        # a Gaussian machine of moderate width can learn them
        machine = KernelSVM(C=100.0, kernel=RBF(0.3)).fit(points[:, :2], points[:, 2])
        assert machine.score(points[:, :2], points[:, 2]) > 0.9, name


def test_numbers_are_shown_for_people():
    shown = {
        0: "0", 0.25: "0.25", 1234.5678: "1235", -3: "−3", 99999: "100000",
        1e-5: "1 × 10⁻⁵", -2.5e-4: "−2.5 × 10⁻⁴", 123456: "1.23 × 10⁵", None: "∞",
    }  # fmt: skip
    (answer,) = ask(("show", list(shown)))
    assert answer == list(shown.values())


@pytest.mark.parametrize("start, stop", [(0, 1), (-2.3, 3.1), (4.1, 8.2), (0, 1e-3), (-500, 2e4)])
def test_ticks_are_round_and_inside(start, stop):
    (ticks,) = ask(("ticks", {"from": start, "to": stop, "count": 5}))
    values = [value for value, _ in ticks]
    assert 2 <= len(values) <= 11
    assert start - 1e-9 <= values[0] and values[-1] <= stop + 1e-9 * abs(stop)
    steps_between = np.diff(values)
    np.testing.assert_allclose(steps_between, steps_between[0], rtol=1e-6)
    mantissa = steps_between[0] / 10 ** math.floor(math.log10(steps_between[0]) + 1e-9)
    assert min(abs(mantissa - m) for m in (1, 2, 5)) < 1e-6


# ------------------------------------------------------------------------------------ the bundles


@pytest.mark.parametrize("text", [bundle.page_script()] + [
    bundle.notebook_module(f"figures/{getattr(widgets, n).entry}", getattr(widgets, n).render)
    for n in NAMES
], ids=["page", *NAMES])  # fmt: skip
def test_bundles_are_one_text_that_node_accepts(text):
    assert not re.search(r"^\s*import\b|\bimport\(|^export (?!default \{ render: )", text, re.M)
    kind = "module" if "export default" in text else "commonjs"
    run = subprocess.run(
        [node_executable(), "--check", f"--input-type={kind}", "-"],
        input=text, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", NAMES)
def test_notebook_module_brings_its_render_function(name, tmp_path):
    figure = getattr(widgets, name)
    module = tmp_path / "front.mjs"
    module.write_text(figure._esm, encoding="utf8")
    question = f"const m = await import({module.as_uri()!r}); console.log(typeof m.default.render);"
    run = subprocess.run(
        [node_executable(), "--input-type=module", "-e", question],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert run.stdout.strip() == "function", run.stderr
