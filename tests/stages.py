"""Runs the checks of the book, all of them even when one fails, and ends with what failed.

    python -m tests.stages test            everything: `make test`
    python -m tests.stages check           what one changes daily: `make check`
    python -m tests.stages check 05        one lecture alone: `make check LECTURE=05`
    python -m tests.stages portable        outputs and numbers on other arithmetic: `make portable`

A check is a program with a limit of time. When that is over, the program shows where it hangs and
is ended, and the next one begins. What is longer than a line stays in `_build/reports`.
"""

import fcntl
import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from book import verified
from book.kernels import one_thread

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build/html"
REPORTS = ROOT / "_build/reports"
BIN = Path(sys.executable).parent
# one more than there are processors: each waits now and then, for a kernel or for a browser
WORKERS = ("-n", str(min(os.cpu_count() or 1, 4) + 1))
WARM = ("-p", "tests.warm_kernels")
CELL = ("--nbval-cell-timeout", "120")
RECORD = ("-p", "tests.nbval_records", "--records", verified.FOLDER)
LAST_WORDS = 10  # seconds to say where a program hangs
COLOR = re.compile(r"(?:\x1b|#x1B)\[[\d;]*m")  # the second as pytest writes it in a report


@dataclass
class Stage:
    """One check: a command, the most minutes it may take, and variables it is to see."""

    name: str
    command: list
    minutes: float
    variables: dict = field(default_factory=dict)


@dataclass
class Result:
    """What became of a stage; `failures` are pairs of what failed and why, in a line each."""

    stage: Stage
    seconds: float
    failures: list

    def __str__(self):
        verdict = f"{len(self.failures)} failed" if self.failures else "passed"
        return f"{self.stage.name:32} {verdict:10} {self.seconds:5.0f} s"


# ------------------------------------------------------------------------------------- running


def run(stage):
    """Run a stage to its end or its limit."""
    print(f"\n== {stage.name}: {shlex.join(map(str, stage.command))}", flush=True)
    report(stage).unlink(missing_ok=True)
    start = time.monotonic()
    process = subprocess.Popen(
        list(map(str, stage.command)),
        cwd=ROOT,
        env=os.environ | stage.variables,
        start_new_session=True,  # a group of its own, to be ended as a whole
    )
    try:
        code = process.wait(60 * stage.minutes)
    except subprocess.TimeoutExpired:
        code = f"not done after its limit of {stage.minutes:g} minutes"
    finally:
        end(process)
    failures = failed(report(stage))
    if code and not failures:
        reason = code if isinstance(code, str) else f"exit code {code}, see its output above"
        failures = [(stage.name, reason)]
    elif isinstance(code, str):
        failures.append((stage.name, code))
    return Result(stage, time.monotonic() - start, failures)


def end(process):
    """End a program and all it has started; pytest says on SIGABRT where it is."""
    for blow, patience in ((signal.SIGABRT, LAST_WORDS), (signal.SIGKILL, None)):
        if process.poll() is None or blow == signal.SIGKILL:
            try:
                os.killpg(process.pid, blow)
                process.wait(patience)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass


def report(stage):
    return REPORTS / (re.sub(r"\W+", "-", stage.name) + ".xml")


def failed(path):
    """(what failed, why) of each failure in a report of pytest."""
    if not path.exists():
        return []
    found = []
    for case in ElementTree.parse(path).iter("testcase"):
        for problem in case:
            if problem.tag in ("failure", "error"):
                file = case.get("file") or case.get("classname").replace(".", "/") + ".py"
                found.append((f"{file}::{case.get('name')}", reason(problem)))
    return found


def reason(problem):
    """One line that says why a test or a cell failed."""
    text = COLOR.sub("", problem.text or "")
    lines = (problem.get("message") or text).splitlines()
    if cell := re.search(r"^Cell \d+: (.+)$", text, re.M):
        found = [line.strip() for line in text.partition("Traceback:")[2].splitlines()]
        errors = [line for line in found if re.match(r"[\w.]+(Error|Exception): ", line)]
        # a limit of time, an error, or the first difference of the outputs
        lines = [cell[1]] if "imeout" in cell[1] else [*errors, *filter(None, found), cell[1]]
    return lines[0][:160] if lines else "no reason given"


