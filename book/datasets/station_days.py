"""Writes `svmlib/data/station_days.csv.gz`, which `datasets.station_days` reads.

``python -m book.datasets.station_days Chicago.csv`` with the table `Chicago` of the R package
modeldata (MIT licence, commit 5c22676 of github.com/tidymodels/modeldata), written as CSV. Its
sources are the City of Chicago's daily counts of passengers and the weather at one station. Columns
get short names, the passengers come in whole numbers, the games at home of five teams become one
count, and the holidays of the federal government of the United States are marked. The 14 days' lags
of other stations are left out.
"""

import gzip
import sys
from pathlib import Path

import pandas as pd
from pandas.tseries.holiday import USFederalHolidayCalendar

STORED = Path(__file__).parents[2] / "svmlib/data/station_days.csv.gz"

if __name__ == "__main__":
    given = pd.read_csv(sys.argv[1], parse_dates=["date"])
    days = USFederalHolidayCalendar().holidays(given["date"].min(), given["date"].max())
    table = pd.DataFrame(
        {
            "date": given["date"],
            "passengers": (1000 * given["ridership"]).round().astype(int),
            "temperature": given["temp"].round().astype(int),
            "rain": given["percip_max"].round(2),
            "snow": given["weather_snow"].round(2),
            "games": given[[name for name in given if name.endswith("_Home")]].sum(axis=1),
            "holiday": given["date"].isin(days).astype(int),
        }
    )
    written = table.to_csv(index=False, lineterminator="\n").encode()
    STORED.write_bytes(gzip.compress(written, 9, mtime=0))
