"""The machines of the live figures in Node: of two classes, and of several all at once."""

import math

import numpy as np
import pytest
from scipy.optimize import nnls

from svmlib import HardMarginSVM, datasets
from svmlib.solvers import joint
from svmlib.widgets.live import points_of
from tests.live_core import (
    GAP,
    MOST_STEPS,
    Real,
    carried,
    exact_gram,
    solved,
    some_kernel,
    some_points,
)
from tests.test_live_three_classes import FLAT
from tests.test_live_told import TIED

close = pytest.approx
LINEAR = {"name": "linear"}


def situation(X, y, kernel, C, **how):
    return {"points": points_of(X, y), "kernel": kernel, "C": C, **how}


def some_problems(seed, count, most=200):
    """Random problems: separable or not, of any unit, with weights or without."""
    dice = np.random.default_rng(seed)
    for k in range(count):
        n = int(10 ** dice.uniform(0.6, math.log10(most)))
        name = ("linear", "rbf", "ornstein-uhlenbeck", "polynomial")[k % 4]
        # powers of larger numbers: nobody could tell who is right
        size = 10 ** (dice.uniform(-1, -0.3) if name == "polynomial" else dice.uniform(-3, 3))
        kernel = some_kernel(dice, size, name)
        y = np.where(dice.random(n) < dice.uniform(0.2, 0.8), 1.0, -1.0)
        y[:2] = 1, -1
        X = some_points(dice, n, size)
        X[:, 0] += size * dice.choice([0, 0.5, 1, 3]) * y
        weights = {"plus": dice.uniform(0.2, 5), "minus": dice.uniform(0.2, 5)} if k % 3 else {}
        C = 10 ** dice.uniform(-2, 3)
        yield situation(X, y, kernel, C, weights=weights, at=some_points(dice, 5, size).tolist())


def data_of(asked):
    """X, y and the bounds of the multipliers of a situation."""
    data, weights = np.array(asked["points"]), asked.get("weights", {})
    X, y = data[:, :2], data[:, 2]
    weight = np.where(y > 0, weights.get("plus", 1.0), weights.get("minus", 1.0))
    return X, y, asked["C"] * weight


def scores_of(asked, answer):
    """f and ½ ‖w‖² of what the answer says, and ½ ‖w‖² of its multipliers, in long double."""
    X, y, _ = data_of(asked)
    K, beta = exact_gram(asked["kernel"], X), np.array(answer["alpha"], Real) * y
    f = K @ beta + answer["b"]
    K -= K.mean(axis=0)  # as Σβ = 0; else large kernel values blow up what rounding leaves of it
    own = half = beta @ (K - K.mean(axis=1, keepdims=True)) @ beta / 2
    if answer["w"] is not None:
        w, middle = np.array(answer["w"], Real), X.astype(Real).mean(axis=0)
        f, half = (X - middle) @ w + (w @ middle + answer["b"]), w @ w / 2
    if answer["terms"] is not None:
        x1, x2 = X.astype(Real).T
        f, half, degree = Real(answer["b"]), Real(0), asked["kernel"]["degree"]
        for p, q, c in answer["terms"][1:]:
            f = f + Real(c) * x1**p * x2**q
            # over the factor of (x1 u1)^p (x2 u2)^q in (x·u + 1)^degree
            half += Real(c) ** 2 / (math.comb(degree, p) * math.comb(degree - p, q)) / 2
    return f, half, own


def test_certificate_is_true_and_facts_are_those_of_the_solution():
    """Recomputed with more digits; the gap is what it says up to the rounding that it admits."""
    problems = [*some_problems(2, 150), *some_problems(1, 4, most=500)]
    answers = solved("machine", problems)
    for asked, answer in zip(problems, answers, strict=True):
        X, y, C = data_of(asked)
        alpha = np.array(answer["alpha"])
        assert answer["done"] and answer["certified"] and answer["again"]
        assert answer["steps"] <= MOST_STEPS + 10 * len(y)
        assert answer["C"] == close(C) and (alpha >= 0).all() and (alpha <= C).all()
        assert abs(alpha @ y) <= 1e-12 * alpha.sum()
        f, half, own = scores_of(asked, answer)
        primal, dual = half + C @ np.maximum(0, 1 - y * f), alpha.astype(Real).sum() - own
        told = [answer["primal"], answer["dual"]]
        assert told == close([float(primal), float(dual)], rel=1e-9), asked
        assert answer["gap"] == close(told[0] - told[1], abs=1e-15 * told[0])
        assert answer["relative"] == close(abs(answer["gap"]) / told[0])
        assert answer["relative"] <= GAP
        # a bias told in the units of points far from 0 has fewer digits than the solver's
        spare = 4e-16 * C.sum() * (1 + abs(answer["b"]) + np.abs(answer["f"]).max())
        for p, q, c in answer["terms"] or []:
            spare += 4e-16 * C @ (abs(c) * np.abs(X[:, 0]) ** p * np.abs(X[:, 1]) ** q)
        assert abs(answer["gap"] - float(primal - dual)) <= answer["noise"] + spare
        # below rounding it may be negative, and is not shown as 0
        assert answer["gap"] >= -answer["noise"]

        told_f, xi, (low, high) = np.array(answer["f"]), np.array(answer["xi"]), answer["interval"]
        np.testing.assert_allclose(told_f, f.astype(float), rtol=0, atol=1e-6)
        assert xi == close(np.maximum(0, 1 - y * told_f))
        real = carried(alpha, y * told_f < 1 - 1e-9)
        counts = {"errors": y * told_f <= 0, "support": real, "bounded": alpha == C}
        assert {name: answer[name] for name in counts} == {k: v.sum() for k, v in counts.items()}
        expected = [xi.sum(), C @ xi, 2 * (answer["primal"] - answer["cost"])]
        told = [answer["slack"], answer["cost"], answer["norm"] ** 2]
        assert told == close(expected, rel=1e-9, abs=1e-12 * answer["primal"])
        spare = 1e-6 * (1 + abs(low))
        assert low - spare <= answer["b"] <= high + spare
    gaps = [answer["gap"] for answer in answers]
    assert min(gaps) < 0 < max(gaps)


