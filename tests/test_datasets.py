"""The data sets: what the lectures rely on, and that no call can spoil the next."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_iris

from book.datasets import docstrings as stored
from book.datasets import strike_reports as careless
from svmlib import datasets

SIGNED = ["iris_setosa", "breast_cancer", "moons", "rings", "blobs"]
SIGNED += ["docstrings", "named_colors", "stock_months"]
OTHERS = ["air_quality", "bird_strikes", "meat_spectra", "station_days"]


@pytest.mark.parametrize("name", SIGNED + OTHERS)
def test_every_call_gives_fresh_equal_data(name):
    def load():
        given = getattr(datasets, name)()
        return [given] if name == "air_quality" else [*given]

    first, spoilt = load(), load()
    for part in spoilt:
        if isinstance(part, np.ndarray):
            part[:] = part[0]
        else:
            part.iloc[:, -1] = part.iloc[0, -1]
    again = load()
    for before, after in zip(first, again, strict=True):
        assert pd.DataFrame(after).equals(pd.DataFrame(before))
        assert not isinstance(after, np.ndarray) or after.flags.c_contiguous
    if name in SIGNED:
        X, y = again
        assert y.dtype == np.float64 and set(y) == {-1.0, 1.0} and y.shape == (len(X),)


def test_rows_of_iris_and_columns_of_tumours():
    X, y = datasets.iris_setosa(every=4, features=2)
    assert (y == -1).sum() == 13 and (y == 1).sum() == 25
    np.testing.assert_array_equal(X, load_iris().data[::4, :2])
    np.testing.assert_array_equal(datasets.iris_setosa(every=4, setosa=1)[1], -y)
    assert load_iris().feature_names == list(datasets.IRIS_FEATURES)
    # the straggler is one point lifted in width
    plain, y = datasets.iris_setosa(setosa=1)
    lifted, _ = datasets.iris_setosa(setosa=1, raise_straggler=True)
    assert np.argwhere(lifted != plain).tolist() == [[41, 1]] and y[41] == 1
    assert lifted[41, 1] - plain[41, 1] == pytest.approx(0.5)
    assert list(datasets.BREAST_CANCER_FEATURES) == list(load_breast_cancer().feature_names)
    Z, _ = datasets.breast_cancer(standardise=True)
    np.testing.assert_allclose([Z.mean(axis=0), Z.std(axis=0) - 1], 0, atol=1e-12)


@settings(max_examples=25)
@given(n=st.integers(1, 300), seed=st.integers(0, 2**31))
def test_rings_leave_a_gap(n, seed):
    X, y = datasets.rings(n, seed)
    r2 = (X**2).sum(axis=1)
    assert X.shape == (n, 2) and np.abs(X).max() <= 1
    assert (r2[y == 1] < 0.5).all() and (r2[y == -1] > 0.8).all()
    # a shorter draw is the beginning of a longer one
    np.testing.assert_array_equal(X, datasets.rings(300, seed)[0][:n])


def test_blobs():
    X, y = datasets.blobs(7, centers=[(0, 0, 0), (5, 5, 5)], spread=0, seed=3)
    assert X.shape == (7, 3) and (y == -1).sum() == 4
    np.testing.assert_array_equal(X[y == 1], np.full((3, 3), 5.0))
    X, y = datasets.blobs(4000)
    assert (y[:, None] * X).mean(axis=0) == pytest.approx([1.5, 1.5], abs=0.05)
    X, y = datasets.blobs(4000, centers=[(0, 0), (9, 0), (0, 9)], spread=(1, 2, 3))
    assert y.dtype.kind == "i" and np.bincount(y).tolist() == [1334, 1333, 1333]
    for k in range(3):
        np.testing.assert_allclose(X[y == k].std(axis=0), k + 1, rtol=0.06)
    assert not np.array_equal(X, datasets.blobs(4000, [(0, 0), (9, 0), (0, 9)], seed=1)[0])


def test_docstrings_do_not_give_the_package_away():
    X, y = datasets.docstrings()
    assert 1000 < len(X) < 1500 and 0.4 < (y > 0).mean() < 0.6
    assert not X.text.str.contains(r"\b(?:numpy|np|pandas|pd)\b", case=False).any()
    assert not X.text.str.contains(r">>>|----|Parameters\b.*:", regex=True).any()
    assert not X.text.duplicated().any()
    # and without cleaning they do
    raw, labels = datasets.docstrings(clean=False)
    says = raw.text.str.contains(r"\bnp\.|\bpd\.").mean()
    assert says > 0.4 and len(raw) >= len(X) and set(labels) == {-1.0, 1.0}


@pytest.mark.skipif(
    (np.__version__, pd.__version__) != ("2.4.6", "3.1.1"), reason="other texts in other versions"
)
def test_the_stored_docstrings_are_those_of_the_packages():
    packages = stored.table().drop(columns="y").reset_index(drop=True)
    X, _ = datasets.docstrings(clean=False)
    assert X.equals(packages)
    assert X.name.nunique() < len(X), "functions of several classes share their name"


def test_colours_are_labelled_by_whole_words():
    X, y = datasets.named_colors("pink")
    assert X.shape == (949, 3) and (y > 0).sum() == 57
    assert X.to_numpy().min() >= 0 and X.to_numpy().max() == 1
    np.testing.assert_array_equal(X.loc["red"].round(2), [0.9, 0, 0])
    whole = [bool(re.search(r"(?<![a-z])pink(?![a-z])", name)) for name in X.index]
    np.testing.assert_array_equal(y > 0, whole)
    assert y[X.index == "pinkish grey"] == -1 and y[X.index == "purple/pink"] == 1


def test_stock_months_by_hand():
    X, y = datasets.stock_months()
    assert X.shape == (2519, 5) and X.index.is_monotonic_increasing
    assert X.index.day.unique().tolist() == [1] and (y > 0).mean() == pytest.approx(0.106, abs=5e-4)
    one = X[X.stock == "AAPL"]
    # what the next month brings stands in the next row
    falls = one.month.shift(-1).to_numpy()[:-1] < np.log(0.9)
    np.testing.assert_array_equal(y[(X.stock == "AAPL").to_numpy()][:-1] > 0, falls)
    # twelve months at a time, and missing before
    assert one.year.isna().sum() == 11 and one.swing.isna().sum() == 11
    k = 40
    assert one.year.iloc[k] == pytest.approx(one.month.iloc[k - 11 : k + 1].sum())
    assert one.swing.iloc[k] == pytest.approx(one.month.iloc[k - 11 : k + 1].std())
    # one market for all stocks
    assert (X.groupby(X.index).market.nunique() <= 1).all()


def test_bird_strikes_come_in_time_with_words_for_labels():
    X, y = datasets.bird_strikes()
    assert X.shape == (10_000, 10) and set(y) == {"damage", "none"} and y.dtype.kind == "U"
    assert X.date.is_monotonic_increasing and "damage" not in X
    # "None" and "NA" are no gaps: only speeds are missing
    assert X.drop(columns="speed").notna().all(axis=None) and 0.2 < X.speed.isna().mean() < 0.3


def test_strike_reports_are_those_of_business_aircraft():
    path, truth = datasets.strike_reports()
    X, y = datasets.bird_strikes()
    ours = (X.operator == "BUSINESS").to_numpy()
    assert truth.shape == (371, 9) == (ours.sum(), 9) and truth.index.is_unique
    whole = truth.sort_values("date")
    np.testing.assert_array_equal(whole.date, X.date[ours])
    assert (whole.damage == "yes").sum() == (y[ours] == "damage").sum()
    knots = (whole.speed / 1.852).round()
    assert knots.sum() == X.speed[ours].sum() and knots.isna().sum() == X.speed[ours].isna().sum()
    assert (whole.cost > 0).sum() == whole.cost.notna().sum() == (X.cost[ours] > 0).sum()
    # no number tells the date
    assert abs(np.corrcoef(truth.index.astype(int), truth.date.astype("int64"))[0, 1]) < 0.1
    assert path.stat().st_size < 40_000


def test_strike_reports_are_written_by_their_script():
    path, truth = datasets.strike_reports()
    assert path.read_text(encoding="utf-8") == careless.export()
    text = pd.read_csv(path, sep=";", dtype=str, keep_default_na=False, index_col="report")
    assert text.index.equals(truth.index)
    # no date can be read in two ways
    for mark, place in ("/", 1), (".", 0):
        parts = text.date[text.date.str.count(f"[{mark}]") == 2].str.split(mark, expand=True)
        days = parts.astype(int)
        assert (days[place] > 12).sum() > 50 and (days[1 - place] <= 12).all()


def test_air_comes_every_six_hours_and_without_zeros():
    air = datasets.air_quality()
    assert tuple(air) == datasets.POLLUTANTS and (air.min() > 0).all()
    steps = air.index.to_series().diff().dropna().unique()
    assert list(steps) == [pd.Timedelta(hours=6)]
    assert str(air.index[0]) == "2013-03-01 00:00:00" and air.index[-1].year == 2017


def test_lifts_are_drawn_row_by_row_and_skewed():
    X, y = datasets.lifts(20_000, seed=3)
    assert datasets.lifts(20_000, seed=3)[0].equals(X)
    assert not datasets.lifts(10, seed=1)[0].equals(datasets.lifts(10, seed=2)[0])
    assert X.shape == (20_000, 9) and not X.isna().any(axis=None)
    assert 0.045 < (y > 0).mean() < 0.06
    numbers = X.drop(columns="make")
    assert (numbers.skew() > 1).sum() == 6
    # who is older, works more and shakes more gets stuck more often
    more = numbers.columns[[0, 1, 4, 7]]
    assert (numbers[more][y > 0].median() > 1.2 * numbers[more][y < 0].median()).all()


def test_meat_spectra_are_smooth_curves_with_the_fat_beside_them():
    X, y = datasets.meat_spectra()
    assert X.shape == (178, 100) and X.dtype == y.dtype == np.float64
    assert np.abs(np.diff(X, axis=1)).max() < 0.12 < np.ptp(X, axis=1).min()
    # no sample twice: twins on both sides of a split would open the envelope
    assert len(np.unique(X, axis=0)) == 178
    assert X[0, 0] == 2.61776 and y[0] == 22.5, "the first sample of the source"


def test_station_days_are_all_days_in_order():
    X, y = datasets.station_days()
    assert X.shape == (5698, 6) and y.shape == (5698,) and "passengers" not in X
    assert (X.date.diff().dropna() == pd.Timedelta(days=1)).all() and X.notna().all(axis=None)
    assert X.date.iloc[0] == pd.Timestamp("2001-01-22") and y[0] == 15.732
    # Christmas is a holiday, and few people come
    christmas = (X.date.dt.month == 12) & (X.date.dt.day == 25)
    assert y[christmas].max() < 5
    # one at a weekend is kept on the nearest workday
    assert X.set_index("date").holiday["2005-12-25":"2005-12-26"].tolist() == [0, 1]
