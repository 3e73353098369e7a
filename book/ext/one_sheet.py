"""One style sheet for the site: the rules of the theme and its extensions that some page can use.

The theme alone brings 400 kB of rules, most for things that this book has not, and each extension
a file of its own; a browser reads them all before it shows a word. After the pages are written,
``site.css`` is made of the rules that can apply: a selector stays when every class, id and element
that it names is on a page of the site, or is a word in one of its scripts, which may set it later.
Attributes and what stands in ``:not()``, ``:is()`` and the like are not judged. Of the variables
those stay that are read: in these rules, anywhere on a page, or by a script.
"""

import posixpath
import re
from pathlib import Path

import tinycss2
from lxml import etree, html

NAME = "site.css"
THEME = ("styles/theme.css", "styles/pydata-sphinx-theme.css")
ADDRESS = re.compile(r"""url\(\s*["']?(?!data:|#)([^"')]+)["']?\s*\)""")
IMPORT = re.compile(r"""@import\s+(?:url\()?["']([^"']+)["']\)?[^;]*;""")
WORD = re.compile(r"[\w-]+")
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
HOLD_RULES = {"media", "supports", "layer", "container"}


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
        page = html.document_fromstring(text)
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


def split(tokens):
    """The selectors of a list: what stands between its commas."""
    found = [[]]
    for token in tokens:
        if token == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


def named(selector):
    """Classes, ids and elements that a selector names."""
    before = None
    for token in selector:
        if token.type == "hash" or (token.type == "ident" and before != ":"):
            yield token.value
        before = token


def used(tokens, known):
    """The selectors of a list that can apply, as text."""
    return [
        tinycss2.serialize(selector).strip()
        for selector in split(tokens)
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
                body = "".join(slim(parsed(tinycss2.parse_rule_list, rule.content), known, read))
            else:
                body = on_one_line(rule.content)
        if body:
            yield f"{head}{{{body}}}"


def declared(content, read):
    for one in parsed(tinycss2.parse_blocks_contents, content):
        if one.type != "declaration":
            yield one.serialize()
        elif read is None or one.name in read or not one.name.startswith("--"):
            yield f"{one.name}:{on_one_line(one.value)}{'!important' * one.important};"


def on_one_line(tokens):
    return " ".join(tinycss2.serialize(tokens).split())


def parsed(parse, content):
    return parse(content, skip_comments=True, skip_whitespace=True)


def one_sheet(folder, names):
    """The text of ``site.css`` for the site in a folder, of the style sheets with these names."""
    known = Known(words_of_site(folder))
    text = "\n".join(read(folder / "_static", name) for name in names)
    rules = parsed(tinycss2.parse_stylesheet, text)
    known.words.update(VARIABLE.findall("".join(slim(rules, known))))
    return "".join(slim(rules, known, read=known))


def write_sheet(app, exception):
    sheets = getattr(app.builder, "style_sheets", None)  # none where no page was written
    if exception or app.builder.name != "html" or not sheets:
        return
    folder = Path(app.outdir)
    names = [*THEME, *(name.removeprefix("_static/") for name in sheets)]
    (folder / "_static" / NAME).write_text(one_sheet(folder, names), encoding="utf-8")


def setup(app):
    app.connect("build-finished", write_sheet, priority=800)  # when all pages and scripts are there
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
