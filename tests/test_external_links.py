"""Links to other hosts: found on every page, each asked once, only what is gone is dead."""

from http.server import SimpleHTTPRequestHandler

import pytest

from tests import external_links
from tests.conftest import serving

STATUS = {"/fine": 200, "/moved": 302, "/refused": 403, "/gone": 410, "/missing": 404}


def test_only_what_is_gone_is_dead_and_each_is_asked_once(tmp_path, capsys):
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
        links = [*(address + path[1:] for path in [*STATUS, "/fine#place"]), "http://127.0.0.1:9/"]
        text = "".join(f'<a href="{link}">x</a>' for link in [*links, "#here", "page.html"])
        for name in ("index.html", "page.html"):
            (tmp_path / name).write_text(f"<html><body>{text}</body></html>")
        with pytest.raises(SystemExit, match="1"):
            external_links.main(tmp_path)
    *dead, count = capsys.readouterr().out.splitlines()
    assert [line.rpartition(": ")[2] for line in dead[:2]] == ["status 410", "status 404"]
    assert "refused" in dead[2] and count == f"{len(STATUS) + 1} links to other hosts, 3 dead"
    assert sorted(asked) == sorted(STATUS)
