"""Lets the kernels of nbval talk over files, not ports, and draw no picture: nbval skips them."""

import nbval.kernel

from book.kernels import FileKernelManager


class WithoutPictures(FileKernelManager):
    """A kernel manager over socket files; of a figure its kernel shows no more than the text."""

    def start_kernel(self, **kwargs):
        super().start_kernel(extra_arguments=["--PNGFormatter.enabled=False"], **kwargs)


def pytest_configure(config):
    nbval.kernel.KernelManager = WithoutPictures
