"""What the published pages offer and load: launch buttons, sized images, labels of citations."""

import gc
import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from docutils import nodes
from pybtex.backends import plaintext
from pybtex.plugin import register_plugin
from pybtex.style.formatting.plain import Style
from pybtex.style.labels import BaseLabelStyle
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.images import get_image_size
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib.bibtex import plugin as bibtex_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

HOSTS = re.compile(r"^(?:https://|git@|ssh://git@)(github\.com|gitlab\.com)[:/](.+?)(?:\.git)?/?$")
RETINA = 2  # matplotlib-inline's "retina" figures carry two pixels for each one shown
NOT_FOUND = """<h1>Page not found</h1>
<p>There is no page at this address; it may have moved. Begin at the
<a href="{start}">start page</a>, choose a lecture from the menu, or
<a href="{search}">search</a> the book for a word.</p>"""


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


def repository_url(configured, directory):
    """Address of the book's public repository or "" when there is none.

    The first that is set wins: ``repository.url`` in ``_config.yml``, the environment variable
    ``BOOK_REPOSITORY``, git's remote ``origin`` when it is on a public host.
    """
    remote = subprocess.run(
        ["git", "remote", "get-url", "origin"], cwd=directory, capture_output=True, text=True
    ).stdout
    for address in (configured, os.environ.get("BOOK_REPOSITORY"), remote):
        match = HOSTS.match((address or "").strip())
        if match:
            return f"https://{match[1]}/{match[2]}"
    return ""


def configure_buttons(app, config):
    """Launch and repository buttons only when there is a repository for them to point at."""
    options = dict(config.html_theme_options)
    url = repository_url(options.get("repository_url"), app.confdir)
    options["repository_url"] = url
    if url:
        options["use_repository_button"] = options["use_issues_button"] = True
    else:
        options["launch_buttons"] = {}
    config.html_theme_options = options


def lead_back(app, config):
    """The page of errors, which is shown at any depth, has addresses from the root of the host."""
    prefix = config.notfound_urls_prefix = urlsplit(config.site_address).path or "/"
    body = NOT_FOUND.format(start=f"{prefix}index.html", search=f"{prefix}search.html")
    config.notfound_context = {"title": "Page not found", "body": body}


def visit_image(self, node):
    """Give every picture its size, so that nothing jumps while a page loads, and load it lazily."""
    size = get_image_size(Path(self.builder.srcdir) / node["uri"])
    if {"width", "height"} <= node.attributes.keys():
        # an output brings both; as fixed style they would stretch the figure on a narrow screen
        del node["width"], node["height"]
    HTML5Translator.visit_image(self, node)
    if size:
        density = 1 if node["uri"].endswith(".svg") else RETINA
        asked = float(node["width"].removesuffix("px")) if "width" in node else size[0] / density
        width, height = (round(pixels * asked / size[0]) for pixels in size)
        attributes = f'<img width="{width}" height="{height}" loading="lazy" '
        self.body[-1] = self.body[-1].replace("<img ", attributes, 1)


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


def save_time():
    """A build makes millions of objects and drops few: look for garbage less often."""
    gc.set_threshold(50_000, 20, 100)


def setup(app):
    save_time()
    # found without a search of all installed packages, which each citation begins
    register_plugin("pybtex.backends", "plaintext", plaintext.Backend, force=True)
    register_plugin("pybtex.style.formatting", "cited", Cited)
    bibtex_plugin.register_plugin("sphinxcontrib.bibtex.style.referencing", "round", round_brackets)
    app.connect("config-inited", configure_buttons, priority=900)
    app.connect("config-inited", lead_back, priority=960)  # after the site's address is known
    app.add_post_transform(EmptyHeaders)
    app.add_node(nodes.image, override=True, html=(visit_image, None))
    depart = HTML5Translator.depart_citation
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
