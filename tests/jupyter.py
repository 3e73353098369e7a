"""A Jupyter server for tests: JupyterLab under ``lab/``, Notebook 7 under ``notebooks/``."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from tests.conftest import ROOT

PATIENCE = 120_000  # ms: JupyterLab on a busy machine


@contextmanager
def jupyter(folder):
    """The address of a server over a folder, with settings of its own.

    All cells are drawn at once, not only those in view.
    """
    # the kernel's socket files are there, whose names must be short
    with TemporaryDirectory(prefix="lab-") as runtime, TemporaryDirectory() as own:
        names = ("JUPYTER_CONFIG_DIR", "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR",
                 "IPYTHONDIR")  # fmt: skip
        folders = {name: str(Path(own, name.lower())) for name in names}
        folders |= {"JUPYTER_RUNTIME_DIR": runtime, "PYTHONPATH": str(ROOT)}
        tracker = Path(folders["JUPYTERLAB_SETTINGS_DIR"], "@jupyterlab/notebook-extension")
        tracker.mkdir(parents=True)
        (tracker / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
            "--ServerApp.ip=127.0.0.1", "--ServerApp.port_retries=50",
            "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
            "--LabApp.expose_app_in_browser=True", "--KernelManager.transport=ipc",
        ]  # fmt: skip
        with Path(own, "log").open("w") as log:
            how = {"cwd": folder, "env": os.environ | folders}
            server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **how)
            try:
                yield address_of(server, Path(runtime), Path(own, "log"))
            finally:
                server.terminate()
                server.wait(30)


def address_of(server, runtime, log):
    """Where the server listens once it does: on the first free port, as it writes down."""
    for _ in range(600):
        assert server.poll() is None, log.read_text()[-3000:]
        try:
            (told,) = runtime.glob("jpserver-*.json")
            address = json.loads(told.read_text())["url"]
            urlopen(address + "api", timeout=2).read()
            return address
        except (OSError, ValueError):  # not there, not yet whole, or not listening
            time.sleep(0.2)
    raise TimeoutError(log.read_text()[-3000:])
