"""Lectures are light, as far as files tell: without fonts, which a browser loads when it meets
their letters, and without what scripts load or add.
"""

from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.browsing import LECTURES
from tests.hosting import sent
from tests.test_site import HERE, foreign, loaded_by

ELEMENTS, BYTES = 15_000, 200_000  # compressed, without figures
IMAGES = {".ico", ".png", ".svg", ".webp"}


def local(base, addresses):
    """Paths in the site of what a file names, images aside."""
    for address in addresses:
        path = PurePosixPath(unquote(urlsplit(urljoin(HERE + base, address)).path))
        if not (foreign(address) or address.startswith("data:") or path.suffix in IMAGES):
            yield str(path).lstrip("/")


@pytest.mark.parametrize("page", LECTURES)
def test_lecture_keeps_its_budgets(page, site):
    root = html.parse(site / page).getroot()
    files = {page, *local(page, loaded_by(root))}
    sizes = {name: len(sent(site / name)) for name in files}
    assert "_static/site.css" in sizes and sum(sizes.values()) < BYTES
    assert sum(1 for _ in root.iter("*")) < ELEMENTS
