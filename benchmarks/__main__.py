"""All benchmarks, one after the other: ``python -m benchmarks``."""

import pkgutil
import runpy

import benchmarks

for module in sorted(pkgutil.iter_modules(benchmarks.__path__), key=lambda m: m.name):
    if module.name.startswith("bench_"):
        runpy.run_module(f"benchmarks.{module.name}", run_name="__main__")
