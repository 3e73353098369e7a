"""Figures of the lectures as SVG: sharp at any size, and dark where the page is dark.

`book.vector_figures` writes them beside the notebooks; a figure that has none keeps its PNG, on a
white card in the dark theme. An SVG in an ``<img>`` has the colour scheme of the element around it
(CSS Color Adjustment 1), which the theme sets for the whole page. Where a browser takes the
system's instead, the figure can still be read: it brings its own ground.
"""

from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

FOLDER = "figures"


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


def setup(app):
    app.add_transform(Vectors)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
