"""Lectures within the budgets of `make audit`, as far as files tell: without fonts, which a browser
loads when it meets their letters, and without what scripts load or add."""

import base64
import random
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.audit import is_image, over_budget
from tests.browsing import LECTURES
from tests.hosting import sent
from tests.test_site import CSS_URL, HERE, foreign, loaded_by

PAGE = "lectures/01-small.html"


def weighed(site, page):
    """A row of the audit's table: elements, and bytes of the page and what it loads."""
    root = html.parse(site / page).getroot()
    files, found = {page}, {*local(page, loaded_by(root))}
    while found:
        files |= found
        sheets = {name for name in found if name.endswith(".css")}
        found = {name for sheet in sheets for name in imports(site, sheet)} - files
    return {
        "elements": sum(1 for _ in root.iter("*")),
        "page bytes": sum(len(sent(site / name)) for name in files),
    }


def local(base, addresses):
    """Paths in the site of what a file names, images aside."""
    for address in addresses:
        if not (foreign(address) or address.startswith("data:") or is_image(address)):
            yield unquote(urlsplit(urljoin(HERE + base, address)).path).lstrip("/")


def imports(site, sheet):
    """Style sheets that a style sheet imports."""
    text = (site / sheet).read_text(encoding="utf-8")
    names = local(sheet, (a or b for a, b in CSS_URL.findall(text)))
    return (name for name in names if name.endswith(".css"))


@pytest.mark.parametrize("page", LECTURES)
def test_lecture_keeps_its_budgets(page, site):
    assert over_budget({page: weighed(site, page)}) == []


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
    row = weighed(tmp_path, PAGE)
    loaded = {name: len(sent(tmp_path / name)) for name in (
        PAGE, "main.css", "more/other.css", "more/third.css", "script.js", "text.js", "font.woff2",
    )}  # fmt: skip
    assert row == {"elements": 11, "page bytes": sum(loaded.values())}
    assert row["page bytes"] > 150_000 and loaded["text.js"] < 10_000, "as it is sent: compressed"
    assert over_budget({PAGE: row}) == []
    noise(tmp_path / "script.js", 266_000)
    row = weighed(tmp_path, PAGE)
    told = f"{PAGE}: page bytes {row['page bytes']:,}, budget below 200,000"
    assert over_budget({PAGE: row}) == [told]
