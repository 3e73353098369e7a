"""The audit judges and tells: on made-up scores, without Lighthouse; and what a host sends."""

import gzip
from urllib.request import urlopen

import pytest

from tests import audit
from tests.conftest import serving
from tests.hosting import Host

PAGE = "lectures/01-small.html"
TEXT = "words " * 1000


@pytest.mark.parametrize(
    ("page", "speeds", "missed", "told"),
    [
        (PAGE, [95], None, "mobile   performance 95, accessibility 100"),
        (PAGE, [60, 99, 97], None, "performance 97"),
        (
            PAGE,
            [60, 94, 99],
            "performance",
            "performance 94, accessibility 100, best-practices 100",
        ),
        (PAGE, [99], "accessibility", "accessibility at least 100"),
        (PAGE, [99], "seo", "seo at least 100"),
        ("playground.html", [99], "seo", "seo 50"),
    ],
)
def test_a_page_under_its_budget_is_named(page, speeds, missed, told, monkeypatch, capsys):
    """Of a speed that misses it the median of three runs counts; the playground is let off."""
    left = iter(speeds)

    def run(address, device, categories):
        assert address == f"http://host/{page}"
        speed = next(left) if device == "mobile" else 100
        scores = {category: 50 if category == missed else 100 for category in categories}
        return scores | {"performance": speed}

    monkeypatch.setattr(audit, "lighthouse", run)
    kept = audit.audit("http://host/", [page], runs=3)
    assert kept == (missed is None or page == "playground.html")
    assert told in capsys.readouterr().out
    assert not list(left)


@pytest.mark.parametrize(
    ("address", "kind", "coding"),
    [
        ("", "text/html; charset=utf-8", "gzip"),
        ("script.js?v=1", "text/javascript; charset=utf-8", "gzip"),
        ("figure.svg", "image/svg+xml", "gzip"),
        ("font.woff2", "font/woff2", None),
        ("notebook.ipynb", "application/octet-stream", None),
    ],
)
def test_host_compresses_text_and_tells_types(address, kind, coding, tmp_path):
    (tmp_path / (address.partition("?")[0] or "index.html")).write_text(TEXT)
    with serving(tmp_path, Host) as host, urlopen(f"{host}{address}") as answer:
        body = answer.read()
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Content-Encoding"] == coding
    assert (gzip.decompress(body) if coding else body) == TEXT.encode()
