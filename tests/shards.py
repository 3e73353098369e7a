"""Blocks of rows as a worker loads them: a module of its own, which takes no time to import."""

import numpy as np


def load(path, k):
    """Every third row of a file, from row k on."""
    with np.load(path) as stored:
        return stored["X"][k::3], stored["y"][k::3]
