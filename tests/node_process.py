"""The scripts of tests/widgets as processes that answer questions (name, argument)."""

import atexit
import threading

from book import node
from tests.conftest import ROOT

PATIENCE = 120  # seconds for one line of questions: nothing hangs


class Node(node.Node):
    """Answers of tests/widgets/SCRIPT; one that does not come fails the test."""

    def __init__(self, script):
        super().__init__(ROOT / "tests/widgets" / script)
        self.patience = PATIENCE
        atexit.register(self.close)

    def ask(self, *questions):
        timer = threading.Timer(self.patience, lambda: self.process.kill())
        timer.start()
        try:
            return super().ask(questions)
        except RuntimeError:
            self.close()
            said = f"no answer in {self.patience} s, or Node ended: see its stderr"
            raise AssertionError(said) from None
        finally:
            timer.cancel()

    def close(self):
        """End the process; it waits for nothing but the end of its input."""
        if self.process:
            self.process.communicate(timeout=10)
            self.process = None


LIVE = Node("live.mjs")  # the live figures and their numeric core
