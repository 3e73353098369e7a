"""A slice of the random problems of `tests.fuzz`, and their judge against what is known exactly."""

import os
import subprocess
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import svmlib
from svmlib import EpsilonSVR, HardMarginSVM, KernelSVM, LinearSVM, MulticlassSVM, OneClassSVM
from svmlib.kernels import RBF, Linear, Polynomial
from tests import fuzz, judge

# a number that each commit has for itself; 0 without git
status, commit = subprocess.getstatusoutput("git rev-parse HEAD")
FIRST = int(os.environ.get("FIRST_PROBLEM") or (0 if status else int(commit[:8], 16)))
COUNT = int(os.environ.get("PROBLEMS", 0))  # of all machines, in `make fuzz`


@pytest.mark.parametrize("name", fuzz.MACHINES)
@pytest.mark.timeout(0 if COUNT else 300)
def test_every_machine_as_handed_out_is_what_it_says(name):
    of_name = [k for k, (other, _) in enumerate(fuzz.KINDS) if other == name]
    rounds = COUNT // len(fuzz.KINDS) or max(6, 24 // len(of_name))
    seeds = range(FIRST, FIRST + rounds * len(fuzz.KINDS))
    mine = [seed for seed in seeds if seed % len(fuzz.KINDS) in of_name]
    verdicts = [fuzz.check(seed) for seed in mine]
    assert [(v.seed, v.kind, v.complaint) for v in verdicts if v.complaint] == []
    assert name != "engine" or sum(v.false_alarm for v in verdicts) <= len(mine) / 10


@pytest.mark.parametrize(
    "seed", [1360529576, 1925721140, 2261023896, 2691718220, 2711208029, 3000001243, 3000017955,
             3000044216, 3000103818, 3000390992, 3000527993],
)  # fmt: skip
def test_what_was_wrong_once(seed):
    assert fuzz.check(seed).complaint is None


@pytest.mark.parametrize("seed", range(5))
def test_degenerate_points_on_a_grid_are_separated_or_refused_with_a_proof(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        n, d = rng.integers(3, 15), rng.integers(1, 5)
        X = rng.integers(-3, 4, (n, d)).astype(float)
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1.0, -1.0)
        y = y if seed else rng.permutation(y)
        if abs(y.sum()) < n:
            case = case_of(HardMarginSVM(), X, y, np.inf)
            assert fuzz.verdict(case).complaint is None
            assert getattr(case.machine, "gap_", 0.0) < 1e-9


X, SIGNS, GAP = np.array([[0.0], [2.0]]), np.array([-1.0, 1.0]), 1.0 + 2e-7


def case_of(machine, X=X, y=SIGNS, C=1.0):
    return judge.Case(0, "", machine, X, X, y, None, np.broadcast_to(C, y.shape))


def fitted(machine):
    """A case of two points, whose machine is solved: w = 1, b = -1 and P = D = ½ for a wide box."""
    C = np.inf if isinstance(machine, HardMarginSVM) else getattr(machine, "C", 1.0)
    case = case_of(machine, C=C)
    machine.fit(X, SIGNS)
    verdict = fuzz.of_fitted(case, warned=False)
    assert verdict.complaint is None and verdict.certified
    assert abs(judge.judge(case, warned=False)[1]) < 1e-9
    assert not verdict.false_alarm
    assert fuzz.of_fitted(case, warned=True).false_alarm
    return case


@pytest.mark.parametrize(
    ("machine", "change", "complaint"),
    [
        (LinearSVM(C=10), dict(coef_=[[1.001]]), "primal value"),
        (LinearSVM(C=10), dict(bias_interval_=(-0.9, 0.0)), "its interval"),
        (LinearSVM(C=10), dict(coef_=[[1.01]], primal_=0.51005), "false certificate"),
        (LinearSVM(C=10), dict(coef_=[[GAP]], primal_=GAP**2 / 2), "the gap is"),
        (LinearSVM(C=10), dict(dual_=0.49), "dual value"),
        (LinearSVM(C=10), dict(gap_=np.nan), "not finite"),
        (LinearSVM(C=10), dict(converged_=False), "no warning"),
        (LinearSVM(C=10), dict(gap_=1e-3), "converged_ is True"),
        (HardMarginSVM(), dict(coef_=[[0.99]]), "primal value"),
        (HardMarginSVM(), dict(coef_=[[0.0]], dual_coef_=[[0, 0]], primal_=0, dual_=0), "primal"),
        (KernelSVM(C=10, kernel=Linear()), dict(dual_coef_=[[-0.6, 0.6]]), "primal"),
        (KernelSVM(C=10, kernel=Linear()), dict(dual_coef_=[[0.5, -0.5]]), "its box"),
        (KernelSVM(C=10, kernel=Linear()), dict(dual_coef_=[[-10.5, 10.5]]), "its box"),
        (KernelSVM(C=10, kernel=Linear()), dict(dual_coef_=[[-0.5, 0.5 + 1e-10]]), "Σβ"),
        (KernelSVM(C=10, kernel=Linear()), dict(semidefinite_="no"), "indefinite"),
        (EpsilonSVR(C=10, kernel=Linear()), dict(dual_coef_=[[-0.4, 0.4]]), "primal"),
        (OneClassSVM(kernel=Linear()), dict(intercept_=[0.5]), "primal value"),
        (MulticlassSVM(kind="weston-watkins"), dict(W_=[[0, 0.1], [0, 0]]), "primal val"),
        (MulticlassSVM(kind="weston-watkins"), dict(W_=[[0, 0], [0, 0]], objective_=1), "the gap"),
        (MulticlassSVM(kind="crammer-singer"), dict(W_=[[0, 0], [0, 0]], objective_=1), "the gap"),
        (MulticlassSVM(kind="one-vs-one"), dict(gap_=0.5), "its parts"),
    ],
)
def test_the_judge_complains(machine, change, complaint):
    case = fitted(machine)
    for attribute, value in change.items():
        setattr(machine, attribute, np.array(value) if isinstance(value, list) else value)
    assert complaint in fuzz.of_fitted(case, warned=False).complaint


