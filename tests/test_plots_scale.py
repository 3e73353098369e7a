"""The pictures of many points show what they say, checked on the artists they draw."""

from svmlib.plots import scale
from svmlib.plots.style import DUAL, PRIMAL


def test_measured_machines_are_complete_and_in_order():
    rows = scale.measured_machines()
    keys = {"machine", "n", "C", "seconds", "megabytes", "accuracy", "gap"}
    assert all(set(row) == keys for row in rows)
    assert all(row["seconds"] > 0 and 0.5 < row["accuracy"] < 0.9 for row in rows)
    assert all(0 <= row["gap"] < 1e-2 for row in rows)
    kinds = list(dict.fromkeys(row["machine"] for row in rows))
    assert len(kinds) == 2
    for kind in kinds:
        n = [row["n"] for row in rows if row["machine"] == kind]
        assert n == sorted(set(n))
    assert max(row["n"] for row in rows) == 1_000_000


def test_what_the_lecture_says_of_the_measurement_holds():
    """A new measurement that told another story would need another text."""
    rows = scale.measured_machines()
    exact, few = (
        {row["n"]: row for row in rows if row["machine"] == kind}
        for kind in dict.fromkeys(row["machine"] for row in rows)
    )
    both = exact.keys() & few.keys()
    assert both and all(abs(exact[n]["accuracy"] - few[n]["accuracy"]) < 0.01 for n in both)
    assert few[200_000]["accuracy"] > max(row["accuracy"] for row in exact.values()) + 0.005
    assert 2.5 < exact[16_000]["seconds"] / exact[8000]["seconds"] < 6
    assert len({row["megabytes"] for row in few.values()}) == 1
    growth = few[1_000_000]["seconds"] / few[40_000]["seconds"]
    assert 10 < growth < 60  # like n, which grows by 25


def test_intervals_end_at_bound_and_objective():
    ax = scale.certified_intervals({"a": (-5.0, 10.0), "b": (8.0, 10.0)}, optimum=9.0)
    bounds, objectives, stars = ax.lines
    assert bounds.get_xdata().tolist() == [0, 8] and bounds.get_color() == DUAL
    assert objectives.get_xdata().tolist() == [10, 10] and objectives.get_color() == PRIMAL
    assert stars.get_xdata().tolist() == [9, 9]
    assert [text.get_text() for text in ax.texts] == ["gap 100.0%", "gap 20.0%"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
