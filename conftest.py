"""What holds wherever pytest is started in this repository: notebooks are compared strictly."""

import os

import pytest

from book.jupyter_kernels import one_thread

one_thread()  # before numpy is loaded
pytest_plugins = ["tests.nbval_strict"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One more than processors, since each waits now and then for a kernel or a browser."""
    return min(os.cpu_count() or 1, 4) + 1