def test_work_is_bounded_even_where_rounding_forbids_an_answer():
    """Polynomials of degree 8: what is reached is told honestly."""
    dice = np.random.default_rng(12)
    points = [size * dice.normal(size=(60, 2)) for size in (1, 1, 30)]
    kernel, y = {"name": "polynomial", "degree": 8}, np.where(np.arange(60) % 2, 1.0, -1.0)
    for answer in solved("machine", [situation(X, y, kernel, 1e3) for X in points]):
        assert answer["done"] and answer["steps"] <= MOST_STEPS
        assert answer["certified"] == (answer["relative"] <= 100 * GAP)
        assert np.isfinite([answer["primal"], answer["dual"], answer["noise"]]).all()
        assert -answer["noise"] <= answer["gap"]


# ------------------------------------------------------------------------------- no street at all

XOR = (np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1.0, 1, -1, -1]))
INSIDE = np.vstack([(XOR[0] + 1) / 2, [0.5, 0.5]]), np.array([-1.0, -1, -1, -1, 1])
BALANCED = {
    "xor": XOR,
    "xor elsewhere": (XOR[0] * 300 + [5000, -700], XOR[1]),
    "both labels everywhere": (
        np.repeat(np.random.default_rng(15).normal(size=(20, 2)), 2, axis=0), np.tile([1.0, -1], 20)
    ),
    "inside": INSIDE,
}  # fmt: skip


@pytest.mark.parametrize("name", BALANCED)
def test_w_of_nothing_but_rounding_is_called_zero(name):
    X, y = BALANCED[name]
    Cs, at = (1e-2, 1.0, 106.0, 1e3), [[0.1, 0.7]]
    asked = [situation(X, y, LINEAR, C, at=at) for C in Cs]
    for C, answer in zip(Cs, solved("machine", asked), strict=True):
        assert answer["zero"] and answer["certified"] and abs(answer["gap"]) <= answer["noise"]
        assert answer["norm"] == 0 and answer["w"] == [0, 0]
        assert {*answer["f"], *answer["scores"]} == {answer["b"]}
        fewer, majority = min((y > 0).sum(), (y < 0).sum()), np.sign(y.sum())
        assert answer["primal"] == close(2 * C * fewer, rel=1e-12)
        assert answer["interval"] == ([majority] * 2 if majority else [-1, 1])


def separable():
    for seed in range(8):
        yield datasets.blobs(30, centers=((-3, -2), (2.5, 3)), spread=0.9, seed=seed)
    yield datasets.iris_setosa(features=2, raise_straggler=True)
    yield datasets.iris_setosa(every=4, features=2)


@pytest.mark.parametrize("size, centre", [(1e-6, 0), (1, 0), (200, 0), (1e6, 3e6), (1e9, 0)])
def test_hard_margin_is_that_of_svmlib(size, centre):
    """Also by a C so large that it is soft in name only; no street is too small or too large."""
    data = [(size * X + centre, y) for X, y in separable()]
    for C in (None, 1e6 / size**2):
        asked = [situation(X, y, LINEAR, C) for X, y in data]
        for (X, y), answer in zip(data, solved("machine", asked), strict=True):
            machine = HardMarginSVM().fit(X, y)
            assert answer["separable"] and answer["certified"] and not answer["zero"]
            np.testing.assert_allclose(answer["w"], machine.coef_[0], rtol=1e-7)
            assert answer["primal"] == close(machine.primal_, rel=1e-7)
            assert (y * np.array(answer["f"])).min() >= 1 - 1e-8
            if C is None:
                assert answer["cost"] == 0 and answer["C"] == [math.inf] * len(y)