def test_only_errors_that_data_deserve_are_accepted():
    case = fitted(HardMarginSVM())
    error = svmlib.NotSeparableError("no", positive_indices=[1], negative_indices=[0])
    error.positive_weights = error.negative_weights = np.ones(1)
    error.point = np.zeros(1)
    assert not judge.may_refuse(case, error)
    assert judge.may_refuse(case._replace(X=0.0 * X), error)
    assert not judge.may_refuse(case, ValueError("range of float64"))
    other = fitted(KernelSVM(kernel=Linear()))
    assert not judge.may_refuse(other, OverflowError())
    assert judge.may_refuse(other._replace(X=1e80 * X), OverflowError())
    given = case_of(KernelSVM(kernel="precomputed"), X=np.array([[1.0, 0.5], [0.4, 1.0]]))
    assert judge.may_refuse(given, ValueError())
    assert not judge.may_refuse(given._replace(X=np.eye(2)), ValueError())


@pytest.mark.parametrize("seed", range(10))
def test_the_gap_of_the_judge_is_that_of_exact_arithmetic(seed):
    rng = np.random.default_rng(seed)
    n = rng.integers(4, 12)
    X = np.round(3.0 * rng.normal(size=(n, 2))) * rng.choice([1.0, 2.0**30]) + 2.0**20
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    C = rng.integers(0, 4, size=n) + (np.arange(n) < 2)
    # as many on one side as on the other, so that nothing needs repair
    alpha = np.zeros(n)
    alpha[:2] = rng.integers(1, 9) / 8.0 * C[:2].min()
    exact = np.vectorize(Fraction, otypes=[object])
    w = exact(y * alpha) @ exact(X)
    P = w @ w / 2 + C @ np.maximum(0, 1 - exact(y) * (exact(X) @ w + Fraction(0.25)))
    D = exact(alpha).sum() - w @ w / 2
    machine = SimpleNamespace(
        kernel_=Linear(), dual_coef_=[y * alpha], support_=np.arange(n), intercept_=[0.25],
        primal_=float(P), dual_=float(D), gap_=float((P - D) / P), converged_=False,
    )  # fmt: skip
    complaint, found, doubt = judge.judge(case_of(machine, X, y, C), warned=True)
    assert complaint is None
    assert abs(Fraction(found) - (P - D) / P) <= Fraction(doubt) + Fraction(1e-15)


@pytest.mark.parametrize(
    ("share", "complaint"), [(1e-3, "indefinite"), (1e-9, "other multipliers")]
)
def test_silence_about_an_indefinite_matrix_is_refused(share, complaint):
    # D = 2(a + c) + 0.05 (a - c)² with a + c ≤ 1 has a saddle at a = c, where every pair is in
    # order; beside it a large entry of a fourth point that takes no part
    v = np.array([1.0, -1.0, 0.0, 0.0])
    K = np.diag([0.0, 0.0, 0.0, 0.1 / share]) - 0.1 * np.outer(v, v)
    machine = SimpleNamespace(
        kernel_="precomputed", dual_coef_=[[0.5, 0.5, -1.0]], support_=[0, 1, 2], intercept_=[1.0],
        primal_=2.0, dual_=2.0, gap_=0.0, converged_=True,
    )  # fmt: skip
    y, C = np.array([1.0, 1.0, -1.0, -1.0]), np.array([1.0, 1.0, 1.0, 1e-9])
    case = case_of(machine, K, y, C)
    assert complaint in judge.judge(case, warned=False)[0]
    say, gap, _ = judge.judge(case, warned=True)
    assert say is None and np.isnan(gap)


@pytest.mark.parametrize("C", [1e4, 1e8, 1e10, 1e12])
def test_points_that_contradict_each_other_raise_no_false_alarm(C):
    """Their multipliers are huge and add up to next to nothing."""
    points, y = np.repeat([0.0, 1.0], [10, 3])[:, None], np.repeat([-1.0, 1.0], [5, 8])
    problems = [(kernel, points, y) for kernel in (RBF(1.0), RBF(0.3), Polynomial(3, c=1.0))]
    if C <= 1e8:  # more of them cost digits of the multipliers of others
        apart = np.arange(3.0, 30.0, 2.0)[:, None]  # most points are alone then
        y = np.append(y, np.resize([-1.0, 1.0], len(apart)))
        problems += [(RBF(1.0), np.vstack([points, apart]), y)]
    for kernel, points, y in problems:
        found = fuzz.verdict(case_of(KernelSVM(C=C, kernel=kernel), points, y, C))
        assert found.complaint is None and found.certified
