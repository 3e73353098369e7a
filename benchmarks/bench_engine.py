"""svmlib's engine beside LIBSVM and LIBLINEAR, one run, same machine, same minute.

    python -m benchmarks.bench_engine            # everything, a few minutes
    python -m benchmarks.bench_engine --quick    # n ≤ 1000

Every time is the best of several interleaved fits, kernel computation included, on one BLAS
thread. A ratio compares two times of the same run only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC
from threadpoolctl import threadpool_limits

from svmlib import datasets
from svmlib.engine import solve
from svmlib.kernels import RBF, Linear

HERE = Path(__file__).parent


def moons(n):
    return datasets.moons(n=n, noise=0.2, seed=0)


def gaussians(n, d):
    """Two overlapping normal clouds in d dimensions; the best possible accuracy is 77 %."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return rng.normal(size=(n, d)) + 0.75 / np.sqrt(d) * y[:, None], y


def cancer():
    return datasets.breast_cancer(standardise=True)


def digits():
    X, y = datasets.digits(positive="odd")
    return X / X.max(), y


def problems(largest):
    """(name, data, kernel, C), from n = 100 to 10 000 and from C = 0.1 to 1000."""
    families = [
        ("moons", (100, 500, 1000), moons, RBF(0.5), (0.1, 1, 35, 1000)),
        ("moons", (3000,), moons, RBF(0.5), (1, 35, 1000)),
        ("moons", (10_000,), moons, RBF(0.5), (1, 35)),
        ("Gaussians 2-D", (100, 300, 1000), lambda n: gaussians(n, 2), RBF(1.0), (1, 35, 1000)),
        ("Gaussians 2-D", (3000,), lambda n: gaussians(n, 2), RBF(1.0), (1, 35)),
        ("Gaussians 2-D", (10_000,), lambda n: gaussians(n, 2), RBF(1.0), (1,)),
        ("Gaussians 20-D", (300, 1000), lambda n: gaussians(n, 20), RBF(4.0), (0.1, 1, 100)),
        ("Gaussians 20-D", (3000,), lambda n: gaussians(n, 20), RBF(4.0), (1, 10)),
        ("breast cancer, linear", (569,), lambda n: cancer(), Linear(), (0.1, 1, 100, 1000)),
        ("breast cancer", (569,), lambda n: cancer(), RBF(np.sqrt(15)), (1, 100, 1000)),
        ("digits, odd or even", (1797,), lambda n: digits(), RBF(1.5), (1, 10, 100)),
    ]
    for name, sizes, make, kernel, Cs in families:
        for n in sizes:
            if n <= largest:
                data = make(n)
                for C in Cs:
                    yield f"{name}, n = {n}", data, kernel, float(C)


def best_times(*functions, seconds=1.0, at_least=3, at_most=200):
    """The least time of each function over interleaved repeats, in seconds, and the results."""
    times, results = [np.inf] * len(functions), [None] * len(functions)
    started, repeats = time.perf_counter(), 0
    while repeats < at_least or (time.perf_counter() - started < seconds and repeats < at_most):
        for k, function in enumerate(functions):
            start = time.perf_counter()
            results[k] = function()
            times[k] = min(times[k], time.perf_counter() - start)
        repeats += 1
    return times, results


def against_svc(largest):
    """Rows (problem, C, own ms, SVC ms, ratio, gap of ours, gap of SVC)."""
    rows = []
    for name, (X, y), kernel, C in problems(largest):
        settings = (
            {"kernel": "linear"}
            if isinstance(kernel, Linear)
            else {"gamma": 1 / (2 * kernel.sigma**2)}
        )
        svc = SVC(C=C, tol=1e-6, **settings)
        (own, other), (solution, _) = best_times(
            lambda X=X, y=y, kernel=kernel, C=C: solve(kernel, X, y, C),
            lambda X=X, y=y, svc=svc: svc.fit(X, y),
        )
        w_squared, f = _norm_and_scores(svc, X, y, kernel)
        primal = 0.5 * w_squared + C * np.maximum(0, 1 - y * f).sum()
        rows.append(
            (
                name,
                C,
                own * 1e3,
                other * 1e3,
                own / other,
                solution.gap,
                primal / solution.dual - 1.0,
            )
        )
        print(_row(rows[-1]), flush=True)
    return rows


def _norm_and_scores(svc, X, y, kernel):
    beta = svc.dual_coef_[0]
    f = svc.decision_function(X)
    return beta @ (f[svc.support_] - svc.intercept_[0]), f


def linear_problems(largest):
    for n in (1000, 10_000):
        for d in (5, 30):
            if n <= largest:
                yield f"Gaussians {d}-D, n = {n}", gaussians(n, d)


