"""Writes `svmlib/data/strike_reports.csv`: rows of `bird_strikes` as a careless export has them.

``python -m book.datasets.strike_reports``. The rows are the 371 reports of business aircraft; what
was done to them is drawn from a seed, so that it is known: two offices that write dates in two
ways, commas for decimals in one column and for thousands in another, blanks and capitals in
categories, several words for a gap, and some answers, dates and sizes taken away.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from svmlib import datasets

STORED = Path(__file__).parents[2] / "svmlib/data/strike_reports.csv"
REMARKS = (
    "{species}, {light}",
    "{light}; hit by {species}",
    "{species} seen too late ({light})",
    'pilot: "{species}", {light}',
)


def export() -> str:
    """The file as a text: columns apart by semicolons, rows in the order of their numbers."""
    truth = datasets.strike_reports()[1]
    rng = np.random.default_rng(0)
    columns = {
        "date": _dates(truth, rng),
        "airport": _carelessly(truth["airport"].str.title(), rng),
        "phase": _carelessly(truth["phase"].str.capitalize(), rng),
        "km/h": _speeds(truth["speed"], rng),
        "size": _carelessly(truth["size"].str.capitalize(), rng),
        "cost": _costs(truth["cost"], rng),
        "remark": _remarks(truth, rng),
        "damage": _carelessly(truth["damage"], rng),
    }
    table = pd.DataFrame(columns, truth.index)
    _lose(table, "date", {"": 7, "n/a": 4, "unknown": 3}, rng)
    _lose(table, "phase", {"": 3, "n/a": 1}, rng)
    _lose(table, "size", {"": 4, "unknown": 2}, rng)
    _lose(table, "damage", {"": 9, "n/a": 4, "?": 2}, rng)
    medium = table.index[table["size"] == "medium"]
    table.loc[rng.choice(medium, 2, replace=False), "size"] = "meduim"
    return table.to_csv(sep=";", lineterminator="\n")


def _carelessly(words, rng):
    """Some in capitals, some in small letters, some with a blank before or after."""
    ways = (str, str.lower, str.upper, "{} ".format, " {}".format)
    drawn = rng.choice(len(ways), len(words), p=[0.6, 0.2, 0.1, 0.07, 0.03])
    return [ways[k](word) for k, word in zip(drawn, words, strict=True)]


def _dates(truth, rng):
    """Month first with slashes at airports from A to L, day first with points at the others."""
    slashes = (truth["airport"] < "m").to_numpy()
    when = list(truth["date"])
    written = [
        f"{day.month}/{day.day}/{day.year}" if slash else f"{day.day}.{day.month}.{day.year}"
        for day, slash in zip(when, slashes, strict=True)
    ]
    short = truth["date"].dt.month.isin([4, 6, 9, 11]).to_numpy()
    for i in rng.choice(np.flatnonzero(short & ~slashes), 3, replace=False):
        written[i] = f"31.{when[i].month}.{when[i].year}"
    return written


def _speeds(speeds, rng):
    """With a decimal comma, but four in knots, with their unit."""
    gaps = rng.choice(["", "n/a", "-", "unknown"], len(speeds), p=[0.7, 0.1, 0.1, 0.1])
    written = [
        gap if np.isnan(speed) else f"{speed:.1f}".replace(".", ",")
        for speed, gap in zip(speeds, gaps, strict=True)
    ]
    for i in rng.choice(np.flatnonzero(speeds.notna()), 4, replace=False):
        written[i] = f"{speeds.iloc[i] / 1.852:.0f} kt"
    return written


def _costs(dollars, rng):
    """With a comma before the thousands, but for the one above a million."""
    gaps = rng.choice(["", "n/a"], len(dollars), p=[0.9, 0.1])
    return [
        gap if np.isnan(cost) else f"{cost:,.0f}" if cost < 1_000_000 else f"{cost:.0f}"
        for cost, gap in zip(dollars, gaps, strict=True)
    ]


def _remarks(truth, rng):
    ways = rng.choice(len(REMARKS), len(truth))
    return [
        REMARKS[k].format(species=bird, light=light)
        for k, bird, light in zip(ways, truth["species"], truth["light"], strict=True)
    ]


def _lose(table, column, gaps, rng):
    """Write words for a gap into so many rows each, which are drawn."""
    words = [word for word, times in gaps.items() for _ in range(times)]
    rows = rng.choice(len(table), len(words), replace=False)
    table.loc[table.index[rows], column] = words


if __name__ == "__main__":
    STORED.write_text(export(), encoding="utf-8", newline="\n")
