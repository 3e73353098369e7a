"""The live figure of novelty detection: what it says is what svmlib finds, and what can be done."""

import re

import numpy as np
import pytest
import traitlets

from svmlib import OneClassSVM
from svmlib.kernels import RBF
from svmlib.widgets import Novelty
from tests.live_page import alone, box_of, drag, finger, mouse, number, numbers_close
from tests.test_browser import LAPTOP, PHONE
from tests.test_live_kernel_machine import GREY, counted
from tests.test_live_tube import choose, places, read_back, solved

X = np.random.default_rng(1).normal(size=(60, 2))
BOX = box_of(X)
KNOWN = re.compile(r"(inside|outside|on the border): f = (.+), α = (.+)")
BRINK, ADOPT = "with the points as they are", "both knobs as they were"
PALE = [210, 230, 243]


def fresh(**traits):
    return Novelty(X, **({"nu": 0.1, "sigma": 2.0} | traits))


def fitted(nu=0.1, sigma=2.0, data=X):
    return OneClassSVM(nu=nu, kernel=RBF(sigma)).fit(data)


def outside(machine, data=X):
    scores = machine.score_samples(data)
    return np.flatnonzero(scores - machine.offset_ < -1e-6 * np.abs(scores).max())


# ------------------------------------------------------------------------ what it says is right


@pytest.mark.parametrize("nu, sigma", [(0.02, 0.5), (0.1, 2), (0.3, 1), (0.42, 5), (0.95, 0.8)])
def test_it_says_what_svmlib_finds(nu, sigma, chromium):
    with alone(chromium, fresh()) as figure:
        figure.type("ν", nu)
        figure.type("σ", sigma)
        figure.done()
        machine = fitted(nu, sigma)
        novel, n, mass, support, border, rho, _, half = numbers(figure)
        assert [novel, n, support] == [len(outside(machine)), 60, len(machine.support_)]
        assert (
            mass == pytest.approx(60 * nu, rel=1e-3) and novel <= 60 * nu + 1e-9 <= support + 2e-9
        )
        assert border == support - novel  # no point of this cloud is on the border by chance
        assert rho == pytest.approx(machine.offset_, rel=1e-3)
        assert half == pytest.approx(-machine.dual_, rel=1e-5)
        assert "relative gap below rounding" in figure.facts() or figure.numbers()[-1] <= 1e-8


def numbers(figure):
    """The numbers of the sentence; a 2 is that of ‖w‖²."""
    found = re.sub("½‖w‖²", "2", figure.facts())
    told = re.findall(r"−?\d+(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?", found)
    return [number(text) for text in told[:8]]


def test_all_points_are_outside_or_on_the_border_when_nu_is_1(chromium):
    with alone(chromium, fresh()) as figure:
        figure.type("ν", 1)
        figure.done()
        scores = RBF(2.0)(X, X).sum(axis=1)
        novel, _, mass, support, border, rho = numbers(figure)[:6]
        assert [novel, mass, support, border] == [59, 60, 60, 1]
        assert rho == pytest.approx(scores.max(), rel=1e-3)


def test_the_read_out_of_a_point(chromium):
    machine = fitted()
    f, novel = machine.decision_function(X), outside(machine)
    border = np.setdiff1d(machine.support_, novel)
    with alone(chromium, fresh()) as figure:
        figure.done()
        known, before = figure.root.locator(".svm-known"), figure.pixels()
        for word, i in (
            ("outside", novel[0]),
            ("on the border", border[0]),
            ("inside", f.argmax()),
        ):
            figure.tab.mouse.move(*figure.pixel(X[i], BOX)[:2])
            figure.settle()
            side, score, alpha = KNOWN.fullmatch(known.inner_text()).groups()
            assert side == word and number(alpha) == pytest.approx(machine.alpha_[i], rel=6e-3)
            assert number(score) == pytest.approx(f[i], rel=6e-3, abs=1e-6)
            assert figure.pixels() != before
        figure.tab.mouse.move(2, 2)
        assert known.inner_text() == "" and figure.pixels() == before


