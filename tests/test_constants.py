"""A tuning constant decides how fast an answer is found, never which one."""

import inspect
import math
import re
from functools import cache
from importlib import import_module

import pytest

from svmlib import EpsilonSVR, OneClassSVM
from svmlib.kernels import RBF, Linear, Polynomial
from svmlib.solvers import constants, joint
from svmlib.solvers.certificate import SOLVED
from tests.test_work import (
    between_hulls,
    engine,
    in_blocks,
    machine,
    on_a_path,
    three_classes,
)

EDGES = {"EPS", "TINY", "HUGE"}
NAMES = sorted(name for name in vars(constants) if name.isupper() and name not in EDGES)


TALL = dict(n=1000, features=3)
LINEAR = {
    "linear and many": engine(Linear(), 1.0, **TALL),
    "linear, many and large C": engine(Linear(), 1e3, **TALL),
    "regression, linear and many": machine(EpsilonSVR(kernel=Linear()), **TALL),
}
ENGINE = {
    "kernel": engine(RBF(0.5), 5.0, n=500),
    "few rows": engine(RBF(0.5), 5.0, n=800, max_bytes=8 * 800 * 64),
    "large C": engine(Polynomial(3), 1e4, n=120, apart=3.0),
    "separable, larger C": engine(RBF(0.2), 1e9, n=120),
    "ties": engine(Linear(), 10.0, n=150, digits=0),
    "regression": machine(EpsilonSVR(C=5.0, kernel=RBF(0.5)), n=150),
    "novelty": machine(OneClassSVM(nu=0.2, kernel=RBF(0.3)), n=500),
    **LINEAR,
}
WIDE = {"wide": engine(Linear(), 1.0, n=120, features=150)}
WIDE |= {"wide, large C": engine(Linear(), 1e3, n=120, features=150)}
JOINT = {kind: three_classes(kind) for kind in joint.KINDS}
BLOCKS = {f"blocks, C = {C:g}": in_blocks(C, n=4000) for C in (1.0, 1e-3, 1e3)}
PROBLEMS = {
    **{name: ENGINE for name in ("one_bias", "climb", "pivoting", "rows")},
    **{name: LINEAR | ENGINE for name in ("starts", "smoothed")},
    "proximal": WIDE,
    **{name: BLOCKS for name in ("blocks", "search", "shards", "passes", "band")},
    **{name: JOINT for name in ("joint", "interior")},
    "hulls": {"hulls": between_hulls},
    **{name: {"path": on_a_path} for name in ("paths", "walker")},
}
MODULES = {name: import_module(f"svmlib.solvers.{name}") for name in PROBLEMS}
SOURCES = {name: inspect.getsource(module) for name, module in MODULES.items()}


@pytest.fixture(autouse=True)
def smaller(monkeypatch):
    """4000 rows in blocks are many."""
    for name in ("SAMPLE", "BAND_LEAST", "BLOCK_OF_ROWS"):
        monkeypatch.setattr(constants, name, getattr(constants, name) // 10)


def users(name):
    """The modules that use the constant."""
    found = [module for module in PROBLEMS if f"constants.{name}" in SOURCES[module]]
    assert found, f"no solver uses {name}"
    return found


@cache
def answer_before(problem):
    """The dual value that the constants as they are lead to."""
    return problem(0)[2]


@pytest.mark.weekly
@pytest.mark.filterwarnings("error", "ignore:nearly all:UserWarning")
@pytest.mark.parametrize("name", NAMES)
def test_a_tenth_and_ten_times_of_it_give_the_same_certified_answer(name, monkeypatch):
    """On all problems of the modules that use it."""
    problems = [item for user in users(name) for item in PROBLEMS[user].items()]
    before = {key: answer_before(problem) for key, problem in problems}
    value = getattr(constants, name)
    for factor in (0.1, 10.0):
        whole = isinstance(value, int)  # which stays so, and at least 1
        with monkeypatch.context() as patch:
            other = max(1, math.ceil(value * factor)) if whole else value * factor
            patch.setattr(constants, name, other)
            for key, problem in problems:
                _, primal, dual = problem(0)
                assert primal - dual <= SOLVED * abs(primal), (key, factor)
                assert dual == pytest.approx(before[key], rel=1e-6), (key, factor)


@pytest.mark.parametrize("module", [*SOURCES])
def test_no_tuning_constant_stands_in_a_solver(module):
    """Scientific notation in code, outside of defaults and docstrings, belongs to constants."""
    code = re.sub(r'""".*?"""|#.*?$', "", SOURCES[module], flags=re.S | re.M)
    assert re.findall(r"^(?! *(?:gap_)?tol:).*\de-\d.*", code, re.M) == []
