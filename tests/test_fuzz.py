"""A slice of the random problems of `tests.fuzz`, and its judges against what is known exactly."""

import subprocess
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    NotSeparableError,
    OneClassSVM,
    kernels,
)
from tests import fuzz, fuzz_machines

EACH = 6  # problems of each kind


def first_seed():
    """A number that each commit has for itself; 0 without git."""
    command, here = ["git", "rev-parse", "HEAD"], Path(__file__).parent
    try:
        found = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(found.stdout[:8], 16)


FIRST = first_seed()


@pytest.mark.parametrize("kind", fuzz.KINDS)
def test_every_problem_is_solved_or_warned_of(kind):
    first = fuzz.KINDS.index(kind)
    seeds = range(first, first + EACH * len(fuzz.KINDS), len(fuzz.KINDS))
    verdicts = [fuzz.check(seed) for seed in seeds]
    assert {v.kind for v in verdicts} == {kind}
    assert [(v.seed, v.complaint) for v in verdicts if v.complaint] == []
    assert sum(v.false_alarm for v in verdicts) <= 1


@pytest.mark.parametrize("name", fuzz_machines.MACHINES)
def test_every_machine_as_handed_out_is_what_it_says(name):
    kinds = fuzz_machines.KINDS
    seeds = range(FIRST, FIRST + EACH * len(kinds))
    mine = [seed for seed in seeds if kinds[seed % len(kinds)][0] == name]
    verdicts = [fuzz_machines.check(seed) for seed in mine]
    assert [(v.seed, v.kind, v.complaint) for v in verdicts if v.complaint] == []


# -- the judge of machines ---------------------------------------------------------------------
X, SIGNS, GAP = np.array([[0.0], [2.0]]), np.array([-1.0, 1.0]), 1.0 + 2e-7


def fitted(machine, name, form="kernel", y=SIGNS, given=X):
    """A case of two points, whose machine is solved: w = 1, b = -1 and P = D = ½ for a wide box."""
    case = fuzz_machines.Case(0, name, form, machine, given, X, y, None, lambda k, X: X @ X.T)
    machine.fit(*((given,) if name == "OneClassSVM" else (given, y)))
    assert fuzz_machines.judge(case, warned=False).complaint is None
    return case


@pytest.mark.parametrize(
    ("machine", "form", "change", "complaint"),
    [
        (LinearSVM(C=10), "linear", dict(intercept_=[-1.001]), "primal value"),
        (LinearSVM(C=10), "linear", dict(coef_=[[1.01]], primal_=0.51005), "false certificate"),
        (LinearSVM(C=10), "linear", dict(coef_=[[GAP]], primal_=GAP**2 / 2), "the gap is"),
        (LinearSVM(C=10), "linear", dict(dual_=0.49), "dual value"),
        (LinearSVM(C=10), "linear", dict(gap_=np.nan), "not finite"),
        (LinearSVM(C=10), "linear", dict(converged_=False), "no warning"),
        (LinearSVM(C=10), "linear", dict(gap_=1e-3), "converged_ is True"),
        (HardMarginSVM(), "linear", dict(coef_=[[0.99]]), "primal value"),
        (KernelSVM(C=10, kernel="linear"), "kernel", dict(dual_coef_=[[-0.6, 0.6]]), "primal"),
        (KernelSVM(C=10, kernel="linear"), "kernel", dict(semidefinite_="no"), "indefinite"),
        (EpsilonSVR(C=10, kernel="linear"), "kernel", dict(intercept_=[-1.001]), "primal value"),
        (OneClassSVM(kernel="linear"), "kernel", dict(intercept_=[0.5]), "primal value"),
        (MulticlassSVM(), "linear", dict(W_=[[0.0, 0.1], [0.0, 0.0]]), "primal value"),
        (MulticlassSVM(kind="one-vs-one"), "linear", dict(gap_=0.5), "its parts"),
    ],
)  # fmt: skip
def test_the_judge_of_machines_complains(machine, form, change, complaint):
    name = getattr(machine, "kind", type(machine).__name__)
    case = fitted(machine, name, form)
    for attribute, value in change.items():
        setattr(machine, attribute, np.array(value) if isinstance(value, list) else value)
    assert complaint in fuzz_machines.judge(case, warned=False).complaint


