"""Beside each heading a link to report a mistake there, where the book has a public repository.

It opens a new issue that says already which section of which page is meant. On the page it is seen
when a reader points at the heading or reaches it by keyboard.
"""

from html import escape
from urllib.parse import urlencode

from docutils import nodes

# on GitHub the form in .github/ISSUE_TEMPLATE, with the place filled in
FIELDS = {"github.com": ("title", "place"), "gitlab.com": ("issue[title]", "issue[description]")}
NEW_ISSUE = {"github.com": "/issues/new?template=mistake.yml&", "gitlab.com": "/-/issues/new?"}
BODY = "{address}\n\nWhat is wrong:\n\n\nWhat it should say:\n\n"
LINK = (
    '<a class="report-mistake" href="{href}">Report a mistake'
    '<span class="visually-hidden"> in {section}</span></a>\n'
)


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


def setup(app):
    app.add_node(nodes.title, override=True, html=(visit_title, depart_title))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
