"""Blocks of rows as a worker loads them: a module of its own, which takes no time to import."""

import os
import time

import numpy as np


def load(path, k):
    """Every third row of a file, from row k on."""
    with np.load(path) as stored:
        return stored["X"][k::3], stored["y"][k::3]


def dying(path, k, marks):
    """The same block; the process that loads it the second time dies, and all leave a mark."""
    loaded = len(list(marks.iterdir()))
    (marks / f"{os.getpid()}-{time.monotonic_ns()}").touch()
    if loaded == 1:
        os._exit(1)
    return load(path, k)
