"""Stored outputs and numbers once more, as other processors compute them.

python -m tests.arithmetics further     some, on one arithmetic: the commit says which
python -m tests.arithmetics plainest    all, on the plainest one: `make weekly`
python -m tests.arithmetics all         all on each, and a table at the end: `make portable`
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

from tests.stops_elsewhere import ELSEWHERE

ROOT = Path(__file__).parents[1]
PARTS = 8  # of pages and of NUMBERS: one meets another arithmetic in each run
MINUTES = 20  # at most, for one run
# tests/test_….py whose numbers another arithmetic could change; `make portable` runs the rest, too
NUMBERS = """
binary blocks calibration certificate descent dual engine fuzz geometry kernels losses multiclass
objectives plots regression selection sparse
""".split()
HOW = ("--nbval", "--nbval-current-env", "--nbval-cell-timeout", "120", "-n", "auto", "--dist",
       "loadfile", "--no-loadscope-reorder", "-q", "-p", "no:cacheprovider")  # fmt: skip


def arithmetics():
    """{name: variables} of what other processors compute, as far as this one can.

    OpenBLAS has kernels for kinds of processors and takes those of Haswell for Zen, too. Those that
    it takes here are left out. The last arithmetic does without AVX, in numpy too.
    """
    from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
    from threadpoolctl import threadpool_info

    own = {library.get("architecture") for library in threadpool_info()}
    needs, plainest = {}, {"aarch64": "ARMV8", "x86_64": "Prescott"}.get(platform.machine())
    if platform.machine() == "x86_64":
        needs = {"Haswell": "AVX2", "SkylakeX": "AVX512F", "Sandybridge": "AVX"}
    cores = [name for name in needs if name not in own and __cpu_features__[needs[name]]]
    plain = {"OPENBLAS_CORETYPE": plainest} if plainest else {}
    return {
        **{name: {"OPENBLAS_CORETYPE": name} for name in cores},
        "two threads": {"OPENBLAS_NUM_THREADS": "2"},
        "the plainest": {**plain, "NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)},
    }


def numbers():
    return [f"tests/test_{name}.py" for name in NUMBERS]


def turn(number):
    """An arithmetic and a part of pages and numbers: all pairs come in turn."""
    names = [*arithmetics()]
    pages = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("lectures/**/*.ipynb"))
    return names[number % len(names)], [*pages, *numbers()][number // len(names) % PARTS :: PARTS]


def passes(name, variables, what):
    """Run pytest on this arithmetic; whether all passes within the limit."""
    print(f"\n== with {name}: {' '.join(what)}", flush=True)
    command = [sys.executable, "-m", "pytest", *HOW, *what]
    try:
        run = subprocess.run(command, cwd=ROOT, env=os.environ | variables, timeout=60 * MINUTES)
    except subprocess.TimeoutExpired:
        print(f"not done after its limit of {MINUTES} minutes")
        return False
    return run.returncode == 0


def main(which):
    found = arithmetics()
    if which == "further":
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True
        )
        name, files = turn(int(head.stdout.strip() or "0", 16))
        return passes(name, found[name], files)
    if which == "plainest":
        return passes("the plainest", found["the plainest"], ["lectures", *numbers()])
    here = {"this one": {}, "other starts and ends": {ELSEWHERE: "1"}}
    kinds = (["tests", "-m", "not long"], ["lectures"])
    rows = {
        name: [passes(name, variables, kind) for kind in kinds]
        for name, variables in (here | found).items()
    }
    print("\n| arithmetic | numbers | outputs |\n|---|---|---|")
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join('green' if cell else 'FAILED' for cell in cells)} |")
    return all(map(all, rows.values()))


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1]))