def test_the_region_is_where_f_is_not_negative(chromium):
    """Shares of the window in the two shades of pale blue."""
    with alone(chromium, fresh(), viewport=LAPTOP, color_scheme="light") as figure:
        figure.done()
        figure.rest()
        u, v = (np.linspace(*BOX[k : k + 2], 160) for k in (0, 2))
        grid = np.stack(np.meshgrid(u, v), -1).reshape(-1, 2)
        share = np.mean(fitted().decision_function(grid) >= 0)
        left, right, top, bottom = figure.area()
        scale = figure.tab.evaluate("devicePixelRatio")
        # from 55 % to 100 % of the way from white to pale blue
        pale = counted(figure, [222, 237, 246], near=13) / scale**2
        assert pale / ((right - left) * (bottom - top)) == pytest.approx(share, abs=0.04)


def test_without_points_it_asks_for_one_and_one_is_enough(chromium):
    with alone(chromium, fresh()) as figure:
        figure.done()
        figure.root.locator("summary").click()
        area = figure.root.locator("textarea")
        area.fill("")
        figure.click("Use these points")
        assert figure.facts() == "The machine needs a point."
        area.fill("0.5, 0.25")
        figure.click("Use these points")
        figure.done()
        assert numbers(figure)[:6] == pytest.approx([0, 1, 0.1, 1, 1, 0.1])
        figure.click("Undo")
        figure.click("Undo")
        figure.done()
        assert numbers(figure)[1] == 60


# ------------------------------------------------------------------------- what can be done with it


@pytest.mark.parametrize("kind", [mouse, finger], ids=["mouse", "finger"])
def test_a_point_is_dragged(kind, chromium):
    i = int(np.argmin(X[:, 0]))
    device = {"has_touch": True, "viewport": PHONE} if kind is finger else {"viewport": LAPTOP}
    with alone(chromium, fresh(), **device) as figure:
        figure.done()
        before, seen = figure.facts(), figure.pixels()
        across, up, _ = figure.pixel(X[i], BOX)
        scrolled = figure.tab.evaluate("scrollY")
        drag(figure, (across, up), [(across + 9 * k, up) for k in range(1, 9)], kind(figure.tab))
        figure.done()
        moved = places(figure)
        assert moved[i, 0] > X[i, 0] + 0.3
        np.testing.assert_allclose(np.delete(moved, i, 0), np.delete(X, i, 0), atol=1e-5)
        assert figure.tab.evaluate("scrollY") == scrolled and figure.pixels() != seen
        assert numbers(figure)[7] == pytest.approx(-fitted(data=moved).dual_, rel=1e-4)
        figure.click("Undo")
        figure.done()
        assert figure.facts() == before


def test_points_are_added_and_deleted(chromium):
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        left, _, top, _ = figure.area()
        figure.tab.mouse.click(left + 40, top + 40)
        figure.done()
        now = places(figure)
        assert len(now) == 61 and numbers(figure)[1] == 61
        assert numbers(figure)[7] == pytest.approx(-fitted(data=now).dual_, rel=1e-4)
        figure.press("Delete", "n", "a", "Delete", "Delete")
        figure.done()
        assert len(places(figure)) == numbers(figure)[1] == 59


def test_the_border_before_the_last_change_stays_as_a_ghost(chromium):
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        assert counted(figure, GREY) < 20
        figure.type("σ", 0.5)
        figure.done()
        assert counted(figure, GREY) > 50


def test_a_link_leads_back(chromium):
    with alone(chromium, fresh()) as figure:
        figure.type("ν", 0.25)
        figure.press("n", "Shift+ArrowUp")
        figure.done()
        facts = figure.facts()
        figure.click("Copy link")
        link = figure.tab.url.partition("#")[2]
        assert len(link) < 200
    with alone(chromium, fresh(), fragment=f"#{link}") as figure:
        figure.done()
        assert numbers_close(figure.facts(), facts)


def test_python_sees_the_points():
    figure = fresh()
    np.testing.assert_array_equal(figure.X, X)
    figure.points = [[0, 1], [1, 2, 1], [2.5, -1], [3, 3]]
    assert figure.points == [[0, 1, 1], [1, 2, 1], [2.5, -1, 1], [3, 3, 1]]
    figure.nu, figure.sigma = 0.5, 0.7
    reference = fitted(0.5, 0.7, figure.X)
    assert figure.fit().offset_ == pytest.approx(reference.offset_)
    assert figure.fit().offset_ != pytest.approx(fitted(0.5, 2.0, figure.X).offset_)


