"""The numeric core of the live figures in Node: machines are certified, pictures are svmlib's.

Of two classes, of several all at once, the tube and the region; then descent and ascent, kernels,
surfaces, contours, what is seen of them, ticks and numbers.
"""

import math
from fractions import Fraction

import contourpy
import numpy as np
import pytest
from scipy.optimize import nnls

from svmlib import HardMarginSVM, datasets
from svmlib.kernels import RBF, Linear, OrnsteinUhlenbeck, Polynomial
from svmlib.solvers import joint
from svmlib.widgets import DualAscent
from svmlib.widgets.live import points_of
from tests.live_book import FLAT, eight_multipliers
from tests.node_process import LIVE

# all machines against the rest have w = 0: two of the five points are nobody's
TIED = np.array([[0, 0], [1, 1], [0, 1], [1, 0], [0.5, 0.5]]), [0, 0, 1, 1, 2]
close = pytest.approx
LINEAR = {"name": "linear"}
GAP = 1e-8  # what the figures ask the solver for
MOST_STEPS = 600  # and some for each point
Real = np.longdouble
KERNELS = {
    "linear": Linear, "polynomial": Polynomial, "rbf": RBF, "ornstein-uhlenbeck": OrnsteinUhlenbeck,
}  # fmt: skip


def some_kernel(dice, size, *names):
    """One of these kernels, with a parameter that suits points of this size."""
    name = str(dice.choice(names))
    width = float(size * 10 ** dice.uniform(-1, 0.8))
    own = {"polynomial": ("degree", int(dice.integers(1, 6))), "linear": None}
    kind = {"rbf": ("sigma", width), "ornstein-uhlenbeck": ("length", width)}
    return dict([("name", name), *filter(None, [(own | kind)[name]])])


def exact_gram(kernel, X):
    """The kernel between all rows, by its formula and in long double."""
    X = np.asarray(X, Real)
    squares = ((X[:, None] - X) ** 2).sum(axis=-1)
    match kernel["name"]:
        case "linear":
            return X @ X.T
        case "polynomial":
            return (X @ X.T + 1) ** kernel["degree"]
        case "rbf":
            return np.exp(-squares / (2 * Real(kernel["sigma"]) ** 2))
        case "ornstein-uhlenbeck":
            return np.exp(-np.sqrt(squares) / Real(kernel["length"]))


def some_points(dice, n, size):
    """Points (n, 2): far from 0 or not, of any spread, some of them more than once."""
    X = dice.normal(size=(n, 2))
    if dice.random() < 0.2:
        X = np.round(X)
    if dice.random() < 0.2:
        X = X + 5 * dice.normal(size=2)
    return size * X


def carried(multipliers, needed):
    """Which are more than dust; that of a point that is needed always."""
    sizes = np.abs(multipliers)
    return sizes > np.where(needed, 0, 1e-8 * sizes.max())


def solved(kind, situations):
    """The answer of a new machine to each situation, and that of a slow one on its way there."""
    asked = [("solved", {"kind": kind, "situations": [one], "gap": GAP}) for one in situations]
    answers = [answer for (answer,) in LIVE.ask(*asked)]
    for answer in answers:  # whatever is told on the way
        for primal, dual in answer["course"] if answer["certified"] else []:
            assert primal >= answer["dual"] - 1e-9 * abs(answer["dual"])
            assert dual <= answer["primal"] + 1e-9 * abs(answer["primal"])
    return answers


def called(name, *given):
    """What exported functions, as file:name, give for these arguments."""
    calls = [(f"{name.partition(':')[0]}.js", name.partition(":")[2], one) for one in given]
    (found,) = LIVE.ask(("called", calls))
    return found


def float64(values):
    return {"float64": np.ravel(values).tolist()}


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


