"""Runs the checks of the book, all of them even when one fails, and ends with what failed.

    python -m tests.stages test            everything: `make test`
    python -m tests.stages check           what one changes daily: `make check`
    python -m tests.stages check 05        one lecture alone: `make check LECTURE=05`
    python -m tests.stages check tube      one live figure alone: `make check FIGURE=tube`
    python -m tests.stages portable        outputs and numbers on every arithmetic: `make portable`
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
from tests.stops_elsewhere import ELSEWHERE

SITE = ROOT / "_build/html"
EXERCISES = "tests/test_exercises.py"
SHADOWS = ROOT / "tests/shadows"  # stand before packages that take long to import
BIN = Path(sys.executable).parent
PROCESSORS = min(os.cpu_count() or 1, 4)
# one more than there are processors: each waits now and then, for a kernel or for a browser
WORKERS = ("-n", str(PROCESSORS + 1))
BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")  # what a module shares is made once
WARM = ("-p", "tests.warm_kernels")
PARTS = 8  # of pages and of NUMBERS: one meets another arithmetic in each run
# tests/test_….py whose numbers another arithmetic could change; `make portable` runs the rest, too
NUMBERS = """
binary blocks calibration certificate descent dual engine fuzz geometry kernels losses multiclass
objectives plots regression selection sparse work
""".split()
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


def outputs(name="outputs", lectures=("lectures",), minutes=16, **variables):
    """Every stored output against a fresh run, as `tests/nbval_strict.py` compares."""
    how = (*WARM, "--nbval", "--nbval-current-env", *CELL, *WORKERS, *BY_FILE)
    return pytest(name, *how, *lectures, minutes=minutes, **variables)


def exercises(lectures):
    """What the checks of exercises on these lectures say to solutions and to mistakes."""
    numbers = sorted({Path(lecture).name[:2] for lecture in lectures})
    which = " or ".join(f"{number}-ex" for number in numbers)
    return pytest("exercises", EXERCISES, "-k", which, *WORKERS, minutes=4)


def units(name="numbers", *arguments, **variables):
    """All tests that need no built site and no browser."""
    how = ("tests", "-m", "not long", "-n", str(PROCESSORS), *BY_FILE, *arguments)
    return pytest(name, *how, minutes=10, **variables)


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


def turn(number):
    """Name and variables of an arithmetic, a part of pages and numbers: all pairs come in turn."""
    other = arithmetics()
    name = [*other][number % len(other)]
    pages = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("lectures/**/*.ipynb"))
    files = [*pages, *numbers()]
    return name, other[name], files[number // len(other) % PARTS :: PARTS]


def numbers():
    return [f"tests/test_{name}.py" for name in NUMBERS]


def further():
    """Some pages and numbers once more, on another arithmetic: the commit says which.

    `make weekly` has all of them on the plainest one.
    """
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return elsewhere(*turn(int(head.stdout.strip() or "0", 16)))


def elsewhere(name, variables, files, minutes=15):
    how = (*WARM, "--nbval", "--nbval-current-env", *CELL, "-n", str(PROCESSORS), *BY_FILE)
    return pytest(f"with {name}", *how, *files, minutes=minutes, **variables)


def test():
    """Everything: the site is built beside the tests, and those that need it wait for it.

    They come last. A loaded machine loses a key or a moment: what of them fails is run once more,
    and is named (R).
    """
    for old in (SITE, SITE.parent / ".doctrees"):
        shutil.rmtree(old, ignore_errors=True)
    tests = outputs("tests", ["lectures", "tests", *ON_SITE, "-rR"], minutes=30)
    return run_all("test", [lint(), tests, further()], beside=site())


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
    which = ("-m", "weekly", "-k", f"{number}-ex", *WORKERS)
    slips = pytest("slips", "tests/test_slips.py", EXERCISES, *which, minutes=6)
    stages = [lint(), rules, exercises(chosen), slips, outputs(lectures=sorted(chosen))]
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

    Also where iterative methods begin and stop a little elsewhere.
    """
    kinds, rows, failures = (units, outputs), {}, []
    here = {"this one": {}, "other starts and ends": {ELSEWHERE: "1"}}
    for name, variables in (here | arithmetics()).items():
        results = [run(kind(f"{name}: {kind.__name__}", **variables)) for kind in kinds]
        rows[name] = [str(len(r.failures)) if r.failures else "green" for r in results]
        failures += [(name, *failure) for r in results for failure in r.failures]
    print("\n" + "=" * 72 + "\n| arithmetic | numbers | outputs |\n|---|---|---|")
    for name, cells in rows.items():
        print(f"| {name} | {' | '.join(cells)} |")
    for name, what, why in failures:
        print(f"\n{name}: {what}\n    {why}")
    return not failures


def weekly():
    """The tests that are slow and whose answer seldom changes; all numbers in the plainest way."""
    slow = pytest("weekly", "tests", "-m", "weekly", *ON_SITE, *WORKERS, *BY_FILE, minutes=60)
    name, variables = [*arithmetics().items()][-1]
    plain = elsewhere(name, variables, ["lectures", *numbers()], minutes=30)
    return run_all("weekly", [slow, plain], beside=site())


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
