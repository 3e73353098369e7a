"""Times of two functions side by side, and tables of them."""

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits


@contextmanager
def alike() -> Iterator[None]:
    """One thread for all, and no warnings of solvers that stop: the tables show who did."""
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


def timed(function: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of one call, and what it returned."""
    start = time.perf_counter()
    result = function()
    return time.perf_counter() - start, result


def best_times(*functions: Callable[[], Any]) -> tuple[list[float], list[Any]]:
    """The least CPU time of each function over interleaved calls, in seconds, and its last result.

    Calls go on for a second, or for three rounds that take less than four.
    """
    times, results = [np.inf] * len(functions), [None] * len(functions)
    started, rounds, spent = time.perf_counter(), 0, 0.0
    while spent < 1.0 or (rounds < 3 and spent < 4.0):
        for k, function in enumerate(functions):
            start = time.process_time()
            results[k] = function()
            times[k] = min(times[k], time.process_time() - start)
        rounds, spent = rounds + 1, time.perf_counter() - started
    return times, results


def table(head: str, rows: list[str]) -> str:
    """A table in Markdown; the head and each row are cells with " | " between them."""
    line = "|---" * (head.count("|") + 1) + "|"
    return "\n".join([f"| {head} |", line, *(f"| {row} |" for row in rows)])


def shown(row: str) -> str:
    """The row, printed as soon as it is there."""
    print(f"| {row} |", flush=True)
    return row
