"""Linear machines beside LIBLINEAR, at equal distance from the optimum."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from sklearn.svm import LinearSVC

from benchmarks.problems import Problem, linear_problems
from benchmarks.timing import SOLVED, Row, best_times, shown, side_by_side, summary, table
from svmlib.engine import Solution, solve
from svmlib.kernels import Linear

TOLERANCES = 10.0 ** -np.arange(1, 6.5, 0.5)  # of LIBLINEAR, until one is sharp enough
VISITS = 5e7  # of LIBLINEAR to points, n · max_iter: some seconds
MILLION = 1_000_000  # points from which LIBLINEAR has one run,
MILLION_TOL, SWEEPS = 1e-2, 20  # with this tolerance and at most so many sweeps
LARGE = 100_000  # points from which each is timed once


def own(problem: Problem) -> Solution:
    """svmlib to a relative gap of 1e-6."""
    return solve(Linear(), problem.X, problem.y, problem.C, gap_tol=SOLVED)


def liblinear(problem: Problem, optimum: float) -> tuple[LinearSVC, float, float]:
    """LIBLINEAR near the optimum of its objective: the model, the seconds of its fit, its gap.

    The tolerance is lowered until the objective is within a relative 1e-6, or until the limit of
    iterations ends a fit.
    """
    X, y, C = problem.X, problem.y, problem.C
    few = len(y) < MILLION
    max_iter = int(VISITS / len(y)) if few else SWEEPS
    for tol in TOLERANCES if few else (MILLION_TOL,):
        model = LinearSVC(loss="hinge", C=C, tol=tol, max_iter=max_iter, random_state=0)
        start = time.process_time()
        model.fit(X, y)
        seconds = time.process_time() - start
        w, b = model.coef_[0], model.intercept_[0]
        value = 0.5 * (w @ w + b * b) + C * np.maximum(0, 1 - y * (X @ w + b)).sum()
        gap = value / optimum - 1.0
        if gap <= SOLVED or model.n_iter_ >= max_iter:
            break
    return model, seconds, gap


def penalised_optimum(problem: Problem) -> float:
    """Optimum of LIBLINEAR's objective: the bias penalised, hence no equality constraint.

    Mirrored points, (x, y) and (-x, -y), make the free bias 0: half the objective of that.
    """
    X, y, C = problem.X, problem.y, problem.C
    X1 = np.column_stack([X, np.ones(len(X))])
    return solve(Linear(), np.vstack([X1, -X1]), np.append(y, -y), C / 2).dual


def beside_liblinear(problem: Problem, seconds: float) -> Row:
    """Both timed; from LARGE on once each, and svmlib's dual bounds LIBLINEAR's optimum."""
    n = len(problem.y)
    if n < LARGE:
        model, _, gap = liblinear(problem, penalised_optimum(problem))
        (mine, peer), (solution, _) = side_by_side(
            lambda: own(problem),
            lambda: model.fit(problem.X, problem.y),
            seconds=seconds,
        )
    else:
        (mine,), (solution,) = best_times(lambda: own(problem), seconds=0.0, at_least=1)
        model, peer, gap = liblinear(problem, solution.dual)
    note = ""
    if model.n_iter_ >= model.max_iter:
        note += f" (LIBLINEAR: stopped after {model.max_iter} sweeps)"
    return Row(problem.name, problem.C, n, mine, peer, solution.gap, gap, note)


def rows(largest: int, seconds: float) -> Iterator[Row]:
    for problem in linear_problems(largest):
        yield beside_liblinear(problem, seconds)


def section(largest: int, seconds: float) -> str:
    """Of README.md."""
    measured = shown(rows(largest, seconds))
    solved = [row for row in measured if max(row.gap, row.peer_gap) <= SOLVED]
    return SECTION.format(
        table=table(measured, "LIBLINEAR"),
        summary=summary(measured, ("both within 1e-6 of the optimum", solved)),
        visits=f"{VISITS / 1e6:.0f}",
        sweeps=SWEEPS,
    )


SECTION = """## Linear machines beside LIBLINEAR (`LinearSVC(loss="hinge")`)

LIBLINEAR penalises the bias, so the two solve slightly different problems. Its tolerance is the
first of 0.1, 0.03, 0.01, 0.003, …, 1e-6 with which its objective comes within a relative 1e-6 of
its own optimum, or with which it stops at its limit of {visits} million / n sweeps; svmlib stops
at a gap of 1e-6 or, mostly, far below. From n = 100 000 on each has one run,
and the distance of LIBLINEAR is that from svmlib's dual, no more than its optimum; at
n = 1 000 000 LIBLINEAR has tolerance 0.01 and at most {sweeps} sweeps. A gap above 1e-6 says that
somebody stopped short, and then the ratio speaks for the one who did.

{summary}

{table}
"""
