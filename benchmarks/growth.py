"""How time grows with the number of points."""

import numpy as np

from benchmarks.data import gaussians, moons
from benchmarks.problems import binary, linear
from benchmarks.timing import alike, best_times, shown, table
from svmlib.kernels import RBF

LADDER, LINEAR_LADDER = (500, 1000, 2000, 4000, 8000, 16_000), (1000, 4000, 16_000, 64_000, 256_000)
KINDS = {
    ("moons, RBF, C = 1", "LIBSVM", LADDER): lambda n: binary("", moons(n), RBF(0.5), 1.0),
    ("20-D, RBF, C = 1", "LIBSVM", LADDER): lambda n: binary("", gaussians(n, 20), RBF(4.0), 1.0),
    ("20-D, linear, C = 0.01", "LIBLINEAR", LINEAR_LADDER): lambda n: linear(
        "", "", gaussians(n, 20), 0.01
    ),
}


def report(largest: int) -> str:
    """The section of README.md."""
    rows = []
    for (name, peer, ladder), make in KINDS.items():
        with alike():
            ladder = [n for n in ladder if n <= largest]
            problems = (make(n) for n in ladder)
            times = np.array([best_times(each.own, each.peer)[0] for each in problems])
        for solver, seconds in zip(("svmlib", peer), times.T, strict=True):
            exponent = np.polyfit(np.log(ladder), np.log(seconds), 1)[0]
            ends = f"{ladder[0]} | {1e3 * seconds[0]:.1f} | {ladder[-1]} | {1e3 * seconds[-1]:.1f}"
            rows.append(shown(f"{name} | {solver} | {ends} | {exponent:.2f}"))
    return SECTION.format(table=table("kind | solver | n | ms | n | ms | exponent", rows))


SECTION = """## Growth with n

The exponent p of n^p is fitted by least squares on logarithms over five or six sizes.

{table}
"""
