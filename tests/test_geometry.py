"""Margins, distances, projections and the perceptron, against exact values and as properties."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from svmlib import datasets, geometry


@settings(max_examples=50)
@given(seed=st.integers(0, 2**31), d=st.integers(1, 5), log_c=st.floats(-6, 6))
def test_distances_projections_and_margins_of_any_plane(seed, d, log_c):
    rng, c = np.random.default_rng(seed), 10**log_c
    w, b, X = rng.normal(size=d), 10 * rng.normal(), 50 * rng.normal(size=(8, d))
    y = np.where(np.arange(8) % 3, 1.0, -1.0)
    foot, distance = geometry.project(w, b, X), geometry.signed_distance(w, b, X)
    norm = np.linalg.norm(w)
    size = np.abs(X).max() + np.abs(b) / norm + 1
    # feet are on the plane, and nearest: what leads to them is perpendicular to it
    np.testing.assert_allclose(geometry.signed_distance(w, b, foot), 0, atol=1e-12 * size)
    np.testing.assert_allclose(X - foot, distance[:, None] * w / norm, atol=1e-11 * size)
    functional, geometric = geometry.functional_margin(w, b, X, y), y * distance
    np.testing.assert_allclose(functional, y * (X @ w + b), atol=1e-12 * size * norm)
    np.testing.assert_allclose(geometric * norm, functional, atol=1e-12 * size * norm)
    np.testing.assert_allclose(geometry.geometric_margin(w, b, X, y), geometric)
    assert geometry.margin(w, b, X, y) == geometric.min()
    # only the functional margin knows the scale
    scaled = geometry.geometric_margin(c * w, c * b, X, y)
    np.testing.assert_allclose(scaled, geometric, rtol=1e-9, atol=1e-9 * size)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e200, 1e300])
def test_tiny_and_huge_normals_neither_vanish_nor_overflow(scale):
    X, y = datasets.iris_setosa(every=4, features=2)
    w, b = np.array([10 / 3, -5.0]), -2.0  # the widest street, in fractions
    assert geometry.margin(scale * w, scale * b, X, y) == pytest.approx(0.16641005886756874)
    np.testing.assert_allclose(
        geometry.project(scale * w, scale * b, X), geometry.project(w, b, X), rtol=1e-12
    )


@pytest.mark.parametrize("visits", [None, 0])
@settings(max_examples=15)
@given(seed=st.integers(0, 2**31), d=st.integers(1, 4), bias=st.floats(-2, 2))
def test_perceptron_separates_within_novikoffs_bound(visits, seed, d, bias):
    rng = np.random.default_rng(seed)
    w = rng.standard_normal(d)
    X = 2 * rng.standard_normal((40, d))
    scores = X @ w + bias
    X, y = X[np.abs(scores) > 0.2], np.sign(scores)[np.abs(scores) > 0.2]
    assume(len(set(y)) == 2)
    found = geometry.perceptron(X, y, seed=visits)
    assert found.converged and geometry.margin(found.w, found.b, X, y) > 0
    assert found.n_updates == len(found.history) > 0
    for plane in ((w, bias), (found.w, found.b)):
        assert found.n_updates <= geometry.novikoff_bound(X, y, *plane)
    # its history is its path from one mistake to the next
    u = np.zeros(d + 1)
    for i in found.history:
        assert y[i] * (X[i] @ u[:d] + u[d]) <= 0
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
