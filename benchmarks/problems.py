"""The problems of the table: svmlib and scikit-learn on the same points."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sklearn import svm
from sklearn.datasets import load_diabetes

from benchmarks import data
from svmlib import EpsilonSVR, KernelSVM, LinearSVM, OneClassSVM, datasets
from svmlib.kernels import RBF, Kernel, Linear
from svmlib.selection import grid

TOL = 1e-6
OWN_TOL_FROM = 20_000  # points from which SVC keeps the tolerance it comes with, 1e-3
PAIRS, PAIRS_OF_TIES = 1e10, 1e9  # n times the steps of SVC at most: a minute, some seconds
VISITS = 5e7  # n times the sweeps of LIBLINEAR at most: some seconds


class Problem(NamedTuple):
    """Two fits of the same points."""

    group: str
    name: str
    n: int
    own: Callable[[], Any]
    peer: Callable[[], Any]


def beside(group: str, name: str, points: tuple, own: Any, peer: Any) -> Problem:
    """A machine of svmlib and one of scikit-learn."""
    fits = partial(own.fit, *points), partial(peer.fit, *points)
    return Problem(group, name, points[0].shape[0], *fits)


def binary(name: str, points: tuple, kernel: Kernel, C: float, group: str = "") -> Problem:
    """KernelSVM beside SVC, whose steps are limited; from 20 000 points on it keeps its own tol."""
    n = len(points[1])
    size = "n < 150" if n < 150 else "n = 150 to 2500" if n <= 2500 else "n > 2500"
    peer = svm.SVC(C=C, tol=TOL if n < OWN_TOL_FROM else 1e-3)
    peer.set_params(max_iter=int((PAIRS_OF_TIES if group else PAIRS) / n))
    if isinstance(kernel, Linear):
        peer.set_params(kernel="linear")
    else:
        peer.set_params(gamma=0.5 / kernel.sigma**2)
    name = f"{name}, n = {n}, C = {C:g}"
    return beside(group or f"kernel, {size}", name, points, KernelSVM(C=C, kernel=kernel), peer)


def linear(group: str, name: str, points: tuple, C: float) -> Problem:
    """LinearSVM beside LinearSVC, which penalises the bias and whose sweeps are limited."""
    sweeps = int(min(10_000, VISITS / len(points[1])))
    peer = svm.LinearSVC(loss="hinge", C=C, tol=TOL, max_iter=sweeps, random_state=0)
    return beside(group, f"{name}, C = {C:g}", points, LinearSVM(C=C), peer)


def kernel_machines() -> Iterator[Problem]:
    """From n = 50 to 20 000 and from C = 0.1 to 1000."""
    for name, draw, kernel, sizes in [
        ("moons", data.moons, RBF(0.5), {50: (1, 35), 100: (1, 35), 300: (1, 35)}),
        ("moons", data.moons, RBF(0.5), {1000: (1, 1000), 5000: (1, 35), 20_000: (1,)}),
        ("moons, small σ", data.moons, RBF(0.05), {300: (1, 100), 1000: (1, 100)}),
        ("noisy moons", data.noisy_moons, RBF(0.5), {300: (1, 100), 1000: (1, 100), 5000: (1,)}),
        ("checkerboard", data.checkerboard, RBF(0.5), {300: (1, 100), 1000: (1, 100), 5000: (1,)}),
        ("2-D", data.gaussians, RBF(1.0), {50: (1, 35), 100: (1, 35), 1000: (1, 1000)}),
        ("20-D", partial(data.gaussians, d=20), RBF(4.0), {300: (1, 100), 2500: (1,), 5000: (1,)}),
    ]:
        for n, Cs in sizes.items():
            points = draw(n)
            yield from (binary(name, points, kernel, C) for C in Cs)
    cancer = datasets.breast_cancer(standardise=True)
    for name, points, kernel, Cs in [
        ("cancer, linear", cancer, Linear(), (0.1, 1, 100, 1000)),
        ("cancer", cancer, RBF(np.sqrt(15)), (1, 100)),
        ("cancer, small σ", cancer, RBF(1.0), (1, 100)),
        ("digits, odd or even", data.odd_digits(), RBF(1.5), (1, 10)),
    ]:
        yield from (binary(name, points, kernel, C) for C in Cs)


def ties_and_scales(n: int = 5000) -> Iterator[Problem]:
    """Data with ties, of rank one, or far from the scale of 1."""
    rng = np.random.default_rng(0)
    signs = np.where(np.arange(n) % 2, 1.0, -1.0)
    nine = rng.integers(0, 3, size=(n, 2)).astype(float), rng.choice([-1.0, 1.0], size=n)
    cloud, _ = data.gaussians(n, 5)
    line = np.outer(rng.normal(size=n) + 0.75 * signs, np.ones(20) / 20)
    for name, points, kernel, C in [
        ("nine distinct points", nine, RBF(1.0), 1.0),
        ("nine distinct points, linear", nine, Linear(), 1.0),
        ("rank one, 20 columns, linear", (line, signs), Linear(), 1.0),
        ("σ = 0.0001, all free", data.gaussians(2000), RBF(1e-4), 10.0),
        ("scale of 10 000, linear", (1e4 * cloud, signs), Linear(), 1.0),
        ("scale of 10 000", (1e4 * cloud, signs), RBF(1e4), 1.0),
    ]:
        yield binary(name, points, kernel, C, "ties and scales")


def linear_machines() -> Iterator[Problem]:
    """Dense from n = 200 to 1 000 000, and texts, some wider than long."""
    for n, d, Cs in [
        (200, 5, (0.01, 1, 100)), (500, 20, (0.01, 1, 100)), (500, 100, (1,)),
        (1000, 5, (0.1, 1)), (1000, 20, (0.01, 1, 100)), (10_000, 20, (0.01, 1, 100)),
        (10_000, 100, (0.1, 1)), (100_000, 20, (0.01, 1)), (1_000_000, 20, (0.01, 1)),
    ]:  # fmt: skip
        points = data.gaussians(n, d)
        yield from (linear("linear", f"{d}-D, n = {n}", points, C) for C in Cs)
    for name, draw, Cs in [
        *((f"text, {n} × {d}", partial(data.text, n, d), (1.0,)) for n, d in [
            (150, 4000), (1000, 8000), (20_000, 1000), (20_000, 100_000), (50_000, 200_000),
        ]),
        ("text, 6000 × 26000", partial(data.text, 6000, 26_000), (0.1, 1.0, 10.0)),
        ("dense, 2000 × 5000", partial(data.gaussians, 2000, 5000), (1.0,)),
    ]:  # fmt: skip
        points = draw()
        yield from (linear("text and wide tables", name, points, C) for C in Cs)


def other_machines() -> Iterator[Problem]:
    """Regression, novelty, and the map of lecture 9."""
    X, y = load_diabetes(return_X_y=True)
    diabetes = (X - X.mean(axis=0)) / X.std(axis=0), (y - y.mean()) / y.std()
    for name, (X, y), epsilon, sigma in [
        *(("sine", data.sine(n), 0.1, 0.5) for n in (50, 200, 1000, 3000)),
        ("diabetes", diabetes, 0.2, 3.0),
        *(("eight features", data.eight_features(n), 0.2, 3.0) for n in (500, 2000)),
    ]:
        for C in (0.1, 1.0, 100.0):
            own = EpsilonSVR(C=C, epsilon=epsilon, kernel=RBF(sigma))
            peer = svm.SVR(C=C, epsilon=epsilon, tol=TOL, gamma=0.5 / sigma**2)
            yield beside("regression", f"{name}, n = {len(X)}, C = {C:g}", (X, y), own, peer)
    rng = np.random.default_rng(0)
    for name, X, sigma in [
        *(("moons", data.moons(n)[0], 0.5) for n in (100, 500, 2000)),
        *(("five features", rng.normal(size=(n, 5)), 2.0) for n in (500, 3000)),
    ]:
        for nu in (0.02, 0.1, 0.5):
            own = OneClassSVM(nu=nu, kernel=RBF(sigma))
            peer = svm.OneClassSVM(nu=nu, tol=TOL, gamma=0.5 / sigma**2)
            yield beside("novelty", f"{name}, n = {len(X)}, ν = {nu:g}", (X,), own, peer)
    yield map_of_900_machines()


def map_of_900_machines() -> Problem:
    """30 values of C and 30 of σ on 300 moons, scored on 200 others."""
    (X, y), (X_test, y_test) = data.moons(300), data.moons(200, seed=1)
    Cs, sigmas = np.linspace(0.5, 50, 30), np.linspace(0.05, 3, 30)

    def scores():
        machines = (svm.SVC(C=C, gamma=0.5 / sigma**2) for sigma in sigmas for C in Cs)
        return [machine.fit(X, y).score(X_test, y_test) for machine in machines]

    own = partial(grid, X, y, Cs, sigmas, test=(X_test, y_test))
    return Problem("map of lecture 9", "900 machines, n = 300", len(y), own, scores)


def problems(largest: int) -> Iterator[Problem]:
    """All with n ≤ largest."""
    for kind in (kernel_machines, ties_and_scales, linear_machines, other_machines):
        yield from (problem for problem in kind() if problem.n <= largest)