@pytest.mark.parametrize("size", [1, 1e6])
def test_points_of_no_street_have_a_point_in_both_hulls(size):
    data = [datasets.moons(80), datasets.rings(80), XOR, INSIDE]
    for X, y in separable():  # one point of a class moves into the other
        data.append((np.vstack([X[1:], X[y != y[0]].mean(axis=0)]), np.append(y[1:], y[0])))
    answers = solved("machine", [situation(size * X, y, LINEAR, None) for X, y in data])
    for (X, y), answer in zip(data, answers, strict=True):
        assert answer["done"] and answer["separable"] is False
        common = np.append(np.array(answer["common"]) / size, 10.0)
        for side in (X[y > 0], X[y < 0]):  # a convex combination of each
            assert nnls(np.vstack([side.T, [10.0] * len(side)]), common)[1] < 1e-5 * np.ptp(X)


def some_families(seed, count):
    """Three classes, apart or not, of any unit."""
    dice = np.random.default_rng(seed)
    middles = np.array([[0.0, 0.0], [2.0, 0.5], [0.7, 1.8]])
    for _ in range(count):
        n, size = int(10 ** dice.uniform(0.7, 2)), 10 ** dice.uniform(-1, 2)
        labels = np.append(np.arange(3), dice.integers(0, 3, n - 3))
        X = some_points(dice, n, size) + size * dice.choice([0.5, 1, 3]) * middles[labels]
        yield situation(X, labels, LINEAR, 10 ** dice.uniform(-2, 2))
    yield from (situation(*TIED, LINEAR, C) for C in (0.01, 1, 1e3))
    yield from (situation(FLAT[:, :2], FLAT[:, 2], LINEAR, C) for C in (0.01, 1, 1e3))


@pytest.mark.parametrize("kind", joint.KINDS)
def test_joint_machine_is_certified(kind):
    """Objectives from the multipliers and from W, as the book defines them, in long double."""
    asked = [*some_families(0, 40)]
    for one, answer in zip(asked, solved(kind, asked), strict=True):
        X, labels = np.split(np.array(one["points"]), [2], axis=1)
        labels, C = labels[:, 0].astype(int), one["C"]
        n, own = len(labels), np.eye(3, dtype=bool)[labels]
        alpha, W = np.reshape(answer["alpha"], (n, 3)).astype(Real), np.array(answer["W"], Real)
        assert answer["done"] and answer["certified"] and answer["again"]
        assert answer["steps"] <= MOST_STEPS
        assert (alpha >= 0).all() and (alpha <= C).all()
        if kind == "crammer-singer":
            np.testing.assert_allclose(alpha.sum(axis=1).astype(float), C, rtol=1e-12)
        others = np.where(own, 0, alpha)
        coefficients = own * others.sum(axis=1, keepdims=True) - others
        pulled = coefficients.T @ np.column_stack([X, np.ones(n)])
        assert answer["zero"] == (not W.any())
        scores = np.column_stack([X, np.ones(n)]) @ W.T
        m = np.where(own, 0, scores - scores[own][:, None] + 1)
        h = np.maximum(m, 0).sum(axis=1) if kind == "weston-watkins" else m.max(axis=1)
        expected = [(W**2).sum() / 2 + C * h.sum(), others.sum() - (pulled**2).sum() / 2]
        size = answer["primal"]
        assert [size, answer["dual"]] == close([*map(float, expected)], rel=1e-8), one
        assert answer["gap"] == close(size - answer["dual"], abs=1e-14 * size)
        assert answer["gap"] >= -answer["noise"]
        np.testing.assert_allclose(W.astype(float), pulled.astype(float), atol=3e-4 * size**0.5)


def some_tubes(seed, count):
    """Places and numbers of any size around a curve, or on a line, or level."""
    dice = np.random.default_rng(seed)
    for k in range(count):
        n = int(10 ** dice.uniform(0, 2))
        x, scale = dice.uniform(-3, 3, n), 10 ** dice.uniform(-4, 3)
        y = np.sinc(x) if dice.random() < 0.7 else dice.choice([0, 1]) * x
        x = np.round(x) if dice.random() < 0.3 else x
        y = y + dice.choice([0, 0.1, 1]) * dice.normal(size=n)
        wide, far = 10 ** dice.uniform(-1, 1), dice.choice([0, 0, 30])
        x, y = wide * (x + far), scale * (y + far)
        unit = (np.ptp(y) or 1.0) / 2  # ε and C mean the same for numbers of any size
        yield {
            "points": [[a, b, 1] for a, b in zip(x.tolist(), y.tolist(), strict=True)],
            "kernel": some_kernel(dice, wide, "linear" if k % 4 == 0 else "rbf"),
            "C": unit * 10 ** dice.uniform(-2, 3),
            "epsilon": unit * dice.choice([0, 0, 0.02, 0.1, 0.4, 1, 3]),
            "at": dice.uniform(x.min(), x.max(), 5).tolist(),
        }


