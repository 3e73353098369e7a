"""The audit judges and tells: on made-up reports, without Lighthouse; and what a host sends."""

import gzip
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests import audit
from tests.audit import BUDGETS, over_budget
from tests.conftest import serving
from tests.hosting import Host

LECTURE = "lectures/01-small.html"
SERVER, OTHER = "http://host/", "http://127.0.0.2:9/spy.js"
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
TEXT = "words " * 1000


def report(performance=1.0, accessibility=1.0, best=1.0, seo=1.0, sizes=()):
    """What Lighthouse writes, as far as the audit reads it."""
    marks = (performance, accessibility, best, seo)
    items = [{"url": url, "transferSize": size} for url, size in dict(sizes).items()]
    return {
        "categories": {c: {"score": s} for c, s in zip(audit.CATEGORIES, marks, strict=True)},
        "audits": {"network-requests": {"details": {"items": items}}},
    }


def light():
    """A row that keeps every budget, and only just."""
    at_limit = {b.measure: b.limit - (b.bound == "below") for b in BUDGETS}
    return at_limit | {"foreign requests": []}


@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.measure)
def test_a_page_over_budget_is_named_with_value_and_budget(budget):
    row = light()
    assert over_budget({LECTURE: row}) == []
    if budget.measure == "foreign requests":
        row["foreign requests"] = [OTHER]
    else:
        row[budget.measure] += -1 if budget.bound == "at least" else 1
    (said,) = over_budget({"lectures/02-other.html": light(), LECTURE: row})
    value = f"{audit.amount(row[budget.measure]):,}"
    assert said.startswith(f"{LECTURE}: {budget.measure} {value}, budget {budget}")
    assert (OTHER in said) == (budget.measure == "foreign requests")


def test_size_is_a_matter_of_lectures_and_the_playground_is_let_off():
    heavy = light() | {"elements": 30_000, "page bytes": 300_000}
    assert over_budget({"book/reference.html": heavy}) == []
    assert len(over_budget({LECTURE: heavy, "lectures/in-depth/01-small.html": heavy})) == 4
    assert over_budget({"playground.html": light() | {"mobile seo": 50}}) == []


@pytest.mark.parametrize(
    ("speeds", "often", "expected"),
    [((0.99, 0), False, 1), ((0.99, 0.41, 0.97), True, 3), ((0.60, 1, 1), False, 3)],
)
def test_kinds_and_what_misses_its_budget_are_measured_again(speeds, often, expected, monkeypatch):
    """Performance is the median, the rest that of the first run."""
    asked, left = [], iter(speeds)

    def run(address, device, categories):
        asked.append((address, device, *categories))
        return report(next(left), seo=1.0 if len(asked) == 1 else 0.5)

    monkeypatch.setattr(audit, "lighthouse", run)
    reports = audit.run_lighthouse(SERVER, LECTURE, "mobile", 3, often)
    again = (SERVER + LECTURE, "mobile", "performance")
    assert asked == [(*again[:2], *audit.CATEGORIES)] + [again] * (expected - 1)
    found = audit.scores(reports, "mobile")
    assert found["mobile performance"] == round(100 * sorted(speeds[:expected])[expected // 2])
    assert found["mobile seo"] == 100


def test_a_row_holds_what_lighthouse_saw_in_every_run(monkeypatch):
    """All requests to other hosts; the bytes of the heaviest run, without images."""
    own = {f"{SERVER}a.html": 100, f"{SERVER}a.js?v=1": 20, f"{SERVER}a.png": 7, "data:,": 3}
    stumbled = report(seo=None, sizes=own)
    reports = iter([stumbled, report(sizes=own | {OTHER: 4}), report(0.95), report()])
    monkeypatch.setattr(audit, "lighthouse", lambda *_: next(reports))
    row = audit.measure(SERVER, LECTURE, runs=3, often=True)
    assert row["mobile runs"] == [100, 100, 95] and row["mobile seo"] == 0
    assert row["foreign requests"] == [OTHER] and row["page bytes"] == 127


def test_host_compresses_text_and_tells_types(tmp_path):
    for name in TYPES:
        (tmp_path / name).write_text(TEXT)
    with serving(tmp_path, Host) as host:
        for name, kind in {**TYPES, "": TYPES["index.html"]}.items():
            with urlopen(f"{host}{name}?v=1" if name else host) as answer:
                body = answer.read()
            assert answer.headers["Content-Type"] == kind
            assert answer.headers["Content-Encoding"] == (None if name in PLAIN else "gzip")
            assert (body if name in PLAIN else gzip.decompress(body)) == TEXT.encode()
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{host}missing.html")