@pytest.mark.parametrize("size, C", [(1e-7, 1e-2), (1.0, 1e-15)])
def test_small_w_of_a_small_C_is_not_zero(size, C):
    """All multipliers are C, w = C Σ y x: small, and known to the last digit."""
    X, y = size * np.array([[-1, 0.3], [-2, -1], [1, 0.1], [3, 2]]), np.array([-1.0, -1, 1, 1])
    (answer,) = solved("machine", [situation(X, y, LINEAR, C)])
    assert not answer["zero"] and answer["certified"] and answer["bounded"] == 4
    np.testing.assert_allclose(answer["w"], C * (y @ X), rtol=1e-12)


def outside(point, X):
    """How far a point is from being a convex combination of the rows of X."""
    return nnls(np.vstack([X.T, np.full(len(X), 10.0)]), np.append(point, 10.0))[1]


@pytest.mark.parametrize("size", [1, 1e6])
def test_points_of_no_street_have_a_point_in_both_hulls(size):
    data = [datasets.moons(80), datasets.rings(80), XOR, INSIDE]
    for X, y in separable():  # one point of a class moves into the other
        data.append((np.vstack([X[1:], X[y != y[0]].mean(axis=0)]), np.append(y[1:], y[0])))
    answers = solved("machine", [situation(size * X, y, LINEAR, None) for X, y in data])
    for (X, y), answer in zip(data, answers, strict=True):
        assert answer["done"] and answer["separable"] is False
        for side in (y > 0, y < 0):
            assert outside(np.array(answer["common"]) / size, X[side]) < 1e-5 * np.ptp(X)


# ------------------------------------------------------------------------------- several classes


def some_families(seed, count):
    """Three classes, apart or not, of any unit."""
    dice = np.random.default_rng(seed)
    middles = np.array([[0.0, 0.0], [2.0, 0.5], [0.7, 1.8]])
    for _ in range(count):
        n, size = int(10 ** dice.uniform(0.7, 2)), 10 ** dice.uniform(-1, 2)
        labels = np.append(np.arange(3), dice.integers(0, 3, n - 3))
        X = some_points(dice, n, size) + size * dice.choice([0.5, 1, 3]) * middles[labels]
        kernel = some_kernel(dice, size, "linear", "linear", "rbf")
        yield situation(X, labels, kernel, 10 ** dice.uniform(-2, 2))
    yield from (situation(*TIED, LINEAR, C) for C in (0.01, 1, 1e3))
    yield from (situation(FLAT[:, :2], FLAT[:, 2], LINEAR, C) for C in (0.01, 1, 1e3))
    yield situation(FLAT[:, :2], FLAT[:, 2], {"name": "polynomial", "degree": 3}, 1.0)


@pytest.mark.parametrize("kind", joint.KINDS)
def test_joint_machine_is_certified(kind):
    """Objectives from the multipliers and from W, as the book defines them, in long double."""
    asked = [*some_families(0, 40)]
    for one, answer in zip(asked, solved("joint", asked, kind=kind), strict=True):
        X, labels = np.split(np.array(one["points"]), [2], axis=1)
        labels, C = labels[:, 0].astype(int), one["C"]
        n, own = len(labels), np.eye(3, dtype=bool)[labels]
        alpha, f = np.reshape(answer["alpha"], (n, 3)).astype(Real), np.array(answer["f"], Real)
        assert answer["done"] and answer["certified"] and answer["again"]
        assert answer["steps"] <= MOST_STEPS
        assert (alpha >= 0).all() and (alpha <= C).all()
        if kind == "crammer-singer":
            np.testing.assert_allclose(alpha.sum(axis=1).astype(float), C, rtol=1e-12)
        others = np.where(own, 0, alpha)
        coefficients = own * others.sum(axis=1, keepdims=True) - others
        told = np.array(answer["coefficients"]).T
        np.testing.assert_allclose(told, coefficients.astype(float), rtol=0, atol=1e-12 * C)

        scores = (exact_gram(one["kernel"], X) + 1) @ coefficients
        quadratic = (coefficients * scores).sum()
        if answer["W"] is not None:
            scores = np.column_stack([X, np.ones(n)]).astype(Real) @ np.array(answer["W"]).T
        half = (np.array(answer["W"]) ** 2).sum() if answer["W"] is not None else quadratic
        half = 0 if answer["zero"] else half / 2
        m = np.where(own, 0, f - f[own][:, None] + 1)
        h = np.maximum(m, 0).sum(axis=1) if kind == "weston-watkins" else m.max(axis=1)
        assert answer["h"] == close(h.astype(float), abs=1e-9)
        expected = [half + C * h.sum(), others.sum() - quadratic / 2]
        size = answer["primal"]
        assert [size, answer["dual"]] == close([*map(float, expected)], rel=1e-8), one
        assert answer["norm"] ** 2 / 2 == close(float(half), rel=1e-6)
        assert answer["gap"] == close(size - answer["dual"], abs=1e-14 * size)
        assert answer["gap"] >= -answer["noise"]
        if not answer["zero"]:
            size = float(1 + np.abs(scores).max())
            np.testing.assert_allclose(f.astype(float), scores.astype(float), atol=1e-5 * size)
