"""Lectures within the budgets of `make audit`, as far as files tell: without fonts, which a browser
loads when it meets their letters, and without what scripts load or add."""

import base64
import random
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.audit import is_image, over_budget
from tests.hosting import sent
from tests.test_browser import LECTURES
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


def small_site(folder, body="", head=""):
    """A site of one lecture."""
    (folder / "lectures").mkdir()
    text = f"<!doctype html><html lang=en><head><title>Small</title>{head}</head>"
    (folder / PAGE).write_text(f"{text}<body>{body}</body></html>")
    return folder


def noise(path, size):
    """A text of so many letters, which compresses to three quarters."""
    path.write_bytes(base64.b64encode(random.Random(path.name).randbytes(size))[:size])


@pytest.mark.parametrize("count", [14_999, 15_000])
def test_elements_are_counted(count, tmp_path):
    site = small_site(tmp_path, "<i></i><!-- none -->" * (count - 4))
    row = weighed(site, PAGE)
    assert row["elements"] == count
    expected = [f"{PAGE}: elements 15,000, budget below 15,000"] if count == 15_000 else []
    assert over_budget({PAGE: row}) == expected


def test_what_a_page_loads_is_weighed_and_images_are_not(tmp_path):
    (tmp_path / "main.css").write_text("@import url(more/other.css); p { color: red }")
    (tmp_path / "more").mkdir()
    (tmp_path / "more/other.css").write_text("@import 'third.css'; @import '../main.css';")
    for name in ("script.js", "more/third.css", "font.woff2", "picture.png", "linked.html"):
        noise(tmp_path / name, 60_000)
    head = """<link rel=stylesheet href=../main.css?v=1><script src=../script.js></script>
      <link rel=preload as=font href=../font.woff2><link rel=next href=../linked.html>"""
    body = "<img src=../picture.png><a href=../linked.html>x</a>"
    row = weighed(small_site(tmp_path, body, head), PAGE)
    loaded = ("main.css", "more/other.css", "more/third.css", "script.js", "font.woff2", PAGE)
    assert row["page bytes"] == sum(len(sent(tmp_path / name)) for name in loaded) > 150_000
    assert over_budget({PAGE: row}) == []


def test_a_heavy_page_is_over_its_budget(tmp_path):
    noise(tmp_path / "script.js", 266_000)
    row = weighed(small_site(tmp_path, head="<script src=../script.js></script>"), PAGE)
    told = f"{PAGE}: page bytes {row['page bytes']:,}, budget below 200,000"
    assert over_budget({PAGE: row}) == [told]


def test_text_weighs_what_is_sent_compressed(tmp_path):
    (tmp_path / "script.js").write_text("let x = 1;\n" * 100_000)
    row = weighed(small_site(tmp_path, head="<script src=../script.js></script>"), PAGE)
    assert row["page bytes"] < 10_000
