"""The reference page names everything public once, in words that a reader can use."""

import inspect
import re
from collections import Counter
from importlib import import_module

import pytest

from book.modules import PACKAGE, modules
from svmlib import plots
from tests.conftest import ROOT

PUBLIC = [name for name in modules(ROOT) if not re.search(r"(^|\.)_", name)]
PAGE = (ROOT / "book/reference.md").read_text(encoding="utf-8")
DIRECTIVE = re.compile(r"^\.\. auto(\w+):: svmlib\.(\S+)\n((?:   :.*\n)*)", re.M)


def offered(module):
    """The functions and classes of `__all__`, or without one what is written in the module.

    Of the modules of pictures it is what `svmlib.plots` offers: the rest serves other pictures.
    """
    names = getattr(module, "__all__", None)
    if names is None:
        of_plots = module.__name__.startswith(f"{plots.__name__}.")
        own = [n for n, thing in vars(module).items()
               if getattr(thing, "__module__", None) == module.__name__]  # fmt: skip
        names = [n for n in own if (n in vars(plots) if of_plots else not n.startswith("_"))]
    things = (getattr(module, name) for name in names)
    return [t for t in things if inspect.isclass(t) or inspect.isfunction(inspect.unwrap(t))]


def listed(page=PAGE):
    """The functions and classes that the directives of the page describe, one by one."""
    for kind, path, text in DIRECTIVE.findall(page):
        options = dict(re.findall(r":([\w-]+):[ ]*(.*)\n", text))
        if kind != "module":
            module, _, name = path.rpartition(".")
            yield getattr(import_module(f"{PACKAGE}.{module}"), name)
        elif "members" in options:
            module = import_module(f"{PACKAGE}.{path}")
            left_out = options.get("exclude-members", "").split(", ")
            if options["members"]:
                yield from (getattr(module, name) for name in options["members"].split(", "))
            else:
                yield from (thing for thing in offered(module) if thing.__name__ not in left_out)


def test_every_public_name_is_on_the_page_once():
    here = Counter(listed())
    assert [thing for thing, count in here.items() if count > 1] == []
    public = set()
    for name in PUBLIC:
        module = import_module(f"{PACKAGE}.{name}")
        # of these rooms the doors say what is public
        if hasattr(module, "__all__") or not re.match(r"(descent|kernels)\.", name):
            public |= {*offered(module)}
    assert len(public) > 150
    assert public - set(here) == set()


@pytest.mark.book
def test_formulas_and_blocks_of_docstrings_stay_as_they_are():
    """What neither the build nor its page would show."""
    formula, block = [r".. math:: \min_{A} |A|", "   p_{i}"], [".. code-block:: none", "", "    a_"]
    translate = import_module("book.ext.reference").translate
    assert translate(formula) == formula
    assert translate(["A.", "", "::", "", "    a_"]) == ["A.", "", "", "", *block]


@pytest.mark.book
def test_the_built_page_has_no_raw_markup(site):
    from lxml import html

    page = html.parse(site / "book/reference.html").getroot()
    (article,) = page.xpath("//article")
    text = article.text_content()
    assert re.findall(r".{0,30}(?::[a-z]+:`?\w|~sklearn|\.\. \w+::|\\_).{0,30}", text) == []
