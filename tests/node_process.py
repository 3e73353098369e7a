"""Node as a process that answers questions, one line of JSON each: started once, asked often."""

import atexit
import json
import subprocess
import threading

from book.ext.mathml import node_executable
from tests.conftest import ROOT

PATIENCE = 120  # seconds for one line of questions: nothing hangs


class Node:
    """Answers of tests/widgets/SCRIPT to questions (name, argument); it starts when first asked."""

    def __init__(self, script):
        self.script, self.process = ROOT / "tests/widgets" / script, None
        self.patience = PATIENCE

    def ask(self, *questions):
        if self.process is None:
            self.process = subprocess.Popen(
                [node_executable(), self.script], text=True, encoding="utf-8",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
            atexit.register(self.close)
        timer = threading.Timer(self.patience, self.process.kill)
        timer.start()
        print(json.dumps(questions), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        timer.cancel()
        if not line:
            self.close()
            raise AssertionError(f"no answer in {self.patience} s, or Node ended: see its stderr")
        return json.loads(line)

    def close(self):
        """End the process; it waits for nothing but the end of its input."""
        if self.process:
            self.process.communicate(timeout=10)
            self.process = None


CORE = Node("core.mjs")  # the numeric core of the live figures
FIGURES = Node("figures.mjs")  # what these say, and their challenges
