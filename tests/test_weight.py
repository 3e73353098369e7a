"""Lectures are light, as far as files tell: without fonts, which a browser loads when it meets
their letters, and without what scripts load or add.
"""

import base64
import random
from pathlib import PurePosixPath
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.browsing import LECTURES
from tests.hosting import sent
from tests.test_site import CSS_URL, HERE, foreign, loaded_by

PAGE = "lectures/01-small.html"
ELEMENTS, BYTES = 15_000, 200_000  # compressed, without figures
IMAGES = {".ico", ".png", ".svg", ".webp"}


def weighed(site, page):
    """Elements of a page, and bytes of it and what it loads."""
    root = html.parse(site / page).getroot()
    files, found = {page}, {*local(page, loaded_by(root))}
    while found:
        files |= found
        sheets = {name for name in found if name.endswith(".css")}
        found = {name for sheet in sheets for name in imports(site, sheet)} - files
    elements = sum(1 for _ in root.iter("*"))
    return elements, sum(len(sent(site / name)) for name in files)


def local(base, addresses):
    """Paths in the site of what a file names, images aside."""
    for address in addresses:
        path = PurePosixPath(unquote(urlsplit(urljoin(HERE + base, address)).path))
        if not (foreign(address) or address.startswith("data:") or path.suffix in IMAGES):
            yield str(path).lstrip("/")


def imports(site, sheet):
    """Style sheets that a style sheet imports."""
    text = (site / sheet).read_text(encoding="utf-8")
    names = local(sheet, (a or b for a, b in CSS_URL.findall(text)))
    return (name for name in names if name.endswith(".css"))


@pytest.mark.parametrize("page", LECTURES)
def test_lecture_keeps_its_budgets(page, site):
    elements, size = weighed(site, page)
    assert elements < ELEMENTS and size < BYTES


# ------------------------------------------------------------------------------- on a small site


def noise(path, size):
    """A text of so many letters, which compresses to three quarters."""
    path.write_bytes(base64.b64encode(random.Random(path.name).randbytes(size))[:size])


def test_a_page_is_weighed_with_what_it_loads_and_without_images(tmp_path):
    for folder in ("lectures", "more"):
        (tmp_path / folder).mkdir()
    (tmp_path / "main.css").write_text("@import url(more/other.css); p { color: red }")
    (tmp_path / "more/other.css").write_text("@import 'third.css'; @import '../main.css';")
    (tmp_path / "text.js").write_text("let x = 1;\n" * 100_000)
    for name in ("script.js", "more/third.css", "font.woff2", "picture.png", "linked.html"):
        noise(tmp_path / name, 60_000)
    (tmp_path / PAGE).write_text("""<!doctype html><html lang=en><head><title>Small</title>
      <link rel=stylesheet href=../main.css?v=1><script src=../script.js></script>
      <script src=../text.js></script><link rel=preload as=font href=../font.woff2>
      <link rel=next href=../linked.html></head>
      <body><!-- none --><img src=../picture.png><a href=../linked.html>x</a></body></html>""")
    elements, size = weighed(tmp_path, PAGE)
    loaded = {name: len(sent(tmp_path / name)) for name in (
        PAGE, "main.css", "more/other.css", "more/third.css", "script.js", "text.js", "font.woff2",
    )}  # fmt: skip
    assert (elements, size) == (11, sum(loaded.values()))
    assert size > 150_000 and loaded["text.js"] < 10_000, "as it is sent: compressed"