def some_regions(seed, count):
    dice = np.random.default_rng(seed)
    for _ in range(count):
        size, n = 10 ** dice.uniform(-1, 2), int(10 ** dice.uniform(0, 2.2))
        X = some_points(dice, n, size)
        yield {
            "points": [[a, b, 1] for a, b in X.tolist()],
            "kernel": {"name": "rbf", "sigma": size * 10 ** dice.uniform(-1, 0.8)},
            "nu": dice.choice([0.005, 0.05, 0.1, 0.3, 0.75, 0.9, 1.0]),
            "at": some_points(dice, 5, size).tolist(),
        }


def test_tube_is_certified_and_tells_its_facts():
    """In long double, with f from its β and b."""
    tubes = [*some_tubes(0, 150)]
    for asked, answer in zip(tubes, solved("tube", tubes), strict=True):
        (x, y), C, epsilon = np.array(asked["points"]).T[:2], asked["C"], asked["epsilon"]
        beta, f = np.array(answer["beta"]), np.array(answer["f"])
        assert answer["done"] and answer["certified"] and answer["again"]
        assert answer["steps"] <= MOST_STEPS + 100 * len(y)
        assert (np.abs(beta) <= C).all() and abs(beta.sum()) <= 1e-12 * np.abs(beta).sum()

        long, n = np.append(x, asked["at"]).astype(Real), len(x)
        K = exact_gram(asked["kernel"], (long - long[:n].mean())[:, None])[:, :n]
        exact = K @ beta + answer["b"]
        if asked["kernel"]["name"] == "linear":  # w·x = w·(x - middle) + w middle, as Σβ = 0
            exact = exact + answer["w"] * long[:n].mean()
        K, exact, elsewhere = K[:n], exact[:n], exact[n:].astype(float)
        half = beta @ K @ beta / 2
        primal = half + C * np.maximum(0, np.abs(y - exact) - epsilon).sum()
        dual = y @ beta - epsilon * np.abs(beta).sum() - half
        size = (np.ptp(y) or 2.0) / 2
        spare = 1e-6 * C * len(y) * size  # what an objective next to 0 is measured by
        # a bias in the units of far points has fewer digits
        told = [answer["primal"], answer["dual"]]
        assert told == close([float(primal), float(dual)], rel=1e-8, abs=1e-6 * spare), asked
        assert 0 <= answer["gap"] <= GAP * max(answer["primal"], 2 * spare)
        assert primal - dual >= -1e-9 * (abs(primal) + spare)

        miss, xi = np.abs(y - f), np.array(answer["xi"])
        doubt = 1e-9 * (size + np.abs(y).max()) + 1e-12 * np.abs(beta).sum()
        np.testing.assert_allclose(f, exact.astype(float), rtol=0, atol=doubt)
        np.testing.assert_allclose(answer["scores"], elsewhere, rtol=0, atol=doubt)
        np.testing.assert_allclose(xi, np.maximum(0, miss - epsilon), rtol=1e-9, atol=2e-6 * size)
        counts = {"support": carried(beta, xi > 0), "bounded": np.abs(beta) == C, "outside": xi > 0}
        assert {name: answer[name] for name in counts} == {k: v.sum() for k, v in counts.items()}
        assert answer["error"] == close(miss.mean(), rel=1e-12)
        # whoever is outside pulls with all its force, and to its own side; nobody inside pulls
        np.testing.assert_array_equal(beta[xi > 0], C * np.sign(y - f)[xi > 0])
        assert (beta[miss < epsilon - 1e-4 * size] == 0).all()


