"""One thread for linear algebra while a solver runs or a machine with a kernel answers.

A solver multiplies small matrices many thousand times, for which a second thread is hardly worth
its work. Beside another program the threads wait for each other at every product: two fits of
`MulticlassSVM` on two cores, with two threads each, took 7 to 30 times as long as with one. The
answers of a machine with 3000 support vectors to 5000 points took about 10 times as long.
"""

import threading
from contextlib import contextmanager
from functools import cache


@cache
def _libraries():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")


_LOCK = threading.Lock()
_inside, _before = 0, []  # how many solvers run now, and the threads of each library before them


@contextmanager
def one_thread():
    """Run a solver with one thread, and restore the number of threads after the last solver.

    With OpenMP each Python thread has a number of its own. Otherwise the number belongs to the
    process. If solvers overlap in several threads, the first to begin notes it, and the last to
    end restores it.
    """
    global _inside, _before
    libraries = _libraries().lib_controllers
    with _LOCK:
        own = [library.get_num_threads() for library in libraries]
        if not _inside:
            _before = own
        _inside += 1
        _set(libraries, [1] * len(libraries))
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            shared = [1] * len(libraries) if _inside else _before
            _set(libraries, own, shared)


def _set(libraries, own, shared=None):
    """Give each library its number of threads: `own` if it is this Python thread's, else `shared`.

    threadpoolctl lets only the Python thread that sets the number first set it again. Here another
    thread may be the next.
    """
    for library, mine, ours in zip(libraries, own, shared or own, strict=True):
        per_thread = getattr(library, "threading_layer", None) == "openmp"
        library.set_num_threads(mine if per_thread else ours)
        getattr(library, "clear_controlling_thread", lambda: None)()
