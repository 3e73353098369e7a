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
            self.send_header("Location", "/missing")
            self.end_headers()

        def log_message(self, *args):
            pass

    with serving(tmp_path, Answers) as address:
        yield address.rstrip("/"), asked


def test_only_what_is_gone_is_dead_and_each_is_asked_once(elsewhere, tmp_path, capsys, monkeypatch):
    address, asked = elsewhere
    refuses = "http://127.0.0.1:9/"
    links = [*(address + path for path in [*STATUS, "/fine#place"]), refuses, "#here", "page.html"]
    text = "".join(f'<a href="{link}">x</a>' for link in links)
    (tmp_path / "more").mkdir()
    for name in ("index.html", "more/page.html"):
        (tmp_path / name).write_text(f"<html><body>{text}</body></html>")
    with pytest.raises(SystemExit, match="1"):
        external_links.main(tmp_path)
    *dead, count = capsys.readouterr().out.splitlines()
    gone = [f"index.html: {address}{path}: status {STATUS[path]}" for path in ("/gone", "/missing")]
    assert dead[:2] == gone and "refused" in dead[2] and refuses in dead[2]
    assert count == f"{len(STATUS) + 1} links to other hosts, 3 dead"
    assert sorted(asked) == sorted(STATUS)
    with pytest.raises(SystemExit, match="1"):
        external_links.main(tmp_path / "a site without links")
