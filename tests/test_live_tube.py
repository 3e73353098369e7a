"""The live figures of the tube and of novelty detection: what they draw and tell, challenges."""

import numpy as np
import pytest

from svmlib import EpsilonSVR, OneClassSVM
from svmlib.kernels import RBF, Linear
from svmlib.widgets import Novelty, Tube
from tests.live_page import LAPTOP, box_of
from tests.test_live_figures import agrees
from tests.test_live_kernel_machine import GREY, counted

x = np.linspace(-3, 3, 40)
y = np.sinc(x) + 0.15 * np.random.default_rng(0).normal(size=40)
PLACES = np.column_stack([x, y])
BOX = box_of(PLACES)
FLAT, IDLE, PULL = "with the points as they are", "delete five points", "all knobs as they were"
CLOUD = np.random.default_rng(1).normal(size=(60, 2))
BRINK, ADOPT = "with the points as they are", "both knobs as they were"


def tube(**traits):
    return Tube(x, y, **({"epsilon": 0.1, "C": 1.0, "sigma": 0.8} | traits))


def novelty(**traits):
    return Novelty(CLOUD, **({"nu": 0.1, "sigma": 2.0} | traits))


def fitted(C=1.0, epsilon=0.1, kernel=None, places=PLACES):
    machine = EpsilonSVR(C=C, epsilon=epsilon, kernel=kernel or RBF(0.8))
    return machine.fit(places[:, :1], places[:, 1])


def region(nu=0.1, sigma=2.0, data=CLOUD):
    return OneClassSVM(nu=nu, kernel=RBF(sigma)).fit(data)


def outside(machine, data=CLOUD):
    scores = machine.score_samples(data)
    return np.flatnonzero(scores - machine.offset_ < -1e-6 * np.abs(scores).max())


# ------------------------------------------------------------------------ what it says is right


def test_a_tube_that_holds_all_points_is_level(show):
    figure = show(tube())
    figure.type("ε", 1.0)
    assert figure.facts().startswith("No support vector: the tube around f = ")
    middle = (y.max() + y.min()) / 2
    b, n, low, high, error, objective = figure.numbers()[:6]
    assert [n, objective] == [40, 0]
    assert [b, low, high] == pytest.approx([middle, y.max() - 1, y.min() + 1], abs=1e-4)
    assert error == pytest.approx(np.abs(y - middle).mean(), rel=1e-3)


def test_all_points_are_outside_or_on_the_border_when_nu_is_1(show):
    figure = show(novelty())
    figure.type("ν", 1)
    scores = RBF(2.0)(CLOUD, CLOUD).sum(axis=1)
    novel, _, mass, support, border, rho = figure.numbers()[:6]
    assert [novel, mass, support, border] == [59, 60, 60, 1]
    assert rho == pytest.approx(scores.max(), rel=1e-3)


def test_the_region_is_where_f_is_not_negative(show):
    """Shares of the window in the two shades of pale blue."""
    figure, box = show(novelty(), viewport=LAPTOP), box_of(CLOUD)
    figure.wait()
    u, v = (np.linspace(*box[k : k + 2], 160) for k in (0, 2))
    grid = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
    share = np.mean(region().decision_function(grid) >= 0)
    left, right, top, bottom = figure.area()
    scale = figure.tab.evaluate("devicePixelRatio")
    # from 55 % to 100 % of the way from white to pale blue
    pale = counted(figure, [222, 237, 246], near=13) / scale**2
    assert pale / ((right - left) * (bottom - top)) == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize("make, label, value", [(tube, "σ", 0.2), (novelty, "σ", 0.5)])
def test_what_was_before_is_dotted_grey(make, label, value, show):
    figure = show(make(), viewport=LAPTOP)
    assert counted(figure, GREY) < 20
    figure.type(label, value)
    assert counted(figure, GREY) > 50


def test_the_width_of_the_kernel_is_asked_for_where_it_counts(show):
    figure = show(tube(), viewport=LAPTOP)
    area = figure.area()
    assert figure.slider("σ").is_visible()
    figure.choose("kernel", "linear")
    assert not figure.slider("σ").is_visible() and figure.area() == area


