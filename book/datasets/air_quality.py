"""Writes `svmlib/data/air_quality.csv.gz`, which `datasets.air_quality` reads.

``python -m book.datasets.air_quality PRSA_Data_Changping_20130301-20170228.csv`` with the file of
that name from the Beijing Multi-Site Air Quality data (Chen, 2017; UCI Machine Learning Repository,
https://doi.org/10.24432/C5RK5G, CC BY 4.0). Every sixth hour is kept, and the six pollutants.
"""

import gzip
import sys
from pathlib import Path

import pandas as pd

from svmlib.datasets import POLLUTANTS

STORED = Path(__file__).parents[2] / "svmlib/data/air_quality.csv.gz"

if __name__ == "__main__":
    hours = pd.read_csv(sys.argv[1])
    hours.index = pd.to_datetime(hours[["year", "month", "day", "hour"]]).rename("time")
    table = hours.loc[hours.index.hour % 6 == 0, list(POLLUTANTS)].round(1)
    written = table.to_csv(float_format="%g", date_format="%Y-%m-%d %H", lineterminator="\n")
    STORED.write_bytes(gzip.compress(written.encode(), 9, mtime=0))
