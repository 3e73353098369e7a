"""The data of the book (lectures 1 to 15), which are stored already, or drawn from a seed.

Every function returns (X, y) with X a fresh C-contiguous float64 array of shape (n, d) and y of
shape (n,): float64 in {-1., +1.} for two classes, integers for more. X of `docstrings`,
`named_colors`, `stock_months`, `bird_strikes`, `lifts` and `station_days` is a data frame, as it is
before any encoding. y of `bird_strikes` is words, and y of `meat_spectra` and `station_days` is
numbers. Only `strike_reports` returns the place of a file, which has to be read and typed first,
and the table to compare with. `air_quality` is a data frame alone, because it has no label. Nothing
is downloaded.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from svmlib._checks import check_count

if TYPE_CHECKING:
    import pandas as pd

DATA = Path(__file__).with_name("data")
IRIS_FEATURES = ("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")

_MEASURED = (
    "radius, texture, perimeter, area, smoothness, compactness, concavity, concave points, "
    "symmetry, fractal dimension"
).split(", ")
POLLUTANTS = ("PM2.5", "PM10", "SO2", "NO2", "CO", "O3")
BREAST_CANCER_FEATURES = tuple(
    kind.format(name) for kind in ("mean {}", "{} error", "worst {}") for name in _MEASURED
)


def iris_setosa(
    every: int = 1, features: int = 4, setosa: int = -1, raise_straggler: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Return Iris as a two-class problem, X (n, features): setosa against the other species.

    Fisher (1936), The use of multiple measurements in taxonomic problems. Any argument outside the
    following raises ValueError.

    Parameters
    ----------
    every : int
        Keep rows 0, every, 2·every, … of the 150, 1 ≤ every ≤ 50. ``every=4`` leaves 38 rows, 13
        of them setosa.
    features : {2, 4}
        The first two columns (the sepals) or all four. `IRIS_FEATURES` has their names.
    setosa : {-1, +1}
        The label of setosa. The rest gets the other one.
    raise_straggler : bool
        Lift the one setosa whose sepals are shorter than 4.6 cm and narrower than 2.5 cm by
        0.5 cm in width. On the sepals alone it is so close to the other species that it decides the
        whole hard-margin line. Lifting it gives the example of lectures 2 and 3. It is row 41,
        which ``every=4`` leaves out, so that lifting changes nothing there.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.iris_setosa(every=4, features=2)
    >>> X.shape, int((y == -1).sum())
    ((38, 2), 13)
    """
    from sklearn.datasets import load_iris

    every = check_count(every, "every", at_most=50)
    if features not in (2, 4):
        raise ValueError(f"features must be 2 (the sepals) or 4, but is {features!r}")
    if setosa not in (-1, 1):
        raise ValueError(f"setosa must be -1 or +1, but is {setosa!r}")
    X, species = load_iris(return_X_y=True)
    if raise_straggler:
        straggler = (species == 0) & (X[:, 0] < 4.6) & (X[:, 1] < 2.5)
        X[straggler, 1] += 0.5
    y = np.where(species == 0, float(setosa), -float(setosa))
    return X[::every, :features].copy(), y[::every].copy()


