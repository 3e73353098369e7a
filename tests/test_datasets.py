"""The data sets: what the lectures rely on, and that no call can spoil the next."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_iris, make_moons

from svmlib import datasets

BINARY = {
    "iris": datasets.iris_setosa,
    "breast cancer": datasets.breast_cancer,
    "odd digits": lambda: datasets.digits(positive="odd"),
    "moons": datasets.moons,
    "rings": datasets.rings,
    "blobs": datasets.blobs,
}


@pytest.mark.parametrize("load", BINARY.values(), ids=BINARY)
def test_form(load):
    X, y = load()
    assert X.dtype == np.float64 and X.flags.c_contiguous and np.isfinite(X).all()
    assert y.dtype == np.float64 and set(y) == {-1.0, 1.0} and y.shape == (len(X),)


@pytest.mark.parametrize("load", BINARY.values(), ids=BINARY)
def test_every_call_gives_fresh_equal_arrays(load):
    X, y = load()
    first = X.copy(), y.copy()
    X[:] = np.nan
    y[:] = 7
    again = load()
    np.testing.assert_array_equal(again[0], first[0])
    np.testing.assert_array_equal(again[1], first[1])


def test_every_fourth_row_of_iris():
    X, y = datasets.iris_setosa(every=4, features=2)
    assert X.shape == (38, 2) and (y == -1).sum() == 13 and (y == 1).sum() == 25
    np.testing.assert_array_equal(X, load_iris().data[::4, :2])
    np.testing.assert_array_equal(datasets.iris_setosa(every=4, setosa=1)[1], -y)
    assert load_iris().feature_names == list(datasets.IRIS_FEATURES)


def test_straggler_is_one_point_lifted_in_width():
    plain, y = datasets.iris_setosa(setosa=1)
    lifted, _ = datasets.iris_setosa(setosa=1, raise_straggler=True)
    moved = np.argwhere(lifted != plain)
    assert moved.tolist() == [[41, 1]] and y[41] == 1
    assert lifted[41, 1] - plain[41, 1] == pytest.approx(0.5)


@pytest.mark.parametrize(
    "bad", [{"every": 0}, {"every": 2.5}, {"features": 3}, {"setosa": 0}], ids=str
)
def test_iris_names_the_wrong_argument(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        datasets.iris_setosa(**bad)


def test_breast_cancer():
    X, y = datasets.breast_cancer()
    raw = load_breast_cancer()
    assert list(datasets.BREAST_CANCER_FEATURES) == list(raw.feature_names)
    assert (y == 1).sum() == 357 and raw.target_names[1] == "benign"
    np.testing.assert_array_equal(X, raw.data)
    Z, _ = datasets.breast_cancer(standardise=True)
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(Z.std(axis=0), 1, rtol=1e-12)


def test_digits():
    X, digit = datasets.digits()
    assert X.shape == (1797, 64) and digit.dtype.kind == "i" and set(digit) == set(range(10))
    np.testing.assert_array_equal(datasets.digits("odd")[1] == 1, digit % 2 == 1)
    np.testing.assert_array_equal(datasets.digits("even")[1], -datasets.digits("odd")[1])
    with pytest.raises(ValueError, match="positive"):
        datasets.digits("prime")


def test_moons_are_those_of_scikit_learn():
    X, y = datasets.moons(500, 0.2, 0)
    expected, kind = make_moons(n_samples=500, noise=0.2, random_state=0)
    np.testing.assert_array_equal(X, expected)
    np.testing.assert_array_equal(y, 2 * kind - 1)


@settings(max_examples=25)
@given(n=st.integers(1, 300), seed=st.integers(0, 2**31))
def test_rings_leave_a_gap(n, seed):
    X, y = datasets.rings(n, seed)
    r2 = (X**2).sum(axis=1)
    assert X.shape == (n, 2) and np.abs(X).max() <= 1
    assert (r2[y == 1] < 0.5).all() and (r2[y == -1] > 0.8).all()
    # a shorter draw is the beginning of a longer one
    np.testing.assert_array_equal(X, datasets.rings(300, seed)[0][:n])


def test_blobs():
    X, y = datasets.blobs(7, centers=[(0, 0, 0), (5, 5, 5)], spread=0, seed=3)
    assert X.shape == (7, 3) and (y == -1).sum() == 4
    np.testing.assert_array_equal(X[y == 1], np.full((3, 3), 5.0))
    X, y = datasets.blobs(4000, centers=[(0, 0), (9, 0), (0, 9)], spread=(1, 2, 3))
    assert y.dtype.kind == "i" and np.bincount(y).tolist() == [1334, 1333, 1333]
    for k in range(3):
        np.testing.assert_allclose(X[y == k].std(axis=0), k + 1, rtol=0.06)
    assert not np.array_equal(X, datasets.blobs(4000, [(0, 0), (9, 0), (0, 9)], seed=1)[0])


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: datasets.rings(0), "n must"),
        (lambda: datasets.blobs(1), "n must be at least"),
        (lambda: datasets.blobs(centers=[(0, 0)]), "centers"),
        (lambda: datasets.blobs(spread=-1), "spread"),
    ],
)
def test_wrong_sizes(call, word):
    with pytest.raises(ValueError, match=word):
        call()
