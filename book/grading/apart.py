"""A student's code in a process of its own (`student.py`), and its names as the judge sees them.

A function or a machine of the student's becomes a `Distant` one: what it is called with crosses to
its process, what it gives back comes as data. So whatever a student writes can give an answer, and
no verdict.
"""

import builtins
import ctypes
import os
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import matplotlib
from sklearn.base import clone

import svmlib
from book.grading.crossing import Line, builtin_name, read, written

PROGRAM = Path(__file__).with_name("student.py")
PATIENCE = 15  # seconds beyond its limit, after which a process counts as broken
BE_THEIR_PARENT = 36  # PR_SET_CHILD_SUBREAPER: of processes whose own parent is gone


def children() -> set[int]:
    """The processes whose parent this one is, as far as /proc tells."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = place.read_text().rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                found.add(int(place.parent.name))
    return found


@contextmanager
def nobody_left() -> Iterator[None]:
    """Who is started within is gone at the end, on Linux also who has left its group."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(BE_THEIR_PARENT, 1, 0, 0, 0)
    before = children()
    try:
        yield
    finally:
        while left := children() - before:
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)


class Broken(Exception):
    """The student's process has ended, or no longer answers."""


class Distant:
    """Something in a student's process, of which attributes and calls can be asked for."""

    def __init__(self, student: "Student", number: int):
        self._student, self._number = student, number

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._student.ask("attribute", self._number, name)

    def __repr__(self):
        return "an object of another kind"


Distant.__name__ = "object of yours"  # in the words of a TypeError


class DistantFunction(Distant):
    """The same, where it can be called."""

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        parts = (written(part, self._student.number) for part in (args, keywords))
        return self._student.ask("call", self._number, *parts)

    def named(self, name: str) -> FunctionType:
        """The same as a function of this name, of which a check says that it stops."""

        def call(*args, **keywords):
            return self(*args, **keywords)

        call.__code__ = call.__code__.replace(co_name=name, co_filename="cell")
        call.__qualname__ = call.__name__ = name  # in what a check prints of it
        call.__wrapped__ = self
        return call


class Student:
    """A process in which a student's cells run; a context manager, at whose end it is gone."""

    def __init__(self, seconds: int):
        self.seconds, self.known, self.turn, self.broken = seconds, [], 0, None

    def __enter__(self):
        self.left = nobody_left()
        self.left.__enter__()
        self.folder = tempfile.mkdtemp()
        for fonts in Path(matplotlib.get_cachedir()).glob("fontlist*.json"):
            shutil.copy(fonts, self.folder)
        here, there = socket.socketpair()
        here.settimeout(self.seconds + PATIENCE)
        readable = {sys.prefix, sys.base_prefix, *map(sysconfig.get_path, ("stdlib", "purelib"))}
        readable |= {str(Path(svmlib.__file__).parent)}
        self.process = subprocess.Popen(
            [sys.executable, "-I", PROGRAM, str(there.fileno()), self.folder, *sorted(readable)],
            cwd=self.folder, env=self.environment(), pass_fds=[there.fileno()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        there.close()
        self.line = Line(here)
        self.closed = self.receive()
        return self

    def environment(self):
        folders = dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR"), self.folder)
        one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **folders, **one}

    def __exit__(self, *_):
        self.line.connection.close()
        self.end()
        self.process.wait()
        self.left.__exit__(None, None, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)  # it leads its group

    def receive(self):
        try:
            return self.line.receive()
        except (OSError, EOFError, ValueError, RecursionError) as problem:
            self.broken = str(problem)
            self.end()  # it may be at work for long, and its next answer to nothing that is asked
            raise Broken(self.broken) from None

    def run(self, code: str) -> bool:
        """Run a cell; whether it comes to its end within its time."""
        try:
            self.ask("run", code)
        except Exception:
            return False
        return True

    def ask(self, request: str, *what: Any) -> Any:
        if self.broken is not None:
            raise Broken(self.broken)
        self.turn += 1
        try:
            self.line.send([self.turn, request, self.seconds, *what])
        except (OSError, ValueError) as problem:
            raise Broken(str(problem)) from None
        while True:
            match self.receive():
                case [int(turn), str(), *_] if turn != self.turn:
                    continue  # late: the judge no longer waits for it
                case [int(), "value", given]:
                    return read(given, self.thing)
                case [int(), "raised", str(kind), str(text)]:
                    found = getattr(builtins, kind, None)
                    is_error = isinstance(found, type) and issubclass(found, Exception)
                    raise found(text) if is_error else RuntimeError(f"{kind} {text}")
                case ["call" | "attribute" | "clone" as request, int(number), *what]:
                    self.line.send(self.back(request, number, what))
                case _:
                    self.broken = "an answer of no known form"
                    raise Broken(self.broken)

    def back(self, request, number, what):
        """Call something of the judge's for the student, look at an attribute of it, or copy it."""
        try:
            thing, what = self.known[number], [read(part, self.thing) for part in what]
            if request == "clone":
                value = clone(thing)
            elif request == "call":
                args, keywords = what
                value = thing(*args, **keywords)
            elif what[0].startswith("_"):
                raise AttributeError(what[0])
            else:
                value = getattr(thing, what[0])
            return ["value", written(value, self.number)]
        except Exception as problem:
            return ["raised", builtin_name(problem), str(problem)[:1000]]

    def number(self, value):
        """What is no data: the student's own, by its number; what a pickle can hold; or mine.

        Functions stay here, for they may tell of the tests, and machines of the tests' own kinds.
        """
        value = getattr(value, "__wrapped__", value) if type(value) is FunctionType else value
        if isinstance(value, Distant):
            return {"mine": value._number}
        is_own = type(value).__module__ == "__main__"
        if isinstance(value, FunctionType | MethodType) or is_own:
            self.known.append(value)
            return {"given": len(self.known) - 1}
        return {"object": b64encode(pickle.dumps(value)).decode()}

    def thing(self, message):
        match message:
            case {"mine": [int(number), callable]}:
                return (DistantFunction if callable is True else Distant)(self, number)
            case {"given": int(number)}:
                return self.known[number]
        raise Broken("a value of no known form")
