"""Writes `svmlib/data/bird_strikes.csv.gz`, which `datasets.bird_strikes` reads.

``python -m book.datasets.bird_strikes birdstrikes.csv`` with the file of that name from version
2.9.0 of the npm package vega-datasets (BSD licence), an extract of the Wildlife Strike Database of
the Federal Aviation Administration, which as a work of the United States government is in the
public domain. Columns get short names; the state, which the airport tells, and the parts of the
cost are left out; rows come in the order of their dates.
"""

import gzip
import sys
from pathlib import Path

import pandas as pd

STORED = Path(__file__).parents[2] / "svmlib/data/bird_strikes.csv.gz"
COLUMNS = {
    "Flight Date": "date",
    "Airport Name": "airport",
    "Aircraft Airline Operator": "operator",
    "Aircraft Make Model": "aircraft",
    "Phase of flight": "phase",
    "Speed IAS in knots": "speed",
    "Time of day": "light",
    "Wildlife Size": "size",
    "Wildlife Species": "species",
    "Cost Total $": "cost",
    "Effect Amount of damage": "damage",
}

if __name__ == "__main__":
    # "None" is a word here: no damage
    table = pd.read_csv(sys.argv[1], keep_default_na=False, na_values=[""])
    table = table[[*COLUMNS]].rename(columns=COLUMNS)
    table["damage"] = table["damage"].where(table["damage"] == "None", "damage").str.lower()
    table = table.sort_values("date", kind="stable").convert_dtypes()
    written = table.to_csv(index=False, lineterminator="\n").encode()
    STORED.write_bytes(gzip.compress(written, 9, mtime=0))
