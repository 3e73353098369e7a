"""Kernel machines beside LIBSVM (`sklearn.svm.SVC`)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.svm import SVC

from benchmarks.problems import Problem, problems
from benchmarks.timing import Row, shown, side_by_side, summary, table
from svmlib.engine import solve
from svmlib.kernels import Linear

TOL = 1e-6
OWN_TOL_FROM = 20_000  # points from which SVC keeps the tolerance it comes with, 1e-3
WORK = 1e10  # n times the pair steps of SVC at most: a minute or less
BLOCK = 1_000_000  # kernel values at a time when scores are computed


def svc_for(problem: Problem, work: float = WORK) -> SVC:
    """SVC with the kernel and C of a problem; its cache is the 200 MB it comes with."""
    n, kernel = len(problem.y), problem.kernel
    linear = isinstance(kernel, Linear)
    settings = {"kernel": "linear"} if linear else {"gamma": 1 / (2 * kernel.sigma**2)}
    tol = TOL if n < OWN_TOL_FROM else SVC().tol
    return SVC(C=problem.C, tol=tol, max_iter=int(work / n), **settings)


def svc_gap(svc: SVC, problem: Problem, dual: float) -> float:
    """Relative distance of SVC's primal objective from a dual value."""
    X, y, C = problem.X, problem.y, problem.C
    beta, b, support = svc.dual_coef_[0], svc.intercept_[0], svc.support_
    size = max(1, BLOCK // len(support))
    f = b + np.concatenate(
        [problem.kernel(X[k : k + size], X[support]) @ beta for k in range(0, len(y), size)]
    )
    primal = 0.5 * beta @ (f[support] - b) + C * np.maximum(0, 1 - y * f).sum()
    return primal / dual - 1.0


def rows(largest: int, seconds: float) -> Iterator[Row]:
    """Every problem with n ≤ largest; the note says when SVC had it easier than tol = 1e-6."""
    for problem in problems(largest):
        n, svc = len(problem.y), svc_for(problem)
        (own, peer), (solution, _) = side_by_side(
            lambda problem=problem: solve(problem.kernel, problem.X, problem.y, problem.C),
            lambda svc=svc, problem=problem: svc.fit(problem.X, problem.y),
            seconds=seconds,
        )
        note = f" (SVC: tol = {svc.tol:g})" if svc.tol != TOL else ""
        if svc.fit_status_:
            note += f" (SVC: stopped after {svc.max_iter} steps)"
        gap = svc_gap(svc, problem, solution.dual)
        yield Row(problem.name, problem.C, n, own, peer, solution.gap, gap, note)


def section(largest: int, seconds: float) -> str:
    """Of README.md."""
    measured = shown(rows(largest, seconds))
    return SECTION.format(
        table=table(measured, "SVC"), summary=summary(measured), work=f"{WORK / 1e6:.0f}"
    )


SECTION = """## The engine beside LIBSVM (`SVC(tol=1e-6)`)

CPU time, best of interleaved repeats, large problems once or twice; kernel included. From
n = 20 000 on SVC has its own tolerance, 1e-3, as the row says. SVC makes at most {work} million / n
steps; a row where it stopped there says so, and with more its ratio would be smaller still. The
gap is relative: (primal - dual)/primal for svmlib, and for the others the distance of the primal
objective from svmlib's dual.

{summary}

{table}
"""