def test_region_is_certified_and_tells_its_facts():
    """ν lies between the share of points outside and that of support vectors."""
    regions = [*some_regions(1, 100)]
    for asked, answer in zip(regions, solved("novelty", regions), strict=True):
        X = np.array(asked["points"], Real)[:, :2]
        alpha, rho = np.array(answer["alpha"], Real), answer["rho"]
        f, total = np.array(answer["f"]), asked["nu"] * len(X)
        assert answer["done"] and answer["certified"] and answer["again"]
        assert (alpha >= 0).all() and (alpha <= 1).all()
        assert [float(alpha.sum()), answer["mass"]] == close([total] * 2, rel=1e-12)
        everywhere = exact_gram(asked["kernel"], np.vstack([X, asked["at"]]))[:, : len(X)] @ alpha
        scores, elsewhere = np.split(everywhere, [len(X)])
        half = alpha @ scores / 2
        primal = half + np.maximum(0, rho - scores).sum() - total * rho
        assert answer["primal"] == close(float(primal), rel=1e-9)
        assert answer["dual"] == close(float(-half), rel=1e-12)
        assert 0 <= answer["gap"] <= GAP * half and primal + half <= 2 * GAP * half
        exact, doubt = (scores - rho).astype(float), 1e-10 * (1 + rho)
        np.testing.assert_allclose(f, exact, rtol=0, atol=doubt)
        np.testing.assert_allclose(
            answer["scores"], (elsewhere - rho).astype(float), rtol=0, atol=doubt
        )

        assert answer["outside"] <= total + 1e-9 and total <= answer["support"] + 1e-9
        sides, edge = np.array(answer["sides"]), 3e-6 * (abs(rho) + total)
        counts = {"support": carried(alpha, sides < 0), "bounded": alpha == 1, "outside": sides < 0}
        assert {name: answer[name] for name in counts} == {k: v.sum() for k, v in counts.items()}
        assert (alpha[sides < 0] == 1).all() and (alpha[sides > 0] == 0).all()
        assert (f[sides < 0] < 0).all() and (f[sides > 0] > 0).all()
        assert (np.abs(f[sides == 0]) <= edge).all()


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_is_that_of_svmlib(name):
    """In a Gram matrix, in one whose point has moved, and in a surface."""
    dice = np.random.default_rng(0)
    box, width, height = [-1.5, 2.0, -1.0, 2.5], 20, 15
    x = box[0] + (np.arange(width) + 0.5) * (box[1] - box[0]) / width
    y = box[3] - (np.arange(height) + 0.5) * (box[3] - box[2]) / height
    grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    for _ in range(8):
        kernel, X, weights = (
            some_kernel(dice, 1, name),
            some_points(dice, 20, 1),
            dice.normal(size=20),
        )
        moved = {"kernel": kernel, "points": points_of(X, np.ones(20)), "i": 7, "to": [1.2, -0.7]}
        how = [kernel, float64(X), weights.tolist(), 0.25, box, width, height]
        answers = (
            *called("core/kernels:gram", [kernel, float64(X)]),
            *LIVE.ask(("movedGram", moved)),
            *called("core/surface:surface", how),
        )
        k = KERNELS[name](*[*kernel.values()][1:])
        moved = np.vstack([X[:7], [1.2, -0.7], X[8:]])
        expected = k(X, X), k(moved, moved), k(grid, X) @ weights + 0.25
        for values, right in zip(answers, expected, strict=True):
            size = np.abs(right).max()
            np.testing.assert_allclose(values, right.ravel(), rtol=1e-10, atol=1e-12 * size)