def test_the_judge_of_machines_sees_what_is_indefinite():
    case = fitted(KernelSVM(kernel="precomputed"), "KernelSVM", "Gram", given=X @ X.T)
    case = case._replace(gram=lambda k, X: -X @ X.T)
    case.machine.semidefinite_ = "checked"
    assert "indefinite (-" in fuzz_machines.judge(case, warned=False).complaint


def test_only_errors_that_data_deserve_are_accepted():
    case = fitted(HardMarginSVM(), "HardMarginSVM", "linear")
    error = NotSeparableError("no", positive_indices=[1], negative_indices=[0])
    error.positive_weights = error.negative_weights = np.ones(1)
    assert not fuzz_machines.may_refuse(case, error)
    assert fuzz_machines.may_refuse(case._replace(X=0.0 * X), error)
    assert not fuzz_machines.may_refuse(case, ValueError("range of float64"))
    other = fitted(KernelSVM(kernel="linear"), "KernelSVM")
    assert not fuzz_machines.may_refuse(other, OverflowError())
    assert fuzz_machines.may_refuse(other._replace(X=1e80 * X), OverflowError())


# -- the judge of the engine -------------------------------------------------------------------
def wide(X):
    return X.astype(fuzz.Real) @ X.T


# α = (½, ½) gives w = 1, b = -1 and P = D = ½
POINTS = np.array([[0.0], [2.0]])
TWO = fuzz.Case(
    seed=0, kind="linear", machine=False, K=kernels.Linear(), X=POINTS, y=np.array([-1.0, 1.0]),
    C=np.full(2, 10.0), whole=lambda: wide(POINTS), exact=lambda: wide(POINTS), semidefinite=True,
)  # fmt: skip


OPTIMUM = fuzz.Answer(
    alpha=np.full(2, 0.5), b=-1.0, primal=0.5, dual=0.5, gap=0.0, converged=True, warned=False
)


def test_the_judge_accepts_an_optimum():
    verdict = fuzz.judge(TWO, OPTIMUM)
    assert verdict.complaint is None and verdict.true_gap == 0.0
    assert verdict.certified and not verdict.false_alarm and not verdict.undecided
    assert fuzz.judge(TWO, OPTIMUM._replace(w=np.ones(1))).complaint is None
    assert fuzz.judge(TWO, OPTIMUM._replace(warned=True)).false_alarm


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (dict(alpha=np.array([0.5001, 0.5001]), gap=1e-6), "false certificate"),
        (dict(alpha=np.array([0.50000005, 0.50000005])), "ten times"),
        (dict(w=np.array([1.01])), "false certificate"),
        (dict(alpha=np.array([-0.5, 0.5])), "outside its box"),
        (dict(alpha=np.array([10.5, 10.5])), "outside its box"),
        (dict(alpha=np.array([0.5, 0.5 + 1e-10])), "Σβ is"),
        (dict(alpha=np.array([0.5, np.nan])), "not finite"),
        (dict(b=-1.001), "primal value"),
        (dict(primal=0.50001), "primal value"),
        (dict(dual=0.49999), "dual value"),
        (dict(converged=False), "no warning"),
    ],
)
def test_the_judge_complains(change, complaint):
    assert complaint in fuzz.judge(TWO, OPTIMUM._replace(**change)).complaint


def test_repaired_multipliers_are_feasible():
    y, C = np.array([1.0, -1.0, 1.0, -1.0]), np.array([2.0, 2.0, 1.0, 0.0])
    for alpha in ([0.1, 0.2, 0.1, 0.0], [0.2, 0.1, 0.2, 0.0], [3.0, 1.0, -1.0, 5.0], [0.0] * 4):
        beta = fuzz.feasible(np.array(alpha), y, C)
        assert abs(beta.sum()) <= fuzz.EPS and (0 <= y * beta).all() and (y * beta <= C).all()


