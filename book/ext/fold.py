"""Proofs and solutions of class ``dropdown`` fold into a native ``<details>``, without a script.

A cell that keeps its output back until the reader has guessed says what there is to see. Of a
figure only the picture is kept back, and from the first bold words of its caption on what is found
in it: number and description stay in sight.
"""

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

# what sphinx-proof and sphinx-exercise call every box of a page
REPEATED = {"proof", "proof-content", "exercise-content", "solution-content"}


def raw(html):
    return nodes.raw("", html, format="html")


def take_summary(node):
    """Remove and return what stands on the closed fold: the title, or the word "Proof"."""
    title = next(iter(node.findall(nodes.title)), None)
    if title is not None:
        title.parent.remove(title)
        for link in list(title.findall(nodes.reference)):  # a link inside a button helps nobody
            link.replace_self(link.children)
        return nodes.inline("", "", *title.children)
    word, _, rest = (first := next(iter(node.findall(nodes.Text)))).partition(". ")
    first.parent.replace(first, nodes.Text(rest))
    return nodes.inline("", word)


class Fold(SphinxPostTransform):
    """Runs after the titles of solutions are resolved."""

    default_priority = 700
    formats = ("html",)

    def run(self, **kwargs):
        for node in list(self.document.findall(nodes.Element)):
            classes = node.get("classes", [])
            if node.get("ids"):
                node["ids"] = [i for i in node["ids"] if i not in REPEATED]
            if "dropdown" in classes:
                self.fold(node, [c for c in classes if c != "dropdown"])
        for output in list(self.document.findall(HideCodeCellNode)):
            if "below-input" in output["classes"]:
                keep_back(output)

    def fold(self, node, classes):
        summary = take_summary(node)
        anchor = f' id="{node["ids"][0]}"' if node["ids"] else ""
        opening = raw(f'<details class="fold {" ".join(classes)}"{anchor}><summary>')
        place = node.parent.index(node)
        node.parent[place : place + 1] = [
            opening, summary, raw("</summary>"), *node.children, raw("</details>")
        ]  # fmt: skip


def keep_back(output):
    """An output that waits to be asked for."""
    shown, figure = output.children, next(output.findall(nodes.figure), None)
    if figure is None:
        shown = kept("table" if next(output.findall(nodes.raw), None) else "answer", shown)
    else:
        caption = next(figure.findall(nodes.caption))
        place = figure.index(caption)
        figure[:place] = kept("picture", figure[:place])
        bold = next(caption.findall(nodes.strong), None)
        if bold is not None:
            place = caption.index(bold)
            caption[place:] = [nodes.inline("", "", *caption[place:], classes=["finding"])]
    place = output.parent.index(output)
    output.parent[place : place + 1] = shown


def kept(thing, contents):
    opening = raw(f'<details class="shown-later"><summary>Show the {thing}</summary>')
    return [opening, *contents, raw("</details>")]


def setup(app):
    app.add_post_transform(Fold)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
