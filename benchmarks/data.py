"""The points of the benchmarks, drawn from a seed or from small tables of real data."""

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer

from svmlib import datasets

Data = tuple[np.ndarray, np.ndarray]
WORDS = 130  # of a text, about


def moons(n: int, seed: int = 0) -> Data:
    return datasets.moons(n=n, noise=0.2, seed=seed)


def noisy_moons(n: int) -> Data:
    """Moons, a fifth of the labels turned."""
    X, y = moons(n)
    return X, np.where(np.random.default_rng(1).uniform(size=n) < 0.2, -y, y)


def gaussians(n: int, d: int = 2, seed: int = 0) -> Data:
    """Two overlapping normal clouds in d dimensions; the best possible accuracy is 77 %."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.normal(size=(n, d)) + 0.75 / np.sqrt(d) * y[:, None], y


def checkerboard(n: int) -> Data:
    """Uniform on [0, 4]², the label by the colour of the cell."""
    X = np.random.default_rng(0).uniform(0, 4, size=(n, 2))
    return X, np.where(np.floor(X).sum(axis=1) % 2, 1.0, -1.0)


def odd_digits() -> Data:
    """The 1797 digits, odd against even."""
    X, digit = datasets.digits()
    return X / X.max(), np.where(digit % 2 == 1, 1.0, -1.0)


def text(n: int, d: int) -> tuple[sparse.csr_matrix, np.ndarray]:
    """n texts of d words by Zipf's law, as tf-idf; one label in 20 is wrong.

    Each word is more frequent in one class.
    """
    rng = np.random.default_rng(0)
    y, lengths = rng.choice([-1.0, 1.0], size=n), rng.poisson(WORDS, size=n)
    tilt, words = np.exp(0.3 * rng.normal(size=d)), np.empty(lengths.sum(), dtype=np.int32)
    texts = np.repeat(np.arange(n), lengths)
    for sign in (-1.0, 1.0):
        own = np.flatnonzero(y[texts] == sign)
        share = tilt**sign / (np.arange(d) + 5.0)
        words[own] = rng.choice(d, size=len(own), p=share / share.sum())
    counts = sparse.csr_matrix((np.ones(len(words)), (texts, words)), shape=(n, d))
    X = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    return X, np.where(rng.uniform(size=n) < 0.05, -y, y)


def sine(n: int) -> Data:
    """A noisy sine, for regression."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-3.0, 3.0, size=(n, 1))
    return X, np.sin(2.0 * X[:, 0]) + 0.2 * rng.normal(size=n)


def eight_features(n: int) -> Data:
    """A smooth function of three features among eight, with noise, for regression."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 8))
    return X, X[:, 0] * X[:, 1] + np.sin(X[:, 2]) + 0.3 * rng.normal(size=n)


def waves(n: int, seed: int) -> Data:
    """Three features, a wavy boundary, one label in ten wrong: nobody is right above 0.9."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, size=(n, 3))
    f = np.sin(6.0 * X[:, 0]) + np.sin(5.0 * X[:, 1] + 3.0 * X[:, 2])
    return X, np.where((f > 0.0) != (rng.uniform(size=n) < 0.1), 1.0, -1.0)
