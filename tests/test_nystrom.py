"""Nystrom: features of landmarks, whose linear machines are machines of the kernel."""

import numpy as np
import pandas as pd
import pytest
from sklearn.kernel_approximation import Nystroem
from sklearn.pipeline import make_pipeline

from svmlib import KernelSVM, LinearSVM, Nystrom
from svmlib.datasets import moons
from svmlib.estimators import base
from svmlib.kernels import RBF, Linear, Polynomial

X, Y = moons(80)
NEW = X[::2] + 0.1


@pytest.mark.parametrize("kernel", [RBF(0.5), Polynomial(2), RBF(1.0) + 3 * Linear()], ids=repr)
def test_it_is_exact_at_landmarks_and_leaves_a_kernel_over(kernel):
    z = Nystrom(kernel=kernel, landmarks=12).fit(X)
    at, Z = z.transform(z.landmarks_), z.transform(NEW)
    assert {tuple(x) for x in z.landmarks_} <= {tuple(x) for x in X} and len(z.landmarks_) == 12
    np.testing.assert_allclose(Z @ at.T, kernel(NEW, z.landmarks_), atol=1e-8)
    left = kernel(NEW) - Z @ Z.T
    assert np.linalg.eigvalsh(left).min() > -1e-8 * np.trace(kernel(NEW))


def test_with_all_rows_its_machine_is_that_of_the_kernel():
    exact = KernelSVM(C=2.0, kernel=RBF("0.5 scale")).fit(X, Y)
    pipe = make_pipeline(Nystrom(kernel=RBF("0.5 scale")), LinearSVM(C=2.0)).fit(X, Y)
    assert pipe[0].kernel_ == exact.kernel_ and len(pipe[0].landmarks_) == len(X)
    assert pipe[-1].primal_ == pytest.approx(exact.primal_, rel=1e-6)
    scores = pipe.decision_function(NEW), exact.decision_function(NEW)
    np.testing.assert_allclose(*scores, atol=1e-4)


def test_it_gives_the_kernel_of_scikit_learn_with_the_same_landmarks():
    library = Nystroem(gamma=2.0, n_components=15, random_state=0).fit(X)
    own = Nystrom(kernel=RBF(0.5), landmarks=X[library.component_indices_]).fit(X)
    Z, Z_library = own.transform(NEW), library.transform(NEW)
    np.testing.assert_allclose(Z @ Z.T, Z_library @ Z_library.T, atol=1e-8)


def test_equal_landmarks_count_once():
    twice = Nystrom(kernel=RBF(0.5), landmarks=X[[0, 1, 2, 0, 1]]).fit(X)
    once = Nystrom(kernel=RBF(0.5), landmarks=X[:3]).fit(X)
    assert twice.root_.shape == (5, 3) and twice.transform(NEW).shape == (len(NEW), 3)
    K, K_once = (Z @ Z.T for Z in (twice.transform(NEW), once.transform(NEW)))
    np.testing.assert_allclose(K, K_once, atol=1e-9)
    np.testing.assert_allclose(twice.transform(NEW), twice.fit(X).transform(NEW))


def test_blocks_of_rows_get_the_features_of_all(monkeypatch):
    z = Nystrom(landmarks=7).fit(X)
    whole = z.transform(NEW)
    monkeypatch.setattr(base, "AT_ONCE", 30)  # four rows at a time
    np.testing.assert_allclose(z.transform(NEW), whole, atol=1e-12)


def test_the_draw_is_that_of_the_seed():
    first, same, other = (Nystrom(landmarks=9, random_state=s).fit(X) for s in (0, 0, 1))
    np.testing.assert_array_equal(first.landmarks_, same.landmarks_)
    assert not np.array_equal(first.landmarks_, other.landmarks_)
    fewer = Nystrom(landmarks=5).fit(X)  # so that m and 4m differ by what was added
    np.testing.assert_array_equal(fewer.landmarks_, first.landmarks_[:5])


def test_a_frame_has_names_and_the_kernel_its_own_copy():
    frame = pd.DataFrame(X, columns=["length", "width"])
    z = Nystrom(landmarks=3).set_output(transform="pandas").fit(frame)
    assert list(z.transform(frame).columns) == ["nystrom0", "nystrom1", "nystrom2"]
    Nystrom().kernel.sigma = 7.0
    assert Nystrom().kernel.sigma == "scale"
    shared = RBF(2.0)
    assert Nystrom(kernel=shared).set_params(kernel__sigma=3.0).kernel.sigma == 3.0
    assert shared.sigma == 2.0