# ------------------------------------------------------------------------------------ Python's side


def test_python_reads_the_solution_back(show):
    """And nothing where nothing is certain."""
    figure = show(tube())
    figure.set(epsilon=0.2, C=5.0, points=[[*p, 1] for p in PLACES[:30].tolist()])
    found, m = figure.trait("solution"), fitted(5.0, 0.2, places=PLACES[:30])
    agrees(figure)
    np.testing.assert_allclose(found["beta"], m.beta_, rtol=0, atol=1e-5)
    assert found["b"] == pytest.approx(m.intercept_[0], abs=1e-6)
    assert found["dual"] == pytest.approx(m.primal_, rel=1e-7)
    miss = np.abs(PLACES[:30, 1] - m.predict(PLACES[:30, :1]))
    assert found["error"] == pytest.approx(miss.mean(), rel=1e-6)
    assert [found["support"], found["outside"]] == [len(m.support_), np.sum(miss > 0.2 + 1e-6)]
    figure.set(points=[])
    assert figure.trait("solution") == {}
    figure = show(novelty())
    figure.set(nu=0.3, sigma=1.5)
    found, m = figure.trait("solution"), region(0.3, 1.5)
    np.testing.assert_allclose(found["alpha"], m.alpha_, rtol=0, atol=1e-5)
    wanted = {"rho": m.offset_, "primal": m.primal_, "dual": m.primal_}
    assert {name: found[name] for name in wanted} == pytest.approx(wanted, rel=1e-6)
    assert [found["support"], found["outside"]] == [len(m.support_), len(outside(m))]


def test_python_sees_places_and_numbers():
    figure = Tube(x[:, None], y)
    np.testing.assert_array_equal(figure.X, x[:, None])
    np.testing.assert_array_equal(figure.y, y)
    figure.points = [[0, 1], [1, 2, 1], [2.5, -1]]
    assert figure.points == [[0, 1, 1], [1, 2, 1], [2.5, -1, 1]]
    figure.kernel, figure.C, figure.epsilon = "linear", 30.0, 0.5
    reference = fitted(30.0, 0.5, Linear(), np.array([[0, 1], [1, 2], [2.5, -1]]))
    np.testing.assert_allclose(figure.fit().predict([[4.0]]), reference.predict([[4.0]]))
    figure = novelty(nu=0.5, sigma=0.7)
    figure.points = figure.points[:20]
    np.testing.assert_array_equal(figure.X, CLOUD[:20])
    assert figure.fit().offset_ == pytest.approx(region(0.5, 0.7, CLOUD[:20]).offset_)


# --------------------------------------------------------------------------- challenges of the tube


def test_the_smallest_tube_around_a_constant(show):
    figure, half = show(tube()), np.ptp(y) / 2
    for factor, solved in ((1.5, []), (0.99, []), (1.02, []), (1.004, [FLAT])):
        figure.type("ε", round(half * factor, 4))
        assert figure.has_solved(*solved)


def test_points_that_do_not_matter(show):
    """Deleted by clicks; one support vector too many, and it is taken back."""
    m, figure = fitted(), show(tube(), viewport=LAPTOP)
    lonely = np.hypot(*(1e3 * (PLACES[:, None] - PLACES)).T).T + 1e9 * np.eye(40)
    best = np.argsort(-lonely.min(1))
    idle = [i for i in best if m.beta_[i] == 0]
    needed = next(i for i in best if m.beta_[i] != 0)
    figure.button("A click deletes a point").click()
    for i in [*idle[:4], needed]:
        figure.at(*figure.pixel(PLACES[i], BOX))
        assert figure.solved() == []
    assert figure.numbers()[1] == 35
    figure.press("Control+z")
    figure.at(*figure.pixel(PLACES[idle[4]], BOX))
    assert figure.numbers()[1] == 35 and figure.has_solved(IDLE)


