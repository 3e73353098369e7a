"""Lectures within the budgets of `make audit`, as far as files tell: without fonts, which a browser
loads when it meets their letters, and without what scripts load or add."""

from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.audit import is_image, over_budget
from tests.browsing import LECTURES
from tests.hosting import sent
from tests.test_site import HERE, foreign, loaded_by


def weighed(site, page):
    """A row of the audit's table: elements, and bytes of the page and what it loads."""
    root = html.parse(site / page).getroot()
    files = {page, *local(page, loaded_by(root))}
    return {
        "elements": sum(1 for _ in root.iter("*")),
        "page bytes": sum(len(sent(site / name)) for name in files),
    }


def local(base, addresses):
    """Paths in the site of what a file names, images aside."""
    for address in addresses:
        if not (foreign(address) or address.startswith("data:") or is_image(address)):
            yield unquote(urlsplit(urljoin(HERE + base, address)).path).lstrip("/")


@pytest.mark.parametrize("page", LECTURES)
def test_lecture_keeps_its_budgets(page, site):
    row = weighed(site, page)
    assert over_budget({page: row}) == []
    assert row["page bytes"] > len(sent(site / page)) + len(sent(site / "_static/site.css"))
