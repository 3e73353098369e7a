"""What was verified, when and on what: a small file for each lecture and each environment.

``make test`` and the other checks of outputs (``tests/nbval_records.py``) write them into
``_build/verified`` when a lecture has passed; the next build of the site shows them
(``book/_ext/status.py``). A record names the text that it holds for by a digest of the notebook and
of svmlib, for one of these may have been changed since. Records of other machines are more files in
the same folder.
"""

import hashlib
import json
import os
import platform
import shutil
import subprocess
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = "_build/verified"
PACKAGES = ("numpy", "scipy", "scikit-learn", "matplotlib")


@dataclass(frozen=True)
class Record:
    """A lecture whose every cell has shown again what is stored."""

    page: str  # "lectures/06-duality"
    digest: str  # of what was verified
    time: str  # when it was done, "2026-11-23 04:12", UTC
    seconds: float
    environment: str

    def path(self, folder):
        """Where it is kept: the last one of its page and environment."""
        return place(folder, self.page, self.environment)

    def write(self, folder):
        path = self.path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def place(folder, page, environment):
    name = hashlib.sha256(environment.encode()).hexdigest()[:12]
    return Path(folder) / page / f"{name}.json"


def read_records(folder):
    """The last record of each page and environment below a folder, the newest first."""
    paths = Path(folder).rglob("*.json")
    found = [Record(**json.loads(path.read_text(encoding="utf-8"))) for path in paths]
    found.sort(key=lambda record: (record.time, record.environment))
    last = {(record.page, record.environment): record for record in found}
    return sorted(last.values(), key=found.index, reverse=True)


def digest(path):
    """Digest of a notebook and of the package that it imports."""
    return hashlib.sha256(Path(path).read_bytes() + package_digest()).hexdigest()


@cache
def package_digest():
    paths = sorted((ROOT / "svmlib").rglob("*.py"))
    texts = [path.relative_to(ROOT).as_posix().encode() + path.read_bytes() for path in paths]
    return hashlib.sha256(b"\0".join(texts)).digest()


@cache
def environment():
    """Python, packages, and the kind of processor with the arithmetic that it was told to do."""
    packages = [f"{name} {version(name)}" for name in PACKAGES]
    with_these = f"Python {platform.python_version()}, {', '.join(packages)}"
    return f"{with_these}, on {platform.system()} {platform.machine()}, {processor()}{arithmetic()}"


def processor():
    """The kind of processor, "AMD EPYC 7B13", as the system names it, if it does."""
    if platform.system() == "Darwin":
        return said_by("sysctl", "-n", "machdep.cpu.brand_string")
    told = said_by("lscpu").splitlines() if shutil.which("lscpu") else []
    named = dict(line.partition(":")[::2] for line in told)
    return named.get("Model name", "").strip(" -") or "a processor that its system does not name"


def said_by(*command):
    variables = os.environ | {"LC_ALL": "C"}
    run = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def arithmetic():
    """For which processor numpy's linear algebra computes: " (OpenBLAS for Zen, 1 thread)"."""
    import numpy  # noqa: F401  (brings the library along)
    from threadpoolctl import threadpool_info

    for library in threadpool_info():
        if library["internal_api"] == "openblas":
            threads = library["num_threads"]
            many = "s" if threads > 1 else ""
            return f" (OpenBLAS for {library['architecture']}, {threads} thread{many})"
    return ""
