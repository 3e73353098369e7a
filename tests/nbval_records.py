"""Writes a record of each lecture whose cells have all passed: `--records FOLDER`.

A lecture that fails loses the record that it had on this environment; one of which only a part was
run keeps it. See `book/verified.py`.
"""

from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbval.plugin import IPyNbCell

from book.verified import Record, digest, environment, place


def pytest_addoption(parser):
    parser.addoption("--records", help="folder for records of the lectures that passed")


def pytest_configure(config):
    folder = config.option.records
    if folder and not hasattr(config, "workerinput"):  # where the reports of all workers arrive
        config.pluginmanager.register(Recorder(config.rootpath, folder))


def pytest_itemcollected(item):
    """A cell says with its report which text it is of: later it may have been changed."""
    if isinstance(item, IPyNbCell):
        item.user_properties.append(("digest", digest(item.path)))


class Recorder:
    """Collects the reports of cells and writes the records at the end."""

    def __init__(self, root, folder):
        self.root, self.folder = root, Path(folder).resolve()
        self.reports = defaultdict(list)

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.partition("::")[0]
        if name.endswith(".ipynb"):
            self.reports[name].append(report)

    def pytest_sessionfinish(self):
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
        for name, reports in self.reports.items():
            page = name.removesuffix(".ipynb")
            passed = {r.nodeid for r in reports if r.when == "call" and r.passed}
            if any(report.failed for report in reports):
                place(self.folder, page, environment()).unlink(missing_ok=True)
            elif len(passed) == cells_of(self.root / name):
                shown = dict(reports[0].user_properties)["digest"]
                seconds = round(sum(report.duration for report in reports), 1)
                Record(page, shown, now, seconds, environment()).write(self.folder)


def cells_of(path):
    """The number of code cells of a notebook."""
    return sum(cell.cell_type == "code" for cell in nbformat.read(path, 4).cells)
