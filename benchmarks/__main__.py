"""All benchmarks, one after the other; writes README.md: ``python -m benchmarks``."""

import importlib
import os
import pkgutil
import platform
from pathlib import Path

import numpy as np
import scipy
import sklearn

import benchmarks


def machine():
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0].split(":")[1].strip() if names else model
    return (
        f"{model}, {os.cpu_count()} cores, one BLAS thread; Python {platform.python_version()}, "
        f"numpy {np.__version__}, scipy {scipy.__version__}, scikit-learn {sklearn.__version__}"
    )


sections = [f"# Benchmarks\n\nWritten by `make bench`. {machine()}.\n"]
for module in sorted(pkgutil.iter_modules(benchmarks.__path__), key=lambda m: m.name):
    if module.name.startswith("bench_"):
        sections.append(importlib.import_module(f"benchmarks.{module.name}").report())
(Path(__file__).parent / "README.md").write_text("\n".join(sections), encoding="utf-8")
