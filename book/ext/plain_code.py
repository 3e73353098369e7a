"""Code with as few elements as its colours need.

Sphinx puts an element around each word of code in a line of text, and Pygments one around each
name, dot and bracket of a block: half of the elements of a lecture. Left out are the former, for
book.css says where lines break, and of the latter those that look like plain text in both themes.
"""

from functools import cache

from docutils import nodes
from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import Text
from sphinx.highlighting import PygmentsBridge
from sphinx.writers.html5 import HTML5Translator

THEMES = ("pygments_light_style", "pygments_dark_style")


class FewElements(HtmlFormatter):
    """Pygments' HTML, of whose tokens those that look like plain text in all `styles` are it."""

    styles = ()

    def format_unencoded(self, tokensource, outfile):
        """Write the HTML of pairs (kind of token, text)."""
        styles = tuple(self.styles)
        tokens = ((Text if is_plain(kind, styles) else kind, text) for kind, text in tokensource)
        super().format_unencoded(tokens, outfile)


@cache
def is_plain(kind, styles):
    """Whether a kind of token has in every style the looks of plain text."""
    looks = ((style.style_for_token(kind), style.style_for_token(Text)) for style in styles)
    return all(its | {"color": its["color"] or text["color"]} == text for its, text in looks)


def visit_text(self, node):
    protected, self.protect_literal_text = self.protect_literal_text, 0
    HTML5Translator.visit_Text(self, node)
    self.protect_literal_text = protected


def read_styles(app, config):
    FewElements.styles = [get_style_by_name(config.html_theme_options[name]) for name in THEMES]
    PygmentsBridge.html_formatter = FewElements


def setup(app):
    app.connect("config-inited", read_styles, priority=950)
    app.add_node(nodes.Text, override=True, html=(visit_text, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
