"""How time and memory grow with the number of points, svmlib beside LIBSVM and LIBLINEAR."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np

from benchmarks.libsvm import svc_for
from benchmarks.linear import beside_liblinear
from benchmarks.problems import Problem, gaussians, moons
from benchmarks.timing import side_by_side
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear
from svmlib.plots import use_style

HERE = Path(__file__).parent
PICTURE = HERE / "growth.svg"
LADDER = (500, 1000, 2000, 4000, 8000, 16_000)
LINEAR_LADDER = (1000, 4000, 16_000, 64_000, 256_000)
KINDS = [
    ("moons, RBF, C = 1", "LIBSVM", moons, RBF(0.5), 1.0, LADDER),
    ("Gaussians 20-D, RBF, C = 1", "LIBSVM", lambda n: gaussians(n, 20), RBF(4.0), 1.0, LADDER),
    (
        "Gaussians 20-D, linear, C = 0.01",
        "LIBLINEAR",
        lambda n: gaussians(n, 20),
        Linear(),
        0.01,
        LINEAR_LADDER,
    ),
]


class Growth(NamedTuple):
    """Seconds of svmlib and a peer at a ladder of n."""

    name: str
    peer_name: str
    n: list[int]
    own: list[float]
    peer: list[float]


def exponent(n: list[int], seconds: list[float]) -> float:
    """The p of seconds ∝ n^p that fits best, by least squares on logarithms; nan for one n."""
    if len(n) < 2:
        return np.nan
    return float(np.polyfit(np.log(n), np.log(seconds), 1)[0])


def measure(largest: int, seconds: float) -> list[Growth]:
    measured = []
    for name, peer_name, make, kernel, C, ladder in KINDS:
        growth = Growth(name, peer_name, [], [], [])
        for n in (n for n in ladder if n <= largest):
            problem = Problem(name, *make(n), kernel, C)
            if isinstance(kernel, Linear):
                row = beside_liblinear(problem, seconds)
                own, peer = row.own, row.peer
            else:
                svc = svc_for(problem)
                (own, peer), _ = side_by_side(
                    lambda p=problem: solve(p.kernel, p.X, p.y, p.C),
                    lambda p=problem, svc=svc: svc.fit(p.X, p.y),
                    seconds=seconds,
                )
            for values, value in zip(growth[2:], (n, own, peer), strict=True):
                values.append(value)
            print(f"{name}, n = {n}: {own * 1e3:.1f} ms, {peer * 1e3:.1f} ms", flush=True)
        measured.append(growth)
    return measured


def rows(measured: list[Growth]) -> str:
    """One row for each solver of each kind: milliseconds at the ends of the ladder, exponent."""
    return "\n".join(
        f"| {name} | {solver} | {n[0]} | {seconds[0] * 1e3:.1f} | {n[-1]} "
        f"| {seconds[-1] * 1e3:.1f} | {exponent(n, seconds):.2f} |"
        for name, peer_name, n, own, peer in measured
        for solver, seconds in (("svmlib", own), (peer_name, peer))
    )


def draw(measured: list[Growth], path: Path) -> None:
    """Times against n on logarithmic axes, one panel a kind.

    On a white ground of its own, so that it reads alike on light and dark pages; the same
    numbers give the same bytes.
    """
    use_style()
    figure, axes = plt.subplots(1, len(measured), figsize=(10, 3.8), sharey=True)
    for ax, (name, peer_name, n, own, peer) in zip(axes, measured, strict=True):
        for solver, seconds, mark in (("svmlib", own, "o-"), (peer_name, peer, "s--")):
            label = f"{solver}, $n^{{{exponent(n, seconds):.2f}}}$"
            ax.loglog(n, seconds, mark, label=label)
        ax.set(title=name.replace(", C", "\nC"), xlabel="points n")
        ax.grid(True)
        ax.legend(loc="upper left")
    axes[0].set_ylabel("seconds")
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)


# ------------------------------------------------------------------------------------------ memory


CHILD = """
import sys
import numpy as np
from sklearn.svm import SVC, LinearSVC
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear
with np.load(sys.argv[1]) as data:
    X, y = data["X"], data["y"]
{fit}
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
RBF_FITS = (
    "solve(RBF(0.5), X, y, 1.0)",
    "SVC(C=1.0, tol={tol}, gamma=2.0).fit(X, y)",
)
LINEAR_FITS = (
    "solve(Linear(), X, y, 0.01, gap_tol=1e-6, max_iter=300)",
    "LinearSVC(loss='hinge', C=0.01, tol=1e-2, max_iter=20).fit(X, y)",
)


def peak(file: Path, fit: str) -> float:
    """MB at most in memory of a process that loads the data and runs a fit, on Linux.

    It is read from VmHWM. `getrusage` would not do: its ru_maxrss begins with what the parent had
    in memory when it started the process.
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", CHILD.format(fit=fit), str(file)],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parent,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    return float(done.stdout) / 1024


def memory(largest: int) -> str:
    """Rows of a table: the data, and what each solver adds to a process that holds them."""
    sizes = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data.npz"
        for name, n, make, fits in [
            *(("moons, RBF", n, moons, RBF_FITS) for n in (10_000, 20_000, 40_000)),
            ("Gaussians 20-D, linear", 1_000_000, lambda n: gaussians(n, 20), LINEAR_FITS),
        ]:
            if n > largest:
                continue
            X, y = make(n)
            np.savez(file, X=X, y=y)
            tol = 1e-6 if n < 20_000 else 1e-3
            before, *after = (peak(file, fit.format(tol=tol)) for fit in ("", *fits))
            own, peer = (size - before for size in after)
            data = (X.nbytes + y.nbytes) / 2**20
            sizes.append(f"| {name}, n = {n} | {data:.0f} | {own:.0f} | {peer:.0f} |")
            print(sizes[-1], flush=True)
    return "\n".join(sizes)


def section(largest: int, seconds: float) -> str:
    """Of README.md; a full run draws the picture, too."""
    measured = measure(largest, seconds)
    text = GROWTH.format(rows=rows(measured))
    if largest >= LADDER[-1]:
        draw(measured, PICTURE)
        text += f"\n![Seconds against n for each kind and solver]({PICTURE.name})\n"
    sizes = memory(largest)
    return text + (MEMORY.format(rows=sizes) if sizes else "")


GROWTH = """## Growth with n

Times as in the tables above: SVC with tol = 1e-6, LIBLINEAR within 1e-6 of its optimum or at its
limit of sweeps. The exponent p of n^p is fitted by least squares on logarithms over the whole
ladder, whose first steps still hold the fixed cost of a call.

| kind | solver | n | ms | n | ms | exponent |
|---|---|---|---|---|---|---|
{rows}
"""

MEMORY = """
## Memory

MB at most of a process that solves, less those of one that only imports and loads the same data:
what the solver needs besides. C = 1 for the moons and 0.01 for the Gaussians. SVC has its cache of
200 MB and, from n = 20 000 on, tol = 1e-3; LIBLINEAR has tol = 0.01 and 20 sweeps.

| problem | data | svmlib | LIBSVM or LIBLINEAR |
|---|---|---|---|
{rows}
"""
