"""Runs the checks of the book, all of them even when one fails, and ends with what failed.

    python -m tests.stages test            everything: `make test`
    python -m tests.stages check           what one changes daily: `make check`
    python -m tests.stages check 05        one lecture alone: `make check LECTURE=05`
    python -m tests.stages check tube      one live figure alone: `make check FIGURE=tube`
    python -m tests.stages portable        outputs and numbers on other arithmetic: `make portable`
    python -m tests.stages weekly          what is slow and seldom changes: `make weekly`

A check is a program with a limit of time. When that is over, the program shows where it hangs and
is ended, and the next one begins (tests/running.py).
"""

import fcntl
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from book.kernels import one_thread
from tests.running import REPORTS, ROOT, Stage, adopt_orphans, run, run_all

SITE = ROOT / "_build/html"
EXERCISES = "tests/test_exercises.py"
SHADOWS = ROOT / "tests/shadows"  # stand before packages that take long to import
BIN = Path(sys.executable).parent
PROCESSORS = min(os.cpu_count() or 1, 4)
# one more than there are processors: each waits now and then, for a kernel or for a browser
WORKERS = ("-n", str(PROCESSORS + 1))
BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")  # what a module shares is made once
WARM = ("-p", "tests.warm_kernels")
CELL = ("--nbval-cell-timeout", "120")
ON_SITE = ("--site", SITE.relative_to(ROOT))


def pytest(name, *arguments, minutes, **variables):
    """A stage of pytest whose failures can be read from its report."""
    stage = Stage(name, [], minutes, variables)
    stage.command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *("-o", "junit_family=xunit1", f"--junitxml={stage.report.relative_to(ROOT)}"),
        *arguments,
    ]
    return stage


def lint():
    return Stage("lint", ["make", "--no-print-directory", "lint"], 5)


def site():
    """The site from scratch: only then all warnings appear and no page of old remains."""
    build = [BIN / "jupyter-book", "build", ".", "--builder", "html", "-n", "-W", "--keep-going"]
    return Stage("site", [*build, "--all"], 6)


def outputs(
    name="outputs", lectures=("lectures",), how=("--nbval-current-env",), minutes=16, **variables
):
    """Every stored output against a fresh run, as `tests/nbval_strict.py` compares."""
    how = (*WARM, "--nbval", *how, *CELL, *WORKERS, *BY_FILE)
    return pytest(name, *how, *lectures, minutes=minutes, **variables)


def plain_outputs(name, **variables):
    """The same as nbval compares by itself: text to the letter, and no pictures."""
    return outputs(name, how=("--noconftest", "-p", "tests.nbval_files"), **variables)


def exercises(lectures):
    """What the checks of exercises on these lectures say to solutions and to mistakes."""
    numbers = sorted({Path(lecture).name[:2] for lecture in lectures})
    which = " or ".join(f"{number}-ex" for number in numbers)
    return pytest("exercises", EXERCISES, "-k", which, *WORKERS, minutes=4)


def units(name="numbers", *arguments, **variables):
    """All tests that need no built site and no browser."""
    how = ("tests", "-m", "not long", "-n", str(PROCESSORS), *BY_FILE, *arguments)
    return pytest(name, *how, minutes=10, **variables)


