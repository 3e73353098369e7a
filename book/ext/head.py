"""The head of a page, and what a page weighs: one style sheet, small fonts, scripts that wait.

Every script is a file of the site and waits until the page is read (``defer``); the search is for
its own page alone. Two short scripts inside a page set the theme and fetch the font before anything
is drawn. The Content-Security-Policy names them by their hashes, so a browser runs no others but
the files of the site, whatever a page may hold. Styles may stand in pages: tables and formulas have
widths of their own.

The theme alone brings 400 kB of rules, most for things that this book has not, and each extension
a file of its own; a browser reads them all before it shows a word. After the pages are written,
``site.css`` is made of the rules that can apply: a selector stays when every class, id and element
that it names is on a page of the site, or is a word in one of its scripts, which may set it later.
Attributes and what stands in ``:not()``, ``:is()`` and the like are not judged. Of the variables
those stay that are read: in these rules, anywhere on a page, or by a script.

The font of formulas has 400 kB, and the theme's icons 150 kB; the pages need a tenth of the one and
a dozen letters of the other. Source Serif, Source Sans and Source Code come with the letters of
western languages; a sign that they lack is taken from the font of the formulas. Each font is made
of the signs that occur.

Sphinx puts an element around each word of code in a line of text, and Pygments one around each
name, dot and bracket of a block: half of the elements of a lecture. Left out are the words, for
book.css says where lines break, and of a block what looks like plain text in both themes.
"""

import base64
import html
import posixpath
import re
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import pydata_sphinx_theme
import tinycss2
from docutils import nodes
from lxml import etree
from pygments.formatters import HtmlFormatter
from pygments.styles import get_style_by_name
from pygments.token import Text
from sphinx.builders.html._assets import _JavaScript
from sphinx.highlighting import PygmentsBridge
from sphinx.writers.html5 import HTML5Translator

from book.ext import ROOT, SAFE, after_pages
from book.fonts import math_font, shrunk
from book.trees import parsed

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
THEMES = ("pygments_light_style", "pygments_dark_style")
SEARCH = "_static/search.js"  # of the search page alone; it loads what it looks through
UNUSED = (
    "_static/doctools.js",
    "_static/design-tabs.js",
    "_static/scripts/sphinx-book-theme.js",
    "_static/sphinx_highlight.js",
)
NAME = "site.css"
THEME_SHEETS = ("styles/theme.css", "styles/pydata-sphinx-theme.css")
ADDRESS = re.compile(r"""url\(\s*["']?(?!data:|#)([^"')]+)["']?\s*\)""")
IMPORT = re.compile(r"""@import\s+(?:url\()?["']([^"']+)["']\)?[^;]*;""")
WORD = re.compile(r"[\w-]+")
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
HOLD_RULES = {"media", "supports", "layer", "container"}
FACES = {  # files by the names that type.css has for them
    "text": "serif-4-latin-400-normal",
    "text-italic": "serif-4-latin-400-italic",
    "text-bold": "serif-4-latin-600-normal",
    "sans": "sans-3-latin-400-normal",
    "sans-bold": "sans-3-latin-600-normal",
    "code": "code-pro-latin-400-normal",
}
SOURCE = ROOT / "book/_vendor/source"
THEME = Path(pydata_sphinx_theme.__file__).parent / "theme" / "pydata_sphinx_theme" / "static"
ICONS = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
PRIVATE = re.compile("[\ue000-\uf8ff]")
ESCAPED = re.compile(r"\\([ef][0-9a-f]{3})")


# ----------------------------------------------------------------------------------------- the head


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


def way_in(app):
    """index.html at the root, unless it is the first page itself."""
    if app.builder.get_target_uri(app.config.root_doc) != "index.html":
        yield "index", {}, "way-in.html"


# --------------------------------------------------------------------------------------- plain code


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


# ---------------------------------------------------------------------------------------- one sheet


def beside(here, address):
    """The file with an address that is relative to the folder ``here``."""
    return posixpath.normpath(posixpath.join(here, address.partition("?")[0]))


def read(folder, name):
    """The text of a style sheet, what it imports in its place, addresses seen from the folder."""
    here = posixpath.dirname(name)
    text = (folder / name).read_text(encoding="utf-8").replace('@charset "UTF-8";', "")
    text = ADDRESS.sub(lambda found: f'url("{beside(here, found[1])}")', text)
    return IMPORT.sub(lambda found: read(folder, beside(here, found[1])), text)


def pages_of(folder):
    """The pages of a site, without the templates that themes leave among their files."""
    return [path for path in folder.rglob("*.html") if "_static" not in path.parts]


