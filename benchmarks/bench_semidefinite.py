"""What it costs to look whether a Gram matrix is positive semidefinite, beside the whole fit."""

from __future__ import annotations

from functools import partial

from threadpoolctl import threadpool_limits

from benchmarks.problems import gaussians, moons
from benchmarks.timing import best_times
from svmlib.engine import solve
from svmlib.kernels import RBF

SECTION = """## Looking whether a matrix is positive semidefinite

A Gram matrix is factorised, all of it up to 2000 points, a sample of 2000 beyond; kernels of svmlib
and a matrix that comes with `positive_semidefinite=True` need no look. Milliseconds of
`svmlib.engine.solve` with C = 1, and the share of the look in all, the matrix included.

| problem | matrix | solve, no look | solve | share of the look |
|---|---|---|---|---|
{rows}
"""


def report() -> str:
    """The section of README.md."""
    rows = []
    kinds = (("moons", moons, RBF(0.5)), ("Gaussians 20-D", partial(gaussians, d=20), RBF(4.0)))
    with threadpool_limits(limits=1):
        for name, data, kernel in kinds:
            for n in (300, 2000, 4000):
                X, y = data(n)
                K = kernel(X)
                matrix, blind, seeing = best_times(
                    lambda X=X, kernel=kernel: kernel(X),
                    lambda K=K, y=y: solve(K, None, y, 1.0, positive_semidefinite=True),
                    lambda K=K, y=y: solve(K, None, y, 1.0),
                )[0]
                share = (seeing - blind) / (matrix + seeing)
                times = " | ".join(f"{1e3 * t:.1f}" for t in (matrix, blind, seeing))
                rows.append(f"| {name}, n = {n} | {times} | {share:.0%} |")
                print(rows[-1], flush=True)
    return SECTION.format(rows="\n".join(rows))


if __name__ == "__main__":
    print(report())
