"""Old addresses of pages lead to the new ones, with the place on the page that was asked for.

``moved_pages = {"lectures/05-duality": "lectures/06-duality"}`` in ``_config.yml``.
"""

import posixpath
from pathlib import Path

# next to it, where the policy of the page lets it run
SCRIPT = """const { href } = document.querySelector("link[rel=canonical]");
location.replace(href + location.search + location.hash);
"""
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved: {title}</title>
<meta name="robots" content="noindex"><link rel="canonical" href="{target}">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<script src="{script}"></script>
<noscript><meta http-equiv="refresh" content="0; url={target}"></noscript></head>
<body><h1>This page has moved</h1><p>It is now <a href="{target}">{title}</a>.</p></body></html>
"""


def write_pages(app, exception):
    if exception or app.builder.name != "html":
        return
    Path(app.outdir, "_static", "moved.js").write_text(SCRIPT, encoding="utf-8")
    for old, new in app.config.moved_pages.items():
        if new not in app.env.found_docs:  # a book of a part of the pages
            continue
        target = posixpath.relpath(f"{new}.html", posixpath.dirname(old))
        path = Path(app.outdir) / f"{old}.html"
        script = posixpath.relpath("_static/moved.js", posixpath.dirname(old))
        title = app.env.titles[new].astext()
        path.write_text(PAGE.format(title=title, target=target, script=script), encoding="utf-8")


def setup(app):
    app.add_config_value("moved_pages", {}, "html", dict)
    app.connect("build-finished", write_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
