"""Figures of the lectures as SVG: sharp at any size, and dark where the page is dark.

`book.vector_figures` writes them beside the notebooks; a figure that has none keeps its PNG, on a
white card in the dark theme. An SVG in an ``<img>`` has the colour scheme of the element around it
(CSS Color Adjustment 1), which the theme sets for the whole page. WebKit does not follow that, so
that each file also has its dark colours under the address ``NAME.svg#dark``, which theme.js takes
there.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

FOLDER = "figures"
RULE = r"([^{}]+)(\{[^{}]*\})"
DARK = re.compile(rf"@media \(prefers-color-scheme: dark\)\{{((?:{RULE})*)\}}")


class Vectors(SphinxTransform):
    """Put the SVG of a figure in the place of its PNG.

    Runs while a page is read, before Sphinx notes which pictures it needs.
    """

    default_priority = 410

    def apply(self, **kwargs):
        here = Path(self.env.doc2path(self.env.docname)).parent
        for figure in self.document.findall(nodes.figure):
            for name in figure["names"]:
                file = f"{FOLDER}/{name}.svg"
                if (here / file).exists():
                    show(figure, file)


def show(figure, file):
    for image in figure.findall(nodes.image):
        image["uri"] = file
        # the theme's word for pictures that suit both themes: no card behind them, no filter
        image["classes"].append("dark-light")


def address_dark(svg):
    """The SVG with its dark colours also where its address ends in ``#dark``."""
    found = DARK.search(svg)
    if not found:
        return svg
    rules = re.sub(RULE, lambda rule: f"#dark:target {rule[0]}".replace(" svg{", "{"), found[1])
    return svg.replace(found[0], found[0] + rules).replace("<svg ", '<svg id="dark" ', 1)


def write_dark(app, exception):
    if exception or app.builder.name != "html":
        return
    for file in Path(app.outdir, "_images").glob("*.svg"):
        svg = file.read_text(encoding="utf-8")
        if 'id="dark"' not in svg:
            file.write_text(address_dark(svg), encoding="utf-8")


def setup(app):
    app.add_transform(Vectors)
    app.connect("build-finished", write_dark)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
