"""The head of a page: one style sheet, scripts that hold nothing up, and a policy of what may run.

Every script is a file of the site and waits until the page is read (``defer``); the search is for
its own page alone. Two short scripts inside a page set the theme and fetch the
font before anything is drawn. The Content-Security-Policy names them by their hashes, so a browser
runs no others but the files of the site, whatever a page may hold. Styles may stand in pages:
tables and formulas have widths of their own.
"""

import base64
import html
from hashlib import sha256
from pathlib import Path

from sphinx.builders.html._assets import _JavaScript

SET_THEME = """
{
  let mode, theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  try { mode = localStorage.getItem("mode"); } catch { /* a browser may keep it to itself */ }
  if (mode === "light" || mode === "dark") theme = mode;
  else mode = "auto";
  Object.assign(document.documentElement.dataset, { mode, theme });
}
"""
# the fonts that its script names at once, lest lines move when they arrive; a browser that reads
# files from a folder does not fetch ahead
FETCH_FONTS = """
if (location.protocol !== "file:") {
  for (const name of document.currentScript.dataset.fonts.split(" ")) {
    const href = `${document.documentElement.dataset.content_root}_static/${name}.woff2`;
    const link = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href };
    document.head.append(Object.assign(document.createElement("link"), link));
  }
}
"""
SEARCH = "_static/find.js"  # of the search page alone; it loads what it looks through
UNUSED = (
    "_static/doctools.js",
    "_static/design-tabs.js",
    "_static/scripts/sphinx-book-theme.js",
    "_static/sphinx_highlight.js",
)


def source_of(script):
    """How a policy names a script that stands in a page."""
    return f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'"


POLICY = "; ".join([
    "default-src 'self'",
    f"script-src 'self' {source_of(SET_THEME)} {source_of(FETCH_FONTS)}",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
])  # fmt: skip


NOTHING = "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'"
WAY_IN = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta http-equiv="refresh" content="0; url={first}">
<title>{title}</title>
</head>
<body><p><a href="{first}">{title}</a></p></body>
</html>
"""


def waiting(scripts, searching):
    """The scripts of a page in their order, none of which holds it up; data stay as they are."""
    for script in scripts:
        body = script.attributes.get("body")
        if body and script.attributes.get("type"):
            yield script
        elif script.filename == SEARCH and not searching:
            continue
        elif script.filename and script.filename not in UNUSED:
            yield _JavaScript(script.filename, **(script.attributes | {"defer": "defer"}))


def finish_head(app, pagename, templatename, context, doctree):
    if doctree is None:  # a page that Sphinx makes: sphinxext-opengraph describes the others
        said = html.escape(f"{context.get('title', '')}: {app.config.html_title}")
        context["metatags"] = f'<meta name="description" content="{said}" />'
    context["script_files"] = list(waiting(context["script_files"], pagename == "search"))
    app.builder.style_sheets = [sheet.filename for sheet in context["css_files"]]
    context["set_theme"], context["policy"] = SET_THEME, POLICY
    context["fetch_fonts"] = FETCH_FONTS
    context["fonts"] = "text sans math" if "<math" in context.get("body", "") else "text sans"


def write_way_in(app, exception):
    """index.html at the root, which jupyter-book would write without a policy."""
    if exception or app.builder.name != "html":
        return
    first = app.builder.get_target_uri(app.config.root_doc)
    if first != "index.html":  # which would be the first page itself
        (Path(app.outdir) / "index.html").write_text(
            WAY_IN.format(policy=NOTHING, first=first, title=html.escape(app.config.html_title)),
            encoding="utf-8",
        )


def setup(app):
    app.connect("html-page-context", finish_head, priority=950)
    app.connect("build-finished", write_way_in)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
