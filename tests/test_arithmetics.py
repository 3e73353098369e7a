"""Other arithmetics are others."""

import os
import subprocess
import sys

from tests import arithmetics

SHOW = """from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from threadpoolctl import threadpool_info
print(any(__cpu_features__[name] for name in __cpu_dispatch__))
print(*[(info.get("architecture"), info["num_threads"]) for info in threadpool_info()])"""


def test_other_arithmetics_are_others_and_the_plainest_is_plain():
    one = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    own, *others = [
        subprocess.run([sys.executable, "-c", SHOW], env=one | how, capture_output=True, text=True)
        for how in ({}, *arithmetics.arithmetics().values())
    ]
    assert all(run.stderr == "" and run.stdout != own.stdout for run in others)
    assert others[-1].stdout.startswith("False\n")