def again(what):
    """How to run only this."""
    if lecture := re.search(r"lectures/.*?(\d\d)-[\w-]+\.ipynb", what):
        return f"make check LECTURE={lecture[1]}"
    if "::" not in what:
        return "make test"
    return f".venv/bin/python -m pytest {shlex.quote(what)} --site _build/html"


def run_all(name, stages):
    """Run all stages; True when all passed. The last lines say what failed."""
    results = [run(stage) for stage in stages]
    times = {result.stage.name: round(result.seconds) for result in results}
    (REPORTS / f"{name}.json").write_text(json.dumps(times))  # for benchmarks/README.md
    print("\n" + "=" * 72)
    for result in results:
        print(result)
    for result in results:
        for what, why in result.failures:
            print(f"\n{result.stage.name}: {what}\n    {why}\n    only this: {again(what)}")
    return not any(result.failures for result in results)


# -------------------------------------------------------------------------------------- stages


def pytest(name, *arguments, minutes, **variables):
    """A stage of pytest whose failures can be read from its report."""
    stage = Stage(name, [], minutes, variables)
    stage.command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
        *("-o", "junit_family=xunit1", f"--junitxml={report(stage).relative_to(ROOT)}"),
        *arguments,
    ]
    return stage


def lint():
    return Stage("lint", ["make", "--no-print-directory", "lint"], 5)


def site():
    """The site from scratch: only then all warnings appear and no page of old remains."""
    build = [BIN / "jupyter-book", "build", ".", "--builder", "html", "-n", "-W", "--keep-going"]
    return Stage("site", [*build, "--all"], 6)


def outputs(name="outputs", lectures=("lectures",), **variables):
    """Every stored output against a fresh run, as `tests/nbval_strict.py` compares."""
    how = (*WARM, "--nbval", "--nbval-current-env", *CELL, *WORKERS, "--dist", "loadfile", *RECORD)
    return pytest(name, *how, *lectures, minutes=12, **variables)


def plain_outputs(name="outputs, plain nbval", lectures=("lectures",), **variables):
    """The same as nbval compares by itself: text to the letter, and no pictures."""
    how = (*WARM, "--noconftest", "-p", "tests.nbval_files", "--nbval", *CELL, *WORKERS)
    return pytest(name, *how, "--dist", "loadfile", *lectures, minutes=12, **variables)


def units(name="numbers", **variables):
    """All tests that need no built site and no browser."""
    how = ("tests", "-m", "not long", *WORKERS, "--dist", "loadscope")
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


# ------------------------------------------------------------------------------------ commands


def test():
    """Everything; the outputs on this machine's arithmetic and on the plainest."""
    for old in (SITE, SITE.parent / ".doctrees"):
        shutil.rmtree(old, ignore_errors=True)
    everything = ("tests", "--site", SITE.relative_to(ROOT), *WORKERS, "--dist", "loadscope")
    return run_all(
        "test",
        [
            lint(),
            outputs(),
            site(),  # after the outputs, whose records it shows
            pytest("tests", *everything, minutes=30),
            plain_outputs("outputs, plain nbval without AVX", **plain_arithmetic()),
        ],
    )


def check(lecture=None):
    """Lint, tests without a browser and the lectures that differ from the last commit; or one."""
    if lecture:
        chosen = sorted(str(p.relative_to(ROOT)) for p in ROOT.glob(f"lectures/**/{lecture}-*"))
        if not chosen:
            sys.exit(f"there is no lectures/{lecture}-….ipynb; say for instance LECTURE=05")
        rules = pytest("rules", "tests/test_lectures.py", "-k", f"{lecture}-", minutes=2)
        return run_all("check-lecture", [lint(), rules, outputs(lectures=chosen)])
    chosen = changed_lectures()
    changed = [outputs(lectures=chosen)] if chosen else []
    return run_all("check", [lint(), units(), *changed])


def changed_lectures():
    """Notebooks that are new or differ from the last commit."""
    git = ["git", "status", "--porcelain", "--untracked-files=all", "--", "lectures"]
    lines = subprocess.run(git, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    paths = [line[3:].split(" -> ")[-1].strip('"') for line in lines]
    return [path for path in paths if path.endswith(".ipynb") and (ROOT / path).exists()]


def portable():
    """Outputs and numbers on every arithmetic that this processor can do, as a table."""
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
    lock = alone()
    with lock:
        passed = {"test": test, "check": check, "portable": portable}[command](*arguments)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main(*sys.argv[1:])
