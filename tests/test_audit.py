"""The audit judges and tells: on made-up reports, without Lighthouse; and what a host sends."""

import gzip
import http.client
import random
from urllib.parse import urlsplit

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
        "environment": {"benchmarkIndex": 2500},
    }


def light():
    """A row that keeps every budget, and only just."""
    at_limit = {b.measure: b.limit - (b.bound == "below") for b in BUDGETS}
    return at_limit | {"foreign requests": []}


def test_a_page_at_its_limits_is_within_them():
    assert over_budget({LECTURE: light()}) == []


@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.measure)
def test_a_page_over_budget_is_named_with_value_and_budget(budget):
    row, value = light(), "1"
    if isinstance(row[budget.measure], list):
        row[budget.measure] = ["what was found"]
    else:
        row[budget.measure] += -1 if budget.bound == "at least" else 1
        value = f"{row[budget.measure]:,}"
    (said,) = over_budget({"lectures/02-other.html": light(), LECTURE: row})
    assert said.startswith(f"{LECTURE}: {budget.measure} {value}, budget {budget}")
    assert ("what was found" in said) == (value == "1")
    assert (f"{value:>3}" in audit.line(LECTURE, row)) or value == "1" or "elements" in said


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


def test_a_category_in_which_lighthouse_stumbled_has_nothing():
    found = audit.scores([report(accessibility=None)], "desktop")
    assert found["desktop accessibility"] == 0


def test_a_row_holds_what_lighthouse_saw_in_every_run(monkeypatch):
    """All requests to other hosts; the bytes of the heaviest run, without images."""
    own = {f"{SERVER}a.html": 100, f"{SERVER}a.js?v=1": 20, f"{SERVER}a.png": 7, "data:,": 3}
    reports = iter([report(sizes=own), report(sizes=own | {OTHER: 4}), report(0.95), report()])
    monkeypatch.setattr(audit, "lighthouse", lambda *_: next(reports))
    row, indices = audit.measure(SERVER, LECTURE, runs=3, often=True)
    assert row["mobile runs"] == [100, 100, 95] and row["desktop runs"] == [100]
    assert row["foreign requests"] == [OTHER]
    assert row["page bytes"] == 127
    assert indices == 4 * [2500]


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


@pytest.mark.parametrize(("asked", "ends"), [("search", 1), ("lectures/99-none", 2)])
def test_program_fails_where_a_page_does_or_is_none(asked, ends, monkeypatch, capsys):
    given = []
    monkeypatch.setattr(audit, "audit", lambda *these, often: given.append((*these, often)))
    monkeypatch.setattr("sys.argv", ["audit", "--runs", "1", asked])
    with pytest.raises(SystemExit) as end:
        audit.main()
    assert end.value.code == ends
    if ends == 1:
        assert given == [(audit.SITE, ["search.html"], 1, ["search.html"])]
    else:
        assert "lectures/99-none.html" in capsys.readouterr().err


def test_host_compresses_text_and_tells_types(tmp_path):
    for name in TYPES:
        (tmp_path / name).write_bytes(random.Random(name).randbytes(5000))
    (tmp_path / "index.html").write_text(TEXT)
    with serving(tmp_path, Host) as host:
        connection = http.client.HTTPConnection(urlsplit(host).netloc, timeout=10)

        def asked(path):
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            return answer, answer.read()

        for name, kind in TYPES.items():
            answer, body = asked(f"/{name}?v=1")
            assert answer.status == 200 and answer.getheader("Content-Type") == kind
            assert answer.getheader("Content-Encoding") == (None if name in PLAIN else "gzip")
            content = (tmp_path / name).read_bytes()
            assert (body if name in PLAIN else gzip.decompress(body)) == content
            assert not answer.will_close
        body = asked("/")[1]
        assert gzip.decompress(body) == TEXT.encode() and len(body) < len(TEXT) / 10
        assert asked("/missing.html")[0].status == 404
