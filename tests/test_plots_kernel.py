"""The pictures of lecture 8 show what they say, checked on the artists they draw."""

import numpy as np
import pytest

from svmlib import HardMarginSVM, datasets
from svmlib.kernels import RBF, DoubleExponential, OrnsteinUhlenbeck
from svmlib.plots import kernel


@pytest.fixture(scope="module")
def rings():
    return datasets.rings(60)


@pytest.fixture(scope="module")
def moons():
    return datasets.moons(80)


def test_lifted_points_lie_on_the_bowl_and_the_plane_is_the_machine(rings):
    X, y = rings
    height = (X**2).sum(axis=1)
    plane = HardMarginSVM().fit(np.column_stack([X, height]), y)
    w, b = plane.coef_[0], plane.intercept_[0]
    axes = kernel.lifted_rings(w, b, X, y)
    assert [(ax.elev, ax.azim) for ax in axes] == [(16, -60), (0, -60)]
    for ax in axes:
        surface, bowl, *classes = ax.collections
        assert sum(len(c._offsets3d[0]) for c in classes) == len(y)
        wire = np.concatenate(bowl._segments3d)
        assert np.allclose(wire[:, 2], wire[:, 0] ** 2 + wire[:, 1] ** 2)
        for c in classes:
            x1, x2, z = (np.ma.getdata(column) for column in c._offsets3d)
            assert np.allclose(z, x1**2 + x2**2)
        corners = np.asarray(surface._faces).reshape(-1, 3)
        assert np.allclose(corners @ w + b, 0, atol=1e-9)
    assert "from the side" in axes[1].get_title()


def test_cone_holds_the_quadratic_features_and_is_cut_where_it_says(rings):
    X, y = rings
    axes = kernel.quadratic_cone(X, y, 0.65)
    assert [(ax.elev, ax.azim) for ax in axes] == [(20, -40), (0, -90)]
    for ax in axes:
        wire, plane, *classes = ax.collections
        for c, label in zip(classes, (-1, 1), strict=True):
            u, v, z = (np.ma.getdata(column) for column in c._offsets3d)
            assert np.allclose(v**2, 2 * u * z)
            assert ((u + z > 0.65) == (label < 0)).all()
        segments = np.concatenate(wire._segments3d)
        assert np.allclose(segments[:, 1] ** 2, 2 * segments[:, 0] * segments[:, 2])
        corners = np.asarray(plane._faces).reshape(-1, 3)
        assert np.allclose(corners[:, 0] + corners[:, 2], 0.65)


def test_gaussian_features_add_up_to_the_kernel():
    left, right = kernel.gaussian_features()
    x = left.lines[0].get_xdata()
    assert np.allclose(left.lines[2].get_ydata(), np.exp(-(x**2) / 2) * x**2 / np.sqrt(2))
    first, *_, last = (line.get_ydata() for line in right.lines)
    assert np.allclose(first, np.exp(-(x**2 + 1) / 2))
    near = np.abs(x) < 1  # eight features are enough there
    assert np.allclose(last[near], RBF(1)(x[near, None], np.ones((1, 1)))[:, 0], atol=1e-4)


def test_profiles_are_kernel_values_and_feature_distances():
    kernels = RBF(0.5), OrnsteinUhlenbeck(0.5), DoubleExponential(1.0)
    left, right = kernel.kernel_profiles(kernels, ("a", "b", "c"))
    for k, values, distances in zip(kernels, left.lines, right.lines[:3], strict=True):
        r = values.get_xdata()[150]
        at, zero = np.array([[r]]), np.zeros((1, 1))
        share = k(at, zero)[0, 0] / k(zero, zero)[0, 0]
        assert np.isclose(values.get_ydata()[150], share)
        features = k(at, at) - 2 * k(at, zero) + k(zero, zero)
        expected = np.sqrt(features[0, 0] / k(zero, zero)[0, 0])
        assert np.isclose(distances.get_ydata()[150], expected)
