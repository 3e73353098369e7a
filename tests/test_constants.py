"""A tuning constant decides how fast an answer is found, never which one."""

import inspect
import math
from functools import cache
from importlib import import_module

import numpy as np
import pytest

from svmlib import EpsilonSVR, OneClassSVM, datasets
from svmlib.dual import smo
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear, Polynomial
from svmlib.solvers import blocks, constants, joint
from svmlib.solvers.certificate import SOLVED
from svmlib.solvers.hulls import widest_street
from svmlib.solvers.paths import path

EDGES = {"EPS", "TINY", "HUGE"}
NAMES = sorted(name for name in vars(constants) if name.isupper() and name not in EDGES)
rng = np.random.default_rng(0)
MOONS = datasets.moons(120, noise=0.25, seed=1)
MANY_MOONS = datasets.moons(500, noise=0.2, seed=0)
SIGNS = np.where(np.arange(1000) % 2, 1.0, -1.0)
MANY_SIGNS = np.where(np.arange(40_000) % 2, 1.0, -1.0)
TALL = rng.normal(size=(1000, 3)) + 0.5 * SIGNS[:, None]
# points of a small grid, many of them equal, with labels that contradict each other
GRID = rng.integers(0, 4, size=(150, 2)).astype(float)
TIES = np.where(GRID.sum(axis=1) + rng.normal(size=150) > 3.0, 1.0, -1.0)
CLASSES = rng.integers(0, 3, size=60)
THREE = rng.normal(size=(60, 2)) + np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])[CLASSES]
APART = rng.normal(size=(40, 3)) + 3.0 * SIGNS[:40, None]


def engine_answer(K, X, y, C, **settings):
    found = solve(K, X, y, C, **settings)
    return found.primal, found.dual


def machine_answer(machine, X):
    found = machine.fit(X, np.sin(3.0 * X[:, 0]))
    return found.primal_, found.dual_


def joint_answer(kind):
    X = np.column_stack([THREE, np.ones(60)])
    found = joint.solve(X, CLASSES, 3, kind=kind, reg=0.01)
    return found.primal, found.dual


def hulls_answer():
    P, Q = APART[SIGNS[:40] > 0], APART[SIGNS[:40] < 0]
    street = widest_street(P, Q)
    # every z bounds ‖p - q‖ of all hull points from below
    bound = ((P @ street.z).min() - (Q @ street.z).max()) / np.linalg.norm(street.z)
    return np.linalg.norm(street.u @ P - street.v @ Q), bound


def path_answer():
    found = path(RBF(0.6)(MOONS[0]), MOONS[1], np.geomspace(0.01, 100.0, 7))
    assert found.gap.max() <= SOLVED
    return found.objective.sum(), (found.objective * (1.0 - found.gap)).sum()


def blocks_answer(C):
    X = np.random.default_rng(1).normal(size=(40_000, 3)) + 0.5 * MANY_SIGNS[:, None]
    found = blocks.fit([(X[k::3], MANY_SIGNS[k::3]) for k in range(3)], C=C)
    return found.primal, found.dual


def smo_answer():
    run = smo(RBF(0.6)(MOONS[0]), MOONS[1], 5.0)
    return run.primal[-1], run.dual[-1]


# the first of each group is the one that every run tries, the others wait for `make weekly`
LINEAR = {
    "linear and many": lambda: engine_answer(Linear(), TALL, SIGNS, 1.0),
    "linear, many and large C": lambda: engine_answer(Linear(), TALL, SIGNS, 1e3),
    "regression, linear and many": lambda: machine_answer(EpsilonSVR(kernel=Linear()), TALL),
}
ENGINE = {
    "kernel": lambda: engine_answer(RBF(0.5), *MANY_MOONS, 5.0),
    "few rows": lambda: engine_answer(RBF(0.5), *MANY_MOONS, 5.0, max_bytes=8 * 500 * 64),
    "large C": lambda: engine_answer(Polynomial(3), *MOONS, 1e4),
    "separable, larger C": lambda: engine_answer(RBF(0.2), *MOONS, 1e9),
    "ties": lambda: engine_answer(Linear(), GRID, TIES, 10.0),
    "regression": lambda: machine_answer(EpsilonSVR(C=5.0, kernel=RBF(0.5)), TALL[:150, :2]),
    "novelty": lambda: machine_answer(OneClassSVM(nu=0.2, kernel=RBF(0.3)), MANY_MOONS[0]),
    **LINEAR,
}
JOINT = {kind: lambda kind=kind: joint_answer(kind) for kind in joint.KINDS}
BLOCKS = {f"blocks, C = {C:g}": lambda C=C: blocks_answer(C) for C in (1.0, 1e-3, 1e3)}
PROBLEMS = {
    **{name: ENGINE for name in ("one_bias", "climb", "pivoting", "rows")},
    **{name: LINEAR | ENGINE for name in ("starts", "smoothed")},
    **{name: BLOCKS for name in ("blocks", "search", "shards", "passes", "band")},
    **{name: JOINT for name in ("joint", "interior")},
    "hulls": {"hulls": hulls_answer},
    **{name: {"path": path_answer} for name in ("paths", "walker")},
    "dual": {"smo": smo_answer},
}
MODULES = {
    name: import_module("svmlib.dual" if name == "dual" else f"svmlib.solvers.{name}")
    for name in PROBLEMS
}
SOURCES = {name: inspect.getsource(module) for name, module in MODULES.items()}


def users(name):
    """The modules that use the constant."""
    found = [module for module in PROBLEMS if f"constants.{name}" in SOURCES[module]]
    assert found, f"no solver uses {name}"
    return found


def changed(value, factor):
    """A whole number stays one, and at least 1."""
    return max(1, math.ceil(value * factor)) if isinstance(value, int) else value * factor


@cache
def answer_before(problem):
    """The dual value that the constants as they are lead to."""
    return problem()[1]


def check(name, problems, monkeypatch):
    before = {key: answer_before(problem) for key, problem in problems}
    for factor in (0.1, 10.0):
        with monkeypatch.context() as patch:
            patch.setattr(constants, name, changed(getattr(constants, name), factor))
            for key, problem in problems:
                primal, dual = problem()
                assert primal - dual <= SOLVED * abs(primal), (key, factor)
                assert dual == pytest.approx(before[key], rel=1e-6), (key, factor)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
def test_a_tenth_and_ten_times_of_it_give_the_same_certified_answer(name, monkeypatch):
    """On the first problem of a module that uses it."""
    check(name, [*PROBLEMS[users(name)[0]].items()][:1], monkeypatch)


@pytest.mark.weekly
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", NAMES)
def test_so_they_do_on_all_problems(name, monkeypatch):
    check(name, [item for user in users(name) for item in PROBLEMS[user].items()], monkeypatch)


@pytest.mark.parametrize("module", [*SOURCES])
def test_no_tuning_constant_stands_in_a_solver(module):
    """Scientific notation in code, outside of defaults and docstrings, belongs to constants."""
    code = SOURCES[module]
    for text in code.split('"""')[1::2]:
        code = code.replace(text, "")
    lines = [line for line in code.splitlines() if "e-" in line.partition("#")[0]]
    numbers = [line for line in lines if any(c.isdigit() and f"{c}e-" in line for c in line)]
    assert [line for line in numbers if not line.strip().startswith(("tol:", "gap_tol:"))] == []
