"""Several classes at once in Node: certified, as the book defines them."""

import numpy as np
import pytest

from svmlib.solvers import joint
from svmlib.widgets.live import points_of
from tests.live_core import (
    MOST_STEPS,
    Real,
    exact_gram,
    solved,
    some_kernel,
    some_points,
)

close = pytest.approx
SQUARE = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0], [0.5, 0.5]]), np.array([0, 0, 1, 1, 2])
# two machines against the rest have w = 0 there
NINE = (
    np.array([[0, 0], [1, 0.9], [0, 1.1], [1.2, 0], [0.6, 0.5], [0.4, 0.7], [0.3, 0.2], [0.8, 0.7],
              [0.9, 0.4]]),
    np.array([0, 0, 1, 1, 2, 2, 1, 0, 2]),
)  # fmt: skip
LINEAR = {"name": "linear"}


def situation(X, labels, kernel, C, **how):
    return {"points": points_of(X, labels), "kernel": kernel, "C": C, **how}


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
    yield from (situation(*SQUARE, LINEAR, C) for C in (0.01, 1, 1e3))
    yield from (situation(*NINE, LINEAR, C) for C in (0.01, 1, 1e3))
    X, labels = NINE
    yield situation(X, labels, {"name": "polynomial", "degree": 3}, 1.0)


def data_of(asked):
    data = np.array(asked["points"])
    return data[:, :2], data[:, 2].astype(int)


@pytest.mark.parametrize("kind", joint.KINDS)
def test_joint_machine_is_certified(kind):
    """Objectives from the multipliers and from W, as the book defines them, in long double."""
    asked = [*some_families(0, 40)]
    for one, answer in zip(asked, solved("joint", asked, kind=kind), strict=True):
        (X, labels), C = data_of(one), one["C"]
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