def words_of_site(folder):
    """Names of elements, classes, ids and variables on the pages, and the words of scripts."""
    words, scripts = set(), set()
    for path in pages_of(folder):
        text = path.read_text(encoding="utf-8")
        words.update(VARIABLE.findall(text))
        page = parsed(path)
        for element in page.iter(etree.Element):
            words.add(element.tag)
            words.update(element.get("class", "").split(), element.get("id", "").split())
        here = path.relative_to(folder).parent.as_posix()
        # 404.html has the same ones, from the root of the host
        sources = page.xpath("//script[not(starts-with(@src, '/'))]/@src | //@data-script")
        scripts.update(beside(here, source) for source in sources)
    for name in scripts:
        words.update(WORD.findall((folder / name).read_text(encoding="utf-8")))
    return words


class Known:
    """The words that a selector or a variable may have, also those that a script puts together.

    ``svm-${kind}`` in a script leaves the word ``svm-``: what begins so may come to be.
    """

    def __init__(self, words):
        self.words = words
        self.beginnings = tuple(word for word in words if re.fullmatch(r"-*\w[\w-]*-", word))

    def __contains__(self, name):
        return name in self.words or name.startswith(self.beginnings)


def named(selector):
    """Classes, ids and elements that a selector names."""
    before = None
    for token in selector:
        if token.type == "hash" or (token.type == "ident" and before != ":"):
            yield token.value
        before = token


def used(tokens, known):
    """The selectors of a list that can apply, as text."""
    parts = groupby(tokens, key=lambda token: token == ",")
    return [
        tinycss2.serialize(selector).strip()
        for selector in ([*part] for is_comma, part in parts if not is_comma)
        if all(name in known or name.lower() in known for name in named(selector))
    ]


def slim(rules, known, read=None):
    """The text of the rules that can apply, without variables that are not among those `read`."""
    for rule in rules:
        head = body = ""
        if rule.type == "qualified-rule":
            head = ",".join(used(rule.prelude, known))
            body = head and "".join(declared(rule.content, read))
        elif rule.type == "at-rule":
            head = f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}".strip()
            if rule.content is None:
                yield f"{head};"
                continue
            if rule.lower_at_keyword in HOLD_RULES:
                body = "".join(
                    slim(without_comments(tinycss2.parse_rule_list, rule.content), known, read)
                )
            else:
                body = on_one_line(rule.content)
        if body:
            yield f"{head}{{{body}}}"


def declared(content, read):
    for one in without_comments(tinycss2.parse_blocks_contents, content):
        if one.type != "declaration":
            yield one.serialize()
        elif read is None or one.name in read or not one.name.startswith("--"):
            yield f"{one.name}:{on_one_line(one.value)}{'!important' * one.important};"


def on_one_line(tokens):
    return " ".join(tinycss2.serialize(tokens).split())


def without_comments(parse, content):
    return parse(content, skip_comments=True, skip_whitespace=True)


def one_sheet(folder, names):
    """The text of ``site.css`` for the site in a folder, of the style sheets with these names."""
    known = Known(words_of_site(folder))
    text = "\n".join(read(folder / "_static", name) for name in names)
    rules = without_comments(tinycss2.parse_stylesheet, text)
    known.words.update(VARIABLE.findall("".join(slim(rules, known))))
    return "".join(slim(rules, known, read=known))


def write_sheet(app, folder):
    if sheets := getattr(app.builder, "style_sheets", None):  # none where no page was written
        names = [*THEME_SHEETS, *(name.removeprefix("_static/") for name in sheets)]
        (folder / "_static" / NAME).write_text(one_sheet(folder, names), encoding="utf-8")


# -------------------------------------------------------------------------------------- small fonts


def signs_of(folder):
    """The signs in the text of all pages, and those in their formulas."""
    text, formulas = set(map(chr, range(32, 127))), set()  # scripts may write any of ASCII
    for page in pages_of(folder):
        root = parsed(page)
        text.update(*root.itertext())
        formulas.update(*(sign for formula in root.iter("math") for sign in formula.itertext()))
    return set(map(ord, text)), set(map(ord, formulas))


def in_icons(sheet):
    """The signs of the icons that a style sheet names."""
    escaped = {int(code, 16) for code in ESCAPED.findall(sheet)}
    return escaped | set(map(ord, PRIVATE.findall(sheet)))


def write_fonts(app, folder):
    static = folder / "_static"
    text, formulas = signs_of(folder)
    for name, file in FACES.items():
        face = shrunk(SOURCE / f"source-{file}.woff2", text)
        face.save(static / f"{name}.woff2")
        formulas |= text - set(face.getBestCmap())
    math_font(formulas).save(static / "math.woff2")
    icons = in_icons((static / NAME).read_text(encoding="utf-8"))
    shrunk(THEME / ICONS, icons).save(static / ICONS)


def setup(app):
    app.connect("html-page-context", finish_head, priority=950)
    app.connect("html-collect-pages", way_in)
    app.connect("config-inited", read_styles, priority=950)
    app.add_node(nodes.Text, override=True, html=(visit_text, None))
    after_pages(app, write_sheet, priority=800)  # when all pages and scripts are there
    after_pages(app, write_fonts, priority=850)  # which looks for icons in the sheet
    return SAFE
