"""The pages of the built site as trees of elements."""

from lxml import html


def parsed(path):
    """The root element of a page."""
    return html.parse(path, html.HTMLParser(encoding="utf-8")).getroot()


def text_of(element):
    """The words of an element on one line."""
    return " ".join(element.text_content().split())
