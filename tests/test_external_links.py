"""Links to other hosts: found on every page, each asked once, only what is gone is dead."""

from http.server import SimpleHTTPRequestHandler

import pytest

from tests import external_links
from tests.conftest import serving

STATUS = {"/fine": 200, "/moved": 302, "/refused": 403, "/gone": 410, "/missing": 404}


@pytest.fixture
def elsewhere(tmp_path):
    """Address of a host that answers with these, and a list of what it was asked."""
    asked = []

    class Answers(SimpleHTTPRequestHandler):
        def do_HEAD(self):
            asked.append(self.path)
            self.send_response(STATUS[self.path])
            if self.path == "/moved":
                self.send_header("Location", "/missing")
            self.end_headers()

        def log_message(self, *args):
            pass

    with serving(tmp_path, Answers) as address:
        yield address.rstrip("/"), asked


def pages(site, links):
    """A site whose two pages have these links, and some to places of its own."""
    for name in ("index.html", "more/page.html"):
        (site / name).parent.mkdir(exist_ok=True)
        text = "".join(f'<a href="{link}">x</a>' for link in [*links, "#here", "page.html"])
        (site / name).write_text(f"<html><body>{text}</body></html>")
    return site


@pytest.mark.parametrize("gone", [["/gone", "/missing"], []])
def test_only_what_is_gone_is_dead(gone, elsewhere, tmp_path, capsys):
    address, asked = elsewhere
    paths = [path for path in STATUS if path in gone or STATUS[path] not in (404, 410)]
    site = pages(tmp_path, [address + path for path in [*paths, "/fine#place"]])
    with pytest.raises(SystemExit) as end:
        external_links.main(site)
    *dead, count = capsys.readouterr().out.splitlines()
    assert dead == [f"index.html: {address}{path}: status {STATUS[path]}" for path in gone]
    assert count == f"{len(paths)} links to other hosts, {len(gone)} dead"
    assert end.value.code == bool(gone)
    assert sorted(asked) == sorted(paths), "each once"


def test_no_answer_is_dead_and_a_site_without_links_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(external_links, "PATIENCE", 2)
    assert "refused" in external_links.trouble("http://127.0.0.1:9/")
    with pytest.raises(SystemExit) as end:
        external_links.main(pages(tmp_path, []))
    assert end.value.code == 1