def rational_gap(X, y, C, alpha):
    """(P - D) / P of a linear machine in exact arithmetic, with the best of all breakpoints."""
    X = [[Fraction(v) for v in x] for x in X.tolist()]
    y, C, alpha = ([Fraction(v) for v in values.tolist()] for values in (y, C, alpha))
    w = [sum(a * s * x[k] for a, s, x in zip(alpha, y, X, strict=True)) for k in range(len(X[0]))]
    half = sum(v * v for v in w) / 2
    g = [s - sum(map(Fraction.__mul__, w, x)) for s, x in zip(y, X, strict=True)]
    losses = (sum(c * max(0, s * (h - b)) for c, s, h in zip(C, y, g, strict=True)) for b in g)
    P = half + min(losses)
    return (P - sum(alpha) + half) / P


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
    problem = TWO._replace(
        X=X, y=y, C=C.astype(float), whole=lambda: wide(X), exact=lambda: wide(X - X[0])
    )
    verdict = fuzz.judge(problem, OPTIMUM._replace(alpha=alpha))
    off = Fraction(float(verdict.true_gap)) - rational_gap(X, y, C, alpha)
    assert abs(off) <= Fraction(verdict.doubt) + Fraction(1e-15)


# -- indefinite matrices -----------------------------------------------------------------------


def test_curvature_knows_neither_constants_nor_points_without_weight():
    K = np.diag([2.0, 2.0, 2.0, -9.0]).astype(fuzz.Real)
    lowest, rounding = fuzz.curvature(K + 100.0, np.array([1.0, 1.0, 1.0, 0.0]), 102.0)
    assert -rounding <= lowest <= rounding < 1e-10
    assert fuzz.curvature(K + 100.0, np.ones(4), 102.0)[0] < -0.1


@pytest.mark.parametrize(
    ("share", "complaint"), [(1e-3, "indefinite"), (1e-9, "other multipliers")]
)
def test_silence_about_an_indefinite_matrix_is_refused(share, complaint):
    # D = 2(a + c) + 0.05 (a - c)² with a + c ≤ 1 has a saddle at a = c, where every pair is in
    # order; beside it a large entry of a fourth point that takes no part
    v = np.array([1.0, -1.0, 0.0, 0.0])
    K = np.diag([0.0, 0.0, 0.0, 0.1 / share]) - 0.1 * np.outer(v, v)
    y, alpha = np.array([1.0, 1.0, -1.0, -1.0]), np.array([0.5, 0.5, 1.0, 0.0])
    problem = TWO._replace(
        kind="symmetric", K=K, X=np.zeros((4, 1)), y=y, C=np.array([1.0, 1.0, 1.0, 1e-9]),
        whole=lambda: K.astype(fuzz.Real), exact=lambda: K.astype(fuzz.Real), semidefinite=False,
    )  # fmt: skip
    answer = OPTIMUM._replace(alpha=alpha, b=1.0, primal=2.0, dual=2.0)
    assert complaint in fuzz.judge(problem, answer).complaint
    assert fuzz.judge(problem, answer._replace(warned=True)).complaint is None


# -- many --------------------------------------------------------------------------------------
def test_summary_counts_and_names_the_seeds():
    good = fuzz.judge(TWO, OPTIMUM)
    bad = fuzz.judge(TWO, OPTIMUM._replace(alpha=np.array([0.51, 0.51])))._replace(seed=7)
    alarm = fuzz.judge(TWO, OPTIMUM._replace(warned=True))
    text = fuzz.summary([good, bad, alarm])
    assert "linear | 3 | 2 | 1 | 1 | 0" in text
    assert "seed 7 (linear): false certificate" in text
    assert text.endswith("1 complaints about 3 problems")
