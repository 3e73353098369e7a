"""Times of two solvers side by side, and tables of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

SOLVED = 1e-6  # relative distance from the optimum at which a machine counts as solved


class Row(NamedTuple):
    """One problem: seconds of svmlib and of its peer, and how far each is from the optimum."""

    name: str
    C: float
    n: int
    own: float
    peer: float
    gap: float
    peer_gap: float
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.own / self.peer

    def __str__(self) -> str:
        return (
            f"| {self.name}{self.note} | {self.C:g} | {self.own * 1e3:.2f} | {self.peer * 1e3:.2f} "
            f"| {self.ratio:.2f} | {self.gap:.0e} | {self.peer_gap:.0e} |"
        )


def best_times(
    *functions: Callable,
    seconds: float = 1.0,
    at_least: int = 3,
    at_most: int = 200,
    patience: float = np.inf,
) -> tuple[list[float], list[Any]]:
    """The least CPU time of each function over interleaved repeats, in seconds, and the results.

    Repeats go on for `seconds`, and until there are `at_least` of them or `patience` is over.
    """
    times, results = [np.inf] * len(functions), [None] * len(functions)
    started, repeats, spent = time.perf_counter(), 0, 0.0
    while (repeats < at_least and spent < patience) or (spent < seconds and repeats < at_most):
        for k, function in enumerate(functions):
            start = time.process_time()
            results[k] = function()
            times[k] = min(times[k], time.process_time() - start)
        repeats, spent = repeats + 1, time.perf_counter() - started
    return times, results


def side_by_side(*functions: Callable, seconds: float) -> tuple[list[float], list[Any]]:
    """`best_times`, but of slow functions once or twice only."""
    return best_times(*functions, seconds=seconds, patience=4 * seconds)


def shown(rows: Iterable[Row]) -> list[Row]:
    """The rows, each printed when it is there."""
    kept = []
    for row in rows:
        print(row, flush=True)
        kept.append(row)
    return kept


def table(rows: list[Row], peer: str) -> str:
    head = f"| problem | C | svmlib ms | {peer} ms | ratio | gap | gap of {peer} |"
    return "\n".join([head, "|---" * 7 + "|", *map(str, rows)])


def summary(rows: list[Row], *groups: tuple[str, list[Row]]) -> str:
    """Geometric means of the ratios, of all and of groups; the worst ratio; the largest gap."""
    worst, widest = max(rows, key=lambda row: row.ratio), max(rows, key=lambda row: row.gap)
    return "\n".join(
        [
            _mean("all", rows),
            _mean("n ≤ 600", [row for row in rows if row.n <= 600]),
            *(_mean(which, chosen) for which, chosen in groups),
            f"- worst ratio: **{worst.ratio:.2f}**, {worst.name}, C = {worst.C:g}",
            f"- largest gap of svmlib: {widest.gap:.0e}, {widest.name}, C = {widest.C:g}",
        ]
    )


def _mean(which, rows):
    mean = np.exp(np.mean([np.log(row.ratio) for row in rows])) if rows else np.nan
    return f"- {which} ({len(rows)} problems): geometric mean of the ratios **{mean:.2f}**"