def against_liblinear(largest):
    """LIBLINEAR's hinge machine to a relative gap near 1e-6, with its penalised bias."""
    rows = []
    for name, (X, y) in linear_problems(largest):
        for C in (0.1, 1.0):
            tol, gap = 1e-2, np.inf
            X1 = np.column_stack([X, np.ones(len(X))])
            optimum = None
            while gap > 1e-6 and tol > 1e-9:
                tol /= 4
                model = LinearSVC(
                    loss="hinge",
                    C=C,
                    tol=tol,
                    max_iter=200_000,
                    intercept_scaling=1.0,
                    random_state=0,
                )
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", ConvergenceWarning)
                    model.fit(X, y)
                v = np.append(model.coef_[0], model.intercept_)
                value = 0.5 * v @ v + C * np.maximum(0, 1 - y * (X1 @ v)).sum()
                optimum = optimum or _penalised_optimum(X1, y, C)
                gap = value / optimum - 1.0
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                (own, other), (solution, _) = best_times(
                    lambda X=X, y=y, C=C: solve(Linear(), X, y, C, gap_tol=1e-6),
                    lambda X=X, y=y, model=model: model.fit(X, y),
                )
            rows.append((name, C, own * 1e3, other * 1e3, own / other, solution.gap, gap))
            print(_row(rows[-1]), flush=True)
    return rows


def _penalised_optimum(X1, y, C):
    """Optimum of LIBLINEAR's objective: the bias penalised, hence no equality constraint.

    Mirrored points, (x, y) and (-x, -y), make the free bias 0: half the objective of that.
    """
    solution = solve(Linear(), np.vstack([X1, -X1]), np.append(y, -y), C / 2)
    return solution.dual


def memory():
    """Largest resident size in MB of a process that solves n = 10 000 points."""
    code = (
        "import resource;"
        "from benchmarks.bench_engine import gaussians, moons; from svmlib.engine import solve;"
        "from svmlib.kernels import RBF;"
        "X, y = {data}; solve(RBF({sigma}), X, y, {C});"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    rows = []
    for name, data, sigma, C in (
        ("moons, C = 35", "moons(10_000)", 0.5, 35.0),
        ("Gaussians 2-D, C = 1", "gaussians(10_000, 2)", 1.0, 1.0),
    ):
        script = code.format(data=data, sigma=sigma, C=C)
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            cwd=HERE.parent,
        )
        rows.append((name, float(done.stdout)))
        print(f"{name}: {rows[-1][1]:.0f} MB", flush=True)
    return rows


def import_time():
    """Best of several `import svmlib, svmlib.engine`, in seconds, interpreter start excluded."""
    code = (
        "import time; t = time.perf_counter(); import svmlib, svmlib.engine;"
        "print(time.perf_counter() - t)"
    )
    return min(
        float(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(7)
    )


def _row(row):
    name, C, own, other, ratio, gap, other_gap = row
    return (
        f"| {name} | {C:g} | {own:.2f} | {other:.2f} | {ratio:.2f} | {gap:.0e} | {other_gap:.0e} |"
    )


def _summary(rows):
    ratios = np.array([row[4] for row in rows])
    return (
        f"{len(rows)} problems: geometric mean of the ratios "
        f"**{np.exp(np.log(ratios).mean()):.2f}**, "
        f"worst {ratios.max():.2f}, best {ratios.min():.3f}; "
        f"largest relative duality gap of svmlib {max(row[5] for row in rows):.0e}."
    )


def report(largest=10_000):
    """The section of README.md."""
    with threadpool_limits(limits=1):
        svc, liblinear = against_svc(largest), against_liblinear(largest)
    table = "| problem | C | svmlib ms | {0} ms | ratio | gap | gap of {0} |\n" + "|---" * 7 + "|\n"
    return SECTION.format(
        svc=table.format("SVC") + "\n".join(map(_row, svc)),
        svc_summary=_summary(svc),
        liblinear=table.format("LIBLINEAR") + "\n".join(map(_row, liblinear)),
        liblinear_summary=_summary(liblinear),
        memory="\n".join(f"- {name}: {size:.0f} MB" for name, size in memory()),
        seconds=f"{import_time():.2f}",
    )


SECTION = """## The engine beside LIBSVM (`SVC(tol=1e-6)`)

Best of interleaved repeats; times include the kernel. The gap is relative: (primal - dual)/primal
for svmlib, and the distance of the primal objective from svmlib's dual for the others.
{svc_summary}

{svc}

## Linear machines beside LIBLINEAR (`LinearSVC(loss="hinge")`)

LIBLINEAR penalises the bias, so the two solve slightly different problems; its tolerance is lowered
until its objective is within a relative 1e-6 of its own optimum (or its best, when it gets no
closer), and svmlib stops at a gap of 1e-6 or, mostly, far below. {liblinear_summary}

{liblinear}

## Memory at n = 10 000

Largest resident size of the whole process, numpy included:

{memory}

## Import

`import svmlib, svmlib.engine` takes {seconds} s.
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="n ≤ 1000")
    print(report(1000 if parser.parse_args().quick else 10_000))