def test_a_polynomial_machine_is_drawn_by_its_terms():
    terms, box = [[0, 0, 0.25], [1, 2, -3.0], [4, 0, 0.5], [0, 3, 2.0]], [-1, 2, 0, 3]
    (f,) = called("core/surface:scoresOver", [{"terms": terms, "zero": False}, box, 7, 5])
    x, y = np.meshgrid(-1 + 3 * (np.arange(7) + 0.5) / 7, 3 - 3 * (np.arange(5) + 0.5) / 5)
    np.testing.assert_allclose(f, (0.25 - 3 * x * y**2 + x**4 / 2 + 2 * y**3).ravel())


def contours(*landscapes):
    """The lines of each (f, level)."""
    given = [(float64(f), f.shape[1], len(f), level) for f, level in landscapes]
    return called("core/surface:contours", *given)


def test_contours_are_those_of_contourpy():
    """The same lines, whole: as many, with the same corners; of smooth random landscapes."""
    dice = np.random.default_rng(0)
    x, y = np.meshgrid(np.linspace(0, 1, 33), np.linspace(0, 1, 24))
    fields = [
        sum(a * np.sin(8 * (b * x + c * y) + 6 * d) for a, b, c, d in dice.normal(size=(10, 4)))
        for _ in range(5)
    ]
    asked = [(f, level) for f in fields for level in np.quantile(f, [0.1, 0.5, 0.9]).tolist()]
    for (f, level), lines in zip(asked, contours(*asked), strict=True):
        expected = contourpy.contour_generator(z=f).lines(level)
        assert len(lines) == len(expected) > 0
        corners = (np.unique(np.vstack(some).round(9), axis=0) for some in (lines, expected))
        np.testing.assert_allclose(*corners, atol=1e-8)


def test_contours_of_a_saddle_and_of_nothing():
    """The mean of the corners says which of them are joined: lines cut off the losing sign."""
    saddle = np.array([[1.0, -1.0], [-1.0, 1.0]])
    up, down, none = contours((saddle + 0.5, 0), (saddle - 0.5, 0), (np.ones((3, 4)), 2))
    assert len(up) == len(down) == 2 and none == []
    for lines, corner in ((up, [1, 0]), (down, [0, 0])):
        assert min(np.abs(np.array(line) - corner).sum(axis=1).max() for line in lines) < 1


def test_numbers_are_shown_for_people():
    shown = {
        0: "0", 0.25: "0.25", 1234.5678: "1235", -3: "−3", 99999: "100000",
        1e-5: "1 × 10⁻⁵", -2.5e-4: "−2.5 × 10⁻⁴", 123456: "1.23 × 10⁵", "Infinity": "∞",
    }  # fmt: skip
    assert called("core/words:show", *[[v] for v in shown]) == list(shown.values())


def test_ticks_are_round_and_inside():
    dice = np.random.default_rng(0)
    ends = [(a, a + 10 ** dice.uniform(-3, 4)) for a in dice.normal(scale=10, size=50)]
    told = called("ui/plot:ticks", *[(start, stop, 5) for start, stop in ends])
    for (start, stop), ticks in zip(ends, told, strict=True):
        values = [value for value, _ in ticks]
        assert 2 <= len(values) <= 11
        assert start - 1e-9 <= values[0] and values[-1] <= stop + 1e-9 * abs(stop)
        steps = np.diff(values)
        np.testing.assert_allclose(steps, steps[0], rtol=1e-6)
        mantissa = steps[0] / 10 ** math.floor(math.log10(steps[0]) + 1e-9)
        assert min(abs(mantissa - m) for m in (1, 2, 5)) < 1e-6


def test_random_batches_are_the_same_steps_in_numpy():
    dice, lam, eta, batch, seed = np.random.default_rng(3), 0.1, 0.5, 4, 3
    X, y = dice.normal(size=(70, 2)), np.where(dice.normal(size=70) > 0, 1.0, -1.0)
    how = {"points": points_of(X, y), "lam": lam, "schedule": "root", "eta": eta, "batch": batch,
           "start": [0, 1], "seed": seed, "steps": 200}  # fmt: skip
    path, draws = LIVE.ask(("walk", how), ("draws", [seed, 200 * batch]))
    w, expected = np.array([0.0, 1.0]), [[0.0, 1.0]]
    for t, chosen in enumerate((np.reshape(draws, (200, batch)) * 70).astype(int), start=1):
        inside = [i for i in chosen if y[i] * (X[i] @ w) < 1]
        slope = lam * w - (y[inside, None] * X[inside]).sum(axis=0) / batch
        w = w - eta / t**0.5 * slope
        expected.append(w)
    np.testing.assert_allclose(path, expected, rtol=1e-9, atol=1e-9)


