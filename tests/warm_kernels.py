"""Starts the kernels of nbval quickly, as copies of a process that has imported large packages.

Half the time of a short lecture goes into starting Python and importing the same packages. Here a
process does this once and each kernel is a fork of it: a process of its own, in which no cell has
run, with the variables, folder and path that a new one has. What a lecture forgets to import is
noticed when `book.run_lectures` stores it, with new kernels.

That process waits for its kernels, and pytest for it: their CPU time counts as that of pytest.
"""

import json
import multiprocessing
import os
import subprocess
import sys
from functools import cache
from multiprocessing import forkserver
from unittest.mock import patch

from jupyter_client.provisioning import local_provisioner

IMPORTED = [
    "cvxpy", "ipykernel.kernelapp", "matplotlib.pyplot", "matplotlib.backends.backend_agg", "numpy",
    "pandas", "scipy.optimize", "scipy.stats", "sklearn.calibration", "sklearn.datasets",
    "sklearn.linear_model", "sklearn.model_selection", "sklearn.svm",
    "svmlib.plots", "svmlib.estimators", "svmlib.selection", "svmlib.widgets",
]  # fmt: skip
BACKEND = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}  # as every kernel sets it


@cache
def path(python_path):
    """Where a new Python looks for modules with this PYTHONPATH; pytest has added to this."""
    ask = [sys.executable, "-c", "import json, sys; print(json.dumps(sys.path[1:]))"]
    variables = os.environ | {"PYTHONPATH": python_path}
    return json.loads(subprocess.check_output(ask, env=variables))


def become_kernel(arguments, variables, folder, modules, started):
    """Turn this process into a kernel, as `python -m ipykernel_launcher` does."""
    import pandas
    from ipykernel import kernelapp

    os.setsid()  # a group of its own, to be ended as a whole
    multiprocessing.set_start_method(None, force=True)
    os.environ.clear()
    os.environ.update(variables)
    os.chdir(folder)
    sys.path[:] = modules
    pandas.set_option("display.max_columns", 20)  # as when it is imported by a kernel
    os.dup2(os.open(os.devnull, os.O_RDWR), 2)
    started.send(True)
    watched = f"--IPKernelApp.parent_handle={os.getppid()}"  # ends when its parent does
    kernelapp.launch_new_instance([*arguments, watched])


class Fork:
    """The process of a kernel, with what its manager uses of `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, command, cwd=None, env=None, **options):
        server = multiprocessing.get_context("forkserver")
        server.set_forkserver_preload([__name__, *IMPORTED])
        variables = {**(os.environ if env is None else env), **BACKEND}
        arguments = command[command.index("-f") :]
        told, started = server.Pipe(duplex=False)
        modules = path(variables.get("PYTHONPATH", ""))
        self.process = server.Process(
            target=become_kernel, args=(arguments, variables, cwd or ".", modules, started)
        )
        with patch.dict(os.environ, BACKEND):  # the server, if it begins now, imports matplotlib
            self.process.start()
        started.close()
        told.recv()

    def __getattr__(self, name):
        return getattr(self.process, name)  # pid, kill and terminate are called the same

    def poll(self):
        return self.process.exitcode

    def wait(self, timeout=None):
        self.process.join(timeout)
        return self.process.exitcode

    def send_signal(self, number):
        os.kill(self.pid, number)


def pytest_configure(config):
    if sys.platform == "linux":  # on macOS a fork cannot use all libraries
        local_provisioner.launch_kernel = Fork


def pytest_unconfigure(config):
    forkserver._forkserver._stop()  # no public name: closes its pipe and waits for it
