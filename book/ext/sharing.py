"""What others are told of the site: its address, a picture for links to it, a list of its pages.

All of this is made of absolute addresses. Where the site's own is not known (`site_address` in
`student_edition.py`) there is none of it, in place of addresses that lead nowhere.
"""

import re
from pathlib import Path

CARD = "card.png"
WIDTH, HEIGHT = 1200, 630
CARD_ALT = (
    "Two interleaved half-moons of points, separated by the curved line of a kernel machine with "
    "its margin on both sides; beside them the title of the book, Support Vector Machines."
)
TAGS = (
    f'<meta property="og:image:width" content="{WIDTH}" />',
    f'<meta property="og:image:height" content="{HEIGHT}" />',
    '<meta name="twitter:card" content="summary_large_image" />',
)
RELATIVE = re.compile(r'<meta property="og:url" content="(?!https?://)[^"]*" />\n')
URL = "  <url><loc>{}</loc></url>"
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}
</urlset>
"""
ROBOTS = "User-agent: *\nAllow: /\nSitemap: {}\n"


def tell_address(app, config):
    """Canonical addresses, and the card for those who show a link with a picture."""
    if not config.site_address:
        return
    config.html_baseurl = config.ogp_site_url = config.site_address
    config.ogp_image = f"{config.site_address}_static/{CARD}"
    config.ogp_image_alt = CARD_ALT
    config.ogp_custom_meta_tags = TAGS
    config.html_static_path.append(f"book/images/{CARD}")


def drop_relative(app, pagename, templatename, context, doctree):
    """No address of a page rather than a relative one; the page of errors stands at any address."""
    if "metatags" in context:
        context["metatags"] = RELATIVE.sub("", context["metatags"])
    if pagename == "404":
        context["pageurl"] = None


def write_lists(app, exception):
    """Tell searching machines which pages there are."""
    if exception or app.builder.name != "html":
        return
    sitemap, robots = (Path(app.outdir) / name for name in ("sitemap.xml", "robots.txt"))
    address = app.config.site_address
    if not address:
        for path in (sitemap, robots):
            path.unlink(missing_ok=True)
        return
    pages = [app.builder.get_target_uri(page) for page in sorted(app.env.found_docs)]
    found = (URL.format(address + page) for page in [*pages, "playground.html"])
    sitemap.write_text(SITEMAP.format("\n".join(found)), encoding="utf-8")
    robots.write_text(ROBOTS.format(f"{address}{sitemap.name}"), encoding="utf-8")


def setup(app):
    app.connect("config-inited", tell_address, priority=960)  # after the address is known
    app.connect("html-page-context", drop_relative, priority=900)
    app.connect("build-finished", write_lists)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
