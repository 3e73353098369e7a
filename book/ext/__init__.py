"""The book's own extensions of Sphinx, as `_config.yml` lists them, and what they share.

An extension may use the programs and lists beside this folder; none of those imports an extension.
"""

from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parents[2]  # of the repository
SAFE = {"parallel_read_safe": True, "parallel_write_safe": True}  # what each setup returns


def raw(text):
    """A node of HTML."""
    return nodes.raw("", text, format="html")


def download(url, text, tooltip):
    """A button beside the other downloads."""
    return {
        "type": "link",
        "url": url,
        "text": text,
        "tooltip": tooltip,
        "icon": "fas fa-download",
        "label": f"download-{text.lower()}-button",
    }


def after_pages(app, write, priority=500):
    """Call write(app, folder of the site) when all pages of the site are written."""

    def finish(app, exception):
        if not exception and app.builder.name == "html":
            write(app, Path(app.outdir))

    app.connect("build-finished", finish, priority=priority)


def addresses(app):
    """Where the pages are, from the folder of the site."""
    return [app.builder.get_target_uri(page) for page in sorted(app.env.found_docs)]
