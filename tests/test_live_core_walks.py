"""Machines of the live figures in Node, while somebody drags points and turns knobs."""

import numpy as np
import pytest

from tests.live_core import GAP, solved, some_kernel
from tests.node_process import CORE

close = pytest.approx


def machine(dice):
    y = np.where(np.arange(40) % 2, 1, -1)
    kernel = some_kernel(dice, 1, "linear", "polynomial", "rbf", "ornstein-uhlenbeck")
    return y, {"kernel": kernel, "C": 10 ** dice.uniform(-2, 3)}


def tube(dice):
    kernel, C = some_kernel(dice, 1, "linear", "rbf"), 10 ** dice.uniform(-1, 2)
    return np.ones(40), {"kernel": kernel, "C": C, "epsilon": dice.choice([0, 0.02, 0.3, 2])}


def novelty(dice):
    sigma = 10 ** dice.uniform(-0.5, 0.5)
    return np.ones(40), {
        "kernel": {"name": "rbf", "sigma": sigma}, "nu": dice.choice([0.02, 0.2, 0.5, 0.9, 1.0]),
    }  # fmt: skip


def joint(dice):
    kernel, C = some_kernel(dice, 1, "linear", "rbf"), 10 ** dice.uniform(-2, 2)
    return np.arange(40) % 3, {"kernel": kernel, "C": C}


# kind: (task, its knobs)
WALKS = {
    "machine": ("machine", machine), "tube": ("tube", tube), "novelty": ("novelty", novelty),
    "weston-watkins": ("joint", joint), "crammer-singer": ("joint", joint),
}  # fmt: skip


def walk(knobs, steps=24):
    """A point is dragged, a knob turned, or points come and go."""
    dice = np.random.default_rng(5)
    labels, how = knobs(dice)
    X = dice.normal(size=(40, 2)) + 0.7 * np.column_stack([labels, labels == 2])
    here = np.arange(40)
    for k in range(steps):
        yield {"points": [[*X[i].tolist(), float(labels[i])] for i in here], **how}
        match k % 4:
            case 0 | 1:
                X[dice.integers(6)] += 0.3 * dice.normal(size=2)
            case 2:
                name = dice.choice([*how])
                how = {**how, name: knobs(dice)[1][name]}
            case 3:
                here = np.arange(dice.integers(8, 41))


@pytest.mark.parametrize("kind", WALKS)
def test_machine_follows_points_and_knobs(kind):
    """In slices and in one piece: the same answer, as good as that of a new machine."""
    task, knobs = WALKS[kind]
    situations = [*walk(knobs)]
    asked = {"situations": situations, "gap": GAP, "kind": kind}
    whole, sliced = CORE.ask((task, asked), (task, {**asked, "slices": True}))
    for one, other, new in zip(whole, sliced, solved(task, situations, kind=kind), strict=True):
        one.pop("course")
        *before, last = other.pop("course")
        assert one == other and one["certified"] and last["certified"]
        assert one["primal"] == close(new["primal"], rel=2e-8, abs=1e-9)
        for bound in before:  # whatever is told on the way
            assert not bound["done"] and not bound["certified"]
            assert bound["primal"] >= new["dual"] - 1e-9 * abs(new["dual"])
            assert bound["dual"] <= new["primal"] + 1e-9 * abs(new["primal"])
    assert sum(len(answer["f"]) > 8 for answer in whole) > 10
