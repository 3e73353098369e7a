"""The tube and the region of the live figures in Node: certified; and all machines on the move."""

import numpy as np
import pytest

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

close = pytest.approx


def some_curve(dice, n):
    """Places and numbers of any size around a curve, or on a line, or level."""
    x, scale = dice.uniform(-3, 3, n), 10 ** dice.uniform(-4, 3)
    y = np.sinc(x) if dice.random() < 0.7 else dice.choice([0, 1]) * x
    x = np.round(x) if dice.random() < 0.3 else x
    y = y + dice.choice([0, 0.1, 1]) * dice.normal(size=n)
    wide, far = 10 ** dice.uniform(-1, 1), dice.choice([0, 0, 30])
    return wide * (x + far), scale * (y + far), wide


def some_tubes(seed, count):
    dice = np.random.default_rng(seed)
    for k in range(count):
        x, y, wide = some_curve(dice, int(10 ** dice.uniform(0, 2)))
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
