"""The slips that `tests.slips` makes, and that a check at one point only lets them live."""

from dataclasses import replace

from tests import slips
from tests.test_exercises import EXERCISES, MISTAKES

[COST] = [one for one in EXERCISES.values() if one.label == "ex-probabilities-cost"]


def test_slips_are_those_of_students():
    code = "def f(x, n, C):\n    return C * np.mean(np.abs(x) ** 2, axis=0) + 1e-6 / n, x.max()\n"
    found = " ".join(slips.changed(code))
    for slip in ("np.sum", "np.abs(x) → x", "np.abs(x) ** 2 → np.abs(x)", "axis=1", "0.01",
                 "(x.max(), C * ", "np.mean(np.abs(x) ** 2)", "x.mean"):  # fmt: skip
        assert slip in found


def test_an_argument_that_never_changes_is_found(monkeypatch):
    """A check whose alarm always costs the same cannot tell who ignores it."""
    monkeypatch.setitem(MISTAKES, COST.label, [])
    line = "assert np.isclose(mean_cost(*few, 0.5, 3, 7), (3 + 7) / 3)\n"
    weak = {part: getattr(COST, part).replace(line, "") for part in ("check", "solution")}
    for exercise, lives in ((COST, False), (replace(COST, **weak), True)):
        reader, code = slips.written(exercise)
        slip = slips.ignoring(reader, code)["mean_cost ignores alarm"]
        assert slips.accepted(reader, *slip) == lives
