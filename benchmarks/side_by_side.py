"""svmlib beside scikit-learn's LIBSVM and LIBLINEAR, problem by problem."""

from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import gmean

from benchmarks.problems import Problem, problems
from benchmarks.timing import alike, best_times, shown, table

KEPT, BEFORE = Path("_build/side_by_side.csv"), Path("_build/side_by_side_before.csv")
KEYS = ["group", "problem"]
HEAD = "group | problem | svmlib ms | peer ms | ratio | gap | peer stopped | now / before"


def measured(problem: Problem, before: dict) -> list:
    """One row: milliseconds, their ratio, the certificate, and whether the peer stopped short."""
    with alike():
        times, (own, peer) = best_times(problem.own, problem.peer)
    mine, theirs = (1e3 * time for time in times)
    gap, limit = getattr(own, "gap_", np.nan), getattr(peer, "max_iter", -1)
    stopped = "yes" if 0 < limit <= np.max(getattr(peer, "n_iter_", 0)) else ""
    now = mine / before.get((problem.group, problem.name), np.nan)
    shown(
        f"{problem.group} | {problem.name} | {mine:.2f} | {theirs:.2f} | {mine / theirs:.2f} "
        f"| {gap:.0e} | {stopped} | {now:.2f}"
    )
    return [problem.group, problem.name, mine, theirs, mine / theirs, gap, stopped, now]


def summary(rows: pd.DataFrame) -> str:
    """One row for each group: geometric means of the ratios, and the worst."""
    lines = []
    for group, own in rows.groupby("group", sort=False):
        worst = own.loc[own["ratio"].idxmax()]
        now = own["now / before"]
        changed = f"{gmean(now):.2f}, {now.max():.2f}" if now.notna().all() else "–"
        lines.append(
            f"{group} | {len(own)} | {gmean(own['ratio']):.2f} | {worst['ratio']:.2f}, "
            f"{worst['problem']} | {own['gap'].max():.0e} | {changed}"
        )
    return table("group | problems | mean ratio | worst | largest gap | now / before", lines)


def report(largest: int) -> str:
    """The section of README.md; every row is printed, and kept in _build."""
    before = {}
    if BEFORE.exists():
        before = pd.read_csv(BEFORE).set_index(KEYS)["svmlib ms"].to_dict()
    print(table(HEAD, []))
    rows = pd.DataFrame(
        [measured(problem, before) for problem in problems(largest)], columns=HEAD.split(" | ")
    )
    KEPT.parent.mkdir(exist_ok=True)
    rows.to_csv(KEPT, index=False)
    return SECTION.format(summary=summary(rows))


SECTION = """## Side by side with LIBSVM and LIBLINEAR

Ratios of CPU times, svmlib to its peer, kernel included: `KernelSVM` beside `SVC`, `LinearSVM`
beside `LinearSVC(loss="hinge")`, and `EpsilonSVR` and `OneClassSVM` beside theirs, all at
tol = 1e-6 and on one thread, best of interleaved runs. The mean is geometric, and the gap is
svmlib's certificate. SVC keeps its own tolerance, 1e-3, from n = 20 000 on and in the map;
LIBLINEAR penalises the bias. Each row is printed and kept in `_build/side_by_side.csv`. To see what
a change does, rename that file to `_build/side_by_side_before.csv` and run again: the last column
has the mean and the worst of the new times as multiples of the old ones.

{summary}
"""
