"""Runs programs within limits of time, and says at the end what failed and what it took.

What is longer than a line stays in `_build/reports`.
"""

import ctypes
import fcntl
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
REPORTS = ROOT / "_build/reports"
LAST_WORDS = 10  # seconds to say where a program hangs
COLOR = re.compile(r"(?:\x1b|#x1B)\[[\d;]*m")  # the second as pytest writes it in a report
# on two quiet cores with everything installed: seconds of the whole, and of both cores together
BUDGET = {"test": (480, 1000), "check": (60, 120)}
DEAREST = 20  # tests named at the end, with their seconds
BEGUN = {}  # stages by the number of their process
ORPHANS = []  # not empty when processes that others leave behind are counted here


@dataclass
class Stage:
    """One check: a command, the most minutes it may take, and variables it is to see."""

    name: str
    command: list
    minutes: float
    variables: dict = field(default_factory=dict)

    @property
    def report(self):
        """Where pytest writes what became of each test."""
        return REPORTS / (re.sub(r"\W+", "-", self.name) + ".xml")


@dataclass
class Result:
    """What became of a stage; `failures` are pairs of what failed and why, in a line each.

    `cpu` are the seconds of the program and of all that it started.
    """

    stage: Stage
    seconds: float
    cpu: float
    failures: list

    def __str__(self):
        verdict = f"{len(self.failures)} failed" if self.failures else "passed"
        return f"{self.stage.name:32} {verdict:10} {self.seconds:6.0f} s {self.cpu:6.0f} s of CPU"


class Running:
    """A stage that has begun; with `log` it works beside others and is heard when it has ended."""

    def __init__(self, stage, log=None):
        words = shlex.join(map(str, stage.command))
        print(f"\n== {stage.name}{' (beside the next)' if log else ''}: {words}", flush=True)
        stage.report.unlink(missing_ok=True)
        self.stage, self.log, self.cpu = stage, log, 0.0
        self.start, self.end = time.monotonic(), None
        with lock(stage.name).open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # until the program ends, which has it from here
            self.process = subprocess.Popen(
                list(map(str, stage.command)), cwd=ROOT, env=os.environ | stage.variables,
                stdout=log and log.open("w"), stderr=log and subprocess.STDOUT,
                start_new_session=True,  # a group of its own, to be ended as a whole
                pass_fds=[held.fileno()],
            )  # fmt: skip
        BEGUN[self.process.pid] = self

    def result(self):
        """Wait for its end, which was perhaps long ago, beside others, or its limit."""
        stage, limit = self.stage, self.start + 60 * self.stage.minutes
        try:
            self.bury()
            while self.process.returncode is None and time.monotonic() < limit:
                time.sleep(0.05)
                self.bury()
            code = self.process.returncode
        finally:
            end(self.process)
            self.bury()
        if code is None:
            code = f"not done after its limit of {stage.minutes:g} minutes"
        seconds = (self.end or time.monotonic()) - self.start
        if self.log:
            print(f"\n== {stage.name}:\n{self.log.read_text(errors='replace')}", flush=True)
        failures = failed(stage.report)
        if isinstance(code, str):
            failures.append((stage.name, code))
        elif code and not failures:
            failures = [(stage.name, f"exit code {code}, see its output above")]
        return Result(stage, seconds, self.cpu, failures)

    def bury(self):
        """Ask for processes that have ended and count their time, those left behind as its own."""
        with suppress(ChildProcessError):  # none is left
            while (ended := os.wait4(-1 if ORPHANS else self.process.pid, os.WNOHANG))[0]:
                pid, status, used = ended
                whose = BEGUN.pop(pid, self)
                whose.cpu += used.ru_utime + used.ru_stime
                if pid == whose.process.pid:
                    whose.process.returncode = os.waitstatus_to_exitcode(status)
                    whose.end = time.monotonic()


def lock(name):
    """A file that is locked while the stage of this name is running."""
    return REPORTS / f"{name}.lock"


def wait_for(name):
    """Wait until the stage of this name, if it works beside us, has ended."""
    if lock(name).exists():
        with lock(name).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH)


def adopt_orphans():
    """Processes whose parent is gone become ours, on Linux: kernels, and the pages of a browser."""
    if sys.platform == "linux":
        be_their_parent = 36  # PR_SET_CHILD_SUBREAPER
        ORPHANS.append(ctypes.CDLL(None).prctl(be_their_parent, 1, 0, 0, 0) == 0)


def run(stage):
    """Run a stage to its end or its limit."""
    return Running(stage).result()


def end(process):
    """End a program and all it has started; pytest says on SIGABRT where it is."""
    for blow, patience in ((signal.SIGABRT, LAST_WORDS), (signal.SIGKILL, None)):
        if process.poll() is None or blow == signal.SIGKILL:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(process.pid, blow)
                process.wait(patience)


def cases(path):
    """(what, its element) of each test or cell in a report of pytest."""
    found = ElementTree.parse(path).iter("testcase") if path.exists() else []
    for case in found:
        file = case.get("file") or case.get("classname").replace(".", "/") + ".py"
        yield f"{file}::{case.get('name')}", case


def failed(path):
    """(what failed, why) of each failure in a report of pytest."""
    problems = ((what, problem) for what, case in cases(path) for problem in case)
    return [(what, reason(p)) for what, p in problems if p.tag in ("failure", "error")]


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
        return "make lint" if what == "lint" else "make test"
    return f".venv/bin/python -m pytest {shlex.quote(what)} --site _build/html"


def run_all(name, stages, beside=None):
    """Run all stages; `beside` works meanwhile.

    True when all passed. The last lines say what it took and what failed.
    """
    start = time.monotonic()
    background = beside and Running(beside, REPORTS / f"{beside.name}.log")
    try:
        results = [run(stage) for stage in stages]
    except BaseException:  # Ctrl-C
        background and end(background.process)
        raise
    if background:
        results.append(background.result())
    tell(name, results, time.monotonic() - start)
    return not any(result.failures for result in results)


def tell(name, results, seconds):
    """The end of a run: what it took, and what failed."""
    print("\n" + "=" * 72)
    found = [case for result in results for case in cases(result.stage.report)]
    dearest = sorted(((float(c.get("time", 0)), what) for what, c in found), reverse=True)
    if len(dearest) > DEAREST:
        print(f"the {DEAREST} dearest of {len(dearest)} tests and cells, in seconds of waiting:")
        print("\n".join(f"{took:6.1f}  {what}" for took, what in dearest[:DEAREST]) + "\n")
    print("\n".join(map(str, results)))
    reasons = Counter(s.get("message") for _, case in found for s in case.iter("skipped"))
    for why, count in reasons.most_common():  # a test that nobody runs protects nobody
        print(f"{count} NOT RUN: {why}")
    cpu = sum(result.cpu for result in results)
    print(f"{'all':43} {seconds:6.0f} s {cpu:6.0f} s of CPU")
    if name in BUDGET:
        most, most_cpu = BUDGET[name]
        kept = seconds <= most and cpu <= most_cpu
        verdict = "kept" if kept else "NOT KEPT, or the machine was busy"
        print(f"budget of two quiet cores: {most} s, {most_cpu} s of CPU: {verdict}")
    for result in results:
        for what, why in result.failures:
            print(f"\n{result.stage.name}: {what}\n    {why}\n    only this: {again(what)}")
