"""Blocks of rows as a worker loads them: a module of its own, which takes no time to import."""

import os
import time

import numpy as np


def load(path, k):
    """Every third row of a file, from row k on."""
    with np.load(path) as stored:
        return stored["X"][k::3], stored["y"][k::3]


def slowly(path, k, marks):
    """The same block after a while; a mark says which process has loaded it."""
    (marks / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.1)
    return load(path, k)
