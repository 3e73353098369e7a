"""svmlib beside scikit-learn's LIBSVM and LIBLINEAR, problem by problem."""

from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import gmean

from benchmarks.problems import Problem, problems
from benchmarks.timing import alike, best_times, shown, table

KEPT = Path("_build/side_by_side.csv")
HEAD = "group | problem | svmlib ms | peer ms | ratio | gap | peer stopped"


def measured(problem: Problem) -> list:
    """One row: milliseconds, their ratio, the certificate, and whether the peer stopped short."""
    with alike():
        times, (own, peer) = best_times(problem.own, problem.peer)
    mine, theirs = (1e3 * time for time in times)
    gap, limit = getattr(own, "gap_", np.nan), getattr(peer, "max_iter", -1)
    stopped = "yes" if 0 < limit <= np.max(getattr(peer, "n_iter_", 0)) else ""
    ratio = mine / theirs
    numbers = f"{mine:.2f} | {theirs:.2f} | {ratio:.2f} | {gap:.0e} | {stopped}"
    shown(f"{problem.group} | {problem.name} | {numbers}")
    return [problem.group, problem.name, mine, theirs, ratio, gap, stopped]


def summary(rows: pd.DataFrame) -> str:
    """One row for each group: geometric means of the ratios, and the worst."""
    lines = []
    for group, own in rows.groupby("group", sort=False):
        worst = own.loc[own["ratio"].idxmax()]
        lines.append(
            f"{group} | {len(own)} | {gmean(own['ratio']):.2f} | {worst['ratio']:.2f}, "
            f"{worst['problem']} | {own['gap'].max():.0e}"
        )
    return table("group | problems | mean ratio | worst | largest gap", lines)


def report(largest: int) -> str:
    """The section of README.md; every row is printed, and kept in _build."""
    print(table(HEAD, []))
    rows = pd.DataFrame(map(measured, problems(largest)), columns=HEAD.split(" | "))
    KEPT.parent.mkdir(exist_ok=True)
    rows.to_csv(KEPT, index=False)
    return SECTION.format(summary=summary(rows))


SECTION = """## Side by side with LIBSVM and LIBLINEAR

Ratios of CPU times, svmlib to its peer, kernel included: `KernelSVM` beside `SVC`, `LinearSVM`
beside `LinearSVC(loss="hinge")`, and `EpsilonSVR` and `OneClassSVM` beside theirs, all at
tol = 1e-6 and on one thread, best of interleaved runs. The mean is geometric, and the gap is
svmlib's certificate. SVC keeps its own tolerance, 1e-3, from n = 20 000 on and in the map;
LIBLINEAR penalises the bias. Each row is printed and kept in `_build/side_by_side.csv`.

{summary}
"""
