"""Conformal intervals: exact small cases, what is promised counted, and what is refused."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.compose import TransformedTargetRegressor
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from svmlib.conformal import cv_plus, group_weights, half_width, interval, rolling

NINE = np.array([3.0, 1, 9, 2, 5, 4, 6, 8, 7])


@pytest.mark.parametrize("alpha, rank", [(0.1, 9), (0.2, 8), (0.25, 8), (0.3, 7), (0.5, 5)])
def test_the_rank_is_that_of_the_theorem(alpha, rank):
    # k = ceil(10 (1 - alpha)): rounding of 1 - alpha must not ask for one more
    assert half_width(NINE, alpha) == rank
    assert half_width(NINE - 20, alpha) == rank - 20


@pytest.mark.parametrize("m, alpha", [(19, 0.1), (99, 0.1), (29, 0.3), (9, 0.7), (99, 0.01)])
def test_no_rank_is_lost_to_rounding(m, alpha):
    assert half_width(np.arange(1.0, m + 1), alpha) == round((m + 1) * (1 - alpha))


def test_every_order_of_five_scores_is_covered_as_often_as_promised():
    inside = [last <= half_width(kept, 0.4) for *kept, last in permutations([1.0, 2, 3, 4, 5])]
    assert np.mean(inside) == 3 / 5
    # ties can only help
    inside = [last <= half_width(kept, 0.4) for *kept, last in permutations([1.0, 2, 2, 3, 3])]
    assert np.mean(inside) >= 3 / 5


def test_weights_by_hand():
    # total 1 + 1.75: scores up to 2 reach 1.5, up to 3 1.75, and 0.6 of 2.75 is 1.65
    assert half_width([3, 1, 2], 0.4, weights=[0.25, 0.5, 1]) == 3
    assert half_width([3, 1, 2], 0.5, weights=[0.25, 0.5, 1]) == 2
    assert half_width(NINE, 0.2, weights=np.ones(9)) == half_width(NINE, 0.2)
    # a row without weight is as good as none
    assert half_width([*NINE, 0.5], 0.2, weights=[*np.ones(9), 0]) == half_width(NINE, 0.2)


def test_groups_count_once():
    np.testing.assert_array_equal(group_weights([2, 7, 2, 2, 2]), [0.25, 1, 0.25, 0.25, 0.25])
    rng, inside = np.random.default_rng(0), {"rows": [], "groups": []}
    for _ in range(400):
        # one large group among ten, and each has a level of its own
        groups = np.repeat(np.arange(10), [60] + [2] * 9)
        level = rng.normal(size=11)
        scores = np.abs(level[groups] + 0.1 * rng.normal(size=len(groups)))
        new = np.abs(level[10] + 0.1 * rng.normal())
        weights = group_weights(groups)
        inside["rows"].append(new <= half_width(scores, 0.2))
        inside["groups"].append(new <= half_width(scores, 0.2, weights=weights))
    assert np.mean(inside["groups"]) > 0.76 > 0.7 > np.mean(inside["rows"])


def table(n, rng):
    x = rng.uniform(0, 6, size=n)
    X = pd.DataFrame({"x": x, "noise": rng.normal(size=n)})
    return X, np.exp(x / 3 + 0.3 * rng.standard_t(3, size=n))


def test_intervals_around_a_pipeline_on_frames_keep_their_word():
    rng, inside = np.random.default_rng(0), []
    log = TransformedTargetRegressor(
        make_pipeline(StandardScaler(), LinearRegression()), func=np.log, inverse_func=np.exp
    )
    X, y = table(100, rng)
    log.fit(X, y)
    for _ in range(300):
        kept, answers = table(19, rng)
        new, truth = table(20, rng)
        low, high = interval(log, kept, answers, new)
        inside.append(np.mean((low <= truth) & (truth <= high)))
    # k/(m + 1) = 0.9 exactly; deviation 0.065/sqrt(300) and less
    assert np.mean(inside) == pytest.approx(0.9, abs=0.015)
    np.testing.assert_allclose((low + high) / 2, log.predict(new))


def test_cv_plus_as_it_is_defined():
    rng = np.random.default_rng(1)
    X, y = table(23, rng)
    new, _ = table(4, rng)
    line, k = LinearRegression(), int(np.ceil(24 * 0.8))
    low, high = [], []
    for i in range(23):
        others = np.arange(23) % 5 != i % 5
        f = line.fit(X[others], y[others])
        r = abs(y[i] - f.predict(X[i : i + 1])[0])
        low.append(f.predict(new) - r)
        high.append(f.predict(new) + r)
    ends = cv_plus(LinearRegression(), X, y, new, alpha=0.2)
    np.testing.assert_allclose(ends[0], np.sort(low, axis=0)[-k])
    np.testing.assert_allclose(ends[1], np.sort(high, axis=0)[k - 1])
    same = cv_plus(
        LinearRegression(), X.to_numpy(), y, new.to_numpy(), 0.2, folds=np.arange(23) % 5
    )
    np.testing.assert_allclose(same, ends)
    words = np.array(list("abcde"))[np.arange(23) % 5]
    np.testing.assert_allclose(cv_plus(LinearRegression(), X, y, new, 0.2, folds=words), ends)


def width_at(t, scores, level, window, half_life, delay):
    """q_t by its definition, from the scores that are known before row t."""
    known, ages = scores[: t - delay], np.arange(t, delay, -1)
    if window:
        known, ages = known[-window:], ages[-window:]
    weights = 0.5 ** (ages / half_life) if half_life else np.ones(len(known))
    wanted = (1 - level) * (1 + weights.sum()) - 1e-9
    reaching = [s for s in known if weights[known <= s].sum() >= wanted]
    return -np.inf if level >= 1 else min(reaching, default=np.inf)


@given(
    st.integers(0, 2**31),
    st.sampled_from([0.1, 0.3, 0.5]),
    st.sampled_from([(None, None), (9, None), (None, 5.0)]),
    st.sampled_from([0.0, 0.05, 0.5]),
    st.sampled_from([0, 1, 6]),
)
def test_rolling_is_its_definition(seed, alpha, way, gamma, delay):
    """A late answer is not looked at, and the level waits for it."""
    scores, start, level = np.random.default_rng(seed).integers(0, 30, size=40), 12, alpha
    window, half_life = way
    how = dict(window=window, half_life=half_life, gamma=gamma, delay=delay)
    widths = rolling(scores, start, alpha, **how)
    assert len(widths) == 28
    for t, width in enumerate(widths, start):
        assert width == width_at(t, scores, level, window, half_life, delay)
        if t - delay >= start:
            level += gamma * (alpha - (scores[t - delay] > widths[t - delay - start]))


def test_growth_and_late_answers_cost_a_window_its_promise_and_an_adaptive_level_not():
    rng = np.random.default_rng(0)
    scores = np.abs(rng.normal(size=2000) * (1 + 0.01 * np.arange(2000)) + 0.03 * np.arange(2000))
    inside = {
        name: np.mean(scores[200:] <= rolling(scores, 200, window=60, **way))
        for name, way in {
            "window": {},
            "late": {"delay": 26},
            "late, adaptive": {"delay": 26, "gamma": 0.03},
        }.items()
    }
    assert inside["late"] < inside["window"] - 0.01
    assert inside["late, adaptive"] == pytest.approx(0.9, abs=0.02)


@settings(max_examples=50)
@given(
    st.integers(0, 2**31),
    st.sampled_from([0.01, 0.05, 0.2]),
    st.sampled_from([None, 20]),
    st.sampled_from([0, 1, 15]),
)
def test_the_adaptive_level_keeps_the_share_of_misses(seed, gamma, window, delay):
    rng = np.random.default_rng(seed)
    # jumps, trends and noise: no model of them is needed
    scores = np.abs(np.cumsum(rng.standard_t(2, size=300)) + rng.normal(size=300).cumsum())
    start = int(rng.integers(16, 60))
    widths = rolling(scores, start, 0.1, window=window, gamma=gamma, delay=delay)
    missed = np.mean(scores[start:] > widths)
    bound = (1 + gamma * (1 + 2 * delay)) / (gamma * len(widths))
    assert abs(missed - 0.1) <= bound + 1e-12
