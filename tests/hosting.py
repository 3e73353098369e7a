"""What hosts of sites send for a file: with its type, text compressed; and a local server of it."""

import gzip
import io
from functools import cache
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

LEVEL = 6  # of gzip: what it does unless told otherwise
# in full, for what Python knows of types depends on the machine
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    "": "application/octet-stream",
}
TEXT = {".css", ".html", ".js", ".json", ".svg", ".txt"}


@cache  # for compressing takes longer than sending
def sent(path):
    """The bytes that are sent for a file, which stays as it is."""
    return gzip.compress(path.read_bytes(), LEVEL) if path.suffix in TEXT else path.read_bytes()


class Host(SimpleHTTPRequestHandler):
    """Answers for a folder; to be given to `http.server`."""

    protocol_version = "HTTP/1.1"  # connections stay open
    extensions_map = TYPES

    def send_head(self):
        path = Path(self.translate_path(self.path))
        if self.path.endswith("/"):
            path /= "index.html"
        if not path.is_file():
            return super().send_head()
        body = self.body(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        if path.suffix in TEXT:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return io.BytesIO(body)

    def body(self, path):
        """The bytes that are sent for a file."""
        return sent(path)

    def log_message(self, *args):
        pass
