"""Lets the kernels of nbval talk over files instead of ports, and changes nothing else of it."""

import nbval.kernel

from book.kernels import FileKernelManager


def pytest_configure(config):
    nbval.kernel.KernelManager = FileKernelManager
