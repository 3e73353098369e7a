"""svmlib's engine beside LIBSVM and LIBLINEAR, one run, same machine, same minute.

    python -m benchmarks.bench_engine            # everything, a quarter of an hour
    python -m benchmarks.bench_engine --quick    # n ≤ 1000

Times are the best of interleaved fits, kernel computation included, on one BLAS thread. A ratio
compares two times of the same run only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import warnings

from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from benchmarks import degenerate, growth, libsvm, linear

QUICK, FULL = 1000, 1_000_000  # largest n


def import_time() -> float:
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


def report(largest: int = FULL) -> str:
    """The sections of README.md."""
    seconds = 0.2 if largest <= QUICK else 1.0
    # the tables show who stopped short
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        sections = [part.section(largest, seconds) for part in (libsvm, linear, degenerate, growth)]
    return "\n".join([*sections, IMPORT.format(seconds=f"{import_time():.2f}")])


IMPORT = """## Import

`import svmlib, svmlib.engine` takes {seconds} s.
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="n ≤ 1000")
    print(report(QUICK if parser.parse_args().quick else FULL))
