"""A fit that fails or is interrupted leaves the machine as it was, and no half of a new one."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

import svmlib
from svmlib import (
    EpsilonSVR,
    HardMarginSVM,
    KernelSVM,
    LinearSVM,
    MulticlassSVM,
    OneClassSVM,
)
from svmlib.blocks import BlockMachine
from svmlib.kernels import RBF

FILES = str(Path(svmlib.__file__).parent)
MACHINES = [
    HardMarginSVM(),
    LinearSVM(),
    BlockMachine(),
    KernelSVM(),
    EpsilonSVR(),
    OneClassSVM(),
    MulticlassSVM(kind="weston-watkins"),
    MulticlassSVM(kernel=RBF("scale")),
]
RNG = np.random.default_rng(0)
Y = np.repeat([0, 1], 30)
X = RNG.normal(size=(60, 2)) + 5.0 * Y[:, None]
OTHER = 100.0 * (RNG.normal(size=(60, 2)) - 5.0 * Y[:, None])


class Calls:
    """Counts the calls inside svmlib, and interrupts one of them as Ctrl-C does."""

    def __init__(self, last=None):
        self.count, self.last = 0, last

    def __call__(self, frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(FILES):
            self.count += 1
            if self.count == self.last:
                raise KeyboardInterrupt

    def __enter__(self):
        sys.setprofile(self)
        return self

    def __exit__(self, *error):
        sys.setprofile(None)


@pytest.mark.parametrize("machine", MACHINES, ids=repr)
def test_an_interrupt_at_any_moment_leaves_the_old_machine_or_none(machine):
    with Calls() as calls:
        clone(machine).fit(OTHER, Y)
    old, new = clone(machine).fit(X, Y), clone(machine)
    before = dict(vars(old))
    for last in np.random.default_rng(1).integers(1, calls.count + 1, 25):
        for again, kept in ((old, before), (new, dict(vars(new)))):
            with pytest.raises(KeyboardInterrupt), Calls(last):
                again.fit(OTHER, Y)
            assert vars(again).keys() == kept.keys()
            assert all(value is kept[name] for name, value in vars(again).items())
    assert np.array_equal(old.predict(X), clone(machine).fit(X, Y).predict(X))
    np.testing.assert_array_equal(old.fit(OTHER, Y).predict(X), new.fit(OTHER, Y).predict(X))


def test_nothing_of_an_earlier_fit_is_left():
    machine = MulticlassSVM().fit(X, Y)
    assert not hasattr(machine.set_params(kind="weston-watkins").fit(X, Y), "machines_")
    frame = KernelSVM().fit(pd.DataFrame(X, columns=[*"uv"]), Y).fit(X, Y)
    assert not hasattr(frame, "feature_names_in_")
