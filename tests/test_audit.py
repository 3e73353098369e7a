"""The audit measures, judges and tells: on made-up pages and results, without Lighthouse."""

import gzip
import http.client
import random
from urllib.parse import urlsplit

import pytest

from tests import audit
from tests.audit import BUDGETS, COLUMNS, DEVICES, over_budget
from tests.conftest import serving
from tests.hosting import Host, sent

LECTURE = "lectures/01-small.html"
OTHER = "http://127.0.0.2:9/spy.js"
# a script, an image, another host, what comes when one scrolls, and words pale in the dark theme
PAGE = f"""<!doctype html>
<html lang="en">
<head><title>Small</title>
<script src="script.js"></script>
<style>
  @media (prefers-color-scheme: dark) {{ .pale {{ color: #777; background: #666 }} }}
</style>
</head>
<body><main><h1>Small</h1>
<p class="pale">Words</p>
<img src="picture.png">
<script src="{OTHER}"></script>
<p id="end" style="margin-top: 5000px">The end</p>
</main></body>
</html>"""
SCRIPT = """addEventListener("load", () => new IntersectionObserver(([entry], watch) => {
  if (!entry.isIntersecting) return;
  watch.disconnect();
  fetch("late.json");
}).observe(document.getElementById("end")));"""
TYPES = {
    "index.html": "text/html; charset=utf-8",
    "script.js": "text/javascript; charset=utf-8",
    "sheet.css": "text/css; charset=utf-8",
    "late.json": "application/json",
    "figure.svg": "image/svg+xml",
    "picture.png": "image/png",
    "font.woff2": "font/woff2",
    "notebook.ipynb": "application/octet-stream",
}
PLAIN = {"picture.png", "font.woff2", "notebook.ipynb"}


def report(performance=1.0, accessibility=1.0, best=1.0, seo=1.0, urls=(), index=2500):
    """What Lighthouse writes, as far as the audit reads it."""
    scores = (performance, accessibility, best, seo)
    return {
        "categories": {c: {"score": s} for c, s in zip(audit.CATEGORIES, scores, strict=True)},
        "audits": {"network-requests": {"details": {"items": [{"url": url} for url in urls]}}},
        "environment": {"benchmarkIndex": index},
    }


def light():
    """A row that keeps every budget, and only just."""
    at_limit = {b.measure: b.limit - (b.bound == "below") for b in BUDGETS}
    return {"html bytes": 30_000, **at_limit, "axe findings": [], "foreign requests": []}


# ------------------------------------------------------------------------------------- judgement


def test_a_page_at_its_limits_is_within_them():
    assert over_budget({LECTURE: light()}) == []


@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.measure)
def test_a_page_over_budget_is_named_with_value_and_budget(budget):
    row = light()
    if isinstance(row[budget.measure], list):
        row[budget.measure], value = ["what was found"], "1"
    else:
        row[budget.measure] += -1 if budget.bound == "at least" else 1
        value = f"{row[budget.measure]:,}"
    (line,) = over_budget({"lectures/02-other.html": light(), LECTURE: row})
    assert line.startswith(f"{LECTURE}: {budget.measure} {value}, budget {budget.bound}")
    assert f"{budget.limit:,}" in line
    assert ("what was found" in line) == (value == "1")


def test_size_is_a_matter_of_lectures():
    heavy = light() | {"elements": 30_000, "page bytes": 300_000}
    assert over_budget({"book/reference.html": heavy}) == []
    assert len(over_budget({LECTURE: heavy, "lectures/in-depth/01-small.html": heavy})) == 4


def test_every_budget_has_a_column_and_every_page_its_kind():
    assert {budget.measure for budget in BUDGETS} <= COLUMNS.keys()
    assert {*audit.KINDS} < {*audit.PAGES}


def test_performance_is_the_median_and_the_rest_of_the_first_run():
    runs = [report(0.97, seo=0.9), report(0.41), report(0.99)]
    found = audit.scores(runs, "mobile")
    assert (found["mobile performance"], found["mobile seo"]) == (97, 90)
    assert audit.scores(runs[:2], "mobile")["mobile performance"] == 41
    assert audit.scores([report(accessibility=None)], "desktop")["desktop accessibility"] == 0


@pytest.mark.parametrize(
    ("first", "often", "expected"), [(0.99, False, 1), (0.99, True, 5), (0.60, False, 5)]
)
def test_kinds_and_what_misses_its_budget_are_measured_again(first, often, expected, monkeypatch):
    asked = []

    def run(address, device, categories):
        asked.append((address, device, *categories))
        return report(first)

    monkeypatch.setattr(audit, "lighthouse", run)
    assert len(audit.run_lighthouse("http://host/", LECTURE, "mobile", 5, often)) == expected
    again = (f"http://host/{LECTURE}", "mobile", "performance")
    assert asked == [(*again[:2], *audit.CATEGORIES)] + [again] * (expected - 1)


