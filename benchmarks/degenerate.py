"""Degenerate data: ties, no variation, rank one, everybody free, constant columns, a huge scale."""

from __future__ import annotations

from benchmarks.libsvm import svc_for, svc_gap
from benchmarks.linear import liblinear, penalised_optimum
from benchmarks.problems import Problem, shapes
from benchmarks.timing import SOLVED, side_by_side
from svmlib.engine import solve
from svmlib.kernels import Linear

SHAPE_POINTS = 5000
WORK = 1e9  # n times the pair steps of SVC at most: it may never end


def row(problem: Problem, seconds: float) -> str:
    """svmlib, LIBSVM and, for a linear kernel, LIBLINEAR; the ratio to the better peer.

    A peer that is not within 1e-6 of its optimum is better only when none is.
    """
    X, y, C = problem.X, problem.y, problem.C
    svc = svc_for(problem, WORK)
    functions = [lambda: solve(problem.kernel, X, y, C), lambda: svc.fit(X, y)]
    gaps = []
    if isinstance(problem.kernel, Linear):
        model, _, gap = liblinear(problem, penalised_optimum(problem))
        functions.append(lambda: model.fit(X, y))
        gaps = [gap]
    (own, *peers), (solution, *_) = side_by_side(*functions, seconds=seconds)
    gaps = [svc_gap(svc, problem, solution.dual), *gaps]
    arrived = [t for t, gap in zip(peers, gaps, strict=True) if gap <= SOLVED]
    ratio = own / min(arrived or peers)
    cells = [f"{t * 1e3:.2f} ({gap:.0e})" for t, gap in zip(peers, gaps, strict=True)]
    cells += ["–"] * (2 - len(cells))
    kind = "linear" if isinstance(problem.kernel, Linear) else "RBF"
    return (
        f"| {problem.name}, {kind} | {C:g} | {own * 1e3:.2f} ({solution.gap:.0e}) "
        f"| {cells[0]} | {cells[1]} | {ratio:.2f} |"
    )


def section(largest: int, seconds: float) -> str:
    """Of README.md."""
    rows = []
    for problem in shapes(min(SHAPE_POINTS, largest)):
        rows.append(row(problem, seconds))
        print(rows[-1], flush=True)
    return SECTION.format(rows="\n".join(rows), work=f"{WORK / 1e6:.0f}")


SECTION = """## Degenerate data

Milliseconds, and in brackets the relative distance from the optimum, found as in the two tables
above. The ratio is to the faster of the peers that come within 1e-6 of it, or of all if none does;
LIBLINEAR, which penalises the bias, knows only linear kernels. SVC makes at most
{work} million / n steps.

| problem | C | svmlib | LIBSVM | LIBLINEAR | ratio to the better |
|---|---|---|---|---|---|
{rows}
"""
