"""Changes svmlib here and there as a slip would, and says which changes no test notices.

    make mutants SEED=7 MUTANTS=100         a draw from all of svmlib but its pictures and widgets
    python -m tests.mutants --count 40 svmlib/dual.py      from these files

Only tests that run the changed line are tried, first those that run little else, until one fails.
Who lives shows where a test is missing, unless the change alters nothing but the time it takes.
Pictures and live figures are left out: the stored outputs judge them.

A library for this (mutmut) changes each function of a package into a switch, which scikit-learn's
look at signatures and the tests of docstrings would notice, and it draws no sample by a seed.
"""

import argparse
import ast
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path

import coverage
import pytest

from tests.changes import changes, places, replaced

ROOT = Path(__file__).parents[1]
SPARED = ("svmlib/plots/", "svmlib/widgets/", "svmlib/solvers/constants.py")
TESTS = ("tests", "-m", "not long", "--timeout", "120")  # a loop without end is noticed, too
QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
MOST, MINUTES = 60, 20  # tests, and their time, for one mutant


def mutants(files, seed, count):
    """(file, line, what became what, the changed program) of a draw, the same for each seed."""
    found = []
    for file in files:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        found += [(file, tree, *at, new) for at in places(tree) for new in changes(at[-1])]
    for file, tree, *place, node, new in random.Random(seed).sample(found, min(count, len(found))):
        change = "  →  ".join(" ".join(ast.unparse(n).split())[:90] for n in (node, new))
        yield file, node.lineno, change, ast.unparse(replaced(tree, *place, new))


class Named:
    """Tells coverage which test is running, whatever its examples."""

    def __init__(self, seen):
        self.seen = seen

    def pytest_runtest_logstart(self, nodeid):
        self.seen.switch_context(nodeid.partition("[")[0])


def observed():
    """{file: {line: [tests]}}: all tests once, and what they run."""
    seen = coverage.Coverage(data_file=None, source=["svmlib"], config_file=False)
    seen.start()
    code = pytest.main([*TESTS, *QUIET], plugins=[Named(seen)])
    seen.stop()
    if code:
        sys.exit("the tests fail before anything is changed")
    data = seen.get_data()
    files = {str(Path(file).relative_to(ROOT)): file for file in data.measured_files()}
    return {name: data.contexts_by_lineno(file) for name, file in files.items()}


def judges(runs, size, file, line):
    """The tests that run this line or, when it is run by an import, its module."""
    lines = runs.get(file, {})
    tests = {*lines.get(line, [])} - {""} or {test for mine in lines.values() for test in mine}
    return sorted(tests - {""}, key=size.get)[:MOST]


def lives(folders, file, program, tests):
    """Whether no test notices; a run that never ends, or cannot begin, has noticed."""
    folder = folders.get()
    path = folder / file
    path.write_text(program, encoding="utf-8")
    Path(cache_from_source(path)).unlink(missing_ok=True)  # of the same size and second, perhaps
    command = [sys.executable, "-m", "pytest", "-x", *TESTS[1:], *QUIET, *tests]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60 * MINUTES)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        shutil.copy2(ROOT / file, path)
        Path(cache_from_source(path)).unlink(missing_ok=True)
        folders.put(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("files", nargs="*", help="modules of svmlib; all of them if none is named")
    given = parser.parse_args()
    every = (str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("svmlib/**/*.py")))
    files = given.files or [file for file in every if not file.startswith(SPARED)]
    os.chdir(ROOT)
    runs, folders = observed(), queue.Queue()
    size = Counter(t for lines in runs.values() for tests in lines.values() for t in tests)
    left_out = shutil.ignore_patterns(".git", ".venv", "_build", "node_modules", "__pycache__")
    with tempfile.TemporaryDirectory() as top, ThreadPoolExecutor(os.cpu_count()) as pool:
        for k in range(os.cpu_count()):
            folders.put(Path(shutil.copytree(ROOT, Path(top) / str(k), ignore=left_out)))
            (folders.queue[-1] / "tests/widgets/node_modules").symlink_to(
                ROOT / "tests/widgets/node_modules"
            )
        drawn = [(*m, judges(runs, size, *m[:2])) for m in mutants(files, given.seed, given.count)]
        alive = pool.map(lambda m: lives(folders, m[0], *m[3:]), drawn)
        noticed = len(drawn)
        for (file, line, change, _, tests), survives in zip(drawn, alive, strict=True):
            noticed -= survives
            if survives:
                print(f"lives ({len(tests)} tests)  {file}:{line}  {change}", flush=True)
    share = f"{noticed / len(drawn):.0%}"
    print(f"seed {given.seed}: {noticed} of {len(drawn)} mutants noticed, {share}")


if __name__ == "__main__":
    main()
