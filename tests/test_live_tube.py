"""What the live figures of the tube and of novelty detection alone do."""

import numpy as np
import pytest

from svmlib.widgets import Tube
from tests.live_book import novelty, tube
from tests.live_page import LAPTOP
from tests.test_live_figures import agrees


def test_the_region_of_novelty_is_where_f_is_not_negative(show):
    """Shares of the window in the two shades of pale blue."""
    figure, widget = show(novelty(), viewport=LAPTOP), novelty()
    figure.wait()
    u, v = (np.linspace(*widget.box[k : k + 2], 160) for k in (0, 2))
    grid = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
    share = np.mean(widget.fit().decision_function(grid) >= 0)
    left, right, top, bottom = figure.area()
    # from 55 % to 100 % of the way from white to pale blue
    pale = figure.count([222, 237, 246], near=13) / ((right - left) * (bottom - top))
    assert pale == pytest.approx(share, abs=0.04)


def test_the_width_of_the_kernel_is_asked_for_where_it_counts(show):
    figure = show(tube(), viewport=LAPTOP)
    area = figure.area()
    assert figure.slider("σ").is_visible()
    figure.choose("kernel", "linear")
    assert not figure.slider("σ").is_visible() and figure.area() == area


def test_python_reads_the_solution_back(show):
    """And nothing where nothing is certain."""
    figure = show(tube())
    figure.set(epsilon=0.2, C=5.0, points=figure.trait("points")[:30])
    agrees(figure)
    found, m = figure.trait("solution"), figure.widget.fit()
    np.testing.assert_allclose(found["beta"], m.beta_, rtol=0, atol=1e-5)
    wanted = {"b": m.intercept_[0], "dual": m.primal_, "support": len(m.support_)}
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, rel=1e-6)
    assert [found["outside"], found["error"]] == pytest.approx(
        [figure.value(name) for name in ("outside the tube", "mean absolute error")], rel=1e-3
    )
    figure.set(points=[])
    assert figure.trait("solution") == {}
    figure = show(novelty())
    figure.set(nu=0.3, sigma=1.5)
    found, m = figure.trait("solution"), figure.python().fit()
    np.testing.assert_allclose(found["alpha"], m.alpha_, rtol=0, atol=1e-5)
    wanted = {"rho": m.offset_, "primal": m.primal_, "support": len(m.support_)}
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, rel=1e-6)
    assert found["outside"] == figure.value("outside")


def test_python_sees_places_and_numbers():
    figure = Tube([[0], [1], [2.5]], [1, 2, -1])
    assert figure.points == [[0, 1, 1], [1, 2, 1], [2.5, -1, 1]]
    figure.points = [[0, 1], [1, 2, 1]]
    assert figure.points == [[0, 1, 1], [1, 2, 1]]
    assert figure.X.tolist() == [[0], [1]] and figure.y.tolist() == [1, 2]
