"""A solver runs on one thread of the linear algebra, and leaves things as they were."""

import threading

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from svmlib import KernelSVM, dual, engine
from svmlib._threads import one_thread
from svmlib.kernels import RBF

controller = ThreadpoolController().select(user_api="blas")
pytestmark = pytest.mark.skipif(
    not controller.lib_controllers, reason="this numpy's linear algebra has no number of threads"
)


def threads():
    """Threads of each library; one that can do only one, as cvxopt's, always has one."""
    return [library.get_num_threads() for library in controller.lib_controllers]


@pytest.fixture(autouse=True)
def before():
    """Two threads, as a reader's notebook has them, where a library can."""
    earlier = threads()
    allow([2] * len(earlier))
    assert max(threads()) == 2
    yield threads()
    allow(earlier)


def allow(numbers):
    """Set the threads of each library, and let any Python thread set them next."""
    for library, number in zip(controller.lib_controllers, numbers, strict=True):
        library.set_num_threads(number)
        getattr(library, "clear_controlling_thread", lambda: None)()


class Watched(RBF):
    """A kernel that notes on how many threads it is evaluated."""

    seen = ()

    def _of(self, D):
        Watched.seen += (threads(),)
        return super()._of(D)


def test_a_kernel_is_evaluated_on_one_thread_in_solvers_and_answers(before):
    """And an error puts the threads back."""
    X, y = np.array([[0.0], [1.0], [3.0]]), np.array([-1.0, 1.0, 1.0])
    engine.solve(Watched(1.0), X, y, 1.0)
    assert Watched.seen and all(max(counts) == 1 for counts in Watched.seen)
    assert threads() == before
    machine, Watched.seen = KernelSVM(kernel=Watched(1.0)).fit(X, y), ()
    machine.decision_function(X)
    assert Watched.seen and all(max(counts) == 1 for counts in Watched.seen)
    assert threads() == before
    with pytest.raises(ValueError, match="C must"):
        dual.smo(np.eye(2), np.array([-1.0, 1.0]), -1.0)
    assert threads() == before


def test_solvers_that_overlap_in_threads_keep_to_one_thread_of_linear_algebra(before):
    """Also when the first of two has ended; and after the last there are as many as before."""
    both, first_ended, inside = threading.Barrier(2), threading.Event(), []

    def work(first):
        with one_thread():
            both.wait(20)
            if not first:
                first_ended.wait(20)
                inside.extend(threads())
        if first:
            first_ended.set()

    pair = [threading.Thread(target=work, args=(first,)) for first in (True, False)]
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    assert set(inside) <= {1} and inside
    assert threads() == before