def climbed(widget, **how):
    how = {"C": widget.C, "method": widget.method, "order": widget.order, **how}
    return LIVE.ask(("climb", {"points": widget.points, **how}))[0]


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e6])
@pytest.mark.parametrize("method", ["pairs", "coordinate"])
def test_the_gap_is_that_of_these_multipliers(method, scale):
    """P and D with exact fractions from the α that the figure has; paper shows the same step."""
    X, y = datasets.moons(30)
    widget = DualAscent(scale * X, y, C=1.0, method=method, steps=60)
    states = climbed(widget, steps=61)
    ends = [line.get_ydata()[-1] for line in widget.picture().axes[2].lines]
    assert ends == close([states[60][what] for what in ("primal", "dual")], 1e-4)
    exact, ridge = np.vectorize(Fraction, otypes=[object]), method == "coordinate"
    X, y = np.split(exact(widget.points), [2], axis=1)
    for state in states[::7]:
        alpha = exact(state["alpha"])
        beta = alpha * y[:, 0]
        w = beta @ X
        b = beta.sum() if ridge else Fraction(state["b"])
        square = w @ w + (b**2 if ridge else 0)
        hinges = np.maximum(0, 1 - y[:, 0] * (X @ w + b))
        gap = square + hinges.sum() - alpha.sum()
        assert abs(float(gap - Fraction(state["gap"]))) <= state["noise"]
        assert state["noise"] <= 1e-9 * max(1, state["primal"])
        assert gap >= 0 or not ridge


def test_a_shuffled_order_is_the_same_machine():
    widget = eight_multipliers()
    states = climbed(widget, steps=401, order="shuffled")
    assert states[400]["dual"] == close(widget.fit().dual[-1], rel=1e-6)
    rounds = [[s["touched"][0] for s in states[k : k + 8]] for k in range(1, 400, 8)]
    assert all(sorted(r) == list(range(8)) for r in rounds) and len({str(r) for r in rounds}) > 30


def test_what_is_seen_on_the_ground_is_there():
    dice = np.random.default_rng(0)
    for turn, tilt in ((0, 90), (-30, 35), (170, 10)):
        places = dice.normal(size=(9, 3))
        seen = called("core/camera:seenFrom", *[(p, turn, tilt) for p in places.tolist()])
        lengths = np.linalg.norm(places, axis=1)
        np.testing.assert_allclose(np.linalg.norm(seen, axis=1), lengths)  # nothing is bent
        feet = np.column_stack([places[:, :2], np.zeros(9)]).tolist()
        seen = called("core/camera:seenFrom", *[(foot, turn, tilt) for foot in feet])
        ground = called("core/camera:groundAt", *[(s[:2], turn, tilt) for s in seen])
        np.testing.assert_allclose(ground, places[:, :2], atol=1e-12)
    (above,) = called("core/camera:seenFrom", ([1, 2, 3], 0, 90))
    np.testing.assert_allclose(above[:2], [1, 2])  # from above all is as on the flat


def area(corners):
    if len(corners) < 3:
        return 0
    x, y, _ = np.array(corners).T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_faces_part_at_the_water_and_bear_the_levels():
    z = np.random.default_rng(1).normal(size=(7, 9)).round(2)
    asked = {"z": z.ravel().tolist(), "width": 9, "height": 7, "levels": [-1, 0, 1], "rise": 1}
    (faces,) = LIVE.ask(("faces", asked))
    whole = [area(face["above"]) + area(face["below"]) for face in faces]
    assert sum(whole) == close(8 * 6)
    saddles = len(faces) - 8 * 6  # in two halves
    assert sum(size == close(0.5) for size in whole) == 2 * saddles > 0
    for face in faces:
        assert all(z >= 0 for *_, z in face["above"]) and all(z <= 0 for *_, z in face["below"])
        assert all(end[2] == level for level, *ends in face["lines"] for end in ends)
        assert 0 <= face["light"] <= 1
    shores = sum(area(face["above"]) * area(face["below"]) > 0 for face in faces)
    assert shores == sum(any(line[0] == 0 for line in face["lines"]) for face in faces) > 10
    (flat,) = LIVE.ask(("faces", {**asked, "z": [0.5] * 63}))
    assert all(face["light"] == close(0.82) for face in flat)


