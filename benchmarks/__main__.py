"""Timings side by side with other solvers, which write README.md.

python -m benchmarks                                 # everything, about an hour
python -m benchmarks side_by_side growth --quick     # some sections, n ≤ 4000, only printed
"""

import sys
import time
from pathlib import Path

from benchmarks import frames, growth, lecture_14, side_by_side

QUICK, FULL = 4000, 10_000_000  # largest n
PARTS = (side_by_side, growth, lecture_14, frames)
README, CPUS = Path(__file__).with_name("README.md"), Path("/proc/cpuinfo")
HEAD = """# Benchmarks

Written by `make bench` in about an hour, on {day}: {model}, with the packages of requirements.txt.
`python -m benchmarks growth --quick` runs a section alone.
"""

chosen = [part for part in PARTS if part.__name__.rpartition(".")[2] in sys.argv]
largest = QUICK if "--quick" in sys.argv else FULL
lines = CPUS.read_text().splitlines() if CPUS.exists() else []
models = [line.split(": ")[1] for line in lines if "model name" in line] or ["one core"]
head = HEAD.format(day=time.strftime("%Y-%m-%d"), model=models[0])
text = "\n".join([head, *(part.report(largest) for part in chosen or PARTS)])
print(text)
if largest == FULL and not chosen:
    README.write_text(text, encoding="utf-8")
