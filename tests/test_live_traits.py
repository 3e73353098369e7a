"""What Python refuses to give a live figure: with a sentence, and nothing has changed."""

import numpy as np
import pytest
import traitlets

from svmlib.widgets import Novelty, Street, Threshold, Tube
from tests.live_book import made

NAN, INF = np.nan, np.inf
CELL = "0 <= row < 3 and 0 <= column < 4"
REFUSED = {
    "Street": [
        *[("C", value) for value in (0.0, -1, NAN, INF, "1")],
        *[("points", [[0, 0, 1], point], "row 1") for point in (
            [0, 1], [0, 1, 0], [0, 1, 2], [0, NAN, 1], [0, INF, 1], ["0", 1, 1], [0, 1, 1, 1]
        )],
    ],
    "Descent": [
        ("start", [1.0]), ("start", [1.0, NAN]), ("start", ["a", 1]), ("seed", -1), ("batch", 0),
        ("schedule", "armijo"),
    ],
    "DualAscent": [("order", "random"), ("method", "triples"), ("steps", -1)],
    "KernelMachine": [
        ("data", "mooons"), ("seed", -1), ("seed", 10000), ("kernel", "gaussian"), ("degree", 0),
    ],
    "Lift": [("level", -1), ("level", INF), ("turn", 200), ("tilt", -5), ("tilt", NAN)],
    "Losses": [("score", 3.5), ("score", NAN), ("shown", ["hinge"] * 2), ("shown", ["no"]),
               ("label", 0)],
    "Map": [
        ("cell", [3, 0], CELL), ("cell", [0, 4], CELL), ("cell", [-1, 0], CELL),
        ("cell", [0], CELL), ("cell", [0, 1, 2], CELL), ("cell", [0.5, 1], CELL),
        ("cell", [True, 0], CELL),
    ],
    "Margins": [
        ("handles", []), ("handles", [[0, 0]]), ("handles", [[0, 0], [0, 0]]),
        ("handles", [[0, 0], [1, NAN]]), ("handles", "no"),
    ],
    "ThreeClasses": [("kind", "one-vs-all")],
    "Tube": [
        ("epsilon", -0.1, "epsilon must be a finite number >= 0"), ("epsilon", INF),
        ("epsilon", NAN), ("kernel", "polynomial"), ("points", [[0, 1], [1]], "row 1 is"),
        ("points", [[0, 1, -1]], "two finite numbers, row 0"), ("points", [[0, NAN]], "row 0"),
        ("points", [["0", 1]], "row 0"),
    ],
    "Novelty": [
        ("nu", 0, "0 < nu <= 1"), ("nu", 1.01, "0 < nu <= 1"), ("nu", NAN, "0 < nu <= 1"),
        ("points", [[0, 1, 2]], "two finite numbers, row 0"),
    ],
    "Threshold": [
        ("threshold", 99.0), ("threshold", NAN), ("threshold", "0"), ("cost_alarm", 0.0),
        ("cost_miss", -1.0), ("cost_miss", INF), ("curves", "roc"), ("points", [[0.0, 1]]),
        ("span", [-1, 1, 0.1]),
    ],
    "Reliability": [("A", NAN), ("B", INF), ("rate", 0.0), ("rate", 1), ("points", [[0.0, 1]])],
    "Landmarks": [("C", 0.0), ("sigma", INF), ("points", [[0, NAN]], "row 0")],
}  # fmt: skip


@pytest.mark.parametrize(
    "name, trait, value, match",
    [(name, trait, value, *(match or [trait]))
     for name, cases in REFUSED.items() for trait, value, *match in cases],
)  # fmt: skip
def test_a_trait_that_makes_no_sense_is_refused(name, trait, value, match):
    figure = made(name)
    before = getattr(figure, trait)
    with pytest.raises(traitlets.TraitError, match=match):
        setattr(figure, trait, value)
    assert getattr(figure, trait) == before


X, N = np.ones((5, 2)), np.arange(5.0)
SCORES = [0.1, 0.2]


@pytest.mark.parametrize("make, error, match", [
    (lambda: Tube(X, N), ValueError, r"\(n,\) or \(n, 1\)"),
    (lambda: Tube(N[:4], N), ValueError, r"\(n, 1\)"),
    (lambda: Tube(N, N[:, None]), ValueError, r"\(n, 1\)"),
    (lambda: Novelty(N), ValueError, r"\(n, 2\)"),
    (lambda: Novelty(np.column_stack([X, X])), ValueError, r"\(n, 2\)"),
    (lambda: Threshold([0.1, NAN], [1, -1]), ValueError, "scores"),
    (lambda: Threshold([SCORES], [1, -1]), ValueError, "scores"),
    (lambda: Threshold(["high", "low"], [1, -1]), TypeError, "scores"),
    (lambda: Threshold(SCORES, [1, 0]), ValueError, "y"),
    (lambda: Threshold([*SCORES, 0.3], [1, -1]), ValueError, "y"),
    (lambda: Threshold(SCORES, [1, 1]), ValueError, "y"),
    (lambda: Street(X, N > 2), traitlets.TraitError, "one of -1, 1"),
    (lambda: Street(X, np.array([2, -2, 2, 2, 2])), traitlets.TraitError, "one of -1, 1"),
])  # fmt: skip
def test_data_that_are_none_are_refused(make, error, match):
    with pytest.raises(error, match=match):
        make()
