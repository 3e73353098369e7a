"""The pictures of losses in lecture 3 show what they say, checked on the artists they draw."""

import numpy as np
import pytest

from svmlib import LinearSVM, datasets, losses, objectives
from svmlib.plots import hinge


def by_label(ax):
    return {line.get_label(): line for line in ax.lines}


def test_charges_are_step_line_and_parabola():
    X, y = datasets.iris_setosa(features=2)
    model = LinearSVM(C=1).fit(X, y)
    w, b = model.coef_[0], model.intercept_[0]
    above, below = hinge.charges(w, b, X, y)
    curves = by_label(above)
    short = curves["linear"].get_xdata()
    assert np.allclose(curves["linear"].get_ydata(), short)
    assert np.allclose(curves["square"].get_ydata(), short**2)
    assert np.allclose(curves["count"].get_ydata(), short >= 1)
    # shifting the line by t along w lowers every score by t‖w‖
    shift = by_label(below)["linear"].get_xdata()
    k = np.searchsorted(shift, 0.1)
    moved = objectives.slack(w, b - shift[k] * np.linalg.norm(w), X, y).sum()
    here = objectives.slack(w, b, X, y).sum()
    assert np.isclose(by_label(below)["linear"].get_ydata()[k], moved / here)
    for curve in by_label(below).values():
        assert np.isclose(curve.get_ydata()[shift.size // 2], 1)


@pytest.mark.parametrize(("eta", "left", "right"), [(0.2, -1, -1), (0.5, -1, 1), (0.8, 1, 1)])
def test_conditional_risks_mark_all_minimisers(eta, left, right):
    ax = hinge.conditional_risks(losses.hinge, [eta])
    assert np.allclose(ax.lines[1].get_xdata(), [left, right])
    assert np.allclose(ax.lines[1].get_ydata(), 2 * min(eta, 1 - eta))


def test_risk_minimisers_follow_the_formulas():
    ax = hinge.risk_minimisers(("hinge", "logistic", "squared"))
    by_name = {line.get_label(): line for line in ax.lines}
    eta = by_name["hinge"].get_xdata()
    assert np.allclose(by_name["hinge"].get_ydata(), np.sign(np.round(2 * eta - 1, 9)), atol=1e-9)
    inside = np.abs(np.log(eta / (1 - eta))) < 3
    log_odds = np.log(eta / (1 - eta))[inside]
    assert np.allclose(by_name["logistic"].get_ydata()[inside], log_odds, atol=2e-3)
    assert np.allclose(by_name["squared"].get_ydata(), 2 * eta - 1, atol=2e-3)