def plain_arithmetic():
    """Variables that take numpy and OpenBLAS back to what every processor of a kind can do."""
    from numpy._core._multiarray_umath import __cpu_dispatch__

    core = {"x86_64": "Nehalem", "aarch64": "ARMV8"}.get(platform.machine())
    found = {"NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__)}
    return found | ({"OPENBLAS_CORETYPE": core} if core else {})


def machines():
    """{name: variables} of the processors that this one can stand in for."""
    from numpy._core._multiarray_umath import __cpu_features__ as can

    plain = plain_arithmetic()
    found = {"this one": {}, "this one, 2 threads": two_threads({})}
    if platform.machine() == "x86_64":
        cores = {"Haswell": "AVX2", "Zen": "AVX2", "SkylakeX": "AVX512F"}
        found |= {c: {"OPENBLAS_CORETYPE": c} for c, needs in cores.items() if can[needs]}
        found["Prescott, 2 threads"] = two_threads({**plain, "OPENBLAS_CORETYPE": "Prescott"})
    return found | {plain.get("OPENBLAS_CORETYPE", "plain"): plain}


def two_threads(variables):
    return variables | {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}


def test():
    """Everything: the site is built beside the tests, and those that need it wait for it.

    They come last. A loaded machine loses a key or a moment: what of them fails is run once more,
    and is named (R).
    """
    for old in (SITE, SITE.parent / ".doctrees"):
        shutil.rmtree(old, ignore_errors=True)
    tests = outputs("tests", ["lectures", "tests", *ON_SITE, "-rR"], minutes=30)
    return run_all("test", [lint(), tests], beside=site())


def check(what=None):
    """Lint, tests without a browser and the lectures that differ from the last commit.

    Or one lecture by its number, with the exercises on it; or one live figure by its name.
    """
    if what is not None:
        return check_lecture(what) if what.isdigit() else check_figure(what)
    chosen = changed_lectures()
    changed = [exercises(chosen), outputs(lectures=chosen)] if chosen else []
    return run_all("check", [units("numbers", f"--ignore={EXERCISES}"), *changed], beside=lint())


def check_lecture(number):
    chosen = [str(path.relative_to(ROOT)) for path in ROOT.glob(f"lectures/**/{number}-*.ipynb")]
    if not chosen:
        sys.exit(f"there is no lectures/{number}-….ipynb; say for instance LECTURE=05")
    rules = pytest("rules", "tests/test_lectures.py", "-k", f"{number}-", minutes=2)
    stages = [lint(), rules, exercises(chosen), outputs(lectures=sorted(chosen))]
    return run_all("check-lecture", stages)


def check_figure(name):
    """Its front end by itself and in a browser, and the lectures that show it."""
    shown = figures()
    if name not in shown:
        sys.exit(f"there is no live figure {name!r}; there are {', '.join(shown)}")
    files = [str(p.relative_to(ROOT)) for p in ROOT.glob("tests/test_*.py") if "_live_" in p.name]
    front = ("tests/test_widgets.py", *sorted(files))
    which = f"{name} or {name.replace('_', '')}"  # as files and as classes write it
    tests = pytest("figure", *front, "-k", which, *WORKERS, minutes=8)
    return run_all("check-figure", [lint(), tests, outputs(lectures=shown[name])])


def figures():
    """{name of each live figure: the lectures that show it}."""
    shown = {path.stem: [] for path in sorted(ROOT.glob("svmlib/widgets/js/figures/*.js"))}
    for path in sorted(ROOT.glob("lectures/**/*.ipynb")):
        lines = re.findall(r"svmlib\.widgets import ([\w, ]+)", path.read_text("utf-8"))
        words = re.findall(r"\w+", " ".join(lines).lower())
        for name in shown:
            shown[name] += [str(path.relative_to(ROOT))] * (name.replace("_", "") in words)
    return shown


def changed_lectures():
    """Notebooks that are new or differ from the last commit."""
    git = ["git", "status", "--porcelain", "--untracked-files=all", "--", "lectures"]
    lines = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    paths = [line[3:].split(" -> ")[-1].strip('"') for line in lines]
    return [path for path in paths if path.endswith(".ipynb") and (ROOT / path).exists()]


def portable():
    """Outputs and numbers on every arithmetic that this processor can do, as a table.

    Also as plain nbval compares outputs, which `make test` leaves to the strict comparison.
    """
    kinds, rows, failures = (units, outputs, plain_outputs), {}, []
    for machine, variables in machines().items():
        results = [run(kind(f"{machine}: {kind.__name__}", **variables)) for kind in kinds]
        rows[machine] = [str(len(r.failures)) if r.failures else "green" for r in results]
        failures += [(machine, *failure) for r in results for failure in r.failures]
    print("\n" + "=" * 72 + "\n| machine | numbers | outputs | plain nbval |\n|---|---|---|---|")
    for machine, cells in rows.items():
        print(f"| {machine} | {' | '.join(cells)} |")
    for machine, what, why in failures:
        print(f"\n{machine}: {what}\n    {why}")
    return not failures


def weekly():
    """The tests that are slow and whose answer seldom changes."""
    slow = pytest("weekly", "tests", "-m", "weekly", *ON_SITE, *WORKERS, *BY_FILE, minutes=60)
    return run_all("weekly", [slow], beside=site())


def alone():
    """A lock on the folder, for two runs in it would write over each other."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    lock = (REPORTS / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit("the checks are running in this folder already: wait, or use another clone")
    return lock


def main(command, *arguments):
    one_thread()
    path = filter(None, [str(SHADOWS), os.environ.get("PYTHONPATH")])
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    # dozens of Pythons follow, and each would compile svmlib, book and tests again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    adopt_orphans()
    lock = alone()
    with lock:
        commands = {"test": test, "check": check, "portable": portable, "weekly": weekly}
        passed = commands[command](*arguments)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