def test_a_view_keeps_its_place_and_stays_in_the_window():
    whole, place = [-2.0, 3.0, 10.0, 12.0], [1.2, 10.3]
    view, boxes = None, [whole]
    for factor in np.random.default_rng(3).uniform(0.3, 3, size=30):
        (view,) = called("core/view:nearer", (whole, view, factor, place))
        boxes.append(called("core/view:boxOf", (whole, view))[0] if view else whole)
    boxes = np.array(boxes)
    sizes = boxes[:, 1::2] - boxes[:, ::2]
    np.testing.assert_allclose(sizes[:, 0] / sizes[:, 1], 2.5)
    assert (sizes[:, 0] >= 5 / 40 - 1e-9).all() and (sizes[:, 0] <= 10 + 1e-9).all()
    shares = (np.array(place) - boxes[:, ::2]) / sizes
    middles = (boxes[:, ::2] + boxes[:, 1::2]) / 2
    inside = ((middles > [-2 + 1e-9, 10 + 1e-9]) & (middles < [3 - 1e-9, 12 - 1e-9])).all(1)
    still = inside[1:] & inside[:-1]
    assert still.sum() > 15
    np.testing.assert_allclose(shares[1:][still], shares[:-1][still])
    (near,) = called("core/view:nearer", (whole, None, 2, place))
    (away,) = called("core/view:aside", (whole, near, [99, -0.1]))
    assert away["x"] == 3 and away["y"] == close(10.65 - 0.1)
    # all of it again, not nearly all
    assert called("core/view:nearer", (whole, near, 0.5, place)) == [None]


def test_on_the_way_all_moves_that_can():
    kinds = {"C": "number", "n": "number", "line": "places", "at": "cell", "kernel": "choice",
             "points": "points"}  # fmt: skip
    specs = {name: {"kind": kind} for name, kind in kinds.items()}
    specs["C"]["log"] = specs["n"]["whole"] = True
    start = {"C": 1, "n": 1, "line": [[0, 0], [1, 1]], "at": [0, 9], "kernel": "linear",
             "points": [[0, 0, 1], [2, 2, -1]]}  # fmt: skip
    end = {"C": 100, "n": 4, "line": [[2, 0], [1, 3]], "at": [3, 9], "kernel": "rbf",
           "points": [[0, 1, 1], [4, 2, -1]]}  # fmt: skip
    half = {"C": 10, "n": 3, "line": [[1, 0], [1, 2]], "at": [2, 9], "kernel": "rbf",
            "points": [[0, 0.5, 1], [3, 2, -1]]}  # fmt: skip
    one = start | {"points": [[0, 0, 1]]}  # no way leads from one point to two
    ways = [*((start, end, share, specs) for share in (0, 0.5, 1)), (one, end, 0.5, specs)]
    *found, jump = called("ui/glide:stateBetween", *ways)
    assert found == [start | {"kernel": "rbf"}, half, end] and jump["points"] == end["points"]


def test_a_grid_goes_with_the_time_of_the_last_picture():
    """As fine as 12 ms allow, and never finer than whole or coarser than a quarter."""
    for milliseconds, wanted in ((1, 1), (30, 0.4**0.5), (48, 0.5), (5000, 0.25)):
        for share in (1, 0.25):
            for _ in range(8):
                (share,) = called("ui/landscape:pacedShare", (share, milliseconds * share**2))
            assert share == close(wanted, rel=1e-2)
