"""How the book starts its kernels: over socket files, and with one thread for linear algebra.

A kernel that talks over TCP is told the numbers of five free ports and opens them a second later.
If another program has taken one of them meanwhile, the kernel is never heard of, and who waits for
it waits for ever. Files in a folder of the kernel's own cannot be taken.

The lectures multiply small matrices. OpenBLAS starts its threads for them all the same, and two
notebooks at once then spend most of their time waiting for each other.
"""

import os
import shutil
import sys
import tempfile
import weakref
from pathlib import Path
from queue import Empty
from time import monotonic

from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.channels import AsyncZMQSocketChannel
from jupyter_client.manager import AsyncKernelManager, KernelManager
from traitlets import HasTraits, Type, default

# each library of linear algebra has its own name for it
THREADS = (
    "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
)  # fmt: skip
# of kernels that store or check lectures: their figures carry their data
FIGURE_DATA = ["--ext=book.fingerprint"]
ROOT = Path(__file__).parents[1]


def one_thread():
    """Let kernels and programs that are started from here use one thread, unless told otherwise."""
    for name in THREADS:
        os.environ.setdefault(name, "1")


def of_this_checkout(variables=os.environ):
    """Variables with which Python imports `svmlib` and `book` of this folder, installed or not."""
    here = filter(None, [str(ROOT), variables.get("PYTHONPATH")])
    return {**variables, "PYTHONPATH": os.pathsep.join(here)}


class _OverFiles(HasTraits):
    """Talks over socket files, in a folder that goes with the manager; over TCP on Windows."""

    @default("transport")
    def _files_where_there_are_any(self):
        return "tcp" if sys.platform == "win32" else "ipc"

    @default("ip")
    def _address(self):
        if self.transport == "tcp":
            return "127.0.0.1"
        # the name of a socket has at most 104 characters: not below a folder of a test
        folder = tempfile.mkdtemp(prefix="kernel-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return os.path.join(folder, "socket")


class FileKernelManager(_OverFiles, KernelManager):
    """A kernel manager over socket files."""


class _LooksAgain(AsyncZMQSocketChannel):
    """Looks each second whether a message is there: one in a dozen runs is not told of it."""

    async def get_msg(self, timeout=None):
        end = monotonic() + (float("inf") if timeout is None else timeout)
        while True:
            try:
                return await super().get_msg(timeout=min(1, max(0, end - monotonic())))
            except Empty:
                if monotonic() >= end:
                    raise


class _Client(AsyncKernelClient):
    shell_channel_class = Type(_LooksAgain)


class AsyncFileKernelManager(_OverFiles, AsyncKernelManager):
    """The same for nbclient."""

    @default("client_factory")
    def _that_looks_again(self):
        return _Client
