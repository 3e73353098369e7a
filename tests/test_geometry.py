"""Margins, distances, projections and the perceptron, against exact values and as properties."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from svmlib import datasets, geometry

WIDEST = np.array([10 / 3, -5.0]), -2.0  # the widest street of every fourth iris, in fractions
numbers = st.floats(-50, 50, allow_nan=False).map(lambda v: round(v, 6))


@st.composite
def planes_and_points(draw):
    d, n = draw(st.integers(1, 5)), draw(st.integers(1, 8))
    w = draw(arrays(float, d, elements=numbers).filter(lambda w: np.abs(w).max() > 1e-3))
    X = draw(arrays(float, (n, d), elements=numbers))
    y = np.where(draw(arrays(bool, n)), 1.0, -1.0)
    return w, draw(numbers), X, y


def iris():
    return datasets.iris_setosa(every=4, features=2)


def test_exact_margin_of_iris():
    X, y = iris()
    assert geometry.margin(*WIDEST, X, y) == pytest.approx(np.sqrt(1 / (100 / 9 + 25)), rel=1e-14)
    touching = np.isclose(geometry.functional_margin(*WIDEST, X, y), 1, rtol=0, atol=1e-12)
    assert touching.sum() == 3
    X, y = datasets.iris_setosa(features=2, setosa=1, raise_straggler=True)
    assert geometry.margin((-5, 5), 11, X, y) == pytest.approx(1 / np.sqrt(50), rel=1e-13)


def test_distance_to_a_line_by_hand():
    # 3 x + 4 y - 5 = 0 from the origin: |-5| / 5
    np.testing.assert_allclose(geometry.signed_distance([3, 4], -5, [[0, 0], [3, 4]]), [-1, 4])
    np.testing.assert_allclose(geometry.project([3, 4], -5, [[0, 0]]), [[0.6, 0.8]])


@given(planes_and_points(), st.floats(1e-6, 1e6))
def test_only_the_functional_margin_knows_the_scale(case, c):
    w, b, X, y = case
    big = 1e-9 * (np.abs(X).max() + 1) * (np.abs(w).max() + 1)
    np.testing.assert_allclose(
        geometry.geometric_margin(c * w, c * b, X, y),
        geometry.geometric_margin(w, b, X, y),
        rtol=1e-9,
        atol=big / np.linalg.norm(w),
    )
    np.testing.assert_allclose(
        geometry.functional_margin(c * w, c * b, X, y),
        c * geometry.functional_margin(w, b, X, y),
        rtol=1e-9,
        atol=c * big,
    )


@given(planes_and_points())
def test_projections_lie_on_the_plane_and_are_the_nearest_points(case):
    w, b, X, y = case
    foot = geometry.project(w, b, X)
    size = np.abs(X).max() + np.abs(b) / np.linalg.norm(w) + 1
    np.testing.assert_allclose(geometry.signed_distance(w, b, foot), 0, atol=1e-12 * size)
    np.testing.assert_allclose(
        np.linalg.norm(X - foot, axis=1),
        np.abs(geometry.signed_distance(w, b, X)),
        atol=1e-12 * size,
    )
    # any other point of the plane is farther: X - foot is perpendicular to the plane
    across = np.linalg.norm(X - foot, axis=1) * np.linalg.norm(w)
    np.testing.assert_allclose(
        np.abs((X - foot) @ w), across, atol=1e-11 * size * (across + 1).max()
    )
    assert geometry.margin(w, b, X, y) == geometry.geometric_margin(w, b, X, y).min()


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e200, 1e300])
def test_tiny_and_huge_normals_neither_vanish_nor_overflow(scale):
    X, y = iris()
    w, b = WIDEST
    assert geometry.margin(scale * w, scale * b, X, y) == pytest.approx(0.16641005886756874)
    np.testing.assert_allclose(
        geometry.project(scale * w, scale * b, X), geometry.project(w, b, X), rtol=1e-12
    )


def test_a_fitted_models_shapes_and_other_containers_are_accepted():
    import pandas as pd

    X, y = iris()
    expected = geometry.functional_margin(*WIDEST, X, y)
    w, b = WIDEST
    for variant in (X.tolist(), pd.DataFrame(X), np.asfortranarray(X)):
        result = geometry.functional_margin(w[None, :], np.array([b]), variant, y.astype(int))
        np.testing.assert_array_equal(result, expected)
    single = geometry.functional_margin(w, b, X.astype(np.float32), pd.Series(y.astype(np.int8)))
    np.testing.assert_allclose(single, expected, rtol=1e-5)


def test_inputs_are_never_changed():
    X, y = iris()
    w, b = WIDEST
    before = X.copy(), y.copy(), w.copy()
    geometry.project(w, b, X)
    geometry.perceptron(X, y)
    geometry.novikoff_bound(X, y, w, b)
    for kept, now in zip(before, (X, y, w), strict=True):
        np.testing.assert_array_equal(kept, now)


@pytest.mark.parametrize("seed", [None, 0, 1, 2])
def test_perceptron_separates_within_novikoffs_bound(seed):
    X, y = iris()
    found = geometry.perceptron(X, y, seed=seed)
    assert found.converged and geometry.margin(found.w, found.b, X, y) > 0
    assert found.n_updates == len(found.history) > 0
    assert found.n_updates <= geometry.novikoff_bound(X, y, *WIDEST)
    assert found.n_updates <= geometry.novikoff_bound(X, y, found.w, found.b)


@settings(max_examples=15)
@given(seed=st.integers(0, 2**31), d=st.integers(1, 4), bias=st.floats(-2, 2))
def test_novikoff_holds_for_any_separable_data(seed, d, bias):
    rng = np.random.default_rng(seed)
    w = rng.standard_normal(d)
    X = 2 * rng.standard_normal((40, d))
    scores = X @ w + bias
    X, y = X[np.abs(scores) > 0.2], np.sign(scores)[np.abs(scores) > 0.2]
    if len(set(y)) < 2:
        return
    found = geometry.perceptron(X, y)
    assert found.converged
    assert found.n_updates <= geometry.novikoff_bound(X, y, w, bias)


def test_history_is_the_path_of_the_perceptron():
    X, y = iris()
    found = geometry.perceptron(X, y)
    u = np.zeros(3)
    for i in found.history:
        assert y[i] * (X[i] @ u[:2] + u[2]) <= 0
        u += y[i] * np.append(X[i], 1)
    np.testing.assert_array_equal(u, np.append(found.w, found.b))


def test_perceptron_gives_up_where_no_line_separates():
    X, y = datasets.rings(50)
    found = geometry.perceptron(X, y, max_updates=200)
    assert not found.converged and found.n_updates == 200


def test_novikoff_in_the_augmented_space_by_hand():
    # z = (±2, 1), u = (1, 0): R² = 5, γ = 2
    assert geometry.novikoff_bound([[2.0], [-2.0]], [1, -1], [1.0], 0.0) == pytest.approx(5 / 4)
    # with u = (1, 1) the margins are 3 and 1, divided by √2
    assert geometry.novikoff_bound([[2.0], [-2.0]], [1, -1], [1.0], 1.0) == pytest.approx(10)
    with pytest.raises(ValueError, match="separate the data, but 1 of 2"):
        geometry.novikoff_bound([[2.0], [-2.0]], [1, -1], [1.0], 3.0)


BAD = {
    "zero normal": (lambda X, y: geometry.signed_distance([0, 0], 1, X), "zero vector"),
    "zero normal, projection": (lambda X, y: geometry.project([0, 0], 1, X), "zero vector"),
    "one point": (lambda X, y: geometry.signed_distance([1, 1], 0, X[0]), r"X.reshape\(1, -1\)"),
    "no rows": (lambda X, y: geometry.signed_distance([1, 1], 0, X[:0]), "rows and columns"),
    "w of three": (lambda X, y: geometry.signed_distance([1, 1, 1], 0, X), r"w must be of shape"),
    "b of two": (lambda X, y: geometry.signed_distance([1, 1], [0, 1], X), "b must be a single"),
    "short y": (lambda X, y: geometry.functional_margin([1, 1], 0, X, y[1:]), r"y must have shape"),
    "NaN": (lambda X, y: geometry.margin([1, 1], 0, np.where(X > 6, np.nan, X), y), "X.* nan"),
    "infinite w": (lambda X, y: geometry.margin([1, np.inf], 0, X, y), "w must be finite"),
    "{0, 1}": (lambda X, y: geometry.margin([1, 1], 0, X, (y + 1) / 2), r"\{0, 1\}.*2 \* y"),
    "bool": (lambda X, y: geometry.margin([1, 1], 0, X, y > 0), "booleans"),
    "uint8": (
        lambda X, y: geometry.margin([1, 1], 0, X, y.astype(np.int8).astype(np.uint8)),
        "unsigned integers.*wraps",
    ),
    "{1, 2}": (lambda X, y: geometry.margin([1, 1], 0, X, (y + 3) / 2), r"holds 1\.0, 2\.0.*where"),
    "NaN label": (lambda X, y: geometry.margin([1, 1], 0, X, np.where(y > 0, y, np.nan)), "nan"),
    "one class": (lambda X, y: geometry.perceptron(X, np.ones_like(y)), "both classes.*all 38"),
    "no updates": (lambda X, y: geometry.perceptron(X, y, max_updates=0), "max_updates"),
}


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD)
def test_errors_say_what_came_and_what_helps(call, message):
    with pytest.raises(ValueError, match=message):
        call(*iris())


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([["a", "b"]], [1], "X must hold real numbers"),
        ([[1 + 2j]], [1], "X must hold real numbers"),
        ([[1.0], [2.0]], ["no", "yes"], "y must hold -1 and .1, but holds text"),
        ([[1.0], [2.0]], [None, {}], "y must hold -1 and .1, but holds text or objects"),
    ],
)
def test_text_and_objects_are_refused(X, y, message):
    with pytest.raises(TypeError, match=message):
        geometry.functional_margin([1.0] * len(X[0]), 0, X, y)
