"""What every page offers: its address, buttons, citations, ways to report a mistake and to print.

**Addresses**: what others are told of the site: its address, a picture for links to it, a list of
its pages. All of this is made of absolute addresses. Where the site's own is not known
(`book.addresses`) there is none of it, in place of addresses that lead nowhere.

**Reports**: beside each heading a link to report a mistake there, where the book has a public
repository. It opens a new issue that says already which section of which page is meant. On the page
it is seen when a reader points at the heading or reaches it by keyboard.

**Names**: browsers leave formulas out of the name of a link or a button, so a screen reader would
hear "At" for "At C = 1". What holds a formula gets its words as a name.

**The PDF**: ``make pdf`` prints the built site and puts the PDF into its folder, so the page with
the directive ``printed-book``, a link to it while it is there, is read anew by each build.
"""

import gc
import re
from html import escape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from docutils import nodes
from lxml.html import fragment_fromstring
from pybtex.backends import plaintext
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style
from pybtex.style.labels import BaseLabelStyle
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib.bibtex import plugin as bibtex_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

from book.addresses import repository_url, site_address
from book.ext import SAFE, addresses, after_pages
from book.ext.search import prepared
from book.trees import text_of

NOT_FOUND = """<h1>Page not found</h1>
<p>There is no page at this address; it may have moved. Begin at the
<a href="{start}">start page</a>, choose a lecture from the menu, or
<a href="{search}">search</a> the book for a word.</p>"""
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
# on GitHub the form in .github/ISSUE_TEMPLATE, with the place filled in
FIELDS = {"github.com": ("title", "place"), "gitlab.com": ("issue[title]", "issue[description]")}
NEW_ISSUE = {"github.com": "/issues/new?template=mistake.yml&", "gitlab.com": "/-/issues/new?"}
BODY = "{address}\n\nWhat is wrong:\n\n\nWhat it should say:\n\n"
LINK = (
    '<a class="report-mistake" href="{href}">Report a mistake'
    '<span class="visually-hidden"> in {section}</span></a>\n'
)
# a link, or the button of an answer with its label, up to what closes it
HOLDING = re.compile(
    r'(<a\b[^>]*|<input type="radio"[^>]*)(>(?:<label[^>]*>)?)((?:(?!</a>|</label>).)*)', re.S
)
PDF = "support-vector-machines.pdf"


# ---------------------------------------------------------------------------------------- addresses


def configure_buttons(app, config):
    """Launch and repository buttons only when there is a repository for them to point at."""
    options = dict(config.html_theme_options)
    url = options["repository_url"] = repository_url(options.get("repository_url"), app.confdir)
    if url:
        options["use_repository_button"] = options["use_issues_button"] = True
    else:
        options["launch_buttons"] = {}
    config.html_theme_options = options
    config.site_address = site_address(url)


def lead_back(app, config):
    """The page of errors, which is shown at any depth, has addresses from the root of the host."""
    prefix = config.notfound_urls_prefix = urlsplit(config.site_address).path or "/"
    body = NOT_FOUND.format(start=f"{prefix}index.html", search=f"{prefix}search.html")
    config.notfound_context = {"title": "Page not found", "body": body}


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


def write_lists(app, folder):
    """Tell searching machines which pages there are."""
    sitemap, robots = folder / "sitemap.xml", folder / "robots.txt"
    address = app.config.site_address
    if not address:
        for path in (sitemap, robots):
            path.unlink(missing_ok=True)
        return
    found = (URL.format(address + page) for page in [*addresses(app), "playground.html"])
    sitemap.write_text(SITEMAP.format("\n".join(found)), encoding="utf-8")
    robots.write_text(ROBOTS.format(f"{address}{sitemap.name}"), encoding="utf-8")


# ------------------------------------------------------------------------------- sources and tables


class CitedLabels(BaseLabelStyle):
    """The bibliography's labels in the words of the text: [Boser et al., 1992]."""

    def format_labels(self, sorted_entries):
        style = AuthorYearReferenceStyle()
        names = style.person.names("author", full=False)
        for entry in sorted_entries:
            yield f"{names.format_data({'entry': entry, 'style': style})}, {entry.fields['year']}"


class Cited(Style):
    default_label_style = CitedLabels