def outsider():
    """A point outside the tube with room beyond it in the window, and the side it lies on."""
    machine = fitted()
    residual = y - machine.predict(x[:, None])
    room = np.where(residual > 0, BOX[3] - y, y - BOX[2])
    i = int(np.argmax(np.where(np.abs(residual) > 0.12, room, 0)))
    assert room[i] > 0.3 and abs(machine.beta_[i]) == 1
    return i, np.sign(residual[i])


def test_a_point_outside_pulls_no_more_however_far_it_goes(show):
    """By keys; not the other way, where it moves the curve, nor with another knob."""
    i, side = outsider()
    out, back = ("Shift+ArrowUp", "Shift+ArrowDown")[:: int(side)]
    for keys, solved in (([out], []), ([out] * 3, [PULL]), ([back] * 4, [])):
        figure = show(tube(), viewport=LAPTOP)
        figure.choose_point(i)
        figure.press(*keys)
        assert figure.has_solved(*solved)
    figure = show(tube(), viewport=LAPTOP)
    figure.type("C", 1.001)
    figure.choose_point(i)
    figure.press(*[out] * 3)
    assert figure.solved() == []


@pytest.mark.parametrize("epsilon, n, challenges", [(0.1, 40, 3), (0.4, 40, 2), (0.1, 4, 1)])
def test_what_cannot_be_done_from_the_start_is_no_challenge(epsilon, n, challenges, show):
    machine = fitted(epsilon=epsilon, places=PLACES[:n])
    idle, bounded = (machine.beta_ == 0).sum(), (np.abs(machine.beta_) == 1).sum()
    assert challenges == 1 + (idle >= 5) + (bounded > 0)
    words = show(Tube(x[:n], y[:n], epsilon=epsilon, sigma=0.8)).text("challenge")
    count = f" 1 of {challenges}" if challenges > 1 else ""
    assert words.startswith(f"☆ Challenge{count}: {FLAT}")


# --------------------------------------------------------------------------- challenges of novelty


def test_the_brink(show):
    """While all α < 1 they are proportional to ν."""
    most = 0.04 / region(0.04).alpha_.max()  # there the first α reaches 1
    assert len(outside(region(0.95 * most))) == 0 < len(outside(region(1.3 * most)))
    figure = show(novelty())
    for factor, solved in ((0.95, []), (1.3, []), (0.985, [BRINK])):
        figure.type("ν", round(factor * most, 5))
        assert figure.has_solved(*solved)


def test_company_takes_the_farthest_point_in(show):
    far = int(np.argmin(region().decision_function(CLOUD)))
    figure = show(novelty(), viewport=LAPTOP)
    figure.choose_point(far)
    figure.press("a")  # a little to its right, towards the others: that is no help
    assert figure.solved() == []
    figure.press(*["Shift+ArrowLeft"] * 2)
    assert figure.has_solved(ADOPT)
    now, _ = figure.points()
    assert far not in outside(region(data=now), now) and far in outside(region())


def test_whoever_goes_in_by_foot_is_not_taken_in(show):
    far = int(np.argmin(region().decision_function(CLOUD)))
    figure = show(novelty(), viewport=LAPTOP)
    figure.choose_point(far)
    figure.press(*["Shift+ArrowUp"] * 6, *["Shift+ArrowRight"] * 6)
    now, _ = figure.points()
    assert far not in outside(region(data=now), now) and figure.solved() == []
    figure = show(novelty())  # nor whom another ν lets in
    figure.type("ν", 0.01)
    figure.press("n", "ArrowUp")
    assert figure.numbers()[0] == 0 and figure.solved() == []


@pytest.mark.parametrize("nu", [0.02, 0.7], ids=["nobody is outside", "too far outside"])
def test_a_point_that_cannot_be_taken_in_is_no_challenge(nu, show):
    figure = show(novelty(nu=nu))
    assert (figure.numbers()[0] == 0) == (nu < 0.5)
    assert figure.text("challenge").startswith("☆ Challenge: with the points as they are")
