"""The sliders for two columns of one's own say what svmlib finds, and lead back."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import cross_val_predict

from svmlib import KernelSVM, datasets
from svmlib.kernels import RBF
from svmlib.widgets import explore

X, Y = datasets.moons(200)


def told(capsys):
    """The numbers in the last picture's two lines."""
    said = capsys.readouterr().out.partition("margin")[2]  # before it, codes that clear the output
    return [float(number) for number in re.findall(r"\d+\.?\d*", said)]


def found(C, sigma):
    machine = KernelSVM(C=C, kernel=RBF(sigma)).fit(X, Y)
    wrong = [(f != Y).sum() for f in (machine.predict(X), cross_val_predict(machine, X, Y))]
    return [round(machine.margin_, 4), len(machine.support_), len(Y), *wrong, 5]


def test_a_moved_slider_is_another_machine_and_reset_leads_back(capsys):
    shown = explore(pd.DataFrame(X, columns=["a", "b"]), np.where(Y > 0, "up", "down"))
    C, sigma, reset, _ = shown.children
    first, scale = told(capsys), RBF("scale").fitted(X).sigma
    assert first == pytest.approx(found(1.0, scale), abs=1e-4)
    C.value = 10.0
    capsys.readouterr()
    sigma.value = 0.1
    assert told(capsys) == pytest.approx(found(10.0, 0.1), abs=1e-4) != first
    reset.click()
    assert (C.value, sigma.value) == (1.0, scale)


def test_long_tables_wait_until_the_slider_is_let_go():
    for n, smooth in ((500, True), (501, False)):
        knobs = explore(*datasets.moons(n), sigma=0.5).children[:2]
        assert [knob.continuous_update for knob in knobs] == [smooth, smooth]


@pytest.mark.parametrize(
    ("table", "labels", "cure"),
    [(np.ones((4, 3)), [1, 1, 2, 2], "two columns"), (X[:4], [1, 2, 3, 1], "two labels")],
)
def test_what_cannot_be_drawn_is_named(table, labels, cure):
    with pytest.raises(ValueError, match=cure):
        explore(table, labels)
