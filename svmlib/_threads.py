"""One thread for linear algebra while a solver runs.

A solver multiplies small matrices many thousand times. On a quiet machine a second thread makes it
a few percent faster, a fifth at most, for twice the work. Beside another program the threads wait
for each other at every product: two fits of `MulticlassSVM` on two cores, with two threads each,
took 7 to 30 times as long as with one (benchmarks/README.md).
"""

from contextlib import contextmanager
from functools import cache


@cache
def _libraries():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_thread():
    """Decorates a solver: inside there is one thread, and after it as many as before."""
    libraries = _libraries().lib_controllers
    before = [library.get_num_threads() for library in libraries]
    try:
        for library in libraries:
            library.set_num_threads(1)
        yield
    finally:
        for library, number in zip(libraries, before, strict=True):
            library.set_num_threads(number)