def breast_cancer(standardise: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return the Wisconsin breast-cancer data: 569 tumours, 30 measurements, benign is +1.

    X (569, 30) has the columns `BREAST_CANCER_FEATURES`. y is +1. for the 357 benign tumours
    (scikit-learn's target 1), -1. for the 212 malignant. With `standardise` every column is shifted
    and scaled to mean 0 and standard deviation 1 over all 569 rows. To judge a classifier on
    held-out rows, scale inside the split instead (lecture 9). Street, Wolberg, Mangasarian (1993),
    Nuclear feature extraction for breast tumor diagnosis.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.breast_cancer()
    >>> X.shape, int((y == 1).sum())
    ((569, 30), 357)
    """
    from sklearn.datasets import load_breast_cancer

    X, target = load_breast_cancer(return_X_y=True)
    if standardise:
        X = (X - X.mean(axis=0)) / X.std(axis=0)
    return X, np.where(target == 1, 1.0, -1.0)


def digits() -> tuple[np.ndarray, np.ndarray]:
    """Return handwritten digits: X (1797, 64), 8×8 greys from 0 to 16, and y (1797,) in 0…9.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.digits()
    >>> X.shape, y[:4].tolist()
    ((1797, 64), [0, 1, 2, 3])
    """
    from sklearn.datasets import load_digits

    X, target = load_digits(return_X_y=True)
    return X, target.astype(np.int64)


def moons(n: int = 500, noise: float = 0.2, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw two interleaved half circles with Gaussian noise, as scikit-learn draws them.

    These are the points of ``sklearn.datasets.make_moons(n_samples=n, noise=noise,
    random_state=seed)``, X of shape (n, 2). Its class 1, the lower moon, is +1.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.moons(200, noise=0.1)
    >>> X.shape, float(y.sum())
    ((200, 2), 0.0)
    """
    from sklearn.datasets import make_moons

    X, target = make_moons(n_samples=n, noise=noise, random_state=seed)
    return X, np.where(target == 1, 1.0, -1.0)


def rings(n: int = 200, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw a disc inside a ring, which no straight line separates, but r² = x₁² + x₂² does.

    Points are drawn uniformly on [-1, 1]². Points with r² < 0.5 are the inner class, +1, and points
    with r² > 0.8 the outer one, -1. The points between are left out, and drawing goes on until
    `n` ≥ 1 remain, X of shape (n, 2).

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.rings()
    >>> bool(((X**2).sum(axis=1)[y == 1] < 0.5).all())
    True
    """
    n = check_count(n, "n")
    rng = np.random.default_rng(seed)
    X = np.empty((0, 2))
    while len(X) < n:
        drawn = rng.uniform(-1.0, 1.0, size=(n, 2))
        r2 = (drawn**2).sum(axis=1)
        X = np.vstack([X, drawn[(r2 < 0.5) | (r2 > 0.8)]])
    X = X[:n].copy()
    return X, np.where((X**2).sum(axis=1) < 0.5, 1.0, -1.0)


def blobs(
    n: int = 100,
    centers: ArrayLike = ((-1.5, -1.5), (1.5, 1.5)),
    spread: ArrayLike = 1.0,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw round Gaussian clouds, one per class: x = centre + spread · N(0, I).

    X has shape (n, d). For two centres y is -1. (the first) and +1. (the second), for more it is
    the integers 0…k-1. Fewer than two centres, fewer points than centres, or a spread below 0 raise
    ValueError.

    Parameters
    ----------
    n : int
        Number of points, shared among the classes as evenly as possible, in shuffled order.
    centers : array_like, shape (k, d)
        One centre per class. Clouds overlap when centres are closer than a few spreads.
    spread : float or array_like, shape (k,)
        Standard deviation of every coordinate, for all classes or one per class.
    seed : int

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.blobs(9, centers=[(0, 0), (4, 0), (0, 4)])
    >>> sorted(y.tolist())
    [0, 0, 0, 1, 1, 1, 2, 2, 2]
    """
    n = check_count(n, "n")
    centers = np.asarray(centers, dtype=float)
    if centers.ndim != 2 or len(centers) < 2:
        raise ValueError(f"centers must have shape (k ≥ 2, d), but came as {centers.shape}")
    k, d = centers.shape
    if n < k:
        raise ValueError(f"n must be at least the number of centers, {k}, but is {n}")
    spread = np.broadcast_to(np.asarray(spread, dtype=float), (k,))
    if not (spread >= 0).all():
        raise ValueError(f"spread must not be negative, but is {spread}")
    rng = np.random.default_rng(seed)
    kinds = rng.permutation(np.arange(n) % k)
    X = centers[kinds] + spread[kinds, None] * rng.standard_normal((n, d))
    return X, np.where(kinds == 1, 1.0, -1.0) if k == 2 else kinds.astype(np.int64)


DOCSTRINGS = DATA / "docstrings.csv.gz"
# a line above a line of dashes begins a section, and an example or a directive also ends the prose
SIGNATURE = re.compile(r"\A[\w.]+\([^\n]*\)[^\n]*\n\s*\n")  # as compiled functions have it
SECTION = re.compile(r"^(?:[^\n]+\n *[-=]{3,} *$|>>>|\.\. )", re.MULTILINE)
OWN_NAMES = re.compile(r"\b(?:numpy|np|pandas|pd)\b", re.IGNORECASE)


def docstrings(*, clean: bool = True) -> tuple[pd.DataFrame, np.ndarray]:
    """Return what the functions of NumPy and pandas say they do: NumPy is +1, pandas is -1.

    About 1200 functions and methods of NumPy 2.4.6 and pandas 3.1.1, as book/datasets/docstrings.py
    stored them: the prose before the first section, and the first two lines of examples. The texts
    belong to the two packages, under their BSD licences (svmlib/data/docstrings.LICENSE).

    X has the columns "name", of the function, and "text". Functions of several classes often share
    their name and most of their text, so deal them to folds together. With `clean` it keeps the
    prose alone, without examples, and takes out the names of the packages, which would give the
    answer away. Of equal texts only the first is kept.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.docstrings()
    >>> X.text[X.name == "cumsum"].iloc[0]
    'Return the cumulative sum of the elements along a given axis.'
    """
    import pandas as pd

    # a function may be called "nan"
    table = pd.read_csv(DOCSTRINGS, keep_default_na=False)
    if clean:
        table["text"] = table["text"].map(_opening)
    table = table.drop_duplicates("text", ignore_index=True)
    return table[["name", "text"]], table["y"].to_numpy(dtype=float, copy=True)


def _opening(text: str) -> str:
    """Return the prose between signature and first section, in one line, without package names."""
    prose = SECTION.split(SIGNATURE.sub("", text), maxsplit=1)[0]
    return " ".join(OWN_NAMES.sub(" ", prose).split())


def named_colors(word: str = "pink") -> tuple[pd.DataFrame, np.ndarray]:
    """Return colours and the names people give them: +1 where the name holds the word.

    The 949 most frequent names from a survey of the web comic xkcd, in which people named colours
    on their screens in 222,500 sessions (Munroe, 2010), as they come with matplotlib. X (949, 3)
    has the columns "red", "green" and "blue", from 0 to 1, and the names as index. The word must be
    a whole word of some name, or ValueError is raised: "pink" is in "dusty pink" and not in
    "pinkish grey".

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.named_colors("pink")
    >>> X.loc["dusty pink"].round(2).tolist(), int((y > 0).sum())
    ([0.84, 0.54, 0.58], 57)
    """
    import pandas as pd
    from matplotlib.colors import XKCD_COLORS, to_rgb

    names = [key.removeprefix("xkcd:") for key in XKCD_COLORS]
    X = pd.DataFrame(map(to_rgb, XKCD_COLORS.values()), names, ["red", "green", "blue"])
    y = np.array([1.0 if word in re.findall(r"[a-z]+", name) else -1.0 for name in names])
    if not (y > 0).any():
        raise ValueError(f"word must be part of some colour's name, but is {word!r}")
    return X, y


def stock_months() -> tuple[pd.DataFrame, np.ndarray]:
    """Return months of eight stocks, 1990 to 2022: +1 where the next month loses over a tenth.

    They are made from the monthly prices that come with matplotlib. A return is the logarithm of
    the quotient of two prices. X, by date, has "stock", its symbol; "month" and "year", its returns
    over the last month and the last twelve; "swing", the standard deviation of the twelve, and
    "market", the same of the index S&P 500. Values that need a longer history are missing.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.stock_months()
    >>> X.shape, round(float((y > 0).mean()), 3)
    ((2519, 5), 0.106)
    """
    import pandas as pd
    from matplotlib.cbook import get_sample_data

    with get_sample_data("Stocks.csv") as file:
        prices = pd.read_csv(file, comment="#", parse_dates=["Date"], index_col="Date")
    # rows of other days hold dividends
    prices = prices[prices.index.day == 1]
    returns = np.log(prices).diff()
    twelve = returns.rolling(12)
    swing = twelve.std()
    own = {"month": returns, "year": twelve.sum(), "swing": swing, "next": returns.shift(-1)}
    table = pd.concat(own, axis=1).stack(future_stack=True).dropna(subset=["month", "next"])
    table = table.rename_axis(["date", "stock"]).reset_index("stock")
    table.insert(4, "market", swing["^GSPC"].reindex(table.index))
    table = table[~table["stock"].str.startswith("^")].copy()
    y = np.where(table.pop("next") < np.log(0.9), 1.0, -1.0)
    return table, y


def bird_strikes() -> tuple[pd.DataFrame, np.ndarray]:
    """Return aircraft that hit a bird, 1990 to 2002: "damage" if something broke, else "none".

    10,000 reports to the Wildlife Strike Database of the Federal Aviation Administration of the
    United States (public domain, Dolbeer et al., 2000), from the 50 airports, 46 operators and
    37 kinds of animal that the extract of the package vega-datasets 2.9.0 holds, as
    book/datasets/bird_strikes.py stored them.

    X (10000, 10) is in the order of "date". The columns of words are "airport", "operator",
    "aircraft", "phase" of the flight, "light" (day, dusk, …), "size" of the animal and its
    "species". "speed" in knots is missing in 28 of 100 rows. "cost" in dollars is known only
    afterwards, and 0 if it was not stated.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.bird_strikes()
    >>> X.shape, round(float((y == "damage").mean()), 3)
    ((10000, 10), 0.106)
    """
    import pandas as pd

    file = DATA / "bird_strikes.csv.gz"
    table = pd.read_csv(file, keep_default_na=False, na_values=[""], parse_dates=["date"])
    return table, table.pop("damage").to_numpy(dtype=object).astype(str)


def strike_reports() -> tuple[Path, pd.DataFrame]:
    """Return a file as a careless export writes it, and the table it should become (lecture 12).

    The file holds the 371 reports of business aircraft among `bird_strikes` (public domain), as
    book/datasets/strike_reports.py wrote them: columns apart by semicolons, decimal commas in one
    column and commas before thousands in another, dates of two offices, blanks and capitals in
    categories, several words for a gap. Some dates, phases, sizes and answers were taken away. Read
    it with ``pd.read_csv(path, sep=";", …)``.

    The truth (371, 9) has the same reports before anything was done to them, by their numbers,
    which are words of five digits: "date", "airport", "phase", "speed" in km/h, "light", "size",
    "species", "cost" in dollars, and "damage" ("yes" or "no"). Words are in lower case. Speeds and
    costs that were not stated are missing.

    Examples
    --------
    >>> from svmlib import datasets
    >>> path, truth = datasets.strike_reports()
    >>> path.read_text(encoding="utf-8").splitlines()[0]
    'report;date;airport;phase;km/h;size;cost;remark;damage'
    >>> truth.shape, int((truth.damage == "yes").sum())
    ((371, 9), 89)
    """
    X, y = bird_strikes()
    ours = (X["operator"] == "BUSINESS").to_numpy()
    truth = X[ours].drop(columns=["operator", "aircraft"])
    truth["damage"] = np.where(y[ours] == "damage", "yes", "no")
    truth["speed"] = (truth["speed"] * 1.852).round(1)  # from knots
    truth["cost"] = truth["cost"].where(truth["cost"] > 0)
    for column in ("airport", "phase", "light", "size", "species"):
        truth[column] = truth[column].str.lower()
    # distinct, as 10,007 is prime, and in no order
    truth.index = [f"{7919 * row % 10_007:05}" for row in truth.index]
    truth.index.name = "report"
    return DATA / "strike_reports.csv", truth.sort_index()


def air_quality() -> pd.DataFrame:
    """Return six pollutants at one station, every six hours for four years, without any label.

    The station is Changping in the north of Beijing, from March 2013 to February 2017.
    book/datasets/air_quality.py chose it from the Beijing Multi-Site Air Quality data (Chen, 2017,
    https://doi.org/10.24432/C5RK5G, CC BY 4.0). By time: "PM2.5", "PM10", "SO2", "NO2", "CO" and
    "O3" in micrograms per cubic metre, all above 0. Readings are missing in 6 of 100 rows. Zhang et
    al. (2017), Cautionary tales on air-quality improvement in Beijing.

    Examples
    --------
    >>> from svmlib import datasets
    >>> air = datasets.air_quality()
    >>> len(air), len(air.dropna())
    (5844, 5520)
    """
    import pandas as pd

    file = DATA / "air_quality.csv.gz"
    time = {"index_col": "time", "parse_dates": ["time"], "date_format": "%Y-%m-%d %H"}
    return pd.read_csv(file, dtype=dict.fromkeys(POLLUTANTS, float), **time)


def lifts(n: int, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Draw lifts as a table at work might have them: +1, in 5 of 100 rows, where one got stuck.

    They are generated (lecture 14). A lift has eight standard normal numbers. A column shows one of
    them, usually its exponential, in a unit of its own, and rounded. The log-odds of +1 are a
    smooth function of the eight and of the make: a sum of terms in one number, terms in pairs, and
    one product. X (n, 9) has eight columns of numbers, most of them skewed, and "make", one of four
    words. Each row is drawn by itself, so the order does not matter.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.lifts(10_000)
    >>> X.shape, round(float((y > 0).mean()), 2)
    ((10000, 9), 0.05)
    """
    import pandas as pd

    n = check_count(n, "n")
    rng = np.random.default_rng(seed)
    age, trips, load, floors, service, motor, damp, shake = rng.normal(size=(8, n))
    make = rng.choice(4, size=n, p=[0.4, 0.3, 0.2, 0.1])
    odds = 3.0 * np.tanh(0.6 * (age + trips)) + 2.4 * np.tanh(shake + 0.5 * load)
    odds += 1.4 * service + 1.6 * motor * damp + np.cos(1.5 * floors)
    odds += np.array([0.0, 1.0, -1.0, 1.6])[make] - 6.9
    y = np.where(rng.uniform(size=n) < 1.0 / (1.0 + np.exp(-odds)), 1.0, -1.0)
    columns = {
        "age (years)": (12.0 * np.exp(0.7 * age)).round(1),
        "trips a day": (200.0 * np.exp(trips)).round(),
        "load (kg)": (250.0 * np.exp(0.5 * load)).round(),
        "floors": 2.0 + np.floor(6.0 * np.exp(0.7 * floors)),
        "days since service": (60.0 * np.exp(0.8 * service)).round(),
        "motor (°C)": (55.0 + 8.0 * motor).round(1),
        "humidity (%)": (100.0 / (1.0 + np.exp(-0.8 * damp))).round(),
        "vibration (µm)": (30.0 * np.exp(0.9 * shake)).round(1),
        "make": np.array(["Arc", "Bolt", "Crane", "Dray"], dtype=object)[make],
    }
    return pd.DataFrame(columns), y


def meat_spectra() -> tuple[np.ndarray, np.ndarray]:
    """Return light through minced meat: the absorbance at 100 wavelengths, and the fat in per cent.

    178 samples of pure meat, finely chopped, measured with a Tecator Infratec Food and Feed
    Analyzer between 850 and 1050 nm. The fat, from 0.9 to 49.1 %, comes from a chemical analysis.
    The source has 215 rows, but 37 of them repeat the water, fat and protein of an earlier row to
    the digit, and many of these spectra are copies, so they are left out here. The data may be
    redistributed with the permission in svmlib/data/meat_spectra.LICENSE.
    book/datasets/meat_spectra.py stored them.

    X (178, 100) is the absorbance, minus the logarithm to base 10 of the share of light that comes
    through. The makers of the table trained on the first 172 rows, of which 147 are left here, and
    tested on the last 43, of which 31 are left. Borggaard, Thodberg (1992), Optimal minimal neural
    interpretation of spectra. See lecture 15.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.meat_spectra()
    >>> X.shape, float(y.min()), float(y.max())
    ((178, 100), 0.9, 49.1)
    """
    import pandas as pd

    table = pd.read_csv(DATA / "meat_spectra.csv.gz")
    return np.ascontiguousarray(table.iloc[:, :-1]), table["fat"].to_numpy(copy=True)


def station_days() -> tuple[pd.DataFrame, np.ndarray]:
    """Return days of the station Clark/Lake in Chicago, 2001 to 2016, and their passengers.

    Counts of the City of Chicago with the weather and the games of the day, from the table
    `Chicago` of the R package modeldata (MIT licence, svmlib/data/station_days.LICENSE, Kuhn and
    Johnson, 2020, Feature engineering and selection), as book/datasets/station_days.py stored them.
    See lecture 13.

    X (5698, 6) has a row for each day from 22 January 2001 to 28 August 2016, in order: "date";
    "temperature" in degrees Fahrenheit; "rain", the most that fell at once, in inches; "snow", the
    share of the day with snow; "games" at home of five teams; "holiday", 1 on federal holidays, on
    the weekday on which offices keep them. y are the passengers who entered, in thousands.

    Examples
    --------
    >>> from svmlib import datasets
    >>> X, y = datasets.station_days()
    >>> X.shape, float(y[0])
    ((5698, 6), 15.732)
    """
    import pandas as pd

    file = DATA / "station_days.csv.gz"
    table = pd.read_csv(file, parse_dates=["date"])
    return table, table.pop("passengers").to_numpy(dtype=float) / 1000
