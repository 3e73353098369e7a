"""Runs a student's code and answers about it, in a process that is given nothing else.

    python -I book/grading/student.py SOCKET FOLDER READABLE…

`book.grading.apart` starts it and asks. It knows neither tests nor solutions; on Linux it cannot
even read them, for before the first line of a student all files are closed to it but READABLE, its
own FOLDER and what the system needs.
"""

import builtins
import ctypes
import os
import pickle
import re
import resource
import signal
import socket
import struct
import sys
import types
from base64 import b64decode
from contextlib import suppress

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from crossing import Line, builtin_name, limit, read, written

sys.path.pop(0)
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/sys", "/dev", "/opt")
MEMORY, FILE, FILES = 4 << 30, 50 << 20, 256  # bytes of memory and of a file, open files
# Landlock, by the numbers of its system calls and rights in <linux/landlock.h>
CREATE, ADD, RESTRICT, VERSION = 444, 445, 446, 1
READ, ALL_BY_VERSION = 0b1101, (0, 0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF)
NO_NEW_PRIVILEGES, DIE_WITH_PARENT = 38, 1


def confine(folder, readable):
    """Limit what this process may take; whether files are closed to it, too, as Linux can."""
    limits = (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)
    for what, most in (*limits, (resource.RLIMIT_NOFILE, FILES), (resource.RLIMIT_CORE, 0)):
        with suppress(ValueError, OSError):  # not every system knows each of them
            resource.setrlimit(what, (most, most))
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    version = libc.syscall(CREATE, None, ctypes.c_size_t(0), VERSION)
    if version < 1:
        return False
    rights = ALL_BY_VERSION[min(version, 5)]
    # from version 4 on neither to bind nor to connect, from 6 on no signal to others
    asked = struct.pack("QQQ", rights, 3, 3)[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = libc.syscall(CREATE, asked, ctypes.c_size_t(len(asked)), 0)
    for path, allowed in [*((path, READ) for path in (*SYSTEM, *readable)), (folder, rights)]:
        if os.path.exists(path):
            place = os.open(path, os.O_PATH)
            allowed |= 2 if path == "/dev" else 0  # to write to /dev/null
            libc.syscall(ADD, rules, 1, struct.pack("=Qi", allowed & rights, place), 0)
            os.close(place)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    closed = libc.syscall(RESTRICT, rules, 0) == 0
    os.close(rules)
    return closed


class Given:
    """Something of the judge's that only the judge can use: calls and attributes go there."""

    def __init__(self, serve, number):
        self._serve, self._number = serve, number

    def __call__(self, *args, **keywords):
        return self._serve.back("call", self._number, args, keywords)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self._serve.back("attribute", self._number, name)

    def __sklearn_clone__(self):
        return self._serve.back("clone", self._number)


class Serve:
    """Answers requests: to run code, for the value of a name, of a call, of an attribute."""

    def __init__(self, connection):
        self.line, self.known = Line(connection), []
        main = types.ModuleType("__main__")
        sys.modules["__main__"], self.names = main, vars(main)

    def number(self, value):
        if isinstance(value, Given):
            return {"given": value._number}
        self.known.append(value)
        return {"mine": [len(self.known) - 1, callable(value)]}

    def thing(self, message):
        ((sign, given),) = message.items()
        if sign == "mine":
            return self.known[given]
        return pickle.loads(b64decode(given)) if sign == "object" else Given(self, given)

    def back(self, request, number, *what):
        self.line.send([request, number, *(written(part, self.number) for part in what)])
        kind, *given = self.line.receive()
        if kind == "raised":
            raise getattr(builtins, given[0])(given[1])
        return read(given[0], self.thing)

    def answer(self, request, seconds, *what):
        with limit(seconds):
            if request == "run":
                code = re.sub("(?m)^[%!].*", "", what[0])
                exec(compile(code, "cell", "exec"), self.names)
                return None
            if request == "value":
                return self.names[what[0]]
            thing = self.known[what[0]]
            if request == "attribute":
                return getattr(thing, what[1])
            args, keywords = (read(part, self.thing) for part in what[1:])
            return thing(*args, **keywords)

    def run(self):
        while True:
            turn, *asked = self.line.receive()
            try:
                reply = ["value", written(self.answer(*asked), self.number)]
            except BaseException as problem:  # also exit()
                reply = ["raised", builtin_name(problem), str(problem)[:1000]]
            self.line.send([turn, *reply])


def main(number, folder, *readable):
    closed = confine(folder, readable)
    serve = Serve(socket.socket(fileno=int(number)))
    sys.argv[:] = [""]
    os.environ["MPLBACKEND"] = "agg"
    serve.line.send(closed)
    serve.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