def test_python_reads_the_solution_back(chromium):
    with alone(chromium, fresh()) as figure:
        found = read_back(figure, fresh(), nu=0.3, sigma=1.5)
        machine = fitted(0.3, 1.5)
        np.testing.assert_allclose(found["alpha"], machine.alpha_, rtol=0, atol=1e-5)
        assert found["rho"] == pytest.approx(machine.offset_, rel=1e-6)
        assert found["primal"] == pytest.approx(machine.primal_, rel=1e-7)
        assert found["dual"] == pytest.approx(machine.primal_, rel=1e-7) and found["gap"] <= 1e-8
        assert found["support"] == len(machine.support_)
        assert found["outside"] == len(outside(machine))


@pytest.mark.parametrize("trait, value, match", [
    ("nu", 0, "0 < nu <= 1"), ("nu", 1.01, "0 < nu <= 1"), ("nu", np.nan, "0 < nu <= 1"),
    ("points", [[0, 1, 2]], "two finite numbers, row 0"),
])  # fmt: skip
def test_python_refuses_what_makes_no_sense(trait, value, match):
    figure = fresh()
    with pytest.raises(traitlets.TraitError, match=match):
        setattr(figure, trait, value)
    assert getattr(figure, trait) == getattr(fresh(), trait)


@pytest.mark.parametrize("data", [X[:, 0], np.column_stack([X, X])])
def test_python_refuses_points_that_are_not_in_the_plane(data):
    with pytest.raises(ValueError, match=r"shape \(n, 2\)"):
        Novelty(data)


# --------------------------------------------------------------------------------------- challenges


def test_the_brink(chromium):
    """While all α < 1 they are proportional to ν."""
    most = 0.04 / fitted(0.04).alpha_.max()  # there the first α reaches 1
    assert len(outside(fitted(0.95 * most))) == 0 < len(outside(fitted(1.3 * most)))
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        for factor in (0.95, 1.3):
            figure.type("ν", round(factor * most, 5))
            figure.done()
            assert figure.solved() == []
        figure.type("ν", round(0.985 * most, 5))
        figure.done()
        assert solved(figure, BRINK)


@pytest.mark.parametrize("keyboard", [False, True], ids=["pointer", "keyboard"])
def test_company_takes_the_farthest_point_in(keyboard, chromium):
    far = int(np.argmin(fitted().decision_function(X)))
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        if keyboard:
            choose(figure, far)
            figure.press("a")  # a little to its right, towards the others: that is no help
            figure.done()
            assert figure.solved() == []
            figure.press(*["Shift+ArrowLeft"] * 2)
        else:
            across, up, _ = figure.pixel(X[far], BOX)
            for dx, dy in ((18, 0), (0, 18), (0, -18)):
                figure.tab.mouse.click(across + dx, up + dy)
                figure.done()
                if figure.solved():
                    break
        figure.done()
        assert solved(figure, ADOPT)
        now = places(figure)
        machine = fitted(data=now)
        assert far not in outside(machine, now) and far in outside(fitted())


def test_whoever_goes_in_by_foot_is_not_taken_in(chromium):
    far = int(np.argmin(fitted().decision_function(X)))
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:
        figure.done()
        choose(figure, far)
        figure.press(*["Shift+ArrowUp"] * 6, *["Shift+ArrowRight"] * 6)
        figure.done()
        assert far not in outside(fitted(data=places(figure)), places(figure))
        assert figure.solved() == []
    with alone(chromium, fresh(), viewport=LAPTOP) as figure:  # nor whom another ν lets in
        figure.type("ν", 0.01)
        figure.press("n", "ArrowUp")
        figure.done()
        assert numbers(figure)[0] == 0 and figure.solved() == []


@pytest.mark.parametrize("nu", [0.02, 0.7], ids=["nobody is outside", "too far outside"])
def test_a_point_that_cannot_be_taken_in_is_no_challenge(nu, chromium):
    with alone(chromium, fresh(nu=nu)) as figure:
        figure.done()
        assert (numbers(figure)[0] == 0) == (nu < 0.5)
        word = figure.root.locator(".svm-challenge").inner_text()
        assert word.startswith("☆ Challenge: with the points as they are")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_playing_without_a_plan_solves_nothing(seed, chromium):
    with alone(chromium, fresh()) as figure:
        figure.play_at_random(seed)
        assert figure.solved() == []