def round_brackets():
    """References as the lectures write them: Boser et al. (1992)."""
    brackets = BracketStyle(left="(", right=")")
    return AuthorYearReferenceStyle(bracket_textual=brackets, bracket_parenthetical=brackets)


def visit_citation(self, node):
    """An item of a list, in place of docutils' doc-biblioentry, which ARIA has given up."""
    HTML5Translator.visit_citation(self, node)
    self.body[-1] = self.body[-1].replace('role="doc-biblioentry"', 'role="listitem"')


class EmptyHeaders(SphinxPostTransform):
    """The corner of a pandas table is an empty cell, not an empty heading."""

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs):
        for node in list(self.document.findall(nodes.raw)):
            if "<th></th>" in node.astext():
                text = node.astext().replace("<th></th>", "<td></td>")
                node.parent.replace(node, nodes.raw("", text, **node.attributes))


def named(found):
    """A link or a button, with a name if it holds a formula."""
    start, between, inside = found.groups()
    if "<math" not in inside:
        return found[0]
    words = text_of(prepared(fragment_fromstring(inside, create_parent="div")))
    return f'{start} aria-label="{escape(words)}"{between}{inside}'


def name_formulas(app, pagename, templatename, context, doctree):
    if "body" in context:
        context["body"] = HOLDING.sub(named, context["body"])


def save_time():
    """A build makes millions of objects and drops few: look for garbage less often."""
    gc.set_threshold(50_000, 20, 100)


# ------------------------------------------------------------------------------------------ reports


def new_issue(repository, title, address):
    """Address of the form for a new issue in a repository, filled in."""
    host = repository.split("/")[2]
    text = address if host == "github.com" else BODY.format(address=address)
    asked = urlencode(dict(zip(FIELDS[host], (title, text), strict=True)))
    return f"{repository}{NEW_ISSUE[host]}{asked}"


def link(translator, title):
    """The link of a section, from its title's node, or nothing."""
    config, builder = translator.config, translator.builder
    repository = config.html_theme_options["repository_url"]
    if not repository or not isinstance(title.parent, nodes.section):
        return ""
    number = ".".join(map(str, translator.get_secnumber(title) or ()))
    section = f"{number} {title.astext()}".strip()
    page = builder.current_docname
    address = f"{config.site_address}{builder.get_target_uri(page)}#{title.parent['ids'][0]}"
    whole = builder.env.titles[page].astext()
    where = section if section.endswith(whole) else f"{section} ({whole})"
    href = new_issue(repository, f"Mistake in {where}", address)
    return LINK.format(href=escape(href), section=escape(section))


def depart_title(self, node):
    type(self).depart_title(self, node)
    self.body.append(link(self, node))


def visit_title(self, node):
    type(self).visit_title(self, node)


# ------------------------------------------------------------------------------------------ the PDF


class PrintedBook(SphinxDirective):
    def run(self):
        self.env.note_reread()
        path = Path(self.env.app.outdir) / PDF
        if not path.exists():
            return []
        address = "../" * self.env.docname.count("/") + PDF
        link = nodes.reference("", "The whole book for paper", refuri=address, internal=False)
        told = nodes.Text(f" (PDF, {path.stat().st_size / 1e6:.0f} MB)")
        return [nodes.paragraph("", "", link, told, classes=["printed-book"])]


def setup(app):
    save_time()
    app.add_config_value("site_address", "", "html", str)
    app.connect("config-inited", configure_buttons, priority=900)
    app.connect("config-inited", lead_back, priority=960)  # after the site's address is known
    app.connect("config-inited", tell_address, priority=960)
    app.connect("html-page-context", drop_relative, priority=900)
    app.connect("html-page-context", name_formulas, priority=900)
    after_pages(app, write_lists)
    # found without a search of all installed packages, which each citation begins
    register_plugin("pybtex.backends", "plaintext", plaintext.Backend, force=True)
    register_plugin("pybtex.style.formatting", "cited", Cited)
    bibtex_plugin.register_plugin("sphinxcontrib.bibtex.style.referencing", "round", round_brackets)
    app.add_post_transform(EmptyHeaders)
    depart = HTML5Translator.depart_citation
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart))
    app.add_node(nodes.title, override=True, html=(visit_title, depart_title))
    app.add_directive("printed-book", PrintedBook)
    return SAFE
