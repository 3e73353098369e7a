"""The audit judges and tells: on made-up scores, without Lighthouse."""

import pytest

from tests import audit

PAGE = "lectures/01-small.html"


@pytest.mark.parametrize(
    ("page", "speeds", "missed", "told"),
    [
        (PAGE, [95], None, "mobile   performance 95, accessibility 100"),
        (PAGE, [60, 99, 97], None, "performance 97"),
        (PAGE, [60, 94, 99], "performance", "performance 94, accessibility 100"),
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