def test_a_row_holds_what_browser_and_lighthouse_found(monkeypatch):
    """Often: on a phone."""
    speeds = iter((0.99, 0.95, 0.98, 1.0))
    monkeypatch.setattr(audit, "lighthouse", lambda *_: report(next(speeds), urls=[OTHER]))
    monkeypatch.setattr(audit, "in_browser", lambda *_: {"foreign requests": ["//more"]})
    row, indices = audit.measure(None, "http://host/", LECTURE, runs=3, often=True)
    assert row["mobile runs"] == [99, 95, 98] and row["desktop runs"] == [100]
    assert row["mobile performance"] == 98 and row["desktop performance"] == 100
    assert row["foreign requests"] == ["//more"] + 4 * [OTHER]
    assert indices == 4 * [2500]


def test_requests_to_other_hosts_are_counted_in_every_run():
    own = ["http://host/index.html", "data:image/png;base64,AA"]
    runs = [report(urls=own), report(urls=[*own, OTHER])]
    assert audit.foreign_requests(runs, "http://host/") == [OTHER]


@pytest.mark.parametrize(
    ("busy", "indices", "said"),
    [
        (3.0, [2500, 2600], ""),
        (62.0, [2500, 2600], "62 % of its processors"),
        (3.0, [2500, 1000], "from 2500 down to 1000"),
    ],
)
def test_a_busy_machine_is_told(busy, indices, said):
    text = audit.noise(busy, indices)
    assert said in text and bool(text) == bool(said)


def test_table_marks_what_is_over_budget():
    pages = [LECTURE, "book/reference.html"]
    first, second = audit.heading(pages).splitlines()
    row = audit.line(LECTURE, light() | {"elements": 15_000, "mobile seo": 91}, pages)
    for word, value in (("elements", "15,000!"), ("SEO", "91!")):
        end = second.index(word) + len(word)
        assert row[: end + 1].split()[-1] == value
    assert row.count("!") == 2
    assert first.split()[:2] == [*DEVICES]
    assert "!" not in audit.line("book/reference.html", light() | {"elements": 15_000}, pages)


@pytest.mark.parametrize("passed", [True, False])
def test_program_fails_where_a_page_does(passed, monkeypatch):
    given = []
    monkeypatch.setattr(
        audit, "audit", lambda *these, often: given.append((*these, often)) or passed
    )
    monkeypatch.setattr("sys.argv", ["audit", "--runs", "1", "search"])
    with pytest.raises(SystemExit) as end:
        audit.main()
    assert end.value.code == (0 if passed else 1)
    assert given == [(audit.SITE, ["search.html"], 1, ["search.html"])]


def test_unknown_page_is_refused(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["audit", "lectures/99-none"])
    with pytest.raises(SystemExit) as end:
        audit.main()
    assert end.value.code and "lectures/99-none.html" in capsys.readouterr().err


# ------------------------------------------------------------------------- a host and a browser


@pytest.fixture(scope="module")
def small_site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    for name in TYPES:
        (folder / name).write_bytes(random.Random(name).randbytes(5000))
    (folder / "index.html").write_text(PAGE)
    (folder / "script.js").write_text(SCRIPT)
    return folder


@pytest.fixture(scope="module")
def host(small_site):
    with serving(small_site, Host) as address:
        yield address


def asked(connection, path):
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    return answer, answer.read()


def test_host_compresses_text_and_tells_types(host, small_site):
    connection = http.client.HTTPConnection(urlsplit(host).netloc, timeout=10)
    for name, kind in TYPES.items():
        answer, body = asked(connection, f"/{name}?v=1")
        assert answer.status == 200 and answer.getheader("Content-Type") == kind
        assert answer.getheader("Content-Encoding") == (None if name in PLAIN else "gzip")
        content = (small_site / name).read_bytes()
        assert (body if name in PLAIN else gzip.decompress(body)) == content
        assert not answer.will_close
    body = asked(connection, "/")[1]
    assert gzip.decompress(body) == (small_site / "index.html").read_bytes()
    assert len(body) < 0.8 * len(PAGE)
    assert asked(connection, "/missing.html")[0].status == 404


def test_browser_measures_a_page(host, small_site, chromium):
    row = audit.in_browser(chromium, host, "index.html")
    sizes = {
        name: len(sent(small_site / name)) for name in ("index.html", "script.js", "late.json")
    }
    assert row["html bytes"] == sizes["index.html"]
    assert row["page bytes"] == sum(sizes.values()), "what comes late too, and no image"
    assert row["foreign requests"] == [OTHER]
    assert row["elements"] == 12
    rules = [finding.partition(" at ")[0] for finding in row["axe findings"]]
    assert rules == ["image-alt", "dark: color-contrast"]
